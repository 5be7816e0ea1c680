"""Everything that is wrong with a submission told at once; and submissions in XML that mean harm."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import readpath as rp

DATA = Path(__file__).parent / "data"
SUBMISSION = (DATA / "submission.xml").read_text()

SHARED = (
    "share text; keep one of them, or let the text count once with --overlap new (overlap='new')"
)
BETWEEN = (
    "are in one document, with other documents in between; put the results of a document "
    "together, or choose --interleaved merge or drop (interleaved='merge')"
)
ONCE = "are in one document; a ranking of documents or of entry points names each document once"


def saved(folder: Path, text: str, name: str = "my.run") -> Path:
    """A new file with this text."""
    path = folder / name
    path.write_text(text)
    return path


def errors(path: Path, task: str | None = None) -> list[str]:
    """What is wrong with a file, by line, without its name."""
    found = [str(error) for error in rp.validate(path, task).errors]
    assert all(error.startswith(f"{path}:") for error in found)
    return sorted(error.removeprefix(f"{path}:") for error in found)


@pytest.mark.parametrize("sample", ["inex.run", "trec.run", "submission.xml", "chunks.jsonl"])
def test_the_samples_are_valid(sample: str) -> None:
    verdict = rp.validate(DATA / sample)
    assert verdict.valid
    assert verdict.errors == ()
    assert verdict.run is not None
    assert verdict.run.results.equals(rp.read_run(DATA / sample).results)
    assert verdict.summary.startswith(f"valid: {verdict.run.name}, ")


def test_all_errors_are_told_at_once(tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        "01 Q0 tides 1 2.5 ebb 0 10\n"
        "01 Q0 buoys 2 2.0 ebb 5 -4\n"
        "01 Q0 buoys 3 nan ebb 5 4\n"
        "\n"
        "01 Q0 pharos 4 1.0 ebb\n"
        "01 Q0 pharos 5 0.5 ebb -7 4\n",
    )
    assert errors(path) == [
        "2: length -4 is negative",
        "3: score 'nan' is not a number",
        "5: 6 columns where 8 are expected (topic q0 document rank score name start length): "
        "'01 Q0 pharos 4 1.0 ebb'",
        "6: start -7 is negative; offsets count from 0",
    ]
    verdict = rp.validate(path)
    assert not verdict.valid
    assert verdict.run is not None
    assert verdict.run.results["document"].to_list() == ["tides"]
    assert verdict.summary.startswith("not valid: ebb, 1 result")


def test_all_errors_of_records(tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        '{"topic": "01", "document": "tides", "start": 0, "end": 9}\n'
        '{"topic": "01", "document": "tides", "start": -1, "end": 9}\n'
        '{"topic": "01", "document": "tides", "start": 5, "end": 3}\n'
        '{"topic": "01", "document": \n'
        '{"topic": "", "document": "tides", "start": 5, "end": 9}\n',
    )
    found = errors(path)
    assert [error.split(":")[0] for error in found] == ["2", "3", "4", "5"]
    assert "place in document tides is not known" in found[0]
    assert found[1] == "3: length -2 is negative"
    assert found[2].startswith("4: not JSON")
    assert found[3] == "5: the topic is missing"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", " is empty"),
        ("01 Q0 tides 1 2.5 ebb 0 -10\n", "1: length -10 is negative"),
        ("01 Q0 tid\n", "1: in none of the formats"),
    ],
)
def test_a_file_that_cannot_be_read_has_no_run(text: str, message: str, tmp_path: Path) -> None:
    path = saved(tmp_path, text)
    verdict = rp.validate(path)
    assert not verdict.valid
    assert verdict.run is None
    assert any(error.startswith(message) for error in errors(path))
    assert verdict.summary.startswith("not readable: ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert errors(tmp_path / "my.run") == [" no such file"]


PASSAGES = (
    "01 Q0 a 1 3 r 0 10\n01 Q0 b 2 2 r 0 5\n01 Q0 a 3 1 r 5 10\n"
    "02 Q0 c 1 3 r 0 10\n02 Q0 c 2 3 r 9 10\n02 Q0 c 3 3 r 19 10\n"
)
OVERLAPS = [
    f"3: topic 01, document a: the results at ranks 1 and 3 {SHARED}",
    f"5: topic 02, document c: the results at ranks 1 and 2 {SHARED}",
]
INTERLEAVED = f"3: topic 01, document a: the results at ranks 1 and 3 {BETWEEN}"
SECOND = [
    f"3: topic 01, document a: the results at ranks 1 and 3 {ONCE}",
    f"5: topic 02, document c: the results at ranks 1 and 2 {ONCE}",
    f"6: topic 02, document c: the results at ranks 1 and 3 {ONCE}",
]


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (None, []),
        ("focused", OVERLAPS),
        ("thorough", []),
        ("in-context", sorted([*OVERLAPS, INTERLEAVED])),
        ("best-in-context", SECOND),
        ("article", []),
        ("chunks", []),
    ],
)
def test_every_task_has_its_rules(task: str | None, expected: list[str], tmp_path: Path) -> None:
    """Results that touch, as the last two do, share nothing."""
    assert errors(saved(tmp_path, PASSAGES), task) == expected


@pytest.mark.parametrize("task", ["focused", "thorough", "in-context", "best-in-context", "chunks"])
def test_tasks_on_text_need_places(task: str, tmp_path: Path) -> None:
    path = saved(tmp_path, "01 Q0 a 1 3 r\n01 Q0 b 2 2 r\n")
    assert errors(path, task) == [
        f" returns whole documents; task {task} needs a start and a length for each result"
    ]
    assert errors(path, "article") == []


def test_a_ranking_of_documents_names_each_once(tmp_path: Path) -> None:
    path = saved(tmp_path, "01 Q0 a 1 3 r\n01 Q0 b 2 2 r\n01 Q0 a 3 1 r\n")
    assert errors(path) == [f"3: topic 01, document a: the results at ranks 1 and 3 {ONCE}"]


def test_unknown_tasks_are_refused() -> None:
    with pytest.raises(
        rp.ReadpathError, match=r"^unknown task 'focussed'; did you mean focused\?$"
    ):
        rp.validate(DATA / "inex.run", "focussed")


def test_inex_tasks_take_1500_results_of_a_topic(tmp_path: Path) -> None:
    text = "".join(f"01 Q0 d{number} 1 1 r 0 5\n" for number in range(1501))
    full, crowded = saved(tmp_path, text[: text.rindex("01 Q0")], "full"), saved(tmp_path, text)
    assert rp.validate(full, "focused").notes == ()
    assert rp.validate(crowded, "chunks").notes == ()
    assert rp.validate(crowded, "focused").notes == (
        f"{crowded}: topic 01 has 1,501 results; INEX tasks take 1,500 at most",
    )


def test_judgments_add_notes(tmp_path: Path) -> None:
    judgments = rp.read_judgments(
        saved(tmp_path, "01 Q0 a 5 12 0 0:5\n03 Q0 a 5 12 0 0:5\n", "my.qrels")
    )
    verdict = rp.validate(saved(tmp_path, PASSAGES), "chunks", judgments)
    assert verdict.valid
    unjudged, unanswered, past_end = verdict.notes
    assert "not judged: 02" in unjudged
    assert "not answered: 03" in unanswered
    assert f"the first at {tmp_path}/my.run:3" in past_end


@pytest.mark.parametrize(
    ("policy", "measure", "message"),
    [
        (rp.Policy(overlap="forbid"), "iP@0.01", OVERLAPS[0]),
        (None, "AgP(F(0.25))", INTERLEAVED),
        (None, "AgP(BEP(500))", SECOND[0]),
    ],
)
def test_evaluation_refuses_what_a_measure_cannot_take(
    policy: rp.Policy | None, measure: str, message: str, tmp_path: Path
) -> None:
    judgments = rp.read_judgments(saved(tmp_path, "01 Q0 a 5 12 0 0:5\n", "my.qrels"))
    run = rp.read_run(saved(tmp_path, PASSAGES))
    with pytest.raises(rp.ReadpathError) as error:
        rp.evaluate(run, judgments, measure, policy=policy)
    assert str(error.value) == f"{tmp_path}/my.run:{message}"


def test_documents_that_nobody_judged_are_no_mistake(tmp_path: Path) -> None:
    run = rp.read_run(saved(tmp_path, PASSAGES.replace(" b ", " new ")))
    gold = [{"topic": "01", "document": "a", "start": 0, "end": 5}]
    known = rp.evaluate(run, [*gold, {"topic": "01", "document": "new"}], "AiP")
    assert rp.evaluate(run, gold, "AiP").by_topic.equals(known.by_topic)


NOT_XML = "not well-formed XML"
FORBIDDEN = "entity declarations and external references are not accepted"
NEEDS_TEXT = "can only be placed in the documents themselves; use <fol offset length>"
FOL, RSV, FILE = '<fol offset="16" length="0"/>', "<rsv>1.5</rsv>", "<file>buoys</file>"
BOMB = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(30))


def with_doctype(doctype: str, name: str = "buoys") -> str:
    """The sample with a document type on its second line."""
    text = SUBMISSION.replace(FILE, f"<file>{name}</file>")
    return text.replace("\n", f"\n<!DOCTYPE inex-submission {doctype}>\n", 1)


BAD_XML: dict[str, tuple[str | bytes, str]] = {
    "entity bomb": (with_doctype(f'[<!ENTITY e0 "ha">{BOMB}]', "&e30;"), f"2: {FORBIDDEN}"),
    "external entity": (with_doctype('[<!ENTITY x SYSTEM "secret">]', "&x;"), f"2: {FORBIDDEN}"),
    "parameter entity": (with_doctype('[<!ENTITY % x SYSTEM "secret"> %x;]'), f"2: {FORBIDDEN}"),
    "entity of an external DTD": (with_doctype('SYSTEM "secret"', "&x;"), f"10: {FORBIDDEN}"),
    "undeclared entity": (SUBMISSION.replace("buoys", "&x;"), f"9: {NOT_XML}: undefined entity"),
    "deep": ("<a>" * 10**5, "1: elements nest deeper than 64 levels"),
    "long text": (SUBMISSION.replace("buoys", "b" * 10001), "9: a text longer than 10000 characters"),
    "long attribute": (SUBMISSION.replace("spring", "s" * 10001), "2: "),
    "not closed": (SUBMISSION.replace("</topic>", "", 1), f"14: {NOT_XML}: mismatched tag"),
    "cut short": (SUBMISSION[:-30], f"13: {NOT_XML}: "),
    "control character": (SUBMISSION.replace("buoys", "b\x01"), f"9: {NOT_XML}: "),
    "Latin-1 undeclared": (SUBMISSION.replace("buoys", "é").encode("latin1"), f"9: {NOT_XML}: "),
    "unknown encoding": (SUBMISSION.replace("UTF-8", "utf-99"), ""),
    "encoding of many bytes": (SUBMISSION.replace("UTF-8", "Shift_JIS"), ""),
    "UTF-16 that is none": (SUBMISSION.replace("UTF-8", "UTF-16"), f"1: {NOT_XML}: encoding"),
    "path": (SUBMISSION.replace(FOL, "<path>/a[1]</path>"), f"9: element path '/a[1]' {NEEDS_TEXT}"),
    "passage": (SUBMISSION.replace(FOL, "<passage/>"), "9: a <passage> between two elements can"),
    "no file": (SUBMISSION.replace(FILE, ""), "9: a <result> without <file>"),
    "two files": (SUBMISSION.replace(FILE, FILE * 2), "9: "),
    "element in a file's name": (SUBMISSION.replace("buoys", "b<i>u</i>oys"), "9: "),
    "no place": (SUBMISSION.replace(FOL, ""), "9: a <result> without <fol offset length>"),
    "two places": (SUBMISSION.replace(FOL, FOL * 2), "9: "),
    "no offset": (SUBMISSION.replace('offset="16" ', ""), "9: offset '' of <fol> is not a whole number"),
    "negative length": (SUBMISSION.replace('"0"', '"-4"'), "9: length -4 is negative"),
    "negative offset": (SUBMISSION.replace('"16"', '"-1"'), "9: start -1 is negative"),
    "rsv": (SUBMISSION.replace(RSV, "<rsv>1_5</rsv>"), "9: rsv '1_5' is not a number"),
    "rsv NaN": (SUBMISSION.replace(RSV, "<rsv>nan</rsv>"), "9: rsv 'nan' is not a number"),
    "no topic": (SUBMISSION.replace(' topic-id="01"', ""), "3: <topic> without topic-id"),
    "outside": ("<a>\n<result/></a>", "2: a <result> outside <topic>"),
    "empty": ("<inex-submission run-id='a'/>", " holds no results"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_XML)
def test_bad_submissions(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is refused in one line, and nothing that it points at is opened."""
    data, message = BAD_XML[case]
    (tmp_path / "secret").write_text("<!ENTITY x 'secret'>")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my.xml"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_run(path)
    assert str(error.value).startswith(f"{path}:{message}")
    assert "secret" not in str(error.value)


