"""Secrets live in the keyring of the desktop, or in the environment; never in a file of ours (S4).

A variable ``CLAUDEOPS_SECRET_<NAME>`` wins (``CLAUDEOPS_SECRET_ANTHROPIC_API_KEY``, ``CLAUDEOPS_SECRET_APPRISE_PHONE``
for ``apprise:phone``); else the keyring is asked. A keyring may be missing, locked, or wait for its owner's password:
each answer has a time limit, and each failure is one sentence that names the way by the environment. The names of what
was stored are kept in a small file, so that a machine without secrets never asks its keyring, and a locked one can
still say what it holds.

Nothing here may be called on a GUI thread: a keyring answers over the session bus, and may ask for a password first.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .. import store_setting
from ..atomic_write import write_whole
from ..errors import EnvironmentFault, OperatorError, UsageError
from ..messages import UserMessage

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

log = logging.getLogger(__name__)
T = TypeVar("T")

SERVICE = "claudeops"
VARIABLE = "CLAUDEOPS_SECRET_"
API_KEY, ALERT_TOKEN, MODEL_KEY, APPRISE = "anthropic_api_key", "alert_token", "model-key", "apprise:"
REMOTE_TOKEN = "knowledge-remote"  # noqa: S105  # its name
"""The password or token of the remote that the knowledge folder is shared through."""
FIXED = (API_KEY, ALERT_TOKEN, MODEL_KEY, REMOTE_TOKEN, store_setting.PASSWORD)
READ_S, WRITE_S = 15.0, 120.0  # writing may wait for the operator to unlock the keyring
PATIENCE_S = 300.0  # a keyring that did not answer is not asked for log keeping for so long
LONGEST = 8192
_LABEL = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_lock = threading.Lock()
_seen: dict[str, str] = {}
_silent_since: list[float] = []


@dataclass(frozen=True, slots=True)
class StoredSecret:
    """One secret, without its value. ``where`` is keyring, environment or nowhere."""

    name: str
    where: str
    variable: str


@dataclass(frozen=True, slots=True)
class KeyringStatus:
    """Where secrets are kept on this machine. ``keyring`` names the keyring, "" where there is none; ``problem`` is
    one sentence, "" where all is well; ``remedy`` says what to do then.
    """

    keyring: str
    problem: str
    remedy: str
    kept: tuple[StoredSecret, ...]


def check_name(name: str) -> str:
    """A name in the form it is kept. Raises UsageError."""
    name = name.strip().lower()
    if name in FIXED:
        return name
    if name.startswith(APPRISE) and _LABEL.fullmatch(name.removeprefix(APPRISE)):
        return name
    if name.startswith(APPRISE):
        raise UsageError(
            UserMessage("{removeprefix} cannot be a label.", removeprefix=f"{name.removeprefix(APPRISE)!r}"),
            UserMessage("Use small letters, digits, - and _, 40 at most."),
        )
    raise UsageError(
        UserMessage("There is no secret {name}.", name=name),
        UserMessage("There are {join} and {apprise}LABEL.", join=", ".join(FIXED), apprise=APPRISE),
    )


def variable(name: str) -> str:
    """The environment variable that wins over the keyring."""
    return VARIABLE + re.sub(r"[^A-Z0-9]", "_", name.upper())


def get_secret(name: str, environ: Mapping[str, str] | None = None) -> str | None:
    """A secret's value, or None where there is none. Raises EnvironmentFault where the keyring cannot be asked."""
    name = check_name(name)
    said = (os.environ if environ is None else environ).get(variable(name), "").strip()
    if said:
        return said
    if name not in _names():
        return None
    value = _asked(lambda keyring: keyring.get_password(SERVICE, name), READ_S)
    with _lock:
        if value:
            _seen[name] = value
        else:
            _seen.pop(name, None)
    return value or None


def is_only_in_environment(name: str) -> bool:
    """Tell whether a variable holds a secret that the keyring does not: what we start is not handed the variable."""
    name = check_name(name)
    return bool(os.environ.get(variable(name), "").strip()) and name not in _names()


