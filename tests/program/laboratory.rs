//! Experiments and lessons from the command line.

use std::fs::File;

use crate::common::program::*;
use tempfile::tempdir;

#[test]
fn experiments_are_listed_run_saved_and_opened() {
    let folder = tempdir().unwrap();
    let list = starshell(folder.path(), &["lab"]).quiet();
    assert!(list.contains("  reduction ") && list.contains("starshell lab --all"), "{list}");
    for (words, sentence) in [
        (&["nbody-ladder", "--count", "0"][..], "the count is 0"),
        (&["barnes-hut", "--count", "100000000"], "at most 67108864 bodies"),
        (&["sort", "--count", "0"], "the count is 0"),
        // Before anything is measured.
        (
            &["sort", "--count", "100", "--json", "--out", "/proc/none/report.json"],
            "choose another place",
        ),
        (&["nbody-frame"], "did you mean `nbody-frames`?"),
        (&["--out", "list.md"], "--out is for results: name experiments"),
        (&["--json"], "--json is for results"),
        (&["--count", "100"], "--count is for results"),
    ] {
        let run = starshell(folder.path(), &[&["lab"], words].concat());
        assert!(
            run.code == Some(2) && run.err.contains(sentence) && run.err.lines().count() == 1,
            "{words:?}: {}",
            run.err
        );
    }
    let path = folder.path().join("report.json");
    let path = path.to_str().unwrap();
    starshell(
        folder.path(),
        &["lab", "barnes-hut-walks", "--count", "300", "--json", "--out", path],
    )
    .quiet();
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let outcomes = report["results"][0]["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 4);
    assert!(
        outcomes.iter().all(|outcome| outcome["verdict"] == "right" && outcome["count"] == 300),
        "{outcomes:?}"
    );
    let text = starshell(folder.path(), &["lab", "--open", path]).quiet();
    assert!(text.contains("## Walking together") && text.matches("| ✓ |").count() == 4, "{text}");
    assert_eq!(
        starshell(folder.path(), &["lab", "--open", path, "--csv"]).quiet().lines().count(),
        5
    );
    let text = starshell(folder.path(), &["lab", "--open", path, "--against", path]).quiet();
    assert_eq!(text.matches(" ms, 1.000 times as fast here |").count(), 4, "{text}");
    let charts = folder.path().join("charts");
    starshell(
        folder.path(),
        &["lab", "--open", path, "--svg", "--png", "--out", charts.to_str().unwrap()],
    )
    .created(charts.to_str().unwrap());
    let picture = File::open(charts.join("barnes-hut-walks.png")).unwrap();
    let picture = png::Decoder::new(std::io::BufReader::new(picture)).read_info().unwrap();
    assert_eq!((picture.info().width, picture.info().height), (2000, 496));
    let chart = std::fs::read_to_string(charts.join("barnes-hut-walks.svg")).unwrap();
    assert!(chart.starts_with("<svg ") && chart.matches("<rect ").count() == 5, "{chart}");
}

#[test]
fn an_experiment_that_is_named_twice_runs_once() {
    let folder = tempdir().unwrap();
    let report = starshell(
        folder.path(),
        &["lab", "scan-operators", "scan-operators", "--count", "100", "--json"],
    )
    .quiet();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["results"].as_array().unwrap().len(), 1);
}

#[test]
fn results_are_kept_for_the_window() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("data");
    let lab = |count: &str| {
        let arguments = ["lab", "scan-operators", "--count", count];
        assert_eq!(
            run(command(folder.path(), &arguments).env("XDG_DATA_HOME", &data)).code,
            Some(0)
        );
        let kept = data.join("starshell/laboratory");
        let files: Vec<_> =
            std::fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), 1, "one per machine: {files:?}");
        let report: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&files[0]).unwrap()).unwrap();
        report["results"][0]["outcomes"].as_array().unwrap().len()
    };
    let once = lab("100");
    assert_eq!((lab("100"), lab("200")), (once, 2 * once), "rows of the same case are replaced");
}

