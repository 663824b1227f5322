"""E19: "forget everything about X" leaves no trace, wherever X stood; only counts and a tombstone stay."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from pathlib import Path

import orjson
import pytest
from memory_world import Desk, MovingClock
from support.folders import used_folder
from support.other_process import other_connection

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory.purging.tables import PLACES
from claudeops_desktop.memory.purging.types import PurgeRequest
from claudeops_desktop.monitoring.results.purging import CheckResultPurge
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.results.types import CheckResult
from claudeops_desktop.runs.log_index import indexing, search
from claudeops_desktop.runs.log_index.database import index_file
from claudeops_desktop.runs.purge_everywhere import PurgeRunner, finish_cut_off
from claudeops_desktop.storage import open_store

X = "Zanzi”bar/é x"
ID = "0b1c2d3e-aaaa-bbbb-cccc-0123456789ab"
OTHER = "1b1c2d3e-aaaa-bbbb-cccc-0123456789ab"
UNTOUCHED = {"schema_migrations", "purges", "resource_purge", "telemetry"}


class Place:
    """An operator's data folder and home."""

    def __init__(self, root: Path) -> None:
        self.folder = used_folder(root / "data")
        self.home = root / "home"
        self.store = open_store(self.folder)
        self.desk = Desk(self.store, MovingClock())

    def says(self, text: str) -> None:
        """A session says this, and ends."""
        self.desk.says(text)
        self.desk.write(lambda: self.store.database.execute_sql("UPDATE sessions SET status = 'completed'"))

    def purger(self) -> PurgeRunner:
        desk = self.desk
        return PurgeRunner(desk.book, desk.memory, self.folder, Settings(), {"HOME": str(self.home)}, desk.clock)

    def run(self, subject: str = X, **more):
        return self.purger().run(PurgeRequest(subject, **more))

    def rows(self, sql: str) -> list[tuple]:
        return self.store.database.execute_sql(sql).fetchall()

    def bytes_with(self, *words: str) -> list[str]:
        """Files of the data folder, the operator's settings and backups apart, that hold one of these words."""
        self.store.close()
        found = []
        for path in sorted(self.folder.root.rglob("*")):
            if not path.is_file() or path.name.endswith("s.toml") or self.folder.backups in path.parents:
                continue
            data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            low = data.lower()
            found += [f"{path.name}: {word}" for word in words if word.lower().encode() in low]
        return found


@pytest.fixture
def place(tmp_path):
    one = Place(tmp_path)
    yield one
    one.store.close()


def fill_tables(place: Place, text: str) -> None:
    """A row with the text in every column of words, in every table there is."""
    place.says(f"[MEMORY:timing:other] {text} takes 40s to answer")
    with other_connection(place.folder) as connection:
        virtual = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5%'")
        ]
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith(("sqlite_", *virtual)) and name not in UNTOUCHED
        ]
        incident = 900 + tables.index("incidents")
        for number, table in enumerate(tables):
            columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
            row = {}
            for _, name, kind, _, _, key in columns:
                if "TEXT" in kind.upper():
                    row[name] = f'["{text}", {{"{text}": 1}}]' if "'" in str(columns) else text
                    row[name] = json.dumps([text, {text: text}]) if name in ("services", "detail", "result") else text
                elif "BLOB" in kind.upper():
                    row[name] = b"\0\1"
                else:
                    row[name] = 900 + number if key else 1
            if table == "sessions":
                row |= {"status": "completed", "agent_session_id": ID, "log_file": "", "owner": "", "process_token": ""}
            if table == "steps":
                row |= {"job": "observe:x", "step": "extract", "state": "done"}
            if table == "transcripts":
                row |= {"conversation_id": "cli:x"}
            if table == "resources":
                row |= {"conversation_id": "cli:x", "content_type": "passage", "content_at": "x", "created_at": "x"}
            if table == "incidents":
                row |= {"state": "open", "source": "check", "worst": "down", "resolved_by": "", "folded_into": None}
            if table == "change_sources":
                row |= {"source": "packages"}
            if table == "service_edges":
                row |= {"state": "proposed", "found_by": "memory"}
            if table == "incident_entries":
                row |= {"kind": "note"}
            if table in ("incident_entries", "incident_runs"):
                row |= {"incident_id": incident}
            if table == "tool_calls":
                row |= {"tool_use_id": "t"}
            if table.startswith(
                (
                    "case",
                    "pattern",
                    "finding",
                    "deliberation",
                    "signature",
                    "library",
                    "routine",
                    "weekly",
                    "proposal",
                    "audit",
                    "discovery",
                    "shared",
                    "sync_state",
                )
            ):
                row |= dict.fromkeys(PLACES.get(table, ()), "x")
            names = ", ".join(row)
            connection.execute(
                f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values())
            )


