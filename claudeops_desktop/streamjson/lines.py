"""Bytes as they come out of a pipe → whole lines."""

from __future__ import annotations


class LineSplitter:
    """Cuts a stream of bytes into lines, on ``b"\\n"`` only and before anything is decoded (S3).

    Lines may have any length: the parts of an unfinished line are kept in a list and joined once, so that the time is
    linear in the bytes however small the chunks are.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes, without their newline."""
        if not chunk:
            return []
        if b"\n" not in chunk:
            self._parts.append(chunk)
            return []
        first, *lines = chunk.split(b"\n")
        if self._parts:
            self._parts.append(first)
            first = b"".join(self._parts)
        unfinished = lines.pop()
        self._parts = [unfinished] if unfinished else []
        return [first, *lines]

    def rest(self) -> bytes:
        """What came after the last newline; empty where there is nothing. The splitter is then as new."""
        rest = b"".join(self._parts)
        self._parts = []
        return rest
