//! Several runs from one command: each scene with each combination of varied values, into one
//! folder, with a sheet of all.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use starshell::capture::{CAPTION, ContactSheet, FrameSink, Note, Picture};
use starshell::file::{Claim, SOFTWARE};

use super::arguments::{Overrides, Variation};
use super::failure::{Failure, input, run, unprinted};
use super::outputs::{self, CAPTURES, Place, check_apart, claim, claim_folder};
use super::overrides::Beginning;
use super::terminal::{Shown, tell};

/// Name of the sheet in the folder of a batch.
const SHEET: &str = "sheet.png";
/// Width in pixels of a picture on the sheet.
const PROOF: u32 = 480;

/// One run of a batch.
#[derive(Clone, Debug)]
pub struct Run {
    /// Name or path of the scene.
    pub scene: String,
    pub overrides: Overrides,
    /// The file, or the folder of frames.
    pub out: PathBuf,
    /// What distinguishes it from the other runs.
    caption: String,
}

impl Run {
    /// What it is called in messages.
    fn name(&self) -> String {
        format!(
            "the capture of {}",
            if self.caption.is_empty() { &self.scene } else { &self.caption }
        )
    }
}

/// What a run shows at its end, for the sheet.
#[derive(Debug)]
pub struct Proof {
    /// Width and height in pixels.
    pub size: [u32; 2],
    pub picture: Option<Picture>,
}

/// The output of a batch.
pub struct Batch<'a> {
    pub scenes: &'a [String],
    pub vary: &'a [Variation],
    pub overrides: &'a Overrides,
    pub out: &'a Path,
    /// Extension of each file; empty for folders of frames.
    pub ending: &'a str,
    /// Whether each run finds a free name for its file, or replaces what is there, as it was told.
    pub is_recorded: bool,
    /// Width and height of the pictures.
    pub size: [u32; 2],
    /// Options with the files that only a single run writes.
    pub single: [(&'static str, Option<&'a Path>); 4],
}

