//! Names that are meant by names with a typing mistake.

/// The name that was probably meant: the one with the fewest edits, if there are at most two and fewer than half as many
/// as the name has letters. An edit inserts, removes or replaces a character, or swaps two adjacent ones. Case does not
/// count.
pub fn closest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // No name is as long as that, and the time grows with the product of the lengths.
    let name: Vec<char> = name.chars().take(64).flat_map(char::to_lowercase).collect();
    let most = 2.min(name.len().saturating_sub(1) / 2);
    let known = names.into_iter().map(|known| (edits(&name, &known.to_lowercase().chars().collect::<Vec<_>>()), known));
    known.filter(|(edits, _)| *edits <= most).min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}

/// The number of edits between two texts.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for (i, left) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, right) in b.iter().enumerate() {
            let mut best = (rows[i][j] + usize::from(left != right)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *right && *left == b[j - 1] {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_names_are_not() {
        let names = ["length", "pattern", "prefix", "in"];
        for (name, meant) in [
            ("lenght", Some("length")),
            ("PATERN", Some("pattern")),
            ("prefx", Some("prefix")),
            ("suffix", None),
            ("x", None),
        ] {
            assert_eq!(closest(name, names), meant, "{name}");
        }
        assert_eq!(closest(&"x".repeat(1 << 20), names), None);
    }
}
