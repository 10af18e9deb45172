//! Charts as SVG. Published numbers are hollow diamonds beside what was measured here.

use std::fmt::Write;

use super::{Bar, Chart, Mark, Series, Shape};
use crate::lab::report::figure;

/// Width of a chart in pixels.
const WIDTH: f64 = 1000.0;
/// Left edge of the plot, behind the names of bars, and right edge, before values and names of curves.
const SIDES: [f64; 2] = [290.0, 760.0];
const TOP: f64 = 64.0;
/// Height of a bar with its gap.
const ROW: f64 = 22.0;
/// Height of a plot of curves.
const HEIGHT: f64 = 380.0;
/// Colours that colour-blind eyes tell apart (Okabe & Ito 2008).
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// A logarithmic axis: values, and the pixels of its ends.
#[derive(Clone, Copy)]
struct Axis {
    values: [f64; 2],
    pixels: [f64; 2],
}

impl Axis {
    /// An axis of whole decades that holds all positive `values`, but none beyond all measure; `None` if there are none.
    fn around(values: impl Iterator<Item = f64>, pixels: [f64; 2]) -> Option<Self> {
        let [least, most] = values
            .filter(|value| (1e-100..1e100).contains(value))
            .fold([f64::INFINITY, 0.0_f64], |[a, b], value| [a.min(value), b.max(value)]);
        let decades = [least.log10().floor(), most.log10().ceil()];
        // A single value on a whole decade needs some room, too.
        let decades = if decades[0] < decades[1] { decades } else { [decades[0] - 1.0, decades[1] + 1.0] };
        (most > 0.0).then_some(Self { values: decades.map(|decade| 10_f64.powf(decade)), pixels })
    }

    fn pixel(&self, value: f64) -> f64 {
        let [from, to] = self.values.map(f64::log10);
        self.pixels[0] + (value.log10() - from) / (to - from) * (self.pixels[1] - self.pixels[0])
    }

    /// Every decade.
    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let [from, to] = self.values.map(|value| value.log10().round() as i32);
        (from..=to).map(|decade| 10_f64.powi(decade))
    }
}

