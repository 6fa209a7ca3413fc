//! Scripts for Battle Dice: what they see, what they answer, and what they are told that answer something else.

use super::{Lineup, rules};
use analyze::dice::RunKey;
use analyze::games::battle::{Battle, Rules, Strategy};
use analyze::games::{Fault, Game, Table};
use analyze::input::Source;
use analyze::strategies::{Values, read};

fn script(functions: &str) -> String {
    format!("const NAME = \"tried\"; const ABOUT = \"is tried\"; const GAME = \"battle\";\n{functions}")
}

pub(super) fn build(functions: &str, game: &Battle) -> Box<dyn Strategy> {
    let loaded = read::<Battle>(&Source::new("tried.rhai", script(functions))).unwrap_or_else(|bad| panic!("{bad}"));
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    (loaded.build)(&values, game).unwrap()
}

/// Every decision left to the default.
struct Default;

impl Strategy for Default {}

/// A script that looks at everything it can see, and then does what is usual.
const LOOKS_AT_ALL: &str = r#"
fn kinds(dice) {
    let all = dice.white + dice.red + dice.yellow + dice.green + dice.blue + dice.black;
    if all != dice.total || dice.list.len() != all { throw "kinds"; }
    let sum = 0;
    for kind in dice.list { sum += if dice.of(kind) > 0 { 1 } else { throw "of" }; }
    sum
}
fn table(view) {
    let me = view.me;
    if me.seat != view.seat || me.points != view.points || me.cost != view.cost { throw "me"; }
    let cost = 0;
    for kind in view.dice.list { cost += view.cost_of(kind); }
    if cost != me.cost || kinds(me.dice) != view.dice.total { throw "cost"; }
    if view.others.len() != view.seats - 1 || view.others[0].seat != view.seat % view.seats + 1 { throw "others"; }
    if view.player(view.active).seat != view.active || view.goal < 11 || view.turn < 1 { throw "game"; }
    if view.limit != 5 || view.most != 3 || view.mean_of("white") != 3.5 || view.faces_of("white").len() != 6 {
        throw "rules";
    }
    kinds(view.supply);
    if coin(6) > 5 || (coin() && !true) { throw "coin"; }
    for other in view.others { kinds(other.dice); other.cost + other.points; }
}
fn fought(view) {
    table(view);
    view.duel + view.hand;
    if (view.number == ()) == (view.duel == "armageddon" || view.duel == "by-points") { throw "number"; }
    if view.part < 1 || (view.against_all && view.seats < 2) { throw "part"; }
    for player in [view.me] + view.others {
        let lie = kinds(player.reserve) + kinds(player.discard) + player.thrown.len();
        if player.inside && lie > player.dice.total { throw "dice"; }
        let points = 0;
        for die in player.thrown {
            points += die.points;
            if die.seat != player.seat || die.times < 1 || die.place < 0 { throw "die"; }
            if die.helmet != die.face.starts_with("helmet") || view.cost_of(die.kind) < 1 { throw "face"; }
            die.shielded;
        }
        if points != player.total || player.victory_points < 0 || player.bouts > 2 { throw "total"; }
    }
}
fn placed(view) {
    fought(view);
    for option in view.options {
        if option.seat != view.seat || option.die == () || option.on == () || option.from != () { throw "placed"; }
    }
    view.usual
}
fn draft(view) { table(view); if view.choices.len() > 6 { throw "choices"; } view.usual }
fn duel(view) { table(view); view.usual }
fn choose(view) {
    fought(view);
    if (view.need_dice == ()) == (view.need_cost == ()) { throw "need"; }
    view.usual
}
fn shield(view) { placed(view) }
fn multiply(view) { placed(view) }
fn multiply_last(view) {
    fought(view);
    for option in view.options { if option.from != () && option.from.place == option.on.place { throw "moved"; } }
    view.usual
}
fn exchange(view) {
    fought(view);
    for option in view.options { if (option.on == ()) == (option.seat == view.seat) { throw "exchange"; } }
    view.usual
}
fn give_way(view) { fought(view); view.usual }
fn aimed(view) {
    fought(view);
    for option in view.options {
        if option.on.seat != option.seat || option.actions > view.actions { throw "aim"; }
        if option.actions == 2 && !option.on.helmet { throw "actions"; }
    }
    view.usual
}
fn reroll(view) { aimed(view) }
fn cancel(view) { aimed(view) }
fn buy(view) { table(view); view.usual }
"#;

/// Whoever does what is usual plays like whoever says nothing, and everything that it sees is in order.
#[test]
fn a_script_sees_the_whole_table() {
    let mut lineups = [0, 1].map(|_| Lineup::shipped(&["plain", "random", "points"], &rules("cap = 60")));
    let looking = build(LOOKS_AT_ALL, &lineups[0].game);
    lineups[0].strategies[0] = looking;
    lineups[1].strategies[0] = Box::new(Default);
    let [script, default] = lineups.each_ref().map(|lineup| lineup.run(3, 40, 2));
    assert!(script.unwrap_or_else(|fault| panic!("{:?}", fault.fault)) == default.unwrap());
}

