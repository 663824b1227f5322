"""E19: in whatever spelling a subject stands in a text, the text loses it; JSON stays JSON; the rest stays as it is."""

from __future__ import annotations

import json
from urllib.parse import quote, quote_plus

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from claudeops_desktop.memory.purging.files import line_without
from claudeops_desktop.memory.purging.search_terms import PURGED, SearchTerms, within_words

subjects = st.text(min_size=3, max_size=20).map(str.strip).filter(lambda text: len(text) >= 3 and "\n" not in text)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "text",
    [
        "Zürich/Server is slow",
        "ZÜRICH/SERVER is slow",
        json.dumps("the Zürich/Server"),
        json.dumps(json.dumps({"a": "Zürich/Server"})),
        "GET /s?q=" + quote("Zürich/Server"),
        "GET /s?q=" + quote_plus("Zürich/Server").lower(),
        "https:\\/\\/Zürich\\/Server",
        "my-Zürich/Server-2",
    ],
)
def test_it_is_found_in_every_spelling(text):
    needles = SearchTerms("Zürich/Server")
    assert needles.touches(text)
    assert needles.in_bytes(text.encode())
    assert not needles.touches(needles.text(text))


@pytest.mark.slow
@given(subjects, st.text(max_size=40), st.text(max_size=40))
def test_a_text_loses_its_lines_and_keeps_the_others(subject, before, after):
    needles = SearchTerms(subject)
    text = f"{before}\nsaid of {subject} here\n{after}"
    becomes = needles.text(text)
    assert not needles.touches(becomes) or (PURGED in becomes and needles.touches(PURGED))
    kept = [line for line in text.split("\n") if not needles.touches(line)]
    assert [line for line in becomes.split("\n") if line != PURGED] == [line for line in kept if line != PURGED]


@pytest.mark.slow
@given(subjects, values)
@example("00µ", "00µ")  # folded it is another letter
@example("strasse", "the Straße")
def test_json_stays_json_and_what_does_not_touch_it_stays_as_it_was(subject, value):
    needles = SearchTerms(subject)
    document = orjson.dumps({"at": "x", "value": value})
    line = line_without(document + b"\n", needles)
    assert line.endswith(b"\n")
    if not needles.in_bytes(document):
        assert orjson.loads(line) == orjson.loads(document)
    if not needles.touches(PURGED) and not needles.touches("at") and not needles.touches("value"):
        assert isinstance(orjson.loads(line), dict)


@pytest.mark.slow
@given(subjects, values)
def test_doing_it_again_changes_nothing(subject, value):
    needles = SearchTerms(subject)
    once = line_without(orjson.dumps([value, {subject: value, "k": [subject, f"a\n{subject}"]}]), needles)
    assert line_without(once, needles) == once


@given(st.binary(max_size=80), subjects)
def test_half_a_line_and_bytes_of_any_kind_are_taken(raw, subject):
    line_without(raw, SearchTerms(subject))
    SearchTerms(subject).in_bytes(raw)


def test_entries_named_after_it_and_items_that_are_it_go():
    found = SearchTerms("jellyfin").value(
        {"jellyfin": 1, "services": ["jellyfin", "plex"], "why": "a\nthe jellyfin\nb"}
    )
    assert found == {"services": ["plex"], "why": f"a\n{PURGED}\nb"}


@pytest.mark.slow
def test_texts_without_its_name_are_found_by_how_they_begin():
    texts = [f"Takes {number} seconds to come up after the restart of the night" for number in range(2_000)]
    needles = SearchTerms("jellyfin", texts)
    assert needles.touches(f"- [timing] {texts[777]} (confidence: 0.8)")
    assert needles.in_bytes(json.dumps({"text": texts[1999].upper()}).encode())
    assert not needles.touches("Takes 2000 seconds to come up after the restart")
    assert not SearchTerms("jellyfin", ["short"]).touches("something short")


@pytest.mark.parametrize(
    ("text", "inside"),
    [("complex", True), ("plex", False), ("plex.service", False), ("my_plex", False), ("plex2", True)],
)
def test_inside_a_longer_word(text, inside):
    assert within_words(SearchTerms("plex"), text) is inside
    assert SearchTerms("plex", whole_word=True).touches(text) is not inside
    assert SearchTerms("plex").touches(text)
