"""``claudeops secrets``: what is kept in the keyring. Values come in by stdin or a hidden prompt, and never go out."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.secrets import keyring_store
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean, print_line, warn

SECRETS = CommandGroup(
    "secrets", "Manage the API key, alert token, tokens of other services and notification addresses."
)
register = SECRETS.register

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="anthropic_api_key, alert_token, model-key, knowledge-remote, store-password, or apprise:LABEL of one.",
    ),
]


@SECRETS.command("list")
def list_secrets() -> CommandAnswer:
    """List the secrets and where each is stored. Values are never shown."""
    found = keyring_store.keyring_status()
    place = f"Kept in: {found.keyring}." if found.keyring else f"{found.problem} {found.remedy}"
    rows = [(kept.name, kept.where, kept.variable) for kept in found.kept]
    return CommandAnswer(asdict(found), (place, TextTable(("name", "kept in", "variable that wins"), rows)))


@SECRETS.command("set", json=False)
def set_secret(name: Name) -> None:
    """Store a secret. Its value is read from stdin or a hidden prompt, never from an argument."""
    name = keyring_store.check_name(name)
    keyring_store.set_secret(name, read_secret(f"Value of {name}"))
    print_line(f"{name} is kept in the keyring.")
    if any(kept.name == name and kept.where == "environment" for kept in keyring_store.keyring_status().kept):
        warn(f"{keyring_store.variable(name)} is set in the environment and stays in force over the keyring.")


@SECRETS.command("rm", json=False)
def remove(name: Name) -> None:
    """Remove a secret from the keyring."""
    if not keyring_store.delete_secret(name):
        raise OperatorError(f"The keyring holds no {clean(name)}.", "See `claudeops secrets list`.")
    print_line(f"{keyring_store.check_name(name)} is removed from the keyring.")


@SECRETS.command("test", json=False)
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
