//! Exact results against all games of tiny decks: every order of the cards, every throw of the dice, by the rules that are
//! played.

use super::exact_gang;
use crate::dice::{Counts, RunKey};
use crate::exact::odometer::Odometer;
use crate::exact::versus::{ExactFault, ExactGames, ExactShares, Exactly};
use crate::games::declaration::PolicyId;
use crate::games::gang::{
    ALLOWED, BEST_DICE, BEST_TOTAL, Back, CardIndex, CardOrder, Commit, Committed, Deck, Edition, Gang, NoAnswer, POOL,
    ROUNDS_LEFT, Roll, SEAT, Strategy, TABLE, Trigger, TurnResult, View, Watch,
};
use crate::games::rules::RuleSet;
use crate::games::turns::{Refused, Turns};
use crate::games::{Table, WHOLE_WIN};
use crate::input::Source;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A strategy by what it commits, which rerolls fives if it may.
struct By(fn(&View<'_>) -> u32);

impl Strategy for By {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: (self.0)(view).clamp(1, view.ask(ALLOWED)), plan: PolicyId(5) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(roll.shown.only(5))
    }
}

/// By the table and the result to beat.
const RAISING: By = By(|view| 1 + u32::from(view.ask(BEST_TOTAL) > 3) + view.ask(TABLE) % 2);
/// By its pool.
const HALF: By = By(|view| view.ask(POOL) / 2);
/// More late in the game.
const LATE: By = By(|view| 1 + u32::from(view.ask(ROUNDS_LEFT) == 0) + u32::from(view.ask(BEST_DICE) > 1));
/// Everything it has.
const ALL: By = By(|view| view.ask(POOL));
/// The number of its seat.
const SEATED: By = By(|view| view.ask(SEAT));

/// The four cards of tests, as they stand in a deck.
const CARDS: [(&str, &str, &str, &str); 4] = [
    ("a", "sum>=5", "bomb", "light"),
    ("b", "odd>=1", "explosion", "light"),
    ("c", "any:4,5", "explosion", "light"),
    ("d", "pair", "bomb", "dark"),
];

/// A game with some of the cards, of which so many light ones are removed.
fn game(cards: &[usize], removed: u32, edition: Edition, (pool, supply): (u32, &str)) -> Gang {
    let card = |&at: &usize| {
        let (id, condition, trigger, back) = CARDS[at];
        format!("[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"{back}\"\n")
    };
    let cards: String = cards.iter().map(card).collect();
    let text = format!("id = \"tiny\"\nname = \"tiny\"\nremoved = {{ light = {removed} }}\n{cards}");
    let deck = Deck::parse(&Source::new("tiny", text)).unwrap();
    let rules = [
        ("pools", format!("[{pool}, {pool}, {pool}]")),
        ("bonus", "[1]".to_owned()),
        ("supply", supply.to_owned()),
        ("rerolls", "1".to_owned()),
    ];
    let rules = rules.iter().fold(edition.rules(), |all, (key, value)| all.with_option("--rule", key, value).unwrap());
    Gang::new(rules, deck, 2).unwrap()
}

/// All results of a turn with their chances: every throw of one die after the other.
fn results(turn: &Committed<'_>, plan: PolicyId) -> Chances {
    let mut all = BTreeMap::new();
    throw(turn, plan, (Counts::EMPTY, turn.rerolls), 1.0, &mut all);
    all.into_iter().collect()
}

/// Throws another die where some lie, or goes on where all do.
fn throw(
    turn: &Committed<'_>,
    plan: PolicyId,
    (lie, left): (Counts, u8),
    chance: f64,
    all: &mut BTreeMap<TurnResult, f64>,
) {
    if lie.dice() < turn.dice {
        return (0..6).for_each(|face| throw(turn, plan, (lie + Counts::of(face, 1), left), chance / 6.0, all));
    }
    let (card, holds) = (turn.card.0, turn.card.0.condition.holds(lie));
    let again = if left == 0 { Counts::EMPTY } else { turn.to_reroll(plan, lie, left).unwrap() };
    let explodes = holds && card.trigger == Trigger::Explosion;
    if !explodes && !again.is_empty() {
        return throw(turn, plan, (lie - again, left - 1), chance, all);
    }
    let result = if holds { TurnResult::Invalid } else { TurnResult::Total(lie.total()) };
    *all.entry(result).or_default() += chance;
}

/// The results of a turn, each with its chance.
type Chances = Rc<[(TurnResult, f64)]>;

/// A source of turns that goes through all results, one combination for each game.
#[derive(Default)]
struct Every {
    ways: Odometer,
    /// The results of turns by card and dice: all strategies reroll alike.
    known: HashMap<(CardIndex, u32), Chances>,
}

impl Turns<Gang> for Every {
    fn play(&mut self, turn: &Committed<'_>, plan: PolicyId, _: &mut (dyn Watch + '_)) -> Result<TurnResult, Refused> {
        let all = self.known.entry((turn.card.1, turn.dice)).or_insert_with(|| results(turn, plan));
        Ok(self.ways.pick(all))
    }
}

