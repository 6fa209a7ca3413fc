//! What a script sees: the declaration of its game, as types and functions of the language.
//!
//! Owns the state of one call ([`Call`]), the view made from the declaration, the coin, and the record of what was asked,
//! so that a decision can be remembered by what it was made from. A view is a type of its own, not a map, and holds a copy
//! of what is seen, because values of the language cannot borrow the game. What a script answers, and what it can choose
//! from, is the game's, through [`ScriptForm`].

use super::budget;
use super::language::{Evaluated, Words, refuse};
use super::mentions::{COIN, IS_LESS};
use crate::dice::{Generator, below, generator};
use crate::games::declaration::{Memory, Observable, ObservableIndex, Read, Several, Trace, Value, View, Within};
use crate::strategies::form::FileForm;
use rhai::{Array, Dynamic, Map, NativeCallContext};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game whose strategies can be scripts.
pub trait ScriptForm: FileForm + Clone {
    /// What is the same for all calls at a table: helpers into the exact engine, mostly.
    type Tools: Send + Sync + 'static;
    /// A copy of what is seen, which borrows nothing.
    type Copy: Send + Sync + 'static;
    /// What a call is about beyond what is seen.
    type About: Send + Sync + 'static;

    /// The functions that a script must have, as they are declared: `commit(view)`.
    const WANTED: &'static [&'static str];
    /// Functions of which a script must have at least one, if there are any.
    const OPTIONAL: &'static [&'static str] = &[];
    /// What the helpers of one call may cost.
    const BUDGET: u32 = 0;
    /// What is said of helpers that cost more.
    const TOO_OFTEN: &'static str = "";

    /// The helpers at a table.
    fn tools(&self) -> Self::Tools;

    /// A copy of what is seen.
    fn copy(situation: &Self::Situation<'_>) -> Self::Copy;

    /// What is seen of a copy.
    fn lend<'c>(copy: &'c Self::Copy, tools: &'c Self::Tools) -> Self::Situation<'c>;

    /// Teaches what only this game has.
    fn teach(words: &mut Words) {
        let _ = words;
    }
}

/// The name of a function as it is declared.
pub(crate) fn function_name(declared: &str) -> &str {
    declared.split('(').next().unwrap_or_default()
}

/// One call of a script.
pub struct Call<G: ScriptForm> {
    /// What is the same for all calls.
    pub tools: Arc<G::Tools>,
    /// What it is about beyond what is seen.
    pub about: G::About,
    /// What is seen; nothing where a function depends on its arguments alone.
    copy: Option<G::Copy>,
    notes: Mutex<Notes>,
}

/// What happened in a call.
struct Notes {
    /// What was asked.
    trace: Trace,
    coin: Option<Generator>,
    tosses: u32,
    /// What helpers may still cost.
    budget: u32,
}

/// The view that a script gets.
#[derive(Clone)]
pub(crate) struct ScriptView<G: ScriptForm>(pub Arc<Call<G>>);

/// The roll that `reroll` of a script gets.
#[derive(Clone)]
pub(crate) struct ScriptRoll<G: ScriptForm>(pub Arc<Call<G>>);

