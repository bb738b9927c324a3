//! Values, models, and the evaluation of terms under a model.

use base::FxHashMap;

use crate::bv::Bv;
use crate::terms::{Op, TermId, Terms};

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Bool(bool),
    Bv(Bv),
}

impl Value {
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            Value::Bv(_) => None,
        }
    }
    pub fn as_bv(&self) -> Option<&Bv> {
        match self {
            Value::Bv(bv) => Some(bv),
            Value::Bool(_) => None,
        }
    }
    pub fn to_u64(&self) -> Option<u64> {
        self.as_bv().and_then(Bv::to_u64)
    }
    fn bool(&self) -> bool {
        self.as_bool().unwrap_or_else(|| unreachable!("the constructors check sorts"))
    }
    fn bv(&self) -> &Bv {
        self.as_bv().unwrap_or_else(|| unreachable!("the constructors check sorts"))
    }
}

/// The meaning of every operator, on values.
pub(crate) fn apply(op: Op, width: u32, payload: u32, args: &[Value]) -> Value {
    let bit = |i: usize| args[i].bool();
    let bv = |i: usize| args[i].bv();
    match op {
        Op::False => Value::Bool(false),
        Op::True => Value::Bool(true),
        Op::BvConst | Op::Var => unreachable!("not an operator"),
        Op::Not => Value::Bool(!bit(0)),
        Op::And => Value::Bool(bit(0) && bit(1)),
        Op::Eq => Value::Bool(args[0] == args[1]),
        Op::Ite => args[if bit(0) { 1 } else { 2 }].clone(),
        Op::BvNot => Value::Bv(bv(0).not()),
        Op::BvNeg => Value::Bv(bv(0).neg()),
        Op::BvAnd => Value::Bv(bv(0).and(bv(1))),
        Op::BvOr => Value::Bv(bv(0).or(bv(1))),
        Op::BvXor => Value::Bv(bv(0).xor(bv(1))),
        Op::Add => Value::Bv(bv(0).add(bv(1))),
        Op::Mul => Value::Bv(bv(0).mul(bv(1))),
        Op::Udiv => Value::Bv(bv(0).udiv(bv(1))),
        Op::Urem => Value::Bv(bv(0).urem(bv(1))),
        Op::Sdiv => Value::Bv(bv(0).sdiv(bv(1))),
        Op::Srem => Value::Bv(bv(0).srem(bv(1))),
        Op::Shl => Value::Bv(bv(0).shl(bv(1))),
        Op::Lshr => Value::Bv(bv(0).lshr(bv(1))),
        Op::Ashr => Value::Bv(bv(0).ashr(bv(1))),
        Op::Concat => Value::Bv(bv(0).concat(bv(1))),
        Op::Extract => Value::Bv(bv(0).extract(payload + width - 1, payload)),
        Op::ZeroExt => Value::Bv(bv(0).zero_extend(width)),
        Op::SignExt => Value::Bv(bv(0).sign_extend(width)),
        Op::Ult => Value::Bool(bv(0).ult(bv(1))),
        Op::Slt => Value::Bool(bv(0).slt(bv(1))),
        Op::Umulo => Value::Bool(bv(0).umul_overflows(bv(1))),
        Op::Smulo => Value::Bool(bv(0).smul_overflows(bv(1))),
    }
}

/// Values of variables. A variable without a value is false or zero: the solver was free to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: FxHashMap<TermId, Value>,
}

impl Model {
    pub fn new() -> Model {
        Model::default()
    }
    pub fn set(&mut self, variable: TermId, value: Value) {
        self.values.insert(variable, value);
    }
    /// The value of a variable if the model constrains it.
    pub fn get(&self, variable: TermId) -> Option<&Value> {
        self.values.get(&variable)
    }
    /// The value of any term.
    pub fn value(&self, terms: &Terms, t: TermId) -> Value {
        Evaluator::new(terms, self).value(t)
    }
    /// Does a Boolean term hold?
    pub fn holds(&self, terms: &Terms, t: TermId) -> bool {
        self.value(terms, t) == Value::Bool(true)
    }
}

/// Evaluates many terms under one model, each shared subterm once.
#[derive(Debug)]
pub struct Evaluator<'a> {
    terms: &'a Terms,
    model: &'a Model,
    values: FxHashMap<TermId, Value>,
}

impl<'a> Evaluator<'a> {
    pub fn new(terms: &'a Terms, model: &'a Model) -> Evaluator<'a> {
        Evaluator { terms, model, values: FxHashMap::default() }
    }
    pub fn value(&mut self, root: TermId) -> Value {
        let terms = self.terms;
        for t in terms.reachable(&[root], |t| self.values.contains_key(&t)) {
            let value = if terms.is_variable(t) {
                self.model.get(t).cloned().unwrap_or_else(|| default_value(terms, t))
            } else if let Some(value) = terms.constant_value(t) {
                value
            } else {
                let args: Vec<Value> = terms.args(t).iter().map(|a| self.values[a].clone()).collect();
                apply(terms.op(t), terms.width(t), terms.extract_low(t).unwrap_or(0), &args)
            };
            self.values.insert(t, value);
        }
        self.values[&root].clone()
    }
}

fn default_value(terms: &Terms, t: TermId) -> Value {
    if terms.is_bool(t) { Value::Bool(false) } else { Value::Bv(Bv::zero(terms.width(t))) }
}
