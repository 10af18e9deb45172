//! What is large or has no end is refused before the work, and what is small is computed.

use std::fs;
use std::time::Duration;

use crate::common::program::*;
use tempfile::tempdir;

#[test]
fn small_problems_are_computed_and_not_called_wrong() {
    let folder = tempdir().unwrap();
    // Longer than a loop may be on software adapters.
    let row: String = (1..=70_000).map(|column| format!("1 {column} 1\n")).collect();
    let dense = format!("%%MatrixMarket matrix coordinate real general\n1 70000 70000\n{row}");
    fs::write(folder.path().join("dense.mtx"), dense).unwrap();
    let fortran = "\u{feff}%%MatrixMarket matrix coordinate real general\r\n2 2 2\r\n1 1 4.0D0\r\n2 2 5.0d+00\r\n";
    fs::write(folder.path().join("fortran.mtx"), fortran).unwrap();
    // Products that single precision cannot hold are 0 on many adapters.
    let tiny = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1e-44\n";
    fs::write(folder.path().join("tiny.mtx"), tiny).unwrap();
    for arguments in [
        &["mesh", "--count", "1,100", "--side", "8"][..],
        &["poisson", "--side", "2,3,4,5"],
        &["poisson", "--side", "2,4", "--kernel", "multigrid,conjugate-gradient,cpu-serial"],
        &["members", "--count", "1,64", "--members", "auto", "--gravity", "mesh"],
        &["spmv", "--matrix", "dense.mtx,fortran.mtx,tiny.mtx"],
        &["solve", "--matrix", "fortran.mtx", "--tolerance", "1e-7"],
        &["histogram", "--count", "1000", "--tuning", "WORKGROUP=128"],
    ] {
        let Run { code, out, err, .. } =
            starshell(folder.path(), &[&["bench"], arguments].concat());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}: {out}");
    }
}

#[test]
fn too_many_runs_are_refused_before_they_are_made() {
    let folder = tempdir().unwrap();
    let values = (1..=30).map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    let vary = ["softening", "dt", "seed"].map(|name| format!("{name}={values}"));
    let mut arguments = vec!["render", "plummer", "--out", "f"];
    vary.iter().for_each(|vary| arguments.extend(["--vary", vary]));
    let Run { code, err, took, .. } = starshell(folder.path(), &arguments);
    assert!(code == Some(2) && err.contains("27000 runs do not fit on one sheet"), "{err}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_give_nothing_or_have_no_end_are_not_waited_for() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe.mtx");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/proc/self/pagemap", folder.path().join("endless.csv")).unwrap();
    let long = folder.path().join("long.csv");
    fs::File::create(&long).unwrap().set_len(1 << 42).unwrap();
    for (arguments, words) in [
        (&["bench", "spmv", "--matrix", "pipe.mtx"][..], &["pipe.mtx", "device or a pipe"][..]),
        (
            &["bench", "solve", "--matrix", "/proc/self/pagemap"],
            &["/proc/self/pagemap", "more than the 0 bytes that it says it holds"],
        ),
        (&["render", "endless.csv", "--out", "o.png"], &["endless.csv", "this is a binary file"]),
        (
            &["render", "long.csv", "--out", "o.png"],
            &["long.csv", "its 4096 GiB do not fit into the memory"],
        ),
        (&["render", "--again", "pipe.mtx", "--out", "o.png"], &["pipe.mtx", "device or a pipe"]),
        (&["render", "--like", "pipe.mtx", "--out", "o.png"], &["pipe.mtx", "device or a pipe"]),
    ] {
        let Run { code, err, .. } = starshell(folder.path(), arguments);
        assert_eq!((code, err.lines().count()), (Some(2), 1), "{arguments:?}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{arguments:?}: {err}");
    }
}

#[test]
fn words_without_end_are_shown_in_part() {
    let folder = tempdir().unwrap();
    let word = "z".repeat(100_000);
    fs::write(
        folder.path().join("kind.mtx"),
        format!("%%MatrixMarket matrix coordinate {} general\n", &word[..4000]),
    )
    .unwrap();
    for arguments in [
        &["bench", "spmv", "--matrix", "kind.mtx"][..],
        &["bench", "reduce", "--adapter", &word],
        &["bench", "reduce", "--count", &word],
        &["bench", "reduce", "--tuning", &word],
        &["bench", "spmv", "--matrix", &word],
    ] {
        let Run { code, err, .. } = starshell(folder.path(), arguments);
        assert!(
            code == Some(2) && err.contains("zzz") && err.len() < 2000,
            "{}: {err}",
            arguments[..3].join(" ")
        );
    }
}
