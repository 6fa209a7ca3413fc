//! What documents show of the program is its output, byte for byte. So are the columns of its files and the table of what
//! each command can do.
//!
//! A document is `README.md`, `strategies/README.md`, or any `.md` file below `docs/`. It shows:
//!
//! - `<!-- output of: COMMAND -->`: everything that the command prints;
//! - `<!-- part of: COMMAND; from WORDS -->`: the lines from the first one that begins with these words to the next empty line;
//! - `<!-- refusal of: COMMAND -->`: what a command that is refused says.
//!
//! To accept a change, run the tests with `INSTA_UPDATE=always`, as for snapshots: they write the outputs into the files. A
//! command finds the games, the strategies, and the deck that the document has shown before it, and games of a real table.

use crate::packages::columns;
use crate::program::Desk;
use crate::registry::built_in_games;
use std::collections::BTreeMap;

/// How every marker begins.
const MARKER: &str = "<!-- ";
const OUTPUT: &str = "output of: ";
const PART: &str = "part of: ";
const REFUSAL: &str = "refusal of: ";
/// What follows an output or a part of one.
const END: &str = "end of output -->";
/// The card in the deck that ships which a document replaces by one of its own.
const REPLACED: &str = "[[card]]\nid = \"pair-bomb\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n";
const COLUMNS: &str = "<!-- columns of all files -->\n";
const END_OF_COLUMNS: &str = "<!-- end of columns -->";
const MATRIX: &str = "<!-- what every experiment can do -->\n";
const END_OF_MATRIX: &str = "<!-- end of matrix -->";

/// A file of the project.
fn kept(file: &str) -> String {
    std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// What a command prints where nobody made the terminal wider.
fn seen(desk: &Desk, command: &str) -> String {
    let told = desk.run_narrow(command);
    assert_eq!(told.code, Some(0), "{command}: {}", told.err);
    told.out
}

/// What a command says that is refused.
fn refusal(desk: &Desk, command: &str) -> String {
    let told = desk.run_narrow(command);
    assert_eq!((told.code, &*told.out), (Some(2), ""), "{command}: {}", told.err);
    told.err
}

/// All documents, by their paths in the project.
pub(crate) fn documents() -> Vec<String> {
    let mut all = vec!["README.md".to_owned(), "strategies/README.md".to_owned()];
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
            let path = format!("{folder}/{}", entry.unwrap().file_name().into_string().unwrap());
            if path.ends_with(".md") {
                all.push(path);
            } else if !path.contains('.') {
                folders.push(path);
            }
        }
    }
    all.sort();
    all
}

