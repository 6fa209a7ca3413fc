//! Pages to share: `report.html` of a run, a comparison, a ranking, the cards or a solved game, made from records alone.
//!
//! Owns what a page says and shows: sentences first, then pictures, each with its numbers in a table below, then what the
//! page was made from. A page is one file that asks for nothing else, and needs no program to be read. `picture` draws,
//! `scale` has the axes, `table` the numbers; `run`, with `distributions`,
//! `compare`, `cards`, with `rerolls`, `regret` and `solve` say what stands on their pages.

mod cards;
mod cards_sweep;
mod compare;
mod compare_sweep;
mod designs;
mod distributions;
mod picture;
mod regret;
mod rerolls;
mod run;
mod scale;
mod solve;
mod solve_holds;
mod sweep;
mod table;
mod tournament;
mod tune;

pub use cards::cards_page;
pub use cards_sweep::cards_sweep_page;
pub use compare::compare_page;
pub use compare_sweep::compare_sweep_page;
pub use designs::designs_page;
pub use regret::regret_page;
pub use run::{run_page, seat_sentence};
pub use solve::solve_page;
pub use solve_holds::solve_holds_page;
pub use sweep::sweep_page;
pub use tournament::tournament_page;
pub use tune::tune_page;

use crate::record::{CARDS, COMPARE, Manifest, REGRET, SOLVE, SWEEP, TOURNAMENT, TUNE, TUNE_GAME};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The file.
pub const PAGE: &str = "report.html";

/// What a page says of the game, which no record holds.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the game in print.
    pub title: &'static str,
    /// What scores are counted in.
    pub unit: &'static str,
    /// The rules that are not the default, each in a few words.
    pub differences: Vec<String>,
}

impl About {
    /// The game, with what differs from its default.
    pub fn game(&self) -> String {
        match &self.differences[..] {
            [] => self.title.to_owned(),
            all => format!("{} ({})", self.title, all.join(", ")),
        }
    }
}

/// The colours, sizes and lines of all pages.
const STYLE: &str = include_str!("style.css");

/// A page: title, sentences, sections, and what it was made from.
fn page(title: &str, sentences: &[String], sections: &Markup, manifest: &Manifest, about: &About) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    ol.lead { @for sentence in sentences { li { (sentence) } } }
                    (sections)
                    (made_from(manifest, about))
                }
            }
        }
    };
    markup.into_string() + "\n"
}

/// The rules and data, and the command with which anybody makes the page again.
fn made_from(manifest: &Manifest, about: &About) -> Markup {
    html! {
        section {
            h2 { "Rules, and how this was made" }
            @if about.differences.is_empty() { p { "All rules are the default ones." } }
            @else { p { "Not the default: " strong { (about.differences.join(", ")) } "." } }
            p { "Experiment " code { (manifest.experiment()) } ", made by " (manifest.tool) " " (manifest.version) ". "
                @if is_repeated(manifest) {
                    code { "analyze run DIR/run.json" } ", DIR being the folder of this page, plays the same games. So do \
                    these options"
                } @else { "These options do the same" }
                ", with what is not the default beside them, and with files in place of names that are none of the program's \
                own:" }
            pre { (command(manifest)) }
            @for part in &manifest.resolved {
                details { summary { (part.name) } pre { (part.text) } }
            }
            @for strategy in &manifest.strategies {
                p.soft { "Strategy " (strategy.name) ": " (strategy.hash) }
            }
            @if !manifest.intervals.is_empty() { p.soft { "Intervals: " (manifest.intervals) "." } }
        }
    }
}

/// Whether `analyze run` takes the manifest.
fn is_repeated(manifest: &Manifest) -> bool {
    !matches!(manifest.command.as_deref(), Some(REGRET | SOLVE | TOURNAMENT))
}

