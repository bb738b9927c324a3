//! Collecting what went wrong, once per place and kind, and where blocks come from.

use crate::picture::draw;
use crate::state::{Graph, State};
use ::engine::AnalysisOptions;
use base::{FxHashMap, Span};
use ir::{FuncId, GlobalId, Program};
use semantics::leak::Reach;
use semantics::{Consequence, Policy};
use smg::{ObjId, Object, Origin, Validity};
use std::collections::BTreeSet;
use verdict::{
    Access, Assumption, BlockOrigin, BlockStory, Condition, Confidence, Details, Finding, FindingKind,
    Property, PropertySet, UnknownKind, UnknownReason,
};

/// What an object is that comes from outside of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// Its words lead to strings.
    List,
    Text,
}

/// Where an object comes from; its index is the object's label in the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Site {
    pub(crate) origin: BlockOrigin,
    pub(crate) span: Span,
    pub(crate) name: Option<String>,
    pub(crate) constant: bool,
    /// Set for blocks of `alloca` and variable-length arrays, which die with the frame of this function.
    pub(crate) frame: Option<FuncId>,
    pub(crate) input: Option<InputKind>,
}

#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) policy: Policy,
    analysis: AnalysisOptions,
    sites: Vec<Site>,
    by_span: FxHashMap<Span, u32>,
    /// Variables, by where they are declared and whether they are constant.
    locals: FxHashMap<(Span, bool), u32>,
    globals: FxHashMap<GlobalId, u32>,
    /// String literals, by their labels.
    literals: FxHashMap<u32, GlobalId>,
    /// The label of strings from outside.
    texts: Option<u32>,
    /// Spans at which objects of a site were freed, for the story; the last one wins.
    freed_at: FxHashMap<u32, Span>,
    found: Vec<Finding>,
    /// Where each of them was found: the function under way and the memory.
    ends: Vec<(Option<FuncId>, Graph)>,
    /// The function under way.
    pub(crate) function: Option<FuncId>,
    seen: FxHashMap<(FindingKind, Span, u32), usize>,
    pub(crate) assumptions: BTreeSet<Assumption>,
    unknown: Option<UnknownReason>,
    /// What was lost on the way to each of the findings.
    losses: Vec<Vec<u32>>,
    /// Likewise for undefined behaviour that nobody asked about.
    undefined: Vec<Vec<u32>>,
    /// Behind some finding, runs in which nothing went wrong were given up, too.
    drops_runs: bool,
}

impl Findings {
    pub(crate) fn new(policy: Policy, analysis: &AnalysisOptions) -> Findings {
        Findings {
            policy,
            analysis: analysis.clone(),
            sites: Vec::new(),
            by_span: FxHashMap::default(),
            locals: FxHashMap::default(),
            globals: FxHashMap::default(),
            literals: FxHashMap::default(),
            texts: None,
            freed_at: FxHashMap::default(),
            found: Vec::new(),
            ends: Vec::new(),
            function: None,
            seen: FxHashMap::default(),
            assumptions: BTreeSet::new(),
            unknown: None,
            losses: Vec::new(),
            undefined: Vec::new(),
            drops_runs: false,
        }
    }

    /// What was lost on the way to each state in which there is something wrong, and the memory there, if it is known.
    pub(crate) fn provenances(&self) -> impl Iterator<Item = (&[u32], Option<&Graph>)> {
        let found = self.losses.iter().zip(&self.ends).zip(&self.found).map(|((losses, end), finding)| {
            // A block that is lost is no part of the memory any more.
            let is_lost = matches!(finding.kind, FindingKind::MemoryLeak | FindingKind::NotFreedAtExit);
            (losses.as_slice(), Some(&end.1).filter(|_| !is_lost))
        });
        found.chain(self.undefined.iter().map(|losses| (losses.as_slice(), None)))
    }

    pub(crate) fn asked(&self) -> PropertySet {
        self.policy.asked()
    }

    pub(crate) fn asks(&self, property: Property) -> bool {
        self.policy.asks(property)
    }

    fn site(&mut self, site: Site) -> u32 {
        self.sites.push(site);
        self.sites.len() as u32 - 1
    }

    /// The label of blocks allocated at a place of the program, on the heap or (with a frame) by `alloca`.
    pub(crate) fn allocation_site(&mut self, span: Span, frame: Option<FuncId>) -> u32 {
        if let Some(&label) = self.by_span.get(&span) {
            return label;
        }
        let origin = if frame.is_some() { BlockOrigin::Stack } else { BlockOrigin::Heap };
        let label = self.site(Site { origin, span, name: None, constant: false, frame, input: None });
        self.by_span.insert(span, label);
        label
    }

    /// The label of a variable.
    pub(crate) fn local_site(&mut self, span: Span, site: Site) -> u32 {
        let key = (span, site.constant);
        if let Some(&label) = self.locals.get(&key) {
            return label;
        }
        let label = self.site(site);
        self.locals.insert(key, label);
        label
    }

