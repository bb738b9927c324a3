//! Deterministic mutation of texts.

/// SplitMix64: small, and the same everywhere.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, 0 if that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }
}

/// Texts larger than this are cut: what is found in them is found in smaller ones sooner.
const LARGEST: usize = 40_000;

/// One to eight changes of a text of the corpus.
pub(crate) fn mutate(random: &mut Random, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut text = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(8) {
        change(random, &mut text, corpus, words);
        text.truncate(LARGEST);
    }
    text
}

fn change(random: &mut Random, text: &mut Vec<u8>, corpus: &[Vec<u8>], words: &[&str]) {
    let at = random.below(text.len() + 1);
    let (start, end) = token(text, at);
    match random.below(14) {
        // Bytes.
        0 if at < text.len() => text[at] ^= 1 << random.below(8),
        1 => text.insert(at, random.next() as u8),
        // A part goes, is doubled, or moves.
        2 => {
            let length = random.below(40);
            text.drain(at..(at + length).min(text.len()));
        }
        3 => {
            let piece = text[at..(at + random.below(60)).min(text.len())].to_vec();
            insert(text, at, &piece);
        }
        4 => {
            let piece: Vec<u8> = text.drain(start..end).collect();
            let to = random.below(text.len() + 1);
            insert(text, to, &piece);
        }
        // Tokens.
        5 | 6 => {
            let word = words[random.below(words.len())].as_bytes();
            text.splice(start..end, word.iter().copied());
        }
        7 | 8 => {
            let word = format!(" {} ", words[random.below(words.len())]);
            insert(text, start, word.as_bytes());
        }
        9 => {
            text.drain(start..end);
        }
        10 => {
            let number = [0, 1, u64::from(u32::MAX), 1 << 31, 1 << 63, u64::MAX, 7, 64][random.below(8)];
            text.splice(start..end, number.to_string().into_bytes());
        }
        // A piece of another text.
        11 => {
            let other = &corpus[random.below(corpus.len())];
            let from = random.below(other.len() + 1);
            let piece = &other[from..(from + random.below(400)).min(other.len())];
            insert(text, at, piece);
        }
        // Another token of the same text.
        12 => {
            let (from, to) = token(text, random.below(text.len() + 1));
            let piece = text[from..to].to_vec();
            text.splice(start..end, piece);
        }
        // Depth.
        _ => {
            let pair =
                [("(", ")"), ("{", "}"), ("[", "]"), ("*", ""), ("-", ""), ("if(1)", "")][random.below(6)];
            let depth = 1 << random.below(11);
            insert(text, end, pair.1.repeat(depth).as_bytes());
            insert(text, start, pair.0.repeat(depth).as_bytes());
        }
    }
}

fn insert(text: &mut Vec<u8>, at: usize, piece: &[u8]) {
    text.splice(at..at, piece.iter().copied());
}

/// The word or sign at a position.
fn token(text: &[u8], at: usize) -> (usize, usize) {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut start = at.min(text.len());
    while start > 0 && word(text[start - 1]) {
        start -= 1;
    }
    let mut end = at.min(text.len());
    while end < text.len() && word(text[end]) {
        end += 1;
    }
    if start == end { (start, (start + 1).min(text.len())) } else { (start, end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_are_repeatable_and_bounded() {
        let corpus = vec![b"int main(void) { return 0; }".to_vec(), Vec::new(), b"x".to_vec()];
        let words = ["int", "->"];
        let mut one = Random::new(5);
        let mut two = Random::new(5);
        for _ in 0..2000 {
            let text = mutate(&mut one, &corpus, &words);
            assert_eq!(text, mutate(&mut two, &corpus, &words));
            assert!(text.len() <= LARGEST);
        }
    }
}
