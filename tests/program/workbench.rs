//! Kernels of the workbench in a process of their own: whatever they do ends there.

use std::time::{Duration, Instant};

use crate::common::edits::edited;
use crate::common::program::among_others;
use crate::common::random::Random;
use starshell::lab::workbench::{BENCHES, Ended, Limits, Program, Request, Running, bench, check};
use starshell::words;

/// The program that is tested.
fn program() -> Program {
    Program {
        path: env!("CARGO_BIN_EXE_starshell").into(),
        arguments: vec!["workbench-run".to_owned()],
    }
}

fn begin(name: &str, text: &str, limits: Limits) -> Running {
    let request =
        Request { adapter: None, bench: name.to_owned(), text: text.to_owned(), exercise: None };
    Running::begin(&program(), request, limits, &wgpu::Limits::default())
}

/// What comes of a kernel in which one text stands for another.
#[track_caller]
fn changed(name: &str, from: &str, to: &str, limits: Limits) -> Ended {
    let _clock = among_others();
    let bench = bench(name).unwrap();
    assert!(bench.wgsl().contains(from), "{name}: {from}");
    begin(name, &bench.wgsl().replacen(from, to, 1), limits).wait()
}

#[test]
fn originals_are_correct_and_wrong_results_of_breaks_are_counted() {
    let ended = changed("bins", "4u", "4u", Limits::default());
    assert!(
        matches!(&ended, Ended::Ran(ran) if ran.is_right() && ran.cells.len() == 64),
        "{ended}"
    );
    let ended = changed("block_sums", "half > 0u", "half > 1u", Limits::default());
    assert!(
        matches!(&ended, Ended::Ran(ran) if ran.wrong > 100 && ran.first_wrong[0] == 0),
        "{ended}"
    );
    assert!(ended.to_string().contains("results are wrong"), "{ended}");
}

#[test]
fn an_endless_loop_is_stopped_and_reported() {
    let limits = Limits { kernel: Duration::from_secs(2), ..Limits::default() };
    let start = Instant::now();
    // lavapipe ends every loop after 65,535 rounds, but with so many threads nobody waits for that.
    let ended =
        changed("bins", "if (id.x < params.count) {", "while (id.x < params.count) {", limits);
    assert!(matches!(ended, Ended::Endless(_)), "{ended}");
    assert_eq!(
        ended.to_string(),
        "It did not finish within 2 s and was stopped: probably an endless loop."
    );
    assert!(start.elapsed() < Duration::from_secs(40));
}

#[test]
fn too_much_memory_is_refused_in_a_sentence() {
    for (from, to, needle) in [
        ("array<u32, WORKGROUP>", "array<u32, 15000>", "60000 bytes of workgroup memory"),
        ("var sum = 0u;", "var many: array<u32, 100000000>; var sum = many[thread];", "bytes"),
    ] {
        let ended = changed("block_scan", from, to, Limits::default());
        assert!(matches!(ended, Ended::Faults(_)) && ended.to_string().contains(needle), "{ended}");
    }
    // What a process takes is watched too.
    let ended = changed("block_scan", "0u", "0u", Limits { memory: 1 << 20, ..Limits::default() });
    assert!(cfg!(not(target_os = "linux")) || matches!(ended, Ended::TooLarge(_)), "{ended}");
}

#[test]
fn a_write_out_of_bounds_changes_no_other_buffer() {
    let far = "result[i * 65537u] = sum; result[4000000000u - i] = 7u;";
    let ended = changed("block_scan", "result[i] = sum;", far, Limits::default());
    assert!(matches!(&ended, Ended::Ran(ran) if !ran.is_right()), "{ended}");
}

#[test]
fn a_process_that_crashes_or_does_not_exist_is_reported() {
    let request = Request {
        adapter: None,
        bench: "bins".to_owned(),
        text: bench("bins").unwrap().wgsl().to_owned(),
        exercise: None,
    };
    let with = |program: &Program| {
        Running::begin(program, request.clone(), Limits::default(), &wgpu::Limits::default()).wait()
    };
    let missing = with(&Program { path: "no-such-program".into(), arguments: Vec::new() });
    assert!(matches!(missing, Ended::NotStarted(_)), "{missing}");
    #[cfg(unix)]
    for (script, told) in [
        ("kill -SEGV $$", "signal 11"),
        ("exit 3", "exit code 3"),
        ("echo nonsense", "exit code 0"),
    ] {
        let ended = with(&Program {
            path: "sh".into(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
        });
        assert!(matches!(&ended, Ended::Crashed(how) if how.to_string() == told), "{ended}");
    }
    let silent = Limits { beginning: Duration::from_millis(300), ..Limits::default() };
    let program =
        Program { path: "sh".into(), arguments: vec!["-c".to_owned(), "exec sleep 60".to_owned()] };
    let ended = Running::begin(&program, request.clone(), silent, &wgpu::Limits::default()).wait();
    assert!(cfg!(not(unix)) || matches!(ended, Ended::NotStarted(_)), "{ended}");
}

#[test]
fn a_missing_adapter_is_reported() {
    let _clock = among_others();
    let text = bench("bins").unwrap().wgsl().to_owned();
    let request = Request {
        adapter: Some("no such adapter".to_owned()),
        bench: "bins".to_owned(),
        text,
        exercise: None,
    };
    let ended =
        Running::begin(&program(), request, Limits::default(), &wgpu::Limits::default()).wait();
    let Ended::Refused(why) = &ended else { panic!("{ended}") };
    words::speak(words::language("de"));
    assert!(why.to_string().contains("no adapter") && why.verbatim().contains("kein Adapter"));
    words::speak(None);
}

#[test]
fn a_dropped_run_ends() {
    let _clock = among_others();
    let endless = bench("bins")
        .unwrap()
        .wgsl()
        .replace("if (id.x < params.count) {", "while (id.x < params.count) {");
    let running = begin("bins", &endless, Limits::default());
    std::thread::sleep(Duration::from_millis(300));
    drop(running);
}

#[test]
fn random_edits_never_crash_the_workbench() {
    let _clock = among_others();
    let mut random = Random::new(11);
    let texts: Vec<&str> = BENCHES.iter().map(|bench| bench.wgsl()).collect();
    let limits = Limits { kernel: Duration::from_secs(1), ..Limits::default() };
    let start = Instant::now();
    let mut tried = 0;
    while tried < 60 && start.elapsed() < Duration::from_secs(12) {
        let bench = BENCHES[random.below(BENCHES.len() as u32) as usize];
        let text =
            (0..3).fold(bench.wgsl().to_owned(), |text, _| edited(&mut random, &text, &texts));
        if text == bench.wgsl() || check(bench, &text, &wgpu::Limits::default()).is_err() {
            continue;
        }
        let ended = begin(bench.name, &text, limits).wait();
        println!("{}: {ended}", bench.name);
        assert!(!matches!(ended, Ended::Faults(_) | Ended::NotStarted(_)), "{ended}\n{text}");
        tried += 1;
    }
    println!("{tried} edits in {:.1} s", start.elapsed().as_secs_f64());
    assert!(tried >= 3, "only {tried} edits were tried");
}
