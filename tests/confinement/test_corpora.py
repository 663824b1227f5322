"""Every command of the guard's lists that it calls reading is really run in a profile, and changes nothing outside.

So are commands made by chance: those that the guard calls reading, and acts aimed at what lies outside, in many ways.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from confined_world import SECRET, Confined
from support.bystander import bystander
from test_ways_out import state

from benchmarks.guard_fuzz.grammar import generate
from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.effects import READ

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
LISTS = HERE.parent / "guard"
SECONDS_EACH = "0.7"
FUZZED, SEED = 1200, 21
DISGUISED = (
    """sqlite3 :memory: 'select "writefile"(char(99),1)'""",
    "sqlite3 :memory: \"select writefile('{outside}/new', 'x')\"",
    "pip install --dry-run {outside}",
    "python3 -c \"open('{outside}/new','w').write('x')\"",
    "awk 'BEGIN{{print 1 > \"{outside}/new\"}}'",
    "sed -n 'w {outside}/new' /etc/hosts",
    "find {outside} -name canary -delete",
    "kill {pid}; kill -9 {pid}; kill -STOP {pid}; kill -WINCH -1; pkill -f {number}",
    "prlimit --pid {pid} --cpu=1:1; renice -n 19 -p {pid}; taskset -pc 0 {pid}; chrt -b -p 0 {pid}",
    "cat {home}/.ssh/id_test; tar cf - {home}/.ssh; cp {home}/.ssh/id_test {outside}/",
    "rm -rf {outside} {home}",
)
ACTS = (
    *("touch {outside}/new", "echo x > {outside}/canary", "rm -rf {outside}", "mv {outside}/canary {outside}/moved"),
    *("cp /etc/hosts {outside}/", "ln -sf /etc/hosts {outside}/link", "truncate -s 0 {outside}/canary"),
    *("chmod 777 {outside}", "touch -d 2001-01-01 {outside}/canary", "dd if=/etc/hosts of={outside}/new"),
    *("tee {outside}/new < /etc/hosts", "sed -i s/a/b/ {outside}/canary", "git init -q {outside}/new"),
    *("ln {outside}/canary /tmp/$$", "mkfifo {outside}/pipe", "chattr +i {outside}/canary", "mkdir {home}/.ssh/new"),
    *("echo x >> {home}/.bashrc", "echo x > {place}/mcp.json", "echo x > {place}/door/token", "rm -rf {place}/door"),
    *("kill -9 {pid}", "kill -STOP {pid}", "kill {pid}", "pkill -f {number}", "prlimit --pid {pid} --cpu=1:1"),
    *("renice -n 19 -p {pid}", "cat {home}/.ssh/id_test", "cp {home}/.ssh/id_test /tmp/$$", "cat {home}/.ss?/*"),
    *("cat {data}/claudeops.db", "cat {place}/guard.json", "tr x x < /proc/{pid}/environ", "strings /proc/{pid}/mem"),
)
WAYS = (
    *(
        "{act}",
        "$({act})",
        "( {act} ) & wait",
        "f() {{ {act}; }}; f",
        "sh <<'END'\n{act}\nEND",
        "cd /proc/1/root; {act}",
    ),
    *(
        "sh -c {text}",
        "eval {text}",
        "echo {text} | sh",
        "trap {text} EXIT",
        "env -i sh -c {text}",
        "nice sh -c {text}",
    ),
    *("nohup sh -c {text}", "setsid -w sh -c {text}", "setsid sh -c {text} &", "timeout 1 sh -c {text}"),
    *("find /etc/hostname -exec sh -c {text} ';'", "echo x | xargs -I% sh -c {text}", "unshare -rm sh -c {text}"),
    *("awk 'BEGIN {{ system(ARGV[1]) }}' {text}", "python3 -c 'import os, sys; os.system(sys.argv[1])' {text}"),
    *("perl -e 'exec @ARGV' sh -c {text}", "nsenter -t 1 -m sh -c {text}", "chroot / sh -c {text}"),
    *("for at in /proc/[0-9]*/root; do chroot $at sh -c {text}; done", "script -qc {text} /dev/null"),
)
AIMED = 240


@cache
def reading() -> tuple[str, ...]:
    """What the guard calls reading of the lists, and of commands made by chance."""
    made = (command.text for command in generate(FUZZED, SEED))
    found = dict.fromkeys((*commands(), *made))
    return tuple(command for command in found if "\0" not in command and understand(command).kind == READ)


def aimed(names: dict[str, object]) -> list[str]:
    """Acts against what lies outside, each in a way that is chosen by chance."""
    chance = random.Random(SEED)
    found = []
    for at in range(AIMED):
        act = ACTS[at % len(ACTS)].format(**names)
        found.append(chance.choice(WAYS).format(act=act, text=shlex.quote(act)))
    return [*found, *(command.format(**names) for command in DISGUISED)]


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
    number = f"7{os.getpid()}"
    file = shared.base / "commands.json"
    shutil.copy(HERE / "run_commands.py", shared.code)
    watched = (shared.base / "outside", shared.home, shared.data / "sessions" / "2", shared.place / "door")
    with bystander(shared.python, shared.base / "signals", number, user=shared.user, secret=SECRET) as other:
        places = {name: getattr(shared, name) for name in ("home", "data", "place")}
        acts = aimed(places | {"outside": shared.base / "outside", "pid": other.pid, "number": number})
        given = [*reading(), *acts]
        file.write_text(json.dumps(given))
        shared.more = ["--unshare-net"]
        before = [*map(state, watched), other.state()]
        done = shared.run(shared.python, shared.code / "run_commands.py", file, SECONDS_EACH, timeout=170)
        shared.more = []
        assert done.returncode == 0, done.stderr
        answers = dict(zip(given, json.loads(done.stdout), strict=True))
        yield {"answers": answers, "acts": acts, "before": before, "after": [*map(state, watched), other.state()]}


@pytest.mark.timeout(240)
def test_none_of_them_changes_a_file_or_a_process_outside(ran):
    assert ran["after"] == ran["before"]


@pytest.mark.timeout(240)
def test_none_of_them_shows_a_key(ran, shared):
    assert [command for command, (_, said) in ran["answers"].items() if SECRET in said] == []
    kept = (path for name in ("work", "config", "tmp") for path in (shared.place / name).rglob("*") if path.is_file())
    assert [path for path in kept if SECRET.encode() in path.read_bytes()] == []


@pytest.mark.timeout(240)
def test_they_were_run(ran):
    answers = ran["answers"]
    assert len(answers) > 2000
    assert answers["df -h; free -m; uptime"][0] == 0
    refused = ("Read-only file system", "Operation not permitted", "Permission denied", "No such file or directory")
    assert sum(any(words in answers[command][1] for words in refused) for command in ran["acts"]) > AIMED / 2
