//! What can go wrong between the program and the GPU.

use super::ShaderError;

/// A failure of the GPU layer, in words for the user.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    /// No adapter at all.
    #[error(
        "no graphics adapter was found: install a Vulkan driver for your GPU, or the software renderer Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)"
    )]
    NoAdapter,
    /// The adapter that was asked for is not there.
    #[error("no adapter matches `{wanted}`: choose by index, or by a part of the name, from {adapters}")]
    NoSuchAdapter {
        /// What was asked for: part of a name, or an index.
        wanted: String,
        /// The adapters that there are.
        adapters: String,
    },
    /// Adapters, but none that shows pictures on this display.
    #[error(
        "no graphics adapter can show pictures on this display (there are {adapters}): install the display's own driver, or make pictures without a window by `starshell render`"
    )]
    NoSurface {
        /// The adapters that there are.
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
    /// A buffer is larger than the adapter can hold or bind.
    #[error(
        "too much memory at once for {adapter}: {what} would take {bytes} bytes of at most {limit}; use fewer bodies or elements, or a smaller picture"
    )]
    TooLarge {
        /// What the memory is for.
        what: String,
        /// Bytes asked for.
        bytes: u64,
        /// Largest size that the adapter allows.
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
    /// The adapter cannot run a kernel that was asked for by name.
    #[error("the kernel {kernel} cannot run on {adapter}: {missing}; use {remedy}, or another kernel such as auto")]
    Unsupported {
        /// The kernel's name.
        kernel: String,
        /// Name of the adapter.
        adapter: String,
        /// What is missing, or too much.
        missing: String,
        /// What would help, besides another kernel.
        remedy: &'static str,
    },
    /// A shader does not compile. A bug of Starshell or of the driver.
    #[error(transparent)]
    Shader(#[from] ShaderError),
    /// The device was lost: the driver was reset, or the GPU was removed.
    #[error("the connection to the GPU was lost ({0}); fewer bodies or fewer steps a frame keep the driver's watchdog quiet")]
    Lost(String),
    /// The driver reported an error that belongs to no call in particular.
    #[error("the GPU driver reported an error: {0}")]
    Driver(String),
}

impl GpuError {
    /// Whether the user asked for what cannot be (too many bodies, no such adapter, a kernel that it cannot run), rather than
    /// something having failed.
    pub fn is_request(&self) -> bool {
        matches!(self, Self::NoSuchAdapter { .. } | Self::TooLarge { .. } | Self::OutOfMemory { .. } | Self::Unsupported { .. })
    }
}
