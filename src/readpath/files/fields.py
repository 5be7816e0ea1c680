"""What libraries call the fields of a chunk or a highlight, and how they become spans.

A record says which topic and document it belongs to, where its text starts, and either where it
ends, how long it is, or what it says. LangChain, LlamaIndex, Haystack, chonkie, SQuAD,
LegalBench-RAG and the citations of chat services each have other names for these; all are accepted.
"""

from __future__ import annotations

import polars as pl

from readpath.errors import InputError
from readpath.files.problems import LINE, remark, sound, with_lines
from readpath.files.source import Source
from readpath.spans import STRETCH

NAMES = {
    "topic": "topic topic_id query_id query-id qid question_id question query",
    "document": "document document_id doc_id docid docno doc ref_doc_id source_id corpus_id "
    "corpus-id file_path document_index source",
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


def is_records(line: str) -> bool:
    """Whether a first line is that of records: JSON, Parquet, or a header of CSV or of tabs."""
    if line.lstrip()[:1] in ("{", "[") or line.startswith("PAR1") or "," in line:
        return True
    return not set(line.split("\t")).isdisjoint(NAMES["document"].split())


KINDS = {
    "topic": pl.String(),
    "document": pl.String(),
    "text": pl.String(),
    "score": pl.Float64(),
}

TEXT_SIZE = pl.col("text").str.len_chars().cast(pl.Int64)


def recognised(
    table: pl.DataFrame, source: Source, needed: tuple[str, ...] = ("topic", "document")
) -> pl.DataFrame:
    """The fields that readpath knows, under its own names and as its own types."""
    if "span" in table.columns:
        table = table.with_columns(
            pl.col("span").list.get(0).alias("start"), pl.col("span").list.get(1).alias("end")
        )
    if not table.columns:
        raise InputError("holds no records", source=source.name)
    found, known = {}, [name for name in table.columns if name != LINE]
    for name, others in NAMES.items():
        there = [other for other in others.split() if other in table.columns]
        if there:
            found[name] = there[0]
    for name in needed:
        if name not in found:
            raise InputError(
                f"no field for the {name} among {', '.join(known) or 'no fields at all'}; "
                f"call it {NAMES[name].split()[0]!r} (also accepted: {NAMES[name]})",
                source=source.name,
            )
    ours = [pl.col(other).alias(name) for name, other in found.items()]
    table = with_lines(table).select(*ours, LINE)
    for name in found:
        table = _typed(table, name, source)
    for name in needed:
        missing = pl.col(name).is_null() | (pl.col(name) == "")
        table = sound(table, missing, f"the {name} is missing", source)
    return table


def _typed(table: pl.DataFrame, name: str, source: Source) -> pl.DataFrame:
    """A field as the type it must have; a value that does not fit is an error."""
    kind = KINDS.get(name, pl.Int64())
    cast = pl.col(name).cast(kind, strict=False)
    bad = cast.is_null() & pl.col(name).is_not_null()
    if table[name].dtype.is_float() and kind == pl.Int64():
        bad = bad | (cast != pl.col(name))
    number = "number" if kind == pl.Float64() else "whole number"
    table = sound(table, bad, f"{name} {{{name}!r}} is not a {number}", source)
    return table.with_columns(cast)


def with_spans(table: pl.DataFrame, source: Source) -> pl.DataFrame:
    """`start` and `end` for every record that has a start."""
    sizes = {"end": pl.col("end") - pl.col("start"), "length": pl.col("length"), "text": TEXT_SIZE}
    given = [pl.col("start") + size for name, size in sizes.items() if name in table.columns]
    if "start" not in table.columns or not given:
        raise InputError(
            "no field says where the text lies; give start and one of end, length or text",
            source=source.name,
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
        (pl.col("end") > STRETCH, "end {end} is past any text's end"),
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
