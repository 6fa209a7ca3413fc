//! The course of one game as numbers: how each seat stands before the first round and after each, and what that says of how
//! the game feels.
//!
//! Owns the measures of a game ([`Measure`]). Each is a whole number of a unit and a weight, so that those of many games add up
//! to the same bits in any order. Whose games they are, and what their standings come from, is for others.
//!
//! The excitement of a game is what sports analytics sum as win probability added (Lindsey, Operations Research 11 (1963) 477,
//! introduced it for baseball). That lead changes, drama and uncertainty can be measured on such a curve is from Browne,
//! "Automatic generation and evaluation of recombination games" (2008). The definitions here are this program's own.

/// The standing of a seat that has won: every number of winners up to six divides it.
pub const WHOLE_STANDING: u32 = 6_000_000;
/// A seat whose win probability is above this has as good as won.
const DECIDED: u32 = WHOLE_STANDING / 10 * 9;
/// A seat whose win probability is below this has as good as lost.
const DEAD: u32 = WHOLE_STANDING / 100;
/// A win from below this is a comeback, and from below the other a great one.
const COMEBACK: u32 = WHOLE_STANDING / 5;
const GREAT_COMEBACK: u32 = WHOLE_STANDING / 10;
/// A decision matters if its best option is worth at least so much of a win more than the middle one.
pub const MATTERS: f64 = 0.01;

/// What a standing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The win probability of a seat.
    Value,
    /// Its share of the scores of all seats, which says who leads, but not how likely a win is.
    Score,
}

/// Something measured in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The rounds of the game.
    Rounds,
    /// How often another seat takes the lead than the one that had it last.
    LeadChanges,
    /// How near the second is to the leader: 1 less the difference of their standings, on average before each round.
    Tension,
    /// The sum of all gains in standing from round to round.
    Excitement,
    /// The share of the rounds that were played until the game was decided.
    Decided,
    /// The round after which the game was decided.
    DecidedRound,
    /// The lowest standing of the winner before any round.
    Comeback,
    /// Whether that was below 20%.
    ComebackFrom20,
    /// Whether that was below 10%.
    ComebackFrom10,
    /// The win share of the leader after a quarter of the rounds.
    Runaway,
    /// The share of rounds that seats begin with a win probability below 1%.
    Dead,
    /// The turns of others between two turns of a seat.
    Downtime,
    /// The share of rounds in which nothing that a seat decided mattered.
    Idle,
}

impl Measure {
    /// All of them, in the order of their numbers.
    pub const ALL: [Measure; 13] = [
        Measure::Rounds,
        Measure::LeadChanges,
        Measure::Tension,
        Measure::Excitement,
        Measure::Decided,
        Measure::DecidedRound,
        Measure::Comeback,
        Measure::ComebackFrom20,
        Measure::ComebackFrom10,
        Measure::Runaway,
        Measure::Dead,
        Measure::Downtime,
        Measure::Idle,
    ];

    /// Its place among all.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of its units make up one: of a win, a game, a round or a turn.
    pub const fn unit(self) -> u32 {
        match self {
            Measure::Rounds | Measure::LeadChanges | Measure::DecidedRound => 1,
            Measure::Dead | Measure::Downtime | Measure::Idle => 1,
            Measure::Tension | Measure::Excitement | Measure::Decided | Measure::Comeback => WHOLE_STANDING,
            Measure::ComebackFrom20 | Measure::ComebackFrom10 => 1,
            Measure::Runaway => WHOLE_STANDING,
        }
    }

    /// Whether it lies from 0 to 1.
    pub const fn is_share(self) -> bool {
        !matches!(
            self,
            Measure::Rounds | Measure::LeadChanges | Measure::DecidedRound | Measure::Downtime | Measure::Excitement
        )
    }

    /// Whether it means anything where standings are of this kind.
    pub fn is_known(self, standing: Standing) -> bool {
        standing == Standing::Value
            || !matches!(
                self,
                Measure::Excitement
                    | Measure::Comeback
                    | Measure::ComebackFrom20
                    | Measure::ComebackFrom10
                    | Measure::Dead
                    | Measure::Idle
            )
    }
}

/// A measure of a game: how much in its unit, and of how many things. Most are of the game, which is one thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Things that were measured; none if the game has none.
    pub of: u64,
    /// The sum over them.
    pub sum: u64,
}

impl Measured {
    fn one(sum: u64) -> Measured {
        Measured { of: 1, sum }
    }
}

/// The course of a game.
#[derive(Clone, Copy, Debug)]
pub struct Trajectory<'t> {
    /// What the standings are.
    pub standing: Standing,
    /// How many play, at least 2.
    pub seats: usize,
    /// Before the first round and after each the standings of all seats, which add up to [`WHOLE_STANDING`] but for roundings.
    pub standings: &'t [u32],
    /// The win share of each seat in the end, in the same unit.
    pub shares: &'t [u32],
    /// Whose turn it was, turn by turn.
    pub turns: &'t [u8],
    /// The pairs of a round and a seat with a turn in it, and those in which nothing that the seat decided mattered
    /// ([`MATTERS`]); nothing if it is not known what options are worth.
    pub idle: Measured,
}

