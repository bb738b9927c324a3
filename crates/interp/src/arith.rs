//! Arithmetic on scalars in general: any width, undefined bits, provenance. The execution loop handles the plain cases by
//! itself and comes here for the rest.

use crate::fault::{Fault, Res, nondeterminism, unknown, unsupported};
use crate::float;
use crate::memory::{Kind, Memory, State};
use crate::value::{Prov, Wide, mask, sign_extend};
use ir::{BinOp, DataModel, Scalar, UnOp};
use semantics::{Obligation, Otherwise, Policy};
use std::collections::BTreeSet;
use verdict::{Assumption, FindingKind, Property, UnknownKind};

pub(crate) struct Arith<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) model: DataModel,
    pub(crate) policy: Policy,
    /// Signed arithmetic has left its range and was taken to wrap.
    pub(crate) wrapped: &'a mut bool,
    pub(crate) assumptions: &'a mut BTreeSet<Assumption>,
    /// What has no value is an input when it is looked at.
    pub(crate) choose: bool,
    /// The run stands for all runs: a result that depends on an address is refused.
    pub(crate) exact: bool,
    /// Addresses of different objects may be ordered and subtracted as they are in this run, and that is noted here.
    pub(crate) ordered: Option<&'a mut bool>,
}

pub(crate) fn is_comparison(op: BinOp) -> bool {
    matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
}

/// The type of `a op b` for operands of the scalar type.
pub(crate) fn result_scalar(op: BinOp, scalar: Scalar, model: DataModel) -> Scalar {
    match op {
        BinOp::PtrDiff => model.signed_word(),
        _ if is_comparison(op) => Scalar::I32,
        _ => scalar,
    }
}

/// Everything from the lowest undefined bit up: what carries can reach.
fn carries(undef: u128, width: u32) -> u128 {
    (undef | undef.wrapping_neg()) & mask(width)
}

fn compare_with<T: PartialOrd>(op: BinOp, a: T, b: T) -> bool {
    match op {
        BinOp::Eq => a == b,
        BinOp::Ne => a != b,
        BinOp::Lt => a < b,
        BinOp::Le => a <= b,
        BinOp::Gt => a > b,
        _ => a >= b,
    }
}

