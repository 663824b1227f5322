"""The entry of ``python -m claudeops_desktop.agents.replay``."""

import sys

from .playback import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
