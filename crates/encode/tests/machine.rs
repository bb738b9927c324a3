//! Random straight-line programs: what the terms say of every register and every byte, with the inputs that the program has, is what
//! the concrete machine computes; and an operation is undefined for the machine exactly where its condition says so.

use fafnir_encode::cells::{Initial, Object, Rest};
use fafnir_encode::path::{Byte, Gathered, Prov, Value as PathValue, gather};
use fafnir_encode::pointer::{Value as CellValue, as_pointer};
use fafnir_encode::scalar;
use interp::{Budget, Exit, Inputs, Options};
use ir::{BinOp, DataModel, Scalar, UnOp};
use semantics::{Obligation, Otherwise, Policy, obligations};
use smt::{Bv, Model, TermId, Terms, Value};
use std::fmt::Write as _;

/// The integers, from the narrowest to the widest.
const SCALARS: &[Scalar] = Scalar::ALL.split_at(10).0;
/// Without the difference of pointers.
const BINARY: &[BinOp] = BinOp::ALL.split_at(16).0;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 33) % bound
    }
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
    /// Often a number at a boundary of the type.
    fn number(&mut self, width: u32) -> i64 {
        let shift = 64 - width.min(64);
        match self.below(6) {
            0 => 0,
            1 => 1,
            2 => -1,
            3 => i64::MIN >> shift,
            4 => i64::MAX >> shift,
            _ => self.next() as i64 >> (shift + self.below(u64::from(width.min(64))) as u32).min(63),
        }
    }
}

/// A program that grows statement by statement, with the terms of its registers.
struct Straight {
    random: Random,
    terms: Terms,
    model: Model,
    locals: String,
    code: String,
    registers: Vec<(TermId, Scalar)>,
    /// The statement that ends the program, and how.
    undefined: Option<Obligation>,
}

fn type_of(scalar: Scalar) -> usize {
    SCALARS.iter().position(|&s| s == scalar).expect("a scalar of the table") + 4
}

impl Straight {
    fn new(seed: u64) -> Straight {
        Straight {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            terms: Terms::new(),
            model: Model::new(),
            locals: String::new(),
            code: String::new(),
            registers: Vec::new(),
            undefined: None,
        }
    }

    fn declare(&mut self, term: TermId, scalar: Scalar) -> usize {
        let number = self.registers.len();
        let (ty, name) = (type_of(scalar), scalar.name());
        let _ = writeln!(self.locals, "    local _{number}: ty{ty}, register {name}");
        self.registers.push((term, scalar));
        number
    }

    /// A register whose value is a variable of the formula, and a constant of the program.
    fn input(&mut self, scalar: Scalar) -> usize {
        let width = scalar.width(DataModel::Lp64);
        let number = match (self.random.number(width), scalar.is_signed()) {
            (number, true) => i128::from(number),
            (number, false) if width < 64 => i128::from(number & ((1 << width) - 1)),
            (number, false) => i128::from(number as u64 >> u32::from(width > 64)),
        };
        let variable = self.terms.bv_var(&format!("x{}", self.registers.len()), width);
        self.model.set(variable, Value::Bv(Bv::new(width, number as u128)));
        let register = self.declare(variable, scalar);
        let _ = writeln!(self.code, "    _{register} = {number}_{}", scalar.name());
        register
    }

    /// A register of this type, a new one or one that there is.
    fn operand(&mut self, scalar: Scalar) -> usize {
        let known: Vec<usize> =
            (0..self.registers.len()).filter(|&r| self.registers[r].1 == scalar).collect();
        if known.is_empty() || self.random.below(4) == 0 {
            return self.input(scalar);
        }
        self.random.pick(&known)
    }

    fn holds(&self, condition: TermId) -> bool {
        self.model.holds(&self.terms, condition)
    }

