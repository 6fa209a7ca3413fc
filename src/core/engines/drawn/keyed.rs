//! Decisions by key: the answers to everything that a strategy was seen to ask, for those that would take too many places.
//!
//! Owns the keys and the table that they are looked up in. A key is made as a place is, as a sum of products, so that many
//! games can work out theirs at once. It is exact: what is found under it was decided for the same answers. Where even more
//! is asked, there is none. The keys of one strategy lie near each other, because only the few strategies at a table are asked
//! for again and again.

use super::dense::{Learnt, UNKNOWN, join_all, learn};
use super::sums::{Addend, Field, Sum, any_unknown, most_counted};
use super::trees::MOST_ANSWERS;
use super::words::{MOST_IN_WORDS, Words, number};
use crate::games::declaration::Question;
use std::hint::select_unpredictable as pick;

/// How many words a key has.
pub const KEY_WORDS: usize = 3;
/// The answers to all that a strategy asks at a root, and its own number, which is not 0, in the last word.
pub type Key = [u32; KEY_WORDS];

/// How many places there are: a power of two, so that a masked number is one. Those that nobody uses take no memory.
pub const PLACES: usize = 1 << 21;
/// A key with its decision behind it; [`UNKNOWN`] and any key where there is none.
pub type Entry = [u32; KEY_WORDS + 1];
/// A key stands in one of so many places next to each other, which a processor fetches at once.
const OF_A_BUCKET: usize = 4;
/// How many places are used at first: 2 to the power of this.
const FEWEST: u32 = 10;
/// More are used when one in so many is filled.
const ONE_IN: usize = 4;
/// The most decisions that are kept in a list, so that they can be put elsewhere when more places are used.
const MOST_KNOWN: usize = PLACES / 2;

/// What a strategy asks, and where it stands in its keys.
#[derive(Clone, Debug, Default)]
struct KeyLayout {
    questions: Vec<Question>,
    /// What its keys are made of; nothing where that has no room.
    addends: Option<Vec<Addend>>,
    /// Whether its decisions are looked up by key.
    is_keyed: bool,
    /// Its number among those whose decisions are, from 1 on.
    number: u32,
}

/// Decisions by key.
pub struct Keyed {
    roots: usize,
    /// By strategy.
    layouts: Vec<KeyLayout>,
    fields: Vec<Field>,
    /// Whether any strategy here is known to toss coins.
    tosses: bool,
    entries: Box<[Entry; PLACES]>,
    spread: Spread,
    /// How many decisions each strategy has, by its number in keys.
    decisions: Vec<usize>,
    /// All that is known, from what was found out first, which is met most; `None` once there are [`MOST_KNOWN`].
    known: Option<Vec<(Key, u32)>>,
}

/// How keys are spread over the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// 2 to the power of this are used.
    bits: u32,
    /// 2 to the power of this is the size of a strategy's region. Regions overlap where they are larger than `apart`.
    region: u32,
    /// How far the regions of two strategies are apart.
    apart: u32,
    /// The bits of a strategy's number in the last word of its keys, and the highest number.
    numbers: u32,
    highest: u32,
}

fn no_entries() -> Box<[Entry; PLACES]> {
    #[expect(clippy::expect_used, reason = "the vector has this length")]
    vec![Entry::default(); PLACES].into_boxed_slice().try_into().expect("so many places")
}

/// Mixes all bits of a number into all bits, one to one: the last step of MurmurHash3 (Appleby, 2011).
#[inline(always)]
fn mixed(number: u32) -> u32 {
    let number = (number ^ number >> 16).wrapping_mul(0x85eb_ca6b);
    let number = (number ^ number >> 13).wrapping_mul(0xc2b2_ae35);
    number ^ number >> 16
}

