"""What a run would be told if it began now, put together from the records (M17). Nothing is written."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial

from ....agents.registry import find_agents
from ....core.clock import utc_now
from ....core.principals import acting_as
from ....memory import Memory, MemoryContext, MemoryQuery, MemoryService, shown_service
from ....memory.prompt_memory.types import PromptMemory
from ....runs.confinement import tier_folders, would_be_confined
from ....runs.environment import EnvironmentRequest, session_environment
from ....runs.escalation import tier_ceiling
from ....runs.prompt import appended_prompt, build_prompt
from ....runs.prompt_memory import PromptSession, compose_prompt_memory, injection_request
from ....runs.request import RunRequest
from ....runs.session_principal import session_principal
from ...app_context import AppContext
from ...text.translation import tr
from .text import shorten_to_line

LISTED = 100


@dataclass(frozen=True, slots=True)
class LeftOutItem:
    """What a row says: what it is, its text, why it was left out, the memory it leads to, and the whole text."""

    head: str
    text: str
    why: str
    memory_id: int | None
    whole: str

    @classmethod
    def from_memory(cls, memory: Memory, why: str, part: str = "") -> LeftOutItem:
        """A memory's row; ``part`` names the part of the prompt that had no place for it, "" the block."""
        head = f"{shown_service(memory.service)} · {memory.category} · {memory.confidence:.2f}"
        text = shorten_to_line(memory.observation, 90)
        return cls(f"{head} · {part}" if part else head, text, why, memory.id, memory.observation)


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """What the agent would read. ``appended`` stands in its system prompt: the environment, then all of memory in its
    parts, the first of which begins at character ``block_at``; ``asked`` goes to it as its task.

    ``left_out`` holds what the parts leave out, the block's first; ``total`` the tokens that all of them may take;
    ``services`` those one may ask for.
    """

    appended: str
    block_at: int
    asked: str
    injected: PromptMemory
    total: int
    left_out: tuple[LeftOutItem, ...]
    services: tuple[str, ...]

    @property
    def context(self) -> MemoryContext:
        """The spec's block alone."""
        return self.injected.block


def load_prompt_preview(desk: AppContext, request: RunRequest, agent: str) -> PromptPreview:
    """Asked on a thread that may wait: recall takes its time. ``agent`` is claude, watch or replay: only the CLI is
    told the notes of its folder."""
    now = utc_now()
    settings = desk.settings.current
    confined = would_be_confined(settings, desk.folder, agent)
    environment = desk.book.store.read(partial(_environment, desk, request, agent, confined)).result()
    with acting_as(session_principal(agent, settings)):
        injected = compose_prompt_memory(
            desk.book, desk.memory, injection_request(settings, now, request, PromptSession(agent, request.services))
        )
    appended = appended_prompt(environment, injected.block.text, injected.more, injected.before)
    told = injected.before or injected.block.text or injected.more
    after, known = desk.book.store.read(lambda: _besides(desk.memory, injected)).result()
    return PromptPreview(
        appended,
        appended.find(told) if told else len(appended),
        build_prompt(request.tier, request.prompt, trigger=request.trigger),
        injected,
        settings.memory.total_budget,
        (*after, *_others(injected)),
        known,
    )


def _environment(desk: AppContext, request: RunRequest, agent: str, confined: bool) -> str:
    settings = desk.settings.current
    dry_run = request.dry_run or settings.run.dry_run
    writable = tier_folders(settings, request.tier, os.environ, desk.folder.root, dry_run=dry_run)
    return session_environment(
        desk.book,
        desk.folder,
        settings,
        EnvironmentRequest(
            agent=agent,
            tier=request.tier,
            ceiling=tier_ceiling(request.trigger, request.tier, settings.limits, request.max_tier),
            dry_run=dry_run,
            services=request.services,
            hand_off=str(desk.folder.hand_off()),
            now=utc_now(),
            agent_version=find_agents(settings, os.environ, desk.folder).program_of(agent).version,
            confined=confined,
            work=str(desk.folder.session_work()),
            writable=tuple(map(str, writable)),
        ),
    )


def _besides(agent: MemoryService, injected: PromptMemory) -> tuple[list[LeftOutItem], tuple[str, ...]]:
    """What the block leaves out, the best of those whose turn never came among them; and the services there are."""
    context = injected.block
    rows = [LeftOutItem.from_memory(left.memory, left.why) for left in context.left_out]
    room = min(LISTED, context.left_out_count) - len(context.left_out)
    if room > 0:
        seen = {entry.memory.id for entry in context.included} | {left.memory.id for left in context.left_out}
        best = agent.search.ids(MemoryQuery(state="active", sort="confidence"), room + len(seen))
        later = agent.search.rows([number for number in best if number not in seen][:room])
        rows += [LeftOutItem.from_memory(memory, tr("The budget was full before its turn.")) for memory in later]
    known = agent.search.facets(MemoryQuery(state="active")).services
    return rows, tuple(name for name in known if name != shown_service(None))


def _others(injected: PromptMemory) -> list[LeftOutItem]:
    """What the other parts leave out."""
    return [
        LeftOutItem.from_memory(left.memory, left.why, part.title)
        if left.memory is not None
        else LeftOutItem(part.title, shorten_to_line(left.text, 90), left.why, None, left.text)
        for part in injected.parts
        if part.name != "memory"
        for left in part.left_out[:LISTED]
    ]
