//! Exact turns, rounds and games of Gang of Dice against plain enumeration, closed forms, independent programs and games.

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
mod true_deck;
