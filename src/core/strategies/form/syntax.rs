//! The text of an expression as a tree, before anything in it has a meaning.
//!
//! Owns signs, words, precedence, and the bounds on length and depth. What words mean, and whether an expression is a
//! number or a condition, is for `words`. Strategy files and the files of games share it.

use crate::input::Problem;
use std::ops::Range;

/// The most bytes of an expression.
pub const MAX_LENGTH: usize = 400;
/// How deep parentheses, calls, `not` and minus signs may be nested.
pub const MAX_DEPTH: usize = 24;
/// The greatest number that can be written.
pub const MAX_NUMBER: i64 = 1_000_000;

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `<`, `<=`, `>`, `>=`, `==`, `!=`
    Compare(Comparison),
    /// `+`, `-`, `*`, `/`
    Compute(Arithmetic),
}

/// A comparison: `<`, `<=`, `>`, `>=`, `==`, `!=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

/// An operation on two numbers: `+`, `-`, `*`, `/`, and what `min` and `max` do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
    /// `min`
    Least,
    /// `max`
    Greatest,
}

impl Operator {
    /// How tightly it binds, from 0.
    fn level(self) -> usize {
        match self {
            Operator::Or => 0,
            Operator::And => 1,
            Operator::Compare(_) => 2,
            Operator::Compute(Arithmetic::Plus | Arithmetic::Minus) => 3,
            Operator::Compute(_) => 4,
        }
    }
}

/// What can stand between two expressions, for messages.
const OPERATORS: &str = "between two parts stands an operator: and, or, <, <=, >, >=, ==, !=, +, -, *, /";

/// The level above all operators.
const TIGHTEST: usize = 5;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is.
    pub node: Node,
}

impl Tree {
    /// Whether it is this word alone.
    pub fn is_name(&self, word: &str) -> bool {
        matches!(&self.node, Node::Name(name) if name == word)
    }
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A whole number.
    Number(i64),
    /// A number with a decimal point.
    Fraction(f64),
    /// A word, with dots inside it perhaps.
    Name(String),
    /// A text in single quotes.
    Quoted(String),
    /// `not` and what follows.
    Not(Box<Tree>),
    /// A word with arguments in parentheses.
    Call(String, Vec<Tree>),
    /// Two expressions with an operator between them.
    Binary(Operator, Box<Tree>, Box<Tree>),
}

/// Reads an expression. `A if C else B` is read as the call `if(C, A, B)`, which games know that have such a function.
///
/// # Errors
/// The first problem, placed in `text`.
pub fn parse(text: &str) -> Result<Tree, Problem> {
    if text.len() > MAX_LENGTH {
        let message = format!("this expression has {} bytes; at most {MAX_LENGTH} are allowed", text.len());
        return Err(Problem::at(0..text.len(), message).help("give parts of it names under [amounts] or [conditions]"));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, depth: 0, end: text.len() };
    let tree = parser.whole()?;
    match parser.peek() {
        None => Ok(tree),
        Some(token) => {
            Err(Problem::at(token.span.clone(), format!("'{}' was not expected here", token.word)).help(OPERATORS))
        }
    }
}

#[derive(Debug)]
struct Token<'t> {
    word: &'t str,
    span: Range<usize>,
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Problem> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_ascii_digit() => run(rest, |c| c.is_ascii_digit() || c == '.'),
            c if c.is_ascii_alphabetic() || c == '_' => {
                run(rest, |c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
            }
            '\'' => quoted(rest, at)?,
            '<' | '>' | '=' | '!' if rest[1..].starts_with('=') => 2,
            '<' | '>' | '+' | '-' | '*' | '/' | '(' | ')' | ',' => 1,
            c if foreign(rest).is_some() => return Err(unknown_sign(rest, c, at)),
            c => {
                let problem = Problem::at(at..at + c.len_utf8(), format!("'{c}' is not part of any expression"));
                return Err(problem.help(OPERATORS));
            }
        };
        found.push(Token { word: &rest[..length], span: at..at + length });
        at += length;
    }
    Ok(found)
}

