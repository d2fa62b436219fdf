//! Games, strategies, self-play and training: invariants of every game, and equal games from equal seeds.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use lexigraph::board::gcg::Gcg;
use lexigraph::board::{Bag, BoardSetup, Cell, Direction, Move, Rack, Square};
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, bundled};
use lexigraph::movegen::{All, Generator, LeaveTable, Leaves, MovegenError, Order, other_moves};
use lexigraph::parallel::Threads;
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::selfplay::{Match, MatchContext, MatchError, MatchGame, Results, play_game, play_match};
use lexigraph::play::strategy::{
    Objective, PlayContext, Simulate, SimulationProgress, SimulationSettings, Strategy, StrategySpec,
};
use lexigraph::play::train::{Progress, TrainConfig, TrainEnv, observe, train};
use lexigraph::play::{End, Game, GameError, GameRules, ScoredMove, View};
use lexigraph::shard::{JoinError, Shard, VERSION};
use proptest::prelude::*;

/// Everything that strategies play with.
pub struct World {
    pub generator: Generator<'static>,
    pub setup: Arc<BoardSetup>,
    leaves: LeaveTable,
    evaluation: Evaluation,
}

pub fn world() -> &'static World {
    static IMAGE: OnceLock<Image> = OnceLock::new();
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let image = IMAGE.get_or_init(|| bundled("enable").unwrap().unwrap());
        let setup = crate::games::board_setup();
        let leaves = "?,25\nS,8\nE,2\nQ,-7\nQU,2\nV,-5\nUU,-12\nII,-9\nER,4\nEST,12\nAEINST,33\nU,-4\nI,-2\n";
        World {
            generator: Generator::new(image, GraphKind::Gaddag).unwrap(),
            leaves: LeaveTable::from_csv(leaves, setup.alphabet()).unwrap(),
            evaluation: Evaluation::builtin(setup.alphabet()).unwrap(),
            setup,
        }
    })
}

impl World {
    pub fn context(&self) -> PlayContext<'_> {
        PlayContext {
            generator: &self.generator,
            leaves: Some(&self.leaves),
            evaluation: Some(&self.evaluation),
            winning: None,
        }
    }

    pub fn strategy(&self, spec: &str) -> Box<dyn Strategy + '_> {
        StrategySpec::parse(spec).unwrap().strategy(self.context()).unwrap()
    }

    fn game(&self, specs: [&str; 2], rules: &str, seed: u64) -> Game {
        let [mut first, mut second] = specs.map(|spec| self.strategy(spec));
        play_game(&self.setup, &GameRules::builtin(rules).unwrap(), seed, [&mut *first, &mut *second]).unwrap()
    }
}

const QUICK: [&str; 7] = [
    "greedy",
    "greedy:share=50",
    "rack",
    "board",
    "equity",
    "equity+endgame:nodes=200",
    "simulate:candidates=3,iterations=4,plies=1",
];

