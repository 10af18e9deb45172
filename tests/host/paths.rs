//! The paths of scans and sorts: the fast ones only if the trial passed.

use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::primitives::{
    RadixSort, SUM_U32, Scan, ScanKind, ScanPath, ScanRequest, SortPath, SortRequest,
    prove_progress, try_progress,
};

/// The name under which the trial's result is stored.
const TRIAL: &str = "primitives/progress";

/// A software adapter that runs no kernel, so every result is wrong.
fn gpu() -> Gpu {
    Gpu::noop().expect("wgpu is built with its noop backend")
}

fn paths(gpu: &Gpu) -> (ScanPath, SortPath) {
    let [source, target] =
        ["source", "target"].map(|label| gpu.storage::<u32>(label, 100_000).unwrap());
    let scan =
        Scan::new(gpu, &SUM_U32, ScanRequest::new(ScanKind::Inclusive, &source, &target)).unwrap();
    (scan.path(), RadixSort::new(gpu, &SortRequest::new(&source)).unwrap().path())
}

#[test]
fn software_gets_no_trial_and_has_its_own_paths() {
    let gpu = gpu();
    assert_eq!(paths(&gpu), (ScanPath::Totals, SortPath::Runs));
    assert_eq!(gpu.findings().recall::<bool>(TRIAL), None);
}

#[test]
fn a_remembered_path_is_used_without_a_trial() {
    let gpu = gpu();
    gpu.findings().remember(TRIAL, &true).unwrap();
    let (scan, _) = paths(&gpu);
    assert!(matches!(scan, ScanPath::LookBack | ScanPath::LookBackBySubgroups), "{}", scan.name());
    assert!(prove_progress(&gpu).unwrap());
}

#[test]
fn a_trial_on_the_noop_backend_fails_and_hides_no_other_failure() {
    let gpu = gpu();
    gpu.write(&gpu.storage::<u32>("short", 4).unwrap(), &[0; 9]);
    assert!(!try_progress(&gpu).unwrap());
    assert!(gpu.poll().is_err(), "the failure from before");
    assert_eq!(gpu.findings().recall::<bool>(TRIAL), None, "the trial itself stores nothing");
}
