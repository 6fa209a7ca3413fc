//! What strategies know of the cards of earlier rounds.
//!
//! Owns which of the cards seen are distinguished: the strategies' questions about them, met while values are found, and the
//! classes of what may have been seen before a round, in each of which all these questions have one answer. Whatever is
//! known of cards follows from how many of which kind were seen, so that a class and a card lead to one class.

use crate::dice::{BlockKey, RunKey};
use crate::games::declaration::{Declared, MOST_SLOTS, ObservableIndex, Question, Unit};
use crate::games::gang::{CardIndex, Gang, Situation};

/// In place of a class where there is no room for another: what is asked about such cards is not known.
pub(in crate::exact) const NO_CLASS: u8 = 63;

/// Whether an observable is about cards.
fn is_of_cards(index: ObservableIndex) -> bool {
    Gang::OBSERVABLES[usize::from(index.0)].unit == Unit::Cards
}

/// Cards that were seen, as far as anything can be known of them.
#[derive(Clone, Debug)]
struct Seen {
    cards: Vec<CardIndex>,
    /// By observable about cards.
    numbers: Vec<u32>,
    class: u8,
    /// By card, where what is seen after it stands.
    next: Vec<Option<u32>>,
}

/// What may have been seen.
#[derive(Clone)]
pub(super) struct SeenCards<'g> {
    game: &'g Gang,
    block: BlockKey,
    /// The questions; no more are taken once all values are known.
    questions: Vec<Question>,
    is_complete: bool,
    all: Vec<Seen>,
    /// By class, the answers, by card and question, and cards that are of it.
    classes: Vec<(Vec<u32>, Vec<CardIndex>)>,
}

impl<'g> SeenCards<'g> {
    /// Nothing seen, and nothing asked.
    pub(super) fn new(game: &'g Gang) -> SeenCards<'g> {
        let block = RunKey::new(0).block(0);
        let mut seen =
            SeenCards { game, block, questions: Vec::new(), is_complete: false, all: Vec::new(), classes: Vec::new() };
        seen.add(Vec::new());
        seen
    }

    /// What a question reads about cards, if anything.
    ///
    /// # Errors
    /// That, if it is about something else, too.
    pub(super) fn reads(question: Question) -> Result<Option<ObservableIndex>, ObservableIndex> {
        let both = match question {
            Question::Answer { observable, .. } => [observable, observable],
            Question::Difference { of, from, .. } => [of, from],
            Question::Slot { .. } | Question::Coin { .. } => return Ok(None),
        };
        match both.map(is_of_cards) {
            [true, true] => Ok(Some(both[0])),
            [false, false] => Ok(None),
            [is_first, _] => Err(both[usize::from(!is_first)]),
        }
    }

    /// Takes up a question about cards, and answers whether it is one that classes tell apart.
    pub(super) fn take_up(&mut self, question: Question) -> bool {
        let is_known = self.questions.contains(&question);
        if !is_known && !self.is_complete {
            self.questions.push(question);
        }
        is_known || !self.is_complete
    }

    /// All questions were taken up.
    pub(super) fn complete(&mut self) {
        self.is_complete = true;
        self.all.clear();
        self.classes.clear();
        self.add(Vec::new());
    }

    /// Whether nothing was asked.
    pub(super) fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }

    /// The cards of a class, none where these are not distinguished, and the one of the round.
    pub(super) fn order(&self, class: u8, card: CardIndex) -> Vec<CardIndex> {
        let cards = self.classes.get(usize::from(class)).map_or(&[][..], |(_, cards)| cards);
        cards.iter().copied().chain([card]).collect()
    }

    /// The answer to one of the questions under a card.
    pub(super) fn answer(&self, question: Question, class: u8, card: CardIndex) -> u32 {
        let answers = self.classes.get(usize::from(class)).map_or(&[][..], |(answers, _)| answers);
        let place = self.questions.iter().position(|&known| known == question);
        match place.and_then(|place| answers.get(usize::from(card.0) * self.questions.len() + place)) {
            Some(&answer) => answer,
            // Before all questions are known no answers are kept.
            None => self.answer_after(question, &self.order(class, card)),
        }
    }

    /// The classes of what is seen before each of the rounds that have these cards.
    pub(super) fn classes(&mut self, cards: impl Iterator<Item = CardIndex>) -> impl Iterator<Item = u8> {
        let mut at = 0;
        cards.map(move |card| {
            let class = self.all[at].class;
            at = self.after(at, card);
            class
        })
    }

    /// What is seen after this and a card.
    fn after(&mut self, at: usize, card: CardIndex) -> usize {
        if let Some(next) = self.all[at].next[usize::from(card.0)] {
            return next as usize;
        }
        let cards = self.all[at].cards.iter().copied().chain([card]).collect();
        let next = self.add(cards);
        self.all[at].next[usize::from(card.0)] = Some(next as u32);
        next
    }

    /// Where what is known of these cards stands from now on.
    fn add(&mut self, cards: Vec<CardIndex>) -> usize {
        let about = || (0..).map(ObservableIndex).take(Gang::OBSERVABLES.len()).filter(|&index| is_of_cards(index));
        let order: Vec<CardIndex> = cards.iter().copied().chain([CardIndex(0)]).collect();
        let situation = self.situation(&order);
        let numbers: Vec<u32> =
            about().map(|index| Gang::OBSERVABLES[usize::from(index.0)].answer(&situation, 0)).collect();
        if let Some(known) = self.all.iter().position(|seen| seen.numbers == numbers) {
            return known;
        }
        let class = self.class(&cards);
        let next = vec![None; self.game.deck().cards.len()];
        self.all.push(Seen { cards, numbers, class, next });
        self.all.len() - 1
    }

    /// The class of these cards.
    fn class(&mut self, cards: &[CardIndex]) -> u8 {
        let mut answers = Vec::new();
        for card in (0..self.game.deck().cards.len()).map(|card| CardIndex(card as u16)) {
            let order: Vec<CardIndex> = cards.iter().copied().chain([card]).collect();
            answers.extend(self.questions.iter().map(|&question| self.answer_after(question, &order)));
        }
        if let Some(known) = self.classes.iter().position(|(of, _)| *of == answers) {
            return known as u8;
        }
        if self.classes.len() == usize::from(NO_CLASS) {
            return NO_CLASS;
        }
        self.classes.push((answers, cards.to_vec()));
        self.classes.len() as u8 - 1
    }

    fn answer_after(&self, question: Question, order: &[CardIndex]) -> u32 {
        question.answer::<Gang>(&self.situation(order))
    }

    fn situation<'s>(&'s self, order: &'s [CardIndex]) -> Situation<'s> {
        Situation::of_slots(self.game, order, self.block, [0; MOST_SLOTS])
    }
}
