//! The complete WGSL of a shader: composed of files or made at run time, and parsed by naga.

use wgpu::naga;

use super::ShaderError;

/// Capabilities that the WGSL of a kernel may use. Callers check that the adapter supports those of
/// their kernel.
const CAPABILITIES: naga::valid::Capabilities = naga::valid::Capabilities::SUBGROUP
    .union(naga::valid::Capabilities::SUBGROUP_BARRIER)
    .union(naga::valid::Capabilities::FLOAT64)
    .union(naga::valid::Capabilities::SHADER_INT64)
    .union(naga::valid::Capabilities::SHADER_FLOAT32_ATOMIC);

/// The elements of a generic kernel: the type that a part declares as the return type of
/// `identity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Elements {
    /// Bytes of an element on the host.
    pub bytes: usize,
    /// Whether fast paths may treat it as a 32-bit number.
    pub is_number: bool,
    /// The file that declares it.
    pub path: &'static str,
}

/// The complete WGSL of a shader.
#[derive(Clone, Debug)]
pub(super) struct Wgsl {
    pub label: &'static str,
    pub text: String,
    /// Whether it may run without wgpu's run-time checks.
    pub is_trusted: bool,
    /// The elements it was specialized for, if their type is a file of its own.
    pub elements: Option<Elements>,
    /// The files that it was composed of, with their numbers of lines. Errors behind them, or
    /// without any, name the label.
    pub files: Vec<(&'static str, usize)>,
}

/// The name of the entry point of a kernel with this label.
pub(super) fn entry(label: &'static str) -> &'static str {
    label.rsplit('/').next().unwrap_or(label)
}

impl Wgsl {
    /// WGSL that nothing is known about.
    pub fn new(label: &'static str, text: impl Into<String>) -> Self {
        Self { label, text: text.into(), is_trusted: false, elements: None, files: Vec::new() }
    }

    /// Appends a file.
    pub fn push(&mut self, path: &'static str, text: &str) {
        self.text.push_str(text);
        // Without a final newline, the last line would merge with the first of the next file,
        // perhaps as a comment.
        if !text.ends_with('\n') {
            self.text.push('\n');
        }
        self.files.push((path, text.lines().count()));
    }

    /// Replaces the defaults of its tunables by these values.
    ///
    /// # Errors
    /// [`ShaderError::NoSuchConstant`] if one is not declared.
    pub fn tuned(mut self, tuning: &[(&'static str, u32)]) -> Result<Self, ShaderError> {
        for &(name, value) in tuning {
            let missing = || ShaderError::NoSuchConstant { kernel: self.label, name };
            let declaration = format!("const {name}: u32 = ");
            let (head, tail) = self.text.split_once(&declaration).ok_or_else(missing)?;
            let (_default, tail) = tail.split_once(';').ok_or_else(missing)?;
            self.text = format!("{head}{declaration}{value}u;{tail}");
        }
        Ok(self)
    }

    /// Unrolls loops that follow a line `// unrolled`: not every driver unrolls long loops, and
    /// arrays that a loop indexes may leave the registers. Line numbers stay the same.
    pub fn unrolled(self) -> Self {
        let mut text = String::with_capacity(self.text.len());
        let mut rest = self.text.as_str();
        while let Some((head, tail)) = rest.split_once(UNROLLED) {
            text.push_str(head);
            text.push('\n');
            rest = tail;
            if let Some((copies, after)) = unroll(tail) {
                text.push_str(&copies);
                rest = after;
            }
        }
        text.push_str(rest);
        Self { text, ..self }
    }

    /// Parses and validates the composed WGSL.
    ///
    /// # Errors
    /// [`ShaderError`] with the file and line of the first error.
    pub fn parse(&self) -> Result<(naga::Module, naga::valid::ModuleInfo), ShaderError> {
        let wgsl = &self.text;
        let line_of = |location: Option<naga::SourceLocation>| {
            location.map_or(1, |place| place.line_number as usize)
        };
        let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| {
            self.locate(line_of(error.location(wgsl)), error.message().to_owned())
        })?;
        let capabilities = CAPABILITIES;
        let info = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), capabilities)
            .validate(&module)
            .map_err(|error| {
                // The first span is the whole function, the last one the error itself; likewise for
                // the causes.
                let place = error.spans().last().map(|(span, _)| span.location(wgsl));
                self.locate(line_of(place), causes(error.as_inner()))
            })?;
        Ok((module, info))
    }

    /// Maps an error at a line of the composed text to the file and line it came from.
    fn locate(&self, mut line: usize, mut message: String) -> ShaderError {
        let mut path = self.label;
        for &(file, lines) in &self.files {
            if line <= lines {
                path = file;
                break;
            }
            line -= lines;
        }
        // For example, a missing function is reported where it is called.
        if let Some(elements) =
            self.elements.filter(|elements| elements.path != path && !self.is_trusted)
        {
            let declares = "`Element`, `fn identity() -> Element` and `fn combine(a: Element, b: Element) -> Element`";
            message.push_str(&format!("; {} must declare {declares}", elements.path));
        }
        ShaderError::Invalid { path, line, message }
    }

    /// Compares the host's element size with what `identity` returns in `module`.
    pub fn compare_elements(&self, module: &naga::Module) -> Result<(), ShaderError> {
        let Some(elements) = self.elements else { return Ok(()) };
        let identity = module
            .functions
            .iter()
            .find(|(_, function)| function.name.as_deref() == Some("identity"));
        let Some(result) = identity.and_then(|(_, function)| function.result.as_ref()) else {
            return Ok(());
        };
        let mut layouts = naga::proc::Layouter::default();
        // Types without a layout are rejected by validation.
        if layouts.update(module.to_ctx()).is_err() {
            return Ok(());
        }
        let (layout, inner) = (layouts[result.ty], &module.types[result.ty].inner);
        let (Elements { path, bytes, is_number }, stride) = (elements, layout.to_stride() as usize);
        if stride != bytes {
            return Err(ShaderError::Layout { path, stride, size: layout.size as usize, bytes });
        }
        if is_number && !matches!(inner, naga::TypeInner::Scalar(scalar) if scalar.width == 4) {
            return Err(ShaderError::NotANumber { path });
        }
        Ok(())
    }
}

/// Marks a loop to unroll. Its bounds are literals, and its body has no comments, `break` or
/// `continue`.
const UNROLLED: &str = "// unrolled\n";

/// Unrolls the loop at the start of `text`; inner loops stay. Returns the copies of its body, all
/// but the last on one line, and the text after it; `None` if there is no such loop.
fn unroll(text: &str) -> Option<(String, &str)> {
    let (head, body) = text.trim_start().strip_prefix("for (var ")?.split_once(") {")?;
    let (name, bounds) = head.split_once(" = ")?;
    let (first, bounds) = bounds.split_once("u; ")?;
    let end =
        bounds.strip_prefix(name)?.strip_prefix(" < ")?.strip_suffix(&format!("u; {name}++"))?;
    let mut depth = 1;
    let closing = body.find(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        depth == 0
    })?;
    let (body, after) = (&body[..closing], &body[closing + 1..]);
    let turns: std::ops::Range<u32> = first.parse().ok()?..end.parse().ok()?;
    let copies = turns.clone().map(|turn| {
        let copy = format!("{{{}}}", with_word(body, name, &format!("{turn}u")));
        if turn + 1 < turns.end { copy.replace('\n', " ") } else { copy }
    });
    Some((copies.collect(), after))
}

/// Replaces every occurrence of a word.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut all = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..]
            .find(|letter| !is_part(letter))
            .map_or(rest.len(), |length| start + length);
        all.push_str(&rest[..start]);
        all.push_str(if &rest[start..end] == word { other } else { &rest[start..end] });
        rest = &rest[end..];
    }
    all + rest
}

/// An error and its causes on one line.
fn causes(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {}", causes(cause)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_loops_are_unrolled_in_as_many_lines() {
        let unrolled = |text: &str| Wgsl::new("label", text).unrolled().text;
        let text = "a;\n// unrolled\nfor (var m = 1u; m < 3u; m++) {\n    x[m] = m * mm;\n}\nb;\n";
        assert_eq!(
            unrolled(text),
            "a;\n\n{     x[1u] = 1u * mm; }{\n    x[2u] = 2u * mm;\n}\nb;\n"
        );
        let others = "// unrolled\nloop {}\nfor (var m = 0u; m < 3u; m++) {}\n";
        assert_eq!(unrolled(others), others.replacen("// unrolled", "", 1));
    }
}
