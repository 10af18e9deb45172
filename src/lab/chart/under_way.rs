//! The chart of measurements that are still under way.

use super::{Chart, Measure, Shape, bar, lines, place, places};
use crate::lab::experiment::{Experiment, Outcome, Timing, Verdict};
use crate::lab::rate::RateUnit;
use crate::lab::so_far::SoFar;
use crate::words::{Text, say};

/// A row without anything that is known only at the end.
fn row(case: &SoFar) -> (Outcome, Timing) {
    let SoFar { ref variant, count, at, median_ms } = *case;
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
        details: Vec::new(),
    };
    (outcome, timing)
}

impl Chart {
    /// The times of these cases of an experiment so far: bars or curves, as their results will be; `None` without any.
    pub fn under_way(experiment: &Experiment, cases: &[SoFar]) -> Option<Self> {
        let rows: Vec<_> = cases.iter().map(row).collect();
        let rows: Vec<_> = rows.iter().map(|(outcome, timing)| (outcome, timing)).collect();
        let has_axis = rows.first().map(|_| rows.iter().any(|(outcome, _)| outcome.at.is_some()))?;
        let places = places(rows.iter().filter_map(|(outcome, _)| place(outcome, has_axis)));
        let shape = if places.len() >= 3 {
            Shape::Curves(lines(&rows, Measure::Time, &places, has_axis))
        } else {
            Shape::Bars(rows.iter().map(|row| bar(*row, Measure::Time, &rows)).collect())
        };
        Some(Self {
            title: experiment.title(),
            across: Text::named("axis", experiment.axis.unwrap_or("number")),
            measure: Measure::Time,
            up: say!("chart-milliseconds"),
            has_extremes: false,
            is_under_way: true,
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
        let case = |variant: &str, count, median_ms| SoFar { variant: variant.to_owned(), count, at: None, median_ms };
        assert_eq!(Chart::under_way(experiment, &[]), None);
        let mut cases = vec![case("threads-1", 256, 1.0), case("threads-2", 256, 2.0)];
        let chart = Chart::under_way(experiment, &cases).unwrap();
        let Shape::Bars(bars) = &chart.shape else { panic!("{chart:?}") };
        assert_eq!((bars.len(), bars[1].value, chart.caption().len()), (2, 2.0, 1));
        cases.extend([case("threads-1", 512, 3.0), case("threads-1", 1024, 4.0)]);
        let chart = Chart::under_way(experiment, &cases).unwrap();
        let Shape::Curves(all) = &chart.shape else { panic!("{chart:?}") };
        assert_eq!(all[0].points, [[256.0, 1.0], [512.0, 3.0], [1024.0, 4.0]]);
        assert_eq!(all[1].points, [[256.0, 2.0]]);
    }
}
