//! G01–G08: dice, pools, cards, editions.

use super::pools;
use crate::looks::Looks;
use crate::table::{Player, Script, at_most, deck, play_with, stand};
use analyze::dice::{BlockKey, Counts, RunKey};
use analyze::games::gang::Trigger::{Bomb, Explosion};
use analyze::games::gang::{
    Back, Card, CardIndex, CardOrder, Committed, Condition, Deck, Edition, Gang, PolicyId, Roll, Rules, State,
    Strategy, View, Watch,
};
use analyze::games::turns::{RolledTurns, Turns};
use analyze::games::{BuiltIn, Game, Seat, declaration};
use std::sync::Mutex;

/// A game of the edition in which every player commits a die each round and the first one wins all.
fn quiet_game(edition: Edition, seats: usize) -> Script {
    Script::new(edition.rules(), seats).quiet(12, &(0..seats as u8).collect::<Vec<_>>())
}

/// What so many dice show in a turn that is rolled, and when all of them are rerolled once.
fn throws(dice: u32, block: BlockKey, seat: u8, round: u32) -> Vec<Counts> {
    #[derive(Default)]
    struct Shown(Vec<Counts>);
    impl Watch for Shown {
        fn rolled(&mut self, shown: Counts, _: u8) {
            self.0.push(shown);
        }
    }
    let strategy = Player { commit: at_most(dice), reroll: |roll: &Roll<'_>| Ok(roll.shown) };
    let (player, card) = (declaration::Player { strategy: &strategy as &dyn Strategy, index: 0 }, quiet_card());
    let turn = Committed { player, card: (&card, CardIndex(0)), seat: Seat(seat), round, dice, rerolls: 1 };
    let mut shown = Shown::default();
    Turns::<Gang>::play(&mut RolledTurns(block), &turn, PolicyId(0), &mut shown).unwrap();
    shown.0
}

/// A card whose condition never holds.
fn quiet_card() -> Card {
    deck([("sum>=999", Bomb)]).cards.remove(0)
}

/// Chi-square of the six faces, against its 99.99 % point with 5 degrees of freedom.
#[test]
fn g01_the_six_faces_are_equally_likely() {
    let mut thrown = [0u32; 6];
    for block in 0..20_000 {
        let throws = throws(3, RunKey::new(11).block(block), (block % 4) as u8, (block % 12) as u32);
        for (sum, n) in thrown.iter_mut().zip(throws[0].to_array()) {
            *sum += n;
        }
    }
    assert_eq!(thrown.iter().sum::<u32>(), 60_000);
    let chi: f64 = thrown.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 25.74, "{thrown:?}: {chi}");
}

/// Each seat has dice of its own in each round of each block, and throws the same ones again when asked again.
#[test]
fn g01_every_turn_has_its_own_dice() {
    let throw = |block, seat, round| throws(48, RunKey::new(12).block(block), seat, round);
    let turns = (0..5).flat_map(|block| (0..4).flat_map(move |seat| (0..12).map(move |round| (block, seat, round))));
    let mut thrown: Vec<_> = turns.clone().map(|(block, seat, round)| throw(block, seat, round)).collect();
    assert_eq!(thrown, turns.map(|(block, seat, round)| throw(block, seat, round)).collect::<Vec<_>>());
    thrown.sort_unstable();
    thrown.dedup();
    assert_eq!(thrown.len(), 5 * 4 * 12, "two throws of 48 dice are hardly ever equal by chance");
}

#[test]
fn g01_the_boss_is_no_value() {
    let bosses = Counts::of(0, 10);
    assert_eq!((bosses.total(), bosses.dice()), (0, 10));
    let texts = ["sum>=1", "run>=1", "run>=2", "odd>=1", "even>=1", "distinct>=1", "pair", "same>=1", "any:1,2,3,4,5"];
    for text in texts {
        assert!(!text.parse::<Condition>().unwrap().holds(bosses), "{text}");
    }
    // Beside values it makes no pair, no further value, and bridges no gap in a run.
    let gap = crate::counts(&[0, 0, 1, 3]);
    for text in ["pair", "run>=2", "distinct>=3", "odd>=3", "even>=1", "sum>=5"] {
        assert!(!text.parse::<Condition>().unwrap().holds(gap), "{text}");
    }
}

/// 12 dice and 12 tokens make 48: all of them can be thrown at once, because exchanges are granted.
#[test]
fn g02_a_pool_is_counted_in_dice() {
    let played = Script::new(pools(48), 2).round("sum>=99", Bomb, &[(0, &"1".repeat(48)), (1, "5")]).play();
    assert_eq!(played.allowed(1), [48, 48]);
    assert_eq!(played.last().results, [Some(48), Some(5)]);
    assert_eq!(played.last().pools, [49, 47]);
}

#[test]
fn g03_eighteen_cards_twelve_light_six_dark() {
    let deck = Deck::reconstructed();
    assert_eq!((deck.with_back(Back::Light).count(), deck.with_back(Back::Dark).count()), (12, 6));
}

