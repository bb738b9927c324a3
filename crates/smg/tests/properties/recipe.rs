//! Random graphs. A recipe is a tree that describes a heap; small changes to it give pairs of graphs that resemble
//! each other, which is what joins and inclusion checks meet in practice.

use crate::concrete::Graph;
use crate::rng::Rng;
use fafnir_smg::{
    Block, BlockKind, Content, Field, IntDomain, Interval, Link, Links, Marks, NewObject, ObjId, ObjKind,
    Offset, Shape, SizeRange, Spec, ValId, Validity,
};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Layout {
    pub(crate) size: u64,
    pub(crate) head: i64,
    pub(crate) next: u64,
    /// Singly linked if there is none.
    pub(crate) prev: Option<u64>,
    /// Links beside these.
    pub(crate) parallel: &'static [Link],
    pub(crate) data: [u64; 2],
}

const fn forward(field: u64, head: i64) -> Link {
    Link { field, head, forward: true }
}

const fn backward(field: u64, head: i64) -> Link {
    Link { field, head, forward: false }
}

pub(crate) const LAYOUTS: [Layout; 8] = [
    Layout { size: 32, head: 0, next: 0, prev: None, parallel: &[], data: [16, 24] },
    Layout { size: 32, head: 0, next: 0, prev: Some(8), parallel: &[], data: [16, 24] },
    // Linux style: the links lie in the middle and point to the middle.
    Layout { size: 32, head: 8, next: 8, prev: Some(16), parallel: &[], data: [0, 24] },
    Layout { size: 32, head: 8, next: 16, prev: None, parallel: &[], data: [0, 24] },
    Layout { size: 24, head: 0, next: 8, prev: Some(16), parallel: &[], data: [0, 0] },
    // In two lists at once.
    Layout { size: 32, head: 0, next: 0, prev: None, parallel: &[forward(8, 0)], data: [16, 24] },
    Layout { size: 32, head: 0, next: 0, prev: Some(8), parallel: &[forward(16, 16)], data: [24, 24] },
    Layout {
        size: 48,
        head: 8,
        next: 8,
        prev: Some(16),
        parallel: &[forward(24, 24), backward(32, 24)],
        data: [0, 40],
    },
];

#[derive(Debug, Clone)]
pub(crate) enum PieceKind {
    Region,
    Segment(u32),
    Optional,
}

#[derive(Debug, Clone)]
pub(crate) enum Data {
    Nothing,
    Zero,
    Uninit,
    Init,
    Fill(u8),
    Const(u64),
    Range(u64, u64, u64),
    /// A small number; the nodes of a segment have them in an order that the seed decides.
    Marked(u64),
    SharedRange(usize),
    Unknown,
    SharedUnknown(usize),
    MaybeUninit,
    Code(u32),
    Halves(u32, u32),
    Bits(u32),
    SharedPtr(usize, i64),
    Freed,
    SelfPtr(i64),
    Private {
        back: bool,
        data: Box<Data>,
    },
    OptionalPrivate {
        data: Box<Data>,
    },
    List(Box<Chain>),
}

#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    pub(crate) data: [Data; 2],
    /// 0: the size of the layout, 1: a larger one, 2: either.
    pub(crate) size: u8,
    /// How many more nodes than the least number a segment has at most.
    pub(crate) more: Option<u32>,
    /// Whether it has the least number or a multiple of this more.
    pub(crate) step: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ChainEnd {
    Null,
    Circular,
    Shared(usize),
}

#[derive(Debug, Clone)]
pub(crate) struct Chain {
    pub(crate) layout: Layout,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) end: ChainEnd,
    /// Each node points back to the owner of the list.
    pub(crate) back: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Var {
    First(usize),
    Last(usize),
    Piece(usize, usize),
    Shared(usize, i64),
    SharedSomewhere(usize),
    Freed,
    Data(Data),
}

#[derive(Debug, Clone)]
pub(crate) struct Recipe {
    pub(crate) chains: Vec<Chain>,
    pub(crate) shared: usize,
    pub(crate) vars: Vec<Var>,
    /// Variables that are named values instead of regions.
    pub(crate) registers: Vec<Var>,
    pub(crate) facts: bool,
}

