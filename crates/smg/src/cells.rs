//! Arrays of any number of cells that lead to blocks of their own: `n` strings, or the `n` buckets of a hash table.
//!
//! The cells of such an array are cut into *runs* that lie one behind the other. A run is an object of its own: a region where it is one
//! cell (a cell in use), otherwise an object of the kind [`ObjKind::Run`], which stands for any number of cells as a list segment does for
//! any number of nodes: its edges and blocks say what each cell holds, and what belongs to each cell alone lies one nesting level
//! deeper. So the code that merges two nodes of a list into a segment merges two neighbouring runs, the code that takes a node out of a
//! segment takes a cell out of a run, and joins pair runs as they pair all objects.
//!
//! Where one run ends and the next one begins is an address in the array. Its distance from indexes, pointers and the size is known to the
//! bounds on differences ([`crate::zone`]) as for the ends of strings, so "the cells below `i` are freed, those from `i` on are not" is two
//! runs and an address that is `i` cells behind the start.
//!
//! - A write of an address to a cell of an array whose size follows from a number cuts the array into runs ([`Smg::open_cells`]).
//! - An access takes its cell out of every run that it may lie in, one case each ([`Smg::cell_at`]); in each case the place is known to lie
//!   behind the beginning of the run and before its end.
//! - Where lists are folded, neighbouring runs are merged ([`Smg::fold_cells`]): always if they are alike, otherwise unless some value of the
//!   program says where the one ends. A cell whose index is held by the program stays as it is.
//! - A run that has no cells by what is known of its two ends is dropped before blocks are looked for that are lost.
//! - An array that is accessed in any other way (a range of bytes, a part of two cells) has no runs any more, and nothing is
//!   known of its contents.
//!
//! The object of an array with runs has no edges and blocks of its own. Runs are no blocks: nobody but the array leads to them. Only
//! arrays of the top level have them.

use crate::abstraction::AbstractionConfig;
use crate::graph::{Shape, Smg};
use crate::int::IntDomain;
use crate::join::{JoinOptions, JoinStatus, Joiner};
use crate::object::{BlockKind, Field, Links, MIXED_LABEL, ObjId, ObjKind, Object, Origin, SizeRange};
use crate::order::Linear;
use crate::value::{Content, Offset, Spec, ValId};
use crate::zeros::Spot;
use crate::zone::Var;
use base::Cancel;
use std::sync::Arc;

/// An array that is cut into more runs than this by a loop that lists and runs do not describe is given up.
const MAX_RUNS: usize = 8;
/// So many cells in front of the first run of many may have been written one by one before the array is cut into runs.
const MAX_SINGLE: u64 = 4;

/// How the cells of an array are cut into runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cells {
    /// The size of a cell in bytes.
    pub(crate) unit: u32,
    /// The addresses of the objects that stand for the cells, in order.
    pub(crate) runs: Vec<ValId>,
    /// Where each run but the first begins: addresses in the array.
    pub(crate) bounds: Vec<ValId>,
}

impl Cells {
    fn values(&self) -> impl Iterator<Item = ValId> {
        self.runs.iter().chain(&self.bounds).copied()
    }

    pub(crate) fn map(&mut self, mut to: impl FnMut(ValId) -> ValId) {
        self.runs.iter_mut().chain(&mut self.bounds).for_each(|v| *v = to(*v));
    }

    /// Where a run begins; `None` at the start of the array.
    fn lower(&self, run: usize) -> Option<ValId> {
        run.checked_sub(1).map(|before| self.bounds[before])
    }

    /// Where it ends; `None` at the end of the array.
    fn upper(&self, run: usize) -> Option<ValId> {
        self.bounds.get(run).copied()
    }
}

impl Object {
    pub(crate) fn cell_values(&self) -> impl Iterator<Item = ValId> {
        self.cells.iter().flat_map(|c| c.values())
    }
}

impl<D: IntDomain> Smg<D> {
    /// Whether an array is cut into runs.
    pub fn has_cells(&self, array: ObjId) -> bool {
        self.object(array).cells.is_some()
    }

