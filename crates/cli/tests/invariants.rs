//! Invariants of the template engine against the concrete machine: at every head of a loop, after every round of a run, the state of
//! the machine is one that the engine's formula with its invariants allows, whichever object of an allocation site the formula follows.
//! The check of a proof shares the mistakes of the formula; a run does not.
//!
//! Some programs, each with one kind of invariants. `FAFNIR_INVARIANTS=template cargo test --test invariants` takes all programs whose
//! paths contain that, with all kinds.

mod runs;

use base::Idx;
use engine::{InvariantDomain, Task};
use engine_template::{Inspection, inspect};
use fafnir_cli::guard;
use interp::{HeadVisit, HeldObject, HeldValue, Inputs};
use ir::Scalar;
use runs::Dice;
use smt::{Limits, SatResult, Solver, TermId};
use ssa::{CallStep, CutLoop, CutPlace, LoopVariable, ObjectId, ObjectName, PathEnd, Summaries, Value};
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::Property;

const DOMAINS: [InvariantDomain; 7] = InvariantDomain::ALL;
const RUNS: u64 = 12;
const STEPS: u64 = 3_000;
/// Heads of one program that are looked at.
const VISITS: u64 = 60;
/// Objects of a site that are taken for the witness.
const WITNESSES: usize = 4;
const QUESTIONS: u64 = 200;
/// Only for the worst: what is found must not depend on the machine.
const SEARCH: Duration = Duration::from_secs(20);

#[derive(Debug, Default)]
struct Counts {
    programs: u64,
    /// States that were compared.
    visits: u64,
    /// Those in which an object of a site was the witness.
    witnesses: u64,
}

