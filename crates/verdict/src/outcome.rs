//! All that an engine says of a program, property by property, and the verdict that follows for the whole program.

use crate::formula::{Contract, Lemma};
use crate::picture::Shapes;
use crate::{
    Assumption, Confidence, Finding, Invariant, Property, PropertySet, Stats, UnknownKind, UnknownReason,
    Verdict,
};
use base::Span;
use std::sync::LazyLock;

/// One verdict per property; properties with the same verdict share it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdicts(Vec<(PropertySet, Verdict)>);

impl Verdicts {
    /// The same verdict for all of them.
    pub fn all(asked: PropertySet, verdict: Verdict) -> Verdicts {
        Verdicts(vec![(asked, verdict)])
    }

    /// Replaces what was said of these properties.
    pub fn set(&mut self, properties: PropertySet, verdict: Verdict) {
        for (set, _) in &mut self.0 {
            *set = set.without(properties);
        }
        self.0.retain(|(set, _)| !set.is_empty());
        self.0.push((properties, verdict));
    }

    pub fn get(&self, property: Property) -> Option<&Verdict> {
        self.0.iter().find(|(set, _)| set.contains(property)).map(|(_, verdict)| verdict)
    }

    pub fn asked(&self) -> PropertySet {
        self.0.iter().fold(PropertySet::default(), |all, (set, _)| all.union(*set))
    }

    /// The properties that are proved.
    pub fn proved(&self) -> PropertySet {
        self.having(|verdict| matches!(verdict, Verdict::Proved(_)))
    }

    pub fn violated(&self) -> PropertySet {
        self.having(|verdict| *verdict == Verdict::Violated)
    }

    fn having(&self, is_wanted: impl Fn(&Verdict) -> bool) -> PropertySet {
        let wanted = self.0.iter().filter(|(_, verdict)| is_wanted(verdict));
        wanted.fold(PropertySet::default(), |all, (set, _)| all.union(*set))
    }

    /// What the verdicts mean for the program as a whole: one violation is enough, and a proof needs all of them.
    fn whole(&self) -> &Verdict {
        static NOTHING: LazyLock<Verdict> = LazyLock::new(|| {
            let message = "no property was asked for".to_owned();
            Verdict::Unknown(UnknownReason { kind: UnknownKind::NothingToCheck, span: Span::NONE, message })
        });
        let find = |is_wanted: fn(&Verdict) -> bool| {
            self.0.iter().map(|(_, verdict)| verdict).find(|verdict| is_wanted(verdict))
        };
        find(|verdict| *verdict == Verdict::Violated)
            .or_else(|| find(|verdict| matches!(verdict, Verdict::Unknown(_))))
            .or_else(|| find(|_| true))
            .unwrap_or_else(|| &NOTHING)
    }
}

/// The proofs of some properties hold only if the program has other properties, too; another engine may show that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    pub of: PropertySet,
    pub requires: PropertySet,
}

/// What was found out about one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionAnswer {
    pub name: String,
    /// Where it is defined.
    pub span: Span,
    pub result: FunctionResult,
    /// What it needs from its callers, in words.
    pub requires: Vec<String>,
    /// What it gives them, in words.
    pub ensures: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionResult {
    /// For every heap and every argument that it may be called with.
    Proved,
    Violated,
    /// Why, in words.
    Unknown(String),
}

/// What stopped an engine that has no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub engine: &'static str,
    pub reason: UnknownReason,
}

impl Attempt {
    /// What the user should look at first: what nobody can follow comes before what was not enough, and that before what only says that
    /// an engine is not for this program.
    pub fn rank(&self) -> u32 {
        match self.reason.kind {
            UnknownKind::Internal => 0,
            UnknownKind::NothingToCheck => 1,
            UnknownKind::AfterIgnored | UnknownKind::StoppedAtViolation => 2,
            UnknownKind::ExternalFunction => 3,
            UnknownKind::Unsupported => 4,
            UnknownKind::UndefinedBehaviour => 5,
            UnknownKind::PossibleFindings => 6,
            UnknownKind::MemoryBudget => 7,
            UnknownKind::TimeBudget => 8,
            UnknownKind::StepBudget => 9,
            UnknownKind::Nondeterminism => 10,
            UnknownKind::Cancelled => 11,
        }
    }
}

/// All that an engine says of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub verdicts: Verdicts,
    /// If a property is violated, the first finding shows it.
    pub findings: Vec<Finding>,
    /// What a proof rests on, if that was asked for.
    pub invariants: Vec<Invariant>,
    /// What the memory may look like at the points that were asked for, one entry per point.
    pub shapes: Vec<Shapes>,
    pub conditions: Vec<Condition>,
    /// What other engines may use.
    pub lemmas: Vec<Lemma>,
    pub contracts: Vec<Contract>,
    /// If functions were checked one by one: what was found out about each.
    pub functions: Vec<FunctionAnswer>,
    pub assumptions: Vec<Assumption>,
    /// If there is no answer: what stopped each of the engines, what the user should look at first.
    pub attempts: Vec<Attempt>,
    /// No run in which every loop makes at most so many rounds violates anything that was asked.
    pub bounded: Option<u32>,
    pub stats: Stats,
}

