//! The manifest of a run: what was asked for, what it was played with, and what belongs to it.

use super::cards::By;
use super::compare::{Terms, TestRecord};
use super::first_format::{self, Typed};
use super::json::{FORMAT, Hash, MANIFEST_FORMAT, Record, hash, hash_record};
use super::limits;
use super::names::{
    CARDS, COMPARE, DICE, FEEL, FEEL_SWEEP, INTERRUPTED, REGRET, RUNS, SOLVE, SWEEP, TOOL, TOURNAMENT, TUNE, TUNE_GAME,
    VERDICT, varies,
};
use super::options::{Choice, OptionRecord, strategy_as_typed};
use super::sweep::VariedKey;
use crate::games::MAX_SEATS;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The options of a tournament that decide its verdicts.
const OF_TOURNAMENTS: &[&str] = &["schedule", "allot", "margin", "alpha"];

/// A name with the hash of what it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedHash {
    /// A file or a strategy.
    pub name: String,
    /// The hash of its content.
    pub hash: Hash,
}

/// The text of rules or data with its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is; of Gang of Dice `edition`, `rules`, `deck`.
    pub name: String,
    /// The hash of the text.
    pub hash: Hash,
    /// The text.
    pub text: String,
}

/// `run.json`: no path, thread count, time or host, so that the same command gives the same bytes.
///
/// What only some commands have is absent from the files of the others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The command, `cards`, `compare`, `regret`, `solve`, `sweep`, `tournament` or `tune`; absent if it was a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What was varied; of a sweep, of which all else here is that of the first combination.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::keys")]
    pub vary: Vec<VariedKey>,
    /// The options of the command, in its order, with what was typed and what it came to: all of which a number here depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::combinations")]
    pub options: Vec<OptionRecord>,
    /// The texts of the files that options named, each with the name of its option; of a sweep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::keys")]
    pub inputs: Vec<Part>,
    /// What was typed; of format 1, and absent from its oldest files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<Typed>,
    /// The most dice of the exact tables; of `cards`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_dice: Option<u32>,
    /// At which number of dice cards are compared; of `cards`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// The reroll policies compared; of `cards`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "limits::if_any::<{ limits::KEYS }, _, _>")]
    pub policies: Option<Vec<String>>,
    /// The program.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The version of the format of this file.
    pub format: u32,
    /// The game.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The strategies compared, or whose decisions are priced; of `compare`, `tournament` and `regret`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::arms")]
    pub arms: Vec<String>,
    /// For each field the strategies of the other seats, in the order in which they follow the one compared; of
    /// `compare`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::lists::<{ limits::ARMS }, { limits::KEYS }, _, _>")]
    pub fields: Vec<Vec<String>>,
    /// The line-up: the strategy of each seat before any rotation; not of `compare`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::keys")]
    pub lineup: Vec<String>,
    /// The different strategies, with a hash of what each is.
    #[serde(deserialize_with = "limits::combinations")]
    pub strategies: Vec<NamedHash>,
    /// The rules and data in force.
    #[serde(deserialize_with = "limits::keys")]
    pub resolved: Vec<Part>,
    /// The seed.
    pub seed: u64,
    /// Games played; of `compare`, by each strategy against each field.
    pub runs: u64,
    /// Blocks played.
    pub blocks: u64,
    /// How seats were taken.
    pub seating: String,
    /// How turns were played.
    pub engine: String,
    /// What was to be done about luck: `cancel`, or `auto`, which cancels it where that can be; absent if nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
    /// Why win shares are as played although luck was to be cancelled; absent where it was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck_as_played: Option<String>,
    /// Which blocks the tables beyond wins and length count; their own counts say how much that is. Not of `compare`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "sheets")]
    pub statistics: Option<String>,
    /// What decided when the run ended; absent if it was the number of games, and of `compare`, whose terms say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// What was to end it, if somebody ended it before; absent if that was the number of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// What the comparison is judged by; of `compare`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    /// How the intervals are made.
    pub intervals: String,
    /// The hashes of the other files.
    #[serde(deserialize_with = "limits::sums")]
    pub files: Vec<NamedHash>,
    /// The hash of the tallies: equal signatures are equal results.
    pub signature: Hash,
    /// The hash of all that stands here but the version, as written without this; older files have none.
    #[serde(default, skip_serializing_if = "Hash::is_none")]
    pub checksum: Hash,
}