#[test]
fn runs_stay_within_the_invariants() {
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let asked = std::env::var("FAFNIR_INVARIANTS").ok();
    let mut wrong = Vec::new();
    let mut counts = Counts::default();
    for (number, path) in testkit::files::find(&root, "c").into_iter().enumerate() {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if ["run-pass/", "golden/", "errors/"].iter().any(|other| name.starts_with(other)) {
            continue;
        }
        let domains: &[InvariantDomain] = match &asked {
            Some(part) if name.contains(part.as_str()) => &DOMAINS,
            None if name.starts_with("template/") => &DOMAINS[number % DOMAINS.len()..][..1],
            None if number.is_multiple_of(12) => &DOMAINS[number / 12 % DOMAINS.len()..][..1],
            _ => continue,
        };
        for &domain in domains {
            // Functions are inlined in one half of the programs.
            let summaries = if number.is_multiple_of(2) { Summaries::Always } else { Summaries::Never };
            let result = guard::run(|| compare(&path, domain, summaries, &mut counts))
                .unwrap_or_else(|panic| vec![format!("panicked: {} ({})", panic.message, panic.location)]);
            wrong.extend(result.into_iter().take(1).map(|text| format!("{name} {domain:?}: {text}")));
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked.is_some() || counts.visits > 300 && counts.witnesses > 30, "{counts:?}");
}

fn compare(path: &Path, domain: InvariantDomain, summaries: Summaries, counts: &mut Counts) -> Vec<String> {
    let Some((args, mut properties, program)) = runs::load(path) else { return Vec::new() };
    properties.remove(Property::NoUninit);
    let task = Task::new(&program, properties, args.analysis.options());
    let mut limits = Limits::none().with_conflicts(300);
    limits.deadline = Some(Instant::now() + SEARCH);
    let Some(mut found) = inspect(&task, domain, summaries, &limits, QUESTIONS) else { return Vec::new() };
    // Behind a check that may fail the formula goes on only where it does not, also where it is none of the machine's.
    if found.formula.loops.is_empty() || !found.open.is_empty() {
        return Vec::new();
    }
    counts.programs += 1;
    let mut solver = smt::default_solver();
    for assumed in found.assumed() {
        solver.assert(&found.terms, assumed);
    }
    let options = runs::machine(&args, properties);
    let mut wrong = Vec::new();
    let first = counts.visits;
    for seed in 0..RUNS {
        let mut dice = Dice(seed + 1);
        let inputs = Inputs::Callback(Box::new(move |request| Some(dice.input(request))));
        let budget = interp::Budget { steps: STEPS, ..interp::Budget::default() };
        interp::visit_heads(&program, &options, inputs, &budget, &mut |visit| {
            let is_same = || !visit.calls().iter().any(|call| runs::model_differs(&task, call.2));
            if visit.again && counts.visits - first < VISITS && is_same() {
                wrong.extend(outside(&mut found, solver.as_mut(), visit, counts));
            }
        });
    }
    wrong
}

/// What of a state is not allowed.
fn outside(
    found: &mut Inspection,
    solver: &mut dyn Solver,
    visit: &HeadVisit<'_, '_>,
    counts: &mut Counts,
) -> Option<String> {
    let calls = Calls::new(found, visit.calls());
    let number = found.formula.loops.iter().position(|cut| {
        let of = &found.formula.contexts[cut.context as usize];
        let is_here = cut.func == visit.func && cut.head == visit.head;
        is_here && cut.place == CutPlace::Head && (of == visit.calls() || *of == calls.steps)
    })?;
    let cut = found.formula.loops[number].clone();
    let objects = visit.objects();
    let sites: Vec<ObjectId> = cut.witnesses.iter().map(|witness| witness.object).collect();
    let mut choices: Vec<Option<(ObjectId, u32)>> = vec![None];
    for &site in &sites {
        let of_site = objects.iter().filter(|(_, what)| is_object(found, visit, site, what));
        choices.extend(of_site.take(WITNESSES).map(|(held, _)| Some((site, *held))));
    }
    for choice in choices {
        counts.visits += 1;
        counts.witnesses += u64::from(choice.is_some());
        let names = Names { objects: &objects, choice };
        let mut state = vec![cut.guard, cut.back];
        for witness in &cut.witnesses {
            let is_chosen = choice.filter(|(site, _)| *site == witness.object);
            let is_live = is_chosen.is_some_and(|(_, held)| visit.is_live(held));
            for (term, holds) in [(witness.chosen[0], is_chosen.is_some()), (witness.live[0], is_live)] {
                state.push(if holds { term } else { found.terms.not(term) });
            }
        }
        for variable in &cut.variables {
            state.extend(as_held(found, visit, &names, variable, cut.context));
        }
        state.extend(element(found, visit, &names, &cut, counts.visits));
        if solver.check(&found.terms, &state, &Limits::none().with_conflicts(20_000)) == SatResult::Unsat {
            let held: Vec<String> = cut
                .variables
                .iter()
                .map(|v| match v.register {
                    Some((call, index)) => {
                        format!("_{index} = {:?}", register(found, visit, (cut.context, call), index))
                    }
                    None => format!("{:?}", v.cell),
                })
                .collect();
            return Some(format!(
                "a run is outside at {visit:?} with {choice:?} and {held:?}: {:?}",
                found.invariants[number]
            ));
        }
    }
    None
}

/// The calls under way as the formula has them: of a function that calls itself the last call stands for all of them, and one that is
/// called by summary is called from nowhere.
struct Calls {
    steps: Vec<CallStep>,
    /// How many calls were under way at each.
    depths: Vec<usize>,
}

impl Calls {
    fn new(found: &Inspection, calls: &[CallStep]) -> Calls {
        let mut all = Calls { steps: Vec::new(), depths: Vec::new() };
        for (depth, &step) in calls.iter().enumerate() {
            let summary = (step.2, ir::BlockId::new(0), step.2);
            if found.formula.contexts.iter().any(|calls| *calls == [summary]) {
                all = Calls { steps: vec![summary], depths: vec![depth] };
                continue;
            }
            match all.steps.iter().position(|(_, _, callee)| *callee == step.2) {
                Some(same) => {
                    all.steps.truncate(same + 1);
                    all.depths.truncate(same + 1);
                    all.depths[same] = depth;
                }
                None => {
                    all.steps.push(step);
                    all.depths.push(depth);
                }
            }
        }
        all
    }
}

/// Whether an object of the machine is the object of the formula, or one of its site.
fn is_object(found: &Inspection, visit: &HeadVisit<'_, '_>, id: ObjectId, what: &HeldObject) -> bool {
    let calls = |context: u32| found.formula.contexts.get(context as usize);
    let are = |context: u32, steps: &[CallStep]| {
        calls(context).is_some_and(|calls| calls == steps || *calls == Calls::new(found, steps).steps)
    };
    match (found.formula.objects[usize::from(id)], what) {
        (ObjectName::Global(a), HeldObject::Global(b)) => a == *b,
        (ObjectName::Function(a), HeldObject::Function(b)) => a == *b,
        (ObjectName::Local(context, a), HeldObject::Local(depth, b)) => {
            a == *b && are(context, &visit.calls()[..=*depth])
        }
        (ObjectName::Site(context, a), HeldObject::Heap(made, b)) => a == *b && are(context, made),
        _ => false,
    }
}

/// What the machine's objects are called in the formula.
struct Names<'a> {
    objects: &'a [(u32, HeldObject)],
    choice: Option<(ObjectId, u32)>,
}