/// The parts of a view whose names begin alike.
#[derive(Clone)]
struct Group<G: ScriptForm>(Arc<Call<G>>, &'static str);

/// An observable that is asked of several.
#[derive(Clone)]
struct Each<G: ScriptForm>(Arc<Call<G>>, ObservableIndex);

/// A value of the declaration as one of the language.
pub(crate) fn dynamic(value: &Value) -> Dynamic {
    budget::spend(1);
    match value {
        Value::Whole(number) => (*number).into(),
        Value::Text(text) => text.clone().into(),
        Value::Item(parts) => {
            let parts = parts.iter().map(|(name, value)| ((*name).into(), dynamic(value)));
            Dynamic::from_map(parts.collect::<Map>())
        }
        Value::List(values) => Dynamic::from_array(values.iter().map(dynamic).collect::<Array>()),
        Value::None => Dynamic::UNIT,
    }
}

impl<G: ScriptForm> Call<G> {
    /// A call in a situation, or one that depends on nothing that is seen.
    pub(super) fn new(tools: &Arc<G::Tools>, situation: Option<&G::Situation<'_>>, about: G::About) -> Arc<Call<G>> {
        let notes = Notes { trace: Trace::default(), coin: None, tosses: 0, budget: G::BUDGET };
        Arc::new(Call { tools: Arc::clone(tools), about, copy: situation.map(G::copy), notes: Mutex::new(notes) })
    }

    /// The call that a word is used in, which is the tag of all its functions. It fails if it is used in a constant:
    /// while those are worked out, there is no tag.
    pub fn find(context: &NativeCallContext<'_>) -> Evaluated<Arc<Call<G>>> {
        let found = context.tag().and_then(|tag| tag.read_lock::<Arc<Call<G>>>().map(|call| Arc::clone(&call)));
        found.map_or_else(|| refuse(format!("{} is for functions, not for constants", context.fn_name())), Ok)
    }

    /// What is seen. It fails if nothing is.
    pub fn situation(&self) -> Evaluated<G::Situation<'_>> {
        match &self.copy {
            Some(copy) => Ok(G::lend(copy, &self.tools)),
            None => refuse("there is no view here"),
        }
    }

    /// That an observable is known now.
    fn known(&self, entry: &Observable<G>) -> Evaluated<()> {
        let is_known = G::knows(&self.situation()?, entry.known);
        if is_known { Ok(()) } else { refuse(format!("'{}' is {}", entry.name, entry.known)) }
    }

    /// Pays for a helper. It fails if the helpers were asked too often.
    pub fn pay(&self, cost: u32) -> Evaluated<()> {
        let mut notes = self.notes();
        let left = notes.budget.checked_sub(cost);
        notes.budget = left.unwrap_or(notes.budget);
        left.map_or_else(|| refuse(G::TOO_OFTEN), |_| Ok(()))
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What `look` makes of what is seen; what it asks is noted. It fails if nothing is seen.
    pub fn look<T>(&self, look: impl FnOnce(&View<'_, G>) -> T) -> Evaluated<T> {
        let notes = self.notes();
        Ok(look(&View::traced(self.situation()?, &notes.trace)))
    }

    /// The answer of an observable, as far as it is looked at. It fails if nothing is seen.
    pub fn ask(&self, index: ObservableIndex, of: u32, within: Within) -> Evaluated<i64> {
        self.known(&G::OBSERVABLES[usize::from(index.0)])?;
        self.look(|view| view.ask_within(index, of, within).into())
    }

    /// Whether the answer of an observable is this or more.
    fn reaches(&self, index: ObservableIndex, of: u32, number: i64) -> Evaluated<bool> {
        let end = |number: i64| number.clamp(0, u32::MAX.into()) as u32;
        let within = Within { least: end(number.saturating_sub(1)), most: end(number) };
        Ok(self.ask(index, of, within)? >= number)
    }

    /// Whether one number is less than another, by their names.
    fn is_less(&self, one: &str, other: &str) -> Evaluated<bool> {
        let (of, from) = (number_named::<G>(one)?, number_named::<G>(other)?);
        [of, from].into_iter().try_for_each(|index| self.known(&G::OBSERVABLES[usize::from(index.0)]))?;
        Ok(self.look(|view| view.ask_difference(of, from, (-1, 0)))? < 0)
    }

    /// Notes in the view what was asked of its copy, in order.
    pub fn report(&self, view: &View<'_, G>) {
        view.note_all(&self.notes().trace);
    }

    /// A number below `sides` from the strategy's own coin.
    fn toss(&self, sides: u64) -> Evaluated<u64> {
        let toss = self.notes().tosses;
        let tossed = self.look(|view| {
            view.note_coin(toss, sides);
            generator(G::coin_key(&view.situation))
        });
        let Ok(fresh) = tossed else {
            return refuse("coin is for decisions: a reroll depends on the plan and the roll alone");
        };
        let mut notes = self.notes();
        notes.tosses += 1;
        Ok(below(sides, notes.coin.get_or_insert(fresh)))
    }
}

/// The words of a game's scripts: its view, the coin, and what only this game has.
pub(super) fn taught<G: ScriptForm>() -> Words {
    let mut words = Words::new();
    teach::<G>(&mut words);
    words
}

fn teach<G: ScriptForm>(words: &mut Words) {
    words.type_named::<ScriptView<G>>("view").type_named::<Each<G>>("list").type_named::<Group<G>>("part");
    let entries = || (0..).map(ObservableIndex).zip(G::OBSERVABLES).filter(|(_, entry)| entry.is_for_scripts());
    let has_parts =
        |name: &str| entries().any(|(_, entry)| entry.name.split_once('.').is_some_and(|(group, _)| group == name));
    for (index, entry) in entries() {
        match (entry.name.split_once('.'), &entry.read) {
            (Some((_, part)), _) => teach_part::<G>(words, part),
            (None, Read::Number(_)) => teach_number::<G>(words, index, entry),
            (None, Read::Fact(_)) if has_parts(entry.name) => teach_group::<G>(words, index, entry.name),
            (None, Read::Fact(_)) => {
                words.property(entry.name, move |view: &mut ScriptView<G>| {
                    Ok(view.0.ask(index, 0, Within::WHOLE)? == 1)
                });
            }
            (None, Read::Of(_)) => teach_several::<G>(words, index, entry.name),
            (None, Read::Value(read, parts)) => {
                words.parts(parts).property(entry.name, move |view: &mut ScriptView<G>| {
                    view.0.known(entry)?;
                    view.0.look(|view| {
                        view.note(index, 0, Within::WHOLE);
                        dynamic(&read(&view.situation))
                    })
                });
            }
        }
    }
    teach_each::<G>(words);
    words
        .function(IS_LESS, |view: &mut ScriptView<G>, one: &str, other: &str| view.0.is_less(one, other))
        .function(COIN, |context: NativeCallContext<'_>| Call::<G>::find(&context)?.toss(2).map(|side| side == 1))
        .function(COIN, |context: NativeCallContext<'_>, sides: i64| match u64::try_from(sides) {
            Ok(sides) if sides > 0 => Ok(Call::<G>::find(&context)?.toss(sides)? as i64),
            _ => refuse(format!("a coin of {sides} sides")),
        });
    G::teach(words);
}

/// A limit above which an answer makes no difference.
fn limit(word: &str, most: i64) -> Evaluated<Within> {
    u32::try_from(most)
        .map(Within::up_to)
        .or_else(|_| refuse(format!("{word} of {most}, which is no number to compare with")))
}

/// A number, and where that is easier to remember, the smaller of it and a limit.
fn teach_number<G: ScriptForm>(words: &mut Words, index: ObservableIndex, entry: &'static Observable<G>) {
    words.property(entry.name, move |view: &mut ScriptView<G>| view.0.ask(index, 0, Within::WHOLE));
    if !matches!(entry.memory, Memory::Constant | Memory::Never) {
        let name = format!("{}_up_to", entry.name);
        words.function(&name.clone(), move |view: &mut ScriptView<G>, most: i64| {
            view.0.ask(index, 0, limit(&name, most)?)
        });
        words.function(&format!("{}_reaches", entry.name), move |view: &mut ScriptView<G>, number: i64| {
            view.0.reaches(index, 0, number)
        });
    }
}

/// The number that scripts know by a name.
fn number_named<G: ScriptForm>(name: &str) -> Evaluated<ObservableIndex> {
    let is_number = |entry: &Observable<G>| entry.is_for_scripts() && matches!(entry.read, Read::Number(_));
    let mut entries = (0..).map(ObservableIndex).zip(G::OBSERVABLES);
    match entries.find(|(_, entry)| entry.name == name && is_number(entry)) {
        Some((index, _)) => Ok(index),
        None => refuse(format!("is_less of \"{name}\": no number of a view is called so")),
    }
}

/// What has parts, `()` while it is not there.
fn teach_group<G: ScriptForm>(words: &mut Words, index: ObservableIndex, name: &'static str) {
    words.property(name, move |view: &mut ScriptView<G>| {
        let is_there = view.0.ask(index, 0, Within::WHOLE)? == 1;
        Ok(if is_there { Dynamic::from(Group(Arc::clone(&view.0), name)) } else { Dynamic::UNIT })
    });
}

/// A part of whichever group has it.
fn teach_part<G: ScriptForm>(words: &mut Words, part: &'static str) {
    let entries = (0..).map(ObservableIndex).zip(G::OBSERVABLES);
    let groups: Vec<(&str, ObservableIndex)> = entries
        .filter_map(|(index, entry)| {
            entry.name.split_once('.').filter(|(_, of)| *of == part).map(|(group, _)| (group, index))
        })
        .collect();
    words.property(part, move |group: &mut Group<G>| match groups.iter().find(|(name, _)| *name == group.1) {
        Some((_, index)) => group.0.ask(*index, 0, Within::WHOLE),
        None => refuse(format!("{} has no '{part}'", group.1)),
    });
}

/// An observable of several, as a list and as a function.
fn teach_several<G: ScriptForm>(words: &mut Words, index: ObservableIndex, name: &'static str) {
    words
        .property(name, move |view: &mut ScriptView<G>| Ok(Each(Arc::clone(&view.0), index)))
        .function(name, move |view: &mut ScriptView<G>, one: i64| each(&view.0, index, one, Within::WHOLE));
    let capped = format!("{name}_up_to");
    words.function(&capped.clone(), move |view: &mut ScriptView<G>, one: i64, most: i64| {
        each(&view.0, index, one, limit(&capped, most)?)
    });
    words.function(&format!("{name}_reaches"), move |view: &mut ScriptView<G>, one: i64, number: i64| {
        let of = position(&view.0, index, one)?;
        view.0.reaches(index, of, number)
    });
}

/// What one of several is called, the number of the first, and how many there are.
fn several<G: ScriptForm>(call: &Call<G>, index: ObservableIndex) -> Evaluated<(&'static str, u32, u32)> {
    match &G::OBSERVABLES[usize::from(index.0)].read {
        Read::Of(Several { first: (called, first), count, .. }) => Ok((*called, *first, count(&call.situation()?))),
        _ => refuse("this is no list"),
    }
}

/// The answer of one of several, by its number.
fn each<G: ScriptForm>(call: &Call<G>, index: ObservableIndex, one: i64, within: Within) -> Evaluated<i64> {
    let of = position(call, index, one)?;
    call.ask(index, of, within)
}

/// The position, from 0, of one of several, by its number.
fn position<G: ScriptForm>(call: &Call<G>, index: ObservableIndex, one: i64) -> Evaluated<u32> {
    let (called, first, count) = several(call, index)?;
    let last = first + count - 1;
    match u32::try_from(one).ok().filter(|one| (first..=last).contains(one)) {
        Some(one) => Ok(one - first),
        None => refuse(format!("there is no {called} {one}; they are numbered from {first} to {last}")),
    }
}

/// What can be done with a list.
fn teach_each<G: ScriptForm>(words: &mut Words) {
    words
        .index(|list: &mut Each<G>, one: i64| each(&list.0, list.1, one, Within::WHOLE))
        .function("up_to", |list: &mut Each<G>, one: i64, most: i64| each(&list.0, list.1, one, limit("up_to", most)?))
        .function("reaches", |list: &mut Each<G>, one: i64, number: i64| {
            let of = position(&list.0, list.1, one)?;
            list.0.reaches(list.1, of, number)
        })
        .function("len", |list: &mut Each<G>| several(&list.0, list.1).map(|(_, _, count)| i64::from(count)))
        .items_for_host(|list: &mut Each<G>| {
            let count = several(&list.0, list.1).map(|(_, _, count)| count)?;
            let all = (0..count).map(|of| list.0.ask(list.1, of, Within::WHOLE).map(Dynamic::from));
            all.collect::<Evaluated<Array>>()
        })
        .items::<Each<G>>(|list| {
            // All are noted now, because whoever goes through them may stop anywhere.
            let count = several(&list.0, list.1).map(|(_, _, count)| count);
            let all = (0..count.unwrap_or(0)).filter_map(|of| list.0.ask(list.1, of, Within::WHOLE).ok());
            Box::new(all.map(Dynamic::from).collect::<Vec<Dynamic>>().into_iter())
        });
}