impl Spread {
    /// Over the fewest places, for numbers up to the highest of these strategies.
    fn new(strategies: usize, highest: u32) -> Spread {
        let numbers = u32::MAX.checked_shr((strategies as u32).leading_zeros()).unwrap_or(0);
        Spread { bits: 0, region: 0, apart: 0, numbers, highest }.over(FEWEST, FEWEST)
    }

    /// Over others.
    fn over(self, bits: u32, region: u32) -> Spread {
        Spread { bits, region: region.min(bits), apart: (1 << bits) / (self.highest + 1), ..self }
    }

    /// The number of the strategy whose key it is.
    #[inline(always)]
    fn number(&self, key: Key) -> u32 {
        key[KEY_WORDS - 1] & self.numbers
    }

    /// The first place where a key may stand.
    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        let all = key.into_iter().fold(0, |all, word| mixed(word ^ all));
        let first = self.number(key).wrapping_mul(self.apart).wrapping_add(all >> ((u32::BITS - self.region) & 31));
        (first & ((1 << (self.bits & 31)) - 1)) as usize % PLACES
    }

    /// The places where a key may stand, from the first one on.
    #[inline(always)]
    fn places(&self, key: Key) -> impl Iterator<Item = usize> {
        let first = self.place(key);
        (0..OF_A_BUCKET).map(move |other| (first ^ other) % PLACES)
    }
}

/// What stands under keys, in the lanes where nothing is known; says whether anything is still unknown.
#[inline(always)]
pub fn look_up<const L: usize>(
    (entries, spread): (&[Entry; PLACES], Spread),
    [first, second, third]: &[[u32; L]; KEY_WORDS],
    to: &mut [u32; L],
) -> bool {
    for l in 0..L {
        let key = [first[l], second[l], third[l]];
        let at = spread.place(key);
        let is_it = (entries[at][0] == key[0]) & (entries[at][1] == key[1]) & (entries[at][2] == key[2]);
        to[l] = pick(is_it & (to[l] == UNKNOWN), entries[at][3], to[l]);
    }
    // Most stand at the first place, the others are looked for one by one.
    if !any_unknown(to) {
        return false;
    }
    for l in 0..L {
        let key = [first[l], second[l], third[l]];
        if to[l] == UNKNOWN && spread.number(key) > 0 {
            to[l] = find(entries, spread, key);
        }
    }
    any_unknown(to)
}

/// The decision under a key; [`UNKNOWN`] if there is none.
#[inline(always)]
fn find(entries: &[Entry; PLACES], spread: Spread, sought: Key) -> u32 {
    let mut found = UNKNOWN;
    for place in spread.places(sought) {
        let [key @ .., decision] = entries[place];
        found |= if key == sought { decision } else { UNKNOWN };
    }
    found
}

impl KeyLayout {
    /// What its keys are made of, if its decisions have keys.
    #[inline]
    fn addends(&self) -> Option<&[Addend]> {
        self.addends.as_deref().filter(|_| self.is_keyed)
    }

    /// Finds room for the answers to everything asked, behind so many bits in each word.
    fn lay_out(&mut self, mut taken: Key) {
        let room = |&question: &Question| {
            let cap = most_counted(question).min(if question.slot().is_some() { MOST_IN_WORDS } else { MOST_ANSWERS });
            let bits = u32::BITS - cap.leading_zeros();
            let word = taken.iter().position(|taken| taken + bits <= u32::BITS)?;
            let stride = 1u32.checked_shl(taken[word]).unwrap_or(0);
            taken[word] += bits;
            Some(Addend { question, cap, sum: Sum::Key(word), stride })
        };
        self.addends = self.questions.iter().map(room).collect();
    }
}

impl Keyed {
    /// No decisions yet, of strategies with so many roots each.
    pub(super) fn new(strategies: usize, roots: usize) -> Keyed {
        let (layouts, entries) = (vec![KeyLayout::default(); strategies], no_entries());
        Keyed {
            roots,
            layouts,
            fields: Vec::new(),
            tosses: false,
            entries,
            spread: Spread::new(strategies, 0),
            decisions: vec![0; strategies + 1],
            known: Some(Vec::new()),
        }
    }

