"""``claudeops secrets``: what is kept in the keyring. Values come in by stdin or a hidden prompt, and never go out."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.secrets import keyring_store
from .options import AsJson
from .output import as_json, clean, print_line, table, warn


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Manage the API key, alert token, tokens of other services and notification addresses.",
    )
    group.command("list")(list_secrets)
    group.command("set")(set_secret)
    group.command("rm")(remove)
    group.command("test")(test)
    app.add_typer(group, name="secrets")


Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="anthropic_api_key, alert_token, model-key, knowledge-remote, store-password, or apprise:LABEL of one.",
    ),
]


def list_secrets(json: AsJson = False) -> None:
    """List the secrets and where each is stored. Values are never shown."""
    found = keyring_store.keyring_status()
    if json:
        as_json(asdict(found))
        return
    print_line(f"Kept in: {found.keyring}." if found.keyring else f"{found.problem} {found.remedy}")
    table(("name", "kept in", "variable that wins"), [(kept.name, kept.where, kept.variable) for kept in found.kept])


def set_secret(name: Name) -> None:
    """Store a secret. Its value is read from stdin or a hidden prompt, never from an argument."""
    name = keyring_store.check_name(name)
    keyring_store.set_secret(name, read_secret(f"Value of {name}"))
    print_line(f"{name} is kept in the keyring.")
    if any(kept.name == name and kept.where == "environment" for kept in keyring_store.keyring_status().kept):
        warn(f"{keyring_store.variable(name)} is set in the environment and stays in force over the keyring.")


def remove(name: Name) -> None:
    """Remove a secret from the keyring."""
    if not keyring_store.delete_secret(name):
        raise OperatorError(f"The keyring holds no {clean(name)}.", "See `claudeops secrets list`.")
    print_line(f"{keyring_store.check_name(name)} is removed from the keyring.")


def test() -> None:
    """Check that the keyring can store, read and delete a value."""
    print_line(f"{keyring_store.test_keyring()} keeps secrets: a word was stored, read and removed again.")


def read_secret(asking: str) -> str:
    """A line from stdin; at a terminal it is asked for and not shown. Raises UsageError where there is none."""
    if sys.stdin.isatty():
        import getpass

        value = getpass.getpass(f"{asking} (not shown): ")
    else:
        value = sys.stdin.readline()
    if not value.strip():
        raise UsageError("No value came in.", "Type it when asked, or pipe it in.")
    return value.strip()
