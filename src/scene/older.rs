//! What files of earlier versions leave unsaid.

use std::borrow::Cow;

/// The physics of a file that the program itself has written, as it was then: grids had no pairs of
/// near bodies, and no word about them. Scene files that people write mean the present default.
pub(crate) fn complete(physics: Option<&mut toml::Value>) -> bool {
    let gravity =
        physics.and_then(|physics| physics.get_mut("gravity")).and_then(toml::Value::as_table_mut);
    let is_grid = |gravity: &&mut toml::Table| {
        gravity.get("method").and_then(toml::Value::as_str) == Some("mesh")
    };
    let Some(gravity) = gravity.filter(is_grid).filter(|gravity| !gravity.contains_key("near"))
    else {
        return false;
    };
    gravity.insert("near".to_owned(), false.into());
    true
}

/// Returns the text of a whole scene that the program itself has written, with what its version
/// left unsaid about the physics.
pub(crate) fn completed(scene: &str) -> Cow<'_, str> {
    let table = toml::from_str::<toml::Table>(scene).ok();
    let changed = table.and_then(|mut table| complete(table.get_mut("physics")).then_some(table));
    changed.and_then(|table| toml::to_string(&table).ok()).map_or(Cow::Borrowed(scene), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{Gravity, MeshSettings};
    use crate::scene::Scene;

    #[test]
    fn grids_of_earlier_runs_stay_alone() {
        let with = |gravity: Gravity| {
            let mut scene = Scene::load("plummer").unwrap();
            scene.physics.gravity = gravity;
            scene
        };
        let read = |text: &str| Scene::parse(&completed(text), "the scene").unwrap();
        for near in [false, true] {
            let scene = with(Gravity::Mesh(MeshSettings { near, ..MeshSettings::default() }));
            assert_eq!(read(&scene.to_toml()), scene);
            let before = scene.to_toml().replace(&format!("near = {near}\n"), "");
            assert!(before.len() < scene.to_toml().len());
            assert_eq!(
                read(&before),
                with(Gravity::Mesh(MeshSettings { near: false, ..MeshSettings::default() }))
            );
        }
        let direct = with(Gravity::default()).to_toml();
        assert_eq!(completed(&direct), direct);
    }
}
