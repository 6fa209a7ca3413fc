//! A game as a race: the first player with dice and points worth the goal wins.
//!
//! Owns [`Race`]. In each duel, every player gains points by the chances of its present dice, independently of the other
//! players. In a real duel only one player wins, so this is an approximation. It needs only a few thousand
//! multiplications for any number of players. The prospects of later duels are mixed with equal chances, because by then
//! the players have other dice ([`KEPT`]).

use super::Prospect;
use crate::games::Seat;
use crate::games::battle::rules::MAX_SEATS;

/// The weight of a prospect falls by this factor with each round. The rest of the weight goes to equal chances. With 0.7
/// to 1, the win share of `tactician` alone among two `swarm` or two `elite` differs by at most two percentage points.
const KEPT: f64 = 0.8;
/// A race that is longer than this many rounds is cut off.
const MOST_ROUNDS: usize = 40;
/// A race ends when the chance that nobody has finished is below this.
const DUST: f64 = 1e-4;

/// A race from the start of a duel.
#[derive(Clone, Copy, Debug)]
pub struct Race<'r> {
    /// What wins, in points (B19).
    pub goal: u32,
    /// What the duels of each seat bring.
    pub prospects: &'r [Prospect],
    /// Who chooses the next duel.
    pub next: Seat,
}

/// One player under way.
struct Runner {
    /// The chance of each wealth below the goal.
    wealth: Vec<f64>,
    /// The chance to be below the goal.
    running: f64,
    /// The chance to finish with this duel.
    finished: f64,
}

impl Runner {
    fn new(wealth: u32, goal: u32) -> Runner {
        let mut at = vec![0.0; goal as usize];
        at[wealth as usize] = 1.0;
        Runner { wealth: at, running: 1.0, finished: 0.0 }
    }

    /// Gains points with these chances.
    fn gain(&mut self, ways: &[(usize, f64)]) {
        self.finished = 0.0;
        for from in (0..self.wealth.len()).rev() {
            let chance = std::mem::take(&mut self.wealth[from]);
            if chance == 0.0 {
                continue;
            }
            for &(gain, share) in ways {
                match self.wealth.get_mut(from + gain) {
                    Some(to) => *to += chance * share,
                    None => self.finished += chance * share,
                }
            }
        }
        self.running -= self.finished;
    }

    /// The chance that this player has not finished before another one who finishes now. Of two who finish at once, each is
    /// first with probability 1/2.
    fn is_behind(&self) -> f64 {
        self.running + self.finished / 2.0
    }
}

impl Race<'_> {
    /// The chance of each seat to win, with this wealth: what its dice cost, and its points. A seat beyond the goal has
    /// won; of several, the first from the one whose duel was last.
    pub fn from(&self, wealth: &[u32; MAX_SEATS]) -> [f64; MAX_SEATS] {
        let seats = self.prospects.len();
        let mut won = [0.0; MAX_SEATS];
        let last = self.next.index() + seats - 1;
        if let Some(seat) = (0..seats).map(|after| (last + after) % seats).find(|&seat| wealth[seat] >= self.goal) {
            won[seat] = 1.0;
            return won;
        }
        let mut runners: Vec<Runner> = wealth[..seats].iter().map(|&wealth| Runner::new(wealth, self.goal)).collect();
        let mut kept = 1.0;
        for _ in 0..MOST_ROUNDS {
            for active in (0..seats).map(|after| (self.next.index() + after) % seats) {
                fight(&mut runners, &self.prospects[active], kept);
                for seat in 0..seats {
                    let others = runners.iter().enumerate().filter(|(other, _)| *other != seat);
                    won[seat] += runners[seat].finished * others.map(|(_, other)| other.is_behind()).product::<f64>();
                }
            }
            kept *= KEPT;
            if runners.iter().map(|runner| runner.running).product::<f64>() < DUST {
                break;
            }
        }
        shares(won, seats)
    }
}

/// A duel whose prospect has this weight.
fn fight(runners: &mut [Runner], prospect: &Prospect, kept: f64) {
    for (seat, runner) in runners.iter_mut().enumerate() {
        if !prospect.inside[seat] {
            runner.finished = 0.0;
            continue;
        }
        let win = kept * prospect.wins[seat] + (1.0 - kept) / f64::from(prospect.players);
        let (award, shown) = (prospect.award as usize, prospect.shown[seat]);
        let (few, more) = (shown as usize, shown.fract());
        let ways = [
            (few, (1.0 - win) * (1.0 - more)),
            (few + 1, (1.0 - win) * more),
            (award + few, win * (1.0 - more)),
            (award + few + 1, win * more),
        ];
        runner.gain(&ways);
    }
}

/// Chances that add up to 1.
fn shares(mut won: [f64; MAX_SEATS], seats: usize) -> [f64; MAX_SEATS] {
    let all: f64 = won.iter().sum();
    match all > 0.0 {
        true => won.iter_mut().for_each(|won| *won /= all),
        false => won[..seats].fill(1.0 / seats as f64),
    }
    won
}
