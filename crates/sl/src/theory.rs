//! Questions to a solver with a theory of separation logic: cvc5, which decides `pto` and `sep` over bit-vectors. It refuses them in
//! incremental mode, so every question is a process of its own. Its verdict is used, never the heap that it prints.

use crate::heap::{Heap, SegmentId};
use crate::prover::Prover;
use smt::path::{Exhausted, Path};
use smt::{Limits, ProcessConfig, SatResult, TermId, UnknownReason};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The process, if there is one.
#[derive(Debug)]
pub(crate) struct Theory {
    config: ProcessConfig,
}

/// Every byte of Σ is one `pto` of the formula.
const MOST_BYTES: u128 = 128;
const TIME: Duration = Duration::from_secs(5);

impl Theory {
    pub(crate) fn find() -> Option<Theory> {
        let config = ProcessConfig {
            arguments: ["--quiet", "--lang=smt2"].map(str::to_owned).to_vec(),
            ..ProcessConfig::cvc5(None)
        };
        let script = "(set-logic QF_ALL)\n(check-sat)\n".to_owned();
        let limits = Limits::none().with_time(TIME);
        smt::run_script(&config, script, &limits).is_sat().then_some(Theory { config })
    }
}

impl Prover {
    /// Whether Π ∧ Σ * E ↦ – has a model for the first or the last of the bytes, Σ being these segments. `None` if there is no such
    /// solver, the question is too large for it, or it does not know.
    pub(crate) fn free_by_theory<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        ids: &[SegmentId],
        address: TermId,
        n: u64,
    ) -> Result<Option<bool>, Exhausted> {
        let Some(theory) = &self.theory else { return Ok(None) };
        let config = theory.config.clone();
        let mut sizes = Vec::new();
        for &id in ids {
            match self.constant(heap.get(id).size) {
                Some(size) => sizes.push(size),
                None => return Ok(None),
            }
        }
        if sizes.iter().sum::<u128>() > MOST_BYTES {
            return Ok(None);
        }
        let mut about = vec![address];
        about.extend(ids.iter().map(|&id| heap.get(id).base));
        let Some((question, _)) = self.question(path, heap, &[], &about) else { return Ok(None) };
        let word = heap.word();
        let last = self.terms.bv_const(word, u128::from(n.saturating_sub(1)));
        let ends = [address, self.terms.add(address, last)];
        for &end in ends.iter().take(if n > 1 { 2 } else { 1 }) {
            let mut cells: Vec<TermId> = Vec::new();
            for (&id, &size) in ids.iter().zip(&sizes) {
                for at in 0..size {
                    let by = self.terms.bv_const(word, at);
                    cells.push(self.terms.add(heap.get(id).base, by));
                }
            }
            cells.push(end);
            let mut roots = question.clone();
            roots.extend(&cells);
            let mut script = String::from("(set-logic QF_ALL)\n");
            let _ = writeln!(script, "(declare-heap ((_ BitVec {word}) (_ BitVec 8)))");
            script.push_str(&smt::declarations(&self.terms, &roots));
            for &t in &question {
                let _ = writeln!(script, "(assert {})", smt::name(&self.terms, t));
            }
            for i in 0..cells.len() {
                let _ = writeln!(script, "(declare-const content{i} (_ BitVec 8))");
            }
            script.push_str("(assert (sep");
            for (i, &cell) in cells.iter().enumerate() {
                let _ = write!(script, " (pto {} content{i})", smt::name(&self.terms, cell));
            }
            if cells.len() == 1 {
                script.push_str(" sep.emp");
            }
            script.push_str("))\n(check-sat)\n");
            self.calls += 1;
            self.theory_calls += 1;
            let begin = Instant::now();
            let own = Limits { deadline: Some(begin + TIME), ..self.limits.clone() };
            let result = smt::run_script(&config, script, &own);
            self.time += begin.elapsed();
            match result {
                SatResult::Unsat => {}
                SatResult::Sat => return Ok(Some(true)),
                SatResult::Unknown(UnknownReason::Cancelled) => return Err(Exhausted::Cancelled),
                SatResult::Unknown(_) => return Ok(None),
            }
        }
        Ok(Some(false))
    }
}
