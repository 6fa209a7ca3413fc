//! Comparing strategies on the same draws: paired games.
//!
//! Owns which games a comparison plays in a block and how their outcomes are added up. The seat that is compared
//! goes through all seats; at each of them every arm plays it once, with the same deck and the same draws for
//! every seat and turn, the other seats being taken by the field. What the sums mean is for others.

use super::driver::{Control, Finished, Next, Playing};
use crate::engines::{Book, CancelledShares, Engine, GameFault, Seatings, Series, WHOLE_VALUE};
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, StrategyIndex, WHOLE_WIN};
use crate::record::{ArmRecord, Differences, PairedSums};
use crate::stats::looks;
use std::cell::RefCell;
use std::ops::Range;

/// What is wanted of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metrics {
    /// Win shares and scores.
    All,
    /// Win shares alone. Those of an arm among copies of itself add up to one game's, so these games are not played.
    WinShares,
}

/// Who plays whom in every block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The different line-ups, each played once a block.
    lineups: Seatings,
    /// For each field and arm, by seat of the arm, the position of the line-up; none of an arm whose games are not played.
    fields: Vec<Vec<Vec<usize>>>,
    /// The arms whose differences are added up: of each pair the first less the second.
    pairs: Vec<(usize, usize)>,
}

impl Pairing {
    /// The pairing of `arms` in each of `fields`. A field gives, for a table of one seat more, the strategies that
    /// follow the seat compared, in order round the table.
    ///
    /// # Panics
    /// If there is no field, or fields differ in length.
    pub fn new(arms: &[StrategyIndex], fields: &[Vec<StrategyIndex>], metrics: Metrics) -> Pairing {
        let seats = fields[0].len() + 1;
        let mut lineups: Vec<Vec<StrategyIndex>> = Vec::new();
        let mut position = |lineup: Vec<StrategyIndex>| {
            lineups.iter().position(|known| *known == lineup).unwrap_or_else(|| {
                lineups.push(lineup);
                lineups.len() - 1
            })
        };
        let mut games = Vec::with_capacity(fields.len());
        for field in fields {
            assert_eq!(field.len() + 1, seats, "all fields are for the same table");
            let is_known = |arm| metrics == Metrics::WinShares && field.iter().all(|&other| other == arm);
            let mut arm = |arm: StrategyIndex| {
                let seats = if is_known(arm) { 0 } else { seats };
                (0..seats).map(|seat| position(seated(arm, field, seat))).collect()
            };
            games.push(arms.iter().map(|&index| arm(index)).collect());
        }
        let pairs = (0..arms.len()).flat_map(|a| (a + 1..arms.len()).map(move |b| (a, b))).collect();
        Pairing { lineups: Seatings::given(&lineups), fields: games, pairs }
    }

    /// The same games, of which the difference of every other arm to the first one is added up, and no other: of many
    /// arms the pairs would be more work than the games.
    #[must_use]
    pub fn against_first(self) -> Pairing {
        let pairs = (1..self.fields[0].len()).map(|arm| (arm, 0)).collect();
        Pairing { pairs, ..self }
    }

    /// How many games a block has: its different line-ups.
    pub fn games(&self) -> u64 {
        self.lineups.games()
    }

    /// The seating of game `game` of a block.
    ///
    /// # Panics
    /// If `game` is not below [`Pairing::games`].
    pub fn lineup(&self, game: u64) -> &Seating {
        self.lineups.get(game)
    }

    /// The seatings of the games of a block.
    pub fn seatings(&self) -> &Seatings {
        &self.lineups
    }

    fn empty_sums(&self) -> PairedSums {
        PairedSums::of_pairs(self.fields.len(), self.fields[0].len(), self.pairs.len())
    }
}

/// The table with the arm at `seat` and the field after it.
fn seated(arm: StrategyIndex, field: &[StrategyIndex], seat: usize) -> Vec<StrategyIndex> {
    let mut lineup = vec![arm; field.len() + 1];
    for (after, &strategy) in (1..).zip(field) {
        lineup[(seat + after) % (field.len() + 1)] = strategy;
    }
    lineup
}

