//! Sizes of blocks.
//!
//! A block that is made once has a size that is one term of the formula. Those of an allocation site in a cut loop may each have their
//! own: unless they all have the same, the size of the witness is part of the state, beside the number that says whether it is
//! chosen, and of the others' nothing is known.

use crate::build::{Builder, ObjectKey, ObjectKind};
use encode::cells::Memory;
use encode::pointer::{ObjectId, Value, as_number};
use ir::Scalar;
use smt::TermId;

/// Where the object beside a witness holds its size.
pub(crate) const SIZE_BESIDE: u64 = 8;
/// Instead of the offset of a cell: the size of the block.
pub const SIZE: u64 = 1 << 60;

impl Builder<'_> {
    /// From here on variables are made that have another value in each round.
    pub(crate) fn begin_rounds(&mut self) -> Option<usize> {
        let outside = self.rounds_since;
        self.rounds_since.get_or_insert(self.terms.len());
        outside
    }

    pub(crate) fn end_rounds(&mut self, outside: Option<usize>) {
        let since = std::mem::replace(&mut self.rounds_since, outside);
        if let (Some(since), None) = (since, outside) {
            self.rounds.push(since..self.terms.len());
        }
    }

    /// Whether a term has one value in a whole run.
    fn is_same_in_all_rounds(&self, t: TermId) -> bool {
        self.terms.variables_of(&[t]).into_iter().map(base::Idx::index).all(|variable| {
            self.rounds_since.is_none_or(|since| variable < since)
                && !self.rounds.iter().any(|made| made.contains(&variable))
        })
    }

    /// Takes note of the size of a block of a site. `before` is that of the block that was made there last, in this attempt or an earlier
    /// one: if they differ, whatever was said with the earlier one is found again, since the state changes.
    pub(crate) fn note_size(&mut self, witness: ObjectId, before: Option<TermId>, size: TermId) {
        if before.is_some_and(|before| before != size) || !self.is_same_in_all_rounds(size) {
            self.sized.insert(witness);
        }
    }

    /// The size of a block, of one of the others of a site only if all have the same.
    pub(crate) fn size_of(&mut self, memory: &Memory, id: ObjectId) -> Option<TermId> {
        let info = &self.objects[usize::from(id)];
        match info.kind {
            ObjectKind::Others(witness) if self.sized.contains(&witness) => None,
            ObjectKind::Heap if self.sized.contains(&id) => Some(self.size_beside(memory, id)),
            _ => Some(info.size),
        }
    }

    pub(crate) fn size_beside(&mut self, memory: &Memory, witness: ObjectId) -> TermId {
        let beside = self.object_ids[&ObjectKey::Ghost(witness)];
        let object = self.object_in(memory, beside);
        let globals = self.globals;
        let size = object.read(self.terms, &globals, SIZE_BESIDE, u64::from(self.word) / 8);
        as_number(self.terms, size, self.word)
    }

    /// The witness whose size a cell holds.
    pub(crate) fn witness_of_size(&self, id: ObjectId, at: u64) -> Option<ObjectId> {
        let is_beside = |w: &&ObjectId| self.object_ids.get(&ObjectKey::Ghost(**w)) == Some(&id);
        self.witnesses.iter().find(is_beside).copied().filter(|_| at == SIZE_BESIDE)
    }

    pub(crate) fn size_scalar(&self) -> Scalar {
        if self.word == 64 { Scalar::U64 } else { Scalar::U32 }
    }

    /// What the object beside a witness holds of its size, where `taken` says whether the block that is made is the witness.
    pub(crate) fn size_after(
        &mut self,
        memory: &Memory,
        witness: ObjectId,
        taken: TermId,
        size: TermId,
    ) -> Value {
        let before = self.size_beside(memory, witness);
        Value::Number(self.terms.ite(taken, size, before))
    }
}
