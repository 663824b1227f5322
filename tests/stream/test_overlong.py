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