impl Batch<'_> {
    /// Calls `make` for each run. A single one writes to the output itself, several into it as a
    /// folder. All runs are checked before the first begins; a run that fails does not stop the
    /// others.
    pub fn make(
        &self,
        mut make: impl FnMut(&Run, Option<&mut Proof>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let size = self.proof_size()?;
        let runs = self.runs()?;
        if let ([run], []) = (runs.as_slice(), self.vary) {
            return make(&Run { out: self.out.to_owned(), ..run.clone() }, None);
        }
        runs.iter().try_for_each(|run| Beginning::new(&run.scene, &run.overrides).map(drop))?;
        let _claim = self.claim_folder(&runs)?;
        if let Some((option, file)) =
            self.single.iter().find_map(|(option, file)| Some((option, (*file)?)))
        {
            return Err(input(anyhow!(
                "--{option} {} is for a single run: leave it out, or make the runs one by one",
                file.display()
            )));
        }
        let (mut proofs, mut failed) = (Vec::new(), 0);
        for (index, run) in runs.iter().enumerate() {
            let mut proof = Proof { size, picture: None };
            match make(run, Some(&mut proof)) {
                // Whoever reads no list of the files wants them nevertheless.
                Ok(()) | Err(Failure::Unread) => {
                    proofs.extend(proof.picture.map(|picture| (run.caption.clone(), picture)))
                }
                // Usually the fault is in an option that all runs share.
                Err(failure @ Failure::Input(_)) if index == 0 => return Err(failure),
                Err(Failure::Input(error) | Failure::Run(error)) => {
                    failed += 1;
                    tell(&format!("error: {}: {error}", run.caption));
                }
                Err(failure) => return Err(failure),
            }
        }
        let mut told = Ok(());
        if !proofs.is_empty() {
            let sheet = self.sheet(size, proofs)?;
            told = Shown::stdout().path(&sheet).map_err(unprinted);
        }
        if failed > 0 {
            Err(run(anyhow!("{failed} of {} runs failed; the others are complete", runs.len())))
        } else {
            told
        }
    }

    /// The size of a picture on the sheet, if that has room for one of every run. Runs are counted
    /// before any is made: their number is a product of lengths.
    fn proof_size(&self) -> Result<[u32; 2], Failure> {
        let [width, height] = self.size.map(u64::from);
        let size = [
            PROOF,
            (u64::from(PROOF) * height / width.max(1)).clamp(1, 4 * u64::from(PROOF)) as u32,
        ];
        let lengths = self.vary.iter().map(|variation| variation.values.len());
        let count = lengths.fold(self.scenes.len(), usize::saturating_mul);
        // No sheet has as many.
        let [columns, rows] = arrangement(count.min(1 << 30));
        match ContactSheet::size(columns, rows, size) {
            Some(_) => Ok(size),
            None => Err(input(anyhow!(
                "{count} runs do not fit on one sheet: vary less, or make several batches"
            ))),
        }
    }

    /// Every run, in the order of scenes, then of values.
    fn runs(&self) -> Result<Vec<Run>, Failure> {
        let mut runs = Vec::new();
        for scene in self.scenes {
            let stem =
                Path::new(scene).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let mut of_scene = vec![(stem, Vec::new(), self.overrides.clone())];
            for variation in self.vary {
                let Variation { name, values } = variation;
                let mut varied = Vec::new();
                for (stem, words, overrides) in &of_scene {
                    for value in values {
                        let overrides = variation
                            .apply(overrides.clone(), value)
                            .map_err(|error| input(anyhow!(error)))?;
                        let words = [&words[..], &[format!("{name} = {value}")]].concat();
                        varied.push((format!("{stem}_{name}-{}", plain(value)), words, overrides));
                    }
                }
                of_scene = varied;
            }
            runs.extend(of_scene.into_iter().map(|(name, words, overrides)| {
                let caption = std::iter::once(scene.clone())
                    .filter(|_| self.scenes.len() > 1)
                    .chain(words)
                    .collect::<Vec<_>>()
                    .join(", ");
                let file =
                    if self.ending.is_empty() { name } else { format!("{name}.{}", self.ending) };
                Run { scene: scene.clone(), overrides, out: self.out.join(file), caption }
            }));
        }
        let mut outs = HashSet::new();
        match runs.iter().find(|run| !outs.insert(&run.out)) {
            Some(run) => Err(input(anyhow!(
                "two runs would write {}: give each scene and value once",
                run.out.display()
            ))),
            None => Ok(runs),
        }
    }

    /// Claims the folder for all its files. Rejects it if some file cannot be written there, or two
    /// have the same name.
    fn claim_folder(&self, runs: &[Run]) -> Result<Claim, Failure> {
        let ending =
            self.out.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if CAPTURES.contains(&ending.as_str()) || self.out.is_file() {
            return Err(input(anyhow!(
                "{} is a file, but several runs go into a folder: give --out a folder",
                self.out.display()
            )));
        }
        let is_folder = self.ending.is_empty();
        let captures =
            runs.iter().flat_map(|run| Place::of_capture(&run.name(), &run.out, is_folder));
        let sheet = self.out.join(SHEET);
        let places: Vec<_> = captures.chain([Place::of_file(outputs::SHEET, &sheet)]).collect();
        let scenes: Vec<_> = self.scenes.iter().map(String::as_str).collect();
        check_apart(&places, &scenes)?;
        outputs::note_missing([self.out]);
        let folder = claim_folder(self.out)?;
        let is_checked =
            |place: &&Place| !place.is_folder && (!self.is_recorded || place.path == sheet);
        places.iter().filter(is_checked).try_for_each(|place| claim(&place.path).map(drop))?;
        Ok(folder)
    }

    /// Writes the sheet of all runs.
    fn sheet(&self, size: [u32; 2], proofs: Vec<(String, Picture)>) -> Result<PathBuf, Failure> {
        let [columns, rows] = arrangement(proofs.len());
        let sheet = ContactSheet::new(&self.out.join(SHEET), columns, rows, size).map_err(run)?;
        for (frame, (caption, picture)) in (0..).zip(proofs) {
            sheet
                .keep(
                    frame,
                    picture,
                    &[Note::new("Software", SOFTWARE), Note::new(CAPTION, caption)],
                )
                .map_err(run)?;
        }
        sheet.finish().map_err(run)
    }
}

