//! Quiet duels: duels in which nobody exchanges, rerolls or cancels a die.
//!
//! Owns [`Comparison`], the result of comparing the totals of a throw, and [`Quiet`], which fights a quiet duel beside a real
//! one. The chances of comparisons are known exactly (`law`), even where those of the real duel are not. So a quiet duel is a
//! control variate of the real one: its luck is 0 on average, and can be subtracted ([`Quiet::gains`]). How often the leader of
//! a quiet duel wins the real one is for `kept`.
//!
//! A quiet duel is fought with the draws of the real one, so the two differ only from the first exchange, reroll or cancel
//! on. Of a duel step by step, only the first comparison after which it could be over is looked at.

mod kept;
mod law;
mod pilot;
#[cfg(test)]
mod tests;

use super::Battle;
use super::arena::{Board, Seats, bit};
use super::conduct::{Conduct, Multiplying};
use super::dice::{Kinds, Powers};
use super::duel::{Contest, Duel, Hand};
use super::mixed::ByMix;
use super::odds::{Alone, Extras, Fighter, Throw};
use super::play::Play;
use super::quick::{Ready, Tools};
use super::rules::MAX_SEATS;
use super::state::State;
use super::view::Strategy;
use crate::dice::BlockKey;
use crate::games::{Seat, StrategyIndex, Table};
use kept::Case;
pub(crate) use kept::Kept;
pub(crate) use law::Law;
pub(crate) use pilot::count_kept;
use std::collections::HashMap;
use std::sync::Arc;

/// Victory points that showed, by position or by seat.
pub(crate) type Points = [u8; MAX_SEATS];

/// How far the highest total is ahead of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Margin {
    /// By 1 to 3.
    #[default]
    Small,
    /// By 4 to 7.
    Middle,
    /// By 8 or more, or the others have no dice.
    Large,
}

impl Margin {
    /// All of them, the smallest first.
    pub(super) const ALL: [Margin; 3] = [Margin::Small, Margin::Middle, Margin::Large];

    /// The least number of points by which it is ahead.
    pub(super) const fn least(self) -> u32 {
        match self {
            Margin::Small => 1,
            Margin::Middle => 4,
            Margin::Large => 8,
        }
    }

    /// The margin of a total that is so many points ahead of the next one, if there is one.
    pub(super) fn of(ahead: Option<u32>) -> Margin {
        let of = |ahead| Margin::ALL.into_iter().rev().find(|margin| ahead >= margin.least());
        ahead.map_or(Margin::Large, |ahead| of(ahead).unwrap_or_default())
    }
}

/// What lies on the table before a throw that is compared, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Everybody's dice, from which the whole duel begins.
    Duel,
    /// A bout begins with these reserves.
    Bout {
        /// The reserves.
        reserves: [Kinds; MAX_SEATS],
    },
    /// Those who tied throw their dice again.
    Tie {
        /// The dice that lie in the throw zone and in the reserve.
        dice: [(Kinds, Kinds); MAX_SEATS],
    },
}

/// What the throws of a quiet duel come to when they are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(super) before: Before,
    /// Who has thrown.
    pub(super) inside: Seats,
    /// Who has won a bout before.
    pub(super) ahead: Seats,
    /// The victory points that showed before, by seat.
    pub(super) points: [u32; MAX_SEATS],
    /// Who has the highest total.
    pub(super) lead: Seats,
    /// By how much, if it is one player.
    pub(super) margin: Margin,
    /// Who shows a face that could act in the real duel.
    pub(super) acting: Seats,
    /// The victory points that show, by seat.
    pub(super) shown: [u32; MAX_SEATS],
}

impl Comparison {
    /// Those who have thrown, the active player first.
    pub(super) fn seats(&self, fight: Fight<'_>) -> impl Iterator<Item = Seat> + use<> {
        let inside = self.inside;
        fight.seats().filter(move |&seat| inside & bit(seat) != 0)
    }

    /// What is told apart in it, by the position of those who have thrown.
    pub(super) fn case(&self, fight: Fight<'_>) -> Case {
        let placed = |set: Seats| {
            let among = self.seats(fight).enumerate().filter(|&(_, seat)| set & bit(seat) != 0);
            among.fold(0, |all, (position, _)| all | 1 << position)
        };
        Case { contest: fight.duel.contest, lead: placed(self.lead), margin: self.margin, acting: placed(self.acting) }
    }

