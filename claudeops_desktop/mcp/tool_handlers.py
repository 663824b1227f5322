"""Where the tools of a session are served: who asks, what it may, and what it is told (E18).

Whatever goes wrong is an answer that says so: an agent must never lose its session over its memory.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Concatenate, ParamSpec, TypeVar

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.principals import (
    SHARED_ONLY,
    ActingPrincipal,
    acting,
    acting_as,
    is_private,
    make_principal,
    private_audience,
)
from ..core.secrets.redact_shapes import without_shapes
from ..core.settings import Settings, SettingsService
from ..knowledge import FederatedRecall
from ..language.types import service_name
from ..memory import (
    MemoryService,
    RecallRequest,
)
from ..operations.agent_memories import RememberFact, extracted_fact, remember_fact
from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from ..records.telemetry.recording import emit_event
from ..runs.service_standing import picture_services
from ..storage import DataStore, open_store
from ..stream.provenance import NOWHERE
from .knowledge_handlers import KnowledgeToolHandlers, role_of
from .knowledge_schemas import DECISIONS, LOG_OPERATION, OPERATIONS, PROPOSE_NOTE
from .tool_answers import describe_outcome, describe_places, describe_recall, describe_services
from .tool_schemas import (
    FORGET,
    LIST_SERVICES,
    MOST_PLACES,
    RECALL,
    REMEMBER,
    SEARCH_LIBRARY,
    SUGGEST_SOURCE,
    WrongArguments,
    check_arguments,
    offered_tools,
)
from .tool_types import ToolAnswer, ToolSpec, failed_answer

log = logging.getLogger(__name__)
T = TypeVar("T")
P = ParamSpec("P")

WRITES_A_SESSION = 60
WRITES_A_MINUTE = 12
MINUTE = timedelta(minutes=1)
LEAVE_S = 5.0  # what is being made ready is waited for at the end, so long at most


@dataclass(frozen=True, slots=True)
class ToolCaller:
    """Who asks: a session of ours (its number as it was handed over), or another MCP client; ``read_only`` in a dry
    run. ``domain`` is that of the asker's own facts, "" for none. ``lasts``: it is no single session, so that its
    writes are limited by the minute alone. ``principal`` is for whom it acts; a session of ours acts as its agent.
    ``tools`` are those it is handed, () for all."""

    session_id: int | None = None
    read_only: bool = False
    domain: str = ""
    lasts: bool = False
    principal: ActingPrincipal = SHARED_ONLY
    tools: tuple[str, ...] = ()


Opened = tuple[DataStore, RecordRepositories, MemoryService]
Written = tuple[ToolAnswer, str]
"""An answer, and in one word what came of the write; "" where nothing is to be noted."""


class MemoryToolHandlers:
    """Opens the memory when it is first asked for something; serves one caller.

    ``there`` is a memory that is open already, and stays so when the desk closes: a process has one database open.
    ``note_write`` is called inside the write with the name of a tool and what came of it.
    """

    def __init__(
        self,
        folder: DataFolder,
        caller: ToolCaller,
        clock: Clock = utc_now,
        there: Opened | None = None,
        note_write: Callable[[str, str], None] | None = None,
    ) -> None:
        self._note_write = note_write
        self._there = there is not None
        self.folder = folder
        self._caller = caller
        self._clock = clock
        self._lock = threading.Lock()
        self._open = there
        self._written: deque[datetime] = deque()
        self._total = 0
        self._warming: threading.Thread | None = None
        self._recaller: FederatedRecall | None = None
        self._closed = False
        self._knowledge = KnowledgeToolHandlers(folder, self.current_settings, clock)
        self._reading: dict[str, Callable[[dict[str, Any]], ToolAnswer]] = {
            RECALL: self._recall,
            LIST_SERVICES: self._list_services,
            DECISIONS: self._knowledge.decisions,
            OPERATIONS: self._knowledge.operations,
            SEARCH_LIBRARY: self._search_library,
        }
        self._writing: dict[str, Callable[[dict[str, Any], Session | None], Written]] = {
            REMEMBER: self._remember,
            FORGET: self._forget,
            LOG_OPERATION: self._log_operation,
            PROPOSE_NOTE: self._propose_note,
            SUGGEST_SOURCE: self._suggest_source,
        }

    def offered(self) -> tuple[ToolSpec, ...]:
        """The tools that this caller has."""
        return offered_tools(self._caller.read_only, self._caller.tools)

    def served(self, serve: Callable[Concatenate[MemoryToolHandlers, P], T]) -> Callable[P, T]:
        """A function of these handlers as it is called for the caller: it sees the rows of its principal. Blocking: not
        on an event loop."""

        def call(*given: P.args, **named: P.kwargs) -> T:
            with acting_as(self._principal()):
                return serve(self, *given, **named)

        return call

    def _principal(self) -> ActingPrincipal:
        """Whoever the tools act for: the agent of a session of ours, else the caller's own principal."""
        if self._caller.session_id is None:
            return self._caller.principal
        with acting_as(None):
            store, book, _ = self.opened()
            session = self._session(store, book)
        if session is None:
            return self._caller.principal
        projects = self.current_settings().agent.projects
        return make_principal(session.principal, projects, session.audience)

    def call(self, name: str, given: Mapping[str, Any]) -> ToolAnswer:
        """Serve one call. Never raises. Blocking: not on an event loop."""
        try:
            return self.served(MemoryToolHandlers._call)(name, given)
        except ClaudeOpsError as error:
            return failed_answer(f"Memory could not be used: {error}")
        except Exception as error:
            log.exception("a memory tool failed")
            return failed_answer(f"Memory could not be used ({type(error).__name__}). Go on without it.")

    def _call(self, name: str, given: Mapping[str, Any]) -> ToolAnswer:
        try:
            if name not in {tool.name for tool in self.offered()}:
                return failed_answer(f"There is no tool “{name}” in this session.")
            arguments = check_arguments(name, given)
            if name in self._reading:
                return self._reading[name](arguments)
            return self._write(name, arguments)
        except WrongArguments as wrong:
            return failed_answer(str(wrong))

    def _write(self, name: str, arguments: dict[str, Any]) -> ToolAnswer:
        """Serve a tool that writes, where it may write now, and note what came of it."""
        store, book, _ = self.opened()
        session = self._session(store, book)
        if refused := self._refused(session):
            return failed_answer(refused)
        answer, outcome = self._writing[name](arguments, session)
        if outcome:
            self._count(store, session, name, outcome)
        return answer

    def warm(self) -> None:
        """Load what the first recall needs, so that it need not wait. Never raises; takes a second."""
        try:
            self.opened()[2].recall.warm()
        except Exception as error:  # the first call tells of it
            log.info("memory could not be made ready: %s", error)

    def warm_soon(self) -> None:
        """The same on a thread of its own, once. Nothing begins after ``close``."""
        with self._lock:
            if self._warming is None and not self._closed:
                self._warming = threading.Thread(target=self.warm, name="memory-warm", daemon=True)
                self._warming.start()

    def close(self) -> None:
        """Finish what was asked for."""
        with self._lock:
            self._closed, warming = True, self._warming
        if warming is not None:
            warming.join(LEAVE_S)
        with self._lock:
            if self._open is not None and not self._there:
                store, _, memory = self._open
                memory.recall.close()
                store.close()
                self._open = None

    def _recall(self, given: dict[str, Any]) -> ToolAnswer:
        store, book, memory = self.opened()
        now, session = self._clock(), self._session(store, book)
        role = role_of(store, session) if session else ""
        if "note" in given:
            return self._knowledge.note(given["note"], role)
        if "question" not in given:
            raise WrongArguments(f"“{RECALL}” needs a question, or the path of a note.")
        found = self._federated(book, memory).ask(
            RecallRequest(
                question=given["question"],
                now=now,
                profile=given.get("profile", "auto"),
                limit=given.get("limit"),
                services=tuple(filter(None, map(service_name, given.get("services", ())))),
                asked_by="agent",
                session_id=session.id if session else None,
                domains=(self._caller.domain,) if self._caller.domain else (),
            ),
            role,
        )
        return describe_recall(found, now)

    def _list_services(self, given: dict[str, Any]) -> ToolAnswer:
        store, book, _ = self.opened()
        now, settings = self._clock(), self.current_settings()
        picture = store.read(lambda: picture_services(book, self.folder, settings, now)).result()
        return describe_services(picture, tuple(given.get("services", ())), now)

    def _remember(self, given: dict[str, Any], session: Session | None) -> Written:
        store, _, memory = self.opened()
        number, tier = (session.id, session.tier) if session else (None, 1)
        request = RememberFact(
            text=given["text"],
            category=given["category"],
            service=given.get("service"),
            strength=given.get("strength", "implied"),
            session_id=number,
            tier=tier,
        )
        now = self._clock()
        fact = extracted_fact(request, now)
        sources = memory.provenance.of_session(session.id) if session else None
        provenance = sources.claim_provenance(fact.text, fact.service or "") if sources else NOWHERE
        principal = acting() or SHARED_ONLY
        if given.get("visibility") == "private" and not is_private(principal.writes):
            if not principal.name:
                return failed_answer(
                    "Nobody is named to whom it could be private. Start the server with --as NAME."
                ), ""
            principal = principal.writing_to(private_audience(principal.name))

        with acting_as(principal):
            outcome = store.write(lambda: remember_fact(memory, request, now, provenance)).result()
        return describe_outcome(outcome), str(outcome.action)

    def _forget(self, given: dict[str, Any], session: Session | None) -> Written:
        store, _, memory = self.opened()
        why = without_shapes(given["reason"])
        asker, tier = (session.id, session.tier) if session else (None, 1)
        done = store.write(lambda: memory.review.retract(given["id"], why, asker, tier)).result()
        told = {
            "retired": "It is retired: no prompt and no recall shows it any more.",
            "proposed": "It is proposed to the operator, who decides in Review. Until then it stands.",
        }.get(done.action, "Nothing was changed.")
        number = done.memory.id if done.memory else None
        said = f"{told} {done.why}"
        return ToolAnswer(said, {"message": said, "action": done.action, "id": number, "why": done.why}), done.action

    def _log_operation(self, given: dict[str, Any], session: Session | None) -> Written:
        return self._knowledge.log_operation(given, session), "logged"

    def _propose_note(self, given: dict[str, Any], session: Session | None) -> Written:
        store, book, memory = self.opened()
        sources = memory.provenance.of_session(session.id) if session else None
        provenance = sources.claim_provenance(given["text"]) if sources else NOWHERE
        answer = self._knowledge.propose_note(given, store, book, session, provenance)
        return answer, str(answer.data.get("action", "refused"))

    def _search_library(self, given: dict[str, Any]) -> ToolAnswer:
        store, book, memory = self.opened()
        library = self._federated(book, memory).library
        if not store.read(library.documents.status).result().chunks:
            return describe_places([], is_empty=True)
        hits = library.find(given["query"], given.get("limit", MOST_PLACES // 2), memory.recall.load_embedder())
        return describe_places(hits)

    def _suggest_source(self, given: dict[str, Any], session: Session | None) -> Written:
        store, book, memory = self.opened()
        from ..library import require_url

        address, library = require_url(given["address"]), self._federated(book, memory).library
        number = session.id if session else None
        is_new = store.write(lambda: library.suggestions.suggest(address, given["reason"], number)).result()
        action = "suggested" if is_new else "unchanged"
        said = "The operator decides on it." if is_new else "It is known already: nothing was changed."
        return ToolAnswer(said, {"message": said, "action": action, "id": None, "why": ""}), action

    def _federated(self, book: RecordRepositories, memory: MemoryService) -> FederatedRecall:
        """One for all calls: it keeps what the library has read."""
        if self._recaller is None:
            self._recaller = FederatedRecall(book, memory, self._clock)
        return self._recaller

    def opened(self) -> Opened:
        """The memory, opened where it was not yet. Blocking."""
        with self._lock, acting_as(None):
            if self._open is None:
                store = open_store(self.folder)
                book = RecordRepositories(store, self._clock)
                self._open = (store, book, MemoryService(book, self._clock, self._settings()))
            return self._open

    def _settings(self) -> Callable[[], Settings]:
        """The settings as they are now; the defaults where the file cannot be used."""
        try:
            keeper = SettingsService(self.folder.settings_file)
        except ClaudeOpsError as error:
            log.warning("%s", error.full_text)
            return Settings

        def current() -> Settings:
            keeper.refresh()
            return keeper.current

        return current

    def current_settings(self) -> Settings:
        """The settings as they are now."""
        return self._settings()()

    def _session(self, store: DataStore, book: RecordRepositories) -> Session | None:
        """The session that asks, where it is one of this data folder."""
        number = self._caller.session_id
        return None if number is None else store.read(lambda: book.sessions.get(number)).result()

    def _refused(self, session: Session | None) -> str:
        """Why nothing may be written now; "" where it may. Each write that may is counted."""
        now = self._clock()
        if self._caller.read_only or (session is not None and session.dry_run):
            return "This is a dry run: nothing is remembered or forgotten. Say it in your report."
        with self._lock:
            while self._written and now - self._written[0] >= MINUTE:
                self._written.popleft()
            if self._total >= WRITES_A_SESSION and not self._caller.lasts:
                return f"This session has written {WRITES_A_SESSION} times, which is all it may. Go on without."
            if len(self._written) >= WRITES_A_MINUTE:
                return f"Too much at once: {WRITES_A_MINUTE} writes a minute. Keep what matters most, and go on."
            self._written.append(now)
            self._total += 1
        return ""

    def _count(self, store: DataStore, session: Session | None, tool: str, action: str) -> None:
        number, now = session.id if session else None, self._clock()

        def note() -> None:
            emit_event("mcp", f"memory.mcp.{tool}", now=now, session_id=number, outcome=action, writes=self._total)
            if self._note_write is not None:
                self._note_write(tool, action)

        store.write(note).result()
