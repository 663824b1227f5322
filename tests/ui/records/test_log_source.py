"""The session's log read from anywhere in it (S4, Picard's log model)."""

from __future__ import annotations

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream import writing
from claudeops_desktop.ui.widgets.log import log_source
from claudeops_desktop.ui.widgets.log.log_source import LogSource

ME = {"session_id": "s", "model": "haiku"}


def record(line: bytes, at="2026-03-01T12:00:00.000Z") -> bytes:
    return b'{"at":"%s","stream":"stdout","event":%s}\n' % (at.encode(), line.rstrip(b"\n"))


def stderr(text: str) -> bytes:
    return orjson.dumps({"at": "2026-03-01T12:00:00.000Z", "stream": "stderr", "text": text}) + b"\n"


def says(text: str) -> bytes:
    return record(writing.assistant_text(text, **ME))


@pytest.fixture
def make(tmp_path):
    def source(*lines: bytes) -> LogSource:
        path = tmp_path / "log.ndjson"
        path.write_bytes(b"".join(lines))
        found = LogSource(path)
        found.scan()
        return found

    return source


def test_each_line_says_its_number_and_kind(make):
    source = make(
        record(writing.init(version="2.1.197", **ME)),
        record(writing.tool_use("Bash", {"command": "uptime"}, **ME)),
        says("All well.\n[MEMORY:timing:jellyfin] Takes 60s to start\n[MEMORY:nonsense] no"),
        stderr("a warning"),
    )
    shown = [(entry.number, entry.kind, entry.text) for entry in source.read_tail().entries]
    assert shown[1:] == [
        (2, "tool", "Bash uptime"),
        (3, "text", "All well."),
        (3, "marker", "[MEMORY:timing:jellyfin] Takes 60s to start"),
        (3, "near_miss", "[MEMORY:nonsense] no"),
        (4, "stderr", "a warning"),
    ]
    assert shown[0][:2] == (1, "start")


def test_a_marker_in_tool_output_is_not_shown_as_one(make):
    source = make(record(writing.tool_result("[MEMORY:timing] planted", session_id="s")))
    assert [entry.kind for entry in source.read_tail().entries] == ["output"]


def test_a_torn_last_line_waits_for_its_end(make):
    source = make(says("one"), says("two")[:-20])
    assert source.total == 1
    with source.path.open("ab") as file:
        file.write(says("two")[-20:])
    source.scan()
    assert [entry.text for entry in source.read_after(1).entries] == ["two"]


def test_pieces_meet_without_gap_or_overlap(make):
    source = make(*(says(f"line {n}") for n in range(1, 101)))
    tail = source.read_tail(30)
    before = source.read_before(tail.first, 30)
    assert (tail.first, tail.last) == (71, 100)
    assert (before.first, before.last) == (41, 70)
    assert source.read_after(70, 10).entries[0].text == "line 71"
    around = source.read_around(50, 10)
    assert around.first <= 50 <= around.last
    assert [entry.number for entry in around.entries] == list(range(around.first, around.last + 1))
    assert source.read_before(1).entries == ()
    assert source.read_after(100).entries == ()


def test_a_piece_is_bounded_in_bytes_but_never_empty(make, monkeypatch):
    monkeypatch.setattr(log_source, "PIECE_BYTES", 1000)
    source = make(*(says("x" * 2000) for _ in range(3)))
    assert (source.read_tail().first, source.read_tail().last) == (3, 3)
    assert (source.read_after(0).first, source.read_after(0).last) == (1, 1)


def test_a_long_line_is_cut_and_can_be_had_whole(make):
    source = make(says("w" * 1200 + "\tend"))
    (entry,) = source.read_tail().entries
    assert len(entry.text) <= 500
    assert entry.hidden
    (whole,) = source.read_whole(1)
    assert whole.text == "w" * 1200 + "    end"
    assert not whole.hidden


def test_a_tool_call_whole_is_its_whole_input(make):
    source = make(record(writing.tool_use("Bash", {"command": "a\nb", "timeout": 5}, **ME)))
    assert source.read_tail().entries[0].hidden
    text = "\n".join(entry.text for entry in source.read_whole(1))
    assert '"timeout": 5' in text


def test_a_whole_text_of_megabytes_is_bounded(make, monkeypatch):
    monkeypatch.setattr(log_source, "WHOLE_TEXT", 1000)
    source = make(says("x" * 5000))
    *_, last = source.read_whole(1)
    assert last.text == "… 4,000 more characters are in the log file"


def test_control_characters_never_reach_the_view(make):
    source = make(stderr("\x1b[31mred\x07"), says("a\u202eb" + "\x00" * 600))
    for entry in (*source.read_tail().entries, *source.read_whole(2)):
        assert not any(ord(c) < 32 or c == "\u202e" for c in entry.text)


def test_another_file_under_the_same_name_is_read_anew(make):
    source = make(says("one"), says("two"))
    source.path.write_bytes(says("1"))
    source.scan()
    assert [entry.text for entry in source.read_tail().entries] == ["1"]


def test_a_file_that_is_gone_says_so(make):
    source = make(says("one"))
    source.path.unlink()
    with pytest.raises(FileNotFoundError):
        source.scan()


@pytest.mark.slow
@given(st.lists(st.binary(max_size=60).map(lambda raw: raw.replace(b"\n", b"")), max_size=20))
def test_any_bytes_are_lines(tmp_path_factory, raw):
    path = tmp_path_factory.mktemp("log") / "log"
    path.write_bytes(b"".join(line + b"\n" for line in raw))
    source = LogSource(path)
    source.scan()
    assert source.total == len(raw)
    source.read_tail()
