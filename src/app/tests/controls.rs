//! What controls have in common: clicks, resets, and being grey where they change nothing.

use super::*;

#[test]
fn a_click_counts_however_slow_frames_are() {
    let mut rig = Rig::new("kepler");
    let place = rig.reach(Role::Button, "transport-play").center();
    rig.harness.input_mut().time = Some(1.0);
    rig.harness.hover_at(place);
    rig.harness.drag_at(place);
    rig.frame();
    rig.harness.input_mut().time = Some(4.0);
    rig.harness.drop_at(place);
    rig.frame();
    assert!(rig.is_playing());
}

#[test]
fn controls_that_change_nothing_are_grey_and_say_why() {
    let mut rig = Rig::new("plummer");
    let why = |rig: &mut Rig, control: &str, reason: &str| {
        let place = rig.reach(Role::SpinButton, control).center();
        rig.harness.hover_at(place);
        rig.draw(40);
        rig.paints_part(&text(reason)[..20])
    };
    assert!(why(&mut rig, "view-diffuse", "idle-few"), "256 bodies are no crowd");
    assert!(!rig.is_enabled(Role::SpinButton, "view-diffuse"));
    assert!(rig.is_enabled(Role::SpinButton, "view-spikes"));
    assert!(!why(&mut rig, "view-spikes", "idle-preview"));
    // A preview leaves spikes out while the picture changes; they can be set for pictures.
    rig.ask(Command::FullLight(false));
    rig.click("transport-play");
    rig.frames(3);
    assert!(why(&mut rig, "view-spikes", "idle-preview"));
    rig.set("view-spikes", "0.25");
    assert_eq!(rig.look().spikes, 0.25);
}

/// The choices of an open list that cannot be taken.
fn refused(rig: &mut Rig, key: &str, items: impl Iterator<Item = String>) -> Vec<String> {
    rig.press_on(Role::ComboBox, key);
    let is_grey = |item: &String| {
        let found = rig.called(Role::Button, item).last();
        found.unwrap_or_else(|| panic!("{item} is not on offer")).accesskit_node().is_disabled()
    };
    let refused = items.filter(is_grey).collect();
    rig.press(Key::Escape);
    refused
}

#[test]
fn choices_that_cannot_work_are_grey_and_say_why() {
    use starshell::physics::{ForceLaw, GravityMethod, Integrator, Precision};
    let methods = || GravityMethod::ALL.iter().map(|it| format!("gravity-by-{}", it.name()));
    let laws = || ForceLaw::ALL.iter().map(|law| format!("law-{}", law.name()));
    let integrators = || Integrator::ALL.iter().map(|it| format!("integrator-{}", it.name()));
    let mut rig = Rig::new("plummer");
    assert!(refused(&mut rig, "physics-gravity", methods()).is_empty());
    // A grid has Plummer's law alone.
    rig.set_physics(|physics| physics.law = ForceLaw::Spline);
    rig.frame();
    assert_eq!(refused(&mut rig, "physics-gravity", methods()), ["gravity-by-mesh"]);
    rig.press_on(Role::ComboBox, "physics-gravity");
    let place = rig.called(Role::Button, "gravity-by-mesh").last().unwrap().rect().center();
    rig.harness.hover_at(place);
    rig.draw(40);
    assert!(rig.paints_part("law"), "{:?}", rig.painted());
    // What is grey takes no click.
    rig.click_at(place);
    rig.press(Key::Escape);
    assert_eq!(rig.physics().gravity.method(), GravityMethod::Direct);
    rig.set_physics(|physics| {
        physics.law = ForceLaw::Plummer;
        physics.gravity = physics.gravity.by(GravityMethod::Mesh);
    });
    rig.frame();
    let grid = refused(&mut rig, "physics-law", laws());
    assert_eq!(grid.len(), ForceLaw::ALL.len() - 1);
    // Whatever is refused is grey, and nothing else.
    rig.set_physics(|physics| {
        physics.gravity = physics.gravity.by(GravityMethod::Tree);
        physics.external.point_mass = 1.0;
    });
    rig.frame();
    assert_eq!(refused(&mut rig, "physics-integrator", integrators()), ["integrator-hermite-4"]);
    let precisions = Precision::ALL.iter().filter(|it| it.is_supported(rig.gpu()));
    let precisions: Vec<_> = precisions.map(|it| format!("precision-{}", it.name())).collect();
    let precisions = precisions.into_iter().map(|key| key.replace('+', "-plus"));
    let double = refused(&mut rig, "physics-precision", precisions);
    assert!(double.iter().all(|key| key == "precision-f64"), "{double:?}");
    // A number none of whose others would be taken is closed as a whole.
    rig.set_physics(|physics| physics.adaptive = Some(0.1));
    rig.frame();
    rig.reach(Role::SpinButton, "physics-drag");
    assert!(!rig.is_enabled(Role::SpinButton, "physics-drag"));
    rig.reach(Role::SpinButton, "physics-softening");
    assert!(rig.is_enabled(Role::SpinButton, "physics-softening"));
}

