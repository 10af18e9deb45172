//! The classroom with everything that a lesson uses.

use crate::app::laboratory::Laboratory;
use crate::app::lessons::classroom::Classroom;
use crate::app::simulation::desk::Desk;
use crate::app::workbench::Workbench;

/// The classroom, and around it what its cards show.
pub struct Room<'a> {
    pub desk: &'a mut Desk,
    pub laboratory: &'a mut Laboratory,
    pub workbench: &'a mut Workbench,
    pub classroom: &'a mut Classroom,
}
