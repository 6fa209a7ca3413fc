//! Advice in Battle Dice: which duel to choose.
//!
//! Owns the options, their reasons, and the games that follow. No values of positions are known, so games are played.

mod read;

use super::answer::{Answer, Choice, Measure};
use super::args::AdviseArgs;
use super::played::{Seated, close, compare};
use crate::dice::{BlockKey, RunKey};
use crate::games::battle::{Battle, Board, Duel, Memory, Strategy};
use crate::games::{BuiltIn, Fault, Table};
use crate::simulate::{Playout, PlayoutWorker};
use crate::terminal::failure::Failure;
use read::{Position, position};

/// The strategy that is assumed: the first of the default line-up.
const STRONG: &str = "elite";
/// The default number of games, which take about a second.
const GAMES: u64 = 20_000;
/// So many duels say what a duel brings.
const DUELS: u64 = 200;

/// The advice.
///
/// # Errors
/// What is wrong with the position or with the strategies.
pub(super) fn advise(args: &AdviseArgs) -> Result<Answer, Failure> {
    let others = args.others.clone().unwrap_or_else(|| vec![STRONG.to_owned()]);
    let position = position(args, STRONG, &others)?;
    let duels = duels(&position);
    let games = Games { position: &position, duels: &duels, seed: args.draws.seed };
    let compared = compare(&games, args, &position.seated, GAMES)?;
    let ranked = compared.ranked(duels.len());
    let best = ranked.first().map_or(0, |ranked| ranked.0);
    let alike = (0..duels.len()).filter(|&option| compared.is_close(option)).count();
    let options = ranked.into_iter().map(|(at, value, cost)| {
        let reason = games.brings(duels[at]).unwrap_or_default();
        Choice { option: duels[at].to_string(), value, cost, ends: None, reason }
    });
    let mut notes: Vec<String> = position.assumed.iter().map(|assumed| format!("Assumed: {assumed}")).collect();
    let said = if args.others.is_none() { "Assumed: the" } else { "The" };
    let names = others.join(", ");
    notes.push(format!("{said} others play {names} (--others). The seat that asks plays {STRONG} from then on."));
    notes.push(format!("What a duel brings is the mean of {DUELS} duels with the same draws."));
    notes.push(compared.method.clone());
    Ok(Answer {
        game: Battle::NAME,
        measure: Measure::WinShare,
        position: words(&position),
        advice: format!("Best: {}.{}", duels[best], close(alike)),
        dice: None,
        options: options.collect(),
        notes,
    })
}

/// The duels that differ: against all and against the only opponent are the same.
fn duels(position: &Position) -> Vec<Duel> {
    let all = position.state.duels(position.game.rules());
    all.into_iter().filter(|duel| position.state.seats > 2 || duel.opponent.is_none()).collect()
}

fn words(position: &Position) -> String {
    let (state, rules) = (&position.state, position.game.rules());
    let packs = state.all().map(|seat| {
        let (dice, points, cost) = (state.dice(seat), state.points(seat), rules.cost_of(state.dice(seat)));
        format!("Seat {} has {dice} (cost {cost}) and {points} points.", seat.number())
    });
    let packs = packs.collect::<Vec<_>>().join(" ");
    format!("Battle Dice to {}. {packs} Seat {} chooses a duel.", rules.goal, state.active.number())
}

/// The games of a position.
struct Games<'g> {
    position: &'g Position,
    duels: &'g [Duel],
    seed: u64,
}

impl Games<'_> {
    fn seated(&self) -> &Seated {
        &self.position.seated
    }

    fn strategies(&self) -> Vec<&dyn Strategy> {
        self.seated().chosen.iter().filter_map(|chosen| chosen.strategy::<Battle>()).collect()
    }

    fn table<'t>(&'t self, strategies: &'t [&'t dyn Strategy], block: BlockKey) -> Table<'t, dyn Strategy> {
        Table { strategies, seating: &self.seated().lineup, block }
    }

    /// What a duel brings on average, in words.
    fn brings(&self, duel: Duel) -> Result<String, Fault> {
        let Position { game, state, .. } = self.position;
        let (strategies, mut board, mut sums) = (self.strategies(), Board::default(), [0u64; 2]);
        for number in 0..DUELS {
            let table = self.table(&strategies, RunKey::new(self.seed).block(number));
            let points = game.fight(&mut board, table, (state, state.active, duel))?;
            let all: u64 = points.iter().map(|&points| u64::from(points)).sum();
            let own = u64::from(points[state.active.index()]);
            sums = [sums[0] + own, sums[1] + all - own];
        }
        let [own, others] = sums.map(|sum| sum as f64 / DUELS as f64);
        Ok(format!("brings {own:.2} points on average, and the others {others:.2}"))
    }
}

impl Playout for Games<'_> {
    fn options(&self) -> usize {
        self.duels.len()
    }

    fn worker(&self) -> Box<dyn PlayoutWorker + '_> {
        Box::new(Worker { of: self, strategies: self.strategies(), memory: Memory::default() })
    }
}

struct Worker<'w> {
    of: &'w Games<'w>,
    strategies: Vec<&'w dyn Strategy>,
    memory: Memory,
}

impl PlayoutWorker for Worker<'_> {
    fn play(&mut self, option: usize, game: u64) -> Result<u32, Fault> {
        let Position { game: battle, state, .. } = self.of.position;
        let table = self.of.table(&self.strategies, RunKey::new(self.of.seed).block(game));
        let outcome = battle.play_on(&mut self.memory, table, (state, self.of.duels[option]))?;
        Ok(outcome.share[state.active.index()].into())
    }
}
