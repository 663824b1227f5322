"""What is copied to another host: the command that ssh was given runs in the profile there, or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from confined_world import SECRET, Confined

from claudeops_desktop.confinement.remote_program import REFUSED
from claudeops_desktop.confinement.remote_script import FILE, config_stanza, key_line, remote_script

SSHD = shutil.which("sshd", path="/usr/sbin:/sbin")
PYTHON = "/usr/bin/python3"  # as on another host: none of ours


class Remote:
    """A host that the program was copied to, played by this machine."""

    def __init__(self, world: Confined) -> None:
        self.home, self.outside, self._user = world.home, world.base / "outside", world.user
        self.file = self.home / FILE
        self.file.parent.mkdir(parents=True)
        self.file.write_text(remote_script())
        for path in (self.file, self.file.parent, self.file.parents[1]):
            os.chown(path, world.user, world.user)
        self.environ = world.environ | {"SHELL": "/bin/sh"}

    def ask(self, command: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """What sshd does once the key was accepted."""
        become = [shutil.which("setpriv"), f"--reuid={self._user}", f"--regid={self._user}", "--clear-groups"]
        words = [*(become if self._user != os.geteuid() else ()), PYTHON, "-I", "-S", FILE]
        given = {**self.environ, **environ, "SSH_ORIGINAL_COMMAND": command}
        return subprocess.run(words, env=given, cwd=self.home, capture_output=True, text=True, check=False, timeout=60,
                              stdin=subprocess.DEVNULL)  # fmt: skip


@pytest.fixture
def remote(confined: Confined) -> Remote:
    return Remote(confined)


@pytest.mark.slow
def test_a_command_reads_and_its_exit_code_is_told(remote):
    done = remote.ask(f"cat {remote.outside}/canary; cat; exit 7")
    assert (done.returncode, done.stdout, done.stderr) == (7, "as it was", "")


@pytest.mark.slow
def test_it_writes_nothing_but_its_own_tmp(remote):
    tried = [f"echo x > {remote.outside}/canary", f"echo x >> {remote.file}", "echo x >> ~/.ssh/authorized_keys"]
    done = remote.ask("; ".join(tried) + "; echo x > /tmp/of-its-own && cat /tmp/of-its-own")
    assert done.stdout == "x\n"
    assert (remote.outside / "canary").read_text() == "as it was"
    assert remote.file.read_text() == remote_script()
    assert not Path("/tmp/of-its-own").exists()


@pytest.mark.slow
def test_keys_are_not_there(remote):
    done = remote.ask("cat ~/.ssh/id_test; cat ~/.ssh/config")
    assert SECRET not in done.stdout
    assert done.stdout == "Host web"


@pytest.mark.slow
def test_no_process_outside_is_reached(remote):
    with subprocess.Popen(["sleep", "60"]) as outside:
        try:
            done = remote.ask(
                f"kill {outside.pid} && echo killed; echo x > /proc/{outside.pid}/root{remote.outside}/new"
            )
            assert "killed" not in done.stdout
            assert outside.poll() is None
            assert not (remote.outside / "new").exists()
        finally:
            outside.kill()


@pytest.mark.slow
def test_it_leaves_nothing_behind(remote, tmp_path):
    tmp_path.chmod(0o777)
    for above in tmp_path.parents[:3]:
        above.chmod(above.stat().st_mode | 0o011)
    remote.ask("echo x > /tmp/file", TMPDIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_without_a_command_there_is_no_shell(remote):
    done = remote.ask("")
    assert (done.returncode, done.stdout) == (REFUSED, "")
    assert "has no shell" in done.stderr


def test_without_bubblewrap_nothing_is_run(remote):
    done = remote.ask(f"echo x > {remote.outside}/new", PATH="/nowhere")
    assert done.returncode == REFUSED
    assert "bubblewrap is not installed on this host, and without it nothing is run" in done.stderr
    assert not (remote.outside / "new").exists()


@pytest.mark.slow
def test_without_landlock_nothing_is_run(remote):
    remote.file.write_text(
        remote_script().replace("def landlock_version", "def landlock_version(libc): return 0\ndef _not")
    )
    done = remote.ask(f"echo x > {remote.outside}/new")
    assert done.returncode != 0
    assert "this kernel has no Landlock" in done.stderr
    assert not (remote.outside / "new").exists()


def test_the_key_may_nothing_else():
    assert key_line("ssh-ed25519 AAAA me\n") == (
        'restrict,command="python3 -I -S .local/lib/claudeops-read.py" ssh-ed25519 AAAA me'
    )


def test_the_name_here_leads_to_the_same_host_by_that_key_alone():
    resolved = {"hostname": "10.0.0.5", "user": "admin", "port": "2222", "proxyjump": "gate", "proxycommand": "none"}
    assert config_stanza("nas-read", resolved, "~/.ssh/claudeops_read").splitlines() == [
        "Host nas-read",
        "    HostName 10.0.0.5",
        "    User admin",
        "    Port 2222",
        "    ProxyJump gate",
        "    IdentityFile ~/.ssh/claudeops_read",
        "    IdentitiesOnly yes",
        "    IdentityAgent none",
        "    ControlPath none",
        "    ForwardAgent no",
        "    PreferredAuthentications publickey",
    ]


@pytest.mark.slow
@pytest.mark.skipif(SSHD is None, reason="openssh-server is not installed; the tests above run the program directly")
def test_over_ssh_that_key_reads_and_nothing_else(tmp_path):
    """With a real sshd, which speaks over a pipe and so listens nowhere."""
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # sshd asks for it
    for name in ("host", "read"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    program = tmp_path / "claudeops-read.py"
    program.write_text(remote_script())
    line = key_line((tmp_path / "read.pub").read_text()).replace(FILE, str(program))
    (tmp_path / "authorized_keys").write_text(f"{line}\n")
    (tmp_path / "sshd_config").write_text(
        f"HostKey {tmp_path}/host\nAuthorizedKeysFile {tmp_path}/authorized_keys\nStrictModes no\nUsePAM no\n"
        f"PidFile none\nPermitRootLogin yes\nSubsystem sftp internal-sftp\n"
    )
    stanza = config_stanza("near-read", {"hostname": "127.0.0.1"}, str(tmp_path / "read"))
    (tmp_path / "config").write_text(
        f"{stanza}\n    ProxyCommand {SSHD} -i -f {tmp_path}/sshd_config -E {tmp_path}/log\n"
        "    StrictHostKeyChecking no\n    UserKnownHostsFile /dev/null\n    LogLevel ERROR\n"
    )

    def ssh(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["ssh", "-F", tmp_path / "config", *words], capture_output=True, text=True, check=False, timeout=60,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip

    outside = Path(tmp_path / "outside")
    outside.write_text("as it was")
    done = ssh("near-read", f"cat /etc/hostname; echo x > {outside}; echo x > /usr/new; exit 7")
    assert (done.stdout, done.returncode) == (Path("/etc/hostname").read_text(), 7)
    assert "Read-only file system" in done.stderr
    assert outside.read_text() == "as it was"
    assert ssh("near-read").returncode == REFUSED
    ssh("-W", "127.0.0.1:1", "near-read")
    assert "refused local port forward" in (tmp_path / "log").read_text()
