//! `#pragma pack`, the one pragma that changes what a declaration means.

/// The alignment limit for record members over the course of the text.
#[derive(Debug, Default)]
pub(crate) struct PackState {
    current: Option<u32>,
    stack: Vec<(Vec<u8>, Option<u32>)>,
    /// From this token on, this limit holds. Sorted by token.
    changes: Vec<(u32, Option<u32>)>,
}

impl PackState {
    /// Takes the text after `#pragma` that stands before the given token.
    pub(crate) fn pragma(&mut self, line: &[u8], token: usize) {
        let line = line.trim_ascii();
        let Some(rest) = line.strip_prefix(b"pack") else { return };
        let Some(rest) = rest.trim_ascii_start().strip_prefix(b"(") else { return };
        let Some(close) = rest.iter().position(|&b| b == b')') else { return };
        let words: Vec<&[u8]> = rest[..close].split(|&b| b == b',').map(<[u8]>::trim_ascii).collect();
        match words[..] {
            [b""] => self.current = None,
            [b"push"] => self.push(b""),
            [b"push", argument] => match number(argument) {
                Some(limit) => {
                    self.push(b"");
                    self.set(limit);
                }
                None => self.push(argument),
            },
            [b"push", name, limit] => {
                let Some(limit) = number(limit) else { return };
                self.push(name);
                self.set(limit);
            }
            [b"pop"] => {
                if let Some((_, limit)) = self.stack.pop() {
                    self.current = limit;
                }
            }
            [b"pop", name] => {
                if let Some(at) = self.stack.iter().rposition(|entry| entry.0 == name) {
                    self.current = self.stack[at].1;
                    self.stack.truncate(at);
                }
            }
            [limit] => {
                let Some(limit) = number(limit) else { return };
                self.set(limit);
            }
            _ => return,
        }
        self.changes.push((token as u32, self.current));
    }

    fn push(&mut self, name: &[u8]) {
        self.stack.push((name.to_vec(), self.current));
    }

    /// Other values than powers of two up to 16 are ignored with a warning by gcc.
    fn set(&mut self, limit: u32) {
        match limit {
            0 => self.current = None,
            1 | 2 | 4 | 8 | 16 => self.current = Some(limit),
            _ => {}
        }
    }

    /// The limit in force at a token.
    pub(crate) fn at_token(&self, token: usize) -> Option<u32> {
        let after = self.changes.partition_point(|change| change.0 as usize <= token);
        if after == 0 { None } else { self.changes[after - 1].1 }
    }
}

fn number(text: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    if let Some(hex) = text.strip_prefix("0x") {
        return u32::from_str_radix(hex, 16).ok();
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_and_pop() {
        let mut pack = PackState::default();
        let script: [(&[u8], Option<u32>); 13] = [
            (b" pack(push, 4)", Some(4)),
            (b"pack(push)", Some(4)),
            (b"pack(1)", Some(1)),
            (b"pack(3)", Some(1)),
            (b"pack(pop)", Some(4)),
            (b"pack ( push , here , 2 )", Some(2)),
            (b"pack(push, 8)", Some(8)),
            (b"pack(pop, here)", Some(4)),
            (b"pack(pop)", None),
            (b"pack(pop)", None),
            (b"pack(16)", Some(16)),
            (b"GCC pack(2)", Some(16)),
            (b"pack()", None),
        ];
        for (token, &(line, expected)) in script.iter().enumerate() {
            pack.pragma(line, 10 * token);
            assert_eq!(pack.current, expected, "{}", String::from_utf8_lossy(line));
            assert_eq!(pack.at_token(10 * token + 5), expected);
        }
        assert_eq!(pack.at_token(5), Some(4));
    }
}
