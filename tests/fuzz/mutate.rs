//! A mutator without feedback: fast, and determined by a seed.

/// An xorshift generator, so that a seed gives the same numbers everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn roll(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// The longest input, in bytes.
const LONGEST: usize = 1 << 16;
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "32768",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
    "9223372036854775807",
    "18446744073709551616",
    "1e999",
];

/// An input made from the corpus by one to six changes.
pub(crate) fn mutated(dice: &mut Dice, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut data = corpus[dice.roll(corpus.len())].clone();
    for _ in 0..=dice.roll(6) {
        let at = dice.roll(data.len() + 1);
        let end = at + dice.roll((data.len() - at).min(32) + 1);
        match dice.roll(10) {
            0 => {
                if let Some(byte) = data.get_mut(at) {
                    *byte ^= 1 << dice.roll(8);
                }
            }
            1 => data.insert(at, dice.next() as u8),
            2 => drop(data.drain(at..end)),
            3 => {
                let piece = data[at..end].to_vec();
                let to = dice.roll(data.len() + 1);
                data.splice(to..to, piece);
            }
            4 => {
                let other = &corpus[dice.roll(corpus.len())];
                let from = dice.roll(other.len() + 1);
                data.truncate(at);
                data.extend_from_slice(&other[from..]);
            }
            5 => replace_number(dice, &mut data),
            6 => exchange_lines(dice, &mut data),
            _ => {
                let word = words[dice.roll(words.len())];
                let blank = if dice.roll(2) == 0 { " " } else { "" };
                data.splice(at..end, format!("{blank}{word}{blank}").into_bytes());
            }
        }
    }
    data.truncate(LONGEST);
    data
}

/// Replaces one number by another.
fn replace_number(dice: &mut Dice, data: &mut Vec<u8>) {
    let digits: Vec<usize> = (0..data.len()).filter(|at| data[*at].is_ascii_digit()).collect();
    if digits.is_empty() {
        return;
    }
    let at = digits[dice.roll(digits.len())];
    let end = at + data[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    data.splice(at..end, NUMBERS[dice.roll(NUMBERS.len())].bytes());
}

/// Exchanges two lines, or copies one.
fn exchange_lines(dice: &mut Dice, data: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = data.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (from, to) = (dice.roll(lines.len()), dice.roll(lines.len()));
    if dice.roll(2) == 0 {
        lines.swap(from, to);
    } else {
        let line = lines[from].clone();
        lines.insert(to, line);
    }
    *data = lines.join(&b'\n');
}
