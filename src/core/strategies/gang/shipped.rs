//! What the files that ship think, tried at tables set by hand (tests only).

use super::fixture::{Fixture, card, rerolled};

mod turns {
    use super::{Fixture, card, rerolled};

    #[test]
    fn an_opening_stops_at_three_a_die_and_rerolls_what_shows_less() {
        let opening = Fixture::new(3, 48, &[("run>=3", "explosion")]).tactic("odds:0.09");
        let card = card("run>=3", "explosion");
        for (shown, again) in [
            (&[3, 3, 3][..], &[][..]),
            (&[5, 4, 0], &[]),
            (&[5, 3, 0], &[0]),
            (&[1, 2, 5], &[1, 2]),
            (&[0, 0, 2], &[0, 0, 2]),
        ] {
            assert_eq!(rerolled(opening, &card, shown), again, "{shown:?}");
        }
    }

    #[test]
    fn the_last_to_act_with_nothing_to_beat_stops_at_any_valid_roll() {
        let fixture = Fixture::new(2, 48, &[("any:3,4,5", "bomb")]).then(&[3, 3]);
        let card = card("any:3,4,5", "bomb");
        for name in ["cautious", "bold", "chaser", "odds", "endgame"] {
            assert_eq!(fixture.dice(name), 1, "{name}");
            let rerolls = [0, 1, 3].map(|face| rerolled(fixture.tactic(name), &card, &[face]));
            assert_eq!(rerolls, [vec![], vec![], vec![3]], "{name}");
        }
    }

    /// G12: with more dice than the best turn its total is enough, with as many it must be exceeded.
    #[test]
    fn a_chase_stops_when_the_best_turn_is_beaten() {
        let fixture = Fixture::new(2, 48, &[("run>=3", "explosion")]).then(&[5, 2]);
        let card = card("run>=3", "explosion");
        let (three, two) = (fixture.tactic("chaser"), fixture.tactic("cautious"));
        assert_eq!((fixture.dice("chaser"), fixture.dice("cautious")), (3, 2));
        assert_eq!(rerolled(three, &card, &[5, 2, 0]), [0; 0]);
        assert_eq!(rerolled(two, &card, &[5, 3]), [0; 0]);
        // Short of it, the dice below the mean: 7 / 3 + 1 = 3, and 7 / 2 + 1 = 4.
        assert_eq!(rerolled(three, &card, &[3, 1, 0]), [0, 1]);
        assert_eq!(rerolled(two, &card, &[5, 2]), [2]);
        assert_eq!(rerolled(two, &card, &[3, 4]), [3]);
    }

    #[test]
    fn what_offends_by_its_value_is_rerolled_altogether() {
        for (condition, shown, again) in [
            ("sum>=7", &[2, 4, 5][..], &[4, 5][..]),
            ("odd>=2", &[1, 2, 3, 5], &[1, 3, 5]),
            ("even>=2", &[1, 2, 4, 5], &[2, 4]),
            ("pair", &[2, 2, 4, 5], &[2]),
            ("all(pair; any:5)", &[2, 2, 4, 5], &[2]),
        ] {
            let tactic = Fixture::new(3, 48, &[(condition, "bomb")]).tactic("chaser");
            assert_eq!(rerolled(tactic, &card(condition, "bomb"), shown), again, "{condition}");
        }
    }

    /// `sum>=13`: with 6 to beat and 7 / 3 a die, the lowest die alone.
    #[test]
    fn on_a_sum_the_lowest_die_is_rerolled_alone() {
        let tactic = Fixture::new(2, 48, &[("sum>=13", "explosion")]).then(&[5, 1]).tactic("chaser");
        assert_eq!(rerolled(tactic, &card("sum>=13", "explosion"), &[0, 1, 2]), [0]);
        assert_eq!(rerolled(tactic, &card("sum>=13", "explosion"), &[1, 1, 3]), [1]);
    }

