//! What a picture of a function says, before anybody decides where it goes: boxes with lines of text, and edges.

use crate::drawing::shorten;
use base::{Idx, Span};
use ir::*;

/// How to draw a function.
#[derive(Clone, Copy)]
pub struct DrawOptions<'a> {
    /// Names the source position of a block, such as `list.c:12`.
    pub locate: Option<&'a dyn Fn(Span) -> Option<String>>,
    /// Longer blocks are cut in the middle.
    pub max_lines: usize,
    /// Longer lines are cut at the end.
    pub max_columns: usize,
}

impl Default for DrawOptions<'_> {
    fn default() -> Self {
        DrawOptions { locate: None, max_lines: 40, max_columns: 72 }
    }
}

impl std::fmt::Debug for DrawOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DrawOptions")
            .field("locate", &self.locate.is_some())
            .field("max_lines", &self.max_lines)
            .field("max_columns", &self.max_columns)
            .finish()
    }
}

pub(super) struct Picture {
    /// The function's name.
    pub(super) title: String,
    /// In an order in which only edges that close loops go backwards.
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// Head and parent of every loop, and the innermost loop of every node, by places in `nodes`.
    pub(super) loops: Vec<(usize, Option<usize>)>,
    pub(super) innermost: Vec<Option<usize>>,
}

pub(super) struct Node {
    pub(super) block: BlockId,
    /// What is said about the block beside its number.
    pub(super) remark: String,
    pub(super) lines: Vec<TextLine>,
    pub(super) role: Role,
    pub(super) reachable: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    Entry,
    LoopHead,
    /// Control leaves the function here.
    Exit,
}

pub(super) struct TextLine {
    pub(super) text: String,
    pub(super) tone: Tone,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Statement,
    /// Scopes and what was left out.
    Quiet,
    /// The terminator.
    Control,
    Warning,
}

pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: String,
    pub(super) kind: EdgeKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeKind {
    Plain,
    True,
    False,
}

/// A switch to more blocks than this lists its cases in the box, where there is room for them.
const MAX_LABELLED_CASES: usize = 5;
const MAX_LABEL: usize = 16;

impl Picture {
    pub(super) fn new(
        program: &Program,
        function: &Function,
        body: &Body,
        options: DrawOptions<'_>,
    ) -> Picture {
        let cfg = Cfg::new(body);
        let forest = LoopForest::new(&cfg);
        let order = drawing_order(&cfg);
        let mut place = vec![0usize; order.len()];
        for (i, block) in order.iter().enumerate() {
            place[block.index()] = i;
        }
        let describer = Describer::new(program, body);
        let liveness = Liveness::new(program, body, &cfg);
        let writer = Writer { body, describer, liveness, options };
        let mut edges = Vec::new();
        let mut nodes = Vec::with_capacity(order.len());
        for (from, &block) in order.iter().enumerate() {
            writer.edges(block, from, &place, &mut edges);
            let content = &body.blocks[block];
            let leaves = cfg.successors(block).is_empty();
            let role = match block.index() {
                0 => Role::Entry,
                _ if forest.is_head(block) => Role::LoopHead,
                _ if leaves => Role::Exit,
                _ => Role::Plain,
            };
            let mut remarks = Vec::new();
            if let Some(id) = forest.innermost(block).filter(|_| forest.is_head(block)) {
                let irreducible = forest.loops()[id].irreducible;
                remarks.push(if irreducible { "irreducible loop" } else { "loop" }.to_owned());
            }
            if !cfg.is_reachable(block) {
                remarks.push("unreachable".to_owned());
            }
            let span = content.statements.first().map_or(content.terminator.span, |first| first.span);
            remarks.extend(options.locate.and_then(|locate| locate(span)));
            nodes.push(Node {
                block,
                remark: remarks.join(" · "),
                lines: writer.lines(content),
                role,
                reachable: cfg.is_reachable(block),
            });
        }
        let in_order = |block: BlockId| place[block.index()];
        let title = if function.name.index() < program.names.len() {
            program.names.resolve(function.name).to_owned()
        } else {
            String::new()
        };
        Picture {
            title,
            nodes,
            edges,
            loops: forest
                .loops()
                .iter()
                .map(|entry| (in_order(entry.head), entry.parent.map(Idx::index)))
                .collect(),
            innermost: order.iter().map(|&block| forest.innermost(block).map(Idx::index)).collect(),
        }
    }
}

/// Reverse postorder of everything, unreachable blocks included: they come before the blocks they lead to.
fn drawing_order(cfg: &Cfg) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(cfg.len());
    let mut visited = vec![false; cfg.len()];
    let mut stack: Vec<(BlockId, usize)> = Vec::new();
    for root in (0..cfg.len()).map(BlockId::new) {
        if std::mem::replace(&mut visited[root.index()], true) {
            continue;
        }
        stack.push((root, cfg.successors(root).len()));
        while let Some((block, remaining)) = stack.last_mut() {
            if *remaining == 0 {
                order.push(*block);
                stack.pop();
                continue;
            }
            *remaining -= 1;
            let next = cfg.successors(*block)[*remaining];
            if !std::mem::replace(&mut visited[next.index()], true) {
                stack.push((next, cfg.successors(next).len()));
            }
        }
    }
    order.reverse();
    order
}

struct Writer<'a> {
    body: &'a Body,
    describer: Describer<'a>,
    liveness: Liveness,
    options: DrawOptions<'a>,
}

