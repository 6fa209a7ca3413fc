//! The deck that ships, the shuffle of G05, and what the author of a wrong deck is told.

use analyze::dice::RunKey;
use analyze::games::Game;
use analyze::games::gang::Trigger::{Bomb, Explosion};
use analyze::games::gang::{Back, CardIndex, CardOrder, Deck, Edition, Gang, MAX_CARDS, Trigger};
use analyze::games::rules::RuleSet;
use analyze::input::Source;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The table "The default deck" of the rules: light cards, then dark ones.
const LIGHT: [(&str, Trigger); 12] = [
    ("sum>=7", Bomb),
    ("sum>=10", Bomb),
    ("sum>=11", Explosion),
    ("sum>=13", Explosion),
    ("run>=2", Explosion),
    ("fives>=2", Explosion),
    ("run>=3", Explosion),
    ("odd>=2", Bomb),
    ("odd>=3", Explosion),
    ("distinct>=3", Explosion),
    ("pair", Bomb),
    ("any:1", Explosion),
];
const DARK: [(&str, Trigger); 6] = [
    ("odd>=1", Bomb),
    ("distinct>=2", Bomb),
    ("any:4,5", Explosion),
    ("any:3,4,5", Bomb),
    ("run>=2", Bomb),
    ("pair", Explosion),
];