#[test]
fn a_dome_has_no_texts_and_says_so_and_one_click_leads_back_to_the_screen() {
    use starshell::render::{Camera, Projection};
    let mut rig = Rig::on(Page::Render, "plummer");
    rig.assert_writes_part([&text("pictures-as-screen")]);
    assert!(!rig.is_enabled(Role::Button, "pictures-screen"));
    let camera = Camera { projection: Projection::Fisheye, ..rig.camera() };
    rig.perform(Command::Camera(camera));
    rig.settings_mut().picture.side = Some(4320);
    rig.frames(2);
    let side = starshell::words::grouped(8192);
    let shape = format!("{}, {side} × {side}", text("projection-fisheye"));
    rig.assert_writes_part([&shape]);
    let why = |rig: &mut Rig, role: Role, control: &str, reason: &str| {
        let place = rig.reach(role, control).center();
        rig.harness.hover_at(place);
        rig.draw(40);
        assert!(rig.paints_part(&text(reason)[..20]), "{control}: {:?}", rig.painted());
    };
    why(&mut rig, Role::TextInput, "pictures-caption", "idle-captions");
    why(&mut rig, Role::ComboBox, "pictures-aspect", "idle-shape");
    let place = rig.rect(Role::Button, "transport-screenshot").center();
    rig.harness.hover_at(place);
    rig.draw(40);
    assert!(rig.paints_part(&shape), "{:?}", rig.painted());
    rig.settings_mut().picture.stereo = true;
    rig.click("pictures-screen");
    rig.frame();
    let window = rig.shell().window_size;
    assert_eq!((rig.print().size, rig.print().eyes), (window, 0.0));
    rig.assert_writes_part([&text("pictures-as-screen")]);
}

#[test]
fn a_double_click_on_the_name_of_a_number_resets_it() {
    let mut rig = Rig::new("plummer");
    let usual = rig.origin().physics.softening;
    rig.set("physics-softening", "0.3");
    assert_eq!(rig.physics().softening, 0.3);
    rig.double_click_name("physics-softening");
    assert_eq!(rig.physics().softening, usual);
}

#[test]
fn a_field_that_is_visited_changes_nothing_and_what_is_typed_counts_once_it_is_complete() {
    let mut rig = Rig::new("plummer");
    // More digits than the field shows.
    let exact = 0.267_842_1;
    rig.set_physics(|physics| physics.softening = exact);
    for key in [Key::Tab, Key::Escape, Key::Enter] {
        rig.press_on(Role::SpinButton, "physics-softening");
        rig.press(key);
        rig.frames(2);
        assert_eq!(rig.physics().softening, exact, "{key:?}");
    }
    rig.press_on(Role::SpinButton, "physics-softening");
    rig.harness.event(Event::Text("0.4".to_owned()));
    rig.frames(2);
    assert_eq!(rig.physics().softening, exact, "it may become another number");
    rig.press(Key::Escape);
    rig.frames(2);
    rig.press_on(Role::SpinButton, "physics-softening");
    rig.press(Key::Tab);
    rig.frames(2);
    assert_eq!(rig.physics().softening, exact, "what was given up stays so");
    rig.set("physics-softening", "0.3");
    assert_eq!(rig.physics().softening, 0.3);
}

#[test]
fn a_key_shows_the_look_of_before_while_it_is_held() {
    let mut rig = Rig::new("plummer");
    let first = rig.look().clone();
    rig.command("keys-color");
    let second = rig.look().clone();
    assert!(second != first);
    let hold = |rig: &mut Rig, pressed| {
        let (key, physical_key) = (Key::Backslash, Some(Key::Backslash));
        let modifiers = Modifiers::NONE;
        rig.harness.event(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
        rig.frames(2);
    };
    hold(&mut rig, true);
    assert_eq!(*rig.look(), first);
    hold(&mut rig, false);
    assert_eq!(*rig.look(), second);
    // What is done meanwhile is done to the present look.
    hold(&mut rig, true);
    rig.command("keys-color");
    hold(&mut rig, false);
    assert!(*rig.look() != first && *rig.look() != second);
}
