//! `analyze tournament`: who is best of many, by how much, and how sure is that.
//!
//! Owns the command from its arguments to its files, and when passes end. What it validates is in `tournament_config`.

use super::choices::{ALLOTS, Format, name_in};
use super::default_folder::default_folder;
use super::differences::about;
use super::failure::{Failure, Outcome, refuse};
use super::luck::{Asked, Found};
use super::memory::slow_remark;
use super::numbers::counted;
use super::output::{self, formatted};
use super::progress::Progress;
use super::remarks::lines;
use super::replace::Extent;
use super::resume::{Wanted, first_blocks};
use super::session::{self, Session, origin};
use super::settings;
use super::tournament_args::TournamentArgs;
use super::tournament_config::{TournamentConfig, config, game_of};
use super::typed::typed;
use super::typed_command::nothing_finished;
use super::until::{Until, not_reached};
use crate::engines::{Luck, Slowed};
use crate::lab::{Chosen, How, Players};
use crate::page::{PAGE, tournament_page};
use crate::record::{
    Allot, BATCHES, INTERRUPTED, Manifest, Record, Schedule, TOURNAMENT, TournamentTallies, why_as_played,
};
use crate::report::to_terminal;
use crate::report::tournament::{
    FAIR, Meta, Standings, is_look, luck_sentence, meta_sentences, of_payoffs, order_sentences, playing, ranking_table,
    together, tournament_files,
};
use crate::simulate::{Control, Next, TableBlocks};

/// Plays as typed.
pub(super) fn tournament(args: &TournamentArgs) -> Outcome {
    let game = game_of(args)?;
    let (config, threads) = (config(game, args)?, settings::threads(args.playing.threads)?);
    if !args.playing.output.quiet {
        config.remarks.iter().for_each(|remark| output::remark(remark));
    }
    let out = args.out.clone().unwrap_or_else(|| {
        let name = format!("{TOURNAMENT}-{}-{}p", game.name(), config.game.seats());
        default_folder(&name, &experiment(&config, args), None)
    });
    let session = Session::begin(&out, &args.playing.output, None, 0, 0)?;
    session.save_every(args.playing.saving.time()?);
    let wanted = Wanted {
        blocks: config.runs.max(FAIR * config.games_a_pass()) + config.games_a_pass(),
        extent: extent(&config, args),
        output: args.playing.output,
        manifest: |tallies: &TournamentTallies| manifest(&config, args, tallies),
    };
    let first: Option<TournamentTallies> = first_blocks(args.playing.saving.resume, session.folder(), &wanted)?;
    let first =
        first.map_or_else(|| config.tallies(), |first| TournamentTallies { terms: config.terms.clone(), ..first });
    let before = first.games();
    let mut under_way = UnderWay { config: &config, args, session: &session, tallies: first };
    let (ended, slowed) = under_way.play(threads)?;
    let mut tallies = under_way.tallies;
    if tallies.passes == 0 {
        return Err(nothing_finished());
    }
    let complete = ended == Next::PlayOn;
    let asked = (!complete).then(|| config.terms.goal()).flatten();
    if !complete {
        tallies.terms.interrupt();
    }
    let manifest = Manifest { asked, ..manifest(&config, args, &tallies) };
    let standings = Standings::new(&tallies);
    let meta = Meta::new(&standings, args.seed);
    let mut files = files_of((&standings, meta.as_ref()), &manifest);
    files.push(("tallies.json".to_owned(), tallies.to_json()));
    let manifest = manifest.of_files(&files);
    let result = shown_result((&standings, meta.as_ref()), &manifest, args.playing.output.format);
    let stopped = (!complete).then(|| counted(tallies.games(), "game"));
    let remarks: Vec<String> =
        slow_remark(game, &slowed, tallies.games() - before, &config.chosen).into_iter().collect();
    session.end(&files, &manifest, &result, stopped, &remarks)
}

/// Refuses a tournament that could not be played.
pub(super) fn checked(args: &TournamentArgs) -> Outcome {
    config(game_of(args)?, args).map(drop)
}

