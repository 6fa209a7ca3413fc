//! Advice in games from files, which are solved.
//!
//! Owns where the fields of a position come from on the command line. What positions are worth is the business of the game.

use super::answer::{Answer, Choice, Measure, Worth};
use super::args::AdviseArgs;
use super::problems::Problems;
use crate::lab::{GameRef, Prepared, as_game};
use crate::options::settings;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::interrupt::EndsAtOnce;
use crate::terminal::progress::{Progress, is_wanted};
use analyze_ruled::{Advised, Aim, Asked, Named, Ruled, Unadvised};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The options that say where a game from a file stands.
const OPTIONS: [&str; 3] = ["--at", "--step", "--dice"];
/// The most players for whom a game is solved.
const MOST_SOLVED: usize = 2;
/// Who plays where a game is solved.
const OPTIMAL: &str = "optimal";

/// The advice.
///
/// # Errors
/// What is wrong with the position, or why the game is not solved.
pub(super) fn advise(game: GameRef, args: &AdviseArgs) -> Result<Answer, Failure> {
    let (mut problems, position) = (Problems::default(), &args.position);
    problems.foreign(&position.others_than(&OPTIONS), game.title(), &OPTIONS);
    let (least, most) = game.seats().into_inner();
    let players = args.players.unwrap_or(MOST_SOLVED.clamp(least, most) as u64);
    let players = settings::players(game, Some(players), 0, "")?;
    let prepared = kept(settings::set_up(game, players, &args.rules)?);
    let Some(ruled) = as_game::<Ruled>(&*prepared) else { return refuse("--game: it is no game from a file") };
    let seat = problems.seat("--seat", args.seat, players);
    if args.others.iter().flatten().any(|other| other != OPTIMAL) {
        problems.add("--others", "in games from files, values are known if everybody plays optimal; leave it out");
    }
    if args.runs.is_some() {
        problems.add("--runs", "no games are played, because the game is solved; leave it out");
    }
    let asked =
        Asked { seat, fields: &position.fields, step: position.step.as_deref(), dice: position.dice.as_deref() };
    let advised = match solved(args, |go_on| ruled.advise(&asked, go_on)) {
        Ok(advised) => Some(advised),
        Err(Unadvised::Unsolved(why)) => {
            return refuse(format!("--game: advice in a game from a file needs its solution, but {why}"));
        }
        Err(Unadvised::Wrong(wrong)) => {
            wrong.iter().for_each(|(named, text)| problems.add(option(*named), text));
            None
        }
    };
    let advised = problems.finish(advised)?;
    Ok(answer(game, (players, seat), args, advised))
}

thread_local! {
    /// The game that was asked about last, which keeps its solution: a person who plays asks again and again.
    static LAST: RefCell<Option<Arc<dyn Prepared>>> = const { RefCell::new(None) };
}

/// The game that was asked about last, if this is the same; otherwise this, which is kept.
fn kept(prepared: Arc<dyn Prepared>) -> Arc<dyn Prepared> {
    LAST.with_borrow_mut(|last| {
        let is_same =
            |last: &Arc<dyn Prepared>| last.seats() == prepared.seats() && last.manifest() == prepared.manifest();
        match last.as_ref().filter(|last| is_same(last)) {
            Some(last) => Arc::clone(last),
            None => Arc::clone(last.insert(prepared)),
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
    let wanted = is_wanted(args.progress, args.quiet);
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
    }
}

fn answer(game: GameRef, (players, seat): (usize, usize), args: &AdviseArgs, advised: Advised) -> Answer {
    let Advised { aim, position, assumed, options } = advised;
    let measure = match aim {
        Aim::Win => Measure::WinShare,
        Aim::Score => Measure::Score,
        Aim::Turns => Measure::Turns,
    };
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
    let (at_start, first) = ("Assumed: every field that is not named holds what it does at the start", "(--at).");
    let mut notes = vec![format!("{at_start} {first}")];
    notes.extend(
        assumed.map(|field| format!("Assumed: {field}, because the turn reaches this position only so (--at).")),
    );
    if args.position.step.is_none() {
        notes.push("Assumed: the first decision of a turn (--step).".to_owned());
    }
    if players > 1 {
        notes.push(
            "Assumed: the others play optimal (--others), and so does the seat that asks from then on.".to_owned(),
        );
    }
    notes.push("Solved: the values are exact, of best play from then on.".to_owned());
    Answer {
        game: game.name(),
        measure,
        position: format!("{}: seat {} of {players} is on turn; {position}.", game.title(), seat + 1),
        advice: format!("Best: {}.", best.0),
        dice: None,
        options: options.iter().map(choice).collect(),
        notes,
    }
    .or_settled()
}
