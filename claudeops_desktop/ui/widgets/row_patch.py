"""From one order of ids to another in a few row steps, so that selection, scroll position and editors survive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

STEPS_AT_MOST = 48
MOVES_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class RemoveRows:
    """Take rows ``first`` to ``last`` (both included) out."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MoveRow:
    """Take the row ``source`` out and put it in again so that it stands at ``target``."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class InsertRows:
    """Put ``ids`` in so that the first of them stands at ``at``."""

    at: int
    ids: tuple[int, ...]


RowStep = RemoveRows | MoveRow | InsertRows


def steps_between(old: Sequence[int], new: Sequence[int]) -> tuple[RowStep, ...] | None:
    """The steps, to be taken one after the other, that turn ``old`` into ``new``; both hold no id twice.

    None where it would take more than a few dozen: then replacing everything is quicker and looks calmer.
    Linear in the length; meant for a reader thread.
    """
    old, new = list(old), list(new)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    was, will = old[head : len(old) - tail], new[head : len(new) - tail]
    if not was or not will:
        return _block(head, was, will)
    staying, coming = set(will), set(was)
    removals = [
        RemoveRows(head + a, head + b) for a, b in _runs([i for i, id_ in enumerate(was) if id_ not in staying])
    ]
    arrivals = list(_runs([i for i, id_ in enumerate(will) if id_ not in coming]))
    if len(removals) + len(arrivals) > STEPS_AT_MOST:
        return None
    moves = _moves([id_ for id_ in was if id_ in staying], [id_ for id_ in will if id_ in coming])
    if moves is None:
        return None
    return (
        *reversed(removals),
        *(MoveRow(head + move.source, head + move.target) for move in moves),
        *(InsertRows(head + a, tuple(will[a : b + 1])) for a, b in arrivals),
    )


def _block(head: int, was: list[int], will: list[int]) -> tuple[RowStep, ...]:
    if was:
        return (RemoveRows(head, head + len(was) - 1),)
    return (InsertRows(head, tuple(will)),) if will else ()


def _common(one: list[int], two: list[int]) -> int:
    """How many ids both begin with. Compares slices, which is much quicker than one by one."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _runs(rows: list[int]) -> Iterator[tuple[int, int]]:
    """Stretches of consecutive numbers, as (first, last)."""
    first = last = -2
    for row in rows:
        if row != last + 1:
            if last >= 0:
                yield first, last
            first = row
        last = row
    if last >= 0:
        yield first, last


def _moves(was: list[int], will: list[int]) -> list[MoveRow] | None:
    """The few moves that bring the same ids into another order, or None where they are many."""
    moves: list[MoveRow] = []
    while (at := _common(was, will)) < len(was):
        if len(moves) == MOVES_AT_MOST:
            return None
        if at + 1 < len(was) and was[at + 1] == will[at]:  # the one that stood here went further down
            source, target = at, will.index(was[at])
        else:  # the one that shall stand here comes up
            source, target = was.index(will[at]), at
        was.insert(target, was.pop(source))
        moves.append(MoveRow(source, target))
    return moves


def apply_step(ids: list[int], step: RowStep) -> None:
    """Take one step on a list of ids, in place."""
    if isinstance(step, RemoveRows):
        del ids[step.first : step.last + 1]
    elif isinstance(step, MoveRow):
        ids.insert(step.target, ids.pop(step.source))
    else:
        ids[step.at : step.at] = step.ids
