//! What the window paints and tells assistive technology.

use egui::epaint::{ClippedShape, TextShape};
use egui::{Rect, Role, Shape};
use egui_kittest::kittest::NodeT;

use crate::app::tests::Rig;

/// The texts of shapes that are in view.
pub fn galleys(shapes: &[ClippedShape]) -> impl Iterator<Item = (&TextShape, Rect)> {
    fn add<'a>(shape: &'a Shape, all: &mut Vec<&'a TextShape>) {
        match shape {
            Shape::Text(text) => all.push(text),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, all)),
            _ => {}
        }
    }
    shapes.iter().flat_map(|clipped| {
        let mut own = Vec::new();
        add(&clipped.shape, &mut own);
        let placed = own.into_iter().map(|text| (text, text.visual_bounding_rect()));
        placed.filter(|(_, rect)| clipped.clip_rect.intersects(*rect))
    })
}

/// All text in shapes, and where, but for what is scrolled out of view.
pub fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect)> {
    galleys(shapes).map(|(text, rect)| (text.galley.text().to_owned(), rect)).collect()
}

/// Asserts that no two of these texts overlap by more than this.
#[track_caller]
pub fn assert_apart(texts: &[(String, Rect)], margin: f32, what: &str) {
    for (number, (text, rect)) in texts.iter().enumerate() {
        for (other, place) in &texts[..number] {
            assert!(
                !place.shrink(margin).intersects(rect.shrink(margin)),
                "{what}: {text:?} at {rect} is over {other:?} at {place}"
            );
        }
    }
}

impl Rig {
    /// The position of the picture on the screen.
    pub fn picture(&self) -> Rect {
        self.rect(Role::Image, "picture-name")
    }

    /// All text painted in the last frame, and where.
    pub fn painted(&self) -> Vec<(String, Rect)> {
        texts(&self.harness.output().shapes)
    }

    /// The text that is painted over the picture.
    pub fn painted_on_picture(&self) -> Vec<(String, Rect)> {
        let picture = self.picture();
        self.painted().into_iter().filter(|(_, rect)| picture.intersects(*rect)).collect()
    }

    /// The first text painted of which this holds, and where.
    pub fn find(&self, is_it: impl Fn(&str) -> bool) -> Option<(String, Rect)> {
        self.painted().into_iter().find(|(text, _)| is_it(text))
    }

    /// Where exactly this text is painted first.
    pub fn place_of(&self, text: &str) -> Option<Rect> {
        self.find(|painted| painted == text).map(|(_, place)| place)
    }

    /// Whether exactly this text is painted.
    pub fn paints(&self, text: &str) -> bool {
        self.place_of(text).is_some()
    }

    /// Whether a text with this part is painted.
    pub fn paints_part(&self, part: &str) -> bool {
        self.find(|painted| painted.contains(part)).is_some()
    }

    #[track_caller]
    pub fn assert_paints<const N: usize>(&self, texts: [&str; N]) {
        let missing = texts.into_iter().find(|text| !self.paints(text));
        assert_eq!(missing, None, "it is not in {:?}", self.painted());
    }

    #[track_caller]
    pub fn assert_paints_part<const N: usize>(&self, parts: [&str; N]) {
        let missing = parts.into_iter().find(|part| !self.paints_part(part));
        assert_eq!(missing, None, "it is not in {:?}", self.painted());
    }

    #[track_caller]
    pub fn assert_lacks<const N: usize>(&self, texts: [&str; N]) {
        let painted = texts.into_iter().find(|text| self.paints(text));
        assert_eq!(painted, None, "it is in {:?}", self.painted());
    }

    /// All text in the window.
    pub fn writing(&self) -> Vec<String> {
        let labels = self.nodes().filter(|node| node.accesskit_node().role() == Role::Label);
        labels.filter_map(|node| node.value()).collect()
    }

    /// Whether the window has exactly this text.
    pub fn writes(&self, line: &str) -> bool {
        self.writing().iter().any(|written| written == line)
    }

    #[track_caller]
    pub fn assert_writes_part<const N: usize>(&self, parts: [&str; N]) {
        let writing = self.writing();
        let is_there = |part: &str| writing.iter().any(|line| line.contains(part));
        let missing = parts.into_iter().find(|part| !is_there(part));
        assert_eq!(missing, None, "it is not in {writing:?}");
    }

    /// Asserts that the newest notice has all these parts.
    #[track_caller]
    pub fn assert_told<const N: usize>(&self, parts: [&str; N]) {
        let notice = self.notice().unwrap_or_default();
        assert!(parts.iter().all(|part| notice.contains(part)), "{parts:?} are not in {notice:?}");
    }
}
