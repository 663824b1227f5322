"""Secrets in ``services.toml`` and ``settings.toml``: known by where they stand, left out, and put in again (X4, S4).

A secret is the password and the query of an address, the value of a header, what a field such as ``password`` or
``token`` holds, and whatever looks like a secret anywhere. What names a variable, ``${TOKEN}``, is none.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, MutableSequence
from typing import Any

from .redact_shapes import MASK, without_shapes

__all__ = ["LEFT_OUT", "fill_in", "is_left_out", "mask_values", "own_secrets", "without_secrets"]

LEFT_OUT = "<left out of the backup>"
"""Stands in a file in the place of a secret."""
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>]+")
_USER = re.compile(r"(?<=://)(?P<user>[^/?#@:]*)(?::(?P<password>[^/?#]*))?(?=@)")
_ASKED = re.compile(r"(?<==)[^&;#]+|(?<=[?&;])[^&;#=]+(?=[&;#]|$)")
_OPTION = re.compile(r"--?(?:[a-z-]*(?:password|passwd|passphrase|token|secret|api-?key|credentials?))")
_SERVICE, _WHERE = "service", ("url", "address", "host", "proxy", "command")
_LOGIN = "login"
_USER_OPTIONS = ("-u", "--user", "--proxy-user")
_VARIABLE = re.compile(r"\$\{\w+\}")
_FIELD = re.compile(
    r"(?:^|[_-])(?:password|passwd|passphrase|pwd|psk|token|secret|apikey|(?:api|access|auth|secret)[_-]?key|credentials?)$"
)
_PLAIN_HEADERS = frozenset(
    (
        "accept",
        "accept-charset",
        "accept-encoding",
        "accept-language",
        "cache-control",
        "connection",
        "content-type",
        "host",
        "origin",
        "pragma",
        "range",
        "referer",
        "user-agent",
    )
)
_PLAIN_USERS = ("ssh", "git", "git+ssh")  # of these the user is a name, and a key stands elsewhere


def without_secrets(text: str) -> str:
    """A TOML file whose secrets are left out, its comments and order as they are. Raises ValueError for what is no
    TOML."""
    import tomlkit

    document = tomlkit.parse(text)
    for parent, key, value, path in _strings(document):
        told = _marked(path, value, LEFT_OUT)
        if told != value:
            parent[key] = told
    return without_shapes(tomlkit.dumps(document))  # in comments


def is_left_out(table: Mapping[str, Any]) -> str:
    """The field of a table in which a secret was left out, "" for none."""
    return next((path[0] for _, _, value, path in _strings(table) if LEFT_OUT in value), "")


def fill_in(text: str, present: str, answers: Mapping[str, str]) -> tuple[str, list[str]]:
    """A file with the secrets that the present one holds at the same places, or that were answered; and the places
    that are still without, in words. A check that asks elsewhere than the present one of its name gets none of its
    secrets. Raises ValueError for what is no TOML."""
    import tomlkit

    document, missing = tomlkit.parse(text), list[str]()
    try:
        ours_whole = tomlkit.parse(present)
    except ValueError:  # what stands there cannot be read
        ours_whole = tomlkit.document()
    theirs, mine = _asked_where(document), _asked_where(ours_whole)
    elsewhere = {name for name, where in theirs.items() if mine.get(name) != where}
    known = {
        path: value
        for _, _, value, path in _strings(ours_whole)
        if not (path[0] == _SERVICE and len(path) > 1 and path[1] in elsewhere)
    }
    for parent, key, value, path in _strings(document):
        if LEFT_OUT not in value:
            continue
        parts = value.split(LEFT_OUT)
        ours = known.get(path, "")
        if LEFT_OUT not in ours and re.fullmatch("(.+)".join(map(re.escape, parts)), ours, re.DOTALL):
            parent[key] = ours
            continue
        told = parts[0]
        for number, part in enumerate(parts[1:], 1):
            place = _words(path) + (f" ({number} of {len(parts) - 1})" if len(parts) > 2 else "")
            found = answers.get(place, "")
            if not found:
                missing.append(place)
            told += (found or LEFT_OUT) + part
        parent[key] = told
    return tomlkit.dumps(document), missing


def mask_values(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of such a file as it may be shown."""
    shown = copy.deepcopy(dict(table))
    for parent, key, value, path in _strings(shown):
        parent[key] = _marked(path, value, MASK)
    return shown


