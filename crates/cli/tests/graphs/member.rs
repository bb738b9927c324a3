//! Whether the memory of a run is one of those that a graph stands for.
//!
//! Written down directly from the meaning of graphs ([Predator] §1.2.4): objects of the machine are assigned to the regions of the
//! graph and to the nodes of its segments, from the variables on, and then everything that the graph says must be true. Nothing
//! of the engine's own algebra (joins, inclusion, materialisation) is used. Where a segment could end at several places, all are tried.

use engine_smg::{HeadGraph, KeyName};
use interp::{HeadVisit, HeldObject, HeldValue};
use smg::{
    BlockKind, Content, Field, IntDomain, Interval, Link, Measure, ObjId, ObjKind, Object, Offset, Smg, Spec,
    Target, ValId, Var, mask, sign_extend,
};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// So many choices are tried.
const CHOICES: u32 = 5_000;
const LONGEST_LIST: u32 = 400;
/// So many bytes of a block of equal bytes are compared.
const BYTES: u64 = 512;

/// Which node of each segment that something is nested in, from the outside.
type Nesting = Vec<u32>;

/// What a place holds must be what a value of the graph stands for.
#[derive(Clone, Debug)]
struct Claim {
    value: ValId,
    nesting: Nesting,
    held: HeldValue,
}

/// An object of the machine, or a cell of an array that starts at some offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    object: u32,
    start: u64,
}

impl Node {
    fn whole(object: u32) -> Node {
        Node { object, start: 0 }
    }
}

/// What the nodes of an object are in the machine.
struct Choice {
    object: ObjId,
    nesting: Nesting,
    nodes: Vec<Node>,
    /// The claim of which this settles one more thing.
    claim: Option<Claim>,
}

#[derive(Clone, Default)]
struct Match {
    nodes: HashMap<(ObjId, Nesting), Vec<Node>>,
    owners: HashMap<u32, ObjId>,
    values: HashMap<(ValId, Nesting), HeldValue>,
    claims: Vec<Claim>,
    /// Those that wait until somebody has found the beginning of a list.
    waiting: Vec<Claim>,
}

/// Why a graph does not stand for a memory; the more objects were matched before, the closer it was.
#[derive(Debug)]
pub(crate) struct Mismatch {
    pub(crate) matched: usize,
    pub(crate) why: String,
}

pub(crate) struct Membership<'a, 'v, 'm> {
    pub(crate) graph: &'a Smg<Interval>,
    pub(crate) visit: &'a HeadVisit<'v, 'm>,
    pub(crate) objects: &'a HashMap<u32, HeldObject>,
    /// Objects that look otherwise in the machine.
    pub(crate) unlike: &'a HashSet<u32>,
    pub(crate) choices: Cell<u32>,
}

type Result<T> = std::result::Result<T, String>;

/// The link that tells what an address of an end means where the list has no nodes.
fn link_of(object: &Object, spec: Spec, off: Offset) -> Option<Link> {
    let mut links = object.links.all(object.kind);
    links.find(|link| link.forward == (spec != Spec::Last) && off.contains(link.head))
}

