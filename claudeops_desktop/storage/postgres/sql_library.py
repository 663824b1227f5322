"""sqlglot, which reads and writes SQL. It comes with the extra for PostgreSQL: where that is missing, importing it here
says what to install."""

from __future__ import annotations

from .address import not_installed

try:
    from sqlglot import exp, parse_one
    from sqlglot.dialects.postgres import Postgres
    from sqlglot.dialects.sqlite import SQLite
except ImportError as error:
    raise not_installed() from error

__all__ = ["Postgres", "SQLite", "exp", "parse_one"]
