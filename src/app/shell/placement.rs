//! Where the window is, and where a new one opens.

use serde::{Deserialize, Serialize};

/// Minimum size of the window, in pixels: what is in it is magnified less on a display that has few
/// for its scale.
pub const MIN_SIZE: [u32; 2] = [320, 240];

/// Position and size of a window, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Placement {
    pub position: Option<[i32; 2]>,
    pub size: [u32; 2],
    pub maximized: bool,
}

impl Default for Placement {
    fn default() -> Self {
        Self { position: None, size: [1440, 900], maximized: false }
    }
}

/// A display's upper left corner and its size, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    pub corner: [i32; 2],
    pub size: [u32; 2],
}

/// Logical pixels that the bars of the desktop and of the window itself take from a display.
/// Displays report only their size.
const BARS: [u32; 2] = [0, 72];

impl Display {
    fn holds(&self, position: [i32; 2]) -> bool {
        (0..2).all(|axis| {
            (0..i64::from(self.size[axis]))
                .contains(&(i64::from(position[axis]) - i64::from(self.corner[axis])))
        })
    }
}

impl Placement {
    /// Where a new window opens: within the display that it was on, or else within the first of
    /// `displays`. A window as large as its display, which has no bars, stays so.
    pub fn within(&self, displays: &[Display]) -> Self {
        let was_on =
            |display: &&Display| self.position.is_some_and(|position| display.holds(position));
        let Some(display) = displays.iter().find(was_on).or(displays.first()) else { return *self };
        let most = |axis: usize| match display.size[axis] {
            whole if self.size == display.size => whole,
            whole => whole.saturating_sub(BARS[axis]),
        };
        let least = |axis: usize| MIN_SIZE[axis].min(display.size[axis]);
        let size = std::array::from_fn(|axis| self.size[axis].min(most(axis)).max(least(axis)));
        let moved = |position: [i32; 2]| {
            std::array::from_fn(|axis| {
                let free = most(axis).saturating_sub(size[axis]) as i32;
                position[axis]
                    .clamp(display.corner[axis], display.corner[axis].saturating_add(free))
            })
        };
        Self { position: self.position.map(moved), size, maximized: self.maximized }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_window_fits_the_display() {
        let display = |x, size| Display { corner: [x, 0], size };
        let displays = [display(0, [1920, 1080]), display(1920, [1280, 720])];
        let size = |size| Placement { size, ..Placement::default() }.within(&displays).size;
        assert_eq!(size([1440, 900]), [1440, 900]);
        assert_eq!(size([u32::MAX, 100_000]), [1920, 1080 - BARS[1]]);
        assert_eq!(size([1920, 1080]), [1920, 1080], "without a desktop around it");
        assert_eq!(size([0, 0]), MIN_SIZE);
        // 1024 x 640 pixels at scale 3.
        let small = Placement::default().within(&[display(0, [341, 213])]);
        assert_eq!(small.size, [341, 213]);

        // The whole window is on the display that it was on, transport included.
        let placed = |position, size| {
            Placement { position: Some(position), size, maximized: false }.within(&displays)
        };
        assert_eq!(
            placed([100, 50], [1440, 900]),
            placed([100, 50], [1440, 900]).within(&displays)
        );
        assert_eq!(placed([100, 50], [1440, 900]).position, Some([100, 50]));
        let small = placed([2000, 300], [1440, 900]);
        assert_eq!((small.position, small.size), (Some([1920, 0]), [1280, 720 - BARS[1]]));
        assert_eq!(
            placed([9000, 9000], [800, 600]).position,
            Some([1120, 1080 - BARS[1] as i32 - 600]),
            "its display is gone"
        );
        assert_eq!(Placement::default().within(&[]), Placement::default());
    }
}
