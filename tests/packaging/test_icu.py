"""ICU's data keeps what Qt reads, byte for byte, in a library that the loader takes for the one before."""

from __future__ import annotations

import ctypes
import shutil
import struct
from pathlib import Path

import PySide6
import pytest
from installer import icu

LIBRARIES = Path(PySide6.__file__).parent / "Qt" / "lib"


def table(*names: str) -> bytes:
    """A table of items of 20 bytes, each filled with the last letter of its name."""
    header = struct.pack("<HBB8x4s", 16, 0xDA, 0x27, icu.KIND)
    packed = b"".join(name.encode() + b"\0" for name in names)
    first = 4 + 8 * len(names)
    begin = first + len(packed)
    pairs, at = b"", first
    for number, name in enumerate(names):
        pairs += struct.pack("<II", at, begin + 20 * number)
        at += len(name) + 1
    return header + struct.pack("<I", len(names)) + pairs + packed + b"".join(name[-1:].encode() * 20 for name in names)


def test_items_are_read_by_name():
    found = icu.items_of(table("d/a", "d/coll/b"))
    assert found == {"d/a": b"a" * 20, "d/coll/b": b"b" * 20}


def test_what_is_not_read_is_left_out_and_the_rest_stays_at_places_that_icu_can_read():
    data = icu.keep(table("d/a", "d/curr/b", "d/coll/c", "d/unit/d"), ("curr", "unit"))
    assert data[:16] == table()[:16]
    assert {name: item.rstrip(b"\0") for name, item in icu.items_of(data).items()} == {
        "d/a": b"a" * 20,
        "d/coll/c": b"c" * 20,
    }
    number = struct.unpack_from("<I", data, 16)[0]
    assert all(struct.unpack_from("<I", data, 16 + 8 + 8 * index)[0] % 16 == 0 for index in range(number))


def test_qt_calls_nothing_of_icu_that_reads_what_is_left_out():
    assert icu.called_functions(LIBRARIES.glob("libQt6*.so.6")) == []


def test_a_function_that_may_read_more_is_named():
    assert "u_charType" in icu.called_functions(LIBRARIES.glob("libicui18n.so.*"))


@pytest.mark.skipif(shutil.which("ld") is None, reason="binutils are what the package is built with")
def test_the_library_is_smaller_and_answers_to_the_same_name(tmp_path):
    (before,) = LIBRARIES.glob("libicudata.so.*")
    after = Path(shutil.copy(before, tmp_path))
    icu.leave_out_unread(tmp_path)
    assert after.stat().st_size < 0.6 * before.stat().st_size
    kept = icu.items_of(icu.read_data(after))
    all_of_it = icu.items_of(icu.read_data(before))
    assert {name for name in all_of_it if name.split("/")[1] not in icu.NOT_READ} == set(kept)
    assert all(item.rstrip(b"\0") == all_of_it[name].rstrip(b"\0") for name, item in kept.items())
    name, _ = icu._entry_point(before)
    begin = (ctypes.c_char * 16).in_dll(ctypes.CDLL(str(after)), name).raw
    assert begin == icu.read_data(before)[:16]