/// Games of a comparison.
#[derive(Clone, Debug)]
pub struct PairedJob<'a> {
    /// Who plays whom.
    pub pairing: &'a Pairing,
    /// The seed: any number.
    pub seed: u64,
    /// Which blocks to play at most.
    pub blocks: Range<u64>,
}

/// Plays the blocks of `job` until `look` has seen enough. `look` is shown the sums at each of the looks `at`, which are above 0
/// and ascend, and at the end, and `save` whenever that was asked of `control`; the result depends on neither threads nor
/// time, unless `control` stops it. Looks before the first block are left out. A fault's game is numbered `block · games + game`, with [`Pairing::games`] games a block.
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
pub fn compare<G: Game>(
    PairedJob { pairing, seed, blocks }: PairedJob<'_>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
    at: impl Iterator<Item = u64>,
    look: impl FnMut(&PairedSums) -> Next,
    mut save: impl FnMut(&PairedSums),
) -> Result<Finished<PairedSums>, GameFault> {
    let job = PairedJob { pairing, seed, blocks };
    let Finished { tally: book, complete } =
        play(&job, engine, (threads, control), at, look, |sums, _| save(sums), BesidePairs::Nothing)?;
    Ok(Finished { tally: book.sums, complete })
}

/// What is done with the blocks of a comparison beside adding them up.
#[derive(Clone, Copy, Debug)]
pub enum BesidePairs<'a> {
    /// Nothing.
    Nothing,
    /// Their differences are kept.
    Record,
    /// Their differences are held against those of the same blocks of another comparison.
    Compare(&'a RecordedPairs),
}

/// A 60th in parts of [`WHOLE_VALUE`].
const PARTS: i64 = (WHOLE_VALUE / WHOLE_WIN) as i64;

/// What two arms differ by in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BlockPair {
    /// In win shares, in parts of [`WHOLE_VALUE`], without luck where that is cancelled.
    share: i64,
    /// In win shares as played, in 60ths.
    played: i64,
    score: i64,
}

/// The differences of each of some blocks, by field and pair of arms.
#[derive(Clone, Debug, Default)]
pub struct RecordedPairs {
    first: u64,
    width: usize,
    pairs: Vec<BlockPair>,
}

impl RecordedPairs {
    /// How many bytes the differences of a block take up.
    pub fn bytes_a_block(pairing: &Pairing) -> u64 {
        let pairs = pairing.empty_sums().fields.iter().map(|field| field.pairs.len()).sum::<usize>();
        (pairs * size_of::<BlockPair>()) as u64
    }

    /// Adds those of the blocks that follow these.
    pub fn append(&mut self, next: RecordedPairs) {
        if self.pairs.is_empty() {
            *self = next;
        } else {
            self.pairs.extend(next.pairs);
        }
    }

    fn block(&self, block: u64) -> &[BlockPair] {
        &self.pairs[(block - self.first) as usize * self.width..][..self.width]
    }
}

/// What some blocks of a comparison came to.
#[derive(Clone, Debug)]
pub struct ComparedBeside {
    /// The sums.
    pub sums: PairedSums,
    /// The differences of each block, if they were to be kept.
    pub recorded: RecordedPairs,
    /// By field and pair of arms what the differences of win share and of score are above those of the other comparison, if
    /// they were held against it: win shares in the unit of the sums, as played if luck is not cancelled in these, whatever is
    /// done in the other.
    pub against: Vec<[Differences; 2]>,
}

