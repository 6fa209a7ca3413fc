//! Advice in Pig: to roll or to hold.
//!
//! Owns the values of the two: solved for two players who play best, and otherwise by games.

use super::answer::{Answer, Choice, Measure, Worth};
use super::args::AdviseArgs;
use super::played::{Seated, compare};
use super::problems::Problems;
use crate::dice::RunKey;
use crate::exact::pig::{MOST_SOLVED, Optimal};
use crate::games::pig::{Pig, Rules, State, Strategy};
use crate::games::{BuiltIn, Fault, Seat, Table};
use crate::options::settings;
use crate::registry::game;
use crate::simulate::{Playout, PlayoutWorker};
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::counted;

/// The options that say where a game of Pig stands.
const OPTIONS: [&str; 2] = ["--scores", "--total"];
/// The strategies that are assumed: of two players, and of more or where the game is too large to be solved.
const OPTIMAL: &str = "optimal";
const STRONG: &str = "keep-pace";
/// The default number of games, which take about a second.
const GAMES: u64 = 100_000;

/// What the player on turn can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Roll,
    Hold,
}

/// Where a game stands, and what was taken for granted.
struct Position {
    game: Pig,
    seat: Seat,
    scores: Vec<u32>,
    total: u32,
    assumed: Vec<String>,
}

/// The advice.
///
/// # Errors
/// What is wrong with the position or with the strategies.
pub(super) fn advise(args: &AdviseArgs) -> Result<Answer, Failure> {
    let mut position = position(args)?;
    let own = position.strongest();
    let others = args.others.clone().unwrap_or_else(|| vec![own.to_owned()]);
    let seated = Seated::new(&position.game, position.seat.index(), own, &others)?;
    let (options, note) = if own == OPTIMAL && others.iter().all(|other| other == own) {
        let is_capped = position.game.rules().cap != Rules::default().cap;
        let cap = if is_capped { " The limit of turns is ignored." } else { "" };
        let note = format!("Solved: the values are exact, by value iteration of all positions.{cap}");
        (position.solved(), note)
    } else {
        position.assumed.push(format!("the turn total was rolled in {} (some strategies look)", position.rolls()));
        position.played(args, &seated)?
    };
    let best = options.first().map_or("roll", |choice| choice.option.as_str());
    let only = if position.total == 0 { " A turn begins with a roll." } else { "" };
    let said = if args.others.is_none() { "Assumed: the" } else { "The" };
    let others =
        format!("{said} others play {} (--others). The seat that asks plays {own} from then on.", others.join(", "));
    let assumed = position.assumed.iter().map(|assumed| format!("Assumed: {assumed}."));
    let answer = Answer {
        game: Pig::NAME,
        measure: Measure::WinShare,
        position: position.words(),
        advice: format!("Best: {best}.{only}"),
        dice: None,
        notes: assumed.chain([others, note]).collect(),
        options,
    };
    Ok(answer.or_settled())
}

fn position(args: &AdviseArgs) -> Result<Position, Failure> {
    let (mut problems, mut assumed) = (Problems::default(), Vec::new());
    problems.foreign(&args.position.others_than(&OPTIONS), Pig::TITLE, &OPTIONS);
    let typed = args.position.scores.as_ref();
    let Some(pig) = game(Pig::NAME) else { return refuse(settings::missing_game()) };
    let seats = args.players.or(typed.map(|scores| scores.len() as u64)).or_else(|| {
        assumed.push("there are 2 players (--players)".to_owned());
        Some(2)
    });
    let players = settings::players(pig, seats, 0, "")?;
    let game: Pig = settings::set_up_as(players, &args.rules)?;
    let seat = problems.seat("--seat", args.seat, players);
    let most = game.rules().goal - 1;
    let mut scores = match typed {
        Some(typed) => problems.numbers("--scores", typed, most, "point"),
        None => {
            assumed.push("each score is 0 (--scores)".to_owned());
            vec![0; players]
        }
    };
    if scores.len() != players {
        problems.add("--scores", format!("{} scores for {players} players; give one for each seat", scores.len()));
        scores.resize(players, 0);
    }
    let total = match args.position.total {
        None => {
            assumed.push("the turn total is 0, before the first roll (--total)".to_owned());
            0
        }
        Some(total) => problems.number("--total", total, &(0..=most - scores[seat].min(most)), "point"),
    };
    let lowest = (1..=game.rules().sides).find(|&number| number != game.rules().bust).unwrap_or(1);
    if total > 0 && total < lowest {
        let points = counted(total.into(), "point");
        problems.add(
            "--total",
            format!("{points}; the lowest number that counts is {lowest}; give 0, or {lowest} or more"),
        );
    }
    problems.finish(Some(Position { game, seat: Seat(seat as u8), scores, total, assumed }))
}

