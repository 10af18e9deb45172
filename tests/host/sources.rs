//! The list of what the texts contain (`docs/sources.md`) against the experiments: whatever it
//! names exists, and whatever an experiment shows as published is in it.

use std::collections::{BTreeMap, BTreeSet};

use starshell::gpu::Gpu;
use starshell::lab::{EXPERIMENTS, Experiment, Extent, Published, Quantity, experiment};
use starshell::name::Named;

const LIST: &str = include_str!("../../docs/sources.md");

/// A row of the list: a table, figure or claim.
#[derive(Debug)]
struct Entry {
    what: String,
    /// `None`: it has no experiment, and its reason stands in place of rows.
    experiment: Option<String>,
    rows: Vec<String>,
    published: Vec<(Quantity, f64)>,
}

/// The rows of all tables with five columns.
fn entries() -> Vec<Entry> {
    let rows = LIST.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    let cells = rows.map(|row| {
        row.split(" | ").map(|cell| cell.trim().trim_matches('|').trim()).collect::<Vec<_>>()
    });
    let is_entry = |cells: &Vec<&str>| cells.len() == 5 && cells[0] != "text" && cells[0] != "---";
    cells.filter(is_entry).map(|cells| entry(&cells)).collect()
}

fn entry(cells: &[&str]) -> Entry {
    let quoted = |text: &str| {
        text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).map(str::to_owned)
    };
    let experiment = quoted(cells[2]);
    let rows: Vec<String> = match experiment {
        // Names may have commas.
        Some(_) => {
            let rows = quoted(cells[3]).unwrap_or_else(|| panic!("{} is not quoted", cells[3]));
            rows.split("`, `").map(str::to_owned).collect()
        }
        None => Vec::new(),
    };
    assert!(
        experiment.is_some() || (cells[2] == "—" && !cells[3].is_empty()),
        "no experiment, and no reason: {cells:?}"
    );
    let numbers = cells[4].split("; ").filter(|number| !number.is_empty());
    let published = numbers.map(|number| {
        let (value, unit) =
            number.split_once(' ').unwrap_or_else(|| panic!("{number} has no unit"));
        let unit = if unit == "x" { Quantity::SpeedUp.name() } else { unit };
        let value = match value.split_once('/') {
            Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
            None => value.parse().unwrap(),
        };
        (Quantity::named(unit).unwrap_or_else(|error| panic!("{number}: {error}")), value)
    });
    Entry {
        what: format!("{}, {}", cells[0], cells[1]),
        experiment,
        rows,
        published: published.collect(),
    }
}

/// Variants of an experiment without what explains them, with what was published about each, for
/// its own numbers and the texts'.
fn cases(gpu: &Gpu, experiment: &Experiment) -> Vec<(String, Vec<Published>)> {
    let texts = [
        1000,
        1024,
        4096,
        8192,
        16_384,
        50_000,
        100_000,
        300_000,
        500_000,
        5_000_000,
        1 << 20,
        1 << 22,
        1 << 25,
        1_000_000,
        200_000_000,
    ];
    // A sum's numbers are made with its cases, and no text has any of those.
    let texts = Some(texts.to_vec()).filter(|_| !experiment.topic.is_about_results());
    let extents = [Extent::default(), Extent { counts: texts }];
    let all = extents.iter().flat_map(|extent| (experiment.cases)(gpu, extent));
    all.map(|case| (short(&case.variant).to_owned(), case.published)).collect()
}

fn short(variant: &str) -> &str {
    variant.split(": ").next().unwrap_or(variant)
}

#[test]
fn every_name_in_the_list_of_sources_exists() {
    let (gpu, entries) = (Gpu::noop().unwrap(), entries());
    assert!(entries.len() > 80, "{}", entries.len());
    let mut known = BTreeMap::new();
    for Entry { what, experiment: name, rows, published } in &entries {
        let Some(name) = name else {
            assert!(published.is_empty(), "{what}: a number without an experiment");
            continue;
        };
        let found =
            experiment(name).unwrap_or_else(|| panic!("{what}: there is no experiment {name}"));
        let cases = known.entry(name).or_insert_with(|| cases(&gpu, found));
        for row in rows {
            assert!(
                cases.iter().any(|(variant, _)| variant == row),
                "{what}: {name} has no row {row}"
            );
        }
        for (quantity, value) in published {
            let is_it = |published: &Published| {
                published.quantity == *quantity && published.value == *value
            };
            let is_there = cases
                .iter()
                .any(|(variant, published)| rows.contains(variant) && published.iter().any(is_it));
            assert!(is_there, "{what}: {value} {} is in none of {rows:?}", quantity.name());
        }
    }
}

#[test]
fn every_published_number_of_an_experiment_is_in_the_list() {
    let (gpu, entries) = (Gpu::noop().unwrap(), entries());
    let mut missing = BTreeSet::new();
    for experiment in EXPERIMENTS {
        let of_experiment = |entry: &&Entry| entry.experiment.as_deref() == Some(experiment.name);
        let listed: Vec<&Entry> = entries.iter().filter(of_experiment).collect();
        assert!(!listed.is_empty(), "{} is not in the list", experiment.name);
        for (variant, published) in cases(&gpu, experiment) {
            for Published { quantity, value, place, .. } in published {
                let has_it = |entry: &&&Entry| {
                    entry.rows.contains(&variant) && entry.published.contains(&(quantity, value))
                };
                if !listed.iter().any(|entry| has_it(&entry)) {
                    missing.insert(format!(
                        "{}, {variant}: {value} {} ({place})",
                        experiment.name,
                        quantity.name()
                    ));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_text_has_rows_and_every_experiment_names_one() {
    let entries = entries();
    let (_, texts) = LIST.split_once("| short name | text |").unwrap();
    let texts: Vec<&str> = texts
        .lines()
        .skip(2)
        .map_while(|line| line.strip_prefix("| ")?.split_once(" | "))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(texts.len(), 5);
    for text in texts {
        let number =
            entries.iter().filter(|entry| entry.what.starts_with(&format!("{text}, "))).count();
        assert!(number > 0, "{text} has no row");
    }
    let listed: BTreeSet<&str> =
        entries.iter().filter_map(|entry| entry.experiment.as_deref()).collect();
    let all: BTreeSet<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    assert_eq!(listed, all);
}

#[test]
fn every_historical_kernel_is_beside_its_text() {
    let kernels = starshell::lab::kernels::KERNELS.iter().copied().flatten();
    let from_texts = ["shaders/lab/historical/", "shaders/lab/gravity/", "shaders/lab/ladder/"];
    let is_from_texts =
        |part: &starshell::gpu::Part| from_texts.iter().any(|folder| part.path.starts_with(folder));
    let labels: BTreeSet<&str> = kernels
        .filter(|kernel| kernel.parts().next().is_some_and(is_from_texts))
        .map(|kernel| kernel.label)
        .collect();
    let (_, table) = LIST.split_once("## Text, kernel, what differs").unwrap();
    let names = |label: &str| {
        table.contains(&format!("`{label}`"))
            || table.contains(&format!("`{}`", label.rsplit('/').next().unwrap()))
    };
    assert!(labels.len() > 30, "{labels:?}");
    // Rungs are listed as ranges, and two kernels only move what a sum needs.
    let (rungs, others): (Vec<&str>, Vec<&str>) =
        labels.iter().partition(|label| label.starts_with("ladder/"));
    assert_eq!(rungs.len(), 12);
    for label in others
        .into_iter()
        .filter(|label| !["gravity/stage", "gravity/atomic_collect"].contains(label))
    {
        assert!(names(label), "{label}");
    }
}
