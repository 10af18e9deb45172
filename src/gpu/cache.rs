//! Kernels and drawing passes, each compiled once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::draw::{Draw, DrawTarget};
use super::error::{GpuError, ShaderError};
use super::kernel::{Change, Kernel, KernelSource};
use super::text::{Elements, Wgsl};

/// Compiled kernels by label, composed WGSL, the elements they were checked for, and whether they
/// run without run-time checks.
type KernelCache = Cache<(&'static str, String, Option<Elements>, bool), Kernel>;

/// Compiled drawing passes by label, composed WGSL and target.
type DrawCache = Cache<(&'static str, String, DrawTarget), Draw>;

/// Compiled objects. Each entry has its own lock, so that threads can compile different entries at
/// the same time.
type Cache<K, T> = HashMap<K, Arc<Mutex<Option<Arc<T>>>>>;

/// The entry of `key`, compiled if it is missing.
fn compiled<K: Eq + Hash, T, E>(
    cache: &Mutex<Cache<K, T>>,
    key: K,
    compile: impl FnOnce() -> Result<T, E>,
) -> Result<Arc<T>, E> {
    let entry =
        Arc::clone(cache.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
    let mut entry = entry.lock().unwrap_or_else(PoisonError::into_inner);
    match &*entry {
        Some(found) => Ok(Arc::clone(found)),
        None => Ok(Arc::clone(entry.insert(Arc::new(compile()?)))),
    }
}

/// What a device has compiled, and what it compiles instead of some kernels. Clones share what is
/// compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiled {
    kernels: Arc<Mutex<KernelCache>>,
    draws: Arc<Mutex<DrawCache>>,
    has_checks: bool,
    /// Kernel replacements, applied in order.
    changes: Vec<Change>,
}

impl Compiled {
    /// Nothing yet, to be compiled in the same way.
    pub fn anew(&self) -> Self {
        Self { kernels: Arc::default(), draws: Arc::default(), ..self.clone() }
    }

    /// Adds wgpu's run-time checks to every kernel.
    pub fn with_checks(self) -> Self {
        Self { kernels: Arc::default(), has_checks: true, ..self }
    }

    /// Replaces kernels from now on.
    pub fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// What to compile instead of `source`.
    pub fn changed(&self, source: &KernelSource) -> Wgsl {
        self.changes.iter().fold(source.wgsl(), |wgsl, change| change.of(source, wgsl))
    }

    /// The compiled kernel.
    pub fn kernel(&self, device: &wgpu::Device, wgsl: Wgsl) -> Result<Arc<Kernel>, ShaderError> {
        let key = (wgsl.label, wgsl.text.clone(), wgsl.elements, wgsl.is_trusted);
        compiled(&self.kernels, key, || Kernel::new(device, &wgsl, self.has_checks))
    }

    /// The compiled drawing pass for `target`.
    pub fn draw(
        &self,
        device: &wgpu::Device,
        wgsl: Wgsl,
        target: &DrawTarget,
    ) -> Result<Arc<Draw>, GpuError> {
        let key = (wgsl.label, wgsl.text.clone(), *target);
        compiled(&self.draws, key, || Draw::new(device, &wgsl, target))
    }
}
