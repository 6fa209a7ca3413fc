//! Targets of a design: what a number of the game should be, and which combinations of a sweep meet it.
//!
//! Owns how targets are written, which numbers they can name, the intervals that hold for all of them at once, and which
//! combinations are no worse than another in everything.

mod followed;
mod tables;

pub use followed::{Goal, Objective, Wanted, has_measures, unfollowed};
pub use tables::{designs_files, designs_records, designs_table};

pub use super::seats::luck_of_designs;
use super::seats::without_luck;
use crate::games::WHOLE_WIN;
use crate::record::{Cell, ColumnKind, CombinationRecord, SweepTallies, Tallies};
use crate::report::measures;
use crate::report::tables::ratio;
use crate::stats::{ErrorRate, Estimate, Interval, Measure, Moments, Scale, difference, pooled_ratio};
use followed::followed;
use std::fmt;
use std::str::FromStr;

/// What a target is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The win share of a seat, from 1, whoever sits there.
    Seat(usize),
    /// The win share of a seat less that of another.
    Seats(usize, usize),
    /// The mean of a metric of `length.csv`.
    Length(String),
    /// A column of a table of what the game counts, in the rows whose first label is this, all strategies together; with
    /// `*` for each label that there is.
    Counted(String, String),
    /// What is measured of how games go, as by `analyze feel`.
    Measure(Measure),
}

/// In place of a label: every one, such as all cards.
const EVERY: &str = "*";

/// A number of the game and what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// What it is about.
    pub aim: Aim,
    /// Between which numbers it should lie.
    pub within: Interval,
    /// As it was typed.
    pub typed: String,
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aim::Seat(seat) => write!(f, "seat{seat}"),
            Aim::Seats(one, other) => write!(f, "seat{one}-seat{other}"),
            Aim::Length(metric) => f.write_str(metric),
            Aim::Counted(column, label) => write!(f, "{column}.{label}"),
            Aim::Measure(measure) => f.write_str(measures::name(*measure)),
        }
    }
}

/// What is wrong with a target, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TargetError(String);

impl FromStr for Target {
    type Err = TargetError;

    /// Reads `NUMBER=VALUE±TOLERANCE` (or `+-`), `NUMBER=LO..HI`, `NUMBER>=LO`, or `NUMBER<=HI`.
    ///
    /// # Errors
    /// If it is written otherwise, or nothing can lie there.
    fn from_str(typed: &str) -> Result<Target, TargetError> {
        let wrong = |what: &str| TargetError(what.to_owned());
        let form =
            "write seat3-seat1=0±0.01, seat1=0.3..0.36, rounds=8..10 or invalid_rate.CARD=0.25..0.4 (* for every card)";
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|it| it.is_finite()).ok_or_else(|| wrong(form));
        let target = |aim: &str, within: Interval| {
            let aim: Aim = aim.parse()?;
            match no_win_share(&aim, within) {
                Some(reason) => Err(TargetError(reason)),
                None => Ok(Target { aim, within, typed: typed.to_owned() }),
            }
        };
        if let Some((aim, least)) = typed.split_once(">=") {
            return target(aim, Interval { lo: number(least)?, hi: f64::INFINITY });
        }
        if let Some((aim, most)) = typed.split_once("<=") {
            return target(aim, Interval { lo: f64::NEG_INFINITY, hi: number(most)? });
        }
        let (aim, value) = typed.split_once('=').ok_or_else(|| wrong(form))?;
        if value.contains('%') {
            return Err(wrong("a win share or a rate is a fraction: for 30%..36% write 0.3..0.36"));
        }
        if value.trim().parse::<f64>().is_ok() {
            let value = value.trim();
            return Err(TargetError(format!("only a range can be met: write {aim}={value}±0.01, or {aim}=LO..HI")));
        }
        let within = if let Some((lo, hi)) = value.split_once("..") {
            Interval { lo: number(lo)?, hi: number(hi)? }
        } else {
            let (centre, half) = value.split_once('±').or_else(|| value.split_once("+-")).ok_or_else(|| wrong(form))?;
            let (centre, half) = (number(centre)?, number(half)?);
            Interval { lo: centre - half, hi: centre + half }
        };
        if within.lo >= within.hi {
            return Err(wrong("the lower end is not below the upper end; only a range can be met"));
        }
        target(aim, within)
    }
}

impl FromStr for Aim {
    type Err = TargetError;

