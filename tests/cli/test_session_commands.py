"""``claudeops sessions search | turns | tools | log | replay | export`` on a session as the CLI leaves it (S4)."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from claudeops_desktop.agents.log import SessionLog, log_name
from claudeops_desktop.cli.time_parsing import past_moment
from claudeops_desktop.core.clock import from_text, to_text, utc_now
from claudeops_desktop.core.errors import UsageError

RECORDINGS = Path(__file__).parents[1] / "recordings"
AT = "2026-05-01T12:00:00.000Z"


def log_of(data_dir, session, recording):
    log = SessionLog(data_dir / "logs" / log_name(session, from_text(AT)), clock=lambda: from_text(AT))
    for line in (RECORDINGS / recording).read_bytes().splitlines():
        log.append("stdout", line)
    log.append("stderr", b"a <b>warning</b> of sk-ant-api03-abcdefghijk")
    log.close()
    return log.path


@pytest.fixture
def filled(written, data_dir):
    """Session 1 was refused a tool, session 2 called one that worked."""

    def fill():
        now, sessions = from_text(AT), books.book.sessions
        run = sessions.begin_run(trigger="manual", agent="claude", max_tier=2, dry_run=False, services=(), now=now)
        for session, (tier, log) in enumerate(logs, 1):
            made = sessions.begin(
                now=now, run_id=run, agent="claude", trigger="manual", tier=tier, log_file=str(log), prompt_text="Go"
            )
            assert made == session
            sessions.update(
                session, status="completed", ended_at=to_text(now), cost_usd=0.04, duration_ms=900,
                response="All <script>alert(1)</script> is well.", appended_prompt="```\n## Operational Memory",
            )  # fmt: skip
        books.book.events.add(level="warning", message="<img src=x>", service="caddy", session_id=1, now=now)

    logs = [
        (1, log_of(data_dir, 1, "permission_denied-2.1.330.ndjson")),
        (2, log_of(data_dir, 2, "success_markers_tool-2.1.197.ndjson")),
    ]
    with written() as books:
        books.write(fill)
    return [log for _, log in logs]


def test_words_are_found_in_all_logs_once_they_are_indexed(claudeops, filled):
    assert claudeops("index-logs", "--json").json["lines"] > 0
    found = claudeops("sessions", "search", "touch", "--json")
    assert found.code == 0
    assert {hit["session_id"] for hit in found.json["hits"]} == {1}
    assert all("touch" in hit["snippet"] for hit in found.json["hits"])


def test_nothing_found_is_exit_code_1_and_says_what_is_not_indexed_yet(claudeops, filled):
    answer = claudeops("sessions", "search", "nowhere")
    assert answer.code == 1
    assert "not indexed yet" in answer.err


def test_a_search_is_narrowed(claudeops, filled):
    claudeops("index-logs")
    wide = claudeops("sessions", "search", "warning", "--json").json
    assert {hit["session_id"] for hit in wide["hits"]} == {1, 2}
    for words in (("--session", 2), ("--tier", 2)):
        narrow = claudeops("sessions", "search", "warning", *words, "--json").json
        assert {hit["session_id"] for hit in narrow["hits"]} == {2}
    assert claudeops("sessions", "search", "warning", "--since", "2026-05-02").code == 1
    assert claudeops("sessions", "search", "warning", "--until", "2026-05-01T12:00:01Z", "--in", "errors").code == 0
    assert claudeops("sessions", "search", "warning", "--session", 1, "--in", "said").code == 1


def test_a_phrase_of_the_shell_stays_a_phrase(claudeops, filled):
    claudeops("index-logs")
    assert claudeops("sessions", "search", "not allowed to").code == 0
    assert claudeops("sessions", "search", "allowed not to").code == 1


@pytest.mark.parametrize("words", [("--", "-only"), ("...",), ("x", "--in", "nowhere"), ("x", "--since", "yesterday")])
def test_what_cannot_be_meant_is_wrong_usage(claudeops, words):
    assert claudeops("sessions", "search", *words).code == 2


@pytest.mark.parametrize("text", ["3d", "12h", "30m", "2026-05-01", "2026-05-01 14:00", "2026-05-01T14:00:00Z"])
def test_times_as_people_write_them(text):
    assert past_moment(text, utc_now()) < utc_now()


@pytest.mark.parametrize("text", ["", "d", "-3d", "99999999d", "soon", "2026-13-01", "0001-01-01", "999999999999h"])
def test_times_that_are_none(text):
    with pytest.raises(UsageError):
        past_moment(text, utc_now())


def test_the_index_is_made_anew_on_request(claudeops, filled):
    claudeops("index-logs")
    assert claudeops("index-logs", "--json").json["lines"] == 0
    assert claudeops("index-logs", "--anew", "--json").json["lines"] > 0


def test_turns_tell_what_was_said_called_and_refused(claudeops, filled):
    shown = claudeops("sessions", "turns", 1).out
    assert "Turn 1 of 2" in shown
    assert "$ Bash touch made-by-tool (refused by the CLI" in shown
    assert "I was not allowed to do that." in shown


def test_one_turn_as_json_with_how_the_session_stood(claudeops, filled):
    (turn,) = claudeops("sessions", "turns", 1, "--turn", 2, "--json").json
    assert turn["text"] == "I was not allowed to do that."
    assert (turn["so_far"]["turn"], turn["so_far"]["of"], turn["so_far"]["denied"]) == (2, 2, 1)
    assert claudeops("sessions", "turns", 1, "--turn", 3).code == 2


def test_tools_in_order_with_who_refused_them(claudeops, filled):
    (call,) = claudeops("sessions", "tools", 1, "--json").json
    assert (call["outcome"], call["by"]) == ("denied", "the CLI")
    assert "needs approval" in call["why"]
    assert len(claudeops("sessions", "tools", 1, "--refused", "--json").json) == 1
    assert claudeops("sessions", "tools", 2, "--refused", "--json").json == []


def test_the_log_as_json(claudeops, filled):
    lines = claudeops("sessions", "log", 2, "--json").json
    assert [line["log_line"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[-1]["text"].startswith("a <b>warning</b>")
    assert lines[0]["event"]["type"] == "system"


def test_a_replay_prints_what_the_log_has(claudeops, filled):
    assert claudeops("sessions", "replay", 1, "--speed", 0).out == claudeops("sessions", "log", 1).out


@pytest.mark.parametrize("command", ["log", "turns", "replay", "tools"])
def test_a_log_that_is_gone_is_told(claudeops, filled, command):
    filled[0].unlink()
    answer = claudeops("sessions", command, 1)
    assert answer.code == 1
    assert "has no log any more" in answer.err


class Tags(HTMLParser):
    """The tags and addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs


