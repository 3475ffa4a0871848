"""What fitted models share: scikit-learn's contract, without scikit-learn.

``clone``, ``check_is_fitted``, ``Pipeline``, ``cross_val_score`` and ``GridSearchCV`` take such a model. Its errors and
warnings are this package's own and no subclasses of scikit-learn's, which is not needed to use them.
"""

from __future__ import annotations

import importlib
import inspect
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Self = TypeVar("Self", bound="Estimator")


class ConvergenceWarning(UserWarning):
    """A fit ended before it reached what it was looking for; its results are not to be relied on.

    Not scikit-learn's class of the same name: filter by this one.
    """


class NotFitted(ValueError, AttributeError):
    """A model was asked for what only ``fit`` learns.

    Not scikit-learn's ``NotFittedError``, though a subclass of the same two errors.
    """


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

    def __sklearn_is_fitted__(self) -> bool:
        """What scikit-learn's ``check_is_fitted`` asks."""
        return hasattr(self, "n_features_in_")

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's own type, imported only where it asks
        """What scikit-learn 1.6 and later asks of every estimator: no target is needed, and NaN may come."""
        utils = importlib.import_module("sklearn.utils")
        return utils.Tags(
            estimator_type=None,
            target_tags=utils.TargetTags(required=False),
            transformer_tags=utils.TransformerTags(),
            input_tags=utils.InputTags(allow_nan=True),
        )

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({settings})"

    def _keep_columns(self, n: int, names: NDArray[np.object_] | None) -> None:
        """What the contract wants to know of the columns: their number, and their names if they have any."""
        self.n_features_in_ = n
        self.__dict__.pop("feature_names_in_", None)
        if names is not None:
            self.feature_names_in_ = names

    def _check_fitted(self) -> None:
        """Refuses to go on without ``fit``."""
        if not self.__sklearn_is_fitted__():
            raise NotFitted(f"{type(self).__name__} has learned nothing yet; call fit(ratings) first")
