//! Exact win chances of two players who hold by fixed rules: a second road to what `exact::pig` finds.
//!
//! Scores never fall, so positions are gone through from the highest sum of scores down. What then is unknown is one
//! chance for each of the players being on turn, and a lost turn links the two: two linear equations.

use analyze::games::pig::Rules;

/// Whether a player holds, by its score, that of the other one, and its turn total.
pub(super) type Holds<'p> = &'p dyn Fn(u32, u32, u32) -> bool;

/// Holds at this turn total or more.
pub(super) fn hold(at: u32) -> impl Fn(u32, u32, u32) -> bool {
    move |_, _, total| total >= at
}

/// The chances that player A wins with A on turn, and that player B wins with B on turn, before the first roll, by the
/// score of the one on turn and that of the other one.
pub(super) struct Chances {
    pub(super) a: Vec<Vec<f64>>,
    pub(super) b: Vec<Vec<f64>>,
}

/// What a turn comes to.
struct Turn {
    bust: f64,
    wins: f64,
    /// Turn totals held, with their chances.
    held: Vec<(usize, f64)>,
}

fn turn(rules: &Rules, holds: Holds<'_>, own: u32, other: u32) -> Turn {
    let (need, side) = (rules.goal - own, 1.0 / f64::from(rules.sides));
    let mut reached = vec![0.0; need as usize];
    reached[0] = 1.0;
    let mut turn = Turn { bust: 0.0, wins: 0.0, held: Vec::new() };
    for total in 0..need {
        let chance = reached[total as usize];
        if total > 0 && holds(own, other, total) {
            turn.held.push((total as usize, chance));
            continue;
        }
        for number in 1..=rules.sides {
            match total + number {
                _ if number == rules.bust => turn.bust += chance * side,
                after if after >= need => turn.wins += chance * side,
                after => reached[after as usize] += chance * side,
            }
        }
    }
    turn
}

/// Solves two players of these ways to play.
pub(super) fn play(rules: &Rules, a: Holds<'_>, b: Holds<'_>) -> Chances {
    let goal = rules.goal as usize;
    let mut chances = Chances { a: vec![vec![0.0; goal]; goal], b: vec![vec![0.0; goal]; goal] };
    for sum in (0..=2 * (goal - 1)).rev() {
        for own in sum.saturating_sub(goal - 1)..=sum.min(goal - 1) {
            let other = sum - own;
            let (of_a, of_b) = (turn(rules, a, own as u32, other as u32), turn(rules, b, other as u32, own as u32));
            // The chance of either is this, less its chance to bust times the chance of the other.
            let known_a: f64 =
                of_a.held.iter().map(|&(total, chance)| chance * (1.0 - chances.b[other][own + total])).sum();
            let known_b: f64 =
                of_b.held.iter().map(|&(total, chance)| chance * (1.0 - chances.a[own][other + total])).sum();
            let (known_a, known_b) = (known_a + of_a.wins + of_a.bust, known_b + of_b.wins + of_b.bust);
            let chance_a = (known_a - of_a.bust * known_b) / (1.0 - of_a.bust * of_b.bust);
            chances.a[own][other] = chance_a;
            chances.b[other][own] = known_b - of_b.bust * chance_a;
        }
    }
    chances
}