    #[test]
    fn a_round_given_up_is_not_rerolled() {
        let fixture = Fixture::new(2, 48, &[("odd>=1", "bomb")]).then(&[4, 4, 4, 4, 4, 4]);
        for name in ["cautious", "chaser", "odds"] {
            assert_eq!(fixture.dice(name), 1, "{name}: 24 points against 6 dice on the table");
            assert_eq!(rerolled(fixture.tactic(name), &card("odd>=1", "bomb"), &[3]), [0; 0], "{name}");
        }
    }
}

mod cautious {
    use super::Fixture;

    fn fixture(condition: &str) -> Fixture {
        Fixture::new(3, 48, &[(condition, "bomb")])
    }

    #[test]
    fn opens_with_one_die_whoever_follows() {
        assert_eq!(fixture("pair").dice("cautious"), 1);
        assert_eq!(fixture("pair").then(&[4, 4]).dice("cautious"), 1);
        assert_eq!(fixture("pair").then(&[4, 4]).then(&[3, 3]).dice("cautious"), 1);
    }

    /// 3 / 4 + 1 = 1, 4 / 4 + 1 = 2, 7 / 4 + 1 = 2, 8 / 4 + 1 = 3, 11 / 4 + 1 = 3, 12 / 4 + 1 = 4.
    #[test]
    fn commits_a_die_for_every_four_points_and_one_more() {
        for (dice, fewest) in [(&[3][..], 1), (&[4], 2), (&[3, 4], 2), (&[3, 5], 3), (&[1, 2, 3, 5], 3)] {
            assert_eq!(fixture("pair").then(dice).dice("cautious"), fewest, "{dice:?}");
        }
        assert_eq!(fixture("pair").then(&[3, 4, 5]).dice("cautious:3"), 1);
        assert_eq!(fixture("pair").then(&[3, 4, 5]).dice("cautious"), 4);
        assert_eq!(fixture("pair").then(&[5, 5, 5, 5]).dice("cautious"), 1);
        assert_eq!(fixture("pair").then(&[4]).dice("cautious:1"), 1);
    }

    /// On `sum>=10` a 7 can be beaten by 8 and 9, an 8 by 9 alone.
    #[test]
    fn gives_up_where_the_card_leaves_no_room() {
        assert_eq!(fixture("sum>=10").then(&[2, 5]).dice("cautious"), 2);
        assert_eq!(fixture("sum>=10").then(&[3, 5]).dice("cautious"), 1);
    }

    #[test]
    fn commits_what_it_has() {
        let fixture = Fixture::new(2, 2, &[("run>=3", "bomb")]);
        assert_eq!(fixture.then(&[5, 5]).dice("cautious"), 2);
    }
}

mod bold {
    use super::Fixture;

    #[test]
    fn what_a_card_bears() {
        for (condition, explosion, bomb) in [
            ("sum>=7", 2, 2),
            ("sum>=10", 2, 2),
            ("sum>=11", 3, 3),
            ("sum>=13", 3, 3),
            ("run>=2", 2, 4),
            ("run>=3", 3, 6),
            ("odd>=1", 1, 2),
            ("even>=3", 3, 6),
            ("pair", 2, 4),
            ("same>=3", 3, 6),
            ("distinct>=2", 1, 1),
            ("distinct>=3", 2, 2),
            ("fives>=2", 4, 6),
            ("any:3,4,5", 1, 1),
            ("all(any:4,5; odd>=1)", 2, 2),
            ("either(any:4,5; odd>=1)", 2, 2),
            ("not(pair)", 2, 2),
            ("sum>=9999", 8, 8),
            ("distinct>=0", 1, 1),
        ] {
            let opening = |trigger| Fixture::new(3, 48, &[(condition, trigger)]).dice("bold");
            let found = ["explosion", "bomb"].map(opening);
            assert_eq!(found, [explosion, bomb], "{condition}");
        }
    }

