//! `analyze advise`: the numbers against the solutions of the library and by hand, what is assumed and said, formats, threads,
//! and what wrong positions are told.

use crate::program::{Desk, csv_rows};
use analyze::exact::Mark;
use analyze::exact::champion::{Grade, Lead, OnTurn};
use analyze::exact::pig::{Optimal, Worths};
use analyze::games::battle::Kinds;
use analyze::games::gang::Gang;
use analyze::games::pig::Rules;
use analyze::games::{BuiltIn, Setting};
use analyze::strategies::gang::champion_values;
use serde_json::Value;

/// A card that allows totals up to 8, in a game of one round with four dice each: who wins the round has most dice.
const ONE_ROUND: &str = "id = \"one\"\nname = \"one\"\n[[card]]\nid = \"nine\"\ncondition = \"sum>=9\"\ntrigger = \"bomb\"\nback = \"light\"\n";
const ONE: &str = "advise --game gang --deck one.toml --rule pools=4 --rule bonus=[] --card nine --no-cache";

const NINES: &str = "game = \"nines\"\ntitle = \"Nines\"\nplayers = \"1-4\"\nabout = \"roll two dice, but not a 9\"\n\
    [press]\ndice = 2\nbust = \"sum == 9\"\ngoal = 40\n";

/// The answer of a command as JSON.
fn answer(desk: &Desk, command: &str) -> Value {
    serde_json::from_str(&desk.result(&format!("{command} --format json"))).unwrap()
}

/// A number of the option that begins like this.
fn number(answer: &Value, option: &str, field: &str) -> f64 {
    let options = answer["options"].as_array().unwrap();
    let found = options.iter().find(|found| found["option"].as_str().unwrap().starts_with(option));
    found.unwrap_or_else(|| panic!("no {option}: {answer}"))[field].as_f64().unwrap()
}

/// The champion finds what to do by another road: from what it sees on its turn.
#[test]
fn three_players_have_the_values_of_the_champion() {
    let (desk, game) = (Desk::new(), Gang::set_up(3, &Setting::default()).unwrap());
    let values = champion_values(&game, Grade::Coarse, || true).unwrap();
    for (pools, round, card, best, same) in [
        ([14, 20, 14], 5, "sum7-bomb", Some((6, 2)), false),
        ([42, 60, 40], 5, "sum10-bomb", Some((4, 2)), true),
        ([48, 48, 48], 2, "sum7-bomb", None, true),
    ] {
        let typed = pools.map(|pool| pool.to_string()).join(",");
        let mark = best.map_or(String::new(), |(total, dice)| format!("--best {total}:{dice}"));
        let command = format!("advise --game gang --pools {typed} --seat 2 --round {round} --card {card} {mark}");
        let answer = answer(&desk, &command);
        let index = game.deck().cards.iter().position(|known| known.id == card).unwrap();
        // Counted from who started: seat 1 with a result to beat, otherwise seat 2.
        let (from_first, seat) = match best {
            Some(_) => ([pools[0], pools[1], pools[2], 0], 1),
            None => ([pools[1], pools[2], pools[0], 0], 0),
        };
        let turn = OnTurn {
            card: analyze::games::gang::CardIndex(index as u16),
            round: round - 1,
            pools: from_first,
            seat,
            acted: seat as u32,
            allowed: pools[1].min(16),
            table: 3 * 48 - pools.iter().sum::<u32>(),
            lead: best.map(|(total, dice)| Lead { seat: 0, mark: Mark { total, dice } }),
        };
        let (todo, shares) = (values.todo(&turn).unwrap(), values.shares(&turn).unwrap());
        let named = format!("commit {} di", todo.dice);
        let value = number(&answer, &named, "win_share");
        assert!((value - shares[seat]).abs() < 0.002, "{command}: {value} {todo:?}");
        // What it does not consider can be better: 3 dice beat 6 with 2 dice by as many points.
        let best = answer["options"][0]["win_share"].as_f64().unwrap();
        assert!(best >= value && answer["options"][0]["cost"].as_f64() == Some(0.0), "{command}: {answer}");
        assert_eq!(answer["dice"].as_u64() == Some(todo.dice.into()), same, "{command}: {todo:?} {answer}");
    }
}

