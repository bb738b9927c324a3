//! Pictures of graphs, and what the analysis sees at chosen places of the program.

use crate::config::Config;
use crate::engine::Engine;
use crate::findings::Findings;
use crate::state::{Graph, key};
use ::engine::{Budget, Point, span_of};
use base::{FxHashMap, FxHashSet, Span};
use facts::Facts;
use ir::members::{self, Link};
use ir::{BlockId, Body, FuncId, GlobalKind, Program, TypeId};
use smg::{Content, IntDomain, ObjId, ObjKind, Offset, Origin, Peek, Spec, ValId, Validity};
use verdict::picture::{
    End, Field, NOT_SHOWN, Object, ObjectKind, ObjectState, Picture, Shapes, Storage, Value, Variable,
};
use verdict::{Outcome, PropertySet};

/// What a picture shows at most.
const OBJECTS: usize = 80;
const FIELDS: usize = 16;
/// Graphs that are kept for one place; more are only counted.
const GRAPHS: usize = 64;

/// Remembers the graphs that come by.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    seen: FxHashMap<Point, Seen>,
    /// So that blocks without a point cost one look.
    blocks: FxHashSet<(FuncId, BlockId)>,
}

#[derive(Debug, Default)]
struct Seen {
    graphs: Vec<Graph>,
    overflow: bool,
}

impl Recorder {
    fn new(points: &[Point]) -> Recorder {
        Recorder {
            seen: points.iter().map(|p| (*p, Seen::default())).collect(),
            blocks: points.iter().map(|p| (p.func, p.block)).collect(),
        }
    }

    #[inline]
    pub(crate) fn watches(&self, func: FuncId, block: BlockId) -> bool {
        self.blocks.contains(&(func, block))
    }

    pub(crate) fn record(&mut self, func: FuncId, block: BlockId, index: usize, graph: &Graph) {
        let Some(seen) = self.seen.get_mut(&Point { func, block, index }) else { return };
        if seen.graphs.iter().any(|known| known.includes(graph)) {
            return;
        }
        seen.graphs.retain(|known| !graph.includes(known));
        match seen.graphs.len() < GRAPHS {
            true => seen.graphs.push(graph.clone()),
            false => seen.overflow = true,
        }
    }
}

/// As [`crate::verify`], and says what the memory looks like at some places.
pub(crate) fn observe(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    points: &[Point],
) -> Outcome {
    let program = facts.program();
    let mut engine = Engine::new(facts, properties, config, budget);
    engine.recorder = Some(Recorder::new(points));
    let stopped = engine.run().is_err();
    let recorder = engine.recorder.take().unwrap_or_default();
    let unseen = engine.findings.unseen();
    let shapes = points
        .iter()
        .map(|point| {
            let seen = recorder.seen.get(point);
            let graphs = seen.map(|s| s.graphs.as_slice()).unwrap_or_default();
            let body = program.functions[point.func].body();
            let pictures = body
                .map(|body| {
                    graphs.iter().map(|g| draw(program, &engine.findings, point.func, body, g)).collect()
                })
                .unwrap_or_default();
            Shapes {
                span: span_of(program, *point),
                function: program.names.resolve(program.functions[point.func].name).to_owned(),
                name: None,
                pictures,
                incomplete: match (&unseen, seen) {
                    (Some(reason), _) => Some(reason.clone()),
                    (None, _) if stopped => Some("the analysis did not come to its end".to_owned()),
                    (None, Some(seen)) if !seen.overflow => None,
                    (None, _) => Some("there are too many to keep them all".to_owned()),
                },
            }
        })
        .collect();
    Outcome { shapes, ..engine.finish() }
}

