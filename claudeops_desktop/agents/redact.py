"""Secrets never reach the log, an event, a marker or a record: they are taken out of each line as it arrives (S4).

What is looked for: the values of variables that hold secrets, as they are and in the forms they take inside JSON, URLs
and base64; and texts that look like keys. One expression of all of them tells first whether a line needs any of this:
pydantic's engine searches for many words at once (6 ms a megabyte).
"""

from __future__ import annotations

import base64
import json
import re
import urllib.parse
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import orjson

from ..core.secrets.redact_shapes import MASK as SHAPE_MASK
from ..core.secrets.redact_shapes import SUSPECT, mask_bytes

MASK = SHAPE_MASK.encode()
_PIECE = 65_536  # characters searched at once
_LONGEST_SIGN = 1_024  # no sign of a secret is as long (those of redact_shapes are under 300)
SHORTEST = 6  # shorter values stand in ordinary words too often
_ALWAYS = re.compile(r"(^|_)(TOKEN|KEY|PASSWORD|PASSWD|PASSPHRASE|SECRET|CREDENTIALS?|APIKEY|API_KEY)(_\d+)?$")
_NOT_SECRET = {"true", "false", "enabled", "disabled", "default", "required", "optional"}

_KEY_BEGIN = re.compile(
    rb"-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|^Private-Lines: \d"
)
_KEY_END = (b"-----END ", b"Private-MAC:")
_KEY_LINE = re.compile(rb"\s*(?:[A-Za-z0-9+/=]*|(?:Proc-Type|DEK-Info|Comment): [^{]{0,100})\s*")


class LineRedactor:
    """Takes secrets out of whole lines. Called with a line of bytes, it answers the line without them.

    A JSON line stays valid JSON. A private key that a stream other than JSON spreads over several lines is followed
    from its first line to its last; ``stream`` names which stream a line belongs to.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        from pydantic import Field, TypeAdapter  # ten megabytes: not before something is to be redacted

        forms: set[bytes] = set()
        for secret in secrets:
            if len(secret) >= SHORTEST:
                forms |= _forms(secret)
        self._forms = sorted(forms, key=len, reverse=True)
        self._inside_key: set[str] = set()
        words = (_escaped(form.decode("utf-8", "replace")) for form in self._forms)
        pattern = "|".join((SUSPECT, *words))
        self._is_suspect = TypeAdapter(Annotated[str, Field(pattern=pattern)]).validator.isinstance_python
        self._overlap = max(_LONGEST_SIGN, *(len(form) for form in self._forms), 0)

    def __call__(self, line: bytes, stream: str = "") -> bytes:
        """The line without secrets."""
        if stream in self._inside_key:
            if any(end in line for end in _KEY_END):
                self._inside_key.discard(stream)
                return MASK
            if _KEY_LINE.fullmatch(line):
                return MASK
            self._inside_key.discard(stream)
        if not self._needs_a_look(line.decode("utf-8", "replace")):
            return line
        if _KEY_BEGIN.search(line) and not any(end in line for end in _KEY_END) and not _is_json(line):
            self._inside_key.add(stream)
        cut = self._cut(line)
        return cut if _is_json(cut) or not _is_json(line) else self._cut_inside(line)

    def _needs_a_look(self, text: str) -> bool:
        """Piece by piece: one search lets no other thread run, the window's neither."""
        pieces = range(0, len(text), _PIECE)
        return any(self._is_suspect(text[start : start + _PIECE + self._overlap]) for start in pieces)

    def _cut(self, line: bytes) -> bytes:
        for form in self._forms:
            if form in line:
                line = line.replace(form, MASK)
        return mask_bytes(line)

    def _cut_inside(self, line: bytes) -> bytes:
        """For a secret that is also part of the JSON itself, such as ``000000``: string by string."""

        def cut(data: Any) -> Any:
            if isinstance(data, str):
                return self._cut(data.encode("utf-8", "replace")).decode("utf-8", "replace")
            if isinstance(data, list):
                return [cut(part) for part in data]
            if isinstance(data, dict):
                return {name: cut(value) for name, value in data.items()}
            return data

        return orjson.dumps(cut(orjson.loads(line)))

    def text(self, text: str) -> str:
        """A text without secrets, such as a hand-off file's or a prompt's."""
        return self(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def text_redactor(environ: Mapping[str, str], names: Sequence[str] = ()) -> Callable[[str], str]:
    """What takes secrets out of a text: those of the environment, with the variables ``names``, those that are stored,
    and what looks like one. Asks the keyring: not for a GUI thread."""
    from ..core.secrets import keyring_store

    redact = LineRedactor((*secrets_of(environ, names), *keyring_store.known_values(environ)))
    return lambda text: redact(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def secrets_of(environ: Mapping[str, str], names: Sequence[str] = ()) -> tuple[str, ...]:
    """The values of all variables that hold secrets: by their name, and ``names`` (setting ``logs.secret_variables``).

    Left out are values under six characters, plain words such as ``true``, and paths of files that exist: a variable
    such as ``SSH_KEY`` often names the file.
    """
    wanted = {name.upper() for name in names}
    found = []
    for name, untrimmed in environ.items():
        value = untrimmed.strip()
        listed = name.upper() in wanted
        if not listed and (not _ALWAYS.search(name.upper()) or value.lower() in _NOT_SECRET or _is_path(value)):
            continue
        if len(value) >= SHORTEST:
            found.append(value)
    return tuple(dict.fromkeys(found))


def _is_path(value: str) -> bool:
    if not value.startswith(("/", "~", "./")):
        return False
    try:
        return Path(value).expanduser().exists()
    except (OSError, RuntimeError):
        return False


def _is_json(line: bytes) -> bool:
    if not line.lstrip().startswith(b"{"):
        return False
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _escaped(text: str) -> str:
    return "".join(sign if sign.isalnum() else f"\\x{{{ord(sign):x}}}" for sign in text)


def _forms(secret: str) -> set[bytes]:
    """A secret as it is, and as it stands inside JSON, JSON inside JSON, URLs and base64."""
    raw = secret.encode("utf-8", "surrogateescape")
    readable = raw.decode("utf-8", "replace")
    once = json.dumps(readable)[1:-1]
    forms = {
        raw,
        once.encode(),
        json.dumps(readable, ensure_ascii=False)[1:-1].encode(),
        json.dumps(once)[1:-1].encode(),
        urllib.parse.quote(readable, safe="").encode(),
        urllib.parse.quote_plus(readable).encode(),
    }
    forms |= {part.strip().encode() for part in readable.splitlines() if len(part.strip()) >= 16}
    if len(raw) >= 9:
        for shift in range(3):  # base64 of a text that holds the secret looks different at each of three alignments
            encoded = base64.b64encode(b"\0" * shift + raw)
            inner = encoded[(0, 2, 3)[shift] : len(encoded) - (0, 3, 2)[(len(raw) + shift) % 3]]
            forms |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    return {form for form in forms if len(form) >= SHORTEST}
