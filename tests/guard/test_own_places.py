"""What is ours is left alone: by its name, by a path that leads there, by a mount, by a signal that reaches us."""

from __future__ import annotations

import os
import pwd
import re

import pytest

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.our_processes import (
    ancestors,
    is_ours,
    names_our_processes,
    reaches_us,
    without_shown_parents,
)
from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.self_protection import is_inside, is_under, our_places, touches_us
from claudeops_desktop.guard.shell_script import read_script

KEPT = "/srv/kept/data"
POLICY = GuardPolicy(
    1, 1, 2, False, f"{KEPT}/x.sqlite", KEPT, f"{KEPT}/work",
    packages=("/srv/packages",), knowledge_folder="/srv/notes",
)  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        "rm -r /srv/kept/data",
        "rm -r /srv/kept/data/work/..",
        "python3 -c 'x(\"/srv/kept/data/work/../y\")'",
        "rm /srv/kept/data/worked",
        "rm -r $CLAUDEOPS_WORK_DIR/..",
        "rm -r $CLAUDEOPS_WORK_DIR/a/../../x",
        "rm -r $(dirname $CLAUDEOPS_WORK_DIR)",
        "rm -r $(dirname $(dirname $CLAUDEOPS_WORK_DIR/x))",
        "rm /srv/kept/data/x.sqlite",
        "rm /srv/kept/./data/x",
        "rm /srv/kept/x/../data/x",
        "rm -r /srv/kept",
        "rm -r /srv/k*",
        "rm -r /srv/*/data",
        "rm -r /srv",
        "mv /srv/kept /x",
        "tar czf /srv/kept/data/x.tgz /etc/x",
        "echo x > /srv/kept/da''ta/x",
        "echo x > /srv/notes/a.md",
        "rm /srv/packages/x.py",
        "cd /srv/kept; rm -r data",
        "cd /srv; cd kept; rm -r data",
        "cd /srv/kept && find . -delete",
        "cd /srv; find -delete",
        "find /srv -name x -delete",
        "find /srv -exec rm {} +",
        "sh -c 'rm -r /srv/kept/dat*'",
        "sh -c \"sh -c 'cd /srv/notes; rm x'\"",
        "docker run -v /srv:/x y",
        "docker run -v /srv/kept:/x:rw y",
        "docker run --mount type=bind,src=/srv/notes,dst=/x y",
        "docker run --volume=/srv:/x y",
        "dd if=/etc/x of=/srv/notes/x",
        "cp x --target-directory=/srv/notes",
        "git -C/srv/notes reset",
        "systemctl stop claudeops",
        "systemctl restart 'claude*'",
        "systemctl stop user.slice",
        "systemctl restart 'user@*'",
        "kill -9 -1",
        "pkill claude",
        "rm /proc/1/root/srv/notes/x",
        "rm /proc/1/cwd/x",
        "rm '/srv/notes/x y'",
        "tee /srv/notes/x < /etc/hosts",
        "rm -r ~/.config/claudeops",
        "loginctl terminate-user $USER_NAME",
    ],
)
def test_what_changes_something_of_ours_touches_us(command):
    command = command.replace("$USER_NAME", pwd.getpwuid(os.getuid()).pw_name)
    assert touches_us(command, POLICY, understand(command))


@pytest.mark.parametrize(
    "command",
    [
        "rm -r /srv/other",
        "rm -r /srv/kep",
        "rm /srv/keptx",
        "touch /srv/kept",
        "touch /srv",
        "cd /srv/kept; rm -r x",
        "cd /srv/other; find . -delete",
        "cd /etc; find -delete",
        "find /srv -name x",
        "find /media/none -delete",
        "docker run -v /srv:/x:ro y",
        "docker run -v /srv:/x:ro,z y",
        "docker run -v /srv/other:/x y",
        "docker run -v srv:/x y",
        "docker run --mount type=bind,src=/srv,dst=/x,readonly y",
        "docker run --mount type=volume,src=notes,dst=/x y",
        "docker exec web rm -r /srv/notes",
        "ssh nas rm -r /srv/notes",
        "kubectl exec web -- rm /srv/notes/x",
        "systemctl stop nginx",
        "systemctl restart 'n*'",
        "kill -9 99999999",
        "kill -0 1",
        "pkill nginx",
        "echo x > /srv/other/x",
        "rm $X",
        "loginctl terminate-user nobody-of-that-name",
        f"cp x {KEPT}/work/x.json",
        "sh $CLAUDEOPS_WORK_DIR/x.sh",
        f"cp {KEPT}/work/*.conf /etc/x/",
        "cp -r $CLAUDEOPS_WORK_DIR/conf.d /etc/x/",
        'cp "${CLAUDEOPS_WORK_DIR}/x.conf" /etc/x.conf',
    ],
)
def test_what_changes_other_things_does_not(command):
    assert not touches_us(command, POLICY, understand(command))


