//! What computes the forces of a session: the adapter or the processor.

use std::f64::consts::PI;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::DVec3;

use super::SessionError;
use crate::cpu::{Hardware, Processor};
use crate::gpu::{Gpu, adapters};
use crate::name::unknown;
use crate::physics::{
    Body, Gravity, Integrator, MIN_DEPUTED, Member, Parameters, Precision, Simulation,
    SimulationError,
};
use crate::ranks;
use crate::words::{Text, say};

/// What computes the forces of a run. Bodies are moved, measured and drawn by the session's adapter
/// in any case.
///
/// ```
/// use starshell::session::Members;
///
/// let members: Members = "0=3,processor=1".parse()?;
/// assert_eq!(members.to_string(), "0=3,processor=1");
/// assert!("everyone".parse::<Members>().unwrap_err().to_string().contains("everyone"));
/// # Ok::<(), starshell::words::Text>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Members {
    /// Whichever is faster: on a software adapter often the processor, as measured once for each
    /// kind of forces; otherwise the adapter. For steps that the processor makes, sums are measured
    /// on any adapter.
    #[default]
    Auto,
    /// The adapter.
    Gpu,
    /// The processor, on all cores.
    Processor,
    /// All GPUs of this machine, if there are several; otherwise as [`Members::Auto`].
    All,
    /// A team: adapters, and perhaps the processor.
    Team(Vec<Seat>),
}

/// A member of a team, and its share of the work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat {
    /// The index of an adapter, as `starshell info` lists them; `None` for the processor.
    pub adapter: Option<u32>,
    /// Its share; only the ratios of shares count. `None` if its speed shall be measured.
    pub share: Option<f64>,
}

impl Members {
    /// The choices without a list.
    pub const CHOICES: [Self; 4] = [Self::Auto, Self::Gpu, Self::Processor, Self::All];
}

