//! `analyze cards`: how hard each warning card is, solved exactly and met by a line-up.

use super::deck;
use super::options::{CardTablesArgs, CardsArgs};
use super::page::cards_page;
use super::sweep::{self, CardsSweep};
use super::tables;
use crate::dice::multisets::MOST_DICE;
use crate::driver;
use crate::driver::default_folder::plain;
use crate::driver::embedded::Stage;
use crate::driver::entry::{Entry, ExperimentOptions, Records};
use crate::driver::planned::{Sharded, only};
use crate::driver::replace::Extent;
use crate::driver::rounds::Portion;
use crate::driver::session;
use crate::driver::{Desk, Experiment, Played, Results};
use crate::engines::{EngineKind, SeatingRule};
use crate::experiments::run::command as run;
use crate::experiments::run::command::RunConfig;
use crate::games::BuiltIn;
use crate::games::gang::Gang;
use crate::input::or_nearest;
use crate::lab::{AsPrepared, GameRef, as_game};
use crate::options::RulesArgs;
use crate::options::TableArgs;
use crate::options::choices::EngineChoice;
use crate::options::differences::about;
use crate::options::given::Invocation;
use crate::options::settings;
use crate::options::settings::Table;
use crate::page::PAGE;
use crate::record::{By, CARDS, CARDS_FILE, CardsRecord, Manifest, Planned, PlannedCell, Record, Tallies};
use crate::registry::{game, has_file};
use crate::report;
use crate::simulate::{CardsJob, solve_cards};
use crate::strategies::gang::{REROLL_POLICIES, RerollPolicy, reroll_policy};
use crate::terminal::choices::Format;
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::layout;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, ROTATE_NOTE, WATCHED, lines};
use analyze_ruled::Ruled;
use std::cell::OnceCell;

/// The games of the simulated columns when nothing says how many.
pub(crate) const DEFAULT_RUNS: u64 = 1_000_000;

/// The columns that the file has beyond what a terminal is shown, which would have lines of 260 characters.
const ELSEWHERE: [&str; 5] =
    ["invalid_at_best", "gain_from_rerolls", "best_beyond_limit", "dice_mean", "nobody_valid_rate"];

/// The columns that a narrow terminal has room for.
const ESSENTIAL: [&str; 6] = ["card", "condition", "at_dice", "invalid_at_dice", "score_at_dice", "invalid_rate"];

/// The simple ways to reroll that are compared.
enum Policies {
    OfGang(Vec<RerollPolicy>),
    OfFile(Vec<deck::Way>),
}

impl Policies {
    fn names(&self) -> Vec<String> {
        match self {
            Policies::OfGang(policies) => policies.iter().map(|policy| policy.name.to_owned()).collect(),
            Policies::OfFile(ways) => ways.iter().map(|way| way.0.clone()).collect(),
        }
    }
}

/// Cards to be solved and games to be played, validated.
pub(crate) struct Cards {
    pub run: RunConfig,
    max_dice: u32,
    by: By,
    policies: Policies,
    /// The exact numbers, once they are known.
    exact: OnceCell<CardsRecord>,
}

impl ExperimentOptions for CardsArgs {
    const ENTRIES: &'static [Entry] =
        &[Entry { name: CARDS, recorded: &[CARDS], words: &[CARDS], strategies: None, several: None, remade }];

    fn rules(&mut self) -> &mut RulesArgs {
        &mut self.cards.table.rules
    }

    fn play(&self, stage: &Stage) -> Outcome {
        match self.cards.vary.axes[..] {
            [] => driver::play(&Cards::new(&self.cards)?, &self.playing, stage),
            _ => driver::play(&CardsSweep::new(&self.cards)?, &self.playing, stage),
        }
    }

    fn checked(&self) -> Result<String, Failure> {
        match self.cards.vary.axes[..] {
            [] => Cards::new(&self.cards).map(drop)?,
            _ => CardsSweep::new(&self.cards).map(drop)?,
        }
        Ok(", cards".to_owned())
    }
}

fn remade(records: &Records<'_>, format: Format) -> Result<Results, Failure> {
    let manifest = records.manifest;
    if manifest.game != Gang::NAME && !has_file(manifest) {
        return refuse("run.json: the game has no cards");
    }
    if records.is_varied() {
        return sweep::results(&records.beside(CARDS_FILE)?, &records.sums()?, manifest, format);
    }
    Ok(results(&records.beside(CARDS_FILE)?, &records.sums()?, manifest, format))
}