/// All orders in which `count` of these cards can come.
fn orders(cards: &[CardIndex], count: u32) -> Vec<Vec<CardIndex>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let after = |&first: &CardIndex| {
        let others: Vec<CardIndex> = cards.iter().copied().filter(|&card| card != first).collect();
        orders(&others, count - 1).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    cards.iter().flat_map(after).collect()
}

/// The mean win shares, dice, turns and rounds by seat, over all games in all orders of the cards.
fn enumerated(gang: &Gang, strategies: [&dyn Strategy; 2]) -> [f64; 6] {
    let of = |back| gang.deck().with_back(back).collect::<Vec<_>>();
    let light = gang.deck().light_rounds();
    let dark = orders(&of(Back::Dark), gang.deck().rounds() - light);
    let all: Vec<Vec<CardIndex>> = orders(&of(Back::Light), light)
        .iter()
        .flat_map(|light| dark.iter().map(move |dark| [&light[..], dark].concat()))
        .collect();
    let mut sums = [0.0; 6];
    for order in &all {
        let (mut every, order) = (Every::default(), CardOrder::new(order.clone()));
        loop {
            every.ways.begin();
            let table = Table { strategies: &strategies, seating: &[0, 1], block: RunKey::new(0).block(0) };
            let outcome = gang.play_watched(table, &order, &mut every, &mut ()).unwrap();
            let share = |seat: usize| f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
            let [turns, rounds, ..] = outcome.lengths.map(f64::from);
            let numbers = [share(0), share(1), outcome.score[0].into(), outcome.score[1].into(), turns, rounds];
            sums.iter_mut()
                .zip(numbers)
                .for_each(|(sum, number)| *sum += every.ways.chance() * number / all.len() as f64);
            if !every.ways.advance() {
                break;
            }
        }
    }
    sums
}

fn exact(gang: &Gang, strategies: [&dyn Strategy; 2]) -> Result<ExactShares, ExactFault> {
    exact_gang(gang, strategies, ["one", "two"], &|_| true)
}

/// The numbers of games that a strategy starts, its own first.
fn by_seat(games: &ExactGames, starter: usize) -> [f64; 6] {
    let other = 1 - starter;
    let all = [games.share[starter], games.share[other], games.score[starter], games.score[other], games.turns];
    let [a, b, c, d, e] = all.map(|number| number.value);
    [a, b, c, d, e, games.rounds.value]
}

fn check(gang: &Gang, strategies: [&dyn Strategy; 2]) {
    let [one, two] = strategies;
    let found = exact(gang, strategies).unwrap();
    for (starter, expected) in [enumerated(gang, [one, two]), enumerated(gang, [two, one])].into_iter().enumerate() {
        let numbers = by_seat(&found.starts[starter], starter);
        // The enumerated sums have millions of terms, each of which is rounded.
        let far = numbers.iter().zip(expected).any(|(found, expected)| (found - expected).abs() > 1e-10);
        assert!(!far, "starter {starter}: found {numbers:?}, expected {expected:?}");
    }
}

/// Two of three light cards, then a dark one with a bonus die.
#[test]
fn results_are_those_of_all_games_in_all_orders_of_the_cards() {
    check(&game(&[0, 1, 2, 3], 1, Edition::Bga, (3, "unlimited")), [&LATE, &HALF]);
    check(&game(&[0, 1, 2, 3], 1, Edition::Blackrock, (3, "[2, 2, 2]")), [&ALL, &LATE]);
}

/// Only light cards, or only dark ones; of two cards, no card comes twice. With so few dice players go out.
#[test]
fn decks_of_one_back_are_drawn_without_replacement() {
    for (cards, removed) in [(&[0, 1][..], 0), (&[3][..], 0), (&[0, 1, 2][..], 1)] {
        check(&game(cards, removed, Edition::Bga, (3, "unlimited")), [&RAISING, &HALF]);
        check(&game(cards, removed, Edition::Blackrock, (4, "[3, 3, 3]")), [&RAISING, &LATE]);
        check(&game(cards, removed, Edition::Bga, (2, "unlimited")), [&ALL, &LATE]);
    }
}

