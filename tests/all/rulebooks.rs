//! The rulebooks in `src/core/games/*/RULES.md`: numbered without gaps, and every number that code or tests cite is in one.

use crate::registry::{built_in_games, registered_games};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A rule by its letter and number: `G07` is `('G', 7)`.
type Rule = (char, u32);

/// A game's rulebook.
struct Book {
    game: String,
    /// In the order in which they stand there.
    rules: Vec<Rule>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every rule opens an item of a list with its number in bold.
fn rules_of(text: &str) -> Vec<Rule> {
    text.lines().filter_map(|line| Some(citations(line.strip_prefix("- **")?.split_once(' ')?.0)[0])).collect()
}

fn books() -> Vec<Book> {
    let folders = fs::read_dir(root().join("src/core/games")).unwrap().map(|entry| entry.unwrap().path());
    let read = |folder: PathBuf| {
        let text = fs::read_to_string(folder.join("RULES.md")).ok()?;
        let game = folder.file_name().unwrap().to_str().unwrap().to_owned();
        Some(Book { game, rules: rules_of(&text) })
    };
    let mut books: Vec<Book> = folders.filter_map(read).collect();
    books.sort_by(|a, b| a.game.cmp(&b.game));
    for game in registered_games() {
        assert!(root().join(format!("docs/rules/{game}.md")).is_file(), "docs/rules/{game}.md is missing");
    }
    for game in built_in_games() {
        assert!(books.iter().any(|book| book.game == game), "src/core/games/{game}/RULES.md is missing");
    }
    books
}

/// What looks like the number of a rule: a capital letter and two digits, alone.
fn citations(text: &str) -> Vec<Rule> {
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    let rule = |word: &str| {
        let (letter, number) = (word.chars().next()?, word.get(1..)?);
        let is_rule = letter.is_ascii_uppercase() && number.len() == 2 && number.bytes().all(|b| b.is_ascii_digit());
        is_rule.then(|| (letter, number.parse().unwrap()))
    };
    words.filter_map(rule).collect()
}

/// The Rust files below a folder, with their texts.
fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found
}

#[test]
fn rules_are_recognised() {
    assert_eq!(
        citations("by G06 and (P12–P14), B15; not G6, G123, AG06, g06, G06_a or 06"),
        [('G', 6), ('P', 12), ('P', 14), ('B', 15)]
    );
    assert_eq!(rules_of("# B00\n- **B01 Kinds.** See B02.\nB03\n- **B04**\n- **B05 End.**"), [('B', 1), ('B', 5)]);
}

#[test]
fn every_game_has_a_rulebook_that_numbers_without_gaps() {
    let mut letters = BTreeSet::new();
    for Book { game, rules } in books() {
        let (letter, _) = *rules.first().unwrap_or_else(|| panic!("the rulebook of {game} has no rules"));
        assert!(letters.insert(letter), "{game}: another rulebook has the letter {letter}");
        let expected: Vec<Rule> = (1..=rules.len() as u32).map(|number| (letter, number)).collect();
        assert_eq!(rules, expected, "{game}");
    }
}

/// Also that what belongs to a game, by the name of a folder or file on its path, cites the rulebook of that game.
#[test]
fn every_rule_that_is_cited_exists() {
    let books = books();
    let mut cited = BTreeSet::new();
    for (path, text) in ["src", "tests"].into_iter().flat_map(rust_files) {
        if path.ends_with(Path::new(file!()).file_name().unwrap()) {
            continue;
        }
        let own = |book: &&Book| path.with_extension("").components().any(|part| part.as_os_str() == &*book.game);
        let own = books.iter().find(own);
        for (line, code) in (1..).zip(text.lines()) {
            for (letter, number) in citations(code) {
                let Some(book) = books.iter().find(|book| book.rules[0].0 == letter) else { continue };
                let place = format!("{}:{line}: {letter}{number:02}", path.display());
                assert!(book.rules.contains(&(letter, number)), "{place} is not in the rulebook of {}", book.game);
                assert!(own.is_none_or(|own| own.game == book.game), "{place} is a rule of {}", book.game);
                cited.insert((letter, number));
            }
        }
    }
    let rules: usize = books.iter().map(|book| book.rules.len()).sum();
    assert!(cited.len() * 10 > rules * 9, "only {} of {rules} rules are cited: {cited:?}", cited.len());
}
