//! The strategies that play a two-player game to its end.
//!
//! Owns `optimal` and `best-response`: where their situations stand among the positions that
//! [`exact::game`](crate::exact::game) and [`exact::versus`](crate::exact::versus) solve.

use super::kept::kept;
use super::solved::{best_so_far, no_answer, reroll};
use crate::dice::Counts;
use crate::exact::game::{Aim, FORM, GameValues, MOST_DICE, Position, Start, Todo, Unsolvable};
use crate::exact::versus::{ExactFault, GangReply};
use crate::games::gang::{
    ALLOWED, CardIndex, Commit, Gang, NoAnswer, POOL, POOLS_AFTER, PolicyId, ROUNDS_LEFT, Roll, SEAT, Strategy, TURN,
    View,
};
use crate::strategies::rerolls::{pack, unpack};
use crate::strategies::{Chosen, ChosenFor};
use std::cell::Cell;
use std::sync::Arc;

/// `optimal`: in each round what leads to the highest win share in the whole game, if the other one plays likewise.
///
/// It takes it that cards are drawn anew every round, so it counts no cards; the rest is as the rules have it. What it
/// considers is written in [`exact::game`](crate::exact::game).
pub(super) struct Optimal {
    values: GameValues,
}

impl Optimal {
    /// For this table.
    pub(super) fn new(gang: &Gang) -> Result<Optimal, Unsolvable> {
        Ok(Optimal { values: values(gang, || true)? })
    }

    /// What to do in a situation.
    fn todo(&self, view: &View<'_>, card: CardIndex) -> Result<Todo, NoAnswer> {
        let round = self.values.rounds() - 1 - view.ask(ROUNDS_LEFT);
        let (own, other) = (view.ask(POOL), view.ask_of(POOLS_AFTER, 0, u32::MAX));
        let allowed = view.ask_up_to(ALLOWED, MOST_DICE);
        if view.ask(TURN) == 1 {
            let position = self.values.position(round, [own, other], 0);
            return self.values.starts(Start { position, card }, allowed).map_err(no_answer);
        }
        let mark = best_so_far(view);
        // Nobody says how many dice an invalid result has: all that lie there may be.
        let committed = mark.map_or(u32::MAX >> 1, |mark| mark.dice);
        let position = self.values.position(round, [other, own], committed);
        self.values.replies(Start { position, card }, mark, allowed).map_err(no_answer)
    }
}

