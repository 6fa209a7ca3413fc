//! Every game both ways: from what is remembered, and by asking as the game goes on.

use super::TurnEngine;
use super::batch::{Batches, Games};
use crate::dice::RunKey;
use crate::games::pot::{
    Choices, DiceSet, GameEnd, NoAnswer, Other, Pair, Plan, PlanId, Pot, Roll, Rules, Strategy, View, Zero,
};
use crate::games::{Game, Outcome};
use crate::record::Tallies;
use crate::simulate::engine::Engine;
use crate::simulate::run::play_block;
use crate::simulate::turns::Limits;
use crate::simulate::{Job, SeatingRule, Seatings, Series, SheetBlocks, SheetsIn, Tally};
use crate::strategies::find_all;

/// Those that look at nothing, those that look at their purse, those that look at everything, and one that tosses coins.
const LINEUPS: [&str; 9] = [
    "letters,stand",
    "letters,stand,letters,stand",
    "letters,letters,letters,letters,letters",
    "max-sum,stand,max-sum",
    "optimal-turn,thief,combo-hunter,max-sum",
    "thief,letters,optimal-turn",
    "optimal-turn,combo-hunter",
    "combo-hunter,max-sum,stand,thief,optimal-turn",
    "random,letters,max-sum",
];

/// About the first that are not all counted, so that some are counted and some are not.
const BLOCKS: std::ops::Range<u64> = 65_520..65_570;
const SEED: u64 = 5;

/// The published ones; a bank that runs dry; a short game; coins at the end of a round alone; a cap that cuts rounds; no
/// stake and no coin at first; no stake from a bank that is often empty; and all of it.
fn rules() -> [Rules; 9] {
    let rules = Rules::default();
    let none = Rules { stake: 0, start: 0, ..rules };
    [
        rules,
        Rules { coins: 27, ..rules },
        Rules { goal: 4, ..rules },
        Rules { goal: 12, end: GameEnd::Holds, ..rules },
        Rules { cap: 37, ..rules },
        Rules { coins: 10_000, goal: 60, start: 30, stake: 100, ..rules },
        none,
        Rules { coins: 15, stake: 0, goal: 12, cap: 200, ..rules },
        Rules { coins: 24, goal: 9, end: GameEnd::Holds, zero: Zero::O, cap: 23, ..none },
    ]
}

fn tally(job: &Job<'_, Pot>, play: impl FnOnce(&mut Tally)) -> Tallies {
    let mut tally = Tally::new(job.seatings, job.strategies.len(), Pot::LENGTHS.len(), &job.game.sheets(job.names));
    play(&mut tally);
    tally.into_record(job.game, job.names, job.seatings.games())
}

/// The blocks that can be played lean once all of them have been played.
fn lean(engine: &TurnEngine<'_>, seatings: &Seatings, worker: &mut super::TurnWorker) -> usize {
    let super::TurnWorker { memory, batches } = worker;
    let (mut blocks, mut played) = (BLOCKS, 0);
    let games = Games { seatings, run: RunKey::new(SEED) };
    while !blocks.is_empty() {
        batches.play(games, (engine, memory), &mut blocks, &mut |_| played += 1);
    }
    played
}

/// Plays the line-up both ways; how many blocks could be played lean in a second pass.
fn both_ways(lineup: &str, rules: Rules, sheets: SheetBlocks, limits: Limits) -> usize {
    let names: Vec<String> = lineup.split(',').map(str::to_owned).collect();
    let game = Pot::new(rules, names.len()).unwrap();
    let (chosen, seats) = find_all(&names, &game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let (seed, blocks) = (SEED, BLOCKS.end);
    let job = Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed, blocks, sheets };
    same_both_ways(&job, limits)
}

fn same_both_ways(job: &Job<'_, Pot>, limits: Limits) -> usize {
    let what = format!("{:?}, {:?}", job.names, job.game.rules());
    let engine = TurnEngine::new(job.game, job.strategies, limits);
    let (mut worker, mut twin) = (engine.worker(), engine.worker());
    let batches = tally(job, |tally| {
        for start in BLOCKS.step_by(10) {
            engine.play_blocks(job, start..start + 10, &mut worker, tally).unwrap();
        }
    });
    let ordinary =
        tally(job, |tally| BLOCKS.for_each(|block| play_block(job, &engine, block, &mut twin, tally).unwrap()));
    assert!(batches == ordinary, "{what}");
    let (mut lists, mut plain) = (Vec::<Outcome>::new(), Vec::new());
    let series = Series { seatings: job.seatings, seed: job.seed };
    let mut unwanted = Tally::new(job.seatings, job.strategies.len(), Pot::LENGTHS.len(), &[]);
    unwanted.begin_block(SheetsIn::Skipped);
    engine.outcomes(series, BLOCKS, &mut worker, &mut unwanted, &mut lists).unwrap();
    BLOCKS.for_each(|block| series.play(&engine, block, &mut twin, &mut unwanted, &mut plain).unwrap());
    assert_eq!(lists, plain, "{what}");
    lean(&engine, job.seatings, &mut worker)
}

