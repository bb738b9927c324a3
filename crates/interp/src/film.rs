//! Pictures of the machine's memory while a program runs: one whenever the run comes to another line.

use crate::machine::Machine;
use crate::memory::{Kind, State};
use crate::options::{Discard, Inputs, Options};
use crate::trace::TraceBuffer;
use crate::value::{ObjectId, Value as Register, Wide, sign_extend};
use ::engine::Budget;
use base::{FxHashMap, Span};
use ir::members::{self, Link};
use ir::{FunctionBody, GlobalKind, Program, Scalar, TypeId};
use verdict::picture::{
    End, Field, Film, Frame as Moment, NOT_SHOWN, Object, ObjectKind, ObjectState, Picture, Storage, Value,
    Variable,
};

/// Pictures of longer runs are taken at the beginning and at the end.
const FIRST: u64 = 60;
const LAST: u64 = 240;
/// What a picture shows at most.
const OBJECTS: usize = 60;
const FIELDS: usize = 16;

/// The line of a span, as far as the film must tell lines apart; `None` for places that are not the user's.
pub type LineOf<'a> = &'a dyn Fn(Span) -> Option<u64>;

pub(crate) struct Camera<'a> {
    line_of: LineOf<'a>,
    /// Line and depth of the call stack at the last moment.
    last: Option<(u64, usize)>,
    spans: FxHashMap<Span, Option<u64>>,
    moments: u64,
    /// The number of moments, in the second run.
    total: Option<u64>,
    film: Film,
    /// The types of blocks, by their serial numbers: a block that is lost is still known.
    types: Types,
}

type Types = FxHashMap<u64, TypeId>;

/// Runs the program once more and takes pictures.
pub fn film(
    program: &Program,
    options: &Options,
    inputs: &[i128],
    without_inputs: bool,
    budget: &Budget<'_>,
    line_of: LineOf<'_>,
) -> Film {
    let inputs = || match without_inputs {
        true => Inputs::None,
        false => Inputs::Replay(inputs.to_vec()),
    };
    let (total, _) = filmed(program, options, inputs(), budget, line_of, None);
    let (_, mut film) = filmed(program, options, inputs(), budget, line_of, Some(total));
    if total > FIRST + LAST {
        film.omitted = total - FIRST - LAST;
        film.omitted_at = FIRST as usize;
    }
    film
}

/// One run; says how many moments it had.
fn filmed(
    program: &Program,
    options: &Options,
    inputs: Inputs<'_>,
    budget: &Budget<'_>,
    line_of: LineOf<'_>,
    total: Option<u64>,
) -> (u64, Film) {
    let mut nobody = Discard;
    let mut machine = Machine::new(program, options, budget, inputs, &mut nobody);
    // Only a run that is traced looks for the camera.
    machine.trace = Some(TraceBuffer::default());
    let spans = FxHashMap::default();
    machine.camera = Some(Camera {
        line_of,
        last: None,
        spans,
        moments: 0,
        total,
        film: Film::default(),
        types: Types::default(),
    });
    let _ = machine.start();
    machine.last_picture();
    machine.camera.take().map(|camera| (camera.moments, camera.film)).unwrap_or_default()
}

