//! Damaged and hostile images: an error or a walk that ends, never a panic.

use crate::common::use_all;
use crate::hostile_inputs::seal_image as seal;
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, ImageError, NodeLayout, verify};

const NAMES: [&str; 2] = ["twelve", "wide"];

fn golden() -> Vec<(String, Vec<u8>)> {
    let name = |name, nodes: NodeLayout| format!("{name}-{}.lxg", nodes.name());
    let names = NAMES.iter().flat_map(|&base| NodeLayout::ALL.map(|nodes| name(base, nodes)));
    let names = names.chain(["twelve-fast-rows.lxg".to_owned(), "twelve-fast-placed.lxg".to_owned()]);
    names
        .chain(["twelve-defined.lxg".to_owned()])
        .map(|name| {
            (
                name.clone(),
                std::fs::read(format!("{}/tests/golden/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))).unwrap(),
            )
        })
        .collect()
}

#[test]
fn every_truncation_is_an_error() {
    for (name, bytes) in golden() {
        for length in 0..bytes.len() {
            assert!(Image::open(bytes[..length].to_vec()).is_err(), "{name} cut to {length}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!(Image::open(longer).is_err(), "{name} with a byte added");
    }
}

/// Each byte changed: the checksums must find it, when the image is opened or the graph is asked for.
#[test]
fn every_changed_byte_is_an_error() {
    for (name, bytes) in golden() {
        let step = if cfg!(debug_assertions) { 13 } else { 1 };
        for at in (0..bytes.len()).step_by(step) {
            for change in [1u8, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                let Ok(image) = Image::open(damaged) else { continue };
                let kinds: Vec<GraphKind> = image.graphs().map(|graph| graph.kind).collect();
                let defined = image.definitions().is_ok();
                assert!(
                    !defined || !kinds.is_empty() && kinds.iter().any(|&kind| image.graph(kind).is_err()),
                    "{name}: byte {at} ^ {change:#x}"
                );
                use_all(&image);
                assert!(!verify(&image, None).holds());
            }
        }
    }
}

/// Each byte changed and the checksums made to fit: whatever opens can be walked, and the walk ends.
#[test]
fn every_forged_byte_is_an_error_or_a_terminating_walk() {
    for (name, bytes) in golden() {
        let step = if cfg!(debug_assertions) { 53 } else { 1 };
        for at in (0..bytes.len()).step_by(step) {
            for change in [1u8, 0x10, 0xff] {
                let mut forged = bytes.clone();
                forged[at] ^= change;
                seal(&mut forged);
                if let Ok(image) = Image::open(forged) {
                    use_all(&image);
                    if name.starts_with("twelve") {
                        // May hold (a title, a point value), may not; must come back.
                        verify(&image, None);
                    }
                }
            }
        }
    }
}

#[test]
fn a_sealed_image_is_as_good_as_before() {
    for (name, bytes) in golden() {
        let mut sealed = bytes.clone();
        seal(&mut sealed);
        assert!(sealed == bytes, "{name}: the test's own checksums are wrong");
    }
}

#[test]
fn a_damaged_graph_is_an_error_each_time() {
    let mut bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/twelve-list.lxg")).unwrap();
    let place = Image::open(bytes.clone()).unwrap().graphs().next().unwrap();
    bytes[(place.offset + place.bytes / 2) as usize] ^= 1;
    let image = Image::open(bytes).unwrap();
    for _ in 0..2 {
        assert!(matches!(image.graph(place.kind), Err(ImageError::Checksum { .. })));
    }
}

/// Two nodes with a label past the alphabet in a sealed image: an error when the graph is asked for.
#[test]
fn labels_past_the_alphabet_are_refused() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hostile/label.lxg");
    let image = Image::open(std::fs::read(path).unwrap()).unwrap();
    assert!(matches!(image.graph(GraphKind::Dawg), Err(ImageError::Label { .. })));
}
