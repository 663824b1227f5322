"""How the parts of a prompt share what all of memory may take, and what fits into a part. Pure.

The block is the spec's and has its own budget whole (M7): what it takes is never cut by the others. What the total
then leaves is shared by the other parts in proportion to their budgets; what one does not need goes to those that do.
Inside a part the most valuable comes first: an entry is never left out because it is long while a less valuable one
could have made room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TokenDemand:
    """What one part may take (``budget``) and would take if it could (``need``), in tokens."""

    name: str
    budget: int
    need: int


def share_tokens(total: int, firm: int, wants: Sequence[TokenDemand]) -> Mapping[str, int]:
    """Tokens for each part, once ``firm`` tokens of the total are gone.

    No part gets more than its budget or its need, all together never more than the total leaves, and nothing is left
    lying that a part could have had.
    """
    rest = max(0, total - firm)
    open_, given = [want for want in wants if min(want.budget, want.need) > 0], {want.name: 0 for want in wants}
    while open_ and rest > 0:
        weight = sum(want.budget for want in open_)
        content = [want for want in open_ if min(want.budget, want.need) * weight <= rest * want.budget]
        if not content:
            shares = {want.name: rest * want.budget // weight for want in open_}
            spare = rest - sum(shares.values())
            for want in open_:  # what rounding left over, to the first that can use it
                more = min(spare, min(want.budget, want.need) - shares[want.name])
                shares[want.name] += more
                spare -= more
            return given | shares
        for want in content:
            given[want.name] = min(want.budget, want.need)
            rest -= given[want.name]
        open_ = [want for want in open_ if want not in content]
    return given


def fit_entries(entries: Sequence[T], fits: Callable[[Sequence[T]], bool]) -> tuple[list[T], list[T]]:
    """Which of these go into a part, and which do not. ``entries`` are best first; ``fits`` says whether a part of
    these entries keeps its budget.

    One that does not fit is passed over and the next tried (M7): only what is more valuable can keep an entry out.
    """
    taken: list[T] = []
    left: list[T] = []
    for entry in entries:
        if fits([*taken, entry]):
            taken.append(entry)
        else:
            left.append(entry)
    return taken, left
