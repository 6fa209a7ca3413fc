//! A strategy file at a table: what it answers.
//!
//! Owns the evaluation. What is known before a game is played is put in when it is built: parameters, and whatever is
//! the same under a root of the game's decisions, such as a card. The rest is asked of the view when a rule needs it, and
//! of a number no more than the comparisons need, so that decisions are easy to remember.

use super::comparisons;
use super::meaning::{self, Atom};
use super::reader::File;
use super::usage::Usage;
use super::words::{Difference, Word};
use super::{Amount, Answer, Case, Condition, FileForm, Rule};
use crate::games::declaration::{Family, Known, Memory, ObservableIndex, View, Within};
use crate::strategies::Values;
use std::sync::Arc;

/// What a file says under a root of the game's decisions.
struct Bound<G: FileForm> {
    amounts: Vec<Vec<Case<G>>>,
    rules: Vec<Rule<G>>,
    /// By observable how far it is looked at, if it is.
    within: Vec<Option<Within>>,
}

/// A strategy file at a table.
pub struct AtTable<G: FileForm> {
    /// The family of all strategies with this text.
    family: Family,
    /// By root.
    roots: Vec<Bound<G>>,
    /// Who wants to know which rules apply.
    usage: Option<Arc<Usage>>,
}

/// What is known at a root before a game is played.
struct Binder<'b, G: FileForm> {
    game: &'b G,
    values: &'b Values,
    own: &'b dyn Fn(&G::GameWord, usize) -> Option<i64>,
    root: usize,
}

impl<G: FileForm> Binder<'_, G> {
    /// The file with what is known put in; what then never holds is left out.
    fn bound(&self, file: &File<G>, usage: Option<&Usage>) -> Bound<G> {
        let mut amounts: Vec<Vec<Case<G>>> = Vec::new();
        for cases in &file.amounts {
            let known = |word: &Word<G::GameWord>| self.known(word, &amounts);
            let bound = |case: &Case<G>| {
                let when = comparisons::settled::<G>(case.when.bind(&known));
                Case { when, is: case.is.bind(&known), item: case.item }
            };
            let bound = cases.iter().map(bound).filter(|case| !is_never::<G>(&case.when)).collect();
            amounts.push(bound);
        }
        let known = |word: &Word<G::GameWord>| self.known(word, &amounts);
        let all = file.rules.iter().map(|rule| &rule.when).chain(file.amounts.iter().flatten().map(|case| &case.when));
        if let Some(usage) = usage {
            all.for_each(|when| usage.see_bound(when, &known));
        }
        let answer = |answer: &Answer<G>| Answer {
            said: self.game.at_table(&answer.said),
            amounts: answer.amounts.iter().map(|amount| amount.bind(&known)).collect(),
            when: comparisons::settled::<G>(answer.when.bind(&known)),
        };
        let rule = |rule: &Rule<G>| {
            let answers = rule.answers.iter().map(|said| said.as_ref().map(answer)).collect();
            Rule::new(comparisons::settled::<G>(rule.when.bind(&known)), answers, rule.item)
        };
        let rules = file.rules.iter().map(rule).filter(|rule| !is_never::<G>(&rule.when)).collect();
        let bound = Bound { amounts, rules, within: Vec::new() };
        let within = (0..G::OBSERVABLES.len() as u8).map(|index| bound.within(&Word::Seen(ObservableIndex(index))));
        Bound { within: within.collect(), ..bound }
    }

    /// What a word comes to, if that is known.
    fn known(&self, word: &Word<G::GameWord>, amounts: &[Vec<Case<G>>]) -> Option<i64> {
        match word {
            Word::Seen(index) => {
                let entry = &G::OBSERVABLES[usize::from(index.0)];
                let is_constant = entry.memory == Memory::Constant && entry.known == Known::Always;
                let situation = is_constant.then(|| self.game.constants(self.root)).flatten()?;
                Some(entry.answer(&situation, 0).into())
            }
            Word::Parameter(index) => Some(self.values.whole(*index).into()),
            Word::Amount(index) => match amounts[*index].first() {
                Some(Case { when: Condition::<G>::Constant(true), is: meaning::Amount::Number(number), .. }) => {
                    Some(*number)
                }
                _ => None,
            },
            Word::OfGame(own) => (self.own)(own, self.root),
            Word::Difference(_) => None,
        }
    }
}

