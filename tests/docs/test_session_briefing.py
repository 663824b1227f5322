"""The page of what a session is told shows what the product tells, for a fixed data set at a fixed moment."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.briefing_world import FACT, HELD_FACT, NOW, BriefingWorld, ago

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory import MemoryCandidate, MemoryService
from claudeops_desktop.records.changes import ChangeKind, NewChange

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "session-briefing.md"
SHOWN_FOLDER = "/home/ops/.local/share/claudeops"
MACHINE = "web1, Debian GNU/Linux 12 (bookworm), systemd, user ops"
VERSION = "2.1.330"


def remember(world: BriefingWorld, text: str) -> None:
    memory = MemoryService(world.book, lambda: NOW, lambda: world.settings)
    world.write(lambda: memory.edits.add(MemoryCandidate("timing", "jellyfin", text, 0.9)))


def nothing_set_up(world: BriefingWorld) -> str:
    world.folder.services_file.unlink()
    return world.appended(agent_version=VERSION)


def healthy(world: BriefingWorld) -> str:
    world.folder.services_file.write_text(
        '[[service]]\nname = "jellyfin"\ncheck = "http"\nurl = "http://127.0.0.1:8096/health"\n'
    )
    world.measured("jellyfin", "healthy", 600)
    world.result("jellyfin:http", "healthy", 1)
    remember(world, FACT)
    return world.appended("jellyfin", agent_version=VERSION)


def outage(world: BriefingWorld) -> None:
    for name, check in (("postgres", "tcp"), ("caddy", "unit"), ("wiki", "tcp")):
        world.measured(name, "healthy", 600)
        world.result(f"{name}:{check}", "healthy", 1)
    world.measured("jellyfin", "down", 8, "HTTP 502 Bad Gateway")
    world.bad_check()
    world.outage()
    change = NewChange(ago(20), ChangeKind.CONTAINER, "jellyfin", "jellyfin: image 10.8 → 10.9", services=("jellyfin",))
    world.write(lambda: world.book.changes.add([change]))


def open_incident(world: BriefingWorld) -> str:
    outage(world)
    return world.appended("jellyfin", agent_version=VERSION)


def third_tier(world: BriefingWorld) -> str:
    outage(world)
    run, first = world.session(1)
    _, second = world.session(2, run)
    _, third = world.session(3, run)
    world.marker(first, "The image 10.9 needs the folder /config to be writable", 1, "dependency")
    world.marker(first, HELD_FACT, 2, "remediation")
    world.call(second, "docker restart jellyfin", 1, began_at=to_text(ago(5)))
    world.write(lambda: world.book.tool_calls.finish(second, "t1", failed=False, now=ago(4)))
    world.call(second, "docker compose -f /srv/Media/compose.yaml up -d", 2, kind="redeploy", verdict="deny", by="tier")
    return world.appended("jellyfin", tier=3, run_id=run, session_id=third, agent_version=VERSION)


CASES: dict[str, Callable[[BriefingWorld], str]] = {
    "nothing set up": nothing_set_up,
    "one healthy service": healthy,
    "an open incident": open_incident,
    "the third tier": third_tier,
}


@pytest.mark.parametrize("name", CASES)
def test_a_block_of_the_page_is_what_a_session_is_told(name, tmp_path, monkeypatch):
    """With UPDATE_PAGE=1 in the environment the page is brought up to date."""
    monkeypatch.setattr("claudeops_desktop.runs.environment.describe_machine", lambda: MACHINE)
    world = BriefingWorld(DataFolder(tmp_path / "data").create())
    try:
        told = CASES[name](world).replace(str(world.folder.root), SHOWN_FOLDER) + "\n"
    finally:
        world.store.close()
    before, mark, rest = PAGE.read_text("utf-8").partition(f"<!-- {name} -->\n\n```text\n")
    shown, end, after = rest.partition("```\n")
    if os.environ.get("UPDATE_PAGE"):
        PAGE.write_text(f"{before}{mark}{told}{end}{after}", "utf-8")
    assert shown == told