fn begin(title: &str, what: &str, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"19\" font-weight=\"bold\">{}</text>\n\
         <text x=\"20\" y=\"48\" fill=\"#555555\">{}</text>\n",
        escaped(title),
        escaped(what)
    )
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
        begin(self.title, &self.caption(), height)
    }

    fn of_bars(&self, bars: &[Bar]) -> String {
        let values = bars.iter().flat_map(|bar| bar.published.iter().map(|mark| mark.at[1]).chain([bar.milliseconds]));
        let bottom = TOP + ROW * bars.len() as f64;
        let mut text = self.begin(bottom + 36.0);
        let Some(axis) = Axis::around(values, SIDES) else { return text + "</svg>\n" };
        grid(&mut text, &axis, bottom);
        for (place, bar) in bars.iter().enumerate() {
            let y = TOP + ROW * place as f64;
            let (left, right) = (SIDES[0], axis.pixel(bar.milliseconds));
            let name = escaped(&bar.name);
            let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>", left - 8.0, y + 15.0);
            let _ = writeln!(
                text,
                "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
                y + 4.0,
                (right - left).max(1.0),
                ROW - 8.0,
                COLORS[usize::from(bar.is_on_cpu)]
            );
            let _ =
                writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", SIDES[1] + 10.0, y + 15.0, figure(bar.milliseconds));
            for Mark { at, origin } in &bar.published {
                diamond(&mut text, axis.pixel(at[1]), y + ROW / 2.0, origin);
            }
        }
        text + "</svg>\n"
    }

    fn of_curves(&self, all: &[Series]) -> String {
        let points = || all.iter().flat_map(|series| series.points.iter().chain(series.published.iter().map(|mark| &mark.at)));
        let bottom = TOP + HEIGHT;
        let left = 90.0;
        let mut text = self.begin(bottom + 56.0);
        let y = Axis::around(points().map(|point| point[1]), [bottom, TOP]);
        let x = Axis::around(points().map(|point| point[0]), [left, SIDES[1]]);
        let (Some(x), Some(y)) = (x, y) else { return text + "</svg>\n" };
        grid(&mut text, &x, bottom);
        let middle = f64::midpoint(left, SIDES[1]);
        let across = escaped(self.across);
        let _ = writeln!(text, "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{across}</text>", bottom + 40.0);
        for tick in y.ticks() {
            let at = y.pixel(tick);
            let _ = writeln!(text, "<path d=\"M{left} {at:.1}H{}\" stroke=\"#dddddd\"/>", SIDES[1]);
            let power = power(tick);
            let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{power}</text>", left - 8.0, at + 4.0);
        }
        let mut labels: Vec<(f64, String)> = Vec::new();
        for (number, series) in all.iter().enumerate() {
            let color = if series.is_bound { "#000000" } else { COLORS[number % COLORS.len()] };
            let dash = ["", " stroke-dasharray=\"6 4\"", " stroke-dasharray=\"2 3\""][number / COLORS.len() % 3];
            let points: Vec<_> = series.points.iter().map(|point| (x.pixel(point[0]), y.pixel(point[1]))).collect();
            let path = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "<polyline points=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>");
            for (x, y) in points.iter().filter(|_| !series.is_bound) {
                let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
            }
            for Mark { at, origin } in &series.published {
                diamond(&mut text, x.pixel(at[0]), y.pixel(at[1]), origin);
            }
            if let Some((_, end)) = points.last() {
                let name = escaped(&series.name);
                labels.push((*end, format!("<text x=\"{:.1}\" y=\"@\" fill=\"{color}\">{name}</text>", SIDES[1] + 10.0)));
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

/// Vertical lines at the ticks of a horizontal axis, with their numbers.
fn grid(text: &mut String, axis: &Axis, bottom: f64) {
    for tick in axis.ticks() {
        let at = axis.pixel(tick);
        let _ = writeln!(text, "<path d=\"M{at:.1} {TOP}V{bottom:.1}\" stroke=\"#dddddd\"/>");
        let _ = writeln!(text, "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>", bottom + 18.0, power(tick));
    }
}

/// A published number, with its origin as a tooltip.
fn diamond(text: &mut String, x: f64, y: f64, origin: &str) {
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
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::{Outcome, Published, Quantity, Results, Timing, Verdict};

    fn outcome(variant: &str, count: usize, median_ms: f64, unit: &str) -> Outcome {
        let [machine, kernel] = ["a GPU", "a kernel"].map(str::to_owned);
        let rate = count as f64 / median_ms;
        let timing = Timing {
            machine,
            kernel,
            median_ms,
            min_ms: 1.0,
            max_ms: 1.0,
            rate,
            unit: unit.to_owned(),
            error: None,
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
            note: String::new(),
        }
    }

    fn chart(outcomes: Vec<Outcome>) -> String {
        Chart::new(&Results { experiment: "reduction".to_owned(), outcomes }).unwrap().svg()
    }

    #[test]
    fn two_numbers_make_bars_and_three_make_curves() {
        let bars = chart(vec![outcome("a", 100, 1.0, "elements/s"), outcome("b", 100, 10.0, "elements/s")]);
        assert_eq!((bars.matches("<rect ").count(), bars.matches("<polyline ").count()), (3, 0), "{bars}");
        // Tenfold: one decade of two.
        assert!(bars.contains("width=\"1.0\"") && bars.contains("width=\"235.0\""), "{bars}");
        assert!(bars.contains("20.00 ms, G80 &amp; &lt;others&gt;"), "{bars}");
        let rows = |unit: &'static str| [10, 100, 1000].map(|count| outcome("a", count, 2.0, unit)).to_vec();
        let curves = chart(rows("elements/s"));
        assert_eq!((curves.matches("<polyline ").count(), curves.matches("<circle ").count()), (1, 3), "{curves}");
        assert!(!curves.contains("<title>"), "times have no place among rates");
        let times = chart([rows("elements/s"), rows("bodies/s")].concat());
        assert!(times.contains("Milliseconds against") && times.contains("<title>"), "{times}");
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        let none = |experiment: &str, outcomes| Results { experiment: experiment.to_owned(), outcomes };
        assert_eq!(Chart::new(&none("reduction", Vec::new())), None);
        assert_eq!(Chart::new(&none("of another version", vec![outcome("a", 1, 1.0, "elements/s")])), None);
    }
}
