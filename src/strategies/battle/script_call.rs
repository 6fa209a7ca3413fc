//! One call of a script: a copy of what it sees, and what it can answer.
//!
//! Owns the copy, which is what a script's values hold on to, because they cannot borrow the game.

use crate::dice::{Generator, below};
use crate::games::Seat;
use crate::games::battle::{
    Aim, Contest, Draft, DraftView, Duel, DuelView, Exchange, Hand, Kind, KindSet, Kinds, Need, Opponents, Placement,
    Replacement, Rules, Spot, State, Thrown, View, Zone,
};
use crate::strategies::script::{Said, Tag, Words, refuse};
use rand::Rng;
use rhai::NativeCallContext;
use std::sync::{Arc, Mutex, PoisonError};

/// One call of a script.
pub(super) struct Call {
    pub(super) rules: Arc<Rules>,
    pub(super) state: State,
    pub(super) seat: Seat,
    pub(super) turn: u32,
    pub(super) active: Seat,
    /// The kinds that can be drafted.
    pub(super) choices: KindSet,
    /// The duel under way.
    pub(super) fought: Option<Fought>,
    /// What can be answered, where that is a list.
    pub(super) options: Vec<Choice>,
    /// What a player does who has no idea of its own.
    pub(super) usual: Usual,
    coin: Mutex<Generator>,
}

/// A copy of a duel.
pub(super) struct Fought {
    pub(super) duel: Duel,
    pub(super) part: u32,
    pub(super) need: Option<Need>,
    pub(super) inside: Vec<Seat>,
    /// By seat.
    pub(super) sides: Vec<SideCopy>,
    pub(super) actions: u32,
}

/// A copy of what one player has on the table.
pub(super) struct SideCopy {
    pub(super) reserve: Kinds,
    pub(super) discard: Kinds,
    pub(super) bouts: u32,
    pub(super) zone: Zone,
}

/// Something that can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Placement(Placement),
    Replacement(Replacement),
    Exchange(Exchange),
    Spot(Spot),
    Aim(Aim, u32),
}

/// The default of a decision.
pub(super) enum Usual {
    /// Nothing.
    Nothing,
    /// One of the options, by its position.
    Option(usize),
    /// Dice.
    Kinds(Kinds),
    /// A die to draft, or to pass.
    Draft(Draft),
    /// A duel.
    Duel(Duel),
}

impl Call {
    /// What is seen between duels.
    pub(super) fn table(rules: &Arc<Rules>, view: &View<'_>, usual: Usual) -> Call {
        Call {
            rules: Arc::clone(rules),
            state: view.state().clone(),
            seat: view.seat(),
            turn: view.turn(),
            active: view.active(),
            choices: KindSet::default(),
            fought: None,
            options: Vec::new(),
            usual,
            coin: Mutex::new(view.coin()),
        }
    }

    /// What is seen in the draft.
    pub(super) fn draft(rules: &Arc<Rules>, view: &DraftView<'_>, usual: Usual) -> Call {
        Call { choices: view.choices(), ..Call::table(rules, &view.table, usual) }
    }

    /// What is seen in a duel.
    pub(super) fn duel(rules: &Arc<Rules>, view: &DuelView<'_>, options: Vec<Choice>, usual: Usual) -> Call {
        let side = |seat| SideCopy {
            reserve: view.reserve(seat),
            discard: view.discard(seat),
            bouts: view.bouts(seat),
            zone: view.zone(seat).clone(),
        };
        let fought = Fought {
            duel: view.duel(),
            part: view.part(),
            need: view.need(),
            inside: view.inside().collect(),
            sides: view.table.state().all().map(side).collect(),
            actions: view.actions_left(),
        };
        Call { fought: Some(fought), options, ..Call::table(rules, &view.table, usual) }
    }

    /// The duel under way.
    pub(super) fn fought(&self) -> Said<&Fought> {
        self.fought.as_ref().map_or_else(|| refuse("this is known in a duel only"), Ok)
    }

    /// The throw zone of a seat.
    pub(super) fn zone(&self, seat: Seat) -> Said<&Zone> {
        Ok(&self.fought()?.sides[seat.index()].zone)
    }

    /// A thrown die.
    pub(super) fn die(&self, aim: Aim) -> Said<&Thrown> {
        self.zone(aim.seat)?.get(aim.die).map_or_else(|| refuse("there is no such die"), Ok)
    }

    /// The seat of a number from 1.
    pub(super) fn seat_of(&self, number: i64) -> Said<Seat> {
        let seats = self.state.seats();
        let found = usize::try_from(number).ok().and_then(|number| number.checked_sub(1)).filter(|&seat| seat < seats);
        match found {
            Some(seat) => Ok(Seat(seat as u8)),
            None => refuse(format!("seat {number}; seats are numbered from 1 to {seats}")),
        }
    }

    /// The others, the next one clockwise first.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let (own, seats) = (self.seat.index(), self.state.seats());
        (1..seats).map(move |step| Seat(((own + step) % seats) as u8))
    }
}

/// The kind of a name.
pub(super) fn kind(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The duel of a name, with a number where it takes one.
pub(super) fn contest(name: &str, number: u32) -> Option<Contest> {
    let all = [
        Contest::FirstTo15,
        Contest::RussianRoulette,
        Contest::ByPoints(number),
        Contest::Battle,
        Contest::Armageddon(number),
        Contest::TwoByTwo,
    ];
    all.into_iter().find(|contest| Contest::NAMES[contest.index()] == name)
}

/// The number of a duel that takes one.
pub(super) const fn number(contest: Contest) -> Option<u32> {
    match contest {
        Contest::ByPoints(number) | Contest::Armageddon(number) => Some(number),
        _ => None,
    }
}

/// How a script writes how dice are picked.
pub(super) const fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Chosen => "chosen",
        Hand::Random => "random",
    }
}

/// Whether the duel is against all.
pub(super) fn is_against_all(duel: &Duel) -> bool {
    duel.opponents == Opponents::All
}

/// Teaches the coin.
pub(super) fn teach(words: &mut Words) {
    words
        .function("coin", |context: NativeCallContext<'_>| toss(&context, |coin| coin.next_u64() >> 63 == 1))
        .function("coin", |context: NativeCallContext<'_>, sides: i64| match u64::try_from(sides) {
            Ok(sides) if sides > 0 => toss(&context, |coin| below(sides, coin) as i64),
            _ => refuse(format!("a coin of {sides} sides")),
        });
}

/// Tosses the strategy's own coin.
fn toss<T>(context: &NativeCallContext<'_>, toss: impl FnOnce(&mut Generator) -> T) -> Said<T> {
    let Some(call) = Tag::find::<Call>(context) else {
        return refuse("coin is for decisions, not for constants");
    };
    let mut coin = call.coin.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(toss(&mut coin))
}
