"""Fetches a page that somebody named (C14): within limits, as robots.txt wishes, and not from private addresses.

At most 5 MB, packed or unpacked, 20 seconds and five redirects; each redirect is checked like the first address.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser

import httpx

from ... import __version__
from ...core.errors import EnvironmentFault, OperatorError, PolicyRefusal
from ...core.messages import UserMessage
from .addresses import host_of, no_url, origin_of, require_url
from .checked_network import PrivateAddressError, open_client

LARGEST = 5_000_000  # bytes
SECONDS = 20.0
MOST_REDIRECTS = 5
LARGEST_ROBOTS = 500_000  # bytes; what follows is passed over
ROBOT = "ClaudeOps"
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """What a server answered. ``url`` is the address that answered; ``content`` is empty where ``unchanged``."""

    url: str
    content_type: str
    content: bytes
    etag: str = ""
    last_modified: str = ""
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: httpx.Headers
    content: bytes


class PageFetcher:
    """Fetches pages for one command; what a robots.txt said is remembered. With ``allow_private`` the host that is
    named may be a private one; a page of it may still not send on to another private host."""

    def __init__(self, *, allow_private: bool = False, seconds: float = SECONDS, largest: int = LARGEST) -> None:
        self._allow_private = allow_private
        self._seconds = seconds
        self._largest = largest
        self._robots: dict[str, RobotFileParser] = {}

    def fetch(self, url: str, etag: str = "", last_modified: str = "") -> FetchedPage:
        """A page; with ``etag`` or ``last_modified`` only where it changed since. Waits on the network.

        Raises UsageError for an address that is none, PolicyRefusal where it may not be fetched, EnvironmentFault where
        nobody answers, OperatorError for an answer that is no page.
        """
        deadline = time.monotonic() + self._seconds
        known = {"if-none-match": etag, "if-modified-since": last_modified}
        headers = {name: value for name, value in known.items() if value}
        url = require_url(url)
        named = host_of(url) if self._allow_private else ""
        for _ in range(MOST_REDIRECTS + 1):
            self._require_allowed(url, named, deadline)
            answer = self._ask(url, headers, named, deadline, self._largest)
            if answer.status in _REDIRECTS and "location" in answer.headers:
                url = _redirected(url, answer)
                continue
            return self._page(url, answer)
        raise _too_many_redirects(url)

    def _page(self, url: str, answer: _Answer) -> FetchedPage:
        about = answer.headers
        if answer.status == 304:
            return FetchedPage(url, "", b"", unchanged=True)
        if answer.status != 200:
            raise OperatorError(
                UserMessage("{url} answered with status {status}.", url=url, status=answer.status),
                UserMessage("Open the address in a browser, and add the one that shows the page."),
            )
        if len(answer.content) > self._largest:
            raise OperatorError(
                UserMessage("{url} is larger than {limit} MB.", url=url, limit=f"{self._largest / 1e6:g}"),
                UserMessage("Save it as a file, and add the part that matters."),
            )
        tag, modified = about.get("etag", "")[:300], about.get("last-modified", "")[:100]
        return FetchedPage(url, about.get("content-type", ""), answer.content, tag, modified)

    def _require_allowed(self, url: str, named: str, deadline: float) -> None:
        """Raises PolicyRefusal where the robots.txt of the host says no, or cannot be had from a host that has one."""
        origin = origin_of(url)
        if origin not in self._robots:
            self._robots[origin] = self._load_robots(origin, named, deadline)
        if not self._robots[origin].can_fetch(ROBOT, url):
            raise PolicyRefusal(
                UserMessage("The robots.txt of {origin} does not allow this page to be fetched.", origin=origin),
                UserMessage("Save the page in a browser and add the file."),
            )

    def _load_robots(self, origin: str, named: str, deadline: float) -> RobotFileParser:
        url, found = f"{origin}/robots.txt", RobotFileParser()
        answer = None
        for _ in range(MOST_REDIRECTS + 1):
            answer = self._ask(url, {}, named, deadline, LARGEST_ROBOTS)
            if answer.status not in _REDIRECTS or "location" not in answer.headers:
                break
            url = _redirected(url, answer)
        status = answer.status if answer is not None else 0
        if status == 200 and answer is not None:
            found.parse(answer.content[:LARGEST_ROBOTS].decode("utf-8", "replace").splitlines())
        elif status >= 500:  # RFC 9309: what a server cannot say is taken for a no
            found.parse(["User-agent: *", "Disallow: /"])
        else:
            found.parse([])
        return found

    def _ask(self, url: str, headers: dict[str, str], named: str, deadline: float, largest: int) -> _Answer:
        """One answer; one byte more than ``largest`` says that it is longer. Only the host ``named`` may be private."""
        agent = {
            "user-agent": f"{ROBOT}/{__version__}",
            "accept": "text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf;q=0.9, */*;q=0.5",
            "accept-encoding": "gzip, identity",
        }
        try:
            with (
                open_client(deadline, allow_private=bool(named) and host_of(url) == named) as client,
                client.stream("GET", url, headers=agent | headers) as response,
            ):
                content = bytearray()
                for part in _unpacked(response, largest + 1):
                    content += part[: largest + 1 - len(content)]
                    if len(content) > largest or time.monotonic() > deadline:
                        break
                if time.monotonic() > deadline and len(content) <= largest:
                    raise _too_slow(url, self._seconds)
                return _Answer(response.status_code, response.headers, bytes(content))
        except PrivateAddressError as error:
            remedy = UserMessage("Pass --allow-private if you trust the page and meant an address of your own network.")
            if error.forbidden:
                remedy = UserMessage("Nothing is fetched from there. Save the page as a file and add that.")
            raise PolicyRefusal(
                UserMessage("{url} leads to the private address {address}.", url=_page_of(url), address=str(error)),
                remedy,
            ) from error
        except httpx.TimeoutException as error:
            raise _too_slow(url, self._seconds) from error
        except httpx.InvalidURL as error:  # such as a host in octal figures
            raise no_url(_page_of(url)) from error
        except (httpx.HTTPError, OSError, zlib.error) as error:
            raise EnvironmentFault(
                UserMessage("{url} cannot be fetched: nobody answers there.", url=_page_of(url))
                if isinstance(error, httpx.ConnectError)
                else UserMessage("{url} cannot be fetched: the answer is no proper HTTP.", url=_page_of(url)),
                UserMessage("Check the address and the network."),
            ) from error


def _unpacked(response: httpx.Response, most: int) -> Iterator[bytes]:
    """The content of an answer as it comes in, unpacked no further than ``most`` bytes at once: a small answer can hold
    gigabytes. Raises zlib.error, and httpx.DecodingError for a packing that nobody asked for."""
    packing = response.headers.get("content-encoding", "").strip().lower()
    if packing in ("", "identity"):
        yield from response.iter_raw(65_536)
        return
    if packing not in ("gzip", "x-gzip"):
        raise httpx.DecodingError(f"an answer packed with {packing[:40]} was not asked for")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)  # 16: in the form of gzip
    for part in response.iter_raw(65_536):
        left = part
        while left:
            yield unpack.decompress(left, most)
            left = unpack.unconsumed_tail


def _redirected(url: str, answer: _Answer) -> str:
    """The address that a redirect leads to. Raises UsageError where that is none."""
    target = answer.headers["location"]
    try:
        return require_url(urljoin(url, target))
    except ValueError:
        return require_url(target)


def _page_of(url: str) -> str:
    """The address that the operator knows: its robots.txt is asked for first."""
    return url.removesuffix("robots.txt")


def _too_slow(url: str, seconds: float) -> EnvironmentFault:
    return EnvironmentFault(
        UserMessage("{url} was not there within {seconds} s.", url=_page_of(url), seconds=f"{seconds:g}"),
        UserMessage("Try again later, or save the page as a file and add that."),
    )


def _too_many_redirects(url: str) -> OperatorError:
    return OperatorError(
        UserMessage("{url} sends on more than {count} times.", url=url, count=MOST_REDIRECTS),
        UserMessage("Add the address that a browser ends at."),
    )
