//! Ladders, chains, spelling bees and clues, held against searches over all pairs of words and plain scans of lists.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::image::{ErasedGraph, Image, NodeLayout, bundled, compile_in_memory};
use lexigraph::query::clues::Mark;
use lexigraph::query::{Bee, Chain, ClueTexts, Clues, Growth, Ladder, Query, QueryError};
use lexigraph::wordlist::Words;
use proptest::prelude::*;

type Word = Vec<Tile>;

fn image(list: &BTreeSet<Word>, nodes: NodeLayout) -> Image {
    let words: Words = list.iter().map(|word| &word[..]).collect();
    compile_in_memory(&Alphabet::builtin("english").unwrap(), &words, GraphKinds::Dawg, nodes).unwrap()
}

fn word(letters: u8, length: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Word> {
    prop::collection::vec((1..=letters).prop_map(Tile::from_label), length)
}

/// `true` if the words differ in one letter or, with `edits`, one of them has one letter more.
fn is_step(a: &[Tile], b: &[Tile], edits: bool) -> bool {
    if a.len() == b.len() {
        return a.iter().zip(b).filter(|(a, b)| a != b).count() == 1;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    edits && (0..long.len()).any(|at| [&long[..at], &long[at + 1..]].concat() == short)
}

/// All shortest ladders, by the distances of all words from the end and a search that tries every step.
fn ladders(list: &[Word], from: &Word, to: &Word, edits: bool) -> Vec<Vec<Word>> {
    ways(list, from, to, |a, b| is_step(a, b, edits))
}

/// All shortest ways, by the distances of all words from the end and a search that tries every step.
fn ways(list: &[Word], from: &Word, to: &Word, is_step: impl Fn(&[Tile], &[Tile]) -> bool) -> Vec<Vec<Word>> {
    let at = |word: &Word| list.iter().position(|other| other == word);
    let (Some(from), Some(to)) = (at(from), at(to)) else { return vec![] };
    let mut distance = vec![usize::MAX; list.len()];
    distance[to] = 0;
    let mut queue = vec![to];
    for step in 1.. {
        if queue.is_empty() {
            break;
        }
        let is_next =
            |other: &usize| distance[*other] == usize::MAX && queue.iter().any(|&word| is_step(&list[*other], &list[word]));
        let next: Vec<usize> = (0..list.len()).filter(is_next).collect();
        next.iter().for_each(|&word| distance[word] = step);
        queue = next;
    }
    let mut paths = if distance[from] == usize::MAX { vec![] } else { vec![vec![from]] };
    for left in (0..if paths.is_empty() { 0 } else { distance[from] }).rev() {
        let nexts = |path: &Vec<usize>| {
            let last = path[path.len() - 1];
            let fits = |next: &usize| distance[*next] == left && is_step(&list[last], &list[*next]);
            (0..list.len()).filter(fits).map(|next| [&path[..], &[next]].concat()).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(nexts).collect();
    }
    paths.iter().map(|path| path.iter().map(|&word| list[word].clone()).collect()).collect()
}

fn found(ladder: &Ladder, graph: &ErasedGraph<'_>, through: &[&Word]) -> Vec<Vec<Word>> {
    let words: Vec<&[Tile]> = through.iter().map(|word| &word[..]).collect();
    let Some(ladders) = ladder.through(graph, &words) else { return vec![] };
    let mut found = vec![];
    let _ = ladders.for_each(&mut |words| {
        assert_eq!(words.len(), ladders.steps() + 1);
        found.push(words.iter().map(|word| word.to_vec()).collect());
        ControlFlow::Continue(())
    });
    assert_eq!(ladders.count(), found.len() as u64);
    found
}

/// `true` if a word of a chain may come behind another.
fn follows(a: &[Tile], b: &[Tile], overlap: usize) -> bool {
    a.len().min(b.len()) > overlap && a[a.len() - overlap..] == b[..overlap]
}

/// The number of words of the longest chain that begins with these, by trying all.
fn longest_chain<'w>(list: &'w [Word], chain: &mut Vec<&'w Word>, overlap: usize) -> usize {
    let mut longest = chain.len();
    for word in list {
        if follows(chain[chain.len() - 1], word, overlap) && !chain.contains(&word) {
            chain.push(word);
            longest = longest.max(longest_chain(list, chain, overlap));
            chain.pop();
        }
    }
    longest
}

/// The rows of words that `produce` passes to its argument.
fn gathered(produce: impl FnOnce(&mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<Vec<Word>> {
    let mut found = vec![];
    let _ = produce(&mut |words| {
        found.push(words.iter().map(|word| word.to_vec()).collect());
        ControlFlow::Continue(())
    });
    found
}

fn chained(chain: &Chain, graph: &ErasedGraph<'_>, through: &[&Word]) -> Vec<Vec<Word>> {
    let words: Vec<&[Tile]> = through.iter().map(|word| &word[..]).collect();
    let Some(chains) = chain.through(graph, &words) else { return vec![] };
    let found = gathered(|each| chains.for_each(each));
    assert!(found.iter().all(|chain| chain.len() == chains.steps() + 1));
    assert_eq!(chains.count(), found.len() as u64);
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 150 } else { 2000 }))]

    #[test]
    fn ladders_are_those_of_all_pairs(
        list in prop::collection::btree_set(word(3, 2..=5), 3..60),
        picks in [any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()],
        edits: bool,
        layout in 0..NodeLayout::ALL.len(),
    ) {
        let image = image(&list, NodeLayout::ALL[layout]);
        let list: Vec<Word> = list.into_iter().collect();
        let [a, b, c] = picks.map(|pick| &list[pick.index(list.len())]);
        let dawg = image.dawg().unwrap();
        let ladder = Ladder { edits, ..Ladder::default() };
        let expected = ladders(&list, a, b, edits);
        prop_assert_eq!(&found(&ladder, &dawg, &[a, b]), &expected);
        let steps = expected.first().map_or(0, |ladder| ladder.len() - 1);
        if steps > 0 {
            let short = |max_steps| Ladder { edits, max_steps };
            prop_assert_eq!(&found(&short(steps), &dawg, &[a, b]), &expected);
            prop_assert!(found(&short(steps - 1), &dawg, &[a, b]).is_empty());
        }
        // Through three words: each ladder of the first part with each of the second.
        let second = ladders(&list, b, c, edits);
        let both: Vec<Vec<Word>> =
            expected.iter().flat_map(|first| second.iter().map(|second| [&first[..], &second[1..]].concat())).collect();
        prop_assert_eq!(found(&ladder, &dawg, &[a, b, c]), both);
    }

    #[test]
    fn chains_are_those_of_all_pairs(
        list in prop::collection::btree_set(word(3, 1..=5), 3..60),
        picks in [any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()],
        overlap in 1..=3usize,
        layout in 0..NodeLayout::ALL.len(),
    ) {
        let image = image(&list, NodeLayout::ALL[layout]);
        let list: Vec<Word> = list.into_iter().collect();
        let [a, b, c] = picks.map(|pick| &list[pick.index(list.len())]);
        let dawg = image.dawg().unwrap();
        let chain = Chain { overlap, ..Chain::default() };
        let chains = |from: &Word, to: &Word| {
            if from.len().min(to.len()) <= overlap { vec![] } else { ways(&list, from, to, |a, b| follows(a, b, overlap)) }
        };
        let expected = chains(a, b);
        prop_assert_eq!(&chained(&chain, &dawg, &[a, b]), &expected);
        let steps = expected.first().map_or(0, |chain| chain.len() - 1);
        if steps > 0 {
            let short = |max_steps| Chain { overlap, max_steps };
            prop_assert_eq!(&chained(&short(steps), &dawg, &[a, b]), &expected);
            prop_assert!(chained(&short(steps - 1), &dawg, &[a, b]).is_empty());
        }
        let second = chains(b, c);
        let both: Vec<Vec<Word>> =
            expected.iter().flat_map(|first| second.iter().map(|second| [&first[..], &second[1..]].concat())).collect();
        prop_assert_eq!(chained(&chain, &dawg, &[a, b, c]), both);
        // Growth: a way of insertions.
        let growth = ways(&list, a, b, |a, b| a.len() < b.len() && is_step(a, b, true));
        let grown = Growth::default().through(&dawg, &[a, b]);
        prop_assert_eq!(grown.as_ref().map_or(0, |grown| grown.count()), growth.len() as u64);
        prop_assert_eq!(grown.map_or_else(Vec::new, |grown| gathered(|each| grown.for_each(each))), growth);
        let longest = Growth::default().longest(&dawg, a).unwrap();
        let all = list.iter().flat_map(|b| ways(&list, a, b, |a, b| a.len() < b.len() && is_step(a, b, true)));
        let mut all: Vec<Vec<Word>> = all.filter(|way| way.len() > longest.steps()).collect();
        all.sort();
        prop_assert_eq!(gathered(|each| longest.for_each(each)), all);
    }

    #[test]
    fn a_longest_chain_is_that_of_a_search(
        list in prop::collection::btree_set(word(4, 2..=4), 3..14),
        pick: prop::sample::Index,
        overlap in 1..=2usize,
    ) {
        let image = image(&list, NodeLayout::Fast);
        let list: Vec<Word> = list.into_iter().collect();
        let from = &list[pick.index(list.len())];
        let found = Chain { overlap, ..Chain::default() }.longest(&image.dawg().unwrap(), from);
        let Some(found) = found else {
            prop_assert!(from.len() <= overlap);
            return Ok(());
        };
        prop_assert_eq!(&found.words[0], from);
        prop_assert!(found.words.windows(2).all(|pair| follows(&pair[0], &pair[1], overlap)));
        prop_assert_eq!(found.words.iter().collect::<BTreeSet<_>>().len(), found.words.len());
        let longest = longest_chain(&list, &mut vec![from], overlap);
        prop_assert!(found.words.len() <= longest && longest <= found.bound, "{} {longest} {}", found.words.len(), found.bound);
        let cut = Chain { overlap, max_steps: 2 }.longest(&image.dawg().unwrap(), from).unwrap();
        prop_assert_eq!(&cut.words[..], &found.words[..found.words.len().min(3)]);
    }

    #[test]
    fn a_bee_is_a_scan(list in prop::collection::btree_set(word(6, 1..=8), 1..80), letters in word(6, 1..=5)) {
        let image = image(&list, NodeLayout::Fast);
        let alphabet = image.alphabet();
        let bee = Bee::parse(&alphabet.render(&letters), alphabet).unwrap();
        let fits = |word: &&Word| {
            word.len() >= 4 && word.contains(&letters[0]) && word.iter().all(|tile| letters.contains(tile))
        };
        let expected: Vec<Word> = list.iter().filter(fits).cloned().collect();
        prop_assert_eq!(&bee.words(&image.dawg().unwrap()), &expected);
        for word in expected {
            let all = letters.iter().all(|tile| word.contains(tile));
            let points = if word.len() == 4 { 1 } else { word.len() as i64 } + if all { 7 } else { 0 };
            prop_assert_eq!((bee.points(&word), bee.is_pangram(&word)), (points, all));
        }
    }

    #[test]
    fn clues_of_guesses_leave_the_words_with_the_same_results(
        list in prop::collection::btree_set(word(4, 4..=5), 1..60),
        secret in word(4, 4..=4),
        guesses in prop::collection::vec(word(4, 4..=4), 1..4),
    ) {
        let image = image(&list, NodeLayout::Fast);
        let alphabet = image.alphabet();
        let texts = guesses.iter().map(|guess| {
            let result: String = result(&secret, guess).iter().map(|mark| "gyx".as_bytes()[*mark as usize] as char).collect();
            format!("{}={result}", alphabet.render(guess))
        });
        let texts = ClueTexts { guesses: texts.collect(), ..ClueTexts::default() };
        let clues = Clues::parse(&texts, alphabet).unwrap();
        let fits = |word: &Word| word.len() == 4 && guesses.iter().all(|guess| result(word, guess) == result(&secret, guess));
        let expected: Vec<Word> = list.iter().filter(|word| fits(word)).cloned().collect();
        prop_assert_eq!(clues.words(&image.dawg().unwrap()), expected);
        prop_assert!(clues.fits(&secret));
        prop_assert!(list.iter().all(|word| clues.fits(word) == fits(word)));
    }
}

