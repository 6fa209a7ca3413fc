//! Duels fought without a table against the same ones at the table: with the same draws they end alike.

use crate::dice::{RunKey, mix};
use crate::games::battle::Battle;
use crate::games::battle::arena::Board;
use crate::games::battle::conduct::{Choice, Conduct, Multiplying};
use crate::games::battle::dice::{Kind, Kinds, Powers};
use crate::games::battle::duel::{Contest, Duel, Hand, Verdict};
use crate::games::battle::play::Play;
use crate::games::battle::quick::Tools;
use crate::games::battle::rules::{MAX_SEATS, Rules};
use crate::games::battle::state::State;
use crate::games::battle::view::Strategy;
use crate::games::battle::watch::{Event, Watch};
use crate::games::{Seat, Table};

/// The dice that each player threw, counted as `dice.csv` does.
#[derive(Default)]
struct Thrown([[u32; 6]; MAX_SEATS]);

impl Watch for Thrown {
    fn see(&mut self, event: Event, board: &Board) {
        use crate::games::battle::arena::Cause;
        match event {
            Event::Thrown(seat, dice) => {
                Kind::ALL.iter().for_each(|&kind| self.0[seat.index()][kind.index()] += dice.of(kind));
            }
            Event::Landed(seat, die, Cause::Throw | Cause::Extra) => {
                self.0[seat.index()][board.arena.side(seat).zone.at(die).kind.index()] += 1;
            }
            _ => {}
        }
    }
}

/// What came of a duel: its end, the points, and the dice thrown.
type End = (Verdict, [u32; MAX_SEATS], [[u32; 6]; MAX_SEATS]);

/// A duel of any packs and conducts, drawn from a number.
struct AnyDuel {
    game: Battle,
    state: State,
    conducts: Vec<Conduct>,
    duel: Duel,
    number: u64,
}

impl AnyDuel {
    fn new(number: u64) -> AnyDuel {
        let mut word = mix(number + 77);
        let mut below = |bound: u64| {
            word = mix(word.wrapping_add(0x9e37_79b9_7f4a_7c15));
            (word % bound) as u32
        };
        let seats = 2 + below(5) as usize;
        let game = Battle::new(Rules::default(), seats).unwrap();
        let acts = [Kind::White, Kind::Yellow, Kind::Green, Kind::Black, Kind::Red, Kind::Blue];
        let kinds = 4 + below(3);
        let mut left = game.rules().supply(seats);
        let packs: Vec<Kinds> = (0..seats)
            .map(|_| {
                let mut pack = Kinds::EMPTY;
                for _ in 0..below(12) {
                    let kind = acts[below(kinds.into()) as usize];
                    if left.has(kind) {
                        left -= kind;
                        pack += kind;
                    }
                }
                pack
            })
            .collect();
        let active = Seat(below(seats as u64) as u8);
        let state = State::between_duels(game.rules(), &packs, &vec![0; seats], active).unwrap();
        let order = Choice::Order([Kind::Black, Kind::Green, Kind::White, Kind::Yellow].map(|kind| (kind, 4)).to_vec());
        // The order of a file that names two kinds.
        let named = [Kind::Green, Kind::White].map(|kind| (kind, u32::MAX));
        let full = Choice::Order([&named[..], &game.by_worth].concat());
        let conducts = (0..seats).map(|_| match below(5) {
            0 => Conduct::default(),
            4 => Conduct { choice: full.clone(), ..Conduct::default() },
            1 => Conduct { declined: Powers::STAGED.without(Powers::EXTRA), ..Conduct::default() },
            2 => Conduct { multiplying: Multiplying::VictoryPointsFirst, choice: order.clone(), ..Conduct::default() },
            _ => Conduct { declined: Powers::REROLL.with(Powers::CANCEL), ..Conduct::default() },
        });
        let conducts = conducts.collect();
        let contest = match below(6) {
            0 => Contest::FirstTo15,
            1 => Contest::RussianRoulette,
            2 => Contest::Battle,
            3 => Contest::Armageddon(1 + below(9)),
            4 => Contest::ByPoints(1 + below(12)),
            _ => Contest::TwoByTwo,
        };
        let others: Vec<Seat> = state.from(active).skip(1).collect();
        let opponent = (below(3) == 0).then(|| others[below(others.len() as u64) as usize]);
        AnyDuel { game, state, conducts, duel: Duel { contest, opponent, hand: Hand::ALL[below(2) as usize] }, number }
    }

    /// What comes of it at the table, or without one; nothing if it has to be fought at the table.
    fn fight(&self, quickly: bool) -> Option<End> {
        let players: Vec<&dyn Strategy> = self.conducts.iter().map(|conduct| conduct as &dyn Strategy).collect();
        let mut tools = Tools::new(&self.game, self.conducts.iter().cloned());
        let seating: Vec<usize> = (0..players.len()).collect();
        let block = RunKey::new(3).block(self.number);
        let table = Table { strategies: &players, seating: &seating, block };
        let mut board = Board { state: self.state.clone(), ..Board::default() };
        board.arena.begin(self.duel, self.state.active, self.state.all().map(|seat| self.state.dice(seat)));
        let mut thrown = Thrown::default();
        let mut play = Play::new(&self.game, table, &mut board, &mut thrown);
        let verdict = if quickly { play.quick(&mut tools)? } else { play.contest().ok()? };
        let points = play.points(verdict);
        Some((verdict, points, thrown.0))
    }
}

/// A quarter of these duels at least can be fought without a table; a fault of an order that names too few kinds is for the
/// table.
#[test]
fn a_duel_without_a_table_ends_like_the_one_at_the_table() {
    let mut quick = 0;
    for number in 0..20_000 {
        let duel = AnyDuel::new(number);
        if let Some(end) = duel.fight(true) {
            quick += 1;
            assert_eq!(Some(end), duel.fight(false), "{number}: {} {:?}", duel.duel, duel.conducts);
        }
    }
    assert!(quick > 5_000, "{quick} of 20,000");
}
