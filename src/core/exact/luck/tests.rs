//! Values and expectations against the whole tree of tiny games, played in the ordinary way.

use super::rounds::Rounds;
use super::{
    BySeat, Change, Course, Expected, LuckValues, PlayedRound, Position, SeatsRead, Unknown, WHOLE_VALUE, Why, spacing,
};
use crate::dice::{BlockKey, Counts, RunKey};
use crate::exact::Turn;
use crate::exact::course::Next;
use crate::exact::grid::LineUpValues;
use crate::exact::induction::{Induction as _, Work};
use crate::exact::odometer::Odometer;
use crate::games::StrategyIndex;
use crate::games::declaration::{Declared, ObservableIndex, PolicyId, Question, Slots};
use crate::games::gang::{
    ALLOWED, BEST_DICE, BEST_TOTAL, CardIndex, CardOrder, Commit, Committed, Deck, Edition, Gang, NoAnswer, POOL, Roll,
    RoundEnd, SEAT, Situation, State, Strategy, TABLE, TurnResult, View, Watch, slots,
};
use crate::games::rules::RuleSet;
use crate::games::turns::{Refused, Turns};
use crate::games::{Game, Outcome, Table, WHOLE_WIN};
use crate::input::Source;

/// Commits by the table and the result to beat, rerolls what shows a 5.
struct Raising;