/// The colours of a guess, as the game gives them: green first, then yellow from the left as long as letters are left.
fn result(secret: &[Tile], guess: &[Tile]) -> Vec<Mark> {
    let mut left = secret.to_vec();
    let mut marks = vec![Mark::Grey; guess.len()];
    for (at, tile) in guess.iter().enumerate().filter(|(at, tile)| **tile == secret[*at]) {
        marks[at] = Mark::Green;
        let used = left.iter().position(|other| other == tile).unwrap();
        left.remove(used);
    }
    for (tile, mark) in guess.iter().zip(&mut marks).filter(|(_, mark)| **mark == Mark::Grey) {
        if let Some(used) = left.iter().position(|other| other == tile) {
            *mark = Mark::Yellow;
            left.remove(used);
        }
    }
    marks
}

fn enable(wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let alphabet = Alphabet::builtin("english").unwrap();
    crate::common::enable().iter().map(|word| alphabet.render(word)).filter(|word| wanted(word)).collect()
}

#[test]
fn enable1_is_searched_as_by_scans() {
    let image = bundled("enable").unwrap().unwrap();
    let (alphabet, dawg) = (image.alphabet(), image.dawg().unwrap());
    let tiles = |word: &str| alphabet.parse(word).unwrap();
    let fours: Vec<Word> = enable(|word| word.len() == 4).iter().map(|word| tiles(word)).collect();
    let (cold, warm) = (tiles("COLD"), tiles("WARM"));
    assert_eq!(found(&Ladder::default(), &dawg, &[&cold, &warm]), ladders(&fours, &cold, &warm, false));
    for letters in ["CAHNLTO", "QUIETNS", "ZZZ", "GINATRE"] {
        let fits = |word: &str| word.len() >= 4 && word.contains(&letters[..1]) && word.chars().all(|c| letters.contains(c));
        let words = Bee::parse(letters, alphabet).unwrap().words(&dawg);
        assert_eq!(words.iter().map(|word| alphabet.render(word)).collect::<Vec<_>>(), enable(fits), "{letters}");
    }
    let count = |word: &str, letter| word.chars().filter(|c| *c == letter).count();
    let filter = |green: &str, yellow: &[&str], grey: &str, fits: &dyn Fn(&str) -> bool| {
        let yellow = yellow.iter().map(|text| (*text).to_owned()).collect();
        let texts = ClueTexts { green: Some(green.into()), yellow, grey: grey.into(), ..ClueTexts::default() };
        let words = Clues::parse(&texts, alphabet).unwrap().words(&dawg);
        let words: Vec<String> = words.iter().map(|word| alphabet.render(word)).collect();
        assert_eq!(words, enable(|word| word.len() == 5 && fits(word)), "{green} {yellow:?} {grey}", yellow = texts.yellow);
    };
    let at = |word: &str, at: usize| word.as_bytes()[at] as char;
    let a_e = |word: &str| at(word, 1) == 'A' && at(word, 4) == 'E';
    filter("?a??e", &["r"], "stn", &|word| a_e(word) && word.contains('R') && !word.contains(['S', 'T', 'N']));
    filter("?a??e", &["r????"], "", &|word| a_e(word) && word.contains('R') && at(word, 0) != 'R');
    // A second A, without a place and with one that may be from an earlier guess.
    filter("?a???", &["a"], "", &|word| at(word, 1) == 'A' && count(word, 'A') >= 2);
    filter("?a???", &["??a??"], "", &|word| at(word, 1) == 'A' && at(word, 2) != 'A');
    // Grey, too: no further one.
    filter("?a???", &["a"], "a", &|word| at(word, 1) == 'A' && count(word, 'A') == 2);
    filter("?a???", &[], "a", &|word| at(word, 1) == 'A' && count(word, 'A') == 1);
    filter("?????", &["e"], "e", &|word| count(word, 'E') == 1);
    filter("?[aeiou]???", &["ee"], "", &|word| "AEIOU".contains(at(word, 1)) && count(word, 'E') >= 2);
}

