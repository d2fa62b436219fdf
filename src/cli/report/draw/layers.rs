//! The layout of a graph without cycles in columns, so that lines keep clear of what they do not lead to.
//!
//! Nodes, the labels of arcs, and the places where arcs pass a column are *items*. Each item has a column, and each
//! line leads from an item to one in the next column. Within a column, each item has a height of its own, and lines are
//! level there. So between columns, where lines rise and fall, there is nothing that they could touch but other lines.

/// The space between two items in pixels.
const GAP: f64 = 2.0;
/// How often the order of the items is improved, at most.
const SWEEPS: usize = 24;
/// How often the items are moved towards their neighbours.
const ROUNDS: usize = 16;

/// What has a place in a column.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its column.
    pub column: usize,
    /// The half of its height in pixels.
    pub half: f64,
    /// Its height at first, relative to others: the layout of a tree keeps this order.
    pub seed: f64,
    /// The items in the column before that lead to it.
    pub left: Vec<usize>,
    /// The items in the next column to which it leads.
    pub right: Vec<usize>,
}

/// Computes the middles of items in pixels, downwards from 0 for the upper end of the uppermost one.
///
/// The order within columns is improved by the method of barycentres (Sugiyama, Tagawa and Toda, 1981), so that few
/// lines cross; the heights are nearest to those of the neighbours by least squares. Takes time in the order of *n* log
/// *n* for *n* items and lines.
pub fn heights(items: &[Item]) -> Vec<f64> {
    let mut columns = vec![Vec::new(); items.iter().map(|item| item.column + 1).max().unwrap_or(0)];
    (0..items.len()).for_each(|number| columns[items[number].column].push(number));
    order(items, &mut columns);
    spread(items, &columns)
}

/// Sorts each column by the mean place of the neighbours, again and again, and keeps the order with fewest crossings.
fn order(items: &[Item], columns: &mut Vec<Vec<usize>>) {
    let mut places = vec![0.0; items.len()];
    let mut sort = |column: &mut Vec<usize>, key: &dyn Fn(usize, &[f64]) -> f64| {
        let mut keyed: Vec<(f64, usize)> = column.iter().map(|&number| (key(number, &places), number)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (place, &(_, number)) in keyed.iter().enumerate() {
            column[place] = number;
            places[number] = place as f64;
        }
    };
    columns.iter_mut().for_each(|column| sort(column, &|number, _| items[number].seed));
    let mut best = columns.clone();
    let mut fewest = crossings(items, columns);
    let mut since = 0;
    for sweep in 0..SWEEPS {
        if fewest == 0 || since == 6 {
            break;
        }
        let leftward = sweep % 2 == 1;
        let key = |number: usize, places: &[f64]| {
            let item = &items[number];
            mean(if leftward { &item.right } else { &item.left }, places).unwrap_or(places[number])
        };
        if leftward {
            columns.iter_mut().rev().for_each(|column| sort(column, &key));
        } else {
            columns.iter_mut().for_each(|column| sort(column, &key));
        }
        let found = crossings(items, columns);
        since += 1;
        if found < fewest {
            (fewest, since) = (found, 0);
            best.clone_from(columns);
        }
    }
    *columns = best;
}

fn mean(of: &[usize], values: &[f64]) -> Option<f64> {
    (!of.is_empty()).then(|| of.iter().map(|&number| values[number]).sum::<f64>() / of.len() as f64)
}

/// The number of pairs of lines that cross between columns.
fn crossings(items: &[Item], columns: &[Vec<usize>]) -> u64 {
    let mut place = vec![0; items.len()];
    columns.iter().for_each(|column| column.iter().enumerate().for_each(|(at, &number)| place[number] = at));
    let mut count = 0;
    for pair in columns.windows(2) {
        // How many lines so far end at or above each place: a Fenwick tree.
        let mut tree = vec![0u64; pair[1].len() + 1];
        let mut seen = 0;
        for &number in &pair[0] {
            for &right in &items[number].right {
                let mut at = place[right] + 1;
                let mut above = 0;
                while at > 0 {
                    above += tree[at];
                    at &= at - 1;
                }
                count += seen - above;
            }
            // The lines of one item do not cross.
            for &right in &items[number].right {
                let mut at = place[right] + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
                seen += 1;
            }
        }
    }
    count
}

/// Gives items heights near those of their neighbours, in the order of their columns.
fn spread(items: &[Item], columns: &[Vec<usize>]) -> Vec<f64> {
    let mut heights = vec![0.0; items.len()];
    columns.iter().for_each(|column| settle(items, column, &vec![0.0; column.len()], &mut heights));
    for round in 0..ROUNDS {
        let leftward = round % 2 == 0;
        for at in 0..columns.len() {
            let column = &columns[if leftward { columns.len() - 1 - at } else { at }];
            let wanted: Vec<f64> = column
                .iter()
                .map(|&number| {
                    let item = &items[number];
                    let (left, right) = (mean(&item.left, &heights), mean(&item.right, &heights));
                    let here = heights[number];
                    if round + 2 >= ROUNDS {
                        left.zip(right).map(|(left, right)| (left + right) / 2.0).or(left).or(right).unwrap_or(here)
                    } else if leftward {
                        right.or(left).unwrap_or(here)
                    } else {
                        left.or(right).unwrap_or(here)
                    }
                })
                .collect();
            settle(items, column, &wanted, &mut heights);
        }
    }
    let top = (0..items.len()).map(|number| heights[number] - items[number].half).fold(f64::INFINITY, f64::min);
    heights.iter_mut().for_each(|height| *height -= top);
    heights
}

/// Places the items of a column as near to wanted heights as their order and sizes allow, by least squares: blocks of
/// items that would be too near are pushed together.
fn settle(items: &[Item], column: &[usize], wanted: &[f64], heights: &mut [f64]) {
    let mut offsets = vec![0.0; column.len()];
    for at in 1..column.len() {
        offsets[at] = offsets[at - 1] + items[column[at - 1]].half + GAP + items[column[at]].half;
    }
    // The sum of what the items of a block want, and their number.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (&wanted, &offset) in wanted.iter().zip(&offsets) {
        let mut block = (wanted - offset, 1);
        while let Some(&(sum, count)) = blocks.last() {
            if sum / (count as f64) < block.0 / block.1 as f64 {
                break;
            }
            block = (block.0 + sum, block.1 + count);
            blocks.pop();
        }
        blocks.push(block);
    }
    let mut at = 0;
    for (sum, count) in blocks {
        for _ in 0..count {
            heights[column[at]] = sum / count as f64 + offsets[at];
            at += 1;
        }
    }
}
