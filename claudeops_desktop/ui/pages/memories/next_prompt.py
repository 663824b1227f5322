"""What a run would be told if it began now, put together from the records (M17). Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass

from ....clock import utc_now
from ....memory.agent import MemoryAgent
from ....memory.context import ContextRequest, LeftOut, MemoryContext
from ....memory.fact import shown_service
from ....memory.search import MemoryQuery
from ....run.environment import session_environment
from ....run.escalation import tier_ceiling
from ....run.prompt import appended_prompt, build_prompt
from ....run.request import RunRequest
from ...desk import Desk

LISTED = 100
HAND_OFF = "…/hand-off.json"  # the number of a session is not known before it begins


@dataclass(frozen=True, slots=True)
class Preview:
    """What the agent would read. ``appended`` stands in its system prompt: the environment, a sentence of ours and the
    block of ``context``, which begins at character ``block_at``; ``asked`` goes to it as its task.

    ``left_out`` holds the first of those that the block leaves out; ``services`` those one may ask for.
    """

    appended: str
    block_at: int
    asked: str
    context: MemoryContext
    left_out: tuple[LeftOut, ...]
    services: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviewQuestion:
    """Asked on a reader thread. ``agent`` is claude, watch or replay: only the CLI is told the notes of its folder."""

    desk: Desk
    request: RunRequest
    agent: str

    def __call__(self) -> Preview:
        """Reckon it now."""
        desk, request, now = self.desk, self.request, utc_now()
        settings = desk.settings.current
        environment = session_environment(
            desk.book,
            desk.folder,
            settings,
            agent=self.agent,
            tier=request.tier,
            ceiling=tier_ceiling(request.trigger, request.tier, settings.limits, request.max_tier),
            dry_run=request.dry_run or settings.run.dry_run,
            services=request.services,
            hand_off=str(desk.folder.sessions / HAND_OFF),
            now=now,
        )
        context = desk.memory.context(ContextRequest(settings.memory.budget, now, request.services))
        known = desk.memory.facets(MemoryQuery(state="active")).services
        appended = appended_prompt(environment, context.text)
        return Preview(
            appended,
            len(appended) - len(context.text),
            build_prompt(request.tier, request.prompt),
            context,
            (*context.left_out, *_after(desk.memory, context)),
            tuple(name for name in known if name != shown_service(None)),
        )


def _after(agent: MemoryAgent, context: MemoryContext) -> list[LeftOut]:
    """The best of those whose turn never came: the context itself does not read on once it is full."""
    room = min(LISTED, context.left_out_count) - len(context.left_out)
    if room <= 0:
        return []
    seen = {entry.memory.id for entry in context.included} | {left.memory.id for left in context.left_out}
    best = agent.ids(MemoryQuery(state="active", sort="confidence"), room + len(seen))
    rows = agent.rows([n for n in best if n not in seen][:room])
    return [LeftOut(memory, "The budget was full before its turn.") for memory in rows]
