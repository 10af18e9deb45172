//! The search, which leads to everything by its name, and what else the window shows to those who
//! are new.

use std::collections::BTreeSet;

use super::{docks::sides, *};
use crate::app::simulation::panels::model;
use crate::app::window::{places::PLACES, search::found};

/// Opens the search and types a name.
fn search(rig: &mut Rig, typed: &str) {
    rig.key(Key::K, Modifiers::COMMAND);
    rig.frame();
    rig.type_text(typed);
}

/// Searches, and takes what is found first.
fn go(rig: &mut Rig, typed: &str) {
    search(rig, typed);
    rig.press(Key::Enter);
    rig.frame();
}

/// What can be operated and has this name.
fn has_control(rig: &Rig, key: &str) -> bool {
    let roles = [
        Role::Slider,
        Role::SpinButton,
        Role::Switch,
        Role::ComboBox,
        Role::Button,
        Role::Tab,
        Role::TextInput,
        Role::DisclosureTriangle,
    ];
    rig.named(key).any(|node| roles.contains(&node.accesskit_node().role()))
        || rig.writes(&text(key))
}

#[test]
fn a_search_finds_settings_scenes_lessons_and_actions() {
    let mut rig = Rig::new("plummer");
    // A setting in a closed section of another tab is opened, in view and marked.
    go(&mut rig, "spik");
    rig.frames(30);
    assert_eq!(rig.view(), View::Simulation);
    let found = rig.rect(Role::SpinButton, "view-spikes").center().y;
    assert!(rig.picture().y_range().contains(found));
    // A scene by what it is called, a lesson, and an action with its key.
    go(&mut rig, "eight");
    rig.until("the scene has come", |rig| rig.scene_name() == Some("figure-8"));
    go(&mut rig, "attrct");
    assert_eq!(rig.tool(), Tool::Attract);
    rig.press(Key::Escape);
    go(&mut rig, "kepler newton");
    assert!(rig.view() == View::Classroom && rig.classroom.lesson.is_some());
}

#[test]
fn the_search_is_left_by_its_key_and_by_escape() {
    let mut rig = Rig::new("plummer");
    for (key, modifiers) in [(Key::K, Modifiers::COMMAND), (Key::Escape, Modifiers::NONE)] {
        search(&mut rig, "nothing of this name");
        assert!(rig.view() == View::Search && rig.writes(&text("search-nothing")));
        rig.key(key, modifiers);
        rig.frame();
        assert_eq!(rig.view(), View::Simulation, "{key:?}");
    }
}

#[test]
fn every_setting_is_found_where_it_is() {
    // Not in every scene.
    let elsewhere = "date-begin physics-kernel physics-accuracy physics-opening \
        physics-tree-accuracy physics-tree-angle physics-order physics-leaf physics-group \
        physics-mesh-side physics-mesh-near physics-mesh-periodic physics-mesh-period \
        physics-beside view-dust view-color-end path-loop path-sets-exposure";
    let mut rig = Rig::new("galaxy");
    let listed = PLACES.iter().flat_map(|place| place.controls()).map(text);
    let listed: BTreeSet<_> = listed.collect();
    let models: BTreeSet<_> = model::words().iter().map(|key| text(key)).collect();
    for place in PLACES {
        for control in place.controls() {
            let context = rig.harness.ctx.clone();
            place.open(&context, rig.shell_mut(), control);
            rig.frames(2);
            let is_there =
                elsewhere.split(' ').any(|key| key == control) || has_control(&rig, control);
            assert!(is_there, "{control} is not in {place:?}");
        }
        // Whatever else can be set there is in the list, too, but for the parameters of models.
        let is_setting = |role| matches!(role, Role::Switch | Role::ComboBox | Role::SpinButton);
        for node in rig.nodes().filter(|node| is_setting(node.accesskit_node().role())) {
            let rect = node.rect();
            if !(288.0..992.0).contains(&rect.left()) && rect.top() < 640.0 {
                let label = node.accesskit_node().label().unwrap_or_default();
                let is_known = listed.contains(&label) || models.contains(&label);
                assert!(is_known, "{label:?} is not found");
            }
        }
    }
    assert!(listed.len() > 60);
}

#[test]
fn the_card_of_the_first_start_is_closed_for_good() {
    let first_start = || {
        let mut rig =
            Rig::with("plummer", [1024.0, 640.0], |app| app.settings_mut().hint_seen = false);
        rig.frames(2);
        rig
    };
    let mut rig = first_start();
    assert!(!rig.picture().intersects(rig.rect(Role::Button, "welcome-learn")));
    let middle = rig.picture().center();
    rig.drag(middle, middle + vec2(60.0, 20.0));
    assert!(rig.has_button("welcome-throw"), "looking around is what it proposes");
    // It goes by Escape, by its button, and with the first action.
    for close in [
        |rig: &mut Rig| rig.press(Key::Escape),
        |rig: &mut Rig| rig.click("welcome-close"),
        |rig: &mut Rig| rig.press(Key::Space),
    ] {
        let mut other = first_start();
        close(&mut other);
        other.frames(3);
        assert!(!other.has_button("welcome-throw") && other.settings().hint_seen);
    }
    rig.click("welcome-throw");
    rig.frames(2);
    assert_eq!((rig.tool(), rig.has_button("welcome-close")), (Tool::Body, false));
}

