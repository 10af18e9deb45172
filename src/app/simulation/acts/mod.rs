//! What the simulation is asked for, by subject.

pub mod aside;
pub mod auto_count;
pub mod collection;
pub mod compare;
pub mod edits;
pub mod files;
pub mod film;
pub mod finish;
pub mod frame;
pub mod loading;
pub mod members;
pub mod modes;
pub mod moment;
pub mod path;
pub mod perform;
pub mod picture;
pub mod preview;
pub mod queue;
pub mod series;
pub mod start;
pub mod task;
pub mod timeline;
pub mod trial;
pub mod view;
pub mod warnings;
