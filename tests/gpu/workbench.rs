//! The workbench: every original is right, every break does what its text says.

use crate::common::gpu;
use starshell::lab::workbench::{BENCHES, bench, run};

#[test]
fn every_original_kernel_is_correct() {
    for bench in BENCHES {
        let ran = run(&gpu(), bench, bench.wgsl).unwrap();
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
        assert!(ran.largest_error <= ran.tolerance && ran.cells.len() > 60, "{}", bench.name);
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
            let text =
                broken.of(bench.wgsl).unwrap_or_else(|| panic!("{}: {}", bench.name, broken.name));
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
        let text = changes.iter().fold(bench.wgsl.to_owned(), |text, (from, to)| {
            assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
            text.replace(from, to)
        });
        let ran =
            run(&gpu(), bench, &text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert!(ran.is_right(), "{name}: {} of {} wrong", ran.wrong, ran.cells.len());
    }
}
