//! The inner loops of [`solver`](super::solver), for the instructions that a processor has. The second of two places with unsafe
//! code; see the proofs at each.

use super::solver::{CELL, Hits, Level, Table, accepts, child};
use super::trie::{ACCEPTS, FIRST_CHILD, NO_SYMBOL};

/// A way to make a level from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// One partial word at a time: any processor.
    Portable,
    /// One partial word at a time, its eight neighbours at once: x86-64 with `AVX2`, `BMI1`, `BMI2`, `LZCNT`, `POPCNT`.
    Avx2,
    /// Eight partial words at a time: x86-64 with `AVX-512` `F`, `BW`, `DQ`, `VL`, `VBMI`, `VBMI2`, `BITALG`, `VPOPCNTDQ`.
    Avx512,
}

impl Kernel {
    /// All of them, the slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Portable, Kernel::Avx2, Kernel::Avx512];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest that this machine can run.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().rfind(|kernel| kernel.is_available()).unwrap_or(Kernel::Portable)
    }
}

/// A kernel with its board.
pub(super) struct Prepared<'a> {
    kernel: Kernel,
    entries: &'a [u64],
    table: &'a Table,
    room: &'a mut Singly,
}

/// What the kernels need that go by single partial words.
#[derive(Clone, Debug)]
pub(super) struct Singly {
    around: [Around; 64],
    /// The live neighbours of a level, one after the other: the partial word, and the slot of the neighbour.
    parents: Vec<u16>,
    slots: Vec<u8>,
}

/// The neighbours of a place.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// For `Avx2`: a bit for the symbol of each, where that is less than 32.
    bits: [u32; 8],
    /// For `Portable`: their symbols and places.
    symbols: [u8; 8],
    places: [u8; 8],
}

impl Singly {
    /// Room for levels of so many partial words.
    pub fn new(room: usize) -> Singly {
        let around = Around { bits: [0; 8], symbols: [NO_SYMBOL; 8], places: [0; 8] };
        Singly { around: [around; 64], parents: vec![0; room], slots: vec![0; room] }
    }
}

/// The slots of the bits of a byte, and how many there are.
const SLOTS: [([u8; 8], u8); 256] = {
    let mut all = [([0; 8], 0); 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut slot, mut count) = (0, 0);
        while slot < 8 {
            if byte >> slot & 1 != 0 {
                all[byte].0[count] = slot as u8;
                count += 1;
            }
            slot += 1;
        }
        all[byte].1 = count as u8;
        byte += 1;
    }
    all
};

impl<'a> Prepared<'a> {
    /// The kernel has to be available, and the entries those of a trie.
    #[inline]
    pub fn new(kernel: Kernel, entries: &'a [u64], table: &'a Table, places: &[u8], room: &'a mut Singly) -> Prepared<'a> {
        // The vector of `Avx2` has room for the symbols of 26 letters and six cells of several.
        let few = table.symbols.iter().all(|&symbol| symbol < 32 || symbol == NO_SYMBOL);
        // In a single column two slots are at one distance, and it tells slots by that.
        let few = few && table.deltas.is_sorted_by(|a, b| a < b);
        let kernel = if kernel == Kernel::Avx2 && !few { Kernel::Portable } else { kernel };
        if kernel != Kernel::Avx512 {
            for &place in places {
                let around = &mut room.around[usize::from(place & 63)];
                for slot in 0..8 {
                    let neighbour = place.wrapping_add_signed(table.deltas[slot]) & 63;
                    let touches = table.touching >> slot & 1 != 0;
                    let symbol = if touches { table.symbols[usize::from(neighbour)] } else { NO_SYMBOL };
                    around.bits[slot] = u32::from(symbol != NO_SYMBOL) << (symbol & 31);
                    around.symbols[slot] = symbol;
                    around.places[slot] = neighbour;
                }
            }
        }
        Prepared { kernel, entries, table, room }
    }

    /// Makes the first level, a partial word a cell.
    #[inline]
    pub fn start(&self, places: &[u8], into: &mut Level, hits: &mut Hits) {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::start_avx512(self.entries, self.table, places, into, hits),
            _ => {
                (into.len, hits.len) = (0, 0);
                let root = self.entries[0];
                for &place in places {
                    let symbol = self.table.symbols[usize::from(place & 63)];
                    if root >> symbol & 1 != 0 {
                        enter(self.entries, root, symbol, place, 0, into, hits, |entry, used, place| {
                            live(&self.room.around, entry, used, place)
                        });
                    }
                }
            }
        }
    }

