//! Measures the speed of the running simulation, and how much work fits into a given time.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::gpu::{Gpu, GpuError, Timer};

/// Times the parts of a run: begin, end, submitted, and later collect.
#[derive(Debug)]
pub(super) struct Meter {
    gpu: Gpu,
    /// Idle timers; always empty if the adapter has no clock.
    free: Vec<Timer>,
    /// The timer of the part being recorded.
    recording: Option<Timer>,
    /// Parts whose times have not arrived yet, the oldest first.
    awaited: VecDeque<Part>,
    /// When the speed was last probed, if probes measure it.
    probed: Option<Instant>,
    /// When the last part ended, if the host does the timing.
    ended: Option<Instant>,
    /// Whether parts count on a software adapter, too, because no probe measures it.
    is_timed: bool,
    speed: Speed,
}

#[derive(Debug)]
struct Part {
    work: f64,
    time: Timing,
    is_submitted: bool,
    /// Whether the current kernel computed it.
    counts: bool,
}

#[derive(Debug)]
enum Timing {
    /// The GPU's own time.
    Gpu(Box<Timer>),
    /// Host time. The host learns of the end only when it polls: the end is between the last poll
    /// that found the part `running`, and `done`.
    Host { submitted: Instant, running: Instant, done: Arc<OnceLock<Instant>> },
}

impl Meter {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let (free, awaited, speed) = (Vec::new(), VecDeque::new(), Speed::default());
        Self {
            gpu: gpu.clone(),
            free,
            recording: None,
            awaited,
            probed: None,
            ended: None,
            is_timed: !gpu.is_software(),
            speed,
        }
    }

    /// Forgets the speed, because another kernel runs from here on.
    pub(super) fn reset(&mut self) {
        self.speed = Speed::default();
        self.awaited.iter_mut().for_each(|part| part.counts = false);
    }

    /// Says whether parts count even on a software adapter, although the times of the host include
    /// whatever else it does.
    pub(super) fn set_timed(&mut self, always: bool) {
        self.is_timed = always || !self.gpu.is_software();
    }

    pub(super) fn speed(&self) -> &Speed {
        &self.speed
    }

    /// Begins the pass of a part.
    pub(super) fn begin<'encoder>(
        &mut self,
        encoder: &'encoder mut wgpu::CommandEncoder,
    ) -> Result<wgpu::ComputePass<'encoder>, GpuError> {
        self.recording = match self.free.pop() {
            Some(timer) => Some(timer),
            None if self.gpu.is_software() => None,
            None => Timer::new(&self.gpu, 1)?,
        };
        Ok(match &self.recording {
            Some(timer) => timer.compute_pass(encoder, "steps", 0),
            None => encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("steps"),
                timestamp_writes: None,
            }),
        })
    }

    /// Ends the pass of a part, which does this much work.
    pub(super) fn end(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        work: f64,
    ) -> Result<(), GpuError> {
        let time = match self.recording.take() {
            Some(mut timer) => {
                timer.encode(encoder)?;
                Timing::Gpu(Box::new(timer))
            }
            None => Timing::Host {
                submitted: Instant::now(),
                running: Instant::now(),
                done: Arc::default(),
            },
        };
        self.awaited.push_back(Part { work, time, is_submitted: false, counts: true });
        Ok(())
    }

    /// The work to probe, if a probe is due.
    pub(super) fn probe(&self) -> Option<f64> {
        let is_known = self.speed.samples.len() >= SAMPLES;
        let is_due = !is_known || self.probed.is_none_or(|probed| probed.elapsed() > PROBED);
        is_due.then(|| self.speed.fitting(PROBE))
    }

    /// Records that a probe of this much work took this long.
    pub(super) fn probed(&mut self, work: f64, time: Duration) {
        self.speed.add(work, time.as_secs_f64());
        self.probed = Some(Instant::now());
    }

    /// Call this when everything recorded has been submitted.
    pub(super) fn submitted(&mut self) {
        for part in self.awaited.iter_mut().filter(|part| !part.is_submitted) {
            part.is_submitted = true;
            if let Timing::Host { submitted, running, done } = &mut part.time {
                *submitted = Instant::now();
                *running = *submitted;
                let done = Arc::clone(done);
                self.gpu.queue().on_submitted_work_done(move || {
                    // Only set here, so this cannot fail.
                    let _ = done.set(Instant::now());
                });
            }
        }
    }

    /// Call this when the host has just waited for the last submission, and so knows when it ended.
    pub(super) fn waited(&mut self) {
        for part in &mut self.awaited {
            if let Timing::Host { running, done, .. } = &mut part.time
                && let Some(done) = done.get()
            {
                *running = *done;
            }
        }
    }

    /// Collects the times that have arrived. Never waits.
    pub(super) fn collect(&mut self) -> Result<(), GpuError> {
        while let Some(mut part) = self.awaited.pop_front_if(|part| part.is_submitted) {
            let seconds = match &mut part.time {
                Timing::Gpu(timer) => match timer.collect()? {
                    // Its commands were dropped.
                    None if !timer.is_pending() => continue,
                    spans => spans.map(|spans| spans[0] * 1e-3),
                },
                Timing::Host { submitted, running, done } => match done.get() {
                    Some(&done) => {
                        let end = *running + done.saturating_duration_since(*running) / 2;
                        // It began when the part before it ended.
                        let begin = self.ended.map_or(*submitted, |ended| ended.max(*submitted));
                        self.ended = Some(end);
                        Some(end.saturating_duration_since(begin).as_secs_f64())
                    }
                    None => {
                        *running = Instant::now();
                        None
                    }
                },
            };
            let Some(seconds) = seconds else {
                self.awaited.push_front(part);
                break;
            };
            if part.counts && self.is_timed {
                self.speed.add(part.work, seconds);
            }
            if let Timing::Gpu(timer) = part.time {
                self.free.push(*timer);
            }
        }
        Ok(())
    }
}

