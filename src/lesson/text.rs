//! The text of a card: Markdown as blocks that the window draws.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use starshell::name::unknown;
use starshell::scene::embedded;
use starshell::words::{Text, say};

use super::formula::Formula;
use super::grid::Grid;

/// What Markdown may hold beyond its core.
pub const OPTIONS: Options = Options::ENABLE_MATH.union(Options::ENABLE_TABLES);

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    Text { text: String, is_strong: bool, is_emphasis: bool, is_code: bool },
    Formula(Formula),
}

impl Inline {
    /// Words without style.
    pub fn plain(text: String) -> Self {
        Self::Text { text, is_strong: false, is_emphasis: false, is_code: false }
    }
}

/// A piece of a card.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    Heading(Vec<Inline>),
    /// An item of a list, with its number if it has one.
    Item {
        number: Option<u64>,
        depth: usize,
        line: Vec<Inline>,
    },
    Code(String),
    Formula(Formula),
    /// The picture of a scene, by its name, and what it shows.
    Picture {
        scene: String,
        shows: String,
    },
    /// Rows of cells; the first is the head.
    Table(Vec<Vec<Vec<Inline>>>),
    /// Only on paper.
    Grid(Grid),
}

impl Block {
    /// Whether it is a question in a list, which needs room for an answer on paper.
    pub fn is_listed_question(&self) -> bool {
        self.asks() > 0
    }

    /// How many questions such an item asks: each needs a line.
    pub fn asks(&self) -> usize {
        let Self::Item { line, .. } = self else { return 0 };
        match line.last() {
            Some(Inline::Text { text, is_code: false, .. }) if text.trim_end().ends_with('?') => {
                let marks = |inline: &Inline| match inline {
                    Inline::Text { text, is_code: false, .. } => text.matches('?').count(),
                    _ => 0,
                };
                line.iter().map(marks).sum()
            }
            _ => 0,
        }
    }
}

/// Reads Markdown.
///
/// # Errors
/// What is wrong, and the byte where that begins.
pub fn blocks(markdown: &str) -> Result<Vec<Block>, (usize, Text)> {
    let mut reader = Reader::default();
    let mut torn = Torn::default();
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        if matches!(event, Event::Start(_)) {
            torn = if is_inline(&event) { torn } else { Torn::default() };
        }
        if matches!(event, Event::Text(_)) && reader.code.is_none() {
            torn.look(markdown, range.clone())?;
        }
        reader.take(event).map_err(|error| (range.start, error))?;
    }
    Ok(reader.blocks)
}

/// Whether what begins is a part of a line.
fn is_inline(event: &Event) -> bool {
    matches!(
        event,
        Event::Start(Tag::Strong | Tag::Emphasis | Tag::Link { .. } | Tag::Image { .. })
    )
}

/// Languages that a block of code may name.
const LANGUAGES: [&str; 10] =
    ["grid", "text", "wgsl", "rust", "c", "cuda", "python", "toml", "sh", "csv"];
/// The blocks of a card, which are taken out of its text before it is read.
const BLOCKS: [&str; 3] = ["card", "question", "notes"];

/// Whether what stands after the beginning of a block names a language of code. A slip would show
/// the teacher's notes to the class.
fn check_block(info: &str) -> Result<(), Text> {
    let name = info.split_whitespace().next().unwrap_or_default();
    if BLOCKS.contains(&name) {
        return Err(say!("error-lesson-shown", name = name.to_owned()));
    }
    match name.is_empty() || LANGUAGES.contains(&name) {
        true => Ok(()),
        false => {
            Err(unknown("block", name, BLOCKS.into_iter().chain(LANGUAGES).collect::<Vec<_>>()))
        }
    }
}

/// What is left of a formula whose braces are not balanced: Markdown takes it for text, with its
/// `$` and its braces.
#[derive(Default)]
struct Torn {
    /// The byte of the first `$`.
    dollar: Option<usize>,
    has_brace: bool,
}

