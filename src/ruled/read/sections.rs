//! What stands in a game's file beside the steps: players, rules, dice, points, fields, names and cards.

use super::part::{Layers, Part};
use super::split::{cut, trimmed};
use crate::dice::{Asked, Dice, Face, Hand, Kind as DiceKind, MOST_DICE, MOST_FACES, Tables, worth};
use crate::formula::{Kind, MOST_NUMBER, Words, is_word};
use crate::model::{Card, Deck, Field, Part as DeckPart, Rule};
use analyze_core::games::MAX_SEATS;
use analyze_core::input::{Problem, Text, or_nearest};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

/// The most fields of a player, of a turn, or of the table, and the most names that formulas are given.
const MOST_NAMED: usize = 32;
/// The most cards of a deck.
const MOST_CARDS: usize = 200;
/// The most sides of a die.
const MOST_SIDES: i64 = 100;
/// The most kinds of dice.
const MOST_KINDS: usize = 12;

/// How many can play.
pub(super) fn seats(root: &Part<'_>, problems: &mut Vec<Problem>) -> Option<RangeInclusive<usize>> {
    let text = match root.has("players") {
        true => root.formula("players", "\"2-4\"", problems)?,
        false => root.needed("players", "\"2-4\"", problems)?,
    };
    let (least, most) = text.value.split_once('-').unwrap_or((&text.value, &text.value));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| (1..=MAX_SEATS).contains(n));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Some(least..=most),
        _ => {
            let message = format!("'{}' is not a number of players from 1 to {MAX_SEATS}", text.value);
            problems.push(Problem::at(text.span, message).help("write \"2\" or \"2-4\""));
            None
        }
    }
}

/// The rules with their values, some of them changed.
pub(super) fn rules(root: &Layers<'_>, changes: &[(String, i64)], problems: &mut Vec<Problem>) -> Vec<Rule> {
    let section = root.part("rules", problems);
    let mut rules = Vec::new();
    for (name, span, layer) in section.keys() {
        let Some(rule) = declared(name, &span, layer, problems) else { continue };
        let value = changes.iter().rev().find(|change| change.0 == name).map_or(rule.default, |change| change.1);
        if !(rule.least..=rule.most).contains(&value) {
            let message = format!("the rule '{name}' is {value}, but must be from {} to {}", rule.least, rule.most);
            problems.push(Problem::at(span, message));
        }
        rules.push(Rule { value, ..rule });
    }
    for (name, _) in changes.iter().filter(|(name, _)| rules.iter().all(|rule| rule.name != *name)) {
        let names: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
        problems.push(Problem::general(format!("there is no rule '{name}'")).help(or_nearest(name, &names)));
    }
    rules
}

/// A rule as it is declared: by a table, or by its default alone.
fn declared(name: &str, span: &Range<usize>, layer: &Part<'_>, problems: &mut Vec<Problem>) -> Option<Rule> {
    let named = |default: i64, least: i64, most: i64, about: String| {
        Some(Rule { name: name.to_owned(), value: default, default, least, most, about })
    };
    let limits = 0..=MOST_NUMBER as u32;
    if !layer.is_part(name) {
        let default = layer.whole(name, limits, problems)?.into();
        return named(default, 0, MOST_NUMBER, String::new());
    }
    let rule = layer.part(name, problems)?;
    rule.only(&["default", "least", "most", "about"], problems);
    let number = |key: &str, otherwise: i64, problems: &mut Vec<Problem>| {
        rule.whole(key, limits.clone(), problems).map_or(otherwise, i64::from)
    };
    let (least, most) = (number("least", 0, problems), number("most", MOST_NUMBER, problems));
    let about = about(&rule, problems);
    if !rule.has("default") {
        problems.push(Problem::at(span.clone(), "the key 'default' is missing here").help("add default = 100"));
        // It counts as one that fits.
        return named(least, least, most, about);
    }
    named(number("default", least, problems), least, most, about)
}

fn about(part: &Part<'_>, problems: &mut Vec<Problem>) -> String {
    part.text("about", "\"what it means\"", problems).map(|text| text.value).unwrap_or_default()
}

