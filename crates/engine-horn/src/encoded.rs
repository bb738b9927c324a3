//! A program by one of the encodings of the heap: what `fafnir horn` shows, and one more way to a proof for the engine.

use crate::normal::Build;
use crate::search::Search;
use crate::translate::{Label, Mode, Stop, Translator};
use base::Span;
use encodings::{Clauses, Encoding, Kind, Precondition, Program, Statement};
use engine::{Budget, Confirm, Context, Evidence, Store, Task};
use horn::{Answer, Effort, HornSolver};
use smt::{Limits, TermId, Terms};
use std::collections::BTreeSet;
use verdict::{Assumption, Finding, FindingKind};

/// A C program as one over heaps of typed objects.
#[derive(Debug)]
pub struct Normal {
    pub terms: Terms,
    pub program: Program,
    pub assumptions: BTreeSet<Assumption>,
    labels: Vec<(Label, Span)>,
}

/// A run of the program that goes wrong, which no sound encoding excludes: looked for with the heap as it is, and repeated by the concrete
/// machine.
pub fn refute(task: &Task, budget: Budget<'_>, confirm: &dyn Confirm) -> Option<Finding> {
    let (evidence, store) = (Evidence::default(), Store::default());
    let context = Context {
        stage: 0,
        budget,
        progress: None,
        throttle: None,
        evidence: &evidence,
        confirm,
        store: &store,
    };
    Search::new(task, &context).refute()
}

/// Why there is no normal form, or no answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub span: Span,
    pub message: String,
}

/// An encoded program and what came of its clauses.
#[derive(Debug)]
pub struct Encoded {
    pub encoding: Encoding,
    pub program: Program,
    pub clauses: Clauses,
}

/// What the clauses say about the program.
#[derive(Debug)]
pub enum Found {
    /// Solved, and the solution checked: each relation with its definition.
    Safe(Vec<(String, String)>),
    /// Not excluded by the encoding: a label, with its place.
    NotExcluded(String, Span),
    Unknown(String),
}

impl Normal {
    /// The program, with as many terms at most.
    pub fn new(task: &Task, most_terms: usize, poll: &dyn Fn() -> bool) -> Result<Normal, Refusal> {
        let mut terms = Terms::new();
        let refused = |stop: Stop| match stop {
            Stop::TooLarge(what, span) => Refusal { span, message: what.to_owned() },
            Stop::Cancelled => Refusal { span: Span::NONE, message: "time is up".to_owned() },
            Stop::NoMain => Refusal { span: Span::NONE, message: "there is no `main`".to_owned() },
        };
        let mode = Mode::Program(Box::<Build>::default());
        let mut translator = Translator::new(task, &mut terms, mode, poll).map_err(refused)?;
        translator.most_terms = translator.most_terms.min(most_terms);
        translator.run().map_err(refused)?;
        let assumptions = std::mem::take(&mut translator.assumptions);
        let Mode::Program(build) = translator.mode else {
            return Err(Refusal { span: Span::NONE, message: "there is no program".to_owned() });
        };
        let Build { mut program, labels, .. } = *build;
        encodings::tidy(&mut terms, &mut program);
        Ok(Normal { terms, program, assumptions, labels })
    }

    /// The program with inputs instead of choices.
    pub fn deterministic(&mut self) -> Program {
        encodings::determinise(&mut self.terms, &self.program)
    }

    /// What is not supported on some way, with its place: assertions that say so.
    pub fn unsupported(&self) -> Vec<Refusal> {
        let is_used = |label: usize| {
            let mut all = self.program.locations.iter().flat_map(|l| &l.ways).flatten();
            all.any(|s| matches!(s, Statement::Assert(_, l) if *l == label))
        };
        let of = |(index, (label, span)): (usize, &(Label, Span))| match label {
            Label::Unsupported(what) if is_used(index) => {
                Some(Refusal { span: *span, message: what.clone() })
            }
            _ => None,
        };
        self.labels.iter().enumerate().filter_map(of).collect()
    }

