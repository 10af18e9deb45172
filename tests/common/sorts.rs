//! Compares radix sorts with a stable sort on the host. The real kernels pass; deliberately wrong
//! ones must not. Each prepared sort runs over many kinds of keys and lengths, because it keeps
//! state between runs.

use std::cmp::Reverse;
use std::fmt::Debug;
use std::ops::Range;

use starshell::gpu::{Buffer, Gpu, Tuning, tuned};
use starshell::primitives::{RadixSort, SortKey, SortPlan, SortRequest};

use super::Random;
use super::monoids::{bits, encode};

/// A key whose order can be expressed in whole numbers, which the host sorts by.
pub trait Key: SortKey + Debug {
    /// Edge cases that an order easily gets wrong.
    const CORNERS: &'static [Self];

    fn rank(self) -> u64;
    /// The key of this rank; only the low bits count for shorter keys.
    fn of_rank(rank: u64) -> Self;
}

impl Key for u32 {
    const CORNERS: &'static [u32] = &[0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, u32::MAX];

    fn rank(self) -> u64 {
        self.into()
    }

    fn of_rank(rank: u64) -> Self {
        rank as u32
    }
}

impl Key for u64 {
    const CORNERS: &'static [u64] =
        &[0, 1, 0xffff_ffff, 1 << 32, u64::MAX >> 1, 1 << 63, u64::MAX - 1, u64::MAX];

    fn rank(self) -> u64 {
        self
    }

    fn of_rank(rank: u64) -> Self {
        rank
    }
}

impl Key for i32 {
    const CORNERS: &'static [i32] = &[i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX];

    fn rank(self) -> u64 {
        (i64::from(self) - i64::from(i32::MIN)) as u64
    }

    fn of_rank(rank: u64) -> Self {
        (i64::from(rank as u32) + i64::from(i32::MIN)) as i32
    }
}

/// Maps the bits of a float to a number ordered like `f32::total_cmp`, as its documentation
/// describes; and back.
fn total_order(bits: i32) -> i32 {
    bits ^ ((bits >> 31) as u32 >> 1) as i32
}

impl Key for f32 {
    const CORNERS: &'static [f32] = &[
        f32::NAN,
        -f32::NAN,
        f32::from_bits(0x7f80_0001),
        f32::from_bits(0xff80_0001),
        f32::from_bits(u32::MAX),
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        0.0,
        -0.0,
        f32::from_bits(1),
        f32::from_bits(0x8000_0001),
        f32::MIN_POSITIVE,
        -f32::MIN_POSITIVE,
        1.0,
        -1.0,
    ];

    /// Ranks start at minus infinity, so NaNs come last whatever their sign.
    fn rank(self) -> u64 {
        let lowest = total_order(f32::NEG_INFINITY.to_bits() as i32);
        u64::from(total_order(self.to_bits() as i32).wrapping_sub(lowest) as u32)
    }

    fn of_rank(rank: u64) -> Self {
        let lowest = total_order(f32::NEG_INFINITY.to_bits() as i32);
        f32::from_bits(total_order((rank as u32 as i32).wrapping_add(lowest)) as u32)
    }
}

/// What keys carry along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    Nothing,
    Words,
    Indices,
}

/// What a sort is asked for.
#[derive(Clone, Debug)]
pub struct Variant {
    pub load: Load,
    pub is_descending: bool,
    pub bits: Range<u32>,
}

impl Variant {
    /// A sort by all bits.
    pub fn whole<K>(load: Load, is_descending: bool) -> Self {
        Self { load, is_descending, bits: 0..8 * size_of::<K>() as u32 }
    }

    /// All loads in both directions, by all bits.
    pub fn all<K>() -> Vec<Self> {
        let both = |load| [false, true].map(|is_descending| Self::whole::<K>(load, is_descending));
        [Load::Nothing, Load::Words, Load::Indices].into_iter().flat_map(both).collect()
    }

    fn request<'a, K: Key>(
        &self,
        keys: &'a Buffer<K>,
        words: &'a Buffer<u32>,
    ) -> SortRequest<'a, K> {
        let request = SortRequest::new(keys).bits(self.bits.clone());
        let request = match self.load {
            Load::Nothing => request,
            Load::Words => request.with_values(words),
            Load::Indices => request.with_indices(words),
        };
        if self.is_descending { request.descending() } else { request }
    }

    /// The indices of `keys` in the requested order.
    fn order<K: Key>(&self, keys: &[K]) -> Vec<usize> {
        let digits = |&place: &usize| {
            (keys[place].rank() >> self.bits.start) & (u64::MAX >> (64 - self.bits.len()))
        };
        let mut order: Vec<usize> = (0..keys.len()).collect();
        if self.is_descending {
            order.sort_by_key(|place| Reverse(digits(place)));
        } else {
            order.sort_by_key(digits);
        }
        order
    }
}

