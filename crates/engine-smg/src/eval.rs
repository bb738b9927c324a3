//! Operands and rvalues: what a register receives.
//!
//! An evaluation may split the state (a comparison that is not decided, a list node that must be taken out before its
//! address can be moved), so results are pairs of a state and a value.

use crate::access::{Located, MemoryAccess, is_float, is_signed};
use crate::engine::{Engine, Stop};
use crate::state::{Graph, State, key};
use base::Span;
use ir::{BinOp, Body, DataModel, Operand, Place, PlaceBase, Rvalue, Scalar, UnOp};
use semantics::{Obligation, Otherwise};
use smg::{BinOp as SetOp, CastOp, Cmp, IntDomain, Interval, ObjId, Offset, TermOp, Truth, ValId};
use verdict::{Details, FindingKind, Property};

pub(crate) type Evaluated = Vec<(State, ValId)>;

impl Engine<'_> {
    pub(crate) fn width(&self, scalar: Scalar) -> u32 {
        8 * scalar.size(self.program.model) as u32
    }

    /// What a register of the function that is being executed holds.
    fn register_scalar(&self, local: ir::LocalId) -> Scalar {
        let body = self.current_function().and_then(|f| self.program.functions[f].body());
        body.and_then(|b| b.locals.get(local)).and_then(|l| l.scalar).unwrap_or(Scalar::Ptr)
    }

    /// Reports that something depends on a value that may be uninitialised. Copying one is no use of it.
    ///
    /// The concrete machine follows undefined bits through arithmetic and reports what they decide; here the arithmetic
    /// itself is the use, so that no result has to remember where it came from. That is earlier, never too late.
    pub(crate) fn check_initialised(&mut self, value: ValId, span: Span, state: &mut State) {
        if !self.findings.asks(Property::NoUninit) {
            return;
        }
        let content = state.graph.content(value);
        if matches!(content, smg::Content::Uninit | smg::Content::Unknown { may_be_uninit: true }) {
            self.findings.report(state, FindingKind::UninitRead, None, span, None, Details::default());
            state.graph.assume_initialised(value);
        }
    }

    /// What a place's address depends on.
    pub(crate) fn check_place_initialised(&mut self, place: &Place, span: Span, state: &mut State) {
        if let Some(index) = place.index {
            let value = self.operand(Operand::Local(index.local), state);
            self.check_initialised(value, span, state);
        }
        if let PlaceBase::Deref(pointer) = place.base {
            let value = self.operand(Operand::Local(pointer), state);
            self.check_initialised(value, span, state);
        }
    }

    /// The obligation may not hold: a finding, an assumption that the verdict names, or nothing.
    pub(crate) fn may_fail(&mut self, obligation: Obligation, span: Span, state: &State) {
        let policy = self.findings.policy;
        if let Otherwise::Finding(kind) = policy.otherwise(obligation) {
            self.findings.report(state, kind, None, span, None, Details::default());
        }
        self.findings.assumptions.extend(policy.assumption(obligation));
    }

    /// Operands that are not followed: any obligation of the operation may not hold.
    fn may_fail_at_all(&mut self, op: BinOp, scalar: Scalar, span: Span, state: &State) {
        for &obligation in semantics::obligations::of_binary(op, scalar) {
            self.may_fail(obligation, span, state);
        }
    }

    /// Likewise for addresses, which are so far from the ends of their type that only the checks that are asked for matter.
    fn address_may_fail(&mut self, op: BinOp, scalar: Scalar, span: Span, state: &State) {
        let first = semantics::obligations::of_binary(op, scalar).first();
        if first.is_some_and(|&obligation| self.findings.policy.counts(obligation)) {
            self.may_fail(Obligation::ResultFits, span, state);
        }
    }

    pub(crate) fn operand(&self, operand: Operand, state: &mut State) -> ValId {
        match operand {
            Operand::Local(local) => match state.graph.named(key::local(local)) {
                Some(value) => value,
                None => {
                    // Nobody knows the value, but it is the same one until the variable is written.
                    let scalar = self.register_scalar(local);
                    let width = self.width(scalar);
                    let number = scalar != Scalar::Ptr && !is_float(scalar) && width <= 64;
                    let value = if number && !self.findings.asks(Property::NoUninit) {
                        // Where nobody asks whether it was written, it is an arbitrary number that conditions can bound.
                        state.graph.int(Interval::top(width))
                    } else {
                        state.graph.fresh(smg::Content::Unknown { may_be_uninit: true }, 0, width)
                    };
                    state.graph.set_named(key::local(local), value);
                    value
                }
            },
            Operand::Int(value, scalar) => {
                let width = self.width(scalar);
                match (value, width) {
                    (0, _) => ValId::ZERO,
                    (_, 1..=64) => state.graph.int_const(width, value as u64 & smg::mask(width)),
                    _ => state.graph.unknown(width),
                }
            }
            Operand::Float(bits, scalar) => {
                if bits == 0 {
                    ValId::ZERO
                } else {
                    state.graph.float(self.width(scalar))
                }
            }
            Operand::Global(global) => match state.graph.root(key::global(global)) {
                Some(object) => state.graph.region_address(object),
                None => state.graph.unknown(self.width(Scalar::Ptr)),
            },
            Operand::Func(func) => state.graph.code(func.raw()),
            Operand::Label(_) => state.graph.unknown(self.width(Scalar::Ptr)),
        }
    }

    pub(crate) fn rvalue(
        &mut self,
        body: &Body,
        rvalue: &Rvalue,
        span: Span,
        mut state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        match *rvalue {
            Rvalue::Use(operand) => {
                let value = self.operand(operand, &mut state);
                out.push((state, value));
            }
            Rvalue::Load(place) => {
                let mut located = Vec::new();
                let size = place.access.size(self.program.model);
                self.locate(body, &place, MemoryAccess::read(size, span), state, &mut located)?;
                for mut at in located {
                    let value = self.read(&mut at, &place, span);
                    out.push((at.state, value));
                }
            }
            Rvalue::AddressOf(place) => {
                let states = match place.index {
                    Some(index) => {
                        let number = self.register(index.local, &state);
                        self.split_at_zero(number, self.width(Scalar::Ptr), state)
                    }
                    None => vec![state],
                };
                for state in states {
                    self.address_of(body, &place, span, state, out)?;
                }
            }
            Rvalue::Unary(op, scalar, operand) => {
                let value = self.operand(operand, &mut state);
                self.check_initialised(value, span, &mut state);
                if op == UnOp::Neg && is_signed(scalar) && !is_float(scalar) {
                    let width = self.width(scalar);
                    let least = 1u64.checked_shl(width - 1).unwrap_or(0);
                    if width > 64 || state.graph.int_of(value, width).contains(least) {
                        self.may_fail(Obligation::ResultFits, span, &state);
                    }
                }
                let result = self.unary(op, scalar, value, &mut state);
                out.push((state, result));
            }
            Rvalue::Binary(op, scalar, left, right) => {
                let (a, b) = (self.operand(left, &mut state), self.operand(right, &mut state));
                self.check_initialised(a, span, &mut state);
                self.check_initialised(b, span, &mut state);
                self.binary(op, scalar, (a, b), span, state, out)?;
            }
            Rvalue::Cast { from, to, operand } => {
                let value = self.operand(operand, &mut state);
                self.check_initialised(value, span, &mut state);
                let result = self.cast(from, to, value, &mut state);
                out.push((state, result));
            }
        }
        Ok(())
    }

    fn address_of(
        &mut self,
        body: &Body,
        place: &Place,
        span: Span,
        mut state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        self.check_place_initialised(place, span, &mut state);
        let base = match place.base {
            PlaceBase::Local(local) => {
                let object = self.local_object(body, local, &mut state);
                state.graph.region_address(object)
            }
            PlaceBase::Global(global) => {
                let Some(object) = state.graph.root(key::global(global)) else { return Ok(()) };
                state.graph.region_address(object)
            }
            PlaceBase::Deref(pointer) => self.register(pointer, &state),
        };
        match place.index {
            Some(index) => {
                let number = self.register(index.local, &state);
                self.move_by(base, number, (i64::from(index.scale), place.offset), span, state, out)
            }
            None => self.move_pointer(base, Offset::exact(place.offset), span, state, out),
        }
    }

    /// The address `offset + scale * number` bytes from another one.
    fn move_by(
        &mut self,
        address: ValId,
        number: ValId,
        (scale, offset): (i64, i64),
        span: Span,
        state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        let term = TermOp::Move { scale, offset };
        if let Some(known) = state.graph.known_result(term, address, number) {
            out.push((state, known));
            return Ok(());
        }
        let by = scaled_offset(&state.graph.int_of(number, state.graph.ptr_bits()), scale, offset);
        let first = out.len();
        self.move_pointer(address, by, span, state, out)?;
        if !by.is_exact() {
            for (state, moved) in &mut out[first..] {
                state.graph.note_term(*moved, term, address, number);
            }
        }
        Ok(())
    }

    /// The address `by` bytes from another one.
    pub(crate) fn move_pointer(
        &mut self,
        value: ValId,
        by: Offset,
        span: Span,
        state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        if by == Offset::exact(0) {
            out.push((state, value));
            return Ok(());
        }
        let mut ready = Vec::new();
        self.materialise(value, span, state, &mut ready)?;
        for mut state in ready {
            match state.graph.offset_address(value, by) {
                Ok(moved) => out.push((state, moved)),
                Err(error) => {
                    self.findings.unsupported(span, format!("this address cannot be expressed: {error}"))
                }
            }
        }
        Ok(())
    }

    fn unary(&mut self, op: UnOp, scalar: Scalar, value: ValId, state: &mut State) -> ValId {
        let width = self.width(scalar);
        if value == ValId::UNINIT {
            return ValId::UNINIT;
        }
        if is_float(scalar) {
            return state.graph.float(width);
        }
        if width > 64 {
            return state.graph.unknown(width);
        }
        let graph = &mut state.graph;
        let set = graph.int_of(value, width);
        match op {
            UnOp::Neg | UnOp::Not => {
                let set_op = if op == UnOp::Neg { smg::UnOp::Neg } else { smg::UnOp::Not };
                let result = graph.int(Interval::unary(set_op, &set));
                // ~x is -x - 1.
                graph.relate(result, value, true, if op == UnOp::Neg { 0 } else { u64::MAX });
                result
            }
            UnOp::LeadingZeros | UnOp::TrailingZeros | UnOp::CountOnes => match set.as_constant() {
                Some(n) => {
                    let counted = match op {
                        UnOp::LeadingZeros => n.leading_zeros() - (64 - width),
                        UnOp::TrailingZeros => n.trailing_zeros().min(width),
                        _ => n.count_ones(),
                    };
                    graph.int_const(width, u64::from(counted))
                }
                None => graph.int(Interval::range(width, 0, u64::from(width))),
            },
            UnOp::SwapBytes => match set.as_constant() {
                Some(n) => graph.int_const(width, n.swap_bytes() >> (64 - width)),
                None => graph.int(Interval::top(width)),
            },
        }
    }

    pub(crate) fn cast(&mut self, from: Scalar, to: Scalar, value: ValId, state: &mut State) -> ValId {
        let (narrow, wide) = (self.width(from), self.width(to));
        let graph = &mut state.graph;
        if value == ValId::UNINIT {
            return ValId::UNINIT;
        }
        match (is_float(from), is_float(to)) {
            (true, true) | (false, true) => {
                return if value == ValId::ZERO { ValId::ZERO } else { graph.float(wide) };
            }
            (true, false) => {
                return if value == ValId::ZERO {
                    ValId::ZERO
                } else if wide <= 64 {
                    graph.int(Interval::top(wide))
                } else {
                    graph.unknown(wide)
                };
            }
            (false, false) => {}
        }
        if value == ValId::ZERO || narrow == wide {
            return value;
        }
        if narrow > 64 || wide > 64 {
            return graph.unknown(wide);
        }
        // An address, or a value that may be one, loses its meaning when it is cut.
        let set = graph.int_of(value, narrow);
        let op = match (wide < narrow, is_signed(from)) {
            (true, _) => CastOp::Trunc,
            (false, true) => CastOp::SExt,
            (false, false) => CastOp::ZExt,
        };
        let term = TermOp::Cast { op, from: narrow, to: wide };
        if let Some(known) = graph.known_result(term, value, value) {
            graph.copy_hints(value, known);
            return known;
        }
        let result = graph.int(Interval::cast(op, &set, wide));
        graph.note_term(result, term, value, value);
        // A number that is not zero after a cast was none before it.
        graph.copy_hints(value, result);
        if op != CastOp::Trunc {
            graph.note_nonzero_result(result, &[value]);
        }
        result
    }

    fn binary(
        &mut self,
        op: BinOp,
        scalar: Scalar,
        (a, b): (ValId, ValId),
        span: Span,
        state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        if let Some(cmp) = comparison(op, scalar) {
            self.compare(cmp, scalar, a, b, state, out);
            return Ok(());
        }
        let width = self.width(scalar);
        let mut state = state;
        if is_float(scalar) {
            let value = state.graph.float(width);
            out.push((state, value));
            return Ok(());
        }
        if width > 64 {
            self.may_fail_at_all(op, scalar, span, &state);
            let value = state.graph.unknown(width);
            out.push((state, value));
            return Ok(());
        }
        // `(char *)p - (char *)&((struct s *)0)->member`: the way from a member to its structure.
        if op == BinOp::PtrDiff
            && state.graph.pointee(a).is_some()
            && state.graph.pointee(b).is_none()
            && state
                .graph
                .int_of(b, width)
                .as_constant()
                .is_some_and(|offset| offset < DataModel::FIRST_ADDRESS)
        {
            return self.address_arithmetic(BinOp::Sub, a, b, span, state, out);
        }
        if op == BinOp::PtrDiff {
            self.pointer_difference(a, b, state, out);
            return Ok(());
        }
        let pointers = (state.graph.pointee(a).is_some(), state.graph.pointee(b).is_some());
        if width == state.graph.ptr_bits() && (pointers.0 || pointers.1) {
            self.address_may_fail(op, scalar, span, &state);
            return self.address_arithmetic(op, a, b, span, state, out);
        }
        let value = self.arithmetic(op, scalar, a, b, span, &mut state);
        if let Some(value) = value {
            out.push((state, value));
        }
        Ok(())
    }

    /// Integer arithmetic on sets; `None` if every case divides by zero.
    fn arithmetic(
        &mut self,
        op: BinOp,
        scalar: Scalar,
        a: ValId,
        b: ValId,
        span: Span,
        state: &mut State,
    ) -> Option<ValId> {
        let width = self.width(scalar);
        let signed = is_signed(scalar);
        if matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) {
            let sets = [a, b].map(|v| state.graph.int_of(v, width));
            // What an order tells may be that it does not overflow.
            if may_overflow(op, &sets[0], &sets[1], width) {
                [a, b].into_iter().for_each(|v| state.graph.tighten_number(v));
            }
        }
        let (a, b) = (state.graph.resolve(a), state.graph.resolve(b));
        let x = state.graph.int_of(a, width);
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        let y = if shift {
            let amount = state.graph.int_of(b, 32);
            let (lo, hi) = amount.unsigned_bounds();
            if hi >= u64::from(width) {
                self.may_fail(Obligation::ShiftAmount, span, state);
                return Some(state.graph.int(Interval::top(width)));
            }
            if op == BinOp::Shl && signed && !shifted_value_fits(&x, hi as u32, width) {
                self.may_fail(Obligation::ShiftedValue, span, state);
            }
            Interval::range(width, lo, hi)
        } else {
            state.graph.int_of(b, width)
        };
        let divides = matches!(op, BinOp::Div | BinOp::Rem);
        if divides && signed && x.contains(1 << (width - 1)) && y.contains(smg::mask(width)) {
            self.may_fail(Obligation::QuotientFits, span, state);
        }
        if divides && y.contains(0) {
            self.may_fail(Obligation::DivisorNotZero, span, state);
            if y.as_constant() == Some(0) {
                let ends = self.findings.policy.counts(Obligation::DivisorNotZero);
                return (!ends).then(|| state.graph.int(Interval::top(width)));
            }
        }
        if signed && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) && may_overflow(op, &x, &y, width) {
            self.may_fail(Obligation::ResultFits, span, state);
        }
        let set_op = match (op, signed) {
            (BinOp::Add, _) => SetOp::Add,
            (BinOp::Sub, _) => SetOp::Sub,
            (BinOp::Mul, _) => SetOp::Mul,
            (BinOp::Div, true) => SetOp::SDiv,
            (BinOp::Div, false) => SetOp::UDiv,
            (BinOp::Rem, true) => SetOp::SRem,
            (BinOp::Rem, false) => SetOp::URem,
            (BinOp::Shl, _) => SetOp::Shl,
            (BinOp::Shr, true) => SetOp::AShr,
            (BinOp::Shr, false) => SetOp::LShr,
            (BinOp::And, _) => SetOp::And,
            (BinOp::Or, _) => SetOp::Or,
            (BinOp::Xor, _) => SetOp::Xor,
            _ => return Some(state.graph.int(Interval::top(width))),
        };
        let graph = &mut state.graph;
        // `x - x` and `x ^ x` are zero whatever x is.
        if a == b && a != ValId::UNINIT && matches!(op, BinOp::Sub | BinOp::Xor) {
            return Some(ValId::ZERO);
        }
        let (neutral_left, neutral_right) = (x.as_constant() == Some(0), y.as_constant() == Some(0));
        if neutral_right
            && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::Shr)
            && a != ValId::UNINIT
        {
            return Some(a);
        }
        if neutral_left && matches!(op, BinOp::Add | BinOp::Or | BinOp::Xor) && b != ValId::UNINIT {
            return Some(b);
        }
        // The difference of two related values is known exactly even if neither value is.
        if op == BinOp::Sub {
            if let Some((false, addend)) = graph.relation_between(a, b) {
                return Some(graph.int_const(width, addend & smg::mask(width)));
            }
        }
        let term = TermOp::Binary(set_op);
        // Zero is one node for all widths.
        let fits = |v: &ValId| *v == ValId::ZERO || graph.value(*v).width == width;
        if let Some(known) = graph.known_result(term, a, b).filter(fits) {
            return Some(known);
        }
        let mut set = Interval::binary(set_op, &x, &y);
        if op == BinOp::Sub
            && let Some((least, most)) = graph.difference_within(a, b, width)
        {
            let ordered =
                Interval::range(width, least as u64 & smg::mask(width), most as u64 & smg::mask(width));
            set = set.meet(&ordered).unwrap_or(set);
        }
        let result = graph.int(set);
        graph.note_term(result, term, a, b);
        if set_op == SetOp::Mul && (!may_overflow(op, &x, &y, width) || !may_wrap(&x, &y, width)) {
            graph.note_nonzero_result(result, &[a, b]);
        }
        if matches!(set_op, SetOp::URem | SetOp::SRem) && !y.contains(0) {
            graph.note_order(Cmp::ULt, result, b);
        }
        if a != ValId::UNINIT && b != ValId::UNINIT {
            match (op, x.as_constant(), y.as_constant()) {
                (BinOp::Add, None, Some(c)) => graph.relate(result, a, false, c),
                (BinOp::Add, Some(c), None) => graph.relate(result, b, false, c),
                (BinOp::Sub, None, Some(c)) => graph.relate(result, a, false, c.wrapping_neg()),
                (BinOp::Sub, Some(c), None) => graph.relate(result, b, true, c),
                (BinOp::Add | BinOp::Sub, None, None) => graph.note_addition(result, a, b, op == BinOp::Sub),
                _ => {}
            }
        }
        Some(result)
    }

    /// Arithmetic in which at least one operand is an address: moving, masking, subtracting.
    fn address_arithmetic(
        &mut self,
        op: BinOp,
        a: ValId,
        b: ValId,
        span: Span,
        state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        let width = state.graph.ptr_bits();
        let both = state.graph.pointee(a).is_some() && state.graph.pointee(b).is_some();
        let (address, number, swapped) =
            if state.graph.pointee(a).is_some() { (a, b, false) } else { (b, a, true) };
        match op {
            BinOp::Sub if both => self.pointer_difference(a, b, state, out),
            BinOp::Add | BinOp::Sub if !both && !(op == BinOp::Sub && swapped) => {
                let scale = if op == BinOp::Sub { -1 } else { 1 };
                self.move_by(address, number, (scale, 0), span, state, out)?;
            }
            BinOp::And if !both => {
                let mask = state.graph.int_of(number, width).as_constant();
                let mut ready = Vec::new();
                self.materialise(address, span, state, &mut ready)?;
                for mut state in ready {
                    let value = match masked_before(&state.graph, address, mask) {
                        Some(known) => known,
                        None => self.mask_address(address, mask, &mut state),
                    };
                    out.push((state, value));
                }
            }
            BinOp::Or | BinOp::Xor if !both => {
                let bits = state.graph.int_of(number, width).as_constant();
                let mut ready = Vec::new();
                self.materialise(address, span, state, &mut ready)?;
                for mut state in ready {
                    let value = set_low_bits(op, address, bits, &mut state)
                        .unwrap_or_else(|| state.graph.unknown(width));
                    out.push((state, value));
                }
            }
            _ => {
                let mut state = state;
                let value = state.graph.unknown(width);
                out.push((state, value));
            }
        }
        Ok(())
    }

    /// `p & ~7` rounds down within the object; `p & 7` is a small number.
    fn mask_address(&mut self, address: ValId, mask: Option<u64>, state: &mut State) -> ValId {
        let width = state.graph.ptr_bits();
        let all = smg::mask(width);
        let (Some(mask), Some(target)) = (mask, state.graph.pointee(address)) else {
            return state.graph.unknown(width);
        };
        let low = !mask & all;
        let known = alignment(&state.graph, target.obj);
        if low & (low.wrapping_add(1)) == 0 && low < 1 << 20 {
            let align = low + 1;
            // With an aligned base and an exact offset, the result is exact.
            if let (true, Some(offset)) = (align <= known, target.off.as_exact()) {
                let down = offset.div_euclid(align as i64) * align as i64;
                return state.graph.address(target.obj, Offset::exact(down), target.spec);
            }
            let lo = target.off.lo.saturating_sub(low as i64);
            let off = if align <= known {
                let lo = target.off.lo.div_euclid(align as i64).saturating_mul(align as i64);
                Offset::range(lo, target.off.hi, align)
            } else {
                Offset::range(lo, target.off.hi, 1)
            };
            let aligned = state.graph.address(target.obj, off, target.spec);
            let multiple = state.graph.int_const(width, align);
            state.graph.note_term(aligned, TermOp::Multiple, multiple, multiple);
            return aligned;
        }
        if mask & mask.wrapping_add(1) == 0 && mask < 1 << 20 {
            if let (true, Some(offset)) = (mask < known, target.off.as_exact()) {
                return state.graph.int_const(width, offset as u64 & mask);
            }
            return state.graph.int(Interval::range(width, 0, mask));
        }
        state.graph.unknown(width)
    }

    fn pointer_difference(&mut self, a: ValId, b: ValId, mut state: State, out: &mut Evaluated) {
        let width = state.graph.ptr_bits();
        let value = match state.graph.pointer_difference(a, b) {
            Some(offset) if offset == Offset::UNBOUNDED => state.graph.int(Interval::top(width)),
            Some(offset) => {
                let set = Interval::strided(
                    width,
                    offset.lo as u64 & smg::mask(width),
                    offset.hi as u64 & smg::mask(width),
                    offset.stride.max(1),
                );
                state.graph.int(set)
            }
            None => {
                let numbers = state.graph.pointee(a).is_none() && state.graph.pointee(b).is_none();
                if numbers {
                    let (x, y) = (state.graph.int_of(a, width), state.graph.int_of(b, width));
                    state.graph.int(Interval::binary(SetOp::Sub, &x, &y))
                } else {
                    state.graph.int(Interval::top(width))
                }
            }
        };
        out.push((state, value));
    }

    /// Whether both are addresses in string literals that may share their memory.
    fn literals_may_meet(&self, a: ValId, b: ValId, state: &State) -> bool {
        let literal = |value| {
            let target = state.graph.pointee(value)?;
            let global = self.findings.literal_of(state.graph.object(target.obj).label)?;
            Some((target.obj, target.off, semantics::initial::content(&self.program.globals[global])))
        };
        let (Some((x, i, first)), Some((y, j, second))) = (literal(a), literal(b)) else { return false };
        if x == y {
            return false;
        }
        match (i.as_exact(), j.as_exact()) {
            (Some(i), Some(j)) => semantics::initial::literals_may_meet((&first, i), (&second, j)),
            _ => true,
        }
    }

    /// A comparison that is not decided splits the state, so that each side knows what it implies.
    fn compare(
        &mut self,
        cmp: Cmp,
        scalar: Scalar,
        a: ValId,
        b: ValId,
        mut state: State,
        out: &mut Evaluated,
    ) {
        let width = self.width(scalar);
        let open = is_float(scalar) || width > 64 || a == ValId::UNINIT || b == ValId::UNINIT;
        let truth =
            if open || self.literals_may_meet(a, b, &state) || self.strings_may_meet(a, b, &state.graph) {
                None
            } else {
                Some(state.graph.compare(cmp, a, b, width))
            };
        match truth {
            Some(Truth::Yes) => {
                let one = state.graph.int_const(32, 1);
                out.push((state, one));
            }
            Some(Truth::No) => out.push((state, ValId::ZERO)),
            None => {
                let value = state.graph.int(Interval::range(32, 0, 1));
                out.push((state, value));
            }
            Some(Truth::Unknown) => {
                for mut graph in state.graph.assume(cmp, a, b, width) {
                    let one = graph.int_const(32, 1);
                    out.push((state.with(graph), one));
                }
                for graph in state.graph.assume(cmp.negated(), a, b, width) {
                    out.push((state.with(graph), ValId::ZERO));
                }
            }
        }
    }

    pub(crate) fn offset_of(&self, place: &Place, state: &State) -> Offset {
        let Some(index) = place.index else { return Offset::exact(place.offset) };
        let set = state.graph.int_of(self.register(index.local, state), self.width(Scalar::Ptr));
        scaled_offset(&set, i64::from(index.scale), place.offset)
    }

    /// Reads a scalar through a pointer value, with all checks.
    pub(crate) fn read_through(
        &mut self,
        pointer: ValId,
        at: i64,
        scalar: Scalar,
        span: Span,
        state: State,
        out: &mut Evaluated,
    ) -> Result<(), Stop> {
        let mut ready = Vec::new();
        self.materialise(pointer, span, state, &mut ready)?;
        for state in ready {
            let mut located: Vec<Located> = Vec::new();
            let size = scalar.size(self.program.model);
            self.locate_pointer(
                pointer,
                Offset::exact(at),
                None,
                MemoryAccess::read(size, span),
                state,
                &mut located,
            );
            for mut at in located {
                let place = Place {
                    base: PlaceBase::Deref(ir::LocalId::from_raw(0)),
                    offset: 0,
                    index: None,
                    access: scalar,
                    bits: None,
                };
                let value = self.read(&mut at, &place, span);
                out.push((at.state, value));
            }
        }
        Ok(())
    }
}

