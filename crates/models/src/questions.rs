//! What models in C may ask about the program that they are linked into. The answers are constants of the program: a model
//! that need not be exact in a way that nobody can see asks first, and is cheaper for it.

use base::Idx;
use ir::{
    Arg, BinOp, Block, BlockId, Body, Call, Callee, FuncId, FunctionBody, GlobalId, Intrinsic, LocalId,
    Operand, Place, PlaceBase, Program, RelocationTarget, Rvalue, Scalar, Scope, StatementKind, Terminator,
    TerminatorKind,
};

/// A question, by the name of the function that models call, and how it is answered.
const QUESTIONS: &[(&str, fn(&Program) -> bool)] = &[
    // Whether the program looks at what functions such as `isalpha` give otherwise than by asking whether it is zero.
    ("__fafnir_class_is_a_number", class_is_a_number),
    // Whether the program can see which elements `qsort` and `bsearch` compare, how often, and in which order.
    ("__fafnir_comparisons_are_seen", comparisons_are_seen),
    // Whether `getopt` is only asked about the program's own arguments, as `main` got them.
    ("__fafnir_options_are_arguments", options_are_arguments),
    // Whether the standard input is the real one: `run` says so in what it adds to the program.
    ("__fafnir_standard_input_is_real", |_| false),
    // Never: what is called behind it is in the program all the same.
    ("__fafnir_never", |_| false),
    // Whether the program can see that output of wide characters fails.
    ("__fafnir_wide_output_is_watched", wide_output_is_watched),
    // Whether anything but the functions of descriptors.c opens and closes descriptors.
    ("__fafnir_has_other_descriptors", |program| uses_any(program, OTHER_DESCRIPTORS)),
    // Whether others close what these have opened.
    ("__fafnir_descriptors_are_given_away", |program| uses_any(program, GIVEN_AWAY)),
    // Whether something may be printed after a stream was closed, which may be the standard output.
    ("__fafnir_output_follows_closing", crate::later::output_follows_closing),
];

/// Answers the questions that are asked: their functions return constants.
pub(crate) fn answer(program: &mut Program) {
    for (name, question) in QUESTIONS {
        let Some(id) = external(program, name) else { continue };
        let answer = question(program);
        let span = program.functions[id].span;
        let mut body = Body::default();
        body.scopes.push(Scope { parent: None, span });
        let value = Arg::Scalar(Operand::Int(i64::from(answer), Scalar::I32), Scalar::I32);
        let terminator = Terminator { kind: TerminatorKind::Return(Some(value)), span };
        body.blocks.push(Block { statements: Vec::new(), terminator });
        program.functions[id].body = FunctionBody::Defined(body);
    }
}

fn external(program: &Program, name: &str) -> Option<FuncId> {
    let symbol = program.names.lookup(name)?;
    let mut functions = program.functions.iter_enumerated();
    functions.find(|(_, f)| f.name == symbol && matches!(f.body, FunctionBody::External)).map(|(id, _)| id)
}

const GIVEN_AWAY: &[&str] = &["fdopen", "fcloseall", "closefrom", "close_range"];

#[rustfmt::skip]
const OTHER_DESCRIPTORS: &[&str] = &[
    "fdopen", "fcloseall", "closefrom", "close_range", "fopen", "fopen64", "freopen", "freopen64", "popen", "tmpfile", "tmpfile64",
    "fclose", "pclose", "opendir", "fdopendir", "closedir", "openlog", "syslog", "vsyslog", "closelog", "mkstemp", "mkstemp64",
    "mkostemp", "mkstemps", "openat", "openat64", "socketpair", "accept4", "pipe2", "dup3", "memfd_create", "shm_open", "mq_open",
    "epoll_create", "epoll_create1", "eventfd", "timerfd_create", "signalfd", "inotify_init", "inotify_init1", "posix_openpt",
    "getpt", "openpty", "forkpty", "open_by_handle_at", "rcmd", "rexec", "setmntent", "endmntent", "catopen", "catclose", "dlopen",
];

