"""Who may see a fact: shared by its owner, and taken back (X2).

What is shared meets those that see it as a fact from elsewhere does: it passes the gate, it is compared with what they
know, it changes nothing of that, and it stands as unconfirmed. What is taken back is gone for others as a deleted fact
is: from recall, from the histories that quote it, and from what other workstations are given.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from ..core.clock import Clock
from ..core.errors import OperatorError, PolicyRefusal
from ..core.messages import UserMessage
from ..core.principals import (
    EVERYONE,
    ActingPrincipal,
    acting,
    acting_as,
    check_principal_name,
    is_operator_here,
    is_private,
    private_audience,
    project_audience,
    project_of,
)
from ..language.types import Verdict
from ..records.principals import PrincipalRecords
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from . import conflict_answers, conflicts, fact_rules, tables
from .among_equals import among_equals
from .conflicts import ConflictKind
from .deletion import MemoryDeletion
from .ingest import MemoryIngest
from .offered_fact import offer_stored
from .types import Memory

HIGHEST = 0.6
"""The confidence of a fact that was shared, at most, as of one from another workstation: those who see it now have not
confirmed it."""
MOST_PAIRS = 3
Action = Literal["shared", "withdrawn", "unchanged", "held"]


@dataclass(frozen=True, slots=True)
class VisibilityChange:
    """What became of a wish to show a fact to others or to fewer. ``before`` is the fact as it was."""

    action: Action
    memory: Memory
    before: Memory
    why: str = ""

    @property
    def changed(self) -> bool:
        """Tell whether others see it now, or fewer do."""
        return self.memory.audience != self.before.audience

    def as_json(self) -> dict[str, Any]:
        """For ``--json``: the fact as it is now, and who could see it before."""
        return {
            "action": self.action, "memory": asdict(self.memory), "audience_before": self.before.audience,
            "why": self.why,
        }  # fmt: skip


def audience_words(audience: str) -> str:
    """Who sees a fact, as it is shown: ``everyone``, ``the project web``, ``anna alone``, ``you alone``."""
    if audience == EVERYONE:
        return str(UserMessage("everyone"))
    if project := project_of(audience):
        return str(UserMessage("the project {name}", name=project))
    owner = audience.partition(":")[2]
    return str(UserMessage("{name} alone", name=owner)) if owner else str(UserMessage("you alone"))


class FactVisibility:
    """Shows facts to others and takes them back. Everything here runs inside ``store.write``."""

    def __init__(
        self, book: RecordRepositories, clock: Clock, forgetting: MemoryDeletion, ingest: MemoryIngest
    ) -> None:
        self._book = book
        self._clock = clock
        self._forgetting = forgetting
        self._ingest = ingest

    def share(self, memory_id: int, project: str = "") -> VisibilityChange:
        """Show a fact to everyone, or to a project. Raises OperatorError for one that is not there, PolicyRefusal where
        it is another's."""
        audience = project_audience(check_principal_name(project)) if project else EVERYONE
        if project and is_operator_here():  # to whoever does not belong to it, it is no matter whether there is one
            PrincipalRecords(self._book.store, "projects").require(project)
        return self._show(self._require(memory_id), audience)

    def unshare(self, memory_id: int) -> VisibilityChange:
        """Take a fact back: only its owner sees it from now on. Raises as ``share`` does."""
        memory, principal = self._require(memory_id), acting()
        if principal is not None and not memory.owner:
            raise PolicyRefusal(
                UserMessage("Memory {id} is nobody's own: it cannot be taken back from the others.", id=memory.id),
                UserMessage("Delete it, or correct it."),
            )
        return self._show(memory, private_audience(memory.owner))

    def put_back(self, change: VisibilityChange) -> VisibilityChange:
        """Take a change back. Whoever may make it may do so."""
        now = self._require(change.memory.id)
        if now.audience != change.memory.audience:
            raise OperatorError(
                UserMessage("Memory {id} was shared or taken back since.", id=now.id),
                UserMessage("See `claudeops memory show {id}`.", id=now.id),
            )
        done = self._show(now, change.before.audience)
        if done.action == "unchanged":
            return done
        earlier = {
            name: getattr(change.before, name)
            for name in ("confidence", "active", "confirmed", "gate", "gate_why")
            if getattr(done.memory, name) != getattr(change.before, name)
        }
        tables.update(now.id, **earlier)
        return replace(done, memory=replace(done.memory, **earlier))

    def release_project(self, name: str) -> list[Memory]:
        """A project ends: what it shares is its owners' alone again; these facts, as far as whoever acts may see them
        still. A session that was given some of it is its agent's alone."""
        principal, audience = acting(), project_audience(name)
        with acting_as(None):
            kept = self._release(name, audience, principal)
        return kept if principal is None else [memory for memory in kept if principal.may_see(memory.audience)]

    def _release(self, name: str, audience: str, by: ActingPrincipal | None) -> list[Memory]:
        found = tables.select("audience = ?", (audience,))
        why = f"The project {name} was removed."
        kept = [self._take_back(memory, private_audience(memory.owner), why, by) for memory in found]
        for number, agent in proxy.execute_sql("SELECT id, principal FROM sessions WHERE audience = ?", (audience,)):
            self._book.sessions.update(number, audience=private_audience(agent))
        return kept

    def private_to(self, name: str) -> list[int]:
        """The ids of the facts that only this principal may see. In a read or a write."""
        return tables.ids_where("audience = ?", (private_audience(name),), "id")

    # --- rules -------------------------------------------------------------------------------------------------------

    def _require(self, memory_id: int) -> Memory:
        found = tables.get_memory(memory_id)
        if found is None:
            raise OperatorError(
                UserMessage("There is no memory {number}.", number=memory_id),
                UserMessage("See `claudeops memory list`."),
            )
        principal = acting()
        if principal is not None and not principal.may_speak_for(found.owner):
            raise PolicyRefusal(
                UserMessage("Memory {id} is not yours: only its owner may share it or take it back.", id=memory_id),
                UserMessage("Ask its owner."),
            )
        return found

    def _show(self, memory: Memory, audience: str) -> VisibilityChange:
        if audience == memory.audience:
            return VisibilityChange("unchanged", memory, memory, UserMessage("It is so already."))
        principal = acting()
        if principal is not None and not principal.may_see(audience):
            raise PolicyRefusal(
                UserMessage("You do not belong to the project “{name}”.", name=project_of(audience)),
                UserMessage("Add it to the setting agent.projects.")
                if principal.operator
                else UserMessage("Use a token that is bound to it."),
            )
        if memory.superseded_by is not None and not is_private(audience):
            raise OperatorError(
                UserMessage("Memory {id} is closed: a newer one took its place.", id=memory.id),
                UserMessage("Share the newer one."),
            )
        with acting_as(None):  # its words stand in records of others too
            if audience != EVERYONE and not is_private(memory.audience):  # some may not see it any more
                taken = self._take_back(memory, audience, f"Taken back by {_name(principal)}.", principal)
                return VisibilityChange("withdrawn", taken, memory)
            return self._widen(memory, audience, principal)

    def _widen(self, memory: Memory, audience: str, by: ActingPrincipal | None) -> VisibilityChange:
        now = self._clock()
        whom = f"the project {project_of(audience)}" if project_of(audience) else "everyone"
        why = f"Shared with {whom} by {_name(by)}."
        moved = replace(memory, audience=audience)
        columns: dict[str, Any] = {"audience": audience}
        against = []
        if memory.gate != "hold":
            with among_equals(audience):
                offer = offer_stored(moved, now)
                judged = self._ingest.compare(offer)
                plan = fact_rules.plan(judged)
                if plan.reinforced is not None:
                    said = UserMessage(
                        "Memory {id} says the same to {whom}.",
                        id=plan.reinforced.memory.id,
                        whom=audience_words(audience),
                    )
                    return VisibilityChange("unchanged", memory, memory, said)
                decided = self._ingest.weigh(offer.fact, "marker")
            columns |= {"confirmed": 0, "confidence": min(memory.confidence, HIGHEST)}
            if decided.outcome != "allow":
                columns |= {"gate": "hold", "gate_why": decided.why, "active": 0}
            against = [one for one in judged if one.judgement.verdict is Verdict.CONTRADICTION and one.memory.active]
        moved = replace(memory, **columns)
        tables.update(memory.id, **columns)
        _drop_pairs_with_others(memory.id, audience)
        tables.add_version(moved, action="shared", why=why, now=now, **_actor_columns(by))
        if moved.gate != "hold":
            for one in sorted(against, key=lambda one: (-one.judgement.score, -one.memory.id))[:MOST_PAIRS]:
                said_of = one.judgement
                conflicts.record(one.memory, moved, ConflictKind.UNSURE, said_of.why, said_of.score, now)
        self._book.store.changed("memories", memory.id)
        held = moved.gate == "hold" and memory.gate != "hold"
        return VisibilityChange("held" if held else "shared", moved, memory, moved.gate_why if held else "")

    def _take_back(self, memory: Memory, audience: str, why: str, by: ActingPrincipal | None = None) -> Memory:
        now = self._clock()
        given = _sessions_given(memory)
        apart = self._forgetting.set_apart(memory.id, audience, now)
        assert apart is not None  # noqa: S101
        tables.add_version(apart, action="withdrawn", why=why, now=now, **_actor_columns(by))
        self._book.sessions.narrow(given, audience)
        return apart


