//! The memory that every run begins with.

use ir::{BlockId, FuncId, Global, GlobalKind, Program, Relocation, TerminatorKind};

/// What a global is to the program when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Holds its initialiser, and zero elsewhere.
    Variable,
    /// Likewise, and nobody may write to it.
    Constant,
    /// Likewise, and it may share memory with another one.
    Literal,
    /// A variable of the library that points to the stream of this number.
    Stream(u8),
    /// Defined elsewhere: what it holds is not known.
    External,
}

/// How a global begins.
#[derive(Clone, Copy, Debug)]
pub struct Start<'p> {
    pub role: Role,
    pub size: u64,
    /// The initialiser's bytes; zeros follow, and those of addresses are zero.
    pub bytes: &'p [u8],
    relocations: &'p [Relocation],
    word: u64,
}

impl<'p> Start<'p> {
    /// The addresses in the initialiser that lie in the object.
    pub fn addresses(self) -> impl Iterator<Item = &'p Relocation> {
        let fits = move |relocation: &&Relocation| {
            relocation.offset.checked_add(self.word).is_some_and(|end| end <= self.size)
        };
        self.relocations.iter().filter(fits)
    }

    /// Whether the program knows what it holds.
    pub fn is_known(self) -> bool {
        matches!(self.role, Role::Variable | Role::Constant | Role::Literal)
    }
}

pub fn global<'p>(program: &'p Program, global: &'p Global) -> Start<'p> {
    let word = program.model.pointer_size();
    let role = match (global.kind, ir::standard_stream(program.names.resolve(global.name))) {
        (GlobalKind::External, Some(stream)) => Role::Stream(stream),
        (GlobalKind::External, None) => Role::External,
        (GlobalKind::StringLiteral, _) => Role::Literal,
        (GlobalKind::Constant, _) => Role::Constant,
        (GlobalKind::Variable | GlobalKind::StaticLocal, _) => Role::Variable,
    };
    match role {
        // The stream variable holds a pointer whatever little the program says of its type.
        Role::Stream(_) => Start { role, size: global.size.max(word), bytes: &[], relocations: &[], word },
        Role::External => Start { role, size: global.size, bytes: &[], relocations: &[], word },
        Role::Variable | Role::Constant | Role::Literal => {
            let len = global.init.bytes.len().min(usize::try_from(global.size).unwrap_or(usize::MAX));
            let (bytes, relocations) = (&global.init.bytes[..len], &global.init.relocations[..]);
            Start { role, size: global.size, bytes, relocations, word }
        }
    }
}

/// The bytes that a global begins with; those of addresses are zero.
pub fn content(global: &Global) -> Vec<u8> {
    let mut bytes = global.init.bytes.clone();
    bytes.resize(global.size as usize, 0);
    bytes
}

/// The labels that have an address because a jump may lead there.
pub fn labels(program: &Program) -> impl Iterator<Item = (FuncId, BlockId)> {
    program.bodies().flat_map(|(function, _, body)| {
        body.blocks.iter().flat_map(move |block| {
            let candidates = match &block.terminator.kind {
                TerminatorKind::IndirectGoto { candidates, .. } => candidates.as_slice(),
                _ => &[],
            };
            candidates.iter().map(move |&candidate| (function, candidate))
        })
    })
}

/// What is known of a parameter of `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainParameter {
    /// A number in this range.
    Count(u64, u64),
    /// A pointer to an array of so many pointers at least and at most, the last one null.
    Pointers(u64, u64),
}

/// A command line that is longer is refused by the system.
const MOST_ARGUMENTS: u64 = 1 << 20;

/// The longest argument or variable of the environment that the system passes on.
pub const LONGEST_STRING: u64 = (1 << 17) - 1;

/// A list of strings from outside that models may look into; whoever follows paths one by one never gets there.
pub const TEXTS: &str = "__fafnir_texts";

/// The functions of models that start `main`: one that looks at the number of its arguments only, and one that looks at them.
pub const STARTS: [&str; 2] = ["__fafnir_start_count", "__fafnir_start"];

/// The function of a model that makes arguments and calls `main` with them, if the program looks at its arguments: for engines that
/// follow runs one by one.
pub fn start(program: &Program) -> Option<FuncId> {
    let names = STARTS.map(|name| program.names.lookup(name));
    let mut functions = program.functions.iter_enumerated();
    functions.find(|(_, f)| names.contains(&Some(f.name)) && f.body().is_some()).map(|(id, _)| id)
}

/// `argc` is at least 1, and `argv` has that many strings and a null; the environment may be empty.
pub fn main_parameter(index: usize) -> MainParameter {
    match index {
        0 => MainParameter::Count(1, MOST_ARGUMENTS - 1),
        1 => MainParameter::Pointers(2, MOST_ARGUMENTS),
        _ => MainParameter::Pointers(1, MOST_ARGUMENTS),
    }
}

/// Whether `first.1` bytes into one string literal may be the same place as `second.1` bytes into another: C does not say whether equal
/// literals, or one and a part of another, are distinct. They can lie there if the bytes that they would share are the same.
pub fn literals_may_meet(first: (&[u8], i64), second: (&[u8], i64)) -> bool {
    let ((a, i), (b, j)) = (first, second);
    let inside = |len: usize, at: i64| at >= 0 && at as u64 <= len as u64;
    if !inside(a.len(), i) || !inside(b.len(), j) {
        return false;
    }
    // Byte k of the one is byte k - shift of the other.
    let shift = i - j;
    let (low, high) = (shift.max(0), (b.len() as i64 + shift).min(a.len() as i64));
    low < high && (low..high).all(|k| a[k as usize] == b[(k - shift) as usize])
}

#[cfg(test)]
mod tests {
    use super::literals_may_meet as meet;

    #[test]
    fn a_literal_may_be_the_end_of_another() {
        let (abc, xabc, abd) = (b"abc\0", b"xabc\0", b"abd\0");
        assert!(meet((abc, 0), (abc, 0)));
        assert!(!meet((abc, 0), (abc, 1)));
        assert!(meet((abc, 0), (xabc, 1)));
        assert!(!meet((abc, 0), (xabc, 0)));
        assert!(!meet((abc, 0), (abd, 0)));
        assert!(meet((b"\0", 0), (abc, 3)));
    }
}
