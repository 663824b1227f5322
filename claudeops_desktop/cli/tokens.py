"""``claudeops tokens``: who may use the server, and for what (X1, X2)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from ..core.errors import EnvironmentFault, UsageError
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import local
from .time_parsing import length

if TYPE_CHECKING:
    from ..server.token_types import ServerToken, TokenKind

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name; `claudeops tokens list` shows them.")]
To = Annotated[
    Path | None,
    typer.Option("--to", metavar="FILE", help="Write the token into a file that only you can read; do not print it."),
]

TOKENS = CommandGroup("tokens", "Manage the tokens of programs and people that use the server.")
register = TOKENS.register


@TOKENS.command("add")
def add(
    data: OpenData,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who will use it, such as backup-agent or anna.")],
    scope: Annotated[
        list[str],
        typer.Option("--scope", help="read, write, run, approve, admin or alert; several with commas."),
    ],
    person: Annotated[bool, typer.Option("--person", help="It is for a person; by default, for an agent.")] = False,
    domain: Annotated[
        str, typer.Option("--domain", help="The domain of its facts; recall with this token prefers it.")
    ] = "",
    principal: Annotated[
        str, typer.Option("--as", metavar="PRINCIPAL", help="The person or agent it belongs to; by default, its name.")
    ] = "",
    project: Annotated[
        list[str] | None, typer.Option("--project", help="A project whose facts it sees; may be given several times.")
    ] = None,
    expires: Annotated[str, typer.Option("--expires", metavar="TIME", help="Stop working after, such as 90d.")] = "",
    to: To = None,
) -> CommandAnswer:
    """Create a token and print it. It is shown once: only its hash is stored."""
    from ..server.token_store import TokenStore
    from ..server.token_types import check_name, parse_scopes

    check_name(name)
    scopes = parse_scopes(scope)
    lasts = length(expires) if expires else None
    _check_file(to)
    tokens, now = TokenStore(data.store), utc_now()
    data.memory.edits.check_domain(domain or None)
    kind: TokenKind = "person" if person else "agent"

    def _make() -> tuple[ServerToken, str]:
        return tokens.add(
            name, scopes, now, kind=kind, domain=domain, expires=lasts, principal=principal,
            projects=project or [],
        )  # fmt: skip

    made, value = data.write(_make)
    return _hand_over(made, value, to)


@TOKENS.command("list")
def list_tokens(data: OpenData) -> ListedRows[ServerToken]:
    """List the tokens: what each may do, and when it was last used. Values are never shown."""
    from ..server.token_store import TokenStore

    now = utc_now()
    found = data.ask(TokenStore(data.store).list)
    table: RowTable[ServerToken] = RowTable(
        ("name", "for", "acts as", "projects", "scopes", "state", "created", "expires", "last used", "from"),
        lambda token: (
            token.name,
            token.kind,
            token.owner,
            ", ".join(token.projects),
            ", ".join(token.scopes),
            token.state(now),
            local(token.rotated_at or token.created_at),
            local(token.expires_at) or "never",
            local(token.last_used_at) or "never",
            token.last_used_from,
        ),
        right=(),
        json=lambda token: token.as_json(now),
    )
    return table.list(found, "No tokens. Create one: claudeops tokens add NAME --scope read")


@TOKENS.command("rotate")
def rotate(
    data: OpenData,
    name: Name,
    keep_old: Annotated[
        str, typer.Option("--keep-old", metavar="TIME", help="Accept the previous value for so long, such as 1h.")
    ] = "",
    to: To = None,
) -> CommandAnswer:
    """Replace a token by a new one with the same name and scopes. The previous one stops working."""
    from ..server.token_store import TokenStore

    kept = length(keep_old) if keep_old else timedelta()
    _check_file(to)
    tokens, now = TokenStore(data.store), utc_now()
    made, value = data.write(lambda: tokens.rotate(name, now, kept))
    return _hand_over(made, value, to)


@TOKENS.command("revoke")
def revoke(data: OpenData, name: Name) -> CommandAnswer:
    """Revoke a token. It stops working at once."""
    from ..server.token_store import TokenStore

    tokens, now = TokenStore(data.store), utc_now()
    found = data.write(lambda: tokens.revoke(name, now))
    return CommandAnswer(found.as_json(now), f"The token “{found.name}” is revoked.")


def _check_file(to: Path | None) -> None:
    """Refuse a place that cannot take the token before one is made. Raises UsageError."""
    if to is not None and (to.is_dir() or not to.expanduser().parent.is_dir()):
        raise UsageError(f"--to {to}: not a file in an existing folder.", "Name a file in a folder that exists.")


def _hand_over(token: ServerToken, value: str, to: Path | None) -> CommandAnswer:
    from ..core.atomic_write import replacing

    if to is not None:
        try:
            with replacing(to.expanduser(), 0o600, keep_rights=False) as stream:
                stream.write(f"{value}\n".encode())
        except OSError as error:
            raise EnvironmentFault(
                f"{to} cannot be written: {error.strerror}. The token “{token.name}” exists, but nobody has its value.",
                f"Replace it: claudeops tokens rotate {token.name}",
            ) from error
    shown = {"token": value} if to is None else {"file": str(to)}
    said = value if to is None else f"The token “{token.name}” is in {to}."
    return CommandAnswer(token.as_json(utc_now()) | shown, said)
