//! A position of a game from a file, put together from what somebody names.
//!
//! Owns what can be named, what stands there if it is not, and what no position can be. What the ways to decide are worth is the
//! business of `advice` and `playouts`.

use super::reached::reached;
use crate::dice::{Hand, NO_HAND};
use crate::model::{Act, Flow, Game, HIDDEN, Hidden, NO_WAY, State, Stop};
use analyze_core::input::or_nearest;

/// A position as somebody names it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The seat on turn, from 0.
    pub seat: usize,
    /// What fields hold, each as `name=value`.
    pub fields: &'a [String],
    /// The step that is decided; by default the first one that decides.
    pub step: Option<&'a str>,
    /// What the dice show that lie there.
    pub dice: Option<&'a [String]>,
    /// The card of the round: its number in the deck, from 1, or as the file writes it.
    pub card: Option<&'a str>,
    /// In a contest, the seat that began the round, from 0; by default the one on turn.
    pub first: Option<usize>,
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
    /// The card.
    Card,
    /// The seat that began the round.
    First,
    /// The whole position.
    Position,
}

/// What is wrong so far.
pub(super) type Problems = Vec<(Named, String)>;

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The state before the turn.
    pub(super) before: State,
    /// The state in which something is decided.
    pub(super) now: State,
    /// The round, from 0, and its card, if one is turned up.
    pub(super) card: Option<(usize, u16)>,
    /// Fields that were not named and do not hold what they do at the start, each as `name=value`.
    pub(super) assumed: Vec<String>,
}

/// The most decisions and rolls that are tried to reach a position.
const DEEPEST: usize = 4;

impl Position {
    /// Reads a position.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(super) fn read(game: &Game, asked: &Asked<'_>) -> Result<Position, Problems> {
        let mut problems = Problems::new();
        let named = fields(game, asked, &mut problems);
        let step = match asked.step.map(|name| step_of(game, name)).transpose() {
            Ok(step) => step,
            Err(text) => {
                problems.push((Named::Step, text));
                None
            }
        };
        let dice = match asked.dice.map(|dice| hand_of(game, dice)).transpose() {
            Ok(dice) => dice,
            Err(text) => {
                problems.push((Named::Dice, text));
                None
            }
        };
        let round = named.iter().find(|named| named.0 == game.hidden(Hidden::Round)).map(|named| named.1);
        let (round, card) = card_of(game, asked.card, round, &mut problems);
        if asked.first.is_some() && game.contest.is_none() {
            let text = "there is no [contest], so the order of the seats is fixed; leave it out";
            problems.push((Named::First, text.to_owned()));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let position = |text: String| vec![(Named::Position, text)];
        let (before, mut assumed) = begun(game, asked, (round, card), &named).map_err(position)?;
        let now = decided(game, &before, &named, (step, dice)).map_err(position)?;
        assumed.extend(unnamed_changes(game, &before, &now, &named));
        let card = card.map(|card| (round as usize - 1, card as u16));
        Ok(Position { before, now, card, assumed })
    }
}

/// The state before the turn, with what follows from the named fields.
fn begun(
    game: &Game,
    asked: &Asked<'_>,
    (round, card): (i64, Option<usize>),
    named: &[(usize, i64)],
) -> Result<(State, Vec<String>), String> {
    let (players, mut before, mut assumed) = (game.players, State::default(), Vec::new());
    let first = asked.first.filter(|_| game.contest.is_some()).unwrap_or(asked.seat);
    let taken = (asked.seat + players - first) % players;
    game.start_in_round(&mut before, (round, first), card).map_err(|fault| fault.to_string())?;
    game.rotate(&mut before, taken);
    if game.contest.is_some() {
        before.slots[game.hidden(Hidden::Taken)] = taken as i64;
    }
    for (slot, value) in named.iter().filter(|(slot, _)| !game.turn_slots().contains(slot)) {
        before.slots[*slot] = *value;
    }
    // A player who has no turn yet in this round, and is out by the rule, went out in an earlier round.
    if let (Some(gone), Some(out)) = (game.out_slot(), game.contest.as_ref().and_then(|contest| contest.out.as_ref())) {
        for player in 1..players - taken {
            let slot = player * game.own() + gone;
            let is_named = named.iter().any(|named| named.0 == slot);
            let mut seen = before.clone();
            game.rotate(&mut seen, player);
            if !is_named && out.holds(&game.view(&seen, NO_WAY)) {
                before.slots[slot] = (round - 1).max(1);
                let seat = (asked.seat + player) % players + 1;
                assumed.push(format!("seat{seat}.{}={}", game.field(gone).name, before.slots[slot]));
            }
        }
    }
    game.begin_turn(&mut before);
    Ok((before, assumed))
}

