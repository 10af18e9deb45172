//! Sorts a million distances and says which element each belongs to: a radix sort on the GPU,
//! recorded into the caller's own encoder.
//!
//! Keys may be `u32`, `i32`, `f32` or `u64`. The first sort on a GPU tries which path is right and
//! fast there, and remembers it.
//!
//! `cargo run --release --example sort`

use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::primitives::{RadixSort, SortRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(None)?;
    let distances: Vec<f32> =
        (0..1_000_000).map(|index| (index as f32).sin().abs() * 100.0).collect();
    let keys = gpu.storage_from("distances", &distances)?;
    let indices = gpu.storage("indices", distances.len())?;
    // In place; `indices` receives the index that each key had before.
    let sort = RadixSort::new(&gpu, &SortRequest::new(&keys).with_indices(&indices))?;

    let mut encoder = gpu.encoder("example");
    sort.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);

    let (sorted, indices) = (gpu.read(&keys)?, gpu.read(&indices)?);
    let (adapter, path) = (gpu.adapter_name(), sort.path().name());
    println!("element {} is the nearest, at {}, on {adapter} by {path}", indices[0], sorted[0]);
    assert!(
        sorted.is_sorted()
            && indices.iter().zip(&sorted).all(|(index, key)| distances[*index as usize] == *key)
    );
    Ok(())
}
