//! Pictures as video encoders take them: luma, and chroma at half the width and height (4:2:0),
//! BT.709 in limited range.

use openh264::formats::YUVSource;

/// A picture in three planes: luma, then blue and red differences at half the width and height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yuv {
    width: usize,
    height: usize,
    planes: Vec<u8>,
}

/// Luma coefficients of red and blue (ITU-R BT.709); green has the rest.
const RED: f64 = 0.2126;
const BLUE: f64 = 0.0722;
/// Fractional bits of luma in fixed point, and of chroma before its division by the sum of weights.
const BITS: u32 = 20;
/// Sum of the weights of the pixels in a chroma sample, as a power of two.
const WEIGHT: u32 = 3;

/// A coefficient in fixed point.
const fn fixed(value: f64) -> i32 {
    let scaled = value * (1 << BITS) as f64;
    (if scaled < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i32
}

const LUMA: [i32; 3] = {
    let scale = 219.0 / 255.0;
    [fixed(RED * scale), fixed((1.0 - RED - BLUE) * scale), fixed(BLUE * scale)]
};
const BLUE_DIFFERENCE: [i32; 3] = {
    let scale = 224.0 / 255.0 / (2.0 * (1.0 - BLUE));
    [fixed(-RED * scale), fixed(-(1.0 - RED - BLUE) * scale), fixed((1.0 - BLUE) * scale)]
};
const RED_DIFFERENCE: [i32; 3] = {
    let scale = 224.0 / 255.0 / (2.0 * (1.0 - RED));
    [fixed((1.0 - RED) * scale), fixed(-(1.0 - RED - BLUE) * scale), fixed(-BLUE * scale)]
};

impl Yuv {
    /// Converts 8-bit RGB, row by row; width and height must be even.
    ///
    /// A chroma sample is sited between two rows, on the left of two columns, where decoders assume
    /// it. It averages 3 x 2 pixels with the weights 1, 2, 1 per row.
    pub fn from_rgb(width: usize, height: usize, pixels: &[u8]) -> Self {
        let mut planes = vec![0; Self::bytes([width, height])];
        let (luma, chroma) = planes.split_at_mut(width * height);
        for (luma, pixel) in luma.iter_mut().zip(pixels.as_chunks::<3>().0) {
            let sum = dot(pixel.map(i32::from), LUMA);
            *luma = ((sum + (16 << BITS) + (1 << (BITS - 1))) >> BITS) as u8;
        }
        let (blue, red) = chroma.split_at_mut(width * height / 4);
        let rows = pixels.chunks_exact(6 * width);
        let mut sums = vec![[0_i32; 3]; width + 1];
        for ((rows, blue), red) in
            rows.zip(blue.chunks_exact_mut(width / 2)).zip(red.chunks_exact_mut(width / 2))
        {
            let (upper, lower) = rows.split_at(3 * width);
            let pairs = upper.as_chunks::<3>().0.iter().zip(lower.as_chunks::<3>().0);
            for (sum, (upper, lower)) in sums[1..].iter_mut().zip(pairs) {
                *sum = std::array::from_fn(|channel| {
                    i32::from(upper[channel]) + i32::from(lower[channel])
                });
            }
            // Repeat the first column beyond the left edge.
            sums[0] = sums[1];
            for (index, (blue, red)) in blue.iter_mut().zip(red).enumerate() {
                let [left, middle, right] =
                    [sums[2 * index], sums[2 * index + 1], sums[2 * index + 2]];
                let sum = std::array::from_fn(|channel| {
                    left[channel] + 2 * middle[channel] + right[channel]
                });
                *blue = difference(sum, BLUE_DIFFERENCE);
                *red = difference(sum, RED_DIFFERENCE);
            }
        }
        Self { width, height, planes }
    }

    /// A picture from the bytes of its planes; `None` if they are not as many as it has.
    pub fn from_planes([width, height]: [usize; 2], planes: Vec<u8>) -> Option<Self> {
        (planes.len() == Self::bytes([width, height])).then_some(Self { width, height, planes })
    }

    /// The bytes of its planes.
    pub fn planes(&self) -> &[u8] {
        &self.planes
    }

    /// Size in bytes of a picture with these sides in pixels.
    pub fn bytes([width, height]: [usize; 2]) -> usize {
        width * height * 3 / 2
    }
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn difference(sum: [i32; 3], coefficients: [i32; 3]) -> u8 {
    // The sum is up to eight times a channel, so use three bits less to avoid overflow.
    let sum = dot(sum, coefficients.map(|coefficient| coefficient >> WEIGHT))
        + (128 << BITS)
        + (1 << (BITS - 1));
    (sum >> BITS) as u8
}

impl YUVSource for Yuv {
    fn dimensions(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    fn strides(&self) -> (usize, usize, usize) {
        (self.width, self.width / 2, self.width / 2)
    }

    fn y(&self) -> &[u8] {
        &self.planes[..self.width * self.height]
    }

    fn u(&self) -> &[u8] {
        &self.planes[self.width * self.height..][..self.width * self.height / 4]
    }

    fn v(&self) -> &[u8] {
        &self.planes[self.width * self.height / 4 * 5..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formulas of BT.709 in limited range.
    fn exact([r, g, b]: [f64; 3]) -> [f64; 3] {
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        let scale = 224.0 / 255.0;
        [
            16.0 + 219.0 / 255.0 * luma,
            128.0 + scale * (b - luma) / 1.8556,
            128.0 + scale * (r - luma) / 1.5748,
        ]
    }

    #[test]
    fn every_color_follows_the_formulas_of_bt_709() {
        let levels = || (0..=255_u8).step_by(15);
        for (r, g, b) in
            levels().flat_map(|r| levels().flat_map(move |g| levels().map(move |b| (r, g, b))))
        {
            let yuv = Yuv::from_rgb(2, 2, &[r, g, b].repeat(4));
            let found = [yuv.y()[3], yuv.u()[0], yuv.v()[0]];
            let expected = exact([r, g, b].map(f64::from));
            for (found, expected) in found.into_iter().zip(expected) {
                assert!(
                    (f64::from(found) - expected).abs() < 0.51,
                    "{:?}: {found} instead of {expected}",
                    [r, g, b]
                );
            }
        }
        assert_eq!(Yuv::from_rgb(2, 2, &[255; 12]).planes, [235, 235, 235, 235, 128, 128]);
        assert_eq!(Yuv::from_rgb(2, 2, &[0; 12]).planes, [16, 16, 16, 16, 128, 128]);
    }

    #[test]
    fn chroma_lies_on_the_left_column_between_two_rows() {
        // One red column in a black picture of 8 x 2: the chroma of even columns sees it fully,
        // that of odd ones by halves.
        let chroma = |column: usize| {
            let row: Vec<u8> =
                (0..8).flat_map(|x| if x == column { [255, 0, 0] } else { [0; 3] }).collect();
            Yuv::from_rgb(8, 2, &row.repeat(2)).v().to_vec()
        };
        let weight = |share: f64| (128.0 + 224.0 / 255.0 * share * 255.0 * 0.5).round() as u8;
        assert_eq!(chroma(2), [128, weight(0.5), 128, 128]);
        assert_eq!(chroma(3), [128, weight(0.25), weight(0.25), 128]);
        assert_eq!(chroma(0), [weight(0.75), 128, 128, 128]);
        // And a single row counts half.
        let one_row = [[255, 0, 0].repeat(8), [0; 24].to_vec()].concat();
        assert_eq!(Yuv::from_rgb(8, 2, &one_row).v(), [weight(0.5); 4]);
    }
}
