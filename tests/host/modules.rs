//! The source files of the crate and which of them use each other, as their modules and `use` lines
//! say.
//!
//! A name counts as used from the file that defines it, whichever modules export it on the way. A
//! method does not count: it comes with its type. Unit tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

/// A path of names, from the root of its crate: `starshell` for the library, `program` for the
/// program.
type Names = Vec<String>;

/// The other files that each file uses.
pub type Uses<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// A file, as far as other files matter to it.
#[derive(Debug, Default)]
pub struct Module {
    children: Vec<String>,
    imports: Vec<Import>,
    /// Each `a::b` outside of `use` lines.
    paths: Vec<Names>,
    /// Every name outside of `use` lines.
    words: BTreeSet<String>,
    macros: Vec<String>,
    /// The type of each `impl` block without a trait, and how many functions the block has.
    methods: Vec<(Names, usize)>,
}

#[derive(Debug, PartialEq)]
struct Import {
    name: String,
    path: Names,
    is_public: bool,
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Words and signs, without comments and literals.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("r\"") || rest.starts_with("r#\"") {
            let (start, end) = if rest.starts_with("r\"") { (2, "\"") } else { (3, "\"#") };
            start + rest[start..].find(end).unwrap() + end.len()
        } else if letter == '"' {
            let mut is_escaped = false;
            let end = rest[1..].find(|letter| {
                let ends = letter == '"' && !is_escaped;
                is_escaped = letter == '\\' && !is_escaped;
                ends
            });
            end.unwrap() + 2
        } else if letter == '\'' {
            // A character ends with a quotation mark; a lifetime does not.
            let inside = rest[1..].chars().next().unwrap();
            let end = if inside == '\\' {
                rest[3..].find('\'').unwrap() + 3
            } else {
                1 + inside.len_utf8()
            };
            if rest[end..].starts_with('\'') { end + 1 } else { 1 }
        } else {
            let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            let length = if rest.starts_with("::") { 2 } else { length.max(letter.len_utf8()) };
            if !letter.is_whitespace() {
                found.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    found
}

/// The place after the item that begins at `start`: after its block, or after its semicolon.
fn end_of_item(tokens: &[&str], start: usize) -> usize {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(start) {
        match *token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(*token, "}" | ";") {
            return place + 1;
        }
    }
    tokens.len()
}

/// The type of an `impl` block that begins at `start`, the number of its functions, and the place
/// after it; no type if it implements a trait.
fn block(tokens: &[&str], start: usize) -> (Option<Names>, usize, usize) {
    let (mut place, mut angles) = (start + 1, 0);
    let (mut path, mut is_of_trait, mut is_over) = (Names::new(), false, false);
    while tokens[place] != "{" {
        match tokens[place] {
            "<" => angles += 1,
            ">" if tokens[place - 1] != "-" => angles -= 1,
            "where" => is_over = true,
            "for" if angles == 0 && !is_over => is_of_trait = true,
            word if angles == 0 && !is_over && word.starts_with(is_word) => {
                path.push(word.to_owned());
            }
            _ => {}
        }
        place += 1;
    }
    let (mut depth, mut count) = (0, 0);
    loop {
        match tokens[place] {
            "#" if is_for_tests(&tokens[place..]) => {
                place = end_of_item(tokens, place + 7);
                continue;
            }
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            // Not the type of a function.
            "fn" if depth == 1 && tokens[place + 1].starts_with(is_word) => count += 1,
            _ => {}
        }
        place += 1;
        if depth == 0 {
            return ((!is_of_trait).then_some(path), count, place);
        }
    }
}

/// Whether an item for unit tests begins here.
fn is_for_tests(tokens: &[&str]) -> bool {
    tokens.starts_with(&["#", "[", "cfg", "(", "test", ")", "]"])
}

/// The imports of `a::{b, c as d}`, with the place after them.
fn tree(tokens: &[&str], start: usize, prefix: &[String], is_public: bool) -> (Vec<Import>, usize) {
    let (mut path, mut place, mut found) = (prefix.to_vec(), start, Vec::new());
    loop {
        match tokens[place] {
            "{" => {
                while tokens[place] != "}" {
                    let (inner, end) = tree(tokens, place + 1, &path, is_public);
                    found.extend(inner);
                    place = end;
                }
                return (found, place + 1);
            }
            "::" => {}
            "," | ";" | "}" => break,
            "as" => {
                found.push(Import { name: tokens[place + 1].to_owned(), path, is_public });
                return (found, place + 2);
            }
            "self" if path.len() > prefix.len() || !prefix.is_empty() => {}
            name => path.push(name.to_owned()),
        }
        place += 1;
    }
    if let Some(name) = path.last().filter(|_| place > start) {
        found.push(Import { name: name.clone(), path, is_public });
    }
    (found, place)
}

impl Module {
    pub fn new(text: &str) -> Self {
        let tokens = tokens(text);
        let token = |place: usize| tokens.get(place).copied().unwrap_or_default();
        let (mut module, mut place) = (Self::default(), 0);
        while place < tokens.len() {
            let before = place.checked_sub(1).map_or("", token);
            match token(place) {
                "#" if is_for_tests(&tokens[place..]) => {
                    place = end_of_item(&tokens, place + 7);
                    continue;
                }
                "mod" if token(place + 2) == ";" => {
                    module.children.push(token(place + 1).to_owned());
                    place += 2;
                }
                // Where an item may begin, which a type `impl Trait` never does.
                "impl" if ["", "}", ";", "]", "{"].contains(&before) => {
                    if let (Some(path), count, _) = block(&tokens, place) {
                        module.methods.push((path, count));
                    }
                }
                "macro_rules" => module.macros.push(token(place + 2).to_owned()),
                "use" if token(place + 1) != "<" => {
                    let (imports, end) =
                        tree(&tokens, place + 1, &[], matches!(before, "pub" | ")"));
                    module.imports.extend(imports);
                    place = end;
                }
                word if word.starts_with(is_word) && before != "." => {
                    let mut path = vec![word.to_owned()];
                    while token(place + 1) == "::" && token(place + 2).starts_with(is_word) {
                        path.push(token(place + 2).to_owned());
                        place += 2;
                    }
                    module.words.insert(word.to_owned());
                    if path.len() > 1 {
                        module.paths.push(path);
                    }
                }
                _ => {}
            }
            place += 1;
        }
        module
    }
}

/// All files of the library and of the program.
pub struct Crate {
    modules: BTreeMap<Names, (String, Module)>,
}

impl Crate {
    /// Reads the files from the roots down, as the compiler does.
    pub fn read() -> Self {
        let mut found = Self { modules: BTreeMap::new() };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for (root, file) in [("starshell", "lib.rs"), ("program", "main.rs")] {
            found.add(vec![root.to_owned()], &source, PathBuf::from(file), Path::new(""));
        }
        found
    }

    fn add(&mut self, names: Names, source: &Path, file: PathBuf, folder: &Path) {
        let module = Module::new(&fs::read_to_string(source.join(&file)).unwrap());
        for child in &module.children {
            let files = [folder.join(format!("{child}.rs")), folder.join(child).join("mod.rs")];
            let file = files.into_iter().find(|file| source.join(file).exists()).unwrap();
            self.add(
                [&names[..], slice::from_ref(child)].concat(),
                source,
                file,
                &folder.join(child),
            );
        }
        self.modules.insert(names, (file.to_str().unwrap().replace('\\', "/"), module));
    }

    /// The file that defines what a module calls `path`, and whether the path names the file's
    /// module itself.
    fn defines(&self, module: &[String], path: &[String]) -> Option<(&str, bool)> {
        let (first, mut rest) = path.split_first()?;
        let mut here = match first.as_str() {
            "crate" => module[..1].to_vec(),
            "starshell" => vec![first.clone()],
            "super" => module[..module.len() - 1].to_vec(),
            "self" => module.to_vec(),
            _ => {
                let (_, content) = &self.modules[module];
                let imported = content
                    .imports
                    .iter()
                    .any(|import| import.name == *first && import.path[0] != *first);
                if !content.children.contains(first) && !imported {
                    return None;
                }
                rest = path;
                module.to_vec()
            }
        };
        while let Some((name, after)) = rest.split_first() {
            let (file, content) = self.modules.get(&here)?;
            if name == "super" {
                here.pop();
            } else if content.children.contains(name) {
                here.push(name.clone());
            } else if let Some(import) = content.imports.iter().find(|import| import.name == *name)
            {
                return self.defines(&here, &[&import.path[..], after].concat());
            } else if here.len() == 1 {
                // A macro stands at the root of its crate.
                let mut files = self.modules.values();
                let owner = files
                    .find(|(_, module)| module.macros.contains(name))
                    .map_or(file, |(file, _)| file);
                return Some((owner, false));
            } else {
                return Some((file, false));
            }
            rest = after;
        }
        Some((&self.modules.get(&here)?.0, true))
    }

    /// The number of functions of each type, in all its `impl` blocks without a trait, by the file
    /// that defines it and its name.
    pub fn methods(&self) -> BTreeMap<(&str, &str), usize> {
        let mut found = BTreeMap::new();
        for (names, (file, module)) in &self.modules {
            for (path, count) in &module.methods {
                let owner = self.defines(names, path).map_or(file.as_str(), |(file, _)| file);
                *found.entry((owner, path[path.len() - 1].as_str())).or_default() += count;
            }
        }
        found
    }

    /// The other files that each file uses.
    pub fn uses(&self) -> Uses<'_> {
        let of = |(names, (file, module)): (&Names, &(String, Module))| {
            let is_used =
                |import: &&Import| !import.is_public || module.words.contains(&import.name);
            let imported = module.imports.iter().filter(is_used).map(|import| &import.path);
            let defined =
                imported.chain(&module.paths).filter_map(|path| self.defines(names, path));
            // A module without one of its names is only a shorter way to write the paths that
            // follow.
            defined
                .filter(|(_, is_module)| !is_module)
                .map(|(file, _)| file)
                .filter(|other| *other != file)
                .collect()
        };
        self.modules.iter().map(|entry| (entry.1.0.as_str(), of(entry))).collect()
    }
}

/// The groups of a graph in which each member is reached from every other.
pub fn cycles<'a>(graph: &Uses<'a>) -> BTreeSet<BTreeSet<&'a str>> {
    let reached = |from: &str| {
        let (mut found, mut left) = (BTreeSet::new(), graph[from].iter().collect::<Vec<_>>());
        while let Some(&next) = left.pop() {
            if found.insert(next) {
                left.extend(graph.get(next).into_iter().flatten());
            }
        }
        found
    };
    let reached: Uses = graph.keys().map(|from| (*from, reached(from))).collect();
    let group = |(from, others): (&&'a str, &BTreeSet<&'a str>)| {
        others
            .iter()
            .copied()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(from)))
            .collect()
    };
    reached.iter().map(group).filter(|group: &BTreeSet<&str>| !group.is_empty()).collect()
}

