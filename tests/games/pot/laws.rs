//! A referee with books of its own, in random games under random rules between players who do anything legal.
//!
//! It is told what the dice show and what was chosen, keeps its own accounts in words of the rules, and compares them
//! after every turn and round.

use super::script::other;
use crate::choice::Choice;
use analyze::dice::RunKey;
use analyze::games::declaration::{Language, ObservableIndex, index_of};
use analyze::games::pot::{
    BANK, COINS, Choices, Decision, DiceSet, GameEnd, NoAnswer, POT, Pair, PolicyId, Pot, Reroll, Roll, RoundEnd,
    Rules, Run345Choice, State, Strategy, Throw, Turn, TwosChoice, View, Watch, Without, Zero,
};
use analyze::games::turns::RolledTurns;
use analyze::games::{Outcome, Seat, Table, WHOLE_WIN};

const ROUND: ObservableIndex = index_of::<Pot>("round", Language::Both);
const SEAT: ObservableIndex = index_of::<Pot>("seat", Language::Both);

/// A player who does anything legal: its choices are hashes of what it sees, so it is pure.
pub(crate) struct Random(pub(crate) u64);

impl Strategy for Random {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let facts = [COINS, POT, BANK, ROUND, SEAT].map(|seen| view.ask(seen));
        let ranking: Vec<_> = view.ranking().collect();
        let mut choice = Choice::new(&[&[self.0][..], &facts.map(u64::from)].concat());
        let seats = view.seats() as u32;
        let mut two = || {
            let first = choice.below(seats - 1);
            let second = (first + 1 + choice.below((seats - 2).max(1))) % (seats - 1);
            Pair { first: other(first as u8 + 1), second: (seats > 2).then(|| other(second as u8 + 1)) }
        };
        let pairs = [two(), two(), two(), two()];
        let run345 = if choice.below(2) == 0 { Run345Choice::Bank } else { Run345Choice::Others(pairs[0]) };
        let twos = choice.of(&[TwosChoice::Bank, TwosChoice::One(ranking[0]), TwosChoice::Two(pairs[1])]);
        let choices = Choices { run345, twos, threes: choice.of(&ranking), fours: pairs[2], fives: pairs[3] };
        Ok(Decision { rerolls: PolicyId(u64::from(choice.below(64))), choices })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let key = [plan.0, roll.shown.index() as u64, u64::from(roll.next == Reroll::Paid)];
        Ok(DiceSet::all_sets()[Choice::new(&key).below(8) as usize])
    }
}

/// The referee's books.
struct Referee {
    rules: Rules,
    coins: Vec<u32>,
    bank: u32,
    pot: u32,
    /// The turns of this round: who scored what; nothing for 1 1 1.
    scores: Vec<(usize, Option<u8>)>,
    next: usize,
    turns: u32,
    rounds: u32,
    held: bool,
    choices: Option<Choices>,
    shown: Vec<Throw>,
    last: Option<Throw>,
}

impl Referee {
    fn new(rules: Rules, seats: usize) -> Referee {
        Referee {
            rules,
            coins: vec![rules.start; seats],
            bank: rules.coins - rules.start * seats as u32,
            pot: 0,
            scores: Vec::new(),
            next: 0,
            turns: 0,
            rounds: 0,
            held: false,
            choices: None,
            shown: Vec::new(),
            last: None,
        }
    }

    fn take_from_bank(&mut self, seat: usize, coins: u32) -> u32 {
        let paid = coins.min(self.bank);
        self.bank -= paid;
        self.coins[seat] += paid;
        paid
    }

    fn take_from_player(&mut self, seat: usize, steps: u8, coins: u32) {
        let payer = (seat + usize::from(steps)) % self.coins.len();
        let paid = coins.min(self.coins[payer]);
        self.coins[payer] -= paid;
        self.coins[seat] += paid;
    }

    fn take_from_pair(&mut self, seat: usize, pair: Pair) {
        std::iter::once(pair.first).chain(pair.second).for_each(|other| self.take_from_player(seat, other.steps(), 1));
    }

    /// Whether the game is played without what these dice are: then they are nothing.
    fn is_left_out(&self, dice: Throw) -> bool {
        let mut sorted = dice.faces();
        sorted.sort_unstable();
        let sorted: Vec<String> = sorted.iter().map(u8::to_string).collect();
        let name = match &*sorted.concat() {
            "000" => "POT".to_owned(),
            "024" => "420".to_owned(),
            other => other.to_owned(),
        };
        Without::NAMES.contains(&(&name, self.rules.without))
    }