impl Experiment for Cards {
    type Sums = Tallies;

    fn typed(&self) -> Invocation<'_> {
        self.run.typed()
    }

    fn experiment(&self) -> Manifest {
        self.in_cards(self.run.experiment())
    }

    fn manifest(&self, tallies: &Tallies) -> Manifest {
        self.in_cards(self.run.manifest(tallies))
    }

    fn folder(&self) -> (String, Option<Manifest>) {
        let plain = plain(&[]).and_then(|args| Cards::new(&args).ok());
        (CARDS.to_owned(), plain.map(|plain| plain.experiment()))
    }

    fn extent(&self) -> Extent {
        self.run.extent()
    }

    fn blocks(&self) -> u64 {
        self.run.blocks
    }

    fn announcement(&self) -> Result<Vec<String>, Failure> {
        self.run.announcement()
    }

    fn play(
        &self,
        first: Option<Tallies>,
        desk: &Desk<'_>,
        save: &dyn Fn(&Tallies),
    ) -> Result<Played<Tallies>, Failure> {
        self.solve(desk)?;
        run::play(&self.run, desk, first.as_ref(), save)
    }

    fn results(&self, tallies: &Tallies, manifest: &Manifest, format: Format) -> Result<Results, Failure> {
        let Some(cards) = self.exact.get() else { return refuse("cards: they are not solved") };
        let mut results = results(cards, tallies, manifest, format);
        results.others.push((CARDS_FILE.to_owned(), cards.to_json()));
        Ok(results)
    }
}

/// What the records become, but for the records themselves.
pub(crate) fn results(cards: &CardsRecord, tallies: &Tallies, manifest: &Manifest, format: Format) -> Results {
    let tables = tables::cards_files(cards, tallies, by(manifest), &session::origin(manifest));
    let page = cards_page(cards, tallies, manifest, &about(manifest));
    let others = page.map(|page| (PAGE.to_owned(), page)).into_iter().collect();
    Results { tables, others, shown: shown(cards, tallies, manifest, format) }
}

/// At which number of dice the cards are compared.
fn by(manifest: &Manifest) -> By {
    manifest.by.unwrap_or_default()
}

/// What standard output shows.
fn shown(cards: &CardsRecord, tallies: &Tallies, manifest: &Manifest, format: Format) -> String {
    let summary = tables::cards_summary(cards, tallies, by(manifest));
    let text = || {
        let seen = layout::fitting(&summary.without(&ELSEWHERE), &ESSENTIAL);
        let (heading, remarks) =
            (heading(cards, tallies, manifest), remarks((cards, tallies), manifest, &summary, &seen));
        format!("{heading}\n\n{}\n{remarks}", layout::table(&seen))
    };
    formatted(&summary.clone().of(&session::origin(manifest)), format, text)
}

/// The table, whose rounds are counted and whose games are played die by die.
pub(crate) fn counting_rounds(table: Table) -> Table {
    let game = gang(&table).cloned();
    let game = game.map_or(table.game, |gang| gang.counting_rounds().into_prepared());
    Table { game, engine: EngineKind::Dice, ..table }
}

/// The game of a table, if it is the one with cards.
pub(crate) fn gang(table: &Table) -> Option<&Gang> {
    as_game(&*table.game)
}

/// The game whose cards these are, which goes without saying.
pub(crate) fn game_of(table: &TableArgs) -> Result<GameRef, Failure> {
    settings::chosen_game(table.game.or_else(|| game(Gang::NAME)))
}

/// The most dice of the exact tables, once what else was typed is checked: game, engine, and at which dice cards are
/// compared.
pub(crate) fn limits(args: &CardTablesArgs) -> Result<u32, Failure> {
    if let Some(game) = args.table.game.filter(|game| game.name() != Gang::NAME) {
        check_file(game)?;
    }
    if args.table.rules.engine == EngineChoice::Turn {
        return refuse("--engine: the games of 'cards' are played die by die (valid: auto, dice)");
    }
    let max_dice = u32::try_from(args.max_dice).ok().filter(|max| (1..=MOST_DICE).contains(max)).ok_or_else(|| {
        Failure::Usage(format!("--max-dice: {} dice; 1 to {MOST_DICE} can be solved exactly", args.max_dice))
    })?;
    if let By::Dice(dice) = args.by
        && !(1..=max_dice).contains(&dice)
    {
        return refuse(format!(
            "--by: {dice} dice; the exact tables are for 1 to {max_dice} (--max-dice asks for more)"
        ));
    }
    Ok(max_dice)
}

