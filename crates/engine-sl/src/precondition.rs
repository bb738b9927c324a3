//! What all paths of a function together need from its caller: a tree of blocks along the access paths that were followed, learnt from
//! the heaps of the paths and never from types. Repeated cells become a predicate: blocks that are linked at the same offset again and
//! again are a list, elements of the same size one behind the other are a text or an array.

use crate::executor::Executor;
use crate::state::{ArgValue, State};
use base::Idx;
use ir::{GlobalId, Program, Scalar};
use smt::TermId;
use std::collections::{BTreeMap, BTreeSet};

/// So many links in a row make a list.
const LINKS: usize = 3;
/// So many elements in a row make an array.
const ELEMENTS: u64 = 4;

/// Where an access path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Root {
    Parameter(usize),
    /// A pointer in a variable, at that offset.
    Global(GlobalId, u64),
}

/// What was seen behind a pointer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Bytes from the pointer on.
    bytes: u64,
    /// Bytes of the same block before it.
    before: u64,
    not_null: bool,
    freed: bool,
    /// How much of it is used depends on more than the program's text.
    symbolic: bool,
    /// What was read, by offset and size.
    cells: BTreeMap<u64, u64>,
    children: BTreeMap<u64, Seen>,
}

/// The access paths that were followed on some path.
pub(crate) type Followed = BTreeMap<Root, Seen>;

/// Adds what one path has shown.
pub(crate) fn note(executor: &Executor<'_>, state: &State, args: &[ArgValue], followed: &mut Followed) {
    let Some(open) = &state.own.open else { return };
    let mut known: Vec<Option<(Root, Vec<u64>)>> = Vec::new();
    for given in &open.given {
        let place = origin(executor, state, args, given.variable, &known);
        if let Some((root, path)) = &place {
            let mut seen = followed.entry(*root).or_default();
            for offset in path {
                seen = seen.children.entry(*offset).or_default();
            }
            let lead = state.memory.get(given.segment).lead;
            seen.bytes = seen.bytes.max(given.needed - lead);
            seen.before = seen.before.max(given.needed_before);
            seen.not_null |= given.untested;
            seen.freed |= given.freed;
            seen.symbolic |= given.symbolic;
            for (&at, byte) in open.initial.get(&given.segment).into_iter().flatten() {
                if byte.index == 0 && at >= lead {
                    let size = u64::from(executor.prover.terms.width(byte.term) / 8);
                    seen.cells.insert(at - lead, size);
                }
            }
        }
        known.push(place);
    }
}

/// The access path to a pointer of the caller, whose earlier blocks are known.
fn origin(
    executor: &Executor<'_>,
    state: &State,
    args: &[ArgValue],
    variable: TermId,
    known: &[Option<(Root, Vec<u64>)>],
) -> Option<(Root, Vec<u64>)> {
    let is_it = |arg: &ArgValue| matches!(arg, ArgValue::Scalar(t, _) if *t == variable);
    if let Some(index) = args.iter().position(is_it) {
        return Some((Root::Parameter(index), Vec::new()));
    }
    let open = state.own.open.as_ref()?;
    for (segment, bytes) in &open.initial {
        let Some((&at, _)) = bytes.iter().find(|(_, b)| b.term == variable && b.index == 0) else { continue };
        if let Some(index) = executor.globals.iter().position(|global| global == segment) {
            return Some((Root::Global(GlobalId::new(index), at), Vec::new()));
        }
        let parent = open.given.iter().position(|given| given.segment == *segment)?;
        let (root, mut path) = known.get(parent)?.clone()?;
        path.push(at.checked_sub(state.memory.get(*segment).lead)?);
        return Some((root, path));
    }
    None
}

/// What a pointer must lead to.
#[derive(Clone, Debug)]
pub(crate) struct Needed {
    pub(crate) may_be_null: bool,
    /// The function may free it.
    freed: bool,
    pub(crate) what: What,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// One block; the pointer has so many bytes of it before it. What is not a pointer that was followed is arbitrary.
    Block { bytes: u64, before: u64, children: BTreeMap<u64, Needed> },
    /// Any number of blocks, each of which has the address of the next one at an offset, and the last one null.
    List { bytes: u64, next: u64, children: BTreeMap<u64, Needed> },
    /// Bytes up to a zero.
    Text,
    /// As many elements of so many bytes as an argument says.
    Elements { each: u64, count: usize },
}

impl Needed {
    /// The arguments that say how many elements there are.
    pub(crate) fn counts(&self, found: &mut BTreeSet<usize>) {
        match &self.what {
            What::Block { children, .. } | What::List { children, .. } => {
                children.values().for_each(|child| child.counts(found));
            }
            What::Text => {}
            What::Elements { count, .. } => {
                found.insert(*count);
            }
        }
    }
}

/// How what looks like an array is bounded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    Text,
    Argument(usize),
}

impl Seen {
    fn merge(&mut self, other: &Seen) {
        self.bytes = self.bytes.max(other.bytes);
        self.before = self.before.max(other.before);
        self.not_null |= other.not_null;
        self.freed |= other.freed;
        self.symbolic |= other.symbolic;
        self.cells.extend(&other.cells);
        for (&offset, child) in &other.children {
            self.children.entry(offset).or_default().merge(child);
        }
    }

    /// How often the pointer at an offset is followed in a row.
    fn links(&self, offset: u64) -> usize {
        let mut count = 0;
        let mut at = self;
        while let Some(next) = at.children.get(&offset) {
            count += 1;
            at = next;
        }
        count
    }

