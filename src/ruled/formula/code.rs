//! Formulas as code: a few instructions with one number at hand and the others on a small stack.

use super::{Formula, Leaf, Reads, Which, apply};
use crate::dice::{Dice, Hand, Tables};
use analyze_core::strategies::syntax::{Arithmetic, Operator};

/// The cost of the condition of a card, which the formulas that ask for it do not know.
const MOST_CARD: u32 = 100;
/// The most numbers that wait on the stack.
const DEPTH: usize = 24;

/// What a formula is asked of.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The players' own slots, from the one on turn; then the turn's, then the table's.
    pub(crate) slots: &'a [i64],
    /// How many slots a player has.
    pub(crate) own: usize,
    pub(crate) players: usize,
    pub(crate) lie: Hand,
    pub(crate) kept: Hand,
    pub(crate) rest: Hand,
    pub(crate) chosen: i64,
    /// Who won the round: how many seats after the one on turn.
    pub(crate) winner: usize,
    pub(crate) dice: &'a Dice,
    pub(crate) tables: &'a Tables,
    pub(crate) card: Option<CardView<'a>>,
}

/// The card of the round.
#[derive(Clone, Copy)]
pub(crate) struct CardView<'a> {
    pub(crate) condition: &'a Code,
    /// A bit for each mark that it has.
    pub(crate) marks: u64,
}

