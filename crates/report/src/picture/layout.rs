//! Where everything goes. Objects stand in columns, by how many pointers away from the variables they are; what every node
//! of a list has for itself is laid out in the same way inside the list's box.

use super::words;
use verdict::picture::{ObjectKind, ObjectState, Picture, Value};

/// Metrics of the text: a fixed-width font, so that the width of a label is known here.
pub(crate) const CHAR: f64 = 7.3;
pub(crate) const ROW: f64 = 18.0;
const PAD: f64 = 8.0;
const HEADER: f64 = 22.0;
const GAP_Y: f64 = 26.0;
const INSET: f64 = 14.0;
/// Between columns: room for the arrows, each on a track of its own.
const GAP_X: f64 = 46.0;
const TRACK: f64 = 7.0;
/// More columns than the first number are folded into rows of the second, one below the other, so that a long list does not
/// become a long line.
const WIDEST: (usize, usize) = (6, 5);
/// Longer texts are cut.
const LONGEST: usize = 34;

#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Area {
    pub fn right(&self) -> f64 {
        self.x + self.w
    }
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }
    pub fn middle(&self) -> f64 {
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
    pub header: f64,
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
    pub width: f64,
    pub height: f64,
    /// Outer boxes come before those inside them.
    pub boxes: Vec<PlacedBox>,
    pub texts: Vec<PlacedText>,
    pub(crate) groups: Vec<PlacedGroup>,
}

/// Boxes that were laid out together, in columns.
#[derive(Clone, Debug)]
pub(crate) struct PlacedGroup {
    /// Left and right end of each column.
    pub(crate) columns: Vec<(f64, f64)>,
    pub(crate) members: Vec<Member>,
    /// Below the lowest box.
    pub(crate) bottom: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The place in `Layout::boxes`.
    pub(crate) at: usize,
    pub(crate) column: usize,
    /// Of a picture that is folded, the row.
    pub(crate) row: usize,
}

impl Layout {
    pub fn box_of(&self, object: usize) -> Option<&PlacedBox> {
        self.boxes.iter().find(|b| b.object == Some(object))
    }
}

/// A node of the drawing: a variable or an object, with its own size and what is inside.
struct Item {
    variable: Option<usize>,
    object: Option<usize>,
    w: f64,
    h: f64,
    header: f64,
    columns: Columns,
    inner: Option<(Group, f64)>,
}

/// Widths of the three columns of a table: name, type, value.
#[derive(Clone, Copy, Default)]
struct Columns {
    name: f64,
    ty: f64,
    value: f64,
}

/// Items with places relative to the group's corner.
struct Group {
    items: Vec<(Item, f64, f64)>,
    column_of: Vec<usize>,
    row_of: Vec<usize>,
    /// Left and right end of each column, and the lowest end of a box.
    columns: Vec<(f64, f64)>,
    bottom: f64,
    w: f64,
    h: f64,
}

pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(LONGEST - 1).collect();
    out.push('…');
    out
}

fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * CHAR
}

