//! Advice in games from files that are not solved: games are played from the position on.
//!
//! Owns the choice of the strategies, and the notes of the answer.

use super::super::answer::{Answer, Choice};
use super::super::args::AdviseArgs;
use super::super::played::{Compared, Seated, close, compare};
use super::{assumptions, measure};
use crate::dice::RunKey;
use crate::games::{Fault, Game};
use crate::lab::{GameRef, Prepared};
use crate::simulate::{Counted, Playout, PlayoutWorker};
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::grouped;
use analyze_ruled::{Aim, GoingOn, Ruled, Standing};

/// The strategy that every game from a file has.
const RANDOM: &str = "random";
/// The default number of games, which take about a second.
const GAMES: u64 = 40_000;
/// The most options that are compared.
const MOST_OPTIONS: usize = 1_000;

/// The advice.
///
/// # Errors
/// What is wrong with the strategies, or a fault of theirs or of the rules.
pub(super) fn advise(
    game: GameRef,
    prepared: &dyn Prepared,
    (ruled, seat): (&Ruled, usize),
    (standing, unsolved): (&Standing, Option<&str>),
    args: &AdviseArgs,
) -> Result<Answer, Failure> {
    let options = standing.options.len();
    if options > MOST_OPTIONS {
        return refuse(format!(
            "--at: {} ways to decide in this position; at most {} can be compared by games",
            grouped(options as u64),
            grouped(MOST_OPTIONS as u64)
        ));
    }
    let players = ruled.players();
    let strong = game.lineup(players).first().copied().unwrap_or(RANDOM);
    let others = args.others.clone().unwrap_or_else(|| vec![strong.to_owned()]);
    // Nobody plays at random who knows better, and who plays alone plays what is named.
    let own = if strong == RANDOM || players == 1 { others.first().map_or(RANDOM, String::as_str) } else { strong };
    let seated = match players {
        1 => Seated::new(prepared, seat, own, &[])?,
        _ => Seated::new(prepared, seat, own, &others)?,
    };
    let counted = match ruled.wanted() {
        Aim::Win => Counted::WinShare,
        Aim::Score => Counted::Score(Game::highest_score(ruled)),
        Aim::Turns => Counted::Turns(Game::longest(ruled, Ruled::LENGTHS[0]).unwrap_or(u32::MAX)),
    };
    let games = Games { ruled, standing, seated: &seated, seat, counted, seed: args.draws.seed };
    let compared = compare(&games, args, &seated, GAMES)?;
    let ranked = compared.ranked(options);
    let best = ranked.first().map_or(0, |ranked| ranked.0);
    let unsure = (0..options).filter(|&option| compared.is_close(option)).count();
    let choice = |(at, value, cost)| {
        let reason = reason(&compared, at, best).to_owned();
        Choice { option: standing.options[at].clone(), value, cost, ends: None, reason }
    };
    let choices = ranked.into_iter().map(choice).collect();
    let assumed = Some(standing.assumed.join(", ")).filter(|assumed| !assumed.is_empty());
    let mut notes = assumptions(args, assumed.as_deref(), "the turn reaches this decision with these values");
    notes.extend(rest_of_notes(standing, args, (own, &others), (players, unsolved)));
    notes.push(compared.method);
    Ok(Answer {
        game: game.name(),
        measure: measure(ruled.wanted()),
        position: position(game, standing, (players, seat)),
        advice: format!("Best: {}.{}", standing.options[best], close(unsure)),
        dice: None,
        options: choices,
        notes,
    })
}

fn position(game: GameRef, standing: &Standing, (players, seat): (usize, usize)) -> String {
    let round = standing.round.map_or(String::new(), |round| format!(" in round {round}"));
    let card = standing.card.as_ref().map_or(String::new(), |card| format!("; the card is '{card}'"));
    let (title, seat) = (game.title(), seat + 1);
    format!("{title}: seat {seat} of {players} is on turn{round}{card}; {}.", standing.position)
}

fn reason(compared: &Compared, option: usize, best: usize) -> &'static str {
    match option {
        option if option == best => "did best in these games",
        option if compared.is_close(option) => "may be as good: the interval of its cost contains 0",
        _ => "did worse in the same games",
    }
}

/// The notes on the players and on the cards.
fn rest_of_notes(
    standing: &Standing,
    args: &AdviseArgs,
    (own, others): (&str, &[String]),
    (players, unsolved): (usize, Option<&str>),
) -> Vec<String> {
    let mut notes = Vec::new();
    if standing.is_contest && args.position.first.is_none() && players > 1 {
        notes.push("Assumed: the seat that asks began the round (--first).".to_owned());
    }
    if standing.card.is_some() {
        notes.push("The cards of all other rounds are drawn anew in each game, so nobody counts cards.".to_owned());
    }
    let said = if args.others.is_none() { "Assumed: the" } else { "The" };
    notes.push(match players {
        1 => format!("Assumed: the player plays {own} from then on."),
        _ => {
            format!("{said} others play {} (--others). The seat that asks plays {own} from then on.", others.join(", "))
        }
    });
    if own == RANDOM {
        notes.push("The file comes with no strategy but random. Name one with --others for better advice.".to_owned());
    }
    notes.extend(unsolved.map(|why| format!("Not solved: {why}.")));
    notes
}

/// The games of a position.
struct Games<'g> {
    ruled: &'g Ruled,
    standing: &'g Standing,
    seated: &'g Seated,
    seat: usize,
    counted: Counted,
    seed: u64,
}

impl Playout for Games<'_> {
    fn options(&self) -> usize {
        self.standing.options.len()
    }

    fn counted(&self) -> Counted {
        self.counted
    }

    fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
        let strategies: Vec<_> = self.seated.chosen.iter().filter_map(|chosen| chosen.strategy::<Ruled>()).collect();
        Box::new(Worker { of: self, games: GoingOn::new(self.ruled, self.standing, &strategies) })
    }
}

struct Worker<'w> {
    of: &'w Games<'w>,
    games: GoingOn<'w>,
}

impl PlayoutWorker for Worker<'_> {
    fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
        let Games { seated, seat, counted, seed, .. } = self.of;
        let outcome = self.games.play(option, &seated.lineup, RunKey::new(*seed).block(game))?;
        Ok(match counted {
            Counted::WinShare => outcome.share[*seat].into(),
            Counted::Score(_) => outcome.score[*seat],
            Counted::Turns(_) => outcome.lengths[0],
        })
    }
}