    /// The dice of a seat that are thrown again, and the reserve before the throw, unless it begins the duel.
    fn dice(&self, seat: Seat) -> Option<Dice> {
        match self.before {
            Before::Duel => None,
            Before::Bout { reserves } => Some((None, reserves[seat.index()])),
            Before::Tie { dice } => {
                let (again, reserve) = dice[seat.index()];
                Some((Some(again), reserve))
            }
        }
    }
}

/// A share of the win of a duel or bout that a seat gained in a throw, or could have expected of it (less than 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gain {
    /// The seat.
    pub(crate) seat: usize,
    /// Who had won a bout before.
    pub(crate) ahead: Seats,
    /// The victory points that had shown after the throw, by seat.
    pub(crate) points: Points,
    /// The share.
    pub(crate) share: f64,
}

/// How a player fights a quiet duel, and what it throws in it.
#[derive(Debug)]
pub(super) struct Player {
    fighter: Fighter,
    ready: Ready,
    /// The powers that it does not use because the duel is quiet.
    held: Powers,
    /// What it throws: all ways, and those without a face of these powers, if these are not all.
    throws: Alone,
    clean: Option<Alone>,
}

impl Player {
    /// A player with these dice that plays like this in a real duel. `None` if it is not known what it throws. The cases that are
    /// looked at are added to `spent`.
    fn new(game: &Battle, own: &Conduct, (dice, duel): (Kinds, (Contest, Hand)), spent: &mut u64) -> Option<Player> {
        // What differs least from the real conduct comes first.
        let quiet = own.quiet();
        let in_order = Conduct { multiplying: Multiplying::VictoryPointsFirst, ..quiet.clone() };
        let without = Conduct { declined: quiet.declined.with(Powers::MULTIPLIER), ..quiet.clone() };
        [quiet, in_order, without].into_iter().find_map(|conduct| {
            let held = Powers::STAGED.without(own.declined).and(conduct.declined);
            let fighter = Fighter { dice, conduct };
            let cases = MOST_CASES >> (game.seats - 2);
            let mut alone = |barred| {
                let mut left = cases;
                let alone = game.alone_with(fighter.clone(), duel, Extras::Left, (barred, &mut left)).ok();
                *spent += cases - left;
                alone
            };
            let throws = alone(Powers::NONE)?;
            let shows = |kind| game.rules().die(kind).faces.into_iter().any(|face| face.powers().meet(held));
            let clean = match dice.kinds().any(shows) {
                true => Some(alone(held)?),
                false => None,
            };
            let ready = Ready::quiet(game, fighter.conduct.clone(), held);
            Some(Player { fighter, ready, held, throws, clean })
        })
    }
}

/// The dice that are thrown again, if any, and the reserve.
type Dice = (Option<Kinds>, Kinds);

/// A throw of a player: all ways, and those without a face that could act, if these are not all.
type Both = (Throw, Option<Throw>);

/// Which quiet duel of a player: its strategy, its dice, and the duel.
type Asked = (StrategyIndex, Kinds, Contest, Hand);

/// Throws that are compared: those of these duels in a bout, from 0, or of these dice.
type Thrown = (Vec<(Asked, Option<Dice>)>, usize);

/// How many cases are looked at to find what a player throws among two, and half as many with each player more: a tenth of a
/// second of work at the most. The more play, the more different packs there are.
const MOST_CASES: u64 = 1 << 19;
/// The most cases for the throws of all players. This many cases take up to half a minute.
const MOST_SPENT: u64 = 1 << 25;
/// The most laws, and the most throws, that are remembered, some kilobytes each; all are forgotten when there are more.
const MOST_KNOWN: usize = 1 << 14;
/// The most players.
const MOST_PLAYERS: usize = 1 << 12;

/// What is needed to fight quiet duels, with what was found out about them. Nothing in it depends on the order of the duels.
#[derive(Clone, Debug)]
pub(crate) struct Quiet<'g> {
    game: &'g Battle,
    /// How the strategies play in real duels.
    conducts: Vec<Conduct>,
    kept: Kept,
    players: HashMap<Asked, Option<Arc<Player>>, ByMix>,
    throws: HashMap<(Asked, Dice), Option<Arc<Both>>, ByMix>,
    laws: HashMap<Thrown, Option<Arc<Law>>, ByMix>,
    board: Board,
    tools: Tools,
    /// How many players have been looked for, which takes most of the time, and how many cases that took.
    pub(crate) found: usize,
    spent: u64,
    /// The number of cases after which no more throws are computed.
    limit: u64,
}

/// The stages of the work. Each leaves some of [`MOST_SPENT`] to the later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// How often leaders win is counted.
    Counting,
    /// The values of tables are computed.
    Values,
    /// The weights of the luck are measured.
    Weighing,
    /// The games are played. No more throws are computed, so that no game waits for them.
    Playing,
}

