//! The yardstick of Battle Dice: the reference strategy `plain` on every seat, played in the plainest way.
//!
//! Owns a second implementation of the rules as far as `plain` meets them, written for reading from the rules alone:
//! a die is a struct in a `Vec`, games follow one another on one thread and draw from one generator. `plain` fights
//! battles against all with dice at random and declines everything optional, so of the powers only `extra`, `1 VP`
//! and `+2 per die` ever do something; shields, multipliers, exchanges, rerolls and cancels lie there and score
//! nothing (B11). Benchmarks state the speed of the library as a multiple of this program's, and tests compare the
//! library's numbers with its numbers. Both lose their meaning if it shares code with the library or is made faster,
//! so it does neither: it is frozen, and only an error in the rules is a reason to change it.
//!
//! It has no `main`; benchmarks and tests include it as a module.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A win of one game in the unit of win shares, so that a win shared by up to six stays whole.
pub const WIN: u64 = 60;

/// The dice of the versions for up to four players that is the default, and for more.
const STANDARD_4: [u32; 6] = [12, 8, 8, 6, 4, 4];
const DELUXE_6: [u32; 6] = [18, 12, 12, 12, 10, 8];

/// What the kinds cost: white, red, yellow, green, blue, black (B01).
const COSTS: [u32; 6] = [1, 2, 2, 3, 4, 5];

const WHITE: usize = 0;
const POINTS_AT_START: u32 = 10;
const DICE_IN_REACH: u32 = 4;
const OF_A_KIND: u32 = 5;
const BATTLE_DICE: usize = 4;
const REPEATS: u32 = 50;
const TAKEN: u32 = 3;
const GOAL: u32 = 20;
const CAP: u32 = 500;

/// What a die shows, as far as `plain` cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Scores so much, with or without a helmet.
    Scores(u32),
    /// Throws one more die.
    Extra,
    /// Scores a victory point.
    VictoryPoint,
    /// Scores 2 for each die in the throw zone.
    PerDie,
    /// Could do something, but its owner declines.
    Declined,
}

/// The faces of a kind (B01).
fn faces(kind: usize) -> [Face; 6] {
    use Face::{Declined, Extra, PerDie, Scores, VictoryPoint};
    match kind {
        0 => [1, 2, 3, 4, 5, 6].map(Scores),
        1 => [Scores(0), Scores(6), Scores(7), Scores(5), Declined, Extra],
        2 => [0, 5, 6, 7, 8, 6].map(Scores),
        3 => [Scores(0), Scores(7), Scores(8), Scores(9), Scores(7), Declined],
        4 => [Scores(0), Declined, Declined, Declined, Declined, Declined],
        _ => [VictoryPoint, PerDie, Declined, Declined, Declined, Declined],
    }
}

/// A player of a game.
#[derive(Clone, Debug)]
pub struct Player {
    /// Points held.
    pub points: u32,
    /// Dice owned, each as its kind.
    pub dice: Vec<usize>,
    /// Dice in the throw zone: kind and face.
    pub zone: Vec<(usize, Face)>,
    /// Dice in the reserve.
    pub reserve: Vec<usize>,
    /// Dice of each kind thrown in all duels, throws after ties not counted.
    pub thrown: [u64; 6],
}

impl Player {
    fn cost(&self) -> u32 {
        self.dice.iter().map(|&kind| COSTS[kind]).sum()
    }

    fn of_kind(&self, kind: usize) -> u32 {
        self.dice.iter().filter(|&&die| die == kind).count() as u32
    }

    /// Throws a die drawn from the reserve, and what an `extra` throws after it is for the caller.
    fn throw_one(&mut self, rng: &mut Xoshiro256PlusPlus) {
        let place = rng.random_range(0..self.reserve.len());
        let kind = self.reserve.remove(place);
        self.thrown[kind] += 1;
        self.zone.push((kind, faces(kind)[rng.random_range(0..6)]));
    }

    /// The points of combat (B16).
    fn total(&self) -> u32 {
        let dice = self.zone.len() as u32;
        let score = |&(_, face): &(usize, Face)| match face {
            Face::Scores(number) => number,
            Face::PerDie => 2 * dice,
            _ => 0,
        };
        self.zone.iter().map(score).sum()
    }

    fn victory_points(&self) -> u32 {
        self.zone.iter().filter(|(_, face)| *face == Face::VictoryPoint).count() as u32
    }
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    /// The players, seat by seat.
    pub players: Vec<Player>,
    /// Dice of each kind that nobody owns.
    pub supply: [u32; 6],
    /// Turns played.
    pub turns: u32,
    /// Duels drawn after too many ties.
    pub drawn: u32,
    /// For each duel: who was active, whether it won, and the points it got.
    pub duels: Vec<(usize, bool, u32)>,
}

