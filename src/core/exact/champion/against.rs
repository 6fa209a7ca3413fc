//! A round of one player who knows how the others play: as the champion does.
//!
//! Owns the induction within such a round. The champions choose by their own values, which assume that everybody plays as
//! they do. Values of its own say what their choices are worth to the player who knows this.

use super::super::Shares;
use super::super::grid::LineUpValues;
use super::commit::{Commit, choose};
use super::ends::Ends;
use super::reply::mix;
use super::rounds::{Block, Choice, Dice, Last, Round};
use crate::games::gang::MAX_SEATS;

/// The seat of the one who knows how the others play.
pub(super) const OWN: usize = 0;

/// A round by both valuations.
pub(super) struct Against<'r> {
    /// By the values of the champions.
    champion: Round<'r>,
    /// By those of the player against them. They are of its share alone: what they say of other seats has no meaning.
    own: Round<'r, false>,
}

/// What each result to beat is worth to every seat, by both values.
#[derive(Default)]
struct Tables {
    champion: Vec<Shares>,
    own: Vec<Shares>,
}

/// What ends of the round are worth by both values.
struct BothEnds {
    champion: Ends,
    own: Ends,
}

impl<'r> Against<'r> {
    /// A round in which the seats are counted from the one who knows how the others play, by the values that it expects.
    pub(super) fn new(champion: Round<'r>, grids: &'r LineUpValues) -> Against<'r> {
        Against { champion, own: champion.by(grids) }
    }

    /// The win share that it can expect.
    pub(super) fn value(&self) -> f64 {
        if self.own.order[0] == OWN {
            return self.choices()[0].shares[OWN];
        }
        self.tables((0, [0; MAX_SEATS]), &mut self.ends()).own[0][OWN]
    }

    /// What it does, being on turn, against each of the totals that may lead.
    pub(super) fn choices(&self) -> Vec<Choice> {
        if self.own.is_last(0) {
            return self.own.choices();
        }
        let (none, mut ends) = ([0; MAX_SEATS], self.ends());
        let blocks = self.own.blocks(0, &none);
        let table = |dice| self.tables((1, self.own.with(0, none, dice)), &mut ends).own;
        let tables = self.own.commitments(0, &none).map(|commitment| commitment.dice).map(table).collect();
        let mut chosen = Vec::with_capacity(self.own.leads);
        self.choose((0, none), &blocks, tables, &mut |choice| chosen.push(choice));
        chosen
    }

    fn ends(&self) -> BothEnds {
        BothEnds { champion: Ends::new(&self.champion), own: Ends::new(&self.own) }
    }

    fn tables(&self, turn: (usize, Dice), ends: &mut BothEnds) -> Tables {
        let blocks = self.champion.blocks(turn.0, &turn.1);
        match (self.champion.is_last(turn.0), self.champion.order[turn.0] == OWN) {
            (true, true) => self.own_last(turn, &blocks, ends),
            (true, false) => self.champion_last(turn, &blocks, ends),
            (false, is_own) => self.earlier(turn, &blocks, ends, is_own),
        }
    }

    fn own_last(&self, turn: (usize, Dice), blocks: &[Block], ends: &mut BothEnds) -> Tables {
        let mut tables = Tables::default();
        self.champion.last(turn, blocks, &mut ends.champion, &mut |_, shares| tables.champion.push(shares));
        self.own.last(turn, blocks, &mut ends.own, &mut |_, shares| tables.own.push(shares));
        tables
    }

    fn champion_last(&self, turn: (usize, Dice), blocks: &[Block], ends: &mut BothEnds) -> Tables {
        let mut tables = Tables::default();
        let (acting, before) = turn;
        let wins = self.own.end(Some(self.own.order[acting]), &self.own.with(acting, before, 1));
        self.champion.last(turn, blocks, &mut ends.champion, &mut |Last { leader, dice, chance, .. }, shares| {
            tables.champion.push(shares);
            let loses = ends.own.find(&self.own, leader, self.own.with(acting, before, dice));
            tables.own.push(std::array::from_fn(|seat| mix(chance, wins[seat], loses[seat])));
        });
        tables
    }

    fn earlier(&self, turn: (usize, Dice), blocks: &[Block], ends: &mut BothEnds, is_own: bool) -> Tables {
        let (acting, before) = turn;
        let seat = self.champion.order[acting];
        let marks = blocks.iter().map(|block| block.count).sum();
        let (mut options, mut own) = (Vec::new(), Vec::new());
        for commitment in self.champion.commitments(acting, &before) {
            let after = self.champion.with(acting, before, commitment.dice);
            let tables = self.tables((acting + 1, after), ends);
            options.push(Commit::new(commitment, tables.champion, marks, seat));
            own.push(tables.own);
        }
        let mut tables = Tables::default();
        choose(&options, seat, blocks, &mut |pick| {
            tables.champion.push(pick.choice(&options).shares);
            if !is_own {
                tables.own.push(options[pick.option].shares_by(&own[pick.option], pick));
            }
        });
        if is_own {
            self.choose(turn, blocks, own, &mut |choice| tables.own.push(choice.shares));
        }
        tables
    }

    /// Gives the player's best choice against each result to beat, if others follow; `tables` has what each of its numbers of
    /// dice leads to.
    fn choose(
        &self,
        (acting, before): (usize, Dice),
        blocks: &[Block],
        tables: Vec<Vec<Shares>>,
        give: &mut impl FnMut(Choice),
    ) {
        let marks = blocks.iter().map(|block| block.count).sum();
        let commitments = self.own.commitments(acting, &before);
        let options: Vec<_> =
            commitments.zip(tables).map(|(commitment, table)| Commit::new(commitment, table, marks, OWN)).collect();
        choose(&options, OWN, blocks, &mut |pick| give(pick.choice(&options)));
    }
}