    /// The size of the cells of an array that is cut into runs, the objects that stand for the runs, and where all but the first begin.
    pub fn runs(&self, array: ObjId) -> Option<(u64, Vec<ObjId>, &[ValId])> {
        let cells = self.object(array).cells.as_ref()?;
        let objects = cells.runs.iter().map(|&run| self.run_object(run)).collect();
        Some((cells.unit.into(), objects, &cells.bounds))
    }

    fn cells_of(&self, array: ObjId) -> Arc<Cells> {
        self.object(array).cells.clone().expect("an array that is cut into runs")
    }

    /// The object that stands for the cells of a run.
    fn run_object(&self, run: ValId) -> ObjId {
        self.target(run).expect("the address of a run").obj
    }

    fn arrays(&self) -> Vec<ObjId> {
        self.objects().filter(|(_, o)| o.cells.is_some()).map(|(id, _)| id).collect()
    }

    // ---- cutting an array into runs

    /// The size of the cells that an array can be cut into, and how many in front were written one by one: those behind them are alike.
    fn cells_to_open(&self, array: ObjId) -> Option<(u32, u64, BlockKind)> {
        let object = self.object(array);
        let size = self.size_of(array)?;
        let unit = u32::try_from(size.scale).ok()?;
        let wide = u64::from(unit) * 8;
        if object.kind != ObjKind::Region
            || object.level != 0
            || !object.is_live()
            || object.cells.is_some()
            || unit < self.ptr_bits() / 8
            || size.addend % size.scale != 0
        {
            return None;
        }
        let rest = object.blocks().last()?;
        let written = object.edges().iter().map(|e| e.field.end()).max().unwrap_or(0).max(rest.field.off);
        let single = written.div_ceil(wide);
        let whole = object.size.bits_hi().min(crate::reinterpret::MAX_BITS);
        let alike = matches!(rest.kind, BlockKind::Zero | BlockKind::Uninit) && rest.field.end() >= whole;
        let is_cut = |field: Field| field.off / wide != (field.end() - 1) / wide;
        let cut = object.edges().iter().any(|e| is_cut(e.field));
        (alike && !cut && single <= MAX_SINGLE).then_some((unit, single, rest.kind))
    }

    /// Cuts an array into runs whose size follows from a number and whose cells are alike, but for a few in front. `false` if that is not
    /// possible, or not necessary to say what the array holds when the address is written to one of its cells.
    pub fn open_cells(&mut self, array: ObjId, address: ValId) -> bool {
        let Some((unit, single, kind)) = self.cells_to_open(array) else { return false };
        if address == ValId::ZERO && kind == BlockKind::Zero {
            return false;
        }
        let old = self.object(array).clone();
        let wide = u64::from(unit) * 8;
        let mut cells = Cells { unit, runs: Vec::new(), bounds: Vec::new() };
        for index in 0..single {
            let here = Field { off: index * wide, len: wide };
            let cell = self.add_run(ObjKind::Region, unit);
            let shift = |field: Field| Field { off: field.off - here.off, ..field };
            let object = self.object_mut(cell);
            for b in old.blocks_overlapping(here) {
                let field = b.field.intersection(here).expect("they overlap");
                object.put_block(shift(field), b.kind);
            }
            for e in old.edges_overlapping(here) {
                object.put_edge(shift(e.field), e.value);
            }
            cells.runs.push(self.region_address(cell));
            let next = Offset::exact((index as i64 + 1) * i64::from(unit));
            cells.bounds.push(self.address(array, next, Spec::Region));
        }
        let rest = self.add_run(ObjKind::Run, unit);
        self.object_mut(rest).put_block(Field { off: 0, len: wide }, kind);
        cells.runs.push(self.address(rest, Offset::exact(0), Spec::First));
        let object = self.object_mut(array);
        object.edges = Arc::default();
        object.blocks = Arc::default();
        object.cells = Some(Arc::new(cells));
        self.debug_check();
        true
    }

