//! Sizes of windows and scales of displays, languages, themes: nothing is cut, nothing is over
//! anything else, and what opens over the window is inside it.

use starshell::words::t;

use super::{seen::Seen, *};
use crate::app::commands::Medium;

/// Windows and displays, in pixels.
const PIXELS: [[f32; 2]; 5] =
    [[1024.0, 640.0], [1280.0, 720.0], [1920.0, 1080.0], [2560.0, 1440.0], [3840.0, 2160.0]];
/// Pixels per point of displays.
const SCALES: [f32; 4] = [1.0, 1.5, 2.0, 3.0];

/// What brings a screen about in a window of the usual size.
pub type Shown = fn(&mut Rig);

/// A screen: its name, its scene, and what brings it about.
pub type Screen = (&'static str, &'static str, Shown);

fn page(rig: &mut Rig, page: Page) {
    rig.perform(Command::ShowPage(page));
    rig.frames(2);
}

fn card(rig: &mut Rig, lesson: &str, place: usize) {
    rig.begin_lesson(lesson);
    rig.go_to_card(place);
}

fn run_kernel(rig: &mut Rig) {
    workbench::with_program(&mut rig.workbench);
    rig.frames(2);
    rig.command("workbench-run");
    let _ = workbench::ended(rig);
}

/// Opens all hints on a card that asks for a kernel.
fn hints(rig: &mut Rig) {
    card(rig, "write-a-kernel", 4);
    let name = t!("workbench-hint-named", number = 1);
    (0..3).for_each(|_| rig.open(&name));
}

/// All that a window shows.
pub const SCREENS: [Screen; 34] = [
    ("explore", "galaxy", |rig| page(rig, Page::Explore)),
    ("explore, open", "solar-system", |rig| {
        page(rig, Page::Explore);
        ["view-advanced", "view-camera"].into_iter().for_each(|key| rig.fold(key));
        rig.settings_mut().guides.hud = true;
    }),
    ("build", "encounter", |rig| page(rig, Page::Build)),
    ("measure", "galaxy", |rig| {
        rig.make(4);
        page(rig, Page::Measure);
    }),
    ("measure, in units", "solar-system", |rig| {
        rig.make(4);
        page(rig, Page::Measure);
    }),
    ("enlarged", "plummer", |rig| {
        rig.make(4);
        page(rig, Page::Measure);
        rig.click("science-enlarge");
    }),
    ("render", "galaxy", |rig| page(rig, Page::Render)),
    ("video", "galaxy", |rig| {
        rig.settings_mut().panels.medium = Medium::Video;
        page(rig, Page::Render);
    }),
    ("path", "galaxy", |rig| {
        rig.click("path-open");
        rig.press(Key::J);
        rig.frame();
    }),
    ("lessons", "galaxy", |rig| rig.show(View::Classroom)),
    ("laboratory", "plummer", |rig| rig.show(View::Laboratory)),
    ("workbench", "plummer", |rig| {
        rig.show(View::Workbench);
        run_kernel(rig);
    }),
    ("simple", "galaxy", |rig| rig.perform(Command::ToggleSimple)),
    ("simple, welcome", "galaxy", |rig| {
        rig.perform(Command::ToggleSimple);
        rig.settings_mut().hint_seen = false;
    }),
    ("welcome", "galaxy", |rig| rig.settings_mut().hint_seen = false),
    ("gallery", "galaxy", |rig| rig.show(View::Gallery)),
    ("search", "galaxy", |rig| {
        rig.show(View::Search);
        rig.frame();
        rig.type_text("e");
    }),
    ("keys", "galaxy", |rig| rig.show(View::Keys)),
    ("settings", "galaxy", |rig| rig.show(View::Program)),
    ("open", "galaxy", |rig| rig.command("scene-open")),
    ("save", "galaxy", |rig| rig.command("scene-save")),
    ("body", "solar-system", |rig| {
        rig.select(3);
        rig.until("it is watched", |rig| rig.is_watched());
    }),
    ("body, edited", "solar-system", |rig| {
        rig.select(3);
        rig.until("it is watched", |rig| rig.is_watched());
        rig.frame();
        rig.click("body-edit");
    }),
    ("throw", "encounter", |rig| {
        rig.command("tool-body");
        rig.select(3);
        rig.until("it is watched", |rig| rig.is_watched());
    }),
    ("cluster", "galaxy", |rig| rig.command("tool-cluster")),
    ("halves", "plummer", |rig| {
        rig.click("transport-play");
        rig.until("states are stored", |rig| rig.moments().len() >= 3);
        rig.click("transport-pause");
        rig.click("timeline-compare");
        rig.until("there are two halves", |rig| rig.halves().is_some());
    }),
    ("notices", "encounter", |rig| {
        for text in ["A notice about nothing that takes more than a line. ", "Another one."] {
            rig.shell_mut().notices.tell_long(text.repeat(3));
        }
    }),
    ("tour", "galaxy", |rig| ["keys-panels", "keys-tour"].iter().for_each(|key| rig.command(key))),
    ("card with numbers", "galaxy", |rig| card(rig, "kepler-and-newton", 2)),
    ("card with a question", "galaxy", |rig| card(rig, "kepler-and-newton", 5)),
    ("card with physics", "galaxy", |rig| card(rig, "energy-and-time-steps", 4)),
    ("card with an experiment", "galaxy", |rig| card(rig, "a-million-bodies", 2)),
    ("card with a kernel", "galaxy", |rig| {
        card(rig, "adding-up", 8);
        run_kernel(rig);
    }),
    ("card to write a kernel", "galaxy", |rig| {
        hints(rig);
        run_kernel(rig);
    }),
];