/// Replays a finished game, turn by turn, and checks everything.
fn check(game: &Game) {
    let setup = game.position().setup();
    let full = Bag::full(setup.alphabet());
    let mut again = Game::new(setup.clone(), game.rules().clone(), game.seed()).unwrap();
    for taken in game.turns() {
        assert_eq!((again.on_turn(), again.rack(taken.seat)), (taken.seat, &taken.rack));
        // No tile is lost, and none is added.
        let racks = again.rack(0).len() + again.rack(1).len();
        let board = again.position().board().tiles().count();
        assert_eq!(racks + board + again.bag(), full.len());
        let racks = [*again.rack(0), *again.rack(1)];
        let bag = Bag::unseen(setup.alphabet(), again.position().board(), &racks).unwrap();
        assert_eq!(bag.len(), again.bag());
        // Both racks are full while the bag has tiles; the player on turn does not see the other rack until then.
        assert!(again.bag() == 0 || racks.iter().all(|rack| rack.len() == 7));
        assert_eq!(again.position().opponent_rack().is_empty(), again.bag() > 0);
        again.play_checked(&taken.played, &world().generator).unwrap();
        assert_eq!(again.turns().last().unwrap(), taken);
    }
    assert_eq!((again.end(), again.scores()), (game.end(), game.scores()));
    let end = game.end().unwrap();
    // The final scores are those of the turns, plus the points for the tiles left.
    let mut scores = [0; 2];
    game.turns().iter().for_each(|taken| scores[taken.seat] += taken.score);
    let left = [0, 1].map(|seat| game.rack(seat).points(setup.points()));
    match (end, game.rules().name.as_str()) {
        (End::WentOut { seat }, "standard") => scores[seat] += 2 * left[1 - seat],
        (End::WentOut { seat }, "thesis") => scores[1 - seat] -= left[1 - seat],
        (End::WentOut { seat }, _) => {
            scores[seat] += left[1 - seat];
            scores[1 - seat] -= left[1 - seat];
        }
        (End::Stalled, _) => (0..2).for_each(|seat| scores[seat] -= left[seat]),
    }
    assert_eq!(scores, game.scores());
    assert!(matches!(again.play(&Move::Pass), Err(GameError::Over)));
    // The saved game can be replayed, and goes on where it was left.
    for turns in [0, 1, game.turns().len() / 2, game.turns().len()] {
        let part = game.rewound(turns);
        let bytes = part.to_gcg(["one", "two"]).to_bytes();
        let gcg = Gcg::parse(&bytes, setup).unwrap();
        let replay = gcg.replay().unwrap();
        assert_eq!((replay.scores, replay.turns.len()), (part.scores(), part.turns().len()));
        let read = Game::from_gcg(&gcg).unwrap();
        assert_eq!((read.turns(), read.end(), read.scores()), (part.turns(), part.end(), part.scores()));
        assert_eq!([read.rack(0), read.rack(1)], [part.rack(0), part.rack(1)]);
    }
}

#[test]
fn games_keep_their_tiles_and_replay_from_their_seed() {
    let world = world();
    let seeds = if cfg!(debug_assertions) { 3 } else { 30 };
    for (number, first) in QUICK.into_iter().enumerate() {
        let second = QUICK[(number + 3) % QUICK.len()];
        for seed in 0..seeds {
            let rules = ["standard", "transfer", "four-passes", "thesis"][(seed as usize + number) % 4];
            let game = world.game([first, second], rules, seed);
            check(&game);
            let again = world.game([first, second], rules, seed);
            assert_eq!(game.turns(), again.turns());
        }
    }
}

#[test]
fn seats_get_the_same_tiles_whoever_sits_there() {
    let world = world();
    for seed in 0..20 {
        let games = [["greedy", "equity"], ["equity", "greedy"]].map(|specs| world.game(specs, "standard", seed));
        // Until tiles are exchanged, a seat always draws the front of the same row.
        for seat in 0..2 {
            let drawn = games.each_ref().map(|game| {
                let (mut drawn, mut kept) = (Vec::new(), Rack::EMPTY);
                for taken in game.turns() {
                    if matches!(taken.played, Move::Exchange(_)) {
                        break;
                    }
                    if taken.seat == seat {
                        let mut new = taken.rack;
                        kept.cells().for_each(|cell| assert!(new.remove(cell)));
                        drawn.push(new);
                        kept = taken.played.leave(&taken.rack);
                    }
                }
                drawn
            });
            // Draws have different sizes; when both games have drawn the same number of tiles, the tiles are the same.
            let sums = drawn.each_ref().map(|drawn| {
                let mut all = Rack::EMPTY;
                let sums = drawn.iter().map(|new| {
                    new.cells().for_each(|cell| assert!(all.len() >= 28 || all.add(cell)));
                    (all.len(), all)
                });
                sums.take_while(|(length, _)| *length < 28).collect::<Vec<_>>()
            });
            let both = sums[0]
                .iter()
                .filter_map(|(length, all)| Some((all, &sums[1].iter().find(|(other, _)| other == length)?.1)));
            both.for_each(|(one, other)| assert_eq!(one, other));
            assert_eq!(drawn[0][0], drawn[1][0]);
        }
    }
}