def set_secret(name: str, value: str) -> None:
    """Keep a secret in the keyring. Raises UsageError or EnvironmentFault; the value is in neither."""
    name, value = check_name(name), value.strip()
    if not value:
        raise UsageError(
            UserMessage("The secret is empty."), UserMessage("To remove it: claudeops secrets rm {name}", name=name)
        )
    if len(value) > LONGEST or any(ord(sign) < 32 for sign in value):
        raise UsageError(UserMessage("The secret is not one line of text."), UserMessage("Paste the value alone."))
    _asked(lambda keyring: keyring.set_password(SERVICE, name, value), WRITE_S)
    with _lock:
        _seen[name] = value
        _write_names(_names() | {name})


def delete_secret(name: str) -> bool:
    """Take a secret out of the keyring; False where it was not there. Raises UsageError or EnvironmentFault."""
    name = check_name(name)

    def drop(keyring: KeyringBackend) -> bool:
        from keyring.errors import PasswordDeleteError

        if keyring.get_password(SERVICE, name) is None:
            return False
        with contextlib.suppress(PasswordDeleteError):  # gone meanwhile: as wanted
            keyring.delete_password(SERVICE, name)
        return True

    known = name in _names()
    there = _asked(drop, WRITE_S) if known else False
    with _lock:
        _seen.pop(name, None)
        if known:
            _write_names(_names() - {name})
    return there