fn data(rng: &mut Rng, depth: u32) -> Data {
    match rng.below(if depth == 0 { 17 } else { 23 }) {
        0..=6 if rng.chance(25) => Data::Marked(rng.next()),
        0 => Data::Nothing,
        1 | 2 => Data::Zero,
        3 => Data::Uninit,
        4 => Data::Init,
        5 => Data::Fill(*rng.pick(&[0xff, 7])),
        6 => Data::Const(1 + rng.below(3) as u64),
        7 => Data::Const(*rng.pick(&[1, 256, u64::MAX, 1 << 40])),
        8 => {
            let lo = rng.below(3) as u64;
            Data::Range(lo, lo + 1 + rng.below(8) as u64, 1 + rng.below(2) as u64)
        }
        9 => Data::SharedRange(rng.below(2)),
        10 => Data::Unknown,
        11 => Data::SharedUnknown(rng.below(2)),
        12 => *rng.pick(&[&Data::MaybeUninit, &Data::Code(1), &Data::Code(2)]).clone_box(),
        13 => Data::Halves(rng.below(3) as u32, rng.below(3) as u32),
        14 => Data::Bits(rng.below(8) as u32),
        15 if rng.chance(20) => Data::Freed,
        15 => Data::SharedPtr(rng.below(2), *rng.pick(&[0, 0, 8])),
        16 => Data::SelfPtr(*rng.pick(&[0, 8, 8])),
        17 | 18 => Data::Private { back: rng.chance(40), data: Box::new(data(rng, depth - 1)) },
        19 => Data::OptionalPrivate { data: Box::new(data(rng, 0)) },
        _ => Data::List(Box::new(chain(rng, depth - 1, true))),
    }
}

impl Data {
    fn clone_box(&self) -> Box<Data> {
        Box::new(self.clone())
    }
}

fn piece(rng: &mut Rng, depth: u32) -> Piece {
    let kind = match rng.below(10) {
        0..=3 => PieceKind::Region,
        4 => PieceKind::Optional,
        _ => PieceKind::Segment(rng.below(3) as u32),
    };
    let size = if rng.chance(90) { 0 } else { 1 + rng.below(2) as u8 };
    let more = rng.chance(25).then(|| rng.below(3) as u32);
    let step = if rng.chance(80) { 1 } else { 2 + rng.below(2) as u32 };
    Piece {
        kind,
        step,
        data: [data(rng, depth), if rng.chance(50) { Data::Zero } else { data(rng, 0) }],
        size,
        more,
    }
}

fn chain(rng: &mut Rng, depth: u32, nested: bool) -> Chain {
    let layout = *rng.pick(&LAYOUTS);
    let mut pieces: Vec<Piece> = Vec::new();
    let template = piece(rng, depth);
    for _ in 0..rng.below(if nested { 3 } else { 4 }) {
        let mut p = piece(rng, depth);
        // Lists usually have nodes that look alike.
        if rng.chance(70) {
            p.data = template.data.clone();
        }
        pieces.push(p);
    }
    let end = match rng.below(6) {
        0 => ChainEnd::Circular,
        1 => ChainEnd::Shared(rng.below(2)),
        _ => ChainEnd::Null,
    };
    Chain { layout, pieces, end, back: nested && rng.chance(30) }
}

pub(crate) fn recipe(rng: &mut Rng) -> Recipe {
    let chains: Vec<Chain> = (0..1 + rng.below(2)).map(|_| chain(rng, 1, false)).collect();
    let mut vars = Vec::new();
    for i in 0..chains.len() {
        vars.push(Var::First(i));
        if rng.chance(30) {
            vars.push(Var::Last(i));
        }
        if rng.chance(20) {
            vars.push(Var::Piece(i, rng.below(3)));
        }
    }
    for i in 0..2 {
        if rng.chance(60) {
            vars.push(Var::Shared(i, *rng.pick(&[0, 8])));
        }
    }
    if rng.chance(15) {
        vars.push(Var::SharedSomewhere(0));
    }
    if rng.chance(15) {
        vars.push(Var::Freed);
    }
    for _ in 0..rng.below(2) {
        vars.push(Var::Data(data(rng, 0)));
    }
    let registers = if rng.chance(30) {
        vec![if rng.chance(50) { Var::Data(Data::SharedRange(0)) } else { Var::First(0) }]
    } else {
        Vec::new()
    };
    Recipe { chains, shared: 2, vars, registers, facts: rng.chance(30) }
}