    /// Reads the name of a number: `seat1`, `seat3-seat1`, a metric of `length.csv`, a measure, or `COLUMN.LABEL`.
    ///
    /// # Errors
    /// If it names nothing, or a seat that differs from itself.
    fn from_str(typed: &str) -> Result<Aim, TargetError> {
        let wrong = |what: &str| TargetError(what.to_owned());
        let seat =
            |text: &str| text.strip_prefix("seat").and_then(|seat| seat.parse::<usize>().ok()).filter(|&it| it > 0);
        let aim = typed.trim();
        Ok(match (seat(aim), aim.split_once('-'), aim.split_once('.')) {
            (Some(own), ..) => Aim::Seat(own),
            (None, Some((one, other)), _) if seat(one).is_some() && seat(other).is_some() => {
                match (seat(one), seat(other)) {
                    (Some(one), Some(other)) if one != other => Aim::Seats(one, other),
                    _ => return Err(wrong("a seat cannot differ from itself")),
                }
            }
            (None, _, Some((column, label))) => Aim::Counted(column.to_owned(), label.to_owned()),
            _ if aim.is_empty() => {
                return Err(wrong("name a number: seat1, seat3-seat1, rounds, lead_changes or invalid_rate.CARD"));
            }
            // Rounds are a metric of length too, for which no game has to be followed.
            _ => match measures::measure(aim).filter(|measure| *measure != Measure::Rounds) {
                Some(measure) => Aim::Measure(measure),
                None => Aim::Length(aim.to_owned()),
            },
        })
    }
}

/// Why an interval holds no win share, or every one, if it does: it was probably meant in percent.
fn no_win_share(aim: &Aim, Interval { lo, hi }: Interval) -> Option<String> {
    let least = match aim {
        Aim::Seat(_) => 0.0,
        Aim::Seats(..) => -1.0,
        Aim::Counted(..) | Aim::Length(_) | Aim::Measure(_) => return None,
    };
    if least < 0.0 && (lo - least).abs() < 1e-9 && (hi - 1.0).abs() < 1e-9 {
        return Some(
            "every difference of win shares lies from -1 to 1: for one percentage point write 0.01".to_owned(),
        );
    }
    let is_outside = lo > 1.0 || hi < least || lo < least && hi > 1.0;
    // Without the digits that dividing by 100 would add.
    let percent = |end: f64| (end * 1e4).round() / 1e6;
    is_outside.then(|| {
        let what = if least < 0.0 { "a difference of win shares" } else { "a win share" };
        format!("{what} is a fraction, from {least} to 1: for percent write {}..{}", percent(lo), percent(hi))
    })
}

impl Target {
    /// Whether it is about every label of a column, such as all cards.
    pub fn is_for_every_label(&self) -> bool {
        matches!(&self.aim, Aim::Counted(_, label) if label == EVERY)
    }
}

/// Why these targets cannot all be met, whatever is played: two of them about one number that lie apart.
pub fn contradiction(targets: &[Target]) -> Option<String> {
    let apart = |a: &Interval, b: &Interval| a.hi < b.lo || b.hi < a.lo;
    let turned = |it: &Interval| Interval { lo: -it.hi, hi: -it.lo };
    for (at, b) in targets.iter().enumerate() {
        for a in &targets[..at] {
            let clash = match (&a.aim, &b.aim) {
                (Aim::Seats(one, other), Aim::Seats(two, another)) if (one, other) == (another, two) => {
                    apart(&a.within, &turned(&b.within))
                }
                (Aim::Counted(one, this), Aim::Counted(other, that)) => {
                    let both = this == that || [this, that].contains(&&EVERY.to_owned());
                    one == other && both && apart(&a.within, &b.within)
                }
                (one, other) => one == other && apart(&a.within, &b.within),
            };
            if clash {
                return Some(format!("'{}' and '{}' contradict each other: no game meets both", a.typed, b.typed));
            }
        }
    }
    None
}