def test_a_page_for_people_holds_nothing_that_could_do_anything(claudeops, filled, tmp_path):
    file = tmp_path / "session.html"
    assert claudeops("sessions", "export", 1, "-o", file).code == 0
    text = file.read_text()
    page = Tags(text)
    assert not page.tags & {"script", "img", "iframe", "link", "object", "form", "a", "svg"}
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href")]
    assert "&lt;script&gt;alert(1)" in text
    assert "default-src 'none'" in text
    assert "touch made-by-tool" in text


@pytest.mark.parametrize("kind", ["html", "json", "md"])
def test_no_secret_leaves_in_any_form(claudeops, filled, kind):
    answer = claudeops("sessions", "export", 1, "--format", kind, "-o", "-")
    assert "sk-ant-api03" not in answer.out
    assert "[redacted]" in answer.out or kind == "md"  # which has the turns, not the log


def test_a_secret_that_came_to_be_known_later_is_taken_out_too(claudeops, filled, monkeypatch):
    monkeypatch.setenv("SOME_TOKEN", "made-by-tool")
    assert "made-by-tool" not in claudeops("sessions", "export", 1, "--format", "json", "-o", "-").out


def test_json_has_everything(claudeops, filled, tmp_path):
    file = tmp_path / "one.json"
    claudeops("sessions", "export", 2, "-o", file)
    found = json.loads(file.read_text())
    assert found["session"]["id"] == 2
    assert len(found["chain"]) == 2
    assert len(found["log"]) == len(filled[1].read_bytes().splitlines())
    assert found["tool_calls"][0]["outcome"] == "ok"
    assert found["turns"][0]["tools"][0]["name"] == "Bash"


def test_markdown_cannot_be_broken_out_of(claudeops, filled):
    text = claudeops("sessions", "export", 1, "--format", "md", "-o", "-").out
    outside = re.sub(r"^(`{3,})text\n.*?\n\1$", "", text, flags=re.M | re.S)
    assert "<script>" not in outside
    assert "<img" not in outside.replace("\\<img", "")
    assert "Operational Memory" not in outside


def test_a_file_that_is_there_is_not_written_over_unasked(claudeops, filled, tmp_path):
    file = tmp_path / "one.md"
    file.write_text("mine")
    assert claudeops("sessions", "export", 1, "-o", file).code == 2
    assert file.read_text() == "mine"
    assert claudeops("sessions", "export", 1, "-o", file, "--force").code == 0
    assert file.stat().st_mode & 0o077 == 0


def test_without_its_log_a_session_is_exported_as_far_as_it_is_known(claudeops, filled, tmp_path):
    filled[0].unlink()
    answer = claudeops("sessions", "export", 1, "-o", tmp_path)
    assert "Its log is gone" in answer.out
    assert "is gone: old logs are removed" in (tmp_path / "session-000001.html").read_text()


def test_a_place_that_cannot_be_written_is_told(claudeops, filled, tmp_path):
    answer = claudeops("sessions", "export", 1, "-o", tmp_path / "nowhere" / "x.html")
    assert answer.code == 1
    assert "could not be written" in answer.err
