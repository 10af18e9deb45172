//! What bodies are called that were made by the model generator: title and description follow what
//! was built.

use starshell::physics::initial::InitialState;
use starshell::scene::Scene;
use starshell::words::{self, t};
use toml::{Table, Value};

/// Most parameters that a title names.
const NAMED: usize = 2;

/// The text key of a parameter; a pair has one for each number.
pub fn key(name: &str) -> String {
    format!("model-{}", name.replace('_', "-"))
}

/// Gives a scene with other bodies than those of `origin` the title and the description of what it
/// begins with now, or those of `origin` if it begins with the same.
pub fn describe(scene: &mut Scene, origin: &Scene) {
    if is_same(&scene.initial, &origin.initial) {
        scene.title.clone_from(&origin.title);
        scene.description.clone_from(&origin.description);
        scene.inaccuracies.clone_from(&origin.inaccuracies);
        return;
    }
    let name = format!("initial-{}", scene.initial.kind());
    let kind = words::text(&name, &[]);
    let changed = changed(&scene.initial);
    let what = |most: usize| changed.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    let about = words::tip(&name).unwrap_or_default();
    (scene.title, scene.description) = match changed.is_empty() {
        true => (kind, about),
        false => (
            t!("built-title", kind = kind, what = what(NAMED)),
            t!("built-description", about = about, what = what(usize::MAX)),
        ),
    };
    scene.inaccuracies.clear();
}

/// Whether two states are of the same bodies: of planets, on whatever day.
fn is_same(one: &InitialState, other: &InitialState) -> bool {
    match (one, other) {
        (InitialState::Planets(one), InitialState::Planets(other)) => one.planets == other.planets,
        _ => one == other,
    }
}

/// The parameters that are not as usual, each with its value.
fn changed(initial: &InitialState) -> Vec<String> {
    let table = |initial: &InitialState| Table::try_from(initial).unwrap_or_default();
    let usual = InitialState::named(initial.kind()).map(|usual| table(&usual)).unwrap_or_default();
    let mut found = Vec::new();
    differences(&table(initial), &usual, &mut found);
    found
}

fn differences(now: &Table, usual: &Table, found: &mut Vec<String>) {
    // Those of parts come last.
    let mut all: Vec<_> = now.iter().collect();
    all.sort_by_key(|(_, value)| (value.is_table(), value.is_array()));
    for (name, value) in all {
        let before = usual.get(name);
        match (value, before) {
            (now, Some(before)) if now == before => {}
            (Value::Table(now), Some(Value::Table(before))) => differences(now, before, found),
            (Value::Array(now), before) => {
                let before = before.and_then(Value::as_array);
                for (place, value) in now.iter().enumerate() {
                    if before.and_then(|before| before.get(place)) != Some(value) {
                        let key = format!("{}-{}", key(name), place + 1);
                        found.extend(said(&key, value));
                    }
                }
            }
            (value, _) => found.extend(said(&key(name), value)),
        }
    }
}

/// A parameter with its value in words.
fn said(key: &str, value: &Value) -> Option<String> {
    let value = match value {
        Value::Float(number) => words::short(*number),
        Value::Integer(number) => number.to_string(),
        Value::String(name) => words::text(&format!("{key}-{name}"), &[]),
        _ => return None,
    };
    Some(format!("{} {value}", words::text(key, &[])))
}

#[cfg(test)]
mod tests {
    use starshell::physics::initial::{Encounter, Galaxy};

    use super::*;

    #[test]
    fn titles_follow_what_was_built_and_come_back_with_it() {
        let origin = Scene::load("encounter").unwrap();
        let mut scene = origin.clone();
        scene.initial = InitialState::named("plummer").unwrap();
        describe(&mut scene, &origin);
        assert_eq!(scene.title, words::text("initial-plummer", &[]));
        scene.initial = InitialState::Encounter(Encounter {
            mass_ratio: 0.25,
            inclination: [0.0, 61.0],
            galaxy: Galaxy { arms: 3, ..Galaxy::default() },
            ..Encounter::default()
        });
        describe(&mut scene, &origin);
        let [ratio, tilt] =
            ["model-mass-ratio", "model-inclination-2"].map(|key| words::text(key, &[]));
        assert!(scene.title.contains(&format!("{ratio} 0.25")), "{}", scene.title);
        assert!(scene.description.contains(&format!("{tilt} 61")), "{}", scene.description);
        let arms = format!("{} 3", words::text("model-arms", &[]));
        assert!(scene.description.contains(&arms) && scene.inaccuracies.is_empty());
        scene.initial = origin.initial.clone();
        describe(&mut scene, &origin);
        assert_eq!(scene, origin);

        let origin = Scene::load("solar-system").unwrap();
        let mut other_day = origin.clone();
        let InitialState::Planets(planets) = &mut other_day.initial else { panic!("no planets") };
        planets.year += 3.0;
        describe(&mut other_day, &origin);
        assert_eq!(other_day.title, origin.title);
    }
}
