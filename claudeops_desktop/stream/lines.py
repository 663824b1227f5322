"""Bytes as they come out of a pipe → whole lines."""

from __future__ import annotations

from .overlong import OverlongLine

ENDLESS = 16_000_000  # bytes
WHOLE_JSON = 64_000_000
"""Bytes up to which a line of JSON is kept whole."""


class LineSplitter:
    """Cuts a stream of bytes into lines, on ``b"\\n"`` only and before anything is decoded (S3).

    Lines may have any length: the parts of an unfinished line are kept in a list and joined once, so that the time is
    linear in the bytes however small the chunks are. What cannot be JSON is cut at 16 MB, since a program that prints
    without end and without a newline (``cat /dev/zero``) would fill the memory otherwise. Of a JSON line of more than
    64 MB the long strings are cut (``overlong``). ``dropped`` is how many bytes were so far.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._length = 0
        self._overlong: OverlongLine | None = None
        self.dropped = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes, without their newline."""
        if not chunk:
            return []
        if b"\n" not in chunk:
            self._append(chunk)
            if self._length < ENDLESS or self._overlong is not None:
                return []
            if self._may_be_json():
                if self._length >= WHOLE_JSON:
                    self._shorten()
                return []
            return [self.rest()]
        first, *lines = chunk.split(b"\n")
        if self._parts or self._overlong is not None:
            self._append(first)
            first = self.rest()
        unfinished = lines.pop()
        self._parts = [unfinished] if unfinished else []
        self._length = len(unfinished)
        return [first, *lines]

    def rest(self) -> bytes:
        """What came after the last newline; empty where there is nothing. The splitter is then as new."""
        if self._overlong is not None:
            rest = self._overlong.kept_line()
            self.dropped += self._overlong.dropped
            self._overlong = None
        else:
            rest = b"".join(self._parts)
        self._parts = []
        self._length = 0
        return rest

    def _append(self, part: bytes) -> None:
        if self._overlong is not None:
            self._overlong.feed(part)
        else:
            self._parts.append(part)
            self._length += len(part)

    def _shorten(self) -> None:
        """What came of this line so far, and what is still to come of it, is shortened as it arrives."""
        self._overlong = OverlongLine()
        for part in self._parts:
            self._overlong.feed(part)
        self._parts = []

    def _may_be_json(self) -> bool:
        """Tell whether the unfinished line begins as an object does."""
        begin = next((part for part in self._parts if part.strip()), b"")
        return begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
