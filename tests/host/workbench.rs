//! Texts on the workbench are checked: faults have lines and columns, and nothing in a text makes
//! the check fail itself.

use std::time::{Duration, Instant};

use crate::common::edits::edited;
use crate::common::random::Random;
use starshell::lab::workbench::{BENCHES, Fault, bench, check};

/// The faults of a kernel in which one text stands for another.
#[track_caller]
fn faults(name: &str, from: &str, to: &str) -> Vec<Fault> {
    let bench = bench(name).unwrap();
    assert!(bench.wgsl().contains(from), "{name}: {from}");
    check(bench, &bench.wgsl().replacen(from, to, 1), &wgpu::Limits::default())
        .map_or_else(|faults| faults, |_| Vec::new())
}

#[test]
fn originals_and_their_breaks_are_without_faults() {
    for bench in BENCHES {
        assert_eq!(
            check(bench, bench.wgsl(), &wgpu::Limits::default()).map(|parsed| parsed.workgroup),
            Ok(256),
            "{}",
            bench.name
        );
        assert_eq!(bench.is_written(), bench.breaks.is_empty(), "{}", bench.name);
        assert!(!bench.exercises.is_empty(), "{}", bench.name);
        for broken in bench.breaks {
            let text = broken
                .of(bench.wgsl())
                .unwrap_or_else(|| panic!("{}: {}", bench.name, broken.name));
            assert!(
                check(bench, &text, &wgpu::Limits::default()).is_ok(),
                "{}: {}",
                bench.name,
                broken.name
            );
            assert_eq!(broken.of(&text), None, "what is out cannot be taken out again");
        }
    }
}

#[test]
fn solutions_of_a_kernel_that_is_written_grow_and_fit_it() {
    let bench = bench("own_sum").unwrap();
    let solutions: Vec<String> =
        (0..bench.exercises.len()).map(|number| bench.solution(number).unwrap()).collect();
    for text in &solutions {
        check(bench, text, &wgpu::Limits::default()).unwrap_or_else(|faults| panic!("{faults:?}"));
    }
    let parts = ["params.count)", "group.x", "atomicAdd", "atomic<u32>"];
    let has = |text: &String| parts.map(|part| text.contains(part));
    assert_eq!(has(&solutions[0]), [false; 4]);
    assert_eq!(has(&solutions[1]), [true, false, false, false]);
    assert_eq!([has(&solutions[2]), has(&solutions[3])], [[true; 4]; 2]);
    assert_eq!(solutions[3], bench.model());
}

