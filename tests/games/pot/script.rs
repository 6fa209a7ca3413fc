//! Games from a script: who rolls what, keeps what, and takes from whom.

use analyze::dice::RunKey;
use analyze::games::pot::{
    Begun, Choices, Combo, Combos, Control, Decision, DiceSet, NoAnswer, Other, Pair, PolicyId, Pot, Reroll, Roll,
    RoundEnd, Rules, State, Strategy, Throw, Turn, TurnResult, View, Watch,
};
use analyze::games::turns::{Refused, Turns};
use analyze::games::{Fault, Outcome, Seat, Table};
use std::sync::Mutex;

/// What dice show: three faces or letters, as in "1 2 4" or "P O 5".
pub(crate) fn throw(text: &str) -> Throw {
    let faces: Vec<u8> = text.split(' ').map(|face| face.parse().unwrap_or(0)).collect();
    let shown = Throw::new(faces.try_into().unwrap());
    assert_eq!(shown.to_string(), text, "a letter is that of its die");
    shown
}

/// A turn of a script: its rolls, and what is chosen should a combo come up.
#[derive(Clone)]
pub(crate) struct ScriptTurn {
    rolls: Vec<Throw>,
    rerolls: Vec<DiceSet>,
    choices: Option<Choices>,
}

/// The turn with these rolls; between two of them the dice that differ are rerolled. After 1 2 3 the player stops, so
/// that the roll behind it is the obligatory one.
pub(crate) fn turn(rolls: &[&str]) -> ScriptTurn {
    let rolls: Vec<Throw> = rolls.iter().map(|roll| throw(roll)).collect();
    let differs = |pair: &[Throw]| {
        if pair[0].combo(Combos::PUBLISHED) == Combo::Run123 {
            return DiceSet::NONE;
        }
        let dice: Vec<usize> = (0..3).filter(|&die| pair[0].faces()[die] != pair[1].faces()[die]).collect();
        DiceSet::of(&dice).unwrap()
    };
    ScriptTurn { rerolls: rolls.windows(2).map(differs).collect(), rolls, choices: None }
}

impl ScriptTurn {
    /// With these choices, where the script of a table has others.
    pub(crate) fn choosing(mut self, choices: Choices) -> ScriptTurn {
        self.choices = Some(choices);
        self
    }

    /// Reroll number `number` (from 0) is of these dice, though they may show the same again.
    pub(crate) fn rerolling(mut self, number: usize, dice: &[usize]) -> ScriptTurn {
        self.rerolls[number] = DiceSet::of(dice).unwrap();
        self
    }
}

pub(crate) fn other(steps: u8) -> Other {
    Other::clockwise(steps)
}

pub(crate) fn pair(first: u8, second: u8) -> Pair {
    Pair { first: other(first), second: Some(other(second)) }
}

/// The table after a turn or at the end of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Books {
    pub(crate) coins: Vec<u32>,
    pub(crate) pot: u32,
    pub(crate) bank: u32,
    pub(crate) control: Option<Control>,
}

impl Books {
    fn of(state: &State) -> Books {
        let (coins, pot, bank) =
            (state.holdings().all_coins().to_vec(), state.holdings().pot(), state.holdings().bank());
        Books { coins, pot, bank, control: state.control() }
    }

    /// Who controls the POT, with what score.
    pub(crate) fn controls(&self) -> Option<(u8, u8)> {
        self.control.map(|control| (control.seat.0, control.score))
    }
}

/// Everything that happened.
#[derive(Default)]
pub(crate) struct Log {
    /// As rounds began.
    pub(crate) begun: Vec<(Seat, Books)>,
    pub(crate) turns: Vec<(Turn, Books)>,
    pub(crate) rounds: Vec<(RoundEnd, Books)>,
    /// The rolls of the turn under way, and how often it was paid.
    rolls: usize,
    pub(crate) paid: u32,
    coins: u32,
}

impl Log {
    /// The seats whose turns were played, in order.
    pub(crate) fn order(&self) -> Vec<u8> {
        self.turns.iter().map(|(turn, _)| turn.seat.0).collect()
    }