/// Whether win shares of so many seats, which add up to 1, can meet these targets.
///
/// The targets are bounds of numbers and of their differences. The highest numbers within such bounds, and the lowest, are
/// found together by shortest paths (Cormen et al., Introduction to Algorithms, section 24.4), and between them any sum can
/// be had, as the bounds are convex.
fn shares_exist(targets: &[Target], seats: usize) -> bool {
    // From a to b: by how much b may be above a. The first of all is 0, which each seat is held against.
    let share = |from: usize, to: usize| match (from, to) {
        (from, to) if from == to => 0.0,
        (0, _) => 1.0,
        (_, 0) => 0.0,
        _ => f64::INFINITY,
    };
    let mut above: Vec<Vec<f64>> = (0..=seats).map(|from| (0..=seats).map(|to| share(from, to)).collect()).collect();
    for target in targets {
        let (one, other) = match target.aim {
            Aim::Seat(one) => (one, 0),
            Aim::Seats(one, other) => (one, other),
            Aim::Length(_) | Aim::Counted(..) | Aim::Measure(_) => continue,
        };
        above[other][one] = above[other][one].min(target.within.hi);
        above[one][other] = above[one][other].min(-target.within.lo);
    }
    for by in 0..=seats {
        for from in 0..=seats {
            for to in 0..=seats {
                above[from][to] = above[from][to].min(above[from][by] + above[by][to]);
            }
        }
    }
    let rounding = 1e-9;
    let (highest, lowest) =
        (1..=seats).fold((0.0, 0.0), |(highest, lowest), seat| (highest + above[0][seat], lowest - above[seat][0]));
    (0..=seats).all(|seat| above[seat][seat] >= -rounding) && highest >= 1.0 - rounding && lowest <= 1.0 + rounding
}

/// What a table of what a game counts can answer: the columns that are rates or means, and the first labels.
fn columns(tallies: &Tallies) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for statistics in &tallies.statistics {
        let mut labels: Vec<String> = Vec::new();
        for row in &statistics.rows {
            if let Some(label) = row.labels.first().filter(|label| !labels.contains(label)) {
                labels.push(label.clone());
            }
        }
        let numbers = statistics.columns.iter().filter(|column| !matches!(column.kind, ColumnKind::Count { .. }));
        all.extend(numbers.map(|column| (column.name.clone(), labels.clone())));
    }
    all
}

/// Why targets of the win shares of seats cannot all be met in games of so many, as these are.
pub fn impossible(targets: &[Target], tallies: &Tallies) -> Option<String> {
    let seats = tallies.seats.len();
    let about_seats = |target: &&Target| matches!(target.aim, Aim::Seat(_) | Aim::Seats(..));
    let typed = || {
        targets.iter().filter(about_seats).map(|target| format!("'{}'", target.typed)).collect::<Vec<_>>().join(", ")
    };
    (!shares_exist(targets, seats))
        .then(|| format!("{} cannot all be met: the win shares of {seats} seats add up to 1", typed()))
}

/// Why a number is nothing that these games report.
pub fn unreported(aim: &Aim, tallies: &Tallies) -> Option<String> {
    let seats = tallies.seats.len();
    let lengths: Vec<&str> = tallies.lengths.iter().map(|length| &*length.metric).collect();
    match aim {
        Aim::Seat(seat) | Aim::Seats(seat, _) if *seat > seats => Some(format!("there is no seat {seat} of {seats}")),
        Aim::Seats(_, seat) if *seat > seats => Some(format!("there is no seat {seat} of {seats}")),
        Aim::Length(metric) if !lengths.contains(&&**metric) => Some(format!(
            "'{metric}' is not something this game measures (valid: seatN, seatN-seatM, {}, a measure of 'analyze feel' such as \
             lead_changes, or COLUMN.LABEL of what the game counts, such as invalid_rate.CARD)",
            lengths.join(", "),
        )),
        Aim::Counted(column, label) => {
            let known = columns(tallies);
            match known.iter().find(|(name, _)| name == column) {
                None => Some(format!(
                    "'{column}' is not something this game measures (valid: {})",
                    known.iter().map(|(column, _)| &**column).collect::<Vec<_>>().join(", ")
                )),
                Some((_, labels)) if label != EVERY && !labels.contains(label) => {
                    Some(format!("'{column}' has no '{label}' (valid: *, {})", labels.join(", ")))
                }
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// Whether a target is met, with the confidence that all of them have together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meets {
    /// The whole interval lies within the target.
    Met,
    /// The interval lies outside.
    NotMet,
    /// Neither.
    Undecided,
}

impl Meets {
    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Meets::Met => "met",
            Meets::NotMet => "not_met",
            Meets::Undecided => "undecided",
        }
    }

    /// All of these together.
    fn all(mut each: impl Iterator<Item = Meets> + Clone) -> Meets {
        let has_missed = each.clone().any(|one| one == Meets::NotMet);
        let are_met = each.all(|one| one == Meets::Met);
        if has_missed {
            Meets::NotMet
        } else if are_met {
            Meets::Met
        } else {
            Meets::Undecided
        }
    }

    fn of(estimate: Option<&Estimate>, within: Interval) -> Meets {
        match estimate.and_then(|estimate| estimate.interval) {
            Some(it) if within.lo <= it.lo && it.hi <= within.hi => Meets::Met,
            Some(it) if it.hi < within.lo || within.hi < it.lo => Meets::NotMet,
            _ => Meets::Undecided,
        }
    }
}

/// The number of a target, or of every label that it is about the one that is farthest from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number.
    pub number: Option<Estimate>,
    /// Whether the target is met, by all numbers that it is about.
    pub meets: Meets,
    /// Of a target for every label: the one whose number this is, and those that do not meet it.
    pub labels: Option<(String, Vec<String>)>,
}

