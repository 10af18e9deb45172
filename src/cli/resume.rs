//! `render --resume FILE`: the command line that a checkpoint holds.

use std::ffi::OsString;

use anyhow::anyhow;

use super::again::{asked, long};
use super::checkpoints::Resumed;
use super::failure::{Failure, input};

/// Options with a value that may be given along with `--resume`.
const CHANGED: [&str; 2] = ["checkpoint", "adapter"];
/// And those without.
const DETAIL: [&str; 4] = ["--quiet", "-q", "--verbose", "-v"];

/// The command line `words`, or the one of the checkpoint that it requests to go on from.
pub fn expand(words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let Some((file, given)) = asked(&words, "resume", "a checkpoint")? else { return Ok(words) };
    let (mut changed, mut detail) = (Vec::new(), Vec::new());
    let mut rest = given.iter().map(|word| word.to_string_lossy());
    while let Some(word) = rest.next() {
        if DETAIL.contains(&word.as_ref()) {
            detail.push(OsString::from(word.as_ref()));
            continue;
        }
        let Some(option) = CHANGED.into_iter().find(|option| *option == long(&word)) else {
            return Err(input(anyhow!(
                "{word} cannot be changed, since --resume goes on with a capture as it began: leave it out, or give {} in place of a scene",
                file.display()
            )));
        };
        let value = if word.contains('=') { None } else { rest.next() };
        changed.push((option, value.map_or(word.to_string(), |value| format!("{word}={value}"))));
    }
    let command = words[1].to_string_lossy().into_owned();
    let resumed = Resumed::read(&file, &command)?;
    let stays = |word: &&String| !changed.iter().any(|(option, _)| *option == long(word));
    let mut expanded = vec![
        words[0].clone(),
        words[1].clone(),
        resumed.file().into(),
        "--resume".into(),
        resumed.file().into(),
    ];
    expanded.extend(resumed.line().iter().skip(1).filter(stays).map(OsString::from));
    expanded.extend(changed.into_iter().map(|(_, word)| OsString::from(word)));
    expanded.extend(detail);
    Ok(expanded)
}
