//! The documentation: generated tables are as their results make them, and quoted figures are those
//! of the page they come from.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use starshell::lab::Report;
use starshell::lab::chart::Chart;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
    found.sort();
    found
}

#[test]
fn tables_and_charts_of_the_laboratory_are_generated_from_the_kept_results() {
    let reports = files("docs/laboratory", "json");
    for path in &reports {
        let report = Report::read(path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_same = report.markdown(None) == read(path.with_extension("md"));
        let remedy = format!(
            "starshell lab --open docs/laboratory/{name}.json --out docs/laboratory/{name}.md"
        );
        assert!(is_same, "docs/laboratory/{name}.md is out of date: {remedy}");
    }
    let charts = files("docs/laboratory", "svg");
    let report = Report::read(&root().join("docs/laboratory/h200.json")).unwrap();
    for path in &charts {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let chart = Chart::new(report.results(name).unwrap()).unwrap();
        let remedy = "starshell lab --open docs/laboratory/h200.json --svg --out FOLDER";
        assert!(chart.svg() == read(path), "docs/laboratory/{name}.svg is out of date: {remedy}");
    }
    assert_eq!((reports.len(), charts.len()), (2, 4));
}

/// The rows of the first table below a heading, without the heads of its columns.
fn table(text: &str, heading: &str) -> Vec<String> {
    let from = text.find(heading).unwrap_or_else(|| panic!("there is no {heading}"));
    let rows = text[from..]
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    rows.skip(2).map(str::to_owned).collect()
}

/// The numbers in a text, as they are written: `0.0912`, `2.94e12`, `16,384`.
fn numbers(text: &str) -> Vec<&str> {
    let is_part =
        |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | 'e' | '-' | '^');
    let words = text
        .split(|letter: char| !is_part(letter))
        .map(|word| word.trim_matches(['.', ',', '-', 'e', '^']));
    words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit())).collect()
}

#[test]
fn every_figure_of_the_summary_comes_from_the_tables_below_it() {
    let text = read("docs/results.md");
    let (_, rest) = text.split_once("## How it was measured").unwrap();
    let known: HashSet<&str> = numbers(rest).into_iter().collect();
    let mut checked = 0;
    for row in table(&text, "## Summary") {
        for cell in row.split('|').skip(2) {
            for number in numbers(cell) {
                assert!(known.contains(number), "{number} of the row {row} is in no table below");
                checked += 1;
            }
        }
    }
    assert!(checked > 40, "{checked} figures");
}

#[test]
fn the_readme_quotes_rows_of_the_summary() {
    let summary = table(&read("docs/results.md"), "## Summary");
    let quoted = table(&read("README.md"), "## Speed");
    for row in &quoted {
        assert!(summary.contains(row), "the summary in docs/results.md has no row {row}");
    }
    assert!(quoted.len() > 4);
}

#[test]
fn results_are_one_page_and_each_row_stands_once() {
    assert!(read("docs/results.md").lines().count() <= 300, "what is replaced goes to docs/tries");
    let mut found = HashSet::new();
    for path in [vec![root().join("docs/results.md")], files("docs/tries", "md")].concat() {
        for row in read(&path).lines().filter(|line| line.starts_with('|')) {
            // Heads of columns are alike, and so are rows of hardly any figures.
            let is_measured = !row.starts_with("| |") && numbers(row).len() > 3;
            assert!(
                !is_measured || found.insert(row.to_owned()),
                "{} repeats {row}",
                path.display()
            );
        }
    }
    assert!(found.len() > 400, "{} rows", found.len());
}
