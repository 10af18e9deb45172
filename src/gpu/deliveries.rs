//! Copies to the host that were requested but not yet delivered.

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread may take to deliver a copy that has arrived. Normally this is immediate.
pub(super) const HANDED_OVER: Duration = Duration::from_secs(10);

/// The pending requests of a device. wgpu delivers a copy on whichever thread polls or submits next. If several threads share a
/// device, one can return from waiting for the GPU while another is still delivering copies.
#[derive(Debug, Default)]
pub(super) struct Deliveries {
    requests: Mutex<Requests>,
    told: Condvar,
}

#[derive(Debug, Default)]
struct Requests {
    /// Number of the next request.
    next: u64,
    under_way: BTreeSet<u64>,
}

impl Deliveries {
    /// Registers a request, which is pending until the returned value is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> Delivery {
        let mut requests = self.lock();
        let number = requests.next;
        requests.next += 1;
        requests.under_way.insert(number);
        Delivery { of: Arc::clone(self), number }
    }

    /// How many requests have been made so far.
    pub(super) fn made(&self) -> u64 {
        self.lock().next
    }

    /// Waits until the first `made` requests, already completed by the GPU, have been delivered.
    pub(super) fn wait(&self, made: u64) {
        let is_under_way = |requests: &mut Requests| requests.under_way.first().is_some_and(|oldest| *oldest < made);
        // A request not delivered by then becomes an error when it is collected.
        drop(self.told.wait_timeout_while(self.lock(), HANDED_OVER, is_under_way));
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A pending request.
#[derive(Debug)]
pub(super) struct Delivery {
    of: Arc<Deliveries>,
    number: u64,
}

impl Drop for Delivery {
    fn drop(&mut self) {
        self.of.lock().under_way.remove(&self.number);
        self.of.told.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{Gpu, Readback};

    #[test]
    fn a_copy_has_arrived_after_a_wait_even_if_another_thread_delivers_it() {
        let gpu = Gpu::open_with(None, |_, _| ()).expect("the tests need an adapter: ./test installs a software one");
        let buffer = gpu.storage::<u32>("test", 1).unwrap();
        let mut readback = Readback::new(&gpu, "test", 1).unwrap();
        let mut is_here = || {
            let mut encoder = gpu.encoder("test");
            readback.record(&mut encoder, &buffer);
            gpu.submit(encoder);
            readback.request();
            gpu.wait().unwrap();
            readback.collect().unwrap().is_some()
        };
        std::thread::scope(|scope| {
            let copying = scope.spawn(|| (0..2000).all(|_| is_here()));
            while !copying.is_finished() {
                gpu.poll().unwrap();
            }
            assert!(copying.join().unwrap());
        });
    }

    #[test]
    fn a_wait_ends_when_the_earlier_requests_are_delivered() {
        let deliveries = Arc::new(Deliveries::default());
        deliveries.wait(deliveries.made());
        let [first, second] = [deliveries.begin(), deliveries.begin()];
        let made = deliveries.made();
        let later = deliveries.begin();
        let waiting = std::thread::spawn({
            let deliveries = Arc::clone(&deliveries);
            move || deliveries.wait(made)
        });
        drop(second);
        std::thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished(), "it does not wait for the first one");
        drop(first);
        waiting.join().unwrap();
        drop(later);
        assert!(deliveries.lock().under_way.is_empty());
    }
}
