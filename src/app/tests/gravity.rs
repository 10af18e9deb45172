//! Choosing how forces are summed, and watching the errors of a tree.

use starshell::physics::{
    ForceKernel, Gravity, Integrator, MeshSettings, Multipoles, Opening, Parameters, Precision,
    TreeSettings,
};

use super::*;
use crate::app::simulation::{acts::compare::branch_names, stage::Stage};

/// What is chosen, and what becomes of it for these bodies.
fn gravity(rig: &Rig) -> [Gravity; 2] {
    [rig.physics().gravity, rig.session().simulation().gravity()]
}

/// Chooses how forces are summed.
fn choose(rig: &mut Rig, how: &str) {
    rig.choose("physics-gravity", &format!("gravity-by-{how}"));
}

fn tree() -> Gravity {
    Gravity::Tree(TreeSettings::default())
}

/// Makes a few steps and waits for errors whose median is larger than this.
#[track_caller]
fn wait_for_errors(rig: &mut Rig, median: f64) {
    rig.ask(Command::Steps(3));
    rig.until("errors are found", |rig| {
        rig.errors().is_some_and(|figures| figures.median > median)
    });
}

#[test]
fn a_tree_is_chosen_set_and_watched() {
    let mut rig = Rig::on(Page::Build, "plummer");
    choose(&mut rig, "auto");
    // 256 bodies need no tree.
    assert_eq!(gravity(&rig), [Gravity::Auto(Gravity::ACCURACY), Gravity::default()]);
    choose(&mut rig, "tree");
    assert_eq!(gravity(&rig), [tree(); 2]);
    assert!(!rig.has(Role::ComboBox, "physics-kernel"));
    wait_for_errors(&mut rig, -1.0);
    let fine = rig.errors().unwrap();
    rig.ask(Command::Steps(400));
    rig.until("each body had its turn", |rig| rig.transport().remaining == 0);
    assert!(rig.errors().unwrap().count <= 256, "no body counts twice");
    rig.reach(Role::SpinButton, "physics-tree-accuracy");
    // Two digits of the accuracy are enough.
    rig.assert_paints(["0.002"]);
    rig.assert_lacks(["0.001953"]);
    assert!(fine.count > 0 && [fine.median, fine.p99, fine.largest, 0.1].is_sorted(), "{fine:?}");

    for (key, item) in [
        ("physics-order", "order-monopole"),
        ("physics-leaf", "leaf-8"),
        ("physics-group", "group-64"),
        ("physics-opening", "opening-angle"),
    ] {
        rig.choose(key, item);
    }
    let coarse = TreeSettings {
        order: Multipoles::Monopole,
        leaf: 8,
        group: 64,
        opening: Opening::Angle(0.5),
    };
    assert_eq!(rig.physics().gravity, Gravity::Tree(coarse));
    wait_for_errors(&mut rig, 2.0 * fine.median);
    assert_eq!(rig.notice(), None);
    choose(&mut rig, "direct");
    assert_eq!(rig.physics().gravity, Gravity::Direct(ForceKernel::Auto));
    assert!(rig.has(Role::ComboBox, "physics-kernel"));
}

#[test]
fn a_list_of_choices_works_by_keyboard_and_gives_the_focus_back() {
    let mut rig = Rig::on(Page::Build, "plummer");
    rig.reach(Role::ComboBox, "physics-gravity");
    rig.control(Role::ComboBox, "physics-gravity").focus();
    rig.frame();
    let press = |rig: &mut Rig, key| {
        rig.press(key);
        rig.frames(2);
    };
    let has_focus = |rig: &Rig| rig.control(Role::ComboBox, "physics-gravity").is_focused();
    press(&mut rig, Key::Enter);
    let direct = rig.called(Role::Button, "gravity-by-direct").last().expect("the list is open");
    assert!(direct.is_focused(), "the list begins at the present choice");
    // The list names `auto`, `direct` and `tree`, in this order.
    press(&mut rig, Key::ArrowDown);
    press(&mut rig, Key::Enter);
    assert_eq!(rig.physics().gravity, tree(), "one step down is the next choice");
    assert!(has_focus(&rig));
    press(&mut rig, Key::Enter);
    press(&mut rig, Key::Escape);
    assert!(has_focus(&rig), "Escape closes the list alone");
    assert_eq!(rig.physics().gravity, tree());
}