/// Every move there is, with what it is worth by these values, best first: the witness of the strategies that look at
/// a turn alone.
fn all_moves(view: &View<'_>, leaves: Option<&dyn Leaves>) -> Vec<(i32, Move)> {
    let mut worker = world().generator.worker();
    let mut all = All::new();
    worker.all(view.position, &mut all).unwrap();
    let points = view.position.setup().points();
    let value = |play: &Move| {
        let kept = play.leave(view.position.rack());
        match leaves {
            Some(leaves) if view.bag > 0 => leaves.value(&kept).thousandths(),
            Some(_) if kept.is_empty() => 2000 * view.position.opponent_rack().points(points),
            Some(_) => -1000 * (10 + 2 * kept.points(points)),
            None => 0,
        }
    };
    let mut moves: Vec<(i32, Move)> = all
        .into_sorted(Order::Score)
        .into_iter()
        .map(|play| (Move::Place(play.placement), play.score))
        .map(|(play, score)| (1000 * score + value(&play), play))
        .collect();
    let mut others = Vec::new();
    other_moves(view.position, None, &mut others);
    if view.may_exchange() && leaves.is_some() {
        moves.extend(others.into_iter().filter(|(play, _)| *play != Move::Pass).map(|(play, _)| (value(&play), play)));
    }
    moves.sort_by_key(|(worth, _)| -worth);
    moves
}

/// The charge for a first play, in thousandths of a point: 700 for each vowel with a letter premium right above or below.
fn first_play_charge(view: &View<'_>, play: &Move) -> i32 {
    let Move::Place(placement) = play else { return 0 };
    if !view.position.board().is_empty() {
        return 0;
    }
    let (setup, across) = (view.position.setup(), placement.direction == Direction::Across);
    let premium = |row: i32, column: i32| setup.layout().premium(Square { row: row as u8, column: column as u8 }).letter();
    let charged = placement.laid(view.position.board()).filter(|(square, cell)| {
        let (row, column) = (i32::from(square.row), i32::from(square.column));
        let beside = [-1, 1].map(|step| if across { (row + step, column) } else { (row, column + step) });
        let label = setup.alphabet().letters()[usize::from(cell.number()) - 1].label.clone();
        "AEIOU".contains(&label) && beside.iter().any(|&(row, column)| premium(row, column) > 1)
    });
    700 * charged.count() as i32
}

#[test]
fn lists_by_equity_have_every_move_where_it_belongs() {
    let world = world();
    let (mut openings, mut empty_bags) = (0, 0);
    for seed in 0..if cfg!(debug_assertions) { 2 } else { 10 } {
        let game = world.game(["equity", "rack"], "standard", 100 + seed);
        for turns in 0..game.turns().len() {
            let game = game.rewound(turns + 1);
            let view = game.view();
            openings += usize::from(view.position.board().is_empty());
            empty_bags += usize::from(view.bag == 0);
            let mut expected: Vec<(i32, Move)> = all_moves(&view, Some(&world.leaves));
            expected.iter_mut().for_each(|(worth, play)| *worth -= first_play_charge(&view, play));
            expected.sort_by_key(|(worth, play)| (-worth, *play));
            let mut equity = world.context().static_equity();
            let listed = equity.list(&view, Order::Equity, None).unwrap();
            let (pass, moves) = listed.split_last().unwrap();
            assert_eq!((pass.play, pass.score), (Move::Pass, 0));
            assert!(moves.is_sorted_by(|a, b| a.worth >= b.worth));
            let mut found: Vec<(i32, Move)> = moves.iter().map(|found| (found.worth.thousandths(), found.play)).collect();
            found.sort_by_key(|(worth, play)| (-worth, *play));
            assert_eq!(found, expected);
            for found in &listed {
                assert_eq!(equity.of(&view, &found.play, found.score), found.worth);
            }
            let short = equity.list(&view, Order::Equity, Some(9)).unwrap();
            assert_eq!(short, listed[..listed.len().min(9)]);
            let by_score = equity.list(&view, Order::Score, Some(9)).unwrap();
            assert!(by_score.iter().all(|found| listed.contains(found) && found.play != Move::Pass));
        }
    }
    assert!(openings > 0 && empty_bags > 0);
}

