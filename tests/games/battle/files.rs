//! Strategy files for Battle Dice: what each key does, what a wrong file is told, junk.

use super::{Lineup, rules};
use analyze::dice::RunKey;
use analyze::games::battle::{
    Aim, Arena, Battle, Board, Cause, Contest, Duel, Event, Face, Hand, Kind, Kinds, Powers, Purchase, Rules, Spot,
    Strategy, Watch,
};
use analyze::games::{BuiltIn, Game, Seat, Setting, Table};
use analyze::input::Source;
use analyze::strategies::{Catalogue, Values, read};
use proptest::prelude::*;

/// A whole file with these lines.
pub(super) fn file(lines: &str) -> String {
    format!("name = \"tried\"\nabout = \"is tried\"\ngame = \"battle\"\n{lines}\n")
}

pub(super) fn build(text: &str, game: &Battle) -> Box<dyn Strategy> {
    let loaded = read::<Battle>(&Source::new("tried.toml", text)).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    (loaded.build)(&values, game).unwrap()
}

/// What happened, as far as the tests ask.
#[derive(Default)]
struct Story {
    /// The dice of each seat after the draft.
    drafted: Vec<Kinds>,
    duels: Vec<Duel>,
    /// What seat 1 bought, with its points before.
    bought: Vec<(Purchase, u32)>,
    /// Whether each thing that seat 1 did was what its file says.
    right: [Vec<bool>; 5],
    rules: Option<Rules>,
}

const OWN: Seat = Seat(0);

/// The points of combat that a die's number is worth as it lies; none if it shows no number.
fn points(arena: &Arena, aim: Aim) -> Option<u32> {
    let zone = &arena.side(aim.seat).zone;
    let die = zone.get(aim.die)?;
    matches!(die.face, Face::Number(_) | Face::Helmet(_) | Face::PerDie).then(|| zone.points_of(die))
}

fn face(arena: &Arena, aim: Aim) -> Face {
    arena.side(aim.seat).zone.get(aim.die).unwrap().face
}

/// What a player does under [`POWERS`] with each power.
const POWERS: &str = "draft = \"black 1, red, white\"\nduel = \"first-to-15\"\ncancel = \"highest\"\n\
                      reroll = \"below 4\"\nshield = \"1 VP, lowest\"\nmultiply = \"none\"\nmultiply_last = \"highest\"\n\
                      exchange = \"below 3\"\nbuy = \"blue 3, black, green\"";

impl Story {
    fn placed(&mut self, die: Spot, on: Spot, arena: &Arena) {
        let zone = &arena.side(OWN).zone;
        let on_points = points(arena, Aim { seat: OWN, die: on });
        if zone.get(die).unwrap().face.powers() == Powers::SHIELD {
            let open = zone.dice().filter(|(spot, _)| *spot == on || !zone.is_protected(*spot));
            let least = open.filter_map(|(spot, _)| points(arena, Aim { seat: OWN, die: spot })).min();
            let on_victory = zone.get(on).unwrap().face == Face::VictoryPoint;
            self.right[2].push(on_victory || on_points.is_some() && on_points >= least);
        } else {
            self.right[3].push(on_points.is_some());
        }
    }

    fn cancelled(&mut self, die: Aim, arena: &Arena) {
        let zone = &arena.side(die.seat).zone;
        let open = zone.dice().filter(|(spot, die)| !matches!(die.face, Face::Helmet(_)) && !zone.is_protected(*spot));
        let most = open.filter_map(|(spot, _)| points(arena, Aim { seat: die.seat, die: spot })).max();
        self.right[0].push(die.seat != OWN && points(arena, die) >= most);
    }
}

