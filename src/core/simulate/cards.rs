//! How hard each warning card is, exactly: every number of `analyze cards` that no game is played for.
//!
//! Owns which exact questions are asked of a card and a number of dice, and their spreading over threads.
//! The answers are those of the room `exact`; each is computed by one thread alone.

use super::driver::Control;
use super::map::map_in_parallel;
use crate::dice::multisets::{MOST_DICE, before_layer};
use crate::dice::{Counts, FACES, Face};
use crate::exact::{Objective, Outcome, RuleError, Turn, TurnError, best_dice};
use crate::games::gang::{Card, Deck, Roll};
use crate::record::{BestRecord, CardRecord, CardsRecord, DiceRecord, FORMAT, PolicyRecord};
use crate::strategies::gang::RerollPolicy;
use std::convert::Infallible;

/// Above this many dice a question takes up to 0.4 GB of memory, and no more than [`FEW`] are asked at once.
const LARGE: u32 = 24;
const FEW: usize = 4;

/// Cards to be solved.
#[derive(Clone, Copy, Debug)]
pub struct CardsJob<'a> {
    /// Their deck.
    pub deck: &'a Deck,
    /// How many rerolls a turn has.
    pub rerolls: u8,
    /// Turns of 1 to so many dice are solved, at most 48.
    pub max_dice: u32,
    /// The ways to reroll that are compared.
    pub policies: &'a [RerollPolicy],
}

/// Why cards cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CardsError {
    /// A turn cannot.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A policy rerolls what does not lie there.
    #[error("a reroll policy is at fault: {0}")]
    Policy(#[from] RuleError<Infallible>),
}

impl CardsJob<'_> {
    /// What [`Control::games`] counts up to until all is solved: multisets of dice gone through, in thousands.
    pub fn work(&self) -> u64 {
        self.deck.cards.len() as u64 * (1..=self.max_dice).map(work).sum::<u64>()
    }
}

fn work(dice: u32) -> u64 {
    (before_layer(dice + 1) as u64 * u64::from(5 * dice + 3)).div_ceil(1000)
}

/// Solves every card of the deck; `None` if `control` was asked to stop. The result depends on nothing but the job.
///
/// # Errors
/// If the job asks for what cannot be solved, or a policy is at fault.
pub fn solve_cards(job: &CardsJob<'_>, threads: usize, control: &Control) -> Result<Option<CardsRecord>, CardsError> {
    let few = threads.min(FEW);
    let Some(best) = map_in_parallel(&job.deck.cards, few, control, |card| best(card, job.rerolls)) else {
        return Ok(None);
    };
    let mut questions: Vec<(&Card, u32)> = Vec::new();
    for dice in (1..=job.max_dice).rev() {
        questions.extend(job.deck.cards.iter().map(|card| (card, dice)));
    }
    let (large, small) = questions.split_at(questions.partition_point(|&(_, dice)| dice > LARGE));
    let ask = |&(card, dice): &(&Card, u32)| {
        let answer = dice_record(job, card, dice);
        control.advance(work(dice));
        answer
    };
    let answers = [(large, few), (small, threads)].map(|(part, threads)| map_in_parallel(part, threads, control, ask));
    let [Some(mut answers), Some(more)] = answers else { return Ok(None) };
    answers.extend(more);
    let answers = answers.into_iter().collect::<Result<Vec<DiceRecord>, _>>()?;
    let mut cards = Vec::with_capacity(best.len());
    for (card, best) in job.deck.cards.iter().zip(best) {
        let labels = [card.id.clone(), card.condition_text.clone(), card.trigger.to_string(), card.back.to_string()];
        cards.push(CardRecord { labels, dice: Vec::new(), best: best? });
    }
    // They are by dice, most first, then by card.
    for (i, answer) in answers.into_iter().enumerate().rev() {
        cards[i % job.deck.cards.len()].dice.push(answer);
    }
    Ok(Some(CardsRecord {
        format: FORMAT,
        deck: job.deck.id.clone(),
        rerolls: job.rerolls,
        of_file: false,
        policies: job.policies.iter().map(|policy| policy.name.to_owned()).collect(),
        cards,
    }))
}

/// The number of dice with the highest expected total, and what never rerolling could do instead.
fn best(card: &Card, rerolls: u8) -> Result<BestRecord, TurnError> {
    let best = best_dice(&card.condition, card.trigger, rerolls, MOST_DICE)?;
    let stand = best_dice(&card.condition, card.trigger, 0, MOST_DICE)?;
    let optimum = Turn::under(card, best.dice, rerolls)?.optimum(|result| Objective::ExpectedTotal.value(result))?;
    Ok(BestRecord {
        dice: best.dice,
        score: best.score,
        invalid: optimum.plan.outcome().invalid,
        stand_score: stand.score,
        capped: best.dice == MOST_DICE,
    })
}

fn dice_record(job: &CardsJob<'_>, card: &Card, dice: u32) -> Result<DiceRecord, CardsError> {
    let turn = Turn::under(card, dice, job.rerolls)?;
    let stand = follow(&turn, |_, _| Counts::EMPTY)?;
    let optimum = turn.optimum(|result| Objective::ExpectedTotal.value(result))?;
    let targets: Vec<Objective> = (0..=5 * dice).map(Objective::AtLeast).collect();
    let policies = job.policies.iter().map(|policy| {
        let outcome = follow(&turn, |shown, left| policy.pick.from(&Roll { card, shown, left }))?;
        let (score, valid) = (score(&outcome), outcome.valid.iter().sum::<f64>());
        let valid_total_mean = (valid > 0.0).then(|| score / valid);
        Ok(PolicyRecord { score, invalid: outcome.invalid, valid_total_mean })
    });
    Ok(DiceRecord {
        dice,
        max_score: optimum.value,
        invalid_at_max_score: optimum.plan.outcome().invalid,
        stand_score: score(&stand),
        stand_invalid: stand.invalid,
        policies: policies.collect::<Result<_, CardsError>>()?,
        reach: turn.highest(&targets),
        kept: kept(&turn)?,
    })
}

/// Which share of the dice of each face the plan with the highest expected total keeps of the first roll, where it does
/// not end the turn.
fn kept(turn: &Turn) -> Result<[Option<f64>; FACES], TurnError> {
    let (mut shown, mut kept) = ([0.0; FACES], [0.0; FACES]);
    for advice in turn.advice(|result| Objective::ExpectedTotal.value(result))?.filter(|advice| !advice.over) {
        let chance = first_roll(advice.roll);
        for face in 0..FACES {
            shown[face] += chance * f64::from(advice.roll.get(face as Face));
            kept[face] += chance * f64::from(advice.keep.get(face as Face));
        }
    }
    Ok(std::array::from_fn(|face| (shown[face] > 0.0).then(|| (kept[face] / shown[face]).min(1.0))))
}

/// The chance of this as the first roll of its dice: a multinomial one.
fn first_roll(roll: Counts) -> f64 {
    let (mut chance, mut dice) = (1.0, 0.0);
    for count in roll.to_array() {
        for k in 1..=count {
            dice += 1.0;
            chance *= dice / (f64::from(k) * FACES as f64);
        }
    }
    chance
}

fn follow(turn: &Turn, reroll: impl Fn(Counts, u8) -> Counts) -> Result<Outcome, RuleError<Infallible>> {
    turn.follow(|shown, left| Ok(reroll(shown, left))).map(|(_, outcome)| outcome)
}

fn score(outcome: &Outcome) -> f64 {
    outcome.expected(|result| Objective::ExpectedTotal.value(result))
}
