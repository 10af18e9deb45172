//! What each plot shows: the curves of the run, of those that are kept, and of a model, in the
//! units shown.

use std::sync::LazyLock;

use egui::Color32;
use starshell::lab::chart::Scale;
use starshell::physics::Profile;
use starshell::physics::initial::plummer;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::{
    chart::{Axis, Chart, Curve},
    numbers::Numbers,
    theme::Palette,
};
use crate::app::simulation::run::Run;
use crate::app::simulation::statistics::{ALARMING, Kept, Measured, Statistics};
use crate::lesson::Plot;

/// How far below the worst error of the energy its axis reaches, and how far below the limit the
/// worst error is when it is drawn, as factors.
const DEPTH: f64 = 1e6;
const NEAR: f64 = 100.0;
/// Points of a model's curve.
const MODEL_POINTS: usize = 96;

/// The curves of the runs that are kept and shown.
pub fn kept_curves(run: &Run, plot: Plot, palette: &Palette) -> Vec<Curve> {
    let curve = |kept: &Kept| {
        let (name, color) = (kept.name.clone(), palette.plot[1 + kept.color]);
        Some(Curve { name, color, is_model: false, is_filled: false, points: kept.curve(plot)? })
    };
    run.kept().filter(|kept| kept.is_shown).filter_map(curve).collect()
}

/// What a plot measures across and up.
fn quantities(plot: Plot) -> [Dimension; 2] {
    match plot {
        Plot::Energies => [Dimension::Time, Dimension::Energy],
        Plot::Drift | Plot::Virial => [Dimension::Time, Dimension::Ratio],
        Plot::Momentum => [Dimension::Time, Dimension::Momentum],
        Plot::AngularMomentum => [Dimension::Time, Dimension::AngularMomentum],
        Plot::Radii => [Dimension::Time, Dimension::Length],
        Plot::Density => [Dimension::Length, Dimension::Density],
        Plot::Speeds => [Dimension::Speed, Dimension::PerSpeed],
    }
}

/// A chart in the scene's units, converted to those shown.
pub fn in_units(mut chart: Chart, plot: Plot, numbers: Numbers) -> Chart {
    convert(&mut chart.curves, plot, numbers);
    let quantities = quantities(plot);
    chart.marks.iter_mut().for_each(|time| *time *= numbers.factor(quantities[0]));
    chart.units = quantities.map(|quantity| numbers.symbol(quantity));
    chart
}

/// Converts curves of a plot from the scene's units to those shown.
pub fn convert(curves: &mut [Curve], plot: Plot, numbers: Numbers) {
    let [across, up] = quantities(plot).map(|quantity| numbers.factor(quantity));
    for point in curves.iter_mut().flat_map(|curve| &mut curve.points) {
        *point = [across * point[0], up * point[1]];
    }
}

/// The curves of a plot, in the scene's units.
pub fn chart(
    statistics: &Statistics,
    plot: Plot,
    is_plummer: bool,
    palette: &Palette,
) -> Chart<'static> {
    let [first, second, third, fourth, ..] = palette.plot;
    let measured = statistics.measurements();
    let over_time = |name: &str, color, value: &dyn Fn(&Measured) -> f64| {
        curve(name, color, measured.over_time(value))
    };
    let vector = |name: &str, value: fn(&Measured) -> glam::DVec3| {
        let component = |axis: usize| move |now: &Measured| value(now).to_array()[axis];
        vec![
            over_time(&format!("{name}x"), second, &component(0)),
            over_time(&format!("{name}y"), third, &component(1)),
            over_time(&format!("{name}z"), fourth, &component(2)),
            over_time(&format!("|{name}|"), first, &|now| value(now).length()),
        ]
    };
    let time = Axis { symbol: "t", scale: Scale::Linear };
    let linear = Axis::default();
    let logarithmic = Axis { symbol: "", scale: Scale::Decades };
    let marks = statistics.marks().to_vec();
    let of_time = |curves| Chart {
        curves,
        across: time,
        up: linear,
        marks: marks.clone(),
        ..Chart::default()
    };
    match plot {
        Plot::Energies => Chart {
            included: vec![0.0],
            ..of_time(vec![
                over_time("K", second, &|now| now.diagnostics.kinetic),
                over_time("W", third, &|now| now.diagnostics.potential),
                over_time("E", first, &|now| now.diagnostics.energy()),
            ])
        },
        Plot::Drift => {
            // An error of exactly 0, as at the beginning, has no logarithm and is left out.
            let error = |now: &Measured| now.drift.map_or(f64::NAN, f64::abs);
            let mut error = over_time("|ΔE/E|", first, &error);
            let worst = error.points.iter().map(|point| point[1]).fold(0.0, f64::max);
            let range = |point: &mut [f64; 2]| {
                if point[1] > 0.0 {
                    point[1] = point[1].max(worst / DEPTH);
                }
            };
            error.points.iter_mut().for_each(range);
            // Where errors come near it, the limit is worth its room.
            let is_near = worst >= ALARMING / NEAR;
            let limit =
                is_near.then(|| (ALARMING, format!("{} %", words::short(100.0 * ALARMING))));
            let included = [1e-7, 1e-5].into_iter().chain(is_near.then_some(ALARMING));
            Chart {
                up: logarithmic,
                included: included.collect(),
                levels: limit.into_iter().collect(),
                ..of_time(vec![error])
            }
        }
        Plot::Momentum => {
            Chart { included: vec![0.0], ..of_time(vector("P", |now| now.diagnostics.momentum)) }
        }
        Plot::AngularMomentum => Chart {
            included: vec![0.0],
            ..of_time(vector("L", |now| now.diagnostics.angular_momentum))
        },
        Plot::Virial => {
            let curves = vec![over_time("K/|W|", first, &|now| now.diagnostics.virial_ratio())];
            Chart {
                levels: vec![(0.5, String::new())],
                included: vec![0.4, 0.6],
                ..of_time(curves)
            }
        }
        Plot::Radii => {
            let names =
                ["1 %", "10 %", "50 %", "90 %"].into_iter().zip([second, third, first, fourth]);
            let curves = names
                .enumerate()
                .map(|(place, (name, color))| curve(name, color, measured.radius(place)));
            Chart { up: logarithmic, ..of_time(curves.collect()) }
        }
        Plot::Density => density(statistics, is_plummer, [first, second]),
        Plot::Speeds => {
            let steps = statistics.profile().map_or_else(Vec::new, histogram);
            let mut curves =
                vec![Curve { is_filled: true, ..curve(&t!("science-measured"), first, steps) }];
            if is_plummer && statistics.profile().is_some() {
                curves.push(Curve {
                    is_model: true,
                    ..curve(&t!("science-plummer"), second, plummer_speeds(mass(statistics)))
                });
            }
            let speed = Axis { symbol: "v", scale: Scale::Linear };
            Chart { curves, across: speed, up: linear, included: vec![0.0], ..Chart::default() }
        }
    }
}

