//! The errors of a tree's forces, checked while the run goes on.

use std::collections::{HashSet, VecDeque};

use starshell::gpu::GpuError;
use starshell::physics::{ForceErrorReading, Gravity, MAX_COMPARED};
use starshell::render::ColorBy;
use starshell::session::Session;

/// Seconds between two checks, and the GPU time that one may take.
const INTERVAL: f64 = 0.5;
const COST: f64 = 0.004;
/// Fewest and most bodies per check.
const SAMPLED: [u32; 2] = [16, 256];
/// Checked bodies that the figures are about.
const RECENT: usize = 2048;
/// The least error that the histogram shows, and bins per decade.
const MIN: f64 = 1e-7;
const BINS: usize = 4;
const DECADES: usize = 8;
/// How much larger than asked for errors are before the panel says so: those of a few thousand
/// bodies are half as large again.
const TOLERANCE: f64 = 2.0;
/// Bodies to check before their 99th percentile says anything: among fewer it is the largest error.
const ENOUGH: usize = 200;

/// Gathers the errors of a run's latest forces.
#[derive(Debug, Default)]
pub struct Errors {
    /// Of the bodies checked last, the oldest first, each once: its number and its error.
    recent: VecDeque<(u32, f32)>,
    /// What is known of them.
    figures: Option<Figures>,
    /// Seconds since the last check.
    since: f64,
    /// Steps at the last check, and the gravity that was checked.
    checked: Option<(u64, Gravity)>,
    /// Groups of bodies whose walk the driver has cut short, in the last check.
    unfinished: u32,
}

/// What is known of the errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Bodies that were checked.
    pub count: usize,
    pub median: f64,
    /// 99 of 100 are no larger.
    pub p99: f64,
    pub largest: f64,
}

impl Errors {
    /// Encodes a check if one is due. Call it in every frame, at a whole step.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        elapsed: f32,
        speed: f64,
    ) -> Result<(), GpuError> {
        self.since += f64::from(elapsed);
        let simulation = session.simulation();
        let (state, count) =
            ((simulation.steps(), simulation.gravity()), simulation.bodies().count());
        if self.checked.is_some_and(|(steps, gravity)| gravity != state.1 || steps > state.0) {
            *self = Self { since: INTERVAL, ..Self::default() };
        }
        // Colours of errors want to be known of all bodies.
        let is_shown = session.scene().look.color_by == ColorBy::ForceError;
        let (interval, most) = if is_shown { (0.0, MAX_COMPARED) } else { (INTERVAL, SAMPLED[1]) };
        let is_due = self.since >= interval
            && self.checked != Some(state)
            && session.simulation().engine().progress().is_none();
        // At the very start there are no forces to check.
        if !is_due || state.0 == 0 || !state.1.is_approximate() {
            return Ok(());
        }
        let affordable = (COST * speed / f64::from(count.max(1))) as u32;
        session.measuring().encode_force_errors(encoder, affordable.clamp(SAMPLED[0], most))?;
        (self.since, self.checked) = (0.0, Some(state));
        Ok(())
    }

    /// Takes the checks that have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self, session: &mut Session) -> Result<(), GpuError> {
        while let Some(reading) = session.measuring().force_errors()? {
            self.add(&reading);
        }
        Ok(())
    }

    fn add(&mut self, reading: &ForceErrorReading) {
        // Few bodies have their turn again before so many have been checked.
        let again: HashSet<u32> = reading.errors.iter().map(|(body, _)| *body).collect();
        self.recent.retain(|(body, _)| !again.contains(body));
        self.recent.extend(&reading.errors);
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
        self.unfinished = reading.unfinished;
        self.figures = self.measured();
    }

    /// What is known of the errors; `None` before the first check.
    pub fn figures(&self) -> Option<Figures> {
        self.figures
    }

    fn measured(&self) -> Option<Figures> {
        let mut sorted: Vec<f32> = self.recent.iter().map(|(_, error)| *error).collect();
        sorted.sort_by(f32::total_cmp);
        let at = |share: f64| {
            sorted.get((share * (sorted.len().saturating_sub(1)) as f64).round() as usize).copied()
        };
        let (median, p99, largest) = (at(0.5)?, at(0.99)?, at(1.0)?);
        Some(Figures {
            count: sorted.len(),
            median: median.into(),
            p99: p99.into(),
            largest: largest.into(),
        })
    }

    /// Groups of bodies whose walk the driver has cut short.
    pub fn unfinished(&self) -> u32 {
        self.unfinished
    }

    /// The outline of the histogram: share of the bodies per bin, over the error.
    pub fn histogram(&self) -> Vec<[f64; 2]> {
        let mut bins = [0_u32; DECADES * BINS];
        for (_, error) in &self.recent {
            let bin = ((f64::from(*error).max(MIN) / MIN).log10() * BINS as f64) as usize;
            bins[bin.min(bins.len() - 1)] += 1;
        }
        let filled = |bin: &u32| *bin > 0;
        let (Some(first), Some(last)) =
            (bins.iter().position(filled), bins.iter().rposition(filled))
        else {
            return Vec::new();
        };
        let share = |bin: u32| f64::from(bin) / self.recent.len() as f64;
        let bound = |bin: usize| MIN * 10_f64.powf(bin as f64 / BINS as f64);
        let steps = (first..=last)
            .flat_map(|bin| [[bound(bin), share(bins[bin])], [bound(bin + 1), share(bins[bin])]]);
        std::iter::once([bound(first), 0.0]).chain(steps).chain([[bound(last + 1), 0.0]]).collect()
    }
}

