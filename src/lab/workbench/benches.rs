//! The kernels on the workbench, with what can be taken out of them.

use super::data::Kind;
use super::{Bench, Break, Exercise, Written};
use crate::gpu::{KernelSource, Part};
use crate::lab::ladder::RUNGS;
use crate::wgsl;

/// How many times as fast as the original a faster kernel has to be: more than times differ by
/// chance.
const GOAL: f64 = 1.1;
/// How many times as fast as Starshell's own a kernel has to be that somebody has written: as fast
/// but for what times differ by chance.
const OWN_GOAL: f64 = 0.8;

/// Every kernel on the workbench.
pub const BENCHES: &[&Bench] =
    &[&ONE_PER_BODY, &TILES, &SUMS, &SCAN, &BINS, &LOCKED_BINS, &OWN_SUM];

/// An exercise with one hint.
const fn exercise(faster: Option<f64>) -> Exercise {
    Exercise { faster, hints: 1 }
}

/// The kernels that one begins with, and their solutions.
pub fn kernels() -> impl Iterator<Item = &'static KernelSource> {
    let solution = |bench: &&Bench| bench.written.as_ref().map(|written| written.solution);
    let solutions = BENCHES.iter().filter_map(solution);
    BENCHES.iter().map(|bench| bench.kernel).chain(solutions)
}

/// A kernel that is nowhere else.
const fn own(label: &'static str, parts: &'static [Part]) -> KernelSource {
    KernelSource::new(label, parts, &[&[]])
}

/// The kernel with this name.
pub fn bench(name: &str) -> Option<&'static Bench> {
    BENCHES.iter().find(|bench| bench.name == name).copied()
}

const ONE_PER_BODY: Bench = Bench {
    name: "rung_1",
    kernel: &RUNGS[1],
    bindings: &["params", "bodies"],
    breaks: &[
        Break {
            name: "The bound of the bodies",
            find: "    if (i >= count) {\n        return;\n    }\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the loop",
            find: "j < count; j++",
            replace: "j + 1u < count; j++",
            may_be_right: false,
        },
        Break {
            name: "Softening",
            find: " + softening_squared);",
            replace: ");",
            may_be_right: false,
        },
    ],
    exercises: &[exercise(Some(GOAL)), exercise(Some(GOAL))],
    kind: Kind::Structs,
    written: None,
};

const TILES: Bench = Bench {
    name: "rung_6",
    kernel: &RUNGS[6],
    bindings: &["params", "mass", "posx", "posy", "posz", "accx", "accy", "accz"],
    breaks: &[
        Break {
            name: "The barrier before the sum",
            find: "        workgroupBarrier();\n        for (",
            replace: "        for (",
            may_be_right: true,
        },
        Break {
            name: "The barrier after the sum",
            find: "        }\n        workgroupBarrier();\n    }",
            replace: "        }\n    }",
            may_be_right: true,
        },
        Break {
            name: "The bound of the last tile",
            find: "min(params.count - first, WORKGROUP)",
            replace: "WORKGROUP",
            may_be_right: false,
        },
    ],
    exercises: &[exercise(Some(GOAL)), exercise(Some(GOAL)), exercise(None)],
    kind: Kind::Arrays,
    written: None,
};

const SUMS: Bench = Bench {
    name: "block_sums",
    kernel: &own("workbench/block_sums", &[wgsl!("lab/workbench/block_sums.wgsl")]),
    bindings: &["params", "source", "sums", "total"],
    breaks: &[
        Break {
            name: "The barrier between the rounds",
            find: "        // Nobody goes on before all have added.\n        workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the numbers",
            find: "        if (index < params.count) {\n            sum += source[index];\n        }\n",
            replace: "        sum += source[index];\n",
            may_be_right: true,
        },
        Break {
            name: "The atomic addition",
            find: "atomicAdd(&total, tree[0]);",
            replace: "atomicStore(&total, atomicLoad(&total) + tree[0]);",
            may_be_right: true,
        },
        Break {
            name: "The last round",
            find: "half > 0u;",
            replace: "half > 1u;",
            may_be_right: false,
        },
    ],
    exercises: &[exercise(Some(GOAL)), exercise(None), exercise(None)],
    kind: Kind::Sums,
    written: None,
};