#[test]
fn clues_that_are_none_are_errors() {
    let alphabet = Alphabet::builtin("english").unwrap();
    let parse = |change: &dyn Fn(&mut ClueTexts)| {
        let mut texts = ClueTexts::default();
        change(&mut texts);
        Clues::parse(&texts, &alphabet)
    };
    for guess in ["crane", "crane=xyg", "crane=xygxq", "=", "cr4ne=xxxxx", "crane=xxxxxx"] {
        assert!(parse(&|texts| texts.guesses = vec![guess.into()]).is_err(), "{guess}");
    }
    let clue = |change: &dyn Fn(&mut ClueTexts)| assert!(matches!(parse(change).unwrap_err(), QueryError::Clue { .. }));
    clue(&|texts| texts.green = Some("a*".into()));
    clue(&|texts| texts.yellow = vec!["?[ab]".into()]);
    clue(&|texts| (texts.green, texts.length) = (Some("a????".into()), Some(4)));
    clue(&|texts| (texts.green, texts.guesses) = (Some("a????".into()), vec!["abcd=xxxx".into()]));
    assert!(matches!(parse(&|texts| texts.length = Some(1 << 40)).unwrap_err(), QueryError::TooLong { .. }));
    // Contradictions leave no words.
    let none = parse(&|texts| texts.guesses = vec!["aaaaa=ggggg".into(), "aaaaa=xxxxx".into()]).unwrap();
    assert!(!none.fits(&alphabet.parse("AAAAA").unwrap()));
}

