//! Edits: tools, picking, following, changing bodies and undo.

use glam::Vec2;
use starshell::physics::{Attraction, Snapshot};
use starshell::words::{self, t};

use crate::app::commands::{Command, Edit, Effect, Follow, Throw, Tool, View};
use crate::app::shell::state::Shell;
use crate::app::simulation::{
    desk::Desk,
    interaction::Purpose,
    stage::BY_HAND,
    undo::{Change, Goal, Panel, Past},
};

impl Desk {
    pub fn follow(&mut self, follow: Follow) {
        let is_possible = follow != Follow::Picked || self.stage.interaction.picked.is_some();
        self.viewer.follow(if is_possible { follow } else { Follow::Nothing });
        if !is_possible {
            self.shell.notices.tell(t!("notice-none-picked"));
        }
    }

    /// Selects a tool and ends whatever the last one was doing.
    pub fn take_tool(&mut self, tool: Tool) {
        self.viewer.tool = tool;
        let interaction = &mut self.stage.interaction;
        (interaction.throw, interaction.ruler) = (None, None);
        interaction.orbits &= matches!(tool, Tool::Body | Tool::Cluster);
        self.attract(None);
    }

    /// Throws into orbits about the selected body from now on, or freely again.
    pub fn toggle_orbits(&mut self) {
        let orbits = !self.stage.interaction.orbits;
        if orbits && self.stage.interaction.picked.is_none() {
            return self.shell.notices.tell(t!("notice-none-picked"));
        }
        self.take_tool(if orbits { Tool::Body } else { Tool::Look });
        self.stage.interaction.orbits = orbits;
    }

    /// Requests the state in which to find the body at a pixel of the picture.
    pub fn pick_at(&mut self, pixel: Vec2, follow: bool) {
        let (camera, size) = (self.stage.session.scene().camera, self.stage.size);
        self.stage.interaction.wanted.push(Purpose::Pick { camera, size, pixel, follow });
    }

    /// Selects the body this many places after the selected one or, without one, the first or the
    /// last.
    pub fn step_body(&mut self, by: i32) {
        let count = i64::from(self.stage.session.simulation().bodies().count());
        let from = match self.stage.interaction.picked {
            Some(picked) => i64::from(picked),
            None if by > 0 => -1,
            None => 0,
        };
        self.stage.pick(Some((from + i64::from(by)).rem_euclid(count) as u32));
    }

    pub fn delete_picked(&mut self) {
        match self.stage.interaction.picked {
            Some(index) => self.edit(Edit::Delete(index)),
            None => self.shell.notices.tell(t!("notice-none-picked")),
        }
    }

    pub fn throw(&mut self, throw: Throw) {
        let bodies = self.viewer.tools.thrown(self.viewer.tool, &self.stage.interaction, throw);
        self.stage.interaction.throw = None;
        self.edit(Edit::Add(bodies));
    }

    /// Requests the state to edit. If another edit is in progress, the request is repeated.
    pub fn edit(&mut self, edit: Edit) {
        if self.stage.interaction.is_waiting() {
            self.shell.ask(Command::Edit(edit));
        } else {
            self.stage.interaction.wanted.push(Purpose::Edit(edit));
        }
    }

    /// Turns the attractor on or off.
    pub fn attract(&mut self, attraction: Option<Attraction>) {
        let attraction = attraction.filter(Attraction::is_valid);
        match (self.stage.interaction.attraction, attraction) {
            (None, Some(_)) => self.stage.interaction.wanted.push(Purpose::Mark),
            (Some(_), None) => self.stage.statistics.rebase(),
            _ => {}
        }
        self.stage.interaction.attraction = attraction;
    }

    /// Requests the present state, to which redo or undo will return, and then undoes the last
    /// change, or redoes it.
    pub fn undo(&mut self, is_redo: bool) {
        let interaction = &mut self.stage.interaction;
        if interaction.is_waiting() || self.loading.is_some() {
            self.shell.ask(if is_redo { Command::Redo } else { Command::Undo });
            return;
        }
        match interaction.undo_stack.next(is_redo).map(|change| &change.to) {
            None => self.shell.notices.tell(if is_redo {
                t!("notice-nothing-to-redo")
            } else {
                t!("notice-nothing-to-undo")
            }),
            Some(Goal::Run(_)) => interaction.wanted.push(Purpose::Undo(is_redo)),
            Some(Goal::Panel(..)) => self.exchange_setting(is_redo),
        }
    }