impl Names<'_> {
    fn id(&self, found: &Inspection, visit: &HeadVisit<'_, '_>, held: u32) -> Option<ObjectId> {
        let (_, what) = self.objects.iter().find(|(id, _)| *id == held)?;
        let count = found.formula.objects.len() as ObjectId;
        let id = (0..count).find(|id| is_object(found, visit, *id, what))?;
        let others = (0..count).find(|o| found.formula.objects[usize::from(*o)] == ObjectName::Others(id));
        match others {
            Some(_) if self.choice == Some((id, held)) => Some(id),
            Some(others) => Some(others),
            None => Some(id),
        }
    }

    /// The object of the machine that an object of the formula is.
    fn held(&self, found: &Inspection, visit: &HeadVisit<'_, '_>, id: ObjectId) -> Option<u32> {
        let of = |held: &u32| self.id(found, visit, *held) == Some(id);
        let mut all = self.objects.iter().map(|(held, _)| *held).filter(of);
        let one = all.next();
        one.filter(|_| all.next().is_none())
    }
}

/// That a loop-back variable is what the machine holds, as far as that has a meaning in the formula.
fn as_held(
    found: &mut Inspection,
    visit: &HeadVisit<'_, '_>,
    names: &Names<'_>,
    variable: &LoopVariable,
    context: u32,
) -> Vec<TermId> {
    if let Some(path) = variable.path {
        let Value::Number(number) = variable.back else { return Vec::new() };
        let Some(holds) = path_holds(found, visit, names, path) else { return Vec::new() };
        let constant = found.terms.bv_const(found.terms.width(number), u128::from(holds));
        return vec![found.terms.eq(number, constant)];
    }
    let held = match (variable.register, variable.cell) {
        (Some((call, index)), _) => register(found, visit, (context, call), index),
        (None, Some((id, offset))) => {
            let Some(object) = names.held(found, visit, id) else { return Vec::new() };
            let bits = match variable.back {
                Value::Number(number) => found.terms.width(number),
                Value::Pointer { offset, .. } => found.terms.width(offset),
                Value::Any => return Vec::new(),
            };
            if !visit.is_live(object) {
                return Vec::new();
            }
            match offset {
                ssa::SIZE => HeldValue::Number(visit.size(object)),
                _ => visit.cell(object, offset, u64::from(bits) / 8),
            }
        }
        _ => return Vec::new(),
    };
    let target = match held {
        HeldValue::Pointer { object, .. } => names.id(found, visit, object),
        _ => None,
    };
    let terms = &mut found.terms;
    match (variable.back, held) {
        (Value::Number(number), HeldValue::Number(bits)) if variable.scalar != Some(Scalar::F80) => {
            let width = terms.width(number);
            if width > 64 {
                return Vec::new();
            }
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            let constant = terms.bv_const(width, u128::from(bits & mask));
            vec![terms.eq(number, constant)]
        }
        (Value::Pointer { object, offset }, HeldValue::Number(bits)) => {
            let (o, f) =
                (terms.bv_const(terms.width(object), 0), terms.bv_const(terms.width(offset), bits.into()));
            vec![terms.eq(object, o), terms.eq(offset, f)]
        }
        (Value::Pointer { object, offset }, HeldValue::Pointer { offset: by, .. }) => {
            let Some(id) = target else { return Vec::new() };
            let o = terms.bv_const(terms.width(object), u128::from(id));
            let f = terms.bv_signed(terms.width(offset), i128::from(by));
            vec![terms.eq(object, o), terms.eq(offset, f)]
        }
        _ => Vec::new(),
    }
}