const SCAN: Bench = Bench {
    name: "block_scan",
    kernel: &own("workbench/block_scan", &[wgsl!("lab/workbench/block_scan.wgsl")]),
    bindings: &["params", "source", "result"],
    breaks: &[
        Break {
            name: "The barrier before writing",
            find: "        // All have read before anyone writes.\n        workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The barrier after writing",
            find: "        // All have written before anyone reads.\n        workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the block",
            find: "        if (thread >= distance) {\n            sum += sums[thread - distance];\n        }\n",
            replace: "        sum += sums[thread - distance];\n",
            may_be_right: false,
        },
    ],
    exercises: &[exercise(Some(GOAL)), exercise(None)],
    kind: Kind::Scan,
    written: None,
};

const BINS: Bench = Bench {
    name: "bins",
    kernel: &own("workbench/bins", &[wgsl!("lab/workbench/bins.wgsl")]),
    bindings: &["params", "source", "result"],
    breaks: &[
        Break {
            name: "The atomic count",
            find: "atomicAdd(&counts[bin], 1u);",
            replace: "atomicStore(&counts[bin], atomicLoad(&counts[bin]) + 1u);",
            may_be_right: false,
        },
        Break {
            name: "The barrier",
            find: "    workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the numbers",
            find: "if (id.x < params.count) {",
            replace: "if (true) {",
            may_be_right: false,
        },
    ],
    exercises: &[exercise(None), exercise(Some(GOAL))],
    kind: Kind::Bins,
    written: None,
};

/// What a thread that holds the lock does within a round of the loop, and after the loop, which
/// threads that run in step leave together or never.
const IN_THE_LOOP: [&str; 2] = [
    "        while (waits) {
            if (atomicExchange(&lock, 1u) == 0u) {
                count_one(bin);
                atomicStore(&lock, 0u);
                waits = false;
            }
        }
",
    "        while (waits) {
            waits = atomicExchange(&lock, 1u) == 1u;
        }
        count_one(bin);
        atomicStore(&lock, 0u);
",
];

const LOCKED_BINS: Bench = Bench {
    name: "locked_bins",
    kernel: &own("workbench/locked_bins", &[wgsl!("lab/workbench/locked_bins.wgsl")]),
    bindings: &["params", "source", "result"],
    breaks: &[
        Break {
            name: "Opening the lock in the loop",
            find: IN_THE_LOOP[0],
            replace: IN_THE_LOOP[1],
            may_be_right: true,
        },
        Break {
            name: "The lock",
            find: "if (atomicExchange(&lock, 1u) == 0u) {",
            replace: "if (true) {",
            may_be_right: false,
        },
    ],
    exercises: &[exercise(Some(GOAL)), exercise(Some(GOAL))],
    kind: Kind::LockedBins,
    written: None,
};

/// The parts that the solution gets exercise by exercise: the bound of the numbers, then blocks and
/// the atomic addition.
const BOUND: [&str; 2] = [
    "        if (index < params.count) {
            sum += source[index];
        }
",
    "        sum += source[index];
",
];
const OWN_BLOCK: [&str; 2] = ["let index = group.x * BLOCK + i;", "let index = i;"];
const ATOMIC: [&str; 2] = ["total: atomic<u32>;", "total: u32;"];
const ADDED: [&str; 2] = ["atomicAdd(&total, tree[0]);", "total = tree[0];"];

const OWN_SUM: Bench = Bench {
    name: "own_sum",
    kernel: &own("workbench/own_sum", &[wgsl!("lab/workbench/own_sum.wgsl")]),
    bindings: &["params", "source", "total"],
    breaks: &[],
    exercises: &[
        Exercise { faster: None, hints: 3 },
        Exercise { faster: None, hints: 3 },
        Exercise { faster: None, hints: 3 },
        Exercise { faster: Some(OWN_GOAL), hints: 3 },
    ],
    kind: Kind::Total,
    written: Some(Written {
        solution: &own(
            "workbench/own_sum_solution",
            &[wgsl!("lab/workbench/own_sum_solution.wgsl")],
        ),
        entry: "own_sum_solution",
        later: &[&[BOUND, OWN_BLOCK, ATOMIC, ADDED], &[OWN_BLOCK, ATOMIC, ADDED]],
    }),
};