impl Watch for Story {
    fn see(&mut self, event: Event, board: &Board) {
        let (arena, state) = (&board.arena, &board.state);
        match event {
            Event::Drafted(..) => self.drafted = state.all().map(|seat| state.dice(seat)).collect(),
            Event::Chosen => self.duels.push(arena.duel),
            Event::Cancelled(OWN, die) => self.cancelled(die, arena),
            Event::Rerolled(OWN, die, _) => {
                let low = |face| matches!(face, Face::Number(0..4) | Face::Helmet(0..4));
                self.right[1].push(die.seat == OWN && low(face(arena, die)));
            }
            Event::Placed(OWN, die, on) => self.placed(die, on, arena),
            Event::Exchanged(OWN, die) => {
                let low = |face| matches!(face, Face::Number(0..3) | Face::Helmet(0..3));
                self.right[4].push(die.seat == OWN && low(face(arena, die)));
            }
            Event::Bought(OWN, purchase) => {
                if let Some(rules) = &self.rules {
                    let price = rules.cost_of(purchase.take) - rules.cost_of(purchase.give);
                    self.bought.push((purchase, state.points(OWN) + price));
                }
            }
            _ => {}
        }
    }
}

/// One game of these files, the first in seat 1.
fn told(files: &[&str], setting: &Setting, seed: u64, story: &mut Story) {
    let game = Battle::set_up(files.len(), setting).unwrap();
    story.rules = Some(game.rules().clone());
    let players: Vec<Box<dyn Strategy>> = files.iter().map(|lines| build(&file(lines), &game)).collect();
    let players: Vec<&dyn Strategy> = players.iter().map(|player| &**player).collect();
    let seating: Vec<usize> = (0..files.len()).collect();
    game.play_watched(Table { strategies: &players, seating: &seating, block: RunKey::new(seed).block(0) }, story)
        .unwrap();
}

fn story(files: &[&str], setting: &Setting, seed: u64) -> Story {
    let mut story = Story::default();
    told(files, setting, seed, &mut story);
    story
}

/// 10 points: 2 whites, a green, then reds as long as they can be paid; the last point buys nothing that is named.
#[test]
fn a_draft_keeps_to_its_order_and_numbers() {
    let drafted = |order: &str| story(&[&format!("draft = \"{order}\""), ""], &Setting::default(), 1).drafted;
    assert_eq!(drafted("white 2, green 1, red")[0], Kinds::new([2, 2, 0, 1, 0, 0]));
    assert_eq!(drafted("none")[0], Kinds::EMPTY);
    assert_eq!(drafted("white 2, cheapest 1")[0], Kinds::new([2, 1, 1, 1, 0, 0]), "the dearest is left over");
    // What is not said is the default: five whites (B01: 1 point each), then the dearest, which is black for 5.
    assert_eq!(drafted("white")[1], Kinds::new([5, 0, 0, 0, 0, 1]));
}

/// The chance that three whites and two reds have more points than four whites. A red shows 0, 6, 7, 5, and a reroll and an
/// extra, which count 0 where nobody rerolls and all dice are thrown. Who ties throws again and has the same chances.
pub(super) fn chance_of_whites_and_reds() -> f64 {
    let (white, red): ([usize; 6], [usize; 6]) = ([1, 2, 3, 4, 5, 6], [0, 6, 7, 5, 0, 0]);
    let totals = |dice: &[[usize; 6]]| {
        dice.iter().fold(vec![1.0], |sums: Vec<f64>, faces| {
            let mut next = vec![0.0; sums.len() + 7];
            for (sum, chance) in sums.iter().enumerate() {
                faces.iter().for_each(|face| next[sum + face] += chance / 6.0);
            }
            next
        })
    };
    let (own, other) = (totals(&[white, white, white, red, red]), totals(&[white; 4]));
    let chance = |wins: fn(usize, usize) -> bool| -> f64 {
        let pairs = own.iter().enumerate().flat_map(|(a, p)| other.iter().enumerate().map(move |(b, q)| (a, b, p * q)));
        pairs.filter(|&(a, b, _)| wins(a, b)).map(|(_, _, chance)| chance).sum()
    };
    chance(|a, b| a > b) / (1.0 - chance(|a, b| a == b))
}

