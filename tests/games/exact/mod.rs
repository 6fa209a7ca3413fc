//! Exact turns and rounds of Gang of Dice against plain enumeration, closed forms and independent programs.

mod advice;
mod best_dice;
mod brute_force;
mod commitments;
mod highest;
mod optimum;
mod paths;
mod plan;
mod rounds;
mod solutions;