def test_on_this_machine_ssh_is_no_other_machine():
    for host, touched in (("localhost", True), ("root@127.0.0.1", True), ("nas", False), ("root@nas", False)):
        command = f"ssh {host} 'rm -r /srv/notes'"
        assert touches_us(command, POLICY, understand(command)) is touched, host


def test_a_link_that_leads_to_us_is_followed(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (tmp_path / "link").symlink_to(kept)
    (kept / "file").write_text("x")
    os.link(kept / "file", tmp_path / "hard")
    (tmp_path / "other").write_text("x")
    policy = POLICY._replace(data_folder=str(kept))
    for name, touched in (("link/x", True), ("link", True), ("other", False)):
        command = f"rm {tmp_path}/{name}"
        assert touches_us(command, policy, understand(command)) is touched, name
    assert [is_inside(str(tmp_path / name), policy) for name in ("kept/file", "kept", "hard", "other", "none")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_our_places_are_real_paths_with_what_starts_us_where_it_is_there(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    before = our_places(POLICY)
    assert before.roots[0] == KEPT
    assert before.roots[2:] == ("/srv/packages", "/srv/notes")
    assert before.work == f"{KEPT}/work"
    unit = tmp_path / "systemd" / "user" / "claudeops.service"
    unit.parent.mkdir(parents=True)
    unit.touch()
    assert our_places(POLICY._replace(knowledge_folder="")).roots[2:] == ("/srv/packages", str(unit))


def test_a_path_is_under_a_folder_or_that_folder():
    paths = ("/a/b", "/a/b/c", "/a/bc", "/a", "/")
    assert [is_under(path, "/a/b") for path in paths] == [True, True, False, False, False]


OURS = {
    "ME": str(os.getpid()),
    "PARENT": str(os.getppid()),
    "GROUP": str(os.getpgid(0)),
    "USER": str(os.getuid()),
    "LOGIN": pwd.getpwuid(os.getuid()).pw_name,
}
"""Words of the commands below; their values differ from process to process, and names of tests must not."""


@pytest.mark.parametrize(
    ("command", "reaches"),
    [
        ("kill ME", True),
        ("kill -9 ME", True),
        ("kill -s HUP ME", True),
        ("/bin/kill ME", True),
        ("sudo kill ME", True),
        ("kill PARENT", True),
        ("kill -- -GROUP", True),
        ("kill -9 -GROUP", True),
        ("kill 0", True),
        ("kill -9 -1", True),
        ("kill 1", True),
        ("kill -9 99999999", False),
        ("kill -9 -99999999", False),
        ("kill -0 ME", False),
        ("kill -s 0 ME", False),
        ("kill -l", False),
        ("kill -L ME", False),
        ("kill $X", False),
        ("kill $UID", False),
        ("kill x", False),
        ("ls", False),
        ("pkill claude", True),
        ("pkill clau", True),
        ("pkill CLAUDE", False),
        ("pkill -i CLAUDE", True),
        ("pkill -x clau", False),
        ("pkill -x claude", True),
        ("pkill -f 'stream-json'", True),
        ("pkill --full 'stream-json'", True),
        ("pkill 'stream-json'", False),
        ("pkill nginx", False),
        ("pkill -v nginx", True),
        ("pkill --inverse nginx", True),
        ("pkill -9 claude", True),
        ("pkill --signal HUP claude", True),
        ("pkill --signal=HUP claude", True),
        ("pkill -u nobody-of-that-name claude", False),
        ("pkill -u nobody-of-that-name", False),
        ("pkill -u USER", True),
        ("pkill -u LOGIN nginx", False),
        ("pkill -u USER claude", True),
        ("pkill -U nobody-of-that-name,USER claude", True),
        ("pkill --uid nobody-of-that-name claude", False),
        ("pkill -u $X claude", True),
        ("pkill '('", True),
        ("pkill $X", False),
        ("pgrep claude > /tmp/x", True),
        ("pgrep nginx", False),
        ("pidof claude > /tmp/x", True),
        ("pidof clau", False),
        ("killall claude", True),
        ("killall clau", False),
        ("killall /usr/bin/claude", True),
        ("killall -r clau", True),
        ("killall -r ngi", False),
        ("killall -v nginx", False),
        ("killall -s HUP nginx", False),
        ("killall5", True),
        ("killall --list", False),
    ],
)
def test_a_signal_reaches_us_by_number_name_pattern_or_user(command, reaches):
    command = re.sub("|".join(OURS), lambda word: OURS[word[0]], command)
    assert reaches_us(read_script(command).commands[-1]) is reaches


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ps -o pid,ppid,args -p 5; kill 5", False),
        ("P=$(pidof x); ps -o pid,ppid -p $P && kill $P", False),
        ("ps -eo pid,ppid,args | grep '[c]art' | head -3; kill 4", False),
        ("if ps -o pid,ppid -p 4; then kill 4; fi", False),
        ("kill $(ps -o ppid= -p 5)", True),
        ("kill `ps -o ppid= -p 5`", True),
        ("ps -o ppid= -p 5 | xargs kill", True),
        ("ps -o ppid= -p 5 | head -1 | xargs kill", True),
        ("ps -o ppid= -p 5 |& xargs kill", True),
        ("ps -o ppid= -p 5 | (xargs kill)", True),
        ("xargs kill < <(ps -o ppid= -p 5)", True),
        ("ps -o ppid= -p 5 > >(xargs kill)", True),
        ("for i in 1 2; do ps -o ppid= -p $i; done | while read p; do kill $p; done", True),
        ("f() { ps -o ppid= -p 5; }; kill $(f)", True),
        ("ps -o ppid= -p 5 > /tmp/x; xargs kill < /tmp/x", True),
        ("ps -o ppid= -p 5 | grep 1 > /tmp/x; xargs kill < /tmp/x", True),
        ("{ ps -o ppid= -p 5; } > /tmp/x; kill $(cat /tmp/x)", True),
        ("exec > /tmp/x; ps -o ppid= -p 5; kill $(cat /tmp/x)", True),
        ("ps -o pid -p $(ps -o ppid= -p 5 | xargs kill)", True),
        ("bash -c 'ps -o ppid= -p 5' | xargs kill", True),
        ("ps -o pid,ppid -p 5; kill $PPID", True),
    ],
)
def test_a_list_of_processes_that_is_only_shown_selects_none(text, named):
    assert names_our_processes(without_shown_parents(text, read_script(text).commands)) is named


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("pgrep -af python; service web start", False),
        ("kill $(pgrep -f python)", True),
        ("pgrep -f python | xargs kill", True),
        ("kill $(bash -c 'pgrep -f python')", True),
    ],
)
def test_ids_that_are_looked_up_reach_us_where_another_command_takes_them(text, taken):
    assert touches_us(text, POLICY, understand(text)) is taken


def test_this_process_and_those_it_comes_from_are_ours():
    own = ancestors()
    assert own[0].pid == os.getpid()
    assert own[0].name and "python" in own[0].line
    assert all(process.pid > 1 for process in own)
    assert is_ours(os.getpid())
    assert not is_ours(99999999)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("kill $PPID", True),
        ("kill $$", True),
        ("pkill claude", True),
        ("killall claudette", False),
        ("echo claude", False),
        ("kill 5", False),
        ("skill -9 claude", True),
    ],
)
def test_a_text_with_a_signal_names_the_agent_or_the_shell(text, named):
    assert names_our_processes(text) is named
