//! What the C library did, as programs for the engines.

use super::{Batch, Case, Difference, Report, Seen, Wrong, preprocessed};
use crate::ask::{Question, Said};
use crate::models::observe::Fragment;
use crate::models::template::{self, Outcome};
use crate::mutate::Random;
use std::collections::BTreeMap;

/// Declarations of the error function and of inputs.
const VERIFIER: &str = "
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
";

/// The programs of one outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// An error behind the outcome.
    Happened,
    /// The same, where an input decides between the arguments of the call and others.
    Hidden,
    /// An error behind every other outcome.
    Impossible,
}

impl Batch<'_> {
    pub(super) fn ask_engines(
        &self,
        cases: &[Case],
        seen: &[Seen],
        report: &mut Report,
    ) -> Result<(), String> {
        if self.bench.engines.is_empty() || self.bench.outcomes == 0 {
            return Ok(());
        }
        let mut asked: BTreeMap<usize, usize> = BTreeMap::new();
        let mut chosen = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            let count = asked.entry(case.block).or_default();
            if *count < self.bench.outcomes {
                *count += 1;
                chosen.push(i);
            }
        }
        let mut hidden = Vec::new();
        for &i in &chosen {
            let case = &cases[i];
            let mut other = Random::new(case.seed ^ 0x5555);
            let choice = Some((&mut other, "__VERIFIER_nondet_int()"));
            let block = &self.blocks[case.block];
            hidden.push(template::instantiate(block, &mut Random::new(case.seed), choice)?);
        }
        let texts: Vec<&str> = hidden.iter().map(String::as_str).collect();
        let (_, hidden) = preprocessed(&texts, "", &self.bench.directory)?;
        for (&i, hidden) in chosen.iter().zip(&hidden) {
            let hidden = Fragment::parse(hidden)?;
            let determined =
                matches!(self.blocks[cases[i].block].outcome, Outcome::Exact | Outcome::Determined);
            for form in [Form::Happened, Form::Hidden, Form::Impossible] {
                let fragment = if form == Form::Hidden { &hidden } else { &cases[i].fragment };
                if form == Form::Impossible && !determined
                    || form == Form::Hidden && !self.blocks[cases[i].block].body.contains('$')
                {
                    continue;
                }
                self.ask(form, fragment, &cases[i], &seen[i], report)?;
            }
        }
        Ok(())
    }

    fn ask(
        &self,
        form: Form,
        fragment: &Fragment,
        case: &Case,
        seen: &Seen,
        report: &mut Report,
    ) -> Result<(), String> {
        let body = fragment.expecting(&seen.values, form == Form::Impossible);
        let not = if form == Form::Impossible { "!" } else { "" };
        let program = format!(
            "static int outcome(void) {{\n{body}\nreturn 1;\n}}\nint main(void) {{\n    if ({not}outcome())\n        reach_error();\n    return 0;\n}}\n"
        );
        let path = self.bench.directory.join("outcome.i");
        std::fs::write(&path, format!("{}{VERIFIER}{program}", self.prelude)).map_err(|e| e.to_string())?;
        for engine in &self.bench.engines {
            let question = Question { engine, seconds: self.bench.seconds, properties: &["unreach-call"] };
            let answer = self.bench.fafnir.check(&path, &question)?;
            let row = &mut report.rows[case.block];
            let answers = row.answers.entry(engine.clone()).or_default();
            let column = match answer.said {
                Said::Proved => 0,
                Said::Violated => 1,
                Said::Unknown | Said::Failed => 2,
            };
            answers[column] += 1;
            let wrong = match (form, answer.said) {
                (Form::Impossible, Said::Violated) => Wrong::Violated,
                (Form::Happened | Form::Hidden, Said::Proved) => Wrong::Proved,
                _ => continue,
            };
            let count = row.differences.len();
            let name = format!("{}-{engine}-{}-{count}.i", row.functions[0], wrong.name());
            let kept = self.bench.directory.join(name);
            std::fs::copy(&path, &kept).map_err(|e| e.to_string())?;
            let text = format!("{}\n{program}", kept.display());
            row.differences.push(Difference { wrong, who: engine.clone(), text });
        }
        Ok(())
    }
}
