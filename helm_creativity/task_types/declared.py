"""Settings that a card's ``task`` declares for a task type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from helm_creativity.benchmark.settings import Settings, option, temperature

Options = Mapping[str, Mapping[str, Any]]
"""By the name of a setting its ``default``, and what else ``benchmark.settings.option`` takes."""

_MADE: dict[tuple[tuple[type, ...], str, str], Any] = {}


def declared_settings(kinds: tuple[type[Settings], ...], name: str, options: Options, **values: Any) -> Any:  # noqa: ANN401
    """A class of ``kinds`` with the settings of a card, and ``values`` as class variables; one for equal cards."""
    key = (kinds, name, repr((options, values)))
    if key not in _MADE:
        hints = {setting: type(how["default"]) for setting, how in options.items()}
        fields: dict[str, Any] = {
            setting: temperature(how["default"]) if setting == "temp" else option(**how)
            for setting, how in options.items()
        }
        title = f"{name.title().replace('_', '')}Settings"
        made = type(title, kinds, {"__annotations__": hints, "__module__": __name__, **fields, **values})
        _MADE[key] = dataclass(frozen=True)(made)
    return _MADE[key]
