//! A position of Gang of Dice from the options of the command.
//!
//! Owns what can be left out, and what is taken in its place. What no position can be is in `legal`.

use super::super::args::AdviseArgs;
use super::super::problems::Problems;
use crate::dice::Counts;
use crate::exact::Mark;
use crate::games::gang::{Card, CardIndex, Gang, State, Trigger};
use crate::games::{BuiltIn, Game, Seat};
use crate::input::or_nearest;
use crate::options::settings;
use crate::registry::game;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::counted;

/// The options that say where a game of Gang of Dice stands.
const OPTIONS: [&str; 7] = ["--pools", "--round", "--card", "--best", "--first", "--dice", "--rolls-left"];

/// The dice that lie before the seat that asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// What they show.
    pub(super) dice: Counts,
    /// How often they can still be rerolled, at least once.
    pub(super) left: u8,
}

/// Where a game stands, and what was taken for granted.
pub(super) struct Position {
    pub(super) game: Gang,
    pub(super) card: CardIndex,
    /// Before the seat that asks commits its dice.
    pub(super) state: State,
    pub(super) seat: Seat,
    pub(super) shown: Option<Shown>,
    /// What nobody said, in sentences.
    pub(super) assumed: Vec<String>,
}

impl Position {
    /// The bonus dice of the round.
    pub(super) fn bonus(&self) -> u32 {
        bonus(&self.game, self.state.round())
    }
}

/// The bonus dice of a round (G08).
pub(super) fn bonus(game: &Gang, round: u32) -> u32 {
    game.rules().bonus(round, game.deck().rounds())
}

/// All dice of the game in a round, its bonus dice among them (G18).
pub(super) fn dice_in_game(game: &Gang, round: u32) -> u32 {
    let seats = Game::seats(game);
    seats as u32 * game.rules().pool(seats) + (0..=round).map(|round| bonus(game, round)).sum::<u32>()
}

/// The best result so far as it was typed.
struct Best {
    mark: Mark,
    seat: Option<u64>,
}

/// Reads the position.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn position(args: &AdviseArgs) -> Result<Position, Failure> {
    let mut reader = Reader { args, problems: Problems::default(), assumed: Vec::new() };
    let foreign = args.position.others_than(&OPTIONS);
    reader.problems.foreign(&foreign, Gang::TITLE, &OPTIONS);
    let players = reader.players()?;
    let game: Gang = settings::set_up_as(players, &args.rules)?;
    let seat = reader.problems.seat("--seat", args.seat, players);
    let round = reader.round(&game);
    let card = reader.card(&game, round);
    let best = reader.best();
    let mut pools = reader.pools(&game, round);
    let turns = reader.turns(&pools, seat, best.as_ref());
    if args.position.pools.is_none() {
        reader.less_committed(&mut pools, &turns);
    }
    let shown = reader.shown(&game, card, pools[seat]);
    let state = card.and_then(|card| reader.state(&game, (round, card), (&pools, seat), turns));
    let Reader { problems, assumed, .. } = reader;
    let (state, card) = problems.finish(state.zip(card))?;
    Ok(Position { game, card, state, seat: Seat(seat as u8), shown, assumed })
}

/// The turns of a round before that of the seat that asks.
pub(super) struct Turns {
    pub(super) first: usize,
    /// Who acted, in order.
    pub(super) acted: Vec<usize>,
    /// The best result, and whose it is.
    pub(super) best: Option<(usize, Mark)>,
}

/// What was typed, and what was found so far.
pub(super) struct Reader<'a> {
    pub(super) args: &'a AdviseArgs,
    pub(super) problems: Problems,
    assumed: Vec<String>,
}

