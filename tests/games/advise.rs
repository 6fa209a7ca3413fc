//! What to do in a position of Gang of Dice, against the strategies that know, and against dice that are rolled in all ways.

use crate::choice::Choice;
use crate::optimal::small;
use analyze::dice::{BlockKey, Counts, RunKey};
use analyze::exact::champion::Grade;
use analyze::exact::{CommitOption, Judge, KeepOption, Situation, Turn, commit_options, keep_options};
use analyze::games::declaration::PolicyId;
use analyze::games::gang::{
    Back, CardIndex, CardOrder, Commit, Committed, Edition, Gang, Midway, Player, Roll, State, Strategy,
    Turn as Played, TurnResult, View, Watch,
};
use analyze::games::turns::{Refused, TurnGame, Turns};
use analyze::games::{BuiltIn, Game, Seat, Setting, Table};
use analyze::input::Source;
use analyze::strategies::find_all;
use analyze::strategies::gang::{champion_values, values};
use std::collections::BTreeMap;

/// A player on turn.
struct Position {
    card: CardIndex,
    bonus: u32,
    state: State,
    seat: Seat,
}

/// The bonus dice of a round.
fn bonus(game: &Gang, round: u32) -> u32 {
    game.rules().bonus(round, game.deck().rounds())
}

/// A position that a game can come to: a round, who starts it, what is left on the table and pools drawn at random, and turns
/// that are played by a strategy.
fn position(game: &Gang, strategy: &dyn Strategy, choice: &mut Choice) -> Position {
    let (seats, deck) = (Game::seats(game), game.deck());
    let round = choice.below(deck.rounds());
    let cards: Vec<CardIndex> = deck.with_back(deck.back_in(round)).collect();
    let card = choice.of(&cards);
    let start = game.rules().pool(seats);
    let before = seats as u32 * start + (0..round).map(|round| bonus(game, round)).sum::<u32>();
    // Who was on the table in a round that nobody won left a die at least, and its bonus dice.
    let least = if round == 0 { 0 } else { bonus(game, round - 1) + seats as u32 };
    let left = if round > 0 && choice.below(3) == 0 { least + choice.below(before / 4) } else { 0 };
    let mut pools = vec![1; seats];
    for _ in seats as u32..before - left {
        pools[choice.below(seats as u32) as usize] += 1;
    }
    if round == 0 {
        pools.fill(start);
    }
    let earlier = if left > 0 { bonus(game, round - 1) } else { 0 };
    let first = Seat(choice.below(seats as u32) as u8);
    let mut state = State::in_round(
        game.rules(),
        &Midway {
            round,
            first,
            pools: &pools,
            left_over: left - earlier,
            bonus: earlier + bonus(game, round),
            turns: &[],
        },
    );
    let acted = choice.below(seats as u32) as usize;
    let block = RunKey::new(choice.below(u32::MAX).into()).block(0);
    for seat in state.order().take(acted).collect::<Vec<_>>() {
        let Opening { dice, result, .. } = opening(game, strategy, (card, &state), block);
        state.commit(seat, dice);
        state.record(seat, dice, result.unwrap());
    }
    let seat = state.order().nth(acted).unwrap();
    Position { card, bonus: bonus(game, round), state, seat }
}

/// The options of a position.
fn options(game: &Gang, judge: &dyn Judge, position: &Position) -> (Situation, Vec<CommitOption>) {
    let situation = Situation::of(position.card, position.bonus, &position.state);
    let options = commit_options(judge, game, &situation, position.state.allowed(position.seat)).unwrap();
    (situation, options)
}

/// The first turn of a game that goes on; the game is stopped after it.
struct Opening {
    dice: u32,
    plan: PolicyId,
    result: Option<TurnResult>,
    block: BlockKey,
}

impl Turns<Gang> for Opening {
    fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<(u32, PolicyId), Refused> {
        if self.result.is_some() {
            return Err(Refused { returned: String::new(), legal: String::new() });
        }
        (self.dice, self.plan) = Gang::ask(player, view)?;
        Ok((self.dice, self.plan))
    }