/// What the last player of the last round wins is its chance to win the round, however values are found.
#[test]
fn solved_and_simulated_values_of_a_last_turn_are_its_chances() {
    let desk = Desk::new();
    desk.write("one.toml", ONE_ROUND);
    let reply = format!("{ONE} --pools 2,4 --seat 2 --best 6:2");
    let solved = answer(&desk, &reply);
    let simulated = answer(&desk, &format!("{reply} --others random --runs 2000"));
    for (option, of) in [("commit 2", 4), ("commit 3", 4), ("commit 4", 4)] {
        assert_eq!(solved["options"].as_array().unwrap().len(), of);
        let chance = number(&solved, option, "leads");
        assert!((number(&solved, option, "win_share") - chance).abs() < 1e-9, "{option}: {solved}");
        let [low, high] = ["win_share_lo", "win_share_hi"].map(|end| number(&simulated, option, end));
        // Each interval misses in 5%; twice as wide it misses in one of ten thousand.
        let room = (high - low) / 2.0;
        assert!((low - room..high + room).contains(&chance), "{option}: {chance}, {simulated}");
    }
    // 2 and 4 beside a Boss, 1 or 2 are 6 to 8, which are valid and beat 6 with two dice; more is invalid.
    let shown = answer(&desk, &format!("{reply} --dice 2,4,boss --rolls-left 1"));
    assert!((number(&shown, "reroll boss", "win_share") - 1.0).abs() > 0.1);
    assert!((number(&shown, "stop", "win_share") - 1.0).abs() < 1e-9, "6 with three dice beats 6 with two: {shown}");
    assert!((number(&shown, "reroll boss", "leads") - 3.0 / 6.0).abs() < 1e-9, "a Boss, 1 or 2: {shown}");
    assert_eq!(shown["advice"], "Best: stop.");
    assert_eq!(shown["dice"], Value::Null);
}

/// No total above 8 is valid, and 8 with four dice is beaten by no 8 with as many: the other one wins the round, and with it the
/// game.
#[test]
fn a_game_that_is_lost_with_every_option_has_no_best_one() {
    let desk = Desk::new();
    desk.write("one.toml", ONE_ROUND);
    let lost = answer(&desk, &format!("{ONE} --pools 0,4 --seat 2 --best 8:4"));
    assert_eq!(lost["advice"], "The game is lost, whatever you do.");
    // A program that asks still gets a legal number.
    assert_eq!(lost["dice"], 1);
    let open = answer(&desk, &format!("{ONE} --pools 0,4 --seat 2 --best 7:4"));
    assert!(open["advice"].as_str().unwrap().starts_with("Best: commit"), "{open}");
}

/// A single die of Gang of Dice never shows 9 or more, so that its result is never invalid, and always valid.
#[test]
fn chances_of_0_and_1_are_told_as_that() {
    let desk = Desk::new();
    let told = desk.result("advise --game gang --players 3 --round 1 --card sum10-bomb");
    assert!(told.contains("is valid 100% of the time, invalid 0%"), "{told}");
}

/// Seats 1 and 2 have lost a die and two, which was read as two dice and one, so that the pools of round 1 were refused. A
/// single die is valid and wins the only round, and with it the game.
#[test]
fn two_lost_turns_in_round_1_could_not_be_typed() {
    let desk = Desk::new();
    desk.write("one.toml", ONE_ROUND);
    let position = format!("{ONE} --round 1 --first 1 --seat 3");
    let told = answer(&desk, &format!("{position} --pools 3,2,4"));
    assert_eq!(number(&told, "commit 1 die", "win_share"), 1.0, "{told}");
    desk.refused(&format!("{position} --pools 3,2,3"), &["in round 1, each seat begins with 4 dice"]);
}

/// A strategy was blamed, by what the program calls a position inside, and only after the game had been solved.
#[test]
fn positions_that_no_game_of_pot_can_reach_are_refused() {
    let desk = Desk::new();
    for position in ["--coins 24,0", "--coins 5,5 --pot 0", "--coins 5,5 --pot 110 --dice 5,o,2"] {
        desk.refused(&format!("advise --game pot {position}"), &["--coins", "no two-player game", "--pot"]);
    }
    desk.refused("advise --game pot --coins 5,7 --best 0", &["--best: 0 points", "1 to 15"]);
}

/// A turn was said to have 255 rerolls, or one that the rules do not allow.
#[test]
fn without_rerolls_there_is_nothing_to_ask_of_dice() {
    let desk = Desk::new();
    desk.write("one.toml", ONE_ROUND);
    let position = "advise --game gang --rule rerolls=0 --card sum7-bomb --players 3 --dice 3,3";
    for left in ["", " --rolls-left 1"] {
        desk.refused(&format!("{position}{left}"), &["--dice", "rerolls=0"]);
    }
    desk.refused(&format!("{ONE} --pools 4,0,4 --seat 2"), &["it must be 1 or 3"]);
}

