//! Games that go on from a position: against the values of best play, against positions that are computed by hand, and what wrong
//! positions are told.

use crate::common::{game, strategy};
use analyze_core::dice::RunKey;
use analyze_core::games::WHOLE_WIN;
use analyze_core::input::Source;
use analyze_ruled::{Asked, GoingOn, Named, Ruled, Standing, Strategy};

fn read(text: &str, players: usize) -> Ruled {
    Ruled::read(&Source::new("own.toml", text), Some(players), &[]).unwrap_or_else(|bad| panic!("{bad}"))
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The position of a seat, from 0, by its fields and dice.
fn standing(game: &Ruled, asked: &Asked<'_>, fields: &[&str], dice: &[&str]) -> Result<Standing, Vec<(Named, String)>> {
    let (fields, dice) = (owned(fields), owned(dice));
    let dice = Some(&*dice).filter(|dice| !dice.is_empty());
    game.standing(&Asked { fields: &fields, dice, ..*asked })
}

/// The mean result of an option over `games` games, with its standard error.
fn mean(
    (game, at): (&Ruled, &Standing),
    strategies: &[&Strategy],
    (option, seat): (&str, usize),
    what: fn(&analyze_core::games::Outcome, usize) -> f64,
) -> (f64, f64) {
    const GAMES: u64 = 4_000;
    let seating: Vec<usize> = (0..game.players()).map(|seat| seat % strategies.len()).collect();
    let option = at.options.iter().position(|name| name == option).unwrap_or_else(|| panic!("{option}: {at:?}"));
    let mut games = GoingOn::new(game, at, strategies);
    let results = (0..GAMES).map(|number| {
        let outcome = games.play(option, &seating, RunKey::new(1).block(number)).unwrap();
        what(&outcome, seat)
    });
    let (sum, squares) = results.fold((0.0, 0.0), |(sum, squares), result| (sum + result, squares + result * result));
    let n = GAMES as f64;
    let mean = sum / n;
    (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
}

fn share(outcome: &analyze_core::games::Outcome, seat: usize) -> f64 {
    f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN)
}

#[track_caller]
fn assert_near((found, error): (f64, f64), expected: f64, of: &str) {
    // Four and a half standard errors: once in 150,000 intervals.
    assert!((found - expected).abs() <= 4.5 * error + 1e-9, "{of}: {found} ± {error}, not {expected}");
}

/// Best play is solved without playing a game.
#[test]
fn games_of_best_play_come_to_the_values_of_the_solution() {
    let (pig, threes) = (game("pig", 2, &[("goal", 40)]), game("threes", 2, &[("goal", 30)]));
    for (game, step, fields, dice) in [
        (&pig, None, &["score=20", "rival.score=30", "total=12"][..], &[][..]),
        (&pig, None, &["score=0", "rival.score=0", "total=18"], &[]),
        (&pig, None, &["score=35", "rival.score=10", "total=3"], &[]),
        (&threes, Some("keep"), &["score=10", "rival.score=20"], &["3", "3", "5", "1", "6"]),
        (&threes, Some("keep"), &["score=10", "rival.score=0", "rolled=2", "total=10"], &["2", "2", "2", "1", "6"]),
    ] {
        let optimal = game.optimal().unwrap();
        for seat in [0, 1] {
            let at = standing(game, &Asked { seat, step, ..Asked::default() }, fields, dice).unwrap();
            let (fields, dice) = (owned(fields), owned(dice));
            let dice = Some(&*dice).filter(|dice| !dice.is_empty());
            let exact =
                game.advise(&Asked { seat, fields: &fields, step, dice, ..Asked::default() }, &|_| true).unwrap();
            assert_eq!(at.options.len(), exact.options.len());
            for (option, value) in exact.options.iter().take(4) {
                let found = mean((game, &at), &[&optimal], (option, seat), share);
                assert_near(found, *value, &format!("{}, {option}", at.position));
            }
        }
    }
}

/// For one player, scores are counted, or turns with the one that is under way.
#[test]
fn a_player_alone_has_the_score_or_the_turns_of_the_solution() {
    let pig = game("pig", 1, &[("goal", 20)]);
    let optimal = pig.optimal().unwrap();
    let fields = owned(&["score=8", "total=6"]);
    let at = standing(&pig, &Asked::default(), &["score=8", "total=6"], &[]).unwrap();
    for (option, value) in pig.advise(&Asked { fields: &fields, ..Asked::default() }, &|_| true).unwrap().options {
        let found = mean((&pig, &at), &[&optimal], (&option, 0), |outcome, _| f64::from(outcome.lengths[0]));
        assert_near(found, value, &option);
    }
}

/// One die in a single round; it can be rolled again once.
const HIGH: &str = "game = \"high\"\nplayers = \"1-3\"\n[dice]\nmost = 1\n[player]\nscore = \"what the die shows\"\n\
    [turn]\nrolled = { most = 2, about = \"how often it was rolled\" }\n\
    [step.roll]\nroll = 1\ndo = \"rolled += 1\"\nthen = [\"rolled == 2 -> score = sum, pass\", \"decide\"]\n\
    [step.decide]\nchoices = [\"stop -> score = sum, pass\", \"more -> roll\"]\n\
    [end]\nrounds = 1\nscore = \"score\"\n";
const STOPS: &str = "name = \"stops\"\nabout = \"never rolls again\"\ngame = \"high\"\ndecide = \"stop\"\n";

/// The last of three has 4, and 5 is to beat: a 6 wins and a 5 shares, which is 1/6 + 1/12. The second has 4 and 3 is to beat: the
/// last one, who never rolls again, beats 4 with a 5 or a 6 and shares with a 4, which leaves 3/6 + 1/12.
#[test]
fn three_players_by_hand() {
    let game = read(HIGH, 3);
    let stops = game.strategy(&Source::new("stops.toml", STOPS), &[]).unwrap();
    let last = standing(&game, &Asked { seat: 2, ..Asked::default() }, &["seat1.score=5", "seat2.score=3"], &["4"]);
    let last = last.unwrap();
    assert_eq!((last.assumed.join(","), last.options.join(",")), ("rolled=1".to_owned(), "stop,more".to_owned()));
    assert_near(mean((&game, &last), &[&stops], ("stop", 2), share), 0.0, "stop");
    assert_near(mean((&game, &last), &[&stops], ("more", 2), share), 0.25, "more");
    let second = standing(&game, &Asked { seat: 1, ..Asked::default() }, &["seat1.score=3"], &["4"]).unwrap();
    assert_near(mean((&game, &second), &[&stops], ("stop", 1), share), 7.0 / 12.0, "stop");
    // A 3 shares with the first: 2/6 of 1/2 and 1/6 of 1/3. A 5 is worth 4/6 + 1/12, a 6 is worth 5/6 + 1/12.
    let more = (1.0 / 6.0 + 1.0 / 18.0 + 7.0 / 12.0 + 9.0 / 12.0 + 11.0 / 12.0) / 6.0;
    assert_near(mean((&game, &second), &[&stops], ("more", 1), share), more, "more");
    // All others have the same.
    let rivals = standing(&game, &Asked { seat: 1, ..Asked::default() }, &["rival.score=3"], &["4"]).unwrap();
    assert!(rivals.position.contains("seat 3: score 3, seat 1: score 3"), "{}", rivals.position);
}

/// The last of three in the last round of Gang of Dice has one die, which shows 2, and 3 with one die is to beat. Keeping it
/// loses. The next roll is kept, so 4 or 5 of six faces win all 21 dice, and the game.
#[test]
fn the_last_turn_of_a_contest_with_cards_by_hand() {
    let game = game("gang", 3, &[]);
    let stand = strategy(&game, "stand", &[]);
    let fields = [
        "round=12",
        "pool=0",
        "pot=21",
        "committed=1",
        "rolled=1",
        "best_total=3",
        "best_dice=1",
        "to_act=0",
        "seat1.pool=10",
        "seat1.lead=1",
        "seat1.total=3",
        "seat2.pool=10",
    ];
    let asked =
        Asked { seat: 2, first: Some(0), card: Some("bomb: kinds >= 2"), step: Some("keep"), ..Asked::default() };
    let at = standing(&game, &asked, &fields, &["2"]).unwrap();
    assert_eq!((at.round, at.card.as_deref()), (Some(12), Some("bomb: kinds >= 2")));
    assert_near(mean((&game, &at), &[&stand], ("keep 2", 2), share), 0.0, "keep 2");
    assert_near(mean((&game, &at), &[&stand], ("keep none", 2), share), 1.0 / 3.0, "keep none");
    // Nobody who begins a round without dice is in the game.
    let asked = Asked { card: Some("1"), ..Asked::default() };
    let at = standing(&game, &asked, &["round=5", "pool=20", "seat2.pool=0", "seat3.pool=124"], &[]).unwrap();
    assert!(at.assumed.contains(&"seat2.gone=4".to_owned()), "{:?}", at.assumed);
}

/// Three cards, of which two are turned up; the second is worth its points. The first one is known, so that the second is one of
/// the two others.
#[test]
fn the_other_cards_are_drawn_from_what_is_left() {
    let game = read(
        "game = \"two\"\nplayers = \"1\"\n[dice]\nmost = 1\n[player]\nscore = \"the points\"\n\
         [deck.all]\nrounds = 2\ncards = [\"a: sum > 0\", \"b: sum > 1\", \"c: sum > 2\"]\n\
         [step.decide]\nchoices = [\"take -> score += (0 if round == 1 else 100 if a else 10 if b else 30), pass\", \"leave -> pass\"]\n\
         [end]\nrounds = 2\nscore = \"score\"\n",
        1,
    );
    let text = "name = \"takes\"\nabout = \"takes the points\"\ngame = \"two\"\ndecide = \"take\"\n";
    let takes = game.strategy(&Source::new("takes.toml", text), &[]).unwrap();
    let at = |card| game.standing(&Asked { card: Some(card), ..Asked::default() }).unwrap();
    let points = |card| mean((&game, &at(card)), &[&takes], ("take", 0), |outcome, _| f64::from(outcome.score[0]));
    assert_near(points("1"), 20.0, "without a");
    assert_near(points("b:sum>1"), 65.0, "without b");
    assert_near(points("sum > 2"), 55.0, "without c");
}

#[test]
fn wrong_positions_are_told_everything_that_is_wrong() {
    let (gang, high) = (game("gang", 3, &[]), read(HIGH, 3));
    let wrong = |game: &Ruled, asked: &Asked<'_>, fields: &[&str], dice: &[&str]| -> Vec<(Named, String)> {
        standing(game, asked, fields, dice).expect_err("it is wrong")
    };
    let asked = Asked { step: Some("kep"), card: Some("sum >= 8"), ..Asked::default() };
    let told = wrong(&gang, &asked, &["seat2.pol=3", "pool"], &["7"]);
    let named: Vec<Named> = told.iter().map(|told| told.0).collect();
    assert_eq!(named, [Named::Field, Named::Field, Named::Step, Named::Dice, Named::Card]);
    assert!(told[0].1.contains("did you mean 'seat2.pool'?") && told[2].1.contains("did you mean 'keep'?"), "{told:?}");
    let told = wrong(&gang, &Asked::default(), &[], &[]);
    assert!(
        told[0].0 == Named::Card && told[0].1.contains("round 1") && told[0].1.contains("12 'count(1) >= 1'"),
        "{told:?}"
    );
    let told = wrong(&gang, &Asked { card: Some("13"), ..Asked::default() }, &["round=2"], &[]);
    assert!(told[0].0 == Named::Card && told[0].1.contains("is not turned up in round 2"), "{told:?}");
    assert_eq!(gang.standing(&Asked { card: Some("13"), ..Asked::default() }).unwrap().round, Some(10));
    let told = wrong(&gang, &Asked { card: Some("1"), step: Some("keep"), ..Asked::default() }, &[], &[]);
    assert!(told[0].0 == Named::Dice, "{told:?}");
    let told = wrong(&gang, &Asked { card: Some("1"), ..Asked::default() }, &["pool=0", "gone=3"], &[]);
    assert!(told[0].1.contains("seat 1 is out"), "{told:?}");
    let told = wrong(&high, &Asked { card: Some("1"), first: Some(1), ..Asked::default() }, &[], &["3"]);
    assert_eq!(told.iter().map(|told| told.0).collect::<Vec<_>>(), [Named::Card, Named::First]);
    let told = wrong(&game("pig", 3, &[]), &Asked::default(), &["seat3.score=100", "total=5"], &[]);
    assert!(told[0].0 == Named::Position && told[0].1.contains("the game is over"), "{told:?}");
}
