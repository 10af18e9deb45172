//! Formulas in lessons: a small part of TeX's notation, set with the window's own typeface, or as
//! MathML. What it does not know is an error, so that no reader sees TeX.

mod layout;

use std::fmt::Write;

pub use layout::{LINE, Piece, SCRIPT, lay};

use starshell::words::{Text, local, say};

/// A part of a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Parts side by side.
    Row(Vec<Formula>),
    /// A variable, set in italics.
    Variable(String),
    /// A number, an operator, a word: set upright.
    Upright(String),
    /// A sign without space around it, such as a minus before a number; `{ }` make one of any
    /// operator.
    Sign(String),
    /// A base with what stands above and below on its right.
    Scripts { base: Box<Formula>, above: Option<Box<Formula>>, below: Option<Box<Formula>> },
    /// A numerator over a denominator.
    Fraction(Box<Formula>, Box<Formula>),
    /// A square root.
    Root(Box<Formula>),
}

/// A run of letters of a formula in a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub is_italic: bool,
    /// 1 above the line, -1 below it.
    pub level: i8,
}

/// Commands and the signs that they stand for.
const SIGNS: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("theta", "θ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("omega", "ω"),
    ("Delta", "Δ"),
    ("Sigma", "Σ"),
    ("Omega", "Ω"),
    ("sum", "∑"),
    ("cdot", "·"),
    ("times", "×"),
    ("div", "÷"),
    ("pm", "±"),
    ("approx", "≈"),
    ("ne", "≠"),
    ("le", "≤"),
    ("ge", "≥"),
    ("to", "→"),
    ("infty", "∞"),
    ("dots", "…"),
    ("log", "log"),
    ("ln", "ln"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("exp", "exp"),
    ("max", "max"),
    ("min", "min"),
];

/// Every sign that a command stands for.
#[cfg(test)]
pub fn signs() -> String {
    SIGNS.iter().map(|(_, sign)| *sign).collect()
}

/// Greatest depth of roots, fractions, scripts and groups within each other: what reads and sets
/// them calls itself for each.
const MAX_DEPTH: usize = 24;

/// The letters of a formula still to be read, the next one last, and the depth of the part that
/// they are in.
struct Letters {
    rest: Vec<char>,
    depth: usize,
}

/// Signs with a space on both sides.
const RELATIONS: &str = "=<>≈≠≤≥→+−±×÷·";

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// A sentence on what it does not know, or what is missing.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let mut letters = Letters { rest: text.chars().rev().collect(), depth: 0 };
        let row = row(&mut letters, None)?;
        match letters.rest.last() {
            None => Ok(row),
            Some(letter) => Err(say!(
                "error-lesson-formula-letter",
                formula = text.to_owned(),
                letter = *letter
            )),
        }
    }

    /// Whether it is the name of a function, with or without scripts.
    fn is_function(&self) -> bool {
        match self {
            Self::Upright(text) => SIGNS.iter().any(|(name, sign)| name == sign && sign == text),
            Self::Scripts { base, .. } => base.is_function(),
            _ => false,
        }
    }

    /// Returns the formula for a line of text: fractions become quotients.
    pub fn in_line(&self) -> Self {
        let part = |part: &Self| Box::new(part.in_line());
        match self {
            Self::Row(parts) => Self::Row(parts.iter().map(Self::in_line).collect()),
            Self::Variable(_) | Self::Upright(_) | Self::Sign(_) => self.clone(),
            Self::Scripts { base, above, below } => Self::Scripts {
                base: part(base),
                above: above.as_deref().map(part),
                below: below.as_deref().map(part),
            },
            Self::Fraction(over, under) => Self::Row(vec![
                over.in_line().in_brackets(),
                Self::Upright("/".to_owned()),
                under.in_line().in_brackets(),
            ]),
            Self::Root(inner) => Self::Root(part(inner)),
        }
    }

    /// Puts the formula in brackets if it has several parts.
    fn in_brackets(self) -> Self {
        match self {
            Self::Row(parts) if parts.len() > 1 => {
                let bracket = |text: &str| [Self::Upright(text.to_owned())];
                Self::Row(bracket("(").into_iter().chain(parts).chain(bracket(")")).collect())
            }
            one => one,
        }
    }

    /// The formula as a run of text.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        self.in_line().add_spans(0, &mut spans);
        spans
    }

    fn add_spans(self, level: i8, spans: &mut Vec<Span>) {
        let mut add = |text: String, is_italic: bool| spans.push(Span { text, is_italic, level });
        match self {
            Self::Row(parts) => parts.into_iter().for_each(|part| part.add_spans(level, spans)),
            Self::Variable(text) => add(text, true),
            Self::Upright(text) if is_relation(&text) && level == 0 => {
                add(format!("\u{a0}{text}\u{a0}"), false)
            }
            Self::Upright(text) | Self::Sign(text) => add(text, false),
            Self::Scripts { base, above, below } => {
                base.add_spans(level, spans);
                below.into_iter().for_each(|below| below.add_spans(-1, spans));
                above.into_iter().for_each(|above| above.add_spans(1, spans));
            }
            Self::Fraction(over, under) => {
                over.add_spans(level, spans);
                under.add_spans(level, spans);
            }
            Self::Root(inner) => {
                add("√".to_owned(), false);
                inner.in_brackets().add_spans(level, spans);
            }
        }
    }

    /// The formula as MathML.
    pub fn mathml(&self, is_display: bool) -> String {
        let mut text =
            format!("<math display=\"{}\">", if is_display { "block" } else { "inline" });
        self.add_mathml(&mut text);
        text + "</math>"
    }

    fn add_mathml(&self, text: &mut String) {
        let escaped =
            |words: &str| words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match self {
            Self::Row(parts) => {
                *text += "<mrow>";
                parts.iter().for_each(|part| part.add_mathml(text));
                *text += "</mrow>";
            }
            Self::Variable(name) => {
                let _ = write!(text, "<mi>{}</mi>", escaped(name));
            }
            Self::Sign(sign) => {
                let _ = write!(
                    text,
                    "<mo form=\"prefix\" lspace=\"0\" rspace=\"0\">{}</mo>",
                    escaped(sign)
                );
            }
            Self::Upright(word) => {
                let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
                let is_word = word.chars().all(char::is_alphabetic);
                let tag = if is_number {
                    "mn"
                } else if is_word {
                    "mtext"
                } else {
                    "mo"
                };
                let _ = write!(text, "<{tag}>{}</{tag}>", escaped(word));
            }
            Self::Scripts { base, above, below } => {
                let tag = match (above, below) {
                    (Some(_), Some(_)) => "msubsup",
                    (Some(_), None) => "msup",
                    _ => "msub",
                };
                let _ = write!(text, "<{tag}>");
                base.add_mathml(text);
                below.iter().chain(above).for_each(|script| script.add_mathml(text));
                let _ = write!(text, "</{tag}>");
            }
            Self::Fraction(over, under) => {
                *text += "<mfrac>";
                over.add_mathml(text);
                under.add_mathml(text);
                *text += "</mfrac>";
            }
            Self::Root(inner) => {
                *text += "<msqrt>";
                inner.add_mathml(text);
                *text += "</msqrt>";
            }
        }
    }
}

