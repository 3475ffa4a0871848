"""``python -m helm_creativity`` is the command ``helm-creativity``."""

import sys

from helm_creativity.commands import main

sys.exit(main())
