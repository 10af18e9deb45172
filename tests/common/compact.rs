//! Compares compaction, gathering and histograms with loops on the host. The real kernels pass;
//! deliberately wrong ones must not. Includes lengths on the GPU and poisoned targets.

use starshell::gpu::{Gpu, tuned};
use starshell::primitives::kernels::COMPACT_BY_SUBGROUPS;
use starshell::primitives::{
    Compact, CompactPlan, Gather, Histogram, HistogramPlan, Kept, NOT_ZERO, POSITIVE_F32,
    POSITIVE_I32, Predicate,
};

use super::Random;
use super::monoids::{bits, encode};

/// Initial contents of targets.
const POISON: u32 = 77;

/// Elements of `N` words, each of which identifies its index.
fn list<const N: usize>(count: usize) -> Vec<[u32; N]> {
    (0..count as u32).map(|index| std::array::from_fn(|word| index * 16 + word as u32)).collect()
}

/// Compares compactions of elements of `N` words.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_compact<const N: usize>(
    gpu: &Gpu,
    plan: CompactPlan,
    lengths: &[usize],
) -> Result<(), String>
where
    [u32; N]: bytemuck::Pod,
{
    for &count in lengths {
        let mut random = Random::new(count as u64);
        let elements = list::<N>(count);
        let source = gpu.storage_from("source", &elements).unwrap();
        let target = gpu.storage::<[u32; N]>("target", count).unwrap();
        let length = gpu.storage::<u32>("length", 1).unwrap();
        // Flags of several densities, none and all included.
        for share in [0.0, 0.1, 0.9, 1.0] {
            let flags: Vec<u32> = (0..count)
                .map(|_| if random.number() < share { bits(&mut random) | 1 } else { 0 })
                .collect();
            let flags_there = gpu.storage_from("flags", &flags).unwrap();
            let kept = Kept::ByFlags(&flags_there);
            let compact =
                Compact::with_plan(gpu, plan, kept, &source, &target, Some(&length)).unwrap();
            for part in [count, count / 3, count + 9, 0] {
                gpu.write(&length, &[part as u32]);
                gpu.write(&target, &vec![[POISON; N]; count]);
                encode(gpu, |pass| compact.encode(pass));
                let what =
                    || format!("{plan:?}: {share} of {part} of {count} elements of {N} words");
                let kept = |(_, flag): &(&[u32; N], &u32)| **flag != 0;
                let mut expected: Vec<_> =
                    elements.iter().zip(&flags).take(part).filter(kept).map(|(e, _)| *e).collect();
                let number = gpu.read(compact.number()).unwrap()[0];
                if number as usize != expected.len() {
                    return Err(format!("{}: {number} are kept, not {}", what(), expected.len()));
                }
                expected.resize(count, [POISON; N]);
                same(&gpu.read(&target).unwrap(), &expected)
                    .map_err(|wrong| format!("{}: {wrong}", what()))?;
            }
        }
    }
    Ok(())
}

/// Compares compactions of numbers by each predicate.
///
/// # Errors
/// As [`compare_compact`].
pub fn compare_predicates(gpu: &Gpu, plan: CompactPlan, lengths: &[usize]) -> Result<(), String> {
    /// Floats and integers around 0, and at the ends of their ranges.
    const CORNERS: [u32; 8] =
        [0, 1, 0x8000_0000, 0x8000_0001, 0x7f80_0000, 0xff80_0000, 0x7fff_ffff, u32::MAX];
    type OnHost = fn(u32) -> bool;
    let predicates: [(Predicate, OnHost); 3] = [
        (NOT_ZERO, |word| word != 0),
        (POSITIVE_I32, |word| word as i32 > 0),
        (POSITIVE_F32, |word| f32::from_bits(word) > 0.0),
    ];
    for &count in lengths {
        let mut random = Random::new(count as u64);
        let mut word = || {
            if random.number() < 0.5 {
                bits(&mut random)
            } else {
                CORNERS[bits(&mut random) as usize % 8]
            }
        };
        let words: Vec<u32> = (0..count).map(|_| word()).collect();
        let source = gpu.storage_from("source", &words).unwrap();
        let target = gpu.storage::<u32>("target", count).unwrap();
        let length = gpu.storage::<u32>("length", 1).unwrap();
        for (predicate, is_kept) in predicates {
            let compact = Compact::with_plan(
                gpu,
                plan,
                Kept::ByPredicate(predicate),
                &source,
                &target,
                Some(&length),
            )
            .unwrap();
            for part in [count, count / 3] {
                gpu.write(&length, &[part as u32]);
                gpu.write(&target, &vec![POISON; count]);
                encode(gpu, |pass| compact.encode(pass));
                let mut expected: Vec<u32> =
                    words[..part].iter().copied().filter(|&word| is_kept(word)).collect();
                let what = || format!("{plan:?}, {predicate:?}: {part} of {count} numbers");
                same(&gpu.read(compact.number()).unwrap(), &[expected.len() as u32])
                    .map_err(|wrong| format!("{}: {wrong}", what()))?;
                expected.resize(count, POISON);
                same(&gpu.read(&target).unwrap(), &expected)
                    .map_err(|wrong| format!("{}: {wrong}", what()))?;
            }
        }
    }
    Ok(())
}

