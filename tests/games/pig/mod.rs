//! Pig.
//!
//! | module | asks |
//! |---|---|
//! | `rules` | the rules file, single options, and what is wrong with them |
//! | `state` | the rules R01–R07, and one turn of hold-20 counted out |
//! | `exact` | whether optimal play for two is optimal, and as good as others have found it |
//! | `simulation` | whether simulated games agree with that, and with turns that were counted out |
//! | `versus` | exact win shares of two strategies, against linear equations and value iteration |
//!
//! Not tests but what they share: `chances` (win chances of any two ways to play, by linear equations).

mod chances;
mod exact;
mod rules;
mod simulation;
mod state;
mod versus;

use analyze::exact::pig::Optimal;
use analyze::games::pig::Rules;
use std::sync::LazyLock;

/// Optimal play with the rules as they stand.
static OPTIMAL: LazyLock<Optimal> = LazyLock::new(|| Optimal::solve(&Rules::default()));
