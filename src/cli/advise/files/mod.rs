//! Advice in games from files: by their solution, or by games that are played from the position on.
//!
//! Owns where the parts of a position come from on the command line, and which of the two answers. What positions are worth is the
//! business of the game. `playout` plays games.

mod playout;

use super::answer::{Answer, Choice, Measure, Worth};
use super::args::{AdviseArgs, PositionArgs};
use super::problems::Problems;
use crate::lab::{GameRef, Prepared, as_game};
use crate::options::settings;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::interrupt::EndsAtOnce;
use crate::terminal::progress::{Progress, is_wanted};
use analyze_ruled::{Advised, Aim, Asked, Named, Ruled, Standing, Unadvised};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The options that say where a game from a file stands.
const OPTIONS: [&str; 5] = ["--at", "--step", "--dice", "--card", "--first"];
/// The most players for whom a game is solved.
const MOST_SOLVED: usize = 2;
/// Who plays where a game is solved.
const OPTIMAL: &str = "optimal";

/// What was found out of a position.
enum Found {
    /// What the options are worth.
    Solved(Advised),
    /// What can be done; games are played, because there is no solution, for this reason if somebody could expect one.
    Standing(Box<Standing>, Option<String>),
}

/// The advice.
///
/// # Errors
/// What is wrong with the position or with the strategies, or why the game is not solved.
pub(super) fn advise(game: GameRef, args: &AdviseArgs) -> Result<Answer, Failure> {
    let (mut problems, position) = (Problems::default(), &args.position);
    problems.foreign(&position.others_than(&OPTIONS), game.title(), &OPTIONS);
    let players = settings::players(game, Some(args.players.unwrap_or_else(|| players_of(game, args))), 0, "")?;
    let kept = kept(settings::set_up(game, players, &args.rules)?);
    let Some(ruled) = as_game::<Ruled>(&*kept.game) else { return refuse("--game: it is no game from a file") };
    let seat = problems.seat("--seat", args.seat, players);
    let first = position.first.map(|first| problems.seat("--first", first, players));
    let (fields, step, dice) = (&*position.fields, position.step.as_deref(), position.dice.as_deref());
    let asked = Asked { seat, fields, step, dice, card: position.card.as_deref(), first };
    let wants_best = args.others.iter().flatten().all(|other| other == OPTIMAL);
    let is_solved = wants_best && (args.others.is_some() || ruled.can_be_solved() && kept.unsolved.is_none());
    let found = match is_solved {
        true => solution(ruled, &asked, args, &mut problems)?,
        false => standing(ruled, &asked, kept.unsolved, &mut problems),
    };
    if is_solved && args.runs.is_some() && !matches!(found, Some(Found::Standing(..))) {
        let text =
            "no games are played, because the game is solved; leave it out, or name other strategies with --others";
        problems.add("--runs", text);
    }
    match problems.finish(found)? {
        Found::Solved(advised) => Ok(answer(game, (players, seat), args, advised)),
        Found::Standing(standing, unsolved) => {
            playout::advise(game, &*kept.game, (ruled, seat), (&standing, unsolved.as_deref()), args)
        }
    }
}

/// The default number of players: as many as the position names, and at least two if the game allows two.
fn players_of(game: GameRef, args: &AdviseArgs) -> u64 {
    let (least, most) = game.seats().into_inner();
    let named = |field: &String| field.trim().strip_prefix("seat")?.split_once('.')?.0.parse().ok();
    let PositionArgs { fields, first, .. } = &args.position;
    let others = args.others.iter().map(|others| others.len() as u64 + 1);
    let seats = fields.iter().filter_map(named).chain([args.seat]).chain(*first).chain(others);
    seats.chain([MOST_SOLVED as u64]).max().unwrap_or_default().clamp(least as u64, most as u64)
}

/// What the solution says; if it cannot be had and nobody asked for it by name, where the game stands.
fn solution(
    ruled: &Ruled,
    asked: &Asked<'_>,
    args: &AdviseArgs,
    problems: &mut Problems,
) -> Result<Option<Found>, Failure> {
    match solved(args, |go_on| ruled.advise(asked, go_on)) {
        Ok(advised) => Ok(Some(Found::Solved(advised))),
        Err(Unadvised::Unsolved(why)) if args.others.is_some() => {
            refuse(format!("--others: 'optimal' needs the solution of the game, but {why}"))
        }
        Err(Unadvised::Unsolved(why)) => {
            LAST.with_borrow_mut(|last| last.iter_mut().for_each(|last| last.unsolved = Some(why.clone())));
            Ok(standing(ruled, asked, Some(why), problems))
        }
        Err(Unadvised::Wrong(wrong)) => {
            wrong.iter().for_each(|(named, text)| problems.add(option(*named), text));
            Ok(None)
        }
    }
}

