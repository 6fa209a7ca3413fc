//! Duels fought without a table: the same draws, the same dice, the same ends, in less time.
//!
//! Owns the course of a duel as long as no die can act on another one, and everybody's conduct is known: dice land, extras
//! throw, multipliers are placed, totals are compared. It draws the words that `contest` draws, at the same addresses.
//! Where something may act it gives up, and the duel is fought at the table from its beginning, with the same words.
//! The tests hold it to the same ends as `contest`, duel by duel.

mod light;

use super::Battle;
use super::arena::{Cause, Seats, bit};
use super::conduct::{Conduct, Effect};
use super::contest::{BATTLE_DICE, BOUT_DICE, BOUTS_TO_WIN, Choices, DICE_A_WORD, Drawing, FIFTEEN, OUTCOMES};
use super::dice::Kinds;
use super::duel::{Contest, Hand, MOST_REPEATS, Need, Verdict};
use super::play::Play;
use super::quiet::{Before, Comparison, Margin};
use super::rules::MAX_SEATS;
use super::watch::{Event, Watch};
use crate::games::Seat;
pub(super) use light::Ready;
use light::{ACTING, EXTRAS, HELD, Light, MULTIPLIERS, POINTS, SPECIAL, Sum, part};

/// What fighting without a table needs: how everybody plays, by strategy, and room for the dice of each seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    ready: Vec<Ready>,
    zones: [Light; MAX_SEATS],
    /// Where the comparisons of a quiet duel are recorded.
    pub(super) record: Option<Vec<Comparison>>,
}

impl Tools {
    /// For strategies with these conducts.
    pub(super) fn new(game: &Battle, conducts: impl Iterator<Item = Conduct>) -> Tools {
        Tools { ready: conducts.map(|conduct| Ready::new(game, conduct)).collect(), ..Tools::default() }
    }

    /// Sets how everybody plays in a quiet duel, by seat, whose comparisons are recorded.
    pub(super) fn set_quiet<'r>(&mut self, ready: impl Iterator<Item = &'r Ready>) {
        self.ready.clear();
        self.ready.extend(ready.cloned());
        self.record.get_or_insert_default().clear();
    }

    /// Whether nobody's conduct is known.
    pub(super) fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }
}

/// Something may act, so that the duel has to be fought at the table.
struct Acts;

/// What comes of a part of a duel that may have to be given up.
type Quick<T> = Result<T, Acts>;

/// A duel that is fought without a table.
struct Duelling<'q, 'a, W> {
    play: &'q mut Play<'a, W>,
    /// How each seat plays.
    ready: [&'q Ready; MAX_SEATS],
    zones: &'q mut [Light; MAX_SEATS],
    /// Those who take part, in turn order, in the first `players` places.
    fighters: [Seat; MAX_SEATS],
    players: usize,
    inside: Seats,
    shown: [u32; MAX_SEATS],
    /// The dice that were thrown, as `dice.csv` counts them.
    thrown: [Kinds; MAX_SEATS],
    /// Where comparisons are recorded.
    record: Option<&'q mut Vec<Comparison>>,
    /// The throw whose comparison has not been recorded yet.
    throw: Option<Before>,
    /// Who has won a bout.
    ahead: Seats,
}

/// How those inside stand.
#[derive(Clone, Copy)]
struct Lead {
    /// The highest total, 0 without dice.
    most: u32,
    /// Those who have it.
    top: Seats,
}

impl<W: Watch> Play<'_, W> {
    /// Fights the duel that was begun in the arena without a table; answers with nothing, and has done nothing, if that
    /// cannot be. What has been thrown is then thrown again at the table.
    pub(super) fn quick(&mut self, Tools { ready, zones, record }: &mut Tools) -> Option<Verdict> {
        let (contest, participants) = (self.board.arena.duel.contest, self.board.arena.participants);
        let decisions = self.decisions;
        let (mut fighters, mut players) = ([Seat(0); MAX_SEATS], 0);
        let mut readies = [ready.first()?; MAX_SEATS];
        for seat in self.board.arena.in_order(participants) {
            zones[seat.index()].clear(self.board.arena.side(seat).reserve);
            readies[seat.index()] = &ready[self.players.seating[seat.index()]];
            fighters[players] = seat;
            players += 1;
        }
        let (shown, thrown) = ([0; MAX_SEATS], [Kinds::EMPTY; MAX_SEATS]);
        let (ready, record, throw) = (readies, record.as_mut(), Some(Before::Duel));
        let inside = participants;
        let mut duel =
            Duelling { play: self, ready, zones, fighters, players, inside, shown, thrown, record, throw, ahead: 0 };
        let fought = match contest {
            Contest::FirstTo15 => duel.steps(FIFTEEN),
            Contest::RussianRoulette => duel.steps(0),
            Contest::ByPoints(limit) => duel.one_throw(Need::Cost(limit)),
            Contest::Battle => duel.one_throw(Need::Exactly(BATTLE_DICE)),
            Contest::Armageddon(dice) => duel.one_throw(Need::Exactly(dice)),
            Contest::TwoByTwo => duel.bouts(),
        };
        let (shown, thrown) = (duel.shown, duel.thrown);
        let Ok(verdict) = fought else {
            self.board.arena.begin_part(0, 0);
            self.decisions = decisions;
            return None;
        };
        for &seat in &fighters[..players] {
            self.board.arena.side_mut(seat).shown = shown[seat.index()];
            self.see(Event::Thrown(seat, thrown[seat.index()]));
        }
        Some(verdict)
    }
}

