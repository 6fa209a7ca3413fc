//! What to do in a position of a solved game from a file.
//!
//! Owns how a position is put together from the fields, the step and the dice that somebody names. What the ways to decide are
//! worth is the business of `exact`.

use crate::dice::Hand;
use crate::exact::{Aim, Best, Solved};
use crate::model::{Fault, Flow, Game, HIDDEN, Hidden, State, Stop};
use crate::ruled::Ruled;
use analyze_core::dice::RunKey;
use analyze_core::input::or_nearest;
use std::ops::Deref;

/// A position as somebody names it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The seat on turn, from 0.
    pub seat: usize,
    /// What fields hold, each as `name=value`: those of players and of the table as the turn began, those of the turn now.
    pub fields: &'a [String],
    /// The step that is decided; by default the first one that decides.
    pub step: Option<&'a str>,
    /// What the dice show that lie there.
    pub dice: Option<&'a [String]>,
}

/// What was named wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A field.
    Field,
    /// The step.
    Step,
    /// The dice.
    Dice,
    /// The whole position.
    Position,
}

/// What can be done in a position, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Advised {
    /// What the values are: win shares, scores or turns.
    pub aim: Aim,
    /// The position in words.
    pub position: String,
    /// A field of the turn that was not named and cannot hold what it does at the start, with what it holds, such as `rolled=1`.
    pub assumed: Option<String>,
    /// What can be done, with its value, the best first.
    pub options: Vec<(String, f64)>,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unadvised {
    /// The game is not solved, for this reason.
    Unsolved(String),
    /// The position is wrong: what was named, and what is wrong with it.
    Wrong(Vec<(Named, String)>),
}

/// What is wrong so far.
type Problems = Vec<(Named, String)>;