/// `offset + scale * set` as a set of byte offsets.
pub(crate) fn scaled_offset(set: &Interval, scale: i64, offset: i64) -> Offset {
    let (lo, hi) = set.signed_bounds();
    let at = |n: i64| i64::try_from(i128::from(n) * i128::from(scale) + i128::from(offset)).ok();
    match (at(lo), at(hi)) {
        (Some(lo), Some(hi)) => {
            Offset::range(lo, hi, set.stride().saturating_mul(scale.unsigned_abs()).max(1))
        }
        _ => Offset::UNBOUNDED,
    }
}

fn comparison(op: BinOp, scalar: Scalar) -> Option<Cmp> {
    Some(match (op, is_signed(scalar)) {
        (BinOp::Eq, _) => Cmp::Eq,
        (BinOp::Ne, _) => Cmp::Ne,
        (BinOp::Lt, true) => Cmp::SLt,
        (BinOp::Le, true) => Cmp::SLe,
        (BinOp::Gt, true) => Cmp::SGt,
        (BinOp::Ge, true) => Cmp::SGe,
        (BinOp::Lt, false) => Cmp::ULt,
        (BinOp::Le, false) => Cmp::ULe,
        (BinOp::Gt, false) => Cmp::UGt,
        (BinOp::Ge, false) => Cmp::UGe,
        _ => return None,
    })
}