/// A sign of other languages at the start of a text: it, and what is written here.
fn foreign(rest: &str) -> Option<(&'static str, &'static str)> {
    const SIGNS: [(&str, &str); 14] = [
        ("=>", ">="),
        ("=<", "<="),
        ("=", "=="),
        ("≥", ">="),
        ("≤", "<="),
        ("≠", "!="),
        ("&&", "and"),
        ("&", "and"),
        ("||", "or"),
        ("|", "or"),
        ("!", "not"),
        ("×", "*"),
        ("÷", "/"),
        ("\"", "'"),
    ];
    SIGNS.iter().copied().find(|(sign, _)| rest.starts_with(sign))
}

/// What is wrong with a sign that is none of those here.
fn unknown_sign(rest: &str, c: char, at: usize) -> Problem {
    let (sign, own) = foreign(rest).unwrap_or(("", ""));
    let problem = match sign {
        "=" => Problem::at(at..at + 1, "use == to compare, not ="),
        "=>" | "=<" => Problem::at(at..at + 2, format!("'{sign}' is not a comparison")),
        _ => Problem::at(at..at + sign.len().max(c.len_utf8()), format!("'{sign}' is not part of any expression")),
    };
    problem.help(format!("write {own}"))
}

/// How many bytes at the start are of a kind.
fn run(text: &str, kind: impl Fn(char) -> bool) -> usize {
    text.find(|c| !kind(c)).unwrap_or(text.len())
}

fn quoted(rest: &str, at: usize) -> Result<usize, Problem> {
    match rest[1..].find('\'') {
        Some(inside) => Ok(inside + 2),
        None => Err(Problem::at(at..at + rest.len(), "this quote is not closed").help("write 'id' with two quotes")),
    }
}