/// A combination against all targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Its position in the records.
    pub combination: usize,
    /// What it comes to by each target.
    pub judged: Vec<Judged>,
    /// Whether all are met: not as soon as one is not.
    pub meets: Meets,
    /// Whether no other combination comes as near to all targets, and nearer to one.
    pub is_pareto: bool,
    /// What is to be as low, or as high, as it can be.
    pub objective: Option<Estimate>,
}

/// The numbers of a combination by which it is judged: those of win shares without luck, where it is cancelled.
fn number(combination: &CombinationRecord, aim: &Aim, alpha: ErrorRate) -> Option<Estimate> {
    without_luck(combination, aim, alpha)
        .or_else(|| as_played(&combination.tallies, aim, alpha))
        .or_else(|| followed(combination, aim, alpha))
}

/// The same as played.
fn as_played(tallies: &Tallies, aim: &Aim, alpha: ErrorRate) -> Option<Estimate> {
    let seat = |seat: usize| -> Option<Estimate> {
        let Cell { seats_a_block, share, .. } = tallies.seats.get(seat - 1)?;
        let most = seats_a_block * u64::from(WHOLE_WIN);
        let moments = Moments {
            n: tallies.blocks,
            sum: share.sum,
            squares: share.squares,
            least: 0,
            most: i64::try_from(most).ok()?,
        };
        difference(&moments, Scale::new(most.max(1), most.max(1)), alpha)
    };
    match aim {
        Aim::Seat(one) => seat(*one),
        // The standard deviation of a difference is at most the sum of both.
        Aim::Seats(one, other) => {
            let (one, other) = (seat(*one)?, seat(*other)?);
            let half = one.interval.zip(other.interval).map(|(a, b)| (a.width() + b.width()) / 2.0);
            let value = one.value - other.value;
            Some(Estimate {
                value,
                interval: half.map(|half| Interval { lo: value - half, hi: value + half }),
                n: one.n,
            })
        }
        Aim::Measure(_) => None,
        Aim::Length(metric) => {
            let length = tallies.lengths.iter().find(|length| length.metric == *metric)?;
            let (n, sums, ends) = (tallies.blocks, length.blocks, length.ends);
            let moments = Moments { n, sum: sums.sum, squares: sums.squares, least: ends.least, most: ends.most };
            let limit = length.limit.map_or(u64::from(u32::MAX), u64::from).max(1);
            difference(&moments, Scale::new(tallies.games_a_block, tallies.games_a_block * limit), alpha)
        }
        Aim::Counted(column, label) => {
            let (statistics, kind) = tallies.statistics.iter().find_map(|statistics| {
                Some((statistics, statistics.columns.iter().find(|known| known.name == *column)?.kind))
            })?;
            let (of, among) = match kind {
                ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => (of, among),
                ColumnKind::Count { .. } => return None,
            };
            let rows = statistics.rows.iter().filter(|row| row.labels.first() == Some(label));
            let sums: Vec<_> = rows.filter_map(|row| ratio(statistics, row, of, among)).collect();
            pooled_ratio(&sums, alpha)
        }
    }
}

/// How far a number is outside its target; below 0 within it.
fn outside(estimate: Option<&Estimate>, within: Interval) -> f64 {
    estimate.map_or(f64::INFINITY, |it| (within.lo - it.value).max(it.value - within.hi))
}

