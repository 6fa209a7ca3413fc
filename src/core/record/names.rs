//! What things are called in records: commands, what ended games, and files.

/// The program, as records name it.
pub const TOOL: &str = "analyze";
/// The command `cards`.
pub const CARDS: &str = "cards";
/// The command `dice`.
pub const DICE: &str = "dice";
/// What games were until, if that was their number.
pub const RUNS: &str = "runs";
/// What games were until, if that was a verdict.
pub const VERDICT: &str = "verdict";
/// The command `compare`.
pub const COMPARE: &str = "compare";
/// The command `feel`.
pub const FEEL: &str = "feel";
/// The command `feel` where something is varied.
pub const FEEL_SWEEP: &str = "feel-sweep";
/// The command `regret`.
pub const REGRET: &str = "regret";
/// The command `regret` where something is varied.
pub const REGRET_SWEEP: &str = "regret-sweep";
/// The command `solve`.
pub const SOLVE: &str = "solve";
/// A sweep of runs.
pub const SWEEP: &str = "sweep";
/// What decided when games ended if somebody stopped them who had seen the results.
pub const INTERRUPTED: &str = "interrupted";
/// The command `tournament`.
pub const TOURNAMENT: &str = "tournament";
/// The command `tournament` where something is varied.
pub const TOURNAMENT_SWEEP: &str = "tournament-sweep";
/// The command `tune`.
pub const TUNE: &str = "tune";
/// The command `tune` where something is varied.
pub const TUNE_SWEEP: &str = "tune-sweep";
/// The command that tunes a game, whose records are those of a sweep.
pub const TUNE_GAME: &str = "tune-game";

/// What a command is called in records if it varies something.
pub fn varied_command(command: &str) -> String {
    format!("{command}{VARIED}")
}

/// The command that is varied, if this is one.
pub fn varies(command: &str) -> Option<&str> {
    command.strip_suffix(VARIED)
}

/// The words of a command after the name of the program, by what records call it; a run has none. `None`: no command is called
/// so.
pub fn command_words(command: Option<&str>) -> Option<Vec<&str>> {
    let Some(command) = command else { return Some(Vec::new()) };
    match varies(command).unwrap_or(command) {
        SWEEP => Some(Vec::new()),
        TUNE_GAME => Some(vec![TUNE, "game"]),
        word => (!word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())).then(|| vec![word]),
    }
}

const VARIED: &str = "-sweep";

/// Whether it is the name of a file as runs write them: nothing that leads elsewhere, or that somebody else would use.
pub(super) fn is_plain(name: &str) -> bool {
    let letters =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    name.split_once('.').is_some_and(|(stem, kind)| letters(stem) && ["csv", "json", "html"].contains(&kind))
}