#[test]
fn a_cycle_is_found() {
    let of = |edges: &[(&'static str, &[&'static str])]| {
        cycles(&edges.iter().map(|(from, to)| (*from, to.iter().copied().collect())).collect())
    };
    assert!(of(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]).is_empty());
    let two = of(&[("a", &["b"]), ("b", &["c"]), ("c", &["b", "d"]), ("d", &["e"]), ("e", &["d"])]);
    assert_eq!(two, [["b", "c"].into(), ["d", "e"].into()].into());
}

#[test]
fn names_are_read_from_a_file() {
    let path = |path: &str| path.split("::").map(str::to_owned).collect::<Names>();
    let module = Module::new(
        "pub(super) use super::a::{b, c::{self, D as E},\n};\nuse crate::physics::F;\n// use super::g;\nmod h;\n\
         fn i<'a>(x: &'a str) -> h::J { x.k(\"use l;\", '\\'', '\"', b'{'); F::<u8>::m() }\n\
         #[cfg(test)]\nfn n() { use super::o; }\n#[cfg(test)]\nmod p;\nmod q;",
    );
    let import =
        |name: &str, of, is_public| Import { name: name.to_owned(), path: path(of), is_public };
    let imports = [
        import("b", "super::a::b", true),
        import("c", "super::a::c", true),
        import("E", "super::a::c::D", true),
        import("F", "crate::physics::F", false),
    ];
    assert_eq!(module.imports, imports);
    assert_eq!(module.children, ["h", "q"]);
    assert_eq!(module.paths, [path("h::J")]);
    assert!(module.words.contains("F") && !module.words.contains("k"), "{:?}", module.words);
}

