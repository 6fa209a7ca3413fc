//! The rest of a round of Gang of Dice, solved backwards.
//!
//! Owns what a player should commit who thinks of this round only and takes it that everyone still to
//! act does the same: backward induction over the card, the players still to act, the best result so
//! far and the dice on the table. Who wins the round gains the dice on the table less its own; who
//! does not loses its own dice, also when nobody wins (G13, G14). Later rounds, elimination and the
//! supply of dice (G06) do not enter.
//!
//! **The last player** wins with probability `p` and then takes `table + n` dice, so `n` dice are worth
//! `p (table + n) − n`, and the best plan for `n` dice is the one with the highest `p`. That is exact.
//!
//! **An earlier player** that commits `n` dice and beats the best so far holds the lead. Those who follow then answer,
//! each with a chance of beating it; if none does, the leader takes `table + n` and what they committed. So every result
//! has a value, 0 if it does not lead, and the turn is solved for these values. An answer is found in the same way, one
//! player later. It depends on the table, whose dice are taken in classes there (see [`Situation`]); what the leader takes
//! is counted exactly.
//!
//! Everything is solved when it is first needed. Situations that differ only in the best so far share what is solved for a
//! number of dice and a *target*, the lowest total that beats the best so far.

mod row;
mod situation;
mod solve;

pub use situation::{Later, RoundPlan, Situation};
pub use solve::{Commitments, MOST_ROUND_DICE, ROUND_ROOM};
