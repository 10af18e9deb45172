//! The reference of settings in the documentation is made from their table.

use std::fmt::Write;
use std::path::Path;

use starshell::scene::{Dimension, Kind, Number, SETTINGS, Scene, Setting, Value};

/// Set to anything, it renews the page.
const RENEW: &str = "UPDATE_SNAPSHOTS";

const HEAD: &str = "\
# Settings

<!-- Made from src/scene/settings.rs: UPDATE_SNAPSHOTS=1 ./test --test host settings:: renews it. -->

Every setting of a scene that is a number, a switch or a name. Each is a key of the scene's file, a flag of `starshell`, `render` and
`record`, a name for `--vary NAME=V,V,…`, and a key of a lesson's [cards](lessons.md), where it needs no table. Lengths, times, rates, speeds
and masses take units on the command line where the scene has some: `5pc`, `10Myr`, `0.1/Myr`, `220km/s`, `1e10Msun`. What is more than that, such as the kind of
gravity or the camera's path, is in [physics](physics.md) and [the command line](command-line.md).
";

fn number(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e6).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// What a setting takes.
fn values(row: &Setting) -> String {
    match row.kind {
        Kind::Number(Number { range: [least, most], dimension, unit, none, .. }) => {
            let from = match [least, most] {
                [least, _] if least > 0.0 && least < 1e-20 => "above 0".to_owned(),
                [least, most] if most > 1e37 => format!("{} or more", number(least)),
                [least, most] => format!("{} to {}", number(least), number(most)),
            };
            let measured = match dimension {
                Dimension::Ratio if unit.is_empty() => String::new(),
                Dimension::Ratio => unit.to_owned(),
                Dimension::Acceleration => ", an acceleration".to_owned(),
                other => format!(", a {}", format!("{other:?}").to_lowercase()),
            };
            let none = none.map(|none| format!(", or `{}`", none.word)).unwrap_or_default();
            format!("{from}{measured}{none}")
        }
        Kind::Switch => "`on` or `off`".to_owned(),
        Kind::Choice(choice) => (choice.all)()
            .iter()
            .map(|[name, _]| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// What it is in a scene that says nothing.
fn usual(row: &Setting, plain: &Scene) -> String {
    match row.get(plain) {
        _ if matches!(row.key, "physics.time_step" | "physics.softening") => "given".to_owned(),
        Value::Number(value) => number(value),
        Value::None => row
            .number()
            .and_then(|number| number.none)
            .map(|none| format!("`{}`", none.word))
            .unwrap_or_default(),
        Value::Switch(is_on) => if is_on { "on" } else { "off" }.to_owned(),
        Value::Choice(name) => format!("`{name}`"),
    }
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    let text = "title = \"\"\ndescription = \"\"\ninaccuracies = \"\"\ncount = 2\nduration = 1.0\n[initial]\nkind = \"plummer\"\n\
                [physics]\ntime_step = 0.01\nsoftening = 0.1\n";
    let plain = Scene::parse(text, "plain.toml").unwrap();
    let mut table = "";
    for row in SETTINGS {
        if row.table() != table {
            table = row.table();
            let change = match row.is_of_run() {
                true => "A change of these holds for the run from then on.",
                false => "These change what is seen, and nothing else.",
            };
            writeln!(page, "\n## `[{table}]`\n\n{change}\n\n| key | flag | values | usual | |\n| --- | --- | --- | --- | --- |")
                .unwrap();
        }
        let flag = row.flag.map(|[flag, _]| format!("`--{flag}`")).unwrap_or_default();
        writeln!(
            page,
            "| `{}` | {flag} | {} | {} | {} |",
            row.key.strip_prefix(table).unwrap_or_default().trim_start_matches('.'),
            values(row),
            usual(row, &plain),
            row.about
        )
        .unwrap();
    }
    page
}

#[test]
fn the_reference_is_that_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/settings.md");
    if std::env::var_os(RENEW).is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        found == page(),
        "docs/settings.md is not what the table says: renew it with {RENEW}=1"
    );
}