impl fmt::Display for Members {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let seat = |seat: &Seat| {
            let name = seat.adapter.map_or_else(|| PROCESSOR.to_owned(), |index| index.to_string());
            seat.share.map_or_else(|| name.clone(), |share| format!("{name}={share}"))
        };
        match self {
            Self::Auto => formatter.write_str("auto"),
            Self::Gpu => formatter.write_str("gpu"),
            Self::Processor => formatter.write_str(PROCESSOR),
            Self::All => formatter.write_str("all"),
            Self::Team(seats) => {
                formatter.write_str(&seats.iter().map(seat).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// The processor's name in a list.
const PROCESSOR: &str = "processor";

impl FromStr for Members {
    type Err = Text;

    fn from_str(text: &str) -> Result<Self, Text> {
        if let Some(choice) = Self::CHOICES.into_iter().find(|choice| choice.to_string() == text) {
            return Ok(choice);
        }
        if !text.contains([',', '=']) && text.parse::<u32>().is_err() {
            let names = Self::CHOICES.map(|choice| choice.to_string());
            return Err(unknown("member", text, names.iter().map(String::as_str)));
        }
        let seat = |item: &str| {
            let (name, share) =
                item.split_once('=').map_or((item, None), |(name, share)| (name, Some(share)));
            let share = share.map(|share| {
                share.parse().ok().filter(|share: &f64| *share > 0.0 && share.is_finite())
            });
            let adapter = if name == PROCESSOR { Some(None) } else { name.parse().ok().map(Some) };
            Some(Seat {
                adapter: adapter?,
                share: share.map_or(Some(None), |share| share.map(Some))?,
            })
        };
        let seats: Option<Vec<Seat>> = text.split(',').map(seat).collect();
        // Shares are either all given or all measured.
        let is_even = |seats: &Vec<Seat>| {
            seats.iter().all(|seat| seat.share.is_some() == seats[0].share.is_some())
        };
        seats
            .filter(is_even)
            .map(Self::Team)
            .ok_or_else(|| say!("error-members", members = text.to_owned()))
    }
}

impl TryFrom<String> for Members {
    type Error = Text;

    fn try_from(text: String) -> Result<Self, Text> {
        text.parse()
    }
}

impl From<Members> for String {
    fn from(members: Members) -> Self {
        members.to_string()
    }
}

/// Minimum number of bodies for which `auto` considers the processor. With fewer, the exchange
/// takes as long as the sum.
const MIN_BODIES: u32 = 1024;
/// Maximum number of bodies for a measurement. With more, both take longer by the same factor.
const MAX_MEASURED: u32 = 4096;
/// Maximum number of bodies for a measurement on a software adapter of steps that the processor
/// makes, which take dozens of sums.
const MAX_HOSTED_MEASURED: u32 = 1024;
/// Number of measurements of each, in turn. The shortest counts, since other programs can only make
/// them longer, and the choice is remembered.
const ROUNDS: u32 = 3;
/// Minimum time of a measurement, after the first steps.
const MEASURED: Duration = Duration::from_millis(20);

/// What was measured for one kind of forces.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MemberTimes {
    kind: Kind,
    /// Number of bodies.
    pub count: u32,
    /// Milliseconds per step on the adapter.
    pub adapter: f64,
    /// Milliseconds per step on the processor.
    pub processor: f64,
}

/// A kind of forces, each of which takes its own time.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Kind {
    is_tree: bool,
    has_jerks: bool,
    is_double: bool,
    /// Whether the processor makes the steps, so that the adapter's sums have a way to go.
    is_hosted: bool,
}

impl Kind {
    fn new(gpu: &Gpu, physics: &Parameters, count: u32) -> Self {
        Self {
            is_tree: matches!(physics.gravity_of(gpu, count), Gravity::Tree(_)),
            has_jerks: physics.integrator == Integrator::Hermite4,
            is_double: physics.precision == Precision::Double || physics.integrator.is_hosted(),
            is_hosted: physics.integrator.is_hosted(),
        }
    }
}

impl MemberTimes {
    /// The name under which the GPU keeps the measurements, a list.
    pub const NAME: &'static str = "member-times";

    /// What was measured for forces like those of `count` bodies with these parameters.
    pub fn recalled(gpu: &Gpu, physics: &Parameters, count: usize) -> Option<Self> {
        let (kind, count) = measured(gpu, physics, count)?;
        gpu.findings()
            .recall::<Vec<Self>>(Self::NAME)?
            .into_iter()
            .find(|row| (row.kind, row.count) == (kind, count))
    }

    /// Whether there is a choice for such forces, and nothing has been measured for it.
    pub fn are_missing(gpu: &Gpu, physics: &Parameters, count: usize) -> bool {
        measured(gpu, physics, count).is_some() && Self::recalled(gpu, physics, count).is_none()
    }

    /// Measures them, and remembers the result if it can be stored. `None` if there is nothing to
    /// choose.
    ///
    /// # Errors
    /// [`SimulationError`] if the adapter cannot run them.
    pub fn measure(
        gpu: &Gpu,
        processor: &Arc<Processor>,
        physics: &Parameters,
        count: usize,
    ) -> Result<Option<Self>, SimulationError> {
        let Some((kind, count)) = measured(gpu, physics, count) else { return Ok(None) };
        let bodies = ball(count);
        let mut adapter = rehearsed(gpu, &bodies, physics, None)?;
        let mut processor =
            rehearsed(gpu, &bodies, physics, Some(Arc::clone(processor) as Arc<dyn Member>))?;
        let mut times = [f64::INFINITY; 2];
        for _ in 0..ROUNDS {
            for (simulation, time) in [&mut adapter, &mut processor].into_iter().zip(&mut times) {
                *time = time.min(milliseconds(gpu, simulation)?);
            }
        }
        let [adapter, processor] = times;
        let row = Self { kind, count, adapter, processor };
        let mut rows: Vec<Self> = gpu.findings().recall(Self::NAME).unwrap_or_default();
        rows.retain(|other| (other.kind, other.count) != (kind, count));
        rows.push(row.clone());
        // If it cannot be stored, it is measured again the next time.
        let _ = gpu.findings().remember(Self::NAME, &rows);
        Ok(Some(row))
    }

    /// The faster of the two.
    pub fn fastest(&self) -> Members {
        if self.processor < self.adapter { Members::Processor } else { Members::Gpu }
    }
}

/// The shares of a team, as measured for one kind of forces.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Shares {
    seats: String,
    kind: Kind,
    /// A power of two.
    count: usize,
    shares: Vec<f64>,
}

impl Shares {
    /// The name under which the GPU keeps them, a list.
    const NAME: &'static str = "shares";

