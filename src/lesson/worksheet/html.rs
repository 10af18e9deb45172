//! A worksheet as HTML, with formulas as MathML.

use starshell::words::t;
use std::fmt::Write;

use super::breaks::Begins;
use super::sheet::{Part, Scales, Section, Sheet, blank, lines};
use crate::assets;
use crate::lesson::{Answer, Block, Grid, Inline, Question};

/// On a screen, which has no pages, what a prediction must not be seen with is a screen further
/// down.
const STYLE: &str = include_str!("worksheet.css");
/// A line to write on.
const LINE: &str = "<div class=\"line\"></div>";

/// The page.
pub fn written(sheet: &Sheet) -> String {
    let title = escaped(sheet.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"Starshell {}\"><title>{title}</title><style>\n{STYLE}</style></head><body>\n",
        sheet.language,
        env!("CARGO_PKG_VERSION"),
    );
    for Section { begins, is_whole, parts } in &sheet.sections {
        let begins = match begins {
            Begins::Anywhere => "",
            Begins::Page => " page",
            Begins::Turned => " turned",
        };
        let _ = writeln!(
            text,
            "<section class=\"{}{begins}\">",
            if *is_whole { "whole" } else { "long" }
        );
        parts.iter().for_each(|each| part(each, &mut text));
        text += "</section>\n";
    }
    text + "</body></html>\n"
}

fn part(part: &Part, text: &mut String) {
    *text += &match part {
        Part::Name => format!("<div class=\"name\">{} <span></span></div>\n", t!("worksheet-name")),
        Part::Title(title) => format!("<h1>{}</h1>\n", escaped(title)),
        Part::Subtitle(words) => format!("<p class=\"head\">{}</p>\n", escaped(words)),
        Part::Card(title, remark) => {
            let remark = remark
                .as_ref()
                .map_or_else(String::new, |remark| format!(" <small>{}</small>", escaped(remark)));
            format!("<h2>{}{remark}</h2>\n", escaped(title))
        }
        Part::Words(words) => format!("<p>{}</p>\n", escaped(words)),
        Part::Text(blocks) => told(blocks, false),
        Part::Task(blocks) => told(blocks, true),
        Part::List(items, is_ticked) => {
            let items: String =
                items.iter().map(|item| format!("<li>{}</li>\n", escaped(item))).collect();
            format!("<ul{}>\n{items}</ul>\n", if *is_ticked { " class=\"boxes\"" } else { "" })
        }
        Part::Table(table) => told(std::slice::from_ref(table), false),
        Part::Plot(quantity, over, scales) => plot(quantity, over, scales.as_deref()),
        Part::Question(number, question) => asked(question, *number),
        Part::Solution(number, question) => solved(question, *number),
        Part::Notes(blocks) => {
            format!(
                "<div class=\"notes\"><h3>{}</h3>\n{}</div>\n",
                t!("worksheet-notes"),
                told(blocks, false)
            )
        }
        Part::Answer(number, answer) => {
            format!("<p class=\"answer\"><b>{number}.</b> {}</p>\n", escaped(answer))
        }
    };
}

/// Blocks, with what learners fill in, such as lines below the questions of lists, or without.
fn told(blocks: &[Block], is_task: bool) -> String {
    let mut text = String::new();
    // The lists around, by their tags, each with an item that has not ended yet.
    let mut lists: Vec<&str> = Vec::new();
    for block in blocks {
        let (depth, tag) = match block {
            Block::Item { depth, number, .. } => {
                (*depth, if number.is_some() { "ol" } else { "ul" })
            }
            _ => (0, ""),
        };
        // A list of the other kind is another one.
        let is_other = lists.len() == depth && lists.last().is_some_and(|last| *last != tag);
        while lists.len() > depth || (is_other && lists.len() == depth) {
            let _ = writeln!(text, "</li></{}>", lists.pop().unwrap_or_default());
        }
        match block {
            Block::Item { number, line, .. } => {
                if lists.len() == depth {
                    text += "</li>\n";
                }
                while lists.len() < depth {
                    let start = number
                        .filter(|number| *number != 1)
                        .map_or_else(String::new, |first| format!(" start=\"{first}\""));
                    let _ = writeln!(text, "<{tag}{start}>");
                    lists.push(tag);
                    // A list that is deeper by two has an item around it.
                    text += if lists.len() < depth { "<li>" } else { "" };
                }
                let lines = if is_task { LINE.repeat(block.asks()) } else { String::new() };
                let _ = write!(text, "<li>{}{lines}", inline(line));
            }
            Block::Paragraph(line) => drop(writeln!(text, "<p>{}</p>", inline(line))),
            Block::Heading(line) => drop(writeln!(text, "<h3>{}</h3>", inline(line))),
            Block::Code(code) => drop(writeln!(text, "<pre>{}</pre>", escaped(code))),
            Block::Formula(formula) => drop(writeln!(text, "{}", formula.mathml(true))),
            Block::Picture { scene, shows } => text += &picture(scene, shows),
            Block::Table(rows) => text += &table(rows),
            Block::Grid(own) if is_task => text += &grid(own),
            Block::Grid(_) => {}
        }
    }
    while let Some(tag) = lists.pop() {
        let _ = writeln!(text, "</li></{tag}>");
    }
    text
}