impl Stage {
    const fn limit(self) -> u64 {
        match self {
            Stage::Counting => MOST_SPENT / 4,
            Stage::Values => MOST_SPENT / 4 * 3,
            Stage::Weighing => MOST_SPENT,
            Stage::Playing => 0,
        }
    }
}

/// A duel of a line-up: who sits where, what lies on the table, and what is fought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fight<'f> {
    /// The strategy of each seat.
    pub(crate) seating: &'f [StrategyIndex],
    /// The table before the duel; its turn addresses the draws.
    pub(crate) state: &'f State,
    /// The duel.
    pub(crate) duel: Duel,
}

impl Fight<'_> {
    /// Who takes part, the active player first.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let (active, opponent) = (self.state.active, self.duel.opponent);
        self.state.from(active).filter(move |&seat| seat == active || opponent.is_none_or(|other| other == seat))
    }

    fn asked(&self, seat: Seat) -> Asked {
        let dice = self.state.dice(seat);
        let contest = match self.duel.contest {
            // More dice than there are make no difference.
            Contest::Armageddon(number) => Contest::Armageddon(number.min(dice.total())),
            contest => contest,
        };
        (self.seating[seat.index()], dice, contest, self.duel.hand)
    }
}

impl<'g> Quiet<'g> {
    /// Quiet duels of strategies with these conducts in real duels, when nothing is known of what acting does.
    pub(crate) fn new(game: &'g Battle, conducts: Vec<Conduct>) -> Quiet<'g> {
        let (players, throws, laws) = (HashMap::default(), HashMap::default(), HashMap::default());
        let (board, tools) = (Board::default(), Tools::default());
        let (kept, found, spent, limit) = (Kept::default(), 0, 0, Stage::Counting.limit());
        Quiet { game, conducts, kept, players, throws, laws, board, tools, found, spent, limit }
    }

    /// The same once it is known how often leaders win.
    pub(crate) fn with(self, kept: Kept) -> Quiet<'g> {
        Quiet { kept, laws: HashMap::default(), ..self }
    }

