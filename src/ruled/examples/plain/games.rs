//! The games as somebody would write each of them by hand, for one strategy: what an engine for all games is measured
//! against. The draws are those of the core, so that games by steps are the same games.

use analyze_core::dice::{BlockKey, Purpose, Slot, Words, roll};

pub(crate) type Dice = [u8; 6];

fn count(dice: &Dice) -> usize {
    dice.iter().map(|&n| usize::from(n)).sum()
}

fn sum(dice: &Dice) -> i64 {
    (1..).zip(dice).map(|(face, &n)| face * i64::from(n)).sum()
}

fn thrown(n: usize, words: &mut Words) -> Dice {
    roll(n as u32, words).to_array().map(|n| n as u8)
}

/// Calls back with every way to keep some of the dice.
fn each_part(dice: &Dice, part: &mut impl FnMut(&Dice)) {
    fn deeper(dice: &Dice, face: usize, kept: &mut Dice, part: &mut impl FnMut(&Dice)) {
        if face == 6 {
            return part(kept);
        }
        for k in 0..=dice[face] {
            kept[face] = k;
            deeper(dice, face + 1, kept, part);
        }
        kept[face] = 0;
    }
    deeper(dice, 0, &mut [0; 6], part);
}

/// Two players take turns until one has so much; answers with the turns and whether the first won.
fn race(block: BlockKey, goal: i64, mut turn: impl FnMut(i64, &mut Words) -> i64) -> (u32, bool) {
    let (mut scores, mut turns) = ([0i64; 2], 0);
    loop {
        let seat = turns as usize % 2;
        let slot = Slot::new(Purpose::Turn, seat as u8, turns / 2, 0);
        scores[seat] = turn(scores[seat], &mut block.words(slot));
        turns += 1;
        if scores[seat] >= goal {
            return (turns, seat == 0);
        }
    }
}

/// Pig, holding at 20.
pub(crate) fn pig(block: BlockKey) -> (u32, bool) {
    race(block, 100, |score, words| {
        let mut total = 0;
        loop {
            let number = sum(&thrown(1, words));
            if number == 1 {
                return score;
            }
            total += number;
            if score + total >= 100 || total >= 20 {
                return score + total;
            }
        }
    })
}

/// What dice are worth in Farkle as a whole, by the number of each face; made once.
pub(crate) struct Farkle(Vec<i64>);

fn code(dice: &Dice) -> usize {
    dice.iter().fold(0, |code, &n| code * 7 + usize::from(n))
}

impl Farkle {
    pub(crate) fn new() -> Farkle {
        let mut worth = vec![-1; 7usize.pow(6)];
        worth[0] = 0;
        each_part(&[6; 6], &mut |dice| {
            if (1..=6).contains(&count(dice)) {
                worth[code(dice)] = Farkle::best(dice);
            }
        });
        Farkle(worth)
    }

    /// −1 if some of the dice are worth nothing.
    fn best(dice: &Dice) -> i64 {
        if count(dice) == 0 {
            return 0;
        }
        let mut best = -1;
        let mut take = |pattern: &[(usize, u8)], points: i64| {
            let mut rest = *dice;
            if pattern.iter().all(|&(face, n)| dice[face - 1] >= n) {
                pattern.iter().for_each(|&(face, n)| rest[face - 1] -= n);
                let others = Farkle::best(&rest);
                best = if others >= 0 { best.max(points + others) } else { best };
            }
        };
        take(&[(1, 1)], 100);
        take(&[(5, 1)], 50);
        take(&[(1, 3)], 1000);
        for x in 1..7 {
            [(3, 100 * x as i64), (4, 1000), (5, 2000), (6, 3000)]
                .iter()
                .for_each(|&(n, points)| take(&[(x, n)], points));
            for y in (1..7).filter(|&y| y != x) {
                take(&[(x, 4), (y, 2)], 1500);
                take(&[(x, 3), (y, 3)], 2500);
                (1..7).filter(|&z| z != x && z != y).for_each(|z| take(&[(x, 2), (y, 2), (z, 2)], 1500));
            }
        }
        take(&[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)], 1500);
        best
    }

    /// The strategy of `bank.toml`, which banks at so much.
    pub(crate) fn play(&self, block: BlockKey, at: i64) -> (u32, bool) {
        race(block, 10_000, |score, words| {
            let (mut total, mut left) = (0, 6);
            loop {
                let dice = thrown(left, words);
                let mut best = (i64::MIN, 0, 0);
                each_part(&dice, &mut |kept| {
                    let points = self.0[code(kept)];
                    if points > 0 {
                        let rest = left - count(kept);
                        let after = (total + points, if rest == 0 { 6 } else { rest });
                        let value = after.0 + 60 * after.1 as i64;
                        if value > best.0 {
                            best = (value, after.0, after.1);
                        }
                    }
                });
                if best.0 == i64::MIN {
                    return score;
                }
                (total, left) = (best.1, best.2);
                if score + total >= 10_000 || ((total >= at || left <= 2) && (score > 0 || total >= 500)) {
                    return score + total;
                }
            }
        })
    }
}

