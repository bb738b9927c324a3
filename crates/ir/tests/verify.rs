//! The verifier: annotated programs, and ids that the reader would not let through.

extern crate fafnir_ir as ir;

mod support;

use base::Span;
use fafnir_ir::*;
use support::{Random, files, random_program};

/// Where the statements of a text are: (function, block, index) by line. Tests write one statement per line.
fn statement_lines(text: &str) -> Vec<Option<(FuncId, Option<BlockId>, Option<usize>)>> {
    let (mut function, mut block, mut index) = (None, None, 0);
    let mut next_function = 0;
    text.lines()
        .map(|line| {
            let code = line.split("//").next().unwrap_or("").trim();
            if code.starts_with("fn ") {
                function = Some(FuncId::from_raw(next_function));
                next_function += 1;
                block = None;
                return Some((function?, None, None));
            }
            if code == "}" {
                function = None;
            }
            if let Some(label) = code.strip_suffix(':').and_then(|label| label.strip_prefix("bb")) {
                block = Some(BlockId::from_raw(label.parse().unwrap()));
                index = 0;
                return None;
            }
            if code.is_empty() || function.is_none() {
                return None;
            }
            if block.is_none() {
                // Locals and scopes: errors about them name the function.
                return Some((function?, None, None));
            }
            index += 1;
            Some((function?, block, Some(index - 1)))
        })
        .collect()
}

/// `//~ words` beside an instruction (or a declaration): the verifier must say these words about it, and nothing else.
#[test]
fn broken_rules_are_reported_where_they_are() {
    let mut total = 0;
    for path in files("verify") {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = read(&text).unwrap_or_else(|errors| panic!("{}: {errors:#?}", path.display()));
        let lines = statement_lines(&text);
        let mut expected: Vec<(usize, &str)> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            expected.extend(line.split("//~ ").skip(1).map(|words| (i, words.trim())));
        }
        total += expected.len();
        for error in verify(&program) {
            let found = expected.iter().position(|&(line, words)| {
                let place = lines[line];
                let same_place = match place {
                    Some((function, block, statement)) => {
                        (Some(function), block, statement) == (error.function, error.block, error.statement)
                    }
                    None => error.function.is_none(),
                };
                same_place && error.message.contains(words)
            });
            match found {
                Some(index) => drop(expected.remove(index)),
                None => panic!("{}: not expected: {error}", path.display()),
            }
        }
        let missing: Vec<_> = expected.iter().map(|(line, words)| (line + 1, words)).collect();
        assert!(missing.is_empty(), "{}: not reported: {missing:?}", path.display());
    }
    assert!(total > 50, "only {total} expectations");
}

fn small_program() -> Program {
    read(
        "program lp64 entry fn0
        global @0'g: i64
        fn fn0'main: fn(i32) -> i32 {
            scope0
            scope1 in scope0
            param _0'argc: i32
            local _1: ptr
            local _2'buffer: i64, memory i64, in scope1
            local _3: i64
        bb0:
            live _2
            _1 = addr [&_2]
            _3 = load i64 [@0]
            _3 = load i64 [_1 + 8*_3]
            store i64 [&_2] = _3
            copy 8 [&_2] = [@0]
            zero 8 [&_2]
            _1 = stackalloc 8_u64, align 8
            stackfree _1
            unsupported \"x\"
            dead _2
            branch _0 -> bb1, bb2
        bb1:
            call _0 = fn0(_0: i32, block 8 [&_2]) -> bb2
        bb2:
            switch i32 _0 -> [1: bb3, else: bb4]
        bb3:
            indirect &bb4 -> [bb4]
        bb4:
            return _0: i32
        }",
    )
    .unwrap()
}

/// Every id of a correct program, made too large one after the other, must be noticed.
#[test]
fn every_id_is_checked() {
    assert_eq!(verify(&small_program()), []);
    let mut changed = 0;
    // The n-th id of the walk is changed until the walk has fewer.
    for target in 0.. {
        let mut program = small_program();
        let mut counter = 0;
        let mut hit = false;
        let mut visit = |raw: u32| {
            counter += 1;
            if counter - 1 == target {
                hit = true;
                raw + 1000
            } else {
                raw
            }
        };
        visit_ids(&mut program, &mut visit);
        if !hit {
            break;
        }
        changed += 1;
        assert!(!verify(&program).is_empty(), "id {target} of the program is not checked");
    }
    assert!(changed > 45, "only {changed} ids were changed");
}

