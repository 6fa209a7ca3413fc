//! A strategy file at a table: what its words are worth, and what it answers.
//!
//! Owns the evaluation. Parameters and the card's chances are put in when it is built; the view is asked each
//! question once, in the order in which the rules need the answers, and of dice on the table or in the pool no more
//! than the comparisons need, so that decisions are easy to remember.

use super::super::picks::Pick;
use super::super::risk::{DiceByCard, Risks};
use super::super::solved::{MOST_SOLVED, reroll_for};
use super::super::tactic::{Aim, Tactic, to_beat};
use super::file::{File, Rule};
use super::rolling::{Choice, Exact, Stop};
use super::words::{Chance, Fact, Number, Quantity, When, card_number};
use crate::dice::{Counts, FACES, Face};
use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions};
use crate::games::gang::{Card, CardIndex, Commit, Gang, NoAnswer, PlanId, Roll, Strategy, Target, View};
use crate::strategies::Values;
use crate::strategies::expression::meaning::{Amount, Condition};
use crate::strategies::form::{Case, most_needed};
use std::cell::{Cell, OnceCell, RefCell};

/// What a word stands for at a table, under a card.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Quantity(Quantity),
    /// An amount of the file.
    Named(usize),
}

type BoundWhen = Condition<Bound, Fact>;

/// What a file says under one card: what the card decides is decided.
struct Sheet {
    amounts: Vec<Vec<Case<Bound, BoundWhen>>>,
    rules: Vec<Rule<Bound, BoundWhen>>,
}

/// A strategy file at a table.
pub(super) struct Written {
    /// By card.
    sheets: Vec<Sheet>,
    solutions: Option<Solutions>,
    /// Above these, more dice on the table or in the pool change nothing.
    most_table: u32,
    most_pool: u32,
}

impl Written {
    /// The strategy that a file describes, with these values of its parameters.
    pub(super) fn new(file: &File, values: &Values, game: &Gang) -> Written {
        let chances = Chances { game, risks: OnceCell::new(), known: RefCell::default() };
        let cards = (0..).map(CardIndex).zip(&game.deck().cards);
        let sheets: Vec<Sheet> =
            cards.map(|(index, card)| Binder { values, chances: &chances, index, card }.sheet(file)).collect();
        let is_solved = file.rules.iter().any(|rule| rule.plan.is_some());
        let solutions = is_solved.then(|| Solutions::new(game.deck(), game.rules().rerolls, SOLUTIONS_ROOM));
        let limit = |quantity| sheets.iter().map(|sheet| limit(quantity, sheet)).max().unwrap_or(0);
        let (most_table, most_pool) = (limit(Quantity::Table), limit(Quantity::Pool));
        Written { most_table, most_pool, sheets, solutions }
    }
}

/// The dice that each card allows at the chances that `safe` is asked for.
struct Chances<'g> {
    game: &'g Gang,
    risks: OnceCell<Risks>,
    known: RefCell<Vec<(u64, DiceByCard)>>,
}

impl Chances<'_> {
    fn dice(&self, chance: f64, card: CardIndex) -> u32 {
        let mut known = self.known.borrow_mut();
        let found = known.iter().position(|(bits, _)| *bits == chance.to_bits());
        let index = found.unwrap_or_else(|| {
            let risks = self.risks.get_or_init(|| Risks::new(self.game));
            known.push((chance.to_bits(), risks.most_below(chance)));
            known.len() - 1
        });
        known[index].1.get(card)
    }
}

/// Puts in what is known of a card and of the parameters.
struct Binder<'b> {
    values: &'b Values,
    chances: &'b Chances<'b>,
    index: CardIndex,
    card: &'b Card,
}

