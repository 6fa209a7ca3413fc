//! `analyze cards --vary`: how hard each card is in every combination.
//!
//! Owns the command from its options to its files; the games are those of `sweep`.

use super::cards::{DEFAULT_RUNS, counting_rounds, game_of, gang, limits};
use super::choices::Format;
use super::command::CardsArgs;
use super::default_folder::default_folder;
use super::differences::about;
use super::failure::{Failure, Outcome, refuse};
use super::numbers::{counted, grouped};
use super::output::{self, formatted};
use super::records::{read, read_again};
use super::remarks::{lines, more_rows};
use super::replace::{Extent, refuse_any_loss};
use super::rounds::{Course, Stretch};
use super::session::Session;
use super::settings;
use super::sweep::{Asked, Counted, Sweep, TERMINAL_ROWS};
use super::typed_command::nothing_finished;
use crate::games::gang::Deck;
use crate::games::narration::noun;
use crate::page::{PAGE, cards_sweep_page};
use crate::record::{By, CARDS, CARDS_FILE, Manifest, Record, SWEEP, SweepTallies, SweptCards, other_notes_of_all};
use crate::report;
use crate::simulate::{DecksJob, solve_decks};

/// The most dice of the exact tables, and the games, validated.
pub(super) fn set_up(args: &CardsArgs) -> Result<(u32, Sweep), Failure> {
    let max_dice = limits(args)?;
    if args.policies.is_some() {
        return refuse("--policies: with --vary no ways to reroll are compared; leave one of the two out");
    }
    let sweep = Sweep::new(Asked {
        game: game_of(&args.table)?,
        table: &args.table,
        vary: &args.vary,
        runs: args.runs,
        default_runs: Some(DEFAULT_RUNS),
        prepare: Box::new(counting_rounds),
        counted: Counted::Rows,
    })?;
    Ok((max_dice, sweep))
}

/// The deck of a combination, and how often its players reroll.
fn deck(sweep: &Sweep, at: usize) -> Result<(Deck, u8), Failure> {
    match gang(&*sweep.table(at)?) {
        Some(gang) => Ok((gang.deck().clone(), gang.rules().rerolls)),
        None => refuse("cards: the game has none"),
    }
}

/// Solves the cards of all combinations, and plays their games.
pub(super) fn sweep(args: &CardsArgs) -> Outcome {
    let (max_dice, sweep) = set_up(args)?;
    let decks = (0..sweep.about.len()).map(|at| deck(&sweep, at)).collect::<Result<_, _>>()?;
    let job = DecksJob::new(decks, max_dice);
    let of_cards = |of_sweep: Manifest| Manifest {
        command: Some(CARDS.to_owned()),
        max_dice: Some(max_dice),
        by: Some(args.by),
        ..of_sweep
    };
    let default_out = || default_folder(&format!("{CARDS}-{SWEEP}"), &of_cards(sweep.experiment()), None);
    let out = args.out.clone().unwrap_or_else(default_out);
    if !args.output.quiet {
        sweep.announce()?;
        output::remark(&format!(
            "note: {} {} solved exactly before that",
            counted(job.cards() as u64, "different card"),
            noun(job.cards() as u64, "is", "are")
        ));
    }
    let session = Session::begin(&out, &args.output, None, 0, 0)?;
    refuse_any_loss(session.folder(), &args.output, &Extent::fixed(sweep.games()))?;
    let threads = settings::threads(args.threads)?;
    let solved = session.watch_whole(job.work(), "thousand steps", |control| solve_decks(&job, threads, control));
    let solved = solved.map_err(|error| Failure::Running(format!("cannot solve the cards: {error}")))?;
    let cards = solved.ok_or_else(|| {
        Failure::Interrupted("interrupted before anything was finished; nothing was written".to_owned())
    })?;
    let played = session.watch(sweep.games(), "games", |control, _| {
        Course { sweep: &sweep, stretch: Stretch::whole(&sweep), threads, control, save: &|_| () }.play(Vec::new())
    })?;
    if played.parts.is_empty() {
        return Err(nothing_finished());
    }
    let tallies = sweep.ended(played);
    let manifest = Manifest { statistics: Some("every block".to_owned()), ..of_cards(sweep.manifest(&tallies)) };
    let mut files = files(&cards, &tallies, &manifest);
    files.extend([(CARDS_FILE.to_owned(), cards.to_json()), ("tallies.json".to_owned(), tallies.to_json())]);
    let manifest = manifest.of_files(&files);
    let shown = shown(&cards, &tallies, &manifest, args.output.format);
    session.end(&files, &manifest, &shown, sweep.stopped(&tallies), &[])
}

fn by(manifest: &Manifest) -> By {
    manifest.by.unwrap_or_default()
}

/// The files made from the records, name and content.
fn files(cards: &SweptCards, tallies: &SweepTallies, manifest: &Manifest) -> Vec<(String, String)> {
    let mut files = report::cards_sweep_files(cards, tallies, by(manifest)).packed(manifest);
    files.push((PAGE.to_owned(), cards_sweep_page(cards, tallies, manifest, &about(manifest))));
    files
}

/// The same files, and what standard output shows, from the texts of `cards.json` and `tallies.json`.
///
/// # Errors
/// If they cannot be read, are not those that the manifest was written with, or do not fit together.
pub(super) fn again(
    cards: &str,
    tallies: &str,
    manifest: &Manifest,
    format: Format,
) -> Result<(Vec<(String, String)>, String), Failure> {
    let cards: SweptCards = read_again(CARDS_FILE, cards, manifest)?;
    let tallies = read(tallies, manifest, SweepTallies::signature)?;
    if cards.combinations.len() < tallies.combinations.len() {
        return refuse(format!(
            "{CARDS_FILE} has fewer combinations than tallies.json: one of them was changed after the run"
        ));
    }
    if !tallies.has_same_columns() {
        return refuse("tallies.json has combinations with different columns: it was changed after the run");
    }
    Ok((files(&cards, &tallies, manifest), shown(&cards, &tallies, manifest, format)))
}

/// What standard output shows.
fn shown(cards: &SweptCards, tallies: &SweepTallies, manifest: &Manifest, format: Format) -> String {
    let table = report::cards_sweep_summary(cards, tallies, by(manifest));
    let text = || {
        let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
        let mut shown = table.clone();
        shown.rows.truncate(TERMINAL_ROWS);
        let left_out = table.rows.len() - shown.rows.len();
        let more = (left_out > 0).then(|| more_rows(left_out, "sweep.csv"));
        let explained = table.explained(&[
            "at_dice",
            "invalid_at_dice",
            "score_at_dice",
            "invalid_rate",
            "invalid_at_dice_against_first",
            "invalid_rate_against_first",
        ]);
        let fixed = [
            format!("cards are compared by --by {}", by(manifest)),
            "in brackets: 95 % intervals, from the variance between deals; all else is exact".to_owned(),
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
            report::to_terminal(&shown),
            lines(&notes)
        )
    };
    formatted(&table, format, text)
}
