//! What the tests share: the operators with an independent reference, and random numbers.
#![allow(dead_code)]

use fafnir_smt::{Bv, Model, TermId, Terms, Value};

/// A small generator with a fixed seed, so that a failure can be repeated.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
    /// Random bits, often special ones.
    pub(crate) fn bv(&mut self, width: u32) -> Bv {
        match self.below(8) {
            0 => Bv::zero(width),
            1 => Bv::one(width),
            2 => Bv::ones(width),
            3 => Bv::min_signed(width),
            4 => Bv::new(width, u128::from(self.next() % 16)),
            _ => {
                let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                Bv::from_limbs(width, &limbs)
            }
        }
    }
}

pub(crate) type Build = fn(&mut Terms, TermId, TermId) -> TermId;
/// The width and the operands; a Boolean result is 0 or 1.
pub(crate) type Reference = fn(u32, u64, u64) -> u64;

pub(crate) struct Operator {
    pub(crate) name: &'static str,
    pub(crate) build: Build,
    pub(crate) reference: Reference,
    pub(crate) is_bool: bool,
}

pub(crate) fn mask(w: u32) -> u64 {
    u64::MAX >> (64 - w)
}
fn signed(w: u32, v: u64) -> i64 {
    ((v << (64 - w)) as i64) >> (64 - w)
}
fn fits(w: u32, v: i64) -> bool {
    signed(w, v as u64 & mask(w)) == v
}

