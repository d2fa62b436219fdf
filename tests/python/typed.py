"""Uses of the package that mypy checks; it is not run."""

import pathlib
from typing import Optional

import lexigraph

lexicon = lexigraph.Lexicon(pathlib.Path("words.lxg"), alphabet="auto")
small: lexigraph.Lexicon = lexigraph.Lexicon.compile(word for word in ("aa", "ab"))
known: bool = "cwm" in lexicon
words: list[str] = [word for word in lexicon.anagram("aeinrst?")] + sorted(lexicon)
near: list[tuple[str, int]] = lexicon.near("satire", 2)
letters: list[str] = lexicon.hooks("hook").front
rank: Optional[int] = lexicon.rank("cwm")
image: bytes = lexicon.convert("kwg")
path: list[lexigraph.Cell] = lexigraph.Boggle("catd/line", lexicon).words()[0].path
score: int = lexigraph.Position.from_cgp("...", lexicon).plays(top=3, sort="equity")[0].score
results = lexigraph.selfplay("equity", "greedy", games=10, progress=lambda done, wanted: done < 5)
