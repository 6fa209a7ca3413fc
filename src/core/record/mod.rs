//! What a run leaves on disk.
//!
//! Owns the records of a run, [`Tallies`] and [`Manifest`], their formats and versions, the exact numbers of cards
//! ([`CardsRecord`]) and of games ([`SolvedRecord`]), the sums of comparisons ([`CompareTallies`]), the named hashes, and writing a folder so that a run
//! that dies leaves the old files or the new ones. It computes no estimate and knows no game.

mod blocks;
mod cards;
mod compare;
mod compare_sweep;
mod disk;
mod feel;
mod first_format;
mod folder;
mod histogram;
mod json;
mod judge;
mod limits;
mod luck;
mod manifest;
mod merge;
mod merge_error;
mod moments;
mod names;
mod options;
mod packs;
mod pairs;
mod parts;
mod plausible;
mod rated;
mod regret;
mod saved;
mod sealed;
mod solved;
mod solved_holds;
mod solved_pot;
mod summed;
mod sums;
mod sweep;
mod swept_cards;
mod tallies;
#[cfg(test)]
mod tests;
mod tournament;
mod tune;
mod varied;
mod words;

pub use crate::games::narration::{counted, grouped, noun};
pub use crate::games::{ColumnKind, Declared, declared};
pub use cards::{BestRecord, By, CARDS_FILE, CardRecord, CardsRecord, DiceRecord, PolicyRecord};
pub use compare::{
    ArmRecord, ArmSums, CompareTallies, Differences, FieldSums, LookRecord, PairRecord, PairedSums, Terms, TestRecord,
};
pub use compare_sweep::{CompareSweep, ComparedCombination};
pub use feel::{
    BatchSums, DuelSums, ExampleGame, Examples, FEEL_BATCHES, FeelRecord, FeelStanding, FeelSums, GamesAlike, MEASURES,
    MOST_LISTED_ROUNDS, MeasureRecord, ResultSums, RoundRecord, SwingSums, WeighedSums,
};
pub use first_format::Typed;
pub use folder::{Folder, FolderError, MANIFEST, Saves};
pub use histogram::{Histogram, both, histogram};
pub use json::{Decimal, FORMAT, Hash, Listing, MANIFEST_FORMAT, MAX_RECORD_BYTES, ReadError, Record, hash, read_text};
pub use luck::{all_why_as_played, as_played_note, other_notes_of_all, why_as_played};
pub use manifest::{Manifest, NamedHash, Part};
pub use merge::{Mergeable, PlannedCell};
pub use merge_error::MergeError;
pub use moments::{Ends, Moments, RatioEnds};
pub use names::{
    CARDS, COMPARE, DICE, FEEL, FEEL_SWEEP, INTERRUPTED, REGRET, REGRET_SWEEP, RUNS, SOLVE, SWEEP, TOOL, TOURNAMENT,
    TOURNAMENT_SWEEP, TUNE, TUNE_GAME, TUNE_SWEEP, VERDICT, command_words, varied_command, varies,
};
pub use options::{Choice, OptionRecord, STRATEGIES};
pub use packs::{
    DICE_KINDS, DuelName, DuelNumbers, GainNumbers, MOST_FOUGHT, PackNumbers, PackRecord, PackRole, PacksOf,
    PacksRecord, PacksTable, PointSums, Points, Win,
};
pub use pairs::{PairsRecord, SolvedPair, bits};
pub use parts::{PLAN, PartError, Plan, Planned, Shard, Shards};
pub use rated::RATED;
pub use regret::{
    Compared, CostlyChoice, CostlyDecision, CostlyTurn, LEADS, RegretGroup, RegretMeasure, RegretOf, RegretRecord,
    RegretSums,
};
pub use saved::Saved;
pub use solved::{PositionRecord, SolvedRecord, StartRecord};
pub use solved_holds::{HoldRecord, Scores, SolvedHoldsRecord};
pub use solved_pot::{RoundStartRecord, SolvedPotRecord, TurnStartRecord};
pub use sums::Sums;
pub use sweep::{
    CombinationRecord, CrossRecord, DifferenceRecord, FollowedGames, PARTS, SeatsRecord, SweepTallies, VariedKey,
};
pub use swept_cards::{SweptCards, SweptDeck};
pub use tallies::{
    CANCELLED_WIN, Cancelled, Cell, ColumnRecord, LengthRecord, RowRecord, StatisticsRecord, StrategyRecord, Tallies,
    cancelled_rounding,
};
pub use tournament::{
    Allot, BATCHES, FocalShares, FocalSums, Schedule, TableRecord, TournamentTallies, TournamentTerms,
};
pub use tune::{CandidateRecord, RungRecord, StageSums, TestedRecord, TuneTallies};
pub use varied::{VariedPart, VariedTallies};
pub use words::{command_of, quoted};
