//! The workbench: every original is right, every break does what its text says.

use crate::common::gpu;
use starshell::lab::workbench::{BENCHES, bench, run};

#[test]
fn every_original_kernel_is_correct() {
    for bench in BENCHES {
        let ran = run(&gpu(), bench, &bench.model()).unwrap();
        assert!(
            ran.is_right() && ran.first_wrong.is_empty(),
            "{}: {} of {}",
            bench.name,
            ran.wrong,
            ran.cells.len()
        );
        assert!(
            ran.milliseconds > 0.0
                && ran.original_milliseconds > 0.0
                && ran.speed_up().times().is_none_or(f64::is_finite),
            "{}",
            bench.name
        );
        let least = if bench.is_written() { 7 } else { 60 };
        assert!(ran.largest_error <= ran.tolerance && ran.cells.len() >= least, "{}", bench.name);
    }
}

#[test]
fn every_break_gives_wrong_results_or_is_marked_as_possibly_harmless() {
    for bench in BENCHES {
        for broken in bench.breaks {
            // Threads that wait for one of their own subgroup may never end; a software adapter
            // ends their loop.
            if broken.name == "Opening the lock in the loop" && !gpu().is_software() {
                continue;
            }
            let text = broken
                .of(bench.wgsl())
                .unwrap_or_else(|| panic!("{}: {}", bench.name, broken.name));
            let ran = run(&gpu(), bench, &text)
                .unwrap_or_else(|error| panic!("{}: {}: {error}", bench.name, broken.name));
            println!("{}: {}: {} of {} wrong", bench.name, broken.name, ran.wrong, ran.cells.len());
            assert!(
                !ran.is_right() || broken.may_be_right,
                "{}: {} is right",
                bench.name,
                broken.name
            );
            assert_eq!(ran.first_wrong.len(), ran.wrong.min(8));
            assert!(ran.is_right() || ran.largest_error > ran.tolerance);
        }
    }
}

/// What becomes of a kernel that is written: which inputs fail, by their places.
#[test]
fn a_kernel_that_is_written_passes_the_inputs_that_its_parts_are_for() {
    let bench = bench("own_sum").unwrap();
    let failing = |text: &str| {
        let ran = run(&gpu(), bench, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let is_wrong = |place: &usize| ran.cells[*place].error > 0.0;
        let failing: Vec<usize> = (0..ran.cells.len()).filter(is_wrong).collect();
        let first = failing.first().map(|place| bench.result(*place, ran.cells.len()).to_string());
        assert_eq!(ran.failed.map(|input| input.to_string()), first);
        (failing, first)
    };
    let empty = failing(bench.wgsl());
    assert_eq!(empty, ((0..7).collect(), Some("1\u{a0}024 ones".to_owned())));
    let solutions: Vec<String> = (0..4).map(|number| bench.solution(number).unwrap()).collect();
    assert_eq!(failing(&solutions[0]), ((2..7).collect(), Some("1 number".to_owned())));
    assert_eq!(failing(&solutions[1]).1.as_deref(), Some("1\u{a0}025 numbers"));
    assert_eq!(failing(&solutions[2]).0, Vec::<usize>::new());
    // Usual ways to go wrong, each in the inputs that it is about.
    let last = |from: &str, to: &str| {
        assert_eq!(solutions[3].matches(from).count(), 1, "{from}");
        failing(&solutions[3].replace(from, to)).1
    };
    let stored = last("atomicAdd(&total, tree[0]);", "atomicStore(&total, tree[0]);");
    assert_eq!(stored.as_deref(), Some("1\u{a0}025 numbers"));
    assert_eq!(last("half > 0u;", "half > 1u;").as_deref(), Some("1\u{a0}024 ones"));
    assert_eq!(last("index < params.count", "index <= params.count").as_deref(), Some("1 number"));
    // One thread alone is right, too.
    let alone = "    if (thread == 0u) {\n        for (var i = group.x * BLOCK; \
        i < min(params.count, group.x * BLOCK + BLOCK); i++) {\n            atomicAdd(&total, source[i]);\n\
        }\n    }\n";
    let (begin, _) = solutions[3].split_once("    // Neighbouring").expect("its first line");
    assert_eq!(failing(&format!("{begin}{alone}}}\n")).1, None);
}

#[test]
fn the_short_answers_of_exercises_are_correct() {
    let answers: &[(&str, &[(&str, &str)])] = &[
        (
            "rung_1",
            &[(
                "        if (j != i) {\n            sum = pull(sum, own, j, softening_squared);\n        }\n",
                "        sum = pull(sum, own, j, softening_squared);\n",
            )],
        ),
        ("rung_1", &[("1.0 / sqrt(", "inverseSqrt(")]),
        ("rung_6", &[("WORKGROUP: u32 = 256u", "WORKGROUP: u32 = 64u")]),
        ("block_sums", &[("WORKGROUP: u32 = 256u", "WORKGROUP: u32 = 64u")]),
        (
            "block_sums",
            &[(
                "i = thread; i < BLOCK; i += WORKGROUP",
                "i = 4u * thread; i < 4u * thread + 4u; i++",
            )],
        ),
        (
            "block_scan",
            &[
                ("array<u32, WORKGROUP>", "array<u32, 2u * WORKGROUP>"),
                (
                    "    sums[thread] = sum;\n    workgroupBarrier();\n    for",
                    "    var row = 0u;\n    sums[thread] = sum;\n    workgroupBarrier();\n    for",
                ),
                ("sums[thread - distance]", "sums[row + thread - distance]"),
                (
                    "        // All have read before anyone writes.\n        workgroupBarrier();\n        sums[thread] = sum;",
                    "        row = WORKGROUP - row;\n        sums[row + thread] = sum;",
                ),
            ],
        ),
        (
            "bins",
            &[
                ("atomicAdd(&counts[bin], 1u)", "atomicAdd(&result[bin], 1u)"),
                (
                    "    if (thread < BINS) {\n        atomicAdd(&result[thread], atomicLoad(&counts[thread]));\n    }\n",
                    "",
                ),
            ],
        ),
        (
            "locked_bins",
            &[
                ("lock: atomic<u32>", "lock: array<atomic<u32>, BINS>"),
                ("atomicExchange(&lock,", "atomicExchange(&lock[bin],"),
                ("atomicStore(&lock,", "atomicStore(&lock[bin],"),
            ],
        ),
        (
            "locked_bins",
            &[(
                "atomicStore(&counts[bin], atomicLoad(&counts[bin]) + 1u);",
                "atomicAdd(&counts[bin], 1u);",
            )],
        ),
    ];
    for (name, changes) in answers {
        let bench = bench(name).unwrap();
        let text = changes.iter().fold(bench.wgsl().to_owned(), |text, (from, to)| {
            assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
            text.replace(from, to)
        });
        let ran =
            run(&gpu(), bench, &text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert!(ran.is_right(), "{name}: {} of {} wrong", ran.wrong, ran.cells.len());
    }
}
