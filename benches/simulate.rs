//! Games a second of Gang of Dice: the engines against the frozen plain yardstick (`plain.rs`), as `rivals.rs` says.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::games::gang::Gang;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "plain.rs"]
pub mod plain;
mod rivals;

use plain::Bot::{Bold, Boss, Cautious, Chaser, Odds, Stand};
use rivals::{Lineup, Yardstick};

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

fn play(bots: &[plain::Bot], games: u64) {
    let setup = plain::Setup {
        edition: plain::Edition::Bga,
        cards: plain::reconstructed_deck(),
        removed_light: 3,
        removed_dark: 3,
        pool: if bots.len() == 4 { 36 } else { 48 },
        bots: bots.to_vec(),
    };
    let different = bots.iter().enumerate().filter(|(i, bot)| !bots[..*i].contains(bot)).count() as u64;
    black_box(plain::run(&setup, games / different, 1));
}

fn games_a_second(criterion: &mut Criterion) {
    rivals::compare::<Gang, _>(criterion, &Yardstick { games: 200_000, name, play }, &LINEUPS);
}

criterion_group!(benches, games_a_second);
criterion_main!(benches);