/// Plays the blocks of `job` as [`compare`] does, at the looks of a comparison, and does with them what `beside` says. `save`
/// is shown something that makes the sums so far, without what is kept, whenever that was asked of `control`.
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
pub fn compare_beside<G: Game>(
    job: &PairedJob<'_>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
    look: impl FnMut(&PairedSums) -> Next,
    beside: BesidePairs<'_>,
    mut save: impl FnMut(&dyn Fn() -> ComparedBeside),
) -> Result<Finished<ComparedBeside>, GameFault> {
    let is_held = matches!(beside, BesidePairs::Compare(_));
    let against = |against: &[[Differences; 2]]| if is_held { against.to_vec() } else { Vec::new() };
    let save = |sums: &PairedSums, differences: &[[Differences; 2]]| {
        let so_far = || {
            let (sums, against) = (sums.clone(), against(differences));
            ComparedBeside { sums, recorded: RecordedPairs::default(), against }
        };
        save(&so_far);
    };
    let Finished { tally: book, complete } = play(job, engine, (threads, control), looks(), look, save, beside)?;
    let (first, width) = (job.blocks.start, book.against.len());
    let mut pairs = vec![BlockPair::default(); book.kept_pairs.len()];
    for (&block, kept) in book.kept.iter().zip(book.kept_pairs.chunks_exact(width.max(1))) {
        pairs[(block - first) as usize * width..][..width].copy_from_slice(kept);
    }
    let against = against(&book.against);
    let recorded = RecordedPairs { first, width, pairs };
    Ok(Finished { tally: ComparedBeside { sums: book.sums, recorded, against }, complete })
}

/// Plays the blocks of a comparison.
fn play<'p, G: Game>(
    job: &PairedJob<'p>,
    engine: &impl Engine<G>,
    (threads, control): (usize, &Control),
    at: impl Iterator<Item = u64>,
    mut look: impl FnMut(&PairedSums) -> Next,
    mut save: impl FnMut(&PairedSums, &[[Differences; 2]]),
    beside: BesidePairs<'p>,
) -> Result<Finished<PairedBook<'p>>, GameFault> {
    let PairedJob { pairing, seed, blocks } = job.clone();
    let series = Series { seatings: &pairing.lineups, seed };
    let pairs = pairing.empty_sums().fields.iter().map(|field| field.pairs.len()).sum();
    let empty = || PairedBook {
        pairing,
        outcomes: Vec::new(),
        cancelled: Vec::new(),
        sums: pairing.empty_sums(),
        block: 0,
        beside,
        kept: Vec::new(),
        kept_pairs: Vec::new(),
        against: vec![[Differences::default(); 2]; pairs],
    };
    let first = blocks.start;
    let playing = Playing { engine, series, blocks, threads, control };
    let kept = RefCell::new(Vec::new());
    let with_looks = |book: &PairedBook<'_>| PairedSums { looks: kept.borrow().clone(), ..book.sums.clone() };
    let at_look = |book: &PairedBook<'_>| {
        // At the first block itself the blocks before it know what there was to see.
        if book.sums.blocks > 0 && is_kept(first + book.sums.blocks) {
            kept.borrow_mut().extend(book.sums.look());
        }
        look(&with_looks(book))
    };
    let finished =
        playing.until(at, empty, PairedBook::merge, at_look, |book| save(&with_looks(book), &book.against))?;
    let sums = with_looks(&finished.tally);
    Ok(Finished { tally: PairedBook { sums, ..finished.tally }, complete: finished.complete })
}

/// Whether a look at so many blocks is the first one at or above a power of two: about every seventh is.
fn is_kept(blocks: u64) -> bool {
    let before = looks().take_while(|&look| look < blocks).last().unwrap_or(0);
    looks().any(|look| look == blocks) && before.checked_ilog2() != blocks.checked_ilog2()
}

/// The outcomes of the block under way, and the sums.
struct PairedBook<'a> {
    pairing: &'a Pairing,
    outcomes: Vec<Outcome>,
    /// Their win shares without luck, where that is cancelled.
    cancelled: Vec<CancelledShares>,
    sums: PairedSums,
    /// The block under way.
    block: u64,
    beside: BesidePairs<'a>,
    /// The blocks whose differences were kept, and these.
    kept: Vec<u64>,
    kept_pairs: Vec<BlockPair>,
    against: Vec<[Differences; 2]>,
}

