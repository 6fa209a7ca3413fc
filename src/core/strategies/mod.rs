//! Strategies: the ones that ship, and how one is found by name.
//!
//! Owns names and parameters as they are typed, the catalogue of each game, and the strategies themselves.
//! A strategy is built for a table (game, rules, deck) and answers through the seam that its game
//! defines; it is never asked by anything but the game.

mod catalogue;
mod form;
mod parameter;
mod rerolls;
mod script;

pub mod battle;
pub mod gang;
pub mod pig;
pub mod pot;

pub use catalogue::{
    BEST_RESPONSE, Builder, Built, Catalogue, Chosen, ChosenFor, Entry, LineUp, Loaded, ShippedFile, StrategyError,
    StrategyName, change_each, each_once, find, find_all, find_in, form_keys, is_file, is_script, load, names_file,
    read, responds_to, shipped, shipped_file, shipped_names, without_parameters,
};
pub use form::Tried;
pub use form::syntax;
pub use parameter::{Parameter, Values};
pub use script::{
    Answers, Host, HostValue, Lexicon, Look, MAX_OPERATIONS, Meter, PlainScript, Question, Questions, Scene, Seen,
    Sighted, ask_host, named_game, play_with,
};
