//! Reads clauses: `declare-fun` of predicates, and `assert` of implications under `forall`. Bad input is an error with its line.

use crate::{Atom, Definition, PredId, Solution, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Bv, Sort, TermId, Terms};
use std::fmt;

/// What cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Expressions are read by recursion.
const DEEPEST: usize = 400;
const WIDEST: u32 = 4096;
/// Integers of definitions are computed in so many bits: sums and multiples of numbers of programs are exact.
const INTEGER: u32 = 256;

#[derive(Clone, Debug)]
enum Expr {
    Word(String, usize),
    List(Vec<Expr>, usize),
}

impl Expr {
    fn line(&self) -> usize {
        match self {
            Expr::Word(_, line) | Expr::List(_, line) => *line,
        }
    }
    fn word(&self) -> Option<&str> {
        match self {
            Expr::Word(word, _) => Some(word),
            Expr::List(..) => None,
        }
    }
    fn list(&self) -> Option<&[Expr]> {
        match self {
            Expr::List(list, _) => Some(list),
            Expr::Word(..) => None,
        }
    }
    fn error<T>(&self, message: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { line: self.line(), message: message.into() })
    }
}

fn expressions(text: &str) -> Result<Vec<Expr>, ReadError> {
    let mut stack: Vec<(Vec<Expr>, usize)> = vec![(Vec::new(), 1)];
    let mut line = 1;
    let mut chars = text.chars().peekable();
    let push = |stack: &mut Vec<(Vec<Expr>, usize)>, expr| {
        if let Some((list, _)) = stack.last_mut() {
            list.push(expr);
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() => {}
            ';' => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    chars.next();
                }
            }
            '(' => {
                if stack.len() > DEEPEST {
                    return Err(ReadError { line, message: "the text is nested too deeply".to_owned() });
                }
                stack.push((Vec::new(), line));
            }
            ')' => {
                let (list, at) = match stack.len() {
                    1 => None,
                    _ => stack.pop(),
                }
                .ok_or_else(|| ReadError { line, message: "a parenthesis too many".to_owned() })?;
                push(&mut stack, Expr::List(list, at));
            }
            '|' | '"' => {
                let mut word = String::new();
                let start = line;
                loop {
                    match chars.next() {
                        None => {
                            return Err(ReadError { line: start, message: "a name has no end".to_owned() });
                        }
                        Some(end) if end == c => break,
                        Some(inner) => {
                            line += usize::from(inner == '\n');
                            word.push(inner);
                        }
                    }
                }
                push(&mut stack, Expr::Word(word, start));
            }
            c => {
                let mut word = String::from(c);
                while let Some(&c) = chars.peek() {
                    if c.is_whitespace() || matches!(c, '(' | ')' | ';') {
                        break;
                    }
                    word.push(c);
                    chars.next();
                }
                push(&mut stack, Expr::Word(word, line));
            }
        }
    }
    match stack.len() {
        1 => Ok(stack.pop().map(|(list, _)| list).unwrap_or_default()),
        _ => Err(ReadError { line, message: "a parenthesis is missing at the end".to_owned() }),
    }
}

struct Reader<'a> {
    terms: &'a mut Terms,
    system: System,
    predicates: FxHashMap<String, PredId>,
    /// Bound names, the innermost last.
    scope: Vec<(String, Meaning)>,
    /// Numerals and operators of integers are read.
    integers: bool,
}

#[derive(Clone)]
enum Meaning {
    Term(TermId),
    /// A `let` for something that holds a predicate.
    Formula(Expr),
}

/// The clauses of a script. `check-sat`, `set-*` and `get-*` are read over.
pub fn read(terms: &mut Terms, text: &str) -> Result<System, ReadError> {
    let mut reader = Reader::new(terms);
    for command in expressions(text)? {
        reader.command(&command)?;
    }
    Ok(reader.system)
}