#[test]
fn the_deck_that_ships_has_the_cards_of_the_rules() {
    let deck = Deck::reconstructed();
    let with_back = |back| {
        let mut cards: Vec<_> = deck.with_back(back).map(|card| deck.card(card)).collect();
        cards.sort_by_key(|card| (card.condition_text.clone(), card.trigger));
        cards.into_iter().map(|card| (card.condition_text.as_str(), card.trigger)).collect::<Vec<_>>()
    };
    let sorted = |cards: &[(&'static str, Trigger)]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    assert_eq!(with_back(Back::Light), sorted(&LIGHT));
    assert_eq!(with_back(Back::Dark), sorted(&DARK));
    assert_eq!((deck.removed_light, deck.removed_dark, deck.rounds()), (3, 3, 12));
    assert_eq!(deck.id, "reconstructed");
    assert!(deck.note.as_ref().is_some_and(|note| note.contains("reconstruction")), "{:?}", deck.note);
    for card in &deck.cards {
        assert_eq!(Ok(&card.condition), card.condition_text.parse().as_ref());
    }
    let notes = Gang::new(Edition::Bga.rules(), deck, 3).unwrap().notes();
    assert!(notes.iter().any(|note| note.contains("reconstruction")), "said wherever results are shown");
}

/// Chi-square of counts that should be equal must stay below its 99.99 % point. `variance` is the
/// variance of a count over its mean, in units of the multinomial one.
fn assert_equal_chances(what: &str, counts: &[u32], variance: f64) {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&n| (f64::from(n) - mean).powi(2) / (mean * variance)).sum();
    let limit = ChiSquared::new(counts.len() as f64 - 1.0).unwrap().inverse_cdf(0.9999);
    assert!(chi < limit, "{what}: chi-square {chi}, limit {limit}: {counts:?}");
}

/// The orders of 40,000 blocks with the deck that ships.
fn orders() -> Vec<Vec<CardIndex>> {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    let mut order = CardOrder::default();
    let draw = |block| {
        game.begin_block(RunKey::new(6).block(block), &mut order);
        order.cards().to_vec()
    };
    (0..40_000).map(draw).collect()
}

#[test]
fn g05_every_card_is_as_likely_in_each_place_and_as_likely_removed() {
    let (deck, orders) = (Deck::reconstructed(), orders());
    for (back, places) in [(Back::Light, 0..9), (Back::Dark, 9..12)] {
        let cards: Vec<CardIndex> = deck.with_back(back).collect();
        let times = |card, place: usize| orders.iter().filter(|order| order[place] == card).count() as u32;
        for place in places.clone() {
            let counts: Vec<u32> = cards.iter().map(|&card| times(card, place)).collect();
            assert_eq!(counts.iter().sum::<u32>(), 40_000, "only cards of this back come here");
            assert_equal_chances(&format!("round {}", place + 1), &counts, 1.0);
        }
        let removed: Vec<u32> =
            cards.iter().map(|card| orders.iter().filter(|order| !order.contains(card)).count() as u32).collect();
        assert_eq!(removed.iter().sum::<u32>(), 3 * 40_000, "three are removed");
        // Three different cards are removed at a time, so a count varies less: by (n - 3) / (n - 1).
        let n = cards.len() as f64;
        assert_equal_chances(&format!("removed {back}"), &removed, (n - 3.0) / (n - 1.0));
    }
}

/// Places are independent of each other but for cards not coming twice: all pairs are equally likely.
#[test]
fn g05_pairs_of_cards_are_equally_likely() {
    let orders = orders();
    let pairs = |(one, first): (usize, std::ops::Range<u16>), (other, second): (usize, std::ops::Range<u16>)| {
        let all = first.flat_map(|a| second.clone().map(move |b| (a, b))).filter(|(a, b)| a != b);
        all.map(|(a, b)| orders.iter().filter(|order| (order[one].0, order[other].0) == (a, b)).count() as u32)
            .collect::<Vec<_>>()
    };
    let (light, dark) = (0..12, 12..18);
    for (what, counts, cells) in [
        ("rounds 1 and 2", pairs((0, light.clone()), (1, light.clone())), 12 * 11),
        ("rounds 1 and 9", pairs((0, light.clone()), (8, light.clone())), 12 * 11),
        ("rounds 11 and 12", pairs((10, dark.clone()), (11, dark.clone())), 6 * 5),
        ("rounds 1 and 10", pairs((0, light.clone()), (9, dark.clone())), 12 * 6),
        ("rounds 9 and 12", pairs((8, light), (11, dark)), 12 * 6),
    ] {
        assert_eq!((counts.len(), counts.iter().sum::<u32>()), (cells, 40_000));
        assert_equal_chances(what, &counts, 1.0);
    }
}

/// Reads a wrong deck. Each `«` marks where a problem must be reported; the words say what must be in
/// the line about it, in the order of the text, and those without a mark come last.
fn assert_told(marked: &str, expected: &[&[&str]]) {
    let marks: Vec<usize> = marked.match_indices('«').enumerate().map(|(i, (at, _))| at - i * '«'.len_utf8()).collect();
    let text = marked.replace('«', "");
    let bad = Deck::parse(&Source::new("my.toml", text.as_str())).expect_err(marked);
    assert_eq!(bad.problems.len(), expected.len(), "{marked}\n{bad}");
    let lines = bad.to_string();
    for (number, (line, words)) in lines.lines().zip(expected).enumerate() {
        let place = marks.get(number).map_or("my.toml: ".to_owned(), |&at| {
            let before = &text[..at];
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            format!("my.toml:{}:{column}: ", before.matches('\n').count() + 1)
        });
        assert!(line.starts_with(&place), "'{place}' starts '{line}'");
        assert!(words.iter().all(|word| line.contains(word)), "{words:?} in '{line}'");
    }
    assert_eq!(lines.lines().count(), expected.len());
}

/// A deck of two cards with something in place of its parts.
fn deck_with(head: &str, card: &str) -> String {
    format!(
        "{head}\n[[card]]\nid = \"one\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n\n[[card]]\n{card}\n"
    )
}

const HEAD: &str = "id = \"mine\"\nname = \"Mine\"";
const CARD: &str = "id = \"two\"\ncondition = \"sum>=7\"\ntrigger = \"explosion\"\nback = \"dark\"";

fn head(head: &str, expected: &[&[&str]]) {
    assert_told(&deck_with(head, CARD), expected);
}

fn card(card: &str, expected: &[&[&str]]) {
    assert_told(&deck_with(HEAD, card), expected);
}

fn condition(text: &str, expected: &[&str]) {
    card(&CARD.replace("sum>=7", text), &[expected]);
}

#[test]
fn the_deck_these_tests_spoil_is_good() {
    let deck = Deck::parse(&Source::new("my.toml", deck_with(HEAD, CARD))).unwrap();
    assert_eq!((deck.rounds(), deck.removed_light, deck.removed_dark, deck.note.as_deref()), (2, 0, 0, None));
    assert_eq!((deck.cards[1].id.as_str(), deck.cards[1].trigger, deck.cards[1].back), ("two", Explosion, Back::Dark));
}

#[test]
fn bad_conditions() {
    condition("«smu>=7", &["'smu' is not a condition", "did you mean 'sum'?"]);
    condition("«nto(pair)", &["'nto' is not a condition", "did you mean 'not'?"]);
    condition("«", &["expected a condition"]);
    condition("sum«>7", &["expected '>='", "found '>'"]);
    condition("sum>=«seven", &["from 0 to 9999", "'seven'"]);
    condition("sum>=«10000", &["from 0 to 9999", "'10000'"]);
    condition("any:3,«6", &["a value from 1 to 5", "'6'"]);
    condition("count:«0>=1", &["a value from 1 to 5", "'0'"]);
    condition("all(pair; «)", &["expected a condition"]);
    condition("all(pair«", &["expected ')'", "the end"]);
    condition("pair «und run>=2", &["unexpected text after the condition", "'und run>=2'"]);
    condition("«über>=7", &["'über' is not a condition"]);
    condition("sum>=«٧", &["from 0 to 9999"]);
}

#[test]
fn conditions_too_deep_or_too_long() {
    let nested =
        |depth: usize, mark: &str| format!("{}{mark}not(pair){}", "not(".repeat(depth - 1), ")".repeat(depth - 1));
    assert!(Deck::parse(&Source::new("d", deck_with(HEAD, &CARD.replace("sum>=7", &nested(16, ""))))).is_ok());
    condition(&nested(17, "«"), &["more than 16 deep"]);
    condition(&format!("«{}", "not(".repeat(300)), &["1200", "at most 1000"]);
    condition(&format!("«either({}pair)", "pair;".repeat(20_000)), &["100012", "at most 1000"]);
}

#[test]
fn wrong_words_for_trigger_and_back() {
    card(&CARD.replace("\"explosion\"", "«\"bom\""), &[&["'bom' is not a value of 'trigger'", "did you mean 'bomb'?"]]);
    card(&CARD.replace("\"explosion\"", "«\"fire\""), &[&["'fire' is not a value of 'trigger'", "bomb, explosion"]]);
    card(&CARD.replace("\"dark\"", "«\"black\""), &[&["'black' is not a value of 'back'", "light, dark"]]);
    card(&CARD.replace("\"dark\"", "«\"Dark\""), &[&["'Dark' is not a value of 'back'", "did you mean 'dark'?"]]);
}

#[test]
fn bad_ids() {
    for id in ["", "a b", "two/", "ü", &"x".repeat(41)] {
        let shown = if id.len() > 40 { "xxx..." } else { id };
        card(&CARD.replace("\"two\"", &format!("«\"{id}\"")), &[&[shown, "cannot be an id", "1 to 40 letters"]]);
        head(&format!("id = «\"{id}\"\nname = \"Mine\""), &[&[shown, "cannot be an id", "1 to 40 letters"]]);
    }
}

#[test]
fn an_id_used_twice() {
    card(&CARD.replace("\"two\"", "«\"one\""), &[&["the id 'one'", "earlier card"]]);
    card(&format!("{CARD}\n[[card]]\n{}", CARD.replace("\"two\"", "«\"one\"")), &[&["the id 'one'"]]);
    // Also by a card with something else wrong, and after such a card.
    let twice = CARD.replace("\"two\"", "«\"one\"").replace("sum>=7", "«smu>=7");
    card(&twice, &[&["the id 'one'"], &["'smu' is not a condition"]]);
    let after = format!("{}\n[[card]]\n{}", CARD.replace("\"dark\"", "«3"), CARD.replace("\"two\"", "«\"two\""));
    card(&after, &[&["'back'"], &["the id 'two'"]]);
}

#[test]
fn unknown_and_missing_keys() {
    head(&format!("{HEAD}\n«cards = 2"), &[&["unknown key 'cards'", "did you mean 'card'?"]]);
    head(&format!("{HEAD}\n«bonus = [3, 6, 9]"), &[&["unknown key 'bonus'", "id, name, note, removed, card"]]);
    head(&format!("{HEAD}\nremoved = {{ light = 0, «medium = 1 }}"), &[&["unknown key 'medium'", "light, dark"]]);
    card(&format!("{CARD}\n«colour = \"red\""), &[&["unknown key 'colour'", "id, condition, trigger, back"]]);
    head("«id = \"mine\"", &[&["'name' is missing"]]);
    head("«name = \"Mine\"", &[&["'id' is missing"]]);
    let marked = deck_with(HEAD, "").replace("\n[[card]]\n\n", "\n«[[card]]\n\n");
    let marked = marked.replace('«', "««««");
    assert_told(&marked, &[&["'id' is missing"], &["'condition'"], &["'trigger'", "bomb"], &["'back'", "light"]]);
}

/// What is wrong with a value is told in words: what it is and what it must be.
#[test]
fn wrong_types() {
    head(
        "id = «7\nname = «[\"Mine\"]",
        &[&["'id' is a whole number", "must be text"], &["'name' is a list", "must be text"]],
    );
    head(&format!("{HEAD}\nnote = «1.5"), &[&["'note' is a fraction", "must be text"]]);
    head(&format!("{HEAD}\nremoved = «3"), &[&["'removed' is a whole number", "must be a table"]]);
    let light = |value: &str, is: &str| {
        head(
            &format!("{HEAD}\nremoved = {{ light = «{value} }}"),
            &[&["'light' is ", is, "a whole number from 0 to 500"]],
        );
    };
    light("true", "true or false");
    light("\"three\"", "text");
    light("-1", "-1");
    light("501", "501");
    light("0x1f5", "0x1f5");
    light("99999999999999999999999999", "99999999999999999999999999");
    for key in ["id", "condition", "trigger", "back"] {
        let value = CARD.lines().find(|line| line.starts_with(key)).unwrap();
        card(
            &CARD.replace(value, &format!("{key} = «1979-05-27")),
            &[&[&format!("'{key}' is a date"), "must be text"]],
        );
    }
    assert_told(&format!("{HEAD}\nremoved = {{ light = 3 }}\ncard = «\"pair\""), &[&["'card' is text", "[[card]]"]]);
    let number: &[&str] = &["'card' is a whole number", "[[card]]"];
    assert_told(&format!("{HEAD}\ncard = [«1, «2]"), &[number, number]);
    assert_told(&format!("{HEAD}\n«[card]\n{CARD}"), &[&["'card' is a table", "[[card]]"]]);
}

#[test]
fn too_few_cards() {
    assert_told(HEAD, &[&["no cards", "[[card]]"]]);
    head(&format!("{HEAD}\nremoved = {{ light = «2 }}"), &[&["2 light cards are to be removed", "only 1"]]);
    head(&format!("{HEAD}\nremoved = {{ light = 1, dark = «2 }}"), &[&["2 dark cards", "only 1"]]);
    head(
        &format!("{HEAD}\nremoved = {{ light = «2, dark = «9 }}"),
        &[&["2 light cards", "only 1"], &["9 dark cards", "only 1"]],
    );
    head(&format!("{HEAD}\nremoved = «{{ light = 1, dark = 1 }}"), &[&["no card is left"]]);
}

#[test]
fn too_many_cards() {
    let cards = |n: usize, mark: &str| {
        let card = |i: usize| {
            format!("{}[[card]]\n{}\n", if i == 500 { mark } else { "" }, CARD.replace("two", &format!("c{i}")))
        };
        format!("{HEAD}\n{}", (0..n).map(card).collect::<String>())
    };
    assert_eq!(MAX_CARDS, 500);
    assert_eq!(Deck::parse(&Source::new("d", cards(500, ""))).unwrap().rounds(), 500);
    assert_told(&cards(501, "«"), &[&["501 cards", "at most 500"]]);
}

#[test]
fn all_problems_are_told_at_once() {
    let first = "id = «\"a b\"\nname = \"Mine\"\nnote = «4\n«notes = \"x\"\nremoved = { light = «\"1\" }";
    let second = "id = «\"one\"\ncondition = \"run>=«x\"\ntrigger = «\"boom\"\nback = «\"light \"\n«hue = 1";
    let expected: [&[&str]; 9] = [
        &["'a b'"],
        &["'note'"],
        &["'notes'", "did you mean 'note'?"],
        &["'light' is text"],
        &["'one'"],
        &["'x'"],
        &["'boom'"],
        &["'light '"],
        &["'hue'"],
    ];
    assert_told(&deck_with(first, second), &expected);
}

/// Rules and deck must go together: as many rounds as bonuses, and no more dice than can be counted.
#[test]
fn a_short_deck_needs_a_short_bonus() {
    let deck = || Deck::parse(&Source::new("my.toml", deck_with(HEAD, CARD))).unwrap();
    let error = Gang::new(Edition::Bga.rules(), deck(), 3).unwrap_err().to_string();
    assert!(["3 rounds", "only 2", "'bonus'"].iter().all(|word| error.contains(word)), "{error}");
    let rules = Edition::Bga.rules().with_option("--rule", "bonus", "[4, 5]").unwrap();
    assert!(Gang::new(rules, deck(), 3).is_ok());
    let rules = Edition::Bga.rules().with_option("--rule", "pools", "200").unwrap();
    let error = Gang::new(rules, Deck::reconstructed(), 3).unwrap_err().to_string();
    assert!(["618", "511", "'pools'"].iter().all(|word| error.contains(word)), "{error}");
}
