//! Queries on small random lexicons, compared with scans of the list that share no code with them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::image::{ErasedGraph, Image, NodeLayout, compile_in_memory};
use lexigraph::query::hooks::{self, Extensions};
use lexigraph::query::letters::Element;
use lexigraph::query::multiword::MultiWordLimits;
use lexigraph::query::{Anagram, Complete, Hooks, MultiWord, Near, Pattern, Phrase, Query, Ranks, Search, parse_letters};
use lexigraph::wordlist::Words;
use proptest::prelude::*;

/// What is left of a rack, if there is one; `None` in the list is a blank.
type RackLeft = Option<Vec<Option<Tile>>>;

type Word = Vec<Tile>;

/// The English alphabet. Words use its first letters only, so they have much in common; probabilities need its bag.
fn english() -> Alphabet {
    Alphabet::builtin("english").unwrap()
}

fn image(list: &BTreeSet<Word>, nodes: NodeLayout) -> Image {
    let words: Words = list.iter().map(|word| &word[..]).collect();
    compile_in_memory(&english(), &words, GraphKinds::Both, nodes).unwrap()
}

fn word(longest: usize) -> impl Strategy<Value = Word> {
    prop::collection::vec((1u8..=5).prop_map(Tile::from_label), 1..=longest)
}

fn lexicon() -> impl Strategy<Value = BTreeSet<Word>> {
    prop::collection::btree_set(word(6), 1..60)
}

fn layout() -> impl Strategy<Value = NodeLayout> {
    (0..NodeLayout::ALL.len()).prop_map(|at| NodeLayout::ALL[at])
}

fn rack() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        8 => "[a-e]",
        3 => Just("?".to_owned()),
        3 => "\\[[a-e]{2,3}\\]",
        1 => "\\[\\^[a-e]{2}\\]",
        1 => Just("*".to_owned()),
    ];
    prop::collection::vec(part, 1..6).prop_map(|parts| parts.concat())
}

fn pattern() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        5 => "[a-e]",
        3 => Just("?".to_owned()),
        3 => "\\[[a-e]{2,3}\\]",
        4 => Just("*".to_owned()),
        3 => "[1-3]",
    ];
    prop::collection::vec(part, 1..6).prop_map(|parts| parts.concat())
}

/// Returns `true` if a rack can provide the letters. Tries everything.
fn deal(letters: &[Tile], parts: &[Element], used: &mut Vec<bool>, sub: bool, star: bool) -> bool {
    let Some((&letter, rest)) = letters.split_first() else {
        return sub || used.iter().all(|&used| used);
    };
    for at in 0..parts.len() {
        let takes = match parts[at] {
            Element::Letter(tile) => tile == letter,
            Element::Set(set) => set.contains(letter),
            _ => true,
        };
        if takes && !used[at] {
            used[at] = true;
            let fits = deal(rest, parts, used, sub, star);
            used[at] = false;
            if fits {
                return true;
            }
        }
    }
    star && deal(rest, parts, used, sub, star)
}

