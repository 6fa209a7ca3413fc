//! Games: their rules, their data, and what they let a strategy see.
//!
//! Owns the trait [`Game`] that every game meets, [`BuiltIn`] of those that this crate has, and one folder for each of these. A game knows its rules and how
//! to be played die by die; it knows no strategy by name, no threads, no statistics and no files but
//! its own data. What it counts, it declares as [`StatisticsTable`]s, and it reports what happens to an
//! [`Observer`]; turning that into estimates is for others.

pub mod battle;
mod counted;
mod decisions;
pub mod declaration;
pub mod gang;
pub mod narration;
pub mod pig;
pub mod pot;
pub mod recorded;
pub mod rules;
pub mod turns;

pub use counted::{
    CARDS_OF_FILE, Column, ColumnKind, CountedTable, Declared, Label, STRATEGY, StatisticsTable, declared,
};
pub use decisions::Decisions;

use crate::dice::BlockKey;
use crate::input::{BadInput, Source};
use declaration::Player;
use narration::Story;
use rules::RuleSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

/// The most seats of any game.
pub const MAX_SEATS: usize = 6;
/// The number of 60ths in a won game: every number of winners up to six divides it.
pub const WHOLE_WIN: u32 = 60;
/// The most counts a row of a statistics table can have.
pub const ROW_COUNTS: usize = 8;
/// The most length metrics a game can have.
pub const MAX_LENGTHS: usize = 8;

/// A place at the table, from 0; the player in seat 0 starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat as people count: from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

/// The position of a strategy among the different strategies of a line-up, from 0.
pub type StrategyIndex = usize;

/// Who sits where: for each seat, which strategy.
pub type Seating = [StrategyIndex];

/// Who plays a game: the different strategies of the line-up, who sits where, and what keys all draws.
#[expect(explicit_outlives_requirements, reason = "so `Table<'g, dyn S>` stands for `dyn S + 'g`")]
pub struct Table<'g, S: ?Sized + 'g> {
    /// The strategies.
    pub strategies: &'g [&'g S],
    /// For each seat, which of them.
    pub seating: &'g Seating,
    /// The key of the draws.
    pub block: BlockKey,
}

impl<'g, S: ?Sized> Table<'g, S> {
    /// The strategy in a seat.
    #[inline]
    pub fn player(self, seat: Seat) -> Player<'g, S> {
        let index = self.seating[seat.index()];
        Player { strategy: self.strategies[index], index }
    }
}

impl<S: ?Sized> Clone for Table<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Table<'_, S> {}

/// What a finished game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The win share of each seat in 60ths ([`WHOLE_WIN`]): all for a win alone, a k-th for a tie of k.
    pub share: [u8; MAX_SEATS],
    /// What each seat ends with, in the unit of [`BuiltIn::SCORE`].
    pub score: [u32; MAX_SEATS],
    /// The game's length metrics, in the order of [`Game::lengths`].
    pub lengths: [u32; MAX_LENGTHS],
}

impl Outcome {
    /// The outcome of a game: a bit for each winner (bit 0 is seat 0), what each seat ends with, and the length metrics.
    ///
    /// # Panics
    /// If a bit is set that stands for no seat, or there are more scores or metrics than an outcome has room for.
    #[inline]
    pub fn new(winners: u8, scores: &[u32], lengths: &[u32]) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.share_among(winners);
        outcome.score[..scores.len()].copy_from_slice(scores);
        outcome.lengths[..lengths.len()].copy_from_slice(lengths);
        outcome
    }

    /// Divides the win among the seats whose bit is set (bit 0 is seat 0); the others get nothing.
    ///
    /// # Panics
    /// If a bit is set that stands for no seat.
    #[inline]
    pub fn share_among(&mut self, winners: u8) {
        // Looked up: a division takes longer than a turn.
        const SHARES: [[u8; MAX_SEATS]; 1 << MAX_SEATS] = {
            let mut shares = [[0; MAX_SEATS]; 1 << MAX_SEATS];
            let mut winners = 1;
            while winners < shares.len() {
                let mut seat = 0;
                while seat < MAX_SEATS {
                    if winners >> seat & 1 == 1 {
                        shares[winners][seat] = (WHOLE_WIN / winners.count_ones()) as u8;
                    }
                    seat += 1;
                }
                winners += 1;
            }
            shares
        };
        self.share = SHARES[usize::from(winners)];
    }
}

