//! Programs as data: locations, and the ways from each to the next ones.

use base::{IndexVec, define_id};
use smt::{Sort, TermId, Terms};

define_id!(
    /// A heap of objects of one kind.
    pub struct HeapId, "heap"
);
define_id!(
    /// A place where ways begin and end.
    pub struct LocationId, "at"
);
define_id!(
    /// A relation that is to be found.
    pub struct RelationId, "relation"
);
define_id!(
    /// A function of its own, for what cannot be followed into.
    pub struct FunctionId, "function"
);

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub sort: Sort,
}

/// Objects with the same fields. Addresses are numbers from 1 in the order of allocation; 0 is no object.
#[derive(Clone, Debug)]
pub struct Heap {
    pub name: String,
    /// The width of addresses.
    pub address: u32,
    /// If an object has elements: the width of what tells them apart.
    pub element: Option<u32>,
    pub fields: Vec<Field>,
}

/// An object, or an element of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub object: TermId,
    pub element: Option<TermId>,
}

/// A variable that every location has.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    pub variable: TermId,
    /// Without one it is chosen before the program starts.
    pub initial: Option<TermId>,
    /// It never changes.
    pub constant: bool,
}

#[derive(Clone, Debug)]
pub struct Relation {
    pub name: String,
    /// What the arguments are, for those who read it.
    pub names: Vec<String>,
    pub sorts: Vec<Sort>,
}

/// One step. Terms are over the variables' values at the time; labels are numbers of `Program::labels`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Assume(TermId),
    Assert(TermId, usize),
    Set(TermId, TermId),
    /// The variable gets any value.
    Havoc(TermId),
    /// A new object; all its elements hold the same.
    Alloc {
        heap: HeapId,
        dst: TermId,
        object: Vec<TermId>,
        site: u32,
    },
    /// What is at an address; zeros if nothing is. With a label, it must be there.
    Read {
        heap: HeapId,
        dst: Vec<TermId>,
        address: Address,
        site: u32,
        label: Option<usize>,
    },
    /// Nothing happens if there is no object at the address. With a label, it must be there.
    Write {
        heap: HeapId,
        address: Address,
        object: Vec<TermId>,
        site: u32,
        label: Option<usize>,
    },
    If(TermId, Vec<Statement>, Vec<Statement>),
    /// The relation must hold: `assert(R(…))`.
    Shown(RelationId, Vec<TermId>),
    /// The relation holds: `assume(R(…))`.
    Given(RelationId, Vec<TermId>),
    Call {
        function: FunctionId,
        args: Vec<TermId>,
        results: Vec<TermId>,
    },
    /// Ends a way.
    Goto(LocationId, Vec<TermId>),
    /// Ends a way and the function.
    Return(Vec<TermId>),
}

#[derive(Clone, Debug, Default)]
pub struct Location {
    pub name: String,
    pub function: Option<FunctionId>,
    pub variables: Vec<TermId>,
    pub ways: Vec<Vec<Statement>>,
}

/// Its first location's variables are the parameters.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub entry: LocationId,
    pub results: Vec<Sort>,
}

/// The program starts at location 0, which has no variables and which nothing goes to.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub heaps: IndexVec<HeapId, Heap>,
    pub globals: Vec<Global>,
    pub locations: IndexVec<LocationId, Location>,
    pub functions: IndexVec<FunctionId, Function>,
    pub relations: IndexVec<RelationId, Relation>,
    /// What assertions say when they fail.
    pub labels: Vec<String>,
    /// Variables that were made inputs: relations may depend on them.
    pub inputs: Vec<TermId>,
}

impl Program {
    pub fn new() -> Program {
        Program::default()
    }

    /// A relation over arguments of these names and sorts.
    pub fn relation(&mut self, name: impl Into<String>, args: &[(String, Sort)]) -> RelationId {
        let (names, sorts) = args.iter().cloned().unzip();
        self.relations.push(Relation { name: name.into(), names, sorts })
    }
}

impl Statement {
    /// Every term of the statement, also inside of `If`; variables that are written are terms, too.
    pub fn for_each_term(&mut self, f: &mut dyn FnMut(&mut TermId)) {
        let address = |address: &mut Address, f: &mut dyn FnMut(&mut TermId)| {
            f(&mut address.object);
            address.element.iter_mut().for_each(f);
        };
        match self {
            Statement::Assume(t) | Statement::Assert(t, _) | Statement::Havoc(t) => f(t),
            Statement::Set(a, b) => {
                f(a);
                f(b);
            }
            Statement::Alloc { dst, object, .. } => {
                object.iter_mut().for_each(&mut *f);
                f(dst);
            }
            Statement::Read { dst, address: at, .. } => {
                address(at, f);
                dst.iter_mut().for_each(f);
            }
            Statement::Write { address: at, object, .. } => {
                address(at, f);
                object.iter_mut().for_each(f);
            }
            Statement::If(condition, then, otherwise) => {
                f(condition);
                then.iter_mut().chain(otherwise).for_each(|s| s.for_each_term(f));
            }
            Statement::Shown(_, args) | Statement::Given(_, args) => args.iter_mut().for_each(f),
            Statement::Call { args, results, .. } => args.iter_mut().chain(results).for_each(f),
            Statement::Goto(_, args) | Statement::Return(args) => args.iter_mut().for_each(f),
        }
    }

    pub(crate) fn is_fork(&self) -> bool {
        match self {
            Statement::Given(..) | Statement::Call { .. } | Statement::Goto(..) | Statement::Return(_) => {
                true
            }
            Statement::If(_, then, otherwise) => then.iter().chain(otherwise).any(Statement::is_fork),
            _ => false,
        }
    }
}

/// That two lists are equal, term by term.
pub(crate) fn equal(terms: &mut Terms, a: &[TermId], b: &[TermId]) -> TermId {
    let mut parts = Vec::with_capacity(a.len());
    for (x, y) in a.iter().zip(b) {
        parts.push(terms.eq(*x, *y));
    }
    terms.and_all(parts)
}

/// The largest number of objects of a heap whose addresses have this width: wide ones leave room for numbers that stand for what is no
/// object.
pub(crate) fn most_objects(width: u32) -> u128 {
    if width > 16 { 1 << (width - 3) } else { (1 << width) - 1 }
}

/// Zero, or false.
pub(crate) fn zero(terms: &mut Terms, sort: Sort) -> TermId {
    match sort {
        Sort::Bool => TermId::FALSE,
        Sort::Bv(width) => terms.bv_const(width, 0),
    }
}
