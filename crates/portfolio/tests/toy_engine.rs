//! Adding an engine is its crate, one line in the registry and one row in ARCHITECTURE.md. These engines live here only; a list
//! of entries stands for the registry, and nothing else in the tree knows of them.

use engine::{About, AnalysisOptions, Budget, Context, Engine, Roles, Support, Task};
use fafnir_portfolio::{BESIDE, Engines, Entry, Options, REGISTRY, decide};
use std::sync::Arc;
use verdict::formula::{Formula, Lemma, Relation, Term};
use verdict::{Certificate, Condition, Outcome, Property, PropertySet, UnknownKind, Verdict};

/// A program that ends at once.
const PROGRAM: &str = "
program lp64 entry fn0'main
fn fn0'main: fn() -> i32 {
    scope0
bb0:
    return 0_i32: i32
}
";

/// Proves that no error is reached in programs that have no error function, if their memory is safe.
struct Toy;

fn memory_safety() -> PropertySet {
    [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack, Property::NoOverlap]
        .into_iter()
        .collect()
}

fn reachability() -> PropertySet {
    [Property::UnreachCall].into_iter().collect()
}

impl Engine for Toy {
    fn about(&self) -> &'static About {
        const ABOUT: About = About::new("toy", "proves what is easy", Roles::PROVES);
        &ABOUT
    }

    fn supports(&self, task: &Task) -> Support {
        match task.properties.contains(Property::UnreachCall) {
            true => Support::Partial(vec!["it knows reachability only".to_owned()]),
            false => Support::No(vec!["nothing is asked that it knows".to_owned()]),
        }
    }
    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        assert!(!context.budget.poll());
        let mut outcome = Outcome::unknown(task.properties, UnknownKind::Unsupported, "not asked of a toy");
        outcome.verdicts.set(reachability(), Verdict::Proved(Certificate::Invariants));
        outcome.conditions.push(Condition { of: reachability(), requires: memory_safety() });
        outcome
    }
}

/// Proves memory safety, and tells others a lemma.
struct Helper;

fn lemma(task: &Task) -> Lemma {
    let entry = task.program().entry.expect("the program has an entry");
    let function = &task.program().functions[entry];
    let formula = Formula::Compare { relation: Relation::Equal, left: Term::Result, right: Term::Number(0) };
    Lemma { function: function.name, span: function.span, formula }
}

impl Engine for Helper {
    fn about(&self) -> &'static About {
        const ABOUT: About = About::new("helper", "proves the rest", Roles::PROVES);
        &ABOUT
    }

    fn supports(&self, _: &Task) -> Support {
        Support::Full
    }
    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        assert!(context.store.lemmas().iter().all(|known| *known == lemma(task)));
        let mut outcome =
            Outcome::unknown(task.properties, UnknownKind::Unsupported, "not asked of a helper");
        outcome.verdicts.set(memory_safety(), Verdict::Proved(Certificate::Invariants));
        outcome.lemmas.push(lemma(task));
        outcome
    }
}

/// Fails.
struct Broken;

impl Engine for Broken {
    fn about(&self) -> &'static About {
        const ABOUT: About = About::new("broken", "panics", Roles::FINDS);
        &ABOUT
    }

    fn supports(&self, _: &Task) -> Support {
        Support::Full
    }
    fn run(&self, _: &Task, _: &Context<'_>) -> Outcome {
        panic!("on purpose")
    }
}

const TOY: Entry = Entry { engine: &Toy, plan: BESIDE };
const HELPER: Entry = Entry { engine: &Helper, plan: BESIDE };
const BROKEN: Entry = Entry { engine: &Broken, plan: BESIDE };

fn task() -> Task {
    let program = ir::read(PROGRAM).expect("the program is well-formed");
    let asked = Property::DEFAULT.into_iter().collect();
    Task::new(&Arc::new(program), asked, AnalysisOptions::default())
}

fn ask(entries: Vec<Entry>, task: &Task) -> Outcome {
    let options = Options { engines: Engines::of(entries), ..Options::default() };
    decide(task, &options, &Budget::default()).outcome
}

#[test]
fn a_conditional_proof_is_completed_by_another_engine() {
    let outcome = ask(vec![TOY], &task());
    assert!(matches!(outcome.verdict(), Verdict::Unknown(_)), "{outcome:?}");
    let outcome = ask(vec![TOY, HELPER], &task());
    assert!(matches!(outcome.verdict(), Verdict::Proved(_)), "{outcome:?}");
}

#[test]
fn a_new_engine_works_beside_all_others() {
    let with = |entries: &[Entry]| REGISTRY.iter().chain(entries).copied().collect::<Vec<_>>();
    let outcome = ask(with(&[TOY, HELPER, BROKEN]), &task());
    assert!(matches!(outcome.verdict(), Verdict::Proved(_)), "{outcome:?}");
}

#[test]
fn an_engine_that_fails_or_that_the_task_is_not_for_gives_no_answer() {
    let outcome = ask(vec![BROKEN], &task());
    let Verdict::Unknown(reason) = outcome.verdict() else { panic!("{outcome:?}") };
    assert!(reason.kind == UnknownKind::Internal && reason.message.contains("broken"), "{reason:?}");
    let leaks = Task { properties: [Property::ValidMemtrack].into_iter().collect(), ..task() };
    let outcome = ask(vec![TOY], &leaks);
    let Verdict::Unknown(reason) = outcome.verdict() else { panic!("{outcome:?}") };
    assert!(reason.message.contains("nothing is asked that it knows"), "{reason:?}");
    // Of several engines, those that cannot are not asked.
    let outcome = ask(vec![TOY, HELPER], &leaks);
    assert!(matches!(outcome.verdict(), Verdict::Proved(_)), "{outcome:?}");
}

#[test]
fn engines_that_know_whole_programs_only_say_so() {
    let function = task().program().entry.expect("the program has an entry");
    let task = Task { scope: engine::Scope::Function(function), ..task() };
    for entry in REGISTRY {
        let outcome = ask(vec![*entry], &task);
        let Verdict::Unknown(reason) = outcome.verdict() else { panic!("{outcome:?}") };
        assert_eq!(reason.kind, UnknownKind::Unsupported, "{}", entry.engine.name());
    }
}
