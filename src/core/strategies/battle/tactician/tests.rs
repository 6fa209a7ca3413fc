//! Decisions of `tactician` in positions whose best decision is known.

use super::super::built_in::Random;
use super::{Tactician, drafts};
use crate::dice::RunKey;
use crate::games::battle::{Battle, Contest, Duel, Hand, Kind, Kinds, Memory, Rules, State, Strategy};
use crate::games::{Outcome, Seat, Table};

/// A game played on from a table of two, of which `tactician` has the first seat and the next duel.
fn play_on(dice: [[u8; 6]; 2], points: [u32; 2], block: u64) -> Outcome {
    let game = Battle::new(Rules::default(), 2).unwrap();
    let state = State::between_duels(game.rules(), &dice.map(Kinds::new), &points, Seat(0)).unwrap();
    let tactician = Tactician::default();
    let strategies: [&dyn Strategy; 2] = [&tactician, &Random];
    let table = Table { strategies: &strategies, seating: &[0, 1], block: RunKey::new(5).block(block) };
    let duel = Duel { contest: Contest::Battle, opponent: None, hand: Hand::Random };
    game.play_on(&mut Memory::default(), table, (&state, duel)).unwrap()
}

/// With dice and points worth the goal, it buys dice that cost the goal, whatever else might be better dice (B19): by
/// points alone, with three dice, or with dice that it gives back because it has five of a kind.
#[test]
fn who_can_reach_the_goal_does_so_at_once() {
    for (own, points) in
        [([5, 0, 5, 0, 0, 0], 5), ([5, 0, 0, 0, 0, 0], 15), ([5, 5, 0, 0, 0, 0], 5), ([1, 0, 0, 3, 0, 1], 6)]
    {
        let outcome = play_on([own, [4, 2, 0, 0, 0, 0]], [points, 2], 0);
        assert_eq!((outcome.lengths[0], outcome.share[0]), (1, 60), "{own:?} with {points} points");
        assert!(outcome.score[0] >= 20, "{own:?}: {}", outcome.score[0]);
    }
}

/// B04: every pack on the list can be drafted from a full box.
#[test]
fn packs_for_the_draft_can_be_drafted() {
    for seats in 2..=6 {
        let game = Battle::new(Rules::default(), seats).unwrap();
        let (rules, packs) = (game.rules(), drafts::packs(&game));
        assert!(packs.len() > 40, "{} packs", packs.len());
        for pack in &packs {
            assert!((9..=10).contains(&rules.cost_of(*pack)) && pack.total() >= 4, "{pack}");
            assert!(Kind::ALL.iter().all(|&kind| pack.of(kind) <= 5), "{pack}");
            assert!(rules.supply(seats).contains(*pack), "{pack}");
        }
    }
}

/// B04: beside five yellow dice, two others find three more in the box of up to four players, and fill up with white
/// ones.
#[test]
fn what_others_can_draft_is_what_is_left() {
    let rules = Rules::default();
    let packs = drafts::others(&rules, 3, Kinds::new([0, 0, 5, 0, 0, 0]), Kind::Yellow);
    assert_eq!(packs.iter().map(|pack| pack.of(Kind::Yellow)).sum::<u32>(), 3);
    for pack in packs {
        // With five white dice, the last point buys nothing.
        assert!((9..=10).contains(&rules.cost_of(pack)) && pack.of(Kind::White) >= 4, "{pack}");
    }
}
