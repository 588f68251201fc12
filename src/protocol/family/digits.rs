//! Reads whole numbers, eight bytes at a time. A loop over the digits would end with a mispredicted branch for about
//! every second number; this code does not branch on each digit.

const ZERO: u8 = b'0';

/// A whole number and the blank after it, if there is one: its value, its length, and the rest of the text.
#[inline(always)]
pub(super) fn digits(text: &[u8]) -> Option<(i64, usize, &[u8])> {
    if let Some(&eight) = text.first_chunk() {
        let values = values(eight);
        let length = digits_in(values);
        if (1..8).contains(&length) && byte_at(values, length) == b' ' ^ ZERO {
            let number = number(values, length).cast_signed();
            return Some((number, length, text.get(length + 1..)?));
        }
    }
    unusual_digits(text)
}

/// The same for numbers of 8 or more digits and for numbers near the end of the line.
#[inline(never)]
fn unusual_digits(text: &[u8]) -> Option<(i64, usize, &[u8])> {
    let (number, length) = leading_digits(text)?;
    let rest = match text.get(length..)? {
        [b' ', after @ ..] => after,
        [] => &[],
        _ => return None,
    };
    Some((number.cast_signed(), length, rest))
}

/// The number at the start of a text, and its length. It has 1 to 18 digits, so that it always fits.
fn leading_digits(text: &[u8]) -> Option<(u64, usize)> {
    const TENS: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
    if let Some(&[first, second]) = text.as_chunks().0.first_chunk() {
        let (first, second) = (values(first), values(second));
        let length = digits_in(second);
        if let (8, 1.., Some(tens)) = (digits_in(first), length, TENS.get(length)) {
            return Some((number(first, 8) * tens + number(second, length), 8 + length));
        }
    }
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = |number: u64, byte: &u8| number * 10 + u64::from(byte - ZERO);
    (1..=18).contains(&length).then(|| (text[..length].iter().fold(0, value), length))
}

/// The value of each byte as a digit, the first byte in the lowest position. Other bytes have values above 9.
fn values(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes) ^ u64::from_ne_bytes([ZERO; 8])
}

/// How many of the bytes are digits, up to the first that is not.
fn digits_in(values: u64) -> usize {
    // The high bit is set for each byte that is no digit. The bits after the first one may be wrong.
    let others = (values.wrapping_add(0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
    (others.trailing_zeros() / 8) as usize
}

/// One of the bytes; `index` is at most 7.
fn byte_at(values: u64, index: usize) -> u8 {
    values.to_le_bytes()[index & 7]
}

/// The number that the first `length` bytes (1 to 8) are the digits of.
fn number(values: u64, length: usize) -> u64 {
    const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
    const FOURS: u64 = 0x0000_ffff_0000_ffff;
    // Shift the last digit to the highest byte; the bytes before the first digit become zero.
    let digits = values << (((8 - length) * 8) & 63);
    // Each step joins neighbours: the earlier one times a power of ten, plus the later one.
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & PAIRS;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & FOURS;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_those_of_the_standard_library(text in "[0-9]{0,21}( [ -~]{0,20})?") {
            let length = text.bytes().take_while(u8::is_ascii_digit).count();
            let wanted = (1..=18).contains(&length).then(|| (text[..length].parse().unwrap(), length));
            prop_assert_eq!(leading_digits(text.as_bytes()), wanted);
        }

        #[test]
        fn digits_are_those_of_the_standard_library(
            digits in "[0-9]{0,8}",
            rest in any::<[u8; 8]>(),
        ) {
            let text = [digits.as_bytes(), &rest].concat();
            let eight = text.first_chunk().copied().unwrap_or_default();
            let length = eight.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let values = values(eight);
            prop_assert_eq!(digits_in(values), length);
            if length > 0 {
                let written = std::str::from_utf8(&text[..length]).unwrap();
                prop_assert_eq!(number(values, length), written.parse::<u64>().unwrap());
            }
            for (index, byte) in eight.into_iter().enumerate() {
                prop_assert_eq!(byte_at(values, index), byte ^ ZERO);
            }
        }
    }
}
