//! Random players under random rules, watched by a referee that keeps books of its own (B04, B18 to B20).

use super::rules;
use crate::choice::Choice;
use analyze::dice::RunKey;
use analyze::games::battle::{
    Aim, Arena, Battle, Board, Event, Face, Kind, Kinds, MAX_SEATS, Rules, State, Verdict, Watch,
};
use analyze::games::{BuiltIn, Outcome, Seat, Table};
use analyze::strategies::find;

/// Random rules, as a file. Faces, costs, supply and limits are anything; the cap keeps games short.
pub(super) fn random_rules(choice: &mut Choice) -> String {
    let points = 1 + choice.below(15);
    let limit = 1 + choice.below(5);
    let mut text = format!(
        "version = \"deluxe-6\"\naward = \"{}\"\ngoal = {}\ncap = {}\npoints = {points}\nleast = {}\nlimit = {limit}\n\
         most = {}\n",
        choice.of(&["per", "flat"]),
        points + 1 + choice.below(25),
        1 + choice.below(60),
        1 + choice.below(limit * 6).min(5),
        1 + choice.below(6),
    );
    for kind in Kind::ALL {
        let faces: Vec<String> = (0..6).map(|_| format!("\"{}\"", random_face(choice))).collect();
        let (cost, supply) = (1 + choice.below(7), choice.below(20));
        text.push_str(&format!(
            "[die.{kind}]\ncost = {cost}\nfaces = [{}]\nsupply = [0, 0, 0, {supply}]\n",
            faces.join(", ")
        ));
    }
    text
}

/// Numbers are low, so that ties are frequent; powers are as frequent as numbers.
fn random_face(choice: &mut Choice) -> Face {
    match choice.below(4) {
        0 | 1 => choice.of(&Face::NAMED).1,
        2 => Face::Helmet(choice.below(4) as u8),
        _ => Face::Number(choice.below(4) as u8),
    }
}

/// Books kept from what is told alone.
struct Referee<'r> {
    rules: &'r Rules,
    seats: usize,
    all: Kinds,
    won: [u32; MAX_SEATS],
    passed: [bool; MAX_SEATS],
    over: bool,
    events: u32,
}

impl Referee<'_> {
    /// B20: dice and points are conserved; B04, B18: nobody owns more of a kind than the limit.
    fn audit(&mut self, state: &State) {
        self.events += 1;
        let owned = state.all().fold(state.supply, |sum, seat| sum + state.dice(seat));
        assert_eq!(owned, self.all, "dice are conserved");
        for seat in state.all() {
            let (dice, points) = (state.dice(seat), state.points(seat));
            assert_eq!(self.rules.points + self.won[seat.index()], self.rules.cost_of(dice) + points, "points");
            assert!(Kind::ALL.iter().all(|&kind| dice.of(kind) <= self.rules.limit), "{dice}");
        }
    }
}

impl Referee<'_> {
    fn duel_begins(&self, arena: &Arena, state: &State) {
        assert!(!self.over, "the game goes on after its end");
        assert_eq!(arena.active, Seat((state.turn as usize % self.seats) as u8));
        assert!(state.all().all(|seat| arena.side(seat).reserve == state.dice(seat)));
    }

    /// B16: the total, which is kept as dice land, is that of the dice as they lie.
    fn totalled(&self, arena: &Arena) {
        for seat in (0..self.seats as u8).map(Seat) {
            let zone = &arena.side(seat).zone;
            let points: u32 = zone.dice().map(|(_, die)| zone.points_of(die)).sum();
            assert_eq!(zone.total(), (!zone.is_empty()).then_some(points));
        }
    }

    fn duel_ends(&mut self, verdict: Verdict, points: [u32; MAX_SEATS], arena: &Arena, state: &State) {
        for (won, points) in self.won.iter_mut().zip(points) {
            *won += points;
        }
        for seat in state.all() {
            let side = arena.side(seat);
            assert_eq!(side.reserve + side.discard + side.zone.kinds(), state.dice(seat));
        }
        if let Verdict::Won(winner) = verdict {
            assert!(!arena.side(winner).zone.is_empty(), "nobody wins without dice");
        }
        self.audit(state);
    }
}

impl Watch for Referee<'_> {
    fn see(&mut self, event: Event, board: &Board) {
        let (arena, state) = (&board.arena, &board.state);
        let is_protected = |aim: Aim| arena.side(aim.seat).zone.is_protected(aim.die);
        match event {
            Event::Drafted(seat, draft) => {
                assert!(!self.passed[seat.index()] || draft.is_empty());
                self.passed[seat.index()] |= draft.is_empty();
                self.audit(state);
            }
            Event::Chosen => self.duel_begins(arena, state),
            Event::Landed(seat, die, _) => {
                let die = arena.die(Aim { seat, die }).unwrap();
                assert!(self.rules.die(die.kind).faces.contains(&die.face));
            }
            Event::Cancelled(by, aim) => {
                assert!(by != aim.seat && !is_protected(aim) && arena.inside().any(|seat| seat == aim.seat));
            }
            Event::Rerolled(by, aim, _) => assert!(by == aim.seat || !is_protected(aim)),
            Event::Totalled => self.totalled(arena),
            Event::Fought(verdict, points) => self.duel_ends(verdict, points, arena, state),
            Event::Bought(seat, purchase) => {
                assert!(!self.over, "nobody buys after the end");
                assert!(purchase.take.total() <= self.rules.most);
                self.over = self.rules.cost_of(state.dice(seat)) >= self.rules.goal;
                self.audit(state);
            }
            _ => {}
        }
    }
}

/// Plays a game under random rules; answers with how it ended and how much the referee saw.
fn referee(game_number: u64) -> (Outcome, u32) {
    let mut choice = Choice::new(&[17, game_number]);
    let text = random_rules(&mut choice);
    let seats = 2 + (game_number % 5) as usize;
    let game = Battle::set_up(seats, &rules(&text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let players = ["random", "powers", "swarm"].map(|name| find(name, &game).unwrap().strategy);
    let players: Vec<_> = players.iter().map(|player| &**player).collect();
    let seating: Vec<usize> =
        (0..seats).map(|_| if choice.below(4) > 0 { 0 } else { 1 + choice.below(2) as usize }).collect();
    let mut referee = Referee {
        rules: game.rules(),
        seats,
        all: game.rules().supply(seats),
        won: [0; MAX_SEATS],
        passed: [false; MAX_SEATS],
        over: false,
        events: 0,
    };
    let block = RunKey::new(3).block(game_number);
    let outcome = game.play_watched(Table { strategies: &players, seating: &seating, block }, &mut referee);
    let outcome = outcome.unwrap_or_else(|fault| panic!("game {game_number}: {fault:?}\n{text}"));
    let [turns, _, capped, _] = [0, 1, 2, 3].map(|metric| outcome.lengths[metric]);
    assert!(turns <= game.rules().cap && (capped == 1) != referee.over);
    (outcome, referee.events)
}

/// B19, B20 and the limits, in games that nobody would play.
#[test]
fn a_referee_finds_no_foul() {
    let played: Vec<(Outcome, u32)> = (0..600).map(referee).collect();
    let capped = played.iter().filter(|(outcome, _)| outcome.lengths[2] == 1).count();
    assert!((50..550).contains(&capped), "{capped} games ended at the cap");
    assert!(played.iter().map(|(outcome, _)| outcome.lengths[3]).sum::<u32>() > 0, "no duel was drawn");
    assert!(played.iter().map(|(_, events)| events).sum::<u32>() > 10_000);
}
