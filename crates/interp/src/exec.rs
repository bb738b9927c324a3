//! The execution loop.
//!
//! Each operation has its plain case here (defined operands without provenance, accesses within bounds); everything else
//! goes to the functions that handle the general case.

use crate::call::Returned;
use crate::code::{Op, SwitchCode, Target};
use crate::fault::{Fault, Res, nondeterminism, unsupported};
use crate::machine::Machine;
use crate::memory::Kind;
use crate::value::{Value, Wide};
use ir::{BinOp, Scalar};
use semantics::address::distance;
use std::rc::Rc;
use verdict::{Access, FindingKind, StepKind};

impl Machine<'_> {
    /// Runs the top frame until the stack is `floor` frames high.
    pub(crate) fn execute<const TRACE: bool>(&mut self, floor: usize) -> Res<()> {
        let Some(top) = self.frames.last() else { return Ok(()) };
        let mut code = Rc::clone(&top.code);
        let mut base = top.base;
        let mut pc = self.pc;

        macro_rules! reg {
            ($slot:expr) => {
                self.regs[base + $slot as usize]
            };
        }
        // What may stop or ask where it is needs the position.
        macro_rules! general {
            ($e:expr) => {{
                self.pc = pc;
                match $e {
                    Ok(value) => value,
                    Err(stop) => return Err(stop),
                }
            }};
        }
        macro_rules! reload {
            () => {{
                let Some(top) = self.frames.last() else { return Ok(()) };
                code = Rc::clone(&top.code);
                base = top.base;
                pc = self.pc;
            }};
        }
        macro_rules! jump {
            ($target:expr) => {{
                pc = $target as usize;
                self.steps += u64::from(code.costs[pc]);
                if self.steps >= self.next_poll {
                    general!(self.poll());
                }
            }};
        }
        macro_rules! branch {
            ($taken:expr, $then:expr, $other:expr) => {{
                let taken: bool = $taken;
                if TRACE {
                    self.pc = pc;
                    self.step(StepKind::Branch { taken });
                }
                jump!(if taken { $then } else { $other })
            }};
        }
        macro_rules! slow_binary {
            ($op:expr, $scalar:expr, $dst:expr, $a:expr, $b:expr) => {
                general!(self.binary_slow($op, $scalar, base, $dst, $a, $b))
            };
        }
        macro_rules! arithmetic {
            ($op:expr, $scalar:expr, $dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $fast:expr) => {{
                let (x, y) = (&reg!($a), &reg!($b));
                let mut done = None;
                if Value::both_simple(x, y) {
                    let ($x, $y) = (x.bits, y.bits);
                    done = $fast;
                }
                match done {
                    Some(bits) => reg!($dst) = Value::int(bits),
                    None => slow_binary!($op, $scalar, $dst, $a, $b),
                }
            }};
        }
        macro_rules! comparison {
            ($op:expr, $scalar:expr, $dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $fast:expr) => {
                arithmetic!($op, $scalar, $dst, $a, $b, |$x, $y| Some(u64::from($fast)))
            };
        }
        macro_rules! compare_and_branch {
            ($op:expr, $scalar:expr, $dst:expr, $a:expr, $b:expr, $then:expr, $other:expr,
             |$x:ident, $y:ident| $fast:expr) => {{
                let (x, y) = (&reg!($a), &reg!($b));
                let taken = if Value::both_simple(x, y) {
                    let ($x, $y) = (x.bits, y.bits);
                    if TRACE {
                        self.pc = pc;
                        let number = |bits: u64| match $scalar.is_signed() {
                            true => i128::from(bits as i64),
                            false => i128::from(bits),
                        };
                        self.step(StepKind::Operands { left: number($x), right: number($y) });
                    }
                    let taken: bool = $fast;
                    reg!($dst) = Value::int(u64::from(taken));
                    taken
                } else {
                    general!(self.compare_slow($op, $scalar, base, $dst, $a, $b))
                };
                branch!(taken, $then, $other)
            }};
        }
        // Pointers with equal provenance, or one of them null or a small number, compare by their bits.
        macro_rules! pointer_equality {
            ($a:expr, $b:expr) => {{
                let (x, y) = (&reg!($a), &reg!($b));
                let small = |v: &Value| v.prov.is_none() && v.bits < ir::DataModel::FIRST_ADDRESS;
                let simple = x.undef | y.undef == 0 && (x.prov == y.prov || small(x) || small(y));
                simple.then_some(x.bits == y.bits)
            }};
        }
        macro_rules! float_op {
            ($op:expr, $dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $fast:expr) => {
                arithmetic!($op, Scalar::F64, $dst, $a, $b, |x, y| {
                    let ($x, $y) = (f64::from_bits(x), f64::from_bits(y));
                    let result: f64 = $fast;
                    (!result.is_nan()).then_some(result.to_bits())
                })
            };
        }
        macro_rules! load_at {
            ($n:literal, $dst:expr, $pointer:expr, $scalar:expr, |$bits:ident| $extend:expr) => {{
                let pointer: Value = $pointer;
                let mut done = None;
                if pointer.undef == 0 {
                    done = self.memory.load_fast::<$n>(pointer.prov, pointer.bits);
                }
                match done {
                    Some(($bits, prov)) => {
                        reg!($dst) = Value { bits: $extend, undef: 0, prov, frag: 0 };
                    }
                    None => {
                        let value = general!(self.load_slow(pointer, $scalar));
                        reg!($dst) = value;
                    }
                }
            }};
        }
        macro_rules! near {
            ($base:expr, $offset:expr) => {{
                let mut pointer = reg!($base);
                pointer.bits = pointer.bits.wrapping_add($offset as i64 as u64) & self.memory.address_mask;
                pointer
            }};
        }
        macro_rules! indexed {
            ($base:expr, $index:expr, $scale:expr, $offset:expr) => {{
                let index = reg!($index);
                if !index.is_simple() {
                    general!(self.decide(&index, "index"));
                }
                let mut pointer = reg!($base);
                let offset = distance(index.bits, $scale, self.memory.address_mask)
                    .wrapping_add($offset as i64 as u64);
                pointer.bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
                pointer
            }};
        }
        macro_rules! store_at {
            ($n:literal, $src:expr, $pointer:expr, $scalar:expr) => {{
                let pointer: Value = $pointer;
                let value = reg!($src);
                if pointer.undef != 0 || !self.memory.store_fast::<$n>(pointer.prov, pointer.bits, &value) {
                    general!(self.store_slow(pointer, $scalar, value));
                }
            }};
        }

        loop {
            if TRACE {
                general!(self.tick());
            }
            let op = code.ops[pc];
            if TRACE && self.camera.is_some() {
                self.pc = pc;
                self.maybe_picture();
            }
            if TRACE && self.sampler.is_some() {
                self.pc = pc;
                self.maybe_sample();
            }
            pc += 1;
            match op {
                Op::Move { dst, src } => reg!(dst) = reg!(src),
                Op::MoveWide { dst, src } => {
                    reg!(dst) = reg!(src);
                    reg!(dst + 1) = reg!(src + 1);
                }
                Op::Undef { dst } => reg!(dst) = Value::UNDEF,
                Op::UndefWide { dst } => {
                    reg!(dst) = Value::UNDEF;
                    reg!(dst + 1) = Value::UNDEF;
                }

                Op::AddS { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Add, scalar, dst, a, b, |x, y| fit(
                        (x as i64).checked_add(y as i64),
                        shift
                    ))
                }
                Op::SubS { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Sub, scalar, dst, a, b, |x, y| fit(
                        (x as i64).checked_sub(y as i64),
                        shift
                    ))
                }
                Op::MulS { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Mul, scalar, dst, a, b, |x, y| fit(
                        (x as i64).checked_mul(y as i64),
                        shift
                    ))
                }
                Op::AddU { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Add, scalar, dst, a, b, |x, y| Some(
                        x.wrapping_add(y) & u64::MAX >> shift
                    ))
                }
                Op::SubU { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Sub, scalar, dst, a, b, |x, y| Some(
                        x.wrapping_sub(y) & u64::MAX >> shift
                    ))
                }
                Op::MulU { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Mul, scalar, dst, a, b, |x, y| Some(
                        x.wrapping_mul(y) & u64::MAX >> shift
                    ))
                }
                Op::ShlS { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Shl, scalar, dst, a, b, |x, y| {
                        if y < 64 - u64::from(shift) {
                            let shifted = ((x << y) << shift) as i64 >> shift;
                            let fits = x as i64 >= 0 && shifted >> y == x as i64;
                            (fits || self.shifts_wrap).then_some(shifted as u64)
                        } else {
                            None
                        }
                    })
                }
                Op::ShlU { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Shl, scalar, dst, a, b, |x, y| {
                        if y < 64 - u64::from(shift) { Some(x << y & u64::MAX >> shift) } else { None }
                    })
                }
                Op::ShrS { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Shr, scalar, dst, a, b, |x, y| {
                        if y < 64 - u64::from(shift) { Some((x as i64 >> y) as u64) } else { None }
                    })
                }
                Op::ShrU { dst, a, b, shift, scalar } => {
                    arithmetic!(BinOp::Shr, scalar, dst, a, b, |x, y| {
                        if y < 64 - u64::from(shift) { Some(x >> y) } else { None }
                    })
                }
                Op::And { dst, a, b, scalar } => {
                    arithmetic!(BinOp::And, scalar, dst, a, b, |x, y| Some(x & y))
                }
                Op::Or { dst, a, b, scalar } => {
                    arithmetic!(BinOp::Or, scalar, dst, a, b, |x, y| Some(x | y))
                }
                Op::Xor { dst, a, b, scalar } => {
                    arithmetic!(BinOp::Xor, scalar, dst, a, b, |x, y| Some(x ^ y))
                }
                Op::Eq { dst, a, b, scalar } => {
                    comparison!(BinOp::Eq, scalar, dst, a, b, |x, y| x == y)
                }
                Op::Ne { dst, a, b, scalar } => {
                    comparison!(BinOp::Ne, scalar, dst, a, b, |x, y| x != y)
                }
                Op::LtS { dst, a, b, scalar } => {
                    comparison!(BinOp::Lt, scalar, dst, a, b, |x, y| (x as i64) < y as i64)
                }
                Op::LeS { dst, a, b, scalar } => {
                    comparison!(BinOp::Le, scalar, dst, a, b, |x, y| x as i64 <= y as i64)
                }
                Op::LtU { dst, a, b, scalar } => {
                    comparison!(BinOp::Lt, scalar, dst, a, b, |x, y| x < y)
                }
                Op::LeU { dst, a, b, scalar } => {
                    comparison!(BinOp::Le, scalar, dst, a, b, |x, y| x <= y)
                }
                Op::PtrEq { dst, a, b } => match pointer_equality!(a, b) {
                    Some(equal) => reg!(dst) = Value::int(u64::from(equal)),
                    None => slow_binary!(BinOp::Eq, Scalar::Ptr, dst, a, b),
                },
                Op::PtrNe { dst, a, b } => match pointer_equality!(a, b) {
                    Some(equal) => reg!(dst) = Value::int(u64::from(!equal)),
                    None => slow_binary!(BinOp::Ne, Scalar::Ptr, dst, a, b),
                },
                Op::AddF { dst, a, b } => float_op!(BinOp::Add, dst, a, b, |x, y| x + y),
                Op::SubF { dst, a, b } => float_op!(BinOp::Sub, dst, a, b, |x, y| x - y),
                Op::MulF { dst, a, b } => float_op!(BinOp::Mul, dst, a, b, |x, y| x * y),
                Op::DivF { dst, a, b } => float_op!(BinOp::Div, dst, a, b, |x, y| x / y),
                Op::Binary { op, scalar, dst, a, b } => {
                    let (x, y) = (&reg!(a), &reg!(b));
                    let mut done = None;
                    if Value::both_simple(x, y) {
                        done = divide_fast(op, scalar, x.bits, y.bits);
                    }
                    match done {
                        Some(bits) => reg!(dst) = Value::int(bits),
                        None => slow_binary!(op, scalar, dst, a, b),
                    }
                }
                Op::Unary { op, scalar, dst, a } => {
                    self.pc = pc;
                    let operand = self.wide_at(base, a, scalar);
                    let result = general!(self.arith().unary(op, scalar, operand));
                    self.set_wide(base, dst, scalar, result);
                }
                Op::CastS { dst, a, shift, from, to } => {
                    let value = reg!(a);
                    if value.is_simple() {
                        reg!(dst) = Value::int(((value.bits << shift) as i64 >> shift) as u64);
                    } else {
                        general!(self.cast_slow(from, to, base, dst, a));
                    }
                }
                Op::CastU { dst, a, shift, from, to } => {
                    let value = reg!(a);
                    if value.is_simple() && to != Scalar::Ptr {
                        reg!(dst) = Value::int(value.bits & u64::MAX >> shift);
                    } else {
                        general!(self.cast_slow(from, to, base, dst, a));
                    }
                }
                Op::Cast { dst, a, from, to } => general!(self.cast_slow(from, to, base, dst, a)),

                Op::Load1S { dst, base: p, offset, scalar } => {
                    load_at!(1, dst, near!(p, offset), scalar, |x| x as i8 as u64)
                }
                Op::Load1U { dst, base: p, offset, scalar } => {
                    load_at!(1, dst, near!(p, offset), scalar, |x| x)
                }
                Op::Load2S { dst, base: p, offset, scalar } => {
                    load_at!(2, dst, near!(p, offset), scalar, |x| x as i16 as u64)
                }
                Op::Load2U { dst, base: p, offset, scalar } => {
                    load_at!(2, dst, near!(p, offset), scalar, |x| x)
                }
                Op::Load4S { dst, base: p, offset, scalar } => {
                    load_at!(4, dst, near!(p, offset), scalar, |x| x as i32 as u64)
                }
                Op::Load4U { dst, base: p, offset, scalar } => {
                    load_at!(4, dst, near!(p, offset), scalar, |x| x)
                }
                Op::Load8 { dst, base: p, offset, scalar } => {
                    load_at!(8, dst, near!(p, offset), scalar, |x| x)
                }
                Op::LoadX1S { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(1, dst, indexed!(p, index, scale, offset), scalar, |x| x as i8 as u64)
                }
                Op::LoadX1U { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(1, dst, indexed!(p, index, scale, offset), scalar, |x| x)
                }
                Op::LoadX2S { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(2, dst, indexed!(p, index, scale, offset), scalar, |x| x as i16 as u64)
                }
                Op::LoadX2U { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(2, dst, indexed!(p, index, scale, offset), scalar, |x| x)
                }
                Op::LoadX4S { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(4, dst, indexed!(p, index, scale, offset), scalar, |x| x as i32 as u64)
                }
                Op::LoadX4U { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(4, dst, indexed!(p, index, scale, offset), scalar, |x| x)
                }
                Op::LoadX8 { dst, base: p, index, scale, offset, scalar } => {
                    load_at!(8, dst, indexed!(p, index, scale, offset), scalar, |x| x)
                }
                Op::LoadPlace { dst, place } => {
                    general!(self.load_place(&code.places[place as usize], base, dst));
                }

                Op::Store1 { src, base: p, offset, scalar } => store_at!(1, src, near!(p, offset), scalar),
                Op::Store2 { src, base: p, offset, scalar } => store_at!(2, src, near!(p, offset), scalar),
                Op::Store4 { src, base: p, offset, scalar } => store_at!(4, src, near!(p, offset), scalar),
                Op::Store8 { src, base: p, offset, scalar } => store_at!(8, src, near!(p, offset), scalar),
                Op::StoreX1 { src, base: p, index, scale, offset, scalar } => {
                    store_at!(1, src, indexed!(p, index, scale, offset), scalar)
                }
                Op::StoreX2 { src, base: p, index, scale, offset, scalar } => {
                    store_at!(2, src, indexed!(p, index, scale, offset), scalar)
                }
                Op::StoreX4 { src, base: p, index, scale, offset, scalar } => {
                    store_at!(4, src, indexed!(p, index, scale, offset), scalar)
                }
                Op::StoreX8 { src, base: p, index, scale, offset, scalar } => {
                    store_at!(8, src, indexed!(p, index, scale, offset), scalar)
                }
                Op::StorePlace { src, place } => {
                    general!(self.store_place(&code.places[place as usize], base, src));
                }

                Op::Addr { dst, base: p, offset } => {
                    let pointer = near!(p, offset);
                    reg!(dst) = if pointer.undef == 0 { pointer } else { Value::UNDEF };
                }
                Op::AddrX { dst, base: p, index, scale, offset } => {
                    let (pointer, by) = (reg!(p), reg!(index));
                    if pointer.undef == 0 && by.is_simple() {
                        let by = distance(by.bits, scale, self.memory.address_mask)
                            .wrapping_add(offset as i64 as u64);
                        let bits = pointer.bits.wrapping_add(by) & self.memory.address_mask;
                        reg!(dst) = Value { bits, ..pointer };
                    } else {
                        let place = crate::code::PlaceCode {
                            base: p,
                            index: Some((index, scale)),
                            offset: i64::from(offset),
                            access: Scalar::U8,
                            bits: None,
                        };
                        reg!(dst) = self.address_of(&place, base);
                    }
                }
                Op::AddrPlace { dst, place } => {
                    let pointer = self.address_of(&code.places[place as usize], base);
                    reg!(dst) = pointer;
                }
                Op::Addressed { slot } => {
                    if let Some(id) = reg!(slot).prov.object() {
                        self.memory.mark_addressed(id);
                    }
                }

                Op::Open { slot } => {
                    if let Some(id) = reg!(slot).prov.object() {
                        self.memory.set_writable(id, true);
                    }
                }
                Op::Seal { slot } => {
                    if let Some(id) = reg!(slot).prov.object() {
                        self.memory.set_writable(id, false);
                    }
                }

                Op::CopyBlock { copy } => {
                    general!(self.copy_block(&code.copies[copy as usize], base));
                }
                Op::ZeroBlock { zero } => {
                    let (place, size) = &code.zeros[zero as usize];
                    general!(self.zero_block(place, *size, base));
                }
                Op::Live { local } => general!(self.live(local)),
                Op::Dead { local } => {
                    self.pc = pc;
                    self.dead(local);
                }
                Op::StackAlloc { dst, size, align, scalar } => {
                    let size = self.wide_at(base, size, scalar);
                    let pointer = general!(self.stack_alloc(size, scalar, align));
                    reg!(dst) = pointer;
                }
                Op::StackFree { dst } => {
                    self.pc = pc;
                    let pointer = reg!(dst);
                    self.stack_free(pointer);
                }

                Op::Goto { target } => jump!(target),
                Op::Branch { cond, then, other } => {
                    let value = reg!(cond);
                    if !value.is_simple() {
                        general!(self.decide(&value, "condition"));
                    }
                    branch!(value.bits != 0, then, other)
                }
                Op::BranchEq { dst, a, b, then, other, scalar } => {
                    compare_and_branch!(BinOp::Eq, scalar, dst, a, b, then, other, |x, y| x == y)
                }
                Op::BranchNe { dst, a, b, then, other, scalar } => {
                    compare_and_branch!(BinOp::Ne, scalar, dst, a, b, then, other, |x, y| x != y)
                }
                Op::BranchLtS { dst, a, b, then, other, scalar } => {
                    compare_and_branch!(BinOp::Lt, scalar, dst, a, b, then, other, |x, y| (x as i64)
                        < y as i64)
                }
                Op::BranchLeS { dst, a, b, then, other, scalar } => {
                    compare_and_branch!(BinOp::Le, scalar, dst, a, b, then, other, |x, y| x as i64
                        <= y as i64)
                }
                Op::BranchLtU { dst, a, b, then, other, scalar } => {
                    compare_and_branch!(BinOp::Lt, scalar, dst, a, b, then, other, |x, y| x < y)
                }
                Op::BranchLeU { dst, a, b, then, other, scalar } => {
                    compare_and_branch!(BinOp::Le, scalar, dst, a, b, then, other, |x, y| x <= y)
                }
                Op::BranchPtrEq { dst, a, b, then, other } => {
                    let taken = match pointer_equality!(a, b) {
                        Some(equal) => equal,
                        None => general!(self.compare_slow(BinOp::Eq, Scalar::Ptr, base, dst, a, b)),
                    };
                    reg!(dst) = Value::int(u64::from(taken));
                    branch!(taken, then, other)
                }
                Op::BranchPtrNe { dst, a, b, then, other } => {
                    let taken = match pointer_equality!(a, b) {
                        Some(equal) => !equal,
                        None => general!(self.compare_slow(BinOp::Ne, Scalar::Ptr, base, dst, a, b)),
                    };
                    reg!(dst) = Value::int(u64::from(taken));
                    branch!(taken, then, other)
                }
                Op::Switch { value, table } => {
                    let table = &code.switches[table as usize];
                    let low = reg!(value);
                    let target = match (&table.dense, low.is_simple()) {
                        (Some((first, targets)), true) => {
                            let index = (low.bits as i64).wrapping_sub(*first) as u64;
                            targets.get(index as usize).copied().unwrap_or(table.default)
                        }
                        _ => {
                            let wide = self.wide_at(base, value, table.scalar);
                            general!(self.switch_slow(table, low, wide))
                        }
                    };
                    if TRACE {
                        self.pc = pc;
                        self.step(StepKind::Switch { value: low.bits as i64 });
                    }
                    jump!(target)
                }
                Op::IndirectGoto { value, table } => {
                    let target = general!(self.indirect_goto(&code.gotos[table as usize], reg!(value)));
                    jump!(target)
                }
                Op::Call { site } => {
                    if self.steps >= self.next_poll {
                        general!(self.poll());
                    }
                    general!(self.call(site, base, &code));
                    reload!();
                }
                Op::Return => {
                    if general!(self.leave(Returned::Nothing, floor)) {
                        return Ok(());
                    }
                    reload!();
                }
                Op::ReturnScalar { src, scalar } => {
                    if !TRACE {
                        let value = reg!(src);
                        if self.leave_directly(value, scalar, floor) {
                            reload!();
                            continue;
                        }
                    }
                    let wide = self.wide_at(base, src, scalar);
                    if general!(self.leave(Returned::Scalar(wide, scalar), floor)) {
                        return Ok(());
                    }
                    reload!();
                }
                Op::ReturnBlock { block } => {
                    let (place, size) = &code.blocks[block as usize];
                    let bytes = general!(self.read_block(place, base, *size));
                    if general!(self.leave(Returned::Block(bytes), floor)) {
                        return Ok(());
                    }
                    reload!();
                }
                Op::Unreachable => {
                    general!(Fault::new(FindingKind::UnreachableReached).stop::<()>());
                }
                Op::Unsupported { what } => {
                    general!(unsupported::<()>(self.program.names.resolve(what)));
                }
                Op::Define { slot, scalar } => {
                    if reg!(slot).undef != 0 {
                        let wide = self.wide_at(base, slot, scalar);
                        let defined = general!(self.define(wide, scalar));
                        self.set_wide(base, slot, scalar, defined);
                    }
                }
                Op::CommandLine => {
                    general!(nondeterminism::<()>("the program looks at its command line"));
                }
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn binary_slow(&mut self, op: BinOp, scalar: Scalar, base: usize, dst: u32, a: u32, b: u32) -> Res<()> {
        let left = self.wide_at(base, a, scalar);
        let right = match op {
            BinOp::Shl | BinOp::Shr => self.wide_at(base, b, Scalar::U32),
            _ => self.wide_at(base, b, scalar),
        };
        let result = self.arith().binary(op, scalar, left, right)?;
        let scalar = crate::arith::result_scalar(op, scalar, self.model);
        self.set_wide(base, dst, scalar, result);
        Ok(())
    }

    /// A comparison that a branch depends on.
    #[cold]
    #[inline(never)]
    fn compare_slow(
        &mut self,
        op: BinOp,
        scalar: Scalar,
        base: usize,
        dst: u32,
        a: u32,
        b: u32,
    ) -> Res<bool> {
        self.binary_slow(op, scalar, base, dst, a, b)?;
        let result = self.regs[base + dst as usize];
        self.decide(&result, "condition")?;
        Ok(result.bits != 0)
    }

    #[inline(never)]
    fn cast_slow(&mut self, from: Scalar, to: Scalar, base: usize, dst: u32, a: u32) -> Res<()> {
        let operand = self.wide_at(base, a, from);
        let result = self.arith().cast(from, to, operand)?;
        self.set_wide(base, dst, to, result);
        Ok(())
    }

    fn switch_slow(&mut self, table: &SwitchCode, low: Value, wide: Wide) -> Res<Target> {
        self.decide(&Value { undef: (wide.undef != 0).into(), ..low }, "switch value")?;
        let width = table.scalar.width(self.model);
        let value: i128 = if table.scalar.is_signed() {
            wide.signed(width)
        } else {
            wide.bits.min(i128::MAX as u128) as i128
        };
        let bound = |stored: i64| table.scalar.constant_value(stored);
        let position = table.cases.partition_point(|&(_, high, _)| bound(high) < value);
        Ok(match table.cases.get(position) {
            Some(&(from, _, target)) if bound(from) <= value => target,
            _ => table.default,
        })
    }

    fn indirect_goto(&mut self, candidates: &[(ir::BlockId, Target)], value: Value) -> Res<Target> {
        if value.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("target of a goto").stop();
        }
        let object = value.prov.object().filter(|_| value.prov.is_plain());
        let here = self.frames.last().map(|frame| frame.code.id);
        if let Some(id) = object
            && let Kind::Label(function, block) = self.memory.info(id).kind
        {
            let candidate = candidates.iter().find(|(candidate, _)| *candidate == block);
            if let (true, Some(&(_, target))) =
                (Some(function) == here && self.memory.object(id).base == value.bits, candidate)
            {
                return Ok(target);
            }
        }
        Fault::new(FindingKind::InvalidCall).access(Access::Call).what("not a label of this function").stop()
    }
}

/// The result of a signed operation, if it fits the width.
#[inline(always)]
fn fit(result: Option<i64>, shift: u8) -> Option<u64> {
    let value = result?;
    if (value << shift) >> shift == value { Some(value as u64) } else { None }
}

/// Division of plain values; what is undefined, and everything else, is for the general case.
#[inline(always)]
fn divide_fast(op: BinOp, scalar: Scalar, x: u64, y: u64) -> Option<u64> {
    if y == 0 || !matches!(op, BinOp::Div | BinOp::Rem) {
        return None;
    }
    match scalar {
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            let (x, y) = (x as i64, y as i64);
            if y == -1 {
                return None;
            }
            Some(if op == BinOp::Div { x / y } else { x % y } as u64)
        }
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => {
            Some(if op == BinOp::Div { x / y } else { x % y })
        }
        _ => None,
    }
}
