//! Whether the simulation runs, and how fast.

/// Maximum number of steps per frame.
pub const MAX_STEPS: u64 = 1000;

/// Slowest and fastest multiple of a scene's pace.
pub const SPEEDS: [f64; 2] = [1.0 / 16.0, 64.0];
/// Weight of the newest frame in the smoothed duration of frames.
pub const NEWEST: f32 = 0.15;

/// Whether the simulation runs, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transport {
    pub is_playing: bool,
    /// Multiple of the scene's pace; if absent, the steps per frame stay as they are.
    pub speed: Option<f64>,
    /// Steps per frame.
    pub steps_per_frame: u32,
    /// Smoothed duration of frames in seconds.
    pub seconds_per_frame: f32,
    /// Steps left to do while paused.
    pub remaining: u32,
}

impl Default for Transport {
    fn default() -> Self {
        Self {
            is_playing: true,
            speed: Some(1.0),
            steps_per_frame: 1,
            seconds_per_frame: 1.0 / 60.0,
            remaining: 0,
        }
    }
}

impl Transport {
    /// Sets the multiple of the scene's pace, within bounds.
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = Some(speed.clamp(SPEEDS[0], SPEEDS[1]));
        }
    }

    /// Sets the steps per frame, whatever the scene's pace.
    pub fn set_steps_per_frame(&mut self, steps: u32) {
        (self.speed, self.steps_per_frame) = (None, steps.clamp(1, MAX_STEPS as u32));
    }

    /// Counts steps that were done.
    pub fn advance(&mut self, done: u32) {
        if !self.is_playing {
            self.remaining = self.remaining.saturating_sub(done);
        }
    }

    /// Whether no steps are due.
    pub fn is_resting(&self) -> bool {
        self.due() == 0
    }

    /// Steps due before the next frame.
    pub fn due(&self) -> u32 {
        if self.is_playing {
            self.steps_per_frame
        } else {
            self.remaining.min(self.steps_per_frame)
        }
    }
}
