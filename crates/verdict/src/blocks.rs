//! What holds of memory in words: where pointers lead, and what all blocks of an allocation site have in common.

use base::{Span, Symbol};

/// All of it holds at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks {
    /// Where variables lead.
    pub pointers: Vec<(Symbol, Vec<Target>)>,
    pub sites: Vec<SiteContent>,
    /// What parameters lead to.
    pub reached: Vec<(Symbol, CellContent)>,
    pub paths: Vec<PathContent>,
    /// Of elements of arrays, whenever a round has ended.
    pub elements: Vec<ElementContent>,
}

/// What every element of an array is in a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementContent {
    pub array: Symbol,
    pub region: Region,
    pub what: ElementIs,
}

/// Where an element is: by its index, compared with a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    Everywhere,
    Below(Symbol),
    At(Symbol),
    Above(Symbol),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ElementIs {
    /// At least the first and at most the second.
    Number(Option<i128>, Option<i128>),
    AtMost(Symbol),
    AtLeast(Symbol),
    /// Its own index, and so much more.
    Index(i128),
    /// The element of another array with the same index, and so much more.
    Like(Symbol, i128),
}

/// Where one comes who follows one member from object to object.
#[derive(Clone, Debug, PartialEq)]
pub struct PathContent {
    /// The member's place in its block, in bytes.
    pub offset: u64,
    pub name: Option<Symbol>,
    /// A variable, or any block of a site.
    pub from: Target,
    pub what: PathEnd,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PathEnd {
    /// It comes there; if that is a block, to every one that was allocated there and is not freed.
    Comes(Target),
    /// It goes through blocks of these sites, and if it ends, then there.
    Within { through: Vec<Span>, ends: Vec<Target> },
}

/// What every block holds that was allocated at a place and is not freed.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteContent {
    pub site: Span,
    pub cells: Vec<CellContent>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CellContent {
    /// In bytes from the beginning of the block.
    pub offset: u64,
    /// The member that is there, if the block's type is known.
    pub name: Option<Symbol>,
    pub what: Content,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// It leads to one of these.
    Pointer(Vec<Target>),
    /// A number that is at least the first and at most the second.
    Number(Option<i128>, Option<i128>),
}

/// Where a pointer leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    Null,
    Variable(Symbol),
    /// A block that was allocated at this place.
    Block(Span),
    /// What was held at an offset from where a parameter leads when its function was called.
    Old(Symbol, u64),
}

impl Blocks {
    pub fn is_empty(&self) -> bool {
        self.pointers.is_empty()
            && self.sites.is_empty()
            && self.reached.is_empty()
            && self.paths.is_empty()
            && self.elements.is_empty()
    }
}
