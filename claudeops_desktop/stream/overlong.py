"""A JSON line that is too long to be kept: its long strings are cut while it arrives, its structure stays whole.

One line of a gigabyte (a tool that printed a disk image, say) would take several gigabytes to parse. What matters of it
is what kind of event it is and how its texts begin, so each string keeps its beginning, with a note of what was cut.
"""

from __future__ import annotations

import re

KEPT_OF_A_STRING = 1_000_000
"""Bytes that each string keeps of its beginning."""
MOST_KEPT = 32_000_000
"""Bytes that the whole line may have after that; of a line with more structure than this the rest is dropped."""
BOUNDARY = 4_096
"""So far back from a cut a space is looked for: half a secret would not be recognised as one, a whole one is."""

_STRING = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
_NO_STRING = re.compile(rb'[^"]*+')
_HALF_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_HALF_PAIR = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}\Z")


class OverlongLine:
    """One line while it arrives. ``dropped`` is how many bytes of it are not kept so far."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self._length = 0
        self._in_string = False
        self._string: list[bytes] = []
        self._of_string = 0
        self._string_dropped = 0
        self._escape = b""
        self._full = False
        self.dropped = 0

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes of the line, which hold no newline."""
        chunk, self._escape, at = self._escape + chunk, b"", 0
        while at < len(chunk):
            if not self._in_string:
                end = _NO_STRING.match(chunk, at).end()  # type: ignore[union-attr]  # it matches nothing, too
                self._keep(chunk[at:end])
                if end < len(chunk):
                    self._keep(b'"')
                    self._in_string = True
                    end += 1
            else:
                end = _STRING.match(chunk, at).end()  # type: ignore[union-attr]
                self._keep_of_string(chunk[at:end])
                if end < len(chunk) and chunk[end] == 0x22:
                    self._end_string()
                    end += 1
                elif end < len(chunk):  # a backslash that the next chunk goes on with
                    self._escape = chunk[end:]
                    return
            at = end

    def kept_line(self) -> bytes:
        """The line as it is kept. Where the whole was JSON and not full of structure, this is JSON too."""
        return b"".join([*self._kept, *self._string])

    def _keep(self, text: bytes) -> None:
        if self._full or self._length + len(text) > MOST_KEPT:
            self._full = True
            self.dropped += len(text)
        elif text:
            self._kept.append(text)
            self._length += len(text)

    def _keep_of_string(self, text: bytes) -> None:
        """Collect a string until it ends or is too long; it may come in pieces that end anywhere."""
        if self._string_dropped:
            self._string_dropped += len(text)
            return
        self._string.append(text)
        self._of_string += len(text)
        if self._of_string > KEPT_OF_A_STRING:
            kept = _cut(b"".join(self._string), KEPT_OF_A_STRING)
            self._string_dropped = self._of_string - len(kept)
            self._string = [kept]

    def _end_string(self) -> None:
        self._keep(b"".join(self._string))
        if self._string_dropped:
            self._keep(b" [%d bytes were cut here]" % self._string_dropped)
            self.dropped += self._string_dropped
        self._keep(b'"')
        self._in_string, self._string, self._of_string, self._string_dropped = False, [], 0, 0


def _cut(text: bytes, room: int) -> bytes:
    """The beginning of a text that fits, without half a character, half an escape or half a word at its end."""
    kept = text[:room]
    space = kept.rfind(b" ", max(0, room - BOUNDARY))
    if space > 0:
        return kept[:space]
    while kept and 0x80 <= kept[-1] <= 0xBF:
        kept = kept[:-1]
    if kept and kept[-1] >= 0xC0:
        kept = kept[:-1]
    kept = _HALF_ESCAPE.sub(b"", kept) if _ends_in_half_escape(kept) else kept
    return _HALF_PAIR.sub(b"", kept)


def _ends_in_half_escape(text: bytes) -> bool:
    """Tell whether an escape begins within the last bytes and does not end there. An even number of backslashes is
    whole."""
    found = _HALF_ESCAPE.search(text)
    if found is None:
        return False
    before = text[: found.start()]
    return (len(before) - len(before.rstrip(b"\\"))) % 2 == 0
