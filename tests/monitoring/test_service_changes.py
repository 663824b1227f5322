"""Renaming and removing a service leaves nothing of its name: in no table, in no file (D12)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.folders import used_folder
from support.other_process import StoreConnection, all_rows, other_connection

from claudeops_desktop.agents.watch import edit
from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import ClaudeOpsError, OperatorError, UsageError
from claudeops_desktop.core.settings.file import change, load
from claudeops_desktop.memory import MemoryCandidate, MemoryService
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.results.types import CheckResult
from claudeops_desktop.monitoring.service_changes import columns, files
from claudeops_desktop.monitoring.service_changes import operations as operations_module
from claudeops_desktop.monitoring.service_changes.operations import ServiceChanges, finish_cut_off
from claudeops_desktop.monitoring.service_changes.rewrite import rename_in_key, rename_mentions, rename_subject
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.storage import open_store
from claudeops_desktop.stream.events import parse
from claudeops_desktop.stream.writing import assistant_text

OLD, NEW = "zyrkon-8101", "grafana"
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SERVICES = f"""# what we watch
[[service]]
name = "{OLD}"  # the dashboards
check = "tcp"
address = "127.0.0.1"
port = 8101

[[service]]
name = "{OLD}"
check = "http"
url = "http://127.0.0.1:8101/"

