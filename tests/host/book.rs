//! The guide: every page of `docs` is a chapter of it, links lead somewhere, in the pages and in the
//! book that mdBook makes of them, and pictures have the commands that made them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::tempdir;

/// Where pages look for what is no page of the guide.
const REPOSITORY: &str = "https://github.com/starshell/starshell/";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| {
            let is_it = path.extension().is_some_and(|it| it == extension);
            if path.is_dir() {
                files(&path, extension)
            } else {
                Vec::from_iter(is_it.then_some(path))
            }
        })
        .collect();
    found.sort();
    found
}

/// What stands between `before` and `after`, wherever both do.
fn between<'a>(text: &'a str, before: &'a str, after: char) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                plain.pop();
            }
            std::path::Component::CurDir => {}
            _ => plain.push(part),
        }
    }
    plain
}

/// A heading as the part of an address behind `#`, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading
        .trim()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

fn has_heading(page: &Path, wanted: &str) -> bool {
    read(page)
        .lines()
        .filter(|line| line.starts_with('#'))
        .any(|line| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn every_page_is_a_chapter() {
    let docs = root().join("docs");
    let summary = docs.join("SUMMARY.md");
    let listed: Vec<PathBuf> =
        between(&read(&summary), "](", ')').map(|link| docs.join(link)).collect();
    let chapters: BTreeSet<PathBuf> = listed.iter().cloned().collect();
    assert_eq!(chapters.len(), listed.len(), "a page is listed twice");
    let pages = files(&docs, "md").into_iter().filter(|page| *page != summary).collect();
    assert_eq!(chapters, pages, "docs/SUMMARY.md lists other pages than there are");
}

#[test]
fn links_of_the_documentation_lead_somewhere() {
    let mut checked = 0;
    let folders = ["docs", "packaging", "python", "assets/scenes"];
    let below = folders.iter().flat_map(|folder| files(&root().join(folder), "md"));
    let top = ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY"];
    let pages = below.chain(top.iter().map(|name| root().join(format!("{name}.md"))));
    for page in pages {
        for link in between(&read(&page), "](", ')') {
            let inside = link.strip_prefix(REPOSITORY).map(|rest| {
                let rest = rest.strip_prefix("blob/main/").or(rest.strip_prefix("tree/main/"));
                rest.unwrap_or_default()
            });
            let is_elsewhere = link.contains("://") && inside.is_none();
            if is_elsewhere || link.contains(char::is_whitespace) || link.starts_with("scene:") {
                continue;
            }
            let (file, heading) = inside.unwrap_or(link).split_once('#').unwrap_or((link, ""));
            let file = if heading.is_empty() { inside.unwrap_or(link) } else { file };
            let target = match (inside, file) {
                (Some(_), file) => root().join(file),
                (None, "") => page.clone(),
                (None, file) => page.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{} links to {link}", page.display());
            // The book has nothing from outside of its folder: such links name the repository.
            let docs = root().join("docs");
            let leaves = page.starts_with(&docs) && !plain(&target).starts_with(&docs);
            assert!(
                !leaves || inside.is_some(),
                "{}: write {REPOSITORY}… for {link}",
                page.display()
            );
            let is_there = heading.is_empty() || has_heading(&target, heading);
            assert!(is_there, "{} links to {link}", page.display());
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked} links");
}

/// Where mdBook is missing, only the pages are checked; `.ci/run` brings it.
#[test]
fn links_of_the_built_book_lead_somewhere() {
    let folder = tempdir().unwrap();
    let mut command = Command::new("mdbook");
    command.arg("build").arg(root().join("docs")).arg("--dest-dir").arg(folder.path());
    let Ok(output) = command.output() else {
        println!("There is no mdbook here: the book is not built.");
        return;
    };
    let told = String::from_utf8_lossy(&output.stderr);
    let is_quiet = !told.contains("WARN") && !told.contains("ERROR");
    assert!(output.status.success() && is_quiet, "{told}");

    let texts: BTreeMap<PathBuf, String> =
        files(folder.path(), "html").into_iter().map(|page| (page.clone(), read(&page))).collect();
    // The page for addresses that do not exist may be shown at any of them.
    let pages = texts.iter().filter(|(page, _)| !page.ends_with("404.html"));
    let mut checked = 0;
    for (page, text) in pages {
        for link in between(text, "href=\"", '"').chain(between(text, "src=\"", '"')) {
            if link.contains(':') || link.is_empty() || link == "#" {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => plain(&page.parent().unwrap().join(file)),
            };
            assert!(target.exists(), "{} links to {link}", page.display());
            if !heading.is_empty() {
                let id = format!("id=\"{heading}\"");
                assert!(texts[&target].contains(&id), "{} links to {link}", page.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 1_000, "{checked} links");
}

/// The lines of the blocks of shell commands on a page.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n```").filter_map(|block| block.strip_prefix("sh\n")).flat_map(str::lines)
}

#[test]
fn beside_every_picture_stands_the_command_that_makes_it() {
    let docs = root().join("docs");
    let pages = [
        files(&docs.join("guide"), "md"),
        ["gallery", "window", "README"].map(|name| docs.join(format!("{name}.md"))).to_vec(),
    ];
    let mut checked = 0;
    for page in pages.concat() {
        let text = read(&page);
        for picture in text.split("![").skip(1).filter_map(|rest| between(rest, "](", ')').next()) {
            // A contact sheet is called by its folder.
            let own = picture.strip_suffix("/sheet.png").unwrap_or(picture);
            let name = Path::new(own).file_stem().unwrap().to_str().unwrap();
            let is_word = |line: &str| line.split([' ', '.', '/']).any(|word| word == name);
            let is_made = commands(&text).any(is_word);
            assert!(is_made, "{} has no command for {picture}", page.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} pictures");
}
