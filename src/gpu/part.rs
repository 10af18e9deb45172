//! Files of WGSL, what they use and what their constants are.

/// One WGSL file, embedded in the binary. The parts of a kernel are simply concatenated; since WGSL
/// allows use before declaration, their order does not matter.
///
/// The first line of a file under `shaders` names the other files that it uses,
/// `// uses: grid, real_f32 | real_f64`. They become parts of every kernel that has this one, except
/// alternatives between bars, one of which the kernel lists. `monoid/*` stands for all files of that
/// folder, and `another` for what the caller or the kernel's own file declares.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Path from the project's root.
    pub path: &'static str,
    /// The text of the file.
    pub source: &'static str,
}

/// Every file under `shaders`.
const FILES: &[Part] = include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
/// What the first line of a file begins with if it uses others, and further lines of names.
const USES: [&str; 2] = ["// uses:", "//       "];

impl Part {
    /// The file with this path from the project's root.
    ///
    /// # Panics
    /// If there is none; in a `const` that is a compile-time error.
    pub(crate) const fn embedded(path: &str) -> Self {
        let mut number = 0;
        while !is_same(FILES[number].path.as_bytes(), path.as_bytes()) {
            number += 1;
        }
        FILES[number]
    }

    /// The value of a constant that the file declares, which has to be a whole number.
    ///
    /// # Panics
    /// If it declares no such constant; in a `const` that is a compile-time error.
    pub(crate) const fn constant(self, name: &str) -> u32 {
        let (text, name) = (self.source.as_bytes(), name.as_bytes());
        let mut at = 0;
        while !(continues(text, at, b"const ")
            && continues(text, at + 6, name)
            && continues(text, at + 6 + name.len(), b": "))
        {
            at += 1;
        }
        while text[at] != b'=' {
            at += 1;
        }
        at += 2;
        let (first, mut value) = (at, 0);
        while text[at].is_ascii_digit() {
            value = 10 * value + (text[at] - b'0') as u32;
            at += 1;
        }
        let is_whole = continues(text, at, b"u;") || continues(text, at, b".0;");
        assert!(at > first && is_whole, "this constant is no whole number");
        value
    }

    /// What the file uses: each of the names between commas, which may be alternatives.
    pub fn uses(self) -> impl Iterator<Item = &'static str> {
        let lines = self.source.lines();
        let further = lines.clone().skip(1).map_while(|line| line.strip_prefix(USES[1]));
        let first = lines.clone().next().and_then(|line| line.strip_prefix(USES[0]));
        let all =
            first.into_iter().flat_map(move |first| std::iter::once(first).chain(further.clone()));
        all.flat_map(|line| line.split(',')).map(str::trim).filter(|name| !name.is_empty())
    }

    /// The files that it uses in every kernel.
    pub(super) fn needs(self) -> impl Iterator<Item = Self> {
        let file = |name: &str| {
            let is_named = |file: &&Self| file.path.strip_prefix("shaders/")?.strip_suffix(".wgsl");
            FILES.iter().copied().find(|file| is_named(&file) == Some(name))
        };
        self.uses().filter_map(file)
    }
}

/// Whether a text goes on with `part` at a place within it.
const fn continues(text: &[u8], at: usize, part: &[u8]) -> bool {
    assert!(at < text.len(), "the file declares no such constant");
    let mut place = 0;
    while place < part.len() && at + place < text.len() && text[at + place] == part[place] {
        place += 1;
    }
    place == part.len()
}

/// Whether two texts are the same.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && continues(one, 0, other)
}

/// `shaders/<path>` as a [`Part`](crate::gpu::Part).
macro_rules! wgsl {
    ($path:literal) => {
        const { $crate::gpu::Part::embedded(concat!("shaders/", $path)) }
    };
}
pub(crate) use wgsl;