    /// The same in another stage of the work.
    pub(crate) fn in_stage(self, stage: Stage) -> Quiet<'g> {
        Quiet { limit: stage.limit(), ..self }
    }

    fn player(&mut self, asked: Asked) -> Option<Arc<Player>> {
        if let Some(known) = self.players.get(&asked) {
            return known.clone();
        }
        if self.players.len() >= MOST_PLAYERS || self.spent >= self.limit {
            return None;
        }
        let own = &self.conducts[asked.0];
        let player = Player::new(self.game, own, (asked.1, (asked.2, asked.3)), &mut self.spent).map(Arc::new);
        self.found += 1;
        self.players.insert(asked, player.clone());
        player
    }

    /// What a player throws in a bout, or again.
    fn throw(&mut self, asked: Asked, dice: Dice) -> Option<Arc<Both>> {
        let player = self.player(asked)?;
        if self.throws.len() >= MOST_KNOWN {
            self.throws.clear();
        }
        let (game, (_, _, contest, hand)) = (self.game, asked);
        let throw = |barred| game.throw_without(player.fighter.clone(), (contest, hand), dice, barred).ok();
        let both = || {
            let clean = match player.clean {
                Some(_) => Some(throw(player.held)?),
                None => None,
            };
            Some(Arc::new((throw(Powers::NONE)?, clean)))
        };
        self.throws.entry((asked, dice)).or_insert_with(both).clone()
    }

    /// The law of the first comparison of a duel; of two by two those of the bouts, if chosen dice come in their order. `None`
    /// if it is not known what somebody throws.
    pub(crate) fn laws(&mut self, fight: Fight<'_>) -> Option<Vec<Arc<Law>>> {
        let asked: Vec<(Asked, Option<Dice>)> = fight.seats().map(|seat| (fight.asked(seat), None)).collect();
        // Every bout is won by somebody who has not won one, or is the last.
        let bouts = if fight.duel.contest == Contest::TwoByTwo { asked.len() + 1 } else { 1 };
        (0..bouts).map(|bout| self.law_of((asked.clone(), bout))).collect()
    }

    /// The law of the comparison of throws.
    fn law_of(&mut self, asked: Thrown) -> Option<Arc<Law>> {
        if let Some(known) = self.laws.get(&asked) {
            return known.clone();
        }
        if self.laws.len() >= MOST_KNOWN {
            self.laws.clear();
        }
        let law = self.find_law(&asked.0, asked.1).map(Arc::new);
        self.laws.insert(asked, law.clone());
        law
    }

    fn find_law(&mut self, asked: &[(Asked, Option<Dice>)], bout: usize) -> Option<Law> {
        let &((_, _, contest, _), dice) = asked.first()?;
        if dice.is_some() {
            let all: Option<Vec<Arc<Both>>> = asked.iter().map(|&(asked, dice)| self.throw(asked, dice?)).collect();
            let all = all?;
            let throws: Vec<(&Throw, Option<&Throw>)> = all.iter().map(|both| (&both.0, both.1.as_ref())).collect();
            return Some(Law::of_throw(&throws, (&self.kept, contest)));
        }
        let players: Option<Vec<Arc<Player>>> = asked.iter().map(|&(asked, _)| self.player(asked)).collect();
        let players = players?;
        let alone: Vec<(&Alone, Option<&Alone>)> =
            players.iter().map(|player| (&player.throws, player.clean.as_ref())).collect();
        Law::new(&alone, bout, (&self.kept, contest))
    }

    /// Whether somebody could act in a duel, so that the quiet one may have another end than the real one.
    pub(crate) fn can_act(&mut self, fight: Fight<'_>) -> bool {
        fight.seats().any(|seat| self.player(fight.asked(seat)).is_none_or(|player| player.clean.is_some()))
    }

    /// Fights a duel quietly with the draws of the real one: by how much the shares of the win that its throws gave differ from
    /// what could be expected of them. Whatever the shares are worth, this is 0 on average. `None` if it is not known how
    /// somebody fights quietly.
    pub(crate) fn gains(&mut self, fight: Fight<'_>, block: BlockKey) -> Option<Vec<Gain>> {
        let mut gains = Vec::new();
        let comparisons = self.fight(fight, block)?;
        for comparison in &comparisons {
            let asked = comparison.seats(fight).map(|seat| (fight.asked(seat), comparison.dice(seat))).collect();
            // Whether the law is known depends only on what happened before the throw. So leaving a throw out is no bias.
            let Some(law) = self.law_of((asked, 0)) else { continue };
            let seats: Vec<Seat> = comparison.seats(fight).collect();
            let seen = law.seen(comparison, &seats, comparison.case(fight), &self.kept);
            let expected = law.cells().map(|cell| (cell, -1.0));
            for ((shown, shares), sign) in expected.chain([(&seen, 1.0)]) {
                let mut points = comparison.points.map(|points| points as u8);
                seats.iter().zip(shown).for_each(|(seat, shown)| points[seat.index()] += shown);
                for (seat, share) in seats.iter().zip(shares).filter(|(_, share)| **share != 0.0) {
                    gains.push(Gain { seat: seat.index(), ahead: comparison.ahead, points, share: sign * share });
                }
            }
            // From here on, the real duel may go another way.
            if comparison.acting != 0 {
                break;
            }
        }
        self.tools.record = Some(comparisons);
        Some(gains)
    }

    /// Fights a duel quietly with the draws of the real one; the comparisons in their order. `None` if it is not known how
    /// somebody fights it quietly.
    fn fight(&mut self, fight: Fight<'_>, block: BlockKey) -> Option<Vec<Comparison>> {
        let mut players: [Option<Arc<Player>>; MAX_SEATS] = Default::default();
        for seat in fight.seats() {
            players[seat.index()] = Some(self.player(fight.asked(seat))?);
        }
        let Fight { state, duel, .. } = fight;
        // Whoever does not take part stands behind somebody who does.
        let first = players[state.active.index()].clone()?;
        let players: Vec<Arc<Player>> =
            players.into_iter().take(state.seats).map(|player| player.unwrap_or_else(|| Arc::clone(&first))).collect();
        self.tools.set_quiet(players.iter().map(|player| &player.ready));
        let conducts: Vec<&dyn Strategy> =
            players.iter().map(|player| &player.fighter.conduct as &dyn Strategy).collect();
        const SEATING: [StrategyIndex; MAX_SEATS] = [0, 1, 2, 3, 4, 5];
        let table = Table { strategies: &conducts, seating: &SEATING[..state.seats], block };
        self.board.state.clone_from(state);
        self.board.arena.begin(duel, state.active, state.all().map(|seat| state.dice(seat)));
        Play::new(self.game, table, &mut self.board, &mut ()).quick(&mut self.tools);
        self.tools.record.take()
    }
}

/// Those of so many players whose bits are set.
pub(super) fn members(set: Seats, seats: usize) -> impl Iterator<Item = usize> {
    (0..seats).filter(move |&seat| set & bit(Seat(seat as u8)) != 0)
}
