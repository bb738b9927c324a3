//! Structures that are read, written or given away as a whole.

use crate::classes::Member;
use crate::state::{State, Value};
use crate::translate::{Label, Res, Translator};
use ir::{Arg, Call, LocalId, Operand, Place, PlaceBase, Scalar};
use smt::TermId;

/// What the cells of a block hold, and where they are in it.
pub(crate) type Block = Vec<(u64, Value)>;

/// The place that an argument of a library function points to.
pub(crate) fn pointed_to(arg: Option<&Arg>) -> Option<Place> {
    let Some(Arg::Scalar(operand, Scalar::Ptr)) = arg else { return None };
    let base = match *operand {
        Operand::Local(local) => PlaceBase::Deref(local),
        Operand::Global(global) => PlaceBase::Global(global),
        _ => return None,
    };
    Some(Place { base, offset: 0, index: None, access: Scalar::U8, bits: None })
}

/// The number of bytes that a library function is given, if that is a constant.
pub(crate) fn constant_size(arg: Option<&Arg>) -> Option<u64> {
    match arg {
        Some(Arg::Scalar(Operand::Int(size, _), _)) => u64::try_from(*size).ok().filter(|size| *size > 0),
        _ => None,
    }
}

impl Translator<'_> {
    /// The class of a block's object, and where the block begins in it, if that is one constant.
    fn block_class(&self, state: &State, place: &Place) -> (Option<usize>, Option<i64>) {
        let Some(at) = self.instruction(state) else { return (None, None) };
        let targets = self.facts.points_to().of_place(at, place);
        match place.base {
            PlaceBase::Local(local) if targets.list.is_empty() => (
                self.classes.of(Member::Local(state.frame().func, local)),
                place.index.is_none().then_some(place.offset),
            ),
            _ => {
                let first = targets.list.first().map(|target| target.offset);
                let exact = targets.list.iter().all(|t| t.stride == 0 && Some(t.offset) == first);
                (self.classes.of_targets(&targets), first.filter(|_| exact && !targets.outside))
            }
        }
    }

    /// That two blocks overlap without being one, which C forbids in an assignment; or being one, which `memcpy` forbids, too. Objects of
    /// different classes have numbers of their own.
    pub(crate) fn blocks_overlap(
        &mut self,
        state: &mut State,
        dst: &Place,
        src: &Place,
        size: u64,
        may_be_one: bool,
    ) -> Res<TermId> {
        let classes = (self.block_class(state, dst).0, self.block_class(state, src).0);
        if matches!(classes, (Some(a), Some(b)) if a != b) {
            return Ok(TermId::FALSE);
        }
        let (to, from) = (self.address(state, dst)?, self.address(state, src)?);
        let (same, differ) = (self.terms.eq(to.0, from.0), self.terms.ne(to.1, from.1));
        let size = self.terms.bv_const(self.word, u128::from(size));
        let (before, behind) = (self.terms.sub(from.1, to.1), self.terms.sub(to.1, from.1));
        let (before, behind) = (self.terms.ult(before, size), self.terms.ult(behind, size));
        let near = self.terms.or(before, behind);
        let differ = if may_be_one { differ } else { TermId::TRUE };
        Ok(self.terms.and_all([same, differ, near]))
    }

    /// Cells of a block that begins at one of the class's constant offsets, in the class's order.
    fn block_cells(
        &mut self,
        state: &mut State,
        place: &Place,
        size: u64,
    ) -> Res<Option<(usize, Vec<usize>, u64)>> {
        let unsupported = "a block at an unknown place of an object";
        let (class, offset) = self.block_class(state, place);
        let (Some(class), Some(offset)) = (class, offset) else {
            self.unsupported(state, unsupported)?;
            return Ok(None);
        };
        let data = &self.classes.list[class];
        if data.problem.is_some() || data.stride.is_some() || offset < 0 {
            self.unsupported(state, data.problem.unwrap_or(unsupported))?;
            return Ok(None);
        }
        let offset = offset as u64;
        let inside = |i: &usize| {
            let cell = data.cells[*i];
            cell.offset >= offset && cell.offset + cell.bytes <= offset + size
        };
        let cells: Vec<usize> = (0..data.cells.len()).filter(inside).collect();
        let touched = data.cells.iter().filter(|c| c.offset < offset + size && c.offset + c.bytes > offset);
        if touched.count() != cells.len() {
            self.unsupported(state, "a block that ends within a cell")?;
            return Ok(None);
        }
        let (object, at) = self.address(state, place)?;
        let start = self.terms.bv_const(self.word, u128::from(offset));
        let elsewhere = self.terms.ne(at, start);
        self.require(state, Label::Unsupported(unsupported.to_owned()), elsewhere)?;
        // The whole block must be there.
        self.valid(state, (class, TermId::TRUE), object, at, size)?;
        Ok(Some((class, cells, offset)))
    }

    pub(crate) fn read_block(&mut self, state: &mut State, place: &Place, size: u64) -> Res<Option<Block>> {
        let Some((class, cells, start)) = self.block_cells(state, place, size)? else { return Ok(None) };
        let (object, _) = self.address(state, place)?;
        let mut values = Vec::new();
        for cell in cells {
            let offset = self.classes.list[class].cells[cell].offset;
            let at = self.terms.bv_const(self.word, u128::from(offset));
            values.push((offset - start, self.read_cell(state, class, cell, object, at)?));
        }
        Ok(Some(values))
    }

    /// Writes what was read from a block of the same layout.
    pub(crate) fn write_block(
        &mut self,
        state: &mut State,
        dst: &Place,
        size: u64,
        values: &[(u64, Value)],
    ) -> Res<()> {
        let Some((class, cells, start)) = self.block_cells(state, dst, size)? else { return Ok(()) };
        if !self.fits(class, start, &cells, values) {
            return self.unsupported(state, "a block that is copied to one with other cells");
        }
        self.writable(state, dst, class)?;
        let (object, _) = self.address(state, dst)?;
        let values: Vec<Value> = values.iter().map(|(_, value)| *value).collect();
        self.write_cells(state, class, object, &cells, &values);
        Ok(())
    }

    /// Whether values that were read from a block are those of the cells of another one.
    fn fits(&self, class: usize, start: u64, cells: &[usize], values: &[(u64, Value)]) -> bool {
        let one = |(cell, (offset, value)): (&usize, &(u64, Value))| {
            let cell = self.classes.list[class].cells[*cell];
            cell.offset == start + offset
                && match *value {
                    Value::Any => true,
                    Value::Bits(bits) => !cell.pointer && u64::from(self.terms.width(bits)) == cell.bytes * 8,
                    Value::Pointer(..) => cell.pointer,
                }
        };
        cells.len() == values.len() && cells.iter().zip(values).all(one)
    }

    pub(crate) fn write_cells(
        &mut self,
        state: &mut State,
        class: usize,
        object: TermId,
        cells: &[usize],
        values: &[Value],
    ) {
        for (cell, value) in cells.iter().zip(values) {
            let at = self.classes.list[class].cells[*cell].offset;
            let at = self.terms.bv_const(self.word, u128::from(at));
            self.write_cell(state, (class, *cell), object, at, *value, TermId::TRUE);
        }
    }

    pub(crate) fn zero_block(&mut self, state: &mut State, place: &Place, size: u64) -> Res<()> {
        let byte = self.terms.bv_const(8, 0);
        self.fill_block(state, place, size, byte)
    }

    fn fill_block(&mut self, state: &mut State, place: &Place, size: u64, byte: TermId) -> Res<()> {
        let Some((class, cells, _)) = self.block_cells(state, place, size)? else { return Ok(()) };
        self.writable(state, place, class)?;
        let (object, _) = self.address(state, place)?;
        let mut values = Vec::new();
        for cell in &cells {
            let cell = self.classes.list[class].cells[*cell];
            let mut bits = byte;
            for _ in 1..cell.bytes {
                bits = self.terms.concat(byte, bits);
            }
            values.push(match cell.pointer {
                true => {
                    let (object, offset) = self.as_pointer(Value::Bits(bits));
                    Value::Pointer(object, offset)
                }
                false => Value::Bits(bits),
            });
        }
        self.write_cells(state, class, object, &cells, &values);
        Ok(())
    }

    /// `memset` of a structure. Gives whether it is one.
    pub(crate) fn fills(&mut self, state: &mut State, call: &Call) -> Res<bool> {
        let (place, size) = (pointed_to(call.args.first()), constant_size(call.args.get(2)));
        let (Some(place), Some(size)) = (place, size) else { return Ok(false) };
        let Some(Arg::Scalar(operand, scalar)) = call.args.get(1) else { return Ok(false) };
        let byte = self.number(state, *operand, *scalar)?;
        let byte = self.terms.resize(byte, 8, false);
        self.fill_block(state, &place, size, byte)?;
        Ok(true)
    }

    /// `memcpy` of a structure, or `memmove`, for which blocks may overlap. Gives whether it is one.
    pub(crate) fn copies(&mut self, state: &mut State, call: &Call, may_overlap: bool) -> Res<bool> {
        let places = (pointed_to(call.args.first()), pointed_to(call.args.get(1)));
        let ((Some(dst), Some(src)), Some(size)) = (places, constant_size(call.args.get(2))) else {
            return Ok(false);
        };
        let Some(values) = self.read_block(state, &src, size)? else { return Ok(true) };
        if !may_overlap {
            let fails = self.blocks_overlap(state, &dst, &src, size, false)?;
            let what = "a copy between blocks that overlap".to_owned();
            self.require(state, Label::Unsupported(what), fails)?;
        }
        self.write_block(state, &dst, size, &values)?;
        Ok(true)
    }

    /// A structure that is given to a memory local as a whole.
    pub(crate) fn set_block(
        &mut self,
        state: &mut State,
        local: LocalId,
        values: &[(u64, Value)],
    ) -> Res<()> {
        let member = Member::Local(state.frame().func, local);
        let Some(class) = self.classes.of(member) else { return Ok(()) };
        let cells: Vec<usize> = (0..self.classes.list[class].cells.len()).collect();
        if !self.fits(class, 0, &cells, values) || self.classes.list[class].stride.is_some() {
            return self.unsupported(state, "a structure that is passed to one with other cells");
        }
        let object = self.local_object(state, local);
        let values: Vec<Value> = values.iter().map(|(_, value)| *value).collect();
        self.write_cells(state, class, object, &cells, &values);
        Ok(())
    }
}
