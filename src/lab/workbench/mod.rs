//! The workbench: kernels to be read, changed, broken and repaired. A changed kernel runs in a process of its own, so that
//! whatever it does ends there.

mod benches;
mod check;
mod data;
mod process;
mod run;
mod verdict;

pub(super) use benches::KERNELS;
pub use benches::{BENCHES, bench};
pub use check::{Fault, check};
pub use process::{Ended, Limits, Program, Request, Running, serve};
pub use run::{NotRun, Timed, run};
pub use verdict::{Cell, Ran};

use data::Kind;

/// A kernel on the workbench: one WGSL file, what it computes, and what can be done with it.
#[derive(Debug)]
pub struct Bench {
    /// Its name, which is also that of the entry point.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it computes and how, in a few sentences.
    pub about: &'static str,
    /// The whole WGSL.
    pub wgsl: &'static str,
    /// Its bindings in order: what each holds.
    pub bindings: &'static [Binding],
    /// What one result is: `body`, `block`, `bin`.
    pub unit: &'static str,
    /// Ways to break it.
    pub breaks: &'static [Break],
    /// Things to try.
    pub exercises: &'static [Exercise],
    /// What it computes.
    kind: Kind,
}

impl Bench {
    /// The name of the result at `place` of `count`: `body 17`. The last one of a reduction is the total.
    pub fn result(&self, place: usize, count: usize) -> String {
        if self.kind == Kind::Sums && place + 1 == count { "total".to_owned() } else { format!("{} {place}", self.unit) }
    }
}

/// What a binding of a kernel holds.
#[derive(Debug)]
pub struct Binding {
    /// Its name in the original.
    pub name: &'static str,
    /// What it holds.
    pub what: &'static str,
}

/// A part of a kernel that can be taken out, to see what it is good for.
#[derive(Debug)]
pub struct Break {
    /// What is taken out, in a few words.
    pub name: &'static str,
    /// What goes wrong, and why.
    pub what: &'static str,
    /// Text that stands once in the original.
    find: &'static str,
    /// The text in its place.
    replace: &'static str,
    /// Whether the result may be right nevertheless on some adapters, or always.
    pub may_be_right: bool,
}

impl Break {
    /// The text without that part; `None` if it is not there, or stands there more than once.
    pub fn of(&self, text: &str) -> Option<String> {
        (text.matches(self.find).count() == 1).then(|| text.replacen(self.find, self.replace, 1))
    }
}

/// A task.
#[derive(Debug)]
pub struct Exercise {
    /// How many times as fast as the original the kernel has to become, if that is the task; right it has to be in any case.
    pub faster: Option<f64>,
    /// What to do.
    pub task: &'static str,
    /// How to go about it.
    pub hint: &'static str,
}
