//! Sizes of windows and scales of displays, languages, themes: nothing is cut, nothing is over
//! anything else, and what opens over the window is inside it.

use std::collections::{BTreeSet, HashMap};

use egui::epaint::{RectShape, TextShape};
use egui::{Color32, Order, Shape, WidgetRect};
use starshell::words::t;

use super::*;
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
        rig.settings_mut().hint_seen = false;
        rig.perform(Command::ToggleSimple);
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
    let faults = Seen::of(rig).faults();
    speak(None);
    faults
}

/// Where the list of screens is divided, so that two tests share the time.
const HALF: usize = SCREENS.len() / 2;

/// What is wrong in any of these.
fn faults(screens: &[Screen], looks: impl Fn(usize) -> Vec<Look>) -> Vec<String> {
    let mut all = Vec::new();
    for (number, (name, scene, show)) in screens.iter().enumerate() {
        let mut rig = Rig::new(scene);
        show(&mut rig);
        rig.frames(2);
        for one in looks(number) {
            let Look { pixels: [width, height], scale, language, is_light, is_projector } = one;
            let how = [(is_light, ", light"), (is_projector, ", projector")];
            let how: String = how.iter().filter(|(is, _)| *is).map(|(_, how)| *how).collect();
            let which = format!("{name} at {width}x{height}@{scale} {}{how}", language.code);
            all.extend(look(&mut rig, one).into_iter().map(|fault| format!("{which}: {fault}")));
        }
    }
    all
}

/// A screen in windows of every size at every scale, in every language and both themes: so chosen
/// that all screens together have every size at every scale and in every language.
fn some(screen: usize) -> Vec<Look> {
    let look = |(place, pixels): (usize, [f32; 2])| Look {
        pixels,
        scale: SCALES[(place + screen) % SCALES.len()],
        language: &LANGUAGES[(place + 2 * screen + screen / 4) % LANGUAGES.len()],
        is_light: (place + screen / 2) % 2 == 1,
        is_projector: (2 * place + screen) % 5 < 2,
    };
    PIXELS.into_iter().enumerate().map(look).collect()
}