/// A bit for each seat with the highest of these scores (bit 0 is seat 0).
#[inline]
pub fn leaders(scores: &[u32]) -> u8 {
    let most = scores.iter().max();
    (0..).zip(scores).filter(|&(_, score)| Some(score) == most).fold(0, |leaders, (seat, _)| leaders | 1 << seat)
}

/// Counts of one thing that happened, added to a row of a statistics table; the columns say what each is. What a
/// block adds to one count must fit in an `i32`.
pub type RowCounts = [i32; ROW_COUNTS];

/// A turn that is over, as far as a game can say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOver {
    /// Whose turn it was.
    pub seat: Seat,
    /// How many dice the player committed, in a game in which players choose that.
    pub dice: Option<u32>,
    /// Whether it came to anything, in a game whose turns can fail.
    pub is_valid: Option<bool>,
    /// The number by which it is held against the turns of others, in a game of such numbers, if it is valid.
    pub total: Option<u32>,
}

/// A round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundOver<'r> {
    /// The score of each seat by now.
    pub scores: &'r [u32],
    /// The position of its card, in a game with a card for each round.
    pub card: Option<usize>,
}

/// Receives what a game counts while it is played.
pub trait Observer {
    /// Whether anything counted now is wanted; if not, [`Observer::count`] need not be called.
    fn wants(&self) -> bool;

    /// Adds `counts` to row `row` of statistics number `statistics` of [`Game::statistics`].
    fn count(&mut self, statistics: usize, row: usize, counts: &RowCounts);

    /// Whether [`Observer::chance_falls`] is wanted.
    fn wants_chances(&self) -> bool {
        false
    }

    /// Chance has decided something that luck is made of, in a game that tells it: the card of a round, a roll. The numbers are
    /// the position before it and what came, in the order that the game says.
    fn chance_falls(&mut self, numbers: &[u32]) {
        let _ = numbers;
    }

    /// Whether [`Observer::turn_over`] and [`Observer::round_over`] are wanted, which only games tell that are played die by
    /// die.
    fn wants_rounds(&self) -> bool {
        false
    }

    /// A turn is over.
    fn turn_over(&mut self, turn: TurnOver) {
        let _ = turn;
    }

    /// Where to tell of positions in which somebody decides, if that is wanted and the game does so.
    fn decisions(&mut self) -> Option<&mut Decisions> {
        None
    }

    /// A round is over, whether by the rules or because the game is. What chance decides next is told after it.
    fn round_over(&mut self, round: RoundOver<'_>) {
        let _ = round;
    }

    /// Whether the game is told again as it was played at a real table, part by part ([`recorded`]).
    fn is_told(&self) -> bool {
        false
    }

    /// The story in which the game is narrated, if that is wanted.
    fn story(&mut self) -> Option<Story<'_>> {
        None
    }

    /// Adds to the story, if there is one.
    #[inline]
    fn narrate(&mut self, text: impl FnOnce(&Story<'_>) -> String) {
        if let Some(mut story) = self.story() {
            let text = text(&story);
            story.part(&text);
        }
    }
}

/// Counts nothing.
impl Observer for () {
    #[inline]
    fn wants(&self) -> bool {
        false
    }

    #[inline]
    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
}

/// Who is to blame where a game cannot go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blame {
    /// The strategy: it did what it may not do, or could not do anything.
    #[default]
    Strategy,
    /// The rules, which a file has: they do not provide for what happened. [`Fault::returned`] says what, and
    /// [`Fault::legal`] in which state.
    Rules,
    /// Nobody: the game is too much for the program, as [`Fault::returned`] says.
    Limit,
}

