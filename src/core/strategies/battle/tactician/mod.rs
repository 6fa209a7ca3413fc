//! `tactician`: plays by its chance to win the game (`games::battle::value`).
//!
//! Owns its decisions, and the memory of them. It drafts the pack that wins most against the packs that the others could
//! draft from the rest. It chooses the duel, and buys and exchanges the dice, that give it the highest chance to win the
//! game. It assumes that the others choose usual duels. Inside duels it plays by the defaults, with multipliers on victory
//! points first.
//!
//! | file | owns |
//! |---|---|
//! | `duels` | the choice of a duel |
//! | `purchases` | the choice of a purchase |
//! | `drafts` | the packs that can be drafted, the best first |

mod drafts;
mod duels;
mod purchases;
#[cfg(test)]
mod tests;

use crate::games::Seat;
use crate::games::battle::{
    Action, Answer, Battle, Conduct, Duel, Kinds, Multiplying, Prospect, Purchase, Recent, State, Strategy, View,
    tactics,
};
use std::sync::{Arc, OnceLock};

/// The strategy. What it remembers is shared by all games that it plays.
pub(super) struct Tactician {
    /// The packs it would draft, the best first.
    packs: OnceLock<Vec<Kinds>>,
    /// Some 300 bytes each.
    answers: Recent<State, Duel>,
    purchases: Recent<(State, Seat), Purchase>,
    /// Some 600 bytes each, and 3 kilobytes.
    prospects: Recent<Packs, Arc<[Prospect]>>,
    duels: Recent<Packs, Arc<[(Duel, Prospect)]>>,
}

impl Default for Tactician {
    fn default() -> Tactician {
        Tactician {
            packs: OnceLock::new(),
            answers: Recent::last(1 << 15),
            purchases: Recent::last(1 << 15),
            prospects: Recent::last(1 << 15),
            duels: Recent::last(1 << 13),
        }
    }
}

/// Who weighs packs, and the packs by seat.
type Packs = (Seat, Vec<Kinds>);

/// A table as it is weighed: packs by seat, and who weighs it.
struct Table<'t> {
    game: &'t Battle,
    packs: Vec<Kinds>,
    seat: Seat,
}

impl<'t> Table<'t> {
    fn of(view: &View<'t>) -> Table<'t> {
        let state = &view.board.state;
        Table { game: view.game(), packs: state.all().map(|seat| state.dice(seat)).collect(), seat: view.seat }
    }

    fn own(&self) -> Kinds {
        self.packs[self.seat.index()]
    }

    /// The prospects of all seats: this one for the player, and those of usual duels for the others.
    fn prospects(&self, own: Prospect) -> Vec<Prospect> {
        let of = |seat: usize| match seat == self.seat.index() {
            true => own,
            false => self.game.usual(&self.packs, Seat(seat as u8)),
        };
        (0..self.packs.len()).map(of).collect()
    }

    fn lead(&self, prospect: &Prospect) -> f64 {
        prospect.lead(self.seat.index(), self.packs.len())
    }
}

/// The item with the highest number, of equal ones the first.
fn highest<T>(items: impl IntoIterator<Item = (f64, T)>) -> Option<(f64, T)> {
    items.into_iter().reduce(|best, item| if item.0 > best.0 { item } else { best })
}

/// The table of a view, whatever turn it is.
fn between_duels(view: &View<'_>) -> State {
    let mut state = view.board.state.clone();
    state.turn = 0;
    state
}

impl Tactician {
    fn conduct_in_duels() -> Conduct {
        Conduct { multiplying: Multiplying::VictoryPointsFirst, ..Conduct::default() }
    }
}

impl Strategy for Tactician {
    fn drafts_by_table(&self) -> bool {
        true
    }

    fn plays_by_table(&self) -> bool {
        true
    }

    fn conduct(&self) -> Conduct {
        Tactician::conduct_in_duels()
    }

    fn draft(&self, view: &View<'_>) -> Answer<Purchase> {
        let packs = self.packs.get_or_init(|| drafts::packs(view.game()));
        Ok(drafts::next(view, packs).unwrap_or_else(|| tactics::draft(view, None)))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        Ok(self.answers.get(between_duels(view), || {
            let table = Table::of(view);
            let leading = self.duels.get((view.seat, table.packs.clone()), || duels::leading(&table));
            duels::best(view, &table, &leading)
        }))
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        Tactician::conduct_in_duels().dice(view)
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        Tactician::conduct_in_duels().act(view)
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(self.purchases.get((between_duels(view), view.seat), || purchases::best(view, &self.prospects)))
    }
}
