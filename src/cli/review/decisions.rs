//! The decisions of a game and their costs: what each player did, what would have been best, and the sums.
//!
//! Owns how answers are found among the options of the advice, and what is added up. What options are worth is for `advise`.

use crate::cli::advise::{self, Choice, Measure, Worth};
use crate::cli::command::Command;
use crate::report::column::{Column, Definition};
use crate::report::table::Table;
use crate::stats::Estimate;
use crate::strategies::Question;
use crate::terminal::failure::Failure;
use crate::terminal::numbers::counted;
use std::ffi::OsString;

/// The notes of an advice for a position that is known whole: only what is assumed about the players is assumed.
pub(in crate::cli) fn notes(all: Vec<String>) -> Vec<String> {
    all.into_iter().filter(|note| !note.starts_with("Assumed: ") || note.contains("--others")).collect()
}

/// What is the same for all decisions of a game.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Terms {
    /// The game as it is typed.
    pub(in crate::cli) game: String,
    /// How many play.
    pub(in crate::cli) players: usize,
    /// The options of the rules, each word for itself.
    pub(in crate::cli) rules: Vec<String>,
    /// More options for the advice.
    pub(in crate::cli) more: Vec<String>,
}

impl Decision {
    /// The win share that it cost, if that is known without playing games.
    pub(in crate::cli) fn lost_share(&self) -> Option<f64> {
        (self.is_known && self.measure == Measure::WinShare).then_some(self.cost.value)
    }
}

/// Whether a position among these names a card.
pub(in crate::cli) fn has_cards<'q>(mut questions: impl Iterator<Item = &'q Question>) -> bool {
    questions.any(|question| question.position.iter().any(|word| word == "--card"))
}

impl Terms {
    /// The command that gives advice to a seat, from 0, in the position of a question.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::cli) fn advice(&self, question: &Question, seat: usize) -> Result<Vec<OsString>, String> {
        if question.position.is_empty() {
            return Err("There is no advice for this decision.".to_owned());
        }
        let (players, seat) = (self.players.to_string(), (seat + 1).to_string());
        let own = ["analyze", "advise", "--game", &self.game, "--players", &players, "--seat", &seat];
        let words = own.into_iter().map(str::to_owned);
        let words = words.chain([&self.rules, &self.more, &question.position].into_iter().flatten().cloned());
        Ok(words.map(OsString::from).collect())
    }
}

/// A decision with what it cost.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Decision {
    /// The number of the answer, or of the line of the file, from 1.
    number: usize,
    /// Who decided, from 0.
    pub(in crate::cli) seat: usize,
    /// Where in the game that was, in words.
    at: String,
    answer: String,
    best: String,
    /// What the best option is worth, and how much less the one that was taken.
    value: Estimate,
    cost: Estimate,
    /// Whether that is known without playing games.
    is_known: bool,
    /// What options are worth.
    measure: Measure,
}

/// What a decision cost, with the notes of the advice; nothing if it has no price.
///
/// # Errors
/// Why the position has no advice.
pub(in crate::cli) fn priced(
    terms: &Terms,
    (question, answer): (&Question, &str),
    (number, seat): (usize, usize),
) -> Result<Option<(Decision, Vec<String>)>, Failure> {
    let words = terms.advice(question, seat).map_err(Failure::Usage)?;
    let parsed = crate::cli::parsed(&words).map_err(|error| Failure::Usage(error.to_string()))?;
    let Some(Command::Advise(args)) = parsed.command else { return Ok(None) };
    let advice = advise::answer(&args)?;
    let found = decision(&advice.options, (answer, shown(question)), advice.measure);
    Ok(found.map(|found| (Decision { number, seat, at: where_in(&question.position), ..found }, notes(advice.notes))))
}

