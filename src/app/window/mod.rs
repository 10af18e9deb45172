//! The window: all features put together, the system's window around them, and its stand-in for
//! benchmarks and tests.

pub mod adapters;
pub mod app;
mod connection;
pub mod dialogues;
mod displays;
mod docks;
pub mod layout;
pub mod offscreen;
pub mod panels;
mod perform;
pub mod places;
pub mod report;
pub mod screen;
pub mod search;
pub mod system;
