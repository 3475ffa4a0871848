"""All run entries of a ``helm-run`` are tried before the first is used, so that everything wrong is said at once."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Collection, Mapping
from typing import Any

from helm_creativity.errors import BadArguments

_MODULE, _FUNCTION = "helm.benchmark.run", "run_entries_to_run_specs"
_tried: list[object] = [None]
"""The entries of the last ``helm-run`` of this process, which are tried once."""


def require_all_entries(names: Collection[str]) -> None:
    """Refuses every run entry of this ``helm-run`` that cannot be used, in one message; nothing where one is alone.

    HELM makes the run specs of its entries one after another and ends at the first that is refused.

    Args:
        names: of the run spec functions whose entries are tried.

    Raises:
        BadArguments: with a line for each entry that is refused.
    """
    asked = _entries_in_hand()
    if asked is None or len(asked["run_entries"]) < 2 or asked["run_entries"] is _tried[0]:
        return
    entries = _tried[0] = asked["run_entries"]
    make = getattr(sys.modules[_MODULE], _FUNCTION)
    refused = []
    for entry in entries:
        if entry.description.partition(":")[0] not in names:
            continue
        try:
            _tried[0] = alone = [entry]
            make(**{**asked, "run_entries": alone})
        except BadArguments as error:
            refused.append(f"* {entry.description}: {error}")
        except Exception:
            continue
        finally:
            _tried[0] = entries
    if refused:
        words = "run entry is" if len(refused) == 1 else "run entries are"
        raise BadArguments(f"{len(refused)} of {len(entries)} {words} refused:\n" + "\n".join(refused))


def makes_all_entries() -> bool:
    """Whether HELM is making run specs of entries now, in ``helm-run`` or for a plan of one."""
    return _entries_in_hand() is not None


def _entries_in_hand() -> Mapping[str, Any] | None:
    """The arguments of HELM's function that makes run specs, from within which this is called; None outside of it."""
    function: Any = getattr(sys.modules.get(_MODULE), _FUNCTION, None)
    frame = inspect.currentframe() if function else None
    while frame is not None:
        if frame.f_code is function.__code__:
            return {name: frame.f_locals[name] for name in inspect.signature(function).parameters}
        frame = frame.f_back
    return None
