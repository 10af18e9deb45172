//! Panels of the window as a whole: its pages, keys and settings, and what finds all.

pub mod help;
pub mod pages;
pub mod program;
pub mod search;
