"""A server that is started again under a run: the run ends as its agent ended, and nothing of it is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support import postgres_server

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file

RECORDING = Path(__file__).parents[2] / "recordings/success_markers_tool-2.1.330.ndjson"
AGENT = f"""#!/usr/bin/python3
import os, sys, time
if "--version" in sys.argv:
    print("2.1.330 (Claude Code)"); sys.exit()
here = os.path.dirname(__file__)
first, *rest = open({str(RECORDING)!r}).read().splitlines()
print(first, flush=True)
open(os.path.join(here, "began"), "w").close()
while not os.path.exists(os.path.join(here, "go-on")):
    time.sleep(0.05)
print("\\n".join(rest), flush=True)
"""


def program(folder: DataFolder, *words: str, **environ: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), *words],
        env=os.environ | environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.file_only("starts a server of its own")
def test_a_run_ends_as_its_agent_did_where_the_server_was_away_at_its_end(tmp_path: Path, qtbot: QtBot) -> None:
    server = postgres_server.OwnServer()
    folder = DataFolder(tmp_path / "data").create()
    settings_file.change(folder.settings_file, "store.url", server.url)
    agent = tmp_path / "bin" / "claude"
    agent.parent.mkdir()
    agent.write_text(AGENT)
    agent.chmod(0o755)
    run = program(folder, "run", "--agent", "claude", "--json", PATH=f"{agent.parent}:/usr/bin:/bin")
    log = folder.logs / "app.log"
    try:
        qtbot.waitUntil((agent.parent / "began").exists, timeout=60_000)
        server.stop_at_once()
        (agent.parent / "go-on").touch()
        qtbot.waitUntil(lambda: "run 1 could not be written down" in log.read_text(), timeout=60_000)
        server.start()
        out, _ = run.communicate(timeout=120)
        assert run.returncode == 0
        assert json.loads(out)["session"]["status"] == "completed"
        assert "Traceback" not in log.read_text()
        memories, _ = program(folder, "memory", "list", "--json").communicate(timeout=120)
        assert [one["observation"] for one in json.loads(memories)] == ["Takes 60s to start after restart"]
        sessions, _ = program(folder, "sessions", "list", "--json").communicate(timeout=120)
        assert [one["status"] for one in json.loads(sessions)] == ["completed"]
    finally:
        run.kill()
        run.wait()
        server.close()