    /// A run of which nothing is known. It is no block of its own: nobody frees it, and it is never lost.
    fn add_run(&mut self, kind: ObjKind, unit: u32) -> ObjId {
        let size = SizeRange::exact(unit.into());
        self.add_shape(Shape { kind, size, origin: Origin::Static, label: MIXED_LABEL, ..Shape::region(0) })
    }

    /// Nothing is known of the contents of an array any more.
    pub(crate) fn dissolve_cells(&mut self, array: ObjId) {
        if self.try_object(array).is_some_and(|o| o.cells.is_some()) {
            self.drop_empty_runs(array);
            self.object_mut(array).cells = None;
        }
    }

    // ---- access

    /// The cases of an access to so many bytes of a cell: in each of them, the cell is a region, and the bytes lie so far behind its start.
    /// `None` if they may lie in two cells.
    pub fn cell_at(
        &self,
        array: ObjId,
        off: Offset,
        spot: Option<Spot>,
        bytes: u64,
    ) -> Option<Vec<(Smg<D>, ObjId, u64)>> {
        let cells = self.object(array).cells.clone()?;
        let unit = i64::from(cells.unit);
        let inner = off.lo.rem_euclid(unit);
        let whole = off.is_exact() || off.stride.is_multiple_of(cells.unit.into());
        if off.lo < 0 || !whole || (inner as u64).saturating_add(bytes) > cells.unit.into() {
            return None;
        }
        let mut graph = self.clone();
        let start = Offset { lo: off.lo - inner, hi: off.hi - inner, ..off };
        let spot = match spot {
            Some(Spot::Near(v, by)) => Some(Spot::Near(v, by - inner)),
            Some(Spot::At(linear)) => Some(Spot::At(Linear { addend: linear.addend - inner, ..linear })),
            None => None,
        };
        // Where nothing is known of the place, it is some place.
        let at = graph.address_of_spot(array, start, spot);
        let at = at.filter(|&at| graph.is_whole(array, at, cells.unit));
        let at = at.unwrap_or_else(|| graph.address(array, start, Spec::Region));
        let mut out = Vec::new();
        for run in 0..cells.runs.len() {
            let mut case = graph.clone();
            if case.place_in_run(array, at, run) {
                let (cell, inner_start) = case.take_cell(array, run, at);
                case.debug_check();
                out.push((case, cell, inner_start + inner as u64));
            }
        }
        Some(out)
    }

    /// Whether an address is one of the array, and between two cells.
    fn is_whole(&self, array: ObjId, v: ValId, unit: u32) -> bool {
        let unit = i64::from(unit);
        self.measured(v).is_some_and(|(obj, lo, _)| obj == array && lo.rem_euclid(unit) == 0)
            && self.pointee(v).is_some_and(|t| t.off.is_exact() || t.off.stride.is_multiple_of(unit as u64))
    }

    /// States that a cell is one of a run. `false` if it is not.
    fn place_in_run(&mut self, array: ObjId, at: ValId, run: usize) -> bool {
        let cells = self.cells_of(array);
        let unit = cells.unit;
        let at = self.resolve(at);
        if self.is_empty_run(array, run) {
            return false;
        }
        let (lower, upper) = (cells.lower(run), cells.upper(run));
        let is_single = self.object(self.run_object(cells.runs[run])).kind == ObjKind::Region;
        let range = |g: &Self, v: ValId| g.pointee(v).map_or((0, i64::MAX), |t| (t.off.lo, t.off.hi));
        let (mut least, mut most) = (0, i64::MAX);
        if let Some(lower) = lower {
            if self.lies_before(at, lower, 1) {
                return false;
            }
            self.note_bound(Var::offset(lower, unit), Var::offset(at, unit), 0);
            least = range(self, lower).0.max(0);
        }
        if let Some(upper) = upper {
            if self.lies_before(upper, at, 0) {
                return false;
            }
            self.note_bound(Var::offset(at, unit), Var::offset(upper, unit), -1);
            most = range(self, upper).1.saturating_sub(unit.into());
        }
        if is_single {
            if let Some(lower) = lower {
                if self.lies_before(lower, at, 1) {
                    return false;
                }
                self.note_bound(Var::offset(at, unit), Var::offset(lower, unit), 0);
            }
            most = most.min(lower.map_or(0, |lower| range(self, lower).1));
        }
        self.refine_offset(at, least, most)
    }