/// A number that follows from the rules alone, within limits.
fn constant(
    words: &Words<'_>,
    part: &Part<'_>,
    key: &str,
    range: RangeInclusive<i64>,
    problems: &mut Vec<Problem>,
) -> Option<i64> {
    let text = part.formula(key, "\"goal + 6\"", problems)?;
    let found = words.read_whole(&text, Kind::Number).and_then(|expr| match expr.formula.constant() {
        Some(number) if range.contains(&number) => Ok(number),
        Some(number) => {
            let message = format!("'{key}' is {number} here, but must be from {} to {}", range.start(), range.end());
            Err(Problem::at(text.span.clone(), message))
        }
        None => Err(Problem::at(text.span.clone(), format!("'{key}' must follow from the rules alone"))),
    });
    found.map_err(|problem| problems.push(problem)).ok()
}

/// The dice: one kind, with what stands under `[dice]`, or one for each table under it.
pub(super) fn dice(root: &Layers<'_>, words: &Words<'_>, problems: &mut Vec<Problem>) -> Option<Dice> {
    let layers = root.part("dice", problems);
    let Some(section) = layers.first() else {
        problems.push(Problem::general("there is no [dice]").help("add [dice] with most = 5"));
        return None;
    };
    const KEYS: [&str; 4] = ["most", "sides", "faces", "weights"];
    let before = problems.len();
    let named: Vec<(&str, Range<usize>)> = section.keys().into_iter().filter(|(key, _)| section.is_part(key)).collect();
    let known: Vec<&str> = KEYS.into_iter().chain(named.iter().map(|(key, _)| *key)).collect();
    section.only(&known, problems);
    let mut of_most = Vec::new();
    let most = constant(words, section, "most", 1..=MOST_DICE as i64, &mut of_most);
    let most = most.unwrap_or(if section.has("most") { 1 } else { 0 });
    // Presets call it 'dice'.
    let said = |message: String| if section.is_made() { message.replacen("'most'", "'dice'", 1) } else { message };
    problems.extend(of_most.into_iter().map(|problem| Problem { message: said(problem.message), ..problem }));
    for key in KEYS[1..].iter().filter(|key| !named.is_empty() && section.has(key)) {
        let (kind, _) = named[0];
        let message = format!("there are kinds of dice, and each has its own '{key}'");
        problems.push(Problem::at(section.place(key), message).help(format!("write it as {kind}.{key} = …")));
    }
    let (mut faces, mut kinds) = (Vec::new(), Vec::new());
    if named.is_empty() {
        kinds.extend(kind("", section, words, &mut faces, problems));
    }
    if let Some((_, span)) = named.get(MOST_KINDS) {
        problems.push(Problem::at(span.clone(), format!("there are more than {MOST_KINDS} kinds of dice")));
    }
    for (name, _) in named.into_iter().take(MOST_KINDS) {
        let Some(part) = section.part(name, problems) else { continue };
        part.only(&KEYS[1..], problems);
        kinds.extend(kind(name, &part, words, &mut faces, problems));
    }
    if most == 0 {
        let problem = Problem::at(section.start(), "the key 'most' is missing here");
        problems.push(problem.help("add most = 5: the most dice that lie there at once"));
    }
    if problems.len() > before {
        return None;
    }
    let dice = Dice::new(faces, kinds, most as usize);
    dice.map_err(|message| problems.push(Problem::at(section.start(), message))).ok()
}

