//! Random programs: a start, a loop of two rounds, an end, sometimes a recursive function; two or three objects, one input.

use fafnir_encodings::{
    Address, Field, Function, FunctionId, Global, Heap, HeapId, Location, LocationId, Program, Statement,
};
use smt::{Sort, TermId, Terms};

pub(crate) const DATA: u32 = 2;
pub(crate) const ADDRESS: u32 = 2;
/// No run has so many accesses.
pub(crate) const COUNTER: u32 = 5;

#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

struct Generator<'a> {
    terms: &'a mut Terms,
    random: &'a mut Random,
    data: Vec<TermId>,
    pointers: Vec<TermId>,
    input: TermId,
    site: u32,
    function: Option<FunctionId>,
    /// Accesses that are still allowed.
    accesses: u32,
}

const HEAP: HeapId = HeapId::from_raw(0);

impl Generator<'_> {
    fn number(&mut self) -> TermId {
        let variable = self.data[self.random.below(self.data.len() as u64) as usize];
        match self.random.below(4) {
            0 => self.terms.bv_const(DATA, u128::from(self.random.below(4))),
            1 => {
                let one = self.terms.bv_const(DATA, 1);
                self.terms.add(variable, one)
            }
            2 => self.terms.zero_extend(self.input, DATA),
            _ => variable,
        }
    }

    fn pointer(&mut self) -> TermId {
        match self.random.below(12) {
            0 => self.terms.bv_const(ADDRESS, 0),
            _ => self.pointers[self.random.below(self.pointers.len() as u64) as usize],
        }
    }

    fn place(&mut self) -> Address {
        let object = self.pointers[self.random.below(self.pointers.len() as u64) as usize];
        Address { object, element: None }
    }

    fn variable(&mut self, of: bool) -> TermId {
        let list = if of { &self.pointers } else { &self.data };
        list[self.random.below(list.len() as u64) as usize]
    }

    fn statement(&mut self, out: &mut Vec<Statement>) {
        self.site += 1;
        let site = self.site;
        match self.random.below(9) {
            0 | 1 if self.accesses > 0 => {
                self.accesses -= 1;
                let dst = self.variable(true);
                let object = vec![self.number(), self.pointer()];
                out.push(Statement::Alloc { heap: HEAP, dst, object, site });
            }
            2 | 3 if self.accesses > 0 => {
                self.accesses -= 1;
                let (address, object) = (self.place(), vec![self.number(), self.pointer()]);
                out.push(Statement::Write { heap: HEAP, address, object, site, label: None });
            }
            4 | 5 if self.accesses > 0 => {
                self.accesses -= 1;
                let (address, dst) = (self.place(), vec![self.variable(false), self.variable(true)]);
                out.push(Statement::Read { heap: HEAP, dst, address, site, label: None });
            }
            6 => {
                let (a, b) = (self.variable(true), self.pointer());
                out.push(Statement::Set(a, b));
            }
            7 => {
                let none = self.terms.bv_const(ADDRESS, 0);
                let pointer = self.variable(true);
                let condition = self.terms.ne(pointer, none);
                let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                self.statement(&mut then);
                self.statement(&mut otherwise);
                out.push(Statement::If(condition, then, otherwise));
            }
            8 if self.function.is_some() && self.accesses > 2 => {
                self.accesses -= 2;
                let Some(function) = self.function else { return };
                let args = vec![self.pointer(), self.terms.bv_const(DATA, 2)];
                let result = self.variable(false);
                out.push(Statement::Call { function, args, results: vec![result] });
            }
            _ => {
                let (a, b) = (self.variable(false), self.number());
                out.push(Statement::Set(a, b));
            }
        }
    }

    fn statements(&mut self, number: u64) -> Vec<Statement> {
        let mut out = Vec::new();
        (0..number).for_each(|_| self.statement(&mut out));
        out
    }

    fn assertion(&mut self) -> Statement {
        let (a, b) = (self.variable(false), self.number());
        let (p, q) = (self.variable(true), self.pointer());
        let condition = match self.random.below(4) {
            0 => self.terms.eq(a, b),
            1 => self.terms.ule(a, b),
            2 => self.terms.ne(p, q),
            _ => {
                let (some, small) = (self.terms.eq(p, q), self.terms.ule(a, b));
                self.terms.or(some, small)
            }
        };
        Statement::Assert(condition, 0)
    }
}

/// The same with choices behind the start, in one way: in the loop, at its end, in the function.
pub(crate) fn program_with_choices(terms: &mut Terms, random: &mut Random) -> Program {
    let mut program = program(terms, random);
    let index = 1 + random.below(program.locations.len() as u64 - 1) as u32;
    let location = &mut program.locations[LocationId::from_raw(index)];
    let variable = location.variables.iter().copied().find(|v| terms.width(*v) == DATA);
    let number = random.below(location.ways.len() as u64) as usize;
    let way = &mut location.ways[number];
    if let Some(variable) = variable {
        let place = 1 + random.below(way.len() as u64 - 1) as usize;
        way.insert(place, Statement::Havoc(variable));
    }
    program
}

