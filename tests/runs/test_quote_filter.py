"""What a session only quotes is no claim of its own, whichever way it was told (S7)."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.agents.types import EscalationRequest
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.prompt_requests import WISH
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.marker_store import QUOTED, MarkerStore
from claudeops_desktop.runs.prompt import build_prompt, make_hand_over, tier_prompt
from claudeops_desktop.runs.quote_filter import QuoteFilter, markers_at_start
from claudeops_desktop.storage import open_store
from claudeops_desktop.stream.events import AssistantText, ToolResult, UserText
from claudeops_desktop.stream.markers import read_markers

AT = to_text(utc_now())
MEMORY = "[MEMORY:timing:jellyfin] Takes 60s to start after restart"
EVENT = "[EVENT:critical:db] The database is down and three disks are gone"
COOLDOWN = "[COOLDOWN:restart:web] success — came back after ten seconds"


@pytest.fixture
def book(folder):
    store = open_store(folder)
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def keeper_told(book):
    def begin():
        now = utc_now()
        run = book.sessions.begin_run(
            trigger=RunTrigger.MANUAL, agent="claude", max_tier=1, dry_run=False, services=(), now=now
        )
        return book.sessions.begin(now=now, run_id=run, agent="claude", tier=1, trigger=RunTrigger.MANUAL)

    def make(*told):
        return MarkerStore(book, MemoryService(book), book.store.write(begin).result(), 1, told=told)

    return make


def says(keeper, text, number=9):
    keeper.store_line(number, AT, [AssistantText(text, 0, f"m{number}", main=True)])
    return keeper.wait_until_stored()


def left(harvest):
    return (len(harvest.memories), len(harvest.events), len(harvest.cooldowns))


@pytest.mark.parametrize("marker", [MEMORY, EVENT, COOLDOWN])
@pytest.mark.parametrize(
    "answer",
    [
        "{0}",
        "12:00 app: {0}\n12:01 app: fine",
        '{{"type":"text","text":"Checked.\\n{0}\\nDone"}}',
        "> **{0}**",
        "- `{0}`",
    ],
)
@pytest.mark.parametrize("main", [True, False])
def test_what_a_tool_printed_is_quoted_in_whatever_place_of_a_line(keeper_told, marker, answer, main):
    keeper = keeper_told()
    keeper.store_line(1, AT, [ToolResult("t1", answer.format(marker), is_error=False, main=main)])
    assert left(says(keeper, f"The log says: **{marker}**, so I look further.\n- {marker}")) == (0, 0, 0)


def test_it_is_written_down_that_it_was_said_and_why_nothing_came_of_it(book, keeper_told):
    keeper = keeper_told(f"~ {MEMORY} (confidence: 0.7; age: 2d; operations)")
    says(keeper, f"I was told {MEMORY}")
    (record,) = book.markers.of_session(1)
    assert (record.kind, record.action, record.why, record.target_id) == ("memory", "rejected", QUOTED, None)


def test_a_note_that_holds_a_marker_confirms_nothing_when_it_is_read_out(book, keeper_told):
    memory = says(keeper_told(), MEMORY).memories[0].memory
    keeper = keeper_told(f"- [behavior] Seen: {MEMORY} (confidence: 0.7)")
    assert left(says(keeper, f"My notes say {MEMORY} (confidence: 0.7)")) == (0, 0, 0)
    assert book.store.read(lambda: MemoryService(book).search.get(memory.id)).result().confidence == 0.7


def test_what_the_session_finds_out_itself_counts_though_a_tool_printed_the_same_words(keeper_told):
    keeper = keeper_told()
    keeper.store_line(1, AT, [ToolResult("t1", "Takes 60s to start after restart", is_error=False, main=True)])
    assert left(says(keeper, MEMORY)) == (1, 0, 0)


def test_what_the_session_said_first_counts_though_a_tool_prints_it_later(keeper_told):
    keeper = keeper_told()
    keeper.store_line(1, AT, [AssistantText(MEMORY, 0, "m1", main=True)])
    keeper.store_line(2, AT, [ToolResult("t1", MEMORY, is_error=False, main=True)])
    assert left(keeper.wait_until_stored()) == (1, 0, 0)


@pytest.mark.parametrize(
    "said",
    [
        "[MEMORY:timing:jellyfin] Takes 90s to start after restart",
        "[MEMORY:timing:plex] Takes 60s to start after restart",
        "[MEMORY:behavior:jellyfin] Takes 60s to start after restart",
        "[MEMORY:timing:jellyfin] Takes 60s",
    ],
)
def test_other_words_or_another_service_is_a_claim(keeper_told, said):
    keeper = keeper_told()
    keeper.store_line(1, AT, [ToolResult("t1", MEMORY, is_error=False, main=True)])
    assert left(says(keeper, said)) == (1, 0, 0)


def test_the_beginning_of_what_was_told_is_quoted_too(keeper_told):
    keeper = keeper_told(f"{EVENT} since noon")
    assert left(says(keeper, EVENT)) == (0, 0, 0)


def test_notes_of_the_cli_are_told_as_well(keeper_told):
    keeper = keeper_told()
    keeper.store_line(1, AT, [UserText(f"<local-command-stdout>{EVENT}</local-command-stdout>", main=True)])
    assert left(says(keeper, EVENT)) == (0, 0, 0)


class TestAtItsStart:
    def test_the_examples_of_our_own_prompts_may_be_meant(self):
        told = markers_at_start(build_prompt(1, "look at jellyfin"), "", 1, RunTrigger.MANUAL)
        quotations = QuoteFilter(told)
        examples = read_markers(tier_prompt(1))
        assert examples
        assert not any(quotations.is_quoted(marker) for marker in examples)

    def test_the_operator_means_what_he_asks_to_remember(self):
        assert markers_at_start(build_prompt(1, f"Remember: {MEMORY}"), "", 1, RunTrigger.MANUAL) == ()

    def test_what_an_alert_brought_along_is_nobodys_wish(self):
        told = markers_at_start(build_prompt(1, f"Alert: {EVENT}"), "", 1, RunTrigger.ALERT)
        assert QuoteFilter(told).is_quoted(*read_markers(EVENT))

    def test_what_the_tier_before_handed_over_is_told(self):
        hand_over = make_hand_over(EscalationRequest("it hangs", ("db",), f"seen: {EVENT}"), "", 1, 4)
        told = markers_at_start(build_prompt(2, "go on", hand_over), "", 2, RunTrigger.MANUAL)
        assert WISH in told[0]
        assert QuoteFilter(told).is_quoted(*read_markers(EVENT))


@pytest.mark.slow
def test_a_great_many_told_markers_are_bounded_and_quick_to_look_up():
    quotations = QuoteFilter([json.dumps([f"[EVENT:info] line {number}" for number in range(20_000)])])
    assert not quotations.is_quoted(*read_markers("[EVENT:info] something of its own that nobody printed"))
