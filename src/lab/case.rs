//! Cases: rows of a table, before they are measured.

use std::fmt;

use super::bench::Bench;
use super::measurement::{Entry, LabError, Measurement};
use super::outcome::Published;
use super::published::Row;
use super::so_far::SoFar;
use super::timing;
use crate::gpu::Gpu;
use crate::words::Text;

type Measure = Box<dyn Fn(&Gpu) -> Result<Measurement, LabError> + Send + Sync>;

/// One row of a table, before it is measured.
pub struct Case {
    /// What is measured.
    pub variant: String,
    /// What else is known without a measurement.
    pub entry: Entry,
    /// Where it stands on the experiment's axis, if that is not the count.
    pub at: Option<f64>,
    /// The variant, with the same count and place on the axis, over which the speed-up is told.
    pub over: Option<String>,
    /// What the texts say about it.
    pub published: Vec<Published>,
    /// What it does differently from the variants before, and why; may be empty.
    pub note: Text,
    measure: Measure,
}

impl fmt::Debug for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} of {}", self.variant, self.entry.count)
    }
}

impl Case {
    /// The case of a bench: its variant is the kernel.
    pub fn of(bench: impl Bench) -> Self {
        let entry = bench.entry();
        let measure = move |gpu: &Gpu| {
            bench.check(gpu)?;
            bench.measure(gpu)
        };
        Self { entry, ..Self::new(entry.kernel, entry.count, measure) }
    }

    pub(super) fn new(
        variant: impl Into<String>,
        count: usize,
        measure: impl Fn(&Gpu) -> Result<Measurement, LabError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            variant: variant.into(),
            entry: Entry::new("", count),
            at: None,
            over: None,
            published: Vec::new(),
            note: Text::default(),
            measure: Box::new(measure),
        }
    }

    /// A row that no measurement can fill, for this reason. It shows what the texts give.
    pub(super) fn without(variant: impl Into<String>, count: usize, reason: Text) -> Self {
        Self::new(variant, count, move |_| Err(LabError::NoCounterpart(reason.clone())))
    }

    /// The case under another name than its kernel's.
    pub(super) fn named(self, variant: impl Into<String>) -> Self {
        Self { variant: variant.into(), ..self }
    }

    pub(super) fn over(self, variant: impl Into<String>) -> Self {
        Self { over: Some(variant.into()), ..self }
    }

    pub(super) fn at(self, at: f64) -> Self {
        Self { at: Some(at), ..self }
    }

    pub(super) fn noted(self, note: Text) -> Self {
        Self { note, ..self }
    }

    /// The case with a change of what was measured.
    pub(super) fn then(
        self,
        change: impl Fn(Measurement) -> Result<Measurement, LabError> + Send + Sync + 'static,
    ) -> Self {
        let measure = self.measure;
        Self { measure: Box::new(move |gpu| change(measure(gpu)?)), ..self }
    }

    /// Measures it.
    ///
    /// # Errors
    /// As [`Bench::check`] and [`Bench::measure`].
    pub fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        (self.measure)(gpu)
    }

    /// The case without samples.
    pub fn so_far(&self) -> SoFar {
        let (variant, count) = (self.variant.clone(), self.entry.count);
        SoFar { variant, count, at: self.at, median_ms: None }
    }

    pub(super) fn row(&self) -> Row<'_> {
        let (variant, over) = (self.variant.as_str(), self.over.as_deref());
        Row { variant, count: self.entry.count, at: self.at, over }
    }

    /// The kernels that its measurement times: labels of those of the GPU, or the processor's loop.
    #[doc(hidden)]
    pub fn timed(&self, gpu: &Gpu) -> Vec<String> {
        let (row, labels) = timing::timed(|| self.measure(gpu));
        let on_host = row.ok().filter(|_| labels.is_empty());
        let of_host = on_host.and_then(|row| row.kernel.split(' ').next().map(str::to_owned));
        labels.into_iter().map(str::to_owned).chain(of_host).collect()
    }
}
