//! Concrete memories, the memory graphs of an SMG (by expanding its segments), and membership.
//!
//! This is the semantics of §1.2.4 written down a second time, directly, without materialisation: a segment of chosen
//! length is laid out as that many nodes at once, with a copy of everything nested for each of them.

use crate::rng::Rng;
use fafnir_smg::{
    BlockKind, Content, Field, IntDomain, Interval, Marks, ObjId, ObjKind, Offset, Origin, Smg, Spec, ValId,
    Validity, mask,
};
use std::collections::HashMap;

pub(crate) type Graph = Smg<Interval>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Bit {
    Uninit,
    Is(bool),
    /// Bit number `2` of the pointer to offset `1` of region `0`.
    Ptr(usize, i64, u8),
    Code(u32, u8),
}

#[derive(Clone)]
pub(crate) struct Region {
    pub(crate) size: u64,
    pub(crate) origin: Origin,
    pub(crate) validity: Validity,
    pub(crate) label: u32,
    pub(crate) bits: Vec<Bit>,
}

#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) regions: Vec<Region>,
    pub(crate) roots: Vec<(u64, usize)>,
    pub(crate) named: Vec<(u64, Vec<Bit>)>,
    /// The object of the graph from which each region was made.
    pub(crate) sources: Vec<ObjId>,
}

fn short(bits: &[Bit]) -> String {
    let mut out = String::new();
    for word in bits.chunks(64) {
        let text = match (as_ptr(word), as_code(word), as_int(word)) {
            (Some((r, off)), _, _) if word.len() == 64 => format!("&r{r}{off:+}"),
            (_, Some(f), _) => format!("fn{f}"),
            (_, _, Some(n)) => format!("{n:#x}"),
            _ if word.iter().all(|b| *b == Bit::Uninit) => "uninit".into(),
            _ => "mixed".into(),
        };
        out += &text;
        out.push(' ');
    }
    out
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "MEMORY roots {:?}", self.roots)?;
        for (key, bits) in &self.named {
            writeln!(f, "value {key} = {}", short(bits))?;
        }
        for (i, (r, source)) in self.regions.iter().zip(&self.sources).enumerate() {
            let what = (r.size, r.origin, r.validity, r.label);
            writeln!(f, "r{i} (from {source}) {what:?}: {}", short(&r.bits))?;
        }
        Ok(())
    }
}

/// A value of a memory graph.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sym {
    Null,
    Uninit,
    Ptr(usize, i64),
    /// Number of a symbol that stands for one bit pattern.
    Symbol(usize),
}

#[derive(Debug, Clone)]
pub(crate) enum Meaning {
    PtrRange(usize, Offset),
    Int(Interval),
    Code(Vec<u32>, bool),
    Float,
    Unknown { may_be_uninit: bool },
}

#[derive(Debug, Clone)]
pub(crate) struct MgRegion {
    pub(crate) source: ObjId,
    pub(crate) edges: Vec<(Field, Sym)>,
    pub(crate) blocks: Vec<(Field, BlockKind)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Mg {
    pub(crate) regions: Vec<MgRegion>,
    pub(crate) roots: Vec<(u64, usize)>,
    pub(crate) named: Vec<(u64, Sym, u64)>,
    pub(crate) symbols: Vec<(Meaning, u64)>,
    pub(crate) neqs: Vec<(Sym, Sym)>,
    pub(crate) relations: Vec<(Sym, Sym, bool, u64, u32)>,
    /// The nodes of each segment with marks, from the first to the last one.
    pub(crate) words: Vec<(ObjId, Vec<usize>)>,
    /// Numbers that tell whether a region is there, and what they can be here.
    pub(crate) tags: Vec<(Sym, Vec<u64>)>,
    /// The length of each segment that has it as a number.
    pub(crate) lengths: Vec<(Sym, u64)>,
    /// For each field by which a segment is sorted: whether it rises, its first and last number, and the nodes.
    pub(crate) sorted: Vec<(Field, bool, Sym, Sym, Vec<usize>)>,
    /// Values with factors, a constant and the width, which add up to zero.
    pub(crate) sums: Vec<(Vec<(Sym, u64)>, u64, u32)>,
    /// The first number less the second one is at most so much.
    pub(crate) orders: Vec<(Sym, Sym, i64)>,
}

/// Decides the length of a segment: the range is inclusive, `None` aborts the expansion.
pub(crate) type Chooser<'a> = dyn FnMut(ObjId, u32, Option<u32>, usize) -> Option<u32> + 'a;

/// What does not change from one expansion of a graph to the next.
struct Plan<'a> {
    graph: &'a Graph,
    top: Vec<ObjId>,
    children: HashMap<ObjId, Vec<ObjId>>,
}

