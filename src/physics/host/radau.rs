//! The adaptive integrator of order 15: Gauss-Radau spacings and steps by the error, to the last
//! digits of double precision.
//!
//! Everhart, Celestial Mechanics 10 (1974) 35, with the refinements of Rein and Spiegel, Mon. Not.
//! R. Astron. Soc. 446 (2015) 1424 (IAS15), and the criterion for steps of Pham, Rein and Spiegel,
//! Open J. Astrophys. 7 (2024) 1. A time step of the run is divided into as many of these steps as
//! it takes; the first is chosen from accelerations and their rates of change.

use std::sync::atomic::{AtomicBool, Ordering};

use glam::DVec3;

use super::deputy::Deputy;
use super::pulls::Sources;
use super::system::{Stop, System};

/// Where accelerations are evaluated, as shares of a step: the spacings of Gauss and Radau
/// (Everhart 1974, table 1).
const NODES: [f64; 8] = [
    0.0,
    0.056_262_560_536_922_15,
    0.180_240_691_736_892_36,
    0.352_624_717_113_169_6,
    0.547_153_626_330_555_4,
    0.734_210_177_215_410_5,
    0.885_320_946_839_095_8,
    0.977_520_613_561_287_5,
];
/// Number of coefficients beyond the acceleration at the start of a step.
const TERMS: usize = 7;
/// The coefficients of the powers of h in h (h - h1) ... (h - hn), for n = 0 to 6: row n has n + 1
/// of them.
const POWERS: [[f64; TERMS]; TERMS] = powers();
/// How well the last coefficient has to be known, relative to the accelerations.
const CONVERGED: f64 = 1e-16;
const MAX_ITERATIONS: usize = 12;
/// What the last term of the series may contribute.
const EPSILON: f64 = 1e-9;
/// Steps where accelerations cancel, relative to those that suit their rates of change: the square.
const CANCELLED: f64 = 0.01;
/// A step is repeated if the next would have to be less than this share of it, and grows at most by
/// the inverse.
const SAFETY: f64 = 0.25;
/// Steps below this share of a time step mean a collision.
const SHORTEST: f64 = 1e-13;

const fn powers() -> [[f64; TERMS]; TERMS] {
    let mut rows = [[0.0; TERMS]; TERMS];
    rows[0][0] = 1.0;
    let mut n = 1;
    while n < TERMS {
        let mut power = 0;
        while power <= n {
            let raised = if power > 0 { rows[n - 1][power - 1] } else { 0.0 };
            rows[n][power] = raised - NODES[n] * rows[n - 1][power];
            power += 1;
        }
        n += 1;
    }
    rows
}

/// Moves the bodies by `time_step`. Returns the number of force evaluations.
pub(super) fn step(
    system: &mut System,
    time_step: f64,
    deputy: Option<&Deputy>,
    stop: &AtomicBool,
) -> Result<u64, Stop> {
    let mut run = Run::new(system, deputy, stop)?;
    let mut left = time_step;
    let mut length = run.first(time_step)?;
    while left > 0.0 {
        let now = part(left, length);
        // Numbers that are not finite, too.
        let is_long_enough = now > SHORTEST * time_step;
        if !is_long_enough {
            let [one, other] = run.sources.nearest(&run.position);
            return Err(Stop::Collision { one, other });
        }
        match run.step(now)? {
            Tried::Made(next) => {
                left = if now == left { 0.0 } else { left - now };
                run.predict(part(left, next) / now);
                length = next;
            }
            Tried::TooLong(shorter) => {
                run.rescale(shorter / now);
                length = shorter;
            }
        }
    }
    let evaluations = run.evaluations;
    (system.position, system.velocity) = (run.position, run.velocity);
    Ok(evaluations)
}

/// The next step if `length` suits and `left` is left. The last two are equally long, so that none
/// is tiny.
fn part(left: f64, length: f64) -> f64 {
    if length >= left {
        left
    } else if 2.0 * length > left {
        0.5 * left
    } else {
        length
    }
}

/// What became of a step.
enum Tried {
    /// It is made, and this length suits the next.
    Made(f64),
    /// It was too long, and nothing has moved. This length may do.
    TooLong(f64),
}

