//! The colours of a colour map, in linear light.

use colorgrad::Gradient;
use glam::Vec3;

use super::{ColorBy, ColorMap, Look, Rgb};

/// Number of colours in a map on the GPU.
pub const COLORS: usize = 256;

impl ColorMap {
    /// Where the colour of a black body at this temperature in kelvin is on the map of starlight,
    /// from 0 to 1.
    pub fn place_of_temperature(temperature: f32) -> f32 {
        ((1.0 / COOLEST - 1.0 / temperature) / (1.0 / COOLEST - 1.0 / HOTTEST)).clamp(0.0, 1.0)
    }

    /// The map's colours from low to high: linear red, green, blue; the fourth number is 1.
    pub fn colors(self) -> Vec<[f32; 4]> {
        let color = |place: f32| -> Vec3 {
            match self {
                Self::Starlight => starlight(place),
                Self::Inferno => linear(&colorgrad::preset::inferno(), place),
                Self::Magma => linear(&colorgrad::preset::magma(), place),
                Self::Plasma => linear(&colorgrad::preset::plasma(), place),
                Self::Viridis => linear(&colorgrad::preset::viridis(), place),
                Self::Cividis => linear(&colorgrad::preset::cividis(), place),
                Self::Turbo => linear(&colorgrad::preset::turbo(), place),
                Self::Ice => ice(place),
            }
        };
        (0..COLORS)
            .map(|index| color(index as f32 / (COLORS - 1) as f32).extend(1.0).to_array())
            .collect()
    }
}

/// The colours on the GPU: a map, and the colours and sizes of components at its beginning.
#[derive(Debug, Default)]
pub(super) struct Palette {
    /// What the colours were made from.
    made_from: Option<(ColorMap, Vec<Rgb>, Vec<f32>)>,
}

impl Palette {
    /// Makes the colours of a look, unless they are there already.
    pub(super) fn of(&mut self, look: &Look, colors: &mut [[f32; 4]; COLORS]) {
        let (map, own) = match look.color_by {
            ColorBy::Stars => (ColorMap::Starlight, &[][..]),
            ColorBy::Component => (look.color_map, &look.component_colors[..]),
            _ => (look.color_map, &[][..]),
        };
        let sizes = &look.component_sizes;
        if self
            .made_from
            .as_ref()
            .is_some_and(|made| made.0 == map && made.1 == own && made.2 == *sizes)
        {
            return;
        }
        colors.copy_from_slice(&map.colors());
        for (color, own) in colors.iter_mut().zip(own) {
            color[..3].copy_from_slice(&own.linear());
        }
        for (color, size) in colors.iter_mut().zip(sizes) {
            color[3] = *size;
        }
        self.made_from = Some((map, own.to_vec(), sizes.clone()));
    }
}

fn linear(gradient: &impl Gradient, place: f32) -> Vec3 {
    let [red, green, blue, _] = gradient.at(place).to_linear_rgba();
    Vec3::new(red, green, blue)
}

/// Colours of [`ColorMap::Ice`] at equal steps, for a display.
const ICE: [Rgb; 6] = [
    Rgb([2, 4, 14]),
    Rgb([10, 28, 74]),
    Rgb([24, 74, 150]),
    Rgb([62, 142, 206]),
    Rgb([150, 208, 236]),
    Rgb([250, 252, 255]),
];

/// Between the nearest two of [`ICE`], in the even steps of a display.
fn ice(place: f32) -> Vec3 {
    let at = place * (ICE.len() - 1) as f32;
    let low = (at as usize).min(ICE.len() - 2);
    let [below, above] =
        [ICE[low], ICE[low + 1]].map(|color| Vec3::from(color.linear()).powf(1.0 / 2.2));
    below.lerp(above, at - low as f32).powf(2.2)
}

/// Temperatures at the two ends of [`ColorMap::Starlight`], in kelvin.
const COOLEST: f32 = 2_500.0;
const HOTTEST: f32 = 30_000.0;

