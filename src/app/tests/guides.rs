//! What stands over the picture.

use starshell::render::ColorBy;

use super::Rig;
use crate::app::action::Action;

#[test]
fn the_legend_names_components_and_the_ends_of_a_range_in_every_window() {
    // As many points as projector mode leaves at 1280 x 720, and less.
    for size in [[1280.0, 720.0], [948.0, 533.0], [560.0, 400.0]] {
        let mut rig = Rig::with("encounter", size, |_| ());
        rig.frame();
        for name in ["First disk", "Second disk", "Second bulge"] {
            assert!(rig.paints(name), "{name} in {size:?}");
        }
        assert!(!rig.paints("First dark halo") && !rig.paints("low"), "what does not shine has no colour");
        let mut look = rig.desk().stage.session.scene().look.clone();
        (look.color_by, look.color_range) = (ColorBy::Speed, Some([0.5, 2.0]));
        rig.desk_mut().ask(Action::Look(Box::new(look)));
        rig.frame();
        rig.frame();
        assert!(rig.paints("0.5") && rig.paints("2") && !rig.paints("First disk"), "{:?}", rig.painted());
    }
}
