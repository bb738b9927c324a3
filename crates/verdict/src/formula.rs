//! Formulas over the program's own names: what invariants, lemmas and contracts are written in, whoever found them.
//!
//! Plain data, and printable as C ([`Formula::to_c`]). Terms are mathematical integers; variables are meant by their names, as
//! they are visible at the place that the formula speaks of.
//!
//! # How an engine says an invariant
//!
//! For a loop head, an engine pushes an [`Invariant`] to [`Outcome::invariants`](crate::Outcome::invariants) when
//! `Evidence::invariants` asks for it and the verdict is a proof:
//!
//! ```
//! use base::{Interner, Span};
//! use fafnir_verdict::formula::{Formula, Term};
//! use fafnir_verdict::{Invariant, InvariantContent, PlaceKind, ProgramPlace};
//!
//! let mut names = Interner::new();
//! let (function, i, n) = (names.intern("main"), names.intern("i"), names.intern("n"));
//! let formula = Formula::all([
//!     Formula::at_most(Term::Number(0), Term::Variable(i)),
//!     Formula::at_most(Term::Variable(i), Term::Variable(n)),
//! ]);
//! assert_eq!(formula.to_c(&names).unwrap(), "0 <= i && (long long)i <= (long long)n");
//! let at = ProgramPlace { function, span: Span::NONE, kind: PlaceKind::LoopHead };
//! let invariant = Invariant { at, what: InvariantContent::Formula(formula) };
//! # let _ = invariant;
//! ```
//!
//! - `span` of a loop head is that of the terminator of the head's block, as `facts::FunctionFacts::loops` gives it; of a
//!   function's entry, that of the function.
//! - Several invariants for one place hold all at once. A disjunction is one formula, shapes are one list.
//! - Name only variables that have no namesake in the function; leave out a conjunct rather than say it of the wrong variable.
//!   What speaks of a temporary has to be written in terms of variables, or left out.
//! - A conjunct that C cannot say (`Old`, `Result`, numbers beyond 64 bits) is printed by `--invariants` only.
//!
//! Whoever prints invariants (`--invariants`, HTML, the editor, SV-COMP witnesses) takes them from the outcome; no engine runs
//! again for them.
//!
//! [`Invariant`]: crate::Invariant

use base::{Interner, Span, Symbol};

/// Holds in every run whenever control is at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Lemma {
    pub function: Symbol,
    /// The operation before which it holds.
    pub span: Span,
    pub formula: Formula,
}

/// What a function needs and what it promises.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    pub function: Symbol,
    pub requires: Vec<Formula>,
    pub ensures: Vec<Formula>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Compare {
        relation: Relation,
        left: Term,
        right: Term,
    },
    Not(Box<Formula>),
    /// All of them; without any, true.
    And(Vec<Formula>),
    /// At least one of them; without any, false.
    Or(Vec<Formula>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Less,
    LessOrEqual,
}

/// A mathematical integer; the values of variables are read as their C types say, a pointer as its address.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Number(i128),
    Variable(Symbol),
    /// The address of a variable.
    Address(Symbol),
    /// The value of a variable when the function was entered.
    Old(Symbol),
    /// What the function returns.
    Result,
    Sum(Box<Term>, Box<Term>),
    Product(i128, Box<Term>),
    /// Operations that are not linear; `Divide` and `Remainder` truncate toward zero, as in C.
    Operation {
        operator: Operator,
        left: Box<Term>,
        right: Box<Term>,
    },
    /// The integer in `size` bytes at an offset from where the pointer points to.
    Cell {
        pointer: Box<Term>,
        offset: i64,
        size: u32,
        signed: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
}

impl Operator {
    fn symbol(self) -> &'static str {
        match self {
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
        }
    }
}

impl Formula {
    pub fn equal(left: Term, right: Term) -> Formula {
        Formula::Compare { relation: Relation::Equal, left, right }
    }

    pub fn different(left: Term, right: Term) -> Formula {
        Formula::Not(Box::new(Formula::equal(left, right)))
    }

    pub fn less(left: Term, right: Term) -> Formula {
        Formula::Compare { relation: Relation::Less, left, right }
    }

    pub fn at_most(left: Term, right: Term) -> Formula {
        Formula::Compare { relation: Relation::LessOrEqual, left, right }
    }

