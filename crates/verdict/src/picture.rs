//! A memory as somebody would draw it: objects with named fields, lists of any length, and the variables that point in.
//!
//! Plain data, made by the engines from their own states and drawn by `report`.

use base::Span;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The function whose variables are shown.
    pub function: String,
    pub variables: Vec<Variable>,
    pub objects: Vec<Object>,
    /// What is known besides, such as `i = n - 1`.
    pub facts: Vec<String>,
}

/// A variable that has no object of its own in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub name: String,
    /// The C type's name.
    pub ty: String,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The same object has the same number in all pictures of one film.
    pub id: u64,
    /// The variable's name, or nothing for blocks of the heap.
    pub name: Option<String>,
    /// The C type's name, if somebody knows it.
    pub ty: Option<String>,
    pub kind: ObjectKind,
    pub storage: Storage,
    pub state: ObjectState,
    /// The least and the greatest size in bytes.
    pub size: (u64, u64),
    /// The place in `Picture::objects` of the list (or optional object) of which every node has its own copy of this object.
    pub inside: Option<usize>,
    pub fields: Vec<Field>,
    /// Fields that are not shown.
    pub more_fields: usize,
    pub allocated: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// One block of memory.
    Region,
    /// A list of at least `least` and at most `most` nodes, of which the fields of one are shown.
    List { least: u32, most: Option<u32>, next: String, prev: Option<String> },
    /// One block or none; pointers to it are null when there is none.
    Optional,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Heap,
    Stack,
    Static,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectState {
    Live,
    Freed,
    OutOfScope,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// `next`, `data.x`, `[3]`, or `+8` where no name is known. Empty for an object that is one scalar.
    pub name: String,
    pub ty: String,
    pub offset: u64,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Uninitialised,
    /// Initialised, and nothing else is known.
    Unknown,
    /// A number between these, which are none where its type ends. One number if both are the same.
    Number {
        least: Option<i128>,
        most: Option<i128>,
    },
    /// A function's name, a string, a number of a run ...
    Text(String),
    Pointer {
        /// In `Picture::objects`.
        target: usize,
        /// Bytes from the object's start, if it is one number.
        offset: Option<i64>,
        /// `+8`, `+0..40`; empty at the start.
        offset_text: String,
        end: End,
    },
}

/// What a pointer to an object is that the picture leaves out.
pub const NOT_SHOWN: &str = "an object that is not shown";

/// Which node of a list a pointer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The object is no list, or the first node is meant.
    First,
    Last,
    /// From inside a list: the node that the pointer belongs to.
    Own,
}

impl Value {
    /// Whether it stands for several values.
    pub fn is_abstract(&self, picture: &Picture) -> bool {
        match self {
            Value::Null | Value::Uninitialised | Value::Text(_) => false,
            Value::Unknown => true,
            Value::Number { least, most } => least.is_none() || least != most,
            Value::Pointer { target, offset, .. } => {
                let one = picture.objects.get(*target).is_some_and(|o| o.kind == ObjectKind::Region);
                !one || offset.is_none()
            }
        }
    }
}

impl Object {
    pub fn is_list(&self) -> bool {
        matches!(self.kind, ObjectKind::List { .. })
    }
}

impl Picture {
    /// All pointers, with the place of the object they are stored in (`None`: a variable) and their number there.
    pub fn pointers(&self) -> impl Iterator<Item = (Option<usize>, usize, &Value)> {
        let variables = self.variables.iter().enumerate().map(|(i, v)| (None, i, &v.value));
        let fields = self.objects.iter().enumerate().flat_map(|(o, object)| {
            object.fields.iter().enumerate().map(move |(i, f)| (Some(o), i, &f.value))
        });
        variables.chain(fields).filter(|(_, _, value)| matches!(value, Value::Pointer { .. }))
    }

    /// Leaves out the other objects.
    pub fn retain_objects(&mut self, keep: impl Fn(&Object) -> bool) {
        let mut kept = 0;
        let mut places = Vec::with_capacity(self.objects.len());
        for object in &self.objects {
            places.push(keep(object).then_some(kept));
            kept += usize::from(keep(object));
        }
        if kept == places.len() {
            return;
        }
        self.objects.retain(keep);
        let place = |old: usize| places.get(old).copied().flatten();
        for object in &mut self.objects {
            object.inside = object.inside.and_then(place);
        }
        let fields = self.objects.iter_mut().flat_map(|object| &mut object.fields).map(|f| &mut f.value);
        for value in self.variables.iter_mut().map(|v| &mut v.value).chain(fields) {
            if let Value::Pointer { target, .. } = value {
                match place(*target) {
                    Some(new) => *target = new,
                    None => *value = Value::Text(NOT_SHOWN.to_owned()),
                }
            }
        }
    }
}

/// What a shape analysis may find at a place of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapes {
    pub span: Span,
    pub function: String,
    /// The name that the program gives the place, as in `__VERIFIER_plot("name")`.
    pub name: Option<String>,
    /// One picture per shape; the memory always looks like one of them.
    pub pictures: Vec<Picture>,
    /// Why there may be other shapes; `None` if there are none.
    pub incomplete: Option<String>,
}

/// A moment of a concrete run.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What is about to be executed.
    pub span: Span,
    pub depth: u32,
    pub picture: Picture,
}

/// The moments of a run at which another line was reached. Long runs keep the first and the last ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    pub frames: Vec<Frame>,
    pub omitted: u64,
    /// Index in `frames` at which the omitted ones are missing.
    pub omitted_at: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_are_left_out_leave_the_pointers_right() {
        let pointer =
            |target| Value::Pointer { target, offset: Some(0), offset_text: String::new(), end: End::First };
        let object = |id, inside, value| Object {
            id,
            name: None,
            ty: None,
            kind: ObjectKind::Region,
            storage: Storage::Heap,
            state: ObjectState::Live,
            size: (8, 8),
            inside,
            fields: vec![Field { name: String::new(), ty: String::new(), offset: 0, value }],
            more_fields: 0,
            allocated: Span::NONE,
        };
        let variable = Variable { name: "p".to_owned(), ty: String::new(), value: pointer(2) };
        let objects = vec![
            object(1, None, Value::Null),
            object(2, None, pointer(0)),
            object(3, Some(1), pointer(1)),
            object(4, Some(0), pointer(3)),
        ];
        let mut picture = Picture { variables: vec![variable], objects, ..Picture::default() };
        picture.retain_objects(|object| object.id != 1);
        assert_eq!(picture.variables[0].value, pointer(1));
        assert_eq!(picture.objects.iter().map(|o| o.id).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!(picture.objects.iter().map(|o| o.inside).collect::<Vec<_>>(), [None, Some(0), None]);
        assert_eq!(picture.objects[0].fields[0].value, Value::Text(NOT_SHOWN.to_owned()));
        assert_eq!(picture.objects[1].fields[0].value, pointer(0));
        assert_eq!(picture.objects[2].fields[0].value, pointer(2));
    }
}
