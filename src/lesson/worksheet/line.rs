//! Text in lines of a width, formulas included.

use egui::{Pos2, pos2, vec2};

use super::paper::Mark;
use super::typeface::{Face, Style, Typefaces};
use crate::lesson::Inline;
use crate::lesson::formula::{Formula, LINE, Piece, is_relation, lay};

/// Height of a line above and below its baseline over the size of its letters, and the least space
/// between two lines.
const ABOVE: f32 = 1.02;
const BELOW: f32 = 0.42;
const BETWEEN: f32 = 0.12;

/// A piece of text before it is set.
#[derive(Clone, Debug)]
pub enum Run {
    Text(String, Style),
    Formula(Formula, f32),
}

impl Run {
    pub fn text(text: &str, style: Style) -> Self {
        Self::Text(text.to_owned(), style)
    }

    /// The runs of a line of Markdown, in letters of this size.
    pub fn from_line(line: &[Inline], size: f32, face: Face) -> Vec<Self> {
        let run = |inline: &Inline| match inline {
            Inline::Text { text, is_strong, is_emphasis, is_code } => {
                let (face, size) = match (is_code, is_strong) {
                    (true, _) => (Face::Code, 0.9 * size),
                    (false, true) => (Face::Strong, size),
                    (false, false) => (face, size),
                };
                Self::Text(text.clone(), Style { face, size, leans: *is_emphasis })
            }
            Inline::Formula(formula) => Self::Formula(formula.in_line(), size),
        };
        line.iter().map(run).collect()
    }
}

/// A line, or a formula: its marks are placed from the beginning of its baseline.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub width: f32,
    pub above: f32,
    pub below: f32,
    pub marks: Vec<Mark>,
}

/// What a line is made of.
#[derive(Clone, Debug)]
enum Item {
    Text(String, Style, f32),
    Formula(Line, f32),
}

impl Item {
    fn width(&self) -> f32 {
        match self {
            Self::Text(_, _, width) => *width,
            Self::Formula(line, _) => line.width,
        }
    }
}

/// Items between which no line ends, unless they are too wide for any.
#[derive(Clone, Debug, Default)]
struct Word {
    /// The space before it; `None` after a hyphen.
    space: Option<Item>,
    /// Whether it begins a line in any case.
    is_first: bool,
    /// Whether no line ends before it: beside "=", and after a logarithm.
    is_tied: bool,
    items: Vec<Item>,
}

impl Word {
    fn width(&self) -> f32 {
        self.items.iter().map(Item::width).sum()
    }
}

/// Words, and the last of them, which may go on in the next run.
#[derive(Default)]
struct Words {
    whole: Vec<Word>,
    word: Word,
}

impl Words {
    /// Begins a word. Where the last one is empty, such as between two spaces, it takes its place.
    fn begin(&mut self, space: Option<Item>, is_first: bool) {
        if self.word.items.is_empty() {
            self.word.is_first |= is_first;
            self.word.space = space.or(self.word.space.take());
        } else {
            self.whole.push(std::mem::replace(
                &mut self.word,
                Word { space, is_first, ..Word::default() },
            ));
        }
    }
}

impl Typefaces {
    /// Sets runs in lines of a width.
    pub fn lines(&self, runs: &[Run], width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut items: Vec<Item> = Vec::new();
        let mut used = 0.0;
        for word in tied(self.words(runs), width) {
            let space = word.space.as_ref().map_or(0.0, Item::width);
            if !items.is_empty() && (word.is_first || used + space + word.width() > width) {
                lines.push(self.line(std::mem::take(&mut items)));
                used = 0.0;
            }
            if !items.is_empty() {
                used += space;
                items.extend(word.space);
            }
            for item in word.items.into_iter().flat_map(|item| self.narrowed(item, width)) {
                if !items.is_empty() && used + item.width() > width {
                    lines.push(self.line(std::mem::take(&mut items)));
                    used = 0.0;
                }
                used += item.width();
                items.push(item);
            }
        }
        if !items.is_empty() {
            lines.push(self.line(items));
        }
        lines
    }

    /// The least width of lines in which no word has to be torn.
    pub fn least_width(&self, runs: &[Run]) -> f32 {
        self.words(runs).iter().map(Word::width).fold(0.0, f32::max)
    }

    /// One line, however wide.
    pub fn single(&self, runs: &[Run]) -> Line {
        self.lines(runs, f32::INFINITY).into_iter().next().unwrap_or_default()
    }