/// Whether the program, and not only the models, calls one of these functions or takes its address.
pub(crate) fn uses_any(program: &Program, names: &[&str]) -> bool {
    let name = |id: FuncId| program.names.resolve(program.functions[id].name);
    let is_model = |id: FuncId| name(id).starts_with("__fafnir_") || crate::is_known(name(id));
    let is_meant = |id: FuncId| names.contains(&name(id));
    address_taken(program).into_iter().any(is_meant)
        || program.bodies().filter(|(id, ..)| !is_model(*id)).any(|(_, _, body)| {
            calls(body).any(|call| matches!(call.callee, Callee::Direct(callee) if is_meant(callee)))
        })
}

const WIDE_OUTPUT: [&str; 8] =
    ["wprintf", "fwprintf", "vwprintf", "vfwprintf", "fputws", "fputwc", "putwc", "putwchar"];

/// By their results, or by `errno`; models use each other.
fn wide_output_is_watched(program: &Program) -> bool {
    let name = |id: FuncId| program.names.resolve(program.functions[id].name);
    let is_model = |id: FuncId| name(id).starts_with("__fafnir_") || crate::is_known(name(id));
    let is_output = |id: FuncId| WIDE_OUTPUT.contains(&name(id)) && program.functions[id].body().is_some();
    address_taken(program).into_iter().any(is_output)
        || program.bodies().filter(|(id, ..)| !is_model(*id)).any(|(_, _, body)| {
            calls(body).any(|call| match call.callee {
                Callee::Direct(callee) => {
                    is_output(callee) && call.dst.is_some() || name(callee) == "__errno_location"
                }
                Callee::Indirect(..) => false,
            })
        })
}

/// The functions that look for options are called by `main` alone, with its parameters, before these are changed; and nobody else
/// writes to `optind`.
fn options_are_arguments(program: &Program) -> bool {
    let name = |id: FuncId| program.names.resolve(program.functions[id].name);
    let looks_for_options =
        |id: FuncId| matches!(name(id), "getopt" | "getopt_long") && program.functions[id].body().is_some();
    let is_call = |call: &Call| matches!(call.callee, Callee::Direct(callee) if looks_for_options(callee));
    let named = program.globals.iter_enumerated().filter(|(_, g)| program.names.resolve(g.name) == "optind");
    let places: Vec<GlobalId> = named.map(|(id, _)| id).collect();
    let is_place =
        |target: RelocationTarget| matches!(target, RelocationTarget::Global(id) if places.contains(&id));
    let mut relocations = program.globals.iter().flat_map(|global| &global.init.relocations);
    if address_taken(program).into_iter().any(looks_for_options) || relocations.any(|r| is_place(r.target)) {
        return false;
    }
    // The program calls `main` with other words.
    let is_main = |id: FuncId| name(id) == "main";
    let mut of_main = called_from(program, is_main).into_iter().filter_map(|id| program.functions[id].body());
    let again = of_main
        .any(|body| calls(body).any(|call| matches!(call.callee, Callee::Direct(callee) if is_main(callee))));
    if again || address_taken(program).into_iter().any(is_main) {
        return false;
    }
    let model = called_from(program, looks_for_options);
    program.bodies().filter(|(id, ..)| !model.contains(id)).all(|(id, _, body)| {
        let given = |call: &Call| {
            let is = |place: usize| {
                let wanted = Operand::Local(LocalId::from_raw(place as u32));
                matches!(call.args.get(place), Some(Arg::Scalar(operand, _)) if *operand == wanted)
            };
            is(0) && is(1)
        };
        let mut asked = calls(body).filter(|call| is_call(call)).peekable();
        let asks_as_expected = asked.peek().is_none()
            || name(id) == "main"
                && body.param_count == 2
                && asked.all(given)
                && !changed_before(body, is_call);
        let moves_on = |place: &GlobalId| match is_main(id) {
            true => may_write(body, *place, false) || stored_before(body, *place, is_call),
            false => may_write(body, *place, true),
        };
        asks_as_expected && !places.iter().any(moves_on)
    })
}