/// The kind of keys.
#[derive(Clone, Copy, Debug)]
pub enum Data {
    /// These bits of the rank are random, the others equal in all keys.
    Varying(u64),
    Sorted,
    Reversed,
    /// Equal except for the last key, which sorts first because of its lowest bit.
    LastFirst,
    /// Only from [`Key::CORNERS`]; for floats these are mostly NaNs.
    Corners,
}

/// All bits random; few of them; and digits that are equal in all keys, so that zero, one, two or
/// three passes remain.
pub const KINDS: &[Data] = &[
    Data::Varying(u64::MAX),
    Data::Varying(0),
    Data::Varying(0x5555_5555_5555_5555),
    Data::Varying(0xff),
    Data::Varying(0x00ff_0000_00ff_0000),
    Data::Varying(0xff00_00ff),
    Data::Varying(0xffff_00ff_ffff_00ff),
    Data::Sorted,
    Data::Reversed,
    Data::LastFirst,
    Data::Corners,
];

impl Data {
    pub fn keys<K: Key>(self, count: usize) -> Vec<K> {
        let mut random = Random::new(count as u64);
        let mut any = || (u64::from(bits(&mut random)) << 32) | u64::from(bits(&mut random));
        let varying = match self {
            Self::Varying(mask) => mask,
            Self::Corners => {
                return (0..count).map(|_| K::CORNERS[any() as usize % K::CORNERS.len()]).collect();
            }
            Self::LastFirst => 0,
            Self::Sorted | Self::Reversed => u64::MAX,
        };
        let mut keys: Vec<K> = (0..count)
            .map(|_| K::of_rank(any() & varying | 0x9669_5aa5_c33c_e11f & !varying))
            .collect();
        match self {
            Self::Sorted => keys.sort_by_key(|key| key.rank()),
            Self::Reversed => keys.sort_by_key(|key| Reverse(key.rank())),
            Self::LastFirst => {
                keys.iter_mut().rev().take(1).for_each(|key| *key = K::of_rank(key.rank() - 1))
            }
            Self::Varying(_) | Self::Corners => {}
        }
        keys
    }
}

/// A prepared sort with its buffers.
pub struct Prepared<'a, K> {
    gpu: &'a Gpu,
    what: String,
    variant: Variant,
    keys: Buffer<K>,
    words: Buffer<u32>,
    length: Buffer<u32>,
    sort: RadixSort,
}

impl<'a, K: Key> Prepared<'a, K> {
    pub fn new(gpu: &'a Gpu, plan: SortPlan, variant: &Variant, capacity: usize) -> Self {
        let keys = gpu.storage::<K>("keys", capacity).unwrap();
        let words = gpu.storage::<u32>("words", capacity).unwrap();
        let length = gpu.storage::<u32>("length", 1).unwrap();
        let request = variant.request(&keys, &words).with_length(&length);
        let sort = RadixSort::with_plan(gpu, plan, &request).unwrap();
        let key = std::any::type_name::<K>();
        let what = format!(
            "{key}, {variant:?}, {}, {:?}, capacity {capacity}",
            plan.kernel.label, plan.tuning
        );
        Self { gpu, what, variant: variant.clone(), keys, words, length, sort }
    }

    /// Sorts as many of `list` as `length` says, and compares the complete buffers.
    ///
    /// # Errors
    /// A sentence about the first mismatch.
    pub fn compare(&self, list: &[K], length: usize) -> Result<(), String> {
        // Words that identify each key wherever it goes, or an impossible index.
        let words: Vec<u32> = match self.variant.load {
            Load::Indices => vec![0xdead_beef; list.len()],
            _ => (0..list.len() as u32).map(|place| place.wrapping_mul(0x9e37_79b9)).collect(),
        };
        let Self { gpu, what, .. } = self;
        gpu.write(&self.length, &[length as u32]);
        gpu.write(&self.keys, list);
        gpu.write(&self.words, &words);
        encode(gpu, |pass| self.sort.encode(pass));
        let order = self.variant.order(&list[..length.min(list.len())]);
        // Elements past the length must stay unchanged, and so must words that are not to be moved.
        let (mut keys, mut moved) = (list.to_vec(), words.clone());
        for (place, &from) in order.iter().enumerate() {
            keys[place] = list[from];
            match self.variant.load {
                Load::Nothing => {}
                Load::Words => moved[place] = words[from],
                Load::Indices => moved[place] = from as u32,
            }
        }
        let got = gpu.read(&self.keys).unwrap();
        if let Some(i) =
            (0..list.len()).find(|&i| bytemuck::bytes_of(&got[i]) != bytemuck::bytes_of(&keys[i]))
        {
            return Err(format!(
                "{what}, length {length}: key {i} is {:?}, not {:?}",
                got[i], keys[i]
            ));
        }
        let got = gpu.read(&self.words).unwrap();
        if let Some(i) = (0..list.len()).find(|&i| got[i] != moved[i]) {
            return Err(format!(
                "{what}, length {length}: word {i} is {:#x}, not {:#x}",
                got[i], moved[i]
            ));
        }
        Ok(())
    }
}

