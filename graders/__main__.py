"""`python -m graders` is the command `gametree`."""

import sys

from graders.cli import main

sys.exit(main())
