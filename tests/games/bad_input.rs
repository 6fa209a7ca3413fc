//! Files that are no decks and no rules: refused quickly, in words, and never with a panic.

use crate::random_play::Random;
use analyze::dice::RunKey;
use analyze::games::gang::{Deck, Edition, Gang, Rules};
use analyze::games::rules::RuleSet;
use analyze::games::{Game, Table};
use analyze::input::{BadInput, Source};
use proptest::prelude::{ProptestConfig, any, prop, prop_oneof, proptest};
use proptest::strategy::Strategy as _;
use std::io::Write;
use std::path::Path;

/// What is told of a file with these bytes.
fn told(bytes: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let deck = Source::read(file.path()).and_then(|source| Deck::parse(&source));
    let bad = deck.expect_err("not a deck");
    assert!(bad.to_string().starts_with(&file.path().display().to_string()), "the file is named: {bad}");
    bad.to_string()
}

#[test]
fn an_empty_file() {
    let told = told(b"");
    assert!(["'id' is missing", "'name' is missing", "no cards"].iter().all(|word| told.contains(word)), "{told}");
    assert_eq!(told.lines().count(), 3);
}

#[test]
fn binary_content() {
    assert!(told(b"id = \"\xff\"").contains("not a UTF-8 text file: byte 7"));
    let image: Vec<u8> = (0..=255u8).rev().cycle().take(100_000).collect();
    assert!(told(&image).contains("not a UTF-8 text file: byte 1 "));
    assert!(told(&[0; 4096]).lines().count() >= 1, "zeros are UTF-8, but no deck");
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let error = |path: &Path| Source::read(path).unwrap_err().to_string();
    assert!(error(folder.path()).contains("folder"));
    let missing = folder.path().join("no-such-deck.toml");
    assert!(error(&missing).contains("no-such-deck.toml") && error(&missing).contains("cannot read"));
}

#[test]
fn a_file_of_more_than_a_mebibyte() {
    assert!(told(&vec![b'#'; (1 << 20) + 1]).contains("at most 1048576"));
    assert!(!told(&vec![b'#'; 1 << 20]).contains("at most"), "the limit itself is read");
}

/// A device has no end, and a pipe may have nobody who writes to it: neither is read.
#[test]
#[cfg(unix)]
fn a_file_without_an_end() {
    let error = Source::read(Path::new("/dev/zero")).unwrap_err().to_string();
    assert!(error.contains("this is a device, not an ordinary file"), "{error}");
}

/// A mebibyte of one thing over and over is refused with a list that a person can read.
#[test]
fn a_lot_of_junk() {
    let pieces = [
        "=",
        "a=1\n",
        "a",
        "\"",
        "'",
        "[",
        "{",
        "]",
        ".",
        "a.",
        "\\",
        "é",
        "\u{0}",
        "\u{feff}",
        "[[card]]\n",
        "[[c]]\nx=1\n",
        "a={",
        "a=[",
        "a.b=1\n",
    ];
    for piece in pieces {
        let text = piece.repeat((1 << 20) / piece.len());
        let bad = Deck::parse(&Source::new("junk.toml", text)).unwrap_err();
        assert!(bad.problems.len() <= 101, "{} problems of {piece:?}", bad.problems.len());
        assert_eq!(bad.to_string().lines().count(), bad.problems.len());
    }
    let keys: String = (0..20_000).map(|i| format!("key{i} = {i}\n")).collect();
    let bad = Deck::parse(&Source::new("junk.toml", keys)).unwrap_err();
    let last = bad.to_string().lines().last().unwrap().to_owned();
    // 20,000 unknown keys, two missing, and no cards.
    assert!(last.contains(&format!("{} more", 20_003 - 100)), "{last}");
}

#[test]
fn deep_nesting() {
    let deep = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(50_000), close.repeat(50_000));
    let files = [
        format!("id = {}", deep("[", "", "]")),
        format!("id = {}", deep("[", "", "")),
        format!("id = {}", deep("{a=", "1", "}")),
        format!("{}a = 1", "a.".repeat(50_000)),
        format!("[{}a]\n", "a.".repeat(50_000)),
        format!("[[{}a]]\n", "a.".repeat(50_000)),
        format!("[[card]]\nid = {}", deep("[{a=", "1", "}]")),
    ];
    for file in files {
        let bad = Deck::parse(&Source::new("deep.toml", file.as_str())).unwrap_err();
        let limit = bad.problems.iter().any(|problem| problem.message.contains("recur"));
        assert!(limit, "{}…: {bad}", &file[..20]);
    }
}

