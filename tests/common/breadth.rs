//! How many of their cases tests try.

/// Whether every case is wanted, as by `./test nightly`, or a part that takes minutes less.
pub fn is_thorough() -> bool {
    std::env::var_os("STARSHELL_THOROUGH").is_some()
}

/// All `cases` by `./test nightly`, otherwise the first and every `nth` after it: for lists of
/// tunings, plans and mistakes that differ little and take a second each to compile on a software
/// adapter.
pub fn cases<T>(nth: usize, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(if is_thorough() { 1 } else { nth })
}
