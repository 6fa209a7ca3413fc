//! Strategies for POT that are scripts: what they see and say, how they fail, and that what is remembered of them changes
//! nothing.

use super::runs::{Lineup, setting};
use super::script::throw;
use crate::choice::Choice;
use crate::runs::Run;
use analyze::dice::RunKey;
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::games::declaration::Unlisted;
use analyze::games::pot::{
    Choices, Decision, DiceSet, NoAnswer, Other, Pair, PolicyId, Pot, Reroll, Roll, Run345Choice, Strategy, TwosChoice,
    View,
};
use analyze::games::{BuiltIn, Fault, Game, Table};
use analyze::input::Source;
use analyze::strategies::{Values, read};
use std::sync::Mutex;

const TOP: &str = "const GAME = \"pot\"; const NAME = \"tried\"; const ABOUT = \"is tried\";\n";

fn script(plan: &str, reroll: &str) -> String {
    format!("{TOP}fn plan(view) {{\n{plan}\n}}\nfn reroll(plan, roll) {{\n{reroll}\n}}")
}

fn build(text: &str, game: &Pot) -> Box<dyn Strategy> {
    let loaded = read::<Pot>(&Source::new("tried.rhai", text)).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
    (loaded.build)(&Values::read(&loaded.name, &loaded.parameters, &[]).unwrap(), game).unwrap()
}

fn problems(text: &str) -> String {
    read::<Pot>(&Source::new("tried.rhai", text)).map(|_| ()).unwrap_err().to_string()
}

/// Plays a game of three of the script against itself.
fn play(text: &str) -> Result<(), Fault> {
    let game = Pot::set_up(3, &setting(&["cap=200"])).unwrap();
    let strategy = build(text, &game);
    game.play(
        Table { strategies: &[&*strategy], seating: &[0, 0, 0], block: RunKey::new(1).block(0) },
        &mut (),
        &mut (),
    )
    .map(drop)
}

#[test]
fn a_script_says_its_game() {
    let plain = "const NAME = \"tried\"; const ABOUT = \"is tried\"; fn plan(view) { 1 } fn reroll(plan, roll) { [] }";
    assert!(problems(plain).contains("GAME is missing"));
    let gang = format!("const GAME = \"gang\"; {plain}");
    assert!(problems(&gang).contains("\"gang\""), "{}", problems(&gang));
    assert!(problems(&script("view.potts", "[]")).contains("did you mean 'pot'"));
}

/// Faults: what was returned, and what is legal.
#[test]
fn what_is_illegal_is_a_fault() {
    for (plan, reroll, words) in [
        ("1.5", "[]", "from plan"),
        ("#{ plans: 1 }", "[]", "'plans'"),
        ("#{ \"333\": 0 }", "[]", "\"333\""),
        ("#{ \"345\": \"player\" }", "[]", "\"345\""),
        ("#{ \"444\": [1, 2, 1] }", "[]", "\"444\""),
        ("#{ \"333\": 3 }", "[]", "3 seats clockwise for 3 3 3"),
        ("#{ \"444\": [1, 1] }", "[]", "for 4 4 4"),
        ("view.coins_of(3)", "[]", "numbered from 1 to 2"),
        ("throw \"no idea\"", "[]", "no idea"),
        ("loop { }", "[]", "50000 operations"),
        ("1", "[0]", "different dice, 1 to 3"),
        ("1", "[4]", "different dice, 1 to 3"),
        ("1", "[2, 2]", "different dice, 1 to 3"),
        ("1", "3", "from reroll"),
        ("1", "coin(2)", "coin is for decisions"),
        ("1", "roll.best(-1, true)", "no goal"),
        ("for n in 0..101 { best_value(reach_goal(9), true); }", "[]", "more than 100 plans"),
    ] {
        let fault = play(&script(plan, reroll)).expect_err(plan);
        assert!(fault.returned.contains(words) && !fault.legal.is_empty(), "{plan}; {reroll}: {fault:?}");
    }
}

/// Notes the plans of a strategy, and what it rerolls of some dice.
struct Asked {
    strategy: Box<dyn Strategy>,
    roll: Roll,
    found: Mutex<Vec<(Choices, DiceSet)>>,
}

