//! A position of Battle Dice from the options of the command.
//!
//! Owns how dice are written, what can be left out, and what no position can be. Without dice, they are those that the
//! strategies draft.

use super::super::args::AdviseArgs;
use super::super::played::Seated;
use super::super::problems::Problems;
use crate::dice::RunKey;
use crate::games::battle::{Battle, Board, Event, Kind, Kinds, Rules, State, Strategy, Watch};
use crate::games::{BuiltIn, Seat, Table};
use crate::input::or_nearest;
use crate::options::settings;
use crate::registry::game;
use crate::terminal::failure::{Failure, refuse};

/// The options that say where a game of Battle Dice stands.
const OPTIONS: [&str; 2] = ["--packs", "--points"];

/// Where a game stands, and what was taken for granted.
pub(super) struct Position {
    pub(super) game: Battle,
    pub(super) state: State,
    pub(super) seated: Seated,
    /// What nobody said, in sentences.
    pub(super) assumed: Vec<String>,
}

/// Reads the position, in which the seat that asks plays `own`, and the others as they are named.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn position(args: &AdviseArgs, own: &str, others: &[String]) -> Result<Position, Failure> {
    let (mut problems, mut assumed) = (Problems::default(), Vec::new());
    problems.foreign(&args.position.others_than(&OPTIONS), Battle::TITLE, &OPTIONS);
    let Some(battle) = game(Battle::NAME) else { return refuse(settings::missing_game()) };
    let packs = args.position.packs.as_deref();
    let seats = args.players.or(packs.map(|packs| packs.len() as u64));
    if seats.is_none() {
        assumed.push(format!("There are {} players (--players).", battle.default_seats()));
    }
    let players = settings::players(battle, seats, 0, "")?;
    let game: Battle = settings::set_up_as(players, &args.rules)?;
    let seat = problems.seat("--seat", args.seat, players);
    let seated = Seated::new(&game, seat, own, others)?;
    let drafted = match packs {
        Some(packs) => dice(packs, players, game.rules(), &mut problems).map(|dice| (dice, vec![0; players])),
        None => {
            assumed.push("The dice are those that the strategies draft (--packs).".to_owned());
            Some(drafted(&game, &seated)?)
        }
    };
    let points = points(args, players, drafted.as_ref().map(|drafted| &*drafted.1), (&mut problems, &mut assumed));
    let state = drafted.and_then(|(dice, _)| {
        let state = State::between_duels(game.rules(), &dice, &points, Seat(seat as u8));
        if state.is_none() {
            let supply = game.rules().supply(players);
            problems.add("--packs", format!("more dice than there are: with {players} players, the game has {supply}"));
        }
        state
    });
    Ok(Position { state: problems.finish(state)?, game, seated, assumed })
}

/// The points of each seat.
fn points(
    args: &AdviseArgs,
    players: usize,
    drafted: Option<&[u32]>,
    (problems, assumed): (&mut Problems, &mut Vec<String>),
) -> Vec<u32> {
    /// More points than any game gives.
    const MOST: u32 = 1_000;
    let Some(typed) = &args.position.points else {
        let points = drafted.map_or_else(|| vec![0; players], <[u32]>::to_vec);
        let said: Vec<String> = points.iter().map(ToString::to_string).collect();
        assumed.push(format!("The seats have {} points (--points).", said.join(", ")));
        return points;
    };
    let mut points = problems.numbers("--points", typed, MOST, "point");
    if points.len() != players {
        problems.add("--points", format!("{} numbers for {players} players; give one for each seat", points.len()));
        points.resize(players, 0);
    }
    points
}

/// The dice of each seat: kinds with `+` between them, each with `:` and a number if it is more than one.
fn dice(packs: &[String], players: usize, rules: &Rules, problems: &mut Problems) -> Option<Vec<Kinds>> {
    if packs.len() != players {
        problems
            .add("--packs", format!("{} packs for {players} players (--players); give one for each seat", packs.len()));
    }
    let read: Vec<Kinds> = packs.iter().enumerate().map(|(at, pack)| kinds(pack, at + 1, rules, problems)).collect();
    problems.is_empty().then_some(read)
}

fn kinds(pack: &str, seat: usize, rules: &Rules, problems: &mut Problems) -> Kinds {
    let mut counts = [0u32; Kind::ALL.len()];
    for part in pack.split('+').map(str::trim) {
        let (name, number) = part.split_once(':').unwrap_or((part, "1"));
        let Some(kind) = Kind::named(name.trim()) else {
            let help = or_nearest(name.trim(), &Kind::NAMES);
            problems.add("--packs", format!("seat {seat}: there are no '{name}' dice ({help}); write white:3+red"));
            continue;
        };
        match number.trim().parse::<u32>() {
            Ok(number) if number <= rules.limit => counts[kind.index()] += number,
            _ => {
                let limit = rules.limit;
                problems
                    .add("--packs", format!("seat {seat}: '{number}' {name} dice; it must be 0 to {limit} of a kind"));
            }
        }
    }
    for (kind, count) in Kind::ALL.iter().zip(counts).filter(|(_, count)| *count > rules.limit) {
        problems.add("--packs", format!("seat {seat}: {count} {kind} dice; at most {} of a kind", rules.limit));
    }
    let total: u32 = counts.iter().sum();
    if total == 0 {
        problems.add("--packs", format!("seat {seat} has no dice; give it at least one"));
    }
    if rules.goal <= Kind::ALL.iter().zip(counts).map(|(&kind, count)| count * rules.cost(kind)).sum::<u32>() {
        let goal = rules.goal;
        problems
            .add("--packs", format!("the dice of seat {seat} cost {goal} or more, so the game is over; give it fewer"));
    }
    Kinds::new(counts.map(|count| count.min(rules.limit) as u8))
}

/// Keeps the table before the first duel.
#[derive(Default)]
struct FirstDuel(Option<State>);

impl Watch for FirstDuel {
    fn see(&mut self, event: Event, board: &Board) {
        if matches!(event, Event::Chosen) {
            self.0.get_or_insert_with(|| board.state.clone());
        }
    }
}

/// The dice and points after the draft.
fn drafted(game: &Battle, seated: &Seated) -> Result<(Vec<Kinds>, Vec<u32>), Failure> {
    let strategies: Vec<&dyn Strategy> =
        seated.chosen.iter().filter_map(|chosen| chosen.strategy::<Battle>()).collect();
    let table = Table { strategies: &strategies, seating: &seated.lineup, block: RunKey::new(0).block(0) };
    let mut first = FirstDuel::default();
    let played = game.play_watched(table, &mut first);
    let Some(state) = first.0 else {
        let why = played.err().map_or_else(String::new, |fault| format!(": {}", fault.returned));
        return refuse(format!("--packs: the draft did not end{why}; name the dice"));
    };
    Ok(state.all().map(|seat| (state.dice(seat), state.points(seat))).unzip())
}
