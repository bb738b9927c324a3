//! Which small numbers the nodes of a list segment hold, and in which order.
//!
//! Programs mark the nodes of a list: with a colour, a state, a kind; and what they do at a node relies on what the marks of its
//! neighbours can be: a black node follows a red one, the states only ascend, the last node alone has the mark 3. A segment
//! with one value for all nodes cannot say that. Its marks are a *language*: each node is a letter (the numbers in some fields
//! of it), and the nodes from the first to the last one are a word. The languages are those that a window of two letters
//! decides: by the letters that a word may begin with, those that it may end with, and the pairs that may stand side by side.
//! They are closed under what segments need: taking a letter off either end is exact; the union (a join) and the product
//! (merging neighbours) are over-approximated by the union of the sets. There are finitely many, so chains of joins end.
//!
//! A node of which no small number is known has the letter [`ANY`]: the numbers 0 to 9 in their order, and whatever is behind them. A list is
//! in the language if its nodes can be given letters, each its number or that one, so that they are a word. What was said above holds of
//! words of letters, and so of the lists that they stand for.
//!
//! A language speaks of words of one letter and more; whether a segment may be empty is said by its length alone.

use crate::object::Field;

/// More letters than this are no marks. A set of letters is a set of bits.
const MOST_LETTERS: usize = 12;

/// The largest number that is taken for a mark; as for variables ([Predator] §1.5.2).
pub(crate) const LARGEST_MARK: u64 = 10;

/// In a letter: any number.
pub const ANY: u8 = u8::MAX;

type Letter = Vec<u8>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Sorted.
    fields: Vec<Field>,
    /// Sorted; each has one number for each field. Every letter occurs in some word.
    letters: Vec<Letter>,
    first: u16,
    last: u16,
    /// What may stand behind each letter.
    follow: Vec<u16>,
}

/// A word without the letter at one of its ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Taken {
    /// The letter, as a number for each field.
    pub(crate) marks: Vec<(Field, u64)>,
    /// The word may be over with it.
    pub(crate) alone: bool,
    /// What else there may be; `None` if nothing.
    pub(crate) rest: Option<Marks>,
}

fn all(count: usize) -> u16 {
    ((1u32 << count) - 1) as u16
}

fn indices(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |i| set >> i & 1 == 1)
}

impl Marks {
    /// The words over these letters that begin, end and go on as said; the letters are named by their indices. `None` if there
    /// is no word or there are too many letters.
    pub fn new(
        fields: Vec<Field>,
        letters: Vec<Vec<u8>>,
        first: &[usize],
        last: &[usize],
        follow: &[(usize, usize)],
    ) -> Option<Marks> {
        let set = |s: &[usize]| s.iter().fold(0u16, |set, i| set | 1 << i);
        if letters.len() > MOST_LETTERS || letters.iter().any(|l| l.len() != fields.len()) {
            return None;
        }
        let mut after = vec![0u16; letters.len()];
        for &(a, b) in follow {
            after[a] |= 1 << b;
        }
        let marks = Marks { fields, letters, first: set(first), last: set(last), follow: after };
        marks.sorted().trimmed()
    }

    /// All words over what the fields can hold; those of one letter only if `one`.
    pub(crate) fn of_values(values: &[(Field, Vec<u8>)], one: bool) -> Option<Marks> {
        let fields = values.iter().map(|v| v.0).collect();
        let mut letters: Vec<Letter> = vec![Vec::new()];
        for (_, numbers) in values {
            letters = letters
                .into_iter()
                .flat_map(|l| numbers.iter().map(move |&n| l.iter().copied().chain([n]).collect()))
                .collect();
            if letters.len() > MOST_LETTERS {
                return None;
            }
        }
        let every = all(letters.len());
        let follow = vec![if one { 0 } else { every }; letters.len()];
        Marks { fields, letters, first: every, last: every, follow }.sorted().trimmed()
    }

    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// What a node can hold in the fields.
    pub fn letters(&self) -> &[Vec<u8>] {
        &self.letters
    }

