//! Checks the rules that `syntax.rs` writes down. One pass, linear in the size of the program.
//!
//! What is checked is what engines rely on without looking: ids in range, registers and memory kept apart, scalar types that
//! agree. What C leaves to run time (calls with the wrong number of arguments, accesses out of bounds) is not an error here.

use crate::syntax::*;
use crate::verify_body::BodyVerifier;
use base::{Idx, IndexVec, Symbol};

/// A rule that is broken, and where. Outside functions all three places are `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    pub function: Option<FuncId>,
    pub block: Option<BlockId>,
    /// The statement's index in its block; the number of statements for the terminator.
    pub statement: Option<usize>,
    pub message: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(function) = self.function {
            write!(f, "{function}")?;
            if let Some(block) = self.block {
                write!(f, " {block}")?;
            }
            if let Some(statement) = self.statement {
                write!(f, "[{statement}]")?;
            }
            write!(f, ": ")?;
        }
        f.write_str(&self.message)
    }
}

/// More errors than this are not worth collecting: they come from one mistake.
const MAX_ERRORS: usize = 1000;

/// Every broken rule, in the order of the program; empty for a well-formed program.
pub fn verify(program: &Program) -> Vec<VerifyError> {
    let mut verifier = Verifier { program, errors: Vec::new(), function: None };
    verifier.types();
    let labels = verifier.globals();
    verifier.functions(&labels);
    verifier.errors
}

pub(crate) struct Verifier<'a> {
    pub(crate) program: &'a Program,
    errors: Vec<VerifyError>,
    pub(crate) function: Option<FuncId>,
}

