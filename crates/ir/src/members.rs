//! The members of C types as a reader of a picture knows them, and guesses at the types of blocks that have none.

use crate::pretty::type_name;
use crate::syntax::*;
use base::FxHashMap;

/// A scalar somewhere within a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// `next`, `data.x`, `[3].y`; empty if the type itself is a scalar.
    pub name: String,
    pub ty: TypeId,
    /// In bytes, of the unit that `bits` count from.
    pub offset: u64,
    pub bits: Option<BitRange>,
    /// The number of characters, if it is a text.
    pub text: Option<u64>,
}

/// The scalars within a type in the order of their offsets, at most `most`, and how many are left out.
/// Of a union, the members of its first field.
pub fn members(program: &Program, ty: TypeId, most: usize) -> (Vec<Member>, usize) {
    let mut collector = Collector { program, most, members: Vec::new(), left_out: 0 };
    collector.collect(ty, String::new(), 0, 0);
    (collector.members, collector.left_out)
}

/// The same of an object that is as many of the type as it has room for.
pub fn members_of_object(
    program: &Program,
    ty: TypeId,
    size: Option<u64>,
    most: usize,
) -> (Vec<Member>, usize) {
    let count = elements(program, ty, size);
    let mut collector = Collector { program, most, members: Vec::new(), left_out: 0 };
    match count {
        1 => collector.collect(ty, String::new(), 0, 0),
        count => collector.elements(ty, count, String::new(), 0, 0),
    }
    (collector.members, collector.left_out)
}

/// How many elements of the type an object of this size is: a block has the type of what the pointers to it lead to.
fn elements(program: &Program, ty: TypeId, size: Option<u64>) -> u64 {
    let own = program.types[ty].size;
    match size {
        Some(size) if own > 0 && size > own && size % own == 0 && may_be_an_element(program, ty) => {
            size / own
        }
        _ => 1,
    }
}

/// A structure that ends in an array may be followed by more of it.
fn may_be_an_element(program: &Program, ty: TypeId) -> bool {
    match &program.types[ty].kind {
        TypeKind::Record(record) => record.fields.last().is_some_and(|last| {
            !matches!(program.types[last.ty].kind, TypeKind::Array { len: None | Some(0 | 1), .. })
        }),
        TypeKind::Array { .. } | TypeKind::Void | TypeKind::Function { .. } => false,
        _ => true,
    }
}

struct Collector<'p> {
    program: &'p Program,
    most: usize,
    members: Vec<Member>,
    left_out: usize,
}

impl Collector<'_> {
    fn collect(&mut self, ty: TypeId, name: String, offset: u64, depth: u32) {
        // Types are nested by the programmer; deeper than this, nobody reads the picture.
        if depth > 16 {
            self.left_out += 1;
            return;
        }
        let program = self.program;
        match &program.types[ty].kind {
            TypeKind::Record(record) => {
                let shown =
                    if record.union { record.fields.get(..1).unwrap_or_default() } else { &record.fields };
                for field in shown {
                    let own = field.name.map(|n| program.names.resolve(n)).unwrap_or_default();
                    let name = match (name.is_empty(), own.is_empty()) {
                        (_, true) => name.clone(),
                        (true, false) => own.to_owned(),
                        (false, false) => format!("{name}.{own}"),
                    };
                    let at = offset.saturating_add(field.offset);
                    if field.bits.is_some() {
                        let (ty, bits) = (field.ty, field.bits);
                        self.push(Member { name, ty, offset: at, bits, text: None });
                    } else {
                        self.collect(field.ty, name, at, depth + 1);
                    }
                }
            }
            // A text is read as one.
            TypeKind::Array { elem, len: Some(len) } if *len > 1 && is_char(program, *elem) => {
                self.push(Member { name, ty, offset, bits: None, text: Some(*len) });
            }
            TypeKind::Array { elem, len } => self.elements(*elem, len.unwrap_or(0), name, offset, depth),
            TypeKind::Void | TypeKind::Function { .. } => {}
            TypeKind::Scalar(_)
            | TypeKind::Bool
            | TypeKind::Enum { .. }
            | TypeKind::Pointer(_)
            | TypeKind::Complex(_) => self.push(Member { name, ty, offset, bits: None, text: None }),
        }
    }

    fn elements(&mut self, ty: TypeId, count: u64, name: String, offset: u64, depth: u32) {
        if is_char(self.program, ty) && depth == 0 && name.is_empty() {
            self.push(Member { name, ty, offset, bits: None, text: Some(count) });
            return;
        }
        let size = self.program.types[ty].size;
        for i in 0..count {
            if self.members.len() >= self.most {
                self.left_out = self.left_out.saturating_add((count - i) as usize);
                return;
            }
            let at = offset.saturating_add(i.saturating_mul(size));
            self.collect(ty, format!("{name}[{i}]"), at, depth + 1);
        }
    }

    fn push(&mut self, member: Member) {
        if self.members.len() < self.most {
            self.members.push(member);
        } else {
            self.left_out += 1;
        }
    }
}

