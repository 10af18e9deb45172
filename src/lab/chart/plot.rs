//! Curves in a frame with axes, as a picture: of the results of experiments, and of runs.

use std::fmt::Write;

use super::{Axis, paper};

/// An axis and what it measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The axis.
    pub axis: Axis,
    /// What it measures, and in which unit.
    pub name: String,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// A line without gaps.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
    /// Shorter dashes.
    Dotted,
    /// Longer dashes.
    Level,
}

impl Stroke {
    /// Its attribute.
    const fn dashes(self) -> &'static str {
        match self {
            Self::Solid => "",
            Self::Dashed => " stroke-dasharray=\"6 4\"",
            Self::Dotted => " stroke-dasharray=\"2 3\"",
            Self::Level => " stroke-dasharray=\"9 5\"",
        }
    }
}

/// An error bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The place across.
    pub at: f64,
    /// How many widths it stands to the right, so that it lies over no other.
    pub slot: i32,
    /// From where to where it goes.
    pub ends: [f64; 2],
}

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its name, which stands at its end.
    pub name: String,
    /// A warning below the name.
    pub warning: Option<String>,
    /// A colour in SVG.
    pub color: String,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Places across and values. It is interrupted at points without a value.
    pub points: Vec<[f64; 2]>,
    /// Points with a dot.
    pub dots: Vec<[f64; 2]>,
    /// Error bars.
    pub spreads: Vec<Spread>,
    /// Published values, and where they come from.
    pub published: Vec<([f64; 2], String)>,
}

/// Curves in a frame with axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// At most two lines below the title.
    pub caption: Vec<String>,
    /// The axis across.
    pub across: Side,
    /// The axis up.
    pub up: Side,
    /// The curves.
    pub lines: Vec<Line>,
    /// Heights with a meaning, and their names.
    pub levels: Vec<(f64, String)>,
    /// Places across where something changed.
    pub marks: Vec<f64>,
}

/// An axis between these pixels.
struct Scale<'a> {
    axis: &'a Axis,
    pixels: [f64; 2],
}

impl Scale<'_> {
    fn pixel(&self, value: f64) -> f64 {
        self.pixels[0] + self.axis.place(value) * (self.pixels[1] - self.pixels[0])
    }
}

/// Left, upper, right and lower edge of the frame.
const LEFT: f64 = 90.0;
const TOP: f64 = 84.0;
const RIGHT: f64 = 760.0;
const BOTTOM: f64 = TOP + 380.0;
/// Pixels between error bars at the same place.
const APART: f64 = 9.0;
/// Width of a letter in a name, and of the shortest column of names.
const LETTER: f64 = 7.0;
const NAMES: f64 = 240.0;

impl Plot {
    /// The plot as an SVG document, in colours for a white page.
    pub fn svg(&self) -> String {
        let x = Scale { axis: &self.across.axis, pixels: [LEFT, RIGHT] };
        let y = Scale { axis: &self.up.axis, pixels: [BOTTOM, TOP] };
        let longest = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
        let names = NAMES.max(20.0 + LETTER * longest as f64);
        let mut text = paper::begin([RIGHT + names, BOTTOM + 56.0], &self.title, &self.caption);
        self.axes(&mut text, &x, &y);
        for mark in &self.marks {
            let at = x.pixel(*mark);
            let _ = writeln!(
                text,
                "<path d=\"M{at:.1} {TOP}V{BOTTOM}\" stroke=\"#888888\" stroke-dasharray=\"2 3\"/>"
            );
        }
        for (height, name) in &self.levels {
            let at = y.pixel(*height);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#555555\" stroke-dasharray=\"9 5\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#555555\">{}</text>",
                LEFT + 6.0,
                at - 4.0,
                paper::escaped(name)
            );
        }
        self.lines.iter().for_each(|line| line.draw(&mut text, &x, &y));
        self.names(&mut text, &y);
        text + "</svg>\n"
    }

    /// Grid, numbers and names of the axes.
    fn axes(&self, text: &mut String, x: &Scale, y: &Scale) {
        paper::grid(text, x.axis, x.pixels, [TOP, BOTTOM], &[BOTTOM + 18.0]);
        let middle = f64::midpoint(LEFT, RIGHT);
        let _ = writeln!(
            text,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            BOTTOM + 40.0,
            paper::escaped(&self.across.name)
        );
        let middle = f64::midpoint(TOP, BOTTOM);
        let _ = writeln!(
            text,
            "<text transform=\"translate(24 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            paper::escaped(&self.up.name)
        );
        for (tick, number) in y.axis.ticks() {
            let at = y.pixel(tick);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"#dddddd\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>",
                LEFT - 8.0,
                at + 4.0
            );
        }
    }

    /// The names of the curves at their ends, from the top down, each at least a line below the one
    /// before.
    fn names(&self, text: &mut String, y: &Scale) {
        let mut labels: Vec<(f64, String)> = Vec::new();
        for line in &self.lines {
            let ends = line.points.iter().rev().find(|point| point[1].is_finite());
            let Some([_, end]) = ends else { continue };
            let mut label = |below: f64, color: &str, words: &str| {
                let words = paper::escaped(words);
                let label = format!(
                    "<text x=\"{:.1}\" y=\"@\" fill=\"{color}\">{words}</text>",
                    RIGHT + 10.0
                );
                labels.push((y.pixel(*end) + below, label));
            };
            label(0.0, &line.color, &line.name);
            if let Some(warning) = &line.warning {
                label(0.01, paper::WARNING, warning);
            }
        }
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut above = TOP - 16.0;
        for (at, label) in labels {
            above = (above + 16.0).max(at + 4.0);
            let _ = writeln!(text, "{}", label.replacen('@', &format!("{above:.1}"), 1));
        }
    }
}

