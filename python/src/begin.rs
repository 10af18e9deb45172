//! The run of a scene, as keywords of Python want it.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use starshell::physics::Gravity;
use starshell::scene::Scene;
use starshell::session::{Clock, Members, Pace, Session};
use starshell::snapshot::Checkpoint;

use crate::failure::{Failure, value};
use crate::inner::Inner;
use crate::{gpu, values};

/// The run of a scene with the keywords of its physics, on an adapter, by members.
pub fn begun(
    py: Python<'_>,
    mut scene: Scene,
    saved: Option<Checkpoint>,
    keywords: &Bound<'_, PyDict>,
) -> Result<Inner, Failure> {
    let taken = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        let object = keywords.get_item(name)?;
        if object.is_some() {
            keywords.del_item(name)?;
        }
        Ok(object.filter(|object| !object.is_none()))
    };
    let adapter: Option<String> = taken("adapter")?.map(|name| name.extract()).transpose()?;
    let members: Option<String> = taken("members")?.map(|names| names.extract()).transpose()?;
    let members: Members =
        members.map_or(Ok(Members::Auto), |names| names.parse()).map_err(value)?;
    let gravity = taken("gravity")?;
    if let Some(object) = taken("follow")? {
        scene.follow = values::followed(&object)?;
    }
    for key in keywords.keys() {
        values::named("physics", &key.extract::<String>()?)?;
    }
    let wanted = match &gravity {
        Some(object) => Some(values::gravity(scene.physics.gravity, object)?),
        None => None,
    };
    let is_approximate = wanted.is_some_and(|(gravity, _)| gravity.is_approximate());
    let is_adaptive = keywords.get_item("adaptive")?.is_some_and(|object| !object.is_none());
    if scene.initial.given().is_some()
        && (is_approximate || is_adaptive || keywords.contains("integrator")?)
    {
        scene.leave_host().map_err(value)?;
    }
    values::take(&mut scene, "physics", keywords)?;
    if let Some((gravity, has_nodes)) = wanted {
        scene.physics.gravity = gravity;
        if matches!(gravity, Gravity::Mesh(_)) && !has_nodes {
            scene.suit_grid().map_err(value)?;
        }
    }
    scene.physics.validate().map_err(value)?;
    scene.initial.validate(scene.count).map_err(value)?;
    py.detach(|| {
        let gpu = gpu::opened(adapter.as_deref())?;
        let carried = saved.as_ref().and_then(|run| run.carried.clone());
        let session = match saved {
            Some(run) => {
                let clock =
                    Clock::after(run.snapshot.steps, Pace::default(), scene.physics.time_step);
                Session::reopen(&gpu, &Checkpoint { scene, ..run }, clock)?
            }
            None => {
                let clock = Clock::new(Pace::default(), scene.physics.time_step);
                Session::with_clock(&gpu, scene, clock)?
            }
        };
        let mut inner = Inner::new(session);
        inner.set_members(members)?;
        if let Some(carried) = &carried {
            // Lost if others compute now.
            inner.session.computing_mut().carry_on(carried);
        }
        Ok(inner)
    })
}
