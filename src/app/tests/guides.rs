//! What stands over the picture.

use starshell::render::ColorBy;
use starshell::scene::{Dimension, UnitSystem};

use starshell::physics::Integrator;

use super::*;

#[test]
fn the_legend_names_components_and_the_ends_of_a_range_in_every_window() {
    // As many points as projector mode leaves at 1280 x 720, and less.
    for size in [USUAL, [948.0, 533.0], [560.0, 400.0]] {
        let mut rig =
            Rig::with("encounter", size, |app| app.settings_mut().panels.page = Page::Measure);
        // Populations have names too.
        rig.assert_paints(["Young stars"]);
        rig.set_look(|look| look.color_by = ColorBy::Component);
        rig.frames(2);
        rig.assert_paints(["First disk", "Second disk", "Second bulge"]);
        // What does not shine has no colour.
        rig.assert_lacks(["First dark halo", "low"]);
        rig.set_look(|look| {
            (look.color_by, look.color_range) = (ColorBy::Speed, Some([0.5, 2.0]));
        });
        rig.frames(2);
        rig.assert_paints(["0.5", "2"]);
        rig.assert_lacks(["First disk"]);
    }
}

#[test]
fn arrows_names_and_the_centre_of_mass_of_two_bodies_are_shown() {
    let mut rig = Rig::with("kepler", USUAL, |app| {
        let guides = &mut app.settings_mut().guides;
        (guides.velocities, guides.accelerations, guides.center_of_mass) = (true, true, true);
    });
    rig.until("the bodies have come", |rig| rig.marks().bodies().len() == 2);
    rig.frame();
    // At the apocentre of a = 1, e = 0.5, each of two equal masses has half of v = √(1/3) and of 1
    // / 1.5².
    assert_eq!(rig.marks().scales.map(|scale| (1e3 * scale).round()), [289.0, 222.0]);
    let arrows = ["Velocity 0.1", "Acceleration 0.1"];
    rig.assert_paints([arrows[0], arrows[1], "Centre of mass", "First body", "Second body"]);
    rig.until("everything rests", |rig| !rig.is_moving());
    rig.settings_mut().guides.names = false;
    rig.open_scene("plummer");
    rig.frame();
    assert!(rig.marks().bodies().is_empty(), "of many bodies, nothing is copied");
}

#[test]
fn names_that_would_overlap_give_way_to_those_further_in() {
    let planets = |size| {
        let mut rig = Rig::sized("solar-system", size);
        rig.until("the bodies have come", |rig| rig.marks().bodies().len() == 10);
        rig.frames(3);
        rig
    };
    // The legend has each name once; the picture those that have room.
    let painted = planets(USUAL).painted();
    let counts = ["Sun", "Mercury", "Neptune", "Pluto"]
        .map(|name| painted.iter().filter(|(text, _)| text == name).count());
    assert_eq!(counts, [2, 1, 2, 2]);
    // None is cut, or stands over the legend or another: as wide as a picture beside a card, too.
    for size in [USUAL, [948.0, 533.0], [900.0, 420.0]] {
        let rig = planets(size);
        let (texts, right) = (rig.painted_on_picture(), rig.picture().right());
        let cut = texts.iter().find(|(_, rect)| rect.right() > right);
        assert_eq!(cut, None, "it is cut in {size:?}");
        assert_apart(&texts, 0.0, &format!("{size:?}"));
    }
}

/// Two bodies whose sectors are shown, playing by so many steps per frame.
fn sectors(size: [f32; 2], has_center: bool, steps_per_frame: u32) -> Rig {
    Rig::with("kepler", size, |app| {
        let guides = &mut app.settings_mut().guides;
        (guides.swept_areas, guides.center_of_mass) = (true, has_center);
        app.play_by(steps_per_frame);
    })
}

#[test]
fn sectors_of_equal_times_have_equal_areas() {
    // About a tenth of a sector per frame.
    let mut rig = sectors(USUAL, false, 4);
    let whole = |rig: &Rig| {
        let sectors = rig.marks().areas.sectors().filter(|sector| sector.is_whole);
        sectors.map(|sector| sector.area).collect::<Vec<_>>()
    };
    rig.until("some sectors are complete", |rig| whole(rig).len() >= 8);
    // The ellipse of each about the common centre: π a² √(1 - e²) with a = 1/2, in twelve parts.
    let expected = std::f64::consts::PI * 0.25 * 0.75_f64.sqrt() / 12.0;
    for area in whole(&rig) {
        assert!((area / expected - 1.0).abs() < 3e-3, "{area} of {expected}");
    }
    rig.frame();
    let painted = rig.painted();
    let is_number = |text: &str| text.starts_with("0.056") || text.starts_with("0.057");
    let count = painted.iter().filter(|(text, _)| is_number(text)).count();
    assert!(count >= 6, "with their numbers, where there is room");
}

#[test]
fn numbers_of_sectors_stand_over_no_other_text() {
    // As much as projector mode leaves between a card and the side panel, and a whole window.
    for size in [[948.0, 533.0], USUAL] {
        let mut rig = sectors(size, true, 16);
        let mut most = 0;
        while rig.time() < 8.0 {
            rig.frame();
            let (picture, texts) = (rig.picture(), rig.painted_on_picture());
            let numbers = texts.iter().filter(|(text, _)| text.starts_with("0.05"));
            most = most.max(numbers.clone().count());
            for (number, place) in numbers {
                assert!(picture.contains_rect(*place), "{number} is cut");
                let over = texts.iter().filter(|(_, other)| other.intersects(*place)).count();
                assert_eq!(over, 1, "{number} in {size:?} at {:.2}", rig.time());
            }
        }
        assert!(most >= 6, "{most} in {size:?}");
    }
}

