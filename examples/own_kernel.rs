//! A kernel of one's own on the library's GPU layer: the sum of one million numbers, after each was squared on the GPU.
//!
//! WGSL declares bindings, workgroup size and constants; Rust binds buffers by name. `cargo run --release --example own_kernel`

use starshell::gpu::{Gpu, KernelSource, Part};
use starshell::primitives::{Reduce, SUM_F32};

/// The entry point has the name that the label ends in. A file beside the program would be `include_str!("square.wgsl")`.
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
    // Other workgroup sizes that this kernel may be compiled with.
    &[&[], &[("WORKGROUP", 256)]],
);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(None)?;
    let numbers: Vec<f32> = (0..1_000_000).map(|index| index as f32 * 1e-6).collect();

    // Prepared once: kernels compiled, buffers bound.
    let source = gpu.storage_from("numbers", &numbers)?;
    let squares = gpu.storage("squares", numbers.len())?;
    let square = gpu.kernel(&SQUARE, SQUARE.tunings[1])?;
    let groups = (numbers.len() as u32).div_ceil(square.workgroup());
    let square = square.bind(gpu.device(), &[("numbers", source.raw()), ("squares", squares.raw())]);
    let sum = Reduce::new(&gpu, &SUM_F32, &squares)?;

    // Recorded as often as needed, in one pass: no waiting between the two.
    let mut encoder = gpu.encoder("example");
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        square.dispatch(&mut pass, [groups, 1, 1]);
        sum.record(&mut pass);
    }
    gpu.submit(encoder);

    let expected: f64 = numbers.iter().map(|number| f64::from(*number).powi(2)).sum();
    let got = gpu.read(sum.result())?[0];
    println!("{got} on {}, {expected:.3} in double precision on the CPU", gpu.adapter_name());
    assert!((f64::from(got) / expected - 1.0).abs() < 1e-5);
    Ok(())
}