/// Values that do not know a rule were called exact, without a word about it.
#[test]
fn a_limit_of_turns_that_is_ignored_is_named() {
    let desk = Desk::new();
    let (ignored, pig) = ("limit of turns is ignored", "--game pig --rule goal=20 --rule cap=4");
    for command in [format!("advise {pig}"), format!("exploit hold {pig} --out e")] {
        assert!(desk.result(&command).contains(ignored), "{command}");
    }
    assert!(!desk.result("advise --game pig --rule goal=20").contains(ignored));
}

/// Dice that lie there were rolled.
#[test]
fn a_field_that_is_filled_in_is_named() {
    let desk = Desk::new();
    let told = desk.result("advise --game threes --players 1 --dice 3,1,6,6,2");
    assert!(told.contains("Assumed: rolled=1"), "{told}");
}

/// At 9 of 10 points each, any number but a 1 wins: w = 5/6 + (1 − w)/6, which is 6/7.
#[test]
fn pig_is_solved_for_two_and_simulated_for_others() {
    let (desk, core) = (Desk::new(), Optimal::solve(&Rules::default()));
    for (own, other, total) in [(30, 42, 18), (0, 0, 21), (80, 95, 10), (60, 0, 25)] {
        let answer = answer(&desk, &format!("advise --game pig --scores {own},{other} --total {total}"));
        let Worths { rolling, holding } = core.worths(own, other, total);
        assert!((number(&answer, "roll", "win_share") - rolling).abs() < 1e-9);
        assert!((number(&answer, "hold", "win_share") - holding).abs() < 1e-9);
        let best = if core.holds(own, other, total) { "Best: hold." } else { "Best: roll." };
        assert_eq!(answer["advice"], best);
    }
    let near = "advise --game pig --rule goal=10 --scores 9,9";
    assert!((number(&answer(&desk, near), "roll", "win_share") - 6.0 / 7.0).abs() < 1e-9);
    let played = answer(&desk, &format!("{near} --others hold:2"));
    assert!((number(&played, "roll", "win_share") - 6.0 / 7.0).abs() < 0.03, "{played}");
    let said = played["notes"].to_string();
    assert!(said.contains("Simulated: 4,000 games") && said.contains("95%") && said.contains("same draws"), "{said}");
}

/// The seat in control has the goal, and wins as the turn comes round to it.
#[test]
fn pot_is_lost_by_who_stops_below_the_score_to_beat() {
    let desk = Desk::new();
    let ending = answer(&desk, "advise --game pot --coins 20,24 --pot 6 --best 9:2 --dice 1,2,2 --runs 400");
    assert_eq!(number(&ending, "stop", "win_share"), 0.0, "{ending}");
    assert!(number(&ending, "reroll all", "win_share") > 0.1, "{ending}");
    let opening = desk.result("advise --game pot --runs 100");
    assert!(opening.contains("play the turn like thief") && opening.contains("With --dice"), "{opening}");
}

#[test]
fn battle_lists_every_duel() {
    let desk = Desk::new();
    let given = "advise --game battle --packs white:3+red,white:2+black --points 2,0 --runs 40";
    let answer = answer(&desk, given);
    let options = answer["options"].as_array().unwrap();
    let rules = analyze::games::battle::Rules::default();
    let dearest =
        [[3, 1, 0, 0, 0, 0], [2, 0, 0, 0, 0, 1]].map(|dice| rules.cost_of(Kinds::new(dice))).into_iter().max();
    // Four duels without a number, a limit for each point that the dearest hand costs, and 1 to 4 dice: each in two ways.
    assert_eq!(options.len() as u32, 2 * (4 + dearest.unwrap() + 4), "{answer}");
    let drafted = desk.result("advise --game battle --players 2 --runs 20");
    assert!(drafted.contains("Assumed: The dice are those that the strategies draft (--packs)."), "{drafted}");
}

