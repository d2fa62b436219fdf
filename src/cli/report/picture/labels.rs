//! Labels of points: each near its point, clear of markers and of other labels. A line leads to a label that is not
//! beside its point.

use super::marks::RADIUS;
use super::{Anchor, Place};

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left and top end.
    pub from: Place,
    /// The right and bottom end.
    pub to: Place,
}

impl Area {
    /// The rectangle, larger by `by` on each side.
    pub fn grown(self, by: f64) -> Area {
        Area { from: (self.from.0 - by, self.from.1 - by), to: (self.to.0 + by, self.to.1 + by) }
    }

    /// `true` if the rectangles have an inner point in common.
    pub fn overlaps(self, other: Area) -> bool {
        self.from.0 < other.to.0 && other.from.0 < self.to.0 && self.from.1 < other.to.1 && other.from.1 < self.to.1
    }

    /// `true` if the other rectangle lies within this one.
    pub fn holds(self, other: Area) -> bool {
        self.from.0 <= other.from.0 && self.from.1 <= other.from.1 && other.to.0 <= self.to.0 && other.to.1 <= self.to.1
    }

    /// `true` if a part of the line lies inside (the method of Liang and Barsky).
    pub fn is_crossed(self, (a, b): (Place, Place)) -> bool {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut enters, mut leaves) = (0.0f64, 1.0f64);
        let sides = [(-dx, a.0 - self.from.0), (dx, self.to.0 - a.0), (-dy, a.1 - self.from.1), (dy, self.to.1 - a.1)];
        for (speed, distance) in sides {
            if speed == 0.0 {
                if distance <= 0.0 {
                    return false;
                }
            } else if speed < 0.0 {
                enters = enters.max(distance / speed);
            } else {
                leaves = leaves.min(distance / speed);
            }
        }
        enters < leaves
    }
}

/// The place of a label.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The rectangle of the text.
    pub area: Area,
    /// The end of the text that is next to its point.
    pub anchor: Anchor,
    /// The line from the marker to the text.
    pub leader: Option<(Place, Place)>,
}

/// The distance of a label from its marker, and of two labels, in pixels.
const GAP: f64 = 3.0;
/// The longest line to a label in pixels.
const FARTHEST: f64 = 330.0;
/// How many orders of the labels are tried.
const TRIES: usize = 30;

/// Places labels of these sizes at these points. `None` if no attempt has room for all. With `cross`, lines may cross.
///
/// Takes quadratic time in the number of labels.
pub fn place(within: Area, labels: &[(Place, Place)], cross: bool) -> Option<Vec<Label>> {
    let crowd = |at: Place| labels.iter().filter(|(other, _)| distance(at, *other) < 90.0).count();
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|&number| crowd(labels[number].0));
    for _ in 0..TRIES {
        let mut placed: Vec<Option<Label>> = vec![None; labels.len()];
        let stuck = order.iter().position(|&number| {
            placed[number] = candidates(labels[number]).find(|label| fits(within, labels, number, *label, &placed, cross));
            placed[number].is_none()
        });
        match stuck {
            None => return placed.into_iter().collect(),
            // What found no room chooses first next time.
            Some(at) => order[..=at].rotate_right(1),
        }
    }
    None
}

fn distance(a: Place, b: Place) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The area of a marker.
fn marker((x, y): Place) -> Area {
    Area { from: (x, y), to: (x, y) }.grown(RADIUS)
}

