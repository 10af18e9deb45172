//! A worksheet as HTML, with formulas as MathML.

use std::fmt::Write;

use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};

use super::{Part, Sheet};
use crate::lesson::Question;
use crate::lesson::formula::Formula;
use crate::lesson::text::OPTIONS;

const STYLE: &str = "body{font:12pt/1.45 Georgia,serif;max-width:17cm;margin:2cm auto;color:#111}\
    h1{font-size:20pt;margin-bottom:0}h2{font-size:14pt;margin:1.2em 0 .3em;break-after:avoid}\
    .head{color:#555;border-bottom:1px solid #999;padding-bottom:.6em}\
    .name{float:right}.ask{border:1px solid #999;border-radius:4px;padding:.5em .9em;margin:.8em 0;break-inside:avoid}\
    .ask ol{list-style:none;padding-left:0}.ask li::before{content:'\\2610\\00a0\\00a0'}\
    .line{border-bottom:1px solid #777;height:1.9em}svg{display:block;margin:.6em 0}\
    table{border-collapse:collapse}td,th{border:1px solid #999;padding:.15em .6em}\
    .answers{break-before:page}@media print{body{margin:0}}";

/// The page.
pub fn written(sheet: &Sheet) -> String {
    let title = escaped(sheet.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head><body>\n\
         <div class=\"name\">{} ______________________</div>\n<h1>{title}</h1>\n<p class=\"head\">{}</p>\n<ul>\n",
        sheet.language, sheet.name, sheet.aim,
    );
    for aim in sheet.aims {
        let _ = writeln!(text, "<li>{}</li>", escaped(aim));
    }
    text += "</ul>\n";
    for part in &sheet.parts {
        match part {
            Part::Title(title, place) => {
                let place = place.as_ref().map_or_else(String::new, |place| format!(" <small>{place}</small>"));
                let _ = writeln!(text, "<h2>{}{place}</h2>", escaped(title));
            }
            Part::Text(card) => text += &body(&card.markdown),
            Part::Plot { quantity, over } => text += &plot(quantity, over),
            Part::Question(number, question) => text += &asked(question, *number),
        }
    }
    if !sheet.answers.is_empty() {
        let _ = writeln!(text, "<section class=\"answers\">\n<h1>{title}</h1>\n<p class=\"head\">{}</p>", sheet.answer);
        for answer in &sheet.answers {
            let _ = writeln!(text, "<p><b>{}.</b> {}</p>", answer.number, escaped(&answer.text));
        }
        text += "</section>\n";
    }
    text + "</body></html>\n"
}

/// A blank plot, to be drawn by hand.
fn plot(quantity: &str, over: &str) -> String {
    format!(
        "<svg width=\"440\" height=\"236\" viewBox=\"0 0 440 236\" stroke=\"#777\" fill=\"none\">\
         <path d=\"M40 26V206H410\" stroke=\"#111\" stroke-width=\"1.5\"/>\
         <path d=\"M40 161H410M40 116H410M40 71H410M132 206V26M225 206V26M317 206V26\" stroke-dasharray=\"2 4\"/>\
         <g fill=\"#111\" stroke=\"none\"><text x=\"40\" y=\"16\">{}</text><text x=\"418\" y=\"210\">{over}</text></g></svg>\n",
        escaped(quantity)
    )
}

/// The text of a card as HTML.
fn body(markdown: &str) -> String {
    let formula = |text: &str, is_display: bool| {
        // Formulas were read once already, so there is none that cannot be.
        let set = Formula::parse(text).map_or_else(|_| escaped(text), |formula| formula.mathml(is_display));
        Event::InlineHtml(set.into())
    };
    // Pictures are those of the window's scenes: what they show is told in words.
    let is_picture = |event: &Event| matches!(event, Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image));
    let events = Parser::new_ext(markdown, OPTIONS).filter(|event| !is_picture(event)).map(|event| match event {
        Event::InlineMath(text) => formula(&text, false),
        Event::DisplayMath(text) => formula(&text, true),
        event => event,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

fn asked(question: &Question, number: usize) -> String {
    let mut text = format!("<div class=\"ask\"><b>{number}.</b> {}", escaped(question.ask()));
    match question.options() {
        [] => text += "<div class=\"line\"></div>",
        options => {
            text += "<ol>";
            for option in options {
                let _ = write!(text, "<li>{}</li>", escaped(option));
            }
            text += "</ol>";
        }
    }
    text + "</div>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::lesson::{Format, read, worksheet};

    #[test]
    fn a_worksheet_asks_first_and_answers_last() {
        let text = "+++\ntitle = \"A < B\"\nminutes = 5\naims = [\"see\"]\n+++\n# One\n```card\nplot = \"energies\"\n```\nLet $x^2$ be.\n\n![A shell](scene:shell)\n```question\nkind = \"choose\"\nask = \"Which?\"\noptions = [\"left\", \"right\"]\nright = 2\nexplain = \"So.\"\n```\n";
        let sheet = String::from_utf8(worksheet(&read("a.md", text).unwrap(), Format::Html).unwrap()).unwrap();
        assert!(sheet.contains("<title>A &lt; B</title>") && sheet.contains("<msup><mi>x</mi><mn>2</mn></msup>"), "{sheet}");
        assert!(
            sheet.contains("<svg") && !sheet.contains('$') && sheet.contains("A shell") && !sheet.contains("<img"),
            "{sheet}"
        );
        let (questions, answers) = sheet.split_once("class=\"answers\"").unwrap();
        assert!(questions.contains("<li>left</li>") && !questions.contains("So."), "{questions}");
        assert!(answers.contains("<b>1.</b> right. So."), "{answers}");
    }
}
