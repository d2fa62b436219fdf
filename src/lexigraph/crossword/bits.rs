//! Sets of numbers as bits in words of 64.

/// The words that hold so many bits.
pub fn blocks(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// All numbers below `bits`.
pub fn all(bits: usize) -> Vec<u64> {
    let mut set = vec![!0; blocks(bits)];
    if let (Some(last), rest @ 1..) = (set.last_mut(), bits % 64) {
        *last = (1 << rest) - 1;
    }
    set
}

/// The size of a set.
pub fn count(set: &[u64]) -> u32 {
    set.iter().map(|block| block.count_ones()).sum()
}

/// The size of the intersection of two sets.
pub fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// The first block in which two sets have a number in common.
pub fn first_common(a: &[u64], b: &[u64]) -> Option<usize> {
    a.iter().zip(b).position(|(a, b)| a & b != 0)
}

/// `true` if the number is in the set.
pub fn has(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 != 0
}

/// Removes a number.
pub fn remove(set: &mut [u64], number: usize) {
    set[number / 64] &= !(1 << (number % 64));
}

/// The numbers of a set, in ascending order.
pub fn iter(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(block, &bits)| ones(bits).map(move |bit| block * 64 + bit))
}

/// The numbers of the bits of one word that are set.
pub fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}
