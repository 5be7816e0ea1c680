"""Strips for the terminal: one line for each document, read from left to right."""

from __future__ import annotations

from readpath.plain import counted, printable, shown, some
from readpath.strips import Strip, Strips

MARKS = {(True, True): "█", (False, True): "─", (True, False): "▒", (False, False): "·"}
"""By (relevant, read). Heights differ, so that nothing depends on colour."""

GIVES_UP, REST, GOES_ON = "╳", "│", "…"
WIDTH = 60
FINEST = 6
"""So many marks at least stand for the reader's patience, even if long documents are then cut."""

MEANING = {
    "█": "relevant and read",
    "─": "irrelevant and read",
    "▒": "relevant, not read",
    "·": "irrelevant, not read",
    GIVES_UP: "the reader stops, at {patience} irrelevant characters or where nothing is left to read",
    REST: "the passages end, the rest of the document begins",
    GOES_ON: "the document goes on",
}


def render(strips: Strips, width: int = WIDTH) -> str:
    """All strips, to one scale, with what the marks mean."""
    longest = max((strip.length for strip in strips.strips), default=0)
    scale = max(min(longest / width, strips.patience / FINEST), 1)
    names = max([8, *(len(strip.document) for strip in strips.strips)])
    scores = list(strips.strips[0].scores) if strips.strips else []
    unit = f"one mark is {counted(round(scale), 'character')}"
    lines = [
        printable(f"topic {strips.topic} of {strips.run}, read by {strips.model}"),
        "",
        f"{'':>4} {'document':<{names}} {unit:<{width}} "
        + "  ".join(f"{name:>9}" for name in scores),
    ]
    bars = [_bar(strip, scale, width) for strip in strips.strips]
    for strip, bar in zip(strips.strips, bars, strict=True):
        values = "  ".join(f"{shown(value):>9}" for value in strip.scores.values())
        name = printable(strip.document)
        lines.append(f"{strip.rank:>4} {name:<{names}} {bar:<{width}} {values}".rstrip())
    lines.append("")
    if strips.unjudged:
        lines.append(f"{counted(strips.unjudged, 'document')} not judged and not drawn")
    if strips.missed:
        lines.append(printable(f"relevant but not returned: {some(strips.missed, 20)}"))
    used = set("".join(bars))
    legend = [
        f"{mark} {means.format(patience=strips.patience)}"
        for mark, means in MEANING.items()
        if mark in used
    ]
    return "\n".join([*lines, *legend, ""])


def _bar(strip: Strip, scale: float, width: int) -> str:
    """The strip as marks: each shows what most of its characters are, relevant text above all."""
    if not strip.relevant:
        return "nothing in it is relevant"
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
        cells[min(int(rest / step), columns - 1)] = REST
    if strip.read < strip.length:
        cells[min(int(strip.read / step), columns - 1)] = GIVES_UP
    return "".join(cells if columns <= width else [*cells[: width - 1], GOES_ON])