impl Binder<'_> {
    fn sheet(&self, file: &File) -> Sheet {
        let mut amounts: Vec<Vec<Case<Bound, BoundWhen>>> = Vec::new();
        for cases in &file.amounts {
            let bound = cases.iter().filter_map(|case| self.case(case, &amounts)).collect();
            amounts.push(bound);
        }
        let rules = file.rules.iter().filter_map(|rule| self.rule(rule, &amounts)).collect();
        Sheet { amounts, rules }
    }

    fn number(&self, number: &Number, amounts: &[Vec<Case<Bound, BoundWhen>>]) -> Amount<Bound> {
        match number {
            Number::Quantity(Quantity::CardNumber) => Amount::Number(i64::from(card_number(self.card))),
            Number::Quantity(quantity) => Amount::Name(Bound::Quantity(*quantity)),
            Number::Parameter(index) => Amount::Number(i64::from(self.values.whole(*index))),
            Number::Named(index) => match amounts[*index].first() {
                Some(Case { when: None, is: Amount::Number(number), .. }) => Amount::Number(*number),
                _ => Amount::Name(Bound::Named(*index)),
            },
            Number::Safe(chance) => {
                let chance = match chance {
                    Chance::Fraction(chance) => *chance,
                    Chance::Parameter(index) => self.values.fraction(*index),
                };
                Amount::Number(i64::from(self.chances.dice(chance, self.index)))
            }
        }
    }

    /// The condition that is left; `None` if it never holds under the card.
    fn when(&self, when: &Option<When>, amounts: &[Vec<Case<Bound, BoundWhen>>]) -> Option<Option<BoundWhen>> {
        let Some(when) = when else { return Some(None) };
        let fact = |fact: &Fact| match fact {
            Fact::First | Fact::Middle | Fact::Last | Fact::Best => Ok(fact.clone()),
            card => Err(card.is_of(self.card)),
        };
        match when.decide(&|number| self.number(number, amounts), &fact) {
            Ok(open) => Some(Some(open)),
            Err(true) => Some(None),
            Err(false) => None,
        }
    }

    fn case(
        &self,
        case: &Case<Number, When>,
        amounts: &[Vec<Case<Bound, BoundWhen>>],
    ) -> Option<Case<Bound, BoundWhen>> {
        let when = self.when(&case.when, amounts)?;
        let is = case.is.map(&|number| self.number(number, amounts));
        Some(Case { when, is, span: case.span.clone() })
    }

    fn rule(
        &self,
        rule: &Rule<Number, When>,
        amounts: &[Vec<Case<Bound, BoundWhen>>],
    ) -> Option<Rule<Bound, BoundWhen>> {
        let number = |number: &Number| self.number(number, amounts);
        Some(Rule {
            when: self.when(&rule.when, amounts)?,
            dice: rule.dice.as_ref().map(|dice| dice.map(&number)),
            stop: rule.stop.as_ref().map(|stop| stop.map(&number)),
            invalid: rule.invalid.as_ref().map(|choice| choice.map(&number)),
            short: rule.short.as_ref().map(|choice| choice.map(&number)),
            plan: rule.plan.as_ref().map(|plan| plan.map(&number)),
            span: rule.span.clone(),
        })
    }
}

/// The number above which a quantity is never looked at: it is only compared with numbers written down.
fn limit(quantity: Quantity, sheet: &Sheet) -> u32 {
    let Sheet { amounts, rules } = sheet;
    let conditions = amounts.iter().flatten().map(|case| &case.when).chain(rules.iter().map(|rule| &rule.when));
    let dice = rules.iter().filter_map(|rule| rule.dice.as_ref());
    let stops = rules.iter().filter_map(|rule| rule.stop.as_ref().and_then(Stop::amount));
    let choices = rules.iter().flat_map(|rule| [&rule.invalid, &rule.short]).flatten().filter_map(Choice::amount);
    let plans = rules.iter().filter_map(|rule| rule.plan.as_ref().and_then(Exact::amount));
    let named = amounts.iter().flatten().map(|case| &case.is);
    let all = named.chain(dice).chain(stops).chain(choices).chain(plans);
    most_needed(&Bound::Quantity(quantity), conditions.flatten(), all)
}

/// What a decision has read so far: each question is asked once.
struct Reading<'r, 'v> {
    written: &'r Written,
    sheet: &'r Sheet,
    view: &'r View<'v>,
    best: OnceCell<Option<Target>>,
    /// By quantity, for those that are one question each.
    known: [Cell<Option<i64>>; 16],
    dice: Cell<u32>,
}

impl<'r, 'v> Reading<'r, 'v> {
    fn new(written: &'r Written, view: &'r View<'v>) -> Reading<'r, 'v> {
        let sheet = &written.sheets[usize::from(view.card_index().0)];
        Reading { written, sheet, view, best: OnceCell::new(), known: Default::default(), dice: Cell::new(0) }
    }

