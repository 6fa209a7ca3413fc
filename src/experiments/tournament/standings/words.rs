//! A tournament in words.

use super::Standings;
use crate::record::{Allot, Schedule, TournamentTerms, counted, noun};
use crate::report::Heading;
use crate::report::Headline;
use crate::report::compare::Verdict;
use crate::report::definitions;
use crate::report::shown::{in_points, shown_percent};

/// What is known of the order, in sentences: who is best, and how much of the order is settled.
pub fn order_sentences(standings: &Standings<'_>) -> Vec<String> {
    let (tallies, order, verdicts) = (standings.tallies, standings.order(), standings.verdicts());
    let best = order[0];
    let of_all = &verdicts[best];
    let of_best = |verdict: Verdict| order[1..].iter().filter(move |&&other| of_all[other] == verdict);
    let named = |verdict: Verdict| match of_best(verdict).count() {
        many @ 7.. => format!("{many} others"),
        _ => listed(of_best(verdict).map(|&other| tallies.name(other)), verdict),
    };
    let mean = standings.mean(best).as_ref().map_or(String::new(), shown_percent);
    let (name, points) = (tallies.name(best), in_points(tallies.terms.margin.value()));
    let (equal, open) = (named(Verdict::Equal), named(Verdict::Undecided));
    let equal =
        if equal.is_empty() { equal } else { format!(" Within {points} percentage points, it is equal to {equal}.") };
    let open = if open.is_empty() { open } else { format!(" But {open} may be as good.") };
    let first = match (equal.is_empty(), open.is_empty()) {
        (true, true) => {
            format!("{name} is the best of {} entrants: its win share is {mean}, {}.", order.len(), among(standings))
        }
        _ => format!("{name} has the highest win share: {mean}, {}.{equal}{open}", among(standings)),
    };
    let pairs = (0..order.len()).flat_map(|a| (a + 1..order.len()).map(move |b| (a, b)));
    let of_kind = |kind: Verdict| pairs.clone().filter(|&(a, b)| verdicts[a][b] == kind).count();
    let (open, equal) = (of_kind(Verdict::Undecided), of_kind(Verdict::Equal));
    let all = standings.pairs();
    let clear = all - open - equal;
    let level = level(&tallies.terms);
    let settled = if all > 1 && open + equal == 0 {
        format!(
            "All {} of entrants have a clear winner. With {level}% confidence, all these verdicts are correct together.",
            counted(all as u64, "pair", "pairs")
        )
    } else {
        let equal = if equal == 0 {
            String::new()
        } else {
            format!(
                ", {equal} {} equal (their win shares differ by at most {points} percentage points),",
                noun(equal as u64, "is", "are")
            )
        };
        format!(
            "Of {} of entrants, {clear} {} a clear winner{equal} and {open} {} undecided. With {level}% confidence, all these verdicts \
             are correct together.",
            counted(all as u64, "pair", "pairs"),
            noun(clear as u64, "has", "have"),
            noun(open as u64, "is", "are")
        )
    };
    vec![first, settled]
}

/// What a mean is taken over.
fn among(standings: &Standings<'_>) -> String {
    let tallies = standings.tallies;
    match tallies.schedule {
        Schedule::Mirror => {
            "averaged over all opponents (in each game, all opponents are copies of one entrant)".to_owned()
        }
        Schedule::All => "averaged over all opponents (any entrants play the other seats)".to_owned(),
        Schedule::Field => format!("against {}", tallies.field.join(", ")),
    }
}

/// Names in a sentence: of those that may be as good, any one.
fn listed<'n>(names: impl Iterator<Item = &'n str>, verdict: Verdict) -> String {
    let names: Vec<&str> = names.collect();
    let last = if verdict == Verdict::Undecided { "or" } else { "and" };
    match &names[..] {
        [all @ .., before, end] => format!("{} {last} {end}", [all, &[*before]].concat().join(", ")),
        _ => names.concat(),
    }
}

/// The level of all intervals together, in percent.
fn level(terms: &TournamentTerms) -> String {
    let level = format!("{:.6}", 100.0 * (1.0 - terms.alpha.value()));
    level.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How the intervals were made.
pub fn together(terms: &TournamentTerms) -> String {
    let level = level(terms);
    if terms.is_fixed() {
        return format!("Student's {level}% intervals from 64 batches of deals, with Bonferroni's correction");
    }
    let why = match terms.allot {
        Allot::Even => "",
        Allot::Order | Allot::Best => ", because the results decided who played on",
    };
    format!("{level}% confidence sequence from 64 batches of deals, with Bonferroni's correction{why}")
}

/// The same for people: what the level is of comes first.
pub fn together_in_words(terms: &TournamentTerms) -> String {
    let level = level(terms);
    let (intervals, why) = match (terms.is_fixed(), terms.allot) {
        (true, _) => ("Student's intervals", ""),
        (false, Allot::Even) => ("a confidence sequence", ""),
        (false, Allot::Order | Allot::Best) => ("a confidence sequence", ", because the results decided who played on"),
    };
    format!(
        "with {level}% confidence, all mean win shares and verdicts are correct together ({intervals} from 64 batches of deals, with \
         Bonferroni's correction{why})"
    )
}

/// How the intervals of payoffs were made, each of which is for itself.
pub fn of_payoffs(terms: &TournamentTerms) -> &'static str {
    match terms.is_fixed() {
        true => "each is a 95% interval",
        false => {
            "each is a 95% confidence sequence: it holds at all checks together, so at a single check it holds more often (about 99.9%)"
        }
    }
}

/// What it comes to in short: every entrant's mean.
pub fn headline(standings: &Standings<'_>) -> Headline {
    let tallies = standings.tallies;
    let row = |entrant: usize| (tallies.name(entrant).to_owned(), standings.mean(entrant));
    Headline {
        of: Heading::text(definitions::STRATEGY),
        number: Heading::estimate(definitions::MEAN),
        rows: standings.order().into_iter().map(row).collect(),
        sentence: order_sentences(standings).into_iter().next().unwrap_or_default(),
    }
}
