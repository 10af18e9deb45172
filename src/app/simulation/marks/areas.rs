//! Kepler's second law, seen: the areas that the line from the focus to a body sweeps in equal
//! times.

use std::collections::{BTreeMap, VecDeque};
use std::f64::consts::TAU;

use glam::DVec3;
use starshell::physics::Body;

use crate::app::simulation::marks::center::center_of_mass;

/// Sectors per period, which is also how many are shown.
const SECTORS: usize = 12;
/// Share of the mass from which on one body is the focus; otherwise it is the centre of mass.
const DOMINANT: f64 = 0.9;
/// Largest angle between two points of a sector's edge, in radians.
const ANGLE: f64 = 0.02;
/// Most points between two copies of the bodies.
const POINTS: f64 = 64.0;

/// What a line has swept in one interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sector {
    /// Its number since the start, from 0: even and odd ones look different.
    pub number: u64,
    /// The body's way about the focus.
    pub edge: Vec<DVec3>,
    /// The area in units of length squared.
    pub area: f64,
    /// Whether the interval is over.
    pub is_whole: bool,
}

/// The sectors of one body.
#[derive(Debug)]
struct Track {
    /// Duration of a sector, the same for all.
    interval: f64,
    begin: f64,
    /// Time, place and velocity about the focus, last seen.
    last: (f64, DVec3, DVec3),
    sectors: VecDeque<Sector>,
}

/// The sectors of the bodies that are followed.
#[derive(Debug, Default)]
pub struct Areas {
    focus: DVec3,
    tracks: BTreeMap<u32, Track>,
}

impl Areas {
    /// Continues the sectors of the bodies with the numbers in `swept`, and drops those of others.
    pub fn add(&mut self, time: f64, bodies: &[Body], swept: &[u32]) {
        let Some(center) = center_of_mass(bodies) else { return self.tracks.clear() };
        let heaviest = bodies.iter().max_by(|a, b| a.mass.total_cmp(&b.mass));
        let sun = heaviest.filter(|body| body.mass > DOMINANT * center.mass);
        let focus = sun.unwrap_or(&center);
        self.focus = focus.position;
        self.tracks.retain(|index, _| swept.contains(index));
        for &index in swept {
            let Some(body) = bodies.get(index as usize) else { continue };
            let (place, velocity) =
                (body.position - focus.position, body.velocity - focus.velocity);
            if !(place.is_finite() && velocity.is_finite()) || place.length() == 0.0 {
                self.tracks.remove(&index);
                continue;
            }
            // Two bodies attract the one at the distance r from their centre as a mass there would
            // that is smaller by the cube of its share of the whole distance.
            let mass = if sun.is_some() {
                center.mass
            } else {
                center.mass * (1.0 - body.mass / center.mass).powi(3)
            };
            let now = (time, place, velocity);
            match self.tracks.get_mut(&index) {
                Some(track) if track.goes_on(time) => track.add(now),
                _ => drop(
                    interval(place, velocity, mass)
                        .map(|interval| self.tracks.insert(index, Track::new(interval, now))),
                ),
            }
        }
    }

    /// The point about which areas are swept.
    pub fn focus(&self) -> DVec3 {
        self.focus
    }

    /// All sectors, body by body, the oldest first.
    pub fn sectors(&self) -> impl Iterator<Item = &Sector> {
        self.tracks.values().flat_map(|track| &track.sectors)
    }
}

/// A share of the period of the orbit on which a body with this place and velocity is; `None` if it
/// is not bound.
fn interval(place: DVec3, velocity: DVec3, mass: f64) -> Option<f64> {
    let inverse_axis = 2.0 / place.length() - velocity.length_squared() / mass;
    let period = TAU / (mass * inverse_axis.powi(3)).sqrt();
    (period.is_finite() && period > 0.0).then(|| period / SECTORS as f64)
}

impl Track {
    fn new(interval: f64, now: (f64, DVec3, DVec3)) -> Self {
        let first = Sector { edge: vec![now.1], ..Sector::default() };
        Self { interval, begin: now.0, last: now, sectors: VecDeque::from([first]) }
    }

    /// Whether a body seen at `time` continues the track: time has not been turned back, nor has it
    /// leapt.
    fn goes_on(&self, time: f64) -> bool {
        (0.0..2.0 * self.interval).contains(&(time - self.last.0))
    }

    fn add(&mut self, now: (f64, DVec3, DVec3)) {
        let (from, (time, ..)) = (self.last, now);
        let angle = from.1.angle_between(now.1);
        let parts = (angle / ANGLE).ceil().clamp(1.0, POINTS) as usize;
        let span = time - from.0;
        if span <= 0.0 {
            // The velocity may have been changed.
            self.last = now;
            return;
        }
        let mut times: Vec<f64> =
            (1..=parts).map(|part| from.0 + span * part as f64 / parts as f64).collect();
        // Sectors end exactly at their time.
        let ends = (1..).map(|number| {
            self.begin
                + self.interval * (self.sectors.back().map_or(0, |one| one.number) + number) as f64
        });
        let ends: Vec<f64> = ends.take_while(|end| *end <= time).collect();
        times.extend(&ends);
        times.sort_by(f64::total_cmp);
        times.dedup();
        // Half of r × v is the area per time, which changes slowly, however far apart the copies
        // are: polygons between them would miss what lies between.
        let rates = [from, now].map(|(_, place, velocity)| 0.5 * place.cross(velocity));
        let rate = |at: f64| rates[0].lerp(rates[1], (at - from.0) / span).length();
        let mut before = from.0;
        for at in times {
            let point = between(from, now, at);
            let Some(sector) = self.sectors.back_mut() else { return };
            sector.area += rate(0.5 * (before + at)) * (at - before);
            before = at;
            sector.edge.push(point);
            if ends.contains(&at) {
                sector.is_whole = true;
                let next =
                    Sector { number: sector.number + 1, edge: vec![point], ..Sector::default() };
                self.sectors.push_back(next);
            }
        }
        while self.sectors.len() > SECTORS {
            self.sectors.pop_front();
        }
        self.last = now;
    }
}

