//! What `analyze play --regret` says beside the story of a game: what each decision cost, and what was luck.

use crate::exact::{Account, Appraiser, MOST_PRICED, Price, Prices, TurnError};
use crate::games::Seat;
use crate::games::declaration::PolicyId;
use crate::games::gang::{CardIndex, Commentator, Committed, RoundEnd, State, Turn, Watch};

/// Prices a game as it is told. Numbers are win shares; luck is that of the first seat.
pub(crate) struct Commentary<'p, 'v> {
    appraiser: Appraiser<'p, 'v>,
    players: usize,
    /// The account when something was said last.
    said: Account,
    /// Whose dice are rolled or have been.
    rolling: Option<Seat>,
    comments: Vec<String>,
}

impl<'p, 'v> Commentary<'p, 'v> {
    /// The game of so many players has not begun.
    pub(crate) fn new(prices: &'p Prices<'v>, players: usize) -> Result<Commentary<'p, 'v>, TurnError> {
        let appraiser = Appraiser::new(prices)?;
        let said = *appraiser.account();
        Ok(Commentary { appraiser, players, said, rolling: None, comments: Vec::new() })
    }

    /// Says what has been luck since something was said last.
    fn luck(&mut self) {
        let now = *self.appraiser.account();
        let (before, seat) = (std::mem::replace(&mut self.said, now), self.rolling.take());
        match seat {
            None => self.comments.push(format!("    luck of the card, for seat 1: {:+.4}", now.cards - before.cards)),
            Some(seat) => {
                let gave = (now.dice - before.dice) + (now.unpriced - before.unpriced);
                self.comments.push(format!("    luck of the dice of seat {}, for seat 1: {gave:+.4}", seat.number()));
            }
        }
    }
}

/// Less than this is rounding.
const NOTHING: f64 = 5e-5;

/// A number of four decimals, without the sign of one that is rounded to 0.
fn shown(number: f64) -> String {
    format!("{:.4}", if number.abs() < NOTHING { 0.0 } else { number })
}

/// What a decision cost, in words; with more than two players it is compared with the champion's, which can be worse.
fn cost(price: Option<&Price>, dice: u32, players: usize) -> String {
    let Some(price) = price else {
        return format!("    no price: more than {MOST_PRICED} dice, or rerolls that cannot be known");
    };
    let best = if players == 2 { "the best" } else { "the champion's" };
    if price.cost().abs() < NOTHING {
        return format!("    as good as {best}: {}", shown(price.value));
    }
    let amount = match dice == price.best_dice {
        true => String::new(),
        false if players == 2 => {
            format!("the number of dice {} ({} would be best), ", shown(price.dice_cost()), price.best_dice)
        }
        false => {
            format!("the number of dice {} (the champion commits {}), ", shown(price.dice_cost()), price.best_dice)
        }
    };
    let better = if price.cost() < 0.0 { " (better than any that was considered)" } else { "" };
    let [cost, value, rerolls] = [price.cost(), price.value, price.reroll_cost()].map(shown);
    format!("    costs {cost} of {value}{better}: {amount}the plan of the rerolls {rerolls}")
}

impl Watch for Commentary<'_, '_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        let before = self.appraiser.account().beyond;
        self.appraiser.round_begins(card, bonus, state);
        let more = self.appraiser.account().beyond - before;
        if more.abs() >= NOTHING {
            self.comments.push(format!("    looking a round ahead, for seat 1: {more:+.4}"));
        }
    }

    fn decided(&mut self, turn: &Committed<'_>, plan: PolicyId, state: &State) {
        let before = self.appraiser.account().decisions;
        self.appraiser.decided(turn, plan, state);
        self.luck();
        let price = self.appraiser.decisions().last().and_then(|decision| decision.price);
        let mut comment = cost(price.as_ref(), turn.dice, self.players);
        let gave = self.appraiser.account().decisions - before;
        if self.players > 2 && turn.seat.index() > 0 && gave.abs() >= NOTHING {
            comment.push_str(&format!("; for seat 1: {gave:+.4}"));
        }
        self.comments.push(comment);
        self.rolling = Some(turn.seat);
    }

    fn turn_ends(&mut self, turn: Turn, state: &State) {
        self.appraiser.turn_ends(turn, state);
    }

    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        self.appraiser.round_ends(card, end, state);
        self.luck();
        self.comments.push(format!("    seat 1 can now expect {}", shown(self.appraiser.account().sum())));
    }
}

impl Commentator for Commentary<'_, '_> {
    fn comments(&mut self) -> Vec<String> {
        std::mem::take(&mut self.comments)
    }
}
