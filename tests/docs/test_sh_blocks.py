"""Every ``sh`` block of README and guide runs as it stands, line by line, in bash."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import store_place

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "README.md", ROOT / "packaging/README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^( *)```sh\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
WAIT_S = 120
ADDRESS = ("Address", "json://127.0.0.1:9/alerts")
# What the reader types on a terminal, each after the program asked for it; other lines are given no input.
TYPED = {
    "claudeops secrets set model-key": [("model-key", "a key")],
    "claudeops secrets set anthropic_api_key": [("anthropic_api_key", "a key")],
    "claudeops notify add phone": [ADDRESS],
    "claudeops memory purge jellyfin": [("[y/N]", "y")],
    "claudeops restore ~/claudeops.zip": [("[y/N]", "y")],
    "claudeops maintenance start-empty": [("[y/N]", "y")],
}
# A line whose answer is not 0 here, with the reason.
OTHER_CODES = {
    "claudeops notify test": (1, "a test has no message bus, so no desktop to notify"),
    "claudeops desktop service install": (1, "a test has no systemd of its user"),
    "claudeops memory second-look run": (1, "nobody has allowed a model here"),
    "claudeops review put-back 24": (1, "no earlier version was here, so nothing was moved"),
    "claudeops alerts test --service jellyfin": (1, "neither the window nor the daemon receives alerts here"),
}
# What a store on a server refuses, with the reason.
ON_SERVER = dict.fromkeys(
    (
        "claudeops restore ~/claudeops.zip",
        "claudeops maintenance salvage",
        "claudeops maintenance salvage --replace",
        "claudeops maintenance start-empty",
    ),
    (1, "it works on a file"),
)
# What a line prints once it is up; it is ended by Ctrl+C then.
STAYS = {"claudeops daemon": "schedule"}
# The same in little: the line as it stands needs what a test must not use, as the reason says.
INSTEAD = {
    "claudeops services discover --add redis --add http-server=wiki": (
        "claudeops services discover --json",
        "what runs on this machine is not known",
    ),
    'curl -X POST -H "X-Token: $TOKEN" "http://127.0.0.1:8737/heartbeat/backup?status=fail&text=disk+full"': (
        "curl --version",
        "neither the window nor the daemon receives calls here",
    ),
    "claudeops hosts prepare nas --install": ("claudeops hosts prepare nas --script", "there is no such host"),
    "scripts/test": ("scripts/test --version", "the suite would run itself"),
    "scripts/package": ("scripts/package --help", "it freezes the application, for minutes"),
    "scripts/package --deb": ("scripts/package --help", "it needs what was frozen"),
    "scripts/package --check": ("scripts/package --help", "it installs on this machine, as root"),
    "scripts/package --wheel": (
        "scripts/package --help",
        "it installs for minutes; tests/packaging builds and installs the wheel",
    ),
    "sudo apt-get install ./dist/claudeops-desktop_0.2.0_amd64.deb": ("test -x scripts/package", "it needs root"),
    "python -m benchmarks.hook_process": ("python -c 'import benchmarks.hook_process'", "it measures, for minutes"),
}
# What has happened before a line, as the text around it says or as the application does by itself.
BEFORE = {
    "claudeops knowledge agent-folders list": (
        "place=~/.claude/projects/-srv-app/memory && mkdir -p $place"
        " && echo '- [Database](database.md)' > $place/MEMORY.md"
        " && printf -- '---\\ntype: project\\n---\\n\\nIt listens on 5432.\\n' > $place/database.md"
    ),
    "ssh-keygen -t ed25519 -N '' -f ~/.ssh/claudeops_read": "mkdir -p ~/.ssh",
    "claudeops services rename port-8101 dashboards": "claudeops services add port-8101 127.0.0.1:8101",
    "scripts/run services init": 'rm "$CLAUDEOPS_DATA_DIR/services.toml"',
    'claudeops sessions search "no space left"': "claudeops index-logs",
}


def blocks(path: Path) -> list[list[str]]:
    """The lines of each block that are commands."""
    found = []
    for _, text in BLOCK.findall(path.read_text(encoding="utf-8")):
        lines = [line.strip() for line in text.replace("\\\n", " ").splitlines()]
        found.append([line for line in lines if line and not line.startswith("#")])
    return found


WITH_BLOCKS = {str(path.relative_to(ROOT)): blocks(path) for path in FILES if blocks(path)}


def without_comment(line: str) -> str:
    return re.sub(r"\s+#\s.*$", "", line)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_BLOCKS)
def test_every_line_runs(name, prepared):
    made = prepared()
    on_server = store_place.server_of(DataFolder(Path(made.environ["CLAUDEOPS_DATA_DIR"]))) is not None
    codes = OTHER_CODES | (ON_SERVER if on_server else {})
    failed = []
    for block in WITH_BLOCKS[name]:
        for line in block:
            command = without_comment(line)
            if command in BEFORE:
                assert run(BEFORE[command], made, "") == (0, ANY)
            expected = codes.get(command, (0, ""))[0]
            code, shown = run(INSTEAD.get(command, (line,))[0], made, command)
            if code != expected:
                failed.append(f"{line}\n  ended with {code}: {shown[-400:]}")
    assert not failed, "\n".join(failed)


ON_A_TERMINAL = "import os, sys; os.login_tty(int(sys.argv[1])); os.execvp('bash', ['bash', '-c', sys.argv[2]])"


def run(line, made, command):
    """The exit code of a line, and what it printed."""
    if command in TYPED:
        return run_on_a_terminal(line, made, TYPED[command])
    process = subprocess.Popen(
        ["bash", "-c", line],
        cwd=ROOT if command.startswith(("scripts/", "sudo")) else made.folder,
        env=made.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    shown = ""
    if command in STAYS:
        assert process.stdout is not None
        for said in process.stdout:
            shown += said
            if STAYS[command] in said:
                os.killpg(process.pid, signal.SIGINT)
                break
    try:
        rest, _ = process.communicate(timeout=WAIT_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return -1, f"no end within {WAIT_S} s: {process.communicate()[0]}"
    return process.returncode, shown + rest


def run_on_a_terminal(line, made, answers):
    """The same where it asks: each answer is typed once its question stands there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", ON_A_TERMINAL, str(theirs), line],
        cwd=made.folder,
        env=made.environ,
        pass_fds=(theirs,),
    )
    os.close(theirs)
    shown, asked, left = b"", 0, list(answers)
    try:
        while select.select([ours], [], [], WAIT_S)[0]:
            try:
                said = os.read(ours, 65_536)
            except OSError:  # the other side is closed
                break
            if not said:
                break
            shown += said
            if left and (at := shown.find(left[0][0].encode(), asked)) >= 0 and not shown.endswith(b"\n"):
                os.write(ours, left.pop(0)[1].encode() + b"\n")
                asked = at + 1
        else:
            process.kill()
        return process.wait(WAIT_S), shown.decode(errors="replace")
    finally:
        os.close(ours)
