//! Which dice are rerolled, in the words that two games have in common.
//!
//! Owns sets of faces, the ways to choose dice from a roll with their numbers, how files say when a turn stops, what it
//! rerolls and by which plan of the exact engine, and the words of scripts for the same. What else a game can choose by,
//! and which dice a choice takes from a roll, is for the game.

use super::form::syntax::{self, Comparison, Node, Operator, Tree};
use super::form::{Amount, Answer, FileForm, Words, text_amount};
use super::script::{self, ScriptForm, ScriptRoll, refuse};
use crate::dice::{FACES, Face};
use crate::input::{Problem, Section, or_nearest};
use rhai::{Array, Dynamic};

/// A set of faces, 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceSet(u8);

impl FaceSet {
    /// The set of the given faces.
    ///
    /// # Panics
    /// In debug builds, on a face above 5.
    pub const fn of(faces: &[Face]) -> FaceSet {
        let (mut set, mut i) = (0, 0);
        while i < faces.len() {
            debug_assert!((faces[i] as usize) < FACES);
            set |= 1 << faces[i];
            i += 1;
        }
        FaceSet(set)
    }

    /// Whether the face is in the set.
    #[inline]
    pub const fn has(self, face: Face) -> bool {
        self.0 >> face & 1 == 1
    }
}

/// A way to choose dice from a roll; `O` are those that a game has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick<O> {
    /// Every die that shows one of these faces.
    Faces(FaceSet),
    /// This many dice, the lowest; all if there are no more.
    Lowest(u16),
    /// A way of the game's own.
    OfGame(O),
}

/// Numbers in one, each in so many bits, the first in the lowest.
pub(super) fn pack<const N: usize>(parts: [u64; N], bits: [u32; N]) -> u64 {
    parts.into_iter().zip(bits).rev().fold(0, |number, (part, bits)| number << bits | part)
}

/// The numbers that are in one; any number has some.
pub(super) fn unpack<const N: usize>(mut number: u64, bits: [u32; N]) -> [u64; N] {
    bits.map(|bits| {
        let part = number & ((1 << bits) - 1);
        number >>= bits;
        part
    })
}

/// The number of bits of [`Pick::number`].
pub(super) const PICK_BITS: u32 = 18;

impl<O> Pick<O> {
    /// No die.
    pub const NONE: Pick<O> = Pick::Faces(FaceSet(0));
    /// Every die that shows 0.
    pub const ZEROS: Pick<O> = Pick::Faces(FaceSet::of(&[0]));
    /// Every die.
    pub const ALL: Pick<O> = Pick::below(FACES as Face);
    /// Every die that shows 1, 3 or 5.
    pub const ODD: Pick<O> = Pick::Faces(FaceSet::of(&[1, 3, 5]));

    /// Every die that shows less than a value, 0 to 6.
    pub const fn below(value: Face) -> Pick<O> {
        Pick::Faces(FaceSet(((1u16 << value) - 1) as u8))
    }

    /// A number below 2^[`PICK_BITS`], in which `own` is one of 16 bits for a way of the game's own.
    pub(super) fn number(self, own: impl Fn(O) -> u16) -> u64 {
        let (kind, detail) = match self {
            Pick::Faces(set) => (0, set.0.into()),
            Pick::Lowest(dice) => (1, dice),
            Pick::OfGame(way) => (2, own(way)),
        };
        kind << 16 | u64::from(detail)
    }

    /// The pick of the lowest bits of a number; any number has one.
    pub(super) fn of_number(number: u64, own: impl Fn(u16) -> O) -> Pick<O> {
        let detail = number as u16;
        match number >> 16 & 3 {
            0 => Pick::Faces(FaceSet(detail as u8)),
            1 => Pick::Lowest(detail),
            _ => Pick::OfGame(own(detail)),
        }
    }
}

/// What a file says of the dice that are rerolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice<O> {
    /// By a word.
    Pick(Pick<O>),
    /// Those below the amount.
    Below,
    /// As many of the lowest as the amount says.
    Lowest,
}

