//! The structure of a system, measured on the GPU and read back without stalling: centre and sums
//! by reduction, radii by sorting and scanning.

use super::Bodies;
use super::profile::{
    LAGRANGIAN, MIN, Profile, SHELLED, SHELLS, SPEED_BINS, THINNEST, reached, rounds,
};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Readbacks};
use crate::primitives::{
    Monoid, RadixSort, Reduce, SUM_F32, Scan, ScanKind, ScanRequest, SortRequest,
};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernels that measure a [`Structure`].
    pub struct StructureParams {
        /// Shares of the mass whose radii are measured.
        pub lagrangian: [f32; 4],
        /// Shares within the first and the last shell's outer bounds.
        pub shelled: [f32; 2],
        /// Number of bodies, including those that are not finite.
        pub count: u32,
        /// Threads that take part in a sum.
        pub threads: u32,
        /// The least ratio of the last shell's outer bound to the first's.
        pub thinnest: f32,
        /// Unused.
        pub padding: u32,
        /// Unused.
        pub more_padding: [u32; 2],
    }
}

mirrored! {
    /// Parameters of `diagnostics/shrink`.
    pub struct ShrinkParams {
        /// Round of the search for the centre, from 1; 0 for none.
        pub round: u32,
        /// Number of bodies at which the search ends at the latest.
        pub least: u32,
    }
}

mirrored! {
    /// A [`Profile`] as the GPU computes it.
    pub struct Structure {
        /// Centre (x, y, z) and mass (w).
        pub center_mass: [f32; 4],
        /// Radii that contain shares of the mass.
        pub lagrangian: [f32; 4],
        /// Number of finite bodies.
        pub count: u32,
        /// The largest speed.
        pub speed_max: f32,
        /// Unused.
        pub padding: [u32; 2],
        /// Outer bound and mass of each shell, from the centre outwards.
        pub shells: [[f32; 2]; SHELLS],
        /// Number of bodies by speed.
        pub speeds: [u32; SPEED_BINS],
    }
}

mirrored! {
    /// Sums that give the centre of mass of points, or their mean if they have no mass.
    pub struct Centroid {
        /// Σ m x (x, y, z) and Σ m (w).
        pub mass_position: [f32; 4],
        /// Σ x (x, y, z) and the number of points (w).
        pub position: [f32; 4],
    }
}

const CENTROID: Part = wgsl!("monoid/centroid.wgsl");
const REAL: Part = wgsl!("real_f32.wgsl");

/// Adds up [`Centroid`]s.
pub const SUM_CENTROID: Monoid<Centroid> = Monoid::trusted(&[CENTROID]).commutative();

/// Sort keys: the speed of each body. Bodies that are not finite come last.
pub const PROFILE_SPEEDS: KernelSource =
    KernelSource::trusted("diagnostics/speeds", &[wgsl!("diagnostics/speeds.wgsl"), REAL], &[&[]]);
/// Counts the finite bodies and makes the histogram of their speeds.
pub const PROFILE_SPEED_BINS: KernelSource = KernelSource::trusted(
    "diagnostics/speed_bins",
    &[wgsl!("diagnostics/speed_bins.wgsl")],
    &[&[]],
);
/// Sums that give the centre.
pub const PROFILE_CENTROID: KernelSource = KernelSource::trusted(
    "diagnostics/centroid",
    &[wgsl!("diagnostics/centroid.wgsl"), CENTROID],
    &[&[]],
);
/// Sort keys: distances from the centre.
pub const PROFILE_DISTANCES: KernelSource = KernelSource::trusted(
    "diagnostics/distances",
    &[wgsl!("diagnostics/distances.wgsl"), CENTROID, REAL],
    &[&[]],
);
/// Number of bodies left in a round of the search for the centre.
pub const PROFILE_SHRINK: KernelSource =
    KernelSource::trusted("diagnostics/shrink", &[wgsl!("diagnostics/shrink.wgsl")], &[&[]]);
/// Masses from the centre outwards.
pub const PROFILE_MASSES: KernelSource =
    KernelSource::trusted("diagnostics/masses", &[wgsl!("diagnostics/masses.wgsl")], &[&[]]);
/// Radii and shells.
pub const PROFILE_SHELLS: KernelSource = KernelSource::trusted(
    "diagnostics/shells",
    &[wgsl!("diagnostics/shells.wgsl"), CENTROID],
    &[&[]],
);

/// Largest number of partial sums: 2 MiB.
const THREADS: u32 = 1 << 16;

/// The structure of a system, and when it was measured.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProfileReading {
    /// Simulated time.
    pub time: f64,
    /// Steps since the start of the run.
    pub steps: u64,
    /// The measurement.
    pub profile: Profile,
}

