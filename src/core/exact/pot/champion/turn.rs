//! What each result of a turn is worth to every player.
//!
//! Owns what follows a result in the round (P06–P10), and which payment of a combo is best for the player on turn. The coins
//! move by the rules of [`Holdings`]; what comes after them is read from the values of positions.

use super::grid::{Shares, Spot};
use super::values::{NOBODY, Solved, layer, score_point};
use crate::exact::pot::game::{Of, RUN_SCORES, SCORES, WAYS_OF_TWO};
use crate::games::Seat;
use crate::games::pot::{Combo, GameEnd, Holdings, LegalChoices, Rerolled};

/// A position between two turns, as the player on turn sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<const N: usize> {
    /// The coins of the players, those of the player on turn first.
    pub(super) coins: [u32; N],
    /// Those in the POT.
    pub(super) pot: u32,
    /// How many seats clockwise the player in control sits, and the score to beat.
    pub(super) control: Option<(usize, u8)>,
    /// Whether the game ends with this round.
    pub(super) late: bool,
}

/// What the results of a turn are worth to every player, and who pays and is paid.
pub(super) struct Worths<const N: usize> {
    /// Without and with a paid reroll: of sums without a combo, and then of combos.
    of: [[Shares<N>; Of::MANY]; 2],
    /// The same of 1 2 3, by the sum that is thrown for it.
    run: [[Shares<N>; SCORES]; 2],
    /// The best choices.
    pub(super) choices: LegalChoices,
}

impl<const N: usize> Worths<N> {
    /// What final dice are worth.
    #[inline]
    pub(super) fn of(&self, paid: usize, result: Of) -> &Shares<N> {
        &self.of[paid][result.index()]
    }
}

/// The coins after a payment.
struct Paid {
    held: Holdings,
    late: bool,
}

/// What a turn in a position can lead to.
struct Turn<'s, const N: usize> {
    solved: &'s Solved<N>,
    at: &'s Place<N>,
    before: Holdings,
}

impl<const N: usize> Solved<N> {
    /// What the results of a turn are worth in a position.
    pub(super) fn worths(&self, at: &Place<N>) -> Worths<N> {
        let bank = self.rules.coins.saturating_sub(at.coins.iter().sum::<u32>() + at.pot);
        Turn { solved: self, at, before: Holdings::of(&at.coins, bank, at.pot) }.worths()
    }

    /// Whether the game ends with the round, where this was so before the coins moved.
    fn is_late(&self, was_late: bool, held: &Holdings) -> bool {
        (was_late && self.rules.end == GameEnd::Held) || held.somebody_holds(self.rules.goal)
    }
}

impl<const N: usize> Turn<'_, N> {
    fn worths(&self) -> Worths<N> {
        let (next, nothing) = (self.solved.options.of(Combo::None)[0], [0.0; N]);
        let mut worths = Worths { of: [[nothing; Of::MANY]; 2], run: [[nothing; SCORES]; 2], choices: next };
        let mut chosen = [next; Combo::ALL.len()];
        let pays = usize::from(self.solved.can_pay(self.at));
        for paid in 0..=pays {
            self.scores(Combo::None, (paid, u16::MAX), &mut worths.of[paid][..SCORES]);
            if self.solved.combos.has(Combo::Run123) {
                self.scores(Combo::Run123, (paid, RUN_SCORES), &mut worths.run[paid]);
                worths.of[paid][Of::combo(Combo::Run123).index()] = mean_of_run(&worths.run[paid]);
            }
            for combo in Combo::ALL.into_iter().filter(|&combo| self.solved.combos.has(combo)) {
                let Some(score) = combo.score() else { continue };
                let all = self.solved.options.of(combo);
                let worth = |choices| self.worth(&self.paid(combo, paid, choices), combo, score);
                let ways = if paid == 0 { all } else { std::slice::from_ref(&chosen[combo as usize]) };
                let (choices, best) = best_of(ways, worth);
                worths.of[paid][Of::combo(combo).index()] = best;
                chosen[combo as usize] = choices;
            }
        }
        worths.choices = self.solved.options.joined(|combo| chosen[combo as usize]);
        worths
    }

    /// Moves the coins of a result.
    #[inline]
    fn paid(&self, combo: Combo, paid: usize, choices: LegalChoices) -> Paid {
        let rerolled = if paid == 1 { Rerolled::Paid } else { Rerolled::Free };
        let mut held = self.before;
        held.pay_turn(Seat(0), combo, rerolled, choices);
        Paid { held, late: self.solved.is_late(self.at.late, &held) }
    }

    /// What a combo, or none, is worth with each of these scores, which are bits.
    fn scores(&self, combo: Combo, (paid, scores): (usize, u16), worths: &mut [Shares<N>]) {
        let after = self.paid(combo, paid, self.solved.options.of(combo)[0]);
        let spot = after.spot(self.solved);
        let fails = self.at.control.map(|_| self.fails(&after, &spot));
        let mut last = None;
        for score in (0..SCORES as u8).filter(|score| scores >> score & 1 == 1) {
            worths[usize::from(score)] = match (self.at.control, fails) {
                (Some((_, beaten)), Some(fails)) if score <= beaten => fails,
                _ => {
                    let point = score_point(score);
                    let known = last.filter(|&(known, _)| known == point).map(|(_, worth)| worth);
                    let worth = known.unwrap_or_else(|| after.takes(self.solved, &spot, score));
                    last = Some((point, worth));
                    worth
                }
            };
        }
    }

    /// What a result is worth.
    fn worth(&self, after: &Paid, combo: Combo, score: u8) -> Shares<N> {
        match (combo, self.at.control) {
            (Combo::Pot, _) => after.round_ends(self.solved, 0),
            (Combo::Ones, None) => seen_from(1, &after.spot(self.solved).read(self.solved, NOBODY)),
            (Combo::Ones, Some(_)) => self.fails(after, &after.spot(self.solved)),
            (_, Some((_, beaten))) if score <= beaten => self.fails(after, &after.spot(self.solved)),
            _ => after.takes(self.solved, &after.spot(self.solved), score),
        }
    }

    /// What it is worth not to take control.
    fn fails(&self, after: &Paid, spot: &InZone) -> Shares<N> {
        match self.at.control {
            Some((1, _)) => after.round_ends(self.solved, 1),
            Some((steps, score)) => seen_from(1, &spot.read(self.solved, layer(N, steps - 1, score))),
            None => seen_from(1, &spot.read(self.solved, NOBODY)),
        }
    }
}

