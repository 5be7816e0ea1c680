"""What libraries call the fields of a chunk or a highlight, and how they become spans.

A record says which topic and document it belongs to, where its text starts, and where it ends, how
long it is, or what it says (the first of these that it has counts). LangChain, LlamaIndex, Haystack,
chonkie, SQuAD, LegalBench-RAG and the citations of chat services each have other names for these; all
are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import polars as pl

from readpath.errors import InputError
from readpath.files.numbers import real_numbers, whole_numbers
from readpath.files.problems import LINE, remark, sound, with_lines
from readpath.files.source import Source
from readpath.plain import some
from readpath.spans import STRETCH

NAMES = {
    "topic": "topic topic_id query_id query-id qid question_id question query",
    "document": "document document_id doc_id docid docno doc ref_doc_id source_id corpus_id "
    "corpus-id file_path document_index source "
    "relationships.1.node_id",
    "start": "start start_index start_char_idx split_idx_start answer_start start_char_index "
    "start_char start_offset offset",
    "end": "end end_index end_char_idx end_char_index end_char end_offset",
    "length": "length",
    "text": "text page_content content cited_text",
    "score": "score similarity rsv relevance_score",
    "rank": "rank",
    "grade": "grade relevance rel label",
    "entry_point": "entry_point bep",
    "document_length": "document_length",
}
"""Our name for each field, and the names it is found under, the first that is there winning."""


LOWEST = {"document_length": 0, "entry_point": -1}
"""The smallest values of fields; -1 is an entry point that is not known."""

TEXT_SIZE = pl.col("text").str.len_chars().cast(pl.Int64)


def found(names: Iterable[str]) -> dict[str, str]:
    """Our names for the fields that are there, and the name that each is found under."""
    there = set(names)
    each = {name: [n for n in others.split() if n in there] for name, others in NAMES.items()}
    return {name: others[0] for name, others in each.items() if others}


def is_records(line: str) -> bool:
    """Whether a first line is that of records: JSON, Parquet, or a header of CSV or of tabs.

    A header holds no numbers, but each line of a run or of judgments does.
    """
    if line.lstrip()[:1] in ("{", "[") or line.startswith("PAR1"):
        return True
    fields = [field.strip(' "') for field in re.split("[,\t]", line)]
    numbers = re.search(r"(^|[\s,])-?[0-9.]+($|[\s,])", line)
    return not numbers and ("," in line or "document" in found(fields))


def recognised(
    table: pl.DataFrame, source: Source, needed: tuple[str, ...] = ("topic", "document")
) -> pl.DataFrame:
    """The fields that readpath knows, under its own names and as its own types."""
    if table.is_empty():
        raise InputError(
            "holds no records" + " that can be used" * bool(source.problems), source=source.name
        )
    known = [name for name in table.columns if name != LINE]
    ours = found(known)
    for name in needed:
        if name not in ours:
            raise InputError(
                f"no field for the {name} among {some(known, 20)}; call it "
                f"{name!r} (also accepted: {NAMES[name]})",
                source=source.name,
            )
    columns = [pl.col(other).alias(name) for name, other in ours.items()]
    table = with_lines(table).select(*columns, LINE)
    for name in ours:
        if name in ("topic", "document", "text"):
            table = table.with_columns(pl.col(name).cast(pl.String))
        elif name == "score":
            table = real_numbers(table, name, source, nan=True)
        else:
            if table[name].dtype == pl.String:  # 4.0 is what pandas writes where a column has gaps
                table = table.with_columns(pl.col(name).str.replace(r"^([+-]?[0-9]+)\.0+$", "$1"))
            table = whole_numbers(table, name, source, lowest=LOWEST.get(name))
    for name in needed:
        missing = pl.col(name).is_null() | (pl.col(name) == "")
        table = sound(table, missing, f"the {name} is missing", source)
    return table


def says_where(table: pl.DataFrame) -> bool:
    """Whether records mean stretches of text, not whole documents."""
    return "start" in table.columns or "end" in table.columns


LOST = (
    "start is {start}: this chunk's place in document {document} is not known. Let the splitter "
    "record offsets (LangChain: add_start_index=True), or leave the chunk out"
)


def with_places(table: pl.DataFrame, source: Source) -> pl.DataFrame:
    """`start` and `end` for chunks, which all must have a start; -1 is a start that was not found."""
    if "start" in table.columns:
        lost = pl.col("start").is_null() | (pl.col("start") == -1)
        table = sound(table, lost, LOST, source)
    return with_spans(table, source)


def with_spans(table: pl.DataFrame, source: Source) -> pl.DataFrame:
    """`start` and `end` for every record that has a start."""
    sizes = {"end": pl.col("end") - pl.col("start"), "length": pl.col("length"), "text": TEXT_SIZE}
    given = [pl.col("start") + size for name, size in sizes.items() if name in table.columns]
    if "start" not in table.columns or not given:
        raise InputError(
            "no field says where the text lies; give start and one of end, length or text",
            source=source.name,
        )
    ends = [name for name in sizes if name in table.columns]
    nowhere = pl.col("start").is_null() & pl.any_horizontal(pl.col(ends).is_not_null())
    table = sound(
        table,
        nowhere,
        f"{' or '.join(ends)} without a start; say where in document {{document}} the text starts",
        source,
    )
    table = table.with_columns(pl.coalesce(given).alias("end"))
    endless = pl.col("start").is_not_null() & pl.col("end").is_null()
    table = sound(table, endless, "start {start} has no end, length or text beside it", source)
    return checked_spans(table, source)


def checked_spans(table: pl.DataFrame, source: Source, lowest: int = 0) -> pl.DataFrame:
    """The table, if every span in it can lie in a text."""
    table = table.with_columns((pl.col("end") - pl.col("start")).alias("_length"))
    for bad, problem in (
        (pl.col("start") < lowest, "start {start} is negative; offsets count from 0"),
        (pl.col("_length") < 0, "length {_length} is negative"),
        (pl.col("end") >= STRETCH, "end {end} is past any text's end"),
    ):
        table = sound(table, bad, problem, source)
    return table.drop("_length")


def span_notes(table: pl.DataFrame, source: Source) -> list[str]:
    """A note where a record's text is not as long as its span."""
    if not {"text", "start", "end"} <= set(table.columns):
        return []
    differs = pl.col("end") - pl.col("start") != TEXT_SIZE
    return remark(
        table.with_columns(TEXT_SIZE.alias("_size")),
        differs,
        "the text has {_size} characters, but its span goes from {start} to {end}; offsets must "
        "count characters (code points), not bytes or tokens",
        source,
    )