/// A screen in every window in every language.
fn all(_: usize) -> Vec<Look> {
    let mut looks = Vec::new();
    for (pixels, scale) in PIXELS.into_iter().flat_map(|pixels| SCALES.map(|scale| (pixels, scale)))
    {
        for language in LANGUAGES {
            let look = |is| Look { pixels, scale, language, is_light: is, is_projector: is };
            looks.extend([false, true].map(look));
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

/// A line of text, in the order of painting.
struct Line {
    order: usize,
    text: String,
    ink: Rect,
    clip: Rect,
    is_elided: bool,
}

impl Line {
    /// What is seen of it.
    fn seen(&self) -> Rect {
        self.ink.intersect(self.clip)
    }
}

/// A control: its name, its role, and where it is.
struct Control {
    name: String,
    role: Role,
    rect: WidgetRect,
}

/// What is seen in a window.
struct Seen {
    window: Rect,
    picture: Option<Rect>,
    lines: Vec<Line>,
    /// Filled areas, in the order of painting.
    covers: Vec<(usize, Rect)>,
    controls: Vec<Control>,
    /// Bars of what scrolls.
    bars: Vec<Rect>,
    /// What stands over panels or the picture.
    areas: Vec<(String, Order, Rect)>,
    /// Texts that may end early.
    told: [String; 2],
}

/// Roles of what is clicked, dragged or typed into.
const CONTROLS: [Role; 10] = [
    Role::Button,
    Role::Switch,
    Role::SpinButton,
    Role::ComboBox,
    Role::Tab,
    Role::Slider,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::RadioButton,
    Role::DisclosureTriangle,
];

/// Points by which edges may differ.
const NEAR: f32 = 1.0;

impl Seen {
    fn of(rig: &Rig) -> Self {
        let window = rig.window();
        let context = &rig.harness.ctx;
        let modal = context.memory(|memory| memory.top_modal_layer());
        let (mut lines, mut covers, mut order) = (Vec::new(), Vec::new(), 0);
        for clipped in &rig.harness.output().shapes {
            let clip = clipped.clip_rect.intersect(window);
            each(&clipped.shape, &mut |shape| {
                order += 1;
                match shape {
                    Shape::Text(text) => lines.extend(lines_of(text, order, clip)),
                    Shape::Rect(rect) => {
                        let place = rect.rect.intersect(clip);
                        if modal.is_some() && is_backdrop(rect, window) {
                            lines.clear();
                            covers.clear();
                        } else if rect.fill.a() > 180 && place.is_positive() {
                            covers.push((order, place));
                        }
                    }
                    _ => {}
                }
            });
        }
        let rects: HashMap<u64, WidgetRect> = context.viewport(|viewport| {
            let layers = viewport.prev_pass.widgets.layers();
            let all = layers.flat_map(|(_, rects)| rects.iter().copied());
            all.map(|rect| (rect.id.value(), rect)).collect()
        });
        let is_above = |rect: &WidgetRect| modal.is_none_or(|modal| rect.layer_id == modal);
        let (mut controls, mut bars) = (Vec::new(), Vec::new());
        for node in rig.nodes() {
            let node = node.accesskit_node();
            let Some(rect) = rects.get(&node.locate().0.0).filter(|rect| is_above(rect)) else {
                continue;
            };
            let role = node.role();
            if role == Role::ScrollBar {
                bars.push(rect.rect);
            } else if CONTROLS.contains(&role) {
                let name = node.label().unwrap_or_default();
                controls.push(Control { name, role, rect: *rect });
            }
        }
        let areas = context.memory(|memory| {
            let layers = memory.areas().visible_layer_ids().into_iter();
            let area = |layer: egui::LayerId| {
                Some((layer.short_debug_format(), layer.order, memory.area_rect(layer.id)?))
            };
            layers.filter(|layer| layer.order != Order::Background).filter_map(area).collect()
        });
        // Of a comparison, both halves.
        let halves = ["picture-name", "picture-beside"]
            .into_iter()
            .filter_map(|key| Some(rig.called(Role::Image, key).next()?.rect()));
        let picture = halves.reduce(Rect::union);
        // These have more behind a link, or stand in full below.
        let told = [rig.scene().spoken_description(), rig.laboratory.shown.source.to_owned()];
        Self { window, picture, lines, covers, controls, bars, areas, told }
    }

    /// What is wrong.
    fn faults(&self) -> Vec<String> {
        let mut faults: BTreeSet<String> = BTreeSet::new();
        faults.extend(self.cut_lines());
        faults.extend(self.covered_lines());
        faults.extend(self.cut_controls());
        faults.extend(self.covered_controls());
        faults.extend(self.areas_outside());
        faults.into_iter().collect()
    }

    /// Whether what is cut at the edge of `clip` can be scrolled to.
    fn scrolls(&self, rect: Rect, axis: usize) -> bool {
        let center = rect.center();
        self.bars.iter().any(|bar| {
            let is_bar = bar.size()[axis] > bar.size()[1 - axis];
            let is_beside = match axis {
                0 => bar.x_range().contains(center.x.clamp(bar.left(), bar.right())),
                _ => bar.right() + 24.0 > center.x && center.x > bar.right() - self.window.width(),
            };
            is_bar && is_beside
        })
    }

    fn cut_lines(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for line in &self.lines {
            let Line { text, ink, clip, is_elided, .. } = line;
            let is_told = || self.told.iter().any(|told| told.contains(text.trim_end_matches('…')));
            if *is_elided && !is_told() {
                faults.push(format!("{text:?} ends early"));
            }
            let is_cut = |axis: usize| {
                let is_over =
                    ink.min[axis] < clip.min[axis] - NEAR || ink.max[axis] > clip.max[axis] + NEAR;
                is_over && !self.scrolls(*ink, axis)
            };
            for (axis, way) in ["across", "down"].into_iter().enumerate() {
                if is_cut(axis) && line.seen().is_positive() {
                    faults.push(format!("{text:?} at {ink} is cut {way} in {clip}"));
                }
            }
        }
        faults
    }

    fn covered_lines(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let is_over = |one: Rect, other: Rect| one.shrink(NEAR).intersects(other.shrink(NEAR));
        for (number, line) in self.lines.iter().enumerate() {
            let seen = line.seen();
            if !seen.is_positive() {
                continue;
            }
            let cover = self.covers.iter().find(|(order, place)| {
                *order > line.order && seen.shrink(NEAR).is_positive() && is_over(seen, *place)
            });
            if let Some((_, place)) = cover {
                faults.push(format!("{:?} at {seen} is covered by {place}", line.text));
                continue;
            }
            for other in &self.lines[..number] {
                let is_covered = self.covers.iter().any(|(order, place)| {
                    (other.order..line.order).contains(order) && is_over(*place, other.seen())
                });
                let (a, b) = (other.seen(), seen);
                let gap = (a.left() - b.right()).max(b.left() - a.right());
                let common = a.bottom().min(b.bottom()) - a.top().max(b.top());
                let is_word = |line: &Line| line.text.trim().chars().count() > 1;
                if other.order != line.order
                    && is_word(line)
                    && is_word(other)
                    && !is_covered
                    && a.is_positive()
                    && common > 0.6 * a.height().min(b.height())
                    && (0.0..2.5).contains(&gap)
                {
                    faults.push(format!("{:?} at {seen} touches {:?}", line.text, other.text));
                }
                if !is_covered && is_over(other.seen(), seen) {
                    faults.push(format!("{:?} at {seen} is over {:?}", line.text, other.text));
                }
            }
        }
        faults
    }

    fn cut_controls(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for Control { name, role, rect } in &self.controls {
            let (all, seen) = (rect.rect, rect.interact_rect.intersect(self.window));
            for axis in 0..2 {
                let is_cut =
                    seen.min[axis] > all.min[axis] + NEAR || seen.max[axis] < all.max[axis] - NEAR;
                if is_cut && !self.scrolls(all, axis) {
                    faults.push(format!("{role:?} {name:?} at {all} is cut to {seen}"));
                    break;
                }
            }
        }
        faults
    }

    fn covered_controls(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let seen = |control: &Control| control.rect.interact_rect.intersect(self.window);
        // A control may have smaller ones on it: the card of a scene, the rail of a path.
        let holds = |one: &Control, other: &Control| {
            one.rect.layer_id == other.rect.layer_id
                && one.rect.rect.expand(12.0).contains_rect(other.rect.rect)
                && (one.rect.rect.height() > 60.0 || one.role == Role::Slider)
        };
        for (number, one) in self.controls.iter().enumerate() {
            for other in &self.controls[..number] {
                let [a, b] = [one, other].map(|control| seen(control).shrink(NEAR));
                let is_over = a.is_positive() && b.is_positive() && a.intersects(b);
                if is_over && !holds(one, other) && !holds(other, one) {
                    let what = format!("{:?} {:?} at {a}", one.role, one.name);
                    faults.push(format!("{what} is over {:?} {:?} at {b}", other.role, other.name));
                }
            }
        }
        faults
    }

    fn areas_outside(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, order, place) in &self.areas {
            if !self.window.expand(NEAR).contains_rect(*place) {
                faults.push(format!("area {name} at {place} is outside {}", self.window));
            }
            let picture = self.picture.filter(|_| *order == Order::Middle);
            if picture.is_some_and(|picture| !picture.expand(NEAR).contains_rect(*place)) {
                faults.push(format!("area {name} at {place} is outside the picture {picture:?}"));
            }
        }
        faults
    }
}

/// What a dialogue lays over the rest of the window.
fn is_backdrop(rect: &RectShape, window: Rect) -> bool {
    rect.rect.contains_rect(window) && rect.fill != Color32::TRANSPARENT && !rect.fill.is_opaque()
}

/// Does this for a shape and its parts.
fn each<'a>(shape: &'a Shape, visit: &mut impl FnMut(&'a Shape)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| each(shape, visit)),
        shape => visit(shape),
    }
}

/// The lines of a text whose letters are in view.
fn lines_of(text: &TextShape, order: usize, clip: Rect) -> Vec<Line> {
    if text.angle != 0.0 {
        let ink = text.visual_bounding_rect();
        let text = text.galley.text().to_owned();
        return vec![Line { order, text, ink, clip, is_elided: false }];
    }
    let last = text.galley.rows.len();
    let rows = text.galley.rows.iter().enumerate();
    let lines = rows.map(|(number, row)| Line {
        order,
        text: row.text(),
        ink: row.visuals.mesh_bounds.translate(text.pos.to_vec2() + row.pos.to_vec2()),
        clip,
        is_elided: text.galley.elided && number + 1 == last,
    });
    lines.filter(|line| line.ink.is_positive()).collect()
}