impl Manifest {
    /// The code of the experiment: `x` and 8 hexadecimal digits of the hash of everything that decides its games, its exact
    /// numbers and its verdicts. It begins with a letter because programs that read tables take `48797637` and `7e123456`
    /// for numbers. How many games are played is no part of it: a run that is longer, or was interrupted, is of the same
    /// experiment.
    pub fn experiment(&self) -> String {
        // As format 1 had it, so that the code of an experiment is the same in both.
        let deciding = Manifest {
            tool: String::new(),
            version: String::new(),
            format: FORMAT,
            options: self.judging_options(),
            typed: None,
            runs: 0,
            blocks: 0,
            luck_as_played: None,
            statistics: None,
            until: None,
            asked: None,
            terms: self.judging_terms(),
            intervals: String::new(),
            files: Vec::new(),
            signature: Hash::default(),
            checksum: Hash::default(),
            ..self.clone()
        };
        let digits: String = hash_record(&deciding).digits().chars().take(8).collect();
        format!("x{digits}")
    }

    /// The options of the command.
    pub fn choices(&self) -> Vec<Choice> {
        if self.format < MANIFEST_FORMAT {
            return first_format::choices(self);
        }
        let choices = self.options.iter().map(|option| match option {
            OptionRecord::Choice(choice) => choice.clone(),
            OptionRecord::Pair(name, value) => Choice::resolved(name, value),
        });
        choices.collect()
    }

    /// The option of this name.
    pub fn choice(&self, name: &str) -> Option<Choice> {
        self.choices().into_iter().find(|choice| choice.name == name)
    }

    /// How the strategy was typed that the tables call `name`: a file by its name.
    pub fn strategy_as_typed(&self, name: &str) -> String {
        strategy_as_typed(&self.choices(), name)
    }

    /// The options that decide verdicts, or which numbers there are, by name and value. All others are elsewhere in the
    /// manifest too, as what they came to, or say how many games are played. Where a whole experiment is varied, its first
    /// combination has what they came to, and these are the ones that were typed.
    pub fn judging_options(&self) -> Vec<OptionRecord> {
        let command = self.command.as_deref().unwrap_or_default();
        let is_varied = varies(command).is_some();
        let names: &[&str] = match varies(command).unwrap_or(command) {
            TOURNAMENT => OF_TOURNAMENTS,
            REGRET => &["worst"],
            DICE => &["pack", "players"],
            FEEL => &["standing", "ratings"],
            TUNE_GAME => &["target", "minimize", "maximize"],
            TUNE if is_varied => &["param"],
            COMPARE if !self.vary.is_empty() => &["margin", "alpha"],
            _ => &[],
        };
        let judging = self.options.iter().filter_map(|option| match option {
            OptionRecord::Pair(name, value) => Some((name, value)),
            OptionRecord::Choice(choice) if is_varied => Some((&choice.name, choice.typed.as_ref()?)),
            OptionRecord::Choice(choice) => Some((&choice.name, &choice.value)),
        });
        // Ratings that are off are as if there were no such option.
        let is_off = |name: &str, value: &str| name == "ratings" && value == "off";
        let judging = judging.filter(|(name, value)| names.contains(&&***name) && !is_off(name, value));
        judging.map(|(name, value)| OptionRecord::Pair(name.clone(), value.clone())).collect()
    }

