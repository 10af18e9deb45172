//! Runs in the window whose forces the processor computes.

use starshell::physics::Body;
use starshell::session::Members;

use super::*;

/// A paused window whose forces the processor computes.
fn rig() -> Rig {
    let rig = Rig::with("plummer", USUAL, |app| app.ask(Command::Members(Members::Processor)));
    assert_eq!(rig.session().computing().present(), Members::Processor);
    rig
}

#[test]
fn single_steps_are_as_many_as_asked_for_and_their_pictures_can_be_made_again() {
    let mut rig = rig();
    for (more, steps) in [(1, 1), (1, 2), (8, 10)] {
        rig.make(more);
        rig.frames(10);
        assert_eq!(rig.steps(), steps, "no step more");
    }
    assert!(!rig.is_altered());
    rig.perform(Command::Members(Members::Gpu));
    assert_eq!(rig.session().computing().present(), Members::Gpu);
    assert!(rig.is_altered(), "the adapter rounds in another way");
    assert_eq!(rig.settings().members, Members::Gpu);
}

#[test]
fn edits_are_undone_and_the_timeline_leads_back() {
    let mut rig = rig();
    rig.make(8);
    let before = rig.state();
    let body = Body { mass: 0.5, ..before.state.body(3) };
    rig.ask(Command::Edit(Edit::Replace(3, body)));
    rig.until("the body is edited", |rig| rig.bodies()[3].mass == 0.5);
    rig.make(4);
    rig.ask(Command::Undo);
    rig.until("the run is back", |rig| rig.steps() == 8);
    assert_eq!(rig.state(), before);
    assert_eq!(rig.session().computing().present(), Members::Processor);

    rig.click("transport-play");
    rig.until("states are stored", |rig| rig.moments().len() >= 3);
    rig.click("transport-pause");
    let now = rig.state();
    rig.press(Key::ArrowLeft);
    rig.until("the past is shown", |rig| rig.steps() < now.steps);
    rig.click("timeline-newest");
    rig.until("the present is back", |rig| rig.steps() == now.steps);
    assert_eq!(rig.state(), now);
}

#[test]
fn steps_begin_behind_the_picture_of_the_last_ones() {
    let mut rig = rig();
    rig.click("transport-play");
    let mut begun = 0;
    for _ in 0..1000 {
        let before = rig.steps();
        rig.frame();
        // Before a measurement, the bodies stay as they are.
        if rig.steps() > before && !rig.statistics().holds_state() {
            let under_way = rig.session().simulation().engine().steps_under_way();
            assert!(under_way > 0, "none under way after {} steps", rig.steps());
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
    let mut rig = Rig::on(Page::Build, "solar-system");
    (0..2).for_each(|_| rig.press(Key::G));
    let (processor, adapter) = (text("members-processor"), rig.gpu().adapter_name().to_owned());
    let assert_named = |rig: &Rig, is_processor: bool| {
        let painted = rig.painted_on_picture();
        let is_named = |name: &String| painted.iter().any(|(text, _)| text == name);
        assert_eq!([is_named(&processor), is_named(&adapter)], [is_processor, !is_processor]);
        let has_kernel = rig.has(Role::ComboBox, "physics-kernel");
        assert_eq!(
            (rig.writes(&text("physics-hosted")), has_kernel),
            (is_processor, !is_processor)
        );
    };
    assert_named(&rig, true);
    rig.choose("physics-integrator", "integrator-pefrl");
    rig.tab("page-build");
    rig.frames(2);
    assert_named(&rig, false);
}