impl<O> Choice<O> {
    /// The choice once its amount is known; `amount` answers with at most so much.
    pub(super) fn pick(self, amount: impl Fn(u32) -> u32) -> Pick<O> {
        match self {
            Choice::Pick(pick) => pick,
            Choice::Below => Pick::below(amount(FACES as u32) as Face),
            Choice::Lowest => Pick::Lowest(amount(u8::MAX.into()) as u16),
        }
    }
}

/// How files choose dice.
pub(super) struct Choices<O> {
    /// The word for dice that show 0.
    pub(super) zero: &'static str,
    /// The words that cannot stand in a list of faces.
    pub(super) alone: &'static [&'static str],
    /// What can be written, for messages.
    pub(super) all: &'static str,
    /// The game's own way that a word stands for, with the text from after it on and where that begins.
    pub(super) own: fn(&str, &str, usize) -> Result<Option<O>, Problem>,
}

impl<O> Choices<O> {
    /// Reads a text that says which dice are rerolled. Its error is the first part that does not, placed in the text.
    pub(super) fn read<G: FileForm>(
        &self,
        text: &str,
        words: &Words<'_, G>,
        said: fn(Choice<O>) -> G::KeyValue,
    ) -> Result<Answer<G>, Problem> {
        let start = text.len() - text.trim_start().len();
        let word = text[start..].split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
        let rest = start + word.len();
        if let Some(choice) = [("below", Choice::Below), ("lowest", Choice::Lowest)].into_iter().find(|it| it.0 == word)
        {
            return Ok(Answer::of(said(choice.1), text_amount(text, rest, words)?));
        }
        let pick = match (self.own)(word, &text[rest..], rest)? {
            Some(own) => Pick::OfGame(own),
            None if text.trim() == "none" => Pick::NONE,
            None if text.trim() == "all" => Pick::ALL,
            None => Pick::Faces(self.faces(text)?),
        };
        Ok(Answer::plain(said(Choice::Pick(pick))))
    }

    /// The faces that a text lists, parted by commas.
    fn faces(&self, text: &str) -> Result<FaceSet, Problem> {
        let mut chosen = 0;
        let mut at = 0;
        for part in text.split(',') {
            let start = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            chosen |= match part.trim() {
                zero if zero == self.zero => FaceSet::of(&[0]).0,
                "odd" => FaceSet::of(&[1, 3, 5]).0,
                "even" => FaceSet::of(&[2, 4]).0,
                other => match other.parse() {
                    Ok(face @ 1..=5) if other.len() == 1 => FaceSet::of(&[face]).0,
                    _ => return Err(self.unknown(other, start)),
                },
            };
        }
        Ok(FaceSet(chosen))
    }

    fn unknown(&self, word: &str, start: usize) -> Problem {
        let place = start..start + word.len().max(1);
        let first = word.split_whitespace().next().unwrap_or_default();
        let message = match self.alone.contains(&first) {
            true => format!("'{first}' stands alone: only faces can be listed"),
            false => format!("'{word}' does not say which dice"),
        };
        Problem::at(place, message).help(format!("write {}", self.all))
    }
}

/// How files say when a turn stops although a reroll is left.
pub(super) struct Stops {
    /// The word for what dice show, added up.
    pub(super) sum: &'static str,
    /// What can be written, for messages.
    pub(super) all: &'static str,
}

impl Stops {
    /// A text that says when to stop as a tree. Its error is the first problem, placed in the text.
    pub(super) fn parse(&self, text: &str) -> Result<Tree, Problem> {
        syntax::parse(text).map_err(|problem| match problem.help {
            Some(_) => problem,
            None => problem.help(format!("write {}", self.all)),
        })
    }

    /// The least sum of `sum >= amount`. It fails if it is something else, or no amount.
    pub(super) fn least<G: FileForm>(&self, tree: &Tree, words: &Words<'_, G>) -> Result<Amount<G>, Problem> {
        match &tree.node {
            Node::Binary(Operator::Compare(Comparison::AtLeast), left, right) if left.is_name(self.sum) => {
                words.amount(right)
            }
            _ => Err(self.unclear(tree)),
        }
    }