    pub fn may_begin(&self, letter: usize) -> bool {
        self.first >> letter & 1 == 1
    }

    pub fn may_end(&self, letter: usize) -> bool {
        self.last >> letter & 1 == 1
    }

    /// Whether the second letter may stand right behind the first one.
    pub fn may_follow(&self, letter: usize, next: usize) -> bool {
        self.follow[letter] >> next & 1 == 1
    }

    /// Whether the nodes from the first to the last one can hold these numbers.
    pub fn accepts(&self, word: &[Vec<u8>]) -> bool {
        let (Some(first), Some(_)) = (word.first(), word.last()) else { return true };
        let fits =
            |letter: &Letter, held: &Letter| letter.iter().zip(held).all(|(&l, &n)| l == ANY || l == n);
        // The letters that a node can have.
        let names = |held: &Letter| {
            let all = self.letters.iter().enumerate().filter(|(_, letter)| fits(letter, held));
            all.fold(0u16, |set, (i, _)| set | 1 << i)
        };
        let mut at = self.first & names(first);
        for held in &word[1..] {
            at = indices(at).fold(0, |set, i| set | self.follow[i]) & names(held);
        }
        at & self.last != 0
    }

    fn sorted(self) -> Marks {
        let mut order: Vec<usize> = (0..self.letters.len()).collect();
        order.sort_by(|&a, &b| self.letters[a].cmp(&self.letters[b]));
        let letters = order.iter().map(|&i| self.letters[i].clone()).collect();
        self.renamed(letters, |i| order.iter().position(|&o| o == i).expect("a letter"))
    }

    /// The same words with the letters called otherwise; several may become one.
    fn renamed(&self, letters: Vec<Letter>, name: impl Fn(usize) -> usize) -> Marks {
        let set = |s: u16| indices(s).fold(0u16, |out, i| out | 1 << name(i));
        let mut follow = vec![0u16; letters.len()];
        for (i, &after) in self.follow.iter().enumerate() {
            follow[name(i)] |= set(after);
        }
        Marks { fields: self.fields.clone(), letters, first: set(self.first), last: set(self.last), follow }
    }

    /// Without letters that are in no word; `None` if there is no word.
    fn trimmed(self) -> Option<Marks> {
        let count = self.letters.len();
        let mut from_first = self.first;
        let mut to_last = self.last;
        loop {
            let further = indices(from_first).fold(from_first, |s, i| s | self.follow[i]);
            let before = (0..count).filter(|&i| self.follow[i] & to_last != 0);
            let earlier = before.fold(to_last, |s, i| s | 1 << i);
            if (further, earlier) == (from_first, to_last) {
                break;
            }
            (from_first, to_last) = (further, earlier);
        }
        let used = from_first & to_last;
        if used == 0 {
            return None;
        }
        if used == all(count) {
            return Some(self);
        }
        let kept: Vec<usize> = indices(used).collect();
        let restricted = Marks {
            first: self.first & used,
            last: self.last & used,
            follow: self
                .follow
                .iter()
                .enumerate()
                .map(|(i, &after)| if used >> i & 1 == 1 { after & used } else { 0 })
                .collect(),
            ..self
        };
        let letters = kept.iter().map(|&i| restricted.letters[i].clone()).collect();
        // Letters that are in no set any more have no name to be asked for.
        Some(restricted.renamed(letters, |i| kept.iter().position(|&k| k == i).unwrap_or(0)))
    }

    /// What the words say of some of the fields.
    pub(crate) fn on_fields(&self, fields: &[Field]) -> Marks {
        let at: Vec<usize> = (0..self.fields.len()).filter(|&i| fields.contains(&self.fields[i])).collect();
        let part = |l: &Letter| at.iter().map(|&i| l[i]).collect::<Letter>();
        let mut letters: Vec<Letter> = self.letters.iter().map(part).collect();
        letters.sort_unstable();
        letters.dedup();
        let names: Vec<usize> =
            self.letters.iter().map(|l| letters.binary_search(&part(l)).expect("its part")).collect();
        let fields = at.iter().map(|&i| self.fields[i]).collect();
        Marks { fields, ..self.renamed(letters, |i| names[i]) }
    }

