//! POT for two, solved: an independent program, each position by plain enumeration, simulated games, and best replies.
//!
//! Owns a backup of one position that knows no places and no classes: it throws all dice that are rerolled, one by one. Of
//! the library it uses the state of a game, whose rules are tested elsewhere.

use super::runs::{Lineup, setting};
use crate::runs::Run;
use analyze::engines::{EngineKind, Playable, SeatingRule};
use analyze::exact::pot::Position;
use analyze::exact::pot::game::{GameValues, Unsolvable};
use analyze::exact::versus::{BestReply, ExactFault};
use analyze::games::pot::{
    Combo, Control, DiceSet, Holdings, LegalChoices, Pot, Rerolled, State, Throw, TurnResult, Without, obligatory,
};
use analyze::games::{BuiltIn, Seat};
use analyze::input::Source;
use analyze::strategies::{Catalogue, find, find_all, find_in};

fn game(options: &[&str]) -> Pot {
    Pot::set_up(2, &setting(options)).unwrap()
}

fn solve(game: &Pot) -> GameValues {
    GameValues::solve(game, &|_| true).unwrap()
}

/// A position, gone through throw by throw, with the values of what follows.
struct Backup<'b> {
    game: &'b Pot,
    values: &'b GameValues,
    at: Position,
    choices: LegalChoices,
}

impl Backup<'_> {
    /// The win share of the player on turn after a result.
    fn after(&self, result: TurnResult) -> f64 {
        let (rules, Position { own, other, pot, to_beat, goal_held }) = (self.game.rules(), self.at);
        let holdings = Holdings::of(&[own, other], rules.coins - own - other - pot, pot);
        let control = to_beat.checked_sub(1).map(|score| Control { seat: Seat(1), score: score as u8 });
        let mut state = State::before_turn(holdings, control, goal_held, Seat(0));
        state.end_turn(rules, result, self.choices);
        if state.end_round(rules).is_some() {
            if state.is_over(rules) {
                let coins = state.holdings().all_coins();
                return [0.0, 0.5, 1.0][1 + usize::from(coins[0] > coins[1]) - usize::from(coins[0] < coins[1])];
            }
            state.begin_round(rules);
        }
        let value = self.values.value(&Position::of(&state)).expect("what follows a position is one");
        if state.next() == Seat(0) { value } else { 1.0 - value }
    }

    /// What final dice are worth.
    fn ended(&self, shown: Throw, rerolled: Rerolled) -> f64 {
        let combo = shown.combo(self.game.rules().combos());
        let score = |dice: Throw| if matches!(combo, Combo::Ones | Combo::Pot) { 0 } else { dice.sum() };
        let open = if combo == Combo::Run123 { obligatory(shown) } else { DiceSet::NONE };
        let falls: Vec<Throw> = falls(shown, open);
        let worth = |dice: &Throw| self.after(TurnResult { combo, score: score(*dice), rerolled });
        falls.iter().map(worth).sum::<f64>() / falls.len() as f64
    }

    /// What a turn is worth with the best rerolls.
    fn best(&self) -> f64 {
        let can_pay = self.at.own > 0 && self.game.rules().without != Without::PaidReroll;
        let of = |rerolled| Throw::all().map(|throw| self.ended(throw, rerolled)).collect::<Vec<f64>>();
        let [never, free] = [of(Rerolled::Never), of(Rerolled::Free)];
        let after_free = if can_pay { self.rerolled(&free, &of(Rerolled::Paid)) } else { free };
        let first = self.rerolled(&never, &after_free);
        first.iter().sum::<f64>() / first.len() as f64
    }

    /// The best of stopping and of all rerolls, for every throw.
    fn rerolled(&self, stop: &[f64], after: &[f64]) -> Vec<f64> {
        let best = |throw: Throw| {
            let sets = DiceSet::all_sets().into_iter();
            let sets = sets.filter(|set| !set.is_empty() && !throw.ends_turn(self.game.rules().combos()));
            let worth = |set| {
                let falls = falls(throw, set);
                falls.iter().map(|fall| after[fall.index()]).sum::<f64>() / falls.len() as f64
            };
            sets.map(worth).fold(stop[throw.index()], f64::max)
        };
        Throw::all().map(best).collect()
    }
}