pub(crate) fn program(terms: &mut Terms, random: &mut Random) -> Program {
    let mut program = Program::new();
    program.labels.push("an assertion".to_owned());
    program.heaps.push(Heap {
        name: "Node".to_owned(),
        address: ADDRESS,
        element: None,
        fields: vec![
            Field { name: "data".to_owned(), sort: Sort::Bv(DATA) },
            Field { name: "next".to_owned(), sort: Sort::Bv(ADDRESS) },
        ],
    });
    let input = terms.bv_var("n", 1);
    program.globals.push(Global { variable: input, initial: None, constant: true });
    program.inputs.push(input);
    let data: Vec<TermId> = ["x", "y"].iter().map(|name| terms.bv_var(name, DATA)).collect();
    let pointers: Vec<TermId> = ["p", "q"].iter().map(|name| terms.bv_var(name, ADDRESS)).collect();
    let round = terms.bv_var("i", DATA);
    let function = (random.below(3) == 0).then(|| FunctionId::from_raw(0));
    let mut variables: Vec<TermId> = data.iter().chain(&pointers).copied().collect();
    let mut generator = Generator {
        terms,
        random,
        data: data.clone(),
        pointers: pointers.clone(),
        input,
        site: 0,
        function,
        accesses: 4,
    };
    let mut start: Vec<Statement> = Vec::new();
    for variable in &variables {
        let zero = generator.terms.bv_const(generator.terms.width(*variable), 0);
        start.push(Statement::Set(*variable, zero));
    }
    // Most programs begin with an object, so that many have valid accesses only.
    for dst in &pointers {
        if generator.random.below(4) == 0 {
            continue;
        }
        generator.site += 1;
        let object = vec![generator.number(), *dst];
        start.push(Statement::Alloc { heap: HEAP, dst: *dst, object, site: generator.site });
    }
    let number = 2 + generator.random.below(4);
    start.extend(generator.statements(number));
    let number = 1 + generator.random.below(4);
    let mut inside = generator.statements(number);
    generator.accesses += 2;
    let number = 1 + generator.random.below(3);
    let mut end = generator.statements(number);
    let (in_loop, at_end) = (generator.assertion(), generator.assertion());
    if generator.random.below(3) == 0 {
        inside.push(in_loop);
    }
    end.push(at_end);
    let zero = terms.bv_const(DATA, 0);
    let first = variables.iter().copied().chain([zero]).collect();
    start.push(Statement::Goto(LocationId::from_raw(1), first));
    let two = terms.zero_extend(input, DATA);
    let one = terms.bv_const(DATA, 1);
    let rounds = terms.add(two, one);
    let (more, next) = (terms.ult(round, rounds), terms.add(round, one));
    let done = terms.not(more);
    inside.insert(0, Statement::Assume(more));
    inside.push(Statement::Goto(LocationId::from_raw(1), variables.iter().copied().chain([next]).collect()));
    end.insert(0, Statement::Assume(done));
    variables.push(round);
    let location = |name: &str, variables: Vec<TermId>, ways: Vec<Vec<Statement>>, function| Location {
        name: name.to_owned(),
        function,
        variables,
        ways,
    };
    program.locations.push(location("start", Vec::new(), vec![start], None));
    program.locations.push(location("loop", variables, vec![inside, end], None));
    if let Some(function) = function {
        // Adds up what is in a list, so many nodes deep.
        let (list, depth) = (terms.bv_var("list", ADDRESS), terms.bv_var("depth", DATA));
        let (head, rest, sum) =
            (terms.bv_var("head", DATA), terms.bv_var("rest", ADDRESS), terms.bv_var("sum", DATA));
        let (none, zero) = (terms.bv_const(ADDRESS, 0), terms.bv_const(DATA, 0));
        let (empty, deep) = (terms.eq(list, none), terms.eq(depth, zero));
        let ends = terms.or(empty, deep);
        let goes = terms.not(ends);
        let less = terms.sub(depth, one);
        let total = terms.add(sum, head);
        let address = Address { object: list, element: None };
        let mut body = vec![
            Statement::Assume(goes),
            Statement::Read { heap: HEAP, dst: vec![head, rest], address, site: 90, label: None },
            Statement::Call { function, args: vec![rest, less], results: vec![sum] },
        ];
        if random.below(2) == 0 {
            let object = vec![total, rest];
            body.push(Statement::Write { heap: HEAP, address, object, site: 91, label: None });
        }
        body.push(Statement::Return(vec![total]));
        let ways = vec![vec![Statement::Assume(ends), Statement::Return(vec![zero])], body];
        program.functions.push(Function {
            name: "sum".to_owned(),
            entry: LocationId::from_raw(2),
            results: vec![Sort::Bv(DATA)],
        });
        program.locations.push(location("sum_body", vec![list, depth], ways, Some(function)));
    }
    program
}
