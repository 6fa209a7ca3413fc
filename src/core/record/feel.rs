//! What `analyze feel` finds out: how games went from round to round.
//!
//! Owns the format of its `tallies.json`. All sums are exact integers over blocks, so that those of parts add up to the same
//! bits in any order. What is measured of a game is in `stats`.

use super::histogram::Histogram;
use super::json::{Hash, Listing, Record};
use super::limits;
use super::merge::{Mergeable, PlannedCell};
use super::merge_error::MergeError;
use super::moments::Moments;
use super::names::FEEL;
use super::plausible::{Limits, are_games, is_mixed};
use super::summed::{Each, Same, SameNumber, Sum, Summed, Whose, alike, summed};
use crate::games::MAX_SEATS;
use serde::{Deserialize, Serialize};

/// The number of batches. Blocks go to the batches in turn; the results of batches make the intervals of shares of variance.
pub const FEEL_BATCHES: usize = 32;
/// Rounds beyond this are part of a game's measures, but not listed one by one.
pub const MOST_LISTED_ROUNDS: usize = 200;
/// More than any sum over the games of a block.
const MOST: u64 = 1 << 50;

/// What standings are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum FeelStanding {
    /// Win probabilities, by the values of positions that cancel luck.
    #[default]
    Values,
    /// Shares of the scores, because the values are not known.
    Scores {
        /// Why they are not.
        why: String,
    },
}

summed! {
    /// Sums over blocks of a quantity and of how many things it is of.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct WeighedSums |sums, blocks: u64| {
        /// Blocks with anything to weigh.
        pub active: u64 = Sum => sums.active <= blocks,
        /// Σ of the things.
        pub of: i128 = Sum => sums.of >= i128::from(sums.active),
        /// Σ of the quantity.
        pub sum: i128 = Sum => sums.sum >= 0,
        /// Σ things².
        pub of_squared: i128 = Sum => Limits { blocks, most: MOST }.allow(&Moments { sum: sums.of, squares: sums.of_squared }),
        /// Σ things · quantity.
        pub products: i128 = Sum => sums.products >= 0 && is_mixed(sums.products, (sums.of_squared, sums.squares)),
        /// Σ quantity².
        pub squares: i128 = Sum => Limits { blocks, most: MOST }.allow(&Moments { sum: sums.sum, squares: sums.squares }),
    }
}

impl WeighedSums {
    /// Adds a block; one without anything to weigh leaves no trace.
    pub fn add(&mut self, of: u64, sum: u64) {
        if of == 0 {
            return;
        }
        let (x, y) = (i128::from(of), i128::from(sum));
        self.merge(&WeighedSums { active: 1, of: x, sum: y, of_squared: x * x, products: x * y, squares: y * y });
    }
}

summed! {
    /// What was measured of the games.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct MeasureRecord {
        /// Its sums.
        pub sums: WeighedSums = Sum,
        /// How many games had each value: of a share in thousandths, of a number as it is.
        pub games: Histogram ["limits::histogram"] = Sum,
    }
}

summed! {
    /// The sums of a measure over the blocks of a batch.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct BatchSums {
        /// Σ of the things.
        pub of: i128 = Sum,
        /// Σ of the quantity.
        pub sum: i128 = Sum,
    }
}

summed! {
    /// The games after this number of rounds.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct RoundRecord {
        /// The highest standing.
        pub leader: WeighedSums = Sum,
        /// How far that is above the second.
        pub lead: WeighedSums = Sum,
        /// The standing of the one who wins in the end.
        pub winner: WeighedSums = Sum,
        /// How many games had each highest standing, in thousandths.
        pub leaders: Histogram ["limits::histogram"] = Sum,
        /// How many games had each standing of the one who wins, in thousandths.
        pub winners: Histogram ["limits::histogram"] = Sum,
        /// By seat its standing.
        pub seats: [WeighedSums; MAX_SEATS] = Sum,
        /// The scores of all seats.
        pub scores: Histogram ["limits::histogram"] = Sum,
        /// Dice committed in the turns of the round.
        pub dice: WeighedSums = Sum,
        /// Turns of the round that came to nothing.
        pub invalid: WeighedSums = Sum,
    }
}