/// How many games are to be played: a pass of all tables more than asked for at most, and fewer where nothing is open.
fn extent(config: &TournamentConfig, args: &TournamentArgs) -> Extent {
    let (a_pass, until) = (config.games_a_pass(), config.terms.goal());
    let fair = FAIR * a_pass;
    let is_fixed = until.is_none() && config.terms.allot == Allot::Even;
    let least = if is_fixed { config.runs.max(fair) } else { fair };
    let experiment = Some(experiment(config, args).experiment());
    Extent { experiment, runs: config.runs.max(fair).saturating_add(a_pass - 1), least, until }
}

/// A tournament that is being played.
struct UnderWay<'a> {
    config: &'a TournamentConfig,
    args: &'a TournamentArgs,
    session: &'a Session,
    tallies: TournamentTallies,
}

impl UnderWay<'_> {
    /// Plays pass after pass to the end.
    fn play(&mut self, threads: usize) -> Result<(Next, Slowed), Failure> {
        let config = self.config;
        let (players, session) = (config.players(), self.session);
        let (names, seatings) = (config.names(), config.seatings());
        let asked = Asked { choice: self.args.luck, players: &*players, names: &names, seatings: &seatings };
        let games = config.runs.saturating_sub(self.tallies.games());
        session.watch(games, "games", |control, progress| {
            let Found { luck, note } = asked.find_beside(progress, control)?;
            self.note(luck.as_deref(), note)?;
            let how = How { engine: config.engine, luck: luck.as_deref(), threads, control };
            self.passes(&*players, how, progress)
        })
    }

    /// Notes whether luck is cancelled, as it must have been in what was played before.
    fn note(&mut self, luck: Option<&dyn Luck>, note: Option<String>) -> Outcome {
        if self.tallies.passes > 0 && self.tallies.is_cancelled() != luck.is_some() {
            return refuse(
                "--resume: luck is cancelled in one part of the games and not in the other; leave --resume out",
            );
        }
        let is_new = |note: &String| !self.tallies.notes.contains(note);
        let new = note.filter(is_new);
        self.tallies.notes.extend(new);
        Ok(())
    }

    fn passes(&mut self, players: &dyn Players, how: How<'_>, progress: &Progress) -> Result<(Next, Slowed), Failure> {
        let (config, args) = (self.config, self.args);
        let (job, control): (_, &Control) = ((&config.tables[..], args.seed), how.control);
        let played = players.passes(job, how, &mut |last| {
            self.add(last);
            // Before the first pass there is nothing to go on with.
            if self.tallies.passes > 0 && control.is_asked_to_save() {
                self.session.save(&manifest(self.config, self.args, &self.tallies), &self.tallies);
            }
            self.next(progress)
        });
        played.map_err(|fault| config.describe(&fault, args))
    }

    /// Adds a pass.
    fn add(&mut self, pass: &[(usize, Vec<crate::record::FocalSums>)]) {
        self.tallies.passes += u64::from(!pass.is_empty());
        for (table, sums) in pass {
            let table = &mut self.tallies.tables[*table];
            table.blocks += BATCHES as u64;
            table.sums.iter_mut().zip(sums).for_each(|(sum, more)| sum.merge(more));
        }
    }

    /// The blocks of the next pass, if there is to be one.
    fn next(&mut self, progress: &Progress) -> Option<Vec<TableBlocks>> {
        let tallies = &mut self.tallies;
        if is_look(tallies.passes) {
            let standings = Standings::new(tallies);
            let (open, error) = (standings.open(), standings.largest_standard_error());
            let left = open.iter().filter(|&&open| open).count();
            progress.note(&format!("{left} of {} open", open.len()));
            tallies.open = open;
            let enough = match self.args.until {
                Some(Until::StandardError(most)) => error.is_some_and(|error| error <= most.value()),
                Some(Until::Verdict) => left == 0,
                None => false,
            };
            if enough {
                return None;
            }
        }
        if tallies.passes >= FAIR && tallies.games() >= self.config.runs {
            return None;
        }
        let blocks = |table: usize| {
            let played = tallies.tables[table].blocks;
            TableBlocks { table, blocks: played..played + BATCHES as u64 }
        };
        let items: Vec<TableBlocks> = playing(tallies).into_iter().map(blocks).collect();
        (!items.is_empty()).then_some(items)
    }
}

