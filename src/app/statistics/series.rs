//! A value over time in bounded memory.

/// Most samples that are kept.
const SAMPLES: usize = 4096;

/// A value and its moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<T> {
    pub time: f64,
    pub steps: u64,
    pub value: T,
}

/// A value over time in bounded memory: where it fills up, every second sample goes, and from then on every second one stays.
#[derive(Clone, Debug)]
pub struct Series<T> {
    samples: Vec<Sample<T>>,
    /// Of so many that arrive, one stays.
    stride: u64,
    arrived: u64,
}

impl<T> Default for Series<T> {
    fn default() -> Self {
        Self { samples: Vec::new(), stride: 1, arrived: 0 }
    }
}

impl<T> Series<T> {
    /// The samples, in the order of time.
    pub fn samples(&self) -> &[Sample<T>] {
        &self.samples
    }

    /// Adds the newest.
    pub fn push(&mut self, sample: Sample<T>) {
        // The newest always stands at the end, and goes with the next one if its number is not among those that stay.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_series_is_thinned_evenly_and_ends_with_the_newest() {
        let mut series = Series::default();
        for steps in 0..20_000_u64 {
            series.push(Sample { time: steps as f64, steps, value: () });
            assert!(series.samples().len() <= SAMPLES);
            assert_eq!((series.samples()[0].steps, series.samples().last().unwrap().steps), (0, steps));
        }
        let samples = series.samples();
        assert!(samples.len() > SAMPLES / 2);
        let gaps: Vec<_> = samples.windows(2).map(|pair| pair[1].steps - pair[0].steps).collect();
        assert!(gaps[..gaps.len() - 1].iter().all(|gap| *gap == 8), "evenly, but for the newest");
    }
}
