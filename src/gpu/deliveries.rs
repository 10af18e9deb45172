//! Copies to the host that were recorded but not yet delivered.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How long a thread may take to deliver a copy that has arrived. Normally this is immediate.
pub(super) const HANDED_OVER: Duration = Duration::from_secs(10);

/// The pending copies of a device. wgpu delivers a copy on whichever thread polls or submits next.
/// If several threads share a device, one can return from waiting for the GPU while another is
/// still delivering copies.
#[derive(Debug, Default)]
pub(super) struct Deliveries {
    copies: Mutex<Copies>,
    delivered: Condvar,
}

#[derive(Debug, Default)]
struct Copies {
    /// Those whose commands have not been submitted, each with its encoder.
    recorded: Vec<(u64, Arc<Copy>)>,
    /// Number of the next one that is submitted.
    next: u64,
    under_way: BTreeSet<u64>,
}

/// A copy: its number and its submission, once there is one.
#[derive(Debug, Default)]
pub(super) struct Copy(OnceLock<(u64, wgpu::SubmissionIndex)>);

impl Copy {
    pub(super) fn submission(&self) -> Option<wgpu::SubmissionIndex> {
        self.0.get().map(|(_, submission)| submission.clone())
    }
}

impl Deliveries {
    /// Registers a copy recorded into `encoder`, which is pending from its submission until the
    /// returned value is dropped.
    pub(super) fn encode(self: &Arc<Self>, encoder: &wgpu::CommandEncoder) -> Delivery {
        self.begin(identity(encoder))
    }

    fn begin(self: &Arc<Self>, encoder: u64) -> Delivery {
        let copy = Arc::<Copy>::default();
        self.lock().recorded.push((encoder, Arc::clone(&copy)));
        Delivery { of: Arc::clone(self), copy }
    }

    /// Notes that an encoder of this identity has been submitted.
    pub(super) fn submitted(&self, encoder: u64, submission: &wgpu::SubmissionIndex) {
        let Copies { recorded, next, under_way } = &mut *self.lock();
        for (_, copy) in recorded.extract_if(.., |(of, _)| *of == encoder) {
            // Only set here, so this cannot fail.
            let _ = copy.0.set((*next, submission.clone()));
            under_way.insert(*next);
            *next += 1;
        }
    }

    /// How many copies have been submitted so far.
    pub(super) fn made(&self) -> u64 {
        self.lock().next
    }

    /// Waits until the first `made` copies, already completed by the GPU, have been delivered.
    pub(super) fn wait(&self, made: u64) {
        let is_under_way =
            |copies: &mut Copies| copies.under_way.first().is_some_and(|oldest| *oldest < made);
        // A copy not delivered by then becomes an error when it is collected.
        drop(self.delivered.wait_timeout_while(self.lock(), HANDED_OVER, is_under_way));
    }

    fn lock(&self) -> MutexGuard<'_, Copies> {
        self.copies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What tells an encoder from all others that exist at the same time.
pub(super) fn identity(encoder: &wgpu::CommandEncoder) -> u64 {
    let mut hasher = DefaultHasher::new();
    encoder.hash(&mut hasher);
    hasher.finish()
}

/// A copy that is pending.
#[derive(Debug)]
pub(super) struct Delivery {
    of: Arc<Deliveries>,
    copy: Arc<Copy>,
}

impl Delivery {
    pub(super) fn copy(&self) -> Arc<Copy> {
        Arc::clone(&self.copy)
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        let copies = &mut *self.of.lock();
        match self.copy.0.get() {
            Some((number, _)) => _ = copies.under_way.remove(number),
            None => copies.recorded.retain(|(_, copy)| !Arc::ptr_eq(copy, &self.copy)),
        }
        self.of.delivered.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{Gpu, Readback};

    #[test]
    fn a_copy_has_arrived_after_a_wait_even_if_another_thread_delivers_it() {
        let gpu = Gpu::open_with(None, |_, _| ())
            .expect("the tests need an adapter: ./test installs a software one");
        let buffer = gpu.storage::<u32>("test", 1).unwrap();
        let mut readback = Readback::new(&gpu, "test", 1).unwrap();
        let mut is_here = || {
            let mut encoder = gpu.encoder("test");
            readback.encode(&mut encoder, &buffer).unwrap();
            gpu.submit(encoder);
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
        let gpu = Gpu::noop().unwrap();
        let submission = gpu.submit(gpu.encoder("test"));
        let deliveries = Arc::new(Deliveries::default());
        deliveries.wait(deliveries.made());
        let [first, second] = [deliveries.begin(1), deliveries.begin(1)];
        // Recorded before, but not submitted.
        let later = deliveries.begin(2);
        deliveries.submitted(1, &submission);
        let made = deliveries.made();
        deliveries.submitted(2, &submission);
        let waiting = std::thread::spawn({
            let deliveries = Arc::clone(&deliveries);
            move || deliveries.wait(made)
        });
        drop(second);
        std::thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished(), "it does not wait for the first one");
        drop(first);
        waiting.join().unwrap();
        drop((later, deliveries.begin(3)));
        let copies = deliveries.lock();
        assert!(copies.under_way.is_empty() && copies.recorded.is_empty());
    }
}
