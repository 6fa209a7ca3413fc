//! Games a second of Gang of Dice: the engines against two frozen yardsticks, a plain one (`plain.rs`) and a quick one
//! (`quick.rs`), as `rivals.rs` says.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::games::gang::Gang;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "plain.rs"]
pub mod plain;
#[path = "quick.rs"]
pub mod quick;
mod rivals;

use plain::Bot::{Bold, Boss, Cautious, Chaser, Odds, Stand};
use rivals::{Lineup, Yardsticks};

const LINEUPS: [Lineup<plain::Bot>; 8] = [
    Lineup { label: "boss-2p", bots: &[Boss(3), Boss(3)] },
    Lineup { label: "boss-3p", bots: &[Boss(3), Boss(3), Boss(3)] },
    Lineup { label: "different-3p", bots: &[Boss(2), Boss(3), Stand(3)] },
    Lineup { label: "boss-4p", bots: &[Boss(3), Boss(3), Boss(3), Boss(3)] },
    Lineup { label: "default-2p", bots: &[Chaser, Bold] },
    Lineup { label: "default-3p", bots: &[Chaser, Bold, Odds] },
    Lineup { label: "cautious-3p", bots: &[Chaser, Bold, Cautious] },
    Lineup { label: "default-4p", bots: &[Chaser, Bold, Odds, Cautious] },
];

fn name(bot: &plain::Bot) -> String {
    match bot {
        Boss(dice) => format!("boss:{dice}"),
        Stand(dice) => format!("stand:{dice}"),
        Chaser => "chaser".to_owned(),
        Bold => "bold".to_owned(),
        Cautious => "cautious".to_owned(),
        Odds => "odds".to_owned(),
    }
}

/// The game as published, and the number of blocks that have at most this many games.
fn published(bots: &[plain::Bot], games: u64) -> (plain::Setup, u64) {
    let setup = plain::Setup {
        edition: plain::Edition::Bga,
        cards: plain::reconstructed_deck(),
        removed_light: 3,
        removed_dark: 3,
        pool: if bots.len() == 4 { 36 } else { 48 },
        bots: bots.to_vec(),
    };
    let different = bots.iter().enumerate().filter(|(i, bot)| !bots[..*i].contains(bot)).count() as u64;
    (setup, games / different)
}

fn play_plainly(bots: &[plain::Bot], games: u64) {
    let (setup, blocks) = published(bots, games);
    black_box(plain::run(&setup, blocks, 1));
}

fn play_quickly(bots: &[plain::Bot], games: u64) {
    let (setup, blocks) = published(bots, games);
    black_box(quick::run(&setup, blocks, 1));
}

const YARDSTICKS: Yardsticks<plain::Bot> =
    Yardsticks { games: 200_000, name, plays: &[("plain", play_plainly), ("quick", play_quickly)] };

fn games_a_second(criterion: &mut Criterion) {
    rivals::compare::<Gang, _>(criterion, &YARDSTICKS, &LINEUPS);
}

criterion_group!(benches, games_a_second);
criterion_main!(benches);
