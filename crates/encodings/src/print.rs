//! Programs as text that looks like C: locations are labels with parameters, ways are the cases of a location.

use crate::program::{Address, HeapId, LocationId, Program, Statement};
use base::{FxHashMap, FxHashSet};
use smt::{Op, Sort, TermId, Terms};
use std::fmt::Write;

/// Names of variables: the part before the number that makes them different, if nothing else has it.
struct Names<'a> {
    terms: &'a Terms,
    taken: FxHashMap<TermId, String>,
}

impl<'a> Names<'a> {
    fn new(terms: &'a Terms, variables: impl Iterator<Item = TermId>) -> Names<'a> {
        let mut taken: FxHashMap<TermId, String> = FxHashMap::default();
        let mut used: FxHashSet<String> = FxHashSet::default();
        for variable in variables {
            if taken.contains_key(&variable) {
                continue;
            }
            let full = terms.variable_name(variable).unwrap_or("?");
            let short = full.split('!').next().unwrap_or(full);
            let mut name = short.to_owned();
            let mut number = 1;
            while !used.insert(name.clone()) {
                number += 1;
                name = format!("{short}{number}");
            }
            taken.insert(variable, name);
        }
        Names { terms, taken }
    }

    fn name(&self, variable: TermId) -> String {
        self.taken
            .get(&variable)
            .cloned()
            .unwrap_or_else(|| self.terms.variable_name(variable).unwrap_or("?").replace('!', "_"))
    }

    fn list(&self, terms: &[TermId]) -> String {
        let all: Vec<String> = terms.iter().map(|t| self.text(*t, 0)).collect();
        all.join(", ")
    }

    fn address(&self, address: Address) -> String {
        let mut parts = vec![address.object];
        parts.extend(address.element);
        self.list(&parts)
    }

    /// A term as C would write it; `level` is how tightly the surroundings bind.
    fn text(&self, t: TermId, level: u32) -> String {
        let terms = self.terms;
        let args = terms.args(t);
        let binary = |op: &str, own: u32| {
            let text = format!("{} {op} {}", self.text(args[0], own), self.text(args[1], own + 1));
            if own < level { format!("({text})") } else { text }
        };
        match terms.op(t) {
            Op::True => "true".to_owned(),
            Op::False => "false".to_owned(),
            Op::BvConst => constant(terms, t),
            Op::Var => self.name(t),
            Op::Not => {
                let inner = args[0];
                let parts = terms.args(inner);
                let negated = |op: &str| {
                    let text = format!("{} {op} {}", self.text(parts[0], 4), self.text(parts[1], 4));
                    if 3 < level { format!("({text})") } else { text }
                };
                match terms.op(inner) {
                    Op::Eq => negated("!="),
                    Op::Slt | Op::Ult => {
                        let text = format!("{} <= {}", self.text(parts[1], 5), self.text(parts[0], 5));
                        if 4 < level { format!("({text})") } else { text }
                    }
                    Op::And => {
                        let all: Vec<String> =
                            conjuncts(terms, inner).into_iter().map(|c| self.negation(c)).collect();
                        let text = all.join(" || ");
                        if 1 < level { format!("({text})") } else { text }
                    }
                    _ => format!("!{}", self.text(inner, 9)),
                }
            }
            Op::And => {
                let all: Vec<String> = conjuncts(terms, t).into_iter().map(|c| self.text(c, 3)).collect();
                let text = all.join(" && ");
                if 2 < level { format!("({text})") } else { text }
            }
            Op::Eq => binary("==", 3),
            Op::Slt | Op::Ult => binary("<", 4),
            Op::Ite => {
                let parts: Vec<String> = args.iter().map(|a| self.text(*a, 1)).collect();
                let text = format!("{} ? {} : {}", parts[0], parts[1], parts[2]);
                if level > 0 { format!("({text})") } else { text }
            }
            Op::BvNot => format!("~{}", self.text(args[0], 9)),
            Op::BvNeg => format!("-{}", self.text(args[0], 9)),
            Op::BvAnd => binary("&", 2),
            Op::BvOr => binary("|", 2),
            Op::BvXor => binary("^", 2),
            Op::Add => {
                // A constant that is negative, or a negation, is subtracted.
                let (a, b) = (args[0], args[1]);
                let (a, b) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                let negative = terms.constant(b).is_some_and(|c| c.to_i128().is_some_and(|n| n < 0));
                let text = if negative {
                    let number = terms.constant(b).and_then(smt::Bv::to_i128).unwrap_or(0);
                    format!("{} - {}", self.text(a, 5), number.unsigned_abs())
                } else if terms.op(b) == Op::BvNeg {
                    format!("{} - {}", self.text(a, 5), self.text(terms.args(b)[0], 6))
                } else {
                    format!("{} + {}", self.text(a, 5), self.text(b, 6))
                };
                if 5 < level { format!("({text})") } else { text }
            }
            Op::Mul => binary("*", 6),
            Op::Udiv | Op::Sdiv => binary("/", 6),
            Op::Urem | Op::Srem => binary("%", 6),
            Op::Shl => binary("<<", 5),
            Op::Lshr | Op::Ashr => binary(">>", 5),
            Op::ZeroExt | Op::SignExt => self.text(args[0], level),
            Op::Extract => {
                let low = terms.extract_low(t).unwrap_or(0);
                match low {
                    0 => format!("(int{}){}", terms.width(t), self.text(args[0], 9)),
                    _ => format!("(int{})({} >> {low})", terms.width(t), self.text(args[0], 5)),
                }
            }
            Op::Concat => format!("concat({})", self.list(args)),
            Op::Umulo | Op::Smulo => {
                format!("overflows({} * {})", self.text(args[0], 6), self.text(args[1], 6))
            }
        }
    }

    /// The negation of a part of a disjunction.
    fn negation(&self, t: TermId) -> String {
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::Not => self.text(args[0], 2),
            Op::Eq => format!("{} != {}", self.text(args[0], 4), self.text(args[1], 4)),
            Op::Slt | Op::Ult => format!("{} <= {}", self.text(args[1], 5), self.text(args[0], 5)),
            _ => format!("!{}", self.text(t, 9)),
        }
    }
}