impl Game {
    /// A game before the draft.
    pub fn new(seats: usize) -> Game {
        let player =
            Player { points: POINTS_AT_START, dice: Vec::new(), zone: Vec::new(), reserve: Vec::new(), thrown: [0; 6] };
        let supply = if seats <= 4 { STANDARD_4 } else { DELUXE_6 };
        Game { players: vec![player; seats], supply, turns: 0, drawn: 0, duels: Vec::new() }
    }

    /// Whether a player can pay for a die of the kind, the supply has it, and the limit of a kind is kept.
    fn can_take(&self, seat: usize, kind: usize) -> bool {
        let player = &self.players[seat];
        self.supply[kind] > 0 && COSTS[kind] <= player.points && player.of_kind(kind) < OF_A_KIND
    }

    /// Whether four dice stay within reach after buying a die of the kind (B04): cheapest first.
    fn stays_in_reach(&self, seat: usize, kind: usize) -> bool {
        let player = &self.players[seat];
        let mut supply = self.supply;
        let mut own: Vec<u32> = (0..6).map(|kind| player.of_kind(kind)).collect();
        let mut points = player.points - COSTS[kind];
        supply[kind] -= 1;
        own[kind] += 1;
        while own.iter().sum::<u32>() < DICE_IN_REACH {
            // The kinds stand in the order of their cost.
            let next = (0..6).find(|&kind| supply[kind] > 0 && own[kind] < OF_A_KIND && COSTS[kind] <= points);
            let Some(next) = next else { return false };
            points -= COSTS[next];
            supply[next] -= 1;
            own[next] += 1;
        }
        true
    }

    fn take(&mut self, seat: usize, kind: usize) {
        self.players[seat].points -= COSTS[kind];
        self.players[seat].dice.push(kind);
        self.supply[kind] -= 1;
    }

    /// The draft (B04).
    pub fn draft(&mut self) {
        let mut passed = vec![false; self.players.len()];
        while passed.contains(&false) {
            for (seat, passed) in passed.iter_mut().enumerate().filter(|(_, passed)| !**passed) {
                let can = |&kind: &usize| self.can_take(seat, kind) && self.stays_in_reach(seat, kind);
                let kinds: Vec<usize> = (0..6).filter(can).collect();
                match choice(&kinds, kinds.contains(&WHITE)) {
                    Some(kind) => self.take(seat, kind),
                    None => *passed = true,
                }
            }
        }
    }

    /// A turn: duel and purchases; answers with who has won the game (B05, B19).
    pub fn turn(&mut self, rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let seats = self.players.len();
        let active = self.turns as usize % seats;
        self.turns += 1;
        let order: Vec<usize> = (0..seats).map(|place| (active + place) % seats).collect();
        self.duel(&order, rng);
        order.into_iter().find(|&seat| {
            self.buy(seat);
            self.players[seat].cost() >= GOAL
        })
    }

    /// A battle of all with four dice at random, and its points (B05, B16, B17).
    fn duel(&mut self, order: &[usize], rng: &mut Xoshiro256PlusPlus) {
        let before: Vec<u32> = self.players.iter().map(|player| player.points).collect();
        for &seat in order {
            let player = &mut self.players[seat];
            player.reserve = player.dice.clone();
            player.zone.clear();
            for _ in 0..BATTLE_DICE.min(player.reserve.len()) {
                player.throw_one(rng);
            }
        }
        let mut inside = order.to_vec();
        let mut repeats = 0;
        let winner = loop {
            inside.iter().for_each(|&seat| self.resolve(seat, rng));
            inside.iter().for_each(|&seat| self.players[seat].points += self.players[seat].victory_points());
            inside.retain(|&seat| !self.players[seat].zone.is_empty());
            let most = inside.iter().map(|&seat| self.players[seat].total()).max();
            inside.retain(|&seat| Some(self.players[seat].total()) == most);
            if inside.len() <= 1 {
                break inside.first().copied();
            }
            if repeats == REPEATS {
                self.drawn += 1;
                break None;
            }
            repeats += 1;
            for &seat in &inside {
                for (kind, face) in &mut self.players[seat].zone {
                    *face = faces(*kind)[rng.random_range(0..6)];
                }
            }
        };
        if let Some(winner) = winner {
            self.players[winner].points += order.len() as u32 - 1;
        }
        let active = order[0];
        self.duels.push((active, winner == Some(active), self.players[active].points - before[active]));
    }

    /// Throws one more die for each `extra` as long as there are dice (B08).
    fn resolve(&mut self, seat: usize, rng: &mut Xoshiro256PlusPlus) {
        let player = &mut self.players[seat];
        let mut next = 0;
        while next < player.zone.len() {
            if player.zone[next].1 == Face::Extra && !player.reserve.is_empty() {
                player.throw_one(rng);
            }
            next += 1;
        }
    }