impl Writer<'_> {
    fn line(&self, text: String, tone: Tone) -> TextLine {
        TextLine { text: shorten(&text, self.options.max_columns), tone }
    }

    fn lines(&self, block: &Block) -> Vec<TextLine> {
        let mut lines = Vec::new();
        let (shown, condition) = self.fold_condition(block);
        let mut statements = shown.iter().peekable();
        while let Some(statement) = statements.next() {
            let kind = &statement.kind;
            let mut text = self.describer.statement(kind);
            let tone = match kind {
                StatementKind::StorageLive(_) | StatementKind::StorageDead(_) => {
                    // Scopes begin and end with many locals at once.
                    let same = |next: &&Statement| {
                        std::mem::discriminant(&next.kind) == std::mem::discriminant(kind)
                    };
                    while let Some(next) = statements.next_if(same) {
                        if let StatementKind::StorageLive(local) | StatementKind::StorageDead(local) =
                            next.kind
                        {
                            text.push_str(", ");
                            text.push_str(self.describer.local(local));
                        }
                    }
                    Tone::Quiet
                }
                StatementKind::Unsupported(_) => Tone::Warning,
                _ => Tone::Statement,
            };
            lines.push(self.line(text, tone));
        }
        let max = self.options.max_lines.max(4);
        if lines.len() > max {
            let dropped = lines.len() - max + 1;
            let note = format!("… {dropped} more …");
            lines.splice(max / 2..max / 2 + dropped, [TextLine { text: note, tone: Tone::Quiet }]);
        }
        let terminator = match condition {
            Some(condition) => format!("if {condition}"),
            None => self.describer.terminator(&block.terminator.kind),
        };
        if !terminator.is_empty() {
            lines.push(self.line(terminator, Tone::Control));
        }
        self.listed_cases(&block.terminator.kind, &mut lines);
        lines
    }

    /// A comparison that is made only for the branch that follows is shown in the branch.
    fn fold_condition<'b>(&self, block: &'b Block) -> (&'b [Statement], Option<String>) {
        if let TerminatorKind::Branch { cond: Operand::Local(cond), .. } = block.terminator.kind
            && let [before @ .., last] = block.statements.as_slice()
            && let StatementKind::Assign(dst, rvalue @ (Rvalue::Binary(..) | Rvalue::Use(_))) = &last.kind
            && *dst == cond
            && self.body.locals[cond].name.is_none()
            && !block.terminator.kind.successors().any(|next| self.liveness.is_live_in(next, cond))
        {
            return (before, Some(self.describer.rvalue(rvalue)));
        }
        (&block.statements, None)
    }

    fn listed_cases(&self, kind: &TerminatorKind, lines: &mut Vec<TextLine>) {
        let TerminatorKind::Switch { cases, default, scalar, .. } = kind else { return };
        if distinct_targets(kind) <= MAX_LABELLED_CASES {
            return;
        }
        let max = self.options.max_lines.max(4);
        for case in cases.iter().take(max) {
            lines.push(self.line(format!("  {} → {}", case_text(case, *scalar), case.target), Tone::Quiet));
        }
        if cases.len() > max {
            let dropped = cases.len() - max;
            lines.push(TextLine { text: format!("  … {dropped} more …"), tone: Tone::Quiet });
        }
        lines.push(self.line(format!("  else → {default}"), Tone::Quiet));
    }

    fn edges(&self, block: BlockId, from: usize, place: &[usize], edges: &mut Vec<Edge>) {
        let first = edges.len();
        let mut add = |target: BlockId, label: String, kind: EdgeKind| {
            let Some(&to) = place.get(target.index()) else { return };
            edges.push(Edge { from, to, label, kind });
        };
        let kind = &self.body.blocks[block].terminator.kind;
        match kind {
            TerminatorKind::Branch { then_block, else_block, .. } if then_block != else_block => {
                add(*then_block, "true".to_owned(), EdgeKind::True);
                add(*else_block, "false".to_owned(), EdgeKind::False);
            }
            TerminatorKind::Switch { cases, default, scalar, .. } => {
                let labelled = distinct_targets(kind) <= MAX_LABELLED_CASES;
                for case in cases {
                    let label = if labelled { case_text(case, *scalar) } else { String::new() };
                    add(case.target, label, EdgeKind::Plain);
                }
                add(*default, if labelled { "else" } else { "" }.to_owned(), EdgeKind::Plain);
            }
            _ => kind.successors().for_each(|target| add(target, String::new(), EdgeKind::Plain)),
        }
        merge_parallel(edges, first);
        for edge in &mut edges[first..] {
            edge.label = shorten(&edge.label, MAX_LABEL);
        }
    }
}

fn distinct_targets(kind: &TerminatorKind) -> usize {
    let mut targets: Vec<BlockId> = kind.successors().collect();
    targets.sort_unstable();
    targets.dedup();
    targets.len()
}

fn case_text(case: &SwitchCase, scalar: Scalar) -> String {
    let (low, high) = (scalar.constant_value(case.low), scalar.constant_value(case.high));
    if low == high { low.to_string() } else { format!("{low}…{high}") }
}

/// Several edges from the last node to one target become one, with all their labels.
fn merge_parallel(edges: &mut Vec<Edge>, first: usize) {
    edges[first..].sort_by_key(|edge| edge.to);
    let mut kept = first;
    for i in first + 1..edges.len() {
        if edges[i].to == edges[kept].to {
            let label = std::mem::take(&mut edges[i].label);
            // Labels are cut when shown, so there is no point in collecting them all.
            if !label.is_empty() && edges[kept].label.len() < 4 * MAX_LABEL {
                edges[kept].label.push_str(", ");
                edges[kept].label.push_str(&label);
            }
        } else {
            kept += 1;
            edges.swap(kept, i);
        }
    }
    if edges.len() > first {
        edges.truncate(kept + 1);
    }
}
