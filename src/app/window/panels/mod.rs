//! Panels of the window as a whole: its keys, its settings, and what finds all.

pub mod help;
pub mod program;
pub mod search;