/// The labels that a target is about, if it is about every one.
fn labels(tallies: &Tallies, aim: &Aim) -> Option<Vec<String>> {
    let Aim::Counted(column, _) = aim else { return None };
    let known =
        || columns(tallies).into_iter().find(|(name, _)| name == column).map_or(Vec::new(), |(_, labels)| labels);
    matches!(aim, Aim::Counted(_, label) if label == EVERY).then(known)
}

/// What a combination comes to by a target, each number with this error rate.
fn judged(combination: &CombinationRecord, target: &Target, alpha: ErrorRate) -> Judged {
    let tallies = &combination.tallies;
    let of = |aim: &Aim| {
        let found = number(combination, aim, alpha);
        (found, Meets::of(found.as_ref(), target.within))
    };
    let (Some(labels), Aim::Counted(column, _)) = (labels(tallies, &target.aim), &target.aim) else {
        let (number, meets) = of(&target.aim);
        return Judged { number, meets, labels: None };
    };
    let each: Vec<(&String, (Option<Estimate>, Meets))> =
        labels.iter().map(|label| (label, of(&Aim::Counted(column.clone(), label.clone())))).collect();
    let far = |&(_, (number, _)): &(&String, (Option<Estimate>, Meets))| outside(number.as_ref(), target.within);
    let worst = each.iter().fold(&each[0], |worst, one| if far(one) > far(worst) { one } else { worst });
    let missed = each.iter().filter(|(_, (_, meets))| *meets == Meets::NotMet).map(|(label, _)| (*label).clone());
    Judged {
        number: worst.1.0,
        meets: Meets::all(each.iter().map(|(_, (_, meets))| *meets)),
        labels: Some((worst.0.clone(), missed.collect())),
    }
}

/// All combinations against all targets. The intervals hold for all of them at once, and for every label that a target is
/// about, but with probability 5 % (Bonferroni, over the combinations that were asked for).
pub fn designs(tallies: &SweepTallies, wanted: &Wanted) -> Vec<Design> {
    let Wanted { targets, objective } = wanted;
    let numbers = |combination: &CombinationRecord| -> usize {
        targets.iter().map(|target| labels(&combination.tallies, &target.aim).map_or(1, |labels| labels.len())).sum()
    };
    let most = tallies.combinations.iter().map(numbers).max().unwrap_or(1).max(1) + usize::from(objective.is_some());
    let alpha = ErrorRate::FIVE_PERCENT.shared_by((tallies.all as usize).max(1) * most);
    let judge = |combination: &CombinationRecord| -> Vec<Judged> {
        targets.iter().map(|target| judged(combination, target, alpha)).collect()
    };
    let judged: Vec<Vec<Judged>> = tallies.combinations.iter().map(judge).collect();
    let miss = |(one, target): (&Judged, &Target)| outside(one.number.as_ref(), target.within).max(0.0);
    let misses: Vec<Vec<f64>> = judged.iter().map(|own| own.iter().zip(targets).map(miss).collect()).collect();
    let dominates = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| a <= b) && a != b;
    let design = |(combination, judged): (usize, Vec<Judged>)| {
        let meets = Meets::all(judged.iter().map(|one| one.meets));
        let is_pareto = !misses.iter().any(|other| dominates(other, &misses[combination]));
        let of_objective = |objective: &Objective| number(&tallies.combinations[combination], &objective.aim, alpha);
        Design { combination, judged, meets, is_pareto, objective: objective.as_ref().and_then(of_objective) }
    };
    judged.into_iter().enumerate().map(design).collect()
}