#[test]
fn tiles_of_several_letters_are_letters() {
    let spanish = Alphabet::builtin("spanish").unwrap();
    let list = ["CHAL", "LLAL", "LLA", "RRAL", "CAL", "CHALLAL", "CHOZA"].map(|word| spanish.parse(word).unwrap());
    let words: Words = {
        let sorted: BTreeSet<Word> = list.iter().cloned().collect();
        sorted.iter().map(|word| &word[..]).collect()
    };
    let image = compile_in_memory(&spanish, &words, GraphKinds::Dawg, NodeLayout::Fast).unwrap();
    let dawg = image.dawg().unwrap();
    // CHAL, RRAL, CAL and LLAL have three tiles each.
    let ladder = found(&Ladder::default(), &dawg, &[&list[0], &list[4]]);
    assert_eq!(ladder, [[list[0].clone(), list[4].clone()]]);
    let bee = Bee::parse("[ch] allo", &spanish).unwrap().min_length(3);
    let bee: Vec<String> = bee.words(&dawg).iter().map(|word| spanish.render(word)).collect();
    assert_eq!(bee.len(), 0, "LL is a tile, and there is no L: {bee:?}");
    let bee = Bee::parse("ch a l ll", &spanish).unwrap().min_length(3).words(&dawg);
    assert_eq!(bee, [list[0].clone(), list[5].clone()]);
    let clues = ClueTexts { guesses: vec!["chal=xgg".into()], ..ClueTexts::default() };
    let clues = Clues::parse(&clues, &spanish).unwrap().words(&dawg);
    assert_eq!(clues.len(), 3, "all but CHAL: {clues:?}");
}
