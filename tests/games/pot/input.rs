//! What the game says of wrong answers.

use analyze::dice::RunKey;
use analyze::games::pot::{Choices, Decision, DiceSet, NoAnswer, PolicyId, Pot, Roll, Strategy, View};
use analyze::games::{BuiltIn, Game, Seat, Setting, Table};

use super::script::{other, pair};

/// Answers with these choices, or with none.
struct Wrong(Result<Choices, NoAnswer>, Result<DiceSet, NoAnswer>);

impl Strategy for Wrong {
    fn decide(&self, _: &View<'_>) -> Result<Decision, NoAnswer> {
        self.0.clone().map(|choices| Decision { rerolls: PolicyId(0), choices })
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        self.1.clone()
    }
}

/// Both engines report the same fault: who, when, what, and what would have been legal.
#[test]
fn faults() {
    use analyze::engines::Playable;
    let (legal, no) = (Choices::next(3), NoAnswer("the script ends".into()));
    let same = Choices { fours: pair(1, 1), ..legal };
    let far = Choices { threes: other(3), ..legal };
    for (wrong, returned, would_be) in [
        (Wrong(Ok(same), Ok(DiceSet::NONE)), "4 4 4", "two different"),
        (Wrong(Ok(far), Ok(DiceSet::NONE)), "3 seats clockwise for 3 3 3", "1 to 2 seats"),
        (Wrong(Err(no.clone()), Ok(DiceSet::NONE)), "the script ends", "a plan"),
        (Wrong(Ok(legal), Err(no.clone())), "the script ends", "some or all of the dice"),
    ] {
        let game = Pot::set_up(3, &Setting::default()).unwrap();
        let good = Wrong(Ok(legal), Ok(DiceSet::NONE));
        let (players, seating, key): ([&dyn Strategy; 2], _, _) = ([&good, &wrong], [0, 1, 0], RunKey::new(3).block(0));
        let names = ["good".to_owned(), "wrong".to_owned()];
        let mut story = String::new();
        let rolled =
            game.play(Table { strategies: &players, seating: &seating, block: key }, &mut (), &mut ()).unwrap_err();
        let told = game
            .narrate_own(Table { strategies: &players, seating: &seating, block: key }, &names, &mut story)
            .unwrap_err();
        for fault in [rolled, told] {
            assert_eq!((fault.seat, fault.round), (Seat(1), 1));
            assert!(fault.returned.contains(returned) && fault.legal.contains(would_be), "{fault:?}");
        }
        assert!(story.contains("good (seat 1)"));
    }
}
