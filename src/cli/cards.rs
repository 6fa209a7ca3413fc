//! `analyze cards`: how hard each warning card is, solved exactly and met by a line-up.

use super::args::{CardsArgs, EngineChoice, Format};
use super::error::{Failure, Outcome};
use super::games::GameName;
use super::interrupt::stop_on_interrupt;
use super::numbers::grouped;
use super::output;
use super::progress::Progress;
use super::settings::{self, TablePlan};
use super::simulate;
use crate::dice::multisets::MOST_DICE;
use crate::games::Game;
use crate::games::gang::{CardRounds, Gang};
use crate::input::or_nearest;
use crate::record::{CardsManifest, CardsRecord, Folder, SheetRecord, Tallies};
use crate::report::{self, Table};
use crate::simulate::{CardsJob, Control, DiceEngine, EngineKind, Job, SheetBlocks, run, solve_cards};
use crate::strategies::gang::{REROLL_POLICIES, RerollPolicy, reroll_policy};
use std::sync::Arc;

/// The games of the simulated columns when nothing says how many.
const DEFAULT_RUNS: u64 = 1_000_000;

/// What is to be done, validated.
struct Plan {
    table: TablePlan<Gang>,
    max_dice: u32,
    policies: Vec<RerollPolicy>,
    blocks: u64,
    threads: usize,
}

/// What was found out.
struct Found {
    cards: CardsRecord,
    tallies: Tallies,
    rounds: SheetRecord,
    /// Whether all games were played; if not, the run was asked to stop.
    complete: bool,
}

/// Solves the cards, plays the games, writes and shows the tables.
pub(super) fn cards(args: &CardsArgs) -> Outcome {
    let plan = plan(args)?;
    if !args.quiet
        && let Some(asked) = args.runs
    {
        simulate::remark_on_rounding(asked, plan.blocks, plan.table.seatings.games());
    }
    let folder = Folder::open(&args.out)?;
    let control = Arc::new(Control::default());
    stop_on_interrupt(&control);
    let found = find_out(&plan, args, &control)?;
    let shown = folder.shown().to_owned();
    write(folder, &plan, &found)?;
    output::result(&summary(&plan, &found, args.format)?)?;
    if !found.complete {
        let games = grouped(found.tallies.games());
        return Err(Failure::Interrupted(format!("interrupted: {games} games were finished and written to {shown}")));
    }
    if !args.quiet {
        output::remark(&format!("wrote {shown}"));
    }
    Ok(())
}

fn plan(args: &CardsArgs) -> Result<Plan, Failure> {
    if args.table.game.is_some_and(|game| game != GameName::Gang) {
        return Err(Failure::Usage(format!("--game: only {} has warning cards; leave --game out", Gang::TITLE)));
    }
    if args.table.engine == EngineChoice::Turn {
        return Err(Failure::Usage(
            "--engine: the games of 'cards' are played die by die (valid: auto, dice)".to_owned(),
        ));
    }
    let max_dice = u32::try_from(args.max_dice).ok().filter(|max| (1..=MOST_DICE).contains(max)).ok_or_else(|| {
        Failure::Usage(format!("--max-dice: {} dice; 1 to {MOST_DICE} can be solved exactly", args.max_dice))
    })?;
    let policies = policies(args.policies.as_deref())?;
    let mut table = settings::table::<Gang>(&args.table)?;
    table.engine = EngineKind::Dice;
    let runs = settings::runs(Some(args.runs.unwrap_or(DEFAULT_RUNS)))?;
    let threads = settings::threads(args.threads)?;
    Ok(Plan { blocks: runs.div_ceil(table.seatings.games()), max_dice, policies, threads, table })
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
            return Err(Failure::Usage(format!("--policies: '{name}' is named twice; name each policy once")));
        }
        policies.push(policy);
    }
    Ok(policies)
}

fn find_out(plan: &Plan, args: &CardsArgs, control: &Arc<Control>) -> Result<Found, Failure> {
    let cards = solve(plan, args, control)?;
    control.count_again();
    let (tallies, complete) = play(plan, args, control)?;
    let rounds = tallies.sheets.first().cloned();
    let rounds = rounds.ok_or_else(|| Failure::Running("the rounds were not counted".to_owned()))?;
    Ok(Found { cards, tallies, rounds, complete })
}

/// The exact numbers.
fn solve(plan: &Plan, args: &CardsArgs, control: &Arc<Control>) -> Result<CardsRecord, Failure> {
    let game = &plan.table.game;
    let (deck, rerolls) = (game.deck(), game.rules().rerolls);
    let job = CardsJob { deck, rerolls, max_dice: plan.max_dice, policies: &plan.policies };
    let progress = Progress::follow(args.progress, args.quiet, job.work(), "thousand steps", control);
    let solved = solve_cards(&job, plan.threads, control);
    drop(progress);
    let solved = solved.map_err(|error| Failure::Running(format!("cannot solve the cards: {error}")))?;
    solved
        .ok_or_else(|| Failure::Interrupted("interrupted before the cards were solved; nothing was written".to_owned()))
}

