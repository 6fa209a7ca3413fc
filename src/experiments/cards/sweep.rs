//! `analyze cards --vary`: how hard each card is in every combination.
//!
//! Owns the command from its options to its files; the games are those of `sweep`.

use super::command::{DEFAULT_RUNS, check_deck, counting_rounds, game_of, gang, limits, nothing_solved};
use super::decks::FileDecks;
use super::options::CardTablesArgs;
use super::sweep_page::cards_sweep_page;
use super::sweep_tables;
use crate::driver::combinations::TERMINAL_ROWS;
use crate::driver::made::Parts;
use crate::driver::planned::Sharded;
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::{Desk, Experiment, Played, Results};
use crate::experiments::run::sweep::{Counted, Following, Sweep, SweepRequest};
use crate::games::gang::Deck;
use crate::games::narration::noun;
use crate::lab::{GameRef, as_game};
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::settings::Table;
use crate::page::PAGE;
use crate::record::{
    By, CARDS, CARDS_FILE, Manifest, Planned, PlannedCell, Record, SWEEP, SweepTallies, SweptCards, other_notes_of_all,
};
use crate::simulate::{DecksJob, solve_decks};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, lines, more_rows};
use analyze_ruled::Ruled;
use std::cell::OnceCell;
use std::sync::Arc;

/// The cards of all combinations, which are to be solved.
enum Job {
    Gang(DecksJob),
    Files(FileDecks),
}

impl Job {
    /// The decks of a sweep.
    fn new(game: GameRef, sweep: &Sweep, max_dice: u32) -> Result<Job, Failure> {
        let tables = || (0..sweep.about.len()).map(|at| sweep.table(at));
        if game.file().is_none() {
            let decks = tables().map(|table| deck(&*table?)).collect::<Result<_, _>>()?;
            return Ok(Job::Gang(DecksJob::new(decks, max_dice)));
        }
        let mut decks = FileDecks::new(max_dice);
        for table in tables() {
            let game = Arc::clone(&table?.game);
            if let Some(ruled) = as_game::<Ruled>(&*game) {
                check_deck(ruled, max_dice)?;
            }
            decks.add(game);
        }
        Ok(Job::Files(decks))
    }

    /// How many different cards are solved.
    fn cards(&self) -> usize {
        match self {
            Job::Gang(decks) => decks.cards(),
            Job::Files(decks) => decks.cards(),
        }
    }

    /// Solves them; nothing if that was stopped.
    fn solve(&self, desk: &Desk<'_>) -> Result<Option<SweptCards>, Failure> {
        let failed = |error: &dyn std::error::Error| Failure::Running(format!("cannot solve the cards: {error}"));
        match self {
            Job::Gang(job) => {
                let solve = |control: &_| solve_decks(job, desk.threads, control);
                desk.watch_whole(job.work(), "thousand steps", solve).map_err(|error| failed(&error))
            }
            Job::Files(job) => {
                let solve = |control: &_| job.solve(desk.threads, control);
                desk.watch_whole(job.work(), "turns", solve).map_err(|error| failed(&error))
            }
        }
    }
}

/// Cards to be solved and games to be played in every combination, validated.
pub(crate) struct CardsSweep {
    pub sweep: Sweep,
    max_dice: u32,
    by: By,
    job: Job,
    /// The exact numbers, once they are known.
    exact: OnceCell<SweptCards>,
}

impl CardsSweep {
    /// Validates what was typed.
    pub(crate) fn new(args: &CardTablesArgs) -> Result<CardsSweep, Failure> {
        let max_dice = limits(args)?;
        if args.policies.is_some() {
            return refuse("--policies: with --vary no ways to reroll are compared; leave one of the two out");
        }
        let game = game_of(&args.table)?;
        let sweep = Sweep::new(SweepRequest {
            game,
            table: &args.table,
            vary: &args.vary.axes,
            runs: args.runs,
            default_runs: Some(DEFAULT_RUNS),
            prepare: Box::new(counting_rounds),
            counted: Counted::Rows,
            following: Following::Nothing,
        })?;
        let job = Job::new(game, &sweep, max_dice)?;
        Ok(CardsSweep { job, sweep, max_dice, by: args.by, exact: OnceCell::new() })
    }

    /// The manifest of a sweep as one of this command.
    fn of_cards(&self, of_sweep: Manifest) -> Manifest {
        let (max_dice, by) = (Some(self.max_dice), Some(self.by));
        Manifest { command: Some(CARDS.to_owned()), max_dice, by, ..of_sweep }
    }

    /// Finds the exact numbers.
    pub(crate) fn solve(&self, desk: &Desk<'_>) -> Outcome {
        let solved = self.job.solve(desk)?.ok_or_else(nothing_solved)?;
        self.exact.get_or_init(|| solved);
        Ok(())
    }
}

impl Experiment for CardsSweep {
    type Sums = SweepTallies;