    fn fixture(condition: &str) -> Fixture {
        Fixture::new(3, 48, &[(condition, "bomb")])
    }

    #[test]
    fn opens_with_what_the_card_bears_unless_it_acts_last() {
        assert_eq!(fixture("pair").dice("bold"), 4);
        assert_eq!(fixture("pair").then(&[5, 5]).dice("bold"), 4);
        assert_eq!(fixture("pair").then(&[5, 5]).then(&[4, 4]).dice("bold"), 1);
        assert_eq!(fixture("distinct>=0").dice("bold"), 1);
    }

    #[test]
    fn commits_more_than_the_best_turn() {
        assert_eq!(fixture("run>=2").then(&[5]).dice("bold"), 4);
        assert_eq!(fixture("run>=2").then(&[1, 1, 3, 3, 3]).dice("bold"), 6);
    }

    /// `run>=2` on a Bomb bears 4 dice: 16 points. Five dice make it 6, so 24.
    #[test]
    fn gives_up_above_four_points_a_die() {
        assert_eq!(fixture("run>=2").then(&[5, 5, 3, 3]).dice("bold"), 5);
        assert_eq!(fixture("run>=2").then(&[5, 5, 5]).dice("bold"), 4);
        assert_eq!(fixture("run>=2").then(&[5, 5, 5, 5, 5]).dice("bold"), 1);
        assert_eq!(fixture("any:1").then(&[5, 4]).dice("bold"), 3);
        assert_eq!(fixture("any:1").then(&[5, 5, 5, 5]).dice("bold"), 5);
        assert_eq!(fixture("any:1").then(&[5]).dice("bold"), 2);
        assert_eq!(fixture("sum>=13").then(&[5, 5]).dice("bold"), 3);
        assert_eq!(fixture("sum>=13").then(&[5, 5, 1]).dice("bold"), 1);
    }
}

mod chaser {
    use super::Fixture;

    fn fixture(condition: &str) -> Fixture {
        Fixture::new(4, 48, &[(condition, "explosion")])
    }

    #[test]
    fn opens_with_one_die() {
        assert_eq!(fixture("run>=3").dice("chaser"), 1);
        assert_eq!(fixture("run>=3").then(&[3, 4, 5]).dice("chaser"), 1);
    }

    #[test]
    fn commits_one_die_more_than_the_best_turn() {
        assert_eq!(fixture("run>=3").then(&[0]).dice("chaser"), 2);
        assert_eq!(fixture("run>=3").then(&[5, 5]).then(&[1, 1, 1, 1]).dice("chaser"), 3);
        assert_eq!(fixture("run>=3").then(&[5, 5]).then(&[5, 4, 1, 1]).dice("chaser"), 5);
    }

    #[test]
    fn a_high_total_is_chased_for_a_big_table_only() {
        let high = fixture("run>=3").then(&[5, 5, 4]);
        assert_eq!(high.dice("chaser"), 1);
        assert_eq!(high.dice("chaser:14"), 4);
        let four_more = high.clone().then(&[1, 1, 1, 1]);
        assert_eq!(four_more.dice("chaser"), 1, "7 dice on the table");
        assert_eq!(four_more.then(&[1]).dice("chaser"), 4, "8 dice on the table");
        assert_eq!(fixture("run>=3").then(&[5, 5, 3]).dice("chaser:13"), 4);
    }

    #[test]
    fn gives_up_where_the_card_leaves_no_room() {
        let high = fixture("sum>=11").then(&[4, 5]).then(&[5, 5, 5, 5]);
        assert_eq!(high.dice("chaser"), 1);
        assert_eq!(fixture("sum>=12").then(&[4, 5]).dice("chaser"), 3);
    }
}

mod odds {
    use super::Fixture;

    fn fixture(condition: &str, trigger: &str) -> Fixture {
        Fixture::new(4, 48, &[(condition, trigger)])
    }