/// Every operator on two operands of one width (unary ones ignore the second), with its meaning written down
/// independently of the crate. For widths up to 16.
pub(crate) fn operators() -> Vec<Operator> {
    fn bv(name: &'static str, build: Build, reference: Reference) -> Operator {
        Operator { name, build, reference, is_bool: false }
    }
    fn pred(name: &'static str, build: Build, reference: Reference) -> Operator {
        Operator { name, build, reference, is_bool: true }
    }
    vec![
        bv("add", |t, a, b| t.add(a, b), |_, a, b| a.wrapping_add(b)),
        bv("sub", |t, a, b| t.sub(a, b), |_, a, b| a.wrapping_sub(b)),
        bv("neg", |t, a, _| t.neg(a), |_, a, _| a.wrapping_neg()),
        bv("mul", |t, a, b| t.mul(a, b), |_, a, b| a.wrapping_mul(b)),
        bv("udiv", |t, a, b| t.udiv(a, b), |w, a, b| a.checked_div(b).unwrap_or(mask(w))),
        bv("urem", |t, a, b| t.urem(a, b), |_, a, b| if b == 0 { a } else { a % b }),
        bv(
            "sdiv",
            |t, a, b| t.sdiv(a, b),
            |w, a, b| {
                let (a, b) = (signed(w, a), signed(w, b));
                if b != 0 {
                    (a / b) as u64
                } else if a < 0 {
                    1
                } else {
                    u64::MAX
                }
            },
        ),
        bv(
            "srem",
            |t, a, b| t.srem(a, b),
            |w, a, b| {
                let (a, b) = (signed(w, a), signed(w, b));
                (if b == 0 { a } else { a % b }) as u64
            },
        ),
        bv("bvnot", |t, a, _| t.bvnot(a), |_, a, _| !a),
        bv("bvand", |t, a, b| t.bvand(a, b), |_, a, b| a & b),
        bv("bvor", |t, a, b| t.bvor(a, b), |_, a, b| a | b),
        bv("bvxor", |t, a, b| t.bvxor(a, b), |_, a, b| a ^ b),
        bv("shl", |t, a, b| t.shl(a, b), |w, a, b| if b >= u64::from(w) { 0 } else { a << b }),
        bv("lshr", |t, a, b| t.lshr(a, b), |w, a, b| if b >= u64::from(w) { 0 } else { a >> b }),
        bv("ashr", |t, a, b| t.ashr(a, b), |w, a, b| (signed(w, a) >> b.min(63)) as u64),
        bv("popcount", |t, a, _| t.popcount(a), |_, a, _| u64::from(a.count_ones())),
        bv("clz", |t, a, _| t.count_leading_zeros(a), |w, a, _| u64::from(a.leading_zeros() - (64 - w))),
        bv("ctz", |t, a, _| t.count_trailing_zeros(a), |w, a, _| u64::from(a.trailing_zeros().min(w))),
        bv(
            "concat-high",
            |t, a, b| {
                let w = t.width(a);
                let joined = t.concat(a, b);
                t.extract(joined, 2 * w - 1, w)
            },
            |_, a, _| a,
        ),
        bv(
            "concat-middle",
            |t, a, b| {
                let w = t.width(a);
                let joined = t.concat(a, b);
                t.extract(joined, w + w / 2 - 1, w / 2)
            },
            |w, a, b| (a << w | b) >> (w / 2),
        ),
        bv(
            "top bit, sign-extended",
            |t, a, _| {
                let w = t.width(a);
                let top = t.extract(a, w - 1, w - 1);
                t.sign_extend(top, w)
            },
            |w, a, _| (signed(w, a) >> 63) as u64,
        ),
        bv(
            "high half of the extended product",
            |t, a, b| {
                let w = t.width(a);
                let (a, b) = (t.zero_extend(a, 2 * w), t.sign_extend(b, 2 * w));
                let product = t.mul(a, b);
                t.extract(product, 2 * w - 1, w)
            },
            |w, a, b| (a as i64).wrapping_mul(signed(w, b)) as u64 >> w,
        ),
        bv(
            "ite on order",
            |t, a, b| {
                let c = t.ult(a, b);
                t.ite(c, a, b)
            },
            |_, a, b| a.min(b),
        ),
        pred("eq", |t, a, b| t.eq(a, b), |_, a, b| u64::from(a == b)),
        pred("ne", |t, a, b| t.ne(a, b), |_, a, b| u64::from(a != b)),
        pred("ult", |t, a, b| t.ult(a, b), |_, a, b| u64::from(a < b)),
        pred("ule", |t, a, b| t.ule(a, b), |_, a, b| u64::from(a <= b)),
        pred("ugt", |t, a, b| t.ugt(a, b), |_, a, b| u64::from(a > b)),
        pred("uge", |t, a, b| t.uge(a, b), |_, a, b| u64::from(a >= b)),
        pred("slt", |t, a, b| t.slt(a, b), |w, a, b| u64::from(signed(w, a) < signed(w, b))),
        pred("sle", |t, a, b| t.sle(a, b), |w, a, b| u64::from(signed(w, a) <= signed(w, b))),
        pred("sgt", |t, a, b| t.sgt(a, b), |w, a, b| u64::from(signed(w, a) > signed(w, b))),
        pred("sge", |t, a, b| t.sge(a, b), |w, a, b| u64::from(signed(w, a) >= signed(w, b))),
        pred("uaddo", |t, a, b| t.uadd_overflows(a, b), |w, a, b| u64::from(a + b > mask(w))),
        pred(
            "saddo",
            |t, a, b| t.sadd_overflows(a, b),
            |w, a, b| u64::from(!fits(w, signed(w, a) + signed(w, b))),
        ),
        pred("usubo", |t, a, b| t.usub_overflows(a, b), |_, a, b| u64::from(a < b)),
        pred(
            "ssubo",
            |t, a, b| t.ssub_overflows(a, b),
            |w, a, b| u64::from(!fits(w, signed(w, a) - signed(w, b))),
        ),
        pred("umulo", |t, a, b| t.umul_overflows(a, b), |w, a, b| u64::from(a * b > mask(w))),
        pred(
            "smulo",
            |t, a, b| t.smul_overflows(a, b),
            |w, a, b| u64::from(!fits(w, signed(w, a) * signed(w, b))),
        ),
        pred("nego", |t, a, _| t.neg_overflows(a), |w, a, _| u64::from(!fits(w, -signed(w, a)))),
        pred(
            "sdivo",
            |t, a, b| t.sdiv_overflows(a, b),
            |w, a, b| u64::from(signed(w, b) == -1 && !fits(w, -signed(w, a))),
        ),
        pred(
            "bit",
            |t, a, _| {
                let top = t.width(a) - 1;
                t.bit(a, top)
            },
            |w, a, _| a >> (w - 1),
        ),
    ]
}

impl Operator {
    pub(crate) fn expected(&self, w: u32, a: u64, b: u64) -> Value {
        let result = (self.reference)(w, a, b);
        if self.is_bool {
            Value::Bool(result == 1)
        } else {
            Value::Bv(Bv::new(w, u128::from(result & mask(w))))
        }
    }
}

pub(crate) fn number(w: u32, v: u64) -> Value {
    Value::Bv(Bv::new(w, u128::from(v)))
}

pub(crate) fn model(pairs: &[(TermId, Value)]) -> Model {
    let mut model = Model::new();
    for (t, v) in pairs {
        model.set(*t, v.clone());
    }
    model
}
