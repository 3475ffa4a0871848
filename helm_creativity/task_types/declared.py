"""Settings that a card's ``task`` declares for a task type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from helm_creativity.benchmark.settings import Settings, option, temperature

S = TypeVar("S", bound=Settings)
Options = Mapping[str, Mapping[str, Any]]
"""By the name of a setting its ``default``, and what else ``benchmark.settings.option`` takes."""

_MADE: dict[tuple[type, str, str], Any] = {}


def declared_settings(kind: type[S], name: str, options: Options, **values: Any) -> type[S]:  # noqa: ANN401
    """A subclass of ``kind`` with the settings of a card, and ``values`` as class variables; one for equal cards."""
    key = (kind, name, repr((options, values)))
    if key not in _MADE:
        fields: dict[str, Any] = {}
        for setting, how in options.items():
            values_of: dict[str, Any] = {what: tuple(some) if what == "choices" else some for what, some in how.items()}
            fields[setting] = temperature(how["default"]) if setting == "temp" else option(**values_of)
        hints = {setting: type(how["default"]) for setting, how in options.items()}
        title = f"{name.title().replace('_', '')}Settings"
        made = type(title, (kind,), {"__annotations__": hints, "__module__": __name__, **fields, **values})
        _MADE[key] = dataclass(frozen=True)(made)
    made_before: type[S] = _MADE[key]
    return made_before
