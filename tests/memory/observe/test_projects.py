"""Facts that name no service, observed from several folders: projects do not close each other's facts."""

from __future__ import annotations

import pytest
from memory_world import Desk
from transcripts import Transcript

from claudeops_desktop.language.extraction.types import ConversationPassage, ExtractionResult, TopicSegment
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory.extraction import transcript_queue
from claudeops_desktop.memory.extraction.transcript_folder import working_folder
from claudeops_desktop.memory.types import Memory

HOME = "/home/kim"


class LineByLine:
    """An extractor that takes each line of the agent as a fact without a service."""

    def extract(self, passage: ConversationPassage) -> ExtractionResult:
        facts = [
            ExtractedFact(line, "timing", None, strength="explicit", quote=line, quote_at=turn.at, gate_confidence=0.9)
            for turn in passage.turns
            if turn.role == "assistant"
            for line in turn.text.split("\n")
        ]
        return ExtractionResult((TopicSegment("", tuple(facts)),), "test", 0.0, ())


@pytest.fixture
def observe(desk: Desk, tmp_path, observer):
    """Observes a transcript of one folder that says these lines; all of one conversation."""
    count = iter(range(100))

    def one(folder: str, *lines: str) -> None:
        number = next(count)
        transcript = Transcript(tmp_path / "talks" / f"{number}.jsonl", f"36a30589-d5f1-46ac-8a2d-{number:012d}")
        transcript.user("Have a look, please.", cwd=folder)
        transcript.assistant("\n".join(lines), cwd=folder)
        desk.clock.forward(hours=1)
        made = observer(environ={"HOME": HOME})
        made._extractors = (LineByLine(), None)
        done = made.observe_file(transcript.path)
        assert not done.failures

    return one


def standing(desk: Desk) -> dict[str, float]:
    return {m.observation: m.confidence for m in desk.memory.search.list() if m.active and m.superseded_by is None}


def by_text(desk: Desk, text: str) -> Memory:
    return next(m for m in desk.memory.search.list() if m.observation == text)


def test_another_project_closes_and_lowers_nothing(desk: Desk, observe) -> None:
    observe("/home/kim/orchard", "The nightly dump starts at 02:30", "The test suite runs for 7 minutes")
    observe("/home/kim/ledger", "The dump now starts at 01:00", "The test suite runs for 40 seconds")
    observe("/srv/work/papers", "The dump starts at 23:15 now", "The test suite was cut to 90 seconds")
    assert len(standing(desk)) == 6
    assert set(standing(desk).values()) == {0.9}


def test_the_same_project_still_changes_its_own_facts(desk: Desk, observe) -> None:
    observe("/home/kim/orchard", "The nightly dump starts at 02:30")
    observe("/home/kim/ledger", "The nightly dump starts at 05:45")
    observe("/home/kim/orchard/web", "The nightly dump now starts at 01:00")
    assert set(standing(desk)) == {"The nightly dump starts at 05:45", "The nightly dump now starts at 01:00"}
    assert (
        by_text(desk, "The nightly dump starts at 02:30").superseded_by
        == by_text(desk, "The nightly dump now starts at 01:00").id
    )


def test_without_a_project_one_is_lowered_and_none_is_closed(desk: Desk, observe) -> None:
    observe(HOME, "The nightly dump starts at 02:30")
    observe(HOME, "The nightly dump now starts at 01:00")
    assert set(standing(desk).values()) == {0.7, 0.9}


def test_five_transcripts_of_five_projects_keep_every_fact(desk: Desk, observe) -> None:
    said = {
        "/home/kim/orchard": ("The development server runs on port 3000", "A deployment takes 4 minutes"),
        "/home/kim/ledger": ("The development server listens on 4321", "A deployment takes 30 seconds"),
        "/srv/papers": ("Backups run at 23:00 now", "A full build takes 3 minutes"),
        "/srv/fleet": ("Backups run at 02:30 and keep 14 copies", "A full build takes 11 minutes"),
        "/opt/pond": ("Logging is at level debug since October", "A reboot takes 40 seconds"),
    }
    for folder, lines in said.items():
        observe(folder, *lines)
    assert set(standing(desk)) == {line for lines in said.values() for line in lines}
    assert set(standing(desk).values()) == {0.9}


def test_the_folder_is_the_first_that_the_transcript_names(desk: Desk, tmp_path, observer) -> None:
    transcript = Transcript(tmp_path / "one.jsonl")
    transcript.raw(b'{"type": "summary", "summary": "x"}\n')
    transcript.user("Look.", cwd="/srv/fleet")
    transcript.assistant("Done.", cwd="/srv/other")
    assert working_folder(transcript.path, HOME) == "/srv/fleet"
    observer(environ={"HOME": HOME}).observe_file(transcript.path)
    (row,) = desk.store.read(transcript_queue.list_transcripts).result()
    assert row.folder == "/srv/fleet"


def test_a_log_of_ours_tells_its_folder_and_the_name_of_the_folder_stands_in_for_it(tmp_path) -> None:
    log = tmp_path / "session.ndjson"
    log.write_text('{"at": "x", "stream": "stdout", "event": {"type": "system", "cwd": "/srv/fleet"}}\n')
    assert working_folder(log, HOME) == "/srv/fleet"
    named = tmp_path / "projects" / "-srv-fleet" / "a.jsonl"
    named.parent.mkdir(parents=True)
    named.write_text("{}\n")
    assert working_folder(named, HOME) == "/projects/-srv-fleet"
    assert working_folder(log.with_name("session.ndjson"), "/srv/fleet/inner") == ""
