//! Charts as SVG. Published numbers are hollow diamonds beside what was measured here.

use std::fmt::Write;

use super::{Axis, Bar, Chart, Kind, Mark, Series, Shape, dodged};
use crate::lab::SpeedUp;
use crate::words::Text;

/// Width of a chart in pixels.
const WIDTH: f64 = 1000.0;
/// Left edge of the plot, behind the names of bars, and right edge, before values and names of
/// curves.
const SIDES: [f64; 2] = [290.0, 760.0];
/// Upper edge of a plot below its title, and of bars, which have an axis there, too.
const TOP: f64 = 84.0;
const BARS: f64 = TOP + 40.0;
/// Height of a bar with its gap.
const ROW: f64 = 22.0;
/// Height of a plot of curves.
const HEIGHT: f64 = 380.0;
/// Colours that colour-blind eyes tell apart (Okabe & Ito 2008).
const COLORS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];
const WARNING: &str = "#b00020";

/// An axis between these pixels.
#[derive(Clone, Copy)]
struct Scale {
    axis: Axis,
    pixels: [f64; 2],
}

impl Scale {
    fn pixel(&self, value: f64) -> f64 {
        self.pixels[0] + self.axis.place(value) * (self.pixels[1] - self.pixels[0])
    }

    /// The name of what it measures.
    fn name(&self, what: &Text) -> String {
        if self.axis.is_logarithmic { format!("{what}, logarithmic") } else { what.to_string() }
    }
}

