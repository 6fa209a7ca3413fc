//! A table for tests: dice and players that follow a script, and a record of what happened.
//!
//! A turn is written as text: the faces thrown, then for each reroll the faces taken up and, after `>`,
//! the faces they come to; `B` is the Boss. `31 1>2` throws 3 and 1, rerolls the 1 and gets a 2.

use crate::looks::Looks;
use analyze::dice::{BlockKey, Counts, RunKey};
use analyze::games::gang::{
    Back, Card, CardIndex, CardOrder, Commit, Committed, Deck, Gang, NoAnswer, PolicyId, Roll, RoundEnd, Rules, State,
    Strategy, Trigger, Turn, TurnResult, View, Watch,
};
use analyze::games::turns::{self, Refused, RolledTurns};
use analyze::games::{Fault, Outcome, Table};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

/// A deck of light cards, one for each condition, in this order, none removed.
pub(crate) fn deck<'c>(cards: impl IntoIterator<Item = (&'c str, Trigger)>) -> Deck {
    let card = |(number, (text, trigger)): (usize, (&str, Trigger))| Card {
        id: format!("card{number}"),
        condition: text.parse().unwrap(),
        condition_text: text.to_owned(),
        trigger,
        back: Back::Light,
    };
    let cards = cards.into_iter().enumerate().map(card).collect();
    Deck {
        id: "test".into(),
        name: "test".into(),
        note: None,
        cards,
        removed_light: 0,
        removed_dark: 0,
        text: String::new(),
    }
}

/// A player made of two closures.
pub(crate) struct Player<C, R> {
    pub(crate) commit: C,
    pub(crate) reroll: R,
}

impl<C, R> Strategy for Player<C, R>
where
    C: Fn(&View<'_>) -> Result<Commit, NoAnswer> + Send + Sync,
    R: Fn(&Roll<'_>) -> Result<Counts, NoAnswer> + Send + Sync,
{
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        (self.commit)(view)
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        (self.reroll)(roll)
    }
}

/// Commits `min(dice, the most allowed)` and never rerolls.
pub(crate) fn stand(dice: u32) -> impl Strategy {
    Player { commit: at_most(dice), reroll: |_: &Roll<'_>| Ok(Counts::EMPTY) }
}

/// Commits `min(dice, the most allowed)` and rerolls every Boss.
pub(crate) fn boss(dice: u32) -> impl Strategy {
    Player { commit: at_most(dice), reroll: |roll: &Roll<'_>| Ok(roll.shown.only(0)) }
}

pub(crate) fn at_most(dice: u32) -> impl Fn(&View<'_>) -> Result<Commit, NoAnswer> + Send + Sync {
    move |view| Ok(Commit { dice: dice.min(view.allowed()), plan: PolicyId(0) })
}

/// Plays a game with fair dice, the cards in this order.
pub(crate) fn play_with(
    game: &Gang,
    players: &[&dyn Strategy],
    seating: &[usize],
    block: BlockKey,
    order: &CardOrder,
    watch: &mut impl Watch,
) -> Result<Outcome, Fault> {
    game.play_watched(Table { strategies: players, seating, block }, order, &mut RolledTurns(block), watch)
}

/// The cards of a deck as they stand in the file.
pub(crate) fn in_order(deck: &Deck) -> CardOrder {
    CardOrder::new((0..deck.cards.len() as u16).map(CardIndex).collect())
}

/// The dice of a piece of script.
pub(crate) fn faces(text: &str) -> Counts {
    let face = |sign: char| if sign == 'B' { 0 } else { sign.to_digit(6).unwrap() as u8 };
    crate::counts(&text.chars().map(face).collect::<Vec<_>>())
}

#[derive(Clone)]
struct ScriptedTurn {
    seat: u8,
    throws: VecDeque<Counts>,
    rerolls: Vec<Counts>,
}

impl ScriptedTurn {
    fn read(seat: u8, text: &str) -> ScriptedTurn {
        let mut parts = text.split_whitespace();
        let first = faces(parts.next().unwrap());
        let (rerolls, throws): (Vec<_>, Vec<_>) =
            parts.map(|part| part.split_once('>').unwrap()).map(|(from, to)| (faces(from), faces(to))).unzip();
        ScriptedTurn { seat, throws: std::iter::once(first).chain(throws).collect(), rerolls }
    }
}

/// What a player was shown when it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) round: u32,
    pub(crate) seat: u8,
    pub(crate) pool: u32,
    pub(crate) allowed: u32,
    pub(crate) table: u32,
    pub(crate) bonus_next: u32,
}

/// A round as it was played; seats from 0, results `None` where invalid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) bonus: u32,
    pub(crate) seats: Vec<u8>,
    pub(crate) results: Vec<Option<u32>>,
    /// Who took how many dice.
    pub(crate) won: Option<(u8, u32)>,
    pub(crate) out: Vec<u8>,
    pub(crate) pools: Vec<u32>,
    pub(crate) table: u32,
    pub(crate) next_first: u8,
}

/// A game as it was played.
pub(crate) struct Played {
    pub(crate) rounds: Vec<Round>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) outcome: Outcome,
}

impl Played {
    /// The last round that was played.
    pub(crate) fn last(&self) -> &Round {
        self.rounds.last().unwrap()
    }

    /// The most dice each turn of a round (from 1) could commit, in order.
    pub(crate) fn allowed(&self, round: u32) -> Vec<u32> {
        self.asked.iter().filter(|asked| asked.round == round).map(|asked| asked.allowed).collect()
    }
}

