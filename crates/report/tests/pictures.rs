//! Pictures of memory are readable: nothing overlaps, everything is inside, arrows keep away from boxes.

use fafnir_report::picture::{Area, dot, layout, svg, words};
use fafnir_report::picture::{SvgOptions, svg_of_shapes};
use verdict::picture::*;

/// A generator of numbers for pictures of all kinds.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn pointer(target: usize, end: End) -> Value {
    Value::Pointer { target, offset: Some(0), offset_text: String::new(), end }
}

fn field(name: &str, ty: &str, value: Value) -> Field {
    Field { name: name.to_owned(), ty: ty.to_owned(), offset: 0, value }
}

fn object(name: Option<&str>, ty: &str, kind: ObjectKind, fields: Vec<Field>) -> Object {
    Object {
        id: 0,
        name: name.map(str::to_owned),
        ty: Some(ty.to_owned()),
        kind,
        storage: Storage::Heap,
        state: ObjectState::Live,
        size: (16, 16),
        inside: None,
        fields,
        more_fields: 0,
        allocated: base::Span::NONE,
    }
}

fn list(next: &str, prev: Option<&str>) -> ObjectKind {
    ObjectKind::List { least: 2, most: None, next: next.to_owned(), prev: prev.map(str::to_owned) }
}

/// A doubly-linked ring of twenty nodes with a variable in the middle.
fn ring() -> Picture {
    let node = |i: usize| {
        let fields = vec![
            field("next", "struct node *", pointer((i + 1) % 20, End::First)),
            field("prev", "struct node *", pointer((i + 19) % 20, End::First)),
            field("data", "int", Value::Text(i.to_string())),
        ];
        object(None, "struct node", ObjectKind::Region, fields)
    };
    let head =
        Variable { name: "head".to_owned(), ty: "struct node *".to_owned(), value: pointer(0, End::First) };
    let middle =
        Variable { name: "middle".to_owned(), ty: "struct node *".to_owned(), value: pointer(9, End::First) };
    let count =
        Variable { name: "count".to_owned(), ty: "int".to_owned(), value: Value::Text("20".to_owned()) };
    Picture {
        function: "main".to_owned(),
        variables: vec![head, middle, count],
        objects: (0..20).map(node).collect(),
        facts: vec!["i = n - 1".to_owned()],
    }
}

/// Lists of lists of lists ..., five levels deep, each level doubly linked and pointing back to its owner.
fn nested(levels: usize) -> Picture {
    let mut objects = Vec::new();
    for level in 0..levels {
        let mut fields = vec![
            field("next", "struct list *", Value::Null),
            field("prev", "struct list *", Value::Null),
            field("level", "int", Value::Text(level.to_string())),
        ];
        if level + 1 < levels {
            fields.push(field("sub", "struct list *", pointer(level + 1, End::First)));
            fields.push(field("sub_end", "struct list *", pointer(level + 1, End::Last)));
        }
        if level > 0 {
            fields.push(field("owner", "struct list *", pointer(level - 1, End::Own)));
        }
        let mut list = object(None, "struct list", list("next", Some("prev")), fields);
        list.inside = level.checked_sub(1);
        objects.push(list);
    }
    let top =
        Variable { name: "top".to_owned(), ty: "struct list *".to_owned(), value: pointer(0, End::First) };
    Picture { function: "main".to_owned(), variables: vec![top], objects, facts: Vec::new() }
}

fn random(seed: u64) -> Picture {
    let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let count = 1 + r.below(24);
    let names = ["next", "prev", "a_rather_long_member.name", "x", "", "[3].value", "ünïcödé"];
    let types =
        ["struct node *", "int", "unsigned long long", "struct with_a_very_long_name_indeed_yes *", ""];
    let value = |r: &mut Random| match r.below(6) {
        0 => Value::Null,
        1 => Value::Uninitialised,
        2 => Value::Unknown,
        3 => Value::Text("1..2147483647 and more text than fits anywhere".to_owned()),
        _ => pointer(r.below(count), [End::First, End::Last, End::Own][r.below(3)]),
    };
    let mut objects = Vec::new();
    for i in 0..count {
        let fields =
            (0..r.below(5)).map(|_| field(names[r.below(7)], types[r.below(5)], value(&mut r))).collect();
        let kind = match r.below(4) {
            0 => ObjectKind::Optional,
            1 => list("next", Some("prev")),
            _ => ObjectKind::Region,
        };
        let mut o =
            object(if r.below(3) == 0 { Some("variable") } else { None }, types[r.below(5)], kind, fields);
        o.state =
            [ObjectState::Live, ObjectState::Live, ObjectState::Freed, ObjectState::OutOfScope][r.below(4)];
        o.more_fields = r.below(2) * 7;
        o.inside = (i > 0 && r.below(3) == 0).then(|| r.below(i));
        objects.push(o);
    }
    let variables = (0..r.below(6))
        .map(|i| Variable { name: format!("v{i}"), ty: "int".to_owned(), value: value(&mut r) })
        .collect();
    Picture { function: "f".to_owned(), variables, objects, facts: vec!["a = b + 1".to_owned(); r.below(3)] }
}

