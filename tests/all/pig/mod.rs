//! Pig.
//!
//! | module | asks |
//! |---|---|
//! | `rules` | the rules file, single options, and what is wrong with them |
//! | `state` | the rules R01–R07, and one turn of hold-20 counted out |
//! | `exact` | whether optimal play for two is optimal, and as good as others have found it |
//!
//! Not tests but what they share: `chances` (win chances of any two ways to play, by linear equations).

mod chances;
mod exact;
mod rules;
mod state;
