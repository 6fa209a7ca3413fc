//! `analyze review FILE`: a game that was played at a real table, and what each decision in it cost.
//!
//! Owns the command: who is reviewed, and what is printed. The format of the file is in `read`, prices of decisions in
//! `decisions`; what the rules say of a record is the games' business.

pub(super) mod cards;
pub(super) mod decisions;
mod read;

use super::command::{Command, PlayArgs};
use crate::dice::RunKey;
use crate::engines::EngineKind;
use crate::games::recorded::{self, Telling};
use crate::games::{Fault, Outcome as Ended, WHOLE_WIN};
use crate::input::{BadInput, Source};
use crate::lab::Prepared;
use crate::options::{ShownArgs, settings};
use crate::strategies::{Questions, play_with};
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::numbers::small;
use crate::terminal::{layout, output, progress};
use cards::CardsGave;
use clap::Args;
use decisions::{Decision, End, Terms, Whose};
use read::Record;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The options of the command.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// The file of the game: its options, then a line for each turn
    ///
    /// Lines are like "game: pig" and "2: = 21". Brackets hold what the dice showed. The words between
    /// them are decisions. A result follows "=". The reference describes the format for each game.
    pub file: PathBuf,
    /// The seat whose decisions are reviewed; the first is 1 [default: that of the file, or all seats]
    #[arg(long, value_parser = small, value_name = "SEAT", allow_hyphen_values = true)]
    pub me: Option<u64>,
    /// The strategies that the others are assumed to play, as for `analyze advise`
    #[arg(long, value_name = "A,B,C")]
    pub others: Option<String>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// A game as far as its file tells it.
struct Told {
    players: usize,
    /// Whether all turns are told die by die, so that all decisions are known.
    is_whole: bool,
    questions: Questions,
    /// What it came to, if it ended.
    ended: Option<Ended>,
    /// What its cards gave the seats, if that is known.
    cards: Option<CardsGave>,
}

impl Told {
    /// With two players, what the decisions of the other gave a seat after its own first one; nothing if one has no price.
    fn decisions_of_other(&self, decisions: &[Decision], seat: usize) -> Option<f64> {
        let own = decisions.iter().position(|decision| decision.seat == seat)?;
        let of_other = |place: Option<recorded::Place>| place.is_some_and(|place| place.seat != seat);
        let asked = self.questions.asked.iter().filter(|question| of_other(question.place)).count();
        let priced = decisions.iter().filter(|decision| decision.seat != seat).count();
        let later = decisions[own..].iter().filter(|decision| decision.seat != seat);
        let lost: Option<f64> = later.map(Decision::lost_share).sum();
        lost.filter(|_| self.is_whole && self.players == 2 && asked == priced)
    }
}

/// Prints the review.
pub(crate) fn review(args: &ReviewArgs) -> Outcome {
    let record = Record::parse(Source::read(&args.file)?)?;
    let typed = options(&record)?;
    let game = set_up(&record, &typed)?;
    let me = seat(args, &record, game.seats())?;
    let terms = terms(&typed, &*game, args);
    let told = tell(&record, &*game, args.others.is_none())?;
    let (decisions, notes, unpriced) =
        prices(&told.questions, &terms, me, progress::is_wanted(args.shown.progress, args.shown.quiet));
    match unpriced {
        Some(why) if decisions.is_empty() => return Err(why),
        Some(why) => output::remark(&format!("Not all decisions have a price. {}", why.text())),
        None => {}
    }
    let table = decisions::table(&decisions, Whose::OfFile);
    let text = || match decisions.is_empty() {
        true => "The rules allow this game, but no decision in it has a price.\n".to_owned(),
        false => text(&told, &decisions, &notes, &layout::table(&table)),
    };
    output::summary(&output::formatted(&table, args.shown.format, text), args.shown.format)
}

/// The options of the file, as `analyze play` understands them.
fn options(record: &Record) -> Result<Box<PlayArgs>, Failure> {
    let typed = record.options.iter().map(|(key, value)| format!("--{key}={value}"));
    let words: Vec<OsString> =
        ["analyze", "play"].map(str::to_owned).into_iter().chain(typed).map(Into::into).collect();
    let parsed = super::parsed(&words).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let message = first.strip_prefix("error: ").unwrap_or(first);
        let of_key = record.options.iter().find(|(key, _)| message.contains(&format!("--{key}")));
        record.wrong_option(of_key.map_or("", |(key, _)| key), message)
    })?;
    match parsed.command {
        Some(Command::Play(play)) => Ok(Box::new(play)),
        _ => Err(record.wrong_option("", "these options are not understood").into()),
    }
}

