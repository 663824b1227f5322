"""The key of a machine: OpenSSH reads what it signs, and it reads what OpenSSH signs."""

from __future__ import annotations

import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.machine_key import (
    EXPORT,
    GIT,
    KEY_FILE,
    MachineKey,
    key_fingerprint,
    read_public_key,
    sign_file,
    signer_of,
    signer_of_file,
)
from claudeops_desktop.core.paths import DataFolder

DATA = b"three lines\nof\ntext\n"


@pytest.fixture
def key(tmp_path: Path) -> MachineKey:
    return MachineKey.of_folder(DataFolder(tmp_path / "data"))


def ssh_keygen(*words: str, data: bytes = b"") -> str:
    return subprocess.run(["ssh-keygen", *words], input=data, capture_output=True, check=True).stdout.decode()


def test_it_is_made_once_and_readable_by_the_operator_alone(tmp_path: Path, key: MachineKey) -> None:
    file = tmp_path / "data" / KEY_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert MachineKey.of_folder(DataFolder(tmp_path / "data")).public == key.public


OPENSSH = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")


@OPENSSH
def test_openssh_verifies_its_signatures(tmp_path: Path, key: MachineKey) -> None:
    (tmp_path / "signature").write_text(key.sign(DATA, GIT) + "\n")
    (tmp_path / "signers").write_text(f"me {key.public}\n")
    verify = ["-Y", "verify", "-f", str(tmp_path / "signers"), "-I", "me", "-n", GIT, "-s", str(tmp_path / "signature")]
    assert "Good" in ssh_keygen(*verify, data=DATA)


@OPENSSH
def test_it_verifies_signatures_of_openssh(tmp_path: Path, key: MachineKey) -> None:
    file = tmp_path / "m.jsonl"
    file.write_bytes(DATA)
    ssh_keygen("-Y", "sign", "-f", str(tmp_path / "data" / KEY_FILE), "-n", EXPORT, str(file))
    assert signer_of_file(file) == key.public


@OPENSSH
def test_its_fingerprint_is_the_one_that_openssh_shows(tmp_path: Path, key: MachineKey) -> None:
    assert key_fingerprint(key.public) in ssh_keygen("-l", "-f", str(tmp_path / "data" / KEY_FILE))


def test_a_signature_is_of_these_data_and_of_this_purpose(key: MachineKey) -> None:
    signature = key.sign(DATA, GIT)
    assert signer_of(DATA, signature, GIT) == key.public
    assert signer_of(DATA + b".", signature, GIT) == ""
    assert signer_of(DATA, signature, EXPORT) == ""


def test_no_changed_sign_of_a_signature_leaves_it_sound(key: MachineKey) -> None:
    lines = key.sign(DATA, GIT).splitlines()
    body = "".join(lines[1:-1])
    for at in range(0, len(body) - 4, 7):
        other = "A" if body[at] != "A" else "B"
        changed = "\n".join([lines[0], body[:at] + other + body[at + 1 :], lines[-1]])
        assert signer_of(DATA, changed, GIT) == "", at


@given(st.text())
def test_any_text_is_no_signature_and_no_key(text: str) -> None:
    assert signer_of(DATA, text, GIT) == ""
    assert read_public_key(text) == ""


def test_a_public_key_is_read_without_its_comment(key: MachineKey) -> None:
    assert read_public_key(f"{key.public} me@rack") == key.public
    assert read_public_key(key.public[:-4]) == ""


def test_a_file_without_a_signature_is_signed_by_nobody(tmp_path: Path, key: MachineKey) -> None:
    file = tmp_path / "m.jsonl"
    file.write_bytes(DATA)
    assert signer_of_file(file) == ""
    sign_file(key, file)
    assert signer_of_file(file) == key.public
    file.write_bytes(DATA + b"\n")
    assert signer_of_file(file) == ""


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("nothing")
    with pytest.raises(EnvironmentFault, match=f"{KEY_FILE}, cannot be read"):
        MachineKey.of_folder(DataFolder(tmp_path))
