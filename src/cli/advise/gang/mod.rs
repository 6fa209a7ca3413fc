//! Advice in Gang of Dice: how many dice to commit, and which of them to reroll.
//!
//! Owns which values the options have. If everybody plays as the strategy that knows values does, these are the values of
//! the options. If somebody plays otherwise, games are played, in which the rerolls of the first turn are those that are
//! best by the values.

mod legal;
mod playout;
mod read;
mod words;

use super::answer::{Answer, Choice, Measure, Worth};
use super::args::AdviseArgs;
use super::played::{Seated, close, compare};
use crate::cli::remembered;
use crate::exact::{
    CommitOption, Ends, Judge, KeepOption, MOST_PRICED, Situation, Turn, TurnError, WITHIN, commit_options,
    keep_options,
};
use crate::experiments::regret::prices::{CHAMPION, OPTIMAL, judge_of, strongest};
use crate::games::gang::Gang;
use crate::games::rules::RuleSet;
use crate::games::{BuiltIn, Game};
use crate::terminal::failure::{Failure, refuse};
use playout::{First, Games};
use read::{Position, Shown, position};
use std::rc::Rc;
use words::Beside;

/// So many games take some seconds: champion looks far ahead.
const GAMES: u64 = 12_000;
/// The most ways to reroll of which games are played: the best by the values.
const MOST_PLAYED: usize = 12;

/// What a player on turn can do.
enum Options {
    Commit(Vec<CommitOption>),
    Keep(Vec<KeepOption>),
}

/// The advice.
///
/// # Errors
/// What is wrong with the position or with the strategies, or why the game has no values.
pub(super) fn advise(args: &AdviseArgs) -> Result<Answer, Failure> {
    let position = position(args)?;
    let players = Game::seats(&position.game);
    let own = strongest(players);
    let others = args.others.clone().unwrap_or_else(|| vec![own.to_owned()]);
    // Wrong names are told before the game is solved.
    let seated = Seated::new(&position.game, position.seat.index(), own, &others)?;
    let knows = [OPTIMAL, CHAMPION].into_iter().find(|known| others.iter().all(|other| other == known));
    let judge = judge_by(knows.unwrap_or(own), &position.game)?;
    let situation = Situation::of(position.card, position.bonus(), &position.state);
    let values = Values { judge: &**judge, position: &position, situation };
    let options = values.options().map_err(|error| Failure::Usage(error.to_string()))?;
    let mut answer = match knows {
        Some(known) => {
            let answer = values.known(&options);
            // Values that are read from a grid can be rounded to 0; those of the last round cannot.
            let is_exact = known == OPTIMAL || values.is_last_round();
            let mut answer = if is_exact { answer.or_settled() } else { answer };
            answer.notes.push(played_as(args, known, &others));
            answer.notes.push(exactness(known, &position.game));
            answer
        }
        None => {
            let (mut answer, method) = values.played(&options, args, &seated)?;
            answer.notes.push(played_as(args, own, &others));
            answer.notes.push(method);
            answer
        }
    };
    answer.notes.extend(values.left_out(&options, knows.is_none()));
    let assumed = position.assumed.iter().map(|assumed| format!("Assumed: {assumed}"));
    answer.notes.splice(0..0, assumed);
    Ok(answer)
}

/// The values that a strategy knows, which are remembered.
///
/// # Errors
/// If the game cannot be solved.
pub(in crate::cli) fn judge_by(strategy: &str, game: &Gang) -> Result<Rc<Box<dyn Judge>>, Failure> {
    let what = [strategy, &game.rules().to_text(), &Game::seats(game).to_string(), &game.deck().text].join("\n");
    remembered::solved(&what, || match judge_of(strategy, game, || true)? {
        Some(judge) => Ok(judge),
        None => refuse("--game: the game was not solved"),
    })
}

/// How everybody is taken to play.
fn played_as(args: &AdviseArgs, own: &str, others: &[String]) -> String {
    let said = if args.others.is_none() { "Assumed: the" } else { "The" };
    let others = others.join(", ");
    format!("{said} others play {others} (--others). The seat that asks plays {own} after this turn.")
}

/// How exact values are.
fn exactness(strategy: &str, game: &Gang) -> String {
    let drawn = "each card is drawn anew from all with its back, so nobody counts cards";
    if strategy == OPTIMAL {
        return format!(
            "Solved: the values are those of optimal play of two, to {WITHIN:.0e} where the dice of a turn are limited; {drawn}."
        );
    }
    let players = Game::seats(game);
    format!(
        "From the values of champion for {players} players, without simulation: positions between rounds are read from a \
         grid, so a value can be off by some thousandths. Champion never commits more dice only to win a tie. Numbers of dice that it does not consider are \
         valued, too; {drawn}."
    )
}

/// The options of a position by a judge's values.
struct Values<'v> {
    judge: &'v dyn Judge,
    position: &'v Position,
    situation: Situation,
}

