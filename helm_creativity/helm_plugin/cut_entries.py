"""Run entries that HELM cuts elsewhere than their writer meant: a comma ends an argument, so that no list has one.

HELM parses all entries before it asks any benchmark, and what it says of such an entry, "Expected <key>=<value>, got
'b'", names neither the entry nor what to write. Our last line says both.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType

from helm_creativity.core.names import NO_VALUE, PREFIX, list_hint

_HELM_RUN, _PARSER = "helm.benchmark.run", "parse_object_spec"


def explain_at_the_end() -> None:
    """Lets ``helm-run`` end with a line of ours where it ends because of such an entry of a benchmark of ours."""
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        if line := _explained(error, trace):
            sys.stderr.write(f"{line}\n")

    main = getattr(sys.modules.get("__main__"), "__spec__", None)
    if Path(sys.argv[0]).stem == "helm-run" or (main is not None and main.name == _HELM_RUN):
        sys.excepthook = hook


def _explained(error: BaseException, trace: TracebackType | None) -> str:
    """What to say of an error; "" where it is another."""
    if not (isinstance(error, ValueError) and str(error).startswith(NO_VALUE)):
        return ""
    while trace is not None:
        code, names = trace.tb_frame.f_code, trace.tb_frame.f_locals
        entry = str(names.get("description", "")) if code.co_name == _PARSER else ""
        if entry.startswith(PREFIX):
            hint = list_hint(entry) or "; write NAME=VALUE for each argument, separated by commas"
            return f"helm-creativity: the run entry {entry}: {error}{hint}"
        trace = trace.tb_next
    return ""