fn mutate_data(rng: &mut Rng, d: &mut Data) {
    match d {
        Data::Const(c) if rng.chance(50) => *c = c.wrapping_add(1),
        Data::Range(lo, hi, stride) => match rng.below(3) {
            0 => *hi += 1,
            1 => *lo = 0,
            _ => *stride = 1,
        },
        Data::Marked(seed) if rng.chance(80) => *seed = rng.next(),
        Data::List(c) => mutate_chain(rng, c),
        Data::Private { data: inner, .. } if rng.chance(60) => mutate_data(rng, inner),
        Data::Private { data: inner, .. } if rng.chance(50) => {
            *d = Data::OptionalPrivate { data: inner.clone() };
        }
        Data::OptionalPrivate { data: inner } if rng.chance(50) => {
            *d = Data::Private { back: false, data: inner.clone() };
        }
        _ => *d = data(rng, 1),
    }
}

fn mutate_chain(rng: &mut Rng, c: &mut Chain) {
    match rng.below(6) {
        0 if !c.pieces.is_empty() => {
            let i = rng.below(c.pieces.len());
            c.pieces.remove(i);
        }
        1 | 2 => {
            let mut p = piece(rng, 0);
            if let Some(q) = c.pieces.first() {
                p.data = q.data.clone();
            }
            if rng.chance(70) {
                p.kind = PieceKind::Segment(0);
            }
            let i = rng.below(c.pieces.len() + 1);
            c.pieces.insert(i, p);
        }
        3 | 4 if !c.pieces.is_empty() => {
            let i = rng.below(c.pieces.len());
            c.pieces[i].kind = match rng.below(6) {
                0 => PieceKind::Region,
                1 => PieceKind::Optional,
                _ => PieceKind::Segment(rng.below(3) as u32),
            };
            c.pieces[i].more = rng.chance(40).then(|| rng.below(3) as u32);
        }
        _ if !c.pieces.is_empty() => {
            let i = rng.below(c.pieces.len());
            let j = rng.below(2);
            mutate_data(rng, &mut c.pieces[i].data[j]);
        }
        _ => {}
    }
}

/// A recipe that differs in a few places; the variables stay the same ones.
pub(crate) fn mutate(rng: &mut Rng, r: &Recipe) -> Recipe {
    let mut out = r.clone();
    for _ in 0..1 + rng.below(2) {
        if rng.chance(85) {
            let i = rng.below(out.chains.len());
            mutate_chain(rng, &mut out.chains[i]);
        } else {
            let i = rng.below(out.vars.len());
            if let Var::Data(d) = &mut out.vars[i] {
                mutate_data(rng, d);
            } else {
                out.facts = !out.facts;
            }
        }
    }
    out
}

struct Builder {
    g: Graph,
    shared: Vec<ObjId>,
    shared_ints: Vec<Option<ValId>>,
    shared_unknowns: Vec<Option<ValId>>,
    freed: Option<ObjId>,
}

struct Built {
    pieces: Vec<ObjId>,
    first: ValId,
    last: ValId,
}

impl Builder {
    fn shared_int(&mut self, i: usize) -> ValId {
        if self.shared_ints[i].is_none() {
            self.shared_ints[i] = Some(self.g.int(Interval::range(64, 0, 5)));
        }
        self.shared_ints[i].unwrap()
    }

    fn shared_unknown(&mut self, i: usize) -> ValId {
        if self.shared_unknowns[i].is_none() {
            self.shared_unknowns[i] = Some(self.g.unknown(64));
        }
        self.shared_unknowns[i].unwrap()
    }

    fn freed(&mut self) -> ValId {
        if self.freed.is_none() {
            let o = self.g.add_object(NewObject::heap(16, 9));
            self.g.invalidate(o, Validity::Freed).unwrap();
            self.freed = Some(o);
        }
        let o = self.freed.unwrap();
        self.g.region_address(o)
    }