/// Whether a sign has space around it.
pub fn is_relation(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|letter| RELATIONS.contains(letter)) && letters.next().is_none()
}

/// Reads parts until `end`, or until nothing is left.
fn row(letters: &mut Letters, end: Option<char>) -> Result<Formula, Text> {
    let mut parts: Vec<Formula> = Vec::new();
    loop {
        match letters.rest.last().copied() {
            None if end.is_none() => break,
            None => return Err(say!("error-lesson-formula-brace")),
            letter if letter == end => {
                letters.rest.pop();
                break;
            }
            Some(letter) if letter.is_whitespace() => drop(letters.rest.pop()),
            Some(sign @ ('^' | '_')) => {
                letters.rest.pop();
                let script = Box::new(part(letters)?);
                let Some(base) = parts.pop() else {
                    return Err(say!("error-lesson-formula-base", sign = sign));
                };
                parts.push(scripted(base, sign, script)?);
            }
            Some(_) => parts.push(part(letters)?),
        }
    }
    let mut parts = spaced(parts);
    Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Row(parts) })
}

/// Puts thin spaces around functions such as log, unless a bracket follows or a relation precedes,
/// and distinguishes the signs of numbers from operators.
fn spaced(parts: Vec<Formula>) -> Vec<Formula> {
    let mut all: Vec<Formula> = Vec::new();
    for part in parts {
        // After nothing, a relation or an opening bracket, a minus is no subtraction.
        let is_sign = all
            .last()
            .is_none_or(|last| matches!(last, Formula::Upright(text) if is_relation(text) || "([,".contains(text.as_str())));
        let part = match part {
            Formula::Upright(text) if is_sign && "+−±".contains(text.as_str()) => {
                Formula::Sign(text)
            }
            part => part,
        };
        let stands = |formula: &Formula| !matches!(formula, Formula::Upright(text) if is_relation(text) || "([|,".contains(text.as_str()));
        let is_apart = all.last().is_some_and(|last| {
            (part.is_function() && stands(last)) || (last.is_function() && stands(&part))
        });
        all.extend(is_apart.then(|| Formula::Upright("\u{a0}".to_owned())));
        all.push(part);
    }
    all
}