/// Measures the [`Profile`] of bodies on the GPU: record, submit, and later collect. Any number of
/// measurements may be in flight. One may be recorded in parts, in several submissions: its first
/// part copies what the others need, so the bodies are free to move.
///
/// The result is that of [`Profile::new`] for the bodies rounded to single precision; a body that
/// becomes infinite is left out. Radii, speeds, sums of masses and the centre are in single
/// precision too; the centre and the distances from it are accurate relative to the coordinates. A
/// shell's mass is the difference of two such sums, so its error is about 1e-7 of the mass within
/// it: less than the scatter of its bodies, up to about ten million. Of bodies equally far from a
/// centre in single precision, those with the lowest index count as nearer. If there is no densest
/// place, as in a hollow shell, rounding decides where the search ends, here as on the host.
///
/// Bodies are sorted once by speed, by distance in each round of the search for the centre (up to
/// 11 rounds, each with three quarters of the previous one's bodies), and once more at the end: as
/// much work as sorting all of them six times. It takes about 36 bytes of memory per body.
#[derive(Debug)]
pub struct ProfileSurvey {
    bodies: Bodies,
    threads: u32,
    /// Rounds recorded of a measurement, and the time and steps at which it began.
    begun: Option<(usize, (f64, u64))>,
    /// Positions and masses of the bodies that are measured.
    position: Buffer<[f32; 4]>,
    kernels: Kernels,
    sum: Reduce<Centroid>,
    /// Sorts members by key; their number shrinks with each round.
    sort: RadixSort,
    scan: Scan,
    structure: Buffer<Structure>,
    copies: Readbacks<Structure, (f64, u64)>,
}

#[derive(Debug)]
struct Kernels {
    speeds: Bound,
    speed_bins: Bound,
    centroid: Bound,
    distances: Bound,
    /// One per round of the search for the centre; the first is for all bodies.
    shrink: Vec<Bound>,
    masses: Bound,
    shells: Bound,
}

impl ProfileSurvey {
    /// Prepares to measure `bodies`.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let count = bodies.count();
        let threads = count.min(THREADS);
        let keys = gpu.storage::<f32>("diagnostics/keys", count as usize)?;
        let members = gpu.storage::<u32>("diagnostics/members", count as usize)?;
        let member_count = gpu.storage::<u32>("diagnostics/member_count", 1)?;
        let sums = gpu.storage::<Centroid>("diagnostics/sums", threads as usize)?;
        let mass_within = gpu.storage::<f32>("diagnostics/mass_within", count as usize)?;
        let structure = gpu.storage::<Structure>("diagnostics/structure", 1)?;
        let measured = gpu.storage::<[f32; 4]>("diagnostics/measured", count as usize)?;

        let sum = Reduce::new(gpu, &SUM_CENTROID, &sums)?;
        let sort = SortRequest::new(&keys).with_values(&members).with_length(&member_count);
        let scan = ScanRequest::new(ScanKind::Inclusive, &mass_within, &mass_within)
            .with_length(&member_count);

