//! What was measured in a run before it was saved, so that its plots go on from there.

use std::io::{self, Write};

use super::sections::{Name, Sections, Writer};
use crate::physics::{Diagnostics, Reading};

/// Largest size of a number in a file. A run that has lost its bodies to infinity is far below.
const LARGEST: f64 = 1e100;

/// Measurements over time, up to the moment of a saved run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// Diagnostics, with the relative change of the energy if it is known.
    pub surveys: Vec<(Reading, Option<f64>)>,
    /// Time, steps, and the radii that hold 1, 10, 50 and 90 % of the mass.
    pub radii: Vec<(f64, u64, [f64; 4])>,
    /// Times at which physics or bodies were changed.
    pub marks: Vec<f64>,
    /// The diagnostics that changes of the energy refer to.
    pub reference: Option<Diagnostics>,
}

const SURVEYS: Name = *b"SURV";
const RADII: Name = *b"RADI";
const MARKS: Name = *b"MARK";
const REFERENCE: Name = *b"REFE";

/// Time, steps, change of the energy (NaN if unknown), diagnostics.
type SurveyRow = [f64; 18];
type RadiiRow = [f64; 6];

impl Curves {
    /// Leaves out what was measured after `steps` steps.
    #[must_use]
    pub fn until(mut self, steps: u64, time: f64) -> Self {
        self.surveys.retain(|(reading, _)| reading.steps <= steps);
        self.radii.retain(|(_, at, _)| *at <= steps);
        self.marks.retain(|mark| *mark <= time);
        self
    }

    pub(super) fn write<W: Write>(&self, writer: &mut Writer<W>) -> io::Result<()> {
        // What a run in double precision has beyond is left out: a file with it could not be read.
        let surveys: Vec<_> = self
            .surveys
            .iter()
            .map(|(reading, drift)| survey_row(reading, *drift))
            .filter(|row| is_readable(row))
            .collect();
        let radii = self
            .radii
            .iter()
            .map(|(time, steps, [a, b, c, d])| [*time, *steps as f64, *a, *b, *c, *d]);
        let radii: Vec<RadiiRow> = radii.filter(|row| is_readable(row)).collect();
        let at_start =
            |diagnostics| survey_row(&Reading { time: 0.0, steps: 0, diagnostics }, None);
        let reference: Vec<_> =
            self.reference.into_iter().map(at_start).filter(|row| is_readable(row)).collect();
        writer.section(SURVEYS, bytemuck::cast_slice(&surveys))?;
        writer.section(RADII, bytemuck::cast_slice(&radii))?;
        writer.section(MARKS, bytemuck::cast_slice(&self.marks))?;
        writer.section(REFERENCE, bytemuck::cast_slice(&reference))
    }

    /// Reads the curves of a file that has them, or says what is wrong with them.
    pub(super) fn read(sections: &Sections) -> Result<Option<Self>, String> {
        let Some(surveys) = sections.get(SURVEYS) else { return Ok(None) };
        let surveys = rows::<18>(surveys)?
            .into_iter()
            .map(|row| Ok((reading(&row)?, Some(row[2]).filter(|drift| !drift.is_nan()))));
        let radii = rows::<6>(sections.get(RADII).unwrap_or_default())?;
        let radii = radii
            .into_iter()
            .map(|[time, steps, a, b, c, d]| Ok((time, whole(steps)?, [a, b, c, d])));
        let reference = rows::<18>(sections.get(REFERENCE).unwrap_or_default())?;
        let curves = Self {
            surveys: surveys.collect::<Result<_, String>>()?,
            radii: radii.collect::<Result<_, String>>()?,
            marks: rows::<1>(sections.get(MARKS).unwrap_or_default())?
                .into_iter()
                .flatten()
                .collect(),
            reference: reference
                .first()
                .map(reading)
                .transpose()?
                .map(|reading| reading.diagnostics),
        };
        let times = curves
            .surveys
            .iter()
            .map(|(reading, _)| reading.time)
            .chain(curves.radii.iter().map(|row| row.0));
        if !times.chain(curves.marks.iter().copied()).all(f64::is_finite) {
            return Err("a time of its measurements is not finite".to_owned());
        }
        Ok(Some(curves))
    }
}

fn survey_row(reading: &Reading, drift: Option<f64>) -> SurveyRow {
    let Reading { time, steps, diagnostics } = reading;
    let Diagnostics {
        mass,
        center_of_mass,
        momentum,
        angular_momentum,
        kinetic,
        potential,
        radius_max,
        speed_max,
        invalid,
    } = diagnostics;
    let [x, y, z] = center_of_mass.to_array();
    let [px, py, pz] = momentum.to_array();
    let [lx, ly, lz] = angular_momentum.to_array();
    let (steps, drift, invalid) = (*steps as f64, drift.unwrap_or(f64::NAN), f64::from(*invalid));
    [
        *time,
        steps,
        drift,
        *mass,
        x,
        y,
        z,
        px,
        py,
        pz,
        lx,
        ly,
        lz,
        *kinetic,
        *potential,
        *radius_max,
        *speed_max,
        invalid,
    ]
}