    /// The size of the elements, if what was read looks like an array.
    fn element(&self) -> Option<u64> {
        let &each = self.cells.get(&0)?;
        let regular = self.cells.iter().all(|(at, size)| *size == each && at % each == 0);
        let in_a_row = (0..ELEMENTS).all(|i| self.cells.contains_key(&(i * each)));
        (regular && self.before == 0 && (self.symbolic || in_a_row)).then_some(each)
    }

    /// Whether what it needs depends on how arrays are bounded.
    fn has_arrays(&self) -> bool {
        self.element().is_some() || self.children.values().any(Seen::has_arrays)
    }

    /// `None` if no predicate says it.
    fn needed(&self, bound: Bound) -> Option<Needed> {
        let may_be_null = !self.not_null;
        if let Some(each) = self.element() {
            if !self.children.is_empty() {
                return None;
            }
            let what = match bound {
                Bound::Text if each == 1 => What::Text,
                Bound::Text => return None,
                Bound::Argument(count) => What::Elements { each, count },
            };
            return Some(Needed { may_be_null, freed: self.freed, what });
        }
        if self.symbolic {
            return None;
        }
        let mut linked = self.children.keys().copied().filter(|&offset| self.links(offset) >= LINKS);
        let Some(next) = linked.next() else {
            let children = self.children_needed(bound, None)?;
            return Some(Needed {
                may_be_null,
                freed: self.freed,
                what: What::Block { bytes: self.bytes, before: self.before, children },
            });
        };
        if linked.next().is_some() || self.before > 0 {
            return None;
        }
        let mut node = Seen { children: BTreeMap::new(), ..self.clone() };
        let mut at = Some(self);
        while let Some(seen) = at {
            let mut own = Seen { children: seen.children.clone(), ..seen.clone() };
            let rest = own.children.remove(&next);
            // The end is null: a list that goes on without a test is another one.
            if rest.is_some_and(|rest| rest.not_null) {
                return None;
            }
            node.merge(&own);
            at = seen.children.get(&next);
        }
        let children = node.children_needed(bound, Some(next))?;
        let what = What::List { bytes: node.bytes.max(next + 8), next, children };
        Some(Needed { may_be_null, freed: node.freed, what })
    }

    fn children_needed(&self, bound: Bound, except: Option<u64>) -> Option<BTreeMap<u64, Needed>> {
        let others = self.children.iter().filter(|(offset, _)| Some(**offset) != except);
        others.map(|(&offset, child)| Some((offset, child.needed(bound)?))).collect()
    }
}

/// The preconditions that are worth a try, the most likely first: arrays that are texts, or as long as an argument says.
pub(crate) fn candidates(followed: &Followed, args: &[ArgValue]) -> Vec<BTreeMap<Root, Needed>> {
    let mut bounds = vec![Bound::Text];
    if followed.values().any(Seen::has_arrays) {
        let numbers = args.iter().enumerate().filter(|(_, arg)| {
            matches!(arg, ArgValue::Scalar(_, scalar)
                if !scalar.is_float() && !(*scalar == Scalar::Ptr))
        });
        bounds.extend(numbers.map(|(index, _)| Bound::Argument(index)));
    }
    let all = |bound: Bound| followed.iter().map(|(&root, seen)| Some((root, seen.needed(bound)?))).collect();
    bounds.into_iter().filter_map(all).collect()
}

/// The precondition in words.
pub(crate) fn words(program: &Program, names: &[String], needed: &BTreeMap<Root, Needed>) -> Vec<String> {
    let mut out = Vec::new();
    for (root, needed) in needed {
        let subject = match *root {
            Root::Parameter(index) => names[index].clone(),
            Root::Global(id, 0) => format!("`{}`", program.names.resolve(program.globals[id].name)),
            Root::Global(id, at) => {
                format!("the pointer at byte {at} of `{}`", program.names.resolve(program.globals[id].name))
            }
        };
        describe(&subject, needed, names, &mut out);
    }
    out
}

fn describe(subject: &str, needed: &Needed, names: &[String], out: &mut Vec<String>) {
    let end = if needed.freed { ", which may be freed" } else { "" };
    let leads = if needed.may_be_null { "is null or leads" } else { "leads" };
    let children = match &needed.what {
        What::Block { bytes, before: 0, children } => {
            out.push(format!("{subject} {leads} to at least {bytes} bytes{end}"));
            children
        }
        What::Block { bytes, before, children } => {
            let around = format!("with {before} of the same block before them");
            out.push(format!("{subject} {leads} to at least {bytes} bytes {around}{end}"));
            children
        }
        What::List { bytes, next, children } => {
            let links = format!("linked at byte {next} with null at the end");
            out.push(format!(
                "{subject} {leads} to a list of blocks of at least {bytes} bytes, {links}{end}"
            ));
            children
        }
        What::Text => return out.push(format!("{subject} {leads} to bytes up to a zero{end}")),
        What::Elements { each: 1, count } => {
            return out.push(format!("{subject} {leads} to {} bytes{end}", names[*count]));
        }
        What::Elements { each, count } => {
            return out.push(format!("{subject} {leads} to {} times {each} bytes{end}", names[*count]));
        }
    };
    for (offset, child) in children {
        describe(&format!("the pointer at byte {offset} behind {subject}"), child, names, out);
    }
}
