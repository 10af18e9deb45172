//! How a GPU works: lanes in step, workgroups on processors, queues.

use super::{Arrow, Cell, Drawing, Line, Paint, Step};
use crate::words::{Text, say};

/// Threads of a subgroup in these drawings.
const LANES: usize = 8;

pub const DIVERGENCE: Drawing = Drawing {
    experiment: "divergence",
    name: "lanes",
    unit: "paths",
    sizes: &[4, 1, 2, 8],
    steps: divergence,
};

fn divergence(paths: usize) -> Vec<Step> {
    let lanes: Vec<usize> = (0..LANES).collect();
    let mut lines = vec![Line::from_label(say!("line-lanes"), &lanes, |_| Paint::Still)];
    let what = if paths == 1 { say!("step-same-path") } else { say!("step-paths", paths = paths) };
    let mut steps = vec![Step {
        caption: say!("step-divergence", lanes = LANES, what = what),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    for path in 0..paths {
        let is_on = |lane: usize| lane % paths == path;
        let cells = (0..LANES).map(|lane| match is_on(lane) {
            true => Cell::new(char::from(b'A' + path as u8), Paint::Changed),
            false => Cell::new("", Paint::Waiting),
        });
        lines.push(Line::new(say!("line-time", time = path + 1), cells.collect()));
        let end = match paths {
            1 => Some(say!("step-nothing-lost")),
            _ => (path + 1 == paths).then(|| say!("step-took", paths = paths)),
        };
        let (letter, at_work) = (char::from(b'A' + path as u8), LANES / paths);
        let caption =
            say!("step-path", path = letter, lanes = at_work, waiting = LANES - at_work).and(end);
        steps.push(Step { caption, lines: lines.clone(), arrows: Vec::new() });
    }
    steps
}

pub const OCCUPANCY: Drawing = Drawing {
    experiment: "occupancy",
    name: "waiting",
    unit: "subgroups",
    sizes: &[2, 1, 4, 8],
    steps: occupancy,
};

fn occupancy(groups: usize) -> Vec<Step> {
    // One cycle of work, then this long until memory answers.
    const LATENCY: usize = 5;
    const CYCLES: usize = 16;
    let mut ready = vec![0; groups];
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new(); groups + 1];
    let mut busy = 0;
    let mut steps = Vec::new();
    for cycle in 0..CYCLES {
        let at_work =
            (0..groups).filter(|group| ready[*group] <= cycle).min_by_key(|group| ready[*group]);
        if let Some(group) = at_work {
            (ready[group], busy) = (cycle + 1 + LATENCY, busy + 1);
        }
        for (group, row) in rows[..groups].iter_mut().enumerate() {
            row.push(match () {
                () if Some(group) == at_work => Cell::new("", Paint::Changed),
                () if ready[group] > cycle => Cell::new("", Paint::Waiting),
                () => Cell::new("", Paint::Still),
            });
        }
        rows[groups]
            .push(Cell::new("", if at_work.is_some() { Paint::Changed } else { Paint::Empty }));
        let mut lines: Vec<Line> = (0..groups)
            .map(|group| Line::new(say!("line-subgroup", group = group), rows[group].clone()))
            .collect();
        lines.push(Line::new(say!("line-processor"), rows[groups].clone()));
        let percent = 100 * busy / (cycle + 1);
        let caption = match at_work {
            Some(group) => {
                say!("step-at-work", cycle = cycle + 1, group = group, latency = LATENCY)
            }
            None => say!("step-idle", cycle = cycle + 1),
        };
        let caption = caption.and(say!("step-busy", percent = percent));
        steps.push(Step { caption, lines, arrows: Vec::new() });
    }
    steps
}

pub const BLOCKS: Drawing = Drawing {
    experiment: "block-scaling",
    name: "waves",
    unit: "workgroups",
    sizes: &[10, 3, 4, 5, 8, 16],
    steps: blocks,
};

fn blocks(count: usize) -> Vec<Step> {
    const PROCESSORS: usize = 4;
    let waves = count.div_ceil(PROCESSORS);
    let mut lines =
        vec![Line::from_label(say!("line-processors"), &["0", "1", "2", "3"], |_| Paint::Still)];
    let mut steps = vec![Step {
        caption: say!("step-waves", count = count, processors = PROCESSORS),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    for wave in 0..waves {
        let cells = (0..PROCESSORS).map(|processor| match wave * PROCESSORS + processor {
            group if group < count => Cell::new(group, Paint::Changed),
            _ => Cell::new("", Paint::Empty),
        });
        lines.push(Line::new(say!("line-wave", wave = wave + 1), cells.collect()));
        let idle = ((wave + 1) * PROCESSORS).saturating_sub(count);
        let idle = (idle > 0).then(|| say!("step-processors-idle", idle = idle));
        let caption = say!("step-wave", wave = wave + 1, waves = waves).and(idle);
        let caption = caption.and(say!("step-new-wave", groups = waves * PROCESSORS));
        steps.push(Step { caption, lines: lines.clone(), arrows: Vec::new() });
    }
    steps
}

pub const ATOMICS: Drawing = Drawing {
    experiment: "atomics",
    name: "queue",
    unit: "addresses",
    sizes: &[1, 2, 4, 8],
    steps: atomics,
};

fn atomics(addresses: usize) -> Vec<Step> {
    let place = |thread: usize| thread % addresses;
    let mut waiting: Vec<usize> = (0..LANES).collect();
    let mut values = vec![0; addresses];
    let lines = |served: &[usize], waiting: &[usize], values: &[usize]| {
        let thread = |thread: usize| {
            let paint = match () {
                () if served.contains(&thread) => Paint::Changed,
                () if waiting.contains(&thread) => Paint::Waiting,
                () => Paint::Empty,
            };
            Cell::new(thread, paint)
        };
        let is_changed = |at: usize| {
            if served.iter().any(|thread| place(*thread) == at) {
                Paint::Changed
            } else {
                Paint::Still
            }
        };
        vec![
            Line::new(say!("line-threads"), (0..LANES).map(thread).collect()),
            Line::from_label(say!("line-memory"), values, is_changed),
        ]
    };
    let mut steps = vec![Step {
        caption: match addresses {
            1 => say!("step-one-address", threads = LANES),
            _ => say!("step-addresses", threads = LANES, addresses = addresses),
        },
        lines: lines(&[], &waiting, &values),
        arrows: waiting
            .iter()
            .map(|&thread| Arrow { from: [0, thread], to: [1, place(thread)], is_new: false })
            .collect(),
    }];
    let mut turn = 0_usize;
    while !waiting.is_empty() {
        turn += 1;
        let mut served: Vec<usize> = Vec::new();
        for &thread in &waiting {
            if !served.iter().any(|other| place(*other) == place(thread)) {
                served.push(thread);
            }
        }
        waiting.retain(|thread| !served.contains(thread));
        served.iter().for_each(|thread| values[place(*thread)] += 1);
        let end = match waiting.len() {
            0 => say!("step-done", turns = turn),
            count => say!("step-wait", count = count),
        };
        steps.push(Step {
            caption: say!("step-turn", turn = turn, served = served.len()).and(end),
            lines: lines(&served, &waiting, &values),
            arrows: served
                .iter()
                .map(|&thread| Arrow { from: [0, thread], to: [1, place(thread)], is_new: true })
                .collect(),
        });
    }
    steps
}

pub const LAUNCHES: Drawing = Drawing {
    experiment: "launches",
    name: "dispatches",
    unit: "dispatches",
    sizes: &[4, 1, 2, 8],
    steps: launches,
};

fn launches(count: usize) -> Vec<Step> {
    // The same work in this many parts, each of which has to be started and drained.
    const WORK: usize = 8;
    const START: usize = 1;
    let each = WORK / count;
    let mut row = Vec::new();
    let picture = |row: &[Cell]| {
        let mut cells = row.to_vec();
        cells.resize(WORK * (1 + START), Cell::new("", Paint::Empty));
        vec![Line::new("GPU".into(), cells)]
    };
    let mut steps = vec![Step {
        caption: say!("step-dispatches", work = WORK, count = count),
        lines: picture(&row),
        arrows: Vec::new(),
    }];
    for dispatch in 1..=count {
        row.extend((0..START).map(|_| Cell::new("", Paint::Waiting)));
        row.extend((0..each).map(|_| Cell::new(dispatch, Paint::Changed)));
        let end = (dispatch == count)
            .then(|| say!("step-in-all", moments = row.len(), starting = count * START));
        let caption =
            say!("step-dispatch", dispatch = dispatch, count = count, each = each).and(end);
        steps.push(Step { caption, lines: picture(&row), arrows: Vec::new() });
    }
    steps
}

pub const COPIES: Drawing =
    Drawing { experiment: "copies", name: "copies", unit: "blocks", sizes: &[4, 8], steps: copies };

fn copies(blocks: usize) -> Vec<Step> {
    let picture = |staged: usize, moved: usize| {
        let line = |label: Text, from: usize, to: usize, paint: Paint| {
            let cell = |block: usize| match block {
                block if block + 1 == to && from < to => Cell::new(block, paint),
                block if block < to => Cell::new(block, Paint::Still),
                _ => Cell::new("", Paint::Empty),
            };
            Line::new(label, (0..blocks).map(cell).collect())
        };
        vec![
            line(say!("line-host-memory"), blocks, blocks, Paint::Still),
            line(say!("line-staging-memory"), 0, staged, Paint::Changed),
            line(say!("line-gpu-memory"), 0, moved, Paint::Changed),
        ]
    };
    let mut steps =
        vec![Step { caption: say!("step-copies"), lines: picture(0, 0), arrows: Vec::new() }];
    for turn in 1..=blocks + 1 {
        let (staged, moved) = (turn.min(blocks), turn - 1);
        let mut arrows = Vec::new();
        if turn <= blocks {
            arrows.push(Arrow { from: [0, turn - 1], to: [1, turn - 1], is_new: true });
        }
        if moved > 0 {
            arrows.push(Arrow { from: [1, moved - 1], to: [2, moved - 1], is_new: true });
        }
        let caption = match turn {
            1 => say!("step-first-block"),
            turn if turn <= blocks => {
                say!("step-two-blocks", moved = moved - 1, staged = staged - 1)
            }
            _ => say!("step-last-block"),
        };
        steps.push(Step { caption, lines: picture(staged, moved), arrows });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_model() {
        assert_eq!([1, 2, 4, 8].map(|paths| divergence(paths).len() - 1), [1, 2, 4, 8]);
        assert_eq!([1, 2, 4, 8].map(|addresses| atomics(addresses).len() - 1), [8, 4, 2, 1]);
        assert_eq!([3, 4, 5, 8, 16].map(|count| blocks(count).len() - 1), [1, 1, 2, 2, 4]);
        let busy = |groups: usize| occupancy(groups).last().unwrap().caption.to_string();
        assert!(
            busy(1).ends_with("Busy so far: 18 %.") && busy(8).ends_with("Busy so far: 100 %."),
            "{}, {}",
            busy(1),
            busy(8)
        );
        let drawn = |count: usize| launches(count).last().unwrap().caption.to_string();
        assert!(
            drawn(8).contains("16 moments in all, 8 of them")
                && drawn(1).contains("9 moments in all"),
            "{}",
            drawn(8)
        );
    }
}
