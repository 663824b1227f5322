"""An operator whose docker, systemctl, ssh and sudo are stand-ins on PATH that write down how they were called."""

from __future__ import annotations

from cli_operator import Operator

RESTART = "docker restart jellyfin"
STAND_IN = """#!/bin/sh
echo "$(basename "$0") $*"
echo "$(basename "$0") $*" >> "$HOME/called"
"""
"""Says how it was called, and writes it down where it can: what only reads cannot."""


class Guarded(Operator):
    """An operator whose services are stand-ins."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        tools = place / "tools"
        tools.mkdir()
        for name in ("docker", "systemctl", "ssh", "sudo"):
            (tools / name).write_text(STAND_IN)
            (tools / name).chmod(0o755)
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"

    def called(self) -> list[str]:
        file = self.home / "called"
        return file.read_text().splitlines() if file.exists() else []


def called_through(operator: Guarded, script: str) -> None:
    """Put a script of bash between us and the CLI, which it knows as ``$claude``."""
    shim = operator.home.parent / "shim"
    shim.mkdir()
    real = operator.env["PATH"].split(":")[1]
    (shim / "claude").write_text(f"#!/bin/bash\nclaude={real}/claude\n{script}\n")
    (shim / "claude").chmod(0o755)
    operator.env["PATH"] = f"{shim}:{operator.env['PATH']}"