impl<'a> Plan<'a> {
    fn new(graph: &'a Graph) -> Plan<'a> {
        let mut top = Vec::new();
        let mut children: HashMap<ObjId, Vec<ObjId>> = HashMap::new();
        for (id, o) in graph.objects().filter(|(id, _)| *id != ObjId::NULL) {
            match o.level {
                0 => top.push(id),
                _ => children.entry(graph.parent_of(id).expect("a parent")).or_default().push(id),
            }
        }
        Plan { graph, top, children }
    }
}

struct Expander<'a> {
    graph: &'a Graph,
    plan: &'a Plan<'a>,
    lengths: HashMap<(ObjId, Vec<u32>), u32>,
    instances: HashMap<(ObjId, Vec<u32>, u32), usize>,
    symbol_ids: HashMap<(ValId, Vec<u32>), usize>,
    mg: Mg,
}

impl Expander<'_> {
    fn lay_out(&mut self, o: ObjId, path: &[u32], choose: &mut Chooser<'_>) -> Option<()> {
        let object = self.graph.object(o);
        let n = if object.kind.is_abstract() {
            let length = choose(o, object.least_len(), object.most_len(), self.mg.regions.len())?;
            // Where the choice is free, it is made again.
            object.may_have_length(length).then_some(length)?
        } else {
            1
        };
        self.lengths.insert((o, path.to_vec()), n);
        for i in 0..n {
            let index = self.mg.regions.len();
            self.mg.regions.push(MgRegion { source: o, edges: Vec::new(), blocks: Vec::new() });
            self.instances.insert((o, path.to_vec(), i), index);
            let mut inner = path.to_vec();
            inner.push(i);
            let plan = self.plan;
            for &child in plan.children.get(&o).map_or(&[][..], |c| c) {
                self.lay_out(child, &inner, choose)?;
            }
        }
        Some(())
    }

    fn resolve(&mut self, v: ValId, context: &[u32], depth: u32) -> Sym {
        assert!(depth < 100, "a cycle of empty segments");
        match v {
            ValId::ZERO => return Sym::Null,
            ValId::UNINIT => return Sym::Uninit,
            _ => {}
        }
        let value = self.graph.value(v).clone();
        let level = self.graph.level_of(v) as usize;
        if let Content::Address(t) = &value.content {
            let object = self.graph.object(t.obj);
            let outer = object.level as usize;
            let path = context[..outer].to_vec();
            let n = self.lengths[&(t.obj, path.clone())];
            let node = match t.spec {
                Spec::Region => 0,
                Spec::All => context[outer],
                Spec::First | Spec::Last if n == 0 => {
                    let link = match (object.kind, t.spec) {
                        (ObjKind::OptRegion, _) => {
                            let instead = self.graph.absent_address(t.obj);
                            return self.resolve(instead, &path, depth + 1);
                        }
                        (kind, spec) => {
                            object.links.of_end(kind, spec, t.off).expect("an end of the list").field
                        }
                    };
                    return self.link(t.obj, link, &path, depth + 1);
                }
                Spec::First => 0,
                Spec::Last => n - 1,
            };
            let region = self.instances[&(t.obj, path, node)];
            if let Some(off) = t.off.as_exact() {
                return Sym::Ptr(region, off);
            }
            return self.symbol(v, &context[..level], Meaning::PtrRange(region, t.off), value.width);
        }
        let meaning = match value.content {
            Content::Int(d) => Meaning::Int(d),
            Content::Code(set) => Meaning::Code(set.functions.to_vec(), set.or_null),
            Content::Float => Meaning::Float,
            Content::Unknown { may_be_uninit } => Meaning::Unknown { may_be_uninit },
            other => panic!("no value: {other:?}"),
        };
        self.symbol(v, &context[..level], meaning, value.width)
    }

    fn symbol(&mut self, v: ValId, path: &[u32], meaning: Meaning, width: u32) -> Sym {
        let next = self.mg.symbols.len();
        let id = *self.symbol_ids.entry((v, path.to_vec())).or_insert(next);
        if id == next {
            self.mg.symbols.push((meaning, u64::from(width)));
        }
        Sym::Symbol(id)
    }

    /// The value of a link field of the segment as a whole.
    fn link(&mut self, o: ObjId, offset: u64, path: &[u32], depth: u32) -> Sym {
        let field = self.graph.ptr_field(offset);
        match self.graph.object(o).edges().iter().find(|e| e.field == field) {
            Some(e) => self.resolve(e.value, path, depth),
            // A link that is no edge lies in a block of zeros.
            None => Sym::Null,
        }
    }

    fn fill(&mut self, o: ObjId, path: &[u32], i: u32, n: u32) {
        let graph = self.graph;
        let object = graph.object(o);
        let region = self.instances[&(o, path.to_vec(), i)];
        let mut links: Vec<(Field, Sym)> = Vec::new();
        for link in object.links.all(object.kind) {
            let next = if link.forward { Some(i + 1).filter(|&next| next < n) } else { i.checked_sub(1) };
            let sym = match next {
                Some(next) => Sym::Ptr(self.instances[&(o, path.to_vec(), next)], link.head),
                None => self.link(o, link.field, path, 0),
            };
            links.push((graph.ptr_field(link.field), sym));
        }
        let mut context = path.to_vec();
        if object.kind.is_abstract() {
            context.push(i);
        }
        let mut edges = Vec::new();
        for e in object.edges() {
            if !links.iter().any(|l| l.0 == e.field) {
                edges.push((e.field, self.resolve(e.value, &context, 0)));
            }
        }
        let mut blocks = Vec::new();
        for b in object.blocks() {
            // The blocks without the bits of the links.
            let mut pieces = vec![b.field];
            for (l, _) in &links {
                pieces = pieces
                    .into_iter()
                    .flat_map(|p| {
                        let mut out = Vec::new();
                        if p.off < l.off {
                            let end = p.end().min(l.off);
                            out.push(Field::bits(p.off, end - p.off));
                        }
                        if p.end() > l.end() {
                            let from = p.off.max(l.end());
                            out.push(Field::bits(from, p.end() - from));
                        }
                        out
                    })
                    .collect();
            }
            blocks.extend(pieces.into_iter().map(|p| (p, b.kind)));
        }
        edges.extend(links);
        self.mg.regions[region].edges = edges;
        self.mg.regions[region].blocks = blocks;
    }
}