/// Where in a game a position is: the round, the card, the dice, as far as it says so.
fn where_in(position: &[String]) -> String {
    let said = position.windows(2).filter_map(|pair| match pair[0].as_str() {
        "--round" => Some(format!("round {}", pair[1])),
        // A card has a name, or only its number in the deck.
        "--card" if pair[1].parse::<u32>().is_ok() => Some(format!("card {}", pair[1])),
        "--card" => Some(pair[1].clone()),
        "--scores" => Some(format!("scores {}", pair[1].replace(',', " "))),
        "--total" => Some(format!("total {}", pair[1])),
        "--pot" => Some(format!("{} in the POT", pair[1])),
        "--best" => Some(format!("best {}", pair[1].split(':').next().unwrap_or_default())),
        "--dice" => Some(format!("dice {}", pair[1].replace(',', " "))),
        _ => None,
    });
    said.collect::<Vec<_>>().join(", ")
}

/// The dice that are on the table in a question, as they are typed.
fn shown(question: &Question) -> Option<&str> {
    question.position.windows(2).find(|pair| pair[0] == "--dice").map(|pair| pair[1].as_str())
}

/// What was decided, among the options of the advice. A player who names each die that is shown means all of them.
fn decision(options: &[Choice], (answer, shown): (&str, Option<&str>), measure: Measure) -> Option<Decision> {
    let best = options.first()?;
    // An option can be called like a verb, so the answer is looked for as it is first.
    let as_it_is = |choice: &&Choice| choice.option.eq_ignore_ascii_case(answer.trim());
    let taken = options.iter().find(as_it_is);
    let taken = taken.or_else(|| options.iter().find(|choice| is_same(&choice.option, answer)));
    let means_all = || shown.is_some_and(|shown| words(shown) == words(answer));
    let all = || options.iter().find(|choice| means_all() && is_same(&choice.option, "all"));
    let taken = taken.or_else(all)?;
    Some(Decision {
        number: 0,
        seat: 0,
        at: String::new(),
        answer: taken.option.clone(),
        best: best.option.clone(),
        value: number(best.value)?,
        cost: number(taken.cost)?,
        is_known: matches!(taken.cost, Worth::Known(_)),
        measure,
    })
}

fn number(worth: Worth) -> Option<Estimate> {
    match worth {
        Worth::Known(value) => Some(Estimate::exact(value, 0)),
        Worth::Played(estimate) => estimate,
    }
}

/// Words that say what kind of option it is, and nothing else. In Battle Dice, dice are picked at random unless somebody says
/// otherwise.
const KINDS: [&str; 14] =
    ["commit", "reroll", "keep", "dice", "die", "and", "stop", "none", "against", "with", "up", "to", "at", "random"];

/// The words of an option or an answer that count, in their order in the alphabet.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("against all", "");
    let parts = text.split([' ', ',']).map(str::to_owned);
    let mut words: Vec<String> = parts.filter(|word| !word.is_empty() && !KINDS.contains(&&**word)).collect();
    // In a duel, `all` is the default and can be left out. Alone, it means all dice.
    if words.len() > 1 {
        words.retain(|word| word != "all");
    }
    words.sort_unstable();
    words
}

fn is_same(option: &str, answer: &str) -> bool {
    words(option) == words(answer)
}

/// Which decisions a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Whose {
    /// Those of the person who plays, each with the number of the answer.
    Yours,
    /// Those of a file, each with its line and seat.
    OfFile,
}

/// The decisions as a table.
pub(in crate::cli) fn table(decisions: &[Decision], whose: Whose) -> Table {
    let label = |name: &'static str, meaning: &'static str| Definition::label(name, meaning);
    let number = match whose {
        Whose::Yours => Definition::new("answer", "answer", "the number of your answer; the first is 1"),
        Whose::OfFile => Definition::new("line", "line", "the line of the file; the first is 1"),
    };
    let mut columns = vec![Column::whole(number, |row: &&Decision| row.number as u64)];
    if whose == Whose::OfFile {
        let seat = Definition::new("seat", "seat", "the seat that decided; the first is 1");
        columns.push(Column::whole(seat, |row: &&Decision| row.seat as u64 + 1));
    }
    if decisions.iter().any(|decision| !decision.at.is_empty()) {
        columns
            .push(Column::text(label("where", "the round, the card and the dice"), |row: &&Decision| row.at.clone()));
    }
    let did = if whose == Whose::Yours { label("you", "what you did") } else { label("did", "what was decided") };
    columns.push(Column::text(did, |row: &&Decision| row.answer.clone()));
    columns.push(Column::text(label("best", "what would have been best"), |row: &&Decision| row.best.clone()));
    let cost = match decisions.first().map_or(Measure::WinShare, |decision| decision.measure) {
        Measure::WinShare => Definition::new("cost", "1", "win share that it cost, 0 to 1"),
        Measure::Score => Definition::new("cost", "points", "points that it cost"),
        Measure::Turns => Definition::new("cost", "turns", "turns that it cost"),
    };
    columns.push(match decisions.iter().all(|decision| decision.is_known) {
        true => Column::solved(cost, |row: &&Decision| Some(row.cost.value)),
        false => Column::estimate(cost, |row: &&Decision| Some(row.cost)),
    });
    Table::new("decisions", columns, decisions)
}

