//! Cutting the curve anew, and moving bodies to their regions.

use std::cmp::Ordering;

use super::kernels::ExchangeParams;
use super::region::MOVED_BYTES;
use super::run::Regions;
use super::sampling::NOT_FINITE;
use crate::gpu::GpuError;

/// A place on the curve: a key, and where bodies have the same, the region and the place in its order.
type Place = (u64, usize, u32);

/// Of each region, where the pieces of the new regions begin in its order, and the end of the last.
type Bounds = Vec<Vec<u32>>;

/// Bodies on their way.
struct Move {
    from: usize,
    to: usize,
    /// The first of them among those that leave.
    place: u32,
    count: u32,
}

impl Regions {
    /// Cuts the curve through all bodies into pieces of equally many, and moves them to their regions.
    ///
    /// # Errors
    /// [`GpuError::Lost`]; [`GpuError::OutOfMemory`] if many bodies move at once.
    pub fn cut(&mut self) -> Result<(), GpuError> {
        self.steps_since_cut = 0;
        if self.regions.len() == 1 {
            return Ok(());
        }
        let mut sample = self.sample()?;
        if sample.is_empty() {
            return Ok(());
        }
        sample.sort_unstable();
        let regions = self.regions.len();
        let cuts: Vec<Place> =
            (1..regions).map(|cut| sample[cut * sample.len() / regions]).collect();
        let bounds = self.bounds(&cuts)?;
        let count =
            |to: usize| bounds.iter().map(|of| of[to + 1].saturating_sub(of[to])).sum::<u32>();
        let counts: Vec<u32> = (0..regions).map(count).collect();
        // Any bodies may be in any region, so cuts that do not fit can wait.
        if bounds.iter().all(|of| of.is_sorted())
            && counts.iter().all(|count| *count <= self.regions[0].capacity())
        {
            self.move_bodies(&bounds)?;
            self.is_ordered = false;
            self.regions.iter_mut().zip(counts).for_each(|(region, count)| region.count = count);
        }
        Ok(())
    }

    /// A sample of all bodies.
    fn sample(&self) -> Result<Vec<Place>, GpuError> {
        let mut places = Vec::new();
        let mut encoder = self.gpu.encoder("regions/box");
        self.regions.iter().for_each(|region| self.trees.encode_box(&mut encoder, &region.tree));
        self.trees.encode_join(&mut encoder);
        self.gpu.submit(encoder);
        for (number, region) in self.regions.iter().enumerate() {
            let mut encoder = self.gpu.encoder("regions/sample");
            self.trees.encode_order(&mut encoder, &region.tree);
            self.sampling
                .gather
                .encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
            self.gpu.submit(encoder);
            let keys = self.gpu.read(&self.sampling.keys)?;
            let finite = keys.into_iter().take_while(|key| *key < NOT_FINITE);
            let place = (0..).step_by(self.sampling.stride);
            places.extend(finite.zip(place).map(|(key, place)| (key, number, place)));
        }
        Ok(places)
    }

    /// Where the cuts are in the order of each region.
    fn bounds(&self, cuts: &[Place]) -> Result<Bounds, GpuError> {
        let keys: Vec<u64> =
            std::iter::once(NOT_FINITE).chain(cuts.iter().map(|(key, ..)| *key)).collect();
        self.gpu.write(&self.cuts, &keys);
        let bounds = self.regions.iter().enumerate().map(|(number, region)| {
            let mut encoder = self.gpu.encoder("regions/ends");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.trees.encode_keys(&mut pass, &region.tree);
            region.encode_ends(&mut pass);
            drop(pass);
            self.gpu.submit(encoder);
            let ends = self.gpu.read(&region.ends)?;
            let begin =
                |(&(_, of, place), &[first, after]): (&Place, &[u32; 2])| match number.cmp(&of) {
                    Ordering::Less => after,
                    Ordering::Equal => place,
                    Ordering::Greater => first,
                };
            let begins = cuts.iter().zip(&ends[1..]).map(begin);
            Ok(std::iter::once(0).chain(begins).chain([ends[0][0]]).collect())
        });
        bounds.collect()
    }

    /// Moves all bodies that are not where the bounds have them.
    fn move_bodies(&self, bounds: &Bounds) -> Result<(), GpuError> {
        let most = (self.gpu.storage_limit() / MOVED_BYTES as u64) as u32;
        let regions = self.regions.len();
        let mut moves = Vec::new();
        for from in 0..regions {
            let of = &bounds[from];
            let stay = of[from + 1] - of[from];
            for to in (0..regions).filter(|to| *to != from) {
                let place = if to < from { of[to] } else { of[to] - stay };
                for first in (0..of[to + 1] - of[to]).step_by(most as usize) {
                    let count = (of[to + 1] - of[to] - first).min(most);
                    moves.push(Move { from, to, place: place + first, count });
                }
            }
        }
        let mut encoder = self.gpu.encoder("regions/move");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        let stays = |region: usize| (bounds[region][region], bounds[region][region + 1]);
        let mut moved = Vec::new();
        for Move { from, place, count, .. } in &moves {
            let rows = self.gpu.storage("regions/moved", 3 * *count as usize)?;
            let (low, high) = stays(*from);
            let params = ExchangeParams { low, high, place: *place, count: *count };
            self.regions[*from].encode_exchange(&self.gpu, &mut pass, true, &params, &rows)?;
            moved.push(rows);
        }
        let mut places = vec![0; regions];
        for (Move { to, count, .. }, rows) in moves.iter().zip(&moved) {
            let ((low, high), place) = (stays(*to), places[*to]);
            let params = ExchangeParams { low, high, place, count: *count };
            self.regions[*to].encode_exchange(&self.gpu, &mut pass, false, &params, rows)?;
            places[*to] += count;
        }
        drop(pass);
        self.gpu.submit(encoder);
        Ok(())
    }
}
