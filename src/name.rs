//! What people type: a name from a fixed list, where the error for an unknown one suggests the
//! nearest, and whole numbers.
//!
//! Use it to turn arguments and settings into members of an enumeration, and back: every choice of
//! this library is [`Named`], and [`named!`](crate::named) declares your own.
//!
//! ```
//! use starshell::name::Named;
//! use starshell::physics::Integrator;
//!
//! assert_eq!(Integrator::named("yoshida-6")?, Integrator::Yoshida6);
//! let error = Integrator::named("yosida-6").unwrap_err();
//! assert!(error.to_string().contains("yoshida-6"));
//! # Ok::<(), starshell::words::Text>(())
//! ```

use crate::words::{Text, quoted, say};

#[doc(hidden)]
pub use serde; // for `named!` in other crates

/// The sentence for a `name` that is not among `names`, with the nearest one that is. `what` is the
/// singular noun for one of them.
pub fn unknown<'a>(
    what: &'static str,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Text {
    let names: Vec<&str> = names.into_iter().collect();
    let (what, all) = (Text::named("noun", what), names.join(", "));
    // What a file holds may be of any length, and the time to compare grows with it.
    let name = quoted(name);
    if name.trim().is_empty() {
        return say!("error-empty-name", what, all);
    }
    let typed = name.to_lowercase();
    // A name that contains what was typed (`yoshida` for `yoshida-6`) is closer than its edit
    // distance suggests.
    let distance = |candidate: &&&str| match candidate.contains(&typed) {
        true => 0,
        false => strsim::damerau_levenshtein(&typed, candidate),
    };
    let nearest = names.iter().min_by_key(distance).map_or_else(String::new, |n| (*n).to_owned());
    say!("error-no-such-name", what, name, nearest, all)
}

/// A small enumeration whose members have stable names for scene files, the command line and
/// panels.
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
    /// A sentence with the nearest name if there is no such member.
    fn named(name: &str) -> Result<Self, Text> {
        let found = Self::ALL.iter().copied().find(|member| member.name() == name);
        found.ok_or_else(|| unknown(Self::WHAT, name, Self::ALL.iter().map(|member| member.name())))
    }
}

/// Declares a [`Named`] enumeration: each member with its name and its documentation, a paragraph,
/// which is what [`Named::about`](crate::name::Named::about) returns. A member without a name stands
/// for all members of another enumeration. Files hold a member by its name. The macro needs no other
/// crate.
///
/// ```
/// // Only names of this crate: what else a caller depends on does not matter.
/// # extern crate starshell as serde;
/// use starshell::name::Named;
///
/// starshell::named! {
///     /// A flavour.
///     pub enum Flavour: "flavour" {
///         /// Sweet and simple.
///         Vanilla = "vanilla",
///         /// Dark,
///         /// and bitter.
///         BitterChocolate = "bitter-chocolate",
///     }
/// }
///
/// starshell::named! {
///     /// What is in a bowl.
///     pub enum Scoop: "scoop" {
///         /// A flavour.
///         Ice(Flavour),
///         /// Whipped, on top.
///         Cream = "cream",
///     }
/// }
///
/// assert_eq!(Flavour::named("bitter-chocolate"), Ok(Flavour::BitterChocolate));
/// assert_eq!(Flavour::Vanilla.about(), "Sweet and simple.");
/// assert_eq!(Flavour::BitterChocolate.about(), "Dark, and bitter.");
/// assert!(Flavour::named("vanill").unwrap_err().to_string().contains("vanilla"));
/// assert_eq!(Scoop::named("vanilla"), Ok(Flavour::Vanilla.into()));
/// assert_eq!(Scoop::ALL.iter().map(|scoop| scoop.name()).next_back(), Some("cream"));
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident: $what:literal { $($(#[doc = $line:literal])+ $(#[default $($default:tt)?])? $member:ident $(($of:ty))? $(= $name:literal)?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[doc = $line])+ $(#[default $($default)?])? $member $(($of))?,)* }

        impl $crate::name::Named for $type {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &{
                const LEN: usize = 0 $($(+ <$of as $crate::name::Named>::ALL.len())? $(+ { let _ = $name; 1 })?)*;
                let (mut all, mut at): ([Option<$type>; LEN], usize) = ([None; LEN], 0);
                $(
                    $(
                        let _ = $name;
                        all[at] = Some(Self::$member);
                        at += 1;
                    )?
                    $(
                        let (list, mut next) = (<$of as $crate::name::Named>::ALL, 0);
                        while next < list.len() {
                            all[at] = Some(Self::$member(list[next]));
                            (next, at) = (next + 1, at + 1);
                        }
                    )?
                )*
                let mut members = [all[0].unwrap(); LEN];
                while at > 0 {
                    at -= 1;
                    members[at] = all[at].unwrap();
                }
                members
            };

            fn name(self) -> &'static str {
                match self {
                    $(
                        $(Self::$member => $name,)?
                        $(Self::$member(one) => <$of as $crate::name::Named>::name(one),)?
                    )*
                }
            }

            fn about(self) -> &'static str {
                $($(if let Self::$member(one) = self { return <$of as $crate::name::Named>::about(one); })?)*
                match self { $(Self::$member { .. } => concat!($($line),+).trim_ascii(),)* }
            }
        }

        $($(
            impl From<$of> for $type {
                fn from(one: $of) -> Self {
                    Self::$member(one)
                }
            }
        )?)*

        impl From<$type> for String {
            fn from(member: $type) -> Self {
                $crate::name::Named::name(member).to_owned()
            }
        }

        // Written out, because a derive would look for serde among the caller's dependencies.
        impl $crate::name::serde::Serialize for $type {
            fn serialize<S: $crate::name::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::name::Named::name(*self))
            }
        }

        impl<'de> $crate::name::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::name::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <String as $crate::name::serde::Deserialize>::deserialize(deserializer)?;
                $crate::name::Named::named(&name).map_err(<D::Error as $crate::name::serde::de::Error>::custom)
            }
        }
    };
}

/// A whole number as people write it: 16384 or 2^14.
pub fn count(text: &str) -> Option<usize> {
    let power = || {
        text.split_once('^').and_then(|(base, exponent)| {
            base.parse::<usize>().ok()?.checked_pow(exponent.parse().ok()?)
        })
    };
    text.parse().ok().or_else(power)
}
