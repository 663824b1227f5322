"""The knowledge folder shared between workstations through a git remote, without a server (X6).

remote_address.py    what may be named as a remote
transport.py         fetching and pushing, by dulwich, with limits
shared_repository.py the repository that is pushed: beside the folder, with nothing in it that is derived
shared_files.py      which files are shared, and where the records of facts stand
merge_text.py        three versions of one text
merge_folders.py     three versions of all files
shared_cases.py      cases as records
service.py           one sync from beginning to end
"""
