//! The first line of a shader names the files that it uses, `// uses: grid, real_f32 | real_f64`,
//! as the lists in Rust have them.
//!
//! One of the files between bars takes part, depending on the kernel; `monoid/*` is one of more
//! than three. A part may also use what the file of its kernel declares, which is not named.

use std::collections::{BTreeMap, BTreeSet};

use starshell::gpu::{KernelSource, Part};
use starshell::render::kernels::DRAWS;

use crate::shaders::kernels;

/// Longest line of such a comment.
const WIDTH: usize = 128;

/// What a file declares for others, and the names in it that it does not declare.
#[derive(Default)]
struct Names<'a> {
    declared: BTreeSet<&'a str>,
    free: BTreeSet<&'a str>,
}

/// Words and signs of WGSL, without comments and spaces; for each, whether it follows a point.
fn tokens(source: &str) -> Vec<(&str, bool)> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut all = Vec::new();
    for line in source.lines() {
        let mut rest = line.split("//").next().unwrap_or(line);
        let mut is_member = false;
        while let Some(letter) = rest.chars().next() {
            let length =
                rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()).max(letter.len_utf8());
            let (token, after) = rest.split_at(length);
            if !letter.is_whitespace() {
                all.push((token, is_member));
            }
            (rest, is_member) = (after, token == ".");
        }
    }
    all
}

fn names(source: &str) -> Names<'_> {
    let tokens = tokens(source);
    let (mut names, mut local, mut depth) = (Names::default(), BTreeSet::new(), 0);
    for (place, &(token, is_member)) in tokens.iter().enumerate() {
        let before = place.checked_sub(1).map_or("", |before| tokens[before].0);
        let is_typed = tokens.get(place + 1).is_some_and(|(next, _)| *next == ":");
        match token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ if !token
                .starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') => {}
            // A variable has its address space in angle brackets, or none.
            _ if depth == 0
                && (matches!(before, "fn" | "struct" | "const" | "alias")
                    || is_typed && matches!(before, ">" | "var")) =>
            {
                names.declared.insert(token);
            }
            _ if is_typed || matches!(before, "let" | "var" | "const") => {
                local.insert(token);
            }
            _ if is_member || before == "@" => {}
            _ => {
                names.free.insert(token);
            }
        }
    }
    names.free = names
        .free
        .iter()
        .copied()
        .filter(|name| !local.contains(name) && !names.declared.contains(name))
        .collect();
    names
}

/// The files of `kernel` that `part` uses, by the name that it uses.
fn used<'a>(
    kernel: &'a KernelSource,
    part: &'a Part,
) -> impl Iterator<Item = (&'a str, &'static str)> {
    let free = names(part.source).free;
    let others = kernel.parts().skip(1).filter(|other| other.path != part.path);
    others.flat_map(move |other| {
        let declared = names(other.source).declared;
        free.intersection(&declared).map(|name| (*name, other.path)).collect::<Vec<_>>()
    })
}

/// A file as comments name it.
fn short(path: &str) -> &str {
    path.trim_start_matches("shaders/").trim_end_matches(".wgsl")
}

/// Alternatives in words.
fn one_of(files: &BTreeSet<&str>) -> String {
    let files: Vec<&str> = files.iter().map(|path| short(path)).collect();
    match &files[..] {
        [] | [_] | [_, _] | [_, _, _] => files.join(" | "),
        [first, rest @ ..] => {
            let common = |length: &usize| {
                rest.iter().all(|file| file.get(..*length) == first.get(..*length))
            };
            let length = (0..=first.len()).rev().find(common).unwrap_or(0);
            format!("{}*", &first[..length])
        }
    }
}

