//! What the functions of a script mention, which says without a call what they cannot depend on.
//!
//! Owns the names of the words by which a script draws or asks somebody else. Views have properties and functions, but no
//! index, and functions are called by name alone, so whatever a script reads stands in its text.

use super::check::Used;
use super::host::ASK_HOST;
use super::person::ASK_WAY;
use rhai::AST;
use std::collections::{BTreeMap, BTreeSet};

/// The word for a draw of the strategy's own.
pub(super) const COIN: &str = "coin";
/// The word that reads numbers of a view by their names.
pub(super) const IS_LESS: &str = "is_less";

/// What a function mentions, itself or through the functions that it calls.
#[derive(Clone, Debug, Default)]
struct Mentions {
    properties: BTreeSet<String>,
    calls: BTreeSet<String>,
}

/// What all functions of a script mention, by function.
#[derive(Clone, Debug)]
pub(super) struct Mentioned(BTreeMap<String, Mentions>);

impl Mentioned {
    /// What each function of a script mentions.
    pub(super) fn in_script(ast: &AST) -> Mentioned {
        let own = |name: String| {
            let mut only = ast.clone_functions_only();
            only.retain_functions(|_, _, function, _| function == name);
            let Used { calls, properties, .. } = Used::of(&only);
            let properties = properties.into_iter().map(|(name, _)| name).collect();
            (name, Mentions { properties, calls: calls.into_iter().map(|call| call.name).collect() })
        };
        let mut all: BTreeMap<String, Mentions> =
            ast.iter_functions().map(|function| own(function.name.to_owned())).collect();
        // Functions call each other at most as deep as there are functions.
        for _ in 0..all.len() {
            let before = all.clone();
            for mentions in all.values_mut() {
                for called in mentions.calls.clone().iter().filter_map(|name| before.get(name)) {
                    mentions.properties.extend(called.properties.iter().cloned());
                    mentions.calls.extend(called.calls.iter().cloned());
                }
            }
        }
        Mentioned(all)
    }

    /// Whether a function can read a property of this name. Somebody else who is asked can read all.
    pub(super) fn reads(&self, function: &str, property: &str) -> bool {
        let reads = |mentions: &Mentions| mentions.properties.contains(property);
        self.calls(function, ASK_HOST) || self.0.get(function).is_some_and(reads)
    }

    /// Whether a function can call one of this name.
    pub(super) fn calls(&self, function: &str, called: &str) -> bool {
        self.0.get(function).is_some_and(|mentions| mentions.calls.contains(called))
    }

    /// Whether a function can draw by itself, or ask a person or another program.
    pub(super) fn draws(&self, function: &str) -> bool {
        [COIN, ASK_WAY, ASK_HOST].iter().any(|word| self.calls(function, word))
    }
}