impl Position {
    /// Who is taken to play at this table.
    fn strongest(&self) -> &'static str {
        if self.scores.len() == 2 && self.game.rules().goal <= MOST_SOLVED { OPTIMAL } else { STRONG }
    }

    fn words(&self) -> String {
        let rules = self.game.rules();
        let scores = self.scores.iter().enumerate().map(|(seat, score)| format!("seat {} has {score}", seat + 1));
        let scores = scores.collect::<Vec<_>>().join(", ");
        let total = counted(self.total.into(), "point");
        format!("Pig to {}: {scores}. Seat {} is on turn with a turn total of {total}.", rules.goal, self.seat.number())
    }

    fn options(&self) -> &'static [Move] {
        if self.total == 0 { &[Move::Roll] } else { &[Move::Hold, Move::Roll] }
    }

    /// The fewest rolls that make the turn total.
    fn rolls(&self) -> String {
        let sides = self.game.rules().sides;
        let highest = if self.game.rules().bust == sides { sides - 1 } else { sides };
        counted(self.total.div_ceil(highest).into(), "roll")
    }

    /// The options by the values of best play, the best first.
    fn solved(&self) -> Vec<Choice> {
        let solved = Optimal::solve(self.game.rules());
        let (own, other) = (self.scores[self.seat.index()], self.scores[1 - self.seat.index()]);
        let worths = solved.worths(own, other, self.total);
        let best = if self.total > 0 { worths.rolling.max(worths.holding) } else { worths.rolling };
        let value = |option: Move| if option == Move::Roll { worths.rolling } else { worths.holding };
        let mut order = self.options().to_vec();
        if self.total > 0 && !solved.holds(own, other, self.total) {
            order.reverse();
        }
        let choice = |option| self.choice(option, Worth::Known(value(option)), Worth::Known(best - value(option)));
        order.into_iter().map(choice).collect()
    }

    /// The options by games, the best first, and what is said of the method.
    fn played(&self, args: &AdviseArgs, seated: &Seated) -> Result<(Vec<Choice>, String), Failure> {
        let compared = compare(&Games { of: self, seated, seed: args.draws.seed }, args, seated, GAMES)?;
        let options = self.options();
        let ranked = compared.ranked(options.len()).into_iter();
        let choices = ranked.map(|(at, value, cost)| self.choice(options[at], value, cost)).collect();
        Ok((choices, compared.method))
    }

    fn choice(&self, option: Move, value: Worth, cost: Worth) -> Choice {
        let rules = self.game.rules();
        let (own, total) = (self.scores[self.seat.index()], self.total);
        let (name, reason) = match option {
            Move::Roll => {
                let counting = (1..=rules.sides).filter(|&number| number != rules.bust);
                let mean = f64::from(counting.sum::<u32>()) / f64::from(rules.sides - 1);
                let (risk, sides) = (counted(total.into(), "point"), rules.sides);
                ("roll", format!("risks {risk} with a chance of 1 in {sides}, for {mean:.1} more on average otherwise"))
            }
            Move::Hold => {
                let missing = rules.goal - own - total;
                ("hold", format!("keeps {}: {missing} to go", counted(total.into(), "point")))
            }
        };
        Choice { option: name.to_owned(), value, cost, ends: None, reason }
    }
}

/// The games of a position.
struct Games<'g> {
    of: &'g Position,
    seated: &'g Seated,
    seed: u64,
}

impl Playout for Games<'_> {
    fn options(&self) -> usize {
        self.of.options().len()
    }

    fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
        let strategies = self.seated.chosen.iter().filter_map(|chosen| chosen.strategy::<Pig>()).collect();
        Box::new(Worker { games: self, strategies })
    }
}

struct Worker<'w> {
    games: &'w Games<'w>,
    strategies: Vec<&'w dyn Strategy>,
}

impl PlayoutWorker for Worker<'_> {
    fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
        let Games { of, seated, seed } = self.games;
        let rolls = of.total.div_ceil(of.game.rules().sides);
        let mut state = State::in_turn(&of.scores, of.seat, of.total, rolls);
        if of.options()[option] == Move::Hold {
            state.hold();
        }
        let table =
            Table { strategies: &self.strategies, seating: &seated.lineup, block: RunKey::new(*seed).block(game) };
        Ok(of.game.play_on(table, state)?.share[of.seat.index()].into())
    }
}