/// The single pass, with the tuning for this adapter and with stalled workgroups. There is one on
/// every adapter whose subgroups have one of these sizes.
pub fn single_passes(gpu: &Gpu) -> Vec<CompactPlan> {
    let Some(plan) = CompactPlan::single_pass(gpu) else {
        assert!(
            ![8, 16, 32].map(Some).contains(&gpu.subgroup_size()),
            "subgroups of {:?}",
            gpu.subgroup_size()
        );
        return Vec::new();
    };
    let tunings = COMPACT_BY_SUBGROUPS.tunings.iter();
    let here = tunings.filter(|tuning| tuned(tuning, "LANES") == gpu.subgroup_size());
    here.map(|&tuning| CompactPlan { tuning, ..plan }).collect()
}

/// Compares gatherings of elements of `N` words, some with indices out of range.
///
/// # Errors
/// As [`compare_compact`].
pub fn compare_gather<const N: usize>(gpu: &Gpu, lengths: &[usize]) -> Result<(), String>
where
    [u32; N]: bytemuck::Pod,
{
    for &count in lengths {
        let mut random = Random::new(count as u64);
        let elements = list::<N>(count);
        let source = gpu.storage_from("source", &elements).unwrap();
        let target = gpu.storage::<[u32; N]>("target", count).unwrap();
        let length = gpu.storage::<u32>("length", 1).unwrap();
        let indices: Vec<u32> =
            (0..count).map(|_| bits(&mut random) % (count as u32 + 2)).collect();
        let indices_there = gpu.storage_from("indices", &indices).unwrap();
        let gather = Gather::new(gpu, &indices_there, &source, &target, Some(&length)).unwrap();
        for part in [count, count / 3, count + 9] {
            gpu.write(&length, &[part as u32]);
            gpu.write(&target, &vec![[POISON; N]; count]);
            encode(gpu, |pass| gather.encode(pass));
            let chosen = |(i, &index): (usize, &u32)| match elements.get(index as usize) {
                Some(element) if i < part => *element,
                _ => [POISON; N],
            };
            let expected: Vec<_> = indices.iter().enumerate().map(chosen).collect();
            same(&gpu.read(&target).unwrap(), &expected).map_err(|wrong| {
                format!("by {part} of {count} indices, elements of {N} words: {wrong}")
            })?;
        }
    }
    Ok(())
}

/// Compares histograms.
///
/// # Errors
/// As [`compare_compact`].
pub fn compare_histogram(gpu: &Gpu, plan: HistogramPlan, lengths: &[usize]) -> Result<(), String> {
    for &count in lengths {
        let mut random = Random::new(count as u64);
        // Numbers of bins around the limit for workgroup memory, and few values that all fall into
        // the same bins.
        for (bins, spread) in [
            (1, 3),
            (37, 40),
            (256, 256),
            (4_096, 5_000),
            (4_097, 5_000),
            (100_000, 70_000),
            (100_000, 2),
        ] {
            let values: Vec<u32> = (0..count).map(|_| bits(&mut random) % spread).collect();
            let values_there = gpu.storage_from("values", &values).unwrap();
            let counts = gpu.storage::<u32>("counts", bins).unwrap();
            let length = gpu.storage::<u32>("length", 1).unwrap();
            let histogram =
                Histogram::with_plan(gpu, plan, &values_there, &counts, Some(&length)).unwrap();
            for part in [count, count / 3, count + 9, 0] {
                gpu.write(&length, &[part as u32]);
                gpu.write(&counts, &vec![POISON; bins]);
                encode(gpu, |pass| histogram.encode(pass));
                let mut expected = vec![0; bins];
                for &value in values.iter().take(part) {
                    if let Some(number) = expected.get_mut(value as usize) {
                        *number += 1;
                    }
                }
                same(&gpu.read(&counts).unwrap(), &expected).map_err(|wrong| {
                    format!("{part} of {count} values below {spread} in {bins} bins: {wrong}")
                })?;
            }
        }
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(got: &[T], expected: &[T]) -> Result<(), String> {
    let wrong = (0..expected.len()).find(|&i| got[i] != expected[i]);
    wrong.map_or(Ok(()), |i| Err(format!("number {i} is {:?}, not {:?}", got[i], expected[i])))
}