    /// Makes the partial words that follow from those of a level from `start` on.
    #[inline]
    pub fn expand(&mut self, from: &mut Level, start: usize, into: &mut Level, hits: &mut Hits) {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::expand_avx2(self, from, start, into, hits),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::expand_avx512(self.entries, self.table, from, start, into, hits),
            _ => self.expand_singly(from, start, into, hits, live),
        }
    }

    // In one piece with what it calls: each kernel has it compiled for its own instructions.
    #[inline(always)]
    fn expand_singly(
        &mut self,
        from: &Level,
        start: usize,
        into: &mut Level,
        hits: &mut Hits,
        live: impl Fn(&[Around; 64], u64, u64, u8) -> u8,
    ) {
        (into.len, hits.len) = (0, 0);
        let Singly { around, parents, slots } = &mut *self.room;
        let mut count = 0;
        for at in start..from.len {
            let (of_byte, number) = &SLOTS[usize::from(from.live[at])];
            slots[count..count + 8].copy_from_slice(of_byte);
            parents[count..count + 8].copy_from_slice(&[at as u16; 8]);
            count += usize::from(*number);
        }
        for (&parent, &slot) in parents[..count].iter().zip(&slots[..count]) {
            let (entry, state) = (from.entries[usize::from(parent)], from.states[usize::from(parent)]);
            let place = (state >> CELL) as u8;
            let next = place.wrapping_add_signed(self.table.deltas[usize::from(slot & 7)]) & 63;
            let symbol = self.table.symbols[usize::from(next)];
            let used = state & ((1 << CELL) - 1);
            enter(self.entries, entry, symbol, next, used, into, hits, |entry, used, place| {
                live(around, entry, used, place)
            });
        }
    }
}

/// Steps from a node onto a place.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // it is the body of two loops
fn enter(
    entries: &[u64],
    entry: u64,
    symbol: u8,
    place: u8,
    used: u64,
    into: &mut Level,
    hits: &mut Hits,
    live: impl Fn(u64, u64, u8) -> u8,
) {
    let node = child(entry, symbol);
    let entry = entries[node];
    let used = used | 1 << place;
    hits.nodes[hits.len] = node as u32;
    hits.len += usize::from(accepts(entry));
    let live = live(entry, used, place);
    into.entries[into.len] = entry;
    into.states[into.len] = used | u64::from(place) << CELL;
    into.live[into.len] = live;
    into.len += usize::from(live != 0);
}

