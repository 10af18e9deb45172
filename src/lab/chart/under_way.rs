//! The chart of measurements that are still under way.

use super::{Chart, Measure, Shape, bar, lines, place, places};
use crate::lab::experiment::{Experiment, Outcome, Timing, Verdict};
use crate::lab::rate::RateUnit;
use crate::lab::so_far::SoFar;
use crate::words::{Text, say};

/// A row without anything that is known only at the end.
fn row(case: &SoFar) -> (Outcome, Timing) {
    let SoFar { ref variant, count, at, median_ms } = *case;
    let median_ms = median_ms.unwrap_or(f64::NAN);
    let outcome = Outcome {
        variant: variant.clone(),
        count,
        at,
        verdict: Verdict::Right,
        timing: None,
        over: None,
        speed_up: None,
        published: Vec::new(),
        note: Text::default(),
    };
    let timing = Timing {
        machine: String::new(),
        kernel: String::new(),
        median_ms,
        min_ms: median_ms,
        max_ms: median_ms,
        quartiles_ms: Some([median_ms; 2]),
        rate: 0.0,
        unit: RateUnit::Elements,
        error: None,
        fused: None,
        bytes: None,
        details: Vec::new(),
    };
    (outcome, timing)
}

impl Chart {
    /// The times of these cases of an experiment so far: bars or curves, as their results will be,
    /// all cases in their places from the first; `None` before there is any. The axis holds the
    /// `seen` least and greatest value.
    pub fn under_way(experiment: &Experiment, cases: &[SoFar], seen: [f64; 2]) -> Option<Self> {
        let rows: Vec<_> = cases.iter().map(row).collect();
        let rows: Vec<_> = rows.iter().map(|(outcome, timing)| (outcome, timing)).collect();
        let measured: Vec<_> =
            rows.iter().copied().filter(|(_, timing)| !timing.median_ms.is_nan()).collect();
        let has_axis =
            measured.first().map(|_| rows.iter().any(|(outcome, _)| outcome.at.is_some()))?;
        let places = places(rows.iter().filter_map(|(outcome, _)| place(outcome, has_axis)));
        let shape = if places.len() >= 3 {
            Shape::Curves(lines(&measured, Measure::Time, &places, has_axis))
        } else {
            Shape::Bars(rows.iter().map(|row| bar(*row, Measure::Time, &rows)).collect())
        };
        let across = [places.first(), places.last()].map(|place| place.copied().unwrap_or(1.0));
        Some(Self {
            title: experiment.title(),
            across: Text::named("axis", experiment.axis.unwrap_or("number")),
            measure: Measure::Time,
            up: say!("chart-milliseconds"),
            has_extremes: false,
            seen: Some([across, seen]),
            shape,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment;

    #[test]
    fn a_chart_fills_while_its_cases_are_under_way() {
        let experiment = experiment("nbody-threads").unwrap();
        let case = |variant: &str, count, median_ms| SoFar {
            variant: variant.to_owned(),
            count,
            at: None,
            median_ms,
        };
        let mut cases = vec![case("threads-1", 256, None), case("threads-2", 256, None)];
        assert_eq!(Chart::under_way(experiment, &cases, [1.0, 1.0]), None);
        cases[1].median_ms = Some(20.0);
        let chart = Chart::under_way(experiment, &cases, [2.0, 20.0]).unwrap();
        let Shape::Bars(bars) = &chart.shape else { panic!("{chart:?}") };
        assert!(
            bars.len() == 2 && bars[0].value.is_nan() && bars[1].value == 20.0,
            "each in its place"
        );
        assert_eq!(
            chart.axis_of(bars, &[]).unwrap().ends,
            [1.0, 100.0],
            "with what was seen before"
        );
        assert_eq!(chart.caption().len(), 1);
        cases = [256, 512, 1024]
            .into_iter()
            .flat_map(|count| [case("threads-1", count, None), case("threads-2", count, None)])
            .collect();
        (cases[0].median_ms, cases[1].median_ms, cases[2].median_ms) =
            (Some(1.0), Some(2.0), Some(3.0));
        let chart = Chart::under_way(experiment, &cases, [1.0, 3.0]).unwrap();
        let Shape::Curves(all) = &chart.shape else {
            panic!("curves from the first, not bars at first: {chart:?}")
        };
        assert_eq!(all[0].points, [[256.0, 1.0], [512.0, 3.0]]);
        assert_eq!(all[1].points, [[256.0, 2.0]]);
        assert_eq!(chart.seen, Some([[256.0, 1024.0], [1.0, 3.0]]));
    }
}