/// One memory graph of the SMG, with segment lengths as chosen; only if it has `live` live regions, if that is given.
fn expand(plan: &Plan<'_>, live: Option<usize>, choose: &mut Chooser<'_>) -> Option<Mg> {
    let graph = plan.graph;
    let mut x = Expander {
        graph,
        plan,
        lengths: HashMap::new(),
        instances: HashMap::new(),
        symbol_ids: HashMap::new(),
        mg: Mg {
            regions: Vec::new(),
            roots: Vec::new(),
            named: Vec::new(),
            symbols: Vec::new(),
            neqs: Vec::new(),
            relations: Vec::new(),
            words: Vec::new(),
            tags: Vec::new(),
            lengths: Vec::new(),
            sorted: Vec::new(),
            sums: Vec::new(),
            orders: Vec::new(),
        },
    };
    for &o in &plan.top {
        x.lay_out(o, &[], choose)?;
    }
    let mut marked: Vec<(ObjId, Vec<u32>)> =
        x.lengths.keys().filter(|(o, _)| graph.object(*o).marks().is_some()).cloned().collect();
    marked.sort();
    for (o, path) in marked {
        let n = x.lengths[&(o, path.clone())];
        let word = (0..n).map(|i| x.instances[&(o, path.clone(), i)]).collect();
        x.mg.words.push((o, word));
    }
    if let Some(live) = live {
        if x.mg.regions.iter().filter(|r| graph.object(r.source).is_live()).count() != live {
            return None;
        }
    }
    let mut keys: Vec<(ObjId, Vec<u32>, u32)> = x.instances.keys().cloned().collect();
    keys.sort();
    for (o, path, i) in keys {
        let n = x.lengths[&(o, path.clone())];
        x.fill(o, &path, i, n);
    }
    let mut laid_out: Vec<(ObjId, Vec<u32>)> = x.lengths.keys().cloned().collect();
    laid_out.sort();
    for (o, path) in laid_out {
        if let Some((value, present, absent)) = graph.tag_of(o) {
            let sym = x.resolve(value, &path, 0);
            let here = if x.lengths[&(o, path.clone())] == 0 { absent } else { present };
            x.mg.tags.push((sym, here.to_vec()));
        }
    }
    for &(key, o) in graph.roots() {
        x.mg.roots.push((key, x.instances[&(o, vec![], 0)]));
    }
    for &(key, v) in graph.named_values() {
        let sym = x.resolve(v, &[], 0);
        x.mg.named.push((key, sym, u64::from(graph.value(v).width)));
    }
    for &(a, b) in graph.inequalities() {
        let pair = (x.resolve(a, &[], 0), x.resolve(b, &[], 0));
        x.mg.neqs.push(pair);
    }
    for r in graph.relations() {
        let (l, w) = (x.resolve(r.left, &[], 0), x.resolve(r.right, &[], 0));
        x.mg.relations.push((l, w, r.negated, r.addend, graph.value(r.left).width));
    }
    for &o in &plan.top {
        let n = x.lengths[&(o, vec![])];
        if let Some(length) = graph.length_number(o) {
            let sym = x.resolve(length, &[], 0);
            x.mg.lengths.push((sym, u64::from(n)));
        }
        for (field, rises, first, last) in graph.sorted_fields(o) {
            let nodes = (0..n).map(|i| x.instances[&(o, vec![], i)]).collect();
            let (first, last) = (x.resolve(first, &[], 0), x.resolve(last, &[], 0));
            x.mg.sorted.push((field, rises, first, last, nodes));
        }
    }
    for (width, terms, constant) in graph.equations() {
        let terms = terms.iter().map(|&(v, factor)| (x.resolve(v, &[], 0), factor)).collect();
        x.mg.sums.push((terms, constant, width));
    }
    for (less, more, most) in graph.differences() {
        let pair = (x.resolve(less, &[], 0), x.resolve(more, &[], 0));
        x.mg.orders.push((pair.0, pair.1, most));
    }
    Some(x.mg)
}