impl Strategy for Raising {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let wanted = 1 + u32::from(view.ask(BEST_TOTAL) > 3) + view.ask(TABLE) % 2;
        Ok(Commit { dice: wanted.min(view.ask(ALLOWED)), plan: PolicyId(5) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(roll.shown.only(5))
    }
}

/// One more die than the best, or half of the pool.
struct Half;

impl Strategy for Half {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let wanted = (view.ask(BEST_DICE) + 1).max(view.ask(POOL) / 2);
        Ok(Commit { dice: wanted.min(view.ask(ALLOWED)), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// One die to three, by its pool.
struct Thirds;

impl Strategy for Thirds {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: (1 + view.ask(POOL) % 3).min(view.ask(ALLOWED)), plan: PolicyId(5) })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(roll.shown.only(5))
    }
}

/// As many dice as its seat's number.
struct Seated;

impl Strategy for Seated {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: view.ask(SEAT).min(view.ask(ALLOWED)), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// A game of two rounds, the last with a bonus die, with so many dice a player.
fn tiny(edition: Edition, seats: usize, pool: u32, supply: &str) -> Gang {
    let card = |(id, condition, trigger, back): (&str, &str, &str, &str)| {
        format!("[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"{back}\"\n")
    };
    let cards =
        [("a", "sum>=5", "bomb", "light"), ("b", "odd>=1", "explosion", "light"), ("c", "pair", "bomb", "dark")];
    let cards: String = cards.into_iter().map(card).collect();
    let text = format!("id = \"tiny\"\nname = \"tiny\"\nremoved = {{ light = 1, dark = 0 }}\n{cards}");
    let deck = Deck::parse(&Source::new("tiny", text)).unwrap();
    let rules =
        [("pools", format!("[{pool}, {pool}, {pool}]")), ("bonus", "[1]".to_owned()), ("supply", supply.to_owned())];
    let rules = rules.iter().fold(edition.rules(), |all, (key, value)| all.with_option("--rule", key, value).unwrap());
    Gang::new(rules, deck, seats).unwrap()
}

/// A source of turns that goes through all results, one combination for each game.
#[derive(Default)]
struct Every {
    ways: Odometer,
    /// Turns from this one on are not counted out.
    most: Option<usize>,
}

impl Turns<Gang> for Every {
    fn play(&mut self, turn: &Committed<'_>, plan: PolicyId, _: &mut (dyn Watch + '_)) -> Result<TurnResult, Refused> {
        let of = Turn::under(turn.card.0, turn.dice, turn.rerolls).unwrap();
        let (_, outcome) = of.follow(|shown, left| turn.to_reroll(plan, shown, left)).unwrap();
        let all = std::iter::once((TurnResult::Invalid, outcome.invalid))
            .chain((0..).map(TurnResult::Total).zip(outcome.valid.iter().copied()));
        let all: Vec<(TurnResult, f64)> = all.filter(|(_, chance)| *chance > 0.0).collect();
        match self.most {
            Some(most) if self.ways.picked() >= most => Ok(all[0].0),
            _ => Ok(self.ways.pick(&all)),
        }
    }
}

/// The position after the first round, if the game goes on.
#[derive(Default)]
struct First(Option<Position>);

impl Watch for First {
    fn round_ends(&mut self, _: CardIndex, end: RoundEnd, state: &State) {
        if state.round() == 1 && end.eliminated.count_ones() as usize + 1 < state.pools().len() {
            let mut position = Position { round: 1, first: state.first().index(), ..Position::default() };
            position.pools[..state.pools().len()].copy_from_slice(state.pools());
            (position.left, position.bonus) = (state.table(), state.bonus());
            self.0 = Some(position);
        }
    }
}

/// The mean shares of all ways in which a game can go, with cards drawn anew in every round.
fn played(game: &Gang, strategies: &[&dyn Strategy], seating: &[usize]) -> BySeat {
    let mut shares = [0.0; 4];
    for cards in [[0, 2], [1, 2]] {
        every_way((game, strategies, seating), cards, |chance, outcome, _| {
            for (sum, share) in shares.iter_mut().zip(outcome.share) {
                *sum += chance * f64::from(share) / f64::from(WHOLE_WIN) / 2.0;
            }
        });
    }
    shares
}

/// Sees all ways in which a game with these cards can go: the chance, the outcome, and the position after the first round.
fn every_way(
    (game, strategies, seating): (&Gang, &[&dyn Strategy], &[usize]),
    cards: [u16; 2],
    mut see: impl FnMut(f64, &Outcome, Option<Position>),
) {
    let mut every = Every::default();
    let order = CardOrder::new(cards.map(CardIndex).to_vec());
    loop {
        every.ways.begin();
        let mut first = First::default();
        let table = Table { strategies, seating, block: RunKey::new(0).block(0) };
        let outcome = game.play_watched(table, &order, &mut every, &mut first).unwrap();
        see(every.ways.chance(), &outcome, first.0);
        if !every.ways.advance() {
            break;
        }
    }
}

/// Where values are exact, the squares of what cards and dice gave add up to the variance of the win shares. Those of the cards
/// are the square of half the difference between the win shares under the two cards that the first round can have.
#[test]
fn squares_of_what_chance_gave_are_the_variance() {
    let game = tiny(Edition::Bga, 2, 4, "unlimited");
    let (strategies, seating): ([&dyn Strategy; 2], _) = ([&Raising, &Half], [0, 1]);
    let values = LuckValues::new(&game, &strategies, (&seating, SeatsRead::No), || true).unwrap();
    let mut expected = Expected::new(vec![values.clone()]);
    let (mut of_cards, mut of_dice, mut won, mut won_squared) = (0.0, 0.0, [0.0; 2], 0.0);
    for (at, cards) in [[0, 2], [1, 2]].into_iter().enumerate() {
        every_way((&game, &strategies, &seating), cards, |chance, outcome, after| {
            let positions = std::iter::once(values.start()).chain(after);
            let rounds: Vec<PlayedRound> =
                positions.zip(cards.map(CardIndex)).map(|(position, card)| PlayedRound { position, card }).collect();
            let (pools, shares) =
                (std::array::from_fn(|seat| outcome.score[seat]), std::array::from_fn(|seat| outcome.share[seat]));
            for change in expected.changes(0, &rounds, (&pools, &shares)) {
                let squared = |change: i64| (change as f64 / f64::from(WHOLE_VALUE)).powi(2);
                of_cards += chance / 2.0 * squared(change.card[0]);
                of_dice += chance / 2.0 * squared(change.dice[0]);
            }
            let share = f64::from(outcome.share[0]) / f64::from(WHOLE_WIN);
            won[at] += chance * share;
            won_squared += chance / 2.0 * share * share;
        });
    }
    let variance = won_squared - ((won[0] + won[1]) / 2.0).powi(2);
    let by_card = ((won[0] - won[1]) / 2.0).powi(2);
    assert!(by_card > 1e-4, "cards make a difference");
    assert!((of_cards - by_card).abs() < 1e-6, "cards {of_cards}, enumerated {by_card}");
    assert!((of_cards + of_dice - variance).abs() < 1e-5, "{of_cards} + {of_dice}, enumerated {variance}");
}

fn near(found: &BySeat, expected: &BySeat, error: f64) {
    let far = found.iter().zip(expected).any(|(found, expected)| (found - expected).abs() > error);
    assert!(!far, "found {found:?}, expected {expected:?}");
}

/// Two light cards of which one is played, then a dark one: two rounds. Values are kept as `f32`.
#[test]
fn values_are_those_of_the_whole_tree() {
    for (edition, seats, pool, supply) in
        [(Edition::Bga, 2, 3, "unlimited"), (Edition::Blackrock, 2, 4, "[4, 4, 4]"), (Edition::Bga, 3, 2, "unlimited")]
    {
        let game = tiny(edition, seats, pool, supply);
        let strategies: [&dyn Strategy; 2] = [&Raising, &Half];
        let seating = &[0, 1, 1][..seats];
        let mut values = LuckValues::new(&game, &strategies, (seating, SeatsRead::No), || true).unwrap();
        let start = values.start();
        let found = values.mean(&start).unwrap();
        near(&found, &played(&game, &strategies, seating), 1e-7);
    }
}

/// The first round in all ways, each valued as the values have it: the sum is exact whatever these are.
#[test]
fn expectations_are_those_of_the_very_values() {
    for (seats, pool, supply) in [(2, 7, "unlimited"), (3, 4, "[6, 6, 6]"), (4, 2, "unlimited")] {
        let game = tiny(Edition::Bga, seats, pool, supply);
        let strategies: [&dyn Strategy; 2] = [&Raising, &Half];
        let seating = &[1, 0, 1, 0][..seats];
        let mut values = LuckValues::new(&game, &strategies, (seating, SeatsRead::No), || true).unwrap();
        for card in [0, 1].map(CardIndex) {
            let mut every = Every { most: Some(seats), ..Every::default() };
            let (mut expected, mut chances) = ([0.0; 4], 0.0);
            let order = CardOrder::new(vec![card, CardIndex(2)]);
            loop {
                every.ways.begin();
                let mut first = First::default();
                let table = Table { strategies: &strategies, seating, block: RunKey::new(0).block(0) };
                let outcome = game.play_watched(table, &order, &mut every, &mut first).unwrap();
                let value = first.0.map_or_else(
                    || std::array::from_fn(|seat| f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN)),
                    |position| values.value(&position),
                );
                expected.iter_mut().zip(value).for_each(|(sum, value)| *sum += every.ways.chance() * value);
                chances += every.ways.chance();
                if !every.ways.advance() {
                    break;
                }
            }
            assert!((chances - 1.0).abs() < 1e-12, "{chances}");
            let start = values.start();
            near(&values.expected(&start, card).unwrap(), &expected, 1e-12);
        }
    }
}

