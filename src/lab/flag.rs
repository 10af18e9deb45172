//! Flags: what can be chosen about a subject of measurements. Each sets a part of a bench.

use crate::name::{Named, count};

/// How many values a flag has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// None.
    Switch,
    /// One.
    One,
    /// Several, separated by commas, with a row for each.
    List,
    /// One each time it is given, with a row for each.
    Repeated,
}

/// A flag as the help shows it.
#[derive(Clone, Debug)]
pub struct FlagText {
    /// Its name, without hyphens.
    pub name: &'static str,
    /// What stands for its value.
    pub value: &'static str,
    /// Its values unless it is given, with spaces between them.
    pub default: &'static str,
    /// What it chooses.
    pub about: &'static str,
    /// How many values it has.
    pub arity: Arity,
    /// The names that it takes, each with what it means.
    pub names: Vec<[&'static str; 2]>,
    /// The title under which the end of the help lists the names, if it does.
    pub title: Option<&'static str>,
    /// The flag that cannot be given together with it.
    pub excludes: Option<&'static str>,
}

/// A part of a bench that can be chosen.
pub trait Choice {
    /// Takes the value with this text.
    ///
    /// # Errors
    /// What is wrong with it.
    fn put(&mut self, text: &str) -> Result<(), String>;

    /// The names of values, each with what it means.
    fn names(&self) -> Vec<[&'static str; 2]> {
        Vec::new()
    }
}

impl<N: Named> Choice for N {
    fn put(&mut self, text: &str) -> Result<(), String> {
        *self = N::named(text).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn names(&self) -> Vec<[&'static str; 2]> {
        N::ALL.iter().map(|member| [member.name(), member.about()]).collect()
    }
}

impl Choice for bool {
    fn put(&mut self, _: &str) -> Result<(), String> {
        *self = true;
        Ok(())
    }
}

impl Choice for usize {
    fn put(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("`{text}` is not a whole number such as 16384, 2^14 or 2^20");
        *self = count(text).ok_or_else(wrong)?;
        Ok(())
    }
}

impl Choice for u32 {
    fn put(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("`{text}` is not a whole number from 1 to {}", Self::MAX);
        *self = text.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)?;
        Ok(())
    }
}

impl Choice for f64 {
    fn put(&mut self, text: &str) -> Result<(), String> {
        *self =
            text.parse().map_err(|_| format!("`{text}` is not a number such as 0.01 or 1e-3"))?;
        Ok(())
    }
}

/// Where a bench has what a flag chooses.
pub(super) type Place<B> = fn(&mut B) -> &mut dyn Choice;
/// Sets what a flag chooses.
type Set<B> = fn(&mut B, &str) -> Result<(), String>;

/// A flag of the benches of a subject.
#[derive(Debug)]
pub struct Flag<B: 'static> {
    pub(super) name: &'static str,
    value: &'static str,
    default: &'static str,
    about: &'static str,
    arity: Arity,
    place: Place<B>,
    set: Option<Set<B>>,
    title: Option<&'static str>,
    excludes: Option<&'static str>,
    /// Whether a bench depends on it. If not, several values make one row.
    pub(super) matters: fn(&B) -> bool,
}

impl<B> Flag<B> {
    /// A flag with one value.
    pub(super) const fn one(
        name: &'static str,
        value: &'static str,
        default: &'static str,
        about: &'static str,
        place: Place<B>,
    ) -> Self {
        let (arity, set, title, excludes) = (Arity::One, None, None, None);
        let matters = |_: &B| true;
        Self { name, value, default, about, arity, place, set, title, excludes, matters }
    }

    /// A flag with several values.
    pub(super) const fn list(
        name: &'static str,
        value: &'static str,
        default: &'static str,
        about: &'static str,
        place: Place<B>,
    ) -> Self {
        Self { arity: Arity::List, ..Self::one(name, value, default, about, place) }
    }

    /// A flag without a value.
    pub(super) const fn switch(name: &'static str, about: &'static str, place: Place<B>) -> Self {
        Self { arity: Arity::Switch, ..Self::one(name, "", "", about, place) }
    }

    /// The kernels, of which [`ALL`] means every one.
    pub(super) const fn kernels(
        default: &'static str,
        about: &'static str,
        place: Place<B>,
    ) -> Self {
        Self::list(KERNEL, "K,K,…", default, about, place).titled("Kernels")
    }

    /// The flag, which may be given several times.
    pub(super) const fn repeated(self) -> Self {
        Self { arity: Arity::Repeated, ..self }
    }

    /// The flag, whose names the end of the help lists.
    pub(super) const fn titled(self, title: &'static str) -> Self {
        Self { title: Some(title), ..self }
    }

    pub(super) const fn excluding(self, other: &'static str) -> Self {
        Self { excludes: Some(other), ..self }
    }

    pub(super) const fn only_if(self, matters: fn(&B) -> bool) -> Self {
        Self { matters, ..self }
    }

    /// The flag, whose value decides more than its place.
    pub(super) const fn by(self, set: Set<B>) -> Self {
        Self { set: Some(set), ..self }
    }

    pub(super) fn set(&self, bench: &mut B, text: &str) -> Result<(), String> {
        match self.set {
            Some(set) => set(bench, text),
            None => (self.place)(bench).put(text),
        }
    }

    /// The flag as the help shows it.
    pub(super) fn text(&self, bench: &mut B) -> FlagText {
        let Self { name, value, default, about, arity, title, excludes, .. } = *self;
        let names = (self.place)(bench).names();
        FlagText { name, value, default, about, arity, names, title, excludes }
    }
}

/// What counts of bodies choose, and kernels.
pub(super) const BODIES: &str = "Numbers of bodies, separated by commas; 2^14 is 16384";
pub(super) const KERNELS: &str =
    "Kernels to measure, separated by commas (see below); `all` means every one that runs here";

/// The name of the flag of kernels.
pub(super) const KERNEL: &str = "kernel";
/// Stands for every kernel that runs here.
pub(super) const ALL: &str = "all";
