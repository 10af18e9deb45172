//! Edits: tools, picking, following, changing bodies and undo.

use starshell::physics::Attraction;

use super::{Desk, Request};
use crate::app::action::Action;
use crate::app::hands::{Edit, Follow, Purpose, Throw, Tool};
use crate::app::words::t;

impl Desk {
    pub(super) fn follow(&mut self, follow: Follow) {
        let is_possible = follow != Follow::Picked || self.stage.hands.picked.is_some();
        self.stage.hands.follow = if is_possible { follow } else { Follow::Nothing };
        if !is_possible {
            self.notices.tell(t!("notice-none-picked"));
        }
    }

    /// Selects a tool and ends whatever the last one was doing.
    pub(super) fn take_tool(&mut self, tool: Tool) {
        self.stage.hands.tool = tool;
        self.stage.hands.throw = None;
        self.attract(None);
    }

    pub(super) fn delete_picked(&mut self) {
        match self.stage.hands.picked {
            Some(index) => self.edit(Edit::Delete(index)),
            None => self.notices.tell(t!("notice-none-picked")),
        }
    }

    pub(super) fn throw(&mut self, throw: Throw) {
        let bodies = self.stage.hands.thrown(throw);
        self.stage.hands.throw = None;
        self.edit(Edit::Add(bodies));
    }

    /// Requests the state to edit. If another edit is in progress, the request is repeated.
    pub(super) fn edit(&mut self, edit: Edit) {
        if self.stage.hands.is_waiting() {
            self.actions.push_back(Action::Edit(edit));
        } else {
            self.stage.hands.wanted.push(Purpose::Edit(edit));
        }
    }

    /// Turns the attractor on or off.
    pub(super) fn attract(&mut self, attraction: Option<Attraction>) {
        let attraction = attraction.filter(Attraction::is_valid);
        match (self.stage.hands.attraction, attraction) {
            (None, Some(_)) => self.stage.hands.wanted.push(Purpose::Mark),
            (Some(_), None) => self.stage.statistics.rebase(),
            _ => {}
        }
        self.stage.hands.attraction = attraction;
    }

    /// Returns to the state before the last edit that has not been undone.
    pub(super) fn undo(&mut self) {
        let Some(snapshot) = self.stage.hands.undo.pop() else { return self.notices.tell(t!("notice-nothing-to-undo")) };
        let picked = self.still_picked(&snapshot);
        if self.resume(&snapshot, picked) {
            self.go_back_to(snapshot);
            self.notices.tell(t!("notice-undone"));
        }
    }

    /// Closes what is open or drops the tool, one thing at a time.
    pub(super) fn escape(&mut self) {
        if self.files.take().is_some() {
            return;
        }
        if self.help_open || self.gallery_open || self.pictures_open || self.stage.statistics.is_enlarged {
            (self.help_open, self.gallery_open, self.pictures_open) = (false, false, false);
            self.stage.statistics.is_enlarged = false;
        } else if self.stage.hands.tool != Tool::Look || self.stage.hands.throw.is_some() {
            self.take_tool(Tool::Look);
        } else if self.stage.hands.picked.is_some() && self.still.is_none() {
            self.stage.pick(None);
        } else if self.beside.is_some() {
            self.end_comparison();
        } else {
            self.requests.push(Request::LeaveFullscreen);
        }
    }
}
