//! The workbench: kernels to be read, changed, broken and repaired. A changed kernel runs in a
//! process of its own, so that whatever it does ends there.

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
pub use run::{NotRun, run};
pub use verdict::{Cell, Ran, Timed};

use crate::words::{Text, say};
use data::Kind;

/// A kernel on the workbench: one WGSL file, what it computes, and what can be done with it.
#[derive(Debug)]
pub struct Bench {
    /// Its name, which is also that of the entry point.
    pub name: &'static str,
    /// The whole WGSL.
    pub wgsl: &'static str,
    /// The names of its bindings in order.
    pub bindings: &'static [&'static str],
    /// Ways to break it.
    pub breaks: &'static [Break],
    /// Things to try.
    pub exercises: &'static [Exercise],
    /// What it computes.
    kind: Kind,
}

impl Bench {
    /// One of its texts: its `title`, what it is `about`, what the `binding-NAME` holds, what goes
    /// wrong without the `break-1`, what to do in the `exercise-1`, and how to go about it, the
    /// `hint-1`.
    pub fn text(&self, part: &str) -> Text {
        Text::new(format!("bench-{}-{part}", self.name.replace('_', "-")))
    }

    /// The name of the result at `place` of `count`: `body 17`. The last one of a reduction is the
    /// total.
    pub fn result(&self, place: usize, count: usize) -> Text {
        let key = format!("bench-{}-result", self.name.replace('_', "-"));
        let is_total = self.kind == Kind::Sums && place + 1 == count;
        if is_total {
            say!("bench-total")
        } else {
            Text::Keyed(key.into(), vec![("place".into(), place.into())])
        }
    }
}

/// A part of a kernel that can be taken out, to see what it is good for.
#[derive(Debug)]
pub struct Break {
    /// What is taken out, in a few words, by which lessons name it.
    pub name: &'static str,
    /// Text that stands once in the original.
    find: &'static str,
    /// The text in its place.
    replace: &'static str,
    /// Whether the result may be right nevertheless on some adapters, or always.
    pub may_be_right: bool,
}

impl Break {
    /// What is taken out, in the language of the window.
    pub fn title(&self) -> Text {
        Text::named("break", self.name)
    }

    /// The text without that part; `None` if it is not there, or stands there more than once.
    pub fn of(&self, text: &str) -> Option<String> {
        (text.matches(self.find).count() == 1).then(|| text.replacen(self.find, self.replace, 1))
    }
}

/// A task.
#[derive(Debug)]
pub struct Exercise {
    /// How many times as fast as the original the kernel has to become, if that is the task; right
    /// it has to be in any case.
    pub faster: Option<f64>,
}
