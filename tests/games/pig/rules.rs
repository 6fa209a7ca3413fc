//! The rules file of Pig and its single options.

use analyze::games::pig::Rules;
use analyze::games::rules::RuleSet;
use analyze::input::{Source, one_value};

const OTHER: Rules = Rules { goal: 50, sides: 8, bust: 3, cap: 77 };

#[test]
fn what_is_shown_can_be_read_again() {
    for rules in [Rules::default(), OTHER] {
        for before in [Rules::default(), OTHER] {
            assert_eq!(before.with_file(&Source::new("shown", rules.to_text())).unwrap(), rules);
        }
    }
    assert_eq!(Rules::default(), Rules { goal: 100, sides: 6, bust: 1, cap: 10_000 });
}

#[test]
fn every_option_can_be_set_alone() {
    let base = Rules::default();
    let option = |key: &str, value: &str| base.with_file(&one_value("--rule", key, value));
    for (key, value, expected) in [
        ("goal", "1000", Rules { goal: 1000, ..base }),
        ("sides", "2", Rules { sides: 2, ..base }),
        ("bust", "100", Rules { bust: 100, ..base }),
        ("cap", "1", Rules { cap: 1, ..base }),
    ] {
        assert_eq!(option(key, value).unwrap(), expected, "{key}={value}");
    }
    for (key, value) in [("goal", "0"), ("goal", "1001"), ("sides", "1"), ("sides", "101"), ("bust", "0"), ("cap", "x")]
    {
        assert_eq!(option(key, value).unwrap_err().problems.len(), 1, "{key}={value}");
    }
}

#[test]
fn all_problems_of_a_file_are_found_at_once() {
    let file = Source::new("rules.toml", "goal = 0\nside = 6\nbust = \"one\"\ncap = 2000000\n");
    let bad = Rules::default().with_file(&file).unwrap_err();
    assert_eq!(bad.problems.len(), 4, "{bad}");
    assert!(bad.to_string().contains("rules.toml:2:1: unknown key 'side' (did you mean 'sides'?)"), "{bad}");
}

#[test]
fn the_number_that_ends_a_turn_is_on_the_die() {
    let conflict = |sides, bust| Rules { sides, bust, ..Rules::default() }.conflicts(2);
    assert_eq!([conflict(6, 1), conflict(6, 6), conflict(2, 2)], [const { Vec::<String>::new() }; 3]);
    assert!(conflict(6, 7)[0].contains("'bust' is 7, but the die has 6 sides"));
}
