//! The speed of whole steps on the CPU, measured like those on the GPU.

use std::time::{Duration, Instant};

use super::gravity::{PARAMETERS, SAMPLE, SAMPLE_TIME, sampled_errors, uniform_cube};
use super::measurement::MOST_ON_CPU;
use super::measurement::take_samples;
use super::{LabError, Measurement};
use crate::cpu::{CpuError, CpuSimulation, Formulation, Hardware};
use crate::name::Named;

const WARM_UP: Duration = Duration::from_millis(300);

/// Checks in advance whether this many bodies can be measured.
///
/// # Errors
/// [`LabError`] if there are none, or a measurement would take more than hours.
pub fn check_for_cpu(count: usize) -> Result<(), LabError> {
    match count {
        0 => Err(CpuError::NoBodies.into()),
        1..=MOST_ON_CPU => Ok(()),
        _ => Err(LabError::TooManyForCpu(count)),
    }
}

/// Measures whole leapfrog steps of a uniform cube of `count` bodies on as many CPU cores as `formulation` uses.
///
/// # Errors
/// As [`check_for_cpu`].
pub fn measure_cpu(count: usize, formulation: Formulation) -> Result<Measurement, LabError> {
    check_for_cpu(count)?;
    let hardware = Hardware::best();
    let mut simulation = CpuSimulation::new(&uniform_cube(count, 1), PARAMETERS, formulation, hardware)?;

    let begin = Instant::now();
    // The initial forces, and those of the first step.
    simulation.advance(1);
    let mut passes = 2_u32;
    while begin.elapsed() < WARM_UP {
        let batch = passes.min(100);
        simulation.advance(batch);
        passes += batch;
    }
    let seconds_per_step = begin.elapsed().as_secs_f64() / f64::from(passes);
    let steps = (SAMPLE_TIME / seconds_per_step).ceil().clamp(1.0, 10_000.0) as u32;
    let samples = take_samples(|| -> Result<f64, LabError> {
        let begin = Instant::now();
        simulation.advance(steps);
        Ok(begin.elapsed().as_secs_f64() * 1e3 / f64::from(steps))
    })?;

    let (adapter, driver) = processor();
    let mut row = Measurement::on(adapter, driver, "cpu", count, samples, (count as f64).powi(2));
    row.unit = "interactions/s";
    let set = simulation.instruction_set().map_or("scalar", Named::name);
    row.kernel = format!("{} {set} threads={}", formulation.name(), simulation.threads());
    let accelerations = simulation.accelerations();
    let errors =
        sampled_errors(&simulation.bodies(), f64::from(PARAMETERS.softening as f32), SAMPLE, |index| accelerations[index]);
    row.median_error = Some(errors.median);
    row.p99_error = Some(errors.p99);
    Ok(row)
}

/// The CPU with its threads, and its instruction set.
pub(super) fn processor() -> (String, String) {
    let hardware = Hardware::best();
    (format!("{}, {} threads", model(), hardware.threads), hardware.instruction_set.name().to_owned())
}

/// The CPU's brand name; if it has none, its architecture.
#[cfg(target_arch = "x86_64")]
fn model() -> String {
    use std::arch::x86_64::__cpuid;

    // The brand string: 48 bytes in three leaves (AMD64 Architecture Programmer's Manual, volume 3, appendix E.4.2).
    let leaves = 0x8000_0002..=0x8000_0004;
    if __cpuid(0x8000_0000).eax < *leaves.end() {
        return std::env::consts::ARCH.to_owned();
    }
    let registers = leaves.map(__cpuid).flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx]);
    let bytes: Vec<u8> = registers.flat_map(u32::to_le_bytes).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(not(target_arch = "x86_64"))]
fn model() -> String {
    std::env::consts::ARCH.to_owned()
}
