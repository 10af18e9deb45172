//! How threads meet memory: segments of global memory, and banks of workgroup memory.

use super::{Arrow, Cell, Drawing, Line, Paint, Step};
use crate::words::say;

/// Threads of a subgroup in these drawings. GPUs have 32 or 64.
const THREADS: usize = 8;

pub const COALESCING: Drawing = Drawing {
    experiment: "coalescing",
    name: "segments",
    unit: "words of stride",
    sizes: &[4, 1, 2, 8],
    steps: coalescing,
};

fn coalescing(stride: usize) -> Vec<Step> {
    // A segment is what memory hands out at once: 8 words here, 32 bytes on most GPUs.
    const SEGMENT: usize = 8;
    let words: Vec<usize> = (0..THREADS).map(|thread| thread * stride).collect();
    let segments: Vec<usize> = (0..stride).collect();
    let picture = |fetched: usize, done: usize| {
        let threads = (0..THREADS).map(|thread| {
            let paint = match words[thread] / SEGMENT {
                segment if segment < done => Paint::Changed,
                _ => Paint::Waiting,
            };
            Cell::new(thread, paint)
        });
        let mut lines = vec![Line::new(say!("line-threads"), threads.collect())];
        for &segment in &segments {
            let cell = |place: usize| {
                let word = segment * SEGMENT + place;
                let paint = match () {
                    () if segment + 1 == fetched && words.contains(&word) => Paint::Changed,
                    () if segment < fetched && words.contains(&word) => Paint::Read,
                    () if segment < fetched => Paint::Waiting,
                    () => Paint::Still,
                };
                Cell::new(word, paint)
            };
            lines.push(Line::new(
                say!("line-segment", segment = segment),
                (0..SEGMENT).map(cell).collect(),
            ));
        }
        lines
    };
    let arrows = |segment: usize, is_new: bool| -> Vec<Arrow> {
        let own = (0..THREADS).filter(|thread| words[*thread] / SEGMENT == segment);
        own.map(|thread| Arrow {
            from: [segment + 1, words[thread] % SEGMENT],
            to: [0, thread],
            is_new,
        })
        .collect()
    };
    let mut steps = vec![Step {
        caption: say!("step-coalescing", threads = THREADS, stride = stride, words = SEGMENT),
        lines: picture(0, 0),
        arrows: Vec::new(),
    }];
    for segment in 0..stride {
        let used = words.iter().filter(|word| **word / SEGMENT == segment).count();
        let end = (segment + 1 == stride).then(|| {
            let percent = format!("{:.0}", 100.0 / stride as f64);
            say!("step-words-moved", moved = stride * SEGMENT, threads = THREADS, percent = percent)
        });
        steps.push(Step {
            caption: say!("step-segment", segment = segment, used = used, words = SEGMENT).and(end),
            lines: picture(segment + 1, segment + 1),
            arrows: arrows(segment, true),
        });
    }
    steps
}

pub const BANKS: Drawing = Drawing {
    experiment: "bank-conflicts",
    name: "banks",
    unit: "words of stride",
    sizes: &[4, 1, 2, 8, 9],
    steps: banks,
};

fn banks(stride: usize) -> Vec<Step> {
    // As many banks as threads, each of which serves one word per cycle.
    let bank = |thread: usize| thread * stride % THREADS;
    let mut waiting: Vec<usize> = (0..THREADS).collect();
    let mut steps = Vec::new();
    let lines = |served: &[usize], waiting: &[usize]| {
        let thread = |thread: usize| {
            let paint = match () {
                () if served.contains(&thread) => Paint::Changed,
                () if waiting.contains(&thread) => Paint::Waiting,
                () => Paint::Empty,
            };
            Cell::new(thread, paint)
        };
        let of_bank = |place: usize| {
            let own = served.iter().copied().find(|thread| bank(*thread) == place);
            own.map_or_else(
                || Cell::new("", Paint::Still),
                |thread| Cell::new(thread * stride, Paint::Changed),
            )
        };
        vec![
            Line::new(say!("line-threads"), (0..THREADS).map(thread).collect()),
            Line::new(say!("line-banks"), (0..THREADS).map(of_bank).collect()),
        ]
    };
    let most = (0..THREADS)
        .map(|place| (0..THREADS).filter(|thread| bank(*thread) == place).count())
        .max()
        .unwrap_or(1);
    steps.push(Step {
        caption: say!("step-banks", stride = stride, threads = THREADS),
        lines: lines(&[], &waiting),
        arrows: waiting
            .iter()
            .map(|&thread| Arrow { from: [0, thread], to: [1, bank(thread)], is_new: false })
            .collect(),
    });
    for cycle in 1..=most {
        let mut served: Vec<usize> = Vec::new();
        for &thread in &waiting {
            if !served.iter().any(|other| bank(*other) == bank(thread)) {
                served.push(thread);
            }
        }
        waiting.retain(|thread| !served.contains(thread));
        let end = match (waiting.is_empty(), most) {
            (true, 1) => say!("step-no-conflict"),
            (true, _) => say!("step-conflict", most = most),
            (false, _) => say!("step-wait", count = waiting.len()),
        };
        steps.push(Step {
            caption: say!(
                "step-bank-cycle",
                cycle = cycle,
                served = served.len(),
                threads = THREADS
            )
            .and(end),
            lines: lines(&served, &waiting),
            arrows: served
                .iter()
                .map(|&thread| Arrow { from: [1, bank(thread)], to: [0, thread], is_new: true })
                .collect(),
        });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_strides_take_more_segments_and_even_ones_more_cycles() {
        assert_eq!([1, 2, 4, 8].map(|stride| coalescing(stride).len() - 1), [1, 2, 4, 8]);
        assert_eq!(
            [1, 2, 4, 8, 9].map(|stride| banks(stride).len() - 1),
            [1, 2, 4, 8, 1],
            "nine is odd: padding helps"
        );
    }
}
