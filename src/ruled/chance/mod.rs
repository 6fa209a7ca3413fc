//! Questions about one throw of dice: how likely something is, what the dice add up to, and which of them to roll again.
//!
//! Owns a throw with its hands, and what is asked of it ([`Wanted`]). Rerolls are in `rerolls`, totals without rerolls in `totals`.
//! Everything is exact: nothing is rolled.

mod rerolls;
mod totals;

pub use crate::dice::Pick;
pub use rerolls::Keep;
pub use totals::{Counted, totals, totals_take};

use crate::dice::{Dice, Face, Hand, Kind as DiceKind, Tables};
use crate::formula::{Expr, Kind, Meaning, View, Which, Words};
use analyze_core::games::DieFace;
use analyze_core::games::narration::grouped;
use analyze_core::input::{BadInput, Source, Text, quoted};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The most hands, of all sizes, that are gone through: of 17 ordinary dice there are 100,947.
const MOST_HANDS: u128 = 150_000;

/// Dice that are alike and rolled together.
#[derive(Debug)]
pub struct Throw {
    dice: Dice,
    tables: RefCell<Tables>,
    /// By face.
    chances: Vec<f64>,
    /// How many dice there are.
    n: usize,
}

/// What is wanted of a throw: a number for each hand, 1 or 0 of a condition.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// By hand; only those of all dice count.
    values: Vec<f64>,
    /// Whether it is a condition: a rule stops to reroll as soon as it holds.
    is_fact: bool,
}

impl Throw {
    /// `n` dice with these faces.
    ///
    /// # Errors
    /// In words, if there are more hands than are gone through.
    pub fn new(sides: &[DieFace], n: usize) -> Result<Throw, String> {
        let faces: Vec<Face> = sides.iter().map(|side| Face { name: side.name.clone(), value: side.value }).collect();
        let weights: Vec<u32> = sides.iter().map(|side| side.weight).collect();
        let all: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let (chances, faced) = (weights.iter().map(|&weight| f64::from(weight) / all).collect(), faces.len());
        let kind = DiceKind::new("", 0..faced, weights);
        let dice = Dice::with_numbers(faces, vec![kind], n, MOST_HANDS).ok().filter(|dice| dice.numbered() > 0);
        let dice = dice.ok_or_else(|| {
            let most = grouped(MOST_HANDS as u64);
            format!(
                "{n} dice with {faced} faces make more than {most} different hands, which is the limit; take fewer dice"
            )
        })?;
        Ok(Throw { dice, tables: RefCell::default(), chances, n })
    }

    fn hands(&self) -> usize {
        self.dice.numbered()
    }

    /// The hands of all dice.
    fn full(&self) -> impl Iterator<Item = usize> {
        // Hands are numbered by their size.
        let first = (0..self.hands()).rev().take_while(|&hand| self.dice.size(hand as Hand) == self.n).last();
        first.unwrap_or(0)..self.hands()
    }

    /// A condition in the words of game files, such as `run >= 4`; `option` is where it was written.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its place.
    pub fn condition(&self, option: &str, text: &str) -> Result<Wanted, BadInput> {
        let names = BTreeMap::from([("dice".to_owned(), Meaning::Dice(Which::Dice))]);
        let words = Words { names, dice: Some(&self.dice), tables: &self.tables };
        let text = Text { value: text.to_owned(), span: 0..text.len() + 2 };
        let expr = words.read_whole(&text, Kind::Fact);
        let source = || Source::new(option, quoted(&text.value));
        let expr = expr.map_err(|problem| BadInput { source: source(), problems: vec![problem] })?;
        Ok(Wanted { values: self.values(|hand| self.asked(&expr, hand) as f64), is_fact: true })
    }

    fn asked(&self, expr: &Expr, hand: usize) -> i64 {
        expr.value(&View {
            slots: &[],
            own: 0,
            players: 1,
            lie: hand as Hand,
            kept: 0,
            rest: 0,
            chosen: 0,
            winner: 0,
            dice: &self.dice,
            tables: &self.tables.borrow(),
            card: None,
        })
    }

    /// What the dice, or the highest or lowest of them, add up to.
    pub fn total(&self, counted: Counted) -> Wanted {
        Wanted { values: self.values(|hand| self.sum(hand, counted) as f64), is_fact: false }
    }

    fn sum(&self, hand: usize, counted: Counted) -> i64 {
        let mut shown: Vec<i64> = self.dice.with_counts(hand as Hand, |counts| {
            let faces = counts.iter().zip(&self.dice.faces);
            faces.flat_map(|(&n, face)| std::iter::repeat_n(face.value.unwrap_or(0), n.into())).collect()
        });
        shown.sort_unstable();
        let counts = match counted {
            Counted::All => &shown[..],
            Counted::Highest(most) => &shown[shown.len().saturating_sub(most)..],
            Counted::Lowest(most) => &shown[..most.min(shown.len())],
        };
        counts.iter().sum()
    }

    fn values(&self, of: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut values = vec![0.0; self.hands()];
        self.full().for_each(|hand| values[hand] = of(hand));
        values
    }

    /// The hand that shows these faces.
    ///
    /// # Errors
    /// In words: a face that no die has, or another number of dice.
    pub fn hand(&self, names: &[&str]) -> Result<u64, String> {
        let mut counts = vec![0u8; self.dice.faces.len()];
        for name in names {
            let at = self.dice.faces.iter().position(|face| face.name == *name).ok_or_else(|| {
                let known: Vec<&str> = self.dice.faces.iter().map(|face| &*face.name).collect();
                format!("no die shows '{name}' (valid: {})", known.join(", "))
            })?;
            counts[at] = counts[at].saturating_add(1);
        }
        match self.dice.hand(&counts) {
            Some(hand) if names.len() == self.n => Ok(hand),
            _ => Err(format!("{} dice are shown, but {} are rolled", names.len(), self.n)),
        }
    }

    /// A hand as people write it; `-` if it has no dice.
    pub fn shown(&self, hand: u64) -> String {
        if hand == 0 { "-".to_owned() } else { self.dice.shown(hand) }
    }
}
