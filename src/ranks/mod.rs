//! Several processes of one run, on one machine or many, started by MPI.
//!
//! Every process is a *rank*. The first one runs the program: it moves, measures and draws the
//! bodies, and writes all files. The others [serve] it: each computes the portion of the force
//! passes that the first asks for, with its own adapter or processor.
//!
//! Use it in a program of your own that shall run under `mpirun`, with the crate's feature `mpi`.
//! [`join`] first, then let all ranks but the first [serve].
//! [`Computing::set_members`](crate::session::Computing::set_members) finds the others, and every rank
//! has a seat in a team.
//!
//! ```no_run
//! use starshell::ranks;
//!
//! match ranks::join()? {
//!     Some(joined) if !joined.is_first() => joined.serve(),
//!     joined => println!("{} processes", ranks::present().map_or(1, |ranks| ranks.count())),
//! }
//! # Ok::<(), starshell::ranks::RanksError>(())
//! ```
//!
//! [serve]: Joined::serve

#[cfg(feature = "mpi")]
mod line;
#[cfg(feature = "mpi")]
mod machine;
#[cfg(feature = "mpi")]
mod rank;
#[cfg(feature = "mpi")]
mod serve;
#[cfg_attr(not(feature = "mpi"), path = "alone.rs")]
mod world;

pub use world::{Joined, Ranks, join, present};

/// A failure to compute by several processes, worded for the user.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RanksError {
    /// The crate was compiled without its feature `mpi`.
    #[error(
        "mpirun started {count} processes, but this program was built without MPI: build it with --features mpi, or start it without mpirun"
    )]
    Without {
        /// Number of processes.
        count: usize,
    },
    /// MPI cannot be started.
    #[error("MPI cannot be started in this process: start the program by mpirun, and join once")]
    Start,
    /// MPI allows calls from one thread only.
    #[error(
        "this MPI library does not allow calls from several threads: use one with MPI_THREAD_SERIALIZED, such as Open MPI"
    )]
    Threads,
    /// The processes were started by another MPI than the one that this program was built with.
    #[error(
        "{count} processes were started, but they do not see each other: use the mpirun of the MPI that this program was built with ({library})"
    )]
    Strangers {
        /// Number of processes.
        count: usize,
        /// The MPI library.
        library: String,
    },
    /// A list of members is longer or shorter than that of the ranks.
    #[error(
        "mpirun started {ranks} ranks, but --members lists {seats}: list one member per rank, or leave the flag out"
    )]
    Seats {
        /// Number of ranks.
        ranks: usize,
        /// Number of members in the list.
        seats: usize,
    },
    /// A rank cannot take part.
    #[error("rank {rank} on {host} cannot take part: {cause}")]
    Rank {
        /// The rank.
        rank: usize,
        /// Its machine.
        host: String,
        /// Why, in its own words.
        cause: String,
    },
}

/// What a rank computes with, if it may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Choice {
    /// A GPU of its machine if there is one, otherwise the processor. The ranks of a machine take
    /// its GPUs in turn.
    Auto,
    /// An adapter of its machine, in turn; software only if there is no GPU.
    Gpu,
    /// The processor. The ranks of a machine divide its cores.
    Processor,
}

/// What a rank would compute with.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Offer {
    /// The index of an adapter of its machine; `None` for the processor.
    pub adapter: Option<u32>,
    /// What users call it.
    pub name: String,
}

/// The variables in which `mpirun` and `srun` tell a process its rank and the number of ranks.
const VARIABLES: [[&str; 2]; 4] = [
    ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"],
    ["PMI_RANK", "PMI_SIZE"],
    ["MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"],
    ["PMIX_RANK", "SLURM_STEP_NUM_TASKS"],
];

/// The rank of this process and the number of ranks, if it was started with others.
pub fn started() -> Option<(usize, usize)> {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    VARIABLES
        .iter()
        .find_map(|[rank, count]| Some((number(rank)?, number(count)?)))
        .filter(|(_, count)| *count > 1)
}