    fn play(
        &mut self,
        turn: &Committed<'_>,
        plan: PolicyId,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let result = Gang::roll(turn, plan, self.block, watch)?;
        self.result = Some(result);
        Ok(result)
    }
}

/// What a strategy does on the next turn of a state.
fn opening(game: &Gang, strategy: &dyn Strategy, (card, state): (CardIndex, &State), block: BlockKey) -> Opening {
    let order = CardOrder::new(vec![card; game.deck().rounds() as usize]);
    let seating = vec![0; Game::seats(game)];
    let table = Table { strategies: &[strategy], seating: &seating, block };
    let mut opening = Opening { dice: 0, plan: PolicyId(0), result: None, block };
    // It ends well only if that was the last turn of the game.
    let _ = game.play_on(table, &order, state.clone(), &mut opening);
    opening
}

/// What a strategy commits in a position.
fn commits(game: &Gang, strategy: &dyn Strategy, position: &Position) -> Commit {
    let Opening { dice, plan, .. } = opening(game, strategy, (position.card, &position.state), RunKey::new(1).block(0));
    Commit { dice, plan }
}

/// The only strategy of this name.
fn with_strategy<T>(game: &Gang, name: &str, ask: impl FnOnce(&dyn Strategy) -> T) -> T {
    let (chosen, _) = find_all(&[name.to_owned()], game).unwrap();
    ask(&*chosen[0].strategy)
}

/// Everybody has played best before, so that no result has to be beaten for which the solution considers too few dice.
#[test]
fn the_best_number_of_dice_is_that_of_optimal_in_a_thousand_positions_of_two() {
    let (game, _folder) = small(Edition::Bga);
    let judge = values(&game, || true).unwrap();
    with_strategy(&game, "optimal", |optimal| {
        let (mut seen, mut replies) = (BTreeMap::<u32, u32>::new(), 0);
        for key in 0..1_000 {
            let position = position(&game, optimal, &mut Choice::new(&[0xad, key]));
            let (situation, options) = options(&game, &judge, &position);
            let commit = commits(&game, optimal, &position);
            assert_eq!(options[0].dice, commit.dice, "{situation:?} {options:?}");
            *seen.entry(commit.dice).or_default() += 1;
            replies += u32::from(!situation.turns.is_empty());
        }
        assert!(seen.len() > 3 && replies > 300, "{seen:?} {replies}");
    });
}

/// By the judge's own search for what is best with so many dice, which follows no options.
#[test]
fn options_of_two_are_worth_what_the_solution_says() {
    let (game, _folder) = small(Edition::Blackrock);
    let judge = values(&game, || true).unwrap();
    with_strategy(&game, "chaser", |chaser| {
        for key in 0..100 {
            let position = position(&game, chaser, &mut Choice::new(&[0xb1, key]));
            let (situation, options) = options(&game, &judge, &position);
            for option in options {
                let turn = Turn::under(game.deck().card(position.card), option.dice, 0).unwrap();
                let standing = turn.optimum(|_| 0.0).unwrap().plan.outcome();
                let price = judge.price(&situation, option.dice, &standing).unwrap().price;
                assert!((price.with_dice - option.value).abs() < 1e-9, "{situation:?} {option:?} {price:?}");
            }
        }
    });
}