#[test]
fn strategies_choose_the_best_move_that_they_consider() {
    let world = world();
    for seed in 0..if cfg!(debug_assertions) { 3 } else { 20 } {
        let game = world.game(["equity", "rack"], "standard", seed);
        for turns in 0..game.turns().len() {
            let game = game.rewound(turns + 1);
            let view = game.view();
            for spec in QUICK {
                let mut strategy = world.strategy(spec);
                let considered = strategy.consider(&view, 5).unwrap();
                assert!((1..=5).contains(&considered.len()), "{spec}");
                let (play, score) = strategy.choose(&view).unwrap();
                assert_eq!((considered[0].play, considered[0].score), (play, score), "{spec}");
                // A simulation puts moves last that it has dropped, whatever they came to until then.
                let sorted = considered.is_sorted_by(|a, b| a.worth >= b.worth);
                assert!(sorted || spec.starts_with("simulate"), "{spec}");
                assert!(game.clone().play_checked(&play, &world.generator).is_ok());
                let parts: i32 = considered[0].parts.iter().map(|part| part.value.thousandths()).sum();
                assert_eq!(considered[0].worth.thousandths(), 1000 * score + parts, "{spec}");
            }
            // Against every move there is, except for the first, on which vowels are charged for.
            let best = |moves: &[(i32, Move)]| moves.first().map(|(worth, _)| *worth);
            let worth = |spec: &str| world.strategy(spec).consider(&view, 1).unwrap()[0].worth.thousandths();
            if let Some(best) = best(&all_moves(&view, None)) {
                assert_eq!(worth("greedy"), best);
            }
            if let Some(best) = best(&all_moves(&view, Some(&world.evaluation))) {
                assert_eq!(worth("rack"), best);
            }
            if let Some(best) = best(&all_moves(&view, Some(&world.leaves))).filter(|_| !view.position.board().is_empty()) {
                assert_eq!(worth("equity"), best);
            }
        }
    }
}

/// A record without the racks, as it is if nobody wrote them down.
fn without_racks(gcg: &Gcg) -> Gcg {
    let lines = gcg
        .render()
        .lines()
        .filter(|line| !line.starts_with("#rack"))
        .map(|line| match line.split_once(": ") {
            Some((nick, rest)) if line.starts_with('>') && !rest.starts_with('(') => {
                format!("{nick}: {}\n", rest.split_once(' ').unwrap().1)
            }
            _ => format!("{line}\n"),
        })
        .collect::<String>();
    Gcg::parse(lines.as_bytes(), &gcg.setup).unwrap()
}

#[test]
fn records_of_other_programs_are_gone_on_with_after_any_turn() {
    let world = world();
    let rules = || GameRules::builtin("standard").unwrap();
    let full = Bag::full(world.setup.alphabet()).len();
    for seed in 0..3 {
        let game = world.game(["equity", "greedy"], "standard", seed);
        let gcg = game.to_gcg(["one", "two"]);
        let bare = without_racks(&gcg);
        let turns = game.turns().len();
        for kept in 0..=turns {
            let was = game.rewound(turns - kept);
            let again = Game::continued(&gcg, rules(), 77, Some(kept)).unwrap();
            assert_eq!((again.turns(), again.scores(), again.end()), (was.turns(), was.scores(), was.end()), "{kept}");
            assert_eq!((again.bag(), again.on_turn()), (was.bag(), was.on_turn()));
            // The record tells the rack of each player who has a turn to come.
            let told = |seat: usize| game.turns()[kept..].iter().any(|taken| taken.seat == seat);
            (0..2).filter(|&seat| told(seat)).for_each(|seat| assert_eq!(again.rack(seat), was.rack(seat)));
            // Where it tells nothing, as many tiles are drawn as the players hold.
            let mut drawn = Game::continued(&bare, rules(), 77, Some(kept)).unwrap();
            assert_eq!([0, 1].map(|seat| drawn.rack(seat).len()), [0, 1].map(|seat| was.rack(seat).len()), "{kept}");
            let board = drawn.position().board().tiles().count();
            assert_eq!(board + drawn.bag() + drawn.rack(0).len() + drawn.rack(1).len(), full);
            assert!(!drawn.is_from_seed() && drawn.end() == was.end());
            // Saved, it is the same game, and goes on in the same way; taken back as well.
            let mut other = Game::from_gcg(&drawn.to_gcg(["you", "two"])).unwrap();
            let mut greedy = world.strategy("greedy");
            for made in 0..4 {
                assert_eq!((drawn.turns().len(), drawn.bag()), (other.turns().len(), other.bag()));
                assert_eq!([drawn.rack(0), drawn.rack(1)], [other.rack(0), other.rack(1)], "{kept} {made}");
                if drawn.end().is_some() {
                    break;
                }
                let play = greedy.consider(&drawn.view(), 1).unwrap()[0].play;
                drawn.play(&play).unwrap();
                other.play(&play).unwrap();
                other = Game::from_gcg(&other.to_gcg(["you", "two"])).unwrap();
            }
            let (back, also) = (drawn.rewound(2), other.rewound(2));
            assert_eq!((back.turns(), back.scores(), back.rack(0)), (also.turns(), also.scores(), also.rack(0)));
            drawn.to_gcg(["you", "two"]).replay().unwrap();
        }
    }
}

