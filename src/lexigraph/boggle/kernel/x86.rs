//! The kernels for x86-64 and the tokens that prove their instructions. The second of two places of this
//! crate with unsafe code.
//!
//! Each unsafe block is justified by one of three facts:
//!
//! * *The processor has the instructions.* [`Avx2::new`] and [`Avx512::new`] are the only ways to make a token, and
//!   they detect the instructions. Only methods of the tokens call functions with `#[target_feature]`.
//! * *Children exist.* The entries are those of a [`Trie`], so the child by a symbol whose bit is set in an entry is
//!   within the trie. Levels are filled by kernels alone, from the trie and the board of one [`Walk`](super::Walk).
//! * *There is room.* The methods of [`Avx512`] assert it before they enter the unsafe functions.

#![allow(unsafe_code)]

mod small;

use std::arch::x86_64::*;

use super::super::shape::CELL_SHIFT;
use super::super::trie::{ACCEPTS, BEFORE_CHILDREN, Trie};
use super::level::{Hits, Level, PADDED_CELLS, PaddedBoard};
use super::scalar::{self, ScalarScratch};

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the token if the processor has the instructions.
    #[inline]
    pub fn new() -> Option<Avx2> {
        let detected = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        detected.then_some(Avx2(()))
    }

    /// See [`scalar::expand`].
    #[inline]
    pub(super) fn expand(
        self,
        board: (&Trie, &PaddedBoard, &mut ScalarScratch),
        from: &Level,
        start: usize,
        into: &mut Level,
        hits: &mut Hits,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn expand(
            board: (&Trie, &PaddedBoard, &mut ScalarScratch),
            from: &Level,
            start: usize,
            into: &mut Level,
            hits: &mut Hits,
        ) {
            // The neighbours of a cell are at ascending distances from the first of them, in the order of the
            // directions.
            let first = board.1.deltas[0];
            let ring = board.1.deltas.iter().fold(0, |ring, &delta| ring | 1u64 << (delta - first));
            scalar::expand(board, from, start, into, hits, |around, entry, used, cell| {
                // SAFETY: reads 32 bytes from an array of 32.
                let bits = unsafe { _mm256_loadu_si256(around[usize::from(cell & 63)].bits.as_ptr().cast()) };
                let common = _mm256_and_si256(bits, _mm256_set1_epi32(entry as i32));
                let none = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(common, _mm256_setzero_si256())));
                let taken = _pext_u64(used.rotate_right(u32::from(cell.wrapping_add_signed(first) & 63)), ring);
                !(none as u8 | taken as u8)
            });
        }
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { expand(board, from, start, into, hits) }
    }
}

/// Proof that the processor has AVX-512 with the extensions F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ, and all
/// that [`Avx2`] proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Avx512(());

impl Avx512 {
    /// Returns the token if the processor has the instructions.
    pub fn new() -> Option<Avx512> {
        let detected = Avx2::new().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq");
        detected.then_some(Avx512(()))
    }

    /// Fills the first level: one partial word for each cell.
    #[inline]
    pub(super) fn start(self, trie: &Trie, board: &PaddedBoard, cells: &[u8], into: &mut Level, hits: &mut Hits) {
        const ROOM: usize = PADDED_CELLS + 8;
        assert!(cells.len() <= PADDED_CELLS);
        assert!(into.entries.len() >= ROOM && into.states.len() >= ROOM && into.live.len() >= ROOM);
        assert!(hits.nodes.len() >= ROOM);
        // SAFETY: the token proves that the processor has the instructions; there is room, as just asserted.
        unsafe { start(trie.entries(), board, cells, into, hits) }
    }

    /// See [`scalar::expand`].
    pub(super) fn expand(
        self,
        trie: &Trie,
        board: &PaddedBoard,
        from: &mut Level,
        start: usize,
        into: &mut Level,
        hits: &mut Hits,
    ) {
        let end = from.len + 8;
        let room = 8 * (from.len - start.min(from.len)) + 8;
        assert!(start <= from.len && from.entries.len() >= end && from.states.len() >= end && from.live.len() >= end);
        assert!(into.entries.len() >= room && into.states.len() >= room && into.live.len() >= room);
        assert!(hits.nodes.len() >= room);
        // The last group of eight may reach past the end: nothing there is live.
        from.live[from.len..end].fill(0);
        // SAFETY: the token proves that the processor has the instructions; kernels have filled `from` from this trie
        // and board; there is room, as just asserted.
        unsafe { expand(trie.entries(), board, from, start, into, hits) }
    }
}

/// The values that stay the same for a board.
struct Eight<'a> {
    entries: &'a [u64],
    one: __m512i,
    /// The symbol of each padded cell.
    symbols: __m512i,
    /// The distances to the eight neighbours, repeated in every lane.
    delta_bytes: __m512i,
    touching: u64,
    accepting: __m512i,
    /// A shuffle in which every byte of lane *i* takes byte 8 *i*.
    to_all: __m512i,
}

/// The lowest byte of each lane.
const LOW_BYTES: u64 = 0x0101_0101_0101_0101;