    /// What keys are made of.
    #[inline]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// What a strategy's keys are made of beside slots.
    #[inline]
    pub fn answers_of(&self, strategy: usize) -> impl Iterator<Item = &Addend> {
        let addends = self.layouts[strategy].addends().unwrap_or_default();
        addends.iter().filter(|addend| addend.question.slot().is_none())
    }

    /// The number of a strategy in its keys; 0 if its decisions are not looked up by key.
    #[inline]
    pub fn number_of(&self, strategy: usize) -> u32 {
        self.layouts[strategy].addends().map_or(0, |_| self.layouts[strategy].number)
    }

    /// Whether decisions can depend on coins: [`TOSSES`](super::sums::TOSSES) may stand under keys.
    #[inline]
    pub fn tosses(&self) -> bool {
        self.tosses
    }

    /// Whether decisions of any strategy are looked up by key.
    #[inline]
    pub fn is_used(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Where keys are looked up.
    #[inline]
    pub fn entries(&self) -> (&[Entry; PLACES], Spread) {
        (&self.entries, self.spread)
    }

    /// Forgets the decisions.
    pub(super) fn clear(&mut self) {
        if self.decisions.iter().any(|&decisions| decisions > 0) {
            self.entries = no_entries();
        }
        self.known = Some(Vec::new());
        self.decisions.fill(0);
        let keyed = self.layouts.iter().filter(|layout| layout.is_keyed).count();
        self.spread = Spread::new(self.layouts.len(), keyed as u32);
    }

    /// Takes note of what a strategy asks, which is expected of all others in its family; says whether keys became others.
    pub(super) fn learn(
        &mut self,
        strategy: usize,
        family: &[usize],
        asked: impl Iterator<Item = Question> + Clone,
    ) -> bool {
        let are_others = learn(strategy, family, |strategy| {
            let KeyLayout { questions, is_keyed, .. } = &mut self.layouts[strategy];
            Learnt { is_new: join_all(questions, asked.clone()), moves: *is_keyed }
        });
        if are_others {
            self.lay_out();
        }
        are_others
    }

    /// From now on decisions of these strategies are looked up by key; says whether they were others so far.
    pub(super) fn take_over(&mut self, is_keyed: impl Fn(usize) -> bool) -> bool {
        let mut are_others = false;
        for (strategy, layout) in self.layouts.iter_mut().enumerate() {
            are_others |= layout.is_keyed != is_keyed(strategy);
            layout.is_keyed = is_keyed(strategy);
        }
        if are_others {
            self.lay_out();
        }
        are_others
    }

    /// New keys for all.
    fn lay_out(&mut self) {
        self.clear();
        self.fields.clear();
        let bits = |numbers: usize| usize::BITS - numbers.leading_zeros();
        let (taken, strategies) = ([bits(self.roots - 1), 0, bits(self.layouts.len())], self.layouts.len());
        let keyed = self.layouts.iter_mut().enumerate().filter(|(_, layout)| layout.is_keyed);
        for ((strategy, layout), number) in keyed.zip(1..) {
            layout.number = number;
            layout.lay_out(taken);
            for &Addend { question, cap, sum, stride } in layout.addends.iter().flatten() {
                let same = |field: &Field| (field.question, field.sum) == (question, sum);
                let at = self.fields.iter().position(same).unwrap_or_else(|| {
                    self.fields.push(Field { question, cap, sum, strides: vec![0; strategies] });
                    self.fields.len() - 1
                });
                self.fields[at].strides[strategy] = stride;
            }
        }
        self.tosses = self.fields.iter().any(|field| field.question.is_coin());
    }

    /// The key of a situation with these numbers and these other answers, as they are counted, if it has one.
    #[inline(always)]
    pub(super) fn key(
        &self,
        (strategy, root): (usize, usize),
        words: &Words,
        answer: impl Fn(Question) -> u32,
    ) -> Option<Key> {
        let mut key = [root as u32, 0, self.layouts[strategy].number];
        for addend in self.layouts[strategy].addends()? {
            let answer = match addend.question.slot() {
                Some((slot, least)) => number(words, slot).saturating_sub(least),
                None => Some(answer(addend.question)).filter(|&answer| answer < MOST_ANSWERS)?,
            };
            if let Sum::Key(word) = addend.sum {
                key[word % KEY_WORDS] += addend.of(answer);
            }
        }
        Some(key)
    }

    /// The decision under a key; [`UNKNOWN`] if there is none.
    #[inline(always)]
    pub fn find(&self, sought: Key) -> u32 {
        find(&self.entries, self.spread, sought)
    }

    /// Stores a decision under a key that has none. Once all places are used they fill up, and another may be forgotten for
    /// it.
    pub(super) fn store(&mut self, key: Key, decision: u32) {
        let Some(mut known) = self.known.take() else { return self.put(key, decision) };
        known.push((key, decision));
        self.decisions[self.spread.number(key) as usize] += 1;
        let spread = self.wanted(&known, self.decisions[self.spread.number(key) as usize]);
        if spread == self.spread {
            self.put(key, decision);
        } else {
            self.spread = spread;
            self.entries = no_entries();
            known.iter().for_each(|&(key, decision)| self.put(key, decision));
        }
        self.known = Some(known).filter(|known| known.len() < MOST_KNOWN);
    }

    /// How keys are to be spread where all this is known, and this many decisions of the strategy that decided last.
    fn wanted(&self, known: &[(Key, u32)], of_strategy: usize) -> Spread {
        let bits = |decisions: usize| (decisions * ONE_IN).next_power_of_two().ilog2();
        let (Spread { bits: used, region, .. }, most) = (self.spread, PLACES.ilog2());
        // Later ones are put where there is room, wherever that is.
        if known.len() >= MOST_KNOWN {
            return self.spread.over(most, most);
        }
        self.spread.over(used.max(bits(known.len())).min(most), region.max(bits(of_strategy)))
    }

    /// Puts it where there is room; where there is none, in place of the last of the bucket, so that the others stay.
    fn put(&mut self, key: Key, decision: u32) {
        let is_free = |&place: &usize| {
            let [there @ .., decision] = self.entries[place];
            decision == UNKNOWN || there == key
        };
        let [first, second, third] = key;
        let last = || self.spread.places(key).max();
        let place = self.spread.places(key).find(is_free).or_else(last);
        place.into_iter().for_each(|place| self.entries[place] = [first, second, third, decision]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Situation, answer, question, situation, words};
    use super::super::words::at_slot;
    use super::*;
    use crate::games::declaration::Within;
    use proptest::prelude::*;

    fn key(keyed: &Keyed, at: (usize, usize), of: &Situation) -> Option<Key> {
        keyed.key(at, &words(of), |question| answer(of, question))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        /// What is found was stored for the same answers to everything asked so far, by the same strategy at the same root;
        /// what was stored last is found.
        #[test]
        fn a_key_has_the_decision_of_its_answers(
            steps in prop::collection::vec((0..2usize, 0..3usize, prop::collection::vec(question(), 0..2), situation()), 1..60),
            are_alike: bool,
        ) {
            let mut keyed = Keyed::new(2, 3);
            keyed.take_over(|_| true);
            let mut asked = [Vec::new(), Vec::new()];
            let mut stored = Vec::<((usize, usize), Situation)>::new();
            for (strategy, root, questions, situation) in steps {
                let family = if are_alike { vec![0, 1] } else { vec![strategy] };
                keyed.learn(strategy, &family, questions.iter().copied());
                family.into_iter().for_each(|other| asked[other].extend(&questions));
                stored.push(((strategy, root), situation));
                let at = key(&keyed, (strategy, root), &situation).unwrap();
                if keyed.find(at) == UNKNOWN {
                    keyed.store(at, stored.len() as u32);
                    prop_assert_eq!(keyed.find(at), stored.len() as u32);
                }
                for (of, situation) in &stored {
                    let found = keyed.find(key(&keyed, *of, situation).unwrap());
                    if found != UNKNOWN {
                        let (other, others) = stored[found as usize - 1];
                        prop_assert_eq!(other, *of);
                        for &question in &asked[of.0] {
                            prop_assert_eq!(answer(situation, question), answer(&others, question), "{:?}", question);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn few_decisions_are_lost_while_the_table_grows() {
        let mut keyed = Keyed::new(1, 1);
        keyed.take_over(|_| true);
        let asked = [0, 1, 2, 4, 5, 8, 14, 15].into_iter();
        keyed.learn(0, &[0], asked.map(|slot| Question::Slot { slot, within: Within::WHOLE }));
        // Numbers that differ in the lowest bits alone, in the highest, and in a few bits of several slots.
        let keys: [fn(u32) -> Words; 4] = [
            |number| [u64::from(number), 0, 0],
            |number| [0, u64::from(number) << 48, 0],
            |number| [at_slot(1, number % 50) | at_slot(4, number / 50 % 50), u64::from(number / 2_500), 0],
            |number| {
                [
                    at_slot(5, number % 8) | at_slot(2, number / 8 % 8),
                    at_slot(15, number / 64 % 8) | u64::from(number / 512),
                    0,
                ]
            },
        ];
        for words in keys {
            keyed.clear();
            let key = |keyed: &Keyed, number: u32| keyed.key((0, 0), &words(number), |_| 0).unwrap();
            (1..=50_000).for_each(|number| keyed.store(key(&keyed, number), number));
            let found: Vec<u32> = (1..=50_000).map(|number| keyed.find(key(&keyed, number))).collect();
            assert!((1..).zip(&found).all(|(number, found)| [UNKNOWN, number].contains(found)));
            let lost = found.iter().filter(|found| **found == UNKNOWN).count();
            assert!(lost < 500, "{lost}");
            // Many games at once find the same.
            let keys: [[u32; 1_000]; KEY_WORDS] =
                std::array::from_fn(|word| std::array::from_fn(|at| key(&keyed, at as u32 + 1)[word]));
            let mut first = [UNKNOWN; 1_000];
            look_up(keyed.entries(), &keys, &mut first);
            assert!((1..).zip(&first).all(|(number, found)| [UNKNOWN, number].contains(found)));
            assert_eq!(first[..], found[..1_000]);
        }
    }

    #[test]
    fn what_was_found_out_first_stays_when_no_more_places_can_be_used() {
        let mut keyed = Keyed::new(1, 1);
        keyed.take_over(|_| true);
        keyed.learn(0, &[0], [0, 1, 2, 3].map(|slot| Question::Slot { slot, within: Within::WHOLE }).into_iter());
        let key = |keyed: &Keyed, number: u32| keyed.key((0, 0), &[number.into(), 0, 0], |_| 0).unwrap();
        let all = 2 * PLACES as u32;
        (1..=all).for_each(|number| keyed.store(key(&keyed, number), number));
        let found = |numbers: std::ops::RangeInclusive<u32>| {
            let found = numbers.map(|number| (number, keyed.find(key(&keyed, number))));
            found
                .inspect(|&(number, found)| assert!([UNKNOWN, number].contains(&found)))
                .filter(|at| at.1 != UNKNOWN)
                .count()
        };
        // A bucket that is full gives one of its four places to whatever comes.
        assert!(found(1..=100_000) > 70_000);
        assert!(found(1..=all) > PLACES * 9 / 10);
    }

    /// Keys of the few at a table stay in the processor's cache. Others have no part in the places.
    #[test]
    fn keys_of_one_strategy_are_near_each_other() {
        let mut keyed = Keyed::new(1_000, 1);
        keyed.take_over(|strategy| strategy < 300);
        let asked = || [Question::Slot { slot: 0, within: Within::WHOLE }].into_iter();
        (0..300).for_each(|strategy| _ = keyed.learn(strategy, &[strategy], asked()));
        let key = |keyed: &Keyed, strategy: usize, number: u32| keyed.key((strategy, 0), &[number.into(), 0, 0], |_| 0);
        let all = || (0..300).flat_map(|strategy| (0..200).map(move |number| (strategy, number)));
        for (strategy, number) in all() {
            keyed.store(key(&keyed, strategy, number).unwrap(), 1 + number);
        }
        let found =
            all().filter(|&(strategy, number)| keyed.find(key(&keyed, strategy, number).unwrap()) == 1 + number);
        let found = found.count();
        assert!(found > 59_400, "{found}");
        let (_, spread) = keyed.entries();
        for strategy in 0..300 {
            let places = (0..200).map(|number| spread.place(key(&keyed, strategy, number).unwrap()));
            let first = (strategy + 1) * spread.apart as usize;
            let offsets = places.map(|place| (place + (1 << spread.bits) - first) % (1 << spread.bits));
            assert!(offsets.max().unwrap() < 1024, "{spread:?}");
        }
        assert!(spread.bits >= 17, "{spread:?}");
    }

    /// Keys become others once for all of a family.
    #[test]
    fn what_one_asks_is_expected_of_its_family() {
        let mut keyed = Keyed::new(3, 1);
        keyed.take_over(|_| true);
        let asked = || [Question::Slot { slot: 0, within: Within::WHOLE }].into_iter();
        let learn = |(strategy, family): (usize, &[usize])| keyed.learn(strategy, family, asked());
        assert_eq!([(0, &[0, 2][..]), (2, &[0, 2]), (1, &[1])].map(learn), [true, false, true]);
    }

    /// A strategy that is looked up by key has a number in it, others have not.
    #[test]
    fn lanes_of_other_strategies_find_nothing() {
        let mut keyed = Keyed::new(2, 1);
        keyed.take_over(|strategy| strategy == 1);
        keyed.learn(0, &[0], [Question::Slot { slot: 0, within: Within::WHOLE }].into_iter());
        keyed.learn(1, &[1], [Question::Slot { slot: 1, within: Within::WHOLE }].into_iter());
        assert_eq!([0, 1].map(|strategy| keyed.number_of(strategy)), [0, 1]);
        assert_eq!([0, 1].map(|strategy| keyed.key((strategy, 0), &[0; 3], |_| 0).is_some()), [false, true]);
        keyed.store(keyed.key((1, 0), &[0; 3], |_| 0).unwrap(), 7);
        let mut entries = [UNKNOWN, UNKNOWN, 5];
        assert!(look_up(keyed.entries(), &[[0; 3], [0; 3], [0, 1, 1]], &mut entries));
        assert_eq!(entries, [UNKNOWN, 7, 5]);
        assert!(!keyed.take_over(|strategy| strategy == 1));
        assert!(keyed.take_over(|_| false) && !keyed.is_used());
    }

    #[test]
    fn what_depends_on_too_much_has_no_key() {
        let mut keyed = Keyed::new(2, 1);
        keyed.take_over(|_| true);
        let coins = |tosses| (0..tosses).map(|toss| Question::Coin { toss, sides: 64 });
        // A side is counted as one more, so that each of 64 takes seven bits.
        keyed.learn(0, &[0], coins(12));
        keyed.learn(1, &[1], coins(13));
        let key = |strategy| keyed.key((strategy, 0), &[0; 3], |_| 63);
        assert_eq!((key(0), key(1)), (Some([0x7ef_dfbf, 0x7ef_dfbf, 0x1fbf_7efd]), None));
        assert_eq!(keyed.key((0, 0), &[0; 3], |_| MOST_ANSWERS), None);
    }
}