fn kind(
    name: &str,
    part: &Part<'_>,
    words: &Words<'_>,
    faces: &mut Vec<Face>,
    problems: &mut Vec<Problem>,
) -> Option<DiceKind> {
    let first = faces.len();
    if let Some(texts) = part.texts("faces", "[\"1\", \"2\", \"star\"]", problems) {
        // A face that stands there several times is more likely.
        let mut weights: Vec<u32> = Vec::new();
        for text in texts {
            if text.value.trim().is_empty() || text.value.contains(['\'', ',']) || text.value.len() > 20 {
                problems.push(
                    Problem::at(text.span.clone(), "this cannot be a face").help("use up to 20 letters or digits"),
                );
            }
            match faces[first..].iter().position(|face: &Face| face.name == text.value) {
                Some(known) => weights[known] += 1,
                None => {
                    faces.push(Face {
                        value: text.value.parse().ok().filter(|value| (0..=1000).contains(value)),
                        name: text.value,
                    });
                    weights.push(1);
                }
            }
        }
        if faces.len() > MOST_FACES || weights.is_empty() {
            problems
                .push(Problem::at(part.place("faces"), format!("dice have 1 to {MOST_FACES} faces, over all kinds")));
            return None;
        }
        return Some(DiceKind::new(name, first..faces.len(), weights));
    }
    let sides = if part.has("sides") { constant(words, part, "sides", 2..=MOST_SIDES, problems)? } else { 6 };
    if first + sides as usize > MOST_FACES {
        problems.push(Problem::at(part.place("sides"), format!("more than {MOST_FACES} faces over all kinds of dice")));
        return None;
    }
    faces.extend((1..=sides).map(|value| Face { name: value.to_string(), value: Some(value) }));
    let weights = if part.has("weights") { weights(part, sides as usize, problems)? } else { vec![1; sides as usize] };
    Some(DiceKind::new(name, first..faces.len(), weights))
}

fn weights(part: &Part<'_>, sides: usize, problems: &mut Vec<Problem>) -> Option<Vec<u32>> {
    let weights = part.wholes("weights", 0..=10_000, problems)?;
    if weights.len() == sides && weights.iter().any(|&weight| weight > 0) {
        return Some(weights);
    }
    problems.push(Problem::at(part.place("weights"), format!("'weights' needs {sides} numbers, not all of them 0")));
    None
}