/// What of the manifest decides the games and what is settled.
fn experiment(config: &TournamentConfig, args: &TournamentArgs) -> Manifest {
    let names = |chosen: &[Chosen]| chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seating = match config.schedule {
        Schedule::Mirror => {
            "mirror: each entrant alone among copies of each other, in every order, all on the same draws"
        }
        Schedule::All => "all: every choice of entrants for the seats, in every order, all on the same draws",
        Schedule::Field => "field: each entrant at every seat in turn, the field after it, all on the same draws",
    };
    let field: Vec<String> = names(&config.chosen[config.entrants..]);
    let options = [
        ("schedule", config.schedule.name().to_owned()),
        ("allot", name_in(&config.terms.allot, &ALLOTS)),
        ("margin", config.terms.margin.to_string()),
        ("alpha", config.terms.alpha.to_string()),
    ];
    Manifest {
        command: Some(TOURNAMENT.to_owned()),
        options: options.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        arms: names(&config.chosen[..config.entrants]),
        fields: if field.is_empty() { Vec::new() } else { vec![field] },
        seating: seating.to_owned(),
        luck: args.luck.recorded(),
        ..session::manifest(
            &*config.game,
            (&config.chosen, typed(&args.rules, &config.chosen)),
            args.seed,
            config.engine,
        )
    }
}

fn manifest(config: &TournamentConfig, args: &TournamentArgs, tallies: &TournamentTallies) -> Manifest {
    Manifest {
        runs: tallies.games(),
        blocks: tallies.blocks(),
        until: tallies.terms.goal(),
        intervals: intervals(&Standings::new(tallies)),
        signature: tallies.signature(),
        luck_as_played: why_as_played(&tallies.notes).map(str::to_owned),
        ..experiment(config, args)
    }
}

/// How the intervals were made.
fn intervals(standings: &Standings<'_>) -> String {
    format!("payoffs: {}; means, differences and ratings: {}", of_payoffs(standings), together(standings))
}

/// The files of the tables, name and content.
pub(super) fn files_of(
    (standings, meta): (&Standings<'_>, Option<&Meta>),
    manifest: &Manifest,
) -> Vec<(String, String)> {
    let mut files = tournament_files(standings, meta, &origin(manifest));
    files.push((PAGE.to_owned(), tournament_page((standings, meta), manifest, &about(manifest))));
    files
}

/// What standard output shows of a tournament.
pub(super) fn shown_result(
    (standings, meta): (&Standings<'_>, Option<&Meta>),
    manifest: &Manifest,
    format: Format,
) -> String {
    let (tallies, table) = (standings.tallies, ranking_table(standings));
    let text = || {
        let heading = format!(
            "{}, {} players: tournament of {} entrants, schedule {}, {} at {}, seed {}, engine {}",
            about(manifest).game(),
            tallies.players,
            tallies.entrants.len(),
            tallies.schedule.name(),
            counted(tallies.games(), "game"),
            counted(tallies.tables.len() as u64, "table"),
            manifest.seed,
            manifest.engine
        );
        let mut said = order_sentences(standings);
        said.extend(meta.map(|meta| meta_sentences(standings, meta)).unwrap_or_default());
        let said = said.join("\n");
        format!("{heading}\n\n{}\n{said}\n\n{}", to_terminal(&table), notes(standings))
    };
    formatted(&table.clone().of(&origin(manifest)), format, text)
}

fn notes(standings: &Standings<'_>) -> String {
    let tallies = standings.tallies;
    let mut notes: Vec<String> =
        not_reached(&tallies.terms.until, standings.largest_standard_error()).into_iter().collect();
    if tallies.terms.until == INTERRUPTED {
        notes.push("somebody ended it before its end".to_owned());
    }
    notes.push(
        "mean: win share (a win counts 1, a tie of k counts 1/k) against a uniform field of the entrants".to_owned(),
    );
    notes.push(
        "rank_from, rank_to: the places that the settled differences leave; tied_with: whose difference is open; equal_to: whose is settled within the margin".to_owned(),
    );
    if tallies.schedule == Schedule::Field {
        notes[0] =
            format!("mean: win share (a win counts 1, a tie of k counts 1/k) among {}", tallies.field.join(", "));
    }
    notes.extend(luck_sentence(standings));
    notes.extend(tallies.notes.iter().cloned());
    lines(&notes)
}
