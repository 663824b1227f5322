"""People who share a store on a server, each with a machine of his own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

SECRET = "The safe behind the mail server opens with 40 turns."
SHOWN = "nginx takes 40 seconds to reload."


@dataclass
class Person:
    """One of those who share the store, at the command line of his machine."""

    name: str
    folder: DataFolder
    call: Callable[..., tuple[int, str, str]]

    def run(self, *words: object) -> str:
        code, out, err = self.call(self.folder, *words)
        assert code == 0, err
        return out

    def refused(self, *words: object) -> str:
        code, _, err = self.call(self.folder, *words)
        assert code != 0
        return err

    def ask(self, *words: object) -> Any:
        return json.loads(self.run(*words, "--json"))

    def knows(self) -> set[str]:
        return {row["observation"] for row in self.ask("memory", "list")}

    def add(self, text: str, service: str = "mail") -> int:
        return int(self.ask("memory", "add", text, "--category", "timing", "--service", service)["id"])


def hold_session(who: Person, audience: str) -> int:
    """A session that says the secret, with an event, a question and a reminder of it; its number."""
    store = open_store(who.folder)
    book, now = RecordRepositories(store), utc_now()

    def write() -> int:
        run = book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=1, dry_run=False, services=["mail"], now=now
        )
        number = book.sessions.begin(
            now=now, agent="watch", tier=1, trigger="manual", prompt_text=SECRET, run_id=run, principal="watch",
            audience=audience, model="", log_file="", response=SECRET, summary=SECRET,
        )  # fmt: skip
        book.sessions.update(number, status="completed", ended_at="2026-03-01T12:00:00.000Z")
        book.sessions.end_run(run, "completed", now)
        book.events.add(level="critical", message=SECRET, service="mail", session_id=number, now=now)
        return number

    try:
        return store.write(write).result()
    finally:
        store.close()
