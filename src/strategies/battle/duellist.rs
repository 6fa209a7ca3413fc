//! `duellist`: tries duels out before it chooses one.
//!
//! Owns the choice of duel, option and opponent by samples; drafting, fighting and buying are the defaults, and in
//! its samples everybody plays by them.

use crate::dice::RunKey;
use crate::games::battle::{Answer, Board, Contest, Duel, Hand, NoAnswer, Opponents, Strategy, View};

/// Fights each legal duel so often with draws of a purpose of its own, keyed by the block and the decision, and
/// chooses the one with the highest mean of its own points less the mean of the others'; of equal ones the first. All
/// duels are tried with the same draws.
pub(super) struct Duellist {
    pub samples: u32,
}

/// Plays a duel by the defaults.
struct Default;

impl Strategy for Default {}

impl Strategy for Duellist {
    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let (mut board, samples) = (view.board.clone(), view.samples());
        let mut best: Option<(i64, Duel)> = None;
        for duel in duels(view) {
            let gain = self.gain(view, duel, &mut board, samples)?;
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, duel));
            }
        }
        best.map(|(_, duel)| duel).ok_or_else(|| NoAnswer("there is no duel to choose".into()))
    }
}

impl Duellist {
    /// What the duel gains over all samples: own points times the others, less the others' points.
    fn gain(&self, view: &View<'_>, duel: Duel, board: &mut Board, samples: RunKey) -> Answer<i64> {
        let (own, others) = (view.seat.index(), view.seats() as i64 - 1);
        let mut gain = 0;
        for sample in 0..u64::from(self.samples) {
            let fought = view.try_out(duel, &Default, samples.block(sample), board);
            let points = fought.map_err(|fault| NoAnswer(fault.returned.into()))?;
            let all: i64 = points.iter().map(|&points| i64::from(points)).sum();
            let mine = i64::from(points[own]);
            gain += mine * others - (all - mine);
        }
        Ok(gain)
    }
}

/// Every duel that can be chosen, but for limits that allow the same dice as a lower one.
fn duels(view: &View<'_>) -> Vec<Duel> {
    let mut contests = vec![Contest::FirstTo15, Contest::RussianRoulette, Contest::Battle, Contest::TwoByTwo];
    contests.extend((1..=view.dearest_hand()).map(Contest::ByPoints));
    contests.extend((1..=view.own_dice().total()).map(Contest::Armageddon));
    let opponents: Vec<Opponents> = std::iter::once(Opponents::All).chain(view.others().map(Opponents::One)).collect();
    let with = |contest| {
        let hands = [Hand::Chosen, Hand::Random];
        opponents.iter().flat_map(move |&opponents| hands.map(|hand| Duel { contest, opponents, hand }))
    };
    contests.into_iter().flat_map(with).collect()
}