def fill_files(place: Place, text: str) -> None:
    folder = place.folder
    event = {"type": "assistant", "message": {"content": [{"type": "text", "text": f"All is well.\n{text} is slow."}]}}
    nested = {"type": "user", "message": {"content": json.dumps({"said": text, "fine": 1})}}
    logged = [{"at": "2026-03-01T12:00:00.000Z", "stream": "stdout", "event": one} for one in (event, nested)]
    lines = b"".join(orjson.dumps(one) + b"\n" for one in logged)
    lines += (
        json.dumps(logged[0]).encode() + b'\n{"half": "' + text.encode() + b"\n" + b'{"at":"x","stream":"stderr"}\n'
    )
    (folder.logs / "session-000001-20260301T120000.ndjson").write_bytes(lines)
    (folder.logs / "session-000002-20260301T120000.ndjson.gz").write_bytes(gzip.compress(lines))
    (folder.logs / "app.log").write_text(f"INFO: all is well\nINFO: {text} was seen\n")
    (folder.logs / "app.log.1").write_text(f"INFO: {text.upper()} was seen\n")
    session = folder.sessions / "1"
    session.mkdir(parents=True)
    (session / "appended.md").write_text(f"## Environment\n- {text}\n- other\n")
    (session / "guard.json").write_text(json.dumps({"services": {text: text, "other": "other"}}))
    (session / "hand-off.json").write_text(json.dumps({"reason": f"{text} is down", "services": [text, "other"]}))
    folder.watch_history.write_text(json.dumps({"version": 1, "checks": {f"{text}|http": {"service": text}, "a": {}}}))
    folder.ui_state.write_text(json.dumps({"filters": {"text": text}}))
    (folder.root / "crashes").mkdir()
    (folder.root / "crashes" / "1.txt").write_text(f"Traceback\n  {text}\n")
    (folder.root / "export.html").write_text(f"<p>{text.replace('&', '&amp;')}</p>\n<p>kept</p>")
    folder.settings_file.write_text(f"# about {text}\n[memory]\nbudget = 2000\n")
    folder.services_file.write_text(f"# {text}\n")
    (folder.backups / "old.tar.gz").write_bytes(b"packed")
    projects = place.home / ".claude" / "projects" / "-home"
    (projects / ID / "subagents").mkdir(parents=True)
    for path in (projects / f"{ID}.jsonl", projects / ID / "subagents" / "a.jsonl", projects / f"{OTHER}.jsonl"):
        path.write_bytes(lines)


def spelled(text: str) -> tuple[str, ...]:
    from urllib.parse import quote

    return (text, json.dumps(text)[1:-1], json.dumps(json.dumps(text)[1:-1])[1:-1], quote(text), text.upper())


@pytest.mark.slow
@pytest.mark.parametrize("subject", [X, "jellyfin"])
@pytest.mark.file_only("fills tables in any order, against their keys")
def test_forget_everything_about_x_leaves_no_trace(place, subject):
    fill_tables(place, subject)
    fill_files(place, subject)
    report = place.run(subject)
    assert report.remains == ()
    assert report.counts["memories"] == 3  # two that are there, and one in the trash
    assert report.counts["session logs"] == 2
    assert report.counts["transcripts"] == 2
    assert place.bytes_with(*spelled(subject)) == []


