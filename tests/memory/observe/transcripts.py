"""Words for what stands in a transcript of the CLI (2.1.197 and 2.1.330), and in a log of ours."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.core.clock import to_text

ID = "36a30589-d5f1-46ac-8a2d-3d5dd22e961b"
BEGAN = datetime(2026, 2, 1, 9, 0, tzinfo=UTC)


class Transcript:
    """Writes one; each line a second after the one before."""

    def __init__(self, path: Path, name: str = ID, version: str = "2.1.330") -> None:
        self.path, self.name, self.version, self.now = path, name, version, BEGAN
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    def line(self, **fields: Any) -> None:
        self.now += timedelta(seconds=1)
        base = {"sessionId": self.name, "version": self.version, "timestamp": to_text(self.now)}
        self.raw(json.dumps(base | fields).encode() + b"\n")

    def raw(self, some: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(some)

    def user(self, text: str, **more: Any) -> None:
        self.line(type="user", isSidechain=False, uuid="u", message={"role": "user", "content": text}, **more)

    def assistant(self, *texts: str, **more: Any) -> None:
        content = [{"type": "text", "text": text} for text in texts]
        message = {"role": "assistant", "id": "m", "model": more.pop("model", "haiku"), "content": content}
        self.line(**{"type": "assistant", "isSidechain": False, "uuid": "a", "message": message} | more)

    def tool(self, name: str, output: str, command: str = "x") -> None:
        use = {"type": "tool_use", "id": "t", "name": name, "input": {"command": command}}
        self.line(type="assistant", uuid="a", message={"role": "assistant", "id": "m", "content": [use]})
        answer = {"type": "tool_result", "tool_use_id": "t", "content": output}
        self.line(
            type="user", uuid="u", message={"role": "user", "content": [answer]}, toolUseResult={"stdout": output}
        )
