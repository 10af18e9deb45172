//! Deliberately wrong kernels, each by one replacement in the real WGSL: the comparisons that the real kernels pass must reject
//! every one of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use starshell::gpu::{Gpu, KernelSource, Part};

/// What is wrong, the text in the WGSL, what stands there instead.
pub type Mutation = (&'static str, &'static str, &'static str);

/// `source`, whose WGSL is `all`, with one text of it replaced.
fn mutant(source: &KernelSource, all: &str, (name, text, replacement): Mutation) -> KernelSource {
    assert_eq!(all.matches(text).count(), 1, "{name}: `{text}` must stand once in the WGSL of {}", source.label);
    let mutate = |part: &Part| Part { path: part.path, source: part.source.replace(text, replacement).leak() };
    let parts: Vec<Part> = source.parts().map(mutate).collect();
    let mutant = source.with_parts(parts.leak());
    // Else it might be rejected for that alone.
    mutant.parse(&[]).unwrap_or_else(|error| panic!("{name} does not even compile: {error}"));
    mutant
}

/// What `run` finds on the same GPU with a mutant in place of the kernel of this label; without one, of every kernel that has the
/// text.
#[track_caller]
pub fn with_mutant<R>(gpu: &Gpu, label: Option<&'static str>, mutation: Mutation, run: impl FnOnce(&Gpu) -> R) -> R {
    // By the WGSL that they are made of: a comparison asks for its kernels again and again.
    let mutants: Arc<Mutex<HashMap<String, KernelSource>>> = Arc::default();
    let made = Arc::clone(&mutants);
    let changed = gpu.clone().with_kernels(move |source| {
        let is_meant = label.is_none_or(|label| label == source.label);
        let all: String = source.parts().filter(|_| is_meant).map(|part| part.source).collect();
        let make = |all: String| *made.lock().unwrap().entry(all).or_insert_with_key(|all| mutant(source, all, mutation));
        all.contains(mutation.1).then(|| make(all))
    });
    let found = run(&changed);
    assert!(!mutants.lock().unwrap().is_empty(), "{}: no kernel that ran has `{}`", mutation.0, mutation.1);
    found
}

/// Every mutation must be rejected by the comparison, and the kernels as they are accepted: of the kernel of this label or,
/// without one, of every kernel that has the text. A wrong kernel may index anywhere, and so may others by what it leaves: `gpu`
/// is one with the run-time checks.
#[track_caller]
pub fn reject(gpu: &Gpu, label: Option<&'static str>, mutations: &[Mutation], compare: impl Fn(&Gpu) -> Result<(), String>) {
    compare(gpu).unwrap();
    reject_mutants(gpu, label, mutations, compare);
}

/// The same by a comparison that is known to accept the kernels as they are.
#[track_caller]
pub fn reject_mutants(
    gpu: &Gpu,
    label: Option<&'static str>,
    mutations: &[Mutation],
    compare: impl Fn(&Gpu) -> Result<(), String>,
) {
    for &mutation in mutations {
        let result = with_mutant(gpu, label, mutation, &compare);
        assert!(result.is_err(), "{} passes although wrong: {}", label.unwrap_or("a kernel"), mutation.0);
    }
}
