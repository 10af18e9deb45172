//! Whether a changed kernel can be run at all: it compiles, and takes and gives what the original
//! does.

use wgpu::naga;

use super::Bench;
use crate::words::{Text, say};

/// Longest text in bytes.
const LONGEST: usize = 32 << 10;
/// Most brackets that are open at once.
const DEEPEST: usize = 100;
/// Bytes of stack for the compiler, of which the system gives only what is used.
const STACK: usize = 512 << 20;
/// Most bytes of a type, and of the variables of a function.
const MAX_BYTES: u32 = 64 << 10;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong, without a place.
    pub message: Text,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// A kernel that compiles and fits its bench.
#[derive(Debug)]
pub struct Parsed {
    pub(super) module: naga::Module,
    /// Threads per workgroup.
    pub workgroup: u32,
}

/// Compiles a text as far as the driver, and compares its entry point and bindings with those of
/// the original.
///
/// # Errors
/// What is wrong, at least one fault. Nothing in the text makes this panic, or take long.
pub fn check(bench: &Bench, text: &str, limits: &wgpu::Limits) -> Result<Parsed, Vec<Fault>> {
    if text.len() > LONGEST {
        let message = say!("fault-long", bytes = text.len(), most = LONGEST);
        return Err(vec![Fault { line: 1, column: 1, message }]);
    }
    if let Some(place) = too_deep(text) {
        return Err(vec![at(text, Some(place), say!("fault-brackets", most = DEEPEST))]);
    }
    // Long sums and rows of signs are nested too, and compiled by recursion. Should the compiler
    // itself fail, that is told like any other fault.
    let compile = || checked(bench, text, limits);
    let checked = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, compile);
        thread.ok().and_then(|thread| thread.join().ok())
    });
    let failed = || vec![at(text, None, say!("fault-compiler"))];
    checked.unwrap_or_else(|| Err(failed()))
}

/// Where too many brackets are open, if anywhere.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|letter| {
        match letter {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

fn checked(bench: &Bench, text: &str, limits: &wgpu::Limits) -> Result<Parsed, Vec<Fault>> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| {
        let place =
            error.location(text).map(|place| place.offset as usize).filter(|place| *place > 0);
        // Types have no place of their own: one that is too large has a large number in it.
        let is_size = error.message().contains("too large");
        vec![at(
            text,
            place.or_else(|| longest_number(text).filter(|_| is_size)),
            said(error.message()),
        )]
    })?;
    // Before validation, which may look at every element of a constant.
    let sizes = sizes(&module, text);
    if !sizes.is_empty() {
        return Err(sizes);
    }
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    );
    validator.validate(&module).map_err(|error| {
        // The first span is the whole function, the last one the error itself.
        let span = error.spans().last().map(|(span, _)| *span);
        vec![at(text, offset(span), said(&causes(error.as_inner())))]
    })?;
    let mut faults = bindings(bench, &module, text);
    let workgroup = entry(bench, &module, text, limits, &mut faults);
    workgroup_memory(&module, text, limits, &mut faults);
    if faults.is_empty() { Ok(Parsed { module, workgroup }) } else { Err(faults) }
}

/// A fault at a byte of the text; at its beginning if that is unknown.
fn at(text: &str, offset: Option<usize>, message: Text) -> Fault {
    let before = text.get(..offset.unwrap_or(0)).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
    Fault { line, column, message }
}

/// Where the number with most digits stands.
fn longest_number(text: &str) -> Option<usize> {
    let digits = |place: usize| text[place..].bytes().take_while(u8::is_ascii_digit).count();
    let begins = text.match_indices(|letter: char| letter.is_ascii_digit()).map(|(place, _)| place);
    // The first of those with as many digits.
    begins.rev().max_by_key(|place| digits(*place))
}

fn offset(span: Option<naga::Span>) -> Option<usize> {
    span?.to_range().map(|range| range.start)
}

