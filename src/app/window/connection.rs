//! The connection to the display, which ends when an X server or a Wayland compositor does. Xlib
//! would then end the program at once, whatever it was writing.

#[cfg(all(unix, not(target_vendor = "apple")))]
pub use socket::Connection;

/// Why the window is gone.
pub const LOST: &str = "the connection to the display is lost, as when its server ends or a remote session breaks: start again where there is one";

/// Other systems end the program with the display.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub struct Connection;

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
impl Connection {
    /// Nothing to watch.
    pub fn watch<T>(
        _: &winit::event_loop::EventLoop<T>,
        _: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self
    }

    /// Never.
    pub fn is_lost(&self) -> bool {
        false
    }
}

#[cfg(all(unix, not(target_vendor = "apple")))]
mod socket {
    use std::ffi::{CStr, c_int, c_void};
    use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

    use winit::event_loop::EventLoop;
    use winit::raw_window_handle::{HasDisplayHandle, RawDisplayHandle};

    /// What is told of the loss, in a box because a pointer to it must be one word.
    type Told = Box<dyn Fn() + Send + Sync>;

    /// The socket of the connection, if it is known.
    pub struct Connection(Option<OwnedFd>);

    impl Connection {
        /// Calls `told` when the connection to an X server is lost, perhaps more than once and from
        /// within Xlib, which no longer ends the program. A library older than libX11 1.7 still
        /// does.
        pub fn watch<T>(
            event_loop: &EventLoop<T>,
            told: impl Fn() + Send + Sync + 'static,
        ) -> Self {
            let handle = event_loop.owned_display_handle();
            let socket = match handle.display_handle().map(|handle| handle.as_raw()) {
                Ok(RawDisplayHandle::Xlib(handle)) => handle.display.and_then(|display| {
                    let told: Told = Box::new(told);
                    watch(display.as_ptr(), Box::leak(Box::new(told)));
                    socket(c"libX11.so.6", c"XConnectionNumber", display.as_ptr())
                }),
                Ok(RawDisplayHandle::Wayland(handle)) => {
                    socket(c"libwayland-client.so.0", c"wl_display_get_fd", handle.display.as_ptr())
                }
                _ => None,
            };
            Self(socket)
        }

        /// Whether the other side has closed it.
        pub fn is_lost(&self) -> bool {
            let Some(socket) = &self.0 else { return false };
            let mut socket = libc::pollfd { fd: socket.as_raw_fd(), events: 0, revents: 0 };
            // SAFETY: `socket` is the one element of the array, and lives until poll returns, which
            // it does at once.
            unsafe {
                libc::poll(&raw mut socket, 1, 0) > 0
                    && socket.revents & (libc::POLLHUP | libc::POLLERR) != 0
            }
        }
    }

    /// A copy of the socket that the function called `name` gives for `display`. It outlives the
    /// event loop.
    fn socket(library: &CStr, name: &CStr, display: *mut c_void) -> Option<OwnedFd> {
        let number = function(library, name)?;
        // SAFETY: both functions have this type, with the display's structure as `c_void`. The
        // display is open, and so is its socket.
        let socket = unsafe {
            let number: unsafe extern "C" fn(*mut c_void) -> c_int = std::mem::transmute(number);
            BorrowedFd::borrow_raw(number(display))
        };
        socket.try_clone_to_owned().ok()
    }

    /// Has Xlib go on when it loses `display`, and call `told`.
    fn watch(display: *mut c_void, told: &'static Told) {
        let [on_error, on_exit] = [c"XSetIOErrorHandler", c"XSetIOErrorExitHandler"]
            .map(|name| function(c"libX11.so.6", name));
        let (Some(on_error), Some(on_exit)) = (on_error, on_exit) else { return };
        // SAFETY: the types are those of Xlib.h, with pointers to structures as `*mut c_void`.
        // `display` is open, and stays so: winit keeps its connection until the program ends.
        // `told` is never freed.
        unsafe {
            type Handler = extern "C" fn(*mut c_void) -> c_int;
            type ExitHandler = extern "C" fn(*mut c_void, *mut c_void);
            let on_error: unsafe extern "C" fn(Handler) -> *mut c_void =
                std::mem::transmute(on_error);
            let on_exit: unsafe extern "C" fn(*mut c_void, ExitHandler, *mut c_void) =
                std::mem::transmute(on_exit);
            on_error(keep_quiet);
            on_exit(display, go_on, std::ptr::from_ref(told).cast_mut().cast());
        }
    }

    /// A function of a library that winit has loaded.
    fn function(library: &CStr, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: both names are strings in C. The library is loaded already, and is not unloaded:
        // its count only grows.
        let address = unsafe {
            let library = libc::dlopen(library.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
            if library.is_null() { library } else { libc::dlsym(library, name.as_ptr()) }
        };
        (!address.is_null()).then_some(address)
    }

    /// In place of a line on the terminal.
    extern "C" fn keep_quiet(_: *mut c_void) -> c_int {
        0
    }

    /// In place of the end of the program.
    extern "C" fn go_on(_: *mut c_void, told: *mut c_void) {
        // SAFETY: this is the pointer that `watch` gave with this function, to what is never freed.
        let told: &Told = unsafe { &*told.cast::<Told>() };
        told();
    }
}