/// What dice are worth together, as answers to `points` and `best`.
pub(super) fn points(
    root: &Layers<'_>,
    words: &Words<'_>,
    dice: &Dice,
    tables: &RefCell<Tables>,
    problems: &mut Vec<Problem>,
) {
    let section = root.part("points", problems);
    let Some(first) = section.first() else { return };
    if dice.kinds.len() > 1 {
        problems.push(Problem::at(first.start(), "[points] is for games with one kind of dice"));
        return;
    }
    let (mut patterns, mut without_letters): (Vec<(Hand, i64)>, BTreeMap<Hand, &str>) = Default::default();
    for (name, span, layer) in section.keys() {
        let Some(text) = layer.formula(name, "\"100 * x\"", problems) else { continue };
        let found = match pattern(dice, words, name, &text, &span) {
            Ok(found) => found,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        if let (false, [(hand, _)]) = (name.contains(char::is_alphabetic), &found[..])
            && let Some(other) = without_letters.insert(*hand, name)
        {
            let message = format!("'{name}' is the same dice as '{other}'");
            problems.push(Problem::at(span.clone(), message).help("say once what they are worth"));
        }
        patterns.extend(found);
        if patterns.len() > MOST_SCORED {
            let message = format!("the patterns up to here stand for more than {MOST_SCORED} hands");
            problems.push(Problem::at(span, message));
            return;
        }
    }
    let put = worth(dice, &patterns).and_then(|(whole, best)| {
        let mut tables = tables.borrow_mut();
        tables.put(Asked::Points, whole)?;
        tables.put(Asked::Best, best)
    });
    if let Err(message) = put {
        problems.push(Problem::at(first.start(), message));
    }
}

/// The most hands that have points of their own.
const MOST_SCORED: usize = 5_000;

/// The hands that a pattern stands for, each with its points.
fn pattern(
    dice: &Dice,
    words: &Words<'_>,
    name: &str,
    text: &Text,
    span: &Range<usize>,
) -> Result<Vec<(Hand, i64)>, Problem> {
    let meant = dice.pattern(name).map_err(|message| Problem::at(span.clone(), message))?;
    let mut found: Vec<(Hand, i64)> = Vec::new();
    for (counts, letters) in meant {
        let Some(hand) = dice.hand(&counts) else {
            return Err(Problem::at(
                span.clone(),
                format!("these are more dice than lie there: [dice] most = {}", dice.most),
            ));
        };
        let mut words = words.clone();
        for (letter, value) in letters {
            words.name(&letter.to_string(), crate::formula::Formula::number(value), Kind::Number);
        }
        let points = words.read_whole(text, Kind::Number)?;
        let Some(points) = points.formula.constant().filter(|points| (1..=MOST_NUMBER).contains(points)) else {
            return Err(Problem::at(
                text.span.clone(),
                format!("points are a number from 1 to {MOST_NUMBER}, made of rules and letters"),
            ));
        };
        if !found.contains(&(hand, points)) {
            found.push((hand, points));
        }
    }
    Ok(found)
}

/// The fields of players, of turns, or of the table; with each, the name of the field that banks it.
pub(super) fn fields(
    root: &Layers<'_>,
    group: &str,
    words: &Words<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<(Field, Option<Text>)> {
    let section = root.part(group, problems);
    let mut fields = Vec::new();
    for (name, span, layer) in section.keys() {
        let mut field =
            Field { name: name.to_owned(), least: 0, most: None, start: 0, about: String::new(), span: span.clone() };
        let mut banks = None;
        if layer.is_text(name) {
            field.about = layer.text(name, "\"what it means\"", problems).map(|text| text.value).unwrap_or_default();
        } else if !layer.is_part(name) {
            // A number alone is what it begins with.
            let ends = -MOST_NUMBER..=MOST_NUMBER;
            field.start = constant(words, layer, name, ends, problems).unwrap_or(0);
            field.least = field.start.min(0);
        } else if let Some(part) = layer.part(name, problems) {
            part.only(&["start", "least", "most", "about", "banks"], problems);
            let ends = -MOST_NUMBER..=MOST_NUMBER;
            field.least = constant(words, &part, "least", ends.clone(), problems).unwrap_or(0);
            field.most = constant(words, &part, "most", ends.clone(), problems);
            field.start = constant(words, &part, "start", ends, problems)
                .unwrap_or(0.clamp(field.least, field.most.unwrap_or(0).max(field.least)));
            field.about = about(&part, problems);
            banks = part.text("banks", "\"score\"", problems);
            if !(field.least..=field.most.unwrap_or(MOST_NUMBER)).contains(&field.start) {
                let most = field.most.unwrap_or(MOST_NUMBER);
                let message = format!("'{name}' begins with {}, but goes from {} to {most}", field.start, field.least);
                problems.push(Problem::at(span.clone(), message));
            }
        }
        if fields.len() == MOST_NAMED {
            problems.push(Problem::at(span, format!("there are more than {MOST_NAMED} fields under [{group}]")));
            break;
        }
        fields.push((field, banks));
    }
    fields
}

/// The amounts and conditions that the file names, in its order; each can use those before it.
pub(super) fn named(root: &Layers<'_>, words: &mut Words<'_>, problems: &mut Vec<Problem>) -> Vec<String> {
    let groups = [("amounts", Kind::Number), ("conditions", Kind::Fact)];
    let sections = groups.map(|(group, kind)| (root.part(group, problems), kind));
    let mut all: Vec<_> =
        sections.iter().flat_map(|(section, kind)| section.keys().into_iter().map(|key| (key, *kind))).collect();
    all.sort_by_key(|((_, span, _), _)| span.start);
    if let Some(((_, span, _), _)) = all.get(2 * MOST_NAMED) {
        problems.push(Problem::at(span.clone(), format!("at most {} can have names", 2 * MOST_NAMED)));
        all.truncate(2 * MOST_NAMED);
    }
    let mut names = Vec::new();
    for ((name, span, layer), kind) in all {
        let Some(text) = layer.formula(name, "\"score + total\"", problems) else { continue };
        let formula = words.read_whole(&text, kind).map_err(|problem| problems.push(problem));
        // In place of one that cannot be read, so that its name is not called unknown further down.
        let formula = formula.map_or(crate::formula::Formula::number(1), |expr| expr.formula);
        if !words.declare(name, formula, kind) {
            problems.push(taken(name, span));
        }
        names.push(name.to_owned());
    }
    names
}

/// That a name is given twice, or is none.
pub(crate) fn taken(name: &str, span: Range<usize>) -> Problem {
    if is_word(name) {
        return Problem::at(span, format!("'{name}' is the name of something else, too")).help("choose another name");
    }
    Problem::at(span, format!("'{name}' cannot be a name")).help("use letters, digits and '_', beginning with a letter")
}

/// The marks that cards can have, in the order of the file, each with a card that has it.
pub(super) fn marks(root: &Layers<'_>, problems: &mut Vec<Problem>) -> Vec<(String, Range<usize>)> {
    let mut marks: Vec<(String, Range<usize>)> = Vec::new();
    for (text, before) in card_texts(root, problems)
        .iter()
        .filter_map(|(_, text)| Some((text, cut(&text.value, 0..text.value.len(), ":")?.0)))
    {
        for mark in text.value[before].split_whitespace().filter(|mark| !mark.is_empty()) {
            if !marks.iter().any(|(known, _)| known == mark) && marks.len() < 64 {
                marks.push((mark.to_owned(), text.span.clone()));
            }
        }
    }
    marks
}

fn card_texts(root: &Layers<'_>, problems: &mut Vec<Problem>) -> Vec<(usize, Text)> {
    let section = root.part("deck", problems);
    let mut all = Vec::new();
    for (at, (name, _, layer)) in section.keys().into_iter().enumerate() {
        let Some(part) = layer.part(name, problems) else { continue };
        let texts = part.texts("cards", "[\"sum >= 7\", \"has('x x')\"]", problems).unwrap_or_default();
        all.extend(texts.into_iter().map(|text| (at, text)));
    }
    all
}

/// The cards, one part after the other.
pub(super) fn deck(
    root: &Layers<'_>,
    words: &Words<'_>,
    marks: &[(String, Range<usize>)],
    problems: &mut Vec<Problem>,
) -> Deck {
    let mut deck = Deck::default();
    let mut texts = card_texts(root, &mut Vec::new());
    if let Some((_, text)) = texts.get(MOST_CARDS) {
        let message = format!("there are {} cards, but a game has at most {MOST_CARDS}", texts.len());
        problems.push(Problem::at(text.span.clone(), message).help("leave out this card and those after it"));
        texts.truncate(MOST_CARDS);
    }
    for (at, (name, span, layer)) in root.part("deck", &mut Vec::new()).keys().into_iter().enumerate() {
        let Some(part) = layer.part(name, &mut Vec::new()) else { continue };
        part.only(&["rounds", "cards"], problems);
        let first = deck.cards.len();
        for (_, text) in texts.iter().filter(|(of, _)| *of == at) {
            let whole = 0..text.value.len();
            let (before, condition) =
                cut(&text.value, whole.clone(), ":").unwrap_or((0..0, trimmed(&text.value, whole)));
            let has = |mark: &str| text.value[before.clone()].split_whitespace().any(|word| word == mark);
            let bits = (0..).zip(marks).filter(|(_, (mark, _))| has(mark)).fold(0, |bits, (bit, _)| bits | 1 << bit);
            let texts = [&before, &condition].map(|part| text.value[part.clone()].trim().to_owned());
            match words.read(text, condition, Kind::Fact) {
                Ok(condition) => deck.cards.push(Card { name: text.value.clone(), texts, marks: bits, condition }),
                Err(problem) => problems.push(problem),
            }
        }
        let cards = first..deck.cards.len();
        let rounds =
            part.whole("rounds", 1..=MOST_CARDS as u32, problems).map_or(cards.len(), |rounds| rounds as usize);
        if rounds > cards.len() {
            let message = format!("{rounds} rounds, but there are {} cards", cards.len());
            problems.push(Problem::at(span, message));
        }
        deck.parts.push(DeckPart { name: name.to_owned(), rounds: rounds.min(cards.len()), cards });
    }
    deck
}
