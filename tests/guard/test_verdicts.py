"""What commands do, in full: each part with its class, its program and what it acts on."""

from __future__ import annotations

import pytest
from spelled_out import batches, spelled, table

from claudeops_desktop.guard.classify import understand

VERDICTS = batches(table("verdicts.tsv"))


def parts_of(command: str) -> list[list[object]]:
    """Each part as the table has it: class, program, targets."""
    return [[part.kind, part.program, spelled(part.targets)] for part in understand(command).parts]


@pytest.mark.parametrize("rows", VERDICTS, ids=[f"from {rows[0][0]}" for rows in VERDICTS])
def test_commands_have_these_parts(rows):
    assert {command: parts_of(command) for command, _ in rows} == dict(rows)
