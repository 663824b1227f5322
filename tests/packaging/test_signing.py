"""The checksums are signed with a key that the test makes, and verified as the guide says."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from installer import signing


@pytest.fixture
def built(tmp_path):
    target = tmp_path / "dist"
    target.mkdir()
    (target / "claudeops-desktop_0.2.0_amd64.deb").write_bytes(b"a package")
    (target / "claudeops_desktop-0.2.0-py3-none-any.whl").write_bytes(b"a wheel")
    return target


def verified(root, program, target):
    """Whether the guide's lines for a program say that the files are what was signed."""
    block = re.search(rf"```text\n({program} .*?)```", (root / "docs/guide/install.md").read_text(), re.S)[1]
    script = block.replace("\\\n", " ").replace("\n", " || exit 1\n")
    return subprocess.run(["sh", "-c", script], cwd=target, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_an_openssh_key_signs_and_a_changed_file_is_found(built, tmp_path, root):
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    assert signing.sign(built, str(key)).name == "SHA256SUMS.sig"
    (built / "allowed_signers").write_text(f"packager {key.with_suffix('.pub').read_text()}")
    assert verified(root, "ssh-keygen", built)
    (built / "claudeops-desktop_0.2.0_amd64.deb").write_bytes(b"another")
    assert not verified(root, "ssh-keygen", built)
    sums = built / signing.SUMS
    sums.write_text(sums.read_text().replace("a", "b"))
    assert not verified(root, "ssh-keygen", built)


@pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")
def test_a_gnupg_key_signs(built, tmp_path, root, monkeypatch):
    home = tmp_path / "g"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(home))
    words = ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "packager", "ed25519", "sign"]
    subprocess.run(words, check=True)
    try:
        assert signing.sign(built, "packager").name == "SHA256SUMS.asc"
        assert verified(root, "gpg", built)
        with pytest.raises(SystemExit, match="could not sign with nobody"):
            signing.sign(built, "nobody")
        assert not list(built.glob("SHA256SUMS*"))
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], check=False)


def test_nothing_to_sign_is_said(tmp_path):
    with pytest.raises(SystemExit, match="Build it first"):
        signing.sign(tmp_path, "key")
