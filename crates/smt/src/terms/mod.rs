//! The term store: hash-consing, access and traversal.
//!
//! Two invariants everything else rests on. A term's arguments have smaller ids than the term, so that the order
//! of ids is a topological order and no algorithm needs recursion on terms. And the constructors simplify before
//! they intern: equal ids mean equal terms, and many equivalent terms get equal ids.

mod arith;
mod bits;
mod boolean;
mod compare;
mod derived;
mod facts;
mod linear;

use std::fmt;

use base::{FxHashMap, FxHashSet, IndexVec, define_id};

use crate::bv::Bv;
use crate::eval::{self, Value};
use facts::Facts;

define_id!(
    /// A term of one `Terms` store. Ids of different stores must not be mixed.
    pub struct TermId, "t"
);

impl TermId {
    pub const FALSE: TermId = TermId::from_raw(0);
    pub const TRUE: TermId = TermId::from_raw(1);

    pub fn from_bool(value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    Bool,
    /// A bit-vector with that many bits, at least one and at most `Terms::MAX_WIDTH`.
    Bv(u32),
}

/// The primitive operators. Everything else (`or`, `sub`, `ule`, …) is made of them by the constructors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    False,
    True,
    BvConst,
    Var,
    Not,
    And,
    /// Between two Booleans or two bit-vectors.
    Eq,
    Ite,
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    Add,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    /// The first argument is the high part.
    Concat,
    /// One argument, and the lowest bit taken (`Terms::extract_low`); the sort gives the highest.
    Extract,
    ZeroExt,
    SignExt,
    Ult,
    Slt,
    Umulo,
    Smulo,
}

impl Op {
    pub fn arity(self) -> usize {
        match self {
            Op::False | Op::True | Op::BvConst | Op::Var => 0,
            Op::Not | Op::BvNot | Op::BvNeg | Op::Extract | Op::ZeroExt | Op::SignExt => 1,
            Op::Ite => 3,
            _ => 2,
        }
    }
    fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And | Op::Eq | Op::BvAnd | Op::BvOr | Op::BvXor | Op::Add | Op::Mul | Op::Umulo | Op::Smulo
        )
    }
}

/// `payload` is the constant's or the variable's index, or the lowest bit of an extract; else zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    op: Op,
    /// Zero for Booleans.
    width: u32,
    payload: u32,
    args: [TermId; 3],
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    term: TermId,
}

/// The term store. See the crate documentation for an example.
#[derive(Clone)]
pub struct Terms {
    nodes: IndexVec<TermId, Node>,
    facts: IndexVec<TermId, Facts>,
    table: FxHashMap<Node, TermId>,
    constants: Vec<Bv>,
    constant_index: FxHashMap<Bv, u32>,
    variables: Vec<Variable>,
    variable_index: FxHashMap<(String, Sort), TermId>,
    /// How many rewrites are on the Rust stack; bounded by `MAX_REWRITE_DEPTH`.
    depth: u32,
    simplify: bool,
}

/// Beyond this nesting of rewrites a term is interned as it is: less simplified, never wrong. It bounds the
/// Rust stack, whatever the depth of the terms.
const MAX_REWRITE_DEPTH: u32 = 40;

const NO_ARGS: [TermId; 3] = [TermId::FALSE; 3];

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({} terms, {} variables)", self.nodes.len(), self.variables.len())
    }
}

