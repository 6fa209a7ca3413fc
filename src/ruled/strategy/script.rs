//! Strategies that are scripts.
//!
//! Owns what a script sees of a game, which follows from the words of its file, and how its answers are taken for ways to decide.
//! A function is asked in each step that decides; what it reads stands in its text, so that its decisions are remembered as
//! those of a file are.

use super::read::what_ways_rest_on;
use super::{Memory, Packing, Strategy};
use crate::dice::{Asked, Dice, FUNCTIONS, Hand, Tables, choose};
use crate::formula::{Expr, Formula, Kind, Leaf, Meaning, Reads, View, Which};
use crate::model::{Act, Fault, Game, NO_WAY, State, Way};
use crate::read::Found;
use crate::strategy::keys;
use analyze_core::dice::Words;
use analyze_core::games::declaration::Value;
use analyze_core::input::{BadInput, Source};
use analyze_core::strategies::{Lexicon, PlainScript, Scene, Sighted, Values};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// What a call is counted as, in operations of formulas.
const A_CALL: u64 = 1_000;
/// The helpers beside the functions of dice.
const COUNT: &str = "count";

/// What a property of a view shows.
enum Property {
    /// A number or a fact of the game's file; a fact is 1 or 0.
    Formula(Expr, Kind),
    /// The dice that lie there.
    Dice,
    /// What can be chosen, or which dice can be kept.
    Ways,
}

/// The names of what is no word of the game's file.
const DICE: &str = "dice";
const WAYS: &str = "ways";

/// What is the same for all calls of a script.
struct Sights {
    game: Game,
    names: Vec<String>,
    properties: Vec<Property>,
    /// By property: the slot of the player's own that it shows, if it does.
    own: Vec<Option<usize>>,
    /// The helpers of dice: what each asks, and where the answers stand. `count` is the last.
    asked: Vec<usize>,
    tables: Tables,
}

/// A script at a table.
pub(crate) struct Script {
    script: Sighted,
    /// By step, the function that is asked, and what it decided by the dice that lie there, if nothing else counts.
    functions: Vec<(String, Option<Made>)>,
    sights: Arc<Sights>,
}

/// What was decided by hand. What one thread asks for, all know.
type Made = RwLock<FxHashMap<Hand, Way>>;

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a script")
    }
}

impl Strategy {
    /// Reads a script for a game; parameters can be changed.
    pub(crate) fn read_script(source: &Source, found: &Found, changes: &[(String, f64)]) -> Result<Strategy, BadInput> {
        let (lexicon, sights) = sights(found);
        let functions: Vec<String> = found.game.steps.iter().map(|step| function_of(&step.name)).collect();
        let script = PlainScript::read(source, lexicon)?;
        let given: Vec<_> = changes.iter().map(|(name, value)| (Some(name.clone()), value.to_string())).collect();
        let values = Values::read(script.name(), script.parameters(), &given)
            .map_err(|error| BadInput::general(&*source.name, error.to_string()))?;
        let game = &found.game;
        let (mut memory, mut all, mut looks) = (Vec::new(), Reads::default(), Vec::new());
        let (mut draws, mut sees_hands) = (false, false);
        for (at, step) in game.steps.iter().enumerate() {
            let function = &functions[at];
            let keeps = matches!(step.act, Act::Keep { .. });
            let mut reads = sights.reads(&script, function, keeps);
            let drawn = step.decides() && script.draws(function);
            draws |= drawn;
            all.add(&reads);
            let sees = reads.dice;
            reads.add(&what_ways_rest_on(&step.act));
            looks.push(reads.dice);
            let only_dice = reads.slots.is_empty() && reads.rivals.is_empty() && !reads.card;
            memory.push(match Packing::new(game, &reads) {
                Some(_) if !drawn && only_dice && game.dice.numbered() > 0 => Memory::ByHand,
                Some(packing) if !drawn => Memory::ByState(packing),
                _ => Memory::Never,
            });
            sees_hands |= step.decides() && if keeps { !matches!(memory[at], Memory::ByHand) } else { sees };
        }
        let (name, about) = (script.name().to_owned(), script.about().to_owned());
        let parameters = script.parameters().to_vec();
        let made = memory.iter().map(|memory| matches!(memory, Memory::ByHand).then(Made::default));
        let functions = functions.into_iter().zip(made).collect();
        let script = Arc::new(Script { script: script.with(&values), functions, sights: Arc::new(sights) });
        let strategy = Strategy { name, about, parameters, memory, reads: all, looks, draws, ..Strategy::random(game) };
        Ok(Strategy {
            rules: Vec::new(),
            costs: vec![A_CALL; game.steps.len()],
            script: Some(script),
            sees_hands,
            ..strategy
        })
    }
}

