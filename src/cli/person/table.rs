//! The table of a person: who sits where, and the game as it is told with the answers so far.

use crate::cli::command::PlayArgs;
use crate::cli::review::cards::{CardsGave, cards_gave};
use crate::cli::review::decisions::Terms;
use crate::dice::{BlockKey, RunKey};
use crate::engines::EngineKind;
use crate::games::narration::noun;
use crate::games::{Fault, Outcome as Ended};
use crate::lab::{Chosen, Prepared};
use crate::options::settings;
use crate::strategies::{Question, Questions, play_with};
use crate::terminal::failure::{Failure, refuse};
use std::sync::Arc;

/// Who sits where.
pub(super) struct Seats {
    pub(super) game: Arc<dyn Prepared>,
    /// The strategies of the others, each once.
    others: Vec<Chosen>,
    /// By seat, the position of its strategy; that of the person comes after the others.
    seating: Vec<usize>,
    /// The seat of the person, from 0.
    pub(super) me: usize,
    block: BlockKey,
    seed: u64,
    /// What advice needs to know of the game.
    pub(super) terms: Terms,
}

/// A game as far as it is known.
pub(super) struct Told {
    pub(super) story: String,
    pub(super) questions: Questions,
    pub(super) ended: Result<Ended, Fault>,
    /// How many answers there were.
    answers: usize,
    me: usize,
}

impl Told {
    /// The question that waits for an answer.
    pub(super) fn open(&self) -> Option<&Question> {
        self.questions.asked.last().filter(|_| self.questions.asked.len() > self.answers)
    }

    /// Why the last answer is none that can be given, if it is not.
    pub(super) fn refused(&self) -> Option<String> {
        let fault = self.ended.as_ref().err().filter(|_| self.open().is_none())?;
        if let Some(why) = &self.questions.refusal {
            return Some(format!("That cannot be done: {why}."));
        }
        let is_own = fault.seat.index() == self.me && self.answers > 0;
        is_own.then(|| format!("That cannot be done: {}; legal: {}.", fault.returned, fault.legal))
    }
}

impl Seats {
    /// The seats as they were typed: the person in one, strategies in the others.
    pub(super) fn new(args: &PlayArgs, me: u64) -> Result<Seats, Failure> {
        let typed = &args.table;
        let game = settings::chosen_game(typed.game)?;
        let named = typed.bots.as_ref().map_or(0, Vec::len) as u64;
        let players = typed.players.or((named > 0).then_some(named + 1));
        let players = settings::players(game, players, 0, "")?;
        let me = match usize::try_from(me) {
            Ok(me) if (1..=players).contains(&me) => me - 1,
            _ => return refuse(format!("--me: {me} is no seat; there are {players} players")),
        };
        let bots: Vec<String> = match typed.bots.as_deref() {
            None => {
                let lineup = game.lineup(players).into_iter().map(str::to_owned).enumerate();
                lineup.filter(|(seat, _)| *seat != me).map(|(_, name)| name).collect()
            }
            Some([one]) => vec![one.clone(); players - 1],
            Some(bots) if bots.len() == players - 1 => bots.to_vec(),
            Some(bots) => {
                let others = players - 1;
                let seats = noun(others as u64, "other seat", "other seats");
                let hint = if others > 1 { "name one for each, or one for all" } else { "name one" };
                return refuse(format!("--bots: {} strategies for {others} {seats}; {hint}", bots.len()));
            }
        };
        let set_up = settings::set_up(game, players, &typed.rules)?;
        let (others, lineup) = set_up.find_all(&bots).map_err(|error| Failure::strategy("--bots", error))?;
        let mut seating = lineup;
        seating.insert(me, others.len());
        let rules = typed.rules.given.typed().filter(|(name, _)| ["edition", "deck", "rules", "rule"].contains(name));
        let rules = rules.flat_map(|(name, value)| [format!("--{name}"), value.to_owned()]).collect();
        let terms = Terms { game: game.typed().to_owned(), players, rules, more: Vec::new() };
        let seed = typed.draws.seed;
        let block = RunKey::new(seed).block(0);
        Ok(Seats { game: set_up, others, seating, me, block, seed, terms })
    }

    /// The strategy that asks the person.
    fn person(&self) -> Result<Chosen, Failure> {
        let script = self.game.game().person(self.seating.len());
        self.game.find_in(&script).map_err(|error| Failure::strategy("--me", error))
    }

    /// What the cards of the game with these answers gave each seat, if that is known.
    pub(super) fn cards_gave(&self, answers: &[String]) -> Result<Option<CardsGave>, Failure> {
        let person = self.person()?;
        let chosen: Vec<&Chosen> = self.others.iter().chain([&person]).collect();
        Ok(play_with(answers, || cards_gave(&*self.game, &chosen, (&self.seating, self.block))).0)
    }

    /// Tells the game with these answers of the person.
    pub(super) fn tell(&self, answers: &[String]) -> Result<Told, Failure> {
        let person = self.person()?;
        let chosen: Vec<&Chosen> = self.others.iter().chain([&person]).collect();
        let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
        let at = |(seat, &of): (usize, &usize)| format!("seat {} {}", seat + 1, names[of]);
        let seats: Vec<String> = self.seating.iter().enumerate().map(at).collect();
        let mut story = format!("{}, seed {}: {}\n", self.game.game().title(), self.seed, seats.join(", "));
        let players = self.game.players(&chosen);
        let (ended, questions) =
            play_with(answers, || players.narrate(EngineKind::Dice, (&self.seating, self.block), &names, &mut story));
        Ok(Told { story, questions, ended, answers: answers.len(), me: self.me })
    }
}
