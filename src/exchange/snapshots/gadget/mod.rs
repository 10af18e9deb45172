//! Gadget-1 and Gadget-2 binary files, in one or many parts.

mod blocks;
mod columns;
mod head;
mod parts;

use super::error::Error;
use super::header::{Cosmology, Header, Moment, Origin, Unit, Units};
use super::laid::Laid;
use super::reader::Start;
use super::reader::{Limits, Reader};
use super::source::{Numbers, Source};
use super::{names, si};
use blocks::{Framing, Part};
use head::Head;

/// Whether the first record has 256 bytes, or 8 with the name `HEAD`.
pub(super) fn recognises(start: &Start) -> bool {
    Framing::from_start(&start.bytes).is_some()
}

pub(super) fn open(mut source: Source, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let start = source.start(8)?;
    let Some(framing) = Framing::from_start(&start) else {
        return Err(Error::damaged(source.path(), 0, "the first record is no header"));
    };
    let part = read_part(&mut source, framing)?;
    let mut notes = Vec::new();
    let files = parts::gather(source, &part.head, limits, &mut notes)?;
    let (mut sources, mut all) = (Vec::new(), Vec::new());
    for mut source in files {
        all.push(read_part(&mut source, framing)?);
        sources.push(source);
    }
    let paths: Vec<&std::path::Path> = sources.iter().map(Source::path).collect();
    let totals = head::totals(&paths, &all.iter().map(|p| &p.head).collect::<Vec<_>>())?;
    let mut header = describe(&part.head, framing, sources.len(), &totals, notes);
    let layout = columns::layout(&paths, &all, totals, framing.order, &mut header)?;
    Ok(Box::new(Laid::new(header, sources, vec![layout])?))
}

fn read_part(source: &mut Source, framing: Framing) -> Result<Part, Error> {
    let mut blocks = blocks::walk(source, framing)?;
    if blocks.first().is_none_or(|b| b.size != 256) {
        return Err(Error::damaged(source.path(), 0, "the first record is no header of 256 bytes"));
    }
    let first = blocks.remove(0);
    let bytes = source.bytes(first.at, 256, "the header")?;
    let head = Head::from_bytes(Numbers::new(&bytes, framing.order), source.path(), first.at)?;
    Ok(Part { head, blocks })
}

fn describe(
    head: &Head,
    framing: Framing,
    parts: usize,
    totals: &[u64; 6],
    mut notes: Vec<String>,
) -> Header {
    let version = if framing.named { 2 } else { 1 };
    let split = if parts > 1 { format!(", {parts} parts") } else { String::new() };
    let counts: Vec<(&str, u64)> = names::GADGET.iter().copied().zip(*totals).collect();
    let mut moment = Moment::from_counts(&counts).with_time(head.time);
    let comoving = head.cosmological();
    if comoving {
        moment.expansion = Some(head.time);
        moment.redshift = Some(head.redshift);
        let (hubble, matter, lambda) = (head.hubble, head.omega, head.lambda);
        moment.cosmology = Some(Cosmology { hubble, matter, lambda }).filter(Cosmology::is_sound);
        notes.push("positions are comoving, velocities are peculiar over the root of a".into());
    }
    if head.masses.iter().zip(totals).any(|(&m, &n)| m != 0.0 && n > 0) {
        notes.push("masses of some types come from the table in the header".into());
    }
    let hubble = (head.hubble > 0.0 && head.hubble.is_finite()).then_some(head.hubble);
    if hubble.is_none() {
        notes.push("the file has no Hubble parameter; h is taken as 1".into());
    }
    Header {
        format: format!("Gadget-{version} binary{split}"),
        comoving,
        box_size: (head.box_size > 0.0).then_some([head.box_size; 3]),
        hubble,
        gravity: None,
        units: usual_units(hubble.unwrap_or(1.0), comoving),
        columns: Vec::new(),
        moments: vec![moment],
        notes,
    }
}

/// Gadget's documented defaults: kpc/h, km/s and 1e10 solar masses/h.
pub(super) fn usual_units(h: f64, comoving: bool) -> Units {
    let powers = if comoving { (1.0, 0.5) } else { (0.0, 0.0) };
    Units {
        length: Some(Unit { si: si::KPC / h, expansion: powers.0 }),
        velocity: Some(Unit { si: si::KM, expansion: powers.1 }),
        mass: Some(Unit::from_si(1e10 * si::SUN / h)),
        time: (!comoving).then_some(Unit::from_si(si::KPC / si::KM / h)),
        origin: Origin::Default,
    }
}
