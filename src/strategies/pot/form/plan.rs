//! A strategy file at a table: what its words are worth, and what it answers.
//!
//! Owns the evaluation. Parameters and the rules of the game are put in when it is built; the view is asked each
//! question once, in the order in which the rules need the answers, and of coins no more than the comparisons need, so
//! that decisions are easy to remember.

use super::super::goals::{Goal, Keep, MOST_REROLLS, Solver};
use super::super::picks::Pick;
use super::super::rerolls::Rerolls;
use super::super::tactic::{Aim, NO_SUM, Tactic};
use super::super::taking::{Gains, Looks, Order, Take222, Take345, Taking};
use super::file::{File, Rule};
use super::rolling::{Choice, Exact, Least, Pay, Stop};
use super::words::{Fact, Number, QUANTITIES, QUANTITY_COUNT, Quantity, When};
use crate::dice::FACES;
use crate::exact::pot::Purse;
use crate::games::Game;
use crate::games::pot::{Choices, DICE, DiceSet, NoAnswer, Other, Plan, PlanId, Pot, Roll, Rules, Strategy, View};
use crate::strategies::Values;
use crate::strategies::expression::meaning::{Amount, Condition};
use crate::strategies::form::{Case, most_needed};
use std::cell::Cell;

/// What a word stands for at a table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Quantity(Quantity),
    /// An amount of the file.
    Named(usize),
}

type BoundWhen = Condition<Bound, Fact>;

/// A strategy file at a table.
pub(super) struct Written {
    amounts: Vec<Vec<Case<Bound, BoundWhen>>>,
    rules: Vec<Rule<Bound, BoundWhen>>,
    solver: Solver,
    /// By quantity: above these, more changes nothing.
    most: [u32; QUANTITY_COUNT],
}

impl Written {
    /// The strategy that a file describes, with these values of its parameters.
    pub(super) fn new(file: &File, values: &Values, game: &Pot) -> Written {
        let binder = Binder { values, rules: game.rules(), seats: game.seats() };
        let amounts: Vec<Vec<_>> =
            file.amounts.iter().map(|cases| cases.iter().map(|case| binder.case(case)).collect()).collect();
        let rules: Vec<_> = file.rules.iter().map(|rule| binder.rule(rule)).collect();
        let most = QUANTITIES.map(|(_, quantity)| limit(quantity, &amounts, &rules));
        Written { amounts, rules, solver: Solver::new(game.seats(), game.rules().zero), most }
    }
}

/// Puts the values of the parameters in, and what is the same all game long.
struct Binder<'b> {
    values: &'b Values,
    rules: &'b Rules,
    seats: usize,
}

impl Binder<'_> {
    fn number(&self, number: &Number) -> Amount<Bound> {
        match number {
            Number::Quantity(Quantity::Seats) => Amount::Number(self.seats as i64),
            Number::Quantity(Quantity::Goal) => Amount::Number(i64::from(self.rules.goal)),
            Number::Quantity(Quantity::Stake) => Amount::Number(i64::from(self.rules.stake)),
            Number::Quantity(quantity) => Amount::Name(Bound::Quantity(*quantity)),
            Number::Parameter(index) => Amount::Number(i64::from(self.values.whole(*index))),
            Number::Named(index) => Amount::Name(Bound::Named(*index)),
        }
    }

    fn condition(&self, when: &When) -> BoundWhen {
        when.map(&|number| self.number(number), &|fact| *fact)
    }

    fn case(&self, case: &Case<Number, When>) -> Case<Bound, BoundWhen> {
        let when = case.when.as_ref().map(|when| self.condition(when));
        Case { when, is: case.is.map(&|number| self.number(number)), span: case.span.clone() }
    }

    fn rule(&self, rule: &Rule<Number, When>) -> Rule<Bound, BoundWhen> {
        let number = |number: &Number| self.number(number);
        let pay = |pay: &Pay<When>| match pay {
            Pay::Never => Pay::Never,
            Pay::Always => Pay::Always,
            Pay::When(when) => Pay::When(self.condition(when)),
        };
        Rule {
            when: rule.when.as_ref().map(|when| self.condition(when)),
            stop: rule.stop.as_ref().map(|stop| stop.map(&number)),
            free: rule.free.as_ref().map(|choice| choice.map(&number)),
            last: rule.last.as_ref().map(|choice| choice.map(&number)),
            plan: rule.plan.as_ref().map(|plan| plan.map(&number)),
            pay: rule.pay.as_ref().map(pay),
            from: rule.from,
            to: rule.to,
            run345: rule.run345,
            twos: rule.twos,
            span: rule.span.clone(),
        }
    }
}

