//! A formula as text.

use crate::formula::{Formula, Site};
use crate::heap::{SegmentId, gather};
use crate::predicate::CellKind;
use crate::prover::Prover;
use base::Idx;
use std::fmt::Write as _;

impl<O: Site> Formula<O> {
    /// Π ∧ Σ in the notation of the papers, without the segments that all formulas have and that hold nothing.
    pub fn describe(&self, prover: &mut Prover) -> String {
        let mut out = String::new();
        let roots = self.roots.clone();
        for (i, root) in roots.iter().enumerate() {
            if let Some(t) = root {
                let _ = write!(out, "r{i}={} ", smt::name(&prover.terms, *t));
            }
        }
        for &condition in &self.pure {
            let _ = write!(out, "∧ {} ", smt::name(&prover.terms, condition));
        }
        let ids: Vec<SegmentId> = self.heap.iter().map(|(id, _)| id).collect();
        for id in ids {
            let runs = self.heap.runs(prover, id);
            let segment = self.heap.get(id);
            if segment.base == smt::TermId::FALSE || id.index() < self.fixed && runs.is_empty() {
                continue;
            }
            let life = if segment.is_live() { "" } else { "dead " };
            let _ = write!(
                out,
                "\n  * {life}{}[{}] ↦ ",
                smt::name(&prover.terms, segment.base),
                smt::name(&prover.terms, segment.size)
            );
            for run in runs {
                let value = gather(&mut prover.terms, &self.heap.bytes(id, run.at, run.len)).term;
                let _ = write!(out, "{}: {}, ", run.at, smt::name(&prover.terms, value));
            }
        }
        for instance in self.heap.instances() {
            let args: Vec<String> = instance
                .args
                .iter()
                .map(|(at, t)| format!("{at}: {}", smt::name(&prover.terms, *t)))
                .collect();
            let _ = write!(
                out,
                "\n  * {}{}({}, {}; {})",
                instance.shape,
                if instance.nonempty { "+" } else { "" },
                smt::name(&prover.terms, instance.root),
                smt::name(&prover.terms, instance.back),
                args.join(", ")
            );
            if let Some(hole) = instance.hole {
                let _ = write!(
                    out,
                    " ⊸ ({}, {})",
                    smt::name(&prover.terms, hole.root),
                    smt::name(&prover.terms, hole.back)
                );
            }
        }
        for (id, shape) in self.heap.shapes.iter_enumerated() {
            let cells: Vec<String> = shape
                .cells
                .iter()
                .map(|(at, cell)| {
                    let kind = match cell.kind {
                        CellKind::Child => "child".to_owned(),
                        CellKind::Back => "back".to_owned(),
                        CellKind::Owned { shape, nonempty } => {
                            format!("{shape}{}", if nonempty { "+" } else { "" })
                        }
                        CellKind::Same => "same".to_owned(),
                        CellKind::Any => "any".to_owned(),
                    };
                    format!("{at}: {kind}")
                })
                .collect();
            let _ = write!(out, "\n  where {id} = {} bytes, {}", shape.size, cells.join(", "));
        }
        out
    }
}
