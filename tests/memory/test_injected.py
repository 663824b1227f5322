"""Which memories a session was given, read back from its prompt (M6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.folders import used_folder

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.injected import given_in, look_up, services_in
from claudeops_desktop.memory.types import MemoryCandidate, MemoryEdit
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.prompt import EnvironmentContext, appended_prompt, build_env_context
from claudeops_desktop.storage import open_store

SAID = (
    ("timing", "jellyfin", "Takes 60s to start (confidence: high)"),
    ("behavior", None, "The host\nreboots on [Sundays]"),
    ("remediation", "general", "A service that is called general"),
)


@pytest.fixture
def memory(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield MemoryService(RecordRepositories(store))
    store.close()


def write(memory, work):
    return memory._book.store.write(work).result()


def prompt_of(memory):
    def ask():
        return memory.prompt.block(ContextRequest(2000, utc_now())).text

    environment = build_env_context(
        EnvironmentContext(
            tier=1,
            dry_run=False,
            about="caddy, gitea",
            now=utc_now(),
            machine="web1",
            data_folder="d",
            hand_off_file="h",
            max_tier=2,
        )
    )
    return appended_prompt(environment, memory._book.store.read(ask).result())


def ids(memory):
    return [
        write(memory, lambda s=s: memory.edits.add(MemoryCandidate(s[0], s[1], s[2], 0.8))).ids[0] for s in SAID[:2]
    ]


def found(memory, prompt):
    return memory._book.store.read(lambda: look_up(given_in(prompt))).result()


def test_each_memory_of_a_real_prompt_is_found_again(memory):
    made = ids(memory)
    prompt = prompt_of(memory)
    rows = found(memory, prompt)
    assert sorted(row.memory.id for row in rows) == sorted(made)
    assert not any(row.changed for row in rows)
    assert {row.given.service for row in rows} == {"jellyfin", None}
    assert services_in(prompt) == "caddy, gitea"


def test_one_that_was_reworded_since_is_known_by_what_it_said(memory):
    made = ids(memory)
    prompt = prompt_of(memory)
    write(memory, lambda: memory.edits.edit([made[0]], MemoryEdit(observation="Takes 20s to start")))
    row = next(row for row in found(memory, prompt) if row.given.service == "jellyfin")
    assert (row.memory.id, row.changed) == (made[0], True)


def test_one_that_was_deleted_since_is_none_any_more(memory):
    made = ids(memory)
    prompt = prompt_of(memory)
    write(memory, lambda: memory.edits.delete([made[0]]))
    assert [row.memory is None for row in found(memory, prompt) if row.given.service == "jellyfin"] == [True]


def test_a_prompt_without_memory_has_none():
    assert given_in("## Environment\n\n- Tier: 1\n- [timing] not one (confidence: 0.7)") == ()


@pytest.mark.parametrize("tail", ["", " [#3, 1 Mar]", " [#3, 1 Mar 2025]"])
@pytest.mark.parametrize(
    "mark", ["", " (unconfirmed)", " (in conflict)", " (older)", " (unconfirmed) (in conflict) (older)"]
)
def test_a_bullet_is_read_with_its_marks_and_as_version_0_1_wrote_it(mark, tail):
    block = f"## Operational Memory (1 memory, ~9 tokens)\n\n### x\n- [timing] Takes 9 s{mark} (confidence: 0.7){tail}"
    assert [(one.text, one.confidence) for one in given_in(block)] == [("Takes 9 s", 0.7)]


@given(st.text())
def test_nothing_is_too_strange(text):
    given_in(text)
    given_in(f"## Operational Memory (1 memory, ~9 tokens)\n\n### x\n{text}")
    services_in(text)
