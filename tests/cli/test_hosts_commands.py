"""``claudeops hosts prepare``: what another host needs so that a key reads there and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from claudeops_desktop.confinement.remote_script import FILE, remote_script

PUBLIC = "ssh-ed25519 AAAAC3Nza claudeops"
LINE = f'restrict,command="python3 -I -S {FILE}" {PUBLIC}'


@pytest.fixture
def key(own_home: None, tmp_path: Path) -> Path:
    (tmp_path / "key.pub").write_text(f"{PUBLIC}\n")
    return tmp_path / "key"


@pytest.fixture
def far(own_home: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder on the other host, which ``ssh`` reaches: its shell runs the words there."""
    home, tools = tmp_path / "far", tmp_path / "tools"
    home.mkdir()
    tools.mkdir()
    ssh = tools / "ssh"
    ssh.write_text(
        f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\n'
        '[ "$1" = -G ] && printf "hostname 10.0.0.5\\nuser admin\\nport 2222\\n" && exit\n'
        f'cd {home} && HOME={home} PATH="${{FAR_PATH:-$PATH}}" exec /bin/sh -c "$3"\n'
    )
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/sbin:/usr/bin:/sbin:/bin")
    return home


@pytest.mark.slow
def test_it_says_what_to_do_and_touches_no_other_host(claudeops, key, far, tmp_path):
    said = claudeops("hosts", "prepare", "nas", "--key", key)
    assert said.code == 0
    assert "claudeops hosts prepare nas --script | ssh nas '" in said.out
    assert LINE in said.out
    assert "Host nas-read\n    HostName 10.0.0.5\n    User admin\n    Port 2222\n" in said.out
    assert f"IdentityFile {key}\n" in said.out
    assert (tmp_path / "asked").read_text() == "-G -- nas\n"
    assert list(far.iterdir()) == []


def test_the_name_for_reading_may_be_another(claudeops, key, far):
    found = claudeops("hosts", "prepare", "admin@nas", "--key", key, "--alias", "nas", "--json").json
    assert (found["alias"], found["key_line"], found["installed"]) == ("nas", LINE, False)
    assert found["config"].startswith("Host nas\n")


def test_the_program_alone_is_printed_as_it_is(claudeops):
    assert claudeops("hosts", "prepare", "nas", "--script").out == remote_script()


def test_without_a_key_it_says_how_to_make_one(claudeops, far, own_home):
    said = claudeops("hosts", "prepare", "nas")
    assert said.code == 1
    assert "`ssh-keygen -t ed25519 -N '' -f ~/.ssh/claudeops_read`" in said.err


@pytest.mark.parametrize("host", ["-oProxyCommand=x", " "])
def test_what_is_no_host_is_not_asked_for(claudeops, key, far, tmp_path, host):
    assert claudeops("hosts", "prepare", "--key", key, "--", host).code == 2
    assert not (tmp_path / "asked").exists()


@pytest.mark.slow
def test_installed_the_key_reads_there(claudeops, key, far):
    (far / ".ssh").mkdir()
    (far / ".ssh/authorized_keys").write_text("ssh-rsa BBBB me")
    for _ in range(2):  # once more changes nothing
        assert claudeops("hosts", "prepare", "nas", "--key", key, "--install").code == 0
        assert (far / FILE).read_text() == remote_script()
        assert (far / ".ssh/authorized_keys").read_text() == f"ssh-rsa BBBB me\n{LINE}\n"


def test_where_the_profile_cannot_be_had_no_key_is_added(claudeops, key, far, tmp_path, monkeypatch):
    bare = tmp_path / "bare"
    bare.mkdir()
    for name in ("python3", "env", "mkdir", "cat", "mv"):
        (bare / name).symlink_to(f"/usr/bin/{name}")
    monkeypatch.setenv("FAR_PATH", str(bare))
    said = claudeops("hosts", "prepare", "nas", "--key", key, "--install")
    assert said.code == 1
    assert "nas cannot be prepared: Claude Ops: bubblewrap is not installed on this host" in said.err
    assert not (far / ".ssh").exists()


@pytest.mark.slow
def test_a_key_that_may_more_there_is_refused(claudeops, key, far):
    """sshd would take the first line."""
    (far / ".ssh").mkdir()
    (far / ".ssh/authorized_keys").write_text("ssh-ed25519 AAAAC3Nza old name\n")
    said = claudeops("hosts", "prepare", "nas", "--key", key, "--install")
    assert said.code == 1
    assert "That key has other rights on nas already." in said.err
    assert (far / ".ssh/authorized_keys").read_text() == "ssh-ed25519 AAAAC3Nza old name\n"


def test_a_session_may_not(claudeops, key, far, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "t")
    assert claudeops("hosts", "prepare", "nas", "--key", key).code == 3
