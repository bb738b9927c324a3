//! The call graph and its recursion groups.
//!
//! A call through a pointer may reach every function whose address is taken somewhere and that fits the call by the rule that
//! all engines go by ([`Program::mismatch_of_pointer`]); the others end the run there. A call that ends the program may run
//! the handlers that were registered for that.

use crate::effects::ends_program;
use crate::mentions::Mentions;
use crate::scc::{Components, components};
use base::{FxHashMap, Idx, IndexVec, define_id};
use ir::{BlockId, Body, Call, Callee, FuncId, FunctionBody, Intrinsic, Passed, Program, TerminatorKind};

define_id!(
    /// Functions that call each other, directly or not; or one function.
    pub struct GroupId, "group"
);

/// A call in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSite {
    pub block: BlockId,
    /// `None` for calls through pointers.
    pub direct: Option<FuncId>,
}

#[derive(Debug)]
pub struct CallGraph {
    sites: IndexVec<FuncId, Vec<CallSite>>,
    /// Raw ids, sorted, each once.
    callees: IndexVec<FuncId, Vec<u32>>,
    components: Components,
    /// Whether the functions of a group can call themselves.
    recursive: Vec<bool>,
}

impl CallGraph {
    pub(crate) fn new(program: &Program, mentions: &Mentions) -> CallGraph {
        let handlers = exit_handlers(program, mentions);
        let mut resolver = Resolver { program, mentions, known: FxHashMap::default() };
        let mut sites = IndexVec::with_capacity(program.functions.len());
        let mut callees = IndexVec::with_capacity(program.functions.len());
        for function in &program.functions {
            let mut own_sites = Vec::new();
            let mut own_callees: Vec<u32> = Vec::new();
            match &function.body {
                FunctionBody::Defined(body) => {
                    for (block, call) in calls(body) {
                        let direct = match call.callee {
                            Callee::Direct(func) => Some(func),
                            Callee::Indirect(_) => None,
                        };
                        own_sites.push(CallSite { block, direct });
                        match direct {
                            Some(func) => own_callees.push(func.raw()),
                            None => own_callees.extend_from_slice(resolver.fitting(call, body)),
                        }
                    }
                }
                FunctionBody::Intrinsic(intrinsic) if ends_program(*intrinsic) => {
                    own_callees.extend_from_slice(&handlers);
                }
                FunctionBody::Intrinsic(_) | FunctionBody::External => {}
            }
            own_callees.sort_unstable();
            own_callees.dedup();
            sites.push(own_sites);
            callees.push(own_callees);
        }
        let components =
            components(program.functions.len(), |node| callees[FuncId::from_raw(node)].as_slice());
        let recursive = (0..components.len())
            .map(|group| match components.members(group) {
                [alone] => callees[FuncId::from_raw(*alone)].binary_search(alone).is_ok(),
                _ => true,
            })
            .collect();
        CallGraph { sites, callees, components, recursive }
    }

    /// The calls in the body of a function, by blocks.
    pub fn sites(&self, func: FuncId) -> &[CallSite] {
        &self.sites[func]
    }

    /// All that a function may call itself, sorted.
    pub fn callees(&self, func: FuncId) -> impl ExactSizeIterator<Item = FuncId> + '_ {
        self.callees[func].iter().map(|&raw| FuncId::from_raw(raw))
    }

    /// Whether the function calls through pointers.
    pub fn calls_pointers(&self, func: FuncId) -> bool {
        self.sites[func].iter().any(|site| site.direct.is_none())
    }

    pub fn group(&self, func: FuncId) -> GroupId {
        GroupId::from_raw(self.components.of[func.index()])
    }

    /// The groups, callees before their callers.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = GroupId> + use<> {
        (0..self.components.len()).map(GroupId::new)
    }

    pub fn members(&self, group: GroupId) -> impl ExactSizeIterator<Item = FuncId> + '_ {
        self.components.members(group.index()).iter().map(|&raw| FuncId::from_raw(raw))
    }

    /// Whether a call of the function may lead to another one of it.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[self.group(func).index()]
    }
}

pub(crate) fn calls(body: &Body) -> impl Iterator<Item = (BlockId, &Call)> {
    body.blocks.iter_enumerated().filter_map(|(block, data)| match &data.terminator.kind {
        TerminatorKind::Call(call) => Some((block, &**call)),
        _ => None,
    })
}

/// What may be registered to run when the program ends.
fn exit_handlers(program: &Program, mentions: &Mentions) -> Vec<u32> {
    let registers =
        program.functions.iter().any(|f| matches!(f.body, FunctionBody::Intrinsic(Intrinsic::Atexit)));
    if !registers {
        return Vec::new();
    }
    let fits = |func: &&FuncId| program.mismatch_of_pointer(**func, [].into_iter(), None).is_none();
    mentions.address_taken().iter().filter(fits).map(|func| func.raw()).collect()
}

/// Finds the functions that fit a call through a pointer; most such calls of a program look alike.
struct Resolver<'p> {
    program: &'p Program,
    mentions: &'p Mentions,
    known: FxHashMap<Vec<u64>, Vec<u32>>,
}

impl Resolver<'_> {
    fn fitting(&mut self, call: &Call, body: &Body) -> &[u32] {
        let result = call.dst.and_then(|dst| body.locals.get(dst)).map(|dst| match dst.scalar {
            Some(scalar) => Passed::Scalar(scalar),
            None => Passed::Block(self.program.types[dst.ty].size),
        });
        let mut key: Vec<u64> = call.args.iter().map(|arg| code(Passed::of_arg(arg))).collect();
        key.push(result.map_or(u64::MAX, code));
        let (program, mentions) = (self.program, self.mentions);
        self.known.entry(key).or_insert_with(|| {
            let fits = |func: &&FuncId| program.mismatch(**func, call, &body.locals).is_none();
            mentions.address_taken().iter().filter(fits).map(|func| func.raw()).collect()
        })
    }
}

fn code(passed: Passed) -> u64 {
    match passed {
        Passed::Nothing => 0,
        Passed::Scalar(scalar) => 1 + 2 * scalar as u64,
        Passed::Block(size) => 2 + 2 * size,
    }
}