fn constant(terms: &Terms, t: TermId) -> String {
    let Some(value) = terms.constant(t) else { return "?".to_owned() };
    match value.to_i128() {
        Some(number) if number.unsigned_abs() < 1 << 20 => number.to_string(),
        _ => value.to_u128().map_or_else(|| value.to_string(), |number| number.to_string()),
    }
}

fn conjuncts(terms: &Terms, t: TermId) -> Vec<TermId> {
    match terms.op(t) {
        Op::And => terms.args(t).iter().flat_map(|a| conjuncts(terms, *a)).collect(),
        _ => vec![t],
    }
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "bool".to_owned(),
        Sort::Bv(width) => format!("int{width}"),
    }
}

/// A formula over named parameters, as C would write it.
pub fn term(terms: &Terms, t: TermId, names: &[(TermId, String)]) -> String {
    let taken = names.iter().cloned().collect();
    Names { terms, taken }.text(t, 0)
}

/// The whole program.
pub fn print(terms: &Terms, program: &Program) -> String {
    let mut out = String::new();
    for heap in program.heaps.iter() {
        let fields: Vec<String> =
            heap.fields.iter().map(|f| format!("{} {};", sort_text(f.sort), f.name)).collect();
        let elements = if heap.element.is_some() { " // with elements" } else { "" };
        let _ = writeln!(out, "struct {} {{ {} }};{elements}", heap.name, fields.join(" "));
    }
    let globals = program.globals.iter().map(|g| g.variable);
    let names = Names::new(terms, globals.clone());
    for global in &program.globals {
        let sort = sort_text(terms.sort(global.variable));
        let name = names.name(global.variable);
        let _ = match global.initial {
            Some(first) => writeln!(out, "{sort} {name} = {};", names.text(first, 0)),
            None => writeln!(out, "{sort} {name} = *; // chosen before the program starts"),
        };
    }
    for relation in program.relations.iter() {
        let args: Vec<String> = relation
            .names
            .iter()
            .zip(&relation.sorts)
            .map(|(n, s)| format!("{} {n}", sort_text(*s)))
            .collect();
        let _ = writeln!(out, "bool {}({}); // to be found", relation.name, args.join(", "));
    }
    for (id, location) in program.locations.iter_enumerated() {
        let mut variables: Vec<TermId> = globals.clone().chain(location.variables.iter().copied()).collect();
        for statement in location.ways.iter().flatten() {
            statement.clone().for_each_term(&mut |t| variables.extend(terms.variables_of(&[*t])));
        }
        let names = Names::new(terms, variables.into_iter());
        let params: Vec<String> = location
            .variables
            .iter()
            .map(|v| format!("{} {}", sort_text(terms.sort(*v)), names.name(*v)))
            .collect();
        let _ = writeln!(out, "\n{}({}):", label(program, id), params.join(", "));
        for (i, way) in location.ways.iter().enumerate() {
            let open = if i == 0 { "    {" } else { "    or {" };
            let _ = writeln!(out, "{open}");
            way.iter().for_each(|s| statement(&names, program, s, 2, &mut out));
            let _ = writeln!(out, "    }}");
        }
    }
    out
}