#[test]
fn g04_two_to_four_players_and_their_pools() {
    for edition in [Edition::Bga, Edition::Blackrock] {
        for (seats, dice) in [(2, 48), (3, 48), (4, 36)] {
            assert_eq!(quiet_game(edition, seats).play().asked[0].pool, dice, "{edition}, {seats} players");
        }
        for seats in [0, 1, 5] {
            assert!(Gang::new(edition.rules(), Deck::reconstructed(), seats).is_err(), "{seats} players");
        }
    }
    assert_eq!(Gang::SEATS, 2..=4);
}

/// Which cards came, in order.
#[derive(Default)]
struct Revealed(Vec<CardIndex>);

impl Watch for Revealed {
    fn round_begins(&mut self, card: CardIndex, _: u32, _: &State) {
        self.0.push(card);
    }
}

/// The shuffle itself is tried in `decks`.
#[test]
fn g05_nine_light_rounds_then_three_dark() {
    for edition in [Edition::Bga, Edition::Blackrock] {
        let game = Gang::new(edition.rules(), Deck::reconstructed(), 3).unwrap();
        for block in (0..50).map(|block| RunKey::new(5).block(block)) {
            let mut order = CardOrder::default();
            game.begin_block(block, &mut order);
            let mut seen = Revealed::default();
            play_with(&game, &[&stand(1)], &[0, 0, 0], block, &order, &mut seen).unwrap();
            let backs: Vec<Back> = seen.0.iter().map(|&card| game.deck().card(card).back).collect();
            assert_eq!(backs, [[Back::Light; 9].as_slice(), &[Back::Dark; 3]].concat());
            let mut different = seen.0.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), 12, "no card comes twice");
        }
    }
}

#[test]
fn g06_bonus_of_both_editions() {
    for (edition, last) in [(Edition::Bga, [3, 6, 9]), (Edition::Blackrock, [3, 3, 6])] {
        for seats in 2..=4 {
            let played = quiet_game(edition, seats).play();
            let bonus: Vec<u32> = played.rounds.iter().map(|round| round.bonus).collect();
            assert_eq!(bonus, [[0; 9].as_slice(), &last].concat());
            let took: Vec<_> = played.rounds.iter().map(|round| round.won).collect();
            let expected: Vec<_> = bonus.iter().map(|bonus| Some((0, seats as u32 + bonus))).collect();
            assert_eq!(took, expected, "the winner takes the bonus with the dice");
            let firsts = played.asked.iter().filter(|asked| asked.seat == 0);
            let coming: Vec<u32> = firsts.map(|asked| asked.bonus_next).collect();
            assert_eq!(coming[..11], bonus[1..], "the bonus is announced a round ahead");
            assert_eq!(coming[11], 0);
        }
    }
}

#[test]
fn g06_bga_commits_up_to_the_pool() {
    let played = Script::new(Edition::Bga.rules(), 3)
        .round("sum>=1", Bomb, &[(0, &"1".repeat(40)), (1, &"1".repeat(48)), (2, "1")])
        .quiet(2, &[0, 2])
        .play();
    assert_eq!(played.allowed(1), [48, 48, 48]);
    assert_eq!(played.allowed(2), [8, 47], "left-over dice on the table limit nobody");
}

/// 36 dice exist, 24 with two players; a turn gets what earlier turns have left of them.
#[test]
fn g06_blackrock_earlier_turns_use_up_the_dice() {
    let supply = |seats, turns: &[(u8, &str)]| {
        let rules = Rules { bonus: vec![], ..Edition::Blackrock.rules() };
        Script::new(rules, seats)
            .round("sum>=999", Bomb, turns)
            .quiet(1, &turns.iter().map(|t| t.0).collect::<Vec<_>>())
            .play()
    };
    let (ten, twenty) = ("5".repeat(10), "5".repeat(20));
    let three = supply(3, &[(0, &twenty), (1, &ten), (2, "1")]);
    assert_eq!(three.allowed(1), [36, 16, 6]);
    assert_eq!(three.allowed(2), [36, 35, 34], "the winner has put all dice back into play");
    assert_eq!(supply(4, &[(0, &ten), (1, &ten), (2, &ten), (3, "1")]).allowed(1), [36, 26, 16, 6]);
    assert_eq!(supply(2, &[(0, &twenty), (1, "1")]).allowed(1), [24, 4]);
}

#[test]
fn g06_blackrock_never_more_than_the_pool() {
    let rules = Rules { pools: [5; 3], bonus: vec![], ..Edition::Blackrock.rules() };
    let played =
        Script::new(rules, 3).round("sum>=99", Bomb, &[(0, "1"), (1, "5"), (2, "1")]).quiet(1, &[1, 2, 0]).play();
    assert_eq!(played.allowed(1), [5, 5, 5]);
    assert_eq!(played.allowed(2), [7, 4, 4]);
}

