//! Strategies from files: what to answer in each step where something is decided, by rules over the words of the game.
//!
//! A file has the keys of all strategy files (`name`, `about`, `game`, `[parameters]`, `[amounts]`, `[conditions]`,
//! `[[rule]]`), and a key for each step that decides. An answer is the name of a choice, `most FORMULA` or `least FORMULA`
//! over what lies after each way to decide, or `random`. The first rule counts whose answer is legal. A script has a function for
//! each step instead.

mod after;
mod packing;
mod read;
mod script;

pub(crate) use packing::Packing;
pub(crate) use read::keys;
pub(crate) use script::function_of;

use crate::dice::{Tables, choose};
use crate::formula::{Expr, Reads, View};
use crate::model::{Act, Fault, Game, NO_WAY, State, Way};
use analyze_core::dice::Words;
use analyze_core::strategies::Parameter;
use script::Script;
use std::fmt::Debug;
use std::sync::Arc;

/// What is answered.
#[derive(Clone, Debug)]
enum Answer {
    /// The choice of this number; with a number, the nearest to it.
    Named(usize, Option<Expr>),
    /// The way after which this is the most (or, times −1, the least).
    Best(Measure, i64),
    Random,
}

/// What ways to decide are compared by.
#[derive(Clone, Debug)]
enum Measure {
    /// Asked of the state before, with what is kept, its rest, and the number that is chosen.
    Before(Expr),
    /// Asked of the state after.
    After(Expr),
}

#[derive(Clone, Debug)]
struct Rule {
    when: Option<Expr>,
    /// By step.
    answers: Vec<Option<Answer>>,
}

/// How the decisions of a step are remembered.
#[derive(Clone, Debug)]
pub(crate) enum Memory {
    /// They are drawn, or made from too much.
    Never,
    /// They are answered by name, which is as quick as to remember them.
    Named,
    /// By the dice that lie there.
    ByHand,
    /// By what they are made from.
    ByState(Packing),
}

/// What knows the values of all positions.
pub(crate) trait Solve: Send {
    /// A turn begins.
    fn begin(&mut self, state: &State) -> Result<(), Fault>;
    /// The best of some ways to decide.
    fn best(&self, state: &State, ways: &[Way]) -> Option<usize>;
}

/// A game that is solved for whoever plays best, on any thread.
pub(crate) trait Optimal: Debug + Send + Sync {
    /// What plays best in games one after the other.
    fn solver(&self) -> Box<dyn Solve>;
}

/// A strategy for a game.
#[derive(Clone, Debug)]
pub struct Strategy {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) parameters: Vec<Parameter>,
    rules: Vec<Rule>,
    /// By step.
    pub(crate) memory: Vec<Memory>,
    /// By step, how much is worked out for each way to decide, in operations of formulas.
    pub(crate) costs: Vec<u64>,
    /// What its decisions read beside what the rules of the game read.
    pub(crate) reads: Reads,
    /// Whether it plays best, by the values of the solved game.
    pub(crate) is_best: bool,
    /// The solved game, if it brings it along.
    pub(crate) optimal: Option<Arc<dyn Optimal>>,
    /// By step, whether its decision rests on the dice that lie there.
    pub(crate) looks: Vec<bool>,
    /// Whether something in it is drawn.
    pub(crate) draws: bool,
    /// The script that decides, if it is one: then it has no rules.
    pub(crate) script: Option<Arc<Script>>,
    /// Whether its decisions rest on more of the dice than can be seen in formulas.
    pub(crate) sees_hands: bool,
    /// Those of the game, and what else is asked of dice here.
    pub(crate) tables: Tables,
}

impl Strategy {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, in a line.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Its parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Any of the ways, each equally likely.
    pub(crate) fn random(game: &Game) -> Strategy {
        let rule = Rule { when: None, answers: vec![Some(Answer::Random); game.steps.len()] };
        Strategy {
            name: "random".to_owned(),
            about: "takes any of the ways there are, each equally likely".to_owned(),
            parameters: Vec::new(),
            rules: vec![rule],
            memory: vec![Memory::Never; game.steps.len()],
            costs: vec![0; game.steps.len()],
            reads: Reads::default(),
            is_best: false,
            optimal: None,
            looks: vec![true; game.steps.len()],
            draws: true,
            script: None,
            sees_hands: false,
            tables: game.tables.clone(),
        }
    }

