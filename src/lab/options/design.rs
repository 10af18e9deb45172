//! The text's designs: prices of many options by stored numbers.

use std::sync::Arc;

use super::chance_kernel::{ChanceBench, ChanceKernel, FIRST_SEED, STREAMS, run};
use super::price_bench::MARKET;
use super::{Draws, Estimate, European, MonteCarlo, MonteCarloRequest, ToNormals};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::LabError;
use crate::primitives::FillMersenne;

/// A design, prepared for some options. All share the stored numbers.
pub(super) struct Design {
    kernel: ChanceKernel,
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
        let kernel = bench.kernel;
        let request = MonteCarloRequest {
            draws: Draws::Stored(numbers.clone()),
            groups: match kernel {
                ChanceKernel::OneBlock => Some(1),
                ChanceKernel::SeveralBlocks => Some(8),
                _ => None,
            },
            ..kernel.request(bench.count as u32)
        };
        let each = match kernel {
            ChanceKernel::HostSums | ChanceKernel::GpuSums => 1,
            _ => options.len(),
        };
        let simulations =
            options.chunks(each).map(|options| MonteCarlo::new(gpu, &MARKET, options, &request));
        Ok(Self {
            kernel,
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
        let is_on_host = self.kernel == ChanceKernel::HostSums;
        let mut estimates = Vec::new();
        if !is_on_host {
            run(gpu, |pass| self.simulations.iter().for_each(|simulation| simulation.encode(pass)));
        }
        for simulation in self.simulations.iter() {
            if is_on_host {
                run(gpu, |pass| simulation.encode_sums(pass));
                estimates.extend(simulation.read_sums(gpu)?);
            } else {
                estimates.extend(simulation.read(gpu)?);
            }
        }
        Ok(estimates)
    }
}