#[test]
fn the_interface_has_the_size_that_is_set() {
    let mut rig = Rig::new("plummer");
    rig.command("program-title");
    rig.frames(2);
    rig.choose("program-scale", &words::t!("program-percent", number = 125));
    rig.frame();
    assert_eq!((rig.settings().panels.scale, rig.harness.ctx.zoom_factor()), (125, 1.25));
    for (key, zoom) in [(Key::Minus, 1.1), (Key::Num0, 1.0)] {
        rig.key(key, Modifiers::COMMAND);
        rig.frame();
        assert_eq!(rig.harness.ctx.zoom_factor(), zoom);
    }
}

#[test]
fn projector_mode_has_the_panels_that_are_called() {
    let mut rig = Rig::new("plummer");
    for (key, modifiers, shown) in [
        (Key::B, Modifiers::NONE, [false, false]),
        (Key::Num1, Modifiers::COMMAND, [false, true]),
        // As before.
        (Key::B, Modifiers::NONE, [true, true]),
    ] {
        rig.key(key, modifiers);
        rig.frames(2);
        assert_eq!(sides(&rig), shown, "{key:?}");
    }
}

/// What people type, and the key of what they are after.
const ASKED: [&str; 4] = [
    "bigger stars=view-point slow motion=keys-slower dark mode=keys-light save picture=transport-screenshot \
gravity constant=units-shown fps=view-hud dome=view-projection 360=view-projection theme=keys-light \
zoom=view-field brightness=view-exposure import=scene-open mp4=transport-record vr=view-projection \
planetarium=view-projection 3d=pictures-stereo fov=view-field center=view-fit spin=view-rotate \
spaceship=view-fly frame rate=view-hud flops=view-hud-details labels=view-names vectors=view-velocities \
background=view-sky milky way=view-stars quality=view-full-light time lapse=keys-faster pause=keys-play \
stop=keys-play begin again=transport-restart backwards=transport-reverse photo=transport-screenshot \
png=transport-screenshot film=transport-record movie=transport-record csv=scene-open load=scene-open \
export=scene-save share=scene-copy clipboard=scene-copy light mode=keys-light font size=program-scale \
translation=program-language deutsch=program-language gpu=program-adapter vulkan=program-adapter \
cpu=program-members threads=program-members memory=program-history tearing=program-vsync \
beginner=program-simple parsec=units-shown particles=bodies-count more bodies=bodies-count random=bodies-seed \
galaxy collision=model-kind merger=model-kind dt=physics-time-step epsilon=physics-softening \
friction=physics-damping runge=physics-integrator hermite=physics-integrator leapfrog=physics-integrator \
barnes-hut=physics-gravity double=physics-precision graph=science-energies excel=science-save \
benchmark=transport-laboratory cuda=transport-laboratory shader=transport-workbench code=transport-workbench \
tutorial=transport-classroom school=transport-classroom shortcuts=transport-help keyboard=transport-help \
maximize=transport-fullscreen presentation=transport-projector hide ui=keys-panels screensaver=keys-tour \
add star=tool-body new planet=tool-body black hole=tool-attract distance=tool-ruler remove=body-delete \
undo=hands-undo keyframe=path-set split screen=timeline-compare resolution=pictures-size poster=pictures-size \
exr=pictures-format alpha=pictures-transparent antialiasing=pictures-samples 60 fps=video-rate \
track=view-follow palette=view-color-map viridis=view-color-map orbits=view-trails halo=view-bloom \
preferences=program-title options=program-title fisheye=view-projection brihgtness=view-exposure \
infrared=view-style",
    "größere Sterne=view-point Zeitlupe=keys-slower Helligkeit=view-exposure Bild speichern=transport-screenshot \
Grafikkarte=program-adapter Kuppel=view-projection Reibung=physics-damping Schriftgröße=program-scale \
importieren=scene-open Gravitationskonstante=units-shown Tastenkürzel=transport-help Zeitraffer=keys-faster",
    "estrellas más grandes=view-point cámara lenta=keys-slower brillo=view-exposure guardar imagen=transport-screenshot \
tarjeta gráfica=program-adapter cúpula=view-projection fricción=physics-damping importar=scene-open \
modo oscuro=keys-light constante de gravitación=units-shown atajos=transport-help película=transport-record",
    "étoiles plus grandes=view-point ralenti=keys-slower luminosité=view-exposure carte graphique=program-adapter \
dôme=view-projection frottement=physics-damping importer=scene-open mode sombre=keys-light \
constante de gravitation=units-shown raccourcis=transport-help film=transport-record taille du texte=program-scale",
];

#[test]
fn the_search_finds_what_people_ask_for() {
    let (mut asked, mut missed) = (0, Vec::new());
    for (language, words) in LANGUAGES.iter().zip(ASKED) {
        speak(Some(language));
        let rig = Rig::new("plummer");
        let mut phrase: Vec<&str> = Vec::new();
        for word in words.split(' ') {
            let Some((last, key)) = word.split_once('=') else {
                phrase.push(word);
                continue;
            };
            phrase.push(last);
            let typed = std::mem::take(&mut phrase).join(" ");
            let names = [words::name(key), text(key)];
            let found: Vec<_> =
                found(&rig, &typed).into_iter().take(3).map(|find| find.name).collect();
            if !found.iter().any(|name| names.contains(name)) {
                missed.push(format!("{}: {typed} finds {found:?}, not {names:?}", language.code));
            }
            asked += 1;
        }
    }
    speak(None);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(asked > 130, "{asked}");
}
