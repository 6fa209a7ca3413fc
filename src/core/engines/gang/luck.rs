//! Luck in Gang of Dice: what the cards and the dice of each round gave or took, by the values of the line-up at hand.
//!
//! Owns which line-ups share their values (rotations of one another, where no strategy reads which seat is which), and
//! adding up a game. In a round in which a decision is not known the luck of the dice stays; which rounds these are depends
//! on nothing but the position before them and the card, so the mean stays right.

use crate::engines::Seatings;
use crate::engines::luck::{Cancel, CancelledShares, KnownOptions, Luck, SeatValues, Swings, Valuer, stake_of};
use crate::exact::Situation;
use crate::exact::champion::Options;
use crate::exact::luck::{Expected, LuckValues, PlayedRound, Position, SeatsRead, Unknown, WHOLE_VALUE, Why};
use crate::games::gang::{CardIndex, Gang, MAX_SEATS as SEATS, Strategy, Turn, TurnResult};
use crate::games::{Outcome, Seat, Seating, StrategyIndex, TurnOver, WHOLE_WIN};

/// The most line-ups whose values are kept.
const MOST_LINEUPS: usize = 256;

/// Values of line-ups, and which seating is which of them.
pub(super) struct GangLuck<'g> {
    values: Vec<LuckValues<'g>>,
    seatings: Vec<Rotated>,
    options: Options,
    rounds: u32,
}

/// A seating as a rotation of a line-up with values.
#[derive(Clone, Debug)]
struct Rotated {
    seating: Vec<StrategyIndex>,
    /// The line-up's number.
    lineup: usize,
    /// Which seat is its first.
    by: usize,
}

impl<'g> GangLuck<'g> {
    /// What luck is for these strategies in these seatings; `go_on` is asked as the work goes on.
    ///
    /// # Errors
    /// If a decision of theirs cannot be known.
    pub(super) fn new(
        game: &'g Gang,
        strategies: &'g [&'g dyn Strategy],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<GangLuck<'g>, Unknown> {
        match GangLuck::for_seatings(game, strategies, (seatings, SeatsRead::No), go_on) {
            Err(Unknown::Decision { why: Why::Seats, .. }) => {
                GangLuck::for_seatings(game, strategies, (seatings, SeatsRead::Yes), go_on)
            }
            made => made,
        }
    }

    /// Luck where positions are valued as if these strategies sat there, seat by seat.
    ///
    /// # Errors
    /// If a decision of theirs, or of those that play, cannot be known.
    fn valued_as(
        self,
        game: &'g Gang,
        strategies: &'g [&'g dyn Strategy],
        go_on: &dyn Fn() -> bool,
    ) -> Result<GangLuck<'g>, Unknown> {
        let seating: Vec<StrategyIndex> = (0..strategies.len()).collect();
        let other = LuckValues::new(game, strategies, (&seating, SeatsRead::No), go_on)?;
        let mut luck = self;
        luck.values.iter_mut().for_each(|values| values.value_as(&other));
        Ok(luck)
    }

    fn for_seatings(
        game: &'g Gang,
        strategies: &'g [&'g dyn Strategy],
        (seatings, seats): (&Seatings, SeatsRead),
        go_on: &dyn Fn() -> bool,
    ) -> Result<GangLuck<'g>, Unknown> {
        let (options, rounds) = (Options::new(game), game.deck().rounds());
        let mut luck = GangLuck { values: Vec::new(), seatings: Vec::new(), options, rounds };
        let mut lineups: Vec<Vec<StrategyIndex>> = Vec::new();
        for seating in seatings.iter() {
            let (turned, by) = turned(seating, seats);
            let known = lineups.iter().position(|lineup| *lineup == turned);
            if known.is_none() {
                if lineups.len() == MOST_LINEUPS {
                    return Err(Unknown::Large);
                }
                luck.values.push(LuckValues::new(game, strategies, (&turned, seats), go_on)?);
                lineups.push(turned);
            }
            let lineup = known.unwrap_or(lineups.len() - 1);
            luck.seatings.push(Rotated { seating: seating.to_vec(), lineup, by });
        }
        Ok(luck)
    }
}