/// Duration of a probe, and time between two probes.
const PROBE: Duration = Duration::from_millis(8);
const PROBED: Duration = Duration::from_secs(2);
/// Work of the first parts, before the speed is known: a millisecond on a small GPU.
const FIRST: f64 = 1e6;
/// A part is at most this many times as long as the parts measured so far.
const GROWTH: f64 = 8.0;
/// The speed is averaged over this many parts, without the slowest, which may include compiling a
/// kernel or other programs' work.
const SAMPLES: usize = 4;
/// How much longer than the shortest part a part may be, whatever the budget. If a single workgroup
/// exceeds the budget, many at once may take no longer.
const MIN: f64 = 1.6;

/// The speed, from the parts that were timed.
#[derive(Debug, Default)]
pub(super) struct Speed {
    /// Work and seconds of the latest parts.
    samples: VecDeque<(f64, f64)>,
    /// Seconds of the shortest part.
    least: Option<f64>,
    has_begun: bool,
}

impl Speed {
    pub(super) fn add(&mut self, work: f64, seconds: f64) {
        if !(work > 0.0 && seconds > 0.0) {
            return;
        }
        // Drivers compile a kernel when it first runs.
        if !std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        self.samples.push_back((work, seconds));
        if self.samples.len() > SAMPLES {
            self.samples.pop_front();
        }
        self.least = Some(self.least.map_or(seconds, |least| least.min(seconds)));
    }

    /// Work per second; `None` before the first measurement.
    pub(super) fn work_per_second(&self) -> Option<f64> {
        let rate = |index: &usize| self.samples[*index].0 / self.samples[*index].1;
        let slowest =
            (0..self.samples.len()).min_by(|left, right| rate(left).total_cmp(&rate(right)))?;
        let all = self
            .samples
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != slowest || self.samples.len() == 1);
        let (work, seconds) =
            all.fold((0.0, 0.0), |(i, s), (_, sample)| (i + sample.0, s + sample.1));
        Some(work / seconds)
    }

    /// Work that fits into `budget`.
    pub(super) fn fitting(&self, budget: Duration) -> f64 {
        let Some((speed, least)) = self.work_per_second().zip(self.least) else { return FIRST };
        let longest = self.samples.iter().map(|(work, _)| *work).fold(0.0, f64::max);
        (speed * budget.as_secs_f64().max(MIN * least)).min(GROWTH * longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Duration = Duration::from_millis(20);

    /// The times of a run's parts. Each part is what fits, in whole units of `unit` work, and at
    /// least one unit.
    fn run(unit: f64, seconds: impl Fn(usize, f64) -> f64) -> Vec<f64> {
        let mut speed = Speed::default();
        let part = |index| {
            let work = (speed.fitting(BUDGET) / unit).round().max(1.0) * unit;
            let time = seconds(index, work);
            speed.add(work, time);
            time
        };
        (0..60).map(part).collect()
    }

    #[test]
    fn parts_reach_the_budget_within_a_few_and_stay_there() {
        for per_second in [5e8, 2.5e9, 2e10, 2e12] {
            let times = run(1e6, |_, work| 1e-5 + work / per_second);
            assert!(times[..8].iter().all(|time| *time < 0.045), "{per_second:e}: {times:?}");
            assert!(
                times[8..].iter().all(|time| (0.015..0.021).contains(time)),
                "{per_second:e}: {times:?}"
            );
        }
    }

    #[test]
    fn compilation_of_kernels_does_not_count_as_slowness() {
        let times = run(1e6, |index, work| {
            let compiling = if index == 0 || index == 3 || index == 30 { 0.7 } else { 0.0 };
            compiling + work / 2.5e9
        });
        let shortest = times[8..].iter().copied().fold(1.0, f64::min);
        assert!(shortest > 0.015, "{times:?}");
    }

    #[test]
    fn workgroups_that_take_longer_than_the_budget_run_many_at_once() {
        // 500 units at once take 30 ms. No part can be shorter, and units one at a time would take
        // for ever.
        let times = run(1e8, |_, work| 0.03 * (work / 1e8 / 500.0).ceil());
        assert!(times.iter().all(|time| *time < 0.1), "{times:?}");
        let mut speed = Speed::default();
        for _ in 0..60 {
            let units = (speed.fitting(BUDGET) / 1e8).round().max(1.0);
            speed.add(units * 1e8, 0.03 * (units / 500.0).ceil());
        }
        assert!(speed.work_per_second().is_some_and(|speed| speed > 1e12), "{:?}", speed);
    }

    #[test]
    fn a_change_of_speed_is_followed() {
        let times = run(1e6, |index, work| work / if index < 30 { 2e10 } else { 2e9 });
        assert!(times[36..].iter().all(|time| (0.015..0.021).contains(time)), "{times:?}");
    }
}
