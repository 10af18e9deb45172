//! Mistakes in a block of TOML that its parser does not see.

use starshell::words::Text;

/// A mistake in a block, with the words by which its line is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The key that it is about.
    pub key: &'static str,
    /// A name or a value within that key, whose line is nearer.
    pub name: Option<String>,
    /// One sentence, with the remedy.
    pub cause: Text,
}

impl Slip {
    pub fn new(key: &'static str, cause: Text) -> Self {
        Self { key, name: None, cause }
    }

    /// Places the mistake at a name or a value.
    pub fn at(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Its line in the block, from 0.
    pub fn line(&self, lines: &[&str]) -> usize {
        let by_name = self
            .name
            .as_ref()
            .and_then(|name| lines.iter().position(|line| line.contains(name.as_str())));
        let by_key = || {
            lines
                .iter()
                .position(|line| line.trim_start().split([' ', '=']).next() == Some(self.key))
        };
        by_name.or_else(by_key).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_at_its_name_or_at_its_key() {
        let lines = ["softening = 0.1", "lock = [", "    \"softening\",", "]", "wait={ time = 0 }"];
        let line = |key: &'static str| Slip::new(key, Text::default()).line(&lines);
        assert_eq!([line("softening"), line("lock"), line("wait"), line("count")], [0, 1, 4, 0]);
        assert_eq!(
            Slip::new("lock", Text::default()).at("\"softening\"".to_owned()).line(&lines),
            2
        );
        assert_eq!(Slip::new("lock", Text::default()).at("\"damping\"".to_owned()).line(&lines), 1);
    }
}