    /// What of the terms decides the verdict: when games end only if the verdict ends them, and not whether scores are
    /// compared too. The terms of games that somebody ended are those that they were begun with.
    fn judging_terms(&self) -> Option<Terms> {
        let by_verdict = self.goal().filter(|goal| goal.starts_with(VERDICT));
        let terms = self.terms.clone()?;
        let until = by_verdict.unwrap_or_else(|| RUNS.to_owned());
        Some(Terms { until, test: TestRecord::Student, beta: None, win_shares_alone: false, ..terms })
    }

    /// What was to end the games, if not their number, whether it did or somebody ended them before.
    pub fn goal(&self) -> Option<String> {
        let until = self.terms.as_ref().map_or(self.until.clone(), Terms::goal);
        if until.as_deref() == Some(INTERRUPTED) { self.asked.clone() } else { until }
    }

    /// Whether somebody ended it before its end.
    pub fn is_interrupted(&self) -> bool {
        let by_terms = self.terms.as_ref().is_some_and(|terms| terms.until == INTERRUPTED);
        by_terms || self.until.as_deref() == Some(INTERRUPTED)
    }

    /// The manifest of these files, name and content.
    pub fn of_files(self, files: &[(String, String)]) -> Manifest {
        let files = files.iter().map(|(name, content)| NamedHash::new(name, content)).collect();
        Manifest { files, ..self }.sealed()
    }

    /// The same with its checksum.
    pub fn sealed(self) -> Manifest {
        Manifest { checksum: self.sum(), ..self }
    }

    /// Whether this is what was written, as far as somebody who changes it by mistake or in haste is concerned: the sum is
    /// no secret.
    pub fn is_as_written(&self) -> bool {
        self.checksum == self.sum()
    }

    fn sum(&self) -> Hash {
        let summed = Manifest { version: String::new(), checksum: Hash::default(), ..self.clone() };
        hash_record(&summed)
    }
}

impl Part {
    /// A part with its hash.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Part {
        let text = text.into();
        Part { name: name.into(), hash: hash(text.as_bytes()), text }
    }
}

impl Record for Manifest {
    const FORMATS: RangeInclusive<u32> = FORMAT..=MANIFEST_FORMAT;

    fn inconsistency(&self) -> Option<String> {
        if self.tool != TOOL {
            return Some(format!("its tool is '{}', not {}", self.tool, TOOL));
        }
        let most = self.fields.iter().chain([&self.lineup]).map(Vec::len).chain([self.players]).max();
        if self.players == 0 || most > Some(MAX_SEATS) {
            let players = if self.players == 0 { Some(0) } else { most };
            return Some(format!("it has {} players; a table has 1 to {MAX_SEATS}", players.unwrap_or_default()));
        }
        let values = self.vary.iter().map(|varied| varied.values.len().max(varied.texts.len()));
        let typed = self.typed.iter().flat_map(|typed| typed.vary.iter().map(Vec::len));
        if values.fold(1, usize::saturating_mul) > limits::SWEPT || typed.sum::<usize>() > limits::SWEPT {
            return Some("it varies more than can be played".to_owned());
        }
        let compared = self.terms.is_some() && !self.arms.is_empty() && !self.fields.is_empty();
        let played = self.statistics.is_some() && !self.lineup.is_empty();
        let priced = self.command.as_deref() == Some(REGRET) && !self.arms.is_empty() && !self.fields.is_empty();
        let named = match self.command.as_deref() {
            None | Some(SWEEP | CARDS | TUNE_GAME) => played,
            Some(COMPARE) => compared,
            Some(REGRET) => priced,
            Some(FEEL | FEEL_SWEEP) => !self.lineup.is_empty(),
            Some(TUNE) => played || compared,
            Some(SOLVE | DICE) => true,
            Some(_) => !self.arms.is_empty(),
        };
        (!named).then(|| "it names no line-up".to_owned())
    }
}

impl NamedHash {
    /// The hash of this content.
    pub fn new(name: impl Into<String>, content: &str) -> NamedHash {
        NamedHash { name: name.into(), hash: hash(content.as_bytes()) }
    }
}