fn is_never<G: FileForm>(when: &Condition<G>) -> bool {
    matches!(when, Condition::<G>::Constant(false))
}

impl<G: FileForm> Bound<G> {
    fn conditions(&self) -> impl Iterator<Item = &Condition<G>> {
        let answers = self.rules.iter().flat_map(|rule| &rule.answers).flatten().map(|said| &said.when);
        let rules = self.rules.iter().map(|rule| &rule.when);
        self.amounts.iter().flatten().map(|case| &case.when).chain(rules).chain(answers)
    }

    fn all_amounts(&self) -> impl Iterator<Item = &Amount<G>> {
        let answers = self.rules.iter().flat_map(|rule| &rule.answers).flatten().flat_map(|said| &said.amounts);
        self.amounts.iter().flatten().map(|case| &case.is).chain(answers)
    }

    /// How far a word is looked at, if it is: one that is only compared with numbers written down, as far as these
    /// comparisons need.
    fn within(&self, wanted: &Word<G::GameWord>) -> Option<Within> {
        let whole = |amount: &Amount<G>| {
            let mut found = false;
            amount.visit(&mut |word| {
                found |= word == wanted;
                1
            });
            found.then_some(Within::WHOLE)
        };
        let mut all: Vec<Within> = self.all_amounts().filter_map(whole).collect();
        for condition in self.conditions() {
            condition.visit(&mut |atom, _| match atom {
                Atom::Fact(word) => all.extend((word == wanted).then_some(Within::up_to(1))),
                Atom::Compare(comparison, meaning::Amount::Word(word), meaning::Amount::Number(number)) => {
                    all.extend((word == wanted).then(|| comparisons::within(*comparison, *number)));
                }
                Atom::Compare(_, left, right) => all.extend([left, right].into_iter().filter_map(whole)),
            });
        }
        all.into_iter().reduce(Within::and)
    }
}

impl<G: FileForm> AtTable<G> {
    /// The strategy that a file describes, with these values of its parameters; `usage` counts which rules apply.
    pub fn new(file: &File<G>, values: &Values, game: &G, usage: &Arc<Usage>) -> AtTable<G> {
        let own = game.constants_of(values);
        let usage = usage.is_wanted().then(|| Arc::clone(usage));
        let bound = |root| Binder { game, values, own: &*own, root }.bound(file, usage.as_deref());
        AtTable { family: file.family, roots: (0..game.roots()).map(bound).collect(), usage }
    }

    /// Of all strategies that the same text describes.
    pub fn family(&self) -> Family {
        self.family
    }

    /// What the file says in a situation.
    #[inline]
    pub fn evaluation<'r, 'v>(&'r self, view: &View<'v, G>) -> Evaluation<'r, 'v, G> {
        Evaluation { table: self, bound: &self.roots[G::root(&view.situation)], view: *view }
    }

    /// Whether it is counted which rules apply, so that every decision has to be asked for.
    pub fn is_counted(&self) -> bool {
        self.usage.is_some()
    }

    /// Whether something that counts looks at an observable.
    pub fn looks_at(&self, index: ObservableIndex) -> bool {
        self.roots.iter().any(|bound| bound.within(&Word::Seen(index)).is_some())
    }

    /// Whether a rule says something at one of these keys, a bit each.
    pub fn says(&self, keys: u32) -> bool {
        self.roots.iter().flat_map(|bound| &bound.rules).any(|rule| rule.keys & keys != 0)
    }

    /// What the rules of the first root say at a key, each with whether it always holds.
    pub fn all(&self, key: usize) -> impl Iterator<Item = (&Answer<G>, bool)> {
        let rules = self.roots.first().into_iter().flat_map(|bound| &bound.rules);
        rules.filter_map(move |rule| Some((rule.answers[key].as_ref()?, rule.when.is_always())))
    }
}

