"""Whether there is a newer version (D10): one request to the address that the operator set, which is told the version
that asks and nothing else.

The answer is a small JSON document, ``{"version": "1.2.3"}``. It is believed as far as its number goes: nothing is
downloaded, and no text of it is shown.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import orjson

from .. import __version__
from ..core.clock import from_text, to_text
from ..core.errors import ClaudeOpsError, EnvironmentFault, OperatorError, PolicyRefusal, UsageError
from ..core.messages import UserMessage
from ..library.discovery.addresses import host_of, require_url
from .types import StepContext, StepResult

if TYPE_CHECKING:
    import httpx

SECONDS = 10.0
LARGEST = 10_000
"""Bytes that an answer may have: it holds one number."""
MOST_REDIRECTS = 3
ONCE_IN = timedelta(days=6)
"""A weekly job that was late once comes again after less than seven days."""
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_NUMBER = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")


@dataclass(frozen=True, slots=True)
class VersionCheck:
    """The version that runs, the newest one, and whether that is newer."""

    version: str
    newest: str
    newer: bool


def check_version(url: str, seconds: float = SECONDS) -> VersionCheck:
    """Ask the address of the setting ``updates.url``. Waits for the network.

    Raises OperatorError without an address or for an answer that is none, PolicyRefusal for a redirect to a private
    address, EnvironmentFault where nobody answers.
    """
    if not url.strip():
        raise OperatorError(
            UserMessage("No address is set at which to ask for the newest version."),
            UserMessage("Set one: `claudeops settings set updates.url URL`."),
        )
    newest = _version_in(_fetch(url, time.monotonic() + seconds))
    return VersionCheck(__version__, newest, _parts(newest) > _parts(__version__))


def notice_newer_version(context: StepContext) -> StepResult:
    """The weekly step: ask where the operator has switched it on, and note a newer version once, as an event.

    It never fails and is never repeated within a week: a failed step would be tried again, and each try is a request.
    """
    updates = context.settings.updates
    if not updates.check:
        return StepResult(0, 0, UserMessage("Asking for newer versions is switched off."))
    asked, _, noted = context.position.partition(" ")
    now = context.clock()
    if asked and now - from_text(asked) < ONCE_IN:
        return StepResult(0, 0, UserMessage("This was asked within the last week."))
    try:
        found = check_version(updates.url)
    except ClaudeOpsError as error:
        return StepResult(0, 0, error.sentence, f"{to_text(now)} {noted}")
    if not found.newer:
        note = UserMessage("Version {version} is the newest.", version=found.version)
        return StepResult(1, 0, note, f"{to_text(now)} {noted}")
    note = UserMessage("Version {newest} is available; this is {version}.", newest=found.newest, version=found.version)
    if found.newest != noted:
        context.book.store.write(
            lambda: context.book.events.add(level="info", message=str(note), service=None, session_id=None, now=now)
        ).result()
    return StepResult(1, int(found.newest != noted), note, f"{to_text(now)} {found.newest}")


def _fetch(url: str, deadline: float) -> bytes:
    """The answer of an address. The host that the operator named may be a private one; a redirect may lead neither to
    another private host nor from https to http."""
    import httpx  # ten megabytes, which an application that does not ask has no use for

    from ..library.discovery.checked_network import PrivateAddressError, open_client

    url = require_url(url)
    named = host_of(url)
    headers = {"user-agent": f"ClaudeOps/{__version__}", "accept": "application/json", "accept-encoding": "identity"}
    try:
        for _ in range(MOST_REDIRECTS + 1):
            with (
                open_client(deadline, allow_private=host_of(url) == named) as client,
                client.stream("GET", url, headers=headers) as response,
            ):
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    url = _redirected(url, response.headers["location"])
                    continue
                if response.status_code != 200:
                    raise OperatorError(
                        UserMessage("{url} answered with status {status}.", url=url, status=response.status_code),
                        UserMessage("Check the setting updates.url."),
                    )
                return _content(response)
    except PrivateAddressError as error:
        raise PolicyRefusal(
            UserMessage("{url} leads to the private address {address}.", url=url, address=str(error)),
            UserMessage("Check the setting updates.url."),
        ) from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise EnvironmentFault(
            UserMessage("The newest version is not known: {url} does not answer.", url=url),
            UserMessage("Check the network and the setting updates.url."),
        ) from error
    raise OperatorError(
        UserMessage("{url} sends on more than {count} times.", url=url, count=MOST_REDIRECTS),
        UserMessage("Check the setting updates.url."),
    )


def _redirected(url: str, target: str) -> str:
    try:
        found = require_url(urljoin(url, target))
    except (ValueError, UsageError):
        raise _not_an_answer() from None
    if url.startswith("https:") and not found.startswith("https:"):
        raise PolicyRefusal(
            UserMessage("{url} sends on to an address without encryption.", url=url),
            UserMessage("Check the setting updates.url."),
        )
    return found


def _content(response: httpx.Response) -> bytes:
    content = b""
    for part in response.iter_raw(4_096):
        content += part
        if len(content) > LARGEST:
            raise _not_an_answer()
    return content


def _version_in(content: bytes) -> str:
    try:
        answer = orjson.loads(content)
    except ValueError:
        raise _not_an_answer() from None
    found = answer.get("version") if isinstance(answer, dict) else None
    if not isinstance(found, str) or not found.isascii() or not _NUMBER.fullmatch(found):
        raise _not_an_answer()
    return found


def _not_an_answer() -> OperatorError:
    return OperatorError(
        UserMessage("The address of the setting updates.url does not answer with a version."),
        UserMessage("It should answer with a small JSON document that has a field “version”."),
    )


def _parts(version: str) -> tuple[int, ...]:
    """A version as numbers, without the zeros at its end: 1.0 is 1."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)
