//! What stands over the picture.

use starshell::render::ColorBy;
use starshell::scene::UnitSystem;

use crate::app::commands::Command;
use crate::app::tests::Rig;
use crate::app::window::app::App;

#[test]
fn the_legend_names_components_and_the_ends_of_a_range_in_every_window() {
    // As many points as projector mode leaves at 1280 x 720, and less.
    for size in [[1280.0, 720.0], [948.0, 533.0], [560.0, 400.0]] {
        let mut rig = Rig::with("encounter", size, |_| ());
        rig.frame();
        assert!(rig.paints("Young stars"), "populations have names too");
        let mut look = rig.app().desk.run.stage.session.scene().look.clone();
        look.color_by = ColorBy::Component;
        rig.app_mut().ask(Command::Look(Box::new(look)));
        rig.frame();
        rig.frame();
        for name in ["First disk", "Second disk", "Second bulge"] {
            assert!(rig.paints(name), "{name} in {size:?}");
        }
        assert!(
            !rig.paints("First dark halo") && !rig.paints("low"),
            "what does not shine has no colour"
        );
        let mut look = rig.app().desk.run.stage.session.scene().look.clone();
        (look.color_by, look.color_range) = (ColorBy::Speed, Some([0.5, 2.0]));
        rig.app_mut().ask(Command::Look(Box::new(look)));
        rig.frame();
        rig.frame();
        assert!(
            rig.paints("0.5") && rig.paints("2") && !rig.paints("First disk"),
            "{:?}",
            rig.painted()
        );
    }
}

#[test]
fn arrows_names_and_the_centre_of_mass_of_two_bodies_are_shown() {
    let mut rig = Rig::with("kepler", [1280.0, 720.0], |app| {
        let settings = &mut app.desk.shell.settings;
        (
            settings.guides.velocities,
            settings.guides.accelerations,
            settings.guides.center_of_mass,
        ) = (true, true, true);
    });
    rig.until("the bodies have come", |app| app.desk.run.stage.marks.bodies().len() == 2);
    rig.frame();
    // At the apocentre of a = 1, e = 0.5, each of two equal masses has half of v = √(1/3) and of 1
    // / 1.5².
    assert_eq!(
        rig.app().desk.run.stage.marks.scales.map(|scale| (1e3 * scale).round()),
        [289.0, 222.0]
    );
    for text in ["Velocity 0.1", "Acceleration 0.1", "Centre of mass", "First body", "Second body"]
    {
        assert!(rig.paints(text), "{text} is not in {:?}", rig.painted());
    }
    rig.until("everything rests", |app| !app.is_moving());
    rig.app_mut().desk.shell.settings.guides.names = false;
    rig.app_mut().ask(Command::Scene("plummer".to_owned()));
    rig.until("another scene has come", |app| app.desk.run.origin.name == Some("plummer"));
    rig.frame();
    assert!(
        rig.app().desk.run.stage.marks.bodies().is_empty(),
        "of many bodies, nothing is copied"
    );
}

#[test]
fn names_that_would_overlap_give_way_to_those_further_in() {
    let mut rig = Rig::new("solar-system");
    rig.until("the bodies have come", |app| app.desk.run.stage.marks.bodies().len() == 10);
    rig.frame();
    let names = ["Sun", "Mercury", "Neptune", "Pluto"];
    // The legend has each name once; the picture those that have room.
    let counts = names.map(|name| rig.painted().iter().filter(|(text, _)| text == name).count());
    assert_eq!(counts, [2, 1, 2, 2], "{names:?}");
    // None is cut, or stands over the legend or another: as wide as a picture beside a card, too.
    for size in [[1280.0, 720.0], [948.0, 533.0], [900.0, 420.0]] {
        let mut rig = Rig::new("solar-system");
        rig.harness.set_size(egui::vec2(size[0], size[1]));
        rig.until("the bodies have come", |app| app.desk.run.stage.marks.bodies().len() == 10);
        (0..3).for_each(|_| rig.frame());
        let picture = rig.picture();
        let texts: Vec<_> =
            rig.painted().into_iter().filter(|(_, rect)| picture.intersects(*rect)).collect();
        for (number, (text, rect)) in texts.iter().enumerate() {
            assert!(rect.right() <= picture.right(), "{text} is cut in {size:?}");
            assert!(
                texts[..number].iter().all(|(_, other)| !other.intersects(*rect)),
                "{text} in {size:?}"
            );
        }
    }
}

