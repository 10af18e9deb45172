//! The laboratory's state: what is shown, what is measured, and the results of this machine.

mod acts;
mod fields;
pub mod keys;
mod measuring;
pub mod panels;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use starshell::file::{self, FileError, free_path};
use starshell::gpu::Gpu;
use starshell::lab::chart::Chart;
use starshell::lab::drawing::{PlaneTree, drawings};
use starshell::lab::{EXPERIMENTS, Experiment, Extent, Extra, Report, Results, experiment};
use starshell::name::{self, Named};

use crate::explained::explained;
use crate::lesson::Page;

use fields::Fields;
use measuring::Arrived;

use crate::app::commands::Export;
use crate::app::shell::export::PNG_SCALE;
pub use measuring::Measuring;

/// Bodies in the drawn tree.
const DRAWN: usize = 300;

/// A drawing on display.
#[derive(Clone, Debug, Default)]
pub struct Showing {
    /// Its number among the experiment's drawings.
    pub drawing: usize,
    /// Its size, if not the usual one.
    pub size: Option<usize>,
    /// The step that is shown, from 0.
    pub step: usize,
    /// Whether it goes on by itself, and seconds since the last step.
    pub plays: bool,
    pub since: f32,
}

/// A walk through a tree on display.
#[derive(Debug)]
pub struct Walking {
    pub tree: PlaneTree,
    /// The body that walks.
    pub body: usize,
    /// Opening angle.
    pub angle: f64,
}

/// The laboratory.
pub struct Laboratory {
    /// Measurements run on siblings of it.
    pub gpu: Gpu,
    /// The experiment that is shown.
    pub shown: &'static Experiment,
    pub page: Page,
    /// The results of this machine.
    pub report: Report,
    /// Those since a lesson began, which alone are shown in it.
    pub in_class: Option<Report>,
    /// Where results are kept, if anywhere.
    pub folder: Option<PathBuf>,
    /// The results of another machine, beside.
    pub other: Option<Report>,
    pub measuring: Option<Measuring>,
    /// Whether the simulation goes on during measurements, and disturbs them.
    pub keeps_turning: bool,
    /// The number of bodies or elements, typed for the experiment that is shown; its own if empty.
    pub count: String,
    /// Variants that are left out of it.
    pub left_out: BTreeSet<String>,
    pub showing: Showing,
    pub walking: Walking,
    pub fields: Fields,
}

impl Laboratory {
    /// The laboratory on this adapter.
    pub fn new(gpu: &Gpu, folder: Option<PathBuf>) -> Self {
        let report =
            folder.as_deref().map_or_else(|| Report::new(gpu), |folder| Report::kept(folder, gpu));
        Self {
            gpu: gpu.clone(),
            shown: EXPERIMENTS[0],
            page: Page::default(),
            report,
            in_class: None,
            folder,
            other: None,
            measuring: None,
            keeps_turning: false,
            count: String::new(),
            left_out: BTreeSet::new(),
            showing: Showing::default(),
            walking: Walking { tree: PlaneTree::new(DRAWN, 1), body: 0, angle: 0.7 },
            fields: Fields::default(),
        }
    }

    /// Goes on with another device. The results are those of its adapter.
    pub fn set_gpu(&mut self, gpu: &Gpu) {
        if gpu.adapter_name() != self.gpu.adapter_name() {
            *self = Self::new(gpu, self.folder.take());
        }
        self.gpu = gpu.clone();
    }

    /// Shows an experiment.
    pub fn show(&mut self, experiment: &'static Experiment) {
        if experiment.name == self.shown.name {
            return;
        }
        self.shown = experiment;
        self.count.clear();
        self.left_out.clear();
        self.showing = Showing::default();
        if !self.pages().contains(&self.page) {
            self.page = Page::About;
        }
    }

    /// Leaves out all variants but these, unless there are none. Returns those that the experiment
    /// does not have on any machine.
    pub fn measure_only(&mut self, variants: &[String]) -> Vec<String> {
        if variants.is_empty() {
            return Vec::new();
        }
        let cases = self.shown.cases(&self.gpu, &Extent::default());
        let mut known: BTreeSet<String> = cases.into_iter().map(|case| case.variant).collect();
        let missing = variants.iter().filter(|variant| !known.contains(*variant)).cloned();
        let missing = missing.collect();
        known.retain(|variant| !variants.contains(variant));
        self.left_out = known;
        missing
    }

    /// The pages of the experiment that is shown.
    pub fn pages(&self) -> Vec<Page> {
        let has = |page: &Page| match page {
            Page::About | Page::Chart | Page::Table => true,
            Page::Drawing => {
                self.has_walk() || self.has_fields() || drawings(self.shown.name).next().is_some()
            }
            Page::Kernels => self.has_kernels(),
        };
        Page::ALL.iter().copied().filter(has).collect()
    }

    /// Whether the experiment shows a walk through a tree.
    pub fn has_walk(&self) -> bool {
        self.shown.extra == Some(Extra::TreeWalk)
    }

