//! What all experiments have in common: everything from the folder before the games to the files after them.
//!
//! Owns the order of these steps. An experiment says what it plays, what its records hold, and what tables they become;
//! folders, `--resume`, saving, Ctrl-C, shards and `report` are the same for all. What many machines play is in `shards`.

pub(crate) mod combinations;
pub(crate) mod default_folder;
pub(crate) mod embedded;
pub(crate) mod entry;
pub(crate) mod made;
pub(crate) mod pairs;
pub(crate) mod planned;
pub(crate) mod records;
pub(crate) mod replace;
pub(crate) mod resume;
pub(crate) mod rounds;
pub(crate) mod session;
pub(crate) mod varied;

use crate::driver::default_folder::default_folder;
use crate::driver::embedded::Stage;
use crate::driver::replace::Extent;
use crate::driver::resume::{Intended, first_blocks};
use crate::driver::session::Session;
use crate::options::given::Invocation;
use crate::options::recorded::with_options;
use crate::options::settings;
use crate::options::{OutputArgs, PlayingArgs};
use crate::record::{Choice, Manifest, Record as _, Sums};
use crate::report::CsvFiles;
use crate::simulate::Control;
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::output;
use crate::terminal::progress::Progress;
use std::cell::Cell;
use std::path::Path;

/// The record of the sums, in the folder of every experiment.
pub(crate) const TALLIES: &str = "tallies.json";

/// What records become.
pub(crate) struct Results {
    /// The files of the tables.
    pub tables: CsvFiles,
    /// The page, and records beside the sums, name and content.
    pub others: Vec<(String, String)>,
    /// What standard output shows.
    pub shown: String,
}

impl Results {
    /// All files but for the record of the sums, name and content, with what says what the tables mean; and what standard output
    /// shows.
    pub(crate) fn files(self, manifest: &Manifest) -> (Vec<(String, String)>, String) {
        let mut files = self.tables.packed(manifest);
        files.extend(self.others);
        (files, self.shown)
    }
}

/// What was played.
pub(crate) struct Played<T> {
    /// All sums, those of earlier games included.
    pub sums: T,
    /// What was finished, in words, if Ctrl-C ended it.
    pub stopped: Option<String>,
    /// What is worth knowing of how it was played.
    pub remarks: Vec<String>,
}

impl<T> Played<T> {
    /// What was played to its end, of which nothing is to be remarked.
    pub(crate) fn whole(sums: T) -> Played<T> {
        Played { sums, stopped: None, remarks: Vec::new() }
    }
}

/// An experiment, validated.
pub(crate) trait Experiment {
    /// What is saved while it is played, gone on with, and written as `tallies.json`.
    type Sums: Sums;

    /// What was typed for it.
    fn typed(&self) -> Invocation<'_>;

    /// What of the manifest decides the games and what is said of them.
    fn experiment(&self) -> Manifest;

    /// The manifest of these sums, without its files.
    fn manifest(&self, sums: &Self::Sums) -> Manifest;

    /// A manifest of it with all options of its command.
    fn recorded(&self, manifest: Manifest) -> Manifest {
        with_options(manifest, &self.typed())
    }

    /// The name of the folder if nobody says where files go, and the experiment whose folder has no code after that name.
    fn folder(&self) -> (String, Option<Manifest>);

    /// How many games are played. The driver fills in the code of the experiment.
    fn extent(&self) -> Extent;

    /// The most blocks that earlier games may have, to be gone on with.
    fn blocks(&self) -> u64;

    /// What is said before the games.
    fn announcement(&self) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    /// The sums of earlier games, as they are gone on with.
    ///
    /// # Errors
    /// If they cannot be, for a reason that their manifest does not show.
    fn own(&self, found: Self::Sums) -> Result<Self::Sums, Failure> {
        Ok(found)
    }

    /// Plays what follows the first games; `save` is shown all sums whenever that is asked of the control.
    fn play(
        &self,
        first: Option<Self::Sums>,
        desk: &Desk<'_>,
        save: &dyn Fn(&Self::Sums),
    ) -> Result<Played<Self::Sums>, Failure>;

    /// What the sums become.
    fn results(&self, sums: &Self::Sums, manifest: &Manifest, format: Format) -> Result<Results, Failure>;
}

/// Where an experiment is played.
pub(crate) struct Desk<'d> {
    /// The folder with its progress bar and Ctrl-C; none where Ctrl-C ends the program and nothing is shown.
    session: Option<&'d Session>,
    /// Threads; 0: as many as there are cores.
    pub threads: usize,
    /// Whether something is finished that is written when Ctrl-C comes, whatever is under way.
    pub keeps: Cell<bool>,
}