/// Places for a label from near to far: first beside, above and below the point, then at the end of a line.
fn candidates(((x, y), (width, height)): (Place, Place)) -> impl Iterator<Item = Label> {
    let at = move |left: f64, top: f64| Area { from: (left, top), to: (left + width, top + height) };
    let clear = RADIUS + GAP;
    let (left, right) = (x - clear - width, x + clear);
    let sides = [
        (Anchor::Start, right, y - height / 2.0),
        (Anchor::End, left, y - height / 2.0),
        (Anchor::Middle, x - width / 2.0, y - clear - height),
        (Anchor::Middle, x - width / 2.0, y + clear),
        (Anchor::Start, right - 4.0, y - clear - height + 5.0),
        (Anchor::Start, right - 4.0, y + clear - 5.0),
        (Anchor::End, left + 4.0, y - clear - height + 5.0),
        (Anchor::End, left + 4.0, y + clear - 5.0),
    ];
    let near = sides.into_iter().map(move |(anchor, left, top)| Label { area: at(left, top), anchor, leader: None });
    let rings = (0..).map(|ring| 20.0 + 8.0 * f64::from(ring)).take_while(|radius| *radius < FARTHEST);
    let far = rings.flat_map(move |radius| {
        (0..32).map(move |step| {
            let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 32.0).sin_cos();
            let end = (x + radius * cos, y + radius * sin);
            let (anchor, area) = if cos > 0.3 {
                (Anchor::Start, at(end.0 + 2.0, end.1 - height / 2.0))
            } else if cos < -0.3 {
                (Anchor::End, at(end.0 - 2.0 - width, end.1 - height / 2.0))
            } else if sin > 0.0 {
                (Anchor::Middle, at(end.0 - width / 2.0, end.1 + 1.0))
            } else {
                (Anchor::Middle, at(end.0 - width / 2.0, end.1 - 1.0 - height))
            };
            Label { area, anchor, leader: Some(((x + (RADIUS + 1.0) * cos, y + (RADIUS + 1.0) * sin), end)) }
        })
    });
    near.chain(far)
}

/// `true` if a label is clear of the markers and of what is placed.
fn fits(
    within: Area,
    labels: &[(Place, Place)],
    number: usize,
    label: Label,
    placed: &[Option<Label>],
    cross: bool,
) -> bool {
    if !within.holds(label.area) {
        return false;
    }
    let clear_of_markers = labels.iter().enumerate().all(|(other, &(at, _))| {
        // Markers may cover each other, and so hide the start of a line.
        let is_other = other != number && distance(at, labels[number].0) > 2.0 * RADIUS;
        let is_clear = cross || label.leader.is_none_or(|leader| !is_other || !marker(at).is_crossed(leader));
        is_clear && !marker(at).grown(if other == number { 0.0 } else { GAP - 1.0 }).overlaps(label.area)
    });
    clear_of_markers
        && placed.iter().flatten().all(|other| {
            if other.area.grown(GAP).overlaps(label.area) {
                return false;
            }
            let crosses =
                |leader: Option<(Place, Place)>, area: Area| leader.is_some_and(|leader| area.grown(1.0).is_crossed(leader));
            let both = label.leader.zip(other.leader).is_some_and(|(a, b)| meet(a, b));
            cross || !(crosses(label.leader, other.area) || crosses(other.leader, label.area) || both)
        })
}

/// `true` if two lines cross.
fn meet((a, b): (Place, Place), (c, d): (Place, Place)) -> bool {
    let side = |p: Place, q: Place, r: Place| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_and_lines() {
        let area = Area { from: (0.0, 0.0), to: (10.0, 10.0) };
        assert!(area.overlaps(area.grown(-3.0)) && !area.overlaps(Area { from: (10.0, 0.0), to: (20.0, 10.0) }));
        for (line, crossed) in [
            (((-5.0, 5.0), (15.0, 6.0)), true),
            (((-5.0, -1.0), (15.0, -1.0)), false),
            (((-5.0, 8.0), (5.0, 18.0)), false),
            (((2.0, 2.0), (3.0, 3.0)), true),
            (((12.0, 5.0), (15.0, 5.0)), false),
        ] {
            assert_eq!(area.is_crossed(line), crossed, "{line:?}");
        }
        assert!(meet(((0.0, 0.0), (2.0, 2.0)), ((0.0, 2.0), (2.0, 0.0))));
        assert!(!meet(((0.0, 0.0), (2.0, 2.0)), ((1.5, 0.0), (2.0, 1.0))));
    }

    #[test]
    fn a_label_stands_at_the_right_of_its_point_if_there_is_room() {
        let within = Area { from: (0.0, 0.0), to: (300.0, 300.0) };
        let found = place(within, &[((50.0, 50.0), (40.0, 16.0)), ((280.0, 50.0), (40.0, 16.0))], false).unwrap();
        assert!(found.iter().all(|label| label.leader.is_none()));
        assert!(found[0].area.from.0 > 50.0 && found[1].area.to.0 < 280.0);
        assert!(place(within, &[((50.0, 50.0), (400.0, 16.0))], false).is_none());
    }
}
