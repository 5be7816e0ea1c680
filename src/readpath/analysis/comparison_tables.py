"""A comparison as tables that people read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from readpath.analysis.grids import Grid
from readpath.analysis.groups import LETTERS, letter
from readpath.analysis.tables import Cell, Table
from readpath.arrays import Bools
from readpath.plain import shown

SMALLEST = 0.0001
MOST = 45
"""More pairs than ten runs have are not listed on a screen for each measure."""


def means(grids: Mapping[str, Grid], beaten: Mapping[str, Bools]) -> Table:
    """A line for each run; the best mean is bold, letters name the runs that it is better than.

    Of more runs than there are letters, † marks those that the best run is significantly better than.
    """
    runs = next(iter(grids.values())).runs
    by_letter = len(runs) <= len(LETTERS)
    columns = [_column(grid, beaten[name], by_letter) for name, grid in grids.items()]
    rows = [
        [*([Cell(letter(number))] if by_letter else []), Cell(run), *cells]
        for number, (run, *cells) in enumerate(zip(runs, *columns, strict=True))
    ]
    names = [*([""] if by_letter else []), "run"]
    less = [f"{name} (less is better)" if grid.effort else name for name, grid in grids.items()]
    marks = (
        "letters: significantly better than these runs"
        if by_letter
        else "†: significantly worse than the best run"
    )
    return Table(f"means; {marks}", [*names, *less], rows, len(names))


def _column(grid: Grid, beaten: Bools, by_letter: bool) -> list[Cell]:
    best = int(grid.order[0])
    cells = []
    for number, mean in enumerate(grid.means):
        if by_letter:
            marks = "".join(letter(int(other)) for other in np.flatnonzero(beaten[number]))
        else:
            marks = "†" if beaten[best, number] else ""
        known = None if np.isnan(mean) else float(mean)
        cells.append(Cell(shown(known), marks, bool(mean == grid.means[best])))
    return cells


def pairs(table: pl.DataFrame) -> list[Table]:
    """A line for each pair and measure; of many pairs only how to get at them."""
    if len(table) > MOST:
        title = f"{len(table):,} pairs are not listed here; they are in the CSV"
        return [Table(title, [], [])]
    rows = [
        [
            Cell(row["measure"]),
            Cell(row["run"]),
            Cell(row["other"]),
            Cell(shown(row["difference"])),
            Cell(f"{shown(row['low'])} to {shown(row['high'])}"),
            Cell(_chance(row["p"])),
            Cell(_chance(row["adjusted"]), "★" if row["significant"] else ""),
            Cell(_two(row["effect"])),
            Cell(f"{row['wins']}–{row['ties']}–{row['losses']}"),
        ]
        for row in table.iter_rows(named=True)
    ]
    head = (
        "measure", "run", "other", "difference", "interval", "p", "adjusted p", "effect",
        "won–tied–lost",
    )  # fmt: skip
    return [Table("pairs; ★: significant", head, rows, 3)]


def _chance(p: float | None) -> str:
    """A p as papers print it."""
    return "<0.0001" if p is not None and p < SMALLEST else shown(p)


def _two(number: float | None) -> str:
    return shown(None) if number is None else f"{number:+.2f}"


def groups(table: pl.DataFrame) -> list[Table]:
    """A leaderboard for each measure."""
    return [
        Table(
            f"{name}: runs that share a letter do not differ significantly",
            ("rank", "run", "mean", "interval", "groups"),
            [
                [
                    Cell(str(row["rank"])),
                    Cell(row["run"]),
                    Cell(shown(row["mean"])),
                    Cell(f"{shown(row['low'])} to {shown(row['high'])}"),
                    Cell(row["groups"]),
                ]
                for row in part.iter_rows(named=True)
            ],
            2,
        )
        for (name,), part in table.partition_by("measure", as_dict=True).items()
    ]


def triangle(grid: Grid, beaten: Bools) -> pl.DataFrame:
    """Runs by rank against the ranks below them."""
    order = grid.order
    cells = np.where(beaten[order[:, None], order], "★", "–")
    cells[np.tril_indices(len(order))] = ""
    columns = {str(rank): cells[:, rank - 1].tolist() for rank in range(2, len(order) + 1)}
    return pl.DataFrame(
        {
            "rank": np.arange(1, len(order) + 1),
            "run": [grid.runs[number] for number in order],
            **columns,
        }
    )


def power(table: pl.DataFrame) -> Table:
    """How many pairs each measure tells apart."""
    rows = [
        [
            Cell(row["measure"]),
            Cell(f"{row['significant']} of {row['pairs']}"),
            Cell(f"{100 * row['share']:.1f} %"),
        ]
        for row in table.iter_rows(named=True)
    ]
    return Table("pairs that differ significantly", ("measure", "pairs", "share"), rows)