/// One graph as a picture, with the names of the function whose frame it has.
pub(crate) fn draw(
    program: &Program,
    findings: &Findings,
    func: FuncId,
    body: &Body,
    graph: &Graph,
) -> Picture {
    let mut builder = PictureBuilder {
        program,
        findings,
        graph,
        order: Vec::new(),
        place: FxHashMap::default(),
        known: Vec::new(),
        names: Vec::new(),
        literals: FxHashMap::default(),
    };
    builder.gather(body);
    let mut variables = Vec::new();
    for &(key, value) in graph.named_values() {
        let Some(local) = key::as_local(key) else { continue };
        let data = &body.locals[local];
        let Some(name) = data.name else { continue };
        variables.push(Variable {
            name: program.names.resolve(name).to_owned(),
            ty: members::shown_type(program, data.ty),
            value: builder.value(value, data.ty),
        });
    }
    let objects: Vec<Object> = (0..builder.order.len()).map(|i| builder.object(i)).collect();
    let facts = builder.facts(body);
    let function = program.names.resolve(program.functions[func].name).to_owned();
    let mut picture = Picture { function, variables, objects, facts };
    nest(&mut picture, &builder.order.iter().map(|id| graph.object(*id).level).collect::<Vec<_>>());
    picture
}

fn signed(program: &Program, ty: TypeId) -> bool {
    members::scalar_of(program, ty).is_some_and(|s| s.is_signed())
}

fn is_pointer(program: &Program, ty: TypeId) -> bool {
    members::pointee(program, ty).is_some()
}

struct PictureBuilder<'a> {
    program: &'a Program,
    findings: &'a Findings,
    graph: &'a Graph,
    order: Vec<ObjId>,
    place: FxHashMap<ObjId, usize>,
    known: Vec<(Option<TypeId>, Option<u64>)>,
    names: Vec<Option<String>>,
    literals: FxHashMap<ObjId, String>,
}