/// The number above which a quantity is never looked at: it is only compared with numbers written down.
fn limit(quantity: Quantity, amounts: &[Vec<Case<Bound, BoundWhen>>], rules: &[Rule<Bound, BoundWhen>]) -> u32 {
    let cases = || amounts.iter().flatten();
    let pays = rules.iter().filter_map(|rule| match &rule.pay {
        Some(Pay::When(when)) => Some(when),
        _ => None,
    });
    let conditions = cases().filter_map(|case| case.when.as_ref());
    let conditions = conditions.chain(rules.iter().filter_map(|rule| rule.when.as_ref())).chain(pays);
    let stops = rules.iter().filter_map(|rule| rule.stop.as_ref().and_then(Stop::amount));
    let choices = rules.iter().flat_map(|rule| [&rule.free, &rule.last]).flatten().filter_map(Choice::amount);
    let plans = rules.iter().filter_map(|rule| rule.plan.as_ref().and_then(Exact::amount));
    let all = cases().map(|case| &case.is).chain(stops).chain(choices).chain(plans);
    most_needed(&Bound::Quantity(quantity), conditions, all)
}

/// What a decision has read so far: each question is asked once.
struct Reading<'r, 'v> {
    written: &'r Written,
    view: &'r View<'v>,
    known: [Cell<Option<i64>>; QUANTITY_COUNT],
}

impl<'r, 'v> Reading<'r, 'v> {
    fn new(written: &'r Written, view: &'r View<'v>) -> Reading<'r, 'v> {
        Reading { written, view, known: Default::default() }
    }

    fn known(&self, bound: &Bound) -> i64 {
        match *bound {
            Bound::Quantity(quantity) => self.quantity(quantity),
            Bound::Named(index) => {
                let cases = &self.written.amounts[index];
                let case = cases.iter().find(|case| self.holds(&case.when));
                case.map_or(0, |case| self.value(&case.is))
            }
        }
    }

    fn quantity(&self, quantity: Quantity) -> i64 {
        let known = &self.known[quantity as usize];
        if let Some(value) = known.get() {
            return value;
        }
        let value = self.ask(quantity, self.written.most[quantity as usize]);
        known.set(Some(value));
        value
    }

    /// The quantity, or `most` if it is more: that is all that matters.
    fn ask(&self, quantity: Quantity, most: u32) -> i64 {
        let view = self.view;
        let others = |other: Option<Other>| other.map_or(0, |other| coins_of(view, other, most));
        i64::from(match quantity {
            // Whatever it is, it is compared with nothing above 0.
            Quantity::Pot | Quantity::Bank | Quantity::Coins if most == 0 => 0,
            Quantity::Pot if most == u32::MAX => view.pot(),
            Quantity::Pot => view.pot_up_to(most),
            Quantity::Bank if most == u32::MAX => view.bank(),
            Quantity::Bank => view.bank_up_to(most),
            Quantity::Coins if most == u32::MAX => view.coins(),
            Quantity::Coins => view.coins_up_to(most),
            Quantity::CoinsNext => others(Some(Other::NEXT)),
            Quantity::CoinsPrevious => others(view.others().last()),
            Quantity::CoinsRichest => others(view.ranking().next()),
            Quantity::CoinsPoorest => others(view.ranking().next_back()),
            Quantity::CoinsControl => others(view.in_control()),
            Quantity::Score => view.to_beat().map_or(0, u32::from),
            Quantity::ToBeat => view.to_beat().map_or(0, |score| u32::from(score) + 1),
            Quantity::ToAct => view.still_to_come(),
            Quantity::Round => view.round(),
            Quantity::Seat => view.seat().number() as u32,
            Quantity::Seats => view.seats() as u32,
            Quantity::Goal => view.rules().goal,
            Quantity::Stake => view.rules().stake,
        })
    }

