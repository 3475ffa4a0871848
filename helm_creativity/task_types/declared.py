"""Settings that a card's ``task`` declares for a task type."""

from __future__ import annotations

import dataclasses
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
        fields["__reduce__"] = lambda self: (_made_again, (kinds, name, options, values, _given(self)))
        title = f"{name.title().replace('_', '')}Settings"
        made = type(title, kinds, {"__annotations__": hints, "__module__": __name__, **fields, **values})
        _MADE[key] = dataclass(frozen=True)(made)
    return _MADE[key]


def _given(settings: Any) -> dict[str, Any]:  # noqa: ANN401 - of a class made at run time
    return {field.name: getattr(settings, field.name) for field in dataclasses.fields(settings)}


def _made_again(kinds: tuple[type[Settings], ...], name: str, options: Options, values: Any, given: Any) -> Any:  # noqa: ANN401
    """Settings in another process, whose class pickle would not find."""
    return declared_settings(kinds, name, options, **values)(**given)