fn may_overflow(op: BinOp, x: &Interval, y: &Interval, width: u32) -> bool {
    let ((a, b), (c, d)) = (x.signed_bounds(), y.signed_bounds());
    let (a, b, c, d) = (i128::from(a), i128::from(b), i128::from(c), i128::from(d));
    let (lo, hi) = match op {
        BinOp::Add => (a + c, b + d),
        BinOp::Sub => (a - d, b - c),
        _ => {
            let corners = [a * c, a * d, b * c, b * d];
            (*corners.iter().min().expect("four corners"), *corners.iter().max().expect("four corners"))
        }
    };
    let limit = 1i128 << (width - 1);
    lo < -limit || hi >= limit
}

/// Whether some product of two numbers without signs does not fit.
fn may_wrap(x: &Interval, y: &Interval, width: u32) -> bool {
    u128::from(x.unsigned_bounds().1) * u128::from(y.unsigned_bounds().1) > u128::from(smg::mask(width))
}

/// Whether `x << amount` is defined for all numbers of the set and all amounts up to the given one.
fn shifted_value_fits(x: &Interval, amount: u32, width: u32) -> bool {
    let (lo, hi) = x.signed_bounds();
    lo >= 0 && i128::from(hi) << amount < 1i128 << (width - 1)
}