    /// The same words where each node holds one of some numbers in one more field, whatever its letter.
    pub(crate) fn with_field(&self, field: Field, numbers: &[u8]) -> Option<Marks> {
        let width = numbers.len();
        if self.letters.len() * width > MOST_LETTERS {
            return None;
        }
        let at = self.fields.partition_point(|f| *f < field);
        let mut fields = self.fields.clone();
        fields.insert(at, field);
        let mut letters = Vec::new();
        for letter in &self.letters {
            for &n in numbers {
                let mut longer = letter.clone();
                longer.insert(at, n);
                letters.push(longer);
            }
        }
        let spread = |s: u16| indices(s).fold(0u16, |out, i| out | all(width) << (i * width));
        let follow = self.follow.iter().flat_map(|&after| vec![spread(after); width]).collect();
        let marks = Marks { fields, letters, first: spread(self.first), last: spread(self.last), follow };
        Some(marks.sorted())
    }

    /// Both with the letters of both; `None` if these are too many. The fields are the same.
    fn aligned(&self, other: &Marks) -> Option<(Marks, Marks)> {
        let mut letters: Vec<Letter> = self.letters.iter().chain(&other.letters).cloned().collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() > MOST_LETTERS || self.fields != other.fields {
            return None;
        }
        let name = |m: &Marks, i: usize| letters.binary_search(&m.letters[i]).expect("a letter");
        Some((
            self.renamed(letters.clone(), |i| name(self, i)),
            other.renamed(letters.clone(), |i| name(other, i)),
        ))
    }

    /// The words of both and perhaps more; `None` if there are too many letters.
    pub(crate) fn or(&self, other: &Marks) -> Option<Marks> {
        let (mut a, b) = self.aligned(other)?;
        a.first |= b.first;
        a.last |= b.last;
        a.follow.iter_mut().zip(&b.follow).for_each(|(x, y)| *x |= y);
        Some(a)
    }

    /// The words of one behind those of the other, either of which may be left out if so said, and perhaps more.
    pub(crate) fn then(&self, may_lack: [bool; 2], other: &Marks) -> Option<Marks> {
        let (a, b) = self.aligned(other)?;
        let mut joined = a.or(&b)?;
        joined.first = if may_lack[0] { a.first | b.first } else { a.first };
        joined.last = if may_lack[1] { a.last | b.last } else { b.last };
        indices(a.last).for_each(|i| joined.follow[i] |= b.first);
        joined.trimmed()
    }

    /// Whether every word of `other` is one of these, as far as these fields go.
    pub(crate) fn includes(&self, other: &Marks) -> bool {
        if self.fields.iter().any(|f| !other.fields.contains(f)) {
            return false;
        }
        let part = other.on_fields(&self.fields);
        let Some((a, b)) = self.aligned(&part) else { return false };
        // Every letter and every pair of these sets is in some word, so the words are included only if the sets are.
        b.letters.len() == self.letters.len()
            && b.first & !a.first == 0
            && b.last & !a.last == 0
            && b.follow.iter().zip(&a.follow).all(|(x, y)| x & !y == 0)
    }

    /// Whether the words are all those over the letters, and these are all that `count` possible ones.
    pub(crate) fn says_nothing(&self, count: Option<u64>) -> bool {
        let any = self.letters.iter().position(|letter| letter.iter().all(|&n| n == ANY));
        if any.is_some_and(|i| self.may_begin(i) && self.may_end(i) && self.may_follow(i, i)) {
            return true;
        }
        let every = all(self.letters.len());
        count == Some(self.letters.len() as u64)
            && self.first == every
            && self.last == every
            && self.follow.iter().all(|&after| after == every)
    }

