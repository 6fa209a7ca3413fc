//! What `analyze feel` shows on standard output.

use super::page::{examples, play_command, sentences};
use super::tables::{feel_summary, is_known, plainly, standing_of};
use crate::driver::session::origin;
use crate::options::differences::about;
use crate::record::{FeelRecord, Manifest};
use crate::report::in_words;
use crate::report::measures::{meaning, name};
use crate::stats::Measure;
use crate::terminal::choices::Format;
use crate::terminal::layout;
use crate::terminal::numbers::counted;
use crate::terminal::output::formatted;
use crate::terminal::remarks::{INTERVALS, WATCHED, lines};

/// The columns that a narrow terminal has room for.
const ESSENTIAL: [&str; 3] = ["metric", "mean", "p50"];

/// The measures that need a word. The others say what they are, or are like one of these.
const EXPLAINED: [Measure; 9] = [
    Measure::LeadChanges,
    Measure::Tension,
    Measure::Excitement,
    Measure::Decided,
    Measure::Comeback,
    Measure::Runaway,
    Measure::Dead,
    Measure::Downtime,
    Measure::Idle,
];

/// What standard output shows.
pub(super) fn shown(record: &FeelRecord, manifest: &Manifest, format: Format) -> String {
    let summary = feel_summary(record);
    let text = || {
        let heading = format!(
            "{}, {} players: how games go, {} of {}, seed {}",
            about(manifest).game(),
            record.players,
            counted(record.games(), "game"),
            manifest.lineup.join(", "),
            manifest.seed
        );
        let games = examples(record).into_iter();
        let games: Vec<String> =
            games.map(|(_, title, game)| format!("{title}:\n  {}\n", play_command(manifest, game.game))).collect();
        format!(
            "{heading}\n\n{}\n{}\n\n{}\n{}",
            layout::table(&layout::fitting(&plainly(record, summary.clone()), &ESSENTIAL)),
            sentences(record).join("\n"),
            games.concat(),
            lines(&remarks(record))
        )
    };
    formatted(&summary.clone().of(&origin(manifest)), format, text)
}

fn remarks(record: &FeelRecord) -> Vec<String> {
    let standing = standing_of(record);
    let known = EXPLAINED.into_iter().filter(|measure| is_known(record, *measure));
    let mut all: Vec<String> =
        known.map(|measure| format!("{}: {}", in_words(name(measure)), meaning(measure, standing))).collect();
    let intervals = format!("{INTERVALS}, from the variance between deals");
    all.push(if record.until.is_some() { format!("{intervals}, {WATCHED}") } else { intervals });
    all.extend(record.notes.iter().cloned());
    all
}