impl<W: Watch> Duelling<'_, '_, W> {
    /// Those inside, in turn order.
    #[inline]
    fn inside(&self) -> impl Iterator<Item = Seat> + use<W> {
        let inside = self.inside;
        self.fighters.into_iter().take(self.players).filter(move |&seat| inside & bit(seat) != 0)
    }

    #[inline]
    fn one_throw(&mut self, need: Need) -> Quick<Verdict> {
        for seat in self.inside() {
            match need {
                Need::Exactly(dice) => self.throw(seat, dice)?,
                Need::Cost(limit) => self.throw_for(seat, limit)?,
            }
        }
        self.resolve()?;
        let lead = self.lead();
        self.settle(lead)
    }

    fn steps(&mut self, target: u32) -> Quick<Verdict> {
        let mut lead = Lead { most: 0, top: 0 };
        for step in 0.. {
            if self.inside().all(|seat| self.zones[seat.index()].reserve.is_empty()) {
                break;
            }
            self.play.board.arena.begin_part(step, 0);
            for seat in self.inside() {
                self.throw(seat, 1)?;
            }
            self.resolve()?;
            lead = self.lead();
            if lead.most >= target && self.record.is_some() {
                self.compare();
            }
            if lead.most >= target && lead.top.is_power_of_two() {
                break;
            }
        }
        self.settle(lead)
    }

    fn bouts(&mut self) -> Quick<Verdict> {
        let mut won = [0; MAX_SEATS];
        for bout in 0..MOST_REPEATS {
            self.inside = self.play.board.arena.participants;
            self.play.board.arena.begin_part(bout, 0);
            for seat in self.inside() {
                let zone = &mut self.zones[seat.index()];
                let all = zone.reserve.total() < BOUT_DICE;
                zone.clear(if all { self.play.board.state.dice(seat) } else { zone.reserve });
            }
            if self.record.is_some() {
                self.throw = Some(Before::Bout { reserves: std::array::from_fn(|seat| self.zones[seat].reserve) });
            }
            if let Verdict::Won(winner) = self.one_throw(Need::Exactly(BOUT_DICE))? {
                self.ahead |= bit(winner);
                won[winner.index()] += 1;
                if won[winner.index()] == BOUTS_TO_WIN {
                    return Ok(Verdict::Won(winner));
                }
            }
        }
        Ok(Verdict::Drawn)
    }

    /// Throws so many dice of the reserve, or all (B07).
    #[inline]
    fn throw(&mut self, seat: Seat, number: u32) -> Quick<()> {
        let reserve = self.zones[seat.index()].reserve;
        let total = reserve.total();
        if number >= total || self.play.board.arena.duel.hand == Hand::Random {
            return self.throw_random(seat, number.min(total), reserve, Cause::Throw);
        }
        let chosen = self.choose(seat, number)?;
        self.throw_chosen(seat, chosen, number)
    }

    /// Throws dice that together cost at most `limit` points (B05): those that are chosen, or at random as long as they fit.
    #[cold]
    fn throw_for(&mut self, seat: Seat, limit: u32) -> Quick<()> {
        let (rules, reserve) = (self.play.rules(), self.zones[seat.index()].reserve);
        if self.play.board.arena.duel.hand == Hand::Chosen && !self.play.affordable(reserve, limit).is_empty() {
            self.play.decisions[seat.index()] += 1;
            let fits = |chosen: Kinds, kind| rules.cost_of(chosen) + rules.cost(kind) <= limit;
            let conduct = &self.ready[seat.index()].conduct;
            let chosen = conduct.choose(&self.play.game.by_worth, (Kinds::EMPTY, reserve), fits).ok_or(Acts)?;
            // None are a fault, which is for the table.
            return if chosen.is_empty() { Err(Acts) } else { self.throw_chosen(seat, chosen, chosen.total()) };
        }
        // Who can pay for nothing throws one of the cheapest.
        let least = reserve.kinds().map(|kind| rules.cost(kind)).min().unwrap_or(0);
        let mut left = limit.max(least);
        let mut fitting = self.play.affordable(reserve, left);
        while !fitting.is_empty() {
            let before = self.zones[seat.index()].reserve;
            self.throw_random(seat, 1, fitting, Cause::Throw)?;
            let thrown = before - self.zones[seat.index()].reserve;
            left -= rules.cost_of(thrown);
            fitting = self.play.affordable(fitting - thrown, left);
        }
        Ok(())
    }

