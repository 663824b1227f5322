"""An export of memories is checked line by line before anything of it is believed."""

from __future__ import annotations

import orjson
import pytest

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.memory.transfer.read_rows import read_header, read_rows
from claudeops_desktop.memory.transfer.types import SECTIONS, TABLES, TransferCounts

COLUMNS = {table.name: {"id": ("INTEGER", False)} for table in TABLES} | {
    "memories": {
        "id": ("INTEGER", False),
        "observation": ("TEXT", False),
        "category": ("TEXT", False),
        "service": ("TEXT", True),
        "gate": ("TEXT", False),
        "state": ("TEXT", False),
        "strength": ("TEXT", False),
        "priority": ("TEXT", False),
        "audience": ("TEXT", False),
        "confidence": ("REAL", False),
        "times_used": ("INTEGER", False),
        "anything": ("BLOB", True),
    }
}
FIX = "Nothing was imported. Fix the file."
CATEGORIES = "category must be one of timing, dependency, behavior, remediation, maintenance"
OBSERVATION = "observation must be a text of at most 4,000 characters"
AUDIENCE = "audience must be everyone, project:NAME or private:NAME"


def header(**more: object) -> bytes:
    return orjson.dumps({"format": "claudeops-memory", "version": 1} | more)


def memory(**columns: object) -> dict[str, object]:
    return {"id": 1, "observation": "It starts slowly.", "category": "timing"} | columns


def line(row: object, table: object = "memories") -> bytes:
    return orjson.dumps({"table": table, "row": row})


def fault_of(*lines: bytes) -> tuple[str, str]:
    with pytest.raises(UsageError) as raised:
        list(read_rows(lines, COLUMNS))
    return str(raised.value.sentence), str(raised.value.remedy)


@pytest.mark.parametrize("first", [b"", b"{", b"[]", b"1", b"{}", b'{"format": "other", "version": 1}'])
def test_a_file_that_is_no_export_is_refused(first):
    assert fault_of(first) == (
        "Its first line is not that of an export of memories.",
        "Name a file that `memory export` wrote.",
    )


def test_an_empty_file_is_no_export():
    assert fault_of()[0] == "Its first line is not that of an export of memories."


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_version_of_the_form_is_refused(version):
    assert fault_of(header(version=version)) == (
        "The export was made by a newer version of Claude Ops.",
        "Update the application.",
    )


def test_the_header_is_given_back_as_it_stands():
    assert read_header(header(rows={"memories": 2})) == {
        "format": "claudeops-memory",
        "version": 1,
        "rows": {"memories": 2},
    }


def test_rows_come_in_the_order_of_the_file_and_empty_lines_are_passed_over():
    lines = [header(), b"\n", line({"id": 3}, "runs"), b"  \n", line(memory())]
    assert list(read_rows(lines, COLUMNS)) == [("runs", {"id": 3}), ("memories", memory())]


@pytest.mark.parametrize(
    "rows",
    [{}, {"memories": 1}, {"memories": 0}, {"memories": -1}, {"memories": "9"}, {"runs": 0}, [], None, 4],
)
def test_a_file_with_as_many_rows_as_promised_or_more_is_whole(rows):
    assert list(read_rows([header(rows=rows), line(memory())], COLUMNS)) == [("memories", memory())]


@pytest.mark.parametrize(
    ("rows", "missing"),
    [
        ({"memories": 2}, "memories"),
        ({"runs": 1}, "runs"),
        ({"runs": 1, "memories": 2}, "runs, memories"),
        ({"from_later": 1}, "from_later"),
    ],
)
def test_a_file_that_ends_too_early_is_refused(rows, missing):
    assert fault_of(header(rows=rows), line(memory())) == (
        f"The file is not whole: rows of {missing} are missing.",
        "Nothing was imported. Export it again.",
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"{", "it is not JSON"),
        (b"[]", "it is not a row of a table that can be imported"),
        (b"{}", "it is not a row of a table that can be imported"),
        (line({"id": 1}, "purges"), "it is not a row of a table that can be imported"),
        (line({"id": 1}, 7), "it is not a row of a table that can be imported"),
        (line({"id": 1}, ["runs"]), "it is not a row of a table that can be imported"),
        (line([1], "runs"), "it is not a row of a table that can be imported"),
        (line({"id": 1, "nap": 1}, "runs"), "runs has no column 'nap' in this version"),
        (line({"id": 1, "n" * 61: 1}, "runs"), f"runs has no column '{'n' * 60}' in this version"),
    ],
)
def test_a_line_that_is_no_row_is_named_by_its_number(text, why):
    assert fault_of(header(), b"", text) == (f"Line 3: {why}.", FIX)