impl Torn {
    /// Looks at a piece of text of the block.
    fn look(&mut self, markdown: &str, range: Range<usize>) -> Result<(), (usize, Text)> {
        for (place, letter) in markdown[range.clone()].char_indices() {
            let place = range.start + place;
            let is_escaped = markdown[..place].ends_with('\\');
            match letter {
                '$' if !is_escaped => self.dollar = self.dollar.or(Some(place)),
                '{' | '}' if !is_escaped => self.has_brace = true,
                _ => {}
            }
        }
        match self.dollar.filter(|_| self.has_brace) {
            None => Ok(()),
            Some(place) => Err((place, say!("error-lesson-torn", sign = "$"))),
        }
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    line: Vec<Inline>,
    is_strong: bool,
    is_emphasis: bool,
    /// Numbers of the lists around, from the outermost; `None` for bullets.
    lists: Vec<Option<u64>>,
    code: Option<String>,
    /// Whether the block of code is a grid.
    is_grid: bool,
    picture: Option<(String, String)>,
    table: Option<Vec<Vec<Vec<Inline>>>>,
}

impl Reader {
    fn take(&mut self, event: Event) -> Result<(), Text> {
        match event {
            Event::Start(tag) => {
                if let Tag::CodeBlock(CodeBlockKind::Fenced(info)) = &tag {
                    check_block(info)?;
                }
                self.begin(tag);
            }
            Event::End(tag) => self.end(tag)?,
            Event::Text(text) => match (&mut self.code, &mut self.picture) {
                (Some(code), _) => *code += &text,
                (None, Some((_, shows))) => *shows += &text,
                (None, None) => self.add(&text, false),
            },
            Event::Code(text) => self.add(&text, true),
            Event::SoftBreak => self.add(" ", false),
            Event::HardBreak => self.add("\n", false),
            Event::InlineMath(text) => self.line.push(Inline::Formula(Formula::parse(&text)?)),
            Event::DisplayMath(text) => {
                self.paragraph();
                self.blocks.push(Block::Formula(Formula::parse(&text)?));
            }
            Event::Html(_) | Event::InlineHtml(_) => return Err(say!("error-lesson-html")),
            Event::Rule | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
        Ok(())
    }

    fn add(&mut self, text: &str, is_code: bool) {
        let (is_strong, is_emphasis) = (self.is_strong, self.is_emphasis);
        self.line.push(Inline::Text { text: text.to_owned(), is_strong, is_emphasis, is_code });
    }

    /// Ends a paragraph that has begun.
    fn paragraph(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return;
        }
        self.blocks.push(match self.lists.last_mut() {
            None => Block::Paragraph(line),
            Some(number) => {
                let depth = 1;
                let own = *number;
                if let Some(number) = number {
                    *number += 1;
                }
                Block::Item { number: own, depth, line }
            }
        });
        let depth = self.lists.len();
        if let Some(Block::Item { depth: own, .. }) = self.blocks.last_mut() {
            *own = depth;
        }
    }