/// A base with one more script.
fn scripted(base: Formula, sign: char, script: Box<Formula>) -> Result<Formula, Text> {
    let (base, above, below) = match base {
        Formula::Scripts { base, above, below } => (base, above, below),
        base => (Box::new(base), None, None),
    };
    match (sign, &above, &below) {
        ('^', None, _) => Ok(Formula::Scripts { base, above: Some(script), below }),
        ('_', _, None) => Ok(Formula::Scripts { base, above, below: Some(script) }),
        _ => Err(say!("error-lesson-formula-twice", sign = sign)),
    }
}

/// Reads a group, a command, a number or a letter.
fn part(letters: &mut Letters) -> Result<Formula, Text> {
    if letters.depth == MAX_DEPTH {
        return Err(say!("error-lesson-formula-deep", most = MAX_DEPTH));
    }
    letters.depth += 1;
    let part = shallow_part(letters);
    letters.depth -= 1;
    part
}

fn shallow_part(letters: &mut Letters) -> Result<Formula, Text> {
    let Some(letter) = letters.rest.pop() else { return Err(say!("error-lesson-formula-end")) };
    match letter {
        '{' => Ok(match row(letters, Some('}'))? {
            Formula::Upright(sign) if is_relation(&sign) || sign == "," => Formula::Sign(sign),
            group => group,
        }),
        '\\' => command(letters),
        '}' => Err(say!("error-lesson-formula-close")),
        '-' => Ok(Formula::Upright("−".to_owned())),
        '0'..='9' => {
            let mut number = letter.to_string();
            loop {
                // Three digits behind a comma belong to the number, as in 16,384; other commas
                // separate.
                let digits = letters
                    .rest
                    .iter()
                    .rev()
                    .skip(1)
                    .take_while(|letter| letter.is_ascii_digit())
                    .count();
                let is_part = |next: &char| {
                    next.is_ascii_digit() || *next == '.' || (*next == ',' && digits == 3)
                };
                let Some(next) = letters.rest.pop_if(|next| is_part(next)) else { break };
                number.push(next);
            }
            Ok(Formula::Upright(local(&number)))
        }
        letter if letter.is_alphabetic() => Ok(Formula::Variable(letter.to_string())),
        sign => Ok(Formula::Upright(sign.to_string())),
    }
}

