//! What a card sets in the scene: the keys of the table of settings.

use starshell::scene::{SETTINGS, Setting, Value};

use super::slip::Slip;

/// A key of cards that does not set the scene: the size of a drawing.
const OF_DRAWING: &str = "size";

/// The setting of this key of a card: with its table, `look.exposure`, or without.
fn named(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|row| row.key == key || row.name() == key && key != OF_DRAWING)
}

/// The keys of cards that the table has.
pub fn keys() -> impl Iterator<Item = &'static str> + Clone {
    SETTINGS.iter().map(|row| if row.name() == OF_DRAWING { row.key } else { row.name() })
}

/// Extracts what a card sets in the scene, and blanks the lines that set it, so that the others keep
/// their numbers.
///
/// # Errors
/// The first value that does not suit its setting.
pub fn take(lines: &mut [&str]) -> Result<Vec<(&'static Setting, Value)>, Slip> {
    // The parser of the other keys reports text that is not TOML.
    let Ok(table) = toml::from_str::<toml::Table>(&lines.join("\n")) else { return Ok(Vec::new()) };
    let mut taken = Vec::new();
    for (key, value) in &table {
        let Some(row) = named(key) else { continue };
        let slip = |error| Slip::new(row.name(), error);
        let value = match value {
            toml::Value::Float(number) => Value::Number(*number),
            toml::Value::Integer(number) => Value::Number(*number as f64),
            toml::Value::Boolean(is_on) => Value::Switch(*is_on),
            other => row.parse(other.as_str().unwrap_or_default()).map_err(slip)?,
        };
        row.check(value).map_err(slip)?;
        let is_it = |line: &&mut &str| {
            line.trim_start().split([' ', '=']).next().map(|word| word.trim_matches('"'))
                == Some(key)
        };
        lines.iter_mut().find(is_it).into_iter().for_each(|line| *line = "");
        taken.push((row, value));
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_taken_and_the_rest_stays_in_its_place() {
        let mut lines = vec![
            "scene = \"shell\"",
            "softening = 1",
            "\"look.size\" = 0.5",
            "size = 8",
            "negative = true",
        ];
        let taken = take(&mut lines).unwrap();
        let mut found: Vec<_> = taken.iter().map(|(row, value)| (row.key, *value)).collect();
        found.sort_by_key(|(key, _)| *key);
        let expected = [
            ("look.negative", Value::Switch(true)),
            ("look.size", Value::Number(0.5)),
            ("physics.softening", Value::Number(1.0)),
        ];
        assert_eq!(found, expected);
        assert_eq!(lines, ["scene = \"shell\"", "", "", "size = 8", ""]);
        for (line, told) in [
            ("damping = 2", "from 0 to 1"),
            ("glow = 1", ""),
            ("integrator = \"euler-1\"", "euler"),
        ] {
            match take(&mut [line]) {
                Ok(taken) => assert!(told.is_empty() && taken.is_empty(), "{line}"),
                Err(slip) => assert!(
                    !told.is_empty() && slip.cause.to_string().contains(told),
                    "{}",
                    slip.cause
                ),
            }
        }
    }
}