/// Why a game cannot go on: mostly what a strategy did that it may not do, or could not do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// Who is to blame.
    pub blame: Blame,
    /// Whose turn it was.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// What was returned, or how it failed.
    pub returned: String,
    /// What would have been legal.
    pub legal: String,
}

/// The options of a run that concern the rules, as they were typed.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// `--edition`.
    pub edition: Option<String>,
    /// `--deck`.
    pub deck: Option<Source>,
    /// `--rules`.
    pub rules: Option<Source>,
    /// Every `--rule key=value`, in order.
    pub options: Vec<(String, String)>,
    /// The folder where what takes long to solve is kept from one run to the next.
    pub cache: Option<PathBuf>,
    /// Who follows what takes long to solve.
    pub follow: Option<Arc<dyn Follow>>,
}

/// Who follows a game being solved, for a strategy that asks for its values first.
pub trait Follow: fmt::Debug + Send + Sync {
    /// It begins, in so many steps.
    fn begins(&self, steps: u32);
    /// One of them is done.
    fn advances(&self);
    /// All are, or nothing more will be done.
    fn ends(&self);
}

impl Setting {
    /// `rules` with what the rules file says, and then each single option.
    ///
    /// # Errors
    /// Whatever is wrong with the file, or with the first option that has a problem.
    pub fn apply_to<R: RuleSet>(&self, rules: R) -> Result<R, SetUpError> {
        let rules = self.rules.iter().try_fold(rules, R::with_file)?;
        let mut options = self.options.iter();
        Ok(options.try_fold(rules, |rules, (key, value)| rules.with_option("--rule", key, value))?)
    }

    /// The option to blame for rules that do not go together: the last that changed them.
    pub fn blame(&self) -> &'static str {
        let given = [("--rule", !self.options.is_empty()), ("--rules", self.rules.is_some())];
        let given = given.into_iter().chain([("--deck", self.deck.is_some()), ("--edition", self.edition.is_some())]);
        given.into_iter().find(|(_, given)| *given).map_or("--players", |(option, _)| option)
    }

    /// The published rules with such changes, for a game that has neither editions nor decks.
    ///
    /// # Errors
    /// The same, or if an edition or a deck is asked for.
    pub fn rules_only<R: RuleSet>(&self) -> Result<R, SetUpError> {
        let given = [("--edition", self.edition.is_some()), ("--deck", self.deck.is_some())];
        if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
            let message = format!("{} has no such option (only --rules and --rule)", R::TITLE);
            return Err(SetUpError::Option { option, message });
        }
        self.apply_to(R::default())
    }
}

/// Why a game cannot be set up as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// Something is wrong in a file or an option.
    #[error(transparent)]
    Input(#[from] BadInput),
    /// Rules that do not go together, with each other or with the number of players.
    #[error("the rules: {0}")]
    Conflict(String),
    /// An option has a value that the game does not know.
    #[error("{option}: {message}")]
    Option {
        /// The option.
        option: &'static str,
        /// The value, the limit, and what to do.
        message: String,
    },
}

/// A file with data of a game that can be played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedData {
    /// What it is, in words.
    pub what: String,
    /// What in it was probably not meant: warnings with their places.
    pub doubts: Option<BadInput>,
}

