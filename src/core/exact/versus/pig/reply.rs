//! The best response to a strategy of Pig.
//!
//! Owns the value iteration of Neller and Presser (see [`pig`](crate::exact::pig)) with one player who plays as a strategy
//! says, and where the other one holds. A lost turn changes neither score, so two positions depend on each other and
//! otherwise on higher scores only.

use super::super::chain::Row;
use super::super::{BestReply, ExactFault};
use super::{Observed, Players, Position, check};
use crate::exact::pig::Holds;
use crate::games::pig::{Pig, Strategy};

/// The number of the strategy; the best response is the other player.
const STRATEGY: usize = 1;
/// A pair of positions is solved when its two values change by less than this together.
const SETTLED: f64 = 1e-14;
/// The most rounds.
const MOST_ROUNDS: u32 = 10_000;
/// Holding is chosen where rolling is better by no more than this.
const TIE: f64 = 1e-12;

/// What the best response to a strategy does in every position, and what it wins.
pub struct PigReply {
    wins: BestReply,
    /// Whether the strategy looks at who sits where.
    by_seat: bool,
    /// Where the reply holds in games that it starts, and in games that the strategy starts.
    holds: [Holds; 2],
}

/// The win shares of the best response, by its score and that of the strategy.
struct Solving<'g, 'p> {
    players: &'p mut Players<'g>,
    goal: usize,
    starter: usize,
    /// Where the reply is on turn, and where the strategy is.
    replies: Vec<f64>,
    answers: Vec<f64>,
    /// Where the reply holds.
    holds: Holds,
    rounds: u32,
}

impl PigReply {
    /// Solves the game of two in which a strategy of this name plays against the best response to it; `go_on` is told which
    /// part of the work is done, 0 to 1, and says whether it goes on.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn solve(
        game: &Pig,
        (strategy, name): (&dyn Strategy, &str),
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<PigReply, ExactFault> {
        check(game)?;
        let mut players = Players::new(game, [strategy; 2], [name; 2]);
        let goal = game.rules().goal as usize;
        loop {
            let mut wins = BestReply { in_seat: vec![0.0; 2], positions: 0, sweeps: 0 };
            let mut holds = [Holds::nowhere(goal), Holds::nowhere(goal)];
            for (starter, (share, holds)) in wins.in_seat.iter_mut().zip(&mut holds).enumerate() {
                let mut solving = Solving::new(&mut players, goal, starter);
                solving.solve(go_on)?;
                *share = if starter == STRATEGY { solving.answers[0] } else { solving.replies[0] };
                *holds = solving.holds;
                wins.sweeps = wins.sweeps.max(solving.rounds);
                wins.positions += 2 * goal * goal;
            }
            let observed: Observed = players.seen();
            if observed == players.observed {
                return Ok(PigReply { wins, by_seat: observed.seats, holds });
            }
            players.observed = observed;
        }
    }

    /// What the reply wins.
    pub fn wins(&self) -> BestReply {
        self.wins.clone()
    }

    /// Whether the reply holds with this turn total, from 1; the scores are its own and that of the strategy, each below the
    /// goal, and so is the own one with the total. `seat` says where the reply sits, from 0; it is asked if the strategy
    /// looks at that.
    pub fn holds(&self, (own, other, total): (u32, u32, u32), seat: impl Fn() -> usize) -> bool {
        let starter = if self.by_seat { seat() } else { 0 };
        self.holds[starter].at((own as usize, other as usize), total as usize)
    }
}

impl<'g, 'p> Solving<'g, 'p> {
    fn new(players: &'p mut Players<'g>, goal: usize, starter: usize) -> Solving<'g, 'p> {
        let (values, holds) = (vec![0.5; goal * goal], Holds::nowhere(goal));
        Solving { players, goal, starter, replies: values.clone(), answers: values, holds, rounds: 0 }
    }

    /// Solves all positions, those with the highest scores first.
    fn solve(&mut self, go_on: &dyn Fn(f64) -> bool) -> Result<(), ExactFault> {
        let sums = 2 * self.goal - 1;
        for sum in (0..sums).rev() {
            // The games in which the strategy starts come first, then those in which the reply does.
            let done = (self.starter as f64 + (sums - 1 - sum) as f64 / sums as f64) / 2.0;
            if !go_on(done) {
                return Err(ExactFault::Stopped);
            }
            for own in sum.saturating_sub(self.goal - 1)..=sum.min(self.goal - 1) {
                self.solve_pair(own, sum - own)?;
            }
        }
        Ok(())
    }

    /// The two positions with these scores, of the reply and of the strategy.
    fn solve_pair(&mut self, own: usize, other: usize) -> Result<(), ExactFault> {
        let here = own * self.goal + other;
        let mut row = Row::new();
        let at = Position {
            mover: STRATEGY,
            seat: self.players.seat(STRATEGY, self.starter),
            scores: [other as u32, own as u32],
        };
        self.players.turn(at, &mut row)?;
        let mut after = vec![1.0; self.goal + self.players.game.rules().sides as usize];
        for round in 1..=MOST_ROUNDS {
            let before = (self.replies[here], self.answers[here]);
            self.replies[here] = self.reply(own, other, &mut after);
            self.answers[here] = self.answer(&row);
            self.rounds = self.rounds.max(round);
            if (self.replies[here] - before.0).abs() + (self.answers[here] - before.1).abs() < SETTLED {
                self.note_holds(own, other, &after);
                return Ok(());
            }
        }
        Err(ExactFault::Limit(format!("values of positions still change after {MOST_ROUNDS} rounds (simulate)")))
    }

