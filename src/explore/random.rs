//! Random numbers that depend on a seed only.

/// Random numbers by SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// 2014).
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // The bias of the remainder is too small to matter for sessions.
        (self.next() % (bound.max(1) as u64)) as usize
    }

    /// A random item; `None` if there is none.
    pub(crate) fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// The numbers below `count` (at most 255), in random order.
    pub(crate) fn shuffled(&mut self, count: usize) -> Vec<u8> {
        let mut all: Vec<u8> = (0..count.min(255) as u8).collect();
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
        all
    }
}
