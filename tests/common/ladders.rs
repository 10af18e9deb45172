//! Compares each historical ladder with a serial loop, over several kinds of data, with poisoned
//! scratch and results. Every run must give the same bits as the one before. The real kernels pass;
//! deliberately wrong ones must not.

use std::fmt::Debug;

use starshell::gpu::{Buffer, Gpu, GpuError};
use starshell::lab::historical::{
    Element, HistoricalReduce, HistoricalScan, HistoricalSort, ReduceLadder, ScanLadder, SortLadder,
};
use starshell::name::Named;
use starshell::primitives::{ScanKind, reference};

use super::Random;

/// Lengths around a subgroup, a workgroup and its square, and beyond what two levels of blocks
/// hold.
pub const LENGTHS: &[usize] = &[
    0, 1, 2, 31, 32, 33, 127, 128, 129, 255, 256, 257, 511, 512, 513, 4095, 4097, 65_537, 300_007,
];

/// Longer lists are tried with fewer kinds of data.
const LONG: usize = 10_000;
/// And very long ones with only one kind.
const VERY_LONG: usize = 100_000;

/// A value that must not appear in any result.
const POISON: u32 = 0xdead_beef;

/// The kinds of keys to try.
pub fn lists(count: usize) -> Vec<(&'static str, Vec<u32>)> {
    let mut random = Random::new(count as u64);
    let random: Vec<u32> =
        (0..count).map(|_| (random.number() * f64::from(u32::MAX)) as u32).collect();
    if count > VERY_LONG {
        return vec![("random", random)];
    }
    let few_bits = random.iter().map(|key| (key >> 7) & 0x8000_0101).collect();
    let mut all = vec![("random", random.clone()), ("few bits", few_bits)];
    if count <= LONG {
        let mut sorted = random;
        sorted.sort_unstable();
        all.extend([("sorted", sorted.clone()), ("all equal", vec![0xffff_ffff; count])]);
        sorted.reverse();
        all.push(("reversed", sorted));
    }
    all
}

/// Records with `record`, submits and waits.
pub fn run(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass)) {
    let mut encoder = gpu.encoder("test");
    record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
}

/// How to test an element type, and which results are right.
pub trait Tried: Element + Debug + PartialEq {
    /// An element that no sum can hide.
    const POISON: Self;
    /// The kinds of lists, each with whether its sums are independent of order.
    fn tried(count: usize) -> Vec<(&'static str, Vec<Self>, bool)>;
    fn add(self, other: Self) -> Self;
    /// Whether this is close enough to `expected`, given the sum of the magnitudes `scale`.
    fn is_near(self, expected: Self, scale: f64) -> bool;
}

impl Tried for u32 {
    const POISON: Self = POISON;

    fn tried(count: usize) -> Vec<(&'static str, Vec<Self>, bool)> {
        lists(count).into_iter().map(|(kind, list)| (kind, list, true)).collect()
    }

    fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn is_near(self, expected: Self, _: f64) -> bool {
        self == expected
    }
}

impl Tried for f32 {
    const POISON: Self = f32::NAN;

    fn tried(count: usize) -> Vec<(&'static str, Vec<Self>, bool)> {
        let mut random = Random::new(count as u64);
        // Small whole numbers, whose sums are exact in any order, and others.
        let whole: Vec<f32> = (0..count).map(|_| (random.number() * 16.0).floor() as f32).collect();
        let random = (0..count).map(|_| random.number() as f32 - 0.4).collect();
        if count > VERY_LONG {
            vec![("random", random, false)]
        } else {
            vec![("whole", whole, true), ("random", random, false)]
        }
    }

    fn add(self, other: Self) -> Self {
        self + other
    }

    fn is_near(self, expected: Self, scale: f64) -> bool {
        // The error of the serial sum in single precision alone is this large.
        (f64::from(self) - f64::from(expected)).abs() <= 1e-4 * scale
    }
}

/// Compares what `record` writes to `results` with the `expected` buffers, element by element, and
/// a second run with the first.
fn compare<T: bytemuck::Pod + Debug>(
    gpu: &Gpu,
    record: impl Fn(&mut wgpu::ComputePass),
    results: &[&Buffer<T>],
    expected: &[Vec<T>],
    poison: T,
    is_right: impl Fn(T, T) -> bool,
    is_ordered: bool,
) -> Result<(), String> {
    let attempt = || {
        results.iter().for_each(|result| gpu.write(result, &vec![poison; result.len()]));
        run(gpu, &record);
        results.iter().map(|result| gpu.read(result).unwrap()).collect::<Vec<_>>()
    };
    let got = attempt();
    for (got, expected) in got.iter().zip(expected) {
        if let Some(wrong) =
            (0..expected.len()).find(|&index| !is_right(got[index], expected[index]))
        {
            return Err(format!("number {wrong} is {:?}, not {:?}", got[wrong], expected[wrong]));
        }
    }
    let is_same = |again: &Vec<Vec<T>>| {
        again.iter().zip(&got).all(|(again, got)| {
            bytemuck::cast_slice::<_, u8>(again) == bytemuck::cast_slice::<_, u8>(got)
        })
    };
    if is_ordered && !is_same(&attempt()) {
        return Err("another run has other bits".to_owned());
    }
    Ok(())
}

/// Compares sums with those of the loop.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_reduce<T: Tried>(
    gpu: &Gpu,
    ladder: ReduceLadder,
    lengths: &[usize],
) -> Result<(), String> {
    compare_reduce_by(gpu, ladder, lengths, |source| {
        HistoricalReduce::<T>::new(gpu, ladder, source)
    })
}