impl PictureBuilder<'_> {
    /// Finds the objects to show and their types: the variables, and what they reach.
    fn gather(&mut self, body: &Body) {
        let (program, graph) = (self.program, self.graph);
        for &(key, id) in graph.roots() {
            if let Some(local) = key::as_local(key) {
                let data = &body.locals[local];
                if let Some(name) = data.name {
                    self.add(id, Some(data.ty), Some(program.names.resolve(name).to_owned()));
                }
            } else if key::is_global(key) {
                let global = &program.globals[key::as_global(key)];
                match global.kind {
                    GlobalKind::StringLiteral => {
                        let text: Vec<u8> =
                            global.init.bytes.iter().copied().take_while(|b| *b != 0).collect();
                        let short: String = String::from_utf8_lossy(&text).chars().take(20).collect();
                        self.literals.insert(id, format!("{short:?}"));
                    }
                    GlobalKind::Variable | GlobalKind::StaticLocal if global.size <= 4096 => {
                        self.add(id, Some(global.ty), Some(program.names.resolve(global.name).to_owned()));
                    }
                    _ => {}
                }
            }
        }
        for &(key, value) in graph.named_values() {
            let Some(local) = key::as_local(key) else { continue };
            if body.locals[local].name.is_none() {
                continue;
            }
            if let Some(target) = graph.pointee(value) {
                let ty = members::pointee(program, body.locals[local].ty);
                self.add_target(target.obj, target.off, ty);
            }
        }
        let mut links = Vec::new();
        let mut at = 0;
        while at < self.order.len() {
            let id = self.order[at];
            for edge in graph.object(id).edges() {
                let Some(target) = graph.pointee(edge.value) else { continue };
                let Some(to) = self.add_target(target.obj, target.off, None) else { continue };
                let to_offset = target.off.as_exact().unwrap_or(-1);
                links.push(Link { from: at, offset: edge.field.off / 8, to, to_offset });
            }
            at += 1;
        }
        members::infer_types(program, &mut self.known, &links);
    }

    fn add_target(&mut self, id: ObjId, offset: Offset, ty: Option<TypeId>) -> Option<usize> {
        if id == ObjId::NULL || self.literals.contains_key(&id) {
            return None;
        }
        let ty = ty.filter(|_| offset == Offset::exact(0));
        self.add(id, ty, None)
    }

    fn add(&mut self, id: ObjId, ty: Option<TypeId>, name: Option<String>) -> Option<usize> {
        let object = self.graph.try_object(id)?;
        let size = object.size.is_exact().then_some(object.size.lo);
        let fits = |ty: TypeId| members::suits(self.program, ty, 0, (None, size));
        if let Some(&place) = self.place.get(&id) {
            if self.known[place].0.is_none() {
                self.known[place].0 = ty.filter(|t| fits(*t));
            }
            return Some(place);
        }
        if self.order.len() >= OBJECTS {
            return None;
        }
        let hint = object.type_hint.map(TypeId::from_raw).filter(|t| fits(*t));
        let own = if name.is_some() { ty } else { hint.or(ty.filter(|t| fits(*t))) };
        let site = self.findings.site_of(object.label);
        let name = name.or_else(|| site.and_then(|s| s.name.clone()));
        self.place.insert(id, self.order.len());
        self.order.push(id);
        self.known.push((own, size));
        self.names.push(name);
        Some(self.order.len() - 1)
    }

    fn object(&self, place: usize) -> Object {
        let (program, graph) = (self.program, self.graph);
        let id = self.order[place];
        let object = graph.object(id);
        let (ty, size) = self.known[place];
        let next = members::member_name(program, ty, object.links.next);
        let prev = object.kind.has_prev().then(|| members::member_name(program, ty, object.links.prev));
        let kind = match object.kind {
            // Nothing in a picture leads to the cells of an array of uncertain size.
            ObjKind::Null | ObjKind::Region | ObjKind::Run => ObjectKind::Region,
            ObjKind::OptRegion => ObjectKind::Optional,
            ObjKind::Sls | ObjKind::Dls | ObjKind::OptSls | ObjKind::OptDls => {
                ObjectKind::List { least: object.least_len(), most: object.most_len(), next, prev }
            }
        };
        // Nobody may look into a block that is gone.
        let (fields, more_fields) =
            if object.is_live() { self.fields(id, ty, size) } else { (Vec::new(), 0) };
        Object {
            id: u64::from(id.raw()),
            name: self.names[place].clone(),
            ty: ty.map(|t| members::shown_type_of_object(program, t, size)),
            kind,
            storage: match object.origin {
                Origin::Heap => Storage::Heap,
                Origin::Stack => Storage::Stack,
                Origin::Static => Storage::Static,
            },
            state: match object.validity {
                Validity::Live => ObjectState::Live,
                Validity::Freed => ObjectState::Freed,
                Validity::OutOfScope => ObjectState::OutOfScope,
            },
            size: (object.size.lo, object.size.hi),
            inside: None,
            fields,
            more_fields,
            allocated: self.findings.site_of(object.label).map_or(Span::NONE, |s| s.span),
        }
    }

    fn fields(&self, id: ObjId, ty: Option<TypeId>, size: Option<u64>) -> (Vec<Field>, usize) {
        let (program, graph) = (self.program, self.graph);
        let object = graph.object(id);
        let Some(ty) = ty else {
            let field = |edge: &smg::Edge| Field {
                name: format!("+{}", edge.field.off / 8),
                ty: String::new(),
                offset: edge.field.off / 8,
                value: self.value_of(edge.value, true, false),
            };
            let all = object.edges();
            return (all.iter().take(FIELDS).map(field).collect(), all.len().saturating_sub(FIELDS));
        };
        let (list, more) = members::members_of_object(program, ty, size, FIELDS);
        let fields = list
            .into_iter()
            .filter_map(|member| {
                let size = member.text.unwrap_or(program.types[member.ty].size);
                let range = match member.bits {
                    Some(b) => smg::Field::bits(8 * member.offset + u64::from(b.start), u64::from(b.width)),
                    None => smg::Field::bytes(member.offset, size),
                };
                if size == 0 || range.end() > object.size.bits_lo() {
                    return None;
                }
                let byte = |i: u64| match graph.peek(id, smg::Field::bytes(member.offset + i, 1)) {
                    Peek::Int(domain) => domain.as_constant().map(|c| c as u8),
                    Peek::Value(ValId::ZERO) => Some(0),
                    Peek::Value(value) => match graph.content(graph.resolve(value)) {
                        Content::Int(domain) => domain.as_constant().map(|c| c as u8),
                        _ => None,
                    },
                    Peek::Unknown { .. } => None,
                };
                let value = match graph.peek(id, range) {
                    _ if member.text.is_some() => Value::Text(members::text((0..size).map(byte))),
                    Peek::Value(value) => self.value(value, member.ty),
                    Peek::Int(domain) => self.named(number(&domain, signed(program, member.ty)), member.ty),
                    Peek::Unknown { may_be_uninit: true } => {
                        Value::Text("? (maybe uninitialised)".to_owned())
                    }
                    Peek::Unknown { may_be_uninit: false } => Value::Unknown,
                };
                // The links between the nodes are not shown; those of its ends are.
                let link = object.links.all(object.kind).find(|link| link.field == member.offset);
                let name = match link {
                    Some(link) if link.forward => format!("{} of last", member.name),
                    Some(_) => format!("{} of first", member.name),
                    None => member.name,
                };
                Some(Field {
                    name,
                    ty: members::shown_type(program, member.ty),
                    offset: member.offset,
                    value,
                })
            })
            .collect();
        (fields, more)
    }

    fn value(&self, value: ValId, ty: TypeId) -> Value {
        let value = self.value_of(value, signed(self.program, ty), is_pointer(self.program, ty));
        self.named(value, ty)
    }

    /// A number of an enumeration by its name.
    fn named(&self, value: Value, ty: TypeId) -> Value {
        let constant = match value {
            Value::Number { least: Some(least), most: Some(most) } if least == most => least as i64,
            _ => return value,
        };
        let name = members::enumerator(self.program, ty, constant);
        name.map_or(value, |name| Value::Text(name.to_owned()))
    }

    fn value_of(&self, value: ValId, signed: bool, pointer: bool) -> Value {
        let graph = self.graph;
        match value {
            ValId::ZERO if pointer => return Value::Null,
            ValId::ZERO => return Value::Number { least: Some(0), most: Some(0) },
            ValId::UNINIT => return Value::Uninitialised,
            _ => {}
        }
        match graph.content(graph.resolve(value)) {
            Content::Address(target) if target.obj == ObjId::NULL => Value::Null,
            Content::Address(target) => {
                if let Some(text) = self.literals.get(&target.obj) {
                    return Value::Text(text.clone());
                }
                let Some(&place) = self.place.get(&target.obj) else {
                    return Value::Text(NOT_SHOWN.to_owned());
                };
                let offset = target.off.as_exact();
                let named = |n: i64| {
                    let (ty, size) = self.known[place];
                    members::place_in(self.program, ty?, size, u64::try_from(n).ok()?)
                };
                let offset_text = match offset {
                    Some(0) => String::new(),
                    Some(n) if named(n).is_some() => named(n).unwrap_or_default(),
                    Some(n) => format!("{n:+}"),
                    None => format!("+{}..{}", target.off.lo, target.off.hi),
                };
                let end = match target.spec {
                    Spec::Region | Spec::First => End::First,
                    Spec::Last => End::Last,
                    Spec::All => End::Own,
                };
                Value::Pointer { target: place, offset, offset_text, end }
            }
            Content::Int(domain) => number(domain, signed),
            Content::Code(set) => {
                let mut names: Vec<String> = set
                    .functions
                    .iter()
                    .filter_map(|f| self.program.functions.get(FuncId::from_raw(*f)))
                    .map(|f| self.program.names.resolve(f.name).to_owned())
                    .collect();
                if set.or_null {
                    names.push("null".to_owned());
                }
                Value::Text(names.join(" or "))
            }
            Content::Unknown { may_be_uninit: true } => Value::Text("? (maybe uninitialised)".to_owned()),
            Content::Float | Content::Unknown { .. } | Content::Free | Content::Forward(_) => Value::Unknown,
            Content::Uninit => Value::Uninitialised,
        }
    }

    /// Relations between integer variables.
    fn facts(&self, body: &Body) -> Vec<String> {
        let graph = self.graph;
        let named: Vec<(&str, ValId, bool)> = graph
            .named_values()
            .iter()
            .filter_map(|&(key, value)| {
                let data = &body.locals[key::as_local(key)?];
                let name = self.program.names.resolve(data.name?);
                Some((name, graph.resolve(value), is_pointer(self.program, data.ty)))
            })
            .collect();
        let mut facts = Vec::new();
        for (i, (name, value, pointer)) in named.iter().enumerate() {
            for (other, second, _) in &named[..i] {
                if value == second && !pointer && !matches!(*value, ValId::ZERO | ValId::UNINIT) {
                    if matches!(graph.content(*value), Content::Int(d) if d.as_constant().is_some()) {
                        continue;
                    }
                    facts.push(format!("{name} = {other}"));
                } else if value != second
                    && let Some((negated, addend)) = graph.relation_between(*value, *second)
                {
                    let width = graph.value(*value).width.clamp(1, 64);
                    let addend = smg::sign_extend(width, addend);
                    let sign = if negated { "-" } else { "" };
                    facts.push(match addend {
                        0 => format!("{name} = {sign}{other}"),
                        n if n < 0 => format!("{name} = {sign}{other} - {}", n.unsigned_abs()),
                        n => format!("{name} = {sign}{other} + {n}"),
                    });
                }
            }
        }
        facts
    }
}