    /// The label of a global variable.
    pub(crate) fn global_site(&mut self, id: GlobalId, site: Site) -> u32 {
        if let Some(&label) = self.globals.get(&id) {
            return label;
        }
        let literal = site.origin == BlockOrigin::StringLiteral;
        let label = self.site(site);
        self.globals.insert(id, label);
        if literal {
            self.literals.insert(label, id);
        }
        label
    }

    /// The label of strings from outside.
    pub(crate) fn text_site(&mut self) -> u32 {
        if let Some(label) = self.texts {
            return label;
        }
        let (origin, span, input) = (BlockOrigin::Static, Span::NONE, Some(InputKind::Text));
        let name = Some("a string from outside".to_owned());
        let label = self.site(Site { origin, span, name, constant: false, frame: None, input });
        self.texts = Some(label);
        label
    }

    pub(crate) fn literal_of(&self, label: u32) -> Option<GlobalId> {
        self.literals.get(&label).copied()
    }

    /// Nothing found yet, but the same labels for the same blocks: graphs of two runs can then be compared.
    pub(crate) fn with_same_labels(&self) -> Findings {
        Findings {
            sites: self.sites.clone(),
            by_span: self.by_span.clone(),
            locals: self.locals.clone(),
            globals: self.globals.clone(),
            literals: self.literals.clone(),
            texts: self.texts,
            ..Findings::new(self.policy, &self.analysis)
        }
    }

    pub(crate) fn site_of(&self, label: u32) -> Option<&Site> {
        self.sites.get(label as usize)
    }

    pub(crate) fn note_freed(&mut self, label: u32, span: Span) {
        self.freed_at.insert(label, span);
    }

    pub(crate) fn story(&self, object: &Object) -> BlockStory {
        let site = self.site_of(object.label);
        let fallback = match object.origin {
            Origin::Heap => BlockOrigin::Heap,
            Origin::Stack => BlockOrigin::Stack,
            Origin::Static => BlockOrigin::Static,
        };
        let end = self.freed_at.get(&object.label).copied();
        BlockStory {
            origin: site.map_or(fallback, |s| s.origin),
            size: object.size.is_exact().then_some(object.size.lo),
            name: site.and_then(|s| s.name.clone()),
            allocated: site.map_or(Span::NONE, |s| s.span),
            freed: end.filter(|_| object.validity == Validity::Freed),
            out_of_scope: end.filter(|_| object.validity == Validity::OutOfScope),
        }
    }

    /// As [`Findings::report`]; the search goes on with all runs in which it does not happen.
    pub(crate) fn report_and_go_on(
        &mut self,
        state: &State,
        kind: FindingKind,
        access: Option<Access>,
        span: Span,
        object: Option<ObjId>,
        details: Details,
    ) {
        let before = self.drops_runs;
        self.report(state, kind, access, span, object, details);
        self.drops_runs = before;
    }

    /// Records a finding unless it is known or nobody asked for its property.
    pub(crate) fn report(
        &mut self,
        state: &State,
        kind: FindingKind,
        access: Option<Access>,
        span: Span,
        object: Option<ObjId>,
        details: Details,
    ) {
        let object = object.filter(|&id| id != ObjId::NULL);
        let object = object.and_then(|id| state.graph.try_object(id)).cloned();
        self.report_object(state, kind, access, span, object.as_ref(), details);
    }

    pub(crate) fn report_object(
        &mut self,
        state: &State,
        kind: FindingKind,
        access: Option<Access>,
        span: Span,
        object: Option<&Object>,
        details: Details,
    ) {
        let kind = match kind {
            FindingKind::MemoryLeak => self.policy.unfreed(Reach::Lost).unwrap_or(kind),
            kind => kind,
        };
        let ignored = self.analysis.is_ignored(kind, span);
        let consequence = match self.policy.consequence(kind) {
            Consequence::Finding if ignored => self.policy.unasked(kind),
            consequence => consequence,
        };
        match consequence {
            Consequence::Finding => {}
            Consequence::Ends | Consequence::Nothing => return,
            Consequence::Input | Consequence::Undefined => {
                self.undefined.push(state.graph.losses().to_vec());
                let (reason, words) = match ignored {
                    true => (
                        UnknownKind::AfterIgnored,
                        format!(
                            "what follows the ignored {} is known only where it does not happen",
                            kind.name()
                        ),
                    ),
                    false => (
                        UnknownKind::UndefinedBehaviour,
                        format!("{} here, which is not among the checked properties", kind.name()),
                    ),
                };
                self.unknown(reason, span, words);
                return;
            }
        }
        // A block that is lost changes nothing, and what follows a failed assertion is no run.
        self.drops_runs |= !matches!(
            kind.property(),
            Some(Property::ValidMemtrack | Property::ValidMemcleanup | Property::UnreachCall)
        );
        // Several blocks may be lost at one place; one bad access is one finding, whatever block it hits.
        let lost = matches!(kind, FindingKind::MemoryLeak | FindingKind::NotFreedAtExit);
        let label = object.filter(|_| lost).map_or(u32::MAX, |o| o.label);
        if self.seen.contains_key(&(kind, span, label)) {
            return;
        }
        self.losses.push(state.graph.losses().to_vec());
        self.ends.push((self.function, state.graph.clone()));
        self.seen.insert((kind, span, label), self.found.len());
        self.found.push(Finding {
            kind,
            access,
            span,
            block: object.map(|o| self.story(o)),
            details,
            trace: state.path.to_trace(),
            confidence: Confidence::Possible,
        });
    }

