"""``claudeops routine``: jobs, runs and the weekly report; and ``claudeops review`` for the questions it asks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.records.telemetry.owners import process_owner
from claudeops_desktop.routine import JOBS
from claudeops_desktop.storage.backup import back_up

SAID = ("The nightly backup takes about 40s after a restart", "Needs port 8080 free", "Mondays are busy")


@pytest.fixture
def content(written, data_dir):
    """Facts that were extracted an hour ago, an incident of last week, an entry of the folder, a backup."""
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.knowledge import KnowledgeService

    now = utc_now()

    with written() as books:

        def write():
            for text in SAID:
                number = books.memory.edits.add(MemoryCandidate("behavior", "nas", text)).ids[0]
                books.book.store.database.execute_sql("UPDATE memories SET source = 'observed' WHERE id = ?", (number,))
            books.book.store.database.execute_sql(
                "INSERT INTO incidents (service, cause, state, source, started_at, opened_at, resolved_at)"
                " VALUES ('web', 'no answer', 'resolved', 'check', ?, ?, ?)",
                (to_text(now - timedelta(days=now.isoweekday() % 7 + 2)),) * 3,
            )

        books.write(write)
    folder = DataFolder(data_dir)
    knowledge = KnowledgeService(folder.knowledge)
    knowledge.remember("Operations", "The nas is restarted on the first of the month")
    knowledge.close()
    back_up(folder, folder.backups / "claudeops-1.zip", logs=False)


def test_list_names_each_job_with_its_steps(claudeops):
    found = claudeops("routine", "list", "--json").json
    assert [one["job"] for one in found] == ["nightly", "weekly", "monthly"]
    assert [[step["name"] for step in one["steps"]] for one in found] == [
        [step.name for step in job.steps] for job in JOBS
    ]
    assert "nightly (Every night, 02:00): next" in claudeops("routine", "list").out


@pytest.mark.slow
@pytest.mark.parametrize("job", [job.name for job in JOBS])
def test_a_second_run_changes_nothing(claudeops, content, job):
    first = claudeops("routine", "run", job, "--json")
    assert first.code == 0, first.out
    assert [step["name"] for step in first.json["steps"]] == [
        step.name for one in JOBS if one.name == job for step in one.steps
    ]
    assert sum(step["changed"] for step in first.json["steps"]) > 0 or job == "monthly"
    again = claudeops("routine", "run", job, "--json").json
    assert (again["job"], again["state"]) == (job, "done")
    assert {step["name"]: step["changed"] for step in again["steps"]} == {
        step["name"]: 0 for step in first.json["steps"]
    }


def test_nothing_is_overdue_at_first(claudeops):
    assert claudeops("routine", "run", "--due").out == "Nothing is overdue.\n"
    assert claudeops("routine", "run", "--due", "--json").json == []


@pytest.mark.slow
def test_what_is_overdue_is_done_once(claudeops, written):
    claudeops("routine", "list")
    with written() as books:
        sql = "UPDATE routine_jobs SET watched_from = ?"
        long_ago = to_text(utc_now() - timedelta(days=40))
        books.write(lambda: books.book.store.database.execute_sql(sql, (long_ago,)) and None)
    done = claudeops("routine", "run", "--due", "--json").json
    assert [one["job"] for one in done] == ["nightly", "weekly", "monthly"]
    while claudeops("routine", "run", "--due", "--json").json:  # the backup that is missing is tried three times
        pass
    assert [run["state"] for run in claudeops("routine", "status", "--json").json] == ["failed", "done", "done"]


@pytest.mark.parametrize("words", [(), ("nightly", "--due")])
def test_a_job_or_what_is_due_must_be_named(claudeops, words):
    answer = claudeops("routine", "run", *words)
    assert answer.code == 2 and "one of the two" in answer.err


def test_it_waits_for_a_session_unless_told_otherwise(claudeops, written):
    with written() as books:

        def begin():
            now = utc_now()
            run = books.book.sessions.begin_run(
                trigger="manual", agent="replay", max_tier=1, dry_run=False, services=[], now=now
            )
            number = books.book.sessions.begin(now=now, run_id=run, agent="replay", trigger="manual", tier=1)
            books.book.sessions.update(number, status="running", owner=process_owner())

        books.write(begin)
    answer = claudeops("routine", "run", "nightly")
    assert answer.code == 1 and "A session is running" in answer.err
    assert claudeops("routine", "run", "nightly", "--now", "--json").json["state"] == "done"


@pytest.mark.slow
def test_a_job_is_skipped_paused_and_resumed(claudeops):
    skipped = claudeops("routine", "skip", "weekly", "--json").json
    assert skipped["next_at"] > skipped["skipped"]
    assert claudeops("routine", "pause", "nightly").out == "The nightly routine is paused.\n"
    assert [one["paused"] for one in claudeops("routine", "list", "--json").json] == [True, False, False]
    assert claudeops("routine", "resume", "nightly").out == "The nightly routine is running again.\n"


@pytest.mark.slow
def test_the_report_is_markdown_or_sentences_with_their_places(claudeops, content):
    claudeops("routine", "run", "weekly")
    text = claudeops("routine", "report", "--markdown").out
    assert text.startswith("# Week ") and "## What is not known" in text
    found = claudeops("routine", "report", "--json").json
    gap = next(one for one in found["sentences"] if one["section"] == "gaps")
    assert (gap["kind"], gap["text"]) == ("question", "What should be known about web? No fact is stored.")
    assert claudeops("routine", "report", "--week", "soon").code == 2


class TestQuestions:
    @pytest.fixture
    def asked(self, claudeops, content):
        claudeops("routine", "run", "weekly")
        (question,) = claudeops("review", "list", "--kind", "question", "--json").json
        return question["id"]

    @pytest.mark.slow
    def test_an_answer_becomes_a_fact(self, claudeops, asked):
        assert "about services: `review list --kind question`" in claudeops("review", "list").out
        done = claudeops("review", "answer", asked, "--text", "web is a static page behind caddy", "--json").json
        assert done["state"] == "answered"
        (memory,) = done["memories"]
        assert (memory["service"], memory["source"]) == ("web", "operator")
        assert claudeops("review", "list", "--kind", "question").out == "No question is open.\n"
        again = claudeops("review", "answer", asked, "--text", "no")
        assert again.code == 1 and "waits for no answer" in again.err

    @pytest.mark.slow
    def test_one_that_was_dismissed_is_not_asked_again(self, claudeops, asked):
        claudeops("review", "dismiss", asked)
        claudeops("routine", "run", "weekly")
        assert claudeops("review", "list", "--kind", "question", "--json").json == []

    @pytest.mark.slow
    def test_an_empty_answer_is_refused(self, claudeops, asked):
        assert claudeops("review", "answer", asked, "--text", "  ").code == 2


@pytest.mark.slow
def test_sigterm_ends_it_after_the_part_that_it_is_at(data_dir, content):
    words = ["--data-dir", str(data_dir), "routine", "run", "nightly", "--gently", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED_AT_ONCE, *words], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    steps = json.loads(out)["steps"]
    assert {(step["state"], step["attempts"]) for step in steps} == {("waiting", 0)}  # no step was at fault


STOPPED_AT_ONCE = f"""
import os, sys
from dataclasses import replace
from claudeops_desktop.routine import jobs, steps
first = jobs.JOBS[0]
def end_of_us(context):
    os.kill(os.getpid(), {int(signal.SIGTERM)})
    return first.steps[0].work(context)
begun = (replace(first.steps[0], work=end_of_us), *first.steps[1:])
jobs.JOBS = (replace(first, steps=begun), *jobs.JOBS[1:])
from claudeops_desktop.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