/// What luck is for these strategies in these seatings where positions are valued as if `others` sat there, seat by seat: it is
/// as unbiased, and shows what values of the line-up at hand are worth.
///
/// # Errors
/// If a decision of any of them cannot be known.
pub fn gang_luck_valued_as<'g>(
    game: &'g Gang,
    (strategies, seatings): (&'g [&'g dyn Strategy], &Seatings),
    others: &'g [&'g dyn Strategy],
) -> Result<Box<dyn Luck + 'g>, Unknown> {
    let luck = GangLuck::new(game, strategies, seatings, &|| true)?;
    Ok(Box::new(luck.valued_as(game, others, &|| true)?))
}

/// The rotation of a seating that stands for all of them, and which seat is its first.
fn turned(seating: &Seating, seats: SeatsRead) -> (Vec<StrategyIndex>, usize) {
    let rotation = |by: usize| ([&seating[by..], &seating[..by]].concat(), by);
    match seats {
        SeatsRead::Yes => rotation(0),
        SeatsRead::No => (1..seating.len()).map(rotation).fold(rotation(0), std::cmp::min),
    }
}

impl GangLuck<'_> {
    fn canceller(&self) -> Canceller<'_> {
        let expected = Expected::new(self.values.clone());
        Canceller { expected, seatings: &self.seatings, last: 0, rounds: Vec::new() }
    }
}

impl Luck for GangLuck<'_> {
    fn worker(&self) -> Box<dyn Cancel + '_> {
        Box::new(self.canceller())
    }

    fn valuer(&self) -> Box<dyn Valuer + '_> {
        Box::new(Values { of: self, starts: vec![None; self.values.len()], games: self.canceller() })
    }
}

/// The round that chance told of by these numbers, in the order that the game says.
fn told(numbers: &[u32]) -> Option<PlayedRound> {
    let &[card, round, first, left, bonus, a, b, c, d] = numbers else { return None };
    let position = Position { round, first: first as usize, left, bonus, pools: [a, b, c, d], seen: 0 };
    Some(PlayedRound { position, card: CardIndex(card as u16) })
}

impl Rotated {
    /// A position as the line-up sees it whose rotation this is.
    fn turn(&self, position: &mut Position) {
        let seats = self.seating.len();
        if self.by > 0 {
            position.first = (position.first + seats - self.by) % seats;
            position.pools[..seats].rotate_left(self.by);
        }
    }

    /// The seat that this one is in the line-up.
    fn seat(&self, seat: usize) -> usize {
        (seat + self.seating.len() - self.by) % self.seating.len()
    }
}

/// What positions are worth.
struct Values<'l> {
    of: &'l GangLuck<'l>,
    /// By line-up the value of the first position, once it is known.
    starts: Vec<Option<[f64; SEATS]>>,
    /// The values, and what chance changed in games.
    games: Canceller<'l>,
}

impl Valuer for Values<'_> {
    fn before(&mut self, seating: &Seating, numbers: &[u32]) -> Option<SeatValues> {
        let PlayedRound { mut position, .. } = told(numbers)?;
        let rotated = self.of.seatings.iter().find(|known| known.seating == seating)?;
        rotated.turn(&mut position);
        let values = &mut self.games.expected.values_mut()[rotated.lineup];
        let shares = match position.round {
            0 => *self.starts[rotated.lineup].get_or_insert_with(|| values.start_value()),
            _ => values.value(&position),
        };
        let mut found = SeatValues::default();
        for (seat, value) in found.iter_mut().enumerate().take(seating.len()) {
            *value = (shares[rotated.seat(seat)].clamp(0.0, 1.0) * f64::from(WHOLE_VALUE)).round() as u32;
        }
        Some(found)
    }

    fn swings(&mut self, seating: &Seating, rounds: &[&[u32]], outcome: &Outcome) -> Option<Swings> {
        let rounds: Option<Vec<PlayedRound>> = rounds.iter().map(|numbers| told(numbers)).collect();
        self.games.rounds = rounds?;
        let changes =
            self.games.ended(seating, outcome, |expected, lineup, rounds, end| expected.changes(lineup, rounds, end));
        let squared = |of: &[i64; SEATS]| of.iter().map(|&change| in_millionths(change).pow(2)).sum::<u64>();
        let mut swings = Swings::default();
        for change in &changes {
            swings.cards += squared(&change.card);
            swings.dice += squared(&change.dice);
        }
        Some(swings)
    }

    fn options(&self) -> KnownOptions {
        KnownOptions::OfTurns(self.of.rounds)
    }

    fn stake_of_turn(&mut self, seating: &Seating, numbers: &[u32], before: &[TurnOver]) -> Option<f64> {
        let PlayedRound { mut position, card } = told(numbers)?;
        let rotated = self.of.seatings.iter().find(|known| known.seating == seating)?;
        rotated.turn(&mut position);
        let turns = before.iter().map(|turn| {
            let seat = Seat(rotated.seat(turn.seat.index()) as u8);
            Some(Turn { seat, dice: turn.dice?, result: turn.total.map_or(TurnResult::Invalid, TurnResult::Total) })
        });
        let situation = Situation { position, card, turns: turns.collect::<Option<_>>()? };
        let mut worths = self.games.expected.values()[rotated.lineup].worths(&self.of.options, &situation).ok()?;
        Some(stake_of(&mut worths))
    }
}

