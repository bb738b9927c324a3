//! Whether an address is allocated, and in which segment: Algorithms 3 to 6 of [SL-CPA] §5.3, repaired. Every query includes Π and
//! what Σ says of the addresses; Algorithm 5 asks that some cell matches; an address that is always allocated, but not always in the
//! same segment, is answered by a condition to split by; and a range of bytes stays inside one segment.

use crate::heap::{Heap, SegmentId};
use crate::prover::Prover;
use smt::TermId;
use smt::path::{Answer, Exhausted, Path};

/// How it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Procedure {
    /// Is Σ * E ↦ – satisfiable (Algorithms 3 and 4)? Asked of a solver with a theory of separation logic if there is one, else by
    /// our own translation.
    Sl,
    /// One equivalence per cell (Algorithm 4 with E = k in place of the theory).
    Smt,
    /// One query for all cells, whose model says which (Algorithm 5).
    #[default]
    ModelSat,
}

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocated {
    Always(SegmentId),
    Never,
    /// It depends: if the condition holds, into this segment.
    Sometimes(SegmentId, TermId),
    /// The solver gave up.
    Unknown,
}

impl Prover {
    /// That `n` bytes from the address on lie in the segment.
    pub fn inside<O: Clone>(&mut self, heap: &Heap<O>, id: SegmentId, address: TermId, n: u64) -> TermId {
        let segment = heap.get(id);
        let offset = self.terms.sub(address, segment.base);
        self.offset_inside(heap, id, offset, n)
    }

    /// Likewise for a distance from the segment's start.
    pub fn offset_inside<O: Clone>(
        &mut self,
        heap: &Heap<O>,
        id: SegmentId,
        offset: TermId,
        n: u64,
    ) -> TermId {
        let size = heap.get(id).size;
        let terms = &mut self.terms;
        let needed = terms.bv_const(heap.word(), u128::from(n));
        let large = terms.ule(needed, size);
        let room = terms.sub(size, needed);
        let fits = terms.ule(offset, room);
        terms.and(large, fits)
    }

    /// Asks whether `n` bytes from the address on are allocated in one of the segments.
    pub fn allocated<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        candidates: &[SegmentId],
        address: TermId,
        n: u64,
        procedure: Procedure,
    ) -> Result<Allocated, Exhausted> {
        let mut open = Vec::new();
        for &id in candidates {
            let inside = self.inside(heap, id, address, n);
            match self.terms.bool_constant(inside) {
                Some(true) => {
                    let base = heap.get(id).base;
                    let offset = self.terms.sub(address, base);
                    match self.terms.is_constant(offset) {
                        true => self.by_syntax += 1,
                        false => self.by_intervals += 1,
                    }
                    return Ok(Allocated::Always(id));
                }
                Some(false) => {}
                None if path.conditions.contains(&inside) => {
                    self.by_syntax += 1;
                    return Ok(Allocated::Always(id));
                }
                None => open.push((id, inside)),
            }
        }
        if open.is_empty() {
            self.by_syntax += 1;
            return Ok(Allocated::Never);
        }
        match procedure {
            Procedure::Sl => self.allocated_by_theory(path, heap, &open, address, n),
            Procedure::Smt => self.allocated_cell_by_cell(path, heap, &open),
            Procedure::ModelSat => self.allocated_by_model(path, heap, &open),
        }
    }

    /// Algorithms 3 and 4: if Σ * E ↦ – has no model, E is allocated, and then the cells are asked one by one.
    fn allocated_by_theory<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        open: &[(SegmentId, TermId)],
        address: TermId,
        n: u64,
    ) -> Result<Allocated, Exhausted> {
        let ids: Vec<SegmentId> = open.iter().map(|(id, _)| *id).collect();
        if let Some(free) = self.free_by_theory(path, heap, &ids, address, n)? {
            if !free {
                // Allocated in every model; which segment it is comes from the cells.
                return self.allocated_cell_by_cell(path, heap, open);
            }
        } else {
            let outside: Vec<TermId> = open.iter().map(|(_, inside)| self.terms.not(*inside)).collect();
            if let Answer::GaveUp = self.ask(path, heap, &outside)? {
                return Ok(Allocated::Unknown);
            }
        }
        self.allocated_cell_by_cell(path, heap, open)
    }

    /// Algorithm 4 without the theory.
    fn allocated_cell_by_cell<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        open: &[(SegmentId, TermId)],
    ) -> Result<Allocated, Exhausted> {
        let mut possible = None;
        for &(id, inside) in open {
            let outside = self.terms.not(inside);
            match self.ask(path, heap, &[outside])? {
                Answer::No => return Ok(Allocated::Always(id)),
                Answer::GaveUp => return Ok(Allocated::Unknown),
                Answer::Yes(_) => {}
            }
            if possible.is_none() {
                match self.ask(path, heap, &[inside])? {
                    Answer::Yes(_) => possible = Some(Allocated::Sometimes(id, inside)),
                    Answer::GaveUp => return Ok(Allocated::Unknown),
                    Answer::No => {}
                }
            }
        }
        Ok(possible.unwrap_or(Allocated::Never))
    }

    /// Algorithm 5: the model of "some cell matches" says which, and a second query whether it always does.
    fn allocated_by_model<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        open: &[(SegmentId, TermId)],
    ) -> Result<Allocated, Exhausted> {
        let some = self.terms.or_all(open.iter().map(|(_, inside)| *inside));
        let found = match self.ask(path, heap, &[some])? {
            Answer::No => return Ok(Allocated::Never),
            Answer::GaveUp => return Ok(Allocated::Unknown),
            Answer::Yes(values) => {
                let model = path.case_with(some, &values).model;
                open.iter().copied().find(|(_, inside)| model.holds(&self.terms, *inside))
            }
        };
        let Some((id, inside)) = found else { return Ok(Allocated::Unknown) };
        let outside = self.terms.not(inside);
        Ok(match self.ask(path, heap, &[outside])? {
            Answer::No => Allocated::Always(id),
            Answer::Yes(_) => Allocated::Sometimes(id, inside),
            Answer::GaveUp => Allocated::Unknown,
        })
    }
}