/// What came of it, in sentences.
pub fn designs_sentences(tallies: &SweepTallies, wanted: &Wanted, designs: &[Design]) -> Vec<String> {
    let named = |design: &&Design| {
        let values = &tallies.combinations[design.combination].values;
        let keys = tallies.vary.iter().zip(values).map(|(varied, value)| format!("{}={value}", varied.key));
        keys.collect::<Vec<_>>().join(", ")
    };
    let of = |meets: Meets| designs.iter().filter(move |design| design.meets == meets);
    let meet = |designs: usize| if designs == 1 { "meets" } else { "meet" };
    let (met, undecided, all) = (of(Meets::Met).count(), of(Meets::Undecided).count(), designs.len());
    // Without a target, every design would meet all of them.
    let has_targets = !wanted.targets.is_empty();
    let met_or_not = match (met, undecided) {
        (0, 0) if all == 1 => "The design does not meet all targets.".to_owned(),
        (0, 0) => format!("None of {all} designs meets all targets."),
        (0, open) => {
            format!(
                "None of {all} designs is known to meet all targets, but {open} may. More games (--runs) or --luck cancel would tell."
            )
        }
        (1, 0) if all == 1 => "The design meets all targets.".to_owned(),
        (met, 0) if met == all => format!("All {all} designs meet all targets."),
        (met, 0) => format!("{met} of {all} designs {} all targets. The others do not.", meet(met)),
        (met, open) => format!("{met} of {all} designs {} all targets. For {open} it is undecided.", meet(met)),
    };
    let mut said = Vec::from_iter(has_targets.then_some(met_or_not));
    let missing = tallies.all.saturating_sub(all as u64);
    if missing > 0 {
        said.push(format!(
            "It was interrupted: {} more {} not played, and nothing is known about {}.",
            missing,
            if missing == 1 { "design was" } else { "designs were" },
            if missing == 1 { "it" } else { "them" }
        ));
    }
    const MOST: usize = 8;
    let list = |title: &str, found: Vec<String>| {
        let more = found.len().saturating_sub(MOST);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("{title}: {}{more}.", found.into_iter().take(MOST).collect::<Vec<_>>().join("; "))
    };
    if has_targets && met > 0 {
        said.push(list("The designs that meet all targets", of(Meets::Met).map(|design| named(&design)).collect()));
    } else if has_targets && all > 1 {
        let front = designs.iter().filter(|design| design.is_pareto).map(|design| named(&design));
        said.push(list(
            "The best compromises by the estimates (no other design is at least as close to every target)",
            front.collect(),
        ));
    }
    said.extend(wanted.best(designs, |design| named(&design)));
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Target {
        text.parse().unwrap()
    }

    #[test]
    fn targets_are_read() {
        let seats = target("seat3-seat1=0±0.01");
        assert_eq!((seats.aim, seats.within), (Aim::Seats(3, 1), Interval { lo: -0.01, hi: 0.01 }));
        assert_eq!(target("seat2=0.3+-0.1").within, Interval { lo: 0.3 - 0.1, hi: 0.3 + 0.1 });
        let card = target("invalid_rate.sum7-bomb=0.25..0.4");
        assert_eq!(card.aim, Aim::Counted("invalid_rate".to_owned(), "sum7-bomb".to_owned()));
        assert_eq!(target("rounds=8..10").aim, Aim::Length("rounds".to_owned()));
        for wrong in ["seat1", "seat1=0.3", "seat1=0.4..0.3", "seat1=0.3±0", "seat1-seat1=0±1", "=0..1", "rounds=a..b"]
        {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }

    /// One percentage point, typed as 1, was met by every design.
    #[test]
    fn a_target_that_every_design_meets_is_refused() {
        let refused = "seat3-seat1=0±1".parse::<Target>().unwrap_err();
        assert!(refused.to_string().contains("write 0.01"), "{refused}");
        assert!("seat1=0..1".parse::<Target>().is_ok());
    }

    #[test]
    fn targets_that_lie_apart_contradict_each_other() {
        let both = |a: &str, b: &str| contradiction(&[target(a), target(b)]).is_some();
        assert!(both("rounds=8..10", "rounds=11..12") && !both("rounds=8..10", "rounds=9..12"));
        assert!(both("seat2-seat1=0.1±0.01", "seat1-seat2=0.1±0.01"));
        assert!(!both("seat2-seat1=0.1±0.01", "seat1-seat2=-0.1±0.01"));
        assert!(both("invalid_rate.*=0.1..0.2", "invalid_rate.a=0.3..0.4"));
        assert!(!both("invalid_rate.b=0.1..0.2", "invalid_rate.a=0.3..0.4"));
    }

    #[test]
    fn an_interval_meets_a_target_misses_it_or_neither() {
        let meets = |lo, hi| {
            let estimate = Estimate { value: (lo + hi) / 2.0, interval: Some(Interval { lo, hi }), n: 9 };
            Meets::of(Some(&estimate), Interval { lo: 0.0, hi: 1.0 })
        };
        assert_eq!(
            [meets(0.0, 1.0), meets(0.9, 1.1), meets(1.1, 1.2), meets(-2.0, 2.0)],
            [Meets::Met, Meets::Undecided, Meets::NotMet, Meets::Undecided]
        );
        assert_eq!(Meets::of(None, Interval { lo: 0.0, hi: 1.0 }), Meets::Undecided);
    }
}
