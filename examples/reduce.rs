//! The largest of a million numbers, found on the GPU: a reduction recorded into the caller's own
//! encoder.
//!
//! Other monoids work the same way: sums, bounds, or your own in WGSL. `cargo run --release
//! --example reduce`

use starshell::gpu::Gpu;
use starshell::primitives::{MAX_F32, Reduce};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(None)?;
    let numbers: Vec<f32> =
        (0..1_000_000).map(|index| (index as f32 * 0.01).sin() * index as f32).collect();
    let source = gpu.storage_from("numbers", &numbers)?;
    // Prepare once for this buffer; record again whenever its numbers change.
    let largest = Reduce::new(&gpu, &MAX_F32, &source)?;

    let mut encoder = gpu.encoder("example");
    largest.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);

    let got = gpu.read(largest.result())?[0];
    println!("the largest of {} numbers is {got}, on {}", numbers.len(), gpu.adapter_name());
    assert_eq!(got, numbers.into_iter().fold(f32::NEG_INFINITY, f32::max));
    Ok(())
}