@pytest.mark.parametrize("number", [1, 2, 2**53 - 1])
def test_an_id_from_one_up_to_the_largest_exact_number_is_taken(number):
    assert list(read_rows([header(), line({"id": number}, "runs")], COLUMNS)) == [("runs", {"id": number})]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({}, "it has no id"),
        ({"id": 0}, "it has no id"),
        ({"id": -1}, "it has no id"),
        ({"id": 2**53}, "it has no id"),
        ({"id": None}, "id must have a value"),
        ({"id": "1"}, "id is of the wrong kind"),
        ({"id": 1.0}, "id is of the wrong kind"),
        ({"id": True}, "id is of the wrong kind"),
    ],
)
def test_a_row_without_a_usable_id_is_refused(row, why):
    assert fault_of(header(), line(row, "runs")) == (f"Line 2: {why}.", FIX)


@pytest.mark.parametrize(
    "columns",
    [
        {"observation": "x"},
        {"observation": "x" * 4000},
        {"service": None},
        {"service": "plex"},
        {"anything": None},
        {"anything": [1]},
        {"times_used": 0},
        {"confidence": 0},
        {"confidence": 1},
        {"confidence": 0.5},
        {"audience": "everyone"},
        {"audience": "project:web"},
        {"audience": "private:anna"},
        *({"category": word} for word in ("timing", "dependency", "behavior", "remediation", "maintenance")),
        *({"gate": word} for word in ("allow", "hold")),
        *({"state": word} for word in ("active", "stale", "archived", "cold")),
        *({"strength": word} for word in ("explicit", "implied", "inferred")),
        *({"priority": word} for word in ("high", "medium", "low")),
    ],
)
def test_a_memory_with_values_in_their_limits_is_taken_as_it_is(columns):
    assert list(read_rows([header(), line(memory(**columns))], COLUMNS)) == [("memories", memory(**columns))]


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"observation": ""}, OBSERVATION),
        ({"observation": " \n"}, OBSERVATION),
        ({"observation": "x" * 4001}, OBSERVATION),
        ({"observation": None}, "observation must have a value"),
        ({"observation": 4}, "observation is of the wrong kind"),
        ({"category": "weather"}, CATEGORIES),
        ({"gate": "deny"}, "gate must be one of allow, hold"),
        ({"state": "gone"}, "state must be one of active, stale, archived, cold"),
        ({"strength": "Explicit"}, "strength must be one of explicit, implied, inferred"),
        ({"priority": ""}, "priority must be one of high, medium, low"),
        ({"audience": "anna"}, AUDIENCE),
        ({"audience": ""}, AUDIENCE),
        ({"audience": "project:"}, AUDIENCE),
        ({"confidence": -0.01}, "confidence must be a number from 0 to 1"),
        ({"confidence": 1.01}, "confidence must be a number from 0 to 1"),
        ({"confidence": True}, "confidence is of the wrong kind"),
        ({"confidence": "1"}, "confidence is of the wrong kind"),
        ({"anything": False}, "anything is of the wrong kind"),
        ({"times_used": 1.5}, "times_used is of the wrong kind"),
        ({"service": 1}, "service is of the wrong kind"),
        ({"service": "a b/;"}, "the service “a b/;” cannot be used"),
    ],
)
def test_a_memory_with_a_value_out_of_its_limits_is_refused(columns, why):
    assert fault_of(header(), line(memory(**columns))) == (f"Line 2: {why}.", FIX)


@pytest.mark.parametrize(("left_out", "why"), [("observation", OBSERVATION), ("category", CATEGORIES)])
def test_a_memory_without_its_words_or_its_category_is_refused(left_out, why):
    row = memory()
    del row[left_out]
    assert fault_of(header(), line(row)) == (f"Line 2: {why}.", FIX)


def test_what_an_import_did_is_told_by_table():
    counts = TransferCounts()
    counts.added["memories"], counts.added["runs"], counts.known = 2, 1, 3
    assert counts.as_json() == {
        "added": 2,
        "skipped": 3,
        "rows": {
            "runs": 1,
            "sessions": 0,
            "resources": 0,
            "memories": 2,
            "markers": 0,
            "memory_versions": 0,
            "memory_links": 0,
        },
    }


def test_what_a_row_points_to_stands_before_it_or_in_its_own_table():
    names = [table.name for table in TABLES]
    for table in TABLES:
        assert all(names.index(target) <= names.index(table.name) for _, target in table.refers)
        assert table.section in ("", *SECTIONS)
