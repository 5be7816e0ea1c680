"""Strips as a picture: SVG for papers and pages, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from readpath.plain import counted, printable, shown, some
from readpath.strips import Strip, Strips

LEFT, STRIP, ROW, TOP = 190, 560, 34, 62
COLUMN = 92
PATIENCES = 10
"""Documents are drawn as far as so many times the reader's patience goes."""

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 } .s { font-size: 11.5px; fill: #555 }
.card { fill: #fff } .rel { fill: #d98e04 } .irr { fill: #a9afb8 } .off { opacity: .38 }
.stop { stroke: #b3261e; stroke-width: 2 } .rest { stroke: #2f6db3; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8 } .s { fill: #b5b9bf } .card { fill: #15181c } .irr { fill: #747b86 }
.stop { stroke: #ff8a80 } .rest { stroke: #7ab0ea } }
"""


def render(strips: Strips) -> str:
    """A drawing of all strips, to one scale."""
    scores = list(strips.strips[0].scores) if strips.strips else []
    wide = LEFT + STRIP + 20 + COLUMN * len(scores)
    high = TOP + ROW * len(strips.strips) + 58
    longest = max((strip.length for strip in strips.strips), default=0) or 1
    longest = min(longest, strips.patience * PATIENCES)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
        f"<title>{escape(printable(_title(strips)))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" width="{wide}" height="{high}"/>',
        _text(12, 24, _title(strips)),
        _text(LEFT, 48, "in the order of reading", "s"),
    ]
    lines += [
        _text(LEFT + STRIP + 20 + COLUMN * number, 48, name, "s")
        for number, name in enumerate(scores)
    ]
    for number, strip in enumerate(strips.strips):
        lines += _row(strip, TOP + ROW * number, longest)
    lines += _legend(strips, high - 38)
    return "\n".join([*lines, "</svg>", ""])


def _title(strips: Strips) -> str:
    return f"Topic {strips.topic} of {strips.run}, read by {strips.model}"


def _row(strip: Strip, top: int, longest: int) -> Iterator[str]:
    scale = STRIP / longest
    yield _text(12, top + 16, f"{strip.rank}  {_short(strip.document)}")
    if not strip.relevant:
        yield _text(LEFT, top + 16, "nothing in it is relevant", "s")
    for at, piece, read in strip.pieces():
        width = min(piece.length, longest - at) * scale
        if width <= 0:
            continue
        kind, inset, height = ("rel", 0, 20) if piece.relevant else ("irr", 7, 6)
        yield (
            f'<rect class="{kind}{"" if read else " off"}" x="{LEFT + at * scale:.2f}" '
            f'y="{top + inset}" width="{width:.2f}" height="{height}"/>'
        )
    rest = next((at for at, piece, _ in strip.pieces() if not piece.first), None)
    if strip.length > longest:
        yield _text(LEFT + STRIP + 3, top + 16, "…", "s")
    if rest and rest <= longest:
        yield _line("rest", LEFT + rest * scale, top)
    if strip.read < min(strip.length, longest):
        yield _line("stop", LEFT + strip.read * scale, top)
    for number, value in enumerate(strip.scores.values()):
        yield _text(LEFT + STRIP + 20 + COLUMN * number, top + 16, shown(value))


def _legend(strips: Strips, top: int) -> Iterator[str]:
    yield f'<rect class="rel" x="12" y="{top}" width="18" height="14"/>'
    yield _text(36, top + 12, "relevant", "s")
    yield f'<rect class="irr" x="100" y="{top + 4}" width="18" height="6"/>'
    yield _text(124, top + 12, "irrelevant; pale: not read", "s")
    yield _line("rest", 290, top - 4)
    yield _text(298, top + 12, "the passages end, the rest begins", "s")
    yield _line("stop", 520, top - 4)
    yield _text(
        508, top + 12, f"stops at {strips.patience} irrelevant characters, or at the end", "s"
    )
    odd = [f"{counted(strips.unjudged, 'document')} not judged and not drawn"] * bool(
        strips.unjudged
    )
    if strips.missed:
        odd.append(f"relevant but not returned: {some(strips.missed, 8)}")
    yield _text(12, top + 32, "; ".join(odd), "s")


def _short(name: str, most: int = 22) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}"{marked}>{escape(printable(text))}</text>'


def _line(kind: str, x: float, top: int) -> str:
    return f'<path class="{kind}" d="M{x:.2f},{top - 2} v24"/>'