#[test]
fn a_strategy_may_look_at_its_seat() {
    let gang = game(&[0, 1, 3], 1, Edition::Bga, (3, "unlimited"));
    check(&gang, [&SEATED, &RAISING]);
    check(&gang, [&SEATED, &SEATED]);
}

/// With one card, a game is one decision of each; a coin between two of these is their mean.
#[test]
fn a_coin_falls_each_way() {
    let gang = game(&[0], 0, Edition::Bga, (4, "unlimited"));
    let coin = By(|view| 1 + view.coin(0, 2) as u32);
    let share = |one: By| exact(&gang, [&one, &LATE]).unwrap().in_seat(0, 0).value;
    let mean = f64::midpoint(share(By(|_| 1)), share(By(|_| 2)));
    assert!((share(coin) - mean).abs() < 1e-14);
}

/// The deck that ships: the shares of two seats are 1, all dice are somebody's or on the table, and the same strategy twice wins
/// as much from either seat as the other does.
#[test]
fn the_published_game_keeps_the_laws() {
    for edition in [Edition::Bga, Edition::Blackrock] {
        let gang = Gang::new(edition.rules(), Deck::reconstructed(), 2).unwrap();
        let [one, two] = [exact(&gang, [&LATE, &RAISING]).unwrap(), exact(&gang, [&RAISING, &LATE]).unwrap()];
        for (strategy, seat) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let (here, there) = (one.in_seat(strategy, seat), two.in_seat(1 - strategy, seat));
            assert!((here.value - there.value).abs() <= here.within + there.within, "{here:?} {there:?}");
            let other = one.in_seat(1 - strategy, 1 - seat);
            assert!((here.value + other.value - 1.0).abs() < 1e-9, "{here:?} {other:?}");
            assert!(here.within < 1e-9, "{here:?}");
        }
        let bonus: u32 = edition.rules().bonus.iter().sum();
        for games in one.starts {
            let dice = games.score[0].value + games.score[1].value;
            assert!(dice > 90.0 && dice <= f64::from(96 + bonus), "{dice}");
            assert!((games.turns.value - 2.0 * games.rounds.value).abs() < 1e-9 && games.rounds.value <= 12.0 + 1e-9);
        }
        let same = exact(&gang, [&LATE, &LATE]).unwrap();
        let [first, second] = [same.in_seat(0, 0), same.in_seat(1, 0)].map(|share: Exactly| share.value);
        assert!((first - second).abs() < 1e-12, "{first} {second}");
    }
}

#[test]
fn what_cannot_be_followed_is_refused_by_name() {
    use crate::games::declaration::{Language, ObservableIndex, index_of};
    const SEEN: ObservableIndex = index_of::<Gang>("bombs_seen", Language::Both);
    let gang = game(&[0, 1, 2, 3], 1, Edition::Bga, (3, "unlimited"));
    let refused = |strategy: By| exact(&gang, [&LATE, &strategy]).unwrap_err().to_string();
    let counts = refused(By(|view| 1 + view.ask(SEEN)));
    assert!(counts.contains("'two' reads 'bombs_seen'"), "{counts}");
    let tosses = refused(By(|view| 1 + (0..7).map(|toss| view.coin(toss, 2) as u32).sum::<u32>()));
    assert!(tosses.contains("'two' tosses coins"), "{tosses}");
    let three = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    assert_eq!(exact(&three, [&LATE, &LATE]), Err(ExactFault::Players(3)));
    assert_eq!(exact_gang(&gang, [&LATE, &LATE], ["a", "b"], &|_| false), Err(ExactFault::Stopped));
}

/// Thirty different light cards of which half come: 2^30 sets and more.
#[test]
fn what_takes_too_long_says_how_long() {
    let card = |number: u32| {
        let card = format!("[[card]]\nid = \"c{number}\"\ncondition = \"sum>={}\"\ntrigger = \"bomb\"\n", 5 + number);
        format!("{card}back = \"light\"\n")
    };
    let cards: String = (0..30).map(card).collect();
    let text = format!("id = \"long\"\nname = \"long\"\nremoved = {{ light = 15 }}\n{cards}");
    let deck = Deck::parse(&Source::new("long", text)).unwrap();
    let gang = Gang::new(Edition::Bga.rules(), deck, 2).unwrap();
    let refused = exact(&gang, [&LATE, &RAISING]).unwrap_err().to_string();
    assert!(refused.contains("would take some ") && refused.contains(" seconds on two cores"), "{refused}");
}
