"""Whether two names are of one service: spellings, aliases, templates and instances of it (L6). Pure."""

from __future__ import annotations

from ...guard.service_names import folded, same_names


def equal_names(service: str) -> list[str]:
    """The names under which cases of a service may be filed: its own, and other spellings of it."""
    groups = same_names(service)
    return list(dict.fromkeys([folded(service), *(name for group in groups for name in group)]))


def are_equal_services(one: str, other: str) -> bool:
    """Tell whether two names are taken for the same service: ``web@2`` and ``web``, ``mariadb`` and ``mysql``."""
    return folded(other) in equal_names(one) or folded(one) in equal_names(other)