/// A game, set up for a number of seats: rules resolved, data read. It is what plays and counts games knows of one, whether
/// it is built in or was read from a file.
pub trait Game: Sized + Send + Sync + 'static {
    /// What a strategy of this game must answer.
    type Strategy: ?Sized + Send + Sync;
    /// What playing one list of strategies needs from block to block, so that games allocate nothing.
    type Scratch: Default + Send;

    /// The name on the command line.
    fn name(&self) -> &str;

    /// The name in print.
    fn title(&self) -> &str;

    /// What a narration calls the scores of all seats.
    fn scores(&self) -> &str;

    /// The per-game metrics of `length.csv`, in order: at most [`MAX_LENGTHS`].
    fn lengths(&self) -> &'static [&'static str];

    /// How many play.
    fn seats(&self) -> usize;

    /// The highest score that a seat can end with, in the unit of [`BuiltIn::SCORE`]; at least 1, the lowest being 0. It
    /// bounds how far what has not been seen yet can move a mean.
    fn highest_score(&self) -> u32;

    /// The most that a game can have of a metric of [`Game::lengths`], if that is known and near enough to what games have
    /// to bound what has not been seen; 0 of one that the rules exclude.
    fn longest(&self, metric: &str) -> Option<u32> {
        (metric == "capped").then_some(1)
    }

    /// What must be said wherever results of this game are shown.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the game counts, for strategies with these names, in the order in which [`Observer::count`]
    /// numbers the statistics.
    fn statistics(&self, strategies: &[String]) -> Vec<StatisticsTable>;

    /// Fresh working memory.
    fn scratch(&self) -> Self::Scratch {
        Self::Scratch::default()
    }

    /// Prepares what all games of a block share, such as the order of the cards.
    fn begin_block(&self, block: BlockKey, scratch: &mut Self::Scratch) {
        let _ = (block, scratch);
    }

    /// Plays one game of the block that was begun, die by die.
    ///
    /// # Errors
    /// The fault of a strategy that answered with something illegal, or failed.
    fn play(
        &self,
        table: Table<'_, Self::Strategy>,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault>;

    /// Plays the same game as [`Game::play`] and narrates it at the end of `text`, for people to read.
    ///
    /// # Errors
    /// The fault, after the story up to it has been written.
    fn narrate(&self, table: Table<'_, Self::Strategy>, names: &[String], text: &mut String) -> Result<Outcome, Fault> {
        narration::narrate(self, table, names, text, |scratch, story| self.play(table, scratch, story))
    }
}

/// A face of a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieFace {
    /// Its number or name.
    pub name: String,
    /// The number that it shows, if it shows one.
    pub value: Option<i64>,
    /// How likely it is compared with the others.
    pub weight: u32,
}

/// A kind of dice of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindOfDice {
    /// Its name; empty if the game has only one kind.
    pub name: String,
    /// The faces. One that several sides show can stand there several times.
    pub faces: Vec<DieFace>,
}

impl KindOfDice {
    /// A kind whose sides show these faces, by number or name.
    pub fn new(name: impl ToString, sides: impl IntoIterator<Item = impl ToString>) -> KindOfDice {
        let face = |name: String| DieFace { value: name.parse().ok(), name, weight: 1 };
        KindOfDice { name: name.to_string(), faces: sides.into_iter().map(|side| face(side.to_string())).collect() }
    }
}

