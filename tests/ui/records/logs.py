"""Session logs for tests: written as the agent's reader writes them, and told of as the run engine tells."""

from __future__ import annotations

import orjson

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.storage.change_events import CommittedChange
from claudeops_desktop.stream import writing

ME = {"session_id": "s", "model": "haiku"}


def record(line: bytes) -> bytes:
    return b'{"at":"%s","stream":"stdout","event":%s}\n' % (to_text(utc_now()).encode(), line.rstrip(b"\n"))


def says(text: str) -> bytes:
    return record(writing.assistant_text(text, **ME))


def stderr(text: str) -> bytes:
    return orjson.dumps({"at": to_text(utc_now()), "stream": "stderr", "text": text}) + b"\n"


class Talker:
    """A session of a desk that says something when told to."""

    def __init__(self, desk, name: str = "talk.ndjson", status: str = "running") -> None:
        self.desk = desk
        self.path = desk.folder.logs / name
        now = utc_now()

        def begin() -> tuple[int, int]:
            run_id = desk.book.sessions.begin_run(
                trigger="manual", agent="claude", max_tier=1, dry_run=False, services=(), now=now
            )
            session_id = desk.book.sessions.begin(
                now=now, run_id=run_id, agent="claude", tier=1, trigger="manual", log_file=str(self.path)
            )
            if status != "running":
                desk.book.sessions.update(session_id, status=status, ended_at=to_text(now))
                desk.book.sessions.end_run(run_id, status, now)
            return run_id, session_id

        self.run_id, self.session_id = desk.book.store.write(begin).result()

    def say(self, *texts: str) -> None:
        self.write(*(says(text) for text in texts))

    def write(self, *lines: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(b"".join(lines))
        self.desk.book.store.hub.publish(CommittedChange("session_log", (self.session_id,)))
