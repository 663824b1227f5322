"""``service NAME ACTION``, as Debian's: the init script, without the caller's environment."""

import os
import sys

name, action = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "status"
script = f"@WORLD@/init.d/{name}"
if not os.path.exists(script):
    print(f"{name}: unrecognized service", file=sys.stderr)
    sys.exit(1)
os.execve(script, [script, action], {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"})