/// The game by its rules, for as many as play.
fn set_up(record: &Record, typed: &PlayArgs) -> Result<Arc<dyn Prepared>, Failure> {
    let table = &typed.table;
    let Some(game) = table.game else {
        let message = format!("no game is named; {}, for example 'game: pig'", settings::say_game());
        return Err(record.wrong_option("", message).into());
    };
    // What is wrong with an option is wrong with a line of the file.
    let of_option = |key: &str, help: &str, failure: Failure| match failure {
        Failure::Usage(message) => {
            let message = message.strip_prefix(&format!("--{key}: ")).unwrap_or(&message);
            record.wrong_option(key, format!("{message}{help}")).into()
        }
        other => other,
    };
    let named = record.seats();
    let are_few = table.players.is_none() && named < *game.seats().start();
    let help = if are_few { "; say how many play, for example 'players: 2'" } else { "" };
    let players = settings::players(game, table.players.or(Some(named as u64)), 0, "");
    let players = players.map_err(|failure| of_option("players", help, failure))?;
    settings::set_up(game, players, &table.rules).map_err(|failure| of_option("rule", "", failure))
}

/// The seat that is reviewed, from 0; nobody means all.
fn seat(args: &ReviewArgs, record: &Record, players: usize) -> Result<Option<usize>, Failure> {
    let no_seat = |found: &str| format!("{found} is no seat; there are {players} players");
    let seat = |number: Option<u64>| number.filter(|me| (1..=players as u64).contains(me)).map(|me| me as usize - 1);
    match (args.me, &record.me) {
        (Some(me), _) => seat(Some(me)).map(Some).ok_or_else(|| Failure::Usage(no_seat(&format!("--me: {me}")))),
        (None, Some(text)) => {
            let me = seat(text.parse().ok());
            me.map(Some).ok_or_else(|| record.wrong_option("me", no_seat(&format!("'{text}'"))).into())
        }
        (None, None) => Ok(None),
    }
}

/// Tells the game by the file: everybody is asked, and the file answers. What cards gave is known by the values of best play, with
/// which decisions must be priced, too.
fn tell(record: &Record, game: &dyn Prepared, by_best_play: bool) -> Result<Told, Failure> {
    let players = game.seats();
    let script = game.game().person(players);
    let person = || game.find_in(&script).map_err(|error| Failure::strategy("game", error));
    // A player remembers its answers. So the one who tells the game again is another one.
    let (first, second) = (person()?, person()?);
    let (seating, names, mut story) = (vec![0; players], vec!["player".to_owned()], String::new());
    let block = RunKey::new(1).block(0);
    let ((ended, questions), telling) = recorded::tell(record.parts.clone(), || {
        let all = game.players(&[&first]);
        play_with(&[], || all.narrate(EngineKind::Dice, (&seating, block), &names, &mut story))
    });
    let ended = outcome(record, ended, telling)?;
    let of_cards = || cards::cards_gave(game, &[&second], (&seating, block));
    let again = || recorded::tell(record.parts.clone(), || play_with(&[], of_cards)).0.0;
    let cards = ended.as_ref().filter(|_| by_best_play).and_then(|_| again());
    let is_whole = !record.parts.iter().any(|part| matches!(part.what, recorded::What::CameTo(_)));
    Ok(Told { players, is_whole, questions, ended, cards })
}

/// What the game came to, if it ended.
fn outcome(record: &Record, ended: Result<Ended, Fault>, telling: Telling) -> Result<Option<Ended>, BadInput> {
    if let Some(problem) = telling.problem {
        return Err(record.wrong(problem.line, problem.message));
    }
    match (ended, telling.rest) {
        (Ok(_), Some(line)) => Err(record.wrong(line, "the game is over before this")),
        (Ok(ended), None) => Ok(Some(ended)),
        (Err(_), _) if telling.has_ended => Ok(None),
        (Err(fault), _) => {
            Err(record.wrong(telling.line, format!("the rules forbid {}; they allow {}", fault.returned, fault.legal)))
        }
    }
}

fn terms(typed: &PlayArgs, game: &dyn Prepared, args: &ReviewArgs) -> Terms {
    let rules = typed.table.rules.given.typed().filter(|(name, _)| ["edition", "deck", "rules", "rule"].contains(name));
    let others = args.others.iter().flat_map(|others| ["--others".to_owned(), others.clone()]);
    Terms {
        game: game.game().typed().to_owned(),
        players: game.seats(),
        rules: rules.flat_map(|(name, value)| [format!("--{name}"), value.to_owned()]).collect(),
        more: others.chain(["--progress".to_owned(), "never".to_owned()]).collect(),
    }
}