#[test]
fn what_a_game_does_not_allow_is_named() {
    let world = world();
    let rules = GameRules::builtin("standard").unwrap();
    let mut game = Game::new(world.setup.clone(), rules.clone(), 3).unwrap();
    let alphabet = world.setup.alphabet();
    let cells: Vec<Cell> = game.position().rack().cells().collect();
    let parse = |game: &Game, text: &str| Move::parse(text, game.position().board(), alphabet).unwrap();
    let before = (game.turns().len(), *game.rack(0));
    let missing = (b'A'..=b'Z').map(char::from).find(|letter| {
        let tile = Cell::tile(alphabet.parse(&letter.to_string()).unwrap()[0]);
        !cells.contains(&tile)
    });
    let text = format!("8H {0}{0}", missing.unwrap());
    assert!(matches!(game.play_checked(&parse(&game, &text), &world.generator), Err(GameError::Play(_))));
    let letters: String = cells
        .iter()
        .filter(|cell| cell.is_tile())
        .map(|&cell| alphabet.letter(cell.letter().unwrap()).label.clone())
        .take(6)
        .collect();
    let error = game.play_checked(&parse(&game, &format!("8D {letters}")), &world.generator).unwrap_err().to_string();
    assert!(error.starts_with("not in the lexicon: "), "{error}");
    assert_eq!(before, (game.turns().len(), *game.rack(0)));
    // Six turns without score end the game; whoever holds less wins.
    for turn in 0..6 {
        assert!(game.end().is_none(), "{turn}");
        game.play(&Move::Pass).unwrap();
    }
    assert_eq!(game.end(), Some(End::Stalled));
    check(&game);
    // An alphabet without tile counts has no game.
    let bare = lexigraph::alphabet::Alphabet::automatic("abc".chars()).unwrap();
    let setup = BoardSetup::new(bare, world.setup.layout().clone()).unwrap();
    assert!(matches!(Game::new(setup, rules, 1), Err(GameError::Bag { tiles: 0, needed: 14, .. })));
}

#[test]
fn records_of_other_games_are_refused() {
    let world = world();
    let game = world.game(["greedy", "rack"], "standard", 5);
    let text = game.to_gcg(["one", "two"]).render();
    let read =
        |text: &str| Game::from_gcg(&Gcg::parse(text.as_bytes(), &world.setup).unwrap()).map(|game| game.turns().len());
    assert_eq!(read(&text).unwrap(), game.turns().len());
    let wrong = |from: &str, to: &str| read(&text.replacen(from, to, 1)).unwrap_err().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with(">p1: ") && lines[3] == "#note lexigraph: seed 5, rules standard", "{text}");
    assert!(!text.contains("#board-layout") && !text.contains("#tile-distribution"));
    assert!(wrong("lexigraph: seed 5", "seed 5").contains("not saved by this program"));
    assert!(wrong("seed 5", "seed five").contains("the seed 'five', which is not a number"));
    assert!(wrong("seed 5", "seed 6").contains("not the one this seed deals"));
    assert!(wrong("rules standard", "rules chess").contains("no rules are called 'chess'"));
    // Comments of people do not hide the note, and records of older versions are read.
    assert_eq!(read(&(text.clone() + "#note a fine game, seed 9\n")).unwrap(), game.turns().len());
    let note = "#note lexigraph: seed 5, rules standard\n";
    let old = text.replace(note, "#lexigraph-seed 5\n#lexigraph-rules standard\n");
    assert_eq!(read(&old).unwrap(), game.turns().len());
    assert!(wrong(note, "#lexigraph-seed five\n#lexigraph-rules standard\n").contains("'five'"));
    // Another board and other letters are named.
    let setup = BoardSetup::builtin("english-200", "grand-21").unwrap();
    let other = Game::new(setup.clone(), GameRules::builtin("thesis").unwrap(), 3).unwrap();
    let text = other.to_gcg(["one", "two"]).render();
    assert!(
        text.contains(
            "#board-layout grand-21\n#tile-distribution english-200\n#note lexigraph: seed 3, rules thesis\n#rack1 "
        )
    );
    let again = Game::from_gcg(&Gcg::parse(text.as_bytes(), &world.setup).unwrap()).unwrap();
    assert_eq!(again.to_gcg(["one", "two"]).render(), text);
}

