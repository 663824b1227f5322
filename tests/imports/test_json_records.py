"""Objects of large and of damaged JSON files, and times, whatever they look like."""

from __future__ import annotations

import json
import tracemalloc
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claudeops_desktop.core.clock import from_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.extensions.importer import UnreadablePart
from claudeops_desktop.imports import json_records
from claudeops_desktop.imports.json_records import read_records
from claudeops_desktop.imports.markdown_facts import read_statements
from claudeops_desktop.imports.moments import read_moment
from claudeops_desktop.knowledge.entries import read_entry

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.lists(st.dictionaries(st.text(min_size=1, max_size=5), VALUES, min_size=1, max_size=3), max_size=6)
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.mark.slow
@SHARED
@given(OBJECTS, st.sampled_from(["array", "indented", "results", "lines"]), st.integers(8, 64))
def test_every_object_is_read_in_every_shape_and_however_little_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, objects: list[dict], shape: str, chunk: int
) -> None:
    text = {
        "array": json.dumps(objects),
        "indented": json.dumps(objects, indent=2),
        "results": json.dumps({"results": objects}, indent=1),
        "lines": "".join(json.dumps(one) + "\n" for one in objects),
    }[shape]
    if shape == "lines" and (not objects or any(_holds_objects(one) for one in objects)):
        return
    (tmp_path / "m.json").write_text(text, "utf-8")
    monkeypatch.setattr(json_records, "CHUNK", max(chunk, 64))
    assert [row for _, row in _records(tmp_path / "m.json")] == objects


def _holds_objects(one: dict) -> bool:
    return any(isinstance(value, list) and value and isinstance(value[0], dict) for value in one.values())


def _records(path: Path) -> list:
    return [one for one in read_records(path) if not isinstance(one, UnreadablePart)]


@pytest.mark.slow
@SHARED
@given(st.binary(max_size=300))
def test_no_file_makes_the_reader_fail(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "m.json").write_bytes(b'[{"a": 1},\n' + raw)
    assert all(isinstance(one, tuple | UnreadablePart) for one in read_records(tmp_path / "m.json"))
    (tmp_path / "m.json").write_bytes(raw)
    with suppress(UsageError):
        list(read_records(tmp_path / "m.json"))


@pytest.mark.parametrize("damage", ['{"b": 2', '{"b": }', "rubbish", '{"b": "open', '{"b": 2}}', "[1, 2"])
@pytest.mark.parametrize("shape", ["lines", "array"])
def test_a_damaged_line_costs_no_other_object(tmp_path: Path, shape: str, damage: str) -> None:
    lines = ['{"a": 1}', damage, '{"c": 3}', '{"d": 4}']
    text = "\n".join(lines) if shape == "lines" else "[\n" + ",\n".join(lines) + "\n]\n"
    (tmp_path / "m.json").write_text(text)
    found = list(read_records(tmp_path / "m.json"))
    read = [next(iter(one[1])) for one in found if isinstance(one, tuple)]
    assert [key for key in read if key != "b"] == ["a", "c", "d"]
    assert [one.line for one in found if isinstance(one, UnreadablePart)] == [2 + (shape == "array")]


@pytest.mark.slow
def test_memory_stays_bounded(tmp_path: Path) -> None:
    with (tmp_path / "m.json").open("w") as file:
        file.write("[")
        for number in range(60_000):
            file.write(("," if number else "") + json.dumps({"memory": f"fact {number} " + "x" * 300}))
            file.write("\n" if number % 2 else " ")
        file.write("]")
    assert (tmp_path / "m.json").stat().st_size > 19_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_records(tmp_path / "m.json")) == 60_000
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


def test_an_object_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "LARGEST", 1000)
    monkeypatch.setattr(json_records, "CHUNK", 500)
    (tmp_path / "m.json").write_text('{"a": 1}\n{"b": "' + "x" * 5000 + '\n{"c": 3}\n')
    found = list(read_records(tmp_path / "m.json"))
    assert [one.line for one in found if isinstance(one, UnreadablePart)] == [2]
    assert [one[1] for one in found if isinstance(one, tuple)] == [{"a": 1}, {"c": 3}]


@given(st.datetimes(datetime(1985, 1, 1), datetime(2090, 1, 1)))  # noqa: DTZ001 — hypothesis wants naive bounds
def test_a_moment_is_the_same_in_every_form(moment: datetime) -> None:
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    seconds = int(moment.timestamp())
    forms = [
        *(seconds, str(seconds), seconds * 1000, seconds * 10**6, moment.isoformat(), f"{moment:%Y-%m-%d %H:%M:%S}"),
        f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        f"{moment:%a, %d %b %Y %H:%M:%S} +0000",
        f"{moment:%Y-%m-%dT%H:%M:%S}.000000000+00:00",
    ]
    assert {read_moment(form) for form in forms} == {read_moment(moment)}
    assert from_text(read_moment(seconds)) == moment


@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | st.lists(st.integers()))
def test_whatever_a_time_is_it_is_a_moment_or_nothing(value: object) -> None:
    found = read_moment(value)
    assert found == "" or from_text(found).year >= 1980


@pytest.mark.slow
@given(st.text(max_size=400))
def test_statements_are_single_lines_of_the_note(text: str) -> None:
    lines = text.count("\n") + 1
    for statement in read_statements(read_entry(text)):
        assert 1 <= statement.line <= lines
        assert statement.text == " ".join(statement.text.split()) != ""