@pytest.mark.slow
def test_what_else_stood_there_stays(place):
    fill_files(place, "jellyfin")
    place.says("[MEMORY:timing:plex] Takes 40s to start\n[MEMORY:timing:jellyfin] Takes 50s to start")
    place.run("jellyfin")
    assert [(m.service, m.observation) for m in place.desk.all()] == [("plex", "Takes 40s to start")]
    session = place.folder.sessions / "1"
    assert (session / "appended.md").read_text() == "## Environment\n(purged)\n- other\n"
    assert json.loads((session / "guard.json").read_text()) == {"services": {"other": "other"}}
    assert json.loads((session / "hand-off.json").read_text()) == {"reason": "(purged)", "services": ["other"]}
    assert json.loads(place.folder.watch_history.read_text()) == {"version": 1, "checks": {"a": {}}}
    log = (place.folder.logs / "session-000001-20260301T120000.ndjson").read_bytes().splitlines()
    assert len(log) == 5, "a source leads to the number of its line"
    assert orjson.loads(log[0])["event"]["message"]["content"][0]["text"] == "All is well.\n(purged)"
    assert log[3:] == [b"(purged)", b'{"at":"x","stream":"stderr"}']
    assert (place.folder.logs / "app.log").read_text() == "INFO: all is well\n(purged)\n"


@pytest.mark.slow
def test_what_was_said_of_it_without_its_name_goes_too(place):
    place.says("[MEMORY:timing:jellyfin] Takes forty seconds after the restart")
    text = "### jellyfin\n- [timing] Takes forty seconds after the restart (confidence: 0.7)\n- [timing] another"
    place.desk.write(lambda: place.desk.book.sessions.update(1, appended_prompt=text))
    place.run("jellyfin")
    assert place.rows("SELECT appended_prompt FROM sessions") == [("(purged)\n(purged)\n- [timing] another",)]


@pytest.mark.slow
def test_what_another_service_says_in_the_same_words_stays(place):
    text = "Takes forty seconds after the restart"
    place.says(f"[MEMORY:timing:jellyfin] {text}")
    place.says(f"[MEMORY:timing:plex] {text}")
    place.run("jellyfin")
    assert [(m.service, m.observation) for m in place.desk.all()] == [("plex", text)]
    assert place.desk.memory.history.versions(2)[0].observation == text


@pytest.mark.slow
def test_a_tombstone_and_counts_stay_and_nothing_else(place):
    place.says("[MEMORY:timing:jellyfin] Takes 50s to start")
    report = place.run("jellyfin")
    assert place.rows("SELECT raw_content, content_type FROM resources") == [("", "tombstone")]
    ((number, state, counts),) = place.rows("SELECT id, state, counts FROM purges")
    assert (number, state, json.loads(counts)) == (report.id, "done", report.counts)
    assert place.rows("SELECT count(*) FROM steps") == [(0,)]
    ((action, success),) = place.rows("SELECT action, success FROM telemetry WHERE component = 'purge'")
    assert (action, success) == ("memory.purge.completed", 1)


@pytest.mark.file_only("fills tables in any order, against their keys")
def test_a_preview_shows_what_would_go_and_changes_nothing(place):
    fill_tables(place, "jellyfin")
    fill_files(place, "jellyfin")
    before = [path.read_bytes() for path in sorted(place.folder.root.rglob("*.ndjson"))]
    seen = place.purger().preview(PurgeRequest("jellyfin"))
    kinds = {one.kind: one.count for one in seen.found}
    assert kinds["memories"] == 2
    assert kinds["session logs"] == 2
    assert kinds["transcripts"] == 2
    assert kinds["lessons"] == kinds["saved prompts"] == 1
    assert all("jellyfin" in sample.casefold() for one in seen.found if one.kind == "events" for sample in one.samples)
    assert [path.read_bytes() for path in sorted(place.folder.root.rglob("*.ndjson"))] == before
    assert len(place.desk.all()) == 2
    assert place.rows("SELECT count(*) FROM purges") == [(0,)]
    assert place.rows("SELECT count(*) FROM recalls WHERE asked_by = 'purge' AND question <> ''") == [(0,)]