impl View<'_> {
    /// The dice that are meant.
    #[inline]
    pub(crate) fn which(&self, which: Which) -> Hand {
        match which {
            Which::Dice => self.lie,
            Which::Kept => self.kept,
            Which::Rest => self.rest,
            Which::These(hand) => hand,
        }
    }

    #[inline]
    fn leaf(&self, leaf: Leaf) -> i64 {
        match leaf {
            Leaf::Number(number) => number,
            Leaf::Slot(slot) => self.slots[slot],
            Leaf::Asked(table, which) => self.tables.answer(self.dice, table, self.which(which)),
            Leaf::Chosen => self.chosen,
            _ => self.rare(leaf),
        }
    }

    fn rare(&self, leaf: Leaf) -> i64 {
        match leaf {
            Leaf::Rival(slot) => (1..self.players).map(|p| self.slots[p * self.own + slot]).max().unwrap_or(0),
            Leaf::Winner(slot) => self.slots[self.winner * self.own + slot],
            // A card's condition looks at no card, so this goes no deeper.
            Leaf::Card => self.card.map_or(0, |card| card.condition.value(&View { card: None, ..*self })),
            Leaf::Mark(mark) => self.card.map_or(0, |card| i64::from(card.marks >> mark & 1 == 1)),
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Instruction {
    Load(Leaf),
    /// The number at hand with a leaf.
    Apply(Operator, Leaf),
    /// A slot compared with the number at hand and so on: two leaves, one instruction.
    Both(Operator, Leaf, Leaf),
    Push,
    /// The number on the stack with the one at hand.
    Pop(Operator),
    Not,
    Skip(usize),
    /// Skips if the number at hand is 0 (`false`) or is not.
    SkipIf(bool, usize),
}

/// A formula as code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Code(Box<[Instruction]>);

impl Code {
    /// The code of a formula; nothing if it needs too deep a stack.
    pub(crate) fn new(formula: &Formula) -> Option<Code> {
        let mut code = Vec::new();
        let deepest = write(formula, 0, &mut code);
        (deepest <= DEPTH).then(|| Code(code.into()))
    }

    /// How much it takes to work it out at most: an operation for each instruction, and more where dice or cards are asked.
    fn cost(&self) -> u32 {
        let of = |leaf: &Leaf| match leaf {
            Leaf::Asked(..) => 16,
            Leaf::Card => MOST_CARD,
            _ => 0,
        };
        let cost = |instruction: &Instruction| match instruction {
            Instruction::Load(leaf) | Instruction::Apply(_, leaf) => 1 + of(leaf),
            Instruction::Both(_, left, right) => 1 + of(left) + of(right),
            _ => 1,
        };
        self.0.iter().map(cost).fold(0, u32::saturating_add)
    }

    /// What it comes to; a fact is 1 or 0.
    #[inline]
    pub(crate) fn value(&self, view: &View<'_>) -> i64 {
        match &*self.0 {
            [Instruction::Load(leaf)] => view.leaf(*leaf),
            [Instruction::Both(operator, left, right)] => apply(*operator, view.leaf(*left), view.leaf(*right)),
            code => run(code, view),
        }
    }
}

fn run(code: &[Instruction], view: &View<'_>) -> i64 {
    let (mut stack, mut height, mut at, mut hand) = ([0i64; DEPTH], 0, 0, 0);
    while let Some(instruction) = code.get(at) {
        at += 1;
        match *instruction {
            Instruction::Load(leaf) => hand = view.leaf(leaf),
            Instruction::Apply(operator, leaf) => hand = apply(operator, hand, view.leaf(leaf)),
            Instruction::Both(operator, left, right) => hand = apply(operator, view.leaf(left), view.leaf(right)),
            Instruction::Push => {
                stack[height] = hand;
                height += 1;
            }
            Instruction::Pop(operator) => {
                height -= 1;
                hand = apply(operator, stack[height], hand);
            }
            Instruction::Not => hand = 1 - hand,
            Instruction::Skip(over) => at += over,
            Instruction::SkipIf(holds, over) if (hand != 0) == holds => at += over,
            Instruction::SkipIf(..) => {}
        }
    }
    hand
}

/// The same operation with its sides exchanged, if there is one.
fn turned(operator: Operator) -> Option<Operator> {
    match operator {
        Operator::Compare(comparison) => Some(Operator::Compare(comparison.turned())),
        Operator::Compute(Arithmetic::Minus | Arithmetic::Over) => None,
        Operator::Compute(_) => Some(operator),
        Operator::And | Operator::Or => None,
    }
}

/// Writes the code of a formula above the numbers that wait on the stack; returns the greatest depth of the stack.
fn write(formula: &Formula, waiting: usize, code: &mut Vec<Instruction>) -> usize {
    match formula {
        Formula::Leaf(leaf) => code.push(Instruction::Load(*leaf)),
        Formula::Not(inner) => {
            let deepest = write(inner, waiting, code);
            code.push(Instruction::Not);
            return deepest;
        }
        Formula::If(three) => return write_choice(three, waiting, code),
        Formula::Two(operator @ (Operator::And | Operator::Or), two) => {
            let left = write(&two[0], waiting, code);
            let skip = code.len();
            code.push(Instruction::Not);
            let right = write(&two[1], waiting, code);
            code[skip] = Instruction::SkipIf(*operator == Operator::Or, code.len() - skip - 1);
            return left.max(right);
        }
        Formula::Two(operator, two) => match (&two[0], &two[1]) {
            (Formula::Leaf(left), Formula::Leaf(right)) => code.push(Instruction::Both(*operator, *left, *right)),
            (left, Formula::Leaf(right)) => {
                let deepest = write(left, waiting, code);
                code.push(Instruction::Apply(*operator, *right));
                return deepest;
            }
            (Formula::Leaf(left), right) if turned(*operator).is_some() => {
                let deepest = write(right, waiting, code);
                code.push(Instruction::Apply(turned(*operator).unwrap_or(*operator), *left));
                return deepest;
            }
            (left, right) => {
                let deepest = write(left, waiting, code);
                code.push(Instruction::Push);
                let deepest = deepest.max(write(right, waiting + 1, code));
                code.push(Instruction::Pop(*operator));
                return deepest;
            }
        },
    }
    waiting
}

fn write_choice(three: &[Formula; 3], waiting: usize, code: &mut Vec<Instruction>) -> usize {
    let condition = write(&three[0], waiting, code);
    let skip = code.len();
    code.push(Instruction::Not);
    let then = write(&three[1], waiting, code);
    let over = code.len();
    code.push(Instruction::Not);
    code[skip] = Instruction::SkipIf(false, over - skip);
    let other = write(&three[2], waiting, code);
    code[over] = Instruction::Skip(code.len() - over - 1);
    condition.max(then).max(other)
}

/// A formula with its code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub(crate) formula: Formula,
    code: Code,
    /// How much it takes to work it out at most, in operations.
    cost: u32,
}

impl Expr {
    /// The formula with its code; nothing if it needs too deep a stack.
    pub(crate) fn new(formula: Formula) -> Option<Expr> {
        let code = Code::new(&formula)?;
        Some(Expr { cost: code.cost(), code, formula })
    }

    /// A number.
    pub(crate) fn number(number: i64) -> Expr {
        let leaf = Leaf::Number(number);
        Expr { formula: Formula::Leaf(leaf), code: Code(Box::new([Instruction::Load(leaf)])), cost: 1 }
    }

    /// What it comes to.
    #[inline]
    pub(crate) fn value(&self, view: &View<'_>) -> i64 {
        self.code.value(view)
    }

    /// Whether it holds.
    #[inline]
    pub(crate) fn holds(&self, view: &View<'_>) -> bool {
        self.code.value(view) != 0
    }

    /// What it reads.
    pub(crate) fn reads(&self) -> Reads {
        self.formula.reads()
    }

    /// How much it takes to work it out at most, in operations.
    #[inline]
    pub(crate) fn cost(&self) -> u64 {
        self.cost.into()
    }

    /// Its code.
    pub(crate) fn code(&self) -> &Code {
        &self.code
    }
}