[[service]]
name = "shop"
check = "tcp"
address = "127.0.0.1"
port = 8102
depends_on = ["{OLD}", "redis"]
"""
# Tables in which no service is ever named.
NAMELESS = frozenset(
    (
        *("schema_migrations", "spend_warnings", "purges", "resource_purge", "incident_runs"),
        "change_sources",  # units, containers and files by their own names
        *("memory_entities", "memory_indexed", "memory_vectors", "complete_indexes", "injections", "transcripts"),
        "rule_facts",
        *("case_votes", "deliberation_vectors"),
        "verifications",
        *("pattern_sources", "pattern_edges", "pattern_injections"),
        # Text of somebody else: a service that is renamed keeps its former name in a book.
        *("library_documents", "library_chunks", "library_vectors", "library_folders", "library_feeds"),
        *("library_sources", "library_suggestions"),
        *("routine_jobs", "routine_runs", "routine_steps", "weekly_reports"),
        # Words of files, which keep a former name.
        *("proposals", "proposal_evidence", "proposal_calls", "proposal_positions", "agent_file_versions"),
        *("imported_facts", "shared_records", "shared_deletions", "sync_state"),
        *(
            "server_tokens",
            "server_writes",
            "server_replies",
            "principals",
            "projects",
            "approval_links",
        ),  # names of programs and people; answers of a day
        *("renderings", "rendering_state"),  # made anew of what was renamed
        *("knowledge_positions", "audit_findings"),  # how the auditor knows that a service was renamed
        "discovery_signals",  # what was said, in its own words
    )
)


class World:
    """A data folder with a service in all of its records."""

    def __init__(self, root: Path) -> None:
        self.folder = used_folder(root)
        self.store = open_store(self.folder)
        self.book = RecordRepositories(self.store)
        self.memory = MemoryService(self.book)
        self.changes = ServiceChanges(self.book, self.memory, self.folder)

    def write(self, operation):
        return self.store.write(operation).result()

    def read(self, question):
        return self.store.read(question).result()

    def session(self, services=(), status="completed"):
        def begin():
            run = self.book.sessions.begin_run(
                trigger="manual", agent="replay", max_tier=3, dry_run=False, services=list(services), now=NOW
            )
            session = self.book.sessions.begin(now=NOW, run_id=run, agent="replay", trigger="manual", tier=1)
            self.book.sessions.update(session, status=status)
            return session

        return self.write(begin)

    def fill(self, name: str = OLD) -> None:
        """Everything that the application writes about a service, by the parts that write it."""
        number = self.session([name])
        keeper = MarkerStore(self.book, self.memory, number, 1)
        said = (
            f"[MEMORY:timing:{name}] Takes 40 seconds to start after a restart.\n"
            f"[EVENT:critical:{name}] It answers no more.\n"
            f"[COOLDOWN:restart:{name}] success - it is up again"
        )
        keeper.store_line(1, to_text(NOW), parse(assistant_text(said, session_id="s", message_id="m", model="haiku")))
        assert not keeper.wait_until_stored().failures
        self.write(lambda: self._fill_records(name, number))

    def _fill_records(self, name: str, session: int) -> None:
        book, later = self.book, NOW + timedelta(hours=1)
        book.health.add(
            service=name, status="down", session_id=None, now=NOW, check_type="http", detail="refused", measured=True
        )
        book.events.add(level="info", message=f"{name} is down: refused", service=name, session_id=None, now=NOW)
        book.rules.put(ServiceRule(service=name, restarts=1, restart_hours=2.0), NOW)
        book.mutes.add(service=name, now=NOW)
        book.mutes.add(service=name, level="info", now=NOW)
        book.alerts.add(
            source="generic", key="k", title="Down", services=(name, "shop"), payload="", state="received", why="",
            now=NOW,
        )  # fmt: skip
        book.approvals.ask_operator(ApprovalQuestion("tier", 2, later, services=[name]), NOW)
        book.prompts.save("look", "Look at it.", NOW, services=[name, "shop"])
        incident = book.incidents.open(
            service=name, source="check", started_at=NOW, worst="down", cause=f"{name} is down: refused", now=NOW
        )
        child = book.incidents.open(service="shop", source="check", started_at=NOW, worst="down", cause="", now=NOW)
        book.incidents.fold(child.id, incident.id, NOW)
        book.service_names.dismiss(name, NOW)
        DurableSteps(self.store).plan("observe:session:1", "facts", service=name)
        book.notifications.add(
            kind="critical", key=f"event:critical:{name}:7", title=f"{name}: It answers no more", body="", desktop="",
            place=f'{{"page":"services","filters":{{"service":"{name}"}}}}', now=NOW,
        )  # fmt: skip
        self.memory.edits.add(MemoryCandidate("dependency", name, "Needs the database."))
        self.memory.edits.add(MemoryCandidate("behavior", "shop", "Answers in German."))
        gone = self.memory.edits.add(MemoryCandidate("behavior", name, "Keeps its state in memory.")).after[0].memory
        self.memory.trash.trash_memories([gone.id])
        self._schedule(name, "alone", [name])
        self._schedule(name, "both", [name, "shop"])

    def _schedule(self, _name: str, title: str, services: list[str]) -> None:
        self.store.database.execute_sql(
            "INSERT INTO schedules (name, kind, rule, services, anchor_at, watched_from, created_at)"
            " VALUES (?, 'interval', '3600', ?, ?, ?, ?)",
            (title, json.dumps(services), to_text(NOW), to_text(NOW), to_text(NOW)),
        )

    def fill_files(self) -> None:
        (self.folder.services_file).write_text(SERVICES)
        track = {
            "service": OLD, "check": "tcp", "results": [], "outage": None, "outages": [], "certificates": [],
            "starts": [], "started_at": None, "restarts": 0, "told_at": None, "said": {},
        }  # fmt: skip
        self.folder.watch_history.write_text(
            json.dumps({"version": 1, "checks": {f"{OLD}:tcp": track, "shop:tcp": {**track, "service": "shop"}}})
        )
        change(self.folder.settings_file, "second_look.exclude_services", [OLD, "vault"])
        results = CheckResultStore(self.folder.check_results)
        results.add([CheckResult(name, f"{name}:tcp", "tcp", NOW, "down", 3.0, "refused") for name in (OLD, "shop")])
        results.roll_up(NOW)
        results.close()
        self.folder.ui_state.write_text(json.dumps({"page.services": {"service": OLD, "view": 0}}))

    def texts_with(self, name: str) -> set[tuple[str, str]]:
        """Every column of every table that holds a name anywhere."""
        found = set()
        with other_connection(self.folder) as database:
            found |= set(_columns_with(database, name))
        if self.folder.check_results.exists():
            with closing(sqlite3.connect(self.folder.check_results)) as database:
                found |= set(_columns_with(database, name))
        return found

    def files_with(self, name: str) -> list[str]:
        """Every file but the databases, past logs and copies that holds a name."""
        found = []
        for path in self.folder.root.rglob("*"):
            inside = path.relative_to(self.folder.root).parts[0]
            other = inside in ("logs", "sessions", "backups") or ".db" in path.name
            if path.is_file() and not other and name.encode() in path.read_bytes().lower():
                found.append(str(path.relative_to(self.folder.root)))
        return found


def _columns_with(database: StoreConnection, name: str) -> Iterator[tuple[str, str]]:
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        if table.startswith(("sqlite_", "memory_words_")):
            continue
        for column in [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]:
            sql = f'SELECT count(*) FROM "{table}" WHERE instr(lower(CAST("{column}" AS TEXT)), ?)'
            if database.execute(sql, (name,)).fetchone()[0]:
                yield table, column


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "data")
    yield made
    made.store.close()


QUOTED = {
    ("events", "message"),
    ("markers", "line"),
    ("markers", "said"),
    ("resources", "raw_content"),
    ("gate_log", "text"),
}


def test_nothing_of_the_old_name_is_left_but_what_an_agent_said(world):
    world.fill()
    world.fill_files()
    assert len(world.texts_with(OLD)) > 20
    report = world.changes.rename(OLD, NEW)
    assert world.texts_with(OLD) <= QUOTED
    assert world.files_with(OLD) == []
    assert report.changed["memories"] == 2
    assert report.changed["services.toml"] == 1


@pytest.mark.slow
def test_everything_is_there_under_the_new_name(world):
    world.fill()
    world.fill_files()
    world.changes.rename(OLD, NEW)
    use = world.changes.use_of(NEW)
    assert use.counts["checks"] == 2
    assert use.counts["dependents"] == 1
    assert {"memories", "memory_versions", "events", "health_checks", "incidents", "mutes", "schedules"} <= set(
        use.counts
    )
    assert "2 checks, 2 memories" in use.text
    incident = world.read(lambda: world.book.incidents.open_for(NEW))
    assert incident is not None
    assert incident.cause == f"{NEW} is down: refused"
    assert world.read(lambda: world.book.rules.get(NEW)).restarts == 1
    assert [m.title for m in world.read(world.book.notifications.list)] == [f"{NEW}: It answers no more"]
    assert world.read(lambda: [e.message for e in world.book.events.list(service=NEW)])[0] == f"{NEW} is down: refused"
    text = world.folder.services_file.read_text()
    assert f'name = "{NEW}"  # the dashboards' in text
    assert f'depends_on = ["{NEW}", "redis"]' in text
    assert load(world.folder.settings_file, {}).second_look.exclude_services == (NEW, "vault")


def test_memory_finds_it_under_the_new_name(world):
    world.fill()
    world.changes.rename(OLD, NEW)
    found = world.read(lambda: {memory.service for memory in world.memory.search.list()})
    assert found == {NEW, "shop"}
    sql = "SELECT rowid FROM memory_words WHERE memory_words MATCH ?"
    assert world.read(lambda: world.store.database.execute_sql(sql, (f'"{NEW}"',)).fetchall())
    assert not world.read(lambda: world.store.database.execute_sql(sql, (f'"{OLD}"',)).fetchall())


@pytest.mark.slow
def test_renamed_back_everything_is_as_it_was(world):
    world.fill()
    world.fill_files()
    before, text = all_rows(world.store), world.folder.services_file.read_text()
    world.changes.rename(OLD, NEW)
    world.changes.rename(NEW, OLD)
    after = all_rows(world.store)
    changing = {"telemetry", "memory_indexed", "memory_entities", "memory_summaries", "entities"}  # made anew
    assert {name for name in before if before[name] != after[name]} <= changing
    assert world.folder.services_file.read_text() == text


@pytest.mark.slow
def test_each_table_is_known_to_name_services_or_not_to(world):
    """A new table must be put into one of these lists, or have a column that is found by its name."""
    with other_connection(world.folder) as database:
        execute = database.execute
        tables = set(columns.table_keys(execute))
        named = {one.table for one in columns.name_columns(execute)}
        for table in tables:
            about = [row[1] for row in execute(f'PRAGMA table_info("{table}")')]
            handled = next((one for one in columns.name_columns(execute) if one.table == table), None)
            speaks = [name for name in about if "service" in name]
            assert not speaks or set(speaks) == {*handled.names, *handled.lists}, table
    known = named | {*columns.DOCUMENTS, *columns.KEYS, *columns.NAMED_KINDS, *columns.MENTIONS, *columns.QUOTES}
    assert tables - known == NAMELESS & tables


@pytest.mark.file_only("fills tables against their keys, which a server does not put off")
def test_every_column_that_holds_a_name_is_renamed_in_every_table(world):
    """A row in each table that names the service in each way that a table can."""
    execute = world.store.database.execute_sql

    def fill() -> None:
        execute("PRAGMA defer_foreign_keys = ON")
        for one in columns.name_columns(execute):
            about = list(execute(f'PRAGMA table_info("{one.table}")'))
            row = {}
            for _, name, kind, needed, default, key in about:
                if name in one.names:
                    row[name] = OLD if name != "to_service" else "shop"
                elif name in one.lists:
                    row[name] = json.dumps(["shop", OLD])
                elif needed and default is None and not (key and kind == "INTEGER"):
                    row[name] = {"state": "open", "kind": "x"}.get(name, "x") if kind == "TEXT" else 1
            if one.table == "service_edges":
                row["state"] = "proposed"
            if one.table == "maintenance_windows":
                row["ends_at"] = "y"  # later than it starts
            if {"session_id", "memory_id", "run_id", "case_id", "report_id"} & row.keys():
                continue  # filled by the parts that write them
            marks = ", ".join("?" * len(row))
            execute(f"INSERT INTO {one.table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))

    world.fill()
    world.write(lambda: execute("DELETE FROM incidents") and None)
    world.write(lambda: execute("DELETE FROM service_rules") and None)
    world.write(lambda: execute("DELETE FROM dismissed_services") and None)
    world.write(fill)
    world.changes.rename(OLD, NEW)
    assert world.texts_with(OLD) <= QUOTED


# --- names that are taken, runs that are on ----------------------------------------------------------------------


def test_a_name_that_has_checks_is_refused(world):
    world.fill_files()
    with pytest.raises(OperatorError, match="There is a service shop already: 1 check"):
        world.changes.rename(OLD, "shop", merge=True)
    assert world.files_with(NEW) == []


def test_a_name_that_only_records_know_is_merged_where_that_is_wanted(world):
    world.fill()
    world.fill_files()
    world.write(lambda: world.book.events.add(
        level="critical", message="It answers no more.", service=NEW, session_id=None, now=NOW))  # fmt: skip
    world.write(lambda: world.book.rules.put(ServiceRule(service=NEW, restarts=9, restart_hours=1.0), NOW))
    world.write(lambda: world.book.incidents.open(
        service=NEW, source="alert", started_at=NOW, worst="down", cause="an alert", now=NOW))  # fmt: skip
    with pytest.raises(OperatorError, match="in use"):
        world.changes.rename(OLD, NEW)
    report = world.changes.rename(OLD, NEW, merge=True)
    assert report.merged
    assert world.texts_with(OLD) - QUOTED == set()
    assert world.read(lambda: world.book.rules.get(NEW)).restarts == 9
    assert len(world.read(lambda: world.book.incidents.list(open_only=True, service=NEW))) == 1
    folds = world.read(lambda: world.store.database.execute_sql(
        "SELECT count(DISTINCT fold) FROM events WHERE service = ? AND message = 'It answers no more.'", (NEW,)
    ).fetchone()[0])  # fmt: skip
    assert folds == 1


@pytest.mark.parametrize("name", ["", "a b", "general", "ü"])
def test_what_cannot_be_a_name_is_refused(world, name):
    world.fill_files()
    with pytest.raises(UsageError):
        world.changes.rename(OLD, name)


def test_a_service_that_nobody_knows_is_refused(world):
    with pytest.raises(OperatorError, match="There is no service nobody"):
        world.changes.rename("nobody", NEW)
    with pytest.raises(OperatorError, match="There is no service nobody"):
        world.changes.remove("nobody")


@pytest.mark.parametrize(("services", "refused"), [((), True), ((OLD,), True), (("shop",), False)])
def test_while_a_run_is_about_it_it_stays_as_it_is(world, services, refused):
    world.fill_files()
    world.session(services, status="running")
    if refused:
        with pytest.raises(OperatorError, match="is running and may be about"):
            world.changes.remove(OLD)
        assert world.folder.services_file.read_text() == SERVICES
    else:
        world.changes.remove(OLD)


# --- removing ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_removed_nothing_of_it_is_left_but_what_an_agent_said(world):
    world.fill()
    world.fill_files()
    report = world.changes.remove(OLD)
    assert world.texts_with(OLD) <= QUOTED - {("events", "message")}
    assert world.files_with(OLD) == []
    assert report.changed["memories"] == 2
    assert report.disabled_schedules == ("alone",)
    schedules = {one.name: one for one in world.read(world.book.schedules.list)}
    assert (schedules["alone"].enabled, schedules["both"].enabled) == (0, 1)
    assert schedules["both"].services == ("shop",)
    assert [row["name"] for row in edit.rows(world.folder.services_file.read_text())] == ["shop"]
    assert "redis" in world.folder.services_file.read_text()


def test_removed_with_its_history_it_is_in_no_live_view_and_all_is_kept(world):
    world.fill()
    world.fill_files()
    before = world.changes.use_of(OLD).counts
    world.changes.remove(OLD, keep_history=True)
    left = world.changes.use_of(OLD).counts
    assert {name: left[name] for name in ("events", "health_checks", "incidents", "memories")} == {
        name: before[name] for name in ("events", "health_checks", "incidents", "memories")
    }
    assert "checks" not in left
    names = world.read(lambda: world.book.service_names.split(world.folder.services_file))
    assert OLD not in (*names.services, *names.mentioned)
    assert world.read(lambda: world.book.incidents.open_for(OLD)) is None
    memories = [one for one in world.read(world.memory.search.list) if one.service == OLD]
    assert {(one.state, one.active) for one in memories} == {("archived", 0)}


def test_a_removal_that_kept_the_history_is_undone(world):
    world.fill()
    world.fill_files()
    watched = ("service_rules", "mutes", "schedules", "saved_prompts", "due_times")
    before = all_rows(world.store)
    report = world.changes.remove(OLD, keep_history=True)
    world.changes.restore(report)
    after = all_rows(world.store)
    assert {name: after[name] for name in watched} == {name: before[name] for name in watched}
    assert world.folder.services_file.read_text() == SERVICES
    memories = [one for one in world.read(world.memory.search.list) if one.service == OLD]
    assert all(one.state == "active" and one.active for one in memories)


def test_the_only_service_of_the_file_is_removed_with_the_file(world):
    world.folder.services_file.write_text(f'[[service]]\nname = "{OLD}"\ncheck = "memory"\n')
    world.changes.remove(OLD)
    assert not world.folder.services_file.exists()


# --- cut off -----------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process goes away here."""


