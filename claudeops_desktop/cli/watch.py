"""``claudeops watch`` as help shows it. ``__main__`` starts the built-in agent before anything here is imported."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command, for help."""
    app.command("watch", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(watch)


def watch() -> None:
    """Run the built-in agent by itself: checks services.toml (or this machine) and prints stream-json."""
