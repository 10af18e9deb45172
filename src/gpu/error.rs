//! GPU errors.

use super::ShaderError;

/// A failure of the GPU layer, worded for the user.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    /// There is no adapter at all.
    #[error(
        "no graphics adapter was found: install a Vulkan driver for your GPU, or the software renderer Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)"
    )]
    NoAdapter,
    /// The requested adapter does not exist.
    #[error("no adapter matches `{wanted}`: choose by index, or by a part of the name, from {adapters}")]
    NoSuchAdapter {
        /// The request: part of a name, or an index.
        wanted: String,
        /// The adapters that exist.
        adapters: String,
    },
    /// There are adapters, but none can present to this display.
    #[error(
        "no graphics adapter can present to this display (found: {adapters}): install the display's own driver, or render without a window with `starshell render`"
    )]
    NoSurface {
        /// The adapters that exist.
        adapters: String,
    },
    /// The driver refused to open the adapter.
    #[error("the adapter {adapter} could not be opened ({reason}); update its driver or choose another with --adapter")]
    NoDevice {
        /// Name of the adapter.
        adapter: String,
        /// The driver's reason.
        reason: String,
    },
    /// A buffer is larger than the adapter can allocate or bind.
    #[error(
        "{what} would take {bytes} bytes, but {adapter} allows at most {limit}; use fewer bodies or elements, or a smaller picture"
    )]
    TooLarge {
        /// What the memory is for.
        what: String,
        /// Requested size in bytes.
        bytes: u64,
        /// The adapter's limit in bytes.
        limit: u64,
        /// Name of the adapter.
        adapter: String,
    },
    /// The driver ran out of memory.
    #[error("{adapter} is out of memory ({what}); use fewer bodies or elements, or a smaller picture, or close other programs")]
    OutOfMemory {
        /// What the memory was for.
        what: String,
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter cannot run a kernel that was asked for explicitly.
    #[error("the kernel {kernel} cannot run on {adapter}: {missing}; use {remedy}")]
    Unsupported {
        /// The kernel's name.
        kernel: String,
        /// Name of the adapter.
        adapter: String,
        /// What is missing or exceeded.
        missing: String,
        /// What would help.
        remedy: &'static str,
    },
    /// Buffers or elements that do not fit together: wrong length, another device, or another layout. The message names both
    /// sides.
    #[error("{0}")]
    Mismatch(String),
    /// A shader does not compile: a mistake in the caller's WGSL, or a bug in Starshell or the driver.
    #[error(transparent)]
    Shader(#[from] ShaderError),
    /// The device was lost: the driver was reset or the GPU was removed.
    #[error(
        "the connection to the GPU was lost ({0}); if the driver's watchdog reset it, use fewer bodies or fewer steps per frame"
    )]
    Lost(String),
    /// The driver reported an error that cannot be attributed to a call.
    #[error("the GPU driver reported an error: {0}")]
    Driver(String),
}

impl GpuError {
    /// Whether the request itself was impossible (too many bodies, no such adapter, a kernel that cannot run here), as opposed
    /// to a failure.
    pub fn is_request(&self) -> bool {
        matches!(
            self,
            Self::NoSuchAdapter { .. }
                | Self::TooLarge { .. }
                | Self::OutOfMemory { .. }
                | Self::Unsupported { .. }
                | Self::Mismatch(_)
        )
    }
}