fn visit_ids(program: &mut Program, visit: &mut dyn FnMut(u32) -> u32) {
    macro_rules! id {
        ($type:ident, $place:expr) => {
            *$place = $type::from_raw(visit($place.raw()))
        };
    }
    if let Some(entry) = &mut program.entry {
        id!(FuncId, entry);
    }
    for ty in program.types.iter_mut() {
        if let TypeKind::Function { ret, params, .. } = &mut ty.kind {
            id!(TypeId, ret);
            params.iter_mut().for_each(|param| id!(TypeId, param));
        }
    }
    for global in program.globals.iter_mut() {
        id!(TypeId, &mut global.ty);
        global.name = base::Symbol::from_raw(visit(global.name.raw()));
    }
    for function in program.functions.iter_mut() {
        id!(TypeId, &mut function.ty);
        function.name = base::Symbol::from_raw(visit(function.name.raw()));
        let FunctionBody::Defined(body) = &mut function.body else { continue };
        for scope in body.scopes.iter_mut() {
            if let Some(parent) = &mut scope.parent {
                id!(ScopeId, parent);
            }
        }
        for local in body.locals.iter_mut() {
            id!(TypeId, &mut local.ty);
            id!(ScopeId, &mut local.scope);
            if let Some(name) = &mut local.name {
                *name = base::Symbol::from_raw(visit(name.raw()));
            }
        }
        for block in body.blocks.iter_mut() {
            for statement in &mut block.statements {
                match &mut statement.kind {
                    StatementKind::Assign(dst, rvalue) => {
                        id!(LocalId, dst);
                        match rvalue {
                            Rvalue::Load(place) | Rvalue::AddressOf(place) => visit_place(place, visit),
                            Rvalue::Use(operand)
                            | Rvalue::Unary(_, _, operand)
                            | Rvalue::Cast { operand, .. } => {
                                visit_operand(operand, visit);
                            }
                            Rvalue::Binary(_, _, left, right) => {
                                visit_operand(left, visit);
                                visit_operand(right, visit);
                            }
                        }
                    }
                    StatementKind::Store(place, operand) => {
                        visit_place(place, visit);
                        visit_operand(operand, visit);
                    }
                    StatementKind::CopyBlock(copy) => {
                        visit_place(&mut copy.dst, visit);
                        visit_place(&mut copy.src, visit);
                    }
                    StatementKind::ZeroBlock(place, _) => visit_place(place, visit),
                    StatementKind::StorageLive(local)
                    | StatementKind::StorageDead(local)
                    | StatementKind::StackFree(local) => id!(LocalId, local),
                    StatementKind::StackAlloc { dst, size, .. } => {
                        id!(LocalId, dst);
                        visit_operand(size, visit);
                    }
                    StatementKind::Unsupported(what) => *what = base::Symbol::from_raw(visit(what.raw())),
                }
            }
            let kind = &mut block.terminator.kind;
            for target in kind.successors_mut() {
                id!(BlockId, target);
            }
            match kind {
                TerminatorKind::Branch { cond: operand, .. }
                | TerminatorKind::Switch { value: operand, .. }
                | TerminatorKind::IndirectGoto { target: operand, .. } => visit_operand(operand, visit),
                TerminatorKind::Call(call) => {
                    if let Callee::Direct(function) = &mut call.callee {
                        id!(FuncId, function);
                    }
                    if let Some(dst) = &mut call.dst {
                        id!(LocalId, dst);
                    }
                    call.args.iter_mut().for_each(|arg| visit_arg(arg, visit));
                }
                TerminatorKind::Return(Some(arg)) => visit_arg(arg, visit),
                _ => {}
            }
        }
    }
}

fn visit_arg(arg: &mut Arg, visit: &mut dyn FnMut(u32) -> u32) {
    match arg {
        Arg::Scalar(operand, _) => visit_operand(operand, visit),
        Arg::Block(place, _) => visit_place(place, visit),
    }
}

fn visit_operand(operand: &mut Operand, visit: &mut dyn FnMut(u32) -> u32) {
    match operand {
        Operand::Local(id) => *id = LocalId::from_raw(visit(id.raw())),
        Operand::Global(id) => *id = GlobalId::from_raw(visit(id.raw())),
        Operand::Func(id) => *id = FuncId::from_raw(visit(id.raw())),
        Operand::Label(id) => *id = BlockId::from_raw(visit(id.raw())),
        Operand::Int(..) | Operand::Float(..) => {}
    }
}

fn visit_place(place: &mut Place, visit: &mut dyn FnMut(u32) -> u32) {
    match &mut place.base {
        PlaceBase::Local(id) | PlaceBase::Deref(id) => *id = LocalId::from_raw(visit(id.raw())),
        PlaceBase::Global(id) => *id = GlobalId::from_raw(visit(id.raw())),
    }
    if let Some(index) = &mut place.index {
        index.local = LocalId::from_raw(visit(index.local.raw()));
    }
}

#[test]
fn relocations_and_labels_out_of_range_are_noticed() {
    for target in [
        RelocationTarget::Global(GlobalId::from_raw(9)),
        RelocationTarget::Function(FuncId::from_raw(9)),
        RelocationTarget::Label(FuncId::from_raw(9), BlockId::from_raw(1)),
        RelocationTarget::Label(FuncId::from_raw(0), BlockId::from_raw(99)),
    ] {
        let mut program = small_program();
        let global = GlobalId::from_raw(0);
        program.globals[global].init.relocations.push(Relocation { offset: 0, target, addend: 0 });
        assert_eq!(verify(&program).len(), 1, "{target:?}");
    }
}

#[test]
fn a_body_without_blocks_or_scopes_is_noticed() {
    let mut program = small_program();
    program.functions[FuncId::from_raw(0)].body = FunctionBody::Defined(Body::default());
    let messages: Vec<String> = verify(&program).iter().map(ToString::to_string).collect();
    assert!(messages.iter().any(|m| m == "fn0: scope 0 is missing"), "{messages:?}");
    assert!(messages.iter().any(|m| m == "fn0: a body needs at least one block"), "{messages:?}");
}

/// Whatever a program looks like, the verifier comes back.
#[test]
fn random_programs_do_not_upset_the_verifier() {
    let mut errors = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut program = random_program(&mut random);
        let mut visit =
            |raw: u32| if random.chance(2) { raw.wrapping_add(random.next() as u32) } else { raw };
        visit_ids(&mut program, &mut visit);
        errors += verify(&program).len();
        let options = PrintOptions { spans: true, names: true };
        let _ = print_with(&program, options);
    }
    assert!(errors > 1000);
}

#[test]
fn errors_say_where_they_are() {
    let error = VerifyError {
        function: Some(FuncId::from_raw(1)),
        block: Some(BlockId::from_raw(2)),
        statement: Some(3),
        message: "wrong".to_owned(),
    };
    assert_eq!(error.to_string(), "fn1 bb2[3]: wrong");
    assert!(Span::NONE.is_none());
}
