"""Makes what another host needs to be read and not changed: the program there, its key, and the name for it here.

The program is the same profile as that of a session here, as one file of plain text that can be read before it is
copied. It has no broker beside it, so Docker and systemd's bus are not asked through it.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from ..core.paths import bundled_path

MODULES = (
    *("unix_sockets", "key_places", "run_folder", "shim", "shim_start", "profile", "single_program"),
    "remote_program",
)
"""The modules of the program, each after those that it imports."""
FILE = ".local/lib/claudeops-read.py"
"""Where the program lies on the other host, below the home folder, in which sshd starts a command."""
_START = '''#!/usr/bin/python3 -IS
"""Runs one command for reading, in a profile in which it can change nothing of this host.

Made by `claudeops hosts prepare`: the modules of Claude Ops that make the profile, and a start. The forced command of a
key in ~/.ssh/authorized_keys; what ssh was given is in SSH_ORIGINAL_COMMAND.
"""
import sys, types

if sys.version_info < (3, 10):
    sys.stderr.write("Claude Ops: nothing was run, as Python %d.%d of this host is too old.\\n" % sys.version_info[:2])
    sys.exit(126)
'''
_END = """
package = types.ModuleType("confinement")
package.__path__ = []
sys.modules["confinement"] = package
for name, source in SOURCES.items():
    module = types.ModuleType("confinement." + name)
    module.__package__, module.__file__ = "confinement", __file__
    sys.modules[module.__name__] = module
    setattr(package, name, module)
    exec(compile(source, name + ".py", "exec"), module.__dict__)
import os

sys.exit(sys.modules["confinement.remote_program"].main(sys.argv[1:], os.environ, __file__))
"""


def remote_script() -> str:
    """Return the text of the program for the other host."""
    sources = {name: bundled_path("confinement", f"{name}.py").read_text("utf-8") for name in MODULES}
    parts = [f"SOURCES[{name!r}] = r'''{source}'''\n" for name, source in sources.items()]
    return "".join((_START, "SOURCES = {}\n", *parts, _END))


def key_line(public_key: str) -> str:
    """Return the line of ``authorized_keys`` that gives a key the right to read, and no other."""
    return f'restrict,command="python3 -I -S {FILE}" {public_key.strip()}'


def config_stanza(alias: str, resolved: Mapping[str, str], key: str) -> str:
    """Return the lines of this machine's ssh configuration that name the host for reading.

    ``resolved`` is what ssh makes of the host's usual name. No connection that another key opened is shared: it would
    have that key's rights.
    """
    given = [("HostName", "hostname"), ("User", "user"), ("Port", "port"), ("ProxyJump", "proxyjump")]
    given += [("ProxyCommand", "proxycommand"), ("HostKeyAlias", "hostkeyalias")]
    lines = [f"    {word} {resolved[name]}" for word, name in given if resolved.get(name) and resolved[name] != "none"]
    quoted = f'"{key}"' if " " in key else key
    lines += [f"    IdentityFile {quoted}", "    IdentitiesOnly yes", "    IdentityAgent none", "    ControlPath none"]
    lines += ["    ForwardAgent no", "    PreferredAuthentications publickey"]
    return "\n".join((f"Host {alias}", *lines))


COPY = f"umask 077 && mkdir -p .local/lib && cat > {FILE}.new && mv {FILE}.new {FILE}"
"""The words for the other host's shell that take the program from stdin."""
TRY = f"env SSH_ORIGINAL_COMMAND=true python3 -I -S {FILE}"
"""The words that try it there, before a key is given to it."""
HAS_OTHER_RIGHTS = 9
_ADDED = f"""
read -r line && read -r key && umask 077 && mkdir -p .ssh && cd .ssh && touch authorized_keys || exit 1
if grep -vxF -e "$line" authorized_keys | grep -qF -e "$key"; then exit {HAS_OTHER_RIGHTS}; fi
if grep -qxF -e "$line" authorized_keys; then exit 0; fi
if [ -n "$(tail -c 1 authorized_keys)" ]; then echo >> authorized_keys; fi
printf "%s\\n" "$line" >> authorized_keys
"""
ADD_KEY = f"sh -c {shlex.quote(_ADDED)}"
"""The words that add a key's line, read from stdin with the key itself after it, unless the key has other rights there:
sshd takes the first line that names a key."""