fn reading(row: &SurveyRow) -> Result<Reading, String> {
    let [
        time,
        steps,
        _,
        mass,
        x,
        y,
        z,
        px,
        py,
        pz,
        lx,
        ly,
        lz,
        kinetic,
        potential,
        radius_max,
        speed_max,
        invalid,
    ] = *row;
    let diagnostics = Diagnostics {
        mass,
        center_of_mass: [x, y, z].into(),
        momentum: [px, py, pz].into(),
        angular_momentum: [lx, ly, lz].into(),
        kinetic,
        potential,
        radius_max,
        speed_max,
        invalid: u32::try_from(whole(invalid)?)
            .map_err(|_| format!("{invalid} bodies of it are not finite"))?,
    };
    Ok(Reading { time, steps: whole(steps)?, diagnostics })
}

/// Whether no number of a row is larger than any measurement is.
fn is_readable(row: &[f64]) -> bool {
    row.iter().all(|number| !number.is_finite() || number.abs() <= LARGEST)
}

fn whole(number: f64) -> Result<u64, String> {
    let is_whole = number >= 0.0 && number.fract() == 0.0 && number <= 2_f64.powi(53);
    if is_whole {
        Ok(number as u64)
    } else {
        Err(format!("{number} in its measurements is not a whole number"))
    }
}

/// Whole rows of numbers, none of which is larger than any measurement is.
fn rows<const N: usize>(bytes: &[u8]) -> Result<Vec<[f64; N]>, String> {
    if !bytes.len().is_multiple_of(size_of::<[f64; N]>()) {
        return Err("its measurements are not whole rows".to_owned());
    }
    let numbers: Vec<f64> = bytemuck::pod_collect_to_vec(bytes);
    if let Some(number) = numbers.iter().find(|number| !is_readable(&[**number])) {
        return Err(format!("its measurements contain {number:e}"));
    }
    Ok(numbers.chunks_exact(N).filter_map(|row| row.try_into().ok()).collect())
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    fn curves() -> Curves {
        let diagnostics = Diagnostics {
            mass: 1.0,
            momentum: DVec3::new(1e-9, 0.0, -3.0),
            invalid: 7,
            ..Diagnostics::default()
        };
        let reading = |steps: u64| Reading { time: 0.1 * steps as f64, steps, diagnostics };
        Curves {
            surveys: vec![(reading(0), None), (reading(3), Some(-1.5e-7))],
            radii: vec![(0.0, 0, [0.1, 0.2, 0.3, 0.4]), (0.4, 4, [f64::NAN, 0.0, 1.0, 2.0])],
            marks: vec![0.2, 0.4],
            reference: Some(diagnostics),
        }
    }

    fn bytes(curves: &Curves) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::begin(&mut bytes).unwrap();
        curves.write(&mut writer).unwrap();
        writer.end().unwrap();
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Option<Curves>, String> {
        Curves::read(&Sections::new(bytes).unwrap())
    }

    #[test]
    fn curves_come_back_as_they_were() {
        let mut curves = curves();
        curves.radii[1].2[0] = 0.5;
        assert_eq!(read(&bytes(&curves)), Ok(Some(curves.clone())));
        assert_eq!(read(&bytes(&Curves::default())), Ok(Some(Curves::default())));
        let early = curves.until(3, 0.3);
        assert_eq!((early.surveys.len(), early.radii.len(), early.marks), (2, 1, vec![0.2]));
    }

    #[test]
    fn an_impossible_measurement_is_refused() {
        let refused = |change: fn(&mut Curves)| {
            let mut curves = curves();
            change(&mut curves);
            read(&bytes(&curves)).unwrap_err()
        };
        assert!(refused(|curves| curves.marks[0] = f64::INFINITY).contains("not finite"));
        assert!(refused(|curves| curves.surveys[1].0.time = f64::NAN).contains("not finite"));
        let told = |section: &[u8]| {
            let mut bytes = Vec::new();
            let mut writer = Writer::begin(&mut bytes).unwrap();
            writer.section(SURVEYS, section).unwrap();
            writer.end().unwrap();
            read(&bytes).unwrap_err()
        };
        assert!(told(&[0; 17]).contains("whole rows"));
        assert!(told(bytemuck::cast_slice(&[1e308; 18])).contains("1e308"));
        // Such a number is never written.
        let mut curves = curves();
        curves.surveys[0].0.diagnostics.kinetic = 1e308;
        assert_eq!(read(&bytes(&curves)).unwrap().unwrap().surveys.len(), 1);
        let mut half = Vec::new();
        let mut writer = Writer::begin(&mut half).unwrap();
        writer.section(SURVEYS, bytemuck::cast_slice(&[0.5_f64; 18])).unwrap();
        writer.end().unwrap();
        assert!(read(&half).unwrap_err().contains("not a whole number"));
    }
}
