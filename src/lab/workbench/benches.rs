//! The kernels on the workbench, with what can be taken out of them.

use super::data::Kind;
use super::{Bench, Binding, Break, Exercise};
use crate::gpu::KernelSource;
use crate::wgsl;

/// Kernels that are nowhere else.
pub(in crate::lab) const KERNELS: &[&KernelSource] = &[
    &KernelSource::new("workbench/block_sums", &[wgsl!("lab/workbench/block_sums.wgsl")], &[&[]]),
    &KernelSource::new("workbench/block_scan", &[wgsl!("lab/workbench/block_scan.wgsl")], &[&[]]),
    &KernelSource::new("workbench/bins", &[wgsl!("lab/workbench/bins.wgsl")], &[&[]]),
];

/// How many times as fast as the original a faster kernel has to be: more than times differ by chance.
const GOAL: f64 = 1.1;

/// Every kernel on the workbench.
pub const BENCHES: &[&Bench] = &[&ONE_PER_BODY, &TILES, &SUMS, &SCAN, &BINS];

/// The kernel with this name.
pub fn bench(name: &str) -> Option<&'static Bench> {
    BENCHES.iter().find(|bench| bench.name == name).copied()
}

const fn binding(name: &'static str, what: &'static str) -> Binding {
    Binding { name, what }
}

const PARAMS: Binding = binding("params", "how many bodies there are, and the squared softening length");
const COUNT: Binding = binding("params", "how many numbers there are");

const ONE_PER_BODY: Bench = Bench {
    name: "rung_1",
    title: "Gravity: a thread per body",
    about: "Every thread takes one body and adds up the pulls of all others on it. Correct and simple, but every thread reads \
            every body from memory by itself.",
    wgsl: wgsl!("lab/ladder/rung_1.wgsl").source,
    bindings: &[PARAMS, binding("bodies", "mass, position and velocity of each body; the kernel writes its acceleration")],
    unit: "body",
    breaks: &[
        Break {
            name: "The bound of the bodies",
            what: "The last workgroup has more threads than bodies are left. Without the test, the surplus threads read and \
                   write past the end of the array. The run-time checks of the workbench discard such accesses, so the result \
                   may be right here; without them, other data would be overwritten.",
            find: "    if (i >= params.count) {\n        return;\n    }\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the loop",
            what: "The loop ends one body early, so no body feels the last one. The errors are small, and that is the danger: \
                   a picture would look right.",
            find: "j < params.count; j++",
            replace: "j + 1u < params.count; j++",
            may_be_right: false,
        },
        Break {
            name: "Softening",
            what: "Without softening, close neighbours pull much too hard, and everybody is a little wrong.",
            find: " + params.softening_squared);",
            replace: ");",
            may_be_right: false,
        },
    ],
    exercises: &[
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: is the test j != i needed?",
            hint: "The vector from a body to itself is zero, and with softening the factor in front of it is finite. What does \
                   the term add, then?",
        },
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: replace the square root and the division.",
            hint: "WGSL has inverseSqrt(x), one instruction on most GPUs.",
        },
    ],
    kind: Kind::Structs,
};

