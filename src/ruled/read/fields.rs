//! The fields of a game as words, those that are banked, and the lines of the sheet.

use super::effects::Reader;
use super::sections::{self, taken};
use super::{Head, Job};
use crate::formula::{Expr, Formula, Kind, Leaf, MINUS, Meaning, Which, Words};
use crate::model::{Field, HIDDEN};
use analyze_core::input::{Problem, Text, or_nearest};

impl Job<'_> {
    /// The fields, those that are banked with the name of that which banks them, and the lines of the sheet.
    #[expect(clippy::type_complexity, reason = "three things that are read together")]
    pub(super) fn fields(
        &self,
        words: &Words<'_>,
        head: &Head,
        problems: &mut Vec<Problem>,
    ) -> ([Vec<Field>; 3], Vec<(String, Text)>, Vec<(String, Text)>) {
        let groups = ["player", "turn", "table"].map(|group| sections::fields(&self.layers, group, words, problems));
        let mut banks = Vec::new();
        for (group, fields) in groups.iter().enumerate() {
            for (field, bank) in fields {
                match bank {
                    Some(bank) if group == 1 => banks.push((field.name.clone(), bank.clone())),
                    Some(bank) => problems.push(Problem::at(bank.span.clone(), "only fields under [turn] are banked")),
                    None => {}
                }
            }
        }
        let mut fields = groups.map(|fields| fields.into_iter().map(|(field, _)| field).collect::<Vec<_>>());
        let hidden = |name: &str, least: i64, most: i64, about: &str| Field {
            name: name.to_owned(),
            least,
            most: Some(most),
            start: least,
            about: about.to_owned(),
            span: 0..0,
        };
        let sheet = self.layers.part("sheet", problems);
        let mut lines = Vec::new();
        for (line, span, layer) in sheet.keys() {
            let field = hidden(line, 0, 1, "1 once this line of the sheet is filled");
            fields[0].push(Field { span, ..field });
            lines.extend(layer.formula(line, "\"sum\"", problems).map(|text| (line.to_owned(), text)));
        }
        if self
            .layers
            .with("contest")
            .and_then(|layer| layer.part("contest", &mut Vec::new()))
            .is_some_and(|part| part.has("out"))
        {
            fields[0].push(hidden("gone", 0, head.cap.into(), "the round in which the player went out, 0 before"));
        }
        fields[2].push(hidden("seat", 1, head.players as i64, "the seat of the player on turn, from 1"));
        fields[2].push(hidden("round", 1, head.cap.into(), "the round, from 1; in each, every player has a turn"));
        fields[2].push(hidden("#taken", 0, head.players as i64, "the players that had their turn in this round"));
        fields[2].push(hidden("#card", 0, 1000, "the card"));
        debug_assert!(fields[2].len() >= HIDDEN);
        (fields, banks, lines)
    }

    pub(super) fn name_fields(
        &self,
        words: &mut Words<'_>,
        head: &Head,
        fields: &[Vec<Field>; 3],
        lines: &[(String, Text)],
        problems: &mut Vec<Problem>,
    ) {
        let [own, turn, table] = fields;
        let mut name = |name: &str, formula: Formula, field: &Field| {
            if !words.declare(name, formula, Kind::Number) {
                // What every game has stands nowhere in the file; what the file has by the same name does.
                let is_same = |other: &&Field| other.name == field.name && !other.span.is_empty();
                let written = fields.iter().flatten().find(is_same).unwrap_or(field);
                let problem = taken(name, written.span.clone());
                problems.push(match field.span.is_empty() {
                    true => {
                        Problem { help: Some(format!("choose another name: '{name}' is {}", field.about)), ..problem }
                    }
                    false => problem,
                });
            }
        };
        for (slot, field) in own.iter().enumerate() {
            name(&field.name, Formula::slot(slot), field);
            name(&format!("rival.{}", field.name), Formula::Leaf(Leaf::Rival(slot)), field);
            let next = if head.players > 1 { own.len() + slot } else { slot };
            name(&format!("next.{}", field.name), Formula::slot(next), field);
        }
        // No file can read what begins with '#'.
        for (at, field) in turn.iter().chain(table).enumerate().filter(|(_, field)| !field.name.starts_with('#')) {
            name(&field.name, Formula::slot(head.players * own.len() + at), field);
        }
        let filled = |line: &String| own.iter().position(|field| field.name == *line).map(Formula::slot);
        let open = lines
            .iter()
            .filter_map(|(line, _)| filled(line))
            .fold(Formula::number(lines.len() as i64), |open, line| Formula::two(MINUS, open, line));
        if !lines.is_empty() {
            words.name("open", open, Kind::Number);
        }
        words.names.insert("dice".to_owned(), Meaning::Dice(Which::Dice));
        words.names.insert("none".to_owned(), Meaning::Dice(Which::These(0)));
        for kept in ["kept", "rest"] {
            words.names.insert(kept.to_owned(), Meaning::Elsewhere("in a step with 'keep'"));
        }
        words.names.insert("number".to_owned(), Meaning::Elsewhere("in a choice with FROM to TO"));
        words.names.insert("line".to_owned(), Meaning::Elsewhere("in a step with 'fill'"));
    }

    /// What each line of the sheet brings.
    pub(super) fn lines(
        &self,
        words: &Words<'_>,
        lines: &[(String, Text)],
        problems: &mut Vec<Problem>,
    ) -> Vec<(String, Expr)> {
        let read = |(line, text): &(String, Text)| match words.read_whole(text, Kind::Number) {
            Ok(expr) => Some((line.clone(), expr)),
            Err(problem) => {
                problems.push(problem);
                None
            }
        };
        lines.iter().filter_map(read).collect()
    }

    pub(super) fn banks(
        &self,
        reader: &Reader<'_>,
        banks: &[(String, Text)],
        problems: &mut Vec<Problem>,
    ) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (from, to) in banks {
            let own = reader.fields[0].iter().position(|field| field.name == to.value);
            match reader.slot(from).zip(own) {
                Some(slots) => found.push(slots),
                None => {
                    let names: Vec<&str> = reader.fields[0].iter().map(|field| &*field.name).collect();
                    let problem = Problem::at(to.span.clone(), format!("no player has a field '{}'", to.value));
                    problems.push(problem.help(or_nearest(&to.value, &names)));
                }
            }
        }
        found
    }
}
