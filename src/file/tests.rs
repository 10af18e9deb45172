use super::*;

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/picture.png");
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"half").unwrap();
    drop(file);
    assert_eq!(
        names(folder.path()),
        [""; 0],
        "no half-written file is left, nor the folder created for it"
    );
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"whole").unwrap();
    assert!(!path.exists());
    file.commit().unwrap();
    assert_eq!(read(&path).unwrap(), b"whole");
    assert_eq!(names(path.parent().unwrap()), ["picture.png"]);
    let error = AtomicFile::create(&path.join("deep/below.png")).unwrap_err().to_string();
    assert!(error.contains("picture.png is a file, not a folder"), "{error}");
    assert_eq!(names(folder.path()), ["new"]);
}

#[test]
fn only_reserved_files_with_content_remain() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, full] = ["a", "b"].map(|name| folder.path().join(name));
    fs::write(&empty, "").unwrap();
    fs::write(&full, "x").unwrap();
    [&empty, &full].into_iter().for_each(|path| reserve(path));
    assert!(remains().contains(&full) && !remains().contains(&empty));
    [&empty, &full].into_iter().for_each(|path| release(path));
    assert!(!remains().contains(&full));
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.b.mp4");
    let commit = |text: &[u8]| {
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(text).unwrap();
        let name = file.commit_to_free().unwrap();
        assert_eq!(read(&name).unwrap(), text);
        name.file_name().unwrap().to_owned()
    };
    assert_eq!([b"1", b"2", b"3"].map(|text| commit(text)), ["a.b.mp4", "a.b-2.mp4", "a.b-3.mp4"]);
    assert_eq!(names(folder.path()).len(), 3);
}

#[test]
fn errors_name_the_file_and_come_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.png");
    let _first = AtomicFile::create(&path).unwrap();
    for (path, why) in [
        (folder.path().to_owned(), "it is a folder"),
        (folder.path().join("new.png/"), "ends in a slash"),
        (folder.path().join("./o.png"), "it is being written already"),
        (folder.path().join("new/.."), "it names no file"),
    ] {
        let error = AtomicFile::create(&path).unwrap_err().to_string();
        assert!(error.contains(why) && error.starts_with(&path.display().to_string()), "{error}");
    }
    assert_eq!(names(folder.path()).len(), 1);
}

#[test]
fn a_name_as_long_as_the_system_allows_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("é".repeat(120) + ".png");
    write(&path, b"whole").unwrap();
    assert_eq!(read(&path).unwrap(), b"whole");
}

#[test]
fn leftovers_of_killed_processes_are_removed_and_open_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let dead = folder.path().join(".o.png.0123456789abcdef.partial");
    let alive = folder.path().join(".o.png.fedcba9876543210.partial");
    let others = [".o.png.1.partial", "o.partial", ".0123456789abcdef.partial.txt"]
        .map(|name| folder.path().join(name));
    for path in others.iter().chain([&dead, &alive]) {
        fs::write(path, "").unwrap();
    }
    let writer = File::options().write(true).open(&alive).unwrap();
    writer.lock().unwrap();
    write(&folder.path().join("o.png"), b"whole").unwrap();
    assert!(
        !dead.exists() && alive.exists() && others.iter().all(|path| path.exists()),
        "{:?}",
        names(folder.path())
    );
}

#[test]
fn a_folder_stays_while_another_file_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let first = AtomicFile::create(&folder.path().join("new/first.png")).unwrap();
    write(&folder.path().join("new/second.png"), b"").unwrap();
    drop(first);
    assert!(folder.path().join("new/second.png").is_file());
}

#[test]
fn the_program_waits_for_open_files_before_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.png");
    let file = AtomicFile::create(&path).unwrap();
    let writer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        file.commit().unwrap();
    });
    let folder = fs::canonicalize(folder.path()).unwrap();
    drop(wait(Duration::from_secs(60), |scaffold| scaffold.target.starts_with(&folder)));
    assert!(path.exists());
    writer.join().unwrap();
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [file, link, dangling, circle] =
        ["file", "link", "dangling", "circle"].map(|name| folder.path().join(name));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file", &link).unwrap();
    symlink("new/file", &dangling).unwrap();
    symlink("circle", &circle).unwrap();
    write(&link, b"new").unwrap();
    write(&dangling, b"new").unwrap();
    assert!(link.is_symlink() && dangling.is_symlink());
    assert_eq!(
        (read(&file).unwrap(), read(&folder.path().join("new/file")).unwrap()),
        (b"new".to_vec(), b"new".to_vec())
    );
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(write(&circle, b"").unwrap_err().to_string().contains("leads to itself"));
}

#[cfg(unix)]
#[test]
fn a_device_or_a_pipe_is_neither_replaced_nor_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [Path::new("/dev/null"), &pipe] {
        let error = AtomicFile::create(path).unwrap_err().to_string();
        assert!(error.contains("device or a pipe"), "{error}");
        assert!(read_to_string(path).unwrap_err().to_string().contains("device or a pipe"));
    }
}

#[test]
fn a_file_that_is_too_long_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long");
    // Without contents, which take no room.
    let file = File::create(&path).unwrap();
    file.set_len(MAX_LENGTH).unwrap();
    assert_eq!(read(&path).unwrap().len() as u64, MAX_LENGTH);
    file.set_len(10 << 30).unwrap();
    let error = read(&path).unwrap_err().to_string();
    assert_eq!(error, "it is longer than 64 MiB");
}

#[test]
fn a_free_path_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let names = |ending: &str| -> Vec<_> {
        let name = || {
            let path = free_path(folder.path(), "shell_000120", ending);
            fs::write(&path, "").unwrap();
            path.file_name().unwrap().to_string_lossy().into_owned()
        };
        (0..3).map(|_| name()).collect()
    };
    assert_eq!(names("png"), ["shell_000120.png", "shell_000120-2.png", "shell_000120-3.png"]);
    assert_eq!(names(""), ["shell_000120", "shell_000120-2", "shell_000120-3"]);
}

#[test]
fn a_name_is_free_with_what_comes_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    for other in ["a.png.toml", "a-2.png", "a-3.toml"] {
        fs::write(folder.path().join(other), "").unwrap();
    }
    let free = |beside: &[&str]| free_path_with(folder.path(), "a", "png", beside);
    assert_eq!(free(&[]), folder.path().join("a.png"));
    assert_eq!(free(&["png.toml"]), folder.path().join("a-3.png"));
    assert_eq!(free(&["png.toml", "toml"]), folder.path().join("a-4.png"));
    let _claim = Claim::of_file(&folder.path().join("a.png")).unwrap();
    assert_eq!(free(&[]), folder.path().join("a-3.png"), "it is being written");
}