/// What the decisions cost, the notes of the advice, and why the first one without a price has none.
fn prices(
    questions: &Questions,
    terms: &Terms,
    me: Option<usize>,
    is_watched: bool,
) -> (Vec<Decision>, Vec<String>, Option<Failure>) {
    let (mut decisions, mut notes, mut unpriced) = (Vec::new(), Vec::new(), None);
    let asked = questions.asked.iter().zip(&questions.given);
    let asked = asked.filter_map(|(question, answer)| question.place.map(|place| (question, answer, place)));
    let asked: Vec<_> = asked.filter(|(.., place)| me.is_none_or(|me| me == place.seat)).collect();
    let done = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&done);
    let _bar =
        progress::Progress::show(is_watched, asked.len() as u64, "decisions", move || counted.load(Ordering::Relaxed));
    for (question, answer, place) in asked {
        if !question.position.is_empty() {
            match decisions::priced(terms, (question, answer), (place.line, place.seat)) {
                Ok(Some((decision, said))) => {
                    decisions.push(decision);
                    notes = said;
                }
                Ok(None) => {}
                Err(failure) => unpriced = unpriced.or(Some(failure)),
            }
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    (decisions, notes, unpriced)
}

/// The review as people read it.
fn text(told: &Told, decisions: &[Decision], notes: &[String], table: &str) -> String {
    let mut text = format!("{table}\n");
    let mut seats: Vec<usize> = decisions.iter().map(|decision| decision.seat).collect();
    seats.sort_unstable();
    seats.dedup();
    for seat in seats {
        let own: Vec<&Decision> = decisions.iter().filter(|decision| decision.seat == seat).collect();
        let is_own = |place: Option<recorded::Place>| place.is_some_and(|place| place.seat == seat);
        let asked = told
            .questions
            .asked
            .iter()
            .zip(&told.questions.given)
            .filter(|(question, _)| is_own(question.place))
            .count();
        let end = told.ended.as_ref().map(|ended| End {
            result: f64::from(ended.share[seat]) / f64::from(WHOLE_WIN),
            has_cards: decisions::has_cards(told.questions.asked.iter()),
            cards: told.cards.map(|gave| gave[seat]),
            others: told.decisions_of_other(decisions, seat),
        });
        text += &format!("{}\n", decisions::in_short(&own, Whose::OfFile, asked, end));
    }
    if told.ended.is_none() {
        text += "- The file ends before the game does.\n";
    }
    text.extend(notes.iter().map(|note| format!("- {note}\n")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Purpose, Slot, below};

    const RECORDS: [&str; 5] = [
        "game: pig\nplayers: 2\nrule: goal=30\nround 1\n1: [3] roll [4] hold\n2: = 21\n1: [2] roll [1]\n2: = 0\n1: [5] hold\n",
        "game: gang\nplayers: 3\nround 1: sum13-explosion\n1: 1 [boss] reroll boss [1]\n2: 3 = 8\n3: 4 = invalid\nround 2: any1-explosion\n2: 1 = 5\n",
        "game: pot\nplayers: 3\n1: [1 o 3] reroll o [4] stop\n2: = 5 5 3 paid\n3: [4 4 t] reroll t [3]; stop\n1: [2 2 2]; from 2 3\n",
        "game: battle\nplayers: 2\n1: green\n2: black\n1: green\n2: white\n1: pass\n2: pass\n1: armageddon 2 all random = 2 shows 0 1\n2: buys white\n",
        "game: threes\nplayers: 2\n1: [1 2 4 4 6] keep 4 4; [1 4 5] keep 4 4 4; [3 6]; bank\n2: [2 2 3 4 5] keep none\n",
    ];

    /// Texts in which a few characters were changed, left out, or doubled are told or refused, but nothing panics.
    #[test]
    fn no_altered_record_panics() {
        let mut words = RunKey::new(7).block(0).words(Slot::new(Purpose::Sample, 0, 0, 0));
        let signs: Vec<char> = "0123456789[]=;: \n#abpot-,99".chars().collect();
        let (mut told, mut refused) = (0, 0);
        for text in RECORDS {
            assert!(outcome_of(text).is_ok(), "{text}: {:?}", outcome_of(text));
            for _ in 0..200 {
                let mut altered: Vec<char> = text.chars().collect();
                for _ in 0..=below(3, &mut words) {
                    let at = below(altered.len() as u64, &mut words) as usize;
                    let sign = signs[below(signs.len() as u64, &mut words) as usize];
                    match below(4, &mut words) {
                        0 => altered[at] = sign,
                        1 => altered.insert(at, sign),
                        2 => drop(altered.remove(at)),
                        _ => {
                            let end = (at + 12).min(altered.len());
                            let part: Vec<char> = altered[at..end].to_vec();
                            altered.splice(at..at, part);
                        }
                    }
                }
                match outcome_of(&altered.into_iter().collect::<String>()) {
                    Ok(_) => told += 1,
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(told > 20 && refused > 500, "{told} told, {refused} refused");
    }

    fn outcome_of(text: &str) -> Result<usize, String> {
        let record = Record::parse(Source::new("game.txt", text)).map_err(|bad| bad.to_string())?;
        let typed = options(&record).map_err(|failure| failure.text())?;
        let game = set_up(&record, &typed).map_err(|failure| failure.text())?;
        tell(&record, &*game, false).map(|told| told.questions.asked.len()).map_err(|failure| failure.text())
    }
}
