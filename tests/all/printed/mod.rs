//! What the program and its documents say to type: whether it works in a shell, and does what is said of it.
//!
//! | file | asks |
//! |---|---|
//! | `pages` | whether the command on a page makes every file again, and what a page says of rules and of who wins |
//! | `remarks` | whether commands in remarks, errors and results work, for names and for files |
//! | `documents` | whether the commands in the documents and in `--help` are taken |

#![cfg(unix)]

mod documents;
mod pages;
mod remarks;

use crate::program::{Desk, PROGRAM, Printed};
use std::process::Command;

/// A strategy file that plays like `chaser`, under another name.
fn chaser_called(desk: &Desk, name: &str) -> String {
    desk.result("show chaser").replace("name = \"chaser\"", &format!("name = \"{name}\""))
}

/// Runs a command as a shell does that finds the program as `analyze`, in a folder of the desk.
fn shell(desk: &Desk, folder: &str, command: &str) -> Printed {
    let bin = desk.path(".bin");
    if !bin.exists() {
        std::fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(PROGRAM, bin.join("analyze")).unwrap();
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let told =
        Command::new("sh").args(["-c", command]).env("PATH", path).current_dir(desk.path(folder)).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Printed { code: told.status.code(), out: text(told.stdout), err: text(told.stderr) }
}

/// The command with so many games, if it says how many.
fn with_games(command: &str, games: u32) -> String {
    let Some((before, after)) = command.split_once("--runs ") else { return command.to_owned() };
    let rest = after.split_once(' ').map_or(String::new(), |(_, rest)| format!(" {rest}"));
    format!("{before}--runs {games}{rest}")
}