    fn begin(&mut self, tag: Tag) {
        match tag {
            Tag::Strong => self.is_strong = true,
            Tag::Emphasis => self.is_emphasis = true,
            Tag::List(first) => {
                // A list within an item ends the item's own line.
                self.paragraph();
                self.lists.push(first);
            }
            Tag::CodeBlock(kind) => {
                self.is_grid = matches!(kind, CodeBlockKind::Fenced(name) if name.trim() == "grid");
                self.code = Some(String::new());
            }
            Tag::Image { dest_url, .. } => {
                self.picture = Some((dest_url.to_string(), String::new()))
            }
            Tag::Table(_) => self.table = Some(Vec::new()),
            Tag::TableHead | Tag::TableRow => {
                self.table.iter_mut().for_each(|rows| rows.push(Vec::new()))
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) -> Result<(), Text> {
        match tag {
            TagEnd::Strong => self.is_strong = false,
            TagEnd::Emphasis => self.is_emphasis = false,
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::Heading(
                HeadingLevel::H1
                | HeadingLevel::H2
                | HeadingLevel::H3
                | HeadingLevel::H4
                | HeadingLevel::H5
                | HeadingLevel::H6,
            ) => {
                let line = std::mem::take(&mut self.line);
                self.blocks.push(Block::Heading(line));
            }
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                let block = if self.is_grid {
                    Block::Grid(Grid::parse(&code)?)
                } else {
                    Block::Code(code.trim_end().to_owned())
                };
                self.blocks.push(block);
            }
            TagEnd::Image => {
                if let Some((path, shows)) = self.picture.take() {
                    self.paragraph();
                    self.blocks.push(Block::Picture { scene: pictured(&path)?, shows });
                }
            }
            TagEnd::TableCell => {
                let line = std::mem::take(&mut self.line);
                self.table
                    .iter_mut()
                    .flat_map(|rows| rows.last_mut())
                    .for_each(|row| row.push(line.clone()));
            }
            TagEnd::Table => self.blocks.extend(self.table.take().map(Block::Table)),
            _ => {}
        }
        Ok(())
    }
}

/// The scene that a picture shows, by the picture's path.
fn pictured(path: &str) -> Result<String, Text> {
    let Some(name) = path.strip_prefix("scene:") else {
        return Err(say!("error-lesson-picture", path = path.to_owned()));
    };
    let scenes = embedded().iter().map(|scene| scene.name);
    match scenes.clone().any(|scene| scene == name) {
        true => Ok(name.to_owned()),
        false => Err(unknown("scene", name, scenes)),
    }
}

/// The words of a line, without their style.
#[cfg(test)]
fn plain(line: &[Inline]) -> String {
    let words = |inline: &Inline| match inline {
        Inline::Text { text, .. } => text.clone(),
        Inline::Formula(formula) => formula.spans().into_iter().map(|span| span.text).collect(),
    };
    line.iter().map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::assert_translated;

    #[test]
    fn markdown_becomes_blocks() {
        let text = "A *tree* of **cells**: $r^2$.\n\n$$a = \\frac{F}{m}$$\n\n1. one\n2. two\n   - deep\n\n![a shell](scene:shell)\n\n```\nlet x = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```grid\nask = \"Add.\"\ncolumns = [\"3\"]\nrows = [\"a\"]\n```\n";
        let blocks = blocks(text).unwrap();
        let kinds: Vec<String> = blocks
            .iter()
            .map(|block| match block {
                Block::Paragraph(line) => format!("p {}", plain(line)),
                Block::Heading(line) => format!("h {}", plain(line)),
                Block::Item { number, depth, line } => {
                    format!("{number:?} {depth} {}", plain(line))
                }
                Block::Code(code) => format!("code {code}"),
                Block::Formula(_) => "formula".to_owned(),
                Block::Picture { scene, shows } => format!("{scene}: {shows}"),
                Block::Table(rows) => format!("{} rows of {}", rows.len(), rows[0].len()),
                Block::Grid(grid) => format!("grid {}", grid.ask),
            })
            .collect();
        let expected = [
            "p A tree of cells: r2.",
            "formula",
            "Some(1) 1 one",
            "Some(2) 1 two",
            "None 2 deep",
            "shell: a shell",
            "code let x = 1;",
            "2 rows of 2",
            "grid Add.",
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn items_that_ask_are_recognized() {
        let text = "- What is $x$?\n- Look.\n- Is it `a?`\n- Which is *faster?*\n- Qui est-ce ?\n\nWhat?\n";
        let asks: Vec<bool> = blocks(text).unwrap().iter().map(Block::is_listed_question).collect();
        assert_eq!(asks, [true, false, false, true, true, false]);
    }

    #[test]
    fn mistakes_have_a_place() {
        let (place, error) = blocks("All well.\n\nNot $\\matrix$ here.").unwrap_err();
        assert!(place > 9 && error.to_string().contains("matrix"), "{place}: {error}");
        let (_, html) = blocks("<b>no</b>").unwrap_err();
        assert!(html.to_string().contains("HTML"));
        assert_translated(&html);
        for (wrong, words) in [
            ("![a](shell.png)", "![what it shows](scene:shell)"),
            ("![a](scene:shel)", "did you mean `shell`?"),
            ("```grid\nask = \"\"\ncolumns = []\nrows = []\n```", "1 to 16 columns"),
        ] {
            let (place, error) = blocks(&format!("All well.\n\n{wrong}")).unwrap_err();
            assert!(place == 11 && error.to_string().contains(words), "{wrong}: {place}: {error}");
            assert_translated(&error);
        }
        for torn in [
            "$x^{2$",
            "$x}^2$",
            "*$x^{2$*",
            "$$x^{2$$",
            "a $\\frac{1}{2 b$ c",
            "- $x_{1$\n- y",
            "$x^{2} without an end",
        ] {
            let (place, error) = blocks(&format!("All well: $x^{{2}}$.\n\n{torn}")).unwrap_err();
            assert!(
                place >= 20 && error.to_string().contains("each `{` in it"),
                "{torn}: {place}: {error}"
            );
        }
        for money in
            ["$5 or $6", "\\$5 {a}", "$5\n\n{a}", "`$x^{2$`", "```\n$x^{2$\n```", "$5 and $x^{2}$"]
        {
            assert!(blocks(money).is_ok(), "{money}");
        }
    }
}
