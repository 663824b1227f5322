"""Facts, lessons and cases as files of the knowledge folder (C2, X4): the database is their source.

bullets.py      a fact or a lesson as one line, and that line read back
frontmatter.py  the frontmatter of a rendered file, in which keys of the operator's own stay
fact_files.py   one page of the facts of a domain
lesson_file.py  the file of lessons
case_files.py   a case in the fields and sections of RunLore
three_way.py    what an edited file changes, against what it was rendered as
tables.py       what was rendered last
read_back.py    edits of files carried out in the database
render.py       ``render_knowledge``: one round, from edits to commit
rebuild.py      ``rebuild_knowledge``: what the folder gives back to a database that was lost
"""
