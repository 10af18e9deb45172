//! The list of what the texts contain (`docs/sources.md`) against the experiments and the table of
//! published numbers: whatever it names exists, all numbers are in both, and each stands beside
//! what its text timed.

use std::collections::BTreeSet;

use starshell::gpu::Gpu;
use starshell::lab::{Case, EXPERIMENTS, Experiment, Extent, Given, experiment, given, short};

const LIST: &str = include_str!("../../docs/sources.md");

/// A row of the list: a table, figure or claim.
#[derive(Debug)]
struct Entry {
    text: String,
    what: String,
    /// `None`: it has no experiment, and its reason stands in place of rows.
    experiment: Option<String>,
    rows: Vec<String>,
    /// Numbers with their units.
    published: Vec<String>,
}

impl Entry {
    fn has(&self, experiment: &str, row: &str, text: &str, number: &str) -> bool {
        self.experiment.as_deref() == Some(experiment)
            && self.text == text
            && self.rows.iter().any(|own| own == row)
            && self.published.iter().any(|own| own == number)
    }
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
    let published = cells[4].split("; ").filter(|number| !number.is_empty());
    Entry {
        text: cells[0].to_owned(),
        what: cells[1].to_owned(),
        experiment,
        rows,
        published: published.map(str::to_owned).collect(),
    }
}

/// The rows of an experiment with its own counts, or with this one.
fn cases(gpu: &Gpu, experiment: &Experiment, count: Option<usize>) -> Vec<Case> {
    experiment.cases(gpu, &Extent { counts: count.map(|count| vec![count]) })
}

/// What the texts give, with the names of experiments and rows.
fn all_given() -> impl Iterator<Item = (&'static Experiment, &'static str, &'static Given)> {
    EXPERIMENTS.iter().copied().flat_map(|experiment| {
        let rows = given(experiment.name).into_iter().flatten();
        rows.flat_map(move |(row, all)| all.iter().map(move |one| (experiment, row.as_str(), one)))
    })
}

#[test]
fn every_name_in_the_list_of_sources_exists() {
    let (gpu, entries) = (Gpu::noop().unwrap(), entries());
    assert!(entries.len() > 80, "{}", entries.len());
    for Entry { text, what, experiment: name, rows, published } in &entries {
        let Some(name) = name else {
            assert!(published.is_empty(), "{what}: a number without an experiment");
            continue;
        };
        let found =
            experiment(name).unwrap_or_else(|| panic!("{what}: there is no experiment {name}"));
        // Some rows fix their counts, and others allow only few bodies.
        let counts = [None, Some(1000), Some(5_000_000)]
            .into_iter()
            .filter(|count| count.is_none() || !found.topic.is_about_results());
        let known: Vec<Case> = counts.flat_map(|count| cases(&gpu, found, count)).collect();
        for row in rows {
            let is_there = known.iter().any(|case| short(&case.variant) == row);
            assert!(is_there, "{what}: {name} has no row {row}");
        }
        for number in published {
            let has_it = |(of, row, given): (&Experiment, &str, &Given)| {
                of.name == name
                    && given.text == *text
                    && rows.iter().any(|own| own == row)
                    && given.numbers.iter().any(|given| given.is.text == *number)
            };
            assert!(all_given().any(has_it), "{what}: {number} is given for none of {rows:?}");
        }
    }
}

#[test]
fn every_published_number_is_in_the_list_and_beside_its_row() {
    let (gpu, entries) = (Gpu::noop().unwrap(), entries());
    let (mut unlisted, mut hidden) = (BTreeSet::new(), BTreeSet::new());
    for (experiment, row, given) in all_given() {
        for number in &given.numbers {
            let what = format!("{}, {row}: {}", experiment.name, number.is.text);
            let name = experiment.name;
            if !entries.iter().any(|entry| entry.has(name, row, &given.text, &number.is.text)) {
                unlisted.insert(what.clone());
            }
            let is_shown = |case: &Case| {
                let is_it = |shown: &starshell::lab::Published| {
                    let label = shown.place.strip_prefix(&number.on);
                    let is_there = label == Some("") || number.elsewhere && label.is_some();
                    is_there
                        && shown.quantity == number.is.quantity
                        && shown.value.total_cmp(&number.is.value).is_eq()
                };
                short(&case.variant) == row && case.published.iter().any(is_it)
            };
            // One thread of a GPU takes too long for some texts' counts.
            let counts =
                [number.count, Some(1000)].into_iter().take(1 + usize::from(number.elsewhere));
            if !counts.flat_map(|count| cases(&gpu, experiment, count)).any(|case| is_shown(&case))
            {
                hidden.insert(what);
            }
        }
    }
    assert!(unlisted.is_empty() && hidden.is_empty(), "{unlisted:#?} {hidden:#?}");
    for experiment in EXPERIMENTS {
        let is_listed =
            entries.iter().any(|entry| entry.experiment.as_deref() == Some(experiment.name));
        assert!(is_listed, "{} is not in the list", experiment.name);
    }
}