    /// Those measured for forces like these, if there are any.
    pub fn of(gpu: &Gpu, seats: &[Seat], physics: &Parameters, count: usize) -> Option<Vec<f64>> {
        let wanted = Self::key(gpu, seats, physics, count);
        let rows = gpu.findings().recall::<Vec<Self>>(Self::NAME)?;
        rows.into_iter()
            .find(|row| row.is_for(&wanted))
            .map(|row| row.shares)
            .filter(|shares| shares.len() == seats.len())
    }

    /// Keeps `shares` if they can be stored.
    pub fn remember(gpu: &Gpu, seats: &[Seat], physics: &Parameters, count: usize, shares: &[f64]) {
        let row = Self { shares: shares.to_vec(), ..Self::key(gpu, seats, physics, count) };
        let mut rows: Vec<Self> = gpu.findings().recall(Self::NAME).unwrap_or_default();
        rows.retain(|other| !other.is_for(&row));
        rows.push(row);
        // If they cannot be stored, they are measured again the next time.
        let _ = gpu.findings().remember(Self::NAME, &rows);
    }

    fn key(gpu: &Gpu, seats: &[Seat], physics: &Parameters, count: usize) -> Self {
        let kind = Kind::new(gpu, physics, u32::try_from(count).unwrap_or(u32::MAX));
        let count = count.max(1).next_power_of_two();
        Self { seats: Members::Team(seats.to_vec()).to_string(), kind, count, shares: Vec::new() }
    }

    fn is_for(&self, other: &Self) -> bool {
        (&self.seats, self.kind, self.count) == (&other.seats, other.kind, other.count)
    }
}

/// The kind of forces and the number of bodies to measure for `count` bodies; `None` if there is
/// nothing to choose.
fn measured(gpu: &Gpu, physics: &Parameters, count: usize) -> Option<(Kind, u32)> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let is_mesh = matches!(physics.gravity, Gravity::Mesh(_));
    let is_open = if physics.integrator.is_hosted() {
        // Doubles are half as fast as single precision on some GPUs, and a 64th on others, so any
        // adapter has to be measured.
        count >= MIN_DEPUTED && Precision::Double.is_supported(gpu)
    } else {
        gpu.is_software() && count >= MIN_BODIES && !is_mesh
    };
    let most = if physics.integrator.is_hosted() && gpu.is_software() {
        MAX_HOSTED_MEASURED
    } else {
        MAX_MEASURED
    };
    is_open.then(|| (Kind::new(gpu, physics, count), (1 << count.ilog2()).min(most)))
}

/// Bodies at rest, spread evenly over a ball.
fn ball(count: u32) -> Vec<Body> {
    let body = |index: u32| {
        let share = (f64::from(index) + 0.5) / f64::from(count);
        let (height, turn) =
            (1.0 - 2.0 * (share * 1e3).fract(), f64::from(index) * PI * (3.0 - 5.0_f64.sqrt()));
        let (sine, cosine) = libm::sincos(turn);
        let ring = (1.0 - height * height).sqrt();
        let position = DVec3::new(ring * cosine, ring * sine, height) * share.cbrt();
        Body { position, velocity: DVec3::ZERO, mass: 1.0 / f64::from(count), component: 0 }
    };
    (0..count).map(body).collect()
}