/// The callers guarantee three things: the processor has the instructions; `entries` are those of a `Trie`, so every
/// child by a symbol that continues from an entry exists; and there is room to write eight entries and hits from `kept`
/// and `hit` on.
impl<'a> Eight<'a> {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq")]
    #[inline]
    fn new(entries: &'a [u64], board: &PaddedBoard) -> Eight<'a> {
        Eight {
            entries,
            one: _mm512_set1_epi64(1),
            // SAFETY: reads 64 bytes from an array of 64.
            symbols: unsafe { _mm512_loadu_epi8(board.symbols.as_ptr().cast()) },
            delta_bytes: _mm512_set1_epi64(i64::from_le_bytes(board.deltas.map(|delta| delta as u8))),
            touching: u64::from(board.touching) * LOW_BYTES,
            accepting: _mm512_set1_epi64(1 << ACCEPTS),
            to_all: _mm512_set4_epi32(0x0808_0808, 0x0808_0808, 0, 0),
        }
    }

    /// Steps from eight nodes onto one cell each. `lanes` are the lanes whose symbol continues from the node.
    ///
    /// # Safety
    /// In each of `lanes`, the symbol's bit is set in `parent`, an entry of the trie. `into` and `hits` have room for
    /// eight more.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq")]
    #[inline]
    unsafe fn enter(
        &self,
        lanes: u8,
        (parent, used, cell, symbol): (__m512i, __m512i, __m512i, __m512i),
        into: &mut Level,
        hits: &mut Hits,
    ) {
        let up_to = _mm512_sub_epi64(_mm512_sllv_epi64(_mm512_add_epi64(self.one, self.one), symbol), self.one);
        let number = _mm512_popcnt_epi64(_mm512_and_epi64(parent, up_to));
        let node = _mm512_add_epi64(_mm512_srli_epi64::<BEFORE_CHILDREN>(parent), number);
        // SAFETY: the child by a symbol that continues is within the trie; the other lanes load nothing.
        let entry =
            unsafe { _mm512_mask_i64gather_epi64::<8>(_mm512_setzero_si512(), lanes, node, self.entries.as_ptr().cast()) };
        let used = _mm512_or_epi64(used, _mm512_sllv_epi64(self.one, cell));
        let neighbours = _mm512_add_epi8(_mm512_shuffle_epi8(cell, self.to_all), self.delta_bytes);
        let around = _mm512_permutexvar_epi8(neighbours, self.symbols);
        let goes_on = _mm512_bitshuffle_epi64_mask(entry, around);
        let taken = _mm512_bitshuffle_epi64_mask(used, neighbours);
        let live = _mm_cvtsi64_si128((goes_on & !taken & self.touching) as i64);
        let keep = _mm_test_epi8_mask(live, live) as u8;
        let accepts = _mm512_test_epi64_mask(entry, self.accepting);
        let state = _mm512_or_epi64(used, _mm512_slli_epi64::<CELL_SHIFT>(cell));
        let (kept, hit) = (into.len, hits.len);
        // SAFETY: the caller guarantees the room.
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq")]
unsafe fn start(entries: &[u64], board: &PaddedBoard, cells: &[u8], into: &mut Level, hits: &mut Hits) {
    let lanes = Eight::new(entries, board);
    let root = _mm512_set1_epi64(entries[0] as i64);
    (into.len, hits.len) = (0, 0);
    for eight in cells.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..eight.len()].copy_from_slice(eight);
        let cell = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(bytes)));
        let symbol = _mm512_maskz_permutexvar_epi8(LOW_BYTES, cell, lanes.symbols);
        let goes_on = _mm512_test_epi64_mask(root, _mm512_sllv_epi64(lanes.one, symbol));
        let taken = goes_on & _bzhi_u32(0xff, eight.len() as u32) as u8;
        // SAFETY: at most 64 cells are written, up to eight at a time, and there is room for 72.
        unsafe { lanes.enter(taken, (root, _mm512_setzero_si512(), cell, symbol), into, hits) };
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq")]
unsafe fn expand(entries: &[u64], board: &PaddedBoard, from: &Level, start: usize, into: &mut Level, hits: &mut Hits) {
    let lanes = Eight::new(entries, board);
    let deltas = _mm512_cvtepi8_epi64(_mm512_castsi512_si128(lanes.delta_bytes));
    let used_bits = _mm512_set1_epi64((1 << CELL_SHIFT) - 1);
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
        // SAFETY: `group + 8` is at most `from.len + 7`, and there is room up to `from.len + 8`.
        let (parents, states, live) = unsafe {
            (
                _mm512_loadu_epi64(from.entries.as_ptr().add(group).cast()),
                _mm512_loadu_epi64(from.states.as_ptr().add(group).cast()),
                from.live.as_ptr().add(group).cast::<u64>().read_unaligned(),
            )
        };
        group += 8;
        // The live neighbours of the eight partial words, as 8 × lane + direction.
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
            // Only the low three bits of an index count; they are the direction.
            let delta = _mm512_permutexvar_epi64(step, deltas);
            let cell = _mm512_add_epi64(_mm512_srli_epi64::<CELL_SHIFT>(state), delta);
            let symbol = _mm512_maskz_permutexvar_epi8(LOW_BYTES, cell, lanes.symbols);
            let used = _mm512_and_epi64(state, used_bits);
            // SAFETY: a live bit says that the symbol continues from the parent. Each parent has at most eight live
            // neighbours, and `Avx512::expand` has asserted the room for all of them and eight more.
            unsafe { lanes.enter(taken, (parent, used, cell, symbol), into, hits) };
        }
    }
}
