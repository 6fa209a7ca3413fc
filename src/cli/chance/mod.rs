//! `analyze chance`: a question about dice in one line, answered exactly.
//!
//! Owns the options and which answer they ask for. How the texts of options are read is in `read`, the answers in `tables`, their
//! page in `page`.

mod page;
mod read;
mod tables;

use crate::terminal::choices::{FORMATS, Format, named};
use crate::terminal::failure::{Failure, Outcome, refuse};
use crate::terminal::new_file;
use crate::terminal::numbers::small;
use crate::terminal::output::{self, formatted};
use analyze_core::games::DieFace;
use analyze_ruled::{Counted, Pick, Throw, Wanted, totals, totals_take};
use clap::{ArgGroup, Args};
use tables::{About, Answer};

/// The most rerolls.
const MOST_REROLLS: u64 = 20;

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("asked").required(true).args(["condition", "total"])))]
pub(crate) struct ChanceArgs {
    /// The number of dice; with --show, as many as are shown
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true, required_unless_present_any = ["vary", "show"])]
    pub dice: Option<u64>,
    /// The faces of each die: a list, a range such as 1..6, or the die of a game, such as pig or battle:red; a face
    /// listed twice is twice as likely
    #[arg(long, value_name = "FACES", allow_hyphen_values = true, default_value = "1,2,3,4,5,boss")]
    pub faces: String,
    /// Ask how likely this condition is, written as on a card (sum>=7, run>=4, pair, all(any:4; odd>=1)) or as in a
    /// game file (count(6) >= 2 and sum < 20)
    #[arg(long, value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Ask how likely each total is; faces without a number count 0
    #[arg(long)]
    pub total: bool,
    /// With --total: the dice that count, such as highest:3 or lowest:1 [default: all]
    #[arg(long, value_name = "WHICH", conflicts_with = "condition")]
    pub keep: Option<String>,
    /// How often any of the dice can be rolled again, 0 to 20 [default: 0; with --show, 1]
    #[arg(long, value_parser = small, value_name = "K", allow_hyphen_values = true)]
    pub rerolls: Option<u64>,
    /// With --rerolls: also show players who follow a simple rule: stand, all, named (dice without a number), odd,
    /// lowest (one die), below:N
    #[arg(long, value_name = "LIST", conflicts_with_all = ["total", "show"])]
    pub policies: Option<String>,
    /// Dice that were rolled, such as 3,3,4,5,boss: ask which to roll again, and what each choice is worth
    #[arg(long, value_name = "DICE", conflicts_with = "vary")]
    pub show: Option<String>,
    /// Answer for several numbers of dice, such as dice=1..10 or dice=2|4|8
    #[arg(long, value_name = "dice=VALUES", conflicts_with = "dice")]
    pub vary: Option<String>,
    /// Also write a page with a picture into this new file, such as answer.html
    #[arg(long, value_name = "FILE")]
    pub page: Option<String>,
    /// The format: table, csv, json
    #[arg(long, value_parser = named(&FORMATS), value_name = "FORMAT", default_value = "table")]
    pub format: Format,
}

/// What is asked of a throw.
enum Question {
    /// How likely this is.
    Chance(String),
    /// What these of the dice add up to.
    Total(Counted),
}

impl Question {
    fn of(args: &ChanceArgs) -> Result<Question, Failure> {
        Ok(match &args.condition {
            Some(condition) => Question::Chance(condition.clone()),
            None => Question::Total(args.keep.as_deref().map_or(Ok(Counted::All), read::counted)?),
        })
    }

    /// What is added up.
    fn in_words(&self) -> String {
        match self {
            Question::Total(Counted::Highest(n)) => format!("What do the highest {n} of the dice add up to"),
            Question::Total(Counted::Lowest(n)) => format!("What do the lowest {n} of the dice add up to"),
            _ => "What do the dice add up to".to_owned(),
        }
    }

    fn wanted(&self, throw: &Throw, sides: &[DieFace]) -> Result<Wanted, Failure> {
        match self {
            Question::Chance(text) => read::condition(throw, sides, text),
            Question::Total(counted) => Ok(throw.total(*counted)),
        }
    }
}