impl Terms {
    /// Wide enough for any object of a C program that is worth a bit-vector.
    pub const MAX_WIDTH: u32 = 1 << 16;

    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: IndexVec::new(),
            facts: IndexVec::new(),
            table: FxHashMap::default(),
            constants: Vec::new(),
            constant_index: FxHashMap::default(),
            variables: Vec::new(),
            variable_index: FxHashMap::default(),
            depth: 0,
            simplify: true,
        };
        let no = terms.intern(Op::False, 0, 0, NO_ARGS);
        let yes = terms.intern(Op::True, 0, 0, NO_ARGS);
        debug_assert!(no == TermId::FALSE && yes == TermId::TRUE);
        terms
    }
    /// A store whose constructors only intern. For tests of the simplifier and of the blaster.
    pub fn without_simplification() -> Terms {
        Terms { simplify: false, ..Terms::new() }
    }

    /// The number of terms made so far, a measure of the memory used.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    #[inline]
    pub fn op(&self, t: TermId) -> Op {
        self.nodes[t].op
    }
    #[inline]
    pub fn sort(&self, t: TermId) -> Sort {
        match self.nodes[t].width {
            0 => Sort::Bool,
            width => Sort::Bv(width),
        }
    }
    /// The width of a bit-vector term; zero for a Boolean.
    #[inline]
    pub fn width(&self, t: TermId) -> u32 {
        self.nodes[t].width
    }
    pub fn is_bool(&self, t: TermId) -> bool {
        self.nodes[t].width == 0
    }
    #[inline]
    pub fn args(&self, t: TermId) -> &[TermId] {
        let node = &self.nodes[t];
        &node.args[..node.op.arity()]
    }
    fn arg(&self, t: TermId, index: usize) -> TermId {
        self.nodes[t].args[index]
    }
    /// The lowest bit taken by an extract.
    pub fn extract_low(&self, t: TermId) -> Option<u32> {
        let node = &self.nodes[t];
        (node.op == Op::Extract).then_some(node.payload)
    }
    pub fn constant(&self, t: TermId) -> Option<&Bv> {
        let node = &self.nodes[t];
        (node.op == Op::BvConst).then(|| &self.constants[node.payload as usize])
    }
    pub fn bool_constant(&self, t: TermId) -> Option<bool> {
        match t {
            TermId::TRUE => Some(true),
            TermId::FALSE => Some(false),
            _ => None,
        }
    }
    pub fn is_constant(&self, t: TermId) -> bool {
        matches!(self.op(t), Op::BvConst | Op::True | Op::False)
    }
    /// The value of a constant of either sort.
    pub fn constant_value(&self, t: TermId) -> Option<Value> {
        match self.bool_constant(t) {
            Some(value) => Some(Value::Bool(value)),
            None => self.constant(t).cloned().map(Value::Bv),
        }
    }
    pub fn is_variable(&self, t: TermId) -> bool {
        self.op(t) == Op::Var
    }
    pub fn variable_name(&self, t: TermId) -> Option<&str> {
        let node = &self.nodes[t];
        (node.op == Op::Var).then(|| self.variables[node.payload as usize].name.as_str())
    }
    pub fn variables(&self) -> impl ExactSizeIterator<Item = TermId> + '_ {
        self.variables.iter().map(|v| v.term)
    }
    fn payload(&self, t: TermId) -> u32 {
        self.nodes[t].payload
    }

    /// The variable of that name and sort; the same term for the same name and sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        if let Some(&term) = self.variable_index.get(&(name.to_owned(), sort)) {
            return term;
        }
        let width = match sort {
            Sort::Bool => 0,
            Sort::Bv(width) => {
                assert!((1..=Terms::MAX_WIDTH).contains(&width), "unsupported width {width}");
                width
            }
        };
        let index = self.variables.len() as u32;
        let term = self.intern(Op::Var, width, index, NO_ARGS);
        self.variables.push(Variable { name: name.to_owned(), term });
        self.variable_index.insert((name.to_owned(), sort), term);
        term
    }
    pub fn bool_var(&mut self, name: &str) -> TermId {
        self.var(name, Sort::Bool)
    }
    pub fn bv_var(&mut self, name: &str, width: u32) -> TermId {
        self.var(name, Sort::Bv(width))
    }
    /// A variable that no earlier call returned.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> TermId {
        let mut number = self.variables.len();
        loop {
            let name = format!("{prefix}!{number}");
            if !self.variable_index.contains_key(&(name.clone(), sort)) {
                return self.var(&name, sort);
            }
            number += 1;
        }
    }
    pub fn bool_const(&mut self, value: bool) -> TermId {
        TermId::from_bool(value)
    }
    pub fn bv(&mut self, value: Bv) -> TermId {
        let width = value.width();
        assert!(width <= Terms::MAX_WIDTH, "unsupported width {width}");
        let index = match self.constant_index.get(&value) {
            Some(&index) => index,
            None => {
                let index = self.constants.len() as u32;
                self.constants.push(value.clone());
                self.constant_index.insert(value, index);
                index
            }
        };
        self.intern(Op::BvConst, width, index, NO_ARGS)
    }
    /// The constant `value` modulo `2^width`.
    pub fn bv_const(&mut self, width: u32, value: u128) -> TermId {
        self.bv(Bv::new(width, value))
    }
    pub fn bv_signed(&mut self, width: u32, value: i128) -> TermId {
        self.bv(Bv::from_signed(width, value))
    }
    pub fn value(&mut self, value: Value) -> TermId {
        match value {
            Value::Bool(b) => TermId::from_bool(b),
            Value::Bv(bv) => self.bv(bv),
        }
    }

    fn intern(&mut self, op: Op, width: u32, payload: u32, args: [TermId; 3]) -> TermId {
        let node = Node { op, width, payload, args };
        if let Some(&id) = self.table.get(&node) {
            return id;
        }
        let facts = if self.simplify { self.compute_facts(&node) } else { Facts::unknown(width) };
        // A term whose facts leave one value is that constant, whatever it is made of.
        if self.simplify
            && op.arity() > 0
            && let Some(value) = facts.constant(width)
        {
            return self.bv_const(width, u128::from(value));
        }
        let id = self.nodes.push(node);
        self.facts.push(facts);
        self.table.insert(node, id);
        id
    }

    /// Makes an operator term: folds constants, then lets the operator's rules rewrite it, then interns.
    fn mk(&mut self, op: Op, width: u32, payload: u32, mut args: [TermId; 3]) -> TermId {
        if !self.simplify {
            return self.intern(op, width, payload, args);
        }
        let arity = op.arity();
        if args[..arity].iter().all(|&a| self.is_constant(a)) {
            let value = self.fold(op, width, payload, &args[..arity]);
            return self.value(value);
        }
        // Constants to the right, then by id: the rules need to look for constants on one side only.
        if op.is_commutative() {
            let key = |t: TermId| (self.is_constant(t), t);
            if key(args[0]) > key(args[1]) {
                args.swap(0, 1);
            }
        }
        if self.depth >= MAX_REWRITE_DEPTH {
            return self.intern(op, width, payload, args);
        }
        self.depth += 1;
        let rewritten = self.rewrite(op, width, payload, args);
        self.depth -= 1;
        debug_assert!(rewritten.is_none_or(|t| self.width(t) == width), "a rewrite keeps the sort");
        rewritten.unwrap_or_else(|| self.intern(op, width, payload, args))
    }
    fn fold(&self, op: Op, width: u32, payload: u32, args: &[TermId]) -> Value {
        let values: Vec<Value> = args.iter().filter_map(|&a| self.constant_value(a)).collect();
        eval::apply(op, width, payload, &values)
    }
    fn rewrite(&mut self, op: Op, width: u32, payload: u32, args: [TermId; 3]) -> Option<TermId> {
        let [a, b, c] = args;
        if op != Op::Ite
            && let Some(term) = self.lift_constant_ite(op, width, payload, &args[..op.arity()])
        {
            return Some(term);
        }
        match op {
            Op::False | Op::True | Op::BvConst | Op::Var => None,
            Op::Not => self.rewrite_not(a),
            Op::And => self.rewrite_and(a, b),
            Op::Eq if self.is_bool(a) => self.rewrite_bool_eq(a, b),
            Op::Eq => self.rewrite_bv_eq(a, b),
            Op::Ite => self.rewrite_ite(a, b, c),
            Op::BvNot => self.rewrite_bvnot(a),
            Op::BvNeg => self.rewrite_neg(a),
            Op::BvAnd => self.rewrite_bvand(a, b),
            Op::BvOr => self.rewrite_bvor(a, b),
            Op::BvXor => self.rewrite_bvxor(a, b),
            Op::Add => self.rewrite_add(a, b),
            Op::Mul => self.rewrite_mul(a, b),
            Op::Udiv => self.rewrite_udiv(a, b),
            Op::Urem => self.rewrite_urem(a, b),
            Op::Sdiv => self.rewrite_sdiv(a, b),
            Op::Srem => self.rewrite_srem(a, b),
            Op::Shl => self.rewrite_shl(a, b),
            Op::Lshr => self.rewrite_lshr(a, b),
            Op::Ashr => self.rewrite_ashr(a, b),
            Op::Concat => self.rewrite_concat(a, b),
            Op::Extract => self.rewrite_extract(a, payload + width - 1, payload),
            Op::ZeroExt => self.rewrite_zero_ext(a, width),
            Op::SignExt => self.rewrite_sign_ext(a, width),
            Op::Ult => self.rewrite_ult(a, b),
            Op::Slt => self.rewrite_slt(a, b),
            Op::Umulo => self.rewrite_umulo(a, b),
            Op::Smulo => self.rewrite_smulo(a, b),
        }
    }
    /// `op(ite(c, k1, k2), k3)` with constants `k` is `ite(c, op(k1, k3), op(k2, k3))`. This is what undoes the
    /// conversions between truth values and integers that C is full of.
    fn lift_constant_ite(&mut self, op: Op, width: u32, payload: u32, args: &[TermId]) -> Option<TermId> {
        let mut condition = None;
        for &arg in args {
            if self.is_constant(arg) {
                continue;
            }
            let [c, t, e] = self.nodes[arg].args;
            let constant_branches = self.op(arg) == Op::Ite && self.is_constant(t) && self.is_constant(e);
            if !constant_branches || condition.is_some_and(|other| other != c) {
                return None;
            }
            condition = Some(c);
        }
        let condition = condition?;
        let branch = |terms: &Terms, index: usize| -> Vec<TermId> {
            args.iter().map(|&a| if terms.is_constant(a) { a } else { terms.arg(a, index) }).collect()
        };
        let then_value = self.fold(op, width, payload, &branch(self, 1));
        let else_value = self.fold(op, width, payload, &branch(self, 2));
        let then_term = self.value(then_value);
        let else_term = self.value(else_value);
        Some(self.ite(condition, then_term, else_term))
    }
    fn mk1(&mut self, op: Op, width: u32, a: TermId) -> TermId {
        self.mk(op, width, 0, [a, TermId::FALSE, TermId::FALSE])
    }
    fn mk2(&mut self, op: Op, width: u32, a: TermId, b: TermId) -> TermId {
        self.mk(op, width, 0, [a, b, TermId::FALSE])
    }
    fn same_width(&self, a: TermId, b: TermId) -> u32 {
        let (wa, wb) = (self.width(a), self.width(b));
        assert!(wa == wb && wa > 0, "operands of sorts {:?} and {:?}", self.sort(a), self.sort(b));
        wa
    }
    fn bv_width(&self, a: TermId) -> u32 {
        let width = self.width(a);
        assert!(width > 0, "a bit-vector is expected here");
        width
    }
    fn assert_bool(&self, a: TermId) {
        assert!(self.is_bool(a), "a Boolean is expected here");
    }

    /// The terms reachable from the roots without passing through a skipped one, arguments before users.
    pub fn reachable(&self, roots: &[TermId], skip: impl Fn(TermId) -> bool) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut found = Vec::new();
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(t) = stack.pop() {
            if skip(t) || !seen.insert(t) {
                continue;
            }
            found.push(t);
            stack.extend_from_slice(self.args(t));
        }
        found.sort_unstable();
        found
    }
    /// The variables that occur in the roots, in the order of their creation.
    pub fn variables_of(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut all = self.reachable(roots, |_| false);
        all.retain(|&t| self.is_variable(t));
        all
    }
    /// Replaces terms (usually variables) simultaneously, and simplifies on the way.
    pub fn substitute(&mut self, root: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in self.reachable(&[root], |t| map.contains_key(&t)) {
            let node = self.nodes[t];
            let mut args = node.args;
            for arg in &mut args[..node.op.arity()] {
                let old = *arg;
                *arg = map.get(&old).or_else(|| new.get(&old)).copied().unwrap_or(old);
                assert_eq!(self.width(old), self.width(*arg), "a substitution keeps sorts");
            }
            let replaced =
                if args == node.args { t } else { self.mk(node.op, node.width, node.payload, args) };
            new.insert(t, replaced);
        }
        map.get(&root).or_else(|| new.get(&root)).copied().unwrap_or(root)
    }
    /// Rebuilds a term of another store here, with this store's simplification. Variables keep their names.
    pub fn import(&mut self, from: &Terms, root: TermId) -> TermId {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in from.reachable(&[root], |_| false) {
            let node = from.nodes[t];
            let mut args = node.args;
            for arg in &mut args[..node.op.arity()] {
                *arg = new[arg];
            }
            let here = match (node.op, from.variable_name(t)) {
                (Op::Var, Some(name)) => self.var(name, from.sort(t)),
                _ => match from.constant_value(t) {
                    Some(value) => self.value(value),
                    None => self.mk(node.op, node.width, node.payload, args),
                },
            };
            new.insert(t, here);
        }
        new[&root]
    }
    /// For people: an s-expression, cut after some hundred nodes.
    pub fn display(&self, t: TermId) -> impl fmt::Display + '_ {
        crate::smtlib::Shown::new(self, t)
    }
}