/// The tallies of the games, and whether all of them were played.
fn play(plan: &Plan, args: &CardsArgs, control: &Arc<Control>) -> Result<(Tallies, bool), Failure> {
    let (table, names) = (&plan.table, plan.table.names());
    let game = CardRounds(table.game.clone());
    let strategies: Vec<_> = table.chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let job = Job {
        game: &game,
        strategies: &strategies,
        names: &names,
        seatings: &table.seatings,
        seed: table.seed,
        blocks: plan.blocks,
        sheets: SheetBlocks::All,
    };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let a_block = table.seatings.games();
    let progress = Progress::follow(args.progress, args.quiet, plan.blocks * a_block, "games", control);
    let finished = run(&job, &engine, plan.threads, control);
    drop(progress);
    let finished = finished.map_err(|fault| Failure::Fault(simulate::describe(&fault, table, &args.table)))?;
    if finished.tally.blocks() == 0 {
        return Err(Failure::Interrupted("interrupted before a block was finished; nothing was written".to_owned()));
    }
    Ok((finished.tally.into_record(&game, &names, a_block), finished.complete))
}

fn write(folder: Folder, plan: &Plan, found: &Found) -> Outcome {
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the tables: {error}"));
    let cards = &found.cards;
    let tables = [report::difficulty(cards), report::reach(cards), report::policies(cards), summary_table(found)];
    let file = |table: &Table| Ok((format!("{}.csv", table.name), report::to_csv(table)?));
    let files = tables.iter().map(file).collect::<Result<Vec<_>, _>>().map_err(|error: csv::Error| failed(&error))?;
    let manifest = CardsManifest {
        command: "cards".to_owned(),
        max_dice: plan.max_dice,
        policies: found.cards.policies.clone(),
        run: simulate::manifest(&plan.table, &found.tallies, &files),
    };
    folder.write(&files, &manifest.to_json().map_err(|error| failed(&error))?)?;
    Ok(())
}

fn summary_table(found: &Found) -> Table {
    report::cards_summary(&found.cards, &found.rounds)
}

/// What standard output shows.
fn summary(plan: &Plan, found: &Found, format: Format) -> Result<String, Failure> {
    let table = summary_table(found);
    let failed = |error: &dyn std::fmt::Display| Failure::Running(format!("cannot write the summary: {error}"));
    match format {
        Format::Csv => report::to_csv(&table).map_err(|error| failed(&error)),
        Format::Json => report::to_json(&table).map_err(|error| failed(&error)),
        Format::Table => {
            Ok(format!("{}\n\n{}\n{}", heading(plan, found), report::to_terminal(&table), notes(plan, found)))
        }
    }
}

fn heading(plan: &Plan, found: &Found) -> String {
    let game = &plan.table.game;
    let rerolls = match game.rules().rerolls {
        1 => "1 reroll".to_owned(),
        rerolls => format!("{rerolls} rerolls"),
    };
    format!(
        "{}: the cards of the deck '{}', hardest first; {rerolls} a turn\n\
         exact for 1 to {MOST_DICE} dice; simulated: {} games of {}, seed {}",
        Gang::TITLE,
        game.deck().id,
        grouped(found.tallies.games()),
        plan.table.lineup_names().join(", "),
        plan.table.seed
    )
}

fn notes(plan: &Plan, found: &Found) -> String {
    let mut notes = vec![
        format!("best_score: the highest expected total of 1 to {MOST_DICE} dice, an invalid result counting 0, if rerolled at best"),
        "best_dice: the number of dice that reaches it; capped: more might do better still".to_owned(),
        "invalid_at_best: the chance of an invalid result then; the cards are sorted by it, then by best_score".to_owned(),
        "skill_gap: best_score less the best that any number of dice comes to without a reroll".to_owned(),
        "dice_mean, invalid_rate: of the turns that this line-up plays on the card; all_invalid_rate, swing: of its rounds"
            .to_owned(),
        "swing: dice that the winner takes, its own among them; 0 when every result is invalid".to_owned(),
        "in brackets: 95 % intervals, from the variance over blocks; all else is exact".to_owned(),
    ];
    notes.extend(found.tallies.notes.iter().cloned());
    if plan.table.seating == crate::simulate::SeatingRule::Rotate && plan.table.chosen.len() >= 3 {
        notes.push(super::report::ROTATE_NOTE.to_owned());
    }
    notes.iter().map(|note| format!("- {note}\n")).collect()
}