/// A window of some size at some scale, and how it looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub pixels: [f32; 2],
    pub scale: f32,
    pub language: &'static Language,
    pub is_light: bool,
    pub is_projector: bool,
}

/// Looks at a screen in this way. Returns what is wrong with it.
pub fn look(rig: &mut Rig, look: Look) -> Vec<String> {
    speak(Some(look.language));
    rig.settings_mut().light = look.is_light;
    if rig.shell().is_projector() != look.is_projector {
        // At once: a frame would draw a picture as large as the window.
        rig.harness.state_mut().perform(Command::ToggleProjector);
        rig.shell_mut().set_sides([true; 2]);
    }
    rig.resize(look.pixels, look.scale);
    // A pass to scale, others to settle: what opens is there a frame late.
    rig.draw(4);
    Seen::of(rig).faults()
}

/// Where the list of screens is divided, so that two tests share the time.
const HALF: usize = SCREENS.len() / 2;

/// Whether a screen has texts that were read in one language.
fn keeps_language((name, ..): &Screen) -> bool {
    ["search", "lessons", "card"].iter().any(|kept| name.starts_with(kept))
}

/// What is wrong on these screens.
fn faults(screens: &[Screen], looks: impl Fn(usize) -> Vec<Look>) -> Vec<String> {
    let mut all = Vec::new();
    for (number, screen) in screens.iter().enumerate() {
        let (name, scene, show) = screen;
        let (looks, keeps) = (looks(number), keeps_language(screen));
        let is_same = |one: &Look, other: &Look| !keeps || one.language.code == other.language.code;
        for looks in looks.chunk_by(is_same) {
            speak(Some(looks[0].language));
            let mut rig = Rig::new(scene);
            show(&mut rig);
            rig.frames(2);
            for one in looks {
                let Look { pixels: [width, height], scale, language, is_light, is_projector } = one;
                let how = [(is_light, ", light"), (is_projector, ", projector")];
                let how: String = how.iter().filter(|(is, _)| **is).map(|(_, how)| *how).collect();
                let which = format!("{name} at {width}x{height}@{scale} {}{how}", language.code);
                let faults = look(&mut rig, *one).into_iter();
                all.extend(faults.map(|fault| format!("{which}: {fault}")));
            }
        }
    }
    speak(None);
    all
}

/// A screen in windows of every size at every scale, in every language and both themes: so chosen
/// that all screens together have every size at every scale and in every language.
fn some(screen: usize) -> Vec<Look> {
    let turn = if keeps_language(&SCREENS[screen]) { 0 } else { 1 };
    let look = |(place, pixels): (usize, [f32; 2])| Look {
        pixels,
        scale: SCALES[(place + screen) % SCALES.len()],
        language: &LANGUAGES[(turn * place + 2 * screen + screen / 4) % LANGUAGES.len()],
        is_light: (place + screen / 2) % 2 == 1,
        is_projector: (2 * place + screen) % 5 < 2,
    };
    PIXELS.into_iter().enumerate().map(look).collect()
}

/// A screen in every window in every language.
fn all(_: usize) -> Vec<Look> {
    let mut looks = Vec::new();
    for language in LANGUAGES {
        for pixels in PIXELS {
            for scale in SCALES {
                let look = |is| Look { pixels, scale, language, is_light: is, is_projector: is };
                looks.extend([false, true].map(look));
            }
        }
    }
    looks
}

#[track_caller]
fn assert_sound(screens: &[Screen], looks: impl Fn(usize) -> Vec<Look>) {
    let faults = faults(screens, looks);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn nothing_is_cut_or_covered() {
    assert_sound(&SCREENS[..HALF], some);
}

#[test]
fn nothing_is_cut_or_covered_in_dialogues_and_lessons() {
    assert_sound(&SCREENS[HALF..], |screen| some(HALF + screen));
}

#[test]
#[ignore = "takes minutes: --ignored nothing_is_cut_or_covered_anywhere"]
fn nothing_is_cut_or_covered_anywhere() {
    assert_sound(&SCREENS, all);
}

#[test]
fn the_text_of_a_kernel_has_room_below_three_hints() {
    for (pixels, is_projector) in
        [([1024.0, 640.0], false), (USUAL, false), (USUAL, true), ([1920.0, 1080.0], true)]
    {
        let mut rig = Rig::new("kepler");
        hints(&mut rig);
        let language = &LANGUAGES[0];
        let _ =
            look(&mut rig, Look { pixels, scale: 1.0, language, is_light: false, is_projector });
        assert!(rig.has_button("workbench-solution"), "all hints are open");
        // Long lines take two.
        let seen = (1..=40).filter(|line| rig.paints(&line.to_string())).count();
        assert!(seen >= 10, "{seen} lines are seen in {pixels:?}");
    }
}
