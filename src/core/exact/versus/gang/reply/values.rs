//! What every position is worth to a player who knows how its opponent plays, and what that player does in it.
//!
//! Owns the way back from the last round to the first. There are two values of each position: for the reply, where it starts
//! the round, and for the strategy, where that does. As in [`game`](crate::exact::game), each round's card is drawn anew
//! from all that its back allows, and a player commits as many dice as it takes until more of them change nothing.

use super::MOST_DICE;
use super::answers::Answers;
use crate::exact::TurnError;
use crate::exact::course::Course;
use crate::exact::game::chances::Chances;
use crate::exact::game::choices::{Answer, Reply as Move, Round, Stakes, Worth};
use crate::exact::game::induction::Step;
use crate::exact::game::positions::Values;
use crate::exact::game::{Position, Unsolvable};
use crate::exact::induction::Work;
use crate::exact::luck::Unknown;
use crate::exact::round::Mark;
use crate::exact::versus::chain::Progress;
use crate::games::gang::{Card, CardIndex, Gang};

/// Another number of dice has to win so much more.
const WORTH_IT: f64 = 1e-6;

/// Why there are no values.
pub(super) enum Halt {
    /// A decision is not known, or it is too much.
    Unknown(Unknown),
    /// The game cannot be solved.
    Unsolvable(Unsolvable),
}

impl From<Unknown> for Halt {
    fn from(unknown: Unknown) -> Halt {
        Halt::Unknown(unknown)
    }
}

impl From<TurnError> for Halt {
    fn from(error: TurnError) -> Halt {
        Halt::Unsolvable(error.into())
    }
}

/// Who starts a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Starter {
    Reply,
    Strategy,
}

/// Both, in the order of all that there is of each.
pub(super) const STARTERS: [Starter; 2] = [Starter::Reply, Starter::Strategy];

/// What there is before a round, for each that may start it.
pub(super) struct Before {
    /// The value of each position for who starts.
    pub(super) values: [Values; 2],
    /// The dice that the reply commits where it starts, and how many it considers where the strategy does; by card and the
    /// place of the position.
    pub(super) dice: [Vec<Vec<u8>>; 2],
    /// The most of them where the strategy starts, by card.
    most: Vec<u8>,
}

impl Before {
    fn new(values: Values, cards: usize) -> Before {
        let dice = [vec![Vec::new(); cards], vec![Vec::new(); cards]];
        Before { values: [values.clone(), values], dice, most: vec![0; cards] }
    }

    /// Enters dice under a card.
    fn enter<'p>(&mut self, starter: Starter, card: usize, all: impl Iterator<Item = (&'p Position, u32)>) {
        let mut dice = vec![0; self.values[0].numbers().len()];
        all.for_each(|(&position, number)| dice[self.values[0].place_of(position)] = number as u8);
        self.put(starter, card, dice);
    }

    /// Puts the dice under a card, by the place of the position.
    pub(super) fn put(&mut self, starter: Starter, card: usize, dice: Vec<u8>) {
        if starter == Starter::Strategy {
            self.most[card] = dice.iter().copied().max().unwrap_or(0);
        }
        self.dice[starter as usize][card] = dice;
    }

    /// The values for who starts the round before, if that player starts this one, and if the other does.
    fn after(&self, starter: Starter) -> [&Values; 2] {
        let [reply, strategy] = &self.values;
        match starter {
            Starter::Reply => [reply, strategy],
            Starter::Strategy => [strategy, reply],
        }
    }
}

/// What the reply does.
pub(super) struct Reply {
    course: Course,
    cards: Vec<Card>,
    rerolls: u8,
    chances: Vec<Chances>,
    /// By round, and after the last.
    pub(super) rounds: Vec<Before>,
    /// How many positions were solved.
    pub positions: usize,
}

impl Reply {
    /// Nothing solved yet.
    pub(super) fn new(game: &Gang, course: Course) -> Reply {
        let cards = game.deck().cards.clone();
        let before = |round| Before::new(Values::before(&course, round), cards.len());
        let mut rounds: Vec<Before> = (0..course.rounds()).map(before).collect();
        rounds.push(Before::new(Values::at_the_end(&course), 0));
        let chances = cards.iter().map(|_| Chances::default()).collect();
        Reply { course, cards, rerolls: game.rules().rerolls, chances, rounds, positions: 0 }
    }

