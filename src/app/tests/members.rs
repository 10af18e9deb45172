//! Runs in the window whose forces the processor computes.

use egui::{Key, Modifiers, Role};
use starshell::physics::{Body, Integrator, Snapshot};
use starshell::session::Members;

use crate::app::commands::{Command, Edit};
use crate::app::tests::{Rig, advanced, text};

/// A paused window whose forces the processor computes.
fn rig() -> Rig {
    let mut rig =
        Rig::with("plummer", [1280.0, 720.0], |app| app.ask(Command::Members(Members::Processor)));
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.session.computing().present(), Members::Processor);
    rig
}

fn present(rig: &Rig) -> Snapshot {
    let simulation = rig.app().desk.run.stage.session.simulation();
    Snapshot {
        time: simulation.time(),
        steps: simulation.steps(),
        state: simulation.state().unwrap(),
    }
}

fn step_to(rig: &mut Rig, steps: u64) {
    let left = steps - rig.steps();
    rig.app_mut().ask(Command::Steps(left as u32));
    rig.until("the steps are done", |app| app.desk.run.stage.session.simulation().steps() == steps);
}

#[test]
fn single_steps_are_as_many_as_asked_for_and_their_pictures_can_be_made_again() {
    let mut rig = rig();
    for steps in [1, 2, 10] {
        step_to(&mut rig, steps);
        (0..10).for_each(|_| rig.frame());
        assert_eq!(rig.steps(), steps, "no step more");
    }
    assert!(rig.app().desk.run.stage.altered.is_none());
    rig.app_mut().ask(Command::Members(Members::Gpu));
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.session.computing().present(), Members::Gpu);
    assert!(rig.app().desk.run.stage.altered.is_some(), "the adapter rounds in another way");
    assert_eq!(rig.app().desk.shell.settings.members, Members::Gpu);
}

#[test]
fn edits_are_undone_and_the_timeline_leads_back() {
    let mut rig = rig();
    step_to(&mut rig, 8);
    let before = present(&rig);
    let body = Body { mass: 0.5, ..before.state.body(3) };
    rig.app_mut().ask(Command::Edit(Edit::Replace(3, body)));
    rig.until("the body is edited", |app| {
        app.desk.run.stage.session.simulation().state().unwrap().mass(3) == 0.5
    });
    step_to(&mut rig, 12);
    rig.app_mut().ask(Command::Undo);
    rig.until("the run is back", |app| app.desk.run.stage.session.simulation().steps() == 8);
    assert_eq!(present(&rig), before);
    assert_eq!(rig.app().desk.run.stage.session.computing().present(), Members::Processor);

    rig.click("transport-play");
    rig.until("states are stored", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() >= 3)
    });
    rig.click("transport-pause");
    let now = present(&rig);
    rig.key(Key::ArrowLeft, Modifiers::NONE);
    rig.until("the past is shown", |app| {
        app.desk.run.stage.session.simulation().steps() < now.steps
    });
    rig.click("timeline-newest");
    rig.until("the present is back", |app| {
        app.desk.run.stage.session.simulation().steps() == now.steps
    });
    assert_eq!(present(&rig), now);
}

#[test]
fn steps_begin_behind_the_picture_of_the_last_ones() {
    let mut rig = rig();
    rig.click("transport-play");
    let mut begun = 0;
    for _ in 0..1000 {
        let before = rig.steps();
        rig.frame();
        let stage = &rig.app().desk.run.stage;
        // Before a measurement, the bodies stay as they are.
        if rig.steps() > before && !stage.statistics.holds_state() {
            assert!(
                stage.session.simulation().engine().steps_under_way() > 0,
                "none under way after {} steps",
                rig.steps()
            );
            begun += 1;
        }
        if begun == 10 {
            return;
        }
    }
    panic!("steps were done in {begun} frames of a thousand");
}

#[test]
fn the_processor_is_named_where_it_makes_the_steps() {
    let mut rig = advanced("solar-system");
    let guides = &mut rig.app_mut().desk.shell.settings.guides;
    (guides.hud, guides.hud_details) = (true, true);
    rig.frame();
    let (processor, adapter) =
        (text("members-processor"), rig.app().gpu().adapter_name().to_owned());
    let on_picture = |rig: &Rig, words: &str| {
        let picture = rig.picture();
        rig.painted()
            .iter()
            .any(|(painted, place)| painted == words && picture.contains_rect(*place))
    };
    assert!(on_picture(&rig, &processor) && !on_picture(&rig, &adapter));
    assert!(
        rig.writing().contains(&text("physics-hosted"))
            && !rig.has(Role::ComboBox, "physics-kernel")
    );
    rig.choose(
        "physics-integrator",
        &format!("integrator-{}", starshell::name::Named::name(Integrator::Pefrl)),
    );
    (0..2).for_each(|_| rig.frame());
    assert!(on_picture(&rig, &adapter) && !on_picture(&rig, &processor));
    assert!(
        !rig.writing().contains(&text("physics-hosted"))
            && rig.has(Role::ComboBox, "physics-kernel")
    );
}
