//! The caller's own device and buffers.

use std::sync::{Arc, Mutex};

use starshell::gpu::{Buffer, Gpu, GpuError, adapters};
use starshell::primitives::{Reduce, SUM_U32};
use starshell::wgpu;

fn open(adapter: &wgpu::Adapter, required_limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let descriptor = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
    pollster::block_on(adapter.request_device(&descriptor)).unwrap()
}

#[test]
fn a_primitive_runs_on_the_callers_device_and_buffer() {
    let adapter = adapters().swap_remove(0);
    let (device, queue) = open(&adapter, wgpu::Limits::default());
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&told);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        tell.lock().unwrap().push(error.to_string())
    }));
    let gpu = Gpu::from_wgpu(&adapter, device.clone(), queue.clone()).unwrap();

    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
    let descriptor = wgpu::BufferDescriptor {
        label: Some("mine"),
        size: 1 << 12,
        usage,
        mapped_at_creation: false,
    };
    let raw = device.create_buffer(&descriptor);
    queue.write_buffer(&raw, 0, bytemuck::cast_slice(&(0..1000_u32).collect::<Vec<_>>()));
    let source = Buffer::from_wgpu(&gpu, raw, 1000).unwrap();
    let sum = Reduce::new(&gpu, &SUM_U32, &source).unwrap();
    let mut encoder = gpu.encoder("test");
    sum.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    assert_eq!(gpu.read(sum.result()).unwrap(), [499_500]);

    // Failures of the device go to its owner.
    let _ = device.create_buffer(&wgpu::BufferDescriptor { size: u64::MAX, ..descriptor });
    gpu.poll().unwrap();
    assert_eq!(told.lock().unwrap().len(), 1);
    assert_eq!(gpu.sibling().unwrap().adapter_name(), gpu.adapter_name());
}

#[test]
fn a_device_with_too_little_is_refused() {
    let adapter = adapters().swap_remove(0);
    let (device, queue) = open(&adapter, wgpu::Limits::downlevel_defaults());
    let refused = Gpu::from_wgpu(&adapter, device, queue);
    assert!(
        matches!(&refused, Err(GpuError::Mismatch(words)) if words.contains("storage buffers")),
        "{refused:?}"
    );
}

#[test]
fn a_device_has_the_requested_features_and_limits() {
    let without = Gpu::open_with(None, |features, limits| {
        features.remove(wgpu::Features::SUBGROUP);
        limits.max_compute_workgroups_per_dimension = 9;
    })
    .unwrap();
    assert_eq!(without.subgroup_size(), None);
    assert_eq!(without.limits().max_compute_workgroups_per_dimension, 9);
    let too_much = Gpu::open_with(None, |_, limits| limits.max_bind_groups = 1000);
    assert!(matches!(too_much, Err(GpuError::NoDevice { .. })), "{too_much:?}");
}
