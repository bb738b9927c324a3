//! The encodings ([Encodings]): the heap is replaced by variables for one address that is chosen before the program starts, and by
//! relations over the program's own accesses.

use crate::options::{Cache, Encoding, Kind};
use crate::program::{
    Address, Global, Heap, HeapId, LocationId, Program, RelationId, Statement, equal, most_objects, zero,
};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Sort, TermId, Terms};

/// The variables and relations that replace one heap.
struct Replaced {
    heap: Heap,
    suffix: String,
    allocated: TermId,
    count: TermId,
    /// `last_addr`: the address that is followed, and its element.
    followed: Vec<TermId>,
    /// R: what is there. RW: the number of the write that wrote it, and the site of that.
    last: Vec<TermId>,
    /// Another address that is followed, and what is there.
    second: Option<(Vec<TermId>, Vec<TermId>)>,
    /// Every access must be to an object that is there.
    asks_validity: bool,
    /// Objects: the fields of each.
    objects: Vec<Vec<TermId>>,
    written: Option<RelationId>,
    /// Whether the cache holds something, whether that waits to be written, the address, the site, the object.
    cache: Option<(TermId, TermId, Vec<TermId>, TermId, Vec<TermId>)>,
}

/// Sites are numbers of this width where they are arguments.
const SITE: u32 = 12;

struct Encoder<'a> {
    terms: &'a mut Terms,
    encoding: Encoding,
    program: Program,
    heaps: IndexVec<HeapId, Replaced>,
    reads: FxHashMap<(HeapId, Option<LocationId>), RelationId>,
    /// The location whose ways are encoded.
    place: LocationId,
    /// Labels for what an encoding itself must not meet.
    invalid: usize,
    too_many: usize,
    /// Sites whose objects some later write of the same way replaces before anything outside can read them.
    hidden: FxHashSet<u32>,
}

/// The program with its heaps replaced. An encoding that cannot express it says why.
pub fn encode(terms: &mut Terms, program: &Program, encoding: Encoding) -> Result<Program, &'static str> {
    // Two sites of one number would hide each other.
    if sites(program).any(|site| site >= 1 << SITE) {
        return Err("there are too many accesses");
    }
    let mut encoder = Encoder {
        terms,
        encoding,
        program: Program { heaps: IndexVec::new(), ..program.clone() },
        heaps: IndexVec::new(),
        reads: FxHashMap::default(),
        place: LocationId::from_raw(0),
        invalid: program.labels.len(),
        too_many: program.labels.len() + 1,
        hidden: FxHashSet::default(),
    };
    encoder.hidden = hidden(encoder.terms, program);
    encoder.program.labels.push("an address is not valid".to_owned());
    encoder.program.labels.push("there are more objects than the encoding has".to_owned());
    for (id, heap) in program.heaps.iter_enumerated() {
        let suffix = if program.heaps.len() > 1 { format!("_{}", id.raw()) } else { String::new() };
        let mut replaced = encoder.replaced(heap, &suffix)?;
        let all = program.locations.iter().flat_map(|location| &location.ways).flatten();
        replaced.asks_validity = all.into_iter().all(|statement| asks_validity(statement, id));
        encoder.heaps.push(replaced);
    }
    for index in 0..program.locations.len() {
        let id = LocationId::from_raw(index as u32);
        encoder.place = id;
        let mut ways = Vec::new();
        for way in &program.locations[id].ways {
            let mut out = Vec::new();
            if index == 0 {
                encoder.before(&mut out);
            }
            encoder.list(way, &mut out);
            ways.push(out);
        }
        encoder.program.locations[id].ways = ways;
    }
    Ok(encoder.program)
}

/// Whether accesses to the heap in a statement have labels.
fn asks_validity(statement: &Statement, of: HeapId) -> bool {
    match statement {
        Statement::Read { heap, label, .. } | Statement::Write { heap, label, .. } => {
            *heap != of || label.is_some()
        }
        Statement::If(_, then, otherwise) => then.iter().chain(otherwise).all(|s| asks_validity(s, of)),
        _ => true,
    }
}