/// Columns and rows of a sheet of `count` pictures, nearly square.
fn arrangement(count: usize) -> [u32; 2] {
    let columns = count.isqrt().max(1);
    let columns = if columns * columns < count { columns + 1 } else { columns };
    [columns as u32, count.div_ceil(columns) as u32]
}

/// A value as a part of a file name.
fn plain(value: &str) -> String {
    value
        .chars()
        .map(|letter| if letter.is_alphanumeric() || "+-.".contains(letter) { letter } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> Overrides {
        Overrides { seed: Some(7), ..Overrides::default() }
    }

    fn batch<'a>(
        scenes: &'a [String],
        vary: &'a [Variation],
        overrides: &'a Overrides,
    ) -> Batch<'a> {
        Batch {
            scenes,
            vary,
            overrides,
            out: Path::new("out"),
            ending: "png",
            is_recorded: false,
            size: [64, 36],
            single: [("log", None), ("table", None), ("save", None), ("checkpoint", None)],
        }
    }

    #[test]
    fn every_scene_meets_every_combination_of_values() {
        let scenes = ["shell", "my/plummer.toml"].map(str::to_owned);
        let vary = [
            "softening=0.01,0.02".parse().unwrap(),
            "integrator=leapfrog-kdk,hermite-4".parse().unwrap(),
        ];
        let given = given();
        let runs = batch(&scenes, &vary, &given).runs().unwrap();
        assert_eq!(runs.len(), 8);
        assert_eq!(runs[0].out, Path::new("out/shell_softening-0.01_integrator-leapfrog-kdk.png"));
        assert_eq!(runs[7].out, Path::new("out/plummer_softening-0.02_integrator-hermite-4.png"));
        assert_eq!(
            (runs[7].overrides.settings.given("physics.softening"), runs[7].overrides.seed),
            (Some("0.02".to_owned()), Some(7))
        );
        assert_eq!(runs[1].caption, "shell, softening = 0.01, integrator = hermite-4");
    }

    #[test]
    fn more_runs_than_a_sheet_holds_are_refused_before_they_are_made() {
        let values = (0..4000).map(|value| value.to_string()).collect::<Vec<_>>().join(",");
        let vary: Vec<Variation> = ["softening", "dt", "seed", "exposure", "roll", "glow"]
            .map(|name| format!("{name}={values}").parse().unwrap())
            .into();
        let (scenes, given) = (["shell".to_owned()], given());
        // 4000^6 runs can be neither made nor counted.
        let Err(Failure::Input(error)) = batch(&scenes, &vary, &given).make(|_, _| Ok(())) else {
            panic!("too many runs pass")
        };
        assert_eq!(
            error.to_string(),
            format!(
                "{} runs do not fit on one sheet: vary less, or make several batches",
                usize::MAX
            )
        );
        assert!(batch(&scenes, &vary[..1], &given).proof_size().is_err());
    }

    #[test]
    fn an_invalid_variation_is_reported() {
        for (text, words) in [
            ("softening", "`softening` is not an option and its values"),
            ("softenin=1", "did you mean `softening`?"),
            ("softening=,", "has no values"),
        ] {
            let error = text.parse::<Variation>().unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
        let (scenes, vary, given) =
            (["shell".to_owned()], ["softening=soft".parse().unwrap()], given());
        let Err(Failure::Input(error)) = batch(&scenes, &vary, &given).runs() else {
            panic!("a wrong value passes")
        };
        assert!(
            error.to_string().starts_with("--vary softening=soft: ")
                && error.to_string().contains("`soft`"),
            "{error}"
        );
        let (scenes, vary) = (["shell".to_owned(), "shell".to_owned()], []);
        assert!(matches!(batch(&scenes, &vary, &given).runs(), Err(Failure::Input(_))));
    }
}
