//! What all features of the window share: the system's window, the desk with its actions and views, settings, notices, and the
//! look of controls.

pub mod action;
pub mod chart;
pub mod desk;
pub mod icons;
pub mod keys;
pub mod layout;
pub mod notices;
pub mod offers;
pub mod offscreen;
pub mod painter;
pub mod panels;
pub mod placement;
pub mod report;
pub mod screen;
pub mod settings;
pub mod theme;
pub mod view;
pub mod widgets;
pub mod window;