/// The definitions that a solver gives for the predicates of a script that [`super::write`] wrote: `define-fun` of formulas without
/// quantifiers. A predicate that is not defined is not used, and anything.
pub fn read_solution(terms: &mut Terms, system: &System, text: &str) -> Result<Solution, ReadError> {
    read_definitions(terms, system, text, None)
}

/// The same over integers: parameters are numbers of these widths with a sign, and of all others without.
pub(super) fn read_integer_solution(
    terms: &mut Terms,
    system: &System,
    text: &str,
    signed: &FxHashSet<u32>,
) -> Result<Solution, ReadError> {
    read_definitions(terms, system, text, Some(signed))
}

fn read_definitions(
    terms: &mut Terms,
    system: &System,
    text: &str,
    signed: Option<&FxHashSet<u32>>,
) -> Result<Solution, ReadError> {
    let mut reader = Reader::new(terms);
    reader.integers = signed.is_some();
    let ids = system.predicates.ids();
    let names: FxHashMap<String, PredId> =
        ids.map(|pred| (super::write::predicate_name(system, pred), pred)).collect();
    let mut found: FxHashMap<String, Definition> = FxHashMap::default();
    // Some solvers put the definitions into a list, which some of them call `model`.
    let mut stack = expressions(text)?;
    stack.reverse();
    while let Some(expr) = stack.pop() {
        let Some(list) = expr.list() else { continue };
        let [head, name, params, _, body] = list else {
            stack.extend(list.iter().rev().cloned());
            continue;
        };
        let (Some("define-fun"), Some(word)) = (head.word(), name.word()) else {
            stack.extend(list.iter().rev().cloned());
            continue;
        };
        reader.scope.clear();
        if let Some(signed) = signed {
            let Some(&pred) = names.get(word) else { continue };
            let params = reader.bind_integers(params, &system.predicates[pred].sorts, signed)?;
            let formula = reader.term(body)?;
            found.insert(word.to_owned(), Definition { params, formula });
            continue;
        }
        reader.bind(params)?;
        let bound = reader.scope.iter().filter_map(|(_, meaning)| match meaning {
            Meaning::Term(term) => Some(*term),
            Meaning::Formula(_) => None,
        });
        let params: Vec<TermId> = bound.collect();
        let formula = reader.term(body)?;
        found.insert(word.to_owned(), Definition { params, formula });
    }
    let mut definitions = IndexVec::new();
    for (pred, predicate) in system.predicates.iter_enumerated() {
        let known = found.remove(&super::write::predicate_name(system, pred));
        definitions.push(known.unwrap_or_else(|| Definition {
            params: crate::system::params(terms, pred, predicate),
            formula: TermId::TRUE,
        }));
    }
    Ok(Solution { definitions })
}

