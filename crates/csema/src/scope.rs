//! Scopes of ordinary identifiers and of tags.
//!
//! The innermost binding of a name is found by the name's number alone. Leaving a scope unwinds the stack of bindings
//! and uncovers what they hid.

use crate::typed::{FunctionId, ObjectId, VarId};
use crate::types::{EnumId, QualType, RecordId};
use base::{Idx, Span, Symbol};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    Var(VarId),
    Object(ObjectId),
    Function(FunctionId),
    Typedef,
    /// Index into the analyser's table of enumeration constants.
    EnumConstant(u32),
    /// A parameter of a function declaration that is no definition: it has a type, but no value.
    PrototypeParam,
    /// GNU C's function within a function.
    NestedFunction,
    /// An error was reported for this name; further uses are silent.
    Poison,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) entity: Entity,
    /// For variables, objects and functions the entity's own type counts, since it may be completed later.
    pub(crate) ty: QualType,
    /// From `aligned` on a typedef, else 0.
    pub(crate) align: u32,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Debug)]
struct Entry<T> {
    name: Symbol,
    /// What this one hides, as a position in the stack; `NONE` if nothing.
    hidden: u32,
    depth: u32,
    value: T,
}

const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Namespace<T> {
    heads: Vec<u32>,
    stack: Vec<Entry<T>>,
}

impl<T: Copy> Namespace<T> {
    fn new() -> Self {
        Namespace { heads: Vec::new(), stack: Vec::new() }
    }

    #[inline]
    fn find(&self, name: Symbol) -> Option<&Entry<T>> {
        match self.heads.get(name.index()) {
            Some(&head) if head != NONE => Some(&self.stack[head as usize]),
            _ => None,
        }
    }

    fn bind(&mut self, name: Symbol, depth: u32, value: T) {
        if name.index() >= self.heads.len() {
            self.heads.resize((name.index() + 1).next_power_of_two(), NONE);
        }
        let hidden = self.heads[name.index()];
        if hidden != NONE && self.stack[hidden as usize].depth == depth {
            self.stack[hidden as usize].value = value;
            return;
        }
        self.heads[name.index()] = self.stack.len() as u32;
        self.stack.push(Entry { name, hidden, depth, value });
    }

    fn unwind(&mut self, mark: usize) {
        while self.stack.len() > mark {
            if let Some(entry) = self.stack.pop() {
                self.heads[entry.name.index()] = entry.hidden;
            }
        }
    }
}

/// The bindings of a scope that was left, to be entered again (a function's parameters, between declarator and body).
pub(crate) struct Detached {
    ordinary: Vec<Entry<Binding>>,
    tags: Vec<Entry<Tag>>,
}

pub(crate) struct Scopes {
    ordinary: Namespace<Binding>,
    tags: Namespace<Tag>,
    marks: Vec<(usize, usize)>,
}

impl Scopes {
    pub(crate) fn new() -> Scopes {
        Scopes { ordinary: Namespace::new(), tags: Namespace::new(), marks: Vec::new() }
    }

    /// 0 at file scope.
    pub(crate) fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub(crate) fn enter(&mut self) {
        self.marks.push((self.ordinary.stack.len(), self.tags.stack.len()));
    }

    pub(crate) fn leave(&mut self) {
        if let Some((ordinary, tags)) = self.marks.pop() {
            self.ordinary.unwind(ordinary);
            self.tags.unwind(tags);
        }
    }

    /// Leaves the innermost scope and returns what was bound in it.
    pub(crate) fn detach(&mut self) -> Detached {
        let (ordinary, tags) = self.marks.last().copied().unwrap_or_default();
        let detached = Detached {
            ordinary: self.ordinary.stack[ordinary..].to_vec(),
            tags: self.tags.stack[tags..].to_vec(),
        };
        self.leave();
        detached
    }

    pub(crate) fn attach(&mut self, detached: Detached) {
        self.enter();
        for entry in detached.ordinary {
            self.bind(entry.name, entry.value);
        }
        for entry in detached.tags {
            self.bind_tag(entry.name, entry.value);
        }
    }

    #[inline]
    pub(crate) fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.ordinary.find(name).map(|entry| entry.value)
    }

    pub(crate) fn lookup_here(&self, name: Symbol) -> Option<Binding> {
        self.ordinary.find(name).filter(|entry| entry.depth == self.depth()).map(|entry| entry.value)
    }

    /// Replaces a binding of the same name in the same scope.
    pub(crate) fn bind(&mut self, name: Symbol, value: Binding) {
        let depth = self.depth();
        self.ordinary.bind(name, depth, value);
    }

    pub(crate) fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.tags.find(name).map(|entry| entry.value)
    }

    pub(crate) fn lookup_tag_here(&self, name: Symbol) -> Option<Tag> {
        self.tags.find(name).filter(|entry| entry.depth == self.depth()).map(|entry| entry.value)
    }

    pub(crate) fn bind_tag(&mut self, name: Symbol, value: Tag) {
        let depth = self.depth();
        self.tags.bind(name, depth, value);
    }

    /// All visible names (and some hidden ones), for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.ordinary.stack.iter().rev().map(|entry| entry.name)
    }
}
