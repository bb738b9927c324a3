//! Which characters beyond ASCII may stand in an identifier (C11, annex D).

const LETTERS: &[(u32, u32)] = &[
    (0xa8, 0xa8),
    (0xaa, 0xaa),
    (0xad, 0xad),
    (0xaf, 0xaf),
    (0xb2, 0xb5),
    (0xb7, 0xba),
    (0xbc, 0xbe),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
    (0x100, 0x167f),
    (0x1681, 0x180d),
    (0x180f, 0x1fff),
    (0x200b, 0x200d),
    (0x202a, 0x202e),
    (0x203f, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x218f),
    (0x2460, 0x24ff),
    (0x2776, 0x2793),
    (0x2c00, 0x2dff),
    (0x2e80, 0x2fff),
    (0x3004, 0x3007),
    (0x3021, 0x302f),
    (0x3031, 0xd7ff),
    (0xf900, 0xfd3d),
    (0xfd40, 0xfdcf),
    (0xfdf0, 0xfe44),
    (0xfe47, 0xfffd),
];

/// Combining characters, which cannot come first.
const NOT_FIRST: &[(u32, u32)] = &[(0x300, 0x36f), (0x1dc0, 0x1dff), (0x20d0, 0x20ff), (0xfe20, 0xfe2f)];

fn within(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|range| range.0 <= code);
    after > 0 && code <= ranges[after - 1].1
}

pub(crate) fn is_identifier_letter(letter: char, first: bool) -> bool {
    let code = u32::from(letter);
    let allowed = match code {
        0..0x10000 => within(LETTERS, code),
        // All planes but the private ones, without their last two code points.
        0x10000..0xf0000 => code & 0xffff <= 0xfffd,
        _ => false,
    };
    allowed && !(first && within(NOT_FIRST, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_marks() {
        assert!(is_identifier_letter('é', true));
        assert!(is_identifier_letter('漢', true));
        assert!(is_identifier_letter('\u{1f600}', true));
        assert!(!is_identifier_letter('\u{300}', true));
        assert!(is_identifier_letter('\u{300}', false));
        assert!(!is_identifier_letter('\u{201c}', false));
        assert!(!is_identifier_letter('a', false));
    }
}
