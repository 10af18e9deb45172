//! The speed of steps whose forces several members compute together, and what their exchange takes.

use std::time::Instant;

use super::accuracy::{SAMPLE, check, errors};
use super::bench::Bench;
use super::bodies::PARAMETERS;
use super::flag::{BODIES, Choice, Flag};
use super::measurement::{Entry, check_bodies};
use super::mesh::Nodes;
use super::timing::SAMPLES;
use super::{LabError, Measurement, RateUnit};
use crate::gpu::Gpu;
use crate::name::Named;
use crate::physics::reference::ErrorQuantiles;
use crate::physics::{
    Gravity, GravityMethod, HostThreads, MeshSettings, Parameters, Precision, TreeSettings,
};
use crate::ranks;
use crate::scene::Scene;
use crate::session::{Members, Pace, Session};

/// Minimum duration of a sample, in milliseconds.
const SAMPLE_TIME: f64 = 100.0;
/// The scene whose bodies are measured.
const SCENE: &str = "plummer";

/// The errors against what a grid around all bodies gives: against direct sums, those of few bodies
/// are as large as the distance of its nodes makes them.
fn on_grid(
    gpu: &Gpu,
    session: &Session,
    settings: MeshSettings,
    direct: ErrorQuantiles,
) -> Result<ErrorQuantiles, LabError> {
    let bodies = session.simulation().bodies().download(gpu)?;
    let accelerations = session.simulation().bodies().accelerations(gpu)?;
    let nodes = Nodes::around(&bodies, settings.side);
    let median = nodes.median_error(&bodies, SAMPLE, &|index| accelerations[index]);
    Ok(ErrorQuantiles { median: median.unwrap_or(direct.median), ..direct })
}

/// What to measure: one row of a table.
#[derive(Clone, Debug, Default)]
pub struct MembersBench {
    /// Number of bodies.
    pub count: usize,
    /// How forces are summed.
    pub gravity: GravityMethod,
    /// The precision.
    pub precision: Precision,
    /// What computes the forces.
    pub members: Members,
    /// The threads that drive a team.
    pub threads: HostThreads,
}

/// Whole leapfrog steps by the host's clock. The parts of a row are the time of the slowest member
/// and the rest of the step, most of which is the exchange of positions and sums.
impl Bench for MembersBench {
    const NAME: &'static str = "members";
    const ABOUT: &'static str =
        "Whole steps whose forces several members compute: adapters, the processor";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::<Self>::list("count", "N,N,…", "16384", BODIES, |bench| &mut bench.count),
        Flag::<Self>::list(
            "members",
            "M",
            "gpu processor",
            "What computes the forces, as in `render`; may be given several times",
            |bench| &mut bench.members,
        )
        .repeated(),
        Flag::<Self>::one("gravity", "G", "direct", "How forces are summed", |bench| {
            &mut bench.gravity
        }),
        Flag::<Self>::one("precision", "P", "f32", "Precision", |bench| &mut bench.precision),
        Flag::<Self>::list(
            "threads",
            "T,T,…",
            "per-member",
            "Threads that drive the members, separated by commas",
            |bench| &mut bench.threads,
        )
        .only_if(Self::is_team),
    ];

    fn entry(&self) -> Entry {
        let (kernel, precision) = (self.gravity.name(), self.precision.name());
        Entry { kernel, precision, model: SCENE, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_bodies(gpu, self.count, self.precision)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        measure(gpu, self)
    }
}

impl Choice for Members {
    fn put(&mut self, text: &str) -> Result<(), String> {
        *self = text.parse::<Self>().map_err(|error| error.to_string())?;
        Ok(())
    }
}

impl MembersBench {
    /// Whether threads of either kind can drive it.
    fn is_team(&self) -> bool {
        matches!(self.members, Members::Team(_) | Members::All) || ranks::present().is_some()
    }
}

fn measure(gpu: &Gpu, bench: &MembersBench) -> Result<Measurement, LabError> {
    let MembersBench { count, gravity, precision, members, threads } = bench;
    let gravity = match gravity {
        GravityMethod::Tree => Gravity::Tree(TreeSettings::default()),
        GravityMethod::Auto | GravityMethod::Direct => Gravity::default(),
        GravityMethod::Mesh => Gravity::default().by(GravityMethod::Mesh),
    };
    let plummer =
        Scene::load(SCENE).unwrap_or_else(|error| unreachable!("an embedded scene: {error}"));
    let physics = Parameters { precision: *precision, gravity, ..PARAMETERS };
    let mut session =
        Session::new(gpu, Scene { count: *count, physics, ..plummer }, Pace::StepsPerFrame(1))?;
    session.computing_mut().set_members(members.clone())?;
    session.computing_mut().drive_members(*threads);
    session.computing_mut().settle_members()?;
    let mut milliseconds = |steps: u32| -> Result<f64, LabError> {
        let begin = Instant::now();
        let mut encoder = gpu.encoder("bench");
        session.encode_steps(&mut encoder, steps)?;
        let submission = session.submit(encoder);
        session.wait_for(submission)?;
        Ok(begin.elapsed().as_secs_f64() * 1e3 / f64::from(steps))
    };
    // A tree judges its errors before the first step, and often in the first ones.
    milliseconds(if matches!(gravity, Gravity::Tree(_)) { 97 } else { 3 })?;
    let steps = (SAMPLE_TIME / milliseconds(2)?).ceil().clamp(1.0, 1000.0) as u32;
    let samples = (0..SAMPLES).map(|_| milliseconds(steps)).collect::<Result<Vec<_>, _>>()?;
    let work = ((*count as f64).powi(2), RateUnit::Interactions);
    let mut row = bench.entry().on_gpu(gpu, samples, work);
    row.kernel = session.computing().present().to_string();
    let team = session.computing().team();
    if !team.is_empty() {
        let slowest = team.iter().map(|member| member.time.as_secs_f64() * 1e3).fold(0.0, f64::max);
        row.kernel += &format!(" ({})", threads.name());
        row.parts_ms = Some(vec![("slowest member", slowest), ("rest", row.median_ms - slowest)]);
    }
    let errors = errors(gpu, session.simulation(), SAMPLE)?;
    let checked = match gravity {
        Gravity::Mesh(settings) if !settings.near => on_grid(gpu, &session, settings, errors)?,
        // A body alone has no acceleration to compare with.
        Gravity::Mesh(_) if *count < 2 => ErrorQuantiles { median: 0.0, ..errors },
        _ => errors,
    };
    check(gpu, &row.kernel, *precision, &checked)?;
    // A single body has no acceleration to compare with.
    let finite = |error: f64| Some(error).filter(|error| error.is_finite());
    (row.median_error, row.p99_error) = (finite(errors.median), finite(errors.p99));
    Ok(row)
}