    /// Two dice show no run of 3; three do in 3 × 3! of 216 rolls. Of two dice 1 in 36 shows two 5s.
    #[test]
    fn opens_with_what_is_nearly_safe_or_with_one_die() {
        assert_eq!(fixture("run>=3", "explosion").dice("odds"), 1, "no chance is below 0");
        assert_eq!(fixture("run>=3", "explosion").dice("odds:0.01"), 2);
        assert_eq!(fixture("run>=3", "explosion").dice("odds:0.09"), 3);
        assert_eq!(fixture("fives>=2", "explosion").dice("odds:0.01"), 1);
        assert_eq!(fixture("fives>=2", "explosion").dice("odds:0.0278"), 2);
        assert_eq!(fixture("any:1", "explosion").dice("odds:0.01"), 1, "no number of dice is safe enough");
    }

    /// `any:1` on an Explosion spares n dice in (5/6)^n: invalid chances 0.167, 0.306, 0.421, 0.518.
    #[test]
    fn the_risk_grows_with_the_table() {
        let table = |dice: &[u8]| fixture("any:1", "explosion").then(&[2, 2, 0, 0]).then(dice);
        let two = fixture("any:1", "explosion").then(&[4]);
        assert_eq!(two.dice("odds"), 1, "1 die on the table: at most 0.25");
        assert_eq!(two.then(&[1, 1]).dice("odds"), 1, "3 dice: at most 0.25");
        assert_eq!(fixture("any:1", "explosion").then(&[2, 2, 0, 0]).dice("odds"), 2, "4 dice: at most 0.35");
        assert_eq!(table(&[1; 4]).dice("odds"), 2, "8 dice: at most 0.35");
        assert_eq!(table(&[1; 5]).dice("odds"), 3, "9 dice: at most 0.45");
    }

    #[test]
    fn never_more_than_one_die_above_the_best_turn() {
        assert_eq!(fixture("run>=3", "explosion").then(&[3]).dice("odds"), 2);
    }

    /// One die on a table of up to 3 dice under `any:1`: 4 points; two on one of 4 to 8: 8 points.
    #[test]
    fn gives_up_above_four_points_a_die() {
        let five = fixture("any:1", "explosion").then(&[5, 3]).then(&[2, 1]);
        assert_eq!(five.dice("odds"), 2);
        let nine = fixture("any:1", "explosion").then(&[5, 4]).then(&[2, 1]);
        assert_eq!(nine.dice("odds"), 1);
        assert_eq!(fixture("sum>=10", "bomb").then(&[4, 4]).dice("odds"), 1, "no room above");
    }
}

mod endgame {
    use super::Fixture;

    /// Two players and four rounds of `pair` on a Bomb, where chaser opens with one die and bold with four.
    fn fixture() -> Fixture {
        Fixture::new(2, 20, &[("pair", "bomb"); 4])
    }

    #[test]
    fn plays_like_chaser_while_it_is_early_or_not_behind() {
        assert_eq!(fixture().dice("endgame"), 1);
        let won = fixture().then(&[1, 2]).then(&[5]);
        assert_eq!(won.dice("endgame"), 1, "second round: 22 dice against 18");
        let even = fixture().then(&[1, 1]).then(&[5, 5]);
        assert_eq!(even.dice("endgame"), 1, "18 dice each");
    }

    /// Seat 1 wins the first round, 5 against 3, and opens the second with a 5.
    #[test]
    fn plays_like_bold_when_it_is_late_and_it_is_behind() {
        let behind = fixture().then(&[5]).then(&[1, 2]).then(&[5]);
        assert_eq!(behind.dice("endgame"), 4, "22 − 1 dice against 18, 5 to beat");
        assert_eq!(behind.dice("chaser"), 2);
        assert_eq!(behind.dice("endgame:2"), 2, "three rounds are left with this one: not late yet");
        assert_eq!(behind.dice("endgame:0"), 2);
    }
}
