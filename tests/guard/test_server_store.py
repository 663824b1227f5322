"""The guard with the store on a real server: slots hold across machines, and a silent server allows nothing."""

from __future__ import annotations

import json
import shlex
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from guard_world import Guarded, read
from support import postgres_server

from claudeops_desktop.guard import outbox, server_store

pytestmark = pytest.mark.usefixtures("_patient")
RESTART = "docker restart jellyfin"


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no silent server."""
    monkeypatch.setattr(server_store, "LIMIT_S", 20.0)
    monkeypatch.setattr(server_store, "CONNECT_S", 20.0)


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Connections to it are taken, and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize("_store_on_server", ["postgresql"], indirect=True)
class TestOnServer:
    def test_two_restarts_are_allowed_and_the_third_is_refused(self, guarded: Guarded) -> None:
        assert [guarded.bash(RESTART)[0] for _ in range(3)] == ["allow", "allow", "deny"]
        rows = guarded.book.store.database.execute_sql("SELECT state, count(*) FROM cooldown_actions GROUP BY state")
        assert rows.fetchall() == [("attempted", 2)]

    def test_of_many_machines_two_get_a_slot(self, new_session: Callable[..., Guarded]) -> None:
        sessions = [new_session() for _ in range(6)]
        together = threading.Barrier(6)

        def act(one: Guarded) -> str:
            together.wait(60)
            return one.bash(RESTART)[0]

        with ThreadPoolExecutor(6) as pool:
            said = list(pool.map(act, sessions))
        assert sorted(said) == ["allow"] * 2 + ["deny"] * 4

    def test_a_long_write_of_the_application_keeps_no_guard_waiting(self, guarded: Guarded) -> None:
        store = guarded.book.store

        def write() -> tuple[str, str]:
            store.database.execute_sql(
                "INSERT INTO events (level, message, created_at) VALUES ('info', 'x', '2026-01-01T00:00:00.000Z')"
            )
            return guarded.bash(RESTART)

        assert store.write(write).result()[0] == "allow"

    @pytest.mark.slow
    def test_without_an_answer_an_action_is_refused_and_a_look_is_told_later(
        self, guarded: Guarded, monkeypatch: pytest.MonkeyPatch, silent_port: int
    ) -> None:
        there = guarded.policy.store
        guarded.rules(store=f"postgresql://me@127.0.0.1:{silent_port}/none")
        monkeypatch.setattr(server_store, "CONNECT_S", 0.05)
        verdict, why = guarded.bash(RESTART)
        assert verdict == "deny"
        assert "did not answer within 50 ms" in why
        assert guarded.bash("docker ps")[0] == "allow"
        assert guarded.bash("uptime")[0] == "allow"
        kept = Path(guarded.policy.data_folder) / outbox.NAME
        assert len(kept.read_text().splitlines()) == 2
        guarded.rules(store=there)
        monkeypatch.setattr(server_store, "CONNECT_S", 20.0)
        assert guarded.bash("df -h")[0] == "allow"
        assert kept.read_text() == ""
        sql = "SELECT tool_use_id, verdict FROM tool_calls ORDER BY id"
        calls = guarded.book.store.database.execute_sql(sql).fetchall()
        assert calls == [("toolu_2", "allow"), ("toolu_3", "allow"), ("toolu_4", "allow")]
        assert guarded.bash("df -h")[0] == "allow"
        assert guarded.book.store.database.execute_sql("SELECT count(*) FROM tool_calls").fetchone()[0] == 4

    @pytest.mark.slow
    @pytest.mark.parametrize("password", ["", "file", "none"])
    def test_the_hook_as_the_cli_starts_it_speaks_with_the_server(
        self, guarded: Guarded, password: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        if password:
            guarded.rules(store=postgres_server.with_password(guarded.policy.store, "right"))
        if password == "file":
            kept = tmp_path / ".pgpass"
            kept.write_text("*:*:*:*:right\n")
            kept.chmod(0o600)
        # A busy machine is no silent server; the first process of a test may take longer than any later one.
        started = "from claudeops_desktop.guard import server_store as s; s.LIMIT_S = s.CONNECT_S = 60.0"
        with guarded.broker(started):
            verdicts = [guarded.asked(guarded.payload("Bash", command=RESTART)) for _ in range(3)]
        told = [read(json.loads(done.stdout)) for done in verdicts]
        assert [done.stderr for done in verdicts] == ["", "", ""]
        if password == "none":
            assert [verdict for verdict, _ in told] == ["deny"] * 3
            assert "server of the store does not answer" in told[0][1]
        else:
            assert [verdict for verdict, _ in told] == ["allow", "allow", "deny"], told
            assert "was restarted 2 times" in told[2][1]

    def test_what_the_guard_needs_of_packages_may_not_be_changed(self, guarded: Guarded) -> None:
        folder = guarded.policy.packages[0]
        verdict, why = guarded.bash(f"touch {shlex.quote(folder)}/psycopg/__init__.py")
        assert verdict == "deny"
        assert "Claude Ops" in why

    def test_a_server_that_goes_in_the_middle_allows_nothing(self, guarded: Guarded) -> None:
        def kill() -> None:
            with psycopg.connect(guarded.policy.store, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                    " AND application_name = 'claudeops guard'"
                )

        guarded.rules(restart="ask")
        guarded.slept = kill
        verdict, why = guarded.bash(RESTART)
        assert verdict == "deny"
        assert "server of the store" in why


def test_a_call_whose_session_is_gone_keeps_no_other_back(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from claudeops_desktop.guard.guard_store import RecordedCall

    at = datetime(2026, 3, 1, tzinfo=UTC)
    for number in (1, 2, 3):
        outbox.keep_call(
            str(tmp_path), RecordedCall(number, f"t{number}", "Bash", "ls", "read", ("a",), at), "rule", ""
        )
    heard = []

    def record(call: RecordedCall, by: str, why: str, now: datetime) -> None:
        if call.session_id == 2:
            raise ValueError("gone")
        heard.append((call, by, now))

    assert outbox.deliver_calls(str(tmp_path), record) == 3
    assert [call.tool_use_id for call, _, _ in heard] == ["t1", "t3"]
    assert heard[0] == (RecordedCall(1, "t1", "Bash", "ls", "read", ("a",), at), "rule", at)
    assert len((tmp_path / outbox.REFUSED).read_text().splitlines()) == 1
    assert outbox.deliver_calls(str(tmp_path), record) == 0