    /// The table after the last turn.
    pub(crate) fn last(&self) -> &Books {
        &self.turns.last().unwrap().1
    }

    fn conserved(&self, state: &State) {
        let all = state.holdings().bank() + state.holdings().pot() + state.holdings().all_coins().iter().sum::<u32>();
        assert_eq!(all, self.coins, "P16: coins are conserved");
    }
}

impl Watch for Log {
    fn round_begins(&mut self, state: &State) {
        self.conserved(state);
        self.begun.push((state.next(), Books::of(state)));
    }

    fn turn_begins(&mut self, _: &Decision, state: &State) {
        self.conserved(state);
        self.rolls = 0;
    }

    fn rolled(&mut self, _: Throw) {
        self.rolls += 1;
        assert!(self.rolls <= 3, "P04: at most three rolls");
    }

    fn rerolls(&mut self, _: Throw, dice: DiceSet, reroll: Reroll) {
        assert!(!dice.is_empty());
        assert_eq!(reroll == Reroll::Paid, self.rolls == 2);
        self.paid += u32::from(reroll == Reroll::Paid);
    }

    fn turn_ends(&mut self, turn: &Turn, state: &State) {
        self.conserved(state);
        self.turns.push((*turn, Books::of(state)));
    }

    fn round_ends(&mut self, end: RoundEnd, state: &State) {
        self.conserved(state);
        self.rounds.push((end, Books::of(state)));
    }
}

/// The dice of the script.
struct Dice<'s> {
    script: &'s [ScriptTurn],
    turn: usize,
}

impl Turns<Pot> for Dice<'_> {
    fn play(&mut self, turn: &Begun<'_>, plan: PolicyId, watch: &mut (dyn Watch + '_)) -> Result<TurnResult, Refused> {
        let mut rolls = self.script[self.turn].rolls.iter();
        self.turn += 1;
        let throw = |shown: Throw, dice| {
            let new = *rolls.next().unwrap_or_else(|| panic!("turn {} rolls once more", self.turn));
            assert_eq!(shown.with(dice, new), new, "turn {}: a die that is kept does not change", self.turn);
            new
        };
        turn.roll(plan, throw, watch)
    }
}

/// Plays the script for everybody, and has no answer when it is over.
struct Reader<'s> {
    script: &'s [ScriptTurn],
    next: Mutex<usize>,
}

impl Strategy for Reader<'_> {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let mut next = self.next.lock().unwrap();
        let turn = self.script.get(*next).ok_or_else(|| NoAnswer("the script is over".into()))?;
        *next += 1;
        let choices = turn.choices.unwrap_or(Choices::next(view.seats()));
        Ok(Decision { rerolls: PolicyId(*next as u64 - 1), choices })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let turn = &self.script[plan.0 as usize];
        let number = usize::from(roll.next == Reroll::Paid);
        assert_eq!(turn.rolls[number], roll.shown);
        Ok(turn.rerolls.get(number).copied().unwrap_or(DiceSet::NONE))
    }
}

/// Plays a script; the outcome of the game, or `None` if it was not over with the script.
pub(crate) fn play(rules: Rules, seats: usize, script: &[ScriptTurn]) -> (Log, Option<Outcome>) {
    let game = Pot::new(rules, seats).unwrap();
    let reader = Reader { script, next: Mutex::new(0) };
    let mut dice = Dice { script, turn: 0 };
    let mut log = Log { coins: rules.coins, ..Log::default() };
    let (seating, block) = (vec![0; seats], RunKey::new(1).block(0));
    let played = game.play_watched(Table { strategies: &[&reader], seating: &seating, block }, &mut dice, &mut log);
    match played {
        Ok(outcome) => {
            assert_eq!(log.turns.len(), script.len(), "the game was over before the script");
            (log, Some(outcome))
        }
        Err(Fault { returned, .. }) => {
            assert_eq!(returned, "the script is over");
            (log, None)
        }
    }
}