    /// Whether no word has two letters.
    pub(crate) fn is_one_letter(&self) -> bool {
        self.follow.iter().all(|&after| after == 0)
    }

    /// The words without their first letter, or their last one if `at_end`, by that letter.
    pub(crate) fn take(&self, at_end: bool) -> Vec<Taken> {
        let (ends, others) = if at_end { (self.last, self.first) } else { (self.first, self.last) };
        indices(ends)
            .map(|i| {
                let mut rest = self.clone();
                if at_end {
                    let before = (0..self.letters.len()).filter(|&k| self.follow[k] >> i & 1 == 1);
                    rest.last = before.fold(0, |s, k| s | 1 << k);
                } else {
                    rest.first = self.follow[i];
                }
                let numbers = self.fields.iter().copied().zip(&self.letters[i]);
                Taken {
                    marks: numbers.filter(|(_, n)| **n != ANY).map(|(f, &n)| (f, u64::from(n))).collect(),
                    alone: others >> i & 1 == 1,
                    rest: rest.trimmed(),
                }
            })
            .collect()
    }

    /// The numbers that all nodes hold.
    pub(crate) fn constants(&self) -> Vec<(Field, u64)> {
        let first = &self.letters[0];
        let agreed = (0..self.fields.len()).filter(|&k| self.letters.iter().all(|l| l[k] == first[k]));
        agreed.filter(|&k| first[k] != ANY).map(|k| (self.fields[k], u64::from(first[k]))).collect()
    }

    /// The fields of which no letter has a number.
    pub(crate) fn silent(&self) -> Vec<Field> {
        let is_silent = |k: &usize| self.letters.iter().all(|l| l[*k] == ANY);
        (0..self.fields.len()).filter(is_silent).map(|k| self.fields[k]).collect()
    }
}

