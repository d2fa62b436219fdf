"""A match as the extension takes it."""

from typing import TypedDict


class Wanted(TypedDict):
    """What is played, and how."""

    first: str
    second: str
    games: int
    pairs: bool
    seed: int
    layout: str
    rules: str
    threads: int
