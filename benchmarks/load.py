"""Fifty agents write to memory and ask it over REST at once: ``load [SECONDS] [FACTS] [URL]``.

By default ten minutes over 5,000 facts, in a file; a URL names an empty PostgreSQL database. Five processes have ten
agents each, and all but the first a person. Every agent asks every four seconds and writes every second time;
every person counts up the same number in one memory, by what it read before (``If-Match``). After a third of the time
one process of agents is killed and started anew, after half of it the server. What is timed was answered at the first
try, as the agent sees it; at the end what the agents know is compared with what is stored.
"""

from __future__ import annotations

import json
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import httpx
import tomlkit

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory import MemoryCandidate, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.server.token_store import TokenStore
from claudeops_desktop.storage import open_store

from .git_sync import SERVICES, made_up_fact
from .report import Figure, report

SECONDS, FACTS = 600.0, 5_000
PROCESSES, AGENTS_EACH = 5, 10
EVERY_S = 4.0
START_S = 60.0


@dataclass
class AgentProcess:
    """One process of agents: what it is told to do, and where its lines go."""

    order: dict[str, Any]
    lines: Path
    running: subprocess.Popen[str] | None = None
    output: IO[str] | None = None

    def start(self, seconds: float) -> None:
        """Start it, for so many seconds; its lines are added to those of before."""
        self.order["seconds"] = seconds
        self.output = self.lines.open("a")
        self.running = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load_agents"], stdin=subprocess.PIPE, stdout=self.output, text=True
        )
        assert self.running.stdin is not None
        self.running.stdin.write(json.dumps(self.order))
        self.running.stdin.close()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        assert self.running is not None
        assert self.output is not None
        self.running.kill()
        self.running.wait()
        self.output.close()


@dataclass
class LoadWorld:
    """A data folder with facts and tokens, and the server over it."""

    folder: DataFolder
    port: int
    tokens: list[str] = field(default_factory=list)
    editors: list[str] = field(default_factory=list)
    shared: int = 0

    @property
    def url(self) -> str:
        """Where the server answers."""
        return f"http://127.0.0.1:{self.port}"

    def fill(self, facts: int) -> None:
        """Facts without the judge, indexed, and a token for everybody."""
        chance = random.Random(1)
        with closing(open_store(self.folder)) as store:
            book = RecordRepositories(store)
            memory, tokens = MemoryService(book), TokenStore(store)

            def work() -> None:
                for number in range(facts):
                    memory.edits.add(made_up_fact(chance, number))
                shared = MemoryCandidate("behavior", "svc-0", "The number that everybody counts up is 0.")
                self.shared = memory.edits.add(shared).after[-1].memory.id
                for number in range(PROCESSES * AGENTS_EACH):
                    self.tokens.append(tokens.add(f"agent-{number}", ["read", "write"], utc_now())[1])
                for number in range(PROCESSES):
                    named = f"person-{number}"
                    self.editors.append(tokens.add(named, ["read", "write"], utc_now(), kind="person")[1])

            store.write(work).result()
            memory.recall.load_embedder()
            memory.recall.indexer.catch_up()  # as a store is that was not filled a moment ago

    def serve(self) -> subprocess.Popen[bytes]:
        """Start the server, and wait until it answers."""
        command = [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(self.folder.root), "server", "run"]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ends = time.monotonic() + START_S
        while time.monotonic() < ends:
            if running.poll() is not None:
                break
            try:
                if httpx.get(f"{self.url}/health", trust_env=False, timeout=5).status_code == 200:
                    return running
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        running.kill()
        raise RuntimeError(f"the server did not answer: {' '.join(command)}")