/// The most coins that one word holds, and one more.
#[test]
fn games_of_few_coins_are_told_from_others() {
    let batches = |coins| Batches::new(&Pot::new(Rules { coins, ..Rules::default() }, 5).unwrap());
    assert!(matches!(batches(127), Batches::Few(_)));
    assert!(matches!(batches(128), Batches::Many(_)));
}

/// With `random` in it no block can be played lean.
#[test]
fn a_lean_game_is_the_ordinary_game() {
    let all = (BLOCKS.end - BLOCKS.start) as usize;
    for lineup in LINEUPS {
        for rules in rules() {
            let sheets = if rules.goal == 24 { SheetBlocks::All } else { SheetBlocks::Thinned };
            let played = both_ways(lineup, rules, sheets, Limits { nodes: 1 << 18, tables: 1 << 13 });
            let expected = if lineup.contains("random") { 0 } else { all };
            assert_eq!(played, expected, "{lineup} {rules:?}: blocks of {all} played lean");
        }
    }
}

/// Rerolls a letter or a low die for as long as it can pay.
struct Payer;

impl Strategy for Payer {
    fn plan(&self, view: &View<'_>) -> Result<Plan, NoAnswer> {
        Ok(Plan { rerolls: PlanId(0), choices: Choices::next(view.seats()) })
    }

    fn reroll(&self, _: PlanId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(roll.shown.dice_with(|face| face < 3))
    }
}

/// Whoever looks at nothing plays another turn without a coin.
#[test]
fn an_empty_purse_is_another_decision() {
    for (rules, seats) in rules().into_iter().flat_map(|rules| (2..=5).map(move |seats| (rules, seats))) {
        let game = Pot::new(rules, seats).unwrap();
        let strategies: [&dyn Strategy; 1] = [&Payer];
        let (names, seatings) = (["payer".to_owned()], Seatings::new(SeatingRule::Rotate, &vec![0; seats]));
        let (seed, blocks, sheets) = (SEED, BLOCKS.end, SheetBlocks::All);
        let job =
            Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed, blocks, sheets };
        let played = same_both_ways(&job, Limits { nodes: 1 << 18, tables: 1 << 13 });
        assert_eq!(played, (BLOCKS.end - BLOCKS.start) as usize, "{rules:?}");
    }
}

/// Little room to remember, so that everything is forgotten again and again.
#[test]
fn whoever_forgets_plays_the_same_games() {
    for (lineup, nodes, tables) in
        [("optimal-turn,thief,max-sum", 60, 20), ("letters,combo-hunter", 5, 3), ("letters,stand", 1, 1)]
    {
        both_ways(lineup, Rules::default(), SheetBlocks::All, Limits { nodes, tables });
    }
}

/// Chooses a player that is not there once somebody is rich.
struct Faulty;

impl Strategy for Faulty {
    fn plan(&self, view: &View<'_>) -> Result<Plan, NoAnswer> {
        let seats = if view.coins_up_to(19) == 19 { 5 } else { view.seats() };
        let pair = Pair { first: Other::clockwise(seats as u8 - 1), second: Some(Other::NEXT) };
        Ok(Plan { rerolls: PlanId(0), choices: Choices { fours: pair, ..Choices::next(view.seats()) } })
    }

    fn reroll(&self, _: PlanId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

/// A fault among games that are played lean is the one that the ordinary way finds.
#[test]
fn a_fault_is_found_where_it_happens() {
    let game = Pot::new(Rules { goal: 20, ..Rules::default() }, 3).unwrap();
    let strategies: [&dyn Strategy; 1] = [&Faulty];
    let (names, seatings) = (["faulty".to_owned()], Seatings::new(SeatingRule::Rotate, &[0, 0, 0]));
    let (seed, blocks, sheets) = (SEED, 1000, SheetBlocks::All);
    let job = Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed, blocks, sheets };
    let engine = TurnEngine::new(&game, &strategies, Limits { nodes: 1 << 18, tables: 1 << 13 });
    let (mut worker, mut twin) = (engine.worker(), engine.worker());
    let mut tally = Tally::new(&seatings, 1, Pot::LENGTHS.len(), &game.sheets(&names));
    let found = engine.play_blocks(&job, 0..blocks, &mut worker, &mut tally).unwrap_err();
    let expected = (0..blocks).find_map(|block| play_block(&job, &engine, block, &mut twin, &mut tally).err()).unwrap();
    assert_eq!(found, expected);
    assert!(found.index > 0, "some games are played before it");
}
