//! The rules of Gang of Dice, a test (or more) for each number, from scripted dice.

mod endings;
mod examples;
mod rounds;
mod set_up;

use analyze::games::gang::{Edition, Rules};

/// The rules of the default edition with these pools and no bonus.
fn pools(dice: u32) -> Rules {
    Rules { pools: [dice; 3], bonus: vec![], ..Edition::Bga.rules() }
}
