"""``claudeops schedule`` (D5)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import from_text


def add(claudeops, name="Observe", *more):
    return claudeops("schedule", "add", name, *(more or ("--every", "30min")), "--json")


def test_an_interval_is_added_and_listed_in_words(claudeops):
    row = add(claudeops).json
    assert (row["kind"], row["rule"], row["words"], row["enabled"]) == ("interval", "1800", "Every 30 minutes", 1)
    assert row["next_due_at"]
    assert [r["id"] for r in claudeops("schedule", "list", "--json").json] == [row["id"]]


def test_a_cron_rule_is_added(claudeops):
    row = add(claudeops, "Morning", "--cron", "0 9 * * 1-5", "--service", "Web", "--tier", 2, "--agent", "watch").json
    assert (row["words"], row["services"], row["tier"], row["agent"]) == ("Weekdays at 09:00", ["web"], 2, "watch")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--every", "30min", "--cron", "0 9 * * *"),
        ("--every", "soon"),
        ("--cron", "99 * * * *"),
        ("--every", "30min", "--agent", "replay:x"),
        ("--every", "30min", "--tier", "4"),
        ("--every", "1min", "--jitter", "60"),
    ],
)
def test_a_rule_that_is_wrong_is_refused(claudeops, words):
    answer = claudeops("schedule", "add", "x", *words)
    assert answer.code == 2
    assert claudeops("schedule", "list", "--json").json == []


def test_only_a_new_rule_moves_the_rhythm(claudeops):
    made = add(claudeops).json
    renamed = claudeops("schedule", "edit", 1, "--name", "Look", "--json").json
    assert (renamed["name"], renamed["anchor_at"]) == ("Look", made["anchor_at"])
    assert claudeops("schedule", "edit", 1, "--every", "1h", "--json").json["rule"] == "3600"


def test_an_edit_that_names_nothing_is_wrong_usage(claudeops):
    add(claudeops)
    assert claudeops("schedule", "edit", 1).code == 2


def test_off_and_on(claudeops):
    add(claudeops)
    off = claudeops("schedule", "disable", 1, "--json").json
    assert (off["enabled"], off["next_due_at"]) == (0, None)
    assert claudeops("schedule", "upcoming", "--json").json == []
    assert claudeops("schedule", "enable", 1, "--json").json["enabled"] == 1


def test_upcoming_is_soonest_first_over_all_schedules(claudeops):
    add(claudeops)
    add(claudeops, "Daily", "--cron", "0 9 * * *")
    due = [row["due_at"] for row in claudeops("schedule", "upcoming", "--count", 60, "--json").json]
    assert len(due) == 60
    assert due == sorted(due)
    assert {row["schedule_id"] for row in claudeops("schedule", "upcoming", "--count", 60, "--json").json} == {1, 2}


def test_removing_takes_its_due_times_along(claudeops, written):
    from claudeops_desktop.core.clock import utc_now

    add(claudeops)
    with written() as books:
        books.write(lambda: books.book.schedules.note_due(1, utc_now(), "missed", "The computer slept."))
    assert claudeops("schedule", "history", "--json").json[0]["state"] == "missed"
    assert claudeops("schedule", "rm", 1).code == 0
    assert claudeops("schedule", "history", "--json").json == []


@pytest.mark.parametrize("verb", ["rm", "enable", "disable"])
def test_an_unknown_id_is_told_in_a_sentence(claudeops, verb):
    answer = claudeops("schedule", verb, 9)
    assert (answer.code, answer.err) == (1, "There is no schedule 9. See `claudeops schedule list`.\n")


def test_people_see_tables(claudeops):
    assert "No schedules" in claudeops("schedule", "list").out
    add(claudeops)
    assert "Every 30 minutes" in claudeops("schedule", "list").out
    assert "Observe" in claudeops("schedule", "upcoming").out
    assert "No due time" in claudeops("schedule", "history").out


def test_policies_are_given_and_shown(claudeops):
    row = claudeops(
        *("schedule", "add", "Nightly", "--cron", "30 2 * * *", "--catch-up", "ask", "--max-age", "6h"),
        *("--wait-network", "--keep-awake", "--json"),
    ).json
    assert [row[name] for name in ("catch_up", "max_age_s", "wait_network", "keep_awake")] == ["ask", 21_600, 1, 1]
    listed = claudeops("schedule", "list").out
    assert "asks about missed ones" in listed
    assert "nothing older than 6 h" in listed


def test_policies_are_changed_and_taken_away(claudeops):
    claudeops("schedule", "add", "Nightly", "--cron", "30 2 * * *", "--catch-up", "skip", "--wait-network")
    row = claudeops("schedule", "edit", 1, "--catch-up", "default", "--no-wait-network", "--json").json
    assert (row["catch_up"], row["wait_network"]) == ("", 0)


def test_a_policy_that_is_wrong_is_refused(claudeops):
    assert claudeops("schedule", "add", "x", "--every", "1h", "--catch-up", "never").code == 2
    assert claudeops("schedule", "add", "x", "--every", "1h", "--max-age", "soon").code == 2


def asked(written, state="asked"):
    """A due time of schedule 1 that waits for an answer."""
    moment = from_text("2026-03-02T08:30:00.000Z")
    with written() as books:
        return books.write(lambda: books.book.schedules.note_due(1, moment, state, "missed at 09:30"))


def test_a_question_is_found_and_answered(claudeops, written):
    add(claudeops)
    number = asked(written)
    (row,) = claudeops("schedule", "history", "--state", "asked", "--json").json
    assert row["id"] == number
    assert claudeops("schedule", "answer", number, "skip", "--json").json["state"] == "skipped"
    again = claudeops("schedule", "answer", number, "run")
    assert again.code == 2
    assert "does not wait for an answer" in again.err


def test_the_answer_run_is_on_record_for_whoever_keeps_the_schedule(claudeops, written):
    add(claudeops)
    row = claudeops("schedule", "answer", asked(written), "run", "--json").json
    assert (row["state"], row["answer"]) == ("asked", "run")


def test_the_history_is_filtered(claudeops, written):
    add(claudeops)
    asked(written, "missed")
    assert len(claudeops("schedule", "history", "--text", "missed at", "--json").json) == 1
    assert claudeops("schedule", "history", "--text", "overload", "--json").json == []
    assert claudeops("schedule", "history", "--state", "ran", "--json").json == []
    assert claudeops("schedule", "history", "--since", "2026-03-03", "--json").json == []
    assert len(claudeops("schedule", "history", "--since", "2026-03-01", "--json").json) == 1
    assert claudeops("schedule", "history", "--since", "whenever").code == 2
    assert claudeops("schedule", "history", "--state", "eaten").code == 2


def test_the_next_five_of_one_schedule_and_of_all(claudeops):
    add(claudeops)
    add(claudeops, "Other", "--every", "1h")
    assert len(claudeops("schedule", "upcoming", "--json").json) == 5
    only = claudeops("schedule", "upcoming", "--schedule", 2, "--count", 3, "--json").json
    assert [row["schedule_id"] for row in only] == [2, 2, 2]


def test_a_schedule_is_copied_switched_off(claudeops):
    add(claudeops)
    copy = claudeops("schedule", "duplicate", 1, "--json").json
    assert (copy["id"], copy["name"], copy["enabled"]) == (2, "Observe (copy)", 0)
