//! Inference, held against all racks of single tiles: each equally likely, judged one by one.

use std::collections::HashMap;
use std::sync::OnceLock;

use lexigraph::board::{Bag, Cell, LaidSquares, Move, Rack, Tiles};
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, bundled};
use lexigraph::movegen::{Generator, LeaveTable};
use lexigraph::play::inference::{Inference, InferenceSettings};
use lexigraph::play::selfplay::play_game;
use lexigraph::play::strategy::{PlayContext, StrategySpec};
use lexigraph::play::{Game, GameRules, LastTurn, StaticEquity, View};
use lexigraph::random::Random;

use crate::games::board_setup;

/// What the module states: a part of the turns is not explained, and the loss of equity counts by e.
fn likelihood(loss: f64, noise: f64) -> f64 {
    0.02 + 0.98 * (-loss.max(0.0) / noise).exp()
}

fn generator() -> &'static Generator<'static> {
    static IMAGE: OnceLock<Image> = OnceLock::new();
    static GENERATOR: OnceLock<Generator<'static>> = OnceLock::new();
    GENERATOR.get_or_init(|| {
        let image = IMAGE.get_or_init(|| bundled("enable").unwrap().unwrap());
        Generator::new(image, GraphKind::Gaddag).unwrap()
    })
}

fn leaves() -> LeaveTable {
    LeaveTable::from_csv("?,25\nS,8\nE,2\nQ,-7\nQU,2\nER,4\nU,-4\nI,-2\n", board_setup().alphabet()).unwrap()
}

fn game(leaves: &LeaveTable, seed: u64) -> Game {
    let context = PlayContext { generator: generator(), leaves: Some(leaves), evaluation: None, winning: None };
    let [mut first, mut second] = [(); 2].map(|()| StrategySpec::parse("equity").unwrap().strategy(context).unwrap());
    play_game(&board_setup(), &GameRules::builtin("standard").unwrap(), seed, [&mut *first, &mut *second]).unwrap()
}

/// A game up to the turn before which few tiles are in the bag, and the opponent kept some; one for each of some seeds.
fn near_the_end(leaves: &LeaveTable) -> Vec<Game> {
    let games = (1..40).filter_map(|seed| {
        let game = game(leaves, seed);
        (1..game.turns().len()).map(|turns| game.rewound(turns)).find(|game| {
            let view = game.view();
            let laid = view.last.map_or(0, |last| last.played.tiles().len());
            (1..=2).contains(&view.bag) && (2..=4).contains(&laid)
        })
    });
    games.take(3).collect()
}

/// All subsets of this size.
fn subsets(cells: &[Cell], size: usize) -> Vec<Vec<Cell>> {
    let all = (0u32..1 << cells.len()).filter(|bits| bits.count_ones() as usize == size);
    all.map(|bits| (0..cells.len()).filter(|at| bits >> at & 1 == 1).map(|at| cells[at]).collect()).collect()
}

/// The probabilities of the leaves and of the racks now, from single tiles.
fn witness(view: &View<'_>, valued: &mut StaticEquity<'_>, noise: f64) -> (HashMap<Rack, f64>, HashMap<Rack, f64>) {
    let last = view.last.unwrap();
    let laid: Vec<Cell> = last.played.tiles().iter().map(|cell| cell.on_rack()).collect();
    let unseen: Vec<Cell> = view.unseen().cells().collect();
    let size = unseen.len() - view.bag;
    let all: Vec<Cell> = unseen.iter().copied().chain(laid.iter().copied()).collect();
    let mut known: HashMap<Rack, f64> = HashMap::new();
    let mut before: HashMap<Rack, f64> = HashMap::new();
    for tiles in subsets(&all, size) {
        let rack = Rack::from_cells(&tiles).unwrap();
        if !rack.holds(&laid) {
            continue;
        }
        let weight = *known.entry(rack).or_insert_with(|| {
            let mut position = last.before(view.position);
            position.set_racks_unchecked([rack, Rack::EMPTY]);
            let theirs = View {
                position: &position,
                bag: view.bag + laid.len(),
                rules: view.rules,
                opponents: &[],
                seed: 0,
                last: None,
            };
            let best = valued.consider(&theirs, 1).unwrap()[0].worth.points();
            let Move::Place(placement) = &last.played else { panic!("the last turn lays no tiles") };
            likelihood(best - valued.of(&theirs, &last.played, position.score(placement)).points(), noise)
        });
        *before.entry(last.played.leave(&rack)).or_default() += weight;
    }
    let total: f64 = before.values().sum();
    before.values_mut().for_each(|weight| *weight /= total);
    let mut now: HashMap<Rack, f64> = HashMap::new();
    for (leave, weight) in &before {
        let mut rest = view.unseen();
        leave.cells().for_each(|cell| assert!(rest.remove(cell)));
        let draws = subsets(&rest.cells().collect::<Vec<_>>(), size - leave.len());
        for draw in &draws {
            let mut rack = *leave;
            draw.iter().for_each(|&cell| _ = rack.add(cell));
            *now.entry(rack).or_default() += weight / draws.len() as f64;
        }
    }
    (before, now)
}

fn close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
}