impl Verifier<'_> {
    pub(crate) fn report(&mut self, block: Option<BlockId>, statement: Option<usize>, message: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(VerifyError { function: self.function, block, statement, message });
        }
    }

    fn error(&mut self, message: String) {
        self.report(None, None, message);
    }

    pub(crate) fn is_type(&self, ty: TypeId) -> bool {
        ty.index() < self.program.types.len()
    }

    fn name(&mut self, name: Symbol, what: &dyn std::fmt::Display) {
        if name.index() >= self.program.names.len() {
            self.error(format!("the name of {what} is not in the table of names"));
        }
    }

    fn types(&mut self) {
        let program = self.program;
        for (id, ty) in program.types.iter_enumerated() {
            if !ty.align.is_power_of_two() {
                self.error(format!("{id}: the alignment {} is not a power of two", ty.align));
            }
            let mut children: Vec<TypeId> = Vec::new();
            match &ty.kind {
                TypeKind::Void | TypeKind::Scalar(_) | TypeKind::Bool | TypeKind::Complex(_) => {}
                TypeKind::Enum { name, repr, constants } => {
                    name.iter().for_each(|&name| self.name(name, &id));
                    constants.iter().for_each(|&(name, _)| self.name(name, &id));
                    if !repr.is_int() {
                        self.error(format!("{id}: an enumeration cannot be {repr}"));
                    }
                }
                TypeKind::Pointer(target) => children.push(*target),
                TypeKind::Array { elem, .. } => children.push(*elem),
                TypeKind::Record(record) => {
                    record.name.iter().for_each(|&name| self.name(name, &id));
                    if record.transparent && !record.union {
                        self.error(format!("{id}: only a union is transparent"));
                    }
                    for field in &record.fields {
                        field.name.iter().for_each(|&name| self.name(name, &id));
                        children.push(field.ty);
                    }
                }
                TypeKind::Function { ret, params, .. } => {
                    children.push(*ret);
                    children.extend(params);
                }
            }
            for child in children {
                if !self.is_type(child) {
                    self.error(format!("{id}: there is no type {child}"));
                }
            }
            if let Some(scalar) = ty.scalar()
                && ty.size != scalar.size(program.model)
            {
                self.error(format!("{id}: the size of {scalar} is not {}", ty.size));
            }
        }
        self.finite_types();
    }

    /// No type contains itself by value: whoever walks through fields and elements comes to an end.
    fn finite_types(&mut self) {
        let types = &self.program.types;
        // 0: not seen, 1: on the path, 2: done.
        let mut state: IndexVec<TypeId, u8> = IndexVec::from_elem(0, types.len());
        let mut path: Vec<(TypeId, usize)> = Vec::new();
        let mut circular = Vec::new();
        for root in types.ids() {
            if state[root] != 0 {
                continue;
            }
            state[root] = 1;
            path.push((root, 0));
            while let Some((ty, next)) = path.last_mut() {
                let child = match &types[*ty].kind {
                    TypeKind::Array { elem, .. } if *next == 0 => Some(*elem),
                    TypeKind::Record(record) => record.fields.get(*next).map(|field| field.ty),
                    _ => None,
                };
                *next += 1;
                match child {
                    None => {
                        state[*ty] = 2;
                        path.pop();
                    }
                    Some(child) => match state.get(child) {
                        Some(0) => {
                            state[child] = 1;
                            path.push((child, 0));
                        }
                        Some(1) => circular.push(child),
                        _ => {}
                    },
                }
            }
        }
        for ty in circular {
            self.error(format!("{ty} contains itself"));
        }
    }

    /// Checks the globals and returns the labels whose addresses they hold.
    fn globals(&mut self) -> Vec<(FuncId, BlockId)> {
        let program = self.program;
        let pointer_size = program.model.pointer_size();
        let mut labels = Vec::new();
        for (id, global) in program.globals.iter_enumerated() {
            self.name(global.name, &id);
            if !self.is_type(global.ty) {
                self.error(format!("{id}: there is no type {}", global.ty));
            }
            if !global.align.is_power_of_two() {
                self.error(format!("{id}: the alignment {} is not a power of two", global.align));
            }
            let init = &global.init;
            if init.bytes.len() as u64 > global.size {
                let len = init.bytes.len();
                self.error(format!("{id}: {len} bytes do not fit into {} bytes", global.size));
            }
            if global.kind == GlobalKind::External && *init != Init::default() {
                self.error(format!("{id}: an external object has no initialiser"));
            }
            let mut free_from = 0u64;
            for relocation in &init.relocations {
                let offset = relocation.offset;
                if offset < free_from {
                    self.error(format!("{id}: the relocation at {offset} is not sorted or overlaps another"));
                }
                let Some(end) = offset.checked_add(pointer_size).filter(|&end| end <= global.size) else {
                    self.error(format!("{id}: the relocation at {offset} is out of range"));
                    continue;
                };
                free_from = free_from.max(end);
                let len = init.bytes.len() as u64;
                let covered = &init.bytes[offset.min(len) as usize..end.min(len) as usize];
                if covered.iter().any(|&byte| byte != 0) {
                    self.error(format!("{id}: the bytes under the relocation at {offset} are not zero"));
                }
                match relocation.target {
                    RelocationTarget::Global(target) if target.index() >= program.globals.len() => {
                        self.error(format!("{id}: there is no global {target}"));
                    }
                    RelocationTarget::Function(target) if target.index() >= program.functions.len() => {
                        self.error(format!("{id}: there is no function {target}"));
                    }
                    RelocationTarget::Label(function, block) => {
                        let body = program.functions.get(function).and_then(Function::body);
                        if body.is_some_and(|body| block.index() < body.blocks.len()) {
                            labels.push((function, block));
                        } else {
                            self.error(format!("{id}: there is no block {block} in {function}"));
                        }
                    }
                    RelocationTarget::Global(_) | RelocationTarget::Function(_) => {}
                }
            }
        }
        labels
    }

    fn functions(&mut self, labels: &[(FuncId, BlockId)]) {
        let program = self.program;
        if let Some(entry) = program.entry {
            match program.functions.get(entry) {
                None => self.error(format!("the entry {entry} is not a function of the program")),
                Some(function) if function.body().is_none() => {
                    self.error(format!("the entry {entry} has no body"));
                }
                Some(_) => {}
            }
        }
        let mut labels_of: IndexVec<FuncId, Vec<BlockId>> =
            IndexVec::from_elem(Vec::new(), program.functions.len());
        for &(function, block) in labels {
            labels_of[function].push(block);
        }
        for (id, function) in program.functions.iter_enumerated() {
            self.function = Some(id);
            self.name(function.name, &id);
            match program.types.get(function.ty) {
                None => self.error(format!("there is no type {}", function.ty)),
                Some(ty) if !matches!(ty.kind, TypeKind::Function { .. }) => {
                    self.error(format!("{} is not a function type", function.ty));
                }
                Some(_) => {}
            }
            if let FunctionBody::Defined(body) = &function.body {
                BodyVerifier::new(self, function, body).run(&labels_of[id]);
            }
        }
        self.function = None;
    }
}
