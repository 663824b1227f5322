"""Bits that flip anywhere in the database: each command works or says one plain sentence. Nothing is called a bug."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from breaking import Program
from support.damage import flip_bits, pages_of
from support.matrix import few_of

from claudeops_desktop.__main__ import _doors
from claudeops_desktop.cli.main import main
from claudeops_desktop.core.errors import ClaudeOpsError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.storage.diagnosis import find_damage
from claudeops_desktop.stream import writing

pytestmark = pytest.mark.file_only("the bits of a file")

COMMANDS = (
    ("memory", "list"), ("memory", "list", "--json"), ("memory", "show", "3"), ("sessions", "list"),
    ("sessions", "show", "1"), ("events", "list"), ("cooldowns", "list"), ("recall", "why does jellyfin start slowly"),
    ("schedule", "list"), ("approvals", "list"), ("context",), ("health",), ("telemetry",), ("review", "list"),
    ("lessons", "list"), ("spend",), ("maintenance", "check"), ("maintenance", "size"), ("why", "jellyfin"),
)  # fmt: skip
TABLES = ("sessions", "runs", "memories", "events", "markers", "resources", "sqlite_schema", "memory_versions")
COPIES = 15
BATCHES = 8


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> DataFolder:
    """A data folder after two sessions that said much; not to be changed."""
    place = tmp_path_factory.mktemp("used")
    texts = ["[MEMORY:timing:jellyfin] Takes 60s to start\n[EVENT:warning:jellyfin] restarted twice"]
    texts += [
        f"[MEMORY:dependency:svc{n}] Needs WireGuard{n} before it starts on port {8000 + n}\n[EVENT:info:svc{n}] fine"
        for n in range(30)
    ]
    lines = [writing.init(session_id="s", model="m")]
    lines += [writing.assistant_text(t, session_id="s", message_id=f"m{n}", model="m") for n, t in enumerate(texts)]
    (place / "said.ndjson").write_bytes(b"".join([*lines, writing.result("Done.", session_id="s")]))
    program = Program(place / "data")
    for _ in range(2):
        assert program.ask("run", "--agent", f"replay:{place / 'said.ndjson'}").returncode == 0
    return DataFolder(place / "data")


def broken_copy(used: DataFolder, root: Path, seed: int) -> DataFolder:
    """A copy in which some bits have flipped: anywhere, or all on one page of a table."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(used.root, root)
    folder = DataFolder(root)
    dice = random.Random(seed)
    if seed % 2:
        flip_bits(folder.database, seed, dice.choice((1, 8, 60)))
    else:
        page = dice.choice(pages_of(used.database, dice.choice(TABLES), "leaf"))
        flip_bits(folder.database, seed, dice.choice((2, 6)), range((page - 1) * 4096, page * 4096))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("batch", few_of(range(BATCHES), 2))
def test_a_command_works_or_says_a_sentence(used, tmp_path, capsys, batch):
    for seed in range(batch * COPIES, (batch + 1) * COPIES):
        folder = broken_copy(used, tmp_path / "data", seed)
        words = random.Random(seed).choice(COMMANDS)
        code = main(["--data-dir", str(folder.root), *words], _doors())
        said = capsys.readouterr()
        assert code in (0, 1), (seed, words, said.err)
        assert "Traceback" not in said.err, (seed, words, said.err)
        assert "bug in Claude Ops" not in said.err, (seed, words, said.err)
        assert code == 0 or words == ("maintenance", "check") or said.err.count("\n") >= 1, (seed, words)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(range(1000, 1008), 2))
def test_real_processes_do_too(used, tmp_path, seed):
    folder = broken_copy(used, tmp_path / "data", seed)
    program = Program(folder.root)
    for words in (("memory", "list", "--json"), ("sessions", "list"), ("doctor",)):
        done = program.ask(*words)
        assert done.returncode in (0, 1), (seed, words, done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(range(2000, 2010), 3))
def test_an_application_starts_and_runs_or_says_a_sentence(used, tmp_path, recording, qapp, seed):
    folder = broken_copy(used, tmp_path / "data", seed)
    try:
        engine = ApplicationEngine(folder)
    except ClaudeOpsError as error:
        assert "damaged" in str(error), error
        return
    try:
        ended = engine.run_to_end(RunRequest(agent=recording("[MEMORY:timing:nginx] Takes 5s to start")))
        assert ended.status in ("completed", "failed")
        assert "bug" not in ended.reason
        engine.store.read(engine.memory.search.list).result()
    except ClaudeOpsError as error:
        assert "damaged" in str(error), error
    finally:
        try:
            engine.close()
        except ClaudeOpsError as error:
            assert "damaged" in str(error), error


@pytest.mark.slow
def test_a_whole_database_is_not_called_damaged(used):
    assert find_damage(used.database) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE sessions SET started_at = '2026-0s-01T00:00:00.000Z'", "sessions.started_at"),
        ("UPDATE runs SET services = '[oops' WHERE id = 1", "runs.services"),
        ("UPDATE memories SET observation = CAST(x'ff66' AS TEXT) WHERE id = 2", "memories.observation"),
        ("UPDATE memories SET confidence = 'high' WHERE id = 2", "memories.confidence"),
    ],
)
def test_what_no_integrity_check_finds_is_found(used, tmp_path, statement, named):
    shutil.copytree(used.root, tmp_path / "data")
    folder = DataFolder(tmp_path / "data")
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute(statement)
    assert named in (find_damage(folder.database) or "")
