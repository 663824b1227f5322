"""Shared records as lines of files: where each stands, what a line holds, and what is refused on reading."""

from __future__ import annotations

import orjson
import pytest

from claudeops_desktop.memory.sharing import records
from claudeops_desktop.memory.sharing.records import file_name, read_shared_file, write_shared_files
from claudeops_desktop.memory.sharing.types import CASE, DROPPED, FACT, GONE, LESSON, IntakeTotals, SharedRecord

HERE, THERE = "a" * 12, "b" * 12
UID = f"{HERE}-1c00000000000000"
TEXT_FAULT = "Its text is missing or too long."
NAME_FAULT = "It has no name or kind that is known."
REVISION_FAULT = "Its revision is no number."
WORD_FAULT = "One of its words is no text."
CONFIDENCE_FAULT = "Its confidence is no number from 0 to 1."
FULL = SharedRecord(UID, FACT, 3, "live", "nginx restarts in 4 s.", "timing", "nginx", "network", 0.5, "2026-03-01")


def line(**changes: object) -> bytes:
    return orjson.dumps({"id": UID, "kind": FACT, "rev": 1, "text": "A text."} | changes)


def test_a_record_stands_in_the_file_of_its_first_two_digits() -> None:
    assert file_name(UID) == "1c.jsonl"


def test_files_hold_their_records_in_order_of_their_names() -> None:
    first, second = SharedRecord(f"{HERE}-1c{'0' * 14}", FACT, 1, GONE), SharedRecord(f"{HERE}-1cff{'0' * 12}", FACT, 1)
    other = SharedRecord(f"{HERE}-02{'0' * 14}", LESSON, 1, GONE)
    files = write_shared_files([second, other, first])
    assert sorted(files) == ["02.jsonl", "1c.jsonl"]
    assert [orjson.loads(one)["id"] for one in files["1c.jsonl"].splitlines()] == [first.uid, second.uid]
    assert write_shared_files([]) == {}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (
            SharedRecord(UID, LESSON, 2, text="Look first."),
            b'{"id":"%s","kind":"lesson","rev":2,"text":"Look first."}\n',
        ),
        (SharedRecord(UID, FACT, 2, GONE, "old words"), b'{"id":"%s","kind":"fact","rev":2,"state":"gone"}\n'),
        (
            SharedRecord(UID, FACT, 1, text="t", confidence=0.0),
            b'{"confidence":0.0,"id":"%s","kind":"fact","rev":1,"text":"t"}\n',
        ),
    ],
    ids=["words that are empty are left out", "one that is gone has no words", "a confidence of nought is kept"],
)
def test_a_line_says_no_more_than_it_must(record: SharedRecord, said: bytes) -> None:
    assert write_shared_files([record]) == {"1c.jsonl": said % UID.encode()}


@pytest.mark.parametrize("record", [FULL, FULL.without_words(4, GONE), SharedRecord(UID, CASE, 1, text="c" * 64_000)])
def test_a_record_reads_back_as_it_was_written(record: SharedRecord) -> None:
    assert read_shared_file(write_shared_files([record])["1c.jsonl"], HERE) == ([record], [])


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (b"{", "It is no JSON."),
        (b"[1]", "It is no record."),
        (line(id=7), NAME_FAULT),
        (line(id=UID + "0"), NAME_FAULT),
        (line(id=UID.replace("a", "A")), NAME_FAULT),
        (line(kind="rumour"), NAME_FAULT),
        (line(rev="1"), REVISION_FAULT),
        (line(rev=True), REVISION_FAULT),
        (line(rev=0), REVISION_FAULT),
        (line(rev=1_000_000_000), REVISION_FAULT),
        (line(state="asleep"), "Its state is not known."),
        (line(text=None), TEXT_FAULT),
        (line(text="  "), TEXT_FAULT),
        (line(text="a\x00b"), TEXT_FAULT),
        (line(text="x" * 4_001), TEXT_FAULT),
        (line(kind=LESSON, text="x" * 301), TEXT_FAULT),
        (line(kind=CASE, text="x" * 64_001), TEXT_FAULT),
        (line(category=5), WORD_FAULT),
        (line(service="x" * 201), WORD_FAULT),
        (line(confidence="high"), CONFIDENCE_FAULT),
        (line(confidence=1.01), CONFIDENCE_FAULT),
        (line(confidence=-0.01), CONFIDENCE_FAULT),
        (line(state=DROPPED), "It speaks for another workstation."),
        (line(id=UID.replace("a", "b")), "It speaks for another workstation."),
    ],
    ids=[
        "no JSON",
        "no record",
        "name is a number",
        "name too long",
        "name in capitals",
        "unknown kind",
        "revision is text",
        "revision is true",
        "revision nought",
        "revision too high",
        "unknown state",
        "no text",
        "blank text",
        "a nul in the text",
        "long fact",
        "long lesson",
        "long case",
        "category is a number",
        "long service",
        "confidence is text",
        "confidence above one",
        "confidence below nought",
        "drops its own",
        "another's record",
    ],
)
def test_a_line_that_cannot_be_taken_is_named_by_its_number(said: bytes, fault: str) -> None:
    assert read_shared_file(b"\n" + said + b"\n", HERE) == ([], [(2, fault)])