impl Reader<'_> {
    fn new(terms: &mut Terms) -> Reader<'_> {
        let predicates = FxHashMap::default();
        Reader { terms, system: System::new(), predicates, scope: Vec::new(), integers: false }
    }

    fn command(&mut self, command: &Expr) -> Result<(), ReadError> {
        let Some([name, rest @ ..]) = command.list() else { return command.error("a command is expected") };
        match (name.word().unwrap_or_default(), rest) {
            ("declare-fun" | "declare-rel", [name, sorts, ..]) => {
                let (Some(word), Some(list)) = (name.word(), sorts.list()) else {
                    return command.error("a predicate has a name and a list of sorts");
                };
                if rest.get(2).is_some_and(|sort| sort.word() != Some("Bool")) {
                    return command.error("functions other than predicates are not read");
                }
                let sorts = list.iter().map(|sort| self.sort(sort)).collect::<Result<Vec<_>, _>>()?;
                let pred = self.system.predicate(word, sorts);
                if self.predicates.insert(word.to_owned(), pred).is_some() {
                    return name.error("the predicate is declared twice");
                }
                Ok(())
            }
            ("assert", [formula]) => {
                self.scope.clear();
                self.assertion(formula)
            }
            ("check-sat" | "set-logic" | "set-info" | "set-option" | "get-model" | "exit", _) => Ok(()),
            (other, _) => command.error(format!("the command `{other}` is not read")),
        }
    }

    fn sort(&mut self, sort: &Expr) -> Result<Sort, ReadError> {
        if sort.word() == Some("Bool") {
            return Ok(Sort::Bool);
        }
        if let Some([under, name, width]) = sort.list()
            && under.word() == Some("_")
            && name.word() == Some("BitVec")
            && let Some(width) = width.word().and_then(|w| w.parse::<u32>().ok())
            && (1..=WIDEST).contains(&width)
        {
            return Ok(Sort::Bv(width));
        }
        sort.error("only Bool and bit-vectors are read")
    }

    /// A clause, maybe under quantifiers.
    fn assertion(&mut self, formula: &Expr) -> Result<(), ReadError> {
        match formula.list() {
            Some([head, bound, body]) if head.word() == Some("forall") => {
                self.bind(bound)?;
                self.assertion(body)
            }
            Some([head, inner]) if head.word() == Some("not") => match inner.list() {
                Some([quantifier, bound, body]) if quantifier.word() == Some("exists") => {
                    self.bind(bound)?;
                    self.clause(&[body], None)
                }
                _ => self.clause(&[inner], None),
            },
            Some([arrow, body @ .., head]) if arrow.word() == Some("=>") && !body.is_empty() => {
                // An implication of an implication is one with both conditions.
                let mut parts: Vec<&Expr> = body.iter().collect();
                let mut head = head;
                while let Some([arrow, more @ .., last]) = head.list()
                    && arrow.word() == Some("=>")
                {
                    parts.extend(more);
                    head = last;
                }
                self.clause(&parts, Some(head))
            }
            Some([or, parts @ ..]) if or.word() == Some("or") => {
                // The one positive atom is the head.
                let mut body = Vec::new();
                let mut head = None;
                for part in parts {
                    match part.list() {
                        Some([not, inner]) if not.word() == Some("not") => body.push(inner),
                        _ if head.is_none() => head = Some(part),
                        _ => return part.error("a clause has one head"),
                    }
                }
                self.clause(&body, head)
            }
            _ => self.clause(&[], Some(formula)),
        }
    }

    fn bind(&mut self, bound: &Expr) -> Result<(), ReadError> {
        let Some(list) = bound.list() else { return bound.error("a list of variables is expected") };
        for variable in list {
            let Some([name, sort]) = variable.list() else {
                return variable.error("a variable and its sort");
            };
            let Some(word) = name.word() else { return name.error("a name is expected") };
            let sort = self.sort(sort)?;
            let term = self.terms.fresh(word, sort);
            self.scope.push((word.to_owned(), Meaning::Term(term)));
        }
        Ok(())
    }

    /// Binds integers that stand for parameters of these sorts, which are given.
    fn bind_integers(
        &mut self,
        bound: &Expr,
        sorts: &[Sort],
        signed: &FxHashSet<u32>,
    ) -> Result<Vec<TermId>, ReadError> {
        let list = bound.list().filter(|list| list.len() == sorts.len());
        let Some(list) = list else { return bound.error("there are other parameters than declared") };
        let mut params = Vec::new();
        for (variable, sort) in list.iter().zip(sorts) {
            let Some([name, _]) = variable.list() else { return variable.error("a variable and its sort") };
            let Some(word) = name.word() else { return name.error("a name is expected") };
            let param = self.terms.fresh(word, *sort);
            params.push(param);
            let meaning = match sort {
                Sort::Bool => param,
                Sort::Bv(width) if *width >= INTEGER => return variable.error("the number is too wide"),
                Sort::Bv(width) if signed.contains(width) => self.terms.sign_extend(param, INTEGER),
                Sort::Bv(_) => self.terms.zero_extend(param, INTEGER),
            };
            self.scope.push((word.to_owned(), Meaning::Term(meaning)));
        }
        Ok(params)
    }

    fn clause(&mut self, body: &[&Expr], head: Option<&Expr>) -> Result<(), ReadError> {
        let mut atoms = Vec::new();
        let mut constraint = TermId::TRUE;
        for part in body {
            self.conjunct(part, &mut atoms, &mut constraint)?;
        }
        let head = match head {
            None => None,
            Some(head) => match self.atom(head)? {
                Some(atom) => Some(atom),
                None => {
                    // A constraint as the head: the body must not hold without it.
                    let holds = self.term(head)?;
                    self.expect_bool(head, holds)?;
                    let fails = self.terms.not(holds);
                    constraint = self.terms.and(constraint, fails);
                    None
                }
            },
        };
        self.system.clause(head, atoms, constraint);
        Ok(())
    }

    fn expect_bool(&self, at: &Expr, term: TermId) -> Result<(), ReadError> {
        match self.terms.is_bool(term) {
            true => Ok(()),
            false => at.error("a formula is expected"),
        }
    }

    fn conjunct(
        &mut self,
        part: &Expr,
        atoms: &mut Vec<Atom>,
        constraint: &mut TermId,
    ) -> Result<(), ReadError> {
        if let Some([head, rest @ ..]) = part.list()
            && head.word() == Some("and")
        {
            return rest.iter().try_for_each(|inner| self.conjunct(inner, atoms, constraint));
        }
        if let Some([head, bindings, inner]) = part.list()
            && head.word() == Some("let")
        {
            let depth = self.scope.len();
            self.let_bindings(bindings)?;
            self.conjunct(inner, atoms, constraint)?;
            self.scope.truncate(depth);
            return Ok(());
        }
        if let Some(word) = part.word()
            && let Some(Meaning::Formula(formula)) = self.lookup(word)
        {
            return self.conjunct(&formula, atoms, constraint);
        }
        if let Some(atom) = self.atom(part)? {
            atoms.push(atom);
            return Ok(());
        }
        let term = self.term(part)?;
        self.expect_bool(part, term)?;
        *constraint = self.terms.and(*constraint, term);
        Ok(())
    }

    fn lookup(&self, word: &str) -> Option<Meaning> {
        self.scope.iter().rev().find(|(name, _)| name == word).map(|(_, meaning)| meaning.clone())
    }

    fn let_bindings(&mut self, bindings: &Expr) -> Result<(), ReadError> {
        let Some(list) = bindings.list() else { return bindings.error("a list of bindings is expected") };
        let mut new = Vec::new();
        for binding in list {
            let Some([name, value]) = binding.list() else { return binding.error("a name and a term") };
            let Some(word) = name.word() else { return name.error("a name is expected") };
            let meaning = match self.mentions_predicate(value) {
                true => Meaning::Formula(value.clone()),
                false => Meaning::Term(self.term(value)?),
            };
            new.push((word.to_owned(), meaning));
        }
        self.scope.extend(new);
        Ok(())
    }

    fn mentions_predicate(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Word(word, _) => match self.lookup(word) {
                Some(meaning) => matches!(meaning, Meaning::Formula(_)),
                None => self.predicates.contains_key(word),
            },
            Expr::List(list, _) => list.iter().any(|inner| self.mentions_predicate(inner)),
        }
    }

    /// A predicate that is applied to terms, if it is one.
    fn atom(&mut self, expr: &Expr) -> Result<Option<Atom>, ReadError> {
        let (name, args) = match expr {
            Expr::Word(word, _) => (word.as_str(), [].as_slice()),
            Expr::List(list, _) => match list.split_first() {
                Some((Expr::Word(word, _), args)) => (word.as_str(), args),
                _ => return Ok(None),
            },
        };
        if self.lookup(name).is_some() {
            return Ok(None);
        }
        let Some(&pred) = self.predicates.get(name) else { return Ok(None) };
        let args = args.iter().map(|arg| self.term(arg)).collect::<Result<Vec<_>, _>>()?;
        let sorts: Vec<Sort> = args.iter().map(|arg| self.terms.sort(*arg)).collect();
        if sorts != self.system.predicates[pred].sorts {
            return expr.error("the arguments have other sorts than the predicate");
        }
        Ok(Some(Atom { pred, args }))
    }

    fn term(&mut self, expr: &Expr) -> Result<TermId, ReadError> {
        let list = match expr {
            Expr::Word(word, _) => return self.name(expr, word),
            Expr::List(list, _) => list,
        };
        let Some((operator, rest)) = list.split_first() else { return expr.error("a term is expected") };
        if operator.word() == Some("let") {
            let [bindings, inner] = rest else { return expr.error("a `let` has bindings and a term") };
            let depth = self.scope.len();
            self.let_bindings(bindings)?;
            let term = self.term(inner);
            self.scope.truncate(depth);
            return term;
        }
        if operator.word() == Some("_") {
            if let [value, width] = rest
                && let Some(number) =
                    value.word().and_then(|w| w.strip_prefix("bv")).and_then(|n| n.parse().ok())
                && let Some(width) = width.word().and_then(|w| w.parse::<u32>().ok())
                && (1..=WIDEST).contains(&width)
            {
                return Ok(self.terms.bv_const(width, number));
            }
            return expr.error("this constant is not read");
        }
        let mut args = Vec::with_capacity(rest.len());
        for arg in rest {
            args.push(self.term(arg)?);
        }
        if let Some([under, name, numbers @ ..]) = operator.list()
            && under.word() == Some("_")
        {
            let numbers: Vec<u32> =
                numbers.iter().filter_map(|n| n.word().and_then(|w| w.parse().ok())).collect();
            return self.indexed(expr, name.word().unwrap_or_default(), &numbers, &args);
        }
        self.apply(expr, operator.word().unwrap_or_default(), &args)
    }

    fn name(&mut self, expr: &Expr, word: &str) -> Result<TermId, ReadError> {
        if let Some(Meaning::Term(term)) = self.lookup(word) {
            return Ok(term);
        }
        match word {
            "true" => return Ok(TermId::TRUE),
            "false" => return Ok(TermId::FALSE),
            _ => {}
        }
        if let (true, Ok(number)) = (self.integers, word.parse::<u128>()) {
            return Ok(self.terms.bv_const(INTEGER, number));
        }
        let bits: Option<Vec<bool>> = if let Some(digits) = word.strip_prefix("#b") {
            digits.chars().rev().map(|c| c.to_digit(2).map(|d| d == 1)).collect()
        } else if let Some(digits) = word.strip_prefix("#x") {
            let nibbles: Option<Vec<u32>> = digits.chars().rev().map(|c| c.to_digit(16)).collect();
            nibbles.map(|list| list.iter().flat_map(|n| (0..4).map(move |i| n >> i & 1 == 1)).collect())
        } else {
            None
        };
        match bits {
            Some(bits) if !bits.is_empty() && bits.len() <= WIDEST as usize => {
                Ok(self.terms.bv(Bv::from_bits(bits.into_iter())))
            }
            _ => expr.error(format!("`{word}` is not known here")),
        }
    }

    fn indexed(
        &mut self,
        at: &Expr,
        name: &str,
        numbers: &[u32],
        args: &[TermId],
    ) -> Result<TermId, ReadError> {
        let [arg] = args else { return at.error("one argument is expected") };
        if self.terms.is_bool(*arg) {
            return at.error("a bit-vector is expected");
        }
        let width = self.terms.width(*arg);
        match (name, numbers) {
            ("extract", [high, low]) if low <= high && *high < width => {
                Ok(self.terms.extract(*arg, *high, *low))
            }
            ("zero_extend", [by]) if width + by <= WIDEST => Ok(self.terms.zero_extend(*arg, width + by)),
            ("sign_extend", [by]) if width + by <= WIDEST => Ok(self.terms.sign_extend(*arg, width + by)),
            _ => at.error(format!("`{name}` is not read")),
        }
    }

    fn apply(&mut self, at: &Expr, name: &str, args: &[TermId]) -> Result<TermId, ReadError> {
        let all_bool = args.iter().all(|a| self.terms.is_bool(*a));
        let one_sort = args.windows(2).all(|pair| self.terms.sort(pair[0]) == self.terms.sort(pair[1]));
        let words = one_sort && !args.is_empty() && !all_bool;
        if self.integers && words && matches!(name, "+" | "-" | "*" | "<" | "<=" | ">" | ">=") {
            return self.arithmetic(at, name, args);
        }
        let t = &mut *self.terms;
        Ok(match (name, args) {
            ("not", [a]) if all_bool => t.not(*a),
            ("and", _) if all_bool => t.and_all(args.iter().copied()),
            ("or", _) if all_bool => t.or_all(args.iter().copied()),
            ("xor", [a, b]) if all_bool => t.xor(*a, *b),
            ("=>", [a, b]) if all_bool => t.implies(*a, *b),
            ("=", [a, b]) if one_sort => t.eq(*a, *b),
            ("distinct", _) if one_sort && args.len() >= 2 => t.distinct(args),
            ("ite", [c, a, b]) if t.is_bool(*c) && t.sort(*a) == t.sort(*b) => t.ite(*c, *a, *b),
            ("concat", [a, b]) if !t.is_bool(*a) && !t.is_bool(*b) => t.concat(*a, *b),
            ("bvnot", [a]) if words => t.bvnot(*a),
            ("bvneg", [a]) if words => t.neg(*a),
            (_, [a, b]) if words => {
                let (a, b) = (*a, *b);
                match name {
                    "bvadd" => t.add(a, b),
                    "bvsub" => t.sub(a, b),
                    "bvmul" => t.mul(a, b),
                    "bvudiv" => t.udiv(a, b),
                    "bvurem" => t.urem(a, b),
                    "bvsdiv" => t.sdiv(a, b),
                    "bvsrem" => t.srem(a, b),
                    "bvand" => t.bvand(a, b),
                    "bvor" => t.bvor(a, b),
                    "bvxor" => t.bvxor(a, b),
                    "bvshl" => t.shl(a, b),
                    "bvlshr" => t.lshr(a, b),
                    "bvashr" => t.ashr(a, b),
                    "bvult" => t.ult(a, b),
                    "bvule" => t.ule(a, b),
                    "bvugt" => t.ugt(a, b),
                    "bvuge" => t.uge(a, b),
                    "bvslt" => t.slt(a, b),
                    "bvsle" => t.sle(a, b),
                    "bvsgt" => t.sgt(a, b),
                    "bvsge" => t.sge(a, b),
                    _ => return at.error(format!("the operator `{name}` is not read")),
                }
            }
            ("bvadd" | "bvmul" | "bvand" | "bvor" | "bvxor", [first, rest @ ..]) if words => {
                rest.iter().fold(*first, |sum, next| match name {
                    "bvadd" => t.add(sum, *next),
                    "bvmul" => t.mul(sum, *next),
                    "bvand" => t.bvand(sum, *next),
                    "bvor" => t.bvor(sum, *next),
                    _ => t.bvxor(sum, *next),
                })
            }
            _ => return at.error(format!("`{name}` is not read with these arguments")),
        })
    }

    /// Linear operations of integers, which are exact in so many bits.
    fn arithmetic(&mut self, at: &Expr, name: &str, args: &[TermId]) -> Result<TermId, ReadError> {
        let t = &mut *self.terms;
        Ok(match (name, args) {
            ("-", [a]) => t.neg(*a),
            ("+", [first, rest @ ..]) => rest.iter().fold(*first, |sum, next| t.add(sum, *next)),
            ("-", [first, rest @ ..]) => rest.iter().fold(*first, |sum, next| t.sub(sum, *next)),
            ("*", [a, b]) if t.is_constant(*a) || t.is_constant(*b) => t.mul(*a, *b),
            ("<", [a, b]) => t.slt(*a, *b),
            ("<=", [a, b]) => t.sle(*a, *b),
            (">", [a, b]) => t.sgt(*a, *b),
            (">=", [a, b]) => t.sge(*a, *b),
            _ => return at.error(format!("`{name}` is not read with these arguments")),
        })
    }
}
