//! The shapes of pictures.

use serde::{Deserialize, Serialize};
use starshell::render::Projection;

/// Width of pictures in relation to their height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aspect {
    /// As the window.
    #[default]
    #[serde(rename = "window")]
    Window,
    #[serde(rename = "16:9")]
    Wide,
    #[serde(rename = "3:2")]
    Photograph,
    #[serde(rename = "4:3")]
    Classic,
    #[serde(rename = "1:1")]
    Square,
    #[serde(rename = "4:5")]
    Portrait,
    #[serde(rename = "9:16")]
    Tall,
    #[serde(rename = "2.39:1")]
    Cinema,
}

impl Aspect {
    /// Width over height of a picture, where the window has `window` pixels.
    pub fn ratio(self, window: [u32; 2]) -> f64 {
        match self {
            Self::Window => f64::from(window[0].max(1)) / f64::from(window[1].max(1)),
            Self::Wide => 16.0 / 9.0,
            Self::Photograph => 3.0 / 2.0,
            Self::Classic => 4.0 / 3.0,
            Self::Square => 1.0,
            Self::Portrait => 4.0 / 5.0,
            Self::Tall => 9.0 / 16.0,
            Self::Cinema => 2.39,
        }
    }

    /// The aspect once a size is chosen by its name: 4K is 3840 x 2160, whatever the window's
    /// shape.
    pub fn of_named_size(self) -> Self {
        if self == Self::Window { Self::Wide } else { self }
    }

    /// Width and height of a picture whose shorter side has `side` pixels; `None` for the largest
    /// that the window holds.
    pub fn size(self, side: Option<u32>, window: [u32; 2]) -> [u32; 2] {
        if side.is_none() && self == Self::Window {
            return window;
        }
        let ratio = self.ratio(window);
        let height = match side {
            Some(side) => f64::from(side) / ratio.min(1.0),
            None => f64::from(window[1]).min(f64::from(window[0]) / ratio),
        };
        [height * ratio, height].map(|side| (side.round() as u32).max(1))
    }
}

/// Width and height of a picture of a dome or a whole sphere, each of which has a fixed shape. With
/// a `side`, a dome is that high, and a sphere as wide as a 16:9 screen of that height; without,
/// both are as large as fits in the window. `None` for a lens, whose pictures have any shape.
pub fn size_by(projection: Projection, side: Option<u32>, window: [u32; 2]) -> Option<[u32; 2]> {
    let aspect = projection.aspect()?;
    let height = match side {
        Some(side) if aspect > 1 => side.saturating_mul(16) / 9 / aspect,
        Some(side) => side,
        None => window[1].min(window[0] / aspect),
    };
    Some([height.saturating_mul(aspect), height].map(|side| side.max(aspect)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domes_are_square_and_spheres_twice_as_wide_as_high() {
        let window = [1280, 800];
        let sizes = [
            (Projection::Perspective, Some(1080), None),
            (Projection::Fisheye, Some(1080), Some([1080, 1080])),
            (Projection::Fisheye, None, Some([800, 800])),
            (Projection::Equirectangular, Some(2160), Some([3840, 1920])),
            (Projection::Equirectangular, None, Some([1280, 640])),
        ];
        for (projection, side, size) in sizes {
            assert_eq!(size_by(projection, side, window), size, "{projection:?} {side:?}");
        }
        assert_eq!(size_by(Projection::Equirectangular, None, [0, 0]), Some([2, 2]));
    }

    #[test]
    fn a_picture_has_the_chosen_size_and_aspect_or_fills_the_window() {
        let window = [1280, 800];
        let sizes = [
            (Aspect::Window, None, [1280, 800]),
            (Aspect::Window, Some(400), [640, 400]),
            (Aspect::Wide, Some(2160), [3840, 2160]),
            (Aspect::Window.of_named_size(), Some(2160), [3840, 2160]),
            (Aspect::Square.of_named_size(), Some(2160), [2160, 2160]),
            (Aspect::Wide, None, [1280, 720]),
            (Aspect::Square, None, [800, 800]),
            (Aspect::Tall, Some(1080), [1080, 1920]),
            (Aspect::Portrait, Some(1080), [1080, 1350]),
            (Aspect::Cinema, Some(1080), [2581, 1080]),
        ];
        for (aspect, side, size) in sizes {
            assert_eq!(aspect.size(side, window), size, "{aspect:?} {side:?}");
        }
        assert_eq!(Aspect::Window.size(Some(10), [0, 0]), [10, 10]);
        assert_eq!(Aspect::Tall.size(None, [1, 1]), [1, 1]);
    }
}