@pytest.mark.slow
def test_what_cannot_be_reached_is_listed(place):
    fill_files(place, "jellyfin")
    place.desk.write(lambda: place.desk.book.sessions)
    report = place.run("jellyfin")
    told = " ".join(one.where for one in report.unreachable)
    assert "settings.toml, line 1" in told
    assert "services.toml, line 1" in told
    assert "old.tar.gz (may hold it)" in told
    assert f"{OTHER}.jsonl" in told
    assert "outside the data folder" in told
    assert "history of your shell" in told
    assert "jellyfin" in place.folder.settings_file.read_text(), "the operator's own lines are not touched"


@pytest.mark.slow
def test_a_word_inside_a_longer_one_is_shown_apart_and_can_be_left(place):
    place.says("[MEMORY:behavior:backup] The complexity of the job is high at night")
    place.says("[MEMORY:behavior:plex] Answers 302 when it is healthy")
    seen = place.purger().preview(PurgeRequest("plex"))
    assert (seen.memory_ids, seen.within_words) == ((1, 2), 1)
    assert "complexity" in seen.within_samples[0]
    place.run("plex", whole_word=True)
    assert [m.service for m in place.desk.all()] == ["backup"]


@pytest.mark.slow
def test_one_that_does_not_name_it_goes_when_the_operator_says_so(place):
    place.says("[MEMORY:timing:media] The film server takes 50s to start")
    place.says("[MEMORY:timing:jellyfin] Takes 50s to start")
    place.run("jellyfin", also=(1,))
    assert place.desk.all() == []
    assert place.bytes_with("film server") == []


def test_a_running_session_is_told_and_nothing_is_changed(place):
    place.says("[MEMORY:timing:jellyfin] Takes 50s to start")
    running = place.desk.session()
    with pytest.raises(OperatorError, match=f"Session {running} is running"):
        place.run("jellyfin")
    assert len(place.desk.all()) == 1


@pytest.mark.parametrize("subject", ["", "  ", "ab", " a "])
def test_a_subject_that_is_nearly_everywhere_is_refused(place, subject):
    with pytest.raises(UsageError):
        place.run(subject)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.slow
@pytest.mark.file_only("fills tables in any order, against their keys")
def test_a_purge_that_was_killed_goes_on_where_it_was(place, monkeypatch):
    fill_tables(place, "jellyfin")
    fill_files(place, "jellyfin")

    def killed(*_, **__):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("claudeops_desktop.memory.purging.files.clean_all", killed)
        with pytest.raises(Killed):
            place.run("jellyfin")
    (number,) = place.purger().unfinished()
    report = place.purger().finish(number)
    assert report.remains == ()
    assert report.counts["memories"] == 3  # two that are there, and one in the trash
    assert place.purger().unfinished() == []
    assert place.bytes_with("jellyfin") == []


