//! The referee: books of its own, compared with the game's at every step.

use crate::naive::Rule;
use crate::random_play::{Mailbox, Seen};
use analyze::dice::Counts;
use analyze::games::gang::{CardIndex, Gang, RoundEnd, Rules, State, Supply, Trigger, Turn, TurnResult, Watch};
use analyze::games::{Game, Outcome, Seat};

/// How often the things happened that a test wants to have seen.
#[derive(Debug, Default)]
pub(super) struct Happened {
    pub(super) games: u32,
    pub(super) bombs: u32,
    pub(super) explosions: u32,
    pub(super) explosions_after_reroll: u32,
    pub(super) ties: u32,
    pub(super) all_invalid: u32,
    pub(super) bonus_left_over: u32,
    /// Turns that the supply limited to less than the pool, and those that changed a die out of the table.
    pub(super) limited: u32,
    pub(super) no_die_free: u32,
    pub(super) eliminated: u32,
    pub(super) first_was_out: u32,
    pub(super) last_one: u32,
    pub(super) all_out: u32,
    pub(super) shared: u32,
}

/// The turn under way.
#[derive(Default)]
struct Rolling {
    committed: u32,
    /// The dice shown, face by face; none before the first throw.
    shown: Vec<u8>,
    /// The dice that stay when the others are rerolled.
    kept: Vec<u8>,
    rolls: u8,
    exploded: bool,
}

/// A referee for one game.
pub(super) struct Referee<'g> {
    game: &'g Gang,
    conditions: &'g [Rule],
    cards: &'g [CardIndex],
    mailbox: &'g Mailbox,
    happened: &'g mut Happened,
    /// Rounds begun.
    round: usize,
    first: usize,
    pools: Vec<u32>,
    playing: Vec<bool>,
    left_over: u32,
    bonus_on_table: u32,
    bonus_so_far: u32,
    /// This round's turns: seat, dice, total if valid.
    turns: Vec<(usize, u32, Option<u32>)>,
    rolling: Rolling,
    last_out: Vec<usize>,
    lengths: [u32; 5],
}

fn sorted(dice: Counts) -> Vec<u8> {
    dice.iter().collect()
}

/// `dice` without `some`, which must be among them.
fn without(dice: &[u8], some: &[u8]) -> Vec<u8> {
    let mut rest = dice.to_vec();
    for die in some {
        let place = rest.iter().position(|other| other == die).expect("only dice that are shown can be rerolled");
        rest.remove(place);
    }
    rest
}

