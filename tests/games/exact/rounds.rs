//! The rest of a round of Gang of Dice: the tree of a whole round, every result of every number of dice of every player,
//! with the payoffs as the rules have them (G12 to G14) and in integers.
//!
//! It shares with what it checks the order in which ties are settled, and no code but [`Counts`].

use super::brute_force::{BOTH, BruteForce, CONDITIONS, Condition, Faces, assert_same, first_of};
use analyze::dice::Counts;
use analyze::exact::round::{Commitments, Later, ROUND_ROOM, Situation};
use analyze::exact::{Mark, Outcome};
use analyze::games::gang::{Back, Card, CardIndex, Deck, Trigger};

/// One over the tolerance within which values are ties.
const SIZE: i128 = 1_000_000_000_000;

/// A round under one card in which nobody commits more than `most` dice.
struct Tree {
    most: u32,
    /// By dice less one.
    turns: Vec<BruteForce>,
    /// The most dice of each player, in the order of the turns.
    allowed: Vec<u32>,
    /// The dice on the table before the first turn.
    table: u32,
}

/// The leader of a round: total, dice, and its number among the players; a number beyond them stands
/// for somebody who acted before the tree begins.
type Leader = Option<(u32, u32, usize)>;

/// What a player does and where that leads.
struct Choice {
    dice: u32,
    /// The payoff of every number of dice from 1, at its best.
    payoffs: Vec<i128>,
    /// The payoffs of all players under the choice, and the weights of an invalid result and of every total.
    all: Vec<i128>,
    weights: Vec<i128>,
}

impl Tree {
    fn new(most: u32, trigger: Trigger, holds: fn(Counts) -> bool, allowed: &[u32], table: u32) -> Tree {
        let turns = (1..=most).map(|dice| BruteForce::new(dice, 2, trigger, holds)).collect();
        Tree { most, turns, allowed: allowed.to_vec(), table }
    }

    /// The unit of payoffs when so many players have still to act.
    fn unit(&self, players: usize) -> i128 {
        6i128.pow(3 * self.most * players as u32)
    }

    /// The payoffs of all players when the last has acted.
    fn end(&self, leader: Leader, committed: &[u32]) -> Vec<i128> {
        let table = self.table + committed.iter().sum::<u32>();
        let won = |player| leader.is_some_and(|(_, _, seat)| seat == player);
        let payoff = |(player, &dice)| if won(player) { i128::from(table) } else { 0 } - i128::from(dice);
        committed.iter().enumerate().map(payoff).collect()
    }

    /// The payoffs of all players when those who have not committed act.
    fn play(&self, leader: Leader, committed: &[u32]) -> Vec<i128> {
        if committed.len() == self.allowed.len() {
            self.end(leader, committed)
        } else {
            self.choose(leader, committed).all
        }
    }

    fn choose(&self, leader: Leader, committed: &[u32]) -> Choice {
        let unit = self.unit(self.allowed.len() - committed.len());
        let player = committed.len();
        let turns: Vec<(Vec<i128>, Vec<i128>)> =
            (1..=self.allowed[player]).map(|dice| self.turn(leader, committed, dice)).collect();
        let payoffs: Vec<i128> = turns.iter().map(|(all, _)| all[player]).collect();
        let in_hand = |payoff: &i128| payoff + i128::from(self.most) * unit;
        let best = payoffs.iter().map(in_hand).max().unwrap();
        let place = payoffs.iter().position(|payoff| in_hand(payoff) * SIZE >= best * (SIZE - 1)).unwrap();
        let (all, weights) = turns.into_iter().nth(place).unwrap();
        Choice { dice: place as u32 + 1, payoffs, all, weights }
    }

    /// The payoffs of all players, and the weights of the results, when the next player plays `dice` dice at its best.
    fn turn(&self, leader: Leader, committed: &[u32], dice: u32) -> (Vec<i128>, Vec<i128>) {
        let (player, twin) = (committed.len(), &self.turns[dice as usize - 1]);
        let committed = [committed, &[dice]].concat();
        let unit = self.unit(self.allowed.len() - committed.len());
        let after = |result: Option<u32>| {
            let leads = |total: &u32| leader.is_none_or(|(best, with, _)| (*total, dice) > (best, with));
            let leader = result.filter(leads).map_or(leader, |total| Some((total, dice, player)));
            self.play(leader, &committed)
        };
        let after: Vec<Vec<i128>> = std::iter::once(None).chain((0..=5 * dice).map(Some)).map(after).collect();
        let code = |result: Option<u32>| result.map_or(0, |total| total as usize + 1);
        // What the turn brings is counted from 0: the dice committed are gone in any case.
        let solved = twin.solve(|result| after[code(result)][player] + i128::from(dice) * unit);
        let number = |faces: &[u8]| twin.rolls.iter().position(|(roll, _)| roll == faces).unwrap();
        let keep = |faces: &[u8], rolls_left: u8| -> Faces {
            let options = &solved.options[usize::from(rolls_left) - 1][number(faces)];
            let highest = options.iter().map(|option| option.1).max().unwrap();
            first_of(options, |value| value * SIZE >= highest * (SIZE - 1))
        };
        let weights = twin.weights(keep);
        let rest = 6i128.pow(3 * (self.most - dice));
        let sum =
            |seat: usize| weights.iter().zip(&after).map(|(weight, after)| weight * after[seat]).sum::<i128>() * rest;
        ((0..self.allowed.len()).map(sum).collect(), weights)
    }
}

