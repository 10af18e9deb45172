//! Reading that has an end: of regular files alone, with patience for each block, and never more
//! than a file says it holds.

use std::fs::{self, File};
use std::io::{self, BufRead, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Most bytes of a file that is read whole: more than settings, scenes or results ever have.
pub const MAX_LENGTH: u64 = 64 << 20;

/// How long a block of a file may take. Some of the system's files claim to be regular and block,
/// as /proc/kmsg does, and so does a file on a server that is gone.
const PATIENCE: Duration = Duration::from_secs(3);
/// First and largest length of a block. Blocks grow while a file is read on, so that little is read
/// of one that is skipped through.
const BLOCKS: [usize; 2] = [8 << 10, 1 << 20];

/// A regular file that is read in blocks, each of which has to arrive in time. It ends with an
/// error if it gives more than its length or, if that is shorter, [`MAX_LENGTH`]:
/// /proc/self/pagemap has a length of 0 and no end.
#[derive(Debug)]
pub struct Reading {
    /// None after a block that did not arrive.
    file: Option<File>,
    length: u64,
    /// Where the file is read next.
    position: u64,
    /// The last block, and how much of it has been taken.
    block: Vec<u8>,
    taken: usize,
    next_block: usize,
    /// When the last block has to be there, for a file without a length: it may give a little again
    /// and again.
    deadline: Option<Instant>,
}

impl Reading {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let path = path.to_owned();
        let (file, length) = within(PATIENCE, move || {
            let metadata = fs::metadata(&path)?;
            check_regular(&metadata)?;
            Ok((File::open(path)?, metadata.len()))
        })?;
        let deadline = (length == 0).then(|| Instant::now() + PATIENCE);
        Ok(Self {
            file: Some(file),
            length,
            position: 0,
            block: Vec::new(),
            taken: 0,
            next_block: BLOCKS[0],
            deadline,
        })
    }

    /// The length that the file had when it was opened, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// All bytes from here to the end.
    ///
    /// # Errors
    /// The system's error, [`ErrorKind::TimedOut`], [`ErrorKind::FileTooLarge`] for a file that
    /// gives more than its length, or [`ErrorKind::OutOfMemory`] for one longer than the memory
    /// that is free.
    pub fn rest(&mut self) -> io::Result<Vec<u8>> {
        self.rest_until(|_| false)
    }

    /// All bytes from here to the end, or to that of the first block in which `ends` holds: so that
    /// little is read of a long file that is of no use.
    ///
    /// # Errors
    /// As [`Reading::rest`].
    pub fn rest_until(&mut self, ends: impl Fn(&[u8]) -> bool) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reserve(&mut bytes)?;
        loop {
            let block = self.fill_buf()?;
            let (count, is_last) = (block.len(), block.is_empty() || ends(block));
            bytes.extend_from_slice(block);
            self.consume(count);
            if is_last {
                return Ok(bytes);
            }
        }
    }

    /// Makes room for the bytes from here to the end.
    fn reserve(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let length = self.length.saturating_sub(self.here());
        let has_room = spare_memory().is_none_or(|spare| length <= spare)
            && usize::try_from(length).is_ok_and(|length| bytes.try_reserve_exact(length).is_ok());
        let what = || format!("its {} do not fit into the memory that is free", size(self.length));
        if has_room { Ok(()) } else { Err(io::Error::new(ErrorKind::OutOfMemory, what())) }
    }

    /// The place of the next byte that is taken.
    fn here(&self) -> u64 {
        self.position - (self.block.len() - self.taken) as u64
    }

    /// Replaces the block, of which everything has been taken, by the next.
    fn next(&mut self) -> io::Result<()> {
        (self.block, self.taken) = (Vec::new(), 0);
        let late = || io::Error::new(ErrorKind::TimedOut, "nothing came from it any longer");
        let (file, wanted) = (self.file.take().ok_or_else(late)?, self.next_block);
        let left = self
            .deadline
            .map_or(PATIENCE, |deadline| deadline.saturating_duration_since(Instant::now()));
        let (file, block) = within(left, move || {
            let (mut file, mut block) = (file, vec![0; wanted]);
            let read = file.read(&mut block).map(|count| {
                block.truncate(count);
                block
            });
            Ok((file, read))
        })?;
        self.file = Some(file);
        self.block = block?;
        self.position += self.block.len() as u64;
        self.next_block = (2 * wanted).min(BLOCKS[1]);
        if !self.block.is_empty() && self.position > self.length.max(MAX_LENGTH) {
            let what =
                format!("it gives more than the {} that it says it holds", size(self.length));
            return Err(io::Error::new(ErrorKind::FileTooLarge, what));
        }
        Ok(())
    }
}

