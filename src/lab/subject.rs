//! Subjects: what can be measured by choosing kernels and sizes. Each is registered once, as a bench
//! with flags.

use std::collections::BTreeMap;

use super::bench::Bench;
use super::case::Case;
use super::flag::{ALL, Flag, FlagText, KERNEL};
use super::measurement::LabError;
use crate::gpu::{Gpu, GpuError};

/// The values of flags, by their names. The value of a switch that is given is its name.
pub type Values = BTreeMap<&'static str, Vec<String>>;

/// Something to measure, whose flags say by which kernels, in which sizes, of which data.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Its name.
    pub name: &'static str,
    /// What is measured, and what the result is checked against.
    pub about: &'static str,
    /// Whether it runs on an adapter, and not on the processor alone.
    pub needs_adapter: bool,
    flags: fn() -> Vec<FlagText>,
    check: fn(&str, &str) -> Result<(), String>,
    cases: fn(&Gpu, &Values) -> Result<Vec<Case>, LabError>,
}

impl Subject {
    /// The subject of these benches.
    pub(super) const fn of<B: Bench + Default>() -> Self {
        let (name, about, needs_adapter) = (B::NAME, B::ABOUT, B::NEEDS_ADAPTER);
        Self { name, about, needs_adapter, flags: flags::<B>, check: check::<B>, cases: cases::<B> }
    }

    /// Its flags, in the order in which rows vary.
    pub fn flags(&self) -> Vec<FlagText> {
        (self.flags)()
    }

    /// Checks a value of a flag.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, flag: &str, value: &str) -> Result<(), String> {
        (self.check)(flag, value)
    }

    /// A case for each combination of values.
    ///
    /// # Errors
    /// [`LabError`] of the first one that cannot be measured. Where all kernels are asked for, those
    /// that do not run here are cases, too, whose measurement fails.
    pub fn cases(&self, gpu: &Gpu, given: &Values) -> Result<Vec<Case>, LabError> {
        (self.cases)(gpu, given)
    }
}

fn flags<B: Bench + Default>() -> Vec<FlagText> {
    B::FLAGS.iter().map(|flag| flag.text(&mut B::default())).collect()
}

fn check<B: Bench + Default>(name: &str, value: &str) -> Result<(), String> {
    let is_all = (name, value) == (KERNEL, ALL);
    match B::FLAGS.iter().find(|flag| flag.name == name) {
        Some(flag) if !is_all => flag.set(&mut B::default(), value),
        _ => Ok(()),
    }
}

fn cases<B: Bench + Default>(gpu: &Gpu, given: &Values) -> Result<Vec<Case>, LabError> {
    let is_all = given.get(KERNEL).is_some_and(|names| names.iter().any(|name| name == ALL));
    let benches = benches::<B>(given).map_err(|wrong| LabError::Gpu(GpuError::Mismatch(wrong)))?;
    let mut cases = Vec::with_capacity(benches.len());
    for bench in benches {
        match bench.check(gpu) {
            Err(error) if !(is_all && error.is_unsupported()) => return Err(error),
            // The row itself says what a kernel lacks.
            _ => cases.push(Case::of(bench)),
        }
    }
    Ok(cases)
}

/// A bench for each combination of values.
fn benches<B: Bench + Default>(given: &Values) -> Result<Vec<B>, String> {
    let mut benches = vec![B::default()];
    for flag in B::FLAGS {
        let values = values(flag, given);
        if values.is_empty() {
            continue;
        }
        let mut more = Vec::with_capacity(benches.len() * values.len());
        for bench in &benches {
            let different = if (flag.matters)(bench) { values.len() } else { 1 };
            for value in &values[..different] {
                let mut bench = bench.clone();
                flag.set(&mut bench, value)?;
                more.push(bench);
            }
        }
        benches = more;
    }
    Ok(benches)
}

/// The values of a flag; all kernels by their names.
fn values<B: Default>(flag: &Flag<B>, given: &Values) -> Vec<String> {
    let values = given.get(flag.name).cloned().unwrap_or_default();
    let is_all = flag.name == KERNEL && values.iter().any(|value| value == ALL);
    let all = || flag.text(&mut B::default()).names;
    if is_all { all().into_iter().map(|[name, _]| name.to_owned()).collect() } else { values }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{CpuBench, SortBench};
    use crate::name::Named;

    fn given(all: &[(&'static str, &[&str])]) -> Values {
        let owned = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
        all.iter().map(|(name, values)| (*name, owned(values))).collect()
    }

    #[test]
    fn each_combination_of_values_is_a_row_and_the_last_flag_varies_first() {
        let rows =
            [("count", &["64", "128"][..]), ("kernel", &["all"]), ("data", &["equal", "sorted"])];
        let benches: Vec<SortBench> = benches(&given(&rows)).unwrap();
        assert_eq!(benches.len(), 2 * 17 * 2);
        let row = |place: usize| {
            let SortBench { count, kernel, data, .. } = benches[place];
            (count, kernel.name(), data.name())
        };
        assert_eq!([row(0), row(1)], [(64, "auto", "equal"), (64, "auto", "sorted")]);
        assert_eq!([row(2), row(67)], [(64, "portable", "equal"), (128, "cpu-std", "sorted")]);
    }

    #[test]
    fn values_that_do_not_matter_make_no_rows() {
        let rows = [("kernel", &["simd", "tree"][..]), ("order", &["monopole", "quadrupole"])];
        let benches: Vec<CpuBench> = benches(&given(&rows)).unwrap();
        let kernels: Vec<&str> = benches.iter().map(|bench| bench.kernel.name()).collect();
        assert_eq!(kernels, ["simd", "tree", "tree"]);
    }
}
