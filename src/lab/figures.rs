//! Numbers as tables show them.

/// A number with three or four figures.
pub(super) fn figure(value: f64) -> String {
    let digits = match value.abs() {
        1000.0.. => 0,
        100.0.. => 1,
        10.0.. => 2,
        1.0.. => 3,
        _ => 4,
    };
    if value != 0.0 && value.abs() < 0.001 {
        format!("{value:.2e}")
    } else {
        format!("{value:.digits$}")
    }
}

/// A whole number in groups of three digits.
pub(super) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
