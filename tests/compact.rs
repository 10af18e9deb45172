//! Compaction, gathering and histograms against loops on the host: elements of several sizes, lengths on the GPU, poisoned targets.

mod common;

use common::monoids::{LENGTHS, bits, record};
use common::{Random, checked_gpu, gpu};
use starshell::primitives::{Compact, Gather, Histogram};

/// Elements of `N` words, each of which tells its index.
fn list<const N: usize>(count: usize) -> Vec<[u32; N]> {
    (0..count as u32).map(|index| std::array::from_fn(|word| index * 16 + word as u32)).collect()
}

fn agree<const N: usize>()
where
    [u32; N]: bytemuck::Pod,
{
    for gpu in [gpu(), checked_gpu()] {
        for &count in &LENGTHS[..LENGTHS.len() - 1] {
            let mut random = Random::new(count as u64);
            let elements = list::<N>(count);
            let source = gpu.storage_from("source", &elements).unwrap();
            let target = gpu.storage::<[u32; N]>("target", count).unwrap();
            let length = gpu.storage::<u32>("length", 1).unwrap();
            let poison = vec![[77; N]; count];
            // Flags of any kind, few and many; none and all.
            for share in [0.0, 0.1, 0.9, 1.0] {
                let flags: Vec<u32> =
                    (0..count).map(|_| if random.number() < share { bits(&mut random) | 1 } else { 0 }).collect();
                let flags_there = gpu.storage_from("flags", &flags).unwrap();
                let compact = Compact::new(&gpu, &flags_there, &source, &target, Some(&length)).unwrap();
                for part in [count, count / 3, count + 9, 0] {
                    gpu.write(&length, &[part as u32]);
                    gpu.write(&target, &poison);
                    record(&gpu, |pass| compact.record(pass));
                    let kept = |(_, flag): &(&[u32; N], &u32)| **flag != 0;
                    let mut expected: Vec<_> = elements.iter().zip(&flags).take(part).filter(kept).map(|(e, _)| *e).collect();
                    assert_eq!(gpu.read(compact.number()).unwrap(), [expected.len() as u32], "{part} of {count}, {share}");
                    expected.resize(count, [77; N]);
                    assert!(gpu.read(&target).unwrap() == expected, "{part} of {count}, {share}");
                }
            }
            // Some indices are of no element.
            let indices: Vec<u32> = (0..count).map(|_| bits(&mut random) % (count as u32 + 2)).collect();
            let indices_there = gpu.storage_from("indices", &indices).unwrap();
            let gather = Gather::new(&gpu, &indices_there, &source, &target, Some(&length)).unwrap();
            for part in [count, count / 3, count + 9] {
                gpu.write(&length, &[part as u32]);
                gpu.write(&target, &poison);
                record(&gpu, |pass| gather.record(pass));
                let chosen = |(i, &index): (usize, &u32)| match elements.get(index as usize) {
                    Some(element) if i < part => *element,
                    _ => [77; N],
                };
                let expected: Vec<_> = indices.iter().enumerate().map(chosen).collect();
                assert!(gpu.read(&target).unwrap() == expected, "gathering {part} of {count}");
            }
        }
    }
}

#[test]
fn elements_of_one_word_agree() {
    agree::<1>();
}

#[test]
fn elements_of_several_words_agree() {
    agree::<2>();
    agree::<4>();
}

#[test]
fn histograms_agree() {
    for gpu in [gpu(), checked_gpu()] {
        for &count in &LENGTHS[..LENGTHS.len() - 1] {
            let mut random = Random::new(count as u64);
            // Around what a workgroup counts in its own memory; and few values that all meet in the same bins.
            for (bins, spread) in [(1, 3), (37, 40), (4_096, 5_000), (4_097, 5_000), (100_000, 70_000), (100_000, 2)] {
                let values: Vec<u32> = (0..count).map(|_| bits(&mut random) % spread).collect();
                let values_there = gpu.storage_from("values", &values).unwrap();
                let counts = gpu.storage::<u32>("counts", bins).unwrap();
                let length = gpu.storage::<u32>("length", 1).unwrap();
                let histogram = Histogram::new(&gpu, &values_there, &counts, Some(&length)).unwrap();
                for part in [count, count / 3, count + 9, 0] {
                    gpu.write(&length, &[part as u32]);
                    gpu.write(&counts, &vec![77; bins]);
                    record(&gpu, |pass| histogram.record(pass));
                    let mut expected = vec![0; bins];
                    for &value in values.iter().take(part) {
                        if let Some(number) = expected.get_mut(value as usize) {
                            *number += 1;
                        }
                    }
                    assert!(gpu.read(&counts).unwrap() == expected, "{part} of {count} in {bins} bins");
                }
            }
        }
    }
}
