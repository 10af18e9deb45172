//! Lessons: the classroom, what can be done in it, and its panels.

mod acts;
pub mod classroom;
pub mod panels;
pub mod progress;
pub mod reading;
pub mod room;
