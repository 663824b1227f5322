"""Search through a gigabyte of session logs: any query within a second; and what indexing costs a running session."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import orjson

from claudeops_desktop.core.paths import DataFolder, own_program
from claudeops_desktop.runs.log_index.database import index_file
from claudeops_desktop.runs.log_index.query import read_query
from claudeops_desktop.runs.log_index.search import LogSearchRequest, index_progress, search_logs
from claudeops_desktop.stream import writing

from . import grounds
from .report import Figure, report
from .stream import write_recording

SECONDS, SLOWER_PERCENT = 1.0, 10
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvwz" for vowel in "aeiou"]
_TOOLS = ("docker ps -a", "journalctl -u {s} --since -1h", "curl -sf http://127.0.0.1:{n}/health", "df -h /srv/{s}")
_SERVICES = ("caddy", "gitea", "grafana", "jellyfin", "nextcloud", "pihole", "postgres", "wireguard", "immich", "mqtt")
QUERIES = (
    "the", "docker", "error", "jellyfin", "the docker", '"the docker"', "a*", "s*", "jelly*", '"connection refused"',
    '"failed to open the file"', "restart jellyfin -debug", "192.168.1.17", "zyxwvut", '"of the in"', "the -docker",
    "the docker error to in", '"in the library"', "0*", "unobtainium2000",
)  # fmt: skip


def write_logs(folder: Path, megabytes: int) -> int:
    """Session logs as an agent leaves them: short words, tool calls, and the long answers of tools; their bytes."""
    chance = random.Random(20261122)
    words = sorted({"".join(chance.choices(_SYLLABLES, k=chance.randrange(1, 5))) for _ in range(30_000)})
    common = ["the", "to", "of", "in", "and", "docker", "is", "error", "info", "failed", "open", "file", "library"]
    weights = [1 / (n + 2) for n in range(len(common) + len(words))]
    bag = chance.choices(common + words, weights, k=400_000)
    total, session = 0, 0
    folder.mkdir(exist_ok=True)
    while total < megabytes * 1_000_000:
        session += 1
        path = folder / f"session-{session:06d}-20261101T000000.ndjson"
        with path.open("wb") as file:
            for line in _session(chance, bag, session):
                file.write(line)
                total += len(line)
    return total


def _session(chance: random.Random, bag: list[str], session: int):
    def logged(line: bytes, n: int) -> bytes:
        at = f"2026-11-{1 + session % 28:02d}T{n // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z"
        return b'{"at":"%s","stream":"stdout","event":%s}\n' % (at.encode(), line.strip())

    def some(count: int) -> str:
        start = chance.randrange(len(bag) - count)
        return " ".join(bag[start : start + count])

    about = {"session_id": f"s{session}", "model": "m"}
    yield logged(writing.init(**about), 0)
    for n in range(1, chance.randrange(40, 160)):
        service, number = chance.choice(_SERVICES), chance.randrange(1000, 9999)
        yield logged(writing.assistant_text(f"{some(30)} {service}. {some(12)}", message_id=f"m{n}", **about), n)
        command = chance.choice(_TOOLS).format(s=service, n=number)
        call = {"type": "tool_use", "id": f"toolu_{session}_{n}", "name": "Bash", "input": {"command": command}}
        message = {"id": f"m{n}", "role": "assistant", "model": "m", "content": [call], "usage": {"input_tokens": 3}}
        yield logged(orjson.dumps({"type": "assistant", "message": message, "parent_tool_use_id": None, **about}), n)
        lines = chance.randrange(5, 120)
        body = "\n".join(
            f"2026-11-{1 + session % 28:02d}T{n % 24:02d}:{i % 60:02d}:{chance.randrange(60):02d}Z {service}[{number}]:"
            f" 192.168.1.{chance.randrange(255)} {some(chance.randrange(4, 16))}"
            for i in range(lines)
        )
        yield logged(writing.tool_result(body, session_id="s", tool_use_id=f"toolu_{session}_{n}"), n)
    yield logged(writing.result(some(40), session_id="s"), n)


def start_indexing(folder: DataFolder) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        own_program("index-logs", "--gently", "--data-dir", str(folder.root)), stdout=subprocess.DEVNULL
    )


def session_mb_s(folder: DataFolder, recording: Path) -> float:
    """How fast a whole session runs: started, parsed, logged, its events stored; as a process, with its start."""
    words = ("run", "--agent", f"replay:{recording}", "--data-dir", str(folder.root))
    began = time.perf_counter()
    subprocess.run(own_program(*words), check=True, stdout=subprocess.DEVNULL)
    return recording.stat().st_size / 1e6 / (time.perf_counter() - began)


def quickest(folder: DataFolder, text: str, rounds: int = 3) -> tuple[float, float, int, bool]:
    """First and best seconds of a query, how many lines, and whether there are more."""
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        found = search_logs(folder, LogSearchRequest(read_query(text)))
        taken.append(time.perf_counter() - began)
    return taken[0], min(taken), found.count, found.more


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--stream-megabytes", type=int, default=200)
    wanted = parser.parse_args()
    with grounds.data_folder() as folder:
        size = write_logs(folder.logs, wanted.megabytes)
        print(f"{size / 1e6:,.0f} MB in {len(list(folder.logs.iterdir())):,} logs", file=sys.stderr)
        recording = folder.root / "stream.ndjson"
        write_recording(recording, wanted.stream_megabytes)
        with grounds.data_folder() as talking:
            session_mb_s(talking, recording)  # all has run once
            alone = [session_mb_s(talking, recording) for _ in range(2)]
            began = time.perf_counter()
            process = start_indexing(folder)
            time.sleep(1)
            beside = []
            while process.poll() is None and len(beside) < 4:
                beside.append(session_mb_s(talking, recording))
            beside = beside[:-1] if process.poll() is not None else beside  # the last one may have been alone
            code = process.wait()
            took = time.perf_counter() - began
            alone += [session_mb_s(talking, recording) for _ in range(2)]
        if code or not index_progress(folder).complete:
            raise SystemExit(f"the index was not made: {code}")
        slower = (1 - median(beside) / median(alone)) * 100 if beside else 0.0
        index_mb = index_file(folder).stat().st_size / 1e6
        worst, words = 0.0, {}
        for text in QUERIES:
            first, best, count, more = quickest(folder, text)
            worst = max(worst, first)
            words[text] = f"{first:.3f} s, again {best:.3f} s, {'more than ' if more else ''}{count:,} lines"
            print(f"{text:32} {words[text]}", file=sys.stderr)
    figures = [
        Figure("the slowest query", worst, "s", SECONDS),
        Figure("a running session slower by", slower, "%", SLOWER_PERCENT),
        Figure("indexing", size / 1e6 / took, "MB/s"),
        Figure("index for each GB of logs", index_mb / (size / 1e9), "MB"),
        Figure("a session alone", median(alone), "MB/s"),
        Figure("a session beside indexing", median(beside) if beside else 0.0, "MB/s"),
    ]
    return report("logsearch", figures, megabytes=round(size / 1e6), queries=words)


if __name__ == "__main__":
    sys.exit(main())