/// The results of a match that is stopped after every `stop` batches and continued.
fn results(specs: [&str; 2], units: u64, pairs: bool, shard: Shard, threads: usize, stop: u64) -> Results {
    let world = world();
    let played = Match {
        version: VERSION.to_owned(),
        first: specs[0].to_owned(),
        second: specs[1].to_owned(),
        setting: vec!["enable".to_owned()],
        seed: 11,
        units,
        pairs,
    };
    let specs = specs.map(|spec| StrategySpec::parse(spec).unwrap());
    let rules = GameRules::builtin("standard").unwrap();
    let playing = MatchContext { specs, contexts: [world.context(); 2], setup: world.setup.clone(), rules, judge: None };
    let mut results = Results::new(played, shard);
    let pool = lexigraph::parallel::Threads::new(threads).unwrap();
    while !results.complete {
        let mut batches = 0;
        let go_on = |_: &Results| {
            batches += 1;
            batches <= stop
        };
        pool.run(|| play_match::<MatchError>(&playing, &mut results, |_| Ok(()), go_on)).unwrap();
        // Written to a file and read again.
        results = serde_json::from_str(&serde_json::to_string(&results).unwrap()).unwrap();
    }
    results
}

#[test]
fn matches_are_the_same_whatever_the_threads_the_shards_and_the_interruptions() {
    let specs = ["equity", "greedy"];
    let [games, twice] = if cfg!(debug_assertions) { [36, 16] } else { [150, 70] };
    for (units, pairs) in [(games, false), (twice, true)] {
        let whole = results(specs, units, pairs, Shard::WHOLE, 1, u64::MAX);
        assert_eq!((whole.done, whole.tally.games), (units, units * (1 + u64::from(pairs))));
        assert_eq!(whole, results(specs, units, pairs, Shard::WHOLE, 3, 1));
        let mut joined = results(specs, units, pairs, Shard { number: 2, of: 3 }, 2, u64::MAX);
        for number in [3, 1] {
            joined.join(&results(specs, units, pairs, Shard { number, of: 3 }, 2, 1)).unwrap();
        }
        assert!(joined.check().is_ok() && matches!(joined.join(&joined.clone()), Err(JoinError::Twice(_))));
        let other = results(specs, 10, pairs, Shard { number: 1, of: 3 }, 1, u64::MAX);
        assert!(matches!(joined.join(&other), Err(JoinError::Different { what: "the number of games", .. })));
        joined.shards.complete();
        assert_eq!(joined, whole);
    }
    // A strategy against itself with the same tiles is even.
    let even = results(["rack", "rack"], 40, true, Shard::WHOLE, 2, u64::MAX).tally;
    assert_eq!((even.pairs.sum, even.pairs.zero, even.first.score), (0, 40, even.second.score));
}

