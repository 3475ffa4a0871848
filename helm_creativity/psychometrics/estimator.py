"""What fitted models share: scikit-learn's contract, without scikit-learn."""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

Self = TypeVar("Self", bound="Estimator")


class ConvergenceWarning(UserWarning):
    """A fit ended before it reached what it was looking for; its results are not to be relied on."""


class NotFitted(ValueError, AttributeError):
    """A model was asked for what only ``fit`` learns."""


class Estimator:
    """Settings are the constructor's arguments, stored as they came; ``fit`` checks them; learned names end in _."""

    @classmethod
    def _setting_names(cls) -> list[str]:
        """The constructor's arguments."""
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name. ``deep`` is part of the contract and changes nothing: no setting is a model."""
        return {name: getattr(self, name) for name in self._setting_names()}

    def set_params(self: Self, **params: Any) -> Self:  # noqa: ANN401 - settings have any type
        """Changes settings.

        Raises:
            ValueError: for a name that is no setting; nothing is changed then.
        """
        names = self._setting_names()
        if unknown := sorted(params.keys() - set(names)):
            raise ValueError(f"{type(self).__name__} has the settings {', '.join(names)}, got {', '.join(unknown)}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({settings})"

    def _check_fitted(self) -> None:
        """Refuses to go on without ``fit``."""
        if not hasattr(self, "n_features_in_"):
            raise NotFitted(f"{type(self).__name__} has learned nothing yet; call fit(ratings) first")