fn inline(line: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Formula(formula) => formula.mathml(false),
        Inline::Text { text, is_strong, is_emphasis, is_code } => {
            let tags = [("strong", is_strong), ("em", is_emphasis), ("code", is_code)];
            tags.iter()
                .filter(|(_, is_on)| **is_on)
                .fold(escaped(text).replace('\n', "<br>"), |text, (tag, _)| {
                    format!("<{tag}>{text}</{tag}>")
                })
        }
    };
    line.iter().map(one).collect()
}

fn table(rows: &[Vec<Vec<Inline>>]) -> String {
    let mut text = "<table>\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells: String =
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", inline(cell))).collect();
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    text + "</table>\n"
}

/// Empty cells with their heads, to be filled in by hand.
fn grid(grid: &Grid) -> String {
    let heads: String =
        grid.columns.iter().map(|head| format!("<th>{}</th>", escaped(head))).collect();
    let mut text = format!(
        "<p>{}</p>\n<table class=\"grid\">\n<tr><td></td>{heads}</tr>\n",
        escaped(&grid.ask)
    );
    for head in &grid.rows {
        let _ = writeln!(
            text,
            "<tr><td>{}</td>{}</tr>",
            escaped(head),
            "<td></td>".repeat(grid.columns.len())
        );
    }
    text + "</table>\n"
}

/// The picture of a scene within the file, and below it what it shows.
fn picture(scene: &str, shows: &str) -> String {
    let image = assets::scene_picture(scene).map_or_else(String::new, |png| {
        format!("<img alt=\"\" src=\"data:image/png;base64,{}\">", base64(png))
    });
    format!("<figure>{image}<figcaption>{}</figcaption></figure>\n", escaped(shows))
}

/// Bytes as letters, as addresses of data hold them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let four = |three: &[u8]| {
        let word = three
            .iter()
            .enumerate()
            .fold(0, |word, (place, byte)| word | u32::from(*byte) << (16 - 8 * place));
        (0..4)
            .map(move |place| match place <= three.len() {
                true => char::from(LETTERS[(word >> (18 - 6 * place)) as usize & 63]),
                false => '=',
            })
            .collect::<Vec<_>>()
    };
    bytes.chunks(3).flat_map(four).collect()
}

/// A blank plot, to be drawn by hand.
fn plot(quantity: &str, over: &str, scales: Option<&Scales>) -> String {
    let mut numbers = String::new();
    for (place, number) in scales.iter().flat_map(|scales| scales.along.iter().enumerate()) {
        let x = 40.0 + 370.0 * place as f64 / 5.0;
        let _ = write!(numbers, "<text x=\"{x}\" y=\"222\" text-anchor=\"middle\">{number}</text>");
    }
    for (place, number) in scales.iter().flat_map(|scales| scales.up.iter().enumerate()) {
        let y = 210.0 - 180.0 * place as f64 / 4.0;
        let _ = write!(numbers, "<text x=\"36\" y=\"{y}\" text-anchor=\"end\">{number}</text>");
    }
    format!(
        "<svg width=\"456\" height=\"236\" viewBox=\"-10 0 456 236\" stroke=\"#777\" fill=\"none\">\
         <path d=\"M40 20V206H424\" stroke=\"#111\" stroke-width=\"1.5\"/>\
         <path d=\"M40 161H410M40 116H410M40 71H410M40 26H410M114 206V26M188 206V26M262 206V26M336 206V26M410 206V26\" stroke-dasharray=\"2 4\"/>\
         <g fill=\"#111\" stroke=\"none\"><text x=\"40\" y=\"14\">{}</text><text x=\"430\" y=\"210\">{over}</text><g font-size=\"11\">{numbers}</g></g></svg>\n",
        escaped(quantity)
    )
}

fn asked(question: &Question, number: usize) -> String {
    let mut text = format!("<div class=\"ask\"><b>{number}.</b> {}", escaped(question.ask()));
    if !question.options().is_empty() {
        let options: String = question
            .options()
            .iter()
            .map(|option| format!("<li>{}</li>", escaped(option)))
            .collect();
        let _ = write!(text, "<ul class=\"boxes\">{options}</ul>");
    }
    if let Question::Predict { .. } = question {
        let _ = write!(text, "<p>{}</p>", t!("worksheet-reason"));
    }
    if let Some((letters, unit)) = blank(question) {
        let (answer, unit) = (escaped(&t!("worksheet-answer")), escaped(&unit));
        let _ = write!(
            text,
            "<p>{answer} <span class=\"blank\" style=\"width:{letters}em\"></span> {unit}</p>"
        );
    }
    text + &LINE.repeat(lines(question)) + "</div>\n"
}