    pub fn encode(&mut self, encoding: Encoding, limits: &Limits) -> Result<Encoded, Refusal> {
        let program = match encoding.inputs {
            true => self.deterministic(),
            false => self.program.clone(),
        };
        self.encode_program(&program, encoding, limits)
    }

    fn encode_program(
        &mut self,
        program: &Program,
        encoding: Encoding,
        limits: &Limits,
    ) -> Result<Encoded, Refusal> {
        let refused = |message: &str| Refusal { span: Span::NONE, message: message.to_owned() };
        let mut encoded = encodings::encode(&mut self.terms, program, encoding).map_err(refused)?;
        encodings::tidy(&mut self.terms, &mut encoded);
        let clauses = encodings::clauses(&mut self.terms, &encoded, limits).map_err(refused)?;
        Ok(Encoded { encoding, program: encoded, clauses })
    }

    /// Solves the clauses with a solver, and those that the encoding rests on: with `RW-fun`, that all accesses are valid.
    pub fn solve(&mut self, encoded: &Encoded, effort: &Effort, solver: &dyn HornSolver) -> Found {
        let found = self.solve_one(encoded, effort, solver);
        if !matches!(found, Found::Safe(_)) || encoded.encoding.precondition() == Precondition::None {
            return found;
        }
        match self.memory_safety(encoded.encoding, effort, solver) {
            Found::Safe(_) => found,
            Found::NotExcluded(what, span) => Found::NotExcluded(what, span),
            Found::Unknown(why) => {
                Found::Unknown(format!("the encoding needs memory safety, which was not shown: {why}"))
            }
        }
    }

    /// That all accesses are valid, where all assertions before hold: the first thing that goes wrong is either.
    fn memory_safety(&mut self, encoding: Encoding, effort: &Effort, solver: &dyn HornSolver) -> Found {
        let mut program = if encoding.inputs { self.deterministic() } else { self.program.clone() };
        let labels = &self.labels;
        for way in program.locations.iter_mut().flat_map(|location| &mut location.ways) {
            for statement in way.iter_mut() {
                if let Statement::Assert(condition, label) = statement
                    && labels.get(*label).is_some_and(|(label, _)| !is_memory(label))
                {
                    *statement = Statement::Assume(*condition);
                }
            }
        }
        let safety = Encoding { kind: Kind::RwMem, ..encoding };
        match self.encode_program(&program, safety, &effort.limits) {
            Ok(encoded) => self.solve_one(&encoded, effort, solver),
            Err(refusal) => Found::Unknown(refusal.message),
        }
    }

    fn solve_one(&mut self, encoded: &Encoded, effort: &Effort, solver: &dyn HornSolver) -> Found {
        let clauses = &encoded.clauses;
        match solver.solve(&mut self.terms, &clauses.system, effort) {
            Answer::Solved(solution) => {
                let mut shown = Vec::new();
                for (relation, pred) in clauses.relations.iter_enumerated() {
                    let relation = &encoded.program.relations[relation];
                    let definition = &solution.definitions[*pred];
                    let names: Vec<(TermId, String)> =
                        definition.params.iter().copied().zip(relation.names.iter().cloned()).collect();
                    let formula = encodings::term(&self.terms, definition.formula, &names);
                    let head = format!("{}({})", relation.name, relation.names.join(", "));
                    shown.push((head, formula));
                }
                Found::Safe(shown)
            }
            Answer::Refuted(derivation) => {
                let last = derivation.nodes.last().map(|node| node.clause);
                let query = clauses.queries.iter().find(|query| Some(query.clause) == last);
                let label = query.map(|query| query.label);
                let text =
                    label.and_then(|label| encoded.program.labels.get(label)).cloned().unwrap_or_default();
                let span =
                    label.and_then(|label| self.labels.get(label)).map_or(Span::NONE, |(_, span)| *span);
                Found::NotExcluded(text, span)
            }
            Answer::Unknown(why) => Found::Unknown(why.to_owned()),
        }
    }
}

fn is_memory(label: &Label) -> bool {
    match label {
        Label::Finding(kind) => !matches!(kind, FindingKind::AssertionFailed | FindingKind::ErrorReached),
        Label::Unsupported(_) => true,
    }
}