/// Decides by all there is to tell situations apart by.
struct Minute;

impl Strategy for Minute {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let read = [POOL, TABLE, BEST_TOTAL, BEST_DICE].map(|number| view.ask(number));
        Ok(Commit { dice: (1 + read.iter().sum::<u32>() % 2).min(view.ask(ALLOWED)), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// Asking for millions of decisions may take minutes each time that they are looked for in vain. (With the limit that holds it
/// takes 17 seconds.)
#[test]
fn too_many_decisions_are_not_asked_for() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 4).unwrap();
    let unknown = |strategies: &[&dyn Strategy], seating: &[StrategyIndex]| {
        let mut rounds = Rounds::new(&game, strategies, seating, SeatsRead::No);
        assert_eq!(rounds.most_decisions, 20_000);
        rounds.most_decisions = 300;
        let mut values = LuckValues::empty(Course::in_bytes(&game).unwrap(), rounds);
        let found = values.solve_backwards(1..game.deck().rounds(), &Work::alone(&|| true));
        (found.unwrap_err(), values.rounds.decisions())
    };
    let (why, decisions) = unknown(&[&Minute], &[0; 4]);
    assert_eq!(why, Unknown::Decisions(0));
    assert!((301..3_000).contains(&decisions), "{decisions} decisions");
    let both: [&dyn Strategy; 2] = [&Thirds, &Minute];
    let (why, _) = unknown(&both, &[0, 1, 1, 1]);
    assert_eq!(why, Unknown::Decisions(1), "the reason is another strategy");
}

/// A strategy that reads its seat has values of its own seating, and none that all rotations share.
#[test]
fn who_reads_the_seat_is_known() {
    let game = tiny(Edition::Bga, 3, 2, "unlimited");
    let strategies: [&dyn Strategy; 2] = [&Seated, &Half];
    let values = |seats| LuckValues::new(&game, &strategies, (&[1, 0, 1], seats), || true);
    let unknown = Unknown::Decision { strategy: 0, why: Why::Seats };
    assert_eq!(values(SeatsRead::No).err(), Some(unknown));
    let mut values = values(SeatsRead::Yes).unwrap();
    let start = values.start();
    near(&values.mean(&start).unwrap(), &played(&game, &strategies, &[1, 0, 1]), 1e-7);
}

/// Between the points of a grid a value that is linear in the pools is met exactly.
#[test]
fn between_the_points_values_are_linear() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 4).unwrap();
    let course = Course::new(&game);
    let mut values = LineUpValues::new(course, |is_late, dice| spacing(4, is_late, dice));
    let linear = |position: &Position| {
        let all: f64 = position.pools.iter().map(|&pool| f64::from(pool)).sum();
        position.pools.map(|pool| f64::from(pool) / 144.0 + (144.0 - all) / 576.0)
    };
    for (point, position) in values.positions(4) {
        values.set(4, point, &linear(&position));
    }
    for pools in [[36, 36, 36, 36], [1, 2, 3, 138], [37, 35, 40, 20], [70, 11, 27, 13], [140, 1, 1, 1]] {
        let position = Position { round: 4, left: 144 - pools.iter().sum::<u32>(), pools, ..Position::default() };
        near(&values.value(&position).unwrap(), &linear(&position), 1e-6);
    }
    assert_eq!(game.seats(), 4);
}

