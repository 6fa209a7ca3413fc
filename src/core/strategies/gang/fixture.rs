//! Tables set by hand, for tests: a game is played from a script up to the turn in question.

use super::tactic::Tactic;
use crate::dice::{Counts, Face, RunKey};
use crate::games::Table;
use crate::games::gang::{
    Card, CardIndex, CardOrder, Commit, Committed, Deck, Edition, Gang, NoAnswer, PolicyId, Roll, Strategy, TurnResult,
    View, Watch,
};
use crate::games::rules::RuleSet;
use crate::games::turns::{Refused, Turns};
use crate::input::Source;
use crate::strategies::{find, shipped_names};
use std::cell::Cell;
use std::sync::Mutex;

/// A game with a card a round and the turns played so far.
#[derive(Clone)]
pub(super) struct Fixture {
    game: Gang,
    /// The final dice of each turn, in order, over all rounds; they are thrown at once and kept.
    turns: Vec<Vec<Face>>,
}

impl Fixture {
    /// A table of `seats` players with `pools` dice each and no bonus; each card is a condition and a trigger.
    pub(super) fn new(seats: usize, pools: u32, cards: &[(&str, &str)]) -> Fixture {
        let card = |(round, (condition, trigger)): (usize, &(&str, &str))| {
            format!(
                "[[card]]\nid = \"c{round}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"light\"\n"
            )
        };
        let cards: String = cards.iter().enumerate().map(card).collect();
        let deck =
            Deck::parse(&Source::new("fixture", format!("id = \"fixture\"\nname = \"fixture\"\n{cards}"))).unwrap();
        let rules = Edition::Bga.rules().with_option("--rule", "bonus", "[]").unwrap();
        let rules = rules.with_option("--rule", "pools", &pools.to_string()).unwrap();
        Fixture { game: Gang::new(rules, deck, seats).unwrap(), turns: Vec::new() }
    }

    /// Then a turn ends with these dice.
    pub(super) fn then(mut self, dice: &[Face]) -> Fixture {
        self.turns.push(dice.to_vec());
        self
    }

    /// What the strategy of this name commits in the turn that follows.
    pub(super) fn commit(&self, name: &str) -> Commit {
        let strategy = find(name, &self.game).map_err(|error| error.to_string()).unwrap().strategy;
        let next = Cell::new(0);
        let probe = Probe { turns: &self.turns, played: Mutex::new(0), strategy: &*strategy, found: Mutex::new(None) };
        let order = CardOrder::new((0..self.game.deck().rounds() as u16).map(CardIndex).collect());
        let seats = vec![0; crate::games::Game::seats(&self.game)];
        let mut dice = Script { turns: &self.turns, next: &next };
        let block = RunKey::new(1).block(0);
        let ended =
            self.game.play_watched(Table { strategies: &[&probe], seating: &seats, block }, &order, &mut dice, &mut ());
        assert!(ended.is_err(), "the game was over before the script");
        probe.found.into_inner().unwrap().expect("the script is legal")
    }

    /// How many dice the strategy commits in the turn that follows.
    pub(super) fn dice(&self, name: &str) -> u32 {
        self.commit(name).dice
    }

    /// The tactic by which it rolls the turn that follows.
    pub(super) fn tactic(&self, name: &str) -> Tactic {
        Tactic::of_plan(self.commit(name).plan)
    }
}

/// The dice of the script.
struct Script<'s> {
    turns: &'s [Vec<Face>],
    next: &'s Cell<usize>,
}

impl Turns<Gang> for Script<'_> {
    fn play(
        &mut self,
        turn: &Committed<'_>,
        plan: PolicyId,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let throw = |dice| {
            let turn = &self.turns[self.next.get()];
            self.next.set(self.next.get() + 1);
            assert_eq!(turn.len(), dice as usize);
            Counts::from_faces(turn)
        };
        turn.roll(plan, throw, watch)
    }
}

/// Plays the script for everybody, then asks the strategy and ends the game with a fault.
struct Probe<'s> {
    turns: &'s [Vec<Face>],
    played: Mutex<usize>,
    strategy: &'s dyn Strategy,
    found: Mutex<Option<Commit>>,
}

impl Strategy for Probe<'_> {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let mut played = self.played.lock().unwrap();
        let Some(turn) = self.turns.get(*played) else {
            *self.found.lock().unwrap() = Some(self.strategy.commit(view)?);
            return Err(NoAnswer("the script is over".into()));
        };
        *played += 1;
        Ok(Commit { dice: turn.len() as u32, plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// A card of its own.
pub(super) fn card(condition: &str, trigger: &str) -> Card {
    Fixture::new(2, 5, &[(condition, trigger)]).game.deck().cards[0].clone()
}

/// The dice that a tactic rerolls when these are shown.
pub(super) fn rerolled(tactic: Tactic, card: &Card, shown: &[Face]) -> Vec<Face> {
    tactic.dice_to_reroll(&Roll { card, shown: Counts::from_faces(shown), left: 1 }).iter().collect()
}

/// All names in the catalogue whose strategies play at any table, without solving its game first.
pub(super) fn names() -> Vec<&'static str> {
    shipped_names::<Gang>().into_iter().filter(|name| !["optimal", "champion"].contains(name)).collect()
}
