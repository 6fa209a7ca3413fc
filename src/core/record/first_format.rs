//! `run.json` of format 1, which has no list of options: what it has in place of one, and the list that follows from it.

use super::limits;
use super::manifest::Manifest;
use super::names::{INTERRUPTED, RUNS, SOLVE, TUNE};
use super::options::{Choice, OptionRecord, STRATEGIES, typed_as};
use super::{Terms, TestRecord};
use serde::{Deserialize, Serialize};

/// What was typed, as far as it cannot be told from the rules and names in a manifest of format 1. Every file is called by
/// its name, without its folders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// Options by name and value, in order: those of rules (`edition`, `deck`, `rules`, `rule`); of a sweep and of what is
    /// tuned, all.
    #[serde(deserialize_with = "limits::combinations")]
    pub options: Vec<(String, String)>,
    /// The strategies of files: what the tables call each, and how it is typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::combinations")]
    pub strategies: Vec<(String, String)>,
    /// For each varied key its values, if they are files or name files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::lists::<{ limits::KEYS }, { limits::COMBINATIONS }, _, _>")]
    pub vary: Vec<Vec<String>>,
    /// The files that the command needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "limits::combinations")]
    pub files: Vec<String>,
}

impl Typed {
    /// How the strategy is typed that the tables call `name`, perhaps with further parameters after it.
    fn strategy(&self, name: &str) -> String {
        let pairs = self.strategies.iter().map(|(known, typed)| (&**known, &**typed));
        typed_as(pairs, name).unwrap_or_else(|| name.to_owned())
    }

    /// The files that a typed value names.
    fn files_in(&self, typed: &str) -> Vec<String> {
        let names = |file: &&String| {
            let mut parts = typed.split([',', '@', '|', '=']);
            parts.any(|part| part.strip_prefix(&***file).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
        };
        self.files.iter().filter(names).cloned().collect()
    }
}

/// The command whose records of format 1 have one pair of strategies as a sweep has.
const EXACT: &str = "exact";

/// The options of a manifest of format 1.
pub(super) fn choices(manifest: &Manifest) -> Vec<Choice> {
    let typed = manifest.typed.clone().unwrap_or_default();
    let mut list = List { typed, choices: Vec::new() };
    if manifest.vary.is_empty() && manifest.command.as_deref() != Some(EXACT) {
        list.add_one(manifest);
    } else {
        list.add_sweep(manifest);
    }
    list.choices
}

/// The list while it is made.
struct List {
    typed: Typed,
    choices: Vec<Choice>,
}

impl List {
    fn add(&mut self, name: &str, value: impl ToString) {
        self.choices.push(Choice::resolved(name, value));
    }

    /// A value that may name files.
    fn add_typed(&mut self, name: &str, typed: &str, value: String) {
        let files = self.typed.files_in(typed);
        self.choices.push(Choice { name: name.to_owned(), typed: Some(typed.to_owned()), value, files });
    }

    fn add_strategies(&mut self, name: &str, names: &[String]) {
        if !names.is_empty() {
            let typed: Vec<String> = names.iter().map(|name| self.typed.strategy(name)).collect();
            self.add_typed(name, &typed.join(","), names.join(","));
        }
    }

    /// Those of a command that varies nothing.
    fn add_one(&mut self, manifest: &Manifest) {
        self.add_strategies(STRATEGIES, &manifest.arms);
        self.add("game", &manifest.game);
        self.add("players", manifest.players);
        let is_solved = manifest.command.as_deref() == Some(SOLVE);
        if !is_solved {
            self.add("seed", manifest.seed);
            self.add("engine", &manifest.engine);
        }
        // Where they are among the options, those were asked for, and not all strategies may have played as many.
        let asks = pairs(manifest).any(|(name, _)| name == "runs");
        if !is_solved && !asks {
            self.add("runs", manifest.runs);
        }
        if !manifest.lineup.is_empty() {
            self.add("seating", &manifest.seating);
            self.add_strategies("bots", &manifest.lineup);
        }
        // Two fields are those of a comparison that names none.
        if let [field] = &manifest.fields[..] {
            self.add_strategies("against", field);
        }
        manifest.luck.iter().for_each(|luck| self.add("luck", luck));
        manifest.until.iter().filter(|until| *until != INTERRUPTED).for_each(|until| self.add("until", until));
        manifest.terms.iter().for_each(|terms| self.add_terms(terms));
        pairs(manifest).for_each(|(name, value)| self.add(name, value));
        self.add_exact(manifest);
        for (name, value) in self.typed.options.clone() {
            self.add_typed(&name, &value, value.clone());
        }
    }

    /// What a comparison is judged by.
    fn add_terms(&mut self, terms: &Terms) {
        if ![RUNS, INTERRUPTED].contains(&&*terms.until) {
            self.add("until", &terms.until);
        }
        if terms.test == TestRecord::Sprt {
            self.add("test", "sprt");
        }
        self.add("margin", terms.margin);
        self.add("alpha", terms.alpha);
        terms.beta.iter().for_each(|beta| self.add("beta", beta));
        if terms.win_shares_alone {
            self.add("metric", "win_share");
        }
    }

    /// Of which exact tables, of `cards`.
    fn add_exact(&mut self, manifest: &Manifest) {
        manifest.max_dice.iter().for_each(|dice| self.add("max-dice", dice));
        manifest.by.iter().for_each(|by| self.add("by", by));
        manifest.policies.iter().for_each(|policies| self.add("policies", policies.join(",")));
    }

    /// Those of a sweep, and of what is tuned.
    fn add_sweep(&mut self, manifest: &Manifest) {
        let kept: Vec<(String, String)> =
            pairs(manifest).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let typed = if manifest.typed.is_some() { self.typed.options.clone() } else { kept.clone() };
        for (name, typed) in typed {
            let value = kept.iter().find(|(known, _)| *known == name && ![TARGET, "rule"].contains(&&*name));
            let value = value.map_or_else(|| typed.clone(), |(_, value)| value.clone());
            self.add_typed(&name, &typed, value);
        }
        self.add_exact(manifest);
        let is_tuned = manifest.command.as_deref() == Some(TUNE);
        for (at, varied) in manifest.vary.iter().enumerate() {
            let value = format!("{}={}", varied.key, varied.values.join("|"));
            let named = self.typed.vary.get(at).filter(|named| !named.is_empty());
            match (varied.key.rsplit_once('.'), named) {
                (Some((_, parameter)), _) if is_tuned => {
                    self.add("param", format!("{parameter}={}", varied.values.join("|")));
                }
                (_, Some(named)) => {
                    let typed = format!("{}={}", varied.key, named.join("|"));
                    self.add_typed("vary", &typed, value);
                }
                (_, None) => self.add("vary", value),
            }
        }
    }
}

/// An option that is typed once for each target.
const TARGET: &str = "target";

/// The options by name and value.
fn pairs(manifest: &Manifest) -> impl Iterator<Item = (&str, &str)> {
    manifest.options.iter().filter_map(|option| match option {
        OptionRecord::Pair(name, value) => Some((&**name, &**value)),
        OptionRecord::Choice(_) => None,
    })
}