    /// Stores data into a field; `level` is that of what is private to the holder.
    fn put(&mut self, holder: ObjId, off: u64, d: &Data, level: u32) {
        let field = Field::bytes(off, 8);
        let value = match d {
            Data::Nothing => return,
            Data::Zero => ValId::ZERO,
            Data::Uninit => ValId::UNINIT,
            Data::Init => return self.g.set_block_raw(holder, Block { field, kind: BlockKind::Init }),
            Data::Fill(b) => return self.g.set_block_raw(holder, Block { field, kind: BlockKind::Fill(*b) }),
            Data::Const(c) => self.g.int_const(64, *c),
            Data::Range(lo, hi, stride) => {
                self.g.fresh(Content::Int(Interval::strided(64, *lo, *hi, *stride)), level, 64)
            }
            Data::Marked(seed) if !self.g.object(holder).kind.is_abstract() => {
                self.g.int_const(64, seed % MARKS)
            }
            Data::Marked(_) => self.g.fresh(Content::Int(Interval::range(64, 0, MARKS - 1)), level, 64),
            Data::SharedRange(i) => self.shared_int(*i),
            Data::Unknown => self.g.fresh(Content::Unknown { may_be_uninit: false }, level, 64),
            Data::SharedUnknown(i) => self.shared_unknown(*i),
            Data::MaybeUninit => self.g.fresh(Content::Unknown { may_be_uninit: true }, level, 64),
            Data::Code(f) => self.g.code(*f),
            Data::Halves(a, b) => {
                let (a, b) = (self.g.int_const(32, u64::from(*a)), self.g.int_const(32, u64::from(*b)));
                self.g.set_edge(holder, Field::bytes(off, 4), a);
                self.g.set_edge(holder, Field::bytes(off + 4, 4), b);
                return;
            }
            Data::Bits(n) => {
                let a = self.g.int_const(3, u64::from(*n));
                let b = self.g.fresh(Content::Int(Interval::range(5, 0, 9)), level, 5);
                self.g.set_edge(holder, Field::bits(off * 8, 3), a);
                self.g.set_edge(holder, Field::bits(off * 8 + 3, 5), b);
                return;
            }
            Data::SharedPtr(i, o) => self.g.address(self.shared[*i], Offset::exact(*o), Spec::Region),
            Data::Freed => self.freed(),
            Data::SelfPtr(o) => {
                let spec = if self.g.object(holder).kind.is_abstract() { Spec::All } else { Spec::Region };
                self.g.address(holder, Offset::exact(*o), spec)
            }
            Data::Private { back, data } => {
                let o = self.g.add_shape(Shape { level, label: 5, ..Shape::region(16) });
                if *back {
                    let spec =
                        if self.g.object(holder).kind.is_abstract() { Spec::All } else { Spec::Region };
                    let a = self.g.address(holder, Offset::exact(0), spec);
                    self.g.set_edge(o, Field::bytes(0, 8), a);
                }
                self.put(o, 8, data, level);
                self.g.address(o, Offset::exact(0), Spec::Region)
            }
            Data::OptionalPrivate { data } => {
                let shape = Shape { level, label: 5, kind: ObjKind::OptRegion, ..Shape::region(16) };
                let o = self.g.add_shape(shape);
                self.put(o, 8, data, level + 1);
                self.g.address(o, Offset::exact(0), Spec::First)
            }
            Data::List(c) => self.chain(c, level, Some(holder)).first,
        };
        self.g.set_edge(holder, field, value);
    }

