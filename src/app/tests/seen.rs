//! What is seen in a window, and what is wrong with it: text and controls that are cut, covered or
//! outside.

use std::collections::{BTreeSet, HashMap};

use egui::epaint::{RectShape, TextShape};
use egui::{Color32, Order, Shape, WidgetRect};

use super::*;

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

    /// Whether it and another text stand on one line without a space between them.
    fn touches(&self, other: &Self) -> bool {
        let (a, b) = (self.seen(), other.seen());
        let gap = (a.left() - b.right()).max(b.left() - a.right());
        let common = a.bottom().min(b.bottom()) - a.top().max(b.top());
        let are_words = [self, other].iter().all(|line| line.text.trim().chars().count() > 1);
        let is_line = a.is_positive() && common > 0.6 * a.height().min(b.height());
        are_words && self.order != other.order && is_line && (0.0..SPACE).contains(&gap)
    }
}

/// A control: its name, its role, and where it is.
struct Control {
    name: String,
    role: Role,
    rect: WidgetRect,
}

/// What is seen in a window.
pub struct Seen {
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

/// Points by which edges may differ, and least space between words.
const NEAR: f32 = 1.0;
const SPACE: f32 = 2.5;
/// Points that the tools take beside a small picture.
const TOOLS: f32 = 60.0;

impl Seen {
    pub fn of(rig: &Rig) -> Self {
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
    pub fn faults(&self) -> Vec<String> {
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
            let begin = text.trim_end_matches('…');
            let is_told = || self.told.iter().any(|told| told.contains(begin));
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
                if is_covered {
                    continue;
                }
                if is_over(other.seen(), seen) {
                    faults.push(format!("{:?} at {seen} is over {:?}", line.text, other.text));
                } else if line.touches(other) {
                    faults.push(format!("{:?} at {seen} touches {:?}", line.text, other.text));
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
            // The tools stand beside a small picture.
            let beside = |picture: Rect| picture.with_min_x(picture.left() - TOOLS);
            let picture = self.picture.filter(|_| *order == Order::Middle).map(beside);
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
