"""A run once more: what it was asked, as a new request."""

from __future__ import annotations

from ..agents.registry import capabilities_of
from ..records.prompt_requests import wish_in
from ..records.sessions import Run, Session
from .request import RunRequest


def rerun_request(run: Run, first: Session) -> RunRequest | None:
    """The request that makes a run like this one, by hand. None for a recording, which is named anew.

    ``first`` is the session that the chain began with. It climbs as high as runs by hand may climb now.
    """
    agent, _, recording = run.agent.partition(":")
    if capabilities_of(agent).plays_recording and not recording:
        return None
    return RunRequest(
        tier=first.tier,
        agent=run.agent,
        prompt=wish_in(first.prompt_text) if capabilities_of(agent).takes_prompt else "",
        services=run.services,
        dry_run=bool(run.dry_run),
    )
