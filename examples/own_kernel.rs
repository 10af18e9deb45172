//! Your own kernel on the library's GPU layer: squares one million numbers on the GPU and sums
//! them.
//!
//! WGSL declares bindings, workgroup size and constants; Rust binds buffers by name. `cargo run
//! --release --example own_kernel`

use starshell::gpu::{Gpu, KernelSource, Part};
use starshell::primitives::{Reduce, SUM_F32};

/// The last part of the label names the entry point. To keep the WGSL in a file of its own, use
/// `include_str!("square.wgsl")`.
const SQUARE: KernelSource = KernelSource::new(
    "example/square",
    &[Part {
        path: "square.wgsl",
        source: "
            const WORKGROUP: u32 = 64u;
            @group(0) @binding(0) var<storage, read> numbers: array<f32>;
            @group(0) @binding(1) var<storage, read_write> squares: array<f32>;

            @compute @workgroup_size(WORKGROUP)
            fn square(@builtin(global_invocation_id) id: vec3u) {
                if (id.x < arrayLength(&numbers)) {
                    squares[id.x] = numbers[id.x] * numbers[id.x];
                }
            }",
    }],
    // The tunings this kernel may be compiled with: the workgroup size as written, or 256.
    &[&[], &[("WORKGROUP", 256)]],
);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(None)?;
    let numbers: Vec<f32> = (0..1_000_000).map(|index| index as f32 * 1e-6).collect();

    // Prepare once: compile kernels, bind buffers.
    let source = gpu.storage_from("numbers", &numbers)?;
    let squares = gpu.storage("squares", numbers.len())?;
    let square = gpu.kernel(&SQUARE, SQUARE.tunings[1])?;
    let groups = (numbers.len() as u32).div_ceil(square.workgroup());
    let square =
        square.bind(gpu.device(), &[("numbers", source.raw()), ("squares", squares.raw())])?;
    let sum = Reduce::new(&gpu, &SUM_F32, &squares)?;

    // Record as often as needed. One pass holds both kernels, and the host waits for neither.
    let mut encoder = gpu.encoder("example");
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        square.dispatch(&mut pass, [groups, 1, 1]);
        sum.encode(&mut pass);
    }
    gpu.submit(encoder);

    let expected: f64 = numbers.iter().map(|number| f64::from(*number).powi(2)).sum();
    let got = gpu.read(sum.result())?[0];
    println!("{got} on {}, {expected:.3} in double precision on the CPU", gpu.adapter_name());
    assert!((f64::from(got) / expected - 1.0).abs() < 1e-5);
    Ok(())
}
