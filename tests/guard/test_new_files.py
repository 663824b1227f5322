"""A new file in a temporary folder changes nothing that was there: it is judged as a look, and in doubt it is not."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.tool_judgement import ToolRequest, judge

POLICY = GuardPolicy(1, 1, 1, False, "/srv/kept/x.sqlite", "/srv/kept", "/srv/kept/work")


@pytest.fixture
def place():
    """A folder of ours, directly in /tmp."""
    made = Path(tempfile.mkdtemp(prefix="guard-", dir="/tmp"))
    (made / "conf").mkdir()
    (made / "conf" / "web.ini").write_text("port = 1")
    (made / "taken").write_text("kept")
    yield made
    shutil.rmtree(made)


def verdict(command, place, **changes):
    asked = ToolRequest("Bash", "t", {"command": command.replace("@", str(place))}, str(place))
    return judge(asked, POLICY._replace(**changes), LocalMachine())[1].verdict


@pytest.mark.parametrize(
    "command",
    [
        "mkdir -p @/new/deeper",
        "mkdir @/new",
        "mkdir -p @/conf",
        "touch @/new",
        "echo a > @/new",
        "echo a >> @/new",
        "echo a | tee @/new",
        "cp @/taken @/taken.bak",
        "cp -a conf @/conf.bak",
        "mkdir @/new && cp -a @/conf @/new/conf && ls @/new",
        "df -h > @/new; cat @/new",
    ],
)
def test_a_new_file_is_as_free_as_a_look(place, command):
    assert verdict(command, place) == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "touch @/taken",
        "echo a > @/taken",
        "echo a >> @/taken",
        "cp conf/web.ini @/taken",
        "cp conf/web.ini @/conf",
        "touch @/link/new",
        "touch @/../new",
        "touch /etc/new",
        "touch @/new /etc/new",
        "touch new",
        "touch @/$NAME",
        "touch @/{a,b}",
        "touch @/new*",
        "touch -r @/taken @/new",
        "mkdir -m 777 @/new",
        "cp -s @/taken @/new",
        "cp --target-directory=@ /etc/hosts",
        "cp -r /etc @/new",
        "cp /etc/shadow @/new",
        "cp @/link @/new",
        "cp -a linked @/new",
        "cp -a secret @/new",
        "cp /etc/redis/redis.conf @/new",
        "cp id_rsa @/new",
        "cp absent @/new",
        "sudo touch @/new",
        "ssh nas touch @/new",
        "docker exec web touch @/new",
        "sh -c 'echo a > @/new'",
        "mv @/taken @/new",
        "ln -s /etc @/new",
        "touch @/new; rm @/taken",
    ],
)
def test_in_doubt_it_is_not(place, command):
    (place / "link").symlink_to("/etc")
    (place / "linked").mkdir()
    (place / "linked" / "out").symlink_to("/etc/passwd")
    (place / "secret").mkdir()
    (place / "secret" / ".env").write_text("KEY=1")
    (place / "id_rsa").write_text("key")
    assert verdict(command, place) == "deny"


def in_profile(command, place, **changes):
    return verdict(command.replace("OWN", POLICY.work), place, confined=True, **changes)


@pytest.mark.parametrize(
    "command",
    [
        "mkdir -p OWN/x",
        "mkdir -p $CLAUDEOPS_WORK_DIR/x",
        'mkdir -p "${CLAUDEOPS_WORK_DIR}/x" && touch $CLAUDEOPS_WORK_DIR/x/.hidden',
        "echo $CLAUDEOPS_WORK_DIR; echo a > $CLAUDEOPS_WORK_DIR/file",
        "df -h >> OWN/file",
        "cp /etc/hosts /etc/services OWN/",
        "cp /etc/hosts OWN",
        "cp -r conf $CLAUDEOPS_WORK_DIR",
        "echo a > OWN/a && cp OWN/a /tmp/of-no-machine && cat /tmp/of-no-machine",
        "mv OWN/a OWN/b",
        "mv -f $CLAUDEOPS_WORK_DIR/a /tmp/of-no-machine",
    ],
)
def test_a_confined_session_writes_as_it_likes_where_only_it_is(place, command):
    assert in_profile(command, place) == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "CLAUDEOPS_WORK_DIR=/etc; touch $CLAUDEOPS_WORK_DIR/x",
        "for CLAUDEOPS_WORK_DIR in /etc; do touch $CLAUDEOPS_WORK_DIR/x; done",
        "read CLAUDEOPS_WORK_DIR < @/taken; touch $CLAUDEOPS_WORK_DIR/x",
        "touch '$CLAUDEOPS_WORK_DIR/x'",
        "touch $CLAUDEOPS_WORK_DIR/../x",
        "touch OWN/../guard.json",
        "touch OWNER/x",
        "touch OWN/x /srv/x",
        "cp /etc/shadow OWN/",
        "cp @/id_rsa OWN/",
        "cp @/linked OWN/",
        "cp OWN/id_rsa OWN/a",
        "cp OWN/../guard.json OWN/a",
        "mv /etc/hosts OWN/",
        "mv OWN/a /etc/hosts",
        "mv -t /etc OWN/a",
        "ssh nas touch $CLAUDEOPS_WORK_DIR/x",
        "ssh nas 'touch $CLAUDEOPS_WORK_DIR/x'",
        "touch OWN/x; systemctl restart web",
        "touch @/taken",
        "echo a | tee @/taken",
        "mv @/taken @/moved",
    ],
)
def test_elsewhere_it_does_not(place, command):
    (place / "id_rsa").write_text("key")
    (place / "linked").symlink_to("/etc/passwd")
    assert in_profile(command, place) == "deny"


@pytest.mark.parametrize("target", ["OWN/x", "@/new"])
def test_what_a_link_leads_to_is_not_copied_by_another_name(place, target):
    (place / ".pgpass").write_text("db:5432:*:web:secret")
    (place / "notes").symlink_to(place / ".pgpass")
    assert in_profile(f"cat @/notes > {target}", place) != "allow"


def test_outside_of_a_profile_its_own_folder_is_asked_for_as_any_other(place):
    assert verdict("touch /srv/kept/work/x", place) == "deny"


def test_what_also_acts_runs_outside_where_only_a_new_file_is_free(place):
    assert in_profile("systemctl restart web > @/new", place, tier=2) == "allow"
    assert in_profile("systemctl restart web > @/taken", place, tier=2) == "ask"


def test_a_dry_run_makes_no_file_either(place):
    assert verdict("touch @/new", place, dry_run=True, tier=3) == "deny"


def test_our_own_data_is_not_written_to_where_it_lies_in_a_temporary_folder(place):
    changes = {"database": str(place / "x.sqlite"), "data_folder": str(place), "work": str(place / "work")}
    assert verdict("touch @/new", place, **changes, tier=3) == "deny"


def test_a_folder_of_somebody_else_is_left_alone(place, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    assert verdict("touch @/new", place) == "deny"