impl Strategy for Asked {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let plan = self.strategy.decide(view)?;
        self.found.lock().unwrap().push((plan.choices, self.strategy.reroll(plan.rerolls, &self.roll)?));
        Ok(plan)
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

/// What the script answers in the first turn of a game of three.
fn first(plan: &str, reroll: &str, shown: &str, next: Reroll) -> (Choices, DiceSet) {
    let game = Pot::set_up(3, &setting(&["cap=1"])).unwrap();
    let roll = Roll { shown: throw(shown), next };
    let asked = Asked { strategy: build(&script(plan, reroll), &game), roll, found: Mutex::default() };
    game.play(Table { strategies: &[&asked], seating: &[0; 3], block: RunKey::new(1).block(0) }, &mut (), &mut ())
        .unwrap();
    asked.found.into_inner().unwrap()[0]
}

/// As a game of three begins: 3 coins each, 2 in the POT, 120 in all.
#[test]
fn a_view_shows_the_table() {
    for (field, value) in [
        ("view.round", "1"),
        ("view.seat", "1"),
        ("view.starter", "1"),
        ("view.bank", "109"),
        ("view.bank_up_to(5)", "5"),
        ("view.pot", "2"),
        ("view.pot_up_to(1)", "1"),
        ("view.coins", "3"),
        ("view.coins_up_to(2)", "2"),
        ("view.coins_of(2)", "3"),
        ("view.coins_of_up_to(1, 2)", "2"),
        ("view.to_act", "2"),
        ("view.seats", "3"),
        ("view.goal", "24"),
        ("view.stake", "2"),
        ("view.score", "()"),
        ("view.control", "()"),
        ("view.can_pay", "true"),
        ("view.goal_held", "false"),
        ("view.ranking.len()", "2"),
        ("view.ranking[0]", "1"),
    ] {
        let plan = format!("if {field} == {value} {{ 1 }} else {{ 0 }}");
        let (_, again) = first(&plan, "if plan == 1 { roll.all() } else { [] }", "1 2 4", Reroll::Free);
        assert_eq!(again, DiceSet::ALL, "{field} is not {value}");
    }
}

#[test]
fn a_roll_shows_the_dice_and_picks_some() {
    for (word, shown, dice) in [
        ("roll.letters()", "P 3 T", &[0, 2][..]),
        ("roll.below(3)", "P 3 2", &[0, 2]),
        ("roll.odd() + [1]", "4 3 2", &[0, 1]),
        ("roll.faces([4])", "4 3 2", &[0]),
        ("roll.lowest(2)", "4 3 2", &[1, 2]),
        ("roll.towards(\"444\")", "4 3 2", &[1, 2]),
        ("roll.nearest()", "4 4 2", &[2]),
        ("if roll.combo == \"444\" { [] } else { roll.all() }", "4 4 4", &[]),
        ("if roll.sum == 9 && roll.dice[0] == 4 { [1] } else { [] }", "4 3 2", &[0]),
        ("if roll.is_paid { [1] } else { [2] }", "4 3 2", &[1]),
        ("roll.best(sum_goal(), false)", "5 5 1", &[2]),
        ("roll.best(reach_goal(11), false)", "5 5 1", &[]),
    ] {
        let (_, again) = first("1", word, shown, Reroll::Free);
        assert_eq!(again, DiceSet::of(dice).unwrap(), "{word} of {shown}");
    }
    assert_eq!(first("1", "if roll.is_paid { [1] } else { [] }", "4 3 2", Reroll::Paid).1, DiceSet::of(&[0]).unwrap());
}

#[test]
fn choices_are_made_by_seats_clockwise() {
    let one = Other::clockwise;
    let two = |first, second| Pair { first: one(first), second: Some(one(second)) };
    let answer = "#{ \"345\": [2, 1], \"222\": 2, \"333\": 2, \"444\": [2, 1], \"555\": [1, 2] }";
    let expected = Choices {
        run345: Run345Choice::Others(two(2, 1)),
        twos: TwosChoice::One(one(2)),
        threes: one(2),
        fours: two(2, 1),
        fives: two(1, 2),
    };
    assert_eq!(first(answer, "[]", "1 2 4", Reroll::Free).0, expected);
    assert_eq!(first("#{ \"345\": \"bank\" }", "[]", "1 2 4", Reroll::Free).0, Choices::next(3));
    // All have 3 coins: two of the next, 1 of each of two is as much as the bank's 2; the last is given to first.
    let greedy = Choices {
        run345: Run345Choice::Others(two(1, 2)),
        twos: TwosChoice::One(one(1)),
        threes: one(1),
        fours: two(1, 2),
        fives: two(2, 1),
    };
    assert_eq!(first("view.greedy()", "[]", "1 2 4", Reroll::Free).0, greedy);
}

/// Asks for every decision anew: nothing made from something without a short answer is remembered.
struct Forgetful(Box<dyn Strategy>);

impl Strategy for Forgetful {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        view.note_unlisted(Unlisted::Plan);
        self.0.decide(&View::new(view.situation))
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.0.reroll(plan, roll)
    }
}

