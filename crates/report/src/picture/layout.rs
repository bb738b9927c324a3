//! Where everything goes. Objects stand in columns, by how many pointers away from the variables they are; what every node
//! of a list has for itself is laid out in the same way inside the list's box. Each such group is a layered drawing whose rows
//! are the columns here.

use super::words;
use crate::drawing::layered::{self, Drawing, Graph, LineKind, Link, Node, Style};
use crate::drawing::{self, CHAR};
use verdict::picture::{End, Object, ObjectKind, ObjectState, Picture, Value};

pub(crate) const ROW: f32 = 18.0;
const PAD: f32 = 8.0;
const HEADER: f32 = 22.0;
const INSET: f32 = 14.0;
/// Below objects and below variables.
const GAPS: (f32, f32) = (30.0, 8.0);
/// Where arrows enter a box: the middle of its title.
const ENTRY: f32 = 11.0;
/// More columns than the first number are folded into rows of the second, one below the other, so that a long list does not
/// become a long line.
const WIDEST: (usize, usize) = (7, 6);
/// Longer texts are cut.
const LONGEST: usize = 34;

#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Area {
    pub fn right(&self) -> f32 {
        self.x + self.w
    }
    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }
    pub fn middle(&self) -> f32 {
        self.y + self.h / 2.0
    }
    /// Whether the two have an inner point in common.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }
    pub fn contains(&self, other: &Area) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && self.right() >= other.right()
            && self.bottom() >= other.bottom()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    Variable,
    Region,
    Optional,
    List,
    Freed,
    /// A variable with an object of its own.
    Named,
}

#[derive(Clone, Debug)]
pub struct PlacedBox {
    pub area: Area,
    pub kind: BoxKind,
    /// In the picture's `objects`, or in its `variables`.
    pub object: Option<usize>,
    pub variable: Option<usize>,
    /// The cell of each field, by its place in the object.
    pub cells: Vec<Area>,
    /// Height of the part above the cells.
    pub header: f32,
    pub depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    Title,
    Remark,
    Name,
    Type,
    Value,
    Fact,
}

#[derive(Clone, Debug)]
pub struct PlacedText {
    /// The area that the text fills.
    pub area: Area,
    pub text: String,
    pub role: TextRole,
    /// The object and the field it belongs to, for highlighting.
    pub object: Option<usize>,
    pub field: Option<usize>,
    pub variable: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub width: f32,
    pub height: f32,
    /// Outer boxes come before those inside them.
    pub boxes: Vec<PlacedBox>,
    pub texts: Vec<PlacedText>,
    pub lines: Vec<PlacedLine>,
}

/// A line with right angles: the way of a pointer, or a part of it.
#[derive(Clone, Debug)]
pub struct PlacedLine {
    pub points: Vec<(f32, f32)>,
    /// The object (`None`: a variable) and the field that hold the pointer; nothing for what several pointers share.
    pub pointer: Option<(Option<usize>, usize)>,
    /// The line begins in the pointer's cell, and not on the side of a box around it.
    pub starts_in_cell: bool,
    pub arrow: bool,
}

impl Layout {
    pub fn box_of(&self, object: usize) -> Option<&PlacedBox> {
        self.boxes.iter().find(|b| b.object == Some(object))
    }
}

/// A variable or an object, with its own size and what is inside.
struct Item {
    variable: Option<usize>,
    object: Option<usize>,
    w: f32,
    h: f32,
    header: f32,
    columns: Columns,
    inner: Option<(Group, f32)>,
}

/// Widths of the three columns of a table: name, type, value.
#[derive(Clone, Copy, Default)]
struct Columns {
    name: f32,
    ty: f32,
    value: f32,
}

/// What was laid out together: the variables and objects that are inside nothing, or the objects inside one.
struct Group {
    /// The object around the group.
    container: Option<usize>,
    /// By node of the drawing.
    members: Vec<Member>,
    /// By edge of the drawing: its ends, and the pointer that it draws.
    edges: Vec<Edge>,
    drawing: Drawing,
}

enum Member {
    Item(Item),
    /// Where a pointer from a field of the object around the group comes in, and where a pointer to something outside leaves.
    Entry,
    Exit {
        pointer: usize,
    },
}

#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    /// Where it begins, below the upper side of its box.
    start: f32,
    pointer: usize,
}