    fn ends_turn(&self, dice: Throw) -> bool {
        (dice == Throw::ONES || dice == Throw::POT) && !self.is_left_out(dice)
    }

    /// Pays for final dice by the words of the table.
    fn pay(&mut self, seat: usize, dice: Throw, choices: Choices) {
        let mut sorted = dice.faces();
        sorted.sort_unstable();
        if self.is_left_out(dice) {
            return;
        }
        let zero = self.rules.zero == Zero::Any || dice.faces()[1] == 0;
        match sorted {
            [1, 2, 3] | [2, 3, 4] => drop(self.take_from_bank(seat, 1)),
            [3, 4, 5] => match choices.run345 {
                Run345Choice::Bank => drop(self.take_from_bank(seat, 2)),
                Run345Choice::Others(pair) => self.take_from_pair(seat, pair),
            },
            [2, 2, 2] => match choices.twos {
                TwosChoice::Bank => drop(self.take_from_bank(seat, 1)),
                TwosChoice::One(one) => self.take_from_player(seat, one.steps(), 2),
                TwosChoice::Two(pair) => self.take_from_pair(seat, pair),
            },
            [3, 3, 3] => {
                self.take_from_bank(seat, 2);
                self.take_from_player(seat, choices.threes.steps(), 1);
            }
            [4, 4, 4] => {
                self.take_from_bank(seat, 2);
                self.take_from_pair(seat, choices.fours);
            }
            [5, 5, 5] => {
                let taken = self.take_from_bank(seat, 5);
                let to = [Some(choices.fives.first), choices.fives.second];
                for other in to.into_iter().flatten().take(taken.saturating_sub(3) as usize) {
                    let receiver = (seat + usize::from(other.steps())) % self.coins.len();
                    self.coins[seat] -= 1;
                    self.coins[receiver] += 1;
                }
            }
            [0, 2, 4] if zero => {
                for step in 0..self.coins.len() {
                    self.take_from_bank((seat + step) % self.coins.len(), 1);
                }
            }
            [1, 1, 1] => {
                let paid = self.coins[seat].min(3);
                self.coins[seat] -= paid;
                self.bank += paid;
            }
            [0, 0, 0] => {
                self.take_from_bank(seat, 2);
                (1..self.coins.len() as u8).for_each(|steps| self.take_from_player(seat, steps, 1));
                self.coins[seat] += std::mem::take(&mut self.pot);
            }
            _ => {}
        }
    }

    /// Who leads by the scores of the round: the first of the highest.
    fn leader(&self) -> Option<(usize, u8)> {
        let scored = self.scores.iter().filter_map(|&(seat, score)| Some((seat, score?)));
        scored.rev().max_by_key(|&(_, score)| score)
    }

    fn look(&mut self) {
        self.held |= self.coins.iter().any(|&coins| coins >= self.rules.goal);
    }

    fn compare(&self, state: &State) {
        assert_eq!(
            (state.holdings().all_coins(), state.holdings().pot(), state.holdings().bank()),
            (&self.coins[..], self.pot, self.bank)
        );
        let all = self.coins.iter().sum::<u32>() + self.pot + self.bank;
        assert_eq!(all, self.rules.coins, "coins are conserved");
        assert_eq!(state.control().map(|control| (control.seat.index(), control.score)), self.leader());
    }
}

impl Watch for Referee {
    fn round_begins(&mut self, state: &State) {
        let stake = self.rules.stake.min(self.bank);
        (self.bank, self.pot) = (self.bank - stake, self.pot + stake);
        self.scores.clear();
        self.rounds += 1;
        self.held = false;
        self.compare(state);
    }

    fn turn_begins(&mut self, decision: &Decision, state: &State) {
        assert_eq!(state.next(), Seat(self.next as u8));
        assert!(self.turns < self.rules.cap);
        self.choices = Some(decision.choices);
        (self.shown, self.last) = (Vec::new(), None);
    }

    fn rolled(&mut self, shown: Throw) {
        assert!(!self.shown.iter().any(|&before| self.ends_turn(before)));
        self.shown.push(shown);
    }

    fn rerolls(&mut self, shown: Throw, _: DiceSet, reroll: Reroll) {
        assert_eq!(self.shown.last(), Some(&shown));
        if reroll == Reroll::Paid {
            assert_eq!(self.shown.len(), 2);
            assert_ne!(self.rules.without, Without::PaidReroll);
            self.coins[self.next] = self.coins[self.next].checked_sub(1).expect("only who has a coin may pay");
            self.pot += 1;
        }
    }

    fn obligatory(&mut self, shown: Throw) {
        let before = self.shown.last().unwrap().faces();
        assert!((0..3).all(|die| before[die] != 2 || shown.faces()[die] == 2), "the 2 stays");
        self.last = Some(shown);
    }

