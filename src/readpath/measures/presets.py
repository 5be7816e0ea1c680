"""Names that the literature prints, and the sets of measures that belong to a task."""

from __future__ import annotations

from readpath.measures.registry import alias

alias("MAiP", "AiP")
alias("MAgP", "AgP(F(0.25))")
alias("MAP", "AP")
alias("MRR", "RR")

TASKS: dict[str, tuple[str, ...]] = {
    "focused": ("iP[0.00]", "iP[0.01]", "iP[0.05]", "iP[0.10]", "MAiP"),
    "thorough": ("iP[0.00]", "iP[0.01]", "iP[0.05]", "iP[0.10]", "MAiP"),
    "in-context": (*(f"gP(F(0.25))@{k}" for k in (5, 10, 25, 50)), "MAgP"),
    "best-in-context": (*(f"gP(BEP(500))@{k}" for k in (5, 10, 25, 50)), "AgP(BEP(500))"),
    "article": ("P@5", "P@10", "RR", "AP", "bpref"),
    "effort": (
        "AgP(aveChP)",
        "AgP(T2IF(300))",
        "AgP(T2IF(2000))",
        "ANCE(LE(300))@600",
        "ANCE(LE(2000))@600",
    ),
    "chunks": ("Precision@5", "Recall@5", "IoU@5", "F(1)@5", "Recall@2000chars"),
}
"""Measures that a task is evaluated with, the official one of INEX last."""