impl Chart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        match &self.shape {
            Shape::Bars(bars) => self.of_bars(bars),
            Shape::Curves(series) => self.of_curves(series),
        }
    }

    fn begin(&self, height: f64) -> String {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"20\" y=\"28\" font-size=\"19\" font-weight=\"bold\">{}</text>\n",
            escaped(&self.title),
        );
        let caption = self.caption();
        let lines = caption.split_at(caption.len().min(1));
        for (line, y) in [(lines.0, 48), (lines.1, 66)] {
            let line: Vec<String> = line.iter().map(Text::to_string).collect();
            let _ = writeln!(
                text,
                "<text x=\"20\" y=\"{y}\" fill=\"#555555\">{}</text>",
                escaped(line.join(" "))
            );
        }
        text
    }

    fn of_bars(&self, bars: &[Bar]) -> String {
        let bottom = BARS + ROW * bars.len() as f64;
        let mut text = self.begin(bottom + 36.0);
        let Some(axis) = self.axis_of(bars, &[]) else { return text + "</svg>\n" };
        let scale = Scale { axis, pixels: SIDES };
        grid(&mut text, &scale, [BARS, bottom], &[BARS - 8.0, bottom + 18.0]);
        let middle = f64::midpoint(SIDES[0], SIDES[1]);
        let name = escaped(scale.name(&self.up));
        let _ = writeln!(
            text,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
            BARS - 26.0
        );
        for (place, bar) in bars.iter().enumerate() {
            self.bar(&mut text, &scale, BARS + ROW * place as f64, bar);
        }
        text + "</svg>\n"
    }

    fn bar(&self, text: &mut String, scale: &Scale, y: f64, bar: &Bar) {
        let (left, right) = (SIDES[0], scale.pixel(bar.value));
        let name = escaped(format!("{}, {}", bar.name.in_english(), bar.at));
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
        if let Some([low, high]) = bar.spread.map(|spread| spread.map(|value| scale.pixel(value))) {
            let (middle, caps) = (y + ROW / 2.0, y + ROW / 2.0 - 4.0);
            let _ = writeln!(
                text,
                "<path d=\"M{low:.1} {caps:.1}v8M{low:.1} {middle:.1}H{high:.1}M{high:.1} {caps:.1}v8\" {ERROR}/>"
            );
        }
        let value = self.figure(bar.value);
        let _ = match bar.is_unsteady {
            false => writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
                SIDES[1] + 10.0,
                y + 15.0
            ),
            true => writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{WARNING}\">{value}, {}</text>",
                SIDES[1] + 10.0,
                y + 15.0,
                SpeedUp::UNSTEADY
            ),
        };
        for Mark { at, origin } in &bar.published {
            diamond(text, scale.pixel(at[1]), y + ROW / 2.0, origin);
        }
    }

    fn of_curves(&self, all: &[Series]) -> String {
        let points = || {
            all.iter().flat_map(|series| {
                series.points.iter().chain(series.published.iter().map(|mark| &mark.at))
            })
        };
        let spreads = || all.iter().flat_map(|series| series.spreads.iter().flatten().copied());
        let bottom = TOP + HEIGHT;
        let left = 90.0;
        let mut text = self.begin(bottom + 56.0);
        let y = Axis::around(points().map(|point| point[1]).chain(spreads()));
        let x =
            Axis::around(all.iter().filter(|series| series.kind != Kind::Level).flat_map(places));
        let (Some(x), Some(y)) = (x, y) else { return text + "</svg>\n" };
        let (x, y) =
            (Scale { axis: x, pixels: [left, SIDES[1]] }, Scale { axis: y, pixels: [bottom, TOP] });
        grid(&mut text, &x, [TOP, bottom], &[bottom + 18.0]);
        let middle = f64::midpoint(left, SIDES[1]);
        let across = escaped(x.name(&self.across));
        let _ = writeln!(
            text,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{across}</text>",
            bottom + 40.0
        );
        let (up, middle) = (escaped(y.name(&self.up)), f64::midpoint(TOP, bottom));
        let _ = writeln!(
            text,
            "<text transform=\"translate(24 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{up}</text>"
        );
        for tick in y.axis.ticks() {
            let at = y.pixel(tick);
            let _ = writeln!(text, "<path d=\"M{left} {at:.1}H{}\" stroke=\"#dddddd\"/>", SIDES[1]);
            let power = power(tick);
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{power}</text>",
                left - 8.0,
                at + 4.0
            );
        }
        let mut labels: Vec<(f64, String)> = Vec::new();
        for ((number, series), slots) in all.iter().enumerate().zip(dodged(all)) {
            let color =
                if series.kind == Kind::Bound { "#000000" } else { COLORS[number % COLORS.len()] };
            line(&mut text, [&x, &y], series, color, number / COLORS.len());
            error_bars(&mut text, [&x, &y], series, color, &slots);
            if let Some([_, end]) = series.points.last() {
                let mut label = |below: f64, color: &str, words: &str| {
                    let words = escaped(words);
                    let label = format!(
                        "<text x=\"{:.1}\" y=\"@\" fill=\"{color}\">{words}</text>",
                        SIDES[1] + 10.0
                    );
                    labels.push((y.pixel(*end) + below, label));
                };
                label(0.0, color, &series.name.in_english());
                if series.is_unsteady {
                    label(0.01, WARNING, SpeedUp::UNSTEADY);
                }
            }
        }
        // From the top down, each at least a line below the one before.
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut above = TOP - 16.0;
        for (at, label) in labels {
            above = (above + 16.0).max(at + 4.0);
            let _ = writeln!(text, "{}", label.replacen('@', &format!("{above:.1}"), 1));
        }
        text + "</svg>\n"
    }
}

/// The places across of all that a series draws.
fn places(series: &Series) -> impl Iterator<Item = f64> {
    series.points.iter().chain(series.published.iter().map(|mark| &mark.at)).map(|point| point[0])
}

/// How the error bars of bars are drawn.
const ERROR: &str = "fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.7\"";

/// Where a point of a series stands across. A level goes from edge to edge.
fn across(x: &Scale, series: &Series, value: f64) -> f64 {
    let last = series.points.last().map_or(0.0, |point| point[0]);
    match series.kind {
        Kind::Level => x.pixels[usize::from(value == last)],
        Kind::Curve | Kind::Bound => x.pixel(value),
    }
}

/// A series with its points and published values. Levels are dashed, as are series whose colour was
/// used before.
fn line(text: &mut String, [x, y]: [&Scale; 2], series: &Series, color: &str, round: usize) {
    let dash = match (series.kind, round % 3) {
        (Kind::Level, _) => " stroke-dasharray=\"9 5\"",
        (_, round) => ["", " stroke-dasharray=\"6 4\"", " stroke-dasharray=\"2 3\""][round],
    };
    let points: Vec<_> = series
        .points
        .iter()
        .map(|point| (across(x, series, point[0]), y.pixel(point[1])))
        .collect();
    let path = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ");
    let _ = writeln!(
        text,
        "<polyline points=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>"
    );
    for (at, _) in series.measured() {
        let (x, y) = (across(x, series, at[0]), y.pixel(at[1]));
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
    }
    for Mark { at, origin } in &series.published {
        diamond(text, x.pixel(at[0]), y.pixel(at[1]), origin);
    }
}