PLACES = (
    "rename_in_services_file", "rows", "rename_in_history", "rename_in_check_results",
    "rename_in_settings", "rename_in_ui_state", "forget",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_cut_off_anywhere_it_is_gone_on_with_at_the_next_start(world, monkeypatch, place):
    world.fill()
    world.fill_files()

    def killed(*_given: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        if place == "rows":
            patch.setattr(operations_module.ServiceRows, "rename", killed)
        elif place == "forget":
            patch.setattr(ServiceChanges, "_forget", killed)
        else:
            patch.setattr(files, place, killed)
        with pytest.raises(Killed):
            world.changes.rename(OLD, NEW)
    world.write(
        lambda: world.store.database.execute_sql("UPDATE steps SET owner = 'gone:1:1' WHERE owner <> ''") and None
    )
    assert finish_cut_off(world.changes) == 1
    assert world.texts_with(OLD) <= QUOTED
    assert world.files_with(OLD) == []
    assert finish_cut_off(world.changes) == 0


def test_a_file_that_cannot_be_used_stops_it_before_anything_is_changed(world):
    world.fill()
    world.folder.services_file.write_text("[[service]\n")
    with pytest.raises(ClaudeOpsError, match="cannot be read"):
        world.changes.rename(OLD, NEW)
    assert world.texts_with(NEW) == set()
    assert finish_cut_off(world.changes) == 0


# --- words -------------------------------------------------------------------------------------------------------


def test_only_what_means_the_service_is_renamed_in_a_sentence():
    assert rename_subject("web is down: web.service failed", "web", "shop") == "shop is down: web.service failed"
    assert rename_subject("web.service failed", "web", "shop") == "web.service failed"
    assert rename_subject("web-2 is down", "web", "shop") == "web-2 is down"
    assert rename_mentions("Explained by the incident of web.", "web", "shop") == "Explained by the incident of shop."
    assert rename_mentions("web:80, /srv/web and web-2", "web", "shop") == "web:80, /srv/web and web-2"
    assert rename_in_key("event:critical:web:7", "web", "shop") == "event:critical:shop:7"
