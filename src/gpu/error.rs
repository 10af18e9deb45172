//! GPU errors.

use crate::words::{Text, excerpt, t};

/// A failure of the GPU layer, worded for the user.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no adapter at all.
    #[error("{}", t!("error-no-adapter"))]
    NoAdapter,
    /// The requested adapter does not exist.
    #[error("{}", t!("error-no-such-adapter", wanted = excerpt(wanted, 80), adapters = adapters))]
    NoSuchAdapter {
        /// The request: part of a name, or an index.
        wanted: String,
        /// The adapters that exist.
        adapters: String,
    },
    /// There are adapters, but none can present to this display.
    #[error("{}", t!("error-no-surface", adapters = adapters))]
    NoSurface {
        /// The adapters that exist.
        adapters: String,
    },
    /// There are adapters, but none has a format for the colours of this display.
    #[error("{}", t!("error-no-colors", adapters = adapters))]
    NoColors {
        /// The adapters that exist.
        adapters: String,
    },
    /// The driver refused to open the adapter.
    #[error("{}", t!("error-no-device", adapter = adapter, reason = reason))]
    NoDevice {
        /// Name of the adapter.
        adapter: String,
        /// The driver's reason.
        reason: String,
    },
    /// A buffer is larger than the adapter can allocate or bind.
    #[error("{}", t!("error-too-large", what = what, bytes = bytes, adapter = adapter, limit = limit))]
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
    #[error("{}", t!("error-out-of-memory", adapter = adapter, what = what))]
    OutOfMemory {
        /// What the memory was for.
        what: String,
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter cannot run a kernel that was asked for explicitly.
    #[error(
        "{}",
        t!(
            "error-kernel-unsupported",
            kernel = kernel,
            adapter = adapter,
            missing = missing.verbatim(),
            remedy = remedy.verbatim()
        )
    )]
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
    #[error("{0}")]
    Mismatch(String),
    /// A shader does not compile: a mistake in the caller's WGSL, or a bug in Starshell or the
    /// driver.
    #[error(transparent)]
    Shader(#[from] ShaderError),
    /// The device was lost: the driver was reset or the GPU was removed.
    #[error("{}", t!("error-lost", cause = .0))]
    Lost(String),
    /// Who computes for a run elsewhere, such as the processor or another process, failed, in its
    /// own words.
    #[error("{0}")]
    Member(String),
    /// The driver reported an error that cannot be attributed to a call.
    #[error("{}", t!("error-driver", cause = .0))]
    Driver(String),
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
#[non_exhaustive]
pub enum ShaderError {
    /// The WGSL is invalid.
    #[error("{path}:{line}: {message}")]
    Invalid {
        /// The file.
        path: &'static str,
        /// The line in that file, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The element's size in WGSL differs from its size on the host.
    #[error("{}", t!("error-shader-layout", path = path, bytes = bytes, stride = stride, size = size))]
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
    #[error("{}", t!("error-shader-number", path = path))]
    NotANumber {
        /// The file that declares the element.
        path: &'static str,
    },
    /// A tuning names a constant that the WGSL does not declare.
    #[error("{}", t!("error-shader-constant", kernel = kernel, name = name))]
    NoSuchConstant {
        /// The kernel's label.
        kernel: &'static str,
        /// The constant's name.
        name: &'static str,
    },
    /// The kernel's file has no entry point with the file's name.
    #[error("{}", t!("error-shader-entry", kernel = .0))]
    NoEntryPoint(&'static str),
    /// A resource was bound by a name that the kernel does not use.
    #[error("{}", t!("error-shader-no-binding", kernel = kernel, name = name, bindings = bindings))]
    NoSuchBinding {
        /// The kernel's label.
        kernel: &'static str,
        /// The name.
        name: String,
        /// The bindings that the kernel uses.
        bindings: String,
    },
    /// A binding that the kernel uses was left out.
    #[error("{}", t!("error-shader-missing-binding", kernel = kernel, name = name, bindings = bindings))]
    MissingBinding {
        /// The kernel's label.
        kernel: &'static str,
        /// The binding's name.
        name: String,
        /// The bindings that the kernel uses.
        bindings: String,
    },
    /// The driver rejected the shader.
    #[error("{}", t!("error-shader-refused", shader = shader, message = message))]
    Refused {
        /// The shader's label.
        shader: &'static str,
        /// The driver's message.
        message: String,
    },
}