/// These functions, and all that they call by name.
fn called_from(program: &Program, is_first: impl Fn(FuncId) -> bool) -> Vec<FuncId> {
    let mut found: Vec<FuncId> = program.bodies().map(|(id, ..)| id).filter(|id| is_first(*id)).collect();
    let mut at = 0;
    while let Some(body) = found.get(at).map(|id| program.functions[*id].body()) {
        at += 1;
        for call in body.into_iter().flat_map(calls) {
            if let Callee::Direct(callee) = call.callee
                && !found.contains(&callee)
            {
                found.push(callee);
            }
        }
    }
    found
}

/// Whether the function uses the variable's address otherwise than to read it, or stores to it if that counts.
fn may_write(body: &Body, variable: GlobalId, stores_count: bool) -> bool {
    let is_it = |place: &Place| place.base == PlaceBase::Global(variable);
    let is_address = |operand: Operand| operand == Operand::Global(variable);
    body.blocks.iter().any(|block| {
        block.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Assign(_, value) => {
                let mut used = matches!(value, Rvalue::AddressOf(place) if is_it(place));
                value.for_each_operand(|operand| used |= is_address(operand));
                used
            }
            StatementKind::Store(place, operand) => stores_count && is_it(place) || is_address(*operand),
            StatementKind::CopyBlock(copy) => is_it(&copy.dst),
            StatementKind::ZeroBlock(place, _) => is_it(place),
            _ => false,
        }) || match &block.terminator.kind {
            TerminatorKind::Call(call) => {
                call.args.iter().any(|arg| matches!(arg, Arg::Scalar(operand, _) if is_address(*operand)))
            }
            TerminatorKind::Return(Some(Arg::Scalar(operand, _))) => is_address(*operand),
            _ => false,
        }
    })
}

/// Whether the first two parameters may be changed before such a call.
fn changed_before(body: &Body, is_call: impl Fn(&Call) -> bool) -> bool {
    let is_parameter = |local: Option<LocalId>| local.is_some_and(|local| local.index() < 2);
    let changes = |block: &Block| {
        block.statements.iter().any(|statement| is_parameter(statement.kind.def()))
            || is_parameter(block.terminator.kind.def())
    };
    is_followed_by(body, changes, is_call)
}

/// Whether the variable may be stored to before such a call.
fn stored_before(body: &Body, variable: GlobalId, is_call: impl Fn(&Call) -> bool) -> bool {
    let is_store = |kind: &StatementKind| matches!(kind, StatementKind::Store(place, _) if place.base == PlaceBase::Global(variable));
    let stores = |block: &Block| block.statements.iter().any(|statement| is_store(&statement.kind));
    is_followed_by(body, stores, is_call)
}

/// Whether such a call can be reached from such a block.
fn is_followed_by(body: &Body, begins: impl Fn(&Block) -> bool, is_call: impl Fn(&Call) -> bool) -> bool {
    let mut open: Vec<BlockId> =
        body.blocks.iter_enumerated().filter(|(_, block)| begins(block)).map(|(id, _)| id).collect();
    let mut seen = open.clone();
    while let Some(block) = open.pop() {
        let terminator = &body.blocks[block].terminator.kind;
        if matches!(terminator, TerminatorKind::Call(call) if is_call(call)) {
            return true;
        }
        for next in terminator.successors() {
            if !seen.contains(&next) {
                seen.push(next);
                open.push(next);
            }
        }
    }
    false
}

const CLASSES: [&str; 12] = [
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
    "isspace", "isupper", "isxdigit",
];

