//! Choosing how forces are summed, and watching the errors of a tree.

use egui::{Key, Modifiers, Role};
use starshell::physics::{
    ForceKernel, Gravity, Integrator, MeshSettings, Multipoles, Opening, Parameters, Precision,
    TreeSettings,
};

use crate::app::commands::Command;
use crate::app::simulation::{acts, stage::Stage};
use crate::app::tests::{Rig, advanced, text};
use crate::app::window::app::App;
use crate::lesson::Plot;

fn gravity(rig: &Rig) -> Gravity {
    rig.app().desk.run.stage.session.simulation().parameters().gravity
}

fn tree(rig: &Rig) -> TreeSettings {
    gravity(rig).tree().expect("a tree is chosen")
}

#[test]
fn a_tree_is_chosen_set_and_watched() {
    let mut rig = advanced("plummer");
    rig.frame();
    rig.choose("physics-gravity", "gravity-by-auto");
    assert_eq!(gravity(&rig), Gravity::Auto(Gravity::ACCURACY));
    assert_eq!(
        rig.app().desk.run.stage.session.simulation().gravity(),
        Gravity::default(),
        "256 bodies need no tree"
    );
    rig.choose("physics-gravity", "gravity-by-tree");
    assert_eq!(gravity(&rig), Gravity::Tree(TreeSettings::default()));
    assert!(!rig.has(Role::ComboBox, "physics-kernel"));
    rig.app_mut().ask(Command::Steps(3));
    rig.until("errors are found", |app| app.desk.run.stage.statistics.errors.figures().is_some());
    let fine = rig.app().desk.run.stage.statistics.errors.figures().unwrap();
    rig.app_mut().ask(Command::Steps(400));
    rig.until("each body had its turn", |app| app.desk.viewer.transport.remaining == 0);
    assert!(
        rig.app().desk.run.stage.statistics.errors.figures().unwrap().count <= 256,
        "no body counts twice"
    );
    rig.reach(Role::SpinButton, "physics-tree-accuracy");
    assert!(
        rig.paints("0.002") && !rig.paints("0.001953"),
        "two digits of the accuracy are enough"
    );
    assert!(
        fine.count > 0 && fine.median <= fine.p99 && fine.p99 <= fine.largest && fine.largest < 0.1,
        "{fine:?}"
    );

    rig.choose("physics-order", "order-monopole");
    rig.choose("physics-leaf", "leaf-8");
    rig.choose("physics-group", "group-64");
    rig.choose("physics-opening", "opening-angle");
    let coarse = TreeSettings {
        order: Multipoles::Monopole,
        leaf: 8,
        group: 64,
        opening: Opening::Angle(0.5),
    };
    assert_eq!(tree(&rig), coarse);
    assert_eq!(
        rig.app().desk.run.stage.statistics.errors.figures(),
        rig.app().desk.run.stage.statistics.errors.figures()
    );
    rig.app_mut().ask(Command::Steps(3));
    rig.until("the new tree is checked", |app| {
        app.desk
            .run
            .stage
            .statistics
            .errors
            .figures()
            .is_some_and(|figures| figures.median > 2.0 * fine.median)
    });
    assert_eq!(rig.notice(), None);
    rig.choose("physics-gravity", "gravity-by-direct");
    assert_eq!(gravity(&rig), Gravity::Direct(ForceKernel::Auto));
    assert!(rig.has(Role::ComboBox, "physics-kernel"));
}

#[test]
fn a_list_of_choices_works_by_keyboard_and_gives_the_focus_back() {
    let mut rig = advanced("plummer");
    rig.reach(Role::ComboBox, "physics-gravity");
    rig.control(Role::ComboBox, "physics-gravity").focus();
    rig.frame();
    let press = |rig: &mut Rig, key| {
        (0..3).for_each(|turn| if turn == 0 { rig.key(key, Modifiers::NONE) } else { rig.frame() })
    };
    press(&mut rig, Key::Enter);
    let direct = rig.called(Role::Button, "gravity-by-direct").last().expect("the list is open");
    assert!(direct.is_focused(), "the list begins at the present choice");
    // The list names `auto`, `direct` and `tree`, in this order.
    press(&mut rig, Key::ArrowDown);
    press(&mut rig, Key::Enter);
    assert_eq!(
        gravity(&rig),
        Gravity::Tree(TreeSettings::default()),
        "one step down is the next choice"
    );
    assert!(rig.control(Role::ComboBox, "physics-gravity").is_focused());
    press(&mut rig, Key::Enter);
    press(&mut rig, Key::Escape);
    assert!(
        rig.control(Role::ComboBox, "physics-gravity").is_focused(),
        "Escape closes the list alone"
    );
    assert_eq!(gravity(&rig), Gravity::Tree(TreeSettings::default()));
}

