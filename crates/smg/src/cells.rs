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
//! - Arrays of as many cells may be *side by side*: their runs are the same objects. Such an object stands for one cell of each array at the
//!   same index, in a column of its own, and what belongs to it belongs to those cells together: "the block that `all[i]` leads to is the one
//!   that `v[i]` leads to". An array is laid beside another one when an address that a cell of the other one holds is the first to be written
//!   to it ([`Smg::array_beside`]). What is cut, merged or dropped in one of them is so in all of them.
//!
//! The object of an array with runs has no edges and blocks of its own. Runs are no blocks: nobody but the array leads to them. Only
//! arrays of the top level have them.

use crate::abstraction::AbstractionConfig;
use crate::graph::{Shape, Smg};
use crate::int::IntDomain;
use crate::join::{JoinOptions, JoinStatus, Joiner};
use crate::object::{BlockKind, Edge, Field, Links, MIXED_LABEL, ObjId, ObjKind, Object, Origin, SizeRange};
use crate::order::Linear;
use crate::reach::IdSet;
use crate::value::{Content, Offset, Spec, Target, ValId};
use crate::zeros::Spot;
use crate::zone::Var;
use base::{Cancel, Idx as _};
use std::sync::Arc;

/// An array that is cut into more runs than this by a loop that lists and runs do not describe is given up.
const MAX_RUNS: usize = 8;
/// So many cells in front of the first run of many may have been written one by one before the array is cut into runs.
const MAX_SINGLE: u64 = 4;
/// So many arrays are followed together.
const MAX_SIDE_BY_SIDE: usize = 4;