/// What dice can show after some are thrown again.
fn falls(shown: Throw, set: DiceSet) -> Vec<Throw> {
    let mut all = vec![shown];
    for die in set.dice() {
        let with = |throw: Throw| {
            (0..6).map(move |face| {
                let mut faces = throw.faces();
                faces[die] = face;
                Throw::new(faces)
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// Every position has the value of its best turn, given those of the others. Games end, so only one set of values has that
/// property, and no decision that deviates from best play gains.
fn check(options: &[&str], many: usize) {
    let game = game(options);
    let values = solve(&game);
    let all: Vec<(Position, f64)> = values.positions().collect();
    assert!(all.len() > many, "{options:?}");
    for (at, value) in all.iter().copied().step_by(all.len() / many) {
        let of = |choices| Backup { game: &game, values: &values, at, choices }.best();
        let all = LegalChoices::OF_TWO.map(of);
        let best = all.into_iter().fold(0.0, f64::max);
        assert!((best - value).abs() < 1e-9, "{options:?} {at:?}: {value}, but {best}");
        let found = values.of_choices(&at).unwrap();
        assert!(all.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-9), "{at:?}: {all:?} {found:?}");
    }
}

#[test]
fn positions_of_small_games_have_the_values_of_enumeration() {
    check(&["goal=5", "coins=9", "start=1"], 30);
    check(&["goal=6", "coins=12", "zero=O"], 30);
    check(&["goal=6", "coins=14", "end=holds"], 30);
    check(&["goal=6", "coins=14", "without=pay"], 30);
    check(&["goal=6", "coins=14", "without=111"], 30);
}

#[test]
fn positions_of_the_published_game_have_the_values_of_enumeration() {
    check(&[], 30);
}

/// The values are those of a program that shares nothing with this one.
#[test]
fn the_starter_wins_what_an_independent_program_says() {
    let start = solve(&game(&[])).start();
    assert!((start - 0.526_204).abs() < 1e-6, "{start}");
}

fn reply(bot: &str, options: &[&str]) -> Result<BestReply, ExactFault> {
    let game = game(options);
    let (chosen, _) = find_all(&[bot.to_owned(), bot.to_owned()], &game).unwrap();
    game.reply((&*chosen[0].strategy, bot), &|_| true)
}

/// A program that shares nothing with this one finds a response that wins 0.00004 less: it is a little worse, or
/// its `optimal-turn` settles ties in another way. A best response wins no less than any other.
#[test]
fn the_best_response_wins_what_an_independent_program_says() {
    let reply = reply("optimal-turn", &[]).unwrap();
    for (found, known) in [(reply.average(), 0.552_115), (reply.in_seat[0], 0.578_637), (reply.in_seat[1], 0.525_593)] {
        assert!(found > known - 1e-6 && found < known + 5e-5, "{found}, not {known}");
    }
}

/// The best response to best play is best play, and nothing wins more than the best response.
#[test]
fn nobody_wins_more_than_the_best_response() {
    let options = ["goal=10", "coins=40"];
    let (game, start) = (game(&options), solve(&game(&options)).start());
    let best = reply("optimal", &options).unwrap();
    assert!(
        (best.in_seat[0] - start).abs() < 1e-9 && (best.in_seat[1] - (1.0 - start)).abs() < 1e-9,
        "{best:?} {start}"
    );
    let known = reply("thief", &options).unwrap();
    for bot in ["optimal", "optimal-turn", "thief", "combo-hunter", "letters"] {
        let bots = [bot, "thief"];
        let (chosen, lineup) = find_all(&bots.map(str::to_owned), &game).unwrap();
        let shares = game.exact([0, 1].map(|at: usize| &*chosen[lineup[at]].strategy), bots, &|_| true).unwrap();
        for seat in 0..2 {
            assert!(shares.in_seat(0, seat).value <= known.in_seat[seat] + 1e-9, "{bot} {seat}");
        }
    }
}

/// Looks at its seat, at who started the round, and at the first rounds.
const SEATED: &str = r#"
name = "seated"
about = "looks at all that a position does not hold"
game = "pot"
reroll = "below 3"

[[rule]]
when = "starter and round <= 2"
reroll = "below 5"

[[rule]]
when = "seat == 1 and coins >= 3"
pay = "always"
reroll = "below 4"
"#;

/// The response and its opponent are followed through all games as any two strategies are. `weigher` tosses a coin; against
/// it, the response had no answer where rounding had left it a little less than nothing to win.
#[test]
fn the_best_response_wins_in_games_what_was_computed_for_it() {
    let options = ["goal=8", "coins=24"];
    let game = game(&options);
    let seated = || find_in(&Source::new("seated.toml", SEATED), &game).unwrap();
    let shipped = |name: &str| find(name, &game).unwrap();
    for strategy in [&(|| shipped("thief")) as &dyn Fn() -> _, &|| shipped("weigher"), &seated] {
        let (to, own) = (strategy(), strategy());
        let known = game.reply((&*own.strategy, &own.name), &|_| true).unwrap();
        let response = Pot::best_response(to, &game).unwrap();
        let shares = game.exact([&*response, &*own.strategy], ["response", &own.name], &|_| true).unwrap();
        let found = [0, 1].map(|seat| shares.in_seat(0, seat).value);
        let is_near = found.iter().zip(&known.in_seat).all(|(found, known)| (found - known).abs() < 1e-9);
        assert!(is_near && known.average() > 0.5, "{}: {found:?}, not {known:?}", own.name);
    }
}

/// It had no answer in positions that only other opponents bring it to, itself among them.
#[test]
fn the_best_response_plays_against_anybody() {
    for (bots, options) in [
        (["best-response:to=stand", "thief"], ["goal=10", "coins=40"]),
        (["best-response:to=thief"; 2], ["goal=10", "coins=40"]),
        (["best-response:to=stand", "random"], ["goal=8", "coins=30"]),
    ] {
        let lineup = Lineup::shipped(&bots, SeatingRule::Rotate, &options);
        let played = lineup.run(EngineKind::Turn, Run { seed: 5, blocks: 5_000, threads: 0 });
        assert!(played.is_ok(), "{bots:?}: {:?}", played.err());
    }
}

/// By both engines, within 4.5 standard errors.
#[test]
fn the_best_response_wins_as_often_as_is_computed() {
    let (bots, options) = (["best-response:to=thief", "thief"], ["goal=12", "coins=60"]);
    let known = reply("thief", &options).unwrap().average();
    for (engine, blocks) in [(EngineKind::Turn, 20_000), (EngineKind::Dice, 2_000)] {
        let played = Lineup::shipped(&bots, SeatingRule::Rotate, &options);
        let played = played.run(engine, Run { seed: 4, blocks, threads: 0 }).unwrap();
        assert_eq!(played.strategies[0].name, bots[0]);
        let games = 2.0 * blocks as f64;
        let share = played.strategies[0].total.share.sum as f64 / 60.0 / games;
        assert!((share - known).abs() < 4.5 * (0.25f64 / games).sqrt(), "{engine}: {share} {known}");
    }
}

/// Within 4.5 standard errors.
#[test]
fn optimal_wins_as_often_in_games_as_is_computed() {
    let (bots, options) = (["optimal", "optimal-turn"], ["goal=12", "coins=60"]);
    let game = game(&options);
    let (chosen, lineup) = find_all(&bots.map(str::to_owned), &game).unwrap();
    let exact = game.exact([0, 1].map(|at: usize| &*chosen[lineup[at]].strategy), bots, &|_| true).unwrap();
    let plan = Run { seed: 3, blocks: 20_000, threads: 0 };
    let played = Lineup::shipped(&bots, SeatingRule::Rotate, &options).run(EngineKind::Turn, plan).unwrap();
    let games = 2.0 * 20_000.0;
    let share = played.strategies[0].total.share.sum as f64 / 60.0 / games;
    let known = exact.average(0).value;
    assert!(known > 0.5 && (share - known).abs() < 4.5 * (0.25f64 / games).sqrt(), "{share} {known}");
}

#[test]
fn what_is_not_solved_is_refused() {
    let three = Pot::set_up(3, &setting(&[])).unwrap();
    assert_eq!(GameValues::solve(&three, &|_| true).err(), Some(Unsolvable::Players(3)));
    assert_eq!(GameValues::solve(&game(&["goal=41"]), &|_| true).err(), Some(Unsolvable::Goal(41)));
    assert_eq!(GameValues::solve(&game(&[]), &|_| false).err(), Some(Unsolvable::Stopped));
    assert!(matches!(reply("optimal-turn", &["goal=41"]), Err(ExactFault::Rule { rule: "goal", .. })));
}