impl PairedBook<'_> {
    fn merge(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
        self.kept.extend(&other.kept);
        self.kept_pairs.extend(&other.kept_pairs);
        for (sums, more) in self.against.iter_mut().flatten().zip(other.against.iter().flatten()) {
            sums.merge(more);
        }
    }

    /// Does with the differences of the block what is to be done beside adding them up.
    fn set_beside(&mut self, pairs: &[BlockPair]) {
        match self.beside {
            BesidePairs::Nothing => {}
            BesidePairs::Record => {
                self.kept.push(self.block);
                self.kept_pairs.extend(pairs);
            }
            BesidePairs::Compare(recorded) => {
                let others = pairs.iter().zip(recorded.block(self.block));
                for ([share, score], (own, other)) in self.against.iter_mut().zip(others) {
                    share.add(match self.sums.cancelled {
                        true => own.share - other.share,
                        false => own.played - other.played,
                    });
                    score.add(own.score - other.score);
                }
            }
        }
    }
}

impl Observer for PairedBook<'_> {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
}

impl Book for PairedBook<'_> {
    fn wants_counts_of(&self, _: u64) -> bool {
        false
    }

    fn begin_block(&mut self, block: u64) {
        self.block = block;
    }

    fn game(&mut self, _: &Seating, outcome: &Outcome) {
        self.outcomes.push(*outcome);
    }

    fn without_luck(&mut self, _: &Seating, _: &Outcome, shares: &CancelledShares) {
        self.cancelled.push(*shares);
    }

    fn end_block(&mut self) {
        let pairs = add(self.pairing, (&self.outcomes, &self.cancelled), &mut self.sums);
        self.set_beside(&pairs);
        self.outcomes.clear();
        self.cancelled.clear();
    }
}

/// What an arm came to in a block.
#[derive(Clone, Copy, Default)]
struct BlockArm {
    /// Without luck, where that is cancelled.
    share: i64,
    /// As played.
    played: i64,
    score: i64,
}

/// The outcomes of a block, one for each line-up, and where luck is cancelled their win shares without it.
type BlockGames<'b> = (&'b [Outcome], &'b [CancelledShares]);

/// Adds a block; by field and pair of arms the differences.
fn add(pairing: &Pairing, (outcomes, cancelled): BlockGames<'_>, sums: &mut PairedSums) -> Vec<BlockPair> {
    let mut pairs = Vec::new();
    sums.blocks += 1;
    sums.cancelled |= !cancelled.is_empty();
    for (games, field) in pairing.fields.iter().zip(&mut sums.fields) {
        let block: Vec<BlockArm> =
            games.iter().zip(&mut field.arms).map(|(games, arm)| add_arm(games, (outcomes, cancelled), arm)).collect();
        for (&(a, b), pair) in pairing.pairs.iter().zip(&mut field.pairs) {
            let [share, played] = [block[a].share - block[b].share, block[a].played - block[b].played];
            let score = block[a].score - block[b].score;
            pair.share.add(share);
            pair.score.add(score);
            if !cancelled.is_empty() {
                pair.played.get_or_insert_default().add(played);
            }
            let share = if cancelled.is_empty() { played * PARTS } else { share };
            pairs.push(BlockPair { share, played, score });
            let diverge = |(a, b): (&usize, &usize)| a != b && outcomes[*a] != outcomes[*b];
            let are_played = !games[a].is_empty() && !games[b].is_empty();
            pair.divergent += u64::from(match are_played {
                true => games[a].iter().zip(&games[b]).any(diverge),
                false => block[a].played != block[b].played,
            });
        }
    }
    pairs
}

