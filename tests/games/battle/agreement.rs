//! The library against the independent program of the benchmark, which shares no code with it.

use super::Lineup;
use crate::battle_plain::{self, Moments, Ratio, WIN};
use crate::runs::{Number, numbers};
use analyze::games::Setting;
use analyze::games::battle::Kind;

const GAMES: u64 = 20_000;
/// How far two numbers may lie apart, in standard errors: of 200 comparisons one goes further with 1 in 1,300.
const APART: f64 = 4.5;

/// An estimate of the independent program and its standard error.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    error: f64,
}

impl Mean {
    /// Of what every game has one of, in units of `unit`.
    fn of(moments: Moments, unit: f64) -> Mean {
        let (n, sum) = (GAMES as f64, moments.sum as f64);
        let variance = (moments.squares as f64 - sum * sum / n) / (n - 1.0);
        Mean { value: sum / n / unit, error: (variance / n).sqrt() / unit }
    }

    /// Of one count divided by another one, linearised.
    fn ratio(ratio: &Ratio) -> Mean {
        let (n, x) = (GAMES as f64, ratio.among.sum as f64);
        let r = ratio.of.sum as f64 / x;
        let spread = ratio.of.squares as f64 - 2.0 * r * ratio.product as f64 + r * r * ratio.among.squares as f64;
        Mean { value: r, error: (spread.max(0.0) * n / (n - 1.0)).sqrt() / x }
    }

    /// Of a histogram.
    fn histogram(games: &[u64]) -> Mean {
        let moments = games.iter().zip(0u64..).fold(Moments::default(), |sums, (&games, n)| Moments {
            sum: sums.sum + n * games,
            squares: sums.squares + n * n * games,
        });
        Mean::of(moments, 1.0)
    }
}

fn check(what: &str, found: &[Number], (table, column, first, last): (&str, &str, &str, &str), plain: Mean) {
    let number = found.iter().find(|number| number.is(table, column, first, last)).unwrap();
    let value = number.estimate.unwrap().value;
    // A number that never varies has no interval on our side.
    let error = number.estimate.unwrap().interval.map_or(0.0, |_| number.standard_error()).hypot(plain.error);
    assert!((value - plain.value).abs() <= APART * error + 1e-12, "{what}, {column} {last}: {value} for {plain:?}");
}

fn agree(seats: usize) {
    let tally = battle_plain::run(seats, GAMES, 77 + seats as u64);
    let lineup = Lineup::shipped(&vec!["plain"; seats], &Setting::default());
    let found = numbers(&lineup.run(5 + seats as u64, GAMES, 2).unwrap());
    let what = &format!("{seats} players");
    let each = seats as f64;
    check(what, &found, ("summary", "ev", "plain", "plain"), Mean::of(tally.all.cost, each));
    check(what, &found, ("summary", "win_rate", "plain", "plain"), Mean::of(tally.all.wins, each));
    for (seat, outcomes) in (1..).zip(&tally.seats) {
        let seat: &str = &format!("{seat}");
        check(what, &found, ("seats", "win_share", "plain", seat), Mean::of(outcomes.share, WIN as f64));
        check(what, &found, ("seats", "ev", "plain", seat), Mean::of(outcomes.cost, 1.0));
    }
    check(what, &found, ("length", "mean", "turns", "turns"), Mean::histogram(&tally.turns));
    check(what, &found, ("length", "mean", "rounds", "rounds"), Mean::histogram(&tally.rounds));
    check(what, &found, ("duels", "win_rate", "plain", "battle"), Mean::ratio(&tally.duels_won));
    check(what, &found, ("duels", "points_mean", "plain", "battle"), Mean::ratio(&tally.duel_points));
    for kind in Kind::ALL {
        let (name, owned, thrown) = (kind.name(), &tally.owned[kind.index()], &tally.thrown[kind.index()]);
        check(what, &found, ("dice", "owned_at_end_mean", "plain", name), Mean::ratio(owned));
        check(what, &found, ("dice", "thrown_mean", "plain", name), Mean::ratio(thrown));
    }
}

#[test]
fn the_library_agrees_with_the_independent_program() {
    (2..=6).for_each(agree);
}