    /// Whether the program ends here, as it does where an obligation does not hold.
    fn ends(&mut self, fails: impl Iterator<Item = (Obligation, TermId)>) -> bool {
        for (obligation, condition) in fails {
            if self.holds(condition) && matches!(Policy::run().otherwise(obligation), Otherwise::Finding(_)) {
                self.undefined = Some(obligation);
                return true;
            }
        }
        false
    }

    fn operation(&mut self) {
        let model = DataModel::Lp64;
        let scalar = self.random.pick(SCALARS);
        let (text, term, result, fails) = match self.random.below(8) {
            0 => {
                let op = self.random.pick(UnOp::ALL);
                let a = self.operand(scalar);
                let x = self.registers[a].0;
                let fails: Vec<_> = obligations::of_unary(op, scalar)
                    .iter()
                    .map(|&o| (o, scalar::unary_fails(&mut self.terms, o, x)))
                    .collect();
                let term = scalar::unary(&mut self.terms, op, x);
                (format!("{} {} _{a}", op.name(), scalar.name()), term, scalar, fails)
            }
            1 | 2 => {
                let to = self.random.pick(SCALARS);
                let a = self.operand(scalar);
                let term = scalar::cast(&mut self.terms, model, scalar, to, self.registers[a].0);
                (format!("cast {} to {} _{a}", scalar.name(), to.name()), term, to, Vec::new())
            }
            _ => {
                let op = self.random.pick(BINARY);
                let shift = matches!(op, BinOp::Shl | BinOp::Shr);
                // C promotes what it shifts.
                let scalar = if shift && scalar.width(model) < 32 { Scalar::I32 } else { scalar };
                let a = self.operand(scalar);
                let b = self.operand(if shift { Scalar::U32 } else { scalar });
                let pair = (self.registers[a].0, self.registers[b].0);
                let fails: Vec<_> = obligations::of_binary(op, scalar)
                    .iter()
                    .map(|&o| (o, scalar::binary_fails(&mut self.terms, model, o, op, scalar, pair)))
                    .collect();
                let term = scalar::binary(&mut self.terms, model, op, scalar, pair);
                let result = if scalar::is_comparison(op) { Scalar::I32 } else { scalar };
                (format!("{} {} _{a}, _{b}", op.name(), scalar.name()), term, result, fails)
            }
        };
        let before = (self.undefined, self.code.len(), self.locals.len(), self.registers.len());
        let register = self.declare(term, result);
        let _ = writeln!(self.code, "    _{register} = {text}");
        // Few programs end with something undefined, or they would all be short.
        if self.ends(fails.into_iter()) && self.random.below(4) > 0 {
            self.undefined = before.0;
            self.code.truncate(before.1);
            self.locals.truncate(before.2);
            self.registers.truncate(before.3);
        }
    }

    /// Compares every register with what its term says; control comes to the last block only if all agree.
    fn text(&mut self, globals: &str) -> String {
        let mut text = String::from("program lp64 entry fn0'main\n\n");
        text.push_str("type ty0 = void\ntype ty1 = *ty0\ntype ty2 = [ty5; 32] size 32 align 1\ntype ty3 = fn() -> ty8\n");
        for &scalar in SCALARS {
            let _ = writeln!(text, "type ty{} = {}", type_of(scalar), scalar.name());
        }
        let mut checks = String::new();
        let known = self.registers.clone();
        let mut block = 0;
        for (register, &(term, scalar)) in known.iter().enumerate() {
            if self.undefined.is_some() {
                break;
            }
            let width = scalar.width(DataModel::Lp64);
            let Value::Bv(bits) = self.model.value(&self.terms, term) else { panic!("a number") };
            let bits = bits.to_u128().expect("at most 128 bits");
            // Wider constants do not exist.
            for part in 0..width.div_ceil(64) {
                let (wanted, name) = ((bits >> (64 * part)) as u64, scalar.name());
                let part_of = self.declare(term, scalar);
                let low = self.declare(term, Scalar::U64);
                let same = self.declare(term, Scalar::I32);
                let _ = match part {
                    0 => writeln!(checks, "    _{part_of} = _{register}"),
                    _ => writeln!(checks, "    _{part_of} = shr {name} _{register}, 64_u32"),
                };
                let wanted = match width {
                    0..64 => wanted & ((1 << width) - 1),
                    _ => wanted,
                };
                let mask = if width < 64 { (1i64 << width) - 1 } else { -1 };
                let _ = writeln!(checks, "    _{low} = cast {name} to u64 _{part_of}");
                let _ = writeln!(checks, "    _{low} = and u64 _{low}, {}_u64", mask as u64);
                let _ = writeln!(checks, "    _{same} = eq u64 _{low}, {wanted}_u64");
                block += 1;
                let _ = writeln!(checks, "    branch _{same} -> bb{block}, bb9999\nbb{block}:");
            }
        }
        let checks = checks.replace("bb9999", &format!("bb{}", block + 1));
        let _ =
            write!(text, "\n{globals}\nfn fn0'main: ty3 {{\n    scope0\n{}bb0:\n{}", self.locals, self.code);
        let _ = write!(text, "{checks}    return 0_i32: i32\nbb{}:\n    return 1_i32: i32\n}}\n", block + 1);
        text
    }