/// The function that is asked in a step: a word of the language in its place has an `_` after it.
pub(crate) fn function_of(step: &str) -> String {
    let name = step.replace('-', "_");
    if PlainScript::is_word(&name) { name + "_" } else { name }
}

/// What a game teaches its scripts, and what they see.
fn sights(found: &Found) -> (Lexicon, Sights) {
    let game = &found.game;
    let is_seen = |reads: &Reads| {
        !reads.chosen && reads.asked.iter().all(|(_, which)| !matches!(which, Which::Kept | Which::Rest))
    };
    let words = found.names.iter().filter_map(|(name, meaning)| match meaning {
        Meaning::Formula(formula, kind) if !name.contains(['.', '#']) => {
            let expr = Expr::new((**formula).clone()).filter(|expr| is_seen(&expr.reads()))?;
            Some((name.clone(), Property::Formula(expr, *kind)))
        }
        _ => None,
    });
    let others = [(DICE.to_owned(), Property::Dice), (WAYS.to_owned(), Property::Ways)];
    let (names, properties): (Vec<String>, Vec<Property>) =
        words.filter(|(name, _)| ![DICE, WAYS].contains(&&**name)).chain(others).unzip();
    let slot = |property: &Property| match property {
        Property::Formula(expr, _) => match expr.formula {
            Formula::Leaf(Leaf::Slot(slot)) if slot < game.own() => Some(slot),
            _ => None,
        },
        _ => None,
    };
    let own: Vec<Option<usize>> = properties.iter().map(slot).collect();
    let mut tables = game.tables.clone();
    let (mut helpers, mut asked) = (Vec::new(), Vec::new());
    for (name, question, _) in &FUNCTIONS {
        let has_answer = !matches!(question, Asked::Points | Asked::Best) || tables.knows(question);
        if let (true, Ok(table)) = (has_answer, tables.ask(&game.dice, question.clone())) {
            helpers.push((*name, 1));
            asked.push(table);
        }
    }
    helpers.push((COUNT, 2));
    let lexicon = Lexicon {
        game: game.name.clone(),
        functions: keys(game).into_iter().map(|(_, key)| format!("{}(view)", function_of(key))).collect(),
        properties: names.clone(),
        facts: (0..own.len()).filter(|&at| matches!(properties[at], Property::Formula(_, Kind::Fact))).collect(),
        of_others: (0..own.len()).filter(|&at| own[at].is_some()).collect(),
        helpers,
    };
    (lexicon, Sights { game: game.clone(), names, properties, own, asked, tables })
}

impl Sights {
    /// What a function of a script can read of a state, beside what the rules of the step read; `keeps` says whether dice are kept
    /// in it.
    fn reads(&self, script: &PlainScript, function: &str, keeps: bool) -> Reads {
        let mut reads = Reads { dice: script.asks_helpers(function), ..Reads::default() };
        let read = self.names.iter().map(|name| script.reads(function, name));
        for (at, property) in self.properties.iter().enumerate().zip(read).filter(|(_, read)| *read).map(|(it, _)| it) {
            match property {
                Property::Formula(expr, _) => reads.add(&expr.reads()),
                Property::Dice => reads.dice = true,
                Property::Ways => reads.dice |= keeps,
            }
            if script.reads_others(function) {
                reads.rivals.extend(self.own[at]);
            }
        }
        reads
    }

    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View { tables: &self.tables, ..self.game.view(state, NO_WAY) }
    }

    /// The hand of these faces.
    fn hand(&self, faces: &[Value]) -> Result<Hand, String> {
        let dice = &self.game.dice;
        let mut counts = vec![0u8; dice.faces.len()];
        for face in faces {
            let at = (0..counts.len()).find(|&at| shown(dice, at) == *face);
            let at = at.ok_or_else(|| format!("no die shows {}", written(face)))?;
            counts[at] = counts[at].saturating_add(1);
        }
        dice.hand(&counts).ok_or_else(|| format!("{} dice are more than there are", faces.len()))
    }

    /// The dice of a hand as a list of what they show.
    fn faces(&self, hand: Hand) -> Value {
        let dice = &self.game.dice;
        dice.with_counts(hand, |counts| {
            let faces = counts.iter().enumerate();
            Value::List(faces.flat_map(|(at, &n)| std::iter::repeat_n(shown(dice, at), n.into())).collect())
        })
    }

    /// A way to decide in a step as a script sees it.
    fn way(&self, step: usize, way: &Way) -> Value {
        match &self.game.steps[step].act {
            Act::Choose(choices) => {
                let choice = &choices[way.choice];
                let name = Value::Text(choice.name.clone());
                match choice.number {
                    Some(_) => Value::List(vec![name, Value::Whole(way.chosen)]),
                    None => name,
                }
            }
            _ => self.faces(way.kept),
        }
    }

    /// Which of the ways an answer is; an error says which answers there are.
    fn answered(&self, step: usize, ways: &[Way], answer: &Value) -> Result<usize, String> {
        let found = match (&self.game.steps[step].act, answer) {
            (Act::Keep { .. }, Value::List(faces)) => {
                let kept = self.hand(faces)?;
                ways.iter().position(|way| way.kept == kept)
            }
            _ => ways.iter().position(|way| self.way(step, way) == *answer),
        };
        found.ok_or_else(|| {
            let few: Vec<String> = ways.iter().take(8).map(|way| written(&self.way(step, way))).collect();
            let more = if ways.len() > few.len() { ", …" } else { "" };
            format!("{} is not one of view.ways: {}{more}", written(answer), few.join(", "))
        })
    }
}