    pub(super) fn unclear(&self, tree: &Tree) -> Problem {
        Problem::at(tree.span.clone(), "this does not say when to stop").help(format!("write {}", self.all))
    }
}

/// Reads a text that is one of `plans`, each with whether an amount follows; `all` is what can be written, for
/// messages. It fails if it is none, or no amount follows; placed in the text.
pub(super) fn plan<G: FileForm>(
    text: &str,
    words: &Words<'_, G>,
    plans: &[(&'static str, bool, G::KeyValue)],
    all: &str,
) -> Result<Answer<G>, Problem> {
    let whole = text.trim();
    let start = text.len() - text.trim_start().len();
    let follows = |name: &str| {
        whole.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    };
    for (name, has_amount, said) in plans {
        if whole == *name && !has_amount {
            return Ok(Answer::plain(said.clone()));
        }
        if *has_amount && follows(name) {
            return Ok(Answer::of(said.clone(), text_amount(text, start + name.len(), words)?));
        }
    }
    let mut names: Vec<&str> = plans.iter().map(|(name, ..)| *name).collect();
    names.dedup();
    Err(Problem::at(0..text.len().max(1), format!("there is no plan '{whole}'"))
        .help(format!("{}; write {all}", or_nearest(whole, &names))))
}

/// Settles a table of a file: `plan` says all about the rerolls, and the key at the position `both` stands for the two at
/// `halves`.
pub(super) fn settle<G: FileForm>(
    table: &Section<'_>,
    answers: &mut [Option<Answer<G>>],
    problems: &mut Vec<Problem>,
    both: usize,
    halves: [usize; 2],
) where
    Answer<G>: Clone,
{
    let [name, first, second] = [both, halves[0], halves[1]].map(|key| G::KEYS[key].name);
    let is_said = |key: &&str| table.place(key).is_some();
    if let (Some(plan), Some(key)) = (table.place("plan"), ["stop", name, first, second].into_iter().find(is_said)) {
        let message = format!("'plan' says all about the rerolls, so '{key}' cannot stand beside it");
        problems.push(Problem::at(plan, message).help("keep one of them"));
    }
    if let (Some(place), true) = (table.place(name), [first, second].iter().all(is_said)) {
        let message = format!("'{name}' is never used: '{first}' and '{second}' stand beside it");
        problems.push(Problem::at(place, message).help(format!("'{name}' stands for both of them")));
    }
    let both = answers[both].take();
    for half in halves {
        answers[half] = answers[half].take().or_else(|| both.clone());
    }
}

/// Teaches scripts the ways to choose dice from a roll, those in `plain` by name; `picked` says which dice one takes.
pub(super) fn teach<G: ScriptForm, O: Copy + Send + Sync + 'static>(
    words: &mut script::Words,
    zero: &'static str,
    plain: &[(&str, Pick<O>)],
    picked: fn(&ScriptRoll<G>, Pick<O>) -> script::Evaluated<Dynamic>,
) {
    for &(name, pick) in [("none", Pick::NONE), ("all", Pick::ALL), ("odd", Pick::ODD)].iter().chain(plain) {
        words.function(name, move |roll: &mut ScriptRoll<G>| picked(roll, pick));
    }
    words
        .function("faces", move |roll: &mut ScriptRoll<G>, faces: Array| {
            let face = |item: &Dynamic| item.as_int().ok().and_then(|face| Face::try_from(face).ok());
            let faces = faces.iter().map(|item| face(item).filter(|&face| usize::from(face) < FACES));
            match faces.collect::<Option<Vec<Face>>>() {
                Some(faces) => picked(roll, Pick::Faces(FaceSet::of(&faces))),
                None => refuse(format!("faces is given an array of faces, 0 ({zero}) to 5")),
            }
        })
        .function("below", move |roll: &mut ScriptRoll<G>, value: i64| {
            picked(roll, Pick::below(value.clamp(0, FACES as i64) as Face))
        })
        .function("lowest", move |roll: &mut ScriptRoll<G>, dice: i64| {
            picked(roll, Pick::Lowest(dice.clamp(0, u16::MAX.into()) as u16))
        });
}