impl Membership<'_, '_, '_> {
    pub(crate) fn check(&self) -> std::result::Result<(), Mismatch> {
        let mut found = Match::default();
        match self.begin(&mut found) {
            Ok(()) => self.solve(found),
            Err(why) => Err(Mismatch { matched: 0, why }),
        }
    }

    /// The variables of the function and the global ones.
    fn begin(&self, found: &mut Match) -> Result<()> {
        let depth = self.visit.calls().len().saturating_sub(1);
        for &(key, object) in self.graph.roots() {
            let name = match HeadGraph::name_of(key) {
                KeyName::Local(local) => HeldObject::Local(depth, local),
                KeyName::Global(global) => HeldObject::Global(global),
                KeyName::Other => continue,
            };
            let held = self.objects.iter().find(|(_, what)| **what == name);
            if let Some((&held, _)) = held {
                self.assign(found, object, &[], vec![Node::whole(held)])?;
            }
        }
        for &(key, value) in self.graph.named_values() {
            if let KeyName::Local(local) = HeadGraph::name_of(key) {
                let held = self.visit.register(0, local);
                found.claims.push(Claim { value, nesting: Vec::new(), held });
            }
        }
        Ok(())
    }

    fn solve(&self, mut found: Match) -> std::result::Result<(), Mismatch> {
        loop {
            let matched = found.owners.len() + found.nodes.len();
            let describe = |why: String| Mismatch { matched, why };
            let choices = match self.next_claim(&mut found) {
                Some(claim) => self.settle(&mut found, &claim).map_err(describe)?,
                None => match self.next_run(&found) {
                    Some(ends) if ends.is_empty() => {
                        return Err(describe("a run of cells has no end".to_owned()));
                    }
                    Some(ends) => ends,
                    None => break,
                },
            };
            if choices.is_empty() {
                continue;
            }
            let mut closest = describe("no list and no run of cells fits".to_owned());
            for choice in choices {
                self.choices.set(self.choices.get() + 1);
                if self.choices.get() > CHOICES {
                    return Ok(());
                }
                let mut next = found.clone();
                next.claims.extend(choice.claim);
                let result = match self.assign(&mut next, choice.object, &choice.nesting, choice.nodes) {
                    Ok(()) => self.solve(next),
                    Err(why) => Err(describe(why)),
                };
                match result {
                    Ok(()) => return Ok(()),
                    Err(mismatch) if mismatch.matched >= closest.matched => closest = mismatch,
                    Err(_) => {}
                }
            }
            return Err(closest);
        }
        let matched = found.owners.len() + found.nodes.len();
        self.facts(&found).map_err(|why| Mismatch { matched: matched + 1, why })
    }

    fn next_claim(&self, found: &mut Match) -> Option<Claim> {
        if let Some(claim) = found.claims.pop() {
            return Some(claim);
        }
        let index = found.waiting.iter().position(|claim| self.nodes_of(found, claim).is_some())?;
        Some(found.waiting.remove(index))
    }

    /// All places where the next run of cells of some array could end; `None` if there is no more run.
    fn next_run(&self, found: &Match) -> Option<Vec<Choice>> {
        for (id, _) in self.graph.objects().filter(|(_, object)| object.is_live()) {
            let Some((unit, runs, bounds)) = self.graph.runs(id) else { continue };
            let Some(&[array]) = found.nodes.get(&(id, Vec::new())).map(Vec::as_slice) else { continue };
            // Arrays that are side by side have the same runs: all of them must be known.
            let beside = runs.first().map_or(Vec::new(), |&run| self.graph.columns(run));
            if beside.iter().any(|(array, _)| !found.nodes.contains_key(&(*array, Vec::new()))) {
                continue;
            }
            let size = self.visit.size(array.object);
            let mut start = 0;
            for (index, &run) in runs.iter().enumerate() {
                if let Some(cells) = found.nodes.get(&(run, Vec::new())) {
                    start += cells.len() as u64 * unit;
                    continue;
                }
                let bound = bounds.get(index);
                let ends: Vec<u64> = match bound.and_then(|&bound| self.held(found, bound, &[])) {
                    Some(HeldValue::Pointer { offset, .. }) => vec![offset as u64],
                    _ if bound.is_none() => vec![size],
                    _ => (0..=size.saturating_sub(start) / unit).map(|n| start + n * unit).collect(),
                };
                let is_one = self.graph.object(run).kind == ObjKind::Region;
                let choice = |end: u64| {
                    let cells = end.checked_sub(start).filter(|bytes| bytes.is_multiple_of(unit))? / unit;
                    if end > size || is_one && cells != 1 {
                        return None;
                    }
                    let claim = bound.map(|&value| {
                        let home = self.graph.target(value).map_or(id, |target| target.obj);
                        let object = found.nodes[&(home, Vec::new())][0].object;
                        let held = HeldValue::Pointer { object, offset: end as i64 };
                        Claim { value, nesting: Vec::new(), held }
                    });
                    let node = |n: u64| Node { start: start + n * unit, ..array };
                    let nodes = (0..cells).map(node).collect();
                    Some(Choice { object: run, nesting: Vec::new(), nodes, claim })
                };
                return Some(ends.into_iter().filter_map(choice).collect());
            }
        }
        None
    }

    /// The nodes of the object that a claim's address leads to.
    fn nodes_of<'f>(&self, found: &'f Match, claim: &Claim) -> Option<&'f Vec<Node>> {
        let target = self.graph.target(claim.value)?;
        let outer = self.graph.object(target.obj).level as usize;
        found.nodes.get(&(target.obj, claim.nesting[..outer].to_vec()))
    }

    /// Checks a claim, or gives the choices of which one must be made before.
    fn settle(&self, found: &mut Match, claim: &Claim) -> Result<Vec<Choice>> {
        let value = self.graph.resolve(claim.value);
        let held = claim.held;
        let wrong = || Err(format!("{value} ({:?}) is not {held:?}", self.graph.content(value)));
        match (value, held) {
            (ValId::UNINIT, HeldValue::Other) | (ValId::ZERO, HeldValue::Number(0)) => return Ok(Vec::new()),
            (ValId::UNINIT, _) | (ValId::ZERO, _) => return wrong(),
            (_, HeldValue::Other) => return Ok(Vec::new()),
            _ => {}
        }
        // A register is wider than its value.
        let held = match (held, self.graph.value(value).width) {
            (HeldValue::Number(n), width @ 1..64) => HeldValue::Number(n & mask(width)),
            _ => held,
        };
        let level = self.graph.level_of(value) as usize;
        let known = found.values.insert((value, claim.nesting[..level].to_vec()), held);
        if known.is_some_and(|known| known != held) {
            return Err(format!("{value} is {known:?} and {held:?}"));
        }
        match self.graph.content(value) {
            Content::Address(target) => {
                return self.settle_address(found, claim, *target);
            }
            Content::Int(numbers) => match held {
                HeldValue::Number(n) if !numbers.contains(n & mask(numbers.width())) => return wrong(),
                HeldValue::Pointer { .. } if *numbers != Interval::top(numbers.width()) => return wrong(),
                _ => {}
            },
            Content::Code(set) => match held {
                HeldValue::Number(0) if set.or_null => {}
                HeldValue::Pointer { object, offset: 0 } => match self.objects.get(&object) {
                    Some(HeldObject::Function(f)) if set.functions.contains(&f.raw()) => {}
                    _ => return wrong(),
                },
                _ => return wrong(),
            },
            Content::Float | Content::Unknown { .. } => {}
            Content::Uninit | Content::Forward(_) | Content::Free => return wrong(),
        }
        Ok(Vec::new())
    }

    fn settle_address(&self, found: &mut Match, claim: &Claim, target: Target) -> Result<Vec<Choice>> {
        let Target { obj, off, spec } = target;
        let wrong = || Err(format!("{} to {obj} {spec:?} is not {:?}", claim.value, claim.held));
        if obj == ObjId::NULL {
            return match claim.held {
                HeldValue::Number(n) if off.contains(n as i64) => Ok(Vec::new()),
                _ => wrong(),
            };
        }
        let object = self.graph.object(obj);
        let nesting = claim.nesting[..object.level as usize].to_vec();
        if let Some(nodes) = found.nodes.get(&(obj, nesting.clone())) {
            let node = match spec {
                Spec::Region | Spec::First => nodes.first(),
                Spec::Last => nodes.last(),
                Spec::All => nodes.get(claim.nesting[object.level as usize] as usize),
            };
            return match (node, claim.held) {
                (Some(&node), HeldValue::Pointer { object, offset })
                    if node == Node::whole(object) && off.contains(offset) =>
                {
                    Ok(Vec::new())
                }
                (None, held) => {
                    let value = match (object.kind, spec) {
                        (ObjKind::OptRegion, _) => self.graph.absent_address(obj),
                        _ => self.link(obj, link_of(object, spec, off).ok_or("no such end")?.field),
                    };
                    found.claims.push(Claim { value, nesting, held });
                    Ok(Vec::new())
                }
                _ => wrong(),
            };
        }
        let mut chains: Vec<Vec<Node>> = Vec::new();
        if object.kind.is_abstract() && object.may_have_length(0) {
            chains.push(Vec::new());
        }
        if let HeldValue::Pointer { object: first, offset } = claim.held
            && off.contains(offset)
        {
            let link = match spec {
                Spec::Region => None,
                Spec::First | Spec::All => object.kind.has_next().then_some(object.links.next),
                Spec::Last if object.kind.has_prev() => Some(object.links.prev),
                Spec::Last if object.kind.has_next() => {
                    found.waiting.push(claim.clone());
                    return Ok(Vec::new());
                }
                Spec::Last => None,
            };
            let mut chain = vec![first];
            while chain.len() as u32 <= LONGEST_LIST {
                if object.kind == ObjKind::Region || object.may_have_length(chain.len() as u32) {
                    let mut nodes: Vec<Node> = chain.iter().map(|&object| Node::whole(object)).collect();
                    if spec == Spec::Last {
                        nodes.reverse();
                    }
                    chains.push(nodes);
                }
                let word = u64::from(self.graph.ptr_bits()) / 8;
                let next = link.map(|link| self.visit.cell(chain[chain.len() - 1], link, word));
                match next {
                    Some(HeldValue::Pointer { object: next, offset })
                        if offset == object.links.head && !chain.contains(&next) =>
                    {
                        chain.push(next);
                    }
                    _ => break,
                }
            }
        }
        if chains.is_empty() {
            return wrong();
        }
        let choice = |nodes: Vec<Node>| {
            let claim = Some(claim.clone());
            Choice { object: obj, nesting: nesting.clone(), nodes, claim }
        };
        Ok(chains.into_iter().map(choice).collect())
    }

    /// The value of a link of a segment as a whole.
    fn link(&self, segment: ObjId, offset: u64) -> ValId {
        let field = self.graph.ptr_field(offset);
        let edge = self.graph.object(segment).edges().iter().find(|e| e.field == field);
        // A link that is no edge lies in a block of zeros.
        edge.map_or(ValId::ZERO, |edge| edge.value)
    }

    /// Takes objects of the machine for the nodes of an object, and claims that they hold what the graph says.
    fn assign(&self, found: &mut Match, id: ObjId, nesting: &[u32], nodes: Vec<Node>) -> Result<()> {
        let object = self.graph.object(id);
        let word = u64::from(self.graph.ptr_bits()) / 8;
        let is_run = self.is_run(id);
        for (index, &node) in nodes.iter().enumerate() {
            let whole = node.object;
            if !is_run && let Some(other) = found.owners.insert(whole, id) {
                return Err(format!("object {whole} is {other} and {id}"));
            }
            if self.visit.is_live(whole) != object.is_live() {
                return Err(format!("object {whole} is live: {}, not so {id}", self.visit.is_live(whole)));
            }
            let size = if is_run { object.size.lo } else { self.visit.size(whole) };
            if !(object.size.lo..=object.size.hi).contains(&size) {
                return Err(format!("object {whole} has {size} bytes, {id} {:?}", object.size));
            }
            if !object.is_live() || self.unlike.contains(&whole) {
                continue;
            }
            let mut own: Vec<Field> = Vec::new();
            for link in object.links.all(object.kind) {
                own.push(self.graph.ptr_field(link.field));
                let held = self.visit.cell(whole, link.field, word);
                let leads = |next: &Node| HeldValue::Pointer { object: next.object, offset: link.head };
                let next = if link.forward { Some(index + 1) } else { index.checked_sub(1) };
                match next.and_then(|next| nodes.get(next)) {
                    Some(next) if held == leads(next) => {}
                    Some(next) => return Err(format!("{node:?} does not lead to {next:?}")),
                    None => {
                        let value = self.link(id, link.field);
                        found.claims.push(Claim { value, nesting: nesting.to_vec(), held });
                    }
                }
            }
            let mut inner = nesting.to_vec();
            if object.kind.is_abstract() {
                inner.push(index as u32);
            }
            for edge in object.edges().iter().filter(|e| !own.contains(&e.field)) {
                let field = edge.field;
                if field.end() <= size * 8
                    && field.off.is_multiple_of(8)
                    && field.len.is_multiple_of(8)
                    && field.len <= 64
                {
                    let (at, byte) = self.place_in_column(found, id, node, field.off / 8);
                    let held = self.visit.cell(at, byte, field.len / 8);
                    found.claims.push(Claim { value: edge.value, nesting: inner.clone(), held });
                }
            }
            self.blocks(found, id, node, size, &own)?;
        }
        self.claim_numbers(found, id, nesting, &nodes);
        found.nodes.insert((id, nesting.to_vec()), nodes);
        Ok(())
    }

    /// The numbers of a whole list are what its nodes say, whether anything else holds them or not.
    fn claim_numbers(&self, found: &mut Match, id: ObjId, nesting: &[u32], nodes: &[Node]) {
        let mut claim = |value: ValId, held: HeldValue| {
            found.claims.push(Claim { value, nesting: nesting.to_vec(), held });
        };
        if let Some(length) = self.graph.length_number(id) {
            claim(length, HeldValue::Number(nodes.len() as u64));
        }
        for (field, _, first, last) in self.graph.sorted_fields(id) {
            for (value, node) in [(first, nodes.first()), (last, nodes.last())] {
                if let Some(&node) = node {
                    claim(value, self.visit.cell(node.object, field.off / 8, field.len / 8));
                }
            }
        }
    }

    /// Whether an object stands for cells of an array.
    fn is_run(&self, id: ObjId) -> bool {
        let runs = |array: ObjId| self.graph.runs(array).is_some_and(|(_, runs, _)| runs.contains(&id));
        self.graph.objects().any(|(array, _)| runs(array))
    }

    /// Where a byte of a node lies: a run has a column for each array whose cells it stands for.
    fn place_in_column(&self, found: &Match, id: ObjId, node: Node, byte: u64) -> (u32, u64) {
        let columns = self.graph.columns(id);
        let column = columns.iter().filter(|(_, first)| *first <= byte).max_by_key(|(_, first)| *first);
        match column {
            Some(&(array, first)) if columns.len() > 1 => {
                (found.nodes[&(array, Vec::new())][0].object, node.start + byte - first)
            }
            _ => (node.object, node.start + byte),
        }
    }

    fn blocks(&self, found: &Match, id: ObjId, node: Node, size: u64, except: &[Field]) -> Result<()> {
        for block in self.graph.object(id).blocks() {
            let expected = match block.kind {
                BlockKind::Zero => HeldValue::Number(0),
                BlockKind::Fill(byte) => HeldValue::Number(byte.into()),
                BlockKind::Uninit => HeldValue::Other,
                BlockKind::Init => continue,
            };
            let first = block.field.off.div_ceil(8);
            for byte in first..(block.field.end() / 8).min(size).min(first + BYTES) {
                let bits = Field::bytes(byte, 1);
                if !except.iter().any(|field| field.overlaps(bits)) {
                    let (at, byte_there) = self.place_in_column(found, id, node, byte);
                    let held = self.visit.cell(at, byte_there, 1);
                    if held != expected {
                        let what = block.kind;
                        return Err(format!("byte {byte} of {node:?} is {held:?}, {what:?} in {id}"));
                    }
                }
            }
        }
        Ok(())
    }

    // ---- what is known besides

    /// What a value of the top level, or one within some nodes, is in the run.
    fn held(&self, found: &Match, value: ValId, nesting: &[u32]) -> Option<HeldValue> {
        let value = self.graph.resolve(value);
        if value == ValId::ZERO {
            return Some(HeldValue::Number(0));
        }
        let level = self.graph.level_of(value) as usize;
        let known = found.values.get(&(value, nesting.get(..level)?.to_vec())).copied();
        match (known, self.graph.content(value)) {
            (None, Content::Int(numbers)) => numbers.as_constant().map(HeldValue::Number),
            (None, Content::Address(t)) if t.spec == Spec::Region && t.off.is_exact() => {
                let node = *found.nodes.get(&(t.obj, Vec::new()))?.first()?;
                Some(HeldValue::Pointer { object: node.object, offset: t.off.lo })
            }
            _ => known,
        }
    }

    fn number(&self, found: &Match, value: ValId) -> Option<u64> {
        match self.held(found, value, &[])? {
            HeldValue::Number(n) => Some(n),
            _ => None,
        }
    }

    /// A measure as a fraction.
    fn measure(&self, found: &Match, var: Var) -> Option<(i128, i128)> {
        match (var.measure, self.held(found, var.value, &[])?) {
            (Measure::Number, HeldValue::Number(n)) => {
                let width = self.graph.value(self.graph.resolve(var.value)).width.max(1);
                Some((sign_extend(width, n).into(), 1))
            }
            (Measure::Offset(unit), HeldValue::Pointer { offset, .. }) => Some((offset.into(), unit.into())),
            (Measure::Rest(unit), HeldValue::Pointer { object, offset }) => {
                let size = i128::from(self.visit.size(object));
                Some((size - i128::from(offset), unit.into()))
            }
            _ => None,
        }
    }

    fn facts(&self, found: &Match) -> Result<()> {
        let graph = self.graph;
        for &(a, b) in graph.inequalities() {
            let (x, y) = (self.held(found, a, &[]), self.held(found, b, &[]));
            if x.is_some() && x == y {
                return Err(format!("{a} and {b} are both {x:?}"));
            }
        }
        for r in graph.relations() {
            let width = graph.value(graph.resolve(r.left)).width;
            let holds = match (self.held(found, r.left, &[]), self.held(found, r.right, &[])) {
                (Some(HeldValue::Number(x)), Some(HeldValue::Number(y))) => {
                    let y = if r.negated { y.wrapping_neg() } else { y };
                    (x & mask(width)) == y.wrapping_add(r.addend) & mask(width)
                }
                (
                    Some(HeldValue::Pointer { object: a, offset: i }),
                    Some(HeldValue::Pointer { object: b, offset: j }),
                ) => a == b && !r.negated && i.wrapping_sub(j) == r.addend as i64,
                _ => true,
            };
            if !holds {
                return Err(format!("{r:?} does not hold"));
            }
        }
        for (width, terms, constant) in graph.equations() {
            let part = |&(v, factor): &(ValId, u64)| Some(self.number(found, v)?.wrapping_mul(factor));
            if let Some(parts) = terms.iter().map(part).collect::<Option<Vec<u64>>>() {
                let sum = parts.into_iter().fold(constant, u64::wrapping_add) & mask(width);
                if sum != 0 {
                    return Err(format!("the sum of {terms:?} and {constant} is {sum}"));
                }
            }
        }
        for order in graph.orders() {
            if let (Some((a, unit)), Some((b, other))) =
                (self.measure(found, order.less), self.measure(found, order.more))
                && a * other - b * unit > i128::from(order.most) * unit * other
            {
                return Err(format!("{order:?} does not hold for {a}/{unit} and {b}/{other}"));
            }
        }
        for ((id, nesting), nodes) in &found.nodes {
            self.facts_of(found, *id, nesting, nodes)?;
        }
        Ok(())
    }

    fn facts_of(&self, found: &Match, id: ObjId, nesting: &[u32], nodes: &[Node]) -> Result<()> {
        let graph = self.graph;
        if let (Some(size), [node]) = (graph.size_of(id), nodes)
            && let Some(base) = self.number(found, size.base)
        {
            let bytes = i128::from(base) * i128::from(size.scale) + i128::from(size.addend);
            let size = self.visit.size(node.object);
            if bytes != i128::from(size) {
                return Err(format!("{id} has {size} bytes, not {bytes}"));
            }
        }
        for zero in graph.zeros_of(id) {
            if let Some(HeldValue::Pointer { object, offset }) = self.held(found, zero, &[])
                && self.visit.cell(object, offset as u64, 1) != HeldValue::Number(0)
            {
                return Err(format!("there is no zero at {offset} of {object}"));
            }
        }
        for ends in graph.object(id).ends() {
            for node in nodes {
                let size = self.visit.size(node.object).saturating_sub(node.start);
                let last = ends.last.min(size.saturating_sub(1));
                let is_zero =
                    |at: u64| self.visit.cell(node.object, node.start + at, 1) == HeldValue::Number(0);
                if !(ends.first..=last).any(is_zero) {
                    return Err(format!("no byte of {node:?} in {ends:?} is zero"));
                }
            }
        }
        if let Some((value, present, absent)) = graph.tag_of(id)
            && let Some(HeldValue::Number(n)) = self.held(found, value, nesting)
            && !(if nodes.is_empty() { absent } else { present }).contains(&n)
        {
            return Err(format!("{n} does not tell whether {id} is there"));
        }
        let number = |node: &Node, field: Field| match self.visit.cell(
            node.object,
            node.start + field.off / 8,
            field.len / 8,
        ) {
            HeldValue::Number(n) => Some(n),
            _ => None,
        };
        if let Some(marks) = graph.object(id).marks()
            && !nodes.is_empty()
        {
            // No letter has a large number, and all large ones are alike.
            let small = |n: u64| u8::try_from(n).unwrap_or(u8::MAX).min(u8::MAX - 1);
            let mark = |node: &Node, field: Field| number(node, field).map(small);
            let letter = |node: &Node| marks.fields().iter().map(|&field| mark(node, field)).collect();
            let word: Option<Vec<Vec<u8>>> = nodes.iter().map(letter).collect();
            if !word.as_ref().is_some_and(|word| marks.accepts(word)) {
                return Err(format!("the marks of {id} are not in the order {word:?}"));
            }
        }
        for (field, rises, ..) in graph.sorted_fields(id) {
            let width = field.len as u32;
            let signed = |node: &Node| number(node, field).map(|n| sign_extend(width, n));
            let Some(numbers) = nodes.iter().map(signed).collect::<Option<Vec<i64>>>() else { continue };
            let sorted = numbers.windows(2).all(|w| if rises { w[0] <= w[1] } else { w[0] >= w[1] });
            if !sorted {
                return Err(format!("{id} is not sorted: {numbers:?}"));
            }
        }
        Ok(())
    }
}