fn is_char(program: &Program, ty: TypeId) -> bool {
    matches!(program.types[ty].kind, TypeKind::Scalar(Scalar::I8 | Scalar::U8))
}

/// The bytes of a member that is a text, as C writes them, up to the first zero or to what is not known.
pub fn text(bytes: impl Iterator<Item = Option<u8>>) -> String {
    /// Longer texts are cut.
    const LONGEST: usize = 24;
    let mut out = String::from("\"");
    for (i, byte) in bytes.enumerate() {
        match byte {
            Some(0) => {
                out.push('"');
                return out;
            }
            Some(_) | None if i >= LONGEST => break,
            Some(byte) => out.extend(byte.escape_ascii().map(char::from)),
            None if i == 0 => return "?".to_owned(),
            None => break,
        }
    }
    out.push_str("…\"");
    out
}

/// Where a pointer into an object of the type, or of several, points: `[2]`, `next`, or nothing if that has no name.
pub fn place_in(program: &Program, ty: TypeId, size: Option<u64>, offset: u64) -> Option<String> {
    let mut name = String::new();
    let (mut ty, mut offset) = (ty, offset);
    if elements(program, ty, size) > 1 {
        let own = program.types[ty].size;
        name.push_str(&format!("[{}]", offset / own));
        offset %= own;
        if offset == 0 {
            return Some(name);
        }
    }
    for _ in 0..16 {
        match &program.types[ty].kind {
            TypeKind::Array { elem, .. } => {
                let size = program.types[*elem].size;
                name.push_str(&format!("[{}]", offset.checked_div(size)?));
                (ty, offset) = (*elem, offset % size);
            }
            TypeKind::Record(record) => {
                let inside = |f: &&Field| {
                    f.bits.is_none() && (f.offset..f.offset + program.types[f.ty].size).contains(&offset)
                };
                let field = record.fields.iter().find(inside)?;
                if let Some(own) = field.name {
                    if !name.is_empty() {
                        name.push('.');
                    }
                    name.push_str(program.names.resolve(own));
                }
                (ty, offset) = (field.ty, offset - field.offset);
            }
            _ => break,
        }
        if offset == 0 && !name.is_empty() && !matches!(program.types[ty].kind, TypeKind::Array { .. }) {
            break;
        }
    }
    (offset == 0 && !name.is_empty()).then_some(name)
}

/// The scalar that a value of the type is.
pub fn scalar_of(program: &Program, ty: TypeId) -> Option<Scalar> {
    match &program.types[ty].kind {
        TypeKind::Scalar(scalar) | TypeKind::Enum { repr: scalar, .. } => Some(*scalar),
        TypeKind::Bool => Some(Scalar::U8),
        TypeKind::Pointer(_) => Some(Scalar::Ptr),
        _ => None,
    }
}

/// What a pointer of the type points to.
pub fn pointee(program: &Program, ty: TypeId) -> Option<TypeId> {
    match program.types[ty].kind {
        TypeKind::Pointer(to) => Some(to),
        _ => None,
    }
}

/// A pointer in memory, between objects that are known by numbers.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub from: usize,
    pub offset: u64,
    pub to: usize,
    pub to_offset: i64,
}

