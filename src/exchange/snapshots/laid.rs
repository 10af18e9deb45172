//! Columns that lie in a file at regular distances: all formats but HDF5 come down to this.

use std::ops::Range;
use std::path::Path;

use super::error::Error;
use super::header::{Column, Header, Moment, Order, Scalar};
use super::names;
use super::reader::Reader;
use super::source::Source;
use super::values::{Kind, Spread, Strided, Values};

/// Bytes read at once.
const BLOCK: u64 = 4 << 20;

/// Where a piece of a column lies.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// The rows it holds.
    pub rows: Range<u64>,
    /// How they are stored.
    pub place: Place,
}

/// How rows of a segment are stored.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Components of the first row at `at` in a file, of each next one `stride` bytes later.
    Stored { file: usize, at: Vec<u64>, stride: u64, kind: Kind, order: Order },
    /// The same number for all.
    Constant(f64),
}

impl Place {
    /// Components that follow each other.
    pub fn packed(
        (file, order): (usize, Order),
        at: u64,
        stride: u64,
        kind: Kind,
        components: u64,
    ) -> Self {
        let at = (0..components).map(|k| at.saturating_add(k * kind.size())).collect();
        Self::Stored { file, at, stride, kind, order }
    }
}

/// The segments of one moment, column by column in the order of the header.
pub(super) type Layout = Vec<Vec<Segment>>;

/// A reader of files whose columns lie at regular distances.
pub(super) struct Laid {
    header: Header,
    files: Vec<Source>,
    layouts: Vec<Layout>,
}

impl Laid {
    /// Checks every segment against the length of its file.
    pub fn new(header: Header, files: Vec<Source>, layouts: Vec<Layout>) -> Result<Self, Error> {
        for segment in layouts.iter().flatten().flatten() {
            if let Place::Stored { file, at, stride, kind, .. } = &segment.place
                && let Some(source) = files.get(*file)
            {
                let rows = segment.rows.end.saturating_sub(segment.rows.start);
                let last = rows.saturating_sub(1).saturating_mul(*stride);
                for &at in at.iter().filter(|_| rows > 0) {
                    let need = last.saturating_add(kind.size());
                    source.expect(at, need, "a column of the bodies")?;
                }
            }
        }
        let (mut header, mut layouts) = (header, layouts);
        put_first(&mut header, &mut layouts);
        header.columns.iter_mut().for_each(|column| keep_groups(column, &header.moments));
        Ok(Self { header, files, layouts })
    }

    fn path(&self) -> &Path {
        self.files.first().map_or(Path::new(""), Source::path)
    }
}

impl Reader for Laid {
    fn header(&self) -> &Header {
        &self.header
    }

    fn read(&mut self, moment: usize, column: &str, rows: Range<u64>) -> Result<Values, Error> {
        let (index, found) = pick(self.path(), &self.header, moment, column, &rows)?;
        let (components, scalar) = (found.components, found.scalar);
        let segments = self.layouts.get(moment).and_then(|layout| layout.get(index));
        let Some(segments) = segments.filter(|s| !s.is_empty()) else {
            return Err(no_column(self.path(), moment, column));
        };
        let mut values = room(self.path(), scalar, &rows, components)?;
        for segment in segments.clone() {
            let common = segment.rows.start.max(rows.start)..segment.rows.end.min(rows.end);
            if common.start >= common.end {
                continue;
            }
            let first = small(common.start - rows.start).saturating_mul(components);
            match segment.place {
                Place::Constant(value) => {
                    let count = small(common.end - common.start).saturating_mul(components);
                    values.set(first..first.saturating_add(count), value);
                }
                Place::Stored { file, at, stride, kind, order } => {
                    let Some(source) = self.files.get_mut(file) else { continue };
                    let skipped = common.start - segment.rows.start;
                    let run = Run { stride, kind, order, first, step: components, skipped };
                    run.read(source, &at, common.end - common.start, &mut values)?;
                }
            }
        }
        Ok(values)
    }
}

/// Rows of a segment on their way into a column.
struct Run {
    stride: u64,
    kind: Kind,
    order: Order,
    first: usize,
    step: usize,
    skipped: u64,
}

impl Run {
    /// Reads neighbouring components together, distant ones each by itself.
    fn read(
        &self,
        source: &mut Source,
        at: &[u64],
        rows: u64,
        out: &mut Values,
    ) -> Result<(), Error> {
        let low = at.iter().copied().min().unwrap_or(0);
        let high = at.iter().copied().max().unwrap_or(0);
        let parts: Vec<(usize, u64)> = (0..).zip(at.iter().copied()).collect();
        if high - low < self.stride {
            return self.span(source, low, &parts, rows, out);
        }
        parts.iter().try_for_each(|part| self.span(source, part.1, &[*part], rows, out))
    }