/// Drawn racks come as often as their probability says, and rack and bag are the unseen tiles.
fn samples_agree(inference: &Inference, view: &View<'_>) {
    let (mut random, draws) = (Random::new(3), 4000);
    let mut counts: HashMap<Rack, f64> = HashMap::new();
    for _ in 0..draws {
        let (rack, bag) = inference.sample(&mut random);
        let mut all = Bag::unseen(view.position.setup().alphabet(), view.position.board(), &[*view.position.rack(), rack]);
        assert_eq!(bag.len(), view.bag);
        bag.iter().for_each(|&cell| assert!(all.as_mut().unwrap().remove(cell)));
        assert!(all.unwrap().is_empty());
        *counts.entry(rack).or_default() += 1.0;
    }
    for (rack, probability) in inference.weighted_racks(10_000).unwrap() {
        let (count, wanted) = (counts.get(&rack).copied().unwrap_or(0.0), probability * f64::from(draws));
        assert!((count - wanted).abs() <= 6.0 * wanted.sqrt() + 3.0, "{count} of {wanted}");
    }
}

#[test]
fn leaves_and_racks_are_as_likely_as_counted() {
    let leaves = leaves();
    let mut valued = StaticEquity::new(generator(), &leaves, None);
    let games = near_the_end(&leaves);
    assert_eq!(games.len(), 3);
    for game in &games {
        let view = game.view();
        let settings = InferenceSettings::default();
        let inference = Inference::of(&view, &mut valued, settings).unwrap().unwrap();
        assert!(inference.is_exact());
        let (before, now) = witness(&view, &mut valued, settings.noise);
        let found = inference.leaves();
        assert_eq!(found.len(), before.len());
        assert!(found.is_sorted_by(|a, b| a.probability >= b.probability));
        found.iter().for_each(|one| close(one.probability, before[&one.leave]));
        close(found.iter().map(|one| one.prior).sum(), 1.0);
        let racks = inference.weighted_racks(10_000).unwrap();
        assert_eq!((racks.len(), inference.weighted_racks(racks.len() - 1)), (now.len(), None));
        racks.iter().for_each(|(rack, probability)| close(*probability, now[rack]));
        samples_agree(&inference, &view);
        // A turn that explains nothing leaves the prior: all racks are as likely as drawn.
        let blunt = Inference::of(&view, &mut valued, InferenceSettings { noise: 1e12, ..settings }).unwrap().unwrap();
        blunt.leaves().iter().for_each(|one| close(one.times_prior(), 1.0));
    }
}

#[test]
fn exchanges_and_passes_tell_what_was_kept() {
    let leaves = leaves();
    let mut valued = StaticEquity::new(generator(), &leaves, None);
    let game = &near_the_end(&leaves)[0];
    let laid = LaidSquares::NONE;
    let some: Vec<Cell> = game.view().unseen().cells().take(3).collect();
    for (played, kept) in [(Move::Exchange(Tiles::from_slice(&some[..2]).unwrap()), 5), (Move::Pass, 7)] {
        let last = LastTurn { played, laid };
        let view = View { last: Some(last), ..game.view() };
        let settings = InferenceSettings::default();
        let inference = Inference::of(&view, &mut valued, settings).unwrap().unwrap();
        let found = inference.leaves();
        assert!(inference.is_exact() && found.iter().all(|one| one.leave.len() == kept));
        close(found.iter().map(|one| one.probability).sum(), 1.0);
        close(inference.weighted_racks(10_000).unwrap().iter().map(|(_, probability)| probability).sum(), 1.0);
        samples_agree(&inference, &view);
        // Which tiles went back is not seen.
        let other = LastTurn {
            played: if kept == 7 { played } else { Move::Exchange(Tiles::from_slice(&some[1..]).unwrap()) },
            ..last
        };
        let again = Inference::of(&View { last: Some(other), ..game.view() }, &mut valued, settings).unwrap().unwrap();
        assert_eq!(again.leaves(), found);
    }
    // How many tiles went back is not known.
    let last = LastTurn { laid, played: Move::Exchange(Tiles::from_slice(&[]).unwrap()) };
    let view = View { last: Some(last), ..game.view() };
    assert!(Inference::of(&view, &mut valued, InferenceSettings::default()).unwrap().is_none());
}

#[test]
fn the_board_before_the_last_turn_is_that_of_the_game() {
    let leaves = leaves();
    for game in near_the_end(&leaves) {
        let before = game.view().last.unwrap().before(game.position());
        assert_eq!(before.board(), game.rewound(1).position().board());
    }
}

#[test]
fn many_leaves_are_drawn_with_the_seed() {
    let leaves = leaves();
    let mut valued = StaticEquity::new(generator(), &leaves, None);
    let whole = game(&leaves, 1);
    let start = whole.rewound(whole.turns().len());
    assert!(Inference::of(&start.view(), &mut valued, InferenceSettings::default()).unwrap().is_none());
    let is_early = |game: &Game| game.bag() > 20 && game.turns().last().unwrap().played.tiles().len() < 5;
    let early = (1..whole.turns().len()).rev().map(|back| whole.rewound(back)).find(is_early).unwrap();
    let settings = InferenceSettings { racks: 60, ..InferenceSettings::default() };
    let one = Inference::of(&early.view(), &mut valued, settings).unwrap().unwrap();
    let again = Inference::of(&early.view(), &mut valued, settings).unwrap().unwrap();
    assert!(!one.is_exact() && one.racks() <= 60 && one.weighted_racks(10_000).is_none());
    assert_eq!(one.leaves(), again.leaves());
    let other = View { seed: 77, ..early.view() };
    assert_ne!(Inference::of(&other, &mut valued, settings).unwrap().unwrap().leaves(), one.leaves());
}