    fn chain(&mut self, c: &Chain, level: u32, owner: Option<ObjId>) -> Built {
        let l = c.layout;
        let mut links = Links { head: l.head, next: l.next, prev: l.prev.unwrap_or(0), ..Links::default() };
        for (slot, link) in links.parallel.iter_mut().zip(l.parallel) {
            *slot = Some(*link);
        }
        let mut pieces = Vec::new();
        for p in &c.pieces {
            let (kind, min_len) = match (&p.kind, l.prev.is_some()) {
                (PieceKind::Region, _) => (ObjKind::Region, 0),
                (PieceKind::Segment(n), false) => (ObjKind::Sls, *n),
                (PieceKind::Segment(n), true) => (ObjKind::Dls, *n),
                (PieceKind::Optional, false) => (ObjKind::OptSls, 0),
                (PieceKind::Optional, true) => (ObjKind::OptDls, 0),
            };
            let links = if kind == ObjKind::Region { Links::default() } else { links };
            let size = match p.size {
                0 => SizeRange::exact(l.size),
                1 => SizeRange::exact(l.size + 8),
                _ => SizeRange { lo: l.size, hi: l.size + 8 },
            };
            let counted = p.more.filter(|_| matches!(kind, ObjKind::Sls | ObjKind::Dls));
            let len_step = if matches!(kind, ObjKind::Sls | ObjKind::Dls) { p.step } else { 1 };
            let max_len = counted.map(|more| min_len + len_step * (more + u32::from(min_len == 0)));
            let shape = Shape {
                kind,
                min_len,
                max_len,
                len_step,
                level,
                links,
                label: 4,
                size,
                ..Shape::region(l.size)
            };
            pieces.push(self.g.add_shape(shape));
        }
        let start_of = |g: &mut Graph, o: ObjId, head: i64| {
            let spec = if g.object(o).kind.is_abstract() { Spec::First } else { Spec::Region };
            g.address(o, Offset::exact(head), spec)
        };
        let end_of = |g: &mut Graph, o: ObjId, head: i64| {
            let spec = if g.object(o).kind.is_abstract() { Spec::Last } else { Spec::Region };
            g.address(o, Offset::exact(head), spec)
        };
        // A circle needs a node that is certainly there.
        let certain = pieces.iter().any(|&o| !self.g.object(o).may_be_empty());
        let circular = c.end == ChainEnd::Circular && certain;
        let kind = if l.prev.is_some() { ObjKind::Dls } else { ObjKind::Sls };
        for link in links.all(kind) {
            let beyond = match (circular, &c.end) {
                (true, _) if link.forward => start_of(&mut self.g, pieces[0], link.head),
                (true, _) => end_of(&mut self.g, *pieces.last().unwrap(), link.head),
                (false, ChainEnd::Shared(i)) if link.forward => {
                    self.g.address(self.shared[*i], Offset::exact(0), Spec::Region)
                }
                _ => ValId::ZERO,
            };
            for (i, &o) in pieces.iter().enumerate() {
                let next = if link.forward { Some(i + 1) } else { i.checked_sub(1) };
                let to = match next.and_then(|next| pieces.get(next)) {
                    Some(&n) if link.forward => start_of(&mut self.g, n, link.head),
                    Some(&n) => end_of(&mut self.g, n, link.head),
                    None => beyond,
                };
                self.g.set_edge(o, Field::bytes(link.field, 8), to);
            }
        }
        for (&o, p) in pieces.iter().zip(&c.pieces) {
            let inner = level + u32::from(self.g.object(o).kind.is_abstract());
            if let (true, Some(owner)) = (c.back, owner) {
                let spec = if self.g.object(owner).kind.is_abstract() { Spec::All } else { Spec::Region };
                let a = self.g.address(owner, Offset::exact(0), spec);
                self.g.set_edge(o, Field::bytes(l.data[0], 8), a);
            } else {
                self.put(o, l.data[0], &p.data[0], inner);
            }
            if l.data[1] != l.data[0] {
                self.put(o, l.data[1], &p.data[1], inner);
            }
            let mut marked = Vec::new();
            for (i, &off) in l.data.iter().enumerate() {
                if let Data::Marked(seed) = &p.data[i] {
                    let taken = i == 0 && c.back && owner.is_some() || i == 1 && l.data[0] == off;
                    marked.extend((!taken).then_some((Field::bytes(off, 8), *seed)));
                }
            }
            if matches!(self.g.object(o).kind, ObjKind::Sls | ObjKind::Dls) {
                if let Some(marks) = random_marks(&marked) {
                    self.g.set_marks(o, marks);
                }
            }
        }
        let first = match (pieces.first(), &c.end) {
            (Some(&o), _) => start_of(&mut self.g, o, l.head),
            (None, ChainEnd::Shared(i)) => self.g.address(self.shared[*i], Offset::exact(0), Spec::Region),
            (None, _) => ValId::ZERO,
        };
        let last = match pieces.last() {
            Some(&o) if l.prev.is_some() => end_of(&mut self.g, o, l.head),
            _ => ValId::ZERO,
        };
        Built { pieces, first, last }
    }