    /// Best play, by the values of a game that is solved.
    pub(crate) fn best_of(game: &Game) -> Strategy {
        let about = "plays best, by the values of all positions".to_owned();
        Strategy { name: "optimal".to_owned(), about, is_best: true, ..Strategy::random(game) }
    }

    /// The choice that it names in a step in which it always names one; nothing if none of its answers is legal.
    #[inline]
    pub(crate) fn named(&self, game: &Game, state: &State) -> Option<Way> {
        let Act::Choose(choices) = &game.steps[state.step].act else { return None };
        let view = View { tables: &self.tables, ..game.view(state, NO_WAY) };
        self.rules.iter().find_map(|rule| match rule.answers[state.step] {
            Some(Answer::Named(choice, None)) => {
                let holds = |when: &Option<Expr>| when.as_ref().is_none_or(|when| when.holds(&view));
                (holds(&rule.when) && holds(&choices[choice].when)).then_some(Way { choice, ..NO_WAY })
            }
            _ => None,
        })
    }

    /// What it keeps where any of the dice can be kept and it says nothing but that this is random: there may be more ways than
    /// can be looked at.
    pub(crate) fn random_part(&self, game: &Game, state: &State, coin: impl FnOnce(usize) -> usize) -> Option<Way> {
        let Act::Keep { when: None, .. } = &game.steps[state.step].act else { return None };
        let mut answers = self.rules.iter().filter(|rule| rule.answers[state.step].is_some());
        let (only, None) = (answers.next()?, answers.next()) else { return None };
        if only.when.is_some() || !matches!(only.answers[state.step], Some(Answer::Random)) {
            return None;
        }
        let (kept, rest) = game.dice.numbered_part(state.dice, coin);
        Some(Way { kept, rest, ..NO_WAY })
    }

    /// Which of the ways it takes; fails if no answer is legal. `coins` are its own draws in this turn, if it makes some.
    pub(crate) fn choose(
        &self,
        game: &Game,
        state: &State,
        ways: &[Way],
        coins: &mut Option<Words>,
    ) -> Result<usize, Fault> {
        if let Some(script) = &self.script {
            return script.choose(&self.name, state, ways, coins);
        }
        let coin = |sides| coins.as_mut().map_or(0, |words| choose(sides, words));
        self.by_rules(game, state, ways, coin).ok_or_else(|| game.unanswered(state, &self.name))
    }

    /// The answer of the first rule that has a legal one.
    fn by_rules(
        &self,
        game: &Game,
        state: &State,
        ways: &[Way],
        mut coin: impl FnMut(usize) -> usize,
    ) -> Option<usize> {
        let view = View { tables: &self.tables, ..game.view(state, ways[0]) };
        self.rules.iter().find_map(|rule| {
            let answer = rule.answers[state.step].as_ref()?;
            if !rule.when.as_ref().is_none_or(|when| when.holds(&view)) {
                return None;
            }
            match answer {
                Answer::Random => Some(coin(ways.len())),
                Answer::Named(choice, number) => {
                    let number = number.as_ref().map_or(0, |number| number.value(&view));
                    let fitting = (0..ways.len()).filter(|&way| ways[way].choice == *choice);
                    fitting.min_by_key(|&way| (ways[way].chosen - number).abs())
                }
                Answer::Best(measure, sign) => Some(self.best(game, state, ways, measure, *sign)),
            }
        })
    }

    /// The first of the ways for which the measure is the most.
    fn best(&self, game: &Game, state: &State, ways: &[Way], measure: &Measure, sign: i64) -> usize {
        let mut after = None;
        let view = View { tables: &self.tables, ..game.view(state, ways[0]) };
        let worth = |way: &Way| match measure {
            Measure::Before(formula) => {
                sign * formula.value(&View { kept: way.kept, rest: way.rest, chosen: way.chosen, ..view })
            }
            Measure::After(formula) => {
                let after: &mut State = after.get_or_insert_with(|| state.clone());
                after.clone_from(state);
                // A fault of the rules comes up when the way is taken.
                let _ = game.decide(after, *way);
                sign * formula.value(&View { tables: &self.tables, ..game.view(after, *way) })
            }
        };
        let worths = ways.iter().map(worth).enumerate();
        let first_best = |best: (usize, i64), (way, worth)| if worth > best.1 { (way, worth) } else { best };
        worths.fold((0, i64::MIN), first_best).0
    }
}