/// Bodies between two time steps.
struct Run<'a> {
    sources: Sources<'a>,
    /// Whether the time step is called off.
    stop: &'a AtomicBool,
    position: Vec<DVec3>,
    velocity: Vec<DVec3>,
    /// What rounding has left over of positions and velocities.
    rest: [Vec<DVec3>; 2],
    /// The accelerations at the start of the step.
    start: Vec<DVec3>,
    /// The accelerations during a step are the first ones plus the sum of b_k h^k, with h from 0 to
    /// 1: for each body, k from 1.
    series: Vec<[DVec3; TERMS]>,
    /// The series as predicted before the step.
    predicted: Vec<[DVec3; TERMS]>,
    /// The series in Newton's form: the coefficients of h, h (h - h1), ...
    newton: Vec<[DVec3; TERMS]>,
    /// Positions and accelerations at a node.
    place: Vec<DVec3>,
    pull: Vec<DVec3>,
    evaluations: u64,
}

impl<'a> Run<'a> {
    fn new(
        system: &System,
        deputy: Option<&'a Deputy>,
        stop: &'a AtomicBool,
    ) -> Result<Self, Stop> {
        let count = system.len();
        let (zeros, none) = (vec![DVec3::ZERO; count], vec![[DVec3::ZERO; TERMS]; count]);
        let mut run = Self {
            sources: Sources::new(&system.mass, system, deputy),
            stop,
            position: system.position.clone(),
            velocity: system.velocity.clone(),
            rest: [zeros.clone(), zeros.clone()],
            start: zeros.clone(),
            series: none.clone(),
            predicted: none.clone(),
            newton: none,
            place: zeros.clone(),
            pull: zeros,
            evaluations: 0,
        };
        run.evaluate_start()?;
        Ok(run)
    }

    fn evaluate_start(&mut self) -> Result<(), Stop> {
        self.evaluations += 1;
        self.sources.accelerations(&self.position, &mut self.start, self.stop)
    }

    /// A first step by accelerations and their rates of change, and the series that follows from
    /// those.
    fn first(&mut self, most: f64) -> Result<f64, Stop> {
        let jerks = self.sources.jerks(&self.position, &self.velocity, self.stop)?;
        let ratios = self
            .start
            .iter()
            .zip(&jerks)
            .map(|(a, j)| (a.length_squared() / j.length_squared()).sqrt());
        let length = 0.1
            * ratios
                .filter(|ratio| ratio.is_finite() && *ratio > 0.0)
                .fold(f64::INFINITY, f64::min);
        let length = length.min(most);
        for (series, jerk) in self.series.iter_mut().zip(&jerks) {
            series[0] = *jerk * length;
        }
        Ok(length)
    }

    /// One step, if it is short enough.
    fn step(&mut self, length: f64) -> Result<Tried, Stop> {
        for (newton, series) in self.newton.iter_mut().zip(&self.series) {
            *newton = newton_form(series);
        }
        let mut last = f64::INFINITY;
        for iteration in 0..MAX_ITERATIONS {
            let mut change = 0.0;
            for node in 1..=TERMS {
                if self.stop.load(Ordering::Relaxed) {
                    return Err(Stop::CalledOff);
                }
                change = self.visit(node, length)?;
            }
            // Rounding lets it go up and down in the end.
            if change < CONVERGED || iteration > 2 && change >= last {
                break;
            }
            last = change;
        }
        let next = length * self.suitable();
        if next < SAFETY * length {
            return Ok(Tried::TooLong(next));
        }
        self.accept(length)?;
        Ok(Tried::Made(next.min(length / SAFETY)))
    }

    /// Evaluates the accelerations at a node and corrects the series up to its term. Returns the
    /// change of that term, relative to the accelerations.
    fn visit(&mut self, node: usize, length: f64) -> Result<f64, Stop> {
        let h = NODES[node];
        let time = h * length;
        for (index, place) in self.place.iter_mut().enumerate() {
            let series = &self.series[index];
            // The double integral of h^k is h^(k + 2) / ((k + 1) (k + 2)).
            let sum = (0..TERMS)
                .rev()
                .fold(DVec3::ZERO, |sum, k| (sum + series[k] / ((k + 2) * (k + 3)) as f64) * h);
            *place = self.position[index]
                + (self.velocity[index] + (self.start[index] * 0.5 + sum) * time) * time;
        }
        self.sources.accelerations(&self.place, &mut self.pull, self.stop)?;
        self.evaluations += 1;
        let (mut change, mut largest) = (0.0_f64, 0.0_f64);
        for (index, pull) in self.pull.iter().enumerate() {
            let newton = &mut self.newton[index];
            let mut difference = (*pull - self.start[index]) / h;
            for k in 1..node {
                difference = (difference - newton[k - 1]) / (h - NODES[k]);
            }
            let correction = difference - newton[node - 1];
            newton[node - 1] = difference;
            for (term, power) in self.series[index].iter_mut().zip(&POWERS[node - 1]).take(node) {
                *term += correction * *power;
            }
            change = change.max(correction.abs().max_element());
            largest = largest.max(pull.abs().max_element());
        }
        Ok(if change == 0.0 { 0.0 } else { change / largest })
    }

