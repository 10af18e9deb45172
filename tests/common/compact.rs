//! Compares compaction, gathering and histograms with loops on the host. The real kernels pass; deliberately wrong ones must
//! not. Includes lengths on the GPU and poisoned targets.

use starshell::gpu::Gpu;
use starshell::primitives::{Compact, Gather, Histogram};

use super::Random;
use super::monoids::{bits, record};

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
pub fn compare_compact<const N: usize>(gpu: &Gpu, lengths: &[usize]) -> Result<(), String>
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
            let flags: Vec<u32> = (0..count).map(|_| if random.number() < share { bits(&mut random) | 1 } else { 0 }).collect();
            let flags_there = gpu.storage_from("flags", &flags).unwrap();
            let compact = Compact::new(gpu, &flags_there, &source, &target, Some(&length)).unwrap();
            for part in [count, count / 3, count + 9, 0] {
                gpu.write(&length, &[part as u32]);
                gpu.write(&target, &vec![[POISON; N]; count]);
                record(gpu, |pass| compact.record(pass));
                let what = || format!("{share} of {part} of {count} elements of {N} words");
                let kept = |(_, flag): &(&[u32; N], &u32)| **flag != 0;
                let mut expected: Vec<_> = elements.iter().zip(&flags).take(part).filter(kept).map(|(e, _)| *e).collect();
                let number = gpu.read(compact.number()).unwrap()[0];
                if number as usize != expected.len() {
                    return Err(format!("{}: {number} are kept, not {}", what(), expected.len()));
                }
                expected.resize(count, [POISON; N]);
                same(&gpu.read(&target).unwrap(), &expected).map_err(|wrong| format!("{}: {wrong}", what()))?;
            }
        }
    }
    Ok(())
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
        let indices: Vec<u32> = (0..count).map(|_| bits(&mut random) % (count as u32 + 2)).collect();
        let indices_there = gpu.storage_from("indices", &indices).unwrap();
        let gather = Gather::new(gpu, &indices_there, &source, &target, Some(&length)).unwrap();
        for part in [count, count / 3, count + 9] {
            gpu.write(&length, &[part as u32]);
            gpu.write(&target, &vec![[POISON; N]; count]);
            record(gpu, |pass| gather.record(pass));
            let chosen = |(i, &index): (usize, &u32)| match elements.get(index as usize) {
                Some(element) if i < part => *element,
                _ => [POISON; N],
            };
            let expected: Vec<_> = indices.iter().enumerate().map(chosen).collect();
            same(&gpu.read(&target).unwrap(), &expected)
                .map_err(|wrong| format!("by {part} of {count} indices, elements of {N} words: {wrong}"))?;
        }
    }
    Ok(())
}

/// Compares histograms.
///
/// # Errors
/// As [`compare_compact`].
pub fn compare_histogram(gpu: &Gpu, lengths: &[usize]) -> Result<(), String> {
    for &count in lengths {
        let mut random = Random::new(count as u64);
        // Numbers of bins around the limit for workgroup memory, and few values that all fall into the same bins.
        for (bins, spread) in [(1, 3), (37, 40), (4_096, 5_000), (4_097, 5_000), (100_000, 70_000), (100_000, 2)] {
            let values: Vec<u32> = (0..count).map(|_| bits(&mut random) % spread).collect();
            let values_there = gpu.storage_from("values", &values).unwrap();
            let counts = gpu.storage::<u32>("counts", bins).unwrap();
            let length = gpu.storage::<u32>("length", 1).unwrap();
            let histogram = Histogram::new(gpu, &values_there, &counts, Some(&length)).unwrap();
            for part in [count, count / 3, count + 9, 0] {
                gpu.write(&length, &[part as u32]);
                gpu.write(&counts, &vec![POISON; bins]);
                record(gpu, |pass| histogram.record(pass));
                let mut expected = vec![0; bins];
                for &value in values.iter().take(part) {
                    if let Some(number) = expected.get_mut(value as usize) {
                        *number += 1;
                    }
                }
                same(&gpu.read(&counts).unwrap(), &expected)
                    .map_err(|wrong| format!("{part} of {count} values below {spread} in {bins} bins: {wrong}"))?;
            }
        }
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(got: &[T], expected: &[T]) -> Result<(), String> {
    let wrong = (0..expected.len()).find(|&i| got[i] != expected[i]);
    wrong.map_or(Ok(()), |i| Err(format!("number {i} is {:?}, not {:?}", got[i], expected[i])))
}