#[test]
fn a_game_from_a_file_is_solved_and_asked_by_its_fields() {
    let desk = Desk::new();
    desk.write("nines.toml", NINES);
    // Any roll but a 9 wins, which is 8 in 9; after a 9 the other is on turn with nothing, and wins more often than not.
    let asked = "advise --game nines.toml --at total=34,score=5";
    let found = answer(&desk, asked);
    assert_eq!(found["options"].as_array().unwrap().len(), 2, "{found}");
    let roll = number(&found, "roll", "win_share");
    assert!((8.0 / 9.0..8.0 / 9.0 + 0.5 / 9.0).contains(&roll) && found["advice"] == "Best: roll.", "{found}");
    let alone = answer(&desk, &format!("{asked} --players 1"));
    // Alone, the fewest turns are best, and every option costs turns.
    assert!(alone["options"][0]["turns"].as_f64() <= alone["options"][1]["turns"].as_f64(), "{alone}");
    desk.refused("advise --game nines.toml --at totle=3 --dice 9 --runs 5", &["--at", "--dice", "--runs", "total"]);
    let best = "advise --game nines.toml --players 3 --others optimal";
    desk.refused(best, &["--others: 'optimal' needs the solution", "not for 3"]);
}

/// Seat 3 has 39 of 40 points, and wins on its next turn with anything but a 9, which is 8 in 9. Who banks 20 points before
/// that has 1 in 9 of what is left; who rolls with 34 wins with anything but a 9.
#[test]
fn a_game_from_a_file_for_more_players_is_played() {
    let desk = Desk::new();
    desk.write("nines.toml", NINES);
    desk.write("banks.toml", "name = \"banks\"\nabout = \"banks\"\ngame = \"nines\"\ndecide = \"bank\"\n");
    let asked = "advise --game nines.toml --at total=34,score=5,seat3.score=39,seat2.score=39 --others banks.toml";
    let found = answer(&desk, asked);
    let within = |option: &str, expected: std::ops::Range<f64>| {
        let value = number(&found, option, "win_share");
        assert!(expected.contains(&value), "{option}: {value} {found}");
    };
    // After a 9, both others have to roll a 9 before it is on turn again.
    within("roll", 8.0 / 9.0 - 0.03..8.0 / 9.0 + 1.0 / 81.0 + 0.03);
    within("bank", 0.0..1.0 / 81.0 + 0.02);
    assert_eq!(found["advice"], "Best: roll.");
    assert!(found["position"].as_str().unwrap().starts_with("Nines: seat 1 of 3"), "{found}");
    let notes = found["notes"].to_string();
    for said in ["The others play banks.toml", "seat that asks plays banks.toml", "Simulated: 4,000", "same draws"] {
        assert!(notes.contains(said), "{said}: {notes}");
    }
    let command = format!("{asked} --runs 100 --format csv --threads");
    assert_eq!(desk.result(&format!("{command} 1")), desk.result(&format!("{command} 3")));
    // The seats that are named are those that play, and whoever is not named starts with nothing.
    let default = desk.result("advise --game nines.toml --at total=9,seat4.score=20 --runs 50");
    assert!(default.contains("seat 1 of 4") && default.contains("Assumed: the others play random"), "{default}");
    assert!(default.contains("comes with no strategy but random"), "{default}");
    desk.refused(
        "advise --game nines.toml --players 3 --at seat2.scor=3,total=x --step bank --dice 7 --card 2 --first 9 --pot 3",
        &["--pot: Nines has no use", "--first: there is no seat 9", "did you mean 'seat2.score'?", "'total=x' must be", "no step 'bank'", "'7' is no face", "there is no [deck]"],
    );
    desk.refused("advise --game nines.toml --players 3 --at seat3.score=40", &["--at", "the game is over"]);
    desk.refused("advise --game nines.toml --players 3 --others nobody --at total=9", &["--others", "nobody"]);
}

/// Fourteen fields without limits are more than a position can have to be solved. Who holds 2 points beside 98 of 100 wins.
#[test]
fn a_game_that_is_too_large_is_played_and_the_answer_says_why() {
    let desk = Desk::new();
    let fields: String = (0..14).map(|field| format!("f{field} = \"a number\"\n")).collect();
    let moves: String = (1..14).map(|field| format!("f{field} += f{} + 1, ", field - 1)).collect();
    desk.write(
        "wide.toml",
        format!(
            "game = \"wide\"\nplayers = \"2\"\n[dice]\nmost = 1\n[player]\n{fields}[turn]\n\
             total = {{ banks = \"f0\", about = \"the points\" }}\n[step.roll]\nroll = 1\n\
             then = [\"sum == 1 -> lose\", \"total += sum, decide\"]\n\
             [step.decide]\nchoices = [\"roll\", \"hold -> {moves}bank\"]\n[end]\nwhen = \"f0 >= 100\"\nscore = \"f0\"\n"
        ),
    );
    let found = answer(&desk, "advise --game wide.toml --at f0=98,total=2 --runs 100");
    assert_eq!(number(&found, "hold", "win_share"), 1.0, "{found}");
    assert!(found["notes"].to_string().contains("Not solved: a position takes too many bits"), "{found}");
    let best = "advise --game wide.toml --at f0=98,total=2 --others optimal";
    desk.refused(best, &["--others: 'optimal' needs the solution of the game, but a position takes too many bits"]);
}