/// The density, and that of Plummer's model beside it.
fn density(
    statistics: &Statistics,
    is_plummer: bool,
    [first, second]: [Color32; 2],
) -> Chart<'static> {
    let shells = statistics.profile().map_or(&[][..], |profile| &profile.density);
    let mut curves = vec![curve(
        &t!("science-measured"),
        first,
        shells.iter().map(|&(r, rho)| [r, rho]).collect(),
    )];
    if is_plummer {
        let points = shells
            .iter()
            .map(|&(r, _)| [r, plummer::density(mass(statistics), plummer::SCALE_LENGTH, r)]);
        curves.push(Curve {
            is_model: true,
            ..curve(&t!("science-plummer"), second, points.collect())
        });
    }
    let radius = Axis { symbol: "r", scale: Scale::Decades };
    let up = Axis { symbol: "", scale: Scale::Decades };
    Chart { curves, across: radius, up, ..Chart::default() }
}

fn curve(name: &str, color: Color32, points: Vec<[f64; 2]>) -> Curve {
    let name = name.to_owned();
    Curve { name, color, is_model: false, is_filled: false, points }
}

fn mass(statistics: &Statistics) -> f64 {
    statistics.profile().map_or(0.0, |profile| profile.mass)
}

/// Share of the bodies per unit of speed, as a histogram. Bins are wider for fewer bodies, so that
/// each shows more than chance.
fn histogram(profile: &Profile) -> Vec<[f64; 2]> {
    let joined = match profile.count {
        ..4_000 => 4,
        4_000..32_000 => 2,
        _ => 1,
    };
    let width = profile.speed_bin() * joined as f64;
    let share = |bodies: &[u32]| {
        f64::from(bodies.iter().sum::<u32>()) / (profile.count.max(1) as f64 * width)
    };
    let step = |(bin, bodies): (usize, &[u32])| {
        [bin, bin + 1].map(|bound| [bound as f64 * width, share(bodies)])
    };
    profile.speeds.chunks(joined).enumerate().flat_map(step).collect()
}

/// Share of the bodies per unit of speed in the Plummer model of this mass. The shape is computed
/// once: speeds scale with the square root of the mass.
fn plummer_speeds(mass: f64) -> Vec<[f64; 2]> {
    static OF_MASS_1: LazyLock<Vec<[f64; 2]>> = LazyLock::new(|| {
        let most = (2.0 / plummer::SCALE_LENGTH).sqrt();
        let speed = |point: usize| most * point as f64 / MODEL_POINTS as f64;
        let point = |point| {
            [speed(point), plummer::speed_density(1.0, plummer::SCALE_LENGTH, speed(point))]
        };
        (0..=MODEL_POINTS).map(point).collect()
    });
    let unit = mass.sqrt();
    OF_MASS_1.iter().map(|[speed, density]| [speed * unit, density / unit]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_histogram_has_the_area_1() {
        let profile =
            Profile { count: 128, speed_max: 3.2, speeds: vec![2; 64], ..Profile::default() };
        let area: f64 =
            histogram(&profile).chunks(2).map(|step| (step[1][0] - step[0][0]) * step[0][1]).sum();
        assert!((area - 1.0).abs() < 1e-12, "{area}");
    }

    #[test]
    fn the_plummer_curve_scales_with_the_mass() {
        let (mass, scale) = (4.0, plummer::SCALE_LENGTH);
        for [speed, density] in plummer_speeds(mass).into_iter().step_by(10) {
            assert!((density - plummer::speed_density(mass, scale, speed)).abs() < 1e-9);
        }
    }
}