#[test]
fn a_setting_that_excludes_trees_is_refused_and_nothing_changes() {
    let mut rig = Rig::on(Page::Build, "plummer");
    choose(&mut rig, "tree");
    let before = rig.physics();
    for physics in [
        Parameters { integrator: Integrator::Hermite4, ..before },
        Parameters { precision: Precision::Double, ..before },
    ] {
        rig.perform(Command::Physics(physics));
        rig.assert_told(["direct"]);
        assert_eq!(rig.physics(), before);
        rig.close_notice();
    }
}

#[test]
fn tree_and_direct_sum_stand_side_by_side() {
    let mut rig = Rig::on(Page::Build, "plummer");
    choose(&mut rig, "tree");
    wait_for_errors(&mut rig, -1.0);
    rig.until("there is a state to begin with", |rig| !rig.moments().is_empty());
    rig.click("physics-beside");
    rig.until("two halves are there", |rig| rig.halves().is_some());
    let simulations = |rig: &Rig| {
        let simulation = |stage: &Stage| {
            let simulation = stage.session.simulation();
            (simulation.gravity(), simulation.steps())
        };
        rig.halves().unwrap().map(simulation)
    };
    assert_eq!(simulations(&rig).map(|(gravity, _)| gravity), [Gravity::default(), tree()]);
    rig.ask(Command::Steps(4));
    rig.until("both go on", |rig| {
        let [direct, tree] = simulations(rig).map(|(_, steps)| steps);
        tree == direct && tree >= 7
    });
    // The plot has the energies of both, by name.
    rig.until("both are measured", |rig| {
        rig.halves().unwrap().iter().all(|stage| {
            let curve = stage.statistics.measurements().curve(Plot::Energies);
            curve.is_some_and(|points| points.len() > 1)
        })
    });
    rig.tab("page-measure");
    let [one, other] = branch_names(rig.run());
    assert!(one != other && rig.writes(&one) && rig.writes(&other), "{one}, {other}");
}

#[test]
fn errors_of_a_grid_are_found_around_all_bodies_and_in_a_periodic_cube() {
    let mut rig = Rig::on(Page::Build, "plummer");
    choose(&mut rig, "mesh");
    wait_for_errors(&mut rig, -1.0);
    rig.flip("physics-mesh-periodic");
    rig.until("space repeats", |rig| gravity(rig)[1].period().is_some());
    wait_for_errors(&mut rig, -1.0);
    let with_pairs = rig.errors().unwrap().median;
    assert!(with_pairs < MeshSettings::ERROR, "{with_pairs}");
    rig.flip("physics-mesh-near");
    rig.until("the grid is alone", |rig| {
        matches!(gravity(rig)[1], Gravity::Mesh(MeshSettings { near: false, .. }))
    });
    wait_for_errors(&mut rig, 10.0 * with_pairs);
}

#[test]
fn a_tree_has_no_forecast_before_one_has_run() {
    let mut rig = Rig::on(Page::Build, "plummer");
    let unknown = text("physics-tree-unknown");
    let told = unknown.split(':').next().unwrap_or_default();
    rig.click("transport-play");
    rig.until("the direct sum is timed", |rig| rig.forecast(256).is_some());
    rig.frame();
    assert!(rig.writes(&unknown), "the number would be that of the direct sum");
    choose(&mut rig, "tree");
    rig.until("the tree is timed", |rig| rig.session().computing().has_timed(tree()));
    rig.frame();
    let is_told = rig.writing().iter().any(|line| line.starts_with(told));
    assert!(is_told && !rig.writes(&unknown), "{:?}", rig.writing());
    // What has been timed stays known.
    choose(&mut rig, "direct");
    rig.frames(3);
    assert!(!rig.writes(&unknown));
}
