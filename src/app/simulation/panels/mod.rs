//! The panels around the picture, a file each.

pub mod bodies;
pub mod body;
mod curves;
mod date;
pub mod gallery;
pub mod gravity;
pub mod guides;
pub mod hud;
pub mod kept;
pub mod lamps;
mod looks;
pub mod model;
pub mod notices;
pub mod path;
pub mod physics;
pub mod picture;
pub mod pictures;
pub mod preview;
pub mod rail;
pub mod scene;
pub mod science;
pub mod simple;
pub mod timeline;
pub mod transport;
pub mod video;
pub mod view;