        let share = |share| reached(share) as f32;
        let values = StructureParams {
            lagrangian: LAGRANGIAN.map(share),
            shelled: SHELLED.map(share),
            count,
            threads,
            thinnest: THINNEST as f32,
            padding: 0,
            more_padding: [0; 2],
        };
        let all = gpu.uniform("diagnostics/structure_of", &values)?;
        let bind_alone = |kernel: &KernelSource, buffers: &[(&str, &wgpu::Buffer)]| {
            gpu.kernel(kernel, &[])?.bind(gpu.device(), buffers)
        };
        let bind = |kernel: &KernelSource, buffers: &[_]| {
            bind_alone(kernel, &[&[("structure_of", all.raw())], buffers].concat())
        };
        let position = ("position", measured.raw());
        let keys = ("keys", keys.raw());
        let members = ("members", members.raw());
        let member_count_of = ("member_count", member_count.raw());
        let mass_within_of = ("mass_within", mass_within.raw());
        let structure_to = ("structure", structure.raw());
        let center = ("sums", sum.result().raw());
        let velocity = ("velocity", bodies.velocity.raw());
        let of_round = |round| {
            let of =
                gpu.uniform("diagnostics/shrink_of", &ShrinkParams { round, least: MIN as u32 })?;
            bind_alone(&PROFILE_SHRINK, &[("shrink_of", of.raw()), structure_to, member_count_of])
        };
        let kernels = Kernels {
            speeds: bind(&PROFILE_SPEEDS, &[position, velocity, keys, members, member_count_of])?,
            speed_bins: bind(&PROFILE_SPEED_BINS, &[keys, structure_to, member_count_of])?,
            centroid: bind(
                &PROFILE_CENTROID,
                &[position, members, member_count_of, ("sums", sums.raw())],
            )?,
            distances: bind(
                &PROFILE_DISTANCES,
                &[position, members, member_count_of, center, keys],
            )?,
            shrink: (0..=rounds(count as usize) as u32).map(of_round).collect::<Result<_, _>>()?,
            masses: bind(&PROFILE_MASSES, &[position, members, member_count_of, mass_within_of])?,
            shells: bind(&PROFILE_SHELLS, &[keys, mass_within_of, center, structure_to])?,
        };
        Ok(Self {
            bodies: bodies.clone(),
            threads,
            begun: None,
            kernels,
            position: measured,
            sum,
            sort: RadixSort::new(gpu, &sort)?,
            scan: Scan::new(gpu, &SUM_F32, scan)?,
            structure,
            copies: Readbacks::new(gpu, "diagnostics/structure", 1),
        })
    }

    /// Encodes a measurement of the bodies at this point in `encoder`, labelled with `time` and
    /// `steps`. If part of another has been recorded, that one is discarded.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        time: f64,
        steps: u64,
    ) -> Result<(), GpuError> {
        self.restart();
        self.encode_part(encoder, time, steps, 1.0).map(drop)
    }

    /// Encodes this share of a measurement, from 0 to 1, in rounds of similar length, at least one.
    /// The first part measures the bodies as they are at this point in `encoder`, and labels them
    /// with `time` and `steps`. Returns whether the measurement is complete.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode_part(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        time: f64,
        steps: u64,
        share: f64,
    ) -> Result<bool, GpuError> {
        let (begin, label) = self.begun.unwrap_or((0, (time, steps)));
        // The search for the centre, and a round before and after it.
        let rounds = self.kernels.shrink.len() + 1;
        let end = rounds.min(begin + ((share * rounds as f64).ceil() as usize).max(1));
        if begin == 0 {
            let (of, to) = (&self.bodies.position, &self.position);
            encoder.copy_buffer_to_buffer(of.raw(), 0, to.raw(), 0, of.bytes().min(to.bytes()));
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("profile"),
            timestamp_writes: None,
        });
        (begin..end).for_each(|round| self.encode_round(&mut pass, round));
        drop(pass);
        let is_complete = end == rounds;
        self.begun = (!is_complete).then_some((end, label));
        if is_complete {
            self.copies.encode(encoder, &self.structure, label)?;
        }
        Ok(is_complete)
    }

    /// Discards the parts of an unfinished measurement.
    pub fn restart(&mut self) {
        self.begun = None;
    }

    /// Whether a measurement has been recorded in part.
    pub fn is_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// Encodes a round: first speeds and the centre of all bodies, then the search for the densest
    /// place, last radii and shells.
    fn encode_round(&self, pass: &mut wgpu::ComputePass, round: usize) {
        let count = self.bodies.count();
        if round == 0 {
            self.kernels.speeds.dispatch_threads(pass, count);
            // Bodies that are not finite end up behind the others and stay there.
            self.sort.encode(pass);
            self.kernels.speed_bins.dispatch_groups(pass, 1);
            self.encode_center(pass);
        } else if let Some(shrink) = self.kernels.shrink.get(round) {
            self.encode_order(pass);
            shrink.dispatch_groups(pass, 1);
            self.encode_center(pass);
        } else {
            self.kernels.shrink[0].dispatch_groups(pass, 1);
            self.encode_order(pass);
            self.kernels.masses.dispatch_threads(pass, count);
            self.scan.encode(pass);
            self.kernels.shells.dispatch_groups(pass, 1);
        }
    }

    /// Encodes the sums that give the members' centre.
    fn encode_center(&self, pass: &mut wgpu::ComputePass) {
        self.kernels.centroid.dispatch_threads(pass, self.threads);
        self.sum.encode(pass);
    }

    /// Encodes sorting the members by their distance from the centre.
    fn encode_order(&self, pass: &mut wgpu::ComputePass) {
        self.kernels.distances.dispatch_threads(pass, self.bodies.count());
        self.sort.encode(pass);
    }

    /// Number of measurements in flight.
    pub fn pending(&self) -> usize {
        self.copies.pending()
    }

    /// The oldest measurement in flight, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<ProfileReading>, GpuError> {
        let arrived = self.copies.collect()?;
        Ok(arrived.map(|((time, steps), structure)| ProfileReading {
            time,
            steps,
            profile: Profile::from(&structure[0]),
        }))
    }
}

impl From<&Structure> for Profile {
    fn from(structure: &Structure) -> Self {
        let [x, y, z, mass] = structure.center_mass.map(f64::from);
        let mut below = 0.0;
        let shells = structure.shells.map(|shell| {
            let [bound, mass] = shell.map(f64::from);
            (std::mem::replace(&mut below, bound), bound, mass)
        });
        Self {
            center: glam::DVec3::new(x, y, z),
            count: structure.count as usize,
            mass,
            lagrangian: structure.lagrangian.map(f64::from),
            density: super::profile::density(&shells),
            speed_max: f64::from(structure.speed_max),
            speeds: structure.speeds.to_vec(),
        }
    }
}
