"""The results of continuous checks: every one whole for a week, then totals by hour and by day. A file of its own.

types.py      a result, a summary, a point of a chart
histogram.py  response times in buckets, and percentiles from them
tally.py      counts and response times of many results, which can be added up
database.py   the file: opening it, its tables, setting a damaged one aside
writing.py    results → rows
rollups.py    rows → totals by hour and day; deleting what is too old
reading.py    rows and totals → summaries of any stretch of time
names.py      renaming and removing a service, and forgetting texts
store.py      the one door
"""