    /// The step that suits the accelerations at the end of this one and their derivatives, as a
    /// multiple of this one.
    fn suitable(&self) -> f64 {
        let squared = self.start.iter().zip(&self.series).map(|(start, series)| {
            let [mut a, mut jerk, mut snap, mut crackle] =
                [*start, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
            for (k, term) in series.iter().enumerate() {
                a += *term;
                jerk += *term * (k + 1) as f64;
                snap += *term * ((k + 1) * k) as f64;
                crackle += *term * ((k + 1) * k * k.saturating_sub(1)) as f64;
            }
            let [a, jerk, snap, crackle] = [a, jerk, snap, crackle].map(DVec3::length_squared);
            let time =
                |[first, second, third]: [f64; 3]| 2.0 * first / (second + (third * first).sqrt());
            // Where pulls cancel for a moment, the rate at which they change sets the scale in
            // their place.
            time([a, jerk, snap]).max(CANCELLED * time([jerk, snap, crackle]))
        });
        let least = squared
            .filter(|squared| squared.is_finite() && *squared > 0.0)
            .fold(f64::INFINITY, f64::min);
        least.sqrt() * (EPSILON * 5040.0).powf(1.0 / 7.0)
    }

    /// Moves the bodies to the end of the step.
    fn accept(&mut self, length: f64) -> Result<(), Stop> {
        for index in 0..self.position.len() {
            let (mut velocity, mut position) = (self.start[index], self.start[index] * 0.5);
            for (k, term) in self.series[index].iter().enumerate().rev() {
                velocity += *term / (k + 2) as f64;
                position += *term / ((k + 2) * (k + 3)) as f64;
            }
            let moved = (self.velocity[index] + position * length) * length;
            add(&mut self.position[index], &mut self.rest[0][index], moved);
            add(&mut self.velocity[index], &mut self.rest[1][index], velocity * length);
        }
        self.evaluate_start()
    }

    /// Continues the series into the next step, `ratio` times as long, with the correction that the
    /// last prediction needed.
    fn predict(&mut self, ratio: f64) {
        for (series, predicted) in self.series.iter_mut().zip(&mut self.predicted) {
            let missed: [DVec3; TERMS] = std::array::from_fn(|k| series[k] - predicted[k]);
            let mut factor = 1.0;
            for (k, predicted) in predicted.iter_mut().enumerate() {
                factor *= ratio;
                // A power of 1 + h in powers of h: binomial coefficients.
                let mut binomial = 1.0;
                let mut sum = DVec3::ZERO;
                for (j, term) in series.iter().enumerate().skip(k) {
                    sum += *term * binomial;
                    binomial *= (j + 2) as f64 / (j + 1 - k) as f64;
                }
                *predicted = sum * factor;
            }
            *series = std::array::from_fn(|k| predicted[k] + missed[k]);
        }
    }

    /// Scales the series for another attempt at the step, `ratio` times as long.
    fn rescale(&mut self, ratio: f64) {
        for series in &mut self.series {
            let mut factor = 1.0;
            for term in series {
                factor *= ratio;
                *term *= factor;
            }
        }
    }
}

/// Adds `change` to `sum`, of whose rounding `rest` takes care (Kahan 1965).
fn add(sum: &mut DVec3, rest: &mut DVec3, change: DVec3) {
    let change = change + *rest;
    let before = *sum;
    *sum += change;
    *rest = change - (*sum - before);
}

/// The coefficients of h, h (h - h1), ... of a series in powers of h: what remains of repeated
/// divisions.
fn newton_form(series: &[DVec3; TERMS]) -> [DVec3; TERMS] {
    let mut rest = *series;
    for first in 0..TERMS {
        for k in (first..TERMS - 1).rev() {
            let above = rest[k + 1];
            rest[k] += above * NODES[first + 1];
        }
    }
    rest
}