/// All memory graphs with at most `limit` regions and segments no longer than their minimum plus `extra`.
pub(crate) fn expansions(graph: &Graph, limit: usize, extra: u32, visit: impl FnMut(&Mg) -> bool) {
    expansions_of(&Plan::new(graph), limit, None, extra, visit);
}

fn expansions_of(
    plan: &Plan<'_>,
    limit: usize,
    live: Option<usize>,
    extra: u32,
    mut visit: impl FnMut(&Mg) -> bool,
) {
    let mut script: Vec<(u32, u32)> = Vec::new();
    loop {
        let mut at = 0;
        let mg = expand(plan, live, &mut |_, lo, hi, count| {
            if count > limit {
                return None;
            }
            if at == script.len() {
                script.push((lo, hi.unwrap_or(lo + extra).max(lo)));
            }
            let chosen = script[at].0;
            at += 1;
            (count + chosen as usize <= limit).then_some(chosen)
        });
        script.truncate(at);
        if let Some(mg) = mg {
            if mg.regions.len() <= limit && !visit(&mg) {
                return;
            }
        }
        // The next combination of lengths.
        loop {
            match script.last_mut() {
                None => return,
                Some((n, max)) if *n < *max => {
                    *n += 1;
                    break;
                }
                Some(_) => {
                    script.pop();
                }
            }
        }
    }
}

fn read(region: &Region, field: Field) -> Option<&[Bit]> {
    region.bits.get(field.off as usize..field.end() as usize)
}

pub(crate) fn as_int(bits: &[Bit]) -> Option<u64> {
    let mut out = 0;
    for (i, b) in bits.iter().enumerate() {
        match b {
            Bit::Is(x) if i < 64 => out |= u64::from(*x) << i,
            Bit::Is(false) => {}
            _ => return None,
        }
    }
    Some(out)
}

pub(crate) fn as_ptr(bits: &[Bit]) -> Option<(usize, i64)> {
    let Bit::Ptr(r, off, 0) = bits[0] else { return None };
    bits.iter().enumerate().all(|(i, b)| *b == Bit::Ptr(r, off, i as u8)).then_some((r, off))
}

fn as_code(bits: &[Bit]) -> Option<u32> {
    let Bit::Code(f, 0) = bits[0] else { return None };
    bits.iter().enumerate().all(|(i, b)| *b == Bit::Code(f, i as u8)).then_some(f)
}

pub(crate) fn ptr_bits(region: usize, off: i64, width: u64) -> Vec<Bit> {
    (0..width).map(|i| Bit::Ptr(region, off, i as u8)).collect()
}

pub(crate) fn int_bits(value: u64, width: u64) -> Vec<Bit> {
    (0..width).map(|i| Bit::Is(i < 64 && value >> i & 1 == 1)).collect()
}

pub(crate) fn code_bits(f: u32, width: u64) -> Vec<Bit> {
    (0..width).map(|i| Bit::Code(f, i as u8)).collect()
}

#[derive(Clone)]
struct Match<'a> {
    graph: &'a Graph,
    mg: &'a Mg,
    memory: &'a Memory,
    region_of: Vec<Option<usize>>,
    taken: Vec<bool>,
    bound: Vec<Option<Vec<Bit>>>,
    work: Vec<usize>,
}