/// What the compiler says, in its own words.
fn said(message: &str) -> Text {
    say!("fault-said", message = message.to_owned())
}

/// An error and its causes on one line, without those that only say that something is invalid: the
/// place says what.
fn causes(error: &dyn std::error::Error) -> String {
    let own = error.to_string();
    match error.source() {
        Some(cause) if own.ends_with("is invalid") => causes(cause),
        Some(cause) => format!("{own}: {}", causes(cause)),
        None => own,
    }
}

/// Types, and variables of functions, that are too large.
fn sizes(module: &naga::Module, text: &str) -> Vec<Fault> {
    let size = |ty: naga::Handle<naga::Type>| {
        module.types[ty].inner.try_size(module.to_ctx()).unwrap_or(u32::MAX)
    };
    let mut faults = Vec::new();
    for (handle, _) in module.types.iter() {
        let bytes = size(handle);
        if bytes > MAX_BYTES {
            let message = match bytes {
                u32::MAX => say!("fault-type-huge", most = MAX_BYTES),
                bytes => say!("fault-type", bytes = bytes, most = MAX_BYTES),
            };
            // Types without a name have no place of their own.
            let is_of_type = |(_, global): &(_, &naga::GlobalVariable)| global.ty == handle;
            let variable = module.global_variables.iter().find(is_of_type);
            let place = variable.map_or(module.types.get_span(handle), |(global, _)| {
                module.global_variables.get_span(global)
            });
            faults.push(at(text, offset(Some(place)), message));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let private = |global: &&naga::GlobalVariable| global.space == naga::AddressSpace::Private;
    let of_module = module.global_variables.iter().map(|(_, global)| global).filter(private);
    let mut total = of_module.map(|global| u64::from(size(global.ty))).sum::<u64>();
    for function in entries.chain(module.functions.iter().map(|(_, function)| function)) {
        total += function
            .local_variables
            .iter()
            .map(|(_, local)| u64::from(size(local.ty)))
            .sum::<u64>();
    }
    if total > u64::from(MAX_BYTES) {
        faults.push(at(text, None, say!("fault-variables", bytes = total, most = MAX_BYTES)));
    }
    faults
}

/// Compares the bindings with those of the original.
fn bindings(bench: &Bench, module: &naga::Module, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let Ok(original) = naga::front::wgsl::parse_str(bench.wgsl()) else { return faults };
    let mut found = vec![false; bench.bindings.len()];
    for (handle, global) in module.global_variables.iter() {
        let Some(place) = &global.binding else { continue };
        let mut fault = |message| {
            faults.push(at(text, offset(Some(module.global_variables.get_span(handle))), message))
        };
        let own = original
            .global_variables
            .iter()
            .map(|(_, other)| other)
            .find(|other| other.binding.as_ref() == Some(place));
        let Some(own) = own else {
            fault(say!("fault-binding-unknown", group = place.group, number = place.binding));
            continue;
        };
        if found.get_mut(place.binding as usize).is_some_and(|found| std::mem::replace(found, true))
        {
            fault(say!("fault-binding-twice", number = place.binding));
        }
        let (is, must_be) = (declared(module, global), declared(&original, own));
        if is != must_be {
            fault(say!("fault-binding", number = place.binding, is = is, must = must_be));
        }
    }
    for (number, name) in bench.bindings.iter().enumerate().filter(|(number, _)| !found[*number]) {
        faults.push(at(text, None, say!("fault-binding-missing", number = number, name = *name)));
    }
    faults
}

/// How a global variable is declared in WGSL, apart from its name and from atomics.
fn declared(module: &naga::Module, global: &naga::GlobalVariable) -> String {
    let space = match global.space {
        naga::AddressSpace::Uniform => "var<uniform>".to_owned(),
        naga::AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE) => {
            "var<storage, read_write>".to_owned()
        }
        naga::AddressSpace::Storage { .. } => "var<storage, read>".to_owned(),
        _ => "var".to_owned(),
    };
    format!("{space} …: {}", shape(module, global.ty))
}

/// What a type looks like in memory; an atomic like what it holds.
fn shape(module: &naga::Module, ty: naga::Handle<naga::Type>) -> String {
    let scalar = |scalar: naga::Scalar| {
        let kind = match scalar.kind {
            naga::ScalarKind::Sint => 'i',
            naga::ScalarKind::Uint => 'u',
            naga::ScalarKind::Float => 'f',
            _ => '?',
        };
        format!("{kind}{}", 8 * scalar.width)
    };
    match &module.types[ty].inner {
        naga::TypeInner::Scalar(own) | naga::TypeInner::Atomic(own) => scalar(*own),
        naga::TypeInner::Vector { size, scalar: own } => {
            format!("vec{}<{}>", *size as u8, scalar(*own))
        }
        naga::TypeInner::Array { base, size: naga::ArraySize::Constant(count), .. } => {
            format!("array<{}, {count}>", shape(module, *base))
        }
        naga::TypeInner::Array { base, .. } => format!("array<{}>", shape(module, *base)),
        naga::TypeInner::Struct { members, .. } => {
            let members: Vec<String> =
                members.iter().map(|member| shape(module, member.ty)).collect();
            format!("struct {{ {} }}", members.join(", "))
        }
        _ => "…".to_owned(),
    }
}

/// The threads per workgroup of the entry point.
fn entry(
    bench: &Bench,
    module: &naga::Module,
    text: &str,
    limits: &wgpu::Limits,
    faults: &mut Vec<Fault>,
) -> u32 {
    for (handle, constant) in module.overrides.iter() {
        let name = constant.name.as_deref().unwrap_or("");
        let message = say!("fault-override", name = name.to_owned());
        faults.push(at(text, offset(Some(module.overrides.get_span(handle))), message));
    }
    let is_own = |entry: &&naga::EntryPoint| {
        entry.name == bench.name && entry.stage == naga::ShaderStage::Compute
    };
    let Some(entry) = module.entry_points.iter().find(is_own) else {
        faults.push(at(text, None, say!("fault-entry", name = bench.name)));
        return 1;
    };
    let size = entry.workgroup_size;
    let place = text.find("@workgroup_size");
    let threads = size.iter().map(|side| u64::from(*side)).product::<u64>();
    let most = u64::from(limits.max_compute_invocations_per_workgroup);
    let sides = [
        limits.max_compute_workgroup_size_x,
        limits.max_compute_workgroup_size_y,
        limits.max_compute_workgroup_size_z,
    ];
    if threads > most || threads == 0 {
        faults.push(at(text, place, say!("fault-threads", threads = threads, most = most)));
    } else if size.iter().zip(sides).any(|(side, most)| *side > most) {
        let message = say!("fault-sides", sides = format!("{size:?}"), most = format!("{sides:?}"));
        faults.push(at(text, place, message));
    }
    u32::try_from(threads).unwrap_or(1).max(1)
}

/// Compares the workgroup memory with what the adapter has. wgpu does not, and neither do all
/// drivers; some hang.
fn workgroup_memory(
    module: &naga::Module,
    text: &str,
    limits: &wgpu::Limits,
    faults: &mut Vec<Fault>,
) {
    let is_shared = |(_, global): &(naga::Handle<naga::GlobalVariable>, &naga::GlobalVariable)| {
        global.space == naga::AddressSpace::WorkGroup
    };
    let mut total = 0;
    let mut last = None;
    for (handle, global) in module.global_variables.iter().filter(is_shared) {
        total += u64::from(module.types[global.ty].inner.size(module.to_ctx()));
        last = Some(module.global_variables.get_span(handle));
    }
    let most = u64::from(limits.max_compute_workgroup_storage_size);
    if total > most {
        let message = say!("fault-memory", bytes = total, most = most);
        faults.push(at(text, offset(last), message));
    }
}
