//! Playability against the obvious way: take the word out of the list, and look for the best move again.

use std::collections::BTreeMap;
use std::sync::Arc;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{BoardSetup, Layout};
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{NodeLayout, compile_in_memory};
use lexigraph::movegen::{Equity, Generator};
use lexigraph::play::playability::{Loss, Losses, PlayabilityConfig, PlayabilityContext, measure, turn_losses};
use lexigraph::play::strategy::PlayContext;
use lexigraph::play::{Game, GameRules, StaticEquity, bundled_leaves};
use lexigraph::shard::{Shard, VERSION};
use lexigraph::wordlist::Words;

/// Some thousand words of a length that racks make.
fn words(alphabet: &Alphabet) -> Words {
    let image = lexigraph::image::bundled("enable").unwrap().unwrap();
    let mut words = Words::new();
    let all = lexigraph::image::words_of(&image).unwrap();
    all.iter()
        .enumerate()
        .filter(|(at, word)| word.len() < 4 || at % 9 == 0 && word.len() < 9)
        .for_each(|(_, word)| words.push(word));
    assert_eq!(image.alphabet().len(), alphabet.len());
    words
}

fn setup() -> Arc<BoardSetup> {
    BoardSetup::new(Alphabet::builtin("english").unwrap(), Layout::builtin("standard-15").unwrap()).unwrap()
}

#[test]
fn losses_are_those_of_a_list_without_the_word() {
    let setup = setup();
    let alphabet = setup.alphabet();
    let all = words(alphabet);
    let image = compile_in_memory(alphabet, &all, GraphKinds::Both, NodeLayout::Fast).unwrap();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let leaves = bundled_leaves(alphabet).unwrap();
    let mut valued = StaticEquity::new(&generator, &leaves, None);
    let rules = GameRules::builtin("standard").unwrap();
    let games = if cfg!(debug_assertions) { 1 } else { 12 };
    let mut compared = 0;
    for seed in 0..games {
        let mut game = Game::new(setup.clone(), rules.clone(), seed).unwrap();
        while game.end().is_none() {
            let mut losses = Vec::new();
            let (play, score) = turn_losses(&game, &game.view(), &mut valued, &mut losses).unwrap();
            assert_eq!((play, score), valued.choose(&game.view()).unwrap());
            let best = valued.of(&game.view(), &play, score);
            // The opening charge is no part of the equities here, as there is no evaluation.
            for (word, lost) in losses {
                let mut fewer = Words::new();
                all.iter().filter(|other| *other != &word[..]).for_each(|other| fewer.push(other));
                let without = compile_in_memory(alphabet, &fewer, GraphKinds::Both, NodeLayout::Fast).unwrap();
                let generator = Generator::new(&without, GraphKind::Gaddag).unwrap();
                let mut naive = StaticEquity::new(&generator, &leaves, None);
                let (play, score) = naive.choose(&game.view()).unwrap();
                let expected = best - naive.of(&game.view(), &play, score);
                assert_eq!(lost, expected.max(Equity::ZERO), "{} seed {seed}", alphabet.render(&word));
                compared += 1;
            }
            game.play(&play).unwrap();
        }
    }
    assert!(compared > 15);
}

#[test]
fn shards_add_up_and_what_does_not_fit_is_refused() {
    let setup = setup();
    let alphabet = setup.alphabet();
    let image = compile_in_memory(alphabet, &words(alphabet), GraphKinds::Both, NodeLayout::Fast).unwrap();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let leaves = bundled_leaves(alphabet).unwrap();
    let rules = GameRules::builtin("standard").unwrap();
    let context = PlayContext { generator: &generator, leaves: Some(&leaves), evaluation: None, winning: None };
    let playing = PlayabilityContext { context, setup: &setup, rules: &rules };
    let config = PlayabilityConfig { version: VERSION.into(), games: 3, seed: 5, setting: vec!["test".into()] };
    let run = |shard: Shard| {
        let mut losses = Losses::new(config.clone(), shard);
        measure(playing, &mut losses, |_| true).unwrap();
        assert!(losses.is_sound());
        losses
    };
    let whole = run(Shard::WHOLE);
    let [first, second] = [1, 2].map(|number| run(Shard { number, of: 2 }));
    let mut joined = second.clone();
    assert_eq!(joined.shards.missing().unwrap(), "shard 1/2 is missing");
    joined.join(&first).unwrap();
    assert_eq!((&joined.words, joined.done, joined.shards.missing()), (&whole.words, 3, None));
    assert!(joined.join(&first).unwrap_err().to_string().contains("shard 1/2 is there twice"));
    let other = Losses { config: PlayabilityConfig { version: "0.0.0".into(), ..config.clone() }, ..first.clone() };
    assert!(second.clone().join(&other).unwrap_err().to_string().contains("of version 0.0.0"));
    let other = Losses { config: PlayabilityConfig { seed: 6, ..config.clone() }, ..first.clone() };
    assert!(second.clone().join(&other).unwrap_err().to_string().contains("the seed is 5 here and 6 there"));
    let of = |word: &str, losses: &Losses| losses.words.get(word).copied();
    let any = whole.words.keys().next().unwrap();
    let loss = of(any, &whole).unwrap();
    let points = whole.playability().next().unwrap().1;
    assert!((points - loss.thousandths as f64 / 6.0).abs() < 0.006);
    let unsound = [
        Losses { done: 4, ..whole.clone() },
        Losses { words: BTreeMap::from([("AA".to_owned(), Loss { thousandths: -1, turns: 1 })]), ..whole.clone() },
    ];
    assert!(unsound.iter().all(|losses| !losses.is_sound()));
}