    /// Makes the tables of what turns can reach under each card, for as many dice as it answers with.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub(super) fn reach(&mut self) -> Result<(), TurnError> {
        for (at, (card, chances)) in self.cards.iter().zip(&mut self.chances).enumerate() {
            let most = self.rounds.iter().filter_map(|before| before.most.get(at)).copied().max();
            if let Some(most) = most.filter(|&most| most > 0) {
                chances.grow(card, self.rerolls, most.into(), most.into())?;
            }
        }
        Ok(())
    }

    /// Solves all positions, the strategy doing what `answers` has.
    ///
    /// # Errors
    /// If a decision is not known, or it is too much, or it was stopped.
    pub(super) fn solve(
        game: &Gang,
        course: Course,
        answers: &mut Answers<'_>,
        progress: &Progress<'_>,
    ) -> Result<Reply, Halt> {
        let mut reply = Reply::new(game, course);
        let work = Work::on_all_cores(&|| true);
        for round in (0..reply.course.rounds()).rev() {
            reply.solve_round(round, answers, (&work, progress))?;
        }
        Ok(reply)
    }

    /// Finds the values before a round.
    fn solve_round(
        &mut self,
        round: u32,
        answers: &mut Answers<'_>,
        (work, progress): (&Work<'_>, &Progress<'_>),
    ) -> Result<(), Halt> {
        let cards = self.course.cards(round).to_vec();
        let positions = self.rounds[round as usize].values[0].positions(&self.course);
        let mut sums = STARTERS.map(|_| vec![0.0; positions.len()]);
        let decisions = answers.decisions();
        for (at, &card) in cards.iter().enumerate() {
            let done = f64::from(self.course.rounds() - 1 - round) + at as f64 / cards.len() as f64;
            progress.is_at(done / f64::from(self.course.rounds())).map_err(|_| Unknown::Stopped)?;
            answers.make_room();
            for (starter, sums) in STARTERS.into_iter().zip(&mut sums) {
                let values = self.solve_under((round, card), starter, &positions, (answers, decisions, work))?;
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
        for (values, sums) in self.rounds[round as usize].values.iter_mut().zip(&sums) {
            let mean = positions.iter().zip(sums);
            mean.for_each(|(&position, sum)| values.set(position, sum / cards.len() as f64));
        }
        self.positions += 2 * positions.len();
        Ok(())
    }

    /// The values of positions under a card for who starts.
    fn solve_under(
        &mut self,
        (round, card): (u32, CardIndex),
        starter: Starter,
        positions: &[Position],
        (answers, decisions, work): (&mut Answers<'_>, usize, &Work<'_>),
    ) -> Result<Vec<f64>, Halt> {
        let (course, place) = (&self.course, usize::from(card.0));
        let after = self.rounds[round as usize + 1].after(starter);
        let step = Step::new((course, &self.cards[place]), self.rerolls, positions, MOST_DICE);
        let mut best = vec![NOTHING; positions.len()];
        let solved = step.solve(&mut self.chances[place], |some, chances, most| {
            let mut tasks = Vec::with_capacity(some.len());
            for &at in some {
                let stakes = Stakes::new(course, after, positions[at]);
                let numbers: Vec<u32> = match starter {
                    Starter::Strategy => vec![answers.start(course, positions[at], card)?],
                    Starter::Reply => (best[at].1 + 1..=stakes.allowed().min(most))
                        .map(|dice| answers.respond(course, positions[at], (card, &chances.reach(dice).turn)))
                        .collect::<Result<_, Unknown>>()?,
                };
                tasks.push((stakes, numbers, best[at]));
                answers.are_too_many(decisions).map_or(Ok(()), Err)?;
            }
            let answers = &*answers;
            let found = work.each(&tasks, |(stakes, numbers, best)| {
                let round = Round { stakes, chances, most };
                match starter {
                    Starter::Reply => starts(answers, &round, (numbers, *best)),
                    Starter::Strategy => started(answers, &round, numbers[0]),
                }
            });
            let enter = |(&at, (answer, doubt)): (&usize, (Answer, f64))| {
                best[at] = (answer, most);
                (answer.value, doubt)
            };
            Ok::<_, Halt>(some.iter().zip(found).map(enter).collect())
        })?;
        let dice = match starter {
            Starter::Reply => best.iter().map(|(best, _)| best.dice).collect(),
            Starter::Strategy => solved.dice,
        };
        self.rounds[round as usize].enter(starter, place, positions.iter().zip(dice));
        Ok(solved.values)
    }

    /// A round in a position; the reply considers as many dice as when it was solved, or those alone that it commits.
    pub(super) fn in_round<T>(
        &self,
        (position, card): (Position, CardIndex),
        starter: Starter,
        ask: impl FnOnce(&Round<'_>) -> T,
    ) -> T {
        self.round((position, card), starter, self.dice(position, card, starter), ask)
    }

    /// The dice that the reply commits in a position that it starts, or the most that it considers where the strategy starts.
    pub(super) fn dice(&self, position: Position, card: CardIndex, starter: Starter) -> u32 {
        let before = &self.rounds[position.round as usize];
        before.dice[starter as usize][usize::from(card.0)][before.values[0].place_of(position)].into()
    }

    /// A round in which `most` dice are considered.
    fn round<T>(
        &self,
        (position, card): (Position, CardIndex),
        starter: Starter,
        most: u32,
        ask: impl FnOnce(&Round<'_>) -> T,
    ) -> T {
        let after = self.rounds[position.round as usize + 1].after(starter);
        let stakes = Stakes::new(&self.course, after, position);
        ask(&Round { stakes: &stakes, chances: &self.chances[usize::from(card.0)], most })
    }

    /// What the reply does about a result of the strategy's, which starts the round and holds `position.first` dice without
    /// those that it has committed; with at most `allowed` dice.
    pub(super) fn responds(&self, position: Position, card: CardIndex, mark: Option<Mark>, allowed: u32) -> Move {
        // In a position that was not solved, because the bonus dice were guessed wrong, as many dice are considered as in any.
        let most = u32::from(self.rounds[position.round as usize].most[usize::from(card.0)]).max(1);
        let asked = |before, most, own| {
            self.round((before, card), Starter::Strategy, most, |round| round.reply(own, mark, allowed.max(1)))
        };
        match mark {
            Some(Mark { dice, .. }) => {
                let pools = [position.first + dice, position.other];
                let before = Position::seen(&self.course, position.round, pools, 0);
                let most = match self.dice(before, card, Starter::Strategy) {
                    0 => most,
                    as_solved => as_solved,
                };
                asked(before, most, dice)
            }
            // How many dice the strategy has committed is not known, and makes no difference: they lie on the table. As many
            // dice are considered as in any position, which is no worse.
            None => asked(position, most, 0),
        }
    }

    /// The course of the game.
    pub(super) fn course(&self) -> &Course {
        &self.course
    }
}

#[cfg(test)]
impl Reply {
    /// The win share of the reply where it starts the game, and where the strategy does.
    pub(super) fn in_seat(&self) -> [f64; 2] {
        let start = Position::start(&self.course);
        let [reply, strategy] = self.rounds[0].values.each_ref().map(|values| values.get(0, start.first, start.other));
        [reply, 1.0 - strategy]
    }
}

/// The best of a position before any number of dice was considered; with the most dice that were.
const NOTHING: (Answer, u32) = (Answer { dice: 1, value: f64::NEG_INFINITY }, 0);

/// How much more dice can change a value, as far as that is known: nothing if no more are allowed.
fn doubt(allowed: u32, most: u32) -> f64 {
    if allowed <= most { 0.0 } else { f64::INFINITY }
}

/// What a round is worth to the reply, which starts it, given the best of fewer dice.
fn starts(answers: &Answers<'_>, round: &Round<'_>, (numbers, best): (&[u32], (Answer, u32))) -> (Answer, f64) {
    let best = more_dice(answers, round, (numbers, best.1 + 1), best.0);
    (best, doubt(round.stakes.allowed(), round.most))
}

/// The better of what is known and of more dice, from so many on.
fn more_dice(answers: &Answers<'_>, round: &Round<'_>, (numbers, from): (&[u32], u32), known: Answer) -> Answer {
    let with = |(dice, &number): (u32, &u32)| {
        let worth = answers.worth(number, round, dice);
        (round.bound(dice, &worth), dice, worth)
    };
    let mut open: Vec<(f64, u32, Worth)> = (from..).zip(numbers).map(with).collect();
    open.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut best = known;
    for (bound, dice, worth) in open {
        let floor = best.value + WORTH_IT;
        if bound > floor {
            let value = round.value(dice, &worth);
            best = if value > floor { Answer { dice, value } } else { best };
        }
    }
    best
}

/// What a round is worth to the strategy, which starts it.
fn started(answers: &Answers<'_>, round: &Round<'_>, number: u32) -> (Answer, f64) {
    let (mut value, mut allowed) = (0.0, 0);
    for way in answers.ways(number) {
        let dice = u32::from(way.dice);
        let worth = |code: u32| round.worth_of(dice, code.checked_sub(1));
        value += way.chance * answers.results(way).iter().map(|&(code, chance)| chance * worth(code)).sum::<f64>();
        allowed = allowed.max(round.stakes.allowed_in_reply(dice));
    }
    (Answer { dice: 0, value }, doubt(allowed, round.most))
}
