//! Strategies that are tuned: the differences of a race, that of its test, and who wins the race.

use super::cancelled::{Both, ENGINE, Found, luck_of, set_up};
use analyze::experiments::tune::tables::{raced, test_difference};
use analyze::lab::{Chosen, How, Players};
use analyze::record::{CandidateRecord, FORMAT, PairedSums, RungRecord, TUNE, TestedRecord, TuneTallies};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing};

/// A game, how many play, the default and the candidates, and who has the other seats.
pub(crate) type Case = (&'static str, usize, &'static [&'static str], &'static str);

/// The blocks of the race, of one rung, and of the test of its first candidate, whose draws are others.
const BLOCKS: u64 = 500;
const TEST_BLOCK: u64 = 1 << 50;

/// Plays a race with each of `seeds` seeds. Returns its numbers, and how many races the best candidate won without luck and as played.
/// The best candidate is the one with the highest true win share.
pub(crate) fn numbers((name, players, strategies, others): &Case, seeds: u64) -> (Vec<Found>, [u64; 2]) {
    let game = set_up(name, *players, &[]);
    let typed = strategies.iter().chain([others]);
    let chosen: Vec<Chosen> = typed.map(|name| game.find(name).expect("a strategy of the game")).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let arms: Vec<usize> = (0..strategies.len()).collect();
    let field = [vec![strategies.len(); players - 1]];
    let race = Pairing::new(&arms, &field, Metrics::All).against_first();
    let test = Pairing::new(&[1, 0], &field, Metrics::All);
    let together = game.players(&chosen.iter().collect::<Vec<_>>());
    let [race_luck, test_luck] = [&race, &test].map(|pairing| luck_of(&*together, &names, pairing.seatings()));
    let candidate = |name: &String| CandidateRecord { name: name.clone(), values: vec![name.clone()], stage: 1 };
    let empty = TuneTallies {
        command: TUNE.to_owned(),
        format: FORMAT,
        game: (*name).to_owned(),
        players: *players as u64,
        highest_score: game.highest_score(),
        parameters: vec!["name".to_owned()],
        against: names[strategies.len()].clone(),
        budget: 1,
        is_complete: true,
        candidates: names[..strategies.len()].iter().map(candidate).collect(),
        ..TuneTallies::default()
    };
    let found = Found::of_seeds(seeds, |seed| {
        let control = Control::default();
        let how = |luck| How { engine: ENGINE, luck: Some(luck), threads: 1, control: &control };
        let job = PairedJob { pairing: &race, seed, blocks: 0..BLOCKS };
        let sums = play(&*together, job, how(&*race_luck));
        let rung = RungRecord {
            stage: 1,
            candidates: arms[1..].to_vec(),
            first: 0,
            blocks: BLOCKS,
            games_a_block: race.games(),
            sums,
        };
        let job = PairedJob { pairing: &test, seed, blocks: TEST_BLOCK..TEST_BLOCK + BLOCKS };
        let sums = play(&*together, job, how(&*test_luck));
        let test = TestedRecord { candidate: 1, blocks: BLOCKS, games_a_block: test.games(), sums };
        shown(&TuneTallies { rungs: vec![rung], test: Some(test), ..empty.clone() })
    });
    let races = &found[..found.len() - 1];
    let best =
        |value: &dyn Fn(&Found) -> f64| (0..races.len()).max_by(|&a, &b| value(&races[a]).total_cmp(&value(&races[b])));
    let truly = best(&Found::truth);
    let wins = [0, 1].map(|which| {
        let won = (0..seeds as usize).filter(|&seed| best(&|found| found.runs[seed][which].value) == truly);
        won.count() as u64
    });
    (found, wins)
}

fn play(players: &dyn Players, job: PairedJob<'_>, how: How<'_>) -> PairedSums {
    let played = players.compare(job, how, &mut std::iter::empty(), &mut |_| Next::PlayOn, &mut |_| ());
    let sums = played.expect("no faults").0.tally;
    PairedSums { looks: Vec::new(), ..sums }
}

/// What the same games say as played, of the differences.
fn as_played(tallies: &TuneTallies) -> TuneTallies {
    let mut played = tallies.clone();
    let test = played.test.iter_mut().map(|test| &mut test.sums);
    for sums in played.rungs.iter_mut().map(|rung| &mut rung.sums).chain(test) {
        sums.cancelled = false;
        for pair in sums.fields.iter_mut().flat_map(|field| &mut field.pairs) {
            pair.share = pair.played.take().expect("differences as played");
        }
    }
    played
}

/// The differences of the race by candidate, then that of the test.
fn shown(tallies: &TuneTallies) -> Vec<(String, Both)> {
    let all = [tallies, &as_played(tallies)].map(|tallies| {
        let mut rows = raced(tallies);
        rows.sort_by_key(|row| row.candidate);
        let differences = rows.iter().filter_map(|row| row.difference);
        differences.chain(test_difference(tallies)).collect::<Vec<_>>()
    });
    let default = &tallies.candidates[0].name;
    let races = tallies.candidates[1..].iter().map(|one| format!("{}: {} less {default}", tallies.game, one.name));
    let titles = races.chain([format!("{}: {} less {default}, tested", tallies.game, tallies.candidates[1].name)]);
    titles.zip(all[0].iter().zip(&all[1]).map(|(own, played)| [*own, *played])).collect()
}