fn number<D: IntDomain>(domain: &D, signed: bool) -> Value {
    let width = domain.width();
    if let Some(constant) = domain.as_constant() {
        let constant = match signed {
            true => i128::from(smg::sign_extend(width, constant)),
            false => i128::from(constant),
        };
        return Value::Number { least: Some(constant), most: Some(constant) };
    }
    if *domain == D::top(width) {
        return Value::Unknown;
    }
    let (lo, hi) = match signed {
        true => {
            let (lo, hi) = domain.signed_bounds();
            (i128::from(lo), i128::from(hi))
        }
        false => {
            let (lo, hi) = domain.unsigned_bounds();
            (i128::from(lo), i128::from(hi))
        }
    };
    let (least, most) = match signed {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, (1i128 << width) - 1),
    };
    Value::Number { least: (lo != least).then_some(lo), most: (hi != most).then_some(hi) }
}

/// Finds the list of which every node has its own copy of an object: the one whose nodes lead to it, one level further out.
fn nest(picture: &mut Picture, levels: &[u32]) {
    let mut owner: Vec<Option<usize>> = vec![None; levels.len()];
    let targets = |from: usize| -> Vec<usize> {
        let fields = &picture.objects[from].fields;
        fields
            .iter()
            .filter_map(|f| match f.value {
                Value::Pointer { target, .. } => Some(target),
                _ => None,
            })
            .collect()
    };
    let mut outer: Vec<usize> =
        (0..levels.len()).filter(|i| picture.objects[*i].kind != ObjectKind::Region).collect();
    outer.sort_by_key(|i| levels[*i]);
    for list in outer {
        let mut work = targets(list);
        while let Some(at) = work.pop() {
            if at != list && owner[at].is_none() && levels[at] == levels[list] + 1 {
                owner[at] = Some(list);
                work.extend(targets(at));
            }
        }
    }
    for (object, owner) in picture.objects.iter_mut().zip(owner) {
        object.inside = owner;
    }
}