/// The error bars of a series, in its colour and beside those of others.
fn error_bars(
    text: &mut String,
    [x, y]: [&Scale; 2],
    series: &Series,
    color: &str,
    slots: &[Option<i32>],
) {
    for ((at, spread), slot) in series.measured().zip(slots) {
        let Some(slot) = slot else { continue };
        let [low, high] = spread.map(|value| y.pixel(value));
        let x = across(x, series, at[0]) + APART * f64::from(*slot);
        let caps = x - 4.0;
        let path = format!("M{caps:.1} {low:.1}h8M{x:.1} {low:.1}V{high:.1}M{caps:.1} {high:.1}h8");
        let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\"/>");
    }
}

/// Pixels between error bars at the same place.
const APART: f64 = 9.0;

/// Vertical lines at the ticks of a horizontal axis, with their numbers at these heights.
fn grid(text: &mut String, scale: &Scale, [top, bottom]: [f64; 2], numbers: &[f64]) {
    for tick in scale.axis.ticks() {
        let at = scale.pixel(tick);
        let _ = writeln!(text, "<path d=\"M{at:.1} {top}V{bottom:.1}\" stroke=\"#dddddd\"/>");
        let number =
            if scale.axis.is_logarithmic { power(tick) } else { format!("{:.0} %", 100.0 * tick) };
        for y in numbers {
            let _ = writeln!(
                text,
                "<text x=\"{at:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{number}</text>"
            );
        }
    }
}

/// A published number, with its origin as a tooltip.
fn diamond(text: &mut String, x: f64, y: f64, origin: &Text) {
    let _ = writeln!(
        text,
        "<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\" fill=\"#ffffff\" stroke=\"#000000\"><title>{}</title></path>",
        y - 6.0,
        escaped(origin)
    );
}

/// A decade as a number, or as a power of ten.
fn power(value: f64) -> String {
    match value.log10().round() as i32 {
        decade @ -3..=-1 => format!("{value:.digits$}", digits = decade.unsigned_abs() as usize),
        0..=3 => format!("{value:.0}"),
        decade => format!("10<tspan dy=\"-5\" font-size=\"10\">{decade}</tspan>"),
    }
}

/// Text for XML.
fn escaped(text: impl std::fmt::Display) -> String {
    // XML can hold neither these two nor control characters, which names in a report can.
    let is_xml =
        |letter: &char| !letter.is_control() && !('\u{fffe}'..='\u{ffff}').contains(letter);
    let text: String = text.to_string().chars().filter(is_xml).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::RateUnit;
    use crate::lab::chart::BESIDE;
    use crate::lab::experiment::{Outcome, Published, Quantity, Results, Timing, Verdict};
    use crate::lab::speed_up::SpeedUp;

    #[test]
    fn characters_that_xml_cannot_hold_are_left_out() {
        assert_eq!(escaped("a\0\u{1b}[31m\u{ffff}<é字\u{1f469}>"), "a[31m&lt;é字\u{1f469}&gt;");
    }

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
            sums.contains(">cpu: forward, 65,536<") && sums.contains(">cpu: Kahan, 65,536<"),
            "{sums}"
        );
        assert!(
            sums.contains(">1.0e-6<")
                && sums.contains(">exact<")
                && sums.contains(">relative error, logarithmic<"),
            "{sums}"
        );
        let rungs = of(
            "nbody-ladder",
            &[("rung-1: one", Some(0.1), None), ("rung-2: two", Some(0.1), None)],
        );
        assert!(
            rungs.contains(">rung-1, 65,536<") && rungs.contains(">milliseconds, logarithmic<"),
            "{rungs}"
        );
        let threads =
            of("nbody-threads", &[("threads-1", Some(0.1), None), ("threads-16", Some(0.1), None)]);
        assert!(
            threads.contains(">1 thread per body, 65,536<")
                && threads.contains(">16 threads per body, 65,536<"),
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
            chart.svg().matches("font-size=\"10\">7</tspan>").count(),
            1,
            "rates reach 10 million, strides 100"
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