/// Refuses a game without cards.
fn check_file(game: GameRef) -> Outcome {
    if game.file().is_none() {
        let only = Gang::TITLE;
        return refuse(format!(
            "--game: {} has no cards; {only} has, and games from files with a [deck]",
            game.title()
        ));
    }
    Ok(())
}

/// Refuses a game from a file without a deck, or whose turns begin with more dice than that.
pub(crate) fn check_deck(ruled: &Ruled, max_dice: u32) -> Outcome {
    if ruled.deck().is_empty() {
        return refuse(format!("--game: {} has no [deck], so it has no cards", ruled.title()));
    }
    if ruled.first_numbers(max_dice).is_empty() {
        return refuse(format!("--max-dice: {max_dice} dice; a turn in {} begins with more", ruled.title()));
    }
    Ok(())
}

impl Cards {
    /// Validates what was typed.
    pub(crate) fn new(args: &CardTablesArgs) -> Result<Cards, Failure> {
        let max_dice = limits(args)?;
        let table = counting_rounds(settings::table(game_of(&args.table)?, &args.table)?);
        let policies = match as_game::<Ruled>(&*table.game) {
            Some(ruled) => {
                check_deck(ruled, max_dice)?;
                let faces: Vec<_> = table.game.game().dice().into_iter().flat_map(|kind| kind.faces).collect();
                Policies::OfFile(deck::ways(ruled, &faces, args.policies.as_deref().unwrap_or_default())?)
            }
            None => Policies::OfGang(policies(args.policies.as_deref())?),
        };
        let blocks = settings::runs(args.runs.or(Some(DEFAULT_RUNS)))?.div_ceil(table.seatings.games());
        let run = RunConfig { blocks, until: None, asked: args.runs, table };
        Ok(Cards { run, max_dice, by: args.by, policies, exact: OnceCell::new() })
    }

    /// The manifest of a run at the table as one of this command.
    fn in_cards(&self, of_run: Manifest) -> Manifest {
        Manifest {
            command: Some(CARDS.to_owned()),
            max_dice: Some(self.max_dice),
            by: Some(self.by),
            policies: Some(self.policies.names()),
            ..of_run
        }
    }

    /// Finds the exact numbers.
    pub(crate) fn solve(&self, desk: &Desk<'_>) -> Outcome {
        let policies = match &self.policies {
            Policies::OfGang(policies) => policies,
            Policies::OfFile(ways) => return self.solve_deck(ways, desk),
        };
        let Some(gang) = gang(&self.run.table) else { return refuse("cards: the game has none") };
        let (deck, rerolls) = (gang.deck(), gang.rules().rerolls);
        let job = CardsJob { deck, rerolls, max_dice: self.max_dice, policies };
        let solved = desk.watch_whole(job.work(), "thousand steps", |control| solve_cards(&job, desk.threads, control));
        let solved = solved.map_err(|error| Failure::Running(format!("cannot solve the cards: {error}")))?;
        let solved = solved.ok_or_else(nothing_solved)?;
        self.exact.get_or_init(|| solved);
        Ok(())
    }

    /// Finds the exact numbers of the deck of a game from a file.
    fn solve_deck(&self, ways: &[deck::Way], desk: &Desk<'_>) -> Outcome {
        let Some(ruled) = as_game::<Ruled>(&*self.run.table.game) else { return refuse("cards: the game has none") };
        let (work, asked) = (deck::work(ruled, self.max_dice, ways), (self.max_dice, ways));
        let solved = desk.watch_whole(work, "turns", |control| deck::solve(ruled, asked, desk.threads, control));
        let solved = solved.map_err(|error| Failure::Running(format!("cannot solve the cards: {error}")))?;
        let solved = solved.ok_or_else(nothing_solved)?;
        self.exact.get_or_init(|| solved);
        Ok(())
    }
}