fn sites(program: &Program) -> impl Iterator<Item = u32> + '_ {
    fn of(statement: &Statement) -> Vec<u32> {
        match statement {
            Statement::Alloc { site, .. } | Statement::Read { site, .. } | Statement::Write { site, .. } => {
                vec![*site]
            }
            Statement::If(_, then, otherwise) => then.iter().chain(otherwise).flat_map(of).collect(),
            _ => Vec::new(),
        }
    }
    program.locations.iter().flat_map(|location| &location.ways).flatten().flat_map(of)
}

/// Sites whose writes are followed by another one to the same address in every way: what they wrote is not read elsewhere.
fn hidden(terms: &Terms, program: &Program) -> FxHashSet<u32> {
    let mut hidden: FxHashSet<u32> = FxHashSet::default();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let written = |statement: &Statement| match statement {
        Statement::Alloc { heap, dst, site, .. } => Some((*heap, *dst, None, *site)),
        Statement::Write { heap, address, site, .. } => Some((*heap, address.object, address.element, *site)),
        _ => None,
    };
    for way in program.locations.iter().flat_map(|location| &location.ways) {
        for (i, statement) in way.iter().enumerate() {
            let Some((heap, object, element, site)) = written(statement) else { continue };
            // A variable that is assigned between may make another address of the same term, a call may read.
            let named = terms.variables_of(&[object]);
            let rest = way[i + 1..].iter().take_while(|s| match s {
                Statement::Set(..) | Statement::Havoc(_) | Statement::Call { .. } | Statement::If(..) => {
                    false
                }
                Statement::Read { dst, .. } => !dst.iter().any(|d| named.contains(d)),
                Statement::Alloc { dst, .. } => !named.contains(dst),
                _ => true,
            });
            let replaced = program.heaps[heap].element.is_none()
                && rest.filter_map(&written).any(|(h, o, e, _)| (h, o, e) == (heap, object, element));
            match replaced && seen.insert(site) {
                true => _ = hidden.insert(site),
                false if replaced => {}
                false => _ = hidden.remove(&site),
            }
            seen.insert(site);
        }
    }
    hidden
}

