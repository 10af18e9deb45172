//! Frames and steps per second over the last second, updated four times per second so that the
//! numbers can be read.

use std::collections::VecDeque;

const WINDOW: f32 = 1.0;
const TOLD: f32 = 0.25;

/// Counts frames and steps.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Frames of the last second: seconds and steps of each. Steps are fractional if one is spread
    /// over frames.
    frames: VecDeque<(f32, f64)>,
    since_told: f32,
    /// Frames per second.
    pub frames_per_second: f64,
    /// Steps per second.
    pub steps_per_second: f64,
    /// Steps done in the last frame.
    pub done_last: u32,
}

impl Rates {
    /// Counts a frame that took `seconds` and did `steps`.
    pub fn count(&mut self, seconds: f32, steps: f64) {
        self.frames.push_back((seconds, steps));
        let total = |frames: &VecDeque<(f32, f64)>| frames.iter().map(|frame| frame.0).sum::<f32>();
        while self.frames.len() > 2 && total(&self.frames) - self.frames[0].0 > WINDOW {
            self.frames.pop_front();
        }
        self.since_told += seconds;
        if self.since_told >= TOLD || self.frames.len() < 4 {
            self.since_told = 0.0;
            let seconds = f64::from(total(&self.frames)).max(1e-6);
            self.frames_per_second = self.frames.len() as f64 / seconds;
            self.steps_per_second = self.frames.iter().map(|frame| frame.1).sum::<f64>() / seconds;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_of_the_last_second() {
        let mut rates = Rates::default();
        for _ in 0..40 {
            rates.count(0.1, 5.0);
        }
        assert!((rates.frames_per_second - 10.0).abs() < 0.1, "{rates:?}");
        assert!((rates.steps_per_second - 50.0).abs() < 0.5);
        for _ in 0..200 {
            rates.count(0.01, 1.0);
        }
        assert!((rates.frames_per_second - 100.0).abs() < 2.0, "{rates:?}");
    }
}