/// A game as it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExampleGame {
    /// How much its standings moved, by which games are told apart.
    pub moved: u64,
    /// The game, from 0.
    pub game: u64,
    /// The standings of all seats before the first round and after each.
    #[serde(deserialize_with = "limits::combinations")]
    pub standings: Vec<u32>,
}

impl ExampleGame {
    /// Of equal games the earlier one.
    fn is_before(&self, other: &ExampleGame, sign: i128) -> bool {
        let key = |it: &ExampleGame| (sign * i128::from(it.moved), it.game);
        key(self) < key(other)
    }
}

/// The games whose standings moved by so much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesAlike {
    /// By how many twentieth parts of a win, rounded down.
    pub class: u32,
    /// How many games.
    pub games: u64,
    /// The first of them.
    pub first: ExampleGame,
}

/// Games that stand for many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples {
    /// The one whose standings moved least.
    pub dullest: Option<ExampleGame>,
    /// The one whose standings moved most.
    pub most_dramatic: Option<ExampleGame>,
    /// All games by how much their standings moved, those with least movement first.
    #[serde(deserialize_with = "limits::combinations")]
    pub alike: Vec<GamesAlike>,
}

impl Examples {
    /// All of them.
    fn all(&self) -> impl Iterator<Item = &ExampleGame> {
        let alike = self.alike.iter().map(|alike| &alike.first);
        self.dullest.iter().chain(&self.most_dramatic).chain(alike)
    }

    /// The first game of those that are alike and have the median among them.
    pub fn typical(&self) -> Option<&ExampleGame> {
        let all: u64 = self.alike.iter().map(|alike| alike.games).sum();
        let mut below = 0;
        let middle = self.alike.iter().find(|alike| {
            below += alike.games;
            2 * below >= all
        });
        middle.map(|alike| &alike.first)
    }

    /// Shows it a game of such a class; its standings are made only if it is kept.
    pub fn see(&mut self, class: u32, (moved, game): (u64, u64), standings: impl Fn() -> Vec<u32>) {
        let bare = ExampleGame { moved, game, standings: Vec::new() };
        let goes_first = |known: &Option<ExampleGame>, sign| known.as_ref().is_none_or(|it| bare.is_before(it, sign));
        let place = self.alike.binary_search_by_key(&class, |known| known.class);
        if let Ok(at) = place {
            self.alike[at].games += 1;
        }
        let is_new = place.map_or(true, |at| game < self.alike[at].first.game);
        let (least, most) = (goes_first(&self.dullest, 1), goes_first(&self.most_dramatic, -1));
        if !(is_new || least || most) {
            return;
        }
        let example = ExampleGame { standings: standings(), ..bare };
        if least {
            self.dullest = Some(example.clone());
        }
        if most {
            self.most_dramatic = Some(example.clone());
        }
        match place {
            Ok(at) if is_new => self.alike[at].first = example,
            Ok(_) => {}
            Err(at) => self.alike.insert(at, GamesAlike { class, games: 1, first: example }),
        }
    }
}

impl Summed for Examples {
    fn add_blocks(&mut self, more: &Examples, whose: Whose) -> Result<(), MergeError> {
        for (mine, other, sign) in
            [(&mut self.dullest, &more.dullest, 1), (&mut self.most_dramatic, &more.most_dramatic, -1)]
        {
            if let Some(other) = other
                && mine.as_ref().is_none_or(|mine| other.is_before(mine, sign))
            {
                *mine = Some(other.clone());
            }
        }
        for other in &more.alike {
            match self.alike.binary_search_by_key(&other.class, |known| known.class) {
                Ok(at) => {
                    let mine = &mut self.alike[at];
                    mine.games.add_blocks(&other.games, whose)?;
                    if other.first.game < mine.first.game {
                        mine.first = other.first.clone();
                    }
                }
                Err(at) => self.alike.insert(at, other.clone()),
            }
        }
        Ok(())
    }

    fn list(&self, to: &mut Listing) {
        to.all(self.alike.iter().flat_map(|alike| [u64::from(alike.class), alike.games]));
        for example in self.all() {
            to.all([example.moved, example.game]);
            to.all(&example.standings);
        }
    }
}

