//! How a run has come to be what it is: what was done to it by hand, and after how many steps, so
//! that it can be done again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::members::Members;
use crate::physics::{Attraction, Body, InvalidBody, Parameters, State, StoredPlan};

/// Most edits that are kept: those of a tool that pulls for five minutes.
const MAX: usize = 20_000;
/// Why a run of more edits cannot be made again.
const TOO_MANY: &str = "it was edited by hand more often than a recipe holds";
/// Why a run cannot be made again after something else has begun to compute it.
const OTHERS: &str = "other kernels or members computed the forces after it was edited by hand";

/// A change of a run by hand, between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edit {
    /// Adds these bodies.
    Add(Vec<Body>),
    /// Deletes the body with this number.
    Delete(u32),
    /// Replaces the body with this number.
    Replace(u32, Body),
    /// Multiplies all velocities by this factor.
    Accelerate(f64),
    /// Negates all velocities.
    Reverse {},
    /// Pulls all bodies to a point.
    Attract(Attraction),
    /// Goes on with other physics.
    Physics(Box<Parameters>),
}

impl Edit {
    /// Applies the change to `state`, if it is one of single bodies or of all velocities by a factor.
    /// Returns whether that was possible: at least one body must remain, and only existing bodies
    /// can be changed.
    ///
    /// # Errors
    /// [`InvalidBody`] if a new body is invalid; nothing changes then.
    pub fn apply(&self, state: &mut State) -> Result<bool, InvalidBody> {
        match self {
            Self::Add(new) => state.extend(new)?,
            Self::Delete(index) if state.len() > 1 && (*index as usize) < state.len() => {
                state.remove(*index as usize)
            }
            Self::Replace(index, body) if (*index as usize) < state.len() => {
                state.replace(*index as usize, body)?
            }
            Self::Accelerate(factor) => {
                let bodies: Vec<_> = state
                    .bodies()
                    .map(|body| Body { velocity: *factor * body.velocity, ..body })
                    .collect();
                *state = State::new(&bodies, state.precision())?;
            }
            Self::Delete(_) | Self::Replace(..) => return Ok(false),
            Self::Reverse {} | Self::Attract(_) | Self::Physics(_) => return Ok(false),
        }
        Ok(true)
    }
}

/// An edit, and after how many steps of the run it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edited {
    /// Steps since the start of the run.
    pub steps: u64,
    /// What was done.
    #[serde(flatten)]
    pub edit: Edit,
}

/// With what a run began.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The physics.
    pub physics: Parameters,
    /// The plan of the direct sums.
    pub plan: StoredPlan,
    /// What computed the forces.
    pub members: Members,
}

/// How a run has come about since its start. Cheap to clone, so that each stored state has its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    setup: Option<Arc<Setup>>,
    edits: Arc<Vec<Edited>>,
    /// Why the edits do not lead to it; `None` if they do.
    altered: Option<&'static str>,
}

impl Course {
    /// The course of a run that begins like this and is edited so.
    pub fn from_edits(setup: Setup, edits: Vec<Edited>) -> Self {
        Self { setup: Some(Arc::new(setup)), edits: Arc::new(edits), altered: None }
    }

    /// Whether anything was done by hand, or happened, since the start.
    pub fn is_edited(&self) -> bool {
        self.altered.is_some() || !self.edits.is_empty()
    }

    /// Why the run cannot be made again from its scene and its edits, if it cannot.
    pub fn altered(&self) -> Option<&'static str> {
        self.altered
    }

    /// Takes note that the run cannot be made again. The first reason stays.
    pub fn alter(&mut self, why: &'static str) {
        self.altered.get_or_insert(why);
    }

    /// The edits, in order.
    pub fn edits(&self) -> &[Edited] {
        &self.edits
    }

    /// With what the run began, if it has been edited since.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_deref().filter(|_| !self.edits.is_empty())
    }

    /// Adds an edit after so many steps. `before` is what computed the run until then, and `now` from
    /// then on.
    pub fn add(&mut self, steps: u64, edit: Edit, before: &Setup, now: &Members) {
        if self.edits.is_empty() {
            self.setup = Some(Arc::new(before.clone()));
        }
        if self.edits.len() >= MAX {
            self.alter(TOO_MANY);
            return;
        }
        if *now != before.members {
            self.alter(OTHERS);
        }
        let edits = Arc::make_mut(&mut self.edits);
        // Of a slider that is dragged while the run is paused, the last place.
        if let (Edit::Physics(_), Some(Edited { steps: last, edit: same @ Edit::Physics(_) })) =
            (&edit, edits.last_mut())
            && *last == steps
        {
            *same = edit;
        } else {
            edits.push(Edited { steps, edit });
        }
    }

    /// The course as it was when there were so many edits.
    #[must_use]
    pub fn until(&self, edits: usize) -> Self {
        let mut course = self.clone();
        if edits < course.edits.len() {
            Arc::make_mut(&mut course.edits).truncate(edits);
        }
        course
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{Integrator, Plan};
    use glam::{DVec3, Vec3};

    fn setup(softening: f64) -> Setup {
        let physics = Parameters::new(Integrator::default(), 0.01, softening);
        Setup { physics, plan: (&Plan::naive()).into(), members: Members::Gpu }
    }

    #[test]
    fn edits_come_back_from_their_text_bit_for_bit() {
        let body = Body {
            position: DVec3::new(0.1, -1.0 / 3.0, 1e-300),
            velocity: DVec3::new(-0.0, 2.0, 1e10),
            mass: 0.7,
            component: 3,
        };
        let attraction = Attraction { at: Vec3::new(0.1, 0.2, 1e-9), radius: 0.3, impulse: -0.7 };
        let all = [
            Edit::Add(vec![body, body]),
            Edit::Delete(7),
            Edit::Replace(3, body),
            Edit::Accelerate(1.0 / 3.0),
            Edit::Reverse {},
            Edit::Attract(attraction),
            Edit::Physics(Box::new(setup(0.1).physics)),
        ];
        for edit in all {
            let edited = Edited { steps: 12, edit };
            let text = toml::to_string(&edited).unwrap();
            assert_eq!(toml::from_str::<Edited>(&text).unwrap(), edited, "{text}");
        }
    }

    #[test]
    fn a_dragged_slider_is_one_edit_per_step_and_the_start_stays_known() {
        let mut course = Course::default();
        assert!(!course.is_edited() && course.setup().is_none());
        for (steps, softening) in [(5, 0.2), (5, 0.3), (6, 0.4)] {
            let edit = Edit::Physics(Box::new(setup(softening).physics));
            course.add(steps, edit, &setup(softening - 0.1), &Members::Gpu);
        }
        assert_eq!(course.edits().iter().map(|edit| edit.steps).collect::<Vec<_>>(), [5, 6]);
        assert_eq!(course.setup().unwrap().physics.softening, 0.1);
        assert_eq!((course.until(1).edits().len(), course.altered()), (1, None));
        assert!(!course.until(0).is_edited(), "nothing had been done");
        course.add(7, Edit::Delete(1), &setup(0.4), &Members::Processor);
        assert!(course.altered().is_some(), "the processor rounds in another way");
    }

    #[test]
    fn a_recipe_does_not_grow_without_end() {
        let mut course = Course::default();
        for steps in 0..MAX as u64 + 3 {
            course.add(steps, Edit::Reverse {}, &setup(0.1), &Members::Gpu);
        }
        assert_eq!((course.edits().len(), course.altered()), (MAX, Some(TOO_MANY)));
    }
}