#[cfg(test)]
mod tests {
    use base::Idx;

    use super::*;

    #[test]
    fn ids_are_topological_and_shared() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 8);
        let y = terms.bv_var("y", 8);
        let a = terms.add(x, y);
        let b = terms.add(y, x);
        assert_eq!(a, b);
        assert_eq!(terms.bv_var("x", 8), x);
        assert_ne!(terms.bv_var("x", 9), x);
        for id in 0..terms.len() {
            let t = TermId::new(id);
            assert!(terms.args(t).iter().all(|&arg| arg < t));
        }
    }

    #[test]
    fn substitution_simplifies() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 32);
        let y = terms.bv_var("y", 32);
        let sum = terms.add(x, y);
        let one = terms.bv_const(32, 1);
        let eq = terms.eq(sum, one);
        let minus = terms.neg(y);
        let map = [(x, minus)].into_iter().collect();
        assert_eq!(terms.substitute(eq, &map), TermId::FALSE);
        let three = terms.bv_const(32, 3);
        let map = [(x, three), (y, three)].into_iter().collect();
        assert_eq!(terms.substitute(sum, &map), terms.bv_const(32, 6));
    }

    #[test]
    fn fresh_variables_differ() {
        let mut terms = Terms::new();
        let a = terms.fresh("in", Sort::Bv(8));
        let b = terms.fresh("in", Sort::Bv(8));
        assert_ne!(a, b);
    }
}
