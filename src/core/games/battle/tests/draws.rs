//! What stays in step between throws with the same draws (see `arena`).

use super::{Answers, Fixture};
use crate::games::battle::dice::{Face, Kind};
use crate::games::battle::duel::Contest;

/// A duel of two whose dice show the number of their side. The other player has none, so nobody ties.
fn sides(contest: Contest, block: u64) -> Fixture {
    let mut fixture = Fixture::new(2).contest(contest);
    for kind in Kind::ALL {
        fixture.rules.dice[kind.index()].faces = [1, 2, 3, 4, 5, 6].map(Face::Number);
    }
    fixture.block = block;
    fixture
}

/// The sides of seat 0.
fn thrown(fixture: Fixture) -> Vec<String> {
    fixture.fight().faces(0)
}

#[test]
fn the_nth_die_of_a_throw_lands_on_the_same_side() {
    for block in 0..200 {
        let of = |contest, dice| thrown(sides(contest, block).reserve(0, dice));
        let long = of(Contest::Armageddon(9), [5, 0, 5, 0, 2, 0]);
        assert_eq!(long.len(), 9);
        assert_eq!(of(Contest::Battle, [0, 5, 0, 0, 0, 4]), long[..4], "fewer dice, of another player");
        assert_eq!(of(Contest::Armageddon(7), [0, 0, 3, 4, 0, 0]), long[..7]);
        let chosen = Answers::default().dice(&[[0, 3, 0, 0, 4, 0]]);
        let chosen = sides(Contest::Armageddon(7), block).chosen().reserve(0, [1, 3, 0, 0, 4, 1]).answers(0, chosen);
        assert_eq!(thrown(chosen), long[..7], "chosen dice");
    }
}