/// Where both seats have the same strategy, a match has one of it, which sees every turn.
#[test]
fn one_strategy_in_both_seats_plays_as_two_do() {
    let world = world();
    let specs = [StrategySpec::parse("equity").unwrap(); 2];
    let rules = GameRules::builtin("standard").unwrap();
    let contexts = [world.context(); 2];
    let playing = MatchContext { specs, contexts, setup: world.setup.clone(), rules: rules.clone(), judge: None };
    let [first, second] = specs.map(|spec| spec.to_string());
    let version = VERSION.to_owned();
    let played = Match { version, first, second, setting: Vec::new(), seed: 3, units: 2, pairs: true };
    let mut results = Results::new(played, Shard::WHOLE);
    let compare = |seen: MatchGame<'_>| -> Result<(), MatchError> {
        let (mut first, mut second) = (specs[0].strategy(world.context())?, specs[1].strategy(world.context())?);
        let game = play_game(&world.setup, &rules, seen.game.seed(), [&mut *first, &mut *second])?;
        assert_eq!(game.turns(), seen.game.turns());
        Ok(())
    };
    play_match(&playing, &mut results, compare, |_| true).unwrap();
    assert_eq!(results.tally.games, 4);
}

#[test]
fn a_rack_heuristic_beats_the_highest_score() {
    let tally =
        results(["rack", "greedy"], if cfg!(debug_assertions) { 60 } else { 400 }, true, Shard::WHOLE, 2, u64::MAX).tally;
    let (share, half) = tally.pairs.share().unwrap();
    assert!(share - half > 0.5, "{share} ± {half}");
}

#[test]
fn simulations_are_the_same_in_parallel() {
    let world = world();
    let game = world.game(["equity", "equity"], "standard", 2);
    for turns in [3, 9, 15] {
        let game = game.rewound(turns);
        let settings = SimulationSettings {
            candidates: 6,
            plies: 2,
            iterations: 48,
            certainty: 99,
            by: Objective::Win,
            pre_endgame: false,
            infer: false,
        };
        let run = |parallel: bool| {
            let simulate = Simulate::new(world.context(), &world.leaves, settings);
            let mut simulate = if parallel { simulate.in_parallel() } else { simulate };
            simulate.run(&game.view(), |_| true).unwrap()
        };
        let (one, other) = (run(false), run(true));
        let list = |report: &lexigraph::play::strategy::SimulationReport| -> Vec<(Move, String, u64)> {
            report
                .outcomes
                .iter()
                .map(|outcome| (outcome.scored_move.play, format!("{:.9}", outcome.mean), outcome.iterations))
                .collect()
        };
        assert_eq!(list(&one), list(&other));
        assert!(one.outcomes.iter().all(|outcome| (0.0..=1.0).contains(&outcome.wins)));
        assert!(one.outcomes[0].iterations == one.iterations);
    }
}

#[test]
fn a_watched_simulation_is_the_same_in_parts() {
    let world = world();
    let game = world.game(["equity", "equity"], "standard", 2).rewound(5);
    // So many moves that a batch is tried in parts of one rack on one thread, and as a whole on 16.
    let settings = SimulationSettings {
        candidates: 30,
        plies: 40,
        iterations: 20,
        certainty: 60,
        by: Objective::Spread,
        pre_endgame: false,
        infer: false,
    };
    let mut told = Vec::new();
    let mut watch = |progress: &SimulationProgress<'_>| {
        told.push(progress.report());
        ControlFlow::Continue(())
    };
    let mut simulate = Simulate::new(world.context(), &world.leaves, settings);
    let one = simulate.run_watched(&game.view(), &mut watch).unwrap();
    let many = Threads::new(16).unwrap().run(|| {
        let mut parts = 0;
        let mut simulate = Simulate::new(world.context(), &world.leaves, settings).in_parallel();
        let report = simulate.run(&game.view(), |_| {
            parts += 1;
            true
        });
        (report.unwrap(), parts)
    });
    assert_eq!((format!("{one:?}"), one.iterations.div_ceil(16)), (format!("{:?}", many.0), many.1));
    let racks: Vec<u64> = told.iter().map(|report| report.iterations).collect();
    assert!(racks.starts_with(&[0, 1, 2, 3]) && racks.is_sorted(), "{racks:?}");
    // Ended in the middle of a batch, the report is that of the racks so far.
    let mut simulate = Simulate::new(world.context(), &world.leaves, settings);
    let ended = simulate.run(&game.view(), |done| done < 3).unwrap();
    assert_eq!(format!("{ended:?}"), format!("{:?}", told[3]));
}