/// Compares sums by workgroups of this many threads.
///
/// # Errors
/// As [`compare_reduce`].
pub fn compare_reduce_in(
    gpu: &Gpu,
    ladder: ReduceLadder,
    threads: u32,
    lengths: &[usize],
) -> Result<(), String> {
    let new = |source: &Buffer<u32>| HistoricalReduce::with_workgroup(gpu, ladder, source, threads);
    compare_reduce_by(gpu, ladder, lengths, new)
        .map_err(|wrong| format!("by {threads} threads, {wrong}"))
}

fn compare_reduce_by<T: Tried>(
    gpu: &Gpu,
    ladder: ReduceLadder,
    lengths: &[usize],
    new: impl Fn(&Buffer<T>) -> Result<HistoricalReduce<T>, GpuError>,
) -> Result<(), String> {
    for &count in lengths {
        let source = gpu.storage("source", count).unwrap();
        let reduce = new(&source).unwrap();
        for (kind, list, is_exact) in T::tried(count) {
            // Summing nothing but poison fills the scratch with poison.
            gpu.write(&source, &vec![T::POISON; count]);
            run(gpu, |pass| reduce.encode(pass));
            gpu.write(&source, &list);
            let expected = [vec![reference::reduce(&list, T::zeroed(), T::add)]];
            let is_ordered = is_exact || ladder.is_ordered();
            let is_right = |got: T, expected: T| {
                if is_exact { got == expected } else { got.is_near(expected, count as f64) }
            };
            compare(
                gpu,
                |pass| reduce.encode(pass),
                &[reduce.result()],
                &expected,
                T::POISON,
                is_right,
                is_ordered,
            )
            .map_err(|wrong| format!("{} of {count} elements, {kind}: {wrong}", ladder.name()))?;
        }
    }
    Ok(())
}

/// Compares scans with those of the loop.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_scan<T: Tried>(
    gpu: &Gpu,
    ladder: ScanLadder,
    lengths: &[usize],
) -> Result<(), String> {
    for (&count, &kind) in
        lengths.iter().flat_map(|count| ScanKind::ALL.iter().map(move |kind| (count, kind)))
    {
        let source = gpu.storage("source", count).unwrap();
        let scan = HistoricalScan::<T>::new(gpu, ladder, kind, &source).unwrap();
        for (data, list, is_exact) in T::tried(count) {
            gpu.write(&source, &vec![T::POISON; count]);
            run(gpu, |pass| scan.encode(pass));
            gpu.write(&source, &list);
            let expected = match kind {
                ScanKind::Inclusive => reference::inclusive_scan(&list, T::zeroed(), T::add),
                ScanKind::Exclusive => reference::exclusive_scan(&list, T::zeroed(), T::add),
            };
            let is_right = |got: T, expected: T| {
                if is_exact { got == expected } else { got.is_near(expected, count as f64) }
            };
            compare(
                gpu,
                |pass| scan.encode(pass),
                &[scan.result()],
                &[expected],
                T::POISON,
                is_right,
                true,
            )
            .map_err(|wrong| {
                format!("{} {} of {count} elements, {data}: {wrong}", kind.name(), ladder.name())
            })?;
        }
    }
    Ok(())
}

/// Compares sorted keys, and payloads that hold their original indices, with a stable sort.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_sort(gpu: &Gpu, ladder: SortLadder, lengths: &[usize]) -> Result<(), String> {
    let kinds = |&count: &usize| {
        [false, true]
            .into_iter()
            .filter(move |&is_pairs| is_pairs || count <= LONG)
            .map(move |is_pairs| (count, is_pairs))
    };
    for (count, is_pairs) in lengths.iter().flat_map(kinds) {
        let keys = gpu.storage("keys", count).unwrap();
        let payload = gpu.storage_from("payload", &(0..count as u32).collect::<Vec<_>>()).unwrap();
        let sort = HistoricalSort::new(gpu, ladder, &keys, is_pairs.then_some(&payload)).unwrap();
        for (kind, list) in lists(count) {
            gpu.write(&keys, &vec![POISON; count]);
            run(gpu, |pass| sort.encode(pass));
            gpu.write(&keys, &list);
            let order = reference::argsort(&list);
            let sorted = order.iter().map(|&place| list[place as usize]).collect();
            let results: Vec<_> = [sort.keys()].into_iter().chain(sort.payload()).collect();
            compare(
                gpu,
                |pass| sort.encode(pass),
                &results,
                &[sorted, order],
                POISON,
                |got, expected| got == expected,
                true,
            )
            .map_err(|wrong| {
                format!("{} of {count} keys, {kind}, pairs {is_pairs}: {wrong}", ladder.name())
            })?;
        }
    }
    Ok(())
}