/// What the address of an object is certainly a multiple of.
fn alignment(graph: &Graph, object: ObjId) -> u64 {
    match graph.object(object).origin {
        smg::Origin::Heap => semantics::address::HEAP_ALIGNMENT,
        smg::Origin::Stack | smg::Origin::Static => 1,
    }
}

/// An address that was made by masking, masked again: nothing is left of it, or nothing is taken away.
fn masked_before(graph: &Graph, address: ValId, mask: Option<u64>) -> Option<ValId> {
    let (mask, address) = (mask?, graph.resolve(address));
    let width = graph.ptr_bits();
    let known = graph.terms().iter().filter(|t| t.op == TermOp::Multiple && t.value == address);
    let low = known.filter_map(|t| graph.int_of(t.left, width).as_constant()).max()? - 1;
    if mask & !low & smg::mask(width) == 0 {
        return Some(ValId::ZERO);
    }
    (mask | low == smg::mask(width)).then_some(address)
}

/// `p | 1` and `p ^ 1`: marks in the bits that an aligned address leaves zero move it by a few bytes.
fn set_low_bits(op: BinOp, address: ValId, bits: Option<u64>, state: &mut State) -> Option<ValId> {
    let (bits, target) = (bits?, state.graph.pointee(address)?);
    let known = alignment(&state.graph, target.obj);
    let offset = target.off.as_exact()?;
    if bits >= known {
        return None;
    }
    let low = offset.rem_euclid(known as i64);
    let marked = if op == BinOp::Or { low | bits as i64 } else { low ^ bits as i64 };
    Some(state.graph.address(target.obj, Offset::exact(offset - low + marked), target.spec))
}
