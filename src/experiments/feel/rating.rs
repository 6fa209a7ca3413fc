//! Ratings of strategies that play each other two at a time, and how many games a match of two needs.
//!
//! Owns what is made of the sums of these games. A rating is that of tournaments: 400 points are ten times the chance to win.

use super::skill::match_length;
use crate::engines::Seatings;
use crate::games::WHOLE_WIN;
use crate::meta;
use crate::record::{DuelSums, FeelRecord};
use crate::stats::{Estimate, Interval, RatioSums, Stopping, rate};

/// The largest difference of ratings that is looked for.
const MOST_RATING: f64 = 10_000.0;

/// Two strategies that play each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair<'r> {
    /// The one with the higher win share.
    pub better: &'r str,
    /// The other one.
    pub other: &'r str,
    /// The share of the games that the better one wins, where both have as many seats.
    pub share: Estimate,
    /// By how much its rating is higher; `None` if it always wins.
    pub rating: Option<f64>,
    /// The ends of that by those of the share.
    pub rating_between: [Option<f64>; 2],
    /// The games of a match that the better one wins with a chance of 90%.
    pub games: Option<f64>,
    /// The ends of that; the upper one is empty where the other may be better.
    pub games_between: [Option<f64>; 2],
    /// Games that were played.
    pub played: u64,
}

impl Pair<'_> {
    /// Whether it is settled which of the two is better.
    pub fn is_settled(&self) -> bool {
        self.share.interval.is_some_and(|it| it.lo > 0.5)
    }
}

/// All pairs of the rated strategies, in the order of the strategies.
pub fn pairs(record: &FeelRecord) -> Vec<Pair<'_>> {
    let names = &record.rated;
    let all = names.iter().enumerate().flat_map(|(at, one)| names[at + 1..].iter().map(move |other| (one, other)));
    all.zip(&record.sums.rated).filter_map(|((one, other), sums)| pair(record, (one, other), sums)).collect()
}

fn pair<'r>(record: &FeelRecord, (one, other): (&'r str, &'r str), sums: &DuelSums) -> Option<Pair<'r>> {
    let a_block = Seatings::two_sides(record.players).games();
    let blocks = record.rated_blocks(a_block);
    let first = share(record, sums, (a_block, blocks), 1)?;
    let (share, better, other) = match first.value < 0.5 {
        true => (share(record, sums, (a_block, blocks), -1)?, other, one),
        false => (first, one, other),
    };
    let whole = f64::from(WHOLE_WIN);
    let squares = sums.squares as f64 / sums.pairs as f64 / (whole * whole);
    let games = |share: f64| {
        let lead = 2.0 * share - 1.0;
        (lead > 0.0).then(|| match_length(lead, (squares - lead * lead).max(0.0)))
    };
    let ends = |of: &dyn Fn(f64) -> Option<f64>, [from, to]: [fn(Interval) -> f64; 2]| {
        share.interval.map_or([None; 2], |it| [of(from(it)), of(to(it))])
    };
    let rated = |share: f64| rating(share, record.players);
    Some(Pair {
        better,
        other,
        rating: rated(share.value),
        rating_between: ends(&rated, [|it| it.lo, |it| it.hi]),
        games: games(share.value),
        games_between: ends(&games, [|it| it.hi, |it| it.lo]),
        played: sums.pairs,
        share,
    })
}

/// The win share of the first of two, or, with the sign −1, of the second.
fn share(record: &FeelRecord, sums: &DuelSums, (a_block, blocks): (u64, u64), sign: i128) -> Option<Estimate> {
    // In each block the shares of the first are half of what it has more than the second, and half of all.
    let (games, whole) = (i128::from(a_block), i128::from(WHOLE_WIN));
    let (n, all, more) = (i128::from(blocks), games * whole, sign * sums.blocks.sum);
    let y = (more + all * n) / 2;
    let yy = (sums.blocks.squares + 2 * all * more + all * all * n) / 4;
    let ratio = RatioSums { active: blocks, x: n * games, y, xx: n * games * games, xy: games * y, yy, ends: None };
    let stopping = match record.until {
        None => Stopping::Fixed,
        Some(_) => Stopping::Watched { blocks },
    };
    rate(&ratio, WHOLE_WIN, stopping)
}

/// By how much the rating of one of two is higher that wins this share of the games, in half of which it has the odd seat if
/// there is one: by the model of [`meta::rate`]. With an even number of seats it is 400 times the decimal logarithm of the
/// odds. `None` where it always or never wins.
pub fn rating(share: f64, players: usize) -> Option<f64> {
    if share <= 0.0 || share >= 1.0 {
        return None;
    }
    let (few, many) = ((players / 2) as f64, players.div_ceil(2) as f64);
    let expected = |rating: f64| {
        let won =
            |own: f64, others: f64| own * meta::chances(&vec![(0, own, 0.0), (1, others, 0.0)], &[rating, 0.0])[0];
        (won(few, many) + won(many, few)) / 2.0
    };
    let (mut lo, mut hi) = (-MOST_RATING, MOST_RATING);
    while hi - lo > 1e-9 {
        let middle = (lo + hi) / 2.0;
        if expected(middle) < share { lo = middle } else { hi = middle }
    }
    Some((lo + hi) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elo's formula for two sides of as many seats; and three to one is 190.85.
    #[test]
    fn ratings_of_two_are_elos() {
        for share in [0.001_f64, 0.25, 0.5, 0.6, 0.75, 0.999] {
            for players in [2, 4, 6] {
                let elo = 400.0 * (share / (1.0 - share)).log10();
                assert!((rating(share, players).unwrap() - elo).abs() < 1e-6, "{share} {players}");
            }
        }
        assert!((rating(0.75, 2).unwrap() - 190.848).abs() < 1e-3);
        assert_eq!([rating(0.0, 2), rating(1.0, 2)], [None, None]);
    }

    /// Twice as strong at a table of three: alone it wins 2 of 4, and with two seats 4 of 5. The tournament's ratings of these two
    /// tables agree, but for their doubt.
    #[test]
    fn with_an_odd_seat_ratings_are_those_of_tournaments() {
        let share = (2.0 / 4.0 + 4.0 / 5.0) / 2.0;
        let found = rating(share, 3).unwrap();
        assert!((found - 400.0 * 2.0_f64.log10()).abs() < 1e-6, "{found}");
        let tables = [vec![(0, 1.0, 0.5), (1, 2.0, 0.5)], vec![(0, 2.0, 0.8), (1, 1.0, 0.2)]];
        let rated = meta::rate(2, &tables, None);
        assert!((found - (rated[0] - rated[1])).abs() < 0.5, "{rated:?}");
        assert!(rating(0.5, 3).unwrap().abs() < 1e-6 && rating(0.5, 5).unwrap().abs() < 1e-6);
    }
}