/// Returns `true` if a word fits a pattern, with a rack if there is one. Tries everything.
fn fits(
    word: &[Tile],
    parts: &[Element],
    bound: &mut [Option<Tile>; 10],
    distinct: bool,
    rack: &mut Option<Vec<Option<Tile>>>,
) -> bool {
    let open = |letter: Tile, rack: &mut Option<Vec<Option<Tile>>>, go_on: &mut dyn FnMut(&mut RackLeft) -> bool| {
        let Some(tiles) = rack.clone() else { return go_on(rack) };
        (0..tiles.len()).filter(|&at| tiles[at].is_none() || tiles[at] == Some(letter)).any(|at| {
            let mut left = tiles.clone();
            left.remove(at);
            go_on(&mut Some(left))
        })
    };
    let Some((part, rest)) = parts.split_first() else { return word.is_empty() };
    if *part == Element::Star {
        if fits(word, rest, &mut bound.clone(), distinct, &mut rack.clone()) {
            return true;
        }
        let Some((&letter, after)) = word.split_first() else { return false };
        return open(letter, rack, &mut |rack| fits(after, parts, &mut bound.clone(), distinct, rack));
    }
    let Some((&letter, after)) = word.split_first() else { return false };
    match *part {
        Element::Letter(tile) => tile == letter && fits(after, rest, bound, distinct, rack),
        Element::Set(set) if !set.contains(letter) => false,
        Element::Variable(variable) => {
            let variable = usize::from(variable);
            let mut bound = *bound;
            let right = match bound[variable] {
                Some(tile) => tile == letter,
                None => !distinct || !bound.contains(&Some(letter)),
            };
            bound[variable] = Some(letter);
            right && open(letter, rack, &mut |rack| fits(after, rest, &mut bound.clone(), distinct, rack))
        }
        _ => open(letter, rack, &mut |rack| fits(after, rest, &mut bound.clone(), distinct, rack)),
    }
}

fn distance(a: &[Tile], b: &[Tile], transpose: bool) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let mut best = replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    if transpose && i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(table[i - 2][j - 2] + 1);
                    }
                    best
                }
            };
        }
    }
    table[a.len()][b.len()]
}

fn combinations(
    list: &[Word],
    from: usize,
    left: &[Tile],
    repeat: bool,
    words: usize,
    taken: &mut Vec<usize>,
    found: &mut BTreeSet<Vec<Word>>,
) {
    if left.is_empty() {
        found.insert(taken.iter().map(|&at| list[at].clone()).collect());
        return;
    }
    if words == 0 {
        return;
    }
    for at in from..list.len() {
        let mut rest = left.to_vec();
        if list[at].iter().all(|tile| rest.iter().position(|other| other == tile).map(|at| rest.remove(at)).is_some()) {
            taken.push(at);
            combinations(list, at + usize::from(!repeat), &rest, repeat, words - 1, taken, found);
            taken.pop();
        }
    }
}

fn combine(graph: &ErasedGraph<'_>, phrase: &[Tile], limits: MultiWordLimits) -> Vec<Vec<Word>> {
    let multi = MultiWord::new(graph, phrase, limits).unwrap();
    let mut found = vec![];
    let _ = multi.for_each(&mut |words| {
        found.push(words.iter().map(|&at| multi.words().get(at as usize).to_vec()).collect());
        ControlFlow::<()>::Continue(())
    });
    found
}

type Surroundings = (Hooks, Extensions, [Vec<Word>; 5], Vec<Word>, (Option<Word>, Option<Word>));

/// Computes the hooks, extensions, neighbours and rank of a word. Checks that each word has its rank.
fn surroundings(graph: &ErasedGraph<'_>, word: &[Tile]) -> Surroundings {
    let ranks = Ranks::new(graph);
    let all: Vec<Word> = (1..=ranks.len()).map(|rank| ranks.word(rank).unwrap()).collect();
    for (at, word) in all.iter().enumerate() {
        assert_eq!(ranks.rank(word), Some(at as u64 + 1));
    }
    assert_eq!((ranks.word(0), ranks.word(ranks.len() + 1)), (None, None));
    let lists = [
        hooks::substitutions(graph, word),
        hooks::transpositions(graph, word),
        hooks::deletions(graph, word),
        hooks::insertions(graph, word),
        hooks::blank_anagrams(graph, word).unwrap(),
    ];
    (Hooks::of(graph, word), Extensions::of(graph, word), lists, all, ranks.neighbours(word))
}

/// Returns the words of a pattern found with the GADDAG, if the pattern has that way.
fn anchored(pattern: &Pattern, image: &Image) -> Option<Vec<Word>> {
    let mut words = vec![];
    let flow = pattern.for_each_anchored(&image.gaddag().unwrap(), &mut |word| {
        words.push(word.to_vec());
        ControlFlow::Continue(())
    });
    flow.map(|_| words)
}

