//! Runs experiments of the laboratory with tiny numbers. All rows of the real kernels are right; a
//! wrong kernel must make a wrong one.

use starshell::gpu::Gpu;
use starshell::lab::{Case, Extent, Results, Verdict, experiment};

/// The results of the cases of an experiment that `is_meant`.
pub fn results(gpu: &Gpu, name: &str, count: usize, is_meant: impl Fn(&Case) -> bool) -> Results {
    let experiment = experiment(name).unwrap();
    let mut cases: Vec<Case> = experiment.cases(gpu, &Extent { counts: Some(vec![count]) });
    cases.retain(is_meant);
    assert!(!cases.is_empty(), "{name} has no such case");
    experiment.run(gpu, &cases, |_| true, |_| ())
}

/// Runs those cases.
///
/// # Errors
/// What the first wrong row says, if every row is wrong.
///
/// # Panics
/// If a case cannot be measured, or only some rows are wrong.
pub fn compare(
    gpu: &Gpu,
    name: &str,
    count: usize,
    is_meant: impl Fn(&Case) -> bool,
) -> Result<(), String> {
    let results = results(gpu, name, count, is_meant);
    let wrong: Vec<String> = results
        .outcomes
        .iter()
        .filter_map(|outcome| match &outcome.verdict {
            Verdict::Right => None,
            Verdict::Wrong(what) => Some(what.to_string()),
            other => panic!("{name}: {} of {count} is {other:?}", outcome.variant),
        })
        .collect();
    match wrong.first() {
        None => Ok(()),
        Some(what) if wrong.len() == results.outcomes.len() => Err((*what).to_owned()),
        Some(_) => panic!("{name}: only some rows are wrong: {wrong:?}"),
    }
}