/// Sheet, answers and booklet of a number have their options in one order, which is that of no other
/// number.
#[test]
fn worksheets_of_a_number_belong_together() {
    let folder = tempdir().unwrap();
    let written = |seed: &str, more: &[&str]| {
        let path = folder.path().join("sheet.html");
        let path = path.to_str().unwrap();
        let words = ["lesson", "kepler-and-newton", "--seed", seed, "--worksheet", path];
        starshell(folder.path(), &[&words, more].concat()).quiet();
        std::fs::read_to_string(path).unwrap()
    };
    // The options in their order, without reasons and marks.
    let options = |sheet: &str| -> Vec<String> {
        let lists = sheet.split("<ul class=\"boxes\">").skip(1);
        let lists = lists.map(|list| list.split("</ul>").next().unwrap_or_default());
        let items = lists.flat_map(|list| list.split("<li").skip(1));
        let text = |item: &str| {
            let text = item.split_once('>').unwrap().1;
            text.split("<br>").next().unwrap().split("</li>").next().unwrap().to_owned()
        };
        items.map(text).collect()
    };
    let [sheet, booklet, other] =
        [written("3", &[]), written("3", &["--teacher"]), written("4", &[])];
    // The list of aims comes last on the sheet.
    let asked = options(&booklet);
    assert!(asked.len() >= 20 && options(&sheet).starts_with(&asked), "{:?}", options(&sheet));
    assert!(!options(&other).starts_with(&asked));
    assert_eq!(sheet.matches("order of options 3").count(), 2, "on the sheet and its answers");
    assert!(booklet.contains("order of options 3") && !other.contains("order of options 3"));
    let unmixed = written("0", &[]);
    assert!(!unmixed.contains("order of options") && options(&unmixed) != options(&sheet));
}

#[test]
fn lessons_are_listed_and_printed() {
    let folder = tempdir().unwrap();
    let list = starshell(folder.path(), &["lesson"]).quiet();
    assert!(list.contains("kepler-and-newton") && list.matches(" minutes)").count() >= 7, "{list}");
    let help = starshell(folder.path(), &["lesson", "--help"]).quiet();
    let examples = help.split("Examples:").nth(1).expect("there are examples");
    for name in examples
        .lines()
        .filter_map(|example| example.trim().strip_prefix("starshell lesson ")?.split(' ').next())
    {
        assert!(list.contains(name), "an example names {name}, which is no lesson: {list}");
    }
    let path = folder.path().join("kepler.html");
    starshell(
        folder.path(),
        &["lesson", "kepler-and-newton", "--worksheet", path.to_str().unwrap()],
    )
    .quiet();
    let sheet = std::fs::read_to_string(path).unwrap();
    assert!(
        sheet.contains("<math") && sheet.contains("class=\"long page\"") && !sheet.contains('$'),
        "{sheet}"
    );
    let path = folder.path().join("kepler.pdf");
    starshell(
        folder.path(),
        &["lesson", "kepler-and-newton", "--worksheet", path.to_str().unwrap()],
    )
    .quiet();
    let sheet = std::fs::read(path).unwrap();
    assert!(sheet.starts_with(b"%PDF-") && sheet.len() > 20_000, "{} bytes", sheet.len());
    let written = |name: &str, edition: &str| {
        let path = folder.path().join(name);
        starshell(
            folder.path(),
            &["lesson", "kepler-and-newton", "--worksheet", path.to_str().unwrap(), edition],
        )
        .quiet();
        std::fs::read_to_string(path).unwrap()
    };
    assert!(!written("bare.html", "--without-answers").contains("class=\"long page\""));
    assert!(written("notes.html", "--teacher").contains("class=\"notes\""));
    std::fs::create_dir(folder.path().join("taken.html")).unwrap();
    std::fs::create_dir(folder.path().join("taken.pdf")).unwrap();
    let german = starshell(folder.path(), &["lesson", "--language", "de"]).quiet();
    assert!(german.contains("Kepler und Newton"), "{german}");
    for (words, sentence) in [
        (&["kepler-and-newtom"][..], "did you mean `kepler-and-newton`?"),
        (&["--worksheet", "a.html"], "--help"),
        (&["kepler-and-newton", "--worksheet", "taken.html"], "choose another place"),
        (&["kepler-and-newton", "--worksheet", "taken.pdf"], "taken.pdf"),
        (&["kepler-and-newton", "--worksheet", "kepler.doc"], "ends in .pdf or .html"),
        (&["kepler-and-newton", "--worksheet", "kepler"], "ends in .pdf or .html"),
        (&["kepler-and-newton", "--teacher"], "--worksheet <FILE>"),
        (&["kepler-and-newton", "--without-answers"], "--worksheet <FILE>"),
        (
            &["kepler-and-newton", "--worksheet", "a.pdf", "--teacher", "--without-answers"],
            "cannot be used with",
        ),
        (&["kepler-and-newton", "--language", "dd"], "did you mean `de`?"),
        (&["kepler-and-newton", "--class", "everywhere"], "is no address of this machine"),
        (&["kepler-and-newton", "--class", "0.0.0.0"], "the one address of this machine"),
        (&["kepler-and-newton", "--class", "192.0.2.1:1"], "another address of this machine"),
        (&["kepler-and-newton", "--worksheet", "a.pdf", "--class"], "cannot be used with"),
        (&["--class"], "--help"),
    ] {
        let run = starshell(folder.path(), &[&["lesson"], words].concat());
        assert!(run.code == Some(2) && run.err.contains(sentence), "{words:?}: {}", run.err);
    }
}
