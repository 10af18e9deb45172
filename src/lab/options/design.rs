//! The text's designs: prices of many options by stored numbers.

use std::sync::Arc;

use super::chance_kernel::{ChanceBench, ChanceKernel, FIRST_SEED, STREAMS, run};
use super::monte_carlo::workgroup;
use super::{Draws, Estimate, European, MonteCarlo, MonteCarloRequest, ToNormals};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::LabError;
use crate::primitives::FillMersenne;

/// A design, prepared for some options. All share the stored numbers.
pub(super) struct Design {
    twisters: FillMersenne,
    to_normals: ToNormals,
    /// The stored numbers.
    pub numbers: Buffer<f32>,
    /// How they are used.
    pub request: MonteCarloRequest,
    /// One for each option, or one for all.
    pub simulations: Arc<Vec<MonteCarlo>>,
}

impl Design {
    pub fn new(gpu: &Gpu, bench: ChanceBench, options: &[European]) -> Result<Self, LabError> {
        let words = gpu.storage::<u32>("chance/words", bench.count.next_multiple_of(4))?;
        let numbers = Buffer::<f32>::from_wgpu(gpu, words.raw().clone(), words.len())?;
        let (kernel, market) = (bench.kernel, bench.market());
        let is_summed_on_host = kernel.is_summed_on_host();
        let request = MonteCarloRequest {
            draws: Draws::Stored(numbers.clone()),
            groups: match kernel {
                ChanceKernel::OneBlock => Some(1),
                ChanceKernel::SeveralBlocks => Some(8),
                // As many threads as streams.
                _ => is_summed_on_host.then(|| STREAMS / workgroup(gpu)),
            },
            is_summed_on_host,
            ..kernel.request(bench.count as u32)
        };
        let each = match kernel {
            ChanceKernel::OneBlock | ChanceKernel::SeveralBlocks => options.len(),
            _ => 1,
        };
        let simulations =
            options.chunks(each).map(|options| MonteCarlo::new(gpu, &market, options, &request));
        Ok(Self {
            twisters: FillMersenne::new(gpu, &words, FIRST_SEED, STREAMS)?,
            to_normals: ToNormals::new(gpu, &words)?,
            numbers,
            simulations: Arc::new(simulations.collect::<Result<_, _>>()?),
            request,
        })
    }

    /// Stores the numbers of this seed. No two seeds share a stream.
    pub fn draw(&mut self, gpu: &Gpu, seed: u32) {
        self.twisters.set_seed(gpu, FIRST_SEED + seed * STREAMS);
        run(gpu, |pass| {
            self.twisters.encode(pass);
            self.to_normals.encode(pass);
        });
    }

    /// Prices all options.
    pub fn estimates(&self, gpu: &Gpu) -> Result<Vec<Estimate>, GpuError> {
        let is_one_by_one = self.request.is_summed_on_host;
        let mut estimates = Vec::new();
        if !is_one_by_one {
            run(gpu, |pass| self.simulations.iter().for_each(|simulation| simulation.encode(pass)));
        }
        for simulation in self.simulations.iter() {
            if is_one_by_one {
                run(gpu, |pass| simulation.encode(pass));
            }
            estimates.extend(simulation.read(gpu)?);
        }
        Ok(estimates)
    }
}
