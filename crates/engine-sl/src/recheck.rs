//! The check of a proof with predicates, after the search: the formulas that it ended with are closed under execution. From each of
//! them, and from the start of the program, one goes on to the next places where there are such formulas, and what arrives there has to
//! be derived from them by the definitions of the predicates ([`sl::Formula::derives`]). How states were folded, compared, made weaker and
//! followed is not asked: nothing is learnt here, nothing is added, and whatever is missing is an internal error.

use crate::executor::Executor;
use crate::induction::{Failure, Induction};
use crate::snapshot::{Place, place};
use crate::specification::{Called, Outcome};
use crate::state::{Origin, State};
use base::{FxHashMap, Span};
use ir::FuncId;
use semantics::Consequence;
use sl::{Comparison, Formula, Learned};
use symexec::{Activation, Calls as _, Machine as _, Progress, Searchable as _, Steps as _, Stop};
use verdict::UnknownKind;

/// A recursive function: what it may be called with, and what it leaves behind.
struct Specification {
    func: Option<FuncId>,
    precondition: Option<Formula<Origin>>,
    results: Vec<Outcome>,
}

struct Recheck<'m, 'p> {
    machine: &'m mut Executor<'p>,
    learned: &'m mut Learned<Origin>,
    /// The first one is the program itself.
    specifications: Vec<Specification>,
    heads: FxHashMap<(usize, Place), Vec<Formula<Origin>>>,
    work: Vec<(usize, State)>,
}

impl Induction<'_, '_> {
    /// To be called when the search has ended with a proof.
    pub(crate) fn recheck(&mut self) -> Result<(), Failure> {
        let mut work = Vec::new();
        let mut heads = FxHashMap::default();
        for ((procedure, place), covering) in &self.heads {
            for formula in &covering.formulas {
                let control = covering.control.as_ref();
                let state = control.and_then(|state| self.machine.restored(state, formula.clone()));
                work.push((*procedure, state.ok_or_else(|| disagrees(Span::NONE))?));
            }
            heads.insert((*procedure, place.clone()), covering.formulas.clone());
        }
        let mut specifications = Vec::new();
        for (index, procedure) in self.procedures.iter().enumerate() {
            if let (Some(entry), Some(precondition)) = (&procedure.entry, &procedure.precondition) {
                let state = self.machine.restored(entry, precondition.clone());
                work.push((index, state.ok_or_else(|| disagrees(Span::NONE))?));
            }
            specifications.push(Specification {
                func: procedure.func,
                precondition: procedure.precondition.clone(),
                results: procedure.results.clone(),
            });
        }
        let program = self.machine.work.program;
        let main = semantics::initial::start(program).or(program.entry);
        let (Some(main), Some(body)) = (main, main.and_then(|main| program.functions[main].body())) else {
            return Err(disagrees(Span::NONE));
        };
        let mut first = self.machine.initial_state();
        self.learned.install(&mut first.memory);
        self.machine.enter(&mut first, main, body, Activation::default())?;
        work.push((0, first));
        let (machine, learned) = (&mut *self.machine, &mut *self.learned);
        let mut recheck = Recheck { machine, learned, specifications, heads, work };
        while let Some((procedure, state)) = recheck.work.pop() {
            recheck.step(procedure, state)?;
        }
        Ok(())
    }
}

fn disagrees(span: Span) -> Failure {
    let message = "the proof with predicates does not hold up when it is checked again";
    Failure::Unproved(UnknownKind::Internal, message.to_owned(), span)
}

impl Recheck<'_, '_> {
    fn disagrees<T>(&self, state: &State) -> Result<T, Failure> {
        Err(disagrees(self.machine.span(state)))
    }

    fn holds_formulas(&self, state: &State) -> bool {
        let top = state.top();
        self.machine.work.facts.function(top.func).is_some_and(|function| function.is_loop_head(top.block))
    }

