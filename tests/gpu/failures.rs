//! A failure reaches whatever caused it, and nothing else.

use std::sync::mpsc::channel;

use starshell::gpu::{Gpu, GpuError, KernelSource, Part};

/// Provokes an error that the driver reports outside of any `Result`: a buffer of no possible use.
fn fail(gpu: &Gpu, label: &'static str) {
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::STORAGE;
    let descriptor =
        wgpu::BufferDescriptor { label: Some(label), size: 16, usage, mapped_at_creation: false };
    let _ = gpu.device().create_buffer(&descriptor);
}

fn is_of(failure: Result<(), GpuError>, label: &str) -> bool {
    matches!(failure, Err(GpuError::Driver(words)) if words.contains(label))
}

#[test]
fn a_sibling_has_its_own_failures_and_its_own_loss() {
    let gpu = Gpu::open_with(None, |_, _| ()).unwrap();
    let sibling = gpu.sibling().unwrap();
    fail(&sibling, "of the sibling");
    gpu.poll().unwrap();
    fail(&gpu, "of the window");
    assert!(is_of(sibling.poll(), "of the sibling"));
    sibling.wait().unwrap();
    assert!(is_of(gpu.wait(), "of the window"));

    sibling.device().destroy();
    while sibling.wait().is_ok() {}
    assert!(matches!(sibling.poll(), Err(GpuError::Lost(_))));
    gpu.wait().unwrap();
    assert_eq!(gpu.read(&gpu.storage_from("here", &[7_u32]).unwrap()).unwrap(), [7]);
}

#[test]
fn siblings_share_findings_and_changed_kernels() {
    const ONE: KernelSource =
        KernelSource::new("test/one", &[Part { path: "one.wgsl", source: WGSL }], &[&[]]);
    const WGSL: &str = "@compute @workgroup_size(1) fn one() {}";
    let gpu = Gpu::open_with(None, |_, _| ()).unwrap();
    let sibling = gpu.sibling().unwrap();
    sibling.findings().remember("answer", &42).unwrap();
    assert_eq!(gpu.findings().recall::<u32>("answer"), Some(42));
    assert_eq!((gpu.features(), gpu.limits()), (sibling.features(), sibling.limits()));

    let changed = gpu
        .with_kernels(|source, _| (source.label == ONE.label).then(String::new))
        .sibling()
        .unwrap();
    assert!(changed.kernel(&ONE, &[]).is_err() && sibling.kernel(&ONE, &[]).is_ok());
}

#[test]
fn a_failure_in_an_attempt_is_reported_there_and_once() {
    let gpu = Gpu::open_with(None, |_, _| ()).unwrap();
    let (to_loader, from_window) = channel();
    let (to_window, from_loader) = channel();
    let gpu = &gpu;
    std::thread::scope(|scope| {
        let loader = scope.spawn(move || {
            let loaded: Result<(), GpuError> = gpu.attempt(|| {
                fail(gpu, "of the loader");
                to_window.send(()).unwrap();
                from_window.recv().unwrap();
                Ok(())
            });
            (loaded, gpu.poll())
        });
        from_loader.recv().unwrap();
        gpu.poll().unwrap();
        fail(gpu, "of the window");
        to_loader.send(()).unwrap();
        let (loaded, later) = loader.join().unwrap();
        assert!(is_of(loaded, "of the loader"));
        // After its attempt, the loader is like everything else on the device.
        assert!(is_of(later, "of the window"));
        gpu.poll().unwrap();
    });
}

#[test]
fn polls_within_an_attempt_leave_the_failures_of_others_and_attempts_nest() {
    let gpu = Gpu::open_with(None, |_, _| ()).unwrap();
    fail(&gpu, "from before");
    let polled: Result<u32, GpuError> = gpu.attempt(|| {
        gpu.poll()?;
        fail(&gpu, "of the outer one");
        let inner: Result<(), GpuError> = gpu.attempt(|| {
            fail(&gpu, "of the inner one");
            Ok(())
        });
        assert!(is_of(inner, "of the inner one"));
        assert!(is_of(gpu.poll(), "of the outer one"));
        Ok(3)
    });
    assert_eq!(polled.unwrap(), 3, "the result of the poll");
    let refused: Result<(), GpuError> = gpu.attempt(|| {
        fail(&gpu, "which is a consequence");
        Err(GpuError::NoAdapter)
    });
    assert!(matches!(refused, Err(GpuError::NoAdapter)));
    assert!(is_of(gpu.poll(), "from before"));
    gpu.poll().unwrap();
}