    /// Whether a run has no cells, by what is known of its ends.
    fn is_empty_run(&self, array: ObjId, run: usize) -> bool {
        let cells = self.cells_of(array);
        if self.object(self.run_object(cells.runs[run])).kind != ObjKind::Run {
            return false;
        }
        match (cells.lower(run), cells.upper(run)) {
            (Some(lower), Some(upper)) => self.lies_before(upper, lower, 0),
            (Some(lower), None) => self.ends_at(array, Var::offset(lower, cells.unit), lower),
            (None, Some(upper)) => {
                self.bound(Var::offset(upper, cells.unit), Var::ZERO).is_some_and(|most| most <= 0)
            }
            (None, None) => self.ends_at(array, Var::ZERO, ValId::ZERO),
        }
    }

    /// Whether an array certainly ends at a place or before it.
    fn ends_at(&self, array: ObjId, place: Var, address: ValId) -> bool {
        let least = self.measured(address).map_or(0, |m| m.1);
        if i64::try_from(self.size_bounds(array).hi).is_ok_and(|size| size <= least) {
            return true;
        }
        let unit = self.cells_of(array).unit;
        self.size_of(array).filter(|size| size.scale == i64::from(unit)).is_some_and(|size| {
            let most = self.bound(Var::number(size.base), place);
            most.is_some_and(|most| most * i128::from(unit) + i128::from(size.addend) <= 0)
        })
    }

    /// The cell at an address in a run as a region, and where in it the cell of the array begins.
    fn take_cell(&mut self, array: ObjId, run: usize, at: ValId) -> (ObjId, u64) {
        let cells = self.cells_of(array);
        let at = self.resolve(at);
        let target = self.target(cells.runs[run]).expect("the address of a run");
        let inner = target.off.lo as u64;
        let object = target.obj;
        if self.object(object).kind == ObjKind::Region {
            return (object, inner);
        }
        let step = Offset::exact(cells.unit.into());
        let next = self.offset_address(at, step).expect("an address in a region");
        let begins = match cells.lower(run) {
            Some(lower) => self.lies_before(at, lower, 0),
            None => self.bound(Var::offset(at, cells.unit), Var::ZERO).is_some_and(|most| most <= 0),
        };
        let ends = match cells.upper(run) {
            Some(upper) => self.lies_before(upper, next, 0),
            None => self.ends_at(array, Var::offset(next, cells.unit), next),
        };
        let cell = self.copy_part(object, 1);
        let cell_address = self.address(cell, target.off, Spec::Region);
        let (mut runs, mut bounds) = (Vec::new(), Vec::new());
        if !begins {
            runs.push(cells.runs[run]);
            bounds.push(at);
        }
        runs.push(cell_address);
        if !ends {
            bounds.push(next);
            runs.push(match begins {
                true => cells.runs[run],
                false => {
                    let behind = self.copy_part(object, 0);
                    self.address(behind, target.off, Spec::First)
                }
            });
        }
        let mut new = (*cells).clone();
        new.runs.splice(run..=run, runs);
        new.bounds.splice(run..run, bounds);
        self.object_mut(array).cells = Some(Arc::new(new));
        if begins && ends {
            self.remove_run(object);
        }
        (cell, inner)
    }

    /// Drops a run that nothing leads to, and what belongs to its cells.
    fn remove_run(&mut self, run: ObjId) {
        let (nested, _) = self.nested_graph(run);
        nested.into_iter().for_each(|o| self.remove_object(o));
        self.remove_object(run);
    }