/// As many as the longest game has rounds.
impl Summed for Vec<RoundRecord> {
    fn add_blocks(&mut self, more: &Vec<RoundRecord>, whose: Whose) -> Result<(), MergeError> {
        self.resize_with(self.len().max(more.len()), RoundRecord::default);
        self.iter_mut().zip(more).try_for_each(|(sum, more)| sum.add_blocks(more, whose))
    }

    fn list(&self, to: &mut Listing) {
        self.iter().for_each(|round| round.list(to));
    }
}

summed! {
    /// What a strategy won at a seat in the games of a batch.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ResultSums {
        /// Games that it played there.
        pub games: u64 = Sum,
        /// Σ win shares in 60ths.
        pub share: i128 = Sum,
        /// Σ win shares².
        pub squares: i128 = Sum,
    }
}

summed! {
    /// How much cards and dice changed what the players of a batch could expect.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct SwingSums {
        /// Games in which that is known.
        pub games: u64 = Sum,
        /// Σ squares of what cards changed, in millionths of a win.
        pub cards: i128 = Sum,
        /// The same of dice.
        pub dice: i128 = Sum,
    }
}

summed! {
    /// How two strategies did in the same games.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct DuelSums {
        /// Over blocks, by how many 60ths of a win the first had more than the second, per pair of their seats.
        pub blocks: Moments = Sum,
        /// Over pairs of seats of all games, the square of that.
        pub squares: i128 = Sum,
        /// How many pairs of seats.
        pub pairs: u64 = Sum,
    }
}

summed! {
    /// Every integer that the tables of `analyze feel` are made from.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct FeelRecord {
        /// The command: `feel`.
        pub command: String = Same("the command"),
        /// The version of the format.
        pub format: u32 = Same("the format"),
        /// The game.
        pub game: String = Same("the game"),
        /// What is to be said of the rules and data, a sentence each.
        pub notes: Vec<String> ["limits::notes"] = Same("the notes"),
        /// How many play.
        pub players: usize = SameNumber("the players"),
        /// The different strategies, in the order of the line-up.
        pub strategies: Vec<String> ["limits::keys"] = Same("the strategies"),
        /// The cards of rounds, in a game that has them.
        pub cards: Vec<String> ["limits::combinations"] = Same("the cards"),
        /// What standings are.
        pub standing: FeelStanding = Same("what standings are"),
        /// [`INTERRUPTED`](super::INTERRUPTED) if somebody ended it; absent if all games were played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub until: Option<String> = Same("what ended it"),
        /// The strategies that are rated, which play each other two at a time; none if that was not asked for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub rated: Vec<String> ["limits::keys"] = Same("the rated strategies"),
        /// Games in each block.
        pub games_a_block: u64 = SameNumber("the games of a block"),
        /// The sums.
        pub sums: FeelSums = Sum,
    }
}

summed! {
    /// Sums over the games of blocks.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct FeelSums {
        /// Blocks played.
        pub blocks: u64 = Sum,
        /// What was measured, in the order of the measures of `stats`.
        pub measures: Vec<MeasureRecord> ["limits::keys"] = Each("measures"),
        /// The same by batch: by these, combinations of a sweep are held against each other.
        pub batches: Vec<BatchSums> ["limits::combinations"] = Each("batches of measures"),
        /// Before the first round and after each.
        pub rounds: Vec<RoundRecord> ["limits::keys"] = Sum,
        /// Games that stand for many.
        pub examples: Examples = Sum,
        /// By batch, strategy and seat.
        pub results: Vec<ResultSums> ["limits::combinations"] = Each("results"),
        /// By batch, in a game with cards whose values are known.
        pub swings: Vec<SwingSums> ["limits::keys"] = Each("batches of cards and dice"),
        /// Each pair of different strategies, those with the first strategy first.
        pub duels: Vec<DuelSums> ["limits::keys"] = Each("pairs of strategies"),
        /// By card, the gains in standing in the rounds that had it.
        pub cards: Vec<WeighedSums> ["limits::combinations"] = Each("cards"),
        /// Each pair of the strategies that are rated, those with the first one first. All seats of a strategy are one side, and
        /// a game is a pair of sides.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub rated: Vec<DuelSums> ["limits::combinations"] = Each("pairs of rated strategies"),
    }
}