#[test]
fn a_setting_that_excludes_trees_is_refused_and_nothing_changes() {
    let mut rig = advanced("plummer");
    rig.choose("physics-gravity", "gravity-by-tree");
    let before = *rig.app().desk.run.stage.session.simulation().parameters();
    for physics in [
        Parameters { integrator: Integrator::Hermite4, ..before },
        Parameters { precision: Precision::Double, ..before },
    ] {
        rig.app_mut().ask(Command::Physics(physics));
        rig.frame();
        let notice = rig.notice().expect("a sentence says why");
        assert!(notice.contains("direct"), "{notice}");
        assert_eq!(*rig.app().desk.run.stage.session.simulation().parameters(), before);
        rig.app_mut().desk.shell.notices.close(0);
    }
}

#[test]
fn tree_and_direct_sum_stand_side_by_side() {
    let mut rig = advanced("plummer");
    rig.choose("physics-gravity", "gravity-by-tree");
    rig.app_mut().ask(Command::Steps(3));
    rig.until("errors are found", |app| app.desk.run.stage.statistics.errors.figures().is_some());
    rig.until("there is a state to begin with", |app| {
        app.desk.run.line().is_some_and(|line| !line.moments().is_empty())
    });
    rig.click("physics-beside");
    rig.until("two halves are there", |app| app.desk.run.other_view.is_some());
    let app = rig.app();
    let beside = app.desk.run.other_view.as_ref().expect("two halves");
    let halves =
        [&app.desk.run.stage, &beside.stage].map(|stage| stage.session.simulation().gravity());
    assert_eq!(halves, [Gravity::default(), Gravity::Tree(TreeSettings::default())]);
    let steps = |app: &App| {
        app.desk
            .run
            .other_view
            .as_ref()
            .map(|beside| beside.stage.session.simulation().steps())
            .zip(Some(app.desk.run.stage.session.simulation().steps()))
    };
    rig.app_mut().ask(Command::Steps(4));
    rig.until("both go on", move |app| {
        steps(app).is_some_and(|(tree, direct)| tree == direct && tree >= 7)
    });
    // The plot has the energies of both, by name.
    rig.until("both are measured", |app| {
        let measured = |stage: &Stage| {
            stage
                .statistics
                .measurements()
                .curve(Plot::Energies)
                .is_some_and(|points| points.len() > 1)
        };
        measured(&app.desk.run.stage)
            && app.desk.run.other_view.as_ref().is_some_and(|beside| measured(&beside.stage))
    });
    rig.frame();
    let names = acts::compare::branch_names(&rig.app().desk.run);
    assert!(
        names[0] != names[1] && names.iter().all(|name| rig.writing().contains(name)),
        "{names:?}: {:?}",
        rig.writing()
    );
}

#[test]
fn errors_of_a_grid_are_found_around_all_bodies_and_in_a_periodic_cube() {
    let mut rig = advanced("plummer");
    rig.choose("physics-gravity", "gravity-by-mesh");
    for is_periodic in [false, true] {
        if is_periodic {
            rig.flip("physics-mesh-periodic");
            rig.until("space repeats", |app| {
                app.desk.run.stage.session.simulation().gravity().period().is_some()
            });
        }
        rig.app_mut().ask(Command::Steps(3));
        rig.until("errors are found", |app| {
            app.desk.run.stage.statistics.errors.figures().is_some()
        });
    }
    let median = |rig: &Rig| rig.app().desk.run.stage.statistics.errors.figures().unwrap().median;
    let with_pairs = median(&rig);
    assert!(with_pairs < MeshSettings::ERROR, "{with_pairs}");
    rig.flip("physics-mesh-near");
    rig.until("the grid is alone", |app| {
        matches!(
            app.desk.run.stage.session.simulation().gravity(),
            Gravity::Mesh(MeshSettings { near: false, .. })
        )
    });
    rig.app_mut().ask(Command::Steps(3));
    rig.until("errors are larger", |app| {
        app.desk
            .run
            .stage
            .statistics
            .errors
            .figures()
            .is_some_and(|figures| figures.median > 10.0 * with_pairs)
    });
}

#[test]
fn a_tree_has_no_forecast_before_one_has_run() {
    let mut rig = advanced("plummer");
    let told = |rig: &Rig, key: &str| {
        rig.writing().iter().any(|line| line.starts_with(text(key).split(':').next().unwrap_or("")))
    };
    rig.click("transport-play");
    rig.until("the direct sum is timed", |app| app.desk.run.stage.forecast().of(256).is_some());
    rig.frame();
    assert!(
        rig.writing().contains(&text("physics-tree-unknown")),
        "the number would be that of the direct sum"
    );
    rig.choose("physics-gravity", "gravity-by-tree");
    rig.until("the tree is timed", |app| {
        app.desk.run.stage.session.computing().has_timed(Gravity::Tree(TreeSettings::default()))
    });
    rig.frame();
    assert!(
        !rig.writing().contains(&text("physics-tree-unknown"))
            && told(&rig, "physics-tree-unknown")
    );
    // What has been timed stays known.
    rig.choose("physics-gravity", "gravity-by-direct");
    (0..3).for_each(|_| rig.frame());
    assert!(!rig.writing().contains(&text("physics-tree-unknown")));
}