    /// Throws the chosen dice, `number` in all, in the order of their kinds.
    #[inline]
    fn throw_chosen(&mut self, seat: Seat, chosen: Kinds, number: u32) -> Quick<()> {
        let ready = self.ready[seat.index()];
        let (mut left, mut of) = (number, chosen);
        while left > 0 {
            let number = left.min(DICE_A_WORD as u32);
            let mut sides = Choices(self.play.fair_word(seat, Cause::Throw, OUTCOMES[DICE_A_WORD]));
            let next = || {
                let kind = of.nth(0);
                of -= kind;
                (kind, sides.side(&mut ()))
            };
            self.zones[seat.index()].draw(number, next, ready);
            left -= number;
        }
        self.landed(seat, chosen)
    }

    /// Throws so many of these dice of the reserve, drawn at random.
    #[inline]
    fn throw_random(&mut self, seat: Seat, number: u32, of: Kinds, cause: Cause) -> Quick<()> {
        let ready = self.ready[seat.index()];
        let (mut left, mut rest) = (number, of);
        while left > 0 {
            let number = left.min(DICE_A_WORD as u32);
            let word = self.play.fair_word(seat, cause, Drawing::outcomes(number, rest));
            let mut drawing = Drawing::new(word, number, rest);
            self.zones[seat.index()].draw(number, || drawing.next(&mut ()), ready);
            (left, rest) = (left - number, drawing.left);
        }
        self.landed(seat, of - rest)
    }

    /// These dice of the reserve have landed.
    #[inline]
    fn landed(&mut self, seat: Seat, dice: Kinds) -> Quick<()> {
        let (zone, thrown) = (&mut self.zones[seat.index()], &mut self.thrown[seat.index()]);
        zone.reserve = zone.reserve - dice;
        *thrown = *thrown + dice;
        if part(zone.sum, ACTING) > 0 { Err(Acts) } else { Ok(()) }
    }

    /// So many dice of the reserve as their owner chooses.
    #[inline]
    fn choose(&mut self, seat: Seat, number: u32) -> Quick<Kinds> {
        self.play.decisions[seat.index()] += 1;
        let (zone, ready) = (&self.zones[seat.index()], self.ready[seat.index()]);
        let Some(order) = ready.order else { return self.choose_slowly(seat, number) };
        let mut chosen = Kinds::EMPTY;
        let mut left = number;
        for kind in order {
            let taken = zone.reserve.of(kind).min(left);
            chosen = chosen + Kinds::some(kind, taken);
            left -= taken;
            if left == 0 {
                return Ok(chosen);
            }
        }
        Err(Acts)
    }

    /// The same without an order that names every kind.
    #[inline(never)]
    fn choose_slowly(&self, seat: Seat, number: u32) -> Quick<Kinds> {
        let (zone, ready) = (&self.zones[seat.index()], self.ready[seat.index()]);
        let fits = |chosen: Kinds, _| chosen.total() < number;
        let chosen = ready.conduct.choose(&self.play.game.by_worth, (zone.zone(), zone.reserve), fits).ok_or(Acts)?;
        // Too few are a fault, which is for the table.
        if chosen.total() == number { Ok(chosen) } else { Err(Acts) }
    }

    /// Extras, and multipliers just before the cancels: nothing else can be done (B08 to B15).
    #[inline]
    fn resolve(&mut self) -> Quick<()> {
        if self.set_bits() & SPECIAL == 0 { Ok(()) } else { self.resolve_special() }
    }

    /// The bits that are set in any sum of those inside.
    #[inline]
    fn set_bits(&self) -> Sum {
        self.inside().fold(0, |sums, seat| sums | self.zones[seat.index()].sum)
    }

    /// The same where somebody shows an extra or a multiplier.
    fn resolve_special(&mut self) -> Quick<()> {
        for seat in self.inside() {
            if part(self.zones[seat.index()].sum, EXTRAS) > 0 {
                self.extras(seat)?;
            }
        }
        for seat in self.inside() {
            let zone = &mut self.zones[seat.index()];
            if part(zone.sum, MULTIPLIERS) == 0 {
                continue;
            }
            // A multiplier could lie on an extra, but not in a quiet duel.
            if part(zone.sum, EXTRAS) > 0 && self.record.is_none() {
                return Err(Acts);
            }
            zone.multiply(self.ready[seat.index()]);
        }
        Ok(())
    }

