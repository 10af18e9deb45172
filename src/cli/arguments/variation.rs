//! Options that take several values in turn.

use std::str::FromStr;

use clap::{Args, Command, FromArgMatches};
use starshell::name::unknown;

use super::Overrides;

/// An option of [`Overrides`] and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    pub name: String,
    pub values: Vec<String>,
}

impl Variation {
    /// `overrides` with this value of the option.
    pub fn apply(&self, mut overrides: Overrides, value: &str) -> Result<Overrides, String> {
        let told = |error: clap::Error| {
            let text = error.to_string();
            let line =
                text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            format!("--vary {}={value}: {line}", self.name)
        };
        let matches = self::overrides()
            .try_get_matches_from([format!("--{}={value}", self.name)])
            .map_err(told)?;
        overrides.update_from_arg_matches(&matches).map_err(told)?;
        Ok(overrides)
    }
}

impl FromStr for Variation {
    type Err = String;

    /// Parses `softening=0.01,0.02`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').ok_or_else(|| {
            format!("`{text}` is not an option and its values, such as softening=0.01,0.02")
        })?;
        let command = overrides();
        let names: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
        let name = name.trim_start_matches('-');
        if !names.contains(&name) {
            return Err(unknown("option to vary", name, names).to_string());
        }
        let values: Vec<String> = values
            .split(',')
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
            .collect();
        if values.is_empty() {
            return Err(format!(
                "`{text}` has no values: write them behind the equals sign, such as {name}=1,2"
            ));
        }
        Ok(Self { name: name.to_owned(), values })
    }
}

fn overrides() -> Command {
    Overrides::augment_args(Command::new("vary").no_binary_name(true).disable_help_flag(true))
}