impl std::fmt::Display for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |i: usize| {
            let number = |n: &u8| if *n == ANY { "any".to_owned() } else { n.to_string() };
            let numbers: Vec<String> = self.letters[i].iter().map(number).collect();
            numbers.join("/")
        };
        let set = |s: u16| indices(s).map(name).collect::<Vec<_>>().join(" ");
        write!(f, "marks in")?;
        for field in &self.fields {
            write!(f, " {}:{}", field.off, field.len)?;
        }
        write!(f, " first {} last {}", set(self.first), set(self.last))?;
        for (i, &after) in self.follow.iter().enumerate().filter(|(_, after)| **after != 0) {
            write!(f, ", {} then {}", name(i), set(after))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(byte: u64) -> Field {
        Field::bytes(byte, 4)
    }

    /// After a red node (1) comes a black one (0), and the first and the last one are black.
    fn red_and_black() -> Marks {
        let letters = vec![vec![1], vec![0]];
        Marks::new(vec![field(0)], letters, &[1], &[1], &[(0, 1), (1, 0), (1, 1)]).unwrap()
    }

    fn words(longest: usize, letters: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut out: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..longest {
            let to = out.len();
            for i in from..to {
                for &l in letters {
                    let mut word = out[i].clone();
                    word.push(vec![l]);
                    out.push(word);
                }
            }
            from = to;
        }
        out.remove(0);
        out
    }

    #[test]
    fn a_letter_taken_off_an_end_leaves_exactly_the_rest() {
        let marks = red_and_black();
        for word in words(5, &[0, 1]) {
            for at_end in [false, true] {
                let (letter, rest) = match at_end {
                    false => (&word[0], &word[1..]),
                    true => (&word[word.len() - 1], &word[..word.len() - 1]),
                };
                let fits = |t: &Taken| {
                    t.marks[0].1 == u64::from(letter[0])
                        && if rest.is_empty() {
                            t.alone
                        } else {
                            t.rest.as_ref().is_some_and(|r| r.accepts(rest))
                        }
                };
                assert_eq!(marks.accepts(&word), marks.take(at_end).iter().any(fits), "{word:?}");
            }
        }
    }

    /// The numbers 0 and 1, then whatever there is.
    #[test]
    fn a_letter_can_be_any_number() {
        let letters = vec![vec![0], vec![1], vec![ANY]];
        let marks = Marks::new(vec![field(0)], letters, &[0], &[1, 2], &[(0, 1), (1, 2), (2, 2)]).unwrap();
        let word = |numbers: &[u8]| numbers.iter().map(|&n| vec![n]).collect::<Vec<_>>();
        assert!(marks.accepts(&word(&[0, 1])) && marks.accepts(&word(&[0, 1, 7, 0, 200])));
        assert!(
            !marks.accepts(&word(&[0])) && !marks.accepts(&word(&[0, 7])) && !marks.accepts(&word(&[1, 7]))
        );
        // The letter of the last node is a number or says nothing, and what is left is right for either.
        for numbers in [&[0, 1][..], &[0, 1, 7], &[0, 1, 1, 7], &[0, 7, 1]] {
            let (rest, last) = numbers.split_at(numbers.len() - 1);
            let fits = |t: &Taken| {
                t.marks.iter().all(|(_, n)| *n == u64::from(last[0]))
                    && t.rest.as_ref().is_some_and(|r| r.accepts(&word(rest)))
            };
            assert_eq!(marks.accepts(&word(numbers)), marks.take(true).iter().any(fits), "{numbers:?}");
        }
        assert!(!marks.says_nothing(None));
        let anything = Marks::new(vec![field(0)], vec![vec![ANY]], &[0], &[0], &[(0, 0)]).unwrap();
        assert!(anything.says_nothing(None) && marks.or(&anything).unwrap().says_nothing(None));
        assert!(marks.constants().is_empty() && anything.constants().is_empty());
        assert_eq!((anything.silent(), marks.silent()), (vec![field(0)], vec![]));
    }

    #[test]
    fn joined_words_are_covered() {
        let ends = Marks::new(vec![field(0)], vec![vec![0], vec![3]], &[0], &[1], &[(0, 1), (0, 0)]).unwrap();
        let marks = red_and_black();
        let (either, behind) = (marks.or(&ends).unwrap(), marks.then([false, true], &ends).unwrap());
        assert!(either.includes(&marks) && either.includes(&ends) && !marks.includes(&either));
        for a in words(3, &[0, 1, 3]) {
            if marks.accepts(&a) || ends.accepts(&a) {
                assert!(either.accepts(&a));
            }
            if marks.accepts(&a) {
                assert!(behind.accepts(&a));
                for b in words(3, &[0, 1, 3]).into_iter().filter(|b| ends.accepts(b)) {
                    assert!(behind.accepts(&[a.clone(), b].concat()));
                }
            }
        }
        assert!(!behind.accepts(&[vec![0], vec![1]]) && !either.accepts(&[vec![1]]));
    }

    #[test]
    fn letters_without_a_word_are_left_out() {
        let letters = vec![vec![0], vec![1], vec![2]];
        let marks = Marks::new(vec![field(0)], letters.clone(), &[0, 2], &[1], &[(0, 1)]).unwrap();
        assert_eq!(marks.letters, [[0], [1]]);
        assert!(Marks::new(vec![field(0)], letters, &[0], &[2], &[(0, 1)]).is_none());
    }

    #[test]
    fn fields_come_and_go() {
        let marks = red_and_black();
        let wider = marks.with_field(field(8), &[4, 5]).unwrap();
        assert!(wider.accepts(&[vec![0, 5], vec![1, 4], vec![0, 4]]));
        assert!(!wider.accepts(&[vec![0, 5], vec![1, 4]]));
        assert_eq!(wider.on_fields(&[field(0)]), marks);
        assert!(marks.includes(&wider) && !wider.includes(&marks));
        assert_eq!(wider.on_fields(&[field(8)]).constants(), []);
        assert_eq!(marks.with_field(field(4), &[7]).unwrap().constants(), [(field(4), 7)]);
    }
}
