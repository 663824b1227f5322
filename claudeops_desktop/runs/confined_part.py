"""Tells a session of the profile that it runs in: what fails there, and what to do in order to act."""

from __future__ import annotations

from collections.abc import Sequence


def confined_part(tier: int, work: str, writable: Sequence[str] = (), *, is_root: bool) -> str:
    """Say it in a few lines of the environment. An ordinary user's session sees other owners under another name."""
    places = ", ".join((work, *writable))
    lines = [
        "- Commands that only read run in a profile that the operating system holds: nothing outside of it can be"
        f" written, and no process signalled. Only {places} and /tmp can be written; /tmp is this session's own.",
        f"- Files in {work}, and under names of your own in /tmp, are made, copied, moved and replaced without asking,"
        " by `>`, `tee`, `mkdir`, `touch`, `cp` and `mv` with whole paths, beside commands that only read.",
        "- In it a program may report success though nothing changed (`sqlite3` with `writefile`, for one): look.",
        "- `sudo` and signals, `kill -0` too, do not work there: leave `sudo` out, look at /proc/PID. `ssh`, `ping`,"
        " `ss`, `lsof`, `ps`, `df`, `mount`, `nginx -t`, `sudo journalctl` and the like need what is not there: written"
        " by themselves, or with `grep`, `awk`, `head` and other filters behind them, they run outside.",
    ]
    if not is_root:
        lines.append(
            "- Files of other users are shown there as those of nobody. `ls -l` and `stat` of whole paths, by"
            " themselves, run outside and show the owners."
        )
    if tier > 1:
        lines.append(
            "- To act, run the command that acts, as it is: it is decided on, asked for where that is the rule, and"
            " runs outside of the profile; its output is in the same result. Files that it is to read go into"
            f" {work}, which is the same folder outside; /tmp is not."
        )
    return "\n".join(lines)
