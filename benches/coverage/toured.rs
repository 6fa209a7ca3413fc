//! Tournaments: payoffs, means, their differences, and ratings.

use super::cancelled::{Both, ENGINE, Found, luck_of, set_up};
use analyze::engines::{SeatingRule, Seatings};
use analyze::experiments::tournament::standings::{Meta, Standings, is_look};
use analyze::lab::{Chosen, How, Players};
use analyze::record::{
    Allot, BATCHES, FORMAT, FocalSums, RUNS, Schedule, TOURNAMENT, TableRecord, TournamentTallies, TournamentTerms,
    VERDICT,
};
use analyze::simulate::{Control, TableBlocks, TableSeats};
use analyze::stats::Estimate;

/// A game, how many play, and the entrants, each alone among copies of each other.
pub(crate) type Case = (&'static str, usize, &'static [&'static str]);

/// Passes of a tournament whose length is fixed; each has 64 blocks.
const PASSES: u64 = 2;
/// Passes of a watched tournament.
const WATCHED: u64 = 19;

/// Plays a tournament with each of `seeds` seeds, and returns its numbers.
pub(crate) fn numbers(case: &Case, seeds: u64) -> Vec<Found> {
    let of_seed = |play: &Play<'_>| {
        Found::of_seeds(seeds, |seed| {
            let mut all = Vec::new();
            play(seed, PASSES, &mut |tallies| {
                if tallies.passes == PASSES {
                    all = shown(tallies);
                }
            });
            all
        })
    };
    prepared(case, terms(RUNS, Allot::Even), of_seed)
}

/// Counts the watched tournaments, out of `seeds`, in which the interval of some difference missed its true value at some look. The
/// true values are those of [`numbers`]. The first count is without luck, the second as played.
pub(crate) fn missed(case: &Case, seeds: u64, truths: &[Found]) -> [u64; 2] {
    let truths: Vec<f64> = truths.iter().filter(|found| found.title.contains(" less ")).map(Found::truth).collect();
    let of_seed = |play: &Play<'_>| {
        let mut all = [0, 0];
        // Other seeds than those of the truths.
        for seed in 1_000_001..=1_000_000 + seeds {
            let mut missed = [false; 2];
            play(seed, WATCHED, &mut |tallies| {
                for (missed, tallies) in missed.iter_mut().zip([tallies, &as_played(tallies)]) {
                    let found = differences(&Standings::new(tallies));
                    *missed |= found.iter().zip(&truths).any(|((_, estimate), truth)| {
                        estimate.interval.is_some_and(|interval| interval.lo > *truth || *truth > interval.hi)
                    });
                }
            });
            all.iter_mut().zip(missed).for_each(|(all, missed)| *all += u64::from(missed));
        }
        all
    };
    prepared(case, terms(VERDICT, Allot::Order), of_seed)
}

/// Plays a tournament: takes the seed and the number of passes, and shows the tallies at each look.
type Play<'p> = dyn Fn(u64, u64, &mut dyn FnMut(&TournamentTallies)) + 'p;

