//! Games of a real table whose file has a wrong word: what is said of it.

use super::{Players, Prepared};
use crate::dice::RunKey;
use crate::engines::EngineKind;
use crate::games::battle::{Battle, Kind};
use crate::games::recorded::{self, Part, What};
use crate::games::{BuiltIn, Setting};
use crate::input::Source;
use crate::strategies::{Catalogue, play_with};

/// A draft of two players, who then have a green and a black die each, and a white one.
const DRAFT: [(usize, &str); 6] = [(0, "green"), (1, "black"), (0, "green"), (1, "white"), (0, "pass"), (1, "pass")];

/// What is wrong with a game of Battle Dice: the line, and the message. Turns have a line each, a seat, what was decided, and
/// what it came to.
fn wrong(turns: &[(usize, &str, &str)]) -> (usize, String) {
    let mut parts = Vec::new();
    for (line, (seat, decided, came_to)) in (1..).zip(turns) {
        parts.push(Part { line, what: What::Turn(*seat) });
        parts.push(Part { line, what: What::Decided((*decided).to_owned()) });
        if !came_to.is_empty() {
            let words = came_to.split(' ').map(str::to_owned).collect();
            parts.push(Part { line, what: What::CameTo(words) });
        }
    }
    let game: &dyn Prepared = &Battle::set_up(2, &Setting::default()).unwrap();
    let person = game.find_in(&Source::new("you.rhai", Battle::PERSON)).unwrap();
    let (names, mut story) = (["player".to_owned()], String::new());
    let ((ended, _), telling) = recorded::tell(parts, || {
        let players: Box<dyn Players> = game.players(&[&person]);
        let seating = (&[0, 0][..], RunKey::new(1).block(0));
        play_with(&[], || players.narrate(EngineKind::Dice, seating, &names, &mut story))
    });
    let fault = ended.err().map(|fault| format!("{}; {}", fault.returned, fault.legal));
    match telling.problem {
        Some(problem) => (problem.line, problem.message),
        None => (telling.line, fault.unwrap_or_default()),
    }
}

/// The same after the draft.
fn wrong_later(turns: &[(usize, &str, &str)]) -> (usize, String) {
    let draft = DRAFT.map(|(seat, kind)| (seat, kind, ""));
    wrong(&[&draft, turns].concat())
}

/// The message showed what a script must return, and said neither which word was wrong nor what could be written.
#[test]
fn a_wrong_word_of_battle_dice_is_named_with_what_is_legal_and_without_script_syntax() {
    let kinds = Kind::NAMES.join(", ");
    let after = |turn| [(0, "first-to-15 all chosen", "2"), turn];
    let all: Vec<((usize, String), usize, Vec<&str>)> = vec![
        (wrong(&[(0, "draft purple", "")]), 1, vec!["'purple' is no kind of dice", "red", "pass"]),
        (wrong(&[(0, "green red", "")]), 1, vec!["'green red' is no kind of dice", "pass"]),
        (wrong_later(&after((1, "buys purple", ""))), 8, vec!["'purple' is no kind of dice", &kinds]),
        (wrong_later(&after((1, "buys white for prple", ""))), 8, vec!["'prple' is no kind of dice", &kinds]),
        (wrong_later(&after((1, "buys white 2", ""))), 8, vec!["'2' is no kind of dice"]),
        (wrong_later(&after((1, "buys white for red", ""))), 8, vec!["1 red", "those owned: 1 white, 1 black"]),
        (wrong_later(&[(0, "foo all", "2")]), 7, vec!["'foo' is no duel", "two-by-two"]),
        (wrong_later(&[(0, "7", "2")]), 7, vec!["'7' is no duel"]),
        (wrong_later(&[(0, "armageddon x", "2")]), 7, vec!["'x' says nothing of a duel", "chosen or random"]),
        (wrong_later(&[(0, "armageddon -1", "2")]), 7, vec!["'-1' is no number of the duel armageddon"]),
        (wrong_later(&[(0, "armageddon 99", "2")]), 7, vec!["99 dice", "1 to 2 dice"]),
        (wrong_later(&[(0, "battle 7", "2")]), 7, vec!["'7': the duel battle takes no number", "armageddon do"]),
        (wrong_later(&[(0, "battle seat", "2")]), 7, vec!["'seat' is followed by nothing", "seat 2"]),
        (wrong_later(&[(0, "battle seat two", "2")]), 7, vec!["'two' is no seat", "1 to 2"]),
        (wrong_later(&[(0, "battle seat 0", "2")]), 7, vec!["'0' is no seat"]),
        (wrong_later(&[(0, "battle seat 1", "2")]), 7, vec!["against seat 1", "one of the seats 2"]),
    ];
    for ((line, message), expected, words) in all {
        assert_eq!(line, expected, "{message}");
        words.iter().for_each(|word| assert!(message.contains(word), "{word}: {message}"));
        for syntax in ["#{", "[\"", "view.", "must return"] {
            assert!(!message.contains(syntax), "{message}");
        }
    }
}

#[test]
fn a_game_of_battle_dice_with_right_words_is_told() {
    let turns = [
        (0, "armageddon 2 seat 2 random", "2 shows 0 1"),
        (1, "buys white", ""),
        (1, "by-points 7 all chosen", "drawn"),
        (0, "battle", "lost"),
    ];
    let (_, message) = wrong_later(&turns);
    assert_eq!(message, "nothing; what the record says", "the record ends before the game");
}