    /// Throws what the extras of a seat throw (B08). Those that have thrown are told by `units`.
    fn extras(&mut self, seat: Seat) -> Quick<()> {
        while !self.zones[seat.index()].reserve.is_empty() {
            let ready = self.ready[seat.index()];
            let zone = &mut self.zones[seat.index()];
            let waits = |at: &usize| zone.effect(*at, ready) == Effect::Extra && zone.units[*at] == 0;
            let Some(at) = (0..usize::from(zone.count)).find(waits) else { break };
            zone.units[at] = 1;
            let dice = match self.play.board.arena.duel.hand {
                Hand::Random => zone.reserve,
                Hand::Chosen => self.choose(seat, 1)?,
            };
            self.throw_random(seat, 1, dice, Cause::Extra)?;
        }
        Ok(())
    }

    /// How those inside stand.
    #[inline]
    fn lead(&self) -> Lead {
        let mut lead = Lead { most: 0, top: 0 };
        for seat in self.inside() {
            let Some(total) = self.totals(seat).0 else { continue };
            if total > lead.most {
                lead = Lead { most: total, top: 0 };
            }
            if total == lead.most {
                lead.top |= bit(seat);
            }
        }
        lead
    }

    /// The points of combat of a seat, none without dice, and the victory points that show.
    #[inline]
    fn totals(&self, seat: Seat) -> (Option<u32>, u32) {
        self.zones[seat.index()].totals(self.ready[seat.index()])
    }

    /// Records the comparison of a throw, if that has not been done yet.
    #[cold]
    fn compare(&mut self) {
        let Some(before) = self.throw.take() else { return };
        let Lead { most, top: lead } = self.lead();
        let (mut second, mut acting, mut shown) = (None, 0, [0; MAX_SEATS]);
        for seat in self.inside() {
            let (total, shows) = self.totals(seat);
            shown[seat.index()] = shows;
            acting |= if part(self.zones[seat.index()].sum, HELD) > 0 { bit(seat) } else { 0 };
            if lead & bit(seat) == 0 {
                second = second.max(total);
            }
        }
        let margin = Margin::of(second.map(|second| most - second));
        let (inside, ahead, points) = (self.inside, self.ahead, self.shown);
        if let Some(record) = &mut self.record {
            record.push(Comparison { before, inside, ahead, points, lead, margin, acting, shown });
        }
    }

    /// Counts the victory points that show; answers with those who have the highest total.
    #[inline]
    fn count(&mut self, lead: Lead) -> Seats {
        if self.record.is_some() {
            self.compare();
        }
        if self.set_bits() & POINTS != 0 {
            for seat in self.inside() {
                self.shown[seat.index()] += self.totals(seat).1;
            }
        }
        lead.top
    }

    /// Lets those who tie throw again until one of them is ahead (B16).
    fn settle(&mut self, lead: Lead) -> Quick<Verdict> {
        let mut top = self.count(lead);
        for repeat in 1.. {
            match top.count_ones() {
                0 => return Ok(Verdict::Lost),
                1 => return Ok(Verdict::Won(Seat(top.trailing_zeros() as u8))),
                _ if repeat > MOST_REPEATS => break,
                _ => {}
            }
            self.inside = top;
            let part = self.play.board.arena.part;
            self.play.board.arena.begin_part(part, repeat);
            if self.record.is_some() {
                let of = |seat: usize| (self.zones[seat].zone(), self.zones[seat].reserve);
                self.throw = Some(Before::Tie { dice: std::array::from_fn(of) });
            }
            for seat in self.inside() {
                self.throw_again(seat)?;
            }
            self.resolve()?;
            let lead = self.lead();
            top = self.count(lead);
        }
        Ok(Verdict::Drawn)
    }

    /// Throws all dice of a throw zone again.
    fn throw_again(&mut self, seat: Seat) -> Quick<()> {
        let ready = self.ready[seat.index()];
        self.zones[seat.index()].sum = 0;
        let mut sides = Choices(0);
        for at in 0..usize::from(self.zones[seat.index()].count) {
            if at.is_multiple_of(DICE_A_WORD) {
                sides = Choices(self.play.fair_word(seat, Cause::Tie, OUTCOMES[DICE_A_WORD]));
            }
            let zone = &mut self.zones[seat.index()];
            zone.land(at, (zone.dice[at].0, sides.side(&mut ())), ready);
            if part(zone.sum, ACTING) > 0 {
                return Err(Acts);
            }
        }
        Ok(())
    }
}