impl Match<'_> {
    fn pair(&mut self, abstract_region: usize, region: usize) -> bool {
        match self.region_of[abstract_region] {
            Some(r) => r == region,
            None => {
                if self.taken[region] {
                    return false;
                }
                let object = self.graph.object(self.mg.regions[abstract_region].source);
                let concrete = &self.memory.regions[region];
                let fits = (object.size.lo..=object.size.hi).contains(&concrete.size)
                    && object.origin == concrete.origin
                    && object.validity == concrete.validity
                    // The label of a heap object is for reports; only variables are told apart by it.
                    && (object.label == concrete.label || object.origin == Origin::Heap);
                if !fits {
                    return false;
                }
                self.region_of[abstract_region] = Some(region);
                self.taken[region] = true;
                self.work.push(abstract_region);
                true
            }
        }
    }

    fn value(&mut self, sym: &Sym, bits: &[Bit]) -> bool {
        match sym {
            Sym::Null => bits.iter().all(|b| *b == Bit::Is(false)),
            Sym::Uninit => bits.iter().all(|b| *b == Bit::Uninit),
            Sym::Ptr(r, off) => match as_ptr(bits) {
                Some((region, o)) => o == *off && self.pair(*r, region),
                None => false,
            },
            Sym::Symbol(id) => {
                if let Some(known) = &self.bound[*id] {
                    return known == bits;
                }
                let fits = match &self.mg.symbols[*id].0 {
                    Meaning::PtrRange(r, range) => match as_ptr(bits) {
                        Some((region, o)) => range.contains(o) && self.pair(*r, region),
                        None => false,
                    },
                    // Parts of pointers are integers too, of which only an unrestricted value can be sure.
                    Meaning::Int(d) => match as_int(bits) {
                        Some(v) => bits.len() == d.width() as usize && d.contains(v),
                        None => d.is_top() && bits.iter().all(|b| *b != Bit::Uninit),
                    },
                    Meaning::Code(set, null) => {
                        as_code(bits).is_some_and(|f| set.contains(&f))
                            || *null && bits.iter().all(|b| *b == Bit::Is(false))
                    }
                    Meaning::Float => bits.iter().all(|b| *b != Bit::Uninit),
                    Meaning::Unknown { may_be_uninit } => {
                        *may_be_uninit || bits.iter().all(|b| *b != Bit::Uninit)
                    }
                };
                self.bound[*id] = Some(bits.to_vec());
                fits
            }
        }
    }

    fn region(&mut self, abstract_region: usize) -> bool {
        let region = self.region_of[abstract_region].expect("paired");
        let concrete = &self.memory.regions[region];
        if concrete.validity != Validity::Live {
            return true;
        }
        let mg = self.mg;
        for (field, kind) in &mg.regions[abstract_region].blocks {
            for i in field.off..field.end().min(concrete.size * 8) {
                let ok = match (concrete.bits[i as usize], kind) {
                    (b, BlockKind::Zero) => b == Bit::Is(false),
                    (b, BlockKind::Uninit) => b == Bit::Uninit,
                    (b, BlockKind::Init) => b != Bit::Uninit,
                    (b, BlockKind::Fill(byte)) => b == Bit::Is(byte >> (i % 8) & 1 == 1),
                };
                if !ok {
                    return false;
                }
            }
        }
        for (field, sym) in &mg.regions[abstract_region].edges {
            // A field beyond the end of a smaller instance does not exist there.
            if let Some(bits) = read(concrete, *field) {
                if !self.value(sym, bits) {
                    return false;
                }
            }
        }
        true
    }

    fn run(&mut self) -> bool {
        while let Some(r) = self.work.pop() {
            if !self.region(r) {
                return false;
            }
        }
        true
    }

    /// Regions that nothing reaches are paired in any way that fits.
    fn pair_garbage(&mut self) -> bool {
        let live = |r: usize| self.graph.object(self.mg.regions[r].source).is_live();
        let Some(open) = (0..self.mg.regions.len()).find(|&r| self.region_of[r].is_none() && live(r)) else {
            let rest = self.memory.regions.iter().zip(&self.taken);
            return rest.filter(|(r, _)| r.validity == Validity::Live).all(|(_, taken)| *taken)
                && self.clone().numbers();
        };
        for region in 0..self.memory.regions.len() {
            if self.taken[region] || self.memory.regions[region].validity != Validity::Live {
                continue;
            }
            let mut attempt = self.clone();
            if attempt.pair(open, region) && attempt.run() && attempt.pair_garbage() {
                return true;
            }
        }
        false
    }

    fn bits_of(&self, sym: &Sym, width: u64) -> Option<Vec<Bit>> {
        match sym {
            Sym::Null => Some(int_bits(0, width)),
            Sym::Uninit => None,
            Sym::Ptr(r, off) => self.region_of[*r].map(|r| ptr_bits(r, *off, width)),
            Sym::Symbol(id) => self.bound[*id].clone(),
        }
    }

    fn width_of(&self, sym: &Sym) -> u64 {
        match sym {
            Sym::Symbol(id) => self.mg.symbols[*id].1,
            _ => 0,
        }
    }

    fn may_be(&self, sym: &Sym, number: u64) -> bool {
        match sym {
            Sym::Symbol(id) => match &self.mg.symbols[*id].0 {
                Meaning::Int(d) => d.contains(number),
                _ => true,
            },
            _ => true,
        }
    }

    fn is_word(&self, o: ObjId, nodes: &[usize]) -> bool {
        let marks = self.graph.object(o).marks().expect("marks");
        let number = |node: usize, field: Field| {
            let region = &self.memory.regions[self.region_of[node].expect("paired")];
            read(region, field).and_then(as_int).map(|n| u8::try_from(n).unwrap_or(u8::MAX).min(u8::MAX - 1))
        };
        let letter = |&node: &usize| marks.fields().iter().map(|&f| number(node, f)).collect();
        let word: Option<Vec<Vec<u8>>> = nodes.iter().map(letter).collect();
        word.is_some_and(|word| marks.accepts(&word))
    }

    /// Binds the numbers of whole lists, and asks for what is known of them and of all others.
    fn numbers(&mut self) -> bool {
        for (sym, nodes) in self.mg.lengths.clone() {
            if !self.value(&sym, &int_bits(nodes, 64)) {
                return false;
            }
        }
        for (field, rises, first, last, nodes) in self.mg.sorted.clone() {
            let contents = |&node: &usize| {
                let region = &self.memory.regions[self.region_of[node].expect("paired")];
                read(region, field).map(<[Bit]>::to_vec)
            };
            let Some(found) = nodes.iter().map(contents).collect::<Option<Vec<Vec<Bit>>>>() else {
                return false;
            };
            let number = |bits: &Vec<Bit>| as_int(bits).map(|n| fafnir_smg::sign_extend(field.len as u32, n));
            let Some(numbers) = found.iter().map(number).collect::<Option<Vec<i64>>>() else { return false };
            if !numbers.windows(2).all(|w| if rises { w[0] <= w[1] } else { w[0] >= w[1] }) {
                return false;
            }
            if let (Some(a), Some(b)) = (found.first(), found.last())
                && !(self.value(&first, a) && self.value(&last, b))
            {
                return false;
            }
        }
        let number = |sym: &Sym, width: u64| self.bits_of(sym, width).as_deref().and_then(as_int);
        let sums = self.mg.sums.iter().all(|(terms, constant, width)| {
            let parts: Option<Vec<u64>> =
                terms.iter().map(|(sym, f)| Some(number(sym, u64::from(*width))?.wrapping_mul(*f))).collect();
            let sum = |parts: Vec<u64>| parts.into_iter().fold(*constant, u64::wrapping_add) & mask(*width);
            parts.is_none_or(|parts| sum(parts) == 0)
        });
        let signed = |sym: &Sym| {
            let width = self.width_of(sym).max(1);
            Some(i128::from(fafnir_smg::sign_extend(width as u32, number(sym, width)?)))
        };
        let orders = self.mg.orders.iter().all(|(less, more, most)| match (signed(less), signed(more)) {
            (Some(x), Some(y)) => x - y <= i128::from(*most),
            _ => true,
        });
        sums && orders && self.facts()
    }

    fn facts(&self) -> bool {
        let neqs = self.mg.neqs.iter().all(|(a, b)| {
            let width = self.width_of(a).max(self.width_of(b)).max(1);
            match (self.bits_of(a, width), self.bits_of(b, width)) {
                (Some(x), Some(y)) => x != y,
                _ => true,
            }
        });
        let relations = self.mg.relations.iter().all(|(l, r, negated, addend, width)| {
            let w = u64::from(*width);
            match (self.bits_of(l, w), self.bits_of(r, w)) {
                (Some(x), Some(y)) => match (as_int(&x), as_int(&y), as_ptr(&x), as_ptr(&y)) {
                    (Some(x), Some(y), _, _) => {
                        let base = if *negated { y.wrapping_neg() } else { y };
                        x == base.wrapping_add(*addend) & mask(*width)
                    }
                    (_, _, Some((a, i)), Some((b, j))) => a == b && !negated && i - j == *addend as i64,
                    _ => true,
                },
                // A value is some number also if nothing holds it here: that of a list that may be empty, and is.
                (None, Some(y)) => as_int(&y).is_none_or(|y| {
                    let base = if *negated { y.wrapping_neg() } else { y };
                    self.may_be(l, base.wrapping_add(*addend) & mask(*width))
                }),
                (Some(x), None) => as_int(&x).is_none_or(|x| {
                    let base = x.wrapping_sub(*addend);
                    self.may_be(r, if *negated { base.wrapping_neg() } else { base } & mask(*width))
                }),
                (None, None) => true,
            }
        });
        let tags =
            self.mg.tags.iter().all(|(sym, numbers)| match self.bits_of(sym, self.width_of(sym).max(1)) {
                Some(bits) => as_int(&bits).is_some_and(|n| numbers.contains(&n)),
                None => numbers.iter().any(|&n| self.may_be(sym, n)),
            });
        neqs && relations && tags && self.mg.words.iter().all(|(o, nodes)| self.is_word(*o, nodes))
    }
}

