"""Groups of runs that do not differ significantly, lettered as in a leaderboard."""

from __future__ import annotations

import numpy as np

from readpath.arrays import Bools, Ints

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def lettered(alike: Bools) -> list[str]:
    """The letters of each run, given in order of rank, such that two share one iff they are alike.

    Each group begins with two runs that are alike and not yet in one, and takes in everyone who is
    alike to all in it, from the best down.
    """
    runs = len(alike)
    together = np.zeros_like(alike)
    letters: list[list[str]] = [[] for _ in range(runs)]
    groups = 0
    for first in range(runs):
        for second in range(first, runs):
            if alike[first, second] and not together[first, second]:
                members = _grown(alike, first, second)
                together[np.ix_(members, members)] = True
                for member in members:
                    letters[member].append(letter(groups))
                groups += 1
    joint = "" if groups <= len(LETTERS) else " "
    return [joint.join(own) for own in letters]


def _grown(alike: Bools, first: int, second: int) -> Ints:
    """All that a group around two runs can take in."""
    members = [first] if first == second else [first, second]
    open_to = alike[first] & alike[second]
    open_to[members] = False
    while open_to.any():
        newcomer = int(np.argmax(open_to))
        members.append(newcomer)
        open_to &= alike[newcomer]
        open_to[newcomer] = False
    return np.sort(np.array(members, dtype=np.int64))


def letter(number: int) -> str:
    """The letters in order: a to z, then aa, ab and so on."""
    rest, last = divmod(number, len(LETTERS))
    return (letter(rest - 1) if rest else "") + LETTERS[last]
