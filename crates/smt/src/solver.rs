//! The solver interface, and the bit-blasting solver behind it.

use std::fmt;

use crate::blast::Blaster;
use crate::eval::{Model, Value};
use crate::limits::{Limits, SatResult, UnknownReason};
use crate::sat::{BatSat, Lit, Sat};
use crate::terms::{Op, TermId, Terms};

/// An incremental solver for Boolean terms over bit-vectors.
///
/// All terms given to one solver must come from one `Terms` store, which may grow in between.
pub trait Solver: Send + fmt::Debug {
    fn name(&self) -> &str;
    /// Asserts a Boolean term in the current scope. The work is done by the next `check`, within its limits.
    fn assert(&mut self, terms: &Terms, t: TermId);
    /// Are the assertions satisfiable together with the assumptions?
    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &Limits) -> SatResult;
    /// The values of the variables, if the last `check` said `Sat`. Variables it leaves out may have any value.
    /// Valid until the next `check`.
    fn model(&self, terms: &Terms) -> Option<Model>;
    /// The value of any term in that model. For several terms, take the model and evaluate there.
    fn value(&self, terms: &Terms, t: TermId) -> Option<Value> {
        Some(self.model(terms)?.value(terms, t))
    }
    /// If the last `check` said `Unsat`: assumptions that suffice for it (none if the assertions are
    /// contradictory alone). Not necessarily a smallest set.
    fn failed_assumptions(&self) -> &[TermId];
    /// Opens a scope: assertions made from here on are forgotten by the matching `pop`.
    fn push(&mut self);
    /// Closes the innermost scope; without one it does nothing.
    fn pop(&mut self);
}

/// The best solver of this build: CaDiCaL, or BatSat without C++.
pub fn default_solver() -> Box<dyn Solver> {
    #[cfg(feature = "cadical")]
    return Box::new(BvSolver::new(crate::sat::CaDiCaL::new()));
    #[cfg(not(feature = "cadical"))]
    return Box::new(batsat_solver());
}

/// The pure-Rust solver, in every build.
pub fn batsat_solver() -> BvSolver<BatSat> {
    BvSolver::new(BatSat::new())
}

/// A solver that translates terms to clauses. Every term is translated once; scopes and assumptions are literals,
/// so that whatever the SAT solver learns stays.
#[derive(Debug)]
pub struct BvSolver<S> {
    blaster: Blaster<S>,
    pending: Vec<Pending>,
    /// The activation literal of each open scope.
    scopes: Vec<Lit>,
    state: State,
    failed: Vec<TermId>,
}

/// Clauses wait until `check`: adding one would end the SAT solver's model.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Assert { term: TermId, scope: Option<Lit> },
    Retire { scope: Lit },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Sat,
}

impl<S: Sat> BvSolver<S> {
    pub fn new(sat: S) -> BvSolver<S> {
        BvSolver {
            blaster: Blaster::new(sat),
            pending: Vec::new(),
            scopes: Vec::new(),
            state: State::Open,
            failed: Vec::new(),
        }
    }
    /// The clauses given to the SAT solver so far.
    pub fn clauses(&self) -> u64 {
        self.blaster.clauses()
    }

    fn flush(&mut self, terms: &Terms, limits: &Limits) -> Result<(), UnknownReason> {
        let mut done = 0;
        let result = loop {
            let Some(&next) = self.pending.get(done) else { break Ok(()) };
            match next {
                Pending::Retire { scope } => self.blaster.add_clause(&[!scope]),
                Pending::Assert { term, scope } => {
                    if let Err(reason) = self.assert_now(terms, term, scope, limits) {
                        break Err(reason);
                    }
                }
            }
            done += 1;
        };
        self.pending.drain(..done);
        result
    }
    /// Conjunctions become several clauses, disjunctions one, without gates in between.
    fn assert_now(
        &mut self,
        terms: &Terms,
        root: TermId,
        scope: Option<Lit>,
        limits: &Limits,
    ) -> Result<(), UnknownReason> {
        for conjunct in conjuncts(terms, root) {
            let mut clause: Vec<Lit> = scope.map(|s| !s).into_iter().collect();
            match negated_conjunction(terms, conjunct) {
                Some(inner) => {
                    for t in conjuncts(terms, inner) {
                        clause.push(!self.blaster.literal(terms, t, limits)?);
                    }
                }
                None => clause.push(self.blaster.literal(terms, conjunct, limits)?),
            }
            let yes = self.blaster.true_literal();
            clause.retain(|&l| l != !yes);
            if !clause.contains(&yes) {
                self.blaster.add_clause(&clause);
            }
        }
        Ok(())
    }
    fn check_inner(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<SatResult, UnknownReason> {
        self.flush(terms, limits)?;
        let mut literals: Vec<Lit> = self.scopes.clone();
        let mut assumed: Vec<(TermId, Lit)> = Vec::with_capacity(assumptions.len());
        let yes = self.blaster.true_literal();
        for &t in assumptions {
            assert!(terms.is_bool(t), "an assumption is a Boolean");
            let literal = self.blaster.literal(terms, t, limits)?;
            if literal == !yes {
                self.failed.push(t);
                return Ok(SatResult::Unsat);
            }
            if literal != yes {
                assumed.push((t, literal));
                literals.push(literal);
            }
        }
        let result = self.blaster.sat_mut().solve(&literals, limits);
        if result.is_unsat() {
            let mut reported: Vec<Lit> = Vec::new();
            for (t, literal) in assumed {
                if self.blaster.sat().failed(literal) && !reported.contains(&literal) {
                    reported.push(literal);
                    self.failed.push(t);
                }
            }
        }
        Ok(result)
    }
}

/// The conjuncts of a term, left to right, without recursion.
fn conjuncts(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = base::FxHashSet::default();
    let mut stack = vec![root];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if terms.op(t) == Op::And {
            stack.extend(terms.args(t).iter().rev());
        } else {
            found.push(t);
        }
    }
    found
}

fn negated_conjunction(terms: &Terms, t: TermId) -> Option<TermId> {
    let inner = *terms.args(t).first()?;
    (terms.op(t) == Op::Not && terms.op(inner) == Op::And).then_some(inner)
}

impl<S: Sat> Solver for BvSolver<S> {
    fn name(&self) -> &str {
        self.blaster.sat().name()
    }
    fn assert(&mut self, terms: &Terms, t: TermId) {
        assert!(terms.is_bool(t), "an assertion is a Boolean");
        if t != TermId::TRUE {
            self.pending.push(Pending::Assert { term: t, scope: self.scopes.last().copied() });
        }
    }
    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &Limits) -> SatResult {
        self.state = State::Open;
        self.failed.clear();
        let result = self.check_inner(terms, assumptions, limits).unwrap_or_else(SatResult::Unknown);
        if result.is_sat() {
            self.state = State::Sat;
        }
        result
    }
    fn model(&self, terms: &Terms) -> Option<Model> {
        if self.state != State::Sat {
            return None;
        }
        let mut model = Model::new();
        for variable in terms.variables() {
            if let Some(value) = self.blaster.value(terms, variable) {
                model.set(variable, value);
            }
        }
        Some(model)
    }
    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }
    fn push(&mut self) {
        let scope = self.blaster.new_variable();
        self.scopes.push(scope);
    }
    fn pop(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            // What waits for this scope need not be translated any more.
            self.pending.retain(|p| !matches!(p, Pending::Assert { scope: Some(s), .. } if *s == scope));
            self.pending.push(Pending::Retire { scope });
        }
    }
}
