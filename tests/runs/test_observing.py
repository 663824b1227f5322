"""After a run what its sessions said becomes facts, in the background; what a crash left is caught up (E3, E14)."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory import tables
from claudeops_desktop.memory.extraction import transcript_queue
from claudeops_desktop.runs import observe_sessions

TIMES = "Jellyfin takes about 60 seconds to start after a restart."


@pytest.fixture
def observed(engine):
    """Facts that were drawn, once nothing is left to do."""

    def facts():
        assert engine.observing.wait(90)
        return [m.observation for m in _known(engine) if m.source == "observed"]

    return facts


def _known(engine):
    """All facts, those that wait for a confirmation too."""
    return engine.store.read(tables.select).result()


@pytest.mark.slow
def test_at_session_end_what_it_said_is_observed(engine, play, observed):
    run = play(f"I restarted it. {TIMES}")
    (said,) = observed()
    assert "Jellyfin takes about 60 seconds to start after a restart" in said
    (row,) = transcript_queue.list_transcripts()
    assert (row.session_id, row.trigger, row.state) == (run.session_ids[0], "session_end", "done")


@pytest.mark.slow
@pytest.mark.parametrize("named", ["for the run", "in services.toml"])
def test_a_service_that_is_named_anywhere_is_known_in_prose(engine, play, observed, folder, named):
    if named == "in services.toml":
        folder.services_file.write_text(
            '[[service]]\nname = "quokkacast"\ncheck = "http"\nurl = "http://127.0.0.1:9/"\n'
        )
    request = {"services": ("quokkacast",)} if named == "for the run" else {}
    play("I measured it: quokkacast took 63 seconds to start after the restart.", request=request)
    assert len(observed()) == 1
    assert [m.service for m in _known(engine)] == ["quokkacast"]


@pytest.mark.slow
def test_markers_of_the_session_are_not_drawn_again(engine, play, observed):
    play(f"{TIMES}\n[MEMORY:timing:jellyfin] Takes about 60 seconds to start after a restart")
    assert observed() == []
    assert [m.source for m in engine.memory.search.list()] == ["marker"]


@pytest.mark.slow
def test_where_memory_is_set_not_to_observe_markers_count_alone(engine, play, observed, folder):
    folder.settings_file.write_text("[memory]\nobserve = false\n")
    engine.settings.refresh()
    play(f"{TIMES}\n[MEMORY:timing:caddy] Takes 5s to start")
    assert observed() == []
    assert len(engine.memory.search.list()) == 1
    assert transcript_queue.list_transcripts() == []


@pytest.mark.slow
def test_what_the_operator_asked_for_by_hand_is_observed_too(engine, play, observed):
    play("Done.", request={"prompt": "Look at caddy. Never restart caddy while WireGuard is down."})
    assert len(observed()) == 1
    assert "WireGuard" in observed()[0]


@pytest.mark.slow
def test_the_next_heartbeat_catches_what_was_missed(engine, play, observed):
    run = play(TIMES)
    assert len(observed()) == 1

    def as_after_a_crash():
        for table in ("transcripts", "steps"):
            engine.store.database.execute_sql(f"DELETE FROM {table}")
        engine.memory.edits.delete([m.id for m in _known(engine)])

    engine.store.write(as_after_a_crash).result()
    engine.observing._beat()
    assert len(observed()) == 1
    assert [(row.session_id, row.trigger) for row in transcript_queue.list_transcripts()] == [
        (run.session_ids[0], "flush")
    ]


@pytest.mark.slow
def test_a_session_that_ends_while_the_application_closes_waits_for_the_next_one(engine, play):
    engine.observing.close()
    run = play(TIMES)
    assert engine.observing.wait(1)
    assert transcript_queue.unobserved_sessions("") == list(run.session_ids)


def test_nothing_is_started_before_the_first_session_ends(engine):
    assert engine.observing._thread is None


@pytest.mark.file_only("a listener to the server counts once more when it first stands")
def test_while_nobody_writes_a_heartbeat_asks_the_database_nothing(engine, monkeypatch):
    asked = []
    read = engine.store.read
    monkeypatch.setattr(engine.store, "read", lambda question: asked.append(question) or read(question))
    for _ in range(3):
        engine.observing._beat()
        assert engine.observing.wait(30)
    assert len(asked) == 1
    engine.store.write(
        lambda: transcript_queue.enqueue_transcript("/nowhere.jsonl", "cli:x", "compaction", engine.book.clock())
    ).result()
    engine.observing._beat()
    assert engine.observing.wait(30)
    assert len(asked) > 1


def test_now_and_then_it_asks_all_the_same(engine, monkeypatch):
    """The mark of a write is a time: two writes may fall into one tick of the clock."""
    asked = []
    read = engine.store.read
    monkeypatch.setattr(engine.store, "read", lambda question: asked.append(question) or read(question))
    for _ in range(observe_sessions.PASSED_OVER + 2):
        engine.observing._beat()
        assert engine.observing.wait(30)
    assert len(asked) == 2