/// How the cells of an array are cut into runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cells {
    /// The size of a cell in bytes.
    pub(crate) unit: u32,
    /// The addresses of the objects that stand for the cells, in order.
    pub(crate) runs: Vec<ValId>,
    /// Where each run but the first begins: addresses in the array, or for all arrays that are side by side in one of them.
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

    /// The arrays whose cells a run stands for, and at which byte of it those of each begin.
    pub fn columns(&self, run: ObjId) -> Vec<(ObjId, u64)> {
        let columns = self.arrays().into_iter().flat_map(|array| {
            let cells = self.cells_of(array);
            let columns: Vec<_> = cells.runs.iter().filter_map(|&v| self.target(v)).collect();
            columns.into_iter().filter(|t| t.obj == run).map(move |t| (array, t.off.lo as u64))
        });
        columns.collect()
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
        let wide = u64::from(unit) * 8;
        if single == 0 {
            if let Some(beside) = self.array_beside(array, unit, address) {
                self.lay_beside(array, beside, kind);
                self.debug_check();
                return true;
            }
        }
        let old = self.object(array).clone();
        let mut cells = Cells { unit, runs: Vec::new(), bounds: Vec::new() };
        for index in 0..single {
            let here = Field { off: index * wide, len: wide };
            let cell = self.add_run(ObjKind::Region, unit.into());
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
        let rest = self.add_run(ObjKind::Run, unit.into());
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
    fn add_run(&mut self, kind: ObjKind, bytes: u64) -> ObjId {
        let size = SizeRange::exact(bytes);
        self.add_shape(Shape { kind, size, origin: Origin::Static, label: MIXED_LABEL, ..Shape::region(0) })
    }

    /// Nothing is known of the contents of an array any more.
    pub(crate) fn dissolve_cells(&mut self, array: ObjId) {
        if self.try_object(array).is_some_and(|o| o.cells.is_some()) {
            self.drop_empty_runs(array);
            self.leave_cells(array);
        }
    }

    /// Takes the runs from an array. Where they are those of other arrays, too, they hold nothing for this one any more, and what only its
    /// cells led to is found when lost blocks are looked for.
    pub(crate) fn leave_cells(&mut self, array: ObjId) {
        if !self.has_cells(array) {
            return;
        }
        let others: Vec<ObjId> =
            self.side_by_side(array).into_iter().filter(|&other| other != array).collect();
        let cells = self.cells_of(array);
        if let Some(&heir) = others.first() {
            // Where the runs begin is said by places in an array that is still there.
            let bounds: Vec<ValId> = cells.bounds.iter().map(|&b| self.same_place(b, heir)).collect();
            for &other in &others {
                let cells = Cells { bounds: bounds.clone(), ..(*self.cells_of(other)).clone() };
                self.object_mut(other).cells = Some(Arc::new(cells));
            }
        }
        self.object_mut(array).cells = None;
        for &run in &cells.runs {
            let column = self.target(run).expect("the address of a run");
            let (objects, values) = self.nested_graph(column.obj);
            self.clear(column.obj, Field::bytes(column.off.lo as u64, cells.unit.into()));
            let (own, held) = self.nested_graph(column.obj);
            for id in objects.into_iter().filter(|id| !own.contains(id)) {
                let object = self.object_mut(id);
                object.level -= 1;
                // The run may have no cells.
                if object.kind == ObjKind::Region && object.is_live() {
                    object.kind = ObjKind::OptRegion;
                    for v in object.addresses.clone() {
                        let target = self.target(v).expect("an address");
                        self.retarget(v, Target { spec: Spec::First, ..target });
                    }
                }
            }
            for v in values.into_iter().filter(|v| !held.contains(v)) {
                self.lower_value(v);
            }
        }
    }

    /// The objects that stand for the cells of arrays.
    pub(crate) fn all_runs(&self) -> Vec<ObjId> {
        let arrays = self.arrays().into_iter();
        arrays.flat_map(|array| self.cells_of(array).runs.clone()).map(|run| self.run_object(run)).collect()
    }

    /// The places where the runs of an array begin that are places in another one.
    pub(crate) fn bounds_elsewhere(&self, array: ObjId) -> Vec<ValId> {
        let Some(cells) = &self.object(array).cells else { return Vec::new() };
        cells.bounds.iter().copied().filter(|&b| self.measured(b).is_some_and(|m| m.0 != array)).collect()
    }

    /// Takes the runs from arrays that nothing reaches but are beside one that something does.
    pub(crate) fn leave_unreached_cells(&mut self) {
        let arrays = self.arrays();
        if arrays.iter().all(|&array| self.side_by_side(array).len() == 1) {
            return;
        }
        let (reached, _) = self.mark_from_roots(None);
        arrays.into_iter().filter(|array| !reached.contains(array.index())).for_each(|a| self.leave_cells(a));
    }

    /// What the cells of an array hold.
    pub(crate) fn held_in_cells(&self, array: &Object) -> Vec<ValId> {
        let Some(cells) = &array.cells else { return Vec::new() };
        let held = cells.runs.iter().filter_map(|&run| self.target(run)).flat_map(|column| {
            let field = Field::bytes(column.off.lo as u64, cells.unit.into());
            self.object(column.obj).edges_overlapping(field).map(|e| e.value)
        });
        held.collect()
    }

    // ---- arrays side by side

    /// The arrays whose runs are those of an array, itself included.
    fn side_by_side(&self, array: ObjId) -> Vec<ObjId> {
        let first = |array: ObjId| self.run_object(self.cells_of(array).runs[0]);
        let run = first(array);
        self.arrays().into_iter().filter(|&other| other == array || first(other) == run).collect()
    }

    /// The arrays that are not in a set, but one of whose runs is.
    pub(crate) fn arrays_beside(&self, inside: &IdSet) -> Option<Vec<ObjId>> {
        let is_cut = |array: ObjId| {
            let runs = &self.cells_of(array).runs;
            !inside.contains(array.index())
                && runs.iter().any(|&run| inside.contains(self.run_object(run).index()))
        };
        let beside: Vec<ObjId> = self.arrays().into_iter().filter(|&array| is_cut(array)).collect();
        (!beside.is_empty()).then_some(beside)
    }

    /// The array of as many cells one of whose cells in use holds an address of the block that an address leads to.
    fn array_beside(&self, array: ObjId, unit: u32, address: ValId) -> Option<ObjId> {
        let block = self.pointee(address).filter(|t| t.obj != ObjId::NULL)?.obj;
        let leads = |e: &Edge| self.pointee(e.value).is_some_and(|t| t.obj == block);
        let holds = |run: ValId| {
            let run = self.object(self.run_object(run));
            run.kind == ObjKind::Region && run.edges().iter().any(leads)
        };
        self.arrays().into_iter().find(|&other| {
            let cells = self.cells_of(other);
            other != array
                && cells.unit == unit
                && cells.runs.iter().any(|&run| holds(run))
                && self.have_as_many_bytes(array, other)
                && self.side_by_side(other).len() < MAX_SIDE_BY_SIDE
        })
    }

    /// Whether two arrays are of the same size, which follows from a number.
    fn have_as_many_bytes(&self, a: ObjId, b: ObjId) -> bool {
        let (Some(a), Some(b)) = (self.size_of(a), self.size_of(b)) else { return false };
        let at_most = |less: Linear, more: Linear| {
            let ahead = self.bound(Var::number(less.base), Var::number(more.base));
            ahead.is_some_and(|ahead| {
                ahead * i128::from(less.scale) + i128::from(less.addend) <= i128::from(more.addend)
            })
        };
        a.scale == b.scale && (a == b || at_most(a, b) && at_most(b, a))
    }

    /// Gives an array, all of whose cells are alike, the runs of another one of as many cells.
    fn lay_beside(&mut self, array: ObjId, beside: ObjId, kind: BlockKind) {
        let mut cells = (*self.cells_of(beside)).clone();
        let unit = u64::from(cells.unit);
        for run in &mut cells.runs {
            let Target { obj, spec, .. } = self.target(*run).expect("the address of a run");
            let object = self.object_mut(obj);
            let column = object.size.lo;
            object.size = SizeRange::exact(column + unit);
            object.put_block(Field::bytes(column, unit), kind);
            *run = self.address(obj, Offset::exact(column as i64), spec);
        }
        let object = self.object_mut(array);
        object.edges = Arc::default();
        object.blocks = Arc::default();
        object.cells = Some(Arc::new(cells));
    }

    /// The place in an array that is as far behind its start as a place in another one of as many cells.
    fn same_place(&mut self, at: ValId, array: ObjId) -> ValId {
        let Target { obj, off, .. } = self.target(at).expect("a place in an array");
        if obj == array {
            return at;
        }
        let unit = self.unit_of(array);
        let place = self.address(array, off, Spec::Region);
        if !off.is_exact() {
            self.note_bound(Var::offset(place, unit), Var::offset(at, unit), 0);
            self.note_bound(Var::offset(at, unit), Var::offset(place, unit), 0);
        }
        place
    }

    /// Whether a place certainly lies at least so many bytes before another one in the same array or in one that is beside it.
    fn is_before(&self, less: ValId, more: ValId, unit: u32, bytes: i64) -> bool {
        let ahead = self.bound(Var::offset(less, unit), Var::offset(more, unit));
        ahead.is_some_and(|ahead| ahead * i128::from(unit) <= -i128::from(bytes))
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
                // In which run the cell lies may tell how many cells there are.
                if let Some(size) = case.size_of(array) {
                    case.tighten_number(size.base);
                }
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
            if self.is_before(at, lower, unit, 1) {
                return false;
            }
            self.note_bound(Var::offset(lower, unit), Var::offset(at, unit), 0);
            least = range(self, lower).0.max(0);
        }
        if let Some(upper) = upper {
            if self.is_before(upper, at, unit, 0) {
                return false;
            }
            self.note_bound(Var::offset(at, unit), Var::offset(upper, unit), -1);
            most = range(self, upper).1.saturating_sub(unit.into());
        }
        if is_single {
            if let Some(lower) = lower {
                if self.is_before(lower, at, unit, 1) {
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
            (Some(lower), Some(upper)) => self.is_before(upper, lower, cells.unit, 0),
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
            Some(lower) => self.is_before(at, lower, cells.unit, 0),
            None => self.bound(Var::offset(at, cells.unit), Var::ZERO).is_some_and(|most| most <= 0),
        };
        let ends = match cells.upper(run) {
            Some(upper) => self.is_before(upper, next, cells.unit, 0),
            None => self.ends_at(array, Var::offset(next, cells.unit), next),
        };
        let cell = self.copy_part(object, 1);
        // The bounds of all arrays that are side by side are places in one of them.
        let home = cells.bounds.first().and_then(|&bound| self.measured(bound)).map_or(array, |m| m.0);
        let (at, next) = (self.same_place(at, home), self.same_place(next, home));
        let behind = (!begins && !ends).then(|| self.copy_part(object, 0));
        for member in self.side_by_side(array) {
            let mut cells = (*self.cells_of(member)).clone();
            let column = self.target(cells.runs[run]).expect("the address of a run").off;
            let (mut runs, mut bounds) = (Vec::new(), Vec::new());
            if !begins {
                runs.push(cells.runs[run]);
                bounds.push(at);
            }
            runs.push(self.address(cell, column, Spec::Region));
            if !ends {
                bounds.push(next);
                runs.push(behind.map_or(cells.runs[run], |behind| self.address(behind, column, Spec::First)));
            }
            cells.runs.splice(run..=run, runs);
            cells.bounds.splice(run..run, bounds);
            self.object_mut(member).cells = Some(Arc::new(cells));
        }
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
        let members = self.side_by_side(array);
        let mut run = 0;
        while run < self.cells_of(array).runs.len() {
            if !members.iter().any(|&member| self.is_empty_run(member, run)) {
                run += 1;
                continue;
            }
            let gone = self.run_object(self.cells_of(array).runs[run]);
            let is_only = self.cells_of(array).runs.len() == 1;
            // Arrays without cells: whatever is said of them holds.
            let empty = if is_only {
                let (nested, _) = self.nested_graph(gone);
                if nested.is_empty() {
                    return;
                }
                let bytes = self.object(gone).size.lo;
                Some(self.add_run(ObjKind::Run, bytes))
            } else {
                None
            };
            for &member in &members {
                let mut cells = (*self.cells_of(member)).clone();
                if let Some(empty) = empty {
                    let column = self.target(cells.runs[0]).expect("the address of a run").off;
                    cells.runs[0] = self.address(empty, column, Spec::First);
                } else {
                    cells.runs.remove(run);
                    cells.bounds.remove(run.saturating_sub(1));
                }
                self.object_mut(member).cells = Some(Arc::new(cells));
            }
            self.remove_run(gone);
            if is_only {
                return;
            }
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
            // Those that are side by side are merged and described by their blocks again together.
            if !self.has_cells(array) || self.side_by_side(array)[0] != array {
                continue;
            }
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
                self.leave_cells(array);
                changed = true;
            }
        }
        changed
    }

    /// An array all of whose cells are alike and lead nowhere is described by its blocks again.
    fn close_cells(&mut self, array: ObjId) -> bool {
        let [run] = self.cells_of(array).runs[..] else { return false };
        let run = self.run_object(run);
        let object = self.object(run);
        let leads = |v: ValId| self.pointee(v).is_some() || matches!(self.content(v), Content::Code(_));
        if object.kind != ObjKind::Run || object.edges().iter().any(|e| leads(e.value)) {
            return false;
        }
        for member in self.side_by_side(array) {
            let cells = self.cells_of(member);
            let column = self.target(cells.runs[0]).expect("the address of a run").off;
            let field = Field::bytes(column.lo as u64, cells.unit.into());
            let object = self.object(run);
            let kind = match object.blocks_overlapping(field) {
                [only] if object.edges_overlapping(field).next().is_none() && only.field.contains(field) => {
                    Some(only.kind)
                }
                _ if !self.may_be_uninit(object, field) => Some(BlockKind::Init),
                _ => None,
            };
            let bits = self.object(member).size.bits_hi().min(crate::reinterpret::MAX_BITS);
            let object = self.object_mut(member);
            object.cells = None;
            if let Some(kind) = kind {
                object.put_block(Field { off: 0, len: bits }, kind);
            }
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
        let members = self.side_by_side(array);
        let in_use =
            self.object(o1).kind == ObjKind::Region && self.is_held_place(&members, cells.lower(run));
        if merged.status != JoinStatus::Equal && (in_use || self.is_held_place(&members, cells.upper(run))) {
            return None;
        }
        let mut graph = merged.graph;
        for &member in &members {
            let mut cells = (*self.cells_of(member)).clone();
            let column = self.target(cells.runs[run]).expect("the address of a run").off;
            cells.runs[run] = graph.address(merged.segment, column, Spec::First);
            cells.runs.remove(run + 1);
            cells.bounds.remove(run);
            graph.object_mut(member).cells = Some(Arc::new(cells));
        }
        graph.without_merged(self, [o1, o2], merged.consumed).then_some(graph)
    }

    /// Whether some value of the program says where a place in an array, or in those beside it, is; the start of it is 0.
    fn is_held_place(&self, arrays: &[ObjId], place: Option<ValId>) -> bool {
        let unit = self.cells_of(arrays[0]).unit;
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
                Content::Address(t) if arrays.contains(&t.obj) => Var::offset(v, unit),
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
                let members = self.side_by_side(array);
                if self.measured(new).is_none_or(|m| !members.contains(&m.0)) {
                    // An address that is no place in the array any more: only where control does not come.
                    self.leave_cells(array);
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
        let members = self.side_by_side(array);
        let home = |b: ValId| self.measured(b).map(|m| m.0).filter(|home| members.contains(home));
        let is_place = |b: ValId| home(b).is_some_and(|home| self.is_whole(home, b, cells.unit));
        if !cells.bounds.iter().all(|&b| self.resolve(b) == b && is_place(b)) {
            return Err(format!("{array} has a bound that is no place in it:\n{self}"));
        }
        Ok(())
    }
}
