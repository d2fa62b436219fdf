//! Leave values as a graph and an array; `formats/klv.md` is the specification.

use super::graph::Graph;
use super::{Equity, LIMIT, LeaveFormat, LeaveTable, LeavesError, Rounding, rack_of};
use crate::alphabet::Alphabet;
use crate::image::{NODE22, Records};

/// How a format stores a value.
#[derive(Clone, Copy)]
enum Scale {
    Float,
    /// 16-bit integers; the number is the steps in a point.
    Steps(i64),
}

fn scale(format: LeaveFormat) -> Scale {
    match format {
        LeaveFormat::Csv | LeaveFormat::Klv2 => Scale::Float,
        LeaveFormat::Klv => Scale::Steps(256),
        LeaveFormat::Klv16 => Scale::Steps(8),
    }
}

impl Scale {
    fn bytes(self) -> usize {
        match self {
            Scale::Float => 4,
            Scale::Steps(_) => 2,
        }
    }
}

/// Converts a number of steps to thousandths of a point; halves are rounded away from zero.
fn thousandths(number: i64, steps: i64) -> Equity {
    let doubled = number.abs() * 2000 + steps;
    let size = doubled / (2 * steps);
    Equity::from_thousandths((if number < 0 { -size } else { size }) as i32)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Where the parts of a file lie.
struct Places {
    /// The bytes of the graph.
    graph: std::ops::Range<usize>,
    /// The number of values.
    values: usize,
    /// The first byte of the values.
    start: usize,
}

fn places(bytes: &[u8]) -> Result<Places, LeavesError> {
    let missing = |what, expected: usize| LeavesError::Length { what, expected: expected as u64, got: bytes.len() as u64 };
    let nodes = word(bytes, 0).ok_or(missing("the number of nodes", 4))? as usize;
    let end = nodes.saturating_mul(4).saturating_add(4);
    let values = word(bytes, end).ok_or(missing("the graph and the number of values", end.saturating_add(4)))? as usize;
    Ok(Places { graph: 4..end, values, start: end + 4 })
}

/// Detects a file by its number of nodes, the pointer that the graph begins with, and its length.
pub fn detect(bytes: &[u8]) -> Option<LeaveFormat> {
    let places = places(bytes).ok()?;
    // The pointer to the root is a last arc without a tile, whatever its target.
    if word(&bytes[places.graph.clone()], 0)? >> 22 != 1 {
        return None;
    }
    let rest = bytes.len() - places.start;
    // A file without values fits both.
    let formats = [LeaveFormat::Klv2, LeaveFormat::Klv];
    formats.into_iter().find(|&format| places.values.checked_mul(scale(format).bytes()) == Some(rest))
}

pub fn read(bytes: &[u8], format: LeaveFormat, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
    let places = places(bytes)?;
    let scale = scale(format);
    let expected = places.values.saturating_mul(scale.bytes()).saturating_add(places.start);
    if expected != bytes.len() {
        let (expected, got) = (expected as u64, bytes.len() as u64);
        return Err(LeavesError::Length { what: "the values", expected, got });
    }
    let records = Records::new(&bytes[places.graph], NODE22, 0);
    let graph = Graph::new((0..records.len() as usize).map(|at| records.at(at as u64)))?;
    graph.check_letters(alphabet)?;
    if u64::from(graph.leaves()) != places.values as u64 {
        return Err(LeavesError::Count { values: places.values as u64, leaves: graph.leaves().into() });
    }
    let values = &bytes[places.start..];
    let values: Result<Vec<Equity>, LeavesError> = match scale {
        Scale::Float => values
            .chunks_exact(4)
            .zip(1..)
            .map(|(value, number)| {
                let value = f64::from(f32::from_le_bytes([value[0], value[1], value[2], value[3]]));
                let fits = value.abs() < LIMIT; // false for NaN
                let points = Equity::from_thousandths((value * 1000.0).round() as i32);
                if fits { Ok(points) } else { Err(LeavesError::Range { number, value }) }
            })
            .collect(),
        Scale::Steps(steps) => Ok(values
            .chunks_exact(2)
            .map(|value| thousandths(i16::from_le_bytes([value[0], value[1]]).into(), steps))
            .collect()),
    };
    Ok(LeaveTable { graph, values: values?, extension: None })
}

/// Reads leave values as the build script packs the bundled ones: see `build.rs`.
///
/// # Panics
/// When the bytes are not what it has written.
#[cfg(feature = "bundled")]
pub fn read_packed(bytes: &[u8]) -> LeaveTable {
    let places = places(bytes).expect("bug: the bundled leave values have no graph");
    let records = Records::new(&bytes[places.graph], NODE22, 0);
    let graph = Graph::new((0..records.len() as usize).map(|at| records.at(at as u64)));
    let graph = graph.expect("bug: the graph of the bundled leave values is damaged");
    let (short, large) = bytes[places.start..].split_at(2 * places.values);
    let mut large = large.chunks_exact(3).map(|bytes| i32::from_le_bytes([0, bytes[0], bytes[1], bytes[2]]) >> 8);
    let value = |bytes: &[u8]| match i16::from_le_bytes([bytes[0], bytes[1]]) {
        i16::MIN => large.next().expect("bug: a large leave value is missing"),
        short => short.into(),
    };
    let values = short.chunks_exact(2).map(value).map(Equity::from_thousandths).collect();
    LeaveTable { graph, values, extension: None }
}

pub fn bytes(
    table: &LeaveTable,
    format: LeaveFormat,
    rounding: Rounding,
    alphabet: &Alphabet,
) -> Result<Vec<u8>, LeavesError> {
    // Built anew, whatever the order of the nodes that were read: equal tables give equal bytes.
    let mut keys = Vec::with_capacity(table.len());
    table.graph.for_each(&mut |key, _| keys.push(*key));
    let graph = Graph::of(keys.iter())?;
    let nodes = graph.arcs().len() as u64;
    if nodes > NODE22.target.max_value() + 1 {
        let limit = NODE22.target.max_value() + 1;
        return Err(LeavesError::Nodes { format: format.name(), limit, got: nodes });
    }
    let scale = scale(format);
    let mut bytes = Vec::with_capacity(8 + 4 * nodes as usize + scale.bytes() * table.len());
    bytes.extend((nodes as u32).to_le_bytes());
    graph.arcs().for_each(|(arc, last)| bytes.extend(NODE22.pack(arc, last)));
    bytes.extend((table.len() as u32).to_le_bytes());
    for (key, &value) in keys.iter().zip(&table.values) {
        let tiles = || rack_of(key).render(alphabet);
        let nearest = match scale {
            Scale::Float => {
                let float = value.points() as f32;
                bytes.extend(float.to_le_bytes());
                Equity::from_thousandths((f64::from(float) * 1000.0).round() as i32)
            }
            Scale::Steps(steps) => {
                let number = i64::from(value.thousandths()) * steps;
                let number = (number.abs() + 500) / 1000 * number.signum();
                let Ok(number) = i16::try_from(number) else {
                    let [least, most] = [i16::MIN, i16::MAX].map(|number| thousandths(number.into(), steps));
                    return Err(LeavesError::Overflow { format: format.name(), tiles: tiles(), value, least, most });
                };
                bytes.extend(number.to_le_bytes());
                thousandths(number.into(), steps)
            }
        };
        if nearest != value && rounding == Rounding::Refuse {
            return Err(LeavesError::Inexact { format: format.name(), tiles: tiles(), value, nearest });
        }
    }
    Ok(bytes)
}