    fn value(&self, amount: &Amount<Bound>) -> i64 {
        amount.value(&|bound| self.known(bound))
    }

    fn is(&self, condition: &BoundWhen) -> bool {
        condition.holds(&|bound| self.known(bound), &|fact| self.fact(*fact))
    }

    fn holds(&self, when: &Option<BoundWhen>) -> bool {
        when.as_ref().is_none_or(|when| self.is(when))
    }

    fn fact(&self, fact: Fact) -> bool {
        let is_first = || self.quantity(Quantity::ToBeat) == 0;
        let is_last = || self.quantity(Quantity::ToAct) == 0;
        match fact {
            Fact::First => is_first(),
            Fact::Middle => !is_first() && !is_last(),
            Fact::Last => is_last(),
            Fact::Starter => self.view.seat() == self.view.first(),
            Fact::GoalHeld => self.view.goal_held(),
        }
    }

    /// An amount within what a sum, a face or a number of dice can be.
    fn small(&self, amount: &Amount<Bound>, most: u8) -> u8 {
        self.value(amount).clamp(0, i64::from(most)) as u8
    }
}

fn coins_of(view: &View<'_>, other: Other, most: u32) -> u32 {
    match most {
        0 => 0,
        u32::MAX => view.coins_of(other),
        most => view.coins_of_up_to(other, most),
    }
}

/// What the rules that match say, each question answered by the first that answers it.
#[derive(Default)]
struct Answers<'r> {
    /// How it is rolled: by a plan, or in words.
    plan: Option<Option<&'r Exact<Bound>>>,
    stop: Option<&'r Stop<Bound>>,
    free: Option<&'r Choice<Bound>>,
    last: Option<&'r Choice<Bound>>,
    pay: Option<&'r Pay<BoundWhen>>,
    from: Option<Order>,
    to: Option<Order>,
    run345: Option<Take345>,
    twos: Option<Take222>,
}