impl<'g> Referee<'g> {
    pub(super) fn new(
        game: &'g Gang,
        conditions: &'g [Rule],
        cards: &'g [CardIndex],
        mailbox: &'g Mailbox,
        happened: &'g mut Happened,
    ) -> Referee<'g> {
        let seats = game.seats();
        Referee {
            game,
            conditions,
            cards,
            mailbox,
            happened,
            round: 0,
            first: 0,
            pools: vec![game.rules().pools[seats - 2]; seats],
            playing: vec![true; seats],
            left_over: 0,
            bonus_on_table: 0,
            bonus_so_far: 0,
            turns: Vec::new(),
            rolling: Rolling::default(),
            last_out: Vec::new(),
            lengths: [0; 5],
        }
    }

    fn rules(&self) -> &'g Rules {
        self.game.rules()
    }

    /// The seats still in the game, clockwise from the first player (G09).
    fn order(&self) -> Vec<usize> {
        let seats = self.pools.len();
        (0..seats).map(|i| (self.first + i) % seats).filter(|&seat| self.playing[seat]).collect()
    }

    fn committed_this_round(&self) -> u32 {
        self.turns.iter().map(|turn| turn.1).sum()
    }

    /// The bonus of round `round` (from 1): the list is for the last rounds (G06).
    fn bonus(&self, round: usize) -> u32 {
        let before = self.cards.len() - self.rules().bonus.len();
        if (before + 1..=self.cards.len()).contains(&round) { self.rules().bonus[round - before - 1] } else { 0 }
    }

    /// F of G06, from the dice committed this round and left over; `None` if the supply is unlimited.
    fn free(&self) -> Option<i64> {
        let Supply::Dice(all) = &self.rules().supply else { return None };
        let lying = self.committed_this_round() + self.left_over;
        Some(i64::from(all[self.pools.len() - 2]) - i64::from(lying))
    }

    fn allowed(&self, seat: usize) -> u32 {
        let pool = self.pools[seat];
        self.free().map_or(pool, |free| pool.min(free.max(1) as u32))
    }

    fn table(&self) -> u32 {
        self.left_over + self.bonus_on_table + self.committed_this_round()
    }

    /// The books agree, and no die came or went (G18).
    fn compare(&self, state: &State, table: u32) {
        let pools: Vec<u32> = (0..self.pools.len()).map(|seat| state.pool(Seat(seat as u8))).collect();
        assert_eq!(pools, self.pools);
        assert_eq!(state.table(), table);
        let start = self.rules().pools[self.pools.len() - 2] * self.pools.len() as u32;
        assert_eq!(pools.iter().sum::<u32>() + state.table(), start + self.bonus_so_far);
        for seat in 0..self.pools.len() {
            assert_eq!(state.is_playing(Seat(seat as u8)), self.playing[seat]);
        }
    }

    /// The best turn so far: a valid one that no other beats and no earlier one equals (G12).
    fn best(&self) -> Option<(usize, u32, u32)> {
        let valid: Vec<(usize, u32, u32)> =
            self.turns.iter().filter_map(|&(seat, dice, total)| total.map(|total| (seat, dice, total))).collect();
        let beats = |a: &(usize, u32, u32), b: &(usize, u32, u32)| a.2 > b.2 || (a.2 == b.2 && a.1 > b.1);
        valid.iter().find(|turn| !valid.iter().any(|other| beats(other, turn))).copied()
    }

    fn as_turn((seat, dice, total): (usize, u32, Option<u32>)) -> Turn {
        Turn { seat: Seat(seat as u8), dice, result: total.map_or(TurnResult::Invalid, TurnResult::Total) }
    }

    fn best_turn(&self) -> Option<Turn> {
        self.best().map(|(seat, dice, total)| Referee::as_turn((seat, dice, Some(total))))
    }

    /// What the player in `seat` must have been shown.
    fn view(&self, seat: usize) -> Seen {
        let id = |card: &CardIndex| self.game.deck().card(*card).id.clone();
        let turn = self.turns.len() as u32 + 1;
        Seen {
            seat: Seat(seat as u8),
            card: id(&self.cards[self.round - 1]),
            earlier_cards: self.cards[..self.round - 1].iter().map(id).collect(),
            round: self.round as u32,
            rounds_left: (self.cards.len() - self.round) as u32,
            rerolls: self.rules().rerolls,
            first: Seat(self.first as u8),
            turn,
            to_act: self.order().len() as u32 - turn,
            table: self.table(),
            bonus_next: self.bonus(self.round + 1),
            pool: self.pools[seat],
            allowed: self.allowed(seat),
            pools: self.pools.clone(),
            best: self.best_turn(),
            results: self.turns.iter().map(|&turn| Referee::as_turn(turn)).collect(),
        }
    }

    fn condition_holds(&self) -> bool {
        self.conditions[self.cards[self.round - 1].0 as usize].holds(&self.rolling.shown)
    }

    fn trigger(&self) -> Trigger {
        self.game.deck().card(self.cards[self.round - 1]).trigger
    }

    /// G13, G14: what becomes of the table, and who starts next.
    fn award(&mut self) -> Option<usize> {
        let (best, table) = (self.best(), self.table());
        match best {
            Some((winner, dice, total)) => {
                let same = self.turns.iter().filter(|turn| (turn.1, turn.2) == (dice, Some(total))).count();
                self.happened.ties += u32::from(same > 1);
                self.pools[winner] += table;
                self.first = winner;
                (self.left_over, self.bonus_on_table) = (0, 0);
            }
            None => {
                self.left_over += self.committed_this_round();
                self.happened.all_invalid += 1;
                self.happened.bonus_left_over += u32::from(self.bonus_on_table > 0);
            }
        }
        best.map(|best| best.0)
    }

    /// G15: who goes out, and who starts if the first player has gone.
    fn eliminate(&mut self) {
        let seats = self.pools.len();
        self.last_out = (0..seats).filter(|&seat| self.playing[seat] && self.pools[seat] == 0).collect();
        self.last_out.iter().for_each(|&seat| self.playing[seat] = false);
        if !self.playing[self.first] {
            self.happened.first_was_out += 1;
            let next = (1..seats).map(|i| (self.first + i) % seats).find(|&seat| self.playing[seat]);
            self.first = next.unwrap_or(self.first);
        }
    }

    fn remaining(&self) -> usize {
        self.playing.iter().filter(|&&playing| playing).count()
    }

    /// G16, G17: that the game was over, who has won, and the scores and lengths.
    pub(super) fn check_outcome(mut self, outcome: &Outcome) {
        assert!(self.round == self.cards.len() || self.remaining() < 2, "the game ended early");
        let most = *self.pools.iter().max().unwrap();
        let winners: Vec<usize> = match self.remaining() {
            0 => self.last_out.clone(),
            _ => (0..self.pools.len()).filter(|&seat| self.playing[seat] && self.pools[seat] == most).collect(),
        };
        for (seat, &share) in outcome.share.iter().enumerate() {
            assert_eq!(share, if winners.contains(&seat) { 60 / winners.len() as u8 } else { 0 });
        }
        assert_eq!(outcome.share.iter().sum::<u8>(), 60);
        assert_eq!(outcome.score[..self.pools.len()], self.pools);
        assert!((0..self.pools.len()).all(|seat| self.playing[seat] || outcome.score[seat] == 0));
        assert_eq!(outcome.lengths[..5], self.lengths);
        let remaining = self.remaining();
        let happened = &mut self.happened;
        happened.games += 1;
        happened.last_one += u32::from(remaining == 1);
        happened.all_out += u32::from(remaining == 0);
        happened.shared += u32::from(winners.len() > 1);
    }
}