/// A game that is known when the program is built: its facts, and how it is set up.
///
/// `CONTRIBUTING.md` says what else such a game writes.
pub trait BuiltIn: Game {
    /// The name on the command line.
    const NAME: &'static str;
    /// The name in print.
    const TITLE: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;
    /// The players when nothing says how many.
    const DEFAULT_SEATS: usize = 3;
    /// What the score of a seat is counted in.
    const SCORE: &'static str;
    /// What differences of scores are counted in, in the plural.
    const UNIT: &'static str;
    /// The game in a few sentences, for somebody who does not know it.
    const SUMMARY: &'static str;
    /// The words of the game that tables and pages use, each with its meaning.
    const GLOSSARY: &'static [(&'static str, &'static str)];
    /// The keys at the top of the files that hold data of this game, other than its strategies.
    const DATA_KEYS: &'static [&'static str] = &[];
    /// The tables of what it counts beyond wins and length, any of which [`Game::statistics`] may be made of.
    const COUNTED: &'static [&'static CountedTable];

    /// Its kinds of dice by the default rules.
    fn dice() -> Vec<KindOfDice>;

    /// Sets the game up.
    ///
    /// # Errors
    /// Whatever is wrong with the options, or does not fit the number of seats.
    fn set_up(seats: usize, setting: &Setting) -> Result<Self, SetUpError>;

    /// Checks a number of players.
    ///
    /// # Errors
    /// If so many cannot play.
    fn check_seats(seats: usize) -> Result<(), SetUpError> {
        if Self::SEATS.contains(&seats) {
            return Ok(());
        }
        let message =
            format!("{seats} players; {} is for {} to {}", Self::TITLE, Self::SEATS.start(), Self::SEATS.end());
        Err(SetUpError::Option { option: "--players", message })
    }

    /// Checks that so many can play by these rules.
    ///
    /// # Errors
    /// If so many cannot play at all, or everything about the rules that does not go together with that.
    fn check_rules(rules: &impl RuleSet, seats: usize) -> Result<(), SetUpError> {
        Self::check_seats(seats)?;
        let conflicts = rules.conflicts(seats);
        if conflicts.is_empty() { Ok(()) } else { Err(SetUpError::Conflict(conflicts.join("; "))) }
    }

    /// Checks a file that may hold data of this game (rules, cards) and has these keys at its top: what it is, in
    /// words; `None` if it is none of this game's. Unless a game says otherwise, its only data are its rules, which any
    /// number of players must be able to play by; a file with `game` is a strategy.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn check_data(source: &Source, keys: &[&str]) -> Result<Option<CheckedData>, BadInput> {
        if keys.contains(&"game") || !keys.iter().any(|key| Self::DATA_KEYS.contains(key)) {
            return Ok(None);
        }
        Self::playable(source, Setting { rules: Some(source.clone()), ..Setting::default() })?;
        Ok(Some(CheckedData { what: format!("rules for {}", Self::NAME), doubts: None }))
    }

    /// What can be played as it was set up, but was probably not meant: warnings with their places.
    fn doubts(&self, setting: &Setting) -> Option<BadInput> {
        let _ = setting;
        None
    }

    /// The game as a file sets it up, with the most players that it can be played by.
    ///
    /// # Errors
    /// Everything that is wrong with the file, or why nobody can play by it.
    fn playable(source: &Source, setting: Setting) -> Result<Self, BadInput> {
        let mut conflict = String::new();
        for seats in Self::SEATS.rev() {
            match Self::set_up(seats, &setting) {
                Ok(game) => return Ok(game),
                Err(SetUpError::Input(bad)) => return Err(bad),
                Err(SetUpError::Conflict(message) | SetUpError::Option { message, .. }) => conflict = message,
            }
        }
        Err(BadInput::general(&*source.name, conflict))
    }

    /// The resolved rules, as the file that a user would edit.
    fn rules_text(&self) -> String;

    /// The resolved rules and data for the manifest: named values, with their text. Given back as the
    /// options of those names they set up the same game.
    fn manifest(&self) -> Vec<(&'static str, String)> {
        vec![("rules", self.rules_text())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statistics, rows and counts that it was given.
    #[derive(Default, PartialEq, Debug)]
    pub(super) struct Recorded(Vec<(usize, usize, RowCounts)>);

    impl Observer for Recorded {
        fn wants(&self) -> bool {
            true
        }

        fn count(&mut self, statistics: usize, row: usize, counts: &RowCounts) {
            self.0.push((statistics, row, *counts));
        }
    }

    #[test]
    fn a_win_is_shared_equally_by_those_who_won() {
        for winners in 0..1u8 << MAX_SEATS {
            let mut outcome = Outcome::default();
            outcome.share_among(winners);
            for (seat, &share) in outcome.share.iter().enumerate() {
                let parts = if winners >> seat & 1 == 1 { winners.count_ones() } else { 0 };
                assert_eq!(u32::from(share) * parts, if parts == 0 { 0 } else { WHOLE_WIN }, "{winners:b} {seat}");
                assert!(parts > 0 || share == 0, "{winners:b} {seat}");
            }
        }
    }
}