    /// The panel that a command of this effect changes, as it is now.
    pub fn panel_of(&self, effect: Effect) -> Option<Panel> {
        let scene = self.stage.session.scene();
        match effect {
            Effect::Physics => Some(Panel::Physics(scene.physics)),
            Effect::Colors | Effect::Trails(_) | Effect::View => {
                Some(Panel::Look(Box::new(scene.look.clone())))
            }
            Effect::Nothing | Effect::Bodies => None,
        }
    }

    /// Remembers a panel that a control has changed.
    pub fn mark_setting(&mut self, before: Panel) {
        let scene = self.stage.session.scene();
        if before.of(scene) != before {
            self.stage.interaction.undo_stack.mark_setting(before, scene);
        }
    }

    /// Gives a setting back what it was before the last change, or before that was undone.
    fn exchange_setting(&mut self, is_redo: bool) {
        let Some(Change { key, to: Goal::Panel(before, _) }) =
            self.stage.interaction.undo_stack.next(is_redo)
        else {
            return;
        };
        let (key, now) = (*key, before.of(self.stage.session.scene()));
        match self.stage.interaction.undo_stack.exchange_setting(is_redo, now) {
            Some(Panel::Physics(physics)) => self.set_physics(physics),
            Some(Panel::Look(look)) => *self.stage.session.look_mut() = *look,
            None => return,
        }
        self.tell_of(is_redo, key);
    }

    /// Says what was undone or redone.
    fn tell_of(&mut self, is_redo: bool, key: &str) {
        let what = words::text(key, &[]);
        self.shell.notices.tell(if is_redo {
            t!("notice-redone", what = what)
        } else {
            t!("notice-undone", what = what)
        });
    }

    /// Exchanges the present for the state to which undo or redo returns.
    pub fn exchange(&mut self, present: Snapshot, is_redo: bool) {
        let present = self.past_of(present);
        let Some(key) = self.stage.interaction.undo_stack.next(is_redo).map(|change| change.key)
        else {
            return;
        };
        let Some(past) = self.stage.interaction.undo_stack.exchange(present, is_redo) else {
            return;
        };
        if !past.is_of(&self.origin, self.stage.session.scene()) {
            return self.load_past(past);
        }
        let Past { snapshot, scene, altered, measured, picked, .. } = past;
        if measured.run != self.stage.statistics.run() {
            // Edits are undone under the present physics, but another run has its own.
            let (stage, mut around) = self.on_stage();
            stage.set_known_physics(&mut around, scene.physics);
        }
        let physics = self.stage.session.scene().physics;
        let moment = (snapshot.time, snapshot.steps);
        self.viewer.transport.remaining = 0;
        let before = std::mem::replace(&mut self.stage.altered, altered);
        let (stage, mut around) = self.on_stage();
        if !stage.put(&mut around, &snapshot, picked) {
            self.stage.altered = before;
            return;
        }
        self.stage.altered = self.stage.altered.or((physics != scene.physics).then_some(BY_HAND));
        self.go_back_to(snapshot);
        self.stage.statistics.restore(measured, moment.0, moment.1);
        self.tell_of(is_redo, key);
    }

    /// The run on stage at `snapshot`, for undo and redo.
    pub fn past_of(&self, snapshot: Snapshot) -> Past {
        let stage = &self.stage;
        let picked =
            stage.interaction.picked.filter(|picked| (*picked as usize) < snapshot.state.len());
        Past {
            snapshot,
            scene: stage.session.scene().clone(),
            origin: self.origin.clone(),
            altered: stage.altered,
            measured: stage.statistics.measurements(),
            picked,
        }
    }

    /// Drops the tool, the selection, the comparison or the card of the first start, one at a time.
    /// Returns whether there was any.
    pub fn escape(&mut self) -> bool {
        if self.viewer.tool != Tool::Look || self.stage.interaction.throw.is_some() {
            self.take_tool(Tool::Look);
        } else if self.stage.interaction.picked.is_some() && self.captures.still.is_none() {
            self.stage.pick(None);
        } else if self.other_view.is_some() {
            self.end_comparison();
        } else if self.is_welcoming() {
            self.shell.settings.hint_seen = true;
        } else {
            return false;
        }
        true
    }

    /// Whether the card of the first start is shown.
    pub fn is_welcoming(&self) -> bool {
        let Shell { view, settings, .. } = &self.shell;
        *view == View::Simulation
            && !settings.hint_seen
            && !self.shell.is_projector()
            && !self.is_tour()
    }
}
