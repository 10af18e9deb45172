//! Panels of the window as a whole: its keys and its settings.

pub mod help;
pub mod program;