/// The chance is asked in percent, and rounded.
#[test]
fn a_file_asks_for_the_chance_to_win() {
    let percent = (chance_of_whites_and_reds() * 100.0).round() as i64;
    let fights = |whom: &str, least: i64| {
        let rule = format!(
            "draft = \"white 3, red 2\"\nduel = \"two-by-two\"\n[[rule]]\n\
             when = \"win('armageddon', '{whom}') >= {least}\"\nduel = \"armageddon\"\nagainst = \"{whom}\""
        );
        let files = [&rule, "draft = \"white 4\"", "draft = \"green\""];
        story(&files, &Setting::default(), 2).duels[0].contest
    };
    assert_eq!(fights("left", percent), Contest::Armageddon(5));
    assert_eq!(fights("left", percent + 1), Contest::TwoByTwo);
    assert_eq!(fights("all", percent), Contest::TwoByTwo, "two opponents are harder to beat than one of them");
}

/// Seat 2 has four whites, seat 3 three greens: 4 and 9 points of dice.
#[test]
fn a_duel_is_fought_against_whom_the_word_means() {
    let first = |lines: &str| {
        let others = ["draft = \"white 4\"", "draft = \"green\""];
        let files = [&format!("draft = \"white 3, red 2\"\n{lines}"), others[0], others[1]];
        let story = story(&files, &Setting::default(), 2);
        assert_eq!(story.drafted, [[3, 2, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0], [0, 0, 0, 3, 0, 0]].map(Kinds::new));
        story.duels[0]
    };
    let against = |word: &str| first(&format!("against = \"{word}\"")).opponent;
    for (word, seat) in
        [("left", 1), ("right", 2), ("weakest", 1), ("strongest", 2), ("fewest", 2), ("most", 1), ("nearest", 1)]
    {
        assert_eq!(against(word), Some(Seat(seat)), "{word}");
    }
    assert_eq!(against("all"), None);
    let contest = |text: &str| first(&format!("duel = \"{text}\"")).contest;
    for (text, expected) in [
        ("first-to-15", Contest::FirstTo15),
        ("russian-roulette", Contest::RussianRoulette),
        ("two-by-two", Contest::TwoByTwo),
        ("battle", Contest::Battle),
        ("armageddon", Contest::Armageddon(5)),
        ("armageddon dice - 1", Contest::Armageddon(4)),
        ("armageddon 99", Contest::Armageddon(5)),
        ("armageddon dice - 99", Contest::Armageddon(1)),
        ("by-points", Contest::ByPoints(7)),
        ("by-points min(rivals.cost, 12)", Contest::ByPoints(9)),
        ("by-points 0", Contest::ByPoints(1)),
    ] {
        assert_eq!(contest(text), expected, "{text}");
    }
    assert_eq!(first("hand = \"chosen\"").hand, Hand::Chosen);
    assert_eq!(first("").hand, Hand::Random);
}

/// Each key is answered by the first rule that matches and says something of it.
#[test]
fn rules_answer_in_order() {
    let text = "duel = \"two-by-two\"\n[parameters]\nlate = { default = 4, least = 1, most = 9, about = \"when\" }\n\
                [conditions]\nis_late = \"turn > late\"\n\
                [[rule]]\nwhen = \"is_late\"\nhand = \"chosen\"\n[[rule]]\nwhen = \"turn >= 3\"\nduel = \"battle\"\nhand = \"random\"";
    let duels = story(&[text, text], &rules("cap = 6\ngoal = 100"), 3).duels;
    let names: Vec<(usize, Hand)> = duels.iter().map(|duel| (duel.contest.index(), duel.hand)).collect();
    let [two, battle] = [Contest::TwoByTwo, Contest::Battle].map(Contest::index);
    let (chosen, random) = (Hand::Chosen, Hand::Random);
    let expected =
        [(two, random), (two, random), (battle, random), (battle, random), (battle, chosen), (battle, chosen)];
    assert_eq!(names, expected);
}

#[test]
fn powers_are_used_on_what_the_lists_say() {
    let mut all = Story::default();
    for seed in 0..300 {
        told(&[POWERS, "draft = \"black 1, green, red, white\""], &rules("goal = 60\ncap = 40"), seed, &mut all);
    }
    for (power, right) in all.right.iter().enumerate() {
        assert!(right.len() > 20 && right.iter().all(|right| *right), "{power}: {right:?}");
    }
}

