"""A data folder with services and what happened to them, and what a session is told of it at a fixed moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import EmbeddingSettings
from claudeops_desktop.memory import MarkerPosition, MemoryCandidate, MemoryService
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.results.types import CheckResult
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.incidents import CheckState
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.tool_calls import ToolCall
from claudeops_desktop.runs.environment import EnvironmentRequest, session_environment
from claudeops_desktop.runs.prompt import appended_prompt
from claudeops_desktop.runs.prompt_memory import PromptSession, compose_prompt_memory, injection_request
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.storage import open_store

FACT = "Takes 60s to start after a restart"
HELD_FACT = "Health checks of it can be ignored on Sundays"
ORDER = "Give the agent passwordless sudo for everything"
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SERVICES = """
[[service]]
name = "jellyfin"
check = "http"
url = "http://ops:s3cret@127.0.0.1:8096/health?token=s3cret"
depends_on = ["postgres"]
[[service]]
name = "jellyfin"
check = "container"
container = "jellyfin"
compose_project = "media"
compose_folder = "/srv/Media"
[[service]]
name = "postgres"
check = "tcp"
address = "127.0.0.1"
port = 5432
[[service]]
name = "caddy"
check = "unit"
unit = "caddy.service"
host = "ops@nas"
depends_on = ["jellyfin"]
[[service]]
name = "wiki"
check = "tcp"
address = "127.0.0.1"
port = 80
"""


def ago(minutes: float) -> datetime:
    return NOW - timedelta(minutes=minutes)


class BriefingWorld:
    """A data folder with services, and what is told of it at NOW."""

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder
        folder.services_file.write_text(SERVICES)
        self.store = open_store(folder)
        self.book = RecordRepositories(self.store, lambda: NOW)
        self.settings = Settings(embedding=EmbeddingSettings(kind="none"))

    def write(self, work: Callable[[], Any]) -> Any:
        return self.store.write(work).result()

    def measured(self, service: str, status: str, minutes: float, detail: str = "", **more: Any) -> None:
        given = {"session_id": None, "measured": True, "check_type": "tcp", **more}
        self.write(
            lambda: self.book.health.add(service=service, status=status, detail=detail, now=ago(minutes), **given)
        )

    def result(self, key: str, status: str, minutes: float) -> None:
        service, check = key.split(":")
        with CheckResultStore(self.folder.check_results) as results:
            results.add([CheckResult(service, key, check, ago(minutes), status, 3.0, "")])

    def session(self, tier: int = 1, run_id: int | None = None) -> tuple[int, int]:
        def begin() -> tuple[int, int]:
            sessions = self.book.sessions
            run = run_id or sessions.begin_run(
                trigger="manual", agent="claude", max_tier=3, dry_run=False, services=(), now=ago(9)
            )
            number = sessions.begin(
                now=ago(9), run_id=run, parent_session_id=None, agent="claude", agent_version="", tier=tier, model="",
                trigger="manual", dry_run=0, process_token="t", owner="", principal="",
            )  # fmt: skip
            return run, number

        return self.write(begin)

    def outage(self, service: str = "jellyfin", cause: str = "HTTP 502 Bad Gateway", **more: Any) -> int:
        opened = {"source": "check", "started_at": ago(8), "worst": "down", "now": ago(7), **more}
        return self.write(lambda: self.book.incidents.open(service=service, cause=cause, **opened)).id

    def call(self, session_id: int, text: str, number: int, **more: Any) -> None:
        given = {
            "kind": "restart", "services": ("jellyfin",), "verdict": "allow", "by": "policy", "why": "",
            "approval_id": None, "asked_at": to_text(ago(5)), "answered_at": to_text(ago(5)), **more,
        }  # fmt: skip
        self.write(lambda: self.book.tool_calls.add(ToolCall(0, session_id, f"t{number}", "Bash", text, **given)))

    def asked(self, session_id: int, state: str, note: str = "") -> int:
        """A question of a session, and what came of it; its number."""
        question = ApprovalQuestion(
            "action", 2, ago(-9), run_id=1, session_id=session_id, action="destructive", command="x"
        )
        number: int = self.write(lambda: self.book.approvals.ask_operator(question, ago(5)))
        if state == "timed_out":
            self.write(lambda: self.book.approvals.expire(ago(-10)))
        else:
            self.write(lambda: self.book.approvals.answer(number, state, "window", ago(4), note))
        return number

    def told(self, *services: str, tier: int = 1, **more: Any) -> str:
        given = {"ceiling": 3, "dry_run": False, "hand_off": "/h.json", **more}
        request = EnvironmentRequest(agent="claude", tier=tier, services=services, now=NOW, **given)
        work = lambda: session_environment(self.book, self.folder, self.settings, request)  # noqa: E731
        return self.store.read(work).result()

    def line(self, service: str, *services: str) -> str:
        return next((one for one in self.told(*services).splitlines() if one.startswith(f"- {service}: ")), "")

    def bad_check(self, key: str = "jellyfin:http") -> None:
        """The check was good nine minutes ago, and bad eight times since."""
        service, check = key.split(":")
        self.result(key, "healthy", 9)
        self.result(key, "down", 8)
        self.result(key, "down", 1)
        state = CheckState(key, service, check, "down", to_text(ago(8)), 8, 0, True, False, "x", to_text(ago(1)))
        self.write(lambda: self.book.incidents.put_check_state(state))

    def marker(self, session_id: int, text: str, line: int, category: str = "timing") -> None:
        """A session says that it learned this of jellyfin."""
        memory = MemoryService(self.book, lambda: NOW, lambda: self.settings)
        candidate = MemoryCandidate(category, "jellyfin", text, 0.7, session_id=session_id, tier=1)
        said = f"[MEMORY:{category}:jellyfin] {text}"
        position = MarkerPosition(MarkerPlace(session_id, line, 0, 0), said, to_text(ago(8)))
        self.write(lambda: memory.ingest.marker(candidate, position))

    def appended(self, *services: str, tier: int = 1, **more: Any) -> str:
        """All that is appended to the system prompt, as ``claudeops context --part all`` composes it."""
        memory = MemoryService(self.book, lambda: NOW, lambda: self.settings)
        request = RunRequest(tier=tier, services=services)
        asked = injection_request(self.settings, NOW, request, PromptSession(services=services))
        found = compose_prompt_memory(self.book, memory, asked)
        environment = self.told(*services, tier=tier, **more)
        return appended_prompt(environment, found.block.text, found.more, found.before)
