//! Packs that a player could begin with.
//!
//! Owns which packs single dice are compared in. What may be drafted in a game, die by die, is for `state`.

use super::Battle;
use super::arena::Board;
use super::conduct::Conduct;
use super::dice::{Kind, Kinds};
use super::play::Play;
use super::state::State;
use super::view::Strategy;
use crate::dice::RunKey;
use crate::games::{Fault, Seat, Table};

impl Battle {
    /// The pack that the first player drafts where all players draft by the defaults (B04): five white dice, then the
    /// dearest.
    ///
    /// # Errors
    /// The fault of a player; the defaults have none.
    pub fn default_pack(&self) -> Result<Kinds, Fault> {
        let player = Conduct::default();
        let strategies: [&dyn Strategy; 1] = [&player];
        // The defaults toss no coin, so that any block does.
        let table = Table { strategies: &strategies, seating: &vec![0; self.seats], block: RunKey::new(0).block(0) };
        let mut board = Board { state: State::new(self.rules(), self.seats), ..Board::default() };
        Play::new(self, table, &mut board, &mut ()).draft().map_err(|fault| *fault)?;
        Ok(board.state.dice(Seat(0)))
    }

    /// The pack with the most dice of a kind that the points at the start buy, as long as it has as many dice as a draft must
    /// leave within reach (B04). The rest of the points buys other dice, the cheapest first, and of equally cheap ones those
    /// that are worth most.
    pub fn pack_around(&self, kind: Kind) -> Kinds {
        let rules = self.rules();
        let most = rules.limit.min(rules.supply(self.seats).of(kind)).min(rules.points / rules.cost(kind).max(1));
        let packs = (0..=most).rev().map(|count| self.filled(Kinds::some(kind, count)));
        let mut packs = packs.filter(|pack| pack.total() >= rules.least);
        packs.next().unwrap_or_else(|| self.filled(Kinds::some(kind, most)))
    }

    /// These dice and the cheapest others, as far as the points at the start go.
    fn filled(&self, dice: Kinds) -> Kinds {
        let (rules, supply) = (self.rules(), self.rules().supply(self.seats));
        let mut others: Vec<Kind> = self.by_worth.iter().map(|&(kind, _)| kind).collect();
        others.retain(|&kind| !dice.has(kind));
        others.sort_by_key(|&kind| rules.cost(kind));
        let mut pack = dice;
        for kind in others {
            let is_there = |pack: Kinds| pack.of(kind) < rules.limit.min(supply.of(kind));
            while is_there(pack) && rules.cost_of(pack) + rules.cost(kind) <= rules.points {
                pack += kind;
            }
        }
        pack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::Rules;

    /// By the published costs (B01), 10 points, four dice and five of a kind at the most (B04): a third green leaves a point for
    /// the fourth die, a second blue two points for two, and a second black nothing.
    #[test]
    fn packs_cost_what_players_have() {
        let game = Battle::new(Rules::default(), 2).unwrap();
        assert_eq!(game.default_pack().unwrap(), Kinds::new([5, 0, 0, 0, 0, 1]));
        let around = |kind| game.pack_around(kind);
        assert_eq!(around(Kind::White), Kinds::new([5, 0, 2, 0, 0, 0]));
        assert_eq!(around(Kind::Red), Kinds::new([0, 5, 0, 0, 0, 0]));
        assert_eq!(around(Kind::Yellow), Kinds::new([0, 0, 5, 0, 0, 0]));
        assert_eq!(around(Kind::Green), Kinds::new([1, 0, 0, 3, 0, 0]));
        assert_eq!(around(Kind::Blue), Kinds::new([2, 0, 0, 0, 2, 0]));
        assert_eq!(around(Kind::Black), Kinds::new([5, 0, 0, 0, 0, 1]));
        for kind in Kind::ALL {
            assert!(game.rules().cost_of(around(kind)) <= 10 && around(kind).total() >= 4, "{kind}");
        }
    }
}