    fn run(&mut self, globals: &str) {
        let undefined = self.undefined;
        let text = self.text(globals);
        let program = ir::read(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        let problems = ir::verify(&program);
        assert!(problems.is_empty(), "{text}\n{problems:?}");
        let mut output = Vec::new();
        let end = interp::run(
            &program,
            &Options::run(),
            Inputs::Replay(Vec::new()),
            &mut output,
            &Budget::default(),
        );
        match (end.exit, undefined) {
            (Exit::Exited(0), None) => {}
            (Exit::Finding(finding), Some(obligation)) if finding.kind == obligation.kind() => {}
            (exit, wanted) => panic!("{exit:?} instead of {wanted:?}:\n{text}"),
        }
    }
}

#[test]
fn random_expressions_of_all_widths() {
    let mut undefined = 0;
    for seed in 1..=1500 {
        let mut program = Straight::new(seed);
        for _ in 0..14 {
            if program.undefined.is_none() {
                program.operation();
            }
        }
        undefined += usize::from(program.undefined.is_some());
        program.run("");
    }
    assert!((200..1300).contains(&undefined), "{undefined} programs end with something undefined");
}

struct NoGlobals;

impl Initial for NoGlobals {
    fn initial(&self, _: &mut Terms, _: ir::GlobalId, _: u64, _: u64) -> CellValue {
        CellValue::Any
    }
    fn word(&self) -> u32 {
        64
    }
}

const ROOM: u64 = 32;

/// Numbers are written to and read from overlapping places of a block of zeros, the same in bytes, in cells and in the machine.
#[test]
fn random_accesses_to_overlapping_places() {
    for seed in 1..=1000 {
        let mut program = Straight::new(seed);
        let zero = program.terms.bv_const(8, 0);
        let zero = Byte { term: zero, prov: Prov::None, index: 0, undef: 0 };
        let mut bytes = vec![zero; ROOM as usize];
        let mut cells = Object::new(TermId::TRUE, Rest::Zero);
        for _ in 0..12 {
            let scalar = program.random.pick(SCALARS);
            let size = scalar.size(DataModel::Lp64);
            let offset = program.random.below(ROOM - size + 1);
            let place = format!("{} [@0'block + {offset}]", scalar.name());
            if program.random.below(2) == 0 {
                let register = program.operand(scalar);
                let term = program.registers[register].0;
                let _ = writeln!(program.code, "    store {place} = _{register}");
                for i in 0..size {
                    bytes[(offset + i) as usize] = PathValue::int(term).byte(i as u8, zero);
                }
                cells.write(&mut program.terms, offset, size, CellValue::Number(term));
                continue;
            }
            let range = &bytes[offset as usize..(offset + size) as usize];
            let Gathered::Value(value, 0) = gather(&mut program.terms, range, 8) else { panic!("a number") };
            let register = program.declare(value.bits, scalar);
            let _ = writeln!(program.code, "    _{register} = load {place}");
            let CellValue::Number(cell) = cells.read(&mut program.terms, &NoGlobals, offset, size) else {
                panic!("a number")
            };
            let same = program.terms.eq(cell, value.bits);
            assert!(program.holds(same), "seed {seed}: cells and bytes differ at {offset}");
        }
        program.run("global @0'block: ty2, variable");
    }
}

/// Pointers into two blocks, moved by numbers and copied byte by byte, lead to where the machine's lead to.
#[test]
fn pointers_are_objects_and_offsets() {
    let mut terms = Terms::new();
    let zero = Byte { term: terms.bv_const(8, 0), prov: Prov::None, index: 0, undef: 0 };
    let offset = terms.bv_const(64, 12);
    let exact = PathValue::pointer(2, offset);
    let copied: Vec<Byte> = (0..8).map(|i| exact.byte(i, zero)).collect();
    let Gathered::Value(back, 0) = gather(&mut terms, &copied, 8) else { panic!("a pointer") };
    assert_eq!(back, exact);
    let Gathered::Value(half, 0) = gather(&mut terms, &copied[2..6], 8) else { panic!("a piece") };
    assert_eq!(half.prov, Prov::Piece { object: 2, first: 2, len: 4 });
    // Bytes of a pointer beside those of a number are neither.
    let mixed = [copied[0], copied[1], copied[2], copied[3], zero, zero, zero, zero];
    assert!(matches!(gather(&mut terms, &mixed, 8), Gathered::Mixed));
    let mut cells = Object::new(TermId::TRUE, Rest::Zero);
    let value = CellValue::pointer(&mut terms, 2, offset);
    cells.write(&mut terms, 8, 8, value);
    assert_eq!(cells.read(&mut terms, &NoGlobals, 8, 8), value);
    // Half of a pointer is a number that nobody knows; the rest of the cell stays what it was elsewhere.
    let CellValue::Number(half) = cells.read(&mut terms, &NoGlobals, 8, 4) else { panic!("a number") };
    assert!(terms.constant(half).is_none());
    let number = terms.bv_const(16, 7);
    cells.write(&mut terms, 12, 2, CellValue::Number(number));
    let broken = cells.read(&mut terms, &NoGlobals, 8, 8);
    let (object, _) = as_pointer(&mut terms, broken, 64);
    assert_eq!(terms.constant(object).and_then(Bv::to_u64), Some(0), "no object any more");
}

/// Where two ways meet, the block holds what it held on the way that was taken.
#[test]
fn blocks_of_two_ways() {
    for seed in 1..=300 {
        let mut program = Straight::new(seed);
        let mut ways = [Object::new(TermId::TRUE, Rest::Zero), Object::new(TermId::TRUE, Rest::Zero)];
        for step in 0..10 {
            let scalar = program.random.pick(&SCALARS[..8]);
            let size = scalar.size(DataModel::Lp64);
            let offset = program.random.below(16 - size + 1);
            let number = program.operand(scalar);
            let value = CellValue::Number(program.registers[number].0);
            ways[step % 2].write(&mut program.terms, offset, size, value);
        }
        let taken = program.terms.bool_var("taken");
        let merged = ways[0].merge(&ways[1], &mut program.terms, &NoGlobals, taken);
        for way in [true, false] {
            program.model.set(taken, Value::Bool(way));
            for at in 0..16 {
                let terms = &mut program.terms;
                let CellValue::Number(both) = merged.read(terms, &NoGlobals, at, 1) else { panic!("a byte") };
                let one = ways[usize::from(!way)].read(terms, &NoGlobals, at, 1);
                let CellValue::Number(one) = one else { panic!("a byte") };
                let same = terms.eq(both, one);
                assert!(program.holds(same), "seed {seed}: byte {at} of way {way}");
            }
        }
    }
}
