//! Which encodings there are, their options and names.

use std::fmt;
use std::str::FromStr;

/// What stands for the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The theory of heaps for so many objects of each kind: exact, and more objects are an error.
    Objects(u32),
    /// What every write gives and every read gets, by address; and by the site of the write.
    Invariant { flow: bool },
    /// What the n-th access reads.
    R,
    /// Which write the n-th access reads, and what that wrote.
    Rw,
    /// As RW, without what is read where nothing was written.
    RwFun,
    /// As RW-fun, and addresses must be valid.
    RwMem,
}

/// What of the last access is remembered beside the relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    None,
    /// `opt`: reads of the address that was accessed last need no relation.
    Read,
    /// `opt2`: writes wait until another address is accessed.
    WriteBack,
}

/// An encoding with its options, as `rw-fun-tag-opt-p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    pub kind: Kind,
    /// Sites of reads and writes are arguments.
    pub tags: bool,
    pub cache: Cache,
    /// Addresses are arguments.
    pub pointer: bool,
    /// How many objects there are is an argument of reads: what tells runs of different lengths apart without their inputs.
    pub objects: bool,
    /// The variables of the place are arguments of reads: another way to tell runs apart.
    pub variables: bool,
    /// The number of the access is no argument of reads: the others have to tell them apart.
    pub uncounted: bool,
    /// Two addresses are followed, and R relates what is read to the second one: what holds of two objects at once.
    pub pair: bool,
    /// The program's inputs are arguments.
    pub inputs: bool,
    /// The width of the counters of accesses. One that comes round mixes accesses up, which is sound.
    pub counter: u32,
}

/// What a solution of the encoded program needs beside it to be a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    None,
    /// Every access is to an object that is there, and was written before: to be shown under the same options and assumptions.
    MemorySafety,
}

/// Wider than any number of accesses of a run.
const COUNTER: u32 = 72;

impl Encoding {
    pub fn new(kind: Kind) -> Encoding {
        Encoding {
            kind,
            tags: false,
            cache: Cache::None,
            pointer: false,
            objects: false,
            variables: false,
            uncounted: false,
            pair: false,
            inputs: false,
            counter: COUNTER,
        }
    }

    pub fn precondition(&self) -> Precondition {
        match self.kind {
            Kind::RwFun => Precondition::MemorySafety,
            _ => Precondition::None,
        }
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Encoding, String> {
        let kinds = [
            ("heap-invariants-flow", Kind::Invariant { flow: true }),
            ("heap-invariants", Kind::Invariant { flow: false }),
            ("rw-fun", Kind::RwFun),
            ("rw-mem", Kind::RwMem),
            ("rw", Kind::Rw),
            ("r", Kind::R),
            ("heap", Kind::Objects(OBJECTS)),
        ];
        let is_prefix =
            |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        let Some((name, kind)) = kinds.into_iter().find(|(name, _)| is_prefix(name)) else {
            let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
            return Err(format!("the encodings are {}", names.join(", ")));
        };
        let mut encoding = Encoding::new(kind);
        for option in text[name.len()..].split('-').skip(1) {
            match option {
                "tag" => encoding.tags = true,
                "opt" => encoding.cache = Cache::Read,
                "opt2" => encoding.cache = Cache::WriteBack,
                "p" => encoding.pointer = true,
                "n" => encoding.objects = true,
                "v" => encoding.variables = true,
                "nocnt" => encoding.uncounted = true,
                "pair" if kind == Kind::R => encoding.pair = true,
                "pair" => return Err("`pair` is an option of `r` only".to_owned()),
                "in" => encoding.inputs = true,
                _ => {
                    return Err(format!(
                        "`{option}` is no option of an encoding: tag, opt, opt2, p, n, v, nocnt, pair and in are"
                    ));
                }
            }
        }
        Ok(encoding)
    }
}

/// Objects of each kind in the encoding `heap`.
const OBJECTS: u32 = 4;

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Objects(_) => "heap",
            Kind::Invariant { flow: true } => "heap-invariants-flow",
            Kind::Invariant { flow: false } => "heap-invariants",
            Kind::R => "r",
            Kind::Rw => "rw",
            Kind::RwFun => "rw-fun",
            Kind::RwMem => "rw-mem",
        })?;
        for (on, name) in [
            (self.tags, "-tag"),
            (self.cache == Cache::Read, "-opt"),
            (self.cache == Cache::WriteBack, "-opt2"),
            (self.pointer, "-p"),
            (self.objects, "-n"),
            (self.variables, "-v"),
            (self.uncounted, "-nocnt"),
            (self.pair, "-pair"),
            (self.inputs, "-in"),
        ] {
            f.write_str(if on { name } else { "" })?;
        }
        Ok(())
    }
}
