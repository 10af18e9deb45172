//! Sums over all bodies of all regions.

use super::region::Region;
use super::run::Regions;
use crate::gpu::{Gpu, GpuError};
use crate::physics::moments::totals;
use crate::physics::survey::{MEASURE, MeasureParams};
use crate::physics::{Diagnostics, ExternalField, Output, Precision};

/// Largest number of partial sums per region.
const THREADS: u32 = 1 << 16;

impl Regions {
    /// Measures energies, momenta and the centre of mass. The potential energy takes a tree and its
    /// walks for each region. Bodies that are not finite are left out and counted. Waits.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile, memory runs out or the device is lost.
    pub fn measure(&mut self) -> Result<Diagnostics, GpuError> {
        self.sum(Output::Potential, None)?;
        let parts: Vec<Diagnostics> = self
            .regions
            .iter()
            .map(|region| of_region(&self.gpu, region))
            .collect::<Result<_, _>>()?;
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        let moment: glam::DVec3 = parts.iter().map(|part| part.center_of_mass * part.mass).sum();
        let rows: usize = self.regions.iter().map(|region| region.capacity() as usize).sum();
        let without: usize = parts.iter().map(|part| part.invalid as usize).sum();
        Ok(Diagnostics {
            mass,
            center_of_mass: if mass > 0.0 { moment / mass } else { moment },
            momentum: parts.iter().map(|part| part.momentum).sum(),
            angular_momentum: parts.iter().map(|part| part.angular_momentum).sum(),
            kinetic: parts.iter().map(|part| part.kinetic).sum(),
            potential: parts.iter().map(|part| part.potential).sum(),
            radius_max: parts.iter().map(|part| part.radius_max).fold(0.0, f64::max),
            speed_max: parts.iter().map(|part| part.speed_max).fold(0.0, f64::max),
            invalid: (self.number + without - rows) as u32,
        })
    }
}

/// The sums over a region, whose rows hold potentials. Rows without a body count as not finite.
fn of_region(gpu: &Gpu, region: &Region) -> Result<Diagnostics, GpuError> {
    let count = region.capacity();
    let threads = count.min(THREADS);
    let measure_of =
        gpu.uniform("region/measure_of", &MeasureParams { count, shares: 1, threads, padding: 0 })?;
    let external_of = gpu.uniform("region/external_of", &ExternalField::NONE.params(0.0))?;
    let (moments, totals) = totals(gpu, threads as usize, Precision::Single)?;
    let buffers = [
        ("measure_of", measure_of.raw()),
        ("position", region.position.raw()),
        ("velocity", region.velocity.raw()),
        ("partial", region.acceleration.raw()),
        ("moments", &moments),
        ("external_of", external_of.raw()),
    ];
    let measure = gpu.kernel(&MEASURE, &[])?.bind(gpu.device(), &buffers)?;
    let mut encoder = gpu.encoder("region/measure");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    measure.dispatch_threads(&mut pass, threads);
    totals.encode(&mut pass);
    drop(pass);
    gpu.submit(encoder);
    totals.read(gpu)
}
