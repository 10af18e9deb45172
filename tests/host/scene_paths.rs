//! Camera paths in scene files: keys give only what changes, files round-trip, mistakes are
//! reported with their line.

use glam::Vec3;
use starshell::render::{Camera, CameraPath, Followed, Key, Return};
use starshell::scene::Scene;

const SCENE: &str = r#"title = "t"
description = "d"
inaccuracies = "i"
count = 100
duration = 10.0
[initial]
kind = "plummer"
[physics]
time_step = 0.01
softening = 0.02
[camera]
distance = 4.0
roll = 5.0
[look]
exposure = 0.5

[path]
loop = 10.0
turns = 2

[[path.key]]
at = 0.0

[[path.key]]
at = 2.5
follow = "center-of-mass"
azimuth = 200.0
elevation = 110.0

[[path.key]]
at = 5.0
follow = 17
target = [0.0, 0.0, 1.0]
distance = 2.0
exposure = 1.5

[[path.key]]
at = 7.0
follow = "nothing"
target = [1.0, 2.0, 3.0]
color_range = [0.1, 10.0]
field_of_view = 30.0
roll = -20.0
"#;

fn path() -> CameraPath {
    Scene::parse(SCENE, "x.toml").unwrap().path.unwrap()
}

#[test]
fn a_key_keeps_the_values_that_it_leaves_out() {
    let path = path();
    assert_eq!(path.returns(), Some(Return { at: 10.0, turns: Some(2) }));
    let first = Camera { distance: 4.0, roll: 5.0, ..Camera::default() };
    let color_range = Some([0.1, 10.0]);
    let key = |at, camera, follow, exposure| Key {
        at,
        camera,
        follow,
        exposure: Some(exposure),
        color_range,
    };
    let second = Camera { azimuth: 200.0, elevation: 110.0, ..first };
    let third = Camera { target: Vec3::Z, distance: 2.0, ..second };
    let fourth =
        Camera { target: Vec3::new(1.0, 2.0, 3.0), field_of_view: 30.0, roll: -20.0, ..third };
    let keys = [
        key(0.0, first, None, 0.5),
        key(2.5, second, Some(Followed::CenterOfMass), 0.5),
        key(5.0, third, Some(Followed::Body(17)), 1.5),
        key(7.0, fourth, None, 1.5),
    ];
    assert_eq!(path.keys(), keys);
}

#[test]
fn a_path_survives_a_round_trip_with_any_camera() {
    let mut scene = Scene::parse(SCENE, "x.toml").unwrap();
    scene.camera = Camera { azimuth: 12.0, distance: 0.5, ..Camera::default() };
    scene.look.exposure = -3.0;
    let text = scene.to_toml();
    assert_eq!(Scene::parse(&text, "x.toml").unwrap(), scene);
    assert_eq!(text.matches("azimuth").count(), 3, "in [camera] and where it changes: {text}");
    for path in [
        CameraPath::turntable(scene.camera, 0.0..4.0, -1).unwrap(),
        CameraPath::dolly(scene.camera, 1.0..4.0, 0.1).unwrap(),
        CameraPath::following(Followed::Body(3), scene.camera).unwrap(),
    ] {
        scene.path = Some(path);
        assert_eq!(Scene::parse(&scene.to_toml(), "x.toml").unwrap(), scene);
    }
}

