"""Facts as the files of the knowledge folder show them (C2).

tables.py   what is to be rendered, and whether anything changed
service.py  what an edit of such a file does, and giving facts back from files
"""
