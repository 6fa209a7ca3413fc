//! First laps of rounds, played at once.
//!
//! Owns the lap in which everybody has the first turn of a round, where it is known beforehand what these turns are
//! played from. Nothing is asked between two of them, and no branch is taken: whether one showed P O T, or its code stands
//! for several results, or somebody lacked coins, is seen at the end; then the lap is taken back and played turn by turn
//! (`lean`), as it is from the start where the cap is near.

use super::code::{Code, Mark, Stretch};
use super::lanes::{Held, Lanes, Word};
use super::lean::{Course, Moment, PLACES, STARTS, Turn};
use crate::dice::{BlockKey, Step};
use std::hint::select_unpredictable;

/// What the first lap of a round draws.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The key of the block in that round: whoever has the same draws the same.
    key: BlockKey,
    /// By place, to the last that the lap can come to.
    stretches: [Stretch; Line::PLACES],
}

impl Line {
    /// So many that a line is of a length that is a power of two.
    const PLACES: usize = 12;

    #[inline(always)]
    fn draw(&mut self, key: BlockKey, seats: usize, steps: &[Step; PLACES]) {
        self.key = key;
        for (seat, step) in steps.iter().enumerate().take(seats) {
            let stretch = Stretch::of(key.draw_at(*step));
            (self.stretches[seat], self.stretches[seat + seats]) = (stretch, stretch);
        }
    }
}

/// The first laps of some rounds: they are the same in all games of a block, whoever begins them.
pub(super) struct Openings([Line; Openings::LINES]);

impl Openings {
    /// More than most games have rounds: a power of two.
    const LINES: usize = 32;

    /// Openings, one of which is that of this key.
    pub(super) fn new<W: Word>(key: BlockKey, course: &Course<W>) -> Openings {
        let mut line = Line { key, stretches: [Stretch::default(); Line::PLACES] };
        line.draw(key, course.seats, &course.steps);
        Openings([line; Openings::LINES])
    }

    /// Makes the first round of a block ready.
    pub(super) fn begin<W: Word>(&mut self, key: BlockKey, course: &Course<W>) {
        if self.0[0].key != key {
            self.0[0].draw(key, course.seats, &course.steps);
        }
    }

    /// That of a round. The round before it was the last that was asked for, or it is the first. The one after it is made
    /// ready, so that nobody need wait for it.
    #[inline(always)]
    pub(super) fn line<const SEATS: usize>(&mut self, round: u32, key: BlockKey, steps: &[Step; PLACES]) -> &Line {
        let (next, after) = (key.after(round + 1, 0), &mut self.0[(round as usize + 1) % Openings::LINES]);
        if after.key != next {
            after.draw(next, SEATS, steps);
        }
        &self.0[round as usize % Openings::LINES]
    }
}

/// A first lap that is known before it is played.
pub(super) struct Foreseen<'k, W> {
    /// By place.
    pub(super) turns: &'k [Turn<'k, W>; PLACES],
    pub(super) line: &'k Line,
}

/// What became of a first lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing yet: it has to be played turn by turn.
    NotPlayed,
    /// It was played, and the round goes on.
    Played,
    /// It was played, and won by who began it.
    Won,
}

/// A lap as far as it was played.
struct Lap<W> {
    lanes: Lanes<W>,
    /// All bits of the coins after any turn.
    low: Lanes<W>,
    held: Held<W>,
    /// All bits of the codes.
    codes: Code,
    /// The score to beat, and who has it.
    mark: Mark,
}

impl<W: Word> Foreseen<'_, W> {
    /// Plays the lap, unless it has to be played turn by turn: then nothing has changed.
    #[inline(always)]
    pub(super) fn play<const SEATS: usize>(self, at: &mut Moment<W>) -> Opening {
        if at.left <= SEATS as u32 {
            return Opening::NotPlayed;
        }
        let (low, held) = (Lanes::default(), Held::default());
        let mut lap = Lap { lanes: at.lanes, low, held, codes: Code::PLAIN, mark: Mark::NONE };
        // A loop would not be unrolled.
        macro_rules! turns {
            ($($after:literal)*) => {$(
                if $after < SEATS {
                    self.turn($after, at, &mut lap);
                }
            )*};
        }
        turns!(0 1 2 3 4);
        if lap.codes.is_special() || lap.low.lacks() {
            self.take_back(at.first, SEATS);
            return Opening::NotPlayed;
        }
        (at.lanes, at.held, at.mark) = (lap.lanes, lap.held, lap.mark);
        at.left -= SEATS as u32;
        if lap.mark.after() == 0 { Opening::Won } else { Opening::Played }
    }

    #[inline(always)]
    fn turn(&self, after: usize, at: &Moment<W>, lap: &mut Lap<W>) {
        let (turn, code) = self.draw(at.first, after);
        let takes = code.beats(lap.mark);
        turn.ledger.turns.add(code.class(), takes);
        lap.mark = select_unpredictable(takes, code.mark(after), lap.mark);
        lap.lanes = lap.lanes.plus(turn.moved[code.class().index()]);
        lap.low = lap.low.or(lap.lanes);
        lap.held.look(lap.lanes, at.goal);
        lap.codes = lap.codes.or(code);
    }

    #[inline(always)]
    fn draw(&self, first: usize, after: usize) -> (&Turn<'_, W>, Code) {
        let place = first % STARTS + after % STARTS;
        let turn = &self.turns[place];
        (turn, turn.guide.code(self.line.stretches[place]))
    }

    /// Counts the turns of the lap no more.
    #[cold]
    #[inline(never)]
    fn take_back(&self, first: usize, seats: usize) {
        let mut mark = Mark::NONE;
        for after in 0..seats {
            let (turn, code) = self.draw(first, after);
            turn.ledger.turns.take_back(code.class(), code.beats(mark));
            mark = if code.beats(mark) { code.mark(after) } else { mark };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Purpose, RunKey, Slot};
    use crate::games::pot::{Pot, Rules};

    /// In games of different lengths, some of more rounds than there are lines, and in blocks one after the other.
    #[test]
    fn lines_are_what_the_first_turns_of_a_round_draw() {
        let course = Course::<u64>::new(&Pot::new(Rules::default(), 5).unwrap());
        let blocks = [7, 8, 3].map(|block| RunKey::new(1).block(block));
        let mut openings = Openings::new(blocks[0], &course);
        for (key, rounds) in blocks.into_iter().flat_map(|key| [20, 75, 33, 1, 2].map(|rounds| (key, rounds))) {
            openings.begin(key, &course);
            for round in 0..rounds {
                let line = openings.line::<5>(round, key, &course.steps);
                for place in 0..10 {
                    let word = key.draw(Slot::new(Purpose::Turn, place % 5, round, 0));
                    assert_eq!(line.stretches[usize::from(place)], Stretch::of(word), "round {round}");
                }
            }
        }
    }
}
