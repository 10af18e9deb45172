//! Reading that has an end.

use std::io::{self, ErrorKind};
use std::sync::mpsc::channel;
use std::time::Duration;

/// What `work` gives, unless it takes longer than `patience`; its thread then stays behind.
pub(super) fn within<T: Send + 'static>(
    patience: Duration,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let (sender, receiver) = channel();
    // Fails only if nobody waits any longer.
    std::thread::Builder::new().spawn(move || _ = sender.send(work()))?;
    let late = || io::Error::new(ErrorKind::TimedOut, format!("reading it took longer than {} s", patience.as_secs()));
    receiver.recv_timeout(patience).unwrap_or_else(|_| Err(late()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::read;
    use super::*;

    #[test]
    fn reading_has_an_end() {
        let late = within(Duration::ZERO, || {
            std::thread::sleep(Duration::from_secs(5));
            Ok(())
        })
        .unwrap_err();
        assert_eq!(late.kind(), ErrorKind::TimedOut);
        assert_eq!(within(Duration::from_secs(60), || Ok(1)).unwrap(), 1);
        // It blocks for those who may read it.
        let path = Path::new("/proc/kmsg");
        if path.exists() {
            assert!(read(path).is_err());
        }
    }
}