fn command(letters: &mut Letters) -> Result<Formula, Text> {
    let mut name = String::new();
    while let Some(letter) = letters.rest.last().copied().filter(char::is_ascii_alphabetic) {
        name.push(letter);
        letters.rest.pop();
    }
    while letters.rest.last().is_some_and(|letter| letter.is_whitespace()) {
        letters.rest.pop();
    }
    match name.as_str() {
        "frac" => Ok(Formula::Fraction(Box::new(part(letters)?), Box::new(part(letters)?))),
        "sqrt" => Ok(Formula::Root(Box::new(part(letters)?))),
        "text" => {
            let mut word = String::new();
            if letters.rest.pop() != Some('{') {
                return Err(say!("error-lesson-formula-words"));
            }
            loop {
                match letters.rest.pop() {
                    Some('}') => return Ok(Formula::Upright(word)),
                    Some(letter) => word.push(letter),
                    None => return Err(say!("error-lesson-formula-brace")),
                }
            }
        }
        "" => Err(say!("error-lesson-formula-name")),
        _ => {
            let (_, sign) = SIGNS
                .iter()
                .find(|(known, _)| *known == name)
                .ok_or_else(|| say!("error-lesson-formula-command", name = name.clone()))?;
            let is_letter = sign.chars().count() == 1 && sign.chars().all(char::is_alphabetic);
            Ok(if is_letter {
                Formula::Variable((*sign).to_owned())
            } else {
                Formula::Upright((*sign).to_owned())
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::assert_translated;

    fn line(text: &str) -> String {
        let sign = |span: &Span| match span.level {
            0 => span.text.replace('\u{a0}', " "),
            1 => format!("^{}", span.text),
            _ => format!("_{}", span.text),
        };
        Formula::parse(text).unwrap().spans().iter().map(sign).collect()
    }

    #[test]
    fn formulas_become_lines_of_text_and_mathml() {
        assert_eq!(line(r"E = \frac{1}{2} m v^2 - \frac{G m M}{r}"), "E = 1/2mv^2 − (GmM)/r");
        assert_eq!(
            line(r"T_{ff} \approx \frac{\pi}{2} \sqrt{\frac{R^3}{2 G M}}"),
            "T_f_f ≈ π/2√(R^3/(2GM))"
        );
        assert_eq!(line(r"2 K + W = 0"), "2K + W = 0");
        assert_eq!(line(r"-x - 1 = -2 \cdot (-3)"), "−x − 1 = −2 · (−3)");
        assert_eq!(line(r"1{+}1"), "1+1");
        assert_eq!(line(r"x_1 = 16,384, 3,1,7.5"), "x_1 = 16,384,3,1,7.5");
        assert_eq!(line(r"2 n \log_2 n = \sin(x)"), "2n log_2 n = sin(x)");
        let mathml = Formula::parse(r"x_i^{2} < \text{far}").unwrap().mathml(true);
        assert_eq!(
            mathml,
            "<math display=\"block\"><mrow><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><mo>&lt;</mo><mtext>far</mtext></mrow></math>"
        );
    }

    #[test]
    fn every_sign_is_in_the_typeface() {
        let font = ab_glyph::FontRef::try_from_slice(include_bytes!(
            "../../../assets/fonts/Inter-Regular.ttf"
        ))
        .unwrap();
        for letter in SIGNS.iter().flat_map(|(_, sign)| sign.chars()).chain("√−".chars()) {
            assert_ne!(
                ab_glyph::Font::glyph_id(&font, letter).0,
                0,
                "{letter:?} is not in the font"
            );
        }
    }

    #[test]
    fn mistakes_in_a_formula_are_reported() {
        for (text, word) in [
            (r"\matrix x", r"\matrix"),
            (r"x^2^3", "twice"),
            (r"\frac{1", "`}`"),
            (r"x \ 2", "must be followed by the name of a sign"),
            ("^2", "nothing before"),
            ("a}", "unexpected `}`"),
            (r"\text x", "needs words"),
            (r"\text{x", "`}`"),
            ("x^", "too early"),
            ("{x}^}", "unexpected `}`"),
        ] {
            let error = Formula::parse(text).unwrap_err();
            assert!(error.to_string().contains(word), "{text}: {error}");
            assert_translated(&error);
        }
        // Without a limit, these end the process.
        for nested in [r"\sqrt{", r"\frac{", "x^{", "{", r"\sqrt"] {
            let error = Formula::parse(&nested.repeat(10_000)).unwrap_err();
            assert!(error.to_string().contains("deeper than 24"), "{nested}: {error}");
            assert_translated(&error);
        }
        let deepest = "{".repeat(20) + "x" + &"}".repeat(20);
        assert_eq!(line(&deepest), "x");
    }
}
