"""Renaming and removing a service, everywhere it is named.

columns.py      where tables hold names of services          the schema → NameColumns
rewrite.py      a name in lists, documents and sentences     pure
rows.py         the database
files.py        services.toml, the watcher's history, settings, what the window remembers
operations.py   all of it as one operation that a crash does not cut in two
"""
