//! How bodies are drawn: colours, sizes, light. Plain data, as scene files hold it.

use super::Rgb;
use crate::named;
use crate::physics::Column;

named! {
    /// The quantity that a body's colour shows.
    #[derive(Default)]
    pub enum ColorBy: "colour-by value" {
        /// Magnitude of the velocity.
        #[default]
        Speed = "speed",
        /// Magnitude of the acceleration.
        Acceleration = "acceleration",
        /// Distance from the camera's target.
        Distance = "distance",
        /// Mass.
        Mass = "mass",
        /// Part of the system: disk, bulge or halo; first or second galaxy.
        Component = "component",
        /// One colour for all: the middle of the map.
        Uniform = "uniform",
        /// Stars by age, without the colour map: an amber bulge, a cream disk, and blue and pink
        /// where bodies of the disk crowd.
        Population = "population",
        /// Relative error of a tree's acceleration, where it has been checked; the lowest colour
        /// elsewhere.
        ForceError = "error",
        /// Stars with masses drawn for the picture alone, without the colour map: many faint orange
        /// ones, few bright blue and red ones.
        Stars = "stars",
        /// A column of the file from which the bodies come, such as temperature or age: that of
        /// `color_column`.
        Column = "column",
    }
}

/// Colours of the stellar populations in linear light, as in `draw/population.wgsl`: old bulge,
/// disk, young stars, hydrogen.
pub const POPULATIONS: [[f32; 3]; 4] =
    [[1.0, 0.58, 0.26], [1.0, 0.80, 0.56], [0.36, 0.58, 1.0], [1.0, 0.16, 0.32]];

impl ColorBy {
    /// Whether the colours depend on how bodies crowd.
    pub(crate) fn needs_crowds(self) -> bool {
        self == Self::Population
    }
}

named! {
    /// A named scale of colours, from low to high.
    #[derive(Default)]
    pub enum ColorMap: "colour map" {
        /// Light of glowing bodies from 2,500 K (ember red) through 6,500 K (white) to 30,000 K
        /// (blue-white): the default.
        #[default]
        Starlight = "starlight",
        /// Perceptually uniform, black-red-yellow-white (matplotlib).
        Inferno = "inferno",
        /// Perceptually uniform, black-purple-peach-white (matplotlib).
        Magma = "magma",
        /// Perceptually uniform, blue-purple-orange-yellow (matplotlib).
        Plasma = "plasma",
        /// Perceptually uniform, purple-green-yellow (matplotlib).
        Viridis = "viridis",
        /// Perceptually uniform, blue-grey-yellow, made for colour-blind eyes.
        Cividis = "cividis",
        /// Rainbow with smooth lightness (Google).
        Turbo = "turbo",
        /// From black through blue to white: cool, for the cosmic web.
        Ice = "ice",
    }
}

named! {
    /// A named way to draw: what of a [`Look`] makes a picture a photograph, a diagram or a slide.
    pub enum Style: "style" {
        /// A photograph: continuous light, dust, spikes, a sky.
        DeepSky = "deep-sky",
        /// Equal points without glow, with a fixed exposure: for measuring.
        Diagram = "diagram",
        /// As infrared telescopes show galaxies: starlight that dust does not hide, in false
        /// colours by the strength of gravity.
        Infrared = "infrared",
        /// Thick points and strong light in colours that are safe for colour-blind viewers: for
        /// bright rooms.
        Projector = "projector",
    }
}

impl Style {
    /// `look` in this style. What bodies are, such as dark components, and the length of trails
    /// stay.
    #[must_use]
    pub fn apply(self, look: &Look) -> Look {
        let plain = Look {
            color_by: look.color_by,
            color_range: look.color_range,
            color_max: look.color_max,
            color_column: look.color_column.clone(),
            size: look.size,
            dark_components: look.dark_components.clone(),
            dust_components: look.dust_components.clone(),
            component_colors: look.component_colors.clone(),
            component_sizes: look.component_sizes.clone(),
            orbits: look.orbits,
            dust: look.dust,
            trails: look.trails,
            negative: look.negative,
            style: Some(self),
            ..Look::default()
        };
        match self {
            Self::DeepSky => {
                Look { diffuse: 0.8, magnitude_spread: 1.5, sky: 0.5, spikes: 0.5, ..plain }
            }
            Self::Diagram => Look {
                color_map: ColorMap::Viridis,
                min_pixels: 1.6,
                bloom: 0.0,
                magnitude_spread: 0.0,
                background: [0.0; 3],
                diffuse: 0.0,
                dust: 0.0,
                metered: false,
                spikes: 0.0,
                ..plain
            },
            Self::Infrared => Look {
                color_by: ColorBy::Acceleration,
                color_map: ColorMap::Inferno,
                color_range: None,
                color_max: None,
                diffuse: 0.9,
                dust: 0.0,
                spikes: 0.8,
                sky: 0.3,
                ..plain
            },
            Self::Projector => Look {
                color_map: if look.color_by == ColorBy::Component {
                    ColorMap::Viridis
                } else {
                    ColorMap::Cividis
                },
                min_pixels: 2.4,
                exposure: 1.0,
                bloom: 0.2,
                magnitude_spread: 0.5,
                diffuse: 0.3,
                spikes: 0.0,
                ..plain
            },
        }
    }
}

