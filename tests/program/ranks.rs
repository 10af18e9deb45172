//! Runs of several processes, started by `mpirun`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use starshell::snapshot::Checkpoint;

use crate::common::program::{self, Run, among_others, command, starshell};

/// How long a run may take to begin, or to end.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program with these arguments, started so many times by `mpirun`.
fn mpirun(folder: &Path, ranks: u32, arguments: &[&str]) -> Command {
    let program = command(folder, arguments);
    let mut mpirun = Command::new("mpirun");
    mpirun.args(["-n", &ranks.to_string()]).arg(program.get_program()).args(program.get_args());
    // Open MPI starts neither as root nor more ranks than cores unless told to.
    for name in [
        "OMPI_ALLOW_RUN_AS_ROOT",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
        "OMPI_MCA_rmaps_base_oversubscribe",
    ] {
        mpirun.env(name, "1");
    }
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => mpirun.env(name, value),
            None => mpirun.env_remove(name),
        };
    }
    mpirun.current_dir(folder).stdin(Stdio::null());
    mpirun
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn four_ranks_compute_the_same_bits_as_a_team_in_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let state = |name: &str| Checkpoint::read(&folder.path().join(name)).unwrap().snapshot.state;
    for (members, run) in [
        ("processor=1,processor=2,0=3,processor=1", "--count 700 --integrator forest-ruth"),
        ("processor=2,processor=1,processor=1,processor=1", "--count 900 --gravity tree"),
        ("0=1,processor=3,processor=1,0=2", "--count 300 --integrator hermite-4"),
        ("processor=1,0=1,processor=1,0=1", "--count 130 --precision f64"),
        ("0=1,0=1,0=1,0=1", "--count 3"),
        ("processor=5,0=1,0=1,0=1", "--count 1"),
    ] {
        let run = format!(
            "render plummer {run} --size 64x48 --steps-per-frame 5 --members {members} --out a.png --save"
        );
        let one = starshell(folder.path(), &[&words(&run)[..], &["one.starshell"]].concat());
        assert_eq!(one.code, Some(0), "{run}: {}", one.err);
        let four = program::run(&mut mpirun(
            folder.path(),
            4,
            &[&words(&run)[..], &["four.starshell"]].concat(),
        ));
        assert_eq!(
            (four.code, four.out.as_str()),
            (Some(0), "a.png\nfour.starshell\n"),
            "{run}: {}",
            four.err
        );
        assert!(
            four.err.starts_with("note: 4 ranks on 1 machine share the forces of"),
            "{run}: {}",
            four.err
        );
        assert_eq!(four.err.lines().count(), 1, "{run}: {}", four.err);
        assert!(
            state("one.starshell") == state("four.starshell"),
            "{run}: the ranks compute something else"
        );
    }
}

#[test]
fn ranks_choose_what_they_compute_with_and_a_picture_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let first =
        words("render shell --count 500 --size 64x48 --time 0.1 --members processor --out a.png");
    let made = program::run(&mut mpirun(folder.path(), 3, &first));
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(made.err.contains("(processor=1,processor=1,processor=1)"), "{}", made.err);
    let again = program::run(&mut mpirun(folder.path(), 3, &["render", "--again", "a.png"]));
    assert_eq!(again.code, Some(0), "{}", again.err);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.png") == read("a-again.png"), "made again, the picture differs");

    let bench = words(
        "bench members --count 1000 --gravity direct --members gpu --members processor --threads per-member,one --json",
    );
    let bench = program::run(&mut mpirun(folder.path(), 2, &bench));
    assert_eq!(bench.code, Some(0), "{}", bench.err);
    for kernel in ["0=1,0=1 (per-member)", "processor=1,processor=1 (one)"] {
        assert!(bench.out.contains(kernel), "{kernel} is missing in {}", bench.out);
    }
}

#[test]
fn what_ranks_cannot_do_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (run, says) in [
        ("", "2 ranks, but only render, record and bench members share their work"),
        ("bench sort", "2 ranks, but only render, record and bench members share their work"),
        ("render shell --out a.png --members 0,0,0", "2 ranks, but --members lists 3"),
        ("render shell --out a.png --members 0,99", "rank 1 on"),
        ("render shell --out a.txt", "a.txt does not end in"),
        ("render shell --nonsense", "unexpected argument '--nonsense'"),
    ] {
        let run = if run.is_empty() { Vec::new() } else { words(run) };
        let refused = program::run(&mut mpirun(folder.path(), 2, &run));
        assert_eq!(refused.code, Some(2), "{run:?}: {}", refused.err);
        let own: Vec<&str> =
            refused.err.lines().filter(|line| line.starts_with("error: ")).collect();
        assert!(own.len() == 1 && own[0].contains(says), "{run:?}: {}", refused.err);
    }
    assert!(
        fs::read_dir(folder.path()).unwrap().next().is_none(),
        "files of refused runs are left"
    );
}

/// The process that `mpirun` started as this rank.
fn process_of(mpirun: &Child, rank: u32) -> Option<i32> {
    let processes = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<i32>().ok());
    let is_rank = |process: &i32| {
        let read = |file: &str| fs::read(format!("/proc/{process}/{file}")).unwrap_or_default();
        let (status, environment) = (read("status"), read("environ"));
        let parent = format!("PPid:\t{}\n", mpirun.id());
        let variable = format!("OMPI_COMM_WORLD_RANK={rank}");
        String::from_utf8_lossy(&status).contains(&parent)
            && environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
    };
    processes.into_iter().find(is_rank)
}

#[test]
fn a_lost_rank_ends_the_run_and_the_last_saved_run_stays() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("run.starshell");
    let run = "render shell --count 2000 --size 64x48 --frames 100000 --steps-per-frame 2 --members processor --out frames \
               --save run.starshell --save-every 1ms";
    let _among_others = among_others();
    let begin = Instant::now();
    let mut child = mpirun(folder.path(), 4, &words(run))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let wait = |what: &str| {
        assert!(begin.elapsed() < PATIENCE, "{what} took too long");
        sleep(Duration::from_millis(20));
    };
    while Checkpoint::read(&saved).map_or(0, |run| run.snapshot.steps) < 4 {
        wait("the first saved run");
    }
    let rank = process_of(&child, 2).expect("rank 2 runs");
    // SAFETY: sending a signal touches no memory.
    assert_eq!(unsafe { libc::kill(rank, libc::SIGKILL) }, 0);
    while child.try_wait().unwrap().is_none() {
        wait("the end");
    }
    let ended = Run::of(child.wait_with_output().unwrap(), begin);
    assert_ne!(ended.code, Some(0));
    // About once in ten times, mpirun of Open MPI 4.1 kills all ranks without asking first; its own
    // sentence is always there, sometimes before the end of the rank's line.
    const TOLD: &str = "stopped by mpirun, as when a rank is lost; finished files are kept";
    let own: Vec<&str> = ended.err.lines().filter(|line| line.starts_with("stopped")).collect();
    assert!(own.len() <= 1 && own.iter().all(|line| line.starts_with(TOLD)), "{}", ended.err);
    assert!(ended.err.contains("rank 2") && !ended.err.contains("panicked"), "{}", ended.err);
    let kept = Checkpoint::read(&saved).unwrap().snapshot;
    assert!(kept.steps >= 4 && kept.state.len() == 2000, "{} steps", kept.steps);
}
