//! The bodies that were added to a scene's run by hand.

use super::Scene;
use super::guest::Guest;
use crate::render::{ColorBy, Look, Rgb};

/// Most bodies of which some may have spots of another size, which take longer to draw.
const FEW: usize = 4096;
/// Most components whose colours pictures tell apart.
const MAX: u32 = 255;

impl Scene {
    /// Components of the bodies with which it begins.
    fn own_components(&self) -> u32 {
        self.initial.types().len().max(1) as u32
    }

    /// A component that no body is of yet, and that shines.
    pub fn free_component(&self) -> u32 {
        let used = self.guests.iter().map(|guest| guest.component + 1).max().unwrap_or(0);
        let first = used.max(self.own_components());
        (first..first + 32).find(|component| !self.look.is_dark(*component)).unwrap_or(first)
    }

    /// The guest that bodies of this component are.
    #[doc(hidden)]
    pub fn guest(&self, component: u32) -> Option<&Guest> {
        self.guests.iter().find(|guest| guest.component == component)
    }

    /// Adds a guest, with the colour and the glow of its kind where the look has colours and sizes of
    /// components.
    #[doc(hidden)]
    pub fn welcome(&mut self, guest: Guest) {
        let (own, component) = (self.own_components() as usize, guest.component as usize);
        if let Some(kind) = guest.kind.filter(|_| guest.component <= MAX) {
            let (color, size) = kind.look();
            let is_few = self.count <= FEW;
            let look = &mut self.look;
            if look.color_by == ColorBy::Component && look.component_colors.is_empty() {
                look.component_colors = colors_of(look, own);
            }
            if !look.component_colors.is_empty() {
                let last = look.component_colors[look.component_colors.len() - 1];
                set(&mut look.component_colors, component, color, last);
            }
            if is_few {
                set(&mut look.component_sizes, component, size, 1.0);
            }
        }
        self.guests.retain(|other| other.component != guest.component);
        self.guests.push(guest);
    }
}

/// Sets the element at `place`; those before it that are missing become `usual`.
fn set<T: Clone>(list: &mut Vec<T>, place: usize, value: T, usual: T) {
    list.resize(list.len().max(place + 1), usual);
    list[place] = value;
}

/// The colours of so many components on the map of a look.
fn colors_of(look: &Look, count: usize) -> Vec<Rgb> {
    let map = look.color_map.colors();
    let color = |number: usize| {
        let at = (number as f32 + 0.5) / count as f32 * (map.len() - 1) as f32;
        Rgb::from_linear(map[at.round() as usize])
    };
    (0..count).map(color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::BodyKind;

    fn guest(scene: &Scene, kind: BodyKind) -> Guest {
        let component = scene.free_component();
        Guest { component, name: format!("a {kind:?}"), kind: Some(kind) }
    }

    #[test]
    fn a_guest_is_a_component_of_its_own_with_the_colour_of_its_kind() {
        let mut scene = Scene::load("solar-system").unwrap();
        let own = scene.initial.types().len();
        for (number, kind) in [BodyKind::Star, BodyKind::Planet].into_iter().enumerate() {
            let guest = guest(&scene, kind);
            assert_eq!(guest.component as usize, own + number);
            scene.welcome(guest);
            assert_eq!(scene.look.component_colors[own + number], kind.look().0);
        }
        assert_eq!(scene.look.component_colors.len(), own + 2);
        assert_eq!(scene.guest(own as u32).unwrap().name, "a Star");
        assert_eq!(Scene::parse(&scene.to_toml(), "a.toml").unwrap(), scene);
    }

    #[test]
    fn a_guest_is_never_a_component_that_is_hidden() {
        let mut scene = Scene::load("galaxy").unwrap();
        scene.look.dark_components = vec![2, 3, 4, 5];
        let component = scene.free_component();
        assert!(component >= 6 || component == 3 && scene.initial.types().len() == 3);
        assert!(!scene.look.is_dark(component));
    }

    #[test]
    fn masses_suit_the_scene() {
        let planets = Scene::load("solar-system").unwrap();
        let mass = |kind: BodyKind| kind.mass(planets.units.as_ref(), 1.0, 10);
        assert!((mass(BodyKind::Star) - 1.0).abs() < 0.01, "{}", mass(BodyKind::Star));
        assert!((mass(BodyKind::Planet) - 9.5e-4).abs() < 1e-5);
        assert!((mass(BodyKind::BlackHole) - 10.0).abs() < 0.1);
        assert_eq!(BodyKind::Star.mass(None, 2.0, 1000), 0.002);
        assert_eq!(BodyKind::BlackHole.mass(None, 2.0, 1000), 0.02);
    }
}
