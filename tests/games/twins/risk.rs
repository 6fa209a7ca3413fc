//! How many dice a card allows at a risk, from the definition: the most dice, up to 8, for which some way of rerolling
//! has an invalid chance below the limit.
//!
//! Every roll is tried with every part of it kept, by plain enumeration of the rolls that can follow (G09 to G11). No
//! trigger is a case of its own: a roll on which an Explosion's condition holds is over, and to stop is to keep all dice.

use analyze::dice::Counts;
use analyze::games::gang::{Back, Card, CardIndex, Gang, Trigger};
use std::sync::OnceLock;

/// The most dice that are considered.
const MOST_DICE: usize = 8;

/// How many dice show each face.
type Dice = [u32; 6];

/// For each card of a deck, the lowest invalid chance with 1 to [`MOST_DICE`] dice.
pub(crate) struct Risks(Vec<[f64; MOST_DICE]>);

/// For each card of a deck, a number of dice.
pub(crate) struct DiceByCard(Vec<u32>);

impl Risks {
    /// The chances at a table.
    pub(crate) fn new(game: &Gang) -> Risks {
        let rerolls = game.rules().rerolls;
        let of_card = |card: &Card| std::array::from_fn(|index| lowest_invalid_chance(card, index + 1, rerolls));
        Risks(game.deck().cards.iter().map(of_card).collect())
    }

    /// The most dice with an invalid chance below `limit`, 0 if no number of dice has one.
    pub(crate) fn most_below(&self, limit: f64) -> DiceByCard {
        // A chance that is the limit itself is not below it, however the sums were rounded.
        let most = |chances: &[f64; MOST_DICE]| (1..=MOST_DICE).filter(|dice| chances[dice - 1] < limit - 1e-12).max();
        DiceByCard(self.0.iter().map(|chances| most(chances).unwrap_or(0) as u32).collect())
    }
}

impl DiceByCard {
    /// The number of dice of a card.
    pub(crate) fn get(&self, card: CardIndex) -> u32 {
        self.0[usize::from(card.0)]
    }
}

/// All rolls of a number of dice, and what can come of keeping a part of one.
struct Rolls {
    rolls: Vec<Dice>,
    /// By roll, how likely it is.
    chances: Vec<f64>,
    /// By roll, its parts, each a position in `follow`.
    parts: Vec<Vec<usize>>,
    /// By part of a roll: the rolls that can follow when it is kept and the other dice are rolled, and how likely.
    follow: Vec<Vec<(usize, f64)>>,
}

impl Rolls {
    fn of(dice: usize) -> &'static Rolls {
        static ALL: [OnceLock<Rolls>; MOST_DICE + 1] = [const { OnceLock::new() }; MOST_DICE + 1];
        ALL[dice].get_or_init(|| Rolls::new(dice as u32))
    }

    fn new(dice: u32) -> Rolls {
        let rolls = multisets(dice);
        let position = |roll: Dice| rolls.binary_search(&roll).unwrap();
        let kept: Vec<Dice> = {
            let mut kept: Vec<Dice> = (0..=dice).flat_map(multisets).collect();
            kept.sort_unstable();
            kept
        };
        let follow = |kept: &Dice| {
            let rolled = multisets(dice - kept.iter().sum::<u32>()).into_iter();
            let sum = |rolled: Dice| std::array::from_fn(|face| kept[face] + rolled[face]);
            rolled.map(|rolled| (position(sum(rolled)), chance(rolled))).collect()
        };
        let parts = |roll: &Dice| {
            let part = |kept: &Dice| kept.iter().zip(roll).all(|(kept, shown)| kept <= shown);
            (0..kept.len()).filter(|&index| part(&kept[index])).collect()
        };
        Rolls {
            chances: rolls.iter().map(|&roll| chance(roll)).collect(),
            parts: rolls.iter().map(parts).collect(),
            follow: kept.iter().map(follow).collect(),
            rolls,
        }
    }
}

/// Every way in which so many dice can show faces, in ascending order.
fn multisets(dice: u32) -> Vec<Dice> {
    let mut all = vec![[0; 6]];
    for face in 0..5 {
        let with = |roll: Dice| {
            let left = dice - roll.iter().sum::<u32>();
            (0..=left).map(move |count| {
                let mut roll = roll;
                roll[face] = count;
                roll
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all.iter_mut().for_each(|roll| roll[5] = dice - roll.iter().sum::<u32>());
    all
}

/// How likely fair dice show these faces: the orders in which they can, of six to the number of dice.
fn chance(roll: Dice) -> f64 {
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    let dice = roll.iter().sum::<u32>();
    factorial(dice) / roll.iter().map(|&count| factorial(count)).product::<f64>() / 6f64.powi(dice as i32)
}

fn lowest_invalid_chance(card: &Card, dice: usize, rerolls: u8) -> f64 {
    let Rolls { rolls, chances, parts, follow } = Rolls::of(dice);
    let offends = |roll: &Dice| card.condition.holds(Counts::from_array(*roll).unwrap());
    let offends: Vec<bool> = rolls.iter().map(offends).collect();
    let stopped: Vec<f64> = offends.iter().map(|&offends| if offends { 0.0 } else { 1.0 }).collect();
    let mut valid = stopped.clone();
    for _ in 0..rerolls {
        let after: Vec<f64> = follow.iter().map(|next| next.iter().map(|&(roll, p)| p * valid[roll]).sum()).collect();
        let best = |roll: usize| {
            let kept = parts[roll].iter().filter(|&&kept| follow[kept].len() > 1).map(|&kept| after[kept]);
            kept.fold(stopped[roll], f64::max)
        };
        let over = |roll: usize| card.trigger == Trigger::Explosion && offends[roll];
        valid = (0..rolls.len()).map(|roll| if over(roll) { 0.0 } else { best(roll) }).collect();
    }
    1.0 - chances.iter().zip(&valid).map(|(chance, valid)| chance * valid).sum::<f64>()
}

/// By hand: two dice of which one shows a 1 for a Bomb. Without rerolls 11 of 36 offend; each reroll gives every 1
/// another try, so the chance that none is left is (1 − 1/6²)² with one reroll. An Explosion is over at once.
#[test]
fn two_dice_on_a_one() {
    let card = |trigger| Card {
        id: "a-one".to_owned(),
        condition: "any:1".parse().unwrap(),
        condition_text: "any:1".to_owned(),
        trigger,
        back: Back::Light,
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    near(lowest_invalid_chance(&card(Trigger::Bomb), 2, 0), 11.0 / 36.0);
    near(lowest_invalid_chance(&card(Trigger::Bomb), 2, 1), 1.0 - (35.0f64 / 36.0).powi(2));
    near(lowest_invalid_chance(&card(Trigger::Explosion), 2, 2), 11.0 / 36.0);
}
