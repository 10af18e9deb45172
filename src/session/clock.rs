//! Which steps are due at which frame. Pure: it knows neither the GPU nor the time of day.

/// How the frames of a run follow each other in simulated time. The time step is physics and stays as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// So many steps from each frame to the next.
    StepsAFrame(u32),
    /// `frames` frames, spread evenly from the start to the simulated time `time`. A single frame stands at its end.
    Span {
        /// Simulated time of the last frame.
        time: f64,
        /// Number of frames.
        frames: u32,
    },
}

/// Counts the frames of a run and says how many steps lead to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    pace: Pace,
    time_step: f64,
    frame: u64,
    /// Steps that lay behind when this pace began.
    begin: u64,
}

impl Clock {
    /// A clock at the first frame.
    pub fn new(pace: Pace, time_step: f64) -> Self {
        Self { pace, time_step, frame: 0, begin: 0 }
    }

    /// A clock whose pace begins after `steps` steps, with the way to the next frame before it.
    pub fn after(steps: u64, pace: Pace, time_step: f64) -> Self {
        Self { pace, time_step, frame: 1, begin: steps }
    }

    /// Steps from the start of the run to frame number `frame`, from 0.
    pub fn steps_at(&self, frame: u64) -> u64 {
        let steps = match self.pace {
            Pace::StepsAFrame(steps) => frame * u64::from(steps),
            Pace::Span { time, frames } => (share(frame, frames) * time / self.time_step).round() as u64,
        };
        self.begin + steps
    }

    /// The simulated time of the next frame, where the pace is one of time.
    pub fn time_due(&self) -> Option<f64> {
        match self.pace {
            Pace::StepsAFrame(_) => None,
            Pace::Span { time, frames } => Some(share(self.frame, frames) * time),
        }
    }

    /// The frame that comes next.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Steps still to be done for the next frame, of which `done` lie behind.
    pub fn due(&self, done: u64) -> u64 {
        self.steps_at(self.frame).saturating_sub(done)
    }

    /// The next frame is drawn: go on to the one after it.
    pub fn tick(&mut self) {
        self.frame += 1;
    }
}

/// The share of a span that lies before a frame of so many.
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
    fn a_single_frame_stands_at_the_end() {
        assert_eq!(Clock::new(Pace::Span { time: 2.0, frames: 1 }, 0.5).steps_at(0), 4);
    }

    #[test]
    fn a_new_pace_goes_on_from_where_the_old_one_ended() {
        let mut clock = Clock::after(70, Pace::StepsAFrame(3), 0.1);
        assert_eq!(clock.due(70), 3);
        clock.tick();
        assert_eq!((clock.due(73), clock.due(70)), (3, 6));
        assert_eq!(Clock::after(70, Pace::StepsAFrame(0), 0.1).due(70), 0);
    }

    #[test]
    fn steps_are_due_until_they_are_done() {
        let mut clock = Clock::new(Pace::StepsAFrame(3), 0.1);
        assert_eq!(clock.due(0), 0);
        clock.tick();
        assert_eq!((clock.due(0), clock.due(2), clock.due(3), clock.due(9)), (3, 1, 0, 0));
    }
}
