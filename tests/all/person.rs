//! `analyze play --me`: conversations at the terminal, by a pipe and by a pseudo-terminal.

use crate::program::Desk;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a conversation prints, with these lines typed, and its exit code.
fn talk(desk: &Desk, command: &str, lines: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_analyze"))
        .args(command.split_whitespace())
        .current_dir(desk.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have ended before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let told = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(told.stdout), text(told.stderr), told.status.code())
}

/// The turns that a story tells to their ends.
fn turns(told: &str) -> Vec<&str> {
    let lines = told.lines().map(|line| line.strip_prefix("> ").unwrap_or(line));
    lines.filter(|line| line.starts_with("  ") && line.contains(": ")).collect()
}

#[test]
fn a_conversation_is_as_it_was() {
    let desk = Desk::new();
    let (told, err, code) =
        talk(&desk, "play --game pig --me 1 --bots hold --seed 7", "roll\n?\nx\nhold\nu\nhold\nq\n");
    assert_eq!((err.as_str(), code), ("", Some(0)), "{told}");
    insta::assert_snapshot!("person_pig", told);
}

/// A game that is saved, taken back and resumed is the game of the same answers at once.
#[test]
fn a_game_goes_on_where_it_was_saved() {
    let desk = Desk::new();
    let answers = ["hold", "roll", "hold", "roll", "roll", "hold"];
    let whole: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
    let command = "play --game pig --me 2 --bots hold,race --seed 11 --rule goal=60";
    let at_once = talk(&desk, command, &whole).0;
    std::fs::remove_file(desk.path("analyze-game.json")).unwrap();
    talk(&desk, command, "hold\nroll\nroll\nu\nhold\nq\n");
    let (resumed, err, code) = talk(&desk, "play --resume", "roll\nroll\nhold\n");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert_eq!(turns(&resumed), turns(&at_once));
    assert!(turns(&resumed).len() > 5, "{resumed}");
    // What is saved survives that nobody quits, and another game does not replace it.
    assert!(desk.path("analyze-game.json").exists());
    desk.refused(command, &["there is a file 'analyze-game.json' already", "--resume"]);
}

/// What a link of a stranger points to was written over.
#[cfg(unix)]
#[test]
fn a_link_beside_the_saved_game_is_not_followed() {
    let desk = Desk::new();
    desk.write("precious", "mine");
    std::os::unix::fs::symlink(desk.path("precious"), desk.path("analyze-game.json.new")).unwrap();
    let (told, _, code) = talk(&desk, "play --game pig --me 1 --bots hold --seed 7", "roll\nq\n");
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(desk.read("precious"), "mine");
}

/// A contest with a deck, of which each card is turned up once.
const DUEL: &str = "game = \"duel\"\nplayers = \"2-3\"\n[match]\ndice = 2\nrolls = 2\nvalid = \"not card\"\ngoal = 2\n\
    [deck.all]\ncards = [\"bad: sum >= 10\", \"count(1) > 0\", \"has('x x')\"]\n";

/// In a game that is not solved, advice is asked with all that the person sees: all players, the card, and who began.
#[test]
fn advice_in_a_contest_with_a_deck_knows_the_card() {
    let desk = Desk::new();
    desk.write("duel.toml", DUEL);
    let (told, err, code) = talk(&desk, "play --game duel.toml --me 2 --bots random,random --seed 3", "?\nq\n");
    assert_eq!((err.as_str(), code), ("", Some(0)), "{told}");
    let card = told.lines().find_map(|line| line.trim().strip_prefix("the card is ")).unwrap();
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains(&format!("seat 2 of 3 is on turn in round 1; the card is '{card}'; step keep, dice")),
        "{told}"
    );
    assert!(told.contains("Best: keep") && !told.contains("Assumed: the seat that asks began"), "{told}");
}

/// Advice in a game for three was refused. What all others have is part of the position.
#[test]
fn advice_in_a_game_for_three_knows_all_players() {
    let desk = Desk::new();
    let command = "play --game farkle --players 3 --me 3 --bots bank:at=300 --seed 4";
    let (told, err, code) = talk(&desk, command, "?\nq\n");
    assert_eq!((err.as_str(), code), ("", Some(0)), "{told}");
    let scores: Vec<&str> = told.lines().filter_map(|line| line.trim().strip_prefix("then: score ")).take(2).collect();
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = format!("seat 1: score {}, seat 2: score {}.", scores[0], scores[1]);
    assert!(told.contains("Farkle: seat 3 of 3 is on turn; step keep, dice") && told.contains(&expected), "{told}");
    assert!(told.contains("Best: keep") && told.contains("the others play bank"), "{told}");
}