/// Dice of all-invalid rounds stay on the table and cannot be thrown until somebody has won them.
#[test]
fn g06_blackrock_left_over_dice_cannot_be_thrown() {
    let rules = Rules { bonus: vec![], ..Edition::Blackrock.rules() };
    let ones = |n| "1".repeat(n);
    let played = Script::new(rules, 3)
        .round("any:1", Bomb, &[(0, &ones(10)), (1, &ones(2)), (2, "1")])
        .round("any:1", Explosion, &[(0, &ones(4)), (1, &ones(3)), (2, "1")])
        .round("any:1", Bomb, &[(0, "B"), (1, "2"), (2, "1")])
        .quiet(1, &[1, 2, 0])
        .play();
    assert_eq!(played.allowed(1), [36, 26, 24]);
    assert_eq!(played.allowed(2), [23, 19, 16], "13 of the 36 lie on the table");
    assert_eq!(played.allowed(3), [15, 14, 13], "21 of the 36 lie on the table");
    assert_eq!(played.rounds[2].won, Some((1, 24)));
    assert_eq!(played.allowed(4), [36, 35, 33], "34 dice are free, but the last player holds 48 - 10 - 4 - 1");
}

/// With every die on the table one is changed for a token: a turn can always commit one.
#[test]
fn g06_blackrock_with_no_die_free_one_is_changed() {
    let rules = Rules { bonus: vec![], ..Edition::Blackrock.rules() };
    let ones = |n| "1".repeat(n);
    let played = Script::new(rules, 3)
        .round("any:1", Bomb, &[(0, &ones(30)), (1, &ones(6)), (2, "1")])
        .round("any:1", Bomb, &[(0, "1"), (1, "1"), (2, "1")])
        .round("any:1", Bomb, &[(0, "2"), (1, "1"), (2, "1")])
        .play();
    assert_eq!(played.allowed(1), [36, 6, 1]);
    assert_eq!(played.allowed(2), [1, 1, 1], "37 dice lie there, one of them a changed token");
    assert_eq!(played.allowed(3), [1, 1, 1]);
    assert_eq!(played.last().won, Some((0, 43)));
}

/// Bonus tokens are not dice: neither on the table this round nor left over do they reduce the supply.
#[test]
fn g06_blackrock_bonus_tokens_are_not_dice() {
    let played = Script::new(Edition::Blackrock.rules(), 2)
        .quiet(9, &[0, 1])
        .round("any:1", Bomb, &[(0, "1"), (1, "1")])
        .round("any:1", Bomb, &[(0, "1"), (1, "1")])
        .round("any:1", Bomb, &[(0, "2"), (1, "1")])
        .play();
    assert_eq!(played.allowed(10), [24, 23]);
    assert_eq!(played.allowed(11), [22, 21], "2 dice and a token lie there");
    assert_eq!(played.allowed(12), [20, 19]);
    assert_eq!(played.last().won, Some((0, 6 + 3 + 3 + 6)));
}

#[test]
fn g07_seat_1_starts() {
    for seats in 2..=4 {
        assert_eq!(quiet_game(Edition::Bga, seats).play().asked[0].seat, 0);
    }
}

#[test]
fn g08_the_bonus_lies_on_the_table_before_the_first_turn() {
    let played = quiet_game(Edition::Bga, 3).play();
    let tables: Vec<u32> = played.asked.iter().filter(|asked| asked.seat == 0).map(|asked| asked.table).collect();
    assert_eq!(tables, [0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 6, 9]);
}

/// A player sees the card of its own round and those before, in order, and none to come.
#[test]
fn g08_a_card_is_revealed_each_round() {
    let shown = Mutex::new(Vec::new());
    let commit = |view: &View<'_>| {
        let seen: Vec<String> = view.seen().map(|card| card.id.clone()).collect();
        shown.lock().unwrap().push((view.round(), view.rounds_left(), view.card().id.clone(), seen));
        at_most(1)(view)
    };
    let player = Player { commit, reroll: |_: &Roll<'_>| Ok(Counts::EMPTY) };
    let game = Gang::new(pools(48), deck(["sum>=9", "pair", "any:1"].map(|text| (text, Bomb))), 2).unwrap();
    let order = CardOrder::new([2, 0, 1].map(CardIndex).to_vec());
    let block = RunKey::new(1).block(0);
    play_with(&game, &[&player], &[0, 0], block, &order, &mut ()).unwrap();
    let ids = ["card2", "card0", "card1"];
    let expected: Vec<_> = (0..6)
        .map(|turn| turn / 2)
        .map(|round| (round as u32 + 1, 2 - round as u32, ids[round].to_owned(), ids[..round].to_vec()))
        .collect();
    let shown = shown.lock().unwrap();
    let shown: Vec<_> =
        shown.iter().map(|(r, l, c, s)| (*r, *l, c.clone(), s.iter().map(String::as_str).collect())).collect();
    assert_eq!(shown, expected);
}
