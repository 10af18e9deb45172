//! A value over time in bounded memory.

/// Most samples kept.
const SAMPLES: usize = 4096;

/// A value and its moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<T> {
    pub time: f64,
    pub steps: u64,
    pub value: T,
}

/// A value over time in bounded memory: when it is full, every second sample is dropped, and from
/// then on only every second new one is kept.
#[derive(Clone, Debug)]
pub struct Series<T> {
    samples: Vec<Sample<T>>,
    /// One sample in this many is kept.
    stride: u64,
    arrived: u64,
}

impl<T> Default for Series<T> {
    fn default() -> Self {
        Self { samples: Vec::new(), stride: 1, arrived: 0 }
    }
}

impl<T> Series<T> {
    /// The samples, ordered by time.
    pub fn samples(&self) -> &[Sample<T>] {
        &self.samples
    }

    /// Drops the samples after `time`.
    pub fn go_back(&mut self, time: f64) {
        let count = self.samples.partition_point(|sample| sample.time <= time);
        if count < self.samples.len() {
            self.samples.truncate(count);
            // Keep the newest that is left.
            self.arrived = (count as u64).saturating_sub(1) * self.stride + u64::from(count > 0);
        }
    }

    /// Adds the newest.
    pub fn push(&mut self, sample: Sample<T>) {
        // The newest sample is always last; the next one replaces it unless its number is a
        // multiple of the stride.
        if self.arrived > 0 && !(self.arrived - 1).is_multiple_of(self.stride) {
            self.samples.pop();
        }
        if self.samples.len() == SAMPLES {
            let mut place = 0;
            self.samples.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.stride *= 2;
        }
        self.samples.push(sample);
        self.arrived += 1;
    }
}

impl<T> FromIterator<Sample<T>> for Series<T> {
    fn from_iter<I: IntoIterator<Item = Sample<T>>>(samples: I) -> Self {
        let mut series = Self::default();
        samples.into_iter().for_each(|sample| series.push(sample));
        series
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_series_is_thinned_evenly_and_ends_with_the_newest() {
        let mut series = Series::default();
        for steps in 0..20_000_u64 {
            series.push(Sample { time: steps as f64, steps, value: () });
            assert!(series.samples().len() <= SAMPLES);
            assert_eq!(
                (series.samples()[0].steps, series.samples().last().unwrap().steps),
                (0, steps)
            );
        }
        let samples = series.samples();
        assert!(samples.len() > SAMPLES / 2);
        let gaps: Vec<_> = samples.windows(2).map(|pair| pair[1].steps - pair[0].steps).collect();
        assert!(
            gaps[..gaps.len() - 1].iter().all(|gap| *gap == 8),
            "evenly spaced, except for the newest"
        );

        series.go_back(801.0);
        assert_eq!(series.samples().last().unwrap().steps, 800);
        (802..900).for_each(|steps| series.push(Sample { time: steps as f64, steps, value: () }));
        let times: Vec<_> = series.samples()[99..].iter().map(|sample| sample.steps).collect();
        assert_eq!((times[..3].to_vec(), *times.last().unwrap()), (vec![792, 800, 809], 899));
        series.go_back(-1.0);
        series.push(Sample { time: 0.0, steps: 0, value: () });
        assert_eq!(series.samples().len(), 1);
    }
}
