//! The strategies of the yardstick: what each commits, and which dice it rerolls.
//!
//! Owns the two reference strategies and four that look at the table, written from their descriptions. It does not know how
//! a turn or a round goes on. What `odds` accepts is printed on the cards ([`Card::bearable`]).

use super::{BOSS, Card, Condition, Trigger, total};

/// A strategy. All commit at least 1 die, and at most what is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// `stand:k` commits k dice and never rerolls.
    Stand(u32),
    /// `boss:k` commits k dice and rerolls every die that shows the Boss as long as a reroll is left.
    Boss(u32),
    /// `chaser` opens with one die and commits one more than the best so far, unless its total is too high.
    Chaser,
    /// `bold` commits as many dice as the card bears, and more than the best so far.
    Bold,
    /// `cautious` commits the fewest dice that can beat the best so far, up to 5.
    Cautious,
    /// `odds` opens with one die and commits one more than the best so far, as far as the invalid chance is worth it.
    Odds,
}

/// What a strategy looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The most dice it may commit.
    pub allowed: u32,
    /// Dice on the table.
    pub table: u32,
    /// Total and dice of the best valid turn of the round so far.
    pub best: Option<(u32, u32)>,
    /// Whether nobody acts after it.
    pub is_last: bool,
}

/// How a turn is rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// Stop at a valid roll with this total or more.
    stop: Option<u32>,
    /// What to reroll while the condition holds, which only a Bomb allows.
    invalid: Pick,
    /// What to reroll while it does not.
    short: Pick,
}

/// A choice of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    /// Those that show one of these faces, by face.
    Faces([bool; 6]),
    /// The lowest alone.
    Lowest,
    /// The fewest without which the condition does not hold; of several such sets the one that leaves the highest
    /// total, then the most dice of the highest face, then of the next.
    Offending,
}

/// How many dice of each face.
type ByFace = [u32; 6];

impl Bot {
    /// How many dice the strategy commits against a card, and how it rerolls them.
    pub fn turn(self, card: &Card, sight: Sight) -> (u32, Tactic) {
        match self {
            Bot::Stand(dice) => (dice.min(sight.allowed), Tactic::STAND),
            Bot::Boss(dice) => (dice.min(sight.allowed), Tactic::always(Pick::faces(|face| face == BOSS))),
            _ => match sight.best {
                None => open(card, sight, self.opening(card)),
                Some((best, its_dice)) => match self.answer(card, sight.table, best, its_dice) {
                    Some(dice) if !is_out_of_reach(card, best) => chase(card, sight, (best, its_dice), dice),
                    _ => (1, Tactic::STAND),
                },
            },
        }
    }

    /// With how many dice it opens a round.
    fn opening(self, card: &Card) -> u32 {
        match self {
            Bot::Bold => borne(card),
            _ => 1,
        }
    }

    /// With how many dice it tries to beat a turn, unless it gives up.
    fn answer(self, card: &Card, table: u32, best: u32, its_dice: u32) -> Option<u32> {
        match self {
            Bot::Bold => Some(borne(card).max(its_dice + 1)).filter(|dice| best <= 4 * dice),
            Bot::Cautious => Some(best / 4 + 1).filter(|dice| *dice <= 5),
            Bot::Odds => {
                let most = card.bearable[usize::from(table >= 4) + usize::from(table >= 9)];
                Some(most.min(its_dice + 1)).filter(|_| best <= 4 * most)
            }
            _ => Some(its_dice + 1).filter(|_| best <= 13 || table >= 8),
        }
    }
}

/// There is nothing to beat: any valid roll of the last to act wins; the others stop at 3 a die.
fn open(card: &Card, sight: Sight, dice: u32) -> (u32, Tactic) {
    let dice = if sight.is_last { 1 } else { dice.max(1).min(sight.allowed) };
    let stop = Some(if sight.is_last { 0 } else { 3 * dice });
    (dice, Tactic { stop, invalid: mend(card), short: Pick::faces(|face| face < 3) })
}

/// Stops when the best turn is beaten, which takes a higher total or more dice.
fn chase(card: &Card, sight: Sight, (best, its_dice): (u32, u32), dice: u32) -> (u32, Tactic) {
    let dice = dice.max(1).min(sight.allowed);
    let needed = (best / dice + 1).min(5);
    let short = match card.condition {
        // One die too many is fatal.
        Condition::Sum(_) => Pick::Lowest,
        _ => Pick::faces(|face| u32::from(face) < needed),
    };
    (dice, Tactic { stop: Some(best + u32::from(dice <= its_dice)), invalid: mend(card), short })
}

