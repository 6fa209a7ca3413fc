//! The page of `analyze feel`.

use super::estimates::{measured, standing};
use super::rating::{Pair, pairs};
use super::skill::{chance, duels};
use super::tables::{
    card_drama, feel, has_card_drama, is_known, matches, most_dramatic_card, plainly, ratings, rounds, skill,
    standing_of,
};
use crate::page::picture::{Caption, Curve, Dot, Dots, curves};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page, plain};
use crate::record::{ExampleGame, Examples, FeelRecord, FeelStanding, Manifest, command_of, counted};
use crate::report::measures::name;
use crate::report::{in_words, shown_estimate};
use crate::stats::{Estimate, Interval, Measure, Standing, WHOLE_STANDING};
use maud::{Markup, html};

/// The page of games that were followed.
pub fn feel_page(record: &FeelRecord, manifest: &Manifest, about: &About) -> String {
    let title = format!("{}, {} players: how games go", about.game(), record.players);
    let sections = html! {
        section { h2 { "From round to round" }
            div.figures { figure { (course(record)) } }
            (table(&rounds(record))) }
        section { h2 { "Three games" }
            div.figures { @for (id, title, game) in examples(record) { figure { (picture(record, id, title, game)) } } }
            @for (_, title, game) in examples(record) {
                p { (title) ", game " (game.game) ". This command plays it:" }
                pre { (play_command(manifest, game.game)) }
            } }
        section { h2 { "All measures" }
            div.figures { figure { (shares(record)) } }
            (table(&plainly(record, feel(record)))) }
        @if has_card_drama(record) { section { h2 { "Cards" } (table(&card_drama(record))) } }
        section { h2 { "Skill and luck" } (table(&skill(record)))
            @if !record.sums.duels.is_empty() { (table(&matches(record))) } }
        @if !record.rated.is_empty() { section { h2 { "Ratings" } (table(&ratings(record))) } }
    };
    page(&Opening { title, sentences: sentences(record), tiles: tiles(record) }, &sections, manifest, about)
}

/// The games that stand for many: the typical one, the most dramatic and the dullest.
pub(super) fn examples(record: &FeelRecord) -> Vec<(&'static str, &'static str, &ExampleGame)> {
    let Examples { dullest, most_dramatic, .. } = &record.sums.examples;
    let (most, least) = match standing_of(record) {
        Standing::Value => ("The most exciting game", "The least exciting game"),
        Standing::Score => ("The game in which scores moved most", "The game in which scores moved least"),
    };
    let typical = record.sums.examples.typical().map(|game| ("typical", "A typical game", game));
    let most = most_dramatic.as_ref().map(|game| ("dramatic", most, game));
    let least = dullest.as_ref().map(|game| ("dull", least, game));
    typical.into_iter().chain(most).chain(least).collect()
}

/// The command that plays a game of these, die by die.
pub(super) fn play_command(manifest: &Manifest, index: u64) -> String {
    const OPTIONS: [&str; 9] = ["game", "players", "bots", "seed", "seating", "edition", "deck", "rules", "rule"];
    let choices = manifest.choices();
    let mut words = vec!["analyze".to_owned(), "play".to_owned()];
    for choice in choices.iter().filter(|choice| OPTIONS.contains(&&*choice.name)) {
        words.extend([format!("--{}", choice.name), choice.with_files().to_owned()]);
    }
    words.extend(["--engine", "dice", "--index"].map(str::to_owned));
    words.push(index.to_string());
    command_of(words.iter().map(String::as_str))
}

/// What a standing is called.
fn noun(record: &FeelRecord) -> &'static str {
    match standing_of(record) {
        Standing::Value => "win probability",
        Standing::Score => "share of all scores",
    }
}

/// The standings of all seats in a game.
fn picture(record: &FeelRecord, id: &str, title: &str, game: &ExampleGame) -> Markup {
    let series: Vec<String> = (1..=record.players).map(|seat| format!("seat {seat}")).collect();
    let whole = f64::from(WHOLE_STANDING);
    let of_seat = |seat: usize| Curve {
        series: seat,
        points: game
            .standings
            .chunks_exact(record.players)
            .enumerate()
            .map(|(round, standings)| (round as f64, f64::from(standings[seat]) / whole))
            .collect(),
    };
    let all: Vec<Curve> = (0..record.players).map(of_seat).collect();
    let text = format!("The {} of each seat after each round.", noun(record));
    curves(&Caption { id: id.to_owned(), title: title.to_owned(), text }, &series, &all)
}

/// The leader and the winner from round to round, over all games.
fn course(record: &FeelRecord) -> Markup {
    let of = |at: usize, series: usize| {
        let sums = record.sums.rounds.iter().map(|round| [&round.leader, &round.winner][at]);
        let points = sums.enumerate().filter_map(|(round, sums)| Some((round as f64, standing(record, sums)?.value)));
        Curve { series, points: points.collect() }
    };
    let series = ["the leader".to_owned(), "the player who wins in the end".to_owned()];
    let text = format!("The mean {} after each round, in the games that lasted that long.", noun(record));
    let title = "How far ahead the leader is".to_owned();
    curves(&Caption { id: "course".to_owned(), title, text }, &series, &[of(0, 0), of(1, 1)])
}

/// The measures that lie from 0 to 1.
fn shares(record: &FeelRecord) -> Markup {
    let measures = Measure::ALL.into_iter().filter(|measure| measure.is_share());
    let row = |measure: Measure| {
        let estimate = measured(record, measure)?;
        Some((in_words(name(measure)), vec![Dot { series: 0, estimate }]))
    };
    let caption = Caption {
        id: "measures".to_owned(),
        title: "Measures from 0 to 1".to_owned(),
        text: "The mean over all games, with its 95% interval.".to_owned(),
    };
    Dots { rows: measures.filter_map(row).collect(), series: Vec::new(), mark: None, band: None }.draw(&caption)
}

