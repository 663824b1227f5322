"""What a session may do in its profile: read the machine, and write in few places."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from claudeops_desktop.confinement.key_places import key_places
from claudeops_desktop.confinement.run_folder import shown_of_run
from claudeops_desktop.confinement.unix_sockets import bound_sockets, container_roots


@pytest.mark.parametrize("name", ["work", "config"])
def test_its_own_folders_can_be_written(confined, name):
    assert confined.shell(f"echo said > {confined.place}/{name}/file").returncode == 0
    assert (confined.place / name / "file").read_text() == "said\n"


def test_tmp_is_its_own(confined):
    Path("/tmp/claudeops-test-other").touch()
    shown = confined.shell("echo said > /tmp/file; ls /tmp").stdout.split()
    assert "file" in shown
    assert "claudeops-test-other" not in shown
    assert (confined.place / "tmp" / "file").read_text() == "said\n"
    Path("/tmp/claudeops-test-other").unlink()


def test_it_reads_the_machine(confined):
    assert confined.shell(f"cat {confined.base}/outside/canary").stdout == "as it was"


def test_it_sees_every_process_of_the_machine(confined):
    assert confined.shell(f"cat /proc/{os.getpid()}/comm").stdout == Path("/proc/self/comm").read_text()


@pytest.mark.slow
def test_ps_finds_itself_however_many_processes_there_were(confined):
    """It looks its own number up in the machine's ``/proc``, and fails where a namespace has numbers of its own."""
    said = confined.shell("for n in $(seq 400); do /bin/true; done; ps -p 1 -o pid=")
    assert said.stdout.split() == ["1"]


def test_its_settings_can_be_read(confined):
    assert confined.shell(f"cat {confined.place}/mcp.json").stdout == "{}"


def test_names_of_hosts_are_read_though_keys_are_not(confined):
    assert confined.shell("cat ~/.ssh/config; ls ~/.ssh").stdout == "Host webconfig\n"


def test_a_folder_of_the_tier_can_be_written(confined):
    confined.writable.append(confined.base / "outside")
    assert confined.shell(f"echo more > {confined.base}/outside/canary").returncode == 0
    assert (confined.base / "outside" / "canary").read_text() == "more\n"


@pytest.mark.parametrize("folder", ["outside", "outside/one"])
def test_hooks_of_a_repository_in_it_cannot(confined, folder):
    git = confined.base / folder / ".git"
    git.mkdir(parents=True)
    os.chown(git.parent, confined.user, confined.user)
    os.chown(git, confined.user, confined.user)
    confined.writable.append(confined.base / "outside")
    confined.shell(f"echo run > {git}/hook")
    assert list(git.iterdir()) == []


def test_a_socket_that_is_handed_in_answers(confined):
    source, target = confined.base / "handed", Path("/run/docker.sock")
    confined.sockets.append((source, target))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(source))
        source.chmod(0o777)
        listener.listen()
        code = f"import socket; s = socket.socket(socket.AF_UNIX); s.connect({str(target)!r}); print('connected')"
        assert confined.run(confined.python, "-c", code).stdout == "connected\n"


def test_variables_that_name_sockets_are_not_handed_in(confined):
    assert "SSH_AUTH_SOCK" not in confined.shell("SSH_AUTH_SOCK= ; env").stdout


@pytest.mark.slow
def test_temporary_files_have_an_end(confined):
    assert confined.shell("head -c 400M /dev/zero > /var/tmp/much").returncode != 0


@pytest.mark.skipif(os.geteuid() != 0, reason="a file system can be mounted by root alone")
def test_what_is_mounted_later_cannot_be_written(confined):
    """A view of the machine takes over what is mounted after it was made, and that is no read-only one."""
    later = confined.base / "outside" / "later"
    later.mkdir()
    os.chown(later, confined.user, confined.user)
    inside = f"""
        echo ready > {confined.place}/work/ready
        until [ -e {later}/mounted ]; do sleep 0.02; done
        echo written > {later}/new"""
    around = f"""
        "$@" &
        until [ -e {confined.place}/work/ready ]; do sleep 0.02; done
        mount -t tmpfs -o mode=777 none {later} && touch {later}/mounted
        wait $!
        ls {later}"""
    words = confined.words("/bin/sh", "-c", inside)
    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "shared", "sh", "-c", around, "sh", *words],
        env=confined.environ | {"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "mounted\n"


def test_sockets_are_found_by_what_the_kernel_lists(tmp_path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "one"))
        assert tmp_path / "one" in set(bound_sockets())


def test_file_systems_of_containers_are_found(tmp_path):
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "mountinfo").write_text(
        "1 0 0:1 / / rw - overlay overlay rw\n"
        "2 1 0:2 / /var/lib/docker/overlay2/a\\040b/merged rw shared:1 - overlay overlay rw\n"
        "3 1 0:3 / /srv rw - ext4 /dev/sda rw\n"
    )
    assert list(container_roots(tmp_path)) == [Path("/var/lib/docker/overlay2/a b/merged")]


def test_of_run_files_are_shown_and_sockets_are_not(tmp_path):
    for name in (
        "one.pid",
        "web/two.pid",
        "web/deep/three.pid",
        "secrets/key",
        "credentials/unit/key",
        "log/journal/x",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "web" / "control"))
        shown = {str(path.relative_to(tmp_path)) for path in shown_of_run(tmp_path)}
    assert shown == {"log", "one.pid", "web/two.pid"}


def test_keys_are_looked_for_where_the_environment_says():
    assert Path("/else/.credentials.json") in set(key_places({"CLAUDE_CONFIG_DIR": "/else"}))
