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

/// How many times as many steps as between those before and after it lie between two samples where
/// some were missed.
const MISSED: u64 = 4;

/// A value of the samples over time, with a point without one wherever a line from sample to sample
/// would say what nobody has measured: where samples were missed, and where, at one of `marks`,
/// something changed.
pub fn curve<T>(samples: &[Sample<T>], marks: &[f64], value: impl Fn(&T) -> f64) -> Vec<[f64; 2]> {
    let steps = |place: usize| {
        let [from, to] = [samples.get(place)?, samples.get(place + 1)?];
        Some(to.steps.saturating_sub(from.steps)).filter(|steps| *steps > 0)
    };
    let is_gap = |place: usize| {
        let [Some(now), Some(next)] = [samples.get(place), samples.get(place + 1)] else {
            return false;
        };
        let around = place.checked_sub(1).and_then(steps).max(steps(place + 1));
        let is_missed = around.zip(steps(place)).is_some_and(|(around, own)| own > MISSED * around);
        // Of two at the same time, one is from before a change and one from after it.
        let is_after = place > 0 && samples[place - 1].time >= now.time;
        let is_changed =
            |mark: &f64| *mark < next.time && (*mark > now.time || *mark == now.time && !is_after);
        is_missed || now.time == next.time || marks.iter().any(is_changed)
    };
    let mut points = Vec::with_capacity(samples.len());
    for (place, sample) in samples.iter().enumerate() {
        points.push([sample.time, value(&sample.value)]);
        if is_gap(place) {
            points.push([sample.time, f64::NAN]);
        }
    }
    points
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
    fn a_curve_has_a_gap_where_samples_were_missed_and_where_something_changed() {
        let samples = |steps: &[u64]| {
            let sample = |steps: &u64| Sample { time: *steps as f64, steps: *steps, value: 1.0 };
            steps.iter().map(sample).collect::<Vec<_>>()
        };
        // After which steps there are gaps.
        let gaps = |steps: &[u64], marks: &[f64]| -> Vec<f64> {
            let points = curve(&samples(steps), marks, |value| *value);
            assert_eq!(points.iter().filter(|point| !point[1].is_nan()).count(), steps.len());
            points.iter().filter(|point| point[1].is_nan()).map(|point| point[0]).collect()
        };
        assert_eq!(gaps(&[0, 10, 20, 120, 130, 140], &[]), [20.0]);
        assert!(
            gaps(&[0, 1, 2, 102, 202, 302], &[]).is_empty(),
            "the run plays faster from then on"
        );
        assert!(gaps(&[0, 500], &[]).is_empty(), "two samples tell nothing of what is usual");
        assert_eq!(gaps(&[0, 10, 20, 30], &[15.0]), [10.0]);
        assert_eq!(gaps(&[0, 10, 20, 30], &[20.0]), [20.0], "measured before the change");
        assert_eq!(gaps(&[0, 10, 20, 20, 30], &[20.0]), [20.0], "and after it");
    }

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
