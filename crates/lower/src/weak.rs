//! Weak symbols that nobody defines: whether somebody does elsewhere is one more thing that the program does not say.
//!
//! Such a symbol's address is null or that of something else. Which of them is the content of a variable that is defined nowhere, so
//! that every use of the symbol sees the same.

use crate::func::FnLower;
use crate::link::Link;
use base::Span;
use csema::typed::{self as t, Linkage};
use ir::{FuncId, GlobalId, Operand, Place, Rvalue, Scalar, StatementKind, TerminatorKind};

impl Link<'_> {
    /// What says whether the function is defined, if that is not known.
    pub(crate) fn weak_function(&mut self, unit: usize, id: t::FunctionId) -> Option<GlobalId> {
        let function = &self.units[unit].functions[id];
        if !function.weak || function.linkage != Linkage::External {
            return None;
        }
        let (name, span) = (self.symbol(unit, function.name), function.span);
        if self.is_function_defined(name) {
            return None;
        }
        Some(self.existence(name, span))
    }

    /// Likewise for an object.
    pub(crate) fn weak_object(&mut self, unit: usize, id: t::ObjectId) -> Option<GlobalId> {
        let object = &self.units[unit].objects[id];
        if !object.weak || object.linkage != Linkage::External {
            return None;
        }
        let (name, span) = (self.symbol(unit, object.name), object.span);
        if self.is_object_defined(name) {
            return None;
        }
        Some(self.existence(name, span))
    }
}

impl FnLower<'_, '_> {
    /// The address of a function.
    pub(crate) fn function_address(&mut self, id: t::FunctionId, span: Span) -> Operand {
        let function: FuncId = self.link.function(self.unit_index, id);
        match self.link.weak_function(self.unit_index, id) {
            None => Operand::Func(function),
            Some(existence) => self.address_if(existence, Operand::Func(function), span),
        }
    }

    /// Where an object with static storage is.
    pub(crate) fn object_place(&mut self, id: t::ObjectId, span: Span) -> Place {
        let global = self.link.object(self.unit_index, id);
        match self.link.weak_object(self.unit_index, id) {
            None => Place::global(global, Scalar::U8),
            Some(existence) => match self.address_if(existence, Operand::Global(global), span) {
                Operand::Local(pointer) => Place::deref(pointer, Scalar::U8),
                _ => Place::global(global, Scalar::U8),
            },
        }
    }

    fn address_if(&mut self, existence: GlobalId, address: Operand, span: Span) -> Operand {
        let pointer = self.temp(Scalar::Ptr, span);
        let flag = self.assign_temp(Rvalue::Load(Place::global(existence, Scalar::U8)), Scalar::U8, span);
        let cond = self.truth(Operand::Local(flag), Scalar::U8, span);
        let (there, nowhere, join) = (self.new_block(), self.new_block(), self.new_block());
        let branch = TerminatorKind::Branch { cond, then_block: there, else_block: nowhere };
        self.s.draft.terminate(branch, span);
        for (block, value) in [(there, address), (nowhere, Operand::Int(0, Scalar::Ptr))] {
            self.start(block, span);
            self.emit(StatementKind::Assign(pointer, Rvalue::Use(value)), span);
            self.goto(join, span);
        }
        self.start(join, span);
        Operand::Local(pointer)
    }
}