    /// Reads from `low` block by block.
    fn span(
        &self,
        source: &mut Source,
        low: u64,
        parts: &[(usize, u64)],
        rows: u64,
        out: &mut Values,
    ) -> Result<(), Error> {
        let reach = parts.iter().map(|p| p.1 - low).max().unwrap_or(0) + self.kind.size();
        let per_block = (BLOCK / self.stride.max(1)).max(1);
        let (mut done, mut bytes) = (0, Vec::new());
        while done < rows {
            let count = per_block.min(rows - done);
            let size = (count - 1).saturating_mul(self.stride).saturating_add(reach);
            bytes.resize(small(size), 0);
            let from = (self.skipped + done).saturating_mul(self.stride).saturating_add(low);
            source.fill(from, &mut bytes)?;
            for &(component, at) in parts {
                let stride = small(self.stride);
                let (kind, order) = (self.kind, self.order);
                let from = Strided { at: small(at - low), stride, kind, order };
                let start = self.first + small(done) * self.step + component;
                out.decode(&bytes, from, Spread { start, step: self.step, count: small(count) });
            }
            done += count;
        }
        Ok(())
    }
}

/// Puts positions, velocities and masses before all other columns.
pub(super) fn put_first<T: Clone>(header: &mut Header, layouts: &mut [Vec<Vec<T>>]) {
    for layout in layouts.iter_mut() {
        layout.resize(header.columns.len(), Vec::new());
    }
    for (to, name) in [names::POSITION, names::VELOCITY, names::MASS].into_iter().enumerate() {
        let to = to.min(header.columns.len().saturating_sub(1));
        if let Some(from) = header.columns.iter().skip(to).position(|c| c.name == name) {
            header.columns[to..=to + from].rotate_right(1);
            layouts.iter_mut().for_each(|layout| layout[to..=to + from].rotate_right(1));
        }
    }
}

/// Leaves out groups without bodies; all groups are said by none.
fn keep_groups(column: &mut Column, moments: &[Moment]) {
    let groups = || moments.iter().flat_map(|moment| &moment.groups).map(|group| &group.name);
    column.groups.retain(|name| groups().any(|group| group == name));
    if groups().all(|name| column.groups.contains(name)) {
        column.groups.clear();
    }
}

/// A count that memory holds, or the largest one, for which allocation fails cleanly.
pub(super) fn small(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// The column of a name, after checks of moment and rows.
pub(super) fn pick<'a>(
    path: &Path,
    header: &'a Header,
    moment: usize,
    column: &str,
    rows: &Range<u64>,
) -> Result<(usize, &'a Column), Error> {
    let Some(at) = header.moments.get(moment) else {
        let count = header.moments.len();
        return Err(Error::NoMoment { path: path.into(), moment, count });
    };
    if rows.start > rows.end || rows.end > at.bodies {
        let (start, end, bodies) = (rows.start, rows.end, at.bodies);
        return Err(Error::NoRows { path: path.into(), start, end, bodies });
    }
    let mut columns = header.columns.iter().enumerate();
    columns.find(|(_, c)| c.name == column).ok_or_else(|| no_column(path, moment, column))
}

/// Values for some rows, all absent.
pub(super) fn room(
    path: &Path,
    scalar: Scalar,
    rows: &Range<u64>,
    components: usize,
) -> Result<Values, Error> {
    let count = small(rows.end.saturating_sub(rows.start)).checked_mul(components);
    match count.filter(|&n| n <= isize::MAX as usize / 8) {
        Some(count) if fits(scalar, count) => Ok(Values::absent(scalar, count)),
        _ => {
            Err(Error::TooLarge { path: path.into(), what: "one column", limit: isize::MAX as u64 })
        }
    }
}

/// Whether the system has the memory; asking first keeps a failure from ending the program.
fn fits(scalar: Scalar, count: usize) -> bool {
    let size = if scalar == Scalar::F32 { 4 } else { 8 };
    Vec::<u8>::new().try_reserve_exact(count.saturating_mul(size)).is_ok()
}

pub(super) fn no_column(path: &Path, moment: usize, column: &str) -> Error {
    Error::NoColumn { path: path.into(), column: column.into(), moment }
}