impl<'d> Desk<'d> {
    /// A desk with so many threads (0: as many as there are cores).
    pub(crate) fn new(session: &'d Session, threads: usize) -> Desk<'d> {
        Desk { session: Some(session), threads, keeps: Cell::new(false) }
    }

    /// The same without a folder, where Ctrl-C ends the program.
    pub(crate) fn alone(threads: usize) -> Desk<'d> {
        Desk { session: None, threads, keeps: Cell::new(false) }
    }

    /// Does `work`, which counts up to `all` `unit`s, beside a progress bar if one is to be shown. What is done of it
    /// when Ctrl-C comes is written.
    pub(crate) fn watch<T>(&self, all: u64, unit: &'static str, work: impl FnOnce(&Control, &Progress) -> T) -> T {
        match self.session {
            Some(session) => session.watch(all, unit, work),
            None => work(&Control::default(), &Progress::hidden()),
        }
    }

    /// The same with work of which nothing is written unless all of it is done.
    pub(crate) fn watch_whole<T>(&self, all: u64, unit: &'static str, work: impl FnOnce(&Control) -> T) -> T {
        match self.session {
            Some(session) if self.keeps.get() => session.watch(all, unit, |control, _| work(control)),
            Some(session) => session.watch_whole(all, unit, work),
            None => work(&Control::default()),
        }
    }
}

/// Plays an experiment, writes its files and shows its result.
pub(crate) fn play<E: Experiment>(experiment: &E, playing: &PlayingArgs, stage: &Stage) -> Outcome {
    let threads = settings::threads(playing.threads)?;
    let session = begin(experiment, stage, playing.folder.out.as_deref(), &playing.output)?;
    session.save_every(playing.saving.time()?);
    let decides = experiment.recorded(experiment.experiment());
    refuse_other_options(&experiment.typed().options.expected, &decides)?;
    let wanted = Intended {
        blocks: experiment.blocks(),
        extent: Extent { experiment: Some(decides.experiment()), ..experiment.extent() },
        output: playing.output,
        experiment: decides,
    };
    let resumes = playing.saving.resume;
    let first = session.folder().map(|folder| first_blocks(resumes, folder, &wanted)).transpose()?.flatten();
    let first = first.map(|found| experiment.own(found)).transpose()?;
    let save = |sums: &E::Sums| session.save(&experiment.recorded(experiment.manifest(sums)), sums);
    let played = experiment.play(first, &Desk::new(&session, threads), &save)?;
    end(experiment, session, played, playing.output.shown.format)
}

/// Refuses to repeat a record of which an option would come to something else than it did: a default is another one now, or
/// somebody changed what the record says of it.
fn refuse_other_options(expected: &[Choice], own: &Manifest) -> Outcome {
    let own = own.choices();
    for recorded in expected.iter().filter(|choice| choice.name != "runs") {
        let is_like = |choice: &&Choice| choice.name == recorded.name && choice.typed == recorded.typed;
        let here: Vec<&str> = own.iter().filter(is_like).map(|choice| &*choice.value).collect();
        if let Some(first) = here.first().filter(|_| !here.contains(&&*recorded.value)) {
            let Choice { name, value, .. } = recorded;
            return refuse(format!(
                "run.json: --{name} was '{value}' and would be '{first}' now; add --{name} to this command"
            ));
        }
    }
    Ok(())
}

/// Opens the folder, after what is to be said before the games.
fn begin<E: Experiment>(
    experiment: &E,
    stage: &Stage,
    out: Option<&Path>,
    output: &OutputArgs,
) -> Result<Session, Failure> {
    let default = || {
        let (name, plain) = experiment.folder();
        default_folder(&name, &experiment.experiment(), plain.as_ref())
    };
    let out = out.map_or_else(default, Path::to_owned);
    if !output.shown.quiet {
        experiment.announcement()?.iter().for_each(|remark| output::remark(remark));
    }
    Session::begin(stage, &out, output)
}

/// Writes the files and shows the result.
pub(crate) fn end<E: Experiment>(
    experiment: &E,
    session: Session,
    Played { sums, stopped, remarks }: Played<E::Sums>,
    format: Format,
) -> Outcome {
    let asked = stopped.is_some().then(|| experiment.extent().until).flatten();
    let manifest = Manifest { asked, ..experiment.recorded(experiment.manifest(&sums)) };
    let (mut files, shown) = experiment.results(&sums, &manifest, format)?.files(&manifest);
    files.push((TALLIES.to_owned(), sums.to_json()));
    session.end(&files, &manifest.of_files(&files), &shown, stopped, &remarks)
}
