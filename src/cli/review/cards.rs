//! What the cards of a game of Gang of Dice gave its players.
//!
//! Owns adding up, round by round, how far its card changed what each seat could expect from the mean over all cards, by the same
//! values that price decisions. For a seat it counts the rounds after its first decision, as the review does.

use crate::cli::advise::judge_by;
use crate::dice::BlockKey;
use crate::exact::{Judge, Situation};
use crate::experiments::regret::prices;
use crate::games::gang::{CardIndex, Commentator, Gang, MAX_SEATS, State, Strategy, Turn, Watch};
use crate::games::{Game, Table};
use crate::lab::{Chosen, Prepared, as_game};

/// By seat the share of a win that cards gave it.
pub(in crate::cli) type CardsGave = [f64; MAX_SEATS];

/// Plays a game again to its end, and says what its cards gave each seat. `None` in other games, and where values of positions are
/// not known.
pub(in crate::cli) fn cards_gave(
    game: &dyn Prepared,
    chosen: &[&Chosen],
    (seating, block): (&[usize], BlockKey),
) -> Option<CardsGave> {
    let gang: &Gang = as_game(game)?;
    let judge = judge_by(prices::strongest(Game::seats(gang)), gang).ok()?;
    let mut luck = CardLuck { judge: &**judge, has_acted: [false; MAX_SEATS], gave: Some([0.0; MAX_SEATS]) };
    let strategies: Vec<&dyn Strategy> = chosen.iter().filter_map(|chosen| chosen.strategy::<Gang>()).collect();
    let names = vec![String::new(); strategies.len()];
    let table = Table { strategies: &strategies, seating, block };
    gang.narrate_commented(table, &names, &mut String::new(), &mut luck).ok()?;
    luck.gave
}

/// What cards gave so far.
struct CardLuck<'v> {
    judge: &'v dyn Judge,
    has_acted: [bool; MAX_SEATS],
    /// `None` once a round has no value.
    gave: Option<CardsGave>,
}

impl Watch for CardLuck<'_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        let round = Situation::of(card, bonus, state);
        let values = (self.judge.before_card(&round.position), self.judge.with_card(&round));
        let ((Ok(before), Ok(after)), Some(gave)) = (values, &mut self.gave) else {
            self.gave = None;
            return;
        };
        let acted = self.has_acted.iter().zip(before.iter().zip(after));
        for (gave, (_, (before, after))) in gave.iter_mut().zip(acted).filter(|(_, (has_acted, _))| **has_acted) {
            *gave += after - before;
        }
    }

    fn turn_ends(&mut self, turn: Turn, _: &State) {
        self.has_acted[turn.seat.index()] = true;
    }
}

impl Commentator for CardLuck<'_> {
    fn comments(&mut self) -> Vec<String> {
        Vec::new()
    }
}
