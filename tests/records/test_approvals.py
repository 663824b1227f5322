"""Questions to the operator (S10): one answer each, and none after its time."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import asdict, replace
from support.folders import used_folder

from claudeops_desktop.records.approvals import (
    LONGEST_NOTE,
    Approval,
    ApprovalQuestion,
    ApprovalState,
    is_held_back,
    needs_confirmation,
    state_at,
)
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


# --- whole rows, and each question on both sides of its limits ------------------------------------------------------

GONE = "1 0 00000000"  # the number is that of another process by now


def test_a_question_is_kept_word_for_word(book):
    first = run(book)
    number = ask(
        book,
        kind="action",
        run_id=first,
        action="restart",
        services=("web", "db"),
        command="systemctl restart web",
        context="nightly",
        may="It may restart.",
        cost_usd=0.5,
    )
    asked = Approval(
        id=number,
        kind="action",
        run_id=first,
        session_id=None,
        tier=3,
        action="restart",
        services=("web", "db"),
        command="systemctl restart web",
        reason="down",
        context="nightly",
        may="It may restart.",
        cost_usd=0.5,
        asked_at="2026-03-01T12:00:00.000Z",
        expires_at="2026-03-01T12:15:00.000Z",
        state="waiting",
        answered_at=None,
        answered_by="",
        note="",
        asker="",
    )
    assert book.approvals.list() == [asked]
    assert (book.approvals.get(number), book.approvals.get(99)) == (asked, None)
    assert asked.as_json() == {name: value for name, value in asdict(asked).items() if name != "asker"}
    assert answer(book, number, note="  ok  ")
    done = {"state": "approved", "answered_at": "2026-03-01T12:00:00.000Z", "answered_by": "window", "note": "ok"}
    assert book.approvals.list() == [replace(asked, **done)]


@pytest.mark.parametrize(
    ("state", "now", "stands"),
    [
        ("waiting", LATER - timedelta(milliseconds=1), "waiting"),
        ("waiting", LATER, "timed_out"),
        ("waiting", LATER + timedelta(hours=1), "timed_out"),
        ("approved", LATER, "approved"),
        ("withdrawn", LATER, "withdrawn"),
    ],
)
def test_how_a_question_stands_at_a_moment(book, state, now, stands):
    number = ask(book)
    if state != "waiting":
        answer(book, number, state)
    found = book.approvals.get(number)
    late = {"state": "timed_out", "answered_at": found.expires_at, "answered_by": "time"}
    assert state_at(found, now) == (found if stands == state else replace(found, **late))


@pytest.mark.parametrize(
    ("tier", "action", "held", "confirmed"),
    [
        (1, "", False, False),
        (2, "restart", False, False),
        (3, "restart", True, True),
        (4, "", True, True),
        (2, "stop", True, True),
        (1, "host", True, True),
        (1, "destructive", True, True),
        (2, "disclose", False, True),
        (2, "unknown", False, True),
        (3, "unknown", True, True),
    ],
)
def test_what_cannot_be_taken_back_is_held_back_and_confirmed(book, tier, action, held, confirmed):
    found = book.approvals.get(ask(book, tier=tier, action=action))
    assert (is_held_back(found), needs_confirmation(found)) == (held, confirmed)


def asked_by(book, number, asker):
    sql = "UPDATE approvals SET asker = ? WHERE id = ?"
    book.store.write(lambda: book.store.database.execute_sql(sql, (asker, number))).result()


def test_what_a_process_asked_that_is_gone_is_withdrawn(book):
    for _ in range(3):
        ask(book)
    answer(book, 2, "refused")
    for number in (2, 3):
        asked_by(book, number, GONE)
    assert [one.id for one in book.approvals.unanswered()] == [1, 3]
    assert book.approvals.orphans() == [3]
    assert [one.id for one in book.approvals.waiting(NOW)] == [1]
    heard: list[CommittedChange] = []
    book.store.hub.listen(heard.append)
    assert book.store.write(lambda: book.approvals.expire(NOW)).result() == [3]
    assert heard == [CommittedChange("approvals", (3,), "updated")]
    found = book.approvals.get(3)
    assert (found.state, found.answered_at, found.answered_by, found.note) == (
        "withdrawn",
        "2026-03-01T12:00:00.000Z",
        "application",
        "The process that asked has ended.",
    )
    assert [one.state for one in book.approvals.list()] == ["withdrawn", "refused", "waiting"]
    assert book.store.write(lambda: book.approvals.expire(NOW)).result() == []
    assert len(heard) == 1


def test_withdrawn_and_expired_are_told_together(book):
    first, second = ask(book), ask(book)
    asked_by(book, second, GONE)
    assert book.store.write(lambda: book.approvals.expire(LATER)).result() == [second, first]
    assert [one.state for one in book.approvals.list()] == ["withdrawn", "timed_out"]


def test_an_orphan_cannot_be_answered(book):
    number = ask(book)
    asked_by(book, number, GONE)
    assert not answer(book, number)
    assert book.approvals.get(number).state == "withdrawn"


def test_every_question_that_waits_can_be_refused_at_once(book):
    late, answered, orphan, waiting = ask(book, expires_at=NOW), ask(book), ask(book), ask(book)
    answer(book, answered, now=NOW - timedelta(minutes=1))
    asked_by(book, orphan, GONE)
    refuse = book.approvals.refuse_all
    assert book.store.write(lambda: refuse("Stopped.", "window", NOW)).result() == [orphan, waiting]
    assert [one.state for one in book.approvals.list()] == ["refused", "refused", "approved", "waiting"]
    found = book.approvals.get(waiting)
    assert (found.answered_at, found.answered_by, found.note) == ("2026-03-01T12:00:00.000Z", "window", "Stopped.")
    assert book.approvals.get(late).is_waiting


def session_of(book, run_id):
    return book.store.write(
        lambda: book.sessions.begin(now=NOW, run_id=run_id, agent="claude", trigger="manual")
    ).result()


def test_what_one_session_asks_is_withdrawn_by_itself(book):
    first = run(book)
    mine, other = session_of(book, first), session_of(book, first)
    numbers = [ask(book, run_id=first, session_id=number) for number in (mine, other, None)]
    withdraw = book.approvals.withdraw
    assert book.store.write(lambda: withdraw("Over.", NOW, run_id=first, session_id=mine)).result() == [numbers[0]]
    found = book.approvals.get(numbers[0])
    assert (found.answered_at, found.answered_by) == ("2026-03-01T12:00:00.000Z", "application")
    assert book.store.write(lambda: withdraw("Over.", NOW, session_id=other)).result() == [numbers[1]]
    assert book.store.write(lambda: withdraw("Over.", NOW)).result() == [numbers[2]]


def test_questions_are_found_by_run_session_and_state(book):
    first, second = run(book), run(book)
    mine = session_of(book, first)
    for run_id, session in ((first, mine), (second, None), (first, None), (first, mine)):
        ask(book, run_id=run_id, session_id=session)
    answer(book, 1, "refused"), answer(book, 3, "refused")
    approvals = book.approvals
    assert [one.id for one in approvals.of_run(first)] == [1, 3, 4]
    assert [one.id for one in approvals.of_session(mine)] == [1, 4]
    assert [one.id for one in approvals.unanswered()] == [2, 4]
    assert [one.id for one in approvals.waiting(LATER - timedelta(milliseconds=1))] == [2, 4]
    assert [one.id for one in approvals.list(before=3)] == [2, 1]
    assert [one.id for one in approvals.list(before=4, state="refused")] == [3, 1]
    assert [one.id for one in approvals.list(state="")] == []
    assert [len(approvals.list(limit=limit)) for limit in (0, 3, 4, 5)] == [0, 3, 4, 4]


def test_the_last_yes_for_the_run_is_the_one_that_covers(book):
    number = run(book)
    first, second = ask(book, run_id=number), ask(book, run_id=number)
    answer(book, first, "approved_run"), answer(book, second, "approved_run")
    assert book.approvals.find_covering(number, "tier") == book.approvals.get(second)


@pytest.mark.parametrize("length", [LONGEST_NOTE - 1, LONGEST_NOTE, LONGEST_NOTE + 1])
def test_a_note_is_cut_at_two_thousand_characters(book, length):
    number = ask(book)
    answer(book, number, note="x" * length)
    assert len(book.approvals.get(number).note) == min(length, 2000)
