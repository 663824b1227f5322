"""A scripted world in which things break in random order, and the claim that is held against it: nothing is lost.

Sessions say markers through a program of our own, which waits at gates; there disks fill up, writing fails, the
database is replaced, its server goes away, the clock moves, or the application is killed. Real processes, real files.
"""

from __future__ import annotations

import json
import multiprocessing
import multiprocessing.util
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path

import faulty_process
from breaking import PLAIN_PATH, SmallDisk
from support import postgres_server
from support.other_process import stored_rows
from support.tcp_proxy import ServerProxy

from claudeops_desktop.agents.reader import replay_events
from claudeops_desktop.stream.events import AssistantText
from claudeops_desktop.stream.markers import markers_of

SOURCE = Path(__file__).with_name("faults.c")
PATIENCE_S = 90
MOST_SESSIONS, GATES, LINES = 2, 2, 4
AGENT = """#!/bin/sh
case "$*" in *--version*) echo "2.1.330 (Claude Code)"; exit;; esac
while IFS= read -r line; do
    case "$line" in
        @*) : > "HERE/reached${line}"; while [ ! -e "HERE/open${line}" ]; do sleep 0.02; done;;
        *) printf '%s\\n' "$line"; echo >> HERE/said;;
    esac
done < HERE/script
"""


@dataclass(slots=True)
class CaseResult:
    """What came of one case. ``problems`` are sentences, none where the claim holds."""

    stored: int = 0
    named: int = 0
    faults: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@cache
def _fault_library() -> Path | None:
    """The library that makes writing fail and moves the clock; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    made = Path(multiprocessing.util.get_temp_dir()) / "faults.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"], check=True)
    return made


def _started(target: Callable[..., None], *arguments: object) -> BaseProcess:
    """A process with everything loaded, and with the library of faults."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["faulty_process"])
    library, before = _fault_library(), dict(os.environ)
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    if library is not None:
        os.environ["LD_PRELOAD"] = str(library)
    try:
        with warnings.catch_warnings():  # a test that is tried again ends what the first try started
            warnings.simplefilter("ignore")
            process = context.Process(target=target, args=arguments)
            process.start()
    finally:
        os.environ.clear()
        os.environ.update(before)
    return process


