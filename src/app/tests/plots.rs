//! Plots: what is drawn, and what is saved of them.

use starshell::scene::Dimension;

use super::*;

fn measured(name: &str) -> Rig {
    let mut rig = Rig::on(Page::Measure, name);
    rig.press(Key::Space);
    rig.until("it is measured", |rig| rig.surveys().len() > 1);
    rig
}

/// Saves the first plot as this kind of file, and returns its contents.
fn saved(rig: &mut Rig, kind: &str, name: &str) -> Vec<u8> {
    rig.click("science-save");
    rig.pick_item(&format!("laboratory-export-{kind}"));
    rig.frame();
    std::fs::read(rig.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_plot_is_saved_as_a_picture_and_as_a_table_with_units() {
    let mut rig = measured("solar-system");
    rig.pause();
    rig.click("kept-keep");
    let steps = rig.steps();
    let name = |plot: &str, kind: &str| format!("solar-system_{steps:06}_{plot}.{kind}");
    let svg = saved(&mut rig, "svg", &name("energies", "svg"));
    let svg = String::from_utf8(svg).unwrap();
    let kept = rig.kept()[0].name.clone();
    let unit = rig.run().stage.numbers().symbol(Dimension::Energy);
    for part in [&kept, &unit, &text("kept-present"), &text("science-energies")] {
        assert!(svg.contains(part.as_str()), "{part}: {svg}");
    }
    assert!(svg.contains(&rig.scene().spoken_title()), "{svg}");
    let png = saved(&mut rig, "png", &name("energies", "png"));
    assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000, "{} bytes", png.len());
    let table = saved(&mut rig, "csv", &name("history", "csv"));
    let table = String::from_utf8(table).unwrap();
    assert!(table.starts_with("time [yr],steps,") && table.lines().count() > 2, "{table}");
    rig.assert_told([&name("history", "csv")]);
}

#[test]
fn a_curve_is_interrupted_where_the_run_was_changed() {
    let mut rig = measured("plummer");
    let gaps = |rig: &Rig| {
        let curve = rig.statistics().measurements().curve(Plot::Energies).unwrap();
        curve.iter().filter(|point| point[1].is_nan()).count()
    };
    let before = gaps(&rig);
    rig.perform(Command::ShowPage(Page::Explore));
    rig.set("physics-softening", "0.3");
    let count = rig.surveys().len();
    rig.until("it is measured again", |rig| rig.surveys().len() > count);
    assert_eq!(gaps(&rig), before + 1);
}

#[test]
fn kept_curves_belong_to_their_scene() {
    let mut rig = measured("plummer");
    rig.click("kept-keep");
    rig.click("kept-keep");
    let names: Vec<_> = rig.kept().iter().map(|kept| kept.name.clone()).collect();
    assert_ne!(names[0], names[1], "each has a name of its own");
    let listed = |rig: &Rig| rig.called(Role::TextInput, "kept-rename").count();
    assert_eq!(listed(&rig), 2);
    rig.open_scene("kepler");
    rig.frame();
    assert_eq!((listed(&rig), rig.run().kept().count()), (0, 0));
    rig.open_scene("plummer");
    rig.frame();
    assert_eq!(listed(&rig), 2);
}

#[test]
fn a_comparison_takes_the_time_that_one_chooses() {
    let mut rig = measured("kepler");
    rig.set("transport-frame-steps", "50");
    rig.set("trial-span", "0.2");
    rig.click("trial-begin");
    rig.until("both have run", |rig| {
        rig.trial().is_none() && !rig.is_loading() && rig.kept().len() == 2
    });
    let step = rig.physics().time_step;
    for kept in rig.kept() {
        let time = kept.last().unwrap().time;
        assert!((time - 0.2).abs() < 1.5 * step, "{time}");
    }
    rig.open_scene("plummer");
    rig.frame();
    assert_ne!(rig.number("trial-span"), 0.2, "another scene has its own");
}

#[test]
fn the_limit_of_the_energys_error_is_a_line_where_it_is_near() {
    let mut rig = measured("kepler");
    if !rig.viewer().plots.contains(&Plot::Drift) {
        rig.press_on(Role::Tab, "science-drift");
    }
    let is_drawn = |rig: &mut Rig| {
        rig.frame();
        texts(&rig.harness.output().shapes).iter().any(|(text, _)| text == " 1 % ")
    };
    assert!(!is_drawn(&mut rig), "errors are small");
    rig.set_physics(|physics| physics.time_step = 0.3);
    rig.until("it is off", |rig| rig.drift().is_some_and(|drift| drift.abs() > 1e-3));
    assert!(is_drawn(&mut rig));
}

#[test]
fn the_name_of_a_limit_stands_where_no_curve_is() {
    use crate::app::shell::chart::{Chart, Curve};
    use egui::{Color32, Shape, epaint::ClippedShape};
    fn lines(shapes: &[ClippedShape]) -> Vec<Vec<egui::Pos2>> {
        let path = |clipped: &ClippedShape| match &clipped.shape {
            Shape::Path(path) => Some(path.points.clone()),
            _ => None,
        };
        shapes.iter().filter_map(path).collect()
    }
    // One begins at the limit, the other ends there.
    let (falling, rising) = (|x: f64| 1.05 - 0.7 * x, |x: f64| 0.3 + 0.75 * x);
    let both: [fn(f64) -> f64; 2] = [falling, rising];
    for (number, curve) in both.into_iter().enumerate() {
        let points: Vec<_> =
            (0..=50).map(|at| f64::from(at) / 50.0).map(|x| [x, curve(x)]).collect();
        let mut harness = egui_kittest::Harness::builder()
            .with_size(vec2(320.0, 240.0))
            .with_context_setup(theme::install)
            .build_ui(move |ui| {
                let line = Curve {
                    name: "error".to_owned(),
                    color: Color32::WHITE,
                    is_model: false,
                    is_filled: false,
                    points: points.clone(),
                };
                let levels = vec![(1.0, "1 %".to_owned())];
                let chart = Chart {
                    curves: vec![line],
                    levels,
                    included: vec![0.0, 2.0],
                    ..Chart::default()
                };
                chart.show(ui, egui::Id::unique("level"), vec2(300.0, 200.0), false, "plot");
            });
        (0..4).for_each(|_| harness.step());
        let shapes = &harness.output().shapes;
        let place = texts(shapes).into_iter().find(|(text, _)| text.trim() == "1 %");
        let place = place.expect("the limit has a name").1.shrink(1.0);
        let curves: Vec<_> = lines(shapes).into_iter().filter(|points| points.len() > 20).collect();
        assert_eq!(curves.len(), 1);
        let meets = |pair: &[egui::Pos2]| Rect::from_two_pos(pair[0], pair[1]).intersects(place);
        assert!(!curves[0].windows(2).any(meets), "curve {number} goes through {place}");
    }
}