/// Whether the card leaves at most one higher total.
fn is_out_of_reach(card: &Card, best: u32) -> bool {
    matches!(card.condition, Condition::Sum(limit) if best + 2 >= limit)
}

/// How many dice a card bears at sight, at most 8.
fn borne(card: &Card) -> u32 {
    let factor = if card.trigger == Trigger::Bomb { 2 } else { 1 };
    let dice = match card.condition {
        Condition::Sum(limit) => (limit + 1) / 4,
        Condition::Run(length) => factor * u32::from(length),
        Condition::Odd(dice) | Condition::Even(dice) | Condition::Same(dice) => factor * dice as u32,
        Condition::Distinct(values) => (values as u32).saturating_sub(1),
        Condition::Count { at_least, .. } => (factor + 1) * at_least as u32,
        Condition::Any(_) => 1,
        Condition::All(_) | Condition::Either(_) | Condition::Not(_) => 2,
    };
    dice.min(8)
}

/// What the strategies reroll while the condition holds.
fn mend(card: &Card) -> Pick {
    match card.condition {
        Condition::Sum(_) => Pick::faces(|face| face >= 3),
        Condition::Odd(_) => Pick::faces(|face| face % 2 == 1),
        Condition::Even(_) => Pick::faces(|face| face != BOSS && face % 2 == 0),
        _ => Pick::Offending,
    }
}

impl Tactic {
    const STAND: Tactic = Tactic::always(Pick::Faces([false; 6]));

    const fn always(pick: Pick) -> Tactic {
        Tactic { stop: None, invalid: pick, short: pick }
    }

    /// How many dice of each face are rerolled of those that lie there; none ends the turn.
    pub fn rerolls(self, card: &Card, dice: &[u8]) -> ByFace {
        if self.invalid == self.short && self.stop.is_none() {
            return self.short.of(card, dice);
        }
        if card.condition.holds(dice) {
            return self.invalid.of(card, dice);
        }
        match self.stop {
            Some(least) if total(dice) >= least => [0; 6],
            _ => self.short.of(card, dice),
        }
    }
}

impl Pick {
    fn faces(takes: impl Fn(u8) -> bool) -> Pick {
        Pick::Faces(std::array::from_fn(|face| takes(face as u8)))
    }

    /// How many of the dice it takes of each face.
    fn of(self, card: &Card, dice: &[u8]) -> ByFace {
        let shown = by_face(dice);
        match self {
            Pick::Faces(taken) => std::array::from_fn(|face| if taken[face] { shown[face] } else { 0 }),
            Pick::Lowest => {
                let lowest = dice.iter().min().copied().unwrap_or(BOSS);
                std::array::from_fn(|face| u32::from(face == usize::from(lowest)))
            }
            Pick::Offending => offending(&card.condition, shown),
        }
    }
}

fn by_face(dice: &[u8]) -> ByFace {
    let mut shown = [0; 6];
    dice.iter().for_each(|&die| shown[usize::from(die)] += 1);
    shown
}

/// [`Pick::Offending`] of dice on which the condition holds, for the conditions of the reconstructed deck that [`mend`]
/// leaves to it: one on which values are present is mended by whole values, one on how many dice show a value by those
/// that are too many.
fn offending(condition: &Condition, shown: ByFace) -> ByFace {
    let surplus = |value: usize, least: usize| shown[value].saturating_sub(least as u32 - 1);
    match condition {
        Condition::Same(least) => std::array::from_fn(|face| if face == 0 { 0 } else { surplus(face, *least) }),
        Condition::Count { value, at_least } => {
            std::array::from_fn(|face| if face == usize::from(*value) { surplus(face, *at_least) } else { 0 })
        }
        _ => {
            let sets = (0..1u32 << 5).map(|set| {
                std::array::from_fn(|face| if face > 0 && set >> (face - 1) & 1 == 0 { 0 } else { shown[face] })
            });
            let kept = sets.filter(|kept: &ByFace| !holds(condition, kept)).max_by_key(|kept| {
                let (dice, total) =
                    (0..).zip(kept).fold((0, 0), |(dice, total), (face, &count)| (dice + count, total + face * count));
                let highest_first: ByFace = std::array::from_fn(|at| kept[5 - at]);
                (dice, total, highest_first)
            });
            kept.map_or(shown, |kept| std::array::from_fn(|face| shown[face] - kept[face]))
        }
    }
}

/// Whether a condition on which values are present holds.
fn holds(condition: &Condition, shown: &ByFace) -> bool {
    let present: [u8; 6] = std::array::from_fn(|face| if shown[face] > 0 { face as u8 } else { BOSS });
    condition.holds(&present)
}
