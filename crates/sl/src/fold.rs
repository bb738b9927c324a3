//! Folding: chains and trees of blocks that look like nodes, and that nobody refers to from outside, become instances.

use crate::formula::{Formula, Site};
use crate::heap::{SegmentId, gather};
use crate::learn::{Learned, User};
use crate::predicate::{CellKind, Hole, Instance, ShapeId};
use crate::prover::Prover;
use base::{FxHashMap, Idx};
use smt::TermId;
use std::rc::Rc;

/// A region that may become an instance.
struct Region {
    nodes: Vec<SegmentId>,
    instances: Vec<usize>,
    units: usize,
    nonempty: bool,
    hole: Option<Hole>,
    /// How many nodes and instances are above the hole: a single node says more than an instance.
    above_hole: usize,
    args: Option<Vec<(u64, TermId)>>,
}

impl<O: Site> Formula<O> {
    /// Who refers to each variable that names a segment or an instance.
    pub(crate) fn users(&self, prover: &mut Prover) -> FxHashMap<TermId, Vec<User>> {
        let mut users: FxHashMap<TermId, Vec<User>> = FxHashMap::default();
        let mut note = |prover: &mut Prover, t: TermId, user: User| {
            for &v in prover.variables_of(t).iter() {
                users.entry(v).or_default().push(user);
            }
        };
        for &root in self.roots.iter().flatten() {
            note(prover, root, User::Other);
        }
        for (id, segment) in self.heap.live() {
            let is_block = self.block_size(prover, id).is_some();
            for run in self.heap.runs(prover, id) {
                let user = if is_block { User::Cell(id, run.at) } else { User::Other };
                match run.whole {
                    Some(t) => note(prover, t, user),
                    None => note(prover, segment.byte(run.at).term, User::Other),
                }
            }
            note(prover, segment.fill().term, User::Other);
        }
        for instance in self.heap.instances.iter() {
            note(prover, instance.back, User::Edge);
            if let Some(hole) = instance.hole {
                note(prover, hole.root, User::Edge);
                note(prover, hole.back, User::Edge);
            }
            for &(_, t) in &instance.args {
                note(prover, t, User::Other);
            }
        }
        users
    }

    /// Folds all there is to fold. What almost fits makes the shape weaker.
    pub fn fold(&mut self, prover: &mut Prover, learned: &mut Learned<O>) {
        if self.heap.shapes.is_empty() {
            return;
        }
        loop {
            let users = self.users(prover);
            let mut candidates: Vec<TermId> = Vec::new();
            let names: Vec<TermId> = self
                .heap
                .live()
                .filter(|(id, _)| id.index() >= self.fixed)
                .filter_map(|(id, _)| self.heap.name_of(&prover.terms, id))
                .chain(self.heap.instances.iter().map(|instance| instance.root))
                .collect();
            // First what is referred to from outside, then what blocks refer to.
            for outside in [true, false] {
                for &name in &names {
                    if !candidates.contains(&name) && (self.is_anchor(prover, &users, name, None) == outside)
                    {
                        candidates.push(name);
                    }
                }
            }
            let mut folded = false;
            for name in candidates {
                if self.fold_at(prover, learned, &users, name) {
                    folded = true;
                    break;
                }
            }
            if !folded {
                return;
            }
        }
    }

    /// Whether something else refers to a node than one node of its own tree, its children, and what holds the tree.
    fn is_anchor(
        &self,
        prover: &Prover,
        users: &FxHashMap<TermId, Vec<User>>,
        name: TermId,
        shape: Option<ShapeId>,
    ) -> bool {
        let Some(users) = users.get(&name) else { return false };
        let mut forward = 0;
        for user in users {
            match *user {
                User::Cell(by, at) => {
                    let mut kinds = self.heap.shapes.iter_enumerated().filter(|(id, s)| {
                        shape.is_none_or(|shape| {
                            *id == shape || s.cells
                                    .values()
                                    .any(|c| matches!(c.kind, CellKind::Owned { shape: owned, .. } if owned == shape))
                        }) && self.is_node(prover, by, *id)
                    });
                    let kind = kinds.find_map(|(_, s)| s.cells.get(&at)).map(|cell| cell.kind);
                    match kind {
                        Some(CellKind::Back) => {}
                        Some(CellKind::Child | CellKind::Owned { .. }) => forward += 1,
                        _ => return true,
                    }
                }
                User::Edge => forward += 0,
                User::Other => return true,
            }
        }
        forward > 1
    }

