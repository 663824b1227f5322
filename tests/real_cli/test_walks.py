"""Outages of a small host that come twice, with sessions of the real CLI that end them.

The first session looks, acts and reports; the second is told of the case and follows it. What is measured opens and
resolves the incidents.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn
from support.ports import held_port
from support.small_world import SmallWorld

SCRIPTS: dict[str, list[Turn]] = {}  # the paths and ports of a host are known in its test
HOLDER = f"maint{os.getpid()}"  # pkill finds processes by name, and other tests run meanwhile
FACT = "Serves customers of the whole group between eight and six"
APPROVED = ("tier3", "restart", "redeploy", "stop", "host", "destructive", "unknown")


@dataclass(frozen=True)
class Walk:
    """One outage. ``looks`` and ``acts`` are the commands of the first session, ``again`` the one of the second."""

    service: str
    breaks: Callable[[], None]
    looks: tuple[str, ...]
    acts: str
    again: str
    cause: str
    evidence: str
    cure: str
    decisive: str  # what the case names among the steps that the recovery came after
    tries: str = ""  # what a session before the first tries, which does not help
    failed: str = ""  # what the case says of that
    tier: int = 2

    def first_script(self) -> list[Turn]:
        return [*(Turn("", (bash(one),)) for one in (*self.looks, self.acts)), *self.report()]

    def second_script(self) -> list[Turn]:
        return [Turn("", (bash(self.again),)), *self.report()]

    def report(self) -> list[Turn]:
        told = {
            "summary": f"{self.service} is up again.",
            "services_checked": [{"service": self.service, "status": "healthy", "detail": "it answers 200"}],
            "cause": {"text": self.cause, "evidence": self.evidence},
            "cure": self.cure,
            "verified_by": f"{self.service} answered HTTP 200",
        }
        return [Turn("", (("StructuredOutput", told),)), Turn("Reported.")]


class Desk:
    """An operator of a small host, who lets sessions act."""

    def __init__(self, operator: Operator, world: SmallWorld, port: int) -> None:
        self.operator, self.world, self.port = operator, world, port
        self.operator.env = world.environment(operator.env) | {
            "CLAUDEOPS_COOLDOWNS_RESTARTS": "9",
            "CLAUDEOPS_COOLDOWNS_REDEPLOYMENTS": "9",
        }
        for what in APPROVED:
            self.operator.env[f"CLAUDEOPS_APPROVALS_{what.upper()}"] = "automatic"

    def serve(self, name: str, *, compose: bool = False) -> None:
        """A service that runs, and that the product checks."""
        (self.world.add_compose if compose else self.world.add_service)(name, self.port)
        self.world.start(name)
        self.operator.data.mkdir(parents=True, exist_ok=True)
        (self.operator.data / "services.toml").write_text(f"[watch]\nrecovery_wait = 0\n{self.world.services_toml()}")

    def probe(self) -> str:
        """The command that shows a service well."""
        return f"curl -s -o /dev/null -w '%{{http_code}}' http://127.0.0.1:{self.port}/"

    def measure(self, service: str, *, is_open: bool) -> None:
        """Measure until an incident is open, or none is."""
        for _ in range(4):
            self.operator.claudeops("run", "--agent", "watch", "--service", service, "--json")
            if bool(self.operator.rows("SELECT id FROM incidents WHERE resolved_at IS NULL")) is is_open:
                return
        raise AssertionError(f"is an incident open: {not is_open}")

    def script(self, name: str) -> str:
        """The name of a script at the API, which all tests of this file share."""
        return f"{name}-{self.port}"

    def session(self, name: str, script: list[Turn], walk: Walk) -> int:
        """Run a session about an outage; its number."""
        self.operator.api.scripts[self.script(name)] = script
        told = self.operator.run(self.script(name), "--tier", str(walk.tier), "--service", walk.service)
        assert told["session"]["status"] == "completed", told
        return int(told["session"]["id"])

    def mends(self, name: str, script: list[Turn], walk: Walk) -> int:
        """Run a session after which the service answers, and measure until the incident is over; its number."""
        number = self.session(name, script, walk)
        assert self.world.status(walk.service) == 200, self.operator.tools_answered(self.script(name))
        self.measure(walk.service, is_open=False)
        return number

    def requests(self, name: str) -> int:
        return len(self.operator.api.system_prompts(self.script(name)))

    def ledger(self, session: int) -> list[tuple]:
        """Of each command of a session: its input, whether it began and ended, its result, and where it acted."""
        return self.operator.rows(
            "SELECT input, began_at IS NOT NULL, ended_at IS NOT NULL, result, outside FROM tool_calls"
            f" WHERE tool_name = 'Bash' AND session_id = {session} ORDER BY id"
        )


@pytest.fixture
def desk(operator: Operator, tmp_path: Path) -> Iterator[Desk]:
    world = SmallWorld(tmp_path / "host")
    with held_port() as port:
        try:
            yield Desk(operator, world, port)
        finally:
            world.end()


def port_is_held(desk: Desk) -> Walk:
    desk.serve("nginx")
    log = desk.world.log("nginx")
    ends = f"pkill -x {HOLDER} && service nginx start && {desk.probe()}"
    return Walk(
        service="nginx",
        breaks=lambda: desk.world.break_port("nginx", HOLDER),
        looks=(f"service nginx start; tail -n 3 {log}", "ss -ltnp"),
        acts=ends,
        again=f"ss -ltnp | grep -q {HOLDER} && {ends}",
        cause=f"{HOLDER} holds the port of nginx.",
        evidence=f"ss -ltnp shows {HOLDER} on port {desk.port}",
        cure=f"Ended {HOLDER}, then started nginx",
        decisive=f"ended {HOLDER}",
    )


def include_is_missing(desk: Desk) -> Walk:
    desk.serve("web")
    conf = desk.world.conf("web")
    ends = f"sed -i '/old-site.conf/d' {conf} && service web start && {desk.probe()}"
    return Walk(
        service="web",
        breaks=lambda: desk.world.break_include("web", "old-site.conf"),
        looks=("service web configtest", f"cat {conf}"),
        acts=ends,
        again=f"grep -q old-site.conf {conf} && {ends}",
        cause="The configuration includes old-site.conf, which is not there.",
        evidence="configtest: open() old-site.conf failed (2: No such file or directory)",
        cure="Removed the line of old-site.conf from the configuration, then started web",
        decisive="web.conf",
    )


def data_is_moved(desk: Desk) -> Walk:
    desk.serve("redis")
    data = desk.world.place / "data" / "redis"
    ends = f"mv {data}.old {data} && {desk.probe()}"
    return Walk(
        service="redis",
        breaks=lambda: desk.world.break_data("redis"),
        looks=(f"cat {desk.world.log('redis')}", f"ls {data.parent}"),
        acts=ends,
        again=f"test -d {data}.old && {ends}",
        cause="The data folder of redis was renamed.",
        evidence=f"ls shows {data.name}.old and no {data.name}",
        cure="Moved the data folder back",
        decisive=f"moved {data}.old",
        tries=f"service redis restart && {desk.probe()}",
        failed="What did not help: restarted redis (0 of 1)",
    )


def variable_is_lost(desk: Desk) -> Walk:
    desk.serve("shop", compose=True)
    folder = desk.world.compose("shop")
    ends = f"cp .env.bak .env && docker compose -f compose.yml up -d && {desk.probe()}".replace(
        " .env", f" {folder}/.env"
    ).replace("compose.yml", f"{folder}/compose.yml")
    return Walk(
        service="shop",
        breaks=lambda: desk.world.break_env("shop"),
        looks=("docker logs shop", f"ls -a {folder}"),
        acts=ends,
        again=f"docker logs shop | grep -q 'DB_URL is not set' && {ends}",
        cause="DB_URL is gone from the .env of shop.",
        evidence="docker logs shop: fatal: DB_URL is not set",
        cure="Copied .env.bak over .env, then brought the project up",
        decisive=".env.bak",
        tier=3,
    )


@pytest.mark.slow
@pytest.mark.parametrize("of", [port_is_held, include_is_missing, data_is_moved, variable_is_lost])
def test_the_second_session_follows_the_case_of_the_first(desk: Desk, of: Callable[[Desk], Walk]):
    walk, operator = of(desk), desk.operator
    operator.add_fact(FACT, walk.service, "behavior")
    walk.breaks()
    desk.measure(walk.service, is_open=True)
    if walk.tries:
        desk.session("tries", [Turn("", (bash(walk.tries),)), Turn("It is not well.")], walk)
        assert desk.world.status(walk.service) == 500
        operator.claudeops("run", "--agent", "watch", "--service", walk.service, "--json")
    first = desk.mends("first", walk.first_script(), walk)
    assert desk.ledger(first)[-1] == (walk.acts, 1, 1, "ok", 1)
    (case,) = operator.ask("cases", "list")
    assert (case["service"], case["state"], case["seen"]) == (walk.service, "cured", 1)
    told = operator.claudeops("cases", "show", str(case["id"]))
    cure = f"What helped, as session {first} reported it: “{walk.cure}”"
    assert cure in told and walk.cause in told and walk.failed in told
    assert walk.decisive in told.partition("Recovered after, in order: ")[2].partition(" (")[0]

    walk.breaks()
    desk.measure(walk.service, is_open=True)
    second = desk.mends("second", walk.second_script(), walk)
    assert desk.ledger(second) == [(walk.again, 1, 1, "ok", 1)]
    prompt = operator.api.system_prompts(desk.script("second"))[0]
    assert -1 < prompt.find(f"- [case] {walk.service}") < prompt.find(cure) < prompt.find(FACT)
    assert desk.requests("second") < desk.requests("first")
    assert [(one["id"], one["seen"]) for one in operator.ask("cases", "list")] == [(case["id"], 2)]


@pytest.mark.slow
def test_another_cause_of_the_same_symptom_is_another_case(desk: Desk):
    include, operator = include_is_missing(desk), desk.operator
    pid, conf = desk.world.place / "run" / "web.pid", desk.world.conf("web")
    stale = Walk(
        service="web",
        breaks=lambda: desk.world.break_pid("web"),
        looks=(f"grep -c old-site.conf {conf}; service web start; cat {pid}",),
        acts=f"rm -f {pid} && service web start && {desk.probe()}",
        again="",
        cause="A stale pid file says that web runs.",
        evidence="service web start: web is already running",
        cure="Removed the stale pid file, then started web",
        decisive="removed",
    )
    include.breaks()
    desk.measure("web", is_open=True)
    first = desk.mends("include", include.first_script(), include)

    stale.breaks()
    desk.measure("web", is_open=True)
    second = desk.mends("stale", stale.first_script(), stale)
    prompt = operator.api.system_prompts(desk.script("stale"))[0]
    assert f"What helped, as session {first} reported it: “{include.cure}”" in prompt
    cases = operator.ask("cases", "list")
    assert {(one["cause"], one["state"], one["cause_session"], one["seen"]) for one in cases} == {
        (include.cause, "cured", first, 1),
        (stale.cause, "cured", second, 1),
    }

    stale.breaks()
    desk.measure("web", is_open=True)
    desk.session("told", [Turn("I only look.")], stale)
    prompt = operator.api.system_prompts(desk.script("told"))[0]
    assert "Two known causes of this symptom; check first, before any action, which one it is" in prompt
    assert include.cause in prompt and stale.cause in prompt
