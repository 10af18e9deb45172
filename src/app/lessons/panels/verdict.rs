//! The verdict on an answer: whether it is right, and why.

use egui::{Color32, FontId, Frame, Label, Margin, RichText, Ui};
use starshell::words::t;

use crate::app::icons;
use crate::app::lessons::progress::Given;
use crate::app::shell::theme;
use crate::lesson::{Answer, Miss, Question};

/// Length in letters above which an option is referred to by its number.
const LONG: usize = 20;

/// Draws the verdict. It takes up the same space before and after any answer.
pub fn verdict_ui(ui: &mut Ui, question: &Question, given: Option<&Given>) {
    let (palette, size) = (theme::palette(ui), theme::title_size(ui));
    let margin = Margin::symmetric(12, 0);
    Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let font = FontId::proportional(size);
        let heights = all(question).into_iter().map(|text| {
            ui.painter().layout(text, font.clone(), Color32::WHITE, ui.available_width()).size().y
        });
        let height = heights.fold(0.0, f32::max);
        if matches!(question, Question::Predict { .. }) {
            ui.set_min_height(height);
            if let Some(given) = given {
                ui.label(RichText::new(predicted(&given.answer)).size(size).color(palette.text));
            }
            return;
        }
        let line = ui.painter().layout_no_wrap("0".to_owned(), font, Color32::WHITE).size().y;
        ui.set_min_height(line + ui.spacing().item_spacing.y + height);
        if let Some(given) = given {
            let (_, color, text) = sign(ui, question, given);
            ui.add(Label::new(RichText::new(text).size(size).color(color)).truncate());
            let why = if given.is_right {
                question.explain().to_owned()
            } else {
                reason(question, given)
            };
            ui.label(RichText::new(why).size(size).color(palette.text));
        }
    });
}

/// What a verdict on a page of its own is about: the question, and the answer that was given.
pub fn answered_ui(ui: &mut Ui, question: &Question, given: Option<&Given>) {
    let Some(given) = given else { return };
    let (palette, size) = (theme::palette(ui), theme::title_size(ui));
    Frame::new().inner_margin(Margin::symmetric(12, 0)).show(ui, |ui| {
        ui.label(RichText::new(question.ask()).size(size).color(palette.muted));
        let answer = RichText::new(&given.answer).size(size).family(theme::strong());
        ui.label(answer.color(palette.text));
    });
}

/// The icon, the colour and the words that say whether an answer is right. A prediction is neither.
pub fn sign(ui: &Ui, question: &Question, given: &Given) -> (&'static str, Color32, String) {
    let palette = theme::palette(ui);
    match given.is_right {
        _ if matches!(question, Question::Predict { .. }) => {
            (icons::CHECK_CIRCLE, palette.muted, predicted(&given.answer))
        }
        true => (icons::CHECK_CIRCLE, palette.plot[2], t!("classroom-right")),
        false => (icons::X_CIRCLE, palette.warning, t!("classroom-wrong", answer = short(given))),
    }
}

fn predicted(answer: &str) -> String {
    t!("classroom-predicted", answer = answer)
}

/// Every possible explanation, without the line that says whether the answer is right.
fn all(question: &Question) -> Vec<String> {
    if let Question::Predict { options, .. } = question {
        return options.iter().map(|option| predicted(option)).collect();
    }
    let reasons = question.reasons().into_iter().map(|(_, reason)| reason.to_owned());
    let hints = [t!("classroom-again"), hint(Miss::Low), hint(Miss::High), hint(Miss::PowerOfTen)];
    [question.explain().to_owned()].into_iter().chain(reasons).chain(hints).collect()
}

/// Why a wrong answer is wrong: the lesson's reason, or a hint from its size.
fn reason(question: &Question, given: &Given) -> String {
    let Some(answer) = &given.value else { return t!("classroom-again") };
    match question.reason(answer) {
        Some(reason) => reason.to_owned(),
        None => question.miss(answer).map_or_else(|| t!("classroom-again"), hint),
    }
}

fn hint(miss: Miss) -> String {
    match miss {
        Miss::Low => t!("classroom-too-small"),
        Miss::High => t!("classroom-too-large"),
        Miss::PowerOfTen => t!("classroom-power-of-ten"),
    }
}

/// A short form of an answer: the number of a long option, which is shown above.
fn short(given: &Given) -> String {
    match given.value {
        Some(Answer::Option(option)) if given.answer.chars().count() > LONG => {
            (option + 1).to_string()
        }
        _ => given.answer.clone(),
    }
}
