//! From typed trees to one program in the IR: control flow, scopes and memory operations become explicit, and several
//! translation units become one.
//!
//! Architecture invariant: this crate knows nothing of C syntax (it reads only what `csema` made of it), of what library
//! functions do (an undefined function is external; `models` says more), or of engines. It opens no file, never panics on any
//! tree that `csema` can make, and recurses no deeper than the parser's nesting limit lets it.
//!
//! # Evaluation order
//! C leaves much of it open. Where one operand may change what another one uses, every order is lowered, and which one is taken is an
//! input (`order`). Everything else is lowered left to right:
//! - the operands of a binary operator: left, then right;
//! - a call: the function designator, the arguments from left to right, the call;
//! - an assignment: what the target's address is computed from, the value, the store. The value of an assignment is the value
//!   stored, without another read;
//! - `+=`, `++` and the like: the target's address, its old value, the right operand, the store;
//! - a subscript: the pointer, the index, the access;
//! - an initialiser list: the zero fill, then its elements in the order in which they are written.
//!
//! A variable's value is taken when its turn comes, also if it is a register that a later operand changes: such operands are copied.
//!
//! # Forms
//! - Casts between pointers and integers are always between `Ptr` and an integer of pointer width; other widths take two casts.
//! - Operations on integer constants and conversions of constants are done here unless they are undefined, and branches on constant
//!   conditions are gotos. Nothing else is folded.
//! - A place's constant parts are one offset; of several scaled indices the last one stays in the place, the others
//!   are in a temporary pointer (`AddressOf`).
//! - A shift count is converted to `U32` such that a count that is too large stays too large.
//! - A variable is live (`StorageLive`) from the entry of its block, on every way in, to its exit (`StorageDead`), on every way out,
//!   as C says; a declaration without initialiser that is reached again by a jump back inside the block makes it live, that
//!   is, indeterminate, again. Variable-length arrays live from their declaration on.
//! - Temporaries are registers of plain scalar type without a name. They are used again in later statements, so
//!   that a frame stays small.

mod aggregate;
mod apart;
mod arith;
mod builtins;
mod call;
mod cleanup;
mod condition;
mod draft;
mod effects;
mod expr;
mod fold;
mod func;
mod link;
mod names;
mod order;
mod padding;
mod place;
mod scopes;
mod stmt;
mod touches;
mod types;
mod weak;

use base::Span;
use csema::typed::TypedUnit;

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Reaching a label of one of these names is an error that is reached.
    pub error_labels: Vec<String>,
    /// Functions of models that are there although nobody refers to them.
    pub roots: Vec<String>,
}

#[derive(Debug)]
pub struct LowerResult {
    pub program: ir::Program,
    /// What is wrong between units. The program is complete nevertheless.
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub message: String,
    pub span: Span,
    /// Where the other definition is.
    pub other: Option<Span>,
}

/// Puts translation units together.
#[derive(Debug)]
pub struct Linker {
    options: Options,
    program: Vec<TypedUnit>,
    models: Vec<TypedUnit>,
    library: Library,
}

/// What is known of functions that somebody else knows, by their names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library {
    is_in_library: fn(&str) -> bool,
    effects: fn(&str) -> (bool, bool),
}

impl Default for Library {
    fn default() -> Library {
        Library { is_in_library: |_| false, effects: |_| (false, false) }
    }
}

impl Linker {
    pub fn new(options: &Options) -> Linker {
        Linker {
            options: options.clone(),
            program: Vec::new(),
            models: Vec::new(),
            library: Library::default(),
        }
    }

    /// Adds a file of the user's program. All its definitions are kept, but for inline functions that nobody uses.
    pub fn program(&mut self, unit: TypedUnit) {
        self.program.push(unit);
    }

    /// Adds library models: only what is used of it is kept, and definitions of the program, and of models added
    /// earlier, go before its own.
    pub fn model(&mut self, unit: TypedUnit) {
        self.models.push(unit);
    }

    /// Names functions that somebody else knows. An inline definition of such a function (glibc's headers are full of them) is not
    /// used: it stands for the one in the library.
    pub fn library(&mut self, is_in_library: fn(&str) -> bool) {
        self.library.is_in_library = is_in_library;
    }

    /// Says whether a function that is defined nowhere may read, and whether it may write, memory that the program can see.
    pub fn library_effects(&mut self, effects: fn(&str) -> (bool, bool)) {
        self.library.effects = effects;
    }

    pub fn link(self) -> LowerResult {
        link::link(self.program, self.models, &self.options, self.library)
    }
}

/// Lowers the files of a program without any models.
pub fn lower(units: Vec<TypedUnit>, options: &Options) -> LowerResult {
    link::link(units, Vec::new(), options, Library::default())
}
