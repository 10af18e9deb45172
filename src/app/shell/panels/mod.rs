//! Panels that several features show.

pub mod files;