/// The place of the next position.
struct InZone {
    late: bool,
    spot: Spot,
}

impl InZone {
    #[inline]
    fn read<const N: usize>(&self, solved: &Solved<N>, layer: usize) -> Shares<N> {
        solved.zone(self.late).grid.read(layer, &self.spot)
    }
}

impl Paid {
    /// The place where the next player is on turn.
    fn spot<const N: usize>(&self, solved: &Solved<N>) -> InZone {
        self.spot_of(solved, 1)
    }

    /// The place where this player is on turn.
    fn spot_of<const N: usize>(&self, solved: &Solved<N>, first: usize) -> InZone {
        let held = self.held.all_coins();
        let coins = std::array::from_fn(|seat| held[(seat + first) % N]);
        InZone { late: self.late, spot: solved.zone(self.late).spot(&coins, self.held.pot()) }
    }

    /// What it is worth to take control with a score.
    fn takes<const N: usize>(&self, solved: &Solved<N>, spot: &InZone, score: u8) -> Shares<N> {
        seen_from(1, &spot.read(solved, layer(N, N - 1, score)))
    }

    /// What the end of the round is worth that this player wins.
    fn round_ends<const N: usize>(&self, solved: &Solved<N>, winner: usize) -> Shares<N> {
        let mut held = self.held;
        held.pay_winner(Seat(winner as u8));
        let late = solved.is_late(self.late, &held);
        if late {
            return most_coins(held.all_coins());
        }
        held.pay_stake(solved.rules.stake);
        let next = Paid { held, late };
        seen_from(winner, &next.spot_of(solved, winner).read(solved, NOBODY))
    }
}

/// The shares as player 0 sees them, from those that player `from` sees.
#[inline]
fn seen_from<const N: usize>(from: usize, shares: &Shares<N>) -> Shares<N> {
    std::array::from_fn(|seat| shares[(seat + N - from) % N])
}

/// The win shares where the game is over.
fn most_coins<const N: usize>(coins: &[u32]) -> Shares<N> {
    let most = coins.iter().copied().max().unwrap_or(0);
    let share = 1.0 / coins.iter().filter(|&&coins| coins == most).count() as f32;
    std::array::from_fn(|seat| if coins[seat] == most { share } else { 0.0 })
}

/// The first of the best ways to pay, and what it is worth.
fn best_of<const N: usize>(
    ways: &[LegalChoices],
    worth: impl Fn(LegalChoices) -> Shares<N>,
) -> (LegalChoices, Shares<N>) {
    let mut best = (ways[0], worth(ways[0]));
    for &way in &ways[1..] {
        let found = worth(way);
        if found[0] > best.1[0] {
            best = (way, found);
        }
    }
    best
}

/// The mean over the sums of 1 2 3 (P12).
fn mean_of_run<const N: usize>(run: &[Shares<N>; SCORES]) -> Shares<N> {
    let mut mean = [0.0; N];
    let first = RUN_SCORES.trailing_zeros() as usize;
    for (worth, ways) in run[first..].iter().zip(WAYS_OF_TWO) {
        mean.iter_mut().zip(worth).for_each(|(mean, worth)| *mean += worth * f32::from(ways) / 36.0);
    }
    mean
}
