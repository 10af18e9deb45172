//! The adapter that tests share. Software compiles the kernels of a device one after the other, and
//! executes what it is sent in one order; so there is one device for every two tests that run in
//! parallel. Whatever one has compiled, the others find in Mesa's cache.

use std::sync::{Mutex, OnceLock};

use starshell::gpu::Gpu;

/// The adapter for the tests of this binary. Having none is a failure, never a reason to skip.
pub fn gpu() -> Gpu {
    gpus()[0].clone()
}

/// The same adapter with wgpu's run-time checks in every kernel.
pub fn checked_gpu() -> Gpu {
    gpus()[1].clone()
}

/// The adapter without and with run-time checks, always on the same device for one thread and so
/// within one test.
fn gpus() -> &'static [Gpu; 2] {
    static DEVICES: [OnceLock<[Gpu; 2]>; 2] = [const { OnceLock::new() }; 2];
    static USERS: Mutex<[usize; 2]> = Mutex::new([0; 2]);
    struct Place(usize);
    impl Place {
        fn least_used() -> Self {
            let mut users = USERS.lock().unwrap();
            let device = usize::from(users[1] < users[0]);
            users[device] += 1;
            Self(device)
        }
    }
    impl Drop for Place {
        fn drop(&mut self) {
            USERS.lock().unwrap()[self.0] -= 1;
        }
    }
    thread_local!(static PLACE: Place = Place::least_used());
    let open = || {
        let gpu = own_gpu();
        [gpu.clone(), gpu.with_runtime_checks()]
    };
    let first = DEVICES[0].get_or_init(open);
    if first[0].is_software() {
        DEVICES[PLACE.with(|place| place.0)].get_or_init(open)
    } else {
        first
    }
}

/// A device of a test's own, for one that measures: on a shared one, its samples would wait for
/// what others submit.
pub fn own_gpu() -> Gpu {
    Gpu::open_with(None, |_, _| ())
        .expect("the tests need an adapter: ./test installs a software one")
}