    fn step(&mut self, procedure: usize, mut state: State) -> Result<(), Failure> {
        let mut depth = state.frames.len();
        loop {
            let stop = match self.machine.step(&mut state) {
                Ok(Progress::Continue) => continue,
                Ok(Progress::Jumped) => {
                    let enters = state.frames.len() > depth;
                    depth = state.frames.len();
                    if enters && self.machine.work.facts.calls().is_recursive(state.top().func) {
                        return self.calls(procedure, state);
                    }
                    if self.holds_formulas(&state) {
                        return self.arrives(procedure, state);
                    }
                    continue;
                }
                Err(stop) => *stop,
            };
            if self.machine.work.incomplete.is_some() {
                return self.disagrees(&state);
            }
            return match stop {
                Stop::Fork(cases) => {
                    let Some((index, end)) = self.machine.unfolding.take() else {
                        for case in cases {
                            let mut next = state.clone();
                            next.assume(&case);
                            self.work.push((procedure, next));
                        }
                        return Ok(());
                    };
                    let formula = self.machine.snapshot(&state);
                    for case in formula.unfold(&mut self.machine.prover, index, end) {
                        if self.machine.is_possible(&case)? {
                            let Some(next) = self.machine.restored(&state, case) else {
                                return self.disagrees(&state);
                            };
                            self.work.push((procedure, next));
                        }
                    }
                    Ok(())
                }
                Stop::Fault(kind) => {
                    let consequence = self.machine.work.policy.consequence(kind);
                    match consequence == Consequence::Finding || consequence.unknown(kind, false).is_some() {
                        true => self.disagrees(&state),
                        false => self.ends(procedure, &state),
                    }
                }
                Stop::Exit => match self.machine.returned.take() {
                    Some(returned) if procedure != 0 => self.returns(procedure, state, returned),
                    _ if !state.atexit.is_empty() => self.disagrees(&state),
                    _ => self.ends(procedure, &state),
                },
                Stop::ExitNow | Stop::Abort => self.ends(procedure, &state),
                Stop::Assumed => Ok(()),
                Stop::Unknown(..) => self.disagrees(&state),
                Stop::Over(kind, message) => Err(Failure::Over(kind, message)),
            };
        }
    }