/// `champion` considers all plans of the last player, and before others act only some: the value of its number of dice is what
/// it takes it to be, or somewhat more. It leaves out numbers of dice that raise no chance of a total, though they beat equal
/// totals of fewer dice (G12); so another number can be worth more, but most often it is the best.
#[test]
fn three_players_have_the_values_of_champion() {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let judge = champion_values(&game, Grade::Coarse, || true).unwrap();
    with_strategy(&game, "champion", |champion| {
        let (mut same, mut last) = (0, 0);
        for key in 0..200 {
            let position = position(&game, champion, &mut Choice::new(&[0xc3, key]));
            let (situation, options) = options(&game, &judge, &position);
            let commit = commits(&game, champion, &position);
            let played = options.iter().find(|option| option.dice == commit.dice).unwrap();
            let turn = Turn::under(game.deck().card(position.card), commit.dice, 0).unwrap();
            let standing = turn.optimum(|_| 0.0).unwrap().plan.outcome();
            let price = judge.price(&situation, commit.dice, &standing).unwrap().price;
            let more = played.value - price.value;
            assert!(
                price.best_dice == commit.dice && (-1e-9..0.02).contains(&more),
                "{situation:?} {price:?} {played:?}"
            );
            same += u32::from(options[0].dice == commit.dice);
            if situation.turns.len() + 1 == situation.order().count() {
                last += 1;
                assert!(more.abs() < 1e-9, "{situation:?} {price:?} {played:?}");
            }
        }
        println!("{same} of 200 alike, {last} of them last in the round");
        assert!(same >= 160 && last >= 40, "{same} of 200 alike, {last} of them last in the round");
    });
}

/// What is rerolled of a roll is what `optimal` rerolls, or worth the same.
#[test]
fn rerolls_of_two_are_those_of_optimal() {
    let (game, _folder) = small(Edition::Bga);
    let judge = values(&game, || true).unwrap();
    with_strategy(&game, "optimal", |optimal| {
        for key in 0..300 {
            let mut choice = Choice::new(&[0xd4, key]);
            let position = position(&game, optimal, &mut choice);
            let (commit, card) = (commits(&game, optimal, &position), game.deck().card(position.card));
            let shown: Counts = (0..commit.dice).fold(Counts::EMPTY, |dice, _| dice.with(choice.below(6) as u8));
            let left = 1 + choice.below(2) as u8;
            if card.trigger == analyze::games::gang::Trigger::Explosion && card.condition.holds(shown) {
                continue;
            }
            let reroll = optimal.reroll(commit.plan, &Roll { card, shown, left }).unwrap();
            let situation = Situation::of(position.card, position.bonus, &position.state);
            let options = keep_options(&judge, &game, &situation, (shown, left)).unwrap();
            let same = options.iter().find(|option| option.reroll == reroll).unwrap();
            assert!(options[0].value - same.value < 1e-9, "{situation:?} {shown:?}: {reroll:?} {options:?}");
        }
    });
}

/// The highest chance of a valid total of at least `target`, and that of each part that is kept, by rolling every die in
/// every way. Dice are a list of faces, lowest first.
struct Plain {
    target: u32,
    is_invalid: fn(&[u8]) -> bool,
    is_explosion: bool,
    known: BTreeMap<(Vec<u8>, u8), f64>,
}

impl Plain {
    /// With these dice showing.
    fn shown(&mut self, mut dice: Vec<u8>, left: u8) -> f64 {
        dice.sort_unstable();
        if self.is_explosion && (self.is_invalid)(&dice) {
            return 0.0;
        }
        if let Some(&known) = self.known.get(&(dice.clone(), left)) {
            return known;
        }
        let subsets = 1 << dice.len();
        let best = (0..subsets).map(|kept| self.kept(&dice, kept, left)).fold(0.0, f64::max);
        self.known.insert((dice, left), best);
        best
    }

    /// If the dice whose bits are set are kept.
    fn kept(&mut self, dice: &[u8], kept: usize, left: u8) -> f64 {
        if kept + 1 == 1 << dice.len() {
            let total: u32 = dice.iter().map(|&face| u32::from(face)).sum();
            return f64::from(u8::from(!(self.is_invalid)(dice) && total >= self.target));
        }
        if left == 0 {
            return 0.0;
        }
        let part: Vec<u8> = (0..dice.len()).filter(|die| kept >> die & 1 == 1).map(|die| dice[die]).collect();
        let open = dice.len() - part.len();
        let rolls = 6usize.pow(open as u32);
        let mean = |plain: &mut Plain, roll: usize| {
            let rolled = (0..open).map(|die| (roll / 6usize.pow(die as u32) % 6) as u8);
            plain.shown(part.iter().copied().chain(rolled).collect(), left - 1)
        };
        (0..rolls).map(|roll| mean(self, roll)).sum::<f64>() / rolls as f64
    }
}