impl Values<'_> {
    fn is_last_round(&self) -> bool {
        self.position.state.round() + 1 == self.position.game.deck().rounds()
    }

    fn allowed(&self) -> u32 {
        self.position.state.allowed(self.position.seat)
    }

    fn options(&self) -> Result<Options, TurnError> {
        let (game, situation) = (&self.position.game, &self.situation);
        Ok(match self.position.shown {
            Some(Shown { dice, left }) => Options::Keep(keep_options(self.judge, game, situation, (dice, left))?),
            None => Options::Commit(commit_options(self.judge, game, situation, self.allowed())?),
        })
    }

    fn beside(&self, best: Ends, dice: u32) -> Beside<'_> {
        Beside { best, dice, position: self.position }
    }

    /// The answer by values alone.
    fn known(&self, options: &Options) -> Answer {
        let best = options.value(0);
        let worth =
            |at: usize| (at, Worth::Known(options.value(at)), Worth::Known((best - options.value(at)).max(0.0)));
        self.answer(options, (0..options.len()).map(worth).collect())
    }

    /// The answer by games; with it what is said of the method.
    fn played(&self, options: &Options, args: &AdviseArgs, seated: &Seated) -> Result<(Answer, String), Failure> {
        let count = if let Options::Keep(keeps) = options { keeps.len().min(MOST_PLAYED) } else { options.len() };
        let firsts: Result<Vec<First>, TurnError> = (0..count).map(|at| self.first(options, at)).collect();
        let firsts = firsts.map_err(|error| Failure::Usage(error.to_string()))?;
        let games = Games { position: self.position, seated, firsts: &firsts, seed: args.draws.seed };
        let compared = compare(&games, args, seated, GAMES)?;
        let mut answer = self.answer(options, compared.ranked(count));
        let alike = (0..count).filter(|&option| compared.is_close(option)).count();
        answer.advice.push_str(&close(alike));
        Ok((answer, compared.method))
    }

    /// The first turn of an option, with the best rerolls by the values.
    fn first(&self, options: &Options, at: usize) -> Result<First, TurnError> {
        let (game, shown) = (&self.position.game, self.position.shown);
        let (dice, rerolls) = match (options, shown) {
            (Options::Commit(commits), _) => (commits[at].dice, game.rules().rerolls),
            (Options::Keep(keeps), shown) => {
                (keeps[at].keep.dice() + keeps[at].reroll.dice(), shown.map_or(1, |shown| shown.left))
            }
        };
        let worths = self.judge.worths(&self.situation, dice)?;
        let turn = Turn::under(game.deck().card(self.position.card), dice, rerolls)?;
        let plan = turn.optimum(|result| worths[result.map_or(0, |total| total as usize + 1)])?.plan;
        let reroll = if let Options::Keep(keeps) = options { keeps[at].reroll } else { crate::dice::Counts::EMPTY };
        Ok(First { dice, plan, shown: shown.map(|shown| (shown, reroll)) })
    }

    /// The answer with these options, the best first, each with its value and its cost.
    fn answer(&self, options: &Options, ranked: Vec<(usize, Worth, Worth)>) -> Answer {
        let best = ranked.first().map_or(0, |&(at, ..)| at);
        let (advice, dice) = match options {
            Options::Commit(commits) => {
                let dice = commits[best].dice;
                (format!("Best: {}.", words::committing(dice)), Some(dice))
            }
            Options::Keep(keeps) => (format!("Best: {}.", words::rerolling(&keeps[best])), None),
        };
        let choice = |(at, value, cost): (usize, Worth, Worth)| {
            let (option, ends, reason) = match options {
                Options::Commit(commits) => {
                    let (best, it) = (&commits[best], &commits[at]);
                    let reason = self.beside(best.ends, best.dice).committing(it);
                    (words::committing(it.dice), Some(it.ends), reason)
                }
                Options::Keep(keeps) => {
                    let ends = keeps[best].ends.unwrap_or(Ends { leads: 0.0, invalid: 0.0 });
                    (words::rerolling(&keeps[at]), keeps[at].ends, self.beside(ends, 0).keeping(&keeps[at]))
                }
            };
            Choice { option, value, cost, ends, reason }
        };
        Answer {
            game: Gang::NAME,
            measure: Measure::WinShare,
            position: words::position(self.position),
            advice,
            dice,
            options: ranked.into_iter().map(choice).collect(),
            notes: Vec::new(),
        }
    }

    /// What was not considered.
    fn left_out(&self, options: &Options, is_played: bool) -> Option<String> {
        match options {
            Options::Commit(_) if self.allowed() > MOST_PRICED => Some(format!(
                "Numbers of dice above {MOST_PRICED} are not considered; the seat may commit {}.",
                self.allowed()
            )),
            Options::Keep(keeps) if is_played && keeps.len() > MOST_PLAYED => {
                let own = strongest(Game::seats(&self.position.game));
                Some(format!(
                    "Games were played of the {MOST_PLAYED} of {} ways to reroll that are best by the values of {own}.",
                    keeps.len()
                ))
            }
            _ => None,
        }
    }
}

impl Options {
    fn len(&self) -> usize {
        match self {
            Options::Commit(commits) => commits.len(),
            Options::Keep(keeps) => keeps.len(),
        }
    }

    fn value(&self, at: usize) -> f64 {
        match self {
            Options::Commit(commits) => commits[at].value,
            Options::Keep(keeps) => keeps[at].value,
        }
    }
}