/// The state in which something is decided: as the turn reaches it, if that is found, and otherwise just as it is named.
fn decided(
    game: &Game,
    before: &State,
    named: &[(usize, i64)],
    (step, dice): (Option<usize>, Option<Hand>),
) -> Result<State, String> {
    let with_named = |state: &State| {
        let mut state = state.clone();
        named.iter().for_each(|(slot, value)| state.slots[*slot] = *value);
        state
    };
    let found = [with_named(before), before.clone()]
        .into_iter()
        .find_map(|from| reached(game, (&from, Flow::Step(0)), (step, dice), DEEPEST));
    if let Some(found) = found {
        return Ok(with_named(&found));
    }
    let mut now = with_named(before);
    now.step = match step {
        Some(step) => step,
        None => first_step(game, before, dice).ok_or("nothing is decided in this game")?,
    };
    now.dice = dice.unwrap_or(0);
    Ok(now)
}

/// The step that is decided if nobody names one.
fn first_step(game: &Game, before: &State, dice: Option<Hand>) -> Option<usize> {
    let mut state = before.clone();
    // A turn can begin with a decision.
    let opens = game.settle(&mut state, Flow::Step(0)).is_ok_and(|stop| stop == Stop::Decide);
    if opens && dice.is_none() { Some(state.step) } else { deciding(game).next() }
}

/// The fields that nobody named and that the turn has changed, as `name=value`.
fn unnamed_changes(game: &Game, before: &State, now: &State, named: &[(usize, i64)]) -> Vec<String> {
    let slots = (0..game.own()).chain(game.players * game.own()..game.slots() - HIDDEN);
    let changed = slots.filter(|&slot| before.slots[slot] != now.slots[slot] && named.iter().all(|it| it.0 != slot));
    changed.map(|slot| format!("{}={}", game.field(slot).name, now.slots[slot])).collect()
}

/// The steps in which something is decided.
pub(super) fn deciding(game: &Game) -> impl Iterator<Item = usize> {
    game.steps.iter().enumerate().filter(|(_, step)| step.decides()).map(|(at, _)| at)
}

/// The slots that were named, and what they are to hold.
fn fields(game: &Game, asked: &Asked<'_>, problems: &mut Problems) -> Vec<(usize, i64)> {
    let names = names(game, asked.seat);
    let mut named = Vec::new();
    for field in asked.fields {
        match slots_of(game, &names, field) {
            Ok((slots, value)) => named.extend(slots.iter().map(|&slot| (slot, value))),
            Err(text) => problems.push((Named::Field, text)),
        }
    }
    named
}

/// A name with the slots that it means.
type Name = (String, Vec<usize>);

/// The slots of a field, and what they are to hold.
fn slots_of<'n>(game: &Game, names: &'n [Name], field: &str) -> Result<(&'n [usize], i64), String> {
    let form = || format!("'{field}' must be FIELD=VALUE, such as {}=3", names.first().map_or("score", |it| &it.0));
    let (name, value) = field.split_once('=').ok_or_else(form)?;
    let (name, value): (&str, i64) = (name.trim(), value.trim().parse().map_err(|_| form())?);
    let Some((_, slots)) = names.iter().find(|known| known.0 == name) else {
        // Fields of seats have the same names as those of the player on turn.
        let of_seats = name.starts_with("seat");
        let known = names.iter().map(|known| known.0.as_str());
        let known: Vec<&str> = known.filter(|known| of_seats || !known.starts_with("seat")).collect();
        return Err(format!("there is no field '{name}' ({})", or_nearest(name, &known)));
    };
    for &slot in slots {
        let (least, most, _) = game.limits[slot];
        if !(least..=most).contains(&value) {
            return Err(format!("'{name}' cannot be {value}; it goes from {least} to {most}"));
        }
    }
    Ok((slots, value))
}

/// The names of all fields with their slots in the state of this seat: its own, those of the turn and of the table, those of all
/// others as `rival.NAME`, and those of each seat as `seat2.NAME`.
fn names(game: &Game, seat: usize) -> Vec<Name> {
    let (own, players, turn) = (game.own(), game.players, game.turn_slots());
    let name = |slot: usize| game.field(slot).name.clone();
    let fields = (0..own).chain(turn.start..game.slots() - HIDDEN).map(|slot| (name(slot), vec![slot]));
    let rivals = (0..own).filter(|_| players > 1).map(|slot| {
        let slots = (1..players).map(|player| player * own + slot).collect();
        (format!("rival.{}", name(slot)), slots)
    });
    let round = [("round".to_owned(), vec![game.hidden(Hidden::Round)])];
    let seats = (0..own * players).map(|slot| {
        let of = (seat + slot / own.max(1)) % players + 1;
        (format!("seat{of}.{}", name(slot)), vec![slot])
    });
    fields.chain(rivals).chain(round).chain(seats).collect()
}

