"""What a question asks for: its words, its names; whatever is typed, the search is a search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.words.irregular_forms import forms_of
from claudeops_desktop.memory.recall.entities import KINDS, MOST, entities_of, names_asked_for
from claudeops_desktop.memory.recall.keywords import inverse_document_frequency
from claudeops_desktop.memory.recall.question import MOST_WORDS, phrases_of, wants_depth, words_of


def test_question_words_are_dropped():
    found = words_of("How long does it take Jellyfin to start after a restart?")
    assert found == ["take", "jellyfin", "start", "restart"]


def test_a_question_of_question_words_alone_keeps_them():
    assert words_of("what was that?") == ["what", "was", "that"]


def test_of_a_long_text_those_words_are_kept_that_tell_most():
    text = (
        " ".join(f"w{n:02}" for n in range(20)) + " " + " ".join("abcdefghij"[:5] + chr(97 + n) * 3 for n in range(20))
    )
    assert len(words_of(text)) == MOST_WORDS
    assert "w00" in words_of(text)


@given(st.text())
def test_words_are_words_whatever_is_typed(text):
    found = words_of(text)
    assert len(found) <= MOST_WORDS
    assert all(word.isalnum() for word in found)
    assert len(set(found)) == len(found)
    phrases_of(text)
    wants_depth(text)


@given(st.text(), st.text())
def test_entities_of_any_text_are_few_and_clean(text, service):
    found = entities_of(text, service or None, {"jellyfin"})
    assert len(found) <= MOST
    assert all(kind in KINDS and name and name == name.lower() for kind, name in found)
    assert len(set(found)) == len(found)
    names_asked_for(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Its API is on port 8096", ("port", "8096")),
        ("Answers on http://nas.local:9000/health", ("host", "nas.local")),
        ("Answers on http://nas.local:9000/health", ("port", "9000")),
        ("The Caddyfile lies in /etc/caddy/Caddyfile", ("path", "/etc/caddy/caddyfile")),
        ("Broken since v2.10.1", ("version", "2.10.1")),
        ("The gateway is 192.168.1.1", ("host", "192.168.1.1")),
        ("Runs on node-07 only", ("host", "node-07")),
        ("Ask Miriam before a reboot", ("person", "miriam")),
        ("Mail ops@example.org when it fails", ("person", "ops@example.org")),
        ("Caroline: I went there yesterday", ("speaker", "caroline")),
        ("Must be started after WireGuard", ("name", "wireguard")),
        ("Waits for jellyfin to answer", ("service", "jellyfin")),
        ("Edit docker-compose.yml first", ("path", "docker-compose.yml")),
    ],
)
def test_names_are_found_with_their_kind(text, found):
    assert found in entities_of(text, None, {"jellyfin"})


def test_an_address_is_no_version_and_a_file_no_host():
    kinds = {kind for kind, _ in entities_of("192.168.1.1 reads config.yaml")}
    assert kinds == {"host", "path"}


def test_a_word_that_few_hold_tells_more():
    assert (
        inverse_document_frequency(1, 1000)
        > inverse_document_frequency(10, 1000)
        > inverse_document_frequency(900, 1000)
        > 0
    )


def test_words_that_change_their_stem_are_one_word():
    assert set(forms_of("went")) == {"go", "went", "gone"}
    assert forms_of("restart") == ("restart",)
