//! The strategies for POT.
//!
//! Owns what each of them thinks. The two reference strategies `stand` and `letters` exist so that anyone can check the
//! simulator against an independent program; the others are worth comparing.

mod champion;
mod form;
mod goals;
#[cfg(test)]
mod laws;
mod optimal;
mod plans;
mod priced;
mod script;
mod tactic;
mod taking;

use super::catalogue::{Catalogue, ChosenFor, Entry, ShippedFile, shipped_names};
use super::parameter::Parameter;
use crate::dice::{Generator, below, mix};
use crate::exact::versus::ExactFault;
use crate::games::pot::{
    Choices, Decision, DiceSet, LegalChoices, NoAnswer, Other, Pair, PolicyId, Pot, Reroll, Roll, Run345Choice,
    Strategy, TwosChoice, View,
};
use crate::input::BadInput;
use champion::Champion;
use optimal::{BestResponse, Optimal};

/// What the parameter `pay` of several strategies means.
const PAY: &str = "pays for the last reroll only if the POT has at least this many coins";

impl Catalogue for Pot {
    /// What ideas are measured against, then ideas with a thesis each.
    const PERSON: &'static str = include_str!("person.rhai");
    const FILES: &'static [ShippedFile] = &[
        ("stand.toml", include_str!("../../../../strategies/pot/stand.toml")),
        ("letters.toml", include_str!("../../../../strategies/pot/letters.toml")),
        ("max-sum.toml", include_str!("../../../../strategies/pot/max-sum.toml")),
        ("thief.toml", include_str!("../../../../strategies/pot/thief.toml")),
        ("combo-hunter.toml", include_str!("../../../../strategies/pot/combo-hunter.toml")),
        ("optimal-turn.toml", include_str!("../../../../strategies/pot/optimal-turn.toml")),
        ("weigher.rhai", include_str!("../../../../strategies/pot/weigher.rhai")),
    ];

    const ABOUT: &'static [(&'static str, &'static str)] = &[
        ("stand", "a yardstick: never rerolls"),
        ("letters", "a yardstick: uses the free reroll on every letter and never pays"),
        (
            "optimal-turn",
            "rerolls for the most coins from combos and from keeping the POT, assuming that each opponent has one turn to beat its score",
        ),
        (
            "weigher",
            "pays for the last reroll if its chance is worth the coin; hinders players who are close to the goal",
        ),
        ("weigher.open", "the sum to aim for when there is no score to beat"),
        ("weigher.close", "a player with at most this many coins to go is close to the goal"),
        ("weigher.share", "the share of the POT that it expects to win once it has the score to beat"),
        ("thief.open", "the sum to aim for when there is no score to beat"),
        ("max-sum.pay", PAY),
        ("thief.pay", PAY),
        ("combo-hunter.pay", PAY),
        ("optimal-turn.pay", PAY),
        ("optimal-turn.rivals", "how many times it expects each opponent to reroll to beat its score"),
        ("combo-hunter", "rerolls for the most coins from combos now, and ignores the POT"),
    ];
    /// What draws its moves, which a file cannot.
    fn entries() -> Vec<Entry<Pot>> {
        let about = "makes every decision (which dice to reroll, which players to choose) at random, each option equally likely";
        vec![
            Entry { name: "random", about, parameters: vec![], build: |_, _| Ok(Box::new(Random)) },
            Entry {
                name: "optimal",
                about: "for two players: the best play over the whole game, if the opponent also plays perfectly",
                parameters: vec![],
                build: |_, game| match Optimal::new(game) {
                    Ok(optimal) => Ok(Box::new(optimal)),
                    Err(error) => Err(BadInput::general("optimal", error.to_string())),
                },
            },
            Entry {
                name: "champion",
                about: "for 2 to 5 players: nearly the best play over the whole game, if the others play the same way",
                parameters: vec![Parameter::whole(
                    "fine",
                    "if this is 1, it uses a more precise solution of the game, which takes longer to compute",
                    (0, 1),
                    0,
                )],
                build: |values, game| match Champion::new(game, values.whole(0) == 1) {
                    Ok(champion) => Ok(Box::new(champion)),
                    Err(error) => Err(BadInput::general("champion", error.to_string())),
                },
            },
        ]
    }

    /// All but those that would have to solve the game first.
    fn trial_opponents() -> Vec<&'static str> {
        shipped_names::<Pot>().into_iter().filter(|name| !["optimal", "champion"].contains(name)).collect()
    }

    const RESPONDS: Option<&'static str> = Some("for two players");

    fn best_response(to: ChosenFor<Pot>, game: &Pot) -> Result<Box<dyn Strategy>, ExactFault> {
        Ok(Box::new(BestResponse::new(&*to.strategy, &to.name, game)?))
    }

    fn lineup(seats: usize) -> Vec<&'static str> {
        ["optimal-turn", "thief", "combo-hunter", "max-sum", "letters"][..seats].to_vec()
    }
}

/// How many ways to reroll there are. In each of them every throw has any set of dice with equal chances; a number of
/// them, not a new one each turn, because each has to be solved.
const WAYS: u64 = 256;

/// Tosses its own coin for one of [`WAYS`] ways to reroll, paid rerolls among it, and for all that can be chosen.
struct Random;

impl Strategy for Random {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let mut coin = view.coins();
        let rerolls = PolicyId(below(WAYS, &mut coin));
        Ok(Decision { rerolls, choices: choices(view.seats() as u64, &mut coin) })
    }

    /// With two players: all ways to reroll, and whether the other one pays 3 4 5, and 2 2 2 in either of two ways.
    fn mixture(&self, seats: usize) -> Option<Vec<(Decision, f64)>> {
        let choices = LegalChoices::OF_TWO.map(LegalChoices::get);
        let chance = 1.0 / (WAYS * choices.len() as u64) as f64;
        let with = |way| choices.map(|choices| (Decision { rerolls: PolicyId(way), choices }, chance));
        (seats == 2).then(|| (0..WAYS).flat_map(with).collect())
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let next = u64::from(roll.next == Reroll::Paid);
        let any = mix(mix(plan.0 << 1 | next).wrapping_add(roll.shown.index() as u64));
        Ok(DiceSet::all_sets()[(any >> 61) as usize])
    }
}

fn choices(seats: u64, coin: &mut Generator) -> Choices {
    let run345 = match below(2, coin) {
        0 => Run345Choice::Bank,
        _ => Run345Choice::Others(two(seats, coin)),
    };
    let twos = match below(3, coin) {
        0 => TwosChoice::Bank,
        1 => TwosChoice::One(one(seats, coin)),
        _ => TwosChoice::Two(two(seats, coin)),
    };
    Choices { run345, twos, threes: one(seats, coin), fours: two(seats, coin), fives: two(seats, coin) }
}

fn one(seats: u64, coin: &mut Generator) -> Other {
    Other::clockwise(1 + below(seats - 1, coin) as u8)
}

fn two(seats: u64, coin: &mut Generator) -> Pair {
    let first = one(seats, coin);
    if seats == 2 {
        return Pair { first, second: None };
    }
    // One of those that are left, counted without the first.
    let steps = 1 + below(seats - 2, coin) as u8;
    Pair { first, second: Some(Other::clockwise(steps + u8::from(steps >= first.steps()))) }
}