/// The step of this name that decides.
fn step_of(game: &Game, name: &str) -> Result<usize, String> {
    let names: Vec<&str> = deciding(game).map(|step| game.steps[step].name.as_str()).collect();
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
    match hand == NO_HAND {
        true => Err(format!("{} dice; at most {} lie there at once", dice.len(), game.dice.most)),
        false => Ok(hand),
    }
}

/// The round and its card, if one is turned up in it. A card tells the round if nobody names it.
fn card_of(game: &Game, typed: Option<&str>, round: Option<i64>, problems: &mut Problems) -> (i64, Option<usize>) {
    let (now, deck) = (round.unwrap_or(1), &game.deck);
    let mut wrong = |text: String| {
        problems.push((Named::Card, text));
        (now, None)
    };
    if deck.cards.is_empty() {
        let text = "there is no [deck], so there are no cards; leave it out";
        return if typed.is_some() { wrong(text.to_owned()) } else { (now, None) };
    }
    let mut before = 0;
    let parts = deck.parts.iter().map(|part| {
        before += part.rounds as i64;
        (before - part.rounds as i64 + 1..=before, part)
    });
    let parts: Vec<_> = parts.collect();
    let listed = |cards: std::ops::Range<usize>| {
        cards.map(|card| format!("{} '{}'", card + 1, deck.cards[card].name)).collect::<Vec<_>>().join(", ")
    };
    let own = parts.iter().find(|(rounds, _)| rounds.contains(&now)).map(|(_, part)| part.cards.clone());
    let Some(typed) = typed else {
        return match own {
            Some(cards) => wrong(format!(
                "which card is turned up in round {now}? write its number or its words: {}",
                listed(cards)
            )),
            None => (now, None),
        };
    };
    let found: Vec<usize> = (0..deck.cards.len()).filter(|&card| is_called(game, card, typed)).collect();
    let in_round = found.iter().copied().find(|card| own.as_ref().is_some_and(|own| own.contains(card)));
    match (found.first(), in_round, own) {
        (_, Some(card), _) => (now, Some(card)),
        (None, ..) => {
            wrong(format!("there is no card '{typed}'; write its number or its words: {}", listed(0..deck.cards.len())))
        }
        (Some(_), None, None) => wrong(format!("no card is turned up in round {now}; leave it out")),
        (Some(&card), None, Some(cards)) => match parts.iter().find(|(_, part)| part.cards.contains(&card)) {
            Some((rounds, _)) if round.is_none() => (*rounds.start(), Some(card)),
            _ => wrong(format!(
                "'{}' is not turned up in round {now}, but one of these: {}",
                deck.cards[card].name,
                listed(cards)
            )),
        },
    }
}

/// Whether somebody means a card: by its number, from 1, its condition, or its marks and its condition, however they are spaced.
fn is_called(game: &Game, card: usize, typed: &str) -> bool {
    let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
    let (typed, known) = (without_blanks(typed), &game.deck.cards[card]);
    typed.parse() == Ok(card + 1)
        || [&known.name, &known.texts[1]].into_iter().any(|name| without_blanks(name) == typed)
}

/// Why nothing can be decided in a position, if the rules say so.
pub(super) fn refusal(game: &Game, position: &Position) -> Option<(Named, String)> {
    let now = &position.now;
    if is_over(game, &position.before) {
        let text = format!("by these rules, the game is over with these values: {}", game.shown(now));
        return Some((Named::Position, text));
    }
    if game.is_out(now, 0) {
        let seat = now.slots[game.hidden(Hidden::Seat)];
        return Some((Named::Position, format!("seat {seat} is out of the game: {}", game.shown(now))));
    }
    (matches!(game.steps[now.step].act, Act::Keep { .. }) && now.dice == 0)
        .then(|| (Named::Dice, "which dice lie there? name what they show, such as --dice 3,3,5".to_owned()))
}

/// Whether the game ended before this turn, as far as that can be told: with the eyes of the player before, or in a contest with
/// those of everybody.
fn is_over(game: &Game, before: &State) -> bool {
    let Some(over) = &game.over else { return false };
    let is_of_turn = |slot: &usize| game.turn_slots().contains(slot) || *slot == game.hidden(Hidden::Taken);
    if game.end_reads.slots.iter().any(is_of_turn) {
        return false;
    }
    let seen_by = |player: usize| {
        let mut state = before.clone();
        game.rotate(&mut state, player);
        let is_later = game.contest.is_some() || state.slots[game.hidden(Hidden::Seat)] == game.players as i64;
        state.slots[game.hidden(Hidden::Round)] -= i64::from(is_later);
        over.holds(&game.view(&state, NO_WAY))
    };
    match game.contest {
        Some(_) => (0..game.players).all(seen_by),
        None => seen_by(game.players - 1),
    }
}