/// The error that 99 of 100 bodies are asked to stay below, if the tree opens its cells by
/// accuracy.
pub fn asked(gravity: Gravity) -> Option<f64> {
    gravity.tree()?.error()
}

/// Whether errors are larger than what was asked for.
pub fn is_too_coarse(figures: &Figures, gravity: Gravity) -> bool {
    figures.count >= ENOUGH && asked(gravity).is_some_and(|asked| figures.p99 > TOLERANCE * asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::physics::TreeSettings;

    fn check(errors: &mut Errors, all: &[f32]) {
        let compared = (0..).zip(all.iter().copied()).collect();
        errors.add(&ForceErrorReading { steps: 1, errors: compared, finite: 9, unfinished: 0 });
    }

    fn errors(all: &[f32]) -> Errors {
        let mut errors = Errors::default();
        check(&mut errors, all);
        errors
    }

    #[test]
    fn a_body_that_is_checked_again_counts_once() {
        let mut errors = errors(&[1e-3; 100]);
        (0..30).for_each(|_| check(&mut errors, &[2e-3; 60]));
        let Figures { count, median, .. } = errors.figures().unwrap();
        assert_eq!(
            (count, median as f32),
            (100, 2e-3),
            "of a hundred bodies, sixty have another error now"
        );
    }

    #[test]
    fn figures_are_quantiles_and_the_histogram_holds_all() {
        assert_eq!(errors(&[]).figures(), None);
        assert!(errors(&[]).histogram().is_empty());
        let all: Vec<f32> = (1..=200).map(|k| k as f32 * 1e-5).collect();
        let found = errors(&all);
        let Figures { count, median, p99, largest } = found.figures().unwrap();
        assert_eq!(count, 200);
        for (got, expected) in [(median, 1.01e-3), (p99, 1.98e-3), (largest, 2e-3)] {
            assert!((got / expected - 1.0).abs() < 1e-2, "{got} not {expected}");
        }
        let outline = found.histogram();
        let shares: f64 = outline[1..outline.len() - 1].chunks(2).map(|bin| bin[0][1]).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{shares}");
        assert!(outline.iter().all(|[error, _]| (1e-7..=1.0).contains(error)));
        // Errors of nothing and beyond all bounds have their bins too.
        assert_eq!(errors(&[0.0, f32::INFINITY]).histogram().len(), 2 * DECADES * BINS + 2);
    }

    #[test]
    fn a_tree_is_too_coarse_if_its_error_exceeds_the_request() {
        let figures = |p99| Figures { count: ENOUGH, median: 1e-4, p99, largest: 1.0 };
        let tree = Gravity::Tree(TreeSettings::default());
        assert!(!is_too_coarse(&figures(1.2e-3), tree) && is_too_coarse(&figures(2.2e-3), tree));
        assert!(
            !is_too_coarse(&figures(1.0), Gravity::Tree(TreeSettings::with_angle(0.9))),
            "nobody asked for less"
        );
        assert!(
            !is_too_coarse(&Figures { count: 30, ..figures(1.0) }, tree),
            "the largest of a few says nothing"
        );
    }
}