/// A deck of one card.
fn deck(id: &str, trigger: Trigger) -> Deck {
    let card = Card {
        id: "the-card".to_owned(),
        condition: id.parse().unwrap(),
        condition_text: id.to_owned(),
        trigger,
        back: Back::Light,
    };
    Deck { cards: vec![card], removed_light: 0, removed_dark: 0, ..Deck::reconstructed() }
}

/// The dice that a turn can expect to take under the best plan for it. The last player's plan is for the chance to win.
fn share(commitments: &Commitments, situation: &Situation, dice: u32) -> f64 {
    let (_, plan) = commitments.best(situation).unwrap();
    let last = situation.later == Later::new([].into_iter(), 1);
    let taken = if last { f64::from(situation.table + dice) } else { 1.0 };
    commitments.optimum(plan, dice).unwrap().value * taken
}

/// Compares the best commitment, the value of every number of dice, and the outcome of the plan.
fn check(commitments: &Commitments, tree: &Tree, mark: Option<Mark>, what: &str) {
    let leader = mark.map(|mark| (mark.total, mark.dice, usize::MAX));
    let choice = tree.choose(leader, &[]);
    let situation = Situation {
        card: CardIndex(0),
        mark,
        table: tree.table,
        allowed: tree.allowed[0],
        later: Later::new(tree.allowed[1..].iter().copied(), tree.most),
    };
    let what = format!("{what}, {situation:?}");
    let unit = tree.unit(tree.allowed.len()) as f64;
    for (dice, payoff) in (1..).zip(&choice.payoffs) {
        let share = share(commitments, &situation, dice);
        let payoff = *payoff as f64 / unit + f64::from(dice);
        assert!((share - payoff).abs() < 1e-11 * (1.0 + payoff), "{what}: {dice} dice take {share}, not {payoff}");
    }
    let (dice, plan) = commitments.best(&situation).unwrap();
    assert_eq!(dice, choice.dice, "{what}: {:?}", choice.payoffs);
    let all = 6f64.powi(3 * dice as i32);
    let expected: Vec<f64> = choice.weights.iter().map(|&weight| weight as f64 / all).collect();
    let outcome = commitments.optimum(plan, dice).unwrap().plan.outcome();
    assert_same(&outcome, &Outcome { invalid: expected[0], valid: expected[1..].to_vec() }, &what);
}

/// Every card among `cards`, with every one of `tables`, allowances and marks.
fn check_all(most: u32, cards: &[Condition], allowances: &[&[u32]], tables: &[u32], marks: &[Option<Mark>]) {
    for trigger in BOTH {
        for &(id, holds) in cards {
            let commitments = Commitments::new(&deck(id, trigger), 2, most, ROUND_ROOM);
            for allowed in allowances {
                for &table in tables {
                    let tree = Tree::new(most, trigger, holds, allowed, table);
                    marks.iter().for_each(|&mark| check(&commitments, &tree, mark, &format!("{id} {trigger:?}")));
                }
            }
        }
    }
}

fn mark(total: u32, dice: u32) -> Option<Mark> {
    Some(Mark { total, dice })
}

/// No mark, and every mark of up to `most` dice.
fn all_marks(most: u32) -> Vec<Option<Mark>> {
    let marks = (1..=most).flat_map(|dice| (0..=5 * dice).map(move |total| mark(total, dice)));
    std::iter::once(None).chain(marks).collect()
}

#[test]
fn the_last_player_agrees_with_the_whole_tree() {
    check_all(2, &CONDITIONS, &[&[1], &[2]], &[0, 1, 4, 13, 77], &all_marks(2));
    check_all(3, &CONDITIONS[..6], &[&[3]], &[0, 2, 9, 40], &all_marks(3));
}

#[test]
fn two_players_agree_with_the_whole_tree() {
    let marks = [None, mark(0, 1), mark(2, 1), mark(5, 1), mark(4, 2), mark(6, 2), mark(10, 2)];
    check_all(2, &CONDITIONS, &[&[1, 2], &[2, 1], &[2, 2]], &[0, 3, 12], &marks);
    check_all(3, &CONDITIONS[..4], &[&[3, 3], &[3, 2]], &[0, 6], &[None, mark(5, 1), mark(6, 3)]);
}

#[test]
fn three_and_four_players_agree_with_the_whole_tree() {
    let cards: Vec<Condition> = CONDITIONS.into_iter().step_by(5).collect();
    check_all(2, &cards, &[&[2, 2, 2], &[2, 1, 2]], &[0, 5], &[None, mark(3, 1), mark(5, 2)]);
    check_all(2, &cards[..2], &[&[2, 2, 1, 2]], &[0, 5], &[None]);
    check_all(1, &CONDITIONS, &[&[1, 1, 1, 1]], &[0, 9], &[None]);
    check_all(3, &cards[..2], &[&[3, 3, 3]], &[1], &[None]);
}

/// Marks of more dice, or with higher totals, than anyone in the round can show.
#[test]
fn marks_out_of_reach() {
    let commitments = Commitments::new(&deck("odd>=1", Trigger::Bomb), 2, 2, ROUND_ROOM);
    for allowed in [&[2][..], &[2, 2]] {
        let tree = Tree::new(2, Trigger::Bomb, CONDITIONS[6].1, allowed, 30);
        for far in [mark(4, 3), mark(8, 40), mark(11, 3), mark(60, 160)] {
            check(&commitments, &tree, far, "odd>=1 Bomb");
        }
    }
}