/// A mark of byte order is no part of the text.
#[test]
fn a_mark_of_byte_order() {
    let deck = Deck::reconstructed().text;
    assert!(Deck::parse(&Source::new("d", format!("\u{feff}{deck}"))).is_ok());
}

/// One change of a text.
#[derive(Clone, Debug)]
enum Edit {
    Insert(usize, String),
    Delete(usize, usize),
    /// Another line of the same text in place of one.
    Copy(usize, usize),
}

impl Edit {
    fn make(&self, text: &mut String) {
        let place = |at: usize| (0..=at % (text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap();
        match self {
            Edit::Insert(at, what) => text.insert_str(place(*at), what),
            Edit::Delete(at, length) => {
                let start = place(*at);
                let end = place((start + length).min(text.len()));
                text.replace_range(start..end.max(start), "");
            }
            Edit::Copy(from, to) => {
                let mut lines: Vec<&str> = text.lines().collect();
                if !lines.is_empty() {
                    let (from, to) = (from % lines.len(), to % lines.len());
                    lines[to] = lines[from];
                }
                *text = lines.join("\n");
            }
        }
    }
}

fn edits() -> impl proptest::strategy::Strategy<Value = Vec<Edit>> {
    let pieces = prop_oneof![
        "[ -~\n]{1,4}",
        "\\PC{1,2}",
        "[0-9-]{1,12}",
        prop::sample::select(vec![
            "[[card]]\n",
            "removed = 3\n",
            "not(",
            "all(",
            "; pair",
            ">=",
            "any:",
            "\"",
            "= [",
            "[0, 9]",
            "0x",
            "_0",
            "1e9"
        ])
        .prop_map(String::from),
    ];
    let edit = prop_oneof![
        3 => (any::<usize>(), pieces).prop_map(|(at, what)| Edit::Insert(at, what)),
        3 => (any::<usize>(), 0usize..12).prop_map(|(at, length)| Edit::Delete(at, length)),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Edit::Copy(from, to)),
    ];
    prop::collection::vec(edit, 1..6)
}

/// A refusal can be shown: places within the text, where a character begins.
fn assert_can_be_shown(bad: &BadInput) {
    assert!(!bad.problems.is_empty() && !bad.to_string().is_empty());
    for span in bad.problems.iter().filter_map(|problem| problem.span.as_ref()) {
        assert!(span.start <= span.end && bad.source.text.is_char_boundary(span.start), "{bad:?}");
    }
}

/// What has been accepted can be played.
fn assert_can_be_played(rules: Rules, deck: Deck, seats: usize) {
    let Ok(game) = Gang::new(rules, deck, seats) else { return };
    let block = RunKey::new(9).block(0);
    let (seating, mut story) = (vec![0; seats], String::new());
    let outcome = game
        .narrate(Table { strategies: &[&Random::new(9)], seating: &seating, block }, &["random".into()], &mut story)
        .unwrap();
    assert_eq!(outcome.share.iter().sum::<u8>(), 60);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_edit_of_the_deck_that_ships_makes_it_panic(edits in edits(), seats in 2usize..5) {
        let mut text = Deck::reconstructed().text;
        edits.iter().for_each(|edit| edit.make(&mut text));
        match Deck::parse(&Source::new("edited.toml", text)) {
            Ok(deck) => assert_can_be_played(Edition::Bga.rules(), deck, seats),
            Err(bad) => assert_can_be_shown(&bad),
        }
    }

    #[test]
    fn no_edit_of_the_rules_makes_them_panic(edits in edits(), seats in 2usize..5, blackrock in any::<bool>()) {
        let edition = if blackrock { Edition::Blackrock } else { Edition::Bga };
        let mut text = edition.rules().to_text();
        edits.iter().for_each(|edit| edit.make(&mut text));
        match edition.rules().with_file(&Source::new("edited.toml", text)) {
            Ok(rules) => assert_can_be_played(rules, Deck::reconstructed(), seats),
            Err(bad) => assert_can_be_shown(&bad),
        }
    }

    #[test]
    fn no_option_makes_the_rules_panic(key in "pools|bonus|supply|rerolls|\\PC{0,6}", value in "[-0-9\\[\\], \"a-z#=\n]{0,12}") {
        if let Err(bad) = Edition::Bga.rules().with_option("--rule", &key, &value) {
            assert_can_be_shown(&bad);
        }
    }
}
