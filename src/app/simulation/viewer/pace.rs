//! How fast the scene's time passes: steps per frame from the speed that is wanted.

use crate::app::simulation::{
    stage::Stage,
    transport::{MAX_STEPS, NEWEST, SPEEDS},
    viewer::Viewer,
};

impl Viewer {
    /// Chooses the steps per frame that show the scene at the speed wanted if frames take as long
    /// as the last ones did.
    pub fn keep_pace(&mut self, stage: &Stage, elapsed: f32) {
        let transport = &mut self.transport;
        // While it rests, frames come when something is to be drawn, and say nothing about their
        // rate.
        if elapsed.is_finite() && transport.is_playing {
            // A window that was hidden for a minute must not leap ahead.
            transport.seconds_per_frame +=
                NEWEST * (elapsed.clamp(0.0, 0.5) - transport.seconds_per_frame);
        }
        let Some(speed) = transport.speed else { return };
        let now = f64::from(transport.steps_per_frame);
        let wanted = steps_in(stage, speed, f64::from(self.transport.seconds_per_frame));
        // More than half a step, so that rounding does not flicker between two numbers.
        if (wanted - now).abs() > 0.6 {
            self.transport.steps_per_frame = wanted.round() as u32;
        }
    }

    /// Steps per frame of a video with `rate` frames per second. While one is recorded, the
    /// transport does as many.
    pub fn steps_per_video_frame(&self, stage: &Stage, rate: f64) -> u32 {
        let of_speed = |speed| steps_in(stage, speed, 1.0 / rate).round() as u32;
        self.transport.speed.map_or(self.transport.steps_per_frame, of_speed)
    }

    /// The multiple of the scene's pace that is wanted, or that the steps per frame amount to.
    pub fn speed(&self, stage: &Stage) -> f64 {
        let (scene, transport) = (stage.session.scene(), &self.transport);
        let amounts = || {
            let seconds = f64::from(transport.seconds_per_frame) * scene.pace;
            f64::from(transport.steps_per_frame) * scene.physics.time_step / seconds
        };
        transport.speed.unwrap_or_else(amounts).clamp(SPEEDS[0], SPEEDS[1])
    }

    /// Plays this many times as fast.
    pub fn scale_speed(&mut self, stage: &Stage, factor: f64) {
        self.transport.set_speed(factor * self.speed(stage));
    }

    /// The multiple of the scene's pace that this machine reaches, if that is much less than what
    /// is wanted.
    pub fn slow_speed(&self, stage: &Stage) -> Option<f64> {
        let wanted = self.transport.speed.filter(|_| self.transport.is_playing)?;
        let (scene, steps) = (stage.session.scene(), stage.rates.steps_per_second);
        let reached = steps * stage.session.simulation().elapsed().step()? / scene.pace;
        (steps > 0.0 && reached < 0.7 * wanted).then_some(reached)
    }
}

/// Steps in so many seconds at a multiple of the scene's pace: at least one, at most
/// [`MAX_STEPS`].
fn steps_in(stage: &Stage, speed: f64, seconds: f64) -> f64 {
    let scene = stage.session.scene();
    let step = stage.session.simulation().elapsed().step().unwrap_or(scene.physics.time_step);
    (speed * scene.pace * seconds / step).clamp(1.0, MAX_STEPS as f64)
}
