"""The data of ICU, of which Qt reads less than half: how each language sorts, encodings, time zones.

They are one library that holds one table of named items (the "common data" of ICU's ``ucmndata.h``).
"""

from __future__ import annotations

import re
import struct
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

NOT_READ = ("brkitr", "curr", "lang", "rbnf", "region", "translit", "unit")
"""Where words end, and names of currencies, languages, numbers, regions, scripts and units: Qt has its own or none."""
CALLED = ("ucal_", "ucnv_", "UCNV_", "ucol_", "u_strTo")
"""What the functions of ICU begin with that do without these."""
KIND = b"CmnD"  # stands 12 bytes after the begin


def leave_out_unread(tree: Path) -> None:
    """Write the data in a frozen folder anew without what Qt does not read. Raises SystemExit where it reads more."""
    if more := called_functions(tree.rglob("libQt6*.so.*")):
        raise SystemExit(f"Qt calls functions of ICU that may need all of its data: {', '.join(more)}.")
    for library in tree.rglob("libicudata.so.*"):
        if not library.is_symlink():
            write_library(library, keep(read_data(library), NOT_READ))


def called_functions(libraries: Iterable[Path]) -> list[str]:
    """Return the functions of ICU that these libraries import beyond ``CALLED``."""
    found: set[str] = set()
    for library in libraries:
        found |= set(re.findall(r" UND (u[a-z]*_\w+?)_\d+(?:@\S+)?$", _symbols(library), re.M | re.I))
    return sorted(name for name in found if not name.startswith(CALLED))


def read_data(library: Path) -> bytes:
    """Return the table that a library of data holds."""
    content = library.read_bytes()
    at = content.index(KIND) - 12
    _name, size = _entry_point(library)
    return content[at : at + size]


def items_of(data: bytes) -> dict[str, bytes]:
    """Return the items of a table by name. Their places count from its list, which follows the header."""
    begin = struct.unpack_from("<H", data)[0]
    number = struct.unpack_from("<I", data, begin)[0]
    pairs = [struct.unpack_from("<II", data, begin + 4 + 8 * index) for index in range(number)]
    ends = [place for _, place in pairs[1:]] + [len(data) - begin]
    return {
        data[begin + name : data.index(0, begin + name)].decode(): data[begin + place : begin + end]
        for (name, place), end in zip(pairs, ends, strict=True)
    }


def keep(data: bytes, not_read: Iterable[str]) -> bytes:
    """Return the table without the items in these folders."""
    header = data[: struct.unpack_from("<H", data)[0]]
    items = {name: item for name, item in items_of(data).items() if name.split("/")[1] not in not_read}
    names, pairs, contents = bytearray(), bytearray(), bytearray()
    first_name = 4 + 8 * len(items)
    first_item = first_name + sum(len(name) + 1 for name in items)
    first_item += -first_item % 16
    for name, item in items.items():
        pairs += struct.pack("<II", first_name + len(names), first_item + len(contents))
        names += name.encode() + b"\0"
        contents += item + bytes(-len(item) % 16)
    front = struct.pack("<I", len(items)) + pairs + names
    return bytes(header + front + bytes(-len(front) % 16) + contents)


def write_library(library: Path, data: bytes) -> None:
    """Put a library that holds ``data`` under the same name in the place of ``library``."""
    name, _size = _entry_point(library)
    with tempfile.TemporaryDirectory() as place:
        Path(place, "data").write_bytes(data)
        Path(place, "source").write_text(
            f".section .rodata\n.balign 16\n.globl {name}\n.type {name}, STT_OBJECT\n"
            f'{name}: .incbin "data"\n.size {name}, . - {name}\n'
        )
        link = ["ld", "-shared", "-z", "noexecstack", "-soname", library.name, "-o", "made", "object"]
        for words in (["as", "-o", "object", "source"], link, ["strip", "--strip-unneeded", "made"]):
            subprocess.run(words, check=True, cwd=place)
        library.write_bytes(Path(place, "made").read_bytes())


def _entry_point(library: Path) -> tuple[str, int]:
    """Return the name and the size of what libicuuc asks this library for."""
    found = re.search(r"\s(\w+)\s+OBJECT\s.*\s(icudt\d+_dat)$", _symbols(library), re.M)
    if found is None:
        raise SystemExit(f"{library} holds no data of ICU.")
    return found[2], int(found[1], 0)


def _symbols(library: Path) -> str:
    words = ["readelf", "-W", "--dyn-syms", str(library)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout
