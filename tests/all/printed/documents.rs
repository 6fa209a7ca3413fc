//! Commands in the documents and in `--help`.
//!
//! What plays is asked to write into a folder that is somebody else's, which is refused after everything else was checked and
//! before any game: so commands are taken as they stand, however many games they have. `champion` and `optimal`, whose games
//! would be solved first, are replaced.

use super::{chaser_called, shell};
use crate::program::Desk;
use std::collections::BTreeSet;
use std::path::Path;

/// What stands in a document: a file, or a command.
enum Found {
    File(String, String),
    Command(String),
}

/// The value of a name in a strategy file.
fn name_in(text: &str, before: &str) -> Option<String> {
    text.lines().find_map(|line| Some(line.strip_prefix(before)?.split_once('"')?.0.to_owned()))
}

/// A file to which a guide adds a piece: its keys take the place of those that are there.
fn extended(file: &str, piece: &str) -> String {
    let parts = |text: &str| {
        let tables = text.find("\n[").map_or(text.len(), |at| at + 1);
        let tables = if text.starts_with('[') { 0 } else { tables };
        (text[..tables].to_owned(), text[tables..].to_owned())
    };
    let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
    let ((own, own_tables), (more, more_tables)) = (parts(file), parts(piece));
    let added: Vec<String> = more.lines().filter_map(key).collect();
    let kept = own.lines().filter(|line| key(line).is_none_or(|key| !added.contains(&key)));
    let kept = kept.map(|line| format!("{line}\n")).collect::<String>();
    format!("{kept}{more}\n{own_tables}\n{more_tables}")
}

/// Files and commands, in their order: of a block that is quoted, and between backquotes.
fn found(text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    let mut file = None;
    for (at, piece) in text.split("```").enumerate() {
        let (kind, body) = piece.split_once('\n').unwrap_or((piece, ""));
        match (at % 2, kind) {
            (1, "toml") => {
                // A strategy, or a game.
                if let Some(key) = ["name = ", "game = "].into_iter().find(|key| body.starts_with(key)) {
                    let name = name_in(body, &format!("{key}\""));
                    file = name.map(|name| (format!("{name}.toml"), body.to_owned()));
                } else if let Some((_, text)) = &mut file {
                    let longer = extended(text, body);
                    if longer.parse::<toml::Table>().is_ok() {
                        *text = longer;
                    }
                }
                all.extend(file.clone().map(|(name, text)| Found::File(name, text)));
            }
            (1, "rhai") => {
                let name = name_in(body, "const NAME = \"");
                all.extend(name.map(|name| Found::File(format!("{name}.rhai"), body.to_owned())));
            }
            (1, "sh") => {
                let lines = body.replace("\\\n", "");
                let lines = lines.lines().map(|line| line.split("  #").next().unwrap_or_default().trim_end());
                all.extend(
                    lines.filter(|line| line.starts_with("analyze ")).map(|line| Found::Command(line.to_owned())),
                );
            }
            (1, _) => {}
            _ => {
                let quoted = piece.split('`').skip(1).step_by(2).filter(|quoted| quoted.starts_with("analyze "));
                let words = |quoted: &str| quoted.split_whitespace().collect::<Vec<_>>().join(" ").replace("\\|", "|");
                all.extend(quoted.map(|quoted| Found::Command(words(quoted))));
            }
        }
    }
    all
}

/// The command with something in the place of what stands for anything.
fn filled(command: &str) -> String {
    let is_planned =
        ["analyze missing", "analyze merge", "analyze shard"].iter().any(|start| command.starts_with(start));
    let mut filled = command.replace("DIR", if is_planned { "plan" } else { "run" });
    for (any, one) in [
        ("FILE.toml", "game.toml"),
        ("new game NAME", "new game tried"),
        ("new strategy NAME", "new strategy tried"),
        ("--like GAME", "--like farkle"),
        ("--players N", "--players 3"),
        ("--runs R", "--runs 1000"),
        ("--game GAME", "--game gang"),
        ("--game G ", "--game gang "),
        ("--index GAME", "--index 0"),
        ("--index I", "--index 0"),
        ("show NAME", "show chaser"),
        ("check FILE", "check my.toml"),
        ("run FILE", "run experiment.toml"),
        ("review FILE", "review played.txt"),
        ("COMMAND", "cards"),
        ("> ~/", "> ./"),
    ] {
        filled = filled.replace(any, one);
    }
    if filled.ends_with("--game G") {
        filled.push_str("ang");
        filled = filled.replace("--game Gang", "--game gang");
    }
    // Of the other games nothing takes long to solve.
    if !filled.contains("--game p") {
        let quick = [
            ("round-optimal", "boss:4"),
            ("optimal", "boss:5"),
            // Only to `champion` is the best response known with three players, and it takes minutes.
            ("exploit champion --game gang --players 3", "exploit hold --game pig"),
            ("best-response:to=champion", "boss:7"),
            ("champion", "boss:6"),
        ];
        filled = quick.iter().fold(filled, |text, (slow, quick)| text.replace(slow, quick));
        filled = filled.replace("tournament all", "tournament chaser bold");
    }
    filled
}

/// The commands whose files go to a folder.
const PLAYING: [&str; 9] = ["compare", "cards", "combos", "dice", "feel", "tournament", "tune", "solve", "regret"];

/// The commands that compute before they look at a folder. They write nothing that others read.
const COMPUTING: [&str; 3] = ["exact", "exploit", "advise"];

/// Whether a command does the same on every desk: it names no file.
fn is_alone(command: &str) -> bool {
    let name = command.split(' ').nth(1).unwrap_or_default();
    COMPUTING.iter().chain(&PLAYING).any(|known| *known == name) && !command.contains(['.', '/', '<', '>'])
}

/// Whether a command is taken: what comes of it if it is not.
fn refusal(desk: &Desk, command: &str) -> Option<String> {
    let filled = filled(command);
    let words: Vec<&str> = filled.split(' ').skip(1).collect();
    let name = words.first().filter(|word| !word.starts_with('-'));
    let rest = &words[usize::from(name.is_some())..];
    let rest = if rest.first() == Some(&"game") { &rest[1..] } else { rest };
    let is_mentioned = name.is_some() && rest.iter().all(|word| word.starts_with("--"));
    if is_mentioned {
        let help = shell(desk, "", &format!("analyze {} --help", name.unwrap()));
        let knows = help.code == Some(0) && rest.iter().all(|option| help.out.contains(option));
        return (!knows).then_some(help.err);
    }
    if name.is_none() && filled.contains("--game") || name.is_some_and(|name| PLAYING.contains(name)) {
        // Of Gang of Dice, costs against others take a while to be known.
        let is_slow = name == Some(&"regret") && !filled.contains("--game");
        let against = if is_slow { " --against boss:3" } else { "" };
        let own = filled.split(" --out ").next().unwrap_or_default();
        let told = shell(desk, "", &format!("{own}{against} --out foreign"));
        let is_taken = told.code == Some(2) && told.err.contains("--out") && told.err.contains("foreign");
        return (!is_taken).then_some(told.err);
    }
    // The program that is tested has no studio beside it.
    if name == Some(&"studio") {
        let told = shell(desk, "", &filled);
        return (!told.err.contains("this program came without the studio")).then_some(told.err);
    }
    // A new file is written where there is none.
    if let ["new", _, own, ..] = words[..] {
        drop(std::fs::remove_file(desk.path(&format!("{own}.toml"))));
    }
    let told = shell(desk, "", &filled.replace("--out run", "--out planned"));
    (told.code != Some(0)).then_some(told.err)
}

/// A desk with what documents take as there.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("foreign/precious", "");
    desk.result("--game gang --runs 60 --out run");
    desk.result("plan --game gang --runs 60 --shard-games 60 --out plan");
    desk.result("shard --plan plan/plan.json --index 0");
    let deck = desk.result("show reconstructed");
    ["mine.toml", "old.toml", "new.toml", "my-deck.toml"].iter().for_each(|name| desk.write(name, &deck));
    ["my.toml", "my-idea.toml"].iter().for_each(|name| desk.write(name, chaser_called(&desk, "my")));
    desk.write("my-idea.rhai", desk.result("show patient"));
    desk.write("experiment.toml", "game = \"gang\"\nruns = 60\n");
    desk.write("played.txt", "game: pig\n1: [3] hold\n2: = 21\n");
    desk.result("new game game");
    [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions", ".local/share/man/man1"]
        .iter()
        .for_each(|folder| std::fs::create_dir_all(desk.path(folder)).unwrap());
    desk
}

/// A guide called a file by the name inside it, and excerpts showed what is not printed. A command that several documents
/// mention is taken once, unless it names a file.
#[test]
fn commands_in_documents_are_taken() {
    let mut bad = Vec::new();
    let mut count = 0;
    let mut taken = BTreeSet::new();
    for document in crate::manual::documents() {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&document)).unwrap();
        let all = found(&text);
        if !all.iter().any(|found| matches!(found, Found::Command(_))) {
            continue;
        }
        let desk = desk();
        for found in all {
            match found {
                Found::File(name, text) => desk.write(&name, text),
                // Left to the imagination of the reader.
                Found::Command(command) if command.contains('…') => {}
                Found::Command(command) => {
                    count += 1;
                    if is_alone(&command) && !taken.insert(command.clone()) {
                        continue;
                    }
                    // A command of the document may have written the deck to be changed.
                    crate::manual::write_deck(&desk, &text);
                    bad.extend(refusal(&desk, &command).map(|why| format!("{document}: {command}\n{why}")));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(count > 80, "{count} commands");
}

/// What `--help` says to type is taken, and says of no game that it lacks what it has.
#[test]
fn commands_in_help_are_taken() {
    let desk = desk();
    let mut texts = vec![desk.result("--help")];
    let commands: Vec<String> = texts[0]
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next().map(str::to_owned))
        .filter(|name| name != "help")
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    texts.extend(commands.iter().map(|command| desk.result(&format!("{command} --help"))));
    for text in texts {
        for command in found(&text) {
            let Found::Command(command) = command else { continue };
            // A line of usage, not of a command.
            if command.contains(['<', '[']) {
                continue;
            }
            assert_eq!(refusal(&desk, &command), None, "{command}");
        }
        let lines = text.lines().filter_map(|line| Some(format!("analyze {}", line.split_once(": analyze ")?.1)));
        let commands = lines.map(|line| line.split(',').next().unwrap_or_default().to_owned());
        for command in commands.filter(|command| !command.contains(['<', '['])) {
            assert_eq!(refusal(&desk, &command), None, "{command}");
        }
        assert!(!text.contains("cancel (gang)") && !text.contains("two-player game (gang)"), "{text}");
    }
}
