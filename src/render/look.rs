//! How bodies are pictured: colours, sizes, light. Plain data, as scene files hold it.

use glam::Vec3;

use crate::named;
use crate::physics::Body;

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
        /// Part of the system: disk, bulge, halo; first or second galaxy.
        Component = "component",
        /// One colour for all: the middle of the map.
        Uniform = "uniform",
    }
}

named! {
    /// A named scale of colours, from low to high.
    #[derive(Default)]
    pub enum ColorMap: "color map" {
        /// Light of glowing bodies from 2,500 K (ember red) over 6,500 K (white) to 30,000 K (blue-white): the default.
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

/// How bodies are pictured.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Look {
    /// What the colour shows.
    pub color_by: ColorBy,
    /// The scale of colours.
    pub color_map: ColorMap,
    /// Values of the quantity at the two ends of the colour map; measured anew in each frame where absent.
    pub color_range: Option<[f32; 2]>,
    /// Radius of a body's image in world units. Its floor is `min_pixels`.
    pub size: f32,
    /// Smallest radius of a body's image in pixels of a picture 1,080 pixels high; it scales with the picture.
    pub min_pixels: f32,
    /// Brightness, in photographic stops above (or below) the exposure that suits the number of bodies.
    pub exposure: f32,
    /// Share of the light that the lens scatters into a glow, 0 to 1.
    pub bloom: f32,
    /// Spread of the bodies' brightness about their mean, as the standard deviation in magnitudes: a body's luminosity
    /// follows from its number, not from the physics, and makes the picture a field of stars. 0 is all alike.
    pub magnitude_spread: f32,
    /// Colour of the empty sky, in linear light.
    pub background: [f32; 3],
    /// Components (numbered from 0 to 31) that give no light, as a dark halo does.
    pub dark_components: Vec<u32>,
    /// Points of the trail that a body leaves: where it was in so many frames before this one, up to 256; 0 is none. Frames
    /// without a step do not count. Rendering without a window adds points between frames that are more than a thousandth of
    /// the scene's duration apart. Of more than 16,384 bodies, every second, third ... has a trail, and dark ones have none.
    pub trail_length: u32,
    /// Dark bodies on white paper, for print and for bright rooms: light and dark change places, hues stay.
    pub negative: bool,
}

impl Look {
    /// Whether the bodies of this component give no light.
    pub fn is_dark(&self, component: u32) -> bool {
        self.dark_components.iter().any(|dark| dark & 31 == component & 31)
    }

    /// The values at the two ends of the colour map where `color_range` is absent, as the GPU measures them in each frame: two
    /// standard deviations of the logarithm about its mean. `None` where the host cannot know: for accelerations, for
    /// components, and without a body that has a value.
    pub fn measured_range(&self, center: Vec3, bodies: &[Body]) -> Option<[f64; 2]> {
        let value = |body: &Body| match self.color_by {
            ColorBy::Speed => body.velocity.length(),
            ColorBy::Distance => body.position.distance(center.as_dvec3()),
            ColorBy::Mass => body.mass,
            ColorBy::Acceleration | ColorBy::Component | ColorBy::Uniform => f64::NAN,
        };
        let logarithms = || bodies.iter().map(|body| value(body).log2()).filter(|value| value.is_finite());
        let count = logarithms().count() as f64;
        let mean = logarithms().sum::<f64>() / count;
        let deviation = (logarithms().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
        (count > 0.0).then(|| [-1.0, 1.0].map(|side| (mean + side * (2.0 * deviation).max(1e-3)).exp2()))
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
