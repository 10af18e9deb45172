//! The languages besides English, by Fluent.

use std::cell::RefCell;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::english::is_number;
use super::{LANGUAGES, Language, local, printable, shortened, unbroken};

thread_local! {
    /// The table of the language that is spoken; none for English.
    static SPOKEN: RefCell<Option<FluentBundle<FluentResource>>> = const { RefCell::new(None) };
}

/// Speaks a language from now on in this thread.
pub(super) fn speak(language: &Language) {
    SPOKEN.set((language.code != LANGUAGES[0].code).then(|| bundle(language)));
}

/// The text of `key`, or of its attribute, in the language of this thread, with its placeables
/// filled in; nothing in English, or if the table lacks it.
pub(super) fn translated(
    key: &str,
    attribute: Option<&str>,
    arguments: &[(&str, String)],
) -> Option<String> {
    SPOKEN.with_borrow(|bundle| formatted(bundle.as_ref()?, key, attribute, arguments))
}

fn formatted(
    bundle: &FluentBundle<FluentResource>,
    key: &str,
    attribute: Option<&str>,
    arguments: &[(&str, String)],
) -> Option<String> {
    let message = bundle.get_message(key)?;
    let pattern = match attribute {
        Some(name) => message.get_attribute(name)?.value(),
        None => message.value()?,
    };
    let mut values = FluentArgs::new();
    for (name, value) in arguments {
        // Numbers in text are passed as numbers, so that a table can distinguish singular and
        // plural.
        let value =
            if is_number(value) { counted(value) } else { FluentValue::from(printable(value)) };
        values.set(*name, value);
    }
    Some(bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into_owned())
}

/// A number for a table. Those of many digits stay text, because Fluent would write others in their
/// place.
fn counted(text: &str) -> FluentValue<'_> {
    match FluentValue::try_number(text) {
        FluentValue::Number(number) if number.as_string() == text && text.len() <= 20 => {
            number.into()
        }
        _ => FluentValue::from(shortened(text)),
    }
}

/// The parsed tables. Errors in them are ignored here, and found by a test.
fn bundle(language: &Language) -> FluentBundle<FluentResource> {
    let locale: LanguageIdentifier = language.code.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new(vec![locale]);
    // The marks that isolate bidirectional text would show as boxes.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => Some(local(&number.as_string())),
        _ => None,
    }));
    for table in language.tables {
        let resource =
            FluentResource::try_new(unbroken(table)).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::english::{english, keys};

    #[test]
    fn english_without_fluent_is_that_of_fluent() {
        let fluent = bundle(&LANGUAGES[0]);
        let mut compared = 0;
        for key in keys() {
            let (message, attribute) =
                key.split_once('.').map_or((key, None), |(key, name)| (key, Some(name)));
            let text = formatted(&fluent, message, attribute, &[]).expect(key);
            let names = text.split("{$").skip(1).filter_map(|rest| rest.split('}').next());
            let mut names: Vec<&str> = names.collect();
            // Others stand in texts that are chosen.
            names.extend(["count", "frames", "steps", "own", "model", "stride"]);
            for value in ["1", "2", "-1", "1.0", "0.5", "own", "a { $b }", "1234567890123456789012"]
            {
                let values: Vec<_> = names.iter().map(|name| (*name, value.to_owned())).collect();
                assert_eq!(
                    english(message, attribute, &values),
                    formatted(&fluent, message, attribute, &values),
                    "{key}"
                );
            }
            compared += 1;
        }
        assert!(compared > 2000, "only {compared} texts were compared");
    }
}
