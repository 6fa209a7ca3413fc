//! Rounds in which the results of all players are compared.

use super::effects::Reader;
use super::part::Part;
use crate::formula::{Expr, Formula, Kind, Leaf, Words};
use crate::model::{Contest, Set, Starts};
use analyze_core::input::{Problem, or_nearest};

const KEYS: [&str; 12] =
    ["valid", "wins", "result", "ties", "equal", "begin", "each", "winner", "nobody", "after", "starts", "out"];

impl Reader<'_> {
    /// Reads `[contest]`.
    pub(super) fn contest(&self, part: &Part<'_>, words: &Words<'_>, problems: &mut Vec<Problem>) -> Option<Contest> {
        part.only(&KEYS, problems);
        let mut after_words = words.clone();
        for (slot, field) in self.fields[0].iter().enumerate() {
            after_words.name(&format!("winner.{}", field.name), Formula::Leaf(Leaf::Winner(slot)), Kind::Number);
        }
        let formula = |key: &str, what: &str, kind: Kind, problems: &mut Vec<Problem>| -> Result<Option<Expr>, ()> {
            let Some(text) = part.formula(key, what, problems) else { return Ok(None) };
            words.read_whole(&text, kind).map(Some).map_err(|problem| problems.push(problem))
        };
        let valid = formula("valid", "\"total > 0\"", Kind::Fact, problems);
        if !part.has("wins") {
            let problem = Problem::at(part.start(), "the key 'wins' is missing here");
            problems.push(problem.help("add wins = \"total\": whose is highest wins the round"));
        }
        let wins = formula("wins", "\"total\"", Kind::Number, problems);
        let result = formula("result", "\"total\"", Kind::Number, problems);
        let ties = part.texts("ties", "[\"thrown\"]", problems).unwrap_or_default();
        let ties: Vec<Expr> = ties
            .iter()
            .filter_map(|text| words.read_whole(text, Kind::Number).map_err(|problem| problems.push(problem)).ok())
            .collect();
        let out = formula("out", "\"pool == 0\"", Kind::Fact, problems);
        let mut sets = |key: &str, words: &Words<'_>| -> Vec<Set> {
            let text = part.text(key, "\"pool += pot, pot = 0\"", problems);
            text.map(|text| self.sets(&text, words, problems)).unwrap_or_default()
        };
        let (begin, each) = (sets("begin", words), sets("each", words));
        let (winner, nobody) = (sets("winner", words), sets("nobody", words));
        let after = sets("after", &after_words);
        let equal = named(part, "equal", &[("first", true), ("nobody", false)], problems)?;
        let starts = [("winner", Starts::Winner), ("next", Starts::Next), ("same", Starts::Same)];
        let starts = named(part, "starts", &starts, problems)?;
        let by = wins.ok()??;
        Some(Contest {
            valid: valid.ok()?,
            by: std::iter::once(by).chain(ties).collect(),
            result: result.ok()?,
            first_wins: equal,
            begin,
            each,
            winner,
            nobody,
            after,
            starts,
            out: out.ok()?,
        })
    }
}

/// One of the names that can stand at a key; the first unless the key is there.
fn named<T: Copy>(part: &Part<'_>, key: &str, names: &[(&str, T)], problems: &mut Vec<Problem>) -> Option<T> {
    let Some(text) = part.text(key, &format!("\"{}\"", names[0].0), problems) else {
        return Some(names[0].1);
    };
    let found = names.iter().find(|(name, _)| *name == text.value).map(|(_, is)| *is);
    if found.is_none() {
        let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let message = format!("'{}' is not a value of '{key}'", text.value);
        problems.push(Problem::at(text.span, message).help(or_nearest(&text.value, &all)));
    }
    found
}
