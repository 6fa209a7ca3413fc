//! Pages to share: `report.html` of a run, a comparison, a ranking, the cards or a solved game, made from records alone.
//!
//! Owns what a page says and shows: sentences first, then pictures, each with its numbers in a table below, then what the
//! page was made from. A page is one file that asks for nothing else, and needs no program to be read. `picture` draws,
//! `scale` has the axes, `table` the numbers. What a page says is in the folder of its experiment.

pub(crate) mod command;
pub(crate) mod distributions;
pub(crate) mod picture;
pub(crate) mod scale;
pub(crate) mod sweep;
pub(crate) mod table;
pub(crate) mod tiles;
pub(crate) mod varied;

pub use varied::{varied_page, varied_sentences};

use crate::record::Manifest;
use crate::stats::Interval;
use command::made_from;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use tiles::{Tile, figures};

/// The file.
pub const PAGE: &str = "report.html";

/// What a page says of the game, which no record holds.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the game in print.
    pub title: &'static str,
    /// What a score is.
    pub score: &'static str,
    /// What differences of scores are counted in, in the plural.
    pub unit: &'static str,
    /// The game in a few sentences.
    pub summary: &'static str,
    /// The words of the game, each with its meaning.
    pub glossary: &'static [(&'static str, &'static str)],
    /// The rules that are not the default, each in a few words.
    pub differences: Vec<String>,
    /// How values that were varied differ from the first, where they are files: each with what is changed.
    pub changes: Vec<String>,
    /// The strategies that ship and play, with what each does, in a line.
    pub strategies: Vec<(String, String)>,
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

/// What a page begins with.
pub(crate) struct Opening {
    /// The title.
    pub title: String,
    /// What was found, in sentences; the first is the answer.
    pub sentences: Vec<String>,
    /// The key figures, below the answer.
    pub tiles: Vec<Tile>,
}

/// A page: its opening, sections, who plays, and what it was made from.
pub(crate) fn page(opening: &Opening, sections: &Markup, manifest: &Manifest, about: &About) -> String {
    let Opening { title, sentences, tiles } = opening;
    answer_page(
        title,
        &html! {
            @for change in &about.changes { p { (change) } }
            @if let Some((answer, others)) = sentences.split_first() {
                p.answer { (answer) }
                @if !tiles.is_empty() { (figures(tiles)) }
                @if !others.is_empty() { ol.lead { @for sentence in others { li { (sentence) } } } }
            }
            (sections)
            @if !about.strategies.is_empty() { (who_plays(about)) }
            (the_game(about))
            (made_from(manifest, about))
        },
    )
}

/// A page with a title, and what stands below it.
pub(crate) fn answer_page(title: &str, below: &Markup) -> String {
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
            body { main { h1 { (title) } (below) } }
        }
    };
    markup.into_string() + "\n"
}

/// A section that is opened by who wants it.
pub(crate) fn folded(title: &str, content: &Markup) -> Markup {
    html! { section { details { summary { h2 { (title) } } (content) } } }
}

/// The strategies, each with what it does.
fn who_plays(about: &About) -> Markup {
    html! { section {
        h2 { "The strategies" }
        dl.who { @for (name, does) in &about.strategies { dt { (name) } dd { (does) } } }
    } }
}

/// Words of every page, each with its meaning.
const GLOSSARY: [(&str, &str); 6] = [
    (
        "Win share",
        "a strategy's or a seat's share of the wins. A win counts 1, and a tie of k players counts 1/k for each.",
    ),
    (
        "95% interval",
        "a range that contains the true value with 95% confidence. It is written as ± half its width, or with both ends: 1.4 to 2.8, or [1.4, 2.8].",
    ),
    (
        "Deal",
        "all the luck of a game. Each deal is played several times, so that every strategy plays it in every seat.",
    ),
    ("Settled", "known with 95% confidence; the intervals allow no other answer."),
    ("Combination", "one value for each rule, parameter or option that is varied."),
    ("Line-up", "the strategies at the table, in the order of their seats."),
];

/// What the game is, and what the words on the page mean.
fn the_game(about: &About) -> Markup {
    folded(
        "The game, and the words on this page",
        &html! {
            p { strong { (about.title) ". " } (about.summary) }
            dl.who { @for (word, meaning) in GLOSSARY.iter().chain(about.glossary) { dt { (word) } dd { (capital(meaning)) } } }
        },
    )
}

/// A share as people say it: with as many digits as a percentage is worth.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// Where a share lies as people say it: one number where both ends look alike.
pub(crate) fn percents(interval: &Interval) -> String {
    let [lo, hi] = [interval.lo.max(0.0), interval.hi.min(1.0)].map(percent);
    if lo == hi { format!("about {lo}") } else { format!("{lo} to {hi}") }
}

/// The first of some numbers in their order, with all that are the same but for rounding.
pub(crate) fn tied<'s>(ordered: impl Iterator<Item = &'s (&'s str, f64)> + Clone) -> Vec<String> {
    let Some((_, first)) = ordered.clone().next() else { return Vec::new() };
    let alike = |number: f64| (number - first).abs() <= 1e-9 * first.abs().max(1.0);
    ordered.take_while(|(_, number)| alike(*number)).map(|(name, _)| (*name).to_owned()).collect()
}

/// A mean as people say it.
pub(crate) fn plain(number: f64) -> String {
    let text = if number.abs() < 10.0 { format!("{number:.2}") } else { format!("{number:.1}") };
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { text }
}

/// The names of strategies above the results of all combinations: those of the first one, if there are several.
pub(crate) fn first_of(names: String, combinations: usize) -> String {
    if combinations > 1 { format!("{names}, the first of {combinations} combinations") } else { names }
}

/// Names in a sentence.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// A name of a column or a table as words.
pub(crate) fn words(name: &str) -> String {
    name.replace('_', " ")
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