/// Ctrl-C came before the exact numbers were known.
pub(crate) fn nothing_solved() -> Failure {
    Failure::Interrupted("interrupted before anything was finished; nothing was written".to_owned())
}

fn policies(names: Option<&[String]>) -> Result<Vec<RerollPolicy>, Failure> {
    let Some(names) = names else { return Ok(REROLL_POLICIES.to_vec()) };
    let mut policies = Vec::with_capacity(names.len());
    for name in names {
        let policy = reroll_policy(name).ok_or_else(|| {
            let help = or_nearest(name, &REROLL_POLICIES.map(|policy| policy.name));
            Failure::Usage(format!("--policies: unknown reroll policy '{name}' ({help})"))
        })?;
        if policies.contains(&policy) {
            return refuse(format!("--policies: '{name}' is named twice; name each policy once"));
        }
        policies.push(policy);
    }
    Ok(policies)
}

fn heading(cards: &CardsRecord, tallies: &Tallies, manifest: &Manifest) -> String {
    let of_deck = match cards.rerolls {
        _ if cards.of_file => ", hardest first; each turn is that of the player who starts the round".to_owned(),
        1 => format!(" of the deck '{}', hardest first; 1 reroll per turn", cards.deck),
        rerolls => format!(" of the deck '{}', hardest first; {rerolls} rerolls per turn", cards.deck),
    };
    format!(
        "{}: the cards{of_deck}\n\
         exact tables for {}; simulated: {} games of {}, seed {}",
        about(manifest).game(),
        tables::numbers_of_dice(cards, manifest.max_dice.unwrap_or(MOST_DICE)),
        grouped(tallies.games()),
        manifest.lineup.join(", "),
        manifest.seed
    )
}

fn remarks(
    (cards, tallies): (&CardsRecord, &Tallies),
    manifest: &Manifest,
    whole: &report::Table,
    seen: &report::Table,
) -> String {
    let at = match by(manifest) {
        _ if cards.of_file && cards.cards.iter().all(|card| card.dice.len() == 1) => {
            "the number of dice with which a turn begins".to_owned()
        }
        By::Played => {
            let most = manifest.max_dice.unwrap_or(MOST_DICE);
            format!("the average number of dice that the strategies commit to the card, rounded, but at most {most}")
        }
        By::Best => "the number of dice with the highest expected total".to_owned(),
        By::Dice(dice) => counted(dice.into(), "die"),
    };
    let has_estimates = seen.headings.iter().any(report::Heading::is_estimate);
    let fixed = match has_estimates {
        true => format!("{INTERVALS}, from the variance between deals; all other numbers are exact"),
        false => "all numbers above are exact".to_owned(),
    };
    let mut all = vec![
        format!("cards are compared at {at} (--by {})", by(manifest)),
        "cards are sorted by the chance of an invalid result, then by the expected total".to_owned(),
    ];
    all.extend(seen.explained(&[
        "invalid_at_dice",
        "score_at_dice",
        "best_score",
        "best_dice",
        "invalid_rate",
        "dice_won_mean",
    ]));
    let names = whole.headings.iter().map(report::Heading::name);
    let elsewhere: Vec<&str> = names.filter(|name| seen.headings.iter().all(|shown| shown.name() != *name)).collect();
    all.extend([
        format!("cards_summary.csv has more columns: {}", elsewhere.join(", ")),
        if tallies.until.is_some() { format!("{fixed}; {WATCHED}") } else { fixed },
    ]);
    all.extend(tallies.notes.iter().cloned());
    if manifest.seating == SeatingRule::Rotate.to_string() && tallies.strategies.len() >= 3 {
        all.push(ROTATE_NOTE.to_owned());
    }
    lines(&all)
}

impl Sharded for Cards {
    fn planned(&self) -> Planned {
        Planned::Cards
    }

    fn cells(&self) -> Vec<PlannedCell> {
        vec![self.run.cell()]
    }

    fn shard(&self, portion: Portion, threads: usize) -> Result<Tallies, Failure> {
        self.run.play_blocks(portion.blocks[0].clone(), threads)
    }

    fn joined(&self, parts: Vec<Tallies>, desk: &Desk<'_>) -> Result<Tallies, Failure> {
        self.solve(desk)?;
        only(parts)
    }
}
