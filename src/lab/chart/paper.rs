//! What all charts have in SVG: a page with title and caption, an axis with its numbers, and
//! published values.

use std::fmt::Write;

use super::Axis;

/// The colour of warnings.
pub const WARNING: &str = "#b00020";

/// The beginning of a document of this size, with a title and a caption of two lines.
pub fn begin([width, height]: [f64; 2], title: &str, caption: &[String]) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"19\" font-weight=\"bold\">{}</text>\n",
        escaped(title),
    );
    for (line, y) in caption.iter().zip([48, 66]) {
        let _ =
            writeln!(text, "<text x=\"20\" y=\"{y}\" fill=\"#555555\">{}</text>", escaped(line));
    }
    text
}

/// Vertical lines at the ticks of a horizontal axis between these pixels, with their numbers at
/// these heights.
pub fn grid(
    text: &mut String,
    axis: &Axis,
    pixels: [f64; 2],
    [top, bottom]: [f64; 2],
    numbers: &[f64],
) {
    for (tick, number) in axis.ticks() {
        let at = pixels[0] + axis.place(tick) * (pixels[1] - pixels[0]);
        let _ = writeln!(text, "<path d=\"M{at:.1} {top}V{bottom:.1}\" stroke=\"#dddddd\"/>");
        let number = if *axis == Axis::SHARES { format!("{:.0} %", 100.0 * tick) } else { number };
        for y in numbers {
            let _ = writeln!(
                text,
                "<text x=\"{at:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{number}</text>"
            );
        }
    }
}

/// A published number, with its origin as a tooltip.
pub fn diamond(text: &mut String, x: f64, y: f64, origin: &str) {
    let _ = writeln!(
        text,
        "<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\" fill=\"#ffffff\" stroke=\"#000000\"><title>{}</title></path>",
        y - 6.0,
        escaped(origin)
    );
}

/// Text for XML.
pub fn escaped(text: impl std::fmt::Display) -> String {
    // XML can hold neither these two nor control characters, which names in a report can.
    let is_xml =
        |letter: &char| !letter.is_control() && !('\u{fffe}'..='\u{ffff}').contains(letter);
    let text: String = text.to_string().chars().filter(is_xml).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_cannot_hold_are_left_out() {
        assert_eq!(escaped("a\0\u{1b}[31m\u{ffff}<é字\u{1f469}>"), "a[31m&lt;é字\u{1f469}&gt;");
    }
}