    fn best(&self) -> Option<Target> {
        *self.best.get_or_init(|| self.view.to_beat())
    }

    fn known(&self, bound: &Bound) -> i64 {
        match *bound {
            Bound::Quantity(quantity) => self.quantity(quantity),
            Bound::Named(index) => {
                let cases = &self.sheet.amounts[index];
                let case = cases.iter().find(|case| self.holds(&case.when));
                case.map_or(0, |case| self.value(&case.is))
            }
        }
    }

    fn quantity(&self, quantity: Quantity) -> i64 {
        match quantity {
            Quantity::BestTotal => self.best().map_or(0, |best| i64::from(best.total)),
            Quantity::BestDice => self.best().map_or(0, |best| i64::from(best.dice)),
            Quantity::ToBeat => self.best().map_or(0, |best| i64::from(to_beat(best, self.dice.get()))),
            Quantity::Dice => i64::from(self.dice.get()),
            Quantity::CardNumber => i64::from(card_number(self.view.card())),
            Quantity::Seats => self.view.seats() as i64,
            Quantity::Rerolls => i64::from(self.view.rerolls()),
            asked => self.asked(asked),
        }
    }

    fn asked(&self, quantity: Quantity) -> i64 {
        let known = &self.known[quantity as usize];
        if let Some(value) = known.get() {
            return value;
        }
        let view = self.view;
        let value = i64::from(match quantity {
            Quantity::Pool if self.written.most_pool == u32::MAX => view.pool(),
            Quantity::Pool => view.pool_of_up_to(view.seat(), self.written.most_pool),
            Quantity::MostPool => view.pools().max().unwrap_or(0),
            Quantity::Allowed => view.allowed(),
            Quantity::Table if self.written.most_table == u32::MAX => view.table(),
            Quantity::Table => view.table_up_to(self.written.most_table),
            Quantity::Round => view.round(),
            Quantity::RoundsLeft => view.rounds_left(),
            Quantity::Turn => view.turn(),
            Quantity::ToAct => view.to_act(),
            _ => view.bonus_next(),
        });
        known.set(Some(value));
        value
    }

    fn value(&self, amount: &Amount<Bound>) -> i64 {
        amount.value(&|bound| self.known(bound))
    }

    fn holds(&self, when: &Option<BoundWhen>) -> bool {
        when.as_ref().is_none_or(|when| when.holds(&|bound| self.known(bound), &|fact| self.fact(fact)))
    }

    fn fact(&self, fact: &Fact) -> bool {
        let is_first = || self.asked(Quantity::Turn) == 1;
        let is_last = || self.asked(Quantity::ToAct) == 0;
        match fact {
            Fact::First => is_first(),
            Fact::Middle => !is_first() && !is_last(),
            Fact::Last => is_last(),
            Fact::Best => self.best().is_some(),
            card => card.is_of(self.view.card()),
        }
    }
}

/// What the rules that match say, each question answered by the first that answers it.
#[derive(Default)]
struct Answers<'r> {
    dice: Option<&'r Amount<Bound>>,
    /// How it is rolled: by a plan, or in words.
    plan: Option<Option<&'r Exact<Bound>>>,
    stop: Option<&'r Stop<Bound>>,
    invalid: Option<&'r Choice<Bound>>,
    short: Option<&'r Choice<Bound>>,
}