    /// The win share of the reply whose turn begins; leaves in `after` what each turn total is worth.
    fn reply(&self, own: usize, other: usize, after: &mut [f64]) -> f64 {
        let (rules, need) = (self.players.game.rules(), self.goal - own);
        let side = 1.0 / f64::from(rules.sides);
        let at = |own: usize| self.answers[own * self.goal + other];
        after[need..].fill(1.0);
        for total in (0..need).rev() {
            let counts = (1..=rules.sides).filter(|&number| number != rules.bust);
            let rolling = counts.fold(side * at(own), |sum, number| sum + side * after[total + number as usize]);
            after[total] = if total == 0 { rolling } else { rolling.max(at(own + total)) };
        }
        after[0]
    }

    /// Notes where holding is best, given what each turn total is worth.
    fn note_holds(&mut self, own: usize, other: usize, after: &[f64]) {
        for (total, &worth) in after.iter().enumerate().take(self.goal - own).skip(1) {
            if self.answers[(own + total) * self.goal + other] >= worth - TIE {
                self.holds.add((own, other), total);
            }
        }
    }

    /// The win share of the reply as the strategy begins a turn that comes to this.
    fn answer(&self, row: &Row<Position>) -> f64 {
        let worth = |(next, chance): &(Position, f64)| {
            let [own, other] = next.scores.map(|score| score as usize);
            chance * self.replies[own * self.goal + other]
        };
        row.links().iter().map(worth).sum::<f64>() + row.share()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pig::Optimal;
    use crate::exact::versus::exact_pig;
    use crate::games::declaration::NoAnswer;
    use crate::games::pig::{Rules, SEAT, TURN_TOTAL, View};

    /// Holds at a turn total.
    struct Holds(u32);

    impl Strategy for Holds {
        fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
            Ok(view.ask(TURN_TOTAL) < self.0)
        }
    }

    fn game(goal: u32) -> Pig {
        Pig::new(Rules { goal, ..Rules::default() }, 2).unwrap()
    }

    /// Neller and Presser (The UMAP Journal 25 (1), 2004): the best response to best play is best play, and the starter wins
    /// 0.530592725.
    #[test]
    fn the_best_response_to_best_play_is_best_play() {
        let optimal = Optimal::solve(&Rules::default());
        let reply = PigReply::solve(&game(100), (&optimal, "optimal"), &|_| true).unwrap().wins();
        let starts = optimal.chance(0, 0);
        assert!(
            (reply.in_seat[0] - starts).abs() < 1e-10 && (reply.in_seat[1] - (1.0 - starts)).abs() < 1e-10,
            "{reply:?}"
        );
        assert!((starts - 0.530_592_725).abs() < 1e-9);
    }

    /// Holds at a turn total that depends on its seat.
    struct Seated;

    impl Strategy for Seated {
        fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
            Ok(view.ask(TURN_TOTAL) < 6 * view.ask(SEAT))
        }
    }

    /// The strategy that plays the response is followed through all games as any other.
    #[test]
    fn the_best_response_wins_in_games_what_was_computed_for_it() {
        for strategy in [&Holds(12) as &dyn Strategy, &Seated] {
            let reply = PigReply::solve(&game(30), (strategy, "it"), &|_| true).unwrap();
            let shares = exact_pig(&game(30), [&reply, strategy], ["reply", "it"], &|_| true).unwrap();
            for (seat, known) in reply.wins().in_seat.into_iter().enumerate() {
                let found = shares.in_seat(0, seat).value;
                assert!((found - known).abs() < 1e-9 && found > 0.5, "{seat}: {found}, not {known}");
            }
        }
    }

    /// No strategy of those that hold at a total wins more, and best play wins no more than the best response.
    #[test]
    fn the_best_response_wins_more_than_others() {
        let (game, optimal) = (game(30), Optimal::solve(&Rules { goal: 30, ..Rules::default() }));
        let reply = PigReply::solve(&game, (&Holds(12), "holds"), &|_| true).unwrap().wins();
        let of = |strategy: &dyn Strategy| {
            let shares = exact_pig(&game, [strategy, &Holds(12)], ["a", "b"], &|_| true).unwrap();
            [0, 1].map(|seat| shares.in_seat(0, seat).value)
        };
        let best = of(&optimal);
        let others: Vec<[f64; 2]> = (5..30).map(|at| of(&Holds(at))).chain([best]).collect();
        for seat in 0..2 {
            assert!(
                others.iter().all(|other| other[seat] <= reply.in_seat[seat] + 1e-12),
                "{seat}: {reply:?} {others:?}"
            );
        }
        assert!(
            reply.average() > (best[0] + best[1]) / 2.0 + 1e-6,
            "best play is not the best response to all: {best:?} {reply:?}"
        );
    }
}