/// How bodies are drawn.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Look {
    /// The style that the rest was made by, if any; in scene files, keys that are left out are as
    /// in the style.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// The quantity that colours show.
    pub color_by: ColorBy,
    /// The colour map.
    pub color_map: ColorMap,
    /// Values of the quantity at the two ends of the colour map; measured in each frame if absent.
    pub color_range: Option<[f32; 2]>,
    /// The column of the bodies' file that colours show, if they show one; the first where it is
    /// empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub color_column: String,
    /// Value at the upper end of the colour map, such as the speed from which on all bodies have
    /// the last colour; that of `color_range` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color_max: Option<f32>,
    /// Radius of a body's image in world units. It never falls below `min_pixels`.
    pub size: f32,
    /// Smallest radius of a body's image in pixels of a picture 1,080 pixels high; it scales with
    /// the picture.
    pub min_pixels: f32,
    /// Brightness, in photographic stops above (or below) what the meter suggests or, if `metered`
    /// is off, what suits the number of bodies.
    pub exposure: f32,
    /// Share of the light that the lens scatters into a glow, 0 to 1.
    pub bloom: f32,
    /// Spread of the bodies' brightness about their mean, as a standard deviation in magnitudes. A
    /// body's luminosity follows from its index, not from physics; it makes the picture look like a
    /// field of stars. 0 makes all bodies alike.
    pub magnitude_spread: f32,
    /// Colour of the empty sky, in linear light.
    pub background: [f32; 3],
    /// Components (0 to 31) that emit no light, such as a dark halo.
    pub dark_components: Vec<u32>,
    /// Colours of the components 0, 1, ... in place of the map's, if colours show components;
    /// others have the last one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub component_colors: Vec<Rgb>,
    /// Radii of the spots of the components 0, 1, ... relative to others, from 0.1 to 20. A spot is
    /// as bright per area as others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub component_sizes: Vec<f32>,
    /// Whether up to 64 bodies have dots on their orbits to come, as if only the heaviest body
    /// pulled them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub orbits: bool,
    /// Share of the light of crowded bodies that is spread over their surroundings, 0 to 1, so that
    /// crowds are continuous light and not grains. Pictures of fewer than 512 bodies have none.
    pub diffuse: f32,
    /// Components (0 to 31) that emit no light but absorb that of bodies behind them.
    pub dust_components: Vec<u32>,
    /// Area that a unit of mass of dust shades, in units of length squared per unit of mass; 0 for
    /// transparent dust.
    pub dust: f32,
    /// Whether the exposure follows the light of each picture: `exposure` is then in stops from
    /// what a meter suggests, and otherwise from what suits the number of bodies.
    pub metered: bool,
    /// Light of the diffraction spikes of the brightest bodies, 0 (none) to 1.
    pub spikes: f32,
    /// Brightness of a sky of distant stars and galaxies, which have nothing to do with the bodies,
    /// 0 (none) to 1.
    pub sky: f32,
    /// Length of each body's trail in simulated time: where it was that long ago, the trail ends; 0
    /// for no trails. With more than 16,384 bodies, only every second, third ... body has a trail.
    /// Dark bodies have none.
    pub trails: f32,
    /// Dark bodies on white paper, for print and bright rooms: light and dark swap, hues stay.
    pub negative: bool,
}

impl Look {
    /// Least and greatest of its `component_sizes`.
    pub(crate) const SIZES: [f32; 2] = [0.1, 20.0];

