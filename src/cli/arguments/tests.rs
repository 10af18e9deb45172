//! What is typed becomes arguments, and the help names everything that there is to choose.

use super::examples::{BENCH, RECORD, RENDER};
use super::parse::{bodies, pair, seconds, size};
use super::remake::words;
use super::*;
use clap::ArgMatches;
use starshell::lab::{
    CpuKernel, Number, ReduceKernel, ScanKernel, SortData, SortKernel, TreeModel,
};
use starshell::name::Named;
use starshell::physics::{ForceKernel, GravityMethod, Integrator, Multipoles, Precision, TreeWalk};
use starshell::render::{ColorBy, ColorMap, Style};

#[test]
fn sizes_may_have_names() {
    assert_eq!(
        (size("4K"), size("1080p"), size("640x360")),
        (Ok([3840, 2160]), Ok([1920, 1080]), Ok([640, 360]))
    );
    assert!(size("5k").unwrap_err().contains("1440p") && pair("4k").is_err());
}

#[test]
fn the_command_line_is_sound_and_its_examples_parse() {
    Cli::command().debug_assert();
    let examples = [ALL, RENDER, RECORD, BENCH, LAB, LESSON].join("\n").replace("\\\n     ", "");
    assert!(examples.lines().count() > 40);
    for example in examples.lines().filter_map(|line| line.strip_prefix("  starshell ")) {
        // Before the words are parsed, a capture takes the place of the scene, and with --again it
        // names the output.
        let example = example.replace("--again", "--out again.png").replace("--like", "");
        let words = std::iter::once("starshell").chain(example.split_whitespace());
        assert!(Cli::try_parse_from(words).is_ok(), "{example}");
    }
}

/// The commands of a line of a shell, in words: without comments, and up to what takes their output.
fn shell_commands(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut word, mut quote) = (vec![vec![]], None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(mark), _) if mark == letter => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, ' ' | '|' | ';' | '&' | '>') => {
                commands.last_mut().unwrap().extend(word.take());
                if letter != ' ' {
                    commands.push(vec![]);
                }
            }
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    commands.last_mut().unwrap().extend(word);
    commands
}

/// The words behind `starshell` of every command of it in the blocks of shell commands of a page.
fn starshell_commands(page: &str) -> Vec<Vec<String>> {
    let blocks = page.split("\n```").filter_map(|block| block.strip_prefix("sh\n"));
    let text = blocks.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let is_program =
        |word: &String| word == "./run" || word.split('/').next_back() == Some("starshell");
    let called = |words: Vec<String>| {
        let mut words = words.into_iter().skip_while(|word| word.contains('=')).peekable();
        if words
            .peek()
            .is_some_and(|first| ["mpirun", "srun", "xvfb-run"].contains(&first.as_str()))
        {
            words.by_ref().find(|word| is_program(word))?;
        } else {
            words.next().filter(is_program)?;
        }
        Some(words.collect())
    };
    text.lines().flat_map(shell_commands).filter_map(called).collect()
}

#[test]
fn the_commands_of_the_documentation_parse() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = |folder: &str| {
        let entries =
            std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|it| it == "md")).collect::<Vec<_>>()
    };
    let mut checked = 0;
    for page in ["", "docs", "docs/guide", "docs/tries", "packaging", "python"].map(pages).concat()
    {
        for words in starshell_commands(&std::fs::read_to_string(&page).unwrap()) {
            // What is read from a capture takes the place of a scene, and names the output if
            // nothing else does.
            let is_named = words.iter().any(|word| word == "--out");
            let known = words.iter().flat_map(|word| match word.as_str() {
                "--again" | "--resume" if !is_named => vec!["--out", "again.png"],
                "--again" | "--resume" | "--like" => vec![],
                word => vec![word],
            });
            let line = std::iter::once("starshell").chain(known).map(OsString::from);
            if let Err(error) = Cli::parse_words(line) {
                let is_help = error.kind() == ErrorKind::DisplayHelp;
                assert!(is_help, "{}: starshell {}\n{error}", page.display(), words.join(" "));
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} commands");
}

#[test]
fn each_command_groups_its_flags_and_has_its_own_examples() {
    let help = |name: &str| {
        Cli::command().find_subcommand_mut(name).unwrap().render_long_help().to_string()
    };
    for (name, others) in
        [("render", ["record", "bench", "lab"]), ("record", ["render", "bench", "lab"])]
    {
        let help = help(name);
        let places = ["Output", "Picture", "Time", "Camera", "Scene", "Physics", "Examples"].map(
            |heading| {
                help.find(&format!("\n{heading}:\n"))
                    .unwrap_or_else(|| panic!("{name} has no heading {heading}"))
            },
        );
        assert!(places.is_sorted(), "{places:?}");
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        assert!(examples.matches(&format!("starshell {name} ")).count() > 3);
        for other in others {
            assert!(
                !examples.contains(&format!("starshell {other}")),
                "{name} has examples of {other}"
            );
        }
    }
    assert!(
        help("bench").contains("starshell bench sort")
            && !help("bench").contains("starshell render")
    );
}

#[test]
fn every_name_that_can_be_typed_is_in_the_help() {
    let help = Cli::command().find_subcommand_mut("render").unwrap().render_long_help().to_string();
    let names = Integrator::ALL.iter().map(|i| i.name());
    let names = names.chain(Precision::ALL.iter().map(|p| p.name()));
    let names = names.chain(PathChoice::ALL.iter().map(|p| p.name()));
    let names = names
        .chain(ColorBy::ALL.iter().map(|c| c.name()))
        .chain(ColorMap::ALL.iter().map(|m| m.name()));
    let names = names.chain(Style::ALL.iter().map(|style| style.name()));
    let names = names.chain(GravityMethod::ALL.iter().map(|method| method.name()));
    let plain = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in names {
        assert!(plain.contains(name), "{name} is not in the help");
    }
    let named = |bench: &str, names: &mut dyn Iterator<Item = &'static str>| {
        let mut command = Cli::command().find_subcommand("bench").unwrap().clone();
        let help = command.find_subcommand_mut(bench).unwrap().render_long_help().to_string();
        names.for_each(|name| {
            assert!(help.contains(name), "{name} is not in the help of bench {bench}")
        });
    };
    named("cpu", &mut CpuKernel::ALL.iter().map(|kernel| kernel.name()));
    named("gravity", &mut ForceKernel::ALL.iter().map(|kernel| kernel.name()));
    named("tree", &mut TreeModel::ALL.iter().map(|model| model.name()));
    named("tree", &mut TreeWalk::ALL.iter().map(|walk| walk.name()));
    named("tree", &mut Multipoles::ALL.iter().map(|order| order.name()));
    named("reduce", &mut ReduceKernel::ALL.iter().map(|kernel| kernel.name()));
    named("reduce", &mut Number::ALL.iter().map(|number| number.name()));
    named("scan", &mut ScanKernel::ALL.iter().map(|kernel| kernel.name()));
    named("sort", &mut SortKernel::ALL.iter().map(|kernel| kernel.name()));
    named("sort", &mut SortData::ALL.iter().map(|data| data.name()));
}