/// A game to be played as written.
pub(crate) struct Script {
    rules: Rules,
    seats: usize,
    rounds: Vec<(String, Trigger, Vec<ScriptedTurn>)>,
}

impl Script {
    pub(crate) fn new(rules: Rules, seats: usize) -> Script {
        Script { rules, seats, rounds: Vec::new() }
    }

    /// A round: its card, and its turns in the order in which they must be played.
    pub(crate) fn round(mut self, condition: &str, trigger: Trigger, turns: &[(u8, &str)]) -> Script {
        let turns = turns.iter().map(|&(seat, text)| ScriptedTurn::read(seat, text)).collect();
        self.rounds.push((condition.to_owned(), trigger, turns));
        self
    }

    /// Rounds in which each of these seats commits a die and the first of them wins.
    pub(crate) fn quiet(mut self, rounds: usize, order: &[u8]) -> Script {
        let turns: Vec<(u8, &str)> =
            order.iter().map(|&seat| (seat, if seat == order[0] { "5" } else { "B" })).collect();
        for _ in 0..rounds {
            self = self.round("sum>=99", Trigger::Bomb, &turns);
        }
        self
    }

    /// Plays the game, and checks that turns, throws and rerolls were those of the script, all of them.
    pub(crate) fn play(self) -> Played {
        let deck = deck(self.rounds.iter().map(|(text, trigger, _)| (text.as_str(), *trigger)));
        let order = in_order(&deck);
        let turns = || self.rounds.iter().enumerate();
        let by_turn: Turns =
            turns().flat_map(|(r, round)| round.2.iter().map(move |t| ((r as u32, t.seat), t.clone()))).collect();
        let asked = Mutex::new(Vec::new());
        let player = Scripted { turns: by_turn.clone(), rerolls: self.rules.rerolls, asked: &asked };
        let mut dice = ScriptedDice { turns: by_turn };
        let mut record = Record::default();
        let game = Gang::new(self.rules.clone(), deck, self.seats).unwrap();
        let block = RunKey::new(1).block(0);
        let outcome: Result<Outcome, Fault> = game.play_watched(
            Table { strategies: &[&player], seating: &vec![0; self.seats], block },
            &order,
            &mut dice,
            &mut record,
        );
        let outcome = outcome.unwrap();
        for (r, (played, written)) in record.rounds.iter().zip(&self.rounds).enumerate() {
            let expected: Vec<u8> = written.2.iter().map(|turn| turn.seat).collect();
            assert_eq!(played.seats, expected, "the order of play in round {}", r + 1);
            let left = |turn: &ScriptedTurn| !dice.turns[&(r as u32, turn.seat)].throws.is_empty();
            assert!(!written.2.iter().any(left), "throws of round {} were not used", r + 1);
        }
        Played { rounds: record.rounds, asked: asked.into_inner().unwrap(), outcome }
    }
}

type Turns = BTreeMap<(u32, u8), ScriptedTurn>;

/// One player for all seats.
struct Scripted<'a> {
    turns: Turns,
    rerolls: u8,
    asked: &'a Mutex<Vec<Asked>>,
}

impl Strategy for Scripted<'_> {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let (round, seat) = (view.round(), view.seat().0);
        let (pool, allowed, table, bonus_next) = (view.pool(), view.allowed(), view.table(), view.bonus_next());
        self.asked.lock().unwrap().push(Asked { round, seat, pool, allowed, table, bonus_next });
        let turn = self
            .turns
            .get(&(round - 1, seat))
            .ok_or_else(|| NoAnswer(format!("no turn of {seat} is written").into()))?;
        Ok(Commit { dice: turn.throws[0].dice(), plan: PolicyId(u64::from(round - 1) << 8 | u64::from(seat)) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let turn = &self.turns[&((plan.0 >> 8) as u32, plan.0 as u8)];
        Ok(turn.rerolls.get(usize::from(self.rerolls - roll.left)).copied().unwrap_or_default())
    }
}

struct ScriptedDice {
    turns: Turns,
}

impl turns::Turns<Gang> for ScriptedDice {
    fn play(
        &mut self,
        turn: &Committed<'_>,
        plan: PolicyId,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let throws = &mut self.turns.get_mut(&(turn.round, turn.seat.0)).unwrap().throws;
        let throw = |dice| {
            let throw = throws.pop_front().unwrap();
            assert_eq!(throw.dice(), dice, "dice thrown by seat {} in round {}", turn.seat.0, turn.round + 1);
            throw
        };
        turn.roll(plan, throw, watch)
    }
}

#[derive(Default)]
struct Record {
    rounds: Vec<Round>,
}

impl Watch for Record {
    fn round_begins(&mut self, _: CardIndex, bonus: u32, _: &State) {
        self.rounds.push(Round { bonus, ..Round::default() });
    }

    fn turn_ends(&mut self, turn: Turn, _: &State) {
        let round = self.rounds.last_mut().unwrap();
        round.seats.push(turn.seat.0);
        round.results.push(match turn.result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        });
    }

    fn round_ends(&mut self, _: CardIndex, end: RoundEnd, state: &State) {
        let round = self.rounds.last_mut().unwrap();
        round.won = end.winner.map(|seat| (seat.0, end.table));
        round.out = (0..8).filter(|seat| end.eliminated >> seat & 1 == 1).collect();
        round.pools = state.pools().to_vec();
        (round.table, round.next_first) = (state.table(), state.first().0);
    }
}