impl Outcome {
    /// The answer of an engine that treats all properties alike: a proof is one of all of them, and a search that ends at a
    /// violation says nothing of the other properties.
    pub fn new(asked: PropertySet, verdict: Verdict, findings: Vec<Finding>) -> Outcome {
        let mut verdicts = Verdicts::all(asked, verdict);
        if *verdicts.whole() == Verdict::Violated {
            let shown = findings.iter().filter(|f| f.confidence == Confidence::Confirmed);
            let violated: PropertySet = shown.filter_map(|f| f.kind.property()).collect();
            let open = asked.without(violated);
            if !open.is_empty() && !violated.is_empty() {
                let message = "the search ended at a violation of another property".to_owned();
                let kind = UnknownKind::StoppedAtViolation;
                verdicts.set(open, Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message }));
            }
        }
        Outcome {
            verdicts,
            findings,
            invariants: Vec::new(),
            shapes: Vec::new(),
            conditions: Vec::new(),
            lemmas: Vec::new(),
            contracts: Vec::new(),
            functions: Vec::new(),
            assumptions: Vec::new(),
            attempts: Vec::new(),
            bounded: None,
            stats: Stats { engine: "none", ..Stats::default() },
        }
    }

    /// No answer, for this reason.
    pub fn unknown(asked: PropertySet, kind: UnknownKind, message: impl Into<String>) -> Outcome {
        let reason = UnknownReason { kind, span: Span::NONE, message: message.into() };
        Outcome::new(asked, Verdict::Unknown(reason), Vec::new())
    }

    /// The verdict on the whole program, which follows from those on the properties.
    pub fn verdict(&self) -> &Verdict {
        static CONDITIONAL: LazyLock<Verdict> = LazyLock::new(|| {
            let message = "the proof rests on a condition that no engine has shown".to_owned();
            Verdict::Unknown(UnknownReason { kind: UnknownKind::Unsupported, span: Span::NONE, message })
        });
        match self.verdicts.whole() {
            Verdict::Proved(_) if !self.is_unconditional() => &CONDITIONAL,
            whole => whole,
        }
    }

    fn is_unconditional(&self) -> bool {
        self.conditions.iter().all(|condition| condition.of.is_empty() || condition.requires.is_empty())
    }

    /// Forgets the verdicts: there is no answer, for this reason.
    pub fn retract(&mut self, reason: UnknownReason) {
        self.verdicts = Verdicts::all(self.verdicts.asked(), Verdict::Unknown(reason));
    }

    /// The findings are possible ones, for this reason.
    pub fn doubt(&mut self, kind: UnknownKind, message: String) {
        let span = self.findings.first().map_or(Span::NONE, |finding| finding.span);
        self.retract(UnknownReason { kind, span, message });
        for finding in &mut self.findings {
            finding.confidence = Confidence::Possible;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Certificate;

    fn set(list: &[Property]) -> PropertySet {
        list.iter().copied().collect()
    }

    fn open() -> Verdict {
        Verdict::Unknown(UnknownReason {
            kind: UnknownKind::TimeBudget,
            span: Span::NONE,
            message: String::new(),
        })
    }

    #[test]
    fn the_whole_verdict_follows_from_those_on_the_properties() {
        use Property::{UnreachCall, ValidDeref, ValidFree};
        let all = set(&[ValidDeref, ValidFree, UnreachCall]);
        let proved = Verdict::Proved(Certificate::Invariants);
        let mut outcome = Outcome::new(all, proved.clone(), Vec::new());
        assert_eq!(*outcome.verdict(), proved);
        outcome.verdicts.set(set(&[UnreachCall]), open());
        assert_eq!(*outcome.verdict(), open());
        assert_eq!(outcome.verdicts.proved(), set(&[ValidDeref, ValidFree]));
        outcome.verdicts.set(set(&[ValidFree]), Verdict::Violated);
        assert_eq!(*outcome.verdict(), Verdict::Violated);
        assert_eq!(outcome.verdicts.get(ValidDeref), Some(&proved));
        assert_eq!(outcome.verdicts.get(Property::NoOverlap), None);
        assert_eq!(outcome.verdicts.asked(), all);
    }

    #[test]
    fn a_conditional_proof_is_none_until_the_condition_is_shown() {
        let asked = set(&[Property::UnreachCall]);
        let mut outcome = Outcome::new(asked, Verdict::Proved(Certificate::Invariants), Vec::new());
        outcome.conditions = vec![Condition { of: asked, requires: set(&[Property::ValidDeref]) }];
        assert!(matches!(outcome.verdict(), Verdict::Unknown(_)));
        outcome.conditions.clear();
        assert!(matches!(outcome.verdict(), Verdict::Proved(_)));
    }

    #[test]
    fn nothing_asked_is_nothing_proved() {
        let outcome =
            Outcome { verdicts: Verdicts(Vec::new()), ..Outcome::new(set(&[]), open(), Vec::new()) };
        assert!(matches!(outcome.verdict(), Verdict::Unknown(_)));
    }
}
