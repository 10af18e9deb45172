//! Diffraction spikes of the brightest bodies.

use std::ops::Range;
use std::sync::Arc;

use super::Projection;
use super::diffuse::Shading;
use super::parameters::Parameters;
use super::projection::PROJECTIONS;
use super::splat::ADD;
use super::target::LIGHT;
use crate::gpu::{Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::wgsl;

/// Draws the spikes.
pub const SPIKES: KernelSource =
    KernelSource::trusted("draw/spikes", &[wgsl!("draw/spikes.wgsl")], PROJECTIONS);

/// Most bodies with spikes, and the least share of the bodies that each of them stands for.
const MAX: usize = 96;
const RARITY: usize = 128;

/// Draws the spikes of a set of bodies.
#[derive(Debug)]
pub(super) struct Spikes {
    draw: Arc<Draw>,
    group: Option<wgpu::BindGroup>,
    count: u32,
    corners: Range<u32>,
    of_stars: bool,
}

impl Spikes {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        shading: &Shading,
        (projection, of_stars): (Projection, bool),
    ) -> Result<Self, GpuError> {
        let corners = projection.corners();
        let draw = gpu.draw(
            &SPIKES,
            projection.tuning(),
            &DrawTarget { format: LIGHT, blend: Some(ADD), vertices: &[] },
        )?;
        let giants = giants(bodies.count(), if of_stars { share_of_stars } else { normal });
        if giants.is_empty() {
            return Ok(Self { draw, group: None, count: 0, corners, of_stars });
        }
        let indices = gpu.storage_from("draw/giants", &giants)?;
        let resources = [
            ("view", parameters.view()),
            ("giants", indices.raw().as_entire_binding()),
            ("position", bodies.position().raw().as_entire_binding()),
            ("shine", shading.shine().raw().as_entire_binding()),
        ];
        let group = Some(draw.bind(gpu.device(), &resources)?);
        Ok(Self { draw, group, count: giants.len() as u32, corners, of_stars })
    }

    /// Whether the brightest bodies are the heaviest stars.
    pub(super) fn of_stars(&self) -> bool {
        self.of_stars
    }

    pub(super) fn encode(&self, pass: &mut wgpu::RenderPass) {
        if let Some(group) = &self.group {
            self.draw.set(pass, group);
            pass.draw(self.corners.clone(), 0..2 * self.count);
        }
    }
}

/// The most luminous of `count` bodies, whose luminosity follows from a number that rises with it.
fn giants(count: u32, number: fn(u32) -> f32) -> Vec<u32> {
    let kept = (count as usize / RARITY).min(MAX);
    if kept == 0 {
        return Vec::new();
    }
    let mut bodies: Vec<(f32, u32)> = (0..count).map(|index| (number(index), index)).collect();
    bodies.select_nth_unstable_by(kept - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    bodies.truncate(kept);
    bodies.into_iter().map(|(_, index)| index).collect()
}

/// Two numbers from 0 to 1 for a body, as in `draw/light.wgsl`.
fn random(index: u32) -> [f32; 2] {
    let hash = |input: u32| {
        let state = input.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let state = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
        (state >> 22) ^ state
    };
    [hash(index), hash(hash(index))].map(|word| (word >> 8) as f32 / 16_777_216.0)
}

/// The share of the stars that are lighter than that of a body, as in `draw/star.wgsl`.
fn share_of_stars(index: u32) -> f32 {
    random(index ^ 0x68bc_21eb)[0]
}

/// The number of a normal distribution that a body's luminosity follows from, as in
/// `draw/star.wgsl`.
fn normal(index: u32) -> f32 {
    let [a, b] = random(index);
    (-2.0 * libm::logf(a.max(1e-7))).sqrt() * libm::cosf(std::f32::consts::TAU * b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giants_are_the_brightest_bodies_and_few() {
        assert!(giants(100, normal).is_empty(), "among few bodies, none stands out");
        let found = giants(16_384, normal);
        assert_eq!(found.len(), 96);
        let least = found.iter().map(|index| normal(*index)).fold(f32::INFINITY, f32::min);
        let brighter = (0..16_384).filter(|index| normal(*index) > least).count();
        assert_eq!(brighter, 95);
        // 96 of 16,384 bodies of a normal distribution are above 2.52 standard deviations.
        assert!((least - 2.52).abs() < 0.1, "{least}");
    }
}
