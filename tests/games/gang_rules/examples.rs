//! The two examples of the rulebook, die by die.

use super::pools;
use crate::table::Script;
use analyze::games::gang::Trigger::{Bomb, Explosion};

const FELIX: u8 = 0;
const LOUISE: u8 = 1;
const SUZIE: u8 = 2;

/// A bomb at 7: Louise passes 7 on the way and is at 7 in the end; Suzie ties with Félix on more dice.
/// Then two consecutive values explode in Suzie's first throw, and Félix takes all.
#[test]
fn both_examples_in_a_row() {
    let played = Script::new(pools(48), 3)
        .round("sum>=7", Bomb, &[(FELIX, "31 1>2"), (LOUISE, "1B 1B>53 5>4"), (SUZIE, "41B")])
        .round("run>=2", Explosion, &[(SUZIE, "532"), (FELIX, "1B 1B>55"), (LOUISE, "4")])
        .play();
    let [first, second] = &played.rounds[..] else { panic!("two rounds") };

    assert_eq!(first.results, [Some(5), None, Some(5)]);
    assert_eq!(first.won, Some((SUZIE, 7)));
    assert_eq!(first.pools, [46, 46, 52], "Suzie's own three are among the seven");
    assert_eq!(first.next_first, SUZIE);

    assert_eq!(second.results, [None, Some(10), Some(4)]);
    assert_eq!(second.won, Some((FELIX, 6)));
    assert_eq!(second.pools, [50, 45, 49]);
    assert_eq!(second.next_first, FELIX);
    assert_eq!((second.table, &second.out), (0, &vec![]));
    assert_eq!(played.outcome.share, [60, 0, 0, 0, 0, 0]);
    assert_eq!(played.outcome.score, [50, 45, 49, 0, 0, 0]);
}

/// Whatever Louise's die shows, Félix wins the second round; even a five is less than his ten.
#[test]
fn the_sacrificed_die_changes_nothing() {
    for die in ["B", "1", "2", "3", "4", "5"] {
        let played = Script::new(pools(48), 3)
            .quiet(1, &[FELIX, LOUISE, SUZIE])
            .round("run>=2", Explosion, &[(FELIX, "1B 1B>55"), (LOUISE, die), (SUZIE, "532")])
            .play();
        assert_eq!(played.last().won, Some((FELIX, 6)), "with a {die}");
    }
}
