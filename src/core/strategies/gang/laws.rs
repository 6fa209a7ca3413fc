//! Laws that every shipped strategy keeps, whatever is on the table (tests only).
//!
//! Games are played between all of them, with decks of conditions nobody thought of and pools of a
//! few dice, and each answer is checked where it is given.

use super::fixture::names;
use crate::dice::Values;
use crate::dice::{Counts, RunKey};
use crate::games::Table;
use crate::games::gang::{
    ALLOWED, Amount, CardIndex, CardOrder, Commit, Condition, Deck, Edition, Gang, NoAnswer, PolicyId, Roll, Strategy,
    View,
};
use crate::games::rules::RuleSet;
use crate::games::turns::RolledTurns;
use crate::input::Source;
use crate::strategies::find;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

/// Any condition.
pub(super) fn conditions() -> impl proptest::strategy::Strategy<Value = Condition> {
    let leaf = prop_oneof![
        (0u32..40).prop_map(|k| Condition::AtLeast(Amount::Sum, k)),
        (0u32..6).prop_map(|k| Condition::AtLeast(Amount::Run, k)),
        (0u32..6).prop_map(|k| Condition::AtLeast(Amount::Odd, k)),
        (0u32..6).prop_map(|k| Condition::AtLeast(Amount::Even, k)),
        (0u32..6).prop_map(|k| Condition::AtLeast(Amount::Distinct, k)),
        (0u32..6).prop_map(|k| Condition::AtLeast(Amount::Same, k)),
        (1u8..6, 0u32..6).prop_map(|(value, k)| Condition::AtLeast(Amount::Count(value), k)),
        prop::collection::vec(1u8..6, 1..5)
            .prop_map(|values| Condition::Any(values.into_iter().fold(Values::default(), Values::with))),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::All),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::Either),
            inner.prop_map(|part| Condition::Not(Box::new(part))),
        ]
    })
}

/// A table with these cards, bombs and explosions in turn.
fn table(seats: usize, pools: u32, edition: Edition, conditions: &[Condition]) -> Gang {
    let card = |(index, condition): (usize, &Condition)| {
        let trigger = ["bomb", "explosion"][index % 2];
        let back = ["light", "dark"][index % 3 / 2];
        format!(
            "[[card]]\nid = \"c{index}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"{back}\"\n"
        )
    };
    let cards: String = conditions.iter().enumerate().map(card).collect();
    let deck = Deck::parse(&Source::new("deck", format!("id = \"deck\"\nname = \"deck\"\n{cards}"))).unwrap();
    let rules = edition.rules().with_option("--rule", "pools", &pools.to_string()).unwrap();
    let rules = rules.with_option("--rule", "bonus", "[2]").unwrap();
    Gang::new(rules, deck, seats).unwrap()
}

/// Checks every answer of a strategy, asking it and an equal one twice.
struct Watched {
    name: &'static str,
    strategy: Box<dyn Strategy>,
    equal: Box<dyn Strategy>,
}

impl Watched {
    fn new(name: &'static str, game: &Gang) -> Watched {
        let new = || find(name, game).map_err(|error| error.to_string()).unwrap().strategy;
        Watched { name, strategy: new(), equal: new() }
    }
}

impl Strategy for Watched {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let commit = self.strategy.commit(view)?;
        assert!((1..=view.ask(ALLOWED)).contains(&commit.dice), "{}: {commit:?} of {}", self.name, view.ask(ALLOWED));
        assert_eq!(self.equal.commit(view), Ok(commit), "{}", self.name);
        assert_eq!(self.strategy.commit(view), Ok(commit), "{}", self.name);
        for faces in [&[5, 5][..], &[1, 2, 3], &[0, 0, 3, 4, 4], &[1, 2, 2, 3, 4, 5, 5, 5]] {
            let roll = Roll { card: view.situation.card(), shown: Counts::from_faces(faces), left: 1 };
            self.reroll(commit.plan, &roll)?;
        }
        Ok(commit)
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let again = self.strategy.reroll(plan, roll)?;
        assert!(roll.shown.contains(again), "{}: {again:?} of {roll:?}", self.name);
        assert_eq!(self.equal.reroll(plan, roll), Ok(again), "{}", self.name);
        assert_eq!(self.strategy.reroll(plan, roll), Ok(again), "{}", self.name);
        Ok(again)
    }
}

proptest! {
    #[test]
    fn every_answer_is_legal_and_pure(
        conditions in prop::collection::vec(conditions(), 1..6),
        seats in 2usize..=4,
        pools in 1u32..=7,
        edition in prop::sample::select(vec![Edition::Bga, Edition::Blackrock]),
        players in prop::collection::vec(prop::sample::select(names()), 4),
        seed in any::<u64>(),
    ) {
        let game = table(seats, pools, edition, &conditions);
        let players: Vec<Watched> = players.into_iter().map(|name| Watched::new(name, &game)).collect();
        let players: Vec<&dyn Strategy> = players.iter().map(|player| player as &dyn Strategy).collect();
        let order = CardOrder::new((0..conditions.len() as u16).map(CardIndex).collect());
        let seating: Vec<usize> = (0..seats).collect();
        for block in 0..4 {
            let block = RunKey::new(seed).block(block);
            let played = game.play_watched(Table { strategies: &players, seating: &seating, block }, &order, &mut RolledTurns(block), &mut ());
            prop_assert!(played.is_ok(), "{:?}", played);
        }
    }
}

#[test]
fn default_lineups_are_all_different_and_in_the_catalogue() {
    for seats in 2..=4 {
        let lineup = <Gang as crate::strategies::Catalogue>::lineup(seats);
        assert_eq!(lineup.len(), seats);
        let game = table(seats, 9, Edition::Bga, &[Condition::AtLeast(Amount::Same, 2)]);
        for (index, name) in lineup.iter().enumerate() {
            assert!(find(name, &game).is_ok() && !lineup[..index].contains(name));
        }
    }
}