impl FeelRecord {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.sums.blocks * self.games_a_block
    }

    /// The hash of all numbers.
    pub fn signature(&self) -> Hash {
        let mut all = Listing::new(self.game.clone());
        self.list(&mut all);
        all.hash()
    }
}

impl FeelSums {
    /// Whether the batches of each measure add up to it.
    fn batches_add_up(&self) -> bool {
        self.measures.iter().enumerate().all(|(measure, record)| {
            let mut of_measure = self.batches.iter().skip(measure).step_by(MEASURES);
            let are_sums = of_measure.clone().all(|batch| batch.of >= 0 && batch.sum >= 0);
            let whole = of_measure.try_fold((0i128, 0i128), |(of, sum), batch| {
                Some((of.checked_add(batch.of)?, sum.checked_add(batch.sum)?))
            });
            are_sums && whole == Some((record.sums.of, record.sums.sum))
        })
    }

    fn inconsistency(&self) -> Option<String> {
        let weighed = self.measures.iter().map(|measure| &measure.sums).chain(&self.cards);
        let of_rounds = self.rounds.iter().flat_map(|round| {
            [&round.leader, &round.lead, &round.winner, &round.dice, &round.invalid].into_iter().chain(&round.seats)
        });
        if !weighed.chain(of_rounds).all(|sums| sums.is_plausible(self.blocks)) {
            return Some("it has measures that no games have".to_owned());
        }
        let fits = |sums: &ResultSums| sums.share >= 0 && is_mixed(sums.share, (sums.games.into(), sums.squares));
        let are_duels =
            |duel: &DuelSums| Limits { blocks: self.blocks, most: MOST }.allow(&duel.blocks) && duel.squares >= 0;
        (!self.results.iter().all(fits) || !self.duels.iter().all(are_duels))
            .then(|| "it has results that no games have".to_owned())
    }
}

impl Record for FeelRecord {
    fn inconsistency(&self) -> Option<String> {
        if self.command != FEEL {
            return Some(format!("it is of '{}', not of '{FEEL}'", self.command));
        }
        let (strategies, sums) = (self.strategies.len(), &self.sums);
        let is_table = (2..=MAX_SEATS).contains(&self.players) && (1..=self.players).contains(&strategies);
        if !is_table || !are_games(sums.blocks, self.games_a_block) {
            return Some(format!("{} blocks of {} players cannot be played", sums.blocks, self.players));
        }
        let all = (sums.results.len(), sums.duels.len(), sums.measures.len(), sums.cards.len());
        let results = FEEL_BATCHES * strategies * self.players;
        if all != (results, strategies * (strategies - 1) / 2, MEASURES, self.cards.len()) {
            return Some("its lists are not those of its strategies".to_owned());
        }
        if !self.is_rated() {
            return Some("its ratings are not those of its strategies".to_owned());
        }
        if sums.batches.len() != FEEL_BATCHES * MEASURES || !sums.batches_add_up() {
            return Some("its batches are not those of its measures".to_owned());
        }
        let of_seats = |example: &ExampleGame| example.standings.len().is_multiple_of(self.players);
        let swings = |swings: &SwingSums| swings.cards >= 0 && swings.dice >= 0;
        if sums.swings.len() != FEEL_BATCHES || !sums.swings.iter().all(swings) {
            return Some("its batches are not those of its cards and dice".to_owned());
        }
        if !sums.examples.all().all(of_seats) {
            return Some("it has games of other players".to_owned());
        }
        sums.inconsistency()
    }
}

/// How many measures there are.
pub const MEASURES: usize = 13;

impl Mergeable for FeelRecord {
    fn cells(&self) -> Vec<PlannedCell> {
        vec![PlannedCell { games_a_block: self.games_a_block, blocks: self.sums.blocks }]
    }

    fn belongs_to(&self, first: &FeelRecord) -> Result<(), MergeError> {
        let about = |of: &FeelRecord| FeelRecord { sums: FeelSums::default(), ..of.clone() };
        alike("the games", &about(self), &about(first), Whose::Foreign)
    }

    fn append(&mut self, next: &FeelRecord) -> Result<(), MergeError> {
        self.add_blocks(next, Whose::Foreign)
    }
}