impl Strategy for Optimal {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let card = view.situation.card_index();
        let Todo { dice, aim, .. } = self.todo(view, card)?;
        Ok(Commit { dice, plan: plan(card, aim) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (card, aim) = parts(plan);
        reroll(roll, |dice| self.values.plan(card, dice, aim))
    }
}

/// `best-response`: in each round what leads to the highest win share in the whole game against a strategy.
///
/// As `optimal`, it counts no cards, and where the dice to throw are limited it guesses which of those on the table are bonus
/// dice. What it considers is written in [`exact::versus`](crate::exact::versus).
pub(super) struct BestResponse {
    reply: GangReply,
}

impl BestResponse {
    /// The best response to a strategy at this table: from the cache, or solved and put there.
    pub(super) fn new(to: ChosenFor<Gang>, gang: &Gang) -> Result<BestResponse, ExactFault> {
        let Chosen { name, content, strategy, .. } = to;
        let strategy: Arc<dyn Strategy> = Arc::from(strategy);
        let named = || (Arc::clone(&strategy), &*name);
        let (rounds, told) = (f64::from(gang.deck().rounds()), Cell::new(0));
        let reply = kept(
            gang,
            &format!("{}{content}", GangReply::FORM),
            |bytes| GangReply::from_bytes(gang, named(), bytes),
            GangReply::to_bytes,
            || true,
            |advance| {
                GangReply::solve(gang, named(), &|part| {
                    let done = (part * rounds) as u32;
                    let goes_on = (told.get()..done).all(|_| advance());
                    told.set(told.get().max(done));
                    goes_on
                })
            },
        )?;
        Ok(BestResponse { reply })
    }
}

impl Strategy for BestResponse {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let card = view.situation.card_index();
        let round = (self.reply.rounds() - 1 - view.ask(ROUNDS_LEFT), card);
        let seat = if self.reply.looks_at_seats() { view.ask(SEAT) - 1 } else { 0 };
        let pools = [view.ask(POOL), view.ask_of(POOLS_AFTER, 0, u32::MAX)];
        let allowed = view.ask_up_to(ALLOWED, MOST_DICE);
        let (dice, aim) = if view.ask(TURN) == 1 {
            self.reply.starts(seat as usize, round, pools, allowed)
        } else {
            self.reply.responds(seat as usize, round, pools, (best_so_far(view), allowed))
        };
        Ok(Commit { dice, plan: PolicyId(plan(card, aim).0 | u64::from(seat) << SEAT_BIT) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (seat, (card, aim)) = (plan.0 >> SEAT_BIT, parts(PolicyId(plan.0 & ((1 << SEAT_BIT) - 1))));
        reroll(roll, |dice| self.reply.plan(seat as usize, card, dice, aim))
    }
}

/// The bit of a plan that has the seat: above those of [`PLAN_BITS`].
const SEAT_BIT: u32 = 62;

/// The bits of a plan: the sort of aim, the card, and the numbers of a position. A total to reach stands in place of the
/// round.
const PLAN_BITS: [u32; 6] = [2, 9, 12, 9, 9, 9];

fn plan(card: CardIndex, aim: Aim) -> PolicyId {
    let (sort, [a, b, c, d]) = match aim {
        Aim::Start(Position { round, first, other, bonus }) => (0, [round, first, other, bonus]),
        Aim::Reach(target) => (1, [target, 0, 0, 0]),
        Aim::Miss(target) => (2, [target, 0, 0, 0]),
    };
    PolicyId(pack([sort, card.0.into(), a.into(), b.into(), c.into(), d.into()], PLAN_BITS))
}

fn parts(plan: PolicyId) -> (CardIndex, Aim) {
    let [sort, card, a, b, c, d] = unpack(plan.0, PLAN_BITS).map(|part| part as u32);
    let aim = match sort {
        0 => Aim::Start(Position { round: a, first: b, other: c, bonus: d }),
        1 => Aim::Reach(a),
        _ => Aim::Miss(a),
    };
    (CardIndex(card as u16), aim)
}

/// The values of a game: from the cache, or solved and put there; `go_on` is asked after each round that is solved.
///
/// # Errors
/// If the game cannot be solved.
pub fn values(gang: &Gang, go_on: impl Fn() -> bool) -> Result<GameValues, Unsolvable> {
    let read = |bytes: &[u8]| GameValues::from_bytes(gang, bytes);
    kept(gang, FORM, read, GameValues::to_bytes, go_on, |go_on| GameValues::solve(gang, go_on))
}

#[cfg(test)]
mod tests {
    use super::super::kept::{check, file, key};
    use super::*;
    use crate::games::gang::{Deck, Edition};
    use crate::games::{BuiltIn, Setting};
    use crate::input::Source;
    use crate::strategies::find;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::fs;

    proptest! {
        #[test]
        fn a_plan_remembers_its_aim(card in 0u16..500, a in 0u32..500, b in 0u32..512, c in 0u32..512, d in 0u32..512, target in 0u32..2600) {
            for aim in [Aim::Start(Position { round: a, first: b, other: c, bonus: d }), Aim::Reach(target), Aim::Miss(target)] {
                prop_assert_eq!(parts(plan(CardIndex(card), aim)), (CardIndex(card), aim));
            }
        }
    }

