//! Games a second of POT: the engines against the frozen plain yardstick (`plain.rs`), as `rivals.rs` says.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::games::pot::Pot;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "plain.rs"]
pub mod plain;
#[path = "../rivals.rs"]
mod rivals;

use plain::Bot::{ComboHunter, Letters, MaxSum, OptimalTurn, Stand, Thief};
use rivals::{Lineup, Yardsticks};

const LINEUPS: [Lineup<plain::Bot>; 7] = [
    Lineup { label: "2p", bots: &[Letters, Stand] },
    Lineup { label: "4p", bots: &[Letters, Stand, Letters, Stand] },
    Lineup { label: "5p-letters", bots: &[Letters; 5] },
    Lineup { label: "default-2p", bots: &[OptimalTurn, Thief] },
    Lineup { label: "default-3p", bots: &[OptimalTurn, Thief, ComboHunter] },
    Lineup { label: "default-4p", bots: &[OptimalTurn, Thief, ComboHunter, MaxSum] },
    Lineup { label: "default-5p", bots: &[OptimalTurn, Thief, ComboHunter, MaxSum, Letters] },
];

fn name(bot: &plain::Bot) -> String {
    let name = match bot {
        Stand => "stand",
        Letters => "letters",
        MaxSum => "max-sum",
        Thief => "thief",
        ComboHunter => "combo-hunter",
        OptimalTurn => "optimal-turn",
    };
    name.to_owned()
}

fn play(bots: &[plain::Bot], games: u64) {
    let setup = plain::Setup { rules: plain::Rules::published(), bots: bots.to_vec() };
    black_box(plain::run(&setup, games / plain::distinct_rotations(bots) as u64, 1));
}

fn games_a_second(criterion: &mut Criterion) {
    rivals::compare::<Pot, _>(criterion, &Yardsticks { games: 100_000, name, plays: &[("plain", play)] }, &LINEUPS);
}

criterion_group!(benches, games_a_second);
criterion_main!(benches);