class FaultyWorld:
    """One data folder, what breaks under it, and what was said in it."""

    def __init__(self, place: Path, seed: int, *, on_server: bool = False) -> None:
        self.place, self.dice, self.result = place, random.Random(seed), CaseResult()
        self._here = place / "steady"
        self._here.mkdir(parents=True)
        self._disk, self._temporary = SmallDisk(place / "disk"), SmallDisk(place / "temporary")
        self.folder = self._disk.folder.create()
        self._proxy = ServerProxy(postgres_server.used_database()) if on_server else None
        self._eio, self._clock = self._here / "eio", self._here / "clock"
        agent = self._here / "claude"
        agent.write_text(AGENT.replace("HERE", str(self._here)))
        agent.chmod(0o755)
        store = f'\n[store]\nurl = "{self._proxy.url}"\n'.replace("\\\n", "\n") if self._proxy else ""
        self.folder.settings_file.write_text(f'[agent]\nclaude_path = "{agent}"\n{store}')
        self._said: list[int] = []
        self._count = 0

    def close(self) -> None:
        self._lift()
        if self._proxy is not None:
            self._proxy.close()
        self._disk.close()
        self._temporary.close()

    def live(self) -> CaseResult:
        """Go through it, and compare what was said with what is stored at the end."""
        for number in range(self.dice.randint(1, MOST_SESSIONS)):
            self._live_session(number)
            if self.dice.random() < 0.5:
                self._lift()
        self._lift()
        for _ in range(2):
            code, said = self._wait(self._start_program("memory", "list"))
            if code:
                self.result.problems.append(f"a start after all faults ends with {code}: {said[-500:]}")
        self._compare()
        return self.result

    # --- a session ---------------------------------------------------------------------------------------------

    def _live_session(self, number: int) -> None:
        gates = [f"@{number}.{gate}" for gate in range(GATES)]
        self._write_script(number, gates)
        end = self._here / f"end@{number}"
        stays = self.dice.random() < 0.4
        process, output = self._start_engine(end) if stays else self._start_program("run", "--agent", "claude")
        for gate in gates:
            if not self._reached(process, gate):
                break
            self._break_something(process)
            (self._here / f"open{gate}").touch()
        if stays and self.dice.random() < 0.5:
            self._lift()
        end.touch()
        code, said = self._wait((process, output))
        with suppress(OSError):
            self._said.append(len((self._here / "said").read_bytes()))
        if "Traceback" in said:
            self.result.problems.append(f"a traceback: {said[said.index('Traceback') :][:2000]}")
        if code == 0:
            self._compare_completed(said)

    def _write_script(self, number: int, gates: list[str]) -> None:
        (self._here / "said").unlink(missing_ok=True)
        lines: list[str] = [json.dumps({"type": "system", "subtype": "init", "session_id": f"s{number}", "model": "m"})]
        for part in range(GATES + 1):
            for _ in range(LINES):
                self._count += 1
                text = (
                    f"[MEMORY:timing:svc{self._count}] Takes {self._count + 4}s to start\n"
                    f"[EVENT:warning:svc{self._count}] restarted {self._count} times"
                )
                message = {"id": f"m{self._count}", "content": [{"type": "text", "text": text}]}
                lines.append(json.dumps({"type": "assistant", "session_id": f"s{number}", "message": message}))
            lines += gates[part : part + 1]
        lines.append(
            json.dumps(
                {"type": "result", "subtype": "success", "is_error": False, "result": "Done.", "session_id": "s"}
            )
        )
        (self._here / "script").write_text("\n".join(lines) + "\n")

    def _start_program(self, *words: str) -> tuple[BaseProcess, Path]:
        output = self._here / f"output-{self.dice.random()}"
        words = ("--data-dir", str(self.folder.root), *words)
        return _started(faulty_process.be_program, words, self._environ(), str(output)), output

    def _start_engine(self, end: Path) -> tuple[BaseProcess, Path]:
        output = self._here / f"output-{self.dice.random()}"
        root = str(self.folder.root)
        return _started(faulty_process.be_engine, root, self._environ(), str(output), str(end)), output

    def _environ(self) -> dict[str, str]:
        return {
            "PATH": PLAIN_PATH,
            "TMPDIR": str(self._temporary.root),
            "QT_QPA_PLATFORM": "offscreen",
            "FAULTS_ROOT": str(self.folder.root),
            "FAULTS_EIO": str(self._eio),
            "FAULTS_CLOCK": str(self._clock),
        }

    def _reached(self, process: BaseProcess, gate: str) -> bool:
        until, over = time.monotonic() + PATIENCE_S, self._here / f"end{gate.partition('.')[0]}.over"
        while not (self._here / f"reached{gate}").exists():
            if not process.is_alive() or over.exists():
                return False
            if time.monotonic() > until:
                self.result.problems.append(f"it hangs before {gate}")
                process.kill()
                return False
            time.sleep(0.01)
        return True

    def _wait(self, started: tuple[BaseProcess, Path]) -> tuple[int, str]:
        process, output = started
        process.join(PATIENCE_S)
        if process.is_alive():
            self.result.problems.append("it does not end")
            process.kill()
            process.join()
        said = output.read_text(errors="replace") if output.exists() else ""
        return process.exitcode or 0, said

    # --- faults ------------------------------------------------------------------------------------------------

    def _break_something(self, process: BaseProcess) -> None:
        faults = {"kill": process.kill, "nothing": lambda: None, "lift": self._lift}
        if self._disk.mounted:
            faults |= {"full temporary disk": self._temporary.fill, "full disk": self._disk.fill}
        if _fault_library() is not None:
            faults |= {"input/output error": self._eio.touch, "clock": self._move_clock}
        if self._proxy is not None:
            faults |= {"server gone": self._proxy.cut, "server back": self._proxy.heal}
        else:
            faults["replaced"] = self._replace
        name = self.dice.choice(sorted(faults))
        self.result.faults.append(name)
        faults[name]()
        if name == "kill":
            process.join()

    def _lift(self) -> None:
        self._disk.free()
        self._temporary.free()
        self._eio.unlink(missing_ok=True)
        if self._proxy is not None:
            self._proxy.heal()

    def _move_clock(self) -> None:
        self._clock.write_text(str(self.dice.choice([-40, -1, 1, 40]) * self.dice.randrange(3600, 86400)))

    def _replace(self) -> None:
        """Put a copy of the database in its place, where there is room for one."""
        copy = self.folder.root / "copy.db"
        try:
            with closing(sqlite3.connect(self.folder.database)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            copy.replace(self.folder.database)
            for suffix in ("-wal", "-shm"):
                self.folder.database.with_name(f"{self.folder.database.name}{suffix}").unlink(missing_ok=True)
        except (sqlite3.Error, OSError):
            for left in self.folder.root.glob("copy.db*"):
                left.unlink()

    # --- what is held against it ---------------------------------------------------------------------------------

    def _rows(self, sql: str) -> list[tuple]:
        return stored_rows(self.folder, sql)

    def _compare_completed(self, said: str) -> None:
        """A command that ends with 0 has stored all of its session by then."""
        try:
            ((number, status, waiting),) = self._rows(
                "SELECT id, status, markers_waiting FROM sessions ORDER BY id DESC LIMIT 1"
            )
            stored = self._rows(f"SELECT count(*) FROM markers WHERE session_id = {number}")[0][0]
        except Exception:  # the disk is still full, the server still away
            return
        wanted = 2 * LINES * (GATES + 1)
        if (status, waiting, stored) != ("completed", 0, wanted):
            self.result.problems.append(
                f"session {number} ended with 0, is {status}, {stored} of {wanted} are stored: {said[-800:]}"
            )

    def _compare(self) -> None:
        """Every marker of every log is stored, or its session says how many are not; none is stored twice."""
        sessions = self._rows("SELECT id, status, log_file, markers_waiting FROM sessions ORDER BY id")
        events = [message for (message,) in self._rows("SELECT message FROM events")]
        keys = self._rows("SELECT session_id, log_line, block, place FROM markers")
        known, logs = set(keys), {Path(log_file).name for _, _, log_file, _ in sessions}
        for log in self.folder.logs.glob("session-*.ndjson"):
            if log.name not in logs:
                self.result.problems.append(f"{log.name} belongs to no session")
        for number, status, log_file, waiting in sessions:
            said = _said_in(Path(log_file), number) if log_file else set()
            missing = said - known
            self.result.stored += len(said) - len(missing)
            self.result.named += len(missing)
            if status == "running":
                self.result.problems.append(f"session {number} is still running")
            if len(missing) > waiting:
                self.result.problems.append(f"session {number} ({status}): {len(missing)} missing, {waiting} named")
            whole = len(said) == 2 * LINES * (GATES + 1)
            told = any("could not be written" in e or "which the disk did not take" in e for e in events)
            if status == "completed" and not whole and not told:
                self.result.problems.append(f"session {number} is completed, and its log has {len(said)} markers")
        for message, times in Counter(e for e in events if e.startswith("restarted ")).items():
            if times > 1:
                self.result.problems.append(f"{message!r} is stored {times} times")


def _said_in(log: Path, session_id: int) -> set[tuple[int, int, int, int]]:
    """The keys of all markers of a log."""
    return {
        (session_id, line.number, event.block, marker.place)
        for line, events in replay_events(log)
        for event in events
        if isinstance(event, AssistantText)
        for marker in markers_of(event)
    }
