"""Strips for the terminal: one line for each document, read from left to right."""

from __future__ import annotations

from readpath.plain import printable, shown
from readpath.strips import Strip, Strips

MARKS = {(True, True): "█", (False, True): "─", (True, False): "▒", (False, False): "·"}
"""By (relevant, read). Heights differ, so that nothing depends on colour."""

GIVES_UP = "╳"
WIDTH = 60
LEGEND = (
    "█ relevant and read   ─ irrelevant and read   ╳ the reader gives up, after {patience} "
    "irrelevant characters\n▒ relevant, not read   · irrelevant, not read   │ the passages end, the "
    "rest of the document begins"
)


def render(strips: Strips, width: int = WIDTH) -> str:
    """All strips, to one scale, with what the marks mean."""
    longest = max((strip.length for strip in strips.strips), default=0)
    scale = max(longest / width, 1)
    names = max([8, *(len(strip.document) for strip in strips.strips)])
    scores = list(strips.strips[0].scores) if strips.strips else []
    head = f"{'':>4} {'document':<{names}} {f'one mark is {scale:.0f} characters':<{width}} "
    lines = [
        printable(f"topic {strips.topic} of {strips.run}, read by {strips.model}"),
        "",
        head + "  ".join(f"{name:>9}" for name in scores),
    ]
    for strip in strips.strips:
        values = "  ".join(f"{shown(strip.scores[name]):>9}" for name in scores)
        bar = _bar(strip, scale) if strip.relevant else "nothing in it is relevant"
        name = printable(strip.document)
        lines.append(f"{strip.rank:>4} {name:<{names}} {bar:<{width}} {values}".rstrip())
    if strips.missed:
        lines += ["", printable(f"relevant but not returned: {', '.join(strips.missed)}")]
    return "\n".join([*lines, "", LEGEND.format(patience=strips.patience), ""])


def _bar(strip: Strip, scale: float) -> str:
    """The strip as marks: each shows what most of its characters are, relevant text above all."""
    if not strip.length:
        return "nothing of it is read"
    columns = max(round(strip.length / scale), 1)
    cells = [""] * columns
    step = strip.length / columns
    for at, piece, read in strip.pieces():
        last = min(int((at + piece.length - 1) / step), columns - 1)
        for column in range(min(int(at / step), columns - 1), last + 1):
            if cells[column] not in (MARKS[True, True], MARKS[True, False]):
                cells[column] = MARKS[piece.relevant, read]
    rest = next((at for at, piece, _ in strip.pieces() if not piece.first), None)
    if rest:
        cells[min(int(rest / step), columns - 1)] = "│"
    if strip.read < strip.length:
        cells[min(int(strip.read / step), columns - 1)] = GIVES_UP
    return "".join(cells)
