//! Scripts whose decisions another program makes.

use analyze::dice::RunKey;
use analyze::games::pig::{Pig, Rules};
use analyze::games::{Fault, Game, Outcome, Table};
use analyze::input::Source;
use analyze::strategies::{Host, HostValue, Look, Seen, Values, ask_host, read};
use std::sync::Arc;

/// Holds from a score on that its name says.
struct Threshold;

impl Host for Threshold {
    fn decide(
        &self,
        strategy: &str,
        function: &str,
        arguments: &[HostValue],
        look: &Look<'_>,
    ) -> Result<HostValue, String> {
        assert_eq!(function, "roll");
        let [HostValue::Seen(view)] = arguments else { panic!("{arguments:?}") };
        match strategy {
            "refuses" => Err("it does not want to".to_owned()),
            "looks" => looks(look, view),
            _ => Ok(HostValue::Truth(whole(look.property(view, "turn_total"))? < 21)),
        }
    }
}

fn whole(value: Result<HostValue, String>) -> Result<i64, String> {
    match value? {
        HostValue::Whole(whole) => Ok(whole),
        other => Err(format!("{other:?} is no whole number")),
    }
}

/// Looks in every way, and holds.
fn looks(look: &Look<'_>, view: &Seen) -> Result<HostValue, String> {
    let HostValue::Seen(scores) = look.property(view, "scores")? else { panic!("no list") };
    let HostValue::List(all) = look.items(&scores)? else { panic!("no items") };
    assert_eq!(all.len(), 2);
    assert_eq!(whole(look.item(&scores, 1))?, whole(Ok(all[0].clone()))?);
    assert!(look.items(view).is_err(), "a view is no list");
    assert!(look.property(view, "nothing").is_err());
    assert!(look.is_function("coin") && look.is_function("is_less") && !look.is_function("nothing"));
    let least = look.call("min", &[HostValue::Whole(3), HostValue::Whole(2)]);
    assert_eq!(whole(least)?, 2);
    assert!((0..6).contains(&whole(look.call("coin", &[HostValue::Whole(6)]))?));
    Ok(HostValue::Truth(false))
}

fn games(decision: &str) -> Result<Vec<Outcome>, Fault> {
    ask_host(Arc::new(Threshold));
    let game = Pig::new(Rules::default(), 2).unwrap();
    let text = format!(
        "const NAME = \"tried\"; const ABOUT = \"is tried\"; const GAME = \"pig\"; fn roll(view) {{ {decision} }}"
    );
    let loaded = read::<Pig>(&Source::new("tried.rhai", &text)).unwrap_or_else(|bad| panic!("{bad}"));
    let strategy = (loaded.build)(&Values::read(&loaded.name, &loaded.parameters, &[]).unwrap(), &game).unwrap();
    let play = |block| {
        let (block, mut scratch) = (RunKey::new(5).block(block), game.scratch());
        game.play(Table { strategies: &[&*strategy], seating: &[0, 0], block }, &mut scratch, &mut ())
    };
    (0..50).map(play).collect()
}

#[test]
fn another_program_decides_like_the_script_that_says_the_same() {
    let asked = games("ask_host(\"threshold\", \"roll\", view)").unwrap();
    assert_eq!(asked, games("view.turn_total < 21").unwrap());
    assert_ne!(asked, games("view.turn_total < 15").unwrap());
}

#[test]
fn another_program_sees_what_a_script_sees() {
    assert_eq!(
        games("view.turn_total < 1 || ask_host(\"looks\", \"roll\", view)").err().map(|fault| fault.returned),
        None
    );
}

#[test]
fn a_decision_that_another_program_refuses_ends_the_game() {
    let fault = games("ask_host(\"refuses\", \"roll\", view)").unwrap_err();
    assert!(fault.returned.contains("roll: it does not want to"), "{}", fault.returned);
}
