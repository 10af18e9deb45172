//! The curve through all bodies, on the host: which region each of them begins in.

use glam::Vec3;
use rayon::prelude::*;

use crate::physics::Roster;

/// Bodies per region from which the first cuts are made.
const SAMPLE: usize = 1 << 16;
/// Bits of a coordinate in a key.
const BITS: u32 = 21;

/// A place on the curve: the key of a body, and its number, which tells bodies in one place apart.
type Place = (u64, usize);

/// Where the curve is cut at the start of a run.
#[derive(Debug)]
pub(super) struct Curve {
    low: Vec3,
    side: f32,
    /// The first place of each region but the first.
    cuts: Vec<Place>,
}

impl Curve {
    /// Cuts the curve through `bodies` into `regions` pieces of about equally many.
    pub(super) fn new(bodies: &(impl Roster + ?Sized), regions: usize) -> Self {
        let empty = || (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let with = |(low, high): (Vec3, Vec3), number| {
            let at = bodies.body(number).position.as_vec3();
            (low.min(at), high.max(at))
        };
        let join =
            |(low, high): (Vec3, Vec3), other: (Vec3, Vec3)| (low.min(other.0), high.max(other.1));
        let (low, high) = (0..bodies.len()).into_par_iter().fold(empty, with).reduce(empty, join);
        // Half of everything, because the whole width may overflow.
        let side = (0.5 * high - 0.5 * low).max_element();
        let whole = Self { low, side, cuts: Vec::new() };
        let stride = (bodies.len() / (regions * SAMPLE)).max(1);
        let place = |number| whole.place(bodies, number);
        let mut sample: Vec<Place> =
            (0..bodies.len()).into_par_iter().step_by(stride).map(place).collect();
        sample.par_sort_unstable();
        let cuts = (1..regions).map(|cut| sample[cut * sample.len() / regions]).collect();
        Self { cuts, ..whole }
    }

    fn place(&self, bodies: &(impl Roster + ?Sized), number: usize) -> Place {
        let at = bodies.body(number).position.as_vec3();
        let share = (0.5 * at - 0.5 * self.low) / self.side;
        let digits = share.to_array().map(|share| {
            // A side of zero makes all of them 0.
            let cell = (share * (1 << BITS) as f32) as u64;
            spread(cell.min((1 << BITS) - 1))
        });
        (digits[0] << 2 | digits[1] << 1 | digits[2], number)
    }

    /// Number of bodies in each region.
    pub(super) fn counts(&self, bodies: &(impl Roster + ?Sized)) -> Vec<usize> {
        let none = || vec![0; self.cuts.len() + 1];
        let with = |mut counts: Vec<usize>, number| {
            counts[self.region(bodies, number)] += 1;
            counts
        };
        let join = |mut counts: Vec<usize>, other: Vec<usize>| {
            counts.iter_mut().zip(other).for_each(|(count, other)| *count += other);
            counts
        };
        (0..bodies.len()).into_par_iter().fold(none, with).reduce(none, join)
    }

    /// The region of the body of this number.
    fn region(&self, bodies: &(impl Roster + ?Sized), number: usize) -> usize {
        let place = self.place(bodies, number);
        self.cuts.partition_point(|cut| *cut <= place)
    }

    /// The numbers of the bodies in a region, in ascending order.
    pub(super) fn numbers(&self, bodies: &(impl Roster + ?Sized), region: usize) -> Vec<u32> {
        let is_in = |number: &usize| self.region(bodies, *number) == region;
        (0..bodies.len()).into_par_iter().filter(is_in).map(|number| number as u32).collect()
    }
}

/// Moves the bits of a coordinate three places apart.
fn spread(cell: u64) -> u64 {
    let steps = [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ];
    steps.into_iter().fold(cell, |bits, (shift, mask)| (bits | bits << shift) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Body;
    use crate::physics::initial::InitialState;

    #[test]
    fn bits_are_three_places_apart() {
        for bit in 0..BITS {
            assert_eq!(spread(1 << bit), 1 << (3 * bit));
        }
        assert_eq!(spread((1 << BITS) - 1).count_ones(), BITS);
    }

    #[test]
    fn every_body_is_in_one_region_and_regions_are_equal() {
        let plummer = InitialState::named("plummer").unwrap().bodies(10_000, 1).unwrap();
        let one_place: Vec<Body> =
            plummer.iter().map(|body| Body { position: glam::DVec3::ONE, ..*body }).collect();
        for bodies in [&plummer[..], &one_place, &plummer[..1], &plummer[..5]] {
            for regions in [1, 2, 3, 8] {
                let curve = Curve::new(bodies, regions);
                let counts = curve.counts(bodies);
                let mean = bodies.len() as f64 / regions as f64;
                assert!(counts.iter().all(|&count| (count as f64 - mean).abs() <= 1.0));
                let mut all: Vec<u32> =
                    (0..regions).flat_map(|region| curve.numbers(bodies, region)).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..bodies.len() as u32));
            }
        }
    }
}