    fn fold_at(
        &mut self,
        prover: &mut Prover,
        learned: &mut Learned<O>,
        users: &FxHashMap<TermId, Vec<User>>,
        name: TermId,
    ) -> bool {
        let segment = self.heap.at_base(prover, name);
        let own = self.heap.instances.iter().find(|instance| instance.root == name).map(|i| i.shape);
        let shapes: Vec<ShapeId> = match (segment, own) {
            (_, Some(shape)) => vec![shape],
            (Some(id), None) => {
                self.heap.shapes.ids().filter(|&shape| self.is_node(prover, id, shape)).collect()
            }
            (None, None) => return false,
        };
        for shape in shapes {
            let link = prover.terms.bv_const(self.heap.word(), u128::from(self.heap.shapes[shape].link));
            let (root, back) = match segment {
                Some(id) => {
                    let base = self.heap.get(id).base;
                    let root = prover.terms.add(base, link);
                    let back = self.heap.shapes[shape]
                        .cells
                        .iter()
                        .find(|(_, cell)| cell.kind == CellKind::Back)
                        .map(|(&at, cell)| (at, cell.len));
                    let back = match back {
                        Some((at, len)) => {
                            let found = gather(&mut prover.terms, &self.heap.bytes(id, at, len));
                            if found.undefined != 0 {
                                continue;
                            }
                            found.term
                        }
                        None => prover.terms.bv_const(self.heap.word(), 0),
                    };
                    (root, back)
                }
                None => match self.heap.instances.iter().find(|instance| instance.root == name) {
                    Some(instance) => (name, instance.back),
                    None => continue,
                },
            };
            let mut region = Region {
                nodes: Vec::new(),
                instances: Vec::new(),
                units: 0,
                nonempty: false,
                hole: None,
                above_hole: 0,
                args: None,
            };
            let mut walker = Walker { formula: self, learned, users, shape, first: root };
            let is_tree = walker.walk(prover, &mut region, root, back, 0).is_some();
            if is_tree && region.units >= 2 && (region.hole.is_none() || region.above_hole >= 2) {
                self.replace(prover, shape, (root, back), region);
                return true;
            }
        }
        false
    }

    /// The region becomes an instance; addresses in it are variables from now on.
    fn replace(
        &mut self,
        prover: &mut Prover,
        shape: ShapeId,
        (root, back): (TermId, TermId),
        region: Region,
    ) {
        let word = self.heap.word();
        let mut instances = (*self.heap.instances).clone();
        let mut index = 0;
        instances.retain(|_| {
            index += 1;
            !region.instances.contains(&(index - 1))
        });
        instances.push(Instance {
            shape,
            root,
            back,
            args: region.args.unwrap_or_default(),
            hole: region.hole,
            nonempty: region.nonempty,
        });
        self.heap.instances = Rc::new(instances);
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &id in &region.nodes {
            let Some(name) = self.heap.name_of(&prover.terms, id) else { continue };
            let segment = self.heap.get(id);
            // Nodes of an owned tree are named by where pointers to them lead, which is as good as any other place.
            let shift = self.heap.shapes[shape].link.wrapping_sub(segment.lead);
            let shift = prover.terms.bv_const(word, u128::from(shift));
            let variable = self.heap.fresh(prover, word);
            map.insert(name, prover.terms.sub(variable, shift));
            self.heap.forget(id);
        }
        self.substitute(prover, &map);
        self.pure.retain(|&c| prover.terms.bool_constant(c) != Some(true));
    }
}

struct Walker<'w, O> {
    formula: &'w Formula<O>,
    learned: &'w mut Learned<O>,
    users: &'w FxHashMap<TermId, Vec<User>>,
    shape: ShapeId,
    first: TermId,
}

