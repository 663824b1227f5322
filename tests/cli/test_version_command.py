"""``claudeops version``: what is shown, and that nothing is asked unless the operator says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claudeops_desktop import __version__

Command = Callable[..., Any]


def test_the_version_is_shown(claudeops: Command) -> None:
    assert claudeops("version").out.strip() == f"claudeops {__version__}"
    assert claudeops("version", "--json").json == {"version": __version__}


def test_without_an_address_it_says_so_in_one_sentence(claudeops: Command) -> None:
    done = claudeops("version", "--check")
    assert done.code == 1
    assert done.err.strip() == (
        "No address is set at which to ask for the newest version. Set one: `claudeops settings set updates.url URL`."
    )