/// What a register holds in the call that it belongs to, which is that of the loop or one of those around it.
fn register(
    found: &Inspection,
    visit: &HeadVisit<'_, '_>,
    (inner, outer): (u32, u32),
    index: usize,
) -> HeldValue {
    let calls = |context: u32| &found.formula.contexts[context as usize];
    let between = match calls(inner) == visit.calls() {
        true => calls(inner).len() - calls(outer).len(),
        false => {
            let under_way = Calls::new(found, visit.calls());
            visit.calls().len() - 1 - under_way.depths[calls(outer).len() - 1]
        }
    };
    visit.register(between, base::Idx::new(index))
}

/// An end of a path in the machine.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Null,
    Object(u32),
}

fn place(value: HeldValue) -> Option<Place> {
    match value {
        HeldValue::Number(_) => Some(Place::Null),
        HeldValue::Pointer { object, .. } => Some(Place::Object(object)),
        HeldValue::Other => None,
    }
}

fn path_end(found: &Inspection, visit: &HeadVisit<'_, '_>, names: &Names<'_>, end: PathEnd) -> Option<Place> {
    match end {
        PathEnd::Null => Some(Place::Null),
        PathEnd::Object(id) => names.held(found, visit, id).map(Place::Object),
        PathEnd::Register(depth, index) if depth + 1 == Calls::new(found, visit.calls()).steps.len() => {
            place(visit.register(0, base::Idx::new(index)))
        }
        PathEnd::Register(..) => None,
        PathEnd::Cell(id, offset) => {
            let object = names.held(found, visit, id).filter(|object| visit.is_live(*object))?;
            place(visit.cell(object, offset, WORD))
        }
    }
}

/// In bytes.
const WORD: u64 = 8;

/// Whether the path is there in the machine, if that can be said.
fn path_holds(
    found: &Inspection,
    visit: &HeadVisit<'_, '_>,
    names: &Names<'_>,
    path: ssa::Path,
) -> Option<bool> {
    let (mut at, to) = (path_end(found, visit, names, path.from)?, path_end(found, visit, names, path.to)?);
    if to == Place::Null && path.to != PathEnd::Null {
        return Some(false);
    }
    let mut passed = Vec::new();
    while at != to {
        let Place::Object(object) = at else { return Some(false) };
        let is_block = |(id, what): &(u32, HeldObject)| *id == object && matches!(what, HeldObject::Heap(..));
        if !names.objects.iter().any(is_block) || !visit.is_live(object) || passed.contains(&object) {
            return Some(false);
        }
        passed.push(object);
        if path.link + WORD > visit.size(object) {
            return Some(false);
        }
        at = place(visit.cell(object, path.link, WORD))?;
    }
    Some(true)
}

/// That arrays hold at one offset what the machine's hold there.
fn element(
    found: &mut Inspection,
    visit: &HeadVisit<'_, '_>,
    names: &Names<'_>,
    cut: &CutLoop,
    number: u64,
) -> Vec<TermId> {
    let Some(size) = cut.elements.first().map(|element| element.size) else { return Vec::new() };
    let offset = number % 5 * size;
    let mut all = Vec::new();
    for element in cut.elements.iter().filter(|element| element.size == size) {
        let Some(object) = names.held(found, visit, element.object) else { continue };
        if !visit.is_live(object) || offset + size > visit.size(object) {
            continue;
        }
        if let HeldValue::Number(bits) = visit.cell(object, offset, size) {
            let terms = &mut found.terms;
            let constant = terms.bv_const(terms.width(element.back), u128::from(bits));
            all.push(terms.eq(element.back, constant));
        }
    }
    if !all.is_empty() {
        let terms = &mut found.terms;
        let here = terms.bv_const(terms.width(cut.ghost), u128::from(offset));
        all.push(terms.eq(cut.ghost, here));
    }
    all
}