/// A script that is told another chance than the one that is counted out throws, which is a fault.
#[test]
fn a_script_is_told_the_chance_to_win() {
    let chance = super::files::chance_of_whites_and_reds();
    let asks = |least: f64, most: f64| {
        format!(
            "fn draft(view) {{ let kind = if view.dice.white < 3 {{ \"white\" }} else {{ \"red\" }}; \
             if view.dice.red == 2 || view.seat == 2 && view.dice.white == 4 {{ return \"pass\"; }} \
             if view.seat == 2 {{ kind = \"white\"; }} \
             if kind in view.choices {{ kind }} else {{ \"pass\" }} }}\n\
             fn duel(view) {{ if view.turn > 1 {{ return view.usual; }} \
             let chance = view.win(#{{ duel: \"armageddon\", against: 2 }}); \
             if chance < {least} || chance > {most} || view.win(\"battle\") <= 0.0 {{ throw \"chance\"; }} view.usual }}"
        )
    };
    let game = Battle::new(Rules::default(), 2).unwrap();
    let play = |functions: &str| {
        let player = build(functions, &game);
        let block = RunKey::new(1).block(0);
        game.play(Table { strategies: &[&*player], seating: &[0, 0], block }, &mut game.scratch(), &mut ())
    };
    play(&asks(chance - 1e-9, chance + 1e-9)).unwrap();
    assert!(play(&asks(chance + 1e-6, 1.0)).is_err());
    assert!(fault("fn duel(view) { view.win(\"war\") }").returned.contains("this is no duel"));
}

fn fault(functions: &str) -> Fault {
    let game = Battle::new(Rules::default(), 2).unwrap();
    let player = build(functions, &game);
    let mut scratch = game.scratch();
    for block in 0..300 {
        let block = RunKey::new(1).block(block);
        if let Err(fault) = game.play(Table { strategies: &[&*player], seating: &[0, 0], block }, &mut scratch, &mut ())
        {
            return fault;
        }
    }
    panic!("no fault: {functions}");
}

/// What is returned, and the words that the fault must hold: what it was and what was legal.
#[test]
fn wrong_answers_are_faults() {
    let powers = "fn draft(view) { for kind in [\"blue\", \"black\", \"red\", \"white\"] { if kind in view.choices { return kind; } } \"pass\" }\n";
    for (functions, words) in [
        ("fn draft(view) { 3 }", &["3 from draft", "view.choices", "\"pass\""][..]),
        ("fn draft(view) { \"purple\" }", &["\"purple\" from draft"]),
        ("fn draft(view) { \"white\" }", &["a draft of 1 white", "to pass, or one of"]),
        ("fn duel(view) { \"chess\" }", &["\"chess\" from duel", "\"russian-roulette\"", "armageddon"]),
        ("fn duel(view) { #{ duel: \"battle\", whom: 2 } }", &["from duel", "against"]),
        ("fn duel(view) { #{ duel: \"armageddon\", number: 99 } }", &["armageddon with 99 dice", "1 to 6 dice"]),
        ("fn duel(view) { #{ duel: \"battle\", against: view.seat } }", &["against seat 1", "one of the seats 2"]),
        ("fn duel(view) { #{ duel: \"battle\", hand: \"left\" } }", &["from duel", "\"chosen\""]),
        ("fn duel(view) { #{ duel: \"battle\", hand: \"chosen\" } }\nfn choose(view) { [] }", &["no dice", "4"]),
        (
            "fn duel(view) { #{ duel: \"battle\", hand: \"chosen\" } }\nfn choose(view) { \"white\" }",
            &["from choose", "an array of kinds"],
        ),
        ("fn buy(view) { [\"white\", \"white\", \"white\", \"white\"] }", &["4 white", "at most 3 dice"]),
        ("fn buy(view) { #{ take: [], give: [\"white\"] } }", &["a purchase of no dice for 1 white", "a price of 0"]),
        ("fn buy(view) { () }", &["() from buy", "[] for nothing"]),
        ("fn buy(view) { loop {} }", &["50000 operations"]),
        ("fn buy(view) { throw \"tired\"; }", &["buy: tired"]),
        ("fn buy(view) { view.total }", &["buy: "]),
        ("fn buy(view) { view.duel }", &["known in a duel only"]),
        ("fn buy(view) { view.player(7).points }", &["seat 7", "from 1 to 2"]),
        ("fn cancel(view) { 1 }", &["1 from cancel", "one of view.options (die ", "of seat", "or ()"]),
        ("fn reroll(view) { view.options[0].on }", &["from reroll", "one of view.options"]),
        ("fn shield(view) { \"none\" }", &["\"none\" from shield", " on die "]),
        (
            "fn exchange(view) { for option in view.options { if option.on == () { return option; } } () }\nfn give_way(view) { () }",
            &["() from give_way", "a die must go back"],
        ),
    ] {
        let about_drafts =
            functions.starts_with("fn draft") || functions.contains("fn buy") || functions.contains("99");
        let fault = fault(&format!("{}{functions}", if about_drafts { "" } else { powers }));
        let told = format!("{} {}", fault.returned, fault.legal);
        for word in words {
            assert!(told.contains(word), "{functions}: no {word:?} in {told}");
        }
    }
}