fn label(program: &Program, id: LocationId) -> String {
    let location = &program.locations[id];
    let same = program.locations.iter().filter(|other| other.name == location.name).count();
    if same > 1 { format!("{}_{}", location.name, id.raw()) } else { location.name.clone() }
}

fn statement(names: &Names<'_>, program: &Program, what: &Statement, depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    let heap = |id: HeapId| &program.heaps[id].name;
    let text = match what {
        Statement::Assume(t) => format!("assume({});", names.text(*t, 0)),
        Statement::Assert(TermId::FALSE, label) => format!("assert(false); // {}", program.labels[*label]),
        Statement::Assert(t, label) => {
            format!("assert({}); // {}", names.text(*t, 0), program.labels[*label])
        }
        Statement::Set(a, b) => format!("{} = {};", names.name(*a), names.text(*b, 0)),
        Statement::Havoc(v) => format!("{} = *;", names.name(*v)),
        Statement::Alloc { heap: id, dst, object, .. } => {
            format!("{} = alloc({}({}));", names.name(*dst), heap(*id), names.list(object))
        }
        Statement::Read { heap: id, dst, address, .. } => {
            format!("{}({}) = read({});", heap(*id), names.list(dst), names.address(*address))
        }
        Statement::Write { heap: id, address, object, .. } => {
            format!("write({}, {}({}));", names.address(*address), heap(*id), names.list(object))
        }
        Statement::If(condition, then, otherwise) => {
            let _ = writeln!(out, "{indent}if ({}) {{", names.text(*condition, 0));
            then.iter().for_each(|s| statement(names, program, s, depth + 1, out));
            if !otherwise.is_empty() {
                let _ = writeln!(out, "{indent}}} else {{");
                otherwise.iter().for_each(|s| statement(names, program, s, depth + 1, out));
            }
            "}".to_owned()
        }
        Statement::Shown(id, args) => {
            format!("assert({}({}));", program.relations[*id].name, names.list(args))
        }
        Statement::Given(id, args) => {
            format!("assume({}({}));", program.relations[*id].name, names.list(args))
        }
        Statement::Call { function, args, results } => {
            let call = format!("{}({});", program.functions[*function].name, names.list(args));
            if results.is_empty() { call } else { format!("{} = {call}", names.list(results)) }
        }
        Statement::Goto(to, args) => format!("goto {}({});", label(program, *to), names.list(args)),
        Statement::Return(values) => format!("return {};", names.list(values)),
    };
    let _ = writeln!(out, "{indent}{text}");
}