/// The kernels that a row times; none if the adapter lacks what they need, or the machine cores.
fn timed(gpu: &Gpu, experiment: &Experiment, row: &str) -> BTreeSet<String> {
    let few = [1024, 4096].into_iter().flat_map(|count| cases(gpu, experiment, Some(count)));
    let case = few.into_iter().find(|case| short(&case.variant) == row).unwrap();
    case.timed(gpu).into_iter().collect()
}

/// A number must not stand beside another kernel than the one that its text timed, nor a time of
/// kernels beside that of a whole solution.
#[test]
fn every_published_number_is_about_the_kernels_that_its_row_times() {
    let gpu = Gpu::noop().unwrap();
    let (mut wrong, mut number) = (Vec::new(), 0);
    for (experiment, row, given) in all_given() {
        assert!(
            given.kernels.is_empty() == given.covers.is_some(),
            "{row}: kernels, or what else?"
        );
        if given.covers.is_some() {
            continue;
        }
        let timed = timed(&gpu, experiment, row);
        if timed.is_empty() {
            continue;
        }
        if timed != given.kernels.iter().cloned().collect() {
            wrong.push(format!("{}, {row}: {timed:?}, not {:?}", experiment.name, given.kernels));
        }
        number += 1;
    }
    assert!(wrong.is_empty() && number > 40, "{number}: {wrong:#?}");
}

/// The rows beside which numbers once stood that belong to others.
#[test]
fn rows_that_were_mixed_up_time_different_kernels() {
    let gpu = Gpu::noop().unwrap();
    let of = |name: &str, rows: &[&str]| -> Vec<BTreeSet<String>> {
        rows.iter().map(|row| timed(&gpu, experiment(name).unwrap(), row)).collect()
    };
    let mixed: [(&str, &[&str]); 4] = [
        ("poisson", &["widen", "narrow", "narrow-vectors"]),
        ("poisson", &["divide-plain", "divide-tables", "divide-staged"]),
        ("poisson", &["tables", "tables-kernels", "vectors-kernels"]),
        ("black-scholes", &["polynomial", "strided"]),
    ];
    for (name, rows) in mixed {
        let kernels = of(name, rows);
        let different: BTreeSet<_> = kernels.iter().filter(|some| !some.is_empty()).collect();
        let there = kernels.iter().filter(|some| !some.is_empty()).count();
        assert!(there > 1 && different.len() == there, "{name}, {rows:?}: {kernels:?}");
    }
}

#[test]
fn numbers_beside_other_counts_say_so() {
    let gpu = Gpu::noop().unwrap();
    let places = |name: &str, row: &str, count: usize| -> Vec<String> {
        let cases = cases(&gpu, experiment(name).unwrap(), Some(count));
        let case = cases.into_iter().find(|case| short(&case.variant) == row).unwrap();
        case.published.into_iter().map(|published| published.place).collect()
    };
    assert_eq!(
        places("nbody-ladder", "rung-2", 100_000),
        ["Quadro FX 5800", "Tesla C2050", "GeForce GTX 680, 300,000 bodies"]
    );
    assert_eq!(places("nbody-ladder", "rung-2", 1000)[0], "Quadro FX 5800, 100,000 bodies");
    assert_eq!(places("barnes-hut-ideas", "with sorted bodies", 50_000), ["GeForce GTX 480"]);
    assert_eq!(places("barnes-hut-ideas", "with sorted bodies", 4096).len(), 3);
    // Beside one thread of the processor, where one thread of the GPU would take too long.
    assert!(places("nbody-ladder", "rung-1", 10_000)[0].ends_with("over one thread"));
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
        let number = entries.iter().filter(|entry| entry.text == text).count();
        assert!(number > 0, "{text} has no row");
    }
    let listed: BTreeSet<&str> =
        entries.iter().filter_map(|entry| entry.experiment.as_deref()).collect();
    let all: BTreeSet<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    assert_eq!(listed, all);
}

#[test]
fn every_historical_kernel_is_beside_its_text() {
    let kernels = starshell::lab::kernels::kernels();
    let from_texts = [
        "shaders/lab/historical/",
        "shaders/lab/gravity/",
        "shaders/lab/ladder/",
        "shaders/lab/poisson/",
        "shaders/lab/options/",
    ];
    let is_from_texts =
        |part: starshell::gpu::Part| from_texts.iter().any(|folder| part.path.starts_with(folder));
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