#[test]
fn each_mistake_in_a_path_is_reported_with_its_line() {
    let cases = [
        ("at = 2.5", "at = 0.0", 25, "`at` is 0, but it must be later than the previous key, at 0"),
        ("at = 2.5", "", 24, "the key `at` is missing"),
        ("at = 2.5", "at = \"soon\"", 25, "`at`: "),
        (
            "loop = 10.0",
            "loop = 7.0",
            18,
            "`loop` is 7, but it must be later than the previous key, at 7",
        ),
        ("loop = 10.0", "", 19, "`turns` is for a path that returns: add `loop`"),
        (
            "turns = 2",
            "turns = 2000",
            19,
            "`turns` is 2000, but it must be a number from -1000 to 1000",
        ),
        (
            "turns = 2",
            "turns = nan",
            19,
            "expected a whole number from -2147483648 to 2147483647, not the value `nan`",
        ),
        ("distance = 2.0", "distance = -0.1", 34, "`distance` is -0.1, but"),
        (
            "elevation = 110.0",
            "elevation = 190.0",
            28,
            "`elevation` is 190, but it must be a number from -180 to 180",
        ),
        ("elevation = 110.0", "elevetion = 110.0", 28, "did you mean `elevation`"),
        ("distance = 2.0", "distance = 0.0", 34, "`distance` is 0"),
        (
            "follow = 17",
            "follow = 100",
            32,
            "`follow` is body 100, but the 100 bodies are numbered from 0 to 99",
        ),
        ("follow = 17", "follow = -1", 32, "-1"),
        ("follow = 17", "follow = \"centre-of-mass\"", 32, "did you mean `center-of-mass`"),
        ("target = [1.0, 2.0, 3.0]", "", 39, "`follow` ends here: add `target`"),
        (
            "color_range = [0.1, 10.0]",
            "color_range = [10.0, 0.1]",
            41,
            "`color_range` is [10, 0.1]",
        ),
        ("field_of_view = 30.0", "field_of_view = 3e9", 42, "`field_of_view` is 3000000000"),
    ];
    for (given, wrong, line, words) in cases {
        let text = SCENE.replacen(given, wrong, 1);
        assert_ne!(text, SCENE);
        let error = Scene::parse(&text, "x.toml").unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("x.toml:{line}: ")) && error.contains(words),
            "{wrong}: {error}"
        );
    }
    let empty = SCENE.split("[[path.key]]").next().unwrap();
    let error = Scene::parse(empty, "x.toml").unwrap_err().to_string();
    assert!(error.contains("a path needs at least one key"), "{error}");
}

#[test]
fn the_documented_file_is_a_scene() {
    let source = include_str!("../../src/scene/mod.rs");
    let text: Vec<&str> =
        source.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let text = text.join("\n");
    let text = text
        .split("```")
        .nth(1)
        .and_then(|text| text.strip_prefix("toml\n"))
        .expect("there is an example");
    let scene = Scene::parse(text, "the documentation").unwrap();
    assert_eq!(scene.path.map(|path| path.keys().len()), Some(2));
}

#[test]
fn a_camera_follows_the_target_of_its_scene() {
    let with = |follow: &str| {
        Scene::parse(&SCENE.replacen("count", &format!("follow = {follow}\ncount"), 1), "x.toml")
    };
    for (text, followed) in [
        ("\"light\"", Some(Followed::Light)),
        ("\"center-of-mass\"", Some(Followed::CenterOfMass)),
        ("3", Some(Followed::Body(3))),
        ("\"nothing\"", None),
    ] {
        let scene = with(text).unwrap();
        assert_eq!(scene.follow, followed);
        assert_eq!(Scene::parse(&scene.to_toml(), "x.toml").unwrap(), scene);
    }
    let told = |follow| with(follow).unwrap_err().to_string();
    assert!(told("\"lihgt\"").contains("did you mean `light`"), "{}", told("\"lihgt\""));
    assert!(told("1000000").contains("`follow` is body 1000000, but the"), "{}", told("1000000"));
}

#[test]
fn a_key_that_follows_the_light_is_at_the_distance_that_frames_it() {
    let keys = |text: &str| {
        let scene =
            Scene::parse(&SCENE.replacen("follow = \"center-of-mass\"", text, 1), "x.toml")?;
        Ok::<_, starshell::scene::SceneError>(scene.path.unwrap().keys().to_vec())
    };
    let second = |text| keys(text).unwrap()[1];
    assert_eq!(
        (second("follow = \"light\"").follow, second("follow = \"light\"").camera.distance),
        (Some(Followed::Light), 1.0)
    );
    assert_eq!(second("follow = \"light\"\ndistance = 1.5").camera.distance, 1.5);
    let mut scene = Scene::parse(SCENE, "x.toml").unwrap();
    let camera = Camera { distance: 1.0, ..scene.camera };
    let away = Key { follow: None, ..Key::new(4.0, camera) };
    let path = CameraPath::following(Followed::Light, camera).unwrap().with(away).unwrap();
    scene.path = Some(path);
    assert_eq!(
        Scene::parse(&scene.to_toml(), "x.toml").unwrap(),
        scene,
        "equal distances that mean something else"
    );
}