    /// The least and the greatest radius of a body's image in world units.
    pub const SIZE: [f64; 2] = [0.0, 1e9];
    /// The least and the greatest of its `min_pixels`.
    pub const MIN_PIXELS: [f64; 2] = [0.0, 100.0];
    /// The least and the greatest exposure, in stops.
    pub const EXPOSURE: [f64; 2] = [-20.0, 20.0];
    /// The least and the greatest share of light.
    pub const SHARE: [f64; 2] = [0.0, 1.0];
    /// The least and the greatest shade of dust.
    pub const DUST: [f64; 2] = [0.0, 1e9];
    /// The least and the greatest end of the colour map.
    pub const COLOR_MAX: [f64; 2] = [1e-30, 1e30];
    /// The least and the greatest spread, in magnitudes.
    pub const MAGNITUDE_SPREAD: [f64; 2] = [0.0, 10.0];
    /// The shortest and the longest trail, in simulated time.
    pub const TRAILS: [f64; 2] = [0.0, 1e30];
    /// The least and the greatest of each component of the background.
    pub const BACKGROUND: [f64; 2] = [0.0, 1000.0];

    /// Its numbers, each with its range: [`Look::bounded`] leaves others as they are.
    fn numbers(&mut self) -> [(&mut f32, [f64; 2]); 13] {
        let [red, green, blue] = &mut self.background;
        [
            (&mut self.size, Self::SIZE),
            (&mut self.min_pixels, Self::MIN_PIXELS),
            (&mut self.exposure, Self::EXPOSURE),
            (&mut self.bloom, Self::SHARE),
            (&mut self.diffuse, Self::SHARE),
            (&mut self.dust, Self::DUST),
            (&mut self.spikes, Self::SHARE),
            (&mut self.sky, Self::SHARE),
            (&mut self.magnitude_spread, Self::MAGNITUDE_SPREAD),
            (&mut self.trails, Self::TRAILS),
            (red, Self::BACKGROUND),
            (green, Self::BACKGROUND),
            (blue, Self::BACKGROUND),
        ]
    }

    /// Shows another quantity by colours, for which a fixed range or end makes no sense.
    pub fn set_color_by(&mut self, color_by: ColorBy) {
        if color_by != self.color_by {
            (self.color_by, self.color_range, self.color_max) = (color_by, None, None);
        }
    }

    /// The one of `columns` that colours show; none if they show something else, or if there is no
    /// such column.
    pub fn column_of<'a>(&self, columns: &'a [Column]) -> Option<&'a Column> {
        match (self.color_by, &*self.color_column) {
            (ColorBy::Column, "") => columns.first(),
            (ColorBy::Column, name) => Column::named(columns, name),
            _ => None,
        }
    }

    /// The values at the two ends of the colour map, if a spread over `measured` would suit the
    /// bodies.
    pub(crate) fn color_ends(&self, measured: [f64; 2]) -> [f64; 2] {
        let [low, high] = self.color_range.map_or(measured, |range| range.map(f64::from));
        match self.color_max.map(f64::from) {
            // Wherever the end is, the map has colours below it.
            Some(end) => [low.min(0.5 * end), end],
            None => [low, high],
        }
    }

    /// Whether colours can be spread over a range: it is above 0, since the scale is logarithmic,
    /// and its end is larger.
    pub(crate) fn is_color_range([low, high]: [f32; 2]) -> bool {
        low > 0.0 && high.is_finite() && low < high
    }

    /// The nearest look that can be drawn. Numbers that are not finite become those of the default
    /// look.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        let mut usual = Self::default();
        for ((number, [least, most]), (usual, _)) in self.numbers().into_iter().zip(usual.numbers())
        {
            *number =
                if number.is_finite() { number.clamp(least as f32, most as f32) } else { *usual };
        }
        self.color_range = self.color_range.filter(|range| Self::is_color_range(*range));
        let [least, most] = Self::COLOR_MAX.map(|end| end as f32);
        self.color_max =
            self.color_max.filter(|end| end.is_finite()).map(|end| end.clamp(least, most));
        let [least, most] = Self::SIZES;
        self.component_sizes
            .iter_mut()
            .for_each(|size| *size = if size.is_finite() { size.clamp(least, most) } else { 1.0 });
        self
    }

    /// Whether bodies of this component emit no light: dark ones, and dust.
    pub fn is_dark(&self, component: u32) -> bool {
        self.dark_components
            .iter()
            .chain(&self.dust_components)
            .any(|dark| dark & 31 == component & 31)
    }

    /// Shows a component, or hides it.
    pub fn show_component(&mut self, component: u32, is_shown: bool) {
        let is_it = |dark: &u32| dark & 31 == component & 31;
        if is_shown {
            self.dark_components.retain(|dark| !is_it(dark));
            self.dust_components.retain(|dark| !is_it(dark));
        } else if !self.is_dark(component) {
            self.dark_components.push(component & 31);
        }
    }

    /// The fewest bodies of which crowds are continuous light, and dust shades.
    pub const CROWD: u32 = 512;

    /// The parts of the light that take long to draw, by the names of their fields.
    pub const SLOW_EFFECTS: [&'static str; 4] = ["diffuse", "dust", "spikes", "sky"];

    /// Those of [`Look::SLOW_EFFECTS`] that it has, which [plain
    /// light](crate::session::Pictures::set_plain_light) leaves out.
    pub fn slow_effects(&self) -> impl Iterator<Item = &'static str> {
        let dust = if self.has_dust() { self.dust } else { 0.0 };
        let strengths = [self.diffuse, dust, self.spikes, self.sky];
        let effects = Self::SLOW_EFFECTS.into_iter().zip(strengths);
        effects.filter(|(_, strength)| *strength > 0.0).map(|(name, _)| name)
    }

    /// The look without the parts that take long to draw.
    #[must_use]
    pub(crate) fn with_plain_light(&self) -> Self {
        Self { diffuse: 0.0, dust: 0.0, spikes: 0.0, sky: 0.0, ..self.clone() }
    }

    /// Whether there may be dust.
    pub(crate) fn has_dust(&self) -> bool {
        self.dust > 0.0 && !self.dust_components.is_empty()
    }
}