fn class_is_a_number(program: &Program) -> bool {
    let is_class = |id: FuncId| {
        let function = &program.functions[id];
        function.body().is_some() && CLASSES.contains(&program.names.resolve(function.name))
    };
    // Called through a pointer, it may be any of them.
    address_taken(program).into_iter().any(is_class)
        || program.bodies().any(|(_, _, body)| {
            calls(body).any(|call| match (call.callee, call.dst, call.next) {
                (Callee::Direct(callee), Some(result), Some(next)) if is_class(callee) => {
                    use_of(body, result, next, true, is_zero_test) != Use::Tested
                }
                _ => false,
            })
        })
}

/// What is done with a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// It is only tested.
    Tested,
    /// It is returned, and otherwise only tested.
    Returned,
    /// It is used otherwise.
    Seen,
}

fn is_zero_test(op: BinOp, number: i64) -> bool {
    matches!(op, BinOp::Eq | BinOp::Ne) && number == 0
}

/// The operator of the same comparison with its operands exchanged.
fn exchanged(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Gt,
        BinOp::Le => BinOp::Ge,
        BinOp::Gt => BinOp::Lt,
        BinOp::Ge => BinOp::Le,
        other => other,
    }
}

/// How what the register holds at the beginning of the block is used, also after it was copied. A test is a comparison with a number
/// for which `is_test` holds, or a branch if those are tests, too.
pub(crate) fn use_of(
    body: &Body,
    result: LocalId,
    begin: BlockId,
    branch_is_test: bool,
    is_test: impl Fn(BinOp, i64) -> bool,
) -> Use {
    let mut visited = vec![(begin, result)];
    let mut open = vec![(begin, 0, result)];
    let mut found = Use::Tested;
    while let Some((block, from, local)) = open.pop() {
        let is_meant = |operand: Operand| operand == Operand::Local(local);
        let mut overwritten = false;
        for (index, statement) in body.blocks[block].statements.iter().enumerate().skip(from) {
            let mut used = false;
            match &statement.kind {
                StatementKind::Assign(dst, Rvalue::Use(operand)) if is_meant(*operand) => {
                    open.push((block, index + 1, *dst));
                }
                StatementKind::Assign(_, Rvalue::Binary(op, _, left, right)) if op.is_comparison() => {
                    let tests = |op: BinOp, other: Operand| match other {
                        Operand::Int(number, _) => is_test(op, number),
                        _ => false,
                    };
                    used = is_meant(*left) && !tests(*op, *right)
                        || is_meant(*right) && !tests(exchanged(*op), *left);
                }
                other => other.for_each_use(|register| used |= register == local),
            }
            if used {
                return Use::Seen;
            }
            overwritten = statement.kind.def() == Some(local)
                || matches!(statement.kind, StatementKind::StorageDead(dead) if dead == local);
            if overwritten {
                break;
            }
        }
        if overwritten {
            continue;
        }
        let terminator = &body.blocks[block].terminator.kind;
        let mut used = false;
        if !(branch_is_test && matches!(terminator, TerminatorKind::Branch { .. })) {
            terminator.for_each_use(|register| used |= register == local);
        }
        match terminator {
            TerminatorKind::Return(_) if used => found = Use::Returned,
            _ if used => return Use::Seen,
            _ => {}
        }
        if terminator.def() == Some(local) {
            continue;
        }
        for next in terminator.successors() {
            if !visited.contains(&(next, local)) {
                visited.push((next, local));
                open.push((next, 0, local));
            }
        }
    }
    found
}

/// By what calls of the functions that compare are given, or by every function whose address is taken.
fn comparisons_are_seen(program: &Program) -> bool {
    let mut given = Vec::new();
    let mut known = true;
    for (_, _, body) in program.bodies() {
        for call in calls(body) {
            let Callee::Direct(callee) = call.callee else { continue };
            let place = match program.names.resolve(program.functions[callee].name) {
                "qsort" | "qsort_r" => 3,
                "bsearch" => 4,
                _ => continue,
            };
            match call.args.get(place) {
                Some(Arg::Scalar(Operand::Func(function), _)) => given.push(*function),
                _ => known = false,
            }
        }
    }
    if !known {
        given = address_taken(program);
    }
    let mut seen = vec![false; program.functions.len()];
    given.into_iter().any(|function| leaves_a_trace(program, function, &mut seen))
}

