//! Points as lines of text.

use super::head::Head;
use crate::exchange::snapshots::error::{Error, printable};
use crate::exchange::snapshots::reader::Limits;
use crate::exchange::snapshots::source::Source;

/// All numbers of the points as little-endian doubles, line by line.
pub(super) fn values(
    source: &mut Source,
    limits: &Limits,
    head: &Head,
    before: usize,
) -> Result<Vec<u8>, Error> {
    let text = source.text(limits.memory / 4)?;
    let path = source.path().to_owned();
    let Some(vertex) = head.elements.get(before) else { return Ok(Vec::new()) };
    let begin = usize::try_from(head.end).unwrap_or(usize::MAX);
    let rest = text.get(begin..).unwrap_or_default();
    // Other elements take one line each.
    let skipped = head.elements.iter().take(before).fold(0_u64, |n, e| n.saturating_add(e.count));
    let mut lines = rest.lines().filter(|line| !line.trim().is_empty());
    for _ in 0..skipped {
        if lines.next().is_none() {
            break;
        }
    }
    let mut bytes = Vec::new();
    for row in 0..vertex.count {
        let Some(line) = lines.next() else {
            let need = vertex.count - row;
            let what = format!("line {} of {} points", row + 1, vertex.count);
            return Err(Error::Short {
                path,
                what,
                offset: text.len() as u64,
                need,
                len: source.len(),
            });
        };
        let mut words = line.split_ascii_whitespace();
        for property in &vertex.properties {
            let word = words.next().unwrap_or_default();
            let Ok(number) = word.parse::<f64>() else {
                let at = line.as_ptr().addr().saturating_sub(text.as_ptr().addr()) as u64;
                let word: String = word.chars().take(20).collect();
                let what = format!("'{}' is no number for {}", printable(&word), property.name);
                return Err(Error::damaged(&path, at, what));
            };
            bytes.extend(number.to_le_bytes());
        }
    }
    Ok(bytes)
}
