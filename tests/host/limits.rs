//! What a reader takes in at once: files, functions and structs of the library and the program stay short.

use std::fs;
use std::path::Path;

use crate::modules::Crate;

/// Most lines of a file and of a function, and most fields of a struct.
const FILE: usize = 500;
const FUNCTION: usize = 80;
const FIELDS: usize = 15;

/// What is longer: records with a field for each key of a file, flag of a command, column of a table or word of a uniform buffer.
const RECORDS: &[&str] = &[
    "cli/arguments/captures.rs: Record",
    "cli/arguments/captures.rs: Render",
    "lab/measurement.rs: Measurement",
    "lesson/setting.rs: Setting",
    "physics/gravity/symmetric.rs: SymmetricParams",
    "render/look.rs: Look",
    "render/parameters.rs: ViewParams",
    "scene/file.rs: File",
    "scene/mod.rs: Scene",
];

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A declaration without its visibility and the like.
fn bare(line: &str) -> &str {
    let rest = line.trim_start();
    let shorter = match rest.strip_prefix("pub(") {
        Some(after) => after.split_once(") ").map(|(_, after)| after),
        None => ["pub ", "const ", "async ", "unsafe "].iter().find_map(|word| rest.strip_prefix(word)),
    };
    shorter.map_or(rest, bare)
}

/// What in the text of a file exceeds a limit: its name, or nothing for the file itself.
fn excesses(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<String> = (lines.len() > FILE).then(String::new).into_iter().collect();
    for (begin, line) in lines.iter().enumerate() {
        let declared = bare(line);
        let name = |keyword| {
            let rest: &str = declared.strip_prefix(keyword)?;
            Some(rest.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).next().unwrap_or(rest).to_owned())
        };
        // rustfmt puts the end of a block at the indentation of its beginning.
        let is_end = |other: &&str| indentation(other) == indentation(line) && other.trim_start().starts_with('}');
        let length = || 1 + lines[begin..].iter().position(is_end).unwrap_or(0);
        if let Some(name) = name("fn ")
            && length() > FUNCTION
        {
            found.push(name);
        }
        if let Some(name) = name("struct ").filter(|_| line.ends_with('{')) {
            let is_field = |other: &&&str| {
                let is_inside = indentation(other) == indentation(line) + 4;
                is_inside && !other.trim_start().starts_with(['/', '#']) && other.contains(": ")
            };
            if lines[begin..begin + length()].iter().filter(is_field).count() > FIELDS {
                found.push(name);
            }
        }
    }
    found
}

#[test]
fn files_functions_and_structs_are_short() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_file = |file: &str| {
        let found = excesses(&fs::read_to_string(source.join(file)).unwrap());
        found.into_iter().map(|name| format!("{file}: {name}")).collect::<Vec<_>>()
    };
    let mut found: Vec<String> = Crate::read().uses().into_keys().flat_map(of_file).collect();
    found.sort();
    assert_eq!(found, RECORDS);
}

#[test]
fn files_functions_and_structs_that_are_too_long_are_found() {
    let function =
        |lines: usize| format!("    pub(super) const unsafe fn f(\n    ) {{\n{}    }}\n", "        g();\n".repeat(lines));
    assert_eq!(excesses(&function(FUNCTION - 3)), [""; 0]);
    assert_eq!(excesses(&function(FUNCTION - 2)), ["f"]);
    let structure = |fields: usize| format!("pub struct S {{\n{}}}\n", "    /// A: field.\n    pub a: u32,\n".repeat(fields));
    assert_eq!(excesses(&structure(FIELDS)), [""; 0]);
    assert_eq!(excesses(&structure(FIELDS + 1)), ["S"]);
    assert_eq!((excesses(&"\n".repeat(FILE)).len(), excesses(&"\n".repeat(FILE + 1)).len()), (0, 1));
}