    /// The key of a page's name.
    pub fn key_of(&self, page: Page) -> String {
        let is_fields = page == Page::Drawing && self.has_fields();
        if is_fields {
            "laboratory-page-fields".to_owned()
        } else {
            format!("laboratory-page-{}", page.name())
        }
    }

    /// Whether the experiment shows the fields of Poisson's equation.
    pub fn has_fields(&self) -> bool {
        self.shown.extra == Some(Extra::Fields)
    }

    /// Whether the experiment shows kernels that follow from each other.
    fn has_kernels(&self) -> bool {
        self.shown.extra == Some(Extra::Ladder)
    }

    /// Shows only what is measured from now on, or all again.
    pub fn teach(&mut self, is_in_class: bool) {
        let empty = || Report { results: Vec::new(), ..self.report.clone() };
        self.in_class = is_in_class.then(empty);
        // What a card has left out is of that lesson.
        self.left_out.clear();
    }

    /// The results of the experiment that is shown, if there are any.
    pub fn results(&self) -> Option<&Results> {
        self.in_class.as_ref().unwrap_or(&self.report).results(self.shown.name)
    }

    /// The chart of the experiment that is shown while it is measured, as soon as a case has
    /// samples.
    pub fn under_way(&self) -> Option<Chart> {
        let measuring = self.measuring.as_ref()?;
        measuring.at().filter(|at| at.experiment == self.shown.name)?;
        measuring.chart(self.shown)
    }

    /// How much to measure: what was typed, or the experiment's own.
    ///
    /// # Errors
    /// What was typed, if it is no list of numbers.
    pub fn extent(&self) -> Result<Extent, String> {
        let typed = self.count.trim();
        if typed.is_empty() {
            return Ok(Extent::default());
        }
        let number = |word: &str| {
            let plain: String = word.chars().filter(|letter| !letter.is_whitespace()).collect();
            name::count(&plain).filter(|count| *count > 0)
        };
        let counts: Option<Vec<usize>> = typed.split([',', ';']).map(number).collect();
        counts.map(|counts| Extent { counts: Some(counts) }).ok_or_else(|| typed.to_owned())
    }

    /// Opens another machine's results, or puts them away.
    pub fn compare(&mut self, path: Option<&Path>) -> Result<(), starshell::lab::NoReport> {
        self.other = path.map(Report::read).transpose()?.map(|report| report.with_words(&self.gpu));
        Ok(())
    }

    /// Writes the results of the experiment that is shown into `folder`, under a name that is free.
    /// Returns its path; `None` if there is nothing to write.
    pub fn export(&self, kind: Export, folder: &Path) -> anyhow::Result<Option<PathBuf>> {
        let Some(results) = self.results().filter(|results| !results.outcomes.is_empty()) else {
            return Ok(None);
        };
        let alone = Report { results: vec![results.clone()], ..self.report.clone() };
        let chart = || Chart::new(results);
        let bytes = match kind {
            Export::Csv => alone.csv().into_bytes(),
            Export::Markdown => alone.markdown(self.other.as_ref()).into_bytes(),
            Export::Json => self.report.json().into_bytes(),
            Export::Svg => match chart() {
                Some(chart) => chart.svg().into_bytes(),
                None => return Ok(None),
            },
            Export::Png => match chart() {
                Some(chart) => chart.png(PNG_SCALE)?,
                None => return Ok(None),
            },
        };
        let stem = if kind == Export::Json { "laboratory" } else { self.shown.name };
        std::fs::create_dir_all(folder).map_err(|error| FileError::new(folder, error))?;
        let path = free_path(folder, stem, kind.ending());
        file::write(&path, &bytes)?;
        Ok(Some(path))
    }

    /// Measures experiments, one after the other.
    pub fn begin(&mut self, names: &[&str]) -> Result<(), String> {
        let extent = self.extent()?;
        let all: Vec<_> = names.iter().filter_map(|name| experiment(name)).collect();
        let is_shown = |experiment: &&Experiment| experiment.name == self.shown.name;
        let plans = all.iter().map(|experiment| match is_shown(experiment) && all.len() == 1 {
            true => (*experiment, extent.clone(), self.left_out.clone()),
            false => (*experiment, Extent::default(), BTreeSet::new()),
        });
        self.measuring = Some(Measuring::begin(&self.gpu, plans.collect()));
        if self.page == Page::About {
            // Rows appear there.
            self.page = Page::Table;
        }
        Ok(())
    }

    /// Takes the rows that have been measured since the last call. Returns a failure that ended the
    /// measurements.
    pub fn receive(&mut self) -> Option<String> {
        let Arrived { rows, failure, is_over } = self.measuring.as_mut()?.collect();
        let mut failure = failure.map(|error| explained(&error));
        let is_new = !rows.is_empty();
        for (experiment, outcome) in rows {
            self.in_class.iter_mut().for_each(|report| report.add(experiment, outcome.clone()));
            self.report.add(experiment, outcome);
        }
        if is_new
            && let Some(folder) = &self.folder
            && let Err(error) = self.report.keep(folder)
        {
            failure = failure.or(Some(explained(&error)));
        }
        if is_over {
            self.measuring = None;
        }
        failure
    }
}
