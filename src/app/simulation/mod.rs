//! The simulation in the window: what is on stage, what can be done with it, and its panels.

pub mod acts;
pub mod drafts;
pub mod files;
pub mod filming;
pub mod flight;
pub mod following;
pub mod hands;
pub mod marks;
pub mod numbers;
pub mod panels;
pub mod past;
pub mod rates;
pub mod rescue;
pub mod screenshot;
pub mod stage;
pub mod statistics;
pub mod thumbnails;
pub mod travel;
pub mod tuner;
