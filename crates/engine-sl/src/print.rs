//! What a proof with predicates rests on: the symbolic heaps at the heads of loops, and those with which recursive functions are called.

use crate::induction::Induction;
use crate::snapshot::Place;
use crate::state::Origin;
use base::Idx;
use ir::{FuncId, GlobalId, LocalId};
use sl::{CellKind, Formula, SegmentId};
use std::collections::BTreeMap;
use verdict::heaps::{Heaps, Predicate, PredicateCell, PredicateCellKind, SymbolicHeap};
use verdict::{Invariant, InvariantContent, PlaceKind, ProgramPlace};

impl Induction<'_, '_> {
    pub(crate) fn invariants(&mut self) -> Vec<Invariant> {
        let program = self.machine.work.program;
        let mut found: BTreeMap<ProgramPlace, Heaps> = BTreeMap::new();
        // In an order that does not depend on that of the search.
        let heads = std::mem::take(&mut self.heads);
        let mut heads: Vec<_> = heads.into_iter().collect();
        heads.sort_by(|(a, _), (b, _)| a.cmp(b));
        for ((_, place), covering) in heads {
            let Some(&(func, block, ..)) = place.last() else { continue };
            let Some(body) = program.functions[func].body() else { continue };
            let (span, function) = (body.blocks[block].terminator.span, program.functions[func].name);
            let at = ProgramPlace { span, function, kind: PlaceKind::LoopHead };
            for formula in &covering.formulas {
                let variables = self.variables(formula, &place, func);
                self.add(found.entry(at).or_default(), formula, variables);
            }
        }
        for (func, precondition) in self.preconditions() {
            let (span, function) = (program.functions[func].span, program.functions[func].name);
            let at = ProgramPlace { span, function, kind: PlaceKind::FunctionEntry };
            let variables = self.registers(&precondition, 0, func);
            self.add(found.entry(at).or_default(), &precondition, variables);
        }
        let content = |(at, heaps)| Invariant { at, what: InvariantContent::Heaps(heaps) };
        found.into_iter().map(content).collect()
    }

    /// The variables of the last frame that are registers, whose values are roots of the formula.
    fn variables(&self, formula: &Formula<Origin>, place: &Place, func: FuncId) -> Vec<(String, String)> {
        let program = self.machine.work.program;
        let mut first = 0;
        for (caller, _, _, _, _, blocks, varargs) in &place[..place.len() - 1] {
            let registers = program.functions[*caller].body().map_or(0, |body| body.locals.len());
            first += registers + blocks + usize::from(*varargs);
        }
        self.registers(formula, first, func)
    }

    fn registers(&self, formula: &Formula<Origin>, first: usize, func: FuncId) -> Vec<(String, String)> {
        let program = self.machine.work.program;
        let Some(body) = program.functions[func].body() else { return Vec::new() };
        let named = body.locals.iter_enumerated().filter_map(|(local, declared)| {
            let root = formula.roots.get(first + LocalId::index(local)).copied().flatten()?;
            let name = program.names.resolve(declared.name?).to_owned();
            Some((name, self.machine.prover.describe(root)))
        });
        named.collect()
    }

    fn add(&mut self, heaps: &mut Heaps, formula: &Formula<Origin>, variables: Vec<(String, String)>) {
        let program = self.machine.work.program;
        let globals = &self.machine.globals;
        let name_of = |id: SegmentId, origin: &Origin| {
            let global = globals.iter().position(|&global| global == id);
            let name = global.map(|index| program.globals[GlobalId::new(index)].name).or(origin.name)?;
            Some(program.names.resolve(name).to_owned())
        };
        let described = formula.describe(&mut self.machine.prover, &name_of);
        let heap = SymbolicHeap { variables, pure: described.pure, spatial: described.spatial };
        if !heaps.heaps.contains(&heap) {
            heaps.heaps.push(heap);
        }
        let name = |id: sl::ShapeId| format!("σ{}", id.index());
        // Those that occur, and those of what belongs to their nodes.
        let mut wanted: Vec<sl::ShapeId> = formula.heap.instances().iter().map(|part| part.shape).collect();
        while let Some(id) = wanted.pop() {
            if heaps.predicates.iter().any(|predicate| predicate.name == name(id)) {
                continue;
            }
            let shape = &formula.shapes()[id];
            wanted.extend(shape.cells.values().filter_map(|cell| match cell.kind {
                CellKind::Owned { shape, .. } => Some(shape),
                _ => None,
            }));
            let cell = |(&offset, cell): (&u64, &sl::Cell)| {
                let kind = match cell.kind {
                    CellKind::Child => PredicateCellKind::Child,
                    CellKind::Back => PredicateCellKind::Back,
                    CellKind::Owned { shape, nonempty } => {
                        PredicateCellKind::Owned { predicate: name(shape), nonempty }
                    }
                    CellKind::Same => PredicateCellKind::Same,
                    CellKind::Any => PredicateCellKind::Any,
                };
                PredicateCell { offset, size: cell.len, kind }
            };
            let cells = shape.cells.iter().map(cell).collect();
            heaps.predicates.push(Predicate { name: name(id), size: shape.size, link: shape.link, cells });
        }
        heaps.predicates.sort_by(|a, b| a.name.cmp(&b.name));
    }
}