@pytest.mark.slow
def test_one_that_was_killed_at_the_very_end_only_overwrites_free_room(place, monkeypatch):
    place.says("[MEMORY:timing:jellyfin] Takes 50s to start")

    def killed(_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("claudeops_desktop.runs.purge_everywhere.compact_database", killed)
        with pytest.raises(Killed):
            place.run("jellyfin")
    (number,) = place.purger().unfinished()
    report = place.purger().finish(number)
    assert not report.searched
    assert report.counts["memories"] == 1
    assert place.bytes_with("jellyfin") == []


@pytest.mark.slow
def test_one_that_was_cut_off_goes_on_when_the_application_starts(place, monkeypatch):
    place.says("[MEMORY:timing:jellyfin] Takes 50s to start")
    with monkeypatch.context() as patch:
        patch.setattr("claudeops_desktop.memory.purging.files.clean_all", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            place.run("jellyfin")
        assert finish_cut_off(place.purger()) == 0, "it fails again, and says so in the log"
    assert finish_cut_off(place.purger()) == 1
    assert place.bytes_with("jellyfin") == []


@pytest.mark.slow
def test_a_deletion_before_the_purge_can_no_longer_be_undone(place):
    place.says("[MEMORY:timing:jellyfin] Takes 50s to start")
    change = place.desk.write(lambda: place.desk.memory.edits.delete([1]))
    place.run("jellyfin")
    place.desk.write(lambda: place.desk.memory.edits.undo(change))
    assert place.desk.all() == []
    assert place.bytes_with("jellyfin") == []


@pytest.mark.slow
def test_an_edit_before_the_purge_brings_no_words_back(place):
    memory = place.desk.add("The jellyfin box takes 50s to start", service="media")
    change = place.desk.edit(memory.id, observation="The media box takes 50s to start", confidence=0.9)
    place.run("jellyfin")
    undone = place.desk.write(lambda: place.desk.memory.edits.undo(change))
    assert place.desk.get(memory.id).observation == "The media box takes 50s to start"
    assert place.desk.get(memory.id).confidence == 0.7, "the rest is taken back"
    assert "observation" in undone.notes[0]
    assert place.bytes_with("jellyfin") == []


@pytest.mark.slow
def test_the_index_of_the_logs_forgets_it(place):
    fill_files(place, "jellyfin")
    index = index_file(place.folder)
    indexing.bring_up_to_date(index, place.folder.logs)
    place.run("jellyfin")
    indexing.bring_up_to_date(index, place.folder.logs)
    assert b"jellyfin" not in index.read_bytes()
    assert search is not None


@pytest.mark.slow
def test_saved_prompts_and_schedules_stay_when_asked(place):
    place.desk.write(lambda: place.desk.book.prompts.save("jellyfin", "Look at jellyfin", place.desk.clock()))
    place.run("jellyfin", keep_settings=True)
    assert place.rows("SELECT name FROM saved_prompts") == [("jellyfin",)]
    place.run("jellyfin")
    assert place.rows("SELECT name FROM saved_prompts") == []


@pytest.mark.slow
def test_a_schedule_that_was_about_it_alone_is_switched_off(place):
    columns = "name, kind, rule, services, anchor_at, watched_from, created_at"
    place.desk.write(
        lambda: place.store.database.execute_sql(
            f"INSERT INTO schedules ({columns}) VALUES ('n', 'every', '1h', '[\"jellyfin\"]', 'x', 'x', 'x'),"
            " ('m', 'every', '1h', '[\"jellyfin\",\"plex\"]', 'x', 'x', 'x')"
        )
    )
    place.run("jellyfin")
    assert place.rows("SELECT name, enabled, services FROM schedules") == [("n", 0, "[]"), ("m", 1, '["plex"]')]


@pytest.mark.slow
def test_check_results_of_a_service_and_texts_that_name_it_go(place):
    results = CheckResultStore(place.folder.check_results)
    at = place.desk.clock()
    results.add(
        [
            CheckResult("jellyfin", "jellyfin:http", "http", at, "healthy", 20.0, "HTTP 200 in 20 ms"),
            CheckResult("proxy", "proxy:http", "http", at, "down", None, "jellyfin.lan:8096 refuses the connection"),
        ]
    )
    results.roll_up(at + timedelta(hours=2))
    results.close()
    aside = place.folder.root / "checks.db.aside-20260302-000000"
    aside.write_bytes(b"\0jellyfin")
    desk = place.desk
    parts = (CheckResultPurge(place.folder.check_results),)
    purger = PurgeRunner(
        desk.book, desk.memory, place.folder, Settings(), {"HOME": str(place.home)}, desk.clock, parts=parts
    )
    seen = purger.preview(PurgeRequest("jellyfin"))
    assert [(one.kind, one.count) for one in seen.found if one.kind == "check results"] == [("check results", 2)]
    report = purger.run(PurgeRequest("jellyfin"))
    assert report.counts["check results"] == 2
    assert report.remains == ()
    assert [(one.service, one.detail) for one in results.latest()] == [("proxy", "(purged)")]
    results.close()
    assert place.bytes_with("jellyfin") == []
