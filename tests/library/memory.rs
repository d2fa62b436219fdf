//! How much memory things take, counted by an allocator.

use crate::allocator::peak;
use lexigraph::alphabet::Alphabet;
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::bytes::{DEFAULT_LIMIT, decompress};
use lexigraph::image::{NodeLayout, encode};
use lexigraph::parallel::Threads;
use lexigraph::wordlist::Words;

/// Keys of syllables that share few endings.
fn names(count: u64) -> Words {
    let mut words = Words::new();
    for number in 0..count {
        let mixed = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(17).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let length = 4 + mixed % 12;
        let letters = (0..length).map(|at| (mixed >> (5 * at % 60)) as u8 % 26 + 1);
        words.push(&letters.map(lexigraph::alphabet::Tile::from_label).collect::<Vec<_>>());
    }
    words.sort();
    words
}

#[test]
fn laying_out_takes_no_more_than_is_told() {
    let alphabet = Alphabet::builtin("english").unwrap();
    let one = Threads::new(1).unwrap();
    let list =
        decompress("enable1", include_bytes!("../../wordlists/enable1.txt.xz").to_vec(), DEFAULT_LIMIT).unwrap().bytes;
    let mut enable = Words::new();
    for line in String::from_utf8(list).unwrap().lines() {
        enable.push_with(|tiles| alphabet.parse_into(line, tiles)).unwrap();
    }
    for (name, words) in [("enable", enable), ("names", names(60_000))] {
        for wanted in [GraphKinds::Dawg, GraphKinds::Gaddag] {
            let graphs = Graphs::build(&words, alphabet.len(), wanted).unwrap();
            let (states, arcs) = graphs.size();
            for nodes in NodeLayout::ALL {
                // The allocator counts what one thread takes.
                let (peak, bytes) = one.run(|| peak(|| encode(&alphabet, &words, &graphs, nodes).unwrap()));
                // The sections are copied together at the end.
                let told = nodes.working_bytes(states, arcs) as usize + bytes.len();
                assert!(
                    peak <= told && told < 4 * peak,
                    "{name} {wanted:?} {nodes:?}: {states} states, {arcs} arcs: {peak}, {told}"
                );
            }
        }
    }
}
