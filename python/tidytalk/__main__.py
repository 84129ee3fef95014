"""`python -m tidytalk` is the command: clean, adapt, train, serve, ... with all of its options."""

from __future__ import annotations

import os
import subprocess
import sys

from ._program import program


def main() -> int:
    """Run the command with the arguments of this process."""
    command = [program(), *sys.argv[1:]]
    if os.name == "posix":
        os.execv(command[0], command)
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
