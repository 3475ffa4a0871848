"""The base install lacks ``openai``, which only some of HELM's clients need: nothing of ours is to need it unasked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COLLECT = """
import sys, pytest
sys.modules["openai"] = None  # as if it were not installed, for import and for find_spec
sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "tests"]))
"""


@pytest.mark.commands
@pytest.mark.nightly
def test_every_test_module_is_collected():
    """Those that need it are left out as modules, and say so."""
    ended = subprocess.run(
        [sys.executable, "-c", COLLECT],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stdout[-4000:]
