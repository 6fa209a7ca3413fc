//! The choice of a duel.
//!
//! Owns two lists: all duels of a player on a table, and a few that any pack can fight. The few serve to compare packs that
//! the player does not have yet.

use super::{Table, highest};
use crate::games::Seat;
use crate::games::battle::{Contest, Duel, Hand, MAX_SEATS, Prospect, Race, View};
use std::sync::Arc;

/// The number of duels whose effect on the chance to win the game is computed.
const LEADING: usize = 16;

/// All duels of the player on the table whose chances are known, with their prospects.
fn all(table: &Table<'_>) -> Vec<(Duel, Prospect)> {
    let rules = table.game.rules();
    let dearest = table.packs.iter().map(|&pack| rules.cost_of(pack)).max().unwrap_or(0).max(1);
    let mut contests = vec![Contest::FirstTo15, Contest::RussianRoulette, Contest::Battle, Contest::TwoByTwo];
    contests.extend((1..=dearest).map(Contest::ByPoints));
    contests.extend((1..=table.own().total()).map(Contest::Armageddon));
    // Against the only opponent, all are one.
    let others = (0..table.packs.len()).map(|seat| Seat(seat as u8)).filter(|&seat| seat != table.seat);
    let alone = others.filter(|_| table.packs.len() > 2).map(Some);
    let opponents: Vec<Option<Seat>> = std::iter::once(None).chain(alone).collect();
    let mut all = Vec::new();
    for contest in contests {
        for hand in Hand::ALL {
            all.extend(opponents.iter().filter_map(|&opponent| {
                let duel = Duel { contest, opponent, hand };
                Some((duel, table.game.prospect(&table.packs, table.seat, duel)?))
            }));
        }
    }
    all
}

/// The prospect with the greatest lead.
fn of_most(table: &Table<'_>, prospects: impl IntoIterator<Item = Prospect>) -> Option<Prospect> {
    highest(prospects.into_iter().map(|prospect| (table.lead(&prospect), prospect))).map(|(_, prospect)| prospect)
}

/// The duels of the player with the greatest leads, the greatest first, with their prospects.
pub(super) fn leading(table: &Table<'_>) -> Arc<[(Duel, Prospect)]> {
    let mut all = all(table);
    all.sort_by(|(_, one), (_, other)| table.lead(other).total_cmp(&table.lead(one)));
    all.truncate(LEADING);
    all.into()
}

/// The duel after which the player is most likely to win the game, among those with the greatest leads; the default duel if
/// there is none.
pub(super) fn best(view: &View<'_>, table: &Table<'_>, leading: &[(Duel, Prospect)]) -> Duel {
    let Some(&(_, own)) = leading.first() else { return Duel::default() };
    let worth = Worth::new(view, &table.prospects(own));
    let best = highest(leading.iter().map(|(duel, prospect)| (worth.of(prospect), *duel)));
    best.map_or_else(Duel::default, |(_, duel)| duel)
}

/// By how much points of each seat change the player's chance to win the game.
struct Worth {
    /// One point, by seat.
    one: [f64; MAX_SEATS],
    /// The award of a duel, by its number of players and by the seat that wins it.
    award: [[f64; MAX_SEATS]; MAX_SEATS + 1],
}

impl Worth {
    fn new(view: &View<'_>, prospects: &[Prospect]) -> Worth {
        let (rules, state) = (view.rules(), &view.board.state);
        let (wealth, seats) = (view.game().wealth(state), state.seats);
        let race = Race { goal: rules.goal, prospects, next: state.next_active() };
        let chance = |seat: usize, points: u32| {
            let mut wealth = wealth;
            wealth[seat] += points;
            race.from(&wealth)[view.seat.index()]
        };
        let (now, mut one, mut award) = (chance(0, 0), [0.0; MAX_SEATS], [[0.0; MAX_SEATS]; MAX_SEATS + 1]);
        for seat in 0..seats {
            one[seat] = chance(seat, 1) - now;
            for players in if seats > 2 { vec![2, seats] } else { vec![2] } {
                award[players][seat] = chance(seat, rules.award(players as u32 - 1)) - now;
            }
        }
        Worth { one, award }
    }

    fn of(&self, prospect: &Prospect) -> f64 {
        let award = &self.award[prospect.players as usize];
        (0..MAX_SEATS).map(|seat| prospect.wins[seat] * award[seat] + prospect.shown[seat] * self.one[seat]).sum()
    }
}

/// The best prospect of a few duels that any pack can fight, all against all: armageddon with all dice, to 15, two by two,
/// and by points up to the cost of its dice. The usual duel if the chances of none are known.
pub(super) fn best_of_few(table: &Table<'_>) -> Prospect {
    let (dice, cost) = (table.own().total().max(1), table.game.rules().cost_of(table.own()).max(1));
    let contests = [Contest::Armageddon(dice), Contest::FirstTo15, Contest::TwoByTwo, Contest::ByPoints(cost)];
    let both = |contest| Hand::ALL.map(|hand| Duel { contest, opponent: None, hand });
    let duels = contests.into_iter().flat_map(both);
    let found = of_most(table, duels.filter_map(|duel| table.game.prospect(&table.packs, table.seat, duel)));
    found.unwrap_or_else(|| table.game.usual(&table.packs, table.seat))
}