fn matches(graph: &Graph, mg: &Mg, memory: &Memory) -> bool {
    let mut m = Match {
        graph,
        mg,
        memory,
        region_of: vec![None; mg.regions.len()],
        taken: vec![false; memory.regions.len()],
        bound: vec![None; mg.symbols.len()],
        work: Vec::new(),
    };
    if mg.roots.len() != memory.roots.len() || mg.named.len() != memory.named.len() {
        return false;
    }
    for (a, b) in mg.roots.iter().zip(&memory.roots) {
        if a.0 != b.0 || !m.pair(a.1, b.1) {
            return false;
        }
    }
    for ((key, sym, _), (other, bits)) in mg.named.iter().zip(&memory.named) {
        if key != other || !m.value(sym, bits) {
            return false;
        }
    }
    m.run() && m.pair_garbage()
}

/// Whether the memory is one of those that the graph stands for.
pub(crate) fn member(graph: &Graph, memory: &Memory) -> bool {
    let live = memory.regions.iter().filter(|r| r.validity == Validity::Live).count();
    let mut found = false;
    let extra = live as u32;
    let freed = graph.objects().filter(|(id, o)| *id != ObjId::NULL && !o.is_live()).count();
    expansions_of(&Plan::new(graph), live + freed, Some(live), extra, |mg| {
        found = matches(graph, mg, memory);
        !found
    });
    found
}