/// How a game ended for a player, and what is known of how it came to that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cli) struct End {
    /// Its win share.
    pub(in crate::cli) result: f64,
    /// Whether the game has cards.
    pub(in crate::cli) has_cards: bool,
    /// What cards gave it after its first decision, as a share of a win, if that is known.
    pub(in crate::cli) cards: Option<f64>,
    /// What the decisions of the others gave it then, if all of them have a price: with two players, what they cost.
    pub(in crate::cli) others: Option<f64>,
}

impl End {
    /// Where luck came from, in a sentence: this much together.
    fn luck(&self, together: f64, uncertain: &str) -> String {
        let mut parts: Vec<(&str, f64)> = Vec::new();
        parts.extend(self.cards.map(|cards| ("cards", cards)));
        let rest = together - parts.iter().map(|(_, gave)| gave).sum::<f64>() - self.others.unwrap_or(0.0);
        let rest_of = match (self.has_cards && self.cards.is_none(), self.others.is_some()) {
            (true, true) => "cards and dice",
            (true, false) => "cards, dice, and the decisions of the others",
            (false, true) => "dice",
            (false, false) => "dice and the decisions of the others",
        };
        parts.push((rest_of, rest));
        parts.extend(self.others.map(|others| ("the decisions of the other", others)));
        let told: Vec<String> = parts
            .iter()
            .enumerate()
            .map(|(at, (what, gave))| format!("{what}{} {gave:+.3}", if at == 0 { " brought" } else { "" }))
            .collect();
        let list = match &told[..] {
            [one] => one.clone(),
            [all @ .., last] => format!("{}{} and {last}", all.join(", "), if all.len() > 1 { "," } else { "" }),
            [] => String::new(),
        };
        let sum = if told.len() > 1 { format!(", together {together:+.3}") } else { String::new() };
        format!("So {list}{sum}{uncertain}.")
    }
}