fn search(graph: &ErasedGraph<'_>, search: &Search) -> Vec<Word> {
    let mut words = vec![];
    let _ = search.run(graph, &english(), &[], &mut |word| {
        words.push(word.to_vec());
        ControlFlow::<()>::Continue(())
    });
    words
}

fn filter(list: &BTreeSet<Word>, mut fits: impl FnMut(&[Tile]) -> bool) -> Vec<Word> {
    list.iter().filter(|word| fits(word)).cloned().collect()
}

fn sorted(word: &[Tile]) -> Word {
    let mut word = word.to_vec();
    word.sort();
    word
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn racks_deal_their_letters(
        list in lexicon(),
        rack in rack(),
        sub: bool,
        nodes in layout(),
        infix in prop::option::of(word(2)),
    ) {
        let alphabet = english();
        let image = image(&list, nodes);
        let parts = parse_letters(&rack, &alphabet, false).unwrap();
        let star = parts.contains(&Element::Star);
        let parts: Vec<Element> = parts.into_iter().filter(|part| *part != Element::Star).collect();
        let infix = infix.unwrap_or_default();
        let anagram = Anagram::parse(&rack, &alphabet).unwrap().partial(sub).lengths(2, 5).containing(&infix);
        let expected = filter(&list, |word| {
            (2..=5).contains(&word.len())
                && (infix.is_empty() || word.windows(infix.len()).any(|part| part == infix))
                && deal(word, &parts, &mut vec![false; parts.len()], sub, star)
        });
        prop_assert_eq!(anagram.words(&image.dawg().unwrap()), &expected[..]);
        prop_assert_eq!(filter(&list, |word| anagram.accepts(word)), &expected[..]);
        let blanks = parts.iter().filter(|part| **part == Element::Any).count();
        for word in &expected {
            let flags = anagram.blanks(word);
            prop_assert_eq!(flags.len(), word.len());
            prop_assert!(flags.iter().filter(|flag| **flag).count() <= blanks);
        }
    }

    #[test]
    fn patterns_fit(
        list in lexicon(),
        text in pattern(),
        rack in prop::option::of("[a-e]{1,4}\\?{0,2}"),
        distinct: bool,
        nodes in layout(),
    ) {
        let alphabet = english();
        let image = image(&list, nodes);
        let parts = parse_letters(&text, &alphabet, true).unwrap();
        let pattern = Pattern::with(&text, &alphabet, rack.as_deref(), distinct).unwrap();
        let tile = |c: char| alphabet.parse(&c.to_string()).ok().map(|tiles| tiles[0]);
        let tiles = rack.as_ref().map(|rack| rack.chars().map(tile).collect::<Vec<_>>());
        let expected = filter(&list, |word| fits(word, &parts, &mut [None; 10], distinct, &mut tiles.clone()));
        prop_assert_eq!(pattern.words(&image.dawg().unwrap()), &expected[..]);
        prop_assert_eq!(filter(&list, |word| pattern.accepts(word)), &expected[..]);
        if let Some(anchored) = anchored(&pattern, &image) {
            prop_assert_eq!(anchored, expected);
        }
    }

    #[test]
    fn near_words_are_near(list in lexicon(), word in word(6), bound in 0usize..6, transpose: bool, nodes in layout()) {
        let image = image(&list, nodes);
        let near = Near::new(&word, bound, transpose);
        let expected = filter(&list, |other| distance(&word, other, transpose) <= bound);
        prop_assert_eq!(near.words(&image.dawg().unwrap()), expected);
    }

    #[test]
    fn everything_around_a_word(list in lexicon(), word in word(5), nodes in layout()) {
        let image = image(&list, nodes);
        let (hooks, extensions, lists, all, (before, after)) = surroundings(&image.dawg().unwrap(), &word);
        let has = |letters: &[Tile]| list.contains(letters);
        prop_assert_eq!(&all, &list.iter().cloned().collect::<Vec<_>>());
        prop_assert_eq!(before, list.range(..word.clone()).next_back().cloned());
        prop_assert_eq!(after, list.iter().find(|other| **other > word).cloned());
        let letters = || (1..=26).map(Tile::from_label);
        prop_assert_eq!(hooks.front, letters().filter(|&tile| has(&[&[tile], &word[..]].concat())).collect::<Vec<_>>());
        prop_assert_eq!(hooks.back, letters().filter(|&tile| has(&[&word[..], &[tile]].concat())).collect::<Vec<_>>());
        prop_assert_eq!((hooks.inner_front, hooks.inner_back), (has(&word[1..]), has(&word[..word.len() - 1])));
        let longer = |other: &[Tile]| other.len() > word.len();
        prop_assert_eq!(extensions.front, filter(&list, |other| longer(other) && other.ends_with(&word)));
        prop_assert_eq!(extensions.back, filter(&list, |other| longer(other) && other.starts_with(&word)));
        let inside = |other: &[Tile]| {
            (1..other.len()).any(|at| other[at..].starts_with(&word) && at + word.len() < other.len())
        };
        prop_assert_eq!(extensions.both, filter(&list, |other| longer(other) && inside(other)));
        let [substituted, transposed, deleted, inserted, blank] = lists;
        let differing = |other: &[Tile]| word.iter().zip(other).filter(|(a, b)| a != b).count();
        prop_assert_eq!(substituted, filter(&list, |other| other.len() == word.len() && differing(other) == 1));
        let swapped = |other: &[Tile]| (1..word.len()).any(|at| {
            let mut swapped = word.clone();
            swapped.swap(at - 1, at);
            swapped != word && swapped == other
        });
        prop_assert_eq!(transposed, filter(&list, swapped));
        let without = |long: &[Tile], short: &[Tile]| {
            (0..long.len()).any(|at| [&long[..at], &long[at + 1..]].concat() == short)
        };
        prop_assert_eq!(deleted, filter(&list, |other| without(&word, other)));
        prop_assert_eq!(inserted, filter(&list, |other| without(other, &word)));
        let common = |other: &[Tile]| {
            let mut rest = word.clone();
            let mut take = |tile: &Tile| rest.iter().position(|left| left == tile).map(|at| rest.remove(at)).is_some();
            other.iter().filter(|tile| take(tile)).count()
        };
        prop_assert_eq!(blank, filter(&list, |other| {
            other.len() == word.len() && other != &word[..] && common(other) + 1 >= word.len()
        }));
        let prefix = &word[..2.min(word.len())];
        let complete = Complete::new(prefix).words(&image.dawg().unwrap());
        prop_assert_eq!(complete, filter(&list, |other| other.starts_with(prefix)));
    }

    #[test]
    fn combinations_come_once(
        list in prop::collection::btree_set(word(3), 1..12),
        phrase in word(7),
        repeat: bool,
        words in 1usize..5,
        nodes in layout(),
        wanted: bool,
    ) {
        let image = image(&list, nodes);
        let list: Vec<Word> = list.into_iter().collect();
        let containing = wanted.then(|| list[phrase.len() % list.len()].clone());
        let limits = MultiWordLimits { words, repeat, containing: containing.clone().into_iter().collect(), ..MultiWordLimits::default() };
        let found = combine(&image.dawg().unwrap(), &phrase, limits);
        let mut expected = BTreeSet::new();
        combinations(&list, 0, &phrase, repeat, words, &mut vec![], &mut expected);
        expected.retain(|words| containing.as_ref().is_none_or(|wanted| words.contains(wanted)));
        let set: BTreeSet<Vec<Word>> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len());
        prop_assert_eq!(set, expected);
    }

    #[test]
    fn open_phrases_stand_for_their_letters(
        list in prop::collection::btree_set(word(3), 1..8),
        phrase in rack(),
        repeat: bool,
        words in 1usize..4,
    ) {
        let alphabet = english();
        let phrase: String = phrase.chars().filter(|&c| c != '*').collect();
        prop_assume!(!phrase.is_empty());
        let image = image(&list, NodeLayout::Fast);
        let list: Vec<Word> = list.into_iter().collect();
        let parts = parse_letters(&phrase, &alphabet, false).unwrap();
        let open = Phrase::parse(&phrase, &alphabet).unwrap();
        let mut found: Vec<Vec<Word>> = vec![];
        let _ = open.for_each_filling(&alphabet, |letters| {
            let limits = MultiWordLimits { words, repeat, ..MultiWordLimits::default() };
            found.extend(combine(&image.dawg().unwrap(), letters, limits));
            ControlFlow::<()>::Continue(())
        });
        // All combinations of up to `words` words, whatever their letters.
        let mut expected: BTreeSet<Vec<Word>> = BTreeSet::new();
        let mut all: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..words {
            all = all.iter().flat_map(|taken| {
                let from = taken.last().map_or(0, |&last| last + usize::from(!repeat));
                (from..list.len()).map(|at| [&taken[..], &[at]].concat()).collect::<Vec<_>>()
            }).collect();
            for taken in &all {
                let letters: Word = taken.iter().flat_map(|&at| list[at].clone()).collect();
                if letters.len() == parts.len() && deal(&letters, &parts, &mut vec![false; parts.len()], false, false) {
                    expected.insert(taken.iter().map(|&at| list[at].clone()).collect());
                }
            }
        }
        prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>().len(), found.len(), "each once");
        for words in &found {
            let letters = words.concat();
            let flags = open.blanks(&letters);
            let blanks = parts.iter().filter(|part| **part == Element::Any).count();
            prop_assert_eq!(flags.iter().filter(|flag| **flag).count(), blanks);
        }
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn searches_join_conditions(list in lexicon(), nodes in layout(), letters in "[a-e]{1,2}", low in 1usize..4) {
        let image = image(&list, nodes);
        let alphabet = english();
        let tiles = alphabet.parse(&letters).unwrap();
        let ask = |text: &str| search(&image.dawg().unwrap(), &Search::parse(text, &alphabet).unwrap());
        let long = |word: &[Tile]| word.len() >= low;
        let starts = |word: &[Tile]| word.starts_with(&tiles);
        let has = |word: &[Tile]| list.contains(word);
        prop_assert_eq!(ask(&format!("length:{low}- and not prefix:{letters}")), filter(&list, |w| long(w) && !starts(w)));
        prop_assert_eq!(ask(&format!("not length:{low}- or prefix:{letters}")), filter(&list, |w| !long(w) || starts(w)));
        prop_assert_eq!(ask(&format!("not (length:{low}- prefix:{letters})")), filter(&list, |w| !(long(w) && starts(w))));
        prop_assert_eq!(ask(&format!("takes-prefix:{letters}")), filter(&list, |w| has(&[&tiles[..], w].concat())));
        prop_assert_eq!(ask(&format!("takes-suffix:{letters}")), filter(&list, |w| has(&[w, &tiles[..]].concat())));
        prop_assert_eq!(ask("hook:inner"), filter(&list, |w| has(&w[1..]) || has(&w[..w.len() - 1])));
        let anagrams = |w: &[Tile]| list.iter().filter(|other| sorted(other) == sorted(w)).count();
        prop_assert_eq!(ask(&format!("anagrams:{low}-")), filter(&list, |w| anagrams(w) >= low));
        prop_assert_eq!(ask("is:palindrome"), filter(&list, |w| w.iter().eq(w.iter().rev())));
        prop_assert_eq!(ask(&format!("limit:{low}")).len(), low.min(list.len()));
        let in_two = |w: &[Tile]| (1..w.len()).any(|at| has(&w[..at]) && has(&w[at..]));
        let tail = |w: &[Tile]| has(w) || in_two(w);
        let three = |w: &[Tile], a: usize, b: usize| has(&w[..a]) && has(&w[a..b]) && tail(&w[b..]);
        let split = |w: &[Tile]| in_two(w) || (1..w.len()).any(|a| (a + 1..w.len()).any(|b| three(w, a, b)));
        prop_assert!(ask("compound:any").iter().all(|w| split(w) || w.len() > 4));
        for word in filter(&list, split) {
            prop_assert!(ask("compound:any").contains(&word));
        }
    }
}