@pytest.mark.parametrize(
    "changes",
    [
        {"rev": 999_999_999},
        {"text": "x" * 4_000},
        {"kind": LESSON, "text": "x" * 300},
        {"service": "x" * 200},
        {"confidence": 0},
        {"confidence": 1},
        {"confidence": None},
        {"id": UID.replace("a", "b"), "state": DROPPED},
    ],
    ids=" and ".join,
)
def test_a_line_at_its_limits_is_taken(changes: dict[str, object]) -> None:
    found, problems = read_shared_file(line(**changes), HERE)
    assert (len(found), problems) == (1, [])


@pytest.mark.parametrize("order", [(1, 2), (2, 1)], ids=["newer below", "newer above"])
def test_the_higher_revision_of_a_record_counts(order: tuple[int, int]) -> None:
    found, problems = read_shared_file(b"\n".join(line(rev=one, text=f"Text {one}.") for one in order), HERE)
    assert (found, problems) == ([SharedRecord(UID, FACT, 2, text="Text 2.")], [])


def test_a_file_is_read_up_to_its_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    said = line()
    monkeypatch.setattr(records, "LARGEST_FILE", len(said))
    assert read_shared_file(said, HERE) == ([SharedRecord(UID, FACT, 1, text="A text.")], [])
    assert read_shared_file(said + b"\n", HERE) == ([], [(1, "The file is too large.")])


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (
            SharedRecord(
                UID.replace("a", "b"), FACT, 9, GONE, *("nginx restarts in 4 s.", "timing", "nginx", "network")
            ),
            True,
        ),
        (SharedRecord(UID, FACT, 3, "live", "nginx restarts in 5 s.", "timing", "nginx", "network"), False),
        (SharedRecord(UID, FACT, 3, "live", "nginx restarts in 4 s.", "behavior", "nginx", "network"), False),
        (SharedRecord(UID, FACT, 3, "live", "nginx restarts in 4 s.", "timing", "redis", "network"), False),
        (SharedRecord(UID, FACT, 3, "live", "nginx restarts in 4 s.", "timing", "nginx", "storage"), False),
        (SharedRecord(UID, LESSON, 3, "live", "nginx restarts in 4 s.", "timing", "nginx", "network"), False),
    ],
    ids=["only words count", "text", "category", "service", "domain", "kind"],
)
def test_a_digest_stands_for_the_words(other: SharedRecord, same: bool) -> None:
    assert (other.digest == FULL.digest) is same
    assert len(other.digest) == 16


@pytest.mark.parametrize(
    ("fate", "counted"),
    [("added", 1), ("held", 1), ("conflicts", 1), ("deleted", 1), ("same", 0), ("rejected", 0), ("offered", 0)],
)
def test_only_what_changed_an_entry_counts_as_a_change(fate: str, counted: int) -> None:
    totals = IntakeTotals(**{fate: 1})
    assert totals.changed == counted
    assert totals.as_json()[fate] == 1
