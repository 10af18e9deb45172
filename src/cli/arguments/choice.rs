//! Arguments that are one of a list: the help names all of it, and an unknown name gets the
//! nearest.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use starshell::name::Named;
use starshell::words::Text;

/// Parses a name, and lists those that there are.
#[derive(Clone)]
pub(super) struct Choice<T> {
    parse: fn(&str) -> Result<T, Text>,
    list: fn() -> Vec<PossibleValue>,
}

/// A member of an enumeration by its name.
pub(super) fn choice<T: Named>() -> Choice<T> {
    Choice { parse: T::named, list: members::<T> }
}

/// A member of an enumeration by its name, or by another name that `parse` knows.
pub(super) fn choice_by<T: Named>(parse: fn(&str) -> Result<T, Text>) -> Choice<T> {
    Choice { parse, ..choice() }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.list)().into_iter()))
    }
}

fn members<T: Named>() -> Vec<PossibleValue> {
    T::ALL.iter().map(|member| PossibleValue::new(member.name()).help(member.about())).collect()
}