/// The colour of a black body. Its temperature rises evenly in mired (1/T), as hue does. Luminance
/// is constant, so that brightness remains free to show how many bodies there are.
fn starlight(place: f32) -> Vec3 {
    let temperature = 1.0 / ((1.0 - place) / COOLEST + place / HOTTEST);
    let color = black_body(temperature);
    let luminance = color.dot(Vec3::new(0.2126, 0.7152, 0.0722));
    color / luminance.max(1e-6)
}

/// Chromaticity of Planck's law in linear sRGB, with negative parts cut off. The colour matching
/// functions are the Gaussian fits of Wyman, Sloan & Shirley, JCGT 2 (2013) 2.
fn black_body(temperature: f32) -> Vec3 {
    let lobe = |wavelength: f32, center: f32, below: f32, above: f32| {
        let scale = if wavelength < center { below } else { above };
        (-0.5 * ((wavelength - center) * scale).powi(2)).exp()
    };
    let mut xyz = Vec3::ZERO;
    for step in 0..81 {
        let nanometres = 380.0 + 5.0 * step as f32;
        let x = 1.056 * lobe(nanometres, 599.8, 0.0264, 0.0323)
            + 0.362 * lobe(nanometres, 442.0, 0.0624, 0.0374)
            - 0.065 * lobe(nanometres, 501.1, 0.0490, 0.0382);
        let y = 0.821 * lobe(nanometres, 568.8, 0.0213, 0.0247)
            + 0.286 * lobe(nanometres, 530.9, 0.0613, 0.0322);
        let z = 1.217 * lobe(nanometres, 437.0, 0.0845, 0.0278)
            + 0.681 * lobe(nanometres, 459.0, 0.0385, 0.0725);
        // hc / k = 1.4388e7 nm K. The fifth power is relative to 560 nm, to stay in range.
        let radiance =
            (560.0 / nanometres).powi(5) / ((1.438_8e7 / (nanometres * temperature)).exp() - 1.0);
        xyz += Vec3::new(x, y, z) * radiance;
    }
    let xyz = xyz / xyz.y.max(1e-30);
    let rgb = Vec3::new(
        xyz.dot(Vec3::new(3.2406, -1.5372, -0.4986)),
        xyz.dot(Vec3::new(-0.9689, 1.8758, 0.0415)),
        xyz.dot(Vec3::new(0.0557, -0.2040, 1.0570)),
    );
    rgb.max(Vec3::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Named;

    #[test]
    fn a_black_body_of_6500_kelvin_is_white_and_the_ends_are_red_and_blue() {
        let white = black_body(6_500.0);
        assert!((white / white.max_element() - Vec3::ONE).abs().max_element() < 0.06, "{white}");
        let (ember, blue) = (starlight(0.0), starlight(1.0));
        assert!(ember.x > 2.0 * ember.y && ember.y > 3.0 * ember.z, "{ember}");
        assert!(blue.z > 1.3 * blue.y && blue.y > blue.x, "{blue}");
    }

    #[test]
    fn maps_have_their_published_ends() {
        for (map, low, high) in [
            (ColorMap::Viridis, [0x44_u8, 0x01, 0x54], [0xfe, 0xe8, 0x25]),
            (ColorMap::Inferno, [0x00, 0x00, 0x04], [0xfc, 0xff, 0xa4]),
        ] {
            let colors = map.colors();
            for (color, expected) in [(colors[0], low), (colors[COLORS - 1], high)] {
                for (channel, byte) in color.iter().zip(expected) {
                    let encoded = f32::from(byte) / 255.0;
                    let decoded = if encoded <= 0.04045 {
                        encoded / 12.92
                    } else {
                        ((encoded + 0.055) / 1.055).powf(2.4)
                    };
                    assert!(
                        (channel - decoded).abs() < 0.01,
                        "{map:?}: {color:?} not {expected:?}"
                    );
                }
            }
        }
        for map in ColorMap::ALL {
            let colors = map.colors();
            assert_eq!(colors.len(), COLORS);
            assert!(
                colors.iter().flatten().all(|channel| channel.is_finite() && *channel >= 0.0),
                "{map:?}"
            );
        }
    }
}