/// The live neighbours of a place.
#[inline(always)]
fn live(around: &[Around; 64], entry: u64, used: u64, place: u8) -> u8 {
    let around = &around[usize::from(place & 63)];
    let mut live = 0;
    for slot in 0..8 {
        let goes_on = entry >> (around.symbols[slot] & 63);
        let taken = used >> (around.places[slot] & 63);
        live |= (goes_on & !taken & 1) << slot;
    }
    live as u8
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #![allow(unsafe_code)]

    use std::arch::x86_64::*;

    use super::*;

    pub fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    pub fn has_avx512() -> bool {
        has_avx2()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
    }

    pub fn expand_avx2(kernel: &mut Prepared<'_>, from: &Level, start: usize, into: &mut Level, hits: &mut Hits) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn expand(kernel: &mut Prepared<'_>, from: &Level, start: usize, into: &mut Level, hits: &mut Hits) {
            // The neighbours of a place are at ascending distances from the first of them, the slots in the same order.
            let first = kernel.table.deltas[0];
            let ring = kernel.table.deltas.iter().fold(0, |ring, &delta| ring | 1u64 << (delta - first));
            kernel.expand_singly(from, start, into, hits, |around, entry, used, place| {
                let bits = around[usize::from(place & 63)].bits;
                let [a, b, c, d, e, f, g, h] = bits.map(|bits| bits as i32);
                let bits = _mm256_set_epi32(h, g, f, e, d, c, b, a);
                let common = _mm256_and_si256(bits, _mm256_set1_epi32(entry as i32));
                let none = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(common, _mm256_setzero_si256())));
                let taken = _pext_u64(used.rotate_right(u32::from(place.wrapping_add_signed(first) & 63)), ring);
                !(none as u8 | taken as u8)
            });
        }
        // SAFETY: a solver takes this kernel only where `has_avx2` has said yes (`Solver::with_kernel`, `Kernel::best`).
        unsafe { expand(kernel, from, start, into, hits) }
    }

    pub fn start_avx512(entries: &[u64], table: &Table, places: &[u8], into: &mut Level, hits: &mut Hits) {
        assert!(places.len() <= 64);
        assert!(into.entries.len() >= 72 && into.states.len() >= 72 && into.live.len() >= 72 && hits.nodes.len() >= 72);
        // SAFETY: as for `expand_avx512`.
        unsafe { start(entries, table, places, into, hits) }
    }

    pub fn expand_avx512(entries: &[u64], table: &Table, from: &mut Level, start: usize, into: &mut Level, hits: &mut Hits) {
        let end = from.len + 8;
        let room = 8 * (from.len - start.min(from.len)) + 8;
        assert!(start <= from.len && from.entries.len() >= end && from.states.len() >= end && from.live.len() >= end);
        assert!(into.entries.len() >= room && into.states.len() >= room && into.live.len() >= room);
        assert!(hits.nodes.len() >= room);
        // Lanes past the end are dead.
        from.live[from.len..end].fill(0);
        // SAFETY: a solver takes this kernel only where `has_avx512` has said yes (`Solver::with_kernel`, `Kernel::best`); `entries` are
        // those of a trie; levels and hits have room, as just asserted.
        unsafe { expand(entries, table, from, start, into, hits) }
    }

    /// What stays the same over a board.
    struct Lanes<'a> {
        entries: &'a [u64],
        one: __m512i,
        /// The symbol of each of the 64 places.
        symbols: __m512i,
        /// How far neighbours are, in every lane.
        delta_bytes: __m512i,
        touching: u64,
        accepting: __m512i,
        /// Every byte of lane i takes byte 8 i.
        to_all: __m512i,
    }

    /// The lowest byte of each lane.
    const LOW_BYTES: u64 = 0x0101_0101_0101_0101;

    /// The callers vouch for three things: the processor has the features; `entries` are those of a `Trie`, so that every child by a symbol
    /// that goes on from an entry is within; and there is room to write eight entries and hits from `kept` and `hit` on.
    impl<'a> Lanes<'a> {
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq"
        )]
        #[inline]
        fn new(entries: &'a [u64], table: &Table) -> Lanes<'a> {
            Lanes {
                entries,
                one: _mm512_set1_epi64(1),
                // SAFETY: 64 bytes are read from an array of 64.
                symbols: unsafe { _mm512_loadu_epi8(table.symbols.as_ptr().cast()) },
                delta_bytes: _mm512_set1_epi64(i64::from_le_bytes(table.deltas.map(|delta| delta as u8))),
                touching: u64::from(table.touching) * LOW_BYTES,
                accepting: _mm512_set1_epi64(1 << ACCEPTS),
                to_all: _mm512_set4_epi32(0x0808_0808, 0x0808_0808, 0, 0),
            }
        }

        /// Steps from eight nodes onto a place each. In the lanes taken the symbol of the place goes on from the node.
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq"
        )]
        #[inline]
        unsafe fn enter(
            &self,
            lanes: u8,
            (parent, used, place, symbol): (__m512i, __m512i, __m512i, __m512i),
            into: &mut Level,
            hits: &mut Hits,
        ) {
            let below = _mm512_sub_epi64(_mm512_sllv_epi64(self.one, symbol), self.one);
            let elder = _mm512_popcnt_epi64(_mm512_and_epi64(parent, below));
            let node = _mm512_add_epi64(_mm512_srli_epi64::<FIRST_CHILD>(parent), elder);
            // SAFETY: a child by a symbol that goes on is within the trie; other lanes load nothing.
            let entry = unsafe {
                _mm512_mask_i64gather_epi64::<8>(_mm512_setzero_si512(), lanes, node, self.entries.as_ptr().cast())
            };
            let used = _mm512_or_epi64(used, _mm512_sllv_epi64(self.one, place));
            let neighbours = _mm512_add_epi8(_mm512_shuffle_epi8(place, self.to_all), self.delta_bytes);
            let around = _mm512_permutexvar_epi8(neighbours, self.symbols);
            let goes_on = _mm512_bitshuffle_epi64_mask(entry, around);
            let taken = _mm512_bitshuffle_epi64_mask(used, neighbours);
            let live = _mm_cvtsi64_si128((goes_on & !taken & self.touching) as i64);
            let keep = _mm_test_epi8_mask(live, live) as u8;
            let accepts = _mm512_test_epi64_mask(entry, self.accepting);
            let state = _mm512_or_epi64(used, _mm512_slli_epi64::<CELL>(place));
            let (kept, hit) = (into.len, hits.len);
            // SAFETY: the caller has seen to the room.
            unsafe {
                let nodes = _mm256_maskz_compress_epi32(accepts, _mm512_cvtepi64_epi32(node));
                _mm256_storeu_epi32(hits.nodes.as_mut_ptr().add(hit).cast(), nodes);
                let entry = _mm512_maskz_compress_epi64(keep, entry);
                _mm512_storeu_epi64(into.entries.as_mut_ptr().add(kept).cast(), entry);
                let state = _mm512_maskz_compress_epi64(keep, state);
                _mm512_storeu_epi64(into.states.as_mut_ptr().add(kept).cast(), state);
                let live = _mm_maskz_compress_epi8(u16::from(keep), live);
                into.live.as_mut_ptr().add(kept).cast::<i64>().write_unaligned(_mm_cvtsi128_si64(live));
            }
            hits.len = hit + accepts.count_ones() as usize;
            into.len = kept + keep.count_ones() as usize;
        }
    }

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq"
    )]
    unsafe fn start(entries: &[u64], table: &Table, places: &[u8], into: &mut Level, hits: &mut Hits) {
        let lanes = Lanes::new(entries, table);
        let root = _mm512_set1_epi64(entries[0] as i64);
        (into.len, hits.len) = (0, 0);
        for eight in places.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..eight.len()].copy_from_slice(eight);
            let place = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(bytes)));
            let symbol = _mm512_maskz_permutexvar_epi8(LOW_BYTES, place, lanes.symbols);
            let goes_on = _mm512_test_epi64_mask(root, _mm512_sllv_epi64(lanes.one, symbol));
            let taken = goes_on & _bzhi_u32(0xff, eight.len() as u32) as u8;
            // SAFETY: at most 64 places are written, up to eight at once, and there is room for 72.
            unsafe { lanes.enter(taken, (root, _mm512_setzero_si512(), place, symbol), into, hits) };
        }
    }

    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq"
    )]
    unsafe fn expand(entries: &[u64], table: &Table, from: &Level, start: usize, into: &mut Level, hits: &mut Hits) {
        let lanes = Lanes::new(entries, table);
        let deltas = _mm512_cvtepi8_epi64(_mm512_castsi512_si128(lanes.delta_bytes));
        let cells = _mm512_set1_epi64((1 << CELL) - 1);
        let spread = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        let numbers = _mm512_set_epi64(
            0x3f3e_3d3c_3b3a_3938,
            0x3736_3534_3332_3130,
            0x2f2e_2d2c_2b2a_2928,
            0x2726_2524_2322_2120,
            0x1f1e_1d1c_1b1a_1918,
            0x1716_1514_1312_1110,
            0x0f0e_0d0c_0b0a_0908,
            0x0706_0504_0302_0100,
        );
        (into.len, hits.len) = (0, 0);
        let mut group = start;
        while group < from.len {
            // SAFETY: `group + 8` is at most `from.len + 7`, for which there is room.
            let (parents, states, live) = unsafe {
                (
                    _mm512_loadu_epi64(from.entries.as_ptr().add(group).cast()),
                    _mm512_loadu_epi64(from.states.as_ptr().add(group).cast()),
                    from.live.as_ptr().add(group).cast::<u64>().read_unaligned(),
                )
            };
            group += 8;
            // The live neighbours of the eight, as 8 x lane + slot.
            let steps = _mm512_maskz_compress_epi8(live, numbers);
            let count = live.count_ones();
            let mut done = 0;
            while done < count {
                let taken = _bzhi_u32(0xff, count - done) as u8;
                let take = _mm512_add_epi8(spread, _mm512_set1_epi64(i64::from(done)));
                let step = _mm512_maskz_permutexvar_epi8(LOW_BYTES, take, steps);
                done += 8;
                let lane = _mm512_srli_epi64::<3>(step);
                let parent = _mm512_permutexvar_epi64(lane, parents);
                let state = _mm512_permutexvar_epi64(lane, states);
                // Only the low three bits of an index count, which are the slot.
                let delta = _mm512_permutexvar_epi64(step, deltas);
                let place = _mm512_add_epi64(_mm512_srli_epi64::<CELL>(state), delta);
                let symbol = _mm512_maskz_permutexvar_epi8(LOW_BYTES, place, lanes.symbols);
                let used = _mm512_and_epi64(state, cells);
                // SAFETY: a live bit says that the symbol goes on from the parent. Each parent has at most eight, and eight past what was
                // written so far there is room: that is what `expand_avx512` has asserted.
                unsafe { lanes.enter(taken, (parent, used, place, symbol), into, hits) };
            }
        }
    }
}