/// The sum of the costs of a player's decisions, in sentences. `asked` is the number of its decisions, with or without a price.
/// `end` is how the game ended for it, if it did.
///
/// # Panics
/// If there is no decision.
pub(in crate::cli) fn in_short(decisions: &[&Decision], whose: Whose, asked: usize, end: Option<End>) -> String {
    let cost: f64 = decisions.iter().map(|decision| decision.cost.value).sum();
    let widths = decisions.iter().filter_map(|decision| decision.cost.interval);
    let within: f64 = widths.map(|interval| (interval.hi - interval.lo) / 2.0).sum();
    let quality = |decision: &&Decision| match decision.value.value {
        value if value > 0.0 => (1.0 - decision.cost.value / value).clamp(0.0, 1.0),
        _ => 1.0,
    };
    let (n, first) = (decisions.len(), decisions[0]);
    let played = 100.0 * decisions.iter().map(quality).sum::<f64>() / n as f64;
    let uncertain = if within > 0.0 { format!(" (± at most {within:.3})") } else { String::new() };
    let seat = format!("Seat {}", first.seat + 1);
    let decided = counted(asked as u64, "decision");
    let (of, who, your) = match whose {
        Whose::Yours => (format!("{n} of your {decided}"), "You", "your"),
        Whose::OfFile => (format!("{seat}: {n} of {decided}"), seat.as_str(), "its"),
    };
    let (have, they) = if n == 1 { ("has", "It") } else { ("have", "Together, they") };
    let lost = match first.measure {
        Measure::WinShare => "of a win",
        Measure::Score => "points",
        Measure::Turns => "turns",
    };
    let summed = format!("{of} {have} a price. {they} cost {cost:.3} {lost}{uncertain}.\n");
    if first.measure != Measure::WinShare {
        return summed;
    }
    let mut text = format!(
        "{summed}{who} played at {played:.0}% of the best: on average, {your} choices kept that part of the best option's win \
         share.\n"
    );
    if let Some(end) = end {
        let start = first.value.value;
        let luck = end.luck(end.result - start + cost, &uncertain);
        text += &format!(
            "At {your} first decision, best play had a win share of {start:.3}, and the result was {:.3}. {luck}\n",
            end.result
        );
    }
    if within > 0.0 {
        text += "± adds up half the widths of the 95% intervals of all costs.\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_found_among_options() {
        for (option, answer) in [
            ("commit 3 dice", "3"),
            ("commit 1 die", "1"),
            ("stop", "none"),
            ("reroll 3, boss", "boss 3"),
            ("reroll O and 2", "2 o"),
            ("roll", "roll"),
            ("armageddon with 3 dice against all, dice at random", "armageddon 3"),
            ("battle against all, dice chosen", "battle all chosen"),
            ("reroll all", "all"),
            ("by-points up to 5 against seat 2, dice chosen", "by-points 5 seat 2 chosen"),
        ] {
            assert!(is_same(option, answer), "{option}: {answer}");
        }
        assert!(!is_same("commit 3 dice", "4") && !is_same("reroll 3, 3", "3") && !is_same("hold", "roll"));
        assert!(!is_same("reroll all", "none") && !is_same("battle against all, dice chosen", "battle"));
    }

    #[test]
    fn the_place_of_a_decision_is_said_in_words() {
        let position = ["--pools", "4,5", "--round", "3", "--card", "sum7-bomb", "--best", "6:2:1", "--dice", "3,boss"];
        let position: Vec<String> = position.map(str::to_owned).to_vec();
        assert_eq!(where_in(&position), "round 3, sum7-bomb, best 6, dice 3 boss");
    }

    /// One decision cost 0.1 of a win share of 0.5, the other nothing: 80% and 100%.
    #[test]
    fn costs_add_up_and_luck_is_the_rest() {
        let decision = |value: f64, cost: f64| Decision {
            number: 1,
            seat: 1,
            at: String::new(),
            answer: "roll".to_owned(),
            best: "hold".to_owned(),
            value: Estimate::exact(value, 0),
            cost: Estimate::exact(cost, 0),
            is_known: true,
            measure: Measure::WinShare,
        };
        let (first, second) = (decision(0.5, 0.1), decision(0.4, 0.0));
        let end = End { result: 1.0, has_cards: false, cards: None, others: None };
        let said = |end| in_short(&[&first, &second], Whose::OfFile, 3, Some(end));
        let text = said(end);
        for expected in ["Seat 2: 2 of 3 decisions have a price", "cost 0.100", "at 90% of the best", "0.500", "+0.600"]
        {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        for (end, expected) in [
            (end, "So dice and the decisions of the others brought +0.600."),
            (End { has_cards: true, ..end }, "So cards, dice, and the decisions of the others brought +0.600."),
            (
                End { has_cards: true, cards: Some(-0.1), ..end },
                "So cards brought -0.100 and dice and the decisions of the others +0.700, together +0.600.",
            ),
            (
                End { others: Some(0.25), ..end },
                "So dice brought +0.350 and the decisions of the other +0.250, together +0.600.",
            ),
            (
                End { has_cards: true, cards: Some(-0.1), others: Some(0.25), ..end },
                "So cards brought -0.100, dice +0.450, and the decisions of the other +0.250, together +0.600.",
            ),
        ] {
            assert!(said(end).contains(expected), "{expected}: {}", said(end));
        }
        let yours = in_short(&[&first], Whose::Yours, 1, None);
        assert!(yours.contains("You played at 80%") && !yours.contains("brought"), "{yours}");
    }
}
