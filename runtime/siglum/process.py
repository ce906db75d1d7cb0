"""A process that runs the command line and nothing else: its open ends, its memory, its exit."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from typing import TYPE_CHECKING

from siglum.errors import SiglumError

if TYPE_CHECKING:
    from collections.abc import Callable


def run_alone(main: Callable[[], object]) -> None:
    """Run `main` and end the process with its exit code.

    A question is answered and the process ends: cycles are not collected (commands that work longer
    enable it again), and modules are not taken apart at the end; each would take a tenth of its time.
    """
    gc.disable()
    _open_closed_ends()
    try:
        main()
    except SystemExit as end:
        atexit._run_exitfuncs()
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:  # what could not be written is still held; that was said
            code = code or SiglumError.exit_code
        os._exit(code)


def _open_closed_ends() -> None:
    """Give this process the ends it was started without, before a file that it opens takes their numbers.

    Writing to stdout is then an error as of any other that cannot be written to; of stderr nothing is seen.
    """
    for end, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(end)
        except OSError:
            os.open(os.devnull, flags)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")