const TILES: Bench = Bench {
    name: "rung_6",
    title: "Gravity: tiles in workgroup memory",
    about: "The 256 threads of a workgroup load 256 bodies together into memory that they share, and sum over them before they \
            load the next: each body is read from global memory once per workgroup instead of once per thread. Barriers keep \
            loading and summing apart.",
    wgsl: wgsl!("lab/ladder/rung_6.wgsl").source,
    bindings: &[
        PARAMS,
        binding("mass", "the masses"),
        binding("posx", "the positions along x"),
        binding("posy", "the positions along y"),
        binding("posz", "the positions along z"),
        binding("accx", "the accelerations along x, which the kernel writes"),
        binding("accy", "the accelerations along y, which the kernel writes"),
        binding("accz", "the accelerations along z, which the kernel writes"),
    ],
    unit: "body",
    breaks: &[
        Break {
            name: "The barrier before the sum",
            what: "A thread may read places of the tile that others have not written yet: a data race. It then sums over bodies \
                   of the tile before, or over nothing. GPUs that run a whole workgroup in step may be right by chance.",
            find: "        workgroupBarrier();\n        for (",
            replace: "        for (",
            may_be_right: true,
        },
        Break {
            name: "The barrier after the sum",
            what: "A fast thread may load its part of the next tile while slow ones still read this one: a data race, and some \
                   bodies are counted twice while others are left out. It may be right by chance.",
            find: "        }\n        workgroupBarrier();\n    }",
            replace: "        }\n    }",
            may_be_right: true,
        },
        Break {
            name: "The bound of the last tile",
            what: "The last tile is not full. Its surplus places hold copies of the last body, which must not have mass; with \
                   mass, the last body counts many times.",
            find: "select(0.0, mass[source], first + thread <= last)",
            replace: "mass[source]",
            may_be_right: false,
        },
    ],
    exercises: &[
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: store a body of the tile as one vec4f instead of four numbers in four arrays.",
            hint: "var<workgroup> tile: array<vec4f, WORKGROUP>; one read then brings position and mass.",
        },
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: write several terms per iteration of the inner loop.",
            hint: "Go on in steps of 4 and call pull four times with k, k + 1, k + 2 and k + 3: counter and test are paid once \
                   for four terms.",
        },
        Exercise {
            faster: None,
            task: "Find the best size of a workgroup.",
            hint: "Change WORKGROUP to 64, 128 or 512. Larger tiles save reads; smaller workgroups leave more of them to choose \
                   from.",
        },
    ],
    kind: Kind::Arrays,
};

const SUMS: Bench = Bench {
    name: "block_sums",
    title: "Reduction: sums by a tree",
    about: "Each workgroup sums a block of 1024 numbers: every thread adds a few, then half of the threads add the other half's \
            sums, a quarter, an eighth … The sum of the block is stored and added to the total of all.",
    wgsl: wgsl!("lab/workbench/block_sums.wgsl").source,
    bindings: &[
        COUNT,
        binding("source", "the numbers"),
        binding("sums", "the sum of each block, which the kernel writes"),
        binding("total", "the sum of everything; 0 at first"),
    ],
    unit: "block",
    breaks: &[
        Break {
            name: "The barrier between the rounds",
            what: "A round reads what other threads have added in the round before, perhaps before they have: a data race. GPUs \
                   that run many threads in step may be right by chance, and that is how such mistakes hide.",
            find: "        // Nobody goes on before all have added.\n        workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the numbers",
            what: "The last block is not full. Without the test its threads read past the end; the run-time checks of the \
                   workbench hand them another element or zero, so the last block and the total may be too large.",
            find: "        if (index < params.count) {\n            sum += source[index];\n        }\n",
            replace: "        sum += source[index];\n",
            may_be_right: true,
        },
        Break {
            name: "The atomic addition",
            what: "Reading, adding and storing are now three steps. If two workgroups read the same total, one of their sums is \
                   lost. All blocks are right, the total is too small; by luck it may be right.",
            find: "atomicAdd(&total, tree[0]);",
            replace: "atomicStore(&total, atomicLoad(&total) + tree[0]);",
            may_be_right: true,
        },
        Break {
            name: "The last round",
            what: "The loop ends one round early: each block's sum lacks what the second thread holds.",
            find: "half > 0u;",
            replace: "half > 1u;",
            may_be_right: false,
        },
    ],
    exercises: &[
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: try other sizes of a workgroup.",
            hint: "The block stays 1024 numbers: with WORKGROUP = 64, each thread first adds 16 of them by itself, which needs no \
                   barrier.",
        },
        Exercise {
            faster: None,
            task: "Make it slower, to see why it is not written that way: let each thread read neighbouring numbers.",
            hint: "Start at i = 4u * thread and go on in steps of 1, four times. Neighbouring threads then no longer read \
                   neighbouring words.",
        },
        Exercise {
            faster: None,
            task: "Make it compute the largest number of each block; the workbench will then count every block as wrong. Why?",
            hint: "max(a, b) takes the place of +, atomicMax that of atomicAdd. The reference still sums.",
        },
    ],
    kind: Kind::Sums,
};