    fn typed(&self) -> Invocation<'_> {
        self.sweep.typed()
    }

    fn experiment(&self) -> Manifest {
        self.of_cards(self.sweep.experiment())
    }

    fn manifest(&self, tallies: &SweepTallies) -> Manifest {
        Manifest { statistics: Some("every block".to_owned()), ..self.of_cards(self.sweep.manifest(tallies)) }
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        (format!("{CARDS}-{SWEEP}"), None)
    }

    fn extent(&self) -> Extent {
        Experiment::extent(&self.sweep)
    }

    fn blocks(&self) -> u64 {
        Experiment::blocks(&self.sweep)
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        let cards = self.job.cards() as u64;
        let (cards, are) = (counted(cards, "different card"), noun(cards, "is", "are"));
        let solved = format!("note: before that, {cards} {are} solved exactly");
        Ok(self.sweep.announcement()?.into_iter().chain([solved]).collect())
    }

    fn own(&self, found: SweepTallies) -> Result<SweepTallies, Failure> {
        self.sweep.own(found)
    }

    fn play(
        &self,
        first: Option<SweepTallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&SweepTallies),
    ) -> Result<Played<SweepTallies>, Failure> {
        self.solve(desk)?;
        self.sweep.play(first, desk, save)
    }

    fn results(&self, tallies: &SweepTallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        let Some(cards) = self.exact.get() else { return refuse("cards: they are not solved") };
        let mut results = results(cards, tallies, manifest, format)?;
        results.others.push((CARDS_FILE.to_owned(), cards.to_json()));
        Ok(results)
    }
}

/// The deck of a combination, and how often its players reroll.
fn deck(table: &Table) -> Result<(Deck, u8), Failure> {
    match gang(table) {
        Some(gang) => Ok((gang.deck().clone(), gang.rules().rerolls)),
        None => refuse("cards: the game has none"),
    }
}

fn by(manifest: &Manifest) -> By {
    manifest.by.unwrap_or_default()
}

/// What the records become, but for the records themselves.
///
/// # Errors
/// If they do not fit together.
pub(crate) fn results(
    cards: &SweptCards,
    tallies: &SweepTallies,
    manifest: &Manifest,
    format: Format,
) -> Result<Results, Failure> {
    if cards.combinations.len() < tallies.combinations.len() {
        return refuse(format!(
            "{CARDS_FILE} has fewer combinations than tallies.json: one of them was changed after the run"
        ));
    }
    if !tallies.has_same_columns() {
        return refuse("tallies.json has combinations with different columns: it was changed after the run");
    }
    let others = vec![(PAGE.to_owned(), cards_sweep_page(cards, tallies, manifest, &about(manifest)))];
    Ok(Results {
        tables: sweep_tables::cards_sweep_files(cards, tallies, by(manifest)),
        others,
        shown: shown(cards, tallies, manifest, format),
    })
}

/// What standard output shows.
fn shown(cards: &SweptCards, tallies: &SweepTallies, manifest: &Manifest, format: Format) -> String {
    let table = sweep_tables::cards_sweep_summary(cards, tallies, by(manifest));
    let text = || {
        let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
        let mut shown = table.clone();
        shown.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - shown.rows.len();
        let more = (left_out > 0).then(|| more_rows(left_out, "sweep.csv"));
        let explained = table.explained(&[
            "invalid_at_dice",
            "score_at_dice",
            "invalid_rate",
            "invalid_at_dice_against_first",
            "invalid_rate_against_first",
        ]);
        let fixed = [
            match by(manifest) {
                By::Played => {
                    "dice: the average number of dice that the strategies commit to the card, rounded (--by played)"
                        .to_owned()
                }
                By::Best => "dice: the number of dice with the highest expected total (--by best)".to_owned(),
                By::Dice(dice) => format!("dice: the same number for all cards (--by {dice})"),
            },
            format!("{INTERVALS}, from the variance between deals; all other numbers are exact"),
        ];
        let notes: Vec<String> = more
            .into_iter()
            .chain(explained)
            .chain(fixed)
            .chain(other_notes_of_all(tallies.combinations.iter().map(|it| &*it.tallies.notes)))
            .collect();
        format!(
            "{}: the cards in {} of {}, hardest first, {} games, seed {}\n\n{}\n{}",
            about(manifest).game(),
            counted(tallies.combinations.len() as u64, "combination"),
            keys.join(", "),
            grouped(tallies.games()),
            manifest.seed,
            layout::table(&shown),
            lines(&notes)
        )
    };
    formatted(&table, format, text)
}

impl Sharded for CardsSweep {
    fn planned(&self) -> Planned {
        Planned::CardsSweep
    }

    fn cells(&self) -> Vec<PlannedCell> {
        self.sweep.cells()
    }

    fn parts(&self) -> Parts {
        self.sweep.parts.clone()
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<SweepTallies, Failure> {
        self.sweep.play_stretch(portion, threads)
    }

    fn joined(&self, parts: Vec<SweepTallies>, desk: &Desk<'_>) -> Result<SweepTallies, Failure> {
        self.solve(desk)?;
        Ok(self.sweep.joined(parts))
    }
}