    /// Up to three times the dearest kind that can be paid (B18); what was taken lay in the supply beforehand.
    fn buy(&mut self, seat: usize) {
        for _ in 0..TAKEN {
            let kinds: Vec<usize> = (0..6).filter(|&kind| self.can_take(seat, kind)).collect();
            let Some(kind) = choice(&kinds, false) else { break };
            self.take(seat, kind);
        }
    }
}

/// White if it is wanted, else the dearest of the kinds, of red and yellow red, white last.
fn choice(kinds: &[usize], white: bool) -> Option<usize> {
    if white {
        return Some(WHITE);
    }
    let mut best: Option<usize> = None;
    for &kind in kinds {
        if best.is_none_or(|best| COSTS[kind] > COSTS[best]) {
            best = Some(kind);
        }
    }
    best
}

/// A sum over blocks, and the sum of the squares. A block is one game: every seat plays alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// Σ y.
    pub sum: u64,
    /// Σ y².
    pub squares: u64,
}

impl Moments {
    fn add(&mut self, y: u64) {
        self.sum += y;
        self.squares += y * y;
    }
}

/// Wins, win shares and costs, of a seat or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Games won alone.
    pub wins: Moments,
    /// Games in which the win was shared.
    pub shared: u64,
    /// Win shares, in units of [`WIN`].
    pub share: Moments,
    /// What the dice cost at the end.
    pub cost: Moments,
}

/// A count whose ratio to another one is estimated: besides its moments the sum of the products with that one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// The count.
    pub of: Moments,
    /// The other one.
    pub among: Moments,
    /// Σ of their products.
    pub product: u64,
}

impl Ratio {
    fn add(&mut self, of: u64, among: u64) {
        self.of.add(of);
        self.among.add(among);
        self.product += of * among;
    }
}

/// What a run counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// All seats together, whose wins are always one a game.
    pub all: Outcomes,
    /// Each seat.
    pub seats: Vec<Outcomes>,
    /// At place n, the games of n turns.
    pub turns: Vec<u64>,
    /// At place n, the games of n rounds.
    pub rounds: Vec<u64>,
    /// Games that ended without a winner after the last turn.
    pub capped: u64,
    /// Duels drawn.
    pub drawn: u64,
    /// Battles won by who chose them, among all.
    pub duels_won: Ratio,
    /// Points of who chose the battle, among all.
    pub duel_points: Ratio,
    /// Dice of each kind owned at the end, among seats.
    pub owned: [Ratio; 6],
    /// Dice of each kind thrown, among seats.
    pub thrown: [Ratio; 6],
}

impl Tally {
    fn add(&mut self, game: &Game, winner: Option<usize>) {
        let costs: Vec<u32> = game.players.iter().map(Player::cost).collect();
        let most = costs.iter().copied().max();
        let wins = |&seat: &usize| winner.map_or(Some(costs[seat]) == most, |winner| winner == seat);
        let winners: Vec<usize> = (0..costs.len()).filter(wins).collect();
        for (seat, &cost) in costs.iter().enumerate() {
            let won = winners.contains(&seat);
            let share = if won { WIN / winners.len() as u64 } else { 0 };
            let tally = &mut self.seats[seat];
            tally.wins.add(u64::from(won && winners.len() == 1));
            tally.shared += u64::from(won && winners.len() > 1);
            tally.share.add(share);
            tally.cost.add(cost.into());
        }
        self.all.wins.add(u64::from(winners.len() == 1));
        self.all.shared += if winners.len() > 1 { winners.len() as u64 } else { 0 };
        self.all.share.add(WIN);
        self.all.cost.add(costs.iter().map(|&cost| u64::from(cost)).sum());
        self.games += 1;
        count_at(&mut self.turns, game.turns);
        count_at(&mut self.rounds, game.turns.div_ceil(costs.len() as u32));
        self.capped += u64::from(winner.is_none());
        self.drawn += u64::from(game.drawn);
        let duels = game.duels.len() as u64;
        self.duels_won.add(game.duels.iter().filter(|duel| duel.1).count() as u64, duels);
        self.duel_points.add(game.duels.iter().map(|duel| u64::from(duel.2)).sum(), duels);
        for kind in 0..6 {
            let seats = costs.len() as u64;
            self.owned[kind].add(game.players.iter().map(|player| u64::from(player.of_kind(kind))).sum(), seats);
            self.thrown[kind].add(game.players.iter().map(|player| player.thrown[kind]).sum(), seats);
        }
    }
}

fn count_at(counts: &mut Vec<u64>, place: u32) {
    let place = place as usize;
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += 1;
}

/// Plays so many games of `plain` on 2 to 6 seats.
pub fn run(seats: usize, games: u64, seed: u64) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally { seats: vec![Outcomes::default(); seats], ..Tally::default() };
    for _ in 0..games {
        let mut game = Game::new(seats);
        game.draft();
        let winner = loop {
            let winner = game.turn(&mut rng);
            if winner.is_some() || game.turns == CAP {
                break winner;
            }
        };
        tally.add(&game, winner);
    }
    tally
}
