//! Random tables: decks, rules and players that no one would choose, so that rare things happen.
//!
//! Owns a chooser that is a pure function of its key: what is chosen depends on nothing else.

use crate::choice::Choice;
use crate::looks::Looks;
use crate::naive::Rule;
use analyze::dice::{Counts, Face};
use analyze::games::Seat;
use analyze::games::gang::{
    Back, Card, Commit, Deck, Edition, NoAnswer, PolicyId, Roll, Rules, Strategy, Supply, Trigger, Turn, View,
};
use std::sync::Mutex;

impl Choice {
    /// A condition, nested at most `depth` deep.
    fn rule(&mut self, depth: u32) -> Rule {
        let small = self.below(4) + 1;
        match self.below(if depth == 0 { 8 } else { 11 }) {
            0 => Rule::Sum(3 + self.below(15)),
            1 => Rule::Run(small as u8),
            2 => Rule::Odd(small as usize),
            3 => Rule::Even(small as usize),
            4 => Rule::Distinct(small as usize),
            5 => Rule::Same(small as usize),
            6 => Rule::Count(self.below(5) as u8 + 1, small as usize),
            7 => Rule::Any((0..small).map(|_| self.below(5) as u8 + 1).collect()),
            8 => Rule::All((0..small).map(|_| self.rule(depth - 1)).collect()),
            9 => Rule::Either((0..small).map(|_| self.rule(depth - 1)).collect()),
            _ => Rule::Not(Box::new(self.rule(depth - 1))),
        }
    }
}

/// A deck and its conditions as lists of dice see them, card by card.
pub(crate) struct RandomDeck {
    pub(crate) deck: Deck,
    pub(crate) rules: Vec<Rule>,
}

/// A deck of 1 to 16 cards.
pub(crate) fn random_deck(choice: &mut Choice) -> RandomDeck {
    let (light, dark) = (1 + choice.below(10), choice.below(7));
    let mut rules = Vec::new();
    let card = |number: u32| {
        let rule = choice.rule(2);
        let card = Card {
            id: format!("card{number}"),
            condition: rule.text().parse().unwrap(),
            condition_text: rule.text(),
            trigger: choice.of(&[Trigger::Bomb, Trigger::Explosion]),
            back: if number < light { Back::Light } else { Back::Dark },
        };
        rules.push(rule);
        card
    };
    let cards = (0..light + dark).map(card).collect();
    // At least one light card stays, so that there is a round to play.
    let (removed_light, removed_dark) = (choice.below(light), choice.below(dark + 1));
    let (id, name, note, text) = ("random".into(), "random".into(), None, String::new());
    let deck = Deck { id, name, note, cards, removed_light, removed_dark, text };
    RandomDeck { deck, rules }
}

/// Rules that suit a game of `rounds` rounds, with these starting pools.
pub(crate) fn random_rules(edition: Edition, rounds: u32, pools: u32, choice: &mut Choice) -> Rules {
    let supply = match choice.below(3) {
        0 => Supply::Unlimited,
        1 => edition.rules().supply,
        _ => Supply::Dice([0; 3].map(|_| 1 + choice.below(12))),
    };
    let bonus = (0..choice.below(rounds + 1)).map(|_| choice.below(8)).collect();
    Rules { edition, pools: [pools; 3], bonus, supply, rerolls: choice.below(4) as u8 }
}

/// What a player was shown before it committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) seat: Seat,
    pub(crate) card: String,
    pub(crate) earlier_cards: Vec<String>,
    pub(crate) round: u32,
    pub(crate) rounds_left: u32,
    pub(crate) rerolls: u8,
    pub(crate) first: Seat,
    pub(crate) turn: u32,
    pub(crate) to_act: u32,
    pub(crate) table: u32,
    pub(crate) bonus_next: u32,
    pub(crate) pool: u32,
    pub(crate) allowed: u32,
    pub(crate) pools: Vec<u32>,
    pub(crate) best: Option<Turn>,
    pub(crate) results: Vec<Turn>,
}

impl Seen {
    fn new(view: &View<'_>) -> Seen {
        Seen {
            seat: view.seat(),
            card: view.card().id.clone(),
            earlier_cards: view.seen().map(|card| card.id.clone()).collect(),
            round: view.round(),
            rounds_left: view.rounds_left(),
            rerolls: view.rerolls(),
            first: view.first(),
            turn: view.turn(),
            to_act: view.to_act(),
            table: view.table(),
            bonus_next: view.bonus_next(),
            pool: view.pool(),
            allowed: view.allowed(),
            pools: view.pools().collect(),
            best: view.best(),
            results: view.results().to_vec(),
        }
    }
}

/// A player who does anything legal: its choices are hashes of what it sees, so it is pure.
pub(crate) struct Random {
    salt: u64,
}

impl Random {
    pub(crate) const fn new(salt: u64) -> Random {
        Random { salt }
    }
}

/// Where a player leaves what it was shown, for a referee to check.
pub(crate) type Mailbox = Mutex<Option<Seen>>;

/// A random player that leaves a copy of every view in the mailbox.
pub(crate) struct Watched<'m> {
    player: Random,
    mailbox: &'m Mailbox,
}

impl<'m> Watched<'m> {
    pub(crate) fn new(salt: u64, mailbox: &'m Mailbox) -> Watched<'m> {
        Watched { player: Random::new(salt), mailbox }
    }
}

impl Strategy for Watched<'_> {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        *self.mailbox.lock().unwrap() = Some(Seen::new(view));
        self.player.commit(view)
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        self.player.reroll(plan, roll)
    }
}

impl Strategy for Random {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let facts =
            [view.seat().0.into(), view.round(), view.pool(), view.table(), view.situation.card_index().0.into()];
        let key: Vec<u64> = std::iter::once(self.salt).chain(facts.map(u64::from)).collect();
        let mut choice = Choice::new(&key);
        let allowed = view.allowed();
        let dice = match choice.below(8) {
            0 => allowed,
            1 => 1 + choice.below(allowed),
            _ => allowed.min(1 + choice.below(4)),
        };
        Ok(Commit { dice, plan: PolicyId(u64::from(choice.below(u32::MAX))) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let shown = roll.shown.to_array();
        let key: Vec<u64> = [plan.0, roll.left.into()].into_iter().chain(shown.map(u64::from)).collect();
        let mut choice = Choice::new(&key);
        Ok(match choice.below(6) {
            0 => Counts::EMPTY,
            1 => roll.shown,
            2 => roll.shown.only(0),
            _ => (0..)
                .zip(shown)
                .fold(Counts::EMPTY, |all, (face, n)| all + Counts::of(face as Face, choice.below(n + 1))),
        })
    }
}
