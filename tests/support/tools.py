"""Programs of maintainers, which no package has."""

import importlib.util
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name, folder=TOOLS):
    """The program of that name as a module."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