/// Four players in the published game, with any values whatever before the rounds from 3 to 6.
fn any_values<'g>(game: &'g Gang, strategies: &'g [&'g dyn Strategy]) -> LuckValues<'g> {
    let rounds = Rounds::new(game, strategies, &[0; 4], SeatsRead::No);
    let mut values = LuckValues::empty(Course::new(game), rounds);
    let mut state = 1u32;
    let mut any = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / 2f64.powi(26)
    };
    values.effects.iter_mut().flatten().flatten().for_each(|effect| *effect = any() - 0.1);
    for round in 3..=6 {
        for (point, _) in values.grids.positions(round) {
            values.grids.set(round, point, &std::array::from_fn(|_| any()));
        }
    }
    values
}

/// Positions of four before a round in which nothing was left.
fn positions(course: &Course, round: u32) -> impl Iterator<Item = Position> {
    let all = course.dice(round);
    let pools = [[37, 25, 41], [9, 30, 11], [50, 1, 8], [14, 14, 15], [22, 3, 77], [31, 29, 27]];
    pools.into_iter().enumerate().map(move |(first, [a, b, c])| Position {
        round,
        first: first % 4,
        pools: [a, b, c, all - a - b - c],
        ..Position::default()
    })
}

/// What luck gave in a round that ended so, and the position after it.
fn luck(
    expected: &mut Expected<'_>,
    (round, course): (&PlayedRound, &Course),
    (winner, dice): (Option<usize>, &[u8; 4]),
) -> [i64; 4] {
    let Next::Round(after) = course.next(&round.position, winner, dice) else { panic!("the game is over") };
    expected.luck(0, &[*round], (&after.pools, &[15; 4]))
}

/// With four players a position is seen from one near by, where others would be committed, under its own chances: over all
/// cards and ends of a round luck is nothing there too, whatever the values are.
#[test]
fn seen_from_near_by_luck_is_nothing_on_average() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 4).unwrap();
    let strategies: [&dyn Strategy; 1] = [&Thirds];
    let mut values = any_values(&game, &strategies);
    let course = Course::new(&game);
    let mut expected = Expected::new(vec![values.clone()]);
    for position in positions(&course, 4) {
        assert!(course.near(&position) != position);
        let (mut mean, mut most) = ([0.0; 4], 0);
        let cards = course.cards(position.round);
        for &card in cards {
            let number = values.rounds.number(&course, &position, card);
            assert!(values.rounds.number(&course, &course.near(&position), card) != number);
            for end in values.rounds.ends(number).unwrap() {
                let round = PlayedRound { position, card };
                let found = luck(&mut expected, (&round, &course), (end.winner(), &end.dice));
                most = found.iter().fold(most, |most, luck| most.max(luck.abs()));
                let chance = end.chance / cards.len() as f64;
                mean.iter_mut()
                    .zip(found)
                    .for_each(|(mean, luck)| *mean += chance * luck as f64 / f64::from(WHOLE_VALUE));
            }
        }
        assert!(f64::from(WHOLE_VALUE) * 0.01 < most as f64, "{position:?}: luck is at most {most}");
        near(&mean, &[0.0; 4], 1e-6);
    }
}

/// With room for one round everything is found again and again; with more it is remembered.
#[test]
fn what_was_forgotten_is_found_again() {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 4).unwrap();
    let strategies: [&dyn Strategy; 1] = [&Raising];
    let mut values = any_values(&game, &strategies);
    let course = Course::new(&game);
    let mut expected = [1 << 20, 300].map(|room| Expected::with_room(vec![values.clone()], room));
    for _ in 0..3 {
        for position in positions(&course, 5).chain(positions(&course, 3)) {
            for &card in course.cards(position.round) {
                let number = values.rounds.number(&course, &position, card);
                let end = values.rounds.ends(number).unwrap()[0];
                let round = PlayedRound { position, card };
                let [much, little] =
                    expected.each_mut().map(|expected| luck(expected, (&round, &course), (end.winner(), &end.dice)));
                assert_eq!(much, little, "{position:?}");
            }
        }
    }
}