/// The games, strategies, and games of a real table that a text has in it, as files with the names that they have; of two of a
/// name the last.
fn write_named(desk: &Desk, text: &str) {
    for block in text.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```")) {
        let named = ["name = \"", "game = \""].into_iter().find_map(|key| block.0.strip_prefix(key));
        let name = named.and_then(|rest| rest.split_once('"'));
        name.into_iter().for_each(|(name, _)| desk.write(&format!("{name}.toml"), block.0));
    }
    for block in text.split("```text\ngame: ").skip(1).filter_map(|rest| rest.split_once("```")) {
        let name = block.0.lines().next().unwrap_or_default();
        desk.write(&format!("{name}.txt"), format!("game: {}", block.0));
    }
    for block in text.split("```js\n").skip(1).filter_map(|rest| rest.split_once("```")) {
        let name = block.0.strip_prefix("const NAME = \"").and_then(|rest| rest.split_once('"'));
        name.into_iter().for_each(|(name, _)| desk.write(&format!("{name}.rhai"), block.0));
    }
}

/// The deck that a text tells to write, if it does: the one that ships with another id, and a card of its own in the place
/// of `pair-bomb`.
pub(crate) fn write_deck(desk: &Desk, text: &str) {
    let blocks = text.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let Some(card) = blocks.map(|block| block.0).find(|block| block.starts_with("[[card]]\n")) else { return };
    let deck = desk.result("show reconstructed");
    assert!(deck.contains(REPLACED) && deck.contains("id = \"reconstructed\"") && deck.contains("\nnote = "));
    let deck = deck.replace(REPLACED, card).replace("id = \"reconstructed\"", "id = \"mine\"");
    let lines = deck.split_inclusive('\n').filter(|line| !line.starts_with("note = "));
    desk.write("mine.toml", lines.collect::<String>());
}

/// The lines of an output from the first one that begins with these words to the next empty one.
fn part<'a>(output: &'a str, words: &str) -> &'a str {
    let start = output.lines().position(|line| line.trim_start().starts_with(words));
    let start = start.unwrap_or_else(|| panic!("no line begins with {words:?}:\n{output}"));
    let rest = &output[output.split_inclusive('\n').take(start).map(str::len).sum::<usize>()..];
    rest.split_once("\n\n").map_or(rest, |(paragraph, _)| &rest[..=paragraph.len()])
}

/// What stands between a marker and the end of the output; a table stands as it is, all else is quoted.
fn shown(output: &str) -> String {
    if output.starts_with('|') { format!("\n{output}\n") } else { format!("```text\n{output}```\n") }
}

/// What commands have printed in a document, each run once.
type Printed = BTreeMap<String, String>;

/// What a marker with all that follows it, up to the next one, has to be.
fn piece_made_again(desk: &Desk, printed: &mut Printed, piece: &str) -> String {
    let mut result = |command: &str| printed.entry(command.to_owned()).or_insert_with(|| seen(desk, command)).clone();
    let (marker, _) = piece.split_once(" -->\n").expect("an end of the marker");
    let shown = if let Some(command) = marker.strip_prefix(OUTPUT) {
        shown(&result(command))
    } else if let Some(command) = marker.strip_prefix(REFUSAL) {
        shown(&refusal(desk, command))
    } else {
        let (command, words) = marker[PART.len()..].split_once("; from ").expect("where it begins");
        shown(part(&result(command), words))
    };
    format!("{marker} -->\n{shown}")
}

/// The file with what each command in it prints between its markers.
fn made_again(text: &str) -> String {
    let (desk, mut printed) = (Desk::new(), Printed::new());
    let mut pieces = text.split(MARKER).peekable();
    let mut made = pieces.next().unwrap_or("").to_owned();
    while let Some(piece) = pieces.next() {
        let is_shown = [OUTPUT, PART, REFUSAL].iter().any(|kind| piece.starts_with(kind));
        let piece = if is_shown {
            assert!(pieces.peek().is_some_and(|next| next.starts_with(END)), "no end of {piece}");
            write_named(&desk, &made);
            write_deck(&desk, &made);
            piece_made_again(&desk, &mut printed, piece)
        } else {
            piece.to_owned()
        };
        made += &format!("{MARKER}{piece}");
    }
    made
}

/// The file with the columns of all files between their markers, if it has such.
fn with_columns(text: String) -> String {
    let Some((before, rest)) = text.split_once(COLUMNS) else { return text };
    let (_, after) = rest.split_once(END_OF_COLUMNS).expect("an end");
    format!("{before}{COLUMNS}\n{}\n{END_OF_COLUMNS}{after}", columns())
}

/// The file with the matrix of experiments between its markers, if it has such.
fn with_matrix(text: String) -> String {
    let Some((before, rest)) = text.split_once(MATRIX) else { return text };
    let (_, after) = rest.split_once(END_OF_MATRIX).expect("an end");
    format!("{before}{MATRIX}\n{}\n{END_OF_MATRIX}{after}", crate::matrix::matrix())
}

/// Refuses a file that shows something else than the program prints.
fn shows_what_is_printed(file: &str) {
    let kept = kept(file);
    let made = with_matrix(with_columns(made_again(&kept)));
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(format!("{}/{file}", env!("CARGO_MANIFEST_DIR")), &made).unwrap();
        return;
    }
    let line = 1 + made.lines().zip(kept.lines()).take_while(|(made, kept)| made == kept).count();
    assert!(made == kept, "{file} differs from line {line} on; INSTA_UPDATE=always accepts it");
}

/// Refuses documents whose path begins like this and that show something else than the program prints.
fn documents_show_what_is_printed(start: &str) {
    let found: Vec<String> = documents().into_iter().filter(|path| path.starts_with(start)).collect();
    assert!(!found.is_empty(), "{start}");
    found.iter().for_each(|file| shows_what_is_printed(file));
}

#[test]
fn every_game_has_a_table_of_words() {
    let all: String = documents().iter().map(|file| kept(file)).collect();
    for game in built_in_games() {
        assert!(all.contains(&format!("{MARKER}{OUTPUT}show words --game {game} -->")), "{game} has no table of words");
    }
}

#[test]
fn what_the_guide_shows_is_what_the_program_prints() {
    documents_show_what_is_printed("strategies/");
    documents_show_what_is_printed("docs/strategies/");
}

#[test]
fn what_the_readme_shows_is_what_the_program_prints() {
    documents_show_what_is_printed("README.md");
}

/// Takes some ten seconds, because a tutorial asks how hard all cards of a deck are.
#[test]
fn what_the_tutorials_show_is_what_the_program_prints() {
    documents_show_what_is_printed("docs/tutorials/");
}

#[test]
fn what_the_reference_shows_is_what_the_program_prints() {
    documents_show_what_is_printed("docs/reference/");
}

#[test]
fn what_other_documents_show_is_what_the_program_prints() {
    let elsewhere = ["docs/strategies/", "docs/tutorials/", "docs/reference/"];
    let others = documents().into_iter().filter(|path| path.starts_with("docs/"));
    let others = others.filter(|path| !elsewhere.iter().any(|folder| path.starts_with(folder)));
    others.for_each(|file| shows_what_is_printed(&file));
}

/// A newcomer reads it first.
#[test]
fn the_readme_is_short() {
    let words = kept("README.md").split_whitespace().count();
    assert!(words <= 900, "{words} words");
}

/// The commands with which `README.md` puts a card of one's own into the deck, with fewer games: the card stands there as
/// it has to be written, and the program says that it is the one that was changed.
#[test]
fn the_card_in_the_readme_can_be_played() {
    let readme = kept("README.md");
    let (_, task) = readme.split_once("## A card of your own").unwrap();
    let (task, _) = task.split_once("## A strategy of your own").unwrap();
    let blocks = task.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let commands: Vec<&str> = blocks.filter_map(|block| block.0.trim().strip_prefix("analyze ")).collect();
    let [print, check, change] = commands[..] else { panic!("{commands:?}") };
    assert_eq!([print, check], ["show reconstructed > mine.toml", "check mine.toml"]);
    let desk = Desk::new();
    write_deck(&desk, task);
    assert!(desk.result(check).contains("no problems"));
    let told = desk.run(&change.replace("1e6", "30").replace('\'', ""));
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.contains("\nmine ") && told.err.contains("without the card pair-bomb; with the card pair-or-9"));
}