/// Whether a call of the function may do anything that can be seen afterwards, or gives what depends on more than what the
/// elements hold.
fn leaves_a_trace(program: &Program, function: FuncId, visited: &mut [bool]) -> bool {
    if std::mem::replace(&mut visited[function.index()], true) {
        return false;
    }
    let body = match &program.functions[function].body {
        FunctionBody::Defined(body) => body,
        FunctionBody::Intrinsic(intrinsic) => {
            return !is_quiet(program.names.resolve(program.functions[function].name), *intrinsic);
        }
        FunctionBody::External => return true,
    };
    let is_elsewhere = |base: PlaceBase| !matches!(base, PlaceBase::Local(_));
    let statement = |kind: &StatementKind| match kind {
        StatementKind::Assign(_, value) => match *value {
            Rvalue::Binary(op, Scalar::Ptr, left, right) => {
                !(matches!(op, BinOp::Eq | BinOp::Ne) && (left == Operand::NULL || right == Operand::NULL))
            }
            Rvalue::Cast { from: Scalar::Ptr, to, .. } => to != Scalar::Ptr,
            _ => false,
        },
        StatementKind::Store(place, _) | StatementKind::ZeroBlock(place, _) => is_elsewhere(place.base),
        StatementKind::CopyBlock(copy) => is_elsewhere(copy.dst.base),
        StatementKind::StorageLive(_) | StatementKind::StorageDead(_) => false,
        StatementKind::StackAlloc { .. } | StatementKind::StackFree(_) | StatementKind::Unsupported(_) => {
            true
        }
    };
    body.blocks.iter().any(|block| {
        block.statements.iter().any(|s| statement(&s.kind))
            || match &block.terminator.kind {
                TerminatorKind::Call(call) => match call.callee {
                    Callee::Direct(callee) => leaves_a_trace(program, callee, visited),
                    Callee::Indirect(_) => true,
                },
                TerminatorKind::IndirectGoto { .. } => true,
                _ => false,
            }
    })
}

/// Intrinsics that only look at memory, and those that end a run with an error: what fails is found by any call that fails.
const QUIET: &str = "memcmp bcmp strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strrchr index rindex strstr strspn \
    strcspn strpbrk atoi atol atoll atof abs labs llabs reach_error __VERIFIER_error __VERIFIER_assert assert __assert_fail";

fn is_quiet(name: &str, intrinsic: Intrinsic) -> bool {
    matches!(intrinsic, Intrinsic::Math(_)) || QUIET.split_ascii_whitespace().any(|quiet| quiet == name)
}

pub(crate) fn calls(body: &Body) -> impl Iterator<Item = &Call> {
    body.blocks.iter().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call(call) => Some(&**call),
        _ => None,
    })
}

/// The functions whose address is used otherwise than to call them.
pub(crate) fn address_taken(program: &Program) -> Vec<FuncId> {
    let mut taken = Vec::new();
    for global in program.globals.iter() {
        taken.extend(global.init.relocations.iter().filter_map(|r| match r.target {
            RelocationTarget::Function(function) => Some(function),
            _ => None,
        }));
    }
    let mut add = |operand: Operand| {
        if let Operand::Func(function) = operand {
            taken.push(function);
        }
    };
    for (_, _, body) in program.bodies() {
        for block in body.blocks.iter() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign(_, value) => value.for_each_operand(&mut add),
                    StatementKind::Store(_, operand) => add(*operand),
                    _ => {}
                }
            }
            let args = match &block.terminator.kind {
                TerminatorKind::Call(call) => call.args.as_slice(),
                TerminatorKind::Return(value) => value.as_slice(),
                _ => &[],
            };
            for arg in args {
                if let Arg::Scalar(operand, _) = arg {
                    add(*operand);
                }
            }
        }
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}
