"""``claudeops sessions search``: words in all session logs, newest first (S4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import UsageError
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandAnswer, TextTable
from .options import AsJson, MostRows
from .output import clean, local, warn
from .time_parsing import past_moment

if TYPE_CHECKING:
    from ..runs.log_index.search import IndexProgress, LogSearchResult

SHOWN = 50
MOST = 5_000
PARTS = {"said": "said", "asked": "asked", "answered": "answered", "errors": "errors"}


def search(
    cli: CliContext,
    words: Annotated[list[str], typer.Argument(metavar="WORDS…", help='Words, "phrases", begin*, -without.')],
    limit: MostRows = None,
    session: Annotated[int | None, typer.Option("--session", help="Only in this session's log.")] = None,
    tier: Annotated[int | None, typer.Option("--tier", min=1, max=3, help="Only in sessions of this tier.")] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="WHEN", help="A date, a time, or 3d, 12h, 30m ago.")
    ] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="WHEN", help="Before then.")] = None,
    within: Annotated[
        list[str] | None, typer.Option("--in", help="said, asked, answered or errors; may be repeated.")
    ] = None,
    json: AsJson = False,
) -> CommandAnswer:
    """Search all session logs. Exit code 1 where nothing is found. Put -- before words that start with a minus sign."""
    from ..runs.log_index.query import read_query
    from ..runs.log_index.search import LogSearchRequest, index_progress
    from ..runs.log_index.search import search_logs as look

    unknown = [part for part in within or () if part not in PARTS]
    if unknown:
        raise UsageError(f"There is no part “{clean(unknown[0])}”.", f"Use {', '.join(PARTS)}.")
    query = read_query(" ".join(_quoted(word) for word in words), tuple(within or ()))
    if not query.looks_for:
        raise UsageError("That holds no word to look for.", "Give at least one word that is to be there.")
    now = utc_now()
    wish = LogSearchRequest(
        query,
        _sessions(cli, session, tier),
        to_text(past_moment(since, now)) if since else "",
        to_text(past_moment(until, now)) if until else "",
        min(limit or MOST, MOST) if limit is not None else MOST if json else SHOWN,
    )
    found, stand = look(cli.folder, wish), index_progress(cli.folder)
    if not json:
        _say_how_many(found, stand)
    hits = TextTable(
        ("session", "line", "time", "in", "passage"),
        [(hit.session_id, hit.line, local(hit.at), hit.part, hit.snippet) for hit in found.hits],
        right=("session", "line"),
    )
    return CommandAnswer(_document(found, stand), (hits,) if found.hits else (), exit_code=0 if found.hits else 1)


def _sessions(cli: CliContext, session: int | None, tier: int | None) -> frozenset[int] | None:
    if tier is None:
        return None if session is None else frozenset({session})
    with cli.data() as data:
        found = data.ask(data.book.sessions.list)
    return frozenset(s.id for s in found if s.tier == tier and session in (None, s.id))


def _quoted(word: str) -> str:
    """The shell has taken the quotes off a phrase: put them on again."""
    if " " not in word.strip() or '"' in word:
        return word
    return f'-"{word[1:]}"' if word.startswith("-") else f'"{word}"'


def _say_how_many(found: LogSearchResult, stand: IndexProgress) -> None:
    if found.hits:
        count = f"more than {found.count:,} lines" if found.more else format_count(found.count, "line")
        shown = f", the newest {len(found.hits):,} shown" if found.more or found.count > len(found.hits) else ""
        warn(f"{count}{shown}, in {found.seconds:.2f} s.")
    else:
        warn("No log says that.")
    if not stand.complete:
        warn(_behind(stand))


def _behind(stand: IndexProgress) -> str:
    if not stand.there:
        return "The logs are not indexed yet: `claudeops index-logs` does it, and the application does by itself."
    missing = (stand.total - stand.done) / 1e6
    return (
        f"The index holds {stand.share:.0%} of the logs; {missing:,.1f} MB are not in it yet: `claudeops index-logs`."
    )


def _document(found: LogSearchResult, stand: IndexProgress) -> dict[str, object]:
    return {
        "hits": [
            {
                "session_id": hit.session_id,
                "log_line": hit.line,
                "at": hit.at,
                "in": hit.part,
                "snippet": hit.snippet,
                "marks": [list(mark) for mark in hit.marks],
            }
            for hit in found.hits
        ],
        "count": found.count,
        "more": found.more,
        "seconds": round(found.seconds, 4),
        "index": {"there": stand.there, "done_bytes": stand.done, "total_bytes": stand.total, "note": stand.note},
    }