    /// Records why the analysis cannot be complete. The first reason is kept, but what the user ignores goes last: an answer
    /// that has only this reason may be good enough.
    pub(crate) fn unknown(&mut self, kind: UnknownKind, span: Span, message: impl Into<String>) {
        let is_open = self.unknown.as_ref().is_none_or(|known| known.kind == UnknownKind::AfterIgnored);
        if is_open && (kind != UnknownKind::AfterIgnored || self.unknown.is_none()) {
            self.unknown = Some(UnknownReason { kind, span, message: message.into() });
        }
    }

    pub(crate) fn unsupported(&mut self, span: Span, what: impl Into<String>) {
        self.unknown(UnknownKind::Unsupported, span, what);
    }

    /// How many findings there are.
    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    /// Whether there are runs behind some finding that are not followed: then nothing is proved any more.
    pub(crate) fn drops_runs(&self) -> bool {
        self.drops_runs
    }

    pub(crate) fn has_all_of(&self, wanted: &[(FindingKind, Span)]) -> bool {
        self.found.len() >= wanted.len()
            && wanted.iter().all(|w| self.found.iter().any(|finding| (finding.kind, finding.span) == *w))
    }

    pub(crate) fn reason(&self) -> Option<&UnknownReason> {
        self.unknown.as_ref()
    }

    /// Forgets all but the first findings, and goes back to an earlier reason.
    pub(crate) fn truncate(&mut self, count: usize, unknown: Option<UnknownReason>) {
        self.found.truncate(count);
        self.losses.truncate(count);
        self.ends.truncate(count);
        if unknown.is_none() {
            self.undefined.clear();
        }
        self.seen.retain(|_, index| *index < count);
        self.unknown = unknown;
    }

    /// Why there may be runs that the search has not followed to their ends: behind what it cannot express or what may go
    /// wrong it goes on with a part of the states at most.
    pub(crate) fn unseen(&self) -> Option<String> {
        let ends_search = |f: &&Finding| {
            !matches!(
                f.kind.property(),
                Some(Property::ValidMemtrack | Property::ValidMemcleanup | Property::UnreachCall)
            )
        };
        match (&self.unknown, self.found.iter().find(ends_search)) {
            (Some(reason), _) => Some(reason.message.clone()),
            (None, Some(finding)) => {
                Some(format!("what follows a possible {} is not known", finding.kind.name()))
            }
            (None, None) => None,
        }
    }

    /// The properties that are proved if the program has those of the findings: the search has followed all runs in which none of
    /// them happens.
    pub(crate) fn condition(&self) -> Option<Condition> {
        if self.unknown.is_some() || self.drops_runs || self.found.is_empty() {
            return None;
        }
        let requires: Option<PropertySet> =
            self.found.iter().map(|finding| finding.kind.property()).collect();
        let requires = requires?;
        let of = self.asked().without(requires);
        (!of.is_empty()).then_some(Condition { of, requires })
    }

    /// Where the first finding or reason for not knowing is.
    pub(crate) fn first_problem(&self) -> Option<Span> {
        self.found.first().map(|f| f.span).or(self.unknown.as_ref().map(|u| u.span))
    }

    /// Gives the findings pictures of the memory in which they were found.
    pub(crate) fn draw_ends(&mut self, program: &Program) {
        /// Nobody looks at the pictures of more.
        const DRAWN: usize = 20;
        let mut pictures = Vec::new();
        for (func, graph) in self.ends.iter().take(DRAWN) {
            let body = func.and_then(|func| Some((func, program.functions[func].body()?)));
            pictures.push(body.map(|(func, body)| Box::new(draw(program, self, func, body, graph))));
        }
        for (finding, picture) in self.found.iter_mut().zip(pictures) {
            finding.trace.abstract_end = picture;
        }
    }

    pub(crate) fn finish(self) -> (Vec<Finding>, Vec<Assumption>, Option<UnknownReason>) {
        let mut found = self.found;
        found.sort_by_key(|f| (f.span, f.kind));
        (found, self.assumptions.into_iter().collect(), self.unknown)
    }
}

/// Whether writing a field would overwrite an address, so that something may be lost.
pub(crate) fn holds_address(graph: &Graph, obj: ObjId, field: smg::Field) -> bool {
    graph.object(obj).edges_overlapping(field).any(|edge| graph.pointee(edge.value).is_some())
}