/// The command of the manifest, without the files that rules or strategies were read from.
fn command(manifest: &Manifest) -> String {
    let (game, players, seed, engine) = (&manifest.game, manifest.players, manifest.seed, &manifest.engine);
    let seats = format!("--game {game} --players {players}");
    let rest = format!("{seats} --seed {seed} --engine {engine} --runs {}", manifest.runs);
    if !manifest.vary.is_empty() {
        return sweep_command(manifest);
    }
    let lineup = || format!("--seating {} --bots {}", manifest.seating, manifest.lineup.join(","));
    match manifest.command.as_deref() {
        Some(COMPARE) => compare_command(manifest, &rest),
        Some(TOURNAMENT) => tournament_command("tournament", manifest, &rest),
        Some(CARDS) => {
            let (by, dice) = (manifest.by.unwrap_or_default(), manifest.max_dice.unwrap_or(0));
            let policies = manifest.policies.as_ref();
            let policies = policies.map(|policies| format!(" --policies {}", policies.join(","))).unwrap_or_default();
            format!("analyze cards {rest} {} --max-dice {dice} --by {by}{policies}", lineup())
        }
        Some(REGRET) => tournament_command("regret", manifest, &rest),
        Some(SOLVE) => format!("analyze solve {seats}"),
        _ => format!("analyze {rest} {}", lineup()),
    }
}

/// The command of a sweep: what was typed beside the keys that were varied, and these.
fn sweep_command(manifest: &Manifest) -> String {
    let mut command = "analyze".to_owned();
    command.extend(match manifest.command.as_deref() {
        Some(SWEEP) | None => None,
        Some(TUNE_GAME) => Some(" tune game".to_owned()),
        Some(name) => Some(format!(" {name}")),
    });
    for (name, value) in &manifest.options {
        let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || "-_.,:=@".contains(c));
        match name.as_str() {
            "strategies" => command.push_str(&format!(" {}", value.replace(',', " "))),
            "mirror" => command.push_str(" --mirror"),
            name if is_plain => command.push_str(&format!(" --{name} {value}")),
            name => command.push_str(&format!(" --{name} '{value}'")),
        }
    }
    command.extend(manifest.max_dice.map(|dice| format!(" --max-dice {dice}")));
    command.extend(manifest.by.map(|by| format!(" --by {by}")));
    let is_tuned = manifest.command.as_deref() == Some(TUNE);
    command.extend(manifest.vary.iter().map(|varied| match varied.key.rsplit_once('.') {
        Some((_, parameter)) if is_tuned => format!(" --param '{parameter}={}'", varied.values.join("|")),
        _ => format!(" --vary '{}={}'", varied.key, varied.values.join("|")),
    }));
    command
}

/// The command of a comparison: against whom, where that is not the strategies compared, and by what it is judged.
fn compare_command(manifest: &Manifest, rest: &str) -> String {
    let (arms, fields) = (&manifest.arms, &manifest.fields);
    let others = manifest.players.saturating_sub(1);
    let both: Vec<Vec<String>> = arms.iter().rev().map(|arm| vec![arm.clone(); others]).collect();
    let is_usual = arms.len() == 2 && (*fields == both || manifest.players == 2 && fields[..] == both[1..]);
    let against = fields.first().filter(|_| !is_usual).map(|field| format!(" --against {}", field.join(",")));
    let terms = manifest.terms.as_ref();
    let terms = terms.map(|terms| format!(" --margin {} --alpha {}", terms.margin, terms.alpha)).unwrap_or_default();
    format!("analyze compare {} {rest}{}{terms}", arms.join(" "), against.unwrap_or_default())
}

/// The command of a tournament, or of regret: who enters, against whom if that is a field, and further options.
fn tournament_command(name: &str, manifest: &Manifest, rest: &str) -> String {
    let against = manifest.fields.first().map(|field| format!(" --against {}", field.join(","))).unwrap_or_default();
    let options: String = manifest.options.iter().map(|(name, value)| format!(" --{name} {value}")).collect();
    format!("analyze {name} {} {rest}{against}{options}", manifest.arms.join(" "))
}

/// A share as people say it: with as many digits as a percentage is worth.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A mean as people say it.
fn plain(number: f64) -> String {
    let text = if number.abs() < 10.0 { format!("{number:.2}") } else { format!("{number:.1}") };
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { text }
}

/// Names in a sentence.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