const SCAN: Bench = Bench {
    name: "block_scan",
    title: "Scan: running sums",
    about: "Each result is the sum of the numbers of its block up to its own. In round after round every thread adds the sum of \
            the thread 1, 2, 4, 8 … places before it. All must have read before anyone writes, and the other way round: two \
            barriers per round.",
    wgsl: wgsl!("lab/workbench/block_scan.wgsl").source,
    bindings: &[COUNT, binding("source", "the numbers"), binding("result", "their running sums, which the kernel writes")],
    unit: "number",
    breaks: &[
        Break {
            name: "The barrier before writing",
            what: "A fast thread overwrites its sum before the thread that needs the old one has read it: a data race. Some \
                   numbers then count twice. It may be right by chance.",
            find: "        // All have read before anyone writes.\n        workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The barrier after writing",
            what: "A fast thread reads a sum of the round before: a data race, and numbers are left out. It may be right by \
                   chance.",
            find: "        // All have written before anyone reads.\n        workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the block",
            what: "The first threads have nobody so far before them. Without the test, thread - distance is below zero, which a \
                   number without sign makes huge; the run-time checks hand out another element in its place.",
            find: "        if (thread >= distance) {\n            sum += sums[thread - distance];\n        }\n",
            replace: "        sum += sums[thread - distance];\n",
            may_be_right: false,
        },
    ],
    exercises: &[
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: save one of the two barriers.",
            hint: "With two rows, 2 * WORKGROUP places, each round reads one row and writes the other; the next one swaps them.",
        },
        Exercise {
            faster: None,
            task: "Make it correct for blocks of 256 numbers with 128 threads.",
            hint: "Each thread takes two neighbours: it adds them, the threads scan these sums, and then the first of the two \
                   gets the thread's sum less the second. Each workgroup handles 128 threads, so twice as many start as needed.",
        },
    ],
    kind: Kind::Scan,
};

const BINS: Bench = Bench {
    name: "bins",
    title: "Histogram: atomic counts",
    about: "Many threads count in the same 64 places, so they must add atomically: as one step that nothing can come between. \
            Each workgroup counts in its own memory first, where waiting for each other is cheap.",
    wgsl: wgsl!("lab/workbench/bins.wgsl").source,
    bindings: &[COUNT, binding("source", "the numbers, all below 256"), binding("result", "the counts; 0 at first")],
    unit: "bin",
    breaks: &[
        Break {
            name: "The atomic count",
            what: "Threads that count in the same bin at the same time read the same old count, and all but one of their \
                   additions are lost: the counts are too small.",
            find: "atomicAdd(&counts[bin], 1u);",
            replace: "atomicStore(&counts[bin], atomicLoad(&counts[bin]) + 1u);",
            may_be_right: false,
        },
        Break {
            name: "The barrier",
            what: "The first threads add the counts to the result before others have counted: a data race. What comes later is \
                   lost. It may be right by chance.",
            find: "    workgroupBarrier();\n",
            replace: "",
            may_be_right: true,
        },
        Break {
            name: "The bound of the numbers",
            what: "The last workgroup has more threads than numbers are left. The surplus threads read past the end, and the \
                   run-time checks hand them another element or zero, which is then counted too often.",
            find: "if (id.x < params.count) {",
            replace: "if (true) {",
            may_be_right: false,
        },
    ],
    exercises: &[
        Exercise {
            faster: None,
            task: "Make it slower, to see what workgroup memory is good for: count in the result at once.",
            hint: "atomicAdd(&result[bin], 1u), and nothing else. How much slower it is depends on how many threads meet in a bin.",
        },
        Exercise {
            faster: Some(GOAL),
            task: "Make it faster: let each thread count several numbers.",
            hint: "There is one thread per number, and more workgroups start than you then need: let workgroups of 256 threads \
                   take 1024 numbers each, and return from those without numbers, all threads of them together.",
        },
    ],
    kind: Kind::Bins,
};