impl Default for Look {
    fn default() -> Self {
        Self {
            style: None,
            color_by: ColorBy::default(),
            color_map: ColorMap::default(),
            color_range: None,
            color_max: None,
            color_column: String::new(),
            size: 0.0,
            min_pixels: 1.1,
            exposure: 0.0,
            bloom: 0.4,
            magnitude_spread: 1.1,
            background: [0.0008, 0.0011, 0.0020],
            dark_components: Vec::new(),
            component_colors: Vec::new(),
            component_sizes: Vec::new(),
            orbits: false,
            diffuse: 0.5,
            dust_components: Vec::new(),
            dust: 0.0,
            metered: true,
            spikes: 0.4,
            sky: 0.0,
            trails: 0.0,
            negative: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_bounded_to_one_that_can_be_drawn() {
        for wanted in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1e30, 1e30, f32::MAX] {
            let mut look = Look { color_range: Some([wanted, 1.0]), ..Look::default() };
            look.numbers().into_iter().for_each(|(number, _)| *number = wanted);
            let mut look = look.bounded();
            assert_eq!(look.color_range, None, "{wanted}");
            for (number, [least, most]) in look.numbers() {
                assert!((least as f32..=most as f32).contains(number), "{number} of {wanted}");
            }
        }
        let plain = Look { color_range: Some([0.5, 2.0]), ..Look::default() };
        assert_eq!(plain.clone().bounded(), plain);
    }

    #[test]
    fn a_component_is_hidden_once_and_shown_again() {
        let mut look = Look { dust_components: vec![2], ..Look::default() };
        for _ in 0..2 {
            look.show_component(1, false);
            look.show_component(2, false);
        }
        assert_eq!((&look.dark_components[..], &look.dust_components[..]), (&[1][..], &[2][..]));
        look.show_component(1, true);
        look.show_component(2, true);
        assert!(!look.is_dark(1) && !look.is_dark(2));
    }

    #[test]
    fn populations_have_the_colors_of_the_shader() {
        let text = crate::wgsl!("draw/population.wgsl").source;
        for (name, color) in ["AMBER", "CREAM", "BLUE", "PINK"].into_iter().zip(POPULATIONS) {
            let declared = format!("const {name} = vec3f(");
            let numbers = text
                .lines()
                .find_map(|line| line.strip_prefix(&declared)?.strip_suffix(");"))
                .unwrap();
            let numbers: Vec<f32> =
                numbers.split(", ").map(|number| number.parse().unwrap()).collect();
            assert_eq!(numbers, color, "{name}");
        }
    }
}