#[test]
fn plots_are_chosen_by_name_or_by_symbol() {
    let mut rig = Rig::on(Page::Measure, "plummer");
    rig.assert_paints(["Energy error", "Radii"]);
    rig.assert_lacks(["ΔE"]);
    rig.flip("program-symbols");
    rig.press(Key::Escape);
    rig.harness.remove_cursor();
    rig.frames(3);
    rig.assert_paints(["ΔE"]);
    rig.assert_lacks(["Radii"]);
}

#[test]
fn numbers_are_shown_in_the_units_chosen() {
    let mut rig = Rig::sized("kepler", [1280.0, 960.0]);
    rig.click("transport-play");
    rig.until("it is measured", |rig| rig.measured().is_some());
    rig.click("transport-pause");
    let time = |rig: &Rig| rig.find(|text| text.starts_with("t = ")).unwrap().0;
    assert!(!time(&rig).ends_with("yr"));
    rig.choose("units-shown", "units-au-year");
    rig.set("units-length", "10");
    let units = rig.scene().units.unwrap();
    assert_eq!((units.system, units.length, units.mass), (UnitSystem::AuYear, 10.0, 1.0));
    rig.frame();
    let years = rig.time() * 10_f64.powf(1.5) / std::f64::consts::TAU;
    let shown = time(&rig);
    let number = shown["t = ".len()..].strip_suffix(" yr").and_then(|years| years.parse().ok());
    let number: f64 = number.unwrap_or_else(|| panic!("{shown}"));
    assert!((number - years).abs() < 2e-3 * years + 0.01, "{shown} is {years} years");
    assert!(rig.find(|text| text.ends_with(" AU")).is_some(), "the scale bar");
    rig.tab("page-measure");
    rig.frame();
    rig.assert_paints(["t, yr", "Msun (km/s)²"]);
    // The same scale in other units, and the scene's own again.
    rig.choose("units-shown", "units-parsec-myr");
    let units = rig.scene().units.unwrap();
    assert!((units.length * 206_264.8 - 10.0).abs() < 1e-5, "{units:?}");
    rig.choose("units-shown", "units-none");
    assert_eq!(rig.scene().units, None);
    assert!(!rig.has(Role::SpinButton, "units-length"));
}

#[test]
fn labels_and_rings_are_of_the_step_of_the_picture_however_slow_frames_are() {
    let mut rig = Rig::with("inner-planets", USUAL, |app| {
        let guides = &mut app.settings_mut().guides;
        (guides.names, guides.legend) = (true, false);
        app.ask(Command::StepsPerFrame(4));
        // Steps of the processor are begun a frame ahead, and so are foreseen.
        app.set_physics(|physics| physics.integrator = Integrator::Pefrl);
    });
    rig.set_camera(|camera| (camera.elevation, camera.distance) = (90.0, 5.0));
    rig.select(1);
    rig.until("it is watched", |rig| rig.is_watched());
    rig.click("transport-play");
    rig.until("the bodies are copied", |rig| !rig.stage().marks.bodies().is_empty());
    rig.frames(6);
    let mercury = text("component-mercury");
    let place = |rig: &Rig| rig.place_of(&mercury).expect("a label").left_bottom();
    // How far the label is from the body in the picture.
    let off = |rig: &Rig| {
        let simulation = rig.session().simulation();
        let body = simulation.state().unwrap().body(1);
        let size = rig.size();
        let (pixel, _) = rig.camera().project(body.position.as_vec3(), size).unwrap();
        let picture = rig.picture();
        let scale = picture.width() / size[0] as f32;
        let at = picture.min + vec2(pixel.x, pixel.y) * scale;
        place(rig).distance(at + vec2(10.0, -10.0))
    };
    let mut wrong = 0;
    for steps in [60, 4, 90, 10, 75] {
        // A frame that makes other steps than those before it.
        rig.ask(Command::StepsPerFrame(steps));
        rig.draw(1);
        rig.elapse(0.4);
        if rig.draws_again() {
            wrong += 1;
            assert!(off(&rig) > 3.0 || steps < 20, "it was drawn for another step");
            rig.draw(1);
        }
        assert!(off(&rig) < 6.0, "after {steps} steps it is {} away", off(&rig));
        rig.draws_again();
    }
    assert!(wrong >= 3, "{wrong} frames were not as foreseen");
}

#[test]
fn the_constant_of_gravity_is_found_and_can_be_that_of_another_world() {
    let mut rig = Rig::on(Page::Build, "plummer");
    rig.choose("units-shown", "units-parsec-myr");
    let shown = |rig: &Rig| rig.run().stage.numbers().factor(Dimension::Gravity);
    let usual = shown(&rig);
    // pc³ / (solar mass · Myr²).
    assert!((usual / 4.4985e-3 - 1.0).abs() < 1e-3, "{usual}");
    let unit_of_time = |rig: &Rig| rig.run().stage.numbers().factor(Dimension::Time);
    let before = unit_of_time(&rig);
    rig.press_on(Role::SpinButton, "units-gravity");
    assert_eq!(shown(&rig), usual, "looking into the field changes nothing");
    rig.retype("0.017994");
    rig.press(Key::Enter);
    let ratio = unit_of_time(&rig) / before;
    assert!((ratio - 0.5).abs() < 1e-3, "{ratio}, {}", shown(&rig));
    rig.double_click_name("units-gravity");
    assert!((unit_of_time(&rig) / before - 1.0).abs() < 1e-9);
    // That of the planets is known.
    rig.open_scene("solar-system");
    rig.frame();
    assert!(!rig.is_enabled(Role::SpinButton, "units-gravity"));
    assert!((shown(&rig) - 39.48).abs() < 0.01);
}
