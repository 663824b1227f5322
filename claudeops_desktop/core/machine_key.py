"""The key by which other machines know what this one wrote: ed25519, and signatures in the form of OpenSSH.

``ssh-keygen -Y verify`` and ``git verify-commit`` read them too (PROTOCOL.sshsig of OpenSSH).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from .atomic_write import write_whole
from .errors import EnvironmentFault
from .messages import UserMessage

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from .paths import DataFolder

KIND = "ssh-ed25519"
GIT, EXPORT = "git", "claudeops-export"
"""What a signature is for: one of the one kind is none of the other."""
KEY_FILE = "id_ed25519"
_MAGIC, _VERSION, _HASH = b"SSHSIG", 1, b"sha512"
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_LONGEST = 4_096


class MachineKey:
    """The key of one data folder."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private

    @classmethod
    def of_folder(cls, folder: DataFolder) -> MachineKey:
        """The key of a data folder, made where there is none. Raises EnvironmentFault where it cannot be read."""
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_ssh_private_key

        file = folder.root / KEY_FILE
        try:
            if not file.exists():
                _write_new(file, Ed25519PrivateKey.generate())
            found = load_ssh_private_key(file.read_bytes(), password=None)
        except (OSError, ValueError, UnsupportedAlgorithm) as error:
            raise EnvironmentFault(
                UserMessage("The key of this machine, {file}, cannot be read: {error}.", file=file, error=error),
                UserMessage("Make it readable, or delete it: a new one is made, which other machines do not know yet."),
            ) from error
        if not isinstance(found, Ed25519PrivateKey):
            raise EnvironmentFault(
                UserMessage("The key of this machine, {file}, is not an ed25519 key.", file=file),
                UserMessage("Delete it: a new one is made, which other machines do not know yet."),
            )
        return cls(found)

    @property
    def public(self) -> str:
        """Return what others know it by, as OpenSSH writes it: ``ssh-ed25519 AAAA…``."""
        return f"{KIND} {base64.b64encode(_public_blob(self._raw)).decode()}"

    def sign(self, data: bytes, purpose: str) -> str:
        """A signature of ``data`` in lines of text."""
        return self.sign_digest(hashlib.sha512(data).digest(), purpose)

    def sign_digest(self, digest: bytes, purpose: str) -> str:
        """``sign`` by the SHA-512 of the data."""
        value = self._private.sign(_signed(digest, purpose))
        blob = _MAGIC + struct.pack(">I", _VERSION) + b"".join(
            map(_string, (_public_blob(self._raw), purpose.encode(), b"", _HASH,
                          _string(KIND.encode()) + _string(value)))
        )  # fmt: skip
        text = base64.b64encode(blob).decode()
        return "\n".join([_BEGIN, *(text[at : at + 70] for at in range(0, len(text), 70)), _END])

    @property
    def _raw(self) -> bytes:
        return self._private.public_key().public_bytes_raw()


def signer_of(data: bytes, signature: str, purpose: str) -> str:
    """The public key that signed these very data for this purpose; "" where the signature is not sound."""
    return signer_of_digest(hashlib.sha512(data).digest(), signature, purpose)


def signer_of_digest(digest: bytes, signature: str, purpose: str) -> str:
    """``signer_of`` by the SHA-512 of the data."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key, raw, value = _read(signature, purpose)
        Ed25519PublicKey.from_public_bytes(raw).verify(value, _signed(digest, purpose))
    except (InvalidSignature, ValueError, struct.error):
        return ""
    return f"{KIND} {base64.b64encode(key).decode()}"


def sign_file(key: MachineKey, file: Path) -> None:
    """Write a signature of a file beside it, as ``ssh-keygen -Y sign`` does. Raises OSError."""
    write_whole(_signature_of(file), key.sign_digest(_digest_of(file), EXPORT) + "\n")


def signer_of_file(file: Path) -> str:
    """The public key that has signed a file; "" where there is no sound signature beside it."""
    try:
        with _signature_of(file).open(encoding="ascii") as stream:
            signature = stream.read(_LONGEST)
        return signer_of_digest(_digest_of(file), signature, EXPORT)
    except (OSError, UnicodeDecodeError):
        return ""


def _signature_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.sig")


def _digest_of(file: Path) -> bytes:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha512").digest()


def read_public_key(text: str) -> str:
    """A public key as OpenSSH writes it, without the comment behind it; "" for what is none."""
    words = text.split()
    if len(words) < 2 or words[0] != KIND:
        return ""
    try:
        blob = base64.b64decode(words[1], validate=True)
        kind, raw = _strings(blob, 2)
    except (ValueError, struct.error):
        return ""
    return f"{KIND} {base64.b64encode(blob).decode()}" if kind == KIND.encode() and len(raw) == 32 else ""


def key_fingerprint(public: str) -> str:
    """Return what ``ssh-keygen -l`` shows of a key: ``SHA256:…``."""
    digest = hashlib.sha256(base64.b64decode(public.split()[1])).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


def _write_new(file: Path, key: Ed25519PrivateKey) -> None:
    """Write a key for the operator alone."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(file, key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))


def _signed(digest: bytes, purpose: str) -> bytes:
    return _MAGIC + b"".join(map(_string, (purpose.encode(), b"", _HASH, digest)))


def _read(signature: str, purpose: str) -> tuple[bytes, bytes, bytes]:
    """The key as a blob, its 32 bytes, and the value. Raises ValueError and struct.error."""
    lines = [line.strip() for line in signature.strip().splitlines()]
    if len(signature) > _LONGEST or len(lines) < 3 or lines[0] != _BEGIN or lines[-1] != _END:
        raise ValueError("no signature")
    try:
        blob = base64.b64decode("".join(lines[1:-1]), validate=True)
    except binascii.Error as error:
        raise ValueError("no signature") from error
    head = len(_MAGIC) + 4
    if blob[:head] != _MAGIC + struct.pack(">I", _VERSION):
        raise ValueError("another form")
    key, said, _, name, inner = _strings(blob[head:], 5)
    kind, raw = _strings(key, 2)
    kind_of_value, value = _strings(inner, 2)
    if said != purpose.encode() or name != _HASH or kind != KIND.encode() or kind_of_value != kind:
        raise ValueError("of another kind")
    return key, raw, value


def _public_blob(raw: bytes) -> bytes:
    return _string(KIND.encode()) + _string(raw)


def _string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def _strings(data: bytes, count: int) -> list[bytes]:
    """So many strings, and nothing behind them. Raises ValueError and struct.error."""
    found, at = [], 0
    for _ in range(count):
        (length,) = struct.unpack_from(">I", data, at)
        at += 4
        if at + length > len(data):
            raise ValueError("cut off")
        found.append(data[at : at + length])
        at += length
    if at != len(data):
        raise ValueError("too long")
    return found