impl Group {
    fn w(&self) -> f32 {
        self.drawing.height
    }
    fn h(&self) -> f32 {
        self.drawing.width
    }
    /// The height at which a pointer leaves the group.
    fn exit(&self, pointer: usize) -> Option<f32> {
        let at =
            self.members.iter().position(|m| matches!(m, Member::Exit { pointer: p } if *p == pointer))?;
        Some(self.drawing.boxes[at].x + self.drawing.boxes[at].width / 2.0)
    }
}

fn shorten(text: &str) -> String {
    drawing::shorten(text, LONGEST)
}

fn width_of(text: &str) -> f32 {
    drawing::columns(text) * CHAR
}

/// Lays out a picture.
pub fn layout(picture: &Picture) -> Layout {
    let pointers = picture
        .pointers()
        .filter_map(|(object, field, value)| match value {
            Value::Pointer { target, end, .. } if *end != End::Own => {
                Some(Pointer { object, field, target: *target })
            }
            _ => None,
        })
        .collect();
    let planner = Planner { picture, pointers };
    let group = planner.group(None, 0);
    let mut out = Layout::default();
    let margin = 16.0;
    planner.place(&group, margin, margin, 0, &mut out);
    out.width = group.w() + 2.0 * margin;
    out.height = group.h() + 2.0 * margin;
    let mut y = out.height - margin + 10.0;
    for fact in &picture.facts {
        let text = shorten(fact);
        let area = Area { x: margin, y, w: width_of(&text), h: ROW };
        out.width = out.width.max(area.right() + margin);
        out.texts.push(PlacedText {
            area,
            text,
            role: TextRole::Fact,
            object: None,
            field: None,
            variable: None,
        });
        y += ROW;
        out.height = y + margin;
    }
    out
}

/// A pointer that has an arrow.
#[derive(Clone, Copy)]
struct Pointer {
    /// Where it is stored: an object (`None`: a variable) and the field.
    object: Option<usize>,
    field: usize,
    target: usize,
}

struct Planner<'a> {
    picture: &'a Picture,
    pointers: Vec<Pointer>,
}

