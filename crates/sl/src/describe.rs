//! A formula as text, in the notation of the papers.

use crate::formula::{Formula, Site};
use crate::heap::{SegmentId, gather};
use crate::predicate::{Instance, Shape, ShapeId};
use crate::prover::Prover;
use base::{Idx, IndexVec};
use smt::{Op, TermId};

/// The parts of Π and of Σ. Segments that all formulas have and that hold nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    pub pure: Vec<String>,
    pub spatial: Vec<String>,
}

/// More cells of a block are not named one by one.
const MOST_CELLS: usize = 12;

impl Prover {
    /// A value as a reader would write it: addresses as a name and a distance, numbers as numbers.
    pub fn describe(&self, t: TermId) -> String {
        let width = self.terms.width(t);
        if let Some(value) = self.constant(t) {
            let is_negative = width > 8 && value >> (width - 1) == 1;
            return match is_negative {
                true => format!("-{}", (1u128 << width) - value),
                false => value.to_string(),
            };
        }
        if let (Op::Add, &[a, b]) = (self.terms.op(t), self.terms.args(t)) {
            let (a, b) = if self.constant(a).is_some() { (b, a) } else { (a, b) };
            let by = self.describe(b);
            return match by.strip_prefix('-') {
                Some(by) => format!("{} - {by}", self.describe(a)),
                None => format!("{} + {by}", self.describe(a)),
            };
        }
        let operator = match self.terms.op(t) {
            Op::Eq => "=",
            Op::Ult => "<",
            Op::Slt => "<ₛ",
            Op::Not => return format!("¬({})", self.describe(self.terms.args(t)[0])),
            _ => return smt::name(&self.terms, t),
        };
        let args = self.terms.args(t);
        format!("{} {operator} {}", self.describe(args[0]), self.describe(args[1]))
    }
}

impl<O: Site> Formula<O> {
    pub fn shapes(&self) -> &IndexVec<ShapeId, Shape<O>> {
        &self.heap.shapes
    }

    /// Π ∧ Σ; `name_of` names segments that the program has a name for.
    pub fn describe(
        &self,
        prover: &mut Prover,
        name_of: &dyn Fn(SegmentId, &O) -> Option<String>,
    ) -> Description {
        let mut out = Description::default();
        out.pure.extend(self.pure.iter().map(|&condition| prover.describe(condition)));
        let ids: Vec<SegmentId> = self.heap.iter().map(|(id, _)| id).collect();
        for id in ids {
            let runs = self.heap.runs(prover, id);
            let segment = self.heap.get(id);
            if prover.terms.is_bool(segment.base) || id.index() < self.fixed && runs.is_empty() {
                continue;
            }
            let name = match name_of(id, &segment.origin) {
                Some(name) => format!("&{name}"),
                None => prover.describe(segment.base),
            };
            if !segment.is_live() {
                out.spatial.push(format!("{name} ↦ freed"));
                continue;
            }
            let mut cells = Vec::new();
            for run in runs.iter().take(MOST_CELLS) {
                let value = gather(&mut prover.terms, &self.heap.bytes(id, run.at, run.len)).term;
                cells.push(format!("+{}: {}", run.at, prover.describe(value)));
            }
            if runs.len() > MOST_CELLS {
                cells.push("…".to_owned());
            }
            let size = prover.describe(self.heap.get(id).size);
            out.spatial.push(format!("{name} ↦ {size} bytes ({})", cells.join(", ")));
        }
        for instance in self.heap.instances() {
            out.spatial.push(self.describe_instance(prover, instance));
        }
        out
    }

    /// σ(root, back; args), with ⁺ if it is not empty and ⊸ before its hole.
    fn describe_instance(&self, prover: &Prover, instance: &Instance) -> String {
        let has_back = self.heap.shapes[instance.shape].has_back();
        let pair = |root: TermId, back: TermId| match has_back {
            true => format!("{}, {}", prover.describe(root), prover.describe(back)),
            false => prover.describe(root),
        };
        let mut text = format!(
            "σ{}{}({}",
            instance.shape.index(),
            if instance.nonempty { "⁺" } else { "" },
            pair(instance.root, instance.back)
        );
        if let Some(hole) = instance.hole {
            text.push_str(&format!(" ⊸ {}", pair(hole.root, hole.back)));
        }
        for (i, (at, value)) in instance.args.iter().enumerate() {
            let separator = if i == 0 { "; " } else { ", " };
            text.push_str(&format!("{separator}+{at}: {}", prover.describe(*value)));
        }
        text.push(')');
        text
    }
}
