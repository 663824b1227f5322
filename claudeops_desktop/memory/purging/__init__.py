"""Forgetting everything about something (E19).

words.py    what is asked for, what would go, what went
needles.py  in which spellings a subject may stand somewhere, and texts without it
tables.py   every table of the database without it
files.py    every file of the data folder without it, and the search that proves it
"""
