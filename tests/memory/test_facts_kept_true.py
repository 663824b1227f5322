"""What the operator keeps true: rules that never fade, entries that are judged, facts that are about to expire,
evidence, the trash, and one list of all closings (M10, M12, M14, E4, E6, E11)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.core.settings.groups import LifetimeSettings, Settings
from claudeops_desktop.language.tone import tone_of
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import conflicts, tables
from claudeops_desktop.memory.confirm_by_evidence import confirm_measured
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.domains import domain_of
from claudeops_desktop.memory.purging.types import PurgeRequest
from claudeops_desktop.memory.tool_evidence import ShownOutput, shown_again
from claudeops_desktop.memory.types import MemoryCandidate, MemoryEdit

RULE = "never restart postgres during business hours"
RULES = [
    RULE,
    "No deploys on Fridays",
    "Only restart it at night",
    "Don't prune images without asking",
    "Restarts need the approval of the on-call engineer",
    "You must not touch the standby while a backup runs",
    "Production changes are frozen from 20 December to 6 January",
]
NO_RULES = [
    "Takes 60s to start after restart -- wait before checking health",
    "Never comes back by itself after a crash",
    "Only works after a restart",
    "No route to host after restart",
    "Must be started after WireGuard",
    "Do not trust the health check within 60s of a restart",
]


def told(desk) -> str:
    return desk.context().text


def saved(desk, text, service="jellyfin", category="timing", **more):
    candidate = MemoryCandidate(category, service, text, **more)
    return desk.write(lambda: desk.memory.edits.add_judged(candidate))


# --- domains ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", RULES)
def test_a_rule_is_a_rule_whatever_it_is_about(text):
    assert domain_of(text, "postgres")[0] == "rules-conventions"


@pytest.mark.parametrize("text", NO_RULES)
def test_what_a_service_does_is_no_rule(text):
    assert domain_of(text, "postgres")[0] == "operations"


def test_a_rule_that_was_entered_by_hand_is_told_after_a_year(desk):
    desk.add(RULE, "maintenance", "postgres", confidence=0.9)
    desk.clock.forward(days=365)
    desk.write(desk.memory.aging.decay)
    assert RULE in told(desk)


def test_a_rule_in_a_marker_does_not_fade(desk):
    desk.says(f"[MEMORY:maintenance:postgres] {RULE}")
    desk.clock.forward(days=365)
    desk.write(desk.memory.aging.decay)
    assert RULE in told(desk)


def test_a_rule_that_an_agent_remembers_is_of_that_domain(desk):
    session = desk.session()
    fact = ExtractedFact("Backups run every night at 02:00", "maintenance", "postgres")
    desk.write(lambda: desk.memory.ingest.agent_fact(fact, session, 1))
    assert [m.domain for m in desk.all()] == ["operations"]
    fact = ExtractedFact("No deploys on Fridays", "maintenance", "forgejo")
    outcome = desk.write(lambda: desk.memory.ingest.agent_fact(fact, session, 1))
    assert outcome.memory.domain == "rules-conventions"


def test_the_operator_sets_a_domain_and_text_does_not_change_it(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin")
    desk.write(lambda: desk.memory.edits.edit([memory.id], MemoryEdit(domain="projects")))
    desk.edit(memory.id, observation="Never restart it during the day")
    assert desk.get(memory.id).domain == "projects"


def test_other_words_are_another_domain_where_the_words_had_decided(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin")
    desk.edit(memory.id, observation="Never restart it during the day")
    assert desk.get(memory.id).domain == "rules-conventions"


def test_a_domain_of_the_operators_own_has_its_own_lifetime(desk):
    lifetimes = LifetimeSettings(own={"customers": "0 0 0", "lab": "0.05 10 20"})
    desk.memory.settings.current = lambda: Settings(lifetimes=lifetimes)
    kept = desk.add("The first customer has 40 seats", confidence=0.9, domain="customers")
    brief = desk.add("The test rack has two nodes", confidence=0.9, domain="lab")
    desk.clock.forward(days=21)
    desk.write(desk.memory.aging.age)
    assert (desk.get(kept.id).state, desk.get(brief.id).state) == ("active", "archived")
    assert {"customers", "lab"} <= set(desk.memory.edits.domains())
    desk.memory.edits.check_domain("lab")
    with pytest.raises(UsageError):
        desk.memory.edits.check_domain("nowhere")


@pytest.mark.parametrize("own", [{"Customers": "0 0 0"}, {"operations": "0 0 0"}, {"lab": "often"}, {"lab": "2 10 20"}])
def test_a_domain_that_cannot_be_read_is_refused(own):
    with pytest.raises(ValueError, match=r"domain|lifetime"):
        LifetimeSettings(own=own)


def test_rules_of_an_older_version_get_their_domain(desk):
    memory = desk.add(RULE, "maintenance", "postgres", confidence=0.9)
    desk.write(lambda: tables.update(memory.id, domain="operations", taxonomy_version="v1", category_confidence=1.0))
    desk.write(desk.memory.aging.age)
    assert desk.get(memory.id).domain == "rules-conventions"


# --- entries of the operator -----------------------------------------------------------------------------------------


def test_entries_are_judged_like_others(desk):
    saved(desk, "Takes 60s to start")
    saved(desk, "Takes 60 seconds to start")
    saved(desk, "Takes 30s to start")
    assert "30s" in told(desk)
    assert "60" not in told(desk).partition("\n\n")[2].replace("(confidence: 0.60)", "")
    assert len(desk.all()) == 2


def test_the_pair_is_known_before_it_is_saved(desk):
    first = saved(desk, "Takes 60s to start").ids[0]
    pairs = desk.memory.edits.bearing(MemoryCandidate("timing", "jellyfin", "Takes 30s to start"))
    assert [(memory.id, str(judgement.verdict)) for memory, judgement in pairs] == [(first, "contradiction")]
    assert len(desk.all()) == 1


def test_saving_a_contradiction_is_undone_whole(desk):
    first = saved(desk, "Takes 60s to start").ids[0]
    before = desk.get(first)
    change = saved(desk, "Takes 30s to start")
    assert desk.get(first).superseded_by is not None
    undone = desk.write(lambda: desk.memory.edits.undo(change))
    assert undone.notes == ()
    after = desk.get(first)
    assert (after.confidence, after.active, after.superseded_by) == (before.confidence, before.active, None)
    assert len(desk.all()) == 1


# --- still true? -----------------------------------------------------------------------------------------------------


def test_a_fact_is_offered_a_week_before_age_silences_it(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
    desk.clock.forward(days=44)  # it falls under 0.3 after 30 days and three weeks
    desk.write(desk.memory.aging.decay)
    (found,) = desk.memory.aging.expiring()
    assert (found.memory.id, found.gone) == (memory.id, False)
    assert "Takes 60s" in told(desk)
    desk.clock.forward(days=7)
    desk.write(desk.memory.aging.decay)
    assert "Takes 60s" not in told(desk)


def test_it_is_not_offered_earlier_nor_where_it_never_fades(desk):
    desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
    desk.add(RULE, "maintenance", "postgres", confidence=0.3)
    desk.clock.forward(days=43, hours=23)
    assert desk.memory.aging.expiring() == []


def test_kept_it_has_back_what_age_took(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
    desk.clock.forward(days=50)
    desk.write(desk.memory.aging.decay)
    assert desk.get(memory.id).confidence == 0.3
    change = desk.write(lambda: desk.memory.aging.keep_true([memory.id]))
    assert desk.get(memory.id).confidence == 0.5
    assert desk.memory.aging.expiring() == []
    desk.write(lambda: desk.memory.edits.undo(change))
    assert [one.memory.id for one in desk.memory.aging.expiring()] == [memory.id]


def test_what_fell_silent_while_nobody_looked_is_still_offered(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
    desk.clock.forward(days=60)
    desk.write(desk.memory.aging.decay)
    (found,) = desk.memory.aging.expiring()
    assert found.gone
    desk.write(lambda: desk.memory.aging.keep_true([memory.id]))
    assert "Takes 60s" in told(desk)


def test_let_go_it_is_laid_away_and_asked_for_no_more(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
    desk.clock.forward(days=45)
    desk.write(lambda: desk.memory.aging.let_go([memory.id]))
    assert desk.memory.aging.expiring() == []
    assert desk.get(memory.id).state == "archived"


def test_a_lifetime_that_is_over_is_announced_too(desk):
    memory = desk.add("The migration is planned for autumn", confidence=1.0, domain="projects")
    desk.write(lambda: desk.memory.edits.edit([memory.id], MemoryEdit(confidence=1.0)))
    desk.memory.settings.current = lambda: Settings(lifetimes=LifetimeSettings(own={"brief": "0.01 10 20"}))
    desk.write(lambda: desk.memory.edits.edit([memory.id], MemoryEdit(domain="brief")))
    desk.clock.forward(days=14)
    assert [one.how for one in desk.memory.aging.expiring()] == ["lifetime"]


def measured(desk, service, detail, check_type="http"):
    desk.write(
        lambda: desk.book.health.add(
            service=service,
            status="healthy",
            session_id=None,
            check_type=check_type,
            detail=detail,
            measured=True,
            now=desk.clock(),
        )
    )


def test_what_the_watcher_measures_is_verified_by_it(desk):
    memory = desk.add("Returns HTTP 302 when healthy, not 200", "behavior", "adguard", confidence=0.5)
    other = desk.add("Returns HTTP 200 when healthy", "behavior", "grafana", confidence=0.5)
    desk.clock.forward(days=45)
    for service in ("adguard", "grafana"):
        measured(desk, service, "HTTP 302 in 12 ms")
    assert desk.write(desk.memory.aging.verify_expiring) == 1
    assert [one.memory.id for one in desk.memory.aging.expiring()] == [other.id]
    assert desk.memory.history.versions(memory.id)[-1].by == "watcher"


def test_a_check_that_shows_a_fact_again_reinforces_it_once_its_grace_is_over(desk):
    memory = desk.add("Returns HTTP 302 when healthy, not 200", "behavior", "adguard")
    desk.clock.forward(days=30)
    measured(desk, "adguard", "HTTP 302 in 12 ms")
    assert desk.memory.aging.age_in_parts().confirmed == 1
    held = desk.get(memory.id)
    assert (held.confidence, held.last_confirmed_at) == (0.8, to_text(desk.clock()))


def test_a_check_raises_a_fact_once_in_a_grace_however_often_it_runs(desk):
    memory = desk.add("Returns HTTP 302 when healthy, not 200", "behavior", "adguard")
    for _ in range(59):
        desk.clock.forward(days=1)
        measured(desk, "adguard", "HTTP 302 in 12 ms")
        desk.memory.aging.age_in_parts()
        desk.write(lambda: desk.memory.aging.check([memory.id]))
    assert desk.get(memory.id).confidence == 0.7
    desk.clock.forward(days=30)
    measured(desk, "adguard", "HTTP 302 in 12 ms")
    desk.memory.aging.age_in_parts()
    assert desk.get(memory.id).confidence == 0.8


def test_what_a_check_found_before_its_last_result_confirms_nothing(desk):
    memory = desk.add("Returns HTTP 302 when healthy, not 200", "behavior", "adguard")
    desk.clock.forward(days=30)
    measured(desk, "adguard", "HTTP 302 in 12 ms")
    measured(desk, "adguard", "HTTP 200 in 12 ms")
    assert desk.write(lambda: desk.memory.aging.verify([memory.id])) == {}


def test_a_check_that_runs_seldom_confirms_beside_one_that_runs_often(desk):
    memory = desk.add("Its TLS certificate expires on 2027-05-01", "maintenance", "adguard")
    desk.clock.forward(days=30)
    measured(desk, "adguard", "certificate has 80 days left, until 2027-05-01", "tls")
    for _ in range(30):
        measured(desk, "adguard", "HTTP 200 in 12 ms")
    assert list(desk.write(lambda: desk.memory.aging.verify([memory.id]))) == [memory.id]


def test_what_no_measurement_shows_is_asked_of_the_next_session(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.5)
    desk.clock.forward(days=45)
    assert desk.write(lambda: desk.memory.aging.check([memory.id])) == {}
    assert [m.id for m in desk.memory.aging.to_check()] == [memory.id]
    desk.clock.forward(hours=1)
    desk.write(lambda: desk.memory.aging.keep_true([memory.id]))
    assert desk.memory.aging.to_check() == []


# --- evidence --------------------------------------------------------------------------------------------------------

START = "Takes 60s to start after restart"


@pytest.mark.parametrize(
    ("fact", "service", "command", "line"),
    [
        (START, "jellyfin", "docker logs jellyfin", "jellyfin ready after 60 seconds"),
        ("Returns HTTP 302 when healthy, not 200", "adguard", "curl -sI http://adguard/", "HTTP/1.1 302 Found"),
        ("Listens on port 9100", "exporter", "ss -ltnp | grep exporter", "LISTEN 0 4096 *:9100 exporter"),
        ("Query log fills the disk", "adguard", "journalctl -u adguard", "query log fills the disk"),
    ],
)
def test_a_measurement_shows_it_again(fact, service, command, line):
    assert shown_again(fact, service, [ShownOutput(command, f"one line\n{line}\n")]) == line


@pytest.mark.parametrize(
    ("fact", "service", "command", "line"),
    [
        (START, "jellyfin", "docker logs jellyfin", "jellyfin ready after 45 seconds"),
        (START, "jellyfin", "docker logs plex", "plex ready after 60 seconds"),
        (START, "jellyfin", "claudeops memory list --service jellyfin", START),
        (START, "jellyfin", "cat notes/jellyfin.md", "jellyfin start takes 60s"),
        (START, "jellyfin", "echo jellyfin starts in 60s", "jellyfin starts in 60s"),
        ("Query log is enabled", "adguard", "adguard status", "query log is not enabled"),
    ],
)
def test_another_value_or_a_repetition_is_no_evidence(fact, service, command, line):
    assert shown_again(fact, service, [ShownOutput(command, line)]) == ""


def test_what_tools_measured_again_confirms_a_fact_that_the_prompt_held(desk):
    memory = desk.add(START, service="jellyfin", confidence=0.6)
    desk.clock.forward(days=60)
    desk.write(desk.memory.aging.decay)
    session = desk.session()
    answers = [ShownOutput("docker logs jellyfin", "jellyfin started in 60 s")]
    found = desk.write(lambda: confirm_measured(desk.book, desk.clock(), session, [memory.id], answers))
    assert memory.id in found
    now = desk.get(memory.id)
    assert (now.confidence, now.last_confirmed_at) == (0.6, now.updated_at)
    assert desk.memory.history.versions(memory.id)[-1].session_id == session


# --- tone ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tone"),
    [
        ("It keeps crashing, I am sick of it", "frustrated"),
        ("Maybe the disk is full", "uncertain"),
        ("Finally it works", "excited"),
        ("Takes 60s to start", "neutral"),
    ],
)
def test_the_tone_is_inferred_where_it_is_plain(desk, text, tone):
    assert tone_of(text) == tone
    assert desk.add(text).sentiment == tone


# --- the trash -------------------------------------------------------------------------------------------------------


def test_a_deleted_memory_comes_back_with_its_history(desk):
    desk.says("[MEMORY:timing:jellyfin] Takes 60s to start")
    (memory,) = desk.all()
    history = desk.memory.history.versions(memory.id)
    desk.write(lambda: desk.memory.trash.trash_memories([memory.id]))
    assert desk.all() == []
    assert [one.memory.id for one in desk.memory.trash.rows()] == [memory.id]
    back = desk.write(lambda: desk.memory.trash.bring_back(memory.id))
    assert desk.get(memory.id) == memory == back
    assert desk.memory.history.versions(memory.id) == history
    assert desk.memory.trash.rows() == []
    with pytest.raises(OperatorError):
        desk.write(lambda: desk.memory.trash.bring_back(memory.id))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_that_are_joined_come_back_joined_in_either_order(desk, order):
    old = saved(desk, "Takes 60s to start").ids[0]
    saved(desk, "Takes 30s to start")
    new = desk.get(old).superseded_by
    links = desk.memory.history.links(old)
    desk.write(lambda: desk.memory.trash.trash_memories([old, new]))
    for at in order:
        desk.write(lambda at=at: desk.memory.trash.bring_back((old, new)[at]))
    assert desk.memory.history.links(old) == links
    assert len(desk.store.read(lambda: conflicts.list_recent(desk.clock.now - timedelta(days=1))).result()) == 1


def test_after_thirty_days_it_is_gone(desk):
    memory = desk.add("Takes 60s to start")
    desk.write(lambda: desk.memory.trash.trash_memories([memory.id]))
    desk.clock.forward(days=30, minutes=1)
    assert desk.memory.trash.rows() == []
    desk.write(desk.memory.aging.age)
    assert desk.store.database.execute_sql("SELECT count(*) FROM memory_trash").fetchone()[0] == 0


def test_a_purge_empties_the_trash(desk):
    memory = desk.add("The jellyfin token lies in the safe")
    desk.write(lambda: desk.memory.trash.trash_memories([memory.id]))
    collected = desk.store.read(lambda: desk.memory.purge.collect(PurgeRequest("something else"))).result()
    desk.write(lambda: desk.memory.purge.delete_memories(collected))
    assert desk.memory.trash.rows() == []


def test_a_memory_is_put_back_to_a_version_and_the_history_goes_on(desk):
    memory = desk.add("Takes 60s to start")
    desk.edit(memory.id, observation="Takes 30s to start", confidence=0.9)
    change = desk.write(lambda: desk.memory.edits.restore_version(memory.id, 1))
    now = desk.get(memory.id)
    assert (now.observation, now.confidence) == ("Takes 60s to start", 0.7)
    assert [v.action for v in desk.memory.history.versions(memory.id)] == ["inserted", "edited", "restored"]
    desk.write(lambda: desk.memory.edits.undo(change))
    assert desk.get(memory.id).observation == "Takes 30s to start"
    with pytest.raises(UsageError):
        desk.write(lambda: desk.memory.edits.restore_version(memory.id, 9))


# --- closings --------------------------------------------------------------------------------------------------------


def test_every_closing_stands_in_one_list_and_is_undone_there(desk):
    old = saved(desk, "Takes 60s to start").ids[0]
    saved(desk, "Takes 30s to start")
    faded = desk.add("Sometimes crashes on first start", "behavior", "plex", confidence=0.35)
    desk.clock.forward(days=38)
    desk.write(desk.memory.aging.decay)
    rows = desk.memory.review.closings(desk.clock.now - timedelta(days=40))
    assert {(row.memory.id, row.kind, row.standing) for row in rows} == {
        (old, "closed", True),
        (faded.id, "faded", True),
    }
    closed = next(row for row in rows if row.memory.id == old)
    assert (closed.other.observation, closed.certainty) == ("Takes 30s to start", 1.0)
    assert closed.why
    desk.write(lambda: desk.memory.review.reopen([old, faded.id]))
    assert (desk.get(old).superseded_by, desk.get(old).confidence) == (None, 0.7)
    assert (desk.get(faded.id).active, desk.get(faded.id).confidence) == (1, 0.35)
    rows = desk.memory.review.closings(desk.clock.now - timedelta(days=40))
    assert [row.standing for row in rows] == [False, False]


def test_a_pair_in_conflict_is_listed_and_answered(desk):
    old = desk.add("The scheduler checks health every 30 s", service="box")
    new = desk.add("The gateway drains its queue at night", service="box")
    number = desk.write(lambda: conflicts.record(old, new, ConflictKind.UNSURE, "Why.", 0.5, desk.clock()))
    assert [(pair.id, a.id, b.id) for pair, a, b in desk.memory.review.conflicts()] == [(number, old.id, new.id)]
    assert desk.write(lambda: desk.memory.review.resolve(number, ConflictState.REPLACED))
    assert desk.get(old.id).superseded_by == new.id
    assert desk.memory.review.conflicts() == []
