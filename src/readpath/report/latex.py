r"""A LaTeX table for a paper, with rules from the booktabs package; the best mean is bold."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from readpath.analysis.tables import latex_escaped
from readpath.measures import measure
from readpath.plain import shown
from readpath.scores import Scores


def render(scores: Scores, by_topic: bool) -> str:
    """A tabular with one line for each run."""
    table = scores.wide(by_topic=by_topic)
    best = {} if by_topic else {name: _best(scores, name) for name in scores.measures}
    words = len(table.columns) - len(scores.measures)
    rows = [
        " & ".join(
            _cell(name, value, best if row["run"] in scores.runs else {})
            for name, value in row.items()
        )
        for row in table.iter_rows(named=True)
    ]
    return "\n".join(
        [
            f"% {counted(scores)}",
            rf"\begin{{tabular}}{{{'l' * words}{'r' * len(scores.measures)}}}",
            r"\toprule",
            " & ".join(map(latex_escaped, table.columns)) + r" \\",
            r"\midrule",
            *(row + r" \\" for row in rows),
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _best(scores: Scores, name: str) -> object:
    """The best mean; of an effort the least."""
    means = scores.means.filter(pl.col("measure") == name)["value"]
    return means.min() if measure(name).definition.effort else means.max()


def _cell(name: str, value: object, best: Mapping[str, object]) -> str:
    text = latex_escaped(shown(value).replace("–", "--"))
    return rf"\textbf{{{text}}}" if value is not None and value == best.get(name) else text


def counted(scores: Scores) -> str:
    """Over how many topics the means are."""
    span = scores.means.select(low=pl.col("topics").min(), high=pl.col("topics").max()).row(0)
    return f"means over {' to '.join(map(str, sorted(set(span))))} topics"
