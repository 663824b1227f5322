"""``claudeops lessons``, ``reminders`` and ``memory show``."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.language.extraction.types import ConversationTurn
from claudeops_desktop.storage.database import proxy


def test_lessons_are_added_listed_edited_and_removed(claudeops):
    made = claudeops("lessons", "add", "Prefer reload over restart", "--json").json
    assert (made["text"], made["source"], made["times"]) == ("Prefer reload over restart", "operator", 1)
    assert claudeops("lessons", "edit", made["id"], "--off", "--json").json["active"] == 0
    assert claudeops("lessons", "edit", made["id"], "--text", "Prefer a reload over a restart").code == 0
    (listed,) = claudeops("lessons", "list", "--json").json
    assert (listed["text"], listed["active"]) == ("Prefer a reload over a restart", 0)
    assert "off" in claudeops("lessons", "list").out
    assert "(in prompts)" in claudeops("lessons", "edit", made["id"], "--on").out
    assert claudeops("lessons", "rm", made["id"]).code == 0
    assert claudeops("lessons", "list", "--json").json == []


def test_a_lesson_that_is_not_there_is_named(claudeops):
    assert "There is no lesson 7." in claudeops("lessons", "rm", 7).err
    assert claudeops("lessons", "edit", 7, "--on").code == 2
    assert claudeops("lessons", "edit", 7).code == 2
    assert claudeops("lessons", "add", "  ").code == 2


def test_a_lesson_is_in_the_next_prompt(claudeops):
    claudeops("lessons", "add", "Prefer reload over restart")
    text = claudeops("context", "--part", "all").out
    assert "## Lessons (1 lesson, ~" in text
    assert "- Prefer reload over restart" in text
    assert claudeops("context").out == ""


@pytest.mark.slow
def test_what_is_to_come_is_listed_cancelled_and_restored(claudeops, written):
    said = ConversationTurn(1, "user", "Please renew the certificate in 6 months.", "")
    with written() as books:
        books.write(lambda: books.memory.reminders.scan([said]))
    (found,) = claudeops("reminders", "--json").json
    assert found["original_message"] == "Please renew the certificate in 6 months."
    assert found["trigger_date"] > utc_now().date().isoformat()
    assert "in 6 months" in claudeops("reminders").out
    assert claudeops("reminders", "cancel", found["id"]).code == 0
    assert claudeops("reminders", "list", "--json").json == []
    assert claudeops("reminders", "--all", "--json").json[0]["state"] == "cancelled"
    assert claudeops("reminders", "cancel", found["id"]).code == 1
    assert claudeops("reminders", "restore", found["id"], "--json").json["state"] == "waiting"
    assert "There is no reminder 99." in claudeops("reminders", "cancel", 99).err


@pytest.mark.parametrize(
    "words", [(), ("--all", "--json"), ("list", "--json"), ("cancel", 99), ("cancel", 99, "--json")]
)
def test_the_former_name_of_reminders_answers_the_same(claudeops, written, words):
    said = ConversationTurn(1, "user", "Please renew the certificate in 6 months.", "")
    with written() as books:
        books.write(lambda: books.memory.reminders.scan([said]))
    now, before = claudeops("reminders", *words), claudeops("coming", *words)
    assert (before.code, before.out, before.err) == (now.code, now.out, now.err)
    assert now.out or now.err


def test_a_reminder_of_today_is_shown_as_in_prompts_and_kept_as_told(claudeops, written):
    said = ConversationTurn(1, "user", "Please renew the certificate in 6 months.", "")
    with written() as books:
        books.write(lambda: books.memory.reminders.scan([said]))
        books.write(lambda: proxy.execute_sql("UPDATE forward_triggers SET state = 'told'"))
    assert "in prompts today" in claudeops("reminders").out
    assert claudeops("reminders", "--json").json[0]["state"] == "told"


def test_a_memory_is_shown_with_what_sessions_did_with_it(claudeops):
    made = claudeops(
        "memory", "add", "Takes 60s to start", "--category", "timing", "--service", "jellyfin", "--json"
    ).json
    out = claudeops("memory", "show", made["id"]).out
    assert "[timing:jellyfin] Takes 60s to start" in out
    assert "It was in no prompt yet." in out
    document = claudeops("memory", "show", made["id"], "--json").json
    assert document["told"] == {
        "memory_id": made["id"], "times": 0, "used": 0, "ignored": 0, "tokens": 0, "priority": 0.0, "rows": [],
    }  # fmt: skip
    assert claudeops("memory", "show", 99).code == 1


def test_context_part_all_says_what_it_looked_for_and_what_was_left_out(claudeops):
    claudeops("memory", "add", "Takes 60s to start", "--category", "timing", "--service", "jellyfin")
    document = claudeops("context", "--part", "all", "--service", "jellyfin", "--json").json
    assert [part["name"] for part in document["injected"]["parts"]] == [
        "lessons",
        "cases",
        "memory",
        "session",
        "patterns",
        "notebook",
        "procedures",
        "memory_file",
    ]
    assert document["text"] in document["appended_prompt"]
    assert document["appended_prompt"].startswith("## Environment")
    assert claudeops("context", "--service", "jellyfin").out.rstrip("\n") == document["text"]
