//! English alone: the feature `languages` is off.

use super::Language;

pub(super) fn speak(_: &Language) {}

pub(super) fn translated(_: &str, _: Option<&str>, _: &[(&str, String)]) -> Option<String> {
    None
}