impl<'r> Answers<'r> {
    fn of(reading: &Reading<'r, '_>) -> Answers<'r> {
        let mut answers = Answers::default();
        for rule in &reading.sheet.rules {
            if answers.lacks(rule) && reading.holds(&rule.when) {
                answers.take(rule);
            }
        }
        answers
    }

    /// Whether the rule answers something that is open.
    fn lacks(&self, rule: &Rule<Bound, BoundWhen>) -> bool {
        let words = (self.stop.is_none() && rule.stop.is_some())
            || (self.invalid.is_none() && rule.invalid.is_some())
            || (self.short.is_none() && rule.short.is_some());
        let rolls = match self.plan {
            None => rule.plan.is_some() || words,
            Some(plan) => plan.is_none() && words,
        };
        rolls || self.dice.is_none() && rule.dice.is_some()
    }

    fn take(&mut self, rule: &'r Rule<Bound, BoundWhen>) {
        self.dice = self.dice.or(rule.dice.as_ref());
        if self.plan.is_none() && (rule.plan.is_some() || rule.has_words()) {
            self.plan = Some(rule.plan.as_ref());
        }
        self.stop = self.stop.or(rule.stop.as_ref());
        self.invalid = self.invalid.or(rule.invalid.as_ref());
        self.short = self.short.or(rule.short.as_ref());
    }

    /// How the turn is rolled, once the dice are known.
    fn plan(&self, reading: &Reading<'_, '_>) -> PlanId {
        let choice = |choice: Option<&Choice<Bound>>| match choice {
            None => Pick::None,
            Some(Choice::Fixed(pick)) => *pick,
            Some(Choice::Below(least)) => match reading.value(least).clamp(0, FACES as i64) as usize {
                FACES => Pick::All,
                least => Pick::Below(least as Face),
            },
            Some(Choice::Lowest(dice)) => Pick::Lowest(reading.value(dice).clamp(0, i64::from(u8::MAX)) as u8),
        };
        let total = |least: &Amount<Bound>| reading.value(least).clamp(0, i64::from(u16::MAX)) as u16;
        let to_beat = || reading.quantity(Quantity::ToBeat).clamp(0, i64::from(u16::MAX)) as u16;
        let card = reading.view.card_index();
        match self.plan.flatten() {
            Some(Exact::MaxScore) => return solved(card, None),
            Some(Exact::Beat) => return solved(card, Some(to_beat())),
            Some(Exact::Reach(least)) => return solved(card, Some(total(least))),
            None => {}
        }
        let (invalid, short) = (choice(self.invalid), choice(self.short));
        if invalid == Pick::None && short == Pick::None {
            return Tactic::STAND.plan();
        }
        let aim = match self.stop {
            Some(Stop::Never) => Aim::Never,
            Some(Stop::Valid) => Aim::VALID,
            Some(Stop::Total(least)) => Aim::Total(total(least)),
            Some(Stop::Shown(least)) => Aim::Shown(total(least)),
            Some(Stop::Beat) | None => Aim::Total(to_beat()),
        };
        // One number for tactics that reroll alike, so that they share what is computed for them.
        let short = if aim == Aim::VALID { Pick::None } else { short };
        Tactic { aim, invalid, short }.plan()
    }
}

/// Set in the plans of the exact engine, and in no tactic's.
const SOLVED: u64 = 1 << 63;

/// The plan with the highest expected total, or with the highest chance of at least a total: from the lowest bit, 16
/// bits for the card, 16 for the total, and one that is set if there is one.
fn solved(card: CardIndex, least: Option<u16>) -> PlanId {
    let target = least.map_or(0, |least| 1 << 32 | u64::from(least) << 16);
    PlanId(SOLVED | target | u64::from(card.0))
}

impl Strategy for Written {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let reading = Reading::new(self, view);
        let answers = Answers::of(&reading);
        let wanted = answers.dice.map_or(1, |dice| reading.value(dice));
        let most = if answers.plan.flatten().is_some() { MOST_SOLVED } else { u32::MAX };
        let wanted = u32::try_from(wanted.max(1)).unwrap_or(u32::MAX).min(most);
        // One die is always allowed.
        let dice = if wanted == 1 { 1 } else { view.allowed_up_to(wanted) };
        reading.dice.set(dice);
        Ok(Commit { dice, plan: answers.plan(&reading) })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        if plan.0 & SOLVED == 0 {
            return Ok(Tactic::of_plan(plan).dice_to_reroll(roll));
        }
        let objective = match plan.0 >> 32 & 1 {
            0 => Objective::ExpectedTotal,
            _ => match (plan.0 >> 16) as u16 {
                0 => Objective::Valid,
                least => Objective::AtLeast(u32::from(least)),
            },
        };
        match &self.solutions {
            Some(solutions) => reroll_for(solutions, CardIndex(plan.0 as u16), objective, roll),
            None => Err(NoAnswer("no answer for a plan that is not its own".into())),
        }
    }
}
