"""Renaming and removing a service as one operation: services.toml, the database, and the other files.

What is to be done stands in a durable step before anything is changed, and is taken out when all of it is done. Each
part may be done any number of times, so that an operation which was cut off is simply done again: at the next start,
or when the next one is asked for.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any
from uuid import uuid4

import orjson

from ...agents.watch.model_base import NAME
from ...agents.watch.services import ServicesError
from ...core.clock import Clock, utc_now
from ...core.errors import ClaudeOpsError, OperatorError, UsageError
from ...core.messages import UserMessage, message_of
from ...core.paths import DataFolder
from ...core.principals import with_all_rows
from ...learning import LearningService
from ...memory import MemoryQuery, MemoryService
from ...records.incidents import BY_OPERATOR
from ...records.record_books import RecordRepositories
from ...records.telemetry.steps import DurableSteps, StepInProgressError
from ...storage import CommittedChange
from . import files
from .rows import ServiceRows
from .types import RemovalReport, RenameReport, ServiceUse

log = logging.getLogger(__name__)

JOB = "service:"
STEP = "carry out"
SET_UP = ("service_rules", "maintenance_windows", "mutes")
"""What an operator set up for a service: it goes with the service although its history is kept."""
LISTS = ("schedules", "saved_prompts")


class NameInUseError(OperatorError):
    """Records know the new name already: both can be merged."""


class ServiceChanges:
    """Counts what there is of a service, renames and removes it. On a thread that may wait, never in a write."""

    def __init__(
        self, book: RecordRepositories, memory: MemoryService, folder: DataFolder, clock: Clock = utc_now
    ) -> None:
        self._book = book
        self._store = book.store
        self._memory = memory
        self._folder = folder
        self._clock = clock
        self._steps = DurableSteps(book.store, clock)
        self._rows = ServiceRows(book.store)

    # --- questions ---------------------------------------------------------------------------------------------

    @with_all_rows
    def use_of(self, service: str) -> ServiceUse:
        """How much there is of a service. Raises OperatorError where services.toml cannot be read."""
        name = service.strip().lower()
        try:
            checks, dependents = files.checks_of(self._folder.services_file, name)
        except ServicesError as error:
            raise OperatorError(message_of(error), UserMessage("Fix the file first.")) from error
        counts = self._store.read(lambda: self._rows.counts(name)).result()
        found = {"checks": checks, "dependents": dependents}
        counts = {**{name: number for name, number in found.items() if number}, **counts}
        return ServiceUse(name, counts, self._running_about(name))

    @with_all_rows
    def unfinished(self) -> list[str]:
        """Jobs that were cut off."""
        found = self._store.read(lambda: self._steps.list(job=JOB)).result()
        return [one.job for one in reversed(found) if one.state != "running" or one.left_behind]

    # --- operations --------------------------------------------------------------------------------------------

    @with_all_rows
    def rename(self, old: str, new: str, *, merge: bool = False) -> RenameReport:
        """Give a service another name everywhere.

        Raises UsageError for a name that cannot be one, OperatorError where there is no such service, where the new
        name is taken (``merge``: both become one, unless both have checks), or a run is about it.
        """
        self.finish()
        old, new = old.strip().lower(), new.strip().lower()
        if not NAME.fullmatch(new) or new == "general":
            raise UsageError(
                UserMessage("{new} cannot be a service's name.", new=f"{new!r}"),
                UserMessage("Use letters, digits, - and _ only."),
            )
        if old == new:
            raise UsageError(UserMessage("It is called {old} already.", old=old), UserMessage("Nothing was changed."))
        use, other = self.use_of(old), self.use_of(new)
        self._must_be_free(use)
        if other.counts.get("checks") and use.counts.get("checks"):
            raise OperatorError(
                UserMessage("There is a service {new} already: {words}.", new=new, words=other.text),
                UserMessage("Choose another name."),
            )
        if other.known and not merge:
            raise NameInUseError(
                UserMessage(
                    "The name {new} is in use: {value}.", new=new, value=other.text or "it is named in records"
                ),
                UserMessage(
                    "Choose another name, or merge both with `claudeops services rename {old} {new} "
                    "--merge`. Merging cannot be undone.",
                    old=old,
                    new=new,
                ),
            )
        done: RenameReport = self._carry_out({"old": old, "new": new})
        return replace(done, merged=other.known)

    @with_all_rows
    def remove(self, service: str, *, keep_history: bool = False) -> RemovalReport:
        """Remove a service: its checks, rules and mutes, and with ``keep_history`` false all that was recorded and
        learned of it. Kept memories are archived.

        Raises OperatorError where there is no such service, or a run is about it.
        """
        self.finish()
        name = service.strip().lower()
        self._must_be_free(self.use_of(name))
        done: RemovalReport = self._carry_out({"removed": name, "keep": keep_history})
        return done

    @with_all_rows
    def restore(self, removed: RemovalReport) -> None:
        """Undo a removal that kept the history. Raises OperatorError where services.toml was changed since."""
        from ...agents.watch import edit

        before, after = removed.services_file
        try:
            if before != after:
                edit.save(self._folder.services_file, before, after)
        except ServicesError as error:
            raise OperatorError(message_of(error)) from error

        def put_back() -> None:
            self._rows.put_back(removed.rows)
            self._book.service_names.restore(removed.service)
            if removed.archived is not None:
                self._memory.edits.undo(removed.archived)

        self._store.write(put_back).result()
        self._publish()

    @with_all_rows
    def finish(self) -> int:
        """Go on with what was cut off; how many. Raises what still stands in the way."""
        done = 0
        for job in self.unfinished():
            [step] = self._store.read(lambda job=job: self._steps.of_job(job)).result()  # type: ignore[misc]
            try:
                if step.state != "done":  # else only the note is left
                    self._do(job, orjson.loads(step.input))
            except ServicesError as error:
                raise OperatorError(
                    str(error), UserMessage("A renaming or removal waits for it; fix the file.")
                ) from error
            self._forget(job)
            done += 1
        return done

    # --- inside ------------------------------------------------------------------------------------------------

    def _carry_out(self, given: dict[str, Any]) -> Any:
        job = f"{JOB}{uuid4().hex}"
        self._store.write(lambda: self._steps.plan(job, STEP, **given)).result()
        try:
            return self._do(job, given)
        except ServicesError as error:  # the file comes first: nothing was changed
            self._forget(job)
            raise OperatorError(message_of(error), UserMessage("Nothing was changed.")) from error

    def _do(self, job: str, given: dict[str, Any]) -> Any:
        """The whole of it; then the note that it is to be done is taken out."""
        made: list[Any] = []

        def work() -> None:
            if "removed" in given:
                made.append(self._remove(str(given["removed"]), bool(given["keep"])))
            else:
                made.append(self._rename(str(given["old"]), str(given["new"])))

        self._steps.compute_once(job, STEP, work)
        self._forget(job)
        self._publish()
        return made[0] if made else None

    def _forget(self, job: str) -> None:
        self._store.write(
            lambda: self._store.database.execute_sql("DELETE FROM steps WHERE job = ?", (job,)).rowcount
        ).result()

    def _rename(self, old: str, new: str) -> RenameReport:
        before, after = files.rename_in_services_file(self._folder.services_file, old, new)

        def in_database() -> dict[str, int]:
            incidents = self._book.incidents.rename_service(old, new)
            self._book.changes.rename_service(old, new)
            LearningService(self._book).patterns.rename_service(old, new)
            changed = self._rows.rename(old, new)
            self._memory.edits.drop_service_indexes(old, new)
            return changed | ({"incidents": incidents} if incidents else {})

        changed = self._store.write(in_database).result()
        changed |= self._in_files(old, new)
        return RenameReport(old, new, changed | ({"services.toml": 1} if before != after else {}))

    def _remove(self, name: str, keep: bool) -> RemovalReport:
        text = files.remove_from_services_file(self._folder.services_file, name)
        report = self._store.write(lambda: self._retire(name) if keep else self._delete(name)).result()
        changed = {**report.changed, **({"services.toml": 1} if text[0] != text[1] else {})}
        if not keep:
            changed |= self._in_files(name, None)
        return replace(report, changed=changed, services_file=text)

    def _delete(self, name: str) -> RemovalReport:
        """All rows, inside a write."""
        ids = self._memory.search.ids(MemoryQuery(service=name))
        disabled = self._rows.take_from_schedules(name)
        gone = self._memory.edits.delete(ids) if ids else None
        learning = LearningService(self._book)
        learning.patterns.forget_service(name)  # before its name is taken from lists: those would become general
        learning.deliberations.forget_service(name)
        changed = self._rows.remove(name)
        self._memory.edits.drop_service_indexes(name)
        self._book.changes.remove_service(name)
        if gone is not None:
            changed["memories"] = len(gone.before)
        return RemovalReport(name, False, changed, tuple(disabled))

    def _retire(self, name: str) -> RemovalReport:
        """Only what would keep it alive, inside a write."""
        now = self._clock()
        rows = self._rows.rows_of((*SET_UP, *LISTS), name)
        disabled = self._rows.take_from_schedules(name)
        changed = self._rows.delete_from((*SET_UP, "check_states", "service_edges"), name)
        incident = self._book.incidents.open_for(name)
        if incident is not None:
            self._book.incidents.resolve(incident.id, BY_OPERATOR, now, "The service was removed.")
        archived = self._memory.edits.archive(
            self._memory.search.ids(MemoryQuery(service=name)), "The service was removed; its history is kept."
        )
        self._book.service_names.dismiss(name, now)
        if archived.before:
            changed["memories"] = len(archived.before)
        return RemovalReport(name, True, changed, tuple(disabled), rows=tuple(rows), archived=archived)

    def _in_files(self, old: str, new: str | None) -> dict[str, int]:
        folder = self._folder
        found = {
            folder.check_results.name: files.rename_in_check_results(folder.check_results, old, new),
            "heartbeats": files.rename_in_heartbeats(folder.root, old, new),
            folder.watch_history.name: files.rename_in_history(folder.watch_history, old, new),
            folder.settings_file.name: files.rename_in_settings(folder.settings_file, old, new),
            folder.ui_state.name: files.rename_in_ui_state(folder.ui_state, old, new),
        }
        return {name: number for name, number in found.items() if number}

    def _must_be_free(self, use: ServiceUse) -> None:
        if not use.known:
            raise OperatorError(
                UserMessage("There is no service {service}.", service=use.service),
                UserMessage("See `claudeops services list`."),
            )
        if use.running:
            raise OperatorError(
                UserMessage(
                    "Session {running} is running and may be about {service}.", running=use.running, service=use.service
                ),
                UserMessage("Wait until it is over, or stop it; then try again."),
            )

    def _running_about(self, name: str) -> int:
        """The session that runs and may speak of the service: its run names it, or is about all services."""

        def ask() -> int:
            row = self._store.database.execute_sql(
                "SELECT s.id FROM sessions s JOIN runs r ON r.id = s.run_id WHERE s.status = 'running' AND"
                " (r.services = '[]' OR EXISTS (SELECT 1 FROM json_each(r.services) j WHERE j.value = ?))"
                " ORDER BY s.id LIMIT 1",
                (name,),
            ).fetchone()
            return int(row[0]) if row else 0

        return self._store.read(ask).result()

    def _publish(self) -> None:
        for table in ("services", "memories", "health_checks", "events", "incidents"):
            self._store.hub.publish(CommittedChange(table))


def finish_cut_off(changes: ServiceChanges) -> int:
    """Go on with what a crash cut off, when the application starts; how many. Never raises."""
    try:
        return changes.finish()
    except StepInProgressError:
        return 0  # another Claude Ops is at it
    except ClaudeOpsError as error:
        log.warning("a service could not be renamed or removed to the end: %s", error)
    except Exception:
        log.exception("a service could not be renamed or removed to the end")
    return 0