/// Fills a memory graph with concrete bits; `None` if the constraints could not be met by trying.
pub(crate) fn concretise(graph: &Graph, mg: &Mg, rng: &mut Rng) -> Option<Memory> {
    for _ in 0..4 {
        let memory = fill_memory(graph, mg, rng);
        if matches(graph, mg, &memory) {
            return Some(memory);
        }
    }
    None
}

fn random_bits(rng: &mut Rng, width: u64, regions: usize, uninit: bool) -> Vec<Bit> {
    match rng.below(if uninit { 4 } else { 3 }) {
        0 => int_bits(rng.next() >> rng.below(60), width),
        1 if width == 64 && regions > 0 => ptr_bits(rng.below(regions), rng.below(3) as i64 * 8, width),
        3 => vec![Bit::Uninit; width as usize],
        _ => (0..width).map(|_| Bit::Is(rng.chance(50))).collect(),
    }
}

/// Some word of a length, if there is one.
fn random_word(marks: &Marks, len: usize, rng: &mut Rng) -> Option<Vec<usize>> {
    let count = marks.letters().len();
    // Which letters can be at each place, seen from the end.
    let mut places = vec![(0..count).filter(|&l| marks.may_end(l)).collect::<Vec<usize>>()];
    for _ in 1..len {
        let next = places.last()?;
        let goes_on = |l: &usize| next.iter().any(|&n| marks.may_follow(*l, n));
        places.push((0..count).filter(goes_on).collect());
    }
    places.reverse();
    let mut word: Vec<usize> = Vec::new();
    for place in places.iter().take(len) {
        let fits = |l: &&usize| match word.last() {
            Some(&before) => marks.may_follow(before, **l),
            None => marks.may_begin(**l),
        };
        let choices: Vec<usize> = place.iter().filter(fits).copied().collect();
        if choices.is_empty() {
            return None;
        }
        word.push(*rng.pick(&choices));
    }
    Some(word)
}