/// Of two bought in first to 15 with dice chosen, the kind that comes first is thrown first.
#[test]
fn dice_are_chosen_in_order() {
    struct First(Vec<Kind>);
    impl Watch for First {
        fn see(&mut self, event: Event, board: &Board) {
            if let Event::Landed(OWN, spot, Cause::Throw) = event {
                self.0.push(board.arena.side(OWN).zone.get(spot).unwrap().kind);
            }
        }
    }
    let lines = "draft = \"white 4, red 3\"\nduel = \"battle\"\nhand = \"chosen\"\nchoose = \"red 1, white 2\"";
    let game = Battle::set_up(2, &rules("cap = 1")).unwrap();
    let player = build(&file(lines), &game);
    let mut first = First(Vec::new());
    game.play_watched(Table { strategies: &[&*player], seating: &[0, 0], block: RunKey::new(1).block(0) }, &mut first)
        .unwrap();
    first.0.truncate(4);
    first.0.sort();
    // A red, two whites, and of what is left the kind that is worth more: red.
    assert_eq!(first.0, [Kind::White, Kind::White, Kind::Red, Kind::Red]);
}

/// B18: what points do not pay is paid with as few dice as are needed, of the kinds that are named.
#[test]
fn dice_pay_where_points_do_not_reach() {
    let lines = "draft = \"white 5, red\"\nduel = \"armageddon\"\nbuy = \"blue, green\"\npay = \"white 2\"";
    let mut paid = 0;
    for seed in 0..50 {
        for (purchase, points) in story(&[lines, ""], &rules("most = 1\ncap = 30"), seed).bought {
            let (take, give) = (purchase.take, purchase.give);
            assert!(take.total() <= 1 && give.total() == give.of(Kind::White) && give.total() <= 2, "{take} {give}");
            let cost = 4 * take.of(Kind::Blue) + 3 * take.of(Kind::Green);
            assert_eq!(take.is_empty(), cost == 0);
            assert_eq!(give.total(), cost.saturating_sub(points), "{take} {give} {points}");
            paid += give.total();
        }
    }
    assert!(paid > 10);
}

/// Whatever the threads, the same integers, with a file and a script in the line-up.
#[test]
fn threads_do_not_matter_to_files_and_scripts() {
    let lineup = Lineup::shipped(&["bully", "swarm", "points"], &Setting::default());
    let [one, two, seven] = [1, 2, 7].map(|threads| lineup.run(5, 150, threads).unwrap());
    assert!(one == two && one == seven);
    assert!(lineup.run(6, 150, 2).unwrap() != one);
}

/// Reads a file, and if it is one, builds it and plays a game; it must end, and without a panic.
fn tried(text: &str) -> bool {
    let source = Source::new("tried.toml", text);
    let Ok(loaded) = read::<Battle>(&source) else { return false };
    let game = Battle::set_up(3, &rules("cap = 40")).unwrap();
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).unwrap();
    let strategy = (loaded.build)(&values, &game).unwrap();
    let mut scratch = game.scratch();
    let block = RunKey::new(1).block(0);
    game.play(Table { strategies: &[&*strategy], seating: &[0, 0, 0], block }, &mut scratch, &mut ()).unwrap();
    true
}