/// A game of one round, in which who wins the round has all dice: the value of an option is the chance to win the round.
fn last_round(condition: &str, trigger: &str) -> Gang {
    let card =
        format!("[[card]]\nid = \"c\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"light\"\n");
    let setting = Setting {
        deck: Some(Source::new("one", format!("id = \"one\"\nname = \"one\"\n{card}"))),
        options: vec![("pools".to_owned(), "4".to_owned()), ("bonus".to_owned(), "[]".to_owned())],
        ..Setting::default()
    };
    Gang::set_up(2, &setting).unwrap()
}

/// Seat 2 is on turn, to beat this total with two dice.
fn reply(game: &Gang, total: u32) -> Position {
    let turns = [Played { seat: Seat(0), dice: 2, result: TurnResult::Total(total) }];
    let midway = Midway { round: 0, first: Seat(0), pools: &[4, 4], left_over: 0, bonus: 0, turns: &turns };
    assert_eq!(game.deck().back_in(0), Back::Light);
    Position { card: CardIndex(0), bonus: 0, state: State::in_round(game.rules(), &midway), seat: Seat(1) }
}

#[test]
fn options_have_the_chances_of_dice_rolled_in_all_ways() {
    type Invalid = fn(&[u8]) -> bool;
    let sum: Invalid = |dice| dice.iter().map(|&face| u32::from(face)).sum::<u32>() >= 9;
    // Two Bosses are no pair.
    let pair: Invalid = |dice| dice.windows(2).any(|two| two[0] == two[1] && two[0] > 0);
    for (condition, trigger, is_invalid, total) in [("sum>=9", "bomb", sum, 6), ("pair", "explosion", pair, 5)] {
        let game = last_round(condition, trigger);
        let judge = values(&game, || true).unwrap();
        let position = reply(&game, total);
        let (situation, options) = options(&game, &judge, &position);
        for CommitOption { dice, value, ends } in options {
            let target = if dice > 2 { total } else { total + 1 };
            let mut plain =
                Plain { target, is_invalid, is_explosion: trigger == "explosion", known: BTreeMap::default() };
            let rolls = 6usize.pow(dice);
            let chance = |roll: usize| {
                let faces = (0..dice).map(|die| (roll / 6usize.pow(die) % 6) as u8).collect();
                plain.shown(faces, 2)
            };
            let expected = (0..rolls).map(chance).sum::<f64>() / rolls as f64;
            assert!((value - expected).abs() < 1e-12, "{condition}, {dice} dice: {value}, not {expected}");
            assert!((ends.leads - expected).abs() < 1e-12, "{condition}, {dice} dice: {ends:?}");
        }
        let (faces, shown) = ([1, 2, 4], Counts::EMPTY.with(1).with(2).with(4));
        let mut plain =
            Plain { target: total, is_invalid, is_explosion: trigger == "explosion", known: BTreeMap::default() };
        for left in [1, 2] {
            let options = keep_options(&judge, &game, &situation, (shown, left)).unwrap();
            assert_eq!(options.len(), 8);
            for KeepOption { keep, value, ends, .. } in options {
                let kept = (0..3).filter(|&die| keep.get(faces[die]) > 0).fold(0, |kept, die| kept | 1 << die);
                let expected = plain.kept(&faces, kept, left);
                assert!((value - expected).abs() < 1e-12, "{condition}, {keep:?}: {value}, not {expected}");
                assert!((ends.unwrap().leads - expected).abs() < 1e-12, "{condition}, {keep:?}: {ends:?}");
            }
        }
    }
}