#[test]
fn faults_have_lines_columns_and_reasons() {
    let table: &[(&str, &str, &str, [usize; 2], &str)] = &[
        ("bins", "let bin = source[id.x] / 4u;", "let bin = source[id.x] / 4u", [0, 0], "expected"),
        ("bins", "counts[bin], 1u", "count[bin], 1u", [23, 20], "count"),
        (
            "bins",
            "let bin = source[id.x] / 4u;",
            "let bin = source[id.x] / 4.0;",
            [22, 34],
            "Abstract types",
        ),
        ("block_scan", "sum = source[i];", "sum = sums;", [22, 0], ""),
        ("block_scan", "fn block_scan(", "fn scan(", [1, 1], "fn block_scan"),
        (
            "block_scan",
            "@group(0) @binding(1) var<storage, read> source: array<u32>;",
            "var<private> source: array<u32, 9>;",
            [1, 1],
            "@binding(1), `source`",
        ),
        (
            "block_scan",
            "    count: u32,\n",
            "    count: u32,\n    more: u32,\n",
            [12, 0],
            "struct { u32, u32 }`, but must be `var<uniform> …: struct { u32 }`",
        ),
        ("block_scan", "var<storage, read_write> result", "var<storage, read> result", [0, 0], ""),
        ("block_sums", "@binding(3)", "@binding(4)", [17, 0], "no such binding"),
        (
            "block_sums",
            "const BLOCK: u32 = 1024u;",
            "override BLOCK: u32 = 1024u;",
            [6, 0],
            "use `const`",
        ),
        ("block_sums", "WORKGROUP: u32 = 256u", "WORKGROUP: u32 = 2048u", [21, 10], "2048 threads"),
        (
            "block_sums",
            "array<u32, WORKGROUP>",
            "array<u32, 15000>",
            [19, 0],
            "60000 bytes of workgroup memory",
        ),
        ("block_sums", "array<u32, WORKGROUP>", "array<u32, 1000000000>", [19, 0], "4 GiB or more"),
        ("block_sums", "array<u32, WORKGROUP>", "array<u32, 4000000000>", [0, 0], ""),
        (
            "block_sums",
            "var sum = 0u;",
            "var sum = 0u; var many: array<u32, 1000000>;",
            [0, 0],
            "4000000 bytes",
        ),
        (
            "rung_6",
            "tile_mass: array<f32, WORKGROUP>",
            "tile_mass: array<f32, 1000000000>",
            [19, 38],
            "too large",
        ),
        ("rung_6", "@compute @workgroup_size(WORKGROUP)", "", [35, 1], "not entry points"),
    ];
    for (name, from, to, place, needle) in table {
        let found = faults(name, from, to);
        let first = found.first().unwrap_or_else(|| panic!("{name}: {to} has no faults"));
        assert!(first.line >= 1 && first.column >= 1 && !first.message.is_empty(), "{first:?}");
        assert!(place[0] == 0 || first.line == place[0], "{name}: {to}: {first:?}");
        assert!(place[1] == 0 || first.column == place[1], "{name}: {to}: {first:?}");
        assert!(
            found.iter().any(|fault| fault.message.to_string().contains(needle)),
            "{name}: {to}: {found:?}"
        );
    }
    assert_eq!(
        faults("bins", "result: array<atomic<u32>, BINS>", "result: array<u32, BINS>").len(),
        1,
        "only where it is used"
    );
}

#[test]
fn a_text_that_is_too_long_or_nested_too_deeply_is_reported() {
    let bench = bench("bins").unwrap();
    for text in [
        " ".repeat(200_000),
        "fn f() ".to_owned() + &"{".repeat(31_000),
        "const a = ".to_owned() + &"(".repeat(31_000),
        "const a = ".to_owned() + &"-!".repeat(15_000) + "0;",
        "const a = 0".to_owned() + &"+0".repeat(12_800) + ";",
        "fn f() { ".to_owned() + &"if (true) {".repeat(2_800),
        format!("const a: {} = 0;", "array<".repeat(5_000)),
    ] {
        assert!(check(bench, &text, &wgpu::Limits::default()).is_err());
    }
}

#[test]
fn ten_thousand_random_edits_make_nothing_panic() {
    let mut random = Random::new(7);
    let texts: Vec<&str> = BENCHES.iter().map(|bench| bench.wgsl()).collect();
    let (begin, mut tried, mut sound) = (Instant::now(), 0, 0);
    // Slow machines try fewer.
    while tried < 10_000 && (tried < 500 || begin.elapsed() < Duration::from_secs(10)) {
        let bench = BENCHES[random.below(BENCHES.len() as u32) as usize];
        let mut text = bench.wgsl().to_owned();
        for _ in 0..1 + random.below(3) {
            text = edited(&mut random, &text, &texts);
        }
        match check(bench, &text, &wgpu::Limits::default()) {
            Ok(_) => sound += 1,
            Err(faults) => {
                let lines = text.split('\n').count();
                assert!(
                    !faults.is_empty()
                        && faults.iter().all(|fault| fault.line >= 1 && fault.line <= lines),
                    "{faults:?}"
                );
                assert!(
                    !faults[0].message.to_string().contains("compiler itself"),
                    "the compiler panics on\n{text}"
                );
            }
        }
        tried += 1;
    }
    println!("{tried} edits in {:.1} s, of which {sound} are sound", begin.elapsed().as_secs_f64());
    assert!(sound > 0 && sound < tried);
}
