//! The errors of the accelerations of a tree or a grid, found by comparing a few bodies with direct
//! sums while a run goes on.

use std::sync::Arc;

use super::comparison::{ForceErrorParams, MAX_COMPARED, compare, images, is_possible};
use super::gravity::TreeLevels;
use super::{Bodies, ExternalField, ForcePass, Gravity, Output, Simulation, Softening};
use crate::gpu::{Buffer, Gpu, GpuError, Kernel, KernelSource, Readbacks};
use crate::wgsl;

/// Notes errors beside the accelerations.
pub const MARK_ERRORS: KernelSource = KernelSource::trusted(
    "diagnostics/mark_errors",
    &[wgsl!("diagnostics/mark_errors.wgsl")],
    &[&[]],
);

/// What one comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceErrorReading {
    /// Steps since the start of the run.
    pub steps: u64,
    /// The bodies that were compared, and the relative errors of their accelerations: |tree -
    /// direct| / |direct|.
    pub errors: Vec<(u32, f32)>,
    /// Number of bodies that are finite. The others pull on nobody.
    pub finite: u32,
    /// Groups of bodies whose walk the driver has cut short, so that their accelerations are wrong.
    pub unfinished: u32,
}

/// Compares the accelerations of a simulation with direct sums in single precision: record, submit,
/// and later collect. Any number of comparisons may be in flight. The simulation's own next steps
/// do not depend on them. Each body's latest error stays in w of [`Bodies::acceleration`], where
/// pictures find it; it is 0 until then.
#[derive(Debug)]
pub struct ForceErrors {
    gpu: Gpu,
    bodies: Bodies,
    softening: Softening,
    gravity: Gravity,
    /// The field that is part of the accelerations.
    external: ExternalField,
    mark: Arc<Kernel>,
    pass: ForcePass,
    /// The tree's accelerations where the integrator's own are not those of the current positions.
    own: Option<ForcePass>,
    /// What is known about the tree.
    levels: Buffer<TreeLevels>,
    images: Buffer<[f32; 4]>,
    compared: Buffer<[u32; 2]>,
    copies: Readbacks<[u32; 2], (u64, u32)>,
    /// Comparisons so far, which decide whose turn it is.
    turn: u32,
}

impl ForceErrors {
    /// Prepares to check `simulation`. `None` if its forces are direct sums, or it has more bodies
    /// than can be compared: eight million with software rendering.
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, simulation: &Simulation) -> Result<Option<Self>, GpuError> {
        let (bodies, softening) = (simulation.bodies(), simulation.parameters().softened());
        if !simulation.gravity().is_approximate()
            || bodies.count() == 0
            || !is_possible(gpu, bodies.count())
        {
            return Ok(None);
        }
        let period = simulation.gravity().period();
        let len = bodies.count().min(MAX_COMPARED) as usize;
        Ok(Some(Self {
            gpu: gpu.clone(),
            bodies: bodies.clone(),
            softening,
            gravity: simulation.gravity(),
            external: simulation.parameters().external,
            mark: gpu.kernel(&MARK_ERRORS, &[])?,
            pass: simulation.force_pass().clone(),
            own: None,
            levels: match simulation.force_pass().levels() {
                Some(levels) => levels.clone(),
                // A grid has none: all bodies count, and no walk is cut short.
                None => gpu.storage_from(
                    "diagnostics/levels",
                    &[TreeLevels { bodies: bodies.count(), ..bytemuck::Zeroable::zeroed() }],
                )?,
            },
            images: images(gpu, period.is_some())?,
            compared: gpu.storage("diagnostics/force_errors", len + 1)?,
            copies: Readbacks::new(gpu, "diagnostics/force_errors", len + 1),
            turn: 0,
        }))
    }

    /// Whether it checks this simulation as it is now.
    pub fn is_of(&self, simulation: &Simulation) -> bool {
        self.bodies.pulled() == simulation.bodies().pulled()
            && self.softening == simulation.parameters().softened()
            && self.gravity == simulation.gravity()
            && self.external == simulation.parameters().external
    }

    /// Encodes a comparison of up to `most` bodies of the simulation at its last whole step, others
    /// each time. No step may be in progress. The work is that many times the number of bodies; if
    /// the integrator does not leave the accelerations of the current positions, a force pass more.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        simulation: &Simulation,
        most: u32,
    ) -> Result<(), GpuError> {
        let count = self.bodies.count();
        let sampled = most.clamp(1, self.compared.len() as u32 - 1);
        let stride = (count / sampled).max(1);
        // Within `stride` turns each body has had its own, except behind the last whole stride; the
        // golden ratio moves that about.
        let moved =
            (f64::from(self.turn) * 0.618_033_988_749_895).fract() * f64::from(count / stride);
        let first = self.turn % stride + stride * moved as u32;
        let period = self.gravity.period().unwrap_or(0.0) as f32;
        let params = ForceErrorParams {
            count,
            sampled,
            first,
            stride,
            softening_squared: self.softening.squared() as f32,
            period,
        };
        self.turn = self.turn.wrapping_add(1);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("force errors"),
            timestamp_writes: None,
        });
        let (found, external) = if simulation.has_plain_forces() {
            (self.bodies.acceleration().raw().clone(), self.external)
        } else {
            if self.own.is_none() {
                self.own = self.pass.with_output(&self.bodies, Output::Acceleration)?;
            }
            let own = self.own.as_ref().unwrap_or(&self.pass);
            own.encode(&mut pass);
            (own.partial().raw().clone(), ExternalField::NONE)
        };
        let external =
            self.gpu.uniform("diagnostics/external_of", &external.params(self.softening.length))?;
        let uniform = self.gpu.uniform("diagnostics/errors_of", &params)?;
        let buffers = [
            ("errors_of", uniform.raw()),
            ("position", self.bodies.position().raw()),
            ("found", &found),
            ("levels", self.levels.raw()),
            ("errors", self.compared.raw()),
            ("images", self.images.raw()),
            ("external_of", external.raw()),
        ];
        let (device, accelerations) = (self.gpu.device(), self.bodies.acceleration().raw());
        let is_periodic = self.gravity.period().is_some();
        let (kernel, groups) = compare(&self.gpu, self.softening, is_periodic, sampled)?;
        kernel.bind(device, &buffers)?.dispatch_groups(&mut pass, groups);
        let buffers = [
            ("errors_of", uniform.raw()),
            ("errors", self.compared.raw()),
            ("acceleration", accelerations),
        ];
        self.mark.bind(device, &buffers)?.dispatch_threads(&mut pass, sampled);
        drop(pass);
        self.copies.encode(encoder, &self.compared, (simulation.steps(), sampled))
    }

    /// Number of comparisons in flight.
    pub fn pending(&self) -> usize {
        self.copies.pending()
    }

    /// The oldest comparison in flight, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<ForceErrorReading>, GpuError> {
        let Some(((steps, sampled), rows)) = self.copies.collect()? else { return Ok(None) };
        let [finite, unfinished] = rows[0];
        let errors =
            rows[1..=sampled as usize].iter().map(|&[index, error]| (index, f32::from_bits(error)));
        let errors = errors.filter(|(_, error)| error.is_nan() || *error >= 0.0).collect();
        Ok(Some(ForceErrorReading { steps, errors, finite, unfinished }))
    }
}
