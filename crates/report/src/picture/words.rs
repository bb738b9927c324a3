//! A picture in words, for a terminal and for people who cannot see it.

use crate::messages::as_written;
use verdict::picture::{End, Field, Object, ObjectKind, ObjectState, Picture, Shapes, Storage, Value};

/// The title of an object's box.
pub(crate) fn title(object: &Object) -> String {
    let ty = object.ty.clone();
    match (&object.name, ty) {
        (Some(name), Some(ty)) => format!("{name} : {ty}"),
        (Some(name), None) => name.clone(),
        (None, Some(ty)) => ty,
        (None, None) => match object.size {
            (lo, hi) if lo == hi => format!("{lo} byte{}", if lo == 1 { "" } else { "s" }),
            (lo, hi) => format!("{lo} to {hi} bytes"),
        },
    }
}

/// What stands below the title: that it is a list, that it was freed.
pub(crate) fn remark(object: &Object) -> Option<String> {
    let mut parts = Vec::new();
    match &object.kind {
        ObjectKind::Region => {}
        ObjectKind::Optional => parts.push("one or none".to_owned()),
        ObjectKind::List { least, most, next, prev } => {
            let count = match (least, most) {
                (least, Some(most)) if least == most => format!("{least} nodes"),
                (0, Some(1)) => "0 or 1 node".to_owned(),
                (least, Some(most)) => format!("{least} to {most} nodes"),
                (1, None) => "1+ nodes".to_owned(),
                (least, None) => format!("{least}+ nodes"),
            };
            let links = match prev {
                Some(prev) => format!("{next}/{prev}"),
                None => next.clone(),
            };
            parts.push(format!("{count}, linked by {links}"));
        }
    }
    match object.state {
        ObjectState::Live => {}
        ObjectState::Freed => parts.push("freed".to_owned()),
        ObjectState::OutOfScope => parts.push("out of scope".to_owned()),
    }
    if parts.is_empty() && object.name.is_none() {
        match object.storage {
            Storage::Heap => return None,
            Storage::Stack => parts.push("on the stack".to_owned()),
            Storage::Static => parts.push("static".to_owned()),
        }
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// What stands in the cell of a value; a pointer's arrow says the rest.
pub(crate) fn cell(value: &Value, picture: &Picture) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Uninitialised => "uninitialised".to_owned(),
        Value::Unknown => "?".to_owned(),
        Value::Number { least, most } => number(*least, *most),
        Value::Text(text) => text.clone(),
        Value::Pointer { target, offset_text, end, .. } => {
            let list = picture.objects.get(*target).is_some_and(Object::is_list);
            let which = match end {
                End::First => "",
                End::Last if list => "last",
                End::Last => "",
                End::Own => "own node",
            };
            [which, offset_text.as_str()]
                .iter()
                .filter(|s| !s.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join(" ")
        }
    }
}

/// `7`, `0..9`, `≥ 1`.
pub fn number(least: Option<i128>, most: Option<i128>) -> String {
    match (least, most) {
        (Some(a), Some(b)) if a == b => a.to_string(),
        (Some(a), Some(b)) => format!("{a}..{b}"),
        (Some(a), None) => format!("≥ {a}"),
        (None, Some(b)) => format!("≤ {b}"),
        (None, None) => "not every number".to_owned(),
    }
}

/// A value for a sentence: `null`, `0..9`, `the first node of a list of 2+ struct node`.
pub fn value_in_words(value: &Value, picture: &Picture) -> String {
    let Value::Pointer { target, offset_text, end, .. } = value else { return cell(value, picture) };
    let Some(object) = picture.objects.get(*target) else { return "an object".to_owned() };
    let name = match (&object.name, &object.ty) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(ty)) => format!("a {ty}"),
        (None, None) => format!("a block of {}", title(object)),
    };
    let mut text = match (&object.kind, end) {
        (ObjectKind::Region, _) => name,
        (ObjectKind::Optional, _) => format!("{name}, or null"),
        (ObjectKind::List { .. }, End::Own) => "its own node".to_owned(),
        (ObjectKind::List { least, most, .. }, end) => {
            let which = if *end == End::Last { "last" } else { "first" };
            let count = match most {
                Some(most) => format!("{least} to {most}"),
                None => format!("{least} or more"),
            };
            let ty = object.ty.clone().unwrap_or_else(|| "nodes".to_owned());
            let follows = object.fields.iter().find(|f| f.name.ends_with(" of last")).map(|f| &f.value);
            let empty = match (least, follows) {
                (0, Some(Value::Null)) => ", or null if there are none",
                (0, _) => ", or what follows it if there are none",
                _ => "",
            };
            format!("the {which} node of a list of {count} {ty}{empty}")
        }
    };
    match object.state {
        ObjectState::Live => {}
        ObjectState::Freed => text.push_str(", which is freed"),
        ObjectState::OutOfScope => text.push_str(", which is out of scope"),
    }
    if !offset_text.is_empty() {
        text = format!("{text}, at {offset_text}");
    }
    text
}