impl Planner<'_> {
    fn children(&self, container: Option<usize>) -> Vec<usize> {
        (0..self.picture.objects.len()).filter(|i| self.picture.objects[*i].inside == container).collect()
    }

    fn item_of_variable(&self, index: usize) -> Item {
        let variable = &self.picture.variables[index];
        let columns = Columns {
            name: width_of(&shorten(&variable.name)),
            ty: 0.0,
            value: width_of(&shorten(&words::cell(&variable.value, self.picture))),
        };
        let gap = if columns.value > 0.0 { PAD } else { 0.0 };
        let w = columns.name + gap + columns.value + 2.0 * PAD;
        Item { variable: Some(index), object: None, w, h: ROW + 4.0, header: 0.0, columns, inner: None }
    }

    fn item_of_object(&self, index: usize, depth: usize) -> Item {
        let object = &self.picture.objects[index];
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|t| width_of(&shorten(&t))).fold(0.0, f32::max)
        };
        let columns = Columns {
            name: widest(&mut object.fields.iter().map(|f| f.name.clone())),
            ty: widest(&mut object.fields.iter().map(|f| f.ty.clone())),
            value: widest(&mut object.fields.iter().map(|f| words::cell(&f.value, self.picture)))
                .max(2.0 * CHAR),
        };
        let mut w = 2.0 * PAD + columns.value;
        for part in [columns.name, columns.ty] {
            if part > 0.0 {
                w += part + PAD;
            }
        }
        let remark = words::remark(object);
        let header = HEADER + if remark.is_some() { ROW } else { 0.0 };
        w = w.max(width_of(&shorten(&words::title(object))) + 2.0 * PAD);
        w = w.max(remark.map_or(0.0, |r| width_of(&shorten(&r)) + 2.0 * PAD));
        let rows = object.fields.len() + usize::from(object.more_fields > 0);
        if object.more_fields > 0 {
            w = w.max(18.0 * CHAR + 2.0 * PAD);
        }
        let mut h = header + rows as f32 * ROW + if rows > 0 { 4.0 } else { 0.0 };
        // Nesting deeper than anybody can draw would be a defect of the engine; the picture stays finite.
        let inner = (!self.children(Some(index)).is_empty() && depth < 12).then(|| {
            let inner = self.group(Some(index), depth + 1);
            let top = h + ROW + 4.0;
            w = w.max(inner.w() + 2.0 * INSET).max(19.0 * CHAR + 2.0 * PAD);
            h = top + inner.h().ceil() + INSET;
            (inner, top)
        });
        Item { variable: None, object: Some(index), w, h, header, columns, inner }
    }

    /// The place among the objects of the one that is or holds an object, which may be nested deeper.
    fn holder(&self, mut object: usize, objects: &[usize]) -> Option<usize> {
        for _ in 0..=self.picture.objects.len() {
            if let Some(position) = objects.iter().position(|o| *o == object) {
                return Some(position);
            }
            object = self.picture.objects.get(object)?.inside?;
        }
        None
    }

    fn group(&self, container: Option<usize>, depth: usize) -> Group {
        let objects = self.children(container);
        let variables = if container.is_none() { self.picture.variables.len() } else { 0 };
        let mut members: Vec<Member> =
            (0..variables).map(|v| Member::Item(self.item_of_variable(v))).collect();
        members.extend(objects.iter().map(|o| Member::Item(self.item_of_object(*o, depth))));
        let mut edges: Vec<Edge> = Vec::new();
        for (index, pointer) in self.pointers.iter().enumerate() {
            let target = self.holder(pointer.target, &objects).map(|p| variables + p);
            let from = match pointer.object {
                None if container.is_none() => Some(pointer.field),
                None => None,
                Some(object) if Some(object) == container => target.map(|_| {
                    members.push(Member::Entry);
                    members.len() - 1
                }),
                Some(object) => self.holder(object, &objects).map(|p| variables + p),
            };
            let Some(from) = from else { continue };
            let Some(start) = self.start(&members[from], index) else { continue };
            // What stays within one box is drawn inside it.
            if target == Some(from) && pointer.object != Some(pointer.target) {
                continue;
            }
            let to = target.unwrap_or_else(|| {
                members.push(Member::Exit { pointer: index });
                members.len() - 1
            });
            edges.push(Edge { from, to, start, pointer: index });
        }
        let order = self.numbering(&members, variables, &edges);
        let mut place = vec![0; members.len()];
        for (new, &(old, _)) in order.iter().enumerate() {
            place[old] = new;
        }
        let mut members: Vec<Option<Member>> = members.into_iter().map(Some).collect();
        let members: Vec<Member> = order.iter().filter_map(|&(old, _)| members[old].take()).collect();
        for edge in &mut edges {
            (edge.from, edge.to) = (place[edge.from], place[edge.to]);
        }
        let mut graph = Graph {
            nodes: members
                .iter()
                .zip(&order)
                .map(|(m, (_, rank))| self.node(m, *rank, variables > 0))
                .collect(),
            edges: edges
                .iter()
                .map(|edge| Link {
                    from: edge.from,
                    to: edge.to,
                    label_width: 0.0,
                    stub_width: 0.0,
                    port: Some(edge.start - height_of(&members[edge.from]) / 2.0),
                })
                .collect(),
            style: Style { band: None, direct_back: true, align_sides: true },
            ..Graph::default()
        };
        let rows = layered::rows(&graph);
        let last = rows.iter().copied().max().unwrap_or(0);
        for (node, member) in graph.nodes.iter_mut().zip(&members) {
            if matches!(member, Member::Exit { .. }) {
                node.least_row = last;
            }
        }
        if depth == 0 && last >= WIDEST.0 {
            graph.style.band = Some(WIDEST.1);
        }
        Group { container, drawing: layered::layout(&graph), members, edges }
    }

    /// How far below the upper side of its box a pointer begins; `None` if it does not come out of the box.
    fn start(&self, member: &Member, pointer: usize) -> Option<f32> {
        let Member::Item(item) = member else { return Some(1.0) };
        let from = self.pointers[pointer];
        if from.object == item.object {
            let cell = item.object.map_or(ROW / 2.0 + 2.0, |_| item.header + (from.field as f32 + 0.5) * ROW);
            return Some(cell);
        }
        let (inner, top) = item.inner.as_ref()?;
        inner.exit(pointer).map(|y| top + y)
    }

    fn node(&self, member: &Member, rank: usize, with_variables: bool) -> Node {
        let Member::Item(item) = member else {
            return Node { width: 2.0, gap: GAPS.1, rank, ..Node::default() };
        };
        let is_named = item.object.is_some_and(|o| self.picture.objects[o].name.is_some());
        Node {
            width: item.h,
            height: item.w,
            gap: if item.variable.is_some() { GAPS.1 } else { GAPS.0 },
            entry: ENTRY - item.h / 2.0,
            // Variables with objects of their own may stand among the other variables.
            least_row: usize::from(with_variables && item.variable.is_none() && !is_named),
            rank,
        }
    }

    /// The members in an order in which pointers go forward as far as possible, so that lists stand in a row even if variables
    /// point into their middle; with each, its rank among those of its column. Of two objects that point to each other, the one
    /// whose pointer is declared first comes first: `next` before `prev`.
    fn numbering(&self, members: &[Member], variables: usize, edges: &[Edge]) -> Vec<(usize, usize)> {
        let mut ahead: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
        let mut is_target = vec![false; members.len()];
        for edge in edges.iter().filter(|e| e.from != e.to) {
            let key = |e: &Edge| (self.pointers[e.pointer].field, e.from);
            let turned = edges.iter().filter(|e| e.from == edge.to && e.to == edge.from);
            if turned.map(key).min().is_none_or(|back| key(edge) < back) {
                ahead[edge.from].push(edge.to);
                is_target[edge.to] = true;
            }
        }
        let is_entry = |m: &usize| matches!(members[*m], Member::Entry);
        let mut roots: Vec<usize> = (0..members.len()).filter(is_entry).collect();
        roots.extend(0..variables);
        roots.extend((variables..members.len()).filter(|m| !is_target[*m]));
        roots.extend(variables..members.len());
        let mut rank = vec![usize::MAX; members.len()];
        let mut visited = 0;
        let mut finished: Vec<usize> = Vec::new();
        for root in roots {
            let mut stack = vec![(root, usize::MAX)];
            while let Some((member, next)) = stack.pop() {
                if next == usize::MAX {
                    if rank[member] != usize::MAX {
                        continue;
                    }
                    rank[member] = visited;
                    visited += 1;
                    stack.push((member, 0));
                } else if let Some(to) = ahead[member].get(next) {
                    stack.push((member, next + 1));
                    stack.push((*to, usize::MAX));
                } else {
                    finished.push(member);
                }
            }
        }
        finished.iter().rev().map(|&member| (member, rank[member])).collect()
    }

    fn place(&self, group: &Group, x: f32, y: f32, depth: usize, out: &mut Layout) {
        let first = out.boxes.len();
        let mut box_of = vec![first; group.members.len()];
        for (i, (member, rect)) in group.members.iter().zip(&group.drawing.boxes).enumerate() {
            let Member::Item(item) = member else { continue };
            box_of[i] = out.boxes.len();
            let area = Area { x: x + rect.y, y: y + rect.x, w: item.w, h: item.h };
            match (item.variable, item.object) {
                (Some(index), _) => place_variable(self.picture, index, item, area, depth, out),
                (_, Some(index)) => self.place_object(index, item, area, depth, out),
                _ => {}
            }
        }
        let mut entered = 0;
        for line in &group.drawing.lines {
            let mut points: Vec<(f32, f32)> =
                line.points.iter().map(|(across, along)| (x + along, y + across)).collect();
            let (LineKind::Edge(edge) | LineKind::Back(edge) | LineKind::Up(edge) | LineKind::Stub(edge)) =
                line.what
            else {
                out.lines.push(PlacedLine {
                    points,
                    pointer: None,
                    starts_in_cell: false,
                    arrow: line.arrow,
                });
                continue;
            };
            let Edge { from, to, pointer, .. } = group.edges[edge];
            let pointer = self.pointers[pointer];
            let mut arrow = line.arrow;
            let around = group.container.and_then(|o| out.box_of(o));
            let starts_in_cell = match &group.members[from] {
                Member::Item(item) => item.object == pointer.object,
                _ => true,
            };
            match (&group.members[from], around) {
                (Member::Item(_), _) if starts_in_cell => {
                    let area = out.boxes[box_of[from]].area;
                    points[0].0 =
                        if matches!(line.what, LineKind::Up(_)) { area.x + 4.0 } else { area.right() - 5.0 };
                }
                (Member::Entry, Some(around)) => {
                    // Along the margin inside the box.
                    let side = around.area.x + 3.0 + 2.0 * (entered % 2) as f32;
                    entered += 1;
                    let cell = around.cells.get(pointer.field).map_or(around.area.y, Area::middle);
                    points[0].0 = side;
                    points.insert(0, (side, cell));
                }
                _ => {}
            }
            if let (Member::Exit { .. }, Some(around), Some(last)) =
                (&group.members[to], around, points.last_mut())
            {
                last.0 = around.area.right();
                arrow = Some(pointer.target) == group.container;
            }
            out.lines.push(PlacedLine {
                points,
                pointer: Some((pointer.object, pointer.field)),
                starts_in_cell,
                arrow,
            });
        }
    }

    fn place_object(&self, index: usize, item: &Item, area: Area, depth: usize, out: &mut Layout) {
        let object: &Object = &self.picture.objects[index];
        let kind = match (&object.kind, object.state) {
            (_, ObjectState::Freed | ObjectState::OutOfScope) => BoxKind::Freed,
            (ObjectKind::List { .. }, _) => BoxKind::List,
            (ObjectKind::Optional, _) => BoxKind::Optional,
            (ObjectKind::Region, _) if object.name.is_some() => BoxKind::Named,
            (ObjectKind::Region, _) => BoxKind::Region,
        };
        let cells = (0..object.fields.len())
            .map(|i| Area { x: area.x, y: area.y + item.header + i as f32 * ROW, w: area.w, h: ROW })
            .collect();
        out.boxes.push(PlacedBox {
            area,
            kind,
            object: Some(index),
            variable: None,
            cells,
            header: item.header,
            depth,
        });
        let mut text = |x: f32, y: f32, text: String, role: TextRole, field: Option<usize>| {
            let text = shorten(&text);
            if !text.is_empty() {
                let area = Area { x, y, w: width_of(&text), h: ROW };
                out.texts.push(PlacedText { area, text, role, object: Some(index), field, variable: None });
            }
        };
        text(area.x + PAD, area.y + 2.0, words::title(object), TextRole::Title, None);
        if let Some(remark) = words::remark(object) {
            text(area.x + PAD, area.y + ROW + 2.0, remark, TextRole::Remark, None);
        }
        let mut y = area.y + item.header;
        for (i, field) in object.fields.iter().enumerate() {
            let mut x = area.x + PAD;
            for (content, width, role) in [
                (&field.name, item.columns.name, TextRole::Name),
                (&field.ty, item.columns.ty, TextRole::Type),
            ] {
                if width > 0.0 {
                    text(x, y, content.clone(), role, Some(i));
                    x += width + PAD;
                }
            }
            text(x, y, words::cell(&field.value, self.picture), TextRole::Value, Some(i));
            y += ROW;
        }
        if object.more_fields > 0 {
            let more = match object.more_fields {
                1 => "… 1 more field".to_owned(),
                n => format!("… {n} more fields"),
            };
            text(area.x + PAD, y, more, TextRole::Type, None);
            y += ROW;
        }
        if let Some((inner, top)) = &item.inner {
            let label = match object.kind {
                ObjectKind::List { .. } => "in every node:",
                _ => "only if it exists:",
            };
            text(area.x + PAD, y + 2.0, label.to_owned(), TextRole::Remark, None);
            self.place(inner, area.x + INSET, area.y + top, depth + 1, out);
        }
    }
}

fn height_of(member: &Member) -> f32 {
    match member {
        Member::Item(item) => item.h,
        _ => 2.0,
    }
}

fn place_variable(picture: &Picture, index: usize, item: &Item, area: Area, depth: usize, out: &mut Layout) {
    let variable = &picture.variables[index];
    out.boxes.push(PlacedBox {
        area,
        kind: BoxKind::Variable,
        object: None,
        variable: Some(index),
        cells: vec![area],
        header: 0.0,
        depth,
    });
    let mut text = |x: f32, w: f32, text: String, role: TextRole| {
        let area = Area { x, y: area.y + 2.0, w, h: ROW };
        out.texts.push(PlacedText { area, text, role, object: None, field: None, variable: Some(index) });
    };
    text(area.x + PAD, item.columns.name, shorten(&variable.name), TextRole::Name);
    if item.columns.value > 0.0 {
        let value = shorten(&words::cell(&variable.value, picture));
        text(area.x + 2.0 * PAD + item.columns.name, item.columns.value, value, TextRole::Value);
    }
}