/// Compares a sort with the host's, for buffers of each size: all kinds of keys, and lengths on the
/// GPU up to and beyond the buffer's.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_sort<K: Key>(
    gpu: &Gpu,
    plan: SortPlan,
    variant: &Variant,
    kinds: &[Data],
    capacities: &[usize],
) -> Result<(), String> {
    for &capacity in capacities {
        let sort = Prepared::<K>::new(gpu, plan, variant, capacity);
        for (turn, data) in kinds.iter().enumerate() {
            let list = data.keys(capacity);
            let part = [capacity / 3, capacity + 5, capacity.saturating_sub(1)][turn % 3];
            for length in [capacity, part] {
                sort.compare(&list, length).map_err(|wrong| format!("{data:?}: {wrong}"))?;
            }
        }
    }
    Ok(())
}

/// The same, but panics on a mismatch.
#[track_caller]
pub fn agree<K: Key>(
    gpu: &Gpu,
    plan: SortPlan,
    variant: &Variant,
    kinds: &[Data],
    capacities: &[usize],
) {
    compare_sort::<K>(gpu, plan, variant, kinds, capacities).unwrap();
}

/// Every plan that runs here for these keys, alone or with values.
pub fn plans<K: Key>(gpu: &Gpu, has_values: bool) -> Vec<SortPlan> {
    let memory = gpu.limits().max_compute_workgroup_storage_size;
    let sizes = [16, 24].map(|kib| kib << 10).into_iter().filter(|&size| size <= memory);
    let mut all = vec![SortPlan::runs(0), SortPlan::runs(usize::MAX), SortPlan::blocks()];
    for form in [|plan: SortPlan| plan, SortPlan::in_one_sweep] {
        let masks: Vec<_> =
            sizes.clone().map(|size| form(SortPlan::masks::<K>(size, has_values))).collect();
        let ballots = SortPlan::ballots::<K>(gpu, has_values).map(form);
        all.extend(masks.iter().chain(&ballots));
        all.extend(
            ballots
                .iter()
                .flat_map(|plan| plan.in_small_tiles::<K>(gpu, has_values))
                .map(|(_, plan)| plan),
        );
        all.extend(masks.first().into_iter().chain(&ballots).flat_map(|plan| stalled(gpu, *plan)));
    }
    all
}

/// Blocks so small that few keys fill many of them.
pub fn small_blocks() -> SortPlan {
    SortPlan { tuning: &[("WORKGROUP", 32), ("ITEMS", 4)], ..SortPlan::blocks() }
}

/// Every path for these keys, with tiles small enough that software compiles the kernels quickly;
/// the WGSL is otherwise the same.
pub fn small_plans<K: Key>(gpu: &Gpu, has_values: bool) -> Vec<SortPlan> {
    const SMALL: [Tuning; 2] = [
        &[("WORKGROUP", 64), ("ITEMS", 4), ("LANES", 32)],
        &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 8)],
    ];
    let lanes = |tuning: Tuning| tuned(tuning, "LANES");
    let small = |plan: SortPlan| {
        let tuning = SMALL.into_iter().find(|tuning| lanes(tuning) == lanes(plan.tuning));
        tuning.map(|tuning| SortPlan { tuning, ..plan })
    };
    let mut all = vec![SortPlan::runs(0), small_blocks()];
    for form in [|plan: SortPlan| plan, SortPlan::in_one_sweep] {
        let masks = SortPlan::masks::<K>(16 << 10, has_values);
        for plan in [masks].into_iter().chain(SortPlan::ballots::<K>(gpu, has_values)).map(form) {
            all.extend(small(plan));
            all.extend(stalled(gpu, plan));
        }
    }
    all
}

/// The plan with each tuning in which some workgroups publish nothing, if the adapter can run it.
fn stalled(gpu: &Gpu, plan: SortPlan) -> impl Iterator<Item = SortPlan> {
    let lanes = if plan.kernel.entry() == "by_ballots" { gpu.subgroup_size() } else { None };
    let suits = move |tuning: &&Tuning| {
        let value =
            |wanted| tuning.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        value("STALLED").is_some() && (lanes.is_none() || value("LANES") == lanes)
    };
    plan.kernel.tunings.iter().filter(suits).map(move |&tuning| SortPlan { tuning, ..plan })
}