/// Lays out a picture.
pub fn layout(picture: &Picture) -> Layout {
    let nothing_inside: Vec<usize> =
        (0..picture.objects.len()).filter(|i| picture.objects[*i].inside.is_none()).collect();
    let variables: Vec<usize> = (0..picture.variables.len()).collect();
    let group = group(picture, &variables, &nothing_inside, 0);
    let mut out = Layout::default();
    let margin = 16.0;
    place(picture, &group, margin, margin, 0, &mut out);
    out.width = group.w + 2.0 * margin;
    out.height = group.h + 2.0 * margin;
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

fn item_of_variable(picture: &Picture, index: usize) -> Item {
    let variable = &picture.variables[index];
    let columns = Columns {
        name: width_of(&shorten(&variable.name)),
        ty: 0.0,
        value: width_of(&shorten(&words::cell(&variable.value, picture))),
    };
    let gap = if columns.value > 0.0 { PAD } else { 0.0 };
    let w = columns.name + gap + columns.value + 2.0 * PAD;
    Item { variable: Some(index), object: None, w, h: ROW + 4.0, header: 0.0, columns, inner: None }
}

fn item_of_object(picture: &Picture, index: usize, depth: usize) -> Item {
    let object = &picture.objects[index];
    let widest =
        |texts: &mut dyn Iterator<Item = String>| texts.map(|t| width_of(&shorten(&t))).fold(0.0, f64::max);
    let columns = Columns {
        name: widest(&mut object.fields.iter().map(|f| f.name.clone())),
        ty: widest(&mut object.fields.iter().map(|f| f.ty.clone())),
        value: widest(&mut object.fields.iter().map(|f| words::cell(&f.value, picture))).max(2.0 * CHAR),
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
    let mut h = header + rows as f64 * ROW + if rows > 0 { 4.0 } else { 0.0 };
    let children: Vec<usize> =
        (0..picture.objects.len()).filter(|i| picture.objects[*i].inside == Some(index)).collect();
    // Nesting deeper than anybody can draw would be a defect of the engine; the picture stays finite.
    let inner = (!children.is_empty() && depth < 12).then(|| {
        let inner = group(picture, &[], &children, depth + 1);
        let top = h + ROW + 4.0;
        w = w.max(inner.w + 2.0 * INSET).max(19.0 * CHAR + 2.0 * PAD);
        h = top + inner.h + INSET;
        (inner, top)
    });
    Item { variable: None, object: Some(index), w, h, header, columns, inner }
}

/// The item within `objects` that holds an object, which may be nested deeper.
fn ancestor(picture: &Picture, mut object: usize, objects: &[usize]) -> Option<usize> {
    for _ in 0..=picture.objects.len() {
        if let Some(position) = objects.iter().position(|o| *o == object) {
            return Some(position);
        }
        object = picture.objects[object].inside?;
    }
    None
}

fn group(picture: &Picture, variables: &[usize], objects: &[usize], depth: usize) -> Group {
    let mut items: Vec<Item> = variables.iter().map(|v| item_of_variable(picture, *v)).collect();
    items.extend(objects.iter().map(|o| item_of_object(picture, *o, depth)));
    let first = variables.len();
    // Pointers between the items, wherever inside them they begin and end.
    let mut edges: Vec<(usize, usize)> = Vec::new();
    // The place of each pointer among the fields of its object.
    let mut fields: Vec<usize> = Vec::new();
    for (from, index, value) in picture.pointers() {
        let Value::Pointer { target, .. } = value else { continue };
        let Some(to) = ancestor(picture, *target, objects).map(|p| first + p) else { continue };
        let from = match from {
            None => variables.iter().position(|v| *v == index),
            Some(object) => ancestor(picture, object, objects).map(|p| first + p),
        };
        let Some(from) = from else { continue };
        if from != to && !edges.contains(&(from, to)) {
            edges.push((from, to));
            fields.push(index);
        }
    }
    let columns = columns(items.len(), first, &edges, &fields, &|i| {
        items[i].object.is_some_and(|o| picture.objects[o].name.is_some())
    });
    let order = order_within_columns(&columns, &edges, items.len());
    let (order, row_of) =
        fold(order, usize::from(first > 0), if depth == 0 { WIDEST } else { (usize::MAX, 1) });
    let is_folded = row_of.iter().any(|row| *row > 0);
    let mut column_of = vec![0; items.len()];
    for (c, members) in order.iter().enumerate() {
        for &i in members {
            column_of[i] = c;
        }
    }
    // As many tracks as pointers pass between two columns.
    let mut passing = vec![0usize; order.len() + 1];
    for (from, _, value) in picture.pointers() {
        let Value::Pointer { target, .. } = value else { continue };
        let to = ancestor(picture, *target, objects).map(|p| column_of[first + p]);
        let from =
            from.and_then(|o| ancestor(picture, o, objects)).map_or(Some(0), |p| Some(column_of[first + p]));
        if let (Some(a), Some(b)) = (from, to) {
            for gap in passing.iter_mut().take(a.max(b) + 1).skip(a.min(b)) {
                *gap += 1;
            }
        }
    }
    let mut placed: Vec<Option<(f64, f64)>> = vec![None; items.len()];
    let mut x = 0.0;
    let mut width: f64 = 0.0;
    let mut ranges: Vec<(f64, f64)> = Vec::new();
    for (c, members) in order.iter().enumerate() {
        let w = members.iter().map(|i| items[*i].w).fold(0.0, f64::max);
        width = x + w;
        ranges.push((x, x + w));
        // A folded picture keeps its columns where they are while its rows fill.
        let tracks = if is_folded { 8 } else { passing[c].min(24) };
        x += w + GAP_X + TRACK * tracks as f64;
    }
    let mut height: f64 = 0.0;
    let mut top = 0.0;
    for row in 0..=row_of.iter().copied().max().unwrap_or(0) {
        for (c, members) in order.iter().enumerate() {
            let here: Vec<usize> = members.iter().copied().filter(|i| row_of[*i] == row).collect();
            let (x, right) = ranges[c];
            let mut y = top;
            for &i in &here {
                // A pointer's target stands no higher than where the pointer starts, if there is room.
                let wanted = edges
                    .iter()
                    .filter(|(from, to)| *to == i && column_of[*from] < c)
                    .filter_map(|(from, _)| placed[*from].map(|p| p.1))
                    .fold(f64::INFINITY, f64::min);
                if wanted.is_finite() && wanted > y && here.len() == 1 {
                    y = wanted;
                }
                let align = if items[i].variable.is_some() { right - x - items[i].w } else { 0.0 };
                placed[i] = Some((x + align, y));
                let gap = if items[i].variable.is_some() { 8.0 } else { GAP_Y };
                height = height.max(y + items[i].h);
                y += items[i].h + gap;
            }
        }
        // Between the rows run the pointers from one to the other.
        top = height + 2.0 * GAP_Y;
    }
    let any_back = picture.pointers().next().is_some();
    let extra = if any_back && !objects.is_empty() {
        GAP_X / 2.0 + TRACK * passing.last().copied().unwrap_or(0).min(8) as f64
    } else {
        0.0
    };
    let items = items.into_iter().zip(placed).map(|(item, at)| {
        let (x, y) = at.unwrap_or_default();
        (item, x, y)
    });
    // Pointers that pass a column may have to go below everything.
    let far = edges.iter().filter(|(a, b)| column_of[*a].abs_diff(column_of[*b]) > 1).count().min(10);
    let lanes = if far > 0 { 10.0 + 8.0 * far as f64 } else { 0.0 };
    Group {
        items: items.collect(),
        column_of,
        row_of,
        columns: ranges,
        bottom: height,
        w: width + extra,
        h: height + lanes,
    }
}

/// Columns by the distance from the variables, along pointers; what nothing points to begins a column of its own depth.
fn columns(
    count: usize,
    variables: usize,
    edges: &[(usize, usize)],
    fields: &[usize],
    is_named: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let mut column: Vec<Option<usize>> = vec![None; count];
    for slot in column.iter_mut().take(variables) {
        *slot = Some(0);
    }
    let start = usize::from(variables > 0);
    // Breadth first: lists become rows, and a pointer back to an earlier node stays a pointer back.
    let mut queue: std::collections::VecDeque<usize> = (0..variables).collect();
    // Variables with objects of their own stand with the other variables' targets, unless something points to them.
    for (i, slot) in column.iter_mut().enumerate().skip(variables) {
        if is_named(i) && !edges.iter().any(|(from, to)| *to == i && *from != i) {
            *slot = Some(0);
            queue.push_back(i);
        }
    }
    let mut next_start = variables;
    loop {
        while let Some(at) = queue.pop_front() {
            let here = column[at].unwrap_or(0);
            for (_, to) in edges.iter().filter(|(from, _)| *from == at) {
                if column[*to].is_none() {
                    column[*to] = Some(here + 1);
                    queue.push_back(*to);
                }
            }
        }
        // Prefer items that nothing else unplaced points to.
        let unplaced: Vec<usize> = (next_start..count).filter(|i| column[*i].is_none()).collect();
        let Some(&any) = unplaced.first() else { break };
        let free = unplaced
            .iter()
            .copied()
            .find(|i| !edges.iter().any(|(from, to)| to == i && from != i && column[*from].is_none()));
        let root = free.unwrap_or(any);
        column[root] = Some(start);
        queue.push_back(root);
        next_start = variables;
    }
    let column: Vec<usize> = column.into_iter().map(|c| c.unwrap_or(0)).collect();
    in_a_row(&column, variables, edges, fields).unwrap_or(column)
}

/// Moves items to the right of those that lead to them, so that a list stands in a row even if variables point into its
/// middle. Of two items that point to each other, the one whose pointer is declared first comes first: `next` before `prev`.
/// `None` if pointers go round in a circle.
fn in_a_row(
    column: &[usize],
    variables: usize,
    edges: &[(usize, usize)],
    fields: &[usize],
) -> Option<Vec<usize>> {
    let is_forward = |at: usize| {
        let (from, to) = edges[at];
        match edges.iter().position(|e| *e == (to, from)) {
            Some(back) => (fields[at], from) < (fields[back], to),
            None => column[from] <= column[to],
        }
    };
    let forward: Vec<(usize, usize)> = (0..edges.len())
        .filter(|at| edges[*at].1 >= variables && is_forward(*at))
        .map(|at| edges[at])
        .collect();
    let mut waiting: Vec<usize> =
        (0..column.len()).map(|i| forward.iter().filter(|e| e.1 == i).count()).collect();
    let mut ready: Vec<usize> = (0..column.len()).filter(|i| waiting[*i] == 0).collect();
    let mut out = column.to_vec();
    let mut done = 0;
    while let Some(at) = ready.pop() {
        done += 1;
        for (_, to) in forward.iter().filter(|e| e.0 == at) {
            out[*to] = out[*to].max(out[at] + 1);
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    (done == column.len()).then_some(out)
}

/// Puts the columns beyond the widest into further rows, below those of the first. The first columns may be the variables', which
/// stay. Also says the row of each item.
fn fold(
    order: Vec<Vec<usize>>,
    first: usize,
    (widest, width): (usize, usize),
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut row_of = vec![0; order.iter().map(Vec::len).sum()];
    if order.len() <= first + widest {
        return (order, row_of);
    }
    let mut folded: Vec<Vec<usize>> = vec![Vec::new(); first + width];
    for (c, members) in order.into_iter().enumerate() {
        let (row, column) = match c.checked_sub(first) {
            Some(c) => (c / width, first + c % width),
            None => (0, c),
        };
        for &i in &members {
            row_of[i] = row;
        }
        folded[column].extend(members);
    }
    (folded, row_of)
}

/// Sorts each column so that few pointers cross: by the mean place of the neighbours, a few rounds in both directions.
fn order_within_columns(column: &[usize], edges: &[(usize, usize)], count: usize) -> Vec<Vec<usize>> {
    let last = column.iter().copied().max().unwrap_or(0);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); if count == 0 { 0 } else { last + 1 }];
    for i in 0..count {
        order[column[i]].push(i);
    }
    order.retain(|c| !c.is_empty());
    for round in 0..6 {
        let mut rank = vec![0.0; count];
        for members in &order {
            for (at, i) in members.iter().enumerate() {
                rank[*i] = (at as f64 + 0.5) / members.len() as f64;
            }
        }
        for members in &mut order {
            let mean = |i: usize| -> f64 {
                let near: Vec<f64> = edges
                    .iter()
                    .filter_map(|(from, to)| match round % 2 {
                        0 if *to == i => Some(rank[*from]),
                        1 if *from == i => Some(rank[*to]),
                        _ => None,
                    })
                    .collect();
                if near.is_empty() { rank[i] } else { near.iter().sum::<f64>() / near.len() as f64 }
            };
            let mut keyed: Vec<(f64, usize)> = members.iter().map(|i| (mean(*i), *i)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            *members = keyed.into_iter().map(|k| k.1).collect();
        }
    }
    order
}

fn place(picture: &Picture, group: &Group, x: f64, y: f64, depth: usize, out: &mut Layout) {
    let at = out.groups.len();
    out.groups.push(PlacedGroup {
        columns: group.columns.iter().map(|(a, b)| (x + a, x + b)).collect(),
        members: Vec::new(),
        bottom: y + group.bottom,
    });
    for (i, (item, dx, dy)) in group.items.iter().enumerate() {
        let next = out.boxes.len();
        let member = Member { at: next, column: group.column_of[i], row: group.row_of[i] };
        out.groups[at].members.push(member);
        let area = Area { x: x + dx, y: y + dy, w: item.w, h: item.h };
        match (item.variable, item.object) {
            (Some(index), _) => place_variable(picture, index, item, area, depth, out),
            (_, Some(index)) => place_object(picture, index, item, area, depth, out),
            _ => {}
        }
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
    let mut text = |x: f64, w: f64, text: String, role: TextRole| {
        let area = Area { x, y: area.y + 2.0, w, h: ROW };
        out.texts.push(PlacedText { area, text, role, object: None, field: None, variable: Some(index) });
    };
    text(area.x + PAD, item.columns.name, shorten(&variable.name), TextRole::Name);
    if item.columns.value > 0.0 {
        let value = shorten(&words::cell(&variable.value, picture));
        text(area.x + 2.0 * PAD + item.columns.name, item.columns.value, value, TextRole::Value);
    }
}

fn place_object(picture: &Picture, index: usize, item: &Item, area: Area, depth: usize, out: &mut Layout) {
    let object = &picture.objects[index];
    let kind = match (&object.kind, object.state) {
        (_, ObjectState::Freed | ObjectState::OutOfScope) => BoxKind::Freed,
        (ObjectKind::List { .. }, _) => BoxKind::List,
        (ObjectKind::Optional, _) => BoxKind::Optional,
        (ObjectKind::Region, _) if object.name.is_some() => BoxKind::Named,
        (ObjectKind::Region, _) => BoxKind::Region,
    };
    let cells = (0..object.fields.len())
        .map(|i| Area { x: area.x, y: area.y + item.header + i as f64 * ROW, w: area.w, h: ROW })
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
    let mut text = |x: f64, y: f64, text: String, role: TextRole, field: Option<usize>| {
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
        for (content, width, role) in
            [(&field.name, item.columns.name, TextRole::Name), (&field.ty, item.columns.ty, TextRole::Type)]
        {
            if width > 0.0 {
                text(x, y, content.clone(), role, Some(i));
                x += width + PAD;
            }
        }
        text(x, y, words::cell(&field.value, picture), TextRole::Value, Some(i));
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
        place(picture, inner, area.x + INSET, area.y + top, depth + 1, out);
    }
}