/// Ship, captain and crew for five rounds, keeping cargo dice of 4 and more; answers with the turns and the scores.
pub(crate) fn ship(block: BlockKey) -> (u32, [i64; 2]) {
    let mut scores = [0; 2];
    for turn in 0..10 {
        let seat = turn as usize % 2;
        let mut words = block.words(Slot::new(Purpose::Turn, seat as u8, turn / 2, 0));
        let mut lie: Dice = [0; 6];
        for rolled in 1..=3 {
            let more = thrown(5 - count(&lie), &mut words);
            lie.iter_mut().zip(more).for_each(|(n, more)| *n += more);
            if lie[3] > 0 && lie[4] > 0 && lie[5] > 0 {
                let mut cargo = lie;
                cargo[3..].iter_mut().for_each(|n| *n -= 1);
                if rolled == 3 || cargo[..3] == [0; 3] {
                    scores[seat] += sum(&cargo);
                    break;
                }
                cargo[..3].fill(0);
                cargo[3..].iter_mut().for_each(|n| *n += 1);
                lie = cargo;
            } else if lie[5] == 0 {
                lie = [0; 6];
            } else {
                lie = [0, 0, 0, 0, lie[4].min(1), 1];
            }
        }
    }
    (10, scores)
}

/// Five lines, keeping what is alike and filling what brings most; answers with the turns and the scores.
pub(crate) fn lines(block: BlockKey) -> (u32, [i64; 2]) {
    let (mut scores, mut filled) = ([0; 2], [[false; 5]; 2]);
    for turn in 0..10 {
        let seat = turn as usize % 2;
        let mut words = block.words(Slot::new(Purpose::Turn, seat as u8, turn / 2, 0));
        let mut lie: Dice = [0; 6];
        for rolled in 1..=3 {
            let more = thrown(5 - count(&lie), &mut words);
            lie.iter_mut().zip(more).for_each(|(n, more)| *n += more);
            let most = lie.iter().copied().max().unwrap_or(0);
            if rolled == 3 || most == 5 {
                break;
            }
            let face = lie.iter().rposition(|&n| n == most).unwrap_or(0);
            lie = [0; 6];
            lie[face] = most;
        }
        let (most, total) = (lie.iter().copied().max().unwrap_or(0), sum(&lie));
        let runs = lie.split(|&n| n == 0).map(<[u8]>::len).max().unwrap_or(0);
        let of = |holds: bool, points: i64| if holds { points } else { 0 };
        let brings =
            [4 * i64::from(lie[3]), 6 * i64::from(lie[5]), of(most >= 3, total), of(runs >= 4, 30), of(most == 5, 50)];
        let open = (0..5).filter(|&line| !filled[seat][line]);
        let best = open.rev().max_by_key(|&line| brings[line]).unwrap_or(0);
        filled[seat][best] = true;
        scores[seat] += brings[best];
    }
    (10, scores)
}

/// Three of a kind, to 50, banking at 20.
pub(crate) fn threes(block: BlockKey) -> (u32, bool) {
    race(block, 50, |score, words| {
        let mut total = 0;
        loop {
            let mut lie: Dice = [0; 6];
            for rolled in 1..=3 {
                let more = thrown(5 - count(&lie), words);
                lie.iter_mut().zip(more).for_each(|(n, more)| *n += more);
                if lie[0] >= 2 {
                    return score;
                }
                let most = lie[1..].iter().copied().max().unwrap_or(0);
                if rolled == 3 || most == 5 {
                    break;
                }
                // Of equal faces the highest: its ways to be kept come first.
                let face = 1 + lie[1..].iter().rposition(|&n| n == most).unwrap_or(0);
                lie = [0; 6];
                lie[face] = most;
            }
            total += if lie.iter().any(|&n| n >= 3) { 10 } else { 0 };
            if score + total >= 50 || total >= 20 {
                return score + total;
            }
        }
    })
}
