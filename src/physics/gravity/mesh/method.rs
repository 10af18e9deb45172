//! The force pass of a run on a grid.

use std::ops::Range;
use std::sync::Arc;

use super::grid::Mesh;
use super::settings::MeshSettings;
use crate::gpu::{Gpu, GpuError};
use crate::physics::gravity::method::{Method, Output};
use crate::physics::{Bodies, Precision, Rows};

/// Most units of the pairs of a pass.
const MAX_UNITS: u32 = 1024;

/// The force pass of a run on a grid. Its first unit is the grid, and each further one the pairs of
/// some bodies.
#[derive(Debug)]
pub(in crate::physics::gravity) struct MeshMethod {
    gpu: Gpu,
    settings: MeshSettings,
    softening: f64,
    output: Output,
    /// None of no bodies.
    mesh: Option<Mesh>,
    rows: Rows,
    /// The work of the grid and of pairs, as pairs of a direct sum.
    work: [f64; 2],
}

impl MeshMethod {
    pub fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        settings: MeshSettings,
        softening: f64,
        output: Output,
    ) -> Result<Self, GpuError> {
        let rows = Rows::new(gpu, "mesh/rows", bodies.count() as usize, Precision::Single)?;
        Self::into_rows(gpu, bodies, settings, softening, output, rows)
    }

    fn into_rows(
        gpu: &Gpu,
        bodies: &Bodies,
        settings: MeshSettings,
        softening: f64,
        output: Output,
        rows: Rows,
    ) -> Result<Self, GpuError> {
        let mesh = match &rows {
            Rows::Single(accelerations) if bodies.count() > 0 => Some(Mesh::of_run(
                gpu,
                settings,
                softening,
                output,
                [bodies.position(), accelerations],
            )?),
            _ => None,
        };
        let work = settings.works(gpu, bodies.count());
        Ok(Self { gpu: gpu.clone(), settings, softening, output, mesh, rows, work })
    }

    fn count(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Bodies per unit of the pairs, so that one takes about as long as the grid.
    fn bodies_per_unit(&self) -> u32 {
        let [grid, pairs] = self.work;
        let units = (pairs / grid.max(1.0)).clamp(1.0, f64::from(MAX_UNITS)) as u32;
        self.count().div_ceil(units).max(1)
    }
}

impl Method for MeshMethod {
    fn units(&self) -> u32 {
        if self.settings.near { 1 + self.count().div_ceil(self.bodies_per_unit()) } else { 1 }
    }

    fn work(&self, _all_pairs: f64) -> f64 {
        self.work.iter().sum()
    }

    fn encode(&self, pass: &mut wgpu::ComputePass) {
        if let Some(mesh) = &self.mesh {
            mesh.encode(pass);
        }
    }

    fn encode_slice(
        &self,
        pass: &mut wgpu::ComputePass,
        units: Range<u32>,
    ) -> Result<(), GpuError> {
        let Some(mesh) = self.mesh.as_ref().filter(|_| !units.is_empty()) else { return Ok(()) };
        if units.start == 0 {
            mesh.encode_grid(pass);
        }
        let body = |unit: u32| (unit.saturating_sub(1) * self.bodies_per_unit()).min(self.count());
        let bodies = body(units.start)..body(units.end);
        if bodies.is_empty() { Ok(()) } else { mesh.encode_near(pass, bodies) }
    }

    fn partial(&self) -> &Rows {
        &self.rows
    }

    fn shares(&self) -> u32 {
        1
    }

    fn with_output(
        &self,
        bodies: &Bodies,
        output: Output,
    ) -> Result<Option<Arc<dyn Method>>, GpuError> {
        Ok(Some(Arc::new(Self::new(&self.gpu, bodies, self.settings, self.softening, output)?)))
    }

    fn for_bodies(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let Self { gpu, settings, softening, output, rows, .. } = self;
        Ok(Arc::new(Self::into_rows(gpu, bodies, *settings, *softening, *output, rows.clone())?))
    }
}
