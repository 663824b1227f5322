"""Two workstations live a day on one PostgreSQL server, with kills and a network that is cut: nothing is lost, nothing
happens twice, and one leads. ``CLAUDEOPS_TEST_LONG_DAY=1`` lives days with a due time every hour, and more goes wrong;
``CLAUDEOPS_TEST_STATIONS=10`` takes that many workstations.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from support import postgres_server
from support.tcp_proxy import ServerProxy

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.scheduler import edit
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.postgres.leading import LEADERS
from claudeops_desktop.stream import writing

MORNING = datetime(2026, 3, 2, tzinfo=UTC)
LONG = bool(os.environ.get("CLAUDEOPS_TEST_LONG_DAY"))
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
STATIONS = int(os.environ.get("CLAUDEOPS_TEST_STATIONS", "2"))
EVERY_H = 1 if LONG else 4
SAID = 4
PATIENCE_S = 90.0
_MARKER = re.compile(rb"\[(?:MEMORY|EVENT):")


class Workstation:
    """A process on a data folder of its own, and its way to the server."""

    def __init__(self, root: Path, url: str, clock: Path) -> None:
        self.folder = DataFolder(root).create()
        self.proxy = ServerProxy(url)
        self._clock = clock
        self._log_file = root.with_suffix(".log")
        self._log = self._log_file.open("ab")
        settings_file.change(self.folder.settings_file, "store.url", self.proxy.url)
        settings_file.change(self.folder.settings_file, "monitoring.enabled", value=False)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        tests = Path(__file__).resolve().parents[1]
        environ = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, (tests, tests.parent)))}
        program = str(Path(__file__).with_name("shared_day.py"))
        self.process = subprocess.Popen(
            [sys.executable, program, str(self.folder.root), str(self._clock)],
            env=environ, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip

    def hang(self) -> None:
        """It stands still as on a machine that sleeps: its connections stay, and say nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(60)
            self.process = None

    def told(self) -> list[str]:
        """Whether it leads or follows, each time that changed."""
        said = self._log_file.read_text(encoding="utf-8", errors="replace").split("\n")
        return [line for line in said if line in ("leads", "follows")]

    def close(self) -> None:
        self.kill()
        self.proxy.close()
        self._log.close()


class SharedDay:
    """The server as the test looks at it, the two workstations, and the time of day."""

    def __init__(self, tmp_path: Path) -> None:
        self.url = postgres_server.used_database()
        self.server = psycopg.connect(self.url, autocommit=True)
        self._clock = tmp_path / "clock"
        self.recording = tmp_path / "said.ndjson"
        self.recording.write_bytes(b"".join(_recorded()))
        self.go_to(MORNING)
        self.stations = [Workstation(tmp_path / name, self.url, self._clock) for name in NAMES[:STATIONS]]
        self._schedule(tmp_path / "maker")

    def _schedule(self, root: Path) -> None:
        folder = DataFolder(root).create()
        settings_file.change(folder.settings_file, "store.url", self.url)
        store = open_store(folder)
        book = RecordRepositories(store)
        new = edit.new_schedule("Round", "interval", str(EVERY_H * 3600))
        new = replace(new, agent=f"replay:{self.recording}", catch_up="run")
        store.write(lambda: edit.save_schedule(book, new, MORNING)).result()
        store.close()

    def go_to(self, moment: datetime) -> None:
        part = self._clock.with_suffix(".part")
        part.write_text(moment.isoformat(), encoding="utf-8")
        part.replace(self._clock)

    def ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.server.execute(sql, values).fetchall()

    def leader(self) -> Workstation | None:
        """Who holds the lock, by the port of its proxy: its connection comes from there."""
        held = self.ask(
            "SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype ="
            " 'advisory' AND l.objid = %s AND l.granted AND a.datname = current_database()",
            LEADERS,
        )
        assert len(held) <= 1
        for each in self.stations:
            if held and each.process is not None and held[0][0].startswith(f"claudeops {each.process.pid}:"):
                return each
        return None

    def close(self) -> None:
        for each in self.stations:
            each.close()
        self.server.close()
        postgres_server.drop_databases()


def _recorded() -> list[bytes]:
    """What an agent says in each run: a fact or an event every fifth of a second."""
    said = [f"[MEMORY:behavior:jellyfin] Answers on port 80{n} after {10 * n} s" for n in range(1, SAID)]
    lines = [writing.init(session_id="s", model="m")]
    lines += [
        writing.assistant_text(text, session_id="s", message_id=f"m{number}", model="m")
        for number, text in enumerate([*said, "[EVENT:warning:jellyfin] looked after it"])
    ]
    lines.append(writing.result("Done.", session_id="s"))
    moments = [MORNING + timedelta(milliseconds=200 * number) for number in range(len(lines))]
    return [
        b'{"at":"%s","event":%s}\n' % (f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z".encode(), line.strip())
        for at, line in zip(moments, lines, strict=True)
    ]


@pytest.fixture
def day(tmp_path: Path) -> Iterator[SharedDay]:
    made = SharedDay(tmp_path)
    yield made
    made.close()


def wait_for(condition: Callable[[], object], what: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, what() if callable(what) else what
        time.sleep(0.05)


def settled(day: SharedDay, due: datetime) -> bool:
    """Whether that due time, or one after it, is over."""
    return bool(
        day.ask(
            "SELECT 1 FROM claudeops.due_times WHERE due_at >= %s AND state NOT IN ('queued', 'running')",
            f"{due:%Y-%m-%dT%H:%M:%S}.000Z",
        )
    )


def begun(day: SharedDay) -> int:
    return day.ask("SELECT count(*) FROM claudeops.sessions")[0][0]


def markers_in(path: Path) -> int:
    """How many markers an agent said, by its log."""
    return len(_MARKER.findall(path.read_bytes())) if path.is_file() else 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3] if LONG else [1])
