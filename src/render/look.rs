//! How bodies are drawn: colours, sizes, light. Plain data, as scene files hold it.

use crate::named;

named! {
    /// The quantity that a body's colour shows.
    #[derive(Default)]
    pub enum ColorBy: "color-by value" {
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
    }
}

named! {
    /// A named scale of colours, from low to high.
    #[derive(Default)]
    pub enum ColorMap: "color map" {
        /// Light of glowing bodies from 2,500 K (ember red) through 6,500 K (white) to 30,000 K (blue-white): the default.
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
    }
}

/// How bodies are drawn.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Look {
    /// The quantity that colours show.
    pub color_by: ColorBy,
    /// The colour map.
    pub color_map: ColorMap,
    /// Values of the quantity at the two ends of the colour map; measured in each frame if absent.
    pub color_range: Option<[f32; 2]>,
    /// Radius of a body's image in world units. It never falls below `min_pixels`.
    pub size: f32,
    /// Smallest radius of a body's image in pixels of a picture 1,080 pixels high; it scales with the picture.
    pub min_pixels: f32,
    /// Brightness, in photographic stops above (or below) the exposure that suits the number of bodies.
    pub exposure: f32,
    /// Share of the light that the lens scatters into a glow, 0 to 1.
    pub bloom: f32,
    /// Spread of the bodies' brightness about their mean, as a standard deviation in magnitudes. A body's luminosity follows
    /// from its index, not from physics; it makes the picture look like a field of stars. 0 makes all bodies alike.
    pub magnitude_spread: f32,
    /// Colour of the empty sky, in linear light.
    pub background: [f32; 3],
    /// Components (0 to 31) that emit no light, such as a dark halo.
    pub dark_components: Vec<u32>,
    /// Length of each body's trail: its positions in this many preceding frames, up to 256; 0 for no trails. Frames without a
    /// step do not count. Headless rendering adds points if frames are more than a thousandth of the scene's duration apart.
    /// With more than 16,384 bodies, only every second, third ... body has a trail. Dark bodies have none.
    pub trail_length: u32,
    /// Dark bodies on white paper, for print and bright rooms: light and dark swap, hues stay.
    pub negative: bool,
}

impl Look {
    /// Whether bodies of this component emit no light.
    pub fn is_dark(&self, component: u32) -> bool {
        self.dark_components.iter().any(|dark| dark & 31 == component & 31)
    }
}

impl Default for Look {
    fn default() -> Self {
        Self {
            color_by: ColorBy::default(),
            color_map: ColorMap::default(),
            color_range: None,
            size: 0.0,
            min_pixels: 1.1,
            exposure: 0.0,
            bloom: 0.4,
            magnitude_spread: 1.1,
            background: [0.0008, 0.0011, 0.0020],
            dark_components: Vec::new(),
            trail_length: 0,
            negative: false,
        }
    }
}
