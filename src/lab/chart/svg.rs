//! Charts as SVG. Published numbers are hollow diamonds beside what was measured here.

use std::fmt::Write;

use super::{
    Axis, Bar, Chart, Kind, Mark, Series, Shape, dodged,
    paper::{WARNING, begin, diamond, escaped, grid},
    plot::{Line, Plot, Side, Spread, Stroke},
};
use crate::lab::SpeedUp;
use crate::words::{self, Text, t};

/// Width of a chart of bars in pixels.
const WIDTH: f64 = 1000.0;
/// Left edge of the bars, behind their names, and right edge, before their values.
const SIDES: [f64; 2] = [290.0, 760.0];
/// Upper edge of the bars, below title and axis.
const BARS: f64 = 124.0;
/// Height of a bar with its gap.
const ROW: f64 = 22.0;
/// Colours that colour-blind eyes tell apart (Okabe & Ito 2008).
const COLORS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// What an axis measures.
fn named(what: &Text, axis: &Axis) -> String {
    let name = what.spoken();
    if axis.is_logarithmic() { t!("laboratory-logarithmic", name = name) } else { name }
}

impl Chart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        match &self.shape {
            Shape::Bars(bars) => self.of_bars(bars),
            Shape::Curves(series) => self.of_curves(series),
        }
    }

    fn begin(&self, size: [f64; 2]) -> String {
        begin(size, &self.title.spoken(), &self.lines_of_caption())
    }

    /// The caption in two lines.
    fn lines_of_caption(&self) -> Vec<String> {
        let caption: Vec<String> = self.caption().iter().map(Text::spoken).collect();
        let (what, how) = caption.split_at(caption.len().min(1));
        [what, how].map(|line| line.join(" ")).into()
    }

    fn of_bars(&self, bars: &[Bar]) -> String {
        let bottom = BARS + ROW * bars.len() as f64;
        let mut text = self.begin([WIDTH, bottom + 36.0]);
        let Some(axis) = self.axis_of(bars, &[]) else { return text + "</svg>\n" };
        grid(&mut text, &axis, SIDES, [BARS, bottom], &[BARS - 8.0, bottom + 18.0]);
        let middle = f64::midpoint(SIDES[0], SIDES[1]);
        let name = escaped(named(&self.up, &axis));
        let _ = writeln!(
            text,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
            BARS - 26.0
        );
        for (place, bar) in bars.iter().enumerate() {
            self.bar(&mut text, &axis, BARS + ROW * place as f64, bar);
        }
        text + "</svg>\n"
    }

    fn bar(&self, text: &mut String, axis: &Axis, y: f64, bar: &Bar) {
        let pixel = |value: f64| SIDES[0] + axis.place(value) * (SIDES[1] - SIDES[0]);
        let (left, right) = (SIDES[0], pixel(bar.value));
        let name = escaped(format!("{}, {}", bar.name.spoken(), bar.at.spoken()));
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            left - 8.0,
            y + 15.0
        );
        let _ = writeln!(
            text,
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            y + 4.0,
            (right - left).max(1.0),
            ROW - 8.0,
            COLORS[usize::from(bar.is_on_cpu)]
        );
        if let Some([low, high]) = bar.spread.map(|spread| spread.map(pixel)) {
            let (middle, caps) = (y + ROW / 2.0, y + ROW / 2.0 - 4.0);
            let _ = writeln!(
                text,
                "<path d=\"M{low:.1} {caps:.1}v8M{low:.1} {middle:.1}H{high:.1}M{high:.1} {caps:.1}v8\" {ERROR}/>"
            );
        }
        let value = words::local(&self.figure(bar.value).spoken());
        let (x, base) = (SIDES[1] + 10.0, y + 15.0);
        let _ = match bar.is_unsteady {
            false => writeln!(text, "<text x=\"{x:.1}\" y=\"{base:.1}\">{value}</text>"),
            true => writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{base:.1}\" fill=\"{WARNING}\">{value}, {}</text>",
                SpeedUp::unsteady().spoken()
            ),
        };
        for Mark { at, origin } in &bar.published {
            diamond(text, pixel(at[1]), y + ROW / 2.0, &origin.spoken());
        }
    }

    fn of_curves(&self, all: &[Series]) -> String {
        let points = || {
            all.iter().flat_map(|series| {
                series.points.iter().chain(series.published.iter().map(|mark| &mark.at))
            })
        };
        let spreads = || all.iter().flat_map(|series| series.spreads.iter().flatten().copied());
        let y = Axis::around(points().map(|point| point[1]).chain(spreads()));
        let x = Axis::with_scale(
            self.scale_across(),
            all.iter().filter(|series| series.kind != Kind::Level).flat_map(places),
        );
        let (Some(x), Some(y)) = (x, y) else { return self.begin([WIDTH, BARS]) + "</svg>\n" };
        let lines = all.iter().enumerate().zip(dodged(all));
        let lines = lines.map(|((number, series), slots)| line(series, number, &slots, &x));
        Plot {
            title: self.title.spoken(),
            caption: self.lines_of_caption(),
            lines: lines.collect(),
            across: Side { name: named(&self.across, &x), axis: x },
            up: Side { name: named(&self.up, &y), axis: y },
            levels: Vec::new(),
            marks: Vec::new(),
        }
        .svg()
    }
}

