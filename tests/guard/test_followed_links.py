"""A command that shows a file by a link is judged by where the file lies, as the tool Read is."""

from __future__ import annotations

from pathlib import Path

import pytest

from claudeops_desktop.guard.followed_links import follow_links
from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.tool_judgement import ToolRequest, judge

POLICY = GuardPolicy(1, 1, 2, False, "/srv/kept/x.sqlite", "/srv/kept", "/srv/kept/hand-off.json")


@pytest.fixture
def place(tmp_path):
    """A folder with a link to a key, to the folder of it, and to a plain file."""
    kept = tmp_path / "kept" / ".ssh"
    kept.mkdir(parents=True)
    (kept / "id_rsa").write_text("key", encoding="utf-8")
    (tmp_path / "plain.txt").write_text("text", encoding="utf-8")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "notes").symlink_to(kept / "id_rsa")
    (folder / "there").symlink_to(tmp_path / "kept")
    (folder / "readme").symlink_to(tmp_path / "plain.txt")
    return folder


def kind_of(command: str, folder: Path) -> str:
    asked = ToolRequest("Bash", "t1", {"command": command}, str(folder))
    return judge(asked, POLICY, LocalMachine())[0].kind


@pytest.mark.parametrize(
    "command",
    [
        "cat notes",
        "cat ./notes",
        "cat {folder}/notes",
        "cat < notes",
        "cat not*",
        "cat 'not'es",
        "head -n 1 there/.ssh/id_rsa",
        "cd there && cat .ssh/id_rsa",
        "grep -f notes readme",
        "sort --files0-from=notes",
        "sudo cat notes",
    ],
)
def test_a_link_to_a_key_is_the_key(place, command):
    assert kind_of(command.format(folder=place), place) == "disclose"


@pytest.mark.parametrize(
    "command", ["cat readme", "ls -l notes", "readlink notes", "cat no-such-file", "ls there", "stat notes"]
)
def test_a_link_to_a_plain_file_and_the_name_of_a_link_are_read(place, command):
    assert kind_of(command, place) == "read"


def test_a_command_without_a_link_stays_as_it_is(tmp_path):
    (tmp_path / "a").write_text("", encoding="utf-8")
    assert follow_links("cat a b", str(tmp_path)) == "cat a b"


def test_a_loop_of_links_leads_nowhere(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert follow_links("cat loop", str(tmp_path)) == "cat loop"
