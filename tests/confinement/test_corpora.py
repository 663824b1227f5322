"""Every command of the guard's lists that it calls reading is really run in a profile, and changes nothing outside."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from confined_world import SECRET, Confined
from test_ways_out import state

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.effects import READ

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
LISTS = HERE.parent / "guard"
SECONDS_EACH = "0.7"
DISGUISED = (
    """sqlite3 :memory: 'select "writefile"(char(99),1)'""",
    "sqlite3 :memory: \"select writefile('{outside}/new', 'x')\"",
    "pip install --dry-run {outside}",
    "python3 -c \"open('{outside}/new','w').write('x')\"",
    "awk 'BEGIN{{print 1 > \"{outside}/new\"}}'",
    "sed -n 'w {outside}/new' /etc/hosts",
    "find {outside} -name canary -delete",
    "kill {pid}; kill -9 {pid}; pkill -f {number}",
    "cat {home}/.ssh/id_test; tar cf - {home}/.ssh; cp {home}/.ssh/id_test {outside}/",
    "rm -rf {outside} {home}",
)


def commands() -> Iterator[str]:
    """The commands of all lists, each once."""
    found: dict[str, None] = {}
    for name, at, is_json in (
        ("commands.tsv", 2, False),
        ("everyday.tsv", 0, True),
        ("risky.tsv", 1, True),
        ("verdicts.tsv", 0, True),
    ):
        for line in (LISTS / name).read_text().splitlines():
            if line and not line.startswith("#"):
                text = line.split("\t")[at]
                found[json.loads(text) if is_json else text] = None
    yield from found


@pytest.fixture(scope="module")
def ran(shared: Confined) -> Iterator[dict[str, object]]:
    """All of them, run at once in one profile, without a network: no name that is looked up leaves the machine."""
    reading = [command for command in commands() if understand(command).kind == READ and "\0" not in command]
    become = {"user": shared.user, "group": shared.user} if shared.user != os.geteuid() else {}
    number = f"7{os.getpid()}"
    sleeper = subprocess.Popen(["sleep", number], start_new_session=True, **become)
    names = {"outside": shared.base / "outside", "home": shared.home, "pid": sleeper.pid, "number": number}
    given = [*reading, *(command.format(**names) for command in DISGUISED)]
    file = shared.base / "commands.json"
    file.write_text(json.dumps(given))
    shutil.copy(HERE / "run_commands.py", shared.code)
    shared.more = ["--unshare-net"]
    watched = (shared.base / "outside", shared.home, shared.data / "sessions" / "2")
    before = [state(path) for path in watched]
    done = shared.run(shared.python, shared.code / "run_commands.py", file, SECONDS_EACH, timeout=170)
    shared.more = []
    assert done.returncode == 0, done.stderr
    after = [state(path) for path in watched]
    yield {
        "answers": dict(zip(given, json.loads(done.stdout), strict=True)),
        "before": before,
        "after": after,
        "lives": sleeper.poll() is None,
    }
    sleeper.kill()
    sleeper.wait()


@pytest.mark.timeout(240)
def test_none_of_them_writes_outside(ran):
    assert ran["after"] == ran["before"]


@pytest.mark.timeout(240)
def test_none_of_them_shows_a_key(ran):
    assert [command for command, (_, said) in ran["answers"].items() if SECRET in said] == []


@pytest.mark.timeout(240)
def test_none_of_them_ends_a_process(ran):
    assert ran["lives"]


@pytest.mark.timeout(240)
def test_they_were_run(ran):
    answers = ran["answers"]
    assert len(answers) > 1000
    assert answers["df -h; free -m; uptime"][0] == 0
