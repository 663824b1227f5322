"""A file → its lines, from a byte on, in bounded memory: files of gigabytes, lines of any length, half a last line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST_LINE = 8_000_000  # bytes; what a person or a model says is far shorter, a picture in a tool's output may not be
_CHUNK = 1_000_000


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A whole line without its end (``\\n`` or ``\\r\\n``), or ``raw`` None for one that is too long to be read.

    ``end`` is the byte offset after it, where reading goes on.
    """

    raw: bytes | None
    end: int
    ended: bool = True  # False: the file ends here without a newline


def lines(path: Path, start: int = 0, until: int | None = None) -> Iterator[TranscriptLine]:
    """The lines of a file after byte ``start``; with ``until``, no more than those that begin before that byte.

    A last line without a newline comes with ``ended`` False: it may still be being written. Raises OSError.
    """
    with path.open("rb") as file:
        file.seek(start)
        end, length = start, 0
        parts: list[bytes] = []
        while chunk := file.read(_CHUNK):
            begin = 0
            while begin < len(chunk):
                if not length and until is not None and end >= until:
                    return
                newline = chunk.find(b"\n", begin)
                stop = newline + 1 if newline >= 0 else len(chunk)
                length += stop - begin
                if length <= LONGEST_LINE:
                    parts.append(chunk[begin:stop])
                else:
                    parts.clear()
                begin = stop
                if newline >= 0:
                    end += length
                    yield TranscriptLine(_joined(parts, length), end)
                    parts.clear()
                    length = 0
        if length:
            yield TranscriptLine(_joined(parts, length), end + length, ended=False)


def _joined(parts: list[bytes], length: int) -> bytes | None:
    if length > LONGEST_LINE:
        return None
    return b"".join(parts).rstrip(b"\r\n")