    fn var(&mut self, v: &Var, chains: &[Built]) -> ValId {
        match v {
            Var::First(i) => chains[*i].first,
            Var::Last(i) => chains[*i].last,
            Var::Piece(i, j) => match chains[*i].pieces.get(*j) {
                Some(&o) if self.g.object(o).kind == ObjKind::Region => {
                    self.g.address(o, Offset::exact(0), Spec::Region)
                }
                _ => ValId::ZERO,
            },
            Var::Shared(i, off) => self.g.address(self.shared[*i], Offset::exact(*off), Spec::Region),
            Var::SharedSomewhere(i) => self.g.address(self.shared[*i], Offset::range(0, 8, 4), Spec::Region),
            Var::Freed => self.freed(),
            Var::Data(_) => ValId::ZERO,
        }
    }
}

/// Marks below this number.
const MARKS: u64 = 3;

fn random_marks(fields: &[(Field, u64)]) -> Option<Marks> {
    let mut rng = Rng::new(fields.first()?.1);
    let count = 1 + rng.below(4);
    // The number behind the last one is any.
    let mut number = || match rng.below(MARKS as usize + 1) as u8 {
        n if u64::from(n) == MARKS => fafnir_smg::ANY,
        n => n,
    };
    let mut letters: Vec<Vec<u8>> = (0..count).map(|_| fields.iter().map(|_| number()).collect()).collect();
    letters.sort();
    letters.dedup();
    let some = |rng: &mut Rng| (0..letters.len()).filter(|_| rng.chance(60)).collect::<Vec<usize>>();
    let (first, last) = (some(&mut rng), some(&mut rng));
    let pairs: Vec<(usize, usize)> =
        (0..letters.len()).flat_map(|a| some(&mut rng).into_iter().map(move |b| (a, b))).collect();
    // Any numbers in any order are no marks.
    let any = letters.iter().position(|letter| letter.iter().all(|&n| n == fafnir_smg::ANY));
    if any.is_some_and(|i| first.contains(&i) && last.contains(&i) && pairs.contains(&(i, i))) {
        return None;
    }
    Marks::new(fields.iter().map(|f| f.0).collect(), letters, &first, &last, &pairs)
}

pub(crate) fn build(r: &Recipe) -> Graph {
    let mut g = Graph::new(64);
    let shared: Vec<ObjId> = (0..r.shared)
        .map(|i| {
            let new = NewObject::heap(16, 6 + i as u32).zeroed();
            let size = if i == 1 { SizeRange { lo: 16, hi: 20 } } else { SizeRange::exact(16) };
            g.add_object(NewObject { size, ..new })
        })
        .collect();
    let mut b =
        Builder { g, shared, shared_ints: vec![None; 2], shared_unknowns: vec![None; 2], freed: None };
    let chains: Vec<Built> = r.chains.iter().map(|c| b.chain(c, 0, None)).collect();
    for (i, v) in r.vars.iter().enumerate() {
        let o = b.g.add_object(NewObject::stack(8, i as u32));
        b.g.set_root(i as u64, o);
        if let Var::Data(d) = v {
            b.put(o, 0, d, 0);
        } else {
            let value = b.var(v, &chains);
            b.g.write(o, Field::bytes(0, 8), value).unwrap();
        }
    }
    for (i, v) in r.registers.iter().enumerate() {
        let value = match v {
            Var::Data(_) => b.shared_int(0),
            v => b.var(v, &chains),
        };
        b.g.set_named(100 + i as u64, value);
    }
    let mut g = b.g;
    g.collect_garbage();
    if r.facts {
        let unknowns: Vec<ValId> = g
            .values()
            .filter(|(v, x)| {
                matches!(x.content, Content::Unknown { may_be_uninit: false }) && g.level_of(*v) == 0
            })
            .map(|(v, _)| v)
            .collect();
        if let Some(&u) = unknowns.first() {
            if let [only] = &g.assume_different(u, ValId::ZERO)[..] {
                g = only.clone();
            }
        }
        let ints: Vec<ValId> = g
            .values()
            .filter(|(v, x)| {
                matches!(&x.content, Content::Int(d) if d.width() == 64 && d.as_constant().is_none())
                    && g.level_of(*v) == 0
            })
            .map(|(v, _)| v)
            .collect();
        if let [a, b, ..] = ints[..] {
            g.relate(a, b, false, 1);
        }
    }
    g.check_consistency().unwrap_or_else(|e| panic!("{e}\n{g}\n{r:?}"));
    g
}