const NUMBERS: [&str; 22] = [
    "view.round",
    "view.seat",
    "view.starter",
    "view.bank",
    "view.bank_up_to(3)",
    "view.pot",
    "view.pot_up_to(6)",
    "view.coins",
    "view.coins_up_to(4)",
    "view.coins_of(1)",
    "view.coins_of_up_to(2, 5)",
    "view.to_act",
    "(if view.coins_of_reaches(1, 4) { 1 } else { 2 })",
    "(if view.pot_reaches(6) { 1 } else { 2 })",
    "(if view.is_less(\"coins\", \"bank\") { 1 } else { 2 })",
    "view.ranking[0]",
    "view.coins_goal() % 1000",
    "view.pot_goal(1) % 1000",
    "score(view)",
    "control(view)",
    "coin(3)",
    "7",
];

/// A script that nobody would write: a grammar over everything that can be read.
fn any_script(choice: &mut Choice) -> String {
    let mut number = || format!("({} * {} + {})", choice.of(&NUMBERS), 1 + choice.below(5), choice.of(&NUMBERS));
    let (a, b, c, d) = (number(), number(), number(), number());
    format!(
        "{TOP}fn score(view) {{ if view.score == () {{ 0 }} else {{ view.score }} }}
fn control(view) {{ if view.control == () {{ 0 }} else {{ view.control }} }}
fn plan(view) {{
    let answer = if {a} % 2 == 0 {{ view.greedy() }} else {{ #{{ \"333\": 1 + {b} % 2 }} }};
    answer[\"plan\"] = if {c} > {d} && view.can_pay {{ [\"p\", {a} % 4] }} else {{ [\"q\", reach_goal({b} % 16)] }};
    answer
}}
fn reroll(plan, roll) {{
    if plan[0] == \"q\" {{ return roll.best(plan[1], false); }}
    if plan[1] == 0 {{ roll.nearest() }} else {{ roll.lowest(plan[1]) }}
}}"
    )
}

#[test]
fn remembering_changes_nothing() {
    for key in 0..8 {
        let mut choice = Choice::new(&[17, key]);
        let texts: Vec<String> = (0..3).map(|_| any_script(&mut choice)).collect();
        let game = Pot::set_up(3, &setting(&[])).unwrap();
        let play = |remember: bool, limits| {
            let wrap = |script: Box<dyn Strategy>| {
                if remember { script } else { Box::new(Forgetful(script)) as Box<dyn Strategy> }
            };
            let lineup =
                Lineup::own(texts.iter().map(|text| wrap(build(text, &game))).collect(), &["goal=10", "cap=300"]);
            let strategies = lineup.strategies();
            let engine = TurnEngine::new(&lineup.game, &strategies, limits);
            lineup.play(&engine, Run { seed: key, blocks: 10, threads: 1 }).unwrap_or_else(|fault| panic!("{fault:?}"))
        };
        let asked = play(false, Pot::LIMITS);
        for limits in [Pot::LIMITS, Limits { nodes: 40, tables: 5 }] {
            assert!(play(true, limits) == asked, "{limits:?}\n{}", texts.join("\n\n"));
        }
    }
}
