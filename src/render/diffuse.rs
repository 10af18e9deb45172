//! Diffuse light: where bodies crowd, part of their light is spread over their surroundings, so
//! that a galaxy is starlight and not grains; and dust, which absorbs it.
//!
//! Each body has a kernel that holds a given number of neighbours on the picture. Counting them,
//! spreading dust and spreading light are sums of integers in a grid of cells with several levels:
//! their order does not matter, so pictures are the same bit by bit, and smooth in time, because
//! every count and every kernel changes smoothly as bodies move.

use wgpu::BindingResource::{Sampler, TextureView};

use super::film::linear_sampler;
use super::framing::Framing;
use super::parameters::Parameters;
use super::part::{AfterPart, PicturePart};
use super::projection::PROJECTIONS;
use super::spread::SpreadPass;
use super::target::{LIGHT, compute, texture, tiles};
use super::{Camera, Look, Projection};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::physics::Bodies;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/gather`.
    pub struct GatherParams {
        /// Cells along each axis of a level.
        pub cells: [u32; 2],
        /// Cells along each axis of the next coarser level.
        pub coarse_cells: [u32; 2],
        /// Index of the level's first cell.
        pub first: u32,
        /// Index of the coarser level's first cell.
        pub coarse_first: u32,
        /// What a unit of the deposits is worth.
        pub unit: f32,
        /// Unused.
        pub padding: u32,
    }
}

/// Counts the bodies in each cell.
pub const CROWD: KernelSource =
    KernelSource::trusted("draw/crowd", &[wgsl!("draw/crowd.wgsl")], PROJECTIONS);
/// Spreads dust over the grid.
pub const DUST: KernelSource =
    KernelSource::trusted("draw/dust", &[wgsl!("draw/dust.wgsl")], PROJECTIONS);
/// What each body shines; spreads the diffuse part of it over the grid.
pub const SHADE: KernelSource = KernelSource::trusted(
    "draw/shade",
    &[wgsl!("draw/shade.wgsl"), wgsl!("monoid/spread.wgsl")],
    PROJECTIONS,
);
/// Adds up the levels: to sums for the next finer level, to the map of diffuse light, and to that
/// of dust.
pub const GATHERS: [KernelSource; 3] = [
    GATHER.with(&[wgsl!("draw/to_sums.wgsl")]),
    GATHER.with(&[wgsl!("draw/to_light_map.wgsl")]),
    GATHER.with(&[wgsl!("draw/to_dust_map.wgsl")]),
];

const GATHER: KernelSource =
    KernelSource::trusted("draw/gather", &[wgsl!("draw/gather.wgsl")], &[&[], &[("COARSEST", 1)]]);

const CELLS: Part = wgsl!("draw/cells.wgsl");
const LEVELS: u32 = CELLS.constant("LEVELS");
const MARGIN: u32 = CELLS.constant("MARGIN");
const KINDS: usize = CELLS.constant("KINDS") as usize;
/// Sides of the grid are multiples of this, so that every level has whole cells.
const GRAIN: u32 = 1 << (LEVELS - 1);
/// Fewest and most cells in the height of a picture, so that large pictures look alike. Those
/// between have cells of four pixels, and small ones of two.
const ROWS: [f32; 2] = [135.0, 270.0];
/// From so many bodies on, cells are not larger for the lack of them.
const MANY: f32 = 65_536.0;
/// Units of the light of all bodies, and of optical depth.
const LIGHT_UNITS: f32 = wgsl!("draw/shade.wgsl").constant("LIGHT_UNITS") as f32;
const DEPTH_UNITS: f32 = wgsl!("draw/dust.wgsl").constant("DEPTH_UNIT") as f32;
/// Fewer bodies have no crowds, and stay spots.
pub(super) const MIN_BODIES: u32 = Look::CROWD;

/// The cells over a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cells {
    /// Cells along each axis of level 0, margin included.
    all: [u32; 2],
    /// Cells of the picture alone.
    picture: [f32; 2],
}

impl Cells {
    /// The cells of a picture of `size` pixels of `count` bodies. Few bodies have larger cells: the
    /// coarsest must hold some.
    pub(super) fn from_size([width, height]: [u32; 2], count: u32) -> Self {
        let rows = (height as f32 / 4.0).clamp(ROWS[0], ROWS[1]).min(height as f32 / 2.0);
        let rows = rows * (count as f32 / MANY).powf(0.25).clamp(0.45, 1.0);
        let picture = [width as f32 / height as f32 * rows, rows];
        let all = picture.map(|cells| (cells.ceil() as u32 + 2 * MARGIN).next_multiple_of(GRAIN));
        Self { all, picture }
    }

    fn level(&self, level: u32) -> [u32; 2] {
        self.all.map(|cells| cells >> level)
    }

    /// Cells of all finer levels together.
    fn first(&self, level: u32) -> u32 {
        (0..level).map(|finer| self.level(finer).iter().product::<u32>()).sum()
    }
}

/// Whether a picture has diffuse light, dust, or colours by the crowding of bodies.
pub(super) fn measures_crowds(look: &Look, count: u32) -> bool {
    count >= MIN_BODIES && (look.diffuse > 0.0 || look.has_dust() || look.color_by.needs_crowds())
}

/// What a map of light holds if one cell has the light of all bodies, so that half floats can hold
/// that of one.
const MAX_LIGHT: f32 = 4096.0;

/// The grid over pictures of one size.
#[derive(Debug)]
pub(super) struct Grid {
    size: [u32; 2],
    cells: Cells,
    crowds: Buffer<u32>,
    dust_deposits: Buffer<u32>,
    light_deposits: Buffer<u32>,
    gather_dust: Vec<(Bound, [u32; 3])>,
    gather_light: Vec<(Bound, [u32; 3])>,
    light_map: wgpu::TextureView,
    dust_map: wgpu::TextureView,
}

impl Grid {
    /// For pictures of `size` pixels of `count` bodies.
    pub(super) fn new(gpu: &Gpu, size: [u32; 2], count: u32) -> Result<Self, GpuError> {
        let cells = Cells::from_size(size, count);
        let total = cells.first(LEVELS) as usize;
        let crowds = gpu.storage("draw/crowds", KINDS * total)?;
        let dust_deposits = gpu.storage("draw/dust_deposits", 4 * total)?;
        let light_deposits = gpu.storage("draw/light_deposits", 4 * total)?;
        let sums = gpu.storage("draw/diffuse_sums", total)?;
        let map = |label| {
            let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::STORAGE_BINDING;
            texture(gpu, label, cells.all, LIGHT, usage)
                .map(|map| map.create_view(&wgpu::TextureViewDescriptor::default()))
        };
        let (light_map, dust_map) = (map("draw/light_map")?, map("draw/dust_map")?);
        let gather_dust = gather(
            gpu,
            &cells,
            &dust_deposits,
            &sums,
            1.0 / DEPTH_UNITS,
            (&GATHERS[2], "dust_map", &dust_map),
        )?;
        let unit = MAX_LIGHT / LIGHT_UNITS;
        let gather_light = gather(
            gpu,
            &cells,
            &light_deposits,
            &sums,
            unit,
            (&GATHERS[1], "light_map", &light_map),
        )?;
        Ok(Self {
            size,
            cells,
            crowds,
            dust_deposits,
            light_deposits,
            gather_dust,
            gather_light,
            light_map,
            dust_map,
        })
    }

    /// Whether it suits this number of bodies.
    pub(super) fn suits(&self, count: u32) -> bool {
        self.cells == Cells::from_size(self.size, count)
    }

    /// Width and height of the pictures.
    pub(super) fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The map of diffuse light, over the picture and a margin.
    pub(super) fn light_map(&self) -> &wgpu::TextureView {
        &self.light_map
    }

    /// Cells along each axis, and those of the picture alone.
    pub(super) fn cells(&self) -> ([u32; 2], [f32; 2]) {
        (self.cells.all, self.cells.picture)
    }

    /// Cells per unit of length at a distance of 1.
    pub(super) fn cells_per_unit(&self, camera: &Camera) -> f32 {
        camera.pixels_per_unit(self.cells.picture[1])
    }

    /// Cells per pixel of a picture in this framing, and the light that a pixel receives of a map's
    /// cell, where `flux` is the light of one of `count` bodies.
    pub(super) fn per_pixel(&self, framing: &Framing, flux: f32, count: u32) -> (f32, f32) {
        let per_sample = self.cells.picture[1] / framing.height();
        (
            self.cells.picture[1] / framing.whole[1] as f32,
            flux * count as f32 / MAX_LIGHT * per_sample * per_sample,
        )
    }
}

/// The passes that shade a set of bodies and fill the grid with their light.
#[derive(Debug)]
pub(super) struct Shading {
    count: u32,
    shine: Buffer<[f32; 4]>,
    crowd: Bound,
    dust: Bound,
    shade: Bound,
}

impl Shading {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        grid: &Grid,
        parameters: &Parameters,
        spread: &SpreadPass,
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let tuning = projection.tuning();
        let shine = gpu.storage::<[f32; 4]>("draw/shine", bodies.count() as usize)?;
        let position = ("position", bodies.position().raw().as_entire_binding());
        let velocity = ("velocity", bodies.velocity().raw().as_entire_binding());
        let (view, crowds) =
            (("view", parameters.view()), ("crowds", grid.crowds.raw().as_entire_binding()));
        let deposits = |buffer: &'_ Buffer<u32>| buffer.raw().clone();
        let (dust_deposits, light_deposits) =
            (deposits(&grid.dust_deposits), deposits(&grid.light_deposits));

        let counted = [view.clone(), position.clone(), velocity.clone(), crowds.clone()];
        let crowd = gpu.kernel(&CROWD, tuning)?.bind_resources(gpu.device(), &counted)?;
        let acceleration = ("acceleration", bodies.acceleration().raw().as_entire_binding());
        let dusty = [
            &counted[..],
            &[("deposits", dust_deposits.as_entire_binding()), acceleration.clone()],
        ]
        .concat();
        let dust = gpu.kernel(&DUST, tuning)?.bind_resources(gpu.device(), &dusty)?;
        let sampler = linear_sampler(gpu, Projection::Perspective);
        let shaded = [
            ("palette", parameters.palette()),
            ("spread", spread.result().raw().as_entire_binding()),
            acceleration,
            ("deposits", light_deposits.as_entire_binding()),
            ("shine", shine.raw().as_entire_binding()),
            ("dust_map", TextureView(&grid.dust_map)),
            ("linear", Sampler(&sampler)),
        ];
        let shade = gpu
            .kernel(&SHADE, tuning)?
            .bind_resources(gpu.device(), &[&counted[..], &shaded].concat())?;
        Ok(Self { count: bodies.count(), shine, crowd, dust, shade })
    }

    /// The light of each body's spot.
    pub(super) fn shine(&self) -> &Buffer<[f32; 4]> {
        &self.shine
    }

    /// Encodes what each body shines, and the maps of diffuse light and dust.
    pub(super) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        grid: &Grid,
        look: &Look,
        after: AfterPart,
    ) {
        let measures = measures_crowds(look, self.count);
        let has_dust = measures && look.has_dust();
        let cleared = [
            (&grid.crowds, measures),
            (&grid.light_deposits, measures),
            (&grid.dust_deposits, has_dust),
        ];
        for (buffer, _) in cleared.iter().filter(|(_, is_used)| *is_used) {
            encoder.clear_buffer(buffer.raw(), 0, None);
        }
        let mut pass = encoder.begin_compute_pass(&compute("draw/crowds"));
        if measures {
            self.crowd.dispatch_threads(&mut pass, self.count);
        }
        if has_dust {
            self.dust.dispatch_threads(&mut pass, self.count);
            dispatch(&mut pass, &grid.gather_dust);
        }
        drop(pass);
        after(encoder, PicturePart::Crowds);
        self.shade
            .dispatch_threads(&mut encoder.begin_compute_pass(&compute("draw/shade")), self.count);
        after(encoder, PicturePart::Shade);
        if measures {
            dispatch(&mut encoder.begin_compute_pass(&compute("draw/diffuse")), &grid.gather_light);
        }
        after(encoder, PicturePart::Diffuse);
    }
}

/// The passes that add up the levels, coarsest first. `ending` says what becomes of the finest: a
/// kernel, and the name and view of its map.
fn gather(
    gpu: &Gpu,
    cells: &Cells,
    deposits: &Buffer<u32>,
    sums: &Buffer<[f32; 4]>,
    unit: f32,
    ending: (&KernelSource, &'static str, &wgpu::TextureView),
) -> Result<Vec<(Bound, [u32; 3])>, GpuError> {
    let pass = |level: u32| {
        let params = GatherParams {
            cells: cells.level(level),
            coarse_cells: cells.level(level + 1),
            first: cells.first(level),
            coarse_first: cells.first(level + 1),
            unit,
            padding: 0,
        };
        let uniform = gpu.uniform("draw/gather", &params)?;
        let (kernel, map) =
            if level == 0 { (ending.0, Some((ending.1, ending.2))) } else { (&GATHERS[0], None) };
        let coarsest: &[(&'static str, u32)] =
            if level + 1 == LEVELS { &[("COARSEST", 1)] } else { &[] };
        let mut resources = vec![
            ("gather_of", uniform.raw().as_entire_binding()),
            ("deposits", deposits.raw().as_entire_binding()),
            ("sums", sums.raw().as_entire_binding()),
        ];
        resources.extend(map.map(|(name, view)| (name, TextureView(view))));
        let bound = gpu.kernel(kernel, coarsest)?.bind_resources(gpu.device(), &resources)?;
        Ok::<_, GpuError>((bound, tiles(cells.level(level))))
    };
    (0..LEVELS).rev().map(pass).collect()
}

fn dispatch(pass: &mut wgpu::ComputePass, all: &[(Bound, [u32; 3])]) {
    for (bound, groups) in all {
        bound.dispatch(pass, *groups);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_any_picture_has_whole_cells() {
        for size in [
            [1, 1],
            [320, 200],
            [1920, 1080],
            [1080, 1920],
            [16_384, 16_384],
            [16_384, 64],
            [64, 16_384],
            [16_384, 1],
            [1, 16_384],
        ] {
            let cells = Cells::from_size(size, if size[0] == 320 { 1000 } else { 100_000 });
            for level in 1..LEVELS {
                let [fine, coarse] = [level - 1, level].map(|level| cells.level(level));
                assert_eq!(fine, coarse.map(|side| 2 * side), "{size:?}");
            }
            let [width, height] = cells.picture;
            assert!(
                (width / height - size[0] as f32 / size[1] as f32).abs() < 1e-3 * (width / height),
                "{size:?}"
            );
            assert!(
                cells.all.iter().all(|side| *side <= 16_384),
                "{size:?}: no adapter has a texture of {:?}",
                cells.all
            );
            assert!(cells.first(LEVELS) < 60_000_000, "{size:?}: {}", cells.first(LEVELS));
        }
    }
}
