//! Panels of the window as a whole: its notices, its keys, its settings.

pub mod help;
pub mod notices;
pub mod program;
