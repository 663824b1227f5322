"""sqlglot, which reads and writes SQL: an extra like the driver, so that who has it not is told what to install."""

from __future__ import annotations

from .address import not_installed

try:
    from sqlglot import exp, parse_one
    from sqlglot.dialects.postgres import Postgres
    from sqlglot.dialects.sqlite import SQLite
except ImportError as error:
    raise not_installed() from error

__all__ = ["Postgres", "SQLite", "exp", "parse_one"]