/// Gives types to objects that have none, from the types of the pointers to them. `known` holds what is known of each
/// object: its type, and its size.
pub fn infer_types(program: &Program, known: &mut [(Option<TypeId>, Option<u64>)], links: &[Link]) {
    let mut by_object: FxHashMap<usize, Vec<&Link>> = FxHashMap::default();
    for link in links {
        by_object.entry(link.from).or_default().push(link);
    }
    let mut work: Vec<usize> = (0..known.len()).filter(|&i| known[i].0.is_some()).collect();
    while let Some(from) = work.pop() {
        let Some(ty) = known[from].0 else { continue };
        for link in by_object.get(&from).into_iter().flatten() {
            let Some(target) = pointer_at(program, ty, link.offset, 0).and_then(|p| pointee(program, p))
            else {
                continue;
            };
            if suits(program, target, link.to_offset, known[link.to]) {
                known[link.to].0 = Some(target);
                work.push(link.to);
            }
        }
    }
}

/// Whether an object may be given the type of a pointer to its start.
pub fn suits(
    program: &Program,
    ty: TypeId,
    offset: i64,
    (known, size): (Option<TypeId>, Option<u64>),
) -> bool {
    let own = program.types[ty].size;
    known.is_none()
        && offset == 0
        && own > 0
        && (size == Some(own) || elements(program, ty, size) > 1)
        && !matches!(program.types[ty].kind, TypeKind::Void | TypeKind::Function { .. })
}

/// The type of the pointer that is stored at an offset of a type.
fn pointer_at(program: &Program, ty: TypeId, offset: u64, depth: u32) -> Option<TypeId> {
    if depth > 16 {
        return None;
    }
    match &program.types[ty].kind {
        TypeKind::Pointer(_) => (offset == 0).then_some(ty),
        TypeKind::Array { elem, .. } => {
            let size = program.types[*elem].size;
            (size > 0).then(|| pointer_at(program, *elem, offset % size, depth + 1)).flatten()
        }
        TypeKind::Record(record) => record.fields.iter().find_map(|field| {
            let size = program.types[field.ty].size;
            let inside = offset.checked_sub(field.offset)?;
            (inside < size.max(1)).then(|| pointer_at(program, field.ty, inside, depth + 1)).flatten()
        }),
        _ => None,
    }
}

/// The name of the member that starts at an offset, or `+offset`.
pub fn member_name(program: &Program, ty: Option<TypeId>, offset: u64) -> String {
    ty.and_then(|ty| {
        let (list, _) = members(program, ty, 256);
        list.into_iter().find(|m| m.offset == offset && !m.name.is_empty()).map(|m| m.name)
    })
    .unwrap_or_else(|| format!("+{offset}"))
}

/// The enumerator that a value of an enumeration is, by its name.
pub fn enumerator(program: &Program, ty: TypeId, value: i64) -> Option<&str> {
    let TypeKind::Enum { constants, .. } = &program.types[ty].kind else { return None };
    let (name, _) = constants.iter().find(|(_, constant)| *constant == value)?;
    Some(program.names.resolve(*name))
}

/// The name of the type of an object of this size: `int [3]`.
pub fn shown_type_of_object(program: &Program, ty: TypeId, size: Option<u64>) -> String {
    match elements(program, ty, size) {
        1 => shown_type(program, ty),
        count => format!("{} [{count}]", shown_type(program, ty)),
    }
}