impl Encoder<'_> {
    fn global(&mut self, name: String, sort: Sort, initial: Option<TermId>, constant: bool) -> TermId {
        let variable = self.terms.fresh(&name, sort);
        self.program.globals.push(Global { variable, initial, constant });
        variable
    }

    fn counter(&mut self, name: String) -> TermId {
        let width = self.encoding.counter;
        let zero = self.terms.bv_const(width, 0);
        self.global(name, Sort::Bv(width), Some(zero), false)
    }

    fn replaced(&mut self, heap: &Heap, suffix: &str) -> Result<Replaced, &'static str> {
        let encoding = self.encoding;
        let none = self.terms.bv_const(heap.address, 0);
        let allocated = self.global(format!("allocated{suffix}"), Sort::Bv(heap.address), Some(none), false);
        let mut replaced = Replaced {
            heap: heap.clone(),
            suffix: suffix.to_owned(),
            allocated,
            count: TermId::FALSE,
            followed: Vec::new(),
            last: Vec::new(),
            second: None,
            asks_validity: false,
            objects: Vec::new(),
            written: None,
            cache: None,
        };
        let mut address = vec![("address".to_owned(), Sort::Bv(heap.address))];
        address.extend(heap.element.map(|width| ("element".to_owned(), Sort::Bv(width))));
        let fields: Vec<(String, Sort)> = heap.fields.iter().map(|f| (f.name.clone(), f.sort)).collect();
        let (counter, site) = (Sort::Bv(encoding.counter), Sort::Bv(SITE));
        let mut inputs: Vec<(String, Sort)> = Vec::new();
        if encoding.inputs {
            for input in self.program.inputs.clone() {
                let name = self.terms.variable_name(input).unwrap_or("input").to_owned();
                inputs.push((name, self.terms.sort(input)));
            }
        }
        let is_counted = !matches!(encoding.kind, Kind::Objects(_) | Kind::Invariant { .. });
        if is_counted {
            replaced.count = self.counter(format!("cnt{suffix}"));
            for (name, sort) in &address {
                let short = if name == "address" { "last_addr" } else { "last_element" };
                replaced.followed.push(self.global(format!("{short}{suffix}"), *sort, None, true));
            }
        }
        let named = |name: &str, sort: Sort| (name.to_owned(), sort);
        match encoding.kind {
            Kind::Objects(number) => {
                if heap.element.is_some() {
                    return Err("objects with elements cannot be variables");
                }
                for object in 1..=number {
                    let mut list = Vec::new();
                    for field in &heap.fields {
                        let first = zero(self.terms, field.sort);
                        let name = format!("object{object}{suffix}_{}", field.name);
                        list.push(self.global(name, field.sort, Some(first), false));
                    }
                    replaced.objects.push(list);
                }
            }
            Kind::Invariant { flow } => {
                let mut args = address.clone();
                args.extend(fields.iter().cloned());
                args.extend((flow || encoding.tags).then(|| named("site", site)));
                let all: Vec<_> = inputs.iter().cloned().chain(args).collect();
                replaced.written = Some(self.program.relation(format!("I{suffix}"), &all));
            }
            Kind::R => {
                replaced.last = self.content(&format!("last{suffix}"), &fields);
                if encoding.pair {
                    let mut followed = Vec::new();
                    for (name, sort) in &address {
                        let name = format!("second_{name}{suffix}");
                        followed.push(self.global(name, *sort, None, true));
                    }
                    let there = self.content(&format!("second{suffix}"), &fields);
                    replaced.second = Some((followed, there));
                }
            }
            Kind::Rw | Kind::RwFun | Kind::RwMem => {
                replaced.last.push(self.counter(format!("cnt_last{suffix}")));
                if encoding.tags {
                    let first = self.terms.bv_const(SITE, 0);
                    replaced.last.push(self.global(format!("site_last{suffix}"), site, Some(first), false));
                }
                let mut args = inputs.clone();
                args.push(named("written", counter));
                args.extend(encoding.tags.then(|| named("writer", site)));
                args.extend(address.iter().filter(|_| encoding.pointer).cloned());
                args.extend(fields.iter().cloned());
                replaced.written = Some(self.program.relation(format!("W{suffix}"), &args));
            }
        }
        if encoding.cache != Cache::None && !matches!(encoding.kind, Kind::Objects(_)) {
            let on = self.global(format!("cached{suffix}"), Sort::Bool, Some(TermId::FALSE), false);
            let waits = self.global(format!("waits{suffix}"), Sort::Bool, Some(TermId::FALSE), false);
            let first = self.terms.bv_const(SITE, 0);
            let by = self.global(format!("cache{suffix}_site"), site, Some(first), false);
            let part = |this: &mut Self, list: &[(String, Sort)]| {
                let mut variables = Vec::new();
                for (name, sort) in list {
                    let first = zero(this.terms, *sort);
                    variables.push(this.global(format!("cache{suffix}_{name}"), *sort, Some(first), false));
                }
                variables
            };
            let at = part(self, &address);
            let object = part(self, &fields);
            replaced.cache = Some((on, waits, at, by, object));
        }
        Ok(replaced)
    }

    /// Variables for what is at an address: zeros at first.
    fn content(&mut self, name: &str, fields: &[(String, Sort)]) -> Vec<TermId> {
        let mut variables = Vec::new();
        for (field, sort) in fields {
            let first = zero(self.terms, *sort);
            variables.push(self.global(format!("{name}_{field}"), *sort, Some(first), false));
        }
        variables
    }

    /// What holds before the program starts: an address that is followed is one that can be accessed, if all are asked to be; in RW, an
    /// address that nothing was written to reads as zeros.
    fn before(&mut self, out: &mut Vec<Statement>) {
        for id in 0..self.heaps.len() {
            let replaced = &self.heaps[HeapId::from_raw(id as u32)];
            if !replaced.asks_validity && self.encoding.kind != Kind::RwMem {
                continue;
            }
            let second = replaced.second.as_ref().and_then(|(at, _)| at.first());
            let followed: Vec<TermId> =
                replaced.followed.first().into_iter().chain(second).copied().collect();
            for address in followed {
                let none = zero(self.terms, self.terms.sort(address));
                let some = self.terms.ne(address, none);
                out.push(Statement::Assume(some));
            }
        }
        if self.encoding.kind != Kind::Rw {
            return;
        }
        for id in 0..self.heaps.len() {
            let id = HeapId::from_raw(id as u32);
            let heap = self.heaps[id].heap.clone();
            let first = self.terms.bv_const(self.encoding.counter, 0);
            let mut at = vec![self.terms.fresh("somewhere", Sort::Bv(heap.address))];
            if let Some(width) = heap.element {
                at.push(self.terms.fresh("element", Sort::Bv(width)));
            }
            if self.encoding.pointer {
                out.extend(at.iter().map(|variable| Statement::Havoc(*variable)));
            }
            let nothing: Vec<TermId> = heap.fields.iter().map(|f| zero(self.terms, f.sort)).collect();
            let args = self.write_args(first, 0, &at, &nothing);
            out.extend(self.heaps[id].written.map(|relation| Statement::Shown(relation, args)));
        }
    }

    fn inputs(&self) -> Vec<TermId> {
        if self.encoding.inputs { self.program.inputs.clone() } else { Vec::new() }
    }

    fn write_args(&mut self, number: TermId, site: u32, at: &[TermId], object: &[TermId]) -> Vec<TermId> {
        let mut args = self.inputs();
        args.push(number);
        if self.encoding.tags {
            args.push(self.terms.bv_const(SITE, u128::from(site)));
        }
        if self.encoding.pointer {
            args.extend(at);
        }
        args.extend(object);
        args
    }

    fn list(&mut self, statements: &[Statement], out: &mut Vec<Statement>) {
        // Sites of this way that were written before, by address: a later write to the same address hides an earlier one.
        let mut here: FxHashMap<u32, (HeapId, TermId)> = FxHashMap::default();
        for statement in statements {
            match statement {
                Statement::Alloc { heap, dst, object, site } => {
                    let (allocated, limit) = (self.heaps[*heap].allocated, self.limit(*heap));
                    let (width, below) = (self.terms.width(allocated), self.terms.ult(allocated, limit));
                    // One more would not be told apart from an earlier one: memory has run out before.
                    out.push(Statement::Assume(below));
                    let one = self.terms.bv_const(width, 1);
                    let new = self.terms.add(allocated, one);
                    if let Kind::Objects(number) = self.encoding.kind {
                        let most = self.terms.bv_const(width.max(32), u128::from(number));
                        let count = self.terms.zero_extend(allocated, width.max(32));
                        let fits = self.terms.ult(count, most);
                        out.push(Statement::Assert(fits, self.too_many));
                    }
                    let object: Vec<TermId> = object.iter().map(|t| self.copied(*t, &[*dst], out)).collect();
                    out.push(Statement::Set(allocated, new));
                    out.push(Statement::Set(*dst, allocated));
                    here.insert(*site, (*heap, *dst));
                    let at = Address { object: *dst, element: None };
                    self.write(*heap, at, &object, *site, true, out);
                }
                Statement::Write { heap, address, object, site, label } => {
                    let valid = self.validity(*heap, address.object, *label, out);
                    here.retain(|_, (h, object)| {
                        *h != *heap || *object != address.object || address.element.is_some()
                    });
                    here.insert(*site, (*heap, address.object));
                    // Whatever is not valid is not written.
                    match valid {
                        TermId::TRUE => self.write(*heap, *address, object, *site, false, out),
                        _ => {
                            let mut inner = Vec::new();
                            self.write(*heap, *address, object, *site, false, &mut inner);
                            out.push(Statement::If(valid, inner, Vec::new()));
                        }
                    }
                }
                Statement::Read { heap, dst, address, site, label } => {
                    let address = self.kept(*address, dst, out);
                    let valid = self.validity(*heap, address.object, *label, out);
                    let visible: FxHashSet<u32> =
                        here.iter().filter(|(_, (h, _))| h == heap).map(|(site, _)| *site).collect();
                    self.read(*heap, dst, address, *site, valid, &visible, out);
                }
                Statement::If(condition, then, otherwise) => {
                    let (mut a, mut b) = (Vec::new(), Vec::new());
                    self.list(then, &mut a);
                    self.list(otherwise, &mut b);
                    out.push(Statement::If(*condition, a, b));
                }
                other => out.push(other.clone()),
            }
        }
    }

    /// The address in variables that the read does not overwrite.
    fn kept(&mut self, address: Address, dst: &[TermId], out: &mut Vec<Statement>) -> Address {
        let object = self.copied(address.object, dst, out);
        Address { object, element: address.element.map(|element| self.copied(element, dst, out)) }
    }

    /// The value of a term in a variable of its own, if it depends on those that are to be assigned.
    fn copied(&mut self, term: TermId, assigned: &[TermId], out: &mut Vec<Statement>) -> TermId {
        if !self.terms.variables_of(&[term]).iter().any(|v| assigned.contains(v)) {
            return term;
        }
        let sort = self.terms.sort(term);
        let copy = self.terms.fresh("copy", sort);
        out.push(Statement::Set(copy, term));
        copy
    }

    /// The largest number of objects.
    fn limit(&mut self, heap: HeapId) -> TermId {
        let width = self.heaps[heap].heap.address;
        self.terms.bv_const(width, most_objects(width))
    }

    /// Asserts that an address is valid where that is asked, and gives the condition where it is not certain.
    fn validity(
        &mut self,
        heap: HeapId,
        object: TermId,
        label: Option<usize>,
        out: &mut Vec<Statement>,
    ) -> TermId {
        let allocated = self.heaps[heap].allocated;
        let none = self.terms.bv_const(self.heaps[heap].heap.address, 0);
        let (some, known) = (self.terms.ne(object, none), self.terms.ule(object, allocated));
        let valid = self.terms.and(some, known);
        let asked = match self.encoding.kind {
            Kind::RwFun => return TermId::TRUE,
            Kind::RwMem => Some(label.unwrap_or(self.invalid)),
            _ => label,
        };
        match asked {
            Some(label) => {
                out.push(Statement::Assert(valid, label));
                TermId::TRUE
            }
            None => valid,
        }
    }

    fn at(&self, address: Address) -> Vec<TermId> {
        [Some(address.object), address.element].into_iter().flatten().collect()
    }

    /// That the address is the one that is followed; all elements of a new object are.
    fn is_followed(&mut self, heap: HeapId, at: &[TermId]) -> TermId {
        let followed = self.heaps[heap].followed.clone();
        equal(self.terms, at, &followed)
    }

    fn write(
        &mut self,
        heap: HeapId,
        address: Address,
        object: &[TermId],
        site: u32,
        new: bool,
        out: &mut Vec<Statement>,
    ) {
        let at = self.at(address);
        let Some((on, waits, cached, by, held)) = self.heaps[heap].cache.clone() else {
            return self.store(heap, &at, object, site, out);
        };
        // All elements of a new object are written at once, which no cache of one address holds.
        if new && self.heaps[heap].heap.element.is_some() {
            return self.store(heap, &at, object, site, out);
        }
        match self.encoding.cache {
            Cache::WriteBack => {
                let hit = equal(self.terms, &at, &cached);
                let other = self.terms.not(hit);
                let flush = self.terms.and_all([on, waits, other]);
                let mut inner = Vec::new();
                self.store_by(heap, &cached, &held, by, &mut inner);
                out.push(Statement::If(flush, inner, Vec::new()));
            }
            _ => self.store(heap, &at, object, site, out),
        }
        let site = self.terms.bv_const(SITE, u128::from(site));
        out.push(Statement::Set(on, TermId::TRUE));
        out.push(Statement::Set(waits, TermId::from_bool(self.encoding.cache == Cache::WriteBack)));
        out.push(Statement::Set(by, site));
        // The values may speak of the cache itself.
        let pairs = cached.iter().zip(&at).chain(held.iter().zip(object));
        self.assign(pairs.map(|(a, b)| (*a, *b)).collect(), out);
    }

    /// Assigns all at once.
    fn assign(&mut self, pairs: Vec<(TermId, TermId)>, out: &mut Vec<Statement>) {
        let variables: Vec<TermId> = pairs.iter().map(|(variable, _)| *variable).collect();
        let mut late = Vec::new();
        for (variable, value) in pairs {
            if variable == value {
                continue;
            }
            let depends = self.terms.variables_of(&[value]).iter().any(|v| variables.contains(v));
            if depends {
                let sort = self.terms.sort(variable);
                let copy = self.terms.fresh("copy", sort);
                out.push(Statement::Set(copy, value));
                late.push(Statement::Set(variable, copy));
            } else {
                late.push(Statement::Set(variable, value));
            }
        }
        out.extend(late);
    }

    fn store(&mut self, heap: HeapId, at: &[TermId], object: &[TermId], site: u32, out: &mut Vec<Statement>) {
        let site = self.terms.bv_const(SITE, u128::from(site));
        self.store_by(heap, at, object, site, out);
    }

    /// The write itself.
    fn store_by(
        &mut self,
        heap: HeapId,
        at: &[TermId],
        object: &[TermId],
        site: TermId,
        out: &mut Vec<Statement>,
    ) {
        // An allocation gives one object: its elements are all of it.
        let mut place = at.to_vec();
        if let (Some(width), 1) = (self.heaps[heap].heap.element, at.len()) {
            let any = self.terms.fresh("element", Sort::Bv(width));
            if self.encoding.pointer || matches!(self.encoding.kind, Kind::Invariant { .. }) {
                out.push(Statement::Havoc(any));
            }
            place.push(any);
        }
        match self.encoding.kind {
            Kind::Objects(_) => {
                for (index, fields) in self.heaps[heap].objects.clone().into_iter().enumerate() {
                    let number = self.terms.bv_const(self.terms.width(at[0]), index as u128 + 1);
                    let here = self.terms.eq(at[0], number);
                    let mut inner = Vec::new();
                    self.assign(fields.into_iter().zip(object.iter().copied()).collect(), &mut inner);
                    out.push(Statement::If(here, inner, Vec::new()));
                }
            }
            Kind::Invariant { flow } => {
                let mut args = self.inputs();
                args.extend(&place);
                args.extend(object);
                args.extend((flow || self.encoding.tags).then_some(site));
                out.extend(self.heaps[heap].written.map(|relation| Statement::Shown(relation, args)));
            }
            Kind::R => {
                let here = self.is_followed(heap, at);
                let mut inner = Vec::new();
                let last = self.heaps[heap].last.clone();
                self.assign(last.into_iter().zip(object.iter().copied()).collect(), &mut inner);
                out.push(Statement::If(here, inner, Vec::new()));
                if let Some((followed, there)) = self.heaps[heap].second.clone() {
                    let here = equal(self.terms, at, &followed);
                    let mut inner = Vec::new();
                    self.assign(there.into_iter().zip(object.iter().copied()).collect(), &mut inner);
                    out.push(Statement::If(here, inner, Vec::new()));
                }
            }
            Kind::Rw | Kind::RwFun | Kind::RwMem => {
                let count = self.heaps[heap].count;
                let one = self.terms.bv_const(self.encoding.counter, 1);
                let next = self.terms.add(count, one);
                out.push(Statement::Set(count, next));
                let here = self.is_followed(heap, at);
                let last = self.heaps[heap].last.clone();
                let mut inner = vec![Statement::Set(last[0], count)];
                inner.extend(last.get(1).map(|variable| Statement::Set(*variable, site)));
                out.push(Statement::If(here, inner, Vec::new()));
                let mut args = self.inputs();
                args.push(count);
                args.extend(self.encoding.tags.then_some(site));
                if self.encoding.pointer {
                    args.extend(&place);
                }
                args.extend(object);
                out.extend(self.heaps[heap].written.map(|relation| Statement::Shown(relation, args)));
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one statement and what is known around it")]
    fn read(
        &mut self,
        heap: HeapId,
        dst: &[TermId],
        address: Address,
        site: u32,
        valid: TermId,
        visible: &FxHashSet<u32>,
        out: &mut Vec<Statement>,
    ) {
        let at = self.at(address);
        let Some((on, waits, cached, by, held)) = self.heaps[heap].cache.clone() else {
            return self.load(heap, dst, &at, site, valid, visible, out);
        };
        let same = equal(self.terms, &at, &cached);
        let hit = self.terms.and(on, same);
        let from_cache: Vec<Statement> =
            dst.iter().zip(&held).map(|(variable, value)| Statement::Set(*variable, *value)).collect();
        let mut miss = Vec::new();
        if self.encoding.cache == Cache::WriteBack {
            let flush = self.terms.and(on, waits);
            let mut inner = Vec::new();
            self.store_by(heap, &cached, &held, by, &mut inner);
            miss.push(Statement::If(flush, inner, Vec::new()));
        }
        self.load(heap, dst, &at, site, valid, visible, &mut miss);
        miss.push(Statement::Set(on, TermId::TRUE));
        miss.push(Statement::Set(waits, TermId::FALSE));
        let pairs = cached.iter().zip(&at).chain(held.iter().zip(dst));
        self.assign(pairs.map(|(a, b)| (*a, *b)).collect(), &mut miss);
        // What is read where nothing is, is not kept.
        if valid != TermId::TRUE {
            miss.push(Statement::Set(on, valid));
        }
        out.push(Statement::If(hit, from_cache, miss));
    }

    /// The read itself.
    #[expect(clippy::too_many_arguments, reason = "the parts of one statement and what is known around it")]
    fn load(
        &mut self,
        heap: HeapId,
        dst: &[TermId],
        at: &[TermId],
        site: u32,
        valid: TermId,
        visible: &FxHashSet<u32>,
        out: &mut Vec<Statement>,
    ) {
        let fields = self.heaps[heap].heap.fields.clone();
        let any: Vec<Statement> = dst.iter().map(|variable| Statement::Havoc(*variable)).collect();
        let nothing: Vec<TermId> = fields.iter().map(|field| zero(self.terms, field.sort)).collect();
        match self.encoding.kind {
            Kind::Objects(_) => {
                let mut values = nothing;
                for (index, fields) in self.heaps[heap].objects.clone().into_iter().enumerate() {
                    let number = self.terms.bv_const(self.terms.width(at[0]), index as u128 + 1);
                    let here = self.terms.eq(at[0], number);
                    for (value, field) in values.iter_mut().zip(fields) {
                        *value = self.terms.ite(here, field, *value);
                    }
                }
                out.extend(dst.iter().zip(values).map(|(variable, value)| Statement::Set(*variable, value)));
            }
            Kind::Invariant { flow } => {
                let mut inner = any;
                let mut args = self.inputs();
                args.extend(at);
                args.extend(dst);
                if flow || self.encoding.tags {
                    let writer = self.terms.fresh("site", Sort::Bv(SITE));
                    inner.push(Statement::Havoc(writer));
                    args.push(writer);
                    inner.extend(self.heaps[heap].written.map(|relation| Statement::Given(relation, args)));
                    let mut hidden: Vec<u32> = self.hidden.difference(visible).copied().collect();
                    hidden.sort_unstable();
                    for site in hidden.into_iter().filter(|_| flow) {
                        let site = self.terms.bv_const(SITE, u128::from(site));
                        let other = self.terms.ne(writer, site);
                        inner.push(Statement::Assume(other));
                    }
                } else {
                    inner.extend(self.heaps[heap].written.map(|relation| Statement::Given(relation, args)));
                }
                match valid {
                    TermId::TRUE => out.extend(inner),
                    _ => {
                        let outside = dst.iter().zip(nothing).map(|(d, value)| Statement::Set(*d, value));
                        out.push(Statement::If(valid, inner, outside.collect()));
                    }
                }
            }
            Kind::R => {
                let (count, last) = self.counted(heap, out);
                let here = self.is_followed(heap, at);
                let mut results: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
                // What the read object is related to: the other address that is followed.
                let second = self.heaps[heap].second.clone();
                let mut found = last.clone();
                if let Some((followed, there)) = &second {
                    let names =
                        ["other", "other_element"].into_iter().take(followed.len()).map(str::to_owned);
                    let others: Vec<String> = results.iter().map(|name| format!("other_{name}")).collect();
                    results.extend(names.chain(others));
                    found.extend(followed.iter().chain(there));
                }
                let (relation, args) = self.read_relation(heap, count, site, at, results, &found);
                let args: Vec<TermId> = args.into_iter().map(|t| self.copied(t, dst, out)).collect();
                let shown = args.iter().chain(&found).copied().collect();
                out.push(Statement::If(here, vec![Statement::Shown(relation, shown)], Vec::new()));
                out.extend(any);
                let first = (self.heaps[heap].followed.clone(), last);
                let pairs = match second {
                    // A run in which the read address is followed first, and either of these second, has the same relation.
                    Some(second) => vec![Some(first.clone()), Some(second)],
                    None => vec![None],
                };
                for pair in &pairs {
                    let mut all: Vec<TermId> = args.iter().chain(dst).copied().collect();
                    if let Some((followed, there)) = pair {
                        all.extend(followed.iter().chain(there));
                    }
                    out.push(Statement::Given(relation, all));
                }
                for (followed, there) in pairs.into_iter().flatten().chain([first]) {
                    let here = equal(self.terms, at, &followed);
                    let same = equal(self.terms, dst, &there);
                    let known = self.terms.implies(here, same);
                    out.push(Statement::Assume(known));
                }
            }
            Kind::Rw | Kind::RwFun | Kind::RwMem => {
                let (count, last) = self.counted(heap, out);
                let here = self.is_followed(heap, at);
                let results = vec!["written".to_owned(), "writer".to_owned()];
                let (relation, args) = self.read_relation(heap, count, site, at, results, &last);
                let args: Vec<TermId> = args.into_iter().map(|t| self.copied(t, dst, out)).collect();
                let Some(written) = self.heaps[heap].written else { return };
                let shown = args.iter().chain(&last).copied().collect();
                out.push(Statement::If(here, vec![Statement::Shown(relation, shown)], Vec::new()));
                let mut write = Vec::new();
                for variable in &last {
                    let sort = self.terms.sort(*variable);
                    write.push(self.terms.fresh("t", sort));
                }
                out.extend(write.iter().map(|variable| Statement::Havoc(*variable)));
                out.push(Statement::Given(relation, args.iter().chain(&write).copied().collect()));
                let same = equal(self.terms, &write, &last);
                let known = self.terms.implies(here, same);
                out.push(Statement::Assume(known));
                out.extend(any);
                let mut args = self.inputs();
                args.extend(&write);
                if self.encoding.pointer {
                    args.extend(at);
                }
                args.extend(dst);
                out.push(Statement::Given(written, args));
            }
        }
    }

    /// The relation of a read, and its arguments but for what is read.
    fn read_relation(
        &mut self,
        heap: HeapId,
        count: TermId,
        site: u32,
        at: &[TermId],
        results: Vec<String>,
        last: &[TermId],
    ) -> (RelationId, Vec<TermId>) {
        let encoding = self.encoding;
        let mut key: Vec<(String, TermId)> = Vec::new();
        let mut add = |name: &str, term: TermId| key.push((name.to_owned(), term));
        for input in self.inputs() {
            add(self.terms.variable_name(input).unwrap_or("input"), input);
        }
        if !encoding.uncounted {
            add("cnt", count);
        }
        if encoding.tags {
            add("reader", self.terms.bv_const(SITE, u128::from(site)));
        }
        if encoding.pointer {
            for (name, term) in ["address", "element"].iter().zip(at) {
                add(name, *term);
            }
        }
        if encoding.objects {
            add("objects", self.heaps[heap].allocated);
        }
        // Places have different variables, and relations of their own.
        let place = encoding.variables.then_some(self.place);
        if encoding.variables {
            for variable in &self.program.locations[self.place].variables {
                add(self.terms.variable_name(*variable).unwrap_or("variable"), *variable);
            }
        }
        let (names, args): (Vec<String>, Vec<TermId>) = key.into_iter().unzip();
        let relation = match self.reads.get(&(heap, place)) {
            Some(relation) => *relation,
            None => {
                let all = names.into_iter().chain(results).zip(args.iter().chain(last));
                let all: Vec<(String, Sort)> =
                    all.map(|(name, term)| (name, self.terms.sort(*term))).collect();
                let suffix = &self.heaps[heap].suffix;
                let name = match place {
                    Some(place) => format!("R{suffix}_{}", self.program.locations[place].name),
                    None => format!("R{suffix}"),
                };
                let relation = self.program.relation(name, &all);
                self.reads.insert((heap, place), relation);
                relation
            }
        };
        (relation, args)
    }

    /// Counts an access; gives the counter and what is known of the address that is followed.
    fn counted(&mut self, heap: HeapId, out: &mut Vec<Statement>) -> (TermId, Vec<TermId>) {
        let count = self.heaps[heap].count;
        let one = self.terms.bv_const(self.encoding.counter, 1);
        let next = self.terms.add(count, one);
        out.push(Statement::Set(count, next));
        (count, self.heaps[heap].last.clone())
    }
}