struct Parser<'t> {
    tokens: &'t [Token<'t>],
    next: usize,
    depth: usize,
    end: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.word == word);
        self.next += usize::from(found);
        found
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.peek()?.word {
            "or" => Operator::Or,
            "and" => Operator::And,
            "<" => Operator::Compare(Comparison::Below),
            "<=" => Operator::Compare(Comparison::AtMost),
            ">" => Operator::Compare(Comparison::Above),
            ">=" => Operator::Compare(Comparison::AtLeast),
            "==" => Operator::Compare(Comparison::Equal),
            "!=" => Operator::Compare(Comparison::Unequal),
            "+" => Operator::Compute(Arithmetic::Plus),
            "-" => Operator::Compute(Arithmetic::Minus),
            "*" => Operator::Compute(Arithmetic::Times),
            "/" => Operator::Compute(Arithmetic::Over),
            _ => return None,
        })
    }

    /// An expression, or one of two by a condition: `A if C else B`.
    fn whole(&mut self) -> Result<Tree, Problem> {
        let then = self.binary(0)?;
        let Some(word) = self.peek().filter(|token| token.word == "if") else { return Ok(then) };
        self.next += 1;
        let condition = self.deeper(|parser| parser.binary(0))?;
        if !self.take("else") {
            let problem = Problem::at(word.span.clone(), "this 'if' has no 'else'");
            return Err(problem.help("write A if CONDITION else B"));
        }
        let other = self.deeper(Self::whole)?;
        let span = then.span.start..other.span.end;
        Ok(Tree { span, node: Node::Call("if".to_owned(), vec![condition, then, other]) })
    }

    /// Operators of this level and tighter ones, from left to right.
    fn binary(&mut self, level: usize) -> Result<Tree, Problem> {
        if level == TIGHTEST {
            return self.single();
        }
        if level == 2 && self.peek().is_some_and(|token| token.word == "not") {
            return self.negation();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator().filter(|operator| operator.level() == level) {
            self.next += 1;
            let right = self.binary(level + 1)?;
            let span = left.span.start..right.span.end;
            left = Tree { span, node: Node::Binary(operator, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    /// `not` and a comparison.
    fn negation(&mut self) -> Result<Tree, Problem> {
        let start = self.peek().map_or(self.end, |token| token.span.start);
        self.next += 1;
        let inner = self.deeper(|parser| parser.binary(2))?;
        Ok(Tree { span: start..inner.span.end, node: Node::Not(Box::new(inner)) })
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problem> {
        if self.depth == MAX_DEPTH {
            let start = self.tokens.get(self.next.saturating_sub(1)).map_or(0, |token| token.span.start);
            let message = format!("this is nested deeper than {MAX_DEPTH} levels");
            return Err(Problem::at(start..start + 1, message));
        }
        self.depth += 1;
        let found = parse(self);
        self.depth -= 1;
        found
    }

    /// A number, a word, a call, or something in parentheses.
    fn single(&mut self) -> Result<Tree, Problem> {
        let Some(token) = self.peek() else {
            let at = self.end.saturating_sub(1);
            return Err(Problem::at(at..self.end.max(1), "the expression ends where a number or a word is missing"));
        };
        self.next += 1;
        let span = token.span.clone();
        let first = token.word.chars().next().unwrap_or(' ');
        match token.word {
            "(" => {
                let inner = self.deeper(Self::whole)?;
                let end = self.close(&span)?;
                Ok(Tree { span: span.start..end, node: inner.node })
            }
            "-" => {
                let inner = self.deeper(Self::single)?;
                let zero = Tree { span: span.clone(), node: Node::Number(0) };
                let end = inner.span.end;
                let minus = Operator::Compute(Arithmetic::Minus);
                Ok(Tree { span: span.start..end, node: Node::Binary(minus, Box::new(zero), Box::new(inner)) })
            }
            "and" | "or" | "not" => Err(unexpected(token)),
            word if first == '\'' => Ok(Tree { span, node: Node::Quoted(word.trim_matches('\'').to_owned()) }),
            word if first.is_ascii_digit() => Ok(Tree { node: number(word, &span)?, span }),
            word if first.is_ascii_alphabetic() || first == '_' => self.word(word, span),
            _ => Err(unexpected(token)),
        }
    }

    /// The end of a closing parenthesis.
    fn close(&mut self, opened: &Range<usize>) -> Result<usize, Problem> {
        match self.peek() {
            Some(token) if token.word == ")" => {
                self.next += 1;
                Ok(token.span.end)
            }
            _ => Err(Problem::at(opened.clone(), "this parenthesis is not closed")),
        }
    }

    fn word(&mut self, word: &str, span: Range<usize>) -> Result<Tree, Problem> {
        let opened = self.peek().map(|token| token.span.clone());
        if !self.take("(") {
            return Ok(Tree { span, node: Node::Name(word.to_owned()) });
        }
        let mut arguments = Vec::new();
        if self.peek().is_none_or(|token| token.word != ")") {
            loop {
                arguments.push(self.deeper(Self::whole)?);
                if !self.take(",") {
                    break;
                }
            }
        }
        let end = self.close(&opened.unwrap_or_else(|| span.clone()))?;
        Ok(Tree { span: span.start..end, node: Node::Call(word.to_owned(), arguments) })
    }
}

fn unexpected(token: &Token<'_>) -> Problem {
    Problem::at(token.span.clone(), format!("'{}' stands where a number or a word is missing", token.word))
}

fn number(word: &str, span: &Range<usize>) -> Result<Node, Problem> {
    if word.contains('.') {
        let parsed = word.parse::<f64>().ok().filter(|number| *number <= MAX_NUMBER as f64);
        return parsed.map(Node::Fraction).ok_or_else(|| too_great(word, span));
    }
    let parsed = word.parse::<i64>().ok().filter(|number| *number <= MAX_NUMBER);
    parsed.map(Node::Number).ok_or_else(|| too_great(word, span))
}

fn too_great(word: &str, span: &Range<usize>) -> Problem {
    Problem::at(span.clone(), format!("'{word}' is not a number from 0 to {MAX_NUMBER}"))
}