/// Sets up the tournament of a case and hands it to `with`.
fn prepared<T>((name, players, entrants): &Case, terms: TournamentTerms, with: impl FnOnce(&Play<'_>) -> T) -> T {
    let game = set_up(name, *players, &[]);
    let chosen: Vec<Chosen> = entrants.iter().map(|name| game.find(name).expect("a strategy of the game")).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let lineups = lineups(*players, chosen.len());
    let tables: Vec<TableSeats> = lineups.iter().map(|lineup| seats(lineup)).collect();
    let all: Vec<Vec<usize>> = tables.iter().flat_map(|table| table.seatings.iter().map(<[usize]>::to_vec)).collect();
    let together = game.players(&chosen.iter().collect::<Vec<_>>());
    let luck = luck_of(&*together, &names, &Seatings::given(&all));
    let record = |(lineup, seats): (&Vec<usize>, &TableSeats)| TableRecord {
        lineup: lineup.clone(),
        focals: seats.focals.clone(),
        games: seats.seatings.games(),
        blocks: 0,
        sums: vec![FocalSums::default(); seats.focals.len()],
    };
    let empty = TournamentTallies {
        command: TOURNAMENT.to_owned(),
        format: FORMAT,
        game: (*name).to_owned(),
        notes: Vec::new(),
        players: *players,
        schedule: Schedule::Mirror,
        entrants: names,
        field: Vec::new(),
        terms,
        passes: 0,
        open: vec![true; chosen.len()],
        tables: lineups.iter().zip(&tables).map(record).collect(),
    };
    with(&|seed, passes, look| {
        let control = Control::default();
        let how = How { engine: ENGINE, luck: Some(&*luck), threads: 1, control: &control };
        play(&*together, how, (&tables, seed), (empty.clone(), passes), look);
    })
}

fn play(
    players: &dyn Players,
    how: How<'_>,
    (tables, seed): (&[TableSeats], u64),
    (mut tallies, passes): (TournamentTallies, u64),
    look: &mut dyn FnMut(&TournamentTallies),
) {
    let mut next = |last: &[(usize, Vec<FocalSums>)]| {
        tallies.passes += u64::from(!last.is_empty());
        for (table, sums) in last {
            let table = &mut tallies.tables[*table];
            table.blocks += BATCHES as u64;
            table.sums.iter_mut().zip(sums).for_each(|(sum, more)| sum.merge(more));
        }
        if is_look(tallies.passes) {
            look(&tallies);
        }
        let blocks = tallies.passes * BATCHES as u64..(tallies.passes + 1) * BATCHES as u64;
        let all = (0..tables.len()).map(|table| TableBlocks { table, blocks: blocks.clone() });
        (tallies.passes < passes).then(|| all.collect())
    };
    players.passes((tables, seed), how, &mut next).expect("no faults");
}

fn lineups(players: usize, entrants: usize) -> Vec<Vec<usize>> {
    let pairs = (0..entrants).flat_map(|a| (0..entrants).map(move |b| (a, b)));
    let meets = |(a, b): &(usize, usize)| if players == 2 { a < b } else { a != b };
    pairs.filter(meets).map(|(a, b)| std::iter::once(a).chain(vec![b; players - 1]).collect()).collect()
}

fn seats(lineup: &[usize]) -> TableSeats {
    let focals = if lineup.len() == 2 { lineup.to_vec() } else { vec![lineup[0]] };
    TableSeats { seatings: Seatings::new(SeatingRule::All, lineup), focals }
}

fn terms(until: &str, allot: Allot) -> TournamentTerms {
    let number = |text: &str| text.parse().expect("a number");
    TournamentTerms { until: until.to_owned(), allot, margin: number("0.002"), alpha: number("0.05") }
}

/// What the same games say as played.
fn as_played(tallies: &TournamentTallies) -> TournamentTallies {
    let mut played = tallies.clone();
    played.tables.iter_mut().flat_map(|table| &mut table.sums).for_each(|sums| sums.without_luck = None);
    played
}

/// All numbers: without luck, and as played.
fn shown(tallies: &TournamentTallies) -> Vec<(String, Both)> {
    let of = |tallies: &TournamentTallies| {
        let standings = Standings::new(tallies);
        let mut all = payoffs(&standings);
        all.extend(differences(&standings));
        all.extend(
            (0..tallies.entrants.len())
                .filter_map(|entrant| Some((format!("mean {}", tallies.entrants[entrant]), standings.mean(entrant)?))),
        );
        let ratings = Meta::new(&standings, 1).expect("ratings").rated.ratings;
        all.extend(tallies.entrants.iter().zip(ratings).map(|(name, rating)| (format!("rating {name}"), rating)));
        all
    };
    let of_game = |title: String| format!("{} {}: {title}", tallies.game, tallies.players);
    let both = of(tallies).into_iter().zip(of(&as_played(tallies)));
    both.map(|((title, without_luck), (_, played))| (of_game(title), [without_luck, played])).collect()
}

fn payoffs(standings: &Standings<'_>) -> Vec<(String, Estimate)> {
    let tallies = standings.tallies;
    let unknown = standings.payoffs.iter().flatten().filter(|payoff| payoff.source.is_some());
    let one = |payoff: &analyze::experiments::tournament::standings::Payoff| {
        let title = format!("{} among {}", tallies.name(payoff.focal), tallies.name(payoff.others[0]));
        Some((title, standings.payoff(payoff)?))
    };
    unknown.filter_map(one).collect()
}

fn differences(standings: &Standings<'_>) -> Vec<(String, Estimate)> {
    let names = &standings.tallies.entrants;
    let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    let one = |(a, b): (usize, usize)| Some((format!("{} less {}", names[a], names[b]), standings.difference(a, b)?));
    pairs.filter_map(one).collect()
}
