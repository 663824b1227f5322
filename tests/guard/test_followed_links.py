"""A command that shows a file by a link is judged by where the file lies, as the tool Read is."""

from __future__ import annotations

from pathlib import Path

import pytest

from claudeops_desktop.guard.followed_links import follow_links
from claudeops_desktop.guard.listed_files import GREPS, SHOWS
from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.tool_judgement import ToolRequest, judge

TAKES_NO_FILE = frozenset({"tr", "tar"})
FIRST_WORD = GREPS | {"zgrep", "zegrep", "zfgrep", "bzgrep", "xzgrep", "awk", "gawk", "mawk", "nawk", "sed", "jq", "yq"}
FIRST_WORD |= {"join", "comm", "diff", "cmp"}
"""Readers whose first word is no file, or that need two."""
POLICY = GuardPolicy(1, 1, 2, False, "/srv/kept/x.sqlite", "/srv/kept", "/srv/kept/hand-off.json")


READERS = [
    *(f"{name} {{}}" for name in sorted(SHOWS - TAKES_NO_FILE - FIRST_WORD)),
    *(f"{name} x {{}}" for name in sorted(FIRST_WORD - TAKES_NO_FILE)),
    *"""
tail -f {}
tail -n5 {}
less +F {}
head -c 9 {}
cat -- {}
cat ./{}
cat < {}
cat 0< {}
tr a b < {}
cat <(cat {})
wc -l {0} && cat {0}
sudo head {}
timeout 5 cat {}
while read l; do echo $l; done < {}
mapfile -t a < {0}; cat < {0}
xargs -a {} echo
dd if={} bs=1
grep --file={} readme
grep '' {}
awk 1 {}
sed -n p {}
jq -R . {}
diff readme {}
git diff --no-index readme {}
base64 {} | base64 -d
journalctl --file {0} | cat {0}
curl file://$PWD/{}
openssl pkey -in {} -text
ssh-keygen -y -f {}
python3 -c 'print(open("{}").read())'
""".strip().splitlines(),
]


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
        "sh -c 'cat notes'",
        'bash -c "cd there; sudo cat .ssh/id_rsa"',
        "bash <<'E'\ncat notes\nE",
        "echo notes | xargs cat",
        "f=notes; cat $f",
        "for f in notes readme; do cat $f; done",
        "find . -name notes -exec cat {{}} +",
        "systemctl restart web; cat notes",
        "cat no*s",
        "cat th*e/.ssh/id_rsa",
    ],
)
def test_a_link_to_a_key_is_the_key(place, command):
    assert kind_of(command.format(folder=place), place) == "disclose"


@pytest.mark.parametrize("path", ["notes", "there/.ssh/id_rsa", "{folder}/../work/there/.ssh/id_rsa"])
def test_no_reader_shows_a_key_by_a_link_to_it_or_to_a_folder_above_it(place, path):
    path = path.format(folder=place)
    assert [reader for reader in READERS if kind_of(reader.format(path), place) == "read"] == []


@pytest.mark.parametrize(
    "search",
    [
        "grep -R word {}",
        "grep -nHR word {}",
        "grep --dereference-recursive word {}",
        "sudo grep -R word {}",
        "rg -L word {}",
        "ag -f word {}",
        "tar -chf - {}",
        "tar chf - {} | tar tv",
        "diff -r {} /srv",
        "find -L {} -type f -exec grep word {{}} +",
        "find -L {} -type f -print0 | xargs -0 grep -h word",
        "grep word $(find -L {} -type f)",
        "sh -c 'grep -R word {}'",
    ],
)
def test_a_search_that_follows_links_shows_the_key_that_one_in_the_folder_leads_to(place, search):
    assert kind_of(search.format("/usr/share/doc"), place) != "disclose"
    assert kind_of(search.format("."), place) == "disclose"
    assert kind_of(search.format(place), place) == "disclose"


@pytest.mark.parametrize(
    "search", ["grep -r word .", "rg word .", "tar cf - .", "find -L . -name x", "diff -r --no-dereference . /srv"]
)
def test_one_that_follows_none_does_not(place, search):
    assert kind_of(search, place) == "read"


def test_a_search_does_not_follow_links_round_in_a_circle(place):
    (place / "up").symlink_to(place.parent)
    (place / "notes").unlink()
    (place / "there").unlink()
    assert kind_of("grep -R word .", place) == "disclose"  # by way of the folder above it


def test_links_in_more_files_than_are_looked_through_are_not_followed(place, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.guard.linked_folders.MOST_ENTRIES", 3)
    (place / "notes").unlink()
    (place / "there").unlink()
    assert kind_of("grep -R word .", place) == "read"
    for name in "abc":
        (place / name).touch()
    assert kind_of("grep -R word .", place) == "unknown"
    assert kind_of("cat *", place) != "read"
    assert kind_of("grep -r word .", place) == "read"


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
