//! Strategy files whose decisions are remembered play as those that are asked each time, whatever they compare.

use crate::choice::Choice;
use crate::runs::{Forgetful, Lineup, Run};
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::games::gang::{Gang, Strategy};
use analyze::games::{BuiltIn, Setting};
use analyze::input::Source;
use analyze::simulate::Control;
use analyze::strategies::{Values, read};

const NUMBERS: [&str; 17] = [
    "pool",
    "pools.most",
    "behind",
    "ahead",
    "table",
    "allowed",
    "best.total",
    "best.dice",
    "round",
    "rounds_left",
    "turn",
    "to_act",
    "bonus_next",
    "bombs_seen",
    "explosions_seen",
    "dark_unseen",
    "card.number",
];
const FACTS: [&str; 9] = ["sum", "odd", "bomb", "light", "best", "first", "middle", "last", "not best"];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

fn side(choice: &mut Choice) -> String {
    let (one, other) = (choice.of(&NUMBERS), choice.of(&NUMBERS));
    match choice.below(8) {
        0 | 1 => one.to_owned(),
        2 => format!("{one} + {}", choice.below(9)),
        3 => format!("{one} - {}", choice.below(9)),
        4 => format!("{one} - {other}"),
        _ => choice.below(24).to_string(),
    }
}

fn condition(choice: &mut Choice, depth: u32) -> String {
    match choice.below(if depth == 0 { 6 } else { 9 }) {
        0 => choice.of(&FACTS).to_owned(),
        1..6 => {
            let one = choice.of(&NUMBERS);
            format!("{one} {} {}", choice.of(&COMPARISONS), side(choice))
        }
        6 => format!("not ({})", condition(choice, depth - 1)),
        7 => format!("({}) and ({})", condition(choice, depth - 1), condition(choice, depth - 1)),
        _ => format!("({}) or ({})", condition(choice, depth - 1), condition(choice, depth - 1)),
    }
}

/// A file that nobody would write: comparisons of anything with anything.
fn any_file(choice: &mut Choice) -> String {
    let mut text = "name = \"any\"\nabout = \"made at random\"\ndice = 2\n".to_owned();
    for _ in 0..6 {
        let when = condition(choice, 2);
        let dice = ["1", "3", "best.dice + 1", "min(pool, 4)"][choice.below(4) as usize];
        let reroll = choice.of(&["none", "odd", "boss", "below 3"]);
        text += &format!("[[rule]]\nwhen = \"{when}\"\ndice = \"{dice}\"\nreroll = \"{reroll}\"\n");
    }
    text
}

fn build(text: &str, game: &Gang) -> Box<dyn Strategy> {
    let loaded = read::<Gang>(&Source::new("any.toml", text.to_owned())).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    (loaded.build)(&values, game).unwrap()
}

#[test]
fn remembering_what_files_compare_changes_nothing() {
    for key in 0..40 {
        let mut choice = Choice::new(&[23, key]);
        let texts: Vec<String> = (0..3).map(|_| any_file(&mut choice)).collect();
        let game = Gang::set_up(3, &Setting::default()).unwrap();
        let play = |remember: bool, limits| {
            let wrap = |file: Box<dyn Strategy>| {
                if remember { file } else { Box::new(Forgetful(file)) as Box<dyn Strategy> }
            };
            let lineup = Lineup::own(texts.iter().map(|text| wrap(build(text, &game))).collect());
            let strategies = lineup.strategies();
            let engine = TurnEngine::new(&lineup.game, &strategies, limits);
            let run = Run { seed: key, blocks: 30, threads: 1 };
            lineup.play(&engine, run, &Control::default()).unwrap_or_else(|fault| panic!("{fault:?}"))
        };
        let asked = play(false, Gang::LIMITS);
        for limits in [Gang::LIMITS, Limits { nodes: 40, tables: 5 }] {
            assert!(play(true, limits) == asked, "{limits:?}\n{}", texts.join("\n\n"));
        }
    }
}
