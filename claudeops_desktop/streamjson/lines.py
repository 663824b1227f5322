"""Bytes as they come out of a pipe → whole lines."""

from __future__ import annotations

ENDLESS = 16_000_000  # bytes


class LineSplitter:
    """Cuts a stream of bytes into lines, on ``b"\\n"`` only and before anything is decoded (S3).

    Lines may have any length: the parts of an unfinished line are kept in a list and joined once, so that the time is
    linear in the bytes however small the chunks are. What cannot be JSON is cut at 16 MB, since a program that prints
    without end and without a newline (``cat /dev/zero``) would fill the memory otherwise.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes, without their newline."""
        if not chunk:
            return []
        if b"\n" not in chunk:
            self._parts.append(chunk)
            self._length += len(chunk)
            if self._length < ENDLESS or self._may_be_json():
                return []
            return [self.rest()]
        first, *lines = chunk.split(b"\n")
        if self._parts:
            self._parts.append(first)
            first = b"".join(self._parts)
        unfinished = lines.pop()
        self._parts = [unfinished] if unfinished else []
        self._length = len(unfinished)
        return [first, *lines]

    def rest(self) -> bytes:
        """What came after the last newline; empty where there is nothing. The splitter is then as new."""
        rest = b"".join(self._parts)
        self._parts = []
        self._length = 0
        return rest

    def _may_be_json(self) -> bool:
        """Whether the unfinished line begins as an object does."""
        begin = next((part for part in self._parts if part.strip()), b"")
        return begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
