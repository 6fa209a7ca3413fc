//! The review of a finished game: what each decision of the person cost, and what was luck.
//!
//! Owns how answers are found among the options of the advice, and what is added up. What options are worth is for `advise`.

use super::table::{Seats, Told};
use crate::cli::advise::{self, Choice, Worth};
use crate::cli::command::Command;
use crate::games::WHOLE_WIN;
use crate::report::column::{Column, Definition};
use crate::report::shown_estimate;
use crate::report::table::Table;
use crate::stats::Estimate;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::layout;
use crate::terminal::output;

/// A decision with what it cost.
struct Decision {
    /// The number of the answer, from 1.
    number: usize,
    answer: String,
    best: String,
    /// What the best option is worth, and how much less the one that was taken.
    value: Estimate,
    cost: Estimate,
    /// Whether that is known without playing games.
    is_known: bool,
}

impl Decision {
    fn shown_cost(&self) -> String {
        if self.is_known { format!("{:.4}", self.cost.value) } else { shown_estimate(&self.cost) }
    }
}

/// Shows the review.
pub(super) fn review(seats: &Seats, told: &Told, answers: &[String]) -> Outcome {
    let ended = told.ended.as_ref().map_err(|fault| Failure::Fault(format!("{fault:?}")))?;
    output::result("\nThe review of your decisions follows; each is compared with all that you could have done.\n")?;
    let (mut decisions, mut notes) = (Vec::new(), Vec::new());
    let asked = told.questions.asked.iter().zip(answers).zip(1..);
    for ((question, answer), at) in asked.filter(|((question, _), _)| !question.position.is_empty()) {
        let Ok(words) = seats.advice(question) else { continue };
        let Ok(Some(Command::Advise(args))) = crate::cli::parsed(&words).map(|arguments| arguments.command) else {
            continue;
        };
        let Ok(advice) = advise::answer(&args) else { continue };
        decisions.extend(decision(&advice.options, answer, at));
        notes = advice.notes;
    }
    let (all, priced) = (told.questions.asked.len(), decisions.len());
    if priced == 0 {
        return output::result("None of your decisions has a price in this game.\n");
    }
    let result = f64::from(ended.share[seats.me]) / f64::from(WHOLE_WIN);
    let notes: String = notes.iter().map(|note| format!("- {note}\n")).collect();
    output::result(&format!(
        "\n{}\n{}\n{}",
        layout::table(&table(&decisions)),
        in_short(&decisions, all, result),
        layout::wrapped(&notes)
    ))
}

/// What was decided, among the options of the advice.
fn decision(options: &[Choice], answer: &str, of: usize) -> Option<Decision> {
    let best = options.first()?;
    let taken = options.iter().find(|choice| is_same(&choice.option, answer))?;
    Some(Decision {
        number: of,
        answer: taken.option.clone(),
        best: best.option.clone(),
        value: number(best.value)?,
        cost: number(taken.cost)?,
        is_known: matches!(taken.cost, Worth::Known(_)),
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
    words.sort_unstable();
    words
}

fn is_same(option: &str, answer: &str) -> bool {
    words(option) == words(answer)
}

fn table(decisions: &[Decision]) -> Table {
    let label = |name: &'static str, meaning: &'static str| Definition::label(name, meaning);
    let columns = vec![
        Column::whole(
            Definition::new("answer", "answer", "the number of your answer; the first is 1"),
            |row: &&Decision| row.number as u64,
        ),
        Column::text(label("you", "what you did"), |row: &&Decision| row.answer.clone()),
        Column::text(label("best", "what would have been best"), |row: &&Decision| row.best.clone()),
        Column::text(label("cost", "win share that it cost, 0 to 1"), |row: &&Decision| row.shown_cost()),
    ];
    Table::new("decisions", columns, decisions)
}

/// What all decisions came to, in sentences.
fn in_short(decisions: &[Decision], all: usize, result: f64) -> String {
    let cost: f64 = decisions.iter().map(|decision| decision.cost.value).sum();
    let widths = decisions.iter().filter_map(|decision| decision.cost.interval);
    let within: f64 = widths.map(|interval| (interval.hi - interval.lo) / 2.0).sum();
    let quality = |decision: &Decision| match decision.value.value {
        value if value > 0.0 => (1.0 - decision.cost.value / value).clamp(0.0, 1.0),
        _ => 1.0,
    };
    let played = 100.0 * decisions.iter().map(quality).sum::<f64>() / decisions.len() as f64;
    let uncertain = if within > 0.0 { format!(" (± at most {within:.3})") } else { String::new() };
    let luck = result - decisions[0].value.value + cost;
    let mut text = format!(
        "{} of your {all} decisions have a price. Together, they cost {cost:.3} of a win{uncertain}.\n\
         You played at {played:.0}% of the best: so much of the best option's win share did your choices keep on average.\n\
         At your first decision, best play had a win share of {:.3}, and you won {result:.3}. So cards, dice and the decisions of \
         the others gave you {luck:+.3}{uncertain}.\n",
        decisions.len(),
        decisions[0].value.value,
    );
    if within > 0.0 {
        text += "± adds up half the widths of the 95% intervals of all costs.\n";
    }
    layout::wrapped(&text)
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
            ("by-points up to 5 against seat 2, dice chosen", "by-points 5 seat 2 chosen"),
        ] {
            assert!(is_same(option, answer), "{option}: {answer}");
        }
        assert!(!is_same("commit 3 dice", "4") && !is_same("reroll 3, 3", "3") && !is_same("hold", "roll"));
        assert!(!is_same("reroll all", "none") && !is_same("battle against all, dice chosen", "battle"));
    }
}
