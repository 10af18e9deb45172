//! Which part of its machine a rank takes.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use mpi::environment;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use super::{Choice, Offer};
use crate::cpu::{Hardware, Processor};
use crate::gpu::{Gpu, adapters};
use crate::physics::{AdapterMember, Member};

/// Words of 64 bits for the cores of a machine: 1,024 cores, as many as Linux's own set.
const WORDS: usize = 16;
/// Bytes of a machine's name that the others learn.
const NAME: usize = 64;

/// The place of a rank among those of its machine.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its number among the ranks of the machine, from 0.
    local: usize,
    /// Cores that are its own.
    threads: usize,
    /// The machine of each rank.
    hosts: Vec<String>,
}

/// What a rank computes with.
#[derive(Debug)]
pub struct Seat {
    pub member: Arc<dyn Member>,
    /// The device, if it is an adapter.
    pub gpu: Option<Gpu>,
}

impl Place {
    /// Finds the place of this rank. All ranks have to call this together.
    pub fn find(world: &SimpleCommunicator) -> Self {
        let machine = world.split_shared(world.rank());
        let own = cores();
        let mut all = vec![0; WORDS * machine.size() as usize];
        machine.all_gather_into(&own[..], &mut all[..]);
        let host = environment::processor_name().unwrap_or_default();
        let mut name = [0_u8; NAME];
        name.iter_mut().zip(host.bytes()).for_each(|(to, from)| *to = from);
        let mut names = vec![0; NAME * world.size() as usize];
        world.all_gather_into(&name[..], &mut names[..]);
        let text = |name: &[u8]| String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
        let hosts = names.chunks(NAME).map(text).collect();
        let threads = share(&own, all.chunks(WORDS)).unwrap_or_else(|| {
            thread::available_parallelism().map_or(1, NonZero::get) / machine.size().max(1) as usize
        });
        Self { local: machine.rank() as usize, threads: threads.max(1), hosts }
    }

    /// The machine of a rank.
    pub fn host_of(&self, rank: usize) -> String {
        self.hosts.get(rank).cloned().unwrap_or_default()
    }

    /// Number of machines.
    pub fn machines(&self) -> usize {
        self.hosts.iter().collect::<BTreeSet<_>>().len()
    }

    /// What this rank would compute with, or why it cannot.
    pub fn offer(&self, choice: Choice) -> Result<Offer, String> {
        let infos: Vec<wgpu::AdapterInfo> = match choice {
            Choice::Processor => Vec::new(),
            Choice::Auto | Choice::Gpu => adapters().iter().map(wgpu::Adapter::get_info).collect(),
        };
        let is_real = |index: &usize| infos[*index].device_type != wgpu::DeviceType::Cpu;
        let real: Vec<usize> = (0..infos.len()).filter(is_real).collect();
        let candidates = if real.is_empty() && choice == Choice::Gpu {
            (0..infos.len()).collect()
        } else {
            real
        };
        match (choice, candidates.len()) {
            (Choice::Gpu, 0) => {
                Err("it finds no adapter: install a driver there, or give --members processor"
                    .to_owned())
            }
            (_, 0) => Ok(Offer { adapter: None, name: self.processor()?.name() }),
            (_, count) => {
                let index = candidates[self.local % count];
                Ok(Offer { adapter: Some(index as u32), name: infos[index].name.clone() })
            }
        }
    }

    /// Opens the adapter of this index, or the processor.
    pub fn open(&self, adapter: Option<u32>) -> Result<Seat, String> {
        let Some(index) = adapter else {
            return Ok(Seat { member: Arc::new(self.processor()?), gpu: None });
        };
        let gpu = Gpu::open(Some(&index.to_string())).map_err(|error| error.to_string())?;
        Ok(Seat { member: Arc::new(AdapterMember::new(gpu.clone())), gpu: Some(gpu) })
    }

    fn processor(&self) -> Result<Processor, String> {
        Processor::new(Hardware { threads: self.threads, ..Hardware::best() })
            .map_err(|error| error.to_string())
    }
}

/// The cores that this process may use, a bit each; none where the system does not tell.
#[cfg(target_os = "linux")]
fn cores() -> [u64; WORDS] {
    let mut cores = [0_u64; WORDS];
    // SAFETY: the set is plain memory of the length that is given.
    let result =
        unsafe { libc::sched_getaffinity(0, size_of_val(&cores), cores.as_mut_ptr().cast()) };
    if result == 0 { cores } else { [0; WORDS] }
}

/// The cores that this process may use, a bit each; none where the system does not tell.
#[cfg(not(target_os = "linux"))]
fn cores() -> [u64; WORDS] {
    [0; WORDS]
}

/// How many cores a rank has, if each is divided evenly among the ranks of the machine that may use
/// it. `None` if it is not known which those are.
fn share<'a>(own: &[u64; WORDS], all: impl Iterator<Item = &'a [u64]>) -> Option<usize> {
    let has = |cores: &[u64], core: usize| cores[core / 64] >> (core % 64) & 1 == 1;
    let all: Vec<&[u64]> = all.collect();
    let users = |core: usize| all.iter().filter(|cores| has(cores, core)).count();
    let mut own = (0..64 * WORDS).filter(|core| has(own, *core)).peekable();
    own.peek()?;
    let cores: f64 = own.map(|core| 1.0 / users(core).max(1) as f64).sum();
    Some((cores.round() as usize).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set((first, end): (usize, usize)) -> [u64; WORDS] {
        let mut set = [0; WORDS];
        (first..end).for_each(|core| set[core / 64] |= 1 << (core % 64));
        set
    }

    #[test]
    fn ranks_divide_the_cores_that_they_share() {
        for (own, others, cores) in [
            ((0, 8), vec![], Some(8)),
            ((0, 8), vec![(0, 8), (0, 8), (0, 8)], Some(2)),
            ((0, 2), vec![(0, 2), (0, 2), (0, 2)], Some(1)),
            ((60, 70), vec![(0, 60)], Some(10)),
            ((0, 4), vec![(2, 6)], Some(3)),
            ((0, 0), vec![(0, 0)], None),
        ] {
            let sets: Vec<_> = std::iter::once(own).chain(others).map(set).collect();
            assert_eq!(share(&sets[0], sets.iter().map(|set| &set[..])), cores, "{own:?}");
        }
    }
}