/// All of a picture, one line per variable and per field.
pub fn words(picture: &Picture) -> String {
    let mut out = String::new();
    let label = |i: usize| {
        let object = &picture.objects[i];
        match &object.name {
            Some(name) => format!("`{name}`"),
            None => format!("#{}", i + 1),
        }
    };
    let shown = |value: &Value| match value {
        Value::Pointer { target, .. } => {
            let extra = cell(value, picture);
            let extra = if extra.is_empty() { extra } else { format!(" ({extra})") };
            format!("→ {}{extra}", label(*target))
        }
        _ => cell(value, picture),
    };
    for variable in &picture.variables {
        out.push_str(&format!("{} = {}\n", variable.name, shown(&variable.value)));
    }
    for (i, object) in picture.objects.iter().enumerate() {
        let what = match &object.name {
            Some(_) => title(object),
            None => format!("#{}: {}", i + 1, title(object)),
        };
        let remark = remark(object).map(|r| format!(" ({r})")).unwrap_or_default();
        let inside =
            object.inside.map(|p| format!(", one in every node of {}", label(p))).unwrap_or_default();
        out.push_str(&format!("{what}{remark}{inside}\n"));
        let mut rest = object.fields.as_slice();
        while let Some(field) = rest.first() {
            let same = equal_elements(rest);
            if same > SHOWN_ELEMENTS
                && let (Some((array, from)), Some((_, to))) = (element(field), element(&rest[same - 1]))
            {
                let dot = if array.is_empty() { "" } else { "." };
                out.push_str(&format!("  {dot}{array}[{from}..{to}] = {}\n", shown(&field.value)));
                rest = &rest[same..];
                continue;
            }
            rest = &rest[1..];
            let name = match field.name.as_str() {
                "" => String::new(),
                name if name.starts_with('[') => format!("{name} "),
                name => format!(".{name} "),
            };
            out.push_str(&format!("  {name}= {}\n", shown(&field.value)));
        }
        if object.more_fields > 0 {
            out.push_str(&format!("  … {} more fields\n", object.more_fields));
        }
    }
    for fact in &picture.facts {
        out.push_str(&format!("{fact}\n"));
    }
    out
}

/// Fewer equal elements of an array have a line each.
const SHOWN_ELEMENTS: usize = 3;

/// The array and the index, if the field is an element.
fn element(field: &Field) -> Option<(&str, &str)> {
    field.name.strip_suffix(']')?.rsplit_once('[')
}

/// How many elements of an array follow one another with the same value.
fn equal_elements(fields: &[Field]) -> usize {
    let Some((first, (array, _))) = fields.first().and_then(|field| Some((field, element(field)?))) else {
        return 0;
    };
    let is_equal =
        |field: &Field| field.value == first.value && element(field).is_some_and(|(other, _)| other == array);
    fields.iter().take_while(|field| is_equal(field)).count()
}

/// The shapes at a place: what is common to the heading, then each of them.
pub fn shapes_in_words(shapes: &Shapes, place: &str) -> String {
    let count = shapes.pictures.len();
    let mut out = match count {
        0 => match &shapes.incomplete {
            None => format!("{place} in `{}`: never reached\n", shapes.function),
            Some(reason) => {
                format!("{place} in `{}`: not analysed: {}\n", shapes.function, as_written(reason))
            }
        },
        1 => format!("{place} in `{}`: one shape\n", shapes.function),
        n => format!("{place} in `{}`: one of {n} shapes\n", shapes.function),
    };
    if let (Some(reason), true) = (&shapes.incomplete, count > 0) {
        out.push_str(&format!("  (there may be others: {})\n", as_written(reason)));
    }
    for (i, picture) in shapes.pictures.iter().enumerate() {
        if count > 1 {
            out.push_str(&format!("\nshape {} of {count}:\n", i + 1));
        }
        for line in words(picture).lines() {
            out.push_str(&format!("  {line}\n"));
        }
    }
    out
}
