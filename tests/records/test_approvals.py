"""Questions to the operator (S10): one answer each, and none after its time."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.records.approvals import LONGEST_NOTE, ApprovalQuestion, ApprovalState, state_at
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import CommittedChange, open_store

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=15)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path / "data"))
    yield RecordRepositories(store)
    store.close()


def ask(book, **fields):
    now = fields.pop("now", NOW)
    said = {"kind": "tier", "tier": 3, "expires_at": LATER, "services": ["jellyfin"], "reason": "down"}
    return book.store.write(lambda: book.approvals.ask_operator(ApprovalQuestion(**(said | fields)), now)).result()


def answer(book, number, state="approved", now=NOW, note=""):
    return book.store.write(lambda: book.approvals.answer(number, state, "window", now, note)).result()


def run(book):
    return book.store.write(
        lambda: book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=3, dry_run=False, services=[], now=NOW
        )
    ).result()


def test_what_was_asked_waits_and_says_what_for(book):
    number = ask(book, may="It may redeploy.", cost_usd=1.0)
    (found,) = book.approvals.waiting(NOW)
    assert (found.id, found.services, found.may, found.cost_usd) == (number, ("jellyfin",), "It may redeploy.", 1.0)
    assert found.is_waiting
    assert not found.is_approved


@pytest.mark.parametrize(("state", "yes"), [("approved", True), ("approved_run", True), ("refused", False)])
def test_an_answer_is_written_down_with_who_and_when(book, state, yes):
    number = ask(book)
    assert answer(book, number, state, NOW + timedelta(minutes=1), " do it gently ")
    found = book.approvals.get(number)
    assert (found.state, found.is_approved, found.answered_by, found.note) == (state, yes, "window", "do it gently")
    assert found.answered_at == "2026-03-01T12:01:00.000Z"
    assert book.approvals.waiting(NOW) == []


def test_only_the_first_answer_takes(book):
    number = ask(book)
    assert answer(book, number, "refused")
    assert not answer(book, number, "approved")
    assert book.approvals.get(number).state == "refused"


def test_after_its_time_a_question_cannot_be_approved(book):
    number = ask(book)
    assert not answer(book, number, "approved", LATER)
    assert book.approvals.get(number).state == "timed_out"


def test_time_alone_decides_whoever_writes_it_down(book):
    number = ask(book)
    assert book.approvals.waiting(LATER) == []
    assert state_at(book.approvals.get(number), LATER).state == ApprovalState.TIMED_OUT
    assert state_at(book.approvals.get(number), LATER - timedelta(milliseconds=1)).is_waiting


def test_expiring_twice_changes_nothing_more(book):
    number = ask(book)
    ask(book, expires_at=LATER + timedelta(hours=1))
    assert book.store.write(lambda: book.approvals.expire(LATER)).result() == [number]
    found = book.approvals.get(number)
    assert (found.answered_at, found.answered_by) == ("2026-03-01T12:15:00.000Z", "time")
    assert book.store.write(lambda: book.approvals.expire(LATER + timedelta(minutes=5))).result() == []
    assert book.approvals.get(number) == found


def test_what_a_run_still_asks_is_withdrawn_with_a_sentence(book):
    first, second = run(book), run(book)
    mine, other = ask(book, run_id=first), ask(book, run_id=second)
    assert book.store.write(lambda: book.approvals.withdraw("You stopped it.", NOW, run_id=first)).result() == [mine]
    assert (book.approvals.get(mine).state, book.approvals.get(mine).note) == ("withdrawn", "You stopped it.")
    assert book.approvals.get(other).is_waiting


def test_what_ran_out_before_is_not_called_withdrawn(book):
    number = run(book)
    late = ask(book, run_id=number)
    assert book.store.write(lambda: book.approvals.withdraw("You stopped it.", LATER, run_id=number)).result() == []
    assert book.approvals.get(late).state == "timed_out"


def test_a_yes_for_the_run_covers_the_same_kind_in_that_run_only(book):
    number, other = run(book), run(book)
    answer(book, ask(book, run_id=number, kind="action", action="destructive"), "approved_run")
    assert book.approvals.find_covering(number, "action", "destructive")
    assert not book.approvals.find_covering(number, "action", "unknown")
    assert not book.approvals.find_covering(number, "tier")
    assert not book.approvals.find_covering(other, "action", "destructive")


def test_a_yes_for_once_covers_nothing_else(book):
    number = run(book)
    answer(book, ask(book, run_id=number), "approved")
    assert book.approvals.find_covering(number, "tier") is None


def test_the_list_is_newest_first_and_can_be_narrowed(book):
    first, second = ask(book), ask(book)
    answer(book, first, "refused")
    assert [a.id for a in book.approvals.list()] == [second, first]
    assert [a.id for a in book.approvals.list(state="refused")] == [first]
    assert [a.id for a in book.approvals.list(limit=1)] == [second]


def test_a_state_that_is_no_answer_is_a_mistake_of_the_caller(book):
    number = ask(book)
    with pytest.raises(ValueError, match="no answer"):
        answer(book, number, "timed_out")


def test_a_note_is_not_longer_than_a_prompt_can_bear(book):
    number = ask(book)
    answer(book, number, note="x" * 10_000)
    assert len(book.approvals.get(number).note) == LONGEST_NOTE


def test_each_change_is_told(book):
    heard: list[CommittedChange] = []
    book.store.hub.listen(heard.append)
    number = ask(book)
    answer(book, number, "refused")
    answer(book, number, "approved")
    assert [(c.table, c.ids, c.what) for c in heard] == [
        ("approvals", (number,), "inserted"),
        ("approvals", (number,), "updated"),
    ]


ANSWERS = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
store = open_store(DataFolder(Path(sys.argv[1])))
book = RecordRepositories(store)
sys.stdin.readline()
now = datetime(2026, 3, 1, 12, 1, tzinfo=UTC)
took = [store.write(lambda n=n: book.approvals.answer(n, sys.argv[2], sys.argv[2], now)).result() for n in range(1, 41)]
print(sum(took))
store.close()
"""


@pytest.mark.slow
def test_of_two_processes_that_answer_at_once_one_takes(book):
    for _ in range(40):
        ask(book)
    folder = str(book.store.path.parent)
    both = [
        subprocess.Popen(
            [sys.executable, "-c", ANSWERS, folder, state], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for state in ("approved", "refused")
    ]
    for process in both:
        process.stdin.write("\n")
        process.stdin.flush()
    took = [int(process.communicate()[0]) for process in both]
    assert sum(took) == 40
    states = book.store.database.execute_sql(
        "SELECT state, answered_by, count(*) FROM approvals GROUP BY 1, 2"
    ).fetchall()
    assert all(state == by for state, by, _ in states)
    assert {state: count for state, _, count in states} == {
        state: count for state, count in zip(("approved", "refused"), took, strict=True) if count
    }