/// The comment in as many lines as it needs.
fn comment(uses: &BTreeSet<String>) -> String {
    let (mut comment, mut length) = ("// uses:".to_owned(), 8);
    for (place, one) in uses.iter().enumerate() {
        let end = if place + 1 < uses.len() { "," } else { "\n" };
        if length + 1 + one.len() + 1 > WIDTH {
            comment.push_str("\n//      ");
            length = 8;
        }
        comment.push_str(&format!(" {one}{end}"));
        length += one.len() + 2;
    }
    comment
}

#[test]
fn the_first_line_of_a_shader_names_the_files_that_it_uses() {
    let all = || kernels().chain(DRAWS.iter().copied());
    let mut sources: BTreeMap<&str, &str> = BTreeMap::new();
    let mut by_name: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for kernel in all() {
        for part in kernel.parts() {
            sources.insert(part.path, part.source);
            for (name, path) in used(kernel, part) {
                by_name.entry(part.path).or_default().entry(name).or_default().insert(path);
            }
        }
    }
    let mut wrong = Vec::new();
    for (path, source) in &sources {
        let uses: BTreeSet<String> =
            by_name.get(path).into_iter().flat_map(BTreeMap::values).map(one_of).collect();
        let expected = if uses.is_empty() { String::new() } else { comment(&uses) };
        let has_other = expected.is_empty() && source.starts_with("// uses:");
        if has_other || !source.starts_with(&expected) {
            wrong.push(format!("{path} should begin with {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_kernel_has_a_part_that_nothing_in_it_uses() {
    let mut wrong = Vec::new();
    for kernel in kernels().chain(DRAWS.iter().copied()) {
        // Where it begins: in its own file, or a stage of a drawing pass in a part.
        let is_stage =
            |part: &Part| part.source.contains("@vertex") || part.source.contains("@fragment");
        let mut open: Vec<_> = kernel
            .parts()
            .take(1)
            .chain(kernel.parts().skip(1).filter(|part| is_stage(part)))
            .collect();
        let mut reached: BTreeSet<_> = open.iter().map(|part| part.path).collect();
        while let Some(part) = open.pop() {
            let found: BTreeSet<_> = used(kernel, part).map(|(_, path)| path).collect();
            let new = kernel
                .parts()
                .filter(|other| found.contains(other.path) && reached.insert(other.path));
            open.extend(new.collect::<Vec<_>>());
        }
        let idle: Vec<_> =
            kernel.parts().map(|part| part.path).filter(|path| !reached.contains(path)).collect();
        wrong.extend((!idle.is_empty()).then(|| {
            format!("{} uses nothing of {idle:?}: leave them out of its list", kernel.label)
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn declared_local_and_free_names_are_distinguished() {
    let source = "// fn comment() {}\nconst SIZE: u32 = 4u;\n@group(0) @binding(0) var<storage, read> rows: array<Row>;\n\
        fn sum(of: Row) -> f32 {\n    let first = of.x; // other()\n    return twice(first) + rows[SIZE].y;\n}\n";
    let Names { declared, free } = names(source);
    assert_eq!(declared, BTreeSet::from(["SIZE", "rows", "sum"]));
    assert!(free.contains("Row") && free.contains("twice"), "{free:?}");
    assert!(
        ["x", "y", "first", "of", "other", "comment", "group"]
            .iter()
            .all(|name| !free.contains(name)),
        "{free:?}"
    );
    let files = [
        "shaders/monoid/f32.wgsl",
        "shaders/monoid/f64.wgsl",
        "shaders/monoid/i32.wgsl",
        "shaders/monoid/u32.wgsl",
    ];
    assert_eq!(one_of(&BTreeSet::from(files)), "monoid/*");
    assert_eq!(
        one_of(&BTreeSet::from(["shaders/real_f64.wgsl", "shaders/real_f32.wgsl"])),
        "real_f32 | real_f64"
    );
    let many: BTreeSet<String> = (10..40).map(|number| format!("file/{number}")).collect();
    assert!(
        comment(&many).lines().all(|line| line.len() <= WIDTH && line.starts_with("//")),
        "{}",
        comment(&many)
    );
}
