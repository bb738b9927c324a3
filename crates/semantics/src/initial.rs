//! The memory that every run begins with.

use ir::Global;

/// The bytes that a global begins with; those of addresses are zero.
pub fn content(global: &Global) -> Vec<u8> {
    let mut bytes = global.init.bytes.clone();
    bytes.resize(global.size as usize, 0);
    bytes
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