/// The place at `time` between two moments, on the cubic curve with their places and velocities.
fn between(from: (f64, DVec3, DVec3), to: (f64, DVec3, DVec3), time: f64) -> DVec3 {
    let span = to.0 - from.0;
    let s = (time - from.0) / span;
    let (s2, s3) = (s * s, s * s * s);
    (2.0 * s3 - 3.0 * s2 + 1.0) * from.1
        + (s3 - 2.0 * s2 + s) * span * from.2
        + (3.0 * s2 - 2.0 * s3) * to.1
        + (s3 - s2) * span * to.2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bodies of total mass 1 on an ellipse of semi-major axis 1 and eccentricity `e`, at the
    /// mean anomaly `m`.
    fn pair(e: f64, m: f64, second: f64) -> Vec<Body> {
        let mut anomaly = m;
        for _ in 0..50 {
            anomaly -= (anomaly - e * anomaly.sin() - m) / (1.0 - e * anomaly.cos());
        }
        let (sin, cos) = anomaly.sin_cos();
        let across = (1.0 - e * e).sqrt();
        let place = DVec3::new(cos - e, across * sin, 0.0);
        let velocity = DVec3::new(-sin, across * cos, 0.0) / (1.0 - e * cos);
        let body = |share: f64, mass: f64| Body {
            position: share * place,
            velocity: share * velocity,
            mass,
            component: 0,
        };
        vec![body(-second, 1.0 - second), body(1.0 - second, second)]
    }

    #[test]
    fn equal_times_sweep_equal_areas_whatever_the_frame_rate() {
        // Equal masses about their centre, and a planet about its sun.
        for (second, semi_major_axis) in [(0.5, 0.5), (1e-3, 1.0)] {
            for frame in [0.01, 0.09] {
                let mut areas = Areas::default();
                for number in 0.. {
                    let time = frame * f64::from(number);
                    areas.add(time, &pair(0.5, time, second), &[1]);
                    if time > 1.2 * TAU {
                        break;
                    }
                }
                let whole: Vec<_> = areas.sectors().filter(|sector| sector.is_whole).collect();
                assert_eq!(whole.len(), SECTORS - 1);
                let ellipse = 0.5 * TAU * semi_major_axis * semi_major_axis * 0.75_f64.sqrt();
                for sector in whole {
                    let expected = ellipse / SECTORS as f64;
                    assert!(
                        (sector.area / expected - 1.0).abs() < 2e-3,
                        "{second}, {frame}: {} of {expected}",
                        sector.area
                    );
                }
            }
        }
    }

    #[test]
    fn areas_are_equal_within_a_percent_when_frames_are_slow_and_irregular() {
        for second in [0.5, 1e-3] {
            let (mut areas, mut time) = (Areas::default(), 0.0);
            for gap in [0.9, 0.07, 0.5, 0.31, 0.75].iter().cycle() {
                areas.add(time, &pair(0.6, time, second), &[1]);
                time += gap;
                if time > 1.5 * TAU {
                    break;
                }
            }
            let whole: Vec<_> = areas
                .sectors()
                .filter(|sector| sector.is_whole)
                .map(|sector| sector.area)
                .collect();
            assert_eq!(whole.len(), SECTORS - 1);
            assert!(
                whole.iter().all(|area| (area / whole[0] - 1.0).abs() < 0.01),
                "{second}: {whole:?}"
            );
        }
    }

    #[test]
    fn a_leap_in_time_and_an_unbound_body_have_no_sectors() {
        let mut areas = Areas::default();
        areas.add(0.0, &pair(0.5, 0.0, 1e-3), &[1]);
        areas.add(0.1, &pair(0.5, 0.1, 1e-3), &[1]);
        assert!(areas.sectors().next().unwrap().area > 0.0);
        for time in [0.05, 9.0] {
            areas.add(time, &pair(0.5, time, 1e-3), &[1]);
            assert!(areas.sectors().all(|sector| sector.area == 0.0), "it starts over at {time}");
        }
        areas.add(9.0, &pair(0.5, 9.0, 1e-3), &[]);
        assert_eq!(areas.sectors().count(), 0);
        let mut fast = pair(0.5, 0.0, 1e-3);
        fast[1].velocity *= 2.0;
        areas.add(0.0, &fast, &[1]);
        assert_eq!(areas.sectors().count(), 0);
    }
}