/// Every game is played to its end by somebody who gives the same answers again and again, and reviewed.
#[test]
fn every_game_ends_with_a_review() {
    let games = [
        ("pig --me 1 --bots hold --rule goal=20", "roll\nhold\n", "of the best"),
        ("gang --me 2 --bots chaser,bold", "2\nnone\nboss\n", "of the best"),
        ("pot --me 1 --bots stand --rule goal=6", "none\n", "of the best"),
        ("battle --me 1 --bots swarm --rule goal=12", "\n", "review"),
        ("threes --me 1 --bots random --rule goal=30", "none\nroll\nbank\n", "of the best"),
        // Games that are not solved: three players, and a contest with a deck.
        ("threes --players 3 --me 2 --bots dare,random --rule goal=20", "none\nbank\n", "of the best"),
        ("duel.toml --me 2 --bots random,random", "none\n", "of the best"),
    ];
    for (game, answers, expected) in games {
        let desk = Desk::new();
        desk.write("duel.toml", DUEL);
        let (told, err, code) = talk(&desk, &format!("play --seed 5 --game {game}"), &answers.repeat(200));
        assert_eq!((err.as_str(), code), ("", Some(0)), "{game}: {told}");
        assert!(told.contains("wins") && told.contains(expected), "{game}: {told}");
        assert!(!desk.path("analyze-game.json").exists(), "{game}: a game that is over is kept");
    }
}

#[test]
fn what_cannot_be_done_is_said_and_asked_again() {
    let desk = Desk::new();
    let (told, _, code) = talk(&desk, "play --game gang --me 1 --bots chaser --seed 1", "many\n0\n4000\n2\nq\n");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("That cannot be done: 'many' is no whole number."), "{told}");
    assert!(told.matches("That cannot be done").count() >= 3 && told.contains("you (seat 1) commits 2 dice"), "{told}");
    // Such answers were told in the words of scripts.
    let (told, _, _) = talk(&desk, "play --game gang --me 1 --bots chaser --seed 1 --save b.json", "2\nfoo\nstop\nq\n");
    assert!(told.contains("'foo' is no part of your dice") && !told.contains("array"), "{told}");
    desk.refused("play --resume --seed 9 --save b.json", &["--resume", "--seed"]);
    let (told, _, _) = talk(&desk, "play --game pig --me 1 --bots hold --save other.json", "stop\nu\nq\n");
    assert!(told.contains("'stop' is none of these: roll, hold") && told.contains("no move to take back"), "{told}");
    desk.refused("play --game pig --me 3 --bots hold --save a.json", &["--me: 3 is no seat; there are 2 players"]);
    desk.refused(
        "play --game pig --me 1 --players 4 --bots hold,race --save a.json",
        &["2 strategies for 3 other seats"],
    );
    desk.refused("play --resume --save none.json", &["--resume: 'none.json'"]);
    desk.write("wrong.json", "{\"command\": [\"--game\", \"pig\"], \"answers\": []}");
    desk.refused("play --resume --save wrong.json", &["has no --me"]);
    desk.write("wrong.json", "{\"command\": 7}");
    desk.refused("play --resume --save wrong.json", &["this is no saved game"]);
}

/// At a pseudo-terminal, which Python has (`python3`), prompts come before answers are typed.
#[test]
fn a_person_plays_at_a_terminal() {
    const SCRIPT: &str = "
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown = b''
def until(text):
    global shown
    while text not in shown:
        try:
            more = os.read(terminal, 4096)
        except OSError:
            more = b''
        if not more:
            sys.exit('the program ended before ' + text.decode() + ': ' + shown.decode())
        shown += more
    shown = shown.split(text, 1)[1]
for answer in [b'roll', b'?', b'q']:
    until(b'(roll, hold)')
    until(b'> ')
    os.write(terminal, answer + b'\\n')
until(b'The game is saved')
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";
    let desk = Desk::new();
    let mut python = Command::new("python3");
    let told = python.args(["-c", SCRIPT, env!("CARGO_BIN_EXE_analyze")]);
    let told = told.args("play --game pig --me 1 --bots hold --seed 7".split(' ')).current_dir(desk.path("")).output();
    let Ok(told) = told else {
        eprintln!("SKIPPED: there is no python3");
        return;
    };
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
}