fn check(picture: &Picture, what: &str) {
    let placed = layout(picture);
    let page = Area { x: 0.0, y: 0.0, w: placed.width, h: placed.height };
    assert_eq!(placed.boxes.len(), picture.objects.len() + picture.variables.len(), "{what}");
    for text in &placed.texts {
        assert!(page.contains(&text.area), "{what}: `{}` is outside the page", text.text);
        let owner = text.object.and_then(|o| placed.box_of(o));
        if let Some(owner) = owner {
            assert!(owner.area.contains(&text.area), "{what}: `{}` leaves its box", text.text);
        }
        for drawn in &placed.boxes {
            let own = drawn.object.is_some() && drawn.object == text.object;
            let around = drawn.area.contains(&text.area);
            if !own && !around {
                assert!(!drawn.area.overlaps(&text.area), "{what}: `{}` is hidden by a box", text.text);
            }
        }
    }
    for (i, a) in placed.texts.iter().enumerate() {
        for b in &placed.texts[..i] {
            assert!(!a.area.overlaps(&b.area), "{what}: `{}` and `{}` overlap", a.text, b.text);
        }
    }
    for (i, a) in placed.boxes.iter().enumerate() {
        assert!(page.contains(&a.area), "{what}: a box is outside the page");
        for b in &placed.boxes[..i] {
            let nested = a.area.contains(&b.area) || b.area.contains(&a.area);
            assert!(nested || !a.area.overlaps(&b.area), "{what}: boxes overlap");
        }
    }
    for route in &placed.lines {
        assert!(route.points.len() >= 2);
        for (x, y) in &route.points {
            assert!(
                *x >= 0.0 && *x <= placed.width && *y >= 0.0 && *y <= placed.height,
                "{what}: an arrow leaves the page"
            );
        }
    }
    let drawing = svg(picture, SvgOptions::default());
    assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"));
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{what}");
    assert!(!dot(picture).is_empty() && !words(picture).is_empty());
}

#[test]
fn nothing_overlaps() {
    check(&ring(), "ring");
    for levels in 1..8 {
        check(&nested(levels), &format!("{levels} levels"));
    }
    for seed in 0..400 {
        check(&random(seed), &format!("random {seed}"));
    }
}

/// A list of twenty nodes is folded into rows, which a page can hold.
#[test]
fn long_lists_are_folded() {
    let placed = layout(&ring());
    assert!(placed.width < 2000.0 && placed.height < 900.0, "{} by {}", placed.width, placed.height);
    let row = |object: usize| placed.box_of(object).unwrap().area.y;
    assert!(row(1) == row(4) && row(4) + 100.0 < row(5) && row(15) < placed.height);
}

/// Arrows between objects of the outermost level keep away from the text of others.
#[test]
fn arrows_do_not_cross_labels() {
    for (picture, what) in [(ring(), "ring"), (nested(5), "nested")] {
        let placed = layout(&picture);
        for route in &placed.lines {
            for pair in route.points.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                let line = Area {
                    x: a.0.min(b.0),
                    y: a.1.min(b.1),
                    w: (a.0 - b.0).abs().max(0.1),
                    h: (a.1 - b.1).abs().max(0.1),
                };
                for text in placed
                    .texts
                    .iter()
                    .filter(|t| !(t.field.is_some() && route.pointer == t.field.map(|f| (t.object, f))))
                {
                    assert!(
                        !line.overlaps(&text.area),
                        "{what}: an arrow crosses `{}`: {:?} {:?}",
                        text.text,
                        line,
                        text.area
                    );
                }
            }
        }
    }
}

#[test]
fn what_changed_is_marked() {
    let before = ring();
    let mut after = ring();
    for (i, object) in after.objects.iter_mut().enumerate() {
        object.id = i as u64;
    }
    let mut before = Picture { objects: after.objects.clone(), ..before.clone() };
    before.variables.clone_from(&after.variables);
    let same = svg(&after, SvgOptions { before: Some(&before), bare: true });
    assert!(!same.contains("class=\"changed\""));
    after.objects[3].fields[2].value = Value::Text("77".to_owned());
    let changed = svg(&after, SvgOptions { before: Some(&before), bare: true });
    assert_eq!(changed.matches("class=\"changed\"").count(), 2);
}

#[test]
fn lists_are_drawn_as_lists() {
    let text = words(&nested(2));
    assert!(text.contains("2+ nodes, linked by next/prev"), "{text}");
    assert!(text.contains("one in every node of #1"), "{text}");
    let shapes = Shapes {
        span: base::Span::NONE,
        function: "main".to_owned(),
        name: None,
        pictures: vec![nested(2), ring()],
        incomplete: None,
    };
    let drawing = svg_of_shapes(&shapes, "list.c:3", Some("list.c:3"));
    assert!(drawing.contains("shape 2 of 2") && drawing.contains("linked by next/prev"));
}
