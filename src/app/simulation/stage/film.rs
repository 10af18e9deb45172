//! A film on stage: any moment of it, as far as the branch on stage is the film.

use std::sync::Arc;

use starshell::physics::Watched;
use starshell::render::ColorBy;
use starshell::session::{History, Moment};
use starshell::snapshot::Shown;

use crate::app::commands::Command;
use crate::app::simulation::{
    around::Around,
    reel::{Reel, Wish},
    stage::Stage,
};

/// Why pictures of a film cannot be made again from its scene.
pub const OF_FILM: &str = "it shows snapshots of another program";

impl Stage {
    /// Puts a film on stage, at its beginning. Its ends are stored, so that the timeline spans it.
    pub fn begin_film(&mut self, history: &mut History, mut reel: Reel) {
        let physics = self.session.scene().physics;
        let ends = reel.about.ends.clone().map(|end| Moment::given(end, physics));
        self.cursor.shown = Some(Arc::new(ends[0].clone()));
        self.recall(history, ends);
        self.altered = Some(OF_FILM);
        reel.goal = Some(reel.span()[0]);
        self.reel = Some(reel);
    }

    /// The time until which the branch on stage is the film, if it is one.
    pub fn film_end(&self, history: &History) -> Option<f64> {
        self.reel.as_ref()?;
        self.line(history)?.last_given().map(|moment| moment.time())
    }

    /// Shows the moment of the film at `time`, when it has been read. Returns whether the branch on
    /// stage is the film there.
    pub fn show_film(&mut self, history: &History, time: f64) -> bool {
        let is_film = self.film_end(history).is_some_and(|end| time <= end);
        if let (Some(reel), true) = (&mut self.reel, is_film) {
            reel.goal = Some(time.max(reel.span()[0]));
        }
        is_film
    }

    /// The time of the film that is shown, or is to be shown.
    pub fn film_time(&self) -> Option<f64> {
        self.reel.as_ref()?.goal
    }

    /// Whether the moment of a film that is to be shown is not there yet.
    pub fn awaits_film(&self) -> bool {
        self.reel.as_ref().is_some_and(Reel::is_awaited)
    }

    /// Whether a film is shown whose times are expansion factors.
    pub fn is_comoving(&self) -> bool {
        self.reel.as_ref().is_some_and(|reel| reel.about.is_comoving)
    }

    /// Takes what has been read of the film, and asks for what is to be shown next.
    pub fn follow_film(&mut self, around: &mut Around, elapsed: f32) {
        // A copy of the bodies, as they are, is on its way for an edit.
        if self.interaction.is_waiting() {
            return;
        }
        if let Some((wish, answer)) = self.reel.as_mut().and_then(|reel| reel.answer(elapsed)) {
            answer.notes.into_iter().for_each(|note| around.shell.notices.tell_long(note));
            match answer.shown {
                Ok(shown) => self.take_film(around, &wish, shown),
                Err(error) => {
                    around.shell.notices.warn(error.to_string());
                    around.shell.ask(Command::Replay(0));
                }
            }
        }
        let end = self.film_end(around.history);
        let (look, physics) = (&self.session.scene().look, self.session.scene().physics);
        let column = (look.color_by == ColorBy::Column).then(|| look.color_column.clone());
        let Some(reel) = &mut self.reel else { return };
        // A run that goes on from the film has the columns of the moment where it began.
        let (time, has_bodies) = match (reel.goal, end) {
            (Some(goal), _) => (goal, true),
            (None, Some(end)) => (end, false),
            (None, None) => return,
        };
        reel.ask(Wish { time, has_bodies, precision: physics.precision, column });
    }

    /// Shows what has arrived, if it is still asked for.
    fn take_film(&mut self, around: &mut Around, wish: &Wish, shown: Shown) {
        let Shown { snapshot, appearance } = shown;
        let is_film = self.film_time().is_some();
        if wish.has_bodies != is_film {
            return;
        }
        if is_film {
            let known = &self.session.pictures().appearance().identities;
            let picked = self.interaction.picked.and_then(|picked| known.get(picked as usize));
            let is_it = |identity: &u32| Some(identity) == picked;
            let index = appearance.identities.iter().position(is_it).map(|index| index as u32);
            if !self.place(around, &snapshot, index) {
                return;
            }
            self.interaction.watched = index.map(|index| Watched::of(&snapshot, index));
            let moment = Moment::given(snapshot, self.session.scene().physics);
            (self.cursor.shown, self.cursor.is_stored) = (Some(Arc::new(moment)), true);
            self.interaction.attraction = None;
        } else if appearance.identities.len() != self.session.simulation().bodies().count() as usize
        {
            return; // bodies were added or removed since
        }
        self.session.pictures_mut().set_appearance(appearance);
    }
}