#[test]
fn the_adapter_may_stand_anywhere_and_other_options_behind_their_command() {
    let parse = |line: &str| Cli::parse_words(line.split(' ').map(OsString::from));
    for line in [
        "starshell --adapter 1 bench gravity",
        "starshell bench --adapter 1 gravity",
        "starshell bench gravity --adapter 1",
        "starshell --adapter 1 render shell --out o.png",
        "starshell --adapter 1 info",
        "starshell tune --adapter 1",
        "starshell --adapter 1 shell",
        "starshell shell --adapter 1",
    ] {
        assert_eq!(parse(line).unwrap().adapter.as_deref(), Some("1"), "{line}");
    }
    for (line, word) in [
        (
            "starshell --kiosk render shell --out o.png",
            "`--kiosk` comes before the command `render`",
        ),
        ("starshell --count 64 bench gravity", "`--count` comes before the command `bench`"),
        ("starshell galaxy info", "`galaxy` comes before the command `info`"),
        ("starshell --adapter 0 bench cpu", "`bench cpu` uses no graphics adapter"),
        ("starshell scenes --adapter 0", "`scenes` uses no graphics adapter"),
    ] {
        let error = parse(line).unwrap_err().to_string();
        assert!(error.contains(word), "{line}: {error}");
    }
}

#[test]
fn durations_have_units() {
    let cases = [
        ("30s", 30.0),
        ("1m30s", 90.0),
        ("0.5", 0.5),
        ("1h", 3600.0),
        ("1h2m3.5s", 3723.5),
        ("250ms", 0.25),
        ("2min", 120.0),
    ];
    for (text, expected) in cases {
        assert_eq!(seconds(text), Ok(expected), "{text}");
    }
    for text in ["", "0", "s", "1s1m", "1m30", "30 s", "-1", "1x", "1.2.3", "inf"] {
        assert!(seconds(text).unwrap_err().contains(&format!("`{text}`")), "{text}");
    }
}

#[test]
fn counts_may_be_powers() {
    assert_eq!(
        ["4096", "2^20", "10^6", "7^0", "0"].map(|text| bodies(text).ok()),
        [4096, 1 << 20, 1_000_000, 1, 0].map(Some)
    );
    assert_eq!(bodies("2^14"), Ok(1 << 14));
    for text in ["", "^", "2^", "^20", "-1", "2^-1", "2^64", "1e6", "2^2^2"] {
        assert!(bodies(text).unwrap_err().contains(&format!("`{text}`")), "{text}");
    }
}

fn matches(line: &str) -> ArgMatches {
    let matches = Cli::command().try_get_matches_from(line.split(' ')).unwrap();
    matches.subcommand_matches("render").unwrap().clone()
}

#[test]
fn a_recipe_has_the_arguments_that_a_picture_depends_on() {
    let given = matches(
        "starshell render shell --count 64 --size 64x36 --out a.png --log a.csv --frames 3 --time 1.5",
    );
    let command = Cli::command();
    let render = command.find_subcommand("render").unwrap().clone();
    assert_eq!(words(&render, &given), ["render", "--size=64x36", "--frames=3", "--time=1.5"]);
    assert_eq!(words(&render, &matches("starshell render shell --out a.png")), ["render"]);
}
