//! What people type: a name from a fixed list, where the error for an unknown one suggests the nearest, and whole numbers.

use std::fmt;

use crate::words::{Text, say};

/// A name that is not in a list, with the nearest one that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    nearest: String,
    all: String,
}

/// Most letters of a name that are shown and compared.
const MAX_LETTERS: usize = 80;

impl UnknownName {
    /// The error for a `name` that is not among `names`. `what` is the singular noun for one of them.
    pub fn new<'a>(what: &'static str, name: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        // What a file holds may be of any length, and the time to compare grows with it.
        let is_long = name.chars().nth(MAX_LETTERS).is_some();
        let name = &format!("{}{}", name.chars().take(MAX_LETTERS).collect::<String>(), if is_long { "…" } else { "" });
        let closeness = |candidate: &&&str| {
            let distance = strsim::damerau_levenshtein(&name.to_lowercase(), candidate);
            // A name that contains what was typed (`yoshida` for `yoshida-6`) is closer than its edit distance suggests.
            if !name.is_empty() && candidate.contains(&name.to_lowercase()) { 0 } else { distance }
        };
        let nearest = names.iter().min_by_key(closeness).map_or_else(String::new, |n| (*n).to_owned());
        Self { what, name: name.to_owned(), nearest, all: names.join(", ") }
    }

    /// The sentence about it, in whatever language it is shown.
    pub fn text(&self) -> Text {
        let Self { what, name, nearest, all } = self.clone();
        say!("error-no-such-name", what = Text::named("noun", what), name = name, nearest = nearest, all = all)
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.text().verbatim())
    }
}

impl std::error::Error for UnknownName {}

/// A small enumeration whose members have stable names for scene files, the command line and panels.
pub trait Named: Copy + PartialEq + 'static {
    /// The singular noun for a member, for messages: "integrator".
    const WHAT: &'static str;
    /// Every member, in listing order.
    const ALL: &'static [Self];

    /// The member's name: lower case, words joined by hyphens.
    fn name(self) -> &'static str;

    /// A one-line description of this member.
    fn about(self) -> &'static str;

    /// The member called `name`.
    ///
    /// # Errors
    /// [`UnknownName`], with the nearest name, if there is no such member.
    fn named(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|member| member.name() == name);
        found.ok_or_else(|| UnknownName::new(Self::WHAT, name, Self::ALL.iter().map(|member| member.name())))
    }
}

/// Declares a [`Named`] enumeration: each member with its name and its documentation, whose first line is what [`Named::about`](crate::name::Named::about) returns.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident: $what:literal { $(#[doc = $first:literal] $(#[$rest:meta])* $member:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum $type { $(#[doc = $first] $(#[$rest])* $member,)* }

        impl $crate::name::Named for $type {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$(Self::$member),*];

            fn name(self) -> &'static str {
                match self { $(Self::$member => $name,)* }
            }

            fn about(self) -> &'static str {
                match self { $(Self::$member => $first.trim_ascii(),)* }
            }
        }

        impl TryFrom<String> for $type {
            type Error = $crate::name::UnknownName;

            fn try_from(name: String) -> Result<Self, Self::Error> {
                $crate::name::Named::named(&name)
            }
        }

        impl From<$type> for String {
            fn from(member: $type) -> Self {
                $crate::name::Named::name(member).to_owned()
            }
        }
    };
}

/// A whole number as people write it: 16384 or 2^14.
pub fn count(text: &str) -> Option<usize> {
    let power =
        || text.split_once('^').and_then(|(base, exponent)| base.parse::<usize>().ok()?.checked_pow(exponent.parse().ok()?));
    text.parse().ok().or_else(power)
}