impl Machine<'_> {
    /// Called before every operation while a camera runs.
    pub(crate) fn maybe_picture(&mut self) {
        let Some(mut camera) = self.camera.take() else { return };
        let depth = self.frames.len();
        let span = self.frames.last().map_or(Span::NONE, |frame| frame.code.span(self.pc));
        let line_of = camera.line_of;
        if let Some(line) = *camera.spans.entry(span).or_insert_with(|| line_of(span))
            && camera.last != Some((line, depth))
        {
            camera.last = Some((line, depth));
            let wanted = match camera.total {
                None => false,
                Some(total) => camera.moments < FIRST || camera.moments + LAST >= total,
            };
            if wanted {
                let picture = self.picture(&mut camera.types);
                let depth = depth.saturating_sub(1) as u32;
                camera.film.frames.push(Moment { span, depth, picture });
            }
            camera.moments += 1;
        }
        self.camera = Some(camera);
    }

    /// Called when the run has ended: the last moment is the one that shows what went wrong.
    fn last_picture(&mut self) {
        let span = self.span();
        let Some(mut camera) = self.camera.take() else { return };
        if camera.total.is_some() && !self.frames.is_empty() {
            let depth = self.frames.len().saturating_sub(1) as u32;
            let picture = self.picture(&mut camera.types);
            if camera.film.frames.last().is_none_or(|last| last.picture != picture || last.span != span) {
                camera.film.frames.push(Moment { span, depth, picture });
            }
        }
        self.camera = Some(camera);
    }

    /// The variables of all functions under way, the global ones, all that they reach, and the blocks that nothing reaches.
    fn picture(&mut self, types: &mut Types) -> Picture {
        let program = self.program;
        let mut draft = Draft {
            program,
            order: Vec::new(),
            place: FxHashMap::default(),
            known: Vec::new(),
            names: Vec::new(),
        };
        let mut variables: Vec<(String, TypeId, Register, Scalar)> = Vec::new();
        let top = self.frames.len().saturating_sub(1);
        let mut function = String::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let FunctionBody::Defined(body) = &program.functions[frame.code.id].body else { continue };
            let owner = program.names.resolve(frame.code.name);
            if depth == top {
                function = owner.to_owned();
            }
            let at = if depth == top { frame.code.span(self.pc) } else { Span::NONE };
            let shown = |name: &str| if depth == top { name.to_owned() } else { format!("{owner}: {name}") };
            for &(local, slot) in &frame.code.registers {
                let data = &body.locals[local];
                let (Some(name), Some(scalar)) = (data.name, data.scalar) else { continue };
                if crate::value::is_wide(scalar) {
                    continue;
                }
                let value = self.regs[frame.base + slot as usize];
                // A variable that has no value yet is of interest where the function may use it by mistake: behind its declaration,
                // in its scope.
                let scope = body.scopes[data.scope].span;
                let is_parameter = base::Idx::index(local) < body.param_count as usize;
                let is_declared = at.is_none()
                    || is_parameter
                    || data.span.lo < at.lo && (scope.is_none() || at.lo < scope.hi.max(scope.lo + 1));
                // A parameter that nobody uses gets no value.
                let is_unset = value.undef == u64::MAX && (depth != top || is_parameter);
                if is_unset || !is_declared {
                    continue;
                }
                variables.push((shown(program.names.resolve(name)), data.ty, value, scalar));
            }
            for local in &frame.code.memory_locals {
                let Some(id) = self.regs[frame.base + local.slot as usize].prov.object() else { continue };
                let info = self.memory.info(id);
                let Some(name) = info.name.filter(|_| info.state == State::Live) else { continue };
                let ty = body.locals.iter().find(|l| l.name == Some(name) && !l.register).map(|l| l.ty);
                draft.add(id, ty, Some(info.size), Some(shown(program.names.resolve(name))));
            }
        }
        for (id, global) in program.globals.iter_enumerated() {
            if matches!(global.kind, GlobalKind::Variable | GlobalKind::StaticLocal) && global.size <= 4096 {
                let object = 1 + base::Idx::index(id) as ObjectId;
                draft.add(
                    object,
                    Some(global.ty),
                    Some(global.size),
                    Some(program.names.resolve(global.name).to_owned()),
                );
            }
        }
        // Functions that move bytes have pointers to characters into everything: such a pointer gives a type if nothing else does.
        let mut bytes = Vec::new();
        for (_, ty, value, _) in &variables {
            if let Some(id) = self.shown_target(*value) {
                let offset = value.bits.wrapping_sub(self.memory.object(id).base) as i64;
                let size = self.memory.info(id).size;
                let target = members::pointee(program, *ty)
                    .filter(|t| members::suits(program, *t, offset, (None, Some(size))));
                let is_byte = target.is_some_and(|t| program.types[t].size == 1);
                let place = draft.add(id, target.filter(|_| !is_byte), Some(size), None);
                if let (Some(place), true) = (place, is_byte) {
                    bytes.push((place, target));
                }
            }
        }
        let mut links = self.follow(&mut draft, 0);
        let reached = draft.order.len();
        for id in self.memory.live_heap() {
            let info = self.memory.info(id);
            draft.add(id, types.get(&info.serial).copied(), Some(info.size), None);
        }
        links.extend(self.follow(&mut draft, reached));
        members::infer_types(program, &mut draft.known, &links);
        for (id, (ty, _)) in draft.order.iter().zip(&draft.known) {
            if let Some(ty) = ty.filter(|ty| program.types[*ty].size > 1) {
                types.insert(self.memory.info(*id).serial, ty);
            }
        }
        for (place, ty) in bytes {
            let known = &mut draft.known[place].0;
            *known = known.or(ty);
        }
        let objects = (0..draft.order.len()).map(|i| self.draw_object(&draft, i)).collect();
        let variables = variables
            .into_iter()
            .map(|(name, ty, value, scalar)| {
                let wide = crate::value::widen(value, Register::ZERO, scalar, self.model);
                let value = enumerator(program, ty, self.shown_value(&draft, wide, Some(scalar)));
                Variable { name, ty: members::shown_type(program, ty), value }
            })
            .collect();
        Picture { function, variables, objects, facts: Vec::new() }
    }

    /// The object that a value points to, if a picture shows it as an object.
    fn shown_target(&self, value: Register) -> Option<ObjectId> {
        let id = value.prov.object().filter(|_| value.prov.is_plain() && value.undef == 0)?;
        match self.memory.info(id).kind {
            Kind::Function(_) | Kind::Label(..) | Kind::Stream(_) | Kind::StringLiteral => None,
            _ => Some(id),
        }
    }

    /// Adds what the objects of the draft point to, and returns the pointers.
    fn follow(&mut self, draft: &mut Draft<'_>, from: usize) -> Vec<Link> {
        let width = self.memory.pointer_size as usize;
        let mut links = Vec::new();
        let mut at = from;
        while at < draft.order.len() {
            let id = draft.order[at];
            let length = self.memory.object(id).data.len().min(1 << 14);
            for offset in (0..length.saturating_sub(width - 1)).step_by(width) {
                if self.memory.object(id).words.get(offset >> self.memory.word_shift).is_none_or(|w| *w == 0)
                {
                    continue;
                }
                let wide = self.memory.peek(id, offset, width);
                let value = Register {
                    bits: wide.bits as u64,
                    undef: wide.undef as u64,
                    prov: wide.prov,
                    frag: wide.frag,
                };
                let Some(target) = self.shown_target(value) else { continue };
                let size = self.memory.info(target).size;
                let Some(to) = draft.add(target, None, Some(size), None) else { continue };
                let to_offset = value.bits.wrapping_sub(self.memory.object(target).base) as i64;
                links.push(Link { from: at, offset: offset as u64, to, to_offset });
            }
            at += 1;
        }
        links
    }

    fn draw_object(&mut self, draft: &Draft<'_>, place: usize) -> Object {
        let program = self.program;
        let id = draft.order[place];
        let (ty, known_size) = draft.known[place];
        let info = self.memory.info(id);
        let (size, allocated, serial) = (info.size, info.allocated, info.serial);
        let storage = match info.kind {
            Kind::Heap => Storage::Heap,
            Kind::Static | Kind::Constant | Kind::StringLiteral => Storage::Static,
            _ => Storage::Stack,
        };
        let state = match info.state {
            State::Live => ObjectState::Live,
            State::Freed(_) => ObjectState::Freed,
            State::OutOfScope(_) => ObjectState::OutOfScope,
        };
        let length = self.memory.object(id).data.len();
        let (mut fields, mut more_fields) = (Vec::new(), 0);
        match ty {
            Some(ty) => {
                let (list, left) = members::members_of_object(program, ty, known_size, FIELDS);
                more_fields = left;
                for member in list {
                    let scalar = members::scalar_of(program, member.ty);
                    let bytes = member.text.unwrap_or(program.types[member.ty].size) as usize;
                    let offset = member.offset as usize;
                    if offset + bytes > length || bytes == 0 {
                        continue;
                    }
                    if member.text.is_some() {
                        let known = |i: usize| {
                            let wide = self.memory.peek(id, offset + i, 1);
                            (wide.undef == 0 && wide.prov.object().is_none()).then_some(wide.bits as u8)
                        };
                        let value =
                            Value::Text(members::text((0..bytes).map(known).collect::<Vec<_>>().into_iter()));
                        let ty = members::shown_type(program, member.ty);
                        fields.push(Field { name: member.name, ty, offset: member.offset, value });
                        continue;
                    }
                    if bytes > 8 {
                        continue;
                    }
                    let mut wide = self.memory.peek(id, offset, bytes);
                    if let Some(bits) = member.bits {
                        let mask = (1u128 << bits.width) - 1;
                        wide = Wide {
                            bits: wide.bits >> bits.start & mask,
                            undef: wide.undef >> bits.start & mask,
                            ..wide
                        };
                    }
                    let value = enumerator(program, member.ty, self.shown_value(draft, wide, scalar));
                    fields.push(Field {
                        name: member.name,
                        ty: members::shown_type(program, member.ty),
                        offset: member.offset,
                        value,
                    });
                }
            }
            None => {
                let width = self.memory.pointer_size as usize;
                for offset in (0..length.saturating_sub(width - 1)).step_by(width) {
                    let wide = self.memory.peek(id, offset, width);
                    if fields.len() >= FIELDS {
                        more_fields += 1;
                        continue;
                    }
                    let value = self.shown_value(draft, wide, None);
                    if value != Value::Uninitialised {
                        fields.push(Field {
                            name: format!("+{offset}"),
                            ty: String::new(),
                            offset: offset as u64,
                            value,
                        });
                    }
                }
            }
        }
        if state != ObjectState::Live {
            fields.retain(|field| !field.name.is_empty());
        }
        Object {
            id: serial,
            name: draft.names[place].clone(),
            ty: ty.map(|ty| members::shown_type_of_object(program, ty, known_size)),
            kind: ObjectKind::Region,
            storage,
            state,
            size: (size, size),
            inside: None,
            fields,
            more_fields,
            allocated,
        }
    }

    fn shown_value(&mut self, draft: &Draft<'_>, wide: Wide, scalar: Option<Scalar>) -> Value {
        if wide.undef != 0 {
            return Value::Uninitialised;
        }
        if let Some(id) = wide.prov.object().filter(|_| wide.prov.is_plain() && wide.frag == 0) {
            if let Some(&target) = draft.place.get(&id) {
                let offset = (wide.bits as u64).wrapping_sub(self.memory.object(id).base) as i64;
                let (ty, size) = draft.known[target];
                let named = || members::place_in(self.program, ty?, size, u64::try_from(offset).ok()?);
                let offset_text = match offset {
                    0 => String::new(),
                    offset => named().unwrap_or_else(|| format!("{offset:+}")),
                };
                return Value::Pointer { target, offset: Some(offset), offset_text, end: End::First };
            }
            let info = self.memory.info(id);
            let name = info.name.map(|n| self.program.names.resolve(n)).unwrap_or_default();
            return match info.kind {
                Kind::StringLiteral => Value::Text(literal(&self.memory.object(id).data)),
                Kind::Function(_) | Kind::Stream(_) => Value::Text(name.to_owned()),
                _ => Value::Text(NOT_SHOWN.to_owned()),
            };
        }
        match scalar {
            Some(Scalar::Ptr) if wide.bits == 0 => Value::Null,
            Some(Scalar::Ptr) => Value::Text(format!("{:#x}", wide.bits)),
            Some(Scalar::F32) => Value::Text(f32::from_bits(wide.bits as u32).to_string()),
            Some(Scalar::F64) => Value::Text(f64::from_bits(wide.bits as u64).to_string()),
            Some(scalar) if scalar.is_signed() => {
                Value::Text(sign_extend(wide.bits, scalar.width(self.model)).to_string())
            }
            Some(_) => Value::Text(wide.bits.to_string()),
            None if wide.bits == 0 => Value::Text("0".to_owned()),
            None => Value::Text(format!("{:#x}", wide.bits)),
        }
    }
}

