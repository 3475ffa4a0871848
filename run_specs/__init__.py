"""Entry point of the plug-in: importing it registers every benchmark with HELM.

HELM answers an exception here with a warning and a later "Unknown run spec name", and forgets all that would have come
after it. So each module is imported on its own, and one that fails takes no other with it.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil

logger = logging.getLogger(__name__)


def load_all() -> dict[str, Exception]:
    """Imports every module of this package; returns the errors of those that failed, by name."""
    errors: dict[str, Exception] = {}
    for module in pkgutil.iter_modules(__path__):
        try:
            importlib.import_module(f"{__name__}.{module.name}")
        except Exception as error:
            errors[module.name] = error
            logger.exception("creativity_%s cannot be used: %s", module.name, error)
    return errors


load_errors = load_all()