impl Reader<'_> {
    fn assume(&mut self, text: impl Into<String>) {
        self.assumed.push(text.into());
    }

    fn players(&mut self) -> Result<usize, Failure> {
        let Some(gang) = game(Gang::NAME) else { return refuse(settings::missing_game()) };
        let pools = self.args.position.pools.as_ref().map(Vec::len);
        let others = self.args.others.as_ref().map(Vec::len).filter(|&others| others > 1);
        if let (Some(pools), Some(players)) = (pools, self.args.players)
            && pools as u64 != players
        {
            let pools = counted(pools as u64, "number");
            self.problems.add("--pools", format!("{pools} for {players} players (--players); give one for each seat"));
        }
        let (typed, said) = match (self.args.players, pools) {
            (Some(players), _) => (Some(players), String::new()),
            (None, Some(pools)) => (Some(pools as u64), format!("--pools: {pools}")),
            (None, None) => (others.map(|others| others as u64 + 1), "--others:".to_owned()),
        };
        if typed.is_none() {
            self.assume(format!("There are {} players (--players).", gang.default_seats()));
        }
        match typed.filter(|_| self.args.players.is_none()) {
            Some(seats) => settings::players(gang, None, seats, &said),
            None => settings::players(gang, typed, 0, ""),
        }
    }

    fn round(&mut self, game: &Gang) -> u32 {
        let Some(round) = self.args.position.round else {
            self.assume("It is round 1 (--round).");
            return 0;
        };
        let rounds = game.deck().rounds();
        match u32::try_from(round).ok().filter(|round| (1..=rounds).contains(round)) {
            Some(round) => round - 1,
            None => {
                self.problems.add("--round", format!("there is no round {round}; it must be 1 to {rounds}"));
                0
            }
        }
    }

    fn card(&mut self, game: &Gang, round: u32) -> Option<CardIndex> {
        let deck = game.deck();
        let is_dealt = |card: &Card| card.back == deck.back_in(round);
        let ids: Vec<&str> = deck.cards.iter().filter(|card| is_dealt(card)).map(|card| card.id.as_str()).collect();
        let Some(id) = &self.args.position.card else {
            let ids = ids.join(", ");
            self.problems.add("--card", format!("name the card of the round; round {} can have {ids}", round + 1));
            return None;
        };
        let Some(at) = deck.cards.iter().position(|card| card.id == *id) else {
            let all: Vec<&str> = deck.cards.iter().map(|card| card.id.as_str()).collect();
            let help = or_nearest(id, &all);
            self.problems.add("--card", format!("the deck '{}' has no card '{id}' ({help})", deck.id));
            return None;
        };
        if !is_dealt(&deck.cards[at]) {
            let (back, ids, round) = (deck.cards[at].back, ids.join(", "), round + 1);
            self.problems.add("--card", format!("'{id}' has a {back} back; round {round} (--round) can have {ids}"));
        }
        Some(CardIndex(at as u16))
    }

    /// The dice of each seat, those that the seat that asks has rolled among its own.
    fn pools(&mut self, game: &Gang, round: u32) -> Vec<u32> {
        let seats = Game::seats(game);
        let Some(typed) = &self.args.position.pools else {
            let (before, seats) = (dice_in_game(game, round) - bonus(game, round), seats as u32);
            self.assume("The dice are shared equally (--pools).");
            return (0..seats).map(|seat| before / seats + u32::from(seat < before % seats)).collect();
        };
        let mut pools = self.problems.numbers("--pools", typed, Game::highest_score(game), "die");
        pools.resize(seats, 1);
        pools
    }

    /// Takes what others have committed out of pools that nobody said.
    fn less_committed(&mut self, pools: &mut [u32], turns: &Turns) {
        for &other in &turns.acted {
            let dice = turns.best.filter(|(holder, _)| *holder == other).map_or(1, |(_, mark)| mark.dice);
            match pools[other].checked_sub(dice) {
                Some(left) => pools[other] = left,
                None => {
                    let (has, dice) = (pools[other], counted(dice.into(), "die"));
                    self.problems.add("--best", format!("{dice}; seat {} has {has} (--pools)", other + 1));
                }
            }
        }
    }

    /// The best result so far: `TOTAL:DICE` or `TOTAL:DICE:SEAT`.
    fn best(&mut self) -> Option<Best> {
        let text = self.args.position.best.as_ref()?;
        let parts: Option<Vec<u64>> = text.split(':').map(|part| part.trim().parse().ok()).collect();
        let (total, dice, seat) = match parts.as_deref() {
            Some(&[total, dice]) => (total, dice, None),
            Some(&[total, dice, seat]) => (total, dice, Some(seat)),
            _ => {
                let form = "must be TOTAL:DICE or TOTAL:DICE:SEAT, for example 6:2 for a total of 6 with 2 dice";
                self.problems.add("--best", format!("'{text}' {form}"));
                return None;
            }
        };
        let dice = self.problems.number("--best", dice, &(1..=u32::from(u16::MAX)), "die");
        let limit = format!("{} show at most {}", counted(dice.into(), "die"), 5 * dice);
        match u32::try_from(total).ok().filter(|&total| total <= 5 * dice) {
            Some(total) => Some(Best { mark: Mark { total, dice }, seat }),
            None => {
                self.problems.add("--best", format!("a total of {total}; {limit} (write TOTAL:DICE)"));
                None
            }
        }
    }

    /// Who has acted in the round, and with which result.
    fn turns(&mut self, pools: &[u32], seat: usize, best: Option<&Best>) -> Turns {
        let seats = pools.len();
        let before = (1..seats).map(|step| (seat + seats - step) % seats).find(|&other| pools[other] > 0);
        let holder = best.map(|best| match best.seat {
            Some(typed) => self.problems.seat("--best", typed, seats),
            None => before.unwrap_or((seat + seats - 1) % seats),
        });
        let first = match (self.args.position.first, holder) {
            (Some(first), _) => self.problems.seat("--first", first, seats),
            (None, Some(holder)) => holder,
            (None, None) => seat,
        };
        self.name_order(best, holder, first);
        if holder == Some(seat) {
            self.problems.add("--best", format!("seat {} has not acted yet (--seat); name another seat", seat + 1));
        }
        let is_between = |other: &usize| Some(*other) == holder || pools[*other] > 0;
        let acted: Vec<usize> = (0..seats)
            .map(|step| (first + step) % seats)
            .take_while(|&other| other != seat)
            .filter(is_between)
            .collect();
        if let Some(holder) = holder.filter(|holder| *holder != seat && !acted.contains(holder)) {
            let (holder, first, seat) = (holder + 1, first + 1, seat + 1);
            let why = format!("seat {holder} acts after seat {seat} if seat {first} begins (--first)");
            self.problems.add("--best", format!("{why}; name a seat that acts before seat {seat}"));
        }
        Turns { first, acted, best: holder.zip(best.map(|best| best.mark)) }
    }

    /// Names what nobody said of the order.
    fn name_order(&mut self, best: Option<&Best>, holder: Option<usize>, first: usize) {
        let begins = self.args.position.first.is_none();
        match (best, holder) {
            (Some(best), Some(holder)) => {
                if best.seat.is_none() {
                    self.assume(format!("Seat {} has the best result (--best TOTAL:DICE:SEAT).", holder + 1));
                }
                if begins {
                    self.assume(format!("Seat {} began the round (--first).", first + 1));
                }
            }
            _ if begins => {
                self.assume(format!("Nobody has rolled in this round (--best); seat {} begins (--first).", first + 1));
            }
            _ => {}
        }
    }

    fn shown(&mut self, game: &Gang, card: Option<CardIndex>, pool: u32) -> Option<Shown> {
        let rerolls = game.rules().rerolls;
        let Some(faces) = &self.args.position.dice else {
            if self.args.position.rolls_left.is_some() {
                self.problems.add("--rolls-left", "nothing has been rolled; give the dice shown with --dice");
            }
            return None;
        };
        if rerolls == 0 {
            self.problems.add("--dice", "the rules allow no reroll (rerolls=0), so nothing is decided; leave it out");
        }
        let left = match self.args.position.rolls_left {
            None => {
                self.assume(format!("{} left (--rolls-left).", counted(rerolls.into(), "reroll")));
                u32::from(rerolls)
            }
            Some(left) => self.problems.number("--rolls-left", left, &(1..=u32::from(rerolls.max(1))), "reroll"),
        };
        let mut counts = [0; 6];
        for face in faces {
            match face.trim().to_lowercase().as_str() {
                "boss" | "b" | "0" => counts[0] += 1,
                "1" | "2" | "3" | "4" | "5" => counts[usize::from(face.trim().as_bytes()[0] - b'0')] += 1,
                other => self.problems.add("--dice", format!("'{other}' is no face; write 1, 2, 3, 4, 5 or boss")),
            }
        }
        let number = counts.iter().sum::<u32>();
        let (dice, most) = (counted(number.into(), "die"), crate::exact::MOST_PRICED);
        if number > pool {
            self.problems.add("--dice", format!("{dice}; it must be 1 to {pool}, as many as the seat has (--pools)"));
        } else if number > most {
            self.problems.add("--dice", format!("{dice}; rerolls have values for at most {most} dice"));
        }
        let dice = Counts::from_array(counts).filter(|_| self.problems.is_empty())?;
        if let Some(card) = card.map(|card| game.deck().card(card))
            && card.trigger == Trigger::Explosion
            && card.condition.holds(dice)
        {
            self.problems.add("--dice", format!("the card '{}' explodes on these dice; the turn is over", card.id));
        }
        Some(Shown { dice, left: left as u8 })
    }
}