/// A type's name for people: `struct node *`.
pub fn shown_type(program: &Program, ty: TypeId) -> String {
    type_name(program, ty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{IndexVec, Interner};

    /// struct node { struct node *next; struct { int x, y; } at; int a[2]; };
    fn program() -> (Program, TypeId) {
        let mut names = Interner::new();
        let mut types: IndexVec<TypeId, Type> = IndexVec::new();
        let int = types.push(Type { kind: TypeKind::Scalar(Scalar::I32), size: 4, align: 4 });
        let field = |name: Option<Symbol2>, ty, offset| Field { name, ty, offset, bits: None };
        let (x, y) = (names.intern("x"), names.intern("y"));
        let point = Record {
            name: None,
            union: false,
            is_typedef: false,
            transparent: false,
            fields: vec![field(Some(x), int, 0), field(Some(y), int, 4)],
        };
        let point = types.push(Type { kind: TypeKind::Record(point), size: 8, align: 4 });
        let array = types.push(Type { kind: TypeKind::Array { elem: int, len: Some(2) }, size: 8, align: 4 });
        let node = types.push(Type { kind: TypeKind::Void, size: 24, align: 8 });
        let pointer = types.push(Type { kind: TypeKind::Pointer(node), size: 8, align: 8 });
        let (next, at, a) = (names.intern("next"), names.intern("at"), names.intern("a"));
        let fields =
            vec![field(Some(next), pointer, 0), field(Some(at), point, 8), field(Some(a), array, 16)];
        types[node].kind = TypeKind::Record(Record {
            name: Some(names.intern("node")),
            union: false,
            is_typedef: false,
            transparent: false,
            fields,
        });
        let program = Program {
            model: DataModel::Lp64,
            names,
            types,
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            entry: None,
        };
        (program, node)
    }
    use base::Symbol as Symbol2;

    #[test]
    fn members_are_named_by_their_way() {
        let (program, node) = program();
        let (list, left) = members(&program, node, 10);
        let shown: Vec<(String, u64)> = list.into_iter().map(|m| (m.name, m.offset)).collect();
        let want = [("next", 0), ("at.x", 8), ("at.y", 12), ("a[0]", 16), ("a[1]", 20)];
        assert_eq!(shown, want.map(|(n, o)| (n.to_owned(), o)));
        assert_eq!(left, 0);
        assert_eq!(members(&program, node, 2).1, 3);
        assert_eq!(member_name(&program, Some(node), 12), "at.y");
        assert_eq!(member_name(&program, Some(node), 13), "+13");
    }

    #[test]
    fn places_and_texts_are_named() {
        let (program, node) = program();
        assert_eq!(place_in(&program, node, None, 20).as_deref(), Some("a[1]"));
        assert_eq!(place_in(&program, node, None, 12).as_deref(), Some("at.y"));
        assert_eq!(place_in(&program, node, None, 13), None);
        let bytes = |text: &[u8]| text.iter().map(|b| Some(*b)).collect::<Vec<_>>();
        assert_eq!(text(bytes(b"hi\n\0xx").into_iter()), "\"hi\\n\"");
        assert_eq!(text([Some(b'a'), None, Some(0)].into_iter()), "\"a…\"");
        assert_eq!(text([None].into_iter()), "?");
    }

    #[test]
    fn blocks_of_several_elements_have_their_type() {
        let (program, node) = program();
        let int = TypeId::from_raw(0);
        assert!(suits(&program, int, 0, (None, Some(12))));
        assert!(!suits(&program, int, 0, (None, Some(13))));
        let (list, left) = members_of_object(&program, int, Some(12), 2);
        let shown: Vec<(String, u64)> = list.into_iter().map(|m| (m.name, m.offset)).collect();
        assert_eq!((shown, left), (vec![("[0]".to_owned(), 0), ("[1]".to_owned(), 4)], 1));
        assert_eq!(shown_type_of_object(&program, int, Some(12)), "int [3]");
        assert_eq!(place_in(&program, int, Some(12), 8).as_deref(), Some("[2]"));
        assert_eq!(place_in(&program, node, Some(48), 36).as_deref(), Some("[1].at.y"));
        assert_eq!(shown_type_of_object(&program, node, Some(25)), "struct node");
    }

    #[test]
    fn types_flow_along_pointers() {
        let (program, node) = program();
        let mut known = [(Some(node), Some(24)), (None, Some(24)), (None, Some(24)), (None, Some(16))];
        let link = |from, offset, to| Link { from, offset, to, to_offset: 0 };
        infer_types(&program, &mut known, &[link(0, 0, 1), link(1, 0, 2), link(2, 0, 3), link(2, 8, 3)]);
        assert_eq!(known.map(|k| k.0), [Some(node), Some(node), Some(node), None]);
    }
}
