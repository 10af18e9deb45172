//! How threads meet memory: segments of global memory, and banks of workgroup memory.

use super::{Arrow, Cell, Drawing, Line, Paint, Step};

/// Threads of a subgroup in these drawings. GPUs have 32 or 64.
const THREADS: usize = 8;

pub const COALESCING: Drawing =
    Drawing { experiment: "coalescing", title: "Segments", unit: "words of stride", sizes: &[4, 1, 2, 8], steps: coalescing };

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
        let mut lines = vec![Line::new("threads", threads.collect())];
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
            lines.push(Line::new(format!("segment {segment}"), (0..SEGMENT).map(cell).collect()));
        }
        lines
    };
    let arrows = |segment: usize, is_new: bool| -> Vec<Arrow> {
        let own = (0..THREADS).filter(|thread| words[*thread] / SEGMENT == segment);
        own.map(|thread| Arrow { from: [segment + 1, words[thread] % SEGMENT], to: [0, thread], is_new }).collect()
    };
    let times = |count: usize| if count == 1 { "1 segment".to_owned() } else { format!("{count} segments") };
    let mut steps = vec![Step {
        caption: format!("{THREADS} threads each ask for one word, {stride} apart: {} of {SEGMENT} words.", times(stride)),
        lines: picture(0, 0),
        arrows: Vec::new(),
    }];
    for segment in 0..stride {
        let used = words.iter().filter(|word| **word / SEGMENT == segment).count();
        let end = if segment + 1 == stride {
            format!(" In all {} words were moved for {THREADS}: {:.0} % of them useful.", stride * SEGMENT, 100.0 / stride as f64)
        } else {
            String::new()
        };
        steps.push(Step {
            caption: format!("Memory hands out segment {segment} whole; {used} of its {SEGMENT} words are used.{end}"),
            lines: picture(segment + 1, segment + 1),
            arrows: arrows(segment, true),
        });
    }
    steps
}

pub const BANKS: Drawing =
    Drawing { experiment: "bank-conflicts", title: "Banks", unit: "words of stride", sizes: &[4, 1, 2, 8, 9], steps: banks };

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
            own.map_or_else(|| Cell::new("", Paint::Still), |thread| Cell::new(thread * stride, Paint::Changed))
        };
        vec![Line::new("threads", (0..THREADS).map(thread).collect()), Line::new("banks", (0..THREADS).map(of_bank).collect())]
    };
    let most = (0..THREADS).map(|place| (0..THREADS).filter(|thread| bank(*thread) == place).count()).max().unwrap_or(1);
    steps.push(Step {
        caption: format!(
            "Thread i wants word {stride} i, which lies in bank {stride} i mod {THREADS}. Each bank serves one word per cycle."
        ),
        lines: lines(&[], &waiting),
        arrows: waiting.iter().map(|&thread| Arrow { from: [0, thread], to: [1, bank(thread)], is_new: false }).collect(),
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
            (true, 1) => " There is no conflict.".to_owned(),
            (true, _) => format!(" A conflict of {most}: {most} times as long as without."),
            (false, _) => format!(" {} wait.", waiting.len()),
        };
        steps.push(Step {
            caption: format!("Cycle {cycle}: {} of {THREADS} threads get their words.{end}", served.len()),
            lines: lines(&served, &waiting),
            arrows: served.iter().map(|&thread| Arrow { from: [1, bank(thread)], to: [0, thread], is_new: true }).collect(),
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
        assert_eq!([1, 2, 4, 8, 9].map(|stride| banks(stride).len() - 1), [1, 2, 4, 8, 1], "nine is odd: padding helps");
    }
}