struct Canceller<'l> {
    expected: Expected<'l>,
    seatings: &'l [Rotated],
    /// The seating of the last game: the next one follows it.
    last: usize,
    rounds: Vec<PlayedRound>,
}

impl<'l> Canceller<'l> {
    /// The seating of a game.
    fn seating(&mut self, seating: &Seating) -> &'l Rotated {
        let all = self.seatings;
        let next = (self.last + 1) % all.len();
        self.last = match all[next].seating == seating {
            true => next,
            false => all.iter().position(|known| known.seating == seating).unwrap_or(next),
        };
        &all[self.last]
    }

    /// What `find` finds in a game that is over, as its line-up sees it: the number of the line-up, the rounds, and the pools and
    /// shares at the end. The next game begins.
    fn ended<T>(
        &mut self,
        seating: &Seating,
        outcome: &Outcome,
        find: impl FnOnce(&mut Expected<'l>, usize, &[PlayedRound], (&[u32; SEATS], &[u8; SEATS])) -> T,
    ) -> T {
        let (seats, rotated) = (seating.len(), self.seating(seating));
        let (lineup, by) = (rotated.lineup, rotated.by);
        let mut pools: [u32; SEATS] = std::array::from_fn(|seat| outcome.score[seat]);
        let mut shares: [u8; SEATS] = std::array::from_fn(|seat| outcome.share[seat]);
        self.rounds.iter_mut().for_each(|round| rotated.turn(&mut round.position));
        self.expected.set_seen(lineup, &mut self.rounds);
        pools[..seats].rotate_left(by);
        shares[..seats].rotate_left(by);
        let found = find(&mut self.expected, lineup, &self.rounds, (&pools, &shares));
        self.rounds.clear();
        found
    }
}

impl Cancel for Canceller<'_> {
    #[inline]
    fn chance_falls(&mut self, numbers: &[u32]) {
        self.rounds.extend(told(numbers));
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) -> CancelledShares {
        let luck = self.ended(seating, outcome, |expected, lineup, rounds, end| expected.luck(lineup, rounds, end));
        let rotated = &self.seatings[self.last];
        let mut cancelled = CancelledShares::default();
        for seat in 0..seating.len() {
            let played = i64::from(outcome.share[seat]) * i64::from(WHOLE_VALUE / WHOLE_WIN);
            cancelled[seat] = played - luck[rotated.seat(seat)];
        }
        cancelled
    }
}

/// A part of a win in millionths, whatever its sign.
fn in_millionths(change: i64) -> u64 {
    const MILLION: u64 = 1_000_000;
    let whole = u64::from(WHOLE_VALUE);
    (change.unsigned_abs() * MILLION + whole / 2) / whole
}

/// A remark of why luck is not cancelled, for strategies with these names.
pub(super) fn why_not(unknown: Unknown, names: &[String]) -> String {
    use crate::games::declaration::Declared;
    match unknown {
        Unknown::Decision { strategy, why } => {
            let what = match why {
                Why::Reads(index) => format!("reads '{}'", Gang::OBSERVABLES[usize::from(index.0)].name),
                Why::Coin => "tosses too many coins".to_owned(),
                Why::Unlisted => "reads too much, or rerolls otherwise in every turn".to_owned(),
                Why::Seats => "reads which seat is which".to_owned(),
                Why::Rolled => "commits too many dice".to_owned(),
                Why::Fails => "fails".to_owned(),
            };
            format!("{} {what}, of which the expectation is not known", names[strategy])
        }
        Unknown::Large => "there are too many dice, cards or line-ups".to_owned(),
        Unknown::Policies(strategy) => format!("{} has too many different ways to reroll", names[strategy]),
        Unknown::Decisions(strategy) => format!("{} decides differently in too many positions", names[strategy]),
        Unknown::Stopped => "it was stopped".to_owned(),
    }
}
