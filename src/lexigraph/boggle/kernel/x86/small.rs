//! Visits of small boards, as [`super::super::small`] describes them.

use std::arch::x86_64::*;

use super::super::super::shape::{Lanes, SMALL_CELLS};
use super::super::super::trie::{ACCEPTS, BEFORE_CHILDREN};
use super::super::scalar::BITS_OF_BYTE;
use super::super::small::{PIECE, Piece, ROOM};
use super::{Avx2, Avx512};

impl Avx2 {
    /// See [`visit_with`].
    pub(in super::super) fn visit(self, piece: Piece<'_>) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        unsafe fn visit(piece: Piece<'_>) {
            let ones_of_four = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let ones_of_four = _mm256_broadcastsi128_si256(ones_of_four);
            let four = _mm256_set1_epi8(15);
            let (one_byte, one_word) = (_mm256_set1_epi8(1), _mm256_set1_epi16(1));
            let advance = |entry: u64, state: u32, [shifts, neighbours, steps]: [&Lanes; 3], next: *mut u32| {
                // SAFETY: reads 32 bytes from arrays of 32, and eight of eight; `visit` guarantees room for eight.
                unsafe {
                    let old = _mm256_set1_epi32(state as i32);
                    let up_to = _mm256_sllv_epi32(_mm256_set1_epi32(entry as i32), load(shifts));
                    let free = _mm256_cmpeq_epi32(_mm256_and_si256(old, load(neighbours)), _mm256_setzero_si256());
                    let live = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_and_si256(up_to, free))) as u8;
                    let low = _mm256_shuffle_epi8(ones_of_four, _mm256_and_si256(up_to, four));
                    let high = _mm256_and_si256(_mm256_srli_epi32::<4>(up_to), four);
                    let ones = _mm256_add_epi8(low, _mm256_shuffle_epi8(ones_of_four, high));
                    let number = _mm256_madd_epi16(_mm256_maddubs_epi16(ones, one_byte), one_word);
                    let to_front = _mm_cvtsi64_si128(BITS_OF_BYTE[usize::from(live)] as i64);
                    let to_front = _mm256_cvtepu8_epi32(to_front);
                    // What is the same in all lanes is added after the lanes have moved: the compiler would
                    // otherwise move it, too.
                    let before = _mm256_set1_epi32((entry >> BEFORE_CHILDREN) as i32);
                    let node = _mm256_add_epi32(_mm256_permutevar8x32_epi32(number, to_front), before);
                    let state = _mm256_xor_si256(_mm256_permutevar8x32_epi32(load(steps), to_front), old);
                    _mm256_storeu_si256(next.cast(), node);
                    _mm256_storeu_si256(next.add(ROOM).cast(), state);
                    live.count_ones() as usize
                }
            };
            // SAFETY: a live lane has the symbol of a child on top, and counts the symbols up to it.
            unsafe { visit_with(piece, advance) }
        }
        // SAFETY: the token proves that the processor has the instructions; levels hold nodes of the trie.
        unsafe { visit(piece) }
    }
}

impl Avx512 {
    /// See [`visit_with`].
    pub(in super::super) fn visit(self, piece: Piece<'_>) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq")]
        unsafe fn visit(piece: Piece<'_>) {
            let advance = |entry: u64, state: u32, [shifts, neighbours, steps]: [&Lanes; 3], next: *mut u32| {
                let old = _mm256_set1_epi32(state as i32);
                let up_to = _mm256_sllv_epi32(_mm256_set1_epi32(entry as i32), load(shifts));
                let live = _mm256_mask_testn_epi32_mask(_mm256_movepi32_mask(up_to), old, load(neighbours));
                let before = _mm256_set1_epi32((entry >> BEFORE_CHILDREN) as i32);
                let node = _mm256_add_epi32(_mm256_popcnt_epi32(up_to), before);
                let state = _mm256_xor_si256(old, load(steps));
                // SAFETY: `visit` guarantees room for eight.
                unsafe {
                    _mm256_storeu_si256(next.cast(), _mm256_maskz_compress_epi32(live, node));
                    _mm256_storeu_si256(next.add(ROOM).cast(), _mm256_maskz_compress_epi32(live, state));
                }
                live.count_ones() as usize
            };
            // SAFETY: a live lane has the symbol of a child on top, and counts the symbols up to it.
            unsafe { visit_with(piece, advance) }
        }
        // SAFETY: the token proves that the processor has the instructions; levels hold nodes of the trie.
        unsafe { visit(piece) }
    }
}

/// Loads eight lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn load(lanes: &Lanes) -> __m256i {
    // SAFETY: reads 32 bytes from an array of 32 that is aligned to 32.
    unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
}

/// Visits the partial words of a piece.
///
/// `advance` writes up to eight continuations, the states [`ROOM`] elements behind the nodes, and returns their number.
/// It receives the entry, the state, and the rows of the tables for the last cell: shifts, neighbours, steps.
///
/// # Safety
/// The nodes of `from` are those of the trie. `advance` writes only children of the entry, and at most eight elements
/// of each kind.
// Inlined into each caller, so that each kernel compiles it for its own instructions.
#[inline(always)]
unsafe fn visit_with(piece: Piece<'_>, advance: impl Fn(u64, u32, [&Lanes; 3], *mut u32) -> usize) {
    let Piece { trie, board, shape, from, start, into, hits } = piece;
    assert!(start <= from.len && from.len - start <= PIECE && hits.nodes.len() > PIECE);
    let (entries, hit_nodes) = (trie.entries().as_ptr(), hits.nodes.as_mut_ptr());
    let (words, next) = (from.words.as_ptr(), into.words.as_mut_ptr());
    let (mut hit, mut kept) = (0, 0);
    for at in start..from.len.min(ROOM) {
        // SAFETY: `at` is less than `ROOM`. The caller guarantees that the node exists. There are at most one more hit
        // and eight more continuations for each of at most `PIECE` visits, and there is room for them.
        unsafe {
            let (node, state) = (*words.add(at), *words.add(ROOM + at));
            let entry = *entries.add(node as usize);
            *hit_nodes.add(hit) = node;
            hit += (entry >> ACCEPTS & 1) as usize;
            let cell = (state >> SMALL_CELLS) as usize;
            let rows = [&board.shifts[cell], &shape.neighbours[cell], &shape.steps[cell]];
            kept += advance(entry, state, rows, next.add(kept));
        }
    }
    hits.len = hit;
    into.len = kept;
}