fn fill_memory(graph: &Graph, mg: &Mg, rng: &mut Rng) -> Memory {
    let count = mg.regions.len();
    let mut regions: Vec<Region> = Vec::new();
    for r in &mg.regions {
        let o = graph.object(r.source);
        // A widened size has no useful upper bound.
        let size = o.size.lo + rng.below((o.size.hi - o.size.lo).min(16) as usize + 1) as u64;
        let mut bits = Vec::new();
        for _ in 0..size {
            bits.extend(random_bits(rng, 8, count, true));
        }
        regions.push(Region { size, origin: o.origin, validity: o.validity, label: o.label, bits });
    }
    let mut chosen: Vec<Vec<Bit>> = Vec::new();
    for (meaning, width) in &mg.symbols {
        chosen.push(match meaning {
            Meaning::PtrRange(r, range) => {
                let steps = range.hi.abs_diff(range.lo) / range.stride.max(1);
                let k = rng.next() % (steps.min(1000) + 1);
                ptr_bits(*r, range.lo + (k * range.stride) as i64, *width)
            }
            Meaning::Int(d) => {
                let (lo, _) = d.unsigned_bounds();
                let mut v = lo;
                for _ in 0..8 {
                    let try_v = lo.wrapping_add(d.stride().wrapping_mul(rng.next() % 16)) & mask(d.width());
                    if d.contains(try_v) {
                        v = try_v;
                        break;
                    }
                }
                int_bits(v, *width)
            }
            Meaning::Code(set, null) => {
                if *null && (set.is_empty() || rng.chance(30)) {
                    int_bits(0, *width)
                } else {
                    code_bits(*rng.pick(set), *width)
                }
            }
            Meaning::Float => random_bits(rng, *width, 0, false),
            Meaning::Unknown { may_be_uninit } => random_bits(rng, *width, count, *may_be_uninit),
        });
    }
    for (sym, numbers) in &mg.tags {
        let Sym::Symbol(id) = sym else { continue };
        if let (Meaning::Int(d), width) = &mg.symbols[*id]
            && let Some(&n) = numbers.iter().find(|&&n| d.contains(n))
        {
            chosen[*id] = int_bits(n, *width);
        }
    }
    // Related values take what their partner says.
    for (l, r, negated, addend, width) in &mg.relations {
        let (Sym::Symbol(l), Sym::Symbol(r)) = (l, r) else { continue };
        if let Some(y) = as_int(&chosen[*r]) {
            let base = if *negated { y.wrapping_neg() } else { y };
            chosen[*l] = int_bits(base.wrapping_add(*addend) & mask(*width), u64::from(*width));
        } else if let Some((region, off)) = as_ptr(&chosen[*r]) {
            chosen[*l] = ptr_bits(region, off + *addend as i64, u64::from(*width));
        }
    }
    let bits_of = |sym: &Sym, width: u64| match sym {
        Sym::Null => int_bits(0, width),
        Sym::Uninit => vec![Bit::Uninit; width as usize],
        Sym::Ptr(r, off) => ptr_bits(*r, *off, width),
        Sym::Symbol(id) => chosen[*id].clone(),
    };
    let vague =
        |sym: &Sym| matches!(sym, Sym::Symbol(id) if matches!(mg.symbols[*id].0, Meaning::Unknown { .. }));
    for (r, region) in mg.regions.iter().zip(&mut regions) {
        if region.validity != Validity::Live {
            continue;
        }
        for pass in 0..2 {
            for (field, sym) in &r.edges {
                if (pass == 0) == vague(sym) && field.end() <= region.size * 8 {
                    let bits = bits_of(sym, field.len);
                    region.bits[field.off as usize..field.end() as usize].copy_from_slice(&bits);
                }
            }
            if pass == 1 {
                break;
            }
        }
        for (field, kind) in &r.blocks {
            for i in field.off..field.end().min(region.size * 8) {
                let bit = &mut region.bits[i as usize];
                match kind {
                    BlockKind::Zero => *bit = Bit::Is(false),
                    BlockKind::Uninit => *bit = Bit::Uninit,
                    BlockKind::Fill(byte) => *bit = Bit::Is(byte >> (i % 8) & 1 == 1),
                    BlockKind::Init if *bit == Bit::Uninit => *bit = Bit::Is(rng.chance(50)),
                    BlockKind::Init => {}
                }
            }
        }
    }
    for (o, nodes) in &mg.words {
        let marks = graph.object(*o).marks().expect("marks");
        let Some(word) = random_word(marks, nodes.len(), rng) else { continue };
        for (&node, letter) in nodes.iter().zip(word) {
            let numbers = marks.fields().iter().zip(&marks.letters()[letter]);
            for (field, number) in numbers.filter(|(_, number)| **number != fafnir_smg::ANY) {
                let bits = int_bits(u64::from(*number), field.len);
                regions[node].bits[field.off as usize..field.end() as usize].copy_from_slice(&bits);
            }
        }
    }
    let named = mg
        .named
        .iter()
        .map(|(key, sym, width)| {
            let width = if *width == 0 { 64 } else { *width };
            (*key, bits_of(sym, width))
        })
        .collect();
    Memory { regions, roots: mg.roots.clone(), named, sources: mg.regions.iter().map(|r| r.source).collect() }
}

/// A few memories of the graph: short ones systematically, values at random.
pub(crate) fn samples(graph: &Graph, rng: &mut Rng, limit: usize, count: usize) -> Vec<Memory> {
    let mut mgs: Vec<Mg> = Vec::new();
    let mut seen = 0usize;
    expansions(graph, limit, 3, |mg| {
        // Reservoir sampling over all expansions within the limit.
        seen += 1;
        if mgs.len() < count {
            mgs.push(mg.clone());
        } else {
            let at = rng.below(seen);
            if at < count {
                mgs[at] = mg.clone();
            }
        }
        seen < 400
    });
    let mut rng = rng.clone();
    mgs.iter().filter_map(|mg| concretise(graph, mg, &mut rng)).collect()
}
