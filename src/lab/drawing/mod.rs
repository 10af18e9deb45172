//! Drawings that move: what an algorithm or a GPU does, step by step, on a few elements. The values
//! are computed by the algorithm itself, so a drawing cannot say what it does not do.

mod list;
mod machine;
mod memory;
mod plane_tree;
mod rounding;
mod scan;
mod sort;
mod sum;

use crate::words::Text;
pub use list::{DRAWINGS, drawings};
pub use plane_tree::{PlaneNode, PlaneTree, Visit, Visited};

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Nothing happens to it.
    #[default]
    Still,
    /// It is read.
    Read,
    /// It has just been written, or works.
    Changed,
    /// It waits for others.
    Waiting,
    /// It is empty, or has ended.
    Empty,
}

/// A value, a thread or a place in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it holds.
    pub text: String,
    /// How it is drawn.
    pub paint: Paint,
    /// The letter of the text that is lit.
    pub lit: Option<usize>,
}

impl Cell {
    fn new(text: impl ToString, paint: Paint) -> Self {
        Self { text: text.to_string(), paint, lit: None }
    }
}

/// A row of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What the row is.
    pub label: Text,
    /// From the left.
    pub cells: Vec<Cell>,
}

impl Line {
    fn new(label: Text, cells: Vec<Cell>) -> Self {
        Self { label, cells }
    }

    /// Cells with these values, painted by place.
    fn from_label<T: ToString>(label: Text, values: &[T], paint: impl Fn(usize) -> Paint) -> Self {
        Self::new(
            label,
            values
                .iter()
                .enumerate()
                .map(|(place, value)| Cell::new(value.to_string(), paint(place)))
                .collect(),
        )
    }
}

/// An arrow from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Line and cell, from 0.
    pub from: [usize; 2],
    /// Line and cell, from 0.
    pub to: [usize; 2],
    /// Whether it belongs to this step; others are from before.
    pub is_new: bool,
}

/// A moment of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub caption: Text,
    /// From the top.
    pub lines: Vec<Line>,
    /// Over the lines.
    pub arrows: Vec<Arrow>,
}

/// A drawing of an experiment.
#[derive(Debug)]
pub struct Drawing {
    /// The experiment that it belongs to.
    pub experiment: &'static str,
    /// Its name, by which its title has a key.
    pub name: &'static str,
    /// What the sizes count.
    pub unit: &'static str,
    /// The sizes that it comes in; the first is the usual one.
    pub sizes: &'static [usize],
    /// Its steps in one of these sizes.
    pub steps: fn(usize) -> Vec<Step>,
}

impl Drawing {
    /// Its title.
    pub fn title(&self) -> Text {
        Text::new(format!("drawing-{}", self.name))
    }
}

/// The elements that sums and scans begin with: those of the text, and more of their kind.
fn elements(count: usize) -> Vec<u32> {
    const DIGITS: [u32; 32] = [
        3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 8, 1, 0, 9, 4, 2, 7, 1, 3, 6, 5, 0, 2, 8, 4, 9, 1, 3, 0, 6,
        2, 5,
    ];
    DIGITS.into_iter().cycle().take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::Drawing;

    /// What the last line of a drawing shows.
    pub fn last(drawing: &Drawing, size: usize) -> Vec<String> {
        let steps = (drawing.steps)(size);
        steps
            .last()
            .unwrap()
            .lines
            .last()
            .unwrap()
            .cells
            .iter()
            .map(|cell| cell.text.clone())
            .collect()
    }
}
