"""The checksums of what is in dist/, signed with the packager's own key: OpenSSH's or GnuPG's."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

SUMS = "SHA256SUMS"
SIGNED = ("*.deb", "*.whl", "*.tar.gz")


def sign(target: Path, key: str) -> Path:
    """Write the checksums and their signature; the path of the signature. Raises SystemExit where it cannot be.

    ``key`` is the file of an OpenSSH key, or whatever GnuPG knows a secret key by. Signatures of before are removed.
    """
    files = sorted(path for pattern in SIGNED for path in target.glob(pattern))
    if not files:
        raise SystemExit(f"There is nothing to sign in {target}. Build it first.")
    sums = target / SUMS
    for old in target.glob(f"{SUMS}*"):
        old.unlink()
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    sums.write_text("".join(lines), encoding="utf-8")
    if Path(key).expanduser().is_file():
        made, words = ".sig", ["ssh-keygen", "-Y", "sign", "-n", "file", "-f", str(Path(key).expanduser()), str(sums)]
    else:
        made, words = ".asc", ["gpg", "--yes", "--local-user", key, "--armor", "--detach-sign", str(sums)]
    try:
        done = subprocess.run(words, check=False).returncode
    except OSError as error:
        raise SystemExit(f"{words[0]} cannot be started: {error.strerror}.") from error
    if done:
        sums.unlink()
        raise SystemExit(f"{words[0]} could not sign with {key}; nothing is signed.")
    return sums.with_name(f"{SUMS}{made}")