/// What a face shows: its number, or its name with that of its kind.
fn shown(dice: &Dice, face: usize) -> Value {
    match (dice.kinds.len(), dice.faces[face].value) {
        (1, Some(number)) => Value::Whole(number),
        _ => Value::Text(dice.face_shown(face)),
    }
}

/// A value as a script writes it.
fn written(value: &Value) -> String {
    match value {
        Value::Whole(number) => number.to_string(),
        Value::Text(text) => format!("\"{text}\""),
        Value::List(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Item(_) | Value::None => "()".to_owned(),
    }
}

/// What a script sees in a call.
struct Seen {
    sights: Arc<Sights>,
    state: State,
    ways: Vec<Way>,
    /// The strategy's own draws in this turn.
    coins: Mutex<Option<Words>>,
}

impl Scene for Seen {
    fn property(&self, property: usize) -> Value {
        match &self.sights.properties[property] {
            Property::Formula(expr, _) => Value::Whole(expr.value(&self.sights.view(&self.state))),
            Property::Dice => self.sights.faces(self.state.dice),
            Property::Ways => Value::List(self.ways.iter().map(|way| self.sights.way(self.state.step, way)).collect()),
        }
    }

    fn others(&self) -> usize {
        self.sights.game.players - 1
    }

    fn of_other(&self, other: usize, property: usize) -> Value {
        let slot = self.sights.own[property].unwrap_or(0) + (other + 1) * self.sights.game.own();
        Value::Whole(self.state.slots[slot])
    }

    fn helper(&self, helper: usize, arguments: &[Value]) -> Result<Value, String> {
        let Some(Value::List(faces)) = arguments.first() else {
            return Err("what is asked about must be a list of faces, such as view.dice".to_owned());
        };
        let sights = &self.sights;
        match sights.asked.get(helper) {
            Some(&table) => Ok(Value::Whole(sights.tables.answer(&sights.game.dice, table, sights.hand(faces)?))),
            None => Ok(Value::Whole(faces.iter().filter(|face| arguments.get(1) == Some(face)).count() as i64)),
        }
    }

    fn position(&self) -> String {
        self.sights.game.as_options(&self.state)
    }

    fn toss(&self, sides: usize) -> usize {
        let mut coins = self.coins.lock().unwrap_or_else(PoisonError::into_inner);
        coins.as_mut().map_or(0, |words| choose(sides, words))
    }
}

impl Script {
    /// Which of the ways it takes; `coins` are the strategy's own draws in this turn, if it makes some.
    pub(crate) fn choose(
        &self,
        name: &str,
        state: &State,
        ways: &[Way],
        coins: &mut Option<Words>,
    ) -> Result<usize, Fault> {
        let (function, made) = &self.functions[state.step];
        let known = made
            .as_ref()
            .and_then(|made| made.read().unwrap_or_else(PoisonError::into_inner).get(&state.dice).copied());
        if let Some(at) = known.and_then(|known| ways.iter().position(|way| *way == known)) {
            return Ok(at);
        }
        let sights = Arc::clone(&self.sights);
        let seen =
            Arc::new(Seen { sights, state: state.clone(), ways: ways.to_vec(), coins: Mutex::new(coins.take()) });
        let answer = self.script.ask(function, Arc::clone(&seen) as Arc<dyn Scene>);
        *coins = seen.coins.lock().unwrap_or_else(PoisonError::into_inner).take();
        let found = answer.and_then(|answer| self.sights.answered(state.step, ways, &answer));
        let at =
            found.map_err(|message| self.sights.game.blamed(state, format!("the strategy '{name}': {message}")))?;
        if let Some(made) = made {
            made.write().unwrap_or_else(PoisonError::into_inner).insert(state.dice, ways[at]);
        }
        Ok(at)
    }
}
