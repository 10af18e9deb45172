//! The simulation in the window: what is on stage, what can be done with it, and its panels.

pub mod action;
pub mod acts;
pub mod around;
pub mod auto_count;
pub mod comparison;
pub mod desk;
pub mod drafts;
pub mod filming;
pub mod flight;
pub mod interaction;
pub mod keys;
pub mod loading;
pub mod marks;
pub mod numbers;
pub mod orbit;
pub mod origin;
pub mod panels;
pub mod preview;
pub mod rates;
pub mod rescue;
pub mod saving;
pub mod screenshot;
pub mod stage;
pub mod statistics;
pub mod thumbnails;
pub mod transport;
pub mod trial;
pub mod tuning;
pub mod undo;

pub use action::Action;
