//! What to do in a position of a solved game, against another solution of the same game, and what wrong positions are told.

use crate::common::game;
use analyze_core::dice::mix;
use analyze_core::exact::pig::{Optimal, Worths};
use analyze_core::games::pig::Rules;
use analyze_ruled::{Advised, Asked, Named, Ruled, Unadvised};

/// The advice for a player on turn in Pig.
fn pig(game: &Ruled, [own, other, total]: [u32; 3]) -> Result<Advised, Unadvised> {
    let fields = [format!("score={own}"), format!("rival.score={other}"), format!("total={total}")];
    game.advise(&Asked { fields: &fields, ..Asked::default() }, &|_| true)
}

/// The core solves Pig by itself, and knows nothing of game files.
#[test]
fn a_thousand_positions_of_pig_have_the_best_move_and_the_values_of_another_program() {
    let (game, core) = (game("pig", 2, &[]), Optimal::solve(&Rules::default()));
    let (mut asked, mut holds) = (0, 0);
    for key in 0.. {
        let [own, other, total] = [1, 2, 3].map(|part| (mix(key * 3 + part) >> 33) as u32);
        let (own, other) = (own % 100, other % 100);
        let total = 2 + total % 40;
        // Such a turn total wins, and nobody ever has a single point.
        if own + total >= 100 || own == 1 || other == 1 {
            continue;
        }
        let advised = pig(&game, [own, other, total]).unwrap();
        let Worths { rolling, holding } = core.worths(own, other, total);
        let value = |option: &str| advised.options.iter().find(|(name, _)| name == option).unwrap().1;
        assert!((value("roll") - rolling).abs() < 1e-9, "{own} {other} {total}: {advised:?} {rolling}");
        assert!((value("hold") - holding).abs() < 1e-9, "{own} {other} {total}: {advised:?} {holding}");
        let best = if core.holds(own, other, total) { "hold" } else { "roll" };
        assert_eq!(advised.options[0].0, best, "{own} {other} {total}: {advised:?}");
        holds += u32::from(best == "hold");
        asked += 1;
        if asked == 1_000 {
            break;
        }
    }
    assert!((200..800).contains(&holds), "{holds}");
}

#[test]
fn wrong_positions_are_told_everything_that_is_wrong() {
    let game = game("pig", 2, &[]);
    let wrong = |fields: &[&str], step: Option<&str>, dice: &[&str]| {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let (fields, dice) = (owned(fields), owned(dice));
        let dice = Some(&*dice).filter(|dice| !dice.is_empty());
        match game.advise(&Asked { fields: &fields, step, dice, ..Asked::default() }, &|_| true) {
            Err(Unadvised::Wrong(wrong)) => wrong,
            other => panic!("{other:?}"),
        }
    };
    let told = wrong(&["scores=3", "score", "total=x"], Some("bank"), &["7"]);
    let named: Vec<Named> = told.iter().map(|told| told.0).collect();
    assert_eq!(named, [Named::Field, Named::Field, Named::Field, Named::Step, Named::Dice]);
    assert!(told[0].1.contains("'scores'") && told[0].1.contains("score"), "{told:?}");
    let told = wrong(&["score=99", "total=50"], None, &[]);
    assert!(told[0].0 == Named::Position && told[0].1.contains("no turn reaches this position"), "{told:?}");
    let told = wrong(&["score=100", "total=5"], None, &[]);
    assert!(told[0].0 == Named::Position && told[0].1.contains("no turn begins with these values"), "{told:?}");
}

/// Dice without the number of rolls were refused, although they lie there only after one.
#[test]
fn a_field_that_cannot_be_as_at_the_start_is_found() {
    let game = game("threes", 2, &[("goal", 50)]);
    let dice = ["3", "3", "5", "1", "6"].map(str::to_owned);
    let advice = |fields: &[String]| {
        game.advise(&Asked { fields, step: Some("keep"), dice: Some(&dice), ..Asked::default() }, &|_| true).unwrap()
    };
    let (found, named) = (advice(&[]), advice(&["rolled=1".to_owned()]));
    assert_eq!((found.assumed.as_deref(), named.assumed), (Some("rolled=1"), None));
    assert_eq!((found.options, found.position), (named.options, named.position));
}

#[test]
fn a_game_that_is_not_solved_says_why() {
    let game = game("pig", 3, &[]);
    let found = game.advise(&Asked::default(), &|_| true);
    assert!(matches!(&found, Err(Unadvised::Unsolved(why)) if why.contains("not for 3")), "{found:?}");
}
