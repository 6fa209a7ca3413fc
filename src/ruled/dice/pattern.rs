//! Patterns of dice, such as `1 1 5` or `x x y`: what they stand for, and what hands made of them are worth.

use super::{Dice, Hand, MOST_DICE};

/// The most hands that a pattern stands for.
const MOST_MEANT: usize = 5_000;
/// The most faces that the words of a pattern are compared with.
const MOST_LOOKED: usize = 200_000;
/// The most comparisons of hands with patterns.
const MOST_COMPARED: usize = 20_000_000;

/// What a pattern stands for: how many dice show each face (each name once), and the numbers that its letters stand for.
pub(crate) type Meant = (Vec<u8>, Vec<(char, i64)>);

/// A face, with the letter that is settled by it.
type Settled = (usize, Option<(char, i64)>);

impl Dice {
    /// What a pattern stands for. A letter is any face, different letters are different faces; where dice show numbers, a
    /// letter is a number. Fails with a message.
    pub(crate) fn pattern(&self, text: &str) -> Result<Vec<Meant>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() || words.len() > MOST_DICE {
            return Err("a pattern is faces with spaces between them, like '1 1 5' or 'x x y'".to_owned());
        }
        let (mut found, mut looked) = (vec![(vec![0u8; self.faces.len()], Vec::new())], 0);
        for word in words {
            looked += found.len() * self.faces.len();
            if looked > MOST_LOOKED {
                return Err("this pattern matches too many hands".to_owned());
            }
            let mut longer = Vec::new();
            for (counts, letters) in found {
                for (face, letter) in self.faces_of(word, &letters)? {
                    let (mut counts, mut letters): Meant = (counts.clone(), letters.clone());
                    counts[face] += 1;
                    letters.extend(letter);
                    longer.push((counts, letters));
                }
            }
            if longer.len() > MOST_MEANT {
                return Err("this pattern matches too many hands".to_owned());
            }
            found = longer;
        }
        Ok(found)
    }

    /// The faces that a word of a pattern can be, each with the letter that is settled by it.
    fn faces_of(&self, word: &str, letters: &[(char, i64)]) -> Result<Vec<Settled>, String> {
        if let Some(face) = self.faces.iter().position(|face| face.name == word) {
            return Ok(vec![(face, None)]);
        }
        let mut signs = word.chars();
        let letter = signs.next().filter(|c| c.is_ascii_lowercase() && signs.next().is_none());
        let Some(letter) = letter else {
            let names: Vec<&str> = self.faces.iter().map(|face| &*face.name).collect();
            return Err(format!("'{word}' is neither a face ({}) nor a letter", names.join(", ")));
        };
        // A letter that is settled stands for the same face again.
        let stands_for = |face: usize| self.faces[face].value.unwrap_or(face as i64);
        let known = letters.iter().find(|(other, _)| *other == letter).map(|(_, is)| *is);
        let numbers = self.has_numbers();
        let all = (0..self.faces.len()).filter(|&face| self.alike[face] == face);
        let all = all.filter(|&face| !numbers || self.faces[face].value.is_some());
        let fits = |face: &usize| match known {
            Some(is) => stands_for(*face) == is,
            None => letters.iter().all(|(_, is)| *is != stands_for(*face)),
        };
        Ok(all.filter(fits).map(|face| (face, known.is_none().then(|| (letter, stands_for(face))))).collect())
    }
}

/// What each hand is worth as a whole if it is made of these patterns, each with its points: the best way to part it, 0 if
/// some of it is worth nothing. And the most that some of its dice are worth. Fails with a message.
pub(crate) fn worth(dice: &Dice, patterns: &[(Hand, i64)]) -> Result<(Vec<i64>, Vec<i64>), String> {
    let n = dice.numbered();
    if n == 0 || n * patterns.len() > MOST_COMPARED {
        return Err("there are too many different hands to say what each is worth".to_owned());
    }
    let (mut whole, mut best) = (vec![i64::MIN; n], vec![0; n]);
    whole[0] = 0;
    let patterns: Vec<(Vec<u8>, i64)> =
        patterns.iter().map(|&(hand, points)| (dice.with_counts(hand, <[u8]>::to_vec), points)).collect();
    for hand in 1..n {
        let counts = dice.with_counts(hand as Hand, <[u8]>::to_vec);
        for (pattern, points) in patterns.iter().filter(|(pattern, _)| pattern.iter().zip(&counts).all(|(a, b)| a <= b))
        {
            let rest: Vec<u8> = counts.iter().zip(pattern).map(|(a, b)| a - b).collect();
            let rest = dice.hand(&rest).map_or(i64::MIN, |rest| whole[rest as usize]);
            whole[hand] = whole[hand].max(rest.saturating_add(*points));
        }
        best[hand] = whole[hand].max(0);
        for face in (0..counts.len()).filter(|&face| counts[face] > 0) {
            let mut fewer = counts.clone();
            fewer[face] -= 1;
            best[hand] = best[hand].max(dice.hand(&fewer).map_or(0, |fewer| best[fewer as usize]));
        }
    }
    Ok((whole.into_iter().map(|points| points.max(0)).collect(), best))
}