    // ---- runs without cells

    /// Drops the runs of an array that have no cells.
    pub(crate) fn drop_empty_runs(&mut self, array: ObjId) {
        let mut run = 0;
        while run < self.cells_of(array).runs.len() {
            if !self.is_empty_run(array, run) {
                run += 1;
                continue;
            }
            let mut cells = (*self.cells_of(array)).clone();
            let gone = self.run_object(cells.runs[run]);
            if cells.runs.len() == 1 {
                // An array without cells: whatever is said of them holds.
                let (nested, _) = self.nested_graph(gone);
                if nested.is_empty() {
                    return;
                }
                let empty = self.add_run(ObjKind::Run, cells.unit);
                cells.runs[0] = self.address(empty, Offset::exact(0), Spec::First);
                self.object_mut(array).cells = Some(Arc::new(cells));
                self.remove_run(gone);
                return;
            }
            cells.runs.remove(run);
            cells.bounds.remove(run.saturating_sub(1));
            self.object_mut(array).cells = Some(Arc::new(cells));
            self.remove_run(gone);
        }
    }

    /// Drops all runs that have no cells.
    pub(crate) fn settle_cells(&mut self) {
        for array in self.arrays() {
            self.drop_empty_runs(array);
        }
    }

    // ---- folding

    /// Merges neighbouring runs that are alike or whose common end nobody knows. Returns whether anything changed.
    pub(crate) fn fold_cells(&mut self, config: &AbstractionConfig<'_>, give_up: Option<&Cancel>) -> bool {
        let mut changed = false;
        for array in self.arrays() {
            self.drop_empty_runs(array);
            let mut run = 0;
            while run + 1 < self.cells_of(array).runs.len() {
                match self.merged_runs(array, run, config, give_up) {
                    Some(merged) => {
                        *self = merged;
                        self.drop_nested_orders();
                        self.debug_check();
                        changed = true;
                    }
                    None => run += 1,
                }
            }
            changed |= self.close_cells(array);
        }
        // What their cells lead to is lost: nothing is folded after that until the lost blocks have been looked for.
        for array in self.arrays() {
            if self.cells_of(array).runs.len() > MAX_RUNS {
                self.object_mut(array).cells = None;
                changed = true;
            }
        }
        changed
    }

    /// An array all of whose cells are alike and lead nowhere is described by its blocks again.
    fn close_cells(&mut self, array: ObjId) -> bool {
        let Some(cells) = self.object(array).cells.clone() else { return false };
        let [run] = cells.runs[..] else { return false };
        let run = self.run_object(run);
        let object = self.object(run);
        let whole = Field { off: 0, len: object.size.bits_lo() };
        let leads = |v: ValId| self.pointee(v).is_some() || matches!(self.content(v), Content::Code(_));
        if object.kind != ObjKind::Run || object.edges().iter().any(|e| leads(e.value)) {
            return false;
        }
        let kind = match object.blocks() {
            [only] if object.edges().is_empty() && only.field == whole => Some(only.kind),
            _ if !self.may_be_uninit(object, whole) => Some(BlockKind::Init),
            _ => None,
        };
        let bits = self.object(array).size.bits_hi().min(crate::reinterpret::MAX_BITS);
        let object = self.object_mut(array);
        object.cells = None;
        if let Some(kind) = kind {
            object.put_block(Field { off: 0, len: bits }, kind);
        }
        self.remove_run(run);
        true
    }