impl Ruled {
    /// What to do in a position, by the values of best play. As the game is solved, `go_on` is told which part of that is done,
    /// 0 to 1, and stops it by answering no.
    ///
    /// # Errors
    /// Why the game is not solved, or everything that is wrong with the position.
    pub fn advise(&self, asked: &Asked<'_>, go_on: &dyn Fn(f64) -> bool) -> Result<Advised, Unadvised> {
        let game = self.game();
        let (before, now) = positions(game, asked).map_err(Unadvised::Wrong)?;
        let solved = self.best_while(go_on).map_err(|unsolved| Unadvised::Unsolved(unsolved.to_string()))?;
        let wrong = |text: String| Unadvised::Wrong(vec![(Named::Position, text)]);
        let aim = solved.aim();
        let mut best = Best::new(&*solved);
        if !best.knows(&before) {
            return Err(wrong(format!(
                "by these rules, no turn begins with these values: {}; correct one of them",
                game.shown(&before)
            )));
        }
        best.begin(&before).map_err(|fault| wrong(fault.to_string()))?;
        let options = options_in(game, &best, &now).map_err(|fault| wrong(fault.to_string()))?;
        let found = options.map(|options| (now.clone(), None, options));
        let Some((now, assumed, mut options)) = found.or_else(|| with_a_field(game, &best, &now, asked)) else {
            let steps = deciding(game).map(|step| game.steps[step].name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(wrong(format!(
                "by these rules, no turn reaches this position: {}; name the step ({steps}), the dice, and the fields of the turn",
                game.shown(&now)
            )));
        };
        let sign = if aim == Aim::Turns { -1.0 } else { 1.0 };
        options.sort_by(|a, b| (sign * b.1).total_cmp(&(sign * a.1)));
        Ok(Advised { aim, position: game.shown(&now), assumed, options })
    }
}

/// What can be done, with its value.
type Options = Vec<(String, f64)>;

/// What can be done in a state of the turn; nothing if the turn does not reach it.
fn options_in<'g, S: Deref<Target = Solved<'g>> + Send>(
    game: &Game,
    best: &Best<'g, S>,
    now: &State,
) -> Result<Option<Options>, Fault> {
    let mut ways = Vec::new();
    game.ways(now, &mut ways)?;
    Ok(ways.iter().map(|&way| Some((game.way(now.step, way), best.after(now, way)?))).collect())
}

/// The most values of a field that are tried.
const MOST_TRIED: i64 = 1_000;

/// The first state that the turn reaches and that differs in one field which was not named: dice that lie there were rolled, for
/// example, so that the number of rolls is not 0.
fn with_a_field<'g, S: Deref<Target = Solved<'g>> + Send>(
    game: &Game,
    best: &Best<'g, S>,
    now: &State,
    asked: &Asked<'_>,
) -> Option<(State, Option<String>, Options)> {
    let named: Vec<&str> = asked.fields.iter().filter_map(|field| Some(field.split_once('=')?.0.trim())).collect();
    let free = game.turn_slots().filter(|&slot| !named.contains(&&*game.field(slot).name));
    free.into_iter().find_map(|slot| {
        let (least, most, _) = game.limits[slot];
        (least..=most.min(least.saturating_add(MOST_TRIED))).find_map(|value| {
            let mut now = now.clone();
            now.slots[slot] = value;
            let options = options_in(game, best, &now).ok().flatten()?;
            Some((now, Some(format!("{}={value}", game.field(slot).name)), options))
        })
    })
}

/// The steps in which something is decided.
fn deciding(game: &Game) -> impl Iterator<Item = usize> {
    game.steps.iter().enumerate().filter(|(_, step)| step.decides()).map(|(at, _)| at)
}

/// The state before the turn, and the one that is asked about.
fn positions(game: &Game, asked: &Asked<'_>) -> Result<(State, State), Problems> {
    let (mut problems, mut before) = (Problems::new(), State::default());
    if let Err(fault) = game.start(&mut before, RunKey::new(0).block(0)) {
        problems.push((Named::Position, fault.to_string()));
        return Err(problems);
    }
    before.slots[game.hidden(Hidden::Seat)] = asked.seat as i64 + 1;
    game.begin_turn(&mut before);
    let mut now = before.clone();
    for field in asked.fields {
        match slot_of(game, field) {
            Ok((slot, value)) => {
                now.slots[slot] = value;
                if !game.turn_slots().contains(&slot) {
                    before.slots[slot] = value;
                }
            }
            Err(text) => problems.push((Named::Field, text)),
        }
    }
    match step_of(game, asked, &before) {
        Ok(step) => now.step = step,
        Err(text) => problems.push((Named::Step, text)),
    }
    match asked.dice.map_or(Ok(0), |dice| hand_of(game, dice)) {
        Ok(dice) => now.dice = dice,
        Err(text) => problems.push((Named::Dice, text)),
    }
    if problems.is_empty() { Ok((before, now)) } else { Err(problems) }
}

/// The slot of a field, and what it is to hold.
fn slot_of(game: &Game, field: &str) -> Result<(usize, i64), String> {
    let form =
        || format!("'{field}' must be FIELD=VALUE, such as {}=3", names(game).first().map_or("score", |it| &it.0));
    let (name, value) = field.split_once('=').ok_or_else(form)?;
    let value: i64 = value.trim().parse().map_err(|_| form())?;
    let names = names(game);
    let Some((name, slot)) = names.iter().find(|known| known.0 == name.trim()) else {
        let known: Vec<&str> = names.iter().map(|known| known.0.as_str()).collect();
        return Err(format!("there is no field '{}' ({})", name.trim(), or_nearest(name.trim(), &known)));
    };
    let (least, most, _) = game.limits[*slot];
    if !(least..=most).contains(&value) {
        return Err(format!("'{name}' cannot be {value}; it goes from {least} to {most}"));
    }
    Ok((*slot, value))
}

/// The names of all fields with their slots.
fn names(game: &Game) -> Vec<(String, usize)> {
    let (own, turn) = (game.own(), game.turn_slots());
    let fields = (0..own).chain(turn.start..game.slots() - HIDDEN);
    let named = |slot: usize| (game.field(slot).name.clone(), slot);
    let rivals = (own..own * game.players.min(2)).map(|slot| (format!("rival.{}", game.field(slot).name), slot));
    let round = [("round".to_owned(), game.hidden(Hidden::Round))];
    fields.map(named).chain(rivals).chain(round).collect()
}

/// The step that is decided.
fn step_of(game: &Game, asked: &Asked<'_>, before: &State) -> Result<usize, String> {
    let names: Vec<&str> = deciding(game).map(|step| game.steps[step].name.as_str()).collect();
    let Some(name) = asked.step else {
        let mut state = before.clone();
        // A turn can begin with a decision.
        let first = game.settle(&mut state, Flow::Step(0)).is_ok_and(|stop| stop == Stop::Decide);
        let opens = first && asked.dice.is_none();
        return match deciding(game).next() {
            _ if opens => Ok(state.step),
            Some(step) => Ok(step),
            None => Err("nothing is decided in this game".to_owned()),
        };
    };
    let found = deciding(game).find(|&step| game.steps[step].name == name);
    found.ok_or_else(|| format!("no step '{name}' in which something is decided ({})", or_nearest(name, &names)))
}

/// The hand of dice that show these faces.
fn hand_of(game: &Game, dice: &[String]) -> Result<Hand, String> {
    let all: Vec<String> = (0..game.dice.faces.len()).map(|face| game.dice.face_shown(face)).collect();
    let mut hand = 0;
    for shown in dice {
        let shown = shown.trim().replace(':', " ");
        let named = (0..all.len()).find(|&face| all[face] == shown || game.dice.faces[face].name == shown);
        let Some(face) = named else {
            return Err(format!("'{shown}' is no face of the dice; write {}", all.join(", ")));
        };
        hand = game.dice.plus(hand, face);
    }
    match hand == crate::dice::NO_HAND {
        true => Err(format!("{} dice; at most {} lie there at once", dice.len(), game.dice.most)),
        false => Ok(hand),
    }
}
