//! The two worked examples of the rulebook: Jenn, Frank, Dan and Stacey, in turn order.

use super::script::{Books, other, pair, play, turn};
use analyze::games::pot::{Choices, Combo, Rules, Run345Choice};

fn coins(books: &Books) -> (&[u32], u32, u32) {
    (&books.coins, books.pot, books.bank)
}

#[test]
fn the_worked_examples() {
    let next = Choices::next(4);
    let script = [
        // Jenn keeps the 4 and ends on 2 4 4.
        turn(&["1 2 4", "2 4 4"]),
        // Frank takes 1 of his 3 from Jenn, three places clockwise of him.
        turn(&["3 3 3"]).choosing(Choices { threes: other(3), ..next }),
        turn(&["1 1 1"]),
        turn(&["2 3 4", "4 5 4"]),
        // Three who fail to beat 13.
        turn(&["1 1 2"]),
        turn(&["2 2 1"]),
        turn(&["1 O 5"]),
        // The next round: Stacey rerolls the 1 for free, and again for a coin.
        turn(&["1 5 5", "1 5 5", "5 5 5"]).rerolling(0, &[0]).choosing(Choices { fives: pair(2, 1), ..next }),
        turn(&["5 5 5"]).choosing(Choices { fives: pair(2, 1), ..next }),
        turn(&["3 4 5"]).choosing(Choices { run345: Run345Choice::Others(pair(2, 3)), ..next }),
        turn(&["P O T"]),
        // Dan starts the next.
        turn(&["1 1 2"]),
    ];
    let (log, outcome) = play(Rules::default(), 4, &script);
    assert!(outcome.is_none());
    assert_eq!(log.order(), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 2]);
    assert_eq!(coins(&log.begun[0].1), (&[3, 3, 3, 3][..], 2, 106));
    let after = |turn: usize| coins(&log.turns[turn].1);
    assert_eq!((log.turns[0].0.result.score, log.turns[0].1.controls()), (10, Some((0, 10))));
    assert_eq!((after(1), log.turns[1].1.controls()), ((&[2, 6, 3, 3][..], 2, 104), Some((0, 10))));
    assert_eq!((after(2), log.turns[2].1.controls()), ((&[2, 6, 0, 3][..], 2, 107), Some((0, 10))));
    assert_eq!((log.turns[3].0.result.score, log.turns[3].1.controls()), (13, Some((3, 13))));
    assert!((4..7).all(|turn| !log.turns[turn].0.takes_control));
    let (end, books) = &log.rounds[0];
    assert_eq!((end.winner.0, end.pot, coins(books)), (3, 2, (&[2, 6, 0, 5][..], 0, 107)));
    // The second example.
    assert_eq!((log.begun[1].0.0, coins(&log.begun[1].1)), (3, (&[2, 6, 0, 5][..], 2, 105)));
    assert_eq!((log.turns[7].0.result.combo, log.turns[7].0.result.score, log.paid), (Combo::Fives, 15, 1));
    assert_eq!((after(7), log.turns[7].1.controls()), ((&[3, 7, 0, 7][..], 3, 100), Some((3, 15))));
    assert_eq!((after(8), log.turns[8].1.controls()), ((&[6, 8, 1, 7][..], 3, 95), Some((3, 15))));
    assert_eq!(after(9), (&[5, 10, 1, 6][..], 3, 95));
    assert_eq!(after(10), (&[4, 9, 9, 5][..], 0, 93));
    assert_eq!((log.rounds[1].0.winner.0, log.rounds[1].0.pot), (2, 0));
    assert_eq!((log.begun[2].0.0, coins(&log.begun[2].1)), (2, (&[4, 9, 9, 5][..], 2, 91)));
}
