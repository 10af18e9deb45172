//! Where does each of a million lists start when they are stored end to end? An exclusive prefix
//! sum of their lengths on the GPU, recorded into the caller's own encoder.
//!
//! The results stay on the GPU, ready for a kernel that writes the lists. `cargo run --release
//! --example scan`

use starshell::gpu::Gpu;
use starshell::primitives::{SUM_U32, Scan, ScanKind, ScanRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(None)?;
    let lengths: Vec<u32> =
        (0..1_000_000_u32).map(|list| list.wrapping_mul(2_654_435_761) % 10).collect();
    let source = gpu.storage_from("lengths", &lengths)?;
    let begins = gpu.storage("begins", lengths.len())?;
    let scan = Scan::new(&gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &source, &begins))?;

    let mut encoder = gpu.encoder("example");
    scan.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);

    let begins = gpu.read(&begins)?;
    println!("list 999999 starts at {}, on {}", begins[999_999], gpu.adapter_name());
    assert!(
        begins[0] == 0
            && begins.windows(2).zip(&lengths).all(|(pair, length)| pair[1] - pair[0] == *length)
    );
    Ok(())
}
