"""Memory in the operator's own Claude Code sessions: hooks that tell it and note what to observe (E18).

answer.py    the light process that the CLI starts at each hook: standard library alone, fails open; what it tells is
             ``memory/cli_hooks.py``'s
settings.py  putting the hooks into the CLI's settings file, and taking exactly them out again
"""