/// A number of an enumeration by its name.
fn enumerator(program: &Program, ty: TypeId, value: Value) -> Value {
    let Value::Text(text) = &value else { return value };
    let name = text.parse().ok().and_then(|number| members::enumerator(program, ty, number));
    name.map_or(value.clone(), |name| Value::Text(name.to_owned()))
}

/// A string literal as it reads in a picture.
fn literal(data: &[u8]) -> String {
    const SHOWN: usize = 20;
    let text: Vec<u8> = data.iter().copied().take_while(|b| *b != 0).collect();
    let mut shown: String =
        text.iter().take(SHOWN).flat_map(|b| std::ascii::escape_default(*b)).map(char::from).collect();
    if text.len() > SHOWN {
        shown.push('…');
    }
    format!("\"{shown}\"")
}

/// The objects of a picture, in the order in which they are found.
struct Draft<'p> {
    program: &'p Program,
    order: Vec<ObjectId>,
    place: FxHashMap<ObjectId, usize>,
    known: Vec<(Option<TypeId>, Option<u64>)>,
    names: Vec<Option<String>>,
}

impl Draft<'_> {
    fn add(
        &mut self,
        id: ObjectId,
        ty: Option<TypeId>,
        size: Option<u64>,
        name: Option<String>,
    ) -> Option<usize> {
        if let Some(&place) = self.place.get(&id) {
            if let Some(ty) = ty
                && members::suits(self.program, ty, 0, self.known[place])
            {
                self.known[place].0 = Some(ty);
            }
            return Some(place);
        }
        if self.order.len() >= OBJECTS {
            return None;
        }
        self.place.insert(id, self.order.len());
        self.order.push(id);
        self.known.push((ty, size));
        self.names.push(name);
        Some(self.order.len() - 1)
    }
}