impl Line {
    fn draw(&self, text: &mut String, x: &Scale, y: &Scale) {
        let Self { color, stroke, .. } = self;
        let dashes = stroke.dashes();
        for piece in pieces(&self.points) {
            let at = |[place, value]: &[f64; 2]| (x.pixel(*place), y.pixel(*value));
            if let [single] = piece {
                let (x, y) = at(single);
                let _ = writeln!(
                    text,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{color}\"/>"
                );
                continue;
            }
            let points = piece.iter().map(at).map(|(x, y)| format!("{x:.1},{y:.1}"));
            let path = points.collect::<Vec<_>>().join(" ");
            let _ = writeln!(
                text,
                "<polyline points=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dashes}/>"
            );
        }
        for at in &self.dots {
            let (x, y) = (x.pixel(at[0]), y.pixel(at[1]));
            let _ =
                writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
        }
        for Spread { at, slot, ends } in &self.spreads {
            let [low, high] = ends.map(|value| y.pixel(value));
            let x = x.pixel(*at) + APART * f64::from(*slot);
            let caps = x - 4.0;
            let path =
                format!("M{caps:.1} {low:.1}h8M{x:.1} {low:.1}V{high:.1}M{caps:.1} {high:.1}h8");
            let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\"/>");
        }
        for (at, origin) in &self.published {
            paper::diamond(text, x.pixel(at[0]), y.pixel(at[1]), origin);
        }
    }
}

/// The parts of a curve between its gaps.
pub fn pieces(points: &[[f64; 2]]) -> impl Iterator<Item = &[[f64; 2]]> {
    points.split(|point| !point[1].is_finite()).filter(|piece| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::chart::axis;

    #[test]
    fn a_curve_is_interrupted_in_a_gap_and_a_level_has_its_name() {
        let side = |scale, values: [f64; 2], name: &str| Side {
            axis: Axis::with_scale(scale, values.into_iter()).unwrap(),
            name: name.to_owned(),
        };
        let points = [[0.0, 1e-6], [1.0, 1e-5], [1.0, f64::NAN], [4.0, 1e-4], [5.0, 1e-3]];
        let plot = Plot {
            title: "Energy error".to_owned(),
            caption: vec!["A & B".to_owned()],
            across: side(axis::Scale::Linear, [0.0, 5.0], "t, Myr"),
            up: side(axis::Scale::Decades, [1e-6, 1e-2], "|ΔE/E|"),
            lines: vec![Line {
                name: "a run with a name that is longer than the column is wide".to_owned(),
                color: "#112233".to_owned(),
                points: points.to_vec(),
                ..Line::default()
            }],
            levels: vec![(1e-2, "1 %".to_owned())],
            marks: vec![2.0],
        };
        let svg = plot.svg();
        assert_eq!(svg.matches("<polyline ").count(), 2, "{svg}");
        for part in [">1 %<", ">t, Myr<", "A &amp; B", "10⁻⁶", "column is wide<"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains("NaN"), "{svg}");
        let single = Line { points: vec![[0.0, 1e-3]], ..Line::default() };
        let svg = Plot { lines: vec![single], ..plot }.svg();
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (0, 1));
    }
}
