"""Holds an agent in a profile of the kernel (bubblewrap, Landlock, seccomp): what it may read and write.

The guard decides which tool calls are asked for; the profile decides what any program of a session can do at all.
``profile`` composes it, ``shim`` is the first program inside, ``probe`` tells whether this machine can run it.
"""