    /// A formula in letters of this size.
    pub fn formula(&self, formula: &Formula, size: f32) -> Line {
        let upright = |size| Style::new(Face::Regular, size);
        let (laid, pieces) = lay(formula, size, &|text, size| self.width(text, upright(size)));
        let mut marks = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Letters { at, text, size, is_italic } => {
                    self.place(at, &text, Style { leans: is_italic, ..upright(size) }, &mut marks);
                }
                Piece::Line { points } => {
                    marks.push(Mark::Line { points, width: LINE * size, is_dotted: false })
                }
            }
        }
        Line { width: laid.width, above: laid.above, below: laid.below, marks }
    }

    fn words(&self, runs: &[Run]) -> Vec<Word> {
        let mut words = Words::default();
        for run in runs {
            match run {
                Run::Formula(Formula::Row(parts), size) => {
                    // Where a formula is wider than a line, it continues behind a relation.
                    for part in parts.split_inclusive(
                        |part| matches!(part, Formula::Upright(text) if is_relation(text)),
                    ) {
                        words.word.items.push(Item::Formula(
                            self.formula(&Formula::Row(part.to_vec()), *size),
                            *size,
                        ));
                    }
                }
                Run::Formula(formula, size) => {
                    words.word.items.push(Item::Formula(self.formula(formula, *size), *size))
                }
                Run::Text(text, style) => self.add_words(text, *style, &mut words),
            }
        }
        words.begin(None, false);
        words.whole
    }

    fn add_words(&self, text: &str, style: Style, words: &mut Words) {
        let item = |text: &str| Item::Text(text.to_owned(), style, self.width(text, style));
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                words.begin(None, true);
            }
            // The no-break space is no place to break.
            let mut ties = false;
            for (number, part) in line.split(' ').enumerate() {
                if number > 0 {
                    words.begin(Some(item(" ")), false);
                    words.word.is_tied |= ties || part == "=";
                }
                ties = part == "=" || part.ends_with("log₂");
                // Names in code are whole.
                let pieces = if style.face == Face::Code { vec![part] } else { hyphenated(part) };
                for (number, piece) in pieces.into_iter().enumerate() {
                    if number > 0 {
                        words.begin(None, false);
                    }
                    words.word.items.extend((!piece.is_empty()).then(|| item(piece)));
                }
            }
        }
    }

    /// The item, or parts of it that fill a line each where it is wider than one.
    fn narrowed(&self, item: Item, width: f32) -> Vec<Item> {
        let (text, style) = match &item {
            Item::Text(text, style, own) if *own > width => (text, *style),
            _ => return vec![item],
        };
        let mut parts = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let mut ends = rest.char_indices().map(|(at, letter)| at + letter.len_utf8());
            // At least one letter is set, however narrow the line.
            let first = ends.next().unwrap_or(rest.len());
            let end = ends
                .take_while(|end| self.width(&rest[..*end], style) <= width)
                .last()
                .unwrap_or(first);
            let (part, others) = rest.split_at(end);
            parts.push(Item::Text(part.to_owned(), style, self.width(part, style)));
            rest = others;
        }
        parts
    }

    fn line(&self, items: Vec<Item>) -> Line {
        let mut line = Line::default();
        // Letters of one style are one run: kerned across its words, and read as one.
        let mut joined: Vec<Item> = Vec::new();
        for item in items {
            match (joined.last_mut(), item) {
                (Some(Item::Text(text, style, width)), Item::Text(more, other, own))
                    if *style == other =>
                {
                    *text += &more;
                    *width += own;
                }
                (_, item) => joined.push(item),
            }
        }
        for item in joined {
            let (above, below, size) = match item {
                Item::Text(text, style, _) => {
                    line.width += self.place(pos2(line.width, 0.0), &text, style, &mut line.marks);
                    (0.0, 0.0, style.size)
                }
                Item::Formula(formula, size) => {
                    let shift = vec2(line.width, 0.0);
                    line.marks.extend(formula.marks.into_iter().map(|mark| mark.shifted(shift)));
                    line.width += formula.width;
                    (formula.above, formula.below, size)
                }
            };
            line.above = line.above.max(ABOVE * size).max(above + BETWEEN * size);
            line.below = line.below.max(BELOW * size).max(below + BETWEEN * size);
        }
        line
    }

    /// Adds a text at a place of its baseline, and returns its width.
    pub fn place(&self, at: Pos2, text: &str, style: Style, marks: &mut Vec<Mark>) -> f32 {
        let mut width = 0.0;
        for (face, part) in self.parts(text, style.face) {
            let style = Style { face, ..style };
            let own = self.width(part, style);
            marks.push(Mark::Text {
                at: at + vec2(width, 0.0),
                text: part.to_owned(),
                style,
                width: own,
            });
            width += own;
        }
        width
    }
}

/// Words with those that are tied to the ones before them in one, as far as a line of this width
/// has room.
fn tied(words: Vec<Word>, width: f32) -> Vec<Word> {
    let mut all: Vec<Word> = Vec::new();
    for word in words {
        let own = word.space.as_ref().map_or(0.0, Item::width) + word.width();
        match all.last_mut() {
            Some(last) if word.is_tied && !word.is_first && last.width() + own <= width => {
                last.items.extend(word.space.into_iter().chain(word.items));
            }
            _ => all.push(word),
        }
    }
    all
}

/// A word at whose hyphens a line may end.
fn hyphenated(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in word.match_indices('-') {
        let has_letter = |side: Option<char>| side.is_some_and(char::is_alphabetic);
        if has_letter(word[..at].chars().next_back()) && has_letter(word[at + 1..].chars().next()) {
            parts.push(&word[start..=at]);
            start = at + 1;
        }
    }
    parts.push(&word[start..]);
    parts
}