/// Words that a file is made of.
const WORDS: [&str; 44] = [
    "white",
    "white 5",
    "dearest",
    "cheapest",
    "none",
    "usual",
    ", ",
    "1 VP",
    "+2 per die",
    "cancel 2",
    "x2",
    "helmet 7",
    "highest",
    "lowest",
    "below ",
    "above 3",
    "leader's ",
    "left",
    "own ",
    "nearest's",
    "armageddon ",
    "by-points 5",
    "first-to-15",
    "random",
    "chosen",
    "\"",
    "=",
    "\n",
    "[[rule]]\n",
    "[amounts]\n",
    "when = \"turn > 2\"\n",
    "points",
    "own.black",
    "total",
    "best.total",
    "shown('1 VP')",
    "min(",
    ")",
    "0",
    "99999999999",
    "{",
    "}",
    "é",
    "#",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn junk_is_no_strategy(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!tried(&String::from_utf8_lossy(&bytes)));
    }

    /// Letters taken out and words put in, of files that are right.
    #[test]
    fn edited_files_are_refused_or_play(
        text in prop::sample::select(
            Battle::FILES.iter().filter(|(file, _)| file.ends_with(".toml")).map(|(_, text)| (*text).to_owned()).chain([file(POWERS)]).collect::<Vec<_>>()
        ),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..44, 0usize..8, any::<bool>()), 1..4),
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, word, taken, puts) in edits {
            let at = at.index(letters.len() + 1);
            let end = (at + taken).min(letters.len());
            let new: Vec<char> = if puts { WORDS[word].chars().collect() } else { Vec::new() };
            letters.splice(at..end, new);
        }
        tried(&letters.into_iter().collect::<String>());
    }

    /// Lists and conditions of words in the places where they can stand.
    #[test]
    fn words_in_the_right_places_are_refused_or_play(
        kinds in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![
            "white", "red 2", "yellow", "green dice - 3", "blue own.red", "black 1", "dearest", "cheapest 2",
        ]), 1..4), 4),
        dice in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![
            "highest", "lowest", "below 4", "above total / thrown", "1 VP", "number", "multiplier", "power", "usual",
            "black", "helmet", "x3", "+2 per die",
        ]), 1..4), 6),
        whose in prop::sample::select(vec!["leader's", "left's", "right's", "nearest's", "any", "own"]),
        when in prop::sample::select(vec![
            "turn > 3", "points >= 3 and own.black < 2", "active", "rivals.cost > cost", "supply.black == 0 or dice < 6",
        ]),
        moment in prop::sample::select(vec![
            "total > best.total", "first_to_15 or random", "shown('1 VP') > 0", "reserve > 1 and not against_all",
            "part > 1", "actions >= 2", "bouts == 1 and fighters > 2",
        ]),
    ) {
        let [kinds, dice] = [kinds, dice].map(|lists| lists.iter().map(|list| list.join(", ")).collect::<Vec<_>>());
        tried(&file(&format!(
            "draft = \"{}\"\nbuy = \"{}\"\npay = \"{}\"\nhand = \"chosen\"\nduel = \"first-to-15\"\n[[rule]]\n\
             when = \"{when}\"\nduel = \"by-points cost\"\nagainst = \"nearest\"\n[[rule]]\nwhen = \"{moment}\"\nchoose = \"{}\"\n\
             shield = \"{}\"\nmultiply = \"{}\"\nmultiply_last = \"{}\"\nexchange = \"{}, left\"\nreroll = \"{}, {whose} highest\"\n\
             give_way = \"lowest\"\n[[rule]]\ncancel = \"{}\"\n",
            kinds[0], kinds[1], kinds[2], kinds[3], dice[0], dice[1], dice[2], dice[3], dice[4], dice[5]
        )));
    }
}

/// The longest file that can be read, of one thing over and over.
#[test]
fn long_files_are_read_in_bounded_time() {
    let many = |piece: &str, times: usize| file(&piece.repeat(times));
    assert!(!tried(&many("[[rule]]\nwhen = \"turn > 1\"\nduel = \"battle\"\n", 20_000)));
    assert!(tried(&many("[[rule]]\nwhen = \"points < 9 or turn > 3 and cost < points\"\nbuy = \"black\"\n", 100)));
    assert!(!tried(&file(&format!("draft = \"{}\"", "white, ".repeat(10_000)))));
    let doubling: String = (1..50).map(|n| format!("a{n} = \"a{} + a{}\"\n", n - 1, n - 1)).collect();
    assert!(!tried(&file(&format!("[amounts]\na0 = 1\n{doubling}"))));
}

/// By hand from the faces of B01: a number counts itself, x3, double x2 and cancel 2 count 10, +2 per die 8, 1 VP, x2 and
/// extra 6, cancel and great shield 5, the other powers 3. So black has 45, green 34, yellow 32, red 27, blue 24, white 21.
#[test]
fn by_worth_is_black_green_yellow_red_blue_white() {
    let game = Battle::set_up(3, &Setting::default()).unwrap();
    let order: Vec<Kind> = game.by_worth.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(order, [Kind::Black, Kind::Green, Kind::Yellow, Kind::Red, Kind::Blue, Kind::White]);
}