def own_secrets(table: Mapping[str, Any]) -> list[str]:
    """The secrets that a table holds, the longest first."""
    mark = "\0"
    found = set[str]()
    for _, _, value, path in _strings(table):
        parts = _marked(path, value, mark).split(mark)
        held = re.fullmatch("(.+?)".join(map(re.escape, parts)), value, re.DOTALL)
        found.update(held.groups() if held is not None else ())
    return sorted(found, key=len, reverse=True)


def _marked(path: tuple[str, ...], value: str, mark: str) -> str:
    """A value with ``mark`` in the place of its secrets."""
    names = [part.lower() for part in path]
    if _VARIABLE.fullmatch(value.strip()):
        return value
    if len(names) > 1 and names[-2] == "headers":
        return value if names[-1] in _PLAIN_HEADERS or not value else _of_header(value, mark)
    if names and names[-1] == _LOGIN and ":" in value:
        return value.partition(":")[0] + ":" + mark
    if names and _FIELD.search(names[-1]) and value and not value.startswith(("/", "~", "./")):
        return mark
    return without_shapes(_ADDRESS.sub(lambda found: _of_address(found[0], mark), value)).replace(MASK, mark)


def _of_header(value: str, mark: str) -> str:
    """The value of a header: only what variables do not give, and not the word before it (Bearer)."""
    word, blank, rest = value.partition(" ")
    if blank and word.lower() in ("bearer", "basic", "token", "digest", "apikey"):
        return value if _VARIABLE.fullmatch(rest.strip()) else f"{word} {mark}"
    return mark


def _of_address(address: str, mark: str) -> str:
    plain = address.partition("://")[0].lower() in _PLAIN_USERS

    def user(found: re.Match[str]) -> str:
        password = found["password"]
        if password is None:
            return found[0] if plain or _VARIABLE.fullmatch(found["user"]) else mark
        return found[0] if _VARIABLE.fullmatch(password) else f"{found['user']}:{mark}"

    head, sign, asked = _USER.sub(user, address, count=1).partition("?")
    return head + _ASKED.sub(lambda one: one[0] if _VARIABLE.fullmatch(one[0]) else mark, sign + asked)


def _strings(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any, str, tuple[str, ...]]]:
    """Each text of a table: what holds it, its key there, itself, and its path, in which rows have their names."""
    if isinstance(value, Mapping):
        for key, each in list(value.items()):
            yield from _found(value, key, each, (*path, str(key)))
    elif isinstance(value, MutableSequence):
        before = ""
        for number, each in enumerate(value):
            yield from _found(value, number, each, (*path, _called(each, number), *_named_by(before)))
            before = str(each)


def _found(parent: Any, key: Any, each: Any, path: tuple[str, ...]) -> Iterator[tuple[Any, Any, str, tuple[str, ...]]]:
    if isinstance(each, str):
        yield parent, key, str(each), path
    else:
        yield from _strings(each, path)


def _named_by(option: str) -> tuple[str, ...]:
    """Return what the option before an argument says that it is."""
    if option in _USER_OPTIONS:
        return (_LOGIN,)
    return ("password",) if _OPTION.fullmatch(option) else ()


def _called(row: Any, number: int) -> str:
    if isinstance(row, Mapping) and row.get("name"):
        return ":".join(str(row[key]) for key in ("name", "check", "label") if row.get(key))
    return str(number)


def _asked_where(document: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return what each check asks and where, without secrets, by what it is called."""
    rows = document.get(_SERVICE, [])
    found = dict[str, tuple[str, ...]]()
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        if isinstance(row, Mapping):
            plain = {key: row[key] for key in _WHERE if key in row}
            told = (f"{path}: {_marked(path, value, LEFT_OUT)}" for _, _, value, path in _strings(plain))
            found[_called(row, number)] = (*told, str(row.get("port", "")))
    return found


def _words(path: tuple[str, ...]) -> str:
    return " ".join((".".join(path[2:]), "of", path[1])) if path[0] == _SERVICE and len(path) > 2 else ".".join(path)
