//! What it would be worth to count cards: what play by [`GameValues`], which takes every round's card as drawn anew, gives
//! away in the real deck, where a card is not met twice.
//!
//! The values before a round then depend on the cards that have not been seen. Of the dark cards, the last rounds, they are
//! solved exactly for every set of them. Of the light ones the card of the next round is taken as one of those not seen, and
//! those after it as drawn anew: the first order of what can be known. Games are played by `GameValues`, and every decision
//! is held against the best one by the values of who counts. With `COUNT=games` in the environment that is the published
//! game, and what was found is printed; else a small one.

use super::choices::{Round, Stakes};
use super::positions::Values;
use super::{FirstTurn, GameValues, Position, Start};
use crate::dice::mix;
use crate::exact::{Mark, Objective, Outcome};
use crate::games::gang::{Back, CardIndex, Deck, Edition, Gang};
use crate::games::rules::RuleSet;
use crate::input::Source;
use std::collections::BTreeMap;

/// A bit for each card.
type Cards = u64;

/// Values for who counts.
struct Counting<'v> {
    solved: &'v GameValues,
    /// All cards of each back.
    cards: [Vec<CardIndex>; 2],
    light: u32,
    /// By round and card, the values before the round if that card comes.
    under: BTreeMap<(u32, u16, Cards), Values>,
}

