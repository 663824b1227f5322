"""What is remembered of a word follows every change, without being read anew as a whole."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.recall import keywords, memory_index


def held(asking, word: str) -> list[int]:
    """Ids of the memories that hold a word, by what recall remembers, and the same by a look of its own."""

    def look() -> list[int]:
        recall = asking.recall
        with recall.loaded_index.lock:
            recall.loaded_index.refresh(recall.loaded_index.model, recall.loaded_index.size)
            found = recall.loaded_index.ids[recall._postings.word(word)].tolist()
            assert found == recall.loaded_index.ids[keywords.KeywordPostings(recall.loaded_index).word(word)].tolist()
        return found

    return asking.store.read(look).result()


@pytest.fixture
def stocked(asking, monkeypatch):
    monkeypatch.setattr(keywords, "_FEW", 0)  # as if many thousand memories held the word
    asking.keys = [asking.put(f"The backup of host{n} takes {n} minutes", "nas") for n in range(1, 7)]
    asking.ask("backup")
    assert held(asking, "backup") == asking.keys
    return asking


def read_whole(asking, monkeypatch) -> list[str]:
    """The places where a word is read as a whole from now on."""
    read, seen = keywords.KeywordPostings._read, []

    def spy(self, source, value, column, *more):
        if not more and self is asking.recall._postings:
            seen.append(value)
        return read(self, source, value, column, *more)

    monkeypatch.setattr(keywords.KeywordPostings, "_read", spy)
    return seen


def test_a_word_that_came_and_one_that_went_are_seen_and_the_rest_is_not_read_again(stocked, monkeypatch):
    seen = read_whole(stocked, monkeypatch)
    stocked.change(stocked.keys[2], observation="The snapshot of host3 takes 3 minutes")
    new = stocked.put("Another backup runs at noon", "nas")
    assert held(stocked, "backup") == [*stocked.keys[:2], *stocked.keys[3:], new]
    stocked.change(stocked.keys[2], observation="The backup of host3 takes 3 minutes")
    assert held(stocked, "backup") == [*stocked.keys, new]
    assert new in stocked.ids("when does another backup run")
    assert '"backup"' not in seen


def test_a_deleted_memory_holds_no_word_and_its_return_brings_it_back(stocked):
    memory, gone = stocked.desk.memory, stocked.keys[1]
    change = stocked.store.write(lambda: memory.edits.delete([gone])).result()
    assert held(stocked, "backup") == [stocked.keys[0], *stocked.keys[2:]]
    stocked.store.write(lambda: memory.edits.undo(change)).result()
    assert held(stocked, "backup") == stocked.keys


def test_past_very_many_changes_everything_is_read_anew(stocked, monkeypatch):
    monkeypatch.setattr(memory_index, "MOST_MOVED", 2)
    monkeypatch.setattr(keywords, "_ASKED_AGAIN", 1)
    for number in range(4):
        stocked.change(stocked.keys[number], observation=f"The snapshot of host{number} takes a while")
        assert held(stocked, "backup") == stocked.keys[number + 1 :]
