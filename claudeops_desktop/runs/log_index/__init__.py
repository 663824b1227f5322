"""Search through all session logs: an index beside the logs, made by a process of its own at the lowest priority.

said.py      what of a log line is worth finding
query.py     what the operator typed → what is looked for
database.py  the index file: opening it, its tables, what is done about a damaged one
indexing.py  logs → index, as far as they have come
search.py    index → hits, newest first, within a second
snippets.py  a hit → the passage of the log, with its words marked
program.py   the process that brings the index up to date
starter.py   who starts it, and when
"""