def free_port() -> int:
    """A port that nothing listens on."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def run_load(world: LoadWorld, place: Path, seconds: float) -> tuple[list[dict[str, Any]], float]:
    """Let everybody act. Returns all lines of the agents, and the seconds for which the server was away."""
    each = [
        AgentProcess(
            {
                "url": world.url,
                "every_s": EVERY_S,
                "seed": number,
                "services": SERVICES,
                "tokens": world.tokens[number * AGENTS_EACH : (number + 1) * AGENTS_EACH],
                # Not in the process that is killed: a count in flight could not be told from one that was lost.
                "editors": world.editors[number : number + 1] if number else [],
                "shared": world.shared,
            },
            place / f"agents-{number}.jsonl",
        )
        for number in range(PROCESSES)
    ]
    server, started = world.serve(), time.monotonic()
    try:
        for one in each:
            one.start(seconds)
        time.sleep(seconds / 3)
        each[0].kill()
        each[0].order["seed"] = PROCESSES
        each[0].start(seconds - (time.monotonic() - started))
        time.sleep(max(0.0, seconds / 2 - (time.monotonic() - started)))
        server.kill()
        server.wait()
        gone = time.monotonic()
        server = world.serve()
        away = time.monotonic() - gone
        codes = [one.running.wait() for one in each if one.running is not None]
        if any(codes):
            raise RuntimeError(f"agents ended with {codes}")
    finally:
        for one in each:
            if one.running is not None and one.running.poll() is None:
                one.kill()
        server.terminate()
        server.wait()
    # The last line of a process that was killed may be cut off: nothing that it says was known.
    lines = [line for one in each for line in one.lines.read_text().splitlines() if line.endswith("}")]
    return [json.loads(line) for line in lines], away


def compare(world: LoadWorld, lines: list[dict[str, Any]]) -> dict[str, int]:
    """What is stored against what the agents know: how many are missing, doubled and miscounted."""
    with closing(open_store(world.folder)) as store:
        rows = store.read(
            lambda: store.database.execute_sql("SELECT id, observation FROM memories").fetchall()
        ).result()
    by_id, texts = dict(rows), Counter(text for _, text in rows)
    written = [line for line in lines if line["kind"] == "written"]
    counted = [line["number"] for line in lines if line["kind"] == "counted"]
    number = int(re.findall(r"\d+", by_id[world.shared])[-1])
    return {
        "written": len(written),
        "missing": sum(line["id"] not in by_id for line in written),
        "doubled": sum(texts[line["text"]] > 1 for line in lines if line["kind"] == "sending"),
        "counted": len(counted),
        "lost_updates": abs(number - len(counted)) + len(counted) - len(set(counted)),
        "rejected": sum(line["action"] == "rejected" for line in written),
    }


def main() -> int:
    """The exit code is 1 where a target was missed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    facts = int(sys.argv[2]) if len(sys.argv) > 2 else FACTS
    url = sys.argv[3] if len(sys.argv) > 3 else ""
    with tempfile.TemporaryDirectory(prefix="load-") as name:
        place = Path(name)
        world = LoadWorld(DataFolder(place / "data").create(), free_port())
        settings = {"alerts": {"port": world.port}} | ({"store": {"url": url}} if url else {})
        world.folder.settings_file.write_text(tomlkit.dumps(settings))
        world.fill(facts)
        lines, away = run_load(world, place, seconds)
        found = compare(world, lines)
    timed = {
        kind: sorted(line["seconds"] * 1000 for line in lines if line["kind"] == kind and not line["tries"])
        for kind in ("recall", "write", "edit", "read")
    }
    last = {kind: statistics.quantiles(values, n=20)[-1] for kind, values in timed.items() if len(values) > 1}
    return report(
        "load",
        [
            Figure("recall, 95th percentile", last["recall"], "ms", 150.0),
            Figure("write, 95th percentile", last["write"], "ms", 100.0),
            Figure("edit with If-Match, 95th percentile", last["edit"], "ms", 100.0),
            Figure("recall, median", statistics.median(timed["recall"]), "ms"),
            Figure("write, median", statistics.median(timed["write"]), "ms"),
            Figure("acknowledged writes that are missing", found["missing"], "", 0.0),
            Figure("writes that are stored twice", found["doubled"], "", 0.0),
            Figure("lost updates", found["lost_updates"], "", 0.0),
            Figure("server away after the kill", away, "s"),
        ],
        seconds=seconds,
        facts=facts,
        store="postgresql" if url else "file",
        requests={kind: len(values) for kind, values in timed.items()},
        repeated=sum(bool(line.get("tries")) for line in lines),
        **found,
    )


if __name__ == "__main__":
    sys.exit(main())
