//! GPU errors.

use crate::words::{Text, excerpt, say};

/// A failure of the GPU layer, worded for the user.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum GpuError {
    /// There is no adapter at all.
    NoAdapter,
    /// The requested adapter does not exist.
    NoSuchAdapter {
        /// The request: part of a name, or an index.
        wanted: String,
        /// The adapters that exist.
        adapters: String,
    },
    /// There are adapters, but none can present to this display.
    NoSurface {
        /// The adapters that exist.
        adapters: String,
    },
    /// There are adapters, but none has a format for the colours of this display.
    NoColors {
        /// The adapters that exist.
        adapters: String,
    },
    /// The driver refused to open the adapter.
    NoDevice {
        /// Name of the adapter.
        adapter: String,
        /// The driver's reason.
        reason: String,
    },
    /// A buffer is larger than the adapter can allocate or bind.
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
    OutOfMemory {
        /// What the memory was for.
        what: String,
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter cannot run a kernel that was asked for explicitly.
    Unsupported {
        /// The kernel's name.
        kernel: String,
        /// Name of the adapter.
        adapter: String,
        /// What is missing or exceeded.
        missing: Box<Text>,
        /// What would help.
        remedy: Box<Text>,
    },
    /// Buffers or elements that do not fit together: wrong length, another device, or another
    /// layout. The message names both sides.
    Mismatch(String),
    /// A shader does not compile: a mistake in the caller's WGSL, or a bug in Starshell or the
    /// driver.
    #[error(transparent)]
    Shader(#[from] ShaderError),
    /// The device was lost: the driver was reset or the GPU was removed.
    Lost(String),
    /// Who computes for a run elsewhere, such as the processor or another process, failed, in its
    /// own words.
    Member(String),
    /// The driver reported an error that cannot be attributed to a call.
    Driver(String),
}

impl GpuError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::NoAdapter => say!("error-no-adapter"),
            Self::NoSuchAdapter { wanted, adapters } => {
                say!("error-no-such-adapter", wanted = excerpt(wanted, 80), adapters)
            }
            Self::NoSurface { adapters } => say!("error-no-surface", adapters),
            Self::NoColors { adapters } => say!("error-no-colors", adapters),
            Self::NoDevice { adapter, reason } => say!("error-no-device", adapter, reason),
            Self::TooLarge { what, bytes, limit, adapter } => {
                say!("error-too-large", what, bytes, adapter, limit)
            }
            Self::OutOfMemory { what, adapter } => say!("error-out-of-memory", adapter, what),
            Self::Unsupported { kernel, adapter, missing, remedy } => {
                say!("error-kernel-unsupported", kernel, adapter, missing, remedy)
            }
            Self::Mismatch(message) | Self::Member(message) => message.into(),
            Self::Shader(error) => error.text(),
            Self::Lost(cause) => say!("error-lost", cause),

            Self::Driver(cause) => say!("error-driver", cause),
        }
    }
}

impl GpuError {
    /// A kernel that this adapter cannot run.
    pub fn unsupported(
        kernel: impl Into<String>,
        adapter: impl Into<String>,
        missing: Text,
        remedy: Text,
    ) -> Self {
        let (missing, remedy) = (Box::new(missing), Box::new(remedy));
        Self::Unsupported { kernel: kernel.into(), adapter: adapter.into(), missing, remedy }
    }

    /// Whether the request itself was impossible (too many bodies, no such adapter, a kernel that
    /// cannot run here), as opposed to a failure.
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

/// Why a shader cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum ShaderError {
    /// The WGSL is invalid.
    Invalid {
        /// The file.
        path: &'static str,
        /// The line in that file, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The element's size in WGSL differs from its size on the host.
    Layout {
        /// The file that declares the element.
        path: &'static str,
        /// Stride of a WGSL array of elements, in bytes.
        stride: usize,
        /// Size of an element in WGSL in bytes, without trailing padding.
        size: usize,
        /// Size of an element on the host in bytes.
        bytes: usize,
    },
    /// Elements were declared to be numbers but are not.
    NotANumber {
        /// The file that declares the element.
        path: &'static str,
    },
    /// A tuning names a constant that the WGSL does not declare.
    NoSuchConstant {
        /// The kernel's label.
        kernel: &'static str,
        /// The constant's name.
        name: &'static str,
    },
    /// The kernel's file has no entry point with the file's name.
    NoEntryPoint(&'static str),
    /// A resource was bound by a name that the kernel does not use.
    NoSuchBinding {
        /// The kernel's label.
        kernel: &'static str,
        /// The name.
        name: String,
        /// The bindings that the kernel uses.
        bindings: String,
    },
    /// A binding that the kernel uses was left out.
    MissingBinding {
        /// The kernel's label.
        kernel: &'static str,
        /// The binding's name.
        name: String,
        /// The bindings that the kernel uses.
        bindings: String,
    },
    /// The driver rejected the shader.
    Refused {
        /// The shader's label.
        shader: &'static str,
        /// The driver's message.
        message: String,
    },
}

impl ShaderError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Invalid { path, line, message } => {
                say!("error-in-line", file = path, line, message)
            }
            Self::Layout { path, stride, size, bytes } => {
                say!("error-shader-layout", path, bytes, stride, size)
            }
            Self::NotANumber { path } => say!("error-shader-number", path),
            Self::NoSuchConstant { kernel, name } => say!("error-shader-constant", kernel, name),
            Self::NoEntryPoint(kernel) => say!("error-shader-entry", kernel),
            Self::NoSuchBinding { kernel, name, bindings } => {
                say!("error-shader-no-binding", kernel, name, bindings)
            }
            Self::MissingBinding { kernel, name, bindings } => {
                say!("error-shader-missing-binding", kernel, name, bindings)
            }
            Self::Refused { shader, message } => say!("error-shader-refused", shader, message),
        }
    }
}
