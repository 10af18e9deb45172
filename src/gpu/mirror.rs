//! Structs shared by the GPU and the host: the Rust side, which a test compares with naga's layout
//! of the WGSL.

use super::KernelSource;
use wgpu::naga;

/// A `#[repr(C)]` struct whose WGSL twin has the same name, members and offsets.
pub trait Mirrored: bytemuck::Pod {
    /// Name of the struct in both languages.
    const NAME: &'static str;
    /// Each member's name and offset in bytes.
    const MEMBERS: &'static [(&'static str, usize)];
}

/// Declares a [`Mirrored`] struct. Its layout must match WGSL's, with explicit padding. The macro
/// needs no other crate.
///
/// ```
/// // Only names of this crate: what else a caller depends on does not matter.
/// # extern crate starshell as bytemuck;
/// use starshell::gpu::{Gpu, Mirrored};
///
/// starshell::mirrored! {
///     /// Parameters of a kernel, with the layout of a WGSL struct of the same name.
///     pub struct WaveParams {
///         /// Number of points.
///         pub count: u32,
///         /// Distance between crests.
///         pub length: f32,
///     }
/// }
///
/// assert_eq!(WaveParams::MEMBERS, [("count", 0), ("length", 4)]);
/// let gpu = Gpu::open(None)?;
/// gpu.uniform("wave", &WaveParams { count: 100, length: 0.5 })?;
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
///
/// Implicit padding does not compile, because its bytes are undefined:
///
/// ```compile_fail
/// starshell::mirrored! {
///     /// Three bytes are missing before `length`.
///     pub struct Padded {
///         /// One byte.
///         pub kind: u8,
///         /// Four bytes.
///         pub length: f32,
///     }
/// }
/// ```
#[macro_export]
macro_rules! mirrored {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }

        // Written out, because a derive would look for bytemuck among the caller's dependencies.
        const _: () = {
            const fn is_plain<T: $crate::gpu::bytemuck::Pod>() -> usize {
                size_of::<T>()
            }
            assert!(0 $(+ is_plain::<$type>())* == size_of::<$name>(), concat!(stringify!($name), " has implicit padding"));
        };
        // SAFETY: all members are `Pod`, whose bytes may be 0.
        unsafe impl $crate::gpu::bytemuck::Zeroable for $name {}
        // SAFETY: `repr(C)`, and the assertion above proves that all members are `Pod` and that
        // there is no padding.
        unsafe impl $crate::gpu::bytemuck::Pod for $name {}

        impl $crate::gpu::Mirrored for $name {
            const NAME: &'static str = stringify!($name);
            const MEMBERS: &'static [(&'static str, usize)] =
                &[$((stringify!($field), core::mem::offset_of!($name, $field))),*];
        }
    };
}

/// Checks that `T` and the WGSL struct of the same name in `source` agree in members, offsets and
/// size.
///
/// # Errors
/// A sentence that says how they differ.
pub fn compare_mirror<T: Mirrored>(source: &KernelSource) -> Result<(), String> {
    let (module, _) = source.parse(&[]).map_err(|error| error.to_string())?;
    let found = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(T::NAME));
    let Some((_, kind)) = found else {
        return Err(format!("{} is not in the WGSL of {}", T::NAME, source.label));
    };
    let naga::TypeInner::Struct { members, span } = &kind.inner else {
        return Err(format!("{} is not a struct", T::NAME));
    };
    let wgsl: Vec<(&str, usize)> = members
        .iter()
        .map(|member| (member.name.as_deref().unwrap_or("?"), member.offset as usize))
        .collect();
    if wgsl != T::MEMBERS || *span as usize != size_of::<T>() {
        return Err(format!(
            "{}: WGSL has {wgsl:?} in {span} bytes, Rust {:?} in {}",
            T::NAME,
            T::MEMBERS,
            size_of::<T>()
        ));
    }
    Ok(())
}

/// Checks that a struct agrees with its namesakes in the WGSL of `kernels`.
///
/// # Panics
/// If one differs, or if there is none.
#[cfg(test)]
pub(crate) fn agree<T: Mirrored>(kernels: &[&KernelSource]) {
    let declaration = format!("struct {} {{", T::NAME);
    let declares =
        |kernel: &&KernelSource| kernel.parts().any(|part| part.source.contains(&declaration));
    let declaring: Vec<_> = kernels.iter().copied().filter(declares).collect();
    assert!(!declaring.is_empty(), "no kernel declares {}", T::NAME);
    declaring.into_iter().for_each(|kernel| compare_mirror::<T>(kernel).unwrap());
}
