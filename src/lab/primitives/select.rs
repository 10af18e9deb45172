//! The speed of selections: compactions by a predicate or by flags.

use super::tuning::{prepared, retuned};
use super::{
    MAX_RUNS, Record, agree, check_elements, clear, counts, kernels, portable, random_words,
    row_on_gpu, time_on_cpu, time_on_gpu, tunings, work,
};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::Entry;
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{Compact, CompactPath, CompactPlan, Kept, POSITIVE_I32};
use crate::words::say;

named! {
    /// The kernel of a selection.
    #[derive(Default)]
    pub enum SelectKernel: "selection" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Marks, their scan, then the elements: no workgroup waits for another.
        Portable = "portable",
        /// A single pass, by subgroups.
        SinglePass = "single-pass",
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
    }
}

impl SelectKernel {
    fn plan(self, gpu: &Gpu) -> Result<CompactPlan, GpuError> {
        let missing = || {
            let missing = say!("missing-subgroups-of-sizes", least = 8_u32, most = 32_u32);
            GpuError::unsupported(
                self.name().to_owned(),
                gpu.adapter_name(),
                missing,
                say!("remedy-adapter-or-auto"),
            )
        };
        match self {
            Self::SinglePass => CompactPlan::single_pass(gpu).ok_or_else(missing),
            Self::Portable => Ok(CompactPlan::portable()),
            Self::Auto | Self::CpuSerial => Ok(CompactPlan::new::<i32>(gpu)),
        }
    }
}

/// A selection of the positive numbers among random ones, which are half of them, to be measured:
/// one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelectBench {
    /// Number of elements, 1 or more.
    pub count: usize,
    /// Whether flags say which numbers are kept, instead of the numbers themselves.
    pub has_flags: bool,
    /// The kernel that selects.
    pub kernel: SelectKernel,
    /// Constants in place of those of the library's plan.
    pub tuning: Tuning,
}

impl SelectBench {
    fn plan(&self, gpu: &Gpu) -> Result<CompactPlan, GpuError> {
        let plan = self.kernel.plan(gpu)?;
        let is_tuned = plan.path == CompactPath::SinglePass;
        Ok(CompactPlan {
            tuning: if is_tuned { retuned(gpu, plan.tuning, self.tuning)? } else { plan.tuning },
            ..plan
        })
    }
}

/// What is kept has to be what the host keeps.
impl Bench for SelectBench {
    const NAME: &'static str = "select";
    const ABOUT: &'static str =
        "The positive ones of random i32, moved together, checked against the host's";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::switch("flags", "Select by a flag per number instead of by the number", |bench| {
            &mut bench.has_flags
        }),
        counts(|bench| &mut bench.count),
        kernels(|bench| &mut bench.kernel),
        portable(|bench| &mut bench.kernel),
        tunings(|bench| &mut bench.tuning),
    ];

    fn entry(&self) -> Entry {
        let model = if self.has_flags { "flags" } else { "positive" };
        let (kernel, precision) = (self.kernel.name(), "i32");
        Entry { kernel, precision, model, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_elements(gpu, self.count)?;
        Ok(self.plan(gpu).map(drop)?)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let Self { count, has_flags, kernel, tuning } = *self;
        let entry = self.entry();
        let elements: Vec<i32> = bytemuck::cast_vec(random_words(count));
        let select = |elements: &[i32]| {
            elements.iter().copied().filter(|&element| element > 0).collect::<Vec<_>>()
        };
        let expected = select(&elements);
        let (mut row, kept) = if kernel == SelectKernel::CpuSerial {
            let (samples, kept) = time_on_cpu(|| &elements[..], select);
            (entry.on_cpu(1, samples, work(entry)), kept)
        } else {
            let plan = self.plan(gpu)?;
            let source = gpu.storage_from("bench/source", &elements)?;
            let target = gpu.storage::<i32>("bench/target", count)?;
            let flags: Vec<u32> = elements
                .iter()
                .filter(|_| has_flags)
                .map(|&element| u32::from(element > 0))
                .collect();
            let flags = gpu.storage_from("bench/flags", &flags)?;
            let kept =
                if has_flags { Kept::ByFlags(&flags) } else { Kept::ByPredicate(POSITIVE_I32) };
            let compact =
                prepared(tuning, Compact::with_plan(gpu, plan, kept, &source, &target, None))?;
            let number = compact.number().clone();
            let record: Record = Box::new(move |pass| compact.encode(pass));
            let restore = |encoder: &mut wgpu::CommandEncoder| {
                clear(encoder, &target);
                clear(encoder, &number);
            };
            let samples = time_on_gpu(gpu, MAX_RUNS, restore, &record)?;
            let row = row_on_gpu(gpu, entry, Some((plan.path.name(), plan.tuning)), samples);
            agree(&row, &gpu.read(&number)?, &[expected.len() as u32])?;
            let mut kept = gpu.read(&target)?;
            kept.truncate(expected.len());
            (row, kept)
        };
        agree(&row, &kept, &expected)?;
        row.bytes = Some(4.0 * (count * if has_flags { 2 } else { 1 } + expected.len()) as f64);
        Ok(row)
    }
}
