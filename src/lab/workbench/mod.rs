//! The workbench: kernels to be read, changed, broken and repaired. A changed kernel runs in a
//! process of its own, so that whatever it does ends there.

mod benches;
mod check;
mod data;
mod process;
mod run;
mod verdict;

pub(super) use benches::kernels;
pub use benches::{BENCHES, bench};
pub use check::{Fault, check};
pub use process::{Ended, Limits, Program, Request, Running, serve};
pub use run::{NotRun, run};
pub use verdict::{Cell, Ran, Timed};

use std::borrow::Cow;

use crate::gpu::KernelSource;
use crate::words::{Text, say};
use data::Kind;

/// A kernel on the workbench: one WGSL file, what it computes, and what can be done with it.
#[derive(Debug)]
pub struct Bench {
    /// Its name, which is also that of the entry point.
    pub name: &'static str,
    /// What one begins with, in one part.
    kernel: &'static KernelSource,
    /// The names of its bindings in order.
    pub bindings: &'static [&'static str],
    /// Ways to break it.
    pub breaks: &'static [Break],
    /// Things to try.
    pub exercises: &'static [Exercise],
    /// What it computes.
    kind: Kind,
    /// What it becomes, if one begins with an empty body.
    written: Option<Written>,
}

/// A kernel that is to be written, exercise by exercise. Each asks for all inputs of those before
/// it, and for more.
#[derive(Debug)]
struct Written {
    /// Starshell's own, whose entry point has a name of its own.
    solution: &'static KernelSource,
    entry: &'static str,
    /// What the solutions of the first exercises do not have yet: texts that stand once in
    /// Starshell's own, and those in their place.
    later: &'static [&'static [[&'static str; 2]]],
}

impl Bench {
    /// One of its texts: its `title`, what it is `about`, what the `binding-NAME` holds, what goes
    /// wrong without the `break-1`, and what to do in the `exercise-1`.
    pub fn text(&self, part: &str) -> Text {
        Text::new(format!("bench-{}-{part}", self.name.replace('_', "-")))
    }

    /// How to go about an exercise: one of its hints, both by their numbers from 0.
    pub fn hint(&self, exercise: usize, number: usize) -> Text {
        match number {
            0 => self.text(&format!("hint-{}", exercise + 1)),
            _ => self.text(&format!("hint-{}-{}", exercise + 1, number + 1)),
        }
    }

    /// The whole WGSL that one begins with.
    pub fn wgsl(&self) -> &'static str {
        self.kernel.own_wgsl()
    }

    /// Whether its body is to be written. Each of its results is that of another input.
    pub fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// The kernel beside which a text is timed: the original, or Starshell's own.
    pub fn model(&self) -> Cow<'static, str> {
        match &self.written {
            Some(written) => written.whole(self.name).into(),
            None => self.wgsl().into(),
        }
    }

    /// A text that solves the exercise with this number, from 0, if it is to be written.
    pub fn solution(&self, exercise: usize) -> Option<String> {
        let written = self.written.as_ref()?;
        let later = written.later.get(exercise).copied().unwrap_or_default();
        let without = |text: String, [own, before]: &[&str; 2]| text.replacen(own, before, 1);
        Some(later.iter().fold(written.whole(self.name), without))
    }

    /// The name of the result at `place` of `count`: `body 17`, or that of its input. The last one
    /// of a reduction is the total.
    pub fn result(&self, place: usize, count: usize) -> Text {
        if let Some(input) = data::INPUTS.get(place).filter(|_| self.is_written()) {
            return input.name();
        }
        let key = format!("bench-{}-result", self.name.replace('_', "-"));
        let is_total = self.kind == Kind::Sums && place + 1 == count;
        if is_total {
            say!("bench-total")
        } else {
            Text::Keyed(key.into(), vec![("place".into(), place.into())])
        }
    }
}

impl Written {
    /// Starshell's own as a text in the place of the one to be written, whose entry point this is.
    fn whole(&self, entry: &str) -> String {
        self.solution.own_wgsl().replace(self.entry, entry)
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
    /// How many hints it has, each saying more than the one before.
    pub hints: usize,
}