impl<O: Site> Walker<'_, O> {
    /// Walks a tree up to what is referred to from outside. `None` if it is no tree at all; what cannot be part of it becomes its hole.
    fn walk(
        &mut self,
        prover: &mut Prover,
        region: &mut Region,
        t: TermId,
        back: TermId,
        depth: usize,
    ) -> Option<()> {
        let formula = self.formula;
        if prover.constant(t) == Some(0) {
            return Some(());
        }
        let before =
            (region.nodes.len(), region.instances.len(), region.units, region.nonempty, region.args.clone());
        let stop = |region: &mut Region| {
            if depth == 0 || region.hole.is_some() {
                return None;
            }
            region.hole = Some(Hole { root: t, back });
            region.above_hole = depth;
            Some(())
        };
        let name = prover.variables_of(t).first().copied()?;
        let is_first = depth == 0;
        if !is_first && (t == self.first || formula.is_anchor(prover, self.users, name, Some(self.shape))) {
            return stop(region);
        }
        if let Some((id, _)) = formula.heap.decompose(prover, t) {
            let had_hole = region.hole;
            if depth < 200 && self.node(prover, region, (id, t), back, depth).is_some() {
                return Some(());
            }
            region.nodes.truncate(before.0);
            region.instances.truncate(before.1);
            (region.units, region.nonempty, region.args) = (before.2, before.3, before.4);
            region.hole = had_hole;
            return stop(region);
        }
        let index = formula.heap.instances.iter().position(|instance| instance.root == t);
        let fits = index.filter(|&index| {
            let instance = &formula.heap.instances[index];
            let same_args = region.args.as_ref().is_none_or(|args| *args == instance.args);
            instance.shape == self.shape
                && same_args
                && !region.instances.contains(&index)
                && (!formula.heap.shapes[self.shape].has_back() || instance.back == back)
        });
        let Some(index) = fits else { return stop(region) };
        let instance = &formula.heap.instances[index];
        region.instances.push(index);
        region.units += 1;
        region.nonempty |= instance.nonempty;
        region.args = Some(instance.args.clone());
        match instance.hole {
            None => Some(()),
            Some(_) if region.hole.is_some() => None,
            Some(hole) => self.walk(prover, region, hole.root, hole.back, depth + 1),
        }
    }

    fn node(
        &mut self,
        prover: &mut Prover,
        region: &mut Region,
        (id, t): (SegmentId, TermId),
        back: TermId,
        depth: usize,
    ) -> Option<()> {
        let formula = self.formula;
        let zero = prover.terms.bv_const(formula.heap.word(), 0);
        let shape = &formula.heap.shapes[self.shape];
        let (_, offset) = formula.heap.decompose(prover, t)?;
        if region.nodes.contains(&id)
            || !formula.is_node(prover, id, self.shape)
            || prover.constant(offset) != Some(u128::from(shape.link))
        {
            return None;
        }
        let mut args = Vec::new();
        let mut children = Vec::new();
        let mut owned_nodes = Vec::new();
        let mut taken = crate::matching::Taken::default();
        for (&at, cell) in &shape.cells {
            let found = gather(&mut prover.terms, &formula.heap.bytes(id, at, cell.len));
            if found.undefined != 0 {
                if matches!(cell.kind, CellKind::Any | CellKind::Same) && depth > 0 {
                    self.learned.weaken(self.shape, at, cell.len, None);
                }
                return None;
            }
            match cell.kind {
                CellKind::Any => {}
                CellKind::Same => args.push((at, found.term)),
                CellKind::Back if found.term != back => return None,
                CellKind::Back => {}
                CellKind::Child => children.push(found.term),
                CellKind::Owned { shape: owned, nonempty } => {
                    if nonempty && !formula.has_node(prover, found.term) {
                        if depth > 0 {
                            let kind = CellKind::Owned { shape: owned, nonempty: false };
                            self.learned.weaken(self.shape, at, cell.len, Some(kind));
                        }
                        return None;
                    }
                    let args = formula.heap.no_args(prover, owned);
                    let wanted =
                        crate::matching::Wanted { shape: owned, args: &args, hole: None, nonempty: false };
                    formula.consume(prover, &mut taken, &wanted, found.term, None, 0)?;
                }
            }
        }
        // What belongs to the node must not be referred to from elsewhere.
        for &inner in &taken.segments {
            let name = formula.heap.name_of(&prover.terms, inner)?;
            if formula.is_anchor(prover, self.users, name, None) || region.nodes.contains(&inner) {
                return None;
            }
            owned_nodes.push(inner);
        }
        for &inner in &taken.instances {
            let name = formula.heap.instances[inner].root;
            if formula.is_anchor(prover, self.users, name, None) || region.instances.contains(&inner) {
                return None;
            }
        }
        match &region.args {
            None => region.args = Some(args),
            Some(known) if *known == args => {}
            Some(known) => {
                let known = known.clone();
                for ((at, a), (_, b)) in known.iter().zip(&args) {
                    if a != b {
                        let len = shape.cells[at].len;
                        let kind = self.argument_kind(prover, (id, *at), *a, *b);
                        self.learned.weaken(self.shape, *at, len, Some(kind));
                    }
                }
                return None;
            }
        }
        region.nodes.push(id);
        region.nodes.extend(owned_nodes);
        region.instances.extend(taken.instances.iter().copied());
        region.units += 1;
        region.nonempty = true;
        let inner_back = if shape.has_back() { t } else { zero };
        for child in children {
            self.walk(prover, region, child, inner_back, depth + 1)?;
        }
        Some(())
    }

    /// What a cell is that was thought to be the same in all nodes.
    fn argument_kind(
        &mut self,
        prover: &mut Prover,
        (node, at): (SegmentId, u64),
        a: TermId,
        b: TermId,
    ) -> CellKind {
        for t in [a, b] {
            if let Some((to, offset)) = self.formula.heap.decompose(prover, t)
                && let Some(size) = self.formula.block_size(prover, to)
                && let Some(link) = prover.constant(offset)
                && prover
                    .variables_of(t)
                    .first()
                    .is_some_and(|&name| self.users.get(&name).is_some_and(|users| users.len() == 1))
            {
                match self.learned.find(size, link as u64) {
                    Some(id) if id == self.shape => return CellKind::Child,
                    Some(id) => return CellKind::Owned { shape: id, nonempty: false },
                    None => {}
                }
                let kind = self.formula.kind_of(prover, self.learned, node, at, b, self.users);
                if let Some(CellKind::Owned { shape, .. }) = kind {
                    return CellKind::Owned { shape, nonempty: false };
                }
            }
        }
        CellKind::Any
    }
}
