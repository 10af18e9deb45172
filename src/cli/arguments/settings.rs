//! Flags of the table of settings.

use std::fmt;

use anyhow::anyhow;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use starshell::scene::{Dimension, Kind, SETTINGS, Scene, Setting, Value};

use super::amount::{Amount, amount};
use super::examples::{CAMERA, PHYSICS, PICTURE};
use super::parse::number;
use crate::cli::failure::{Failure, input};

/// Settings that are given on the command line, in the order of the table.
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<(&'static Setting, Given)>);

/// What is given for a setting.
#[derive(Clone, Debug, PartialEq)]
enum Given {
    /// A number, whose unit the scene has to know.
    Amount(Amount),
    Value(Value),
}

impl Settings {
    /// What is given for the setting of this key, as it was typed.
    pub fn given(&self, key: &str) -> Option<String> {
        self.0.iter().find(|(row, _)| row.key == key).map(|(_, given)| given.to_string())
    }

    /// Puts those of one table of a scene's file into the scene.
    pub fn apply(&self, table: &str, scene: &mut Scene) -> Result<(), Failure> {
        for (row, given) in self.0.iter().filter(|(row, _)| row.table() == table) {
            let [flag, _] = row.flag.unwrap_or_default();
            let dimension = row.number().map_or(Dimension::Ratio, |number| number.dimension);
            let value = match given {
                Given::Amount(amount) => {
                    Value::Number(amount.of(flag, dimension, scene.units.as_ref())?)
                }
                Given::Value(value) => *value,
            };
            row.set(scene, value).map_err(|error| match value {
                Value::Number(value) => {
                    let [least, most] = row.number().map_or([value; 2], |number| number.range);
                    input(anyhow!(
                        "--{flag} is {value:?}, but it must be a number from {least:?} to {most:?}"
                    ))
                }
                _ => input(anyhow!("--{flag}: {error}")),
            })?;
        }
        Ok(())
    }
}

impl fmt::Display for Given {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Amount(amount) => amount.fmt(formatter),
            Self::Value(Value::Number(number)) => number.fmt(formatter),
            Self::Value(Value::None) => formatter.write_str("none"),
            Self::Value(Value::Switch(is_on)) => {
                formatter.write_str(if *is_on { "on" } else { "off" })
            }
            Self::Value(Value::Choice(name)) => formatter.write_str(name),
        }
    }
}

/// Parses what is given for a setting.
#[derive(Clone)]
struct Parser(&'static Setting);

impl Parser {
    fn parse(&self, text: &str) -> Result<Given, String> {
        match self.0.number() {
            Some(of) if of.is_none(text) => Ok(Given::Value(Value::None)),
            Some(of) if of.dimension == Dimension::Ratio => {
                number(text).map(|number| Given::Value(Value::Number(number)))
            }
            Some(_) => amount(text).map(Given::Amount),
            None => self.0.parse(text).map(Given::Value).map_err(|error| error.to_string()),
        }
    }
}

impl TypedValueParser for Parser {
    type Value = Given;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Given, Error> {
        let parser = self.clone();
        (move |text: &str| parser.parse(text)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        match self.0.kind {
            Kind::Choice(choice) => Some(Box::new(
                (choice.all)()
                    .into_iter()
                    .map(|[name, about]| PossibleValue::new(name).help(about)),
            )),
            Kind::Number(_) | Kind::Switch => None,
        }
    }
}

/// The settings with a flag, each with its flag and what stands for its value.
fn flags() -> impl Iterator<Item = (&'static Setting, [&'static str; 2])> {
    SETTINGS.iter().filter_map(|row| Some((row, row.flag?)))
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        flags().fold(command, |command, (row, [flag, value])| {
            let heading = match row.table() {
                "physics" => PHYSICS,
                "camera" => CAMERA,
                _ => PICTURE,
            };
            let argument = Arg::new(flag).long(flag).value_name(value).value_parser(Parser(row));
            command.arg(argument.allow_hyphen_values(true).help(row.about).help_heading(heading))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given =
            |(row, [flag, _]): (_, [&str; 2])| Some((row, matches.get_one::<Given>(flag)?.clone()));
        Ok(Self(flags().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let Self(new) = Self::from_arg_matches(matches)?;
        self.0.retain(|(row, _)| !new.iter().any(|(other, _)| other.key == row.key));
        self.0.extend(new);
        self.0.sort_by_key(|(row, _)| SETTINGS.iter().position(|other| other.key == row.key));
        Ok(())
    }
}