    /// One of the formulas is derived from the heap; the comparison only says what their variables stand for.
    fn is_covered(
        &mut self,
        explicit: &Formula<Origin>,
        by: &[Formula<Origin>],
        leaves_over: bool,
    ) -> Result<bool, Failure> {
        let prover = &mut self.machine.prover;
        for pattern in by {
            if let Comparison::Follows(matching) = explicit.compare(prover, pattern, leaves_over)?
                && explicit.derives(prover, pattern, &matching.map, leaves_over)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The heap of a state with equalities applied; `None` if there is none.
    fn explicit(&mut self, mut formula: Formula<Origin>) -> Option<Formula<Origin>> {
        let is_possible = formula.normalise(&mut self.machine.prover);
        formula.purify(&mut self.machine.prover);
        is_possible.then_some(formula)
    }

    fn arrives(&mut self, procedure: usize, mut state: State) -> Result<(), Failure> {
        self.machine.drop_dead(&mut state);
        let formula = self.machine.snapshot(&state);
        let Some(explicit) = self.explicit(formula) else { return Ok(()) };
        let leaves_over = !self.machine.asks_for_lost_blocks();
        let by = self.heads.get(&(procedure, place(&state))).cloned().unwrap_or_default();
        match self.is_covered(&explicit, &by, leaves_over)? {
            true => Ok(()),
            false => self.disagrees(&state),
        }
    }

    fn calls(&mut self, procedure: usize, state: State) -> Result<(), Failure> {
        let split = self.machine.split_at_call(state.clone(), self.learned, false)?;
        let Some(Called { func, caller, local, lost, explicit, folded, .. }) = split else { return Ok(()) };
        // Folding keeps the heap what it is.
        let (folded, left) = folded;
        let is_folded = self.is_covered(&explicit, &[folded], left)?;
        if !is_folded || lost && self.machine.asks_for_lost_blocks() {
            return self.disagrees(&state);
        }
        for index in 0..self.specifications.len() {
            let specification = &self.specifications[index];
            let Some(precondition) =
                specification.precondition.clone().filter(|_| specification.func == Some(func))
            else {
                continue;
            };
            if !self.is_covered(&local, &[precondition], false)? {
                continue;
            }
            for result in self.specifications[index].results.clone() {
                if let Some(next) = self.machine.resumed(&caller, &result)? {
                    match self.holds_formulas(&next) {
                        true => self.arrives(procedure, next)?,
                        false => self.work.push((procedure, next)),
                    }
                }
            }
            return Ok(());
        }
        self.disagrees(&state)
    }

    fn returns(
        &mut self,
        procedure: usize,
        state: State,
        returned: symexec::ReturnedOf<'static, Executor<'static>>,
    ) -> Result<(), Failure> {
        use semantics::execution::Returned;
        let value = match returned {
            Returned::Nothing => None,
            Returned::Scalar(value, _) => Some(value),
            Returned::Block(_) => return self.disagrees(&state),
        };
        let mut formula = self.machine.snapshot(&state);
        formula.roots.insert(0, value);
        let Some(explicit) = self.explicit(formula) else { return Ok(()) };
        let leaves_over = !self.machine.asks_for_lost_blocks();
        let by: Vec<Formula<Origin>> =
            self.specifications[procedure].results.iter().map(|result| result.formula.clone()).collect();
        match self.is_covered(&explicit, &by, leaves_over)? {
            true => Ok(()),
            false => self.disagrees(&state),
        }
    }

    fn ends(&mut self, procedure: usize, state: &State) -> Result<(), Failure> {
        if self.machine.asks_for_lost_blocks() && (procedure != 0 || self.machine.may_leak_at_end(state)?) {
            return self.disagrees(state);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::engine::{AnalysisOptions, Budget, Task};
    use std::sync::Arc;
    use symexec::Config;
    use verdict::{Property, PropertySet};

    fn program(text: &str) -> Arc<ir::Program> {
        let parsed = csyntax::parse(text.as_bytes(), 0, &csyntax::ParseOptions::default());
        assert!(parsed.errors.is_empty(), "{:#?}", parsed.errors);
        let analyzed = csema::analyze(parsed.ast, csema::Options { model: csema::types::DataModel::Lp64 });
        assert!(!analyzed.has_errors(), "{:#?}", analyzed.diagnostics);
        let mut program = lower::lower(vec![analyzed.unit], &lower::Options::default()).program;
        models::bind(&mut program);
        Arc::new(program)
    }

    /// Proves the program, spoils the proof, and says whether the check still agrees.
    fn agrees_after(text: &str, spoil: &dyn Fn(&mut Induction<'_, '_>) -> bool) -> Option<bool> {
        let mut properties = PropertySet::default();
        for property in [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack] {
            properties.insert(property);
        }
        let task = Task::new(&program(text), properties, AnalysisOptions::default());
        let config = Config {
            order: absint::Order::BreadthFirst,
            path_steps: None,
            deepest: 100,
            analysis: task.options.clone(),
            enumerate: 8,
            progress: None,
            throttle: None,
        };
        let mut learned = Learned::default();
        for _ in 0..16 {
            let procedure = sl::Procedure::ModelSat;
            let mut machine =
                Executor::new(&task.facts, task.properties, &config, procedure, Budget::default());
            let mut induction = Induction {
                machine: &mut machine,
                learned: &mut learned,
                procedures: Vec::new(),
                work: Vec::new(),
                heads: FxHashMap::default(),
            };
            match induction.run() {
                Ok(()) => {}
                Err(Failure::Learned) => continue,
                Err(failure) => panic!("no proof: {failure:?}"),
            }
            if !spoil(&mut induction) {
                return None;
            }
            return Some(induction.recheck().is_ok());
        }
        panic!("the predicates do not settle");
    }

    const LIST: &str = "
        extern int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *);
        struct node { struct node *next; };
        int main(void) {
            struct node *list = 0;
            while (__VERIFIER_nondet_int()) {
                struct node *n = malloc(sizeof *n);
                n->next = list;
                list = n;
            }
            while (list) {
                struct node *next = list->next;
                free(list);
                list = next;
            }
            return 0;
        }";
    const TREE: &str = "
        extern int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *);
        struct tree { struct tree *left, *right; };
        struct tree *build(void) {
            if (!__VERIFIER_nondet_int())
                return 0;
            struct tree *t = malloc(sizeof *t);
            t->left = build();
            t->right = build();
            return t;
        }
        void destroy(struct tree *t) {
            if (!t)
                return;
            destroy(t->left);
            destroy(t->right);
            free(t);
        }
        int main(void) { destroy(build()); return 0; }";

    #[test]
    fn proofs_hold_up() {
        for text in [LIST, TREE] {
            assert_eq!(agrees_after(text, &|_| true), Some(true));
        }
    }

    #[test]
    fn no_formula_of_a_loop_may_be_missing() {
        let mut spoiled = 0;
        for number in 0.. {
            let remove = |induction: &mut Induction<'_, '_>| {
                let mut heads: Vec<_> = induction.heads.iter_mut().collect();
                heads.sort_by_key(|(a, _)| *a);
                let mut left = number;
                for (_, covering) in heads {
                    if left < covering.formulas.len() {
                        covering.formulas.remove(left);
                        return true;
                    }
                    left -= covering.formulas.len();
                }
                false
            };
            match agrees_after(LIST, &remove) {
                Some(agrees) => spoiled += usize::from(!agrees),
                None => break,
            }
        }
        // A formula that another one contains is not missed.
        assert!(spoiled >= 3, "{spoiled}");
    }

    #[test]
    fn no_result_of_a_function_may_be_missing() {
        for number in 0..2 {
            let remove = |induction: &mut Induction<'_, '_>| {
                let made = induction.procedures.iter_mut().filter(|p| p.results.len() > number);
                made.last().map(|procedure| procedure.results.remove(number)).is_some()
            };
            assert_ne!(agrees_after(TREE, &remove), Some(true), "{number}");
        }
    }

    #[test]
    fn a_formula_that_promises_more_is_not_derived() {
        let strengthen = |induction: &mut Induction<'_, '_>| {
            let mut changed = false;
            let terms = &mut induction.machine.prover.terms;
            for formula in induction.heads.values_mut().flat_map(|covering| &mut covering.formulas) {
                for root in formula.roots.clone().into_iter().flatten() {
                    if terms.is_variable(root) && terms.width(root) == 64 {
                        let one = terms.bv_const(64, 1);
                        let other = terms.ne(root, one);
                        formula.pure.push(terms.not(other));
                        changed = true;
                    }
                }
            }
            changed
        };
        assert_eq!(agrees_after(LIST, &strengthen), Some(false));
    }
}