#[test]
fn answers_name_their_defaults_and_are_the_same_on_any_number_of_threads() {
    let desk = Desk::new();
    let text = desk.result("advise --game gang --card sum7-bomb");
    for said in
        ["There are 3 players", "It is round 1", "(--pools)", "seat 1 begins (--first)", "champion (--others)", "grid"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    for command in [
        "advise --game gang --card sum7-bomb --others chaser --runs 40 --dice 1,1,4",
        "advise --game pig --players 4 --total 20",
        "advise --game pot --dice 1,2,3 --runs 200",
        "advise --game battle --runs 20",
    ] {
        let one = desk.result(&format!("{command} --threads 1 --format csv"));
        assert_eq!(one, desk.result(&format!("{command} --threads 3 --format csv")), "{command}");
        let rows = csv_rows(&one);
        assert!(rows[0].starts_with(&["option".to_owned(), "win_share".to_owned()]) && rows.len() > 2, "{one}");
    }
}

#[test]
fn wrong_positions_are_told_all_that_is_wrong_at_once() {
    let desk = Desk::new();
    for (command, words) in [
        (
            "advise --game gang --pools 1,x,400 --seat 9 --round 50 --card sum8 --best 99:2 --dice 7 --scores 3",
            &[
                "--scores: ",
                "--seat: ",
                "1 to 3",
                "--round: ",
                "1 to 12",
                "--card: ",
                "sum7-bomb",
                "--best: ",
                "at most 10",
                "'x' for seat 2",
                "400 dice",
                "'7' is no face",
            ][..],
        ),
        ("advise --game gang --pools 48,48", &["--card", "round 1 can have"]),
        (
            "advise --game gang --pools 100,100,100 --round 3 --card sum7-bomb",
            &["300 dice", "144 dice", "lower the pools"],
        ),
        ("advise --game gang --pools 47,48,48 --card sum7-bomb", &["in round 1, each seat begins with 48 dice"]),
        ("advise --game gang --card sum7-bomb --best 9:2 --seat 2", &["no roll of 2 dice has a total of 9", "sum>=7"]),
        ("advise --game gang --card sum7-bomb --best 5:2:2 --seat 2", &["seat 2 has not acted yet"]),
        ("advise --game gang --card sum7-bomb --best 5:2:3 --first 1 --seat 2", &["acts after seat 2"]),
        ("advise --game gang --card sum7-bomb --best five", &["TOTAL:DICE"]),
        ("advise --game gang --round 12 --card sum7-bomb", &["has a light back"]),
        ("advise --game gang --card sum7-bomb --rolls-left 1", &["--rolls-left", "--dice"]),
        ("advise --game gang --pools 1,2 --players 3 --card sum7-bomb", &["--pools", "one for each seat"]),
        ("advise --game gang --card sum7-bomb --others a,b,c,d", &["players"]),
        ("advise --game gang --card sum7-bomb --others nobody", &["--others", "nobody"]),
        ("advise --game gang --card sum7-bomb --others chaser --runs 1", &["--runs", "2 to 1,000,000"]),
        (
            "advise --game pig --scores 100,3,x --total 300 --pools 3",
            &["--pools", "--scores", "0 to 99", "'x' for seat 3", "--total"],
        ),
        ("advise --game pig --scores 3,4 --total 1", &["--total", "lowest number that counts is 2"]),
        (
            "advise --game pot --coins 100,50 --best 99 --dice 6,1,1 --seat 3",
            &["--coins", "lower --coins", "--best", "--dice", "P, O, T", "--seat"],
        ),
        ("advise --game pot --dice 1,1,1", &["--dice", "ends the turn"]),
        ("advise --game pot --best 9:1", &["--best", "seat 1 is on turn"]),
        (
            "advise --game battle --packs pink,white:9 --points x,1",
            &["pink", "white:3+red", "'9' white", "'x' for seat 1"],
        ),
        ("advise --game battle --packs white,white --points 1", &["--points", "one for each seat"]),
        ("advise", &["--game is missing"]),
    ] {
        desk.refused(command, words);
    }
}
