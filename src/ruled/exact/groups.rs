//! Which positions can come back to each other (Tarjan, "Depth-first search and linear graph algorithms", 1972).

/// Groups of positions that can come back to each other, those that a group leads to before it. `follows(position, i)` is
/// the position number `i` that one leads to, if there is one.
pub(super) fn groups(n: usize, follows: impl Fn(u32, usize) -> Option<u32>) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let (mut index, mut low, mut is_open) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut open, mut groups, mut counter) = (Vec::new(), Vec::new(), 0);
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..n as u32 {
        if index[root as usize] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some((here, next)) = path.last_mut() {
            let at = *here as usize;
            if index[at] == NEW {
                (index[at], low[at], is_open[at]) = (counter, counter, true);
                counter += 1;
                open.push(*here);
            }
            let to = follows(*here, *next);
            *next += 1;
            match to {
                Some(to) if index[to as usize] == NEW => path.push((to, 0)),
                Some(to) if is_open[to as usize] => low[at] = low[at].min(index[to as usize]),
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        low[*before as usize] = low[*before as usize].min(low[at]);
                    }
                    if low[at] == index[at] {
                        let first = open.iter().rposition(|&other| other as usize == at).unwrap_or(0);
                        let group = open.split_off(first);
                        group.iter().for_each(|&other| is_open[other as usize] = false);
                        groups.push(group);
                    }
                }
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn what_comes_back_is_one_group_after_what_it_leads_to() {
        // 0 → 1 → 2 → 1, 2 → 3, 3 → 3.
        let edges = [vec![1], vec![2], vec![1, 3], vec![3]];
        let found = groups(4, |at, i| edges[at as usize].get(i).copied());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0]]);
    }
}
