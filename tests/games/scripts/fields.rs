//! Every field of the view and the roll, and every helper, against what the game shows and enumeration.

use super::{build, gang, thrown_in_reroll, with_commit};
use crate::looks::Looks;
use analyze::dice::{Counts, RunKey};
use analyze::exact::{Objective, Turn};
use analyze::games::gang::{Commit, Edition, Gang, NoAnswer, PolicyId, Roll, Strategy, TurnResult, View};
use analyze::games::turns::RolledTurns;
use analyze::games::{Game, Table};
use std::sync::atomic::{AtomicU32, Ordering};

/// Plays two dice, and at each turn compares what a script throws of its view with the view.
struct Compared {
    script: Box<dyn Strategy>,
    turns: AtomicU32,
}

const TOLD: &str = "let results = \"\";
for turn in view.results { results += `${turn.seat}/${turn.dice}/${if turn.total == () { \"invalid\" } else { turn.total }} `; }
let seen = \"\"; for card in view.seen { seen += card.id + \" \"; }
let pools = \"\"; for pool in view.pools { pools += pool + \" \"; }
let best = view.best;
let best = if best == () { \"none\" } else { `${best.total}/${best.dice}/${best.seat}` };
throw `${view.card.id} ${view.card.condition} ${view.card.trigger} ${view.card.back} | ${seen}| ${view.round} ${view.rounds_left} ${view.seats} ${view.rerolls} | ${view.seat} ${view.first} ${view.turn} ${view.to_act} | ${view.table} ${view.table_up_to(9)} ${view.bonus_next} | ${view.pool} ${view.allowed} ${view.allowed_up_to(3)} | ${pools}${view.pools[1]} ${view.pools[view.seat]} ${view.pools.up_to(2, 5)} ${view.pools.len()} | ${best} | ${results}|`";

fn expected(view: &View<'_>) -> String {
    let card = view.card();
    let turn = |turn: &analyze::games::gang::Turn| match turn.result {
        TurnResult::Total(total) => format!("{}/{}/{total} ", turn.seat.number(), turn.dice),
        TurnResult::Invalid => format!("{}/{}/invalid ", turn.seat.number(), turn.dice),
    };
    let results: String = view.results().iter().map(turn).collect();
    let best = view.best().map_or("none".to_owned(), |best| {
        let TurnResult::Total(total) = best.result else { panic!("the best turn is valid") };
        format!("{total}/{}/{}", best.dice, best.seat.number())
    });
    let seen: String = view.seen().map(|card| format!("{} ", card.id)).collect();
    let pools: Vec<u32> = view.pools().collect();
    let all: String = pools.iter().map(|pool| format!("{pool} ")).collect();
    format!(
        "{} {} {} {} | {seen}| {} {} {} {} | {} {} {} {} | {} {} {} | {} {} {} | {all}{} {} {} {} | {best} | {results}|",
        card.id,
        card.condition,
        card.trigger,
        card.back,
        view.round(),
        view.rounds_left(),
        view.seats(),
        view.rerolls(),
        view.seat().number(),
        view.first().number(),
        view.turn(),
        view.to_act(),
        view.table(),
        view.table().min(9),
        view.bonus_next(),
        view.pool(),
        view.allowed(),
        view.allowed().min(3),
        pools[0],
        view.pool(),
        pools[1].min(5),
        pools.len(),
    )
}

impl Strategy for Compared {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let NoAnswer(told) = self.script.commit(view).expect_err("the script throws");
        let (_, told) = told.split_once("commit: ").unwrap();
        let told = told.trim_matches('"').replace("\\\"", "\"");
        assert_eq!(told, expected(view));
        self.turns.fetch_add(1, Ordering::Relaxed);
        Ok(Commit { dice: view.allowed().min(2 + view.round() % 3), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

#[test]
fn every_field_is_what_the_game_shows() {
    for (players, edition) in [(2, Edition::Bga), (3, Edition::Blackrock), (4, Edition::Bga)] {
        let game = Gang::new(edition.rules(), analyze::games::gang::Deck::reconstructed(), players).unwrap();
        let one = Compared { script: build(&with_commit(TOLD), &game, &[]), turns: AtomicU32::new(0) };
        for block in 0..5 {
            let (block, mut order) = (RunKey::new(3).block(block), game.scratch());
            game.begin_block(block, &mut order);
            let seats = vec![0; players];
            game.play_watched(
                Table { strategies: &[&one], seating: &seats, block },
                &order,
                &mut RolledTurns(block),
                &mut (),
            )
            .unwrap();
        }
        assert!(one.turns.into_inner() > 5 * 12 * 2 - 20);
    }
}

#[test]
fn every_word_for_a_roll() {
    let told = |expression: &str| {
        let told = thrown_in_reroll(&format!("throw `<${{{expression}}}>`"), "sum7-bomb", &[0, 0, 1, 2, 2, 3, 5], 1);
        told[told.find('<').unwrap()..].trim_end_matches('"').to_owned()
    };
    for (expression, value) in [
        ("roll.card.id", "sum7-bomb"),
        ("roll.card.condition", "sum>=7"),
        ("roll.card.trigger", "bomb"),
        ("roll.card.back", "light"),
        ("roll.counts", "[2, 1, 2, 1, 0, 1]"),
        ("roll.rolls_left", "1"),
        ("roll.dice", "7"),
        ("roll.total", "13"),
        ("roll.valid", "false"),
        ("roll.none()", "[]"),
        ("roll.all()", "[0, 0, 1, 2, 2, 3, 5]"),
        ("roll.bosses()", "[0, 0]"),
        ("roll.odd()", "[1, 3, 5]"),
        ("roll.below(2)", "[0, 0, 1]"),
        ("roll.below(-1)", "[]"),
        ("roll.below(99)", "[0, 0, 1, 2, 2, 3, 5]"),
        ("roll.lowest(4)", "[0, 0, 1, 2]"),
        ("roll.lowest(-4)", "[]"),
        ("roll.faces([2, 5])", "[2, 2, 5]"),
        // Nothing less than the 2s and the 3 or the 5 and one of the others leaves 6.
        ("roll.offending()", "[2, 5]"),
        ("plan", "7"),
        ("roll", "roll"),
    ] {
        assert_eq!(told(expression), format!("<{value}>"), "{expression}");
    }
    let refused = thrown_in_reroll("roll.faces([6])", "sum7-bomb", &[1], 1);
    assert!(refused.contains("faces is given an array of faces"), "{refused}");
}

/// What a script returns is what is rerolled, whether it comes from a word or is written out.
#[test]
fn arrays_of_faces_are_dice() {
    let game = gang(3);
    let script = build(&super::with_reroll("if plan == 7 { roll.bosses() + [5] } else { [] }"), &game, &[]);
    let roll = |faces: &[u8]| Roll { card: &game.deck().cards[0], shown: crate::counts(faces), left: 2 };
    assert_eq!(script.reroll(PolicyId(7), &roll(&[0, 0, 5, 5])), Ok(crate::counts(&[0, 0, 5])));
    assert_eq!(script.reroll(PolicyId(8), &roll(&[0, 0, 5, 5])), Ok(Counts::EMPTY));
}

/// The helpers against the solution of each turn by itself.
#[test]
fn helpers_are_the_exact_engine() {
    let game = gang(2);
    let text = "throw `${p_invalid(3)} ${p_reach(2, 5)} ${p_reach(2, -1)} ${best_score(4)}`";
    let script = build(&with_commit(text), &game, &[]);
    struct Probe(Box<dyn Strategy>);
    impl Strategy for Probe {
        fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
            let NoAnswer(told) = self.0.commit(view).unwrap_err();
            let best = |dice, objective: Objective| {
                Turn::under(view.card(), dice, 2).unwrap().optimum(|result| objective.value(result)).unwrap().value
            };
            let (invalid, reach) = (1.0 - best(3, Objective::VALID), best(2, Objective::AtLeast(5)));
            let (valid, score) = (best(2, Objective::VALID), best(4, Objective::ExpectedTotal));
            let expected = format!("{invalid} {reach} {valid} {score}");
            assert!(told.trim_end_matches('"').ends_with(&expected), "{told} for {expected}");
            Ok(Commit { dice: 1, plan: PolicyId(0) })
        }

        fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
            Ok(Counts::EMPTY)
        }
    }
    let probe = Probe(script);
    for block in 0..3 {
        let (block, mut order) = (RunKey::new(3).block(block), game.scratch());
        game.begin_block(block, &mut order);
        game.play(Table { strategies: &[&probe], seating: &[0, 0], block }, &mut order, &mut ()).unwrap();
    }
}

/// The exact plans of a roll are those of the turn.
#[test]
fn plans_are_the_exact_engine() {
    let game = gang(2);
    let card = game.deck().cards.iter().find(|card| card.id == "sum10-bomb").unwrap();
    let turn = Turn::under(card, 3, 2).unwrap();
    for (word, objective) in [("max_score()", Objective::ExpectedTotal), ("reach(8)", Objective::AtLeast(8))] {
        let script = build(&super::with_reroll(&format!("roll.{word}")), &game, &[]);
        let plan = turn.optimum(|result| objective.value(result)).unwrap().plan;
        for shown in analyze::dice::multisets::layer(3) {
            for left in 1..=2 {
                let asked = script.reroll(PolicyId(0), &Roll { card, shown, left });
                assert_eq!(asked, Ok(plan.reroll(shown, left).unwrap()), "{word} of {shown:?}");
            }
        }
    }
}

/// A coin is fair, and each seat and round has one of its own that does not depend on what was tossed before.
#[test]
fn the_coin_is_seeded() {
    let body = "let a = if coin() { 1 } else { 2 }; let b = coin(3); throw `${a}${b}${coin(1)}`";
    struct Tossed(Box<dyn Strategy>, std::sync::Mutex<Vec<String>>);
    impl Strategy for Tossed {
        fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
            let toss = || self.0.commit(view).unwrap_err().0;
            let tossed = toss();
            assert_eq!(tossed, toss(), "asked again, the same");
            self.1.lock().unwrap().push(tossed.trim_matches('"').to_owned());
            Ok(Commit { dice: 1, plan: PolicyId(0) })
        }

        fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
            Ok(Counts::EMPTY)
        }
    }
    let game = gang(4);
    let tossed = Tossed(build(&with_commit(body), &game, &[]), std::sync::Mutex::default());
    for block in 0..200 {
        let (block, mut order) = (RunKey::new(9).block(block), game.scratch());
        game.begin_block(block, &mut order);
        game.play(Table { strategies: &[&tossed], seating: &[0; 4], block }, &mut order, &mut ()).unwrap();
    }
    let all = tossed.1.into_inner().unwrap();
    let ending = |end: &str| all.iter().filter(|tossed| tossed.ends_with(end)).count() as f64;
    // Six outcomes in some 9000 tosses: 1500 each, with a standard deviation of 35; five of them are 175.
    let turns = all.len() as f64;
    for end in ["100", "110", "120", "200", "210", "220"] {
        assert!(
            (ending(end) - turns / 6.0).abs() < 5.0 * (turns * 5.0 / 36.0).sqrt(),
            "{end}: {} of {turns}",
            ending(end)
        );
    }
}