/// What the rules that hold say, by key.
pub(crate) type Answers<'r, G> = [Option<&'r Answer<G>>; 32];

/// A strategy file in a situation.
pub struct Evaluation<'r, 'v, G: FileForm> {
    table: &'r AtTable<G>,
    bound: &'r Bound<G>,
    view: View<'v, G>,
}

impl<'r, 'v, G: FileForm> Evaluation<'r, 'v, G> {
    /// The same once more is known.
    pub fn with(self, situation: G::Situation<'v>) -> Evaluation<'r, 'v, G> {
        Evaluation { view: self.view.with(situation), ..self }
    }

    /// What is seen.
    pub fn view(&self) -> &View<'v, G> {
        &self.view
    }

    /// What a word comes to.
    fn known(&self, word: &Word<G::GameWord>) -> i64 {
        match word {
            Word::Seen(index) => match self.bound.within[usize::from(index.0)] {
                Some(within) => self.view.ask_within(*index, 0, within).into(),
                // Nothing that is asked has it.
                None => 0,
            },
            Word::Difference(Difference { of, from, ends }) => self.view.ask_difference(*of, *from, *ends),
            Word::Amount(index) => self.named(&self.bound.amounts[*index]),
            Word::OfGame(own) => G::own_value(own, &self.view.situation),
            // Parameters were put in when the strategy was built.
            Word::Parameter(_) => 0,
        }
    }

    fn named(&self, cases: &'r [Case<G>]) -> i64 {
        if let Some(usage) = &self.table.usage {
            let items = cases.iter().map(|case| (case.item, &case.when, 1, 1));
            usage.see(items, 1, &|word| self.known(word));
        }
        let case = cases.iter().find(|case| self.holds(&case.when));
        case.map_or(0, |case| self.value(&case.is))
    }

    /// An amount.
    #[inline]
    pub fn value(&self, amount: &Amount<G>) -> i64 {
        amount.value(&|word| self.known(word))
    }

    /// The first amount of an answer, within these limits.
    pub fn amount(&self, answer: &Answer<G>, least: u32, most: u32) -> u32 {
        let value = answer.amounts.first().map_or(0, |amount| self.value(amount));
        value.clamp(i64::from(least), i64::from(most)) as u32
    }

    /// Whether a condition holds.
    #[inline]
    pub fn holds(&self, when: &Condition<G>) -> bool {
        when.holds(&|word| self.known(word))
    }

    /// What is said at these keys, a bit each: at each by the first rule that holds and says something while the key
    /// is not [closed](super::Key::closes).
    pub fn answers(&self, keys: u32) -> Answers<'r, G> {
        if let Some(usage) = &self.table.usage {
            let rules = self.bound.rules.iter().filter(|rule| rule.keys & keys != 0);
            let items = rules.map(|rule| (rule.item, &rule.when, rule.keys, closed_by::<G>(rule.keys)));
            usage.see(items, keys, &|word| self.known(word));
        }
        let (mut answers, mut open) = ([None; 32], keys);
        for rule in &self.bound.rules {
            if rule.keys & open == 0 || !self.holds(&rule.when) {
                continue;
            }
            let taken = rule.keys & open;
            each_key(taken).for_each(|key| answers[key] = rule.answers[key].as_ref());
            open &= !closed_by::<G>(taken);
            if open == 0 {
                break;
            }
        }
        answers
    }

    /// What is said at a key.
    #[inline]
    pub fn first(&self, key: usize) -> Option<&'r Answer<G>> {
        if self.table.usage.is_some() {
            return self.answers(1 << key)[key];
        }
        self.bound.rules.iter().find_map(|rule| rule.answers[key].as_ref().filter(|_| self.holds(&rule.when)))
    }
}

/// The keys that need no answer any more once these have one.
fn closed_by<G: FileForm>(keys: u32) -> u32 {
    each_key(keys).fold(0, |closed, key| closed | G::KEYS[key].closes)
}

/// The positions of keys, from a bit each.
fn each_key(mut keys: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let key = keys.trailing_zeros() as usize;
        (keys != 0).then(|| keys &= keys - 1).map(|()| key)
    })
}
