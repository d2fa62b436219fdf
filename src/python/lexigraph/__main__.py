"""The program ``lexigraph``, as a script of the wheel and as ``python -m lexigraph``."""

import signal
import sys

from . import _lexigraph


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit status."""
    # Ctrl-C is the program's: Python would wait until it is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _lexigraph.run_program(["lexigraph", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