impl Trajectory<'_> {
    /// The rounds that were played.
    pub fn rounds(&self) -> usize {
        (self.standings.len() / self.seats).saturating_sub(1)
    }

    /// The standings after this number of rounds.
    fn after(&self, rounds: usize) -> &[u32] {
        &self.standings[rounds * self.seats..][..self.seats]
    }

    /// The standings before each round that was played.
    fn before_rounds(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.rounds()).map(|round| self.after(round))
    }

    /// The only winner.
    fn winner(&self) -> Option<usize> {
        self.shares.iter().position(|&share| share == WHOLE_STANDING)
    }

    /// All measures of the game, by their place; those of a game without rounds are of nothing.
    pub fn measures(&self) -> [Measured; Measure::ALL.len()] {
        let mut all = [Measured::default(); Measure::ALL.len()];
        if self.rounds() == 0 {
            return all;
        }
        for measure in Measure::ALL.into_iter().filter(|measure| measure.is_known(self.standing)) {
            all[measure.index()] = self.measure(measure);
        }
        all
    }

    fn measure(&self, measure: Measure) -> Measured {
        let rounds = self.rounds();
        match measure {
            Measure::Rounds => Measured::one(rounds as u64),
            Measure::LeadChanges => Measured::one(self.lead_changes()),
            Measure::Tension => {
                let sum: u64 = self.before_rounds().map(|standings| u64::from(WHOLE_STANDING - lead(standings))).sum();
                Measured::one(mean(sum, rounds as u64))
            }
            Measure::Excitement => Measured::one(self.excitement()),
            Measure::Decided => Measured::one(mean(u64::from(WHOLE_STANDING) * self.decided() as u64, rounds as u64)),
            Measure::DecidedRound => Measured::one(self.decided() as u64),
            Measure::Comeback => Measured::one(self.lowest().into()),
            Measure::ComebackFrom20 => Measured::one((self.lowest() < COMEBACK).into()),
            Measure::ComebackFrom10 => Measured::one((self.lowest() < GREAT_COMEBACK).into()),
            Measure::Runaway => self.runaway(),
            Measure::Dead => {
                let dead = self.before_rounds().flatten().filter(|&&standing| standing < DEAD).count();
                Measured { of: (rounds * self.seats) as u64, sum: dead as u64 }
            }
            Measure::Downtime => self.downtime(),
            Measure::Idle => self.idle,
        }
    }

    /// How much the standings move, whatever they are: the sum of all gains.
    pub fn excitement(&self) -> u64 {
        (0..self.rounds()).map(|round| self.gains(round)).sum()
    }

    /// The same in a round, from 0.
    ///
    /// # Panics
    /// If the game has no such round.
    pub fn gains(&self, round: usize) -> u64 {
        let moved = self.after(round).iter().zip(self.after(round + 1));
        moved.map(|(&before, &after)| u64::from(after.saturating_sub(before))).sum()
    }

    /// A tie changes nothing: the lead stays with the one who had it.
    fn lead_changes(&self) -> u64 {
        let (mut leader, mut changes) = (None, 0);
        for next in (1..=self.rounds()).filter_map(|round| alone_ahead(self.after(round))) {
            changes += u64::from(leader.is_some_and(|leader| leader != next));
            leader = Some(next);
        }
        changes
    }

    /// After how many rounds the game was decided: from then on the winner's win probability was above 90%, or where
    /// standings are shares of scores, the winner was alone in the lead. A shared win is decided by the last round.
    fn decided(&self) -> usize {
        let Some(winner) = self.winner() else { return self.rounds() };
        let is_ahead = |round: &usize| match self.standing {
            Standing::Value => self.after(*round)[winner] > DECIDED,
            Standing::Score => alone_ahead(self.after(*round)) == Some(winner),
        };
        self.rounds() - (0..self.rounds()).rev().take_while(is_ahead).count()
    }

    /// The lowest standing before any round, among the seats that share the win.
    fn lowest(&self) -> u32 {
        let of_winners = |standings| std::iter::zip(standings, self.shares).filter(|&(_, &share)| share > 0);
        let all = self.before_rounds().flat_map(|standings| of_winners(standings).map(|(&standing, _)| standing));
        all.min().unwrap_or(WHOLE_STANDING)
    }

    /// Of nothing where nobody was alone ahead, or the game was over by then.
    fn runaway(&self) -> Measured {
        let quarter = self.rounds().div_ceil(4);
        match alone_ahead(self.after(quarter)).filter(|_| quarter < self.rounds()) {
            Some(leader) => Measured::one(self.shares[leader].into()),
            None => Measured::default(),
        }
    }

    fn downtime(&self) -> Measured {
        let mut last: Vec<Option<usize>> = vec![None; self.seats];
        let mut between = Measured::default();
        for (at, &seat) in self.turns.iter().enumerate() {
            if let Some(before) = last[usize::from(seat)].replace(at) {
                between.of += 1;
                between.sum += (at - before - 1) as u64;
            }
        }
        between
    }
}

/// How far the highest of some standings is above the next one.
pub fn lead(standings: &[u32]) -> u32 {
    let [first, second] = standings.iter().fold([0, 0], |[first, second], &standing| match standing {
        standing if standing >= first => [standing, first],
        standing => [first, standing.max(second)],
    });
    first - second
}

/// The seat that is higher than every other one.
pub fn alone_ahead(standings: &[u32]) -> Option<usize> {
    let most = *standings.iter().max()?;
    let mut seats = standings.iter().enumerate().filter(|&(_, &standing)| standing == most);
    let (seat, _) = seats.next()?;
    seats.next().is_none().then_some(seat)
}

/// A sum divided by the number of its terms, rounded to the nearest.
fn mean(sum: u64, of: u64) -> u64 {
    (2 * sum + of) / (2 * of)
}

/// The shares of some scores, in [`WHOLE_STANDING`]; equal ones where nobody has any.
pub fn shares_of_scores(scores: &[u32], to: &mut Vec<u32>) {
    let all: u64 = scores.iter().map(|&score| u64::from(score)).sum();
    let whole = u64::from(WHOLE_STANDING);
    to.extend(scores.iter().map(|&score| match all {
        0 => (whole / scores.len() as u64) as u32,
        all => mean(whole * u64::from(score), all) as u32,
    }));
}

#[cfg(test)]
mod tests;
