//! The lists and tables in `strategies/README.md` that the program prints: they are its output, byte for byte.
//!
//! To accept a change, run the test with `INSTA_UPDATE=always`, as for snapshots: it writes the output into the file.

use crate::program::Desk;
use crate::registry::registered_games;

const BEGIN: &str = "<!-- output of: ";
const END: &str = "<!-- end of output -->";

/// The file with what each command in it prints between its markers; a table stands as it is, all else is quoted.
fn made_again(text: &str) -> String {
    let desk = Desk::new();
    let mut pieces = text.split(BEGIN);
    let mut made = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let (command, rest) = piece.split_once(" -->\n").expect("a command");
        let (_, after) = rest.split_once(END).expect("an end");
        let output = desk.result(command);
        let shown = if output.starts_with('|') { format!("\n{output}\n") } else { format!("```text\n{output}```\n") };
        made += &format!("{BEGIN}{command} -->\n{shown}{END}{after}");
    }
    made
}

#[test]
fn what_the_manual_shows_is_what_the_program_prints() {
    let path = format!("{}/strategies/README.md", env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(&path).unwrap();
    for game in registered_games() {
        assert!(kept.contains(&format!("{BEGIN}show words --game {game} -->")), "{game} has no table of words");
    }
    let made = made_again(&kept);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &made).unwrap();
        return;
    }
    let line = 1 + made.lines().zip(kept.lines()).take_while(|(made, kept)| made == kept).count();
    assert!(made == kept, "differs from line {line} on; INSTA_UPDATE=always accepts it");
}

/// The three commands with which `README.md` puts a card of one's own into the deck, with fewer games: the card stands
/// there as it has to be written, and what is shown of the deck is about it.
#[test]
fn the_card_in_the_readme_can_be_played() {
    let readme = std::fs::read_to_string(format!("{}/README.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (_, task) = readme.split_once("## A card of your own").unwrap();
    let block = |kind: &str| task.split_once(&format!("```{kind}\n")).unwrap().1.split_once("```").unwrap().0;
    let (id, card) = block("toml").split_once("\n\n").unwrap();
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    let replaced = "[[card]]\nid = \"pair-bomb\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n";
    assert!(deck.contains(replaced) && deck.contains("id = \"reconstructed\""));
    desk.write("mine.toml", deck.replace(replaced, card).replace("id = \"reconstructed\"", id));
    desk.result("check mine.toml");
    let commands: Vec<&str> = block("sh").lines().filter_map(|line| line.strip_prefix("analyze ")).collect();
    let [print, hard, change] = commands[..] else { panic!("{commands:?}") };
    // How hard cards are is left to the tests of `cards`, because to solve all eighteen takes long.
    assert_eq!([print, hard], ["show reconstructed > mine.toml", "cards --deck mine.toml"]);
    let told = desk.run(&change.replace("1e6", "30").replace('\'', ""));
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.contains("\nmine ") && told.err.contains("without the cards pair-bomb; with the cards pair-or-9"));
}