    /// All of them hold.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut parts: Vec<Formula> = parts.into_iter().collect();
        match parts.len() {
            1 => parts.remove(0),
            _ => Formula::And(parts),
        }
    }

    /// The formulas that together are this one.
    pub fn conjuncts(&self) -> Vec<&Formula> {
        match self {
            Formula::And(parts) => parts.iter().flat_map(Formula::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The variables that it speaks of, in the order of their names' first appearance.
    pub fn variables(&self) -> Vec<Symbol> {
        let mut found = Vec::new();
        self.for_each_term(&mut |term| {
            term.for_each_variable(&mut |name| {
                if !found.contains(&name) {
                    found.push(name);
                }
            });
        });
        found
    }

    fn for_each_term(&self, f: &mut impl FnMut(&Term)) {
        match self {
            Formula::Compare { left, right, .. } => {
                f(left);
                f(right);
            }
            Formula::Not(inner) => inner.for_each_term(f),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.for_each_term(f)),
        }
    }

    /// As an expression of C; `None` if C has no words for it.
    pub fn to_c(&self, names: &Interner) -> Option<String> {
        self.written(names, Language::C)
    }

    /// As [`Formula::to_c`], with `\old` and `\result` where C has no words.
    pub fn to_text(&self, names: &Interner) -> String {
        self.written(names, Language::Text).unwrap_or_default()
    }

    fn written(&self, names: &Interner, language: Language) -> Option<String> {
        Some(match self {
            Formula::Compare { relation, left, right } => {
                compared(*relation, false, left, right, names, language)?
            }
            Formula::Not(inner) => match &**inner {
                Formula::Compare { relation, left, right } => {
                    compared(*relation, true, left, right, names, language)?
                }
                other => format!("!({})", other.written(names, language)?),
            },
            Formula::And(parts) if parts.is_empty() => "1".to_owned(),
            Formula::Or(parts) if parts.is_empty() => "0".to_owned(),
            Formula::And(parts) | Formula::Or(parts) => {
                let is_and = matches!(self, Formula::And(_));
                let one = |part: &Formula| {
                    let text = part.written(names, language)?;
                    let mixes = match part {
                        Formula::And(inner) => !is_and && inner.len() > 1,
                        Formula::Or(inner) => is_and && inner.len() > 1,
                        _ => false,
                    };
                    Some(if mixes { format!("({text})") } else { text })
                };
                let texts: Option<Vec<String>> = parts.iter().map(one).collect();
                texts?.join(if is_and { " && " } else { " || " })
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Text,
}

/// Comparisons of C convert their operands, and its sums overflow: unless a variable is compared with a number, both sides are
/// computed in `long long`.
fn compared(
    relation: Relation,
    negated: bool,
    left: &Term,
    right: &Term,
    names: &Interner,
    language: Language,
) -> Option<String> {
    let plain = |a: &Term, b: &Term| a.is_simple() && matches!(b, Term::Number(_));
    // Addresses are compared with null or for equality, as they are.
    let pointers = matches!(left, Term::Address(_)) || matches!(right, Term::Address(_));
    let wide = language == Language::C && !plain(left, right) && !plain(right, left) && !pointers;
    let symbol = match (relation, negated) {
        (Relation::Equal, false) => "==",
        (Relation::Equal, true) => "!=",
        (Relation::Less, false) => "<",
        (Relation::Less, true) => ">=",
        (Relation::LessOrEqual, false) => "<=",
        (Relation::LessOrEqual, true) => ">",
    };
    Some(format!(
        "{} {symbol} {}",
        left.written(names, language, wide)?,
        right.written(names, language, wide)?
    ))
}

impl Term {
    /// The sum of a term and a number.
    pub fn plus(self, number: i128) -> Term {
        match number {
            0 => self,
            _ => Term::Sum(Box::new(self), Box::new(Term::Number(number))),
        }
    }

    fn is_simple(&self) -> bool {
        matches!(self, Term::Number(_) | Term::Variable(_) | Term::Cell { .. })
    }

    fn for_each_variable(&self, f: &mut impl FnMut(Symbol)) {
        match self {
            Term::Number(_) | Term::Result => {}
            Term::Variable(name) | Term::Address(name) | Term::Old(name) => f(*name),
            Term::Sum(left, right) | Term::Operation { left, right, .. } => {
                left.for_each_variable(f);
                right.for_each_variable(f);
            }
            Term::Product(_, inner) | Term::Cell { pointer: inner, .. } => inner.for_each_variable(f),
        }
    }

    fn written(&self, names: &Interner, language: Language, wide: bool) -> Option<String> {
        let cast = if wide { "(long long)" } else { "" };
        let inner = |term: &Term| {
            let text = term.written(names, language, wide)?;
            let is_atom = match term {
                Term::Number(n) => *n >= 0,
                Term::Sum(..) | Term::Product(..) | Term::Operation { .. } => false,
                _ => true,
            };
            Some(if is_atom { text } else { format!("({text})") })
        };
        Some(match self {
            Term::Number(n) if language == Language::C => number_in_c(*n)?,
            Term::Number(n) => n.to_string(),
            Term::Variable(name) => format!("{cast}{}", names.resolve(*name)),
            Term::Address(name) => format!("&{}", names.resolve(*name)),
            Term::Old(_) | Term::Result if language == Language::C => return None,
            Term::Old(name) => format!("\\old({})", names.resolve(*name)),
            Term::Result => "\\result".to_owned(),
            Term::Sum(left, right) => {
                let left = left.written(names, language, wide)?;
                match **right {
                    Term::Number(n) if n < 0 && n > i128::MIN => {
                        format!("{left} - {}", Term::Number(-n).written(names, language, wide)?)
                    }
                    _ => format!("{left} + {}", inner(right)?),
                }
            }
            Term::Product(factor, term) => {
                format!("{} * {}", Term::Number(*factor).written(names, language, wide)?, inner(term)?)
            }
            Term::Operation { operator, left, right } => {
                format!("{} {} {}", inner(left)?, operator.symbol(), inner(right)?)
            }
            Term::Cell { pointer, offset, size, signed } => {
                let ty = match (size, signed) {
                    (1, true) => "signed char",
                    (1, false) => "unsigned char",
                    (2, true) => "short",
                    (2, false) => "unsigned short",
                    (4, true) => "int",
                    (4, false) => "unsigned int",
                    (8, true) => "long long",
                    (8, false) => "unsigned long long",
                    _ => return None,
                };
                let pointer = pointer.written(names, language, false)?;
                match offset {
                    0 => format!("{cast}*({ty} *)({pointer})"),
                    _ => format!("{cast}*({ty} *)((char *)({pointer}) + {offset})"),
                }
            }
        })
    }
}

/// A number as C reads it; `None` beyond 64 bits.
pub fn number_in_c(value: i128) -> Option<String> {
    Some(match value {
        v if v == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        v if v == i128::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        v if v > i128::from(u64::MAX) || v < i128::from(i64::MIN) => return None,
        v if v > i128::from(i64::MAX) => format!("{v}ULL"),
        v if v > i128::from(i32::MAX) || v < i128::from(i32::MIN) => format!("{v}LL"),
        v => v.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_written_as_c() {
        let mut names = Interner::new();
        let (i, n, p) = (names.intern("i"), names.intern("n"), names.intern("p"));
        let var = |name: Symbol| Term::Variable(name);
        let c = |formula: Formula| formula.to_c(&names);
        let cell = |size| Term::Cell { pointer: Box::new(var(p)), offset: 8, size, signed: true };
        let range = Formula::all([
            Formula::at_most(Term::Number(0), var(i)),
            Formula::less(var(i), Term::Number(10)),
        ]);
        assert_eq!(c(range.clone()).unwrap(), "0 <= i && i < 10");
        assert_eq!(c(Formula::Not(Box::new(range.clone()))).unwrap(), "!(0 <= i && i < 10)");
        let relation = Formula::equal(var(i), var(n).plus(-1));
        assert_eq!(c(relation.clone()).unwrap(), "(long long)i == (long long)n - 1");
        let either = Formula::Or(vec![range, Formula::different(var(p), Term::Number(0))]);
        assert_eq!(c(either.clone()).unwrap(), "(0 <= i && i < 10) || p != 0");
        assert_eq!(
            c(Formula::all([either, relation])).unwrap(),
            "((0 <= i && i < 10) || p != 0) && (long long)i == (long long)n - 1"
        );
        assert_eq!(c(Formula::equal(cell(4), Term::Number(3))).unwrap(), "*(int *)((char *)(p) + 8) == 3");
        assert_eq!(c(Formula::equal(cell(3), Term::Number(3))), None);
        let old = Formula::less(Term::Old(n), Term::Result);
        assert_eq!(c(old.clone()), None);
        assert_eq!(old.to_text(&names), "\\old(n) < \\result");
        assert_eq!(c(Formula::And(Vec::new())).unwrap(), "1");
        assert_eq!(number_in_c(i128::from(i32::MIN)).unwrap(), "(-2147483647 - 1)");
        assert_eq!(number_in_c(i128::MAX), None);
    }

    #[test]
    fn variables_and_conjuncts_are_found() {
        let mut names = Interner::new();
        let (i, n) = (names.intern("i"), names.intern("n"));
        let product = Term::Operation {
            operator: Operator::Multiply,
            left: Box::new(Term::Variable(n)),
            right: Box::new(Term::Variable(i)),
        };
        let formula = Formula::And(vec![
            Formula::less(Term::Variable(i), product),
            Formula::And(vec![Formula::equal(Term::Variable(n), Term::Number(4))]),
        ]);
        assert_eq!(formula.variables(), [i, n]);
        assert_eq!(formula.conjuncts().len(), 2);
        assert_eq!(formula.to_c(&names).unwrap(), "(long long)i < (long long)n * (long long)i && n == 4");
    }
}