fn tiles(record: &FeelRecord) -> Vec<Tile> {
    let tile = |measure: Measure, title: &'static str, said: &'static str| {
        let found = measured(record, measure)?;
        Some(Tile::new(title, shown_estimate(&found), said))
    };
    let tiles = [
        tile(Measure::LeadChanges, "Lead changes", "in a game, on average"),
        tile(Measure::Tension, "Tension", "1 if the first two are level, 0 if one has won"),
        tile(Measure::Decided, "Decided", "share of the rounds after which the winner is known"),
    ];
    tiles.into_iter().flatten().chain([Tile::games(record.games(), "followed die by die")]).collect()
}

/// What was found, in plain sentences.
pub(super) fn sentences(record: &FeelRecord) -> Vec<String> {
    let found = |measure: Measure| measured(record, measure);
    // Where all games are alike the number alone says it.
    let told = |measure: Measure| {
        found(measure).map(|it| if it.interval.is_some() { shown_estimate(&it) } else { plain(it.value) })
    };
    let percent = |estimate: &Estimate| format!("{:.1}%", 100.0 * estimate.value);
    let mut all = Vec::new();
    if let [Some(changes), Some(rounds)] = [Measure::LeadChanges, Measure::Rounds].map(told) {
        all.push(format!("The lead changes {changes} times in a game of {rounds} rounds."));
    }
    if let Some(decided) = found(Measure::Decided) {
        all.push(format!(
            "A game is decided after {} of its rounds, so {} of them are left.",
            percent(&decided),
            percent(&Estimate { value: 1.0 - decided.value, ..decided })
        ));
    }
    if let [Some(low), Some(lowest)] = [Measure::ComebackFrom20, Measure::ComebackFrom10].map(found) {
        all.push(format!(
            "In {} of the games the winner once had a win probability below 20%, and in {} below 10%.",
            percent(&low),
            percent(&lowest)
        ));
    }
    if let Some(runaway) = found(Measure::Runaway) {
        all.push(format!("The leader after a quarter of the rounds has a win share of {}.", percent(&runaway)));
    }
    if let Some(dead) = found(Measure::Dead) {
        all.push(format!("Players begin {} of their rounds with a win probability below 1%.", percent(&dead)));
    }
    if let Some(idle) = found(Measure::Idle).filter(|_| is_known(record, Measure::Idle)) {
        all.push(format!("In {} of the rounds of a player, no decision had a stake of 1% of a win.", percent(&idle)));
    }
    all.extend(most_dramatic_card(record).map(|found| {
        let (card, of, Interval { lo, hi }) = (found.of, found.together("cards"), found.interval);
        match found.rivals {
            0 => format!("The card that moves win probabilities most is {card}: by {lo:.3} to {hi:.3} in a round ({of})."),
            rivals => format!(
                "It is not settled which card moves win probabilities most. By the estimates it is {card}: by {lo:.3} to {hi:.3} in \
                 a round. {} may move them as much ({of}).",
                counted(rivals as u64, "other card", "other cards")
            ),
        }
    }));
    all.extend(matches_in_words(record));
    all.extend(pairs(record).iter().map(pair_in_words));
    all.push(what_standings_are(record));
    all
}

/// How long matches of the strategies have to be.
fn matches_in_words(record: &FeelRecord) -> Vec<String> {
    let one = |duel: super::skill::Duel<'_>| {
        let (games, chance) = (duel.games?, chance());
        let [_, most] = duel.games_between;
        Some(match most {
            Some(_) => format!(
                "{} beats {} in a match of {} with a chance of {chance}.",
                duel.better,
                duel.other,
                counted(games as u64, "game", "games")
            ),
            None => format!("It is not settled whether {} or {} is better.", duel.better, duel.other),
        })
    };
    duels(record).into_iter().filter_map(one).collect()
}

/// By how much one of two is rated higher.
fn pair_in_words(pair: &Pair<'_>) -> String {
    let Pair { better, other, share, rating, rating_between, games, played, .. } = pair;
    let [value, lo, hi] = [share.value, share.interval.map_or(0.0, |it| it.lo), share.interval.map_or(1.0, |it| it.hi)]
        .map(|it| 100.0 * it);
    let won = format!("wins {value:.1}% ({lo:.1}% to {hi:.1}%) of {}", counted(*played, "game", "games"));
    if !pair.is_settled() {
        return format!("It is not settled whether {better} or {other} is rated higher: {better} {won} between them.");
    }
    let above = match (rating, rating_between) {
        (Some(rating), [Some(lo), Some(hi)]) => format!("{rating:.0} ({lo:.0} to {hi:.0}) above"),
        (_, [lo, _]) => format!("at least {:.0} above", lo.unwrap_or_default()),
    };
    format!(
        "The rating of {better} is {above} that of {other}: it {won} between them, and a match of {} with a chance of {}.",
        counted(games.unwrap_or(1.0) as u64, "game", "games"),
        chance()
    )
}

/// Where standings come from.
pub(super) fn what_standings_are(record: &FeelRecord) -> String {
    match &record.standing {
        FeelStanding::Values => {
            let from = "Win probabilities come from the values of positions that also cancel luck (--luck cancel).";
            let left_out = match is_known(record, Measure::Idle) {
                true => "",
                false => " Idle rounds are left out, because no decision was priced.",
            };
            format!("{from}{left_out}")
        }
        FeelStanding::Scores { why } => format!(
            "Who leads is judged by the scores, because the win probabilities of positions are not known: {why}. Measures that \
             need win probabilities are left out, idle rounds too: without them, the options of decisions have no known values."
        ),
    }
}