/// A strategy that plays at random, so that games reach positions that other strategies avoid.
struct Drifter(u64);

impl Strategy for Drifter {
    fn consider(&mut self, view: &View<'_>, _: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let mut moves = all_moves(view, Some(&world().leaves));
        moves.push((0, Move::Pass));
        let (worth, play) = moves[((view.seed ^ self.0) % moves.len() as u64) as usize];
        let score = if let Move::Place(placement) = &play { view.position.score(placement) } else { 0 };
        Ok(vec![ScoredMove { play, score, worth: lexigraph::movegen::Equity::from_thousandths(worth), parts: vec![] }])
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 2 } else { 12 }, ..ProptestConfig::default() })]

    #[test]
    fn games_of_any_moves_are_games(seed: u64, whims: [u64; 2], rules in 0usize..4) {
        let rules = GameRules::builtin(["standard", "transfer", "four-passes", "thesis"][rules]).unwrap();
        let [mut first, mut second] = whims.map(Drifter);
        check(&play_game(&world().setup, &rules, seed, [&mut first, &mut second]).unwrap());
    }
}

/// A strategy that exchanges whatever the rules say.
struct Cheat;

impl Strategy for Cheat {
    fn consider(&mut self, view: &View<'_>, _: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let tiles: Vec<Cell> = view.position.rack().cells().collect();
        let play = Move::Exchange(lexigraph::board::Tiles::from_slice(&tiles).unwrap());
        Ok(vec![ScoredMove { play, score: 0, worth: lexigraph::movegen::Equity::ZERO, parts: vec![] }])
    }
}

#[test]
fn a_strategy_that_breaks_the_rules_ends_the_match() {
    let rules = GameRules::builtin("thesis").unwrap();
    let error = play_game(&world().setup, &rules, 1, [&mut Cheat, &mut Cheat]).unwrap_err().to_string();
    assert!(error.contains("the rules 'thesis' have no exchange"), "{error}");
}

#[test]
fn training_is_the_same_whatever_the_threads_and_the_interruptions() {
    let world = world();
    let rules = GameRules::builtin("standard").unwrap();
    let env = TrainEnv { generator: &world.generator, setup: &world.setup, rules: &rules };
    let config = TrainConfig { games: 40, generations: 2, draws: 4, seed: 3, setting: vec![] };
    assert_eq!((config.games_before(1), config.games_before(2)), (13, 40));
    // In debug, a table of all leaves takes seconds.
    let (games, generations) = if cfg!(debug_assertions) { (6, 1) } else { (40, 2) };
    let config = TrainConfig { games, generations, ..config };
    let learn = |threads: usize, stop: u64| {
        let mut progress = Progress::new(config.clone());
        let pool = lexigraph::parallel::Threads::new(threads).unwrap();
        let mut over = false;
        while !over {
            let mut asked = 0;
            let go_on = |_: &Progress| {
                asked += 1;
                asked <= stop
            };
            over = pool.run(|| train(env, &mut progress, go_on)).unwrap();
        }
        progress
    };
    let progress = learn(1, u64::MAX);
    assert_eq!(progress.values.0.len(), 914_624);
    assert!(progress == learn(2, 1));
    let value =
        |text: &str| progress.values.table().unwrap().value(&Rack::parse(text, world.setup.alphabet()).unwrap()).points();
    // The shards of a generation are the generation.
    let observed = |shard: Shard| {
        let mut progress = Progress::new(config.clone()).shard(shard);
        assert!(observe(env, &mut progress, &mut |_| true).unwrap());
        progress
    };
    let whole = observed(Shard::WHOLE);
    let mut joined = observed(Shard { number: 2, of: 3 });
    for number in [3, 1] {
        joined.join(&observed(Shard { number, of: 3 })).unwrap();
    }
    assert!(joined.observed == whole.observed && joined.done == whole.done && joined.shards.missing().is_none());
    assert!(matches!(joined.clone().join(&joined), Err(JoinError::Twice(_))));
    // So few games as in debug teach little.
    assert!(
        cfg!(debug_assertions) || value("?") > 15.0 && value("?") > value("S") && value("S") > value("V"),
        "{} {} {}",
        value("?"),
        value("S"),
        value("V")
    );
}
