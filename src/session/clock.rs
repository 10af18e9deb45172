//! Which steps are due at which frame. Pure: independent of the GPU and the wall clock.

use serde::{Deserialize, Serialize};

/// How the frames of a run are spaced in simulated time. The time step is part of the physics and
/// does not change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pace {
    /// This many steps between frames.
    StepsPerFrame(u32),
    /// `frames` frames, spread evenly over the simulated time `time`. A single frame is at the end.
    Span {
        /// Simulated time of the last frame, counted from where the clock begins.
        time: f64,
        /// Number of frames.
        frames: u32,
    },
    /// This much simulated time between frames.
    Interval(f64),
}

impl Default for Pace {
    /// Frames show one moment.
    fn default() -> Self {
        Self::StepsPerFrame(0)
    }
}

/// The smallest number of steps, none longer than `time_step`, that fills `interval`, and their
/// length.
pub fn whole_steps(interval: f64, time_step: f64) -> (u64, f64) {
    // Treat ratios within single-precision rounding of a whole number as whole.
    let steps = (interval / time_step * (1.0 - 1e-7)).ceil().max(1.0);
    (steps as u64, interval / steps)
}

/// Counts the frames of a run and the steps due before the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pace: Pace,
    time_step: f64,
    frame: u64,
    /// Steps already done when this pace started.
    begin: u64,
    /// The simulated time at that moment.
    begin_time: f64,
}

impl Clock {
    /// A clock at the first frame.
    pub fn new(pace: Pace, time_step: f64) -> Self {
        Self { pace, time_step, frame: 0, begin: 0, begin_time: 0.0 }
    }

    /// A clock whose pace starts after `steps` steps; the next frame is one frame interval away.
    pub fn after(steps: u64, pace: Pace, time_step: f64) -> Self {
        Self { pace, time_step, frame: 1, begin: steps, begin_time: 0.0 }
    }

    /// A clock whose pace starts after `steps` steps at the simulated time `time`, where the next
    /// frame is.
    pub fn from(steps: u64, time: f64, pace: Pace, time_step: f64) -> Self {
        Self { pace, time_step, frame: 0, begin: steps, begin_time: time }
    }

    /// The spacing of its frames.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Steps from the start of the run to frame number `frame`, from 0.
    pub fn steps_at(&self, frame: u64) -> u64 {
        let steps = match self.pace {
            Pace::StepsPerFrame(steps) => frame * u64::from(steps),
            Pace::Span { time, frames } => {
                (share(frame, frames) * time / self.time_step).round() as u64
            }
            Pace::Interval(time) => (frame as f64 * time / self.time_step).round() as u64,
        };
        self.begin + steps
    }

    /// The simulated time of the next frame; `None` if the pace counts steps.
    pub fn time_due(&self) -> Option<f64> {
        match self.pace {
            Pace::StepsPerFrame(_) => None,
            Pace::Span { time, frames } => Some(self.begin_time + share(self.frame, frames) * time),
            Pace::Interval(time) => Some(self.begin_time + self.frame as f64 * time),
        }
    }

    /// Number of the next frame.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Steps left until the next frame, if `done` have been done.
    pub fn due(&self, done: u64) -> u64 {
        self.steps_at(self.frame).saturating_sub(done)
    }

    /// Moves on to the next frame after one has been drawn.
    pub fn tick(&mut self) {
        self.frame += 1;
    }
}

/// The fraction of a span that precedes frame number `frame` of `frames`.
fn share(frame: u64, frames: u32) -> f64 {
    if frames > 1 { frame as f64 / f64::from(frames - 1) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_begins_at_the_start_and_ends_at_its_time() {
        let clock = Clock::new(Pace::Span { time: 1.1, frames: 12 }, 0.01);
        let steps: Vec<u64> = (0..12).map(|frame| clock.steps_at(frame)).collect();
        assert_eq!(steps, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]);
    }

    #[test]
    fn a_span_that_steps_do_not_divide_stays_within_half_a_step() {
        let clock = Clock::new(Pace::Span { time: 1.0, frames: 8 }, 0.003);
        for frame in 0..8 {
            let off = clock.steps_at(frame) as f64 * 0.003 - frame as f64 / 7.0;
            assert!(off.abs() <= 0.0015 + 1e-12, "frame {frame}: {off}");
        }
    }

    #[test]
    fn a_span_may_begin_anywhere() {
        let mut clock = Clock::from(40, 0.4, Pace::Span { time: 0.2, frames: 3 }, 0.01);
        let mut seen = Vec::new();
        for _ in 0..3 {
            seen.push((clock.steps_at(clock.frame()), clock.time_due().unwrap()));
            clock.tick();
        }
        assert_eq!(seen, [(40, 0.4), (50, 0.5), (60, 0.4 + 0.2)]);
    }

    #[test]
    fn a_single_frame_stands_at_the_end() {
        assert_eq!(Clock::new(Pace::Span { time: 2.0, frames: 1 }, 0.5).steps_at(0), 4);
    }

    #[test]
    fn a_new_pace_goes_on_from_where_the_old_one_ended() {
        let mut clock = Clock::after(70, Pace::StepsPerFrame(3), 0.1);
        assert_eq!(clock.due(70), 3);
        clock.tick();
        assert_eq!((clock.due(73), clock.due(70)), (3, 6));
        assert_eq!(Clock::after(70, Pace::StepsPerFrame(0), 0.1).due(70), 0);
    }

    #[test]
    fn an_interval_of_whole_steps_never_drifts() {
        for (interval, time_step, expected) in [
            (0.1, 0.01, 10),
            (0.1, 0.03, 4),
            (1.0 / 60.0, 0.002, 9),
            (0.3, 0.1, 3),
            (0.001, 0.01, 1),
            (0.7, 0.1, 7),
        ] {
            let (steps, shortened) = whole_steps(interval, time_step);
            assert!(
                steps == expected && shortened <= time_step * (1.0 + 1e-6),
                "{steps} steps of {shortened} in {interval}"
            );
            let clock = Clock::from(17, 0.4, Pace::Interval(interval), shortened);
            for frame in [0, 1, 2, 999, 1_000_000] {
                assert_eq!(clock.steps_at(frame), 17 + steps * frame);
            }
        }
        let mut clock = Clock::from(17, 0.5, Pace::Interval(0.25), 0.1);
        assert_eq!(clock.time_due(), Some(0.5));
        clock.tick();
        assert_eq!(clock.time_due(), Some(0.75));
    }

    #[test]
    fn steps_are_due_until_they_are_done() {
        let mut clock = Clock::new(Pace::StepsPerFrame(3), 0.1);
        assert_eq!(clock.due(0), 0);
        clock.tick();
        assert_eq!((clock.due(0), clock.due(2), clock.due(3), clock.due(9)), (3, 1, 0, 0));
    }
}