/// The places across of all that a series draws.
fn places(series: &Series) -> impl Iterator<Item = f64> {
    series.points.iter().chain(series.published.iter().map(|mark| &mark.at)).map(|point| point[0])
}

/// How the error bars of bars are drawn.
const ERROR: &str = "fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.7\"";

/// A series as a curve. Levels go from edge to edge and are dashed, as are series whose colour was
/// used before.
fn line(series: &Series, number: usize, slots: &[Option<i32>], x: &Axis) -> Line {
    let last = series.points.last().map_or(0.0, |point| point[0]);
    let across = |[place, value]: [f64; 2]| match series.kind {
        Kind::Level => [x.ends[usize::from(place == last)], value],
        Kind::Curve | Kind::Bound => [place, value],
    };
    let round = number / COLORS.len();
    let spreads = series
        .measured()
        .zip(slots)
        .filter_map(|((at, ends), slot)| Some(Spread { at: across(at)[0], slot: (*slot)?, ends }));
    let published = series.published.iter().map(|mark| (mark.at, mark.origin.spoken()));
    Line {
        name: series.name.spoken(),
        warning: series.is_unsteady.then(|| SpeedUp::unsteady().spoken()),
        color: match series.kind {
            Kind::Bound => "#000000",
            Kind::Curve | Kind::Level => COLORS[number % COLORS.len()],
        }
        .to_owned(),
        stroke: match series.kind {
            Kind::Level => Stroke::Level,
            Kind::Curve | Kind::Bound => [Stroke::Solid, Stroke::Dashed, Stroke::Dotted][round % 3],
        },
        points: series.points.iter().copied().map(across).collect(),
        dots: series.measured().map(|(at, _)| across(at)).collect(),
        spreads: spreads.collect(),
        published: published.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::RateUnit;
    use crate::lab::chart::BESIDE;
    use crate::lab::experiment::{Outcome, Published, Quantity, Results, Timing, Verdict};
    use crate::lab::speed_up::SpeedUp;

    fn outcome(variant: &str, count: usize, median_ms: f64, unit: RateUnit) -> Outcome {
        let [machine, kernel] = ["a GPU", "a kernel"].map(str::to_owned);
        let rate = count as f64 / median_ms;
        let timing = Timing {
            machine,
            kernel,
            median_ms,
            min_ms: 1.0,
            max_ms: 1.0,
            quartiles_ms: None,
            rate,
            unit,
            error: None,
            fused: None,
            bytes: None,
            details: Vec::new(),
        };
        Outcome {
            variant: variant.to_owned(),
            count,
            at: None,
            verdict: Verdict::Right,
            timing: Some(timing),
            over: None,
            speed_up: None,
            published: vec![Published::new(Quantity::Milliseconds, 20.0, "G80 & <others>")],
            note: Text::default(),
        }
    }

    fn chart(outcomes: Vec<Outcome>) -> String {
        Chart::new(&Results { experiment: "reduction".to_owned(), outcomes }).unwrap().svg()
    }

    #[test]
    fn two_numbers_make_bars_and_three_make_curves() {
        let bars = chart(vec![
            outcome("a", 100, 1.0, RateUnit::Elements),
            outcome("b", 100, 10.0, RateUnit::Elements),
        ]);
        assert_eq!(
            (bars.matches("<rect ").count(), bars.matches("<polyline ").count()),
            (3, 0),
            "{bars}"
        );
        // Tenfold: one decade of two.
        assert!(bars.contains("width=\"1.0\"") && bars.contains("width=\"235.0\""), "{bars}");
        assert!(bars.contains("20.00 ms, G80 &amp; &lt;others&gt;"), "{bars}");
        assert!(
            bars.contains(">milliseconds, logarithmic<")
                && bars.matches(">100</text>").count() == 2,
            "{bars}"
        );
        let rows =
            |unit: RateUnit| [10, 100, 1000].map(|count| outcome("a", count, 2.0, unit)).to_vec();
        let curves = chart(rows(RateUnit::Elements));
        assert_eq!(
            (curves.matches("<polyline ").count(), curves.matches("<circle ").count()),
            (1, 3),
            "{curves}"
        );
        assert!(
            curves.contains(">number, logarithmic<")
                && curves.contains(">elements/s, logarithmic<"),
            "{curves}"
        );
        assert!(!curves.contains("<title>"), "times have no place among rates");
        let times = chart([rows(RateUnit::Elements), rows(RateUnit::Bodies)].concat());
        assert!(times.contains("Milliseconds against") && times.contains("<title>"), "{times}");
    }

    #[test]
    fn noise_is_drawn_and_said() {
        let with = |mut outcome: Outcome, speed_up: SpeedUp, quartiles| {
            outcome.speed_up = Some(speed_up);
            outcome.timing =
                outcome.timing.map(|timing| Timing { quartiles_ms: quartiles, ..timing });
            outcome
        };
        let rows = |count, speed_up| {
            with(outcome("a", count, 10.0, RateUnit::Elements), speed_up, Some([5.0, 100.0]))
        };
        let bars = chart(vec![rows(10, SpeedUp::Unsteady), rows(20, SpeedUp::Times(1.0))]);
        // Two decades from 1 to 100: the bar of a tenth of that ends in the middle, its error bar
        // at the end.
        assert!(
            bars.contains("H760.0M760.0")
                && bars.matches(", unsteady: run again</text>").count() == 1,
            "{bars}"
        );
        assert!(bars.contains("Error bars: the middle half of the samples."), "{bars}");
        let curves = chart([10, 20, 40].map(|count| rows(count, SpeedUp::Unsteady)).to_vec());
        assert!(
            curves.contains(">unsteady: run again</text>") && curves.matches("h8").count() == 6,
            "{curves}"
        );
        // Reports of earlier versions know the extremes only.
        let old = chart(vec![outcome("a", 100, 1.0, RateUnit::Elements)]);
        assert!(old.contains("Error bars: from the shortest sample to the longest."), "{old}");
    }

    #[test]
    fn bars_have_names_and_show_the_main_quantity() {
        let of = |experiment: &str, variants: &[(&str, Option<f64>, Option<f64>)]| {
            let row = |&(variant, error, fused): &(&str, Option<f64>, Option<f64>)| {
                let mut outcome = outcome(variant, 65_536, 1.0, RateUnit::Elements);
                outcome.timing = outcome.timing.map(|timing| Timing { error, fused, ..timing });
                outcome
            };
            let outcomes = variants.iter().map(row).collect();
            Chart::new(&Results { experiment: experiment.to_owned(), outcomes }).unwrap().svg()
        };
        let sums =
            of("one-sum", &[("cpu: forward", Some(1e-6), None), ("cpu: Kahan", Some(0.0), None)]);
        assert!(
            sums.contains(">cpu: forward, 65\u{a0}536<")
                && sums.contains(">cpu: Kahan, 65\u{a0}536<"),
            "{sums}"
        );
        assert!(
            sums.contains(">1.0·10⁻⁶<")
                && sums.contains(">exact<")
                && sums.contains(">relative error, logarithmic<"),
            "{sums}"
        );
        let rungs = of(
            "nbody-ladder",
            &[("rung-1: one", Some(0.1), None), ("rung-2: two", Some(0.1), None)],
        );
        assert!(
            rungs.contains(">rung-1, 65\u{a0}536<")
                && rungs.contains(">milliseconds, logarithmic<"),
            "{rungs}"
        );
        let threads =
            of("nbody-threads", &[("threads-1", Some(0.1), None), ("threads-16", Some(0.1), None)]);
        assert!(
            threads.contains(">1 thread per body, 65\u{a0}536<")
                && threads.contains(">16 threads per body, 65\u{a0}536<"),
            "{threads}"
        );
        let fused = of("fused", &[("cpu: fused", None, Some(1.0)), ("a * b + c", None, Some(0.0))]);
        assert!(
            fused.contains("width=\"470.0\"")
                && fused.contains(">100 %<")
                && !fused.contains("logarithmic"),
            "{fused}"
        );
        assert!(
            of("fused", &[("cpu: fused", None, None)]).contains("milliseconds"),
            "an earlier version's"
        );
    }

    #[test]
    fn values_off_the_axis_stand_beside_it() {
        let at = |at, variant: &str| Outcome {
            at,
            published: Vec::new(),
            ..outcome(variant, 4_194_304, 2.0, RateUnit::Bytes)
        };
        let mut outcomes: Vec<Outcome> =
            [1.0, 8.0, 64.0].map(|stride| at(Some(stride), "stride")).into();
        outcomes.push(at(None, "random order"));
        let chart = Chart::new(&Results { experiment: "coalescing".to_owned(), outcomes }).unwrap();
        let Shape::Curves(all) = &chart.shape else { panic!("{chart:?}") };
        assert_eq!(
            (all[1].kind, all[1].points[0][0], all[1].points[1][0]),
            (Kind::Level, 1.0, BESIDE * 64.0)
        );
        assert_eq!(all[1].measured().count(), 1);
        assert_eq!(
            chart.svg().matches(">10⁷</text>").count(),
            1,
            "rates reach 10 million, strides 64"
        );
    }

    #[test]
    fn values_that_cannot_be_drawn_are_left_out() {
        let none =
            |experiment: &str, outcomes| Results { experiment: experiment.to_owned(), outcomes };
        assert_eq!(Chart::new(&none("reduction", Vec::new())), None);
        assert_eq!(
            Chart::new(&none("of another version", vec![outcome("a", 1, 1.0, RateUnit::Elements)])),
            None
        );
    }
}