/// Where the game stands.
fn standing(ruled: &Ruled, asked: &Asked<'_>, unsolved: Option<String>, problems: &mut Problems) -> Option<Found> {
    match ruled.standing(asked) {
        Ok(standing) => Some(Found::Standing(Box::new(standing), unsolved)),
        Err(wrong) => {
            wrong.iter().for_each(|(named, text)| problems.add(option(*named), text));
            None
        }
    }
}

/// A game that is asked about.
#[derive(Clone)]
struct Kept {
    game: Arc<dyn Prepared>,
    /// Why it could not be solved, if that was tried.
    unsolved: Option<String>,
}

thread_local! {
    /// The game that was asked about last, which keeps its solution: a person who plays asks again and again.
    static LAST: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The game that was asked about last, if this is the same; otherwise this, which is kept.
fn kept(prepared: Arc<dyn Prepared>) -> Kept {
    LAST.with_borrow_mut(|last| {
        let is_same =
            |last: &Kept| last.game.seats() == prepared.seats() && last.game.manifest() == prepared.manifest();
        match last.as_ref().filter(|last| is_same(last)) {
            Some(last) => last.clone(),
            None => last.insert(Kept { game: prepared, unsolved: None }).clone(),
        }
    })
}

/// Shows how far the game is solved while `work` does that.
fn solved<T>(args: &AdviseArgs, work: impl FnOnce(&dyn Fn(f64) -> bool) -> T) -> T {
    /// The whole work, in steps of the bar.
    const WHOLE: u64 = 100;
    let done = Arc::new(AtomicU64::new(0));
    let followed = Arc::clone(&done);
    let _ends = EndsAtOnce::begin("interrupted while the game was solved; nothing was written");
    let wanted = is_wanted(args.shown.progress, args.shown.quiet);
    let _bar = Progress::show(wanted, WHOLE, "percent", move || followed.load(Ordering::Relaxed));
    work(&|part| {
        done.store((part * WHOLE as f64) as u64, Ordering::Relaxed);
        true
    })
}

/// The option that names something.
fn option(named: Named) -> &'static str {
    match named {
        Named::Field | Named::Position => "--at",
        Named::Step => "--step",
        Named::Dice => "--dice",
        Named::Card => "--card",
        Named::First => "--first",
    }
}

fn answer(game: GameRef, (players, seat): (usize, usize), args: &AdviseArgs, advised: Advised) -> Answer {
    let Advised { aim, position, assumed, options } = advised;
    let best = options.first().cloned().unwrap_or_default();
    let choice = |(option, value): &(String, f64)| {
        let cost = (best.1 - value).abs();
        let reason = match cost {
            cost if cost < 1e-9 => "nothing is better",
            _ => "worth less, if everybody plays best from then on",
        };
        let reason = reason.to_owned();
        Choice { option: option.clone(), value: Worth::Known(*value), cost: Worth::Known(cost), ends: None, reason }
    };
    let mut notes = assumptions(args, assumed.as_deref(), "the turn reaches this position only so");
    if players > 1 {
        notes.push(
            "Assumed: the others play optimal (--others), and so does the seat that asks from then on.".to_owned(),
        );
    }
    notes.push("Solved: the values are exact, of best play from then on.".to_owned());
    Answer {
        game: game.name(),
        measure: measure(aim),
        position: format!("{}: seat {} of {players} is on turn; {position}.", game.title(), seat + 1),
        advice: format!("Best: {}.", best.0),
        dice: None,
        options: options.iter().map(choice).collect(),
        notes,
    }
    .or_settled()
}

/// What options are worth.
fn measure(aim: Aim) -> Measure {
    match aim {
        Aim::Win => Measure::WinShare,
        Aim::Score => Measure::Score,
        Aim::Turns => Measure::Turns,
    }
}

/// What nobody said of the position, in sentences; fields that are not as at the start, and why not.
fn assumptions(args: &AdviseArgs, assumed: Option<&str>, why: &str) -> Vec<String> {
    let (at_start, first) = ("Assumed: every field that is not named holds what it does at the start", "(--at).");
    let mut notes = vec![format!("{at_start} {first}")];
    notes.extend(assumed.map(|fields| format!("Assumed: {fields}, because {why} (--at).")));
    if args.position.step.is_none() {
        notes.push("Assumed: the first decision of a turn (--step).".to_owned());
    }
    notes
}
