"""The package against plain Python, and against the program that it brings."""

import doctest
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import lexigraph

REPOSITORY = pathlib.Path(os.environ["LEXIGRAPH_REPOSITORY"])
MOLD = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0"
ENABLE = lexigraph.Lexicon("enable")
WORDS = list(ENABLE)


def program(*arguments, **options):
    """Runs the program of the package."""
    command = [sys.executable, "-m", "lexigraph", *arguments]
    return subprocess.run(command, capture_output=True, text=True, **options)


class Words(unittest.TestCase):
    def test_look_up(self):
        self.assertEqual(len(ENABLE), len(WORDS))
        self.assertEqual(len(WORDS), 172823)
        for word in WORDS[::997]:
            self.assertIn(word, ENABLE)
            self.assertIn(word.lower(), ENABLE)
            self.assertEqual(word + "QQ" in ENABLE, False)
        for nothing in ("", "été", "a b", "\0", None, 7, b"CWM"):
            self.assertNotIn(nothing, ENABLE)
        self.assertTrue(ENABLE.judge("qat", "zax") and not ENABLE.judge("qat", "qqq"))
        self.assertEqual(ENABLE.alphabet, "english")

    def test_iteration_holds_few_words(self):
        first = iter(ENABLE)
        self.assertEqual([next(first) for _ in range(6000)], WORDS[:6000])
        # Those that are not read to the end leave no thread behind that waits.
        before = threading.active_count()
        for _ in range(50):
            next(iter(ENABLE))
        self.assertEqual(threading.active_count(), before)
        self.assertEqual(sum(1 for _ in ENABLE.pattern("*")), len(WORDS))
        self.assertEqual(WORDS, sorted(WORDS))

    def test_queries_against_plain_python(self):
        fits = lambda word, letters: all(word.count(letter) <= letters.count(letter) for letter in word)
        self.assertEqual(list(ENABLE.anagram("retains")), [w for w in WORDS if sorted(w) == sorted("RETAINS")])
        self.assertEqual(list(ENABLE.subanagram("retains")), [w for w in WORDS if fits(w, "RETAINS")])
        self.assertEqual(list(ENABLE.pattern("q?a*")), [w for w in WORDS if w[0] == "Q" and w[2:3] == "A"])
        self.assertEqual(list(ENABLE.complete("zy")), [w for w in WORDS if w.startswith("ZY")])
        self.assertEqual(list(ENABLE.search("length:2 and not vowels:1-")), [w for w in WORDS if len(w) == 2 and not set(w) & set("AEIOU")])
        self.assertEqual(ENABLE.near("satire"), [("SATIRE", 0), ("SALTIRE", 1), ("SATIRES", 1)])
        hooks = ENABLE.hooks("hook")
        self.assertEqual(hooks, (["C", "S"], ["A", "S", "Y"], False, False))
        self.assertEqual(hooks.back, [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if "HOOK" + letter in WORDS])
        self.assertEqual((ENABLE.rank("nonsensical"), ENABLE.word(100000), ENABLE.word(0)), (100000, "NONSENSICAL", None))

    def test_files_and_lists(self):
        small = lexigraph.Lexicon.compile(["house", "mouse", "us", "mouse"])
        self.assertEqual(list(small), ["HOUSE", "MOUSE", "US"])
        self.assertIsInstance(small, lexigraph.Lexicon)
        self.assertEqual(list(ENABLE.compile(["us"])), ["US"])
        with tempfile.TemporaryDirectory() as folder:
            for name in ("small.lxg", "small.kwg"):
                path = pathlib.Path(folder, name)
                small.save(path)
                self.assertEqual(list(lexigraph.Lexicon(path)), list(small))
                self.assertEqual(list(lexigraph.Lexicon(str(path))), list(small))
                self.assertEqual(list(lexigraph.Lexicon(path.read_bytes())), list(small))
            self.assertEqual(small.convert("kwg"), pathlib.Path(folder, "small.kwg").read_bytes())
            path = pathlib.Path(folder, "w.txt")
            path.write_text("häuser\nmaus\n", encoding="utf-8")
            self.assertEqual(len(lexigraph.Lexicon(path, alphabet="german")), 2)
        self.assertIn("größe", lexigraph.Lexicon.compile(["größe"], alphabet="german"))

    def test_errors_have_the_message_of_the_library(self):
        for call, expected in [
            (lambda: lexigraph.Lexicon("nowhere.lxg"), "nowhere.lxg"),
            (lambda: lexigraph.Lexicon(b"\x89LXG\r\n\x1a\n" + bytes(60)), "version"),
            (lambda: lexigraph.Lexicon("enable", alphabet="klingon"), "klingon"),
            (lambda: lexigraph.Lexicon.compile(["b-b"]), "'-' (column 2) is not a letter"),
            (lambda: ENABLE.pattern("c[ab"), "the set is not closed"),
            (lambda: ENABLE.search("length:x"), "length"),
            (lambda: ENABLE.convert("docx"), "no format is called 'docx'"),
            (lambda: ENABLE.ask("words/nothing"), "there is no question 'words/nothing'"),
            (lambda: lexigraph.Boggle("ca1").words(), "'1' is not a letter"),
            (lambda: lexigraph.selfplay("clever", "rack"), "no strategy is called 'clever'"),
        ]:
            with self.assertRaises(lexigraph.Error) as caught:
                call()
            self.assertIn(expected, str(caught.exception))
            self.assertIsInstance(caught.exception, ValueError)


