//! What all features of the window share: their state, settings, notices, keys, and the look of
//! controls.

pub mod aspect;
pub mod chart;
pub mod collection;
pub mod export;
pub mod files;
pub mod guidance;
pub mod keys;
pub mod notices;
pub mod numbers;
pub mod painter;
pub mod panels;
pub mod placement;
pub mod settings;
pub mod sides;
pub mod state;
pub mod theme;
mod triangles;
pub mod widgets;