/// Letters above 63 have no bit of their own in a mask, so walks must check each arc.
#[test]
fn wide_alphabets_are_asked_alike() {
    let alphabet = Alphabet::automatic((0..200u32).filter_map(|number| char::from_u32(0x4e00 + number))).unwrap();
    let mut list = BTreeSet::new();
    for number in 0..400u32 {
        let letter = |n: u32| Tile::from_label((1 + (n * 37 + number * 11) % 200) as u8);
        list.insert((0..1 + number % 5).map(letter).collect::<Word>());
    }
    let words: Words = list.iter().map(|word| &word[..]).collect();
    for nodes in NodeLayout::ALL {
        let image = compile_in_memory(&alphabet, &words, GraphKinds::Dawg, nodes).unwrap();
        let dawg = image.dawg().unwrap().0;
        for asked in list.iter().filter(|word| word.len() > 2) {
            let text = alphabet.render(asked);
            let first = alphabet.render(&asked[..1]);
            let rest = alphabet.render(&asked[1..]);
            let expected = filter(&list, |word| sorted(word) == sorted(asked));
            assert_eq!(Anagram::parse(&text, &alphabet).unwrap().words(&dawg), expected);
            let expected = filter(&list, |word| word.len() == asked.len() && word[1..] == asked[1..]);
            assert_eq!(Pattern::parse(&format!("?{rest}"), &alphabet).unwrap().words(&dawg), expected);
            let expected = filter(&list, |word| word.starts_with(&asked[..1]));
            assert_eq!(Pattern::parse(&format!("[{first}]*"), &alphabet).unwrap().words(&dawg), expected);
            let expected = filter(&list, |word| distance(asked, word, true) <= 1);
            assert_eq!(Near::new(asked, 1, true).words(&dawg), expected);
        }
    }
}