/// A question with its answer, and with the reasons of wrong ones.
fn solved(question: &Question, number: usize) -> String {
    let mut text = format!("<div class=\"ask\"><b>{number}.</b> {}", escaped(question.ask()));
    let reasons = question.reasons();
    if question.options().is_empty() {
        let _ = write!(
            text,
            "<p><b>{}</b></p>",
            escaped(&t!("classroom-solution", answer = question.solution()))
        );
        for (answer, reason) in &reasons {
            let _ = write!(
                text,
                "<p><small>{}</small></p>",
                escaped(&t!("classroom-reason", answer = answer, reason = reason))
            );
        }
    } else {
        text += "<ul class=\"boxes\">";
        for (place, option) in question.options().iter().enumerate() {
            let right =
                if question.is_right(&Answer::Option(place)) { " class=\"right\"" } else { "" };
            let reason = reasons.iter().find(|(answer, _)| *answer == (place + 1).to_string());
            let reason = reason.map_or_else(String::new, |(_, reason)| {
                format!("<br><small>{}</small>", escaped(reason))
            });
            let _ = write!(text, "<li{right}>{}{reason}</li>", escaped(option));
        }
        text += "</ul>";
    }
    if !question.explain().is_empty() {
        let _ = write!(text, "<p>{}</p>", escaped(question.explain()));
    }
    text + "</div>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{Edition, Format, read, text::blocks, worksheet};

    fn html(text: &str, edition: Edition) -> String {
        String::from_utf8(worksheet(&read("a.md", text).unwrap(), edition, Format::Html).unwrap())
            .unwrap()
    }

    #[test]
    fn lists_nest_and_questions_in_them_get_lines() {
        let set =
            |text: &str, is_task: bool| told(&blocks(text).unwrap(), is_task).replace('\n', "");
        let text = "1. one\n2. two?\n   - deep\n   - deeper\n3. three\n\n- other\n\nend";
        assert_eq!(
            set(text, true),
            "<ol><li>one</li><li>two?<div class=\"line\"></div><ul><li>deep</li><li>deeper</li></ul></li><li>three</li></ol>\
             <ul><li>other</li></ul><p>end</p>"
        );
        assert!(!set(text, false).contains("line"));
        assert_eq!(
            set("4. *a* & **`b`**", false),
            "<ol start=\"4\"><li><em>a</em> &amp; <code><strong>b</strong></code></li></ol>"
        );
        assert_eq!(
            set("| a |\n|---|\n| b |", false),
            "<table><tr><th>a</th></tr><tr><td>b</td></tr></table>"
        );
        let grid =
            set("```grid\nask = \"Add.\"\ncolumns = [\"3\", \"<\"]\nrows = [\"first\"]\n```", true);
        assert!(grid.contains("<p>Add.</p>") && grid.contains("<th>3</th><th>&lt;</th>"), "{grid}");
        assert!(grid.contains("<tr><td>first</td><td></td><td></td></tr>"), "{grid}");
    }

    #[test]
    fn pictures_are_within_the_file() {
        for (bytes, letters) in
            [("", ""), ("M", "TQ=="), ("Ma", "TWE="), ("Man", "TWFu"), ("Many", "TWFueQ==")]
        {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
        let figure = picture("shell", "A <shell>");
        assert!(figure.contains("src=\"data:image/png;base64,iVBORw0KGgo"), "{figure}");
        assert!(
            figure.ends_with("<figcaption>A &lt;shell&gt;</figcaption></figure>\n"),
            "{figure}"
        );
    }

    #[test]
    fn a_worksheet_asks_first_and_answers_last() {
        let text = "+++\ntitle = \"A < B\"\nminutes = 5\naims = [\"see\"]\n+++\n# One\n```card\nplot = \"energies\"\n```\nLet $x^2$ be.\n\n![A shell](scene:shell)\n```question\nkind = \"choose\"\nask = \"Which?\"\noptions = [\"left\", \"right\"]\nright = 2\nexplain = \"So.\"\nwrong = [{ answer = 1, reason = \"No.\" }]\n```\n```notes\nBe quick & kind.\n```\n";
        let sheet = html(text, Edition::WithAnswers);
        assert!(
            sheet.contains("<title>A &lt; B</title>")
                && sheet.contains("<msup><mi>x</mi><mn>2</mn></msup>"),
            "{sheet}"
        );
        assert!(
            sheet.contains("<svg")
                && !sheet.contains('$')
                && sheet.contains("A shell")
                && sheet.contains("<img"),
            "{sheet}"
        );
        assert!(!sheet.contains("No.") && !sheet.contains("Be "), "{sheet}");
        let (questions, answers) = sheet.split_once("class=\"long page\"").unwrap();
        assert!(questions.contains("<li>left</li>") && !questions.contains("So."), "{questions}");
        assert!(answers.contains("<b>1.</b> right. So."), "{answers}");
        let bare = html(text, Edition::WithoutAnswers);
        assert_eq!(
            bare.trim_end_matches("</body></html>\n"),
            questions.rsplit_once("<section").unwrap().0
        );
        let booklet = html(text, Edition::Teacher);
        assert!(
            booklet.contains("<li class=\"right\">right</li>")
                && booklet.contains("Be quick &amp; kind."),
            "{booklet}"
        );
        assert!(
            booklet.contains("<li>left<br><small>No.</small></li>")
                && booklet.contains("<p>So.</p>"),
            "{booklet}"
        );
    }
}
