//! What `analyze regret` shows on standard output.

use super::tables;
use super::tables::measure;
use crate::exact::MOST_PRICED;
use crate::games::BuiltIn;
use crate::games::gang::Gang;
use crate::options::differences::about;
use crate::record::{Manifest, RegretOf, RegretRecord};
use crate::terminal::choices::Format;
use crate::terminal::layout;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::remarks::lines;

/// What standard output shows; `replay` is the command that shows a game of a strategy, where it is known.
pub(super) fn shown(
    record: &RegretRecord,
    manifest: &Manifest,
    format: Format,
    replay: impl Fn(&str, u64) -> Option<String>,
) -> String {
    let summary = tables::regret_summary(record);
    let text = || {
        let (about, players) = (about(manifest), record.players);
        let measure = record.measure.noun();
        let heading = format!(
            "{}, {}: the {measure} that decisions cost per game",
            about.game(),
            counted(players as u64, "player")
        );
        let seen = layout::fitting(&summary, &ESSENTIAL);
        let mut text = format!("{heading}\n\n{}", layout::table(&seen));
        let worst = tables::worst(record).only(&DECISION);
        let worst = if record.game == Gang::NAME { worst.without(&COST) } else { worst };
        if !worst.rows.is_empty() {
            let seen = layout::fitting(&worst, &ESSENTIAL_DECISION);
            text.push_str(&format!("\nThe costliest decisions:\n\n{}", layout::table(&seen)));
        }
        format!("{text}\n{}", remarks(record, replay))
    };
    formatted(&summary, format, text)
}

/// The columns that a narrow terminal has room for.
const ESSENTIAL: [&str; 5] = ["strategy", "by", "what", "decisions", "lost"];
/// The columns of a costly decision on a terminal.
const DECISION: [&str; 19] = [
    "strategy",
    "game",
    "round",
    "seat",
    "step",
    "state",
    "chosen",
    "best",
    "cost",
    "card",
    "pool",
    "other_pool",
    "table",
    "met_dice",
    "met_total",
    "dice",
    "best_dice",
    "dice_cost",
    "reroll_cost",
];
/// The same on a narrow terminal.
const ESSENTIAL_DECISION: [&str; 11] =
    ["strategy", "game", "step", "chosen", "best", "cost", "card", "dice", "best_dice", "dice_cost", "reroll_cost"];
/// The cost of a decision. For Gang of Dice, the terminal shows its two parts instead.
const COST: [&str; 1] = ["cost"];

fn remarks(record: &RegretRecord, replay: impl Fn(&str, u64) -> Option<String>) -> String {
    let mut all = vec![format!("lost: {}", measure(record))];
    let is_gang = record.game == Gang::NAME;
    let of_gang = [
        "cards are assumed to be drawn afresh in every round",
        "dice: the cost of committing more or fewer dice than is best; rerolls: the cost of other rerolls than the best ones",
    ];
    all.extend(of_gang.map(str::to_owned).into_iter().filter(|_| is_gang));
    let cards = |of: &RegretOf| of.groups.iter().filter(|group| group.by == "card").count();
    if record.strategies.iter().any(|of| cards(of) > tables::SHOWN_CARDS) {
        all.push(format!("only the {} costliest cards are shown; regret.csv has all", tables::SHOWN_CARDS));
    }
    let own = record.strategies.iter().filter(|of| of.costs_nothing());
    all.extend(
        own.map(|of| format!("{}: its decisions cost nothing, because they are compared with its own", of.strategy)),
    );
    let costliest = record.strategies.iter().find_map(|of| Some((of, of.worst.first()?)));
    all.extend(costliest.and_then(|(of, worst)| replay(&of.strategy, worst.game())).map(|command| {
        format!("to see the game with the costliest decision: {command}{}", if is_gang { " --regret" } else { "" })
    }));
    let unpriced = record.strategies.iter().filter(|of| of.unpriced > 0);
    all.extend(unpriced.map(|of| {
        let which = if is_gang { format!(" with more than {MOST_PRICED} dice") } else { String::new() };
        format!("{}: the cost of {} decisions{which} is not known", of.strategy, of.unpriced)
    }));
    all.extend(record.notes.iter().cloned());
    lines(&all)
}
