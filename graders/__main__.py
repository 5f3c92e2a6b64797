"""`python -m graders` is the command `gametree`."""

import os
import sys

# Python looks for modules in the current folder first. There may lie a student's json.py, which
# must not run here. Only the kit itself may be there.
here, kit = os.getcwd(), os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
if sys.path and os.path.realpath(sys.path[0]) == here != kit:
    del sys.path[0]

from graders.cli import main  # noqa: E402

sys.exit(main())
