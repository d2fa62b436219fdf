"""Word graphs, word queries, Boggle and crossword-board games.

    >>> import lexigraph
    >>> lexicon = lexigraph.Lexicon("enable")
    >>> "cwm" in lexicon
    True
    >>> next(lexicon.anagram("aeinrst?"))
    'ANGRIEST'

Letters may be of either case; words come in upper case and in collation order. What takes long runs without the GIL, and
errors are :class:`Error`, a ``ValueError`` with the message of the library.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from typing import Any, NamedTuple, Optional, Union

from . import _lexigraph
from ._lexigraph import Error, __version__
from ._wanted import Wanted

__all__ = [
    "Boggle", "Cell", "Error", "GridWord", "Hooks", "Lexicon", "Move", "Position", "__version__", "selfplay",
]

#: Called with the progress of a question or a match. If it returns ``False``, the question ends with what it has.
Progress = Callable[..., object]


class Hooks(NamedTuple):
    """The hooks of a word: the letters that make another word before or after it."""

    front: list[str]
    back: list[str]
    #: ``True`` if a word is left when the first letter is taken off.
    inner_front: bool
    #: ``True`` if a word is left when the last letter is taken off.
    inner_back: bool


class Lexicon(_lexigraph.Lexicon):
    """The words of a list, a file or a bundled lexicon.

    ``source`` is the name of a bundled lexicon (``enable`` is ENABLE1, ``./enable`` a file of that name), the path of an
    image of any format or of a word list, the bytes of such a file, or a list of words. ``alphabet`` names the letters of
    sources that do not: a bundled alphabet, or ``auto``.

    ``word in lexicon`` looks a word up, ``len(lexicon)`` is the number of words, and iteration gives them in order. A
    lexicon does not change, and threads may share it.
    """

    @classmethod
    def compile(cls, words: Iterable[str], *, alphabet: str = "english") -> Lexicon:
        """Compiles words, in any order, into a DAWG and a GADDAG."""
        return cls(list(words), alphabet=alphabet)

    def hooks(self, word: str) -> Hooks:
        """The hooks of some letters, which need not be a word."""
        return Hooks(*self._hooks(word))

    def judge(self, *words: str) -> bool:
        """``True`` if all the words are in the lexicon, as a play needs it."""
        return all(word in self for word in words)

    def define(self, word: str) -> Optional[str]:
        """The definition of a word, if the file has one."""
        return self.ask("words/define", {"words": [word]})["words"][0].get("definition")

    def ask(self, question: str, request: Optional[dict[str, Any]] = None, progress: Optional[Progress] = None) -> Any:
        """Answers any question of the library's interface, such as ``words/near`` or ``position/simulate``.

        Requests and answers are those of the HTTP interface (``lexigraph serve``, ``/api``). Questions that take long call
        ``progress`` with the answer so far.
        """
        tell = None if progress is None else lambda answer: progress(json.loads(answer))
        return json.loads(self._ask(question, json.dumps(request or {}), tell))


_default: Optional[Lexicon] = None


def _given(lexicon: Optional[Lexicon]) -> Lexicon:
    """The lexicon that was given, or ENABLE1."""
    global _default
    if lexicon is None and _default is None:
        _default = Lexicon("enable")
    return lexicon or _default  # type: ignore[return-value]


class Cell(NamedTuple):
    """A cell of a grid, from 1."""

    row: int
    column: int


class GridWord(NamedTuple):
    """A word on a grid."""

    #: The word, with the letters that ``?`` stands for in lower case.
    word: str
    points: int
    #: The cells of each path, as many paths as were asked for.
    paths: list[list[Cell]]

    @property
    def path(self) -> list[Cell]:
        """The first path."""
        return self.paths[0]


class Boggle:
    """A grid of letters: ``catd/line/maro/pets``, with ``/`` or a line end between rows.

    ``options`` are those of the question ``boggle/solve``: ``size``, ``dice``, ``points``, ``min_length``, ``orthogonal``,
    ``wrap``, ``bare_q``.
    """

    def __init__(self, grid: str, lexicon: Optional[Lexicon] = None, **options: Any) -> None:
        self.grid = grid
        self.lexicon = _given(lexicon)
        self._board = {"grid": grid, **options}

    def words(self, *, paths: int = 1, sort: str = "alpha", limit: Optional[int] = None) -> list[GridWord]:
        """The words on the grid, with up to ``paths`` paths of each; ``sort`` is alpha, points, length or path."""
        request = {"board": self._board, "sort": sort, "limit": limit, "paths": paths}
        found = self.lexicon.ask("boggle/solve", request)["words"]
        cells = lambda path: [Cell(*cell) for cell in path]
        return [
            GridWord(word["word"], word["points"], [cells(path) for path in word.get("paths") or [word["path"]]])
            for word in found
        ]

    def score(self) -> int:
        """The points of all words on the grid."""
        score: int = self.lexicon.ask("boggle/solve", {"board": self._board, "limit": 0})["score"]
        return score


class Move(NamedTuple):
    """A play, an exchange or a pass."""

    #: ``8D (MOLD)S``, ``-ABC`` for an exchange, ``-`` for a pass.
    notation: str
    #: The main word; empty if no tiles are laid.
    word: str
    score: int
    #: The score plus the value of the leave: the static equity.
    equity: float
    #: The tiles that stay on the rack.
    leave: str
    #: The tiles laid or exchanged.
    tiles: str
    #: The main word and the cross-words.
    words: list[str]


class Position:
    """A board, racks and scores: a CGP, a sheet, or a game (GCG) and one of its turns."""

    def __init__(
        self, text: str, lexicon: Optional[Lexicon] = None, *, layout: Optional[str] = None, turn: Optional[int] = None
    ) -> None:
        self.lexicon = _given(lexicon)
        self._position = {"text": text, "layout": layout, "turn": turn}
        self.view: dict[str, Any] = self._ask("position/parse")["position"]

    @classmethod
    def from_cgp(cls, cgp: str, lexicon: Optional[Lexicon] = None) -> Position:
        """The position of a CGP: board, racks, scores, scoreless turns."""
        return cls(cgp, lexicon)

    @classmethod
    def from_gcg(cls, gcg: str, lexicon: Optional[Lexicon] = None, *, turn: Optional[int] = None) -> Position:
        """The position of a game before a turn, from 1; without it, the last with a rack."""
        return cls(gcg, lexicon, turn=turn)

    def _ask(self, question: str, progress: Optional[Progress] = None, **request: Any) -> Any:
        return self.lexicon.ask(question, {"position": self._position, **request}, progress)

    @property
    def cgp(self) -> str:
        """The position as a CGP."""
        cgp: str = self.view["cgp"]
        return cgp

    def plays(self, *, top: Optional[int] = None, sort: str = "score", rules: str = "standard") -> list[Move]:
        """The best plays, best first: by ``score``, or by ``equity`` with exchanges and a pass among them."""
        found = self._ask("position/plays", sort=sort, limit=top, rules=rules)["plays"]
        return [Move(*(play[name] for name in Move._fields)) for play in found]

    def simulate(self, progress: Optional[Progress] = None, **settings: Any) -> Any:
        """Plays the best moves on; ``settings`` are those of the question ``position/simulate``."""
        return self._ask("position/simulate", progress, **settings)

    def endgame(self, progress: Optional[Progress] = None, **settings: Any) -> Any:
        """The best play to the end, once the bag is empty; ``settings`` are those of ``position/endgame``."""
        return self._ask("position/endgame", progress, **settings)

    def pre_endgame(self, progress: Optional[Progress] = None, **settings: Any) -> Any:
        """The move that wins most often, with one to seven tiles in the bag; see ``position/pre-endgame``."""
        return self._ask("position/pre-endgame", progress, **settings)


def selfplay(
    first: str,
    second: str,
    *,
    games: int = 100,
    pairs: bool = False,
    seed: int = 1,
    lexicon: Optional[Lexicon] = None,
    layout: str = "standard-15",
    rules: str = "standard",
    threads: int = 0,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Any:
    """Plays a match of two strategies, such as ``equity`` and ``simulate:plies=3+endgame``, and returns its results.

    ``progress`` is called with the games played and wanted. The results depend on the seed, and not on the number of
    threads (0 for one a core). They have the keys of ``lexigraph selfplay --json``.
    """
    wanted: Wanted = {
        "first": first, "second": second, "games": games, "pairs": pairs, "seed": seed, "layout": layout,
        "rules": rules, "threads": threads,
    }
    return json.loads(_lexigraph.selfplay(_given(lexicon), wanted, progress))
