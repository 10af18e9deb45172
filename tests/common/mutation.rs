//! Deliberately wrong kernels, each made by one replacement in the real WGSL. The comparisons that
//! the real kernels pass must reject every one of them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use starshell::gpu::Gpu;
use wgpu::naga;

use super::breadth::is_thorough;

/// One mutation in so many is run by `./test`.
const NTH: usize = 6;

/// What is wrong, the text in the WGSL, and its replacement.
pub type Mutation = (&'static str, &'static str, &'static str);

/// The WGSL of the kernel `label` with one replacement.
fn mutant(label: &str, wgsl: &str, (name, text, replacement): Mutation) -> String {
    assert_eq!(
        wgsl.matches(text).count(),
        1,
        "{name}: `{text}` must occur exactly once in the WGSL of {label}"
    );
    let mutant = wgsl.replace(text, replacement);
    // Otherwise it might be rejected merely because it does not compile.
    let module = naga::front::wgsl::parse_str(&mutant)
        .unwrap_or_else(|error| panic!("{name} does not even parse: {error}"));
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::all(),
    );
    validator
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name} does not even compile: {error:?}"));
    mutant
}

/// The result of `run` on the same GPU with the mutant instead of the kernel with this label;
/// without a label, instead of every kernel that contains the text.
#[track_caller]
pub fn with_mutant<R>(
    gpu: &Gpu,
    label: Option<&'static str>,
    mutation: Mutation,
    run: impl FnOnce(&Gpu) -> R,
) -> R {
    // Keyed by WGSL, because a comparison asks for its kernels again and again.
    let mutants: Arc<Mutex<HashMap<String, String>>> = Arc::default();
    let made = Arc::clone(&mutants);
    let changed = gpu.clone().with_kernels(move |source, wgsl| {
        let is_meant = label.is_none_or(|label| label == source.label) && wgsl.contains(mutation.1);
        let make = || {
            made.lock()
                .unwrap()
                .entry(wgsl.to_owned())
                .or_insert_with(|| mutant(source.label, wgsl, mutation))
                .clone()
        };
        is_meant.then(make)
    });
    let found = run(&changed);
    assert!(
        !mutants.lock().unwrap().is_empty(),
        "{}: no kernel that ran contains `{}`",
        mutation.0,
        mutation.1
    );
    found
}

/// The comparison must accept the real kernels and reject every mutation: of the kernel with this
/// label or, without one, of every kernel that contains the text. A wrong kernel may index out of
/// bounds, and what it writes can make others do so, so `gpu` must have the run-time checks.
#[track_caller]
pub fn reject(
    gpu: &Gpu,
    label: Option<&'static str>,
    mutations: &[Mutation],
    compare: impl Fn(&Gpu) -> Result<(), String>,
) {
    compare(gpu).unwrap();
    reject_mutants(gpu, label, mutations, compare);
}

/// The same for a comparison that is known to accept the real kernels. Only `./test nightly` runs
/// every mutation; otherwise the first and every [`NTH`] after it are run, and so are those whose
/// kernels the runs before did not reach. The others need only apply to their kernels and compile.
#[track_caller]
pub fn reject_mutants(
    gpu: &Gpu,
    label: Option<&'static str>,
    mutations: &[Mutation],
    compare: impl Fn(&Gpu) -> Result<(), String>,
) {
    let seen: Arc<Mutex<HashSet<(&'static str, String)>>> = Arc::default();
    let seer = Arc::clone(&seen);
    let gpu = gpu.clone().with_kernels(move |source, wgsl| {
        seer.lock().unwrap().insert((source.label, wgsl.to_owned()));
        None
    });
    for (index, &mutation) in mutations.iter().enumerate() {
        let is_meant = |(found, wgsl): &&(&str, String)| {
            label.is_none_or(|label| label == *found) && wgsl.contains(mutation.1)
        };
        let meant: Vec<(&str, String)> =
            seen.lock().unwrap().iter().filter(is_meant).cloned().collect();
        if is_thorough() || index.is_multiple_of(NTH) || meant.is_empty() {
            let result = with_mutant(&gpu, label, mutation, &compare);
            assert!(
                result.is_err(),
                "{} passes despite a mistake: {}",
                label.unwrap_or("a kernel"),
                mutation.0
            );
        } else {
            meant.iter().for_each(|(label, wgsl)| drop(mutant(label, wgsl, mutation)));
        }
    }
}
