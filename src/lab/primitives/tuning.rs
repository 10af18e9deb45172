//! Constants of kernels in place of those that the library chose.

use crate::gpu::{Gpu, GpuError, Tuning, tuned};
use crate::lab::flag::Choice;

/// Constants that follow from the adapter or serve tests, so that no other value is right.
const FIXED: [&str; 3] = ["LANES", "PATIENCE", "STALLED"];
/// Most quads of a thread, which are loaded at once.
const MAX_QUADS: u32 = 32;
/// Most items of a thread that has them in registers, and of one that takes them in turn.
const MAX_ITEMS: [u32; 2] = [32, 1 << 16];

/// A plan's tuning with constants of the caller's in place of its own. A tuning lives as long as
/// the program.
///
/// # Errors
/// [`GpuError::Mismatch`] if the kernel has no such constant, or the adapter cannot run it with
/// this value.
pub(super) fn retuned(gpu: &Gpu, own: Tuning, with: Tuning) -> Result<Tuning, GpuError> {
    if with.is_empty() {
        return Ok(own);
    }
    with.iter().try_for_each(|&constant| check(gpu, own, constant)).map_err(GpuError::Mismatch)?;
    let kept = own.iter().filter(|(name, _)| with.iter().all(|(other, _)| other != name));
    let all: Vec<_> = kept.chain(with).copied().collect();
    if let (Some(items), Some(parts)) = (tuned(&all, "ITEMS"), tuned(&all, "PARTS"))
        && !items.is_multiple_of(parts)
    {
        return Err(GpuError::Mismatch(format!(
            "ITEMS={items} cannot be divided into PARTS={parts}: give a multiple"
        )));
    }
    Ok(all.leak())
}

/// Constants live as long as those of a plan.
impl Choice for Tuning {
    fn put(&mut self, text: &str) -> Result<(), String> {
        let constant = |text: &str| {
            let (name, value) = text.split_once('=')?;
            let name = name.trim();
            let is_name = !name.is_empty()
                && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
            let name: &'static str = is_name.then(|| name.to_owned().leak())?;
            Some((name, value.trim().parse().ok()?))
        };
        let constants: Option<Vec<(&'static str, u32)>> = text.split(',').map(constant).collect();
        let constants = constants.ok_or_else(|| {
            format!("`{text}` is not a list of constants such as WORKGROUP=128,QUADS=8")
        })?;
        *self = constants.leak();
        Ok(())
    }
}

/// Says what is wrong with a constant.
fn check(gpu: &Gpu, own: Tuning, (name, value): (&str, u32)) -> Result<(), String> {
    let Some(usual) = tuned(own, name).filter(|_| !FIXED.contains(&name)) else {
        let names: Vec<_> =
            own.iter().map(|(name, _)| *name).filter(|name| !FIXED.contains(name)).collect();
        return Err(format!(
            "the kernel has no constant {name} that can be set: it has {}",
            names.join(", ")
        ));
    };
    let limits = gpu.limits();
    let most = match name {
        "WORKGROUP" => {
            limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x)
        }
        "OWN" => limits.max_compute_workgroup_storage_size / 4,
        "QUADS" => MAX_QUADS,
        "ITEMS" => MAX_ITEMS[usize::from(usual > MAX_ITEMS[0])],
        _ => usual.max(32),
    };
    let least = if name == "WORKGROUP" { tuned(own, "LANES").unwrap_or(1) } else { 1 };
    if !(least..=most).contains(&value) {
        let adapter = gpu.adapter_name();
        return Err(format!(
            "{name}={value} is not possible on {adapter}: give a value from {least} to {most}"
        ));
    }
    if name == "WORKGROUP" && !value.is_power_of_two() {
        return Err(format!(
            "{name}={value} is not a power of two: give one from {least} to {most}"
        ));
    }
    Ok(())
}

/// What was prepared with these constants, or that they do not suit the kernel.
pub(super) fn prepared<T>(with: Tuning, made: Result<T, GpuError>) -> Result<T, GpuError> {
    made.map_err(|error| match error {
        GpuError::Shader(error) if !with.is_empty() => {
            let constants: Vec<_> =
                with.iter().map(|(name, value)| format!("{name}={value}")).collect();
            GpuError::Mismatch(format!(
                "{} does not suit the kernel ({error}): give smaller values",
                constants.join(",")
            ))
        }
        other => other,
    })
}
