//! Runs that stay in the plots while others follow.

use starshell::scene::Units;

use crate::app::simulation::origin::Origin;
use crate::app::simulation::statistics::{
    Measured, Measurements, Plot, Sample, table::history_table,
};

/// Most runs that are kept: each has a colour of its own beside the first, which is that of the run
/// on stage.
pub const MAX_KEPT: usize = 5;

/// A run in the plots, measured up to the moment when it was kept.
#[derive(Clone, Debug)]
pub struct Kept {
    pub name: String,
    /// Its colour, from 0 to [`MAX_KEPT`] - 1.
    pub color: usize,
    pub is_shown: bool,
    /// The title of its scene.
    scene: String,
    measured: Measurements,
}

impl Kept {
    /// The measurements of a run of a scene under a name, in a colour.
    pub fn new(name: String, color: usize, origin: &Origin, measured: Measurements) -> Self {
        let scene = origin.scene.title.clone();
        Self { name, color, is_shown: true, scene, measured }
    }

    /// Whether it is a run of this scene.
    pub fn is_of(&self, origin: &Origin) -> bool {
        self.scene == origin.scene.title
    }

    /// A colour that none of `others` has, if there is one.
    pub fn free_color<'a>(others: impl Iterator<Item = &'a Self>) -> usize {
        let taken: Vec<_> = others.map(|other| other.color).collect();
        (0..MAX_KEPT).find(|color| !taken.contains(color)).unwrap_or(0)
    }

    /// As [`Measurements::curve`].
    pub fn curve(&self, plot: Plot) -> Option<Vec<[f64; 2]>> {
        self.measured.curve(plot)
    }

    /// The last measurement.
    pub fn last(&self) -> Option<&Sample<Measured>> {
        self.measured.surveys.samples().last()
    }

    /// Everything measured, as comma-separated values in these units.
    pub fn table(&self, units: Option<&Units>) -> String {
        history_table(self.measured.surveys.samples(), self.measured.radii.samples(), units)
    }
}

#[cfg(test)]
mod tests {
    use starshell::physics::Diagnostics;
    use starshell::scene::Scene;

    use super::*;

    fn origin(name: &str) -> Origin {
        Origin::called(name, Scene::load(name).unwrap())
    }

    fn measured() -> Measurements {
        let mut measured = Measurements::default();
        for steps in 0..3_u64 {
            let diagnostics =
                Diagnostics { kinetic: steps as f64, potential: -4.0, ..Diagnostics::default() };
            let value = Measured { diagnostics, drift: Some(-0.1 * steps as f64) };
            measured.surveys.push(Sample { time: steps as f64, steps, value });
        }
        measured.radii.push(Sample { time: 1.0, steps: 1, value: [0.1, 0.2, 0.3, 0.4] });
        measured
    }

    #[test]
    fn a_kept_run_has_a_curve_in_every_plot_over_time() {
        let kept = Kept::new("a".to_owned(), 0, &origin("kepler"), measured());
        assert_eq!(kept.curve(Plot::Energies), Some(vec![[0.0, -4.0], [1.0, -3.0], [2.0, -2.0]]));
        assert_eq!(kept.curve(Plot::Drift), Some(vec![[0.0, 0.0], [1.0, 0.1], [2.0, 0.2]]));
        assert_eq!(kept.curve(Plot::Virial), Some(vec![[0.0, 0.0], [1.0, 0.25], [2.0, 0.5]]));
        assert_eq!(kept.curve(Plot::Radii), Some(vec![[1.0, 0.3]]));
        assert_eq!((kept.curve(Plot::Density), kept.curve(Plot::Speeds)), (None, None));
        assert_eq!(
            (kept.last().map(|last| last.steps), kept.table(None).lines().count()),
            (Some(2), 4)
        );
    }

    #[test]
    fn no_two_have_the_same_color_and_each_belongs_to_its_scene() {
        let kepler = origin("kepler");
        let mut all: Vec<Kept> = Vec::new();
        for _ in 0..MAX_KEPT {
            let color = Kept::free_color(all.iter());
            all.push(Kept::new(String::new(), color, &kepler, Measurements::default()));
        }
        assert_eq!(all.iter().map(|kept| kept.color).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert!(all[0].is_of(&kepler) && !all[0].is_of(&origin("plummer")));
        all.remove(2);
        assert_eq!(Kept::free_color(all.iter()), 2);
    }
}
