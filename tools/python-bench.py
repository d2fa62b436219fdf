"""Look-ups, prefixes and memory beside other packages, on the words of ENABLE1. Run by `tools/python bench [ROUNDS]`.

Rounds are interleaved: each package takes its turn in each. The table has medians, and the middle half of the rounds in
brackets. Memory is the growth of the resident set of a process that opens the file and looks all words up once.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

WORDS = "words"


def rss():
    """The resident set of this process, in kB."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def build(folder):
    """Writes a file for each package. Returns their openers, by name."""
    import dawg
    import lexigraph
    import marisa_trie

    words = [word.lower() for word in lexigraph.Lexicon("enable")]
    enable = lexigraph.Lexicon("enable")
    path = lambda name: os.path.join(folder, name)
    for name in ("lexigraph.lxg", "lexigraph.kwg"):
        enable.save(path(name))
    dawg.DAWG(words).save(path("dawg2.dawg"))
    marisa_trie.Trie(words).save(path("marisa.trie"))
    with open(path(WORDS), "w", encoding="ascii") as file:
        file.write("\n".join(words))


def opened(name, folder):
    """A dictionary: its look-up, and its words with a prefix."""
    path = lambda file: os.path.join(folder, file)
    if name == "lexigraph":
        import lexigraph

        lexicon = lexigraph.Lexicon(path("lexigraph.lxg"))
        return lexicon.__contains__, lexicon.complete
    if name == "DAWG2":
        import dawg

        found = dawg.DAWG().load(path("dawg2.dawg"))
        return found.__contains__, getattr(found, "keys", None)
    if name == "marisa-trie":
        import marisa_trie

        found = marisa_trie.Trie()
        found.load(path("marisa.trie"))
        return found.__contains__, found.keys
    if name == "dawg-python":
        import dawg_python

        found = dawg_python.DAWG().load(path("dawg2.dawg"))
        return found.__contains__, getattr(found, "keys", None)
    with open(path(WORDS), encoding="ascii") as file:
        found = set(file.read().split("\n"))
    return found.__contains__, None


NAMES = ["lexigraph", "DAWG2", "marisa-trie", "dawg-python", "set"]
FILES = {"lexigraph": "lexigraph.lxg", "DAWG2": "dawg2.dawg", "marisa-trie": "marisa.trie", "dawg-python": "dawg2.dawg", "set": WORDS}


def memory(name, folder):
    """The growth of a fresh process, in kB."""
    done = subprocess.run([sys.executable, __file__, "--memory", name, folder], check=True, capture_output=True, text=True)
    return int(done.stdout)


def spread(values, unit):
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle / unit:,.0f} [{low / unit:,.0f}–{high / unit:,.0f}]"


def main(rounds):
    with tempfile.TemporaryDirectory() as folder:
        build(folder)
        with open(os.path.join(folder, WORDS), encoding="ascii") as file:
            words = file.read().split("\n")
        rng = random.Random(1)
        hits = rng.sample(words, 50_000)
        misses = [word[:-1] + "q" + word[-1] for word in hits]
        prefixes = [word[:4] for word in rng.sample(words, 2_000)]
        dictionaries = {name: opened(name, folder) for name in NAMES}
        times = {(name, what): [] for name in NAMES for what in ("hit", "miss", "prefix")}
        for _ in range(rounds):
            for name, (contains, complete) in dictionaries.items():
                for what, asked in (("hit", hits), ("miss", misses)):
                    start = time.perf_counter()
                    found = sum(map(contains, asked))
                    times[name, what].append((time.perf_counter() - start) / len(asked))
                    assert found == (len(asked) if what == "hit" else sum(word in dictionaries["set"][0].__self__ for word in asked))
                if complete:
                    start = time.perf_counter()
                    found = sum(len(list(complete(prefix))) for prefix in prefixes)
                    times[name, "prefix"].append((time.perf_counter() - start) / found)
        print("| package | word found, ns | no word, ns | word of a prefix, ns | file, bytes | memory, kB |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for name in NAMES:
            cells = [spread(times[name, what], 1e-9) if times[name, what] else "–" for what in ("hit", "miss", "prefix")]
            size = os.path.getsize(os.path.join(folder, FILES[name]))
            print(f"| {name} | {' | '.join(cells)} | {size:,} | {memory(name, folder):,} |")


if sys.argv[1:2] == ["--memory"]:
    name, folder = sys.argv[2:]
    with open(os.path.join(folder, WORDS), encoding="ascii") as file:
        asked = file.read().split("\n")
    opened(name, folder) if name == "set" else __import__({"DAWG2": "dawg", "marisa-trie": "marisa_trie", "dawg-python": "dawg_python"}.get(name, name))
    before = rss() if name != "set" else rss()
    contains, _ = opened(name, folder)
    assert all(map(contains, asked))
    print(rss() - before)
else:
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
