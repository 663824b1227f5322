"""The steps of the routine (R1 to R3). Each schedules what the application can do anyway, in short transactions."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from ..agents.log import prune_logs
from ..core.clock import from_text
from ..core.errors import EnvironmentFault
from ..core.messages import PluralMessage, UserMessage
from ..core.text_format import format_bytes
from ..core.trusted_time import is_time_trusted, untrusted_note
from ..learning import FINDING_STATES
from ..runs.retention import prune_records
from ..storage.latest_backup import newest_good_backup
from ..storage.maintenance import check_database, compact_database, unused_room
from .tables import RoutineRecords
from .types import StepContext, StepResult
from .weekly.reporting import report_last_week

AT_ONCE = 500  # rows that one transaction removes
WORTH_COMPACTING = 16_000_000  # bytes that are unused
WORTH_SHARE = 0.2  # and of the whole database so much
OLD_BACKUP = timedelta(days=35)
MODEL_WAIT_S = 60.0


def age_facts(context: StepContext) -> StepResult:
    """Take from facts what their age takes, and give each the state of its age (M12, E10)."""
    if not is_time_trusted():
        return StepResult(0, 0, untrusted_note())
    aged = context.memory.aging.age_in_parts(context.stopped)
    context.check_stopped()
    note = PluralMessage("%n was confirmed by a check.", "%n were confirmed by a check.", aged.confirmed)
    return StepResult(aged.whole, aged.whole, note if aged.confirmed else "")


def observe_waiting(context: StepContext) -> StepResult:
    """Extract facts from what was said and not observed yet: what a crash left, or a model failed at (E14)."""
    if not context.settings.memory.observe:
        return StepResult(0, 0, UserMessage("Observing is switched off."))
    from ..runs.observe_sessions import make_observer

    observer = make_observer(
        context.book, context.memory, context.settings, context.folder, context.clock, context.environ, context.stopped
    )
    done = observer.catch_up()
    context.check_stopped()
    return StepResult(
        done.transcripts, done.kept + done.confirmed + done.held, done.failures[0] if done.failures else ""
    )


def prefer_new(context: StepContext) -> StepResult:
    """Raise the priority in recall of what was extracted within a day, once."""
    raised = context.memory.maintenance.prefer_new(context.stopped)
    context.check_stopped()
    return StepResult(raised, raised)


def note_statistics(context: StepContext) -> StepResult:
    """Count what there is, for the activity log."""
    return StepResult(context.memory.maintenance.note_statistics().total, 0)


def rebuild_summaries(context: StepContext) -> StepResult:
    """Write each summary anew from the facts that hold."""
    there, changed = context.memory.maintenance.rebuild_summaries(context.stopped)
    context.check_stopped()
    return StepResult(there, changed)


def check_embeddings(context: StepContext) -> StepResult:
    """Embed some facts again; where the model answers otherwise than it did, make all vectors anew."""
    compared, made = context.memory.maintenance.check_embeddings(context.stopped)
    context.check_stopped()
    note = UserMessage("The embedding model is another one under the same name: its vectors were made anew.")
    return StepResult(compared, made, note if made else "")


def report_health(context: StepContext) -> StepResult:
    """Say how memory stands: active, stale, archived and cold facts, and how it grew in a month."""
    found = context.memory.maintenance.statistics()
    note = UserMessage(
        "{active} active, {stale} stale, {archived} archived, {cold} cold; {grown} in a month.",
        **{state: f"{found.states.get(state, 0):,}" for state in ("active", "stale", "archived", "cold")},
        grown=f"{found.grown:+,}",
    )
    return StepResult(found.total, 0, note)


def merge_duplicates(context: StepContext) -> StepResult:
    """Join facts that say the same, among those that came since the last time."""
    seen = int(context.position) if context.position.isdigit() else 0
    found = context.memory.duplicates.merge_all(seen, context.stopped)
    if not found.whole:
        context.check_stopped()
    return StepResult(found.compared, found.merged, position=str(found.seen))


def settle_learning(context: StepContext) -> StepResult:
    """Keep the verdicts of sessions, follow cases and findings through what came since, and let patterns age."""
    learning, store = context.learning, context.book.store
    verdicts = learning.keep_verdicts()
    before = store.read(lambda: _standing(context)).result()
    due = store.read(lambda: learning.cases.incidents_to_follow(context.clock())).result()
    for incident in due:
        context.check_stopped()
        store.write(lambda number=incident: learning.learn_from_incident(number, context.clock())).result()  # type: ignore[misc]
    learning.note_events()
    aged = store.write(learning.patterns.age).result()
    after = store.read(lambda: _standing(context)).result()
    moved = sum(1 for key, standing in after.items() if before.get(key) != standing)
    return StepResult(verdicts + len(due) + moved + len(aged), verdicts + moved + len(aged))


def _standing(context: StepContext) -> dict[tuple[str, int], tuple[object, ...]]:
    """How each case and each finding stands. Inside ``store.read``."""
    learning = context.learning
    found: dict[tuple[str, int], tuple[object, ...]] = {
        ("case", one.id): (one.state, one.held, one.seen) for one in learning.cases.list()
    }
    findings = learning.findings.list(states=FINDING_STATES)
    return found | {("finding", one.id): (one.state, one.sightings) for one in findings}


def index_memory(context: StepContext) -> StepResult:
    """Make what recall searches in: entities, summaries, and embeddings of the model that the settings name."""

    def give_way(_progress: object) -> None:
        context.check_stopped()  # between two batches, outside of transactions

    done = context.memory.recall.indexer.catch_up(MODEL_WAIT_S, give_way)
    return StepResult(done, done)


def propose_aliases(context: StepContext) -> StepResult:
    """Look for kinds of messages that may be one, for the operator to decide."""
    found = context.learning.propose_aliases()
    return StepResult(found, found)


def apply_retention(context: StepContext) -> StepResult:
    """Remove what is past the days that the settings keep it: logs, turns, the activity log, old runs of the routine.
    Memories never go by age."""
    if not is_time_trusted():
        return StepResult(0, 0, untrusted_note())
    kept, now, book = context.settings.logs, context.clock(), context.book
    running = book.store.read(lambda: book.sessions.list(status="running")).result()
    logs = prune_logs(
        context.folder.logs, kept.keep_days, kept.keep_mb, now, {Path(one.log_file) for one in running if one.log_file}
    )
    rows, records = 0, RoutineRecords(book.store)
    while removed := prune_records(book, kept, now, AT_ONCE).whole:
        rows += removed
        context.check_stopped()
    before = now - timedelta(days=kept.telemetry_days)
    rows += book.store.write(lambda: records.prune(before, AT_ONCE)).result()
    note = PluralMessage("%n log file was removed.", "%n log files were removed.", len(logs))
    return StepResult(rows + len(logs), rows + len(logs), note if logs else "")


def check_recall(context: StepContext) -> StepResult:
    """Ask questions again whose answer was of use before, and count where another fact comes first now."""
    asked, other = context.memory.recall.check_known_questions(context.clock(), context.check_stopped)
    note = PluralMessage(
        "%n known question finds another fact first.", "%n known questions find another fact first.", len(other)
    )
    return StepResult(asked, 0, note if other else "")


def check_integrity(context: StepContext) -> StepResult:
    """Read the whole database for damage. Raises EnvironmentFault where there is some."""
    found = check_database(context.folder.database, context.stopped)
    if not found.is_sound:
        problems = (*found.problems, *found.dangling)
        raise EnvironmentFault(
            UserMessage("The database is not whole: {problem}.", problem=problems[0][:200].rstrip(".")),
            UserMessage("See `claudeops maintenance check`."),
        )
    return StepResult(1, 0)


def compact(context: StepContext) -> StepResult:
    """Give unused room of the database back, where there is enough of it."""
    unused, whole = unused_room(context.folder.database)
    if unused < max(WORTH_COMPACTING, WORTH_SHARE * whole):
        return StepResult(0, 0)
    done = compact_database(context.folder.database, context.stopped)
    given = format_bytes(max(0, done.before - done.after))
    return StepResult(1, 1, UserMessage("{size} were given back.", size=given))


def write_weekly_report(context: StepContext) -> StepResult:
    """Write the report of the last whole week."""
    report, changed = report_last_week(context)
    return StepResult(len(report.sentences), int(changed))


def check_backup(context: StepContext) -> StepResult:
    """Read the newest backup from end to end. Raises EnvironmentFault where backups are on and no recent one is
    whole, once there has been time to make one."""
    found = newest_good_backup(context.folder)
    wanted = context.settings.backup.every_days
    late = max(OLD_BACKUP, timedelta(days=2 * wanted))
    if found is None:
        if not wanted:
            return StepResult(0, 0, UserMessage("Backups are switched off, and there is none."))
        records = RoutineRecords(context.book.store)
        since = min(state.watched_from for state in context.book.store.read(records.states).result().values())
        if context.clock() - since < late and not any(context.folder.backups.glob("*")):
            return StepResult(0, 0, UserMessage("There is none yet. The window or the daemon makes the first one."))
        raise EnvironmentFault(
            UserMessage("There is no whole backup."), UserMessage("Make one with `claudeops backup FILE`.")
        )
    if wanted and context.clock() - from_text(found.made_at) > late:
        raise EnvironmentFault(
            UserMessage("The newest whole backup is of {day}.", day=found.made_at[:10]),
            UserMessage("Make one with `claudeops backup FILE`."),
        )
    return StepResult(1, 0, UserMessage("The newest whole backup is of {day}.", day=found.made_at[:10]))


def check_word_index(context: StepContext) -> StepResult:
    """Compare the index of words with the memories it is made of, and make it anew where it differs."""
    sound = context.memory.recall.indexer.check_words()
    return StepResult(1, int(not sound), "" if sound else UserMessage("The index of words was made anew."))