    fn turn_ends(&mut self, turn: &Turn, state: &State) {
        let (seat, dice) = (self.next, *self.shown.last().unwrap());
        assert!(self.shown.len() <= 3 && turn.seat.index() == seat);
        let before = self.coins[seat] as i32;
        self.pay(seat, dice, self.choices.unwrap());
        assert_eq!(turn.coins, self.coins[seat] as i32 - before);
        let scored = !self.ends_turn(dice);
        let runs = !self.is_left_out(dice) && dice.dice_with(|face| (1..4).contains(&face)) == DiceSet::ALL;
        assert_eq!(self.last.is_some(), runs && dice.sum() == 6 && dice.faces() != [2; 3], "1 2 3 and nothing else");
        let score = scored.then(|| self.last.unwrap_or(dice).sum());
        assert_eq!(turn.result.score, score.unwrap_or(0));
        let led = self.leader();
        self.scores.push((seat, score));
        let takes = self.leader() != led;
        assert_eq!(turn.takes_control, takes);
        self.turns += 1;
        self.next = (seat + 1) % self.coins.len();
        self.look();
        self.compare(state);
    }

    fn round_ends(&mut self, end: RoundEnd, state: &State) {
        let (winner, pot) = match self.shown.last() {
            Some(&dice) if dice == Throw::POT && self.ends_turn(dice) => (self.scores.last().unwrap().0, 0),
            _ => {
                let (leader, _) = self.leader().unwrap();
                assert_eq!(leader, self.next, "the turn has come round");
                let tries = self.scores.iter().rev().take_while(|(seat, _)| *seat != leader).count();
                assert_eq!(tries, self.coins.len() - 1, "each of the others has had one try");
                (leader, self.pot)
            }
        };
        assert_eq!((end.winner.index(), end.pot), (winner, pot));
        self.coins[winner] += std::mem::take(&mut self.pot);
        self.next = winner;
        self.look();
        self.compare(state);
    }
}

impl Referee {
    /// Whether the game ended when and as it should.
    fn judge(&self, outcome: &Outcome) {
        let capped = outcome.lengths[2] == 1;
        let holds = self.coins.iter().any(|&coins| coins >= self.rules.goal);
        let goal = if self.rules.end == GameEnd::Held { self.held } else { holds };
        assert!(if capped { self.turns == self.rules.cap } else { goal });
        assert_eq!(outcome.lengths[..2], [self.turns, self.rounds]);
        let most = *self.coins.iter().max().unwrap();
        let winners = self.coins.iter().filter(|&&coins| coins == most).count() as u32;
        for (seat, &coins) in self.coins.iter().enumerate() {
            let share = if coins == most { WHOLE_WIN / winners } else { 0 };
            assert_eq!((outcome.score[seat], u32::from(outcome.share[seat])), (coins, share));
        }
    }
}

fn random_rules(seats: u32, choice: &mut Choice) -> Rules {
    let (stake, start) = (choice.below(6), choice.below(6));
    let spare = choice.of(&[10, 60]);
    let coins = (seats * start + stake).max(1) + choice.below(spare);
    Rules {
        coins,
        goal: 1 + choice.below(coins),
        stake,
        start,
        zero: choice.of(&[Zero::Any, Zero::O]),
        end: choice.of(&[GameEnd::Held, GameEnd::Holds]),
        cap: 1 + choice.below(400),
        without: choice.of(&Without::NAMES).1,
    }
}

#[test]
fn the_referee_finds_no_foul() {
    let (mut capped, mut ended) = (0, 0);
    for number in 0..6_000u64 {
        let mut choice = Choice::new(&[number]);
        let seats = 2 + choice.below(4);
        let rules = random_rules(seats, &mut choice);
        let game = Pot::new(rules, seats as usize).unwrap();
        let (one, two) = (Random(number), Random(number + 1));
        let seating: Vec<usize> = (0..seats as usize).map(|seat| seat % 2).collect();
        let (block, mut referee) = (RunKey::new(9).block(number), Referee::new(rules, seats as usize));
        let players: [&dyn Strategy; 2] = [&one, &two];
        let outcome = game
            .play_watched(
                Table { strategies: &players, seating: &seating, block },
                &mut RolledTurns(block),
                &mut referee,
            )
            .unwrap();
        referee.judge(&outcome);
        *(if outcome.lengths[2] == 1 { &mut capped } else { &mut ended }) += 1;
    }
    assert!(capped > 300 && ended > 300, "{capped} capped, {ended} ended");
}