/// `games` are the positions of the outcomes by the arm's seat; without any, its win shares are one game's.
fn add_arm(games: &[usize], (outcomes, cancelled): BlockGames<'_>, arm: &mut ArmRecord) -> BlockArm {
    let (mut sum, mut share_squares, mut score_squares) = (BlockArm::default(), 0, 0);
    if games.is_empty() {
        sum.played = WHOLE_WIN.into();
        sum.share = if cancelled.is_empty() { WHOLE_WIN } else { WHOLE_VALUE }.into();
    }
    for (seat, &game) in games.iter().enumerate() {
        let (played, score) = (i64::from(outcomes[game].share[seat]), i64::from(outcomes[game].score[seat]));
        let share = cancelled.get(game).map_or(played, |shares| shares[seat]);
        sum = BlockArm { share: sum.share + share, played: sum.played + played, score: sum.score + score };
        share_squares += i128::from(share) * i128::from(share);
        score_squares += i128::from(score) * i128::from(score);
    }
    arm.share.add(sum.share, share_squares);
    arm.score.add(sum.score, score_squares);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineups(pairing: &Pairing) -> Vec<Vec<usize>> {
        (0..pairing.games()).map(|game| pairing.lineup(game).to_vec()).collect()
    }

    /// A among three B: at each seat; B among B is one game, wherever it sits.
    #[test]
    fn the_focal_seat_goes_round_and_equal_lineups_are_played_once() {
        let pairing = Pairing::new(&[0, 1], &[vec![1, 1]], Metrics::All);
        assert_eq!(lineups(&pairing), [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 1, 1]]);
        let both = Pairing::new(&[0, 1], &[vec![1, 1], vec![0, 0]], Metrics::All);
        assert_eq!(both.games(), 8);
        let two = Pairing::new(&[0, 1], &[vec![1]], Metrics::All);
        assert_eq!(lineups(&two), [[0, 1], [1, 0], [1, 1]]);
        let alone = Pairing::new(&[0, 1], &[vec![1, 1], vec![0, 0]], Metrics::WinShares);
        assert_eq!(lineups(&alone), [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    }

    /// A field of different strategies keeps its order behind the seat compared.
    #[test]
    fn the_field_follows_in_order() {
        let pairing = Pairing::new(&[0, 1], &[vec![2, 3]], Metrics::All);
        assert_eq!(lineups(&pairing), [[0, 2, 3], [3, 0, 2], [2, 3, 0], [1, 2, 3], [3, 1, 2], [2, 3, 1]]);
    }

    /// Two seats, one block by hand: A wins seat 0 and ties seat 1 against B; B among B ties with 5 and 7.
    #[test]
    fn outcomes_add_up_by_arm_and_pair() {
        let pairing = Pairing::new(&[0, 1], &[vec![1]], Metrics::All);
        let outcome = |share: [u8; 2], score: [u32; 2]| {
            let mut outcome = Outcome::default();
            outcome.share[..2].copy_from_slice(&share);
            outcome.score[..2].copy_from_slice(&score);
            outcome
        };
        let mut sums = pairing.empty_sums();
        let outcomes = [outcome([60, 0], [9, 1]), outcome([30, 30], [4, 6]), outcome([30, 30], [5, 7])];
        add(&pairing, (&outcomes, &[]), &mut sums);
        let field = &sums.fields[0];
        let [a, b] = [field.arms[0], field.arms[1]];
        assert_eq!((a.share.blocks.sum, a.share.game_squares), (90, 3600 + 900));
        assert_eq!((a.score.blocks.sum, a.score.game_squares), (9 + 6, 81 + 36));
        assert_eq!((b.share.blocks.sum, b.share.game_squares), (60, 1800));
        assert_eq!((b.score.blocks.sum, b.score.blocks.squares), (12, 144));
        let pair = field.pairs[0];
        assert_eq!((pair.share.blocks.sum, pair.share.blocks.squares, pair.divergent), (30, 900, 1));
        assert_eq!((pair.score.blocks.sum, pair.score.ends.least, pair.score.ends.most), (3, 3, 3));
        assert_eq!(sums.blocks, 1);

        let alone = Pairing::new(&[0, 1], &[vec![1]], Metrics::WinShares);
        let mut known = alone.empty_sums();
        add(&alone, (&outcomes[..2], &[]), &mut known);
        let [played, short] = [pair.share, known.fields[0].pairs[0].share];
        assert_eq!((played, known.fields[0].pairs[0].divergent), (short, 1));
    }
}
