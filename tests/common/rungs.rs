//! Compares the rungs of the tuning ladder with f64 sums. The real kernels pass; deliberately wrong
//! ones must not.

use starshell::gpu::Gpu;
use starshell::lab::{Ladder, Rung};
use starshell::name::Named;
use starshell::physics::{Body, Precision, reference};

use super::cube;
use super::force::{difference, tolerance};
use super::ladders::run;

/// Numbers of bodies around the width of a workgroup. The first one exposes most mistakes.
pub const COUNTS: &[usize] = &[1000, 1, 2, 255, 256, 257];

/// The rungs that have kernels.
pub fn rungs() -> impl Iterator<Item = Rung> {
    Rung::ALL.iter().copied().filter(|rung| rung.kernel().is_some())
}

/// The accelerations by a rung, whose results are poisoned before the first of two passes. A second
/// one must give the same bits.
fn accelerations(gpu: &Gpu, ladder: &Ladder) -> Result<Vec<[f64; 4]>, String> {
    let read = || {
        ladder.accelerations(gpu).unwrap().iter().map(|a| [a.x, a.y, a.z, 0.0]).collect::<Vec<_>>()
    };
    assert!(read().iter().flatten().any(|number| number.is_nan()), "results are not poisoned");
    run(gpu, |pass| ladder.encode(pass));
    let first = read();
    run(gpu, |pass| ladder.encode(pass));
    let has_nan = first.iter().flatten().any(|number| number.is_nan());
    if has_nan || read() != first {
        Err("a number is missing, or another in a second pass".to_owned())
    } else {
        Ok(first)
    }
}

/// Compares the accelerations by `rung` with the reference, for each of `counts` and two
/// softenings.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_rung(gpu: &Gpu, rung: Rung, counts: &[usize]) -> Result<(), String> {
    let new = |bodies: &[Body], softening| Ladder::new(gpu, bodies, softening, rung).unwrap();
    compare(gpu, (rung.name(), Precision::Single), counts, new)
}

/// The same for rung 10 in double precision.
///
/// # Errors
/// As [`compare_rung`].
pub fn compare_double(gpu: &Gpu, counts: &[usize]) -> Result<(), String> {
    let new = |bodies: &[Body], softening| Ladder::in_double(gpu, bodies, softening).unwrap();
    compare(gpu, ("rung-10 in double precision", Precision::Double), counts, new)
}

fn compare(
    gpu: &Gpu,
    (name, precision): (&str, Precision),
    counts: &[usize],
    new: impl Fn(&[Body], f64) -> Ladder,
) -> Result<(), String> {
    for &count in counts {
        let bodies = cube(count);
        for softening in [0.05, 0.5] {
            let what = format!("{name}, n = {count}, softening {softening}");
            let got = accelerations(gpu, &new(&bodies, softening))
                .map_err(|error| format!("{what}: {error}"))?;
            let off = difference(&got, &reference::accelerations(&bodies, softening));
            if off > tolerance(precision) {
                return Err(format!("{what}: accelerations are off by {off:e}"));
            }
        }
    }
    Ok(())
}