impl<'r> Answers<'r> {
    fn of(reading: &Reading<'r, '_>) -> Answers<'r> {
        let mut answers = Answers::default();
        for rule in &reading.written.rules {
            if answers.lacks(rule) && reading.holds(&rule.when) {
                answers.take(rule);
            }
        }
        answers
    }

    /// Whether the rule answers something that is open.
    fn lacks(&self, rule: &Rule<Bound, BoundWhen>) -> bool {
        let words = (self.stop.is_none() && rule.stop.is_some())
            || (self.free.is_none() && rule.free.is_some())
            || (self.last.is_none() && rule.last.is_some());
        let rolls = match self.plan {
            None => rule.plan.is_some() || words,
            Some(plan) => plan.is_none() && words,
        };
        let takes = (self.from.is_none() && rule.from.is_some())
            || (self.to.is_none() && rule.to.is_some())
            || (self.run345.is_none() && rule.run345.is_some())
            || (self.twos.is_none() && rule.twos.is_some());
        rolls || takes || self.pay.is_none() && rule.pay.is_some()
    }

    fn take(&mut self, rule: &'r Rule<Bound, BoundWhen>) {
        if self.plan.is_none() && (rule.plan.is_some() || rule.has_words()) {
            self.plan = Some(rule.plan.as_ref());
        }
        self.stop = self.stop.or(rule.stop.as_ref());
        self.free = self.free.or(rule.free.as_ref());
        self.last = self.last.or(rule.last.as_ref());
        self.pay = self.pay.or(rule.pay.as_ref());
        self.from = self.from.or(rule.from);
        self.to = self.to.or(rule.to);
        self.run345 = self.run345.or(rule.run345);
        self.twos = self.twos.or(rule.twos);
    }

    fn taking(&self) -> Taking {
        Taking {
            from: self.from.unwrap_or(Taking::NEXT.from),
            to: self.to.unwrap_or(Taking::NEXT.to),
            run345: self.run345.unwrap_or(Taking::NEXT.run345),
            twos: self.twos.unwrap_or(Taking::NEXT.twos),
        }
    }

    /// Whether it pays for the last reroll: only a player with a coin can.
    fn purse(&self, reading: &Reading<'_, '_>) -> Purse {
        let wants = match self.pay {
            None | Some(Pay::Never) => false,
            Some(Pay::Always) => reading.view.can_pay(),
            Some(Pay::When(when)) => reading.view.can_pay() && reading.is(when),
        };
        if wants { Purse::Coins } else { Purse::Empty }
    }

    /// How the turn is rolled.
    fn rerolls(&self, reading: &Reading<'_, '_>, looks: &Looks<'_, '_>, choices: &Choices) -> PlanId {
        let purse = self.purse(reading);
        let gains = || Gains::new(looks, choices);
        let goal = match self.plan.flatten() {
            None => return Rerolls::Words(self.tactic(reading, purse)).plan(),
            Some(Exact::MaxSum) => Goal::Sum,
            Some(Exact::Beat) => Goal::Reach(reading.quantity(Quantity::ToBeat) as u8),
            Some(Exact::Reach(least)) => Goal::Reach(reading.small(least, NO_SUM)),
            Some(Exact::Coins) => Goal::Coins(gains(), None),
            Some(Exact::Pot(rivals)) => {
                let to_beat = reading.quantity(Quantity::ToBeat) as u8;
                Goal::Coins(gains(), Some(Keep { rivals: reading.small(rivals, MOST_REROLLS), to_beat }))
            }
        };
        Rerolls::Solved(goal, purse).plan()
    }

    fn tactic(&self, reading: &Reading<'_, '_>, purse: Purse) -> Tactic {
        let pick = |choice: Option<&Choice<Bound>>| match choice {
            None => Pick::None,
            Some(Choice::Fixed(pick)) => *pick,
            Some(Choice::Below(least)) => Pick::Below(reading.small(least, FACES as u8)),
            Some(Choice::Lowest(dice)) => Pick::Lowest(reading.small(dice, DICE as u8)),
        };
        let (free, last) = (pick(self.free), if purse == Purse::Coins { pick(self.last) } else { Pick::None });
        if free == Pick::None {
            // Without the free reroll there is no other.
            return Tactic { aim: Aim::NEVER, free, last: Pick::None };
        }
        let beat = || reading.quantity(Quantity::ToBeat) as u8;
        let aim = match self.stop {
            None => Aim { sum: beat(), ..Aim::NEVER },
            Some(Stop { sum, combos, both }) => {
                let sum = match sum {
                    Least::None => NO_SUM,
                    Least::Beat => beat(),
                    Least::Sum(least) => reading.small(least, NO_SUM),
                };
                Aim { sum, combos: *combos, both: *both }
            }
        };
        Tactic { aim, free, last }
    }
}

impl Strategy for Written {
    fn plan(&self, view: &View<'_>) -> Result<Plan, NoAnswer> {
        let reading = Reading::new(self, view);
        let answers = Answers::of(&reading);
        let counts = matches!(answers.plan.flatten(), Some(Exact::Coins | Exact::Pot(_)));
        let looks = if counts { Looks::for_gains(view) } else { Looks::for_choices(view) };
        let choices = answers.taking().choices(&looks);
        Ok(Plan { rerolls: answers.rerolls(&reading, &looks, &choices), choices })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(Rerolls::of_plan(plan).dice(&self.solver, roll))
    }
}