impl<'v> Counting<'v> {
    fn new(gang: &Gang, solved: &'v GameValues) -> Counting<'v> {
        let cards = [Back::Light, Back::Dark].map(|back| gang.deck().with_back(back).collect::<Vec<_>>());
        let light = cards[0].len() as u32 - gang.deck().removed_light;
        Counting { solved, cards, light, under: BTreeMap::new() }
    }

    fn of_round(&self, round: u32) -> &[CardIndex] {
        &self.cards[usize::from(round >= self.light)]
    }

    /// Those that a round can have, `seen` having been seen.
    fn unseen(&self, round: u32, seen: Cards) -> Vec<CardIndex> {
        self.of_round(round).iter().copied().filter(|card| seen >> card.0 & 1 == 0).collect()
    }

    /// What of the cards seen matters to the rounds after this one: light cards say nothing of dark ones, and of light ones
    /// only the next is looked at.
    fn remembered(&self, round: u32, seen: Cards) -> Cards {
        let dark: Cards = self.cards[1].iter().map(|card| 1 << card.0).sum();
        if round + 1 >= self.solved.rounds() { 0 } else { seen & dark }
    }

    /// The values after a round, these cards having been seen before it and in it.
    fn after(&mut self, round: u32, seen: Cards) -> Values {
        if round + 1 == self.solved.rounds() {
            return self.solved.values[round as usize + 1].clone();
        }
        let cards = self.unseen(round + 1, seen);
        self.mean(round + 1, seen, &cards)
    }

    /// The values before a round whose card is one of these.
    fn mean(&mut self, round: u32, seen: Cards, cards: &[CardIndex]) -> Values {
        let mut mean = Values::before(&self.solved.course, round);
        let ended = mean.numbers().to_vec();
        for &card in cards {
            let under = self.under(round, card, seen);
            let sums = mean.numbers_mut().iter_mut().zip(under.numbers()).zip(&ended);
            sums.for_each(|((sum, value), ended)| *sum += (value - ended) / cards.len() as f64);
        }
        mean
    }

    /// The values before a round that has this card.
    fn under(&mut self, round: u32, card: CardIndex, seen: Cards) -> Values {
        let key = (round, card.0, self.remembered(round, seen | 1 << card.0));
        if let Some(known) = self.under.get(&key) {
            return known.clone();
        }
        let dark = round >= self.light;
        // Before the last light round the cards after the next are taken as drawn anew.
        let next_seen = if dark { seen | 1 << card.0 } else { 0 };
        let after = self.after(round, next_seen);
        let mut values = Values::before(&self.solved.course, round);
        for position in values.positions(&self.solved.course) {
            let value = self.round(position, card, &after, |round| round.start(u32::MAX).value);
            values.set(position, value);
        }
        self.under.insert(key, values.clone());
        values
    }

    /// A round with these values after it, in which as many dice are considered as its starter does.
    fn round<T>(&self, position: Position, card: CardIndex, after: &Values, ask: impl FnOnce(&Round<'_>) -> T) -> T {
        let most = self.solved.considered_in(position, card);
        self.round_of(Start { position, card }, after, most, ask)
    }

    fn round_of<T>(&self, start: Start, after: &Values, most: u32, ask: impl FnOnce(&Round<'_>) -> T) -> T {
        let Start { position, card } = start;
        let stakes = Stakes::new(&self.solved.course, [after; 2], position);
        let most = self.solved.considered(position.round, card).min(most);
        ask(&Round { stakes: &stakes, chances: self.solved.chances(card), most })
    }

    /// What the starter gives away.
    fn start_cost(&self, start: Start, after: &Values, dice: u32, outcome: &Outcome) -> f64 {
        self.round(start.position, start.card, after, |round| {
            let worth = round.worth(dice);
            let played = outcome.expected(|result| worth[result.map_or(0, |total| total as usize + 1)]);
            round.start(u32::MAX).value - played
        })
    }

    /// What the second player gives away.
    fn reply_cost(&self, start: Start, after: &Values, turn: FirstTurn, dice: u32, outcome: &Outcome) -> f64 {
        let mark = turn.total.map(|total| Mark { total, dice: turn.dice });
        self.round_of(start, after, u32::MAX, |round| {
            let best = round.reply(turn.dice, mark, round.stakes.allowed_in_reply(turn.dice)).value;
            let [keeps, loses] = round.stakes.ends(turn.dice, mark, dice);
            let target = Mark::target_beyond(mark, dice);
            let chance = outcome.expected(|total| Objective::AtLeast(target).value(total));
            keeps + chance * (loses - keeps) - best
        })
    }
}

/// Numbers drawn from a seed.
struct Draws(u64);

impl Draws {
    fn fraction(&mut self) -> f64 {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn shuffled(&mut self, cards: &[CardIndex]) -> Vec<CardIndex> {
        let mut cards = cards.to_vec();
        for last in (1..cards.len()).rev() {
            cards.swap(last, (self.fraction() * (last + 1) as f64) as usize);
        }
        cards
    }

    fn result(&mut self, outcome: &Outcome) -> Option<u32> {
        let mut left = self.fraction();
        (0..).zip(&outcome.valid).find_map(|(total, chance)| {
            left -= chance;
            (left < 0.0).then_some(total)
        })
    }
}

/// What the decisions of a game give away, by round, both players together.
fn game(counting: &mut Counting<'_>, draws: &mut Draws) -> Vec<f64> {
    let (solved, light) = (counting.solved, counting.light as usize);
    let mut order = draws.shuffled(&counting.cards[0]);
    order.truncate(light);
    let rounds = solved.rounds() as usize;
    order.extend(draws.shuffled(&counting.cards[1]).into_iter().take(rounds - light));
    let (mut costs, mut position, mut seen) = (vec![0.0; rounds], solved.start(), 0);
    for (round, card) in order.into_iter().enumerate() {
        let start = Start { position, card };
        seen |= 1 << card.0;
        let after = counting.after(round as u32, seen);
        let todo = solved.starts(start, u32::MAX).unwrap();
        let outcome = solved.plan(card, todo.dice, todo.aim).unwrap().plan.outcome();
        costs[round] += counting.start_cost(start, &after, todo.dice, &outcome);
        let turn = FirstTurn { dice: todo.dice, total: draws.result(&outcome) };
        let todo = solved.replies_to(start, turn).unwrap();
        let outcome = solved.plan(card, todo.dice, todo.aim).unwrap().plan.outcome();
        costs[round] += counting.reply_cost(start, &after, turn, todo.dice, &outcome);
        let mark = turn.total.map(|total| Mark { total, dice: turn.dice });
        let beaten = draws.result(&outcome).is_some_and(|total| total >= Mark::target_beyond(mark, todo.dice));
        let [first, other] = [position.first - turn.dice, position.other - todo.dice];
        let table = solved.course.table(&position.table(&solved.course), turn.dice + todo.dice);
        let round = position.round + 1;
        position = match (beaten, mark) {
            (true, _) => Position { round, first: other + table, other: first, bonus: 0 },
            (false, Some(_)) => Position { round, first: first + table, other, bonus: 0 },
            (false, None) => Position { round, first, other, bonus: 0 },
        };
        if position.first == 0 || position.other == 0 {
            break;
        }
    }
    costs
}

/// Means with standard errors.
fn mean(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let all: Vec<f64> = numbers.collect();
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let variance = all.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

fn small() -> Gang {
    let card = |id: &str, condition: &str, trigger: &str, back: &str| {
        format!("[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"{back}\"\n")
    };
    let light = card("a", "sum>=4", "explosion", "light") + card("b", "sum>=11", "bomb", "light").as_str();
    let dark = card("c", "any:1,2,3", "explosion", "dark") + card("d", "run>=3", "bomb", "dark").as_str();
    let more = card("e", "pair", "bomb", "dark");
    let text = format!("id = \"four\"\nname = \"four\"\nremoved = {{ light = 0, dark = 1 }}\n{light}{dark}{more}");
    let rules = Edition::Bga.rules().with_option("--rule", "pools", "6").unwrap();
    let rules = rules.with_option("--rule", "bonus", "[]").unwrap();
    Gang::new(rules, Deck::parse(&Source::new("four", text)).unwrap(), 2).unwrap()
}

/// Who counts never does worse than who does not, in the last round of each back there is nothing to know, and before it
/// there is something.
#[test]
fn counting_cards_is_worth_little() {
    let games = std::env::var("COUNT").ok().map(|games| games.parse::<u64>().unwrap());
    let gang = match games {
        Some(_) => Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 2).unwrap(),
        None => small(),
    };
    let solved = GameValues::solve(&gang, || true).unwrap();
    let mut counting = Counting::new(&gang, &solved);
    let costs: Vec<Vec<f64>> =
        (0..games.unwrap_or(300)).map(|number| game(&mut counting, &mut Draws(mix(number)))).collect();
    let rounds = solved.rounds() as usize;
    for (number, cost) in costs.iter().enumerate() {
        assert!(cost.iter().all(|&cost| cost > -1e-9) && cost[rounds - 1] < 1e-9, "game {number}: {cost:?}");
    }
    let light = counting.light as usize;
    for (what, rounds) in [("light", 0..light), ("dark", light..rounds)] {
        let (value, error) = mean(costs.iter().map(|cost| cost[rounds.clone()].iter().sum::<f64>() / 2.0));
        println!("{what}: {value:.6} ± {:.6} of a game for each player", 1.96 * error);
        assert!(value > 0.0 && value < 0.05, "{what}: {value}");
    }
    for round in 0..rounds {
        let (value, error) = mean(costs.iter().map(|cost| cost[round] / 2.0));
        println!("round {}: {value:.6} ± {:.6}", round + 1, 1.96 * error);
    }
}