/// Answers the question.
pub(crate) fn chance(args: &ChanceArgs) -> Outcome {
    // Who asks which dice to reroll can reroll them.
    let rerolls = args.rerolls.unwrap_or(args.show.is_some().into());
    let rerolls = match u32::try_from(rerolls) {
        Ok(taken) if rerolls <= MOST_REROLLS => taken,
        _ => {
            return refuse(format!("--rerolls: {rerolls} is more than {MOST_REROLLS}, the most that are computed"));
        }
    };

    if args.policies.is_some() && rerolls == 0 {
        return refuse("--policies: there are no rerolls to choose; add --rerolls 2, for example");
    }
    let (sides, question) = (read::faces(&args.faces)?, Question::of(args)?);
    let numbers = match &args.vary {
        Some(vary) => read::numbers(vary)?,
        None => {
            let shown = args.show.as_deref().map(|show| read::list(show).len());
            vec![args.dice.map(|dice| dice as usize).or(shown).unwrap_or(0)]
        }
    };
    if let Some(&few) = numbers.iter().find(|n| **n == 0) {
        return refuse(format!("--dice: {few} dice; ask of at least 1"));
    }
    let counted = question.in_words();
    let about = About { sides: &sides, rerolls, asked: args.condition.as_deref(), counted: &counted };
    let answer = answer(args, &about, &question, &numbers)?;
    if let Some(file) = &args.page {
        new_file::write(file, &page::page(&answer), "--page: ")?;
    }
    output::summary(&formatted(&answer.table, args.format, || answer.text()), args.format)
}

/// The answer to the question, for each number of dice.
fn answer(args: &ChanceArgs, about: &About<'_>, question: &Question, numbers: &[usize]) -> Result<Answer, Failure> {
    let (sides, rerolls) = (about.sides, about.rerolls);
    if let Some(show) = &args.show {
        let throw = throw(sides, numbers[0])?;
        let wanted = question.wanted(&throw, sides)?;
        let shown = |why| Failure::Usage(format!("--show: {why}"));
        let hand = throw.hand(&read::list(show)).map_err(shown)?;
        let keeps = throw.keeps(&wanted, hand, rerolls).map_err(shown)?;
        let most = if args.format == Format::Table { tables::SHOWN } else { keeps.len() };
        return Ok(tables::keeps(about, &throw, &keeps, most));
    }
    if let Question::Total(counted) = question {
        if rerolls == 0 {
            totals_take(sides, numbers, *counted).map_err(|why| Failure::Usage(format!("--dice: {why}")))?;
        }
        let each = numbers.iter().map(|&n| Ok((n, distribution(sides, n, *counted, rerolls)?)));
        return Ok(tables::totals(about, &each.collect::<Result<Vec<_>, Failure>>()?));
    }
    let policies = args.policies.as_deref().map_or(Ok(Vec::new()), read::policies)?;
    let each = numbers.iter().map(|&n| chances(sides, n, question, rerolls, &policies));
    Ok(tables::chances(about, &each.collect::<Result<Vec<_>, Failure>>()?.concat()))
}

fn throw(sides: &[DieFace], n: usize) -> Result<Throw, Failure> {
    Throw::new(sides, n).map_err(|why| Failure::Usage(format!("--dice: {why}")))
}

/// The distribution of a total; with rerolls, of the highest total on average.
fn distribution(sides: &[DieFace], n: usize, counted: Counted, rerolls: u32) -> Result<Vec<(i64, f64)>, Failure> {
    if rerolls == 0 {
        return Ok(totals(sides, n, counted));
    }
    let throw = throw(sides, n)?;
    Ok(throw.distribution(&throw.total(counted), rerolls))
}

/// How likely the condition is: with the best rerolls, without rerolls, and by each policy.
fn chances(
    sides: &[DieFace],
    n: usize,
    question: &Question,
    rerolls: u32,
    policies: &[(String, Pick)],
) -> Result<Vec<tables::Chance>, Failure> {
    let throw = throw(sides, n)?;
    let wanted = question.wanted(&throw, sides)?;
    let row = |policy: &str, chance: f64| tables::Chance { dice: n, policy: policy.to_owned(), chance };
    let mut rows = Vec::new();
    if rerolls > 0 {
        rows.push(row("best", throw.best(&wanted, rerolls)));
        // Who stands has the chance of a throw without rerolls, which is told in any case.
        let others = policies.iter().filter(|(_, pick)| !matches!(pick, Pick::Nothing));
        rows.extend(others.map(|(name, pick)| row(name, throw.by_rule(&wanted, rerolls, *pick))));
    }
    rows.push(row("no rerolls", throw.best(&wanted, 0)));
    Ok(rows)
}