    #[test]
    fn it_is_for_two_players() {
        let three = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
        assert_eq!(Optimal::new(&three).err(), Some(Unsolvable::Players(3)));
    }

    /// A cache with a file for this game and one for another; what is not whole is solved again.
    #[test]
    fn what_is_kept_is_found_again_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let game = |pools: &str| {
            let options = vec![("pools".to_owned(), pools.to_owned()), ("bonus".to_owned(), "[]".to_owned())];
            let cache = Some(folder.path().join("new"));
            let card = "[[card]]\nid = \"c\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n";
            let deck = Some(Source::new("deck", format!("id = \"one\"\nname = \"one\"\n{card}")));
            Gang::set_up(2, &Setting { options, deck, cache, ..Setting::default() }).unwrap()
        };
        let solves = |gang: &Gang| {
            let solved = std::cell::Cell::new(false);
            let bytes = values(gang, || {
                solved.set(true);
                true
            })
            .unwrap()
            .to_bytes();
            (solved.get(), bytes)
        };
        let (gang, other) = (game("2"), game("3"));
        let (first, other_first) = (solves(&gang), solves(&other));
        assert!(first.0 && other_first.0);
        assert_eq!((solves(&gang), solves(&other)), ((false, first.1.clone()), (false, other_first.1)));
        let file_of = |gang: &Gang| file(&key(gang, FORM), gang.cache().unwrap());
        let file = file_of(&gang);
        let whole = fs::read(&file).unwrap();
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 1;
        for bad in [&b""[..], &whole[1..], &whole[..whole.len() - 1], &changed] {
            fs::write(&file, bad).unwrap();
            assert_eq!(solves(&gang), (true, first.1.clone()));
            assert_eq!(fs::read(&file).unwrap(), whole);
        }
        fs::copy(file_of(&other), &file).unwrap();
        assert_eq!(
            (solves(&gang), solves(&gang)),
            ((true, first.1.clone()), (false, first.1)),
            "values of another game"
        );
        let left = fs::read_dir(gang.cache().unwrap()).unwrap().count();
        assert_eq!(left, 2, "nothing but the two files");
    }

    /// Each strategy has a file of its own, with other parameters too.
    #[test]
    fn the_best_response_to_a_strategy_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let options = vec![("pools".to_owned(), "2".to_owned()), ("bonus".to_owned(), "[]".to_owned())];
        let card = "[[card]]\nid = \"c\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n";
        let deck = Some(Source::new("deck", format!("id = \"one\"\nname = \"one\"\n{card}")));
        let cache = Some(folder.path().to_owned());
        let gang = Gang::set_up(2, &Setting { options, deck, cache, ..Setting::default() }).unwrap();
        let files = || fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect::<BTreeSet<_>>();
        let finds = |typed: &str| find(typed, &gang).map(|_| files()).unwrap();
        let first = finds("best-response:to=chaser:above=9");
        assert_eq!(first.len(), 1);
        let file = first.iter().next().unwrap();
        let whole = fs::read(file).unwrap();
        let second = finds("best-response:to=stand:2");
        let other = fs::read(second.difference(&first).next().unwrap()).unwrap();
        assert_ne!(other[..other.len() - 32], whole[..whole.len() - 32], "the two responses are different");
        let found_in_place_of = |bytes: &[u8]| {
            fs::write(file, bytes).unwrap();
            (finds("best-response:to=chaser:above=9"), fs::read(file).unwrap())
        };
        for bad in [&whole[1..], &other] {
            assert_eq!(found_in_place_of(bad), (second.clone(), whole.clone()));
        }
        // A file with this strategy's hash is used and not replaced.
        let content = find("chaser:above=9", &gang).unwrap().content;
        let bytes = &other[..other.len() - 32];
        let taken = [bytes, &check(bytes, &key(&gang, &format!("{}{content}", GangReply::FORM)))].concat();
        assert_eq!(found_in_place_of(&taken), (second.clone(), taken));
    }
}
