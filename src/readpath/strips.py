"""Strips: the path through each document of one topic, ready to be drawn.

A strip has the text of one document in the order in which a reader meets it, with the place where a
reader of some patience gives up, and the document's scores beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from readpath.errors import OptionError, nearest
from readpath.evaluation import Runlike, as_judgments, as_run
from readpath.files.records import Records
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments
from readpath.measures import document_score, reading_model
from readpath.reading import NO_TEXT, Documents, Policy, Reading, ReadingModel

SCORES = ("F(0.25)", "aveChP", "T2IF({patience})", "LE({patience})")
"""Document scores that stand beside a strip unless others are asked for."""

PATIENCE = 300


@dataclass(frozen=True)
class Stretch:
    """Neighbouring characters of one kind: relevant or not, read `first` or with the rest."""

    start: int
    length: int
    relevant: bool
    first: bool


@dataclass(frozen=True)
class Strip:
    """The path through one document; without stretches unless something in it is relevant.

    `read` is how many characters the reader reads before giving up, or before the passages end where
    nothing is read after them.
    """

    document: str
    rank: int
    relevant: bool
    stretches: tuple[Stretch, ...]
    read: int
    scores: dict[str, float | None]

    @property
    def length(self) -> int:
        """Characters on the path."""
        return sum(stretch.length for stretch in self.stretches)

    def pieces(self) -> Iterator[tuple[int, Stretch, bool]]:
        """Stretches cut where the reader gives up: place on the path, stretch, whether it is read."""
        at = 0
        for each in self.stretches:
            here = min(max(self.read - at, 0), each.length)
            for length, read, start in ((here, True, 0), (each.length - here, False, here)):
                if length:
                    piece = Stretch(each.start + start, length, each.relevant, each.first)
                    yield at + start, piece, read
            at += each.length


@dataclass(frozen=True)
class Strips:
    """All strips of a run for a topic, and the relevant documents that it does not return.

    Documents that were not judged have no strip; `unjudged` counts them.
    """

    run: str
    topic: str
    model: ReadingModel
    patience: int
    strips: tuple[Strip, ...]
    missed: tuple[str, ...] = ()
    unjudged: int = 0
    notes: tuple[str, ...] = ()


def strips_of(
    run: Runlike,
    judgments: Judgments | Records | PathLikeText,
    topic: str | int,
    documents: str | Iterable[str] | None = None,
    *,
    reading: ReadingModel | str | None = None,
    scores: str | Iterable[str] | None = None,
    patience: int = PATIENCE,
    policy: Policy | None = None,
) -> Strips:
    """How a run leads its reader through the documents of a topic, or through some of them.

    The reader reads by a reading model and gives up at so many irrelevant characters.
    """
    if not patience > 0:
        raise OptionError(f"patience is {patience}; give irrelevant characters, 1 or more")
    run = as_run(run)
    judgments = as_judgments(judgments)
    topic = str(topic)
    if topic not in run.topics:
        raise OptionError(f"run {run.name} has no topic {topic}; {nearest(topic, run.topics)}")
    policy = policy or Policy()
    model = reading_model(reading) if isinstance(reading, str) else reading or policy.reading
    wanted = judgments.only([topic])
    met = Reading(run.only([topic]), judgments, policy)
    usual = [name.format(patience=patience) for name in SCORES]
    beside = usual if scores is None else _listed(scores)
    strips = _strips(met.documents, model, beside, patience)
    missed = wanted.judged.documents.filter(wanted.judged.relevant).to_list()
    returned = {strip.document for strip in strips}
    return Strips(
        run.name,
        topic,
        model,
        patience,
        tuple(strips if documents is None else _chosen(strips, _listed(documents), run.name)),
        tuple(name for name in missed if name not in returned),
        int(met.documents.returned.sum()) - len(strips),
        (*judgments.notes, *run.notes, *met.remarks(), *[NO_TEXT] * met.points_only),
    )


def _listed(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _strips(
    documents: Documents, model: ReadingModel, scores: list[str], patience: int
) -> list[Strip]:
    paths = documents.paths(replace(model, rest="natural") if model.rest == "stop" else model)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = {name: document_score(name, model)(documents) for name in scores}
    stays = np.clip(patience - paths.wasted, 0, paths.length)
    stays = np.where(paths.relevant, paths.length * (paths.wasted < patience), stays)
    read = paths.sum(stays * paths.first if model.rest == "stop" else stays)
    names = documents.join.documents.gather(
        np.arange(len(documents.join.owner))[documents.join.firsts][documents.number]
    )
    strips = []
    for number, name in enumerate(names):
        inside = slice(paths.starts[number], paths.starts[number] + paths.sizes[number])
        columns = (paths.start, paths.length, paths.relevant, paths.first)
        rows = zip(*(column[inside].tolist() for column in columns), strict=True)
        strips.append(
            Strip(
                name,
                int(documents.rank[number]),
                relevant := bool(documents.relevant[number]),
                tuple(Stretch(*row) for row in rows),
                int(read[number]),
                {score: float(v[number]) if relevant else None for score, v in values.items()},
            )
        )
    return strips


def _chosen(strips: list[Strip], documents: list[str], run: str) -> list[Strip]:
    known = {strip.document: strip for strip in strips}
    for name in documents:
        if name not in known:
            raise OptionError(
                f"document {name} is not among the judged ones that run {run} returns; "
                f"{nearest(name, known)}"
            )
    return [known[name] for name in documents]