impl Arith<'_> {
    pub(crate) fn binary(&mut self, op: BinOp, scalar: Scalar, a: Wide, b: Wide) -> Res<Wide> {
        if scalar.is_float() {
            return self.float_binary(op, scalar, a, b);
        }
        if scalar == Scalar::Ptr {
            return self.pointer_binary(op, a, b);
        }
        if is_comparison(op) {
            return self.compare(op, scalar, a, b);
        }
        let width = scalar.width(self.model);
        let signed = scalar.is_signed();
        let undef = a.undef | b.undef;
        let bits = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => {
                if undef != 0 {
                    if signed {
                        self.undefined_operand()?;
                    }
                    return Ok(Wide {
                        bits: 0,
                        undef: carries(undef, width),
                        prov: self.memory.combine(a.prov, b.prov),
                        frag: 0,
                    });
                }
                if signed { self.signed(op, scalar, a, b)? } else { modular(op, a.bits, b.bits) }
            }
            BinOp::Div | BinOp::Rem => return self.divide(op, scalar, a, b),
            BinOp::Shl | BinOp::Shr => return self.shift(op, scalar, a, b),
            BinOp::And => {
                let known_zero = (!a.bits & !a.undef) | (!b.bits & !b.undef);
                let undef = undef & !known_zero;
                let bits = a.bits & b.bits & !undef;
                return self.with_provenance(op, a, b, bits, undef, width);
            }
            BinOp::Or => {
                let known_one = (a.bits & !a.undef) | (b.bits & !b.undef);
                let undef = undef & !known_one;
                return self.with_provenance(op, a, b, (a.bits | b.bits) & !undef, undef, width);
            }
            _ => return self.with_provenance(op, a, b, (a.bits ^ b.bits) & !undef, undef, width),
        };
        self.with_provenance(op, a, b, bits & mask(width), 0, width)
    }

    fn with_provenance(
        &mut self,
        op: BinOp,
        a: Wide,
        b: Wide,
        bits: u128,
        undef: u128,
        width: u32,
    ) -> Res<Wide> {
        let full = u64::from(width) == self.memory.pointer_size * 8;
        let prov = self.memory.derive(op, (a.bits, a.prov), (b.bits, b.prov), bits, full);
        // An address again: another run, in which the block is elsewhere, may get another one.
        if self.exact && prov.is_plain() && !prov.is_none() && !self.keeps_offset(op, a, b, width) {
            return nondeterminism("a pointer is computed from the bits of an address");
        }
        Ok(Wide { bits, undef, prov, frag: 0 })
    }

    /// Whether the result's offset in the block follows from the operands' offsets, wherever the block is.
    fn keeps_offset(&self, op: BinOp, a: Wide, b: Wide, width: u32) -> bool {
        let (address, number) = if b.prov.is_none() { (a, b) } else { (b, a) };
        if !number.prov.is_none() {
            // An address is put together from its bytes.
            return op == BinOp::Or && !a.prov.is_plain() && !b.prov.is_plain();
        }
        let touched = match op {
            BinOp::Add | BinOp::Sub => return true,
            // What was mixed into an address is taken out of it again.
            BinOp::Xor if !address.prov.is_plain() => return true,
            BinOp::And => !number.bits & mask(width),
            BinOp::Or | BinOp::Xor => number.bits,
            _ => return false,
        };
        let align = address.prov.object().map_or(1, |object| self.memory.info(object).align.max(1));
        address.prov.is_plain() && align.is_power_of_two() && touched < u128::from(align)
    }

    fn overflow(&mut self, scalar: Scalar, value: impl ToString) -> Res<()> {
        if self.policy.otherwise(Obligation::ResultFits) == Otherwise::Wraps {
            *self.wrapped = true;
            return Ok(());
        }
        Fault::of(Obligation::ResultFits).value(value).what(scalar.name()).stop()
    }

    /// An operation that must not overflow gets an uninitialised operand. If the run stands for all runs, and that is one
    /// more input, then some value of it may overflow.
    fn undefined_operand(&mut self) -> Res<()> {
        if self.exact && self.policy.counts(Obligation::ResultFits) {
            return nondeterminism("whether the operation overflows depends on an uninitialised value");
        }
        Ok(())
    }

    fn signed(&mut self, op: BinOp, scalar: Scalar, a: Wide, b: Wide) -> Res<u128> {
        let width = scalar.width(self.model);
        let (x, y) = (a.signed(width), b.signed(width));
        let (result, over) = match op {
            BinOp::Add => x.overflowing_add(y),
            BinOp::Sub => x.overflowing_sub(y),
            _ => x.overflowing_mul(y),
        };
        let bits = result as u128 & mask(width);
        if over || sign_extend(bits, width) != result {
            let sign = match op {
                BinOp::Add => '+',
                BinOp::Sub => '-',
                _ => '*',
            };
            self.overflow(scalar, format_args!("{x} {sign} {y}"))?;
        }
        Ok(bits)
    }

    fn divide(&mut self, op: BinOp, scalar: Scalar, a: Wide, b: Wide) -> Res<Wide> {
        let width = scalar.width(self.model);
        if b.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("divisor").stop();
        }
        if b.bits == 0 {
            return Fault::of(Obligation::DivisorNotZero).stop();
        }
        if a.undef != 0 {
            return Ok(Wide::undefined(width));
        }
        let bits = if scalar.is_signed() {
            let (x, y) = (a.signed(width), b.signed(width));
            if y == -1 && x == sign_extend(1u128 << (width - 1), width) {
                return Fault::of(Obligation::QuotientFits)
                    .value(format_args!("{x} / -1"))
                    .what(scalar.name())
                    .stop();
            }
            (if op == BinOp::Div { x / y } else { x % y }) as u128 & mask(width)
        } else if op == BinOp::Div {
            a.bits / b.bits
        } else {
            a.bits % b.bits
        };
        self.with_provenance(op, a, b, bits, 0, width)
    }

    fn shift(&mut self, op: BinOp, scalar: Scalar, a: Wide, b: Wide) -> Res<Wide> {
        let width = scalar.width(self.model);
        if b.undef != 0 {
            self.undefined_operand()?;
            return Ok(Wide::undefined(width));
        }
        if b.bits >= u128::from(width) {
            return self.shifted_too_far(scalar, b.bits as u32 as i32);
        }
        let n = b.bits as u32;
        if op == BinOp::Shl && scalar.is_signed() && self.policy.counts(Obligation::ShiftedValue) {
            if a.undef != 0 {
                self.undefined_operand()?;
            } else {
                let value = a.signed(width);
                if value < 0 || sign_extend((a.bits << n) & mask(width), width) >> n != value {
                    let shifted = format_args!("{value} << {n}");
                    return Fault::of(Obligation::ShiftedValue).value(shifted).what(scalar.name()).stop();
                }
            }
        }
        let shift = |bits: u128| match op {
            BinOp::Shl => bits << n & mask(width),
            _ if scalar.is_signed() => (sign_extend(bits, width) >> n) as u128 & mask(width),
            _ => bits >> n,
        };
        let (bits, undef) = (shift(a.bits), shift(a.undef));
        self.with_provenance(op, a, b, bits, undef, width)
    }

    fn shifted_too_far(&mut self, scalar: Scalar, amount: i32) -> Res<Wide> {
        if self.policy.counts(Obligation::ShiftAmount) {
            return Fault::of(Obligation::ShiftAmount).value(amount).what(scalar.name()).stop();
        }
        if !self.choose {
            return nondeterminism("a shift by too many bits gives an arbitrary number");
        }
        self.assumptions.extend(self.policy.assumption(Obligation::ShiftAmount));
        Ok(Wide::undefined(scalar.width(self.model)))
    }

    fn compare(&mut self, op: BinOp, scalar: Scalar, a: Wide, b: Wide) -> Res<Wide> {
        let width = scalar.width(self.model);
        let undef = a.undef | b.undef;
        if undef != 0 {
            // A defined bit that differs decides (in)equality whatever the others are.
            let differs = (a.bits ^ b.bits) & !undef != 0;
            return Ok(match op {
                BinOp::Eq if differs => Wide::int(0),
                BinOp::Ne if differs => Wide::int(1),
                _ => Wide { undef: 1, ..Wide::int(0) },
            });
        }
        if self.exact && !(a.prov.is_none() && b.prov.is_none()) {
            self.refuse_address(op, a, b, width)?;
        }
        let result = if scalar.is_signed() {
            compare_with(op, a.signed(width), b.signed(width))
        } else {
            compare_with(op, a.bits, b.bits)
        };
        Ok(Wide::int(u128::from(result)))
    }

    /// A comparison of integers made from addresses: is its result the same whatever the addresses are?
    fn refuse_address(&mut self, op: BinOp, a: Wide, b: Wide, width: u32) -> Res<()> {
        if a.prov == b.prov && a.frag == b.frag && a.bits == b.bits {
            return Ok(());
        }
        let full = u64::from(width) == self.memory.pointer_size * 8;
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let plain = |w: Wide| full && w.prov.is_plain() && !w.prov.is_none() && w.frag == 0;
        let fine = match (plain(a), plain(b)) {
            (true, true) if a.prov != b.prov && equality => return self.refuse_reuse(a, b),
            (true, true) => a.prov == b.prov,
            (true, false) => self.is_apart(a, b),
            (false, true) => self.is_apart(b, a),
            (false, false) => false,
        };
        if fine {
            return Ok(());
        }
        nondeterminism("the comparison depends on the address of a block")
    }

    /// Whether a pointer compares with a number in the same way wherever its object is.
    fn is_apart(&self, pointer: Wide, number: Wide) -> bool {
        let Some(object) = pointer.prov.object() else { return false };
        let (base, size) = (self.memory.object(object).base, self.memory.info(object).size);
        let inside = (pointer.bits as u64).wrapping_sub(base) <= size;
        let never = number.bits < DataModel::FIRST_ADDRESS.into()
            || number.bits >= self.model.end_of_addresses().into();
        number.prov.is_none() && (number.bits == 0 || inside && never)
    }

    fn pointer_binary(&mut self, op: BinOp, a: Wide, b: Wide) -> Res<Wide> {
        if op == BinOp::PtrDiff {
            let word = self.model.signed_word();
            let width = word.width(self.model);
            if a.undef | b.undef != 0 {
                return Ok(Wide::undefined(width));
            }
            if !a.prov.is_none() && b.prov.is_none() && b.bits < u128::from(DataModel::FIRST_ADDRESS) {
                // `(char *)p - (char *)&((struct s *)0)->member`: the way from a member to its structure.
                let bits = a.bits.wrapping_sub(b.bits) & mask(width);
                return self.with_provenance(BinOp::Sub, a, b, bits, 0, width);
            }
            if a.prov != b.prov && !(a.prov.is_none() && b.prov.is_none()) {
                self.mismatch(a, b, "subtracted")?;
            }
            return Ok(Wide::int(a.bits.wrapping_sub(b.bits) & mask(width)));
        }
        if !is_comparison(op) {
            return unsupported(format_args!("the operation {op:?} on pointers"));
        }
        if a.undef | b.undef != 0 {
            return Ok(Wide { undef: 1, ..Wide::int(0) });
        }
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        if a.prov != b.prov && !a.prov.is_none() && !b.prov.is_none() {
            if !equality {
                self.mismatch(a, b, "ordered")?;
            } else if self.exact {
                self.refuse_reuse(a, b)?;
            }
        }
        let apart = match (a.prov.is_none(), b.prov.is_none()) {
            (false, true) => self.is_apart(a, b),
            (true, false) => self.is_apart(b, a),
            _ => true,
        };
        if self.exact && !apart {
            return nondeterminism("the comparison depends on the address of a block");
        }
        Ok(Wide::int(u128::from(compare_with(op, a.bits, b.bits))))
    }

    /// Pointers into different objects are ordered or subtracted. C does not define what comes of it; machines go by the
    /// addresses.
    fn mismatch(&mut self, a: Wide, b: Wide, what: &str) -> Res<()> {
        if let (false, Some(ordered)) = (self.exact, &mut self.ordered) {
            **ordered = true;
            return Ok(());
        }
        let mut fault = Fault::of(Obligation::SameObject).what(what);
        if let Some(object) = a.prov.object().or(b.prov.object()) {
            fault = fault.object(object);
        }
        fault.stop()
    }

    /// Pointers to different objects differ here; on a real machine a dead object's address may be used again, and the
    /// end of one object may be the start of another.
    fn refuse_reuse(&mut self, a: Wide, b: Wide) -> Res<()> {
        let (Some(x), Some(y)) = (a.prov.object(), b.prov.object()) else { return Ok(()) };
        let dead = |memory: &Memory, id| memory.info(id).state != State::Live;
        if self.may_share(x, a, y, b) {
            return nondeterminism("string literals are compared, which may share their memory");
        }
        let memory = &*self.memory;
        let reused = |old, new| dead(memory, old) && memory.info(new).serial > memory.info(old).serial;
        if reused(x, y) || reused(y, x) {
            return unknown(
                UnknownKind::UndefinedBehaviour,
                "a pointer to a dead object is compared with a newer object's, which may have the same address",
            );
        }
        let place = |id: u32, w: Wide| {
            let at = (w.bits as u64).wrapping_sub(memory.object(id).base) as i64;
            let info = memory.info(id);
            let is_variable = matches!(info.kind, Kind::Stack | Kind::Static | Kind::Constant);
            (at, semantics::address::own_bytes(info.size, is_variable))
        };
        if x != y && semantics::address::may_be_equal(place(x, a), place(y, b)) {
            return nondeterminism("a pointer outside of its object is compared with another object's");
        }
        Ok(())
    }

    /// Whether the two pointers into string literals may be equal.
    fn may_share(&self, x: u32, a: Wide, y: u32, b: Wide) -> bool {
        let literal = |id| self.memory.info(id).kind == Kind::StringLiteral;
        let at = |id, w: Wide| (w.bits as u64).wrapping_sub(self.memory.object(id).base) as i64;
        literal(x)
            && literal(y)
            && semantics::initial::literals_may_meet(
                (&self.memory.object(x).data, at(x, a)),
                (&self.memory.object(y).data, at(y, b)),
            )
    }

    fn float_binary(&mut self, op: BinOp, scalar: Scalar, a: Wide, b: Wide) -> Res<Wide> {
        let is_open = |w: Wide| w.undef == 0 || self.is_open_nan(w, scalar);
        if !(is_open(a) && is_open(b)) {
            return Ok(if is_comparison(op) {
                Wide { undef: 1, ..Wide::int(0) }
            } else {
                Wide::undefined(scalar.width(self.model))
            });
        }
        let (x, y) = (a.bits, b.bits);
        if is_comparison(op) {
            let order = float::compare(x, y, scalar);
            let result = match (op, order) {
                (BinOp::Ne, None) => true,
                (_, None) => false,
                (_, Some(order)) => compare_with(op, order as i8, 0),
            };
            return Ok(Wide::int(u128::from(result)));
        }
        if !self.policy.is_run() && float::is_sign_open(op, x, y, scalar) {
            return nondeterminism("the sign of a NaN depends on how the compiler arranges the operands");
        }
        let Some(bits) = float::arithmetic(op, scalar, x, y) else {
            return unsupported(format_args!("{op:?} on {scalar}"));
        };
        self.computed_float(bits, scalar)
    }

    /// A NaN that is computed has the sign that the processor gives it, or the compiler if it computes it beforehand: where the run has to
    /// stand for all runs, that bit has no value.
    pub(crate) fn computed_float(&self, bits: u128, scalar: Scalar) -> Res<Wide> {
        if !self.exact || !float::is_nan(bits, scalar) {
            return Ok(Wide::int(bits));
        }
        if self.policy.asks(Property::NoUninit) {
            return nondeterminism("the sign of a NaN that is computed is not specified");
        }
        let sign = 1 << (scalar.width(self.model) - 1);
        Ok(Wide { undef: sign, ..Wide::int(bits & !sign) })
    }

    /// Whether the value is a NaN of which only the sign is not known.
    pub(crate) fn is_open_nan(&self, value: Wide, scalar: Scalar) -> bool {
        value.undef == 1 << (scalar.width(self.model) - 1) && float::is_nan(value.bits, scalar)
    }

    pub(crate) fn unary(&mut self, op: UnOp, scalar: Scalar, a: Wide) -> Res<Wide> {
        let width = scalar.width(self.model);
        let all = mask(width);
        if scalar.is_float() {
            return match op {
                UnOp::Neg => Ok(Wide { bits: a.bits ^ 1 << (width - 1), ..a }),
                _ => unsupported(format_args!("{op:?} on {scalar}")),
            };
        }
        let whole = |bits: u128| {
            if a.undef != 0 { Wide::undefined(width) } else { Wide::int(bits & all) }
        };
        Ok(match op {
            UnOp::Neg => {
                if a.undef != 0 {
                    if scalar.is_signed() {
                        self.undefined_operand()?;
                    }
                    return Ok(Wide { bits: 0, undef: carries(a.undef, width), prov: a.prov, frag: 0 });
                }
                if scalar.is_signed() && a.bits == 1 << (width - 1) {
                    self.overflow(scalar, format_args!("-({})", a.signed(width)))?;
                }
                let bits = a.bits.wrapping_neg() & all;
                self.with_provenance(BinOp::Sub, Wide::int(0), a, bits, 0, width)?
            }
            UnOp::Not => {
                let bits = !a.bits & all & !a.undef;
                self.with_provenance(BinOp::Xor, Wide::int(all), a, bits, a.undef, width)?
            }
            UnOp::LeadingZeros | UnOp::TrailingZeros => {
                if a.undef == 0 && a.bits == 0 {
                    return Fault::of(Obligation::ScannedNotZero).what("bit scan of zero").stop();
                }
                match op {
                    UnOp::LeadingZeros => {
                        whole(u128::from(a.bits.leading_zeros().saturating_sub(128 - width)))
                    }
                    _ => whole(u128::from(a.bits.trailing_zeros())),
                }
            }
            UnOp::CountOnes => whole(u128::from(a.bits.count_ones())),
            UnOp::SwapBytes => {
                let swap = |bits: u128| bits.swap_bytes() >> (128 - width);
                Wide { bits: swap(a.bits), undef: swap(a.undef), prov: Prov::NONE, frag: 0 }
            }
        })
    }

    pub(crate) fn cast(&mut self, from: Scalar, to: Scalar, a: Wide) -> Res<Wide> {
        let (from_width, to_width) = (from.width(self.model), to.width(self.model));
        match (from.is_float(), to.is_float()) {
            (true, true) => {
                if self.is_open_nan(a, from) {
                    return self.computed_float(float::convert(a.bits, from, to), to);
                }
                if a.undef != 0 {
                    return Ok(Wide::undefined(to_width));
                }
                Ok(Wide::int(float::convert(a.bits, from, to)))
            }
            (false, true) => {
                if a.undef != 0 {
                    return Ok(Wide::undefined(to_width));
                }
                if self.exact && !a.prov.is_none() {
                    return nondeterminism("a floating value is made from the address of a block");
                }
                let value = a.signed(from_width);
                let negative = from.is_signed() && value < 0;
                let magnitude = if negative { value.unsigned_abs() } else { a.bits };
                Ok(Wide::int(float::from_integer(magnitude, negative, to)))
            }
            (true, false) => {
                if a.undef != 0 {
                    return Ok(Wide::undefined(to_width));
                }
                match float::to_integer(a.bits, from) {
                    Some((magnitude, negative)) if fits(magnitude, negative, to, to_width) => {
                        let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
                        Ok(Wide::int(bits & mask(to_width)))
                    }
                    _ => unknown(
                        UnknownKind::UndefinedBehaviour,
                        format!("a floating value is out of the range of {to}"),
                    ),
                }
            }
            (false, false) => Ok(self.int_cast(from, to, a, from_width, to_width)),
        }
    }

    fn int_cast(&mut self, from: Scalar, to: Scalar, a: Wide, from_width: u32, to_width: u32) -> Wide {
        let extend = |bits: u128| {
            let extended = if from.is_signed() { sign_extend(bits, from_width) as u128 } else { bits };
            extended & mask(to_width)
        };
        let mut result = Wide { bits: extend(a.bits), undef: extend(a.undef), prov: a.prov, frag: a.frag };
        match (from, to) {
            (Scalar::Ptr, Scalar::Ptr) => {}
            (Scalar::Ptr, _) => self.memory.expose(a.prov),
            (_, Scalar::Ptr) => {
                let full = u64::from(from_width) >= self.memory.pointer_size * 8;
                let prov = match a.prov.object() {
                    // A piece of a pointer is not a pointer, wherever its bits happen to point.
                    Some(object) if !full || a.frag != 0 => Prov::derived(object),
                    _ => a.prov,
                };
                result.prov = self.memory.pointer_from_integer(result.bits as u64, prov);
                result.frag = 0;
            }
            _ => {}
        }
        result
    }
}

fn fits(magnitude: u128, negative: bool, to: Scalar, width: u32) -> bool {
    match (to.is_signed(), negative) {
        (true, true) => magnitude <= 1 << (width - 1),
        (true, false) => magnitude < 1 << (width - 1),
        (false, false) => magnitude <= mask(width),
        (false, true) => magnitude == 0,
    }
}

fn modular(op: BinOp, a: u128, b: u128) -> u128 {
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        _ => a.wrapping_mul(b),
    }
}