def _drop_pairs_with_others(memory_id: int, audience: str) -> None:
    """Forget the pairs of a fact, and what a model is asked of them, whose other fact has another audience."""
    others = (
        "(old_id = ? OR new_id = ?) AND EXISTS (SELECT 1 FROM memories m WHERE m.id IN (old_id, new_id) AND m.id <> ?"
        " AND m.audience <> ?)"
    )
    values = (memory_id, memory_id, memory_id, audience)
    for (number,) in proxy.execute_sql(f"SELECT id FROM memory_conflicts WHERE {others}", values).fetchall():
        conflict_answers.drop(number)
    for table in ("second_looks", "memory_conflicts"):
        proxy.execute_sql(f"DELETE FROM {table} WHERE {others}", values)


def _name(principal: ActingPrincipal | None) -> str:
    return principal.name if principal is not None else "the operator"


def _actor_columns(principal: ActingPrincipal | None) -> dict[str, str]:
    """The columns of a version that say who made the change."""
    if principal is None:
        return {"by": "operator", "actor": ""}
    return {"by": "operator" if principal.operator else "agent", "actor": principal.name}


def _sessions_given(memory: Memory) -> Sequence[int]:
    """The sessions that said it or were given it: their texts hold its words."""
    found = {number for (number,) in proxy.execute_sql(
        "SELECT session_id FROM injections WHERE memory_id = ? UNION SELECT session_id FROM memory_versions"
        " WHERE memory_id = ? AND session_id IS NOT NULL UNION SELECT r.session_id FROM recalls r"
        " WHERE r.session_id IS NOT NULL AND EXISTS"
        " (SELECT 1 FROM json_each(r.memory_ids) j WHERE j.value = ?)",
        (memory.id, memory.id, memory.id),
    )}  # fmt: skip
    return sorted(found | ({memory.session_id} if memory.session_id is not None else set()))


def narrow_for_given(book: RecordRepositories, session_id: int, memory_ids: Sequence[int]) -> None:
    """A session is given these facts: whoever may not see one of them may not read it. Inside ``store.write``."""
    if not memory_ids:  # a session begins also where memory cannot be read
        return
    sql = (
        f"SELECT DISTINCT audience FROM memories WHERE audience <> '{EVERYONE}'"
        " AND id IN (SELECT value FROM json_each(?))"
    )
    for (audience,) in proxy.execute_sql(sql, (json.dumps(list(memory_ids)),)).fetchall():
        book.sessions.narrow([session_id], audience)
