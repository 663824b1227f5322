"""Who reads and writes, and who may see a row: everyone, a project, or one person or agent alone (X2).

A principal is a person or an agent by its name. A row that not everybody may see names its *audience*: ``everyone``,
``project:NAME`` or ``private:NAME``. Whoever acts is known to the thread that acts for it. Where nobody is named, all
rows are seen: that is the operator of a store that is a file, and what the application does for everybody. Of a store
that several people share, each operator is a principal too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from typing import ParamSpec, TypeVar

from .errors import UsageError
from .messages import UserMessage

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

EVERYONE = "everyone"
_PROJECT, _PRIVATE = "project:", "private:"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_AUDIENCE = re.compile(rf"everyone|(?:project|private):{_NAME.pattern}|private:")


def project_audience(name: str) -> str:
    """The audience of a project."""
    return _PROJECT + name


def private_audience(name: str) -> str:
    """The audience of one principal alone; of "" it is the operator of a file."""
    return _PRIVATE + name


def project_of(audience: str) -> str:
    """The project of an audience, "" for any other."""
    return audience.removeprefix(_PROJECT) if audience.startswith(_PROJECT) else ""


def is_private(audience: str) -> bool:
    """Tell whether only its owner may see a row."""
    return audience.startswith(_PRIVATE)


def is_audience(text: str) -> bool:
    """Tell whether a text is an audience as it is stored."""
    return _AUDIENCE.fullmatch(text) is not None


def check_principal_name(name: str, field: str = "The name") -> str:
    """A name of a person, an agent or a project in the form it is kept. Raises UsageError."""
    clean = name.strip().lower()
    if _NAME.fullmatch(clean) is None or clean == EVERYONE:
        raise UsageError(
            UserMessage("{field} {name} cannot be used.", field=field, name=f"{name[:60]!r}"),
            UserMessage("Use letters, digits, dots, - and _, 40 at most, such as anna or web-shop."),
        )
    return clean


@dataclass(frozen=True, slots=True)
class ActingPrincipal:
    """A person or an agent that reads and writes. ``audiences`` are those whose rows it sees; ``writes`` is the
    audience of what it adds, which is one of them."""

    name: str
    audiences: tuple[str, ...] = (EVERYONE,)
    writes: str = EVERYONE
    sees_all: bool = False  # nothing is kept from it: there is nothing that is not everybody's
    operator: bool = False  # one of those who operate a store that several people share

    def __post_init__(self) -> None:
        # They stand in statements as they are.
        if not all(map(is_audience, (*self.audiences, self.writes))):
            raise ValueError(f"no audiences: {self.audiences!r}, {self.writes!r}")

    def may_see(self, audience: str) -> bool:
        """Tell whether a row of this audience may be shown to it."""
        return self.sees_all or audience in self.audiences

    def may_speak_for(self, owner: str) -> bool:
        """Tell whether it may share and take back what belongs to this owner: its own, and as an operator that of his
        agents."""
        return owner == self.name or (self.operator and private_audience(owner) in self.audiences)

    def writing_to(self, audience: str) -> ActingPrincipal:
        """The same, which adds rows of another audience."""
        return replace(self, writes=audience)


def make_principal(name: str, projects: Sequence[str] = (), writes: str = EVERYONE) -> ActingPrincipal:
    """A principal that sees what everyone sees, what is its own, and what its projects share."""
    own = () if not name else (private_audience(name),)
    seen = (EVERYONE, *own, *map(project_audience, sorted(set(projects))), writes)
    return ActingPrincipal(name, tuple(dict.fromkeys(seen)), writes)


def make_operator(name: str, projects: Sequence[str], agents: Sequence[str]) -> ActingPrincipal:
    """The operator ``name`` of a store that several people share: he sees what everyone sees, what is his own, what his
    projects share, and what the agents of his machine keep to themselves. What is private without a name was made so
    before operators had names: each of them sees it, as before."""
    own = map(private_audience, dict.fromkeys((name, *agents, "")))
    seen = (EVERYONE, *own, *map(project_audience, sorted(set(projects))))
    return ActingPrincipal(name, seen, operator=True)


SHARED_ONLY = ActingPrincipal("")
"""Whoever makes something for everybody: it sees what everybody sees."""

_acting: ContextVar[ActingPrincipal | None] = ContextVar("acting", default=None)


def acting() -> ActingPrincipal | None:
    """Who acts here; None where all rows are seen: the operator of a file, and what is done for everybody."""
    return _acting.get()


def is_operator_here() -> bool:
    """Tell whether it is an operator who acts here, of a file or of a store that several people share; or what the
    application does by itself."""
    principal = _acting.get()
    return principal is None or principal.operator


@contextmanager
def acting_as(principal: ActingPrincipal | None) -> Iterator[None]:
    """What is done in here is done for this principal; None for whatever needs all rows to be right."""
    token = _acting.set(principal)
    try:
        yield
    finally:
        _acting.reset(token)


def with_all_rows(work: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """A function that needs all rows to be right, whoever calls it. What it answers must be nobody's words."""

    @wraps(work)
    def done(*args: Asked.args, **named: Asked.kwargs) -> Answer:
        with acting_as(None):
            return work(*args, **named)

    return done


def of_everybodys_rows(work: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """A function whose answer everybody reads: it sees what everybody may see, whoever calls it."""

    @wraps(work)
    def done(*args: Asked.args, **named: Asked.kwargs) -> Answer:
        with acting_as(SHARED_ONLY):
            return work(*args, **named)

    return done


def owner_here() -> str:
    """The owner of what is added here, "" for the operator of a file."""
    principal = _acting.get()
    return principal.name if principal is not None else ""


def audience_here() -> str:
    """The audience of what is added here."""
    principal = _acting.get()
    return principal.writes if principal is not None else EVERYONE


def one_of(audience: str) -> ActingPrincipal:
    """Whoever acts, as one who sees rows of this audience alone and adds to it."""
    return ActingPrincipal(owner_here(), (audience,), audience)