impl BufRead for Reading {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.block.len() {
            self.next()?;
        }
        Ok(&self.block[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        self.taken = (self.taken + count).min(self.block.len());
    }
}

impl Read for Reading {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl Seek for Reading {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (base, offset) = match to {
            SeekFrom::Start(place) => (place, 0),
            SeekFrom::End(offset) => (self.length, offset),
            SeekFrom::Current(offset) => (self.here(), offset),
        };
        let place = base
            .checked_add_signed(offset)
            .ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        let begin = self.position - self.block.len() as u64;
        if (begin..=self.position).contains(&place) {
            self.taken = (place - begin) as usize;
        } else if let Some(file) = &mut self.file {
            // Sets a number, and waits for nothing.
            self.position = file.seek(SeekFrom::Start(place))?;
            (self.block, self.taken, self.next_block) = (Vec::new(), 0, BLOCKS[0]);
        }
        Ok(place)
    }
}

/// Refuses what is no regular file.
pub(super) fn check_regular(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !metadata.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is a device or a pipe, not a file",
        ));
    }
    Ok(())
}

/// What `work` gives, unless it takes longer than `patience`; its thread then stays behind.
fn within<T: Send + 'static>(
    patience: Duration,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let (sender, receiver) = channel();
    // Fails only if nobody waits any longer.
    std::thread::Builder::new().spawn(move || _ = sender.send(work()))?;
    let late = || {
        io::Error::new(
            ErrorKind::TimedOut,
            format!("nothing came from it for {} s", PATIENCE.as_secs()),
        )
    };
    receiver.recv_timeout(patience).unwrap_or_else(|_| Err(late()))
}

/// A number of bytes in words.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB"), (0, "bytes")];
    let (shift, unit) = units.into_iter().find(|(shift, _)| bytes >> shift > 0).unwrap_or(units[3]);
    format!("{} {unit}", bytes >> shift)
}

/// Memory available to programs in bytes, where the system reports it.
pub fn spare_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(1024 * line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::super::{open, read, read_long};
    use super::*;

    #[test]
    fn a_block_that_does_not_come_ends_the_reading() {
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
            assert!(read(path).is_err() && read_long(path).is_err());
        }
    }

    #[test]
    fn a_file_of_any_length_is_read_if_its_memory_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        // Without contents, which take no room.
        let file = File::create(&path).unwrap();
        file.set_len(MAX_LENGTH + 5).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("longer than 64 MiB"));
        assert_eq!(read_long(&path).unwrap().len() as u64, MAX_LENGTH + 5);
        file.set_len(1 << 42).unwrap();
        let error = read_long(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfMemory);
        assert_eq!(error.to_string(), "its 4096 GiB do not fit into the memory that is free");
    }

    #[test]
    fn reading_can_end_at_a_block_that_is_of_no_use() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        fs::write(&path, "1".repeat(30_000)).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(MAX_LENGTH).unwrap();
        let bytes = open(&path).unwrap().rest_until(|block| block.contains(&0)).unwrap();
        assert!((30_001..100_000).contains(&bytes.len()), "{}", bytes.len());
        assert_eq!(
            open(&path).unwrap().rest_until(|block| block.contains(&2)).unwrap().len() as u64,
            MAX_LENGTH
        );
    }

    #[test]
    fn a_file_ends_where_it_says_at_the_latest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("growing");
        File::create(&path).unwrap().set_len(7).unwrap();
        let mut reading = open(&path).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(MAX_LENGTH).unwrap();
        assert_eq!(reading.rest().unwrap().len() as u64, MAX_LENGTH, "short files may grow");
        let mut reading = open(&path).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(MAX_LENGTH + 1).unwrap();
        let error = reading.rest().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert!(
            error.to_string().contains("more than the 64 MiB that it says it holds"),
            "{error}"
        );
        let endless = Path::new("/proc/self/pagemap");
        if endless.exists() {
            for read in [read, read_long] {
                let error = read(endless).unwrap_err();
                assert!(
                    [ErrorKind::FileTooLarge, ErrorKind::TimedOut].contains(&error.kind()),
                    "{error}"
                );
            }
        }
    }

    #[test]
    fn places_of_a_file_are_found_within_a_block_and_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("places");
        let bytes: Vec<u8> = (0..40_000_u32).flat_map(u32::to_le_bytes).collect();
        fs::write(&path, &bytes).unwrap();
        let mut reading = open(&path).unwrap();
        let mut number_at = |to: SeekFrom, place: usize| {
            assert_eq!(reading.seek(to).unwrap(), place as u64);
            let mut four = [0; 4];
            reading.read_exact(&mut four).unwrap();
            assert_eq!(four, bytes[place..place + 4], "{to:?}");
            assert_eq!(reading.stream_position().unwrap(), place as u64 + 4);
        };
        number_at(SeekFrom::Start(40), 40);
        number_at(SeekFrom::Current(-40), 4);
        number_at(SeekFrom::Current(100_000), 100_008);
        number_at(SeekFrom::End(-4), 159_996);
        number_at(SeekFrom::Start(0), 0);
        assert_eq!(reading.rest().unwrap(), bytes[4..]);
        assert!(reading.seek(SeekFrom::Current(-200_000)).is_err());
        reading.seek(SeekFrom::Start(1 << 40)).unwrap();
        assert!(reading.rest().unwrap().is_empty());
    }
}