/// One die or two by its coin, and one more once an Explosion was seen.
struct Knowing;

impl Strategy for Knowing {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let explosions = Gang::OBSERVABLES.iter().position(|entry| entry.name == "explosions_seen").unwrap();
        let wanted = 1 + view.coin(0, 2) as u32 + view.ask_up_to(ObservableIndex(explosions as u8), 1);
        Ok(Commit { dice: wanted.min(view.ask(ALLOWED)), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// For each way in which one coin of each of two seats in each of two rounds can fall, a block in which it does.
fn blocks_of_every_coin(game: &Gang) -> Vec<BlockKey> {
    let mut found: Vec<Option<BlockKey>> = vec![None; 16];
    for block in (0..1000).map(|number| RunKey::new(3).block(number)) {
        let coin = |(seat, left)| {
            let mut numbers = Slots::default();
            numbers[usize::from(slots::SEAT)] = seat;
            numbers[usize::from(slots::ROUNDS_LEFT)] = left;
            Question::Coin { toss: 0, sides: 2 }.answer::<Gang>(&Situation::of_slots(
                game,
                &[CardIndex(0)],
                block,
                numbers,
            ))
        };
        let falls = [(0, 0), (0, 1), (1, 0), (1, 1)].map(coin);
        found[falls.iter().fold(0, |sum, &fall| 2 * sum + fall as usize)].get_or_insert(block);
    }
    found.into_iter().map(Option::unwrap).collect()
}

/// Over all cards, coins and dice of a game luck is nothing, seat by seat, where a strategy tosses coins and knows which cards
/// were seen.
#[test]
fn luck_is_nothing_over_all_coins_and_cards_that_were_seen() {
    let game = tiny(Edition::Bga, 2, 4, "unlimited");
    let strategies: [&dyn Strategy; 2] = [&Knowing, &Half];
    let seating = [0, 1];
    let values = LuckValues::new(&game, &strategies, (&seating, SeatsRead::No), || true).unwrap();
    let mut expected = Expected::new(vec![values.clone()]);
    let (mut mean, mut most) = ([0.0; 4], 0);
    let (mut of_cards, mut most_of_cards) = ([0.0; 4], 0);
    for block in blocks_of_every_coin(&game) {
        for cards in [[0, 2], [1, 2]].map(|cards| cards.map(CardIndex)) {
            let mut every = Every::default();
            loop {
                every.ways.begin();
                let mut first = First::default();
                let table = Table { strategies: &strategies, seating: &seating, block };
                let outcome =
                    game.play_watched(table, &CardOrder::new(cards.to_vec()), &mut every, &mut first).unwrap();
                let positions = std::iter::once(values.start()).chain(first.0);
                let mut rounds: Vec<PlayedRound> =
                    positions.zip(cards).map(|(position, card)| PlayedRound { position, card }).collect();
                expected.set_seen(0, &mut rounds);
                let (pools, shares) =
                    (std::array::from_fn(|seat| outcome.score[seat]), std::array::from_fn(|seat| outcome.share[seat]));
                let luck = expected.luck(0, &rounds, (&pools, &shares));
                let changes = expected.changes(0, &rounds, (&pools, &shares));
                let sum = |of: fn(&Change) -> &[i64; 4], seat: usize| {
                    changes.iter().map(|change| of(change)[seat]).sum::<i64>()
                };
                for seat in 0..4 {
                    let cards = sum(|change| &change.card, seat);
                    assert_eq!(luck[seat], cards + sum(|change| &change.dice, seat), "cards and dice are all there is");
                    of_cards[seat] += every.ways.chance() / 32.0 * cards as f64 / f64::from(WHOLE_VALUE);
                    most_of_cards = most_of_cards.max(cards.abs());
                }
                most = luck.iter().fold(most, |most, luck| most.max(luck.abs()));
                mean.iter_mut().zip(luck).for_each(|(mean, luck)| {
                    *mean += every.ways.chance() / 32.0 * luck as f64 / f64::from(WHOLE_VALUE);
                });
                if !every.ways.advance() {
                    break;
                }
            }
        }
    }
    assert!(f64::from(WHOLE_VALUE) * 0.1 < most as f64, "luck is at most {most}");
    near(&mean, &[0.0; 4], 1e-6);
    assert!(f64::from(WHOLE_VALUE) * 0.01 < most_of_cards as f64, "cards give at most {most_of_cards}");
    near(&of_cards, &[0.0; 4], 1e-6);
}