#[test]
fn mistakes_in_a_search_are_shown_where_they_are() {
    let alphabet = english();
    for (text, column, part) in [
        ("length:7 and", 13, "expected a condition"),
        ("length:x", 8, "a number or a range"),
        ("lenght:7", 1, "'lenght' is not a condition"),
        ("length:7 and (prefix:re", 14, "not closed"),
        ("pattern:c[ab", 10, "not closed"),
        ("length:7 and pattern:n[é]", 24, "'é' is not a letter"),
        ("prefix:né", 9, "'é' is not a letter"),
        ("hook:left", 6, "expected front"),
        ("is:nothing", 4, "unknown set"),
        ("not limit:5", 1, "applied last"),
        ("length:7)", 9, "expected 'and', 'or', or the end"),
    ] {
        let Err(error) = Search::parse(text, &alphabet) else { panic!("{text} was read") };
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn every_named_set_can_be_asked() {
    for name in lexigraph::query::search::set_names() {
        assert!(Search::parse(&format!("is:{name}"), &english()).is_ok(), "{name}");
    }
}

#[test]
fn long_racks_are_no_trouble() {
    let alphabet = english();
    let list: BTreeSet<Word> = [vec![Tile::from_label(1); 40], vec![Tile::from_label(2); 3]].into();
    let image = image(&list, NodeLayout::Fast);
    let run = |text: &str, sub| Anagram::parse(text, &alphabet).unwrap().partial(sub).words(&image.dawg().unwrap());
    assert_eq!(run(&"a".repeat(40), false).len(), 1);
    assert_eq!(run(&"a".repeat(39), true).len(), 0);
    assert_eq!(run(&format!("{}bbb", "a".repeat(200)), true).len(), 2);
    assert!(Anagram::parse(&format!("{}[ab]", "a".repeat(64)), &alphabet).is_err());
}