#[test]
fn sectors_of_equal_times_have_equal_areas() {
    let mut rig = Rig::with("kepler", [1280.0, 720.0], |app| {
        app.desk.shell.settings.guides.swept_areas = true;
        app.desk.viewer.transport.is_playing = true;
        // About a tenth of a sector per frame.
        app.desk.viewer.transport.steps_per_frame = 4;
    });
    let whole = |app: &App| {
        app.desk.run.stage.marks.areas.sectors().filter(|sector| sector.is_whole).count()
    };
    rig.until("some sectors are complete", |app| whole(app) >= 8);
    let sectors: Vec<_> = rig
        .app()
        .desk
        .run
        .stage
        .marks
        .areas
        .sectors()
        .filter(|sector| sector.is_whole)
        .cloned()
        .collect();
    // The ellipse of each about the common centre: π a² √(1 - e²) with a = 1/2, in twelve parts.
    let expected = std::f64::consts::PI * 0.25 * 0.75_f64.sqrt() / 12.0;
    for sector in sectors {
        assert!((sector.area / expected - 1.0).abs() < 3e-3, "{} of {expected}", sector.area);
    }
    rig.frame();
    let painted = rig
        .painted()
        .into_iter()
        .filter(|(text, _)| text.starts_with("0.056") || text.starts_with("0.057"));
    assert!(painted.count() >= 6, "with their numbers, where there is room");
}

#[test]
fn numbers_of_sectors_stand_over_no_other_text() {
    // As much as projector mode leaves between a card and the side panel, and a whole window.
    for size in [[948.0, 533.0], [1280.0, 720.0]] {
        let mut rig = Rig::with("kepler", size, |app| {
            let settings = &mut app.desk.shell.settings;
            (settings.guides.swept_areas, settings.guides.center_of_mass) = (true, true);
            app.desk.viewer.transport.is_playing = true;
            app.desk.viewer.transport.steps_per_frame = 16;
        });
        let mut most = 0;
        while rig.app().desk.run.stage.session.simulation().time() < 8.0 {
            rig.frame();
            let picture = rig.picture();
            let texts: Vec<_> =
                rig.painted().into_iter().filter(|(_, rect)| picture.intersects(*rect)).collect();
            let numbers: Vec<_> =
                texts.iter().filter(|(text, _)| text.starts_with("0.05")).collect();
            most = most.max(numbers.len());
            for (number, place) in &numbers {
                assert!(picture.contains_rect(*place), "{number} is cut");
                let over = texts.iter().filter(|(_, other)| other.intersects(*place)).count();
                assert_eq!(
                    over,
                    1,
                    "{number} in {size:?} at {:.2}",
                    rig.app().desk.run.stage.session.simulation().time()
                );
            }
        }
        assert!(most >= 6, "{most} in {size:?}");
    }
}

#[test]
fn plots_are_chosen_by_name_or_by_symbol() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    assert!(rig.paints("Energy error") && rig.paints("Radii") && !rig.paints("ΔE"));
    rig.fold("program-title");
    rig.flip("program-symbols");
    rig.harness.remove_cursor();
    (0..3).for_each(|_| rig.frame());
    assert!(rig.paints("ΔE") && !rig.paints("Radii"));
}

#[test]
fn numbers_are_shown_in_the_units_chosen() {
    let mut rig =
        Rig::with("kepler", [1280.0, 960.0], |app| app.desk.viewer.transport.is_playing = true);
    rig.until("it is measured", |app| app.desk.run.stage.statistics.readout().measured.is_some());
    rig.app_mut().ask(Command::TogglePlay);
    rig.fold("physics-advanced");
    rig.frame();
    let shown = |rig: &Rig, start: &str| {
        rig.painted().into_iter().map(|(text, _)| text).find(|text| text.starts_with(start))
    };
    assert!(!shown(&rig, "t = ").unwrap().ends_with("yr"));
    rig.choose("units-shown", "units-au-year");
    rig.set("units-length", "10");
    let units = rig.app().desk.run.stage.session.scene().units.unwrap();
    assert_eq!((units.system, units.length, units.mass), (UnitSystem::AuYear, 10.0, 1.0));
    rig.frame();
    let years = rig.app().desk.run.stage.session.simulation().time() * 10_f64.powf(1.5)
        / std::f64::consts::TAU;
    let time = shown(&rig, "t = ").unwrap();
    let number: f64 = time["t = ".len()..]
        .strip_suffix(" yr")
        .unwrap_or_else(|| panic!("{time}"))
        .parse()
        .unwrap();
    assert!((number - years).abs() < 2e-3 * years + 0.01, "{time} is {years} years");
    assert!(rig.painted().iter().any(|(text, _)| text.ends_with(" AU")), "the scale bar");
    for text in ["t, yr", "Msun (km/s)²"] {
        assert!(rig.paints(text), "{text} at the plot");
    }
    // The same scale in other units, and the scene's own again.
    rig.choose("units-shown", "units-parsec-myr");
    let units = rig.app().desk.run.stage.session.scene().units.unwrap();
    assert!((units.length * 206_264.8 - 10.0).abs() < 1e-5, "{units:?}");
    rig.choose("units-shown", "units-none");
    assert_eq!(rig.app().desk.run.stage.session.scene().units, None);
    assert!(!rig.has(egui::Role::SpinButton, "units-length"));
}