def test_an_external_document_type_is_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path, '<!ATTLIST fol offset CDATA "7">', "my.dtd")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delattr(socket, "socket")
    for place in ("my.dtd", f"file://{tmp_path}/my.dtd", "http://127.0.0.1/my.dtd"):
        path = saved(tmp_path, with_doctype(f'SYSTEM "{place}"'))
        assert rp.read_run(path).results.equals(rp.read_run(DATA / "submission.xml").results)


def test_what_stands_between_results_changes_none(tmp_path: Path) -> None:
    between = "</result><file>evil</file><fol offset='7' length='1'/><rsv>9</rsv>"
    path = saved(tmp_path, SUBMISSION.replace("</result>", between))
    if not errors(path):
        assert rp.read_run(path).results.equals(rp.read_run(DATA / "submission.xml").results)


def test_all_elements_and_ranges_are_told_at_once(tmp_path: Path) -> None:
    text = SUBMISSION.replace(FOL, "<path>/a[1]/p[2]</path>")
    text = text.replace('<fol offset="120" length="40"/>', '<passage start="/a[1]" end="/a[2]"/>')
    path = saved(tmp_path, text)
    assert errors(path) == [
        f"6: a <passage> between two elements {NEEDS_TEXT}",
        f"9: element path '/a[1]/p[2]' {NEEDS_TEXT}",
    ]
    run = rp.validate(path).run
    assert run is not None
    assert run.results["document"].to_list() == ["pharos & others"]