def test_two_workstations_live_a_day_with_kills_and_a_cut_network(day: SharedDay, seed: int) -> None:
    dice = random.Random(seed)
    for each in day.stations:
        each.start()
    wait_for(day.leader, "nobody leads")
    mishaps = ["kill", "cut", "end", "cut during", "kill during"]
    for place in range(1, 24 // EVERY_H):
        due, before = MORNING + timedelta(hours=place * EVERY_H), begun(day)
        leader = day.leader()
        mishap = dice.choice(mishaps) if LONG else mishaps[(place - 1) % len(mishaps)]
        if leader is not None and mishap == "kill":
            leader.kill()
        elif leader is not None and mishap == "cut":
            leader.proxy.cut()
        elif mishap == "end":
            day.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name ~ '^claudeops [0-9]'"
            )
        day.go_to(due + timedelta(minutes=2))
        if mishap.endswith("during"):
            wait_for(lambda before=before: begun(day) > before, "no run begins")
            here = day.leader() or day.stations[0]
            here.proxy.cut() if mishap.startswith("cut") else here.kill()
        if mishap != "cut during":
            wait_for(lambda due=due: settled(day, due) or day.leader(), "nobody takes over")
        for each in day.stations:
            each.proxy.heal()
            if each.process is None:
                each.start()
        wait_for(lambda due=due: settled(day, due), f"the due time of {due:%H:%M} is not over")
    wait_for(
        lambda: not day.ask("SELECT 1 FROM claudeops.sessions WHERE status = 'running'"),
        "a session is not written down",
    )

    dues = day.ask("SELECT due_at, state, run_id FROM claudeops.due_times ORDER BY due_at")
    assert [due for due, *_ in dues] == [
        f"{MORNING + timedelta(hours=place * EVERY_H):%Y-%m-%dT%H:%M:%S}.000Z" for place in range(1, 24 // EVERY_H)
    ]
    assert {state for _, state, _ in dues} <= {"ran", "failed", "missed"}
    runs = Counter(run for *_, run in dues if run is not None)
    assert all(number == 1 for number in runs.values())
    assert day.ask("SELECT count(*) FROM claudeops.runs")[0][0] == len(runs)
    for session, log_file in day.ask("SELECT id, log_file FROM claudeops.sessions ORDER BY id"):
        places = day.ask("SELECT log_line, kind FROM claudeops.markers WHERE session_id = %s ORDER BY id", session)
        assert len(places) == markers_in(Path(log_file)), (session, log_file)
        assert [line for line, _ in places] == sorted(line for line, _ in places)
        events = day.ask("SELECT count(*) FROM claudeops.events WHERE session_id = %s AND message = %s", session,
                         "looked after it")  # fmt: skip
        assert events[0][0] == sum(kind == "event" for _, kind in places)


@pytest.mark.slow
def test_a_leader_that_hangs_is_followed_by_another_and_does_nothing_more_when_it_wakes(day: SharedDay) -> None:
    for each in day.stations:
        each.start()
    dues = [MORNING + timedelta(hours=place * EVERY_H) for place in (1, 2)]
    for due in dues:
        hung = the_leader(day)
        hung.hang()
        day.go_to(due + timedelta(minutes=2))  # which the one that hangs finds due as well, once it wakes
        wait_for(lambda due=due: settled(day, due), f"the due time of {due:%H:%M} is not over")
        hung.wake()
        wait_for(lambda hung=hung: hung.told()[-1:] == ["follows"] or day.leader() is hung, "it does not notice")
    the_leader(day)
    assert [due for (due,) in day.ask("SELECT due_at FROM claudeops.due_times ORDER BY due_at")] == [
        f"{due:%Y-%m-%dT%H:%M:%S}.000Z" for due in dues
    ]
    assert day.ask("SELECT count(*) FROM claudeops.runs") == [(len(dues),)]


def the_leader(day: SharedDay) -> Workstation:
    """The workstation that leads and knows it; it is waited for."""

    def leading() -> Workstation | None:
        found = day.leader()
        return found if found is not None and found.told()[-1:] == ["leads"] else None

    found: list[Workstation | None] = []
    wait_for(lambda: found.append(leading()) or found[-1], "nobody leads")
    assert found[-1] is not None
    return found[-1]