/// A run of these bodies for which everything is compiled.
fn rehearsed(
    gpu: &Gpu,
    bodies: &[Body],
    physics: &Parameters,
    member: Option<Arc<dyn Member>>,
) -> Result<Simulation, SimulationError> {
    let parameters = Parameters { adaptive: None, time_step: 1e-3, softening: 0.05, ..*physics };
    let mut simulation = Simulation::new(gpu, bodies, parameters)?;
    simulation.set_member(member)?;
    simulation.advance(2)?;
    Ok(simulation)
}

/// Milliseconds per step; for a member those of its force passes, without the waits for pictures in
/// the adapter's queue.
fn milliseconds(gpu: &Gpu, simulation: &mut Simulation) -> Result<f64, SimulationError> {
    let mut steps = 1;
    loop {
        gpu.wait()?;
        simulation.engine_mut().take_timed();
        let begin = Instant::now();
        simulation.advance(steps)?;
        let time =
            simulation.engine_mut().take_timed().map_or_else(|| begin.elapsed(), |(_, time)| time);
        if time > MEASURED {
            return Ok(time.as_secs_f64() * 1e3 / f64::from(steps));
        }
        steps *= 2;
    }
}

impl Members {
    /// Measures whether the adapter or the processor is faster for forces like those of `count`
    /// bodies with these parameters, and remembers the result, unless that is known or there is
    /// nothing to choose.
    ///
    /// # Errors
    /// [`SessionError`] if either cannot run them.
    pub fn time(gpu: &Gpu, physics: &Parameters, count: usize) -> Result<(), SessionError> {
        if ranks::present().is_none() && MemberTimes::are_missing(gpu, physics, count) {
            // Not the shared processor, which would first finish the force passes of runs that are
            // playing.
            let processor = Arc::new(Processor::new(Hardware::best())?);
            MemberTimes::measure(gpu, &processor, physics, count)?;
        }
        Ok(())
    }

    /// The adapter, the processor or a team, for `count` bodies with these parameters. If it has
    /// not been measured whether adapter or processor is faster, the processor is presumed to be
    /// wherever there is a choice.
    #[must_use]
    pub fn resolved(&self, gpu: &Gpu, physics: &Parameters, count: usize) -> Self {
        match self {
            // Its SIMD is faster than the threads that make the steps.
            Self::Auto
                if physics.integrator.is_hosted()
                    && count >= MIN_DEPUTED as usize
                    && !Precision::Double.is_supported(gpu) =>
            {
                Self::Processor
            }
            Self::Auto if measured(gpu, physics, count).is_none() => Self::Gpu,
            Self::Auto => MemberTimes::recalled(gpu, physics, count)
                .map_or(Self::Processor, |row| row.fastest()),
            Self::All => {
                let is_real = |adapter: &wgpu::Adapter| {
                    adapter.get_info().device_type != wgpu::DeviceType::Cpu
                };
                let found =
                    adapters().into_iter().enumerate().filter(|(_, adapter)| is_real(adapter));
                let seats: Vec<Seat> = found
                    .map(|(index, _)| Seat { adapter: Some(index as u32), share: None })
                    .collect();
                if seats.len() > 1 {
                    Self::Team(seats)
                } else {
                    Self::Auto.resolved(gpu, physics, count)
                }
            }
            // A team of one would only wait for itself.
            Self::Team(seats) if matches!(seats[..], [Seat { adapter: None, .. }]) => {
                Self::Processor
            }
            Self::Team(seats) if seats.len() == 1 && seats[0].adapter == own_index(gpu) => {
                Self::Gpu
            }
            other => other.clone(),
        }
    }
}

/// The index of the adapter of `gpu`, as `starshell info` lists it.
pub(super) fn own_index(gpu: &Gpu) -> Option<u32> {
    // Not only the same model.
    let key = |info: &wgpu::AdapterInfo| {
        (info.backend, info.name.clone(), info.driver.clone(), info.device_pci_bus_id.clone())
    };
    let own = key(gpu.adapter().info());
    adapters().iter().position(|adapter| key(&adapter.get_info()) == own).map(|index| index as u32)
}