#[test]
fn methods_are_counted_by_the_file_of_their_type() {
    let parts = [
        (
            "starshell",
            "lib.rs",
            "mod a; use a::B; impl B { fn c(f: impl Fn() -> u8) -> fn(u8) { fn d() {} } }",
        ),
        (
            "starshell::a",
            "a.rs",
            "struct B; impl<'e, F: Fn(u8) -> u8> B { pub fn g() {} const fn h() {} \
             #[cfg(test)] fn i() {} } impl Clone for B { fn clone() {} } mod j { impl super::B {} }\
             impl<T> K<T> where T: for<'l> M<'l> { fn n() {} }",
        ),
    ];
    let names = |path: &str| path.split("::").map(str::to_owned).collect();
    let modules =
        parts.map(|(path, file, text)| (names(path), (file.to_owned(), Module::new(text))));
    let source = Crate { modules: modules.into() };
    let methods = source.methods();
    assert_eq!((methods[&("a.rs", "B")], methods[&("a.rs", "K")]), (3, 1), "{methods:?}");
}

#[test]
fn a_name_leads_to_the_file_that_defines_it() {
    let parts = [
        ("starshell", "lib.rs", "pub mod a; pub mod e; pub use a::B;"),
        (
            "starshell::a",
            "a/mod.rs",
            "mod b; pub use b::B; mod c; use crate::e::{self, E}; fn f() { c::g(); e::h(); }",
        ),
        ("starshell::a::b", "a/b.rs", "use super::{E, f}; use wgpu::X; pub struct B; crate::m!();"),
        ("starshell::a::c", "a/c.rs", "fn g() -> super::B {} fn h() { super::super::e::E::new() }"),
        ("starshell::e", "e.rs", "macro_rules! m {} pub use crate::B; fn h() {}"),
        ("program", "main.rs", "use starshell::B;"),
    ];
    let names = |path: &str| path.split("::").map(str::to_owned).collect();
    let modules =
        parts.map(|(path, file, text)| (names(path), (file.to_owned(), Module::new(text))));
    let uses = Crate { modules: modules.into() };
    let expected = [
        ("a/b.rs", &["a/mod.rs", "e.rs"][..]),
        ("a/c.rs", &["a/b.rs", "e.rs"]),
        ("a/mod.rs", &["a/c.rs", "e.rs"]),
        ("e.rs", &[]),
        ("lib.rs", &[]),
        ("main.rs", &["a/b.rs"]),
    ];
    assert_eq!(
        uses.uses(),
        expected.map(|(file, others)| (file, others.iter().copied().collect())).into()
    );
}