    /// The graph in which a run and the next one are one.
    fn merged_runs(
        &self,
        array: ObjId,
        run: usize,
        config: &AbstractionConfig<'_>,
        give_up: Option<&Cancel>,
    ) -> Option<Smg<D>> {
        let cells = self.cells_of(array);
        let [o1, o2] = [run, run + 1].map(|run| self.run_object(cells.runs[run]));
        let options = JoinOptions::for_merging(config.kept, give_up);
        let merged = Joiner::merge_nodes(self, o1, o2, ObjKind::Run, Links::default(), &options).ok()?;
        let in_use = self.object(o1).kind == ObjKind::Region && self.is_held_place(array, cells.lower(run));
        if merged.status != JoinStatus::Equal && (in_use || self.is_held_place(array, cells.upper(run))) {
            return None;
        }
        let mut graph = merged.graph;
        let mut new = (*cells).clone();
        new.runs[run] = graph.address(merged.segment, Offset::exact(0), Spec::First);
        new.runs.remove(run + 1);
        new.bounds.remove(run);
        graph.object_mut(array).cells = Some(Arc::new(new));
        graph.without_merged(self, [o1, o2], merged.consumed).then_some(graph)
    }

    /// Whether some value of the program says where a place in an array is; the start of it is 0.
    fn is_held_place(&self, array: ObjId, place: Option<ValId>) -> bool {
        let unit = self.cells_of(array).unit;
        let Some(place) = place else { return self.named.iter().any(|n| n.1 == ValId::ZERO) };
        let place = self.resolve(place);
        let var = Var::offset(place, unit);
        let (lo, hi) = self.range_of(var);
        let runs: Vec<ObjId> = self
            .objects()
            .filter_map(|(_, o)| o.cells.as_ref())
            .flat_map(|c| c.runs.iter().map(|&r| self.run_object(r)))
            .collect();
        let in_memory = self.objects().filter(|(id, o)| o.level == 0 && !runs.contains(id));
        let in_memory = in_memory.flat_map(|(_, o)| o.edges().iter().map(|e| e.value));
        let mut held: Vec<ValId> = in_memory.chain(self.named.iter().map(|n| n.1)).collect();
        held.sort_unstable();
        held.dedup();
        held.into_iter().any(|v| {
            let own = match self.content(v) {
                _ if v == place => return true,
                Content::Int(_) => Var::number(v),
                Content::Address(t) if t.obj == array => Var::offset(v, unit),
                _ => return false,
            };
            let (least, most) = self.range_of(own);
            let is_same = |x: Var, y: Var| self.bound(x, y).is_some_and(|most| most <= 0);
            least <= hi && lo <= most && is_same(own, var) && is_same(var, own)
        })
    }

    // ---- upkeep

    pub(crate) fn replace_in_cells(&mut self, old: ValId, new: ValId) {
        for array in self.arrays() {
            if self.object(array).cell_values().any(|v| v == old) {
                if self.measured(new).is_none_or(|m| m.0 != array) {
                    // An address that is no place in the array any more: only where control does not come.
                    self.object_mut(array).cells = None;
                } else if let Some(cells) = &mut self.object_mut(array).cells {
                    Arc::make_mut(cells).map(|v| if v == old { new } else { v });
                }
            }
        }
    }

    pub(crate) fn check_cells(&self, array: ObjId, object: &Object) -> Result<(), String> {
        let Some(cells) = &object.cells else { return Ok(()) };
        let plain = object.kind == ObjKind::Region && object.level == 0 && object.is_live();
        if !plain || !object.edges.is_empty() || !object.blocks.is_empty() {
            return Err(format!("{array} is cut into runs but is no array of the top level"));
        }
        if cells.unit == 0 || cells.runs.len() != cells.bounds.len() + 1 {
            return Err(format!("{array} has not as many bounds as it needs"));
        }
        for &run in &cells.runs {
            let target = self.pointee(run).filter(|t| t.off.is_exact());
            let fits = target.and_then(|t| self.try_object(t.obj)).is_some_and(|o| {
                matches!(o.kind, ObjKind::Region | ObjKind::Run) && o.level == 0 && o.cells.is_none()
            });
            if !fits {
                return Err(format!("{array} has a run that is none"));
            }
        }
        if !cells.bounds.iter().all(|&b| self.resolve(b) == b && self.is_whole(array, b, cells.unit)) {
            return Err(format!("{array} has a bound that is no place in it:\n{self}"));
        }
        Ok(())
    }
}