impl Watch for Referee<'_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        assert!(self.round < self.cards.len() && self.remaining() >= 2, "the game should be over");
        assert_eq!(card, self.cards[self.round]);
        self.round += 1;
        assert_eq!(bonus, self.bonus(self.round));
        self.bonus_on_table += bonus;
        self.bonus_so_far += bonus;
        assert_eq!(state.first().index(), self.first);
        self.compare(state, self.table());
    }

    fn committed(&mut self, seat: Seat, dice: u32, state: &State) {
        let seat = seat.index();
        assert_eq!(seat, self.order()[self.turns.len()], "clockwise, without the eliminated");
        assert_eq!(self.mailbox.lock().unwrap().take(), Some(self.view(seat)));
        let allowed = self.allowed(seat);
        assert!(1 <= dice && dice <= allowed);
        self.happened.limited += u32::from(allowed < self.pools[seat]);
        self.happened.no_die_free += u32::from(self.free().is_some_and(|free| free < 1));
        self.pools[seat] -= dice;
        self.rolling = Rolling { committed: dice, ..Rolling::default() };
        self.compare(state, self.table() + dice);
    }

    fn rolled(&mut self, shown: Counts, left: u8) {
        let dice = sorted(shown);
        let rolling = &mut self.rolling;
        assert!(!rolling.exploded, "an explosion ends the turn at once");
        assert_eq!(dice.len() as u32, rolling.committed, "the number of dice is fixed for the turn");
        assert!(rolling.rolls <= self.game.rules().rerolls, "no more rerolls than the rules allow");
        assert_eq!(left, self.game.rules().rerolls - rolling.rolls);
        without(&dice, &rolling.kept);
        rolling.rolls += 1;
        rolling.shown = dice;
        self.rolling.exploded = self.trigger() == Trigger::Explosion && self.condition_holds();
        let again = u32::from(self.rolling.exploded && self.rolling.rolls > 1);
        self.happened.explosions_after_reroll += again;
        self.happened.explosions += u32::from(self.rolling.exploded);
    }

    fn rerolls(&mut self, dice: Counts) {
        assert!(!self.rolling.exploded && !dice.is_empty());
        self.rolling.kept = without(&self.rolling.shown, &sorted(dice));
    }

    fn turn_ends(&mut self, turn: Turn, state: &State) {
        let bombed = self.trigger() == Trigger::Bomb && self.condition_holds();
        self.happened.bombs += u32::from(bombed);
        let total: u32 = self.rolling.shown.iter().map(|&face| u32::from(face)).sum();
        let valid = (!bombed && !self.rolling.exploded).then_some(total);
        let own = (turn.seat.index(), self.rolling.committed, valid);
        assert_eq!(turn, Referee::as_turn(own));
        self.turns.push(own);
        self.rolling = Rolling::default();
        self.compare(state, self.table());
        assert_eq!(state.best(), self.best_turn());
        self.lengths[0] += 1;
    }

    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        assert_eq!(card, self.cards[self.round - 1]);
        assert_eq!(state.turns(), self.turns.iter().map(|&turn| Referee::as_turn(turn)).collect::<Vec<_>>());
        let seats: Vec<usize> = self.turns.iter().map(|turn| turn.0).collect();
        assert_eq!(seats, self.order(), "everybody in the game has had a turn");
        assert_eq!(end.table, self.table());
        let winner = self.award();
        assert_eq!(end.winner.map(Seat::index), winner);
        self.eliminate();
        let out: Vec<usize> = (0..8).filter(|seat| end.eliminated >> seat & 1 == 1).collect();
        assert_eq!(out, self.last_out);
        self.turns.clear();
        self.compare(state, self.table());
        assert!(self.remaining() == 0 || state.first().index() == self.first);
        self.lengths[1] += 1;
        self.lengths[3] += out.len() as u32;
        self.lengths[4] += u32::from(winner.is_none());
        self.happened.eliminated += out.len() as u32;
    }
}