class Games(unittest.TestCase):
    def test_boggle_words_have_paths(self):
        words = lexigraph.Boggle("catd/line/maro/pets").words(paths=3)
        self.assertGreater(len(words), 100)
        rows = ["CATD", "LINE", "MARO", "PETS"]
        for word in words:
            for path in word.paths:
                self.assertEqual("".join(rows[cell.row - 1][cell.column - 1] for cell in path), word.word)
                self.assertTrue(all(max(abs(a.row - b.row), abs(a.column - b.column)) == 1 for a, b in zip(path, path[1:])))
                self.assertEqual(len(set(path)), len(path))
        shown = program("boggle", "catd/line/maro/pets").stdout.split()
        self.assertEqual([word.word for word in words], shown)
        self.assertEqual(lexigraph.Boggle("perslatgsineters").score(), 3623)

    def test_plays_are_those_of_the_program(self):
        for sort in ("score", "equity"):
            plays = lexigraph.Position.from_cgp(MOLD).plays(top=10, sort=sort)
            shown = json.loads(program("solve", MOLD, "--top", "10", "--sort", sort, "--json").stdout)["plays"]
            self.assertEqual([(p.notation, p.score, p.equity, p.words) for p in plays],
                             [(p["notation"], p["score"], p["equity"], p["words"]) for p in shown])
        self.assertEqual(lexigraph.Position.from_cgp(MOLD).cgp.split()[0], MOLD.split()[0])

    def test_simulations_tell_their_progress_and_end(self):
        position = lexigraph.Position.from_cgp(MOLD)
        seen = []
        answer = position.simulate(lambda known: seen.append(known["iterations"]) or len(seen) < 2, iterations=100_000, plies=1)
        self.assertEqual((len(seen), answer["iterations"] < 100_000), (2, True))

        def breaks(_):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            position.simulate(breaks, iterations=1000)

    def test_matches(self):
        seen = []
        results = lexigraph.selfplay("greedy", "rack", games=6, pairs=True, progress=lambda done, of: seen.append((done, of)))
        self.assertEqual((results["results"]["games"], seen[0]), (6, (0, 6)))
        shown = program("selfplay", "--first", "greedy", "--second", "rack", "--games", "6", "--pairs", "--json")
        self.assertEqual(results["results"], json.loads(shown.stdout)["results"])
        stopped = lexigraph.selfplay("greedy", "greedy", games=1000, progress=lambda done, of: False)
        self.assertEqual((stopped["results"]["games"], stopped["complete"]), (0, False))

    def test_other_threads_run_during_a_search(self):
        ticks = []
        searching = threading.Thread(target=lambda: lexigraph.Position.from_cgp(MOLD).simulate(iterations=150, plies=2))
        searching.start()
        while searching.is_alive():
            ticks.append(time.perf_counter())
            time.sleep(0.001)
        waits = [b - a for a, b in zip(ticks, ticks[1:])]
        self.assertGreater(len(ticks), 20)
        self.assertLess(sorted(waits)[len(waits) // 2], 0.05)


class Program(unittest.TestCase):
    def test_it_has_its_exit_status_and_its_pipes(self):
        self.assertEqual((program("lookup", "cwm").stdout, program("lookup", "cwm").returncode), ("CWM\n", 0))
        self.assertEqual(program("lookup", "qqq").returncode, 1)
        self.assertEqual(program("lookup", "--nonsense").returncode, 2)
        self.assertEqual(program("lookup", "-", input="cwm\nqqq\n").stdout, "CWM\n")
        command = f"{sys.executable} -m lexigraph dump enable | head -n 1"
        cut = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
        self.assertEqual((cut.stdout, cut.returncode, cut.stderr), ("AA\n", 0, ""))

    def test_interrupts_end_it(self):
        command = [sys.executable, "-m", "lexigraph", "lookup", "-"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
            running.stdin.write(b"cwm\n")
            running.stdin.flush()
            self.assertEqual(running.stdout.readline(), b"CWM\n")
            running.send_signal(2)
            self.assertIn(running.wait(timeout=10), (-2, 130))


class Documentation(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(lexigraph).failed, 0)
        page = REPOSITORY / "docs/python.md"
        self.assertEqual(doctest.testfile(str(page), module_relative=False).failed, 0)

    def test_everything_is_documented(self):
        for name in lexigraph.__all__:
            value = getattr(lexigraph, name)
            if isinstance(value, type):
                self.assertTrue(value.__doc__, name)
                public = [key for key in dir(value) if not key.startswith("_") and callable(getattr(value, key))]
                missing = [key for key in public if not getattr(value, key).__doc__]
                self.assertEqual(missing, [], name)


if __name__ == "__main__":
    unittest.main()
