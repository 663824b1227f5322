"""A JSON line that is too long to be kept is cut within its strings, and is JSON still."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream import lines, overlong
from claudeops_desktop.stream.lines import LineSplitter
from claudeops_desktop.stream.overlong import OverlongLine

TEXT = st.text(max_size=60) | st.text(alphabet='\\"😀é\n ä�', max_size=60)
DOCUMENT = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def shortened(line: bytes, sizes: list[int]) -> OverlongLine:
    one, at = OverlongLine(), 0
    for size in [*sizes, len(line)]:
        one.feed(line[at : at + size])
        at += size
    return one


def texts(document: object) -> list[str]:
    if isinstance(document, str):
        return [document]
    if isinstance(document, list):
        return [text for each in document for text in texts(each)]
    if isinstance(document, dict):
        return [text for pair in document.items() for each in pair for text in texts(each)]
    return []


@pytest.mark.slow
@given(DOCUMENT, st.integers(1, 30), st.lists(st.integers(0, 9), max_size=80), st.booleans())
def test_whatever_is_cut_it_stays_json_and_each_text_keeps_its_beginning(document, kept, sizes, ascii_only):
    line = json.dumps(document, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlong, "KEPT_OF_A_STRING", kept)
        one = shortened(line, sizes)
        found = json.loads(one.kept_line().decode("utf-8", "surrogatepass"))
    if not one.dropped:
        assert found == document
    if not isinstance(document, dict):  # two keys may become the same
        for before, after in zip(texts(document), texts(found), strict=False):
            head, cut, _ = after.partition(" [")
            assert before.startswith(head) if cut and after.endswith("were cut here]") else before == after


def test_what_was_cut_is_told_in_its_place(monkeypatch):
    monkeypatch.setattr(overlong, "KEPT_OF_A_STRING", 10)
    one = shortened(b'{"type":"user","content":"one two three four","end":true}', [])
    assert json.loads(one.kept_line()) == {"type": "user", "content": "one two [11 bytes were cut here]", "end": True}
    assert one.dropped == 11


@pytest.mark.parametrize(
    ("string", "kept", "cut"),
    [
        (b"abcdefghij", b"abcdefghij", 0),
        (b"abcdefghijk", b"abcdefghij", 1),
        (b"one two three", b"one two", 6),
        (b"one twothree", b"one", 9),
        (b" bcdefghijkl", b" bcdefghij", 2),
        ("abcdefghé".encode(), "abcdefghé".encode(), 0),
        ("abcdefghiéx".encode(), b"abcdefghi", 3),
        ("abcdefgh—".encode(), b"abcdefgh", 3),
        ("abcdefg😀".encode(), b"abcdefg", 4),
        ("abcdefghi\u07ff".encode(), b"abcdefghi", 2),
        ("\U0001f600\U0001f600\U0001f600".encode(), "\U0001f600\U0001f600".encode(), 4),
        (rb"abcdefgh\nx", rb"abcdefgh\n", 1),
        (rb"abcdefghi\nx", b"abcdefghi", 3),
        (rb"abcdefgh\u00e9", b"abcdefgh", 6),
        (rb"abcde\u00e9x", b"abcde", 7),
        (rb"abcd\u00e9x", rb"abcd\u00e9", 1),
        (rb"abcdefgh\\x", rb"abcdefgh\\", 1),
        (rb"abcdefg\\\n", rb"abcdefg\\", 2),
        (rb"abcdef\\u00e9", rb"abcdef\\u0", 3),
        (rb"abcd\ud83d\ude00", b"abcd", 12),
        (rb"abc\ud83d\ude00", b"abc", 12),
        (rb"abcd\uD83dxyz", b"abcd", 9),
        (rb"abcd\u083dxyz", rb"abcd\u083d", 3),
        (rb"\n\n\n\n\n\n", rb"\n\n\n\n\n", 2),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_a_string_is_cut_between_words_and_never_within_a_sign(monkeypatch, string, kept, cut, size):
    """However its bytes arrive."""
    monkeypatch.setattr(overlong, "KEPT_OF_A_STRING", 10)
    line = b'["' + string + b'",1]'
    one = shortened(line, [size] * len(line))
    note = b" [%d bytes were cut here]" % cut if cut else b""
    assert one.kept_line() == b'["' + kept + note + b'",1]'
    assert json.loads(one.kept_line())
    assert one.dropped == cut


@pytest.mark.parametrize(
    ("string", "kept"), [(b"abcdef ghijk", b"abcdef"), (b"abcde fghijk", b"abcde fghi"), (b"a cdef ghijk", b"a cdef")]
)
def test_a_space_is_looked_for_shortly_before_the_cut(monkeypatch, string, kept):
    monkeypatch.setattr(overlong, "KEPT_OF_A_STRING", 10)
    monkeypatch.setattr(overlong, "BOUNDARY", 4)
    one = shortened(b'"' + string + b'"', [])
    assert one.kept_line() == b'"%s [%d bytes were cut here]"' % (kept, len(string) - len(kept))


@pytest.mark.parametrize(
    ("line", "sizes", "kept", "dropped"),
    [
        (b'{"a":[1,2,3,4]}', [], b'{"a":[1,2,3,4]}', 0),
        (b'{"a":[1,2,3,4], "b":1}', [], b'{"a":[1,2,3,4], "', 5),
        (b'{"a":[1,2,3,4,5,6]}', [], b'{"a"', 15),
        (b'{"a":[1,2,3,4,5,6]}', [5] * 4, b'{"a":[1,2,3,4,5', 4),
        (b'{"a":[1,2,3,4,5,6]}', [5, 13], b'{"a":', 14),
        (b"[1,2,3,4,5,6,7]", [4] * 4, b"[1,2,3,4,5,6,7]", 0),
        (b"[1,2,3,4,5,6,7,8,9,1]", [8] * 3, b"[1,2,3,4,5,6,7,8", 5),
        (b'{"a', [], b'{"a', 0),
        (b'{"a\\', [], b'{"a', 0),
        (b"", [], b"", 0),
    ],
)
def test_of_a_line_that_is_longer_still_the_end_is_dropped(monkeypatch, line, sizes, kept, dropped):
    monkeypatch.setattr(overlong, "MOST_KEPT", 17)
    one = shortened(line, sizes)
    assert (one.kept_line(), one.dropped) == (kept, dropped)


def test_a_string_keeps_a_megabyte():
    one = shortened(b'["' + b"x" * 1_000_001 + b'","' + b"y" * 1_000_000 + b'"]', [])
    assert one.kept_line() == b'["' + b"x" * 1_000_000 + b' [1 bytes were cut here]","' + b"y" * 1_000_000 + b'"]'


def test_a_line_that_is_all_structure_is_cut_off(monkeypatch):
    monkeypatch.setattr(overlong, "MOST_KEPT", 1_000)
    one = shortened(b"[" + b"1," * 10_000 + b"1]", [100] * 300)
    assert len(one.kept_line()) <= 1_000
    assert one.dropped > 19_000


def test_a_splitter_cuts_a_long_line_and_goes_on_with_the_next(monkeypatch):
    monkeypatch.setattr(lines, "ENDLESS", 1_000)
    monkeypatch.setattr(lines, "WHOLE_JSON", 2_000)
    monkeypatch.setattr(overlong, "KEPT_OF_A_STRING", 100)
    splitter = LineSplitter()
    line = json.dumps({"type": "user", "text": "word " * 2_000}).encode()
    found = [one for at in range(0, len(line), 64) for one in splitter.feed(line[at : at + 64])]
    assert found == []
    long, short = splitter.feed(b'\n{"type":"result"}\n')
    assert json.loads(long)["type"] == "user"
    assert len(long) < 300
    assert short == b'{"type":"result"}'
    assert splitter.dropped > 9_000
