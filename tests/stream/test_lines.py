"""Bytes → lines (PRODUCT S3)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream import lines, overlong
from claudeops_desktop.stream.lines import ENDLESS, LineSplitter


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(places)]


@given(st.binary(max_size=400), st.lists(st.integers(0, 10_000), max_size=30))
def test_any_chunking_gives_the_same_lines(data, cuts):
    splitter = LineSplitter()
    lines = [line for chunk in chunks(data, cuts) for line in splitter.feed(chunk)]
    *whole, rest = data.split(b"\n")
    assert lines == whole
    assert splitter.rest() == rest
    assert splitter.rest() == b""


def test_only_a_newline_ends_a_line():
    assert LineSplitter().feed("a\rb\x0bc\x85d\u2028e\n".encode()) == ["a\rb\x0bc\x85d\u2028e".encode()]


def test_a_line_of_many_megabytes_in_small_pieces_is_joined_once():
    splitter = LineSplitter()
    for _ in range(20_000):
        assert splitter.feed(b"x" * 500) == []
    assert splitter.feed(b"\n") == [b"x" * 10_000_000]


def test_what_never_ends_and_is_no_json_is_cut():
    """``cat /dev/zero`` in an agent must not fill our memory; a JSON line is never cut."""
    splitter = LineSplitter()
    piece = b"\0" * 1_000_000
    found = [line for _ in range(40) for line in splitter.feed(piece)]
    assert [len(line) for line in found] == [ENDLESS, ENDLESS]
    assert len(splitter.rest()) == 40_000_000 - 2 * ENDLESS
    assert splitter.feed(b' {"a":"') == []
    assert [line for _ in range(20) for line in splitter.feed(piece)] == []
    assert [len(line) for line in splitter.feed(b'"}\n')] == [20_000_009]


@pytest.mark.parametrize(
    ("fed", "found", "rest"),
    [
        ([b""], [[]], b""),
        ([b"a"], [[]], b"a"),
        ([b"a\n"], [[b"a"]], b""),
        ([b"a\n\nb\nc", b"", b"d\n"], [[b"a", b"", b"b"], [], [b"cd"]], b""),
        ([b"\n"], [[b""]], b""),
        ([b"x" * 9, b"y", b"z"], [[], [b"x" * 9 + b"y"], []], b"z"),
        ([b"a\n" + b"x" * 12, b"y"], [[b"a"], [b"x" * 12 + b"y"]], b""),
        ([b"x" * 12 + b"\n"], [[b"x" * 12]], b""),
        ([b"  ", b"{", b"x" * 16, b"\n"], [[], [], [], [b"  {" + b"x" * 16]], b""),
        ([b"\xef\xbb\xbf {", b"x" * 9], [[], []], b"\xef\xbb\xbf {" + b"x" * 9),
        ([b" " * 10, b"{"], [[b" " * 10], []], b"{"),
    ],
)
def test_where_lines_end_of_which_ten_bytes_are_endless(monkeypatch, fed, found, rest):
    monkeypatch.setattr(lines, "ENDLESS", 10)
    splitter = LineSplitter()
    assert [splitter.feed(chunk) for chunk in fed] == found
    assert (splitter.rest(), splitter.rest(), splitter.dropped) == (rest, b"", 0)


def test_long_strings_of_a_line_of_json_are_cut_from_a_length_on(monkeypatch):
    monkeypatch.setattr(lines, "ENDLESS", 10)
    monkeypatch.setattr(lines, "WHOLE_JSON", 20)
    monkeypatch.setattr(overlong, "KEPT_OF_A_STRING", 5)
    splitter = LineSplitter()
    assert splitter.feed(b'{"a":"' + b"x" * 13) == []
    assert splitter.feed(b'\n{"a":"' + b"x" * 20 + b'"}\n') == [b'{"a":"' + b"x" * 13, b'{"a":"' + b"x" * 20 + b'"}']
    for dropped in (12, 24):
        assert splitter.feed(b'{"a":"' + b"x" * 15) == []
        assert splitter.feed(b"x") == []
        assert splitter.feed(b'x"') == []
        assert splitter.feed(b"}\nnext") == [b'{"a":"xxxxx [12 bytes were cut here]"}']
        assert splitter.dropped == dropped
        assert splitter.rest() == b"next"
