//! Reference for reductions and scans: loops on the host over elements whose combination is exact
//! in any grouping, so every result must match bit for bit.

use std::fmt::Debug;

use starshell::gpu::{Gpu, Part};
use starshell::primitives::{
    Bounds, Monoid, Reduce, ReducePlan, Scan, ScanForm, ScanKind, ScanPlan, ScanRequest,
};

use super::Random;

/// Lengths around a subgroup, a workgroup and a tile, and beyond what one workgroup handles.
pub const LENGTHS: &[usize] =
    &[0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 4095, 4096, 4097, 8193, 65_537, 300_007];

/// A monoid and its counterpart on the host.
pub struct Case<T: 'static> {
    pub name: &'static str,
    pub monoid: Monoid<T>,
    pub identity: T,
    pub combine: fn(T, T) -> T,
    pub element: fn(&mut Random) -> T,
    /// Initial contents of scratch and results, which no operator can hide.
    pub poison: T,
}

/// Maps x -> a x + b modulo 2^32, whose composition does not commute, declared as a user would
/// declare them.
pub const COMPOSE: Monoid<[u32; 2]> = Monoid::new(&[Part {
    path: "tests/compose.wgsl",
    source: "alias Element = vec2u;
fn identity() -> vec2u {
    return vec2u(1u, 0u);
}
fn combine(f: vec2u, g: vec2u) -> vec2u {
    return vec2u(f.x * g.x, g.x * f.y + g.y);
}
",
}]);

/// The last number that is not zero: an operator on numbers that does not commute.
pub const LAST: Monoid<u32> = Monoid::new(&[Part {
    path: "tests/last.wgsl",
    source: "alias Element = u32;
fn identity() -> u32 {
    return 0u;
}
fn combine(a: u32, b: u32) -> u32 {
    return select(b, a, b == 0u);
}
",
}])
.number();

/// A number with few bits, so that sums of a million are exact in single precision.
pub fn small(random: &mut Random) -> f64 {
    (random.number() * 17.0).floor() - 8.0
}

/// Random bits.
pub fn bits(random: &mut Random) -> u32 {
    (random.number() * 4_294_967_296.0) as u32
}

pub fn compose() -> Case<[u32; 2]> {
    Case {
        name: "composition",
        monoid: COMPOSE,
        identity: [1, 0],
        combine: |f, g| [f[0].wrapping_mul(g[0]), g[0].wrapping_mul(f[1]).wrapping_add(g[1])],
        element: |random| [bits(random) | 1, bits(random)],
        poison: [7, 0xdead_beef],
    }
}

pub fn last() -> Case<u32> {
    Case {
        name: "last",
        monoid: LAST,
        identity: 0,
        combine: |a, b| if b == 0 { a } else { b },
        // Half of them are zero.
        element: |random| if random.number() < 0.5 { 0 } else { bits(random) },
        poison: 77,
    }
}

pub fn bounds(monoid: Monoid<Bounds>) -> Case<Bounds> {
    Case {
        name: "bounds",
        monoid,
        identity: Bounds { low: [f32::INFINITY; 4], high: [f32::NEG_INFINITY; 4] },
        combine: |a, b| Bounds {
            low: std::array::from_fn(|i| a.low[i].min(b.low[i])),
            high: std::array::from_fn(|i| a.high[i].max(b.high[i])),
        },
        element: |random| {
            let corner: [f32; 4] = std::array::from_fn(|_| random.number() as f32 - 0.5);
            Bounds { low: corner, high: corner.map(|x| x + 0.25) }
        },
        poison: Bounds { low: [-1e30; 4], high: [1e30; 4] },
    }
}

impl<T: bytemuck::Pod + Debug> Case<T> {
    pub fn list(&self, count: usize) -> Vec<T> {
        let mut random = Random::new(count as u64 + 1);
        (0..count).map(|_| (self.element)(&mut random)).collect()
    }

    fn folded(&self, list: &[T]) -> T {
        list.iter().fold(self.identity, |sum, &element| (self.combine)(sum, element))
    }

    fn scanned(&self, kind: ScanKind, keys: Option<&[u32]>, list: &[T]) -> Vec<T> {
        let mut running = self.identity;
        let scan = list.iter().enumerate().map(|(index, &element)| {
            if keys.is_some_and(|keys| index > 0 && keys[index] != keys[index - 1]) {
                running = self.identity;
            }
            let before = running;
            running = (self.combine)(running, element);
            if kind == ScanKind::Inclusive { running } else { before }
        });
        scan.collect()
    }

    /// Compares the reduction with the loop: of all elements, and of as many as a length on the GPU
    /// says.
    ///
    /// # Errors
    /// A sentence about the first mismatch.
    pub fn compare_reduce(
        &self,
        gpu: &Gpu,
        plan: ReducePlan,
        more: &[(&'static str, u32)],
        lengths: &[usize],
    ) -> Result<(), String> {
        for &count in lengths {
            let list = self.list(count);
            let source = gpu.storage("source", count).unwrap();
            let length = gpu.storage::<u32>("length", 1).unwrap();
            let reduce = Reduce::with_plan(gpu, plan, more, &source, Some(&length)).unwrap();
            let run = |part: usize| {
                gpu.write(&length, &[part as u32]);
                gpu.write(reduce.result(), &[self.poison]);
                encode(gpu, |pass| reduce.encode(pass));
                gpu.read(reduce.result()).unwrap()[0]
            };
            // Reducing nothing but poison fills the scratch with poison.
            gpu.write(&source, &vec![self.poison; count]);
            run(count);
            gpu.write(&source, &list);
            for part in [count, count / 2, count + 7] {
                let (got, expected) = (run(part), self.folded(&list[..part.min(count)]));
                if bytemuck::bytes_of(&got) != bytemuck::bytes_of(&expected) {
                    return Err(format!(
                        "{} of {part} of {count}, {:?}: {got:?}, not {expected:?}",
                        self.name, plan.tuning
                    ));
                }
            }
        }
        Ok(())
    }

    /// Compares scans of both kinds with the loop, of all elements and of a part; the rest must
    /// stay unchanged.
    ///
    /// # Errors
    /// As [`Case::compare_reduce`].
    pub fn compare_scan(
        &self,
        gpu: &Gpu,
        plan: ScanPlan,
        ScanForm { is_by_key, is_in_place }: ScanForm,
        lengths: &[usize],
    ) -> Result<(), String> {
        for &count in lengths {
            let list = self.list(count);
            let mut random = Random::new(count as u64);
            // Segments of one element, of several, and of thousands.
            let mut key = 0;
            let step = |random: &mut Random, index: usize| {
                f64::from(u8::from(
                    random.number() < [1.0, 0.3, 1e-3][index * 3 / count.max(1) % 3],
                ))
            };
            let keys: Vec<u32> = (0..count)
                .map(|index| {
                    key += step(&mut random, index) as u32;
                    key
                })
                .collect();
            let keys_there = gpu.storage_from("keys", &keys).unwrap();
            let source = gpu.storage("source", count).unwrap();
            let other = gpu.storage("target", count).unwrap();
            let target = if is_in_place { &source } else { &other };
            let length = gpu.storage::<u32>("length", 1).unwrap();
            for kind in [ScanKind::Inclusive, ScanKind::Exclusive] {
                let mut request = ScanRequest::new(kind, &source, target).with_length(&length);
                if is_by_key {
                    request = request.by_key(&keys_there);
                }
                let scan = Scan::with_plan(gpu, plan, request).unwrap();
                for part in [count, count / 3, count + 5] {
                    gpu.write(&length, &[part as u32]);
                    gpu.write(&other, &vec![self.poison; count]);
                    gpu.write(&source, &list);
                    encode(gpu, |pass| scan.encode(pass));
                    let got = gpu.read(target).unwrap();
                    let part = part.min(count);
                    let mut expected =
                        self.scanned(kind, is_by_key.then_some(&keys[..part]), &list[..part]);
                    expected.extend(
                        list[part..]
                            .iter()
                            .map(|&element| if is_in_place { element } else { self.poison }),
                    );
                    let wrong = (0..count)
                        .find(|&i| bytemuck::bytes_of(&got[i]) != bytemuck::bytes_of(&expected[i]));
                    if let Some(i) = wrong {
                        let what = format!(
                            "{} of {part} of {count}, {kind:?}, {:?}",
                            self.name, plan.tuning
                        );
                        return Err(format!(
                            "{what}, by key {is_by_key}, in place {is_in_place}: {i} is {:?}, not {:?}",
                            got[i], expected[i]
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Submits what `pass` encodes, and waits.
pub fn encode(gpu: &Gpu, pass: impl FnOnce(&mut wgpu::ComputePass)) {
    let mut encoder = gpu.encoder("test");
    pass(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    gpu.wait().unwrap();
}
