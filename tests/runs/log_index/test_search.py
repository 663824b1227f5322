"""Search through all logs: what is found, in which order, and what the operator may type (S4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.runs.log_index.database import index_file
from claudeops_desktop.runs.log_index.query import fold_letters, read_query
from claudeops_desktop.runs.log_index.search import LogSearchRequest, index_progress, search_logs
from claudeops_desktop.runs.log_index.snippets import WIDTH
from claudeops_desktop.stream import writing

from .conftest import ME


def tool(name="Bash", **given):
    return writing.line(
        {
            "type": "assistant",
            "message": {
                "id": "m1",
                "role": "assistant",
                "model": "m",
                "content": [{"type": "tool_use", "id": "toolu_77", "name": name, "input": given}],
            },
        }
    )


def test_what_the_agent_said_is_found_with_its_line(logs):
    logs.write(3, "all is well", "jellyfin answers 503")
    logs.index()
    (hit,) = logs.find("jellyfin").hits
    assert (hit.session_id, hit.line, hit.part, hit.at) == (3, 2, "said", "2026-05-01T12:00:00.000Z")


def test_tool_inputs_answers_and_stderr_are_found_in_their_parts(logs):
    logs.write(
        1,
        tool(command="systemctl status caddy"),
        writing.tool_result("caddy is active", session_id="s", tool_use_id="toolu_77"),
        stderr="caddy: permission denied",
    )
    logs.index()
    assert [hit.part for hit in logs.find("caddy").hits] == ["errors", "answered", "asked"]
    assert logs.lines("caddy", parts=("answered",)) == [(1, 2)]


def test_the_json_around_it_is_not_found(logs):
    logs.write(1, tool(command="uptime"))
    logs.index()
    assert logs.lines("toolu_77") == logs.lines("command") == logs.lines("assistant") == []
    assert logs.lines("uptime") == [(1, 1)]


def test_an_answer_that_the_result_says_once_more_is_found_once(logs):
    logs.write(1, "all disks are well", writing.result("all disks are well", session_id="s"))
    logs.write(2, writing.result("the disks are full", session_id="s"))
    logs.index()
    assert logs.lines("disks") == [(2, 1), (1, 1)]


def test_newest_first_over_parts(logs, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.log_index.indexing.PART_BYTES", 200)
    for session in (1, 2, 3):
        logs.write(session, "disk is full", "disk is full again")
    logs.index()
    assert logs.lines("disk") == [(3, 2), (3, 1), (2, 2), (2, 1), (1, 2), (1, 1)]
    assert logs.lines("disk", limit=3) == [(3, 2), (3, 1), (2, 2)]


def test_newest_first_where_an_older_session_spoke_on_into_a_later_part(logs, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.log_index.indexing.PART_BYTES", 100)
    logs.write(1, "disk one")
    logs.index()
    logs.write(2, "disk two")
    logs.index()
    logs.write(1, "disk three")
    logs.index()
    assert logs.lines("disk", limit=1) == [(2, 1)]
    assert logs.lines("disk") == [(2, 1), (1, 2), (1, 1)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("restart jellyfin", [1]),
        ("jelly*", [2, 1]),
        ('"no space left"', [3]),
        ('"left no space"', []),
        ("jellyfin -restart", [2]),
        ('-"no space"', []),
        ("JELLYFIN", [2, 1]),
        ("192.168.1.17", [4]),
        ("/srv/media", [4]),
        ("café", [5]),
        ("cafe", [5]),
        ('"no space le*', [3]),
        ('"no space le"*', [3]),
        ("OR", []),
        ("NEAR(restart jellyfin)", []),
        ("restart AND jellyfin", []),
    ],
)
def test_words(logs, text, found):
    logs.write(1, "I restart jellyfin now")
    logs.write(2, "jellyfin is slow")
    logs.write(3, "no space left on device")
    logs.write(4, "192.168.1.17:/srv/media_big is mounted")
    logs.write(5, "the Café is open")
    logs.index()
    assert [session for session, _ in logs.lines(text)] == found


def test_only_some_sessions_and_times(logs):
    logs.write(1, "disk", at="2026-05-01T12:00:00.000Z")
    logs.write(2, "disk", at="2026-05-02T12:00:00.000Z")
    logs.write(2, "disk", at="2026-05-04T12:00:00.000Z")
    logs.index()
    assert logs.lines("disk", sessions=frozenset({1})) == [(1, 1)]
    assert logs.lines("disk", sessions=frozenset()) == []
    assert logs.lines("disk", since="2026-05-02T00:00:00.000Z") == [(2, 2), (2, 1)]
    assert logs.lines("disk", until="2026-05-02T00:00:00.000Z") == [(1, 1)]
    assert logs.lines("disk", since="2026-05-03T00:00:00.000Z") == [(2, 2)]


def test_counting_stops_where_nobody_counts_any_more(logs, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.log_index.search.COUNTED", 5)
    logs.write(1, *["the same"] * 30)
    logs.index()
    found = logs.find("same", limit=3)
    assert (len(found.hits), found.count, found.more) == (3, 5, True)


def test_few_are_counted_exactly(logs):
    logs.write(1, *["the same"] * 30)
    logs.index()
    found = logs.find("same", limit=3)
    assert (len(found.hits), found.count, found.more) == (3, 30, False)


def test_the_snippet_is_short_and_marks_the_words(logs):
    logs.write(1, "before " * 500 + "the DISK is\n\n\tfull " + "after " * 500)
    logs.index()
    (hit,) = logs.find('"disk is full"').hits
    assert len(hit.snippet) <= WIDTH + 2
    ((start, length),) = hit.marks
    assert hit.snippet[start : start + length] == "DISK is full"


def test_a_long_line_in_the_middle_is_found_by_its_offset(logs):
    logs.write(1, *[f"line {n} " + "x " * 3000 for n in range(60)], "needle", "after it")
    logs.index()
    assert logs.lines("needle") == [(1, 61)]


def test_before_there_is_an_index_nothing_is_found_and_progress_says_so(logs):
    logs.write(1, "disk")
    assert logs.find("disk").hits == ()
    assert not index_progress(logs.folder).there


def test_progress_counts_what_is_not_taken_in_yet(logs):
    logs.write(1, "disk")
    logs.index()
    assert index_progress(logs.folder).share == 1
    logs.write(1, "more " * 2000)
    now = index_progress(logs.folder)
    assert 0 < now.share < 1
    assert not now.complete


def test_a_raw_recording_and_a_torn_line_are_read_as_far_as_they_go(logs):
    logs.path(1).write_bytes(writing.assistant_text("raw words", **ME) + b'{"half of a li')
    logs.index()
    assert logs.lines("raw") == [(1, 1)]


def test_an_index_that_cannot_be_read_is_told_in_a_sentence(logs):
    logs.write(1, "disk")
    logs.index()
    index_file(logs.folder).write_bytes(b"SQLite format 3\0" + b"rubbish" * 2000)
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        logs.find("disk")


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    from .conftest import Logs

    logs = Logs(DataFolder(tmp_path_factory.mktemp("searched")).create())
    logs.write(1, "the disk of jellyfin is full", stderr="x")
    logs.index()
    return logs


HOSTILE = st.text(
    st.sampled_from("\"'*-:()^{}+,;AND OR NOT NEAR/\\%_#$\0\u0301éßİ\u202e\ud800 jellyfin\t\n"), max_size=40
) | st.text(max_size=60)


@pytest.mark.slow
@given(text=HOSTILE)
def test_nothing_that_is_typed_is_an_error(searched, text):
    search_logs(searched.folder, LogSearchRequest(read_query(text)))
    search_logs(searched.folder, LogSearchRequest(read_query(f'jellyfin "{text}" -{text}*', ("said", "errors"))))


@pytest.mark.slow
@given(text=st.text(max_size=80))
def test_a_folded_text_stays_as_long_as_it_was(text):
    assert len(fold_letters(text)) == len(text)


@pytest.mark.slow
@given(text=st.text(st.characters(categories=("L", "N")), min_size=1, max_size=20))
def test_a_word_that_is_in_a_line_is_found_by_itself(searched, text):
    query = read_query(text)
    assert query.looks_for
    assert query.match.startswith('(("')