def names(environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The names of all secrets there are, in the keyring or the environment; values are not asked for."""
    environ = os.environ if environ is None else environ
    found = {name for name in FIXED if environ.get(variable(name), "").strip()}
    start = variable(APPRISE)
    for said in environ:
        if said.startswith(start) and environ[said].strip():
            found.add(_as_stored(said.removeprefix(start)))
    return tuple(sorted(found | _names()))


def keyring_status(environ: Mapping[str, str] | None = None) -> KeyringStatus:
    """Where secrets are kept, and which there are; the keyring is opened, but its owner is not asked for a password."""
    environ = os.environ if environ is None else environ
    held = _names()
    kept = []
    for name in dict.fromkeys((*FIXED, *names(environ))):
        by_variable = bool(environ.get(variable(name), "").strip())
        where = "environment" if by_variable else "keyring" if name in held else "nowhere"
        kept.append(StoredSecret(name, where, variable(name)))
    try:
        return KeyringStatus(_asked(_called, READ_S), "", "", tuple(kept))
    except EnvironmentFault as fault:
        return KeyringStatus("", fault.sentence, fault.remedy, tuple(kept))


def test_keyring() -> str:
    """Store a word, read it and remove it again; the keyring's name. Raises EnvironmentFault."""
    word = "a word to test with"

    def there_and_back(keyring: KeyringBackend) -> str:
        keyring.set_password(SERVICE, "test", word)
        found = keyring.get_password(SERVICE, "test")
        keyring.delete_password(SERVICE, "test")
        if found != word:
            raise EnvironmentFault(
                UserMessage("{called} did not give back what was stored.", called=_called(keyring)), _OTHER_WAY
            )
        return _called(keyring)

    return _asked(there_and_back, WRITE_S)


def seen_values() -> tuple[str, ...]:
    """The values that this process has seen already: nothing is asked, so a dying process may call it."""
    with _lock:
        seen = tuple(_seen.values())
    return (*(value for name, value in os.environ.items() if name.startswith(VARIABLE) and value), *seen)


def known_values(environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The values of all secrets, for those who take them out of logs. A keyring that does not answer gives none."""
    environ = os.environ if environ is None else environ
    found = [value.strip() for name, value in environ.items() if name.startswith(VARIABLE) and value.strip()]
    silent = bool(_silent_since) and time.monotonic() - _silent_since[-1] < PATIENCE_S
    for name in sorted(_names()):
        with _lock:
            value = _seen.get(name)
        if value is None and not silent:
            try:
                value = get_secret(name, {})
            except EnvironmentFault as fault:
                log.warning("%s is not taken out of logs: %s", name, fault)
                _silent_since[:] = [time.monotonic()]
                silent = True  # the others would wait as long
        if value:
            found.append(value)
    return tuple(dict.fromkeys(found))


def for_agent(environ: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """The Claude CLI's environment with the stored API key, where one is stored and the environment brings none; and
    one sentence where the keyring did not give it.
    """
    if environ.get(API_KEY.upper()):
        return environ, ""
    try:
        key = get_secret(API_KEY, environ)
    except EnvironmentFault as fault:
        return environ, f"The stored API key could not be read. {fault.full_text}"
    return ({**environ, API_KEY.upper(): key} if key else environ), ""


_OTHER_WAY = UserMessage(
    "Unlock it, or hand secrets over in the environment, as {variable}.", variable=f"{VARIABLE}ANTHROPIC_API_KEY"
)


def _asked(work: Callable[[KeyringBackend], T], seconds: float) -> T:
    """Work with the keyring on a thread of its own, so that one that waits for a password cannot hold us for ever."""
    box: list[Any] = []

    def run() -> None:
        try:
            box.append((True, work(_keyring())))
        except BaseException as error:
            box.append((False, error))

    thread = threading.Thread(target=run, name="keyring", daemon=True)
    thread.start()
    thread.join(seconds)
    if not box:
        raise EnvironmentFault(
            UserMessage(
                "The keyring did not answer within {seconds} s: it may be locked and wait for its password.",
                seconds=f"{seconds:g}",
            ),
            _OTHER_WAY,
        )
    well, found = box[0]
    if well:
        return found  # type: ignore[no-any-return]
    if isinstance(found, (EnvironmentFault, OperatorError)):
        raise found
    raise _plain(found) from found


def _keyring() -> KeyringBackend:
    """The keyring of this desktop. Loaded late: finding it takes a tenth of a second."""
    import keyring
    from keyring.backends import fail, null

    found = keyring.get_keyring()
    if isinstance(found, (fail.Keyring, null.Keyring)):
        raise EnvironmentFault(UserMessage("There is no keyring on this machine."), _MISSING)
    return found


_MISSING = UserMessage(
    "Install one (on Debian: gnome-keyring, or KWallet), or hand secrets over in the environment, as {variable}.",
    variable=f"{VARIABLE}ANTHROPIC_API_KEY",
)


def _called(keyring: KeyringBackend) -> str:
    module = type(keyring).__module__
    for part, name in (
        ("SecretService", "The keyring of your desktop (Secret Service)"),
        ("kwallet", "KWallet"),
        ("libsecret", "The keyring of your desktop (libsecret)"),
        ("macOS", "The macOS keychain"),
        ("Windows", "The Windows credential store"),
        ("chainer", "The keyring of your desktop"),
    ):
        if part in module:
            return name
    return str(getattr(keyring, "name", module))


def _plain(error: BaseException) -> EnvironmentFault:
    """One sentence; the library's own words go to the log, and never a value."""
    kinds = []
    cause: BaseException | None = error
    while cause is not None:
        kinds.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    kind = kinds[0]
    log.info("the keyring failed: %s", kind, exc_info=error)
    if {"KeyringLocked", "PromptDismissedException", "LockedException"} & {*kinds}:
        return EnvironmentFault(UserMessage("The keyring is locked."), _OTHER_WAY)
    if {"NoKeyringError", "SecretServiceNotAvailableException", "InitError"} & {*kinds}:
        return EnvironmentFault(UserMessage("No keyring answers on this desktop."), _MISSING)
    return EnvironmentFault(UserMessage("The keyring failed ({kind}).", kind=kind), _OTHER_WAY)


def _names_file() -> Path:
    from platformdirs import user_config_path

    return Path(user_config_path("claudeops", appauthor=False)) / "secret-names.json"


def _names() -> frozenset[str]:
    try:
        found = json.loads(_names_file().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError) as error:
        log.warning("%s is left aside: %s", _names_file(), error)
        return frozenset(FIXED)  # asking for too many harms less than for too few
    return frozenset(name for name in found if isinstance(name, str)) if isinstance(found, list) else frozenset()


def _write_names(wanted: frozenset[str]) -> None:
    path = _names_file()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, json.dumps(sorted(wanted)))
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror),
            UserMessage("Make its folder writable."),
        ) from error


def _as_stored(label: str) -> str:
    """The name of an apprise secret that a variable stands for; the stored one where they differ in - and _ only."""
    for name in _names():
        if name.startswith(APPRISE) and variable(name) == variable(APPRISE) + label:
            return name
    return APPRISE + label.lower()
