"""Maintenance and cooldowns of services that stand in services.toml, in spellings written apart from the rules."""

from __future__ import annotations

import tomllib
from json import loads
from pathlib import Path

import pytest
from guard_world import NOON

from claudeops_desktop.guard.known_services import services_of_table

SERVICES = """
[[service]]
name = "nginx"
check = "unit"
unit = "nginx.service"
[[service]]
name = "jellyfin"
check = "container"
container = "jellyfin"
compose_folder = "/srv/jellyfin"
[[service]]
name = "web"
check = "process"
process = "gunicorn"
pattern = "gunicorn.*web.wsgi"
[[service]]
name = "media"
check = "container"
container = "sonarr"
compose_project = "media"
compose_folder = "/srv/media"
[[service]]
name = "postgres"
check = "unit"
unit = "postgresql"
"""
KNOWN = services_of_table(tomllib.loads(SERVICES))
LINES = (Path(__file__).parent / "service_spellings.tsv").read_text(encoding="utf-8").splitlines()[1:]
SPELLINGS = [(kind, loads(command)) for kind, command in (line.split("\t") for line in LINES)]


def begun(new_session, nginx_restarts):
    """A session with jellyfin in maintenance, and nginx restarted so many times."""
    free = dict.fromkeys(("unknown", "stop", "destructive", "host", "disclose"), "automatic")
    guarded = new_session(tier=3, known=KNOWN, **free)
    book = guarded.book
    book.store.write(lambda: book.rules.maintain("jellyfin", NOON, None, "new disk", NOON)).result()
    assert all(guarded.bash("systemctl restart nginx")[0] == "allow" for _ in range(nginx_restarts))
    return guarded


@pytest.mark.parametrize(("kind", "command"), SPELLINGS, ids=[command for _, command in SPELLINGS])
def test_each_spelling_counts_on_the_service_that_it_means(prepared_session, kind, command):
    restarts = 0 if kind == "maintenance" else 2
    guarded = prepared_session(f"{restarts} restarts of nginx", lambda begin: begun(begin, restarts))
    verdict, why = guarded.bash(command)
    assert verdict == ("allow" if kind in ("other", "reload") else "deny"), why
