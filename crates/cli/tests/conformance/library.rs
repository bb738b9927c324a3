//! Programs for every function of the library table and of the models in C, made from its signature alone: each argument at its
//! boundaries, the others as they should be. Nobody says what is true of them; the engines have to agree.

use std::collections::BTreeSet;

/// A call that is made from a signature.
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Memory: a block of bytes that are a short string.
    Memory,
    /// A place for a pointer.
    Place,
    Stream,
    Integer,
    Floating,
}

struct Parameter {
    ty: String,
    kind: Kind,
}

/// How an argument is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Given {
    Usual,
    Null,
    Freed,
    /// A block of one byte.
    Small,
    Number(&'static str),
}

impl Kind {
    fn boundaries(self) -> &'static [Given] {
        match self {
            Kind::Memory => &[Given::Null, Given::Freed, Given::Small],
            Kind::Place | Kind::Stream => &[Given::Null, Given::Freed],
            Kind::Integer => &[Given::Number("0"), Given::Number("-1")],
            Kind::Floating => &[Given::Number("0.0"), Given::Number("-1.0")],
        }
    }
}

const DECLARATIONS: &str = "void *malloc(unsigned long);\nvoid free(void *);\ntypedef int wide;\n";

/// The programs for a function, or why there are none.
pub(crate) fn programs(signature: &str) -> Result<Vec<Call>, &'static str> {
    let (result, name, parameters) = read(signature)?;
    let mut calls = vec![program(&result, &name, &parameters, None)];
    for (index, parameter) in parameters.iter().enumerate() {
        for &given in parameter.kind.boundaries() {
            calls.push(program(&result, &name, &parameters, Some((index, given))));
        }
    }
    Ok(calls)
}

fn read(signature: &str) -> Result<(String, String, Vec<Parameter>), &'static str> {
    let (head, rest) = signature.split_once('(').ok_or("no signature")?;
    let list = rest.rsplit_once(')').ok_or("no signature")?.0;
    let start = head.rfind(|c: char| c.is_whitespace() || c == '*').ok_or("no result")? + 1;
    let (result, name) = (head[..start].trim(), head[start..].trim());
    if list.contains('(') || list.contains("comparison") || result.contains("handler") {
        return Err("takes a function");
    }
    if list.contains("va_list") {
        return Err("takes a list of arguments");
    }
    if result.contains("struct") && !result.contains('*') {
        return Err("gives a structure");
    }
    if name.starts_with("__fafnir") {
        return Err("is called by models only");
    }
    if ["malloc", "free"].contains(&name) {
        return Err("is in the tables");
    }
    let mut parameters = Vec::new();
    for parameter in list.split(',').map(str::trim).filter(|p| !matches!(*p, "" | "void" | "...")) {
        // The name is behind the type, if there is one.
        let end = parameter.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        let (mut ty, last) = (parameter[..end].trim().to_owned(), &parameter[end..]);
        let is_type = |word: &str| {
            ["int", "char", "long", "short", "unsigned", "double", "float", "void", "size_t"].contains(&word)
        };
        if ty.is_empty() || is_type(last) {
            ty = parameter.to_owned();
        }
        let ty =
            ty.replace("restrict", "").replace("size_t", "unsigned long").replace("FILE", "struct stream");
        let stars = ty.matches('*').count() + ty.matches('[').count();
        let kind = match stars {
            0 if ty.contains("struct") => return Err("takes a structure"),
            0 if ty.contains("double") || ty.contains("float") => Kind::Floating,
            0 => Kind::Integer,
            1 if ty.contains("struct stream") => Kind::Stream,
            1 => Kind::Memory,
            _ => Kind::Place,
        };
        parameters.push(Parameter { ty, kind });
    }
    Ok((
        result.replace("size_t", "unsigned long").replace("FILE", "struct stream"),
        name.to_owned(),
        parameters,
    ))
}

fn program(result: &str, name: &str, parameters: &[Parameter], boundary: Option<(usize, Given)>) -> Call {
    let mut text = String::from(DECLARATIONS);
    let words = parameters.iter().map(|p| p.ty.as_str()).chain([result]);
    let structures: BTreeSet<&str> = words
        .filter_map(|ty| {
            ty.split_once("struct ").map(|(_, rest)| rest.split([' ', '*']).next().unwrap_or(""))
        })
        .collect();
    for structure in structures {
        text.push_str(&format!("struct {structure};\n"));
    }
    text.push_str("extern struct stream *stdout;\n");
    let types: Vec<&str> = parameters.iter().map(|p| p.ty.as_str()).collect();
    let list = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    text.push_str(&format!("{result} {name}({list});\n"));
    text.push_str("int main(void) {\n");
    let (mut arguments, mut after) = (Vec::new(), String::new());
    for (index, parameter) in parameters.iter().enumerate() {
        let given = boundary.filter(|b| b.0 == index).map_or(Given::Usual, |b| b.1);
        let block = format!("p{index}");
        let cast = format!("({})", parameter.ty.replace("const ", ""));
        let argument = match (parameter.kind, given) {
            (_, Given::Number(number)) => format!("{cast}{number}"),
            (Kind::Integer, _) => format!("{cast}1"),
            (Kind::Floating, _) => format!("{cast}1.0"),
            (_, Given::Null) => format!("{cast}0"),
            (Kind::Stream, Given::Usual) => "stdout".to_owned(),
            (Kind::Place, Given::Usual) => {
                text.push_str(&format!("    char *{block} = 0;\n"));
                format!("{cast}&{block}")
            }
            (_, given) => {
                let size = if given == Given::Small { 1 } else { 256 };
                text.push_str(&format!("    char *{block} = malloc({size});\n    {block}[0] = '1';\n"));
                if given != Given::Small {
                    text.push_str(&format!("    {block}[1] = 0; {block}[2] = 0; {block}[3] = 0;\n"));
                }
                let free = format!("    free({block});\n");
                if given == Given::Freed {
                    text.push_str(&free)
                } else {
                    after.push_str(&free)
                }
                format!("{cast}{block}")
            }
        };
        arguments.push(argument);
    }
    text.push_str(&format!("    {name}({});\n{after}    return 0;\n}}\n", arguments.join(", ")));
    let boundary = match boundary {
        None => "usual".to_owned(),
        Some((index, given)) => format!("argument {}: {given:?}", index + 1),
    };
    Call { name: format!("{name}, {boundary}"), text }
}
